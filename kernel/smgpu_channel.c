// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Channels: their life.
 */
#include <linux/capability.h>
#include <linux/cred.h>

#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_dump.h"
#include "smgpu_fence.h"
#include "smgpu_reset.h"
#include "smgpu_vm.h"

/* Priorities more urgent than this are for processes that may raise their own niceness. */
#define SMGPU_PRIORITY_FREE	5

/* Ends of channels; of the module, because the last one may end its device. */
static struct workqueue_struct *smgpu_release_wq;

/**
 * smgpu_channel_module_init() - make the queue that channels end on
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_channel_module_init(void)
{
	smgpu_release_wq = alloc_workqueue("smgpu-release", WQ_UNBOUND, 0);
	return smgpu_release_wq ? 0 : -ENOMEM;
}

/**
 * smgpu_channel_module_exit() - wait for the last channels
 */
void smgpu_channel_module_exit(void)
{
	destroy_workqueue(smgpu_release_wq);
}

/* With the last reference gone, or for a channel that was never complete. */
static void smgpu_channel_free(struct smgpu_channel *ch)
{
	struct smgpu_device *sdev = ch->sdev;

	if (ch->id) {
		mutex_lock(&sdev->objects_lock);
		sdev->last_seqno[ch->id] = ch->last_seqno;
		xa_erase(&sdev->channels, ch->id);
		mutex_unlock(&sdev->objects_lock);
	}
	smgpu_dma_free(sdev, &ch->ring_dma);
	smgpu_queue_fini(ch);
	smgpu_uncharge(ch->vm->client, SMGPU_LIMIT_CHANNELS, 1);
	smgpu_uncharge(ch->vm->client, SMGPU_LIMIT_HOST, SMGPU_RING_BYTES);
	smgpu_vm_put(ch->vm);
	mutex_destroy(&ch->submit_lock);
	kfree(ch);
	drm_dev_put(&sdev->drm);
}

/* Only schedulers with this bit are stopped and started by a reset. */
static void smgpu_channel_set_scheduled(struct smgpu_channel *ch, bool scheduled)
{
	mutex_lock(&ch->sdev->sched_lock);
	__assign_bit(ch->id, ch->sdev->scheduled, scheduled);
	mutex_unlock(&ch->sdev->sched_lock);
}

/* The scheduler waits for its own work, so it must not end inside that work: see @release. */
static void smgpu_channel_release_work(struct work_struct *work)
{
	struct smgpu_channel *ch = container_of(work, struct smgpu_channel, release);

	smgpu_channel_set_scheduled(ch, false);
	smgpu_sched_fini(ch);
	smgpu_channel_free(ch);
}

static void smgpu_channel_release(struct kref *ref)
{
	struct smgpu_channel *ch = container_of(ref, struct smgpu_channel, ref);

	queue_work(smgpu_release_wq, &ch->release);
}

/**
 * smgpu_channel_put() - drop a reference; from any context that may schedule work
 * @ch: channel
 */
void smgpu_channel_put(struct smgpu_channel *ch)
{
	kref_put(&ch->ref, smgpu_channel_release);
}

/**
 * smgpu_channel_lookup() - find a channel of a file
 * @sfile: file
 * @handle: user's id
 *
 * Return: channel with a reference, or NULL.
 */
struct smgpu_channel *smgpu_channel_lookup(struct smgpu_file *sfile, u32 handle)
{
	struct smgpu_channel *ch;

	mutex_lock(&sfile->lock);
	ch = xa_load(&sfile->channels, handle);
	if (ch)
		kref_get(&ch->ref);
	mutex_unlock(&sfile->lock);
	return ch;
}

/**
 * smgpu_channel_quiesce() - have the card forget a channel
 * @ch: dead channel, so run_job rings no more: the command is the last the firmware hears of it
 */
