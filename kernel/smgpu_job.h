/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_JOB_H_
#define _SMGPU_JOB_H_

#include <drm/gpu_scheduler.h>

#include <smgpu_fw_abi.h>

struct smgpu_channel;
struct smgpu_fence;
struct smgpu_in_fence;

/**
 * struct smgpu_job - one SUBMIT
 */
struct smgpu_job {
	/** @base: scheduler's part */
	struct drm_sched_job base;
	/** @ch: channel; holds a reference */
	struct smgpu_channel *ch;
	/** @fence: of the card; armed when the job is handed over */
	struct smgpu_fence *fence;
	/** @in_fences: what it waits for */
	struct smgpu_in_fence *in_fences;
	/** @charged: bytes of host memory it counts as */
	size_t charged;
	/** @seqno: on the channel */
	u64 seqno;
	/** @count: ring entries */
	u32 count;
	/** @entries: ready to be copied to the ring, but for the seqno */
	struct smgpu_ring_entry entries[] __counted_by(count);
};

static inline struct smgpu_job *to_smgpu_job(struct drm_sched_job *base)
{
	return container_of(base, struct smgpu_job, base);
}

void smgpu_job_free(struct smgpu_job *job);

#endif
