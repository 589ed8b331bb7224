/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Private contract between the driver and the card's firmware, changed in lockstep. User space
 * never sees it.
 *
 * Above each structure stands which side writes it. Every structure lies in host memory that only
 * the kernel and the firmware can reach; the firmware reaches it by DMA with bus addresses. All
 * rings have a power-of-two number of entries and free-running 32-bit indices; the entry of index i
 * is at i % entries. An index is written after the entries it publishes.
 *
 * Boot: the driver copies the firmware file (header included) to TCM offset 0 with DMA 0, writes
 * the bus address of struct smgpu_fw_boot to HOST.SCRATCH0/1, the entry offset to MCU.RESET_VECTOR,
 * and sets MCU.CTRL.RUN. The firmware reads the boot block, checks magic, version and size, fills
 * the fw_* part (status last), and raises an MSI. A boot block it does not accept is answered with
 * fw_status = SMGPU_FW_BOOT_BAD_* when it can be written, and always with a progress code.
 */
#ifndef _SMGPU_FW_ABI_H_
#define _SMGPU_FW_ABI_H_

#include <drm/smgpu_hw.h>

#define SMGPU_FW_ABI_MAJOR	1
#define SMGPU_FW_ABI_MINOR	20
#define SMGPU_FW_NAME		"smgpu/smgpu_fw_v1.bin"

#define SMGPU_MAX_CHANNELS	64	/* id 0 is the kernel's control queue */
#define SMGPU_MAX_VMS		64	/* VM id 0 is never used */
#define SMGPU_TASK_SLOTS	16

/* ---- Addresses ---- */

/* doorbell pages in BAR 0, a page for each channel */
#define SMGPU_DOORBELL_BASE	0x80000u
#define SMGPU_DOORBELL_STRIDE	0x1000u
/* what the MCU sees: TCM, the registers of BAR 0, the beginning of card memory */
#define SMGPU_MCU_TCM_BASE	0x10000000u
#define SMGPU_MCU_REGS_BASE	0x20000000u
#define SMGPU_MCU_DRAM_BASE	0x40000000u
#define SMGPU_MCU_DRAM_END	0x80000000u

/* ---- Firmware file ---- */

#define SMGPU_FW_MAGIC		0x57464753u	/* "SGFW" */
/* TCM size; the image must leave room for its data and stack */
#define SMGPU_FW_MAX_BYTES	131072u
/* the MCU fetches instructions from this first part of the TCM only */
#define SMGPU_FW_CODE_BYTES	65536u

/**
 * struct smgpu_fw_header - first bytes of the firmware file; written by firmware/mkimage
 * @magic: SMGPU_FW_MAGIC
 * @abi_major: must equal the driver's
 * @abi_minor: must be at least the driver's
 * @length: whole file, this header included, multiple of 4
 * @crc32: IEEE CRC-32 (as zlib's crc32()) of the file from byte 32 to length
 * @entry: offset of the first instruction in TCM, 4-byte aligned
 * @bss_end: TCM bytes used without the stack
 * @build_id: of the firmware
 * @rsvd: 0
 */
struct smgpu_fw_header {
	__u32 magic;
	__u16 abi_major;
	__u16 abi_minor;
	__u32 length;
	__u32 crc32;
	__u32 entry;
	__u32 bss_end;
	__u32 build_id;
	__u32 rsvd;
};

/* ---- Boot block ---- */

#define SMGPU_FW_BOOT_MAGIC	0x544f4253u	/* "SBOT" */

/**
 * enum smgpu_fw_boot_status - answer to the boot block
 * @SMGPU_FW_BOOT_NONE: not answered yet
 * @SMGPU_FW_BOOT_READY: the firmware takes commands
 * @SMGPU_FW_BOOT_BAD_MAGIC: magic
 * @SMGPU_FW_BOOT_BAD_VERSION: ABI version
 * @SMGPU_FW_BOOT_BAD_SIZE: size of the block
 * @SMGPU_FW_BOOT_BAD_RING: size or address of a ring
 * @SMGPU_FW_BOOT_BAD_SPILL: not aligned, outside card memory, or of another size
 * @SMGPU_FW_BOOT_BAD_DUMP: dump_area or dump_bytes is not aligned, or dump_bytes is too small or
 *	over 64 KiB; since minor 17
 */
