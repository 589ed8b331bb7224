/* SPDX-License-Identifier: MIT */
/*
 * libsmgpu: run kernels on an smgpu card.
 *
 * Functions that make an object return NULL on failure, others a negative errno; smgpu_last_error()
 * then has a sentence about it, for the calling thread. Objects are reference counted and hold what
 * they are made of: a buffer its VM, a VM its device. An object and those made from it are used by
 * one thread at a time.
 *
 * Numbers of bytes and addresses fit into the card's 32-bit address space, also where a type is
 * wider. A structure of options that is all 0 asks for defaults, so programs clear it and set what
 * they need.
 *
 * Documentation/user/kernels.rst is the guide, the manual page libsmgpu(3) a summary.
 */
#ifndef _SMGPU_H_
#define _SMGPU_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <drm/smgpu_hw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All are opaque. The library may change what is behind the pointers. */
struct smgpu_device;
struct smgpu_vm;
struct smgpu_buffer;
struct smgpu_module;
struct smgpu_kernel;
struct smgpu_queue;
struct smgpu_stream;
struct smgpu_fence;
struct smgpu_task;

/* It lives until the next failure in the same thread. */
const char *smgpu_last_error(void);
/* One sentence for an enum smgpu_error */
const char *smgpu_error_sentence(uint32_t code);

/* ---- Cards on the PCI bus, with or without the driver ---- */

/* A card as the bus shows it, in bytes where it counts memory. */
struct smgpu_pci {
	char address[16];		/* 0000:01:00.0 */
	uint16_t vendor, device;
	char driver[32];		/* "" if none */
	char node[64];			/* render node, "" if none */
	uint64_t bar[6], bar_bytes[6];
	/* 0: no PCIe link */
	unsigned int link_gen, link_width, link_gen_max, link_width_max;
};

/* Fills at most @max entries; returns how many cards there are. */
int smgpu_pci_list(struct smgpu_pci *list, int max);

/* ---- Devices ---- */

/* What the driver tells of a card. It does not change while the device is open. */
struct smgpu_info {
	uint32_t hw_version, fw_version;	/* major << 16 | minor */
	uint32_t sm_count, warps_per_sm, lanes;
	union {
		uint32_t dtok_depth;	/* divergence tokens of a warp's queue */
		uint32_t token_depth;	/* its first name */
	};
	uint32_t shared_bytes, l1_bytes, l2_bytes;
	uint32_t task_slots, timebase_hz, perf_counters;
	uint64_t va_start, va_end, shared_base, local_base;
	uint32_t max_channels, max_vms;
	uint64_t watchdog_max_cycles;
	/* shared_bytes of tasks in throttle mode: more, if L1 lends its memory */
	uint32_t throttle_shared_bytes;
	/* 1: kernels may have constant operands; 0: compile them with smcc -mno-constants */
	uint32_t constants;
	uint32_t turns;				/* 1: tasks may have SMGPU_TMD_QUOTA_LAUNCHED */
	/* 1: there is a texture unit; 0: compile kernels without SMGPU_TEX */
	uint32_t textures;
	/* 1: there is an attribute cache; 0: compile kernels without SMGPU_ATTRIBUTES */
	uint32_t attributes;
	uint32_t l2_banks;			/* that serve a request a cycle each: 1, 2 or 4 */
};

/* Bytes. "Visible" is the part of card memory that the CPU can map. */
struct smgpu_memory {
	uint64_t card_total, card_free, visible_total, visible_free;
};

/* @which: render node, PCI address, or NULL: $SMGPU_DEVICE, else the first card */
struct smgpu_device *smgpu_device_new(const char *which);
struct smgpu_device *smgpu_device_ref(struct smgpu_device *dev);
void smgpu_device_unref(struct smgpu_device *dev);
/* What these give lives as long as the device. The descriptor must not be closed. */
const struct smgpu_info *smgpu_device_info(const struct smgpu_device *dev);
const char *smgpu_device_node(const struct smgpu_device *dev);
int smgpu_device_fd(const struct smgpu_device *dev);
/* As it is now: other programs use the card's memory, too. */
int smgpu_device_memory(struct smgpu_device *dev, struct smgpu_memory *mem);
/* Card and CPU clock (CLOCK_MONOTONIC) at nearly the same moment */
int smgpu_device_timestamp(struct smgpu_device *dev, uint64_t *timebase, uint64_t *cpu_ns);
/* Counters in the order of smgpu_perf.h, SMGPU_PERF_ABSENT for those that the card does not have;
 * returns their number. Needs CAP_PERFMON. */
