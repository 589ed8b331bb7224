// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * One card from probe to remove: identity, configuration, order of bring-up and tear-down.
 */
#include <linux/delay.h>
#include <linux/pci.h>
#include <linux/srcu.h>

#include <drm/drm_managed.h>
#include <drm/drm_vma_manager.h>

#include "smgpu_board.h"
#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_dma.h"
#include "smgpu_fw.h"
#include "smgpu_gem.h"
#include "smgpu_mem.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_schedule.h"
#include "smgpu_slot.h"
#include "smgpu_launch.h"
#include "smgpu_ptok.h"
#include "smgpu_tasks.h"
#include "smgpu_vm.h"

#define SMGPU_RESET_WALL_MS	250

/* Devices so far: one that is gone, but has open files, keeps the name of its queue in sysfs. */
static atomic_t smgpu_device_count = ATOMIC_INIT(0);

/**
 * smgpu_device_hold() - keep the card from being taken away
 * @sdev: device
 * @srcu: for smgpu_device_unhold()
 *
 * In place of drm_dev_enter(), whose SRCU domain all DRM devices share: the unplug of any of them
 * would wait for this caller. Only the unplug of this card waits for its holders.
 *
 * Return: true, then smgpu_device_unhold() follows; false if the card is gone.
 */
bool smgpu_device_hold(struct smgpu_device *sdev, int *srcu)
{
	*srcu = srcu_read_lock(&sdev->holders);
	if (READ_ONCE(sdev->gone)) {
		srcu_read_unlock(&sdev->holders, *srcu);
		return false;
	}
	/* Sparse does not know of a lock that is held if the result is true. */
	__release(&sdev->holders);
	return true;
}

/**
 * smgpu_device_unhold() - end what smgpu_device_hold() began
 * @sdev: device
 * @srcu: from smgpu_device_hold()
 */
void smgpu_device_unhold(struct smgpu_device *sdev, int srcu)
{
	__acquire(&sdev->holders);
	srcu_read_unlock(&sdev->holders, srcu);
}

/**
 * smgpu_device_enter() - begin to use the card's BARs for a process
 * @sdev: device
 * @srcu: for smgpu_device_exit()
 *
 * Waits for the end of a reset, in which the BARs may answer nothing. Nothing waits for the
 * firmware before smgpu_device_exit().
 *
 * Return: 0, then smgpu_device_exit() follows; -ENODEV if the card is gone; -EINTR if the process
 * is to die.
 */
int smgpu_device_enter(struct smgpu_device *sdev, int *srcu)
{
	int ret = smgpu_reset_map_lock(sdev);

	if (ret)
		return ret;
	if (smgpu_device_hold(sdev, srcu))
		return 0;
	smgpu_reset_map_unlock(sdev);
	return -ENODEV;
}

/**
 * smgpu_device_exit() - end what smgpu_device_enter() began
 * @sdev: device
 * @srcu: from smgpu_device_enter()
 */
void smgpu_device_exit(struct smgpu_device *sdev, int srcu)
{
	smgpu_device_unhold(sdev, srcu);
	smgpu_reset_map_unlock(sdev);
}

/**
 * smgpu_device_answers() - is the card there?
 * @sdev: device
 *
 * Return: false if its registers read all ones.
 */
bool smgpu_device_answers(struct smgpu_device *sdev)
{
	return smgpu_read(sdev, SMGPU_HOST_MAGIC) != SMGPU_ALL_ONES;
}

/**
 * smgpu_device_timebase() - read the card's 64-bit clock
 * @sdev: device
 *
 * Return: cycles; all ones if the card is lost.
 */
u64 smgpu_device_timebase(struct smgpu_device *sdev)
{
	u32 lo, hi;

	spin_lock(&sdev->timebase_lock);
	lo = smgpu_read(sdev, SMGPU_HOST_TIMEBASE_LO);
	hi = smgpu_read(sdev, SMGPU_HOST_TIMEBASE_HI);
	spin_unlock(&sdev->timebase_lock);

	return (u64)hi << 32 | lo;
}

