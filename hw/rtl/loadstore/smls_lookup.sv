// SPDX-License-Identifier: MIT
// Stage L of load/store: a group with its physical page and the tags of its sets.
// - all its lines that L1 has are delivered at once (smls_deliver). Then it is a group of stage M:
//   a request for each of the other lines goes to the L2, one a cycle, as do stores and atomics;
//   lines that L1 has wait there too if delivery was busy. Up to 32 requests, 16 with four lanes,
//   are under way (smls_pending)
// - a group leaves L as soon as M takes one, wherever its lines go: the group of stage T moves on
//   without waiting for the tags. While M is busy, a group of which L1 has all lines is delivered
//   from L and leaves in the next cycle
// - a group of an instruction that has had a fault is dropped
// - answers fill L1 (smls_banks) and are delivered; they go before hits, as there are only as many
//   as there were requests, but after the hits that wait in M: while these wait nothing fills L1.
//   That of a store has nothing to deliver: it only tells the table, beside whatever is delivered
// - a line that an invalidation, a store or an atomic touches while its fill is under way is
//   delivered, but not kept. A load does not hit while an older one of the warp, of the same set,
//   is under way: loads of one address stay in order
// - each group has the level of its warp as it comes from T, and so has each of its requests;
//   whether a line fills L1, and where, is decided when it is there (smls_victim). One that gets no
//   way is delivered as one that must not be kept
// - a line's set is made of its number in the page and of its physical page (colour), so that lines
//   that are a power of two apart go to different sets. The tags are read while the page is
//   translated, with the colour that pages of the same low bits had last (guess): a page of 2 MiB
//   has no other, and for others a wrong one costs a cycle, in which the tags are read again
// Longest path: page -> compare with tags -> hits -> way -> address of L1's data; the same hits ->
// what M has to do.

