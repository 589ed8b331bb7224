// SPDX-License-Identifier: MIT
// The SM for the C bench: each field of a message has a port or an argument of its own, so that C++
// counts no bits. What the trace tells in a cycle goes to sm_run.c in this order: start, results,
// issue, trap, end of a CTA.
module sm_bench #(
    parameter int unsigned LANES = 8,
    parameter int unsigned PODS  = 2,
    parameter int unsigned WARPS = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [63:0] timebase_i,
    // Policy registers
    input  logic [smgpu_pkg::SchedW-1:0] sched_i,
    input  logic [smgpu_pkg::PrioW-1:0]  prio_i,
    input  logic [29:0] prio_pc_from_i,         // words
    input  logic [29:0] prio_pc_to_i,
    input  logic [10:0] prio_pc_threads_i,
    input  logic [5:0]  prio_pc_limit_i,
    input  logic [5:0]  bonus_texture_i,
    input  logic [5:0]  bonus_op_i,
    input  logic        bonus_pixel_i,
    input  logic [23:0] bonus_types_i,
    input  logic [31:0] bonus_slots_i,
    input  logic [7:0] oversub_low_i,
    input  logic [7:0] oversub_high_i,
    input  logic [1:0]  branch_policy_i,
    input  logic [1:0]  yield_mode_i,
    input  logic [7:0]  yield_period_i,
    input  logic [7:0]  yield_threshold_i,
    input  logic        fetch_policy_i,
    /* verilator lint_off UNUSEDSIGNAL */  // the register has bits without a field
    input  logic [31:0] backstop_i,       // SM_CFG.BACKSTOP
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic [5:0]  dbg_warp_i,
    output logic [31:0] dbg_pc_o,
    output logic [smgpu_pkg::PositionW-1:0] dbg_position_o, // as textile grants see that warp
    // Launch of a CTA with threads in x only, of a grid with CTAs in x only
    input  logic        launch_valid_i,
    output logic        launch_fits_o,
    input  logic [3:0]  launch_slot_i,
    input  logic [7:0]  launch_gen_i,
    input  logic [5:0]  launch_vm_i,
    input  logic [31:0] launch_entry_i,
    input  logic [31:0] launch_param_i,
    input  logic [31:0] launch_grid_x_i,
    input  logic [10:0] launch_threads_i,
    input  logic [17:0] launch_shared_i,
    input  logic [31:0] launch_linear_i,
    input  logic [15:0] kill_i,
    output logic [15:0] slot_busy_o,
    input  logic        trap_ready_i,
    // Instruction memory
    output logic        i_valid_o,
    input  logic        i_ready_i,
    output logic [31:0] i_pa_o,
    output logic [7:0]  i_id_o,
    input  logic        i_answer_i,
    input  logic [7:0]  i_answer_id_i,
    input  logic        i_err_i,
    input  logic [smgpu_pkg::LineW-1:0] i_data_i,
    output logic        iw_valid_o,
    input  logic        iw_ready_i,
    output logic [19:0] iw_vpn_o,
    output logic [5:0]  iw_vm_o,
    input  logic        iw_answer_i,
    input  logic        iw_fault_i,
    input  logic [19:0] iw_ppn_i,
    // Maintenance
    input  logic        quiesce_i,
    output logic        quiesced_o,
    input  logic        flush_i,
    // A word for each counter: its increment, in the order of smgpu_perf_pkg::SM_*
    output logic [smgpu_perf_pkg::SM_COUNT*32-1:0] perf_o
);

  import "DPI-C" function void tb_on_start(input int unsigned warp, input int unsigned cta,
      input int unsigned index, input int unsigned pc, input int unsigned live);
  logic [1:0] issue_valid, bell;   // of each pod; its slot
  logic [7:0] issue_slot;
  import "DPI-C" function void tb_on_bell(input int unsigned slot);
  import "DPI-C" function void tb_on_issue(input int unsigned warp, input byte unsigned seq,
      input int unsigned pc, input int unsigned insn, input int unsigned mask);
  import "DPI-C" function void tb_on_write(input int unsigned warp, input byte unsigned seq,
      input int unsigned rd, input int unsigned beat, input int unsigned mask,
                                           input bit [LANES*32-1:0] data);
  import "DPI-C" function void tb_on_trap(input int unsigned warp, input int unsigned slot,
      input int unsigned gen, input int unsigned cause, input int unsigned access,
                                          input int unsigned pc, input int unsigned addr,
                                              input int unsigned thread);
  import "DPI-C" function void tb_on_done(input int unsigned slot);

  // ---- Messages to the SM
  smgpu_pkg::sm_cfg_t cfg;
  always_comb begin
    cfg                 = '0;
    cfg.backstop        = backstop_i[smgpu_regs_pkg::SM_CFG_BACKSTOP_LIMIT_LSB+:
        smgpu_regs_pkg::SM_CFG_BACKSTOP_LIMIT_W];
    cfg.backstop_shift  = backstop_i[smgpu_regs_pkg::SM_CFG_BACKSTOP_SHIFT_LSB+:
        smgpu_regs_pkg::SM_CFG_BACKSTOP_SHIFT_W];
    cfg.backstop_least  = backstop_i[smgpu_regs_pkg::SM_CFG_BACKSTOP_LEAST_LSB+:
        smgpu_regs_pkg::SM_CFG_BACKSTOP_LEAST_W];
    cfg.dtok_depth      = 9'd64;
    cfg.sched           = sched_i;
    cfg.prio            = prio_i;
    cfg.prio_pc.from    = prio_pc_from_i;
    cfg.prio_pc.to      = prio_pc_to_i;
    cfg.prio_pc.threads = prio_pc_threads_i;
    cfg.prio_pc.limit   = prio_pc_limit_i;
    cfg.bonus.texture    = bonus_texture_i;
    cfg.bonus.op         = bonus_op_i;
    cfg.bonus.pixel_only = bonus_pixel_i;
    cfg.bonus.types      = bonus_types_i;
    cfg.bonus.slots      = bonus_slots_i;
    cfg.branch_policy   = branch_policy_i;
    cfg.yield_mode      = yield_mode_i;
    cfg.yield_period    = yield_period_i;
    cfg.yield_threshold = yield_threshold_i;
    cfg.yield_seed      = smgpu_regs_pkg::SM_CFG_YIELD_SEED_VALUE_RESET;
    cfg.oversub_low     = oversub_low_i;
    cfg.oversub_high    = oversub_high_i;
    cfg.fetch_policy    = fetch_policy_i;
    cfg.dbg_warp        = dbg_warp_i;
  end

  smgpu_pkg::cta_launch_t launch;
  logic [20:0] recip;
  assign recip = 21'(((32'd1 << 20) + 32'(launch_threads_i) - 32'd1) / 32'(launch_threads_i));
  always_comb begin
    launch              = '0;
    launch.slot         = launch_slot_i;
    launch.gen          = launch_gen_i;
    launch.vm           = launch_vm_i;
    launch.entry        = launch_entry_i;
    launch.param        = launch_param_i;
    launch.grid_x       = launch_grid_x_i;
    launch.grid_y       = 32'd1;
    launch.grid_z       = 32'd1;
    launch.cta_x        = launch_threads_i;
    launch.cta_y        = 11'd1;
    launch.cta_z        = 11'd1;
    launch.threads      = launch_threads_i;
    launch.warps        = 6'((launch_threads_i + 11'd31) / 11'd32);
    launch.recip_x      = recip;
    launch.recip_xy     = recip;
    launch.shared_bytes = launch_shared_i;
    launch.x            = launch_linear_i;
    launch.linear       = launch_linear_i;
  end

  /* verilator lint_off UNUSEDSIGNAL */  // the bench takes some fields of a message
  smgpu_pkg::mem_req_t  i_req;
  smgpu_pkg::mem_rsp_t  i_rsp;
  smgpu_pkg::walk_req_t iw_req;
  /* verilator lint_on UNUSEDSIGNAL */
  smgpu_pkg::walk_rsp_t iw_rsp;
  assign i_pa_o   = i_req.pa[31:0];
  assign i_id_o   = i_req.id;
  assign iw_vpn_o = iw_req.vpn;
  assign iw_vm_o  = iw_req.vm;
  always_comb begin
    i_rsp        = '0;
    i_rsp.id     = i_answer_id_i;
    i_rsp.err    = i_err_i;
    i_rsp.data   = i_data_i;
    iw_rsp       = '0;
    iw_rsp.fault = iw_fault_i;
    iw_rsp.r     = 1'b1;
    iw_rsp.w     = 1'b1;
    iw_rsp.x     = 1'b1;
    iw_rsp.ppn   = 29'(iw_ppn_i);
  end

  // ---- Messages from the SM
  typedef struct packed {
    logic             valid;
    logic [5:0]       warp;
    logic [7:0]       seq;
    logic [4:0]       rd;
    logic [smgpu_pkg::BeatW-1:0] beat;
    logic             all;       // executed once: this is each beat's result
    logic [LANES-1:0] mask;
    logic [LANES*32-1:0] data;
  } result_t;
  typedef struct packed {      // as at sm_top's trace_o
    logic        exit_valid;
    logic [5:0]  exit_warp;
    logic        start_valid;
    logic [4:0]  start_index;
    logic [31:0] start_linear;
    smgpu_pkg::warp_start_t start;
    result_t     result1;
    result_t     result0;
    smgpu_pkg::trace_issue_t issue1;
    smgpu_pkg::trace_issue_t issue0;
  } trace_t;
  /* verilator lint_off UNUSEDSIGNAL */  // the bench takes some fields of a message
  smgpu_pkg::sm_dbg_t dbg;
  smgpu_pkg::trap_t   trap;
  trace_t             trace;
  /* verilator lint_on UNUSEDSIGNAL */
  logic               trap_valid, done_valid;
  logic [3:0]         done_slot;
  logic [smgpu_perf_pkg::SM_COUNT*smgpu_pkg::PerfIncW-1:0] perf;
  assign dbg_pc_o = dbg.pc;
  /* verilator lint_off UNUSEDSIGNAL */
  smgpu_pkg::textile_view_t textile;
  /* verilator lint_on UNUSEDSIGNAL */
  assign textile        = dbg.textile;
  assign dbg_position_o = textile.position;
  for (genvar g = 0; g < smgpu_perf_pkg::SM_COUNT; g++) begin : gen_perf
    assign perf_o[32*g+:32] = 32'(perf[smgpu_pkg::PerfIncW*g+:smgpu_pkg::PerfIncW]);
  end

  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (trace.start_valid)
        tb_on_start(32'(trace.start.warp), trace.start_linear, 32'(trace.start_index),
            trace.start.pc, trace.start.live);
      if (trace.result0.valid)
        for (int b = 0; b < (trace.result0.all ? 32 / int'(LANES) : 1); b++)
          tb_on_write(32'(trace.result0.warp), trace.result0.seq, 32'(trace.result0.rd),
              32'(trace.result0.beat) + b, 32'(trace.result0.mask), trace.result0.data);
      if (trace.result1.valid)
        for (int b = 0; b < (trace.result1.all ? 32 / int'(LANES) : 1); b++)
          tb_on_write(32'(trace.result1.warp), trace.result1.seq, 32'(trace.result1.rd),
              32'(trace.result1.beat) + b, 32'(trace.result1.mask), trace.result1.data);
      for (int unsigned p = 0; p < 2; p++)
        if (issue_valid[p] && bell[p]) tb_on_bell(32'(issue_slot[4*p+:4]));
      if (trace.issue0.valid)
        tb_on_issue(32'(trace.issue0.warp), trace.issue0.seq, trace.issue0.pc, trace.issue0.insn,
            trace.issue0.mask);
      if (trace.issue1.valid)
        tb_on_issue(32'(trace.issue1.warp), trace.issue1.seq, trace.issue1.pc, trace.issue1.insn,
            trace.issue1.mask);
      if (trap_valid && trap_ready_i)
        tb_on_trap(32'(trap.warp), 32'(trap.slot), 32'(trap.gen), 32'(trap.cause),
            32'(trap.access), trap.pc, trap.addr, trap.by_thread ? 32'(trap.thread) : ~0);
      if (done_valid) tb_on_done(32'(done_slot));
    end

  smgpu_pkg::tlb_flush_t tlb_flush;
  assign tlb_flush = '{valid: flush_i, every: 1'b1, vm: '0, first: '0, last: '1};

  // data memory is load/store's: smls_standin.sv has its own
  /* verilator lint_off PINCONNECTEMPTY */
  sm_top #(.LANES(LANES), .PODS(PODS), .WARPS(WARPS), .TRACE(1)) u_sm (
    .clk_i, .rst_ni, .sm_id_i(2'd0), .timebase_i, .cfg_i(cfg), .dbg_o(dbg), .launch_valid_i,
    .launch_i(launch), .launch_fits_o, .free_warps_o(), .room_o(), .split_o(), .kill_i,
    .cta_done_valid_o(done_valid), .cta_done_slot_o(done_slot), .slot_busy_o,
    .issue_valid_o(issue_valid), .issue_slot_o(issue_slot), .bell_o(bell),
    .trap_valid_o(trap_valid), .trap_ready_i, .trap_o(trap),
    .d_req_valid_o(), .d_req_ready_i(1'b0), .d_req_o(), .d_rsp_valid_i(1'b0), .d_rsp_ready_o(),
    .d_rsp_i('0), .inv_valid_i(1'b0), .inv_ready_o(), .inv_pa_i('0),
    .dw_req_valid_o(), .dw_req_ready_i(1'b0), .dw_req_o(), .dw_rsp_valid_i(1'b0), .dw_rsp_i('0),
    .dw_row_i('0),
    .i_req_valid_o(i_valid_o), .i_req_ready_i(i_ready_i), .i_req_o(i_req),
    .i_rsp_valid_i(i_answer_i), .i_rsp_ready_o(), .i_rsp_i(i_rsp),
    .iw_req_valid_o(iw_valid_o), .iw_req_ready_i(iw_ready_i), .iw_req_o(iw_req),
    .iw_rsp_valid_i(iw_answer_i), .iw_rsp_i(iw_rsp),
    .quiesce_i, .quiesced_o, .tlb_flush_i(tlb_flush), .drained_o(),
    .l1_flush_i(flush_i), .icache_flush_i(flush_i), .forget_i(1'b0), .perf_o(perf), .deepest_o(),
    .trace_o(trace)
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