enum smgpu_fw_boot_status {
	SMGPU_FW_BOOT_NONE = 0,
	SMGPU_FW_BOOT_READY = 1,
	SMGPU_FW_BOOT_BAD_MAGIC = 2,
	SMGPU_FW_BOOT_BAD_VERSION = 3,
	SMGPU_FW_BOOT_BAD_SIZE = 4,
	SMGPU_FW_BOOT_BAD_RING = 5,
	SMGPU_FW_BOOT_BAD_SPILL = 6,
	SMGPU_FW_BOOT_BAD_DUMP = 7,
};

/**
 * struct smgpu_fw_boot - handover; first part written by the kernel before MCU.CTRL.RUN, fw_* by
 *	the firmware
 * @magic: SMGPU_FW_BOOT_MAGIC
 * @abi_major: the driver's
 * @abi_minor: the driver's
 * @size: sizeof(struct smgpu_fw_boot)
 * @rsvd0: 0
 * @cmd_ring: bus address of struct smgpu_fw_cmd[cmd_entries]
 * @event_ring: struct smgpu_fw_event[event_entries]
 * @log_ring: bytes of text
 * @shared: struct smgpu_fw_shared
 * @cmd_entries: 16..1024
 * @event_entries: 16..1024
 * @log_bytes: 4096..65536
 * @rsvd1: 0
 * @fw_status: enum smgpu_fw_boot_status; written last
 * @fw_abi_major: the firmware's
 * @fw_abi_minor: the firmware's
 * @fw_build_id: of the firmware that runs
 * @fw_tcm_free: bytes
 * @spill_area: card address, 4 KiB aligned: tokens that do not fit into the warps' queues; no VM
 *	maps it
 * @spill_bytes: SMGPU_FW_SPILL_BYTES for each warp of the card; 0 = none, a full queue ends its
 *	task
 * @dump_bytes: for each channel, a multiple of 4; 0: none are wanted
 * @dump_area: bus address, a multiple of 4: for each channel struct smgpu_fw_dump with as many
 *	warps as fit
 * @rsvd3: 0
 */
struct smgpu_fw_boot {
	__u32 magic;
	__u16 abi_major;
	__u16 abi_minor;
	__u32 size;
	__u32 rsvd0;
	__u64 cmd_ring;
	__u64 event_ring;
	__u64 log_ring;
	__u64 shared;
	__u32 cmd_entries;
	__u32 event_entries;
	__u32 log_bytes;
	__u32 rsvd1;
	/* written by the firmware */
	__u32 fw_status;
	__u16 fw_abi_major;
	__u16 fw_abi_minor;
	__u32 fw_build_id;
	__u32 fw_tcm_free;
	/* written by the kernel, since minor 1 */
	__u64 spill_area;
	__u32 spill_bytes;
	/* written by the kernel, since minor 17 */
	__u32 dump_bytes;
	__u64 dump_area;
	__u64 rsvd3;
};

#define SMGPU_FW_SPILL_BYTES	(SMGPU_DTOK_LIMIT_MAX * 16u)

/**
 * enum smgpu_fw_engine - engines whose time is counted
 * @SMGPU_FW_ENGINE_COMPUTE: SMs
 * @SMGPU_FW_ENGINE_COPY: bulk DMA engine
 */
enum smgpu_fw_engine {
	SMGPU_FW_ENGINE_COMPUTE = 0,
	SMGPU_FW_ENGINE_COPY = 1,
};
#define SMGPU_FW_ENGINES	2

/**
 * struct smgpu_fw_shared - indices, seqnos and heartbeat, read by the interrupt handler instead of
 *	MMIO
 * @done: last completed seqno of each channel, in order, written by the firmware after the work's
 *	data, semaphores and status were acknowledged, before the MSI. A failed job's seqno is also
 *	written, after its ERROR event. Not of user queues.
 * @ring_get: firmware writes: ring entries consumed (entry 0: the command ring)
 * @event_put: firmware writes: events written
 * @log_put: firmware writes: free-running byte index of the log; the ring holds the last log_bytes
 * @heartbeat: firmware writes: +1 for each pass of the main loop that wrote anything here
 * @fw_rsvd: 0
 * @event_get: kernel writes: events read
 * @host_rsvd: 0
 * @busy: for how many cycles each channel, of user queues too, has had each engine since it was
 *	created. Compute: its client had a slot of the task table, whatever became of the task; time
 *	in which tasks of several channels of a client have slots stands with one of them, so that
 *	it is the sum over a client's channels that tells. Copy: the bulk engine moved data for a
 *	method. Written soon after the end of a task or copy, at times while one is under way, and
 *	before the answer to CHANNEL_CREATE and CHANNEL_DESTROY. Since minor 16.
 */
