/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* Performance counters: made by hw/regs/gen.py from hw/regs/perf.txt: do not edit */
#ifndef _SMGPU_PERF_H_
#define _SMGPU_PERF_H_

#define SMGPU_PERF_BLOCK	64u	/* values per block: the card, then each SM */
#define SMGPU_PERF_ABSENT	(~0ull)	/* value of a counter that this card does not have */

/**
 * enum smgpu_perf_card - counters of the card
 * @SMGPU_PERF_CARD_CYCLES: cycles: core clock cycles since reset
 * @SMGPU_PERF_CARD_BUSY_CYCLES: cycles: cycles with at least one CTA in flight
 * @SMGPU_PERF_CARD_CTAS_LAUNCHED: ctas: CTAs given to SMs
 * @SMGPU_PERF_CARD_CTAS_COMPLETED: ctas: CTAs that ended
 * @SMGPU_PERF_CARD_L2_HITS: lines: L2 accesses that hit
 * @SMGPU_PERF_CARD_L2_MISSES: lines: L2 accesses that went to card DRAM
 * @SMGPU_PERF_CARD_DRAM_READ_BYTES: bytes: read from card DRAM
 * @SMGPU_PERF_CARD_DRAM_WRITE_BYTES: bytes: written to card DRAM
 * @SMGPU_PERF_CARD_HOST_READ_BYTES: bytes: read from host memory
 * @SMGPU_PERF_CARD_HOST_WRITE_BYTES: bytes: written to host memory
 * @SMGPU_PERF_CARD_TLB_MISSES: lookups: misses of the shared L2 TLB
 * @SMGPU_PERF_CARD_PAGE_WALKS: walks: page-table walks
 * @SMGPU_PERF_CARD_DMA_BYTES: bytes: moved by the DMA engines
 * @SMGPU_PERF_CARD_MCU_INSTR: instr: instructions of the control core
 * @SMGPU_PERF_CARD_MCU_SLEEP_CYCLES: cycles: control core in wfi
 * @SMGPU_PERF_CARD_DTOK_RECENTERS: services: token queues that the firmware has recentered;
 *	it counts them itself, the card's register shows 0
 * @SMGPU_PERF_CARD_L2_HITS_PRIO: lines: of l2_hits: those of warps with a priority token of
 *	the L2
 * @SMGPU_PERF_CARD_L2_MISSES_PRIO: lines: of l2_misses: those of warps with a priority token
 *	of the L2
 * @SMGPU_PERF_CARD_L2_BYPASSES: lines: of l2_misses: delivered without room in the L2, as
 *	all lines of the set had higher levels or level 0 never allocates
 * @SMGPU_PERF_CARD_COUNT: how many there are
 */
enum smgpu_perf_card {
	SMGPU_PERF_CARD_CYCLES = 0,
	SMGPU_PERF_CARD_BUSY_CYCLES = 1,
	SMGPU_PERF_CARD_CTAS_LAUNCHED = 2,
	SMGPU_PERF_CARD_CTAS_COMPLETED = 3,
	SMGPU_PERF_CARD_L2_HITS = 4,
	SMGPU_PERF_CARD_L2_MISSES = 5,
	SMGPU_PERF_CARD_DRAM_READ_BYTES = 6,
	SMGPU_PERF_CARD_DRAM_WRITE_BYTES = 7,
	SMGPU_PERF_CARD_HOST_READ_BYTES = 8,
	SMGPU_PERF_CARD_HOST_WRITE_BYTES = 9,
	SMGPU_PERF_CARD_TLB_MISSES = 10,
	SMGPU_PERF_CARD_PAGE_WALKS = 11,
	SMGPU_PERF_CARD_DMA_BYTES = 12,
	SMGPU_PERF_CARD_MCU_INSTR = 13,
	SMGPU_PERF_CARD_MCU_SLEEP_CYCLES = 14,
	SMGPU_PERF_CARD_DTOK_RECENTERS = 15,
	SMGPU_PERF_CARD_L2_HITS_PRIO = 16,
	SMGPU_PERF_CARD_L2_MISSES_PRIO = 17,
	SMGPU_PERF_CARD_L2_BYPASSES = 18,
	SMGPU_PERF_CARD_COUNT = 19,
};

