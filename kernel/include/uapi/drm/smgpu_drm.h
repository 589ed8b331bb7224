/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * ioctls of the smgpu DRM driver, on its render node.
 *
 * Rules: every structure is the same on 32- and 64-bit, has no implicit padding, and is
 * append-only; unknown flags and non-zero reserved fields are -EINVAL. Bad arguments give an errno
 * at once. What goes wrong later is told by the error of the job's fence and, until the channel is
 * destroyed, by CHANNEL_QUERY; a dead channel answers SUBMIT with -ECANCELED. The user owns the
 * virtual addresses of its VMs.
 *
 * VMs, channels, card memory and host memory are shared. The last part of each is kept from files
 * that hold more than a small share of it, and the last of that from users that do. Parameters of
 * the module, in percent: file_reserve 14, user_reserve 8, share 4. Buffers, page tables, mappings,
 * rings and jobs that are not complete count as memory of the file that made them, until they are
 * freed; all clients together have at most host_percent (50) of the host's memory. A request that
 * would go beyond is -ENOSPC, for host memory -ENOMEM. CAP_SYS_RESOURCE is above the reserves.
 */
#ifndef _UAPI_SMGPU_DRM_H_
#define _UAPI_SMGPU_DRM_H_

#if defined(__KERNEL__)
#include <drm/drm.h>
#elif defined(__has_include)
#if __has_include(<drm/drm.h>)
#include <drm/drm.h>
#else
#include <libdrm/drm.h>
#endif
#else
#include <drm/drm.h>
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/**
 * enum drm_smgpu_ioctl_id - numbers of the ioctls, from DRM_COMMAND_BASE on, and what each takes
 * @DRM_SMGPU_DEV_QUERY: struct drm_smgpu_dev_query
 * @DRM_SMGPU_BO_CREATE: struct drm_smgpu_bo_create
 * @DRM_SMGPU_BO_MMAP_OFFSET: struct drm_smgpu_bo_mmap_offset
 * @DRM_SMGPU_BO_MADVISE: struct drm_smgpu_bo_madvise
 * @DRM_SMGPU_VM_CREATE: struct drm_smgpu_vm_create
 * @DRM_SMGPU_VM_DESTROY: struct drm_smgpu_vm_destroy
 * @DRM_SMGPU_VM_BIND: struct drm_smgpu_vm_bind
 * @DRM_SMGPU_CHANNEL_CREATE: struct drm_smgpu_channel_create
 * @DRM_SMGPU_CHANNEL_DESTROY: struct drm_smgpu_channel_destroy
 * @DRM_SMGPU_CHANNEL_QUERY: struct drm_smgpu_channel_query
 * @DRM_SMGPU_SUBMIT: struct drm_smgpu_submit
 * @DRM_SMGPU_QUEUE_MAP: struct drm_smgpu_queue_map
 * @DRM_SMGPU_TIMESTAMP: struct drm_smgpu_timestamp
 * @DRM_SMGPU_PERF: struct drm_smgpu_perf
 * @DRM_SMGPU_CHANNEL_DUMP: struct drm_smgpu_channel_dump
 */
enum drm_smgpu_ioctl_id {
	DRM_SMGPU_DEV_QUERY = 0,
	DRM_SMGPU_BO_CREATE = 1,
	DRM_SMGPU_BO_MMAP_OFFSET = 2,
	DRM_SMGPU_BO_MADVISE = 3,
	DRM_SMGPU_VM_CREATE = 4,
	DRM_SMGPU_VM_DESTROY = 5,
	DRM_SMGPU_VM_BIND = 6,
	DRM_SMGPU_CHANNEL_CREATE = 7,
	DRM_SMGPU_CHANNEL_DESTROY = 8,
	DRM_SMGPU_CHANNEL_QUERY = 9,
	DRM_SMGPU_SUBMIT = 10,
	DRM_SMGPU_QUEUE_MAP = 11,
	DRM_SMGPU_TIMESTAMP = 12,
	DRM_SMGPU_PERF = 13,
	DRM_SMGPU_CHANNEL_DUMP = 14,
};

