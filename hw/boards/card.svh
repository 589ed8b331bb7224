// SPDX-License-Identifier: MIT
// What tops of boards share, to be included in them: the packets in the core clock, the card, its
// DRAM up to the controller's ports, and what lamps show. A top has before it
//   localparams CoreHz, Board, Monitor, SpiKib, SpiFallback, SpiUpdate: parameters of board_top;
//     DramAw, bits of an address of DRAM
//   its clock and resets core_clk, core_reset, core_rst_n, power_n; link_up
//   the controller's pll_locked, dram_ready, dram_error
// and joins behind it a shim of the block for PCI Express to the packets, the controller to
// cmd_*, wdata_* and rdata_* (bank_ports.svh), flash, monitor and lamps to spi_*, drp_* and led.

  // ---- Packets in the core clock
  logic         up_valid, up_ready, up_last, down_valid, down_ready, down_last, room;
  logic [127:0] up_data, down_data;
  logic [3:0]   up_keep, down_keep;
  logic [2:0]   down_bar;
  logic [15:0]  cfg_id;
  logic         cfg_master, cfg_rcb, cfg_msix, cfg_mask;
  logic [2:0]   cfg_payload, cfg_read;
  logic [3:0]   lanes, speed;
  logic         ur, late, unexpected, poison, unused_posted;

  // ---- Flash
  logic         spi_cs_n, spi_clk, spi_mosi, spi_miso;

  // ---- The card
  logic         dram_aw_valid, dram_aw_ready, dram_w_valid, dram_w_ready, dram_b_valid;
  logic         dram_b_ready, dram_ar_valid, dram_ar_ready, dram_r_valid, dram_r_ready;
  logic [39:0]  dram_aw_addr, dram_ar_addr;
  logic [3:0]   dram_aw_id, dram_b_id, dram_ar_id, dram_r_id;
  logic [255:0] dram_w_data, dram_r_data;
  logic [31:0]  dram_w_strb;
  logic [1:0]   dram_b_resp, dram_r_resp;
  logic         unused_r_last;             // a line is one beat
  logic         unused_idle, unused_armed;
  logic [63:0]  unused_timer, unused_timebase;
  logic         drp_en, drp_ready, test_done, test_failed;
  logic [6:0]   drp_addr;
  logic [15:0]  drp_data;
  logic [7:0]   led;
  logic [3:0]   state;
  board_top #(
      .CLOCK_HZ    (CoreHz),
      .BOARD       (Board),
      .BUILD       (BUILD),
      .MONITOR     (Monitor),
      .SPI_KIB     (SpiKib),
      .SPI_FALLBACK(SpiFallback),
      .SPI_UPDATE  (SpiUpdate),
      .DRAM_AW     (DramAw),