struct smgpu_fw_shared {
	/* firmware writes */
	__u64 done[SMGPU_MAX_CHANNELS];
	__u32 ring_get[SMGPU_MAX_CHANNELS];
	__u32 event_put;
	__u32 log_put;
	__u32 heartbeat;
	__u32 fw_rsvd[13];
	/* kernel writes */
	__u32 event_get;
	__u32 host_rsvd[15];
	/* firmware writes */
	__u64 busy[SMGPU_MAX_CHANNELS][SMGPU_FW_ENGINES];
};

/* ---- Commands: kernel to firmware, doorbell page 0 with the new put index ---- */

/**
 * enum smgpu_fw_cmd_op - commands
 * @SMGPU_FW_CMD_NOP: does nothing
 * @SMGPU_FW_CMD_VM_SET: u.vm: VM id gets a root page table (id must be clear)
 * @SMGPU_FW_CMD_VM_CLEAR: u.vm: no channel may use it; when answered TLBs are invalidated, accesses
 *	drained, and nothing is kept under its number
 * @SMGPU_FW_CMD_VM_INVALIDATE: u.vm: after page-table changes, of all of the VM or, since minor 19,
 *	of a range; as above
 * @SMGPU_FW_CMD_CHANNEL_CREATE: u.channel
 * @SMGPU_FW_CMD_CHANNEL_DESTROY: u.channel.id: kills what is in flight (seqnos complete with
 *	ERR_KILLED); answered when drained
 * @SMGPU_FW_CMD_COPY: u.copy, physical
 * @SMGPU_FW_CMD_FILL: u.copy: src = 32-bit pattern
 * @SMGPU_FW_CMD_PERF: u.perf: snapshot of all counters; DTOK_RECENTERS since minor 8
 * @SMGPU_FW_CMD_SM_CONFIG: u.config: policy registers of the SMs (see smgpu_regs.h, SM_CFG);
 *	PRIO_PC_BEGIN to PRIO_PC since minor 12, PRIO_L2 since 14, PRIO_PREDICT, SCHED_BONUS and
 *	SCHED_TYPES since 15
 * @SMGPU_FW_CMD_TASKS: u.perf: struct smgpu_fw_tasks and as many tasks as fit; since minor 2
 * @SMGPU_FW_CMD_WARPS: u.warps: struct smgpu_fw_warps and as many warps of an SM as fit; since
 *	minor 5
 * @SMGPU_FW_CMD_LAUNCH_CONFIG: u.config.value: LAUNCH.CTRL, which SM gets the next CTA; since minor
 *	9
 * @SMGPU_FW_CMD_ISOLATION: u.config.value: enum smgpu_fw_isolation; since minor 20
 */
enum smgpu_fw_cmd_op {
	SMGPU_FW_CMD_NOP = 0,
	SMGPU_FW_CMD_VM_SET = 1,
	SMGPU_FW_CMD_VM_CLEAR = 2,
	SMGPU_FW_CMD_VM_INVALIDATE = 3,
	SMGPU_FW_CMD_CHANNEL_CREATE = 4,
	SMGPU_FW_CMD_CHANNEL_DESTROY = 5,
	SMGPU_FW_CMD_COPY = 6,
	SMGPU_FW_CMD_FILL = 7,
	SMGPU_FW_CMD_PERF = 8,
	SMGPU_FW_CMD_SM_CONFIG = 9,
	SMGPU_FW_CMD_TASKS = 10,
	SMGPU_FW_CMD_WARPS = 11,
	SMGPU_FW_CMD_LAUNCH_CONFIG = 12,
	SMGPU_FW_CMD_ISOLATION = 13,
};

/**
 * enum smgpu_fw_isolation - whether VMs share the SMs
 * @SMGPU_FW_ISOLATION_SHARED: tasks of several VMs run side by side
 * @SMGPU_FW_ISOLATION_EXCLUSIVE: tasks of one VM at a time; the caches of the SMs are emptied
 *	before another one has them
 */
enum smgpu_fw_isolation {
	SMGPU_FW_ISOLATION_SHARED = 0,
	SMGPU_FW_ISOLATION_EXCLUSIVE = 1,
};

