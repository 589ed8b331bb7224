// SPDX-License-Identifier: MIT
// Buffer for packets, valid/ready at both ends. A packet can be popped when its last word is here,
// so its words follow one another without a gap; with its last word it can be thrown away instead.
// A packet has at most DEPTH words. The word that can be popped stands in the memory's output
// register.

module usp_hold #(
    parameter int unsigned WIDTH = 8,     // bits of a word
    parameter int unsigned DEPTH = 128    // power of two
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // In
    input  logic             push_valid_i,
    output logic             push_ready_o,
    input  logic [WIDTH-1:0] push_data_i,
    input  logic             push_last_i,
    input  logic             push_drop_i, // with the last word: the packet is thrown away
    // Out: a word stays until it is taken
    output logic             pop_valid_o,
    input  logic             pop_ready_i,
    output logic [WIDTH-1:0] pop_data_o
);

  localparam int unsigned AW = $clog2(DEPTH);

  logic [WIDTH-1:0] mem[DEPTH];
  // One bit more than an index. tail_q: behind the last word. whole_q: behind the last whole
  // packet.
  logic [AW:0]      head_q, tail_q, whole_q;
  logic             valid_q, push, read;
  logic [WIDTH-1:0] out_q;

  assign push_ready_o = (tail_q - head_q) != (AW + 1)'(DEPTH);
  assign push         = push_valid_i && push_ready_o;
  // The output register takes the next word when it is empty or its word is taken.
  assign read         = whole_q != head_q && (!valid_q || pop_ready_i);
  assign pop_valid_o  = valid_q;
  assign pop_data_o   = out_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      whole_q <= '0;
      valid_q <= 1'b0;
    end else begin
      if (push) begin
        tail_q <= push_last_i && push_drop_i ? whole_q : tail_q + 1'b1;
        if (push_last_i && !push_drop_i) whole_q <= tail_q + 1'b1;
      end
      if (read) head_q <= head_q + 1'b1;
      valid_q <= read || (valid_q && !pop_ready_i);
    end
    if (push) mem[tail_q[AW-1:0]] <= push_data_i;
    if (read) out_q <= mem[head_q[AW-1:0]];
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i)
    if (rst_ni && push_valid_i && !push_ready_o && whole_q == head_q)
      $fatal(1, "not ok usp_hold: a packet longer than the buffer");
`endif

endmodule
