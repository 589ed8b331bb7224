// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * SUBMIT: copy, check, resolve syncobjs, make a job. After the job is armed nothing can fail.
 */
#include <linux/dma-fence-chain.h>
#include <linux/slab.h>

#include <drm/drm_syncobj.h>

#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_in_fence.h"
#include "smgpu_job.h"
#include "smgpu_out_fence.h"
#include "smgpu_vm.h"

/* What a job's own fences take of the host, roughly. */
#define SMGPU_JOB_FENCES_BYTES	1024

/**
 * struct smgpu_out_sync - an out-sync, all it needs allocated
 * @obj: syncobj
 * @chain: of a timeline, else NULL
 * @point: of a timeline, else 0
 */
struct smgpu_out_sync {
	struct drm_syncobj *obj;
	struct dma_fence_chain *chain;
	u64 point;
};

/**
 * smgpu_job_free() - free a job whose scheduler part is cleaned up or was never made
 * @job: job
 */
void smgpu_job_free(struct smgpu_job *job)
{
	smgpu_fence_put(job->fence);
	smgpu_in_fence_drop(job->ch, job->in_fences);
	smgpu_uncharge(job->ch->vm->client, SMGPU_LIMIT_HOST, job->charged);
	smgpu_channel_put(job->ch);
	kfree(job);
}

/* Alignment and range only: whether something is mapped there, the card finds out. */
static int smgpu_submit_check_work(struct smgpu_device *sdev, const struct drm_smgpu_work *work)
{
	bool tmd = work->kind == DRM_SMGPU_WORK_TMD;
	u32 align = tmd ? SMGPU_TMD_ALIGN : 4;
	u32 bytes = tmd ? sizeof(struct smgpu_tmd) : work->bytes;

	if (work->kind != DRM_SMGPU_WORK_SEGMENT && !tmd) {
		smgpu_dbg(sdev, "SUBMIT: unknown kind of work %u\n", work->kind);
		return -EINVAL;
	}
	if (work->rsvd || (tmd && work->bytes)) {
		smgpu_dbg(sdev, "SUBMIT: rsvd, or the bytes of a TMD, must be 0\n");
		return -EINVAL;
	}
	if (!bytes || bytes % 4 || bytes > SMGPU_SEGMENT_MAX) {
		smgpu_dbg(sdev, "SUBMIT: segment of %u bytes, must be a multiple of 4 in 4..%u\n",
			  bytes, SMGPU_SEGMENT_MAX);
		return -EINVAL;
	}
	if (work->va % align || work->va < SMGPU_VA_NULL_END || work->va >= SMGPU_VA_USER_END ||
	    bytes > SMGPU_VA_USER_END - work->va) {
		smgpu_dbg(sdev, "SUBMIT: [%#x, +%u) is not aligned to %u or not in the VM\n",
			  work->va, bytes, align);
		return -EINVAL;
	}
	return 0;
}

/* Copies the works into the job's ring entries; the last one signals the fence. */
static int smgpu_submit_works(struct smgpu_device *sdev, struct smgpu_job *job,
			      const struct drm_smgpu_submit *args)
{
	struct drm_smgpu_work *works;
	u32 i;
	int ret = 0;

	job->entries[0].flags = SMGPU_RING_NONE;
	if (args->num_works) {
		works = memdup_array_user(u64_to_user_ptr(args->works), args->num_works,
					  sizeof(*works));
		if (IS_ERR(works)) {
			smgpu_dbg(sdev, "SUBMIT: works can't be read: %pe\n", works);
			return PTR_ERR(works);
		}
		for (i = 0; i < args->num_works && !ret; i++) {
			ret = smgpu_submit_check_work(sdev, &works[i]);
			job->entries[i].va = works[i].va;
			job->entries[i].bytes = works[i].bytes;
			job->entries[i].flags = works[i].kind == DRM_SMGPU_WORK_TMD ?
						SMGPU_RING_TMD : SMGPU_RING_SEGMENT;
		}
		kfree(works);
	}
	job->entries[job->count - 1].flags |= SMGPU_RING_SIGNAL;
	return ret;
}

/* The caller frees them. */
static struct drm_smgpu_sync *smgpu_submit_copy_syncs(struct smgpu_device *sdev, u64 pointer,
						      u32 count)
{
	struct drm_smgpu_sync *syncs;
	u32 i;

	syncs = memdup_array_user(u64_to_user_ptr(pointer), count, sizeof(*syncs));
	if (IS_ERR(syncs)) {
		smgpu_dbg(sdev, "SUBMIT: syncs can't be read: %pe\n", syncs);
		return syncs;
	}
	for (i = 0; i < count; i++) {
		if (syncs[i].flags) {
			smgpu_dbg(sdev, "SUBMIT: unknown flags %#x of sync %u\n", syncs[i].flags,
				  i);
			kfree(syncs);
			return ERR_PTR(-EINVAL);
		}
	}
	return syncs;
}

