// SPDX-License-Identifier: MIT
// What the trace tells of a pod's results and of its control instructions. With TRACE = 0 all is
// zero.
module smex_trace #(
    parameter int unsigned TRACE = 0,
    parameter int unsigned LANES = 16,
    parameter int unsigned WbW   = smgpu_pkg::TraceWbW + 33*LANES // do not override
) (
    // What is written to the pod's register file
    input  logic                 w_valid_i,
    input  logic                 w_all_i,
    input  smex_pkg::meta_t      w_meta_i,
    input  logic [LANES-1:0]     w_mask_i,
    input  logic [LANES*32-1:0]  w_data_i,
    // A control instruction has come to its end.
    input  logic                 br_valid_i,
    input  smgpu_pkg::warp_t     br_warp_i,
    input  logic [7:0]           br_seq_i,
    input  logic [31:0]          br_mask_i,
    input  logic [31:0]          br_target_i,
    // What the trace tells: {trace_wb_t, mask, data} and trace_br_t
    output logic [WbW-1:0]       trace_wb_o,
    output smgpu_pkg::trace_br_t trace_br_o
);

  smgpu_pkg::trace_wb_t wb;
  smgpu_pkg::trace_br_t br;
  always_comb begin
    wb.valid  = w_valid_i;
    wb.warp   = w_meta_i.warp;
    wb.seq    = w_meta_i.seq;
    wb.rd     = w_meta_i.rd;
    wb.beat   = w_meta_i.beat;
    wb.all    = w_all_i;
    br.valid  = br_valid_i;
    br.warp   = br_warp_i;
    br.seq    = br_seq_i;
    br.mask   = br_mask_i;
    br.target = br_target_i;
  end
  assign trace_wb_o = TRACE != 0 ? {wb, w_mask_i, w_data_i} : '0;
  assign trace_br_o = TRACE != 0 ? br : '0;

  logic unused;
  assign unused = w_meta_i.last;

endmodule