#define SMGPU_PERF_CARD_NAMES \
	X(cycles, "cycles", "core clock cycles since reset") \
	X(busy_cycles, "cycles", "cycles with at least one CTA in flight") \
	X(ctas_launched, "ctas", "CTAs given to SMs") \
	X(ctas_completed, "ctas", "CTAs that ended") \
	X(l2_hits, "lines", "L2 accesses that hit") \
	X(l2_misses, "lines", "L2 accesses that went to card DRAM") \
	X(dram_read_bytes, "bytes", "read from card DRAM") \
	X(dram_write_bytes, "bytes", "written to card DRAM") \
	X(host_read_bytes, "bytes", "read from host memory") \
	X(host_write_bytes, "bytes", "written to host memory") \
	X(tlb_misses, "lookups", "misses of the shared L2 TLB") \
	X(page_walks, "walks", "page-table walks") \
	X(dma_bytes, "bytes", "moved by the DMA engines") \
	X(mcu_instr, "instr", "instructions of the control core") \
	X(mcu_sleep_cycles, "cycles", "control core in wfi") \
	X(dtok_recenters, "services", \
	  "token queues that the firmware has recentered; it counts them itself, the " \
	  "card's register shows 0") \
	X(l2_hits_prio, "lines", "of l2_hits: those of warps with a priority token of the L2") \
	X(l2_misses_prio, "lines", "of l2_misses: those of warps with a priority token of the L2") \
	X(l2_bypasses, "lines", \
	  "of l2_misses: delivered without room in the L2, as all lines of the set had " \
	  "higher levels or level 0 never allocates") \
	/* end */

