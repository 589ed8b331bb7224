// SPDX-License-Identifier: MIT
// Working sets of an SM's warps, sampled, for policy PREDICT of priority tokens (US 9,477,526:
// tokens for the warps that can share the cache with least thrashing). What a warp needs of L1 is
// how far apart two accesses of a line are, counted in the other lines that it reads between them:
// a cache of that many lines would have had it.
// - one live warp after the other is sampled: of the lines that its loads read those count of whose
//   number a hash, the class, is 0, one of 2^ratio
// - a list has the last 16 of them, the latest first. A line that is in it was used again, from as
//   many places back. Three of four such lines are no farther back than the warp's set, times
//   2^ratio: a line that is used again long after is not worth a place for all that come between
// - a warp that finds less than a quarter of its samples in the list streams: its set is 0,
//   whatever it found
// - the next warp comes after PRIO_PREDICT.length accesses, 2^14 cycles, or the warp's end. Less
//   than eight samples say nothing
// - a warp that was not sampled yet has the set of the one that was sampled last: warps of a kernel
//   are alike
// An access is a lookup of L1: up to LANES / 8 lines, of which at most one is sampled.
// Longest path: line -> tag -> comparison with the list -> place -> comparison with the set.

module smprio_sets #(
    // Warps of the SM; size of its L1, which says how many ways there are.
    parameter int unsigned WARPS  = 16,
    parameter int unsigned BANKS  = 1,    // of L1
    parameter int unsigned L1_KIB = 16
) (
    input  logic        clk_i,
    input  logic        rst_ni,
    // PRIO_PREDICT: length of a sampling, 2^ratio classes, share of the ways.
    input  smgpu_pkg::predict_t            cfg_i,
    input  logic [2:0]  ways_i,           // PRIO.ways
    input  logic        forget_i,         // a VM's number is given back: no warp was sampled yet
    // warp numbers are 6 bits in every preset; lines of banks that are there
    /* verilator lint_off UNUSEDSIGNAL */
    // Start and end of warps: a pulse each. seen_i: a load's lookup of L1, valid only.
    input  logic        start_valid_i,
    input  smgpu_pkg::warp_t start_warp_i,
    input  logic        done_valid_i,
    input  smgpu_pkg::warp_t done_warp_i,
    input  smgpu_pkg::seen_t            seen_i,
    // Sets, in lines of L1
    input  logic [5:0]  look_i,
    output logic [9:0]  lines_o,
    input  smgpu_pkg::warp_t dbg_warp_i,
    /* verilator lint_on UNUSEDSIGNAL */
    // The selected warp: its set, and whether it was sampled.
    output logic [9:0]  dbg_lines_o,
    output logic        dbg_known_o,
    output logic [9:0]  room_o            // what the sets of warps with a token fill together
);

  localparam int unsigned WI     = $clog2(WARPS);
  localparam int unsigned NB     = 1 << WI;
  localparam int unsigned Depth  = 16;    // of the list
  localparam int unsigned TagW   = 14;
  localparam int unsigned LineW  = 27;    // number of a line: va[31:5]
  localparam int unsigned Enough = 8;     // samples
  localparam logic [2:0]  Ratios = 3'd4;  // of 2^4 lines one, at most


  // Class and tag are remainders of a division of polynomials, so lines in any regular stride are
  // of all classes in turn: by x^5 + x^2 + 1, of which four bits are the class, and by x^14 + x^10
  // + x^6 + x + 1.
  function automatic logic [3:0] class_of(input logic [LineW-1:0] line);
    logic [4:0] r;
    r = '0;
    for (int unsigned i = 0; i < LineW; i++) r = {r[3:0], line[LineW-1-i]} ^ ({5{r[4]}} & 5'b00101);
    class_of = r[3:0];
  endfunction
  function automatic logic [TagW-1:0] tag_of(input logic [LineW-1:0] line);
    tag_of = '0;
    for (int unsigned i = 0; i < LineW; i++)
      tag_of = {tag_of[TagW-2:0], line[LineW-1-i]} ^ ({TagW{tag_of[TagW-1]}} & 14'h0443);
  endfunction

  logic [2:0] ratio_q;
  logic [3:0] mask;                       // of the class
  assign mask = ~(4'hf << ratio_q);

  // ---- An access of the warp that is sampled, and its sample
  // Seek: the next live warp. Sample: its accesses are looked at. Store: its set is written.
  typedef enum logic [1:0] {Seek, Sample, Store} state_e;
  state_e           state_q;
  logic [WI-1:0]    at_q;
  // mine: an access of this warp. one: a line of it is of the class that is sampled.
  logic             mine, one, access_q, sample_q;
  logic [LineW-1:0] line, line_q;
  assign mine = seen_i.valid && seen_i.warp[WI-1:0] == at_q && state_q == Sample;
  always_comb begin
    one  = 1'b0;
    line = '0;
    for (int unsigned b = 0; b < BANKS; b++)
      if (seen_i.lines[b] && !one &&
          (class_of({seen_i.page, seen_i.low[7*b+:7]}) & mask) == '0) begin
        one  = 1'b1;
        line = {seen_i.page, seen_i.low[7*b+:7]};
      end
  end
  always_ff @(posedge clk_i) begin
    access_q <= rst_ni && mine;
    sample_q <= rst_ni && mine && one;
    line_q   <= line;
  end

  // ---- The list
  // The list, the latest line first: tags, and which places have one.
  logic [Depth*TagW-1:0] list_q;
  logic [Depth-1:0]      valid_q, match, from;   // from: places that move back
  logic [TagW-1:0]       tag;
  logic [4:0]            place;                  // 1: the latest one
  logic [6:0]            set_q;                  // in quarters of a place
  logic [3:0]            samples_q;              // up to Enough
  logic signed [14:0]    score_q;                // 3 for a line that was found, -1 for another one
  logic                  fresh;                  // a warp is to be sampled
  assign tag = tag_of(line_q);
  always_comb begin
    place = '0;
    for (int unsigned i = 0; i < Depth; i++) begin
      match[i] = valid_q[i] && list_q[TagW*i+:TagW] == tag;
      if (match[i]) place = place | 5'(i + 1);
      from[i] = i == 0 || (match & ((Depth'(1) << i) - 1'b1)) == '0;
    end
  end
  always_ff @(posedge clk_i) begin
    if (sample_q) begin
      for (int unsigned i = 0; i < Depth; i++)
        if (from[i]) list_q[TagW*i+:TagW] <= i == 0 ? tag : list_q[TagW*((i+Depth-1)%Depth)+:TagW];
      valid_q  <= valid_q | ({valid_q[Depth-2:0], 1'b1} & from);
      score_q  <= score_q + (match != '0 ? 15'sd3 : -15'sd1);
      if (match != '0) begin
        if (set_q == '0) set_q <= {place, 2'd0};
        else if ({place, 2'd0} > set_q) set_q <= set_q + 7'd3;
        else if ({place, 2'd0} < set_q) set_q <= set_q - 7'd1;
      end
      if (samples_q != 4'(Enough)) samples_q <= samples_q + 4'd1;
    end
    if (!rst_ni || fresh) begin
      valid_q    <= '0;
      score_q    <= '0;
      set_q      <= '0;
      samples_q  <= '0;
    end
  end

  // ---- Which warp, and for how long
  logic [NB-1:0] live;
  logic [WARPS-1:0] live_q, known_q, start_bit, done_bit;
  // left_q, clock_q: accesses and cycles that the sampling may still take.
  logic [11:0]   left_q;
  logic [13:0]   clock_q;
  // says: enough samples. changed: another ratio, so no set holds any more.
  logic          ended, says, changed;
  logic [4:0]    found, last_q;
  // set_m: the set of each warp, in places. last_q: that of the warp that was sampled last.
  logic [4:0]    set_m[NB];
  assign live      = NB'(live_q);
  assign start_bit = start_valid_i ? WARPS'(1) << start_warp_i : '0;
  assign done_bit  = done_valid_i ? WARPS'(1) << done_warp_i : '0;
  assign ended     = done_valid_i && done_warp_i[WI-1:0] == at_q;
  assign fresh     = state_q == Seek;
  assign says      = state_q == Store && samples_q == 4'(Enough);
  assign found     = score_q < 0 ? '0 : set_q[6:2] + 5'(set_q[1:0] == 2'd3);
  assign changed   = ratio_q != (cfg_i.ratio > Ratios ? Ratios : cfg_i.ratio);
  always_ff @(posedge clk_i) begin
    ratio_q <= cfg_i.ratio > Ratios ? Ratios : cfg_i.ratio;
    live_q  <= (live_q & ~done_bit) | start_bit;
    // What was found of a warp that has ended since says something about the others still.
    known_q <= (known_q | ({WARPS{says}} & (WARPS'(1) << at_q) & live_q)) & ~done_bit & ~start_bit;
    if (says) begin
      set_m[at_q] <= found;
      last_q      <= found;
    end
    unique case (state_q)
      Seek: begin
        left_q  <= {cfg_i.length, 4'hf};
        clock_q <= '1;
        if (live[at_q] && !ended) state_q <= Sample;
        else at_q <= at_q == WI'(WARPS - 1) ? '0 : at_q + 1'b1;
      end
      Sample: begin
        clock_q <= clock_q - 1'b1;
        if (access_q) left_q <= left_q - 1'b1;
        if (ended || clock_q == '0 || (access_q && left_q == '0)) state_q <= Store;
      end
      default: begin
        state_q <= Seek;
        at_q    <= at_q == WI'(WARPS - 1) ? '0 : at_q + 1'b1;
      end
    endcase
    if (!rst_ni) begin
      {live_q, known_q, last_q} <= '0;
      at_q    <= '0;
      ratio_q <= '0;
      state_q <= Seek;
    end else if (changed || forget_i) begin
      {known_q, last_q} <= '0;
      state_q <= Seek;
    end
  end

  // ---- What others read
  function automatic logic [9:0] scale(input logic [4:0] places, input logic [2:0] ratio);
    scale = 10'(places) << ratio;
  endfunction
  logic [NB-1:0] known;
  assign known       = NB'(known_q);
  assign lines_o     = scale(known[look_i[WI-1:0]] ? set_m[look_i[WI-1:0]] : last_q, ratio_q);
  assign dbg_known_o = known[dbg_warp_i[WI-1:0]];
  assign dbg_lines_o = scale(dbg_known_o ? set_m[dbg_warp_i[WI-1:0]] : last_q, ratio_q);
  // 128 lines a way, and a share of sixteenths of them
  logic [2:0] ways;
  assign ways = ways_i == '0 || ways_i > 3'(L1_KIB / 4) ? 3'(L1_KIB / 4) : ways_i;
  always_ff @(posedge clk_i) room_o <= 10'(ways) * (10'(cfg_i.share) + 10'd1) << 3;

`ifdef VERILATOR
  initial if (L1_KIB / 4 > 7) $fatal(1, "smprio_sets: room for up to seven ways");
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if ((match & (match - 1'b1)) != '0 && sample_q)
        $fatal(1, "smprio_sets: a line has two places of the list");
      if ((valid_q & (valid_q + 1'b1)) != '0) $fatal(1, "smprio_sets: the list has a gap");
      if ((known_q & ~live_q) != '0)
        $fatal(1, "smprio_sets: the set of a warp that has ended is known");
    end
`endif

endmodule
