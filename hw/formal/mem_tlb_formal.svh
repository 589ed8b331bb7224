// SPDX-License-Identifier: MIT
// Properties of mem_tlb, part of its body in proofs. One page (f_page), chosen by the solver, is
// followed: what page tables say of it (f_map_q) changes as its space is flushed, or a range that
// has it, to anything; the range has its leaf whole, of before and after. The walker tells the
// truth of tables as they are, but for walks that were under way at a flush: their answers may be
// anything.

  (* anyconst *) logic [25:0] f_page;        // {vm, vpn}
  (* anyseq *)   logic [35:0] f_any;         // what tables say after a flush
  smgpu_pkg::walk_rsp_t f_new, f_map_q;
  logic             f_reset_q = 1'b0;
  logic [WALKS-1:0] f_old_q;                 // walks that a flush of their space found under way
  logic [WALKS-1:0] f_inside;                // their page is in the leaf of f_page
  logic             f_change, f_right, f_inside_range;
  // A leaf that has f_page, in fours of pages: the lowest of it
  function automatic logic [17:0] f_below(input logic giga, input logic mega, input logic block);
    f_below = giga ? 18'hffff : mega ? 18'h7f : block ? 18'h3 : 18'h0;
  endfunction
  function automatic logic f_whole(input logic [17:0] below);
    f_whole = (f_page[19:2] & ~below) >= flush_i.first && (f_page[19:2] | below) <= flush_i.last;
  endfunction
  logic [2:0]       f_matches;
  // Entries that have f_page; those that are to be looked at for the range with which it changed
  // last, and that range
  logic [ENTRIES-1:0] f_has, f_left_q;
  logic [17:0]        f_first_q, f_last_q;
  function automatic logic f_ranged(input logic [23:0] four);
    f_ranged = four[23:18] == f_page[25:20] && four[17:0] >= f_first_q && four[17:0] <= f_last_q;
  endfunction
  smgpu_pkg::page_t f_page_row;              // f_page in the row of an answer
  assign f_page_row = walk_row_i[smgpu_pkg::PageW*f_page[1:0]+:smgpu_pkg::PageW];
  // What is said of it is true.
  function automatic logic f_true(input logic [smgpu_pkg::PageW-2:0] told);
    f_true = !f_map_q.fault && told == {f_map_q.r, f_map_q.w, f_map_q.x, f_map_q.ppn};
  endfunction
  assign f_new    = {2'b0, f_any};
  assign f_inside_range = f_page[19:2] >= flush_i.first && f_page[19:2] <= flush_i.last;
  assign f_change = flush_i.valid && (flush_i.every ||
      (flush_i.vm == f_page[25:20] && f_inside_range));
  assign f_right  = (req_access_i == smgpu_hw_pkg::AccRead) ? f_map_q.r
      : (req_access_i == smgpu_hw_pkg::AccWrite) ? f_map_q.w : f_map_q.x;

  // One leaf has both pages: what the privileged architecture says, not what the TLB compares
  function automatic logic f_same_page(input logic [25:0] a, input logic [25:0] b,
      input logic giga, input logic mega, input logic block);
    logic [25:0] below;
    below       = giga ? 26'h3ffff : mega ? 26'h1ff : block ? 26'hf : 26'h0;
    f_same_page = (a | below) == (b | below);
  endfunction

  // A page's number in memory, of a leaf of which another page is given
  function automatic logic [28:0] f_part(input logic [28:0] ppn, input logic [25:0] page,
      input logic giga, input logic mega, input logic block);
    f_part = {ppn[28:18], giga ? page[17:9] : ppn[17:9], mega ? page[8:4] : ppn[8:4],
        block ? page[3:0] : ppn[3:0]};
  endfunction

  always_comb begin
    f_matches = '0;
    for (int unsigned i = 0; i < ENTRIES; i++) begin
      f_has[i]  = valid_q[i] && f_same_page(tag_q[i], f_page, giga_q[i], mega_q[i], block_q[i]);
      f_matches = f_matches + 3'(f_has[i] && !f_left_q[i]);
    end
    for (int unsigned i = 0; i < WALKS; i++)
      f_inside[i] = !f_map_q.fault && f_same_page(walk_tag_q[26*i+:26], f_page, f_map_q.giga,
          f_map_q.mega, f_map_q.block);
  end

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!rst_ni || f_change) f_map_q <= f_new;
    for (int unsigned i = 0; i < ENTRIES; i++) if (turn == EI'(i)) f_left_q[i] <= 1'b0;
    if (!rst_ni || ends_all) f_left_q <= '0;
    else if (f_change) begin
      f_left_q  <= '1;
      f_first_q <= flush_i.first;
      f_last_q  <= flush_i.last;
    end
    f_old_q <= (f_old_q & ~start) | (busy_q & told);
    if (!rst_ni) f_old_q <= '0;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    // A leaf lies where its size wants it.
    // As mem_range_top proves
    if (flush_i.valid && (flush_i.every || f_left_q != '0)) assume (ends_all);
    if (f_left_q != '0 && f_ranged(tag[25:2])) assume (bars);
    if (f_left_q[turn] && f_ranged(fours[turn])) assume (ends_entry);
    assume (flush_i.first <= flush_i.last);
    // A range cuts no leaf, and what becomes valid was looked at as one that is not.
    if (flush_i.valid && !flush_i.every && flush_i.vm == f_page[25:20]) begin
      if (f_inside_range)
        assume ((f_map_q.fault || f_whole(f_below(f_map_q.giga, f_map_q.mega, f_map_q.block))) &&
                                  (f_new.fault || f_whole(f_below(f_new.giga, f_new.mega,
                                      f_new.block))));
      else assume (f_map_q.fault || (f_page[19:2] |
          f_below(f_map_q.giga, f_map_q.mega, f_map_q.block)) < flush_i.first ||
                   (f_page[19:2] & ~f_below(f_map_q.giga, f_map_q.mega,
                       f_map_q.block)) > flush_i.last);
    end
    assume (!f_new.giga || f_new.mega);
    assume (!f_new.mega || f_new.block);
    assume (f_new.ppn == f_part(f_new.ppn, f_page, f_new.giga, f_new.mega, f_new.block));
    // Answers are to walks that were asked for.
    if (walk_rsp_valid_i) begin
      assume ((ends & busy_q) != '0 && !(ask_q && ask_id_q == walk_rsp_i.id));
      assume (!walk_rsp_i.giga || walk_rsp_i.mega);
      assume (!walk_rsp_i.mega || walk_rsp_i.block);
      for (int unsigned i = 0; i < WALKS; i++)
        if (ends[i] && !f_old_q[i]) begin
          if (walk_tag_q[26*i+2+:24] == f_page[25:2] && f_page_row.there)
            assume (f_true(f_page_row[smgpu_pkg::PageW-2:0]));
          if (f_inside[i])
            assume (!walk_rsp_i.fault && {walk_rsp_i.r, walk_rsp_i.w, walk_rsp_i.x, walk_rsp_i.giga,
                walk_rsp_i.mega, walk_rsp_i.block} ==
                    {f_map_q.r, f_map_q.w, f_map_q.x, f_map_q.giga, f_map_q.mega, f_map_q.block} &&
                    walk_rsp_i.ppn == f_part(f_map_q.ppn, walk_tag_q[26*i+:26], walk_rsp_i.giga,
                        walk_rsp_i.mega, walk_rsp_i.block));
          else assume (walk_rsp_i.fault ||
              !f_same_page(walk_tag_q[26*i+:26], f_page, walk_rsp_i.giga,
              walk_rsp_i.mega, walk_rsp_i.block));
        end
    end
    if (row_hit && tag[25:2] == f_page[25:2] &&
        row[smgpu_pkg::PageW*f_page[1:0]+smgpu_pkg::PageW-1])
      assume (f_true(row[smgpu_pkg::PageW*f_page[1:0]+:smgpu_pkg::PageW-1]));
    if (f_reset_q) begin
      // What is put into mem_pages is true.
      if (puts && done_tag[25:2] == f_page[25:2] && f_page_row.there)
        assert (f_true(f_page_row[smgpu_pkg::PageW-2:0]));
      // An access of the page is let through only to where the tables of its space say, and only if
      // they allow it; and it faults only if they do not.
      if (rsp_valid_o && tag == f_page && !rsp_fault_o)
        assert (!f_map_q.fault && f_right && rsp_pa_o == {f_map_q.ppn, req_va_i[11:0]});
      if (rsp_valid_o && tag == f_page && rsp_fault_o) assert (f_map_q.fault || !f_right);
      // One entry has it, and one walk brings it.
      assert (f_matches <= 3'd1);
      for (int unsigned i = 0; i < WALKS; i++)
        for (int unsigned k = 0; k < i; k++)
          assert (!(busy_q[i] && busy_q[k] && !stale_q[i] && !stale_q[k] &&
              walk_tag_q[26*i+:26] == f_page && walk_tag_q[26*k+:26] == f_page));

      // What the above rests on
      for (int unsigned i = 0; i < ENTRIES; i++) if (valid_q[i] && PAGES != 0) assert (block_q[i]);
      for (int unsigned i = 0; i < ENTRIES; i++)
        if (f_has[i] && !f_left_q[i])
          assert (!f_map_q.fault && {data[i][31:29], giga_q[i], mega_q[i],
              block_q[i]} == {f_map_q.r, f_map_q.w, f_map_q.x, f_map_q.giga, f_map_q.mega,
              f_map_q.block} &&
                  f_part(data[i][28:0], f_page, giga_q[i], mega_q[i], block_q[i]) == f_map_q.ppn);
      for (int unsigned i = 0; i < ENTRIES; i++) begin
        if (valid_q[i]) assert (fours[i] == tag_q[i][25:2]);
        if (f_has[i] && f_left_q[i]) assert (f_ranged(fours[i]));
      end
      if (f_left_q != '0) begin
        assert (f_matches == '0);
        assert (f_ranged(f_page[25:2]));
        if (!f_map_q.fault)
          assert ((f_page[19:2] & ~f_below(f_map_q.giga, f_map_q.mega,
              f_map_q.block)) >= f_first_q &&
                  (f_page[19:2] | f_below(f_map_q.giga, f_map_q.mega, f_map_q.block)) <= f_last_q);
      end
      for (int unsigned i = 0; i < WALKS; i++) begin
        if (f_left_q != '0) assert (!(busy_q[i] && !stale_q[i] && f_inside[i]));
        if (busy_q[i] && f_old_q[i]) assert (stale_q[i]);
        if (busy_q[i] && !stale_q[i] && f_inside[i]) assert (f_matches == '0);
      end
      if (fault_q && walk_tag_q[25:0] == f_page) assert (f_map_q.fault);
      if (ask_q) assert (ask_id_q < 2'(WALKS) && busy_q[ask_id_q]);
      assert (!f_map_q.giga || f_map_q.mega);
      assert (!f_map_q.mega || f_map_q.block);
      assert (f_map_q.ppn == f_part(f_map_q.ppn, f_page, f_map_q.giga, f_map_q.mega, f_map_q.block))
        ;
    end
  end