/**
 * enum smgpu_perf_sm - counters of each SM
 * @SMGPU_PERF_SM_ACTIVE_CYCLES: cycles: cycles with a live warp
 * @SMGPU_PERF_SM_WARP_INSTR: instr: warp instructions issued
 * @SMGPU_PERF_SM_THREAD_INSTR: threads: active threads summed over issued warp instructions
 * @SMGPU_PERF_SM_DUAL_ISSUE_CYCLES: cycles: cycles in which both pods issued; 0 with one pod
 * @SMGPU_PERF_SM_ISSUE_SLOTS: slots: pod cycles with a live warp (= issued + stalls)
 * @SMGPU_PERF_SM_STALL_FETCH: slots: no live warp had an instruction buffered
 * @SMGPU_PERF_SM_STALL_HAZARD: slots: buffered instructions waited for operands
 * @SMGPU_PERF_SM_STALL_PIPE: slots: an instruction was ready but its pipe was not
 * @SMGPU_PERF_SM_STALL_SYNC: slots: all waited at barriers, fences or traps
 * @SMGPU_PERF_SM_FETCH_HITS: lines: instruction cache hits
 * @SMGPU_PERF_SM_FETCH_MISSES: lines: instruction cache misses
 * @SMGPU_PERF_SM_FETCH_BROADCASTS: instr: instructions taken by more than one warp from one
 *	fetch
 * @SMGPU_PERF_SM_L1_HITS: lines: L1 data hits
 * @SMGPU_PERF_SM_L1_MISSES: lines: L1 data misses
 * @SMGPU_PERF_SM_LOADS: instr: load instructions issued
 * @SMGPU_PERF_SM_STORES: instr: store instructions issued
 * @SMGPU_PERF_SM_ATOMICS: instr: AMO, LR and SC instructions issued
 * @SMGPU_PERF_SM_MEM_REQUESTS: lines: line accesses after coalescing
 * @SMGPU_PERF_SM_SHARED_ACCESSES: instr: shared-memory instructions
 * @SMGPU_PERF_SM_SHARED_REPLAYS: cycles: extra cycles for bank conflicts
 * @SMGPU_PERF_SM_DTOK_PUSHES: tokens: pushed on token queues
 * @SMGPU_PERF_SM_DTOK_POPS: tokens: popped and activated
 * @SMGPU_PERF_SM_DTOK_DROPS: tokens: popped without threads
 * @SMGPU_PERF_SM_DTOK_MERGES: tokens: arrivals merged into a standing token
 * @SMGPU_PERF_SM_YIELDS: instr: YIELDs that were taken
 * @SMGPU_PERF_SM_DTOK_DEEPEST: tokens: most tokens in one queue so far
 * @SMGPU_PERF_SM_DTOK_OVERFLOWS: events: pushes that found the queue full
 * @SMGPU_PERF_SM_DIVERGENT_INSTR: instr: issued with fewer than all live threads active
 * @SMGPU_PERF_SM_WARPS_LAUNCHED: warps: warps started
 * @SMGPU_PERF_SM_TRAPS: events: warps stopped by a trap or for token service
 * @SMGPU_PERF_SM_DTOK_SPILLS: events: warps stopped to make room in a full token queue
 * @SMGPU_PERF_SM_DTOK_REFILLS: events: warps stopped to bring spilled tokens back
 * @SMGPU_PERF_SM_DTOK_SPILL_CYCLES: cycles: cycles with a warp stopped for a full token
 *	queue
 * @SMGPU_PERF_SM_DTOK_REFILL_CYCLES: cycles: cycles with a warp stopped for spilled tokens
 * @SMGPU_PERF_SM_DTOK_SERVICE_ISSUE_CYCLES: cycles: cycles in which a warp issued while
 *	another was stopped for token service
 * @SMGPU_PERF_SM_DIVERGENT_CYCLES: cycles: cycles with a warp that last issued with fewer
 *	than all its live threads active
 * @SMGPU_PERF_SM_DTOK_BACKSTOPS: events: jumps backwards that acted as YIELD because others
 *	had waited too long
 * @SMGPU_PERF_SM_STALL_SPECIAL: slots: of stall_pipe: the special pipe (CSR, vote, shuffle,
 *	division) was not ready
 * @SMGPU_PERF_SM_STALL_OPERANDS: slots: of stall_pipe: the pod was reading operands
 * @SMGPU_PERF_SM_STALL_LS: slots: of stall_pipe: load/store had addresses, lines or shared
 *	memory at hand
 * @SMGPU_PERF_SM_STALL_TLB: slots: of stall_pipe: load/store was not ready and had a page
 *	walk under way
 * @SMGPU_PERF_SM_STALL_L2: slots: of stall_pipe: load/store was not ready and the L2 did not
 *	take its request
 * @SMGPU_PERF_SM_STALL_BARRIER: slots: of stall_sync: a warp waited at a barrier
 * @SMGPU_PERF_SM_VICTIMS: warps: warps that could have issued in cycles in which another of
 *	their pod did
 * @SMGPU_PERF_SM_REPLAYS: cycles: cycles in which load/store served more of an access that
 *	it could not serve at once
 * @SMGPU_PERF_SM_STALL_OVERSUB: slots: of stall_pipe: the pipes of all ready warps had
 *	reached the upper threshold of OVERSUB
 * @SMGPU_PERF_SM_CONST_HITS: words: constants served from the constant cache
 * @SMGPU_PERF_SM_CONST_MISSES: lines: lines of constants fetched
 * @SMGPU_PERF_SM_STALL_CONST: slots: of stall_hazard: an instruction waited for its constant
 *	or attribute, but for nothing else
 * @SMGPU_PERF_SM_FOUR_OPS_CYCLES: cycles: cycles in which a constant was served, the
 *	register files of both pods were read and a result was written
 * @SMGPU_PERF_SM_L1_HITS_PRIO: lines: of l1_hits: those of warps with a priority token
 * @SMGPU_PERF_SM_L1_MISSES_PRIO: lines: of l1_misses: those of warps with a priority token
 * @SMGPU_PERF_SM_L1_BYPASSES: lines: of l1_misses: delivered without room in L1, as all
 *	lines of the set had higher levels or level 0 never allocates
 * @SMGPU_PERF_SM_PRIO_GRANTS: tokens: priority tokens of L1 given to warps
 * @SMGPU_PERF_SM_BEATS: beats: parts of instructions that pods dispatched: LANES threads
 *	each
 * @SMGPU_PERF_SM_BEATS_SAVED: beats: not dispatched, as one stood for all threads of an
 *	instruction whose operands were the same in all
 * @SMGPU_PERF_SM_TEX: instr: texture instructions whose operands the texture unit has taken
 * @SMGPU_PERF_SM_TEX_TAPS: instr: loads of texels by the texture unit, one for each tap of
 *	an instruction
 * @SMGPU_PERF_SM_TEXTILE_GRANTS: grants: textile grants that a warp took
 * @SMGPU_PERF_SM_TEXTILE_TIMEOUTS: grants: of textile_grants: taken because a warp had
 *	waited for TEXTILE.timeout cycles
 * @SMGPU_PERF_SM_TEXTILE_WAITS: cycles: cycles in which a warp waited for the textile grant
 * @SMGPU_PERF_SM_FIVE_OPS_CYCLES: cycles: of four_ops_cycles: an attribute was served, too
 * @SMGPU_PERF_SM_ATTR_HITS: words: attributes served from the attribute cache
 * @SMGPU_PERF_SM_ATTR_MISSES: lines: lines of attributes fetched
 * @SMGPU_PERF_SM_COUNT: how many there are
 */
