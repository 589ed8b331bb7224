// SPDX-License-Identifier: MIT
// Control words inside the execution block: decoded once per instruction, the same for all its
// lanes.
/* verilator lint_off UNUSEDPARAM */   // a package of constants: each user takes some
/* verilator lint_off UNUSEDSIGNAL */  // functions of whole instruction words
package smex_pkg;

  // ---- Integer ALU (smex_alu). A result bit is what its units give that are let through.
  typedef struct packed {
    logic       add;      // the sum
    logic       slt;      // bit 0 is a < b
    logic       fills;    // of the rotator nothing but what fills is let through
    logic       neg;      // subtract: b comes inverted
    logic [1:0] shadd;    // a << shadd before the addition
    logic       uns;      // unsigned comparison
    logic [3:0] of;       // truth table at {a, b as it comes}
    logic       by_lt;    // it says a or b: the lesser one picks
    logic       by_zero;  // it says a or nothing: b == 0 picks
    logic       other;    // the other one is picked
    logic       left;     // to the left
    logic       sign;     // filled with a[31], a[15], a[7]
    logic       sign_h;
    logic       sign_b;
    logic       orc;      // filled with ones where the byte is not zero
    logic       count;    // zeros are counted; not in smex_alu
  } alu_op_t;

  // What comes in front of the ALU: how the operands are made
  typedef struct packed {
    logic       clz;      // a is -1, b the other register reversed
    logic       neg;      // b is inverted
    logic       turn;     // by b, to the right
    logic       left;     // to the left
    logic       cut;      // what a shift loses is filled
    logic [1:0] low;      // 2: the upper half is filled, 3: all but the lowest byte
    logic       rev;      // of the bytes, two turn in the opposite direction (b is 24)
  } alu_in_t;

  // How far a lane's rotator turns to the right: by 16 (bytes 1 and 3 apart), 8, 2 and 1 places,
  // and how many bits it fills
  typedef struct packed {
    logic       half;
    logic       half_odd;
    logic       eight;
    logic [1:0] two;
    logic       one;
    logic [4:0] cut;
  } turn_t;

  // ---- Floating point
  localparam logic [2:0] FpAdd  = 3'd0;  // x * 1 + z
  localparam logic [2:0] FpMul  = 3'd1;  // x * y
  localparam logic [2:0] FpMadd = 3'd2;  // x * y + z
  localparam logic [2:0] FpI2f  = 3'd3;  // z is an integer
  localparam logic [2:0] FpF2i  = 3'd4;  // z to an integer
  localparam logic [2:0] FpMisc = 3'd5;  // smex_fmisc of x, y

  localparam logic [2:0] MiscSgnj  = 3'd0;  // sub: 0 copy, 1 negate, 2 xor
  localparam logic [2:0] MiscMin   = 3'd1;  // sub: 0 min, 1 max
  localparam logic [2:0] MiscCmp   = 3'd2;  // sub: 0 le, 1 lt, 2 eq
  localparam logic [2:0] MiscClass = 3'd3;

  typedef struct packed {
    logic [2:0] kind;
    logic       neg_p;  // negate the product
    logic       neg_c;  // negate the addend
    logic       uns;    // conversion from or to unsigned
    logic [2:0] rm;     // resolved rounding mode, 0..4
    logic [2:0] misc;
    logic [1:0] sub;
  } fp_op_t;

  localparam logic [2:0] RmRne = 3'd0;
  localparam logic [2:0] RmRdn = 3'd2;
  localparam logic [2:0] RmRup = 3'd3;
  localparam logic [2:0] RmRmm = 3'd4;

  // ---- Iterative unit
  localparam logic [1:0] IterDiv  = 2'd0;  // integer quotient
  localparam logic [1:0] IterRem  = 2'd1;
  localparam logic [1:0] IterFdiv = 2'd2;
  localparam logic [1:0] IterSqrt = 2'd3;

  typedef struct packed {
    logic load;    // take the operands
    logic norm;    // shift subnormal operands left by one
    logic setup;   // begin the recurrence
    logic step;    // one digit
    logic post;    // normalise the quotient, find out whether the result is tiny
    logic denorm;  // shift a subnormal result right by one
  } iter_phase_t;

  // ---- What goes with a beat through a pipe
  typedef struct packed {
    logic [5:0] warp;
    logic [7:0] seq;
    logic [4:0] rd;
    logic [2:0] beat;    // smgpu_pkg::BeatW bits: Yosys knows no package within another one
    logic       last;
  } meta_t;

  // ---- What a CSR reads: thread t gets value, or (lane) ({base, t} >> shift) & keep, or (walk)
  // its index in the CTA, counted
  typedef struct packed {
    logic        known;
    logic        lane;
    logic        walk;
    logic [4:0]  base;
    logic [3:0]  shift;
    logic [9:0]  keep;
    logic [31:0] value;
  } csr_t;

  // Instructions of the special pipe of which there is one at a time: the iterative ones, and CSR
  // instructions that write, trap, or read what the warp's other instructions change (fflags, frm,
  // instret). Other CSRs: c00, c01, c80, c81, cc0 to cd2, without an operand.
  function automatic logic is_slow(input logic [31:0] insn);
    logic reads;
    reads = insn[13] & insn[19:15] == 5'd0 & insn[31:28] == 4'hc &
            (insn[27:26] == 2'b11 ? ~insn[25] & (~insn[24] |
                (insn[23:22] == 2'b00 & insn[21:20] != 2'b11)) :
                                    ~insn[26] & insn[25:21] == 5'd0);
    case (insn[6:2])
      5'h0c:   is_slow = insn[14];
      5'h14:   is_slow = 1'b1;
      5'h1c:   is_slow = ~reads;
      default: is_slow = 1'b0;
    endcase
  endfunction

  // Of the instructions for load/store: those with three operands, amocas and texture
  function automatic logic has_third(input logic [31:0] insn);
    has_third = (insn[6:2] == 5'h0b && insn[31:27] == 5'h05) || insn[6:2] == 5'h0a;
  endfunction

  // xsm.attr.fma, among the instructions of its opcode
  function automatic logic is_attr_fma(input logic [31:0] insn);
    is_attr_fma = insn[14:12] == 3'd0 && insn[26];
  endfunction

  // xsm.attr.base
  function automatic logic is_base(input logic [31:0] insn);
    is_base = insn[6:2] == 5'h0a && insn[14:12] == 3'd7;
  endfunction

  // The constant or attribute that stands in for the second operand comes where an instruction has
  // its pc.
  function automatic logic has_const(input logic [31:0] insn);
    has_const = insn[6:2] == 5'h16 || insn[6:2] == 5'h1e ||
        (insn[6:2] == 5'h0a && (insn[14:12] == 3'd6 || is_attr_fma(insn)));
  endfunction

  // Whether all threads get the same result when their operands are the same: not what memory or
  // other threads take part in, and not the CSRs that tell threads apart (thread index, lane). Slow
  // CSR instructions are few.
  function automatic logic is_alike(input logic [31:0] insn);
    case (insn[6:2])
      5'h00, 5'h08, 5'h0b: is_alike = 1'b0;
      5'h0a:   is_alike = insn[14:13] == 2'b11 || is_attr_fma(insn);
      5'h1c:   is_alike = ~is_slow(insn) & ~(insn[27:22] == 6'h30 & insn[21:20] != 2'b11) &
                          insn[27:20] != 8'hcd;
      default: is_alike = 1'b1;
    endcase
  endfunction

  // OP, with a constant or not
  function automatic logic is_op(input logic [31:0] insn);
    is_op = insn[6:2] == 5'h0c || insn[6:2] == 5'h16;
  endfunction

  // Decodes what the integer pipe runs into {alu_in_t, alu_op_t} (Yosys has no members of a
  // function's result).
  function automatic logic [27:0] alu_decode(input logic [31:0] insn);
    logic [2:0] f3;
    logic [6:0] f7;
    logic       reg_reg, add, slt, shift, neg, clz, uns, by_lt, by_zero, other, turn, left, cut,
        sign, sign_h, sign_b, orc, rev, count;
    logic [1:0] shadd, low;
    logic [3:0] of;
    f3      = insn[14:12];
    f7      = insn[31:25];
    reg_reg = is_op(insn);
    {add, slt, shift, neg, clz, uns, by_lt, by_zero, other, turn, left, cut, sign, sign_h, sign_b,
        orc, rev, count} = '0;
    {shadd, low, of} = '0;
    if (insn[6:2] == 5'h18) begin                           // branches: compare only
      neg = 1'b1;
      uns = f3[1];
    end else if (~reg_reg && insn[6:2] != 5'h04) begin
      add = 1'b1;
    end else if (reg_reg && f7 == 7'h10) begin              // shNadd
      add   = 1'b1;
      shadd = f3[2:1];
    end else if (reg_reg && f7 == 7'h05) begin              // min, minu, max, maxu
      of    = 4'b1101;
      by_lt = 1'b1;
      neg   = 1'b1;
      uns   = f3[0];
      other = f3[1];
    end else if (reg_reg && f7 == 7'h07) begin              // czero.eqz, czero.nez
      of      = 4'b1100;
      by_zero = 1'b1;
      other   = f3[1];
    end else if (reg_reg && f7 == 7'h04) begin              // zext.h
      shift = 1'b1;
      low   = 2'd2;
    end else if (~reg_reg && f3 == 3'd1 && f7 == 7'h30) begin
      if (insn[22]) begin                                   // sext.b, sext.h
        shift  = 1'b1;
        low    = insn[20] ? 2'd2 : 2'd3;
        sign_b = ~insn[20];
        sign_h = insn[20];
      end else begin                                        // clz, ctz, cpop
        count = 1'b1;
        of    = insn[21:20] != 2'd0 ? 4'b0011 : 4'b0101;
        clz   = insn[21:20] == 2'd0;
        add   = ~insn[21];
        slt   = ~insn[21];
        uns   = 1'b1;
      end
    end else begin
      case (f3)
        3'd0: begin
          add = 1'b1;
          neg = reg_reg & f7[5];
        end
        3'd1, 3'd5: begin
          shift = 1'b1;
          left  = ~f3[2];
          turn  = 1'b1;
          case (f7)
            7'h00: cut = 1'b1;
            7'h20: {cut, sign} = 2'b11;
            7'h14: orc = ~reg_reg;
            7'h34: rev = ~reg_reg;
            default: ;                                      // rotations
          endcase
        end
        3'd2, 3'd3: begin
          slt = 1'b1;
          neg = 1'b1;
          uns = f3[0];
        end
        3'd4:    of = reg_reg & f7[5] ? 4'b1001 : 4'b0110;  // xnor, orn, andn
        3'd6:    of = reg_reg & f7[5] ? 4'b1101 : 4'b1110;
        default: of = reg_reg & f7[5] ? 4'b0100 : 4'b1000;
      endcase
    end
    alu_decode = {clz, neg, turn, left, cut, low, rev,
                  add, slt, orc | ~shift, neg, shadd, uns, of, by_lt, by_zero, other, left, sign,
                      sign_h, sign_b, orc, count};
  endfunction

  // turn_t of a lane
  function automatic logic [10:0] alu_turn(input logic turn, input logic left, input logic cut,
      input logic [1:0] low, input logic rev, input logic [4:0] b);
    logic [4:0] amount;
    amount   = (left ? 5'd0 - b : b) & {5{turn}};
    alu_turn = {amount[4], amount[4] & ~rev, amount[3:0], (b & {5{cut}}) | {low, 3'b0}};
  endfunction

  function automatic logic [31:0] alu_imm(input logic [31:0] insn);
    case (insn[6:2])
      // rori is not f3 1
      5'h04:        alu_imm = insn[14:12] == 3'd1 &&
          insn[31:25] == 7'h30 ? {32{insn[20]}} : {{20{insn[31]}}, insn[31:20]};
      5'h19:        alu_imm = {{20{insn[31]}}, insn[31:20]};
      5'h0d:        alu_imm = {insn[31:12], 12'b0};
      default:      alu_imm = 32'd0;
    endcase
  endfunction

  function automatic logic [31:0] reverse(input logic [31:0] x);
    for (int i = 0; i < 32; i++) reverse[i] = x[31-i];
  endfunction

  // Ones of six bits, in a lookup table for each bit of the result
  function automatic logic [2:0] ones6(input logic [5:0] x);
    logic s, t, c, d;
    s     = x[0] ^ x[1] ^ x[2];
    t     = x[3] ^ x[4] ^ x[5];
    c     = (x[0] & x[1]) | (x[2] & (x[0] | x[1]));
    d     = (x[3] & x[4]) | (x[5] & (x[3] | x[4]));
    ones6 = {(c & d) | (s & t & (c | d)), c ^ d ^ (s & t), s ^ t};
  endfunction

  function automatic logic [5:0] ones(input logic [31:0] x);
    logic [4:0] k0, k1, k2;
    logic [2:0] n0, n1, n2, t;
    logic [3:0] u, v;
    for (int i = 0; i < 5; i++) {k2[i], k1[i], k0[i]} = ones6(x[i*6+:6]);
    n0   = ones6({x[30], k0});
    n1   = ones6({1'b0, k1});
    n2   = ones6({1'b0, k2});
    t    = n0 + {2'b0, x[31]};
    u    = {2'b0, t[2:1]} + {1'b0, n1};
    v    = {1'b0, u[3:1]} + {1'b0, n2};
    ones = {v, u[0], t[0]};
  endfunction

  // Whether to add one unit: odd is the last kept bit, half and rest describe what is cut off.
  function automatic logic round_up(input logic sign, input logic odd, input logic half,
      input logic rest, input logic [2:0] rm);
    case (rm)
      RmRne:   round_up = half & (rest | odd);
      RmRdn:   round_up = sign & (half | rest);
      RmRup:   round_up = ~sign & (half | rest);
      RmRmm:   round_up = half;
      default: round_up = 1'b0;
    endcase
  endfunction

endpackage
/* verilator lint_on UNUSEDPARAM */
/* verilator lint_on UNUSEDSIGNAL */
