// SPDX-License-Identifier: MIT
// Stands for mem_reserve where a proof is not about reservations: SC does or does not succeed.

/* verilator lint_off UNUSEDSIGNAL */
module mem_reserve #(
    parameter int unsigned AW    = 35,
    parameter int unsigned WARPS = 16,
    parameter int unsigned HOLD  = 4096,
    parameter int unsigned WI    = $clog2(WARPS),
    parameter int unsigned BANKS = 1
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          lr_i,
    input  logic          sc_i,
    input  logic          store_i,
    input  logic          thread_i,
    input  logic          hit_i,
    input  logic [AW-1:0] addr_i,
    input  logic [WI+4:0] who_i,
    input  logic [BANKS-1:0] others_i,
    input  logic [BANKS*(WI+5)-1:0] others_who_i,
    output logic [AW-1:0] addr_o,
    output logic          sc_ok_o
);

  (* anyseq *) logic [AW-1:0] f_addr;
  (* anyseq *) logic          f_ok;
  assign addr_o  = f_addr;
  assign sc_ok_o = f_ok;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