/**
 * smgpu_device_reset_hw() - reset the card, all but the contents of its DRAM
 * @sdev: device
 *
 * The MCU is held in reset afterwards, so the card starts no DMA.
 *
 * Return: 0, or -ENODEV if the card doesn't come back.
 */
int smgpu_device_reset_hw(struct smgpu_device *sdev)
{
	unsigned long end = jiffies + msecs_to_jiffies(SMGPU_RESET_WALL_MS *
							 smgpu_watch_slowdown());

	smgpu_write(sdev, SMGPU_MCU_CTRL, 0);
	smgpu_write(sdev, SMGPU_HOST_RESET,
		    SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT |
		    SMGPU_HOST_RESET_DEPTH_CARD);

	for (;;) {
		if (smgpu_read(sdev, SMGPU_HOST_MAGIC) == SMGPU_HOST_MAGIC_VALUE_RESET)
			return 0;
		if (time_after(jiffies, end))
			return -ENODEV;
		usleep_range(100, 1000);
	}
}

/* Checks magic and version, and reads the configuration of the card. */
static int smgpu_device_identify(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	struct smgpu_card *card = &sdev->card;
	u32 magic, v;

	magic = smgpu_read(sdev, SMGPU_HOST_MAGIC);
	if (magic == SMGPU_ALL_ONES)
		return dev_err_probe(dev, -ENODEV,
				     "card does not answer: its registers read all ones\n");
	if (magic != SMGPU_HOST_MAGIC_VALUE_RESET)
		return dev_err_probe(dev, -ENODEV, "not an smgpu card: magic is %#x, not %#x\n",
				     magic, SMGPU_HOST_MAGIC_VALUE_RESET);

	card->version = smgpu_read(sdev, SMGPU_HOST_VERSION);
	if (smgpu_field(card->version, SMGPU_HOST_VERSION_MAJOR) != SMGPU_HOST_VERSION_MAJOR_RESET)
		return dev_err_probe(dev, -ENODEV,
				     "hardware interface is version %u.%u, this driver knows %u\n",
				     smgpu_field(card->version, SMGPU_HOST_VERSION_MAJOR),
				     smgpu_field(card->version, SMGPU_HOST_VERSION_MINOR),
				     SMGPU_HOST_VERSION_MAJOR_RESET);

	v = smgpu_read(sdev, SMGPU_HOST_CONFIG0);
	card->sm_count = smgpu_field(v, SMGPU_HOST_CONFIG0_SM_COUNT);
	card->warps_per_sm = smgpu_field(v, SMGPU_HOST_CONFIG0_WARPS);
	card->lanes = smgpu_field(v, SMGPU_HOST_CONFIG0_LANES);
	card->credit = smgpu_field(v, SMGPU_HOST_CONFIG0_CREDIT);
	card->prio = smgpu_field(v, SMGPU_HOST_CONFIG0_PRIO);
	card->constants = smgpu_field(v, SMGPU_HOST_CONFIG0_CONSTANTS);
	card->textures = smgpu_field(v, SMGPU_HOST_CONFIG0_TEX);
	v = smgpu_read(sdev, SMGPU_HOST_CONFIG1);
	card->dtok_depth = smgpu_field(v, SMGPU_HOST_CONFIG1_DTOK_DEPTH);
	card->task_slots = smgpu_field(v, SMGPU_HOST_CONFIG1_TASK_SLOTS);
	card->vms = min_t(u32, smgpu_field(v, SMGPU_HOST_CONFIG1_VMS), SMGPU_MAX_VMS);
	v = smgpu_read(sdev, SMGPU_HOST_CONFIG2);
	card->l1_bytes = smgpu_field(v, SMGPU_HOST_CONFIG2_L1_KIB) << 10;
	card->l2_bytes = smgpu_field(v, SMGPU_HOST_CONFIG2_L2_KIB) << 10;
	v = smgpu_read(sdev, SMGPU_HOST_CONFIG3);
	card->shared_bytes = smgpu_field(v, SMGPU_HOST_CONFIG3_SHARED_KIB) << 10;
	card->throttle_shared_bytes =
		max_t(u32, card->shared_bytes,
		      smgpu_field(smgpu_read(sdev, SMGPU_HOST_THROTTLE),
				  SMGPU_HOST_THROTTLE_SHARED_KIB) << 10);
	card->tcm_bytes = smgpu_field(v, SMGPU_HOST_CONFIG3_TCM_KIB) << 10;
	v = smgpu_read(sdev, SMGPU_HOST_CONFIG4);
	card->turns = smgpu_field(v, SMGPU_HOST_CONFIG4_TURNS);
	card->textile = smgpu_field(v, SMGPU_HOST_CONFIG4_TEXTILE);
	card->attributes = smgpu_field(v, SMGPU_HOST_CONFIG4_ATTRIBUTES);
	card->prio_l2 = smgpu_field(v, SMGPU_HOST_CONFIG4_PRIO_L2);
	card->predict = smgpu_field(v, SMGPU_HOST_CONFIG4_PREDICT);
	card->bonus = smgpu_field(v, SMGPU_HOST_CONFIG4_BONUS);
	/* Older cards say 0. */
	card->l2_banks = max_t(u32, smgpu_field(v, SMGPU_HOST_CONFIG4_L2_BANKS), 1);
	card->dram_bytes = (u64)smgpu_read(sdev, SMGPU_HOST_DRAM_MIB) << 20;
	card->timebase_hz = smgpu_read(sdev, SMGPU_HOST_TIMEBASE_HZ);

	if (!card->sm_count || card->sm_count > SMGPU_SM_CFG_COUNT || !card->warps_per_sm ||
	    card->vms < 2 || !card->dram_bytes || !card->timebase_hz || !card->tcm_bytes)
		return dev_err_probe(dev, -ENODEV,
				     "card reports an impossible configuration: %u SMs, %u warps, %u VMs, %llu bytes, %u Hz, %u bytes TCM\n",
				     card->sm_count, card->warps_per_sm, card->vms,
				     card->dram_bytes, card->timebase_hz, card->tcm_bytes);

	sdev->mem.visible = min(sdev->mem.visible, card->dram_bytes);
	return 0;
}

