// SPDX-License-Identifier: MIT
// Properties of smfe_dtok, part of its body in proofs. One warp (f_w) and one thread of it (f_t),
// both chosen by the solver, are followed; the other warps do what they like. Assumptions are what
// smfe_warp, smfe_pod, smfe_dtokport and the firmware guarantee; see
// Documentation/concepts/divergence.rst.

  (* anyconst *) logic [WI-1:0] f_w;
  (* anyconst *) logic [4:0]    f_t;
  (* anyconst *) logic [17:0]   f_yield_policy;
  (* anyconst *) logic [15:0]   f_backstop;
  (* anyseq *)   logic          f_kill, f_open;
  (* anyseq *)   logic [R-1:0]  f_refill;        // threads in card memory after service
  logic [2*R*68-1:0] f_rings;

  // ---- What the warp is doing, as smfe_warp sees it
  localparam logic [2:0] FDead = 3'd0, FRun = 3'd1, FAnswer = 3'd2, FOp = 3'd3, FWork = 3'd4,
      FBar = 3'd5, FService = 3'd6;
  logic          f_reset_q = 1'b0;
  logic [2:0]    f_st_q = FDead;
  logic          f_rel_q, f_dirty_q, f_redo_q, f_redo_half_q, f_clash_q, f_wrote_q;
  logic [RI-1:0] f_redo_at_q;
  logic [31:0]   f_card_q, f_home_q;
  logic          f_pend_q = 1'b0;
  logic [smfe_pkg::DtokAccW-1:0] f_acc_q;

  logic f_mine, f_start, f_ctl, f_br, f_take, f_go, f_park, f_end, f_trap, f_svc, f_retry,
      f_resume, f_put, f_works;
  assign f_mine   = w_q == f_w;
  assign f_works  = f_mine && (fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan ||
      fsm_q == smfe_pkg::StRead || fsm_q == smfe_pkg::StPop || fsm_q == smfe_pkg::StTrap);
  assign f_start  = start_valid_i && start_warp_i == f_w;
  assign f_ctl    = ctl_valid_i && issue_warp_i == f_w;
  assign f_br     = br_valid_i && br_warp_i == f_w;
  assign f_take   = take_o[f_w];
  assign f_go     = go_o && f_mine;
  assign f_park   = park_o && f_mine;
  assign f_end    = end_o && f_mine;
  assign f_trap   = trap_valid_o && trap_ready_i && f_mine;
  assign f_svc    = cause_q == smgpu_hw_pkg::ErrDtokOverflow ||
      cause_q == smgpu_hw_pkg::ErrDtokUnderflow;
  assign f_retry  = retry_o && f_mine;
  assign f_resume = resume_o && f_mine;
  assign f_put    = fsm_q == smfe_pkg::StAccess && step && f_mine && stopped &&
      (acc_i.op == smfe_pkg::DtokPut || acc_i.op == smfe_pkg::DtokQueue);

  logic f_wr, f_merges;
  assign f_wr     = step && we && !d.over && f_mine;
  assign f_merges = f_wr && fsm_q == smfe_pkg::StScan && !scan_end;

  // ---- The stored state, and the operation's
  state_t        f_m;
  logic [31:0]   f_active, f_live;
  logic [3:0]    f_kind, f_sub;
  logic [31:0]   f_pc, f_target, f_br_mask, f_br_target;
  logic [71:0]   f_ctl_word;
  logic [63:0]   f_br_word;
  logic          f_fewer;        // which side of a branch goes first is of no account here
  // what is about to be written counts
  assign f_m        = late_q && f_mine ? s_q : state_m[f_w];
  assign f_active   = late_q && f_mine ? active_q : active_m[f_w];
  assign f_live     = late_q && f_mine ? live_q : live_m[f_w];
  assign f_ctl_word = ctl_m[f_w];
  assign {f_fewer, f_br_word} = br_m[f_w];
  assign {f_kind, f_sub, f_pc, f_target} = f_ctl_word;
  assign {f_br_mask, f_br_target}        = f_br_word;

  logic [31:0] f_card;
  assign f_card = f_resume ? 32'(f_refill) : f_card_q;

  logic        f_m_waits, f_m_yields, f_q_waits, f_q_yields;
  logic [RI:0] f_m_ahead, f_m_out, f_q_ahead, f_q_out;
  logic f_m_sized, f_m_parked, f_m_sorted, f_m_tiled, f_m_home, f_q_sized, f_q_parked, f_q_sorted,
      f_q_tiled, f_q_home;
  smfe_dtok_inv #(.R(R)) f_stored (
    .rings_i(f_rings), .half_i(f_m.half), .head_i(f_m.head), .count_i(f_m.count),
    .yields_i(f_m.yields), .groups_i(f_m.groups),
    .parked_i(f_m.parked), .active_i(f_active), .live_i(f_live), .spilled_i(f_m.spilled),
    .card_i(f_card),
    .redo_i(f_redo_q), .redo_half_i(f_redo_half_q), .redo_at_i(f_redo_at_q), .thread_i(f_t),
    .home_i(f_home_q),
    .sized_o(f_m_sized), .parked_o(f_m_parked), .sorted_o(f_m_sorted), .tiled_o(f_m_tiled),
    .home_o(f_m_home),
    .yields_o(f_m_yields), .ahead_o(f_m_ahead), .out_o(f_m_out)
  );
  smfe_dtok_inv #(.R(R)) f_working (
    .rings_i(f_rings), .half_i(s_q.half), .head_i(s_q.head), .count_i(s_q.count),
    .yields_i(s_q.yields), .groups_i(s_q.groups),
    .parked_i(s_q.parked), .active_i(active_q), .live_i(live_q), .spilled_i(s_q.spilled),
    .card_i(f_card),
    .redo_i(1'b0), .redo_half_i(1'b0), .redo_at_i('0), .thread_i(f_t), .home_i(f_home_q),
    .sized_o(f_q_sized), .parked_o(f_q_parked), .sorted_o(f_q_sorted), .tiled_o(f_q_tiled),
    .home_o(f_q_home),
    .yields_o(f_q_yields), .ahead_o(f_q_ahead), .out_o(f_q_out)
  );

  // ---- The token that the operation merges with: the first that matches
  logic          f_bar, f_found, f_here;
  logic          f_splits, f_others, f_back, f_limit_on, f_gives, f_stands, f_late, f_yields, f_due;
  logic [31:0]   f_taken, f_who, f_jump;
  assign f_splits = f_kind == smfe_pkg::KindBr || f_kind == smfe_pkg::KindJalr;
  assign f_taken  = f_br_mask & f_active;
  assign f_who    = f_splits ? f_taken : f_active;           // the threads that jump
  assign f_jump   = f_kind == smfe_pkg::KindJalr ? f_br_target : f_target;
  assign f_others = (f_live & ~f_active & ~f_m.parked) != '0;
  assign f_back   = (f_splits || f_kind == smfe_pkg::KindJal || f_kind == smfe_pkg::KindDis ||
      f_kind == smfe_pkg::KindYield) &&
                    f_who != '0 && f_jump <= f_pc;
  assign f_limit_on = cfg_i.backstop != '0 && (f_m.backward >= cfg_i.backstop ||
      f_m.backward >= f_m.limit);
  assign f_gives  = f_back && f_others && f_limit_on && !(f_kind == smfe_pkg::KindYield && f_due);
  // a DIS whose meeting point stands nowhere
  assign f_late   = f_kind == smfe_pkg::KindDis && !f_gives && f_others && !f_stands;
  assign f_yields = f_gives || f_late || (f_kind == smfe_pkg::KindYield && f_due && f_others);
  logic [RI:0]   f_first, f_limit, f_from;
  logic [3:0]    f_type;
  logic [31:0]   f_addr;
  logic [67:0]   f_token, f_scanned;
  logic          f_looks;         // a late DIS looks for its meeting point
  logic [RI-1:0] f_p;
  always_comb begin
    f_stands = 1'b0;
    for (int unsigned l = 0; l < R; l++) begin
      f_p     = f_m.head + RI'(l);
      f_token = '0;
      for (int unsigned p = 0; p < 2 * R; p++)
        if ({f_m.half, f_p} == (RI + 1)'(p)) f_token = f_token | f_rings[p*68+:68];
      if ((RI + 1)'(l) < f_m.count - f_m.yields && f_token[67:32] == {f_sub, f_target})
        f_stands = 1'b1;
    end
    f_bar   = f_kind == smfe_pkg::KindBar;
    f_type  = (f_bar || f_yields) ? xsm_pkg::DTOK_YIELD : f_sub;
    f_addr  = f_bar ? f_pc + 32'd4 : f_jump;
    f_limit = f_bar ? f_m.groups : f_yields ? f_m.count : f_m.count - f_m.yields;
    f_from  = f_yields ? f_m.count - f_m.yields : '0;
    f_found = 1'b0;
    f_first = '0;
    f_scanned = '0;
    for (int unsigned l = 0; l < R; l++) begin
      f_p     = f_bar ? RI'(l) : f_m.head + RI'(l);
      f_token = '0;
      for (int unsigned p = 0; p < 2 * R; p++)
        if ({f_bar ? !f_m.half : f_m.half, f_p} == (RI + 1)'(p))
          f_token = f_token | f_rings[p*68+:68];
      f_here  = (RI + 1)'(l) >= f_from && (RI + 1)'(l) < f_limit &&
          f_token[67:32] == {f_type, f_addr};
      if (f_here && !f_found) begin
        f_found = 1'b1;
        f_first = (RI + 1)'(l);
      end
      if (index_q == (RI + 1)'(l)) f_scanned = f_token;
    end
  end
  logic [67:0] f_front, f_redo_token;
  always_comb begin
    f_front      = '0;
    f_redo_token = '0;
    for (int unsigned p = 0; p < 2 * R; p++) begin
      if ({s_q.half, s_q.head} == (RI + 1)'(p)) f_front = f_front | f_rings[p*68+:68];
      if ({f_redo_half_q, f_redo_at_q} == (RI + 1)'(p))
        f_redo_token = f_redo_token | f_rings[p*68+:68];
    end
  end

  assign f_looks = f_late && !gives_q;
  logic        f_stays;
  // its threads stay in the queue
  assign f_stays = f_kind != smfe_pkg::KindBar && f_kind != smfe_pkg::KindExit;
  logic [15:0] f_lfsr;
  logic [7:0]  f_ycount;
  logic        f_side;
  smfe_dtokpolicy f_policy (
    .cfg_i, .ahead_i('0), .far_i('0), .fewer_i('0), .taken_first_o(f_side),
    .ycount_i(f_m.ycount), .lfsr_i(f_m.lfsr), .ycount_o(f_ycount), .lfsr_o(f_lfsr), .due_o(f_due)
  );

  // ---- Where the instruction sends thread f_t, if it is active
  logic [31:0] f_dest;
  always_comb begin
    case (kind_q)
      smfe_pkg::KindBr:   f_dest = br_mask_q[f_t] ? target_q : next_pc;
      smfe_pkg::KindJalr: f_dest = br_mask_q[f_t] ? br_target_q : pc_q;
      smfe_pkg::KindPre, smfe_pkg::KindBar: f_dest = next_pc;
      default:            f_dest = target_q;
    endcase
  end

  // ---- Progress: thread f_t waits in the queue or in card memory. Each jump backwards of the
  // others counts as one, whether it gives way or not.
  logic          f_jumped, f_pend;
  logic          f_was_q;        // f_t was in a YIELD token, so many ahead of it
  logic [RI:0]   f_ahead_q, f_out_q;
  logic [7:0]    f_wait_q, f_round, f_m_left, f_q_left;
  logic [5:0]    f_age_q;        // steps of the operation
  assign f_m_waits = f_live[f_t] && !f_active[f_t] && !f_m.parked[f_t];
  assign f_q_waits = live_q[f_t] && !active_q[f_t] && !s_q.parked[f_t];
  assign f_pend    = f_back && !f_rel_q && !f_m.popping;
  assign f_jumped  = f_works && commits && step && f_pend;
  // jumps until a YIELD token is popped, at most
  assign f_round   = f_backstop[7:0] + 8'(R) + 8'd1;
  assign f_m_left  = f_m_yields ? 8'(f_m_ahead + 1'b1) * f_round : '0;
  assign f_q_left  = f_q_yields ? 8'(f_q_ahead + 1'b1) * f_round : '0;
  always_ff @(posedge clk_i) begin
    f_wait_q <= f_m_waits && f_st_q != FDead ? f_wait_q + 8'(f_jumped) : '0;
    if (f_take) f_age_q <= '0;
    else if (f_works && step && fsm_q != smfe_pkg::StTrap) f_age_q <= f_age_q + 6'd1;
    f_was_q <= f_st_q != FDead && !f_start && (f_dirty_q ? f_was_q : f_m_waits && f_m_yields);
    if (!f_dirty_q) {f_ahead_q, f_out_q} <= {f_m_ahead, f_m_out};
  end

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_pend_q  <= rst_ni && acc_valid_i && !acc_ack_o;
    f_acc_q   <= acc_i;
    // what is loaded is another warp's
    f_clash_q <= step && we && !d.over && !loads && wr_half == rd_half && wr_at == rd_at;
    if (rst_ni) begin
      if (f_start) f_st_q <= FRun;
      else if (f_ctl)
        f_st_q <= (ctl_kind_i == smfe_pkg::KindBr || ctl_kind_i == smfe_pkg::KindJalr) ? FAnswer
            : FOp;
      else if (f_br || f_retry || f_resume || (f_st_q == FBar && f_open)) f_st_q <= FOp;
      else if (f_take) f_st_q <= FWork;
      else if (f_go) f_st_q <= FRun;
      else if (f_park) f_st_q <= FBar;
      else if (f_trap && f_svc) f_st_q <= FService;
      else if (f_end || f_trap) f_st_q <= FDead;
      else if (f_kill && (f_st_q == FRun || f_st_q == FBar)) f_st_q <= FDead;
      else if (f_st_q == FService && !stopped_i[f_w]) f_st_q <= FDead;

      if (f_start || f_go || f_park || f_end || f_trap) f_rel_q <= 1'b0;
      else if (f_st_q == FBar && f_open) f_rel_q <= 1'b1;

      if (f_start || f_resume) f_dirty_q <= 1'b0;
      else if (f_put) f_dirty_q <= 1'b1;

      if (f_start || (commits && step && f_mine)) begin
        f_redo_q <= 1'b0;
      end else if (f_merges) begin
        f_redo_q      <= 1'b1;
        f_redo_half_q <= wr_half;
        f_redo_at_q   <= wr_at;
      end

      if (f_take) f_wrote_q <= 1'b0;
      else if (f_wr) f_wrote_q <= 1'b1;

      f_card_q <= f_start ? '0 : f_card;
      if (step && f_mine && (fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan) && !rel_q &&
          active_q[f_t]) f_home_q <= f_dest;
    end
  end

  // ---- Assumptions
  always_comb begin
    assume (rst_ni == f_reset_q);
    assume ({cfg_i.yield_mode, cfg_i.yield_period, cfg_i.yield_threshold} == f_yield_policy);
    assume (cfg_i.backstop == f_backstop);
    // smfe_warp: one thing at a time
    assume (op_i[f_w] == (f_st_q == FOp));
    assume (rel_i[f_w] == f_rel_q);
    if (f_start) begin
      assume (f_st_q == FDead);
      assume (start_live_i != '0 && (start_live_i >> R) == '0);
    end
    if (f_ctl) begin
      assume (f_st_q == FRun);
      assume (ctl_kind_i >= smfe_pkg::KindBr && ctl_kind_i <= smfe_pkg::KindExit);
      if (ctl_kind_i == smfe_pkg::KindPre || ctl_kind_i == smfe_pkg::KindDis)
        assume (ctl_sub_i != '0 && ctl_sub_i <= xsm_pkg::REASON_MAX);
    end
    if (f_br) begin
      assume (f_st_q == FAnswer);
      if (f_kind == smfe_pkg::KindJalr) assume ((br_mask_i & f_active) != '0);
    end
    if (stopped_i[f_w]) assume (f_st_q == FService);
    // smfe_pod: what comes of an operation goes to its warp a cycle later, and not while another
    // starts
    if (late_q && f_mine) assume (!f_start && !f_ctl && !(f_st_q == FBar && f_open));
    // smfe_dtokport: an access stands until it is acknowledged
    if (f_pend_q) assume (acc_valid_i && acc_i == f_acc_q);
    // Firmware: what it leaves in the queue, and what it says is there, are the tokens that it
    // found, but for those in card memory
    if (f_resume) assume (f_m_sized && f_m_sorted && f_m_tiled && f_m_home);
    // It leaves the YIELD tokens as they are
    if (f_resume && f_dirty_q)
      assume (f_m_out == f_out_q && (f_m_waits && f_m_yields) == f_was_q &&
          (!f_was_q || f_m_ahead == f_ahead_q));
  end

  // ---- Proved
  always_comb
    if (!f_reset_q) begin
      assert (f_st_q == FDead && !f_pend_q);
    end else begin
      assert (f_works == (f_st_q == FWork));
      if (fsm_q == smfe_pkg::StAccess || fsm_q == smfe_pkg::StAnswer) assert (f_pend_q);

      // The stored state of a warp that is not dead
      if (f_st_q != FDead) begin
        assert (f_m_parked);
        assert (f_m.groups <= (RI + 1)'(R));
        assert ((f_active & f_m.parked) == '0 && ((f_active | f_m.parked) & ~f_live) == '0);
        if (!f_dirty_q) begin
          assert (f_m_sized);
          assert (f_m_sorted);
          assert (f_m_tiled);
          assert (f_m_home);
        end
        if (f_dirty_q) assert (f_st_q == FService);
        if (f_st_q == FBar || f_rel_q) begin
          assert (!f_m.popping);
          assert (f_kind == smfe_pkg::KindBar || f_kind == smfe_pkg::KindExit);
          if (f_m.whole) assert (f_active == f_live && f_active != '0);
          else assert (f_active == '0 && f_m.count == '0 && f_m.groups != '0 && !f_m.spilled);
        end else begin
          assert (!f_m.whole);
          assert (f_m.popping == (f_active == '0));
          if (f_m.popping)
            assert (f_kind >= smfe_pkg::KindBr && f_kind != smfe_pkg::KindPre &&
                (!f_stays || (f_live & ~f_m.parked) != '0));
        end
        if (f_rel_q) assert (f_st_q == FOp || f_st_q == FWork);
        if (f_st_q == FRun || f_st_q == FAnswer) assert (!f_m.popping);
        if (f_st_q != FRun) begin
          assert (f_kind >= smfe_pkg::KindBr && f_kind <= smfe_pkg::KindExit);
          if (f_kind == smfe_pkg::KindPre || f_kind == smfe_pkg::KindDis)
            assert (f_sub != '0 && f_sub <= xsm_pkg::REASON_MAX);
          if (f_kind == smfe_pkg::KindJalr && f_st_q != FAnswer && f_st_q != FBar && !f_rel_q &&
              !f_m.popping) assert ((f_br_mask & f_active) != '0);
        end
        // A merge that is to be done again finds its token again
        if (f_redo_q) begin
          assert (f_st_q == FOp || f_st_q == FWork);
          assert (!f_rel_q && !f_m.popping);
          assert (f_kind == smfe_pkg::KindDis || f_yields || f_kind == smfe_pkg::KindBar);
          assert (f_found);
          assert (f_redo_half_q == (f_bar ? !f_m.half : f_m.half));
          assert (f_redo_at_q == (f_bar ? f_first[RI-1:0] : f_m.head + f_first[RI-1:0]));
          assert ((f_redo_token[31:0] & f_active) == f_who);
          if (f_kind == smfe_pkg::KindDis && !f_gives && !f_late) assert (f_first != '0);
          if (f_kind == smfe_pkg::KindYield) assert (f_yields);
          if (f_kind == smfe_pkg::KindBar) assert (f_active != f_live);
        end
      end

      // The operation under way
      if (f_works) begin
        assert ({kind_q, sub_q, pc_q, target_q} == f_ctl_word &&
            {br_mask_q, br_target_q} == f_br_word);
        assert (rel_q == f_rel_q);
        if (fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan ||
            (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokOverflow)) begin
          assert (active_q == f_active && live_q == f_live);
          assert ({s_q.window, s_q.parked, s_q.half, s_q.whole, s_q.spilled, s_q.popping, s_q.head,
              s_q.count, s_q.yields, s_q.groups} ==
                  {f_m.window, f_m.parked, f_m.half, f_m.whole, f_m.spilled, f_m.popping, f_m.head,
                      f_m.count, f_m.yields, f_m.groups});
          assert (!s_q.popping && !f_wrote_q);
        end
        if (fsm_q == smfe_pkg::StExec) begin
          assert (s_q == f_m && index_q == '0 && !gives_q);
          assert (rel_q || (kind_q != smfe_pkg::KindPre && kind_q != smfe_pkg::KindDis));
        end
        if (fsm_q == smfe_pkg::StScan) begin
          assert (!rel_q);
          assert (kind_q == smfe_pkg::KindPre || kind_q == smfe_pkg::KindDis ||
              kind_q == smfe_pkg::KindBar || f_yields);
          if (f_gives && !gives_q) begin
            // it is about to become a YIELD
            assert (kind_q == smfe_pkg::KindDis && index_q == '0 && s_q.backward == f_m.backward);
          end else if (f_looks) begin
            // so is it, when it has not found the point
            assert (index_q <= front);
            if (index_q < front) assert (token_q == f_scanned && !f_clash_q);
          end else begin
            assert (gives_q == (f_gives || f_late));
            assert (index_q >= f_from && index_q <= f_limit);
            if (f_found) assert (f_first >= index_q);
            if (index_q < f_limit) assert (token_q == f_scanned && !f_clash_q);
          end
          if (kind_q == smfe_pkg::KindDis && index_q == '0 && !gives_q)
            assert (s_q.backward == f_m.backward && s_q.limit == f_m.limit);
          if (kind_q == smfe_pkg::KindBar) assert (active_q != live_q);
        end
        if (fsm_q == smfe_pkg::StRead || fsm_q == smfe_pkg::StPop ||
            (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokUnderflow)) begin
          assert (active_q == '0 && !s_q.whole && s_q.window == f_m.window);
          if (rel_q) assert (!s_q.spilled);
          else assert (kind_q != smfe_pkg::KindPre &&
              (kind_q >= smfe_pkg::KindDis || f_yields || f_m.popping));
          if (!rel_q && f_stays) assert ((live_q & ~s_q.parked) != '0);
          assert (live_q == ((f_kind == smfe_pkg::KindExit && !rel_q && !f_m.popping) ? f_live &
              ~f_active : f_live));
          assert (f_q_sized);
          assert (f_q_parked);
          assert (f_q_sorted);
          assert (f_q_tiled);
          assert (f_q_home);
        end
        if (fsm_q == smfe_pkg::StPop && s_q.count != '0) assert (token_q == f_front && !f_clash_q);
        if (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokOverflow)
          assert (!f_redo_q && !rel_q);
        if (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokUnderflow)
          assert (s_q.popping && s_q.spilled && no_front && !rel_q);
        if (fsm_q == smfe_pkg::StTrap)
          assert (f_svc || cause_q == smgpu_hw_pkg::ErrCodeWindow ||
              cause_q == smgpu_hw_pkg::ErrFetchFault);
      end
      if ((fsm_q == smfe_pkg::StAccess || fsm_q == smfe_pkg::StAnswer) && f_mine &&
          f_st_q == FService) begin
        assert (active_q == f_active && live_q == f_live);
        assert ({s_q.window, s_q.parked, s_q.half, s_q.whole, s_q.popping, s_q.groups,
            s_q.backward} ==
                {f_m.window, f_m.parked, f_m.half, f_m.whole, f_m.popping, f_m.groups,
                    f_m.backward});
        if (fsm_q == smfe_pkg::StAccess || acc_i.op != smfe_pkg::DtokQueue) assert (s_q == f_m);
        if (fsm_q == smfe_pkg::StAnswer && acc_i.op == smfe_pkg::DtokQueue) assert (f_dirty_q);
      end

      if (fsm_q != smfe_pkg::StIdle) assert (op == (gives_q ? smfe_pkg::KindYield : kind_q));
      // What is written a cycle later is what the operation has left
      if (late_q) assert (fsm_q == smfe_pkg::StIdle);
      if (late_q && f_mine) assert (f_st_q == FRun || f_st_q == FBar || f_st_q == FDead);

      // What was found while it was loaded is so until it is used
      if (f_works && (fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan)) begin
        assert (backward_q == (jump <= pc_q) && far_q == (target_q > next_pc));
        assert (others == ((live_q & ~active_q & ~s_q.parked) != '0) &&
            together == (active_q == live_q));
        assert (taken == ((active_q & br_mask_q) != '0) &&
            not_taken == ((active_q & ~br_mask_q) != '0));
        assert (front == s_q.count - s_q.yields && (full || !ring_full));
        if (fsm_q == smfe_pkg::StExec && quick_q) begin
          assert (goes && !d.over);  // it ends in this cycle
          assert (!limit_q && !full && !rel_q && {jump[31:24], jump[1:0]} == {s_q.window, 2'b00} &&
              {next_pc[31:24], next_pc[1:0]} == {s_q.window, 2'b00});
          assert (kind_q == smfe_pkg::KindBr || kind_q == smfe_pkg::KindJalr ||
              kind_q == smfe_pkg::KindJal);
        end
        if (fsm_q == smfe_pkg::StScan && kind_q == smfe_pkg::KindDis && !gives_q &&
            index_q != '0) begin
          assert ({front_addr_q, front_mask_q} == f_front[63:0]);
          assert (front_keep_q == (front_addr_q == next_pc));
          assert (front_goes_q == (front_mask_q != '0 && front_addr_q[31:24] == s_q.window &&
              front_addr_q[1:0] == '0 && f_front[67:64] != xsm_pkg::DTOK_YIELD));
        end
        if (fsm_q == smfe_pkg::StExec || (kind_q == smfe_pkg::KindDis && index_q == '0 && !gives_q))
          assert (limit_q == (f_backstop != '0 && (s_q.backward >= f_backstop ||
              s_q.backward >= s_q.limit)));
      end

      // Every operation ends: this many steps at most, and it waits for nothing but the trap FIFO,
      // and then only while no other asks
      if (f_works) begin
        if (fsm_q == smfe_pkg::StExec || (fsm_q == smfe_pkg::StScan && f_gives && !gives_q))
          assert (f_age_q == '0);
        if (fsm_q == smfe_pkg::StScan && f_looks) assert (f_age_q <= 6'(index_q));
        else if (fsm_q == smfe_pkg::StScan && !(f_gives && !gives_q))
          assert (f_age_q <= 6'(f_late ? index_q : index_q - f_from) + 6'd2);
        if (fsm_q == smfe_pkg::StRead) assert (f_age_q <= 6'(R) + 6'd3);
        if (fsm_q == smfe_pkg::StPop) assert (f_age_q + 6'(s_q.count) <= 6'(2 * R) + 6'd4);
        if (fsm_q == smfe_pkg::StTrap) assert (f_age_q <= 6'(2 * R) + 6'd5);
      end

      // At the limit no thread goes backwards unless it leaves the front
      if (f_go && !f_rel_q && f_others && f_limit_on &&
          (fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan) && active_q[f_t] &&
          active_d[f_t])
        assert (go_pc == next_pc || go_pc > pc_q ||
            (kind_q == smfe_pkg::KindJalr && go_pc == pc_q && !br_mask_q[f_t]));

      // Those whose meeting point stands nowhere wait for the others
      if (f_late && !f_rel_q) assert (!f_go || fsm_q != smfe_pkg::StScan);

      // YIELD tokens leave in order, and each thread gets its turn within a bounded number of jumps
      if (f_st_q != FDead)
        assert (f_backstop == '0 ? f_m.backward == '0 : f_m.backward <= f_backstop);
      if (f_works) assert (f_backstop == '0 ? s_q.backward == '0 : s_q.backward <= f_backstop);
      if (f_works && fsm_q == smfe_pkg::StScan)
        assert (s_q.backward == (kind_q == smfe_pkg::KindDis && !f_gives &&
            (gives_q || index_q != '0) && f_back && f_backstop != '0 ?
                                 (f_others ? f_m.backward + 16'd1 : 16'd0) : f_m.backward));
      if (f_st_q != FDead && !f_dirty_q && f_was_q && f_m_waits)
        assert (f_m_yields && f_m_ahead <= f_ahead_q);
      if (f_works && (fsm_q == smfe_pkg::StRead || fsm_q == smfe_pkg::StPop ||
          (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokUnderflow)) && f_m_waits)
        assert (f_q_waits && f_q_yields == f_m_yields && (!f_m_yields || f_q_ahead <= f_m_ahead));
      if (f_backstop != '0 && f_backstop <= 16'd3) begin
        // the bound
        if (f_st_q != FDead && f_m_waits)
          assert (f_wait_q <= 8'(R) * f_round + f_backstop[7:0] + 8'(R));
        if (f_st_q != FDead && !f_dirty_q && f_m_waits)
          assert (f_wait_q + f_m_left <= 8'(R) * f_round + 8'(f_m.backward) + 8'(f_m_out));
        if (f_works && (fsm_q == smfe_pkg::StRead || fsm_q == smfe_pkg::StPop ||
            (fsm_q == smfe_pkg::StTrap && cause_q == smgpu_hw_pkg::ErrDtokUnderflow)) && f_m_waits)
          assert (f_wait_q + 8'(f_pend) + f_q_left <= 8'(R) * f_round + 8'(s_q.backward) +
              8'(f_q_out));
        if (f_dirty_q && f_m_waits)
          assert (f_wait_q + (f_was_q ? 8'(f_ahead_q + 1'b1) * f_round : 8'd0) <= 8'(R) * f_round +
              8'(f_m.backward) + 8'(f_out_q));
      end

      // What leaves the unit
      if (f_go) begin
        assert (active_d != '0);
        assert ((active_d & ~f_live) == '0);
        assert (go_pc[31:24] == f_m.window && go_pc[1:0] == '0);
        if (active_d[f_t]) begin
          if (rel_q && fsm_q == smfe_pkg::StExec) assert (go_pc == next_pc);
          else if ((fsm_q == smfe_pkg::StExec || fsm_q == smfe_pkg::StScan) && active_q[f_t])
            assert (go_pc == f_dest);
          else assert (go_pc == f_home_q);
        end
      end
      if (f_end) assert (live_d == '0);
      if (f_park) assert (active_d == live_d || s_d.parked == live_d);
      if (f_trap && cause_q == smgpu_hw_pkg::ErrDtokOverflow) assert (!f_wrote_q && !commits);
      if (f_mine && d.over) assert (!f_wr && !commits);
      if (f_st_q == FRun || f_st_q == FAnswer || f_st_q == FOp || f_st_q == FBar) assert (!f_wr);
      // Live threads change by EXIT alone, and by those that execute it
      if (f_works && commits && !(fsm_q == smfe_pkg::StTrap && !f_svc))
        assert (live_d == f_live || (f_kind == smfe_pkg::KindExit && !rel_q && !f_m.popping &&
            live_d == (f_live & ~f_active)));
    end
