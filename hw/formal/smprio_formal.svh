// SPDX-License-Identifier: MIT
// Properties of smprio, part of its body in proofs. The environment starts warps that do not live,
// and ends those that do; all else is free, the registers too. One warp (f_me), chosen by the
// solver, is followed: while others are given tokens in their turn, it waits for at most WARPS of
// them. For that, f_turns_q and the way from where the next walk by number begins to f_me never add
// up to more than WARPS. Another one (f_asks) waits at xsm.tokacq, or before an access, for two
// periods and a cycle at most, if the period (f_acquire) is not changed.

  (* anyconst *) logic [WI-1:0] f_me;
  (* anyconst *) logic [WI-1:0] f_asks;
  (* anyconst *) logic [3:0]    f_acquire;
  logic [16:0]   f_wait_q;       // cycles that f_asks waits
  logic [16:0]   f_since, f_period;  // since the clock ticked
  logic          f_reset_q = 1'b0;
  logic [5:0]    f_limit_q;
  logic          f_walk;         // a walk by number, or what follows from it
  logic          f_read_q;       // a warp was read for the walk, be it that it has ended since
  logic [WI:0]   f_seen_q;       // warps that this walk has looked at
  logic [WI:0]   f_turns_q;      // turns given to others while f_me waits
  logic          f_whole_q;      // f_me waits since before this walk
  logic          f_waits;        // f_me lives, has no token, and does not wait at a barrier
  logic [5:0]    f_held, f_fixed, f_live;
  logic          f_list;         // the list has live warps, each once
  logic [WI-1:0] f_get_at, f_me_at, f_warp_at, f_next_at;  // places in the walk
  assign f_period  = 17'd1 << f_acquire;
  assign f_since   = (17'(clock_q) - 17'd1) & (f_period - 17'd1);
  assign f_get_at  = get_warp_q - after_q;
  assign f_me_at   = f_me - after_q;
  assign f_warp_at = warp_q - after_q;
  assign f_next_at = at_q[WI-1:0] - after_q;
  assign f_walk    = by_number_q && state_q != StClear;
  assign f_waits   = live_q[f_me] && !held_q[f_me] &&
      !((cfg_i.at_barrier || cfg_i.hold) && barrier_q[f_me]);

  always_comb begin
    {f_held, f_fixed, f_live} = '0;
    f_list = 1'b1;
    for (int unsigned i = 0; i < WARPS; i++) begin
      f_held  = f_held + 6'(held_q[i]);
      f_fixed = f_fixed + 6'(fixed_q[i]);
      f_live  = f_live + 6'(live_q[i]);
      if (6'(i) < count_q && !live_q[list_q[WI*i+:WI]]) f_list = 1'b0;
      for (int unsigned k = 0; k < WARPS; k++)
        if (k < i && 6'(i) < count_q && list_q[WI*i+:WI] == list_q[WI*k+:WI]) f_list = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_limit_q <= cfg_i.limit;
    f_wait_q  <= rst_ni && (want_i[f_asks] || accesses_i[f_asks]) &&
        !go_q[f_asks] ? f_wait_q + 1'b1 : '0;
    if (!rst_ni || reset_all || state_q == StClear) begin
      f_seen_q  <= '0;
      f_read_q  <= 1'b0;
      f_turns_q <= '0;
      f_whole_q <= 1'b0;
    end else begin
      if (!rest) begin
        f_read_q  <= state_q == StWalk && !last_q;
        if (state_q == StGive) f_seen_q <= '0;
        else if (by_number_q && state_q == StWalk && f_read_q) f_seen_q <= f_seen_q + 1'b1;
      end
      f_whole_q <= f_waits && !(done_valid_i && done_warp_i[WI-1:0] == f_me) &&
          (f_whole_q || (state_q == StGive && !rest));
      if (!f_waits) f_turns_q <= '0;
      else if (give && by_number_q && give_warp != f_me) f_turns_q <= f_turns_q + 1'b1;
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (cfg_i.acquire == f_acquire);
    if (f_reset_q) begin
      // A warp that asks for a token waits so long at most, and under COMPILER only those that ask
      // get one in a walk.
      assert (f_wait_q <= (f_period << 1) + 1'b1);
      assert (go_q[f_asks] || f_wait_q <= f_since + 1'b1 + (ticked_q[f_asks] ? f_period : '0));
      assert (!(give && state_q == StWalk && compiler) || asked_q[give_warp]);
      assume (!start_valid_i || (start_warp_i < 6'(WARPS) && !live_q[start_warp_i[WI-1:0]]));
      assume (!done_valid_i || (done_warp_i < 6'(WARPS) && live_q[done_warp_i[WI-1:0]]));
      // The list
      assert (count_q == f_live && f_list);
      // Tokens: never more than the limit of the cycle before, of live warps only
      assert (out_q == f_held);
      assert (out_q <= f_limit_q);
      assert ((held_q & ~live_q) == '0);
      assert (fixed_count_q == f_fixed);
      assert ((fixed_q & ~held_q) == '0);
      // What a walk has found still lives; a walk by number looks at one warp after the other.
      assert (state_q == StClear || !get_q || live_q[get_warp_q]);
      assert (state_q != StClear || !by_number_q);
      assert (state_q == StWalk || (!valid_q && !f_read_q));
      assert (f_seen_q <= (WI+1)'(WARPS));
      if (f_walk) begin
        assert (policy_q == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_ROTATE ||
            policy_q == smgpu_regs_pkg::SM_CFG_PRIO_POLICY_SPLIT);
        assert (!get_q || (skipped_q && !held_q[get_warp_q]));
        assert (!valid_q || f_read_q);
        if (state_q == StWalk) begin
          assert (at_q < 6'(WARPS));
          assert (f_seen_q + (WI+1)'(f_read_q) <= (WI+1)'(WARPS));
          assert (last_q == (f_seen_q + (WI+1)'(f_read_q) == (WI+1)'(WARPS)));
          assert (f_next_at == WI'(f_seen_q + (WI+1)'(f_read_q)));
          assert (!f_read_q || f_warp_at == WI'(f_seen_q));
          assert (!(f_read_q && f_whole_q && warp_q == f_me) || valid_q);
        end
        if (state_q != StWalk) assert (f_seen_q == (WI+1)'(WARPS));
        if (state_q != StGive) assert (!lose_q || (held_q[lose_warp_q] && !fixed_q[lose_warp_q]));
        assert (!get_q || (WI+1)'(f_get_at) < f_seen_q);
        // The first warp of the walk that can get a token is found: f_me, or one in front of it
        assert (!(f_whole_q && (WI+1)'(f_me_at) < f_seen_q) ||
            (skipped_q && (!get_q || f_get_at <= f_me_at)));
      end
      // A warp's turn
      assert (!(f_walk && f_waits && !f_whole_q) || f_turns_q == '0);
      assert (!f_waits || (WI+2)'(f_turns_q) + (WI+2)'(f_me_at) <= (WI+2)'(WARPS));
      assert (f_turns_q <= (WI+1)'(WARPS));
    end
  end
