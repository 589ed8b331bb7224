// SPDX-License-Identifier: MIT
// smfe_pick with any weights (issue priority, oldest fetch first): it takes a requester, of the greatest weight, and the lowest index of these.

module smfe_weight_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned W  = 6,
    parameter int unsigned IW = 3
) (
    input logic           clk_i,
    input logic [N-1:0]   req_i,
    input logic [N*W-1:0] weight_i
);

  (* anyconst *) logic [IW-1:0] f_other;
  logic          any;
  logic [IW-1:0] sel;
  logic [W-1:0]  mine, others;
  smfe_pick #(.N(N), .W(W), .IW(IW)) u (.req_i, .weight_i, .any_o(any), .index_o(sel));

  always_comb begin
    mine   = '0;
    others = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (sel == IW'(i)) mine = weight_i[i*W+:W];
      if (f_other == IW'(i)) others = weight_i[i*W+:W];
    end
    assert (any == (req_i != '0));
    if (any) assert (req_i[sel]);
    if (any && req_i[f_other]) assert (mine > others || (mine == others && sel <= f_other));
  end

endmodule
