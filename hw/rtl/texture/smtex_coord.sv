// SPDX-License-Identifier: MIT
// One coordinate of a thread, a float, becomes the index of a texel and, between two of them, the
// fraction. Four stages; what comes in belongs to the first of them, mode and size stay the same
// for a whole instruction.
//   1 sign and mantissa as one signed number, how far it is shifted   2 24 fractional bits and one
//   above them, wrapped   3 times size   4 index
// Longest path: distance -> shift by up to 63 -> wrap.
module smtex_coord (
    input  logic        clk_i,
    // u or v: 0 to 1 is the whole side of the texture.
    input  logic [31:0] float_i,
    // Modes: the texture goes on, or goes on mirrored; with neither the coordinate is clamped.
    input  logic        repeat_i,
    input  logic        mirror_i,
    // Texels along this side of the level
    input  logic [12:0] size_i,
    input  logic        between_i,  // two texels are mixed
    input  logic        second_i,   // the second one's index is wanted
    // Texel, below size_i; and how far the sample is from it to the next one, in 1/256
    output logic [12:0] index_o,
    output logic [7:0]  frac_o
);

  // ---- 1. The value times 2^24 is mantissa * 2^(exponent - 126). An arithmetic shift to the right
  // rounds to -infinity.
  logic [7:0]         exponent;
  logic [23:0]        mantissa;
  logic               sign, nan;
  logic signed [24:0] number_q;
  logic [5:0]         by_q;
  logic               neg_q, big_q, over_q;
  assign sign     = float_i[31];
  assign exponent = float_i[30:23] == '0 ? 8'd1 : float_i[30:23];
  assign mantissa = {float_i[30:23] != '0, float_i[22:0]};
  assign nan      = float_i[30:23] == '1 && float_i[22:0] != '0;
  always_ff @(posedge clk_i) begin
    number_q <= nan ? '0 : sign ? -$signed({1'b0, mantissa}) : $signed({1'b0, mantissa});
    // Beyond 63 places nothing is left but the sign.
    by_q     <= exponent < 8'd79 ? 6'd63 : 6'(8'd142 - exponent);
    neg_q    <= sign && mantissa != '0 && !nan;
    big_q    <= !sign && exponent >= 8'd127 && !nan;          // 1 or more
    over_q   <= exponent >= 8'd142 && !nan;                   // does not fit 40 bits
  end

  // ---- 2. Above 40 bits the value is the greatest or the lowest number of 40 bits.
  /* verilator lint_off UNUSEDSIGNAL */
  logic signed [40:0] shifted;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [24:0]        low;
  logic [23:0]        part_q;
  assign shifted = $signed({number_q, 16'b0}) >>> by_q;
  assign low     = over_q ? {25{!neg_q}} : shifted[24:0];
  always_ff @(posedge clk_i) begin
    // Bit 24 is 1 in every second period: there the mirrored texture runs backwards.
    if (repeat_i)      part_q <= low[23:0];
    else if (mirror_i) part_q <= low[23:0] ^ {24{low[24]}};
    else               part_q <= neg_q ? '0 : big_q ? '1 : low[23:0];
  end

  // ---- 3. Texels with 8 fractional bits
  /* verilator lint_off UNUSEDSIGNAL */
  logic [36:0] product;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [20:0] place_q;
  assign product = 37'(part_q) * 37'(size_i);
  always_ff @(posedge clk_i) place_q <= product[36:16];

  // ---- 4. Over an edge it is the other edge's texel, or this one's.
  logic [21:0] moved;
  logic [13:0] index;
  logic [12:0] last;
  logic        below, above;
  // Weights are counted from the middle of a texel, so mixing begins half a texel earlier.
  assign moved  = {1'b0, place_q} - {14'b0, between_i, 7'b0};
  assign index  = moved[21:8] + 14'(second_i);
  assign last   = size_i - 13'd1;
  // Only the first of two texels lies below 0, and only the second one beyond the last.
  assign below = index[13];
  assign above = index[12:0] == size_i;
  always_ff @(posedge clk_i) begin
    index_o <= below ? (repeat_i ? last : '0) : above ? (repeat_i ? '0 : last) : index[12:0];
    frac_o  <= between_i ? moved[7:0] : '0;
  end

endmodule