void smgpu_channel_quiesce(struct smgpu_channel *ch)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_CHANNEL_DESTROY };

	cmd.u.channel.id = ch->id;
	smgpu_object_quiesce(ch->sdev, &ch->state, &cmd);
}

/**
 * smgpu_channel_count() - add a channel's work
 * @ch: channel
 * @work: sum so far
 */
void smgpu_channel_count(struct smgpu_channel *ch, struct smgpu_work_count *work)
{
	unsigned int i;

	spin_lock(&ch->lock);
	if (ch->user) {
		work->queue_entries += smgpu_queue_taken(ch);
	} else {
		work->submitted += READ_ONCE(ch->last_seqno) - ch->first_seqno;
		work->completed += ch->completed;
	}
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		work->busy[i] += ch->usage[i].sum;
	spin_unlock(&ch->lock);
}

/* Adds what was not added before: the sums in fdinfo never fall while a channel ends. */
static void smgpu_channel_account(struct smgpu_channel *ch, struct smgpu_work_count *past)
{
	struct smgpu_work_count now = { };
	unsigned int i;

	smgpu_channel_count(ch, &now);
	past->submitted += now.submitted - ch->accounted.submitted;
	past->completed += now.completed - ch->accounted.completed;
	past->queue_entries += now.queue_entries - ch->accounted.queue_entries;
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		past->busy[i] += now.busy[i] - ch->accounted.busy[i];
	ch->accounted = now;
}

/* Ends a channel that is out of its file's table, or was never in it. May sleep. */
static void smgpu_channel_kill(struct smgpu_channel *ch)
{
	struct smgpu_device *sdev = ch->sdev;

	/* What is done is done: it completes as good. */
	smgpu_irq_process(sdev);
	smgpu_channel_mark_dead(ch, SMGPU_ERR_KILLED, 0);
	flush_work(&ch->expire);
	smgpu_channel_quiesce(ch);

	smgpu_irq_process(sdev);
	smgpu_fence_fail_all(ch, -ECANCELED);
	smgpu_queue_zap(ch);
	smgpu_sched_kill(ch);
	smgpu_channel_put(ch);
}

/**
 * smgpu_channel_flush() - wait for the ends of channels that nothing holds any more
 * @sdev: device
 */
void smgpu_channel_flush(struct smgpu_device *sdev)
{
	flush_workqueue(sdev->sched_wq);
	flush_workqueue(smgpu_release_wq);
}

/**
 * smgpu_channel_close_all() - end a file's channels
 * @sfile: file that is being closed
 */
void smgpu_channel_close_all(struct smgpu_file *sfile)
{
	struct smgpu_channel *ch;
	unsigned long i;

	xa_for_each(&sfile->channels, i, ch)
		smgpu_channel_kill(ch);

	/* A closed file leaves nothing behind, as a rule: the module can be unloaded then. */
	smgpu_channel_flush(sfile->sdev);
}

/* Refuses what the card or the caller's rights do not allow. */
static int smgpu_channel_check(struct smgpu_device *sdev,
			       const struct drm_smgpu_channel_create *args)
{
	u32 all = GENMASK(sdev->card.sm_count - 1, 0);
	u64 most = smgpu_watch_longest(sdev);
	u32 urgent = min_not_zero(args->best_priority, args->ring_priority);

	if (args->flags & ~(DRM_SMGPU_CHANNEL_USER_QUEUE | DRM_SMGPU_CHANNEL_SCHEDULE)) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: unknown flags %#x\n", args->flags);
		return -EINVAL;
	}
	if (args->best_priority < SMGPU_PRIORITY_FIRST ||
	    args->best_priority > SMGPU_PRIORITY_LAST) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: priority %u is not in %u..%u\n",
			  args->best_priority, SMGPU_PRIORITY_FIRST, SMGPU_PRIORITY_LAST);
		return -EINVAL;
	}
	if (args->ring_priority > SMGPU_PRIORITY_LAST) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: priority %u of the ring is not in %u..%u\n",
			  args->ring_priority, SMGPU_PRIORITY_FIRST, SMGPU_PRIORITY_LAST);
		return -EINVAL;
	}
	if (args->sm_mask & ~all) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: SM mask %#x, the card has %u SMs\n", args->sm_mask,
			  sdev->card.sm_count);
		return -EINVAL;
	}
	if (args->watchdog_cycles > most) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: watchdog %llu is over the maximum %llu\n",
			  args->watchdog_cycles, most);
		return -EINVAL;
	}
	if (urgent < SMGPU_PRIORITY_FREE && !capable(CAP_SYS_NICE)) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: priority %u needs CAP_SYS_NICE\n", urgent);
		return -EACCES;
	}
	/* An SM has one schedule for the warps of all users. */
	if ((args->flags & DRM_SMGPU_CHANNEL_SCHEDULE) && !capable(CAP_SYS_NICE)) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: tasks with a schedule need CAP_SYS_NICE\n");
		return -EACCES;
	}
	return 0;
}

