// SPDX-License-Identifier: MIT
// mem_pages small enough to be proved: four rows of two bits, four generations of a space, four of
// all.

module mem_pages_top #(
    parameter int unsigned LOW = 2
) (
    input logic                             clk_i,
    input logic                             rst_ni,
    input logic                             read_i,
    input logic [25:0]                      look_i,
    input logic [25:0]                      page_i,
    input logic                             bars_i,
    input logic                             put_i,
    input logic [25:0]                      put_page_i,
    input logic [1:0]                       put_row_i,
    input logic                             drop_i,
    input logic [25:0]                      drop_page_i,
    input logic [smgpu_pkg::TlbFlushW-1:0]  flush_i
);

  mem_pages #(.ROWS(4), .LOW(LOW), .DATA(2), .GENS(2), .ERAS(2)) u (
    .clk_i, .rst_ni, .read_i, .look_i, .page_i, .bars_i, .hit_o(), .sure_o(), .row_o(), .put_i,
    .put_page_i, .put_row_i, .drop_i, .drop_ready_o(), .drop_page_i, .flush_i
  );

endmodule
