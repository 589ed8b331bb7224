// SPDX-License-Identifier: MIT
// A bank of an SM's L1 data cache: arrays and their rules; what happens when, and which set and
// bank a line has, is smls_lookup's business. With LANES / 8 banks, a warp's row of 128 bytes is
// read in as many cycles as it has beats.
// - 32-byte lines, tagged physically, write-through: a store updates (or drops)
//   the line if it is there, and allocates none
// - one lookup a cycle: the set is given in one cycle (look_i), hit and way are there from the next
//   one on, with the physical address
// - fills and invalidations have a lookup port of their own, so that they don't hold up the
//   accesses; a fill does nothing if the line is there already. Of fill, update, drop and f_drop
//   only one may come in a cycle
// - in the cycle in which a line is filled, nothing is read from its set, and no lookup of it
//   counts; smls_lookup sees to it
// - smls_victim says which way a line fills, if any. A set's ways are filled in turn, each set for
//   itself, unless a register asks for more: what comes in regular strides would else always meet
//   the same way
// - while the data RAM is lent to shared memory (smls_smem), L1 is as during a flush that does not
//   end: nothing hits, nothing is filled, so shared memory has both ports, with an address for each
//   word
// - what is valid is kept in LUT RAM; after a flush it is cleared set by set, and meanwhile nothing
//   hits and nothing is filled

module smls_l1 #(
    parameter int unsigned KIB  = 16,  // of all banks: 4 KiB for each way
    parameter int unsigned SETS = 128, // of this bank
    parameter int unsigned PRIO = 1,   // 0: no levels
    parameter int unsigned LEND = 0,   // 1: the data RAM can be lent
    parameter int unsigned LI   = LEND != 0 ? $clog2(KIB / 4 * SETS) : 1  // do not override
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         flush_i,
    // Lookup: set now, tag from the next cycle on
    input  logic         look_i,
    input  logic [$clog2(SETS)-1:0] set_i,
    input  logic [$clog2(SETS)-1:0] tag_set_i,     // the set that was given
    input  logic [28:0]  tag_i,         // pa[40:12]
    output logic         hit_o,
    output logic [1:0]   way_o,
    // Read of the line that hits, or of another one: data in the next cycle, kept until the next
    // read
    input  logic         read_i,
    input  logic         read_other_i,
    /* verilator lint_off UNUSEDSIGNAL */  // as many bits as ways
    input  logic [1:0]   read_way_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic [$clog2(SETS)-1:0] read_set_i,
    output smgpu_pkg::line_t data_o,
    // Update of the line that hits
    input  logic         update_i,
    input  logic [31:0]  be_i,
    input  smgpu_pkg::line_t wdata_i,
    input  logic         drop_i,
    // The other port: set now, tag in the next cycle; then the line is filled or removed
    input  logic [$clog2(SETS)-1:0] f_set_i,
    input  logic [$clog2(SETS)-1:0] f_tag_set_i,
    input  logic [28:0]  f_tag_i,
    input  logic         fill_i,
    input  smgpu_pkg::line_t f_data_i,
    input  logic         f_drop_i,
    // Replacement: see smls_victim
    input  logic         rules_i,
    input  logic         lru_i,
    input  logic         never_i,
    input  logic [2:0]   ways_i,        // how many may be filled, 0: all
    input  logic [1:0]   f_level_i,
    output logic         bypass_o,      // the line was given no way
    input  logic         used_i,
    input  logic [$clog2(SETS)-1:0] used_set_i,
    input  logic [1:0]   used_way_i,
    input  logic [1:0]   used_level_i,
    // Shared memory's way to the data RAM; changes while nothing of L1 is in use
    /* verilator lint_off UNUSEDSIGNAL */  // with LEND = 0
    input  logic         lent_i,
    input  logic [7:0]   lent_read_i,
    input  logic [8*LI-1:0] lent_row_i,
    input  logic [31:0]  lent_be_i,
    input  logic [8*LI-1:0] lent_wrow_i,
    input  smgpu_pkg::line_t lent_wdata_i
    /* verilator lint_on UNUSEDSIGNAL */
);

  localparam int unsigned W  = KIB / 4;
  localparam int unsigned SI = $clog2(SETS);
  localparam int unsigned WI = (W > 1) ? $clog2(W) : 1;
  localparam int unsigned RI = $clog2(W * SETS);           // of a row: one way has no number

  logic [SI:0]      clear_q;      // sets cleared since the flush
  logic             clearing;
  logic [28:0]      tag_q[W];
  logic [28:0]      f_tag_q[W];
  logic [W-1:0]     way_hit, f_way_hit, f_valid, ways;
  logic [WI-1:0]    hit_way, turn, way;
  logic [SI-1:0]    write_set;
  logic             fill, room, write;
  logic [31:0]      be;
  smgpu_pkg::line_t data;

