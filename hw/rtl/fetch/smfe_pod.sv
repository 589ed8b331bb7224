// SPDX-License-Identifier: MIT
// One pod of the front end: half of the SM's warps, or all of them if it is the only one, and one
// instruction a cycle.
//
//   fill ─▶ queue ─▶ load ─▶ head ─▶ pick ─▶ issue ─▶ execution
//                                                        └──▶ token unit ─▶ go on elsewhere
//
// - load: one queued word a cycle, decoded when its line was fetched, becomes a warp's head
//   (smfe_words)
// - pick: the ready head with the greatest weight; registered, so the issue stage checks again that
//   the warp was not stopped
// - issue: a head that its pipe refuses simply stays; the next pick prefers another pipe

// each stage takes its bits of addresses, policies and the start message
/* verilator lint_off UNUSEDSIGNAL */
module smfe_pod #(
    parameter int unsigned WARPS  = 16,       // of the SM
    parameter int unsigned DTOKS  = 64,
    parameter int unsigned PODS   = 2,        // of the SM; warp w is warp w / PODS of pod w % PODS
    parameter int unsigned POD    = 0,
    parameter int unsigned CREDIT = 1,
    parameter int unsigned BONUS  = 1,
    parameter int unsigned CONSTANTS = 1,     // 0: no instructions with constant operands
    parameter int unsigned ATTRIBUTES = 1,    // 0: no instructions with attributes
    parameter int unsigned TEXTILE = 1,       // 0: no textile grants
    parameter int unsigned TRACE  = 0,
    parameter int unsigned NW     = WARPS / PODS, // do not override
    parameter int unsigned WI     = $clog2(NW) // do not override
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    input  smgpu_pkg::sm_cfg_t           cfg_i,
    input  logic [15:0]       kill_i,
    // Start and end of warps
    input  logic              start_valid_i,   // of this pod
    input  smgpu_pkg::warp_start_t           start_i,
    input  logic [NW-1:0]     trap_queued_i,
    input  logic [NW-1:0]     done_i,
    output logic [NW-1:0]     quiet_o,
    // Fetch: this pod's arbiter, and the line on the bus
    output logic              fetch_valid_o,
    output smgpu_pkg::fetch_line_t fetch_line_o,
    input  logic              fetch_taken_i,   // it is taken
    input  logic              look_valid_i,    // a line is looked up
    input  logic [26:0]       look_line_i,
    input  smgpu_pkg::vm_t    look_vm_i,
    output logic              fill_more_o,     // more than one warp waits for the line on the bus
    output logic              fill_any_o,
    // a line may come to the bus in the next cycle, else that on the bus stays
    input  logic              fill_open_i,
    input  logic              fill_valid_i,
    input  logic [26:0]       fill_line_i,
    input  logic [1:0]        fill_err_i,
    input  smgpu_pkg::line_t  fill_data_i,
    input  logic [8*smfe_pkg::PreW-1:0] fill_pre_i,
    // Issue
    output logic              iss_valid_o,
    input  logic              iss_ready_i,
    input  logic [2:0]        iss_wait_i,      // {operands, pipe}: what refuses
    // load/store: a page walk is under way; its request waits for the L2
    input  logic              ls_walks_i,
    input  logic              ls_held_i,
    output smgpu_pkg::uop_t            iss_uop_o,
    output logic              iss_slow_o,
    output logic              fired_o,
    output logic              fired_at_o,      // and the uop says where the instruction is
    output smgpu_pkg::slot_t  fired_slot_o,
    output logic              bell_o,          // it was xsm.bell
    // Priority tokens of L1
    output logic [NW-1:0]     ptok_want_o,     // these wait at xsm.tokacq
    input  logic [NW-1:0]     ptok_go_i,       // they go on
    input  logic [NW-1:0]     ptok_hold_i,     // their accesses of memory must wait for one
    output logic [NW-1:0]     ptok_held_o,     // with one that does
    // without a priority token, which PRIO.weight has issue first
    input  logic [NW-1:0]     later_i,
    output logic [NW-1:0]     ptok_rel_o,      // this one executes xsm.tokrel
    // Textile grants
    output logic [NW-1:0]     tex_want_o,      // these wait for the grant
    output logic [NW-1:0]     tex_holds_o,     // these have not ended or trapped
    input  logic [NW-1:0]     tex_go_i,
    input  logic [NW-1:0]     tex_admitted_i,
    input  logic [NW-1:0]     tex_near_i,      // these are at its tile and phase
    // these wait at a further part of a sample, so for no grant
    output logic [NW-1:0]     tex_further_o,
    // a texture instruction or coherent load issues: of the warp of iss_uop_o
    output logic              tex_issued_o,
    output logic              tex_counts_o,    // it moves its warp's position
    output logic              tex_phase_o,     // to another phase
    // Constant cache, attribute cache: words that heads take
    output logic              const_load_o,    // a head that takes a constant is loaded
    output logic              attr_load_o,     // one that takes an attribute
    output logic [WI-1:0]     word_warp_o,
    output logic [11:0]       word_index_o,
    output logic [NW-1:0]     const_want_o,    // these wait for theirs
    output logic [NW-1:0]     attr_want_o,
    output logic [NW-1:0]     base_set_o,      // this one executes xsm.attr.base
    input  logic [NW-1:0]     word_looked_i,   // these are looked up
    input  logic              const_valid_i,
    input  logic [WI-1:0]     const_warp_i,
    input  logic [31:0]       const_i,
    input  logic [2:0]        const_err_i,
    input  logic [NW-1:0]     const_told_i,
    input  logic              attr_valid_i,
    input  logic [WI-1:0]     attr_warp_i,
    input  logic [31:0]       attr_i,
    input  logic [2:0]        attr_err_i,
    input  logic [NW-1:0]     attr_told_i,
    // Results and faults
    input  logic              wb_valid_i,
    input  logic [WI-1:0]     wb_warp_i,
    input  logic [4:0]        wb_rd_i,
    input  logic [1:0]        wb_pipe_i,
    input  logic              br_valid_i,
    input  logic [WI-1:0]     br_warp_i,
    input  logic [31:0]       br_mask_i,
    input  logic [31:0]       br_target_i,
    input  logic [NW-1:0]     lsd_i,
    input  logic [NW-1:0]     replay_i,        // load/store serves more of an access of these
    input  logic [NW-1:0]     stop_i,
    // Barriers
    input  logic [NW-1:0]     release_i,
    output logic [NW-1:0]     at_bar_o,
    output logic [NW-1:0]     member_o,
    // Traps
    output logic              trap_valid_o,
    input  logic              trap_ready_i,
    output smgpu_pkg::warp_t  trap_warp_o,
    output logic [7:0]        trap_cause_o,
    output logic [2:0]        trap_access_o,
    output logic [31:0]       trap_pc_o,
    output logic [31:0]       trap_addr_o,
    // Token service
    input  logic              acc_valid_i,
    input  smfe_pkg::dtok_acc_t           acc_i,
    output logic              acc_ack_o,
    output smfe_pkg::dtok_ans_t           acc_ans_o,
    // Debug, counters, trace
    output logic [NW-1:0]     alive_o,
    // it waits for operands, a barrier, memory or the firmware
    output logic [NW-1:0]     blocked_o,
    input  logic [WI-1:0]     dbg_warp_i,
    output logic [31:0]       dbg_pc_o,
    output logic [31:0]       dbg_active_o,
    output logic [7:0]        dbg_dtoks_o,
    output smgpu_pkg::slot_t  dbg_slot_o,
    output logic              dbg_trapped_o,
    output logic              dbg_memory_o,
    output logic [7:0]        dbg_credit_o,
    output logic              dbg_victim_o,
    output logic              dbg_replay_o,
    output logic              dbg_grant_o,
    output logic [15:0]       dbg_fund_o,
    output smfe_pkg::pod_perf_t               perf_o,
    output smgpu_pkg::trace_issue_t           trace_issue_o
);

  function automatic logic [5:0] of_sm(input logic [WI-1:0] warp);
    of_sm = PODS == 2 ? 6'({warp, POD[0]}) : 6'(warp);
  endfunction

  logic [WI-1:0]          start_warp;
  assign start_warp = start_i.warp[PODS-1+:WI];

  // ---- Warps
  logic [NW-1:0]    want, ask, match, load_ok, load_may, ready, runs, op, rel, take, eng_warp,
      trapped, svc, svc_refill, diverged, hazard, hungry, mem_wait;
  logic [NW*smgpu_pkg::FetchLineW-1:0] line;
  logic [NW-1:0]    next_slot, next_bad, jumped, ahead;
  logic [NW*2-1:0]  pipe;
  logic [NW*3-1:0]  why;
  logic [NW-1:0]    word_only;
  logic [NW*4-1:0]  slot;
  logic [NW*3-1:0]  next_at;
  logic [NW-1:0]    start_one;
  logic [NW*NW-1:0] older, first;
  logic [NW-1:0]    alive_q, victims;
  logic [NW*smfe_pkg::HeadW-1:0] head;
  logic [NW-1:0]    fill_take, load;
  logic             load_last, load_acquires, load_textile, load_attribute;
  logic [31:0]      load_need;
  logic [26:0]      fill_next;
  logic             fill_last;
  logic             go, go_q, go_keep, park, ends, dtok_go, dtok_keep, dtok_park, dtok_ends,
      go_last, go_before, eng_trap, eng_traps, eng_trap_done, eng_svc, eng_refill, eng_works,
      resume, retry;
  logic [31:0]      dtok_pc;
  logic [31:2]      go_pc, jump_pc;
  logic [NW-1:0]    go_one;
  logic [WI-1:0]    go_warp, jump_warp, eng_trap_warp;
  smfe_pkg::pre_t   load_pre;
  logic             p1_valid_q;
  logic [WI-1:0]    p1_warp_q;
  logic [1:0]       p1_pipe_q;
  /* verilator lint_off UNUSEDSIGNAL */  // of the next one only whether a word follows
  smfe_pkg::head_t  p1, next;
  /* verilator lint_on UNUSEDSIGNAL */
  logic             fire, p1_step, p1_ctl, p1_op, p1_trap, p1_ls;
  logic [31:0]      p1_rd, p1_active, p1_live;

  assign fill_next = fill_line_i + 27'd1;
  assign fill_last = fill_line_i[18:0] == '1;

  assign start_one = start_valid_i ? NW'(1) << start_warp : '0;
  smfe_age #(.NW(NW)) u_age (.clk_i, .rst_ni, .start_i(start_one), .older_o(older));

  for (genvar i = 0; i < NW; i++) begin : gen_warp
    smfe_warp #(.TEXTILE(TEXTILE)) u_warp (
      .clk_i, .rst_ni, .kill_i,
      .start_i(start_one[i]),
      .start_slot_i(start_i.slot), .start_vm_i(start_i.vm), .trap_queued_i(trap_queued_i[i]),
      .done_i(done_i[i]), .quiet_o(quiet_o[i]),
      .jump_pc_i(jump_pc), .look_valid_i, .look_line_i, .look_vm_i, .fill_open_i,
      .fill_next_i(fill_next), .fill_last_i(fill_last), .fill_err_i, .fill_take_i(fill_take[i]),
      .want_o(want[i]), .asks_o(ask[i]), .match_o(match[i]),
      .line_o(line[i*smgpu_pkg::FetchLineW+:smgpu_pkg::FetchLineW]),
      .load_i(load[i]), .load_last_i(load_last), .load_pre_i(load_pre), .load_need_i(load_need),
      .load_acquires_i(load_acquires), .load_textile_i(load_textile),
      .load_attribute_i(load_attribute),
      .load_may_o(load_may[i]), .load_ok_o(load_ok[i]), .next_slot_o(next_slot[i]),
      .next_at_o(next_at[i*3+:3]), .next_bad_o(next_bad[i]), .jumped_o(jumped[i]),
      .ahead_o(ahead[i]),
      .looked_i(word_looked_i[i]), .word_i(const_told_i[i] || attr_told_i[i]),
      .word_err_i(attr_told_i[i] ? attr_err_i : const_err_i), .const_want_o(const_want_o[i]),
      .attr_want_o(attr_want_o[i]), .word_only_o(word_only[i]), .ptok_want_o(ptok_want_o[i]),
      .ptok_hold_i(ptok_hold_i[i]), .ptok_held_o(ptok_held_o[i]), .ptok_go_i(ptok_go_i[i]),
      .tex_want_o(tex_want_o[i]), .tex_go_i(tex_go_i[i]),
      .picked_i(p1_valid_q && p1_warp_q == WI'(i)), .fire_i(fire && p1_warp_q == WI'(i)),
      .fire_step_i(p1_step), .fire_ctl_i(p1_ctl),
      .fire_op_i(p1_op), .fire_trap_i(p1_trap), .fire_ls_i(p1_ls), .fire_rd_i(p1_rd),
      .fire_diverged_i(p1_active != p1_live),
      .pipe_o(pipe[i*2+:2]), .head_o(head[i*smfe_pkg::HeadW+:smfe_pkg::HeadW]), .why_o(why[i*3+:3]),
      .ready_o(ready[i]), .runs_o(runs[i]),
      .br_i(br_valid_i && br_warp_i == WI'(i)), .release_i(release_i[i]), .take_i(take[i]),
      .ends_i(eng_works && eng_warp[i]), .leaves_i(go_q && go_one[i]), .go_i(go && go_one[i]),
      .go_keep_i(go_keep), .go_last_i(go_last), .go_before_i(go_before), .park_i(park && go_one[i]),
      .end_i(ends && go_one[i]),
      .halt_i(eng_trap_done && !eng_svc && eng_warp[i]),
      .svc_i(eng_trap_done && eng_svc && eng_warp[i]), .svc_refill_i(eng_refill),
      .resume_i(resume && eng_warp[i]), .retry_i(retry && eng_warp[i]), .svc_o(svc[i]),
      .svc_refill_o(svc_refill[i]), .diverged_o(diverged[i]),
      .op_o(op[i]), .rel_o(rel[i]),
      .wb_i(wb_valid_i && wb_warp_i == WI'(i)), .wb_rd_i(32'd1 << wb_rd_i), .lsd_i(lsd_i[i]),
      .stop_i(stop_i[i]),
      .alive_o(alive_o[i]), .member_o(member_o[i]), .at_bar_o(at_bar_o[i]), .trapped_o(trapped[i]),
      .hazard_o(hazard[i]),
      .hungry_o(hungry[i]), .mem_wait_o(mem_wait[i]), .slot_o(slot[i*4+:4])
    );
  end

  // ---- Fetch: whose line is asked for, and who takes the line on the bus
  logic [WI-1:0] fill_warp;
  smfe_lines #(.NW(NW), .WI(WI)) u_lines (
    .clk_i, .rst_ni, .policy_i(cfg_i.fetch_policy), .older_i(older), .want_i(want), .ask_i(ask),
    .line_i(line), .fetch_valid_o, .fetch_line_o, .fetch_taken_i, .match_i(match), .fill_valid_i,
    .fill_take_o(fill_take), .fill_warp_o(fill_warp), .fill_any_o, .fill_more_o
  );

  // ---- Load: a queued word becomes a head
  logic [31:2] dbg_next, p1_pc;
  logic [31:0] p1_insn;
  assign jump_warp = start_valid_i ? start_warp : go_warp;
  assign jump_pc   = start_valid_i ? start_i.pc[31:2] : go_pc;
  smfe_words #(.NW(NW), .CONSTANTS(CONSTANTS), .ATTRIBUTES(ATTRIBUTES), .TEXTILE(TEXTILE)) u_words (
    .clk_i, .rst_ni, .fill_i(fill_valid_i && fill_any_o), .fill_warp_i(fill_warp),
    .fill_slot_i(fill_line_i[0]), .fill_data_i, .fill_pre_i,
    .jump_i(start_valid_i || go), .jump_warp_i(jump_warp), .jump_line_i(jump_pc[31:5]),
    .ok_i(load_ok), .may_i(load_may), .next_slot_i(next_slot), .next_at_i(next_at),
    .next_bad_i(next_bad), .jumped_i(jumped), .follows_i(next.follows), .p1_valid_i(p1_valid_q),
    .p1_warp_i(p1_warp_q), .p1_i(p1), .fire_i(fire), .p1_insn_o(p1_insn), .p1_pc_o(p1_pc),
    .textile_i(cfg_i.sched.textile), .load_o(load), .load_last_o(load_last), .load_pre_o(load_pre),
    .load_need_o(load_need), .load_acquires_o(load_acquires), .load_textile_o(load_textile),
    .load_attribute_o(load_attribute), .const_load_o, .attr_load_o, .word_warp_o, .word_index_o,
    .dbg_warp_i, .dbg_next_o(dbg_next)
  );

  // ---- Pick
  assign blocked_o = hazard | at_bar_o | mem_wait | trapped;
  logic [NW-1:0] replay_q;
  logic [3:0]    over, full, fewer;
  logic          stopped, held;
  always_ff @(posedge clk_i) {alive_q, replay_q} <=
      {alive_o, CREDIT != 0 && rst_ni ? replay_i & alive_o : '0};
  smfe_issue #(.NW(NW), .WI(WI), .DW(smfe_pkg::HeadW), .CREDIT(CREDIT)) u_issue (
    .clk_i, .rst_ni, .policy_i(cfg_i.sched.policy), .ready_i(ready), .pipe_i(pipe), .data_i(head),
    .replay_i(replay_q), .granted_i(tex_admitted_i), .later_i, .over_i(over), .full_i(full),
    .before_i(first),
    .valid_o(p1_valid_q), .warp_o(p1_warp_q), .pipe_o(p1_pipe_q), .data_o(p1), .next_o(next),
    .stopped_o(stopped), .fire_i(fire), .refused_i(iss_valid_o && !iss_ready_i),
    .victims_o(victims), .held_o(held)
  );
  smfe_order #(.NW(NW), .WI(WI), .CREDIT(CREDIT), .BONUS(BONUS)) u_order (
    .clk_i, .rst_ni, .sched_i(cfg_i.sched), .bonus_i(cfg_i.bonus), .start_i(start_one),
    .start_cta_i(start_i.cta_id), .start_slot_i(start_i.slot), .older_i(older),
    .end_i(alive_q & ~alive_o), .later_i,
    .near_i(tex_near_i), .pipe_i(pipe), .fewer_i(fewer), .issue_i(fire), .warp_i(p1_warp_q),
    .victims_i(victims), .before_o(first), .dbg_warp_i, .dbg_credit_o, .dbg_victim_o, .dbg_fund_o
  );

  // ---- Issue
  logic [31:0] p1_imm, p1_target;
  logic        p1_go, p1_ex, p1_trap_ready;
  logic [6:0]  p1_code;
  assign p1_code = p1_insn[6:0];
  assign p1_imm = p1.kind == smfe_pkg::KindBr ? {{20{p1_insn[31]}}, p1_insn[7], p1_insn[30:25],
      p1_insn[11:8], 1'b0}
                                               : {{12{p1_insn[31]}}, p1_insn[19:12], p1_insn[20],
                                                   p1_insn[30:21], 1'b0};
  assign p1_target = {p1_pc, 2'b00} + p1_imm;
  always_comb begin
    p1_go     = p1_valid_q && runs[p1_warp_q];
    p1_ex     = p1.kind <= smfe_pkg::KindJalr || (p1.kind == smfe_pkg::KindJal && p1.pends);
    p1_trap   = p1.kind == smfe_pkg::KindTrap;
    p1_step   = p1.kind == smfe_pkg::KindExec || p1.kind == smfe_pkg::KindFence ||
        p1.kind == smfe_pkg::KindAcq;
    p1_ctl    = !p1_step && !p1_trap;
    p1_op     = p1_ctl && p1.kind != smfe_pkg::KindBr && p1.kind != smfe_pkg::KindJalr;
    p1_ls     = p1.kind == smfe_pkg::KindExec && p1_pipe_q == smgpu_pkg::PipeLs;
    p1_rd     = p1.pends ? 32'd1 << p1_insn[11:7] : '0;
  end
  assign fire        = p1_go && !stopped && (p1_ex ? iss_ready_i : p1_trap ? p1_trap_ready : 1'b1);
  assign iss_valid_o = p1_go && p1_ex && !stopped;
  assign iss_slow_o  = p1.slow;

  smfe_oversub #(.CREDIT(CREDIT)) u_oversub (
    .clk_i, .rst_ni, .policy_i(cfg_i.sched.policy), .low_i(cfg_i.oversub_low),
    .high_i(cfg_i.oversub_high),
    .issue_i(fire && p1_ex && (p1.pends || p1_ls)), .pipe_i(p1_pipe_q), .result_i(wb_valid_i),
    .result_pipe_i(wb_pipe_i), .access_i(|lsd_i),
    .idle_i(!(|alive_q) && !(|alive_o)), .over_o(over), .full_o(full), .fewer_o(fewer)
  );

  // The constant or attribute goes to execution where no pc is needed.
  logic [31:0] const_m[NW], p1_word;
  always_ff @(posedge clk_i) if (const_valid_i) const_m[const_warp_i] <= const_i;
  if (ATTRIBUTES != 0) begin : gen_attributes
    logic [31:0] attr_m[NW];
    always_ff @(posedge clk_i) if (attr_valid_i) attr_m[attr_warp_i] <= attr_i;
    assign p1_word    = smfe_pkg::is_attribute(p1_insn) ? attr_m[p1_warp_q] : const_m[p1_warp_q];
    assign base_set_o = fire && p1.kind == smfe_pkg::KindExec &&
        (p1_insn & xsm_pkg::MASK_ATTR_BASE) == xsm_pkg::MATCH_ATTR_BASE ? NW'(1) << p1_warp_q : '0;
  end else begin : gen_no_attributes
    assign p1_word    = const_m[p1_warp_q];
    assign base_set_o = '0;
  end

  logic [7:0]      seq;
  always_comb begin
    iss_uop_o.warp = of_sm(p1_warp_q);
    iss_uop_o.seq  = seq;
    iss_uop_o.pc   = p1.constant ? p1_word : {p1_pc, 2'b00};
    iss_uop_o.insn = p1_insn;
    iss_uop_o.mask = p1_active;
    iss_uop_o.pipe = p1_pipe_q;
  end
  assign fired_o      = fire && !p1_trap;
  assign fired_at_o   = fired_o && !p1.constant;
  assign fired_slot_o = slot[p1_warp_q*4+:4];
  // Two of its kind have that opcode: xsm.bell and xsm.tokrel.
  assign bell_o       = fire && p1.kind == smfe_pkg::KindFence &&
      p1_code == xsm_pkg::OPCODE_WARP && !p1_insn[13];
  assign ptok_rel_o   = fire && p1.kind == smfe_pkg::KindFence &&
      p1_code == xsm_pkg::OPCODE_WARP && p1_insn[13] ? NW'(1) << p1_warp_q : '0;

  assign tex_holds_o  = TEXTILE != 0 ? runs | svc : '0;
  assign tex_issued_o = TEXTILE != 0 && fire && p1.kind == smfe_pkg::KindExec &&
      (smfe_pkg::is_texture(p1_insn) || smfe_pkg::is_coherent(p1_insn));
  assign tex_phase_o  = TEXTILE != 0 && smfe_pkg::is_texture(p1_insn) && p1_insn[25];
  logic [WI-1:0] tex_look_warp;
  logic [31:0]   tex_look_active;
  if (TEXTILE != 0) begin : gen_parts
    smfe_parts #(.NW(NW), .WI(WI)) u_parts (
      .clk_i, .rst_ni, .start_i(start_one), .issue_i(tex_issued_o), .warp_i(p1_warp_q),
      .active_i(p1_active), .live_i(p1_live), .counts_o(tex_counts_o),
      .want_i(tex_want_o), .look_warp_o(tex_look_warp), .look_active_i(tex_look_active),
      .further_o(tex_further_o)
    );
  end else begin : gen_no_parts
    assign {tex_counts_o, tex_look_warp, tex_further_o} = '0;
    logic unused_look;
    assign unused_look = ^tex_look_active;
  end

  // ---- Token unit
  logic [7:0]    eng_cause;
  logic [31:0]   eng_pc, eng_addr;
  logic          ev_push, ev_pop, ev_drop, ev_merge, ev_yield, ev_back, ev_over;
  logic [8:0]    deepest;
  smfe_dtok #(.NW(NW), .DTOKS(DTOKS), .WI(WI), .PODS(PODS), .POD(POD)) u_dtok (
    .clk_i, .rst_ni, .cfg_i,
    .start_valid_i, .start_warp_i(start_warp), .start_window_i(start_i.pc[31:24]),
    .start_live_i(start_i.live),
    .issue_warp_i(p1_warp_q), .issue_active_o(p1_active), .issue_live_o(p1_live),
    .ctl_valid_i(fire && p1_ctl), .ctl_kind_i(p1.kind), .ctl_sub_i(p1_insn[10:7]),
    .ctl_pc_i({p1_pc, 2'b00}), .ctl_target_i(p1_target),
    .br_valid_i, .br_warp_i, .br_mask_i, .br_target_i,
    .op_i(op), .rel_i(rel), .take_o(take), .works_o(eng_works), .warp_o(eng_warp), .go_o(dtok_go),
    .go_keep_o(dtok_keep), .go_pc_o(dtok_pc), .park_o(dtok_park), .end_o(dtok_ends),
    .acc_valid_i, .acc_i, .acc_ack_o, .acc_ans_o, .stopped_i(svc), .resume_o(resume),
    .retry_o(retry),
    .trap_valid_o(eng_trap), .traps_o(eng_traps), .trap_ready_i, .trap_warp_o(eng_trap_warp),
    .trap_cause_o(eng_cause), .trap_pc_o(eng_pc),
    .trap_addr_o(eng_addr), .dbg_warp_i, .dbg_active_o, .dbg_dtoks_o, .look_warp_i(tex_look_warp),
    .look_active_o(tex_look_active),
    .ev_o({ev_push, ev_pop, ev_drop, ev_merge, ev_yield, ev_back, ev_over}), .deepest_o(deepest)
  );

  // What comes of an operation goes to its warp a cycle later. The queue is looked at on the way:
  // has it the line that the warp goes to? A starting warp comes first; the token unit, too, pauses
  // for it.
  logic          keep_q, park_q, ends_q;
  logic [26:0]   took_m[NW], took_less;   // the last line that a warp took
  always_ff @(posedge clk_i)
    if (!rst_ni) {go_q, park_q, ends_q} <= '0;
    else if (!start_valid_i) {go_q, park_q, ends_q} <= {dtok_go, dtok_park, dtok_ends};
  always_ff @(posedge clk_i)
    if (!start_valid_i) begin
      keep_q  <= dtok_keep;
      go_pc   <= dtok_pc[31:2];
      go_one  <= eng_warp;
      go_warp <= eng_trap_warp;
    end
  always_ff @(posedge clk_i) if (fill_valid_i && fill_any_o) took_m[fill_warp] <= fill_line_i;
  assign {go, park, ends} = {3{!start_valid_i}} & {go_q, park_q, ends_q};
  assign go_keep   = keep_q;
  assign took_less = took_m[go_warp] - go_pc[31:5];
  assign go_last   = took_less == '0;
  assign go_before = took_less == 27'd1;

  // ---- Traps: the token unit's first
  smfe_podtrap u_podtrap (
    .p1_i(p1_go && p1_trap), .p1_insn_i(p1_insn), .p1_pc_i(p1_pc), .p1_why_i(why[p1_warp_q*3+:3]),
    .p1_word_i(p1.constant), .p1_addr_i(iss_uop_o.pc), .p1_ready_o(p1_trap_ready),
    .eng_i(eng_traps), .eng_valid_i(eng_trap), .eng_cause_i(eng_cause), .eng_pc_i(eng_pc),
    .eng_addr_i(eng_addr), .eng_svc_o(eng_svc), .eng_refill_o(eng_refill), .valid_o(trap_valid_o),
    .ready_i(trap_ready_i), .cause_o(trap_cause_o), .access_o(trap_access_o), .pc_o(trap_pc_o),
    .addr_o(trap_addr_o)
  );
  assign eng_trap_done = eng_trap && trap_ready_i;
  assign trap_warp_o   = of_sm(eng_traps ? eng_trap_warp : p1_warp_q);

  // ---- Debug
  assign dbg_pc_o      = {dbg_next - 30'(ahead[dbg_warp_i]), 2'b00};
  assign dbg_slot_o    = slot[dbg_warp_i*4+:4];
  assign dbg_replay_o  = replay_q[dbg_warp_i];
  assign dbg_grant_o   = dbg_replay_o || (TEXTILE != 0 && tex_admitted_i[dbg_warp_i]);
  assign dbg_trapped_o = trapped[dbg_warp_i];
  assign dbg_memory_o  = mem_wait[dbg_warp_i];

  // ---- Counters
  smfe_stalls #(.NW(NW), .WI(WI)) u_stalls (
    .clk_i, .rst_ni, .alive_i(|alive_o), .fire_i(fire), .fired_i(fired_o), .offered_i(iss_valid_o),
    .held_i(held), .iss_wait_i, .ls_walks_i, .ls_held_i,
    .ready_i(|ready), .hazard_i(|hazard), .constant_i(|word_only), .hungry_i(|hungry),
    .at_bar_i(|at_bar_o), .ls_i(p1_ls), .code_i(p1_code), .warp_i(p1_warp_q),
    .victims_i(victims), .active_i(p1_active), .live_i(p1_live),
    .ev_i({ev_push, ev_pop, ev_drop, ev_merge, ev_yield, ev_back, ev_over}),
    .service_i(eng_trap_done && eng_svc), .refill_i(eng_refill), .spilling_i(|(svc & ~svc_refill)),
    .refilling_i(|(svc & svc_refill)),
    .diverged_i(|diverged), .deepest_i(deepest), .perf_o
  );

  // ---- Trace
  smfe_trace #(.TRACE(TRACE), .NW(NW)) u_trace (
    .clk_i, .start_valid_i, .start_warp_i(start_warp), .fired_i(fired_o), .warp_i(p1_warp_q),
    .sm_warp_i(iss_uop_o.warp), .pc_i({p1_pc, 2'b00}), .insn_i(p1_insn),
    .mask_i(p1_active), .seq_o(seq), .trace_o(trace_issue_o)
  );

endmodule
/* verilator lint_on UNUSEDSIGNAL */
