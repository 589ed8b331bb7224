// SPDX-License-Identifier: MIT
// Stage L of load/store: a group with its physical page and the tags of its sets.
// - all its lines that L1 has are delivered at once (smls_deliver); then a request for each of the others goes to the L2, one a cycle, as do
//   stores and atomics. Up to 32 requests are under way (smls_pending)
// - a group of an instruction that has had a fault is dropped
// - answers fill L1 and are delivered; they go before hits, as there are only as many as there were requests
// - a line that an invalidation, a store or an atomic touches while its fill is under way is delivered, but not kept. A load does not hit
//   while an older one of the warp, of the same set, is under way: loads of one address stay in order
// Longest path: page -> compare with tags -> hits -> nothing left -> stage T moves on; the same hits -> way -> address of L1's data.

/* verilator lint_off UNUSEDSIGNAL */  // fields of a group, bits of an address that concern others
module smls_lookup #(
    parameter int unsigned LANES = 16,
    parameter int unsigned KIB   = 16
) (
    input  logic                          clk_i,
    input  logic                          rst_ni,
    // From stage T; next: the group there, whose tags are read
    input  logic                          valid_i,
    output logic                          ready_o,
    input  smls_pkg::group_t              group_i,
    input  logic [28:0]                   ppn_i,
    input  logic                          fault_i,
    input  logic [255:0]                  line_i,
    input  logic [31:0]                   be_i,
    output logic                          empty_o,
    // Table
    output logic [2:0]                    inst_o,
    output logic                          more_o,       // a part of the group goes, others stay
    output logic                          drop_o,       // the group is dropped
    input  logic [7:0]                    dead_i,
    // Faults
    output logic                          fault_o,
    output logic                          bus_fault_o,
    output logic [2:0]                    fault_inst_o,
    output logic [2:0]                    fault_access_o,
    output logic [31:0]                   fault_addr_o,
    // To smls_deliver: an answer, or lines that L1 shows in the next cycle
    input  logic                          d_free_i,
    output logic                          d_take_o,
    output logic                          d_hit_o,
    output logic                          d_write_o,
    output logic                          d_plain_o,
    output logic [255:0]                  d_line_o,
    output logic [LANES*32-1:0]           d_word_o,
    output logic [31:0]                   d_mask_o,
    output logic [223:0]                  d_offs_o,
    output logic [2:0]                    d_inst_o,
    // Memory
    output logic                          d_req_valid_o,
    input  logic                          d_req_ready_i,
    output logic [smgpu_pkg::MemReqW-1:0] d_req_o,
    input  logic                          d_rsp_valid_i,
    input  logic [smgpu_pkg::MemRspW-1:0] d_rsp_i,
    input  logic                          inv_valid_i,
    output logic                          inv_ready_o,
    input  logic [35:0]                   inv_pa_i,
    input  logic                          l1_flush_i,
    output logic                          busy_o,       // requests or a fill are under way
    // Counters
    output logic [2:0]                    hits_o,
    output logic                          sent_o,
    output logic                          missed_o
);

  localparam int unsigned BANKS = LANES / 8;
  localparam int unsigned K     = $clog2(BANKS);
  localparam int unsigned SETS  = 128 / BANKS;
  localparam int unsigned SI    = $clog2(SETS);

  // ================ The group ================
  smls_pkg::group_t t, t_q;
  logic             valid_q, fault_q, look_q, again; // look: the tags are those of its sets; again: they are read now
  logic [28:0]      ppn_q;
  logic [255:0]     line_q;
  logic [31:0]      be_q;
  logic [BANKS-1:0] want_q, want_next, hit, same, fill_here, here, found, missing, pick;
  logic [BANKS-1:0] fill_next;                      // a fill of the set whose tags are being read
  logic [47:0]      low, low_next;
  logic [223:0]     offs;
  logic             dead, live, load, any_en, done, take, t_hit, t_send, put, lsf_t;
  logic             pending;                        // requests are under way
  logic             l1_fill, f_valid_q, f_keep_q, i_valid_q;   // a fill, an invalidation in its second cycle
  logic [6:0]       f_set, f_set_q;
  assign t        = t_q;
  assign low      = t.low;
  assign low_next = group_i.low;
  assign offs     = t.offs;
  assign dead     = dead_i[t.inst];
  assign live     = valid_q && !dead && !fault_q;
  assign load     = !t.store && !t.amo;
  assign take     = valid_i && ready_o;
  assign ready_o  = !valid_q || done;
  assign empty_o  = !valid_q;
  assign busy_o   = pending || f_valid_q;
  assign again    = valid_q && !look_q;

  assign here    = want_q & ~fill_here & {BANKS{look_q}};       // banks whose lookup counts
  assign found   = here & hit & ~same;
  assign missing = here & ~(hit & ~same);
  assign pick    = load ? missing & (~missing + 1'b1) : want_q;
  assign t_hit   = live && load && found != '0 && d_free_i && !d_take_o;
  // A store or atomic beside a fill or invalidation could be of the same line: it waits a cycle and then finds it.
  assign t_send  = live && (load ? missing != '0 && found == '0 : look_q && !l1_fill && !i_valid_q) && any_en;
  assign put     = t_send && d_req_ready_i;
  assign want_next = t_hit ? want_q & ~found : put ? want_q & ~pick : want_q;
  assign lsf_t   = valid_q && look_q && fault_q && !dead && !bus_fault_o;   // a bus error goes before
  assign drop_o  = lsf_t || (valid_q && look_q && dead);
  assign done    = drop_o || ((t_hit || put) && want_next == '0);
  assign more_o  = (t_hit || put) && want_next != '0;
  assign inst_o  = t.inst;
  assign sent_o   = put;
  assign missed_o = put && load;
  always_comb begin
    hits_o = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (t_hit && found[b]) hits_o = hits_o + 3'd1;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) valid_q <= 1'b0;
    else if (ready_o) valid_q <= valid_i;
    if (take) begin
      t_q     <= group_i;
      ppn_q   <= ppn_i;
      fault_q <= fault_i;
      line_q  <= line_i;
      be_q    <= be_i;
      want_q  <= group_i.lines[BANKS-1:0];
    end else begin
      want_q  <= want_next;
    end
    // A fill of a set makes the tags that were read of it old ones: they are read again.
    look_q <= (take || again) ? fill_next == '0 : (fill_here & want_q) == '0;
  end

  // ---- Its lines and threads
  logic [31:0] fault_va, line_mask;
  logic [11:0] line_low;
  logic [31:0] found_mask;
  logic [BANKS*7-1:0] sets;
  assign fault_va = {t.page, low[12*t.first+:12]};
  always_comb begin
    line_low = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (pick[b]) line_low = line_low | low[12*b+:12];
  end
  for (genvar i = 0; i < 32; i++) begin : gen_thread
    logic [1:0] bank;
    assign bank          = offs[7*i+5+:2] & 2'(BANKS - 1);
    assign line_mask[i]  = t.mask[i] && bank == (line_low[6:5] & 2'(BANKS - 1));
    always_comb begin
      found_mask[i] = 1'b0;
      for (int unsigned b = 0; b < BANKS; b++) if (found[b] && bank == 2'(b)) found_mask[i] = t.mask[i];
    end
  end

  // ================ Requests under way ================
  typedef struct packed {
    logic         load;      // its line may be kept
    logic         plain;     // the answer is a line (load), not one word (AMO)
    logic         write;     // nothing comes back
    logic [2:0]   inst;
    logic [2:0]   access;
    logic [31:0]  mask;
    logic [159:0] offs;      // byte in the line, for each thread
    logic [31:0]  va;
    logic [28:0]  tag;       // pa[40:12]
  } entry_t;
  localparam int unsigned EW = 262;
  entry_t        r_entry, t_entry;
  logic [EW-1:0] r_entry_bits;
  logic [35:0]   r_line, t_line, touch_line;
  logic [4:0]    free_en;
  logic [2:0]    access;
  logic          r_valid, r_err, r_keep, touch;
  assign access = t.store ? 3'd2 : t.amo ? 3'd4 : 3'd1;
  assign t_line = {ppn_q, line_low[11:5]};
  always_comb begin
    t_entry        = '0;
    t_entry.load   = load;
    t_entry.plain  = !t.amo;
    t_entry.write  = t.store;
    t_entry.inst   = t.inst;
    t_entry.access = access;
    t_entry.mask   = line_mask;
    t_entry.va     = {t.page, line_low};
    t_entry.tag    = ppn_q;
    for (int unsigned i = 0; i < 32; i++) t_entry.offs[5*i+:5] = offs[7*i+:5];
  end
  smls_pending #(
      .WIDTH(EW),
      .BANKS(BANKS)
  ) u_pending (
      .clk_i,
      .rst_ni,
      .free_o      (any_en),
      .free_id_o   (free_en),
      .put_i       (put),
      .entry_i     (t_entry),
      .line_i      (t_line),
      .nokeep_i    (!load || ppn_q[28]),
      .load_i      (load),
      .warp_i      (t.warp),
      .set_i       (sets),
      .same_o      (same),
      .any_o       (pending),
      .touch_i     (touch),
      .touch_line_i(touch_line),
      .rsp_valid_i (d_rsp_valid_i),
      .rsp_i       (d_rsp_i),
      .valid_o     (r_valid),
      .take_i      (d_take_o),
      .err_o       (r_err),
      .data_o      (d_line_o),
      .entry_o     (r_entry_bits),
      .keep_o      (r_keep)
  );
  assign r_entry = r_entry_bits;
  assign r_line  = {r_entry.tag, r_entry.va[11:5]};

  assign d_req_valid_o = t_send;
  assign d_req_o = {t.store ? smgpu_pkg::MemWrite : t.amo ? smgpu_pkg::MemAmo : smgpu_pkg::MemRead, t.funct5, {t.warp, t.lead}, 2'b0,
                    {3'b0, free_en}, t_line, t.amo ? line_low[4:2] : 3'b0, 2'b0, be_q, line_q};

  // ================ L1 ================
  // The other lookup port: a fill or an invalidation, two cycles each; a fill's second may be the next one's first
  logic         steal_fill, steal_inv, l1_update, l1_drop;
  logic [28:0]  f_tag_q;
  logic [255:0] f_data_q;
  assign d_take_o    = r_valid && d_free_i && !(f_valid_q && r_line[6:0] == f_set_q) && !i_valid_q;
  assign steal_fill  = d_take_o && r_entry.load && !r_err;
  assign steal_inv   = inv_valid_i && !steal_fill && !f_valid_q && !i_valid_q;
  assign inv_ready_o = i_valid_q;
  assign f_set       = steal_fill ? r_line[6:0] : inv_pa_i[6:0];
  assign l1_fill     = f_valid_q && f_keep_q;  // nothing can come between a fill's two cycles
  // A store or atomic drops the line as it leaves: the next load follows it to the L2, and no other warp of the SM sees what those of the
  // other SMs can't see yet. Local memory is its thread's alone: its stores update the line.
  assign l1_drop     = put && (t.amo || (t.store && !t.backing));
  assign l1_update   = put && t.store && t.backing;
  assign touch       = i_valid_q || l1_update || l1_drop;
  assign touch_line  = i_valid_q ? inv_pa_i : t_line;

  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [11:0]   here_low, next_low;
    logic [SI-1:0] set, set_next;
    logic          fill;
    assign here_low      = low[12*b+:12];
    assign next_low      = low_next[12*b+:12];
    assign sets[7*b+:7]  = here_low[11:5];
    assign set           = here_low[5+K+:SI];
    assign set_next      = again ? set : next_low[5+K+:SI];
    assign fill          = l1_fill && (f_set_q & 7'(BANKS - 1)) == 7'(b);
    // In the cycle of a fill no lookup of its set counts.
    assign fill_here[b]  = fill && f_set_q[6:K] == set;
    assign fill_next[b]  = fill && f_set_q[6:K] == set_next;
    smls_l1 #(
        .KIB (KIB),
        .SETS(SETS)
    ) u_l1 (
        .clk_i,
        .rst_ni,
        .flush_i    (l1_flush_i),
        .look_i     (take || again),
        .set_i      (set_next),
        .tag_set_i  (set),
        .tag_i      (ppn_q),
        .hit_o      (hit[b]),
        .read_i     (t_hit && found[b]),
        .data_o     (d_word_o[256*b+:256]),
        .update_i   (l1_update && want_q[b]),
        .be_i       (be_q),
        .wdata_i    (line_q),
        .drop_i     (l1_drop && want_q[b]),
        .f_set_i    (f_set[6:K]),
        .f_tag_set_i(f_set_q[6:K]),
        .f_tag_i    (f_valid_q ? f_tag_q : inv_pa_i[35:7]),
        .fill_i     (fill),
        .f_data_i   (f_data_q),
        .f_drop_i   (i_valid_q && (f_set_q & 7'(BANKS - 1)) == 7'(b))
    );
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_valid_q <= 1'b0;
      i_valid_q <= 1'b0;
    end else begin
      f_valid_q <= steal_fill;
      i_valid_q <= steal_inv;
    end
    f_set_q <= f_set;
    if (steal_fill) begin
      f_tag_q  <= r_entry.tag;
      f_data_q <= d_line_o;
      f_keep_q <= r_keep;
    end
  end

  // ================ Results and faults ================
  logic [223:0] r_offs;
  always_comb begin
    r_offs = '0;
    for (int unsigned i = 0; i < 32; i++) r_offs[7*i+:5] = r_entry.offs[5*i+:5];
  end
  assign d_hit_o   = t_hit;
  assign d_write_o = r_entry.write || r_err;
  assign d_plain_o = r_entry.plain;
  assign d_mask_o  = d_take_o ? r_entry.mask : found_mask;
  assign d_offs_o  = d_take_o ? r_offs : offs;
  assign d_inst_o  = d_take_o ? r_entry.inst : t.inst;

  assign bus_fault_o    = d_take_o && r_err;
  assign fault_o        = bus_fault_o || lsf_t;
  assign fault_inst_o   = bus_fault_o ? r_entry.inst : t.inst;
  assign fault_access_o = bus_fault_o ? r_entry.access : access;
  assign fault_addr_o   = bus_fault_o ? r_entry.va : fault_va;

`ifdef VERILATOR
  initial if ($bits(entry_t) != EW) $fatal(1, "smls_lookup: EW is not the size of an entry");
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if (live && want_q == '0) $fatal(1, "smls_lookup: a group without lines");
      if (live && !load && !$onehot(want_q)) $fatal(1, "smls_lookup: a store or atomic of several lines");
      if (put && !load && !look_q) $fatal(1, "smls_lookup: a store leaves before its line was looked up");
    end
`endif

endmodule
/* verilator lint_on UNUSEDSIGNAL */
