/* SPDX-License-Identifier: MIT */
/*
 * libsmgpu: what its files share.
 *
 * The objects hang together as Documentation/software/library.rst tells: a device has VMs, and a VM
 * has buffers, modules and queues. Each object counts the references on it in @refs.
 *
 * None of the counts is atomic and there is no lock: one thread at a time uses a device and all
 * that was made from it. smgpu_fence_poll() is the exception.
 *
 * A function that returns int gives 0 or a negative errno, and one that returns a pointer gives
 * NULL with errno set. Both leave a sentence for smgpu_last_error() (error.c).
 */
#ifndef _SMGPU_INTERNAL_H_
#define _SMGPU_INTERNAL_H_

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <drm/smgpu_drm.h>

#include "smgpu.h"
#include "smgpu_print.h"

/* The library is built with hidden visibility: only these are in tests/exports.txt. */
#define EXPORT __attribute__((visibility("default")))
#define ALIGN_UP(v, a) (((v) + (a) - 1) / (a) * (a))
/* Of the card's page tables; the driver binds whole pages. */
#define PAGE 4096u

/* Modules get windows of SMGPU_CODE_WINDOW from here, buffers come behind. */
#define CODE_START	0x01000000u
#define BUFFERS_START	0x10000000u

#define ARG_WORDS_MAX	4096u	/* 1,024 bytes of the smallest types take 3,072 */
#define ARG_WORDS_SLOT	256u	/* more than these get a buffer of their own */
#define ARGS_MIN_WORDS	8u	/* a start stub may load a0..a7 */
#define LAUNCH_SLOTS	128u

/* Made by smgpu_device_new(). VMs and fences hold it. */
struct smgpu_device {
	int refs, fd;
	char node[64];
	struct smgpu_info info;
	uint32_t *handle_refs;	/* buffers of each GEM handle */
	uint32_t n_handles;
	char *dump_dir;		/* $SMGPU_DUMP, or NULL */
};

/* A piece of a VM's addresses that is in use, [start, end). 64 bits, as @end may be 4 GiB. */
struct range {
	struct range *next;
	uint64_t start, end;
};

/* all warps of the card, for one size per thread: tasks of equal size may share it */
struct local_backing {
	struct local_backing *next;
	uint32_t bytes;
	struct smgpu_buffer *buf;
};

struct print {		/* of one launch in flight, or free */
	struct print *next;
	struct smgpu_buffer *buf;	/* struct smgpu_print_buffer */
};

#define PRINT_WORDS(p) ((uint32_t)(((p)->buf->bytes - sizeof(struct smgpu_print_buffer)) / 4))

/* An address space of the card. Buffers, modules and queues hold it; what is marked as internal
 * does not, and is freed by the VM or the queue that it belongs to. */
struct smgpu_vm {
	int refs;
	struct smgpu_device *dev;
	uint32_t id;
	struct range *used;	/* sorted */
	struct local_backing *local;
	struct print *prints;	/* free ones */
	/* set with the first of them */
	void (*free_local)(struct smgpu_vm *vm), (*free_prints)(struct smgpu_vm *vm);
	/* Each queue compares it with its own @code_version before a launch. */
	uint32_t code_version;	/* counts modules: queues then drop the instruction caches */
	struct smgpu_buffer *buffers;	/* all of them, and all modules: for dumps */
	struct smgpu_module *modules;
};

/* Memory under a GEM handle, bound at @va from its making to its end. @bytes is what the driver
 * gave, in whole pages, and may be more than was asked for. */
struct smgpu_buffer {
	int refs;
	struct smgpu_vm *vm;
	bool internal;		/* owned by its VM: holds no reference on it */
	uint32_t handle, flags, va;
	uint64_t bytes;
	/* The program's mapping, NULL until smgpu_buffer_map(). The library sees contents only
	 * through it. */
	void *map;
	int dmabuf;		/* of an imported buffer, else -1 */
	struct smgpu_buffer *next, **link;	/* list of the VM */
};

