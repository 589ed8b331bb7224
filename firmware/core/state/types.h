/* SPDX-License-Identifier: MIT */
/* What several files of core/ share: the records of tasks, clients and channels. */
#ifndef STATE_TYPES_H
#define STATE_TYPES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers.h"
#include "smgpu_fw_abi.h"

/* What is told to the kernel at once */
#define ANSWER_PIECE	256u

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* Number of the lowest set bit: the multiples of this constant have all different top bits. */
static inline uint32_t lowest_bit(uint32_t bits)
{
	extern const uint8_t bit_numbers[32];

	return bit_numbers[(bits & -bits) * 0x077cb531u >> 27];
}

/* The compiler is to keep what it has computed: it would compute an address in an array again for
 * each use. */
#define KEEP(p) __asm__("" : "+r"(p))
/* What is rare has its code elsewhere, and none of its variables in registers that the
 * rest needs. */
#define RARE __attribute__((noinline, cold))

/* ---- Tasks ---- */

#define NO_TASK		0xffu
#define NO_SLOT		0xffu
/*
 * One task is reserved for each channel; the rest is shared, at most TASK_QUOTA for one channel and
 * CLIENT_TASKS for one client. A channel gets TASK_URGENT more for tasks of its ring that are more
 * urgent than all that it has. When fewer than SCARCE are free only clients with fewer than
 * CLIENT_FEW get one, when fewer than LAST only those that have none. Tasks with SMGPU_TMD_HOLD may
 * stay for ever: all clients together get HOLD_TASKS for them, one client CLIENT_HOLDS.
 */
#define TASK_SHARED	96u
#define TASK_POOL	(SMGPU_MAX_CHANNELS + TASK_SHARED)
#define TASK_QUOTA	24u
#define TASK_URGENT	8u
#define CLIENT_TASKS	48u
#define CLIENT_FEW	8u
#define TASK_SCARCE	32u
#define TASK_LAST	16u
#define HOLD_TASKS	48u
#define CLIENT_HOLDS	32u

enum task_state {
	TASK_FREE = 0,
	TASK_PENDING = SMGPU_FW_TASK_PENDING,	/* waits for earlier tasks */
	TASK_QUEUED = SMGPU_FW_TASK_QUEUED,	/* in its priority's list */
	TASK_RESIDENT = SMGPU_FW_TASK_RESIDENT,	/* has a slot */
	TASK_STOPPING = SMGPU_FW_TASK_STOPPING,	/* evicted, its CTAs in flight drain */
	TASK_WAITING = SMGPU_FW_TASK_WAITING,	/* for items in its queue, or for more of them */
	/* for its children, or for free tasks to make them of */
	TASK_JOINING = SMGPU_FW_TASK_JOINING,
	TASK_KILLING = SMGPU_FW_TASK_KILLING,
};

struct channel;

