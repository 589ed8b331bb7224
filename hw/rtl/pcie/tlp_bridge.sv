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
    input  logic         msi_i,
    // Host memory, AXI4 slave for the card's master: bursts in an aligned block of 128 bytes
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

endmodule
