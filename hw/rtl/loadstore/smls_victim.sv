// SPDX-License-Identifier: MIT
// Which way of a set of an L1 bank a fill takes, and the level that each line has: the rules of
// priority tokens (Documentation/concepts/priority-tokens.rst).
// - rules_i: a free way first, then the least recently used line of those whose level is at most
//   the request's; if there is none, nothing is filled
// - lru_i (with rules_i always): free ways first, and hits count as use. Else a set's ways are
//   filled in turn, each set for itself, also free ones
// - a hit raises the line's level to that of the request; so does the answer to a request whose
//   line is there by now
// - a hit is told a cycle after its delivery (used_i). No answer is delivered in that cycle of
//   delivery, so no fill is written beside it: one write port does
// - the order of a set's ways is a bit for each pair: which one was used (or filled) later.
//   Cleared, way 0 comes first, then 1, 2, 3
// With PRIO = 0 there are turns only.

// with PRIO = 0 nothing but turns; of ways as many bits as there are
/* verilator lint_off UNUSEDSIGNAL */
module smls_victim #(
    parameter int unsigned W    = 4,    // ways
    parameter int unsigned SETS = 128,
    parameter int unsigned PRIO = 1,
    parameter int unsigned WI   = (W > 1) ? $clog2(W) : 1  // do not override
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,       // for the assertions
    input  logic                    clear_i,      // a set is cleared; nothing is filled
    input  logic [$clog2(SETS)-1:0] clear_set_i,
    input  logic                    rules_i,
    input  logic                    lru_i,
    input  logic                    never_i,      // requests of level 0 fill nothing
    input  logic [W-1:0]            ways_i,       // ways that may be filled
    // A line to be filled
    input  logic                    fill_i,
    input  logic [$clog2(SETS)-1:0] fill_set_i,
    input  logic [1:0]              fill_level_i,
    input  logic [W-1:0]            fill_there_i, // the way that has it already
    input  logic [W-1:0]            fill_valid_i, // ways of the set with a line
    output logic                    room_o,
    output logic [WI-1:0]           way_o,
    // A line was hit and delivered
    input  logic                    used_i,
    input  logic [$clog2(SETS)-1:0] used_set_i,
    input  logic [1:0]              used_way_i,
    input  logic [1:0]              used_level_i
);

  localparam int unsigned SI = $clog2(SETS);
  logic          there;
  logic [SI-1:0] set;
  assign there = fill_there_i != '0;

  // Of ways i < j: place of their pair
  function automatic int unsigned pair(input int unsigned i, input int unsigned j);
    pair = i * W - i * (i + 1) / 2 + j - i - 1;
  endfunction

  if (PRIO == 0) begin : gen_turns
    logic [WI-1:0] turns[SETS];     // the way that each set fills next
    assign set    = clear_i ? clear_set_i : fill_set_i;
    assign way_o  = turns[fill_set_i];
    assign room_o = 1'b1;
    always_ff @(posedge clk_i)
      if (clear_i || (fill_i && !there))
        turns[set] <= (clear_i || way_o == WI'(W - 1)) ? '0 : way_o + 1'b1;
  end else begin : gen_prio
    localparam int unsigned P = (W > 1) ? W * (W - 1) / 2 : 1;
    logic [P-1:0]   orders[SETS];       // bit of i < j: i was used after j
    logic [P-1:0]   order, order_new;
    logic [2*W-1:0] level;
    logic [W-1:0]   free, may, first, chosen, used, now;  // now: it is the last one used
    logic           takes, touch;
    assign set   = fill_i ? fill_set_i : used_set_i;
    assign order = orders[set];
    assign free  = ways_i & ~fill_valid_i & {W{lru_i}};
    for (genvar g = 0; g < W; g++) begin : gen_way
      logic [1:0] levels[SETS];
      logic [1:0] request;
      logic       raise;
      assign level[2*g+:2] = levels[set];
      assign may[g]        = ways_i[g] && (!rules_i || level[2*g+:2] <= fill_level_i);
      assign used[g]       = used_i && used_way_i == 2'(g);
      assign request       = fill_i ? fill_level_i : used_level_i;
      assign raise         = (fill_i ? fill_there_i[g] : used[g]) && request > level[2*g+:2];
      always_ff @(posedge clk_i) if ((takes && chosen[g]) || raise) levels[set] <= request;
    end
    always_comb begin
      first = may;
      for (int unsigned i = 0; i < W; i++)
        for (int unsigned j = i + 1; j < W; j++)
          if (may[i] && may[j]) begin
            if (order[pair(i, j)]) first[i] = 1'b0;
            else first[j] = 1'b0;
          end
    end
    assign chosen = free != '0 ? free & (~free + 1'b1) : first;
    assign room_o = chosen != '0 && !(never_i && fill_level_i == '0);
    assign takes  = fill_i && !there && room_o;
    always_comb begin
      way_o = '0;
      for (int unsigned i = 0; i < W; i++) if (chosen[i]) way_o = way_o | WI'(i);
    end

    assign now   = fill_i ? (there ? fill_there_i : chosen) : used;
    assign touch = takes || (lru_i && (fill_i ? there : used_i));
    always_comb begin
      order_new = order;
      for (int unsigned i = 0; i < W; i++)
        for (int unsigned j = i + 1; j < W; j++)
          if (now[i]) order_new[pair(i, j)] = 1'b1;
          else if (now[j]) order_new[pair(i, j)] = 1'b0;
      if (clear_i) order_new = '0;
    end
    always_ff @(posedge clk_i) if (clear_i || touch) orders[clear_i ? clear_set_i : set] <=
        order_new;

`ifdef VERILATOR
    logic [W-1:0] above;      // lines of a higher level
    always_comb for (int unsigned i = 0; i < W; i++)
      above[i] = fill_valid_i[i] && level[2*i+:2] > fill_level_i;
    always_ff @(posedge clk_i) if (rst_ni) begin
      if (fill_i && used_i) $fatal(1, "smls_victim: a line is filled while a hit is counted");
      if (fill_i && clear_i) $fatal(1, "smls_victim: a line is filled while sets are cleared");
      if (takes && !$onehot(chosen)) $fatal(1, "smls_victim: not one way is chosen");
      if (takes && (chosen & ~ways_i) != '0)
        $fatal(1, "smls_victim: a way that is not in use is filled");
      if (takes && rules_i && (chosen & above) != '0)
        $fatal(1, "smls_victim: a line of a higher level is replaced");
      if (fill_i && !there && rules_i && !takes && !never_i && (ways_i & ~above) != '0)
        $fatal(1, "smls_victim: a way is free or has a level that is low enough");
      if (takes && never_i && fill_level_i == '0) $fatal(1, "smls_victim: level 0 allocates");
    end
`endif
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