int smgpu_device_perf(struct smgpu_device *dev, uint64_t *values, uint32_t max);

/* ---- Address spaces and buffers ---- */

/* Addresses of one VM mean nothing in another. Memory gets into a second one by a dma-buf. */
struct smgpu_vm *smgpu_vm_new(struct smgpu_device *dev);
struct smgpu_vm *smgpu_vm_ref(struct smgpu_vm *vm);
void smgpu_vm_unref(struct smgpu_vm *vm);

#define SMGPU_BUFFER_CARD	0u		/* card memory (default) */
#define SMGPU_BUFFER_HOST	(1u << 0)	/* host memory */
#define SMGPU_BUFFER_VISIBLE	(1u << 1)	/* card memory that the CPU can map */
#define SMGPU_BUFFER_EXEC	(1u << 2)	/* may hold code */
#define SMGPU_BUFFER_READONLY	(1u << 3)	/* for kernels */

/* A buffer is bound in its VM as long as it lives. */
struct smgpu_buffer *smgpu_buffer_new(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags);
struct smgpu_buffer *smgpu_buffer_new_at(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags,
					 uint32_t va);
struct smgpu_buffer *smgpu_buffer_ref(struct smgpu_buffer *buf);
void smgpu_buffer_unref(struct smgpu_buffer *buf);
uint32_t smgpu_buffer_va(const struct smgpu_buffer *buf);
/* At least what was asked for, as memory comes in pages. */
uint64_t smgpu_buffer_bytes(const struct smgpu_buffer *buf);
/* CPU address; NULL for card memory that is not SMGPU_BUFFER_VISIBLE */
void *smgpu_buffer_map(struct smgpu_buffer *buf);

/* A dma-buf file descriptor of the buffer's memory, to be closed by the caller; and a buffer from
 * one, of any process */
int smgpu_buffer_export(struct smgpu_buffer *buf);
struct smgpu_buffer *smgpu_buffer_import(struct smgpu_vm *vm, int fd, uint32_t flags);

/* ---- Modules: kernel ELF files made by smcc ---- */

/* Of a kernel, as its module tells it: words of arguments, registers of a thread, bytes of
 * memory. */
struct smgpu_kernel_info {
	uint32_t entry_va, arg_words, regs, shared_bytes, local_bytes;
	uint32_t cta[3];		/* the only size of a CTA that may be launched, or 0: any */
	uint32_t cta_hint[3];		/* the size the kernel was written for, or 0 */
	/* it calls printf: only smgpu_launch() gives it a buffer for that */
	bool prints;
	/* the type it was written for (OpenCL C's vec_type_hint), or NULL */
	const char *vec_hint;
};

enum smgpu_arg_kind {
	SMGPU_ARG_GLOBAL,		/* address of global or constant memory */
	SMGPU_ARG_LOCAL,		/* address in shared memory */
	SMGPU_ARG_INTEGER,
	SMGPU_ARG_FLOAT,
	SMGPU_ARG_BYTES,		/* structure */
};

/* An argument stands in the words from @word on: structures as they are, other than that each
 * element of up to 4 bytes in a word, of 8 in two. */
struct smgpu_arg {
	const char *name;
	uint32_t kind;			/* enum smgpu_arg_kind */
	uint32_t word;
	uint32_t bytes, count, element;	/* size, elements of a vector or 1, bytes of each */
	uint32_t is_signed;
};

/* @elf is copied. NULL and ENOEXEC: it is damaged, or no file of smcc. NULL and EOPNOTSUPP: the
 * card lacks something that the kernels use. */
