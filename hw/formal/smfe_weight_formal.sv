// SPDX-License-Identifier: MIT
// smfe_pick with any weights (issue, fetch): it takes a requester, of the greatest weight, and of
// these the oldest, or the lowest index if none is older.

module smfe_weight_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned W  = 3,
    parameter int unsigned IW = 3
) (
    input logic           clk_i,
    input logic [N-1:0]   req_i,
    input logic [N*W-1:0] weight_i,
    input logic [N*3-1:0] age_i
);

  (* anyconst *) logic [IW-1:0] f_other;
  logic          any;
  logic [IW-1:0] sel;
  logic [W-1:0]  mine, others;
  logic [2:0]    age, others_age;
  logic [N*N-1:0] older;
  always_comb begin
    older = '0;
    for (int unsigned i = 1; i < N; i++)
      for (int unsigned j = 0; j < i; j++) older[i*N+j] = age_i[i*3+:3] > age_i[j*3+:3];
  end
  smfe_pick #(.N(N), .W(W), .IW(IW)) u (.req_i, .weight_i, .older_i(older), .any_o(any),
      .index_o(sel));

  always_comb begin
    {mine, age}          = '0;
    {others, others_age} = '0;
    for (int unsigned i = 0; i < N; i++) begin
      if (sel == IW'(i)) {mine, age} = {weight_i[i*W+:W], age_i[i*3+:3]};
      if (f_other == IW'(i)) {others, others_age} = {weight_i[i*W+:W], age_i[i*3+:3]};
    end
    assert (any == (req_i != '0));
    if (any) assert (req_i[sel]);
    if (any && req_i[f_other])
      assert (mine > others || (mine == others &&
          (age > others_age || (age == others_age && sel <= f_other))));
  end

endmodule
