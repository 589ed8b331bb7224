// SPDX-License-Identifier: MIT
// Turns, as the fetch arbiter has them (smfe_issue_formal has those of issue): a warp chosen by the
// solver, which wants until it is served, has its turn after a bounded number of cycles; and
// between two turns there are 31 cycles without one. Assumed: a turn ends within L cycles (the warp
// whose turn it is comes first, and what it asks for is answered).

module smfe_turn_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned IW = 3,
    parameter int unsigned L  = 16
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [N-1:0] want_i
);

  localparam int unsigned Round = 31 + 2 + L;
  (* anyconst *) logic [IW-1:0] f_me;
  logic          f_reset_q = 1'b0;
  logic          valid, f_wants_q;
  logic [IW-1:0] warp, f_before;
  logic [4:0]    rest, f_turn_q, f_quiet_q;    // cycles of this turn; without one, up to 31
  logic [9:0]    f_wait_q, f_bound;
  smfe_turn #(.NW(N), .WI(IW)) u (.clk_i, .rst_ni, .want_i, .valid_o(valid), .warp_o(warp),
      .view_rest_o(rest));
  assign f_before = warp - f_me;
  assign f_bound  = 10'(f_before) * 10'(Round);

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_wants_q <= rst_ni && want_i[f_me] && !(valid && warp == f_me);
    f_wait_q  <= rst_ni && want_i[f_me] && !(valid && warp == f_me) ? f_wait_q + 10'd1 : '0;
    f_turn_q  <= rst_ni && valid ? f_turn_q + 5'd1 : '0;
    f_quiet_q <= !rst_ni || valid ? '0 : f_quiet_q == '1 ? f_quiet_q : f_quiet_q + 5'd1;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_wants_q) assume (want_i[f_me]);
    if (f_turn_q == 5'(L) && valid) assume (!want_i[warp]);
    if (f_reset_q) begin
      if (valid) assert (f_turn_q <= 5'(L));
      else assert (f_turn_q <= 5'(L + 1) && (rest == '0 || f_turn_q == '0));
      if (!valid) assert (f_quiet_q == rest);
      else if (f_turn_q == '0) assert (f_quiet_q == '1);
      if (!f_wants_q) assert (f_wait_q == '0);
      else if (valid && warp == f_me) assert (f_wait_q <= 10'(N * Round) && f_turn_q == '0);
      else if (valid) assert (f_wait_q <= f_bound + 10'(f_turn_q));
      else assert (f_wait_q <= f_bound + 10'(L + 1) + 10'(rest));
      assert (f_wait_q <= 10'(N * Round));
    end
  end

endmodule
