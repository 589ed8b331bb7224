// SPDX-License-Identifier: MIT
// What the stages of the front end tell each other about an instruction.
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smfe_pkg;

  // ---- Kind of an instruction, as far as the front end cares
  localparam logic [3:0] KindExec  = 4'd0;   // goes to execution, then on at pc + 4
  localparam logic [3:0] KindBr    = 4'd1;   // to execution, waits for the threads that take it
  localparam logic [3:0] KindJalr  = 4'd2;   // to execution, waits for the target
  localparam logic [3:0] KindJal   = 4'd3;   // to execution only if it links
  localparam logic [3:0] KindPre   = 4'd4;
  localparam logic [3:0] KindDis   = 4'd5;
  localparam logic [3:0] KindYield = 4'd6;
  localparam logic [3:0] KindBar   = 4'd7;
  localparam logic [3:0] KindExit  = 4'd8;
  // goes on when all its accesses are done: fence, and xsm.bell; or at once: xsm.tokrel
  localparam logic [3:0] KindFence = 4'd9;
  localparam logic [3:0] KindTrap  = 4'd10;
  // xsm.tokacq: goes on when its warp has a priority token, or has waited long enough
  localparam logic [3:0] KindAcq   = 4'd11;

  // ---- What goes with an instruction from the line bus through its warp's queue
  typedef struct packed {
    logic [3:0] kind;
    logic [1:0] pipe;
    logic       use1;      // reads rs1, perhaps
    logic       use2;
    logic       use3;
    logic       pends;     // rd is pending until execution or load/store has ended it
    logic       slow;      // smex_pkg::is_slow
    logic       drains;    // waits until the warp's loads and stores have ended
    logic       constant;  // takes a word of the constant bank, or an attribute
  } pre_t;
  localparam int unsigned PreW = 13;

  // ---- a < b, as logic: for a few bits a carry chain is longer
  function automatic logic below(input logic [4:0] a, input logic [4:0] b);
    below = 1'b0;
    for (int unsigned i = 0; i < 5; i++) if (a[i] != b[i]) below = b[i];
  endfunction

  // ---- What counts for the position of a warp (smfe_textile)
  /* verilator lint_off UNUSEDSIGNAL */
  function automatic logic is_texture(input logic [31:0] insn);
    is_texture = insn[6:0] == xsm_pkg::OPCODE_WARP && insn[14:12] == xsm_pkg::MATCH_TEX_T[14:12] &&
        !insn[26];
  endfunction
  function automatic logic is_coherent(input logic [31:0] insn);
    is_coherent = (insn & xsm_pkg::MASK_LW_T) == xsm_pkg::MATCH_LW_T;
  endfunction

  // ---- Of what takes a word: it is an attribute; there is no other such instruction of that
  // opcode but xsm.cld
  function automatic logic is_attribute(input logic [31:0] insn);
    is_attribute = insn[6:0] == xsm_pkg::OPCODE_WARP && (!insn[14] || insn[15]);
  endfunction
  /* verilator lint_on UNUSEDSIGNAL */

  // ---- A warp's head on its way into the issue stage
  typedef struct packed {
    logic [3:0] kind;
    logic       pends;
    logic       slow;
    logic       constant;
    logic       follows;   // the next word is in the queue, and it goes on there
    logic       bad;       // that word can't be fetched
    logic       slot;      // which line of the queue has it,
    logic [2:0] at;        // and where in the line it is
  } head_t;
  localparam int unsigned HeadW = 13;

  // ---- How the fetch of a line ended
  localparam logic [1:0] FetchOk    = 2'd0;
  localparam logic [1:0] FetchFault = 2'd1;
  localparam logic [1:0] FetchBus   = 2'd2;
  localparam logic [1:0] FetchEnd   = 2'd3;  // not at all: beyond the code window

  // ---- Why a head is KindTrap: that, or what became of its constant or attribute
  localparam logic [2:0] WhyOk         = 3'd0;
  localparam logic [2:0] WhyConstFault = 3'd5;
  localparam logic [2:0] WhyConstBus   = 3'd6;
  localparam logic [2:0] WhyConstAlign = 3'd7;

  // ---- Token service: what the port asks of a pod's token unit, and the answer
  localparam logic [1:0] DtokGet    = 2'd0;   // read an entry
  localparam logic [1:0] DtokPut    = 2'd1;   // write an entry
  localparam logic [1:0] DtokQueue  = 2'd2;   // set the queue's extent
  localparam logic [1:0] DtokResume = 2'd3;

  typedef struct packed {
    logic [1:0]  op;
    logic [5:0]  warp;     // of the SM
    logic [7:0]  index;    // from the head
    logic [3:0]  kind;
    logic [31:0] addr;
    logic [31:0] mask;
    logic [8:0]  count;
    logic [8:0]  yields;
    logic [6:0]  grow;     // by so much the head goes down
    logic        spilled;
  } dtok_acc_t;
  localparam int unsigned DtokAccW = 110;

  typedef struct packed {
    logic        stopped;
    logic [8:0]  count;
    logic [8:0]  yields;
    logic        spilled;
    logic [3:0]  kind;
    logic [31:0] addr;
    logic [31:0] mask;
  } dtok_ans_t;
  localparam int unsigned DtokAnsW = 88;

  // ---- Token unit: where an operation is, and what one cycle of it does
  typedef enum logic [2:0] {StIdle, StExec, StScan, StRead, StPop, StTrap, StAccess,
      StAnswer} dtok_fsm_e;
  // A mask is put together of a part of the active threads and, perhaps, of the token's.
  typedef enum logic [1:0] {PartNone, PartAll, PartTaken, PartNot} dtok_part_e;
  // Addresses and counts are put together of what the step chooses, once for all cases.
  typedef enum logic [2:0] {ToTarget, ToNext, ToHere, ToBranch, ToToken, ToAccess,
      ToFront} dtok_to_e;
  // Places in a ring: the head for reading, ahead of it for writing; behind the head, the first
  // YIELD token, behind the last one, where a scan is (for reading, where it goes on), behind the
  // parked groups, the entry of an access
  typedef enum logic [2:0] {AtHead, AtNext, AtBack, AtEnd, AtScan, AtGroups, AtEntry,
      AtZero} dtok_at_e;
  typedef struct packed {
    dtok_fsm_e  next;      // unless the threads go on
    logic       we;        // of a token
    logic       wr_other;  // on the ring of parked groups
    dtok_at_e   wr_at;
    logic [3:0] wr_type;
    dtok_to_e   wr_to;     // its address,
    dtok_part_e wr_part;   // and its threads: these,
    logic       wr_token;  // those of the token in hand,
    logic       wr_acc;    // or those of an access
    logic       rd_other;
    dtok_at_e   rd_at;
    logic       go;        // threads go on, to go_to
    dtok_to_e   go_to;
    // the token in hand is popped; it goes where its address says, if it has threads
    logic       pops;
    logic       finish;    // the operation ends otherwise
    logic       commit;    // what is changed is kept
    dtok_part_e active_part;
    logic       active_token;
    logic       exits;     // active threads end
    logic       park;      // its warp is at the barrier; has no live thread
    logic       ends;
    logic       give;      // the jump acts as YIELD
    logic       over;      // the queue is full; what is left of it is in card memory
    logic       under;
    logic       dropped;
    logic       retry;
    logic       resume;
    logic       head_up;
    logic       take_yield;
    logic       put_yield;
    logic       yielded;   // YIELDs are counted from here
    logic       draws;     // a YIELD asks its policy
    logic       counts;    // a jump backwards
    logic       parks;     // active threads
    logic       put_group;
    logic       open;      // the parked groups are the queue now
    logic       enter_bar; // with all live threads active
    logic       leave_bar;
    logic       extent;    // the queue is as the access says
    logic       ev_push;
    logic       ev_pop;
    logic       ev_drop;
    logic       ev_merge;
    logic       ev_yield;
    logic       ev_back;
  } dtok_step_t;

  // ---- Policies of warp scheduling that credits decide
  function automatic logic is_credit(input logic [3:0] policy);
    is_credit = policy >= smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A &&
        policy <= smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D;
  endfunction

  // ---- Event bits of a pod's counters, one cycle
  typedef struct packed {
    logic active;          // a live warp
    logic issued;
    logic stall_fetch;
    logic stall_hazard;
    logic stall_const;     // part of stall_hazard
    logic stall_pipe;
    logic stall_sync;
    logic stall_special;   // parts of stall_pipe; what is left are pipes of arithmetic
    logic stall_operands;
    logic stall_ls;
    logic stall_tlb;
    logic stall_l2;
    logic stall_oversub;   // part of stall_pipe, too
    logic stall_barrier;   // part of stall_sync
    logic load;
    logic store;
    logic atomic;
    logic divergent;
    logic [5:0] threads;
    logic [4:0] victims;
    logic push;
    logic pop;
    logic drop;
    logic merge;
    logic yield;
    logic backstop;
    logic overflow;
    logic spill;           // a warp stops for token service
    logic refill;
    logic spilling;        // a warp is stopped for it
    logic refilling;
    logic diverged;        // a warp's last instruction left live threads out
    logic [8:0] deepest;   // tokens in a queue that was pushed on, not an increment
  } pod_perf_t;
  localparam int unsigned PodPerfW = 50;

endpackage
/* verilator lint_on UNUSEDPARAM */
