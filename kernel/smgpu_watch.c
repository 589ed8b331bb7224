// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Everything pending ends in finite time: a command is answered, a job's fence is signalled.
 *
 * While something is pending, the driver polls once in a second: it handles what the firmware has
 * written, so a lost interrupt costs a second and nothing else. Firmware that shows no sign of life
 * is sent a command that does nothing. The heartbeat proves life and its absence proves
 * nothing: it stands still during a long job. Firmware is dead when it has taken and answered no
 * command for a time by the card's own clock while one was pending.
 */
#include <linux/dma-fence.h>
#include <linux/moduleparam.h>

#include "smgpu_channel.h"
#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_fence.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_slot.h"
#include "smgpu_watch.h"

/* Wall seconds before the clock is read for a job. */
#define SMGPU_JOB_WALL_S	2

/* Card seconds that a channel's watchdog may be long, and in a simulation. */
#define SMGPU_MAX_WATCHDOG_S		10
#define SMGPU_MAX_WATCHDOG_SIM_S	60

#define SMGPU_MAX_SLOWDOWN	1000

static unsigned int simulation_slowdown = 1;
module_param(simulation_slowdown, uint, 0444);
MODULE_PARM_DESC(simulation_slowdown,
		 "for simulated cards: how many times longer than on hardware jobs, and all that has a limit by the host's clock, may take (default 1, at most 1000)");

/**
 * smgpu_watch_slowdown() - how much longer than on hardware things may take
 *
 * Return: factor, at least 1.
 */
u32 smgpu_watch_slowdown(void)
{
	return clamp_t(u32, simulation_slowdown, 1, SMGPU_MAX_SLOWDOWN);
}

/**
 * smgpu_watch_longest() - the longest watchdog that a channel may have
 * @sdev: device whose configuration is known
 *
 * Return: cycles.
 */
u64 smgpu_watch_longest(struct smgpu_device *sdev)
{
	u32 seconds = min_t(u32, SMGPU_MAX_WATCHDOG_S * smgpu_watch_slowdown(),
			    SMGPU_MAX_WATCHDOG_SIM_S);

	return (u64)sdev->card.timebase_hz * seconds;
}

/* True while neither registers nor shared memory show whether the card works. */
static bool smgpu_watch_paused(struct smgpu_device *sdev)
{
	return READ_ONCE(sdev->wedged) || READ_ONCE(sdev->lost) || READ_ONCE(sdev->gone) ||
	       READ_ONCE(sdev->slot_silent);
}

static const char *smgpu_watch_hangcheck(struct smgpu_device *sdev)
{
	const struct smgpu_hangcheck_sample now = {
		.generation = sdev->generation,
		.taken = READ_ONCE(sdev->fw.shared->ring_get[0]),
		.answered = READ_ONCE(sdev->fw.shared->event_put),
		.clock = smgpu_device_timebase(sdev),
		.wall = get_jiffies_64(),
	};

	return smgpu_hangcheck_reason(&sdev->watch.hangcheck, &now, sdev->card.timebase_hz, HZ,
				      smgpu_watch_slowdown());
}

/**
 * smgpu_watch_poll() - handle what the card has written, and check whether it still can write more
 * @sdev: device
 *
 * If it can't, recovery is under way on return. Not with &smgpu_device.irq_lock held.
 */
void smgpu_watch_poll(struct smgpu_device *sdev)
{
	struct smgpu_watch *w = &sdev->watch;
	u32 generation = READ_ONCE(sdev->generation);
	const char *reason = NULL;
	u32 progress;

	smgpu_irq_process(sdev);

	mutex_lock(&w->lock);
	if (smgpu_watch_paused(sdev) || !smgpu_cmd_pending(sdev)) {
		w->hangcheck.pending = false;
		goto out_unlock;
	}

	progress = smgpu_read(sdev, SMGPU_HOST_PROGRESS);
	if (progress == SMGPU_ALL_ONES && !smgpu_device_answers(sdev))
		smgpu_slot_silence(sdev);
	else if (progress == SMGPU_FW_PROGRESS_RESET)
		reason = "it was reset, and not by the driver";
	else if ((progress & 0xff00) == SMGPU_FW_PROGRESS_PANIC)
		reason = "firmware panic";
	else
		reason = smgpu_watch_hangcheck(sdev);
	/* It stopped to answer in between: then the clock that was read is all ones. */
	if (reason && !smgpu_device_answers(sdev)) {
		reason = NULL;
		smgpu_slot_silence(sdev);
	}
out_unlock:
	mutex_unlock(&w->lock);

	if (reason)
		smgpu_reset_trigger_old(sdev, generation, reason);
}

