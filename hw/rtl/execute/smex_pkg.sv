// SPDX-License-Identifier: MIT
// Control words inside the execution block: decoded once per instruction, the same for all its lanes.
/* verilator lint_off UNUSEDPARAM */   // a package of constants: each user takes some
/* verilator lint_off UNUSEDSIGNAL */  // functions of whole instruction words
package smex_pkg;

  // ---- Integer ALU
  localparam logic [2:0] AluAdd    = 3'd0;  // also sub, shNadd
  localparam logic [2:0] AluSlt    = 3'd1;
  localparam logic [2:0] AluLogic  = 3'd2;  // sub: 0 xor, 1 or, 2 and; neg inverts b
  localparam logic [2:0] AluShift  = 3'd3;  // sub[0] left, [1] rotate, [2] arithmetic
  localparam logic [2:0] AluMinMax = 3'd4;  // sub[0] max
  localparam logic [2:0] AluCz     = 3'd5;  // sub[0] czero.nez
  localparam logic [2:0] AluCount  = 3'd6;  // sub: 0 clz, 1 ctz, 2 cpop
  localparam logic [2:0] AluByte   = 3'd7;  // sub: 0 sext.b, 1 sext.h, 2 zext.h, 3 orc.b, 4 rev8

  typedef struct packed {
    logic [2:0] sel;
    logic [2:0] sub;
    logic       neg;    // subtract / invert b
    logic [1:0] shadd;  // a << shadd before the addition
    logic       uns;    // unsigned comparison
  } alu_op_t;

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
    logic [1:0] beat;
    logic       last;
  } meta_t;

  // ---- What a CSR reads: thread t gets value, or (lane) ({base, t} >> shift) & keep, or (walk) its index in the CTA, counted
  typedef struct packed {
    logic        known;
    logic        lane;
    logic        walk;
    logic [4:0]  base;
    logic [3:0]  shift;
    logic [9:0]  keep;
    logic [31:0] value;
  } csr_t;

  // Instructions of the special pipe of which there is one at a time: the iterative ones, and CSR instructions that write, trap, or read
  // what the warp's other instructions change (fflags, frm, instret). Other CSRs: c00, c01, c80, c81, cc0 to cd2, without an operand.
  function automatic logic is_slow(input logic [31:0] insn);
    logic reads;
    reads = insn[13] & insn[19:15] == 5'd0 & insn[31:28] == 4'hc &
            (insn[27:26] == 2'b11 ? ~insn[25] & (~insn[24] | (insn[23:22] == 2'b00 & insn[21:20] != 2'b11)) :
                                    ~insn[26] & insn[25:21] == 5'd0);
    case (insn[6:2])
      5'h0c:   is_slow = insn[14];
      5'h14:   is_slow = 1'b1;
      5'h1c:   is_slow = ~reads;
      default: is_slow = 1'b0;
    endcase
  endfunction

  // Whether to add one unit: odd is the last kept bit, half and rest describe what is cut off.
  function automatic logic round_up(input logic sign, input logic odd, input logic half, input logic rest, input logic [2:0] rm);
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
