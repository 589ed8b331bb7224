// SPDX-License-Identifier: MIT
// The banks of L1, with what fills and empties them. A line that the L2 has answered with and an
// invalidation have a lookup port of their own, which takes two cycles: the set in the first, the
// tag in the second, in which a line is filled or removed. A fill's second cycle may be the first
// one of the next. An invalidation waits for fills. smls_lookup decides what of a group is looked
// up, updated or dropped, and lets no answer come in the second cycle of an invalidation.

module smls_banks #(
    parameter int unsigned KIB   = 16,
    parameter int unsigned PRIO  = 1,
    parameter int unsigned LEND  = 0,   // 1: L1's data RAM can be lent to shared memory
    parameter int unsigned BANKS = 1,
    parameter int unsigned SI    = $clog2(128 / BANKS),                      // do not override
    parameter int unsigned LI    = LEND != 0 ? $clog2(KIB * 32 / BANKS) : 1  // do not override
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic                    flush_i,
    // Lookup: sets whose tags are read now; those that were read, and the group's page
    input  logic                    look_i,
    input  logic [BANKS*SI-1:0]     set_next_i,
    input  logic [BANKS*SI-1:0]     set_i,
    input  logic [28:0]             ppn_i,
    output logic [BANKS-1:0]        hit_o,
    output logic [BANKS*2-1:0]      way_o,
    // A fill: of the bank, of the set that was read, of the set that is being read
    output logic [BANKS-1:0]        fill_bank_o,
    output logic [BANKS-1:0]        fill_here_o,
    output logic [BANKS-1:0]        fill_next_o,
    // The group's store or atomic: banks with a line of it; it updates that line, or drops it
    input  logic [BANKS-1:0]        lines_i,
    input  logic                    update_i,
    input  logic                    drop_i,
    input  logic [31:0]             be_i,
    input  smgpu_pkg::line_t        wdata_i,
    // Delivery: of lines that hit, or of those that wait in M; their data in the next cycle
    input  logic                    read_i,
    input  logic                    delivers_i,
    input  logic [BANKS-1:0]        found_i,
    input  logic [1:0]              level_i,
    input  logic                    m_waits_i,
    input  logic [BANKS-1:0]        m_found_i,
    input  logic [BANKS*2-1:0]      m_way_i,
    input  logic [BANKS*SI-1:0]     m_set_i,
    input  logic [1:0]              m_level_i,
    output logic [BANKS*256-1:0]    data_o,
    // The answer that is next, and whether it is taken
    input  logic                    r_take_i,
    input  logic                    r_load_i,
    input  logic                    r_err_i,
    input  logic                    r_keep_i,
    input  logic [6:0]              r_place_i,    // {set, bank}
    input  logic [28:0]             r_tag_i,
    input  logic [1:0]              r_level_i,
    input  smgpu_pkg::line_t        r_line_i,
    // Invalidations, with the colour of their page
    input  logic                    inv_valid_i,
    output logic                    inv_ready_o,
    input  logic [35:0]             inv_pa_i,
    input  logic [SI-1:0]           inv_colour_i,
    // In its second cycle: a fill, an invalidation; and where
    output logic                    fills_o,
    output logic                    drops_o,
    output logic [6:0]              place_o,
    // Policy of replacement
    /* verilator lint_off UNUSEDSIGNAL */  // of all policies those of L1
    input  smgpu_pkg::prio_t        prio_i,
    /* verilator lint_on UNUSEDSIGNAL */
    output logic                    bypass_o,     // a line was given no way
    // Shared memory's way to the data RAM
    input  logic                    lent_i,
    input  logic [BANKS*8-1:0]      lent_read_i,
    input  logic [BANKS*8*LI-1:0]   lent_row_i,
    input  logic [BANKS*32-1:0]     lent_be_i,
    input  logic [BANKS*8*LI-1:0]   lent_wrow_i,
    input  logic [BANKS*256-1:0]    lent_wdata_i
);

  localparam int unsigned K = $clog2(BANKS);

  // ---- The other lookup port
  // a fill in its second cycle, one that is kept, an invalidation in its second cycle
  logic             f_valid_q, f_keep_q, i_valid_q;
  logic             steal_fill, steal_inv;
  logic [SI-1:0]    i_set;
  logic [1:0]       i_bank;
  logic [6:0]       f_place, f_place_q;
  logic [28:0]      f_tag_q;
  logic [1:0]       f_level_q, used_level_q;
  smgpu_pkg::line_t f_data_q;
  assign steal_fill  = r_take_i && r_load_i && !r_err_i;
  assign steal_inv   = inv_valid_i && !steal_fill && !f_valid_q && !i_valid_q;
  assign inv_ready_o = i_valid_q;
  assign i_set       = SI'(inv_pa_i[6:K]) + inv_colour_i;
  assign i_bank      = smls_pkg::bank_of(inv_pa_i[1:0], inv_pa_i[6:5]) & 2'(BANKS - 1);
  assign f_place     = steal_fill ? r_place_i : (7'(i_set) << K) | 7'(i_bank);
  assign fills_o     = f_valid_q;
  assign drops_o     = i_valid_q;
  assign place_o     = f_place_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      f_valid_q <= 1'b0;
      f_keep_q  <= 1'b0;
      i_valid_q <= 1'b0;
    end else begin
      f_valid_q <= steal_fill;
      f_keep_q  <= steal_fill && r_keep_i;
      i_valid_q <= steal_inv;
    end
    f_place_q <= f_place;
    if (steal_fill) begin
      f_tag_q   <= r_tag_i;
      f_level_q <= r_level_i;
      f_data_q  <= r_line_i;
    end
  end

  // ---- Policy of replacement. Another number of ways clears L1: no line is left in a way that is
  // not used.
  logic [2:0]       ways_q;
  logic             rules, lru, refit;
  logic [BANKS-1:0] bypass;
  assign rules    = PRIO != 0 && prio_i.limit != '0;
  assign lru      = rules || (PRIO != 0 && prio_i.lru);
  assign refit    = PRIO != 0 && ways_q != prio_i.ways;
  assign bypass_o = bypass != '0;
  always_ff @(posedge clk_i) begin
    ways_q       <= rst_ni ? prio_i.ways : '0;
    used_level_q <= m_waits_i ? m_level_i : level_i;
  end

  // ---- Banks
  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [SI-1:0] set, m_set;
    logic          fill;
    assign set            = set_i[SI*b+:SI];
    assign m_set          = m_set_i[SI*b+:SI];
    // f_keep_q is a register, as whether a group leaves hangs on it. Nothing can come between a
    // fill's two cycles.
    assign fill           = f_keep_q && (f_place_q & 7'(BANKS - 1)) == 7'(b);
    assign fill_bank_o[b] = fill;
    assign fill_here_o[b] = fill && f_place_q[6:K] == set;
    assign fill_next_o[b] = fill && f_place_q[6:K] == set_next_i[SI*b+:SI];
`ifdef VERILATOR
    always_ff @(posedge clk_i)
      if (rst_ni && m_waits_i && m_found_i[b] && fill && f_place_q[6:K] == m_set)
        $fatal(1, "smls_banks: a line is filled in the set of one that waits for its delivery");
`endif
    // What is delivered was used, a cycle later.
    logic          used_q;
    logic [SI-1:0] used_set_q;
    logic [1:0]    used_way_q;
    always_ff @(posedge clk_i) begin
      used_q     <= PRIO != 0 && delivers_i && (m_waits_i ? m_found_i[b] : found_i[b]);
      used_set_q <= m_waits_i ? m_set : set;
      used_way_q <= m_waits_i ? m_way_i[2*b+:2] : way_o[2*b+:2];
    end
    smls_l1 #(
        .KIB (KIB),
        .SETS(128 / BANKS),
        .PRIO(PRIO),
        .LEND(LEND)
    ) u_l1 (
        .clk_i,
        .rst_ni,
        .flush_i     (flush_i || refit),
        .look_i,
        .set_i       (set_next_i[SI*b+:SI]),
        .tag_set_i   (set),
        .tag_i       (ppn_i),
        .hit_o       (hit_o[b]),
        .way_o       (way_o[2*b+:2]),
        .read_i,
        .read_other_i(m_waits_i),
        .read_way_i  (m_way_i[2*b+:2]),
        .read_set_i  (m_set),
        .data_o      (data_o[256*b+:256]),
        .update_i    (update_i && lines_i[b]),
        .be_i,
        .wdata_i,
        .drop_i      (drop_i && lines_i[b]),
        .f_set_i     (f_place[6:K]),
        .f_tag_set_i (f_place_q[6:K]),
        .f_tag_i     (f_valid_q ? f_tag_q : inv_pa_i[35:7]),
        .fill_i      (fill),
        .f_data_i    (f_data_q),
        .f_drop_i    (i_valid_q && (f_place_q & 7'(BANKS - 1)) == 7'(b)),
        .rules_i     (rules),
        .lru_i       (lru),
        .never_i     (PRIO != 0 && prio_i.never),
        .ways_i      (PRIO != 0 ? prio_i.ways : 3'd0),
        .f_level_i   (f_level_q),
        .bypass_o    (bypass[b]),
        .used_i      (used_q),
        .used_set_i  (used_set_q),
        .used_way_i  (used_way_q),
        .used_level_i(used_level_q),
        .lent_i,
        .lent_read_i (lent_read_i[8*b+:8]),
        .lent_row_i  (lent_row_i[8*LI*b+:8*LI]),
        .lent_be_i   (lent_be_i[32*b+:32]),
        .lent_wrow_i (lent_wrow_i[8*LI*b+:8*LI]),
        .lent_wdata_i(lent_wdata_i[256*b+:256])
    );
  end

endmodule