/* What is set together stands in one word; see task_alloc(). */
struct task {
	union {
		struct {
			uint8_t state;		/* enum task_state */
			uint8_t channel;
			uint8_t client;
			uint8_t slot;
		};
		uint32_t place;
	};
	union {
		struct {
			/* in its client's list of its priority, in that of coalescing tasks, or of
			 * tasks that end */
			uint8_t next;
			uint8_t parent;		/* task, NO_TASK if the channel launched it */
		};
		uint16_t links;
	};
	uint8_t id;		/* which one of tasks[] it is */
	uint8_t local;		/* number among the channel's tasks */
	union {
		struct {
			uint8_t flags;		/* SMGPU_TMD_* of the TMD */
			uint8_t children;	/* alive, those with SMGPU_TMD_HOLD not counted */
			bool kin;		/* has had children, counted or not */
			bool ending;		/* in the list of tasks that end */
			bool look;		/* its queue may have grown */
			/* waits for more items or its time-out, without a slot */
			bool coalescing;
			/* its time-out has passed: a CTA may have fewer items */
			bool due;
			bool deallocate;	/* launches no more CTAs */
			bool collect;		/* its request ring may hold requests */
			/* all its CTAs have ended since the ring was looked at */
			bool last_look;
			bool follows;		/* after[] says something */
			/* a grid that asks for nothing but SMs: no flags, local memory, queue,
			 * requests, nor earlier tasks */
			bool plain;
		};
		uint32_t traits[3];	/* 0 in a new task */
	};
	uint8_t priority;
	uint8_t kind : 4;	/* enum smgpu_tmd_kind */
	uint8_t thread_type : 4;	/* enum smgpu_thread_type */
	uint16_t dtok_limit;	/* spilled tokens of a warp */
	uint16_t schedule;	/* with SMGPU_TMD_SCHEDULE: a value of SCHED */
	/* and 0, or how many priority tokens each SM gives; TUNE_NONE: none */
	uint8_t l1_tokens;
	/* and 0, or how many of the L2 the card gives; L2TOKENS_NONE: none */
	uint8_t l2_tokens;
	uint32_t tmd_va;
	/* of the channel's tasks, in launch order; a child has its parent's */
	uint32_t index;
	uint32_t born;		/* order of being launched, of all tasks */
	uint32_t waits;		/* for these tasks of its channel, a bit for each local number */
	uint32_t sem_va;
	uint64_t sem_value;
	uint64_t deadline;
	/* As in the TMD, so that it can be written there as it is: struct smgpu_tmd_status */
	struct {
		uint32_t end_state, end_error;
		uint32_t launched, completed;	/* CTAs */
		uint64_t time_start, time_end;
		uint64_t warp_instr;
		uint32_t items, resume;
	};
	uint32_t age;		/* order of getting a slot */
	uint32_t since;		/* time of getting it */
	uint32_t timeout;	/* to coalesce */
	struct channel *owner;	/* channels[channel] */
	union {
		/* until it waits for nothing: TMDs, see struct smgpu_tmd.after_va */
		uint32_t after[4];
		uint64_t wake;		/* from then on: end of coalescing */
	};
	uint32_t queue_va, queue_size, queue_first;
	uint32_t requests_va, requests_size, requests_taken;
	struct launch_task launch;
};

extern struct task tasks[TASK_POOL];

static inline struct task *task_of(uint32_t id)
{
	struct task *t = &tasks[id];

	KEEP(t);
	return t;
}

/* Tasks of one client, priority and type are the same to the order of slots: the older
 * goes before. */
static inline uint32_t task_kin(const struct task *t)
{
	return t->client | (uint32_t)t->priority << 8 | (uint32_t)t->thread_type << 16;
}

/* True if [va, va + bytes) lies in what VM_BIND can map. */
static inline bool user_range(uint32_t va, uint32_t bytes)
{
	const uint32_t room = SMGPU_VA_USER_END - SMGPU_VA_NULL_END;

	return bytes <= room && va - SMGPU_VA_NULL_END <= room - bytes &&
	       (bytes || va != SMGPU_VA_USER_END);
}

/* ---- Clients: what each has had ---- */

#define CLIENTS		SMGPU_MAX_CHANNELS
#define NO_CLIENT	0xffu

struct client {
	uint32_t id;		/* of CHANNEL_CREATE, 0: the client is one channel */
	uint8_t channels;
	uint8_t slots;		/* of the task table */
	uint8_t tasks;		/* of the shared part of the pool */
	uint8_t holds;		/* of them, with SMGPU_TMD_HOLD */
	uint32_t turn;		/* order of being given a slot */
	uint32_t used;		/* time of warps that it has had beside others; counts round */
	uint32_t warps;		/* in flight, while that is counted */
	/* while it has slots: time up to which the kernel's account has them */
	uint32_t since;
};

extern struct client clients[CLIENTS];

/* ---- Channels ---- */

#define CHUNK_WORDS	16u	/* of a segment, read at once */
#define SIGNALS		4u	/* jobs that wait for their tasks, before the front end stalls */

enum channel_state {
	CHANNEL_FREE = 0,
	CHANNEL_LIVE,
	CHANNEL_DYING /* drains */,
	CHANNEL_DEAD /* completes jobs without doing them */
};

enum channel_wait {
	WAIT_NONE = 0,
	WAIT_SEMAPHORE,
	WAIT_IDLE,		/* then the method in hand goes on */
	WAIT_COPY,		/* a piece is in flight */
	WAIT_BULK,		/* the bulk engine is taken by another */
	WAIT_TURN,		/* a piece is done, others may have the engine now */
	WAIT_STEP,		/* a step is done, commands may be next */
	WAIT_QUOTA,		/* no free task, or too many signals */
	WAIT_CACHE,		/* a cache invalidation is in progress */
};

/* Without padding: each channel has some. */
struct __attribute__((packed, aligned(4))) signal {
	uint64_t seqno;
	uint32_t tasks;		/* task count of the channel when it was queued */
};

