// SPDX-License-Identifier: MIT
// The attribute cache as it is proved.

module smfe_attr_top (
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

  smfe_const_top #(.ATTR(1)) u (.*);

endmodule
