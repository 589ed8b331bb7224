// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * When the firmware or the card fails. A fault of a channel is not for here: the firmware kills
 * that channel alone.
 *
 * Dead firmware: the card is reset, firmware loaded again, VMs and idle channels are given back
 * to it; page tables are still in card memory. Jobs in flight fail with -EIO and their channels
 * are dead. A card that reads all ones, or that reset does not help, is unplugged: everything
 * fails with -ENODEV.
 */
#include <linux/pci.h>

#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_fw.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_vm.h"

/*
 * Card seconds without a heartbeat while an answer is due; wall seconds for a card whose clock
 * stands still.
 */
#define SMGPU_DEAD_CARD_S	20
#define SMGPU_DEAD_WALL_S	600

/* While jobs run, the heartbeat may rest as long as the longest watchdog. */
#define SMGPU_WATCH_CARD_S	(SMGPU_MAX_WATCHDOG_S + SMGPU_DEAD_CARD_S)
#define SMGPU_WATCH_PERIOD	(10 * HZ)

/* Owners of user queues may ask as often as they like. */
#define SMGPU_PING_PERIOD	(10 * HZ)

static void smgpu_reset_lost(struct smgpu_device *sdev)
{
	if (!sdev->lost)
		drm_err(&sdev->drm, "card is lost: its registers read all ones\n");
	WRITE_ONCE(sdev->lost, true);
	queue_work(sdev->wq, &sdev->recovery);
}

/**
 * smgpu_reset_trigger() - ask for a card reset
 * @sdev: device
 * @reason: sentence for the log, static
 */
void smgpu_reset_trigger(struct smgpu_device *sdev, const char *reason)
{
	if (!cmpxchg(&sdev->recovery_reason, NULL, reason))
		drm_err(&sdev->drm, "card needs a reset: %s\n", reason);
	queue_work(sdev->wq, &sdev->recovery);
}

static int smgpu_liveness_check_within(struct smgpu_device *sdev, struct smgpu_liveness *live,
				       u32 card_s)
{
	u32 heartbeat = READ_ONCE(sdev->fw.shared->heartbeat);
	u32 progress = smgpu_read(sdev, SMGPU_HOST_PROGRESS);
	u64 timebase;

	if (progress == SMGPU_ALL_ONES && smgpu_read(sdev, SMGPU_HOST_MAGIC) == SMGPU_ALL_ONES) {
		smgpu_reset_lost(sdev);
		return -ENODEV;
	}
	if ((progress & 0xff00) == SMGPU_FW_PROGRESS_PANIC) {
		smgpu_reset_trigger(sdev, "firmware panic");
		return -EIO;
	}

	timebase = smgpu_device_timebase(sdev);
	if (!live->started || live->heartbeat != heartbeat) {
		live->started = true;
		live->heartbeat = heartbeat;
		live->timebase = timebase;
		live->wall = jiffies;
		return 0;
	}
	if (timebase - live->timebase > (u64)card_s * sdev->card.timebase_hz) {
		smgpu_reset_trigger(sdev, "firmware stands still while the card's clock runs");
		return -EIO;
	}
	if (time_after(jiffies, live->wall + SMGPU_DEAD_WALL_S * HZ)) {
		smgpu_reset_trigger(sdev, "firmware has not moved for too long");
		return -EIO;
	}
	return 0;
}

/**
 * smgpu_liveness_check() - is the firmware that owes an answer still alive?
 * @sdev: device
 * @live: what was seen so far; zeroed before the first call
 *
 * Return: 0, -ENODEV if the card is lost, -EIO if the firmware is dead. Recovery is under way in
 * both cases.
 */
int smgpu_liveness_check(struct smgpu_device *sdev, struct smgpu_liveness *live)
{
	return smgpu_liveness_check_within(sdev, live, SMGPU_DEAD_CARD_S);
}

