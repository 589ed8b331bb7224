// SPDX-License-Identifier: MIT
// Ports of what Vivado makes or has: for lint and for synthesis with black boxes. pcie_usp has the
// ports of the IP pcie4_uscale_plus with the settings of build.tcl, as far as the top joins them;
// its outputs that are left open are not listed.
/* verilator lint_off UNUSEDSIGNAL */
/* verilator lint_off UNDRIVEN */
/* verilator lint_off DECLFILENAME */

(* blackbox *)
module pcie_usp (
    input  logic         sys_clk,
    input  logic         sys_clk_gt,
    input  logic         sys_reset,
    output logic [3:0]   pci_exp_txp,
    output logic [3:0]   pci_exp_txn,
    input  logic [3:0]   pci_exp_rxp,
    input  logic [3:0]   pci_exp_rxn,
    output logic         user_clk,
    output logic         user_reset,
    output logic         user_lnk_up,
    input  logic         s_axis_rq_tvalid,
    output logic         s_axis_rq_tready,
    input  logic [127:0] s_axis_rq_tdata,
    input  logic [3:0]   s_axis_rq_tkeep,
    input  logic         s_axis_rq_tlast,
    input  logic [61:0]  s_axis_rq_tuser,
    output logic         m_axis_rc_tvalid,
    input  logic         m_axis_rc_tready,
    output logic [127:0] m_axis_rc_tdata,
    output logic [3:0]   m_axis_rc_tkeep,
    output logic         m_axis_rc_tlast,
    output logic [74:0]  m_axis_rc_tuser,
    output logic         m_axis_cq_tvalid,
    input  logic         m_axis_cq_tready,
    output logic [127:0] m_axis_cq_tdata,
    output logic [3:0]   m_axis_cq_tkeep,
    output logic         m_axis_cq_tlast,
    output logic [87:0]  m_axis_cq_tuser,
    input  logic         s_axis_cc_tvalid,
    output logic         s_axis_cc_tready,
    input  logic [127:0] s_axis_cc_tdata,
    input  logic [3:0]   s_axis_cc_tkeep,
    input  logic         s_axis_cc_tlast,
    input  logic [32:0]  s_axis_cc_tuser,
    output logic [5:0]   pcie_rq_seq_num0,
    output logic         pcie_rq_seq_num_vld0,
    output logic [5:0]   pcie_rq_seq_num1,
    output logic         pcie_rq_seq_num_vld1,
    output logic [3:0]   pcie_tfc_nph_av,
    input  logic [1:0]   pcie_cq_np_req,
    output logic [7:0]   cfg_bus_number,
    output logic [2:0]   cfg_negotiated_width,
    output logic [1:0]   cfg_current_speed,
    output logic [1:0]   cfg_max_payload,
    output logic [2:0]   cfg_max_read_req,
    output logic [15:0]  cfg_function_status,
    output logic [3:0]   cfg_rcb_status,
    input  logic         cfg_err_cor_in,
    input  logic         cfg_err_uncor_in,
    output logic         cfg_power_state_change_interrupt,
    input  logic         cfg_power_state_change_ack,
    output logic [3:0]   cfg_interrupt_msix_enable,
    output logic [3:0]   cfg_interrupt_msix_mask,
    input  logic         cfg_config_space_enable,
    input  logic         cfg_link_training_enable,
    input  logic [3:0]   cfg_interrupt_int,
    input  logic [3:0]   cfg_interrupt_pending,
    input  logic         cfg_interrupt_msix_int,
    input  logic [63:0]  cfg_interrupt_msix_address,
    input  logic [31:0]  cfg_interrupt_msix_data,
    input  logic [1:0]   cfg_interrupt_msix_vec_pending,
    input  logic [7:0]   cfg_interrupt_msi_function_number,
    input  logic [9:0]   cfg_mgmt_addr,
    input  logic [7:0]   cfg_mgmt_function_number,
    input  logic         cfg_mgmt_write,
    input  logic [31:0]  cfg_mgmt_write_data,
    input  logic [3:0]   cfg_mgmt_byte_enable,
    input  logic         cfg_mgmt_read,
    input  logic         cfg_mgmt_debug_access,
    input  logic         cfg_msg_transmit,
    input  logic [2:0]   cfg_msg_transmit_type,
    input  logic [31:0]  cfg_msg_transmit_data,
    input  logic [2:0]   cfg_fc_sel,
    input  logic [63:0]  cfg_dsn,
    input  logic [7:0]   cfg_ds_port_number,
    input  logic [7:0]   cfg_ds_bus_number,
    input  logic [4:0]   cfg_ds_device_number,
    input  logic [3:0]   cfg_flr_done,
    input  logic [7:0]   cfg_vf_flr_func_num,
    input  logic         cfg_vf_flr_done,
    input  logic         cfg_pm_aspm_l1_entry_reject,
    input  logic         cfg_pm_aspm_tx_l0s_entry_disable,
    input  logic         cfg_req_pm_transition_l23_ready,
    input  logic         cfg_hot_reset_in
);
`ifdef BOARD_SIM
  // hw/sim/pcie/top/zcu106_sim.sv plays the block.
  assign user_clk                  = top_sim.link_clk_i;
  assign user_reset                = !top_sim.link_up_i;
  assign user_lnk_up               = top_sim.link_up_i;
  assign m_axis_cq_tvalid          = top_sim.cq_tvalid_i;
  assign m_axis_cq_tdata           = top_sim.cq_tdata_i;
  assign m_axis_cq_tkeep           = top_sim.cq_tkeep_i;
  assign m_axis_cq_tlast           = top_sim.cq_tlast_i;
  assign m_axis_cq_tuser           = {24'd0, top_sim.cq_tuser_i};
  assign s_axis_cc_tready          = top_sim.cc_tready_i;
  assign s_axis_rq_tready          = top_sim.rq_tready_i;
  assign m_axis_rc_tvalid          = top_sim.rc_tvalid_i;
  assign m_axis_rc_tdata           = top_sim.rc_tdata_i;
  assign m_axis_rc_tkeep           = top_sim.rc_tkeep_i;
  assign m_axis_rc_tlast           = top_sim.rc_tlast_i;
  assign m_axis_rc_tuser           = {11'd0, top_sim.rc_tuser_i};
  assign pcie_rq_seq_num0          = top_sim.seq0_i;
  assign pcie_rq_seq_num1          = top_sim.seq1_i;
  assign {pcie_rq_seq_num_vld1, pcie_rq_seq_num_vld0} = top_sim.seq_valid_i;
  assign pcie_tfc_nph_av           = top_sim.nph_av_i;
  assign cfg_bus_number            = top_sim.cfg_bus_i;
  assign cfg_function_status       = top_sim.cfg_status_i;
  assign cfg_max_payload           = top_sim.cfg_payload_i[1:0];
  assign cfg_max_read_req          = top_sim.cfg_read_i;
  assign cfg_rcb_status            = {3'd0, top_sim.cfg_rcb_i};
  assign cfg_interrupt_msix_enable = {3'd0, top_sim.cfg_msix_i};
  assign cfg_interrupt_msix_mask   = {3'd0, top_sim.cfg_mask_i};
  assign cfg_negotiated_width      = top_sim.cfg_width_i;
  assign cfg_current_speed         = top_sim.cfg_speed_i;
  assign cfg_power_state_change_interrupt = 1'b0;
  assign {pci_exp_txp, pci_exp_txn} = '0;
`endif
endmodule
