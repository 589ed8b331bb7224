/* SPDX-License-Identifier: MIT */
/*
 * Inside of the functional model: what the files of this folder share about one card.
 *
 * One struct card is all of a card's state, and each file works on its part of it. There are no
 * locks: a card is driven by one thread.
 *
 * Times are cycles since the card was made. Addresses of registers are offsets in BAR0.
 */
#ifndef SMGPU_MODEL_MODEL_H
#define SMGPU_MODEL_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <drm/smgpu_hw.h>
#include <drm/smgpu_perf.h>

#include "card.h"
#include "presets.h"
#include "smgpu_fw_abi.h"
#include "smgpu_regs.h"
#include "warp.h"

#define MAX_SMS		4u
#define MAX_WARPS	48u
#define MAX_CTAS	16u		/* CTA contexts of an SM */
#define SLOTS		SMGPU_SLOT_COUNT
#define VMS		SMGPU_MMU_ROOT_COUNT
#define CHANNELS	SMGPU_INTC_DB_VALUE_COUNT
#define TCM_BYTES	SMGPU_FW_MAX_BYTES
#define LINE		32u
#define PA_HOST		(1ull << 40)
#define PA_MASK		(PA_HOST - 1)
/* a CTA gets whole sixteenths of an SM's shared memory; twice that while L1's RAM is part of it */
#define SHARED_UNITS	16u
#define CODE_LINES	128u		/* instruction cache, lines */
#define CONST_LINES	4u		/* lines of constants that an SM keeps for a task slot */
#define ATTR_LINES	64u		/* lines of attributes that an SM keeps */
#define RESERVATIONS	4096u		/* versions of words for LR/SC, by hash */

/* Presets of hw/presets/presets.toml. The model issues in an order of its own and has no caches but
 * their tags: PRIO, PRIO_L2, PREDICT and BONUS are registers only, TEXTILE registers and positions
 * only. */
extern const struct preset presets[PRESET_COUNT];
const struct preset *preset_find(const char *name);

struct card;

/* ---- MCU ---- */
struct mcu {
	uint32_t x[32], pc, reset_vector;
	/* cycle it has reached; never behind card->now by more than a slice */
	uint64_t time;
	uint64_t instret;
	bool run, sleeping, locked_up, in_trap;
	uint32_t mstatus, mie, mtvec, mepc, mcause, mtval, mscratch;
};

void mcu_reset(struct card *c);
/* Runs until cycle `until` or until it sleeps. */
void mcu_run(struct card *c, uint64_t until);
bool mcu_wakes(const struct card *c);

/* ---- MMU ---- */
enum mmu_result { MMU_OK, MMU_FAULT };

struct tlb_entry {
	uint32_t key;			/* 1 << 31 | vm << 20 | vpn */
	uint8_t perm;			/* PTE bits 3:1 */
	uint64_t pa;			/* of the page, bit 40 = host */
};

#define TLB_ENTRIES 2048u

/* access: SMGPU_ACCESS_READ, WRITE or EXEC. *pa gets the physical address of va. */
enum mmu_result mmu_translate(struct card *c, unsigned vm, uint32_t va, unsigned access,
			      uint64_t *pa);
/* value: as written to MMU.INVALIDATE */
void mmu_invalidate(struct card *c, uint32_t value, uint64_t time);
/* The next invalidation is of all pages. */
void mmu_whole_range(struct card *c);

/* ---- Memory ---- */
/* Card or host memory by physical address; false = bus error (card: nothing done). */
bool phys_read(struct card *c, uint64_t pa, void *buf, size_t len);
bool phys_write(struct card *c, uint64_t pa, const void *buf, size_t len);
/* Some other party than a warp has written: LR reservations end, L1 lines go. */
void mem_written(struct card *c, uint64_t pa, size_t len);
/* Of a word of card memory, by hash: two words that share one make an SC fail at worst. */
uint32_t *mem_version(struct card *c, uint64_t pa);
/* Cache models, for time and counters only: each returns extra cycles. */
unsigned cache_read(struct card *c, unsigned sm, uint64_t pa);
unsigned cache_write(struct card *c, unsigned sm, uint64_t pa);
unsigned cache_l2(struct card *c, uint64_t pa, bool write);

/* ---- DMA ---- */
/* Registers as written, and the job as it was started. */
struct dma {
	uint32_t src_lo, src_hi, dst_lo, dst_hi, len, fill, ctrl, status, fault_va, fault_hi, rest,
		in_tcm;
	uint64_t moved_at;		/* bytes due up to this cycle have been moved */
	struct {
		uint64_t src, dst;
		uint32_t len, fill, ctrl;
	} job;
};

