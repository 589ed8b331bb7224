// SPDX-License-Identifier: MIT
// The token unit as it is proved: see Documentation/concepts/divergence.rst for what is left out,
// and why.
// - T threads, rings of R tokens: as many groups as threads can wait, as in the product (32 of 32,
//   or more)
// - two warps: the one that is followed, and one that does what it likes in between
// - addresses of A bits at the bottom (bytes), and one bit in the window; the others are 0

/* verilator lint_off UNUSEDSIGNAL */
module smfe_dtok_top #(
    parameter int unsigned R = 4,
    parameter int unsigned T = 4,
    parameter int unsigned A = 5
) (
    input logic         clk_i,
    input logic         rst_ni,
    input logic [smgpu_pkg::SmCfgW-1:0] cfg_i,
    input logic         start_valid_i,
    input logic         start_warp_i,
    input logic         start_window_i,
    input logic [T-1:0] start_live_i,
    input logic         issue_warp_i,
    input logic         ctl_valid_i,
    input logic [3:0]   ctl_kind_i,
    input logic [3:0]   ctl_sub_i,
    input logic [A:0]   ctl_pc_i,
    input logic [A:0]   ctl_target_i,
    input logic         br_valid_i,
    input logic         br_warp_i,
    input logic [T-1:0] br_mask_i,
    input logic [A:0]   br_target_i,
    input logic [1:0]   op_i,
    input logic [1:0]   rel_i,
    input logic         trap_ready_i,
    input logic         acc_valid_i,
    input logic [smfe_pkg::DtokAccW-1:0] acc_i,
    input logic [A:0]   acc_addr_i,
    input logic [1:0]   stopped_i,
    input logic         dbg_warp_i
);

  smfe_pkg::dtok_acc_t acc, acc_in;
  assign acc_in = acc_i;
  assign acc    = {acc_in.op, acc_in.warp, acc_in.index, acc_in.kind, 7'd0, acc_addr_i[A],
      {(24 - A){1'b0}}, acc_addr_i[A-1:0],
                   {(32 - T){1'b0}}, acc_in.mask[T-1:0], acc_in.count, acc_in.yields, acc_in.grow,
                       acc_in.spilled};

  smfe_dtok #(.NW(2), .WI(1), .DTOKS(R), .R(R)) u (
    .clk_i, .rst_ni, .cfg_i, .start_valid_i, .start_warp_i, .start_window_i({7'd0, start_window_i}),
    .start_live_i(32'(start_live_i)),
    .issue_warp_i, .issue_active_o(), .issue_live_o(), .ctl_valid_i, .ctl_kind_i, .ctl_sub_i,
    .ctl_pc_i({7'd0, ctl_pc_i[A], {(24 - A){1'b0}}, ctl_pc_i[A-1:0]}),
    .ctl_target_i({7'd0, ctl_target_i[A], {(24 - A){1'b0}}, ctl_target_i[A-1:0]}),
    .br_valid_i, .br_warp_i, .br_mask_i(32'(br_mask_i)),
    .br_target_i({7'd0, br_target_i[A], {(24 - A){1'b0}}, br_target_i[A-1:0]}),
    .op_i, .rel_i, .take_o(), .works_o(), .warp_o(), .go_o(), .go_keep_o(), .go_pc_o(), .park_o(),
    .end_o(), .trap_valid_o(), .trap_ready_i, .retry_o(),
    .acc_valid_i, .acc_i(acc), .acc_ack_o(), .acc_ans_o(), .stopped_i, .resume_o(), .trap_warp_o(),
    .trap_cause_o(), .trap_pc_o(), .trap_addr_o(),
    .dbg_warp_i, .dbg_active_o(), .look_warp_i(1'b0), .look_active_o(), .dbg_dtoks_o(), .ev_o(),
    .deepest_o()
  );

endmodule
/* verilator lint_on UNUSEDSIGNAL */