/* Of the event that tells the kernel of an error what does not stand elsewhere in the channel */
struct failure {
	uint8_t code;		/* enum smgpu_error; SMGPU_OK: none */
	uint8_t access;		/* enum smgpu_access */
	uint8_t sm, warp;
	uint32_t va, tmd_va, pc, detail;
	uint32_t thread;	/* as in struct trap_record */
};

/* Of a struct smgpu_ring_entry what is not reserved */
struct entry {
	uint32_t va, bytes, flags, rsvd;
	uint64_t seqno;
};

SMGPU_STATIC_ASSERT(offsetof(struct entry, seqno) == offsetof(struct smgpu_ring_entry, seqno) &&
			    sizeof(struct entry) == offsetof(struct smgpu_ring_entry, rsvd1),
		    "an entry begins as in the ring");

/* What a step of a channel's turn came to */
enum turn {
	TURN_IDLE = 0,	/* the turn is over, and nothing changed */
	TURN_OVER,	/* something did */
	TURN_MORE,	/* it goes on, after a look at commands */
};

struct channel {
	uint8_t state;
	uint8_t id;
	uint8_t wait;
	uint8_t vm;
	uint8_t client;
	uint8_t best_priority;
	uint8_t ring_priority;	/* among rings that have work */
	uint8_t live_tasks;
	uint8_t pending;	/* tasks in TASK_PENDING */
	uint8_t queues;		/* tasks of kind SMGPU_TMD_QUEUE */
	uint8_t held;		/* of them, with SMGPU_TMD_HOLD: nothing waits for these */
	uint8_t collects;	/* tasks with collect */
	uint8_t looks;		/* tasks with look */
	uint8_t strikes;	/* looks at its oldest job that found it where it was */
	uint8_t signals;	/* used entries of signal[] */
	uint8_t tasks;		/* of the pool, also one that may come to nothing yet */
	bool user;		/* its owner writes the ring */
	bool throttle;		/* its TMDs may ask for throttle mode */
	bool schedule;		/* and for a schedule of warps */
	bool starved;		/* requests wait for free tasks, until child_deadline */
	bool destroy;		/* a command waits for it to be drained */
	bool recheck;		/* a task ended or a signal came: signals may be complete */
	bool entry_valid;	/* entry is being worked on */
	bool entry_started;	/* its TMD was launched, or its segment checked */
	bool method_valid;	/* hdr and args are a method in hand */
	bool idle_done;		/* the method in hand has waited for idle */
	uint32_t sm_mask;
	uint32_t locals;	/* used local numbers of tasks */
	uint8_t of_local[TASK_QUOTA + TASK_URGENT];	/* and which tasks have them */
	uint32_t task_place;	/* place of a new task */
	struct client *share;	/* clients[client] */
	uint32_t job_mark;	/* where the oldest job was */
	uint32_t entries, get, put;
	uint32_t task_count;
	uint64_t ring;
	uint64_t watchdog;
	uint64_t deadline;	/* of a semaphore wait; of a transfer in flight its begin */
	uint64_t child_deadline;
	uint64_t job_look;	/* time of the next look at the oldest job */
	uint64_t done;
	uint64_t last_seqno;	/* of a ring entry */
	uint64_t busy[SMGPU_FW_ENGINES];	/* cycles of the card's engines, for the kernel */
	struct entry entry;
	uint32_t offset;	/* of the method in hand in its segment */
	uint32_t chunk_offset, chunk_bytes;
	uint32_t hdr;
	uint32_t args[4];
	struct signal signal[SIGNALS];
	struct failure error;	/* the first one */
	uint32_t chunk[CHUNK_WORDS];
};

extern struct channel channels[SMGPU_MAX_CHANNELS];

static inline struct channel *channel_of(uint32_t id)
{
	struct channel *ch = &channels[id];

	KEEP(ch);
	return ch;
}

/* The tasks of a channel. Those that come into being meanwhile are not met, and none goes:
 * finish_step() alone frees tasks. */
#define for_each_task(t, ch)                                                    \
	for (uint32_t left_ = (ch)->locals;                                     \
	     left_ && ((t) = task_of((ch)->of_local[lowest_bit(left_)]), true); \
	     left_ &= left_ - 1)

/* ---- The card ---- */

extern struct smgpu_fw_boot boot;
extern struct card_shape shape;

#endif