void dma_start(struct card *c, unsigned e, uint64_t time);
void dma_run(struct card *c, uint64_t now);
/* Cycle of the next progress, or all ones */
uint64_t dma_next(const struct card *c);

/* ---- Launcher ---- */
/* Registers of the register file in its order up to @quota, then what the launcher keeps of its
 * own. */
struct slot {
	uint32_t ctrl, sm_mask, entry, param, grid[3], cta_xy, cta_z, shape, recip_x, recip_xy,
		shared, local, local_va;
	uint32_t next, limit, next_xyz[3];
	uint32_t inflight, completed, warp_instr;
	uint32_t coalesce, timeout, quota;
	uint32_t turn;			/* CTAs launched of the quota */
	uint32_t items;			/* of the CTA being launched */
	uint64_t since;			/* items wait since then */
	uint32_t filling;		/* how often it was filled */
	bool armed;			/* filled, its event not yet sent */
	bool killed;
};

struct launch {
	uint32_t ctrl, order[2], order_used;
	unsigned last_sm;		/* round robin */
	unsigned ctas;			/* in flight, all slots */
	struct slot slot[SLOTS];
	unsigned event_head, event_count;
	uint32_t event[64];
	uint32_t bells;
	bool changed;			/* a launch or an event may be possible */
	struct {			/* the task of each SM */
		bool has;
		uint8_t slot;
		uint32_t filling;	/* of the slot, whose state was sent */
		uint64_t synced;	/* when the SM has that state */
	} sm[MAX_SMS];
	uint64_t loader_free;		/* the launcher sends the state of one task at a time */
};

/* SM_STATE.state */
enum { SM_NO_TASK = 0, SM_TASK_ASSIGN = 1, SM_STATE_SYNC = 2, SM_CTA_LAUNCH = 3 };
/* Cycles in which the launcher sends a task's state to an SM */
#define SYNC_CYCLES 14u

void launch_write_ctrl(struct card *c, unsigned s, uint32_t v);
void launch_kill(struct card *c, uint32_t slots);
void launch_pop_event(struct card *c);
uint32_t launch_event(const struct card *c);
void launch_limit(struct card *c, unsigned s, uint32_t v);
/* What SM_STATE shows */
uint32_t launch_sm_state(const struct card *c, unsigned sm);
/* True while the state of a task is on its way to an SM. */
bool launch_syncing(const struct card *c);
/* Kills, events, tasks of SMs and CTA launches that are due; at most max_launches CTAs. */
void launch_run(struct card *c, unsigned max_launches);
void launch_reset(struct card *c);

/* ---- Traps ---- */
#define TRAP_FIFO (MAX_SMS * MAX_WARPS)
/* The words of the registers TRAP.INFO, WHERE, PC and ADDR. */
struct trap_entry {
	uint32_t info, where, pc, addr;
};

void trap_push(struct card *c, struct trap_entry t);
void trap_pop(struct card *c);
void trap_drop_slot(struct card *c, unsigned slot);

/* ---- SM ---- */
/* A CTA's context. @arrived counts warps at the barrier. */
struct cta {
	bool used;
	uint8_t slot, gen;
	unsigned warps, live, arrived;
	unsigned unit, units;		/* shared memory */
};

/* What an SM knows of a warp beside struct warp; the same index in both arrays. */
struct sm_warp {
	bool used;
	uint8_t slot, gen, vm, cta;
	uint32_t shared_base, shared_bytes, local_va;
	uint64_t ready;
	uint32_t reserved;		/* threads with an LR reservation */
	uint64_t reserved_pa[WARP_LANES];
	uint32_t reserved_version[WARP_LANES];
};

#define NO_VM	0xff	/* of unit_vm: what is there was written by none that may be here */

struct sm {
	struct card *card;
	unsigned id;
	/* SCHED .. SCHED_SLOTS, without those of the debug view and of token service */
	uint32_t cfg[43];
	uint32_t dbg_select;
	struct warp_policy policy;
	struct warp_stats stats;
	struct warp *warp;		/* [MAX_WARPS] */
	struct sm_warp state[MAX_WARPS];
	struct cta cta[MAX_CTAS];
	uint64_t runnable, used;	/* warps; used = with live threads */
	uint64_t full, empty;		/* warps stopped for token service */
	uint64_t diverged;		/* warps whose last instruction left live threads out */
	/* warps whose last instruction was a barrier, a fence or one of the token queue */
	uint64_t in_sync;
	struct {			/* DTOK registers */
		unsigned warp, index;
		struct dtok entry;
		uint32_t queue;
		bool stopped;
	} dtok;
	unsigned last;			/* warp issued last */
	uint64_t time;
	uint8_t *shared;
	uint8_t unit_used[SHARED_UNITS], unit_vm[SHARED_UNITS];
	bool lent;			/* L1's RAM is shared memory */
	unsigned extra_issue, latency;	/* of the memory instruction that runs */
	uint64_t tex_free;		/* when the texture unit begins with another instruction */
	uint64_t perf[SMGPU_PERF_BLOCK];
	uint32_t *l1_tag;		/* pa / LINE + 1 */
	unsigned l1_lines;
	/* VA / LINE + 1 of the lines kept: time and counters only */
	uint32_t const_line[SLOTS][CONST_LINES];
	uint32_t attr_line[ATTR_LINES];			/* the same, of all slots */
	/* instruction fetch: the page last used and a small cache */
	uint32_t fetch_key;
	uint64_t fetch_page;
	struct {
		uint64_t tag;		/* pa / LINE + 1 */
		uint32_t word[LINE / 4];
	} code[CODE_LINES];
};

