/* SPDX-License-Identifier: MIT */
/* One driver per block of the card. None of them waits longer than a transfer of its own; none
 * knows of channels. */
#ifndef DRIVERS_H
#define DRIVERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smgpu_regs.h"

/* ---- DMA ---- */

enum dma_space {
	DMA_CARD = SMGPU_DMA_CTRL_SRC_SPACE_CARD,
	DMA_HOST = SMGPU_DMA_CTRL_SRC_SPACE_HOST,
	DMA_TCM = SMGPU_DMA_CTRL_SRC_SPACE_TCM,
	DMA_VM = SMGPU_DMA_CTRL_SRC_SPACE_VM,
	DMA_FILL = SMGPU_DMA_CTRL_SRC_SPACE_FILL,
};

struct dma_addr {
	enum dma_space space;
	uint32_t vm;		/* for DMA_VM */
	uint64_t addr;
};

enum dma_result {
	DMA_OK = SMGPU_DMA_STATUS_ERROR_NONE,
	DMA_PAGE_FAULT = SMGPU_DMA_STATUS_ERROR_PAGE_FAULT,
	DMA_BUS_ERROR = SMGPU_DMA_STATUS_ERROR_BUS,
	DMA_BAD = SMGPU_DMA_STATUS_ERROR_PROGRAM,
};

#define DMA_CONTROL	0u	/* short transfers, waited for */
#define DMA_BULK	1u	/* long transfers, polled */

/* How many engines the card has. Before it is called there are control transfers only. */
void dma_init(uint32_t engines);
/* How many bytes a bulk transfer may have on this card, if it is to have no more than most */
uint32_t dma_piece(uint32_t most);
/* Starts a transfer of bytes (a multiple of 4) on an idle engine; for a fill, src.addr is the
 * 32-bit pattern. */
void dma_start(unsigned int engine, struct dma_addr dst, struct dma_addr src, uint32_t bytes);
bool dma_busy(unsigned int engine);
/* Result of the last transfer; *fault_va stays as it was if there was no error, and is 0 if the
 * error has no address. */
enum dma_result dma_result(unsigned int engine, uint32_t *fault_va, bool *on_dst);

/* Waits on the control engine. bytes is a multiple of 4; p is 4-byte aligned and in TCM. */
enum dma_result dma_host_read(void *p, uint64_t bus, uint32_t bytes);
enum dma_result dma_host_write(uint64_t bus, const void *p, uint32_t bytes);
/* Writes and does not wait: the next transfer waits, and code that changes p must call dma_wait()
 * first. */
void dma_host_post(uint64_t bus, const void *p, uint32_t bytes);
void dma_wait(void);
enum dma_result dma_card_read(void *p, uint64_t addr, uint32_t bytes);
enum dma_result dma_card_write(uint64_t addr, const void *p, uint32_t bytes);
enum dma_result dma_vm_read(void *p, uint32_t vm, uint32_t va, uint32_t bytes, uint32_t *fault_va);
enum dma_result dma_vm_write(uint32_t vm, uint32_t va, const void *p, uint32_t bytes,
			     uint32_t *fault_va);
/* Writes a word and does not wait; the next transfer does. */
void dma_vm_post(uint32_t vm, uint32_t va, uint32_t word);

#define DMA_HEAD	12u

/* A transfer that goes on while the firmware does: the next one waits for it. bytes and p
 * as above. */
struct dma_ticket {
	uint32_t status;	/* register STATUS at its end */
	/* of dma_vm_fetch(): whether a word behind the first DMA_HEAD is not 0 */
	uint32_t rest;
	uint32_t fault_va;	/* of an error */
};

void dma_host_fetch(void *p, uint64_t bus, uint32_t bytes, struct dma_ticket *t);
void dma_vm_fetch(void *p, uint32_t vm, uint32_t va, uint32_t bytes, struct dma_ticket *t);
void dma_vm_send(uint32_t vm, uint32_t va, const void *p, uint32_t bytes, struct dma_ticket *t);
/* Waits for its end. */
enum dma_result dma_join(const struct dma_ticket *t);
enum dma_result dma_vm_copy(uint32_t vm, uint32_t dst, uint32_t src, uint32_t bytes,
			    uint32_t *fault_va, bool *on_dst);

