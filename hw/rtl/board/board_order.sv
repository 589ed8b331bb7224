// SPDX-License-Identifier: MIT
// The order of the lines of each bank in one direction: ids, and where the first and the next one
// stand. A bank takes or gives the words of its lines one after the other, two to a line.

module board_order #(
    parameter int unsigned BANKS = 8      // a power of two
) (
    input  logic                     clk_i,
    input  logic                     rst_ni,
    // A line is put behind those of its bank
    input  logic                     take_i,
    input  logic [$clog2(BANKS)-1:0] bank_i,
    input  logic [3:0]               id_i,
    // Banks that have a word in this cycle, one at most
    input  logic [BANKS-1:0]         word_i,
    // To which line it belongs, and whether it is its second and last word
    output logic [3:0]               id_o,
    output logic                     upper_o,
    output logic                     end_o
);

  localparam int unsigned BW = $clog2(BANKS);

  // A row for each bank: ids of its lines in their order, 16 at most
  logic [3:0]         order[BANKS*16];
  // Heads move when a line's second word has passed, tails when a line is taken.
  logic [BANKS*4-1:0] head_q, tail_q;
  logic [BANKS-1:0]   upper_q;            // the next word is the upper half
  logic [BW-1:0]      bank;

  // Number of the one bit that is set
  always_comb begin
    bank = '0;
    for (int unsigned i = 0; i < BANKS; i++) if (word_i[i]) bank = bank | BW'(i);
  end
  // The id in front says where the word belongs.
  assign id_o    = order[{bank, head_q[bank*4+:4]}];
  assign upper_o = upper_q[bank];
  // The second word of a line is its last.
  assign end_o   = word_i != '0 && upper_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      head_q  <= '0;
      tail_q  <= '0;
      upper_q <= '0;
    end else begin
      for (int unsigned i = 0; i < BANKS; i++) begin
        if (take_i && bank_i == BW'(i)) tail_q[i*4+:4] <= tail_q[i*4+:4] + 1'b1;
        if (word_i[i] && upper_q[i]) head_q[i*4+:4] <= head_q[i*4+:4] + 1'b1;
      end
      // Each word of a bank is the other half of what the one before was.
      upper_q <= upper_q ^ word_i;
    end
    if (take_i) order[{bank_i, tail_q[bank_i*4+:4]}] <= id_i;
  end

endmodule