/* Lives as long as its module, and is not counted by itself. */
struct smgpu_kernel {
	struct smgpu_module *mod;
	/* From the table in the file, with addresses of where the module was loaded. */
	char *name;
	struct smgpu_kernel_info info;
	uint32_t flags;		/* SMGPU_ELF_* */
	struct smgpu_arg *args;
	int n_args;		/* -1: not known */
};

/* The code of a program on the card, and what its file told of the kernels. Launches hold it while
 * they run (struct smgpu_fence). */
struct smgpu_module {
	int refs;
	struct smgpu_buffer *code;
	struct smgpu_kernel *kernels;
	int n;
	uint8_t *image;		/* as loaded, for the texts of printf; NULL if no kernel prints */
	uint32_t image_bytes, delta;	/* delta: from the addresses of the file */
	struct function *functions;	/* see fault.c */
	size_t n_functions;
	void *file;		/* a copy, if there may be dumps */
	size_t file_bytes;
	struct smgpu_module *next, **link;	/* list of the VM; NULL: not loaded */
};

/* TMD and status in host memory, arguments in card memory: warps read them, the host port
 * is slow. */
struct slot_tmd {
	struct smgpu_tmd tmd;
};

struct slot_args {
	uint32_t front[SMGPU_BANK_FRONT];	/* see smgpu_print.h */
	uint32_t word[ARG_WORDS_SLOT];
};

struct large_args {
	uint32_t front[SMGPU_BANK_FRONT];
	uint32_t word[ARG_WORDS_MAX];
};

/* The mapped part of a user queue. The program writes @entries and @doorbell, the firmware writes
 * @state (Documentation/reference/firmware-abi.rst). */
struct user_ring {
	struct smgpu_ring_entry *entries;	/* NULL: not a user queue */
	volatile struct smgpu_ring_state *state;
	volatile uint32_t *doorbell;
	/* @put counts entries that were written and wraps at 32 bits; a place is @put modulo @n. */
	uint32_t n, put;
	/* @seqno is the job number of the last entry that signals. 0 is no job. */
	uint64_t bytes, seqno;
	int event;
};

/* A channel of the driver, and what its launches need. Fences of submissions hold it; those of
 * launches are held by it. */
struct smgpu_queue {
	int refs;
	struct user_ring user;
	struct smgpu_vm *vm;
	/* @code_version is the VM's at the last launch: a difference means that code has come
	 * since. */
	uint32_t channel, best_priority, code_version;
	bool schedules;		/* its TMDs may ask for a schedule of warps */
	bool dumped;		/* it has failed, and a dump was written or tried */
	/* @staging and @stream belong to copies (copy.c) and are made with the first one. */
	struct smgpu_buffer *tmds, *args, *staging;
	struct smgpu_stream *stream;
	/* struct large_args, made when a launch first needs it */
	struct smgpu_buffer *large[LAUNCH_SLOTS];
	/* fences of launches in flight, and what becomes of one when the queue goes */
	struct smgpu_fence *in_slot[LAUNCH_SLOTS];
	void (*detach)(struct smgpu_fence *f);
	/* The slot of the next launch. Slots go round, so it is the one that was used longest
	 * ago. */
	uint32_t next_slot;
	void (*print)(void *ctx, const char *text, size_t bytes);
	void *print_ctx;
};

/* Methods for the front end, one pushbuffer segment. It is held by the program alone: the card
 * reads @buf until the submission is done. */
struct smgpu_stream {
	int refs;
	struct smgpu_buffer *buf;
	uint32_t used, max;	/* words */
};

/* @done and @result are written once, by the thread that waits. Before @done nothing of the work's
 * end is known; after it @status and @result do not change. */
struct smgpu_fence {
	int refs;
	struct smgpu_device *dev;
	/* until @released; of a launch without a reference, as the queue holds the fence */
	struct smgpu_queue *queue;
	/* 0: of a user queue, done when its ring state has reached job */
	uint32_t syncobj;
	uint64_t job;
	bool done, launch, released;
	int result;
	struct smgpu_tmd_status *live;	/* where the card writes, until the wait */
	/* A copy, as the next launch in the slot overwrites what @live points at. */
	struct smgpu_tmd_status status;
	struct smgpu_module *mod;	/* kept while the launch runs */
	struct print *prints;		/* of a launch whose kernel prints */
};