/* Runs when the last reference of the DRM device is gone, which may be long after remove. */
static void smgpu_device_release(struct drm_device *drm, void *unused)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);

	/* The last file is closed: nothing can queue more. */
	if (sdev->reset_wq)
		destroy_workqueue(sdev->reset_wq);
	if (sdev->wq)
		destroy_workqueue(sdev->wq);
	if (sdev->sched_wq)
		destroy_workqueue(sdev->sched_wq);
	cleanup_srcu_struct(&sdev->holders);
	smgpu_mem_fini(sdev);
	xa_destroy(&sdev->vms);
	xa_destroy(&sdev->channels);
	free_percpu(sdev->mmio_stats);
	smgpu_compat_lru_fini(&sdev->dontneed);
	mutex_destroy(&sdev->register_lock);
	mutex_destroy(&sdev->sched_lock);
	mutex_destroy(&sdev->schedule_lock);
	mutex_destroy(&sdev->tasks_lock);
	mutex_destroy(&sdev->perf_lock);
	mutex_destroy(&sdev->tables_lock);
	mutex_destroy(&sdev->dma_lock);
	mutex_destroy(&sdev->objects_lock);
	mutex_destroy(&sdev->irq_lock);
}

/* What needs no card. smgpu_device_release() undoes it, if this fails too. */
static int smgpu_device_init_early(struct smgpu_device *sdev)
{
	int ret = init_srcu_struct(&sdev->holders);

	if (ret)
		return ret;
	spin_lock_init(&sdev->timebase_lock);
	mutex_init(&sdev->irq_lock);
	mutex_init(&sdev->objects_lock);
	mutex_init(&sdev->tables_lock);
	INIT_LIST_HEAD(&sdev->tables);
	mutex_init(&sdev->dma_lock);
	INIT_LIST_HEAD(&sdev->dma);
	INIT_LIST_HEAD(&sdev->pinned);
	init_rwsem(&sdev->pin_lock);
	mutex_init(&sdev->perf_lock);
	mutex_init(&sdev->tasks_lock);
	mutex_init(&sdev->schedule_lock);
	mutex_init(&sdev->sched_lock);
	mutex_init(&sdev->register_lock);
	sdev->schedule = (struct smgpu_schedule){ .sched = SMGPU_SCHEDULE_DEFAULT,
						  SMGPU_SCHEDULE_OTHERS };
	smgpu_progress_default(&sdev->progress);
	sdev->launch = SMGPU_LAUNCH_DEFAULT;
	sdev->ptok = SMGPU_PTOK_DEFAULT;
	sdev->ptok_l2 = SMGPU_PTOK_DEFAULT;
	smgpu_compat_lru_init(&sdev->dontneed);
	xa_init_flags(&sdev->vms, XA_FLAGS_ALLOC1);
	xa_init_flags(&sdev->channels, XA_FLAGS_ALLOC1);
	init_completion(&sdev->halted);
	init_completion(&sdev->unplug_done);
	smgpu_limits_init_early(sdev);
	smgpu_cmd_init(sdev);
	smgpu_reset_init(sdev);
	smgpu_slot_init(sdev);
	smgpu_watch_init(sdev);

	sdev->mmio_stats = alloc_percpu(struct smgpu_mmio_stats);
	/*
	 * Fences wait for work on these queues, and memory reclaim may wait for fences. Without
	 * memory each queue has one thread, its rescuer. So work that waits for other work is not
	 * on one queue with it.
	 */
	sdev->wq = alloc_workqueue("smgpu-%d", WQ_UNBOUND | WQ_MEM_RECLAIM | WQ_SYSFS, 0,
				   atomic_inc_return(&smgpu_device_count));
	sdev->reset_wq = alloc_workqueue("smgpu-reset", WQ_UNBOUND | WQ_MEM_RECLAIM, 0);
	sdev->sched_wq = alloc_workqueue("smgpu-sched",
					 WQ_UNBOUND | WQ_HIGHPRI | WQ_MEM_RECLAIM, 0);

	return drmm_add_action_or_reset(&sdev->drm, smgpu_device_release, NULL);
}

