// SPDX-License-Identifier: MIT
// Xsm instructions: made by hw/isa/gen.py from hw/isa/xsm.opcodes: do not edit
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package xsm_pkg;
  localparam logic [6:0] OPCODE_CTRL = 7'h0b;  // custom-0: divergence control
  localparam logic [6:0] OPCODE_WARP = 7'h2b;  // custom-1: warp control and exchange
  // rd field in custom-0: 0 = YIELD, r = PRE r, DIS + r = DIS r
  localparam logic [3:0] REASON_SYNC = 4'd1;
  localparam logic [3:0] REASON_BRK = 4'd2;
  localparam logic [3:0] REASON_CONT = 4'd3;
  localparam logic [3:0] REASON_RET = 4'd4;
  localparam logic [3:0] REASON_EXIT = 4'd5;
  localparam logic [3:0] REASON_LONGJMP = 4'd6;
  localparam logic [3:0] REASON_MAX = 4'd13;
  localparam logic [3:0] TOKEN_DIV = 4'd14;
  localparam logic [3:0] TOKEN_YIELD = 4'd15;
  localparam logic [4:0] DIS = 5'd16;
  localparam logic [31:0] MATCH_YIELD = 32'h0000000b;
  localparam logic [31:0] MASK_YIELD = 32'h00000fff;
  localparam logic [31:0] MATCH_SSY = 32'h0000008b;
  localparam logic [31:0] MASK_SSY = 32'h00000fff;
  localparam logic [31:0] MATCH_PBRK = 32'h0000010b;
  localparam logic [31:0] MASK_PBRK = 32'h00000fff;
  localparam logic [31:0] MATCH_PCONT = 32'h0000018b;
  localparam logic [31:0] MASK_PCONT = 32'h00000fff;
  localparam logic [31:0] MATCH_PRET = 32'h0000020b;
  localparam logic [31:0] MASK_PRET = 32'h00000fff;
  localparam logic [31:0] MATCH_PEXIT = 32'h0000028b;
  localparam logic [31:0] MASK_PEXIT = 32'h00000fff;
  localparam logic [31:0] MATCH_PLONGJMP = 32'h0000030b;
  localparam logic [31:0] MASK_PLONGJMP = 32'h00000fff;
  localparam logic [31:0] MATCH_SYNC = 32'h0000088b;
  localparam logic [31:0] MASK_SYNC = 32'h00000fff;
  localparam logic [31:0] MATCH_BRK = 32'h0000090b;
  localparam logic [31:0] MASK_BRK = 32'h00000fff;
  localparam logic [31:0] MATCH_CONT = 32'h0000098b;
  localparam logic [31:0] MASK_CONT = 32'h00000fff;
  localparam logic [31:0] MATCH_RET = 32'h00000a0b;
  localparam logic [31:0] MASK_RET = 32'h00000fff;
  localparam logic [31:0] MATCH_DEXIT = 32'h00000a8b;
  localparam logic [31:0] MASK_DEXIT = 32'h00000fff;
  localparam logic [31:0] MATCH_LONGJMP = 32'h00000b0b;
  localparam logic [31:0] MASK_LONGJMP = 32'h00000fff;
  localparam logic [31:0] MATCH_BAR = 32'h0000102b;
  localparam logic [31:0] MASK_BAR = 32'hffffffff;
  localparam logic [31:0] MATCH_EXIT = 32'h0000202b;
  localparam logic [31:0] MASK_EXIT = 32'hffffffff;
  localparam logic [31:0] MATCH_BELL = 32'h0000502b;
  localparam logic [31:0] MASK_BELL = 32'hffffffff;
  localparam logic [31:0] MATCH_VOTE_ALL = 32'h0000302b;
  localparam logic [31:0] MASK_VOTE_ALL = 32'hfff0707f;
  localparam logic [31:0] MATCH_VOTE_ANY = 32'h0200302b;
  localparam logic [31:0] MASK_VOTE_ANY = 32'hfff0707f;
  localparam logic [31:0] MATCH_VOTE_UNI = 32'h0400302b;
  localparam logic [31:0] MASK_VOTE_UNI = 32'hfff0707f;
  localparam logic [31:0] MATCH_BALLOT = 32'h0600302b;
  localparam logic [31:0] MASK_BALLOT = 32'hfff0707f;
  localparam logic [31:0] MATCH_SHFL_IDX = 32'h0000402b;
  localparam logic [31:0] MASK_SHFL_IDX = 32'hfe00707f;
  localparam logic [31:0] MATCH_SHFL_UP = 32'h0200402b;
  localparam logic [31:0] MASK_SHFL_UP = 32'hfe00707f;
  localparam logic [31:0] MATCH_SHFL_DOWN = 32'h0400402b;
  localparam logic [31:0] MASK_SHFL_DOWN = 32'hfe00707f;
  localparam logic [31:0] MATCH_SHFL_XOR = 32'h0600402b;
  localparam logic [31:0] MASK_SHFL_XOR = 32'hfe00707f;
endpackage
/* verilator lint_on UNUSEDPARAM */
