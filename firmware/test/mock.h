/* SPDX-License-Identifier: MIT */
/*
 * A mocked card under the firmware, at the level of its registers, and a driver's hands to work it.
 *
 * The mock checks what the real hardware would trip over (a start of a busy DMA engine, a slot
 * filled while it is valid, a slot in ORDER that is not) and stops the test there. Time passes with
 * each timebase read and each mock_step().
 */
#ifndef TEST_MOCK_H
#define TEST_MOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core.h"
#include "smgpu_fw_abi.h"
#include "smgpu_regs.h"

#define MOCK_HOST_BASE	0x100000u	/* bus address of mock.host */
/* every VM maps [MOCK_VA_BASE, MOCK_VA_END) to its own memory */
#define MOCK_VA_BASE	0x10000u
#define MOCK_VA_END	0x70000u
#define MOCK_RO_PAGE	0x6f000u	/* the last page is read-only */
#define MOCK_VMS	4u
#define MOCK_TASKS	4096u
#define MOCK_CTAS	64u

/* Layout of host memory */
#define MOCK_BOOT	(MOCK_HOST_BASE + 0x0000u)
#define MOCK_SHARED	(MOCK_HOST_BASE + 0x1000u)
#define MOCK_CMDS	(MOCK_HOST_BASE + 0x2000u)
#define MOCK_CMD_ENTRIES 64u
#define MOCK_EVENTS	(MOCK_HOST_BASE + 0x4000u)
#define MOCK_EVENT_ENTRIES 16u
#define MOCK_LOG	(MOCK_HOST_BASE + 0x8000u)
#define MOCK_LOG_BYTES	4096u
#define MOCK_FREE	(MOCK_HOST_BASE + 0x10000u)
#define MOCK_DUMP	(MOCK_HOST_BASE + 0x38000u)
#define MOCK_DUMP_WARPS	12u	/* of a channel: fewer than there are */
#define MOCK_DUMP_BYTES \
	(sizeof(struct smgpu_fw_dump) + MOCK_DUMP_WARPS * sizeof(struct smgpu_fw_warp_info))
#define MOCK_RING(ch)	(MOCK_HOST_BASE + 0x40000u + (ch) * 0x1000u)
#define MOCK_RING_ENTRIES 64u

/* Layout of card memory, and the shape of the card */
#define MOCK_SMS	2u
#define MOCK_WARPS	16u
#define MOCK_THROTTLE_KIB 48u
#define MOCK_DTOKS	32u	/* the least ring: room is short when YIELD tokens fill it */
#define MOCK_SCHEDULE	SMGPU_SCHEDULE_TWO_LEVEL	/* of each SM at reset */
#define MOCK_PRIO \
	(1u << SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT | 1u << SMGPU_SM_CFG_PRIO_FIXED_LEVEL_SHIFT)
#define MOCK_SPILL	0x20000u
#define MOCK_SPILL_BYTES (MOCK_SMS * MOCK_WARPS * SMGPU_FW_SPILL_BYTES)

/* Token queue of a warp as the hardware has it */
struct mock_queue {
	struct dtok ring[MOCK_DTOKS];
	uint32_t head, count, yields;
	bool spilled;
	bool stopped;			/* for token service */
	unsigned int resumed;
};

struct mock_slot {
	uint32_t reg[SMGPU_SLOT_STRIDE / 4];
	bool killed;
	bool trapped;			/* a CTA in flight that only KILL ends */
	unsigned int inflight;
	unsigned int since_valid;	/* CTAs completed */
	uint32_t last_gen;		/* of the task before */
	bool used;			/* there was one */
	uint64_t since;			/* items of its queue wait since then, or the last launch */
};

struct mock {
	uint8_t host[0x90000];
	uint8_t vm[MOCK_VMS][MOCK_VA_END - MOCK_VA_BASE];
	uint8_t card[0x40000];
	uint64_t now, timer;
	bool frozen;			/* looks at the clock take no time */
	uint32_t dma_engines;		/* 2, or what the environment says in MOCK_DMA_ENGINES */
	uint32_t scratch[4], progress, msis, db_value[64], db_pending[2], enable, dma_pending;
	uint32_t order[2], order_used, order_writes, roots[64], invalidates, first, last,
		dropped_first, dropped_last, dropped_vm, cache_writes, mmu_busy;
	uint32_t sm_cfg_writes;
	uint32_t launch_ctrl;
	uint32_t sched[MOCK_SMS];
	unsigned int sched_writes;
	uint32_t prio[MOCK_SMS];
	uint64_t prio_held[MOCK_SMS];	/* warps with a token */
	uint32_t prio_l2[MOCK_SMS];
	uint64_t prio_l2_held[MOCK_SMS];
	unsigned int prio_l2_writes;
	uint32_t types[MOCK_SMS];	/* SCHED_SLOTS */
	unsigned int types_writes;
	struct mock_queue queue[MOCK_SMS][MOCK_WARPS];
	struct mock_port {		/* DTOK registers of an SM */
		struct dtok dtok;
		uint32_t warp, queue, busy;
		bool stopped;
	} port[MOCK_SMS];
	/* DBG registers of an SM: select is what was written, shown the warp whose view it is */
	struct mock_view {
		uint32_t select, shown;
		/* warps are of these, in turn; 0: of as many as there are warps */
		uint32_t slots;
		uint64_t live;
		/* when their PC is read a warp of the next slot comes in their place, */
		uint64_t moves;
		uint64_t moved;		/* as it did here */
		bool restless;		/* each time */
	} view[MOCK_SMS];
	uint32_t depth;
	struct mock_slot slot[SMGPU_SLOT_COUNT];
	/* VMs that may have lines in the caches of SMs: a bit each */
	uint64_t lines;
	uint32_t bells;
	uint32_t items;			/* of the CTA launched last, if its task is a queue */
	struct { uint32_t word; } events[64];
	unsigned int event_count;
	struct { uint32_t info, where, pc, addr; } traps[16];
	unsigned int trap_count;
	struct mock_dma {
		uint32_t reg[8];
		uint32_t status, fault_va, rest;
		bool busy;
		uint64_t bytes;		/* moved in all */
	} dma[2];
	uint32_t rng;

