// SPDX-License-Identifier: MIT
// Properties of mem_pages, part of its body in proofs. One page (f_page), chosen by the solver, is
// followed. What tables say of its row is bit 0 of the data (f_true_q), which changes as its space
// is flushed, to anything; the other bits may be anything. What is put here is true when it is put.
// And it changes as the flush of a range begins that has the row: from then on it is barred, until
// it has been dropped, as mem_range_top proves.

  (* anyconst *) logic [25:0] f_page;        // {vm, vpn}
  (* anyseq *)   logic        f_any, f_range;
  logic        f_true_q, f_change, f_dropped;
  logic        f_goes_q, f_gone_q;           // the row has to be dropped; it was in the last cycle
  logic        f_reset_q = 1'b0;
  logic [25-LOW:0] f_looked_q;                 // the row that was read last
  assign f_change = flush_i.valid && (flush_i.every || flush_i.vm == f_page[25:20]);

  // Of a row at its place: it is f_page's; no later than the present generation; of it
  function automatic logic f_its(input logic [RowW-1:0] row);
    f_its = row[RowW-1] && row[DATA+:TagW] == f_page[25:LOW+SI];
  endfunction
  logic [RowW-1:0] f_row;
  logic [GENS-1:0] f_gen;
  assign f_row = rows[place_of(f_page)];
  assign f_gen = gens[f_page[25:20]];
  function automatic logic f_past(input logic [RowW-1:0] row);
    f_past = row[RowW-2-:ERAS] < era_q || (row[RowW-2-:ERAS] == era_q &&
        row[DATA+TagW+:GENS] <= f_gen);
  endfunction
  function automatic logic f_present(input logic [RowW-1:0] row);
    f_present = row[RowW-2-:ERAS] == era_q && row[DATA+TagW+:GENS] == f_gen;
  endfunction

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (f_change || f_range) f_true_q <= f_any;
    f_goes_q <= rst_ni && (f_range || (f_goes_q && !f_dropped && !f_change));
    f_gone_q <= rst_ni && f_goes_q;
    if (read_i) f_looked_q <= look_i[25:LOW];
  end

  assign f_dropped = drop_i && drop_ready_o && drop_page_i[25:LOW] == f_page[25:LOW];
  always_comb begin
    assume (rst_ni == f_reset_q);
    // One range at a time; a flush of the space ends it.
    assume (!f_range || (!f_goes_q && !f_gone_q && !flush_i.valid));
    if ((f_goes_q || f_gone_q) && page_i[25:LOW] == f_page[25:LOW]) assume (bars_i);
    assume (page_i[25:LOW] == f_looked_q);
    if (put_i && put_page_i[25:LOW] == f_page[25:LOW]) assume (put_row_i[0] == f_true_q);
    if (f_reset_q) begin
      // A row that hits is true, and it is the one that was asked for.
      if (hit_o && page_i[25:LOW] == f_page[25:LOW]) assert (row_o[0] == f_true_q);
      // Nothing hits while rows are swept.
      if (hit_o) assert (swept);

      // What the above rests on
      assert (!fresh_q || swept);
      assert (swept ? sweep_q[SI-1:0] == '0 : sweep_q < (SI + 1)'(ROWS));
      if (!swept && place_of(f_page) < sweep_q[SI-1:0]) assert (!f_row[RowW-1]);
      if (swept && f_its(f_row))
        assert (f_past(f_row) && (!f_present(f_row) || f_row[0] == f_true_q || f_goes_q));
      if (fresh_q && f_looked_q == f_page[25:LOW] && f_its(row_q))
        assert (f_past(row_q) && (!f_present(row_q) || row_q[0] == f_true_q || f_goes_q ||
            f_gone_q));
    end
  end
