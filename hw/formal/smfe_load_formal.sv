// SPDX-License-Identifier: MIT
// The arbiter of the head port: a warp without a head, chosen by the solver, which asks until it is
// served, gets one after 4 * N cycles at most, whatever the others and the issue stage do.

module smfe_load_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned IW = 3
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         next_i,
    input logic [N-1:0] other_i,
    input logic [N-1:0] may_i
);

  (* anyconst *) logic [IW-1:0] f_me;
  logic          f_reset_q = 1'b0;
  logic          follow, any, chosen, choose, f_mine, f_asks_q;
  logic [IW-1:0] sel, f_before;
  logic [N-1:0]  choice;
  logic [1:0]    patience;
  logic [5:0]    f_wait_q;
  smfe_load #(.NW(N), .WI(IW)) u (
    .clk_i, .rst_ni, .next_i, .follow_o(follow), .want_i(other_i), .may_i, .choose_o(choose),
    .choice_o(choice), .any_o(any), .other_o(sel), .view_patience_o(patience), .view_any_o(chosen)
  );
  assign f_mine   = any && !follow && sel == f_me;
  assign f_before = sel - f_me - 1'b1;          // others that came first, at most

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_asks_q  <= rst_ni && other_i[f_me] && !f_mine;
    f_wait_q  <= rst_ni && other_i[f_me] && !f_mine ? f_wait_q + 6'd1 : '0;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_asks_q) assume (other_i[f_me]);  // what may_i says of it need not be so
    if (f_reset_q) begin
      if (!f_asks_q) assert (f_wait_q == '0);
      if (f_asks_q) assert (chosen && f_wait_q <= 6'(4 * f_before) + 6'd1 + 6'(patience));
      assert (f_wait_q <= 6'(4 * N));
      assert ((choice & ~(other_i | may_i)) == '0 && (choice & (choice - 1'b1)) == '0);
    end
  end

endmodule
