// SPDX-License-Identifier: MIT
// The core with its TCM, for the bench.
module mcu_bench (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        run_i,
    input  logic        irq_i,
    output logic        sleeping_o,
    output logic        locked_up_o,
    output logic [31:0] pc_o,
    output logic        retired_o,
    output logic        bus_valid_o,
    output logic        bus_write_o,
    output logic        bus_dram_o,
    output logic [29:0] bus_addr_o,
    output logic [3:0]  bus_be_o,
    output logic [31:0] bus_wdata_o,
    input  logic        bus_ready_i,
    input  logic        bus_error_i,
    input  logic [31:0] bus_rdata_i,
    input  logic        load_en_i,
    input  logic [smgpu_pkg::TcmW-1:0] load_addr_i,
    input  logic [31:0] load_data_i,
    output logic [31:0] load_rdata_o
);
  logic        tcm_en;
  logic [3:0] tcm_we;
  logic [smgpu_pkg::TcmW-1:0] tcm_addr;
  logic [31:0] tcm_wdata, tcm_rdata;
  mcu_core u_core (
      .clk_i, .rst_ni, .run_i, .reset_vector_i('0), .irq_i, .sleeping_o, .locked_up_o, .pc_o, .retired_o,
      .tcm_en_o(tcm_en), .tcm_we_o(tcm_we), .tcm_addr_o(tcm_addr), .tcm_wdata_o(tcm_wdata), .tcm_rdata_i(tcm_rdata),
      .bus_valid_o, .bus_write_o, .bus_dram_o, .bus_addr_o, .bus_be_o, .bus_wdata_o, .bus_ready_i, .bus_error_i, .bus_rdata_i
  );
  mcu_tcm u_tcm (
      .clk_i, .a_en_i(tcm_en), .a_we_i(tcm_we), .a_addr_i(tcm_addr), .a_wdata_i(tcm_wdata), .a_rdata_o(tcm_rdata),
      .b_en_i(load_en_i), .b_we_i({4{load_en_i}}), .b_addr_i(load_addr_i), .b_wdata_i(load_data_i), .b_rdata_o(load_rdata_o)
  );
endmodule
