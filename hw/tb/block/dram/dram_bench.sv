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

  localparam int unsigned AW = 26;

  logic          aw_valid, aw_ready, w_valid, w_ready, w_last, b_valid, b_ready;
  logic          ar_valid, ar_ready, r_valid, r_ready, r_last;
  logic [AW-1:0] aw_addr, ar_addr;
  logic [3:0]    aw_id, b_id, ar_id, r_id;
  logic [127:0]  w_data, r_data;
  logic [15:0]   w_strb;
  logic [1:0]    b_resp, r_resp;

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
      .aw_valid_o(aw_valid),
      .aw_ready_i(aw_ready),
      .aw_addr_o (aw_addr),
      .aw_id_o   (aw_id),
      .w_valid_o (w_valid),
      .w_ready_i (w_ready),
      .w_data_o  (w_data),
      .w_strb_o  (w_strb),
      .w_last_o  (w_last),
      .b_valid_i (b_valid),
      .b_ready_o (b_ready),
      .b_id_i    (b_id),
      .b_resp_i  (b_resp),
      .ar_valid_o(ar_valid),
      .ar_ready_i(ar_ready),
      .ar_addr_o (ar_addr),
      .ar_id_o   (ar_id),
      .r_valid_i (r_valid),
      .r_ready_o (r_ready),
      .r_data_i  (r_data),
      .r_id_i    (r_id),
      .r_resp_i  (r_resp),
      .r_last_i  (r_last)
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
      .user_port_axi_0_awvalid(aw_valid),
      .user_port_axi_0_awready(aw_ready),
      .user_port_axi_0_awaddr (aw_addr),
      .user_port_axi_0_awid   (aw_id),
      .user_port_axi_0_awlen  (8'd1),
      .user_port_axi_0_awsize (4'd4),
      .user_port_axi_0_awburst(2'd1),
      .user_port_axi_0_wvalid (w_valid),
      .user_port_axi_0_wready (w_ready),
      .user_port_axi_0_wdata  (w_data),
      .user_port_axi_0_wstrb  (w_strb),
      .user_port_axi_0_wlast  (w_last),
      .user_port_axi_0_bvalid (b_valid),
      .user_port_axi_0_bready (b_ready),
      .user_port_axi_0_bid    (b_id),
      .user_port_axi_0_bresp  (b_resp),
      .user_port_axi_0_arvalid(ar_valid),
      .user_port_axi_0_arready(ar_ready),
      .user_port_axi_0_araddr (ar_addr),
      .user_port_axi_0_arid   (ar_id),
      .user_port_axi_0_arlen  (8'd1),
      .user_port_axi_0_arsize (4'd4),
      .user_port_axi_0_arburst(2'd1),
      .user_port_axi_0_rvalid (r_valid),
      .user_port_axi_0_rready (r_ready),
      .user_port_axi_0_rdata  (r_data),
      .user_port_axi_0_rid    (r_id),
      .user_port_axi_0_rresp  (r_resp),
      .user_port_axi_0_rlast  (r_last),
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

endmodule
