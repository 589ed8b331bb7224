// SPDX-License-Identifier: MIT
// Properties of mem_walker, part of its body in proofs. One page (f_page), chosen by the solver, is
// followed: its root and the entries that a walk of it reads (f_2, f_1, f_0) change as its space is
// flushed, to anything. Memory holds these where they belong; all else that is read may be
// anything. Between a new root of the space and the flush that follows it nothing is claimed. What
// rows say of the page is as true as the answers of its own.

  (* anyconst *) logic [25:0] f_page;        // {vm, vpn}
  (* anyseq *)   logic [63:0] f_any2, f_any1, f_any0;
  logic [63:0]      f_2_q, f_1_q, f_0_q;
  smgpu_pkg::root_t f_root_q;
  logic             f_reset_q = 1'b0;
  logic             f_dirty_q;               // a root came after the last flush
  logic [WALKS-1:0] f_wait_q;                // places that have asked for an entry
  logic [2:0]       f_stages[WALKS];
  logic             f_ok2, f_ok1, f_good;    // f_2, f_1 lead on; the page has a translation
  logic [LeafW-1:0] f_want;                  // which is this
  logic             f_change, f_told;        // its space is flushed; the row of an answer has it,
  logic [LeafW-1:0] f_tells;                 // and says this
  logic             f_row_told;              // the same of a row of the shared TLB
  logic [LeafW-1:0] f_row_tells;
  smgpu_pkg::mem_req_t f_mem;
  assign f_mem = mem_o;
  smgpu_pkg::tlb_flush_t f_flush;
  assign f_flush = flush_i;

  // Of a row: whether it has the page, and what it says
  localparam int unsigned LeafW = smgpu_pkg::WalkRspW - 3;
  function automatic logic [LeafW:0] f_of(input logic [RowW-1:0] a);
    f_of = {a[PW*at_of(f_page[1:0])+PW-1], a[PW*at_of(f_page[1:0])+29+:3], a[RowW-1-:2],
        a[N*PW+32'(at_of(f_page[1:0]))], a[PW*at_of(f_page[1:0])+:29]};
  endfunction
  assign {f_told, f_tells}         = f_of(answer_q);
  assign {f_row_told, f_row_tells} = f_of(row);
  assign f_change                  = f_flush.valid &&
      (f_flush.every || f_flush.vm == f_page[25:20]);

  // What the privileged architecture says of an entry: whether it leads to a table, and the leaf
  // that it is
  function automatic logic f_leads(input logic [63:0] pte);
    f_leads = pte[0] && pte[3:1] == '0 && pte[62:38] == '0 && !pte[63] && !pte[8];
  endfunction
  function automatic logic f_leaf(input logic [63:0] pte, input logic [1:0] at);
    f_leaf = pte[0] && pte[4] && pte[3:1] != '0 && (pte[1] || !pte[2]) && pte[62:38] == '0 &&
             (at == 2'd2 ? pte[27:10] == '0 && !pte[63] : at == 2'd1 ? pte[18:10] == '0 &&
                 !pte[63] : !pte[63] || pte[13:10] == 4'b1000);
  endfunction
  function automatic logic [LeafW-1:0] f_answer(input logic [63:0] pte, input logic [1:0] at);
    f_answer = {pte[1], pte[2], pte[3], at == 2'd2, at != 2'd0, at != 2'd0 || pte[63], pte[8],
        pte[37:28], at == 2'd2 ? f_page[17:9] : pte[27:19],
                at != 2'd0 ? f_page[8:0] : {pte[18:14], pte[63] ? f_page[3:0] : pte[13:10]}};
  endfunction
  assign f_ok2  = f_root_q.valid && f_leads(f_2_q);
  assign f_ok1  = f_ok2 && f_leads(f_1_q);
  assign f_good = (f_root_q.valid && f_leaf(f_2_q, 2'd2)) || (f_ok2 && f_leaf(f_1_q, 2'd1)) ||
      (f_ok1 && f_leaf(f_0_q, 2'd0));
  assign f_want = f_leaf(f_2_q, 2'd2) ? f_answer(f_2_q, 2'd2) : f_leaf(f_1_q, 2'd1)
      ? f_answer(f_1_q, 2'd1) : f_answer(f_0_q, 2'd0);

  // A walk of another page reads the same tables as far as the page numbers are the same, and of
  // the last one the same line for the pages of a row
  function automatic logic f_same(input logic [25:0] other, input logic [1:0] at);
    f_same = at == 2'd2 ? other[25:18] == f_page[25:18] : at == 2'd1 ? other[25:9] == f_page[25:9]
        : other[25:LOW] == f_page[25:LOW];
  endfunction
  logic [1:0] f_word;
  assign f_word = 2'(vpn_of(f_page[19:0], level_q[rsp_at]));
  function automatic logic [27:0] f_table(input logic [1:0] at);
    f_table = at == 2'd2 ? f_root_q.ppn : at == 2'd1 ? f_2_q[37:10] : f_1_q[37:10];
  endfunction
  function automatic logic [63:0] f_entry(input logic [1:0] at);
    f_entry = at == 2'd2 ? f_2_q : at == 2'd1 ? f_1_q : f_0_q;
  endfunction

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!rst_ni) begin
      f_dirty_q <= 1'b0;
      f_wait_q  <= '0;
      f_root_q  <= '0;
    end else begin
      f_dirty_q <= (root_we_i && root_vm_i == f_page[25:20]) || (f_dirty_q && !f_change);
      if (root_we_i && root_vm_i == f_page[25:20]) f_root_q <= root_i;
      for (int unsigned i = 0; i < WALKS; i++)
        f_wait_q[i] <= (f_wait_q[i] || (asked && ask_at == PI'(i))) &&
            !(mem_rsp_valid_i && rsp_at == PI'(i));
    end
    if (!rst_ni || f_change) {f_2_q, f_1_q, f_0_q} <= {f_any2, f_any1, f_any0};
  end

  always_comb begin
    for (int unsigned i = 0; i < WALKS; i++)
      f_stages[i] = 3'(look_q && look_at_q == PI'(i)) + 3'(asks_q[i]) + 3'(f_wait_q[i]) +
          3'(pte_valid_q && pte_at_q == PI'(i)) +
                    3'(answers_q && answer_at_q == PI'(i));
    assume (rst_ni == f_reset_q);
    if (mem_rsp_valid_i) begin
      assume (32'(mem_rsp_i.id) < WALKS && f_wait_q[rsp_at]);
      if (!stale_q[rsp_at] && f_same(rsp_tag, level_q[rsp_at]))
        assume (mem_rsp_i.err || mem_rsp_i.data[{f_word, 6'b0}+:64] == f_entry(level_q[rsp_at]));
    end
    if (f_reset_q && !f_dirty_q) begin
      if (row_hit && look_tag[25:LOW] == f_page[25:LOW] && f_row_told)
        assume (f_good && f_row_tells == f_want);
      // So is what the shared TLB keeps, and what the row of such an answer has.
      if (put && answer_tag[25:LOW] == f_page[25:LOW] && f_told)
        assert (f_good && f_tells == f_want);
      if (answers_q && !stale_q[answer_at_q] && answer_tag[25:LOW] == f_page[25:LOW] && !fault_q &&
          f_told) assert (f_good && f_tells == f_want);
      // An answer that its client may keep is what the tables of the page's space say, or a fault.
      if (answers_q && !stale_q[answer_at_q] && answer_tag == f_page && !fault_q)
        assert (f_good && {answer.r, answer.w, answer.x, answer_q[RowW-1-:2],
            answer_q[N*PW+32'(at_of(answer_tag[1:0]))], answer.ppn} == f_want);
      // What is read on the way is in those tables.
      if (mem_valid_o && !stale_q[ask_at] && f_same(ask_tag, level_q[ask_at]))
        assert (f_mem.op == smgpu_pkg::MemRead &&
            f_mem.pa[40:12] == {1'b0, f_table(level_q[ask_at])} &&
                f_mem.pa[11:0] == {vpn_of(f_page[19:0], level_q[ask_at]) >> 2, 5'b0});

      // What the above rests on
      for (int unsigned i = 0; i < WALKS; i++)
        if (used_q[i] && !stale_q[i] && (asks_q[i] || f_wait_q[i] ||
            (pte_valid_q && pte_at_q == PI'(i)))) begin
          if (tag_q[i][25:20] == f_page[25:20] && level_q[i] == 2'd2)
            assert (f_root_q.valid && table_q[i] == f_root_q.ppn);
          if (tag_q[i][25:18] == f_page[25:18] && level_q[i] == 2'd1)
            assert (f_ok2 && table_q[i] == f_2_q[37:10]);
          if (tag_q[i][25:9] == f_page[25:9] && level_q[i] == 2'd0)
            assert (f_ok1 && table_q[i] == f_1_q[37:10]);
          assert (level_q[i] != 2'd3);
        end
      if (pte_valid_q && !stale_q[pte_at_q] && f_same(tag, level)) begin
        if (level != '0 || tag == f_page) assert (pte_q == '0 || pte_q == f_entry(level));
        if (level == '0) assert (pte_q == '0 || line_q[{f_page[1:0], 6'b0}+:64] == f_0_q);
      end
      if (look_q && !stale_q[look_at_q]) begin
        if (look_tag[25:20] == f_page[25:20])
          assert (root_there_q == f_root_q.valid && (!root_there_q || root_q == f_root_q.ppn));
      end
      if (near_q && near_tag_q == f_page[25:9]) assert (f_ok1 && near_table_q == f_1_q[37:10]);
    end
    if (f_reset_q) begin
      assert (root_valid_q[f_page[25:20]] == f_root_q.valid);
      if (f_root_q.valid) assert (roots_q[f_page[25:20]] == f_root_q.ppn);
      // Each walk is in one stage.
      for (int unsigned i = 0; i < WALKS; i++) begin
        assert (f_stages[i] == 3'(used_q[i]));
        assert (used_q[i] || !stale_q[i]);
      end
    end
  end
