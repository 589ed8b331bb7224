// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * When the firmware or the card fails, and when the machine sleeps. A fault of a channel is not
 * for here: the firmware kills that channel alone.
 *
 * A reset has two halves. smgpu_reset_stop() takes CPU mappings, stops the card and fails what was
 * in flight; smgpu_reset_start() loads the firmware that probe has kept, writes all page tables
 * from their shadows, and gives VMs and channels back. Recovery from dead firmware does one after
 * the other: card memory keeps its contents, so idle channels go on. Around a reset of the PCI
 * function and around sleep the card's memory may lose them, so all channels are dead afterwards.
 * A card that reads all ones, or that no reset helps, is unplugged: everything fails with -ENODEV.
 *
 * Fences wait for all of this, so nothing here allocates memory or reads files, once the CPU
 * mappings are gone.
 */
#include <linux/dma-fence.h>
#include <linux/mm.h>
#include <linux/pci.h>

#include "smgpu_board.h"
#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_fw.h"
#include "smgpu_mmio.h"
#include "smgpu_object.h"
#include "smgpu_pt.h"
#include "smgpu_reset.h"
#include "smgpu_slot.h"
#include "smgpu_vm.h"

/**
 * smgpu_reset_lost() - the card is not there any more
 * @sdev: device
 * @reason: for the log
 */
void smgpu_reset_lost(struct smgpu_device *sdev, const char *reason)
{
	if (!READ_ONCE(sdev->lost))
		drm_err(&sdev->drm, "card is lost: %s\n", reason);
	WRITE_ONCE(sdev->lost, true);
	queue_work(sdev->reset_wq, &sdev->recovery);
}

/**
 * smgpu_reset_trigger_old() - ask for a reset because of what was seen of older firmware
 * @sdev: device
 * @generation: of the firmware that was seen
 * @reason: sentence for the log, static
 *
 * Nothing happens if that firmware is gone, or is about to be.
 */
void smgpu_reset_trigger_old(struct smgpu_device *sdev, u32 generation, const char *reason)
{
	bool first;

	spin_lock(&sdev->state_lock);
	first = !sdev->wedged && generation == sdev->generation;
	if (first)
		WRITE_ONCE(sdev->wedged, true);
	spin_unlock(&sdev->state_lock);
	if (!first)
		return;

	drm_err(&sdev->drm, "card needs a reset: %s\n", reason);
	/* Recovery itself may be one of those that wait. */
	smgpu_cmd_abort(sdev, -EIO);
	queue_work(sdev->reset_wq, &sdev->recovery);
}

/**
 * smgpu_reset_trigger() - ask for a card reset
 * @sdev: device
 * @reason: sentence for the log, static
 */
void smgpu_reset_trigger(struct smgpu_device *sdev, const char *reason)
{
	smgpu_reset_trigger_old(sdev, READ_ONCE(sdev->generation), reason);
}

/* Removes all CPU mappings of the card. Faults wait for smgpu_reset_remap(). */
static void smgpu_reset_unmap(struct smgpu_device *sdev)
{
	down_write(&sdev->map_lock);
	WRITE_ONCE(sdev->unmapped, true);
	up_write(&sdev->map_lock);

	unmap_mapping_range(sdev->drm.anon_inode->i_mapping, 0, SMGPU_QUEUE_OFFSET, 1);
	smgpu_queue_unmap_doorbells(sdev);
}

/* Faults that waited in smgpu_reset_map_lock() go on. */
static void smgpu_reset_remap(struct smgpu_device *sdev)
{
	down_write(&sdev->map_lock);
	WRITE_ONCE(sdev->unmapped, false);
	up_write(&sdev->map_lock);
	wake_up_all(&sdev->up);
}

/**
 * smgpu_reset_map_lock() - wait until CPU mappings of the card may be made, and keep it so
 * @sdev: device
 *
 * Return: 0, then smgpu_reset_map_unlock() follows; -EINTR if the caller is to die.
 */
int smgpu_reset_map_lock(struct smgpu_device *sdev)
{
	for (;;) {
		down_read(&sdev->map_lock);
		if (!sdev->unmapped)
			return 0;
		up_read(&sdev->map_lock);
		if (wait_event_killable(sdev->up, !READ_ONCE(sdev->unmapped)))
			return -EINTR;
	}
}

/**
 * smgpu_reset_map_unlock() - mappings may be taken again
 * @sdev: device
 */
