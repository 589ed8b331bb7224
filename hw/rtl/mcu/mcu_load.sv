// SPDX-License-Identifier: MIT
// Result of the memory stage: the ALU's, or the bytes that a load brings, in their place and filled
// with their sign. Of each byte the source is one-hot and known before the data are.

module mcu_load (
    input  logic        clk_i,
    input  logic        stall_i,  // the instruction in execute stays there
    // The instruction in execute: a load, from the TCM, of its upper part, from this byte on
    input  logic        load_i,
    input  logic        tcm_i,
    input  logic        upper_i,
    input  logic [1:0]  byte_i,
    input  logic [2:0]  funct3_i,
    // Of the one in the memory stage: the result of execute; data of both parts of the TCM, and of
    // the bus, whose lowest byte is the one that is addressed
    input  logic [31:0] alu_i,
    input  logic [31:0] low_i,
    input  logic [31:0] high_i,
    input  logic [31:0] bus_i,
    output logic [31:0] result_o
);

  // Selects by size and source: the lowest byte, the second one, the two above. Signs likewise:
  // the second byte and the two above are also filled with the sign of what is shorter.
  logic        word_low_q, word_high_q, word_bus_q;
  logic [1:0]  half_low_q, half_high_q;
  logic        half_bus_q;
  logic [3:0]  byte_low_q, byte_high_q;
  logic        byte_bus_q;
  logic [3:0]  sign_low_q, sign_high_q;
  logic [1:0]  sign_bus_q;
  // The result of execute; only a byte
  logic        alu_q, is_byte_q;

  // Places in the word that a load begins at, and where its sign is; a source
  logic        from_high, from_low;
  logic [1:0]  half;
  logic [3:0]  bytes, sign;
  assign from_high = load_i && tcm_i && upper_i;
  assign from_low  = load_i && tcm_i && !upper_i;
  assign bytes     = 4'b0001 << byte_i;
  assign half      = {byte_i[1], ~byte_i[1]};
  assign sign      = (funct3_i == 3'd0) ? bytes : (funct3_i == 3'd1)
      ? {half[1], 1'b0, half[0], 1'b0} : '0;
  always_ff @(posedge clk_i) begin
    if (!stall_i) begin
      byte_low_q  <= {4{from_low}} & bytes;
      byte_high_q <= {4{from_high}} & bytes;
      byte_bus_q  <= load_i & ~tcm_i;
      half_low_q  <= {2{from_low & (funct3_i[1:0] != '0)}} & half;
      half_high_q <= {2{from_high & (funct3_i[1:0] != '0)}} & half;
      half_bus_q  <= load_i & ~tcm_i & (funct3_i[1:0] != '0);
      word_low_q  <= from_low & funct3_i[1];
      word_high_q <= from_high & funct3_i[1];
      word_bus_q  <= load_i & ~tcm_i & funct3_i[1];
      sign_low_q  <= {4{from_low}} & sign;
      sign_high_q <= {4{from_high}} & sign;
      sign_bus_q  <= {2{load_i & ~tcm_i}} & {funct3_i == 3'd1, funct3_i == 3'd0};
      alu_q       <= ~load_i;
      is_byte_q   <= funct3_i[1:0] == '0;
    end
  end

  logic fill;
  assign fill = |(sign_low_q & {low_i[31], low_i[23], low_i[15], low_i[7]}) |
                |(sign_high_q & {high_i[31], high_i[23], high_i[15], high_i[7]}) |
                |(sign_bus_q & {bus_i[15], bus_i[7]});
  always_comb begin
    result_o = {32{alu_q}} & alu_i;
    for (int unsigned k = 0; k < 4; k++)
      result_o[7:0] = result_o[7:0] | ({8{byte_low_q[k]}} & low_i[8*k+:8]) |
          ({8{byte_high_q[k]}} & high_i[8*k+:8]);
    result_o[7:0] = result_o[7:0] | ({8{byte_bus_q}} & bus_i[7:0]);
    for (int unsigned k = 0; k < 2; k++)
      result_o[15:8] = result_o[15:8] | ({8{half_low_q[k]}} & low_i[16*k+8+:8]) |
          ({8{half_high_q[k]}} & high_i[16*k+8+:8]);
    result_o[15:8]  = result_o[15:8] | ({8{half_bus_q}} & bus_i[15:8]) | {8{fill & is_byte_q}};
    result_o[31:16] = result_o[31:16] | ({16{word_low_q}} & low_i[31:16]) |
        ({16{word_high_q}} & high_i[31:16]) | ({16{word_bus_q}} & bus_i[31:16]) | {16{fill}};
  end

endmodule
