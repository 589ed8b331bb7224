/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Differences between kernels that carry the same version number: Debian's 6.12 takes in DRM
 * changes of later kernels. Each SMGPU_HAVE_* comes from a look at the headers in Kbuild, never
 * from a version.
 */
#ifndef _SMGPU_COMPAT_H_
#define _SMGPU_COMPAT_H_

#include <drm/gpu_scheduler.h>

#ifdef SMGPU_HAVE_GPU_BUDDY
#include <linux/gpu_buddy.h>
#else
#include <drm/drm_buddy.h>
#define gpu_buddy drm_buddy
#define gpu_buddy_block drm_buddy_block
#define gpu_buddy_init drm_buddy_init
#define gpu_buddy_fini drm_buddy_fini
#define gpu_buddy_alloc_blocks drm_buddy_alloc_blocks
#define gpu_buddy_free_list(mm, list, flags) drm_buddy_free_list(mm, list, flags)
#define gpu_buddy_block_offset drm_buddy_block_offset
#define gpu_buddy_block_size drm_buddy_block_size
#define GPU_BUDDY_RANGE_ALLOCATION DRM_BUDDY_RANGE_ALLOCATION
#define GPU_BUDDY_TOPDOWN_ALLOCATION DRM_BUDDY_TOPDOWN_ALLOCATION
#endif

static inline int smgpu_compat_sched_job_init(struct drm_sched_job *job,
					      struct drm_sched_entity *entity, u32 credits,
					      void *owner, u64 client_id)
{
#ifdef SMGPU_HAVE_SCHED_JOB_CLIENT_ID
	return drm_sched_job_init(job, entity, credits, owner, client_id);
#else
	return drm_sched_job_init(job, entity, credits, owner);
#endif
}

static inline int smgpu_compat_sched_init(struct drm_gpu_scheduler *sched,
					  const struct drm_sched_backend_ops *ops,
					  struct workqueue_struct *wq, u32 credits,
					  const char *name, struct device *dev)
{
#ifdef SMGPU_HAVE_SCHED_INIT_ARGS
	const struct drm_sched_init_args args = {
		.ops = ops,
		.submit_wq = wq,
		.num_rqs = 1,
		.credit_limit = credits,
		.timeout = MAX_SCHEDULE_TIMEOUT,
		.name = name,
		.dev = dev,
	};

	return drm_sched_init(sched, &args);
#else
	return drm_sched_init(sched, ops, wq, 1, credits, 0, MAX_SCHEDULE_TIMEOUT, NULL, NULL,
			      name, dev);
#endif
}

#endif
