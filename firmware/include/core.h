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

/* Number of the lowest set bit: the multiples of this constant have all different top bits. */
static inline uint32_t lowest_bit(uint32_t bits)
{
	extern const uint8_t bit_numbers[32];

	return bit_numbers[(bits & -bits) * 0x077cb531u >> 27];
}

/* The compiler is to keep what it has computed: it would compute an address in an array again for each use. */
#define KEEP(p) __asm__("" : "+r"(p))
/* What is rare has its code elsewhere, and none of its variables in registers that the rest needs. */
#define RARE __attribute__((noinline))

/* ---- Tasks (task.c) ---- */

#define NO_TASK		0xffu
#define NO_SLOT		0xffu
/*
 * One task is reserved for each channel; the rest is shared, at most TASK_QUOTA for one channel and CLIENT_TASKS for one client.
 * When fewer than SCARCE are free only clients with fewer than CLIENT_FEW get one, when fewer than LAST only those that have none.
 * Tasks with SMGPU_TMD_HOLD may stay for ever: all clients together get HOLD_TASKS for them, one client CLIENT_HOLDS.
 */
#define TASK_SHARED	96u
#define TASK_POOL	(SMGPU_MAX_CHANNELS + TASK_SHARED)
#define TASK_QUOTA	24u
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
	TASK_JOINING = SMGPU_FW_TASK_JOINING,	/* for its children, or for free tasks to make them of */
	TASK_KILLING = SMGPU_FW_TASK_KILLING,
};