void smgpu_reset_map_unlock(struct smgpu_device *sdev)
{
	up_read(&sdev->map_lock);
}

/**
 * smgpu_reset_halt() - stop the card so that it reaches no host memory; idempotent
 * @sdev: device
 *
 * From here on no command is taken, and callers that wait for one get -ENODEV.
 */
void smgpu_reset_halt(struct smgpu_device *sdev)
{
	if (completion_done(&sdev->halted))
		return;

	WRITE_ONCE(sdev->gone, true);
	/* A poll that began before would take the card below for one that was reset by others. */
	smgpu_watch_flush(sdev);
	smgpu_cmd_abort(sdev, -ENODEV);
	mutex_lock(&sdev->reset_mutex);
	mutex_lock(&sdev->cmdq.lock);
	smgpu_cmd_abort(sdev, -ENODEV);
	/* A card that was pulled out is not reset: that would only wait for its answer. */
	if (!READ_ONCE(sdev->lost) && smgpu_device_answers(sdev) && smgpu_device_reset_hw(sdev))
		drm_err(&sdev->drm, "card does not come back from reset\n");
	pci_clear_master(sdev->pdev);
	mutex_unlock(&sdev->cmdq.lock);
	mutex_unlock(&sdev->reset_mutex);
	complete_all(&sdev->halted);
	wake_up_all(&sdev->up);
}

/* The command that gives new firmware VM @id; false if it is not to get it. */
static bool smgpu_reset_vm_cmd(struct smgpu_device *sdev, u32 id, struct smgpu_fw_cmd *cmd)
{
	struct smgpu_vm *vm;
	bool live;

	mutex_lock(&sdev->objects_lock);
	vm = xa_load(&sdev->vms, id);
	live = vm && vm->state == SMGPU_OBJECT_LIVE;
	if (live) {
		*cmd = (struct smgpu_fw_cmd){ .op = SMGPU_FW_CMD_VM_SET };
		cmd->u.vm.id = id;
		cmd->u.vm.root = vm->pt.root->address;
	}
	mutex_unlock(&sdev->objects_lock);
	return live;
}

/* The same for channel @id. */
static bool smgpu_reset_channel_cmd(struct smgpu_device *sdev, u32 id, struct smgpu_fw_cmd *cmd)
{
	struct smgpu_channel *ch;
	bool live;

	mutex_lock(&sdev->objects_lock);
	ch = xa_load(&sdev->channels, id);
	live = ch && ch->state == SMGPU_OBJECT_LIVE;
	if (live) {
		spin_lock(&ch->lock);
		ch->put = 0;
		ch->create.u.channel.first_seqno = ch->first_seqno + ch->completed;
		spin_unlock(&ch->lock);
		*cmd = ch->create;
	}
	mutex_unlock(&sdev->objects_lock);
	return live;
}

/*
 * Gives new firmware page tables, schedule, choice of SMs, tokens, progress, VMs and channels;
 * drops the command ring's lock.
 *
 * A push may wait for room, and looks for what the firmware has written meanwhile, for which
 * &smgpu_device.objects_lock is taken: so it is not held around a push. An object that begins to
 * die after it was given back is forgotten by a later command; nothing becomes live meanwhile.
 */
static int smgpu_reset_restore(struct smgpu_device *sdev)
{
	struct smgpu_fw_cmd cmd;
	int ret, err;
	u32 id;

	mutex_lock(&sdev->objects_lock);
	spin_lock(&sdev->state_lock);
	WRITE_ONCE(sdev->generation, sdev->generation + 1);
	WRITE_ONCE(sdev->wedged, false);
	spin_unlock(&sdev->state_lock);
	mutex_unlock(&sdev->objects_lock);

	smgpu_cmd_restart(sdev);
	mutex_lock(&sdev->tables_lock);
	ret = smgpu_pt_push_tables(sdev);

	if (!ret)
		ret = smgpu_schedule_restore(sdev);
	if (!ret) {
		cmd = smgpu_launch_cmd(sdev->launch);
		ret = smgpu_cmd_push(sdev, &cmd);
	}
	if (!ret) {
		cmd = smgpu_isolation_cmd(sdev->isolation);
		ret = smgpu_cmd_push(sdev, &cmd);
	}
	if (!ret)
		ret = smgpu_ptok_restore(sdev);
	if (!ret)
		ret = smgpu_progress_restore(sdev);
	for (id = 1; id < sdev->card.vms && !ret; id++)
		if (smgpu_reset_vm_cmd(sdev, id, &cmd))
			ret = smgpu_cmd_push(sdev, &cmd);
	for (id = 1; id < SMGPU_MAX_CHANNELS && !ret; id++)
		if (smgpu_reset_channel_cmd(sdev, id, &cmd))
			ret = smgpu_cmd_push(sdev, &cmd);

	err = smgpu_cmd_finish(sdev, NULL);
	mutex_unlock(&sdev->tables_lock);
	return ret ?: err;
}

