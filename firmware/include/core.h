/* SPDX-License-Identifier: MIT */
/* Types and entry points of the policy. Each file of core/ owns what its section lists. */
#ifndef CORE_H
#define CORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers.h"
#include "smgpu_fw_abi.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* ---- Tasks (task.c) ---- */

#define NO_TASK		0xffu
#define NO_SLOT		0xffu
#define NO_SEQNO	0ull
/* One task is reserved for each channel; the rest is shared, at most TASK_QUOTA for one channel. */
#define TASK_SHARED	31u
#define TASK_POOL	(SMGPU_MAX_CHANNELS + TASK_SHARED)
#define TASK_QUOTA	8u

enum task_state {
	TASK_FREE = 0,
	TASK_QUEUED,		/* in its priority's list */
	TASK_RESIDENT,		/* has a slot */
	TASK_STOPPING,		/* evicted, its CTAs in flight drain */
	TASK_KILLING,
};

struct task {
	uint8_t state;		/* enum task_state */
	uint8_t channel;
	uint8_t priority;
	uint8_t slot;
	uint8_t next;		/* in its priority's list */
	uint8_t flags;		/* SMGPU_TMD_* of the TMD */
	uint8_t deallocate;	/* launches no more CTAs */
	uint8_t sem;		/* releases sem_va at the end */
	uint32_t tmd_va;
	uint32_t index;		/* of the channel's tasks, in launch order */
	uint32_t sem_va;
	uint16_t token_limit;	/* spilled tokens of a warp */
	uint64_t sem_value;
	uint64_t time_start;
	uint64_t deadline;
	uint64_t warp_instr;	/* of earlier residencies */
	uint32_t completed;	/* of earlier residencies */
	uint32_t age;		/* order of getting a slot */
	struct launch_task launch;
};

extern struct task tasks[TASK_POOL];

/* A free task for the channel, or NULL if its quota or the shared part is used up. */
struct task *task_alloc(uint32_t channel);
void task_free(struct task *task);
uint32_t task_id(const struct task *task);
/* Checks the private copy of a TMD for the channel and fills the task. Returns enum smgpu_error. */
uint32_t task_from_tmd(struct task *task, const struct smgpu_tmd *tmd, uint32_t sm_mask, uint32_t best_priority);

/* ---- TMU: tasks that wait for a slot (tmu.c) ---- */

void tmu_insert(struct task *task, bool head);
void tmu_remove(struct task *task);
/* The most urgent queued task, NULL if there is none. */
struct task *tmu_first(void);

/* ---- WDU: tasks that have a slot (wdu.c) ---- */

/* Fills free slots and evicts for more urgent tasks. */
void wdu_schedule(void);
void wdu_event(struct launch_event event);
/* The task in the slot if its generation matches, else NULL. */
struct task *wdu_task(uint32_t slot, uint32_t gen);
/* Ends a task early: at once if it is queued, after its slot has drained otherwise. */
void wdu_kill(struct task *task);
/* The task launches no more CTAs and ends when those in flight have. */
void wdu_deallocate(struct task *task);
/* Earliest deadline of resident tasks, ~0 if none; expired ones end their channel, then 0. */
uint64_t wdu_watchdog(uint64_t now);

/* ---- Token service (spill.c) ---- */

#define SPILL_WARPS	48u	/* of an SM, at most */

/* True if the trap asks for tokens to be moved */
bool spill_asked(const struct trap_record *trap);
/* Moves them and lets the warp go on; limit: spilled tokens of a warp. Returns enum smgpu_error. */
uint32_t spill_serve(const struct trap_record *trap, uint32_t limit);

/* ---- Channels and the front end (channel.c, frontend.c) ---- */

#define CHUNK_WORDS	16u	/* of a segment, read at once */
#define SIGNALS		4u	/* jobs that wait for their tasks, before the front end stalls */
#define COPY_PIECE	65536u	/* bytes a channel copies before another gets its turn */

enum channel_state { CHANNEL_FREE = 0, CHANNEL_LIVE, CHANNEL_DYING /* drains */, CHANNEL_DEAD /* completes jobs without doing them */ };

enum channel_wait {
	WAIT_NONE = 0,
	WAIT_SEMAPHORE,
	WAIT_IDLE,		/* then the method in hand goes on */
	WAIT_COPY,		/* a piece is in flight */
	WAIT_BULK,		/* the bulk engine is taken by another */
	WAIT_TURN,		/* a piece is done, others may have the engine now */
	WAIT_QUOTA,		/* no free task, or too many signals */
	WAIT_CACHE,		/* a cache invalidation is in progress */
};