/* Status of a command: 0 or a negative Linux errno value. */

/* the firmware finds the limit of tokens that suits each program; since minor 10 */
#define SMGPU_FW_PRIO_TUNE	(1u << 31)
/*
 * of PRIO_L2: 1..252 tokens of the L2 for the card, which the firmware divides; its limit is not
 * looked at. Since minor 14
 */
#define SMGPU_FW_PRIO_L2_CARD(n)	((__u32)(n) << 24)

#define SMGPU_FW_SPACE_CARD	0u	/* card DRAM offset */
#define SMGPU_FW_SPACE_HOST	1u	/* bus address */

/**
 * struct smgpu_fw_cmd - 64 bytes, written by the kernel
 * @op: enum smgpu_fw_cmd_op
 * @cookie: comes back in the CMD_DONE event; 0 = no event wanted unless it fails
 * @u: arguments, by @op
 * @u.vm: of VM_SET, VM_CLEAR and VM_INVALIDATE
 * @u.vm.id: VM
 * @u.vm.rsvd: 0
 * @u.vm.root: card DRAM address of the 4 KiB Sv39 root table
 * @u.vm.first: VM_INVALIDATE, since minor 19: first page of 4 KiB
 * @u.vm.pages: VM_INVALIDATE, since minor 19: how many pages, all whose translation has changed,
 *	large pages and blocks whole; 0: all of the VM
 * @u.channel: of CHANNEL_CREATE and CHANNEL_DESTROY
 * @u.channel.id: 1..63, also the doorbell page
 * @u.channel.vm: its VM
 * @u.channel.ring: bus address of struct smgpu_ring_entry[entries]
 * @u.channel.entries: 16..4096
 * @u.channel.best_priority: 1..10: most urgent a TMD may ask for
 * @u.channel.sm_mask: SMs it may use
 * @u.channel.flags: SMGPU_FW_CHANNEL_*
 * @u.channel.watchdog_cycles: > 0
 * @u.channel.first_seqno: value of done[] to start with
 * @u.channel.client: channels with the same number share what a client may have; 0: one of its own;
 *	since minor 3
 * @u.channel.ring_priority: 1..10: execution priority of its ring among channels; 0: best_priority;
 *	since minor 7
 * @u.copy: of COPY and FILL
 * @u.copy.src_space: SMGPU_FW_SPACE_*
 * @u.copy.dst_space: SMGPU_FW_SPACE_*
 * @u.copy.src: where from; of FILL a 32-bit pattern
 * @u.copy.dst: where to
 * @u.copy.bytes: multiple of 4
 * @u.perf: of PERF and TASKS
 * @u.perf.buffer: bus address
 * @u.perf.bytes: room there
 * @u.perf.rsvd: 0
 * @u.warps: of WARPS
 * @u.warps.buffer: bus address, a multiple of 4
 * @u.warps.bytes: room there
 * @u.warps.sm: SM
 * @u.config: of SM_CONFIG, LAUNCH_CONFIG and ISOLATION
 * @u.config.sm_mask: SMs
 * @u.config.offset: byte offset in the SM_CFG block, policy registers only
 * @u.config.value: of PRIO also SMGPU_FW_PRIO_TUNE, of PRIO_L2 SMGPU_FW_PRIO_L2_CARD
 * @u.config.rsvd: 0
 * @u.raw: all of it
 */
struct smgpu_fw_cmd {
	__u32 op;
	__u32 cookie;
	union {
		struct {
			__u32 id;
			__u32 rsvd;
			__u64 root;
			__u32 first;
			__u32 pages;
		} vm;
		struct {
			__u32 id;
			__u32 vm;
			__u64 ring;
			__u32 entries;
			__u32 best_priority;
			__u32 sm_mask;
			__u32 flags;
			__u64 watchdog_cycles;
			__u64 first_seqno;
			__u32 client;
			__u32 ring_priority;
		} channel;
		struct {
			__u32 src_space;
			__u32 dst_space;
			__u64 src;
			__u64 dst;
			__u64 bytes;
		} copy;
		struct {
			__u64 buffer;
			__u32 bytes;
			__u32 rsvd;
		} perf;
		struct {
			__u64 buffer;
			__u32 bytes;
			__u32 sm;
		} warps;
		struct {
			__u32 sm_mask;
			__u32 offset;
			__u32 value;
			__u32 rsvd;
		} config;
		__u32 raw[14];
	} u;
};

