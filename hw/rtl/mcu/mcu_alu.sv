// SPDX-License-Identifier: MIT
// Integer operations of RV32I, combinational. One adder serves sums, differences and comparisons;
// one shifter to the right serves all shifts, as a shift to the left is one to the right of the
// word in reverse.

module mcu_alu (
    // Operation: funct3 of the instruction, 0 (a sum) for what is no OP or OP-IMM, branches
    // included.
    input  logic [2:0]  funct3_i,
    input  logic        alt_i,     // SUB, SRA
    input  logic        subtract_i,  // SUB, SLT, SLTU and branches
    input  logic        unsigned_i,  // SLTU, BLTU, BGEU
    // Operands: a register or 0, and a register or an immediate.
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    // The result, and two comparisons. The comparisons do not depend on funct3_i: branches use
    // them.
    output logic [31:0] result_o,
    output logic        eq_o,
    output logic        lt_o
);

  logic [33:0] sum;  // bit 0 is the carry in, bit 33 the borrow's inverse
  // b is inverted with a carry in of 1, which makes a - b.
  logic [31:0] b_inverted;
  assign b_inverted = b_i ^ {32{subtract_i}};
  assign sum  = {1'b0, a_i, 1'b1} + {1'b0, b_inverted, subtract_i};
  assign eq_o = a_i == b_i;
  // Words of unequal sign: the negative one is less, or the greater if they are unsigned.
  assign lt_o = (a_i[31] != b_i[31]) ? (unsigned_i ? b_i[31] : a_i[31]) : ~sum[33];

  // One shifter to the right: of the word as it is, or of the word in reverse for SLL.
  logic [31:0] reversed, shift_in, shifted, shifted_back;
  // One bit longer than a word: it is the sign for SRA, 0 for SRL and SLL.
  logic signed [32:0] right;
  for (genvar i = 0; i < 32; i++) begin : gen_reverse
    assign reversed[i]     = a_i[31-i];
    assign shifted_back[i] = shifted[31-i];
  end
  assign shift_in = funct3_i[2] ? a_i : reversed;
  assign right    = $signed({alt_i & funct3_i[2] & a_i[31], shift_in}) >>> b_i[4:0];
  assign shifted  = right[31:0];

  // funct3 of OP and OP-IMM: ADD, SLL, SLT, SLTU, XOR, SRL or SRA, OR, AND.
  always_comb begin
    unique case (funct3_i)
      3'd0:       result_o = sum[32:1];
      3'd1:       result_o = shifted_back;
      3'd2, 3'd3: result_o = {31'b0, lt_o};
      3'd4:       result_o = a_i ^ b_i;
      3'd5:       result_o = shifted;
      3'd6:       result_o = a_i | b_i;
      default:    result_o = a_i & b_i;
    endcase
  end

  // The bits of the sum and of the shifter that no result has.
  logic unused;
  assign unused = ^{right[32], sum[0]};

endmodule
