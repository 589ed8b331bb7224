// SPDX-License-Identifier: MIT
// The constant cache as it is proved: four warps of one pod, two lines of each slot; with ATTR the
// attribute cache of 32 lines.

module smfe_const_top #(
    parameter int unsigned ATTR = 0
) (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        start_valid_i,
    input logic [smgpu_pkg::WarpStartW-1:0] start_i,
    input logic [31:0] start_param_i,
    input logic [15:0] slot_busy_i,
    input logic [3:0]  base_set_i,
    input logic        base_valid_i,
    input logic [1:0]  base_warp_i,
    input logic [31:0] base_i,
    input logic        load_valid_i,
    input logic [1:0]  load_warp_i,
    input logic [11:0] load_index_i,
    input logic [3:0]  want_i,
    input logic        quiesce_i,
    input logic        req_ready_i,
    input logic        fill_valid_i,
    input logic [1:0]  fill_pair_i,
    input logic [63:0] fill_data_i,
    input logic        fail_i,
    input logic [2:0]  fail_err_i
);

  smfe_const #(.WARPS(4), .PODS(1), .KIB(1), .ATTR(ATTR)) u (
    .clk_i, .rst_ni, .start_valid_i, .start_i, .start_param_i, .slot_busy_i, .base_set_i,
    .base_valid_i({1'b0, base_valid_i}), .base_warp_i({2'b00, base_warp_i}),
    .base_i({32'd0, base_i}), .load_valid_i({1'b0, load_valid_i}),
    .load_warp_i({2'b00, load_warp_i}),
    .load_index_i({12'd0, load_index_i}), .want_i, .looked_o(), .word_valid_o(), .word_warp_o(),
    .word_o(), .word_err_o(), .told_o(), .quiesce_i, .req_valid_o(),
    .req_ready_i, .req_line_o(), .fill_valid_i, .fill_pair_i, .fill_data_i, .fail_i, .fail_err_i,
    .ev_hit_o(), .ev_miss_o(), .ev_word_o()
  );

endmodule