/* ---- Events: firmware to kernel, then MSI ---- */

/**
 * enum smgpu_fw_event_op - events
 * @SMGPU_FW_EVENT_CMD_DONE: u.cmd
 * @SMGPU_FW_EVENT_ERROR: u.error: the channel is dead; its jobs in flight complete after this event
 * @SMGPU_FW_EVENT_PANIC: u.panic: firmware stopped
 */
enum smgpu_fw_event_op {
	SMGPU_FW_EVENT_CMD_DONE = 1,
	SMGPU_FW_EVENT_ERROR = 2,
	SMGPU_FW_EVENT_PANIC = 3,
};

/**
 * struct smgpu_fw_event - 64 bytes, written by the firmware
 * @op: enum smgpu_fw_event_op
 * @rsvd: 0
 * @u: what is told, by @op
 * @u.cmd: of CMD_DONE
 * @u.cmd.cookie: of the command
 * @u.cmd.status: 0 or a negative errno value of Linux
 * @u.error: of ERROR
 * @u.error.channel: channel
 * @u.error.code: enum smgpu_error
 * @u.error.seqno: job that failed: the first not yet done
 * @u.error.vm: its VM
 * @u.error.va: address of a fault
 * @u.error.access: enum smgpu_access
 * @u.error.pc: instruction
 * @u.error.sm: where it ran
 * @u.error.warp: of the SM
 * @u.error.tmd_va: the task
 * @u.error.detail: method header, offset in the segment, or 0
 * @u.error.thread: its number in the warp, plus 1; 0: of no single thread; since minor 18
 * @u.error.rsvd: 0
 * @u.panic: of PANIC
 * @u.panic.cause: of the trap, or why
 * @u.panic.pc: where
 * @u.panic.value: what the trap tells beside
 * @u.panic.line: of the source
 * @u.raw: all of it
 */
struct smgpu_fw_event {
	__u32 op;
	__u32 rsvd;
	union {
		struct {
			__u32 cookie;
			__s32 status;
		} cmd;
		struct {
			__u32 channel;
			__u32 code;
			__u64 seqno;
			__u32 vm;
			__u32 va;
			__u32 access;
			__u32 pc;
			__u32 sm;
			__u32 warp;
			__u32 tmd_va;
			__u32 detail;
			__u32 thread;
			__u32 rsvd;
		} error;
		struct {
			__u32 cause;
			__u32 pc;
			__u32 value;
			__u32 line;
		} panic;
		__u32 raw[14];
	} u;
};

/* ---- Answer to SMGPU_FW_CMD_TASKS ---- */

/**
 * enum smgpu_fw_task_state - where a task is
 * @SMGPU_FW_TASK_PENDING: waits for earlier tasks
 * @SMGPU_FW_TASK_QUEUED: in its priority's list of the scheduler table
 * @SMGPU_FW_TASK_RESIDENT: has a slot of the task table
 * @SMGPU_FW_TASK_STOPPING: launches no more, its CTAs in flight drain
 * @SMGPU_FW_TASK_WAITING: its work queue is empty
 * @SMGPU_FW_TASK_JOINING: its CTAs are done, its children are not
 * @SMGPU_FW_TASK_KILLING: its warps are being ended
 */
enum smgpu_fw_task_state {
	SMGPU_FW_TASK_PENDING = 1,
	SMGPU_FW_TASK_QUEUED = 2,
	SMGPU_FW_TASK_RESIDENT = 3,
	SMGPU_FW_TASK_STOPPING = 4,
	SMGPU_FW_TASK_WAITING = 5,
	SMGPU_FW_TASK_JOINING = 6,
	SMGPU_FW_TASK_KILLING = 7,
};

/**
 * enum smgpu_fw_sm_state - what the work distribution does for an SM
 * @SMGPU_FW_SM_IDLE: no task is eligible
 * @SMGPU_FW_SM_TASK_ASSIGN: a task is being chosen for it
 * @SMGPU_FW_SM_STATE_SYNC: gets the new task's state
 * @SMGPU_FW_SM_CTA_LAUNCH: a CTA is being launched
 */
