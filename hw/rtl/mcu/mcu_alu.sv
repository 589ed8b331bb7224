// SPDX-License-Identifier: MIT
// Integer operations of RV32I, combinational.

module mcu_alu (
    input  logic [2:0]  funct3_i,
    input  logic        alt_i,     // SUB, SRA
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic [31:0] result_o,
    output logic        eq_o,
    output logic        lt_o,      // signed
    output logic        ltu_o
);

  logic [32:0] diff;
  assign diff  = {1'b0, a_i} - {1'b0, b_i};
  assign eq_o  = a_i == b_i;
  assign ltu_o = diff[32];
  assign lt_o  = (a_i[31] != b_i[31]) ? a_i[31] : diff[32];

  logic signed [32:0] shifted;
  assign shifted = $signed({alt_i & a_i[31], a_i}) >>> b_i[4:0];

  always_comb begin
    unique case (funct3_i)
      3'd0:    result_o = alt_i ? diff[31:0] : a_i + b_i;
      3'd1:    result_o = a_i << b_i[4:0];
      3'd2:    result_o = {31'b0, lt_o};
      3'd3:    result_o = {31'b0, ltu_o};
      3'd4:    result_o = a_i ^ b_i;
      3'd5:    result_o = shifted[31:0];
      3'd6:    result_o = a_i | b_i;
      default: result_o = a_i & b_i;
    endcase
  end

  logic unused_shift;
  assign unused_shift = shifted[32];

endmodule