	/* What CTAs ran, by task; tests number their tasks in TMD.param_va = MOCK_VA_BASE + 4 *
	 * number */
	uint8_t ran[MOCK_TASKS][MOCK_CTAS];
	uint32_t peak[MOCK_TASKS];		/* most CTAs in flight */
	void (*on_launch)(uint32_t slot, uint32_t task, uint32_t cta);

	void (*on_done)(uint32_t channel);	/* after done[channel] was written */
	void (*on_dma)(void);			/* after a transfer of the control engine */
	void (*on_trap_pop)(void);
	void (*on_fail)(void);			/* instead of the end of the case */
	bool any_task;				/* tasks are not numbered, and may be of any size */
	uint8_t unmapped[MOCK_VMS][(MOCK_VA_END - MOCK_VA_BASE) >> 12];
	/* mapped, and its memory refuses */
	bool no_answer[MOCK_VMS][(MOCK_VA_END - MOCK_VA_BASE) >> 12];

	/* The driver's side */
	uint32_t cmd_put, event_get, cookie;
	uint32_t ring_put[64];
	struct smgpu_fw_event seen[1024];
	unsigned int seen_count;
	bool hold_events;			/* the driver does not take events */
};

extern struct mock mock;
/* what the card says in HOST.THROTTLE; survives mock_boot() */
extern uint32_t mock_throttle_kib;

/* ---- hardware ---- */
uint32_t mock_random(void);
/* Lets launcher, DMA and caches get on by a random amount; true if anything could move. */
bool mock_step(void);
/* True if an enabled interrupt ends the firmware's wfi. */
bool mock_awake(void);
void mock_trap(uint32_t slot, uint32_t cause, uint32_t pc, uint32_t addr);
/* The warp stops for token service with this cause; a CTA of the slot is in flight. */
void mock_stop(uint32_t slot, uint32_t sm, uint32_t warp, uint32_t cause);
uint32_t mock_dtok_read(uint32_t sm, uint32_t off);
bool mock_dtok_write(uint32_t sm, uint32_t off, uint32_t val);
void *mock_host(uint64_t bus);
void *mock_va(uint32_t vm, uint32_t va);

/* ---- driver ---- */
/* Boots the firmware with seed; fails the test if it does not become ready. */
void mock_boot(uint32_t seed);
/* Passes of the main loop, and of the hardware, until both are still and no timer is armed; fails
 * after many. */
void mock_settle(void);
/* The same for a while, whether still or not */
void mock_run(unsigned int passes);
/* A pass of the main loop alone, whether something wakes it or not. */
void mock_loop(void);
void mock_take_events(void);	/* as the driver's interrupt handler */
uint32_t mock_command(const struct smgpu_fw_cmd *cmd);	/* cookie */
int32_t mock_command_status(const struct smgpu_fw_cmd *cmd);	/* waits for its event */
int32_t mock_vm(uint32_t vm);
int32_t mock_channel(uint32_t id, uint32_t vm, uint32_t best_priority, uint64_t watchdog);
int32_t mock_channel_of(uint32_t client, uint32_t id, uint32_t vm, uint32_t best_priority,
			uint64_t watchdog);
/* A channel whose tasks may ask for a schedule and tokens */
int32_t mock_scheduler(uint32_t id, uint32_t vm);
void mock_ring(uint32_t id, uint32_t flags, uint32_t va, uint32_t bytes, uint64_t seqno);
uint64_t mock_done(uint32_t id);
/* The ERROR event of a channel, NULL if there was none; more than one fails the test. */
const struct smgpu_fw_event *mock_error(uint32_t id);
/* True if the driver could see the channel's ERROR event now, were it to look. */
bool mock_error_published(uint32_t id);
/* A good TMD: one-dimensional grid of ctas CTAs */
struct smgpu_tmd *mock_tmd(uint32_t vm, uint32_t va, uint32_t number, uint32_t ctas,
			   uint32_t priority);
/* Makes it that of a queue task, which lies at va. */
void mock_queue_tmd(struct smgpu_tmd *t, uint32_t va, uint32_t min, uint32_t max);

/* ---- test programs ---- */
struct mock_case {
	const char *name;
	void (*run)(void);
};

/* Runs each case in a process of its own and prints ok or not ok; returns the exit status. With
 * MOCK_STOP in the environment the first that fails ends all. */
int mock_main(const char *suite, const struct mock_case *cases, unsigned int count);
void mock_fail(const char *file, int line, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 3, 4)));
#define CHECK(cond) do { if (!(cond)) mock_fail(__FILE__, __LINE__, "%s", #cond); } while (0)
#define CHECK_EQ(a, b) do { \
	unsigned long long a_ = (unsigned long long)(a), b_ = (unsigned long long)(b); \
	if (a_ != b_) \
		mock_fail(__FILE__, __LINE__, "%s is %llu (0x%llx), wanted %llu", #a, a_, a_, b_); \
} while (0)

#endif