struct task {
	uint8_t state;		/* enum task_state */
	uint8_t channel;
	uint8_t client;
	uint8_t priority;
	uint8_t slot;
	uint8_t next;		/* in its client's list of its priority, in that of coalescing tasks, or of tasks that end */
	uint8_t parent;		/* task, NO_TASK if the channel launched it */
	uint8_t sibling, elder;	/* next and previous of the channel's tasks */
	uint8_t id;		/* which one of tasks[] it is */
	uint8_t local;		/* number among the channel's tasks */
	uint8_t kind;		/* enum smgpu_tmd_kind */
	uint8_t flags;		/* SMGPU_TMD_* of the TMD */
	/* From here to last_look: 0 in a new task */
	uint8_t children;	/* alive, those with SMGPU_TMD_HOLD not counted */
	bool kin;		/* has had children, counted or not */
	bool ending;		/* in the list of tasks that end */
	bool look;		/* its queue may have grown */
	bool coalescing;	/* waits for more items or its time-out, without a slot */
	bool due;		/* its time-out has passed: a CTA may have fewer items */
	bool deallocate;	/* launches no more CTAs */
	bool collect;		/* its request ring may hold requests */
	bool last_look;		/* all its CTAs have ended since the ring was looked at */
	uint16_t token_limit;	/* spilled tokens of a warp */
	uint16_t schedule;	/* with SMGPU_TMD_SCHEDULE: a value of SCHED */
	uint32_t tmd_va;
	uint32_t index;		/* of the channel's tasks, in launch order; a child has its parent's */
	uint32_t born;		/* order of being launched, of all tasks */
	bool follows;		/* after[] says something */
	bool plain;		/* a grid that asks for nothing but SMs: no flags, local memory, queue, requests, nor earlier tasks */
	uint32_t after[4];	/* TMDs, see struct smgpu_tmd.after_va */
	uint32_t waits;		/* for these tasks of its channel, a bit for each local number */
	uint32_t sem_va;
	uint64_t sem_value;
	uint64_t time_start;
	uint64_t deadline;
	uint64_t warp_instr;
	uint32_t completed;	/* CTAs */
	uint32_t age;		/* order of getting a slot */
	uint32_t since;		/* time of getting it */
	uint32_t timeout;	/* to coalesce */
	uint64_t wake;		/* end of coalescing */
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

/* False if the channel can't have another task: its quota, its client's or the shared part is used up. */
bool task_room(const struct channel *ch);
/* A free task for the channel, if there is room */
struct task *task_alloc(const struct channel *ch);
/* The task is one with SMGPU_TMD_HOLD; false if there is no room for one more. */
bool task_hold(struct task *task);
/* It has given the flag up. */
void task_unhold(struct task *task);
/* True if the channel lacks a free task because of other clients */
bool task_short(uint32_t channel);
void task_free(struct task *task);
uint32_t task_id(const struct task *task);
/* Checks the private copy of a TMD for the channel and fills the task. Returns enum smgpu_error. */
uint32_t task_from_tmd(struct task *task, const struct smgpu_tmd *tmd, const struct channel *ch);
/* True if [va, va + bytes) lies in what VM_BIND can map. */
static inline bool user_range(uint32_t va, uint32_t bytes)
{
	const uint32_t room = SMGPU_VA_USER_END - SMGPU_VA_NULL_END;

	return bytes <= room && va - SMGPU_VA_NULL_END <= room - bytes && (bytes || va != SMGPU_VA_USER_END);
}

/* Puts all of them into the pool, before the first command. */
void task_boot(void);
/* Tells the user where the task is (enum smgpu_task_state); does not wait, and says nothing of a failure. */
void task_tell(const struct task *task, uint32_t state);

/* ---- From launch to the scheduler table: pending pool (pending.c) ---- */

/* Takes in a new task: it waits for those it comes after, or joins its priority's list. */
void pending_accept(struct channel *ch, struct task *task);
/* The same for one that waits for nothing, if there is a slot for it; else false. */
bool pending_pass(const struct channel *ch, struct task *task);
/* The task ended: those that waited for it go on. */
void pending_release(const struct task *ended);

/* ---- Ends of tasks (end.c) ---- */

/* Its CTAs are done: so is the task, unless it has children or requests. */
void end_work(struct task *task);
/* The task, which has no slot, ends because its channel dies. */
void end_killed(struct task *task);
/* Ends some of the tasks that the functions above have found to be at their end; true if there were any. */
bool end_run(void);
/* True if there are more. */
bool end_waiting(void);

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
/* The queues of the channel's tasks, or of those whose TMD is at va, may have grown; false if there is none. */
bool work_mark(struct channel *ch, uint32_t va);
/* Looks for new items in one queue that may have grown; false if there was none of the channel, or of the TMD at va. */
bool work_step(struct channel *ch, uint32_t va);
/* Looks for new items in the queue of the task; false if it is broken, and its channel dies. */
bool work_look(struct task *task);
/* Serves the bells that CTAs rang. */
void work_bells(void);

/* ---- TMU: tasks that wait for a slot (tmu.c) ---- */

void tmu_insert(struct task *task, bool head);
void tmu_remove(struct task *task);
/* True if tasks are queued. */
bool tmu_any(void);
/* The most urgent queued task, NULL if there is none; among equals, of the client with the fewest slots, then the longest without a turn. */
struct task *tmu_first(void);
/* Clients with tasks queued at the priority */
unsigned int tmu_clients(uint32_t priority);
/* The scheduler table in order: the task that follows, NULL for the first */
struct task *tmu_next(const struct task *task);

/* ---- WDU: tasks that have a slot (wdu.c) ---- */

/* Fills free slots and evicts for more urgent tasks. */
void wdu_schedule(void);
void wdu_event(struct launch_event event);
/* True if a slot is free. */
bool wdu_room(void);
/* Tells the user of one task that got a slot; false if there is none. */
bool wdu_tell(void);
/* The task in the slot, NULL if there is none */
struct task *wdu_resident(uint32_t slot);
/* The same if its generation matches, else NULL. */
struct task *wdu_task(uint32_t slot, uint32_t gen);
/* Ends a task early: at once if it has no slot, after that has drained otherwise. */
void wdu_kill(struct task *task);
/* Before tasks of the channel are ended: those that wait for room behind them have their time from now on. */
void wdu_spare_waiting(uint32_t channel);
/* The task launches no more CTAs and ends when those in flight have. */
void wdu_deallocate(struct task *task);
/* It has work: it joins its list, or, a queue task with few items, waits for more first. */
void wdu_queue(struct task *task, bool head);
/* Its launch.limit has grown. */
void wdu_more_work(struct task *task);
/* The firmware has worked for the task: that counts against its time. */
void wdu_served(struct task *task);
/* Gives the task, which is new and plain, a slot at once; false if it can't have one now. */
bool wdu_at_once(const struct channel *ch, struct task *task);
/* Earliest time at which a task is due, ~0 if none; residents that are late end their channel, then 0. */
uint64_t wdu_watchdog(uint64_t now);
/* Slots in the order in which the SMs try them; returns their number. */
unsigned int wdu_order(uint8_t order[SMGPU_TASK_SLOTS]);
bool wdu_throttled(void);

/* ---- How SMs schedule their warps (schedule.c) ---- */

/* Asks the SMs, before the first command. */
void schedule_boot(void);
/* Returns enum smgpu_error: SMGPU_OK if what the TMD asks for is known to this card, or nothing. */
uint32_t schedule_check(const struct smgpu_tmd *tmd);
/* The task gets or gives back a slot. */
void schedule_enter(const struct task *task);
void schedule_leave(const struct task *task);
/* The SMs try the slots in this order. */
void schedule_apply(const uint8_t *order, unsigned int n);
/* The kernel's word for a policy register of an SM the card has; false if it is none. */
bool schedule_config(uint32_t sm, uint32_t offset, uint32_t value);

/* ---- Clients: who shares what (client.c) ---- */

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
};

