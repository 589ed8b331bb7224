/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * What user space writes and the card's firmware reads: pushbuffer methods, task metadata (TMD),
 * error codes.
 *
 * Stable and append-only. All fields are little endian. Virtual addresses (VA) are 32 bits wide and
 * belong to the VM of the channel that carries the work. The firmware reads each structure once
 * into private memory, checks that copy and uses nothing else; unknown methods, flags and non-zero
 * reserved fields are errors.
 */
#ifndef _UAPI_SMGPU_HW_H_
#define _UAPI_SMGPU_HW_H_

#include <linux/types.h>

#if defined(__cplusplus)
extern "C" {
#endif

/* ---- PCI identity of the simulated card; a board has its vendor's ---- */

#define SMGPU_PCI_VENDOR_SIM	0x1234
#define SMGPU_PCI_DEVICE_SIM	0x5a6d

/* ---- Address space of a VM ---- */

#define SMGPU_VA_NULL_END	0x00001000u	/* [0, here) never maps */
#define SMGPU_VA_USER_END	0xe0000000u	/* VM_BIND reaches [SMGPU_VA_NULL_END, here) */
#define SMGPU_VA_SHARED_BASE	0xf0000000u	/* shared memory of the thread's CTA */
/* local memory of the thread, same addresses in every thread */
#define SMGPU_VA_LOCAL_BASE	0xf8000000u
/* a task's code lies in one window of this size and alignment */
#define SMGPU_CODE_WINDOW	0x01000000u

/* ---- Pushbuffer ---- */

/*
 * A segment is a sequence of methods; each is one header word and `count` payload words. Segments
 * are 4-byte aligned, at most SMGPU_SEGMENT_MAX bytes, and a method does not cross the end of its
 * segment.
 */
#define SMGPU_SEGMENT_MAX	65536u
#define SMGPU_METHOD(op, count)	((__u32)(op) | ((__u32)(count) << 8))
#define SMGPU_METHOD_OP(h)	((h) & 0xffu)
#define SMGPU_METHOD_COUNT(h)	(((h) >> 8) & 0xffu)
#define SMGPU_METHOD_RSVD(h)	((h) >> 16)

/**
 * enum smgpu_method - methods of a pushbuffer and their payload
 * @SMGPU_METHOD_NOP: any count, payload ignored
 * @SMGPU_METHOD_SEM_ACQUIRE: va, op, value lo, value hi: waits for the 64-bit word at va (8-byte
 *	aligned)
 * @SMGPU_METHOD_SEM_RELEASE: va, flags, value lo, value hi
 * @SMGPU_METHOD_CACHE: flags
 * @SMGPU_METHOD_CONST_UPDATE: va, data words...: after earlier tasks of the channel are done,
 *	writes them
 * @SMGPU_METHOD_DMA_COPY: dst va, src va, bytes (all multiples of 4): done before the next method
 *	starts
 * @SMGPU_METHOD_DMA_FILL: dst va (4-byte aligned), value, bytes (multiple of 4)
 * @SMGPU_METHOD_TIMESTAMP: va (8-byte aligned): writes the 64-bit timebase
 * @SMGPU_METHOD_TMD_LAUNCH: tmd va: queues the task; does not wait for it
 * @SMGPU_METHOD_TMD_DEALLOCATE: tmd va: the task launches no more CTAs
 * @SMGPU_METHOD_WAIT_IDLE: waits until every earlier task of the channel is done
 * @SMGPU_METHOD_QUEUE_NOTIFY: tmd va of a live SMGPU_TMD_QUEUE: its queue's published has grown
 */
enum smgpu_method {
	SMGPU_METHOD_NOP = 0x00,
	SMGPU_METHOD_SEM_ACQUIRE = 0x01,
	SMGPU_METHOD_SEM_RELEASE = 0x02,
	SMGPU_METHOD_CACHE = 0x03,
	SMGPU_METHOD_CONST_UPDATE = 0x04,
	SMGPU_METHOD_DMA_COPY = 0x05,
	SMGPU_METHOD_DMA_FILL = 0x06,
	SMGPU_METHOD_TIMESTAMP = 0x07,
	SMGPU_METHOD_TMD_LAUNCH = 0x08,
	SMGPU_METHOD_TMD_DEALLOCATE = 0x09,
	SMGPU_METHOD_WAIT_IDLE = 0x0a,
	SMGPU_METHOD_QUEUE_NOTIFY = 0x0b,
};

#define SMGPU_SEM_OP_EQ		0u	/* word == value */
#define SMGPU_SEM_OP_GE		1u	/* word >= value, unsigned */
#define SMGPU_SEM_RELEASE_WAIT_IDLE	(1u << 0)	/* waits as WAIT_IDLE first */
/* also writes the timebase to va + 8 (va 16-byte aligned) */
#define SMGPU_SEM_RELEASE_TIMESTAMP	(1u << 1)
#define SMGPU_CACHE_INVALIDATE_L1	(1u << 0)
/* instruction caches; needed after code was written */
#define SMGPU_CACHE_INVALIDATE_CODE	(1u << 1)

/* ---- Task metadata ---- */

#define SMGPU_TMD_MAGIC		0x31444d54u	/* "TMD1" */
#define SMGPU_TMD_ALIGN		64u

/**
 * enum smgpu_tmd_kind - kinds of tasks
 * @SMGPU_TMD_GRID: width x height x depth CTAs
 * @SMGPU_TMD_QUEUE: CTAs take items of a struct smgpu_work_queue
 */
enum smgpu_tmd_kind {
	SMGPU_TMD_GRID = 1,
	SMGPU_TMD_QUEUE = 2,
};

/**
 * enum smgpu_thread_type - what the threads of a task are, for the execution-unit pool
 * @SMGPU_THREAD_COMPUTE: of a compute kernel
 * @SMGPU_THREAD_VERTEX: of a vertex shader
 * @SMGPU_THREAD_GEOMETRY: of a geometry shader
 * @SMGPU_THREAD_PIXEL: of a pixel shader
 *
 * Among tasks of one client and priority, warps go to types in proportion to the work that is left
 * of each. Threads of all types can do the same.
 */
enum smgpu_thread_type {
	SMGPU_THREAD_COMPUTE = 0,
	SMGPU_THREAD_VERTEX = 1,
	SMGPU_THREAD_GEOMETRY = 2,
	SMGPU_THREAD_PIXEL = 3,
};

/* joins its client's list of its priority at the head */
#define SMGPU_TMD_HEAD		(1u << 0)
#define SMGPU_TMD_SEQUENTIAL	(1u << 1)	/* at most one CTA in flight */
#define SMGPU_TMD_QUOTA_INFLIGHT (1u << 2)	/* quota_inflight is the most CTAs in flight */
#define SMGPU_TMD_QUOTA		SMGPU_TMD_QUOTA_INFLIGHT	/* its first name */
#define SMGPU_TMD_SEM_RELEASE	(1u << 3)	/* at the end writes sem_value to sem_va */
/* runs in throttle mode, on the first throttle_sms SMs, with no task that did not ask for it */
#define SMGPU_TMD_THROTTLE	(1u << 4)
/* an SMGPU_TMD_QUEUE that outlives an empty queue, until TMD_DEALLOCATE; see below */
#define SMGPU_TMD_HOLD		(1u << 5)

/* SMs schedule their warps by @schedule while it is the first task that they try; see below */
#define SMGPU_TMD_SCHEDULE	(1u << 6)
/* quota_launched is how many CTAs it launches before others of its priority have a turn */
#define SMGPU_TMD_QUOTA_LAUNCHED (1u << 7)

#define SMGPU_PRIORITY_FIRST	1u		/* most urgent */
#define SMGPU_PRIORITY_LAST	10u
#define SMGPU_MAX_CTA_THREADS	1024u
#define SMGPU_MAX_GRID_CTAS	0xffffffffu	/* width * height * depth */

/**
 * enum smgpu_schedule_policy - how an SM chooses the next warp
 * @SMGPU_SCHEDULE_LRR: loose round robin
 * @SMGPU_SCHEDULE_GTO: the last one, then the oldest
 * @SMGPU_SCHEDULE_TWO_LEVEL: groups of four, round robin among groups and within one
 * @SMGPU_SCHEDULE_A: from here on by credits
 * @SMGPU_SCHEDULE_A_LITERAL: A as its text says it word by word
 * @SMGPU_SCHEDULE_B: policy B
 * @SMGPU_SCHEDULE_C: policy C
 * @SMGPU_SCHEDULE_D: policy D
 *
 * A choice needs a channel made with DRM_SMGPU_CHANNEL_SCHEDULE: an SM has one schedule for all
 * CTAs that run there, whosever they are. The resident task counts that the SM tries first (by
 * priority, by what its client has had, by age); if that one asks for nothing the card's schedule
 * holds. Policies of credits are SMGPU_ERR_TMD_LIMIT on a card that has none, and so are textile
 * grants.
 */
enum smgpu_schedule_policy {
	SMGPU_SCHEDULE_LRR = 0,
	SMGPU_SCHEDULE_GTO = 1,
	SMGPU_SCHEDULE_TWO_LEVEL = 2,
	SMGPU_SCHEDULE_A = 4,
	SMGPU_SCHEDULE_A_LITERAL = 5,
	SMGPU_SCHEDULE_B = 6,
	SMGPU_SCHEDULE_C = 7,
	SMGPU_SCHEDULE_D = 8,
};

#define SMGPU_SCHEDULE_POLICY	0xfu
/* 0 .. 15: D, what a victim gains; 0: the number of victims */
#define SMGPU_SCHEDULE_GAIN(n)	((n) << 4)
/* age and credit add up; else age comes before credit */
#define SMGPU_SCHEDULE_ADDITIVE	(1u << 8)
/* 0 .. 3, textile grants: 1 textures, 2 coherent loads, 3 both */
#define SMGPU_SCHEDULE_TEXTILE(n) ((n) << 9)
#define SMGPU_SCHEDULE_STAY	(1u << 11)	/* a free grant goes to a warp of the same tile */
/* 0 .. 7: weight of the age of a warp's CTA; 0: none */
#define SMGPU_SCHEDULE_AGE(n)	((n) << 12)

/*
 * How many warps of an SM have a priority token of L1, under the same rules: 1 ..
 * SMGPU_L1_TOKENS_MAX, or none. What else there is to say of tokens the card's setting says.
 * SMGPU_ERR_TMD_LIMIT on a card that has no tokens.
 */
#define SMGPU_L1_TOKENS_MAX	63u
#define SMGPU_L1_TOKENS_NONE	0x8000u

/*
 * The same for the L2, which all SMs share: 1 .. SMGPU_L2_TOKENS_MAX tokens for all of the card, or
 * none. The firmware divides them over the SMs in use.
 */
#define SMGPU_L2_TOKENS_MAX	252u
#define SMGPU_L2_TOKENS_NONE	0x8000u

/**
 * enum smgpu_task_state - struct smgpu_tmd.status.state, written by the firmware
 * @SMGPU_TASK_NEW: not launched yet
 * @SMGPU_TASK_QUEUED: waits for a slot
 * @SMGPU_TASK_RUNNING: has a slot
 * @SMGPU_TASK_DONE: all CTAs ended
 * @SMGPU_TASK_FAULT: ended by an error of its own
 * @SMGPU_TASK_KILLED: ended with its channel
 */
enum smgpu_task_state {
	SMGPU_TASK_NEW = 0,
	SMGPU_TASK_QUEUED = 1,
	SMGPU_TASK_RUNNING = 2,
	SMGPU_TASK_DONE = 3,
	SMGPU_TASK_FAULT = 4,
	SMGPU_TASK_KILLED = 5,
};

#define SMGPU_PROGRESS_CYCLES	65536u

/**
 * struct smgpu_tmd_status - what the firmware tells of a task; the firmware never reads it
 * @state: enum smgpu_task_state
 * @error: enum smgpu_error
 * @ctas_launched: given to SMs
 * @ctas_completed: that ended
 * @time_start: timebase when the task got a slot
 * @time_end: timebase when the last CTA was done
 * @warp_instr: warp instructions issued
 * @items: of SMGPU_TMD_QUEUE: items given to CTAs
 * @resume: CTA, or item of the queue, that is launched next: where a task that lost its slot goes
 *	on
 * @rsvd: 0
 *
 * A task that keeps its slot has its counts written every SMGPU_PROGRESS_CYCLES, and each task when
 * it loses its slot and when it is done. They are of one moment, and never fall.
 */
struct smgpu_tmd_status {
	__u32 state;
	__u32 error;
	__u32 ctas_launched;
	__u32 ctas_completed;
	__u64 time_start;
	__u64 time_end;
	__u64 warp_instr;
	__u32 items;
	__u32 resume;
	__u64 rsvd[2];
};

/**
 * struct smgpu_tmd - task metadata, SMGPU_TMD_ALIGN-aligned in the VM
 * @magic: SMGPU_TMD_MAGIC
 * @kind: enum smgpu_tmd_kind
 * @priority: 1 (most urgent) .. 10
 * @regs_per_thread: 8, 16, 24 or 32
 * @thread_type: enum smgpu_thread_type
 * @flags: SMGPU_TMD_*
 * @sm_mask: SMs that may run it; 0 = any the channel may use
 * @grid: CTAs: width, height, depth, each > 0; SMGPU_TMD_QUEUE: 0
 * @cta: threads: x, y, z, each > 0, product <= SMGPU_MAX_CTA_THREADS and what the SM holds
 * @quota_inflight: with SMGPU_TMD_QUOTA_INFLIGHT, > 0
 * @launch_quota: its first name
 * @entry_va: first instruction, 4-byte aligned
 * @param_va: constant bank, 4-byte aligned; 0 = none
 * @shared_bytes: per CTA, at most DEV_QUERY's (throttle_)shared_bytes
 * @local_bytes: per thread, multiple of 16, at most SMGPU_LOCAL_MAX; 0 = none
 * @local_va: backing of local memory: sm_count * warps_per_sm * 32 * local_bytes bytes, 128-byte
 *	aligned
 * @coalesce_min: SMGPU_TMD_QUEUE: items a CTA starts with, > 0; fewer once coalesce_timeout has
 *	passed; else 0
 * @coalesce_max: SMGPU_TMD_QUEUE: most items of a CTA, >= coalesce_min; else 0
 * @coalesce_timeout: SMGPU_TMD_QUEUE: cycles; else 0
 * @sem_va: with SMGPU_TMD_SEM_RELEASE: 8-byte aligned
 * @dtok_limit: divergence tokens of a warp that may wait in card memory; 0 = SMGPU_DTOK_LIMIT_MAX
 * @token_limit: its first name
 * @sem_value: with SMGPU_TMD_SEM_RELEASE: what is written there
 * @queue_va: SMGPU_TMD_QUEUE: struct smgpu_work_queue, 32-byte aligned; else 0
 * @rsvd1: 0
 * @after_va: TMDs: starts when the tasks with these addresses that its launcher launched before are
 *	done; 0 = none
 * @requests_va: struct smgpu_request_ring, 32-byte aligned: the task may launch children; 0 = it
 *	may not
 * @throttle_sms: with SMGPU_TMD_THROTTLE: 1 .. SMs of the card
 * @schedule: with SMGPU_TMD_SCHEDULE: policy and SMGPU_SCHEDULE_*; else 0
 * @quota_launched: with SMGPU_TMD_QUOTA_LAUNCHED, > 0
 * @l1_tokens: with SMGPU_TMD_SCHEDULE: SMGPU_L1_TOKENS_*; 0 = as many as the card's setting says
 * @l2_tokens: with SMGPU_TMD_SCHEDULE: SMGPU_L2_TOKENS_*; 0 = as many as the card's setting says
 * @rsvd3: 0
 * @rsvd2: 0
 * @status: written by the firmware; starts at byte 192
 */
struct smgpu_tmd {
	__u32 magic;
	__u8 kind;
	__u8 priority;
	__u8 regs_per_thread;
	__u8 thread_type;
	__u32 flags;
	__u32 sm_mask;
	__u32 grid[3];
	__u16 cta[3];
	union {
		__u16 quota_inflight;
		__u16 launch_quota;
	};
	__u32 entry_va;
	__u32 param_va;
	__u32 shared_bytes;
	__u32 local_bytes;
	__u32 local_va;
	__u16 coalesce_min;
	__u16 coalesce_max;
	__u32 coalesce_timeout;
	__u32 sem_va;
	union {
		__u32 dtok_limit;
		__u32 token_limit;
	};
	__u64 sem_value;
	__u32 queue_va;
	__u32 rsvd1[3];
	__u32 after_va[4];
	__u32 requests_va;
	__u16 throttle_sms;
	__u16 schedule;
	__u16 quota_launched;
	__u16 l1_tokens;
	__u16 l2_tokens;
	__u16 rsvd3;
	__u32 rsvd2[16];
	struct smgpu_tmd_status status;
};

/**
 * struct smgpu_work_queue - circular queue of work items, in the VM; items are counted freely from
 *	0, fewer than 2^32
 * @reserved: items for which producers have taken room
 * @published: items that are written
 * @released: items whose room is free again
 * @size: items, a power of two
 * @item_bytes: not read by the firmware
 * @items_va: not read by the firmware
 * @rsvd: 0
 *
 * Producers (CTAs or the host) reserve room while reserved - released <= size, write their items,
 * and publish them in order; then xsm.bell, or SMGPU_METHOD_QUEUE_NOTIFY, has the firmware read
 * published. A CTA of the queue's task reads its first item in ctaid.x and how many items it has in
 * ctaid.y; it releases them, in order, once it has taken what it needs of them. The firmware reads
 * the block when the task is launched (work starts at released), then only published, and writes
 * nothing.
 *
 * A task without SMGPU_TMD_HOLD is done when no item is left and none of its CTAs runs.
 * For one with it, neither jobs nor WAIT_IDLE wait, nor tasks that come after it, nor the task that
 * launched it, until TMD_DEALLOCATE takes the flag away: then what was published is still done.
 */
struct smgpu_work_queue {
	__u32 reserved;
	__u32 published;
	__u32 released;
	__u32 size;
	__u32 item_bytes;
	__u32 items_va;
	__u32 rsvd[2];
};

#define SMGPU_QUEUE_SIZE_MAX	(1u << 24)

/**
 * struct smgpu_request_ring - how a running CTA launches tasks (children), in the VM, followed by
 *	struct smgpu_request[size]
 * @reserved: entries that threads have taken
 * @taken: written by the firmware; where it starts is read when the task is launched
 * @size: a power of two, 16 .. SMGPU_REQUESTS_MAX; read when the task is launched
 * @rsvd: 0
 *
 * A thread takes index i of reserved while i - taken < size, writes tmd_va of entry i % size, then
 * its ready = i + 1, then executes xsm.bell. The firmware takes entries in order, as tasks become
 * free, counts them in taken, and launches the TMDs as if the parent's channel had. A task is done
 * only when all its requests are taken and its children are done. A child that names its parent in
 * after_va goes on where the parent ends: it becomes a child of the parent's own parent. The ring
 * belongs to one task at a time; what sets it up clears its entries.
 */
struct smgpu_request_ring {
	__u32 reserved;
	__u32 taken;
	__u32 size;
	__u32 rsvd[5];
};

/**
 * struct smgpu_request - an entry of a request ring
 * @tmd_va: task to launch
 * @ready: index of the entry, plus 1, once @tmd_va is written
 */
struct smgpu_request {
	__u32 tmd_va;
	__u32 ready;
};

#define SMGPU_REQUESTS_MAX	65536u

#define SMGPU_LOCAL_MAX		65536u
#define SMGPU_DTOK_LIMIT_MAX	256u
#define SMGPU_TOKEN_LIMIT_MAX	SMGPU_DTOK_LIMIT_MAX	/* its first name */

/* ---- Ring of a channel ---- */

/**
 * struct smgpu_ring_entry - work of a channel, written by the kernel for SUBMIT and by the owner of
 *	a user queue (QUEUE_MAP)
 * @va: segment or TMD; ignored for SMGPU_RING_NONE
 * @bytes: of a segment; 0 for a TMD
 * @flags: SMGPU_RING_*
 * @rsvd0: 0
 * @seqno: with SMGPU_RING_SIGNAL: strictly increasing, from 1 on in a user queue; else
 *	SMGPU_ERR_RING
 * @rsvd1: 0
 *
 * Indices run freely; the entry of index i is at i % entries. Ringing the doorbell with index p
 * says that the entries before p are written. The firmware reads each entry once.
 */
struct smgpu_ring_entry {
	__u32 va;
	__u32 bytes;
	__u32 flags;
	__u32 rsvd0;
	__u64 seqno;
	__u64 rsvd1;
};

#define SMGPU_RING_SEGMENT	1u	/* kind, bits 1:0 */
#define SMGPU_RING_TMD		2u
#define SMGPU_RING_NONE		3u
#define SMGPU_RING_KIND		3u
/* seqno is told when this entry and all before it, with their tasks, are complete */
#define SMGPU_RING_SIGNAL	4u

/**
 * struct smgpu_ring_state - follows the entries of a user queue; written by the firmware, which
 *	never reads it, and, when the card was
 * @done: seqno of the last complete SMGPU_RING_SIGNAL entry
 * @get: entries taken
 * @error: enum smgpu_error once the queue has died: CHANNEL_QUERY knows more
 * @rsvd: 0
 *
 * reset or is gone, by the driver
 */
struct smgpu_ring_state {
	__u64 done;
	__u32 get;
	__u32 error;
	__u64 rsvd[6];
};

/* ---- Errors ---- */

/**
 * enum smgpu_error - why a task or a channel ended
 * @SMGPU_OK: no error
 * @SMGPU_ERR_PAGE_FAULT: address not bound, or bound without that access
 * @SMGPU_ERR_MISALIGNED: load, store or atomic not aligned to its size
 * @SMGPU_ERR_ACCESS: outside the task's shared or local memory, or an atomic on local memory
 * @SMGPU_ERR_ILLEGAL: illegal instruction
 * @SMGPU_ERR_CODE_WINDOW: PC left the task's code window
 * @SMGPU_ERR_FETCH_FAULT: instruction address not bound for execution, or misaligned
 * @SMGPU_ERR_DTOK_OVERFLOW: divergence token queue full, and its place in card memory too
 * @SMGPU_ERR_BREAK: ebreak
 * @SMGPU_ERR_BUS: the memory system answered with an error
 * @SMGPU_ERR_WATCHDOG: a task or wait longer than the channel's watchdog, or a job that does not
 *	get on
 * @SMGPU_ERR_METHOD_UNKNOWN: no such method
 * @SMGPU_ERR_METHOD_FORMAT: wrong count, reserved bits, alignment or flags of a method
 * @SMGPU_ERR_SEGMENT_FORMAT: segment misaligned, empty, too long, or cut inside a method
 * @SMGPU_ERR_SEGMENT_FAULT: segment, semaphore or copy address not bound
 * @SMGPU_ERR_TMD_FAULT: TMD address not bound or misaligned
 * @SMGPU_ERR_TMD_FORMAT: magic, kind, flags or a reserved field
 * @SMGPU_ERR_TMD_LIMIT: sizes that this card can't run
 * @SMGPU_ERR_TMD_PERMISSION: priority, SMs, throttle mode or a schedule that the channel may not
 *	use
 * @SMGPU_ERR_KILLED: channel destroyed or killed with work in flight
 * @SMGPU_ERR_CARD_RESET: card was reset with work in flight
 * @SMGPU_ERR_CARD_LOST: card does not answer
 * @SMGPU_ERR_RING: doorbell value outside of the ring, a malformed ring entry, or a seqno that does
 *	not grow
 * @SMGPU_ERR_QUEUE: work queue or request ring: not mapped, misshapen, or with counts that can't be
 */
enum smgpu_error {
	SMGPU_OK = 0,
	/* raised by a running thread: {VM, VA, access, warp, PC} are valid */
	SMGPU_ERR_PAGE_FAULT = 1,
	SMGPU_ERR_MISALIGNED = 2,
	SMGPU_ERR_ACCESS = 3,
	SMGPU_ERR_ILLEGAL = 4,
	SMGPU_ERR_CODE_WINDOW = 5,
	SMGPU_ERR_FETCH_FAULT = 6,
	SMGPU_ERR_DTOK_OVERFLOW = 7,
	SMGPU_ERR_BREAK = 8,
	SMGPU_ERR_BUS = 9,
	/* raised by the firmware */
	SMGPU_ERR_WATCHDOG = 16,
	SMGPU_ERR_METHOD_UNKNOWN = 17,
	SMGPU_ERR_METHOD_FORMAT = 18,
	SMGPU_ERR_SEGMENT_FORMAT = 19,
	SMGPU_ERR_SEGMENT_FAULT = 20,
	SMGPU_ERR_TMD_FAULT = 21,
	SMGPU_ERR_TMD_FORMAT = 22,
	SMGPU_ERR_TMD_LIMIT = 23,
	SMGPU_ERR_TMD_PERMISSION = 24,
	SMGPU_ERR_KILLED = 25,
	SMGPU_ERR_CARD_RESET = 26,
	SMGPU_ERR_CARD_LOST = 27,
	SMGPU_ERR_RING = 28,
	SMGPU_ERR_QUEUE = 29,
};

/* its first name */
#define SMGPU_ERR_TOKEN_OVERFLOW	SMGPU_ERR_DTOK_OVERFLOW

/**
 * enum smgpu_access - what an access was that failed
 * @SMGPU_ACCESS_NONE: of no access
 * @SMGPU_ACCESS_READ: load
 * @SMGPU_ACCESS_WRITE: store
 * @SMGPU_ACCESS_EXEC: instruction fetch
 * @SMGPU_ACCESS_ATOMIC: atomic operation
 */
enum smgpu_access {
	SMGPU_ACCESS_NONE = 0,
	SMGPU_ACCESS_READ = 1,
	SMGPU_ACCESS_WRITE = 2,
	SMGPU_ACCESS_EXEC = 3,
	SMGPU_ACCESS_ATOMIC = 4,
};

#ifndef __KERNEL__
#if defined(__cplusplus)
#define SMGPU_STATIC_ASSERT static_assert
#else
#define SMGPU_STATIC_ASSERT _Static_assert
#endif
#else
#define SMGPU_STATIC_ASSERT static_assert
#endif
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_tmd_status) == 64, "struct smgpu_tmd_status is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_tmd) == 256, "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_work_queue) == 32, "struct smgpu_work_queue is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_request_ring) == 32, "struct smgpu_request_ring is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_request) == 8, "struct smgpu_request is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_ring_entry) == 32, "ring entry is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_ring_state) == 64, "ring state is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, launch_quota) == 34,
		    "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, quota_inflight) == 34,
		    "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, grid) == 16, "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, entry_va) == 36,
		    "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, sem_value) == 72,
		    "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, after_va) == 96,
		    "struct smgpu_tmd is ABI");
SMGPU_STATIC_ASSERT(__builtin_offsetof(struct smgpu_tmd, status) == 192, "struct smgpu_tmd is ABI");

#if defined(__cplusplus)
}
#endif
#endif
