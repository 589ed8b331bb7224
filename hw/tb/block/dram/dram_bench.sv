// SPDX-License-Identifier: MIT
// The card's side of a board's DRAM: board_dram and the controller that LiteDRAM generates, with
// its model of the chip. The card's ports are those of card_top; `ctrl_*` starts the controller, as
// the processor does on a board.

module dram_bench (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         dram_aw_valid_i,
    output logic         dram_aw_ready_o,
    input  logic [39:0]  dram_aw_addr_i,
    input  logic [3:0]   dram_aw_id_i,
    input  logic         dram_w_valid_i,
    output logic         dram_w_ready_o,
    input  logic [255:0] dram_w_data_i,
    input  logic [31:0]  dram_w_strb_i,
    output logic         dram_b_valid_o,
    input  logic         dram_b_ready_i,
    output logic [3:0]   dram_b_id_o,
    output logic [1:0]   dram_b_resp_o,
    input  logic         dram_ar_valid_i,
    output logic         dram_ar_ready_o,
    input  logic [39:0]  dram_ar_addr_i,
    input  logic [3:0]   dram_ar_id_i,
    output logic         dram_r_valid_o,
    input  logic         dram_r_ready_i,
    output logic [255:0] dram_r_data_o,
    output logic [3:0]   dram_r_id_o,
    output logic [1:0]   dram_r_resp_o,
    output logic         dram_r_last_o,
    // Registers of the controller
    input  logic         ctrl_write_i,
    input  logic [29:0]  ctrl_addr_i,
    input  logic [31:0]  ctrl_data_i,
    output logic         ctrl_ack_o,
    output logic         ready_o          // the controller is calibrated
);

  localparam int unsigned AW = 28;

  logic [7:0]    cmd_valid, cmd_ready, wdata_ready, rdata_valid;
  logic          cmd_we;
  logic [AW-5:0] cmd_addr;
  logic [127:0]  wdata;
  logic [15:0]   wdata_we;
  logic [1023:0] rdata;        // of all banks; they are alike

  board_dram #(
      .AW(AW)
  ) u_dut (
      .clk_i,
      .rst_ni,
      .dram_aw_valid_i,
      .dram_aw_ready_o,
      .dram_aw_addr_i,
      .dram_aw_id_i,
      .dram_w_valid_i,
      .dram_w_ready_o,
      .dram_w_data_i,
      .dram_w_strb_i,
      .dram_b_valid_o,
      .dram_b_ready_i,
      .dram_b_id_o,
      .dram_b_resp_o,
      .dram_ar_valid_i,
      .dram_ar_ready_o,
      .dram_ar_addr_i,
      .dram_ar_id_i,
      .dram_r_valid_o,
      .dram_r_ready_i,
      .dram_r_data_o,
      .dram_r_id_o,
      .dram_r_resp_o,
      .dram_r_last_o,
      .cmd_valid_o    (cmd_valid),
      .cmd_ready_i    (cmd_ready),
      .cmd_we_o       (cmd_we),
      .cmd_addr_o     (cmd_addr),
      .wdata_ready_i  (wdata_ready),
      .wdata_data_o   (wdata),
      .wdata_we_o     (wdata_we),
      .rdata_valid_i  (rdata_valid),
      .rdata_data_i   (rdata[127:0])
  );

  logic        unused_error, unused_clk, unused_rst, unused_err;
  logic [31:0] unused_data;
  litedram_core u_controller (
      .clk                    (clk_i),
      .init_done              (ready_o),
      .init_error             (unused_error),
      .sim_trace              (1'b0),
      .user_clk               (unused_clk),
      .user_rst               (unused_rst),
`include "bank_ports.svh"
      .wb_ctrl_adr            (ctrl_addr_i),
      .wb_ctrl_dat_w          (ctrl_data_i),
      .wb_ctrl_dat_r          (unused_data),
      .wb_ctrl_sel            (4'hf),
      .wb_ctrl_cyc            (ctrl_write_i),
      .wb_ctrl_stb            (ctrl_write_i),
      .wb_ctrl_we             (1'b1),
      .wb_ctrl_ack            (ctrl_ack_o),
      .wb_ctrl_cti            (3'd0),
      .wb_ctrl_bte            (2'd0),
      .wb_ctrl_err            (unused_err)
  );

  always_ff @(posedge clk_i)
    for (int unsigned i = 1; i < 8; i++) if (rdata[i*128+:128] != rdata[127:0])
      $fatal(1, "not ok dram_bench: banks give other data than bank 0");

endmodule
