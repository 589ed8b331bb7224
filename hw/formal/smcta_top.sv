// SPDX-License-Identifier: MIT
// smcta small enough to be proved: four warps. Shared memory has 16 granules of 2 KiB, or with L1's
// RAM twelve of 4 KiB; with SMCTA_LENT_KIB=0 L1 lends none.

`ifndef SMCTA_LENT_KIB
`define SMCTA_LENT_KIB 16
`endif
module smcta_top (
    input logic                             clk_i,
    input logic                             rst_ni,
    input logic                             launch_valid_i,
    input logic [smgpu_pkg::CtaLaunchW-1:0] launch_i,
    input logic [15:0]                      kill_i,
    input logic                             forget_i,
    input logic                             warp_done_valid_i,
    input logic [5:0]                       warp_done_i,
    input logic                             smem_clear_done_i
);

  smcta #(.WARPS(4), .SHARED_KIB(32), .LENT_KIB(`SMCTA_LENT_KIB)) u (
    .clk_i, .rst_ni, .launch_valid_i, .launch_i, .launch_fits_o(), .free_warps_o(), .room_o(),
    .split_o(), .lent_o(), .kill_i, .cta_done_valid_o(), .cta_done_slot_o(), .slot_busy_o(),
    .forget_i,
    .start_valid_o(), .start_o(), .start_warp_in_cta_o(), .start_linear_o(), .start_param_o(),
    .warp_done_valid_i, .warp_done_i, .smem_clear_o(), .smem_clear_first_o(), .smem_clear_last_o(),
    .smem_clear_done_i, .ctx_warp_ex_i('0), .ctx_ex_o(), .ctx_warp_ls_i('0), .ctx_ls_o()
  );

endmodule