/* Makes the in-fences and gives them to the scheduler as dependencies. */
static int smgpu_submit_in_syncs(struct smgpu_device *sdev, struct smgpu_job *job,
				 const struct drm_smgpu_submit *args, struct drm_file *file)
{
	struct drm_smgpu_sync *syncs;
	struct dma_fence *fence;
	u32 i;
	int ret = 0;

	if (!args->num_in_syncs)
		return 0;
	syncs = smgpu_submit_copy_syncs(sdev, args->in_syncs, args->num_in_syncs);
	if (IS_ERR(syncs))
		return PTR_ERR(syncs);

	for (i = 0; i < args->num_in_syncs && !ret; i++) {
		ret = drm_syncobj_find_fence(file, syncs[i].handle, syncs[i].point, 0, &fence);
		if (ret) {
			smgpu_dbg(sdev, "SUBMIT: in-sync %u point %llu has no fence: %d\n",
				  syncs[i].handle, syncs[i].point, ret);
			break;
		}
		/* The channel's own jobs run in order anyway. */
		if (fence->context == job->ch->fence_context + 1) {
			dma_fence_put(fence);
			continue;
		}
		ret = smgpu_in_fence_add(job->ch, fence, &job->in_fences, &fence);
		/* Takes the reference in any case. */
		if (!ret && fence)
			ret = drm_sched_job_add_dependency(&job->base, fence);
	}
	kfree(syncs);
	return ret;
}

/* Also after smgpu_submit_attach(), which has used up the chains. */
static void smgpu_submit_free_out(struct smgpu_out_sync *out, u32 count)
{
	u32 i;

	for (i = 0; i < count; i++) {
		dma_fence_chain_free(out[i].chain);
		if (out[i].obj)
			drm_syncobj_put(out[i].obj);
	}
	kfree(out);
}

/* Looks up the syncobjs and allocates all that attaching a fence needs: that must not fail. */
static struct smgpu_out_sync *smgpu_submit_out_syncs(struct smgpu_device *sdev,
						     const struct drm_smgpu_submit *args,
						     struct drm_file *file)
{
	struct drm_smgpu_sync *syncs;
	struct smgpu_out_sync *out;
	int ret = 0;
	u32 i;

	if (!args->num_out_syncs)
		return NULL;
	syncs = smgpu_submit_copy_syncs(sdev, args->out_syncs, args->num_out_syncs);
	if (IS_ERR(syncs))
		return ERR_CAST(syncs);
	out = kcalloc(args->num_out_syncs, sizeof(*out), GFP_KERNEL_ACCOUNT);
	if (!out) {
		kfree(syncs);
		return ERR_PTR(-ENOMEM);
	}

	for (i = 0; i < args->num_out_syncs && !ret; i++) {
		out[i].point = syncs[i].point;
		out[i].obj = drm_syncobj_find(file, syncs[i].handle);
		if (!out[i].obj) {
			smgpu_dbg(sdev, "SUBMIT: no syncobj has handle %u\n", syncs[i].handle);
			ret = -ENOENT;
		} else if (out[i].point) {
			out[i].chain = dma_fence_chain_alloc();
			if (!out[i].chain)
				ret = -ENOMEM;
		}
	}
	kfree(syncs);
	if (ret) {
		smgpu_submit_free_out(out, args->num_out_syncs);
		return ERR_PTR(ret);
	}
	return out;
}

/* Cannot fail. With &smgpu_channel.submit_lock held, so points come in the order of jobs. */
static void smgpu_submit_attach(struct smgpu_out_sync *out, u32 count, struct dma_fence *fence)
{
	u32 i;

	for (i = 0; i < count; i++) {
		if (out[i].chain) {
			drm_syncobj_add_point(out[i].obj, out[i].chain, fence, out[i].point);
			out[i].chain = NULL;
		} else {
			drm_syncobj_replace_fence(out[i].obj, fence);
		}
	}
}

/* Hands the job to the scheduler; it is the scheduler's afterwards. */
static int smgpu_submit_push(struct smgpu_job *job, struct smgpu_out_sync *out, u32 num_out,
			     u64 *number)
{
	struct smgpu_channel *ch = job->ch;
	struct dma_fence *fence = NULL;
	int ret = 0;

	if (num_out) {
		fence = smgpu_out_fence_alloc();
		if (!fence)
			return -ENOMEM;
	}
	mutex_lock(&ch->submit_lock);
	spin_lock(&ch->lock);
	if (ch->dead)
		ret = -ECANCELED;
	spin_unlock(&ch->lock);
	if (ret) {
		mutex_unlock(&ch->submit_lock);
		smgpu_out_fence_free(fence);
		return ret;
	}

	job->seqno = ch->last_seqno + 1;
	/* fdinfo and debugfs read it without this lock. */
	WRITE_ONCE(ch->last_seqno, job->seqno);
	job->entries[job->count - 1].seqno = job->seqno;
	*number = job->seqno - ch->first_seqno;

	drm_sched_job_arm(&job->base);
	if (fence) {
		smgpu_out_fence_arm(fence, &job->base.s_fence->finished, ch->fence_context + 1,
				    job->seqno);
		smgpu_submit_attach(out, num_out, fence);
		dma_fence_put(fence);
	}
	drm_sched_entity_push_job(&job->base);
	mutex_unlock(&ch->submit_lock);
	return 0;
}

