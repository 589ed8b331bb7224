// SPDX-License-Identifier: MIT
// A range of pages that an invalidation drops (tlb_flush_t), while a TLB is looked through for it:
// entries one a cycle, and the places that the range has in mem_pages one a cycle.
// - from the cycle after the flush until all has been looked at no page of the range may hit, nor
//   be walked for an entry (bars_o)
// - a flush of all spaces, and one that comes while a range is looked for, ends all entries at once
//   (all_o), and all rows of its space (rows_o). So does one of more than half of the places for
//   rows: what is left would be less than what the places of others take with them
// - a leaf that has changed is in the range with all of its pages, another one with none: the page
//   that an entry was walked for tells
// Longest path: page_i -> bars_o.

module mem_range #(
    parameter int unsigned ENTRIES = 0,  // power of two; 0: there are none
    parameter int unsigned ROWS    = 0,  // of mem_pages, and its LOW; 0: there are none
    parameter int unsigned LOW     = 2,
    localparam int unsigned EI     = (ENTRIES > 1) ? $clog2(ENTRIES) : 1
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    input  smgpu_pkg::tlb_flush_t           flush_i,
    input  logic [25:0]                     page_i,        // {vm, vpn} of a lookup
    output logic                            bars_o,
    output logic                            on_o,          // a range is looked for
    // Entries
    output logic [EI-1:0]                   turn_o,
    input  logic [23:0]                     entry_i,       // {vm, vpn[19:2]} of the one at turn_o
    output logic                            ends_o,        // which goes
    output logic                            all_o,
    // Rows
    output smgpu_pkg::tlb_flush_t           rows_o,  // of all of a space
    output logic                            drop_o,
    output logic [25:0]                     drop_page_o,
    input  logic                            drop_ready_i
);

  // Rows of half of the places, in fours of pages
  localparam int unsigned Half = (ROWS != 0) ? $clog2(ROWS) - 1 - (2 - LOW) : 0;

  logic        entries_q, rows_q, tail_q, begins, wide, last_row;
  smgpu_pkg::vm_t vm_q;
  logic [17:0] first_q, last_q, size;
  logic [19:0] row_q, end_row;
  logic [EI-1:0] turn_q;
  assign on_o   = entries_q || rows_q || tail_q;
  assign begins = flush_i.valid && !flush_i.every && !on_o;
  assign all_o  = flush_i.valid && !begins;
  assign size   = flush_i.last - flush_i.first;
  assign wide   = size[17:Half] != '0;
  always_comb begin
    rows_o       = flush_i;
    rows_o.valid = all_o || (begins && wide);
  end

  function automatic logic inside_range(input logic [23:0] four);
    inside_range = four[23:18] == vm_q && four[17:0] >= first_q && four[17:0] <= last_q;
  endfunction
  assign bars_o = on_o && inside_range(page_i[25:2]);
  assign ends_o = entries_q && inside_range(entry_i);
  assign turn_o = turn_q;

  assign drop_o      = rows_q;
  assign drop_page_o = {vm_q, row_q};
  assign end_row     = {last_q, 2'b11};
  assign last_row    = row_q[19:LOW] == end_row[19:LOW];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      entries_q <= 1'b0;
      rows_q    <= 1'b0;
      tail_q    <= 1'b0;
    end else begin
      entries_q <= ENTRIES != 0 && (begins || (entries_q && 32'(turn_q) != ENTRIES - 1));
      rows_q    <= ROWS != 0 && ((begins && !wide) || (rows_q && !(drop_ready_i && last_row)));
      tail_q    <= rows_q;   // a row that was read as it was dropped is looked at
    end
    turn_q <= begins ? '0 : turn_q + 1'b1;
    if (begins) begin
      vm_q    <= flush_i.vm;
      first_q <= flush_i.first;
      last_q  <= flush_i.last;
      row_q   <= {flush_i.first, 2'b00};
    end else if (rows_q && drop_ready_i) row_q <= row_q + 20'(1 << LOW);
  end

`ifdef VERILATOR
  initial if (ROWS != 0 && ROWS < 1 << (3 - LOW)) $fatal(1, "mem_range: too few rows");
`endif

`ifdef FORMAL
`include "mem_range_formal.svh"
`endif

  logic unused_page;
  assign unused_page = ^{page_i[1:0], end_row, size};

endmodule
