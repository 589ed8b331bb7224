// SPDX-License-Identifier: MIT
// Floating-point operations of one lane that need no arithmetic: sign injection, min, max,
// comparisons, classification. Combinational; smex_fma carries the result through its pipe.
module smex_fmisc (
  // Operation, and which of its kind: see smex_pkg::Misc*
  input  logic [2:0]  misc_i,  // smex_pkg::Misc*
  input  logic [1:0]  sub_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic        a_exp0_i,     // a's exponent is zero, is all ones, its fraction is zero
  input  logic        a_exp1_i,
  input  logic        a_frac0_i,
  // An operand is a NaN; both are zero, of either sign.
  input  logic        a_nan_i,
  input  logic        b_nan_i,
  input  logic        both_zero_i,
  // Result, and the flag NV
  output logic [31:0] res_o,
  output logic        nv_o
);

  // Signalling NaNs: their highest fraction bit is 0.
  logic a_snan, b_snan, eq, lt, mag_lt, sign;

  always_comb begin
    a_snan    = a_nan_i & ~a_i[22];
    b_snan    = b_nan_i & ~b_i[22];
    eq        = a_i == b_i;
    mag_lt    = a_i[30:0] < b_i[30:0];
    // Of the bit patterns: -0 < +0 here, which is what min and max want
    lt        = a_i[31] != b_i[31] ? a_i[31] : a_i[31] ? ~mag_lt & ~eq : mag_lt;
    sign      = sub_i == 2'd0 ? b_i[31] : sub_i == 2'd1 ? ~b_i[31] : a_i[31] ^ b_i[31];
    nv_o      = 1'b0;
    case (misc_i)
      smex_pkg::MiscSgnj: res_o = {sign, a_i[30:0]};
      smex_pkg::MiscMin: begin
        // Of a number and a NaN the number is taken; two NaNs give the canonical one.
        nv_o  = a_snan | b_snan;
        res_o = a_nan_i & b_nan_i ? 32'h7fc0_0000 : b_nan_i | (~a_nan_i & (lt ^ sub_i[0])) ? a_i
            : b_i;
      end
      smex_pkg::MiscCmp: begin
        // Only feq is quiet: flt and fle raise NV for every NaN. Zeros of both signs are equal.
        nv_o  = sub_i[1] ? a_snan | b_snan : a_nan_i | b_nan_i;
        res_o = {31'b0, ~a_nan_i & ~b_nan_i & (((sub_i != 2'd1) & (eq | both_zero_i)) |
            (~sub_i[1] & lt & ~both_zero_i))};
      end
      // fclass: one of ten bits, from -infinity in bit 0 to a quiet NaN in bit 9
      default:
        res_o = {22'b0,
                 a_nan_i & a_i[22], a_snan,
                 ~a_i[31] & a_exp1_i & a_frac0_i,
                 ~a_i[31] & ~a_exp1_i & ~a_exp0_i,
                 ~a_i[31] & a_exp0_i & ~a_frac0_i,
                 ~a_i[31] & a_exp0_i & a_frac0_i,
                 a_i[31] & a_exp0_i & a_frac0_i,
                 a_i[31] & a_exp0_i & ~a_frac0_i,
                 a_i[31] & ~a_exp1_i & ~a_exp0_i,
                 a_i[31] & a_exp1_i & a_frac0_i};
    endcase
  end

endmodule
