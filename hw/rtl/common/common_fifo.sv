// SPDX-License-Identifier: MIT
// First-in first-out buffer of DEPTH words, valid/ready at both ends. No word is lost, duplicated
// or reordered; a word pushed into an empty buffer can be popped in the next cycle. Cost: DEPTH x
// WIDTH bits of memory with an unregistered read, two pointers; a buffer of one word has the memory
// of two.

module common_fifo #(
    parameter int unsigned WIDTH = 8,
    parameter int unsigned DEPTH = 4   // power of two
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             push_valid_i,
    output logic             push_ready_o,
    input  logic [WIDTH-1:0] push_data_i,
    output logic             pop_valid_o,
    input  logic             pop_ready_i,
    output logic [WIDTH-1:0] pop_data_o
);

  localparam int unsigned AW = DEPTH > 1 ? $clog2(DEPTH) : 1;

  logic [WIDTH-1:0] mem[1 << AW];
  // one bit more than an index: equal is empty, apart by DEPTH is full
  logic [AW:0]      head_q, tail_q;
  logic             push, pop;

  assign push_ready_o = (tail_q - head_q) != (AW + 1)'(DEPTH);
  assign pop_valid_o  = tail_q != head_q;
  assign push         = push_valid_i && push_ready_o;
  assign pop          = pop_ready_i && pop_valid_o;
  assign pop_data_o   = mem[head_q[AW-1:0]];

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q <= '0;
      tail_q <= '0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (pop) head_q <= head_q + 1'b1;
    end
    if (push) mem[tail_q[AW-1:0]] <= push_data_i;
  end

`ifdef FORMAL
  // A word pushed at some time that the solver chooses (mark) is followed: it stays where it is,
  // behind `ahead_q` others, and is what comes out after exactly those. Proved by induction in
  // hw/formal.
  (* anyseq *) logic mark;
  logic             reset_q = 1'b0, marked_q = 1'b0, out_q = 1'b0;
  logic [WIDTH-1:0] word_q;
  logic [AW:0]      count_q = '0, ahead_q = '0;
  logic [AW-1:0]    at;
  assign at = head_q[AW-1:0] + ahead_q[AW-1:0];
  always_ff @(posedge clk_i) begin
    reset_q <= 1'b1;
    if (rst_ni) begin
      count_q <= count_q + (AW + 1)'(push) - (AW + 1)'(pop);
      if (push && mark && !marked_q) begin
        marked_q <= 1'b1;
        word_q   <= push_data_i;
        ahead_q  <= count_q - (AW + 1)'(pop);
      end else if (marked_q && !out_q && pop) begin
        if (ahead_q == '0) out_q <= 1'b1;
        else ahead_q <= ahead_q - 1'b1;
      end
    end
  end
  always_comb begin
    assume (rst_ni == reset_q);
    if (reset_q) begin
      assert (count_q <= (AW + 1)'(DEPTH));
      assert (tail_q - head_q == count_q);
      assert (push_ready_o == (count_q != (AW + 1)'(DEPTH)));
      assert (pop_valid_o == (count_q != '0));
      if (marked_q && !out_q) begin
        assert (ahead_q < count_q);
        assert (mem[at] == word_q);
        if (pop && ahead_q == '0) assert (pop_data_o == word_q);
      end
    end
  end
`endif

endmodule
