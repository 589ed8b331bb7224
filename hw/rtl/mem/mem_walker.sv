// SPDX-License-Identifier: MIT
// Page walks of all TLBs: a shared TLB in block RAM (mem_pages) in front of a walker for
// Sv39-format tables (RISC-V privileged architecture), which reads through the L2 cache.
// - a leaf needs V and U, no W without R, no reserved or out-of-range bits, and an aligned
//   superpage; anything else is a fault
// - a leaf of 4 KiB with N is one of 16 that say the same of 64 KiB (Svnapot): the lowest bits of
//   its page number are 1000, others are a fault
// - leaves of 64 KiB, 2 MiB and 1 GiB are answered as the 4 KiB page that was asked for, with the
//   size of the leaf: the clients keep them whole
// - with an answer goes a row: what the tables say of that page and its three neighbours, whose
//   entries are in the line that was read, or are of the same leaf. The shared TLB keeps rows
// - WALKS requests are under way at a time, each in a place of its own; the clients take turns. In
//   a cycle one is looked up in the shared TLB, one reads an entry of a table, one looks at the
//   entry that it has read, one is answered
// - the last table of 4 KiB leaves that a walk came to is kept until a flush: the next walk in its
//   2 MiB is one read, not three
// - a flush ends what the shared TLB has of a range of a space, of the space (with WALKS 1), or
//   all. What is under way then is answered, but not kept, whatever its page; drained_o is low
//   until all of it has ended, and the range has been looked for
// Longest path: entry -> leaf, bad -> answer.

