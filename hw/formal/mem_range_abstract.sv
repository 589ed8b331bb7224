// SPDX-License-Identifier: MIT
// Stands for mem_range in the proofs of mem_tlb and mem_walker: what it says is the solver's
// choice. Of what mem_range_top proves, these proofs assume what they need.

/* verilator lint_off UNUSEDSIGNAL */
module mem_range #(
    parameter int unsigned ENTRIES = 0,
    parameter int unsigned ROWS    = 0,
    parameter int unsigned LOW     = 2,
    localparam int unsigned EI     = (ENTRIES > 1) ? $clog2(ENTRIES) : 1
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic [smgpu_pkg::TlbFlushW-1:0] flush_i,
    input  logic [25:0]                     page_i,
    output logic                            bars_o,
    output logic                            on_o,
    output logic [EI-1:0]                   turn_o,
    input  logic [23:0]                     entry_i,
    output logic                            ends_o,
    output logic                            all_o,
    output logic [smgpu_pkg::TlbFlushW-1:0] rows_o,
    output logic                            drop_o,
    output logic [25:0]                     drop_page_o,
    input  logic                            drop_ready_i
);

  (* anyseq *) logic                            f_bars, f_on, f_ends, f_all, f_drop;
  (* anyseq *) logic [EI-1:0]                   f_turn;
  (* anyseq *) logic [smgpu_pkg::TlbFlushW-1:0] f_rows;
  (* anyseq *) logic [25:0]                     f_drop_page;
  assign {bars_o, on_o, ends_o, all_o, drop_o} = {f_bars, f_on, f_ends, f_all, f_drop};
  assign turn_o      = f_turn;
  assign rows_o      = f_rows;
  assign drop_page_o = f_drop_page;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