/*
 * What an SM without a CTA does when it gets the slot's state: its shared memory becomes as large
 * as that says. False if it has CTAs and another size.
 */
bool sm_take_split(struct sm *sm, const struct slot *s);
bool sm_has_split(const struct sm *sm, const struct slot *s);
/* True if one CTA of the slot fits */
bool sm_fits(const struct sm *sm, const struct slot *s);
unsigned sm_free_warps(const struct sm *sm);
/* How many more CTAs of the slot's task fit */
unsigned sm_room(const struct sm *sm, const struct slot *s);
void sm_launch(struct sm *sm, unsigned slot);
void sm_kill(struct sm *sm, unsigned slot);
/* A VM's number is given back: what is kept under such numbers goes. */
void sm_forget(struct sm *sm);
/* A warp stopped for token service goes on. */
void sm_resume(struct sm *sm, unsigned k);
void sm_run(struct sm *sm, uint64_t until);
void sm_reset(struct sm *sm);
void sm_config_reset(struct sm *sm);
void sm_config(struct sm *sm, uint32_t off, uint32_t v);
uint32_t sm_read(struct sm *sm, uint32_t off);
/* Of a card without and with constant operands, texture instructions, attributes */
extern const struct warp_ops sm_warp_ops[2][2][2];

/* ---- Trace ---- */
/* One line for each retirement: cycle sm slot.gen cta warp pc mask rd values... | store addr bytes
 * values... */
void trace_retired(struct sm *sm, unsigned k, const struct warp_record *r);

/* ---- Counters ---- */
void perf_control(struct card *c, bool snapshot, bool clear);
uint32_t perf_value(const struct card *c, unsigned i);

/* ---- Registers ---- */
uint32_t reg_read(struct card *c, uint32_t off, bool host);
void reg_write(struct card *c, uint32_t off, uint32_t v, bool host);
void reg_doorbell(struct card *c, unsigned channel, uint32_t v);
uint32_t intc_pending(const struct card *c);
void card_reset(struct card *c, unsigned depth);

struct card {
	const struct card_config *cfg;
	const struct card_host_ops *host;
	void *host_ctx;
	const struct preset *preset;
	uint64_t now;
	uint64_t reset_at;		/* counter card.cycles starts here */
	uint8_t *dram;
	uint64_t dram_bytes;
	uint8_t tcm[TCM_BYTES];
	struct mcu mcu;
	struct dma dma[SMGPU_DMA_COUNT];
	struct {
		uint32_t enable, dma, db_pending[2], db_value[CHANNELS];
		uint64_t timer;
	} intc;
	struct {
		uint32_t root[VMS];
		uint32_t first, last;	/* pages of the next invalidation */
		uint64_t busy_until;
		struct tlb_entry tlb[TLB_ENTRIES];
	} mmu;
	struct launch launch;
	unsigned trap_head, trap_count;
	bool trap_held;			/* the first has been read: it stays until it is popped */
	struct trap_entry trap[TRAP_FIFO];
	struct sm sm[MAX_SMS];
	uint32_t progress, scratch[4], timebase_hi[2];
	uint64_t perf[SMGPU_PERF_BLOCK];
	uint32_t snapshot[SMGPU_PERF_VALUE_COUNT];
	uint32_t *l2_tag;
	uint8_t *l2_dirty;
	unsigned l2_lines;
	unsigned dram_latency;
	FILE *trace;			/* NULL = none */
	bool lr_used;			/* since the last LR all stores count versions */
	uint32_t version[RESERVATIONS];
};

/* Cycle that the register access in progress happens at */
static inline uint64_t card_time(const struct card *c, bool host)
{
	return host || c->mcu.time < c->now ? c->now : c->mcu.time;
}

#define FIELD(v, name) (((v) & name##_MASK) >> name##_SHIFT)

#endif
