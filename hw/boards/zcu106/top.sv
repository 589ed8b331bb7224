// SPDX-License-Identifier: MIT
// Xilinx ZCU106 (Zynq UltraScale+ 7EV, DDR4 on the FPGA's side, PCIe edge): the card behind the
// block of UltraScale+ for PCI Express (x4, 8 GT/s) and LiteDRAM, which has one of the four chips,
// 512 MiB. The core clock, 125 MHz, is that of the DRAM controller; the link has 250 MHz of its
// own. The bridge and the board block leave reset when the link is up, the card when DRAM is
// calibrated and has passed its test as well (board_block). The Arm side is not used, nor the
// flash, which hangs on its pins.
//
// card_parameters.svh is made from a preset (Makefile); pcie_usp by Vivado (build.tcl);
// litedram_core and bank_ports.svh by LiteDRAM (litedram.yml).

module top #(
    // First 32 bits of the commit; build.tcl sets it
    parameter logic [31:0] BUILD = 32'd0,
    // Card memory, and what of it is tested at power-up. Simulation has less.
    parameter int unsigned DRAM_MIB = 512,
    parameter int unsigned TEST_KIB = DRAM_MIB * 1024
) (
    input  logic        clk125_p,
    input  logic        clk125_n,
    // PCI Express
    input  logic        pcie_rst_n,
    input  logic        pcie_clk_p,
    input  logic        pcie_clk_n,
    input  logic [3:0]  pcie_rx_p,
    input  logic [3:0]  pcie_rx_n,
    output logic [3:0]  pcie_tx_p,
    output logic [3:0]  pcie_tx_n,
    // DDR4, one chip
    output logic [13:0] ddram_a,
    output logic [1:0]  ddram_ba,
    output logic        ddram_bg,
    output logic        ddram_ras_n,
    output logic        ddram_cas_n,
    output logic        ddram_we_n,
    output logic        ddram_cs_n,
    output logic        ddram_act_n,
    output logic [1:0]  ddram_dm,
    inout  wire  [15:0] ddram_dq,
    inout  wire  [1:0]  ddram_dqs_p,
    inout  wire  [1:0]  ddram_dqs_n,
    output logic        ddram_clk_p,
    output logic        ddram_clk_n,
    output logic        ddram_cke,
    output logic        ddram_odt,
    output logic        ddram_reset_n,
    // Link, DRAM, error, heartbeat; on while high
    output logic [3:0]  user_led
);

  // ---- Clocks and resets
  logic clk125_in, clk125, pcie_clk, pcie_clk_gt, core_clk, link_clk;
  logic link_reset, link_up, core_reset, dram_ready, dram_error, pll_locked, alive;
  logic core_rst_n, link_rst_n, power_n;
  // Pins of this bank reach clocks by a buffer.
  IBUFDS u_clk125 (.I(clk125_p), .IB(clk125_n), .O(clk125_in));
  BUFG u_clk125_buffer (.I(clk125_in), .O(clk125));
  IBUFDS_GTE4 u_pcie_clk (
      .I    (pcie_clk_p),
      .IB   (pcie_clk_n),
      .CEB  (1'b0),
      .O    (pcie_clk_gt),
      .ODIV2(pcie_clk)
  );
  // Memory and its test have a reset of their own: they stay while the link is down. LiteDRAM's
  // reset begins in the third cycle of its clock, and that 100 ms after the link may be up. So
  // nothing is alive before eight cycles without reset.
  common_reset #(
      .STAGES(8)
  ) u_power_reset (
      .clk_i       (core_clk),
      .rst_async_ni(!core_reset),
      .rst_no      (power_n)
  );
  assign alive = !link_reset && link_up && power_n;
  common_reset u_core_reset (.clk_i(core_clk), .rst_async_ni(alive), .rst_no(core_rst_n));
  common_reset u_link_reset (.clk_i(link_clk), .rst_async_ni(alive), .rst_no(link_rst_n));

  // ---- PCI Express
  logic         rq_tvalid, rq_tready, rq_tlast, rc_tvalid, rc_tready, rc_tlast;
  logic         cq_tvalid, cq_tready, cq_tlast, cc_tvalid, cc_tready, cc_tlast;
  logic [127:0] rq_tdata, rc_tdata, cq_tdata, cc_tdata;
  logic [3:0]   rq_tkeep, rc_tkeep, cq_tkeep, cc_tkeep;
  logic [61:0]  rq_tuser;
  logic [74:0]  rc_tuser;
  logic [87:0]  cq_tuser;
  logic [32:0]  cc_tuser;
  logic [1:0]   np_req;
  logic         seq_valid0, seq_valid1;
  logic [5:0]   seq0, seq1;
  logic [3:0]   nph_av, rcb_status, msix, msix_mask;
  logic [7:0]   bus;
  logic [15:0]  function_status;
  logic [1:0]   max_payload, current_speed;
  logic [2:0]   max_read_req, negotiated_width;
  logic         err_cor, err_uncor, power_change;
  pcie_usp u_pcie (
      .sys_clk                              (pcie_clk),
      .sys_clk_gt                           (pcie_clk_gt),
      .sys_reset                            (pcie_rst_n),
      .pci_exp_txp                          (pcie_tx_p),
      .pci_exp_txn                          (pcie_tx_n),
      .pci_exp_rxp                          (pcie_rx_p),
      .pci_exp_rxn                          (pcie_rx_n),
      .user_clk                             (link_clk),
      .user_reset                           (link_reset),
      .user_lnk_up                          (link_up),
      .s_axis_rq_tvalid                     (rq_tvalid),
      .s_axis_rq_tready                     (rq_tready),
      .s_axis_rq_tdata                      (rq_tdata),
      .s_axis_rq_tkeep                      (rq_tkeep),
      .s_axis_rq_tlast                      (rq_tlast),
      .s_axis_rq_tuser                      (rq_tuser),
      .m_axis_rc_tvalid                     (rc_tvalid),
      .m_axis_rc_tready                     (rc_tready),
      .m_axis_rc_tdata                      (rc_tdata),
      .m_axis_rc_tkeep                      (rc_tkeep),
      .m_axis_rc_tlast                      (rc_tlast),
      .m_axis_rc_tuser                      (rc_tuser),
      .m_axis_cq_tvalid                     (cq_tvalid),
      .m_axis_cq_tready                     (cq_tready),
      .m_axis_cq_tdata                      (cq_tdata),
      .m_axis_cq_tkeep                      (cq_tkeep),
      .m_axis_cq_tlast                      (cq_tlast),
      .m_axis_cq_tuser                      (cq_tuser),
      .s_axis_cc_tvalid                     (cc_tvalid),
      .s_axis_cc_tready                     (cc_tready),
      .s_axis_cc_tdata                      (cc_tdata),
      .s_axis_cc_tkeep                      (cc_tkeep),
      .s_axis_cc_tlast                      (cc_tlast),
      .s_axis_cc_tuser                      (cc_tuser),
      .pcie_rq_seq_num0                     (seq0),
      .pcie_rq_seq_num_vld0                 (seq_valid0),
      .pcie_rq_seq_num1                     (seq1),
      .pcie_rq_seq_num_vld1                 (seq_valid1),
      .pcie_tfc_nph_av                      (nph_av),
      .pcie_cq_np_req                       (np_req),
      .cfg_bus_number                       (bus),
      .cfg_negotiated_width                 (negotiated_width),
      .cfg_current_speed                    (current_speed),
      .cfg_max_payload                      (max_payload),
      .cfg_max_read_req                     (max_read_req),
      .cfg_function_status                  (function_status),
      .cfg_rcb_status                       (rcb_status),
      .cfg_err_cor_in                       (err_cor),
      .cfg_err_uncor_in                     (err_uncor),
      .cfg_power_state_change_interrupt     (power_change),
      .cfg_power_state_change_ack           (power_change),
      .cfg_interrupt_msix_enable            (msix),
      .cfg_interrupt_msix_mask              (msix_mask),
      .cfg_config_space_enable              (1'b1),
      .cfg_link_training_enable             (1'b1),
      // Interrupts are writes that the bridge sends.
      .cfg_interrupt_int                    (4'd0),
      .cfg_interrupt_pending                (4'd0),
      .cfg_interrupt_msix_int               (1'b0),
      .cfg_interrupt_msix_address           (64'd0),
      .cfg_interrupt_msix_data              (32'd0),
      .cfg_interrupt_msix_vec_pending       (2'd0),
      .cfg_interrupt_msi_function_number    (8'd0),
      .cfg_mgmt_addr                        (10'd0),
      .cfg_mgmt_function_number             (8'd0),
      .cfg_mgmt_write                       (1'b0),
      .cfg_mgmt_write_data                  (32'd0),
      .cfg_mgmt_byte_enable                 (4'd0),
      .cfg_mgmt_read                        (1'b0),
      .cfg_mgmt_debug_access                (1'b0),
      .cfg_msg_transmit                     (1'b0),
      .cfg_msg_transmit_type                (3'd0),
      .cfg_msg_transmit_data                (32'd0),
      .cfg_fc_sel                           (3'd0),
      .cfg_dsn                              (64'd0),
      .cfg_ds_port_number                   (8'd0),
      .cfg_ds_bus_number                    (8'd0),
      .cfg_ds_device_number                 (5'd0),
      .cfg_flr_done                         (4'd0),
      .cfg_vf_flr_func_num                  (8'd0),
      .cfg_vf_flr_done                      (1'b0),
      .cfg_pm_aspm_l1_entry_reject          (1'b0),
      .cfg_pm_aspm_tx_l0s_entry_disable     (1'b0),
      .cfg_req_pm_transition_l23_ready      (1'b0),
      .cfg_hot_reset_in                     (1'b0)
  );

  // ---- The card and its DRAM: card.svh
  localparam int unsigned CoreHz      = 125_000_000;
  localparam logic [15:0] Board       = smgpu_regs_pkg::BOARD_VERSION_BOARD_ZCU106;
  localparam logic [7:0]  Monitor     = smgpu_regs_pkg::BOARD_MONITOR_KIND_SYSMON;
  localparam logic [30:0] SpiKib      = 31'd0;
  localparam logic        SpiFallback = 1'b0;
  localparam logic [31:0] SpiUpdate   = 32'd0;
  localparam int unsigned DramAw      = 29;
`include "card.svh"

  // ---- Between the block and the core clock
  board_usp u_link (
      .link_clk_i                 (link_clk),
      .link_rst_ni                (link_rst_n),
      .m_axis_cq_tvalid_i         (cq_tvalid),
      .m_axis_cq_tready_o         (cq_tready),
      .m_axis_cq_tdata_i          (cq_tdata),
      .m_axis_cq_tkeep_i          (cq_tkeep),
      .m_axis_cq_tlast_i          (cq_tlast),
      .m_axis_cq_tuser_i          (cq_tuser),
      .pcie_cq_np_req_o           (np_req),
      .s_axis_cc_tvalid_o         (cc_tvalid),
      .s_axis_cc_tready_i         (cc_tready),
      .s_axis_cc_tdata_o          (cc_tdata),
      .s_axis_cc_tkeep_o          (cc_tkeep),
      .s_axis_cc_tlast_o          (cc_tlast),
      .s_axis_cc_tuser_o          (cc_tuser),
      .s_axis_rq_tvalid_o         (rq_tvalid),
      .s_axis_rq_tready_i         (rq_tready),
      .s_axis_rq_tdata_o          (rq_tdata),
      .s_axis_rq_tkeep_o          (rq_tkeep),
      .s_axis_rq_tlast_o          (rq_tlast),
      .s_axis_rq_tuser_o          (rq_tuser),
      .pcie_rq_seq_num_vld0_i     (seq_valid0),
      .pcie_rq_seq_num0_i         (seq0),
      .pcie_rq_seq_num_vld1_i     (seq_valid1),
      .pcie_rq_seq_num1_i         (seq1),
      .pcie_tfc_nph_av_i          (nph_av),
      .m_axis_rc_tvalid_i         (rc_tvalid),
      .m_axis_rc_tready_o         (rc_tready),
      .m_axis_rc_tdata_i          (rc_tdata),
      .m_axis_rc_tkeep_i          (rc_tkeep),
      .m_axis_rc_tlast_i          (rc_tlast),
      .m_axis_rc_tuser_i          (rc_tuser),
      .cfg_bus_number_i           (bus),
      .cfg_function_status_i      (function_status),
      .cfg_max_payload_i          (max_payload),
      .cfg_max_read_req_i         (max_read_req),
      .cfg_rcb_status_i           (rcb_status),
      .cfg_interrupt_msix_enable_i(msix),
      .cfg_interrupt_msix_mask_i  (msix_mask),
      .cfg_negotiated_width_i     (negotiated_width),
      .cfg_current_speed_i        (current_speed),
      .cfg_err_cor_o              (err_cor),
      .cfg_err_uncor_o            (err_uncor),
      .clk_i                      (core_clk),
      .rst_ni                     (core_rst_n),
      .rx_valid_o                 (down_valid),
      .rx_ready_i                 (down_ready),
      .rx_data_o                  (down_data),
      .rx_keep_o                  (down_keep),
      .rx_last_o                  (down_last),
      .rx_bar_o                   (down_bar),
      .rx_np_ok_i                 (room),
      .tx_valid_i                 (up_valid),
      .tx_ready_o                 (up_ready),
      .tx_data_i                  (up_data),
      .tx_keep_i                  (up_keep),
      .tx_last_i                  (up_last),
      .cfg_id_o                   (cfg_id),
      .cfg_master_o               (cfg_master),
      .cfg_payload_o              (cfg_payload),
      .cfg_read_o                 (cfg_read),
      .cfg_rcb_o                  (cfg_rcb),
      .cfg_lanes_o                (lanes),
      .cfg_speed_o                (speed),
      .cfg_msix_o                 (cfg_msix),
      .cfg_mask_o                 (cfg_mask),
      .err_ur_i                   (ur),
      .err_late_i                 (late),
      .err_unexpected_i           (unexpected),
      .err_poison_i               (poison)
  );

  // ---- DRAM
  // The processor that calibrates has a console, which nobody reads.
  logic [7:0] unused_console;
  logic       unused_written, unused_read;
  litedram_core u_controller (
      .clk                    (clk125),
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
      .ddram_bg               (ddram_bg),
      .ddram_ras_n            (ddram_ras_n),
      .ddram_cas_n            (ddram_cas_n),
      .ddram_we_n             (ddram_we_n),
      .ddram_cs_n             (ddram_cs_n),
      .ddram_act_n            (ddram_act_n),
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

  // ---- Temperature and supplies: all of them in turn, 16 measurements averaged, at a twenty-fifth
  // of the clock
  logic [52:0] unused_monitor;
  SYSMONE4 #(
      .INIT_40(16'h9000),
      .INIT_41(16'h2fd0),
      .INIT_42(16'h1900),
      .INIT_48(16'h4701),
      .INIT_4A(16'h4700)
  ) u_sysmon (
      .DCLK        (core_clk),
      .RESET       (core_reset),
      .DEN         (drp_en),
      .DADDR       ({1'b0, drp_addr}),
      .DWE         (1'b0),
      .DI          (16'd0),
      .DRDY        (drp_ready),
      .DO          (drp_data),
      .CONVST      (1'b0),
      .CONVSTCLK   (1'b0),
      .I2C_SCLK    (1'b1),
      .I2C_SDA     (1'b1),
      .VP          (1'b0),
      .VN          (1'b0),
      .VAUXP       (16'd0),
      .VAUXN       (16'd0),
      .ADC_DATA    (unused_monitor[15:0]),
      .ALM         (unused_monitor[31:16]),
      .BUSY        (unused_monitor[32]),
      .CHANNEL     (unused_monitor[38:33]),
      .EOC         (unused_monitor[39]),
      .EOS         (unused_monitor[40]),
      .I2C_SCLK_TS (unused_monitor[41]),
      .I2C_SDA_TS  (unused_monitor[42]),
      .JTAGBUSY    (unused_monitor[43]),
      .JTAGLOCKED  (unused_monitor[44]),
      .JTAGMODIFIED(unused_monitor[45]),
      .MUXADDR     (unused_monitor[50:46]),
      .OT          (unused_monitor[51]),
      .SMBALERT_TS (unused_monitor[52])
  );

  // ---- Lamps
  assign user_led = led[3:0];

  // The flash is on pins of the Arm side.
  assign spi_miso = 1'b0;

  logic unused;
  assign unused = ^{spi_cs_n, spi_clk, spi_mosi, unused_monitor, unused_console, unused_written,
      unused_read};

endmodule