/* ---- DEV_QUERY ---- */

/**
 * enum drm_smgpu_query_type - what DEV_QUERY tells
 * @DRM_SMGPU_QUERY_CARD: struct drm_smgpu_query_card
 * @DRM_SMGPU_QUERY_MEMORY: struct drm_smgpu_query_memory
 */
enum drm_smgpu_query_type {
	DRM_SMGPU_QUERY_CARD = 0,
	DRM_SMGPU_QUERY_MEMORY = 1,
};

/**
 * struct drm_smgpu_dev_query - what kind of card this is
 * @type: enum drm_smgpu_query_type
 * @size: in: room at @pointer; out: size of the answer. With @pointer 0 only @size is returned. A
 *	shorter room gets the first @size bytes.
 * @pointer: where the answer goes
 */
struct drm_smgpu_dev_query {
	__u32 type;
	__u32 size;
	__u64 pointer;
};

/**
 * struct drm_smgpu_query_card - shape of the card; comes from its registers
 * @hw_version: of the hardware interface: major << 16 | minor
 * @fw_version: of the firmware's ABI: major << 16 | minor
 * @sm_count: SMs
 * @warps_per_sm: warps that an SM can have
 * @lanes: threads of a warp that a pod serves in a cycle
 * @dtok_depth: entries of a warp's queue of divergence tokens
 * @token_depth: its first name
 * @shared_bytes: shared memory of one SM
 * @l1_bytes: L1 of one SM
 * @l2_bytes: L2 of the card
 * @task_slots: tasks that the SMs can be at work on at once
 * @timebase_hz: cycles of the card's clock in a second
 * @perf_counters: number of 64-bit values PERF returns
 * @va_start: first address of VM_BIND's range
 * @va_end: first address behind VM_BIND's range
 * @shared_base: where each CTA finds its shared memory
 * @local_base: where each thread finds its local memory
 * @max_channels: channels that there can be
 * @max_vms: address spaces that there can be
 * @watchdog_max_cycles: most that watchdog_cycles of CHANNEL_CREATE may be
 * @features: DRM_SMGPU_FEATURE_*; 0 from older drivers
 * @throttle_shared_bytes: @shared_bytes in throttle mode; 0 from older drivers
 * @l2_banks: banks of the L2, which serve a request a cycle each; 0 from older drivers
 * @pad: 0
 */
struct drm_smgpu_query_card {
	__u32 hw_version;
	__u32 fw_version;
	__u32 sm_count;
	__u32 warps_per_sm;
	__u32 lanes;
	union {
		__u32 dtok_depth;
		__u32 token_depth;
	};
	__u32 shared_bytes;
	__u32 l1_bytes;
	__u32 l2_bytes;
	__u32 task_slots;
	__u32 timebase_hz;
	__u32 perf_counters;
	__u64 va_start;
	__u64 va_end;
	__u64 shared_base;
	__u64 local_base;
	__u32 max_channels;
	__u32 max_vms;
	__u64 watchdog_max_cycles;
	__u32 features;
	__u32 throttle_shared_bytes;
	__u32 l2_banks;
	__u32 pad;
};

#define DRM_SMGPU_FEATURE_CONSTANTS	(1u << 0)	/* instructions with constant operands */
/* SMGPU_TMD_QUOTA_LAUNCHED; else such a task ends with SMGPU_ERR_TMD_LIMIT */
#define DRM_SMGPU_FEATURE_TURNS		(1u << 1)
#define DRM_SMGPU_FEATURE_TEXTURES	(1u << 2)	/* texture instructions */
#define DRM_SMGPU_FEATURE_ATTRIBUTES	(1u << 3)	/* instructions with attributes */

/**
 * struct drm_smgpu_query_memory - card memory in bytes
 * @card_total: all of it
 * @card_free: what is free
 * @visible_total: that the CPU can map
 * @visible_free: what is free of that part
 */
struct drm_smgpu_query_memory {
	__u64 card_total;
	__u64 card_free;
	__u64 visible_total;
	__u64 visible_free;
};

