// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One scheduler with one entity for each channel: drm_sched resolves dependencies, the firmware
 * alone orders work.
 *
 * The schedulers are the device's, one for each hardware channel: a fence that outlives its
 * channel still reads their name.
 */
#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_job.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_ring.h"

/* One doorbell write, no register read. */
static struct dma_fence *smgpu_sched_hand_over(struct drm_sched_job *base)
{
	struct smgpu_job *job = to_smgpu_job(base);
	struct smgpu_channel *ch = job->ch;
	struct smgpu_device *sdev = ch->sdev;
	int srcu;
	u32 i;

	if (!smgpu_device_hold(sdev, &srcu))
		return ERR_PTR(-ENODEV);

	spin_lock(&ch->lock);
	if (ch->dead) {
		ch->completed++;
		spin_unlock(&ch->lock);
		smgpu_device_unhold(sdev, srcu);
		return ERR_PTR(READ_ONCE(sdev->gone) ? -ENODEV : -ECANCELED);
	}

	smgpu_fence_arm(job->fence, ch, job->seqno);
	/* One for the list, one for the caller. */
	dma_fence_get(&job->fence->base);
	dma_fence_get(&job->fence->base);
	list_add_tail(&job->fence->link, &ch->pending);

	for (i = 0; i < job->count; i++, ch->put++)
		ch->ring[smgpu_ring_slot(SMGPU_CHANNEL_ENTRIES, ch->put)] = job->entries[i];

	if (atomic_inc_return(&sdev->jobs_in_flight) == 1)
		smgpu_watch_start(sdev);
	this_cpu_inc(sdev->mmio_stats->submits);
	smgpu_doorbell(sdev, ch->id, ch->put);
	spin_unlock(&ch->lock);

	smgpu_device_unhold(sdev, srcu);
	return &job->fence->base;
}

static struct dma_fence *smgpu_sched_run_job(struct drm_sched_job *base)
{
	bool signalling = dma_fence_begin_signalling();
	struct dma_fence *fence = smgpu_sched_hand_over(base);

	dma_fence_end_signalling(signalling);
	return fence;
}

static enum drm_gpu_sched_stat smgpu_sched_timedout(struct drm_sched_job *base)
{
	/* The timeout is MAX_SCHEDULE_TIMEOUT: smgpu_watch.c counts the card's cycles. */
	return DRM_GPU_SCHED_STAT_NO_HANG;
}

static void smgpu_sched_free_job(struct drm_sched_job *base)
{
	drm_sched_job_cleanup(base);
	smgpu_job_free(to_smgpu_job(base));
}

static const struct drm_sched_backend_ops smgpu_sched_ops = {
	.run_job = smgpu_sched_run_job,
	.timedout_job = smgpu_sched_timedout,
	.free_job = smgpu_sched_free_job,
};

/**
 * smgpu_sched_init() - give a channel its scheduler
 * @ch: channel with a hardware id
 *
 * Return: 0 or an errno.
 */
int smgpu_sched_init(struct smgpu_channel *ch)
{
	struct smgpu_device *sdev = ch->sdev;
	int ret;

	ch->sched = &sdev->scheds[ch->id];
	ret = smgpu_compat_sched_init(ch->sched, &smgpu_sched_ops, sdev->sched_wq,
				      SMGPU_CHANNEL_ENTRIES, "smgpu", sdev->drm.dev);
	if (ret)
		return ret;

	/* With one run queue there is one priority, the first. */
	ret = drm_sched_entity_init(&ch->entity, DRM_SCHED_PRIORITY_KERNEL, &ch->sched, 1, NULL);
	if (ret)
		drm_sched_fini(ch->sched);
	return ret;
}

/**
 * smgpu_sched_kill() - drop the jobs that were not handed to the card
 * @ch: dead channel
 */
void smgpu_sched_kill(struct smgpu_channel *ch)
{
	/* A SUBMIT that found the channel alive has pushed its job when the lock is free. */
	mutex_lock(&ch->submit_lock);
	mutex_unlock(&ch->submit_lock);

	/*
	 * A job that is popped just now puts its entity back on the run queue, killed or not;
	 * then two would pop. So the scheduler rests while the entity dies, and a reset that ends
	 * meanwhile does not start it.
	 */
	mutex_lock(&ch->sdev->sched_lock);
	drm_sched_wqueue_stop(ch->sched);
	drm_sched_entity_fini(&ch->entity);
	drm_sched_wqueue_start(ch->sched);
	mutex_unlock(&ch->sdev->sched_lock);
}

/**
 * smgpu_sched_fini() - end a channel's scheduler
 * @ch: channel whose last job is freed
 */
void smgpu_sched_fini(struct smgpu_channel *ch)
{
	drm_sched_fini(ch->sched);
}
