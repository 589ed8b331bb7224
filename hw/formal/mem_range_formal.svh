// SPDX-License-Identifier: MIT
// Properties of mem_range, part of its body in proofs. A page (f_page) and an entry's place
// (f_place), chosen by the solver, are followed from a flush that has the page on.

  (* anyconst *) logic [25:0]   f_page;      // {vm, vpn}
  (* anyconst *) logic [EI-1:0] f_place;
  logic f_reset_q = 1'b0;
  logic f_told, f_inside;
  logic f_entry_q, f_row_q;   // the place, the page's row, is still to be looked at
  logic f_read_q;             // and the row was in the last cycle
  assign f_inside = f_page[25:20] == flush_i.vm && f_page[19:2] >= flush_i.first &&
      f_page[19:2] <= flush_i.last;
  assign f_told   = flush_i.valid && (flush_i.every || flush_i.vm == f_page[25:20]);

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!rst_ni) begin
      f_entry_q <= 1'b0;
      f_row_q   <= 1'b0;
      f_read_q  <= 1'b0;
    end else begin
      if (all_o || turn_o == f_place) f_entry_q <= 1'b0;
      if (rows_o[smgpu_pkg::TlbFlushW-1] || (drop_o && drop_ready_i &&
          drop_page_o[25:LOW] == f_page[25:LOW])) f_row_q <= 1'b0;
      f_read_q <= f_row_q;
      if (begins && f_inside) begin
        f_entry_q <= 1'b1;
        f_row_q   <= !wide;
      end
    end
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (flush_i.first <= flush_i.last);
    if (f_reset_q) begin
      // A flush that has the page ends all at once, or looks for it.
      if (f_told && !all_o) assert (begins);
      if (flush_i.valid && wide) assert (rows_o[smgpu_pkg::TlbFlushW-1]);
      // Until it has been looked at it is barred, and nothing is forgotten.
      if ((f_entry_q || f_row_q || f_read_q) && page_i[25:2] == f_page[25:2]) assert (bars_o);
      if (f_entry_q && turn_o == f_place && entry_i == f_page[25:2]) assert (ends_o);
      // Only while it is on anything is barred, or goes.
      if (!on_o) assert (!bars_o && !ends_o && !drop_o);

      // What the above rests on
      if (f_entry_q) assert (entries_q && inside_range(f_page[25:2]) && turn_q <= f_place);
      if (f_row_q) assert (rows_q && inside_range(f_page[25:2]) && row_q[19:LOW] <= f_page[19:LOW]);
      if (f_read_q) assert ((rows_q || tail_q) && inside_range(f_page[25:2]));
      assert (first_q <= last_q || !on_o);
      if (rows_q) assert (row_q[19:LOW] <= end_row[19:LOW]);
    end
  end