extern struct client clients[CLIENTS];

uint8_t client_join(uint32_t id);
void client_leave(uint8_t client);
/* The client gets or gives back a slot. */
void client_slot(uint8_t client, uint64_t now);
void client_unslot(uint8_t client);
/* True if several clients have slots: what each has used and could not use is counted. */
bool client_contended(void);
/* The next count, which is due at random times */
uint64_t client_next_count(void);
/* Counts since the last time; a task that has just lost its slot had so many warps. */
void client_count(uint64_t now, const struct task *ended, uint32_t warps);
/* True if a has used less than b, and its tasks go first. */
bool client_before(uint8_t a, uint8_t b);

/* ---- Deadlines of jobs (job.c) ---- */

/* The channel has something that a job may wait for. */
void job_clock(struct channel *ch);
/* A channel has nothing any more that a job may wait for. */
void job_idle(void);
/* Looks at jobs whose time has come; the earliest next look, ~0 if none. True in *changed if a channel has died. */
uint64_t job_look(uint64_t now, bool *changed);

/* ---- What debugfs shows (table.c, warps.c) ---- */

/* Both: 0 or a negative errno */
int32_t table_write(uint64_t bus, uint32_t bytes);
int32_t warps_write(uint64_t bus, uint32_t bytes, uint32_t sm);

/* ---- Recentering of token queues (recenter.c) ---- */

#define RECENTER_WARPS	48u	/* of an SM, at most */

/* True if the trap asks for it */
bool recenter_asked(const struct trap_record *trap);
/* Moves tokens and lets the warp go on; limit: its tokens in card memory. Returns enum smgpu_error. */
uint32_t recenter_serve(const struct trap_record *trap, uint32_t limit);
/* How often that was done */
uint64_t recenter_count(void);

/* ---- Channels and the front end (channel.c, frontend.c) ---- */

#define CHUNK_WORDS	16u	/* of a segment, read at once */
#define SIGNALS		4u	/* jobs that wait for their tasks, before the front end stalls */
#define COPY_PIECE	dma_piece(65536u)	/* bytes a channel copies before another gets its turn */

enum channel_state { CHANNEL_FREE = 0, CHANNEL_LIVE, CHANNEL_DYING /* drains */, CHANNEL_DEAD /* completes jobs without doing them */ };

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