/* Everything that the host needs for a channel, and its number on the card. */
static struct smgpu_channel *smgpu_channel_alloc(struct smgpu_device *sdev, struct smgpu_vm *vm)
{
	struct smgpu_channel *ch;
	int ret;

	ret = smgpu_charge(vm->client, SMGPU_LIMIT_CHANNELS, 1);
	if (ret)
		return ERR_PTR(ret);
	ret = smgpu_charge(vm->client, SMGPU_LIMIT_HOST, SMGPU_RING_BYTES);
	if (ret) {
		smgpu_uncharge(vm->client, SMGPU_LIMIT_CHANNELS, 1);
		return ERR_PTR(ret);
	}
	ch = kzalloc(sizeof(*ch), GFP_KERNEL_ACCOUNT);
	if (!ch) {
		smgpu_uncharge(vm->client, SMGPU_LIMIT_HOST, SMGPU_RING_BYTES);
		smgpu_uncharge(vm->client, SMGPU_LIMIT_CHANNELS, 1);
		return ERR_PTR(-ENOMEM);
	}

	kref_init(&ch->ref);
	ch->sdev = sdev;
	drm_dev_get(&sdev->drm);
	kref_get(&vm->ref);
	ch->vm = vm;
	mutex_init(&ch->submit_lock);
	spin_lock_init(&ch->lock);
	INIT_LIST_HEAD(&ch->pending);
	INIT_LIST_HEAD(&ch->in_fences);
	INIT_WORK(&ch->release, smgpu_channel_release_work);
	smgpu_channel_error_init(ch);
	smgpu_queue_init(ch);
	ch->fence_context = dma_fence_context_alloc(2);

	ret = smgpu_dma_alloc(sdev, &ch->ring_dma, SMGPU_RING_BYTES);
	if (ret) {
		smgpu_channel_free(ch);
		return ERR_PTR(ret);
	}
	ch->ring = ch->ring_dma.cpu;

	/* Only the number yet: others find the channel once it is whole. */
	ret = xa_alloc(&sdev->channels, &ch->id, NULL, XA_LIMIT(1, SMGPU_MAX_CHANNELS - 1),
		       GFP_KERNEL);
	if (ret) {
		ch->id = 0;
		smgpu_channel_free(ch);
		return ERR_PTR(ret == -EBUSY ? -ENOSPC : ret);
	}
	mutex_lock(&sdev->objects_lock);
	ch->first_seqno = sdev->last_seqno[ch->id];
	mutex_unlock(&sdev->objects_lock);
	ch->last_seqno = ch->first_seqno;
	smgpu_dump_clear(ch);
	return ch;
}

/* From here on the card's counters of this number are the channel's. */
static void smgpu_channel_begin_usage(struct smgpu_channel *ch)
{
	unsigned int i;

	spin_lock(&ch->lock);
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		smgpu_usage_begin(&ch->usage[i]);
	spin_unlock(&ch->lock);
}

