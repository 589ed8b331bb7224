// SPDX-License-Identifier: MIT
// Stands for mem_order where a proof is not about the order of requests: any of those that ask may
// be next.

/* verilator lint_off UNUSEDSIGNAL */
module mem_order #(
    parameter int unsigned N    = 7,
    parameter int unsigned PRIO = 1
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           order_i,
    input  logic [N-1:0]   ask_i,
    input  logic [2*N-1:0] level_i,
    input  logic           take_i,
    output logic [N-1:0]   may_o,
    output logic           low_o
);

  (* anyseq *) logic [N-1:0] f_may;
  (* anyseq *) logic         f_low;
  assign may_o = ((f_may & ask_i) != '0) ? f_may & ask_i : ask_i;
  assign low_o = f_low;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