struct smgpu_module *smgpu_module_new(struct smgpu_vm *vm, const void *elf, size_t bytes);
/* @path with a slash: that file; else $SMGPU_KERNEL_DIR, the directory of the running program, the
 * current one. */
struct smgpu_module *smgpu_module_open(struct smgpu_vm *vm, const char *path);
struct smgpu_module *smgpu_module_ref(struct smgpu_module *mod);
void smgpu_module_unref(struct smgpu_module *mod);
/* Kernels have numbers from 0 on, in the order of the file. */
int smgpu_module_count(const struct smgpu_module *mod);
const char *smgpu_module_name(const struct smgpu_module *mod, int index);
/* Lives as long as its module */
const struct smgpu_kernel *smgpu_module_kernel(const struct smgpu_module *mod, const char *name);
const struct smgpu_kernel_info *smgpu_kernel_info(const struct smgpu_kernel *k);
/* The kernel's arguments, in order; their number, or -1 if the module does not tell */
int smgpu_kernel_args(const struct smgpu_kernel *k, const struct smgpu_arg **args);

/* ---- Queues ---- */

struct smgpu_queue_options {
	/* 1 (most urgent) .. 10; 0: 5. Below 5 needs CAP_SYS_NICE */
	uint32_t best_priority;
	uint32_t sm_mask;		/* 0: all */
	uint64_t watchdog_cycles;	/* 0: default */
	uint32_t flags;			/* SMGPU_QUEUE_* */
	/* of the ring among rings that have work: 1 .. 10; 0: best_priority. Below 5 needs
	 * CAP_SYS_NICE */
	uint32_t ring_priority;
};

/*
 * The program writes the queue's ring itself: a launch or submission is no system call. Its fences
 * are waited for like others, but no other queue can wait for them, nor this one for others'.
 */
#define SMGPU_QUEUE_USER	(1u << 0)
/* Its launches and tasks may ask for a schedule of warps; needs CAP_SYS_NICE. */
#define SMGPU_QUEUE_SCHEDULE	(1u << 1)

#define SMGPU_NO_THREAD	0xffffffffu

/* First error of the queue; what stands in it stays. */
struct smgpu_queue_error {
	uint32_t code;			/* enum smgpu_error, 0: none */
	/* number in the warp, of several the lowest; SMGPU_NO_THREAD: not the error of single
	 * threads */
	uint32_t thread;
	uint64_t job;
	uint32_t vm, va, access, pc, sm, warp, tmd_va, detail;
};

/* @opt may be NULL. Jobs of a queue are started in the order in which they were submitted. */
struct smgpu_queue *smgpu_queue_new(struct smgpu_vm *vm, const struct smgpu_queue_options *opt);
struct smgpu_queue *smgpu_queue_ref(struct smgpu_queue *q);
void smgpu_queue_unref(struct smgpu_queue *q);
/* @err has code 0 if the queue works. A queue that has failed takes no more work. */
int smgpu_queue_error(struct smgpu_queue *q, struct smgpu_queue_error *err);

enum smgpu_warp_state {
	SMGPU_WARP_RUNNING,		/* had an instruction or was about to get one */
	SMGPU_WARP_MEMORY,		/* waited for memory */
	SMGPU_WARP_BARRIER,
	SMGPU_WARP_TRAPPED,		/* stopped by an error of its own */
};

struct smgpu_warp {
	/* next instruction; of a trapped warp the one that failed or the one behind it:
	 * smgpu_queue_error() is exact */
	uint32_t pc;
	uint32_t active;		/* bit for each thread that runs that instruction */
	uint32_t tmd_va;		/* its task */
	uint8_t sm, warp;		/* where it was */
	uint8_t state;			/* enum smgpu_warp_state */
	union {
		uint8_t dtoks;		/* divergence tokens in its queue */
		uint8_t tokens;		/* its first name */
	};
};

/*
 * What the warps of a queue did when it failed, by SM and warp: fills at most @max entries; returns
 * how many there are, or a negative errno if the driver does not tell. There are none of a queue
 * that has not failed. With $SMGPU_DUMP the library writes a file for smgpu-dump, too.
 */
