// SPDX-License-Identifier: MIT
// First-in first-out buffer in block RAM, valid/ready at both ends. `room_o` is how many words fit
// beside those in the RAM; one more word waits in the RAM's output register. A word pushed into an
// empty buffer can be popped two cycles later.

module tlp_fifo #(
    // Bits of a word
    parameter int unsigned WIDTH = 8,
    parameter int unsigned DEPTH = 512    // power of two
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // In: a word is taken with valid and ready
    input  logic                     push_valid_i,
    output logic                     push_ready_o,
    input  logic [WIDTH-1:0]         push_data_i,
    // Out: the word stays until it is taken
    output logic                     pop_valid_o,
    input  logic                     pop_ready_i,
    output logic [WIDTH-1:0]         pop_data_o,
    output logic [$clog2(DEPTH):0]   room_o
);

  localparam int unsigned AW = $clog2(DEPTH);

  (* ram_style = "block" *) logic [WIDTH-1:0] mem[DEPTH];
  logic [AW:0]      head_q, tail_q;         // apart by DEPTH is full
  logic             valid_q, push, read;
  // The word that can be popped: the RAM's output register; valid_q says that it is there
  logic [WIDTH-1:0] out_q;

  assign room_o       = (AW + 1)'(DEPTH) - (tail_q - head_q);
  assign push_ready_o = room_o != '0;
  assign push         = push_valid_i && push_ready_o;
  // The output register takes the next word when it is empty or its word is taken.
  assign read         = tail_q != head_q && (!valid_q || pop_ready_i);
  assign pop_valid_o  = valid_q;
  assign pop_data_o   = out_q;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      valid_q <= 1'b0;
    end else begin
      if (push) tail_q <= tail_q + 1'b1;
      if (read) head_q <= head_q + 1'b1;
      valid_q <= read || (valid_q && !pop_ready_i);
    end
    if (push) mem[tail_q[AW-1:0]] <= push_data_i;
    if (read) out_q <= mem[head_q[AW-1:0]];
  end

endmodule
