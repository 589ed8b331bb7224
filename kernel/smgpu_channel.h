/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_CHANNEL_H_
#define _SMGPU_CHANNEL_H_

#include <linux/kref.h>
#include <linux/mutex.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include <drm/gpu_scheduler.h>
#include <drm/smgpu_drm.h>

#include <smgpu_fw_abi.h>

#include "smgpu_coherent.h"
#include "smgpu_dma.h"
#include "smgpu_hangcheck.h"
#include "smgpu_object.h"
#include "smgpu_usage.h"

struct drm_device;
struct drm_file;
struct eventfd_ctx;
struct file;
struct vm_area_struct;
struct smgpu_device;
struct smgpu_fence;
struct smgpu_file;
struct smgpu_vm;

/* Offsets for mmap() of the node, above buffers': hardware channel id, then ring or doorbell. */
#define SMGPU_QUEUE_OFFSET	BIT_ULL(42)

#define SMGPU_CHANNEL_ENTRIES	256
#define SMGPU_RING_ENTRY_BYTES	(SMGPU_CHANNEL_ENTRIES * sizeof(struct smgpu_ring_entry))
/* The ring state of a user queue has a page of its own behind the entries. */
#define SMGPU_RING_BYTES	(SMGPU_RING_ENTRY_BYTES + PAGE_SIZE)

/**
 * struct smgpu_work_count - work of channels, for fdinfo
 */
struct smgpu_work_count {
	/** @submitted: jobs of SUBMIT */
	u64 submitted;
	/** @completed: of them; failed ones count */
	u64 completed;
	/** @queue_entries: what the card has taken from the rings of user queues */
	u64 queue_entries;
	/** @busy: cycles for which they have had each engine */
	u64 busy[SMGPU_FW_ENGINES];
};

/**
 * struct smgpu_channel - in-order queue of jobs, with a ring the firmware reads
 */
struct smgpu_channel {
	/** @ref: file and jobs */
	struct kref ref;
	/** @sdev: device; the channel holds a reference on it */
	struct smgpu_device *sdev;
	/** @vm: address space; holds a reference */
	struct smgpu_vm *vm;
	/** @id: hardware id, 1.. */
	u32 id;
	/** @handle: id in its file */
	u32 handle;
	/** @sched: &smgpu_device.scheds of @id */
	struct drm_gpu_scheduler *sched;
	/** @entity: the only one of @sched */
	struct drm_sched_entity entity;
	/** @create: what the channel was made with, as the command */
	struct smgpu_fw_cmd create;
	/** @ring: entries the firmware reads; guarded by @lock once jobs run */
	struct smgpu_ring_entry *ring;
	/** @ring_dma: memory of @ring */
	struct smgpu_dma ring_dma;

	/** @accounted: what its file's sum has of it; guarded by &smgpu_file.lock */
	struct smgpu_work_count accounted;

	/** @submit_lock: keeps seqnos and the entity's queue in one order */
	struct mutex submit_lock;
	/** @last_seqno: of the last submitted job; guarded by @submit_lock */
	u64 last_seqno;
	/** @first_seqno: before the first job */
	u64 first_seqno;

	/** @lock: guards the fields below */
	spinlock_t lock;
	/** @put: next entry of @ring */
	u32 put;
	/** @pending: fences of jobs on the card, in order */
	struct list_head pending;
	/** @in_fences: struct smgpu_in_fence of jobs that are not complete */
	struct list_head in_fences;
	/** @completed: jobs the card is done with */
	u64 completed;
	/** @usage: of each engine */
	struct smgpu_usage usage[SMGPU_FW_ENGINES];
	/** @dead: takes no more jobs */
	bool dead;
	/** @bad_seqno: job the error is about; later ones are cancelled */
	u64 bad_seqno;
	/** @watched: first of @pending when the watch last looked; 0: none */
	u64 watched;
	/** @watched_wall: jiffies when it became that */
	unsigned long watched_wall;
	/** @watched_job: the card some seconds later; its clock is 0 if it was not looked at yet */
	struct smgpu_job_sample watched_job;
	/** @error: sticky first error, as CHANNEL_QUERY tells it */
	struct drm_smgpu_channel_query error;

	/** @fence_context: of @pending; the next one is of the fences users get */
	u64 fence_context;
	/** @state: what the card knows of the channel; guarded by &smgpu_device.objects_lock */
	enum smgpu_object_state state;
	/** @expire: see smgpu_channel_expire() */
	struct work_struct expire;
	/** @release: end of the channel, outside of the scheduler's own work */
	struct work_struct release;

	/** @user: a user queue */
	bool user;
	/** @ring_mem: @ring, as a user queue's owner maps it */
	struct smgpu_coherent ring_mem;
	/** @dead_doorbell: what a user queue's owner rings when it is dead */
	struct page *dead_doorbell;
	/** @map_lock: no doorbell page is mapped after the queue was found dead */
	struct mutex map_lock;
	/** @zap: takes the doorbell page away from its user */
	struct work_struct zap;
	/** @eventfd: signalled for @user_done; guarded by @lock */
	struct eventfd_ctx *eventfd;
	/** @user_taken: entries the card has taken, as far as is known; guarded by @lock */
	u64 user_taken;
	/** @user_done: what the ring state said when it was last looked at; guarded by @lock */
	u64 user_done;
};

int smgpu_channel_module_init(void);
void smgpu_channel_module_exit(void);
void smgpu_channel_put(struct smgpu_channel *ch);
struct smgpu_channel *smgpu_channel_lookup(struct smgpu_file *sfile, u32 handle);
void smgpu_channel_flush(struct smgpu_device *sdev);
void smgpu_channel_close_all(struct smgpu_file *sfile);
void smgpu_channel_count(struct smgpu_channel *ch, struct smgpu_work_count *jobs);
void smgpu_channel_mark_dead(struct smgpu_channel *ch, u32 code, u64 seqno);
void smgpu_channel_kill_all(struct smgpu_device *sdev, u32 code, int error);
void smgpu_channel_quiesce(struct smgpu_channel *ch);
void smgpu_channel_end_vm(struct smgpu_vm *vm);
void smgpu_channel_error_init(struct smgpu_channel *ch);
void smgpu_channel_expire(struct smgpu_channel *ch);
void smgpu_channel_error_event(struct smgpu_device *sdev, const struct smgpu_fw_event *event);

void smgpu_queue_init(struct smgpu_channel *ch);
int smgpu_queue_create(struct smgpu_channel *ch);
void smgpu_queue_fini(struct smgpu_channel *ch);
u64 smgpu_queue_taken(struct smgpu_channel *ch);
void smgpu_queue_process(struct smgpu_channel *ch);
void smgpu_queue_died(struct smgpu_channel *ch);
void smgpu_queue_zap(struct smgpu_channel *ch);
void smgpu_queue_detach_all(struct smgpu_device *sdev);
void smgpu_queue_unmap_doorbells(struct smgpu_device *sdev);
int smgpu_mmap(struct file *filp, struct vm_area_struct *vma);

int smgpu_sched_init(struct smgpu_channel *ch);
void smgpu_sched_kill(struct smgpu_channel *ch);
void smgpu_sched_fini(struct smgpu_channel *ch);

int smgpu_ioctl_channel_create(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_channel_destroy(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_channel_query(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_queue_map(struct drm_device *drm, void *data, struct drm_file *file);
int smgpu_ioctl_submit(struct drm_device *drm, void *data, struct drm_file *file);

#endif
