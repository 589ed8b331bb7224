// SPDX-License-Identifier: MIT
// Picks the requester with the greatest weight, the lowest index among equals. Combinational: every pair of weights is compared beside the requests, which
// may come late, so that from them it is three levels of logic and not a comparison at each level of a tree.

module smfe_pick #(
    parameter int unsigned N  = 8,
    parameter int unsigned W  = 6,
    parameter int unsigned IW = 3            // bits of an index, at least clog2(N)
) (
    input  logic [N-1:0]   req_i,
    input  logic [N*W-1:0] weight_i,
    output logic           any_o,
    output logic [N-1:0]   grant_o,          // one-hot, or none
    output logic [IW-1:0]  index_o
);

  if (W == 1) begin : gen_flag
    logic [N-1:0] first, among;
    assign first   = req_i & weight_i;
    assign among   = first != '0 ? first : req_i;
    assign grant_o = among & (~among + 1'b1);
  end else begin : gen_weight
    logic [N-1:0] behind;   // a requester comes before it
    logic         over;
    always_comb begin
      behind = '0;
      for (int unsigned i = 1; i < N; i++) begin
        for (int unsigned j = 0; j < i; j++) begin
          over      = weight_i[i*W+:W] > weight_i[j*W+:W];
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
