// SPDX-License-Identifier: MIT
// mem_port small enough to be proved: four places.

module mem_port_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          push_valid_i,
    input logic [smgpu_pkg::MemReqW-1:0] push_i,
    input logic                          take_i,
    input logic                          pop_i,
    input logic                          back_i
);

  mem_port #(.DATA(256), .PLACES(4)) u (
    .clk_i, .rst_ni, .push_valid_i, .push_ready_o(), .push_i, .waits_o(), .offer_valid_o(),
    .offer_o(), .take_i, .pop_i, .back_i
  );

endmodule
