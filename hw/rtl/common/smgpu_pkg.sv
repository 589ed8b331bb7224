// SPDX-License-Identifier: MIT
// Types at the seams between the blocks of the card. Fixed at the widest preset, so that a package
// can hold them: a smaller preset leaves high bits constant and synthesis removes them.
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smgpu_pkg;

  localparam int unsigned MaxWarps = 48;  // per SM
  localparam int unsigned MaxSms   = 4;
  localparam int unsigned Slots    = 16;  // task slots, and CTA contexts of an SM
  localparam int unsigned LineW    = 256; // bits of a memory line
  localparam int unsigned PaW      = 41;  // bit 40: host memory
  localparam int unsigned BeatW    = 3;   // number of a beat of a warp instruction: up to 8

  typedef logic [5:0]       warp_t;  // number of a warp in its SM
  typedef logic [5:0]       vm_t;    // number of an address space
  typedef logic [3:0]       slot_t;  // number of a task slot
  typedef logic [LineW-1:0] line_t;  // bytes of a memory line
  typedef logic [BeatW-1:0] beat_t;  // number of a beat

  // ---- Memory port: request and response, valid/ready each. Every request gets exactly one
  // response with its id; a write's or AMO's response means: done in L2 (or host), other L1s
  // invalidated. Requests of one port to one line are served in order.
  localparam logic [1:0] MemRead  = 2'd0;
  localparam logic [1:0] MemWrite = 2'd1;
  localparam logic [1:0] MemAmo   = 2'd2;  // includes LR, SC and amocas

  typedef struct packed {
    logic [1:0]   op;
    logic [4:0]   amo;    // RISC-V funct5 of the AMO
    logic [10:0]  owner;  // {warp, lane}: the thread that holds an LR reservation (with the port)
    // of an SM's data: level of its warp (priority tokens of the L2), 0 = none; else 0
    logic [1:0]   prio;
    logic [7:0]   id;
    logic [40:0]  pa;     // reads and writes: line aligned; AMO: word aligned
    logic [31:0]  be;     // byte enables of a write; AMO: none, or those of its words
    // write data; AMO of one word: [31:0] operand, [63:32] compare value of amocas; of several:
    // operands in their places
    line_t        data;
  } mem_req_t;
  localparam int unsigned MemReqW = 357;

  typedef struct packed {
    logic [7:0]   id;
    logic         err;    // no such memory, or AMO on host memory
    // the line; AMO of one word: old value (SC: 0 success, 1 failure) in [31:0]
    line_t        data;
  } mem_rsp_t;
  localparam int unsigned MemRspW = 265;

  // ---- Page walk port of a TLB: valid/ready request, one response with its id
  typedef struct packed {
    logic [1:0]  id;
    vm_t         vm;
    logic [19:0] vpn;
  } walk_req_t;
  localparam int unsigned WalkReqW = 28;

  typedef struct packed {
    logic [1:0]  id;
    logic        fault;   // no valid user leaf
    logic        r;
    logic        w;
    logic        x;
    logic        giga;    // the leaf is a page of 1 GiB
    logic        mega;    // of 2 MiB, or a larger one
    logic        block;   // one of 16 that are together 64 KiB, or a larger one
    logic [28:0] ppn;     // pa[40:12] of the 4 KiB that were asked for
  } walk_rsp_t;
  localparam int unsigned WalkRspW = 38;

  // What is known of a page of 4 KiB. With a response comes a row: that of the page that was asked
  // for and its three neighbours, the lowest number first
  typedef struct packed {
    logic        there;
    logic        r;
    logic        w;
    logic        x;
    logic [28:0] ppn;     // pa[40:12]
  } page_t;
  localparam int unsigned PageW = 33;
  localparam int unsigned WalkRowW = 4 * PageW;
  typedef logic [WalkRowW-1:0] walk_row_t;

  // ---- Root table of a space, from the register to the walker
  typedef struct packed {
    logic        valid;
    logic [27:0] ppn;
  } root_t;
  localparam int unsigned RootW = 29;

  // ---- Invalidation of TLBs, a pulse. Accesses that were translated before go on; that they have
  // ended is told by drained ports. The range has all pages whose translation has changed, large
  // pages whole, before and after. A TLB may drop more.
  typedef struct packed {
    logic        valid;
    logic        every;   // all spaces, not only vm
    vm_t         vm;
    logic [17:0] first;   // of the range, in fours of pages: vpn[19:2]
    logic [17:0] last;
  } tlb_flush_t;
  localparam int unsigned TlbFlushW = 44;

  // ---- What an instruction of the control core is: one of these at most
  typedef struct packed {
    logic lui;
    logic auipc;
    logic jal;
    logic jalr;
    logic branch;
    logic load;
    logic store;
    logic imm;     // an operation of RV32I with an immediate,
    logic op;      // with two registers
    logic mul;     // one of RV32M
    logic csr;     // of a CSR that there is, in a way that it allows
    logic ecall;
    logic ebreak;
    logic mret;
    logic wfi;
  } mcu_insn_t;

  // ---- CTA launch: launcher to SM. The SM answers whether it fits while the message is presented.
  typedef struct packed {
    slot_t       slot;
    logic [7:0]  gen;
    vm_t         vm;
    logic [31:0] entry;
    logic [31:0] param;
    logic [31:0] grid_x;
    logic [31:0] grid_y;
    logic [31:0] grid_z;
    logic [10:0] cta_x;
    logic [10:0] cta_y;
    logic [10:0] cta_z;
    logic [10:0] threads;
    logic [5:0]  warps;
    logic [20:0] recip_x;      // ceil(2^20 / cta_x)
    logic [20:0] recip_xy;
    // the SM's shared memory has L1's RAM as well: from 0 to SHARED_KIB + L1_KIB
    logic        lent;
    logic [17:0] shared_bytes;
    logic [16:0] local_bytes;
    logic [31:0] local_va;
    logic [31:0] x;            // CTA index
    logic [31:0] y;
    logic [31:0] z;
    logic [31:0] linear;
  } cta_launch_t;
  localparam int unsigned CtaLaunchW = 466;

  // ---- Context of a resident warp, read from smcta by the others (see smcta ports)
  typedef struct packed {
    cta_launch_t cta;
    logic [3:0]  cta_id;       // CTA context in this SM
    logic [4:0]  warp_in_cta;
    logic [17:0] shared_base;  // byte offset of the CTA's shared memory in the SM's
  } warp_ctx_t;
  localparam int unsigned WarpCtxW = 493;

  // ---- Warp start: smcta to front end (valid only; the front end always takes it)
  typedef struct packed {
    warp_t       warp;
    logic [31:0] pc;
    logic [31:0] live;         // threads that exist
    slot_t       slot;
    logic [7:0]  gen;
    vm_t         vm;
    logic [3:0]  cta_id;
    logic [5:0]  cta_warps;    // warps of the CTA, for barriers
  } warp_start_t;
  localparam int unsigned WarpStartW = 98;

  // ---- A line of instructions that a warp lacks: of which space, and its number
  typedef struct packed {
    vm_t         vm;
    logic [26:0] line;
  } fetch_line_t;
  localparam int unsigned FetchLineW = 33;

  // ---- Instruction from the front end to execution, one port per pod
  localparam logic [1:0] PipeInt     = 2'd0;  // ALU, branches, jalr
  localparam logic [1:0] PipeFp      = 2'd1;  // fadd, fmul, fma, conversions, compares
  localparam logic [1:0] PipeLs      = 2'd2;  // loads, stores, atomics
  localparam logic [1:0] PipeSpecial = 2'd3;  // mul, div, rem, fdiv, fsqrt, csr, vote, shuffle

  typedef struct packed {
    warp_t       warp;         // of two pods, bit 0 is the pod
    logic [7:0]  seq;          // per-warp number, for the trace
    // in load/store bit 0 is set if the threads of mask are not those of the program: a texture's
    // description is loaded
    logic [31:0] pc;
    logic [31:0] insn;         // legal in this SM
    logic [31:0] mask;         // active threads
    logic [1:0]  pipe;
  } uop_t;
  localparam int unsigned UopW = 112;

  // ---- Trap: from an SM to the card's trap FIFO (cause and access as in smgpu_hw_pkg)
  typedef struct packed {
    warp_t       warp;
    slot_t       slot;
    logic [7:0]  gen;
    logic [7:0]  cause;
    logic [2:0]  access;
    logic        by_thread;    // thread is known: addr is of one thread's load or store
    logic [4:0]  thread;       // of the warp
    logic [31:0] pc;
    logic [31:0] addr;
  } trap_t;
  localparam int unsigned TrapW = 99;

  // ---- Warp scheduling: register SCHED
  typedef struct packed {
    logic        stay;         // a free textile grant goes to a warp of the same tile
    logic [1:0]  textile;      // {coherent loads, texture instructions} wait for the grant
    logic [2:0]  age_scale;
    logic        additive;
    logic [3:0]  gain;
    logic [3:0]  policy;
  } sched_t;
  localparam int unsigned SchedW = 15;

  // ---- Textile grants: where a warp is, and what the debug view shows
  typedef struct packed {
    logic [5:0]  tile;
    logic [4:0]  phase;
    logic [2:0]  tex;
  } position_t;
  localparam int unsigned PositionW = 14;

  typedef struct packed {
    logic        valid;        // there is a grant
    position_t   grant;
    logic        waits;        // the selected warp waits for it,
    logic        admitted;     // or it has it and has not issued yet
    position_t   position;
  } textile_view_t;
  localparam int unsigned TextileW = 31;

  // ---- Priority tokens of L1: registers PRIO and PRIO_ROTATE
  typedef struct packed {
    // PRIO.wait: a warp without a token waits before each access of memory
    logic        hold;
    logic        weight;       // a level adds to the weight at issue
    logic [3:0]  acquire;
    logic [5:0]  fixed;
    logic [1:0]  unit;
    logic [15:0] period;
    logic [1:0]  fixed_level;
    logic [1:0]  level;
    logic [2:0]  ways;
    logic        lru;
    logic        never;        // level 0 never allocates
    logic        at_barrier;
    logic [2:0]  policy;
    logic [5:0]  limit;
  } prio_t;
  localparam int unsigned PrioW = 49;

  // A limit for a stretch of code: registers PRIO_PC_BEGIN, PRIO_PC_END and PRIO_PC
  typedef struct packed {
    logic [31:2] from;
    logic [31:2] to;           // the first address behind it
    logic [10:0] threads;      // that let it hold; 0: none ever
    logic [5:0]  limit;
  } prio_pc_t;
  localparam int unsigned PrioPcW = 77;

  // Priority tokens of the L2: register PRIO_L2. Handing on is as PRIO_ROTATE says for those of L1
  typedef struct packed {
    logic [1:0]  fixed_level;
    logic [1:0]  level;
    logic        order;        // requests of a higher level go first
    logic        never;
    logic        at_barrier;
    logic [2:0]  policy;
    logic [5:0]  limit;
  } prio_l2_t;
  localparam int unsigned PrioL2W = 16;

  // Sampled working sets: register PRIO_PREDICT, and a load's lookup of L1
  typedef struct packed {
    logic [7:0]  length;
    logic [2:0]  ratio;
    logic [3:0]  share;
  } predict_t;
  localparam int unsigned PredictW = 15;

  typedef struct packed {
    logic        valid;
    warp_t       warp;
    logic [3:0]  lines;        // banks of L1 with a line
    logic [19:0] page;         // va[31:12]
    logic [27:0] low;          // for each bank va[11:5]
  } seen_t;
  localparam int unsigned SeenW = 59;

  // ---- Bonuses of the additive weight: registers SCHED_BONUS, SCHED_TYPES and SCHED_SLOTS
  typedef struct packed {
    logic        pixel_only;   // texture and age count for pixel threads alone
    logic [5:0]  op;
    logic [5:0]  texture;
    logic [23:0] types;        // six bits for each type of threads
    logic [31:0] slots;        // two bits for each slot: type of its threads
  } bonus_t;
  localparam int unsigned BonusW = 69;

  // ---- Policy registers of an SM (SM_CFG block)
  typedef struct packed {
    logic [15:0] backstop;     // after so many jumps backwards each next one acts as YIELD; 0: none
    logic [3:0]  backstop_shift;  // a limit that was reached is shifted right by so many bits,
    logic [7:0]  backstop_least;  // but not below this
    // write of a DTOK register: its number (offset / 4 from DTOK_SELECT) and data
    logic        dtok_we;
    logic [2:0]  dtok_reg;
    logic [31:0] dtok_data;
    logic [8:0]  dtok_depth;
    logic        dtok_drop;    // PRE on a full queue pushes nothing
    sched_t      sched;
    logic [15:0] textile_timeout;
    prio_t       prio;
    prio_pc_t    prio_pc;
    prio_l2_t    prio_l2;
    predict_t    predict;
    bonus_t      bonus;
    logic [1:0]  branch_policy;
    logic [1:0]  yield_mode;
    logic [7:0]  yield_period;
    logic [7:0]  yield_threshold;
    logic [15:0] yield_seed;
    logic [7:0]  oversub_low;
    logic [7:0]  oversub_high;
    logic        fetch_policy;
    warp_t       dbg_warp;
  } sm_cfg_t;
  localparam int unsigned SmCfgW = 390;

  // Token service as software sees it
  typedef struct packed {
    logic        busy;
    logic        stopped;
    logic [8:0]  count;
    logic [8:0]  yields;
    logic        spilled;
    logic [3:0]  kind;
    logic [31:0] addr;
    logic [31:0] mask;
  } dtok_view_t;
  localparam int unsigned DtokViewW = 89;

  typedef struct packed {
    logic [88:0] dtok;         // dtok_view_t
    // an access of the warp is being replayed, or it is admitted by the textile grant
    logic        grant;
    logic        victim;       // the warp could have issued when its pod issued last
    logic        replay;       // an access of the warp is being replayed
    logic [7:0]  credit;       // of the warp, signed
    logic [15:0] fund;         // of its pod, signed
    logic [47:0] live;
    logic [31:0] pc;
    logic [31:0] active;
    logic        valid;
    logic        at_barrier;
    logic        trapped;
    logic        waits_memory;
    logic [7:0]  dtoks;
    slot_t       slot;
    logic [30:0] textile;      // textile_view_t
    // warps with a priority token of L1, and of the L2: sm_top puts them in
    logic [47:0] prio;
    logic [47:0] prio_l2;
    logic        set_known;    // working set of the warp, in lines of L1: sm_top puts it in, too
    logic [9:0]  set_lines;
  } sm_dbg_t;
  localparam int unsigned SmDbgW = 382;

  // ---- Trace for lockstep (simulation only; tied off with TRACE = 0)
  typedef struct packed {
    logic        valid;
    warp_t       warp;
    logic [7:0]  seq;
    logic [31:0] pc;
    logic [31:0] insn;
    logic [31:0] mask;
  } trace_issue_t;
  localparam int unsigned TraceIssueW = 111;

  // A result of a beat. Behind it: which lanes have one (LANES bits), and those of all (32 each)
  typedef struct packed {
    logic        valid;
    warp_t       warp;
    logic [7:0]  seq;
    logic [4:0]  rd;
    beat_t       beat;
    logic        all;          // it was executed once: the result of each of its beats
  } trace_wb_t;
  localparam int unsigned TraceWbW = 21 + BeatW;

  // A control instruction
  typedef struct packed {
    logic        valid;
    warp_t       warp;
    logic [7:0]  seq;
    logic [31:0] mask;
    logic [31:0] target;
  } trace_br_t;
  localparam int unsigned TraceBrW = 79;

  // Start and end of a warp
  typedef struct packed {
    logic        valid;
    logic [4:0]  warp_in_cta;
    logic [31:0] cta;          // linear index
    warp_start_t start;
  } trace_start_t;
  localparam int unsigned TraceStartW = 38 + WarpStartW;

  typedef struct packed {
    logic        valid;
    warp_t       warp;
  } trace_end_t;
  localparam int unsigned TraceEndW = 7;

  // Of an SM with so many lanes: issue of both pods, results of both, start, end
  function automatic int unsigned trace_bits(input int unsigned lanes);
    trace_bits = 2 * TraceIssueW + 2 * (TraceWbW + 33 * lanes) + TraceStartW + TraceEndW;
  endfunction

  // ---- Counter increments. An SM sends 6 bits per counter each cycle, in the order of
  // smgpu_perf_pkg::SM_*.
  localparam int unsigned PerfIncW = 6;

  // From load/store
  typedef struct packed {
    logic [5:0] l1_bypasses;
    logic [5:0] l1_misses_prio;
    logic [5:0] l1_hits_prio;
    logic [5:0] shared_replays;
    logic [5:0] shared_accesses;
    logic [5:0] mem_requests;
    logic [5:0] l1_misses;
    logic [5:0] l1_hits;
  } ls_perf_t;
  localparam int unsigned LsPerfW = 48;

  // From memory
  typedef struct packed {
    logic [5:0] l2_bypasses;
    logic [5:0] l2_misses_prio;
    logic [5:0] l2_hits_prio;
    logic [5:0] page_walks;
    logic [5:0] tlb_misses;
    logic [5:0] host_write_words;
    logic [5:0] host_read_words;
    logic [5:0] dram_write_lines;
    logic [5:0] dram_read_lines;
    logic [5:0] l2_misses;
    logic [5:0] l2_hits;
  } mem_perf_t;
  localparam int unsigned MemPerfW = 66;

endpackage
/* verilator lint_on UNUSEDPARAM */
