// SPDX-License-Identifier: MIT
// mem_range as the proof has it: four entries, 16 rows of four pages or of one.

module mem_range_top #(
    parameter int unsigned LOW = 2
) (
    input logic                             clk_i,
    input logic                             rst_ni,
    input logic [smgpu_pkg::TlbFlushW-1:0]  flush_i,
    input logic [25:0]                      page_i,
    input logic [23:0]                      entry_i,
    input logic                             drop_ready_i
);

  mem_range #(.ENTRIES(4), .ROWS(16), .LOW(LOW)) u (
    .clk_i, .rst_ni, .flush_i, .page_i, .bars_o(), .on_o(), .turn_o(), .entry_i, .ends_o(),
    .all_o(), .rows_o(), .drop_o(), .drop_page_o(), .drop_ready_i
  );

endmodule
