// SPDX-License-Identifier: MIT
// Properties of mem_reserve, part of its body in proofs. Two threads (f_me, f_you), chosen by the
// solver, are followed.

  (* anyconst *) logic [WI+LI-1:0] f_me, f_you;
  localparam int unsigned N = WARPS * LANES;
  logic          f_reset_q = 1'b0;
  logic          f_res_q;        // what the architecture says of f_me: it has a reservation
  logic [AW-1:0] f_res_addr_q;
  logic [HW-1:0] f_age_q;        // cycles of the hold, or since it ended
  logic          f_wait_q;       // f_me was refused and waits
  // some thread was refused during this hold, and could have been marked
  logic          f_refused_q;
  logic          f_due_q;        // marks must be cleared now
  logic [1:0]    f_you_q;        // how often f_you got the reservation meanwhile
  logic [LANES-1:0] f_me_served, f_me_waits, f_you_served;
  logic [WI+LI:0] f_count;
  logic          f_clean;        // marks that are already cleared are clear
  assign {f_me_waits, f_me_served} = marks[f_me[LI+:WI]];
  assign f_you_served              = LANES'(marks[f_you[LI+:WI]]);
  always_comb begin
    f_count = '0;
    f_clean = 1'b1;
    for (int unsigned i = 0; i < WARPS; i++) begin
      for (int unsigned k = 0; k < LANES; k++)
        f_count = f_count + (WI + LI + 1)'(marks[i][LANES+k]);
      if (sweep_q && WI'(i) < sweep_at_q && marks[i] != '0) f_clean = 1'b0;
    end
  end

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!rst_ni) begin
      f_res_q  <= 1'b0;
      f_wait_q <= 1'b0;
      f_you_q  <= '0;
      f_age_q  <= '0;
      f_refused_q <= 1'b0;
      f_due_q  <= 1'b0;
    end else begin
      f_due_q <= f_refused_q && ends && none_waits && !wait_now;
      if (others_i[BANKS-1] && others_who_i[(WI+LI)*(BANKS-1)+:WI+LI] == f_me) begin
        f_res_q <= 1'b0;
      end else if (lr_i && who_i == f_me) begin
        f_res_q      <= 1'b1;
        f_res_addr_q <= addr_i;
      end else if ((sc_i && who_i == f_me) || ((store_i || (sc_i && sc_ok_o)) &&
          addr_i == f_res_addr_q)) begin
        f_res_q <= 1'b0;
      end
      if (take || ends) f_refused_q <= 1'b0;
      else if (lr_i && held_q && who_i != who_q && !sweep_q) f_refused_q <= 1'b1;
      if (take || ends) f_age_q <= '0;
      else if (f_age_q != HW'(HOLD)) f_age_q <= f_age_q + 1'b1;
      if (wait_now && who_i == f_me) begin
        f_wait_q <= 1'b1;
        f_you_q  <= '0;
      end else if ((take && who_i == f_me) || give_up) begin
        f_wait_q <= 1'b0;
      end else if (take && who_i == f_you && f_you_q != '1) begin
        f_you_q <= f_you_q + 1'b1;
      end
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (f_me != f_you);
    assume (!(lr_i && sc_i) && !(lr_i && store_i) && !(sc_i && store_i));
    assume (hit_i == (addr_i == addr_o));
    if (lr_i || sc_i) assume (thread_i);
    if (f_reset_q) begin
      // One winner: an SC succeeds only for a thread that loaded from there, with no store by any
      // other since.
      if (sc_i && sc_ok_o && who_i == f_me) assert (f_res_q && f_res_addr_q == addr_i);
      // And for the holder it does succeed.
      if (sc_i && held_q && who_i == who_q && hit_i) assert (sc_ok_o);
      // Bounded hold: it isn't lengthened, and ends after HOLD cycles.
      if (held_q) assert (f_age_q + left_q == HW'(HOLD));
      if (held_q && f_age_q == HW'(HOLD)) assert (ends);
      if (take && held_q) assert (again && !f_refused_q);
      // Its turn comes: a thread that waits gets the reservation when it asks and there is no hold,
      // and before that no other gets it twice.
      if (f_wait_q && lr_i && who_i == f_me && !held_q) assert (take);
      if (f_wait_q) assert (f_you_q <= 2'd1);
      // No thread that asks within HOLD cycles of the end of a hold has given up.
      if (give_up) assert (f_age_q == HW'(HOLD) && !(f_wait_q && lr_i && who_i == f_me));
      // A thread that was refused because it had its turn is not kept waiting by those that go on:
      // the next hold to end clears all marks.
      if (f_due_q) assert (sweep_q);
      // A thread that doesn't wait, when none waits, is not kept waiting either.
      if (lr_i && !held_q && none_waits) assert (take);

      // What the above rests on
      if (held_q && who_q == f_me) assert (f_res_q && f_res_addr_q == addr_o);
      if (!held_q && !none_waits) assert (f_age_q + left_q == HW'(HOLD));
      if (f_wait_q) assert (!sweep_q && f_me_waits[f_me[LI-1:0]] && !(held_q && who_q == f_me));
      if (f_wait_q && f_you_q != '0) assert (f_you_served[f_you[LI-1:0]]);
      if (!sweep_q) assert (waiting_q == f_count);
      if (!sweep_q && f_me_waits[f_me[LI-1:0]]) assert (!f_me_served[f_me[LI-1:0]]);
      if (!none_waits) assert (refused_q);
      if (sweep_q) assert (none_waits && !refused_q);
      if (f_refused_q) assert (refused_q && held_q);
      assert (f_clean);
    end
  end
