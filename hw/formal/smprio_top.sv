// SPDX-License-Identifier: MIT
// smprio small enough to be proved: four warps.

module smprio_top (
    input logic                         clk_i,
    input logic                         rst_ni,
    input logic [smgpu_pkg::PrioW-1:0]  cfg_i,
    input logic                         start_valid_i,
    input logic [5:0]                   start_warp_i,
    input logic [3:0]                   start_cta_i,
    input logic                         done_valid_i,
    input logic [5:0]                   done_warp_i,
    input logic [3:0]                   at_barrier_i,
    input logic [3:0]                   away_i,
    input logic [3:0]                   blocked_i,
    input logic [3:0]                   want_i,
    input logic [3:0]                   rel_i,
    input logic [3:0]                   accesses_i,
    input logic [3:0]                   requests_i,
    input logic [1:0]                   issued_i,
    input logic [9:0]                   lines_i,
    input logic [9:0]                   room_i
);

  smprio #(.WARPS(4)) u (
    .clk_i, .rst_ni, .cfg_i, .start_valid_i, .start_warp_i, .start_cta_i, .done_valid_i,
    .done_warp_i, .at_barrier_i, .away_i, .blocked_i, .want_i, .rel_i, .accesses_i, .requests_i,
    .issued_i, .lines_i, .room_i,
    .go_o(), .look_o(), .hold_o(), .held_o(), .level_o(), .granted_o()
  );

endmodule
