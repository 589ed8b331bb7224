// SPDX-License-Identifier: MIT
// Between a PCIe endpoint, which shows TLPs as a stream (tlp_pkg), and the ports of card_top
// towards the host. Ports of the card have the names of card_top.

module tlp_bridge #(
    parameter int unsigned TIMEOUT = 17   // a read is lost after 2^TIMEOUT to 2^(TIMEOUT+1) cycles
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    // From the link: requests of the host, and completions of what the bridge has read
    input  logic         rx_valid_i,
    output logic         rx_ready_o,
    input  logic [127:0] rx_data_i,
    input  logic [3:0]   rx_keep_i,
    input  logic         rx_last_i,
    input  logic [2:0]   rx_bar_i,        // tlp_pkg::Bar*, with the first beat of a request
    // Room for posted and for other requests. While one is low, at most one more request of its
    // kind may begin; then none of them stands in the way of a completion.
    output logic         rx_p_ok_o,
    output logic         rx_np_ok_o,
    // To the link: completions, requests of the card, interrupts
    output logic         tx_valid_o,
    input  logic         tx_ready_i,
    output logic [127:0] tx_data_o,
    output logic [3:0]   tx_keep_o,
    output logic         tx_last_o,
    // Credits for writes and for reads. While one is low, at most one more TLP of its kind begins.
    input  logic         tx_p_ok_i,
    input  logic         tx_np_ok_i,
    // Configuration space
    input  logic [15:0]  cfg_id_i,        // bus, device, function
    input  logic         cfg_master_i,    // bus master enable
    input  logic [2:0]   cfg_payload_i,   // max payload size, 128 << n
    input  logic [2:0]   cfg_read_i,      // max read request size, 128 << n
    input  logic         cfg_rcb_i,       // read completion boundary: 128 bytes, else 64
    input  logic         cfg_msix_i,      // MSI-X enable
    input  logic         cfg_mask_i,      // MSI-X function mask
    // Errors to tell the link, pulses
    output logic         err_ur_o,        // an unsupported request
    output logic         err_late_o,      // a completion did not come in time
    output logic         err_unexpected_o,// a completion that nothing waits for
    output logic         err_poison_o,    // a TLP with poisoned data
    // BAR0
    // AXI4-Lite master: a dword an access, one access at a time
    output logic         bar0_aw_valid_o,
    input  logic         bar0_aw_ready_i,
    output logic [19:0]  bar0_aw_addr_o,
    output logic         bar0_w_valid_o,
    input  logic         bar0_w_ready_i,
    output logic [31:0]  bar0_w_data_o,
    input  logic         bar0_b_valid_i,
    output logic         bar0_b_ready_o,
    output logic         bar0_ar_valid_o,
    input  logic         bar0_ar_ready_i,
    output logic [19:0]  bar0_ar_addr_o,
    input  logic         bar0_r_valid_i,
    output logic         bar0_r_ready_o,
    input  logic [31:0]  bar0_r_data_i,
    // BAR2
    // AXI4 master: 64 bits an access, one access at a time
    output logic         bar2_aw_valid_o,
    input  logic         bar2_aw_ready_i,
    output logic [25:0]  bar2_aw_addr_o,
    output logic         bar2_w_valid_o,
    input  logic         bar2_w_ready_i,
    output logic [63:0]  bar2_w_data_o,
    output logic [7:0]   bar2_w_strb_o,
    input  logic         bar2_b_valid_i,
    input  logic [1:0]   bar2_b_resp_i,
    output logic         bar2_b_ready_o,
    output logic         bar2_ar_valid_o,
    input  logic         bar2_ar_ready_i,
    output logic [25:0]  bar2_ar_addr_o,
    input  logic         bar2_r_valid_i,
    output logic         bar2_r_ready_o,
    input  logic [63:0]  bar2_r_data_i,
    input  logic [1:0]   bar2_r_resp_i,
    // The card's interrupt, a pulse
    input  logic         msi_i,
    // Host memory, AXI4 slave for the card's master: bursts in an aligned block of 128 bytes
    // A write is answered when its last TLP is on the stream to the link.
    input  logic         host_aw_valid_i,
    output logic         host_aw_ready_o,
    input  logic [39:0]  host_aw_addr_i,
    input  logic [3:0]   host_aw_id_i,
    input  logic [7:0]   host_aw_len_i,
    input  logic         host_w_valid_i,
    output logic         host_w_ready_o,
    input  logic [63:0]  host_w_data_i,
    input  logic [7:0]   host_w_strb_i,
    input  logic         host_w_last_i,
    output logic         host_b_valid_o,
    input  logic         host_b_ready_i,
    output logic [3:0]   host_b_id_o,
    output logic [1:0]   host_b_resp_o,
    // The id of a read is the tag of its TLP, so 16 are under way at most.
    input  logic         host_ar_valid_i,
    output logic         host_ar_ready_o,
    input  logic [39:0]  host_ar_addr_i,
    input  logic [3:0]   host_ar_id_i,
    input  logic [7:0]   host_ar_len_i,
    output logic         host_r_valid_o,
    input  logic         host_r_ready_i,
    output logic [3:0]   host_r_id_o,
    output logic [63:0]  host_r_data_o,
    output logic [1:0]   host_r_resp_o,
    output logic         host_r_last_o
);

  localparam int unsigned HW = tlp_pkg::HeadW;

  // ---- From the link
  // Completions are on rx_data_i; requests come out of the buffer, later.
  logic         cpl_valid, cpl_ready, req_valid, req_ready, req_last;
  logic [127:0] req_data;
  logic [1:0]   req_bar;
  tlp_rx u_rx (
      .clk_i,
      .rst_ni,
      .rx_valid_i,
      .rx_ready_o,
      .rx_data_i,
      .rx_last_i,
      .rx_bar_i   (rx_bar_i[1:0]),
      .rx_p_ok_o,
      .rx_np_ok_o,
      .cpl_valid_o(cpl_valid),
      .cpl_ready_i(cpl_ready),
      .req_valid_o(req_valid),
      .req_ready_i(req_ready),
      .req_data_o (req_data),
      .req_last_o (req_last),
      .req_bar_o  (req_bar)
  );

  // ---- To the link
  // A bit for each source of tlp_tx.
  // valid: it has a TLP; go: this is sent next; done: its last data are taken.
  // pair is not one of them: it numbers the pair of dwords that is sent.
  logic [3:0]    valid, go, done, pair;    // read, write, interrupt, completion
  // Header of each source's TLP
  logic [4*HW-1:0] heads;
  // Data that pair names; a read has none
  logic [63:0]   write_data, answer_data;
  logic [31:0]   msix_data;
  tlp_tx u_tx (
      .clk_i,
      .rst_ni,
      .tx_valid_o,
      .tx_ready_i,
      .tx_data_o,
      .tx_keep_o,
      .tx_last_o,
      .tx_p_ok_i,
      .tx_np_ok_i,
      .valid_i     (valid),
      .heads_i     (heads),
      .go_o        (go),
      .done_o      (done),
      .pair_o      (pair),
      .write_data_i(write_data),
      .msix_data_i (msix_data),
      .cpl_data_i  (answer_data)
  );

  // ---- The host's requests
  // Registers of MSI-X stand in BAR0. tlp_requests serves them without the card.
  logic        msix_write, msix_pending, poison_req, poison_cpl;
  // Number of a dword in the table or in the pending bits
  logic [9:0]  msix_addr;
  logic [31:0] msix_wdata, msix_rdata;
  tlp_requests u_requests (
      .clk_i,
      .rst_ni,
      .cfg_id_i,
      .cfg_rcb_i,
      .err_ur_o,
      .err_poison_o   (poison_req),
      .req_valid_i    (req_valid),
      .req_ready_o    (req_ready),
      .req_data_i     (req_data),
      .req_last_i     (req_last),
      .req_bar_i      (req_bar),
      .cpl_valid_o    (valid[3]),
      .cpl_head_o     (heads[3*HW+:HW]),
      .cpl_done_i     (done[3]),
      .pair_i         (pair),
      .cpl_data_o     (answer_data),
      .msix_write_o   (msix_write),
      .msix_pending_o (msix_pending),
      .msix_addr_o    (msix_addr),
      .msix_wdata_o   (msix_wdata),
      .msix_rdata_i   (msix_rdata),
      .bar0_aw_valid_o,
      .bar0_aw_ready_i,
      .bar0_aw_addr_o,
      .bar0_w_valid_o,
      .bar0_w_ready_i,
      .bar0_w_data_o,
      .bar0_b_valid_i,
      .bar0_b_ready_o,
      .bar0_ar_valid_o,
      .bar0_ar_ready_i,
      .bar0_ar_addr_o,
      .bar0_r_valid_i,
      .bar0_r_ready_o,
      .bar0_r_data_i,
      .bar2_aw_valid_o,
      .bar2_aw_ready_i,
      .bar2_aw_addr_o,
      .bar2_w_valid_o,
      .bar2_w_ready_i,
      .bar2_w_data_o,
      .bar2_w_strb_o,
      .bar2_b_valid_i,
      .bar2_b_ready_o,
      .bar2_ar_valid_o,
      .bar2_ar_ready_i,
      .bar2_ar_addr_o,
      .bar2_r_valid_i,
      .bar2_r_ready_o,
      .bar2_r_data_i,
      .bar2_r_resp_i  (bar2_r_resp_i[1])
  );
  // Requests and completions may have poisoned data in one cycle, which is one pulse then.
  assign err_poison_o = poison_req || poison_cpl;

  tlp_msix u_msix (
      .clk_i,
      .rst_ni,
      .cfg_msix_i,
      .cfg_mask_i,
      .cfg_master_i,
      .cfg_id_i,
      .msi_i,
      .write_i  (msix_write),
      .pending_i(msix_pending),
      .addr_i   (msix_addr),
      .wdata_i  (msix_wdata),
      .rdata_o  (msix_rdata),
      .valid_o  (valid[2]),
      .head_o   (heads[2*HW+:HW]),
      .data_o   (msix_data),
      .go_i     (go[2])
  );

  // ---- The card's requests
  tlp_write u_write (
      .clk_i,
      .rst_ni,
      .cfg_master_i,
      .cfg_id_i,
      .aw_valid_i(host_aw_valid_i),
      .aw_ready_o(host_aw_ready_o),
      .aw_addr_i (host_aw_addr_i),
      .aw_id_i   (host_aw_id_i),
      .w_valid_i (host_w_valid_i),
      .w_ready_o (host_w_ready_o),
      .w_data_i  (host_w_data_i),
      .w_strb_i  (host_w_strb_i),
      .w_last_i  (host_w_last_i),
      .b_valid_o (host_b_valid_o),
      .b_ready_i (host_b_ready_i),
      .b_id_o    (host_b_id_o),
      .b_resp_o  (host_b_resp_o),
      .valid_o   (valid[1]),
      .head_o    (heads[HW+:HW]),
      .go_i      (go[1]),
      .done_i    (done[1]),
      .pair_i    (pair),
      .data_o    (write_data)
  );
  tlp_read #(
      .TIMEOUT(TIMEOUT)
  ) u_read (
      .clk_i,
      .rst_ni,
      .cfg_master_i,
      .cfg_id_i,
      .err_late_o,
      .err_unexpected_o,
      .err_poison_o(poison_cpl),
      .ar_valid_i  (host_ar_valid_i),
      .ar_ready_o  (host_ar_ready_o),
      .ar_addr_i   (host_ar_addr_i),
      .ar_id_i     (host_ar_id_i),
      .ar_len_i    (host_ar_len_i[3:0]),
      .r_valid_o   (host_r_valid_o),
      .r_ready_i   (host_r_ready_i),
      .r_id_o      (host_r_id_o),
      .r_data_o    (host_r_data_o),
      .r_resp_o    (host_r_resp_o),
      .r_last_o    (host_r_last_o),
      .valid_o     (valid[0]),
      .head_o      (heads[0+:HW]),
      .go_i        (go[0]),
      .done_i      (done[0]),
      .cpl_valid_i (cpl_valid),
      .cpl_ready_o (cpl_ready),
      .cpl_data_i  (rx_data_i),
      .cpl_last_i  (rx_last_i)
  );

  // No TLP of the bridge has more than 128 bytes, the least that both sizes may be. Lengths are in
  // headers.
  logic unused;
  assign unused = ^{rx_keep_i, rx_bar_i[tlp_pkg::BarNone], cfg_payload_i, cfg_read_i,
      bar2_b_resp_i, bar2_r_resp_i[0], go[3], done[2], host_aw_len_i, host_ar_len_i[7:4]};

endmodule