/* Gives the card the channel, once. */
static int smgpu_channel_try(struct smgpu_channel *ch)
{
	struct smgpu_device *sdev = ch->sdev;
	u32 generation;
	int ret;

	lockdep_assert_held(&ch->vm->lock);
	if (ch->vm->broken)
		return -EIO;
	ret = smgpu_cmd_begin(sdev);
	if (ret)
		return ret;
	generation = sdev->generation;
	ret = smgpu_cmd_finish(sdev, &ch->create);
	if (!ret && !smgpu_object_mark_live(sdev, &ch->state, generation))
		ret = -EIO;
	if (!ret)
		smgpu_channel_begin_usage(ch);
	return ret;
}

/*
 * As smgpu_vm_start(). Whoever breaks the VM finds the channel live, or on no card: its lock is
 * held until that is so.
 */
static int smgpu_channel_start(struct smgpu_channel *ch)
{
	unsigned int tries;
	int ret = -EIO;

	for (tries = 0; tries < SMGPU_RESET_TRIES && ret == -EIO; tries++) {
		mutex_lock(&ch->vm->lock);
		ret = smgpu_channel_try(ch);
		if (ret == -EIO || ret == -ENODEV)
			smgpu_reset_after_failure(ch->sdev, "channel could not be created", ret);
		mutex_unlock(&ch->vm->lock);
	}
	return ret;
}

/* A channel with its CHANNEL_CREATE command, which the firmware does not have yet. */
static struct smgpu_channel *smgpu_channel_make(struct smgpu_device *sdev, struct smgpu_vm *vm,
						const struct drm_smgpu_channel_create *args,
						const struct drm_file *file)
{
	struct smgpu_channel *ch = smgpu_channel_alloc(sdev, vm);
	struct smgpu_fw_cmd *cmd;
	int ret;

	if (IS_ERR(ch))
		return ch;

	cmd = &ch->create;
	cmd->op = SMGPU_FW_CMD_CHANNEL_CREATE;
	cmd->u.channel.id = ch->id;
	cmd->u.channel.vm = vm->id;
	cmd->u.channel.ring = ch->ring_dma.addr;
	cmd->u.channel.entries = SMGPU_CHANNEL_ENTRIES;
	cmd->u.channel.best_priority = args->best_priority;
	cmd->u.channel.ring_priority = args->ring_priority;
	cmd->u.channel.sm_mask = args->sm_mask ?: GENMASK(sdev->card.sm_count - 1, 0);
	cmd->u.channel.watchdog_cycles = args->watchdog_cycles ?:
					 (u64)sdev->card.timebase_hz * SMGPU_DEFAULT_WATCHDOG_S;
	cmd->u.channel.first_seqno = ch->first_seqno;
	/* The firmware lets open files share the card; 0 is no client. */
	cmd->u.channel.client = lower_32_bits(file->client_id) ?: 1;

	/* Throttle mode keeps other tasks off SMs. Without this right a task in it is refused. */
	if (ns_capable_noaudit(&init_user_ns, CAP_SYS_NICE))
		cmd->u.channel.flags |= SMGPU_FW_CHANNEL_THROTTLE;
	if (args->flags & DRM_SMGPU_CHANNEL_SCHEDULE)
		cmd->u.channel.flags |= SMGPU_FW_CHANNEL_SCHEDULE;

	ret = args->flags & DRM_SMGPU_CHANNEL_USER_QUEUE ? smgpu_queue_create(ch) : 0;
	if (!ret)
		ret = smgpu_sched_init(ch);
	if (ret) {
		smgpu_channel_free(ch);
		return ERR_PTR(ret);
	}

	/* The number has its place, so this allocates nothing. */
	xa_store(&sdev->channels, ch->id, ch, GFP_KERNEL);
	return ch;
}