/*
 * Ends channels with jobs in flight, or all if @all; the card has forgotten them. What a user queue
 * was doing is known to its owner alone.
 */
static void smgpu_reset_fail_jobs(struct smgpu_device *sdev, bool all)
{
	struct smgpu_channel *ch;
	unsigned long id;
	bool ends;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		if (ch->state == SMGPU_OBJECT_NEW)
			continue;
		spin_lock(&ch->lock);
		ends = all || ch->dead || ch->user || !list_empty(&ch->pending);
		spin_unlock(&ch->lock);
		if (!ends)
			continue;
		if (ch->state == SMGPU_OBJECT_LIVE)
			ch->state = SMGPU_OBJECT_NEW;
		smgpu_channel_mark_dead(ch, SMGPU_ERR_CARD_RESET, 0);
		smgpu_fence_fail_all(ch, -EIO);
	}
	mutex_unlock(&sdev->objects_lock);
}

/**
 * smgpu_reset_schedulers() - let channels' jobs run, or not
 * @sdev: device
 * @run: which
 *
 * Waits for schedulers' work, which signals fences: not from a part that does so itself.
 */
void smgpu_reset_schedulers(struct smgpu_device *sdev, bool run)
{
	unsigned int id;

	mutex_lock(&sdev->sched_lock);
	for_each_set_bit(id, sdev->scheduled, SMGPU_MAX_CHANNELS) {
		if (run)
			drm_sched_wqueue_start(&sdev->scheds[id]);
		else
			drm_sched_wqueue_stop(&sdev->scheds[id]);
	}
	mutex_unlock(&sdev->sched_lock);
}

/* First half; with &smgpu_device.reset_mutex held. A card that can't be reached is not touched. */
static void smgpu_reset_stop(struct smgpu_device *sdev, bool all, bool reachable)
{
	bool signalling;

	spin_lock(&sdev->state_lock);
	WRITE_ONCE(sdev->wedged, true);
	spin_unlock(&sdev->state_lock);
	WRITE_ONCE(sdev->down, true);
	smgpu_watch_flush(sdev);

	/*
	 * Callers that wait for the dead firmware release the ring. Mappings go before the card
	 * is touched, and before the part that must not wait for memory: mapping locks are held
	 * while memory is allocated. Their holders wait for no fence of this card, for its pages
	 * can't be pinned.
	 */
	smgpu_cmd_abort(sdev, -EIO);
	smgpu_reset_unmap(sdev);
	smgpu_reset_schedulers(sdev, false);

	signalling = dma_fence_begin_signalling();
	mutex_lock(&sdev->cmdq.lock);
	smgpu_cmd_abort(sdev, -EIO);

	/* What the firmware completed before it died is good. */
	smgpu_irq_process(sdev);
	if (reachable) {
		pci_clear_master(sdev->pdev);
		if (smgpu_device_reset_hw(sdev))
			drm_err(&sdev->drm, "card does not come back from reset\n");
	}
	smgpu_reset_fail_jobs(sdev, all);
	mutex_unlock(&sdev->cmdq.lock);
	dma_fence_end_signalling(signalling);
}

/* Second half, on a card in any state; with &smgpu_device.reset_mutex held. */
static int smgpu_reset_start(struct smgpu_device *sdev)
{
	bool signalling = dma_fence_begin_signalling();
	int ret;

	mutex_lock(&sdev->cmdq.lock);
	ret = READ_ONCE(sdev->gone) ? -ENODEV : smgpu_board_wait(sdev, false);
	if (!ret)
		ret = smgpu_device_reset_hw(sdev);
	if (!ret) {
		pci_set_master(sdev->pdev);
		ret = smgpu_fw_boot(sdev);
	}
	if (!ret) {
		WRITE_ONCE(sdev->resets, sdev->resets + 1);
		ret = smgpu_reset_restore(sdev);
	} else {
		mutex_unlock(&sdev->cmdq.lock);
	}
	dma_fence_end_signalling(signalling);
	if (ret)
		return ret;

	smgpu_reset_schedulers(sdev, true);
	WRITE_ONCE(sdev->down, false);
	smgpu_reset_remap(sdev);
	return 0;
}