enum smgpu_perf_sm {
	SMGPU_PERF_SM_ACTIVE_CYCLES = 0,
	SMGPU_PERF_SM_WARP_INSTR = 1,
	SMGPU_PERF_SM_THREAD_INSTR = 2,
	SMGPU_PERF_SM_DUAL_ISSUE_CYCLES = 3,
	SMGPU_PERF_SM_ISSUE_SLOTS = 4,
	SMGPU_PERF_SM_STALL_FETCH = 5,
	SMGPU_PERF_SM_STALL_HAZARD = 6,
	SMGPU_PERF_SM_STALL_PIPE = 7,
	SMGPU_PERF_SM_STALL_SYNC = 8,
	SMGPU_PERF_SM_FETCH_HITS = 9,
	SMGPU_PERF_SM_FETCH_MISSES = 10,
	SMGPU_PERF_SM_FETCH_BROADCASTS = 11,
	SMGPU_PERF_SM_L1_HITS = 12,
	SMGPU_PERF_SM_L1_MISSES = 13,
	SMGPU_PERF_SM_LOADS = 14,
	SMGPU_PERF_SM_STORES = 15,
	SMGPU_PERF_SM_ATOMICS = 16,
	SMGPU_PERF_SM_MEM_REQUESTS = 17,
	SMGPU_PERF_SM_SHARED_ACCESSES = 18,
	SMGPU_PERF_SM_SHARED_REPLAYS = 19,
	SMGPU_PERF_SM_DTOK_PUSHES = 20,
	SMGPU_PERF_SM_DTOK_POPS = 21,
	SMGPU_PERF_SM_DTOK_DROPS = 22,
	SMGPU_PERF_SM_DTOK_MERGES = 23,
	SMGPU_PERF_SM_YIELDS = 24,
	SMGPU_PERF_SM_DTOK_DEEPEST = 25,
	SMGPU_PERF_SM_DTOK_OVERFLOWS = 26,
	SMGPU_PERF_SM_DIVERGENT_INSTR = 27,
	SMGPU_PERF_SM_WARPS_LAUNCHED = 28,
	SMGPU_PERF_SM_TRAPS = 29,
	SMGPU_PERF_SM_DTOK_SPILLS = 30,
	SMGPU_PERF_SM_DTOK_REFILLS = 31,
	SMGPU_PERF_SM_DTOK_SPILL_CYCLES = 32,
	SMGPU_PERF_SM_DTOK_REFILL_CYCLES = 33,
	SMGPU_PERF_SM_DTOK_SERVICE_ISSUE_CYCLES = 34,
	SMGPU_PERF_SM_DIVERGENT_CYCLES = 35,
	SMGPU_PERF_SM_DTOK_BACKSTOPS = 36,
	SMGPU_PERF_SM_STALL_SPECIAL = 37,
	SMGPU_PERF_SM_STALL_OPERANDS = 38,
	SMGPU_PERF_SM_STALL_LS = 39,
	SMGPU_PERF_SM_STALL_TLB = 40,
	SMGPU_PERF_SM_STALL_L2 = 41,
	SMGPU_PERF_SM_STALL_BARRIER = 42,
	SMGPU_PERF_SM_VICTIMS = 43,
	SMGPU_PERF_SM_REPLAYS = 44,
	SMGPU_PERF_SM_STALL_OVERSUB = 45,
	SMGPU_PERF_SM_CONST_HITS = 46,
	SMGPU_PERF_SM_CONST_MISSES = 47,
	SMGPU_PERF_SM_STALL_CONST = 48,
	SMGPU_PERF_SM_FOUR_OPS_CYCLES = 49,
	SMGPU_PERF_SM_L1_HITS_PRIO = 50,
	SMGPU_PERF_SM_L1_MISSES_PRIO = 51,
	SMGPU_PERF_SM_L1_BYPASSES = 52,
	SMGPU_PERF_SM_PRIO_GRANTS = 53,
	SMGPU_PERF_SM_BEATS = 54,
	SMGPU_PERF_SM_BEATS_SAVED = 55,
	SMGPU_PERF_SM_TEX = 56,
	SMGPU_PERF_SM_TEX_TAPS = 57,
	SMGPU_PERF_SM_TEXTILE_GRANTS = 58,
	SMGPU_PERF_SM_TEXTILE_TIMEOUTS = 59,
	SMGPU_PERF_SM_TEXTILE_WAITS = 60,
	SMGPU_PERF_SM_FIVE_OPS_CYCLES = 61,
	SMGPU_PERF_SM_ATTR_HITS = 62,
	SMGPU_PERF_SM_ATTR_MISSES = 63,
	SMGPU_PERF_SM_COUNT = 64,
};

