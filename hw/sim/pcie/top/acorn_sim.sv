// SPDX-License-Identifier: MIT
// The Acorn's top, hw/boards/acorn/top.sv, as it is, with what a simulation has in place of the
// board: both clocks, the user's side of the PCIe block (its stub), LiteDRAM with a model of its
// chip (dram_sim.py), the flash, the XADC. Those stubs read the inputs of this module.
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
    // PCIe block, in link_clk_i
    input  logic        rx_tvalid_i,
    output logic        rx_tready_o,
    input  logic [63:0] rx_tdata_i,
    input  logic [7:0]  rx_tkeep_i,
    input  logic        rx_tlast_i,
    input  logic [21:0] rx_tuser_i,
    output logic        rx_np_ok_o,
    output logic        tx_tvalid_o,
    input  logic        tx_tready_i,
    output logic [63:0] tx_tdata_o,
    output logic [7:0]  tx_tkeep_o,
    output logic        tx_tlast_o,
    // Configuration space
    input  logic [15:0] cfg_id_i,
    input  logic [15:0] cfg_command_i,
    input  logic [15:0] cfg_dcommand_i,
    input  logic [15:0] cfg_lcommand_i,
    input  logic [15:0] cfg_lstatus_i,
    input  logic        cfg_msix_i,
    input  logic        cfg_mask_i,
    // Errors that the block is told
    output logic        err_ur_o,
    output logic        err_late_o,
    output logic        err_unexpected_o,
    output logic        err_poison_o,
    // Registers of the DRAM controller: what the processor does on the board
    input  logic        ctrl_write_i,
    input  logic [29:0] ctrl_addr_i,
    input  logic [31:0] ctrl_data_i,
    output logic        ctrl_ack_o,
    // Low: calibration does not end
    input  logic        dram_ready_i,
    // XADC, flash, lamps
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
  logic        unused_clkreq, unused_wp, unused_hold;
  logic [3:0]  unused_txp, unused_txn, led_n;
  logic [31:0] unused_ddram;
  top #(
      .DRAM_MIB(DRAM_MIB),
      .TEST_KIB(TEST_KIB)
  ) u_top (
      .clk200_p     (1'b0),
      .clk200_n     (1'b1),
      .pcie_clkreq_n(unused_clkreq),
      .pcie_rst_n   (1'b1),
      .pcie_clk_p   (1'b0),
      .pcie_clk_n   (1'b1),
      .pcie_rx_p    (4'd0),
      .pcie_rx_n    (4'd0),
      .pcie_tx_p    (unused_txp),
      .pcie_tx_n    (unused_txn),
      .ddram_a      (unused_ddram[15:0]),
      .ddram_ba     (unused_ddram[18:16]),
      .ddram_ras_n  (unused_ddram[19]),
      .ddram_cas_n  (unused_ddram[20]),
      .ddram_we_n   (unused_ddram[21]),
      .ddram_dm     (unused_ddram[23:22]),
      .ddram_dq     (dq),
      .ddram_dqs_p  (dqs_p),
      .ddram_dqs_n  (dqs_n),
      .ddram_clk_p  (unused_ddram[24]),
      .ddram_clk_n  (unused_ddram[25]),
      .ddram_cke    (unused_ddram[26]),
      .ddram_odt    (unused_ddram[27]),
      .ddram_reset_n(unused_ddram[28]),
      .flash_cs_n   (spi_cs_no),
      .flash_mosi   (spi_mosi_o),
      .flash_miso   (spi_miso_i),
      .flash_wp     (unused_wp),
      .flash_hold   (unused_hold),
      .user_led     (led_n)
  );
  assign unused_ddram[31:29] = '0;
  assign led_o = ~led_n;

  // ---- The block
  assign rx_tready_o      = u_top.rx_tready;
  assign rx_np_ok_o       = u_top.np_ok;
  assign tx_tvalid_o      = u_top.tx_tvalid;
  assign tx_tdata_o       = u_top.tx_tdata;
  assign tx_tkeep_o       = u_top.tx_tkeep;
  assign tx_tlast_o       = u_top.tx_tlast;
  assign err_ur_o         = u_top.err_ur;
  assign err_late_o       = u_top.err_timeout;
  assign err_unexpected_o = u_top.err_unexpect;
  assign err_poison_o     = u_top.err_poisoned;

  // ---- The board
  assign ctrl_ack_o    = u_top.u_controller.wb_ctrl_ack;
  assign drp_en_o      = u_top.drp_en;
  assign drp_addr_o    = u_top.drp_addr;
  assign spi_clk_o     = u_top.spi_clk;
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

module IBUFDS_GTE2 (
    input  logic I,
    input  logic IB,
    input  logic CEB,
    output logic O,
    output logic ODIV2
);
  assign O     = I && !IB && !CEB;
  assign ODIV2 = 1'b0;
endmodule

module XADC #(
    parameter logic [15:0] INIT_40 = 16'd0,
    parameter logic [15:0] INIT_41 = 16'd0,
    parameter logic [15:0] INIT_42 = 16'd0,
    parameter logic [15:0] INIT_48 = 16'd0,
    parameter logic [15:0] INIT_49 = 16'd0,
    parameter logic [15:0] INIT_4A = 16'd0
) (
    input  logic        DCLK, RESET, DEN, DWE, CONVST, CONVSTCLK, VP, VN,
    input  logic [6:0]  DADDR,
    input  logic [15:0] DI, VAUXP, VAUXN,
    output logic        DRDY, BUSY, EOC, EOS, JTAGBUSY, JTAGLOCKED, JTAGMODIFIED, OT,
    output logic [15:0] DO,
    output logic [7:0]  ALM,
    output logic [4:0]  CHANNEL, MUXADDR
);
  assign DRDY = top_sim.drp_ready_i;
  assign DO   = top_sim.drp_data_i;
  assign {BUSY, EOC, EOS, JTAGBUSY, JTAGLOCKED, JTAGMODIFIED, OT, ALM, CHANNEL, MUXADDR} = '0;
endmodule

module STARTUPE2 (
    input  logic CLK, GSR, GTS, KEYCLEARB, PACK, USRCCLKO, USRCCLKTS, USRDONEO, USRDONETS,
    output logic CFGCLK, CFGMCLK, EOS, PREQ
);
  assign {CFGCLK, CFGMCLK, EOS, PREQ} = 4'b0010;
endmodule
