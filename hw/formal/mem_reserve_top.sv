// SPDX-License-Identifier: MIT
// mem_reserve small enough to be proved, of a memory with another bank: what it does is the same
// for any number of threads and banks and any HOLD.

module mem_reserve_top (
    input logic       clk_i,
    input logic       rst_ni,
    input logic       lr_i,
    input logic       sc_i,
    input logic       store_i,
    input logic       thread_i,
    input logic       hit_i,
    input logic [1:0] addr_i,
    input logic [1:0] who_i,
    input logic       other_i,
    input logic [1:0] other_who_i
);

  mem_reserve #(.AW(2), .WARPS(2), .LANES(2), .HOLD(6), .BANKS(2)) u (
    .clk_i, .rst_ni, .lr_i, .sc_i, .store_i, .thread_i, .hit_i, .addr_i, .who_i,
    .others_i({other_i, 1'b0}), .others_who_i({other_who_i, 2'b00}), .addr_o(), .sc_ok_o()
  );

endmodule