static int smgpu_submit_check(struct smgpu_device *sdev, const struct drm_smgpu_submit *args)
{
	if (args->flags || args->rsvd) {
		smgpu_dbg(sdev, "SUBMIT: unknown flags %#x or rsvd not 0\n", args->flags);
		return -EINVAL;
	}
	if (args->num_works > DRM_SMGPU_SUBMIT_MAX_WORK ||
	    args->num_in_syncs > DRM_SMGPU_SUBMIT_MAX_SYNCS ||
	    args->num_out_syncs > DRM_SMGPU_SUBMIT_MAX_SYNCS) {
		smgpu_dbg(sdev, "SUBMIT: %u works, %u in-syncs, %u out-syncs; at most %u, %u, %u\n",
			  args->num_works, args->num_in_syncs, args->num_out_syncs,
			  DRM_SMGPU_SUBMIT_MAX_WORK, DRM_SMGPU_SUBMIT_MAX_SYNCS,
			  DRM_SMGPU_SUBMIT_MAX_SYNCS);
		return -EINVAL;
	}
	return 0;
}

/* Undone by drm_sched_job_cleanup() and smgpu_job_free(). */
static struct smgpu_job *smgpu_job_alloc(struct smgpu_channel *ch,
					 const struct drm_smgpu_submit *args, u64 client)
{
	u32 count = max(args->num_works, 1u);
	size_t bytes = struct_size_t(struct smgpu_job, entries, count);
	size_t charged = bytes + SMGPU_JOB_FENCES_BYTES + smgpu_in_fence_bytes(args->num_in_syncs);
	struct smgpu_job *job;
	int ret;

	ret = smgpu_charge(ch->vm->client, SMGPU_LIMIT_HOST, charged);
	if (ret)
		return ERR_PTR(ret);
	job = kzalloc(bytes, GFP_KERNEL_ACCOUNT);
	if (!job) {
		smgpu_uncharge(ch->vm->client, SMGPU_LIMIT_HOST, charged);
		return ERR_PTR(-ENOMEM);
	}
	job->charged = charged;
	job->count = count;
	job->ch = ch;
	kref_get(&ch->ref);
	job->fence = smgpu_fence_alloc();
	ret = job->fence ? smgpu_compat_sched_job_init(&job->base, &ch->entity, count, ch, client) :
			   -ENOMEM;
	if (ret) {
		smgpu_job_free(job);
		return ERR_PTR(ret);
	}
	return job;
}

/**
 * smgpu_ioctl_submit() - SUBMIT
 * @drm: device
 * @data: struct drm_smgpu_submit
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_submit(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_submit *args = data;
	struct smgpu_out_sync *out = NULL;
	struct smgpu_channel *ch;
	struct smgpu_job *job;
	int ret;

	/*
	 * What this CPU wrote through BAR2 leaves its write-combining buffers; another CPU may
	 * ring the doorbell.
	 */
	wmb();

	ret = smgpu_submit_check(sdev, args);
	if (ret)
		return ret;

	ch = smgpu_channel_lookup(file->driver_priv, args->channel_id);
	if (!ch) {
		smgpu_dbg(sdev, "SUBMIT: channel %u does not exist\n", args->channel_id);
		return -ENOENT;
	}

	if (ch->user) {
		smgpu_dbg(sdev, "SUBMIT: channel %u is a user queue\n", args->channel_id);
		ret = -EINVAL;
		goto out_put;
	}

	job = smgpu_job_alloc(ch, args, file->client_id);
	if (IS_ERR(job)) {
		ret = PTR_ERR(job);
		goto out_put;
	}

	ret = smgpu_submit_works(sdev, job, args);
	if (ret)
		goto err_job;
	ret = smgpu_submit_in_syncs(sdev, job, args, file);
	if (ret)
		goto err_job;
	out = smgpu_submit_out_syncs(sdev, args, file);
	if (IS_ERR(out)) {
		ret = PTR_ERR(out);
		goto err_job;
	}

	ret = smgpu_submit_push(job, out, args->num_out_syncs, &args->job);
	smgpu_submit_free_out(out, out ? args->num_out_syncs : 0);
	if (ret) {
		smgpu_dbg(sdev, "SUBMIT: channel %u is dead, or no memory: %d\n",
			  args->channel_id, ret);
		goto err_job;
	}
	smgpu_channel_put(ch);
	return 0;

err_job:
	drm_sched_job_cleanup(&job->base);
	smgpu_job_free(job);
out_put:
	smgpu_channel_put(ch);
	return ret;
}