/* ---- Buffers ---- */

/* card memory; full is -ENOSPC, there is no eviction */
#define DRM_SMGPU_BO_CARD	(1u << 0)
#define DRM_SMGPU_BO_HOST	(1u << 1)	/* host memory, pinned while bound */
/* card memory that mmap reaches; host memory always is */
#define DRM_SMGPU_BO_CPU_VISIBLE (1u << 2)

/**
 * struct drm_smgpu_bo_create - a buffer in card or host memory
 * @size: in: bytes, > 0; out: rounded up to pages
 * @flags: exactly one of DRM_SMGPU_BO_CARD and DRM_SMGPU_BO_HOST, and options
 * @handle: out
 */
struct drm_smgpu_bo_create {
	__u64 size;
	__u32 flags;
	__u32 handle;
};

/**
 * struct drm_smgpu_bo_mmap_offset - fake offset for mmap() of the render node; -EINVAL if the CPU
 *	can't reach it
 * @handle: in: buffer
 * @rsvd: 0
 * @offset: out: for mmap()
 */
struct drm_smgpu_bo_mmap_offset {
	__u32 handle;
	__u32 rsvd;
	__u64 offset;
};

#define DRM_SMGPU_MADV_WILLNEED	0u
/* unbound host memory only: its pages may be taken under pressure */
#define DRM_SMGPU_MADV_DONTNEED	1u

/**
 * struct drm_smgpu_bo_madvise - @retained: out: 0 if the pages are gone
 * @handle: in: buffer in host memory
 * @madv: in: DRM_SMGPU_MADV_*
 * @retained: out: 0 if the pages are gone
 * @rsvd: 0
 */
struct drm_smgpu_bo_madvise {
	__u32 handle;
	__u32 madv;
	__u32 retained;
	__u32 rsvd;
};

/* ---- Address spaces ---- */

/**
 * struct drm_smgpu_vm_create - a new address space
 * @flags: 0
 * @vm_id: out: address space
 */
struct drm_smgpu_vm_create {
	__u32 flags;
	__u32 vm_id;
};

/**
 * struct drm_smgpu_vm_destroy - -EBUSY while a channel uses it
 * @vm_id: address space
 * @rsvd: 0
 */
struct drm_smgpu_vm_destroy {
	__u32 vm_id;
	__u32 rsvd;
};

#define DRM_SMGPU_VM_OP_MAP	0u
#define DRM_SMGPU_VM_OP_UNMAP	1u

#define DRM_SMGPU_VM_READONLY	(1u << 0)
#define DRM_SMGPU_VM_EXEC	(1u << 1)	/* instruction fetch allowed; W^X is not enforced */

/**
 * struct drm_smgpu_vm_bind_op - @va, @range, @bo_offset are page aligned; a map replaces what was
 *	there
 * @op: DRM_SMGPU_VM_OP_*
 * @flags: of a map: DRM_SMGPU_VM_READONLY and DRM_SMGPU_VM_EXEC; else 0
 * @handle: of a map: buffer; else 0
 * @rsvd: 0
 * @bo_offset: of a map: where in the buffer, page aligned; else 0
 * @va: first address, page aligned
 * @range: bytes, page aligned
 */
struct drm_smgpu_vm_bind_op {
	__u32 op;
	__u32 flags;
	__u32 handle;
	__u32 rsvd;
	__u64 bo_offset;
	__u64 va;
	__u64 range;
};

/**
 * struct drm_smgpu_vm_bind - done, on the card too, when the ioctl returns
 * @vm_id: address space
 * @flags: 0
 * @num_ops: in: operations; out: how many were applied
 * @rsvd: 0
 * @ops: array of @num_ops struct drm_smgpu_vm_bind_op, at most DRM_SMGPU_VM_BIND_MAX
 *
 * Operations are applied in order; on an error the ones before it stay applied and @num_ops tells
 * how many. A signal interrupts the call (EINTR) only before the first operation, with its
 * arguments unchanged.
 */