/**
 * smgpu_reset_release() - wake all that waits for the end of a reset
 * @sdev: device that is gone
 */
void smgpu_reset_release(struct smgpu_device *sdev)
{
	WRITE_ONCE(sdev->down, false);
	smgpu_reset_remap(sdev);
}

/* Is the card lost or unplugged? Either may happen while a reset is under way. */
static bool smgpu_reset_hopeless(struct smgpu_device *sdev)
{
	return READ_ONCE(sdev->lost) || READ_ONCE(sdev->gone);
}

/* Firmware that dies while it is given VMs and channels is loaded once more. */
static int smgpu_reset_recover(struct smgpu_device *sdev)
{
	unsigned int tries;
	int ret = -EIO;

	for (tries = 0; tries < SMGPU_RESET_TRIES && ret && !smgpu_reset_hopeless(sdev); tries++) {
		smgpu_reset_stop(sdev, false, true);
		ret = smgpu_reset_start(sdev);
	}
	return ret;
}

/* Recovery, on a queue of its own. Unplugs the card if it cannot be started again. */
static void smgpu_reset_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, recovery);
	int ret = 0;

	mutex_lock(&sdev->reset_mutex);
	/* A card that is down already is another's: sleep, or a reset of its function. */
	if (!smgpu_reset_hopeless(sdev) && READ_ONCE(sdev->wedged) && !READ_ONCE(sdev->down)) {
		ret = smgpu_reset_recover(sdev);
		if (!ret)
			drm_info(&sdev->drm, "card was reset, firmware runs again\n");
		else
			drm_err(&sdev->drm, "card could not be recovered: %d\n", ret);
	}
	mutex_unlock(&sdev->reset_mutex);

	if (READ_ONCE(sdev->lost) || (ret && !smgpu_slot_takes_over(sdev)))
		smgpu_device_unplug(sdev);
}

/**
 * smgpu_reset_prepare() - stop the card for sleep or a reset of its function
 * @sdev: device
 * @reachable: its registers answer
 *
 * All that was in flight fails and all channels are dead; VMs stay. smgpu_reset_done() follows.
 */
void smgpu_reset_prepare(struct smgpu_device *sdev, bool reachable)
{
	flush_work(&sdev->recovery);
	mutex_lock(&sdev->reset_mutex);
	if (!READ_ONCE(sdev->gone))
		smgpu_reset_stop(sdev, true, reachable);
	mutex_unlock(&sdev->reset_mutex);
}

/**
 * smgpu_reset_done() - start the card again
 * @sdev: device whose configuration space is as it was
 *
 * Return: 0, or an errno with the reason in the log; then the device is gone.
 */
int smgpu_reset_done(struct smgpu_device *sdev)
{
	int ret = -ENODEV;

	mutex_lock(&sdev->reset_mutex);
	if (!smgpu_reset_hopeless(sdev))
		ret = smgpu_reset_start(sdev);
	mutex_unlock(&sdev->reset_mutex);
	if (!ret) {
		drm_info(&sdev->drm, "card runs again\n");
		return 0;
	}
	drm_err(&sdev->drm, "card does not run again: %d\n", ret);
	smgpu_device_unplug(sdev);
	return ret;
}

static bool smgpu_reset_over(struct smgpu_device *sdev)
{
	return completion_done(&sdev->halted) ||
	       (!READ_ONCE(sdev->wedged) && !READ_ONCE(sdev->down));
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
	/* With -EIO the firmware was found dead before. */
	if (error != -EIO)
		smgpu_reset_trigger(sdev, reason);
	wait_event(sdev->up, smgpu_reset_over(sdev));
}

/**
 * smgpu_reset_init() - prepare, before the firmware runs
 * @sdev: device
 */
void smgpu_reset_init(struct smgpu_device *sdev)
{
	INIT_WORK(&sdev->recovery, smgpu_reset_work);
	spin_lock_init(&sdev->state_lock);
	mutex_init(&sdev->reset_mutex);
	init_rwsem(&sdev->map_lock);
	init_waitqueue_head(&sdev->up);
}

/**
 * smgpu_reset_fini() - no recovery from here on
 * @sdev: unplugged device
 */
void smgpu_reset_fini(struct smgpu_device *sdev)
{
	cancel_work_sync(&sdev->recovery);
}
