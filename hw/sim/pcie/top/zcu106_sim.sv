// SPDX-License-Identifier: MIT
// The ZCU106's top, hw/boards/zcu106/top.sv, as it is, with what a simulation has in place of the
// board: both clocks, the user's side of the PCIe block (its stub), LiteDRAM with a model of its
// chip (dram_sim.py), the SYSMONE4. Those stubs read the inputs of this module.
//
// Nothing of the card's time is left out: the top ties what would let an idle card's time jump.

module top_sim #(
    parameter int unsigned DRAM_MIB = 256,
    parameter int unsigned TEST_KIB = 256
) (
    input  logic        core_clk_i,
    input  logic        link_clk_i,
    // The FPGA is configured and its clocks run; the link is up
    input  logic        power_ni,
    input  logic        link_up_i,
    // PCIe block, in link_clk_i; of tuser the bits below 64
    input  logic         cq_tvalid_i,
    output logic         cq_tready_o,
    input  logic [127:0] cq_tdata_i,
    input  logic [3:0]   cq_tkeep_i,
    input  logic         cq_tlast_i,
    input  logic [63:0]  cq_tuser_i,
    output logic [1:0]   np_req_o,
    output logic         cc_tvalid_o,
    input  logic         cc_tready_i,
    output logic [127:0] cc_tdata_o,
    output logic [3:0]   cc_tkeep_o,
    output logic         cc_tlast_o,
    output logic [63:0]  cc_tuser_o,
    output logic         rq_tvalid_o,
    input  logic         rq_tready_i,
    output logic [127:0] rq_tdata_o,
    output logic [3:0]   rq_tkeep_o,
    output logic         rq_tlast_o,
    output logic [63:0]  rq_tuser_o,
    input  logic [1:0]   seq_valid_i,
    input  logic [5:0]   seq0_i,
    input  logic [5:0]   seq1_i,
    input  logic [3:0]   nph_av_i,
    input  logic         rc_tvalid_i,
    output logic         rc_tready_o,
    input  logic [127:0] rc_tdata_i,
    input  logic [3:0]   rc_tkeep_i,
    input  logic         rc_tlast_i,
    input  logic [63:0]  rc_tuser_i,
    // Configuration space
    input  logic [7:0]   cfg_bus_i,
    input  logic [15:0]  cfg_status_i,
    input  logic [2:0]   cfg_payload_i,
    input  logic [2:0]   cfg_read_i,
    input  logic         cfg_rcb_i,
    input  logic         cfg_msix_i,
    input  logic         cfg_mask_i,
    input  logic [2:0]   cfg_width_i,
    input  logic [1:0]   cfg_speed_i,
    // Errors that the block is told
    output logic         err_cor_o,
    output logic         err_uncor_o,
    // Registers of the DRAM controller: what the processor does on the board
    input  logic        ctrl_write_i,
    input  logic [29:0] ctrl_addr_i,
    input  logic [31:0] ctrl_data_i,
    output logic        ctrl_ack_o,
    // Low: calibration does not end
    input  logic        dram_ready_i,
    // SYSMONE4, lamps; there is no flash
    output logic        drp_en_o,
    output logic [6:0]  drp_addr_o,
    input  logic        drp_ready_i,
    input  logic [15:0] drp_data_i,
    output logic        spi_cs_no,
    output logic        spi_clk_o,
    output logic        spi_mosi_o,
    input  logic        spi_miso_i,
    output logic [3:0]  led_o,
    // What the simulation looks at: the card is out of reset, a card in reset has nothing under
    // way in memory, the test of memory, the card's time
    output logic        card_rst_no,
    output logic        quiet_o,
    output logic        test_done_o,
    output logic        test_failed_o,
    output logic        idle_o,
    output logic        timer_armed_o,
    output logic [63:0] timer_o,
    output logic [63:0] timebase_o
);

  wire  [15:0] dq;
  wire  [1:0]  dqs_p, dqs_n;
  logic [3:0]  unused_txp, unused_txn;
  logic [31:0] unused_ddram;
  top #(
      .DRAM_MIB(DRAM_MIB),
      .TEST_KIB(TEST_KIB)
  ) u_top (
      .clk125_p     (1'b0),
      .clk125_n     (1'b1),
      .pcie_rst_n   (1'b1),
      .pcie_clk_p   (1'b0),
      .pcie_clk_n   (1'b1),
      .pcie_rx_p    (4'd0),
      .pcie_rx_n    (4'd0),
      .pcie_tx_p    (unused_txp),
      .pcie_tx_n    (unused_txn),
      .ddram_a      (unused_ddram[13:0]),
      .ddram_ba     (unused_ddram[15:14]),
      .ddram_bg     (unused_ddram[16]),
      .ddram_ras_n  (unused_ddram[17]),
      .ddram_cas_n  (unused_ddram[18]),
      .ddram_we_n   (unused_ddram[19]),
      .ddram_cs_n   (unused_ddram[20]),
      .ddram_act_n  (unused_ddram[21]),
      .ddram_dm     (unused_ddram[23:22]),
      .ddram_dq     (dq),
      .ddram_dqs_p  (dqs_p),
      .ddram_dqs_n  (dqs_n),
      .ddram_clk_p  (unused_ddram[24]),
      .ddram_clk_n  (unused_ddram[25]),
      .ddram_cke    (unused_ddram[26]),
      .ddram_odt    (unused_ddram[27]),
      .ddram_reset_n(unused_ddram[28]),
      .user_led     (led_o)
  );
  assign unused_ddram[31:29] = '0;

  // ---- The block
  assign cq_tready_o = u_top.cq_tready;
  assign np_req_o    = u_top.np_req;
  assign cc_tvalid_o = u_top.cc_tvalid;
  assign cc_tdata_o  = u_top.cc_tdata;
  assign cc_tkeep_o  = u_top.cc_tkeep;
  assign cc_tlast_o  = u_top.cc_tlast;
  assign cc_tuser_o  = {31'd0, u_top.cc_tuser};
  assign rq_tvalid_o = u_top.rq_tvalid;
  assign rq_tdata_o  = u_top.rq_tdata;
  assign rq_tkeep_o  = u_top.rq_tkeep;
  assign rq_tlast_o  = u_top.rq_tlast;
  assign rq_tuser_o  = {2'd0, u_top.rq_tuser};
  assign rc_tready_o = u_top.rc_tready;
  assign err_cor_o   = u_top.err_cor;
  assign err_uncor_o = u_top.err_uncor;

  // ---- The board
  assign ctrl_ack_o    = u_top.u_controller.wb_ctrl_ack;
  assign drp_en_o      = u_top.drp_en;
  assign drp_addr_o    = u_top.drp_addr;
  assign {spi_cs_no, spi_clk_o, spi_mosi_o} = 3'b100;
  assign card_rst_no   = u_top.u_card.card_rst_n;
  assign quiet_o       = u_top.u_card.unused_quiet;
  assign test_done_o   = u_top.test_done;
  assign test_failed_o = u_top.test_failed;
  assign idle_o        = u_top.unused_idle;
  assign timer_armed_o = u_top.unused_armed;
  assign timer_o       = u_top.unused_timer;
  assign timebase_o    = u_top.unused_timebase;

endmodule

// ---- Primitives of Xilinx that the top uses; clocks come with the blocks that they drive.

module IBUFDS (
    input  logic I,
    input  logic IB,
    output logic O
);
  assign O = I && !IB;
endmodule

module BUFG (
    input  logic I,
    output logic O
);
  assign O = I;
endmodule

module IBUFDS_GTE4 (
    input  logic I,
    input  logic IB,
    input  logic CEB,
    output logic O,
    output logic ODIV2
);
  assign O     = I && !IB && !CEB;
  assign ODIV2 = O;
endmodule

module SYSMONE4 #(
    parameter logic [15:0] INIT_40 = 16'd0,
    parameter logic [15:0] INIT_41 = 16'd0,
    parameter logic [15:0] INIT_42 = 16'd0,
    parameter logic [15:0] INIT_48 = 16'd0,
    parameter logic [15:0] INIT_4A = 16'd0
) (
    input  logic        DCLK, RESET, DEN, DWE, CONVST, CONVSTCLK, I2C_SCLK, I2C_SDA, VP, VN,
    input  logic [7:0]  DADDR,
    input  logic [15:0] DI, VAUXP, VAUXN,
    output logic        DRDY, BUSY, EOC, EOS, I2C_SCLK_TS, I2C_SDA_TS, JTAGBUSY, JTAGLOCKED,
    output logic        JTAGMODIFIED, OT, SMBALERT_TS,
    output logic [15:0] DO, ADC_DATA, ALM,
    output logic [5:0]  CHANNEL,
    output logic [4:0]  MUXADDR
);
  assign DRDY = top_sim.drp_ready_i;
  assign DO   = top_sim.drp_data_i;
  assign {BUSY, EOC, EOS, I2C_SCLK_TS, I2C_SDA_TS, JTAGBUSY, JTAGLOCKED, JTAGMODIFIED, OT,
      SMBALERT_TS, ADC_DATA, ALM, CHANNEL, MUXADDR} = '0;
endmodule
