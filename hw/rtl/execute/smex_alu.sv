// SPDX-License-Identifier: MIT
// Integer ALU of one lane: RV32I, Zba, Zbb, Zicond, and the comparisons of branches. Combinational.
//
// Three units, of which a result bit takes what its operation lets through:
// - one adder, for addition, subtraction and all comparisons. Where b is subtracted it comes
//   inverted
// - a truth table of a and b: logic, and what picks one of them or none (min, max, czero)
// - one rotator by bytes, two bits, one bit; a bit that the mask does not keep is that of its
//   byte's filling. Shifts, rotations, extensions, rev8 (two halves of the bytes turn in opposite
//   directions) and orc.b (nothing is kept).
// clz, ctz, cpop: the result is a word whose zeros are to be counted (smex_pkg::ones of what is
// inverted). x ^ ~(x - 1) is zero below the lowest set bit of x and at it; bit 0, which is always,
// tells instead that x is not 0. x is a, and b is -1; for clz x is b, which is the register
// reversed, and a is -1. Nothing is evaluated while v_i is low; the outputs are undefined then.
module smex_alu (
  input  logic              v_i,
  /* verilator lint_off UNUSEDSIGNAL */  // whether ones are counted is of use behind
  input  smex_pkg::alu_op_t op_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [31:0]       a_i,
  input  logic [31:0]       b_i,     // inverted where op_i.neg says so
  input  smex_pkg::turn_t   turn_i,
  output logic [31:0]       res_o,
  output logic              lt_o,  // a < b, signedness by op_i.uns; needs op_i.neg
  output logic              eq_o   // a == b; needs op_i.neg and no shadd
);

  logic [31:0] a_sh, logical, turned, keep, shifted;
  logic [32:0] sum;
  logic [3:0]  table_of, fill;
  logic        drop_a, drop_b;

  always_comb begin
    {res_o, lt_o, eq_o} = 'x;
    {a_sh, logical, turned, keep, shifted, sum, table_of, fill, drop_a, drop_b} = 'x;
    if (v_i) begin
      a_sh = a_i << op_i.shadd;
      // The carry in is one bit more at the low end: with a third summand Yosys would take three
      // LUTs a bit
      sum  = 33'(({~op_i.uns & a_i[31], a_sh, 1'b1} +
          {op_i.uns ? op_i.neg : b_i[31], b_i, op_i.neg}) >> 1);
      lt_o = sum[32];
      eq_o = sum[31:0] == 32'b0;

      drop_a   = (op_i.by_lt & (sum[32] == op_i.other)) |
                 (op_i.by_zero & ((b_i == 32'b0) ^ op_i.other));
      drop_b   = op_i.by_lt & (sum[32] ^ op_i.other);
      table_of = {op_i.of[3] & ~drop_a, op_i.of[2] & ~(op_i.by_zero & drop_a), op_i.of[1],
          op_i.of[0] & ~drop_b};
      for (int i = 0; i < 32; i++) logical[i] = table_of[{a_i[i], b_i[i]}];

      // To the right
      fill   = {4{(op_i.sign & a_i[31]) | (op_i.sign_h & a_i[15]) | (op_i.sign_b & a_i[7])}};
      for (int k = 0; k < 4; k++) begin
        fill[k] = fill[k] | (op_i.orc & a_i[k*8+:8] != 8'b0);
        case ({k % 2 == 1 ? turn_i.half_odd : turn_i.half, turn_i.eight})
          2'd0:    turned[k*8+:8] = a_i[k*8+:8];
          2'd1:    turned[k*8+:8] = a_i[(k+1)%4*8+:8];
          2'd2:    turned[k*8+:8] = a_i[(k+2)%4*8+:8];
          default: turned[k*8+:8] = a_i[(k+3)%4*8+:8];
        endcase
      end
      case (turn_i.two)
        2'd0:    ;
        2'd1:    turned = {turned[1:0], turned[31:2]};
        2'd2:    turned = {turned[3:0], turned[31:4]};
        default: turned = {turned[5:0], turned[31:6]};
      endcase
      for (int i = 0; i < 32; i++) begin
        keep[i]    = turn_i.cut <= (op_i.left ? 5'(i) : 5'(31 - i));
        shifted[i] = keep[i] & ~op_i.fills ? (turn_i.one ? turned[(i+1)%32] : turned[i])
            : fill[i/8];
      end

      res_o    = ((sum[31:0] & {32{op_i.add}}) ^ logical) | shifted;
      if (op_i.slt) res_o[0] = sum[32];
    end
  end

endmodule
