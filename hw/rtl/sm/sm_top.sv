// SPDX-License-Identifier: MIT
// Streaming multiprocessor: CTA contexts, front end, execution, texture unit, load/store.
//
//   launcher ─▶ smcta ─▶ smfe_top ─▶ smex_top ─▶ smtex_top ─▶ smls_top ─▶ memory
//                  ▲        │  ▲        │ results, branches    │ done, faults
//                  └─ done ─┘  └────────┴───────────────────────┘
//
// Only wires: Documentation/hardware/sm.rst has the rules between the blocks.

module sm_top #(
    // Size of the SM: warps of 32 threads, threads of a beat, lanes of a beat that the FP pipe
    // takes in a cycle.
    parameter int unsigned WARPS      = 16,
    parameter int unsigned LANES      = 16,
    parameter int unsigned FP_UNITS   = LANES,
    // with one, all of pod 1 is zero at the ports and in the trace
    parameter int unsigned PODS       = 2,
    parameter int unsigned ALUS       = PODS,  // integer pipes
    // beats of each pod that wait for load/store; 0: none
    parameter int unsigned LS_QUEUE   = 8,
    parameter int unsigned FP_QUEUE   = 4,     // for the FP pipe; 0: none
    parameter int unsigned KEEP       = 1,     // 1: each pod keeps the last rs1 of each warp
    // 0: what is the same in all threads is executed for each of them
    parameter int unsigned UNIFORM    = 1,
    parameter int unsigned CREDIT     = 1,     // 0: no credit policies
    parameter int unsigned PRIO       = 1,     // 0: no priority tokens of L1
    parameter int unsigned PRIO_L2    = 1,     // 0: none of the L2
    parameter int unsigned PREDICT    = 1,     // 0: no sampled working sets of warps
    parameter int unsigned BONUS      = 1,     // 0: no bonuses of the additive weight
    // Tokens of a warp's divergence queue; sizes of the caches.
    parameter int unsigned DTOKS      = 64,
    parameter int unsigned L1_KIB     = 16,
    parameter int unsigned ICACHE_KIB = 4,
    parameter int unsigned CONST_KIB  = 2,     // 0: no instructions with constant operands
    parameter int unsigned ATTR_KIB   = 2,     // 0: no instructions with attributes
    parameter int unsigned TEX        = 1,     // 0: no texture unit
    parameter int unsigned TEXTILE    = 1,     // 0: no textile grants
    // Of the SM itself, beside what L1 lends.
    parameter int unsigned SHARED_KIB = 32,
    // 0: L1 lends nothing to shared memory
    parameter int unsigned LEND       = LANES > 4 ? 1 : 0,
    // TLB, PAGES, WALKS, LINES: see smls_top
    parameter int unsigned TLB        = LANES > 4 ? 32 : 16,
    parameter int unsigned PAGES      = LANES > 4 ? 2048 : 0,
    parameter int unsigned WALKS      = 4,
    parameter int unsigned LINES      = LANES > 4 ? 32 : 16,
    parameter int unsigned PERF       = 1,     // 0: the front end counts nothing
    // 0: trace_o is zero. Benches in lockstep with the model set it.
    parameter int unsigned TRACE      = 0,
    // do not override
    parameter int unsigned TraceW     = smgpu_pkg::trace_bits(LANES)
) (
    input  logic              clk_i,
    input  logic              rst_ni,
    // Values of CSRs: the number of the SM, and time.
    input  logic [1:0]        sm_id_i,
    input  logic [63:0]       timebase_i,
    // Policies, and what software sees of the selected warp.
    input  smgpu_pkg::sm_cfg_t           cfg_i,
    output smgpu_pkg::sm_dbg_t           dbg_o,
    // Launcher. launch_fits_o, room_o and split_o speak of launch_i, also without launch_valid_i.
    // launch_valid_i is raised only with launch_fits_o.
    input  logic              launch_valid_i,
    input  smgpu_pkg::cta_launch_t           launch_i,
    output logic              launch_fits_o,
    output logic [5:0]        free_warps_o,
    output logic [4:0]        room_o,
    output logic              split_o,
    // A level for each task slot: its warps must stop.
    input  logic [15:0]       kill_i,
    // A CTA has ended: valid only, one a cycle.
    output logic              cta_done_valid_o,
    output smgpu_pkg::slot_t  cta_done_slot_o,
    output logic [15:0]       slot_busy_o,
    // An issue of each pod, a pulse, with the slot of its task.
    output logic [1:0]        issue_valid_o,
    output logic [7:0]        issue_slot_o,
    output logic [1:0]        bell_o,          // with issue_valid_o
    // Traps
    output logic              trap_valid_o,
    input  logic              trap_ready_i,
    output smgpu_pkg::trap_t            trap_o,
    // Data memory
    output logic                            d_req_valid_o,
    input  logic                            d_req_ready_i,
    output smgpu_pkg::mem_req_t             d_req_o,
    input  logic                            d_rsp_valid_i,
    output logic                            d_rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t             d_rsp_i,
    // L1 drops this line (pa[40:5]).
    input  logic                            inv_valid_i,
    output logic                            inv_ready_o,
    input  logic [35:0]                     inv_pa_i,
    // Page walks of load/store. The answer is valid only, and has the id of its request.
    output logic                            dw_req_valid_o,
    input  logic                            dw_req_ready_i,
    output smgpu_pkg::walk_req_t            dw_req_o,
    input  logic                            dw_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            dw_rsp_i,
    input  smgpu_pkg::walk_row_t            dw_row_i,
    // Instruction memory
    output logic                            i_req_valid_o,
    input  logic                            i_req_ready_i,
    output smgpu_pkg::mem_req_t             i_req_o,
    input  logic                            i_rsp_valid_i,
    output logic                            i_rsp_ready_o,
    input  smgpu_pkg::mem_rsp_t             i_rsp_i,
    // Page walks of fetch.
    output logic                            iw_req_valid_o,
    input  logic                            iw_req_ready_i,
    output smgpu_pkg::walk_req_t            iw_req_o,
    input  logic                            iw_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            iw_rsp_i,
    // Maintenance. quiesce_i is a level: no access or walk starts; quiesced_o: none is in flight.
    // The flushes are pulses; those of L1 and of the instruction cache come while quiesced.
    input  logic              quiesce_i,
    output logic              quiesced_o,
    input  smgpu_pkg::tlb_flush_t           tlb_flush_i,
    // Nothing is in flight that was translated before the last tlb_flush_i.
    output logic              drained_o,
    input  logic              forget_i,        // a VM's number is given back
    input  logic              l1_flush_i,
    input  logic              icache_flush_i,
    output logic [smgpu_perf_pkg::SM_COUNT*6-1:0] perf_o,
    // SM_DTOK_DEEPEST: a maximum, and no increment of perf_o
    output logic [8:0]        deepest_o,
    // Trace, zero when TRACE is 0. From bit 0: trace_issue_t of pod 0, pod 1; results of pod 0,
    // pod 1 {trace_wb_t, mask, data}; trace_start_t; trace_end_t
    output logic [TraceW-1:0] trace_o
);

  // ---- CTA contexts
  logic        start_valid, warp_done_valid, smem_clear, smem_clear_done;
  smgpu_pkg::warp_t warp_done, ctx_warp_ex, ctx_warp_ls;
  // A warp starts, with its place in the CTA and the task's PARAM.
  logic [4:0]  start_index;
  logic [3:0]  smem_clear_first, smem_clear_last;
  logic [31:0] start_linear, start_param;
  smgpu_pkg::warp_start_t           start_msg;
  smgpu_pkg::warp_ctx_t             ctx_ex, ctx_ls;

  // L1's data RAM is shared memory.
  logic        lent;

  smcta #(.WARPS(WARPS), .SHARED_KIB(SHARED_KIB), .LENT_KIB(LEND != 0 ? L1_KIB : 0)) u_cta (
    .clk_i, .rst_ni, .launch_valid_i, .launch_i, .launch_fits_o, .free_warps_o, .room_o, .split_o,
    .lent_o(lent), .kill_i, .cta_done_valid_o, .cta_done_slot_o, .slot_busy_o, .forget_i,
    .start_valid_o(start_valid), .start_o(start_msg), .start_warp_in_cta_o(start_index),
    .start_linear_o(start_linear), .start_param_o(start_param),
    .warp_done_valid_i(warp_done_valid), .warp_done_i(warp_done), .smem_clear_o(smem_clear),
    .smem_clear_first_o(smem_clear_first), .smem_clear_last_o(smem_clear_last),
    .smem_clear_done_i(smem_clear_done),
    .ctx_warp_ex_i(ctx_warp_ex), .ctx_ex_o(ctx_ex), .ctx_warp_ls_i(ctx_warp_ls), .ctx_ls_o(ctx_ls)
  );

  // fields that concern others; with PRIO = 0 no warp has a token
  /* verilator lint_off UNUSEDSIGNAL */
  smgpu_pkg::warp_start_t start;
  smgpu_pkg::sm_dbg_t   dbg_fe;
  logic [WARPS-1:0]     blocked, at_barrier;
  logic [WARPS-1:0]     held;          // has a priority token of L1
  logic [WARPS-1:0]     later_q;       // issues after the others, as it has no token
  logic [WARPS-1:0]     hold, prio_hold, prio_go;    // of accesses, which wait for a token
  logic [WARPS-1:0]     outside;       // of the stretch of code with a limit of its own
  logic [WARPS-1:0]     ptok_held, ptok_want, ptok_go, ptok_rel;   // of xsm.tokacq and xsm.tokrel
  // Levels of the warps' requests, two bits each; 0 without a token.
  logic [2*WARPS-1:0]   level, level_l2;
  logic [WARPS-1:0]     held_l2;
  smgpu_pkg::seen_t            seen;
  logic [5:0]           look, look_l2;
  logic [9:0]           set_lines, room, dbg_lines;  // working sets of warps
  logic                 dbg_known;
  logic                 granted;
  logic [1:0]           iss_at;        // an instruction issues, and its uop says where it is
  logic [5:0]           prio_limit;
  logic                 prio_here;
  smgpu_pkg::prio_t     prio;          // PRIO, with the limit that holds
  smgpu_pkg::prio_t     prio_l2;       // PRIO_L2, handed on as PRIO_ROTATE says
  /* verilator lint_on UNUSEDSIGNAL */
  assign start = start_msg;
  always_comb begin
    dbg_o      = dbg_fe;
    dbg_o.prio = 48'(held);
    dbg_o.prio_l2 = 48'(held_l2);
    dbg_o.set_known = dbg_known;
    dbg_o.set_lines = dbg_lines;
    prio       = cfg_i.prio;
    prio.limit = prio_limit;
    if (prio_here) prio.at_barrier = 1'b1;
    // The L2's instance has no fields of its own for handing on: it takes those of PRIO_ROTATE.
    prio_l2             = '0;
    prio_l2.limit       = cfg_i.prio_l2.limit;
    prio_l2.policy      = cfg_i.prio_l2.policy;
    prio_l2.at_barrier  = cfg_i.prio_l2.at_barrier;
    prio_l2.level       = cfg_i.prio_l2.level;
    prio_l2.fixed_level = cfg_i.prio_l2.fixed_level;
    prio_l2.period      = cfg_i.prio.period;
    prio_l2.unit        = cfg_i.prio.unit;
    prio_l2.fixed       = cfg_i.prio.fixed;
  end

  // ---- Front end
  logic        ex_start_valid, ext_valid, lsd_valid, lsf_valid;
  logic        fe_quiesced, ls_quiesced;
  logic        fe_drained, ls_drained;
  smgpu_pkg::warp_t ex_start_warp, ext_warp, lsd_warp, lsf_warp;
  logic [5:0]  iss_wait;
  logic [1:0]  iss_valid, iss_ready, iss_slow, wb_valid, br_valid, base_valid;
  logic [11:0] wb_warp, br_warp;
  logic [9:0]  wb_rd;
  logic [3:0]  wb_pipe;
  logic [1:0]  replay_valid, rf_reads;
  logic [1:0]  rf_writes;
  logic [1:0]  beat, once;
  logic [11:0] replay_warp;
  logic [63:0] br_mask, br_target;
  logic [31:0] ext_pc, lsf_pc, lsf_addr;
  logic [7:0]  ext_cause, lsf_cause;
  logic [2:0]  lsf_access;
  logic [5:0]  lsf_thread;
  logic [2*smgpu_pkg::UopW-1:0] iss_uop;
  logic [smgpu_perf_pkg::SM_COUNT*6-1:0] perf_fe;
  smgpu_pkg::ls_perf_t perf_ls;
  logic [2*smgpu_pkg::TraceIssueW-1:0] trace_issue;
  smgpu_pkg::trace_end_t trace_exit;
  logic [2*(smgpu_pkg::TraceWbW + 33*LANES)-1:0] trace_wb;

  smfe_top #(.WARPS(WARPS), .PODS(PODS), .CREDIT(CREDIT), .BONUS(BONUS), .DTOKS(DTOKS),
      .ICACHE_KIB(ICACHE_KIB), .CONST_KIB(CONST_KIB), .ATTR_KIB(ATTR_KIB), .TEX(TEX),
      .TEXTILE(TEXTILE), .PERF(PERF), .TRACE(TRACE)) u_fe (
    .clk_i, .rst_ni, .cfg_i, .dbg_o(dbg_fe), .blocked_o(blocked), .at_barrier_o(at_barrier),
    .ptok_want_o(ptok_want), .ptok_go_i(ptok_go), .ptok_rel_o(ptok_rel), .later_i(later_q),
    .ptok_hold_i(hold), .ptok_held_o(ptok_held), .kill_i, .start_valid_i(start_valid),
    .start_i(start_msg), .start_warp_in_cta_i(start_index), .start_param_i(start_param),
    .slot_busy_i(slot_busy_o),
    .warp_done_valid_o(warp_done_valid), .warp_done_o(warp_done), .start_valid_o(ex_start_valid),
    .start_warp_o(ex_start_warp),
    .iss_valid_o(iss_valid), .iss_ready_i(iss_ready), .iss_uop_o(iss_uop), .iss_slow_o(iss_slow),
    .wb_valid_i(wb_valid), .wb_warp_i(wb_warp), .wb_rd_i(wb_rd), .wb_pipe_i(wb_pipe),
    .iss_wait_i(iss_wait), .rf_reads_i(rf_reads), .rf_writes_i(rf_writes),
    .ls_walk_i(dw_req_valid_o && dw_req_ready_i), .ls_walked_i(dw_rsp_valid_i),
    .ls_held_i(d_req_valid_o && !d_req_ready_i),
    .br_valid_i(br_valid), .br_warp_i(br_warp), .br_mask_i(br_mask), .br_target_i(br_target),
    .base_valid_i(base_valid),
    .ext_valid_i(ext_valid), .ext_warp_i(ext_warp), .ext_pc_i(ext_pc), .ext_cause_i(ext_cause),
    .lsd_valid_i(lsd_valid), .lsd_warp_i(lsd_warp), .replay_valid_i(replay_valid),
    .replay_warp_i(replay_warp), .lsf_valid_i(lsf_valid), .lsf_warp_i(lsf_warp), .lsf_pc_i(lsf_pc),
    .lsf_cause_i(lsf_cause), .lsf_access_i(lsf_access), .lsf_addr_i(lsf_addr),
    .lsf_thread_i(lsf_thread), .issue_valid_o, .issue_slot_o, .issue_at_o(iss_at), .bell_o,
    .trap_valid_o, .trap_ready_i, .trap_o, .i_req_valid_o, .i_req_ready_i, .i_req_o, .i_rsp_valid_i,
    .i_rsp_ready_o, .i_rsp_i,
    .iw_req_valid_o, .iw_req_ready_i, .iw_req_o, .iw_rsp_valid_i, .iw_rsp_i, .quiesce_i,
    .quiesced_o(fe_quiesced), .tlb_flush_i, .drained_o(fe_drained),
    .icache_flush_i, .forget_i, .perf_o(perf_fe), .deepest_o, .trace_issue_o(trace_issue),
    .trace_exit_o(trace_exit)
  );

  // ---- Execution
  logic                ls_valid, ls_ready, lw_valid, lw_ready, lw_last;
  smgpu_pkg::uop_t     ls_uop;
  logic                tex_taken;
  smgpu_pkg::beat_t            ls_beat, lw_beat;
  logic [LANES*32-1:0] ls_base, ls_data, ls_cmp, lw_data;
  smgpu_pkg::warp_t    lw_warp;
  logic [4:0]          lw_rd;
  logic [7:0]          lw_seq;
  logic [LANES-1:0]    lw_mask;

  smex_top #(.WARPS(WARPS), .PODS(PODS), .LANES(LANES), .FP_UNITS(FP_UNITS), .ALUS(ALUS),
      .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .KEEP(KEEP), .UNIFORM(UNIFORM), .TEX(TEX),
      .TRACE(TRACE)) u_ex (
    .clk_i, .rst_ni, .sm_id_i, .timebase_i, .start_valid_i(ex_start_valid),
    .start_warp_i(ex_start_warp),
    .iss_valid_i(iss_valid), .iss_ready_o(iss_ready), .iss_wait_o(iss_wait), .rf_reads_o(rf_reads),
    .rf_writes_o(rf_writes), .beat_o(beat), .once_o(once), .iss_uop_i(iss_uop),
    .iss_slow_i(iss_slow), .wb_valid_o(wb_valid), .wb_warp_o(wb_warp), .wb_rd_o(wb_rd),
    .wb_pipe_o(wb_pipe),
    .br_valid_o(br_valid), .br_warp_o(br_warp), .br_mask_o(br_mask), .br_target_o(br_target),
    .base_valid_o(base_valid),
    .ext_valid_o(ext_valid), .ext_warp_o(ext_warp), .ext_pc_o(ext_pc), .ext_cause_o(ext_cause),
    .ls_valid_o(ls_valid), .ls_ready_i(ls_ready), .ls_uop_o(ls_uop), .ls_beat_o(ls_beat),
    .ls_base_o(ls_base), .ls_data_o(ls_data),
    .ls_cmp_o(ls_cmp), .tex_taken_i(tex_taken), .lw_valid_i(lw_valid), .lw_ready_o(lw_ready),
    .lw_warp_i(lw_warp), .lw_rd_i(lw_rd), .lw_seq_i(lw_seq),
    .lw_beat_i(lw_beat), .lw_mask_i(lw_mask), .lw_data_i(lw_data), .lw_last_i(lw_last),
    .ctx_warp_o(ctx_warp_ex), .ctx_i(ctx_ex),
    .trace_wb_o(trace_wb),
    /* verilator lint_off PINCONNECTEMPTY */  // for benches of execution
    .trace_br_o() /* verilator lint_on PINCONNECTEMPTY */
  );

  // ---- Texture unit: what is not for it passes. Without it these are the same wires.
  // Its load/store side: beats that it passes or makes, and what comes back.
  logic                        m_valid, m_ready;
  logic                        m_lw_valid, m_lw_ready, m_lw_last;
  logic                        m_lsd_valid;
  logic                        tex, tap;   // counters: texture instructions, taps
  smgpu_pkg::uop_t             m_uop;
  smgpu_pkg::beat_t            m_beat, m_lw_beat;
  logic [LANES*32-1:0]         m_base, m_lw_data;
  logic [LANES-1:0]            m_lw_mask;
  smgpu_pkg::warp_t            m_lw_warp, m_lsd_warp;
  logic [4:0]                  m_lw_rd;
  logic [7:0]                  m_lw_seq;
  if (TEX != 0) begin : gen_tex
    smtex_top #(.LANES(LANES)) u_tex (
      .clk_i, .rst_ni, .ls_valid_i(ls_valid), .ls_ready_o(ls_ready), .ls_uop_i(ls_uop),
      .ls_beat_i(ls_beat), .ls_base_i(ls_base), .ls_data_i(ls_data), .ls_cmp_i(ls_cmp),
      .lw_valid_o(lw_valid), .lw_ready_i(lw_ready), .lw_warp_o(lw_warp), .lw_rd_o(lw_rd),
      .lw_seq_o(lw_seq), .lw_beat_o(lw_beat), .lw_mask_o(lw_mask),
      .lw_data_o(lw_data), .lw_last_o(lw_last), .lsd_valid_o(lsd_valid), .lsd_warp_o(lsd_warp),
      .m_valid_o(m_valid), .m_ready_i(m_ready), .m_uop_o(m_uop), .m_beat_o(m_beat),
      .m_base_o(m_base),
      .m_lw_valid_i(m_lw_valid), .m_lw_ready_o(m_lw_ready), .m_lw_warp_i(m_lw_warp),
      .m_lw_rd_i(m_lw_rd), .m_lw_seq_i(m_lw_seq), .m_lw_beat_i(m_lw_beat),
      .m_lw_mask_i(m_lw_mask), .m_lw_data_i(m_lw_data), .m_lw_last_i(m_lw_last),
      .m_lsd_valid_i(m_lsd_valid), .m_lsd_warp_i(m_lsd_warp),
      .m_lsf_valid_i(lsf_valid), .m_lsf_warp_i(lsf_warp), .taken_o(tex_taken), .tex_o(tex),
      .tap_o(tap)
    );
  end else begin : gen_no_tex
    assign {m_valid, m_uop, m_beat, m_base} = {ls_valid, ls_uop, ls_beat, ls_base};
    assign {ls_ready, m_lw_ready}           = {m_ready, lw_ready};
    assign {lw_valid, lw_warp, lw_rd, lw_seq, lw_beat, lw_mask, lw_data, lw_last} =
        {m_lw_valid, m_lw_warp, m_lw_rd, m_lw_seq, m_lw_beat, m_lw_mask, m_lw_data, m_lw_last};
    assign {lsd_valid, lsd_warp, tex_taken, tex, tap} = {m_lsd_valid, m_lsd_warp, 3'b0};
  end

  // ---- Load/store
  smls_top #(.WARPS(WARPS), .LANES(LANES), .L1_KIB(L1_KIB), .PRIO(PRIO), .SHARED_KIB(SHARED_KIB),
      .LEND(LEND), .TLB(TLB), .PAGES(PAGES), .WALKS(WALKS), .LINES(LINES)) u_ls (
    .clk_i, .rst_ni, .sm_id_i, .ls_valid_i(m_valid), .ls_ready_o(m_ready), .ls_uop_i(m_uop),
    .ls_beat_i(m_beat), .ls_base_i(m_base),
    .ls_data_i(ls_data), .ls_cmp_i(ls_cmp), .lw_valid_o(m_lw_valid), .lw_ready_i(m_lw_ready),
    .lw_warp_o(m_lw_warp), .lw_rd_o(m_lw_rd),
    .lw_seq_o(m_lw_seq), .lw_beat_o(m_lw_beat), .lw_mask_o(m_lw_mask), .lw_data_o(m_lw_data),
    .lw_last_o(m_lw_last),
    .lsd_valid_o(m_lsd_valid), .lsd_warp_o(m_lsd_warp), .replay_valid_o(replay_valid),
    .replay_warp_o(replay_warp), .lsf_valid_o(lsf_valid), .lsf_warp_o(lsf_warp), .lsf_pc_o(lsf_pc),
    .lsf_cause_o(lsf_cause), .lsf_access_o(lsf_access), .lsf_addr_o(lsf_addr),
    .lsf_thread_o(lsf_thread), .ctx_warp_o(ctx_warp_ls), .ctx_i(ctx_ls),
    .smem_clear_i(smem_clear), .smem_clear_first_i(smem_clear_first),
    .smem_clear_last_i(smem_clear_last), .smem_clear_done_o(smem_clear_done), .lent_i(lent),
    .d_req_valid_o, .d_req_ready_i, .d_req_o, .d_rsp_valid_i,
    .d_rsp_ready_o, .d_rsp_i, .inv_valid_i, .inv_ready_o, .inv_pa_i, .dw_req_valid_o,
    .dw_req_ready_i, .dw_req_o, .dw_rsp_valid_i,
    .dw_rsp_i, .dw_row_i, .quiesce_i, .quiesced_o(ls_quiesced), .tlb_flush_i,
    .drained_o(ls_drained), .l1_flush_i, .level_i(level), .level_l2_i(level_l2), .prio_i(prio),
    .perf_ls_o(perf_ls), .seen_o(seen)
  );

  // ---- Priority tokens of L1
  if (PRIO != 0) begin : gen_prio
    smprio_pc #(.WARPS(WARPS), .PODS(PODS)) u_prio_pc (
      .clk_i, .rst_ni, .cfg_i(cfg_i.prio_pc), .limit_i(cfg_i.prio.limit),
          .issue_i(iss_at[PODS-1:0]),
      .uop_i(iss_uop[PODS*smgpu_pkg::UopW-1:0]), .live_i(dbg_fe.live[WARPS-1:0]),
      .here_o(prio_here), .limit_o(prio_limit), .outside_o(outside)
    );
    smprio #(.WARPS(WARPS), .PREDICT(PREDICT)) u_prio (
      .clk_i, .rst_ni, .cfg_i(prio), .start_valid_i(start_valid), .start_warp_i(start.warp),
      .start_cta_i(start.cta_id),
      .done_valid_i(warp_done_valid), .done_warp_i(warp_done), .at_barrier_i(at_barrier),
      .away_i(outside), .blocked_i(blocked), .want_i(ptok_want), .rel_i(ptok_rel),
      .accesses_i(ptok_held), .hold_o(prio_hold), .go_o(prio_go),
      .requests_i(perf_ls.mem_requests[3:0]), .issued_i(issue_valid_o), .look_o(look),
      .lines_i(set_lines), .room_i(room), .held_o(held), .level_o(level), .granted_o(granted)
    );
    // With PRIO.weight a warp without a level issues after the others.
    always_ff @(posedge clk_i)
      for (int unsigned i = 0; i < WARPS; i++)
        later_q[i] <= rst_ni && cfg_i.prio.weight && level[2*i+:2] == '0;
    // While the limit of a stretch holds the warps elsewhere are as at a barrier: tokens are not
    // for them, and they wait for none.
    assign hold    = prio_hold & ~outside;
    assign ptok_go = prio_go | outside;
  end else begin : gen_no_prio
    assign look                   = '0;
    assign {held, later_q, hold, level, granted, prio_limit, prio_here, prio_hold, prio_go,
        outside} = '0;
    assign ptok_go                = '1;   // no warp waits for what there is not
  end

  // ---- Working sets of warps
  if (PRIO != 0 && PREDICT != 0) begin : gen_sets
    smprio_sets #(.WARPS(WARPS), .BANKS(LANES > 8 ? LANES / 8 : 1), .L1_KIB(L1_KIB)) u_sets (
      .clk_i, .rst_ni, .cfg_i(cfg_i.predict), .ways_i(cfg_i.prio.ways), .forget_i,
      .start_valid_i(start_valid), .start_warp_i(start.warp), .done_valid_i(warp_done_valid),
      .done_warp_i(warp_done),
      .seen_i(seen), .look_i(look), .lines_o(set_lines), .dbg_warp_i(cfg_i.dbg_warp),
      .dbg_lines_o(dbg_lines), .dbg_known_o(dbg_known), .room_o(room)
    );
  end else begin : gen_no_sets
    assign {set_lines, room, dbg_lines, dbg_known} = '0;
  end

  // ---- Priority tokens of the L2: no warp waits for one
  if (PRIO_L2 != 0) begin : gen_prio_l2
    logic             unused_l2, unused_granted;
    logic [WARPS-1:0] unused_hold, unused_go;
    smprio #(.WARPS(WARPS), .PREDICT(0)) u_prio (
      .clk_i, .rst_ni, .cfg_i(prio_l2), .start_valid_i(start_valid), .start_warp_i(start.warp),
      .start_cta_i(start.cta_id),
      .done_valid_i(warp_done_valid), .done_warp_i(warp_done), .at_barrier_i(at_barrier),
      .away_i('0), .blocked_i(blocked), .want_i(ptok_want), .rel_i(ptok_rel), .accesses_i('0),
      .hold_o(unused_hold), .go_o(unused_go),
      .requests_i(perf_ls.mem_requests[3:0]), .issued_i(issue_valid_o), .look_o(look_l2),
      .lines_i('0), .room_i('0), .held_o(held_l2), .level_o(level_l2), .granted_o(unused_granted)
    );
    assign unused_l2 = ^{unused_hold, unused_go, unused_granted};
  end else begin : gen_no_prio_l2
    assign {held_l2, level_l2, look_l2} = '0;
  end

  // The two that access memory
  assign quiesced_o = fe_quiesced && ls_quiesced;
  assign drained_o  = fe_drained && ls_drained;
  // Counters of other units than the front end, which leaves them at 0.
  always_comb begin
    perf_o = perf_fe;
    perf_o[6*smgpu_perf_pkg::SM_L1_HITS+:6]         = perf_ls.l1_hits;
    perf_o[6*smgpu_perf_pkg::SM_L1_MISSES+:6]       = perf_ls.l1_misses;
    perf_o[6*smgpu_perf_pkg::SM_MEM_REQUESTS+:6]    = perf_ls.mem_requests;
    perf_o[6*smgpu_perf_pkg::SM_SHARED_ACCESSES+:6] = perf_ls.shared_accesses;
    perf_o[6*smgpu_perf_pkg::SM_SHARED_REPLAYS+:6]  = perf_ls.shared_replays;
    perf_o[6*smgpu_perf_pkg::SM_L1_HITS_PRIO+:6]    = perf_ls.l1_hits_prio;
    perf_o[6*smgpu_perf_pkg::SM_L1_MISSES_PRIO+:6]  = perf_ls.l1_misses_prio;
    perf_o[6*smgpu_perf_pkg::SM_L1_BYPASSES+:6]     = perf_ls.l1_bypasses;
    perf_o[6*smgpu_perf_pkg::SM_PRIO_GRANTS+:6]     = 6'(granted);
    perf_o[6*smgpu_perf_pkg::SM_TEX+:6]             = 6'(tex);
    perf_o[6*smgpu_perf_pkg::SM_TEX_TAPS+:6]        = 6'(tap);
    perf_o[6*smgpu_perf_pkg::SM_BEATS+:6]           = 6'(beat[0]) + 6'(beat[1]);
    perf_o[6*smgpu_perf_pkg::SM_BEATS_SAVED+:6]     =
        (6'(once[0]) + 6'(once[1])) * 6'(32 / LANES - 1);
  end

  // ---- Trace
  smgpu_pkg::trace_start_t trace_start;
  assign trace_start.valid       = start_valid;
  assign trace_start.warp_in_cta = start_index;
  assign trace_start.cta         = start_linear;
  assign trace_start.start       = start_msg;
  assign trace_o = TRACE != 0 ? {trace_exit, trace_start, trace_wb, trace_issue} : '0;

`ifdef VERILATOR
  initial if (WARPS < 8 || WARPS > smgpu_pkg::MaxWarps) $fatal(1,
      "sm_top: an SM has 8 to 48 warps");
  initial if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) $fatal(1,
      "sm_top: LANES must be 4, 8, 16 or 32");
  initial if (DTOKS > 256 || (DTOKS & (DTOKS - 1)) != 0) $fatal(1,
      "sm_top: DTOKS is a power of two up to 256");
`endif

endmodule
