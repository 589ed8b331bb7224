// SPDX-License-Identifier: MIT
// The issue arbiter as it is in the pods, with its weights, policies and turns. A warp chosen by
// the solver, which can issue and is not stopped, issues after a bounded number of cycles, whatever
// the other warps, the order, replays, textile grants and oversubscription do. Assumed: a warp in
// the issue stage is not ready and its instruction stays what it is until it has issued
// (smfe_warp); execution accepts an instruction that it is offered for B cycles without a pause; a
// type of pipes reaches the upper threshold only by an issue to it (smfe_oversub). Cycles in which
// the warp whose turn it is waits for such a type do not count: they end when what the type has
// under way ends. Without thresholds (f_none) there are none of them and the bound is smaller.

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
    input logic [N-1:0]   replay_i,
    input logic [N-1:0]   granted_i,
    input logic [N-1:0]   later_i,
    input logic [3:0]     over_i,
    input logic [3:0]     full_i,
    input logic           fire_i,
    input logic           refused_i
);

  (* anyconst *) logic          f_none;
  (* anyconst *) logic [IW-1:0] f_me;
  logic          f_reset_q = 1'b0;
  logic          valid, stopped, f_wants, f_wants_q, f_fire_q, f_in, f_beside, f_full;
  logic [IW-1:0] warp, f_before, f_warp_q;
  logic [1:0]    pipe, f_issued_q, f_type;
  logic [3:0]    f_full_q;
  logic [2*N-1:0] f_pipes_q;
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
    for (int unsigned i = 1; i < N; i++)
      for (int unsigned j = 0; j < i; j++) older[i*N+j] = age_i[i*4+:4] > age_i[j*4+:4];
  end
  smfe_issue #(.NW(N), .WI(IW)) u (
    .clk_i, .rst_ni, .policy_i, .ready_i, .pipe_i, .data_i('0), .replay_i, .granted_i, .later_i,
    .over_i, .full_i, .before_i(older), .valid_o(valid), .warp_o(warp), .pipe_o(pipe),
    .data_o(), .stopped_o(stopped), .fire_i, .refused_i, .victims_o(), .held_o(),
    .view_turn_valid_o(turn_valid), .view_turn_o(turn), .view_rest_o(rest), .view_hold_o(hold),
    .view_missed_o(missed), .view_last_o(), .view_group_o(), .view_refused_o()
  );
  assign f_picked = valid ? N'(1) << warp : '0;
  assign f_wants  = ready_i[f_me] || f_picked[f_me];
  assign f_before = turn - f_me;                     // turns of others since mine, at least
  assign f_type   = pipe_i[turn*2+:2];               // that the warp whose turn it is wants
  assign f_full   = turn_valid && full_i[f_type];
  assign f_in     = valid && warp == turn;
  assign f_beside = valid && warp != turn && pipe == f_type;

  always_ff @(posedge clk_i) begin
    f_reset_q  <= 1'b1;
    f_wants_q  <= rst_ni && f_wants && !(fire_i && f_picked[f_me]);
    f_held_q   <= rst_ni && refused_i ? (hold ? f_held_q + 4'd1 : '0) : '0;
    f_turn_q   <= rst_ni && turn_valid ? f_turn_q + 6'(!f_full) : '0;
    f_wait_q   <= rst_ni && f_wants && !(fire_i && f_picked[f_me]) ? f_wait_q + 10'(!f_full) : '0;
    f_fire_q   <= fire_i;
    f_warp_q   <= warp;
    f_issued_q <= pipe;
    f_full_q   <= rst_ni ? full_i : '0;
    f_pipes_q  <= pipe_i;
  end

  // A turn without thresholds: each second cycle a refusal, then held. With them: picked, refused,
  // and in the cycle after it another warp may take the last place of the type.
  logic [6:0] f_turn, f_round, f_most;
  logic [9:0] f_bound;
  assign f_turn  = (f_none ? 7'd30 : 7'd45) + 7'(B) + 7'd4;
  assign f_round = 7'd33 + f_turn;                   // and with the pause before it
  assign f_bound = 10'(f_before) * 10'(f_round);
  assign f_most  = (f_none ? 7'd2 : 7'd3) * 7'(missed) + 7'(f_held_q) +
      (f_in && !f_full ? 7'd2 : f_none ? 7'd1 : f_beside ? 7'd0 : 7'd1);

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume ((ready_i & f_picked) == '0);
    assume (!(fire_i && refused_i) && (valid || (!fire_i && !refused_i)));
    assume (!(stopped && (fire_i || refused_i)));
    if (f_none) assume (full_i == '0);
    for (int unsigned p = 0; p < 4; p++)
      if (full_i[p] && !f_full_q[p]) assume (f_fire_q && f_issued_q == 2'(p));
    for (int unsigned i = 0; i < N; i++)
      if (f_reset_q && !(f_fire_q && f_warp_q == IW'(i)))
        assume (pipe_i[i*2+:2] == f_pipes_q[i*2+:2]);
    if (f_wants_q) assume (f_wants);
    if (f_picked[f_me]) assume (fire_i || refused_i || stopped);
    if (f_held_q == 4'(B)) assume (!refused_i);
    if (f_reset_q) begin
      assert (f_held_q <= 4'(B));
      if (valid) assert (pipe == pipe_i[warp*2+:2]);
      if (valid && f_fire_q) assert (warp != f_warp_q || f_held_q != '0);
      if (f_held_q != '0) assert (valid && turn_valid && warp == turn && missed == '1 && !stopped);
      if (!turn_valid && rest != '0) assert (f_turn_q == '0);
      if (turn_valid) assert (f_turn_q <= 6'(f_most));
      if (turn_valid && turn == f_me && f_wants_q)
        assert (f_wait_q <= 10'(N) * 10'(f_round) + 10'(f_turn_q));
      else if (turn_valid && f_wants_q) assert (f_wait_q <= f_bound + 10'(f_turn_q));
      else if (f_wants_q) assert (f_wait_q <= f_bound + 10'(f_turn) + 10'(rest));
      if (!f_wants_q) assert (f_wait_q == '0);
      assert (f_wait_q <= 10'(N) * 10'(f_round) + 10'(f_turn));
    end
  end

endmodule