/* Makes a channel and has the firmware take it. */
static struct smgpu_channel *smgpu_channel_create(struct smgpu_device *sdev, struct smgpu_vm *vm,
						  const struct drm_smgpu_channel_create *args,
						  const struct drm_file *file)
{
	struct smgpu_channel *ch;
	bool flushed = false;
	int ret, srcu;

	for (;;) {
		/* smgpu_queue_detach_all() finds this channel complete, or not at all. */
		if (!smgpu_device_hold(sdev, &srcu))
			return ERR_PTR(-ENODEV);
		ch = smgpu_channel_make(sdev, vm, args, file);
		smgpu_device_unhold(sdev, srcu);
		/* Another processor may still be ending what was destroyed before. */
		if (ch != ERR_PTR(-ENOSPC) || flushed)
			break;
		smgpu_channel_flush(sdev);
		flushed = true;
	}
	if (IS_ERR(ch))
		return ch;

	smgpu_channel_set_scheduled(ch, true);
	ret = smgpu_channel_start(ch);
	if (ret) {
		smgpu_channel_kill(ch);
		return ERR_PTR(ret);
	}
	return ch;
}

/**
 * smgpu_ioctl_channel_create() - CHANNEL_CREATE
 * @drm: device
 * @data: struct drm_smgpu_channel_create
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_channel_create(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_channel_create *args = data;
	struct smgpu_channel *ch;
	struct smgpu_vm *vm;
	int ret;

	ret = smgpu_channel_check(sdev, args);
	if (ret)
		return ret;

	/* Counted before the channel exists, so that VM_DESTROY can't come between. */
	mutex_lock(&sfile->lock);
	vm = xa_load(&sfile->vms, args->vm_id);
	if (vm) {
		kref_get(&vm->ref);
		vm->channels++;
	}
	mutex_unlock(&sfile->lock);
	if (!vm) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: VM %u does not exist\n", args->vm_id);
		return -ENOENT;
	}

	ch = smgpu_channel_create(sdev, vm, args, file);
	ret = PTR_ERR_OR_ZERO(ch);

	mutex_lock(&sfile->lock);
	if (!ret)
		ret = xa_alloc(&sfile->channels, &ch->handle, ch, xa_limit_31b, GFP_KERNEL);
	if (ret)
		vm->channels--;
	else
		args->channel_id = ch->handle;
	mutex_unlock(&sfile->lock);

	if (ret) {
		smgpu_dbg(sdev, "CHANNEL_CREATE: no channel of %u is free, or no memory: %d\n",
			  SMGPU_MAX_CHANNELS - 1, ret);
		if (!IS_ERR(ch))
			smgpu_channel_kill(ch);
	}
	smgpu_vm_put(vm);
	return ret;
}

/**
 * smgpu_ioctl_channel_destroy() - CHANNEL_DESTROY
 * @drm: device
 * @data: struct drm_smgpu_channel_destroy
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_channel_destroy(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_channel_destroy *args = data;
	struct smgpu_channel *ch;

	if (args->rsvd) {
		smgpu_dbg(sdev, "CHANNEL_DESTROY: rsvd must be 0\n");
		return -EINVAL;
	}

	mutex_lock(&sfile->lock);
	ch = xa_erase(&sfile->channels, args->channel_id);
	if (ch)
		smgpu_channel_account(ch, &sfile->past);
	mutex_unlock(&sfile->lock);
	if (!ch) {
		smgpu_dbg(sdev, "CHANNEL_DESTROY: channel %u does not exist\n", args->channel_id);
		return -ENOENT;
	}

	/* The VM counts as used until the card has forgotten the channel. */
	kref_get(&ch->ref);
	smgpu_channel_kill(ch);
	mutex_lock(&sfile->lock);
	smgpu_channel_account(ch, &sfile->past);
	ch->vm->channels--;
	mutex_unlock(&sfile->lock);
	smgpu_channel_put(ch);
	return 0;
}
