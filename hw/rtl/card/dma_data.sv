// SPDX-License-Identifier: MIT
// Data of a DMA engine's chunks: a line for each slot, in LUT RAM, a memory for each word of it.
// One port serves lines, words and the pattern, which never come together. A line is kept as it
// came and turned as it leaves; words are put where they belong in the destination.

module dma_data #(
    parameter int unsigned SLOTS = 32             // of the engine, a power of two
) (
    input  logic                     clk_i,
    // What comes for a slot: a line; the pattern for all its words; a word of TCM
    input  logic [$clog2(SLOTS)-1:0] slot_i,
    input  logic                     line_in_i,
    input  smgpu_pkg::line_t         line_i,
    input  logic                     fill_in_i,
    input  logic                     word_in_i,
    input  logic [2:0]               word_at_i,   // its place in the line
    input  logic [31:0]              word_i,      // or the pattern
    // The slot that is written: its line, of which word w becomes word (w + turn) mod 8
    input  logic [$clog2(SLOTS)-1:0] send_i,
    input  logic [2:0]               turn_i,
    output smgpu_pkg::line_t         line_o,
    // One of its words, not turned
    input  logic [2:0]               out_word_i,
    output logic [31:0]              word_o
);

  // The slot's line; turned by one word, by three at most
  logic [255:0] row, turned_1, turned_2;
  for (genvar g = 0; g < 8; g++) begin : gen_word
    logic [31:0] data_m[SLOTS];
    always_ff @(posedge clk_i)
      if (line_in_i || fill_in_i || (word_in_i && word_at_i == 3'(g)))
        data_m[slot_i] <= line_in_i ? line_i[32*g+:32] : word_i;
    assign row[32*g+:32] = data_m[send_i];
  end
  assign turned_1 = turn_i[0] ? {row[223:0], row[255:224]} : row;
  assign turned_2 = turn_i[1] ? {turned_1[191:0], turned_1[255:192]} : turned_1;
  assign line_o   = turn_i[2] ? {turned_2[127:0], turned_2[255:128]} : turned_2;
  assign word_o   = row[{out_word_i, 5'b0}+:32];

endmodule