module mem_walker #(
    parameter int unsigned CLIENTS = 4,
    parameter int unsigned ROWS    = 512,  // of the shared TLB, power of two
    parameter int unsigned WALKS   = 1,    // power of two, at most 8
    parameter int unsigned WIDE    = 1     // 0: rows are of one page
) (
    input  logic                                    clk_i,
    input  logic                                    rst_ni,
    // A walk of a client is taken with valid and ready. Its answer is a pulse, always taken.
    input  logic [CLIENTS-1:0]                      req_valid_i,
    output logic [CLIENTS-1:0]                      req_ready_o,
    input  logic [CLIENTS*smgpu_pkg::WalkReqW-1:0]  req_i,
    output logic [CLIENTS-1:0]                      rsp_valid_o,
    output logic [CLIENTS*smgpu_pkg::WalkRspW-1:0]  rsp_o,
    // The row of the answer, for a TLB that keeps rows
    output smgpu_pkg::walk_row_t                    row_o,
    // Root tables
    input  logic                                    root_we_i,
    input  smgpu_pkg::vm_t                          root_vm_i,
    input  smgpu_pkg::root_t                        root_i,
    // A flush, one cycle; drained: nothing older than it is under way
    input  smgpu_pkg::tlb_flush_t                   flush_i,
    output logic                                    drained_o,
    // To the L2; ids are places
    output logic                                    mem_valid_o,
    input  logic                                    mem_ready_i,
    output smgpu_pkg::mem_req_t                     mem_o,
    input  logic                                    mem_rsp_valid_i,
    input  smgpu_pkg::mem_rsp_t                     mem_rsp_i,
    // Counters
    // Pulses: a page is not in the shared TLB; a walk begins
    output logic                                    miss_o,
    output logic                                    walk_o
);

  // Bits of a client's number, of a place's number, of a page within its row
  localparam int unsigned CI    = (CLIENTS > 1) ? $clog2(CLIENTS) : 1;
  localparam int unsigned PI    = (WALKS > 1) ? $clog2(WALKS) : 1;
  localparam int unsigned LOW   = (WIDE != 0) ? 2 : 0;
  localparam int unsigned N     = 1 << LOW;                      // pages of a row
  localparam int unsigned PW    = smgpu_pkg::PageW;
  // {giga, mega, whether each page is of a block, pages}
  localparam int unsigned RowW  = 2 + N + N * PW;

  // Which page of its row one is
  function automatic logic [1:0] at_of(input logic [1:0] vpn);
    at_of = (WIDE != 0) ? vpn : 2'd0;
  endfunction

  // ---- Places: what each walk is about, the table that it reads next, and whether it waits to
  // read it
  // used_q: the place has a walk. asks_q: it waits to read a table.
  // stale_q: a flush came since, so its answer is not kept.
  logic [WALKS-1:0] used_q, asks_q, stale_q;
  logic [CI-1:0]    client_q[WALKS];
  // The client's id, which its answer has again
  logic [1:0]       id_q[WALKS];
  logic [25:0]      tag_q[WALKS];    // {vm, vpn}
  logic [1:0]       level_q[WALKS];
  logic [27:0]      table_q[WALKS];  // ppn of the table of this level

  // ---- Clients take turns
  logic               room, accept;
  // clients that ask, behind the last one; those whose first is next; the next one
  logic [CLIENTS-1:0] later, wants, turn;
  logic [CI-1:0]      next, last_q;         // its number
  // A free place, the lowest
  logic [PI-1:0]      free;
  smgpu_pkg::walk_req_t ask;
  // Clients behind the last one go first, then those from 0 on.
  always_comb begin
    for (int unsigned i = 0; i < CLIENTS; i++) later[i] = req_valid_i[i] && CI'(i) > last_q;
    wants = (later != '0) ? later : req_valid_i;
    turn  = wants & (~wants + 1'b1);
    next  = '0;
    ask   = '0;
    for (int unsigned i = 0; i < CLIENTS; i++) begin
      next = next | (CI'(i) & {CI{turn[i]}});
      ask  = ask | (req_i[smgpu_pkg::WalkReqW*i+:smgpu_pkg::WalkReqW] &
          {smgpu_pkg::WalkReqW{turn[i]}});
    end
    free = '0;
    for (int unsigned i = WALKS; i > 0; i--) if (!used_q[i-1]) free = PI'(i - 1);
  end
  assign req_ready_o = turn & {CLIENTS{accept}};

  // ---- Look: root tables and the shared TLB
  logic               flush;
  // of a range that is dropped: the page that is looked up is in it
  logic               bars, drops, drop_ready;
  logic [25:0]        drop_page;
  smgpu_pkg::tlb_flush_t           rows_flush;
  logic               look_q, looks, hit, near, begins;
  logic [PI-1:0]      look_at_q;
  logic [25:0]        look_tag;
  logic [27:0]        roots_q[64];
  logic [27:0]        root_q;
  logic [63:0]        root_valid_q;
  logic               root_there_q;
  logic               row_hit, put;
  logic [RowW-1:0]    row;
  logic               near_q;           // there is a table that is kept
  logic [16:0]        near_tag_q;       // {vm, vpn[19:9]}
  logic [27:0]        near_table_q;
  // an entry is looked at; a lookup waits, as both have answers
  logic               pte_valid_q;
  // A lookup ends in its cycle, so that the next can begin.
  assign flush    = flush_i.valid;
  assign room     = used_q != '1;
  assign looks    = look_q && !pte_valid_q;
  assign accept   = req_valid_i != '0 && room && (!look_q || looks);
  assign look_tag = tag_q[look_at_q];
  assign hit      = row_hit && row[PW*at_of(look_tag[1:0])+PW-1];
  assign near     = near_q && near_tag_q == look_tag[25:9];
  assign begins   = looks && !hit && root_there_q;
  assign miss_o   = looks && !hit;
  assign walk_o   = begins;

  // ---- Ask: the lowest place first
  logic [PI-1:0] ask_at;
  logic [8:0]    ask_vpn;
  logic [25:0]   ask_tag;
  logic          asked;
  always_comb begin
    ask_at = '0;
    for (int unsigned i = WALKS; i > 0; i--) if (asks_q[i-1]) ask_at = PI'(i - 1);
  end
  assign ask_tag     = tag_q[ask_at];
  assign ask_vpn     = vpn_of(ask_tag[19:0], level_q[ask_at]);
  assign mem_valid_o = asks_q != '0;
  assign asked       = mem_valid_o && mem_ready_i;
  always_comb begin
    mem_o          = '0;
    mem_o.op       = smgpu_pkg::MemRead;
    mem_o.id       = 8'(ask_at);
    mem_o.pa[39:5] = {table_q[ask_at], ask_vpn[8:2]};
  end

  function automatic logic [8:0] vpn_of(input logic [19:0] vpn, input logic [1:0] level);
    unique case (level)
      2'd2:    vpn_of = {7'b0, vpn[19:18]};
      2'd1:    vpn_of = vpn[17:9];
      default: vpn_of = vpn[8:0];
    endcase
  endfunction

  // ---- An entry comes. One that can't be read is not valid.
  logic [PI-1:0]       rsp_at, pte_at_q;
  logic [1:0]          rsp_word;
  logic [25:0]         rsp_tag;
  logic [63:0]         pte_q;
  smgpu_pkg::line_t    line_q;          // that it is in
  assign rsp_at   = mem_rsp_i.id[PI-1:0];
  assign rsp_tag  = tag_q[rsp_at];
  assign rsp_word = 2'(vpn_of(rsp_tag[19:0], level_q[rsp_at]));

  // ---- The entry at hand
  logic [25:0] tag;
  logic [1:0]  level;
  logic        leaf, bad, leaf_bad, block, ends, keeps;
  logic [27:2] leaf_ppn;      // of a superpage, and what it leaves open of the page's number
  assign tag   = tag_q[pte_at_q];
  assign level = level_q[pte_at_q];
  assign leaf  = |pte_q[3:1];
  assign block = pte_q[63];
  assign bad   = !pte_q[0] || pte_q[62:38] != '0 || (pte_q[2] && !pte_q[1]) || (block && !leaf);
  always_comb begin
    unique case (level)
      2'd2: begin
        leaf_bad = pte_q[27:10] != '0 || block;
        leaf_ppn = {pte_q[37:28], tag[17:2]};
      end
      2'd1: begin
        leaf_bad = pte_q[18:10] != '0 || block;
        leaf_ppn = {pte_q[37:19], tag[8:2]};
      end
      default: begin
        leaf_bad = block && pte_q[13:10] != 4'b1000;
        leaf_ppn = '0;
      end
    endcase
    leaf_bad = leaf_bad || !pte_q[4];
  end
  // Its row
  logic [N*PW-1:0] pages;
  logic [N-1:0]    blocks;
  for (genvar g = 0; g < N; g++) begin : gen_page
    logic [63:0] pte;
    logic [1:0]  low;
    logic        there;
    assign pte   = (WIDE != 0) ? line_q[64*g+:64] : pte_q;
    assign low   = (WIDE != 0) ? 2'(g) : tag[1:0];
    assign there = pte[0] && pte[4] && |pte[3:1] && (pte[1] || !pte[2]) && pte[62:38] == '0 &&
                   (!pte[63] || pte[13:10] == 4'b1000);
    assign blocks[g] = level != '0 || pte[63];
    logic unused_pte;
    assign unused_pte = ^{pte[9], pte[7:5]};
    assign pages[PW*g+:PW] = level != '0 ?
                             {1'b1, pte_q[1], pte_q[2], pte_q[3], pte_q[8], leaf_ppn, low} :
                             {there, pte[1], pte[2], pte[3], pte[8], pte[37:14],
                              pte[63] ? {tag[3:2], low} : pte[13:10]};
  end
  assign ends  = bad || leaf || level == '0 || pte_q[8];
  assign keeps = pte_valid_q && !ends && level == 2'd1;

  // ---- Answers
  logic             answers_q, walked_q, fault_q;
  logic [PI-1:0]    answer_at_q;
  logic [RowW-1:0]  answer_q;   // its row
  logic [25:0]      answer_tag;
  smgpu_pkg::page_t answer;     // of the page that was asked for
  smgpu_pkg::walk_rsp_t rsp;
  assign answer_tag = tag_q[answer_at_q];
  assign answer     = answer_q[PW*at_of(answer_tag[1:0])+:PW];
  assign put        = answers_q && walked_q && !fault_q && !stale_q[answer_at_q];
  assign rsp_o      = {CLIENTS{rsp}};
  always_comb begin
    rsp.id    = id_q[answer_at_q];
    rsp.fault = fault_q;
    rsp.r     = answer.r;
    rsp.w     = answer.w;
    rsp.x     = answer.x;
    rsp.giga  = answer_q[RowW-1];
    rsp.mega  = answer_q[RowW-2];
    rsp.block = answer_q[N*PW+32'(at_of(answer_tag[1:0]))];
    rsp.ppn   = answer.ppn;
  end
  assign row_o      = (WIDE != 0) ? smgpu_pkg::WalkRowW'(answer_q[N*PW-1:0]) : '0;
  always_comb begin
    rsp_valid_o = '0;
    rsp_valid_o[client_q[answer_at_q]] = answers_q;
  end
  // An invalidation may have to look for its range.
  logic sweeps;
  assign drained_o = stale_q == '0 && !sweeps;
  if (WALKS > 1) begin : gen_range
    logic unused_ends, unused_all, unused_turn;
    mem_range #(
        .ROWS(ROWS),
        .LOW (LOW)
    ) u_range (
        .clk_i,
        .rst_ni,
        .flush_i,
        .page_i      (look_tag),
        .bars_o      (bars),
        .on_o        (sweeps),
        .turn_o      (unused_turn),
        .entry_i     ('0),
        .ends_o      (unused_ends),
        .all_o       (unused_all),
        .rows_o      (rows_flush),
        .drop_o      (drops),
        .drop_page_o (drop_page),
        .drop_ready_i(drop_ready)
    );
  end else begin : gen_no_range
    assign rows_flush = flush_i;
    assign {bars, sweeps, drops, drop_page} = '0;
    logic unused_ready;
    assign unused_ready = drop_ready;
  end

  logic unused_sure;
  mem_pages #(
      .ROWS(ROWS),
      .LOW (LOW),
      .DATA(RowW)
  ) u_pages (
      .clk_i,
      .rst_ni,
      .read_i    (accept),
      .look_i    ({ask.vm, ask.vpn}),
      .page_i    (look_tag),
      .bars_i    (bars),
      .hit_o     (row_hit),
      .sure_o    (unused_sure),
      .row_o     (row),
      .put_i     (put),
      .put_page_i(answer_tag),
      .put_row_i (answer_q),
      .drop_i    (drops),
      .drop_ready_o(drop_ready),
      .drop_page_i (drop_page),
      .flush_i   (rows_flush)
  );

  always_ff @(posedge clk_i) begin
    if (root_we_i) roots_q[root_vm_i] <= root_i.ppn;
    if (accept) begin
      root_q       <= roots_q[ask.vm];
      root_there_q <= root_valid_q[ask.vm];
    end
  end

  for (genvar g = 0; g < WALKS; g++) begin : gen_place
    logic here_accept, here_look, here_pte, here_answer;
    assign here_accept = accept && free == PI'(g);
    assign here_look   = looks && look_at_q == PI'(g);
    assign here_pte    = pte_valid_q && pte_at_q == PI'(g);
    assign here_answer = answers_q && answer_at_q == PI'(g);
    always_ff @(posedge clk_i) begin
      if (!rst_ni) begin
        used_q[g]  <= 1'b0;
        asks_q[g]  <= 1'b0;
        stale_q[g] <= 1'b0;
      end else begin
        if (here_accept) used_q[g] <= 1'b1;
        else if (here_answer) used_q[g] <= 1'b0;
        if ((here_look && begins) || (here_pte && !ends)) asks_q[g] <= 1'b1;
        else if (asked && ask_at == PI'(g)) asks_q[g] <= 1'b0;
        stale_q[g] <= (flush && (used_q[g] || here_accept) && !here_answer) ||
                      (stale_q[g] && !here_answer);
      end
      if (here_accept) begin
        client_q[g] <= next;
        id_q[g]     <= ask.id;
        tag_q[g]    <= {ask.vm, ask.vpn};
      end
      if (here_look) begin
        table_q[g] <= near ? near_table_q : root_q;
        level_q[g] <= near ? 2'd0 : 2'd2;
      end
      if (here_pte) begin
        table_q[g] <= pte_q[37:10];
        level_q[g] <= level - 2'd1;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      last_q       <= '0;
      look_q       <= 1'b0;
      pte_valid_q  <= 1'b0;
      answers_q    <= 1'b0;
      near_q       <= 1'b0;
      root_valid_q <= '0;
    end else begin
      if (root_we_i) root_valid_q[root_vm_i] <= root_i.valid;
      if (accept) last_q <= next;
      if (accept || looks) look_q <= accept;
      pte_valid_q <= mem_rsp_valid_i;
      answers_q   <= (looks && !begins) || (pte_valid_q && ends);
      if (keeps) near_q <= !stale_q[pte_at_q];
      if (flush || root_we_i) near_q <= 1'b0;
    end
    if (accept) look_at_q <= free;
    if (keeps) begin
      near_tag_q   <= tag[25:9];
      near_table_q <= pte_q[37:10];
    end
    if (mem_rsp_valid_i) begin
      pte_at_q <= rsp_at;
      pte_q    <= mem_rsp_i.err ? '0 : mem_rsp_i.data[{rsp_word, 6'b0}+:64];
      line_q   <= mem_rsp_i.data;
    end
    if (looks) begin
      answer_at_q <= look_at_q;
      walked_q    <= 1'b0;
      fault_q     <= !hit;
      answer_q    <= row;
    end
    if (pte_valid_q) begin
      answer_at_q <= pte_at_q;
      fault_q     <= bad || !leaf || leaf_bad;
      walked_q    <= 1'b1;
      answer_q    <= {level == 2'd2, level != 2'd0, blocks, pages};
    end
  end

`ifdef VERILATOR
  initial if (WALKS < 1 || WALKS > 8 || (WALKS & (WALKS - 1)) != 0) $fatal(1,
      "mem_walker: WALKS is a power of two, at most 8");
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if ((asks_q & ~used_q) != '0 || (stale_q & ~used_q) != '0)
        $fatal(1, "mem_walker: a place that is not used asks");
      if (mem_rsp_valid_i && (!used_q[rsp_at] || asks_q[rsp_at] || 32'(mem_rsp_i.id) >= WALKS))
        $fatal(1, "mem_walker: an entry that was not asked for");
      if (answers_q && !used_q[answer_at_q]) $fatal(1, "mem_walker: an answer to nothing");
    end
`endif

`ifdef FORMAL
`include "mem_walker_formal.svh"
`endif

  logic unused_bits;
  assign unused_bits = ^{line_q, tag[1:0], pte_q[9], pte_q[7:5], answer.there, mem_rsp_i.id,
      ask_vpn[1:0], ask_tag[25:20], rsp_tag[25:20]};

endmodule
