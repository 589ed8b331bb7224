// SPDX-License-Identifier: MIT
// Between the hard block of UltraScale+ for PCI Express (four streams of 128 bits, data aligned by
// dword, no straddling, tags of the client, one function) and tlp_bridge. All translation is done
// in the card's clock. In the block's clock are crossings, the order of what is sent, and credits.
// - What comes waits until its packet is whole: the block may tell at the end that it is broken.
// - Completions go before requests; a request begins while the bridge has room for it.
// - Requests that want an answer: the block gets a credit for each of REQUESTS places, and again
//   when one is answered. A place keeps the descriptor, as the block wants it back with an error.
// Both resets are to be active together.

module board_usp #(
    parameter int unsigned DEPTH = 16,    // beats that wait in a crossing, a power of two
    parameter int unsigned REQUESTS = 8,  // of the host without an answer, a power of two
    parameter int unsigned LONGEST = 128  // beats of the longest packet that comes: 1,024 bytes
) (
    // ---- The block's clock, and its ports
    input  logic         link_clk_i,
    input  logic         link_rst_ni,
    // Completer request: what the host asks for
    input  logic         m_axis_cq_tvalid_i,
    output logic         m_axis_cq_tready_o,
    input  logic [127:0] m_axis_cq_tdata_i,
    input  logic [3:0]   m_axis_cq_tkeep_i,
    input  logic         m_axis_cq_tlast_i,
    input  logic [87:0]  m_axis_cq_tuser_i,
    // Credits for those that want an answer
    output logic [1:0]   pcie_cq_np_req_o,
    // Completer completion: the answers
    output logic         s_axis_cc_tvalid_o,
    input  logic         s_axis_cc_tready_i,
    output logic [127:0] s_axis_cc_tdata_o,
    output logic [3:0]   s_axis_cc_tkeep_o,
    output logic         s_axis_cc_tlast_o,
    output logic [32:0]  s_axis_cc_tuser_o,
    // Requester request: what the card asks for
    output logic         s_axis_rq_tvalid_o,
    input  logic         s_axis_rq_tready_i,
    output logic [127:0] s_axis_rq_tdata_o,
    output logic [3:0]   s_axis_rq_tkeep_o,
    output logic         s_axis_rq_tlast_o,
    output logic [61:0]  s_axis_rq_tuser_o,
    // Numbers of requests that no completion can pass any more; credits for reads
    input  logic         pcie_rq_seq_num_vld0_i,
    input  logic [5:0]   pcie_rq_seq_num0_i,
    input  logic         pcie_rq_seq_num_vld1_i,
    input  logic [5:0]   pcie_rq_seq_num1_i,
    input  logic [3:0]   pcie_tfc_nph_av_i,
    // Requester completion: the host's answers
    input  logic         m_axis_rc_tvalid_i,
    output logic         m_axis_rc_tready_o,
    input  logic [127:0] m_axis_rc_tdata_i,
    input  logic [3:0]   m_axis_rc_tkeep_i,
    input  logic         m_axis_rc_tlast_i,
    input  logic [74:0]  m_axis_rc_tuser_i,
    // Configuration, as the block shows it
    input  logic [7:0]   cfg_bus_number_i,
    input  logic [15:0]  cfg_function_status_i,
    input  logic [1:0]   cfg_max_payload_i,
    input  logic [2:0]   cfg_max_read_req_i,
    input  logic [3:0]   cfg_rcb_status_i,
    input  logic [3:0]   cfg_interrupt_msix_enable_i,
    input  logic [3:0]   cfg_interrupt_msix_mask_i,
    // Of lanes in use, the logarithm; 0: 2.5 GT/s, 1: 5, 2: 8
    input  logic [2:0]   cfg_negotiated_width_i,
    input  logic [1:0]   cfg_current_speed_i,
    // Errors for the block's error registers, pulses of a cycle
    output logic         cfg_err_cor_o,
    output logic         cfg_err_uncor_o,
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
    // Room for requests that are not posted, which is more than others need; see tlp_bridge
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
    output logic         cfg_msix_o,
    output logic         cfg_mask_o,
    output logic [3:0]   cfg_lanes_o,    // lanes in use
    output logic [3:0]   cfg_speed_o,    // 1: 2.5 GT/s, 2: 5, 3: 8
    // Pulses of the bridge
    input  logic         err_ur_i,
    input  logic         err_late_i,
    input  logic         err_unexpected_i,
    input  logic         err_poison_i
);

  // Bits of tuser
  localparam int unsigned CqDiscontinue = 41;
  localparam int unsigned RcDiscontinue = 42;

  // ---- The host's requests, whole. In reset nothing is taken from the block.
  // A word: enables, keep, last, data
  localparam int unsigned CqW = 8 + 4 + 1 + 128;
  logic           cq_take, cq_valid, cq_ready, cq_drop, cqw_valid, cqw_ready;
  logic [CqW-1:0] cq_word, cqw_word;
  assign m_axis_cq_tready_o = cq_take && link_rst_ni;
  common_cross #(
      .WIDTH(CqW + 1),
      .DEPTH(DEPTH)
  ) u_cq_cross (
      .push_clk_i  (link_clk_i),
      .push_rst_ni (link_rst_ni),
      .push_valid_i(m_axis_cq_tvalid_i && link_rst_ni),
      .push_ready_o(cq_take),
      .push_data_i ({m_axis_cq_tuser_i[CqDiscontinue], m_axis_cq_tuser_i[7:0], m_axis_cq_tkeep_i,
          m_axis_cq_tlast_i, m_axis_cq_tdata_i}),
      .pop_clk_i   (clk_i),
      .pop_rst_ni  (rst_ni),
      .pop_valid_o (cq_valid),
      .pop_ready_i (cq_ready),
      .pop_data_o  ({cq_drop, cq_word})
  );
  usp_hold #(
      .WIDTH(CqW),
      .DEPTH(LONGEST)
  ) u_cq_hold (
      .clk_i,
      .rst_ni,
      .push_valid_i(cq_valid),
      .push_ready_o(cq_ready),
      .push_data_i (cq_word),
      .push_last_i (cq_word[128]),
      .push_drop_i (cq_drop),
      .pop_valid_o (cqw_valid),
      .pop_ready_i (cqw_ready),
      .pop_data_o  (cqw_word)
  );
  // Requests as TLPs. np: this beat is the first of one that wants an answer.
  logic         req_valid, req_ready, req_last, req_first, req_answer, np, np_room;
  logic [127:0] req_data;
  logic [3:0]   req_keep;
  logic [2:0]   req_bar;
  usp_cq u_cq (
      .clk_i,
      .rst_ni,
      .valid_i (cqw_valid),
      .ready_o (cqw_ready),
      .data_i  (cqw_word[127:0]),
      .keep_i  (cqw_word[132:129]),
      .last_i  (cqw_word[128]),
      .be_i    (cqw_word[140:133]),
      .valid_o (req_valid),
      .ready_i (req_ready),
      .data_o  (req_data),
      .keep_o  (req_keep),
      .last_o  (req_last),
      .bar_o   (req_bar),
      .first_o (req_first),
      .answer_o(req_answer)
  );
  assign np = req_first && req_answer;

  // ---- The host's answers, whole
  // A word: keep, last, data
  localparam int unsigned RcW = 4 + 1 + 128;
  logic           rc_take, rc_valid, rc_ready, rc_drop, rcw_valid, rcw_ready;
  logic [RcW-1:0] rc_word, rcw_word;
  assign m_axis_rc_tready_o = rc_take && link_rst_ni;
  common_cross #(
      .WIDTH(RcW + 1),
      .DEPTH(DEPTH)
  ) u_rc_cross (
      .push_clk_i  (link_clk_i),
      .push_rst_ni (link_rst_ni),
      .push_valid_i(m_axis_rc_tvalid_i && link_rst_ni),
      .push_ready_o(rc_take),
      .push_data_i ({m_axis_rc_tuser_i[RcDiscontinue], m_axis_rc_tkeep_i, m_axis_rc_tlast_i,
          m_axis_rc_tdata_i}),
      .pop_clk_i   (clk_i),
      .pop_rst_ni  (rst_ni),
      .pop_valid_o (rc_valid),
      .pop_ready_i (rc_ready),
      .pop_data_o  ({rc_drop, rc_word})
  );
  usp_hold #(
      .WIDTH(RcW),
      .DEPTH(LONGEST)
  ) u_rc_hold (
      .clk_i,
      .rst_ni,
      .push_valid_i(rc_valid),
      .push_ready_o(rc_ready),
      .push_data_i (rc_word),
      .push_last_i (rc_word[128]),
      .push_drop_i (rc_drop),
      .pop_valid_o (rcw_valid),
      .pop_ready_i (rcw_ready),
      .pop_data_o  (rcw_word)
  );
  logic         cpl_valid, cpl_ready, cpl_last;
  logic [127:0] cpl_data;
  logic [3:0]   cpl_keep;
  usp_rc u_rc (
      .clk_i,
      .rst_ni,
      .cfg_id_i(cfg_id_o),
      .valid_i (rcw_valid),
      .ready_o (rcw_ready),
      .data_i  (rcw_word[127:0]),
      .keep_i  (rcw_word[132:129]),
      .last_i  (rcw_word[128]),
      .valid_o (cpl_valid),
      .ready_i (cpl_ready),
      .data_o  (cpl_data),
      .keep_o  (cpl_keep),
      .last_o  (cpl_last)
  );

  // ---- Both, to the bridge: a TLP that has been shown stays
  // shown_q: the TLP of the cycle before goes on; turn_q: it is a request.
  logic shown_q, turn_q, turn, go;
  assign turn = shown_q ? turn_q : !cpl_valid;
  assign go   = shown_q || (rx_np_ok_i && (!np || np_room));
  assign rx_valid_o = turn ? req_valid && go : cpl_valid;
  assign rx_data_o  = turn ? req_data : cpl_data;
  assign rx_keep_o  = turn ? req_keep : cpl_keep;
  assign rx_last_o  = turn ? req_last : cpl_last;
  assign rx_bar_o   = turn ? req_bar : 3'b001 << tlp_pkg::BarNone;
  assign req_ready  = turn && go && rx_ready_i;
  assign cpl_ready  = !turn && rx_ready_i;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) shown_q <= 1'b0;
    else shown_q <= rx_valid_o ? !(rx_ready_i && rx_last_o) : shown_q;
    turn_q <= turn;
  end

  // ---- Requests without an answer, in their order
  logic         answered;
  logic [7:0]   request_be;
  logic [127:0] request;
  logic         waits;
  common_fifo #(
      .WIDTH(136),
      .DEPTH(REQUESTS)
  ) u_requests (
      .clk_i,
      .rst_ni,
      .push_valid_i(np && req_valid && req_ready),
      .push_ready_o(np_room),
      .push_data_i ({cqw_word[140:133], cqw_word[127:0]}),
      .pop_valid_o (waits),
      .pop_ready_i (answered),
      .pop_data_o  ({request_be, request})
  );
  // Credits that are to be given back
  localparam int unsigned CW = $clog2(REQUESTS) + 1;
  logic [CW-1:0] back_q, grant_q;
  logic          back_room, back_valid, back_data;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) back_q <= '0;
    else back_q <= back_q + CW'(answered && waits) - CW'(back_q != '0 && back_room);
  end
  common_cross #(
      .WIDTH(1),
      .DEPTH(4)
  ) u_back_cross (
      .push_clk_i  (clk_i),
      .push_rst_ni (rst_ni),
      .push_valid_i(back_q != '0),
      .push_ready_o(back_room),
      .push_data_i (1'b1),
      .pop_clk_i   (link_clk_i),
      .pop_rst_ni  (link_rst_ni),
      .pop_valid_o (back_valid),
      .pop_ready_i (1'b1),
      .pop_data_o  (back_data)
  );
  // The block counts the cycles in which bit 0 is set; its count is 0 in reset.
  always_ff @(posedge link_clk_i) begin
    if (!link_rst_ni) begin
      grant_q          <= CW'(REQUESTS);
      pcie_cq_np_req_o <= 2'b00;
    end else begin
      grant_q          <= grant_q + CW'(back_valid) - CW'(grant_q != '0);
      pcie_cq_np_req_o <= {1'b0, grant_q != '0};
    end
  end

  // ---- To the link
  logic         inside_q; // not at a header
  logic         cpl_q;    // the packet inside is a completion
  logic         tx_cpl;   // the packet to the link is one
  logic         cc_ready;
  logic         cc_valid;
  logic         cc_last;
  logic         rq_ready;
  logic         rq_valid;
  logic         rq_last;
  logic [127:0] cc_data, rq_data;
  logic [3:0]   cc_keep, rq_keep;
  logic [7:0]   rq_be;
  logic         rq_write, rq_tail, cc_take, rq_take;
  assign tx_cpl     = inside_q ? cpl_q : tx_data_i[28:25] == tlp_pkg::TypeComplete[4:1];
  // A write may have a beat more than its TLP: until that is sent, nothing else begins.
  assign tx_ready_o = tx_cpl ? cc_ready && !rq_tail : rq_ready;
  usp_cc u_cc (
      .clk_i,
      .rst_ni,
      .valid_i     (tx_valid_i && tx_cpl && !rq_tail),
      .ready_o     (cc_ready),
      .data_i      (tx_data_i),
      .keep_i      (tx_keep_i),
      .last_i      (tx_last_i),
      .request_be_i(request_be),
      .request_i   (request),
      .done_o      (answered),
      .valid_o     (cc_valid),
      .ready_i     (cc_take),
      .data_o      (cc_data),
      .keep_o      (cc_keep),
      .last_o      (cc_last)
  );
  usp_rq u_rq (
      .clk_i,
      .rst_ni,
      .valid_i(tx_valid_i && !tx_cpl),
      .ready_o(rq_ready),
      .data_i (tx_data_i),
      .keep_i (tx_keep_i),
      .last_i (tx_last_i),
      .valid_o(rq_valid),
      .ready_i(rq_take),
      .data_o (rq_data),
      .keep_o (rq_keep),
      .last_o (rq_last),
      .be_o   (rq_be),
      .write_o(rq_write),
      .tail_o (rq_tail)
  );
  always_ff @(posedge clk_i) begin
    if (!rst_ni) inside_q <= 1'b0;
    else if (tx_valid_i && tx_ready_o) inside_q <= !tx_last_i;
    if (!inside_q) cpl_q <= tx_cpl;
  end
  // A word: completion, write, enables, keep, last, data. What it is counts in each beat.
  localparam int unsigned TxW = 2 + 8 + 4 + 1 + 128;
  logic           tx_room, txc_valid, txc_ready, txw_valid, txw_ready, write_q;
  logic [TxW-1:0] tx_word, txc_word, txw_word;
  assign tx_word = cc_valid ? {2'b10, 8'd0, cc_keep, cc_last, cc_data} :
      {1'b0, inside_q || rq_tail ? write_q : rq_write, rq_be, rq_keep, rq_last, rq_data};
  assign cc_take = tx_room;
  assign rq_take = tx_room;
  always_ff @(posedge clk_i) if (!inside_q && !rq_tail) write_q <= rq_write;
  common_cross #(
      .WIDTH(TxW),
      .DEPTH(DEPTH)
  ) u_tx_cross (
      .push_clk_i  (clk_i),
      .push_rst_ni (rst_ni),
      .push_valid_i(cc_valid || rq_valid),
      .push_ready_o(tx_room),
      .push_data_i (tx_word),
      .pop_clk_i   (link_clk_i),
      .pop_rst_ni  (link_rst_ni),
      .pop_valid_o (txc_valid),
      .pop_ready_i (txc_ready),
      .pop_data_o  (txc_word)
  );
  usp_hold #(
      .WIDTH(TxW),
      .DEPTH(32)
  ) u_tx_hold (
      .clk_i       (link_clk_i),
      .rst_ni      (link_rst_ni),
      .push_valid_i(txc_valid),
      .push_ready_o(txc_ready),
      .push_data_i (txc_word),
      .push_last_i (txc_word[128]),
      .push_drop_i (1'b0),
      .pop_valid_o (txw_valid),
      .pop_ready_i (txw_ready),
      .pop_data_o  (txw_word)
  );
  logic [7:0] send_be;
  logic       send_number;
  usp_send u_send (
      .clk_i       (link_clk_i),
      .rst_ni      (link_rst_ni),
      .valid_i     (txw_valid),
      .ready_o     (txw_ready),
      .completion_i(txw_word[142]),
      .write_i     (txw_word[141]),
      .data_i      (txw_word[127:0]),
      .keep_i      (txw_word[132:129]),
      .last_i      (txw_word[128]),
      .be_i        (txw_word[140:133]),
      .rq_valid_o  (s_axis_rq_tvalid_o),
      .rq_ready_i  (s_axis_rq_tready_i),
      .rq_data_o   (s_axis_rq_tdata_o),
      .rq_keep_o   (s_axis_rq_tkeep_o),
      .rq_last_o   (s_axis_rq_tlast_o),
      .rq_be_o     (send_be),
      .rq_number_o (send_number),
      .passed_i    ({pcie_rq_seq_num_vld1_i && pcie_rq_seq_num1_i[0],
          pcie_rq_seq_num_vld0_i && pcie_rq_seq_num0_i[0]}),
      .cc_valid_o  (s_axis_cc_tvalid_o),
      .cc_ready_i  (s_axis_cc_tready_i),
      .cc_data_o   (s_axis_cc_tdata_o),
      .cc_keep_o   (s_axis_cc_tkeep_o),
      .cc_last_o   (s_axis_cc_tlast_o),
      .credit_i    (pcie_tfc_nph_av_i != '0),
      .master_i    (cfg_function_status_i[2])
  );
  // Bits 27:24 begin the number; enables are bits 7:0.
  assign s_axis_rq_tuser_o = {37'd0, send_number, 16'd0, send_be};
  assign s_axis_cc_tuser_o = '0;

  // ---- What configuration says, as a message when it changes
  localparam int unsigned CfgW = 24;
  // cfg: of the link; cfg_seen: what the bridge sees
  logic [CfgW-1:0] cfg, cfg_seen;
  assign cfg = {cfg_bus_number_i, cfg_function_status_i[2], cfg_max_payload_i, cfg_max_read_req_i,
      cfg_rcb_status_i[0], cfg_interrupt_msix_enable_i[0], cfg_interrupt_msix_mask_i[0],
      4'd1 << cfg_negotiated_width_i, 3'd1 + cfg_current_speed_i};
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
  assign {cfg_id_o[15:8], cfg_master_o, cfg_payload_o[1:0], cfg_read_o, cfg_rcb_o, cfg_msix_o,
      cfg_mask_o, cfg_lanes_o, cfg_speed_o[2:0]} = cfg_seen;
  // Device and function are 0.
  assign cfg_id_o[7:0]    = '0;
  assign cfg_payload_o[2] = 1'b0;
  assign cfg_speed_o[3]   = 1'b0;

  // ---- Errors: those that meet one another in the crossing are one. What the card copes with is
  // told as corrected; a packet that the block lost is not.
  // err_told: as the link's clock sees them
  logic [1:0] err, err_told;
  assign err = {err_ur_i || err_late_i || err_unexpected_i || err_poison_i,
      (cq_valid && cq_ready && cq_word[128] && cq_drop) ||
          (rc_valid && rc_ready && rc_word[128] && rc_drop)};
  board_pulses #(
      .WIDTH(2)
  ) u_err (
      .push_clk_i (clk_i),
      .push_rst_ni(rst_ni),
      .pulse_i    (err),
      .pop_clk_i  (link_clk_i),
      .pop_rst_ni (link_rst_ni),
      .pulse_o    (err_told)
  );
  assign {cfg_err_cor_o, cfg_err_uncor_o} = err_told;

  logic unused;
  assign unused = ^{back_data, m_axis_cq_tuser_i, m_axis_rc_tuser_i, cfg_function_status_i,
      cfg_rcb_status_i, cfg_interrupt_msix_enable_i, cfg_interrupt_msix_mask_i,
      pcie_rq_seq_num0_i, pcie_rq_seq_num1_i};

endmodule
