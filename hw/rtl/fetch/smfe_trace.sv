// SPDX-License-Identifier: MIT
// What the trace tells of a pod's issue, and the number of each instruction of a warp, by which
// results are found again. With TRACE = 0 all is zero.
module smfe_trace #(
    parameter int unsigned TRACE = 0,
    parameter int unsigned NW    = 8,
    parameter int unsigned WI    = $clog2(NW) // do not override
) (
    input  logic          clk_i,
    // A warp starts: its instructions are counted from 0.
    input  logic          start_valid_i,
    input  logic [WI-1:0] start_warp_i,
    // An instruction of warp_i issues, with these threads.
    input  logic          fired_i,
    input  logic [WI-1:0] warp_i,
    input  smgpu_pkg::warp_t sm_warp_i,       // its number in the SM
    input  logic [31:0]   pc_i,
    input  logic [31:0]   insn_i,
    input  logic [31:0]   mask_i,
    // Its number, modulo 256, and what the trace tells.
    output logic [7:0]    seq_o,
    output smgpu_pkg::trace_issue_t           trace_o
);

  if (TRACE != 0) begin : gen_trace
    logic [7:0]              seq_m[NW];
    assign seq_o = seq_m[warp_i];
    always_ff @(posedge clk_i) begin
      if (fired_i) seq_m[warp_i] <= seq_o + 8'd1;
      if (start_valid_i) seq_m[start_warp_i] <= '0;
    end
    always_comb begin
      trace_o.valid = fired_i;
      trace_o.warp  = sm_warp_i;
      trace_o.seq   = seq_o;
      trace_o.pc    = pc_i;
      trace_o.insn  = insn_i;
      trace_o.mask  = mask_i;
    end
  end else begin : gen_no_trace
    logic unused;
    assign unused  = ^{clk_i, start_valid_i, start_warp_i, fired_i, warp_i, sm_warp_i, pc_i,
        insn_i, mask_i};
    assign seq_o   = '0;
    assign trace_o = '0;
  end

endmodule
