// SPDX-License-Identifier: MIT
// Which of two warps of a pod was started first, a bit for each pair: exact, and no numbers have to
// be compared.

module smfe_age #(
    // Warps of the pod.
    parameter int unsigned NW = 8
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [NW-1:0]    start_i,        // one-hot, or none
    // bit i*NW+j, i > j: i was started before j; the others are 0
    output logic [NW*NW-1:0] older_o
);

  // A start makes the warp the younger one of all its pairs; the end of a warp changes nothing.
  for (genvar i = 0; i < NW; i++) begin : gen_row
    for (genvar j = 0; j < NW; j++) begin : gen_pair
      if (i > j) begin : gen_one
        logic older_q;
        always_ff @(posedge clk_i)
          if (!rst_ni) older_q <= 1'b0;
          else if (start_i[i] || start_i[j]) older_q <= start_i[j];
        assign older_o[i*NW+j] = older_q;
      end else begin : gen_none
        assign older_o[i*NW+j] = 1'b0;
      end
    end
  end

endmodule
