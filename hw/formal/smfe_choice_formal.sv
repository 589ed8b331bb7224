// SPDX-License-Identifier: MIT
// Which warp smfe_issue picks, by the rules of Documentation/concepts/warp-scheduling.rst: of the
// warps that are ready and whose pipes take something, the one is in the issue stage in the next
// cycle that no other one comes before. This holds for all warps, pipes, orders and policies. The
// rules are written here a second time, from what the page says and not as weights. Whose turn it
// is, and how long it lasts, is proved in smfe_turn_formal and smfe_issue_formal.

module smfe_choice_formal #(
    parameter int unsigned N      = 12,      // three groups of TWO_LEVEL
    parameter int unsigned IW     = 4,
    parameter int unsigned CREDIT = 1
) (
    input logic            clk_i,
    input logic            rst_ni,
    input logic [3:0]      policy_i,
    input logic [N-1:0]    ready_i,
    input logic [2*N-1:0]  pipe_i,
    input logic [4*N-1:0]  data_i,
    input logic [N*IW-1:0] age_i,
    input logic [N-1:0]    replay_i,
    input logic [N-1:0]    granted_i,
    input logic [N-1:0]    later_i,
    input logic [3:0]      over_i,
    input logic [3:0]      full_i,
    input logic            fire_i,
    input logic            refused_i
);

  (* anyconst *) logic [IW-1:0] f_one, f_two;  // any two warps
  logic           f_reset_q = 1'b0;
  logic           valid, stopped, held, turn_valid, hold;
  logic [IW-1:0]  warp, turn, last, group;
  logic [1:0]     pipe;
  logic [3:0]     data, next, refused;
  logic [N-1:0]   victims;
  logic [N*N-1:0] before;                      // any order of the warps, and another one each cycle
  always_comb begin
    before = '0;
    for (int unsigned i = 1; i < N; i++)
      for (int unsigned j = 0; j < i; j++) before[i*N+j] = age_i[i*IW+:IW] > age_i[j*IW+:IW];
  end
  smfe_issue #(.NW(N), .WI(IW), .CREDIT(CREDIT)) u (
    .clk_i, .rst_ni, .policy_i, .ready_i, .pipe_i, .data_i, .replay_i, .granted_i, .later_i,
    .over_i,
    .full_i, .before_i(before), .valid_o(valid), .warp_o(warp), .pipe_o(pipe), .data_o(data),
    .next_o(next), .stopped_o(stopped), .fire_i, .refused_i, .victims_o(victims), .held_o(held),
    .view_turn_valid_o(turn_valid), .view_turn_o(turn), .view_rest_o(), .view_hold_o(hold),
    .view_missed_o(), .view_last_o(last), .view_group_o(group), .view_refused_o(refused)
  );

  // ---- What the rules look at besides the warps
  // the warp that issued last; the group whose turn it is
  logic [IW-1:0] f_last_q, f_group_q;
  logic [3:0]    f_refused_q;                  // the type that was refused in the cycle before
  logic [N-1:0]  f_of_group, f_open;
  logic          f_lrr, f_two_level, f_credit, f_gto;
  assign f_lrr       = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_LRR;
  assign f_two_level = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_TWO_LEVEL;
  always_comb begin
    case (policy_i)
      smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A, smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A_LITERAL,
      smgpu_regs_pkg::SM_CFG_SCHED_POLICY_B, smgpu_regs_pkg::SM_CFG_SCHED_POLICY_C,
      smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D: f_credit = CREDIT != 0;
      default: f_credit = 1'b0;
    endcase
  end
  assign f_gto       = !f_lrr && !f_two_level && !f_credit;
  always_comb begin
    for (int unsigned i = 0; i < N; i++) begin
      f_of_group[i] = f_group_q == IW'(i / 4);
      f_open[i]     = ready_i[i] && !full_i[pipe_i[2*i+:2]];
    end
  end

  // ---- Which of the two comes first, rule by rule: the first that tells them apart
  logic one_turn, two_turn, one_grant, two_grant, one_pipe, two_pipe, one_group, two_group;
  logic one_policy, two_policy, one_age, one_first;
  function automatic logic fits(input logic [1:0] type_of);
    fits = !over_i[type_of] && !f_refused_q[type_of];
  endfunction
  always_comb begin
    one_turn  = turn_valid && turn == f_one;
    two_turn  = turn_valid && turn == f_two;
    one_grant = f_credit && (replay_i[f_one] || granted_i[f_one]);
    two_grant = f_credit && (replay_i[f_two] || granted_i[f_two]);
    one_pipe  = fits(pipe_i[2*f_one+:2]);
    two_pipe  = fits(pipe_i[2*f_two+:2]);
    one_group = f_two_level && f_of_group[f_one];
    two_group = f_two_level && f_of_group[f_two];
    // Greedy: the last one; in turn: those after it. With PRIO.weight only if it has a priority
    // token.
    one_policy = !later_i[f_one] &&
                 (f_gto ? f_one == f_last_q : (f_lrr || f_two_level) && f_one > f_last_q);
    two_policy = !later_i[f_two] &&
                 (f_gto ? f_two == f_last_q : (f_lrr || f_two_level) && f_two > f_last_q);
    one_age    = f_one > f_two ? age_i[f_one*IW+:IW] > age_i[f_two*IW+:IW]
                               : age_i[f_one*IW+:IW] >= age_i[f_two*IW+:IW];
    one_first  = one_turn != two_turn ? one_turn : one_grant != two_grant ? one_grant :
                 one_pipe != two_pipe ? one_pipe : one_group != two_group ? one_group :
                 one_policy != two_policy ? one_policy : one_age;
  end

  logic          f_picks_q, f_first_q, f_any_q, f_hold_q;
  logic [N-1:0]  f_open_q;
  logic [3:0]    f_data_q, f_next_q;
  logic [IW-1:0] f_warp_q;
  always_ff @(posedge clk_i) begin
    f_reset_q   <= 1'b1;
    f_picks_q   <= rst_ni && !hold;
    f_hold_q    <= rst_ni && hold;
    f_warp_q    <= warp;
    f_any_q     <= f_open != '0;
    f_open_q    <= f_open;
    f_first_q   <= one_first;
    f_data_q    <= data_i[4*f_one+:4];
    f_next_q    <= next;
    f_refused_q <= rst_ni && refused_i ? 4'd1 << pipe : '0;
    if (!rst_ni) f_last_q <= '0;
    else if (fire_i) f_last_q <= warp;
    // A group has its turn until none of it is ready; then it is the next one's.
    if (!rst_ni) f_group_q <= '0;
    else if (ready_i != '0 && (ready_i & f_of_group) == '0)
      f_group_q <= f_group_q == IW'((N + 3) / 4 - 1) ? '0 : f_group_q + 1'b1;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (f_one < IW'(N) && f_two < IW'(N) && f_one != f_two);
    assume (!(fire_i && refused_i) && (valid || (!fire_i && !refused_i)));
    assume (!(stopped && (fire_i || refused_i)));
    if (f_reset_q) begin
      assert (last == f_last_q && group == f_group_q && refused == f_refused_q);
      assert (f_last_q < IW'(N) && f_group_q < IW'((N + 3) / 4) && turn < IW'(N));
      assert (!valid || warp < IW'(N));
      // What is in the issue stage was picked of all that could be, and no other one came before
      // it.
      if (f_picks_q) begin
        assert (valid == f_any_q);
        if (valid) assert (f_open_q[warp]);
        if (valid && warp == f_one && f_open_q[f_two]) assert (f_first_q);
        if (valid && warp == f_one) assert (data == f_data_q);
        assert (f_next_q == (valid ? data : '0));
      end
      if (f_hold_q) assert (valid && warp == f_warp_q);
      // Victims: could issue; and those of which an access is being replayed
      assert (victims[f_one] ==
              ((f_open[f_one] && !f_refused_q[pipe_i[2*f_one+:2]]) || replay_i[f_one]));
      assert (held == (ready_i != '0 && f_open == '0));
    end
  end

endmodule
