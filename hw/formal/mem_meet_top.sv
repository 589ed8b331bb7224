// SPDX-License-Identifier: MIT
// mem_meet of four banks, with offers of two bits.

module mem_meet_top (
    input logic       clk_i,
    input logic       rst_ni,
    input logic [3:0] valid_i,
    input logic [7:0] data_i,
    input logic       ready_i
);

  mem_meet #(.BANKS(4), .W(2)) u (
    .clk_i, .rst_ni, .valid_i, .ready_o(), .data_i, .valid_o(), .ready_i, .data_o(), .bank_o()
  );

endmodule