int smgpu_queue_dump(struct smgpu_queue *q, struct smgpu_warp *list, uint32_t max);

/*
 * Where printf of the queue's kernels goes, instead of standard output: called with pieces of text
 * when a launch is waited for, or its place in the queue is used again.
 */
void smgpu_queue_print(struct smgpu_queue *q,
		       void (*print)(void *ctx, const char *text, size_t bytes), void *ctx);

/* ---- Launch ---- */

/* A launch that has CTAs of several sizes is made of parts with one size each. All three as kernels
 * see the whole: */
struct smgpu_whole {
	uint32_t items[3];		/* threads */
	uint32_t cta[3];		/* size of all CTAs but those that end a dimension */
	uint32_t first[3];		/* CTAs of the whole before those of this part */
};

/* What a launch asks for. With grid and cta all 0 it is one thread. */
struct smgpu_launch {
	/* CTAs; 0 counts as 1, and in grid and cta alike as a dimension that is not there */
	uint32_t grid[3];
	uint32_t cta[3];		/* threads; 0 counts as 1 */
	const uint32_t *args;		/* words; see smgpu_f32() and smgpu_buffer_va() */
	uint32_t arg_words;
	uint32_t priority;		/* 0: the queue's best */
	/* SMGPU_TMD_HEAD, _SEQUENTIAL, _QUOTA_INFLIGHT, _QUOTA_LAUNCHED, _SCHEDULE */
	uint32_t flags;
	union {
		uint32_t quota_inflight;	/* with the flag: most CTAs in flight */
		uint32_t quota;			/* its first name */
	};
	/* with the flag: CTAs launched before others of its priority have a turn */
	uint32_t quota_launched;
	uint32_t extra_shared;		/* bytes behind the kernel's own shared variables */
	struct smgpu_fence *const *wait;	/* fences, of any queue, to wait for first */
	uint32_t n_wait;
	/* with SMGPU_TMD_SCHEDULE: SMGPU_SCHEDULE_*, how SMs schedule warps; on a queue with
	 * SMGPU_QUEUE_SCHEDULE, else EACCES */
	uint32_t schedule;
	/* methods that the card executes first, in the same job, or NULL; any number of launches
	 * may share it */
	struct smgpu_stream *before;
	/* what get_global_id() begins with, if the module was made with smcc --offsets */
	uint32_t offset[3];
	/* that this is a part of, for such a module; NULL: of nothing */
	const struct smgpu_whole *whole;
	/* with SMGPU_TMD_SCHEDULE: how many warps of an SM have a priority token of L1, or
	 * SMGPU_L1_TOKENS_NONE; 0: as the card is set */
	uint32_t l1_tokens;
	/* enum smgpu_thread_type: what the execution-unit pool counts its warps as */
	uint32_t thread_type;
	/* with SMGPU_TMD_SCHEDULE: how many warps of the card have a priority token of the L2, or
	 * SMGPU_L2_TOKENS_NONE; 0: as the card is set */
	uint32_t l2_tokens;
};

static inline uint32_t smgpu_f32(float v)
{
	union { float f; uint32_t u; } x = { v };

	return x.u;
}

/* The kernel starts after what was submitted to @q before has been started; tasks of a queue may
 * overlap. */
struct smgpu_fence *smgpu_launch(struct smgpu_queue *q, const struct smgpu_kernel *k,
				 const struct smgpu_launch *l);

/* ---- Tasks: launches that are built first, and launched together, again, or by kernels
 * (smgpu_task.h) ---- */