static void smgpu_reset_watch_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, watch.work);
	int srcu;

	if (!atomic_read(&sdev->jobs_in_flight) || !drm_dev_enter(&sdev->drm, &srcu)) {
		sdev->watch_live.started = false;
		return;
	}

	/* In steady progress this reads no register. */
	if (sdev->watch_live.started &&
	    sdev->watch_live.heartbeat != READ_ONCE(sdev->fw.shared->heartbeat))
		sdev->watch_live.started = false;
	else
		smgpu_liveness_check_within(sdev, &sdev->watch_live, SMGPU_WATCH_CARD_S);
	drm_dev_exit(srcu);

	queue_delayed_work(sdev->wq, &sdev->watch, SMGPU_WATCH_PERIOD);
}

/**
 * smgpu_reset_watch() - a job is in flight: look after it
 * @sdev: device
 */
void smgpu_reset_watch(struct smgpu_device *sdev)
{
	queue_delayed_work(sdev->wq, &sdev->watch, SMGPU_WATCH_PERIOD);
}

/**
 * smgpu_reset_ping() - have the firmware show that it is alive, now and then
 * @sdev: device
 *
 * For those who wait for it without the driver's knowledge: an idle card has no heartbeat, so only
 * an answer tells. If there is none, recovery is under way on return.
 */
void smgpu_reset_ping(struct smgpu_device *sdev)
{
	static const struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };
	unsigned long last = READ_ONCE(sdev->pinged);

	if (time_after(jiffies, last + SMGPU_PING_PERIOD) &&
	    cmpxchg(&sdev->pinged, last, jiffies) == last)
		smgpu_cmd_run(sdev, &nop);
}

/**
 * smgpu_reset_halt() - stop the card so that it reaches no host memory; idempotent
 * @sdev: device
 */
void smgpu_reset_halt(struct smgpu_device *sdev)
{
	if (completion_done(&sdev->halted))
		return;

	if (!sdev->lost && smgpu_device_reset_hw(sdev))
		drm_err(&sdev->drm, "card does not come back from reset\n");
	pci_clear_master(sdev->pdev);
	complete_all(&sdev->halted);
}

/* Gives VMs and idle channels back to new firmware; holds and drops the command ring's lock. */
static int smgpu_reset_restore(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_VM_SET };
	struct smgpu_channel *ch;
	struct smgpu_vm *vm;
	unsigned long id;
	int ret = 0, err;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->vms, id, vm) {
		if (!vm->live || ret)
			continue;
		cmd.u.vm.id = vm->id;
		cmd.u.vm.root = vm->pt.root->address;
		ret = smgpu_cmd_push(sdev, &cmd);
	}
	xa_for_each(&sdev->channels, id, ch) {
		/* A dead one is made too: its file still has to destroy it. */
		if (!ch->live || ret)
			continue;
		spin_lock(&ch->lock);
		ch->put = 0;
		ch->create.u.channel.first_seqno = ch->first_seqno + ch->completed;
		spin_unlock(&ch->lock);
		ret = smgpu_cmd_push(sdev, &ch->create);
	}
	mutex_unlock(&sdev->objects_lock);

	err = smgpu_cmd_finish(sdev, NULL);
	return ret ?: err;
}

static void smgpu_reset_fail_jobs(struct smgpu_device *sdev)
{
	struct smgpu_channel *ch;
	unsigned long id;
	bool busy;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		spin_lock(&ch->lock);
		/* Nobody but its owner knows what a user queue was doing. */
		busy = !list_empty(&ch->pending) || ch->user;
		spin_unlock(&ch->lock);
		if (!busy)
			continue;
		smgpu_channel_mark_dead(ch, SMGPU_ERR_CARD_RESET, 0);
		smgpu_fence_fail_all(ch, -EIO);
	}
	mutex_unlock(&sdev->objects_lock);
}