/**
 * smgpu_device_init() - bring the card up
 * @sdev: device with BARs mapped and DMA masks set
 *
 * Return: 0 with the firmware running, or an errno with the reason in the log.
 */
int smgpu_device_init(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	int ret;

	ret = smgpu_device_init_early(sdev);
	if (ret)
		return ret;
	if (!sdev->mmio_stats || !sdev->wq || !sdev->reset_wq || !sdev->sched_wq)
		return -ENOMEM;

	ret = smgpu_board_wait(sdev, true);
	if (ret)
		return ret;

	ret = smgpu_device_identify(sdev);
	if (ret)
		return ret;

	ret = smgpu_device_reset_hw(sdev);
	if (ret)
		return dev_err_probe(dev, ret, "card does not come back from reset\n");

	pci_set_master(sdev->pdev);

	ret = smgpu_mem_init(sdev);
	if (ret)
		goto err_halt;
	ret = smgpu_fw_mem_init(sdev);
	if (ret)
		goto err_halt;
	ret = smgpu_fw_read(sdev);
	if (ret)
		goto err_halt;
	ret = smgpu_irq_init(sdev);
	if (ret)
		goto err_halt;
	ret = smgpu_fw_boot(sdev);
	if (ret)
		goto err_irq;
	ret = smgpu_perf_init(sdev);
	if (ret)
		goto err_irq;
	ret = smgpu_tasks_init(sdev);
	if (ret)
		goto err_perf;
	ret = smgpu_gem_init(sdev);
	if (ret)
		goto err_tasks;
	smgpu_limits_init(sdev);
	smgpu_schedule_init(sdev);
	smgpu_launch_init(sdev);
	smgpu_isolation_init(sdev);
	smgpu_ptok_init(sdev);
	smgpu_progress_init(sdev);

	drm_info(&sdev->drm,
		 "%u SMs x %u warps x %u lanes, %llu MiB card memory (%llu visible), firmware ABI %u.%u build %08x\n",
		 sdev->card.sm_count, sdev->card.warps_per_sm, sdev->card.lanes,
		 sdev->card.dram_bytes >> 20, sdev->mem.visible >> 20,
		 sdev->fw.abi_major, sdev->fw.abi_minor, sdev->fw.build_id);
	return 0;

err_tasks:
	smgpu_tasks_fini(sdev);
err_perf:
	smgpu_perf_fini(sdev);
err_irq:
	smgpu_irq_fini(sdev);
err_halt:
	smgpu_reset_halt(sdev);
	smgpu_slot_fini(sdev);
	smgpu_watch_fini(sdev);
	smgpu_reset_fini(sdev);
	smgpu_fw_mem_fini(sdev);
	return ret;
}

