// SPDX-License-Identifier: MIT
// mem_order of three requests

module mem_order_top (
    input logic       clk_i,
    input logic       rst_ni,
    input logic       order_i,
    input logic [2:0] ask_i,
    input logic [5:0] level_i,
    input logic       take_i
);

  mem_order #(.N(3), .PRIO(1)) u (
    .clk_i, .rst_ni, .order_i, .ask_i, .level_i, .take_i, .may_o(), .low_o()
  );

endmodule
