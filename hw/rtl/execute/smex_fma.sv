// SPDX-License-Identifier: MIT
// Floating-point pipe of one lane: fused multiply-add, addition, multiplication, conversions; six
// stages, one operation a cycle.
//
//  1 unpack: one subnormal factor is normalised (two of them make a product too small to matter as
//  more than a sticky bit),
//    alignment distance, special cases. smex_fmisc works beside it; its result travels as a special
//    case does
//  2 24 x 24 multiplication; the addend is shifted to its place
//  3 sum or difference, as a magnitude
//  4 leading zeros, and from them the distance of the normalisation, which stops at the exponent of
//  subnormals
//  5 normalisation
//  6 rounding, flags, result
//
// The window of stages 2 to 5 is 75 bits and a sticky bit below: the product at its bits 47..0, the
// addend's 32 bits (a float's 24 above eight zeros) at 73..42 before they are shifted right. An
// addend that would have to lie further left stays there and the weight of the window follows it:
// the product is then only sticky. An integer to convert is the addend beside a zero product; to
// convert to an integer, the addend is shifted until its units lie at bit 42, and rounded there.
//
// v_i[k] says that stage k+1 has work; its register loads when adv_i[k] is high as well. The
// control word is the same for all lanes, so the caller keeps it in step.
module smex_fma (
  input  logic             clk_i,
  input  logic [5:0]       adv_i,
  input  logic [5:0]       v_i,
  /* verilator lint_off UNUSEDSIGNAL */  // the rounding mode is of use at the end only
  input  smex_pkg::fp_op_t op1_i,    // control word of stage 1
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic             int5_i,   // kind is FpF2i, stage 5
  input  logic             rdn5_i,   // rounding mode is RDN, stage 5
  input  logic             int6_i,
  input  logic             uns6_i,
  input  logic [2:0]       rm6_i,
  // Operands of stage 1: x * y + z
  input  logic [31:0]      x_i,
  // its exponent is 0. A register has it: what follows from it is the longest path of stage 1
  input  logic             x_sub_i,
  input  logic [31:0]      y_i,
  input  logic [31:0]      z_i,
  output logic [31:0]      res_o,    // after stage 6
  output logic [4:0]       flags_o   // {NV, DZ, OF, UF, NX}
);

  localparam logic [31:0] Nan = 32'h7fc0_0000;

  typedef struct packed {
    // The result follows from the operands alone, and passes the stages beside the arithmetic.
    logic        spec;
    logic        nv;
    logic [31:0] res;   // when spec
  } spec_t;

  typedef struct packed {
    // Mantissas of both factors and of the addend. sp, sz: signs of product and addend.
    logic [23:0] mx;
    logic [23:0] my;
    logic [31:0] mz;
    logic [6:0]  shr;     // of the addend
    logic        sp;
    logic        sz;
    logic [9:0]  room;    // left shift of the window that brings the weight 2^-126 to its top
    spec_t       s;
  } s1_t;

  typedef struct packed {
    // Product, and the addend at its place in the window
    logic [47:0] p;
    logic [74:0] c;       // with its sticky bit
    logic        sp;
    logic        sz;
    logic [9:0]  room;
    spec_t       s;
  } s2_t;

  typedef struct packed {
    logic [75:0] sum;
    // sub: signs differ, so it is a difference. sign: that of the result.
    logic        sub;
    logic        sign;
    logic [9:0]  room;
    spec_t       s;
  } s3_t;

  typedef struct packed {
    logic [75:0] sum;
    logic [6:0]  sh;      // distance of the normalisation
    logic        norm;    // the leading bit gets to the top
    logic        zero;
    logic        sub;
    logic        sign;
    logic [9:0]  room;
    spec_t       s;
  } s4_t;

  typedef struct packed {
    logic [31:0] x;       // exponent (9 bits) and fraction, or the integer
    logic        half;
    logic        half2;   // the bit below it
    logic        rest;    // anything below that
    logic        sign;
    spec_t       s;
  } s5_t;

  s1_t s1_d, s1_q;
  s2_t s2_d, s2_q;
  s3_t s3_d, s3_q;
  s4_t s4_d, s4_q;
  s5_t s5_d, s5_q;

  // ---- 1
  logic [31:0] misc_res;
  logic        misc_nv;

  // Leading zeros of 24 bits; 24 does not matter. The first four that are not all 0, and the first
  // of them: no shifts, which would be the longest path.
  function automatic logic [4:0] lzc24(input logic [23:0] x);
    logic [3:0] n;
    logic       above;           // are all 0
    lzc24 = '0;
    for (int k = 0; k < 6; k++) begin
      n     = x[20-4*k+:4];
      above = 1'b1;
      for (int j = 0; j < k; j++) above = above & x[20-4*j+:4] == 4'b0;
      lzc24 = lzc24 | ({5{above & n != 4'b0}} & {3'(k), ~(n[3] | n[2]), ~n[3] & (n[2] | ~n[1])});
    end
  endfunction

  // sub: the exponent is 0. far: the addend stays at the top of the window. negate: an integer is
  // negative.
  logic        x_sub, y_sub, z_sub, x_zero, y_zero, x_inf, y_inf, z_inf, x_nan, y_nan, z_nan,
      is_int, is_f2i, inv, far, negate;
  logic        x_exp1, y_exp1, z_exp1, x_frac0, y_frac0, z_frac0;
  logic [23:0] small_m, norm_m;
  logic [4:0]  lz;
  logic [9:0]  ez, es, ed, ep, gap, f2i_sh;
  // What a conversion to an integer gives beyond the limits
  logic [31:0] sat;

  always_comb begin
    {x_sub, y_sub, z_sub, x_zero, y_zero, x_inf, y_inf, z_inf, x_nan, y_nan, z_nan} = 'x;
    {x_exp1, y_exp1, z_exp1, x_frac0, y_frac0, z_frac0} = 'x;
    if (v_i[0]) begin
      x_sub   = x_sub_i;
      y_sub   = y_i[30:23] == 8'b0;
      z_sub   = z_i[30:23] == 8'b0;
      x_exp1  = &x_i[30:23];
      y_exp1  = &y_i[30:23];
      z_exp1  = &z_i[30:23];
      x_frac0 = x_i[22:0] == 23'b0;
      y_frac0 = y_i[22:0] == 23'b0;
      z_frac0 = z_i[22:0] == 23'b0;
      x_zero  = x_sub & x_frac0;
      y_zero  = y_sub & y_frac0;
      x_inf   = x_exp1 & x_frac0;
      y_inf   = y_exp1 & y_frac0;
      z_inf   = z_exp1 & z_frac0;
      x_nan   = x_exp1 & ~x_frac0;
      y_nan   = y_exp1 & ~y_frac0;
      z_nan   = z_exp1 & ~z_frac0;
    end
  end

  smex_fmisc u_misc (
    .misc_i(op1_i.misc), .sub_i(op1_i.sub), .a_i(x_i), .b_i(y_i), .a_exp0_i(x_sub),
    .a_exp1_i(x_exp1), .a_frac0_i(x_frac0), .a_nan_i(x_nan),
    .b_nan_i(y_nan), .both_zero_i(x_zero & y_zero), .res_o(misc_res), .nv_o(misc_nv)
  );

  always_comb begin
    s1_d = 'x;
    {is_int, is_f2i, inv, far, negate} = 'x;
    {small_m, norm_m, lz, ez, es, ed, ep, gap, f2i_sh, sat} = 'x;
    if (v_i[0]) begin
      is_f2i  = op1_i.kind == smex_pkg::FpF2i;
      is_int  = op1_i.kind == smex_pkg::FpI2f;
      small_m = {1'b0, x_sub ? x_i[22:0] : y_i[22:0]};
      lz      = x_sub | y_sub ? lzc24(small_m) : 5'd0;
      norm_m  = small_m << lz;
      s1_d.mx = is_f2i | is_int ? 24'b0 : x_sub ? norm_m : {1'b1, x_i[22:0]};
      s1_d.my = ~x_sub & y_sub ? norm_m : {~y_sub, y_i[22:0]};
      // How far the window's top lies above the weight 2^-126: with the addend at its place, with
      // the product at its own
      ez      = {2'b0, z_i[30:24], z_i[23] | z_sub};
      // The leading zeros are known last
      es      = {2'b0, x_i[30:24], x_i[23] | x_sub} + {2'b0, y_i[30:24], y_i[23] | y_sub} - 10'd100;
      ep      = es - {5'b0, lz};
      s1_d.sp = x_i[31] ^ y_i[31] ^ op1_i.neg_p;
      s1_d.sz = z_i[31] ^ op1_i.neg_c;
      // An integer's magnitude: -z is ~z + 1
      negate  = is_int & z_i[31] & ~op1_i.uns;
      s1_d.mz = ((is_int ? z_i : {~z_sub, z_i[22:0], 8'b0}) ^ {32{negate}}) + {31'b0, negate};
      ed      = es - ez;
      gap     = ed - {5'b0, lz};
      far     = gap[9] | x_zero | y_zero;
      s1_d.shr  = far ? 7'd0 : gap > 10'd127 ? 7'd127 : gap[6:0];
      s1_d.room = far ? ez : ep;
      if (op1_i.kind == smex_pkg::FpMul) s1_d.sz = s1_d.sp;

      inv = (x_inf & y_zero) | (x_zero & y_inf) | (x_nan & ~x_i[22]) | (y_nan & ~y_i[22]) |
          (z_nan & ~z_i[22]) |
            ((x_inf | y_inf) & ~x_nan & ~y_nan & z_inf & (s1_d.sp != s1_d.sz));
      // NaNs and infinities need no arithmetic.
      s1_d.s.spec = x_nan | y_nan | z_nan | x_inf | y_inf | z_inf;
      s1_d.s.nv   = inv;
      s1_d.s.res  = x_nan | y_nan | z_nan | inv ? Nan
          : {x_inf | y_inf ? s1_d.sp : s1_d.sz, 31'h7f80_0000};

      f2i_sh = 10'd158 - ez;
      sat    = z_i[31] & ~z_nan ? {~op1_i.uns, 31'b0} : {op1_i.uns, 31'h7fff_ffff};
      if (is_int) begin
        s1_d.sz     = negate;
        s1_d.sp     = negate;
        s1_d.shr    = 7'd0;
        s1_d.room   = 10'd158;  // the integer's last bit has weight 1 at window bit 42
        s1_d.s.spec = 1'b0;
        s1_d.s.nv   = 1'b0;
      end
      if (is_f2i) begin
        s1_d.sp     = s1_d.sz;
        s1_d.shr    = f2i_sh > 10'd127 ? 7'd127 : f2i_sh[6:0];
        s1_d.s.spec = z_i[30:23] > 8'd158;
        s1_d.s.nv   = s1_d.s.spec;
        s1_d.s.res  = sat;
      end
      if (op1_i.kind == smex_pkg::FpMisc) begin
        s1_d.s.spec = 1'b1;
        s1_d.s.nv   = misc_nv;
        s1_d.s.res  = misc_res;
      end
    end
  end

  // ---- 2
  logic [46:0] fine;       // the addend, shifted by less than 16
  logic [73:0] placed;
  logic        lost;       // of it some bit is below the window
  logic [40:0] low;        // products with parts of a factor
  logic [30:0] top;

  always_comb begin
    s2_d = 'x;
    {fine, placed, lost, low, top} = 'x;
    if (v_i[1]) begin
      fine      = {s1_q.mz, 15'b0} >> s1_q.shr[3:0];
      placed    = '0;
      for (int k = 0; k < 5; k++)
        placed = placed | ({fine, 27'b0} >> 16 * k & {74{s1_q.shr[6:4] == 3'(k)}});
      lost      = (s1_q.shr[6:4] >= 3'd2 & fine[4:0] != 5'b0) |
          (s1_q.shr[6:4] >= 3'd3 & fine[20:5] != 16'b0) |
                  (s1_q.shr[6:4] >= 3'd4 & fine[36:21] != 16'b0) |
                      (s1_q.shr[6:4] >= 3'd5 & fine[46:37] != 10'b0);
      // Two multiplier blocks of 25 x 18 signed bits, four of 18 x 18
      low       = {17'b0, s1_q.mx} * {24'b0, s1_q.my[16:0]};
      top       = {7'b0, s1_q.mx} * {24'b0, s1_q.my[23:17]};
      s2_d.p    = {top + {7'b0, low[40:17]}, low[16:0]};
      s2_d.c    = {placed, lost};
      s2_d.sp   = s1_q.sp;
      s2_d.sz   = s1_q.sz;
      s2_d.room = s1_q.room;
      s2_d.s    = s1_q.s;
    end
  end

  // ---- 3 The product ends at bit 48: above it there is only the addend, plus or minus what the
  // lower bits carry. The difference is taken both ways in the lower bits alone; which of them is
  // it is known when these are.
  logic [48:0] pp;
  logic [49:0] t, u;       // product with addend; addend less product: its highest bit is a borrow
  logic [25:0] high;       // of the addend
  logic        less, carry;

  always_comb begin
    s3_d = 'x;
    {pp, t, u, high, less, carry} = 'x;
    if (v_i[2]) begin
      s3_d.sub  = s2_q.sp ^ s2_q.sz;
      pp        = {s2_q.p, 1'b0};
      high      = s2_q.c[74:49];
      // the carry in is one bit more at the low end
      t         = 50'(({1'b0, pp, 1'b1} + {1'b0, s2_q.c[48:0] ^ {49{s3_d.sub}}, s3_d.sub}) >> 1);
      u         = {1'b0, s2_q.c[48:0]} - {1'b0, pp};
      // The addend is not the lesser one. Nothing is borrowed from no bits above.
      less      = s3_d.sub & (high != 26'b0 | ~u[49]);
      carry     = s3_d.sub ? high == 26'b0 | ~u[49] : t[49];
      s3_d.sum  = {27'(({1'b0, high, 1'b1} + {{27{s3_d.sub}}, carry}) >> 1),
          less ? u[48:0] : t[48:0]};
      s3_d.sign = less ? s2_q.sz : s2_q.sp;
      s3_d.room = s2_q.room;
      s3_d.s    = s2_q.s;
    end
  end

  // ---- 4 Leading zeros of 76 bits: which of three words, which four bits of it, which of them. 76
  // does not matter.
  function automatic logic [6:0] lzc76(input logic [75:0] x);
    logic [31:1] word;
    logic [7:1]  some;
    logic [3:1]  four;
    logic [1:0]  k;
    k    = x[75:44] != 32'b0 ? 2'd0 : x[43:12] != 32'b0 ? 2'd1 : 2'd2;
    word = k == 2'd0 ? x[75:45] : k == 2'd1 ? x[43:13] : {x[11:0], 19'h7_ffff};
    some = {|word[31:28], |word[27:24], |word[23:20], |word[19:16], |word[15:12], |word[11:8],
        |word[7:4]};
    lzc76[6:5] = k;
    lzc76[4]   = some[7:4] == 4'b0;
    lzc76[3]   = lzc76[4] ? some[3:2] == 2'b0 : some[7:6] == 2'b0;
    case (lzc76[4:3])
      2'd0:    lzc76[2] = ~some[7];
      2'd1:    lzc76[2] = ~some[5];
      2'd2:    lzc76[2] = ~some[3];
      default: lzc76[2] = ~some[1];
    endcase
    case (lzc76[4:2])
      3'd0:    four = word[31:29];
      3'd1:    four = word[27:25];
      3'd2:    four = word[23:21];
      3'd3:    four = word[19:17];
      3'd4:    four = word[15:13];
      3'd5:    four = word[11:9];
      3'd6:    four = word[7:5];
      default: four = word[3:1];
    endcase
    lzc76[1] = four[3:2] == 2'b0;
    lzc76[0] = ~four[3] & (four[2] ? 1'b1 : ~four[1]);
  endfunction

  // a <= b without a carry chain: the lowest bits of a are known last, and decide last
  function automatic logic at_most(input logic [6:0] a, input logic [6:0] b);
    at_most = 1'b1;
    for (int i = 0; i < 7; i++) if (a[i] != b[i]) at_most = b[i];
  endfunction

  logic [6:0] lead;

  always_comb begin
    s4_d = 'x;
    lead = 'x;
    if (v_i[3]) begin
      lead      = lzc76(s3_q.sum);
      s4_d.sum  = s3_q.sum;
      // as lzc76 looks at them
      s4_d.zero = ~(s3_q.sum[75:44] != 32'b0) & ~(s3_q.sum[43:12] != 32'b0) &
          s3_q.sum[11:0] == 12'b0;
      s4_d.norm = s3_q.room[9:7] != 3'b0 | at_most(lead, s3_q.room[6:0]);
      s4_d.sh   = s4_d.norm ? lead : s3_q.room[6:0];
      s4_d.sub  = s3_q.sub;
      s4_d.sign = s3_q.sign;
      s4_d.room = s3_q.room;
      s4_d.s    = s3_q.s;
    end
  end

  // ---- 5
  /* verilator lint_off UNUSEDSIGNAL */  // the leading bit is not stored
  logic [75:0] m;
  /* verilator lint_on UNUSEDSIGNAL */
  logic [8:0]  be;

  always_comb begin
    s5_d = 'x;
    {m, be} = 'x;
    if (v_i[4]) begin
      // What a shift can't bring above the rounding position any more is only sticky, and goes into
      // one bit.
      m          = s4_q.sum << {s4_q.sh[6:5], 5'b0};
      m          = {m[75:19], 19'b0} | {56'b0, s4_q.sh[6:5] == 2'b0 & s4_q.sum[18:0] != 19'b0,
          19'b0};
      m          = m << {s4_q.sh[4:3], 3'b0};
      m          = {m[75:43], 43'b0} | {32'b0, m[42:0] != 43'b0, 43'b0};
      m          = m << {s4_q.sh[2:1], 1'b0};
      be         = s4_q.norm ? 9'(s4_q.room - {3'b0, s4_q.sh} + 10'd1) : 9'd0;
      // The last place is chosen where an integer's bits are
      if (s4_q.zero) m = '0;
      s5_d.x     = {be & {9{~s4_q.zero}}, s4_q.sh[0] ? m[73:51] : m[74:52]};
      s5_d.half  = s4_q.sh[0] ? m[50] : m[51];
      s5_d.half2 = s4_q.sh[0] ? m[49] : m[50];
      s5_d.rest  = m[48:0] != 49'b0 | (m[49] & ~s4_q.sh[0]);
      s5_d.sign  = s4_q.zero & s4_q.sub ? rdn5_i : s4_q.sign;
      if (int5_i) begin
        s5_d.x     = s4_q.sum[74:43];
        s5_d.half  = s4_q.sum[42];
        s5_d.half2 = 1'b0;
        s5_d.rest  = s4_q.sum[41:0] != 42'b0;
      end
      s5_d.s = s4_q.s;
    end
  end

  // ---- 6
  logic        up, up2, inexact, overflow, tiny, to_max, int_nv;
  logic [31:0] r;
  logic [31:0] res_d;
  logic [4:0]  flags_d;

  always_comb begin
    res_d   = 'x;
    flags_d = 'x;
    {up, up2, inexact, overflow, tiny, to_max, int_nv, r} = 'x;
    if (v_i[5]) begin
      up       = smex_pkg::round_up(s5_q.sign, s5_q.x[0], s5_q.half, s5_q.half2 | s5_q.rest, rm6_i);
      up2      = smex_pkg::round_up(s5_q.sign, s5_q.half, s5_q.half2, s5_q.rest, rm6_i);
      inexact  = s5_q.half | s5_q.half2 | s5_q.rest;
      // -(m + up) = ~m + !up
      r        = (s5_q.x ^ {32{int6_i & s5_q.sign}}) + {31'b0, up ^ (int6_i & s5_q.sign)};
      // The exponent is that of infinity, or above.
      overflow = r[31:23] >= 9'd255;
      // A result is tiny if rounding it with one bit more of precision does not reach the smallest
      // normal number
      tiny     = s5_q.x[31:23] == 9'b0 & ~((&s5_q.x[22:0]) & s5_q.half & up2);
      to_max   = rm6_i == 3'd1 | (rm6_i == smex_pkg::RmRdn & ~s5_q.sign) |
          (rm6_i == smex_pkg::RmRup & s5_q.sign);
      // A value with bits to round off is far from the limits
      int_nv   = uns6_i ? s5_q.sign & (s5_q.x != 32'b0 | up) : s5_q.x[31] &
          (~s5_q.sign | (s5_q.x[30:0] != 31'b0));
      if (s5_q.s.spec) begin
        res_d   = s5_q.s.res;
        flags_d = {s5_q.s.nv, 4'b0};
      end else if (int6_i) begin
        res_d   = ~int_nv ? r : s5_q.sign ? {~uns6_i, 31'b0} : {uns6_i, 31'h7fff_ffff};
        flags_d = {int_nv, 3'b0, inexact & ~int_nv};
      end else begin
        res_d   = {s5_q.sign, overflow ? {8'hff, 23'b0} - {30'b0, to_max} : r[30:0]};
        flags_d = {2'b0, overflow, tiny & inexact, inexact | overflow};
      end
    end
  end

  always_ff @(posedge clk_i) begin
    // A stage without work keeps what it has.
    if (v_i[0] & adv_i[0]) s1_q <= s1_d;
    if (v_i[1] & adv_i[1]) s2_q <= s2_d;
    if (v_i[2] & adv_i[2]) s3_q <= s3_d;
    if (v_i[3] & adv_i[3]) s4_q <= s4_d;
    if (v_i[4] & adv_i[4]) s5_q <= s5_d;
    if (v_i[5] & adv_i[5]) begin
      res_o   <= res_d;
      flags_o <= flags_d;
    end
  end

endmodule
