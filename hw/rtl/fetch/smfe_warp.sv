// SPDX-License-Identifier: MIT
// State of one warp in the front end: where it is, what is buffered, what it waits for.
// - instruction queue: two slots of a line each, chosen by bit 5 of the address, so that no
//   pointers are needed; the words are in the pod's memory, here are only the valid bits
// - next word: `next_q` is the slot that has it, `at_q` its place in the line; its whole address is
//   in the pod's memory. `ahead_q`: it follows the head, or what the warp waits for; else the warp
//   is there
// - a line that was taken stays in its slot until the next one but one comes: a jump to it fetches
//   nothing, it makes the slot valid again
// - head: the decoded next instruction, compared with the scoreboard every cycle
// - `waits_q`: the head takes a constant or an attribute that is not in its output buffer yet, or
//   waits for a priority token or the textile grant
// - at most one control instruction (branch, token operation, barrier) is under way: `wait_q` from
//   its issue to its end

module smfe_warp #(
    parameter int unsigned TEXTILE = 1    // 0: no textile grants
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // A level for each slot: the warp of a killed slot stops.
    input  logic [15:0] kill_i,
    // Start and end
    // The warp starts, for this slot and VM.
    input  logic        start_i,
    input  smgpu_pkg::slot_t start_slot_i,
    input  smgpu_pkg::vm_t start_vm_i,
    input  logic        trap_queued_i,  // a trap of it has not left the SM
    // Its end was taken: the place is free.
    input  logic        done_i,
    output logic        quiet_o,        // ended or killed, and nothing of it is in flight
    // Fetch
    input  logic [29:0] jump_pc_i,      // at start and go: where
    input  logic        look_valid_i,
    // this line is looked up; it may be on the bus in the next cycle
    input  logic [26:0] look_line_i,
    input  smgpu_pkg::vm_t look_vm_i,
    // a line may come to the bus in the next cycle, else that on the bus stays
    input  logic        fill_open_i,
    input  logic [26:0] fill_next_i,    // the line after that on the bus
    input  logic        fill_last_i,    // last line of the code window
    // It takes the line on the bus in this cycle; how the fetch of that ended.
    input  logic [1:0]  fill_err_i,
    input  logic        fill_take_i,
    output logic        want_o,
    output logic        asks_o,         // wants a line that is neither looked up nor on the bus
    output logic        match_o,        // wants just the line on the bus
    output smgpu_pkg::fetch_line_t line_o,
    // Queue to head
    // Its next word becomes its head, decoded, with the registers that it needs.
    input  logic        load_i,
    input  logic        load_last_i,    // last word of its line
    input  smfe_pkg::pre_t            load_pre_i,
    input  logic [31:0] load_need_i,
    input  logic        load_acquires_i, // an atomic with aq: later accesses wait for it
    input  logic        load_textile_i, // it waits for the textile grant
    input  logic        load_attribute_i, // the word that it takes is an attribute
    output logic        load_ok_o,      // has no head, could have one
    // could have one in the next cycle: its line is coming, or it goes on in its queue
    output logic        load_may_o,
    output logic        next_slot_o,    // of the next word
    output logic [2:0]  next_at_o,
    output logic        next_bad_o,     // it can't be fetched
    output logic        jumped_o,       // no word was loaded since the last jump
    output logic        ahead_o,
    // Constant or attribute
    input  logic        looked_i,       // a lookup of it is under way
    input  logic        word_i,         // its word is in the buffer, or
    input  logic [2:0]  word_err_i,     // why there is none
    // The head waits for a word of the constant cache, or of the attribute cache.
    output logic        const_want_o,
    output logic        attr_want_o,
    output logic        word_only_o,    // nothing else is missing
    // Priority token of L1
    input  logic        ptok_hold_i,    // an access of memory must wait for one
    output logic        ptok_want_o,    // the head is xsm.tokacq and waits for one
    output logic        ptok_held_o,    // the head is an access and waits for one
    input  logic        ptok_go_i,
    // Textile grant
    output logic        tex_want_o,     // the head waits for it
    input  logic        tex_go_i,
    // Issue
    input  logic        picked_i,       // in the issue stage now
    // The head issues; fire_*: what that does to the warp.
    input  logic        fire_i,
    input  logic        fire_step_i,    // then on at next_pc
    input  logic        fire_ctl_i,
    input  logic        fire_op_i,      // token unit has work
    input  logic        fire_trap_i,
    input  logic        fire_ls_i,
    input  logic [31:0] fire_rd_i,      // registers that become pending
    input  logic        fire_diverged_i,
    // The head: its type of pipes, and what the issue stage takes of it.
    output logic [1:0]  pipe_o,
    output smfe_pkg::head_t            head_o,
    // of a KindTrap head: WhyOk is a word that is no instruction, FetchEnd the end of the code
    // window
    output logic [2:0]  why_o,
    output logic        ready_o,        // the head may issue as far as this warp knows
    output logic        runs_o,         // not stopped: a picked head may still go
    // Token unit
    input  logic        br_i,           // execution has answered
    // Its barrier opens.
    input  logic        release_i,
    input  logic        take_i,         // token unit takes the operation
    input  logic        ends_i,         // the operation may end in this cycle
    input  logic        leaves_i,       // go_i in this cycle, or when no other warp starts
    // The operation ends: the warp goes on, at jump_pc_i if not at pc + 4. park_i: it is at its
    // barrier. end_i: it has no live thread.
    input  logic        go_i,
    input  logic        go_keep_i,      // on at pc + 4: the queue stays
    input  logic        go_last_i,      // to the last line that it took; to the one before
    input  logic        go_before_i,
    input  logic        park_i,
    input  logic        end_i,
    input  logic        halt_i,         // trap found by the token unit
    input  logic        svc_i,          // stops for token service
    input  logic        svc_refill_i,
    input  logic        resume_i,       // does the operation again: after service,
    input  logic        retry_i,        // or because the trap FIFO was full
    // op_o: the token unit has work of it. rel_o: that is the opening of its barrier.
    output logic        op_o,
    output logic        rel_o,
    // Results and faults
    // A register is written in the next cycle; an access is acknowledged; a trap stops the warp.
    input  logic        wb_i,
    input  logic [31:0] wb_rd_i,
    input  logic        lsd_i,
    input  logic        stop_i,
    // State
    output logic        alive_o,
    output logic        member_o,       // counts at barriers
    output logic        at_bar_o,
    output logic        trapped_o,
    output logic        svc_o,          // stopped for token service, not killed
    output logic        svc_refill_o,
    output logic        diverged_o,
    output logic        hazard_o,       // head, but operands missing; or a branch under way
    output logic        hungry_o,       // would go on, but nothing is buffered
    // Accesses of memory are under way.
    output logic        mem_wait_o,
    output smgpu_pkg::slot_t slot_o
);

  // head_q: a head is loaded. wait_q: a control instruction is under way. op_q: the token unit has
  // work. wrap_q: the last line of the code window was taken. waits_q: the head lacks a word, a
  // token or the grant.
  logic        alive_q, runs_q, head_q, wait_q, trapped_q, ended_q, bar_q, op_q, rel_q, wrap_q,
      killed_q, svc_q, svc_refill_q, diverged_q, waits_q, textile_q, attribute_q;
  // Of each place of the queue: it has words left; how their fetch ended. ls_q: accesses under way.
  logic [1:0]  valid_q;
  logic [3:0]  err_q, slot_q, ls_q;
  logic [1:0]  why;
  logic [2:0]  why_q;
  logic [26:0] line_q;
  smgpu_pkg::vm_t vm_q;
  // Registers that the head needs; registers that are pending.
  logic [31:0] need_q, pend_q;
  logic        runs;
  logic        drains;
  logic        hazard;
  logic        ls_full;
  logic        is_ls;
  logic        jump;
  logic        far;  // a jump to a line that is not in the queue
  logic        back; // a jump to one of the two that it took last
  logic        comes;
  logic        empty;
  logic        looked;
  logic        match_q;
  // The next word: which line, and where in it.
  logic        next_q, ahead_q, jumped_q;
  logic [2:0]  at_q;
  // so many lines were taken since the warp went to another place: 01 one, 11 more
  logic [1:0]  took_q;
  logic        acquires_q, acquire_q; // the head is an atomic with aq; one is under way
  /* verilator lint_off UNUSEDSIGNAL */  // what it reads is in need_q
  smfe_pkg::pre_t  pre_q;
  /* verilator lint_on UNUSEDSIGNAL */

  assign runs    = runs_q;
  assign is_ls   = pre_q.pipe == smgpu_pkg::PipeLs;
  assign drains  = pre_q.drains || (acquire_q && is_ls);
  assign hazard  = |(pend_q & need_q);
  assign ls_full = ls_q == '1;

  assign want_o       = runs && !valid_q[line_q[0]] && !wrap_q;
  assign looked       = look_valid_i && line_q == look_line_i && vm_q == look_vm_i;
  assign asks_o       = want_o && !looked && !match_q;
  assign match_o      = match_q && !leaves_i;
  assign line_o.vm    = vm_q;
  assign line_o.line  = line_q;
  assign comes        = fill_take_i && line_q[0] == next_q;
  assign empty        = runs && !head_q && !wait_q && !bar_q;
  assign load_may_o   = (empty && comes) || (runs && wait_q && valid_q[next_q] && ends_i);
  assign load_ok_o    = (empty && (valid_q[next_q] || wrap_q)) ||
      (runs && !head_q && valid_q[next_q] && go_i && go_keep_i);
  assign why          = !valid_q[next_q] ? smfe_pkg::FetchEnd : next_q ? err_q[3:2] : err_q[1:0];
  assign next_slot_o  = next_q;
  assign next_at_o    = at_q;
  assign next_bad_o   = (comes ? fill_err_i : why) != smfe_pkg::FetchOk;
  assign jumped_o     = jumped_q;
  assign ahead_o      = ahead_q;
  assign why_o        = why_q;
  assign pipe_o       = pre_q.pipe;
  always_comb begin
    head_o.kind    = pre_q.kind;
    head_o.pends   = pre_q.pends;
    head_o.slow    = pre_q.slow;
    head_o.constant = pre_q.constant;
    head_o.follows = (pre_q.kind == smfe_pkg::KindExec || pre_q.kind == smfe_pkg::KindFence ||
        pre_q.kind == smfe_pkg::KindAcq) && valid_q[next_q];
    head_o.bad     = why != smfe_pkg::FetchOk;
    head_o.slot    = next_q;
    head_o.at      = at_q;
  end
  assign runs_o       = runs;
  assign ready_o      = runs && head_q && !hazard && !(drains && ls_q != '0) &&
                        !(is_ls && ls_full) && !waits_q && !picked_i;
  assign const_want_o = runs && waits_q && pre_q.constant && !attribute_q;
  assign attr_want_o  = runs && waits_q && pre_q.constant && attribute_q;
  assign word_only_o  = runs && head_q && waits_q && pre_q.constant && !hazard;
  assign ptok_want_o  = runs && waits_q && pre_q.kind == smfe_pkg::KindAcq;
  assign ptok_held_o  = runs && waits_q && is_ls && !pre_q.constant && !textile_q;
  assign tex_want_o   = runs && waits_q && textile_q;
  assign op_o         = op_q;
  assign rel_o        = rel_q;
  assign alive_o      = alive_q;
  assign member_o     = alive_q && !ended_q;
  assign at_bar_o     = bar_q;
  assign trapped_o    = trapped_q || svc_q;
  assign svc_o        = alive_q && svc_q && !killed_q;
  assign svc_refill_o = svc_refill_q;
  assign diverged_o   = alive_q && diverged_q;
  assign hazard_o     = runs && ((head_q && (hazard || waits_q || (is_ls && ls_full))) || wait_q);
  assign hungry_o     = empty;
  assign mem_wait_o   = alive_q && ls_q != '0;
  assign slot_o       = slot_q;
  assign quiet_o      = alive_q && (ended_q || killed_q) && !picked_i && !wait_q && !op_q &&
                        pend_q == '0 && ls_q == '0 && !trap_queued_i && !looked_i;

  // Whether it runs decides what is fetched, loaded and issued: a register of its own, not what
  // five others say
  always_ff @(posedge clk_i)
    runs_q <= rst_ni && (start_i || (alive_q && !trapped_q && !ended_q && !killed_q &&
        (!svc_q || resume_i) &&
                                     !(kill_i[slot_q] || done_i || (fire_i && fire_trap_i) ||
                                       end_i || halt_i || stop_i || svc_i)));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      alive_q   <= 1'b0;
      head_q    <= 1'b0;
      wait_q    <= 1'b0;
      trapped_q <= 1'b0;
      ended_q   <= 1'b0;
      bar_q     <= 1'b0;
      op_q      <= 1'b0;
      rel_q     <= 1'b0;
      wrap_q    <= 1'b0;
      killed_q  <= 1'b0;
      svc_q     <= 1'b0;
      valid_q   <= '0;
      ls_q      <= '0;
      pend_q    <= '0;
      acquire_q <= 1'b0;
      match_q   <= 1'b0;
      waits_q   <= 1'b0;
    end else if (start_i) begin
      alive_q   <= 1'b1;
      head_q    <= 1'b0;
      wait_q    <= 1'b0;
      trapped_q <= 1'b0;
      ended_q   <= 1'b0;
      bar_q     <= 1'b0;
      op_q      <= 1'b0;
      rel_q     <= 1'b0;
      wrap_q    <= 1'b0;
      killed_q  <= 1'b0;
      svc_q     <= 1'b0;
      diverged_q <= 1'b0;
      valid_q   <= '0;
      ls_q      <= '0;
      pend_q    <= '0;
      acquire_q <= 1'b0;
      match_q   <= 1'b0;
      waits_q   <= 1'b0;
      slot_q    <= start_slot_i;
      vm_q      <= start_vm_i;
    end else if (alive_q) begin
      if (kill_i[slot_q]) killed_q <= 1'b1;
      if (done_i) alive_q <= 1'b0;

      if (fill_take_i || jump) match_q <= 1'b0;
      else if (fill_open_i) match_q <= want_o && looked;
      if (fill_take_i) begin
        if (line_q[0]) begin
          valid_q[1] <= 1'b1;
          err_q[3:2] <= fill_err_i;
        end else begin
          valid_q[0] <= 1'b1;
          err_q[1:0] <= fill_err_i;
        end
        if (fill_last_i) wrap_q <= 1'b1;
      end
      if (load_i) begin
        head_q <= 1'b1;
        if (load_last_i && next_q) valid_q[1] <= 1'b0;
        if (load_last_i && !next_q) valid_q[0] <= 1'b0;
      end else if (fire_i) begin
        head_q <= 1'b0;
      end
      if (load_i)
        waits_q <= load_pre_i.constant || load_pre_i.kind == smfe_pkg::KindAcq ||
                   (ptok_hold_i && load_pre_i.pipe == smgpu_pkg::PipeLs) ||
                   (TEXTILE != 0 && load_textile_i);
      else if (word_i || (textile_q ? tex_go_i : ptok_go_i && !pre_q.constant)) waits_q <= 1'b0;
      if (fire_i) begin
        if (fire_ctl_i) wait_q <= 1'b1;
        diverged_q <= fire_diverged_i;
        if (fire_trap_i) trapped_q <= 1'b1;
      end
      if ((fire_i && fire_op_i) || br_i || release_i || resume_i || retry_i) op_q <= 1'b1;
      else if (take_i) op_q <= 1'b0;
      if (release_i) begin
        bar_q  <= 1'b0;
        rel_q  <= 1'b1;
        wait_q <= 1'b1;
      end
      if (go_i || park_i || end_i || halt_i || svc_i) begin
        wait_q <= 1'b0;
        rel_q  <= 1'b0;
      end
      if (resume_i) wait_q <= 1'b1;
      if (svc_i || resume_i) svc_q <= svc_i;
      if (svc_i) svc_refill_q <= svc_refill_i;
      if (far) begin
        valid_q <= '0;
        wrap_q  <= 1'b0;
      end else if (back) begin
        valid_q[0] <= !jump_pc_i[3] || go_before_i;
        valid_q[1] <= jump_pc_i[3] || go_before_i;
      end
      if (park_i) bar_q <= 1'b1;
      if (end_i) ended_q <= 1'b1;
      if (halt_i || stop_i) trapped_q <= 1'b1;

      if (fire_i && acquires_q) acquire_q <= 1'b1;
      else if (ls_q == '0) acquire_q <= 1'b0;
      if (fire_i || wb_i)
        pend_q <= (pend_q & ~(wb_i ? wb_rd_i : 32'd0)) | (fire_i ? fire_rd_i : 32'd0);
      if ((fire_i && fire_ls_i) != lsd_i) ls_q <= lsd_i ? ls_q - 4'd1 : ls_q + 4'd1;
    end else begin
      match_q <= 1'b0;  // its warp was killed while it waited for the bus
    end
  end

  // Where its next word is
  assign jump = start_i || (go_i && !go_keep_i);
  assign back = go_i && !go_keep_i && ((go_last_i && took_q[0]) || (go_before_i && took_q[1]));
  assign far  = jump && !back;
  always_ff @(posedge clk_i) begin
    if (far) line_q <= jump_pc_i[29:3];
    else if (fill_take_i) line_q <= fill_next_i;
    if (far) took_q <= '0;
    else if (fill_take_i) took_q <= {took_q[0], 1'b1};
    if (jump) next_q <= jump_pc_i[3];
    else if (load_i && load_last_i) next_q <= !next_q;
    if (jump) at_q <= jump_pc_i[2:0];
    else if (load_i) at_q <= at_q + 3'd1;
    if (jump) jumped_q <= 1'b1;
    else if (load_i) jumped_q <= 1'b0;
    if (load_i) ahead_q <= 1'b1;
    else if (start_i || go_i || (fire_i && fire_step_i)) ahead_q <= 1'b0;
    if (load_i) begin
      pre_q      <= load_pre_i;
      need_q     <= load_need_i;
      acquires_q <= load_acquires_i;
      textile_q  <= TEXTILE != 0 && load_textile_i;
      attribute_q <= load_attribute_i;
      why_q      <= {1'b0, why};
    end else if (word_i && word_err_i != smfe_pkg::WhyOk) begin
      pre_q.kind   <= smfe_pkg::KindTrap;
      pre_q.pends  <= 1'b0;
      pre_q.drains <= 1'b1;
      need_q       <= '1;
      why_q        <= word_err_i;
    end
  end

`ifdef VERILATOR
  // Execution and load/store answer for instructions that are under way, so a warp's place never
  // goes to another one before.
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (runs_q != (alive_q && !trapped_q && !ended_q && !killed_q && !svc_q))
        $fatal(1, "smfe_warp: runs, or does not, against its state");
      if (load_i && !(load_ok_o || (fire_i && fire_step_i)))
        $fatal(1, "smfe_warp: a word for a warp that has a head or does not go on");
      if (fill_take_i && runs && !want_o) $fatal(1, "smfe_warp: a line for a warp that wants none");
      if (word_i && !(alive_q && head_q && waits_q))
        $fatal(1, "smfe_warp: a constant or an attribute for a warp that waits for none");
      if (wb_i && !(alive_q && (pend_q & wb_rd_i) != '0))
        $fatal(1, "smfe_warp: a result that no instruction of this warp has under way");
      if (br_i && !(alive_q && wait_q && !op_q))
        $fatal(1, "smfe_warp: an outcome that no branch of this warp waits for");
      if (lsd_i && !(alive_q && ls_q != '0))
        $fatal(1, "smfe_warp: the end of an access that this warp has not under way");
      if (stop_i && !(alive_q && (pend_q != '0 || ls_q != '0)))
        $fatal(1, "smfe_warp: a trap of an instruction that this warp has not under way");
    end
`endif

endmodule