/**
 * smgpu_watch_flush() - wait for a poll that is under way
 * @sdev: device that is wedged or gone, so that the next one reads no register and nothing that
 *	the firmware has written
 *
 * Afterwards registers may read all ones, and the card is not taken for lost.
 */
void smgpu_watch_flush(struct smgpu_device *sdev)
{
	mutex_lock(&sdev->watch.lock);
	mutex_unlock(&sdev->watch.lock);
}

/*
 * Is the first job of @ch there for longer than any may be? @clock is read once for all of them.
 * With &smgpu_device.objects_lock held.
 */
static bool smgpu_watch_overdue(struct smgpu_channel *ch, u64 *clock)
{
	struct smgpu_device *sdev = ch->sdev;
	struct smgpu_job_sample now;
	struct smgpu_fence *first;
	bool old, overdue = false;
	unsigned int i;

	spin_lock(&ch->lock);
	first = list_first_entry_or_null(&ch->pending, struct smgpu_fence, link);
	if (!first || first->base.seqno != ch->watched) {
		ch->watched = first ? first->base.seqno : 0;
		ch->watched_wall = jiffies;
		ch->watched_job.clock = 0;
	}
	old = first && time_after(jiffies, ch->watched_wall + SMGPU_JOB_WALL_S * HZ);
	spin_unlock(&ch->lock);
	if (!old)
		return false;

	if (!*clock)
		*clock = smgpu_device_timebase(sdev);
	if (*clock == U64_MAX)
		return false;
	now.clock = *clock;
	now.others = sdev->busy;
	spin_lock(&ch->lock);
	for (i = 0; i < SMGPU_FW_ENGINES; i++)
		now.others -= ch->usage[i].sum;
	if (!ch->watched_job.clock)
		ch->watched_job = now;
	else
		overdue = smgpu_job_overdue(&ch->watched_job, &now, sdev->card.timebase_hz,
					    smgpu_watch_slowdown());
	spin_unlock(&ch->lock);
	return overdue;
}

/* Kills channels whose first job takes too long. */
static void smgpu_watch_jobs(struct smgpu_device *sdev)
{
	struct smgpu_channel *ch;
	unsigned long id;
	u64 clock = 0;

	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch)
		if (smgpu_watch_overdue(ch, &clock))
			smgpu_channel_expire(ch);
	mutex_unlock(&sdev->objects_lock);
}

/* Once a period, while commands or jobs are pending. Fences wait for it: it allocates nothing. */
static void smgpu_watch_work(struct work_struct *work)
{
	struct smgpu_device *sdev = container_of(work, struct smgpu_device, watch.work.work);
	u32 heartbeat = READ_ONCE(sdev->fw.shared->heartbeat);
	bool signalling, again = false;

	signalling = dma_fence_begin_signalling();
	smgpu_watch_poll(sdev);
	if (smgpu_watch_paused(sdev))
		goto out_end;

	if (atomic_read(&sdev->jobs_in_flight)) {
		smgpu_watch_jobs(sdev);
		/* In steady progress no command is sent and no register is read. */
		if (heartbeat == sdev->watch.heartbeat)
			smgpu_cmd_send_nop(sdev);
		sdev->watch.heartbeat = heartbeat;
		again = true;
	}
	again |= smgpu_cmd_pending(sdev);
out_end:
	dma_fence_end_signalling(signalling);
	if (again)
		smgpu_watch_start(sdev);
}

/**
 * smgpu_watch_start() - poll from here on, until nothing is pending
 * @sdev: device
 */
void smgpu_watch_start(struct smgpu_device *sdev)
{
	queue_delayed_work(sdev->wq, &sdev->watch.work, SMGPU_WATCH_PERIOD);
}

/**
 * smgpu_watch_ping() - have the firmware show that it is alive, now and then
 * @sdev: device
 *
 * For owners of user queues, which wait for the card without the driver's knowledge.
 */
void smgpu_watch_ping(struct smgpu_device *sdev)
{
	int srcu;

	if (!smgpu_device_hold(sdev, &srcu))
		return;
	/* Owners may call often; the card gets one command in a period. */
	if (!delayed_work_pending(&sdev->watch.work)) {
		smgpu_cmd_send_nop(sdev);
		smgpu_watch_start(sdev);
	}
	smgpu_device_unhold(sdev, srcu);
}

/**
 * smgpu_watch_init() - prepare, before the firmware runs
 * @sdev: device
 */
void smgpu_watch_init(struct smgpu_device *sdev)
{
	mutex_init(&sdev->watch.lock);
	INIT_DELAYED_WORK(&sdev->watch.work, smgpu_watch_work);
}

/**
 * smgpu_watch_fini() - end polling
 * @sdev: device whose card is halted
 */
void smgpu_watch_fini(struct smgpu_device *sdev)
{
	cancel_delayed_work_sync(&sdev->watch.work);
}
