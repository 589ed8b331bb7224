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

struct channel;

/* ---- Tasks (task.c) ---- */

#define NO_TASK		0xffu
#define NO_SLOT		0xffu
#define NO_SEQNO	0ull
/* One task is reserved for each channel; the rest is shared, at most TASK_QUOTA for one channel. */
#define TASK_SHARED	96u
#define TASK_POOL	(SMGPU_MAX_CHANNELS + TASK_SHARED)
#define TASK_QUOTA	24u

enum task_state {
	TASK_FREE = 0,
	TASK_PENDING = SMGPU_FW_TASK_PENDING,	/* waits for earlier tasks */
	TASK_QUEUED = SMGPU_FW_TASK_QUEUED,	/* in its priority's list */
	TASK_RESIDENT = SMGPU_FW_TASK_RESIDENT,	/* has a slot */
	TASK_STOPPING = SMGPU_FW_TASK_STOPPING,	/* evicted, its CTAs in flight drain */
	TASK_WAITING = SMGPU_FW_TASK_WAITING,	/* for items in its queue */
	TASK_JOINING = SMGPU_FW_TASK_JOINING,	/* for its children, or for free tasks to make them of */
	TASK_KILLING = SMGPU_FW_TASK_KILLING,
};

struct task {
	uint8_t state;		/* enum task_state */
	uint8_t channel;
	uint8_t priority;
	uint8_t slot;
	uint8_t next;		/* in its priority's list */
	uint8_t sibling;	/* next of the channel's tasks */
	uint8_t kind;		/* enum smgpu_tmd_kind */
	uint8_t flags;		/* SMGPU_TMD_* of the TMD */
	uint8_t parent;		/* task, NO_TASK if the channel launched it */
	uint8_t children;	/* alive */
	bool deallocate;	/* launches no more CTAs */
	bool collect;		/* its request ring may hold requests */
	bool last_look;		/* all its CTAs have ended since the ring was looked at */
	uint16_t token_limit;	/* spilled tokens of a warp */
	uint32_t tmd_va;
	uint32_t index;		/* of the channel's tasks, in launch order; a child has its parent's */
	uint32_t born;		/* order of being launched, of all tasks */
	uint32_t after[4];	/* TMDs, see struct smgpu_tmd.after_va */
	uint32_t sem_va;
	uint64_t sem_value;
	uint64_t time_start;
	uint64_t deadline;
	uint64_t warp_instr;
	uint32_t completed;	/* CTAs */
	uint32_t age;		/* order of getting a slot */
	uint32_t queue_va, queue_size, queue_first;
	uint32_t requests_va, requests_size, requests_taken;
	struct launch_task launch;
};

extern struct task tasks[TASK_POOL];

/* A free task for the channel, or NULL if its quota or the shared part is used up. */
struct task *task_alloc(uint32_t channel);
void task_free(struct task *task);
uint32_t task_id(const struct task *task);
/* Checks the private copy of a TMD for the channel and fills the task. Returns enum smgpu_error. */
uint32_t task_from_tmd(struct task *task, const struct smgpu_tmd *tmd, const struct channel *ch);
/* True if [va, va + bytes) lies in what VM_BIND can map. */
bool user_range(uint32_t va, uint32_t bytes);
/* Tells the user where the task is (enum smgpu_task_state); does not wait, and says nothing of a failure. */
void task_tell(const struct task *task, uint32_t state);

/* ---- From launch to the scheduler table: pending pool (pending.c) ---- */

/* Takes in a new task: it waits for those it comes after, or joins its priority's list. */
void pending_accept(struct task *task);
/* Tasks that it waits for now */
unsigned int pending_waits_for(const struct task *task);
/* A task of the channel ended: those that waited for it go on. */
void pending_release(uint32_t channel);

/* ---- Ends of tasks (end.c) ---- */

