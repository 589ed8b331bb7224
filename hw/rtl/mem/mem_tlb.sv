// SPDX-License-Identifier: MIT
// TLB. Small and fully associative: an entry is a page of 4 KiB, 64 KiB, 2 MiB or 1 GiB, as the
// leaf of the walk was. With PAGES, block RAM has many pages of 4 KiB beside it (mem_pages), also
// those of larger leaves that are asked for, and an entry is of 64 KiB at least.
// - the answer to a request that hits is combinational; on a miss the requester keeps its request
//   up while the page is walked, or takes it away and comes again: other requests that hit are
//   answered meanwhile
// - up to WALKS pages are walked at a time: that of the first request that waits (walk 0), and of
//   others that the requester will make again. No page is walked twice at a time, with PAGES none
//   of a row that another walk brings
// - permissions are checked here, so that a page's rights need no second lookup; a fault is not
//   cached: that of walk 0 answers the request that it belongs to until the next such walk begins,
//   another is walked again when its request is the first
// - if the walk that the first request waited for was another one's and has brought nothing for it,
//   it asks again before others' walks begin: one of its row could begin and fail for ever before
//   it
// - a flush ends the pages of a range of one space, or all; with one walk always all, which needs
//   no comparisons. Entries are looked at one a cycle (mem_range); a page of the range is neither
//   found nor walked meanwhile. An answer of a walk of the space that was under way is thrown away,
//   whatever its page: they are few. So is one that came late: a page that another walk has brought
//   meanwhile covers it
// Replacement is round robin: with a handful of entries, recency costs more than it saves. Longest
// path: compare of a tag -> lowest match -> entry, or page of the row -> right. The entries'
// addresses and rights are in LUT RAM.

