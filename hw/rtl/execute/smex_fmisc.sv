// SPDX-License-Identifier: MIT
// Floating-point operations of one lane that need no arithmetic: sign injection, min, max, comparisons, classification.
// Combinational; smex_fma carries the result through its pipe.
module smex_fmisc (
  input  logic [2:0]  misc_i,  // smex_pkg::Misc*
  input  logic [1:0]  sub_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] res_o,
  output logic        nv_o
);

  logic a_nan, b_nan, a_snan, b_snan, both_zero, eq, lt, mag_lt, sign;
  logic a_exp0, a_exp1, a_frac0;

  always_comb begin
    a_nan     = &a_i[30:23] & a_i[22:0] != 23'b0;
    b_nan     = &b_i[30:23] & b_i[22:0] != 23'b0;
    a_snan    = a_nan & ~a_i[22];
    b_snan    = b_nan & ~b_i[22];
    both_zero = (a_i[30:0] | b_i[30:0]) == 31'b0;
    eq        = a_i == b_i;
    mag_lt    = a_i[30:0] < b_i[30:0];
    // Of the bit patterns: -0 < +0 here, which is what min and max want
    lt        = a_i[31] != b_i[31] ? a_i[31] : a_i[31] ? ~mag_lt & ~eq : mag_lt;
    a_exp0    = a_i[30:23] == 8'h00;
    a_exp1    = a_i[30:23] == 8'hff;
    a_frac0   = a_i[22:0] == 23'b0;
    sign      = sub_i == 2'd0 ? b_i[31] : sub_i == 2'd1 ? ~b_i[31] : a_i[31] ^ b_i[31];
    nv_o      = 1'b0;
    case (misc_i)
      smex_pkg::MiscSgnj: res_o = {sign, a_i[30:0]};
      smex_pkg::MiscMin: begin
        nv_o  = a_snan | b_snan;
        res_o = a_nan & b_nan ? 32'h7fc0_0000 : b_nan | (~a_nan & (lt ^ sub_i[0])) ? a_i : b_i;
      end
      smex_pkg::MiscCmp: begin
        nv_o  = sub_i[1] ? a_snan | b_snan : a_nan | b_nan;
        res_o = {31'b0, ~a_nan & ~b_nan & (((sub_i != 2'd1) & (eq | both_zero)) | (~sub_i[1] & lt & ~both_zero))};
      end
      default:
        res_o = {22'b0,
                 a_nan & a_i[22], a_snan,
                 ~a_i[31] & a_exp1 & a_frac0,
                 ~a_i[31] & ~a_exp1 & ~a_exp0,
                 ~a_i[31] & a_exp0 & ~a_frac0,
                 ~a_i[31] & a_exp0 & a_frac0,
                 a_i[31] & a_exp0 & a_frac0,
                 a_i[31] & a_exp0 & ~a_frac0,
                 a_i[31] & ~a_exp1 & ~a_exp0,
                 a_i[31] & a_exp1 & a_frac0};
    endcase
  end

endmodule
