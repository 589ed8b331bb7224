// SPDX-License-Identifier: MIT
// Stands for mem_pages in the proofs of mem_tlb and mem_walker: whether a row hits and what it has
// is the solver's choice. What mem_pages_top proves of it those proofs assume, and they assert what
// mem_pages_top assumes: that a row is true when it is put there.

/* verilator lint_off UNUSEDSIGNAL */
module mem_pages #(
    parameter int unsigned ROWS = 512,
    parameter int unsigned LOW  = 2,
    parameter int unsigned DATA = 4 * smgpu_pkg::PageW
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  logic                            read_i,
    input  logic [25:0]                     look_i,
    input  logic [25:0]                     page_i,
    input  logic                            bars_i,
    output logic                            hit_o,
    output logic                            sure_o,
    output logic [DATA-1:0]                 row_o,
    input  logic                            put_i,
    input  logic [25:0]                     put_page_i,
    input  logic [DATA-1:0]                 put_row_i,
    input  logic                            drop_i,
    output logic                            drop_ready_o,
    input  logic [25:0]                     drop_page_i,
    input  logic [smgpu_pkg::TlbFlushW-1:0] flush_i
);

  (* anyseq *) logic            f_hit, f_sure;
  (* anyseq *) logic [DATA-1:0] f_row;
  assign hit_o  = f_hit && !bars_i;
  assign drop_ready_o = !put_i;
  assign sure_o = f_sure;
  assign row_o  = f_row;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
