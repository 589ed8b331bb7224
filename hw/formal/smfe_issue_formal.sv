// SPDX-License-Identifier: MIT
// The issue arbiter as it is in the pods, with its weights, policies and turns. A warp chosen by the solver, which can issue and is not stopped, issues
// after a bounded number of cycles, whatever the other warps and the ages do. Assumed: a warp in the issue stage is not ready (smfe_warp), and execution
// accepts an instruction that it is offered for B cycles without a pause.

module smfe_issue_formal #(
    parameter int unsigned N  = 8,
    parameter int unsigned IW = 3,
    parameter int unsigned B  = 8
) (
    input logic           clk_i,
    input logic           rst_ni,
    input logic [3:0]     policy_i,
    input logic [N-1:0]   ready_i,
    input logic [2*N-1:0] pipe_i,
    input logic [4*N-1:0] age_i,
    input logic           fire_i,
    input logic           refused_i
);

  localparam int unsigned Turn   = 2 * 15 + B + 4;     // cycles of a turn at most
  localparam int unsigned Round  = 31 + 2 + Turn;      // and with the pause before it
  (* anyconst *) logic [IW-1:0] f_me;
  logic          f_reset_q = 1'b0;
  logic          valid, f_wants, f_wants_q;
  logic [IW-1:0] warp, f_before;
  logic [N-1:0]  f_picked;
  logic [3:0]    f_held_q;
  logic [5:0]    f_turn_q;      // cycles of the turn
  logic [9:0]    f_wait_q;
  logic          turn_valid, hold;
  logic [IW-1:0] turn;
  logic [4:0]    rest;
  logic [3:0]    missed;
  // Any order of the warps, and another one each cycle
  logic [N*N-1:0] older;
  always_comb begin
    older = '0;
    for (int unsigned i = 1; i < N; i++) for (int unsigned j = 0; j < i; j++) older[i*N+j] = age_i[i*4+:4] > age_i[j*4+:4];
  end
  smfe_issue #(.NW(N), .WI(IW)) u (
    .clk_i, .rst_ni, .policy_i, .ready_i, .pipe_i, .data_i('0), .before_i(older), .valid_o(valid), .warp_o(warp), .pipe_o(), .data_o(), .fire_i, .refused_i, .victims_o(),
    .view_turn_valid_o(turn_valid), .view_turn_o(turn), .view_rest_o(rest), .view_hold_o(hold), .view_missed_o(missed)
  );
  assign f_picked = valid ? N'(1) << warp : '0;
  assign f_wants  = ready_i[f_me] || f_picked[f_me];
  assign f_before = turn - f_me;                     // turns of others since mine, at least

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_wants_q <= rst_ni && f_wants && !(fire_i && f_picked[f_me]);
    f_held_q  <= rst_ni && refused_i ? (hold ? f_held_q + 4'd1 : '0) : '0;
    f_turn_q  <= rst_ni && turn_valid ? f_turn_q + 6'd1 : '0;
    f_wait_q  <= rst_ni && f_wants && !(fire_i && f_picked[f_me]) ? f_wait_q + 10'd1 : '0;
  end

  logic [9:0] f_bound;
  assign f_bound = 10'(f_before) * 10'(Round);

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume ((ready_i & f_picked) == '0);
    assume (!(fire_i && refused_i) && (valid || (!fire_i && !refused_i)));
    if (f_wants_q) assume (f_wants);
    if (f_picked[f_me]) assume (fire_i || refused_i);
    if (f_held_q == 4'(B)) assume (!refused_i);
    if (f_reset_q) begin
      assert (f_held_q <= 4'(B));
      if (f_held_q != '0) assert (valid && turn_valid && warp == turn && missed == '1);
      if (!turn_valid && rest != '0) assert (f_turn_q == '0);
      // A turn: each second cycle a refusal, then held
      if (turn_valid) assert (f_turn_q <= 6'(2 * missed) + 6'(f_held_q) + (valid && warp == turn ? 6'd2 : 6'd1));
      if (turn_valid && turn == f_me && f_wants_q) assert (f_wait_q <= 10'(N * Round) + 10'(f_turn_q));
      else if (turn_valid && f_wants_q) assert (f_wait_q <= f_bound + 10'(f_turn_q));
      else if (f_wants_q) assert (f_wait_q <= f_bound + 10'(Turn) + 10'(rest));
      if (!f_wants_q) assert (f_wait_q == '0);
      assert (f_wait_q <= 10'(N * Round + Turn));
    end
  end

endmodule
