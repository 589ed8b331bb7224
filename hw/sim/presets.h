/* SPDX-License-Identifier: MIT */
/* Presets of the card: made by hw/presets/gen.py from presets.toml: do not edit */
#ifndef SMGPU_SIM_PRESETS_H
#define SMGPU_SIM_PRESETS_H

#define PRESET_COUNT	6
#define PRESET_NAMES	"default, a200t, ecp5, wide, quad or deep"

/* X(name) of each */
#define PRESETS(X) X(default) X(a200t) X(ecp5) X(wide) X(quad) X(deep)

struct preset {
	const char *name;
	/* SMs of the card */
	unsigned sms;
	/* pods of an SM; each issues an instruction a cycle */
	unsigned pods;
	/* warps of an SM */
	unsigned warps;
	/* threads that execution takes in a cycle */
	unsigned lanes;
	/* lanes of a beat that the floating-point pipe takes in a cycle */
	unsigned fp_units;
	/* integer pipes of an SM */
	unsigned alus;
	/* beats of each pod that wait for load/store outside the pod; 0: none */
	unsigned ls_queue;
	/* beats of each pod that wait for the floating-point pipe; 0: none */
	unsigned fp_queue;
	/* 1: a pod keeps the last rs1 of each warp */
	unsigned keep;
	/* 1: an instruction with the same operands in all threads runs one beat; without
	 * effect at 32 lanes */
	unsigned uniform;
	/* 1: credit policies; 0: SCHED takes LRR, GTO and TWO_LEVEL */
	unsigned credit;
	/* 1: bonuses of the additive weight */
	unsigned bonus;
	/* 1: textile grants */
	unsigned textile;
	/* tokens of a warp's queue */
	unsigned dtoks;
	/* 1: priority tokens of L1 */
	unsigned prio;
	/* 1: priority tokens of the L2 */
	unsigned prio_l2;
	/* 1: sampled working sets of warps */
	unsigned predict;
	/* constant cache of an SM; 0: no instructions with constant operands */
	unsigned const_kib;
	/* attribute cache of an SM; 0: no instructions with attributes */
	unsigned attr_kib;
	/* 1: a texture unit in each SM */
	unsigned tex;
	/* L1 of an SM */
	unsigned l1_kib;
	/* shared memory of an SM */
	unsigned shared_kib;
	/* 1: in throttle mode the data RAM of L1 is shared memory */
	unsigned lend;
	/* entries of the TLB of load/store */
	unsigned tlb;
	/* pages of 4 KiB that load/store has in block RAM beside the TLB; 0: none */
	unsigned pages;
	/* page walks under way, of a load/store unit and of all together */
	unsigned walks;
	/* requests of load/store under way */
	unsigned lines;
	/* banks of the L2; L2_KIB, MSHRS and EVICTS count all together */
	unsigned l2_banks;
	/* L2 */
	unsigned l2_kib;
	/* lines on their way from DRAM to the L2 */
	unsigned mshrs;
	/* lines on their way from the L2 to DRAM */
	unsigned evicts;
	/* words of an atomic of several that a bank of the L2 computes in a cycle */
	unsigned amo_units;
	/* 1: requests for a line on its way wait in the L2; 0: they wait at their ports */
	unsigned waits;
	/* transactions of host memory under way in each direction */
	unsigned host_ids;
	/* DMA engines */
	unsigned dmas;
	/* chunks under way in DMA engine 1 */
	unsigned dma_slots;
	/* 1: quotas of launched CTAs; slots of a priority take turns */
	unsigned turns;
	/* 1: performance counters */
	unsigned perf;
};

#endif