enum smgpu_fw_sm_state {
	SMGPU_FW_SM_IDLE = 0,
	SMGPU_FW_SM_TASK_ASSIGN = 1,
	SMGPU_FW_SM_STATE_SYNC = 2,
	SMGPU_FW_SM_CTA_LAUNCH = 3,
};

#define SMGPU_FW_TASK_KIND		0xfu
#define SMGPU_FW_TASK_TYPE_SHIFT	4

/**
 * struct smgpu_fw_task_info - a task; residents first, in the order in which the SMs try them, then
 *	by priority and place in the list
 * @state: enum smgpu_fw_task_state
 * @channel: whose it is
 * @vm: the channel's
 * @priority: 1 (most urgent) .. 10
 * @slot: 255: none
 * @kind: enum smgpu_tmd_kind; from bit 4 on enum smgpu_thread_type, since minor 13
 * @flags: SMGPU_TMD_*
 * @tmd_va: its TMD
 * @parent_va: TMD that launched it, 0 if the channel did
 * @next: CTAs launched, or items handed out
 * @limit: CTAs in all, or items published
 * @completed: CTAs
 * @inflight: CTAs
 * @waits_for: tasks it depends on, or children
 */
struct smgpu_fw_task_info {
	__u8 state;
	__u8 channel;
	__u8 vm;
	__u8 priority;
	__u8 slot;
	__u8 kind;
	__u16 flags;
	__u32 tmd_va;
	__u32 parent_va;
	__u32 next;
	__u32 limit;
	__u32 completed;
	__u16 inflight;
	__u16 waits_for;
};

/**
 * struct smgpu_fw_tasks - written by the firmware, followed by struct smgpu_fw_task_info[count]
 * @count: tasks that follow
 * @all: tasks there were; more than count if the buffer was too small
 * @time: timebase
 * @throttled: throttle mode is on
 * @rsvd0: 0
 * @launch: register LAUNCH.CTRL; since minor 9
 * @prio_held: warps of each SM with a priority token of L1; since minor 11
 * @sm: each SM
 * @sm.state: enum smgpu_fw_sm_state
 * @sm.slot: of the task it has, 255: none
 * @sm.free_warps: warps it has free
 * @sm.room: how many more CTAs of that task fit; since minor 9
 * @schedule: register SCHED of each SM; since minor 4
 * @prio: register PRIO of each SM; since minor 10
 * @l2: since minor 14
 * @l2.limit: priority tokens of the L2 that the SM has got
 * @l2.held: its warps that have one
 */
struct smgpu_fw_tasks {
	__u32 count;
	__u32 all;
	__u64 time;
	__u8 throttled;
	__u8 rsvd0;
	__u16 launch;
	__u8 prio_held[4];
	struct {
		__u8 state;
		__u8 slot;
		__u8 free_warps;
		__u8 room;
	} sm[4];
	__u16 schedule[4];
	__u32 prio[4];
	struct {
		__u8 limit;
		__u8 held;
	} l2[4];
};

/* ---- Answer to SMGPU_FW_CMD_WARPS ---- */

/**
 * struct smgpu_fw_warp_info - a resident warp; it runs on while it is looked at, so the registers
 *	are of different cycles
 * @warp: its number in the SM
 * @pc: SM_CFG.DBG_PC
 * @active: DBG_ACTIVE
 * @state: DBG_STATE
 * @credit: lower half of DBG_CREDIT; from SMGPU_FW_WARP_SET_SHIFT on DBG_WORKING_SET, since minor
 *	15
 */
struct smgpu_fw_warp_info {
	__u32 warp;
	__u32 pc;
	__u32 active;
	__u32 state;
	__u32 credit;
};
#define SMGPU_FW_WARP_SET_SHIFT	16u

/**
 * struct smgpu_fw_warps - written by the firmware, followed by struct smgpu_fw_warp_info[count] in
 *	the order of their numbers
 * @count: warps that follow
 * @all: resident warps; more than count if the buffer was too small
 * @time: timebase
 * @fund: signed; of the pods of even and of odd warps; of an SM with one pod twice the same
 * @types: enum smgpu_thread_type of the tasks in the slots, two bits each, slot 0 lowest; since
 *	minor 13
 */
struct smgpu_fw_warps {
	__u32 count;
	__u32 all;
	__u64 time;
	__u16 fund[2];
	__u32 types;
};

/* ---- Dumps of channels that failed ---- */

