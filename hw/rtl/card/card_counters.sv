// SPDX-License-Identifier: MIT
// What the card counts: increments of the counters of the card in each cycle, and card_perf, which
// adds them up with those of the SMs. A card without counters reads all of them as absent.

module card_counters #(
    parameter int unsigned SMS      = 1,
    parameter int unsigned L2_BANKS = 1,
    parameter int unsigned TEX      = 1,
    parameter int unsigned TEXTILE  = 1,
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned PRIO_L2  = 1,
    parameter int unsigned PERF     = 1  // 0: no counters
) (
    input  logic                 clk_i,
    input  logic                 rst_ni,
    // Registers: read data in the next cycle, 0 if not addressed. busy: a read of VALUE waits
    input  logic                 reg_valid_i,
    input  logic                 reg_write_i,
    input  logic [15:0]          reg_addr_i,
    input  logic [31:0]          reg_wdata_i,
    output logic [31:0]          reg_rdata_o,
    output logic                 busy_o,
    // What happens in this cycle
    input  logic                 launch_busy_i,
    input  logic                 launched_i,     // a CTA starts
    input  logic [2:0]           completed_i,    // CTAs that end
    input  smgpu_pkg::mem_perf_t mem_i,
    input  logic [11:0]          dma_bytes_i,    // of both engines, six bits each
    input  logic                 mcu_retired_i,
    input  logic                 mcu_asleep_i,
    // Of the SMs: smgpu_perf_pkg::SM_*, and their SM_DTOK_DEEPEST
    input  logic [SMS*smgpu_perf_pkg::SM_COUNT*smgpu_pkg::PerfIncW-1:0] sm_i,
    input  logic [SMS*9-1:0]     deepest_i
);

  localparam int unsigned IncW = 11;
  logic [smgpu_perf_pkg::CARD_COUNT*IncW-1:0] card_inc;
  always_comb begin
    card_inc = '0;
    card_inc[IncW*smgpu_perf_pkg::CARD_CYCLES+:IncW]           = IncW'(1);
    card_inc[IncW*smgpu_perf_pkg::CARD_BUSY_CYCLES+:IncW]      = IncW'(launch_busy_i);
    card_inc[IncW*smgpu_perf_pkg::CARD_CTAS_LAUNCHED+:IncW]    = IncW'(launched_i);
    card_inc[IncW*smgpu_perf_pkg::CARD_CTAS_COMPLETED+:IncW]   = IncW'(completed_i);
    card_inc[IncW*smgpu_perf_pkg::CARD_L2_HITS+:IncW]          = IncW'(mem_i.l2_hits);
    card_inc[IncW*smgpu_perf_pkg::CARD_L2_MISSES+:IncW]        = IncW'(mem_i.l2_misses);
    card_inc[IncW*smgpu_perf_pkg::CARD_DRAM_READ_BYTES+:IncW]  = {mem_i.dram_read_lines, 5'b0};
    card_inc[IncW*smgpu_perf_pkg::CARD_DRAM_WRITE_BYTES+:IncW] = {mem_i.dram_write_lines, 5'b0};
    card_inc[IncW*smgpu_perf_pkg::CARD_HOST_READ_BYTES+:IncW]  =
        IncW'({mem_i.host_read_words, 2'b0});
    card_inc[IncW*smgpu_perf_pkg::CARD_HOST_WRITE_BYTES+:IncW] =
        IncW'({mem_i.host_write_words, 2'b0});
    card_inc[IncW*smgpu_perf_pkg::CARD_TLB_MISSES+:IncW]       = IncW'(mem_i.tlb_misses);
    card_inc[IncW*smgpu_perf_pkg::CARD_PAGE_WALKS+:IncW]       = IncW'(mem_i.page_walks);
    card_inc[IncW*smgpu_perf_pkg::CARD_DMA_BYTES+:IncW]        = IncW'(dma_bytes_i[5:0]) +
        IncW'(dma_bytes_i[11:6]);
    card_inc[IncW*smgpu_perf_pkg::CARD_MCU_INSTR+:IncW]        = IncW'(mcu_retired_i);
    card_inc[IncW*smgpu_perf_pkg::CARD_MCU_SLEEP_CYCLES+:IncW] = IncW'(mcu_asleep_i);
    card_inc[IncW*smgpu_perf_pkg::CARD_L2_HITS_PRIO+:IncW]     = IncW'(mem_i.l2_hits_prio);
    card_inc[IncW*smgpu_perf_pkg::CARD_L2_MISSES_PRIO+:IncW]   = IncW'(mem_i.l2_misses_prio);
    card_inc[IncW*smgpu_perf_pkg::CARD_L2_BYPASSES+:IncW]      = IncW'(mem_i.l2_bypasses);
  end
  if (PERF != 0) begin : gen_perf
    card_perf #(
        .SMS     (SMS),
        .L2_BANKS(L2_BANKS),
        .TEX     (TEX),
        .TEXTILE (TEXTILE),
        .ATTR_KIB(ATTR_KIB),
        .PRIO_L2 (PRIO_L2)
    ) u_perf (
        .clk_i,
        .rst_ni,
        .reg_valid_i,
        .reg_write_i,
        .reg_addr_i,
        .reg_wdata_i,
        .reg_rdata_o,
        .busy_o,
        .card_i     (card_inc),
        .sm_i,
        .deepest_i
    );
  end else begin : gen_no_perf
    logic absent_q, unused;
    always_ff @(posedge clk_i)
      absent_q <= reg_valid_i && reg_addr_i >= smgpu_regs_pkg::PERF_VALUE &&
          reg_addr_i < smgpu_regs_pkg::PERF_VALUE + 16'((SMS + 1) * 512);
    assign reg_rdata_o = {32{absent_q}};
    assign busy_o      = 1'b0;
    assign unused      = ^{card_inc, deepest_i, sm_i, rst_ni, reg_write_i, reg_wdata_i};
  end

endmodule
