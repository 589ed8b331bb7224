/* SPDX-License-Identifier: MIT */
/*
 * A small emulator of CTAs for smcc's tests: `lanes` threads to a warp, with the token queue; with
 * lanes = 1 every thread runs by itself and nothing can diverge, which makes the oracle.
 */
#ifndef _EMU_H_
#define _EMU_H_

#include <stdbool.h>
#include <stdint.h>

#define EMU_MEM_BYTES	(32u << 20)	/* addresses 0 .. here: data below 16 MiB, code above */
#define EMU_PAGE	4096u	/* translate() gives addresses within one */
#define EMU_SHARED_BYTES 65536u
#define EMU_LOCAL_BYTES	65536u

enum emu_policy { EMU_AUTO, EMU_TAKEN, EMU_FALL, EMU_HIGHER, EMU_RANDOM };

/* What a warp that has not ended did when its launch was stopped */
struct emu_warp {
	int index;		/* of the CTA */
	/* of threads at a barrier: behind it, and those that came there first */
	uint32_t pc, active;
	bool barrier, stopped;	/* it waits there; it is what stopped the launch */
	int dtoks;
};

struct emu_launch {
	uint32_t entry, param;
	uint32_t grid[3], cta[3];
	uint32_t local_bytes;
	int lanes;
	enum emu_policy policy;
	int yield_period;	/* every n-th YIELD is taken */
	int max_pre;		/* PRE tokens kept, 0: all */
	uint32_t seed;
	uint64_t limit;		/* instructions in all */
	/* global memory through a page table instead of @mem: NULL if not bound so */
	uint8_t *(*translate)(void *ctx, uint32_t va, bool write, bool fetch);
	void *ctx;
	/* where a trap says what happened, or NULL; the thread's number in the warp */
	uint32_t *fault_va, *fault_pc, *fault_thread;
	/* called for each warp of the CTA that stopped the launch, or NULL */
	void (*left)(void *left_ctx, const struct emu_warp *w);
	void *left_ctx;
};

struct emu_stats {
	uint64_t instr, lane_instr, diverged;
	int max_dtoks;
	uint64_t yields;
};

/* NULL, or why it stopped. */
const char *emu_run(uint8_t *mem, const struct emu_launch *l, struct emu_stats *st);

struct emu_kernel {
	uint32_t entry, arg_words, regs, shared_bytes, local_bytes, flags;
};

/* Loads an ELF of smcc into @mem and finds a kernel. */
const char *emu_load(uint8_t *mem, const char *path);
const char *emu_kernel(const char *path, const char *name, struct emu_kernel *k);

#endif