struct drm_smgpu_vm_bind {
	__u32 vm_id;
	__u32 flags;
	__u32 num_ops;
	__u32 rsvd;
	__u64 ops;
};

#define DRM_SMGPU_VM_BIND_MAX	256u

/* ---- Channels ---- */

/* its owner writes the ring itself, see QUEUE_MAP; SUBMIT is -EINVAL */
#define DRM_SMGPU_CHANNEL_USER_QUEUE	(1u << 0)
/* its TMDs may have SMGPU_TMD_SCHEDULE; needs CAP_SYS_NICE */
#define DRM_SMGPU_CHANNEL_SCHEDULE	(1u << 1)

/**
 * struct drm_smgpu_channel_create - an in-order queue of jobs in one address space
 * @vm_id: address space
 * @flags: DRM_SMGPU_CHANNEL_*
 * @best_priority: most urgent priority its TMDs may ask for, 1..10; below 5 needs CAP_SYS_NICE
 * @sm_mask: SMs it may use; 0 = all
 * @watchdog_cycles: card cycles a task or wait may take; 0 = the default; more than the maximum is
 *	-EINVAL
 * @channel_id: out
 * @ring_priority: execution priority of its ring: rings that have work are read by this priority,
 *	then in turn, and the least urgent within a bound; 1..10, below 5 needs CAP_SYS_NICE; 0 =
 *	@best_priority
 */
struct drm_smgpu_channel_create {
	__u32 vm_id;
	__u32 flags;
	__u32 best_priority;
	__u32 sm_mask;
	__u64 watchdog_cycles;
	__u32 channel_id;
	__u32 ring_priority;
};

/**
 * struct drm_smgpu_channel_destroy - end a channel, with what it has in flight
 * @channel_id: channel
 * @rsvd: 0
 */
struct drm_smgpu_channel_destroy {
	__u32 channel_id;
	__u32 rsvd;
};

#define DRM_SMGPU_NO_THREAD	0xffffffffu	/* of drm_smgpu_channel_query.thread */

/**
 * struct drm_smgpu_channel_query - sticky first error
 * @channel_id: in: channel
 * @code: enum smgpu_error of smgpu_hw.h; 0: none
 * @job: number of the failed SUBMIT on this channel, first is 1
 * @vm_id: the channel's address space
 * @va: address of a fault
 * @access: enum smgpu_access
 * @pc: instruction
 * @sm: where it ran
 * @warp: of the SM
 * @tmd_va: the task
 * @detail: method header, offset in the segment, or 0
 * @jobs_submitted: so far
 * @jobs_completed: so far; failed ones count
 * @thread: number in the warp of the thread whose load, store or atomic has the fault at @va, of
 *	several the lowest; DRM_SMGPU_NO_THREAD: the error is of a whole warp, of none, or there is
 *	none. A driver from before this field leaves it as it is: set it to DRM_SMGPU_NO_THREAD
 * @rsvd: out: 0
 */
struct drm_smgpu_channel_query {
	__u32 channel_id;
	__u32 code;
	__u64 job;
	__u32 vm_id;
	__u32 va;
	__u32 access;
	__u32 pc;
	__u32 sm;
	__u32 warp;
	__u32 tmd_va;
	__u32 detail;
	__u64 jobs_submitted;
	__u64 jobs_completed;
	__u32 thread;
	__u32 rsvd;
};

/**
 * enum drm_smgpu_warp_state - what a warp did when its channel failed
 * @DRM_SMGPU_WARP_RUNNING: had an instruction or was about to get one
 * @DRM_SMGPU_WARP_MEMORY: waited for memory
 * @DRM_SMGPU_WARP_BARRIER: waited at a barrier
 * @DRM_SMGPU_WARP_TRAPPED: stopped by an error of its own
 */
enum drm_smgpu_warp_state {
	DRM_SMGPU_WARP_RUNNING = 0,
	DRM_SMGPU_WARP_MEMORY = 1,
	DRM_SMGPU_WARP_BARRIER = 2,
	DRM_SMGPU_WARP_TRAPPED = 3,
};

