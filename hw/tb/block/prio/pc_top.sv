// SPDX-License-Identifier: MIT
// smprio_pc with fields of its own, as C++ counts no bits.
/* verilator lint_off UNUSEDSIGNAL */  // the lowest bits are no part of an address
module pc_top #(
    parameter int unsigned WARPS = 16,
    parameter int unsigned PODS  = 2
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic [31:0]      from_i,
    input  logic [31:0]      to_i,
    input  logic [10:0]      threads_i,
    input  logic [5:0]       there_i,
    input  logic [5:0]       limit_i,
    input  logic [PODS-1:0]  issue_i,
    input  logic [11:0]      warp_i,
    input  logic [63:0]      pc_i,
    input  logic [63:0]      mask_i,
    input  logic [WARPS-1:0] live_i,
    output logic             here_o,
    output logic [5:0]       limit_o,
    output logic [WARPS-1:0] outside_o
);
  smgpu_pkg::prio_pc_t cfg;
  smgpu_pkg::uop_t     uop;
  logic [PODS*smgpu_pkg::UopW-1:0] uops;
  always_comb begin
    cfg.from    = from_i[31:2];
    cfg.to      = to_i[31:2];
    cfg.threads = threads_i;
    cfg.limit   = there_i;
    uops        = '0;
    for (int unsigned i = 0; i < PODS; i++) begin
      uop      = '0;
      uop.warp = warp_i[6*i+:6];
      uop.pc   = pc_i[32*i+:32];
      uop.mask = mask_i[32*i+:32];
      uops[smgpu_pkg::UopW*i+:smgpu_pkg::UopW] = uop;
    end
  end
  smprio_pc #(.WARPS(WARPS), .PODS(PODS)) u_pc (.clk_i, .rst_ni, .cfg_i(cfg), .limit_i, .issue_i,
      .uop_i(uops), .live_i, .here_o, .limit_o, .outside_o);
endmodule
/* verilator lint_on UNUSEDSIGNAL */