#define SMGPU_PERF_SM_NAMES \
	X(active_cycles, "cycles", "cycles with a live warp") \
	X(warp_instr, "instr", "warp instructions issued") \
	X(thread_instr, "threads", "active threads summed over issued warp instructions") \
	X(dual_issue_cycles, "cycles", "cycles in which both pods issued; 0 with one pod") \
	X(issue_slots, "slots", "pod cycles with a live warp (= issued + stalls)") \
	X(stall_fetch, "slots", "no live warp had an instruction buffered") \
	X(stall_hazard, "slots", "buffered instructions waited for operands") \
	X(stall_pipe, "slots", "an instruction was ready but its pipe was not") \
	X(stall_sync, "slots", "all waited at barriers, fences or traps") \
	X(fetch_hits, "lines", "instruction cache hits") \
	X(fetch_misses, "lines", "instruction cache misses") \
	X(fetch_broadcasts, "instr", "instructions taken by more than one warp from one fetch") \
	X(l1_hits, "lines", "L1 data hits") \
	X(l1_misses, "lines", "L1 data misses") \
	X(loads, "instr", "load instructions issued") \
	X(stores, "instr", "store instructions issued") \
	X(atomics, "instr", "AMO, LR and SC instructions issued") \
	X(mem_requests, "lines", "line accesses after coalescing") \
	X(shared_accesses, "instr", "shared-memory instructions") \
	X(shared_replays, "cycles", "extra cycles for bank conflicts") \
	X(dtok_pushes, "tokens", "pushed on token queues") \
	X(dtok_pops, "tokens", "popped and activated") \
	X(dtok_drops, "tokens", "popped without threads") \
	X(dtok_merges, "tokens", "arrivals merged into a standing token") \
	X(yields, "instr", "YIELDs that were taken") \
	X(dtok_deepest, "tokens", "most tokens in one queue so far") \
	X(dtok_overflows, "events", "pushes that found the queue full") \
	X(divergent_instr, "instr", "issued with fewer than all live threads active") \
	X(warps_launched, "warps", "warps started") \
	X(traps, "events", "warps stopped by a trap or for token service") \
	X(dtok_spills, "events", "warps stopped to make room in a full token queue") \
	X(dtok_refills, "events", "warps stopped to bring spilled tokens back") \
	X(dtok_spill_cycles, "cycles", "cycles with a warp stopped for a full token queue") \
	X(dtok_refill_cycles, "cycles", "cycles with a warp stopped for spilled tokens") \
	X(dtok_service_issue_cycles, "cycles", \
	  "cycles in which a warp issued while another was stopped for token service") \
	X(divergent_cycles, "cycles", \
	  "cycles with a warp that last issued with fewer than all its live threads " \
	  "active") \
	X(dtok_backstops, "events", \
	  "jumps backwards that acted as YIELD because others had waited too long") \
	X(stall_special, "slots", \
	  "of stall_pipe: the special pipe (CSR, vote, shuffle, division) was not ready") \
	X(stall_operands, "slots", "of stall_pipe: the pod was reading operands") \
	X(stall_ls, "slots", \
	  "of stall_pipe: load/store had addresses, lines or shared memory at hand") \
	X(stall_tlb, "slots", \
	  "of stall_pipe: load/store was not ready and had a page walk under way") \
	X(stall_l2, "slots", \
	  "of stall_pipe: load/store was not ready and the L2 did not take its request") \
	X(stall_barrier, "slots", "of stall_sync: a warp waited at a barrier") \
	X(victims, "warps", \
	  "warps that could have issued in cycles in which another of their pod did") \
	X(replays, "cycles", \
	  "cycles in which load/store served more of an access that it could not serve " \
	  "at once") \
	X(stall_oversub, "slots", \
	  "of stall_pipe: the pipes of all ready warps had reached the upper threshold " \
	  "of OVERSUB") \
	X(const_hits, "words", "constants served from the constant cache") \
	X(const_misses, "lines", "lines of constants fetched") \
	X(stall_const, "slots", \
	  "of stall_hazard: an instruction waited for its constant or attribute, but " \
	  "for nothing else") \
	X(four_ops_cycles, "cycles", \
	  "cycles in which a constant was served, the register files of both pods were " \
	  "read and a result was written") \
	X(l1_hits_prio, "lines", "of l1_hits: those of warps with a priority token") \
	X(l1_misses_prio, "lines", "of l1_misses: those of warps with a priority token") \
	X(l1_bypasses, "lines", \
	  "of l1_misses: delivered without room in L1, as all lines of the set had " \
	  "higher levels or level 0 never allocates") \
	X(prio_grants, "tokens", "priority tokens of L1 given to warps") \
	X(beats, "beats", "parts of instructions that pods dispatched: LANES threads each") \
	X(beats_saved, "beats", \
	  "not dispatched, as one stood for all threads of an instruction whose " \
	  "operands were the same in all") \
	X(tex, "instr", "texture instructions whose operands the texture unit has taken") \
	X(tex_taps, "instr", \
	  "loads of texels by the texture unit, one for each tap of an instruction") \
	X(textile_grants, "grants", "textile grants that a warp took") \
	X(textile_timeouts, "grants", \
	  "of textile_grants: taken because a warp had waited for TEXTILE.timeout " \
	  "cycles") \
	X(textile_waits, "cycles", "cycles in which a warp waited for the textile grant") \
	X(five_ops_cycles, "cycles", "of four_ops_cycles: an attribute was served, too") \
	X(attr_hits, "words", "attributes served from the attribute cache") \
	X(attr_misses, "lines", "lines of attributes fetched") \
	/* end */