struct signal {
	uint64_t seqno;
	uint32_t tasks;		/* task count of the channel when it was queued */
};

struct channel {
	uint8_t state;
	uint8_t wait;
	uint8_t vm;
	uint8_t best_priority;
	uint8_t live_tasks;
	uint8_t signals;	/* used entries of signal[] */
	bool user;		/* its owner writes the ring */
	bool destroy;		/* a command waits for it to be drained */
	bool recheck;		/* a task ended or a signal came: signals may be complete */
	bool entry_valid;	/* entry is being worked on */
	bool entry_started;	/* its TMD was launched, or its segment checked */
	bool method_valid;	/* hdr and args are a method in hand */
	bool idle_done;		/* the method in hand has waited for idle */
	uint32_t sm_mask;
	uint32_t entries, get, put;
	uint32_t task_count;
	uint64_t ring;
	uint64_t watchdog;
	uint64_t deadline;	/* of a semaphore wait */
	uint64_t done;
	struct smgpu_ring_entry entry;
	uint32_t offset;	/* of the method in hand in its segment */
	uint32_t chunk_offset, chunk_bytes;
	uint32_t hdr;
	uint32_t args[4];
	struct signal signal[SIGNALS];
	struct smgpu_fw_event error;	/* the first one; op 0: none */
	uint32_t chunk[CHUNK_WORDS];
};

extern struct channel channels[SMGPU_MAX_CHANNELS];

/* 0 or a negative errno */
int32_t channel_create(const struct smgpu_fw_cmd *cmd);
/* True if it is gone at once; else cmd_channel_drained() follows. */
bool channel_destroy(uint32_t id);
/* The tasks of a channel: f(task) for each. */
void channel_for_tasks(uint32_t id, void (*f)(struct task *task, void *arg), void *arg);
/* Launches the TMD at va; false if the channel has to wait for a free task. Failures end the channel. */
bool channel_launch(struct channel *ch, uint32_t va);
void channel_doorbell(uint32_t id, uint32_t put);
/* Starts the end of a channel; the first error wins. info may be NULL. */
void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va, uint32_t va, uint32_t access);
void channel_task_done(struct task *task);
/* Lets every channel do what it can; true if anything changed. */
bool channel_run_all(void);
/* Earliest time at which a waiting channel wants to look again: now if it must not sleep, ~0 if none. */
uint64_t channel_next_look(uint64_t now);
void channel_signal(struct channel *ch);
uint32_t channel_id(const struct channel *ch);
/* Tells the channel's owner: the kernel, or the user whose queue it is. */
void channel_tell_done(struct channel *ch);
void channel_tell_get(struct channel *ch);
bool vm_in_use(uint32_t vm);

/* One step of a live channel's ring; true if it got on. */
bool frontend_step(struct channel *ch);

/* ---- Commands, events, log (cmd.c, event.c, log.c) ---- */

extern struct smgpu_fw_boot boot;
extern struct card_shape shape;

bool boot_handshake(void);
/* Executes commands until one has to wait; true if anything changed. */
bool cmd_run(void);
void cmd_doorbell(uint32_t put);
/* A channel that DESTROY waits for has drained. */
void cmd_channel_drained(uint32_t id);

/* False if the ring is full; try again later: event_blocked() is true until one was posted. */
bool event_post(const struct smgpu_fw_event *event);
bool event_blocked(void);
void event_done(uint32_t channel, uint64_t seqno);
void event_ring_get(uint32_t channel, uint32_t get);
/* struct smgpu_ring_state of a user queue, at the bus address; with an MSI if its owner may sleep on it */
void event_ring_state(uint64_t bus, const struct smgpu_ring_state *state, bool wake);
/* Writes indices and heartbeat, and raises an MSI if there is something for the host to see. */
void event_flush(void);

/* %u %x %s %c only. Each call is one line of the log. */
void log_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Bytes the log has grown to */
extern uint32_t log_put;

/* The bulk engine has one user at a time. */
extern uint32_t bulk_owner;	/* channel, 0 = command ring */
#define BULK_FREE	0xffffffffu

void main_loop_once(void);
void panic(uint32_t cause, uint32_t pc, uint32_t value, uint32_t line) __attribute__((noreturn));

#endif