struct smgpu_task_options {
	/* kernels of the task may launch children: entries of its request ring, a power of two from
	 * 16 */
	uint32_t requests;
	/* a queue task: room in its work queue, a power of two; grid is not used */
	uint32_t queue_items;
	uint32_t item_bytes;		/* of a work item, whole words */
	uint32_t coalesce_min, coalesce_max;	/* items a CTA starts with; 0: 1 */
	uint32_t coalesce_timeout;	/* cycles after which fewer will do */
	uint32_t sm_mask;		/* 0: all */
	/* throttle mode on so many SMs, with throttle_shared_bytes of shared memory and no L1;
	 * needs CAP_SYS_NICE */
	uint32_t throttle_sms;
	/* smgpu_continue() of smgpu_task.h: a kernel that goes on where the task's ends, with its
	 * arguments, queue and save area. Such a task is launched by smgpu_launch_tasks(), not by
	 * kernels */
	const struct smgpu_kernel *continuation;
	uint32_t continuation_grid[3], continuation_cta[3];	/* 0 counts as 1 */
	/* of the save area, zeros before the task's first launch; at most 256 MiB */
	uint32_t save_bytes;
};

/* @l: flags may be SMGPU_TMD_HOLD for a queue task too, that waits for items until
 * smgpu_stream_deallocate(); no fences. */
struct smgpu_task *smgpu_task_new(struct smgpu_vm *vm, const struct smgpu_kernel *k,
				  const struct smgpu_launch *l,
				  const struct smgpu_task_options *opt);
/* A task that is in flight must be held by the program: launches hold none. */
struct smgpu_task *smgpu_task_ref(struct smgpu_task *t);
void smgpu_task_unref(struct smgpu_task *t);
/* @t starts when @earlier is done, if the same queue or parent launched that before; four
 * at most. */
int smgpu_task_after(struct smgpu_task *t, const struct smgpu_task *earlier);
/* Of the TMD, its arguments, its work queue and its request ring; what kernels need to be told. 0:
 * it has none */
uint32_t smgpu_task_va(const struct smgpu_task *t);
uint32_t smgpu_task_args_va(const struct smgpu_task *t);
uint32_t smgpu_task_queue_va(const struct smgpu_task *t);
uint32_t smgpu_task_requests_va(const struct smgpu_task *t);
/* The argument words; to be changed while the task does not run */
uint32_t *smgpu_task_args(struct smgpu_task *t);
/* As the card wrote it last; of a task that never ran all is 0. */
void smgpu_task_status(const struct smgpu_task *t, struct smgpu_tmd_status *status);

/* How far a task is. The numbers are of one moment. */
struct smgpu_progress {
	uint32_t state;			/* enum smgpu_task_state */
	uint32_t ctas;			/* in all; 0: a queue task */
	uint32_t launched, completed;	/* CTAs; never fall */
	uint32_t items;			/* of a queue task: given to CTAs */
	uint32_t resume;		/* CTA, or item of the queue, that is launched next */
};

/* How far the task is, at any time: as the card has told last, every SMGPU_PROGRESS_CYCLES while it
 * runs, and when it has lost its slot */
void smgpu_task_progress(const struct smgpu_task *t, struct smgpu_progress *progress);
/* Adds to the work queue; not while kernels add to it. A task that waits for items hears of them by
 * smgpu_stream_notify(). */
int smgpu_task_append(struct smgpu_task *t, const void *items, uint32_t n);
/* All of them (at most 63) with one doorbell, in order; the fence is for them and their children.
 * They must live until it has signalled. */
struct smgpu_fence *smgpu_launch_tasks(struct smgpu_queue *q, struct smgpu_task *const *tasks,
				       uint32_t n, struct smgpu_fence *const *wait,
				       uint32_t n_wait);

/* ---- Fences ---- */

/* A fence may be dropped before its work is done; the work goes on. */
struct smgpu_fence *smgpu_fence_ref(struct smgpu_fence *f);
void smgpu_fence_unref(struct smgpu_fence *f);
/* @timeout_ns < 0: forever. 0, -ETIME, or -EIO if the work failed */
int smgpu_fence_wait(struct smgpu_fence *f, int64_t timeout_ns);
/*
 * Is the work over? 0, or -ETIME after @timeout_ns (< 0: forever). Any thread may ask while others
 * use the queue, if all of them hold a reference; how the work ended is for smgpu_fence_wait() to
 * say, which no longer blocks then.
 */