static void smgpu_reset_schedulers(struct smgpu_device *sdev, bool run)
{
	struct smgpu_channel *ch;
	unsigned long id;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		if (!ch->live)
			continue;
		if (run)
			drm_sched_wqueue_start(ch->sched);
		else
			drm_sched_wqueue_stop(ch->sched);
	}
	mutex_unlock(&sdev->objects_lock);
}

static int smgpu_reset_card(struct smgpu_device *sdev)
{
	int ret;

	/* Callers that wait for the dead firmware let go of the ring. */
	WRITE_ONCE(sdev->wedged, true);
	smgpu_cmd_abort(sdev, -EIO);
	mutex_lock(&sdev->cmdq.lock);
	smgpu_cmd_abort(sdev, -EIO);
	smgpu_reset_schedulers(sdev, false);

	/* What the firmware completed before it died is good. */
	smgpu_irq_process(sdev);
	pci_clear_master(sdev->pdev);
	ret = smgpu_device_reset_hw(sdev);
	smgpu_reset_fail_jobs(sdev);
	if (!ret) {
		pci_set_master(sdev->pdev);
		ret = smgpu_fw_boot(sdev);
	}
	if (!ret) {
		sdev->resets++;
		WRITE_ONCE(sdev->wedged, false);
		sdev->cmdq.srcu = SMGPU_CMD_NO_SRCU;
		ret = smgpu_reset_restore(sdev);
	} else {
		mutex_unlock(&sdev->cmdq.lock);
	}
	smgpu_reset_schedulers(sdev, true);
	return ret;
}

static void smgpu_reset_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, recovery);
	int srcu, ret;

	if (!sdev->lost) {
		if (!drm_dev_enter(&sdev->drm, &srcu))
			return;
		ret = smgpu_reset_card(sdev);
		drm_dev_exit(srcu);
		WRITE_ONCE(sdev->recovery_reason, NULL);
		if (!ret) {
			drm_info(&sdev->drm, "card was reset, firmware runs again\n");
			return;
		}
		drm_err(&sdev->drm, "card could not be recovered: %d\n", ret);
		WRITE_ONCE(sdev->wedged, true);
	}

	smgpu_cmd_abort(sdev, -ENODEV);
	smgpu_device_unplug(sdev);
}

/**
 * smgpu_reset_after_failure() - make sure the card no longer does what it was to be told to stop
 * @sdev: device
 * @reason: sentence for the log, static
 * @error: what the command failed with
 *
 * Returns when the card has been reset or stopped. Not from recovery itself.
 */
void smgpu_reset_after_failure(struct smgpu_device *sdev, const char *reason, int error)
{
	if (error == -ENODEV) {
		wait_for_completion(&sdev->halted);
		return;
	}
	/* With -EIO recovery was queued by whoever found the firmware dead. */
	if (error != -EIO)
		smgpu_reset_trigger(sdev, reason);
	flush_work(&sdev->recovery);
}

/**
 * smgpu_reset_quiesce() - run a command that ends the card's use of something
 * @sdev: device
 * @cmd: the command
 *
 * Returns when the card doesn't use it any more: because the firmware says so, or because the
 * card was reset or stopped.
 */
void smgpu_reset_quiesce(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd)
{
	int ret = smgpu_cmd_run(sdev, cmd);

	if (ret)
		smgpu_reset_after_failure(sdev, "firmware did not let go of a VM or channel", ret);
}

/**
 * smgpu_reset_init() - prepare, before the firmware runs
 * @sdev: device
 */
void smgpu_reset_init(struct smgpu_device *sdev)
{
	INIT_WORK(&sdev->recovery, smgpu_reset_work);
	sdev->pinged = jiffies;
	INIT_DELAYED_WORK(&sdev->watch, smgpu_reset_watch_work);
}

/**
 * smgpu_reset_fini() - no recovery from here on
 * @sdev: unplugged device
 */
void smgpu_reset_fini(struct smgpu_device *sdev)
{
	cancel_delayed_work_sync(&sdev->watch);
	cancel_work_sync(&sdev->recovery);
}
