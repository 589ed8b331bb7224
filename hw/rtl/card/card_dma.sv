// SPDX-License-Identifier: MIT
// The DMA engines of a card, one or two, and what stands for the second where there is none. Ports:
// engine 0 is lowest.

module card_dma #(
    // Engines that there are; software sees both addresses
    parameter int unsigned DMAS  = 2,
    parameter int unsigned SLOTS = 32   // of engine 1; engine 0 is for short transfers
) (
    input  logic                              clk_i,
    // Reset of the engines, held until memory has answered all
    input  logic                              rst_ni,
    // Register bus: read data in the next cycle, 0 if not addressed
    input  logic                              reg_valid_i,
    input  logic                              reg_write_i,
    input  logic [15:0]                       reg_addr_i,
    input  logic [31:0]                       reg_wdata_i,
    output logic [31:0]                       reg_rdata_o,
    // A transfer has ended, a pulse; one is under way
    output logic [1:0]                        done_o,
    output logic [1:0]                        busy_o,
    // Requests to the L2; answers are always taken
    output logic [1:0]                        req_valid_o,
    input  logic [1:0]                        req_ready_i,
    output logic [2*smgpu_pkg::MemReqW-1:0]   req_o,
    input  logic [1:0]                        rsp_valid_i,
    output logic [1:0]                        rsp_ready_o,
    input  logic [2*smgpu_pkg::MemRspW-1:0]   rsp_i,
    // Page walks of the TLB of each engine
    output logic [1:0]                        walk_req_valid_o,
    input  logic [1:0]                        walk_req_ready_i,
    output logic [2*smgpu_pkg::WalkReqW-1:0]  walk_req_o,
    input  logic [1:0]                        walk_rsp_valid_i,
    input  logic [2*smgpu_pkg::WalkRspW-1:0]  walk_rsp_i,
    // A word of TCM, granted by ready; read data in the cycle after, for the one that was granted
    output logic [1:0]                        tcm_valid_o,
    input  logic [1:0]                        tcm_ready_i,
    output logic [1:0]                        tcm_write_o,
    output logic [2*smgpu_hw_pkg::TcmW-1:0]      tcm_addr_o,
    output logic [63:0]                       tcm_wdata_o,
    input  logic [31:0]                       tcm_rdata_i,
    // No access is to begin; none is under way
    input  logic                              quiesce_i,
    output logic [1:0]                        quiesced_o,
    // Translations to drop; nothing older is under way
    input  smgpu_pkg::tlb_flush_t             tlb_flush_i,
    output logic [1:0]                        drained_o,
    output logic [11:0]                       bytes_o         // moved in this cycle
);

  // Bits of a request, an answer, a walk and its answer
  localparam int unsigned QW = smgpu_pkg::MemReqW;
  localparam int unsigned RW = smgpu_pkg::MemRspW;
  localparam int unsigned WQ = smgpu_pkg::WalkReqW;
  localparam int unsigned WR = smgpu_pkg::WalkRspW;

  // Read data of both engines
  logic [63:0] rd_dma;
  // Only the engine that is addressed gives a word other than 0.
  assign reg_rdata_o = rd_dma[31:0] | rd_dma[63:32];
  // An engine that there is not reads 0, asks for nothing and is always quiet.
  for (genvar g = DMAS; g < 2; g++) begin : gen_no_dma
    assign rd_dma[32*g+:32]      = '0;
    assign done_o[g]           = 1'b0;
    assign busy_o[g]           = 1'b0;
    assign req_valid_o[g]          = 1'b0;
    assign req_o[QW*g+:QW]         = '0;
    assign rsp_ready_o[g]          = 1'b1;
    assign walk_req_valid_o[g]         = 1'b0;
    assign walk_req_o[WQ*g+:WQ]    = '0;
    assign tcm_valid_o[g]          = 1'b0;
    assign tcm_write_o[g]          = 1'b0;
    assign tcm_addr_o[smgpu_hw_pkg::TcmW*g+:smgpu_hw_pkg::TcmW] = '0;
    assign tcm_wdata_o[32*g+:32]   = '0;
    assign quiesced_o[g]       = 1'b1;
    assign drained_o[g]        = 1'b1;
    assign bytes_o[6*g+:6]     = '0;
    logic unused;
    assign unused = ^{rsp_i[RW*g+:RW], rsp_valid_i[g], req_ready_i[g], walk_req_ready_i[g],
        walk_rsp_valid_i[g], walk_rsp_i[WR*g+:WR], tcm_ready_i[g]};
  end
  for (genvar g = 0; g < DMAS; g++) begin : gen_dma
    dma #(
        // Registers of the engines follow one another.
        .BASE (smgpu_regs_pkg::DMA_BASE + 16'(g) * smgpu_regs_pkg::DMA_STRIDE),
        .SLOTS(g == 0 ? 16 : SLOTS)   // engine 0 is for short transfers
    ) u_dma (
        .clk_i,
        .rst_ni,
        .reg_valid_i,
        .reg_write_i,
        .reg_addr_i,
        .reg_wdata_i,
        .reg_rdata_o     (rd_dma[32*g+:32]),
        .done_pulse_o    (done_o[g]),
        .busy_o          (busy_o[g]),
        .req_valid_o     (req_valid_o[g]),
        .req_ready_i     (req_ready_i[g]),
        .req_o           (req_o[QW*g+:QW]),
        .rsp_valid_i     (rsp_valid_i[g]),
        .rsp_ready_o     (rsp_ready_o[g]),
        .rsp_i           (rsp_i[RW*g+:RW]),
        .walk_req_valid_o(walk_req_valid_o[g]),
        .walk_req_ready_i(walk_req_ready_i[g]),
        .walk_req_o      (walk_req_o[WQ*g+:WQ]),
        .walk_rsp_valid_i(walk_rsp_valid_i[g]),
        .walk_rsp_i      (walk_rsp_i[WR*g+:WR]),
        .tcm_valid_o     (tcm_valid_o[g]),
        .tcm_ready_i     (tcm_ready_i[g]),
        .tcm_write_o     (tcm_write_o[g]),
        .tcm_addr_o      (tcm_addr_o[smgpu_hw_pkg::TcmW*g+:smgpu_hw_pkg::TcmW]),
        .tcm_wdata_o     (tcm_wdata_o[32*g+:32]),
        .tcm_rdata_i,
        .quiesce_i,
        .quiesced_o      (quiesced_o[g]),
        .tlb_flush_i,
        .drained_o       (drained_o[g]),
        .bytes_o         (bytes_o[6*g+:6])
    );
  end

endmodule