/* ---- Host interface ---- */

void host_progress(uint32_t code);
void host_msi(void);
uint64_t host_timebase(void);
uint64_t host_scratch64(unsigned int i);

struct card_shape {
	uint32_t sms, warps, lanes, dtoks, shared_bytes, dram_mib, dma_engines;
	uint32_t lent_bytes;	/* that shared memory has more in throttle mode */
	bool credit;		/* SMs can schedule warps by credits */
	bool prio;		/* and have priority tokens of L1 */
	bool prio_l2;		/* and of the L2 */
	bool turns;		/* slots take turns by quota_launched */
	bool textile;		/* textile grants */
};

void host_shape(struct card_shape *shape);

/* ---- Interrupt controller ---- */

/* With one DMA engine its end wakes the core, whatever it did; with two that of bulk transfers
 * does. */
void intc_init(uint32_t dma_engines);
uint32_t intc_pending(void);
/* Takes the set of doorbells rung since the last call and clears it; 32 channels a word. */
uint32_t intc_take_doorbells(unsigned int word);
/* The same for doorbell 0 alone */
bool intc_take_doorbell0(void);
/* Forgets that it was rung. */
void intc_drop_doorbell(unsigned int channel);
uint32_t intc_doorbell_value(unsigned int channel);
void intc_dma_ack(void);
/* ~0 turns the timer off. */
void intc_set_timer(uint64_t when);
/* Sleeps until an enabled interrupt is pending. */
void intc_wait(void);

/* ---- MMU and caches ---- */

void mmu_set_root(uint32_t vm, uint64_t root);
void mmu_clear_root(uint32_t vm);
#define MMU_PAGES (1u << 20)	/* of a VM */
/* Not while mmu_busy(): of 0 pages all of the VM, */
void mmu_invalidate(uint32_t vm, uint32_t first, uint32_t pages);
/* or that and what SMs keep under numbers of VMs: the number may be given again when it is over. */
void mmu_forget(uint32_t vm);
void mmu_flush_caches(bool l1, bool code);
bool mmu_busy(void);
/* Maintenance makes no interrupt: true until one call after its end, so that a look at mmu_busy()
 * follows before sleep. */
bool mmu_watch(void);

/* ---- CTA launcher ---- */

struct launch_task {
	uint8_t vm, gen, sm_mask;
	/* of those that take turns by quota_launched */
	uint8_t prio;
	uint8_t warps;					/* of a CTA */
	bool sequential;
	/* next and limit count items; grid is 1 x 1 x 1 */
	bool queue;
	uint32_t entry, param;
	uint32_t grid[3];
	/* as in the registers; quota (of CTAs in flight) 0 = none */
	uint32_t cta_xy, cta_z_quota, shape;
	uint32_t quota_launched;			/* CTAs in a turn, 0 = none */
	uint16_t coalesce_min, coalesce_max;		/* of a queue: items of a CTA */
	uint32_t timeout;				/* and cycles */
	/* shared: with LAUNCH_LENT in throttle mode */
	uint32_t shared_bytes, local_bytes, local_va;
	uint32_t next, limit, next_xyz[3];		/* where to go on */
};

/* SMs take the task with the shared memory of throttle mode. */
#define LAUNCH_LENT	SMGPU_SLOT_SHARED_LENT_MASK

/* Register SHAPE of a CTA of so many threads and warps */
uint32_t launch_shape(uint32_t threads, uint32_t warps);

enum launch_event_kind {
	LAUNCH_NONE = 0,
	LAUNCH_DONE = SMGPU_LAUNCH_EVENT_KIND_DONE,
	LAUNCH_STOPPED = SMGPU_LAUNCH_EVENT_KIND_STOPPED,
	LAUNCH_KILLED = SMGPU_LAUNCH_EVENT_KIND_KILLED,
};

struct launch_event {
	enum launch_event_kind kind;
	uint32_t slot, gen;
};

