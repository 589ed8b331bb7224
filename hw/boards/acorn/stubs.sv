// SPDX-License-Identifier: MIT
// Ports of what Vivado makes or has: for lint and for synthesis with black boxes. pcie_s7 has the
// ports of the IP pcie_7x with the settings of build.tcl, as far as the top joins them; its outputs
// that are left open are not listed.
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNDRIVEN */
/* verilator lint_off DECLFILENAME */

(* blackbox *)
module pcie_s7 (
    input  logic         sys_clk,
    input  logic         sys_rst_n,
    output logic [3:0]   pci_exp_txp,
    output logic [3:0]   pci_exp_txn,
    input  logic [3:0]   pci_exp_rxp,
    input  logic [3:0]   pci_exp_rxn,
    output logic         user_clk_out,
    output logic         user_reset_out,
    output logic         user_lnk_up,
    input  logic         s_axis_tx_tvalid,
    output logic         s_axis_tx_tready,
    input  logic [63:0]  s_axis_tx_tdata,
    input  logic [7:0]   s_axis_tx_tkeep,
    input  logic         s_axis_tx_tlast,
    input  logic [3:0]   s_axis_tx_tuser,
    output logic         m_axis_rx_tvalid,
    input  logic         m_axis_rx_tready,
    output logic [63:0]  m_axis_rx_tdata,
    output logic [7:0]   m_axis_rx_tkeep,
    output logic         m_axis_rx_tlast,
    output logic [21:0]  m_axis_rx_tuser,
    input  logic         rx_np_ok,
    input  logic         rx_np_req,
    input  logic         tx_cfg_gnt,
    output logic [7:0]   cfg_bus_number,
    output logic [4:0]   cfg_device_number,
    output logic [2:0]   cfg_function_number,
    output logic [15:0]  cfg_command,
    output logic [15:0]  cfg_dcommand,
    output logic [15:0]  cfg_lcommand,
    output logic [15:0]  cfg_lstatus,
    output logic         cfg_interrupt_msixenable,
    output logic         cfg_interrupt_msixfm,
    input  logic         cfg_err_ur,
    input  logic         cfg_err_cpl_timeout,
    input  logic         cfg_err_cpl_unexpect,
    input  logic         cfg_err_poisoned,
    input  logic         cfg_err_posted,
    input  logic [47:0]  cfg_err_tlp_cpl_header,
    input  logic         cfg_err_ecrc,
    input  logic         cfg_err_cpl_abort,
    input  logic         cfg_err_cor,
    input  logic         cfg_err_atomic_egress_blocked,
    input  logic         cfg_err_internal_cor,
    input  logic         cfg_err_internal_uncor,
    input  logic         cfg_err_malformed,
    input  logic         cfg_err_mc_blocked,
    input  logic         cfg_err_norecovery,
    input  logic         cfg_err_locked,
    input  logic         cfg_err_acs,
    input  logic [127:0] cfg_err_aer_headerlog,
    input  logic [4:0]   cfg_aer_interrupt_msgnum,
    input  logic         cfg_interrupt,
    input  logic         cfg_interrupt_assert,
    input  logic [7:0]   cfg_interrupt_di,
    input  logic         cfg_interrupt_stat,
    input  logic [4:0]   cfg_pciecap_interrupt_msgnum,
    input  logic         cfg_trn_pending,
    input  logic         cfg_turnoff_ok,
    input  logic         cfg_pm_halt_aspm_l0s,
    input  logic         cfg_pm_halt_aspm_l1,
    input  logic         cfg_pm_force_state_en,
    input  logic [1:0]   cfg_pm_force_state,
    input  logic         cfg_pm_send_pme_to,
    input  logic         cfg_pm_wake,
    input  logic [63:0]  cfg_dsn,
    input  logic [7:0]   cfg_ds_bus_number,
    input  logic [4:0]   cfg_ds_device_number,
    input  logic [2:0]   cfg_ds_function_number
);
`ifdef BOARD_SIM
  // hw/sim/pcie/top/acorn_sim.sv plays the block.
  assign user_clk_out             = top_sim.link_clk_i;
  assign user_reset_out           = !top_sim.link_up_i;
  assign user_lnk_up              = top_sim.link_up_i;
  assign s_axis_tx_tready         = top_sim.tx_tready_i;
  assign m_axis_rx_tvalid         = top_sim.rx_tvalid_i;
  assign m_axis_rx_tdata          = top_sim.rx_tdata_i;
  assign m_axis_rx_tkeep          = top_sim.rx_tkeep_i;
  assign m_axis_rx_tlast          = top_sim.rx_tlast_i;
  assign m_axis_rx_tuser          = top_sim.rx_tuser_i;
  assign {cfg_bus_number, cfg_device_number, cfg_function_number} = top_sim.cfg_id_i;
  assign cfg_command              = top_sim.cfg_command_i;
  assign cfg_dcommand             = top_sim.cfg_dcommand_i;
  assign cfg_lcommand             = top_sim.cfg_lcommand_i;
  assign cfg_lstatus              = top_sim.cfg_lstatus_i;
  assign cfg_interrupt_msixenable = top_sim.cfg_msix_i;
  assign cfg_interrupt_msixfm     = top_sim.cfg_mask_i;
  assign {pci_exp_txp, pci_exp_txn} = '0;
`endif
endmodule