/**
 * smgpu_device_register() - show the card to users, unless it has gone since it came up
 * @sdev: device with smgpu_device_init() done
 *
 * What is registered is unplugged later: one that was unplugged before would never be again.
 *
 * Return: 0 or an errno.
 */
int smgpu_device_register(struct smgpu_device *sdev)
{
	int ret = -ENODEV;

	mutex_lock(&sdev->register_lock);
	if (!READ_ONCE(sdev->gone))
		ret = drm_dev_register(&sdev->drm, 0);
	mutex_unlock(&sdev->register_lock);
	return ret;
}

/**
 * smgpu_device_unplug() - stop everything, for good
 * @sdev: device
 *
 * After this no ioctl reaches the card, the card can't reach the host's memory, and the fences of
 * the jobs it had are signalled; those of jobs that it did not have will be at once, whatever they
 * wait for. Idempotent: who comes later waits for the end, too.
 */
void smgpu_device_unplug(struct smgpu_device *sdev)
{
	if (atomic_xchg(&sdev->unplugged, 1)) {
		wait_for_completion(&sdev->unplug_done);
		return;
	}

	/*
	 * The card stops first, so that no holder depends on it.
	 * Channels made before are dead afterwards, and none is made from here on.
	 */
	smgpu_reset_halt(sdev);
	smgpu_channel_kill_all(sdev, SMGPU_ERR_CARD_LOST, -ENODEV);
	smgpu_reset_schedulers(sdev, true);
	smgpu_reset_release(sdev);
	synchronize_srcu(&sdev->holders);

	/* Removes all CPU mappings. Faults do not map card memory and doorbells again. */
	mutex_lock(&sdev->register_lock);
	drm_dev_unplug(&sdev->drm);
	mutex_unlock(&sdev->register_lock);
	complete_all(&sdev->unplug_done);
}

/**
 * smgpu_device_fini() - give back what smgpu_device_init() took and probe's device lifetime bounds
 * @sdev: unplugged device, or one that was never registered
 */
void smgpu_device_fini(struct smgpu_device *sdev)
{
	smgpu_reset_halt(sdev);
	smgpu_slot_fini(sdev);
	smgpu_watch_fini(sdev);
	smgpu_reset_fini(sdev);
	smgpu_irq_fini(sdev);
	smgpu_gem_fini(sdev);
	smgpu_tasks_fini(sdev);
	smgpu_perf_fini(sdev);

	/* Files may stay open, but they hold no DMA memory from here on. */
	smgpu_vm_detach_all(sdev);
	smgpu_queue_detach_all(sdev);
	smgpu_gem_detach_all(sdev);
	smgpu_fw_mem_fini(sdev);
	smgpu_dma_close(sdev);
}