`include "card_parameters.svh"
  ) u_card (
      .clk_i           (core_clk),
      .rst_ni          (core_rst_n),
      .power_ni        (power_n),
      .dram_mib_i      (16'(DRAM_MIB)),
      .test_kib_i      ((DramAw - 9)'(TEST_KIB)),
      .clocks_locked_i (pll_locked),
      .dram_ready_i    (dram_ready),
      .dram_error_i    (dram_error),
      .test_done_o     (test_done),
      .test_failed_o   (test_failed),
      .link_lanes_i    (lanes),
      .link_speed_i    (speed),
      .led_i           ({4'd0, state}),
      .led_o           (led),
      .drp_en_o        (drp_en),
      .drp_addr_o      (drp_addr),
      .drp_ready_i     (drp_ready),
      .drp_data_i      (drp_data),
      .spi_cs_no       (spi_cs_n),
      .spi_clk_o       (spi_clk),
      .spi_mosi_o      (spi_mosi),
      .spi_miso_i      (spi_miso),
      .rx_valid_i      (down_valid),
      .rx_ready_o      (down_ready),
      .rx_data_i       (down_data),
      .rx_keep_i       (down_keep),
      .rx_last_i       (down_last),
      .rx_bar_i        (down_bar),
      .rx_p_ok_o       (unused_posted),
      .rx_np_ok_o      (room),
      .tx_valid_o      (up_valid),
      .tx_ready_i      (up_ready),
      .tx_data_o       (up_data),
      .tx_keep_o       (up_keep),
      .tx_last_o       (up_last),
      .tx_p_ok_i       (1'b1),
      .tx_np_ok_i      (1'b1),
      .cfg_id_i        (cfg_id),
      .cfg_master_i    (cfg_master),
      .cfg_payload_i   (cfg_payload),
      .cfg_read_i      (cfg_read),
      .cfg_rcb_i       (cfg_rcb),
      .cfg_msix_i      (cfg_msix),
      .cfg_mask_i      (cfg_mask),
      .err_ur_o        (ur),
      .err_late_o      (late),
      .err_unexpected_o(unexpected),
      .err_poison_o    (poison),
      .dram_aw_valid_o (dram_aw_valid),
      .dram_aw_ready_i (dram_aw_ready),
      .dram_aw_addr_o  (dram_aw_addr),
      .dram_aw_id_o    (dram_aw_id),
      .dram_w_valid_o  (dram_w_valid),
      .dram_w_ready_i  (dram_w_ready),
      .dram_w_data_o   (dram_w_data),
      .dram_w_strb_o   (dram_w_strb),
      .dram_b_valid_i  (dram_b_valid),
      .dram_b_ready_o  (dram_b_ready),
      .dram_b_id_i     (dram_b_id),
      .dram_b_resp_i   (dram_b_resp),
      .dram_ar_valid_o (dram_ar_valid),
      .dram_ar_ready_i (dram_ar_ready),
      .dram_ar_addr_o  (dram_ar_addr),
      .dram_ar_id_o    (dram_ar_id),
      .dram_r_valid_i  (dram_r_valid),
      .dram_r_ready_o  (dram_r_ready),
      .dram_r_data_i   (dram_r_data),
      .dram_r_id_i     (dram_r_id),
      .dram_r_resp_i   (dram_r_resp),
      .idle_o          (unused_idle),
      .timer_armed_o   (unused_armed),
      .timer_o         (unused_timer),
      .timebase_o      (unused_timebase),
      .skip_i          (1'b0),
      .skip_to_i       (64'd0)
  );

  // ---- DRAM
  logic [7:0]    cmd_valid, cmd_ready, wdata_ready, rdata_valid;
  logic          cmd_we;
  logic [DramAw-5:0] cmd_addr;
  logic [127:0]  wdata;
  logic [15:0]   wdata_we;
  logic [1023:0] rdata;        // of all banks; they are alike
  board_dram #(
      .AW(DramAw)
  ) u_dram (
      .clk_i          (core_clk),
      .rst_ni         (power_n),
      .dram_aw_valid_i(dram_aw_valid),
      .dram_aw_ready_o(dram_aw_ready),
      .dram_aw_addr_i (dram_aw_addr),
      .dram_aw_id_i   (dram_aw_id),
      .dram_w_valid_i (dram_w_valid),
      .dram_w_ready_o (dram_w_ready),
      .dram_w_data_i  (dram_w_data),
      .dram_w_strb_i  (dram_w_strb),
      .dram_b_valid_o (dram_b_valid),
      .dram_b_ready_i (dram_b_ready),
      .dram_b_id_o    (dram_b_id),
      .dram_b_resp_o  (dram_b_resp),
      .dram_ar_valid_i(dram_ar_valid),
      .dram_ar_ready_o(dram_ar_ready),
      .dram_ar_addr_i (dram_ar_addr),
      .dram_ar_id_i   (dram_ar_id),
      .dram_r_valid_o (dram_r_valid),
      .dram_r_ready_i (dram_r_ready),
      .dram_r_data_o  (dram_r_data),
      .dram_r_id_o    (dram_r_id),
      .dram_r_resp_o  (dram_r_resp),
      .dram_r_last_o  (unused_r_last),
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

  // ---- What can be seen without a host
  logic [25:0] beat_q;
  always_ff @(posedge core_clk) beat_q <= core_reset ? '0 : beat_q + 1'b1;
  // The second lamp blinks during the test of memory.
  assign state    = {beat_q[25], dram_error || !pll_locked || test_failed,
      dram_ready && (test_done || beat_q[23]), link_up};

  logic unused_card;
  assign unused_card = ^{unused_posted, unused_r_last, unused_idle, unused_armed, unused_timer,
      unused_timebase, rdata[1023:128], led[7:4]};
