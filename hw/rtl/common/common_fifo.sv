// SPDX-License-Identifier: MIT
// First-in first-out buffer of DEPTH words, valid/ready at both ends. No word is lost, duplicated or reordered; a word pushed into an
// empty buffer can be popped in the next cycle. Cost: DEPTH x WIDTH bits of memory with an unregistered read, two pointers.

module common_fifo #(
    parameter int unsigned WIDTH = 8,
    parameter int unsigned DEPTH = 4   // power of two, at least 2
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

  localparam int unsigned AW = $clog2(DEPTH);

  logic [WIDTH-1:0] mem[DEPTH];
  logic [AW:0]      head_q, tail_q;  // one bit more than an index: equal is empty, apart by DEPTH is full
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

endmodule
