// SPDX-License-Identifier: MIT
// Tags of the L2: 4 ways a set, with the order of their use and, for each line, which L1s may hold
// it.
// - R gives the set
// - S0 compares the tags of the set and finds its victim
// - S1 knows whether the line hits, and writes the way
// What S1 writes is seen by a request for the same set right behind it and by the one behind that:
// the way that was written last stands beside what was read. The victim was found without it:
// any_victim_o is 0 right behind a write to the set.

module mem_tags #(
    parameter int unsigned SMS = 1,
    parameter int unsigned SI  = 9,   // bits of a set's number
    parameter int unsigned PRIO = 0   // 1: lines have levels
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    output logic             init_o,            // tags are being cleared
    input  logic             next_i,            // R goes to S0, S0 to S1, S1 to S2
    // R
    input  logic [SI-1:0]    read_set_i,
    input  logic [3:0]       read_pending_i,    // ways whose lines are on their way,
    input  logic [15:0]      read_mshr_i,       // asked for by these MSHRs
    input  logic             done_i,            // this MSHR waits for nothing any more
    input  logic [3:0]       done_mshr_i,
    // S0
    input  logic [26:0]      next_line_i,
    input  logic             levels_i,          // levels count,
    input  logic             never_i,           // and a read of level 0 gets no way
    input  logic [1:0]       next_level_i,      // of the request
    input  logic             next_must_i,       // it is one that always gets a way
    // S1: look up
    input  logic [26:0]      line_i,
    output logic             same_o,            // the line is that of the request right ahead
    output logic             hit_o,
    output logic             pending_o,         // it is on its way from DRAM,
    output logic [3:0]       mshr_o,            // asked for by this MSHR
    output logic [SMS-1:0]   holders_o,         // L1s that may hold the line that hits
    output logic [1:0]       way_o,             // of the line that hits, else of the victim
    output logic             any_victim_o,
    output logic             pass_o,            // a miss gets no way, because of levels
    output logic             victim_dirty_o,
    output logic [SMS-1:0]   victim_holders_o,
    output logic [26:0]      victim_line_o,
    // S1: the line is in this way from now on, as its newest
    input  logic             we_i,
    input  logic             valid_i,
    input  logic             pending_i,
    input  logic [3:0]       mshr_i,            // if pending
    input  logic             dirty_i,
    input  logic [SMS-1:0]   holders_i,
    input  logic [1:0]       level_i,
    output logic             dirty_o            // of the line that hits
);

  localparam int unsigned TagW = 27 - SI;
  typedef struct packed {
    logic            pending;
    logic [3:0]      mshr;
    logic            dirty;
    logic            valid;
    logic [3:0]      holders;
    logic [TagW-1:0] tag;
  } entry_t;
  localparam int unsigned EW = TagW + 11;

  logic [SI-1:0]   set, init_set_q;
  logic            init_q;
  assign set    = line_i[SI-1:0];
  assign init_o = init_q;

  // ---- What S1 wrote last
  entry_t          entry_new, last;
  logic [EW-1:0]   last_q;
  logic [2:0]      order_new, order_last_q;
  logic            same_q;                      // it was the line that is in S1 now
  logic [3:0]      we;                          // ways
  assign last              = last_q;
  assign entry_new.pending = pending_i;
  assign entry_new.dirty   = dirty_i;
  assign entry_new.valid   = valid_i;
  assign entry_new.mshr    = mshr_i;
  assign entry_new.holders = 4'(holders_i);
  assign entry_new.tag     = line_i[26:SI];
  always_ff @(posedge clk_i)
    if (next_i) begin
      last_q       <= entry_new;
      order_last_q <= order_new;
      same_q       <= next_line_i == line_i;
    end

  // ---- Ways, one memory each
  // S0, S1: the way that was written last is this one of the set
  logic [3:0]        forward, over;
  logic [3:0]        s0_valid, s0_pending, s1_hit, s1_valid, s1_pending, s1_dirty;
  logic [15:0]       s1_mshr, s1_holders;
  logic [4*TagW-1:0] s1_tag;
  for (genvar g = 0; g < 4; g++) begin : gen_way
    mem_way #(
        .SI(SI)
    ) u_way (
        .clk_i,
        .init_i      (init_q),
        .init_set_i  (init_set_q),
        .read_pending_i(read_pending_i[g]),
        .read_mshr_i (read_mshr_i[4*g+:4]),
        .done_i,
        .done_mshr_i,
        .next_i,
        .read_set_i,
        .next_line_i,
        .s0_forward_o(forward[g]),
        .s0_valid_o  (s0_valid[g]),
        .s0_pending_o(s0_pending[g]),
        .set_i       (set),
        .we_i        (we[g]),
        .new_i       (entry_new[TagW+5:0]),
        .last_i      (last_q),
        .s1_over_o   (over[g]),
        .s1_hit_o    (s1_hit[g]),
        .s1_valid_o  (s1_valid[g]),
        .s1_pending_o(s1_pending[g]),
        .s1_dirty_o  (s1_dirty[g]),
        .s1_mshr_o   (s1_mshr[4*g+:4]),
        .s1_holders_o(s1_holders[4*g+:4]),
        .s1_tag_o    (s1_tag[TagW*g+:TagW])
    );
  end

  // ---- Order of use
  (* no_rw_check *)
  logic [2:0] order[2**SI];
  logic [2:0] order_read_q, order_s1_q, order_s0;
  logic [1:0] s0_victim, victim_q;
  logic       s0_any, any_q, s0_none, pass_q;
  logic [3:0] s0_low;
  assign order_s0 = (forward != '0) ? order_last_q : order_read_q;
  always_ff @(posedge clk_i) begin
    if (we_i || init_q) order[init_q ? init_set_q : set] <= init_q ? '0 : order_new;
    if (next_i) begin
      order_read_q <= order[read_set_i];
      order_s1_q   <= order_s0;
      victim_q     <= s0_victim;
      any_q        <= s0_any;
      pass_q       <= levels_i && !next_must_i && (s0_none || (never_i && next_level_i == '0));
    end
  end
  mem_victim u_victim (
      .order_i  (order_s0),
      .valid_i  (s0_valid),
      .pending_i(s0_pending),
      .low_i    (s0_low),
      .must_i   (next_must_i),
      .any_o    (s0_any),
      .none_o   (s0_none),
      .victim_o (s0_victim),
      .old_i    ((over != '0) ? order_last_q : order_s1_q),
      .use_i    (way_o),
      .order_o  (order_new)
  );

  if (PRIO != 0) begin : gen_level
    mem_level #(
        .SI(SI)
    ) u_level (
        .clk_i,
        .rst_ni,
        .on_i        (levels_i),
        .init_i      (init_q),
        .init_set_i  (init_set_q),
        .next_i,
        .read_set_i,
        .s0_forward_i(forward != '0),
        .s0_level_i  (next_level_i),
        .low_o       (s0_low),
        .s1_over_i   (over != '0),
        .set_i       (set),
        .we_i,
        .way_i       (way_o),
        .hit_i       (hit_o),
        .level_i
    );
  end else begin : gen_no_level
    assign s0_low = '1;
    logic unused_level;
    assign unused_level = ^level_i;
  end

  // ---- S1
  assign same_o = same_q;
  logic [3:0] hit, mshr, holders;               // ways that hit, but for the one written last
  logic       hit_last;
  assign hit              = s1_hit & ~over;
  assign hit_last         = over != '0 && same_q && last.valid;
  assign hit_o            = hit != '0 || hit_last;
  assign pending_o        = (hit & s1_pending) != '0 || (hit_last && last.pending);
  assign dirty_o          = (hit & s1_dirty) != '0 || (hit_last && last.dirty);
  assign way_o            = !hit_o ? victim_q : hit_last ? {over[3] || over[2], over[3] || over[1]}
      : {hit[3] || hit[2], hit[3] || hit[1]};
  assign any_victim_o     = any_q && over == '0;
  assign pass_o           = PRIO != 0 && pass_q && over == '0;
  assign victim_dirty_o   = s1_valid[victim_q] && s1_dirty[victim_q];
  assign victim_line_o    = {s1_tag[TagW*victim_q+:TagW], set};
  assign victim_holders_o = s1_valid[victim_q] ? s1_holders[4*victim_q+:SMS] : '0;
  always_comb begin
    mshr    = last.mshr & {4{hit_last}};
    holders = last.holders & {4{hit_last}};
    for (int unsigned i = 0; i < 4; i++) begin
      mshr    = mshr | (s1_mshr[4*i+:4] & {4{hit[i]}});
      holders = holders | (s1_holders[4*i+:4] & {4{hit[i]}});
    end
    for (int unsigned i = 0; i < 4; i++) we[i] = we_i && way_o == 2'(i);
  end
  assign mshr_o    = mshr;
  assign holders_o = holders[SMS-1:0];

  logic unused_last;
  assign unused_last = ^last.tag;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      init_q     <= 1'b1;
      init_set_q <= '0;
    end else if (init_q) begin
      init_set_q <= init_set_q + 1'b1;
      if (init_set_q == '1) init_q <= 1'b0;
    end
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i) begin
    if (rst_ni && we_i && !init_q && ((hit & (hit - 4'd1)) != '0 || (hit != '0 && hit_last)))
      $fatal(1, "not ok mem_tags: a line is in two ways");
    if (rst_ni && we_i && !init_q && !hit_o && !any_victim_o)
      $fatal(1, "not ok mem_tags: a line without a way");
  end
`endif

`ifdef FORMAL
`include "mem_tags_formal.svh"
`endif

endmodule