/**
 * struct smgpu_fw_dump - written by the firmware before it ends the tasks of a channel that has
 *	failed, and before the ERROR event; followed by
 * @count: written last
 * @all: resident warps of the channel; more than count if the area is too small
 * @time: timebase
 * @tmd_va: tasks by their slot, 0: not of this channel
 *
 * struct smgpu_fw_warp_info[count], by SM and warp, in which warp has the SM from
 * SMGPU_FW_DUMP_SM_SHIFT on and credit is 0
 *
 * The kernel clears count before CHANNEL_CREATE. It stays 0 if CHANNEL_DESTROY ended the tasks, or
 * if no warp was resident.
 */
struct smgpu_fw_dump {
	__u32 count;
	__u32 all;
	__u64 time;
	__u32 tmd_va[SMGPU_TASK_SLOTS];
};
#define SMGPU_FW_DUMP_SM_SHIFT	16u

/**
 * enum smgpu_fw_progress - progress codes in HOST.PROGRESS: stage << 8 | detail
 * @SMGPU_FW_PROGRESS_RESET: hardware reset value
 * @SMGPU_FW_PROGRESS_START: first instruction
 * @SMGPU_FW_PROGRESS_BSS: its data is clear
 * @SMGPU_FW_PROGRESS_BOOT_BLOCK: | enum smgpu_fw_boot_status when it is refused
 * @SMGPU_FW_PROGRESS_RINGS: the rings are known
 * @SMGPU_FW_PROGRESS_READY: it takes commands
 * @SMGPU_FW_PROGRESS_PANIC: it has stopped
 */
enum smgpu_fw_progress {
	SMGPU_FW_PROGRESS_RESET = 0x0000,
	SMGPU_FW_PROGRESS_START = 0x0100,
	SMGPU_FW_PROGRESS_BSS = 0x0200,
	SMGPU_FW_PROGRESS_BOOT_BLOCK = 0x0300,
	SMGPU_FW_PROGRESS_RINGS = 0x0400,
	SMGPU_FW_PROGRESS_READY = 0x0800,
	SMGPU_FW_PROGRESS_PANIC = 0xee00,
};

/*
 * TRAP.INFO.cause beside enum smgpu_error: a warp whose next token is in card memory waits for it.
 */
#define SMGPU_TRAP_DTOK_UNDERFLOW	64u

/* ---- Page tables ---- */

/*
 * Sv39-format tables (RISC-V privileged architecture): PTE bits V R W X U G A D, PPN at bit 10.
 * Only VAs below 4 GiB are used, so the root has four entries. U, A and D are always set in leaves.
 * RSW bit 8 set: the PPN is a host bus address. Bit 63 (Svnapot): one of 16 equal entries of level
 * 0 that map an aligned block of 64 KiB; the lowest four bits of the PPN are 1000.
 */
#define SMGPU_PTE_V		(1ull << 0)
#define SMGPU_PTE_R		(1ull << 1)
#define SMGPU_PTE_W		(1ull << 2)
#define SMGPU_PTE_X		(1ull << 3)
#define SMGPU_PTE_U		(1ull << 4)
#define SMGPU_PTE_A		(1ull << 6)
#define SMGPU_PTE_D		(1ull << 7)
#define SMGPU_PTE_HOST		(1ull << 8)
#define SMGPU_PTE_N		(1ull << 63)
#define SMGPU_PTE_N_BYTES	65536ull
#define SMGPU_PTE_PPN_SHIFT	10
#define SMGPU_PA_BITS		40		/* card and host addresses the card can form */

#define SMGPU_FW_CHANNEL_THROTTLE	(1u << 0)	/* its TMDs may ask for throttle mode */
/*
 * the user writes the ring; struct smgpu_ring_state follows it and takes the place of done[] and
 * ring_get[]
 */
#define SMGPU_FW_CHANNEL_USER		(1u << 1)
/* its TMDs may ask for a schedule of warps; since minor 6 */
#define SMGPU_FW_CHANNEL_SCHEDULE	(1u << 2)

SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_header) == 32, "firmware header is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_boot) == 112, "boot block is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_shared) == 512 + 256 + 64 + 64 + 1024,
		    "shared page is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_cmd) == 64, "command is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_event) == 64, "event is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_task_info) == 32, "task info is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_tasks) == 72, "task table is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_warp_info) == 20, "warp info is ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_warps) == 24, "warps of an SM are ABI");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_fw_dump) == 80, "dump of a channel is ABI");

#endif
