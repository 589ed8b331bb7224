// SPDX-License-Identifier: MIT
// What page tables say of many pages of 4 KiB, in block RAM, 2^LOW neighbours a row: four are as
// many as a line of a table tells of. Direct mapped.
// - a row is read for the request of the next cycle (read_i, look_i), and compared with the page of
//   the request that is here (page_i)
// - a row's place is the parity of bits of its space and number, so that buffers that are a power
//   of two apart do not meet
// - a flush of a space ends its rows at once, and no others: each row has the generation of its
//   space in which it was put here, and a flush makes the next one the current one. A flush of all
//   spaces does so with the generation of all (era), and so does one of a space that has had its
//   last generation. After the last era all rows are swept, one a cycle; until that has ended
//   nothing hits and nothing is kept, and so after a reset
// - the place of a row that goes (drop_i) is made empty, whatever row it has. bars_i says that the
//   row of page_i is to go and may not have yet: it does not hit
// - hit_o is true of the row as it was read: in the cycle of a flush it may still hit, as an entry
//   of mem_tlb does
// Longest path: row -> compare, generation of the space -> hit.

module mem_pages #(
    parameter int unsigned ROWS = 512,  // power of two, at least 4
    parameter int unsigned LOW  = 2,
    parameter int unsigned DATA = 4 * smgpu_pkg::PageW,
    parameter int unsigned GENS = 4,    // bits of a space's generation
    parameter int unsigned ERAS = 8     // bits of the generation of all
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // Lookup
    input  logic                            read_i,
    // {vm, vpn} of the request that is here in the next cycle
    input  logic [25:0]                     look_i,
    input  logic [25:0]                     page_i,     // of the one that is here
    input  logic                            bars_i,
    output logic                            hit_o,
    // no row has been put here since its row was read
    output logic                            sure_o,
    output logic [DATA-1:0]                 row_o,
    // A row comes
    input  logic                            put_i,
    input  logic [25:0]                     put_page_i,
    input  logic [DATA-1:0]                 put_row_i,
    // Rows go
    input  logic                            drop_i,
    output logic                            drop_ready_o,
    input  logic [25:0]                     drop_page_i,
    input  smgpu_pkg::tlb_flush_t           flush_i  // of all pages of a space
);

  localparam int unsigned SI   = $clog2(ROWS);
  localparam int unsigned TagW = 26 - LOW - SI;
  localparam int unsigned RowW = 1 + ERAS + GENS + TagW + DATA;

  // Its tag and its place together tell the page.
  /* verilator lint_off UNUSEDSIGNAL */  // which of its row it is
  function automatic logic [SI-1:0] place_of(input logic [25:0] page);
    place_of = page[LOW+:SI];
    for (int unsigned i = LOW + SI; i < 20; i++)
      place_of[(i - LOW) % SI] = place_of[(i - LOW) % SI] ^ page[i];
    for (int unsigned i = 0; i < 6; i++) place_of[SI-1-i%SI] = place_of[SI-1-i%SI] ^ page[20+i];
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  logic [RowW-1:0] rows[ROWS];      // {valid, era, generation, tag, data}
  logic [RowW-1:0] row_q;
  logic [GENS-1:0] gens[64];        // by space
  logic [ERAS-1:0] era_q;
  logic [SI:0]     sweep_q;         // the row that is swept next; the highest bit: all are
  logic            fresh_q, sure_q; // row_q was read since the last sweep; since a row was put here
  logic            swept, next_era, sweep, write;
  logic [SI-1:0]   write_at;
  logic [RowW-1:0] write_row;
  assign swept    = sweep_q[SI];
  assign next_era = flush_i.valid && (flush_i.every || gens[flush_i.vm] == '1);
  assign sweep    = next_era && era_q == '1;

  // ---- Lookup
  logic            valid;
  logic [ERAS-1:0] era;
  logic [GENS-1:0] gen;
  logic [TagW-1:0] tag;
  assign {valid, era, gen, tag, row_o} = row_q;
  assign hit_o  = fresh_q && valid && tag == page_i[25:LOW+SI] && era == era_q &&
                  gen == gens[page_i[25:20]] && !bars_i;
  assign sure_o = sure_q;
  logic unused_bits;
  assign unused_bits = ^{page_i[LOW+SI-1:0], flush_i.first, flush_i.last};

  // ---- Rows that come, the sweep, and rows that go, for which nothing waits
  assign write        = put_i || drop_i || !swept;
  assign write_at     = swept ? place_of(put_i ? put_page_i : drop_page_i) : sweep_q[SI-1:0];
  assign drop_ready_o = !put_i;
  assign write_row    = {swept && put_i, era_q, gens[put_page_i[25:20]], put_page_i[25:LOW+SI],
                         put_row_i};

  always_ff @(posedge clk_i) begin
    if (read_i) row_q <= rows[place_of(look_i)];
    if (write) rows[write_at] <= write_row;
    if (flush_i.valid) gens[flush_i.vm] <= gens[flush_i.vm] + 1'b1;
    if (!rst_ni) begin
      sweep_q <= '0;
      era_q   <= '0;
      fresh_q <= 1'b0;
      sure_q  <= 1'b0;
    end else begin
      sweep_q <= sweep ? '0 : sweep_q + (SI + 1)'(!swept);
      era_q   <= era_q + ERAS'(next_era);
      fresh_q <= swept && !sweep && (read_i || (fresh_q && !bars_i));
      sure_q  <= !put_i && (read_i || sure_q);
    end
  end

`ifdef VERILATOR
  initial if (SI < 2 || SI > 12) $fatal(1, "mem_pages: 4 to 4096 rows");
`endif

`ifdef FORMAL
`include "mem_pages_formal.svh"
`endif

endmodule