int smgpu_fence_poll(const struct smgpu_fence *f, int64_t timeout_ns);
/* Of a launch that was waited for: what the card wrote into the TMD */
int smgpu_fence_status(struct smgpu_fence *f, struct smgpu_tmd_status *status);

/* ---- Copies, complete when they return ---- */

/* Kernels that were launched before on @q are done first. @offset and @bytes may be odd. */
int smgpu_buffer_write(struct smgpu_queue *q, struct smgpu_buffer *to, uint64_t offset,
		       const void *from, uint64_t bytes);
int smgpu_buffer_read(struct smgpu_queue *q, struct smgpu_buffer *from, uint64_t offset, void *to,
		      uint64_t bytes);
/* The whole buffer, with words of @value. */
int smgpu_buffer_fill(struct smgpu_queue *q, struct smgpu_buffer *to, uint32_t value);

/* ---- Pushbuffers and TMDs, for programs that write methods themselves ---- */

/* A row of methods of at most @bytes, in memory of the host. */
struct smgpu_stream *smgpu_stream_new(struct smgpu_vm *vm, uint32_t bytes);
struct smgpu_stream *smgpu_stream_ref(struct smgpu_stream *s);
void smgpu_stream_unref(struct smgpu_stream *s);
/* Only when the card is done with what was submitted. */
void smgpu_stream_reset(struct smgpu_stream *s);
uint32_t smgpu_stream_room(const struct smgpu_stream *s);	/* bytes that are left */
/* Any method: @count payload words */
int smgpu_stream_method(struct smgpu_stream *s, uint32_t op, const uint32_t *words, uint32_t count);
/* Addresses and @bytes are multiples of 4. The copy is done before the next method is read. */
int smgpu_stream_copy(struct smgpu_stream *s, uint32_t dst_va, uint32_t src_va, uint32_t bytes);
int smgpu_stream_fill(struct smgpu_stream *s, uint32_t dst_va, uint32_t value, uint32_t bytes);
/* Waits until the 64 bits at @va compare with @value as @op says; SMGPU_SEM_OP_*. */
int smgpu_stream_acquire(struct smgpu_stream *s, uint32_t va, uint32_t op, uint64_t value);
/* Writes @value to @va; @flags SMGPU_SEM_RELEASE_*. */
int smgpu_stream_release(struct smgpu_stream *s, uint32_t va, uint32_t flags, uint64_t value);
/* Writes the timebase, 64 bits, to @va, a multiple of 8. */
int smgpu_stream_timestamp(struct smgpu_stream *s, uint32_t va);
/* @flags: SMGPU_CACHE_*. */
int smgpu_stream_cache(struct smgpu_stream *s, uint32_t flags);
/* The TMD at @tmd_va, as it is when the card comes to the method. */
int smgpu_stream_launch(struct smgpu_stream *s, uint32_t tmd_va);
/* The task launches no more CTAs. */
int smgpu_stream_deallocate(struct smgpu_stream *s, uint32_t tmd_va);
/* The host has appended to the queue of the task with this TMD. */
int smgpu_stream_notify(struct smgpu_stream *s, uint32_t tmd_va);
/* Until every earlier task of the queue is done. */
int smgpu_stream_wait_idle(struct smgpu_stream *s);
/* Fills @tmd for a launch of @k; param_va stays 0, local_va is filled if the kernel needs local
 * memory. */
int smgpu_tmd_init(struct smgpu_vm *vm, struct smgpu_tmd *tmd, const struct smgpu_kernel *k,
		   const struct smgpu_launch *l);
/* Submits @s after @n_wait fences. The stream must not change until the fence has signalled. */
struct smgpu_fence *smgpu_submit(struct smgpu_queue *q, struct smgpu_stream *s,
				 struct smgpu_fence *const *wait, uint32_t n_wait);
/* All of them (at most 63) with one doorbell, in order; the tasks that they launch run the code of
 * modules loaded until now. */
struct smgpu_fence *smgpu_submit_streams(struct smgpu_queue *q, struct smgpu_stream *const *streams,
					 uint32_t n);

#ifdef __cplusplus
}
#endif
#endif
