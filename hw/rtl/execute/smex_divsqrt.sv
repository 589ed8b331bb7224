// SPDX-License-Identifier: MIT
// Iterative unit of one lane: integer division and remainder, float division and square root, one
// bit a step (restoring).
//
// The sequence of phases is the same for all lanes and comes from smex_special; this is the
// datapath:
//   load, norm* until busy_o is low, setup, step* (32 for integers, 26 for floats), post, denorm*
//   until busy_o is low; then res_o, flags_o.
// Quotient:    rem = {rem, next bit of quo} - den where that is not negative; quo collects the
// result bits.
//              A float's mantissas are rem and den = 2 * mantissa, with zeros to shift in: the
//              first bit is the integer bit.
// Square root: rem = {rem, two bits of den} - {quo, 01}; den holds the radicand with two integer
// bits. A float result is quo[25:0] * 2^-25 with a sticky bit from the remainder. One that is
// subnormal is tiny: a quotient below a power of two is below it by more than rounding at full
// precision could make up (1 - ma/mb >= 1/mb > 2^-24), and roots are never small.
module smex_divsqrt (
  // v_i: the lane's thread is active. All lanes share phase and operation. a_i, b_i come with load.
  input  logic                  clk_i,
  input  logic                  v_i,      // some phase is on
  input  smex_pkg::iter_phase_t phase_i,
  input  logic [1:0]            op_i,     // smex_pkg::Iter*
  input  logic                  sgn_i,    // signed integers
  input  logic [2:0]            rm_i,
  input  logic [31:0]           a_i,
  input  logic [31:0]           b_i,
  output logic                  busy_o,   // norm or denorm has more to do
  // Result and flags {NV, DZ, OF, UF, NX}, from the end of the last phase on
  output logic [31:0]           res_o,
  output logic [4:0]            flags_o
);

  logic        is_fp, is_sqrt;
  // rem_q: remainder. den_q: divisor, or what is left of the radicand. quo_q: dividend, then
  // result.
  logic [32:0] rem_q, rem_d, rem_sh, den_q, den_d, diff;
  logic [31:0] quo_q, quo_d;
  logic [9:0]  exp_q, exp_d;   // biased exponent of the result, signed
  logic        neg_q, neg_d;   // sign of the result
  // A bit that is 1 has been shifted out of a subnormal result.
  logic        sticky_q, sticky_d;
  // spec: the result follows from the operands, and the steps are for nothing. nv, dz: its flags.
  logic        spec_q, spec_d, nv_q, nv_d, dz_q, dz_d;
  logic [1:0]  kind_q, kind_d; // result when spec: 0 zero, 1 infinity, 2 NaN
  logic        ge, up, rest, inexact, overflow, to_max, e_odd;
  logic        a_inf;
  logic        b_inf;
  logic        a_nan;
  logic        b_nan;
  logic        a_zero;
  logic        b_zero;
  logic        neg_a;
  logic        neg_b;
  logic [9:0]  ea, eb, e_root;
  logic [31:0] x, y;

  assign is_fp   = op_i[1];
  assign is_sqrt = op_i == smex_pkg::IterSqrt;

  // Normalising: both mantissas' leading bits; denormalising: until the exponent is that of
  // subnormals
  assign busy_o = v_i & is_fp & ~spec_q &
                  (phase_i.norm ? ~rem_q[23] | (~is_sqrt & ~den_q[24]) : phase_i.denorm &
                      (exp_q[9] | exp_q == 10'b0));

  // What lies below the two bits that are kept for rounding
  assign rest    = sticky_q | (rem_q != 33'b0);
  assign up      = smex_pkg::round_up(neg_q, quo_q[2], quo_q[1], quo_q[0] | rest, rm_i);
  assign inexact = quo_q[1] | quo_q[0] | rest;

  always_comb begin
    {rem_d, den_d, quo_d, exp_d, neg_d, sticky_d} = {rem_q, den_q, quo_q, exp_q, neg_q, sticky_q};
    {spec_d, nv_d, dz_d, kind_d} = {spec_q, nv_q, dz_q, kind_q};
    {rem_sh, diff, ge, e_odd, e_root, ea, eb, neg_a, neg_b} = 'x;
    {a_inf, b_inf, a_nan, b_nan, a_zero, b_zero} = 'x;
    if (v_i) begin
      if (phase_i.load) begin
        // Of a root only the first operand counts.
        a_inf    = a_i[30:0] == 31'h7f80_0000;
        b_inf    = b_i[30:0] == 31'h7f80_0000;
        a_nan    = &a_i[30:23] & a_i[22:0] != 23'b0;
        b_nan    = &b_i[30:23] & b_i[22:0] != 23'b0 & ~is_sqrt;
        a_zero   = a_i[30:0] == 31'b0;
        b_zero   = b_i[30:0] == 31'b0;
        neg_a    = sgn_i & a_i[31];
        neg_b    = sgn_i & b_i[31];
        ea       = {2'b0, a_i[30:24], a_i[23] | (a_i[30:23] == 8'b0)};
        eb       = {2'b0, b_i[30:24], b_i[23] | (b_i[30:23] == 8'b0)};
        sticky_d = 1'b0;
        spec_d   = 1'b0;
        nv_d     = 1'b0;
        dz_d     = 1'b0;
        kind_d   = 2'd0;
        if (is_fp) begin
          rem_d = {9'b0, a_i[30:23] != 8'b0, a_i[22:0]};
          den_d = {8'b0, b_i[30:23] != 8'b0, b_i[22:0], 1'b0};
          quo_d = 32'b0;
          exp_d = is_sqrt ? ea : ea - eb + 10'd127;
          neg_d = a_i[31] ^ (b_i[31] & ~is_sqrt);
          nv_d  = (a_nan & ~a_i[22]) | (b_nan & ~b_i[22]) |
                  (~a_nan & ~b_nan & (is_sqrt ? a_i[31] & ~a_zero : (a_inf & b_inf) |
                      (a_zero & b_zero)));
          dz_d  = ~is_sqrt & b_zero & ~a_zero & ~a_inf & ~a_nan;
          spec_d = a_nan | a_inf | a_zero | nv_d | (~is_sqrt & (b_nan | b_inf | b_zero));
          kind_d = a_nan | b_nan | nv_d ? 2'd2 : a_inf | dz_d | (~is_sqrt & b_zero) ? 2'd1 : 2'd0;
        end else begin
          rem_d = 33'b0;
          den_d = {1'b0, neg_b ? 32'd0 - b_i : b_i};
          quo_d = neg_a ? 32'd0 - a_i : a_i;
          // A quotient by zero is all ones, which needs no sign. A remainder has the sign of the
          // dividend.
          neg_d = op_i == smex_pkg::IterRem ? neg_a : (neg_a ^ neg_b) & (b_i != 32'b0);
        end
      end
      // Both mantissas get their leading bits, a place each cycle.
      if (phase_i.norm & is_fp & ~spec_q) begin
        if (~rem_q[23]) rem_d = rem_q << 1;
        if (~is_sqrt & ~den_q[24]) den_d = den_q << 1;
        exp_d = exp_q - {9'b0, ~rem_q[23]} + {9'b0, ~is_sqrt & ~den_q[24]};
      end
      if (phase_i.setup & is_sqrt) begin
        // The exponent is halved; an odd one leaves a factor of two in the radicand.
        e_root = exp_q - 10'd127;
        e_odd  = e_root[0];
        exp_d  = {e_root[9], e_root[9:1]} + 10'd127;
        den_d  = e_odd ? {1'b0, rem_q[23:0], 8'b0} : {2'b0, rem_q[23:0], 7'b0};
        rem_d  = 33'b0;
      end
      if (phase_i.step) begin
        rem_sh = is_sqrt ? {rem_q[30:0], den_q[31:30]} : {rem_q[31:0], quo_q[31]};
        // The remainder of an integer division may use all 33 bits: compare with one bit more
        {ge, diff} = {1'b1, rem_sh} - {1'b0, is_sqrt ? {quo_q[30:0], 2'b01} : den_q};
        rem_d  = ge ? diff : rem_sh;
        quo_d  = {quo_q[30:0], ge};
        if (is_sqrt) den_d = den_q << 2;
      end
      if (phase_i.post & is_fp) begin
        // The quotient of two mantissas is above 1/2, so its first bit may be missing.
        if (~quo_q[25]) begin
          quo_d = {quo_q[30:0], 1'b0};
          exp_d = exp_q - 10'd1;
        end
      end
      if (phase_i.denorm & is_fp & ~spec_q & (exp_q[9] | exp_q == 10'b0)) begin
        sticky_d = sticky_q | quo_q[0];
        quo_d    = {1'b0, quo_q[31:1]};
        // More than 30 places leave nothing but the sticky bit.
        exp_d    = (exp_q[9] & exp_q[8:0] < 9'd482 ? 10'd994 : exp_q) + 10'd1;
      end
    end
  end

  // ---- Result: -x = ~x + 1 and rounding share an incrementer
  always_comb begin
    {x, y, overflow, to_max} = 'x;
    res_o   = 'x;
    flags_o = 'x;
    if (v_i) begin
      x        = is_fp ? {1'b0, quo_q[25] ? exp_q[7:0] : 8'b0, quo_q[24:2]}
          : (op_i == smex_pkg::IterRem ? rem_q[31:0] : quo_q) ^ {32{neg_q}};
      y        = x + {31'b0, is_fp ? up : neg_q};
      overflow = ~exp_q[9] & (exp_q[8] | y[30:23] == 8'hff);
      // Rounding towards zero stops at the greatest finite number.
      to_max   = rm_i == 3'd1 | (rm_i == smex_pkg::RmRdn & ~neg_q) |
          (rm_i == smex_pkg::RmRup & neg_q);
      res_o    = y;
      flags_o  = 5'b0;
      if (is_fp) begin
        if (spec_q) begin
          res_o   = kind_q == 2'd2 ? 32'h7fc0_0000 : {neg_q, kind_q[0] ? 31'h7f80_0000 : 31'b0};
          flags_o = {nv_q, dz_q, 3'b0};
        end else begin
          res_o   = {neg_q, overflow ? {8'hff, 23'b0} - {30'b0, to_max} : y[30:0]};
          flags_o = {2'b0, overflow, ~quo_q[25] & inexact, inexact | overflow};
        end
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (v_i) begin
      rem_q    <= rem_d;
      den_q    <= den_d;
      quo_q    <= quo_d;
      exp_q    <= exp_d;
      neg_q    <= neg_d;
      sticky_q <= sticky_d;
      spec_q   <= spec_d;
      nv_q     <= nv_d;
      dz_q     <= dz_d;
      kind_q   <= kind_d;
    end
  end

endmodule