`ifdef FORMAL
  // What each way has in set f_set: whether it has a line, and that of f_tag, and a bit of it
  (* anyconst *) logic [28:0]   f_tag;
  (* anyconst *) logic [SI-1:0] f_set;
  logic [W-1:0]    f_any, f_here, f_bits;
  logic [29*W-1:0] f_tags;
`endif

  assign clearing = !clear_q[SI];
  assign fill     = fill_i && f_way_hit == '0 && !clearing && room;
  assign bypass_o = fill_i && f_way_hit == '0 && !clearing && !room;
  for (genvar g = 0; g < W; g++) begin : gen_ways
    assign ways[g] = ways_i == '0 || 3'(g) < ways_i;
  end
  smls_victim #(
      .W   (W),
      .SETS(SETS),
      .PRIO(PRIO)
  ) u_victim (
      .clk_i,
      .rst_ni,
      .clear_i     (clearing),
      .clear_set_i (clear_q[SI-1:0]),
      .rules_i,
      .lru_i,
      .never_i,
      .ways_i      (ways),
      .fill_i      (fill_i && !clearing),
      .fill_set_i  (f_tag_set_i),
      .fill_level_i(f_level_i),
      .fill_there_i(f_way_hit),
      .fill_valid_i(f_valid),
      .room_o      (room),
      .way_o       (turn),
      .used_i,
      .used_set_i,
      .used_way_i,
      .used_level_i
  );
  for (genvar g = 0; g < W; g++) begin : gen_way
    (* no_rw_check *)
    logic [28:0] tags[SETS];
    logic        valid[SETS];
    logic        filled, dropped;
    logic [SI-1:0] valid_set;
    assign filled    = fill && turn == WI'(g);
    assign dropped   = (drop_i && way_hit[g]) || (f_drop_i && f_way_hit[g]);
    assign valid_set = clearing ? clear_q[SI-1:0] : drop_i ? tag_set_i : f_tag_set_i;
    always_ff @(posedge clk_i) begin
      if (clearing || filled || dropped) valid[valid_set] <= !clearing && filled;
      if (fill && turn == WI'(g)) tags[f_tag_set_i] <= f_tag_i;
      if (look_i) tag_q[g] <= tags[set_i];
      f_tag_q[g] <= tags[f_set_i];
    end
    assign way_hit[g]   = !clearing && valid[tag_set_i] && tag_q[g] == tag_i;
    assign f_valid[g]   = !clearing && valid[f_tag_set_i];
    assign f_way_hit[g] = f_valid[g] && f_tag_q[g] == f_tag_i;
`ifdef FORMAL
    assign f_any[g]          = valid[f_set];
    assign f_here[g]         = !clearing && valid[f_set] && tags[f_set] == f_tag;
    assign f_tags[29*g+:29] = tags[f_set];
`endif
  end
  assign hit_o = |way_hit;
  assign way_o = 2'(hit_way);
  always_comb begin
    hit_way = '0;
    for (int unsigned i = 0; i < W; i++) if (way_hit[i]) hit_way = WI'(i);
  end

  logic [RI-1:0] read_at;
  assign read_at   = read_other_i ? RI'({read_way_i[WI-1:0], read_set_i}) :
                     RI'({hit_way, tag_set_i});
  assign way       = fill_i ? turn : hit_way;
  assign write_set = fill_i ? f_tag_set_i : tag_set_i;
  assign write     = fill || (update_i && hit_o);
  assign be        = fill_i ? '1 : be_i;
  assign data      = fill_i ? f_data_i : wdata_i;
  for (genvar g = 0; g < 8; g++) begin : gen_data
    (* no_rw_check *)
    logic [31:0]      mem[W*SETS];
    logic [RI-1:0]    at, write_at;
    logic [3:0]       word_be;
    logic [31:0]      word;
    logic             get;
    if (LEND != 0) begin : gen_lent
      assign get      = lent_i ? lent_read_i[g] : read_i;
      assign at       = lent_i ? RI'(lent_row_i[LI*g+:LI]) : read_at;
      assign word_be  = lent_i ? lent_be_i[4*g+:4] : be[4*g+:4] & {4{write}};
      assign write_at = lent_i ? RI'(lent_wrow_i[LI*g+:LI]) : RI'({way, write_set});
      assign word     = lent_i ? lent_wdata_i[32*g+:32] : data[32*g+:32];
    end else begin : gen_own
      assign get      = read_i;
      assign at       = read_at;
      assign word_be  = be[4*g+:4] & {4{write}};
      assign write_at = RI'({way, write_set});
      assign word     = data[32*g+:32];
    end
    always_ff @(posedge clk_i) begin
      for (int unsigned k = 0; k < 4; k++) if (word_be[k]) mem[write_at][8*k+:8] <= word[8*k+:8];
      if (get) data_o[32*g+:32] <= mem[at];
    end
`ifdef FORMAL
    if (g == 0) begin : gen_formal
      for (genvar k = 0; k < W; k++) begin : gen_way
        logic [31:0] row;
        assign row       = mem[RI'({WI'(k), f_set})];
        assign f_bits[k] = row[0];
      end
    end
`endif
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i || (LEND != 0 && lent_i)) clear_q <= '0;
    else if (clearing) clear_q <= clear_q + 1'b1;
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if ($countones({fill_i, update_i, drop_i, f_drop_i}) > 1)
        $fatal(1, "smls_l1: two changes in one cycle");
      if ((update_i || drop_i) && $countones(way_hit) > 1)
        $fatal(1, "smls_l1: a line is in two ways");
      if ((fill_i || f_drop_i) && $countones(f_way_hit) > 1)
        $fatal(1, "smls_l1: a line to be filled is in two ways");
      if (LEND != 0 && lent_i && write) $fatal(1, "smls_l1: a line is written into lent RAM");
    end
`endif

`ifdef FORMAL
`include "smls_l1_formal.svh"
`endif

endmodule