void launch_fill(uint32_t slot, const struct launch_task *task);
/* The same of a grid from its begin, without local memory, quota or sequence */
void launch_fill_plain(uint32_t slot, const struct launch_task *task);
/* The slots the SMs try, first is tried first. */
void launch_order(const uint8_t *slots, unsigned int count);
/* The same with one more, which is tried after all that there are. */
void launch_order_add(uint32_t slot);
void launch_stop(uint32_t slot);
/* Takes that back; a slot that has ended is not touched, and its event comes. */
void launch_go_on(uint32_t slot);
/* A queue has more items. */
void launch_limit(uint32_t slot, uint32_t limit);
/* Takes the set of slots whose CTAs rang since the last call. */
uint32_t launch_take_bells(void);

struct launch_sm {
	/* slot 255: none; room: how many more CTAs of the task fit */
	uint32_t state, slot, free_warps, room;
};

struct launch_sm launch_sm_state(uint32_t sm);
/* Which SM gets the next CTA: register CTRL; false if the value has bits that the register
 * has not. */
bool launch_choose(uint32_t value);
uint32_t launch_choice(void);
void launch_kill(uint32_t slot);
/* Takes the head of the event FIFO; kind LAUNCH_NONE if it is empty. */
struct launch_event launch_take_event(void);

struct launch_progress {
	uint32_t next, next_xyz[3], completed, warp_instr;
};

uint32_t launch_inflight(uint32_t slot);	/* CTAs */
uint32_t launch_next(uint32_t slot);		/* CTA, or item, that is launched next */
void launch_read(uint32_t slot, struct launch_progress *progress);
/* Only completed and warp_instr */
void launch_read_counts(uint32_t slot, struct launch_progress *progress);

/* ---- Traps of SMs ---- */

struct trap_record {
	uint32_t slot, gen, cause, access, sm, warp, pc, addr;
	uint32_t thread;	/* number in the warp, plus 1; 0: the whole warp */
};

/* Takes the head of the trap FIFO; false if it is empty. */
bool trap_take(struct trap_record *trap);

/* ---- Token queues of warps stopped for token service ---- */

/* As it lies in card memory */
struct dtok {
	uint32_t mask, addr, type, rsvd;
};

struct dtok_queue {
	uint32_t count, yields;		/* tokens; of them YIELD tokens, at the back */
	uint32_t depth;			/* of the policy register */
	bool spilled;			/* more of the front part is in card memory */
};

/* False if the warp is not stopped for token service: what is shown then means nothing. */
bool dtok_look(uint32_t sm, uint32_t warp, struct dtok_queue *q);
/* index counts from the head; entries ahead of it have "negative" ones */
void dtok_get(uint32_t sm, uint32_t warp, uint32_t index, struct dtok *t);
void dtok_put(uint32_t sm, uint32_t warp, uint32_t index, const struct dtok *t);
void dtok_move(uint32_t sm, uint32_t warp, uint32_t to, uint32_t from);
/* Sets the queue of the warp used last, with the head moved down by grow, and lets the
 * warp go on. */
void dtok_resume(uint32_t sm, const struct dtok_queue *q, uint32_t grow);

/* ---- Debug view of a warp ---- */

struct warp_view {
	bool resident;		/* the rest is of this warp */
	uint32_t pc, active, state, credit, set;	/* registers DBG_*, of different cycles */
	int16_t fund;				/* of its pod, resident or not */
};

struct warp_view sm_look(uint32_t sm, uint32_t warp);

/* ---- Counters and policy registers ---- */

void perf_snapshot(void);
/* 32-bit halves of the snapshot */
void perf_read(uint32_t first, uint32_t *words, uint32_t count);
#define PERF_WORDS	640u

/* A policy register */
uint32_t sm_policy(uint32_t sm, uint32_t offset);
/* False if offset is not a policy register. */
bool sm_config(uint32_t sm, uint32_t offset, uint32_t value);
/* Writes a policy register only to change it: another policy forgets all credits, a lower limit
 * takes all tokens back. */
void sm_change(uint32_t sm, uint32_t offset, uint32_t value);

#endif