/* First names of counters, for programs that have them */
#define SMGPU_PERF_CARD_TOKEN_RECENTERS SMGPU_PERF_CARD_DTOK_RECENTERS
#define SMGPU_PERF_SM_TOKEN_PUSHES SMGPU_PERF_SM_DTOK_PUSHES
#define SMGPU_PERF_SM_TOKEN_POPS SMGPU_PERF_SM_DTOK_POPS
#define SMGPU_PERF_SM_TOKEN_DROPS SMGPU_PERF_SM_DTOK_DROPS
#define SMGPU_PERF_SM_TOKEN_MERGES SMGPU_PERF_SM_DTOK_MERGES
#define SMGPU_PERF_SM_TOKEN_DEEPEST SMGPU_PERF_SM_DTOK_DEEPEST
#define SMGPU_PERF_SM_TOKEN_OVERFLOWS SMGPU_PERF_SM_DTOK_OVERFLOWS
#define SMGPU_PERF_SM_TOKEN_SPILLS SMGPU_PERF_SM_DTOK_SPILLS
#define SMGPU_PERF_SM_TOKEN_REFILLS SMGPU_PERF_SM_DTOK_REFILLS
#define SMGPU_PERF_SM_TOKEN_SPILL_CYCLES SMGPU_PERF_SM_DTOK_SPILL_CYCLES
#define SMGPU_PERF_SM_TOKEN_REFILL_CYCLES SMGPU_PERF_SM_DTOK_REFILL_CYCLES
#define SMGPU_PERF_SM_TOKEN_SERVICE_ISSUE_CYCLES SMGPU_PERF_SM_DTOK_SERVICE_ISSUE_CYCLES
#define SMGPU_PERF_SM_TOKEN_BACKSTOPS SMGPU_PERF_SM_DTOK_BACKSTOPS

#endif
