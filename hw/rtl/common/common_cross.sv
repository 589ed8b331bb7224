// SPDX-License-Identifier: MIT
// Clock crossing: first-in first-out buffer of DEPTH words, of which each end has a clock of its
// own, valid/ready at both. No word is lost, duplicated or reordered, at any two rates. Each end
// sees the other's index as Gray code through two registers, so that an index that changes while it
// is taken is read as the old or the new one. A word can be popped three edges of pop_clk_i after
// it was pushed; DEPTH 8 keeps two clocks of similar rate busy. Cost: DEPTH x WIDTH bits of memory
// with an unregistered read, eight pointers of log2(DEPTH) + 1 bits. Both resets are to be active
// together. A board's constraints limit the paths between the clocks to one period of the faster
// one.

module common_cross #(
    parameter int unsigned WIDTH = 8,
    parameter int unsigned DEPTH = 8   // power of two, at least 4
) (
    input  logic             push_clk_i,
    input  logic             push_rst_ni,
    input  logic             push_valid_i,
    output logic             push_ready_o,
    input  logic [WIDTH-1:0] push_data_i,
    input  logic             pop_clk_i,
    input  logic             pop_rst_ni,
    output logic             pop_valid_o,
    input  logic             pop_ready_i,
    output logic [WIDTH-1:0] pop_data_o
);

  localparam int unsigned AW = $clog2(DEPTH);

  function automatic logic [AW:0] gray(input logic [AW:0] index);
    gray = index ^ (index >> 1);
  endfunction

  // One bit more than an index: equal is empty, apart by DEPTH is full. Of Gray codes apart by
  // DEPTH the upper two bits differ, the others are equal.
  logic [WIDTH-1:0] mem[DEPTH];
  logic [AW:0]      tail_q, head_q;              // indices, each in its own clock
  // what the other clock looks at: registers without logic behind them
  logic [AW:0]      tail_gray_q, head_gray_q;
  (* keep *) logic [AW:0] tail_meta_q, tail_seen_q, head_meta_q, head_seen_q;
  logic             push, pop;

  assign push_ready_o = tail_gray_q != {~head_seen_q[AW:AW-1], head_seen_q[AW-2:0]};
  assign pop_valid_o  = head_gray_q != tail_seen_q;
  assign push         = push_valid_i && push_ready_o;
  assign pop          = pop_ready_i && pop_valid_o;
  assign pop_data_o   = mem[head_q[AW-1:0]];

  always_ff @(posedge push_clk_i) begin
    if (!push_rst_ni) begin
      tail_q      <= '0;
      tail_gray_q <= '0;
      head_meta_q <= '0;
      head_seen_q <= '0;
    end else begin
      head_meta_q <= head_gray_q;
      head_seen_q <= head_meta_q;
      if (push) begin
        tail_q      <= tail_q + 1'b1;
        tail_gray_q <= gray(tail_q + 1'b1);
      end
    end
    if (push) mem[tail_q[AW-1:0]] <= push_data_i;
  end

  always_ff @(posedge pop_clk_i) begin
    if (!pop_rst_ni) begin
      head_q      <= '0;
      head_gray_q <= '0;
      tail_meta_q <= '0;
      tail_seen_q <= '0;
    end else begin
      tail_meta_q <= tail_gray_q;
      tail_seen_q <= tail_meta_q;
      if (pop) begin
        head_q      <= head_q + 1'b1;
        head_gray_q <= gray(head_q + 1'b1);
      end
    end
  end

`ifdef VERILATOR
  initial if (DEPTH < 4 || (DEPTH & (DEPTH - 1)) != 0) $fatal(1,
      "common_cross: DEPTH is a power of two from 4");
`endif

`ifdef FORMAL
  // Both clocks are free inputs. What each end has seen of the other's index is older than the
  // index itself, in this order: seen, meta, index. A word that the solver chooses (mark) is
  // followed: it stays at its place until the pop of that place gives it.
  (* anyseq *) logic mark;
  logic             marked_q = 1'b0, out_q = 1'b0;
  logic [WIDTH-1:0] word_q;
  logic [AW:0]      place_q, next_tail, next_head, flip_tail, flip_head;
  logic [AW:0]      tail_meta, tail_seen, head_meta, head_seen;

  initial {tail_q, head_q, tail_gray_q, head_gray_q, tail_meta_q, tail_seen_q, head_meta_q,
      head_seen_q} = '0;

  function automatic logic [AW:0] index(input logic [AW:0] code);
    index[AW] = code[AW];
    for (int i = AW - 1; i >= 0; i--) index[i] = index[i+1] ^ code[i];
  endfunction

  always_ff @(posedge push_clk_i)
    if (push && mark && !marked_q) begin
      marked_q <= 1'b1;
      word_q   <= push_data_i;
      place_q  <= tail_q;
    end
  always_ff @(posedge pop_clk_i)
    if (pop && marked_q && head_q == place_q) out_q <= 1'b1;

  assign tail_meta = index(tail_meta_q);
  assign tail_seen = index(tail_seen_q);
  assign head_meta = index(head_meta_q);
  assign head_seen = index(head_seen_q);
  assign next_tail = tail_q + 1'b1;
  assign next_head = head_q + 1'b1;
  assign flip_tail = tail_gray_q ^ gray(next_tail);
  assign flip_head = head_gray_q ^ gray(next_head);
  always_comb begin
    assume (push_rst_ni && pop_rst_ni);
    assert (tail_gray_q == gray(tail_q));
    assert (head_gray_q == gray(head_q));
    assert ((flip_tail & (flip_tail - 1'b1)) == '0);  // one bit changes at a time
    assert ((flip_head & (flip_head - 1'b1)) == '0);
    assert ((AW + 1)'(tail_q - tail_meta) <= (AW + 1)'(tail_q - tail_seen));
    assert ((AW + 1)'(tail_q - tail_seen) <= (AW + 1)'(tail_q - head_q));
    assert ((AW + 1)'(tail_q - head_q) <= (AW + 1)'(tail_q - head_meta));
    assert ((AW + 1)'(tail_q - head_meta) <= (AW + 1)'(tail_q - head_seen));
    assert ((AW + 1)'(tail_q - head_seen) <= (AW + 1)'(DEPTH));
    if (marked_q && !out_q) begin
      assert ((AW + 1)'(place_q - head_q) < (AW + 1)'(tail_q - head_q));
      assert (mem[place_q[AW-1:0]] == word_q);
      if (pop && head_q == place_q) assert (pop_data_o == word_q);
    end
    if (out_q) assert (marked_q);
  end
`endif

endmodule
