// SPDX-License-Identifier: MIT
// What serves the host and rules the card: register bus, BAR0 and BAR2, system registers,
// interrupts, control core, maintenance and DMA engines. Registers of others (SMs and launcher,
// counters) are read by way of rd_i: what is not addressed gives 0. Ports to memory: the DMA
// engines, the control core, BAR2.

module card_control #(
    // Core cycles in a second
    parameter int unsigned CLOCK_HZ   = smgpu_regs_pkg::HOST_TIMEBASE_HZ_VALUE_RESET,
    // Parameters as card_top has them; most of them are only shown in the registers HOST.CONFIG.
    // SMs of the card
    parameter int unsigned SMS        = 1,
    // Warps of an SM
    parameter int unsigned WARPS      = 16,
    // Threads that execution takes in a cycle
    parameter int unsigned LANES      = 16,
    // 1: credit policies
    parameter int unsigned CREDIT     = 1,
    // 1: priority tokens of L1, and of the L2
    parameter int unsigned PRIO       = 1,
    parameter int unsigned PRIO_L2    = 1,
    // 1: sampled working sets of warps
    parameter int unsigned PREDICT    = 1,
    // 1: bonuses of the additive weight
    parameter int unsigned BONUS      = 1,
    // 1: invalidations may name a range of pages; 0: TLBs drop all of a space
    parameter int unsigned RANGES     = 1,
    // Banks of the L2
    parameter int unsigned L2_BANKS   = 1,
    // Tokens of a warp's queue
    parameter int unsigned DTOKS      = 64,
    // L1 of an SM
    parameter int unsigned L1_KIB     = 16,
    // 1: quotas of launched CTAs
    parameter int unsigned TURNS      = 1,
    // Constant cache and attribute cache of an SM; 0: there is none
    parameter int unsigned CONST_KIB  = 2,
    parameter int unsigned ATTR_KIB   = 2,
    // 1: a texture unit in each SM; 1: textile grants
    parameter int unsigned TEX        = 1,
    parameter int unsigned TEXTILE    = 1,
    // Shared memory of an SM; LEND: the data RAM of L1 is part of it in throttle mode
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LEND       = 1,
    // All banks of the L2
    parameter int unsigned L2_KIB     = 64,
    // DMA engines, and chunks under way in engine 1
    parameter int unsigned DMAS       = 2,
    parameter int unsigned DMA_SLOTS  = 32
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // MiB of card memory
    input  logic [15:0]  dram_mib_i,
    // BAR0, AXI4-Lite slave
    // An address and a word; both are taken together
    input  logic         bar0_aw_valid_i,
    output logic         bar0_aw_ready_o,
    input  logic [19:0]  bar0_aw_addr_i,
    input  logic         bar0_w_valid_i,
    output logic         bar0_w_ready_o,
    input  logic [31:0]  bar0_w_data_i,
    // Each write is answered
    output logic         bar0_b_valid_o,
    input  logic         bar0_b_ready_i,
    // An address, and the word that is there
    input  logic         bar0_ar_valid_i,
    output logic         bar0_ar_ready_o,
    input  logic [19:0]  bar0_ar_addr_i,
    output logic         bar0_r_valid_o,
    input  logic         bar0_r_ready_i,
    output logic [31:0]  bar0_r_data_o,
    // BAR2, AXI4 slave, single beats
    // An offset in BAR2, 64 bits, and an enable for each byte
    input  logic         bar2_aw_valid_i,
    output logic         bar2_aw_ready_o,
    input  logic [25:0]  bar2_aw_addr_i,
    input  logic         bar2_w_valid_i,
    output logic         bar2_w_ready_o,
    input  logic [63:0]  bar2_w_data_i,
    input  logic [7:0]   bar2_w_strb_i,
    // Answers: SLVERR if memory refuses the access
    output logic         bar2_b_valid_o,
    output logic [1:0]   bar2_b_resp_o,
    input  logic         bar2_b_ready_i,
    // Reads of 64 bits
    input  logic         bar2_ar_valid_i,
    output logic         bar2_ar_ready_o,
    input  logic [25:0]  bar2_ar_addr_i,
    output logic         bar2_r_valid_o,
    input  logic         bar2_r_ready_i,
    output logic [63:0]  bar2_r_data_o,
    output logic [1:0]   bar2_r_resp_o,
    // The card's interrupt for the host, a pulse
    output logic         msi_o,
    // Resets of the SMs, and of all but memory and the host's side
    // Low while they last
    output logic         rst_sm_no,
    output logic         rst_card_no,
    // Registers of others
    // An access is one cycle. Read data come in the next one, and are 0 from blocks not addressed.
    output logic         reg_valid_o,
    output logic         reg_write_o,
    output logic [15:0]  reg_addr_o,
    output logic [31:0]  reg_wdata_o,
    input  logic [31:0]  rd_i,
    // A snapshot of the counters is copied: accesses to them wait
    input  logic         perf_busy_i,
    // Launcher and traps
    // Levels: an event waits, a bell is pending, a CTA is in flight, a trap waits
    input  logic         launch_event_i,
    input  logic         launch_bell_i,
    input  logic         launch_busy_i,
    input  logic         trap_pending_i,
    // Memory: {BAR2, control core, DMA engine 1, DMA engine 0}; walks of the engines
    // A request is taken with valid and ready; answers are always taken.
    output logic [3:0]   req_valid_o,
    input  logic [3:0]   req_ready_i,
    output logic [4*smgpu_pkg::MemReqW-1:0]  req_o,
    input  logic [3:0]   rsp_valid_i,
    output logic [3:0]   rsp_ready_o,
    input  logic [4*smgpu_pkg::MemRspW-1:0]  rsp_i,
    // The same for walks of DMA engine 0 and 1
    output logic [1:0]   walk_req_valid_o,
    input  logic [1:0]   walk_req_ready_i,
    output logic [2*smgpu_pkg::WalkReqW-1:0] walk_req_o,
    input  logic [1:0]   walk_rsp_valid_i,
    input  logic [2*smgpu_pkg::WalkRspW-1:0] walk_rsp_i,
    input  logic         mem_idle_i,      // memory owes nothing
    // Lines are on their way to DRAM
    input  logic         mem_writing_i,
    // Pulses of what went wrong, as in HOST.MEMORY, and the line whose data were lost
    input  logic [4:0]   mem_fault_i,
    input  logic [26:0]  lost_line_i,
    // Maintenance
    // The root table of a space, in one cycle
    output logic         root_we_o,
    output smgpu_pkg::vm_t root_vm_o,
    output smgpu_pkg::root_t root_o,
    // No access of memory is to begin; an SM has none under way
    output logic         quiesce_o,
    input  logic [SMS-1:0] quiesced_i,
    // A range of a space, or all spaces; one cycle
    output smgpu_pkg::tlb_flush_t           tlb_flush_o,
    // Nothing is under way that was translated before the flush
    input  logic [SMS:0]   drained_i,      // the last one is the walker
    // Caches are flushed: one cycle each, while all are quiet
    output logic         l1_flush_o,
    output logic         code_flush_o,
    output logic         forget_o,       // a VM's number is given back
    // Counters
    // Bytes that each engine moves in this cycle
    output logic [11:0]  dma_bytes_o,
    // An instruction of the MCU has ended; the MCU waits for an interrupt
    output logic         mcu_retired_o,
    output logic         mcu_asleep_o,
    // Simulation
    // Nothing happens until the timer or the host starts something
    output logic         idle_o,
    // The MCU's timer: whether it is set, and to when
    output logic         timer_armed_o,
    output logic [63:0]  timer_o,
    output logic [63:0]  timebase_o,
    // The timebase goes to this value
    input  logic         skip_i,
    input  logic [63:0]  skip_to_i
);

  // Bits of a request and of an answer; ports of memory by their number
  localparam int unsigned QW = smgpu_pkg::MemReqW;
  localparam int unsigned RW = smgpu_pkg::MemRspW;
  localparam int unsigned PortMcu = 2, PortBar2 = 3;

  // ---- Resets
  // rst_mcu_n: of MCU and DMA engines. resetting: accesses to registers wait.
  // drained: memory owes nothing.
  logic rst_mcu_n, resetting, drained;

  // ---- Register bus
  // Whose access it is, for registers that differ
  logic        reg_by_host;
  logic [31:0] reg_rdata;
  // Blocks that are not addressed give 0, so an OR chooses.
  logic [31:0] rd_sys, rd_dma, rd_intc, rd_maint;
  assign reg_rdata = rd_sys | rd_dma | rd_intc | rd_maint | rd_i;

  // hb: of BAR0. mb: of the MCU. The bus serves one at a time.
  logic        hb_valid, hb_ready, hb_write, mb_valid, mb_ready, mb_write;
  logic [15:0] hb_addr, mb_addr;
  logic [31:0] hb_wdata, mb_wdata;
  // The MCU runs: the host may write few registers then.
  logic        mcu_run;
  card_bus u_bus (
      .clk_i,
      .rst_ni,
      .host_valid_i (hb_valid),
      .host_ready_o (hb_ready),
      .host_write_i (hb_write),
      .host_addr_i  (hb_addr),
      .host_wdata_i (hb_wdata),
      .mcu_valid_i  (mb_valid),
      .mcu_ready_o  (mb_ready),
      .mcu_write_i  (mb_write),
      .mcu_addr_i   (mb_addr),
      .mcu_wdata_i  (mb_wdata),
      .mcu_run_i    (mcu_run),
      .resetting_i  (resetting),
      .perf_busy_i,
      .reg_valid_o,
      .reg_write_o,
      .reg_by_host_o(reg_by_host),
      .reg_addr_o,
      .reg_wdata_o
  );

  // ---- Host interface
  // ring: a doorbell rings. bell: one waits. bell_go: the writes of BAR2 before it are done.
  logic        ring, bell, bell_go;
  logic [5:0]  ring_channel;
  logic [31:0] ring_value;
  host_bar0 u_bar0 (
      .clk_i,
      .rst_ni,
      .aw_valid_i    (bar0_aw_valid_i),
      .aw_ready_o    (bar0_aw_ready_o),
      .aw_addr_i     (bar0_aw_addr_i),
      .w_valid_i     (bar0_w_valid_i),
      .w_ready_o     (bar0_w_ready_o),
      .w_data_i      (bar0_w_data_i),
      .b_valid_o     (bar0_b_valid_o),
      .b_ready_i     (bar0_b_ready_i),
      .ar_valid_i    (bar0_ar_valid_i),
      .ar_ready_o    (bar0_ar_ready_o),
      .ar_addr_i     (bar0_ar_addr_i),
      .r_valid_o     (bar0_r_valid_o),
      .r_ready_i     (bar0_r_ready_i),
      .r_data_o      (bar0_r_data_o),
      .reg_valid_o   (hb_valid),
      .reg_ready_i   (hb_ready),
      .reg_write_o   (hb_write),
      .reg_addr_o    (hb_addr),
      .reg_wdata_o   (hb_wdata),
      .reg_rdata_i   (reg_rdata),
      .ring_o        (ring),
      .ring_channel_o(ring_channel),
      .ring_value_o  (ring_value),
      .bell_o        (bell),
      // In a reset a doorbell waits.
      .bell_go_i     (bell_go && !resetting)
  );

  // In a reset no access begins, so memory comes to owe nothing.
  logic bar2_valid;
  // The four ports follow DMA engine 0, engine 1, MCU, BAR2.
  assign req_valid_o[PortBar2] = bar2_valid && !resetting;
  host_bar2 u_bar2 (
      .clk_i,
      .rst_ni,
      .aw_valid_i (bar2_aw_valid_i),
      .aw_ready_o (bar2_aw_ready_o),
      .aw_addr_i  (bar2_aw_addr_i),
      .w_valid_i  (bar2_w_valid_i),
      .w_ready_o  (bar2_w_ready_o),
      .w_data_i   (bar2_w_data_i),
      .w_strb_i   (bar2_w_strb_i),
      .b_valid_o  (bar2_b_valid_o),
      .b_resp_o   (bar2_b_resp_o),
      .b_ready_i  (bar2_b_ready_i),
      .ar_valid_i (bar2_ar_valid_i),
      .ar_ready_o (bar2_ar_ready_o),
      .ar_addr_i  (bar2_ar_addr_i),
      .r_valid_o  (bar2_r_valid_o),
      .r_ready_i  (bar2_r_ready_i),
      .r_data_o   (bar2_r_data_o),
      .r_resp_o   (bar2_r_resp_o),
      .req_valid_o(bar2_valid),
      .req_ready_i(req_ready_i[PortBar2] && !resetting),
      .req_o      (req_o[QW*PortBar2+:QW]),
      .rsp_valid_i(rsp_valid_i[PortBar2]),
      .rsp_ready_o(rsp_ready_o[PortBar2]),
      .rsp_i      (rsp_i[RW*PortBar2+:RW]),
      .bell_i     (bell),
      .bell_go_o  (bell_go)
  );

  // ---- System registers
  // Where the MCU begins, and where it is
  logic [31:0] mcu_vector, mcu_pc;
  // What the MCU does, for its status register; irq: an interrupt that is enabled
  logic        mcu_sleeping, mcu_locked_up, mcu_mem_busy, irq;
  card_sys #(
      .CLOCK_HZ  (CLOCK_HZ),
      .SMS       (SMS),
      .WARPS     (WARPS),
      .LANES     (LANES),
      .DTOKS     (DTOKS),
      .L1_KIB    (L1_KIB),
      .L2_KIB    (L2_KIB),
      .SHARED_KIB(SHARED_KIB),
      .LEND      (LEND),
      .DMAS      (DMAS),
      .CREDIT    (CREDIT),
      .PRIO      (PRIO),
      .PRIO_L2   (PRIO_L2),
      .PREDICT   (PREDICT),
      .BONUS     (BONUS),
      .RANGES    (RANGES),
      .L2_BANKS  (L2_BANKS),
      .TURNS     (TURNS),
      .CONST_KIB (CONST_KIB),
      .ATTR_KIB  (ATTR_KIB),
      .TEX       (TEX),
      .TEXTILE   (TEXTILE)
  ) u_sys (
      .clk_i,
      .rst_ni,
      .dram_mib_i,
      .reg_valid_i    (reg_valid_o),
      .reg_write_i    (reg_write_o),
      .reg_by_host_i  (reg_by_host),
      .reg_addr_i     (reg_addr_o),
      .reg_wdata_i    (reg_wdata_o),
      .reg_rdata_o    (rd_sys),
      .skip_i,
      .skip_to_i,
      .timebase_o,
      .mcu_run_o      (mcu_run),
      .mcu_vector_o   (mcu_vector),
      .mcu_sleeping_i (mcu_sleeping),
      .mcu_locked_up_i(mcu_locked_up),
      .mcu_pc_i       (mcu_pc),
      .msi_o,
      .rst_sm_no      (rst_sm_no),
      .rst_mcu_no     (rst_mcu_n),
      .rst_card_no    (rst_card_no),
      .resetting_o    (resetting),
      .drained_i      (drained),
      .fault_i        (mem_fault_i),
      .lost_line_i    (lost_line_i)
  );

  // ---- Interrupts
  // An engine ends a transfer, a pulse; it has one
  logic [1:0] dma_done, dma_busy;
  card_intc u_intc (
      .clk_i,
      // The interrupts of DMA engines are reset with the engines, all others with the card.
      .rst_ni        (rst_card_no),
      .rst_dma_ni    (rst_mcu_n),
      .reg_valid_i   (reg_valid_o),
      .reg_write_i   (reg_write_o),
      .reg_addr_i    (reg_addr_o),
      .reg_wdata_i   (reg_wdata_o),
      .reg_rdata_o   (rd_intc),
      .ring_i        (ring),
      .ring_channel_i(ring_channel),
      .ring_value_i  (ring_value),
      .dma_done_i    (dma_done),
      .launch_event_i,
      .trap_i        (trap_pending_i),
      .bell_i        (launch_bell_i),
      .timebase_i    (timebase_o),
      .irq_o         (irq),
      .timer_armed_o,
      .timer_o
  );

  // ---- Control core
  // The engines' port at the TCM, engine 0 low; read data are for the one that was served
  logic [1:0]  tcm_valid, tcm_ready, tcm_write;
  logic [31:0] tcm_rdata;
  logic [2*smgpu_hw_pkg::TcmW-1:0] tcm_addr;
  logic [63:0] tcm_wdata;
  card_mcu u_mcu (
      .clk_i,
      .rst_ni        (rst_mcu_n),
      // The access under way is reset only with memory, so no answer comes to another.
      .rst_bus_ni    (rst_card_no),
      .run_i         (mcu_run),
      .reset_vector_i(mcu_vector),
      .irq_i         (irq),
      .sleeping_o    (mcu_sleeping),
      .locked_up_o   (mcu_locked_up),
      .pc_o          (mcu_pc),
      .retired_o     (mcu_retired_o),
      .reg_valid_o   (mb_valid),
      .reg_ready_i   (mb_ready),
      .reg_write_o   (mb_write),
      .reg_addr_o    (mb_addr),
      .reg_wdata_o   (mb_wdata),
      .reg_rdata_i   (reg_rdata),
      .req_valid_o   (req_valid_o[PortMcu]),
      .req_ready_i   (req_ready_i[PortMcu]),
      .req_o         (req_o[QW*PortMcu+:QW]),
      .rsp_valid_i   (rsp_valid_i[PortMcu]),
      .rsp_ready_o   (rsp_ready_o[PortMcu]),
      .rsp_i         (rsp_i[RW*PortMcu+:RW]),
      .mem_busy_o    (mcu_mem_busy),
      .tcm_valid_i   (tcm_valid),
      .tcm_ready_o   (tcm_ready),
      .tcm_write_i   (tcm_write),
      .tcm_addr_i    (tcm_addr),
      .tcm_wdata_i   (tcm_wdata),
      .tcm_rdata_o   (tcm_rdata)
  );
  assign mcu_asleep_o = mcu_sleeping && mcu_run;
  // Memory has answered all, and the MCU's access has had its answer.
  assign drained      = mem_idle_i && !mem_writing_i && !mcu_mem_busy;

  // ---- Maintenance
  // Of the engines: no access is under way; nothing old is under way
  logic [1:0] dma_quiesced, dma_drained;
  logic       maint_busy;
  card_maint #(
      .CLIENTS(SMS + 2),
      .RANGES (RANGES)
  ) u_maint (
      .clk_i,
      .rst_ni      (rst_card_no),
      .reg_valid_i (reg_valid_o),
      .reg_write_i (reg_write_o),
      .reg_addr_i  (reg_addr_o),
      .reg_wdata_i (reg_wdata_o),
      .reg_rdata_o (rd_maint),
      .root_we_o,
      .root_vm_o,
      .root_o,
      .quiesce_o,
      // Clients: SMs, then engines
      .quiesced_i  ({dma_quiesced, quiesced_i}),
      .tlb_flush_o,
      .forget_o,
      // The walker is last.
      .drained_i   ({drained_i[SMS], dma_drained, drained_i[SMS-1:0]}),
      .busy_o      (maint_busy),
      .l1_flush_o,
      .code_flush_o
  );

  // ---- DMA engines
  card_dma #(
      .DMAS (DMAS),
      .SLOTS(DMA_SLOTS)
  ) u_dma (
      .clk_i,
      .rst_ni          (rst_mcu_n),
      .reg_valid_i     (reg_valid_o),
      .reg_write_i     (reg_write_o),
      .reg_addr_i      (reg_addr_o),
      .reg_wdata_i     (reg_wdata_o),
      .reg_rdata_o     (rd_dma),
      .done_o          (dma_done),
      .busy_o          (dma_busy),
      .req_valid_o     (req_valid_o[1:0]),
      .req_ready_i     (req_ready_i[1:0]),
      .req_o           (req_o[2*QW-1:0]),
      .rsp_valid_i     (rsp_valid_i[1:0]),
      .rsp_ready_o     (rsp_ready_o[1:0]),
      .rsp_i           (rsp_i[2*RW-1:0]),
      .walk_req_valid_o,
      .walk_req_ready_i,
      .walk_req_o,
      .walk_rsp_valid_i,
      .walk_rsp_i,
      .tcm_valid_o     (tcm_valid),
      .tcm_ready_i     (tcm_ready),
      .tcm_write_o     (tcm_write),
      .tcm_addr_o      (tcm_addr),
      .tcm_wdata_o     (tcm_wdata),
      .tcm_rdata_i     (tcm_rdata),
      .quiesce_i       (quiesce_o),
      .quiesced_o      (dma_quiesced),
      .tlb_flush_i     (tlb_flush_o),
      .drained_o       (dma_drained),
      .bytes_o         (dma_bytes_o)
  );

  // ---- Idle: quiet for longer than the launcher needs to look at all slots for all SMs, and to
  // post an event
  // Cycles without activity; 127 is idle
  logic [6:0] quiet_q;
  logic       active;
  // An MCU that is locked up does nothing, whatever its interrupts are.
  assign active = (mcu_run && !mcu_locked_up && (!mcu_sleeping || irq)) || launch_busy_i ||
      |dma_busy || maint_busy || !drained || resetting ||
                  reg_valid_o || ring || skip_i;
  assign idle_o = &quiet_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || active) quiet_q <= '0;
    else if (!idle_o) quiet_q <= quiet_q + 7'd1;
  end

endmodule
