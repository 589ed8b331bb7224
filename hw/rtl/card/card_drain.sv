// SPDX-License-Identifier: MIT
// Counts what is under way on a port, so that a reset of one side waits until the other side owes nothing. At most 2^W - 1 at a time.

module card_drain #(
    parameter int unsigned W = 8
) (
    input  logic clk_i,
    input  logic rst_ni,
    input  logic up_i,      // a request is taken
    input  logic down_i,    // its answer is taken
    output logic busy_o
);

  logic [W-1:0] count_q;
  assign busy_o = count_q != '0;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) count_q <= '0;
    else if (up_i && !down_i) count_q <= count_q + 1'b1;
    else if (down_i && !up_i) count_q <= count_q - 1'b1;
  end

endmodule