struct signal {
	uint64_t seqno;
	uint32_t tasks;		/* task count of the channel when it was queued */
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
	uint8_t first_task;	/* of live_tasks, linked by sibling */
	uint8_t pending;	/* tasks in TASK_PENDING */
	uint8_t queues;		/* tasks of kind SMGPU_TMD_QUEUE */
	uint8_t held;		/* of them, with SMGPU_TMD_HOLD: nothing waits for these */
	uint8_t collects;	/* tasks with collect */
	uint8_t looks;		/* tasks with look */
	uint8_t strikes;	/* looks at its oldest job that found it where it was */
	uint8_t signals;	/* used entries of signal[] */
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
	uint32_t job_mark;	/* where the oldest job was */
	uint32_t entries, get, put;
	uint32_t task_count;
	uint64_t ring;
	uint64_t watchdog;
	uint64_t deadline;	/* of a semaphore wait */
	uint64_t child_deadline;
	uint64_t job_look;	/* time of the next look at the oldest job */
	uint64_t done;
	uint64_t last_seqno;	/* of a ring entry */
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

static inline struct channel *channel_of(uint32_t id)
{
	struct channel *ch = &channels[id];

	KEEP(ch);
	return ch;
}

/* 0 or a negative errno */
int32_t channel_create(const struct smgpu_fw_cmd *cmd);
/* True if it is gone at once; else cmd_channel_drained() follows. */
bool channel_destroy(uint32_t id);
/* The tasks of a channel. Those that come into being meanwhile are not met, and none goes: end_run() alone frees tasks. */
#define for_each_task(t, ch) \
	for (uint8_t i_ = (ch)->first_task; i_ != NO_TASK && ((t) = &tasks[i_], true); i_ = tasks[i_].sibling)
/* Launches the TMD at va, for a task or for the channel (NULL); false if there is no free task. Failures end the channel. */
bool channel_launch(struct channel *ch, uint32_t va, struct task *parent);
/* Begins to read the TMD at va: the channel's next launch will be of that one. */
void channel_ahead(struct channel *ch, uint32_t va);
/* What was begun may be of the past. */
void channel_forget(void);
/* The task may have requests for children. */
void channel_collect(struct task *task);
void channel_doorbell(uint32_t id, uint32_t put);
/* The channel has something to do. */
void channel_activate(uint32_t id);
/* Starts the end of a channel; the first error wins. info may be NULL. */
RARE void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va, uint32_t va, uint32_t access);
void channel_task_new(struct channel *ch, struct task *task);
void channel_task_done(struct channel *ch, struct task *task);
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
/* Entries have been rung: begins to read them. */
void frontend_rung(struct channel *ch);
/* The channel's ring is another one. */
void frontend_forget(const struct channel *ch);
/* A channel's turn begins: what was read for another one's next launch is not for this one. */
void frontend_turn(void);
/* The TMD in hand has been taken: begins to read the next one, if the ring entry in hand is one of several. */
void frontend_look_ahead(struct channel *ch);

/* ---- Commands, events, log (cmd.c, event.c, log.c) ---- */

extern struct smgpu_fw_boot boot;
extern struct card_shape shape;

bool boot_handshake(void);
/* Executes commands until one has to wait, or some; true if anything changed. */
RARE bool cmd_run(void);
/* True if one waits, or there are more. */
bool cmd_pending(void);
/*
 * Commands are answered between any two pieces of work that users can ask for, so that none can keep the kernel waiting. A command
 * may let a channel die, and no more.
 */
void breathe(void);
void cmd_doorbell(uint32_t put);
/* A channel that DESTROY waits for has drained. */
void cmd_channel_drained(uint32_t id);

/* False if the ring is full; try again later: event_blocked() is true until one was posted. */
RARE bool event_post(const struct smgpu_fw_event *event);
bool event_blocked(void);
void event_done(uint32_t channel, uint64_t seqno);
void event_ring_get(uint32_t channel, uint32_t get);
/* struct smgpu_ring_state of a user queue, at the bus address; with an MSI if its owner may sleep on it */
void event_ring_state(uint64_t bus, const struct smgpu_ring_state *state, bool wake);
/* Writes indices and heartbeat, and raises an MSI if there is something for the host to see. */
void event_flush(void);

/* %u %x %s %c only. Each call is one line of the log. */
RARE void log_line(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
/* Bytes the log has grown to */
extern uint32_t log_put;

/* The bulk engine has one user at a time. */
extern uint32_t bulk_owner;	/* channel, 0 = command ring */
#define BULK_FREE	0xffffffffu

/* One pass over all sources; false if nothing is left to do before *next. */
bool serve_once(uint64_t *next);
void main_loop_once(void);
void panic(uint32_t cause, uint32_t pc, uint32_t value, uint32_t line) __attribute__((noreturn));

#endif