/**
 * struct drm_smgpu_dump_warp - a warp of a channel that has failed
 * @pc: address of its next instruction; of a trapped warp the one that failed, or the one behind
 *	it: CHANNEL_QUERY is exact
 * @active: bit for each thread that runs that instruction
 * @tmd_va: its task
 * @sm: where it was
 * @warp: of the SM
 * @state: enum drm_smgpu_warp_state
 * @dtoks: divergence tokens in its queue
 * @tokens: its first name
 */
struct drm_smgpu_dump_warp {
	__u32 pc;
	__u32 active;
	__u32 tmd_va;
	__u8 sm;
	__u8 warp;
	__u8 state;
	union {
		__u8 dtoks;
		__u8 tokens;
	};
};

/**
 * struct drm_smgpu_channel_dump - what the warps of a channel did when it failed
 * @channel_id: channel; -ENOENT if there is no such
 * @num_warps: in: room at @warps, 0 to ask how many there are; out: how many there are, of which as
 *	many were written as there was room for
 * @warps: array of @num_warps struct drm_smgpu_dump_warp, by SM, then by warp
 *
 * The firmware looks at the channel's warps before it ends them, one after the other, while those
 * that have not failed run on. There are none of a channel that has not failed, whose owner
 * destroyed it, or whose firmware was dead. User queues have them, too.
 */
struct drm_smgpu_channel_dump {
	__u32 channel_id;
	__u32 num_warps;
	__u64 warps;
};

/**
 * struct drm_smgpu_queue_map - where the owner of a user queue finds its ring and doorbell
 * @channel_id: channel made with DRM_SMGPU_CHANNEL_USER_QUEUE
 * @flags: 0
 * @event_fd: in: eventfd that is signalled when struct smgpu_ring_state has changed; -1: none.
 *	Replaces the one before.
 * @entries: out: struct smgpu_ring_entry of the ring, a power of two
 * @ring_offset: out: offset for mmap() of the node: the entries, then struct smgpu_ring_state
 * @ring_bytes: out: length of that mapping
 * @doorbell_offset: out: offset for mmap() of the doorbell page, 4 KiB, shared and writable. A
 *	32-bit write of the new put index to its first word rings.
 *
 * A user queue takes and makes no fences: its tasks and SEM_RELEASE methods write to memory, and
 * the ring state tells what is complete. The kernel takes no part in a submission. What the ring
 * holds is checked like a SUBMIT; a queue whose ring is broken dies alone. Once it is dead, or the
 * card was reset or is gone, the doorbell page rings nothing any more. A program that waits for
 * long asks CHANNEL_QUERY: there is no other way to find out that the firmware is dead.
 */
struct drm_smgpu_queue_map {
	__u32 channel_id;
	__u32 flags;
	__s32 event_fd;
	__u32 entries;
	__u64 ring_offset;
	__u64 ring_bytes;
	__u64 doorbell_offset;
};

/* ---- Submission ---- */

#define DRM_SMGPU_WORK_SEGMENT	1u	/* pushbuffer segment: va, bytes */
#define DRM_SMGPU_WORK_TMD	2u	/* TMD at va; bytes 0 */

/**
 * struct drm_smgpu_work - a piece of work of a job
 * @kind: DRM_SMGPU_WORK_*
 * @va: address of the segment or TMD
 * @bytes: of a segment; 0 of a TMD
 * @rsvd: 0
 */
struct drm_smgpu_work {
	__u32 kind;
	__u32 va;
	__u32 bytes;
	__u32 rsvd;
};

/**
 * struct drm_smgpu_sync - @point: 0 for a binary syncobj, else a timeline point
 * @handle: syncobj
 * @flags: 0
 * @point: 0 for a binary syncobj, else a timeline point
 */
struct drm_smgpu_sync {
	__u32 handle;
	__u32 flags;
	__u64 point;
};

#define DRM_SMGPU_SUBMIT_MAX_WORK	64u
#define DRM_SMGPU_SUBMIT_MAX_SYNCS	64u

