// SPDX-License-Identifier: MIT
// The core as it is in the card, for the benches: registers and lines of memory come together on
// one simple bus, and the ports of the DMA engines are the bench's.
// the upper bits of addresses, and what the core never asks for
/* verilator lint_off UNUSEDSIGNAL */
module mcu_bench (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        run_i,
    input  logic        irq_i,
    output logic        sleeping_o,
    output logic        locked_up_o,
    output logic [31:0] pc_o,
    output logic        retired_o,
    // Valid until posted (register writes) or ready (all others), with which come rdata and error
    output logic        bus_valid_o,
    output logic        bus_write_o,
    output logic        bus_dram_o,
    output logic [29:0] bus_addr_o,   // of a word
    output logic [3:0]  bus_be_o,
    output logic [31:0] bus_wdata_o,
    input  logic        bus_posted_i,
    input  logic        bus_ready_i,
    input  logic        bus_error_i,
    input  logic [31:0] bus_rdata_i,
    // DMA engines
    input  logic [1:0]  dma_valid_i,
    output logic [1:0]  dma_ready_o,
    input  logic [1:0]  dma_write_i,
    input  logic [31:0] dma_addr0_i,
    input  logic [31:0] dma_addr1_i,
    input  logic [63:0] dma_wdata_i,
    output logic [31:0] dma_rdata_o,
    // What retires
    output logic [31:0] trace_pc_o,
    output logic        trace_we_o,
    output logic [4:0]  trace_rd_o,
    output logic [31:0] trace_data_o,
    output logic        trace_trap_o,
    output logic [31:0] trace_cause_o,
    output logic [31:0] trace_value_o
);
  logic        reg_valid, reg_write, req_valid, rsp_valid_q;
  logic [15:0] reg_addr;
  logic [31:0] reg_wdata, rdata_q;
  logic        error_q, rsp_ready, mem_busy;
  logic [2:0]  word;
  logic [smgpu_pkg::MemReqW-1:0] req_flat;
  smgpu_pkg::mem_req_t req;
  assign req = req_flat;

  card_mcu u_mcu (
      .clk_i, .rst_ni, .rst_bus_ni(rst_ni), .run_i, .reset_vector_i('0), .irq_i, .sleeping_o,
      .locked_up_o, .pc_o, .retired_o,
      .reg_valid_o(reg_valid), .reg_ready_i(bus_posted_i || bus_ready_i), .reg_write_o(reg_write),
      .reg_addr_o(reg_addr),
      .reg_wdata_o(reg_wdata), .reg_rdata_i(rdata_q),
      .req_valid_o(req_valid), .req_ready_i(bus_ready_i), .req_o(req_flat),
      .rsp_valid_i(rsp_valid_q), .rsp_ready_o(rsp_ready),
      .rsp_i({{(smgpu_pkg::MemRspW - 257){1'b0}}, error_q, {8{rdata_q}}}), .mem_busy_o(mem_busy),
      .tcm_valid_i(dma_valid_i), .tcm_ready_o(dma_ready_o), .tcm_write_i(dma_write_i),
      .tcm_addr_i({dma_addr1_i[smgpu_hw_pkg::TcmW-1:0], dma_addr0_i[smgpu_hw_pkg::TcmW-1:0]}),
      .tcm_wdata_i(dma_wdata_i), .tcm_rdata_o(dma_rdata_o)
  );
  always_comb begin
    word = '0;
    for (int unsigned k = 0; k < 8; k++) if (req.be[4*k+:4] != '0) word = 3'(k);
  end
  assign bus_valid_o = reg_valid || req_valid;
  assign bus_dram_o  = req_valid;
  assign bus_write_o = req_valid ? req.op == smgpu_pkg::MemWrite : reg_write;
  assign bus_addr_o  = req_valid ? {req.pa[29:5], word, 2'b0} : {14'b0, reg_addr};
  assign bus_be_o    = req_valid ? req.be[4*word+:4] : 4'b1111;
  assign bus_wdata_o = req_valid ? req.data[32*word+:32] : reg_wdata;
  always_ff @(posedge clk_i) begin
    rsp_valid_q <= req_valid && bus_ready_i;
    rdata_q     <= bus_rdata_i;
    error_q     <= bus_error_i;
  end

  assign trace_pc_o    = u_mcu.u_core.m_pc_q;
  assign trace_we_o    = u_mcu.u_core.m_we;
  assign trace_rd_o    = u_mcu.u_core.m_rd_q;
  assign trace_data_o  = u_mcu.u_core.m_result;
  assign trace_trap_o  = u_mcu.u_core.m_trap;
  assign trace_cause_o = {u_mcu.u_core.m_irq_q, 27'b0, u_mcu.u_core.m_cause};
  assign trace_value_o = u_mcu.u_core.m_address_q;
endmodule
/* verilator lint_on UNUSEDSIGNAL */