/* verilator lint_off UNUSEDSIGNAL */  // fields of a group, bits of an address that concern others
module smls_lookup #(
    parameter int unsigned LANES = 16,
    parameter int unsigned KIB   = 16,
    parameter int unsigned WARPS = 16,
    parameter int unsigned PRIO  = 1,
    parameter int unsigned LINES = 32,
    parameter int unsigned LEND  = 0,   // 1: L1's data RAM can be lent to shared memory
    parameter int unsigned BANKS = LANES > 8 ? LANES / 8 : 1,  // of L1; do not override
    parameter int unsigned LI    = LEND != 0 ? $clog2(KIB * 32 / BANKS) : 1  // do not override
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,
    // From stage T; next: the group there, whose tags are read
    input  logic                          valid_i,
    output logic                          ready_o,
    input  smls_pkg::group_t              group_i,
    input  logic [28:0]                   ppn_i,
    input  logic                          fault_i,
    input  smgpu_pkg::line_t              line_i,
    input  logic [31:0]                   be_i,
    output logic                          empty_o,
    // Priority tokens: level of each warp in L1 and in the L2, policy of L1
    input  logic [2*WARPS-1:0]            level_i,
    input  logic [2*WARPS-1:0]            level_l2_i,
    input  smgpu_pkg::prio_t              prio_i,
    // Table
    output logic [2:0]                    inst_o,
    output logic [1:0]                    more_o,       // it becomes so many more parts
    output logic                          drop_o,       // the group is dropped
    input  logic [7:0]                    dead_i,
    // Faults
    output logic                          fault_o,
    output logic                          fault_near_o,  // there is one, told now or later
    output logic                          fault_bus_o,   // that is a bus error
    output logic [2:0]                    fault_inst_o,
    output logic [2:0]                    fault_access_o,
    output logic [31:0]                   fault_addr_o,
    output logic [4:0]                    fault_thread_o, // whose address it is
    output logic                          stored_o,     // a store's request is acknowledged
    output logic [2:0]                    stored_inst_o,
    // To smls_deliver: an answer, or lines that L1 shows in the next cycle
    input  logic                          d_free_i,
    output logic                          d_take_o,
    output logic                          d_hit_o,
    output logic                          d_write_o,
    output logic                          d_plain_o,
    output smgpu_pkg::line_t              d_line_o,
    output logic [BANKS*256-1:0]          d_word_o,
    output logic [31:0]                   d_mask_o,
    output logic [223:0]                  d_offs_o,
    output logic [2:0]                    d_inst_o,
    // Memory
    output logic                          d_req_valid_o,
    input  logic                          d_req_ready_i,
    output smgpu_pkg::mem_req_t           d_req_o,
    input  logic                          d_rsp_valid_i,
    input  smgpu_pkg::mem_rsp_t           d_rsp_i,
    input  logic                          inv_valid_i,
    output logic                          inv_ready_o,
    input  logic [35:0]                   inv_pa_i,
    input  logic                          l1_flush_i,
    input  logic                          tlb_flush_i,
    // a group in M, requests or a fill are under way
    output logic                          busy_o,
    // something is under way that was translated before the last flush of TLBs
    output logic                          old_o,
    // Counters
    output logic [2:0]                    hits_o,
    output logic                          sent_o,
    output logic                          missed_o,
    // those of hits_o, of missed_o are of a level above 0
    output logic                          high_hits_o,
    output logic                          high_missed_o,
    output logic                          bypass_o,
    output smgpu_pkg::seen_t              seen_o,
    // Shared memory's way to L1's data RAM; what it reads comes as d_word_o
    input  logic                          lent_i,
    input  logic [BANKS*8-1:0]            lent_read_i,
    input  logic [BANKS*8*LI-1:0]         lent_row_i,
    input  logic [BANKS*32-1:0]           lent_be_i,
    input  logic [BANKS*8*LI-1:0]         lent_wrow_i,
    input  logic [BANKS*256-1:0]          lent_wdata_i
);

  localparam int unsigned K     = $clog2(BANKS);
  localparam int unsigned SETS  = 128 / BANKS;
  localparam int unsigned SI    = $clog2(SETS);
  localparam int unsigned WI    = $clog2(WARPS);

  // ================ L: the group ================
  smls_pkg::group_t t, t_q;
  // look: the tags are those of its sets; again: they are read now
  logic             valid_q, fault_q, look, look_q, again;
  // of its page; that with which the tags are read; of an invalidation
  logic [SI-1:0]    colour, guess, inv_colour;
  logic             right;                          // the tags were read with its colour
  // sets whose tags are read, were read; of the group in M
  logic [BANKS*SI-1:0] set_next, set_q, m_set_q;
  logic [28:0]      ppn_q;
  smgpu_pkg::line_t line_q;
  logic [31:0]      be_q;
  logic [1:0]       level_q, m_level_q;             // of the warp
  logic [1:0]       level_l2_q, m_level_l2_q;
  logic [BANKS-1:0] lines, hit, same, fill_here, found, missing;
  logic [BANKS-1:0] fill_next;                      // a fill of the set whose tags are being read
  logic [BANKS-1:0] fill_bank;                      // a fill of the bank
  // an answer of its set is there, that may fill L1 in the next cycle
  logic [BANKS-1:0] near;
  logic [BANKS*2-1:0] way;
  logic [47:0]      low, low_next;
  logic [223:0]     offs;
  logic             dead, load, any_en, leave, looks, finds, changes, may_look, may_change, take,
      t_hit, lsf_t;
  (* keep *) logic  may_leave;
  // all of it was delivered while M was busy: it leaves
  logic             given_q;
  logic             pending, old_pending;           // requests are under way, of the era before
  // an era ends with each flush of TLBs; those in which the groups of L and M were translated
  logic             now_q, era_q, m_era_q;
  // in its second cycle: a fill, an invalidation; and where
  logic             f_valid_q, i_valid_q;
  logic [6:0]       f_place_q;
  // stored: an answer without a result; go: one is delivered if delivery is free
  logic             r_valid, r_err, r_keep, r_stored, r_go;
  logic             m_free, m_waits;                // M takes a group; lines that L1 has wait in M
  assign t        = t_q;
  assign lines    = t.lines[BANKS-1:0];
  assign low      = t.low;
  assign low_next = group_i.low;
  assign offs     = t.offs;
  assign dead     = dead_i[t.inst];
  assign load     = !t.store && !t.amo;
  assign take     = valid_i && ready_o;
  assign ready_o  = !valid_q || leave;
  assign empty_o  = !valid_q;
  assign look     = look_q && right;
  assign again    = valid_q && !look;

  assign found   = lines & hit & ~same;
  assign missing = lines & ~found;
  assign lsf_t   = valid_q && look && fault_q && !dead && !fault_bus_o;   // a bus error goes before
  assign drop_o  = lsf_t || (valid_q && look && dead);
  // A load leaves if no line of its sets is being filled: the tags would be old ones, and what it
  // finds may have to wait. A store or atomic beside an invalidation or a fill of its bank could be
  // of the same line: it waits a cycle and then finds it. Whether the tags are those of its sets is
  // known late: what the group does if they are is made beside it, and synthesis keeps that apart.
  assign may_look   = !given_q && !dead && !fault_q && load && ((fill_here | near) & lines) == '0;
  assign may_change = !dead && !fault_q && !load && m_free && !m_waits &&
                      (fill_bank & lines) == '0 && !i_valid_q;
  assign may_leave  = dead || (fault_q && !fault_bus_o) || (may_look && m_free) || may_change;
  assign looks   = valid_q && look && may_look;
  assign finds   = looks && m_free;
  assign changes = valid_q && look && may_change;
  assign leave   = given_q || (valid_q && look && may_leave);
  // While M is busy a load of which L1 has all is delivered from here, and leaves a cycle later:
  // the tags do not decide whether the next group comes.
  assign t_hit   = looks && found != '0 && (m_free || missing == '0) && d_free_i && !r_go &&
                   !m_waits;
  assign inst_o  = t.inst;
  always_comb begin
    hits_o = '0;
    more_o = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (found[b]) hits_o = hits_o + 3'd1;
    for (int unsigned b = 0; b < BANKS; b++)
      if (missing[b] && (found != '0 || (missing & (BANKS'(1) << b) - 1'b1) != '0))
        more_o = more_o + 2'd1;
    if (!finds && !t_hit) hits_o = '0;
    if (!finds) more_o = '0;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
    given_q <= rst_ni && t_hit && !m_free;
    if (ready_o) begin
      t_q     <= group_i;
      ppn_q   <= ppn_i;
      fault_q <= fault_i;
      line_q  <= line_i;
      be_q    <= be_i;
      era_q   <= now_q;
      level_q <= PRIO != 0 ? level_i[2*group_i.warp[WI-1:0]+:2] : '0;
      level_l2_q <= level_l2_i[2*group_i.warp[WI-1:0]+:2];
    end
    // A fill of a set makes the tags that were read of it old ones: they are read again.
    look_q <= (take || again) ? fill_next == '0 : (fill_here & lines) == '0;
  end

  // ---- What smprio_sets samples: each load as it comes
  logic [27:0]      seen_low;
  logic             came_q;
  always_ff @(posedge clk_i) came_q <= rst_ni && take;
  always_comb begin
    seen_low = '0;
    for (int unsigned b = 0; b < BANKS; b++) seen_low[7*b+:7] = low[12*b+5+:7];
  end
  always_comb begin
    seen_o.valid = came_q && load;
    seen_o.warp  = t.warp;
    seen_o.lines = t.lines;
    seen_o.page  = t.page;
    seen_o.low   = seen_low;
  end

  // ---- Where a line lies in L1
  smls_guess #(.SI(SI)) u_guess (
    .clk_i, .next_i(ready_o), .page_i(group_i.page[8:0]), .again_i(again),
    .here_page_i(t.page[8:0]), .here_ppn_i(ppn_q[8:0]), .other_ppn_i(inv_pa_i[15:7]),
    .guess_o(guess), .colour_o(colour), .right_o(right), .other_o(inv_colour)
  );
  always_ff @(posedge clk_i) if (again || ready_o) set_q <= set_next;

  // ================ M: what is left to do of a group ================
  smls_pkg::group_t   m, m_q;
  logic               m_valid_q, m_load, m_hit, put;
  logic [28:0]        m_ppn_q;
  smgpu_pkg::line_t   m_line_q;
  logic [31:0]        m_be_q;
  // lines that L1 has and that wait for delivery; lines to be asked for or changed
  logic [BANKS-1:0]   m_found_q, m_left_q, left, pick;
  logic [BANKS*2-1:0] m_way_q;
  logic [47:0]        m_low;
  logic [223:0]       m_offs;
  assign m       = m_q;
  assign m_load  = !m.store && !m.amo;
  assign m_low   = m.low;
  assign m_offs  = m.offs;
  assign m_waits = m_valid_q && m_found_q != '0;
  assign m_hit   = m_waits && d_free_i;
  assign pick    = m_left_q & (~m_left_q + 1'b1);
  assign put     = d_req_valid_o && d_req_ready_i;
  assign left    = m_left_q & ~(pick & {BANKS{put}});
  // In the cycle in which lines that waited are delivered it takes none: delivery could not have
  // taken another either, and is known late. Below eight lanes a group comes every other cycle, and
  // M takes one when a register says that it has none: then L, T and P do not wait for what it
  // sends.
  assign m_free  = !m_valid_q || (LANES >= 8 && m_found_q == '0 && left == '0);
  assign sent_o   = put;
  assign missed_o = put && m_load;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) m_valid_q <= 1'b0;
    else if (m_free) m_valid_q <= changes || (finds && (missing != '0 || !t_hit));
    else if ((m_hit || m_found_q == '0) && left == '0) m_valid_q <= 1'b0;
    if (m_free) begin
      m_q       <= t_q;
      m_ppn_q   <= ppn_q;
      m_line_q  <= line_q;
      m_be_q    <= be_q;
      m_way_q   <= way;
      m_set_q   <= set_q;
      m_era_q   <= era_q;
      m_level_q <= level_q;
      m_level_l2_q <= level_l2_q;
      m_found_q <= load && !t_hit ? found : '0;
      m_left_q  <= load ? missing : lines;
    end else begin
      m_left_q <= left;
      if (m_hit) m_found_q <= '0;
    end
  end

  // ---- Its lines and threads
  logic [31:0] fault_va, line_mask, found_mask;
  logic [11:0] line_low, first_low;
  logic [6:0]  m_place;                       // {set, bank}
  logic [BANKS*7-1:0] sets;
  assign fault_va = {t.page, first_low};
  always_comb begin
    first_low = '0;
    for (int unsigned b = 0; b < BANKS; b++)
      if (BANKS == 1 || t.first == 2'(b)) first_low = first_low | low[12*b+:12];
    line_low = '0;
    m_place  = '0;
    for (int unsigned b = 0; b < BANKS; b++)
      if (pick[b]) begin
        line_low = line_low | m_low[12*b+:12];
        m_place  = m_place | (7'(m_set_q[SI*b+:SI]) << K) | 7'(b);
      end
  end
  smls_threads #(.BANKS(BANKS)) u_threads (
    .mask_i(t.mask), .offs_i(offs), .found_i(found), .m_waits_i(m_waits), .m_mask_i(m.mask),
    .m_offs_i(m_offs), .m_found_i(m_found_q),
    .m_bank_i(smls_pkg::bank_of(line_low[6:5], line_low[11:10])), .found_o(found_mask),
    .line_o(line_mask)
  );

  // ================ Requests under way ================
  typedef struct packed {
    logic         plain;     // the answer is a line (load), not one word (AMO)
    logic [2:0]   inst;
    logic [2:0]   access;
    logic [31:0]  mask;
    logic [159:0] offs;      // byte in the line, for each thread
    logic [31:0]  va;
    logic [28:0]  tag;       // pa[40:12]
    logic [1:0]   level;
  } entry_t;
  localparam int unsigned EW = 262;
  entry_t        r_entry, m_entry;
  logic [EW-1:0] r_entry_bits;
  logic [35:0]   m_line, touch_line;
  logic [6:0]    r_place;
  logic          r_load, r_write;                // its line may be kept; nothing comes back
  logic [4:0]    free_en;
  logic [2:0]    access;
  logic          touch;
  logic [BANKS-1:0] same_pending;
  assign access = m.store ? smgpu_hw_pkg::AccessWrite : m.amo ? smgpu_hw_pkg::AccessAtomic
      : smgpu_hw_pkg::AccessRead;
  assign m_line = {m_ppn_q, line_low[11:5]};
  always_comb begin
    m_entry        = '0;
    m_entry.plain  = !m.amo;
    m_entry.inst   = m.inst;
    m_entry.access = access;
    m_entry.mask   = line_mask;
    m_entry.va     = {m.page, line_low};
    m_entry.tag    = m_ppn_q;
    m_entry.level  = m_level_q;
    for (int unsigned i = 0; i < 32; i++) m_entry.offs[5*i+:5] = m_offs[7*i+:5];
  end
  smls_pending #(
      .WIDTH(EW),
      .BANKS(BANKS),
      .ENTRIES(LINES)
  ) u_pending (
      .clk_i,
      .rst_ni,
      .free_o      (any_en),
      .free_id_o   (free_en),
      .put_i       (put),
      .entry_i     (m_entry),
      .line_i      (m_line),
      .place_i     (m_place),
      .nokeep_i    (!m_load || m_ppn_q[28]),
      .load_i      (m_load),
      .write_i     (m.store),
      .new_warp_i  (m.warp),
      .warp_i      (t.warp),
      .set_i       (sets),
      .same_o      (same_pending),
      .any_o       (pending),
      .era_i       (m_era_q),
      .now_i       (now_q),
      .old_o       (old_pending),
      .touch_i     (touch),
      .touch_line_i(touch_line),
      .rsp_valid_i (d_rsp_valid_i),
      .rsp_i       (d_rsp_i),
      .valid_o     (r_valid),
      .take_i      (d_take_o || r_stored),
      .err_o       (r_err),
      .data_o      (d_line_o),
      .entry_o     (r_entry_bits),
      .load_o      (r_load),
      .write_o     (r_write),
      .place_o     (r_place),
      .keep_o      (r_keep)
  );
  assign r_entry = r_entry_bits;

  assign d_req_valid_o = m_valid_q && m_left_q != '0 && any_en;
  always_comb begin
    d_req_o.op    = m.store ? smgpu_pkg::MemWrite : m.amo ? smgpu_pkg::MemAmo : smgpu_pkg::MemRead;
    d_req_o.amo   = m.funct5;
    d_req_o.owner = {m.warp, m.lead};
    d_req_o.prio  = m_level_l2_q;
    d_req_o.id    = {3'b0, free_en};
    d_req_o.pa    = {m_line, m.amo ? line_low[4:2] : 3'b0, 2'b0};
    d_req_o.be    = m_be_q;
    d_req_o.data  = m_line_q;
  end

  // ================ L1 ================
  logic l1_update, l1_drop;
  assign r_stored    = r_valid && r_write && !r_err;
  assign r_go        = r_valid && !r_stored && !m_waits &&
      !(f_valid_q && r_place == f_place_q) && !i_valid_q;
  assign d_take_o    = r_go && d_free_i;
  // A store or atomic drops the line as it leaves for M, from where no request passes it: the next
  // load follows it to the L2, and no other warp of the SM sees what those of the other SMs can't
  // see yet. Local memory is its thread's alone: its stores update the line.
  assign l1_drop     = changes && (t.amo || !t.backing);
  assign l1_update   = changes && t.store && t.backing;
  assign touch       = i_valid_q || changes;
  assign touch_line  = i_valid_q ? inv_pa_i : {ppn_q, first_low[11:5]};
  assign high_hits_o   = level_q != '0;
  assign high_missed_o = m_level_q != '0;
  for (genvar b = 0; b < BANKS; b++) begin : gen_set
    logic [11:0] here_low, next_low, wait_low;
    assign here_low           = low[12*b+:12];
    assign next_low           = low_next[12*b+:12];
    assign wait_low           = m_low[12*b+:12];
    assign sets[7*b+:7]       = here_low[11:5];
    assign set_next[SI*b+:SI] = again ? here_low[5+K+:SI] + colour : next_low[5+K+:SI] + guess;
    assign near[b]            = r_valid && r_load && (r_place & 7'(BANKS - 1)) == 7'(b) &&
        r_place[6:K] == set_q[SI*b+:SI];
    // An older load of the warp that has missed and is still here is under way as well.
    assign same[b]            = same_pending[b] ||
                                (m_valid_q && m_load && m_left_q[b] && m.warp == t.warp &&
                                 wait_low[11:5] == here_low[11:5]);
  end
  smls_banks #(.KIB(KIB), .PRIO(PRIO), .LEND(LEND), .BANKS(BANKS)) u_banks (
    .clk_i, .rst_ni, .flush_i(l1_flush_i), .look_i(ready_o || again), .set_next_i(set_next),
    .set_i(set_q), .ppn_i(ppn_q), .hit_o(hit), .way_o(way), .fill_bank_o(fill_bank),
    .fill_here_o(fill_here), .fill_next_o(fill_next),
    .lines_i(lines), .update_i(l1_update), .drop_i(l1_drop), .be_i(be_q), .wdata_i(line_q),
    .read_i(d_free_i), .delivers_i(d_hit_o), .found_i(found), .level_i(level_q),
    .m_waits_i(m_waits), .m_found_i(m_found_q), .m_way_i(m_way_q), .m_set_i(m_set_q),
    .m_level_i(m_level_q), .data_o(d_word_o),
    .r_take_i(d_take_o), .r_load_i(r_load), .r_err_i(r_err), .r_keep_i(r_keep),
    .r_place_i(r_place), .r_tag_i(r_entry.tag), .r_level_i(r_entry.level), .r_line_i(d_line_o),
    .inv_valid_i, .inv_ready_o, .inv_pa_i, .inv_colour_i(inv_colour),
    .fills_o(f_valid_q), .drops_o(i_valid_q), .place_o(f_place_q), .prio_i, .bypass_o,
    .lent_i, .lent_read_i, .lent_row_i, .lent_be_i, .lent_wrow_i, .lent_wdata_i
  );

  // ================ Results and faults ================
  logic [223:0] r_offs;
  always_comb begin
    r_offs = '0;
    for (int unsigned i = 0; i < 32; i++) r_offs[7*i+:5] = r_entry.offs[5*i+:5];
  end
  assign busy_o    = m_valid_q || pending || f_valid_q;
  assign old_o     = (valid_q && era_q != now_q) || (m_valid_q && m_era_q != now_q) || old_pending;
  always_ff @(posedge clk_i) now_q <= rst_ni && (now_q ^ tlb_flush_i);
  assign d_hit_o   = t_hit || m_hit;
  assign d_write_o = r_err;
  assign stored_o      = r_stored;
  assign stored_inst_o = r_entry.inst;
  assign d_plain_o = r_entry.plain;
  assign d_mask_o  = r_go ? r_entry.mask : found_mask;
  assign d_offs_o  = r_go ? r_offs : m_waits ? m_offs : offs;
  assign d_inst_o  = r_go ? r_entry.inst : m_waits ? m.inst : t.inst;

  assign fault_bus_o  = r_valid && r_err;
  assign fault_o      = (d_take_o && r_err) || lsf_t;
  assign fault_near_o = fault_bus_o || lsf_t;
  smls_fault u_fault (
    .bus_i(fault_bus_o), .inst_i(r_entry.inst), .access_i(r_entry.access), .va_i(r_entry.va),
    .mask_i(r_entry.mask), .group_i(t), .addr_i(fault_va), .inst_o(fault_inst_o),
    .access_o(fault_access_o), .addr_o(fault_addr_o), .thread_o(fault_thread_o)
  );

`ifdef VERILATOR
  initial if ($bits(entry_t) != EW) $fatal(1, "smls_lookup: EW is not the size of an entry");
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (valid_q && !fault_q && lines == '0) $fatal(1, "smls_lookup: a group without lines");
      if (changes && !$onehot(lines)) $fatal(1, "smls_lookup: a store or atomic of several lines");
      if (given_q && (!valid_q || drop_o))
        $fatal(1, "smls_lookup: a group is delivered and dropped");
      if (m_valid_q && m_found_q == '0 && m_left_q == '0)
        $fatal(1, "smls_lookup: a group waits for nothing");
    end
`endif
`ifdef FORMAL
`include "smls_lookup_formal.svh"
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