/* Sets the last error; returns @err. */
int fail(int err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* An ioctl that a signal ended is repeated. @what begins the sentence of a failure. */
int dev_ioctl(struct smgpu_device *dev, unsigned long request, void *arg, const char *what);
/* Addresses (va.c). A range that was taken stays so until vm_give() with its first address. */
int vm_take(struct smgpu_vm *vm, uint64_t bytes, uint64_t align, uint64_t from, uint32_t *va);
int vm_take_at(struct smgpu_vm *vm, uint64_t bytes, uint32_t va);
void vm_give(struct smgpu_vm *vm, uint32_t va);
/* Memory for @bytes of local memory of each thread; it belongs to the VM. */
int vm_local(struct smgpu_vm *vm, uint32_t bytes, uint32_t *va);
/* A buffer at @at, or anywhere if that is 0. An internal one ends by buffer_free() alone. */
struct smgpu_buffer *buffer_make(struct smgpu_vm *vm, uint64_t bytes, uint32_t flags, uint32_t at,
				 bool internal);
void buffer_free(struct smgpu_buffer *buf);
/* Hands works over, after @wait. The caller owns the fence, NULL on failure. */
struct smgpu_fence *submit_works(struct smgpu_queue *q, const struct drm_smgpu_work *works,
				 uint32_t n, struct smgpu_fence *const *wait, uint32_t n_wait);
/* What the host fills of a TMD, after all checks that need no card. */
int tmd_init(struct smgpu_vm *vm, struct smgpu_tmd *tmd, const struct smgpu_kernel *k,
	     const struct smgpu_launch *l);
/* The words in front of the arguments (smgpu_print.h); @args points at the first argument. */
void launch_front(uint32_t *args, const struct smgpu_kernel *k, const struct smgpu_launch *l,
		  uint32_t print_va);
struct drm_smgpu_work queue_drop_code(const struct smgpu_queue *q);
struct drm_smgpu_work stream_work(const struct smgpu_stream *s);
void fence_detach(struct smgpu_fence *f);
/* Buffers for printf belong to the VM while they are free, and to a fence while a launch runs. */
int print_take(struct smgpu_vm *vm, struct print **to);
void print_give(struct smgpu_vm *vm, struct print *p);
/* Prints what the launch left in @p, and makes that free. */
void print_drain(struct smgpu_queue *q, const struct smgpu_module *mod, struct print *p);
/* The mapped part of a user queue. user_close() may be called for any queue, and more than once. */
int user_open(struct smgpu_queue *q);
void user_close(struct smgpu_queue *q);
/* Blocks while the ring is full. The number of the job goes to *@job. */
int user_submit(struct smgpu_queue *q, const struct drm_smgpu_work *works, uint32_t n,
		uint64_t *job);
/* Is the job done, or will it never be? */
bool user_over(const struct smgpu_queue *q, uint64_t job);
/* @until: CLOCK_MONOTONIC in ns. 0 if the job is over, also by the queue's death; else -ETIME. */
int user_wait(struct smgpu_queue *q, uint64_t job, int64_t until);
/* Asks the driver, without the dump that queue_look() may write. */
int queue_query(struct smgpu_queue *q, struct drm_smgpu_channel_query *c);
/* queue_query(), and a dump of a queue that turns out to have failed. For the thread that uses the
 * VM. */
int queue_look(struct smgpu_queue *q, struct drm_smgpu_channel_query *c);
/* 0 if @job did not fail; else -EIO and a sentence that begins with @what. */
int queue_failed(struct smgpu_queue *q, uint64_t job, const char *what);
/* What the error of a queue means, in a sentence */
void fault_sentence(const struct smgpu_vm *vm, const struct drm_smgpu_channel_query *c, char *to,
		    size_t bytes);
/* Writes the dump of a queue that has failed, once, if $SMGPU_DUMP wants it; changes neither errno
 * nor the last error. */
void dump_queue(struct smgpu_queue *q, const struct drm_smgpu_channel_query *c);
/* 0, or -EACCES if a TMD with these flags asks for a schedule that the queue may not ask for */
int queue_schedules(const struct smgpu_queue *q, uint32_t flags);

#endif
