// SPDX-License-Identifier: MIT
// Where a DMA transfer has come to, on both sides, and what is left of it: registers of the engine,
// written between transfers. The chunk at hand, and the step behind it.

/* verilator lint_off UNUSEDSIGNAL */  // sums are wider than what is kept
module dma_place (
    input  logic        clk_i,
    // A register of the engine is written
    input  logic        we_i,
    input  logic [5:0]  off_i,
    input  logic [31:0] wdata_i,
    // Addresses, of which the upper words are as they were written as well; bytes
    output logic [39:0] src_o,
    output logic [31:0] src_hi_o,
    output logic [39:0] dst_o,
    output logic [31:0] dst_hi_o,
    output logic [31:0] len_o,
    // Bytes of the chunk at hand, two cycles after its addresses; a fill: its source has no lines
    input  logic        fill_i,
    output logic [5:0]  chunk_o,
    // On to the next
    input  logic        advance_i
);

  // What it begins with is known two cycles before its length is asked for.
  // Bytes up to the end of the line, on both sides; the chunk takes the lesser
  logic [5:0]  src_room, dst_room, room;
  assign src_room = fill_i ? 6'd32 : 6'd32 - {1'b0, src_o[4:0]};
  assign dst_room = 6'd32 - {1'b0, dst_o[4:0]};
  assign room     = (src_room < dst_room) ? src_room : dst_room;
  always_ff @(posedge clk_i)
    chunk_o <= (len_o[31:6] == '0 && len_o[5:0] < room) ? len_o[5:0] : room;

  // A chunk is of at most 32 bytes: where the transfer has come to stays in its line or goes to the
  // next one. What that is, is known before as well.
  // Sums of the low bits; their carries choose what was made ready
  logic [5:0]  src_sum, dst_sum;
  logic [6:0]  len_less;
  // The next line of both sides, and what is left without 64 bytes
  logic [34:0] src_line_q, dst_line_q;
  logic [25:0] len_high_q;
  assign src_sum  = {1'b0, src_o[4:0]} + chunk_o;
  assign dst_sum  = {1'b0, dst_o[4:0]} + chunk_o;
  assign len_less = {1'b0, len_o[5:0]} - {1'b0, chunk_o};
  always_ff @(posedge clk_i) begin
    src_line_q <= src_o[39:5] + 35'd1;
    dst_line_q <= dst_o[39:5] + 35'd1;
    len_high_q <= len_o[31:6] - 26'd1;
  end

  always_ff @(posedge clk_i) begin
    // The low bits move on; the high ones only at the end of a line.
    if (advance_i) begin
      src_o[4:0] <= src_sum[4:0];
      dst_o[4:0] <= dst_sum[4:0];
      len_o[5:0] <= len_less[5:0];
      if (src_sum[5]) src_o[39:5] <= src_line_q;
      if (dst_sum[5]) dst_o[39:5] <= dst_line_q;
      if (len_less[6]) len_o[31:6] <= len_high_q;
    end
    if (we_i) begin
      // Registers, by their offset
      unique case (off_i)
        6'h00: src_o[31:0] <= wdata_i;
        6'h04: begin
          src_o[39:32] <= wdata_i[7:0];
          src_hi_o     <= wdata_i;
        end
        6'h08: dst_o[31:0] <= wdata_i;
        6'h0c: begin
          dst_o[39:32] <= wdata_i[7:0];
          dst_hi_o     <= wdata_i;
        end
        6'h10: len_o <= wdata_i;
        default: ;
      endcase
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
