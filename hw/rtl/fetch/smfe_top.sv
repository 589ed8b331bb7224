// SPDX-License-Identifier: MIT
// Front end of an SM: fetch, one or two pods, barriers, traps, counters. Theory of operation:
// Documentation/hardware/frontend.rst.
//
//   smfe_fetch ══ line bus ══▶ smfe_pod 0 (even warps) ─▶ execution
//                         ╚══▶ smfe_pod 1 (odd warps)  ─▶ execution; with PODS 1 there is only pod
//                         0, with all warps
//   smfe_barrier opens the CTAs' barriers, smfe_trap sends traps; a warp that has ended or was
//   killed is reported when nothing of it
//   is in flight.

// warp numbers are 6 bits in every preset; each part takes its fields of the start message
/* verilator lint_off UNUSEDSIGNAL */
module smfe_top #(
    // Warps of the SM; tokens of a warp's divergence queue.
    parameter int unsigned WARPS      = 16,
    parameter int unsigned DTOKS      = 64,
    // 1 or 2: what the ports tell of pod 1 is zero if there is only pod 0
    parameter int unsigned PODS       = 2,
    parameter int unsigned CREDIT     = 1,    // 0: no credit policies
    parameter int unsigned BONUS      = 1,    // 0: no bonuses of the additive weight
    // Size of the instruction cache.
    parameter int unsigned ICACHE_KIB = 4,
    // constant cache: 1, 2, 4 or 8; 0: no instructions with constant operands
    parameter int unsigned CONST_KIB  = 2,
    // attribute cache: 1, 2, 4 or 8; 0: no instructions with attributes
    parameter int unsigned ATTR_KIB   = 2,
    parameter int unsigned TEX        = 1,    // 0: no texture instructions
    parameter int unsigned TEXTILE    = 1,    // 0: no textile grants
    parameter int unsigned PERF       = 1,    // 0: counts nothing
    // 1: the trace ports tell of issues and ends.
    parameter int unsigned TRACE      = 0
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // Policies, and the view of the selected warp.
    input  smgpu_pkg::sm_cfg_t           cfg_i,
    output smgpu_pkg::sm_dbg_t           dbg_o,
    // it waits for operands, a barrier, memory or the firmware
    output logic [WARPS-1:0]  blocked_o,
    // It waits at a barrier: a level.
    output logic [WARPS-1:0]  at_barrier_o,
    // Priority tokens of L1
    output logic [WARPS-1:0]  ptok_want_o,     // these wait at xsm.tokacq
    input  logic [WARPS-1:0]  ptok_go_i,       // they go on
    input  logic [WARPS-1:0]  ptok_hold_i,     // their accesses of memory must wait for one
    output logic [WARPS-1:0]  ptok_held_o,     // with one that does
    // without a priority token, which PRIO.weight has issue first
    input  logic [WARPS-1:0]  later_i,
    output logic [WARPS-1:0]  ptok_rel_o,      // these execute xsm.tokrel
    // A level for each slot: its warps must stop.
    input  logic [15:0]       kill_i,
    // From the CTA contexts. A warp starts: one cycle, always taken.
    input  logic              start_valid_i,
    input  smgpu_pkg::warp_start_t           start_i,
    input  logic [4:0]        start_warp_in_cta_i,
    input  logic [31:0]       start_param_i,
    input  logic [15:0]       slot_busy_i,     // has a CTA here
    // A warp has ended or was killed, and nothing of it is in flight: valid only, one a cycle.
    output logic              warp_done_valid_o,
    output smgpu_pkg::warp_t  warp_done_o,
    // To execution
    // Execution clears what it knows of this warp's registers.
    output logic              start_valid_o,
    output smgpu_pkg::warp_t  start_warp_o,
    // An instruction of each pod, valid and ready. iss_wait_i: what refuses, {operands, pipe}.
    output logic [1:0]        iss_valid_o,
    input  logic [1:0]        iss_ready_i,
    input  logic [5:0]        iss_wait_i,
    // load/store: a page walk begins, one ends; its request waits for the L2
    input  logic              ls_walk_i,
    input  logic              ls_walked_i,
    input  logic              ls_held_i,
    // execution: the pod's register file is read; a result of it is written
    input  logic [1:0]        rf_reads_i,
    input  logic [1:0]        rf_writes_i,
    output logic [2*smgpu_pkg::UopW-1:0] iss_uop_o,
    output logic [1:0]        iss_slow_o,
    // From execution: a register is written in the next cycle, so its pending bit falls.
    input  logic [1:0]        wb_valid_i,
    input  logic [11:0]       wb_warp_i,
    input  logic [9:0]        wb_rd_i,
    input  logic [3:0]        wb_pipe_i,
    // The threads that take a branch; the target of a jalr.
    input  logic [1:0]        br_valid_i,
    input  logic [11:0]       br_warp_i,
    input  logic [63:0]       br_mask_i,
    input  logic [63:0]       br_target_i,
    input  logic [1:0]        base_valid_i,    // br_target_i is where br_warp_i's attributes are
    // A trap that execution has found: valid only.
    input  logic              ext_valid_i,
    input  smgpu_pkg::warp_t  ext_warp_i,
    input  logic [31:0]       ext_pc_i,
    input  logic [7:0]        ext_cause_i,
    // From load/store. A load/store instruction is acknowledged as a whole.
    input  logic              lsd_valid_i,
    input  smgpu_pkg::warp_t  lsd_warp_i,
    input  logic [1:0]        replay_valid_i,  // in shared memory; of lines
    input  logic [11:0]       replay_warp_i,
    // A fault, valid only, before or with its acknowledgement.
    input  logic              lsf_valid_i,
    input  smgpu_pkg::warp_t  lsf_warp_i,
    input  logic [31:0]       lsf_pc_i,
    input  logic [7:0]        lsf_cause_i,
    input  logic [2:0]        lsf_access_i,
    input  logic [31:0]       lsf_addr_i,
    input  logic [5:0]        lsf_thread_i,
    // To the card. An issue of each pod, with the slot of its task; bell_o: it was xsm.bell.
    output logic [1:0]        issue_valid_o,
    output logic [1:0]        issue_at_o,      // and the uop says where the instruction is
    output logic [7:0]        issue_slot_o,
    output logic [1:0]        bell_o,
    // A trap, valid and ready.
    output logic              trap_valid_o,
    input  logic              trap_ready_i,
    output smgpu_pkg::trap_t            trap_o,
    // Memory and walks
    output logic                            i_req_valid_o,
    input  logic                            i_req_ready_i,
    output smgpu_pkg::mem_req_t             i_req_o,
    input  logic                            i_rsp_valid_i,
    output logic                            i_rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t             i_rsp_i,
    output logic                            iw_req_valid_o,
    input  logic                            iw_req_ready_i,
    output smgpu_pkg::walk_req_t            iw_req_o,
    input  logic                            iw_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            iw_rsp_i,
    // Maintenance. quiesce_i: start no access, a level; quiesced_o: none is in flight.
    input  logic              quiesce_i,
    output logic              quiesced_o,
    input  smgpu_pkg::tlb_flush_t           tlb_flush_i,
    output logic              drained_o,
    input  logic              icache_flush_i,
    input  logic              forget_i,        // a VM's number is given back
    // Counter increments; those of load/store and of the contexts are 0 here
    output logic [smgpu_perf_pkg::SM_COUNT*6-1:0] perf_o,
    // SM_DTOK_DEEPEST: a maximum, and no increment of perf_o
    output logic [8:0]        deepest_o,
    // Trace
    output logic [2*smgpu_pkg::TraceIssueW-1:0] trace_issue_o,
    output smgpu_pkg::trace_end_t trace_exit_o
);

  localparam int unsigned NW = WARPS / PODS;
  localparam int unsigned WI = $clog2(NW);


  // ---- Fetch
  logic [1:0]   fetch_valid, fetch_taken, fill_any, fill_more;
  logic [2*smgpu_pkg::FetchLineW-1:0] fetch_line;
  logic         fill_valid, fill_open, look_valid, ev_hit, ev_miss, ev_shared;
  logic [26:0]  fill_line, look_line;
  smgpu_pkg::vm_t look_vm;
  logic [1:0]   fill_err;
  smgpu_pkg::line_t fill_data;
  logic [8*smfe_pkg::PreW-1:0] fill_pre;
  logic        data_valid, data_ready, data_fill, data_fail;
  logic [32:0] data_line;
  logic [1:0]  data_pair;
  logic [63:0] data_words;
  logic [2:0]  data_err;
  smfe_fetch #(.ICACHE_KIB(ICACHE_KIB), .PODS(PODS), .CONSTANTS(32'(CONST_KIB != 0)),
      .ATTRIBUTES(32'(ATTR_KIB != 0)), .TEX(TEX)) u_fetch (
    .clk_i, .rst_ni,
    .data_valid_i(data_valid), .data_ready_o(data_ready), .data_line_i(data_line),
    .data_fill_o(data_fill), .data_pair_o(data_pair), .data_words_o(data_words),
    .data_fail_o(data_fail), .data_err_o(data_err),
    .fetch_valid_i(fetch_valid), .fetch_line_i(fetch_line), .fetch_taken_o(fetch_taken),
    .fill_any_i(fill_any), .fill_more_i(fill_more),
    .look_valid_o(look_valid), .look_line_o(look_line), .look_vm_o(look_vm),
    .fill_open_o(fill_open),
    .fill_valid_o(fill_valid), .fill_line_o(fill_line), .fill_err_o(fill_err),
    .fill_data_o(fill_data), .fill_pre_o(fill_pre),
    .req_valid_o(i_req_valid_o), .req_ready_i(i_req_ready_i), .req_o(i_req_o),
    .rsp_valid_i(i_rsp_valid_i), .rsp_ready_o(i_rsp_ready_o), .rsp_i(i_rsp_i),
    .walk_req_valid_o(iw_req_valid_o), .walk_req_ready_i(iw_req_ready_i), .walk_req_o(iw_req_o),
    .walk_rsp_valid_i(iw_rsp_valid_i), .walk_rsp_i(iw_rsp_i),
    .quiesce_i, .quiesced_o, .tlb_flush_i, .drained_o, .flush_i(icache_flush_i), .forget_i,
    .ev_hit_o(ev_hit), .ev_miss_o(ev_miss), .ev_shared_o(ev_shared)
  );

  // ---- Constant cache, attribute cache
  logic [1:0]        const_load, attr_load;
  logic [2*WI-1:0]   word_warp, base_warp;
  logic [23:0]       word_index;
  logic [WARPS-1:0]  const_want, const_looked, const_told, attr_want, attr_looked, attr_told,
      base_set;
  logic              const_valid, ev_const_hit, ev_const_miss, ev_const_word, attr_valid,
      ev_attr_hit, ev_attr_miss, ev_attr_word;
  smgpu_pkg::warp_t  const_warp, attr_warp;
  logic [31:0]       const_word, attr_word;
  logic [2:0]        const_err, attr_err;
  logic              const_asks, attr_asks;     // for a line
  logic [32:0]       const_line, attr_line;     // they stay until the line has come
  logic              serves_attr_q, next_attr;  // whose line comes, or has come; whose is next
  assign next_attr  = attr_asks && (!const_asks || !serves_attr_q);
  assign data_valid = const_asks || attr_asks;
  assign data_line  = serves_attr_q ? attr_line : const_line;
  always_ff @(posedge clk_i)
    if (!rst_ni) serves_attr_q <= 1'b0;
    else if (data_valid && data_ready) serves_attr_q <= next_attr;
  if (CONST_KIB != 0) begin : gen_const
    smfe_const #(.WARPS(WARPS), .PODS(PODS), .KIB(CONST_KIB)) u_const (
      .clk_i, .rst_ni, .start_valid_i, .start_i, .start_param_i, .slot_busy_i, .base_set_i('0),
      .base_valid_i('0), .base_warp_i('0), .base_i('0),
      .load_valid_i(const_load), .load_warp_i(word_warp), .load_index_i(word_index),
      .want_i(const_want), .looked_o(const_looked),
      .word_valid_o(const_valid), .word_warp_o(const_warp), .word_o(const_word),
      .word_err_o(const_err), .told_o(const_told),
      .quiesce_i, .req_valid_o(const_asks), .req_ready_i(data_ready && !next_attr),
      .req_line_o(const_line), .fill_valid_i(data_fill && !serves_attr_q),
      .fill_pair_i(data_pair), .fill_data_i(data_words), .fail_i(data_fail && !serves_attr_q),
      .fail_err_i(data_err), .ev_hit_o(ev_const_hit),
      .ev_miss_o(ev_const_miss), .ev_word_o(ev_const_word)
    );
  end else begin : gen_no_const
    assign {const_asks, const_line, const_looked, const_told, const_valid, const_warp, const_word,
        const_err, ev_const_hit, ev_const_miss, ev_const_word} = '0;
  end
  assign base_warp = {br_warp_i[6+PODS-1+:WI], br_warp_i[PODS-1+:WI]};
  if (ATTR_KIB != 0) begin : gen_attr
    smfe_const #(.WARPS(WARPS), .PODS(PODS), .KIB(ATTR_KIB), .ATTR(1)) u_attr (
      .clk_i, .rst_ni, .start_valid_i, .start_i, .start_param_i, .slot_busy_i,
      .base_set_i(base_set), .base_valid_i, .base_warp_i(base_warp), .base_i(br_target_i),
      .load_valid_i(attr_load), .load_warp_i(word_warp), .load_index_i(word_index),
      .want_i(attr_want), .looked_o(attr_looked),
      .word_valid_o(attr_valid), .word_warp_o(attr_warp), .word_o(attr_word), .word_err_o(attr_err),
      .told_o(attr_told),
      .quiesce_i, .req_valid_o(attr_asks), .req_ready_i(data_ready && next_attr),
      .req_line_o(attr_line), .fill_valid_i(data_fill && serves_attr_q),
      .fill_pair_i(data_pair), .fill_data_i(data_words), .fail_i(data_fail && serves_attr_q),
      .fail_err_i(data_err), .ev_hit_o(ev_attr_hit),
      .ev_miss_o(ev_attr_miss), .ev_word_o(ev_attr_word)
    );
  end else begin : gen_no_attr
    assign {attr_asks, attr_line, attr_looked, attr_told, attr_valid, attr_warp, attr_word,
        attr_err, ev_attr_hit, ev_attr_miss, ev_attr_word} = '0;
  end

  // ---- Pods
  logic [WARPS-1:0] release_w;
  logic [WARPS-1:0] at_bar;
  logic [WARPS-1:0] member;
  logic [WARPS-1:0] alive;
  logic [WARPS-1:0] quiet;
  logic [WARPS-1:0] done;
  logic [WARPS-1:0] stop;
  logic [WARPS-1:0] trap_queued;
  logic [WARPS-1:0] lsd;
  logic [WARPS-1:0] replay;
  logic [15:0]      dbg_credit;
  logic [31:0]      dbg_fund;
  logic [WARPS-1:0] tex_want, tex_further, tex_holds, tex_go, tex_admitted, tex_near;
  logic [1:0]       tex_issued, tex_counts, tex_phase;
  logic [1:0]       pod_trap_valid, pod_trap_ready, dbg_trapped, dbg_memory, dbg_grant, dbg_victim,
      dbg_replay;
  logic [161:0]     pod_trap;
  logic [63:0]      dbg_pc, dbg_active;
  logic [15:0]      dbg_dtoks;
  logic [7:0]       dbg_slot;
  logic [2*smfe_pkg::PodPerfW-1:0] pod_perf;
  logic [1:0]                      acc_valid, acc_ack;
  smfe_pkg::dtok_acc_t              acc;
  logic [2*smfe_pkg::DtokAnsW-1:0] acc_ans;
  smgpu_pkg::dtok_view_t           dtok_view;
  assign lsd    = lsd_valid_i ? WARPS'(1) << lsd_warp_i : '0;
  assign replay = (replay_valid_i[0] ? WARPS'(1) << replay_warp_i[5:0] : '0) |
      (replay_valid_i[1] ? WARPS'(1) << replay_warp_i[11:6] : '0);

  // Walks of load/store under way, for the counters
  logic [2:0] walks_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) walks_q <= '0;
    else walks_q <= walks_q + 3'(ls_walk_i) - 3'(ls_walked_i);

  for (genvar p = 0; p < PODS; p++) begin : gen_pod
    // Warp w is warp w / PODS of pod w % PODS.
    logic [NW-1:0] p_const_want, p_attr_want, p_looked, p_const_told, p_attr_told, p_base_set,
        p_tex_want, p_tex_further, p_tex_holds, p_tex_go, p_tex_admitted, p_tex_near;
    logic [NW-1:0] p_quiet, p_done, p_stop, p_queued, p_lsd, p_replay, p_release, p_bar, p_member,
        p_alive, p_blocked, p_ptok_want, p_ptok_go, p_ptok_rel, p_later, p_ptok_hold, p_ptok_held;
    for (genvar i = 0; i < NW; i++) begin : gen_split
      assign quiet[PODS*i+p]  = p_quiet[i];
      assign at_bar[PODS*i+p] = p_bar[i];
      assign member[PODS*i+p] = p_member[i];
      assign alive[PODS*i+p]  = p_alive[i];
      assign blocked_o[PODS*i+p] = p_blocked[i];
      assign ptok_want_o[PODS*i+p] = p_ptok_want[i];
      assign ptok_rel_o[PODS*i+p]  = p_ptok_rel[i];
      assign p_ptok_go[i]   = ptok_go_i[PODS*i+p];
      assign p_later[i]    = later_i[PODS*i+p];
      assign p_ptok_hold[i] = ptok_hold_i[PODS*i+p];
      assign ptok_held_o[PODS*i+p] = p_ptok_held[i];
      assign tex_want[PODS*i+p]  = p_tex_want[i];
      assign tex_further[PODS*i+p] = p_tex_further[i];
      assign tex_holds[PODS*i+p] = p_tex_holds[i];
      assign p_tex_go[i]         = tex_go[PODS*i+p];
      assign p_tex_admitted[i]   = tex_admitted[PODS*i+p];
      assign p_tex_near[i]       = tex_near[PODS*i+p];
      assign const_want[PODS*i+p] = p_const_want[i];
      assign attr_want[PODS*i+p]  = p_attr_want[i];
      assign base_set[PODS*i+p]   = p_base_set[i];
      assign p_looked[i]     = const_looked[PODS*i+p] || attr_looked[PODS*i+p];
      assign p_const_told[i] = const_told[PODS*i+p];
      assign p_attr_told[i]  = attr_told[PODS*i+p];
      assign p_done[i]     = done[PODS*i+p];
      assign p_stop[i]     = stop[PODS*i+p];
      assign p_queued[i]   = trap_queued[PODS*i+p];
      assign p_lsd[i]      = lsd[PODS*i+p];
      assign p_replay[i]   = replay[PODS*i+p];
      assign p_release[i]  = release_w[PODS*i+p];
    end
    smfe_pod #(.WARPS(WARPS), .DTOKS(DTOKS), .PODS(PODS), .POD(p), .CREDIT(CREDIT),
        .BONUS(BONUS), .CONSTANTS(32'(CONST_KIB != 0)), .ATTRIBUTES(32'(ATTR_KIB != 0)),
        .TEXTILE(TEXTILE), .TRACE(TRACE)) u_pod (
      .clk_i, .rst_ni, .cfg_i, .kill_i,
      .start_valid_i(start_valid_i && (PODS == 1 || start_i.warp[0] == p[0])), .start_i,
      .trap_queued_i(p_queued),
      .done_i(p_done), .quiet_o(p_quiet),
      .fetch_valid_o(fetch_valid[p]),
      .fetch_line_o(fetch_line[p*smgpu_pkg::FetchLineW+:smgpu_pkg::FetchLineW]),
      .fetch_taken_i(fetch_taken[p]), .fill_more_o(fill_more[p]), .fill_any_o(fill_any[p]),
      .look_valid_i(look_valid), .look_line_i(look_line), .look_vm_i(look_vm),
      .fill_open_i(fill_open),
      .fill_valid_i(fill_valid), .fill_line_i(fill_line), .fill_err_i(fill_err),
      .fill_data_i(fill_data), .fill_pre_i(fill_pre),
      .iss_valid_o(iss_valid_o[p]), .iss_ready_i(iss_ready_i[p]), .iss_wait_i(iss_wait_i[3*p+:3]),
      .ls_walks_i(walks_q != '0), .ls_held_i,
      .iss_uop_o(iss_uop_o[p*smgpu_pkg::UopW+:smgpu_pkg::UopW]), .iss_slow_o(iss_slow_o[p]),
      .fired_o(issue_valid_o[p]), .fired_at_o(issue_at_o[p]), .fired_slot_o(issue_slot_o[p*4+:4]),
      .bell_o(bell_o[p]), .ptok_want_o(p_ptok_want), .ptok_go_i(p_ptok_go), .ptok_rel_o(p_ptok_rel),
      .later_i(p_later), .ptok_hold_i(p_ptok_hold), .ptok_held_o(p_ptok_held),
      .tex_want_o(p_tex_want), .tex_holds_o(p_tex_holds), .tex_go_i(p_tex_go),
      .tex_admitted_i(p_tex_admitted), .tex_near_i(p_tex_near), .tex_further_o(p_tex_further),
      .tex_issued_o(tex_issued[p]), .tex_counts_o(tex_counts[p]), .tex_phase_o(tex_phase[p]),
      .const_load_o(const_load[p]), .attr_load_o(attr_load[p]), .word_warp_o(word_warp[p*WI+:WI]),
      .word_index_o(word_index[p*12+:12]),
      .const_want_o(p_const_want), .attr_want_o(p_attr_want), .base_set_o(p_base_set),
      .word_looked_i(p_looked),
      .const_valid_i(const_valid && (PODS == 1 || const_warp[0] == p[0])),
      .const_warp_i(const_warp[PODS-1+:WI]), .const_i(const_word), .const_err_i(const_err),
      .const_told_i(p_const_told),
      .attr_valid_i(attr_valid && (PODS == 1 || attr_warp[0] == p[0])),
      .attr_warp_i(attr_warp[PODS-1+:WI]), .attr_i(attr_word), .attr_err_i(attr_err),
      .attr_told_i(p_attr_told),
      .wb_valid_i(wb_valid_i[p]), .wb_warp_i(wb_warp_i[p*6+PODS-1+:WI]), .wb_rd_i(wb_rd_i[p*5+:5]),
      .wb_pipe_i(wb_pipe_i[p*2+:2]),
      .br_valid_i(br_valid_i[p]), .br_warp_i(br_warp_i[p*6+PODS-1+:WI]),
      .br_mask_i(br_mask_i[p*32+:32]), .br_target_i(br_target_i[p*32+:32]),
      .lsd_i(p_lsd), .replay_i(p_replay), .stop_i(p_stop), .release_i(p_release), .at_bar_o(p_bar),
      .member_o(p_member),
      .trap_valid_o(pod_trap_valid[p]), .trap_ready_i(pod_trap_ready[p]),
      .trap_warp_o(pod_trap[p*81+75+:6]),
      .trap_cause_o(pod_trap[p*81+67+:8]), .trap_access_o(pod_trap[p*81+64+:3]),
      .trap_pc_o(pod_trap[p*81+32+:32]),
      .trap_addr_o(pod_trap[p*81+:32]),
      .acc_valid_i(acc_valid[p]), .acc_i(acc), .acc_ack_o(acc_ack[p]),
      .acc_ans_o(acc_ans[p*smfe_pkg::DtokAnsW+:smfe_pkg::DtokAnsW]),
      .alive_o(p_alive), .blocked_o(p_blocked), .dbg_warp_i(cfg_i.dbg_warp[PODS-1+:WI]),
      .dbg_pc_o(dbg_pc[p*32+:32]), .dbg_active_o(dbg_active[p*32+:32]),
      .dbg_dtoks_o(dbg_dtoks[p*8+:8]), .dbg_slot_o(dbg_slot[p*4+:4]),
      .dbg_trapped_o(dbg_trapped[p]), .dbg_memory_o(dbg_memory[p]),
      .dbg_credit_o(dbg_credit[p*8+:8]), .dbg_grant_o(dbg_grant[p]), .dbg_victim_o(dbg_victim[p]),
      .dbg_replay_o(dbg_replay[p]), .dbg_fund_o(dbg_fund[p*16+:16]),
      .perf_o(pod_perf[p*smfe_pkg::PodPerfW+:smfe_pkg::PodPerfW]),
      .trace_issue_o(trace_issue_o[p*smgpu_pkg::TraceIssueW+:smgpu_pkg::TraceIssueW])
    );
  end

  if (PODS == 1) begin : gen_one_pod
    assign {const_load[1], attr_load[1], word_warp[2*WI-1:WI], word_index[23:12]}   = '0;
    assign {fetch_valid[1], fill_any[1], fill_more[1]}                               = '0;
    assign fetch_line[2*smgpu_pkg::FetchLineW-1:smgpu_pkg::FetchLineW]               = '0;
    assign {iss_valid_o[1], iss_uop_o[2*smgpu_pkg::UopW-1:smgpu_pkg::UopW], iss_slow_o[1]} = '0;
    assign {issue_valid_o[1], issue_at_o[1], issue_slot_o[7:4], bell_o[1], tex_issued[1],
        tex_counts[1], tex_phase[1]} = '0;
    assign {pod_trap_valid[1], pod_trap[161:81]}                                     = '0;
    assign {acc_ack[1], acc_ans[2*smfe_pkg::DtokAnsW-1:smfe_pkg::DtokAnsW]}          = '0;
    assign {dbg_pc[63:32], dbg_active[63:32], dbg_dtoks[15:8], dbg_slot[7:4], dbg_trapped[1],
        dbg_memory[1], dbg_grant[1], dbg_victim[1], dbg_replay[1], dbg_credit[15:8],
        dbg_fund[31:16]} = '0;
    assign pod_perf[2*smfe_pkg::PodPerfW-1:smfe_pkg::PodPerfW]                       = '0;
    assign trace_issue_o[2*smgpu_pkg::TraceIssueW-1:smgpu_pkg::TraceIssueW]          = '0;
  end

  assign start_valid_o = start_valid_i;
  assign start_warp_o  = start_i.warp;
  assign at_barrier_o  = at_bar;

  // ---- Textile grants
  smgpu_pkg::textile_view_t       tex_view;
  logic                           ev_grant, ev_timeout, tex_waits;
  if (TEXTILE != 0) begin : gen_textile
    smfe_textile #(.WARPS(WARPS)) u_textile (
      .clk_i, .rst_ni, .mode_i(cfg_i.sched.textile), .stay_i(cfg_i.sched.stay),
      .timeout_i(cfg_i.textile_timeout),
      .start_valid_i, .start_warp_i(start_i.warp), .start_tile_i({2'b0, start_i.cta_id}),
      .want_i(tex_want), .further_i(tex_further), .holds_i(tex_holds), .go_o(tex_go),
      .admitted_o(tex_admitted), .near_o(tex_near),
      .issued_i(tex_issued), .issued_counts_i(tex_counts),
      .issued_warp_i({iss_uop_o[2*smgpu_pkg::UopW-1-:6], iss_uop_o[smgpu_pkg::UopW-1-:6]}),
      .issued_phase_i(tex_phase),
      .dbg_warp_i(cfg_i.dbg_warp), .dbg_o(tex_view), .ev_grant_o(ev_grant),
          .ev_timeout_o(ev_timeout),
      .waits_o(tex_waits)
    );
  end else begin : gen_no_textile
    assign {tex_go, tex_admitted, tex_near, tex_view, ev_grant, ev_timeout, tex_waits} = '0;
  end

  // ---- Barriers, traps
  smfe_barrier #(.WARPS(WARPS)) u_barrier (
    .clk_i, .rst_ni, .start_valid_i, .start_warp_i(start_i.warp), .start_cta_i(start_i.cta_id),
    .start_last_i({1'b0, start_warp_in_cta_i} + 6'd1 == start_i.cta_warps), .member_i(member),
    .at_bar_i(at_bar), .release_o(release_w)
  );
  logic ev_trap;
  smfe_trap #(.WARPS(WARPS), .PODS(PODS)) u_trap (
    .clk_i, .rst_ni, .kill_i, .start_valid_i, .start_warp_i(start_i.warp),
    .start_meta_i({start_i.slot, start_i.gen}),
    .ext_valid_i, .ext_warp_i, .ext_pc_i, .ext_cause_i, .lsf_valid_i, .lsf_warp_i, .lsf_pc_i,
    .lsf_cause_i, .lsf_access_i, .lsf_addr_i, .lsf_thread_i,
    .pod_valid_i(pod_trap_valid), .pod_ready_o(pod_trap_ready), .pod_trap_i(pod_trap),
    .stop_o(stop), .queued_o(trap_queued),
    .ev_trap_o(ev_trap), .trap_valid_o, .trap_ready_i, .trap_o
  );

  // ---- Token service
  smfe_dtokport #(.WARPS(WARPS), .PODS(PODS)) u_dtokport (
    .clk_i, .rst_ni, .we_i(cfg_i.dtok_we), .reg_i(cfg_i.dtok_reg), .data_i(cfg_i.dtok_data),
    .view_o(dtok_view),
    .valid_o(acc_valid), .acc_o(acc), .ack_i(acc_ack), .ans_i(acc_ans)
  );

  // ---- End of warps: one a cycle; its context hears of it in the next
  smgpu_pkg::warp_t done_warp;
  assign done = quiet & (~quiet + 1'b1);
  always_comb begin
    done_warp = '0;
    for (int unsigned i = 0; i < WARPS; i++) if (done[i]) done_warp = done_warp | 6'(i);
  end
  always_ff @(posedge clk_i) begin
    warp_done_valid_o <= rst_ni && quiet != '0;
    warp_done_o       <= done_warp;
  end
  assign trace_exit_o = {quiet != '0, done_warp};

  // ---- Debug view
  smgpu_pkg::sm_dbg_t dbg, dbg_q;
  logic               d;
  assign d = PODS == 2 && cfg_i.dbg_warp[0];
  always_comb begin
    dbg              = '0;
    dbg.live         = 48'(member);
    dbg.pc           = dbg_pc[d*32+:32];
    dbg.active       = dbg_active[d*32+:32];
    // A register may name a warp that the SM has not got.
    dbg.valid        = 32'(cfg_i.dbg_warp) < WARPS && alive[cfg_i.dbg_warp[$clog2(WARPS)-1:0]];
    dbg.at_barrier   = 32'(cfg_i.dbg_warp) < WARPS && at_bar[cfg_i.dbg_warp[$clog2(WARPS)-1:0]];
    dbg.trapped      = dbg_trapped[d];
    dbg.waits_memory = dbg_memory[d];
    dbg.grant        = dbg_grant[d];
    dbg.victim       = dbg_victim[d];
    dbg.replay       = dbg_replay[d];
    dbg.credit       = dbg_credit[d*8+:8];
    dbg.fund         = dbg_fund[d*16+:16];
    dbg.dtoks        = dbg_dtoks[d*8+:8];
    dbg.slot         = dbg_slot[d*4+:4];
    dbg.textile      = tex_view;
  end
  always_ff @(posedge clk_i) dbg_q <= dbg;
  always_comb begin
    dbg_o     = dbg_q;
    dbg_o.dtok = dtok_view;
  end

  // ---- Counters
  smfe_counts #(.PERF(PERF)) u_counts (
    .clk_i, .rst_ni, .pods_i(pod_perf), .start_i(start_valid_i), .trap_i(ev_trap),
    .replay_i(replay_valid_i), .hit_i(ev_hit), .miss_i(ev_miss), .shared_i(ev_shared),
    .const_hit_i(ev_const_hit), .const_miss_i(ev_const_miss), .const_word_i(ev_const_word),
    .attr_hit_i(ev_attr_hit), .attr_miss_i(ev_attr_miss), .attr_word_i(ev_attr_word), .rf_reads_i,
    .rf_writes_i, .grant_i(ev_grant), .timeout_i(ev_timeout), .waits_i(tex_waits), .perf_o,
    .deepest_o
  );

`ifdef VERILATOR
  initial if (PODS != 1 && PODS != 2) $fatal(1, "smfe_top: PODS must be 1 or 2");
  initial if (WARPS % PODS != 0 || NW > 24) $fatal(1,
      "smfe_top: a pod has at most 24 warps, and all have the same number");
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