/* Its CTAs are done: so is the task, unless it has children or requests. */
void end_work(struct task *task);
/* The task, which has no slot, ends now because its channel dies. */
void end_killed(struct task *task);

/* ---- Children (child.c) ---- */

/* Reads where the task's request ring stands. Returns enum smgpu_error. */
uint32_t child_open(struct task *task, uint32_t *fault_va);
/* Launches some of what the task's request ring holds; true if it got on. */
bool child_collect(struct task *task);
/* True if the ring holds nothing more that its CTAs, now ended, wrote; a broken ring ends the channel. */
bool child_all_taken(struct task *task);

/* ---- Work queues (work.c) ---- */

/* Reads where the task's queue stands. Returns enum smgpu_error. */
uint32_t work_open(struct task *task, uint32_t *fault_va);
/* Looks for new items in the queues of the channel's tasks, or of the one whose TMD is at va; false if there is none. */
bool work_look(uint32_t channel, uint32_t va);
/* Serves the bells that CTAs rang. */
void work_bells(void);

/* ---- TMU: tasks that wait for a slot (tmu.c) ---- */

void tmu_insert(struct task *task, bool head);
void tmu_remove(struct task *task);
/* The most urgent queued task, NULL if there is none. */
struct task *tmu_first(void);
/* The one that follows in the order of the scheduler table */
struct task *tmu_next(const struct task *task);

/* ---- WDU: tasks that have a slot (wdu.c) ---- */

/* Fills free slots and evicts for more urgent tasks. */
void wdu_schedule(void);
void wdu_event(struct launch_event event);
/* True if a slot is free. */
bool wdu_room(void);
/* The task in the slot, NULL if there is none */
struct task *wdu_resident(uint32_t slot);
/* The same if its generation matches, else NULL. */
struct task *wdu_task(uint32_t slot, uint32_t gen);
/* Ends a task early: at once if it has no slot, after that has drained otherwise. */
void wdu_kill(struct task *task);
/* The task launches no more CTAs and ends when those in flight have. */
void wdu_deallocate(struct task *task);
/* Its launch.limit has grown. */
void wdu_more_work(struct task *task);
/* Earliest deadline of resident tasks, ~0 if none; expired ones end their channel, then 0. */
uint64_t wdu_watchdog(uint64_t now);
/* Slots in the order in which the SMs try them; returns their number. */
unsigned int wdu_order(uint8_t order[SMGPU_TASK_SLOTS]);
bool wdu_throttled(void);

/* ---- What debugfs shows (table.c) ---- */

/* 0 or a negative errno */
int32_t table_write(uint64_t bus, uint32_t bytes);

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
	uint8_t first_task;	/* of live_tasks, linked by sibling */
	uint8_t pending;	/* tasks in TASK_PENDING */
	uint8_t queues;		/* tasks of kind SMGPU_TMD_QUEUE */
	uint8_t held;		/* of them, with SMGPU_TMD_HOLD: nothing waits for these */
	uint8_t collects;	/* tasks with collect */
	uint8_t signals;	/* used entries of signal[] */
	bool user;		/* its owner writes the ring */
	bool throttle;		/* its TMDs may ask for throttle mode */
	bool starved;		/* requests wait for free tasks, until child_deadline */
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
	uint64_t child_deadline;
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
/* The tasks of a channel: f(task) for each; f may end the task it gets. */
void channel_for_tasks(uint32_t id, void (*f)(struct task *task, void *arg), void *arg);
/* Launches the TMD at va, for a task or for the channel (NULL); false if there is no free task. Failures end the channel. */
bool channel_launch(struct channel *ch, uint32_t va, struct task *parent);
/* The task may have requests for children. */
void channel_collect(struct task *task);
void channel_doorbell(uint32_t id, uint32_t put);
/* Starts the end of a channel; the first error wins. info may be NULL. */
void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va, uint32_t va, uint32_t access);
void channel_task_new(struct task *task);
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
