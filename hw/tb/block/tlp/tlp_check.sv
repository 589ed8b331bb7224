// SPDX-License-Identifier: MIT
// The bridge and the bench keep to the rules of AXI, at host memory's port and at BAR2's.
bind tlp_bridge axi_check #(
    .NAME("host")
) u_check_host (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .aw_valid_i(host_aw_valid_i),
    .aw_ready_i(host_aw_ready_o),
    .aw_addr_i(host_aw_addr_i),
    .aw_id_i(host_aw_id_i),
    .aw_len_i(host_aw_len_i),
    .aw_size_i(3'd3),
    .aw_burst_i(2'd1),
    .ar_valid_i(host_ar_valid_i),
    .ar_ready_i(host_ar_ready_o),
    .ar_addr_i(host_ar_addr_i),
    .ar_id_i(host_ar_id_i),
    .ar_len_i(host_ar_len_i),
    .ar_size_i(3'd3),
    .ar_burst_i(2'd1),
    .w_valid_i(host_w_valid_i),
    .w_ready_i(host_w_ready_o),
    .w_data_i(host_w_data_i),
    .w_strb_i(host_w_strb_i),
    .w_last_i(host_w_last_i),
    .b_valid_i(host_b_valid_o),
    .b_ready_i(host_b_ready_i),
    .b_id_i(host_b_id_o),
    .b_resp_i(host_b_resp_o),
    .r_valid_i(host_r_valid_o),
    .r_ready_i(host_r_ready_i),
    .r_id_i(host_r_id_o),
    .r_data_i(host_r_data_o),
    .r_resp_i(host_r_resp_o),
    .r_last_i(host_r_last_o)
);
bind tlp_bridge axi_check #(
    .NAME("bar2")
) u_check_bar2 (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .aw_valid_i(bar2_aw_valid_o),
    .aw_ready_i(bar2_aw_ready_i),
    .aw_addr_i({14'd0, bar2_aw_addr_o}),
    .aw_id_i(4'd0),
    .aw_len_i(8'd0),
    .aw_size_i(3'd3),
    .aw_burst_i(2'd1),
    .ar_valid_i(bar2_ar_valid_o),
    .ar_ready_i(bar2_ar_ready_i),
    .ar_addr_i({14'd0, bar2_ar_addr_o}),
    .ar_id_i(4'd0),
    .ar_len_i(8'd0),
    .ar_size_i(3'd3),
    .ar_burst_i(2'd1),
    .w_valid_i(bar2_w_valid_o),
    .w_ready_i(bar2_w_ready_i),
    .w_data_i(bar2_w_data_o),
    .w_strb_i(bar2_w_strb_o),
    .w_last_i(1'b1),
    .b_valid_i(bar2_b_valid_i),
    .b_ready_i(bar2_b_ready_o),
    .b_id_i(4'd0),
    .b_resp_i(bar2_b_resp_i),
    .r_valid_i(bar2_r_valid_i),
    .r_ready_i(bar2_r_ready_o),
    .r_id_i(4'd0),
    .r_data_i(bar2_r_data_i),
    .r_resp_i(bar2_r_resp_i),
    .r_last_i(1'b1)
);

// A request and a completion with poisoned data in one cycle give one pulse.
module tlp_check (
    input logic clk_i,
    input logic rst_ni,
    input logic both_i
);
  import "DPI-C" function void host_poisoned_twice();
  always_ff @(posedge clk_i) if (rst_ni && both_i) host_poisoned_twice();
endmodule
bind tlp_bridge tlp_check u_check (
    .clk_i(clk_i),
    .rst_ni(rst_ni),
    .both_i(poison_req && poison_cpl)
);
