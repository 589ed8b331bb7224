// SPDX-License-Identifier: MIT
// smprio_sets with fields of its own, as C++ counts no bits.
/* verilator lint_off UNUSEDSIGNAL */  // of the lines those of banks that are there
module sets_top #(
    parameter int unsigned WARPS = 16,
    parameter int unsigned BANKS = 2
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic [3:0]  share_i,
    input  logic [2:0]  ratio_i,
    input  logic [7:0]  length_i,
    input  logic [2:0]  ways_i,
    input  logic        forget_i,
    input  logic        start_valid_i,
    input  logic [5:0]  start_warp_i,
    input  logic        done_valid_i,
    input  logic [5:0]  done_warp_i,
    input  logic        seen_valid_i,
    input  logic [5:0]  seen_warp_i,
    input  logic [3:0]  seen_lines_i,
    input  logic [19:0] seen_page_i,
    input  logic [27:0] seen_low_i,
    input  logic [5:0]  look_i,
    output logic [9:0]  lines_o,
    output logic [9:0]  dbg_lines_o,
    output logic        dbg_known_o,
    output logic [9:0]  room_o
);
  smgpu_pkg::predict_t cfg;
  smgpu_pkg::seen_t    seen;
  always_comb begin
    cfg.length = length_i;
    cfg.ratio  = ratio_i;
    cfg.share  = share_i;
    seen.valid = seen_valid_i;
    seen.warp  = seen_warp_i;
    seen.lines = seen_lines_i;
    seen.page  = seen_page_i;
    seen.low   = seen_low_i;
  end
  smprio_sets #(.WARPS(WARPS), .BANKS(BANKS)) u_sets (
    .clk_i, .rst_ni, .cfg_i(cfg), .ways_i, .forget_i, .start_valid_i, .start_warp_i, .done_valid_i,
    .done_warp_i, .seen_i(seen), .look_i, .lines_o, .dbg_warp_i(look_i), .dbg_lines_o, .dbg_known_o,
    .room_o
  );
endmodule
/* verilator lint_on UNUSEDSIGNAL */
