// SPDX-License-Identifier: MIT
// Picks the requester with the greatest weight; of equal ones the one that `older_i` puts first,
// else the lowest index. Combinational: every pair of weights is compared beside the requests,
// which may come late, so that from them it is three levels of logic and not a comparison at each
// level of a tree. No arithmetic: a carry chain is longer than the logic for a few bits.

/* verilator lint_off UNUSEDSIGNAL */  // of older_i only the pairs that stand in order
module smfe_pick #(
    parameter int unsigned N  = 8,
    parameter int unsigned W  = 6,
    parameter int unsigned IW = 3            // bits of an index, at least clog2(N)
) (
    input  logic [N-1:0]   req_i,
    input  logic [N*W-1:0] weight_i,
    // bit i*N+j, i > j: of equal weights i comes before j. Not used if W is 1
    input  logic [N*N-1:0] older_i,
    output logic           any_o,
    output logic [N-1:0]   grant_o,          // one-hot, or none
    output logic [IW-1:0]  index_o
);

  if (W == 1) begin : gen_flag
    logic [N-1:0] first, lower, lower_first;   // a requester below it
    assign first = req_i & weight_i;
    for (genvar i = 0; i < N; i++) begin : gen_lower
      if (i == 0) begin : gen_none
        assign {lower[i], lower_first[i]} = 2'b00;
      end else begin : gen_some
        assign lower[i]       = |req_i[i-1:0];
        assign lower_first[i] = |first[i-1:0];
      end
    end
    assign grant_o = (first & ~lower_first) | (first != '0 ? '0 : req_i & ~lower);
  end else begin : gen_weight
    logic [N-1:0] behind;   // a requester comes before it
    logic         over;
    always_comb begin
      behind = '0;
      for (int unsigned i = 1; i < N; i++) begin
        for (int unsigned j = 0; j < i; j++) begin
          over = older_i[i*N+j];
          for (int unsigned k = 0; k < W; k++)
            if (weight_i[i*W+k] != weight_i[j*W+k]) over = weight_i[i*W+k];
          behind[j] = behind[j] | (over & req_i[i]);
          behind[i] = behind[i] | (~over & req_i[j]);
        end
      end
    end
    assign grant_o = req_i & ~behind;
  end

  always_comb begin
    index_o = '0;
    for (int unsigned i = 0; i < N; i++) if (grant_o[i]) index_o = index_o | IW'(i);
  end
  assign any_o = |req_i;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
