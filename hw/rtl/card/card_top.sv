// SPDX-License-Identifier: MIT
// The card: host interface, registers, control core, DMA engines, launcher, SMs and memory. Ports:
// Documentation/hardware/integration.rst; parameters and presets: configuration.rst. The last group
// of ports is for simulation: idle detection, moving the timebase, and the trace.

module card_top #(
    // Core cycles in a second, for software: HOST.TIMEBASE_HZ
    parameter int unsigned CLOCK_HZ = smgpu_regs_pkg::HOST_TIMEBASE_HZ_VALUE_RESET,
    // Parameters: made by hw/presets/gen.py until "end"
    // ---- Number and shape of SMs
    parameter int unsigned SMS = 1,  // SMs of the card
    parameter int unsigned PODS = 2,  // pods of an SM; each issues an instruction a cycle
    parameter int unsigned WARPS = 16,  // warps of an SM
    parameter int unsigned LANES = 16,  // threads that execution takes in a cycle
    // ---- Execution
    // lanes of a beat that the floating-point pipe takes in a cycle
    parameter int unsigned FP_UNITS = LANES,
    parameter int unsigned ALUS = PODS,  // integer pipes of an SM
    // beats of each pod that wait for load/store outside the pod; 0: none
    parameter int unsigned LS_QUEUE = 8,
    // beats of each pod that wait for the floating-point pipe; 0: none
    parameter int unsigned FP_QUEUE = 4,
    parameter int unsigned KEEP = 1,  // 1: a pod keeps the last rs1 of each warp
    // 1: an instruction with the same operands in all threads runs one beat; without effect at 32
    // lanes
    parameter int unsigned UNIFORM = 1,
    // ---- Warp scheduling and divergence
    parameter int unsigned CREDIT = 1,  // 1: credit policies; 0: SCHED takes LRR, GTO and TWO_LEVEL
    parameter int unsigned BONUS = 1,  // 1: bonuses of the additive weight
    parameter int unsigned TEXTILE = 1,  // 1: textile grants
    parameter int unsigned DTOKS = 64,  // tokens of a warp's queue
    // ---- Priority tokens
    parameter int unsigned PRIO = 1,  // 1: priority tokens of L1
    parameter int unsigned PRIO_L2 = 1,  // 1: priority tokens of the L2
    parameter int unsigned PREDICT = 1,  // 1: sampled working sets of warps
    // ---- Caches, memories and units of an SM
    parameter int unsigned ICACHE_KIB = 4,  // instruction cache of an SM
    // constant cache of an SM; 0: no instructions with constant operands
    parameter int unsigned CONST_KIB = 2,
    // attribute cache of an SM; 0: no instructions with attributes
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned TEX = 1,  // 1: a texture unit in each SM
    parameter int unsigned L1_KIB = 16,  // L1 of an SM
    parameter int unsigned SHARED_KIB = 32,  // shared memory of an SM
    // 1: in throttle mode the data RAM of L1 is shared memory
    parameter int unsigned LEND = LANES > 4 ? 1 : 0,
    // ---- Load/store, in flight
    parameter int unsigned TLB = LANES > 4 ? 32 : 16,  // entries of the TLB of load/store
    // pages of 4 KiB that load/store has in block RAM beside the TLB; 0: none
    parameter int unsigned PAGES = LANES > 4 ? 2048 : 0,
    // page walks under way, of a load/store unit and of all together
    parameter int unsigned WALKS = 4,
    parameter int unsigned LINES = LANES > 4 ? 32 : 16,  // requests of load/store under way
    // ---- L2 and DRAM
    // banks of the L2; L2_KIB, MSHRS and EVICTS count all together
    parameter int unsigned L2_BANKS = 1,
    parameter int unsigned L2_KIB = 64,  // L2
    parameter int unsigned MSHRS = 16,  // lines on their way from DRAM to the L2
    parameter int unsigned EVICTS = 16,  // lines on their way from the L2 to DRAM
    // words of an atomic of several that a bank of the L2 computes in a cycle
    parameter int unsigned AMO_UNITS = 8,
    // 1: requests for a line on its way wait in the L2; 0: they wait at their ports
    parameter int unsigned WAITS = 1,
    // 2^TIMEOUT cycles without an answer of DRAM or host memory are an error
    parameter int unsigned TIMEOUT = 16,
    // ---- Host memory, launcher, counters
    // transactions of host memory under way in each direction
    parameter int unsigned HOST_IDS = 16,
    parameter int unsigned DMAS = 2,  // DMA engines
    parameter int unsigned DMA_SLOTS = 32,  // chunks under way in DMA engine 1
    parameter int unsigned TURNS = 1,  // 1: quotas of launched CTAs; slots of a priority take turns
    parameter int unsigned PERF = 1,  // 1: performance counters
    parameter int unsigned TRACE = 0,  // 1: trace port, for simulation
    // end
    // Bits of an SM's trace; do not override
    parameter int unsigned TraceW = smgpu_pkg::trace_bits(LANES)
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic [15:0]  dram_mib_i,
    // BAR0, AXI4-Lite slave
    input  logic         bar0_aw_valid_i,
    output logic         bar0_aw_ready_o,
    input  logic [19:0]  bar0_aw_addr_i,
    input  logic         bar0_w_valid_i,
    output logic         bar0_w_ready_o,
    input  logic [31:0]  bar0_w_data_i,
    output logic         bar0_b_valid_o,
    input  logic         bar0_b_ready_i,
    input  logic         bar0_ar_valid_i,
    output logic         bar0_ar_ready_o,
    input  logic [19:0]  bar0_ar_addr_i,
    output logic         bar0_r_valid_o,
    input  logic         bar0_r_ready_i,
    output logic [31:0]  bar0_r_data_o,
    // BAR2, AXI4 slave, single beats
    input  logic         bar2_aw_valid_i,
    output logic         bar2_aw_ready_o,
    input  logic [25:0]  bar2_aw_addr_i,
    input  logic         bar2_w_valid_i,
    output logic         bar2_w_ready_o,
    input  logic [63:0]  bar2_w_data_i,
    input  logic [7:0]   bar2_w_strb_i,
    output logic         bar2_b_valid_o,
    output logic [1:0]   bar2_b_resp_o,
    input  logic         bar2_b_ready_i,
    input  logic         bar2_ar_valid_i,
    output logic         bar2_ar_ready_o,
    input  logic [25:0]  bar2_ar_addr_i,
    output logic         bar2_r_valid_o,
    input  logic         bar2_r_ready_i,
    output logic [63:0]  bar2_r_data_o,
    output logic [1:0]   bar2_r_resp_o,
    output logic         msi_o,
    // Card memory, AXI4 master
    output logic         dram_aw_valid_o,
    input  logic         dram_aw_ready_i,
    output logic [39:0]  dram_aw_addr_o,
    output logic [3:0]   dram_aw_id_o,
    output logic [7:0]   dram_aw_len_o,
    output logic [2:0]   dram_aw_size_o,
    output logic [1:0]   dram_aw_burst_o,
    output logic         dram_w_valid_o,
    input  logic         dram_w_ready_i,
    output logic [255:0] dram_w_data_o,
    output logic [31:0]  dram_w_strb_o,
    output logic         dram_w_last_o,
    input  logic         dram_b_valid_i,
    output logic         dram_b_ready_o,
    input  logic [3:0]   dram_b_id_i,
    input  logic [1:0]   dram_b_resp_i,
    output logic         dram_ar_valid_o,
    input  logic         dram_ar_ready_i,
    output logic [39:0]  dram_ar_addr_o,
    output logic [3:0]   dram_ar_id_o,
    output logic [7:0]   dram_ar_len_o,
    output logic [2:0]   dram_ar_size_o,
    output logic [1:0]   dram_ar_burst_o,
    input  logic         dram_r_valid_i,
    output logic         dram_r_ready_o,
    input  logic [255:0] dram_r_data_i,
    input  logic [3:0]   dram_r_id_i,
    input  logic [1:0]   dram_r_resp_i,
    input  logic         dram_r_last_i,
    // Host memory, AXI4 master, bursts of 4, 8, 12 or 16 beats in an aligned block of 128 bytes
    output logic         host_aw_valid_o,
    input  logic         host_aw_ready_i,
    output logic [39:0]  host_aw_addr_o,
    output logic [3:0]   host_aw_id_o,
    output logic [7:0]   host_aw_len_o,
    output logic [2:0]   host_aw_size_o,
    output logic [1:0]   host_aw_burst_o,
    output logic         host_w_valid_o,
    input  logic         host_w_ready_i,
    output logic [63:0]  host_w_data_o,
    output logic [7:0]   host_w_strb_o,
    output logic         host_w_last_o,
    input  logic         host_b_valid_i,
    output logic         host_b_ready_o,
    input  logic [3:0]   host_b_id_i,
    input  logic [1:0]   host_b_resp_i,
    output logic         host_ar_valid_o,
    input  logic         host_ar_ready_i,
    output logic [39:0]  host_ar_addr_o,
    output logic [3:0]   host_ar_id_o,
    output logic [7:0]   host_ar_len_o,
    output logic [2:0]   host_ar_size_o,
    output logic [1:0]   host_ar_burst_o,
    input  logic         host_r_valid_i,
    output logic         host_r_ready_o,
    input  logic [3:0]   host_r_id_i,
    input  logic [63:0]  host_r_data_i,
    input  logic [1:0]   host_r_resp_i,
    input  logic         host_r_last_i,
    // Simulation
    output logic         idle_o,          // nothing will happen until the timer or the next access
    output logic         timer_armed_o,
    output logic [63:0]  timer_o,
    output logic [63:0]  timebase_o,
    input  logic         skip_i,
    input  logic [63:0]  skip_to_i,
    output logic [SMS*TraceW-1:0] trace_o
);

  localparam int unsigned NP = 2*SMS + 4;   // memory ports
  localparam int unsigned NW = 2*SMS + 2;   // walk ports
  localparam int unsigned QW = smgpu_pkg::MemReqW;
  localparam int unsigned RW = smgpu_pkg::MemRspW;
  localparam int unsigned WQ = smgpu_pkg::WalkReqW;
  localparam int unsigned WR = smgpu_pkg::WalkRspW;

  card_legal #(
      // Refusals: made by hw/presets/gen.py until "end"
      .SMS(SMS), .PODS(PODS), .WARPS(WARPS), .LANES(LANES), .FP_UNITS(FP_UNITS), .ALUS(ALUS),
      .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .KEEP(KEEP), .UNIFORM(UNIFORM), .CREDIT(CREDIT),
      .BONUS(BONUS), .TEXTILE(TEXTILE), .DTOKS(DTOKS), .PRIO(PRIO), .PRIO_L2(PRIO_L2),
      .PREDICT(PREDICT), .ICACHE_KIB(ICACHE_KIB), .CONST_KIB(CONST_KIB), .ATTR_KIB(ATTR_KIB),
      .TEX(TEX), .L1_KIB(L1_KIB), .SHARED_KIB(SHARED_KIB), .LEND(LEND), .TLB(TLB), .PAGES(PAGES),
      .WALKS(WALKS), .LINES(LINES), .L2_BANKS(L2_BANKS), .L2_KIB(L2_KIB), .MSHRS(MSHRS),
      .EVICTS(EVICTS), .AMO_UNITS(AMO_UNITS), .WAITS(WAITS), .TIMEOUT(TIMEOUT), .HOST_IDS(HOST_IDS),
      .DMAS(DMAS), .DMA_SLOTS(DMA_SLOTS), .TURNS(TURNS), .PERF(PERF), .TRACE(TRACE)
      // end
  ) u_legal ();

  // ---- Memory ports
  logic [NP-1:0]    req_valid, req_ready, rsp_valid, rsp_ready;
  logic [NP*QW-1:0] req;
  logic [NP*RW-1:0] rsp;
  logic [NW-1:0]    walk_valid, walk_ready, walk_rsp_valid;
  logic [NW*WQ-1:0] walk_req;
  logic [NW*WR-1:0] walk_rsp;
  smgpu_pkg::walk_row_t walk_row;

  // ---- Host and control
  logic        rst_sm_n, rst_card_n;
  logic        reg_valid, reg_write, perf_busy, launch_event, launch_bell, launch_busy,
      trap_pending;
  logic [15:0] reg_addr;
  logic [31:0] reg_wdata, rd_sms, rd_perf;
  logic        mem_idle, writing;
  logic        root_we, quiesce, l1_flush, code_flush, forget;   // of card_maint
  logic        mcu_retired, mcu_asleep;
  logic [4:0]  mem_fault;
  logic [26:0] lost_line;
  smgpu_pkg::vm_t root_vm;
  smgpu_pkg::root_t root;
  logic [11:0] dma_bytes;
  logic [SMS-1:0] quiesced;
  logic [SMS:0]   drained;
  smgpu_pkg::tlb_flush_t tlb_flush;
  card_control #(
      .CLOCK_HZ(CLOCK_HZ), .SMS(SMS), .WARPS(WARPS), .LANES(LANES), .CREDIT(CREDIT), .PRIO(PRIO),
      .PRIO_L2(PRIO_L2), .PREDICT(PREDICT), .BONUS(BONUS), .RANGES(32'(WALKS > 1)),
      .L2_BANKS(L2_BANKS), .DTOKS(DTOKS), .L1_KIB(L1_KIB), .TURNS(TURNS), .CONST_KIB(CONST_KIB),
      .ATTR_KIB(ATTR_KIB), .TEX(TEX), .TEXTILE(TEXTILE), .SHARED_KIB(SHARED_KIB), .LEND(LEND),
      .L2_KIB(L2_KIB), .DMAS(DMAS), .DMA_SLOTS(DMA_SLOTS)
  ) u_control (
      .clk_i,
      .rst_ni,
      .dram_mib_i, .bar0_aw_valid_i, .bar0_aw_ready_o, .bar0_aw_addr_i, .bar0_w_valid_i,
      .bar0_w_ready_o, .bar0_w_data_i, .bar0_b_valid_o, .bar0_b_ready_i, .bar0_ar_valid_i,
      .bar0_ar_ready_o, .bar0_ar_addr_i, .bar0_r_valid_o, .bar0_r_ready_i, .bar0_r_data_o,
      .bar2_aw_valid_i, .bar2_aw_ready_o, .bar2_aw_addr_i, .bar2_w_valid_i, .bar2_w_ready_o,
      .bar2_w_data_i, .bar2_w_strb_i, .bar2_b_valid_o, .bar2_b_resp_o, .bar2_b_ready_i,
      .bar2_ar_valid_i, .bar2_ar_ready_o, .bar2_ar_addr_i, .bar2_r_valid_o, .bar2_r_ready_i,
      .bar2_r_data_o, .bar2_r_resp_o,
      .msi_o,
      .rst_sm_no       (rst_sm_n),
      .rst_card_no     (rst_card_n),
      .reg_valid_o     (reg_valid),
      .reg_write_o     (reg_write),
      .reg_addr_o      (reg_addr),
      .reg_wdata_o     (reg_wdata),
      .rd_i            (rd_sms | rd_perf),
      .perf_busy_i     (perf_busy),
      .launch_event_i  (launch_event),
      .launch_bell_i   (launch_bell),
      .launch_busy_i   (launch_busy),
      .trap_pending_i  (trap_pending),
      .req_valid_o     (req_valid[2*SMS+:4]),
      .req_ready_i     (req_ready[2*SMS+:4]),
      .req_o           (req[QW*2*SMS+:4*QW]),
      .rsp_valid_i     (rsp_valid[2*SMS+:4]),
      .rsp_ready_o     (rsp_ready[2*SMS+:4]),
      .rsp_i           (rsp[RW*2*SMS+:4*RW]),
      .walk_req_valid_o(walk_valid[2*SMS+:2]),
      .walk_req_ready_i(walk_ready[2*SMS+:2]),
      .walk_req_o      (walk_req[WQ*2*SMS+:2*WQ]),
      .walk_rsp_valid_i(walk_rsp_valid[2*SMS+:2]),
      .walk_rsp_i      (walk_rsp[WR*2*SMS+:2*WR]),
      .mem_idle_i      (mem_idle),
      .mem_writing_i   (writing),
      .mem_fault_i     (mem_fault),
      .lost_line_i     (lost_line),
      .root_we_o       (root_we),
      .root_vm_o       (root_vm),
      .root_o          (root),
      .quiesce_o       (quiesce),
      .quiesced_i      (quiesced),
      .tlb_flush_o     (tlb_flush),
      .drained_i       (drained),
      .l1_flush_o      (l1_flush),
      .code_flush_o    (code_flush),
      .forget_o        (forget),
      .dma_bytes_o     (dma_bytes),
      .mcu_retired_o   (mcu_retired),
      .mcu_asleep_o    (mcu_asleep),
      .idle_o,
      .timer_armed_o,
      .timer_o,
      .timebase_o,
      .skip_i,
      .skip_to_i
  );

  // ---- SMs
  localparam int unsigned PW = smgpu_perf_pkg::SM_COUNT * smgpu_pkg::PerfIncW;
  logic [SMS*PW-1:0] sm_perf;
  logic [SMS*9-1:0]  sm_deepest;
  logic [SMS-1:0]    inv_valid, inv_ready;
  logic [SMS*36-1:0] inv_pa;
  logic              launched, levels, never, order;
  logic [2:0]        completed;
  card_sms #(
      .SMS(SMS), .WARPS(WARPS), .LANES(LANES), .FP_UNITS(FP_UNITS), .PODS(PODS), .ALUS(ALUS),
      .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .KEEP(KEEP), .UNIFORM(UNIFORM), .CREDIT(CREDIT),
      .PRIO(PRIO), .PRIO_L2(PRIO_L2), .PREDICT(PREDICT), .BONUS(BONUS), .DTOKS(DTOKS),
      .L1_KIB(L1_KIB), .ICACHE_KIB(ICACHE_KIB), .TURNS(TURNS), .CONST_KIB(CONST_KIB),
      .ATTR_KIB(ATTR_KIB), .TEX(TEX), .TEXTILE(TEXTILE), .SHARED_KIB(SHARED_KIB), .LEND(LEND),
      .TLB(TLB), .PAGES(PAGES), .WALKS(WALKS), .LINES(LINES), .PERF(PERF), .TRACE(TRACE),
      .TraceW(TraceW)
  ) u_sms (
      .clk_i,
      .rst_ni          (rst_sm_n),
      .rst_card_ni     (rst_card_n),
      .reg_valid_i     (reg_valid),
      .reg_write_i     (reg_write),
      .reg_addr_i      (reg_addr),
      .reg_wdata_i     (reg_wdata),
      .reg_rdata_o     (rd_sms),
      .timebase_i      (timebase_o),
      .launch_event_o  (launch_event),
      .bell_o          (launch_bell),
      .trap_pending_o  (trap_pending),
      .busy_o          (launch_busy),
      .launched_o      (launched),
      .completed_o     (completed),
      .req_valid_o     (req_valid[2*SMS-1:0]),
      .req_ready_i     (req_ready[2*SMS-1:0]),
      .req_o           (req[QW*2*SMS-1:0]),
      .rsp_valid_i     (rsp_valid[2*SMS-1:0]),
      .rsp_ready_o     (rsp_ready[2*SMS-1:0]),
      .rsp_i           (rsp[RW*2*SMS-1:0]),
      .inv_valid_i     (inv_valid),
      .inv_ready_o     (inv_ready),
      .inv_pa_i        (inv_pa),
      .walk_req_valid_o(walk_valid[2*SMS-1:0]),
      .walk_req_ready_i(walk_ready[2*SMS-1:0]),
      .walk_req_o      (walk_req[WQ*2*SMS-1:0]),
      .walk_rsp_valid_i(walk_rsp_valid[2*SMS-1:0]),
      .walk_rsp_i      (walk_rsp[WR*2*SMS-1:0]),
      .walk_row_i      (walk_row),
      .quiesce_i       (quiesce),
      .quiesced_o      (quiesced),
      .tlb_flush_i     (tlb_flush),
      .drained_o       (drained[SMS-1:0]),
      .l1_flush_i      (l1_flush),
      .code_flush_i    (code_flush),
      .forget_i        (forget),
      .levels_o        (levels),
      .never_o         (never),
      .order_o         (order),
      .perf_o          (sm_perf),
      .deepest_o       (sm_deepest),
      .trace_o
  );

  // ---- Memory
  smgpu_pkg::mem_perf_t mem_perf;
  mem_top #(
      .SMS(SMS), .WARPS(WARPS), .L2_KIB(L2_KIB), .L2_BANKS(L2_BANKS), .AMO_UNITS(AMO_UNITS),
      .MSHRS(MSHRS), .EVICTS(EVICTS), .WAITS(WAITS), .PRIO(PRIO_L2), .HOST_IDS(HOST_IDS),
      .DMAS(DMAS), .PAGES(PAGES), .WALKS(WALKS), .TIMEOUT(TIMEOUT)
  ) u_mem (
      .clk_i,
      .rst_ni,
      .rst_walk_ni     (rst_card_n),
      .req_valid_i     (req_valid),
      .req_ready_o     (req_ready),
      .req_i           (req),
      .rsp_valid_o     (rsp_valid),
      .rsp_ready_i     (rsp_ready),
      .rsp_o           (rsp),
      .inv_valid_o     (inv_valid),
      .inv_ready_i     (inv_ready),
      .inv_pa_o        (inv_pa),
      .walk_req_valid_i(walk_valid),
      .walk_req_ready_o(walk_ready),
      .walk_req_i      (walk_req),
      .walk_rsp_valid_o(walk_rsp_valid),
      .walk_rsp_o      (walk_rsp),
      .walk_row_o      (walk_row),
      .root_we_i       (root_we),
      .root_vm_i       (root_vm),
      .root_i          (root),
      .tlb_flush_i     (tlb_flush),
      .walks_drained_o (drained[SMS]),
      .levels_i        (levels),
      .never_i         (never),
      .order_i         (order),
      .flushed_i       (l1_flush),
      .dram_mib_i,
      .perf_o          (mem_perf),
      .dram_aw_valid_o, .dram_aw_ready_i, .dram_aw_addr_o, .dram_aw_id_o, .dram_w_valid_o,
      .dram_w_ready_i, .dram_w_data_o, .dram_b_valid_i, .dram_b_ready_o, .dram_b_id_i,
      .dram_b_err_i    (dram_b_resp_i[1]),
      .dram_ar_valid_o, .dram_ar_ready_i, .dram_ar_addr_o, .dram_ar_id_o, .dram_r_valid_i,
      .dram_r_ready_o, .dram_r_data_i, .dram_r_id_i,
      .dram_r_err_i    (dram_r_resp_i[1]),
      .host_aw_valid_o, .host_aw_ready_i, .host_aw_addr_o, .host_aw_id_o, .host_aw_len_o,
      .host_w_valid_o, .host_w_ready_i, .host_w_data_o, .host_w_strb_o, .host_w_last_o,
      .host_b_valid_i, .host_b_ready_o, .host_b_id_i, .host_b_resp_i, .host_ar_valid_o,
      .host_ar_ready_i, .host_ar_addr_o, .host_ar_id_o, .host_ar_len_o, .host_r_valid_i,
      .host_r_ready_o, .host_r_id_i, .host_r_data_i, .host_r_resp_i,
      .idle_o          (mem_idle),
      .writing_o       (writing),
      .fault_o         (mem_fault),
      .lost_line_o     (lost_line)
  );
  // Card memory is read and written in whole lines.
  assign dram_aw_len_o   = '0;
  assign dram_ar_len_o   = '0;
  assign dram_aw_size_o  = 3'd5;
  assign dram_ar_size_o  = 3'd5;
  assign dram_aw_burst_o = 2'd1;
  assign dram_ar_burst_o = 2'd1;
  assign host_aw_size_o  = 3'd3;
  assign host_ar_size_o  = 3'd3;
  assign host_aw_burst_o = 2'd1;
  assign host_ar_burst_o = 2'd1;
  assign dram_w_strb_o   = '1;
  assign dram_w_last_o   = 1'b1;
  logic unused_dram;
  assign unused_dram = ^{dram_b_resp_i[0], dram_r_resp_i[0], dram_r_last_i, host_r_last_i};

  // ---- Counters
  card_counters #(.SMS(SMS), .L2_BANKS(L2_BANKS), .TEX(TEX), .TEXTILE(TEXTILE), .ATTR_KIB(ATTR_KIB),
      .PRIO_L2(PRIO_L2), .PERF(PERF)) u_counters (
      .clk_i,
      .rst_ni          (rst_card_n),
      .reg_valid_i     (reg_valid),
      .reg_write_i     (reg_write),
      .reg_addr_i      (reg_addr),
      .reg_wdata_i     (reg_wdata),
      .reg_rdata_o     (rd_perf),
      .busy_o          (perf_busy),
      .launch_busy_i   (launch_busy),
      .launched_i      (launched),
      .completed_i     (completed),
      .mem_i           (mem_perf),
      .dma_bytes_i     (dma_bytes),
      .mcu_retired_i   (mcu_retired),
      .mcu_asleep_i    (mcu_asleep),
      .sm_i            (sm_perf),
      .deepest_i       (sm_deepest)
  );

`ifdef VERILATOR
  common_widths u_widths ();
`endif

endmodule