/**
 * struct drm_smgpu_submit - one job: its works in order, after all in-syncs; out-syncs signal when
 *	it and its tasks are done
 * @channel_id: channel
 * @flags: 0
 * @num_works: at most DRM_SMGPU_SUBMIT_MAX_WORK; 0: a job that only synchronises
 * @num_in_syncs: at most DRM_SMGPU_SUBMIT_MAX_SYNCS
 * @num_out_syncs: at most DRM_SMGPU_SUBMIT_MAX_SYNCS
 * @rsvd: 0
 * @works: struct drm_smgpu_work[]
 * @in_syncs: struct drm_smgpu_sync[]
 * @out_syncs: struct drm_smgpu_sync[]
 * @job: out: number of this SUBMIT on the channel
 */
struct drm_smgpu_submit {
	__u32 channel_id;
	__u32 flags;
	__u32 num_works;
	__u32 num_in_syncs;
	__u32 num_out_syncs;
	__u32 rsvd;
	__u64 works;
	__u64 in_syncs;
	__u64 out_syncs;
	__u64 job;
};

/* ---- Observation ---- */

/**
 * struct drm_smgpu_timestamp - card and CPU clocks read close together
 * @flags: 0
 * @timebase_hz: out: cycles of it in a second
 * @timebase: out: the card's clock, in cycles
 * @cpu_ns: out: CLOCK_MONOTONIC
 */
struct drm_smgpu_timestamp {
	__u32 flags;
	__u32 timebase_hz;
	__u64 timebase;
	__u64 cpu_ns;
};

/**
 * struct drm_smgpu_perf - snapshot of the card's counters (order: SMGPU_PERF_* of smgpu_perf.h);
 *	needs CAP_PERFMON. SMGPU_PERF_ABSENT: the card does not have it
 * @flags: 0
 * @count: in: room, out: number of values
 * @pointer: where they go: __u64[]
 */
struct drm_smgpu_perf {
	__u32 flags;
	__u32 count;
	__u64 pointer;
};

#define DRM_IOCTL_SMGPU_DEV_QUERY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_DEV_QUERY, struct drm_smgpu_dev_query)
#define DRM_IOCTL_SMGPU_BO_CREATE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_BO_CREATE, struct drm_smgpu_bo_create)
#define DRM_IOCTL_SMGPU_BO_MMAP_OFFSET \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_BO_MMAP_OFFSET, struct drm_smgpu_bo_mmap_offset)
#define DRM_IOCTL_SMGPU_BO_MADVISE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_BO_MADVISE, struct drm_smgpu_bo_madvise)
#define DRM_IOCTL_SMGPU_VM_CREATE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_VM_CREATE, struct drm_smgpu_vm_create)
#define DRM_IOCTL_SMGPU_VM_DESTROY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_VM_DESTROY, struct drm_smgpu_vm_destroy)
#define DRM_IOCTL_SMGPU_VM_BIND \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_VM_BIND, struct drm_smgpu_vm_bind)
#define DRM_IOCTL_SMGPU_CHANNEL_CREATE \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_CREATE, struct drm_smgpu_channel_create)
#define DRM_IOCTL_SMGPU_CHANNEL_DESTROY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_DESTROY, struct drm_smgpu_channel_destroy)
#define DRM_IOCTL_SMGPU_CHANNEL_QUERY \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_QUERY, struct drm_smgpu_channel_query)
#define DRM_IOCTL_SMGPU_SUBMIT \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_SUBMIT, struct drm_smgpu_submit)
#define DRM_IOCTL_SMGPU_QUEUE_MAP \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_QUEUE_MAP, struct drm_smgpu_queue_map)
#define DRM_IOCTL_SMGPU_TIMESTAMP \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_TIMESTAMP, struct drm_smgpu_timestamp)
#define DRM_IOCTL_SMGPU_PERF \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_PERF, struct drm_smgpu_perf)
#define DRM_IOCTL_SMGPU_CHANNEL_DUMP \
	DRM_IOWR(DRM_COMMAND_BASE + DRM_SMGPU_CHANNEL_DUMP, struct drm_smgpu_channel_dump)

#if defined(__cplusplus)
}
#endif
#endif
