// SPDX-License-Identifier: MIT
// SQRL Acorn CLE-215+ (Artix-7 200T, 1 GiB of DDR3, M.2): the card behind the 7 series' block for
// PCI Express (x4, 2.5 GT/s) and LiteDRAM. The core clock, 80 MHz, is that of the DRAM controller;
// the link has 125 MHz of its own. The bridge and the board block leave reset when the link is up,
// the card when DRAM is calibrated and has passed its test as well (board_block).
//
// card_parameters.svh is made from a preset (Makefile); pcie_s7 by Vivado (build.tcl);
// litedram_core and bank_ports.svh by LiteDRAM (litedram.yml).

module top #(
    // First 32 bits of the commit; build.tcl sets it
    parameter logic [31:0] BUILD = 32'd0,
    // Card memory, and what of it is tested at power-up. Simulation has less.
    parameter int unsigned DRAM_MIB = 1024,
    parameter int unsigned TEST_KIB = DRAM_MIB * 1024
) (
    input  logic        clk200_p,
    input  logic        clk200_n,
    // PCI Express
    output logic        pcie_clkreq_n,
    input  logic        pcie_rst_n,
    input  logic        pcie_clk_p,
    input  logic        pcie_clk_n,
    input  logic [3:0]  pcie_rx_p,
    input  logic [3:0]  pcie_rx_n,
    output logic [3:0]  pcie_tx_p,
    output logic [3:0]  pcie_tx_n,
    // DDR3
    output logic [15:0] ddram_a,
    output logic [2:0]  ddram_ba,
    output logic        ddram_ras_n,
    output logic        ddram_cas_n,
    output logic        ddram_we_n,
    output logic [1:0]  ddram_dm,
    inout  wire  [15:0] ddram_dq,
    inout  wire  [1:0]  ddram_dqs_p,
    inout  wire  [1:0]  ddram_dqs_n,
    output logic        ddram_clk_p,
    output logic        ddram_clk_n,
    output logic        ddram_cke,
    output logic        ddram_odt,
    output logic        ddram_reset_n,
    // Flash of the bitstream; its clock is the FPGA's own pin
    output logic        flash_cs_n,
    output logic        flash_mosi,
    input  logic        flash_miso,
    output logic        flash_wp,
    output logic        flash_hold,
    // Link, DRAM, error, heartbeat; on while low
    output logic [3:0]  user_led
);

  assign pcie_clkreq_n = 1'b0;

  // ---- Clocks and resets
  logic clk200, pcie_clk, core_clk, link_clk;
  logic link_reset, link_up, core_reset, dram_ready, dram_error, pll_locked, alive;
  logic core_rst_n, link_rst_n, power_n;
  IBUFDS u_clk200 (.I(clk200_p), .IB(clk200_n), .O(clk200));
  logic unused_half;
  IBUFDS_GTE2 u_pcie_clk (
      .I    (pcie_clk_p),
      .IB   (pcie_clk_n),
      .CEB  (1'b0),
      .O    (pcie_clk),
      .ODIV2(unused_half)
  );
  // Memory and its test have a reset of their own: they stay while the link is down.
  assign alive = !link_reset && link_up && !core_reset;
  common_reset u_power_reset (.clk_i(core_clk), .rst_async_ni(!core_reset), .rst_no(power_n));
  common_reset u_core_reset (.clk_i(core_clk), .rst_async_ni(alive), .rst_no(core_rst_n));
  common_reset u_link_reset (.clk_i(link_clk), .rst_async_ni(alive), .rst_no(link_rst_n));

  // ---- PCI Express
  logic        rx_tvalid, rx_tready, rx_tlast, tx_tvalid, tx_tready, tx_tlast, np_ok;
  logic [63:0] rx_tdata, tx_tdata;
  logic [7:0]  rx_tkeep, tx_tkeep;
  logic [21:0] rx_tuser;
  logic [7:0]  bus;
  logic [4:0]  device;
  logic [2:0]  number;
  logic [15:0] command, dcommand, lcommand, lstatus;
  logic        msix, msix_mask, err_ur, err_timeout, err_unexpect, err_poisoned;
  pcie_s7 u_pcie (
      .sys_clk                       (pcie_clk),
      .sys_rst_n                     (pcie_rst_n),
      .pci_exp_txp                   (pcie_tx_p),
      .pci_exp_txn                   (pcie_tx_n),
      .pci_exp_rxp                   (pcie_rx_p),
      .pci_exp_rxn                   (pcie_rx_n),
      .user_clk_out                  (link_clk),
      .user_reset_out                (link_reset),
      .user_lnk_up                   (link_up),
      .s_axis_tx_tvalid              (tx_tvalid),
      .s_axis_tx_tready              (tx_tready),
      .s_axis_tx_tdata               (tx_tdata),
      .s_axis_tx_tkeep               (tx_tkeep),
      .s_axis_tx_tlast               (tx_tlast),
      .s_axis_tx_tuser               (4'd0),
      .m_axis_rx_tvalid              (rx_tvalid),
      .m_axis_rx_tready              (rx_tready),
      .m_axis_rx_tdata               (rx_tdata),
      .m_axis_rx_tkeep               (rx_tkeep),
      .m_axis_rx_tlast               (rx_tlast),
      .m_axis_rx_tuser               (rx_tuser),
      .rx_np_ok                      (np_ok),
      .rx_np_req                     (1'b1),
      .tx_cfg_gnt                    (1'b1),
      .cfg_bus_number                (bus),
      .cfg_device_number             (device),
      .cfg_function_number           (number),
      .cfg_command                   (command),
      .cfg_dcommand                  (dcommand),
      .cfg_lcommand                  (lcommand),
      .cfg_lstatus                   (lstatus),
      .cfg_interrupt_msixenable      (msix),
      .cfg_interrupt_msixfm          (msix_mask),
      .cfg_err_ur                    (err_ur),
      .cfg_err_cpl_timeout           (err_timeout),
      .cfg_err_cpl_unexpect          (err_unexpect),
      .cfg_err_poisoned              (err_poisoned),
      // The bridge answers what is unsupported by itself, so the block must not.
      .cfg_err_posted                (1'b1),
      .cfg_err_tlp_cpl_header        (48'd0),
      .cfg_err_ecrc                  (1'b0),
      .cfg_err_cpl_abort             (1'b0),
      .cfg_err_cor                   (1'b0),
      .cfg_err_atomic_egress_blocked (1'b0),
      .cfg_err_internal_cor          (1'b0),
      .cfg_err_internal_uncor        (1'b0),
      .cfg_err_malformed             (1'b0),
      .cfg_err_mc_blocked            (1'b0),
      .cfg_err_norecovery            (1'b0),
      .cfg_err_locked                (1'b0),
      .cfg_err_acs                   (1'b0),
      .cfg_err_aer_headerlog         (128'd0),
      .cfg_aer_interrupt_msgnum      (5'd0),
      // Interrupts are writes that the bridge sends.
      .cfg_interrupt                 (1'b0),
      .cfg_interrupt_assert          (1'b0),
      .cfg_interrupt_di              (8'd0),
      .cfg_interrupt_stat            (1'b0),
      .cfg_pciecap_interrupt_msgnum  (5'd0),
      .cfg_trn_pending               (1'b0),
      .cfg_turnoff_ok                (1'b0),
      .cfg_pm_halt_aspm_l0s          (1'b0),
      .cfg_pm_halt_aspm_l1           (1'b0),
      .cfg_pm_force_state_en         (1'b0),
      .cfg_pm_force_state            (2'd0),
      .cfg_pm_send_pme_to            (1'b0),
      .cfg_pm_wake                   (1'b0),
      .cfg_dsn                       (64'd0),
      .cfg_ds_bus_number             (8'd0),
      .cfg_ds_device_number          (5'd0),
      .cfg_ds_function_number        (3'd0)
  );

  // ---- The card and its DRAM: card.svh. The place of the update image is
  // that of build.tcl.
  localparam int unsigned CoreHz      = 80_000_000;
  localparam logic [15:0] Board       = smgpu_regs_pkg::BOARD_VERSION_BOARD_ACORN;
  localparam logic [7:0]  Monitor     = smgpu_regs_pkg::BOARD_MONITOR_KIND_XADC;
  localparam logic [30:0] SpiKib      = 31'd32768;
  localparam logic        SpiFallback = 1'b1;
  localparam logic [31:0] SpiUpdate   = 32'h0080_0000;
  localparam int unsigned DramAw      = 30;
`include "card.svh"

  // ---- Between the block and the core clock
  board_link u_link (
      .link_clk_i                (link_clk),
      .link_rst_ni               (link_rst_n),
      .m_axis_rx_tvalid_i        (rx_tvalid),
      .m_axis_rx_tready_o        (rx_tready),
      .m_axis_rx_tdata_i         (rx_tdata),
      .m_axis_rx_tkeep_i         (rx_tkeep),
      .m_axis_rx_tlast_i         (rx_tlast),
      .m_axis_rx_tuser_i         (rx_tuser),
      .rx_np_ok_o                (np_ok),
      .s_axis_tx_tvalid_o        (tx_tvalid),
      .s_axis_tx_tready_i        (tx_tready),
      .s_axis_tx_tdata_o         (tx_tdata),
      .s_axis_tx_tkeep_o         (tx_tkeep),
      .s_axis_tx_tlast_o         (tx_tlast),
      .cfg_id_i                  ({bus, device, number}),
      .cfg_command_i             (command),
      .cfg_dcommand_i            (dcommand),
      .cfg_lcommand_i            (lcommand),
      .cfg_lstatus_i             (lstatus),
      .cfg_interrupt_msixenable_i(msix),
      .cfg_interrupt_msixfm_i    (msix_mask),
      .cfg_err_ur_o              (err_ur),
      .cfg_err_cpl_timeout_o     (err_timeout),
      .cfg_err_cpl_unexpect_o    (err_unexpect),
      .cfg_err_poisoned_o        (err_poisoned),
      .clk_i                     (core_clk),
      .rst_ni                    (core_rst_n),
      .rx_valid_o                (down_valid),
      .rx_ready_i                (down_ready),
      .rx_data_o                 (down_data),
      .rx_keep_o                 (down_keep),
      .rx_last_o                 (down_last),
      .rx_bar_o                  (down_bar),
      .rx_np_ok_i                (room),
      .tx_valid_i                (up_valid),
      .tx_ready_o                (up_ready),
      .tx_data_i                 (up_data),
      .tx_keep_i                 (up_keep),
      .tx_last_i                 (up_last),
      .cfg_id_o                  (cfg_id),
      .cfg_master_o              (cfg_master),
      .cfg_payload_o             (cfg_payload),
      .cfg_read_o                (cfg_read),
      .cfg_rcb_o                 (cfg_rcb),
      .cfg_lanes_o               (lanes),
      .cfg_speed_o               (speed),
      .cfg_msix_o                (cfg_msix),
      .cfg_mask_o                (cfg_mask),
      .err_ur_i                  (ur),
      .err_late_i                (late),
      .err_unexpected_i          (unexpected),
      .err_poison_i              (poison)
  );

  // ---- DRAM
  // The processor that calibrates has a console, which nobody reads.
  logic [7:0] unused_console;
  logic       unused_written, unused_read;
  litedram_core u_controller (
      .clk                    (clk200),
      .rst                    (1'b0),
      .pll_locked             (pll_locked),
      .init_done              (dram_ready),
      .init_error             (dram_error),
      .user_clk               (core_clk),
      .user_rst               (core_reset),
      .uart_rx_valid          (1'b0),
      .uart_rx_data           (8'd0),
      .uart_rx_ready          (unused_read),
      .uart_tx_valid          (unused_written),
      .uart_tx_data           (unused_console),
      .uart_tx_ready          (1'b1),
      .ddram_a                (ddram_a),
      .ddram_ba               (ddram_ba),
      .ddram_ras_n            (ddram_ras_n),
      .ddram_cas_n            (ddram_cas_n),
      .ddram_we_n             (ddram_we_n),
      .ddram_cs_n             (unused_cs),
      .ddram_dm               (ddram_dm),
      .ddram_dq               (ddram_dq),
      .ddram_dqs_p            (ddram_dqs_p),
      .ddram_dqs_n            (ddram_dqs_n),
      .ddram_clk_p            (ddram_clk_p),
      .ddram_clk_n            (ddram_clk_n),
      .ddram_cke              (ddram_cke),
      .ddram_odt              (ddram_odt),
`include "bank_ports.svh"
      .ddram_reset_n          (ddram_reset_n)
  );
  logic unused_cs;                         // the board ties it

  // ---- Temperature and supplies: all of them in turn, 16 measurements averaged, at a quarter of
  // the clock
  logic [24:0] unused_monitor;
  XADC #(
      .INIT_40(16'h9000),
      .INIT_41(16'h2ef0),
      .INIT_42(16'h0400),
      .INIT_48(16'h4701),
      .INIT_49(16'h000f),
      .INIT_4A(16'h4700)
  ) u_xadc (
      .DCLK        (core_clk),
      .RESET       (core_reset),
      .DEN         (drp_en),
      .DADDR       (drp_addr),
      .DWE         (1'b0),
      .DI          (16'd0),
      .DRDY        (drp_ready),
      .DO          (drp_data),
      .CONVST      (1'b0),
      .CONVSTCLK   (1'b0),
      .VP          (1'b0),
      .VN          (1'b0),
      .VAUXP       (16'd0),
      .VAUXN       (16'd0),
      .ALM         (unused_monitor[7:0]),
      .BUSY        (unused_monitor[8]),
      .CHANNEL     (unused_monitor[13:9]),
      .EOC         (unused_monitor[14]),
      .EOS         (unused_monitor[15]),
      .JTAGBUSY    (unused_monitor[16]),
      .JTAGLOCKED  (unused_monitor[17]),
      .JTAGMODIFIED(unused_monitor[18]),
      .MUXADDR     (unused_monitor[23:19]),
      .OT          (unused_monitor[24])
  );

  // ---- Flash: its clock leaves by the pin that configured the FPGA; writing and holding are not
  // barred
  logic [3:0] unused_startup;
  STARTUPE2 u_startup (
      .CLK      (1'b0),
      .GSR      (1'b0),
      .GTS      (1'b0),
      .KEYCLEARB(1'b1),
      .PACK     (1'b0),
      .USRCCLKO (spi_clk),
      .USRCCLKTS(1'b0),
      .USRDONEO (1'b1),
      .USRDONETS(1'b1),
      .CFGCLK   (unused_startup[0]),
      .CFGMCLK  (unused_startup[1]),
      .EOS      (unused_startup[2]),
      .PREQ     (unused_startup[3])
  );
  assign flash_cs_n = spi_cs_n;
  assign flash_mosi = spi_mosi;
  assign spi_miso   = flash_miso;
  assign flash_wp   = 1'b1;
  assign flash_hold = 1'b1;

  // ---- Lamps
  assign user_led = ~led[3:0];

  logic unused;
  assign unused = ^{unused_half, unused_monitor, unused_startup, unused_console, unused_written,
      unused_read, unused_cs};

endmodule