module mem_tlb #(
    parameter int unsigned ENTRIES = 8,  // power of two, at least 4
    parameter int unsigned WALKS   = 1,  // at most 4
    parameter int unsigned PAGES   = 0   // in block RAM: none, or a power of two from 16 on
) (
    input  logic                            clk_i,
    input  logic                            rst_ni,
    // What is looked up in the next cycle, for PAGES
    input  logic                            next_i,
    input  logic [25:0]                     next_page_i,   // {vm, vpn}
    // Lookup
    input  logic                            req_valid_i,
    input  logic                            req_first_i,   // no other request waits before it
    // only its walk is to begin: the answer is not for it
    input  logic                            req_ahead_i,
    input  smgpu_pkg::vm_t                  req_vm_i,
    input  logic [31:0]                     req_va_i,
    input  logic [1:0]                      req_access_i,  // smgpu_hw_pkg::Acc*
    output logic                            rsp_valid_o,
    output logic [40:0]                     rsp_pa_o,
    output logic                            rsp_fault_o,
    // Walks
    // the page that the last first request missed is being walked
    output logic                            waits_o,
    output logic                            busy_o,        // a walk is under way
    output logic                            sweeps_o,      // a range is being dropped
    // one of a page that is not the first's can begin
    output logic                            room_o,
    output logic                            walk_req_valid_o,
    input  logic                            walk_req_ready_i,
    output smgpu_pkg::walk_req_t            walk_req_o,
    input  logic                            walk_rsp_valid_i,
    input  smgpu_pkg::walk_rsp_t            walk_rsp_i,
    input  smgpu_pkg::walk_row_t            walk_row_i,    // for PAGES
    input  smgpu_pkg::tlb_flush_t           flush_i
);

  localparam int unsigned EI = $clog2(ENTRIES);

  // What a page of an entry, or an answer, leaves open of a page number
  function automatic logic same_page(input logic [25:0] a, input logic [25:0] b, input logic giga,
      input logic mega, input logic block);
    same_page = a[25:18] == b[25:18] && (giga || a[17:9] == b[17:9]) &&
                (mega || a[8:4] == b[8:4]) && (block || a[3:0] == b[3:0]);
  endfunction

  logic [ENTRIES-1:0] valid_q, giga_q, mega_q, block_q, match;
  logic [25:0]        tag_q[ENTRIES];   // {vm, vpn}
  logic [31:0]        data[ENTRIES];    // {r, w, x, ppn}
  logic [EI-1:0]      next_q, at;
  logic                  flush_every, bars, ends_entry, ends_all, drops, drop_ready;
  logic [EI-1:0]         turn;
  logic [25:0]           drop_page;
  smgpu_pkg::tlb_flush_t           rows_flush;
  assign flush_every = flush_i.every || WALKS == 1;

  // ---- Lookup
  logic [25:0] tag;
  logic [31:0] entry;
  logic        hit, allowed, giga, mega, block, fault_here;
  assign tag = {req_vm_i, req_va_i[31:12]};
  // Of two that match, which only a change of the page tables without a flush can bring about, the
  // lower one counts. It is found by fours, as a chain of all would be the longest part of the
  // path.
  localparam int unsigned FOURS = ENTRIES / 4;
  logic [FOURS-1:0] some, first;
  logic             found;
  always_comb begin
    for (int unsigned i = 0; i < ENTRIES; i++)
      match[i] = valid_q[i] && same_page(tag_q[i], tag, giga_q[i], mega_q[i],
                                         block_q[i] || PAGES != 0);
    at = '0;
    for (int unsigned k = 0; k < FOURS; k++) begin
      some[k]  = match[4*k+:4] != '0 && !bars;
      first[k] = some[k];
      for (int unsigned j = 0; j < k; j++) if (some[j]) first[k] = 1'b0;
      if (first[k])
        at = at | EI'(4 * k) | EI'({!match[4*k] && !match[4*k+1], !match[4*k] &&
            (match[4*k+1] || !match[4*k+2])});
    end
  end
  assign entry   = data[at];
  assign giga    = giga_q[at];
  assign mega    = mega_q[at];
  assign block   = block_q[at] || PAGES != 0;

  // ---- Pages in block RAM. An entry that matches goes before one of them, which is the same if
  // tables do not change without a flush.
  logic             filled, puts, keeps, row_hit, page_hit, page_sure;
  logic [25:0]      done_tag;
  logic [28:0]      part;     // page that the entry gives
  logic [2:0]       rights;
  smgpu_pkg::page_t page;
  smgpu_pkg::walk_row_t           row;
  if (PAGES != 0) begin : gen_pages
    mem_pages #(
        .ROWS(PAGES / 4)
    ) u_pages (
        .clk_i,
        .rst_ni,
        .read_i    (next_i),
        .look_i    (next_page_i),
        .page_i    (tag),
        .bars_i    (bars),
        .hit_o     (row_hit),
        .sure_o    (page_sure),
        .row_o     (row),
        .put_i     (puts),
        .put_page_i(done_tag),
        .put_row_i (walk_row_i),
        .drop_i    (drops),
        .drop_ready_o(drop_ready),
        .drop_page_i (drop_page),
        .flush_i   (rows_flush)
    );
  end else begin : gen_no_pages
    assign row       = '0;
    assign row_hit   = 1'b0;
    assign page_sure = 1'b1;
    assign drop_ready = 1'b1;
    logic unused_row;
    assign unused_row = ^{puts, next_i, next_page_i, walk_row_i, drops, drop_page, rows_flush};
  end

  // ---- What a flush ends. The numbers of entries' pages are in LUT RAM as well, to be looked at
  // one a cycle.
  logic [23:0] fours[ENTRIES];
  always_ff @(posedge clk_i) if (keeps) fours[next_q] <= done_tag[25:2];
  if (WALKS > 1) begin : gen_range
    mem_range #(
        .ENTRIES(ENTRIES),
        .ROWS   (PAGES / 4)
    ) u_range (
        .clk_i,
        .rst_ni,
        .flush_i,
        .page_i      (tag),
        .bars_o      (bars),
        .on_o        (sweeps_o),
        .turn_o      (turn),
        .entry_i     (fours[turn]),
        .ends_o      (ends_entry),
        .all_o       (ends_all),
        .rows_o      (rows_flush),
        .drop_o      (drops),
        .drop_page_o (drop_page),
        .drop_ready_i(drop_ready)
    );
  end else begin : gen_no_range
    assign rows_flush = flush_i;
    assign ends_all   = flush_i.valid;
    assign {bars, sweeps_o, ends_entry, turn, drops, drop_page} = '0;
    logic unused_ready;
    assign unused_ready = ^{drop_ready, fours[0]};
  end
  logic unused_range;
  assign unused_range = ^{flush_i.first, flush_i.last};
  assign page     = row[smgpu_pkg::PageW*tag[1:0]+:smgpu_pkg::PageW];
  assign page_hit = row_hit && page.there;
  assign found   = some != '0;
  assign hit     = found || page_hit;
  assign part    = {entry[28:18], giga ? req_va_i[29:21] : entry[17:9],
                    mega ? req_va_i[20:16] : entry[8:4], block ? req_va_i[15:12] : entry[3:0]};
  assign rights  = found ? entry[31:29] : {page.r, page.w, page.x};
  assign allowed = (req_access_i == smgpu_hw_pkg::AccRead) ? rights[2]
      : (req_access_i == smgpu_hw_pkg::AccWrite) ? rights[1] : rights[0];

  // ---- Walks: a request for one of them is given at a time
  logic [WALKS-1:0]    busy_q, stale_q;     // under way; its answer is not kept
  logic [WALKS-1:0]    here;                // it is of the page that is asked for
  logic [WALKS-1:0]    start, ends;
  logic [WALKS-1:0]    covered, told;       // another one, or a flush, has said what it would
  logic [WALKS-1:0]    wait_q;              // the request at hand waits for it
  logic [WALKS*26-1:0] walk_tag_q;
  logic                ask_q, fault_q, wants, again_q;
  logic [1:0]          ask_id_q;
  logic [25:0]         ask_tag_q;
  assign walk_req_valid_o = ask_q;
  always_comb begin
    walk_req_o.id  = ask_id_q;
    walk_req_o.vm  = ask_tag_q[25:20];
    walk_req_o.vpn = ask_tag_q[19:0];
  end
  assign fault_here       = fault_q && walk_tag_q[25:0] == tag;
  // Not while an answer comes, which may bring its page, nor if one came after its row was read
  assign wants            = req_valid_i && !hit && !bars && page_sure && !fault_here &&
                            !flush_i.valid && !walk_rsp_valid_i && !ask_q && here == '0;
  always_comb begin
    done_tag = '0;
    for (int unsigned i = 0; i < WALKS; i++) begin
      here[i] = busy_q[i] && !stale_q[i] && walk_tag_q[26*i+2+:24] == tag[25:2] &&
                (PAGES != 0 || walk_tag_q[26*i+:2] == tag[1:0]);
      ends[i] = walk_rsp_valid_i && walk_rsp_i.id == 2'(i);
      told[i] = flush_i.valid && (flush_every || walk_tag_q[26*i+20+:6] == flush_i.vm);
      if (ends[i]) done_tag = done_tag | walk_tag_q[26*i+:26];
    end
  end
  always_comb begin
    start = '0;
    if (req_first_i) start[0] = wants && !busy_q[0];
    else
      for (int unsigned i = 1; i < WALKS; i++)
        start[i] = wants && !busy_q[i] && !again_q && start == '0;
    for (int unsigned i = 0; i < WALKS; i++)
      covered[i] = filled && same_page(walk_tag_q[26*i+:26], done_tag, walk_rsp_i.giga,
          walk_rsp_i.mega, walk_rsp_i.block);
  end
  assign filled  = (ends & ~stale_q & ~told) != '0 && !walk_rsp_i.fault;
  assign puts    = filled;
  assign keeps   = filled && (PAGES == 0 || walk_rsp_i.block);
  assign busy_o  = busy_q != '0;
  assign room_o  = (busy_q | WALKS'(1)) != '1 && !ask_q;
  assign waits_o = (wait_q & busy_q) != '0;

  assign rsp_valid_o = req_valid_i && (hit || fault_here);
  assign rsp_fault_o = !hit || !allowed;
  assign rsp_pa_o    = {found ? part : page.ppn, req_va_i[11:0]};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= '0;
      next_q  <= '0;
      busy_q  <= '0;
      stale_q <= '0;
      wait_q  <= '0;
      ask_q   <= 1'b0;
      fault_q <= 1'b0;
      again_q <= 1'b0;
    end else begin
      busy_q  <= (busy_q & ~ends) | start;
      stale_q <= busy_q & ~ends & (stale_q | told | covered);
      if (start != '0) ask_q <= 1'b1;
      else if (walk_req_ready_i) ask_q <= 1'b0;
      if (req_valid_i && req_first_i) wait_q <= here | start;
      // Until the first request, for which something has ended, asks the next time
      again_q <= (req_valid_i && req_first_i) ? (here & ends) != '0 : again_q ||
          (wait_q & ends) != '0;
      // A fault waits for the request that it answers, and lasts one cycle of it.
      if (ends[0]) fault_q <= !stale_q[0] && !told[0] && walk_rsp_i.fault;
      else if ((req_valid_i && !req_ahead_i && fault_here) || start[0] || told[0]) fault_q <= 1'b0;
      for (int unsigned i = 0; i < ENTRIES; i++)
        if (keeps && next_q == EI'(i)) valid_q[i] <= 1'b1;
        else if (ends_all || (ends_entry && turn == EI'(i))) valid_q[i] <= 1'b0;
      if (keeps) next_q <= next_q + 1'b1;
    end
    for (int unsigned i = 0; i < WALKS; i++) if (start[i]) walk_tag_q[26*i+:26] <= tag;
    if (start != '0) begin
      ask_tag_q <= tag;
      ask_id_q  <= '0;
      for (int unsigned i = 1; i < WALKS; i++) if (start[i]) ask_id_q <= 2'(i);
    end
    if (keeps) begin
      tag_q[next_q]   <= done_tag;
      giga_q[next_q]  <= walk_rsp_i.giga;
      mega_q[next_q]  <= walk_rsp_i.mega;
      block_q[next_q] <= walk_rsp_i.block;
      data[next_q]    <= {walk_rsp_i.r, walk_rsp_i.w, walk_rsp_i.x, walk_rsp_i.ppn};
    end
  end

`ifdef VERILATOR
  logic [25:0] looked_q;
  // In fours of pages: where the leaf of the entry at hand begins, and ends; and the range that is
  // dropped
  logic [17:0] leaf, leaf_first, leaf_last, first_q, last_q;
  smgpu_pkg::vm_t vm_q;
  logic        cuts;
  always_ff @(posedge clk_i) if (flush_i.valid && !sweeps_o) {vm_q, first_q, last_q} <=
      {flush_i.vm, flush_i.first, flush_i.last};
  assign leaf       = giga_q[turn] ? 18'hffff : mega_q[turn] ? 18'h7f : block_q[turn] ? 18'h3 : '0;
  assign leaf_first = tag_q[turn][19:2] & ~leaf;
  assign leaf_last  = tag_q[turn][19:2] | leaf;
  assign cuts       = leaf_first <= last_q && leaf_last >= first_q &&
      !(leaf_first >= first_q && leaf_last <= last_q);
  always_ff @(posedge clk_i) if (next_i) looked_q <= next_page_i;
  initial if (WALKS < 1 || WALKS > 4) $fatal(1, "mem_tlb: WALKS is 1 to 4");
  initial if (PAGES != 0 && PAGES < 16) $fatal(1, "mem_tlb: PAGES is 0, or 16 and more");
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (filled && walk_rsp_i.giga && !walk_rsp_i.mega)
        $fatal(1, "mem_tlb: a page of 1 GiB that is smaller than one of 2 MiB");
      if (filled && walk_rsp_i.mega && !walk_rsp_i.block)
        $fatal(1, "mem_tlb: a page of 2 MiB that is smaller than one of 64 KiB");
      if (PAGES != 0 && req_valid_i && tag != looked_q)
        $fatal(1, "mem_tlb: another page than was told");
      if (req_valid_i && !bars && !$onehot0(match)) $fatal(1, "mem_tlb: two pages match");
      if (WALKS > 1 && sweeps_o && valid_q[turn] && tag_q[turn][25:20] == vm_q && cuts)
        $fatal(1, "mem_tlb: a range that cuts a page");
      if (walk_rsp_valid_i && ((ends & busy_q) == '0 || (ask_q && ask_id_q == walk_rsp_i.id)))
        $fatal(1, "mem_tlb: an answer to no walk");
    end
`endif

`ifdef FORMAL
`include "mem_tlb_formal.svh"
`endif

endmodule
