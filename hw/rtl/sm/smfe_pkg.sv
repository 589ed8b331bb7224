// SPDX-License-Identifier: MIT
// What the stages of the front end tell each other about an instruction.
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smfe_pkg;

  // ---- Kind of an instruction, as far as the front end cares
  localparam logic [3:0] KindExec  = 4'd0;   // goes to execution, then on at pc + 4
  localparam logic [3:0] KindBr    = 4'd1;   // to execution, waits for who takes it
  localparam logic [3:0] KindJalr  = 4'd2;   // to execution, waits for the target
  localparam logic [3:0] KindJal   = 4'd3;   // to execution only if it links
  localparam logic [3:0] KindPre   = 4'd4;
  localparam logic [3:0] KindDis   = 4'd5;
  localparam logic [3:0] KindYield = 4'd6;
  localparam logic [3:0] KindBar   = 4'd7;
  localparam logic [3:0] KindExit  = 4'd8;
  localparam logic [3:0] KindFence = 4'd9;
  localparam logic [3:0] KindTrap  = 4'd10;

  // ---- How the fetch of a line ended
  localparam logic [1:0] FetchOk    = 2'd0;
  localparam logic [1:0] FetchFault = 2'd1;
  localparam logic [1:0] FetchBus   = 2'd2;

  // ---- Event bits of a pod's counters, one cycle
  typedef struct packed {
    logic active;          // a live warp
    logic issued;
    logic stall_fetch;
    logic stall_hazard;
    logic stall_pipe;
    logic stall_sync;
    logic load;
    logic store;
    logic atomic;
    logic divergent;
    logic [5:0] threads;
    logic push;
    logic pop;
    logic drop;
    logic merge;
    logic yield;
    logic overflow;
    logic [5:0] deepest;   // level, not an increment
  } pod_perf_t;
  localparam int unsigned PodPerfW = 28;

endpackage
/* verilator lint_on UNUSEDPARAM */
