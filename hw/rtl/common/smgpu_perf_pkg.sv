// SPDX-License-Identifier: MIT
// Performance counters: made by hw/regs/gen.py from hw/regs/perf.txt: do not edit
/* verilator lint_off UNUSEDPARAM */  // a package of constants: each user takes some
package smgpu_perf_pkg;
  localparam int unsigned CARD_CYCLES = 0;  // cycles: core clock cycles since reset
  localparam int unsigned CARD_BUSY_CYCLES = 1;  // cycles: cycles with at least one CTA in flight
  localparam int unsigned CARD_CTAS_LAUNCHED = 2;  // ctas: CTAs given to SMs
  localparam int unsigned CARD_CTAS_COMPLETED = 3;  // ctas: CTAs that ended
  localparam int unsigned CARD_L2_HITS = 4;  // lines: L2 accesses that hit
  localparam int unsigned CARD_L2_MISSES = 5;  // lines: L2 accesses that went to card DRAM
  localparam int unsigned CARD_DRAM_READ_BYTES = 6;  // bytes: read from card DRAM
  localparam int unsigned CARD_DRAM_WRITE_BYTES = 7;  // bytes: written to card DRAM
  localparam int unsigned CARD_HOST_READ_BYTES = 8;  // bytes: read from host memory
  localparam int unsigned CARD_HOST_WRITE_BYTES = 9;  // bytes: written to host memory
  localparam int unsigned CARD_TLB_MISSES = 10;  // lookups: misses of the shared L2 TLB
  localparam int unsigned CARD_PAGE_WALKS = 11;  // walks: page-table walks
  localparam int unsigned CARD_DMA_BYTES = 12;  // bytes: moved by the DMA engines
  localparam int unsigned CARD_MCU_INSTR = 13;  // instr: instructions of the control core
  localparam int unsigned CARD_MCU_SLEEP_CYCLES = 14;  // cycles: control core in wfi
  localparam int unsigned CARD_COUNT = 15;
  localparam int unsigned SM_ACTIVE_CYCLES = 0;  // cycles: cycles with a live warp
  localparam int unsigned SM_WARP_INSTR = 1;  // instr: warp instructions issued
  localparam int unsigned SM_THREAD_INSTR = 2;  // threads: active threads summed over issued warp instructions
  localparam int unsigned SM_DUAL_ISSUE_CYCLES = 3;  // cycles: cycles in which both pods issued; 0 with one pod
  localparam int unsigned SM_ISSUE_SLOTS = 4;  // slots: pod cycles with a live warp (= issued + stalls)
  localparam int unsigned SM_STALL_FETCH = 5;  // slots: no live warp had an instruction buffered
  localparam int unsigned SM_STALL_HAZARD = 6;  // slots: buffered instructions waited for operands
  localparam int unsigned SM_STALL_PIPE = 7;  // slots: an instruction was ready but its pipe was not
  localparam int unsigned SM_STALL_SYNC = 8;  // slots: all waited at barriers, fences or traps
  localparam int unsigned SM_FETCH_HITS = 9;  // lines: instruction cache hits
  localparam int unsigned SM_FETCH_MISSES = 10;  // lines: instruction cache misses
  localparam int unsigned SM_FETCH_BROADCASTS = 11;  // instr: instructions taken by more than one warp from one fetch
  localparam int unsigned SM_L1_HITS = 12;  // lines: L1 data hits
  localparam int unsigned SM_L1_MISSES = 13;  // lines: L1 data misses
  localparam int unsigned SM_LOADS = 14;  // instr: load instructions issued
  localparam int unsigned SM_STORES = 15;  // instr: store instructions issued
  localparam int unsigned SM_ATOMICS = 16;  // instr: AMO, LR and SC instructions issued
  localparam int unsigned SM_MEM_REQUESTS = 17;  // lines: line accesses after coalescing
  localparam int unsigned SM_SHARED_ACCESSES = 18;  // instr: shared-memory instructions
  localparam int unsigned SM_SHARED_REPLAYS = 19;  // cycles: extra cycles for bank conflicts
  localparam int unsigned SM_TOKEN_PUSHES = 20;  // tokens: pushed on token queues
  localparam int unsigned SM_TOKEN_POPS = 21;  // tokens: popped and activated
  localparam int unsigned SM_TOKEN_DROPS = 22;  // tokens: popped without threads
  localparam int unsigned SM_TOKEN_MERGES = 23;  // tokens: arrivals merged into a standing token
  localparam int unsigned SM_YIELDS = 24;  // instr: YIELDs that were taken
  localparam int unsigned SM_TOKEN_DEEPEST = 25;  // tokens: most tokens in one queue so far
  localparam int unsigned SM_TOKEN_OVERFLOWS = 26;  // events: pushes that found the queue full
  localparam int unsigned SM_DIVERGENT_INSTR = 27;  // instr: issued with fewer than all live threads active
  localparam int unsigned SM_WARPS_LAUNCHED = 28;  // warps: warps started
  localparam int unsigned SM_TRAPS = 29;  // events: warps stopped by a trap or for token service
  localparam int unsigned SM_TOKEN_SPILLS = 30;  // events: warps stopped to make room in a full token queue
  localparam int unsigned SM_TOKEN_REFILLS = 31;  // events: warps stopped to bring spilled tokens back
  localparam int unsigned SM_TOKEN_SPILL_CYCLES = 32;  // cycles: cycles with a warp stopped for a full token queue
  localparam int unsigned SM_TOKEN_REFILL_CYCLES = 33;  // cycles: cycles with a warp stopped for spilled tokens
  localparam int unsigned SM_TOKEN_SERVICE_ISSUE_CYCLES = 34;  // cycles: cycles in which a warp issued while another was stopped for token service
  localparam int unsigned SM_DIVERGENT_CYCLES = 35;  // cycles: cycles with a warp that last issued with fewer than all its live threads active
  localparam int unsigned SM_TOKEN_BACKSTOPS = 36;  // events: jumps backwards that acted as YIELD because others had waited too long
  localparam int unsigned SM_STALL_SPECIAL = 37;  // slots: of stall_pipe: the special pipe (CSR, vote, shuffle, division) was not ready
  localparam int unsigned SM_STALL_OPERANDS = 38;  // slots: of stall_pipe: the pod was reading operands
  localparam int unsigned SM_STALL_LS = 39;  // slots: of stall_pipe: load/store had addresses, lines or shared memory at hand
  localparam int unsigned SM_STALL_TLB = 40;  // slots: of stall_pipe: load/store was not ready and had a page walk under way
  localparam int unsigned SM_STALL_L2 = 41;  // slots: of stall_pipe: load/store was not ready and the L2 did not take its request
  localparam int unsigned SM_STALL_BARRIER = 42;  // slots: of stall_sync: a warp waited at a barrier
  localparam int unsigned SM_VICTIMS = 43;  // warps: warps that could have issued in cycles in which another of their pod did
  localparam int unsigned SM_REPLAYS = 44;  // cycles: cycles in which load/store served more of an access that it could not serve at once
  localparam int unsigned SM_STALL_OVERSUB = 45;  // slots: of stall_pipe: the pipes of all ready warps had reached the upper threshold of OVERSUB
  localparam int unsigned SM_CONST_HITS = 46;  // words: constants served from the constant cache
  localparam int unsigned SM_CONST_MISSES = 47;  // lines: lines of constants fetched
  localparam int unsigned SM_STALL_CONST = 48;  // slots: of stall_hazard: an instruction waited for its constant, but for nothing else
  localparam int unsigned SM_FOUR_OPS_CYCLES = 49;  // cycles: cycles in which a constant was served, the register files of both pods were read and a result was written
  localparam int unsigned SM_L1_HITS_PRIO = 50;  // lines: of l1_hits: those of warps with a priority token
  localparam int unsigned SM_L1_MISSES_PRIO = 51;  // lines: of l1_misses: those of warps with a priority token
  localparam int unsigned SM_L1_BYPASSES = 52;  // lines: of l1_misses: delivered without room in L1, as all lines of the set had higher levels or level 0 never allocates
  localparam int unsigned SM_PRIO_GRANTS = 53;  // tokens: priority tokens of L1 given to warps
  localparam int unsigned SM_COUNT = 54;
endpackage
/* verilator lint_on UNUSEDPARAM */
