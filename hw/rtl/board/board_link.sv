// SPDX-License-Identifier: MIT
// Between a hard block of the 7 series for PCI Express (64 bits, one clock of its own) and
// tlp_bridge, in the clock of the card. TLPs cross beat by beat; what configuration says crosses
// whole, as a message, when it changes; errors cross as messages. Both resets are to be active
// together.
//
// The block keeps back requests that are not posted while rx_np_ok_o is low, and passes others
// around them. It can't keep back posted ones. Its buffers for sending hold more than the 16 reads
// that the bridge has under way, and it sends writes and completions past reads that wait for
// credits; so the bridge needs to know of no credits.

module board_link #(
    parameter int unsigned DEPTH = 16     // beats that wait in a crossing, a power of two
) (
    // ---- The block's clock, and its ports
    input  logic         link_clk_i,
    input  logic         link_rst_ni,
    // Receive stream: two dwords a beat, with valid and ready. In tuser are the BARs that a request
    // hits.
    input  logic         m_axis_rx_tvalid_i,
    output logic         m_axis_rx_tready_o,
    input  logic [63:0]  m_axis_rx_tdata_i,
    input  logic [7:0]   m_axis_rx_tkeep_i,
    input  logic         m_axis_rx_tlast_i,
    input  logic [21:0]  m_axis_rx_tuser_i,
    // Low: the block keeps back requests that want an answer
    output logic         rx_np_ok_o,
    // Transmit stream: two dwords a beat
    output logic         s_axis_tx_tvalid_o,
    input  logic         s_axis_tx_tready_i,
    output logic [63:0]  s_axis_tx_tdata_o,
    output logic [7:0]   s_axis_tx_tkeep_o,
    output logic         s_axis_tx_tlast_o,
    // Registers of the configuration space, as the block shows them
    input  logic [15:0]  cfg_id_i,        // bus, device, function
    input  logic [15:0]  cfg_command_i,
    input  logic [15:0]  cfg_dcommand_i,
    input  logic [15:0]  cfg_lcommand_i,
    input  logic [15:0]  cfg_lstatus_i,
    // MSI-X: enable, function mask
    input  logic         cfg_interrupt_msixenable_i,
    input  logic         cfg_interrupt_msixfm_i,
    // Errors for the block's error registers, pulses of a cycle
    output logic         cfg_err_ur_o,
    output logic         cfg_err_cpl_timeout_o,
    output logic         cfg_err_cpl_unexpect_o,
    output logic         cfg_err_poisoned_o,
    // ---- The card's clock, and the ports of tlp_bridge
    input  logic         clk_i,
    input  logic         rst_ni,
    // TLPs from the link, as tlp_pkg says
    output logic         rx_valid_o,
    input  logic         rx_ready_i,
    output logic [127:0] rx_data_o,
    output logic [3:0]   rx_keep_o,
    output logic         rx_last_o,
    output logic [2:0]   rx_bar_o,
    // Room for requests that are not posted; see tlp_bridge
    input  logic         rx_np_ok_i,
    // TLPs to the link
    input  logic         tx_valid_i,
    output logic         tx_ready_o,
    input  logic [127:0] tx_data_i,
    input  logic [3:0]   tx_keep_i,
    input  logic         tx_last_i,
    // What configuration says, in the card's clock
    output logic [15:0]  cfg_id_o,
    output logic         cfg_master_o,
    output logic [2:0]   cfg_payload_o,
    output logic [2:0]   cfg_read_o,
    output logic         cfg_rcb_o,
    output logic [3:0]   cfg_lanes_o,     // lanes in use
    output logic [3:0]   cfg_speed_o,     // 1: 2.5 GT/s, 2: 5 GT/s
    output logic         cfg_msix_o,
    output logic         cfg_mask_o,
    // Pulses of the bridge
    input  logic         err_ur_i,
    input  logic         err_late_i,
    input  logic         err_unexpected_i,
    input  logic         err_poison_i
);

  // ---- From the link. In reset nothing is taken: an access of the host waits for its end.
  // A beat in the crossing: BARs, last, keep, data
  localparam int unsigned RxW = 128 + 4 + 1 + 3;
  logic           rx_valid, rx_ready, rx_last, rx_take;
  logic [127:0]   rx_data;
  logic [3:0]     rx_keep;
  logic [2:0]     rx_bar;
  board_rx u_rx (
      .clk_i  (link_clk_i),
      .rst_ni (link_rst_ni),
      .valid_i(m_axis_rx_tvalid_i),
      .ready_o(rx_take),
      .data_i (m_axis_rx_tdata_i),
      .both_i (m_axis_rx_tkeep_i[4]),
      .last_i (m_axis_rx_tlast_i),
      // Hits of BARs are bits 9:2. A BAR of 64 bits has two of them.
      .regs_i (m_axis_rx_tuser_i[2]),
      .memory_i(|m_axis_rx_tuser_i[5:4]),
      .valid_o(rx_valid),
      .ready_i(rx_ready),
      .data_o (rx_data),
      .keep_o (rx_keep),
      .last_o (rx_last),
      .bar_o  (rx_bar)
  );
  assign m_axis_rx_tready_o = rx_take && link_rst_ni;
  // The crossing takes whole beats of 128 bits.
  common_cross #(
      .WIDTH(RxW),
      .DEPTH(DEPTH)
  ) u_rx_cross (
      .push_clk_i  (link_clk_i),
      .push_rst_ni (link_rst_ni),
      .push_valid_i(rx_valid),
      .push_ready_o(rx_ready),
      .push_data_i ({rx_bar, rx_last, rx_keep, rx_data}),
      .pop_clk_i   (clk_i),
      .pop_rst_ni  (rst_ni),
      .pop_valid_o (rx_valid_o),
      .pop_ready_i (rx_ready_i),
      .pop_data_o  ({rx_bar_o, rx_last_o, rx_keep_o, rx_data_o})
  );

  // ---- To the link
  logic         tx_valid, tx_ready, tx_last, tx_both;
  logic [127:0] tx_data;
  logic [3:0]   tx_keep;
  common_cross #(
      .WIDTH(tlp_pkg::BeatW),
      .DEPTH(DEPTH)
  ) u_tx_cross (
      .push_clk_i  (clk_i),
      .push_rst_ni (rst_ni),
      .push_valid_i(tx_valid_i),
      .push_ready_o(tx_ready_o),
      .push_data_i ({tx_last_i, tx_keep_i, tx_data_i}),
      .pop_clk_i   (link_clk_i),
      .pop_rst_ni  (link_rst_ni),
      .pop_valid_o (tx_valid),
      .pop_ready_i (tx_ready),
      .pop_data_o  ({tx_last, tx_keep, tx_data})
  );
  board_tx u_tx (
      .clk_i  (link_clk_i),
      .rst_ni (link_rst_ni),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .keep_i (tx_keep[3:1]),
      .last_i (tx_last),
      .valid_o(s_axis_tx_tvalid_o),
      .ready_i(s_axis_tx_tready_i),
      .data_o (s_axis_tx_tdata_o),
      .both_o (tx_both),
      .last_o (s_axis_tx_tlast_o)
  );
  assign s_axis_tx_tkeep_o = {{4{tx_both}}, 4'hf};

  // ---- What configuration says, as a message when it changes
  localparam int unsigned CfgW = 34;
  // cfg: of the link; cfg_seen: what the bridge sees
  logic [CfgW-1:0] cfg, cfg_seen;
  assign cfg = {cfg_id_i, cfg_command_i[2], cfg_dcommand_i[7:5], cfg_dcommand_i[14:12],
      cfg_lcommand_i[3], cfg_interrupt_msixenable_i, cfg_interrupt_msixfm_i, cfg_lstatus_i[7:4],
      cfg_lstatus_i[3:0]};
  board_value #(
      .WIDTH(CfgW)
  ) u_cfg (
      .push_clk_i (link_clk_i),
      .push_rst_ni(link_rst_ni),
      .value_i    (cfg),
      .pop_clk_i  (clk_i),
      .pop_rst_ni (rst_ni),
      .value_o    (cfg_seen)
  );
  assign {cfg_id_o, cfg_master_o, cfg_payload_o, cfg_read_o, cfg_rcb_o, cfg_msix_o, cfg_mask_o,
      cfg_lanes_o, cfg_speed_o} = cfg_seen;

  // ---- Errors: those that meet one another in the crossing are one
  // err_told: as the link's clock sees them
  logic [3:0] err, err_told;
  assign err = {err_ur_i, err_late_i, err_unexpected_i, err_poison_i};
  board_pulses #(
      .WIDTH(4)
  ) u_err (
      .push_clk_i (clk_i),
      .push_rst_ni(rst_ni),
      .pulse_i    (err),
      .pop_clk_i  (link_clk_i),
      .pop_rst_ni (link_rst_ni),
      .pulse_o    (err_told)
  );
  assign {cfg_err_ur_o, cfg_err_cpl_timeout_o, cfg_err_cpl_unexpect_o, cfg_err_poisoned_o} =
      err_told;

  // ---- Room for requests that are not posted: one bit, through two registers
  // The bit arrives some cycles late.
  (* keep *) logic ok_meta_q, ok_seen_q;
  always_ff @(posedge link_clk_i) begin
    if (!link_rst_ni) begin
      ok_meta_q <= 1'b0;
      ok_seen_q <= 1'b0;
    end else begin
      ok_meta_q <= rx_np_ok_i;
      ok_seen_q <= ok_meta_q;
    end
  end
  assign rx_np_ok_o = ok_seen_q;

  logic unused;
  assign unused = ^{tx_keep[0], m_axis_rx_tkeep_i, m_axis_rx_tuser_i, cfg_command_i, cfg_dcommand_i,
      cfg_lcommand_i, cfg_lstatus_i};

endmodule
