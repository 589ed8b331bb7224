// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Command ring: how the kernel asks the firmware for something and waits for the answer.
 *
 * A batch is begin, any number of push, finish. Commands run in order, so the answer to the last
 * one covers all; only that one has a cookie. An earlier one that fails is reported with cookie 0
 * before the last is answered.
 *
 * Callers do not hold the card, whose end would wait for the firmware then. What a batch touches of
 * the card stays for as long as the ring's lock is held: smgpu_reset_halt() takes the lock once no
 * batch begins any more.
 */
#include <linux/completion.h>
#include <linux/delay.h>
#include <linux/list.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_ring.h"
#include "smgpu_watch.h"

/**
 * struct smgpu_cmd_waiter - one caller of smgpu_cmd_finish()
 */
struct smgpu_cmd_waiter {
	/** @link: in &smgpu_cmdq.waiters until it is answered or aborted */
	struct list_head link;
	/** @done: answered or aborted */
	struct completion done;
	/** @cookie: of the batch's last command */
	u32 cookie;
	/** @status: first error of the batch; until @done guarded by &smgpu_cmdq.wait_lock */
	int status;
};

/**
 * smgpu_cmd_init() - prepare the queue, before the firmware runs
 * @sdev: device
 */
void smgpu_cmd_init(struct smgpu_device *sdev)
{
	mutex_init(&sdev->cmdq.lock);
	spin_lock_init(&sdev->cmdq.wait_lock);
	INIT_LIST_HEAD(&sdev->cmdq.waiters);
	sdev->cmdq.next_cookie = 1;
}

/* The errno of a command that the card will not answer; 0: it may yet. */
static int smgpu_cmd_refused(struct smgpu_device *sdev)
{
	if (READ_ONCE(sdev->lost) || READ_ONCE(sdev->gone))
		return -ENODEV;
	return READ_ONCE(sdev->wedged) ? -EIO : 0;
}

/* With &smgpu_cmdq.lock held, as the two below. */
static void smgpu_cmd_ring_doorbell(struct smgpu_device *sdev)
{
	struct smgpu_cmdq *q = &sdev->cmdq;

	if (q->rung == q->put)
		return;
	q->rung = q->put;
	smgpu_doorbell(sdev, 0, q->put);
}

/* Waits until the ring has a free entry, and looks for dead firmware meanwhile. */
static int smgpu_cmd_wait_room(struct smgpu_device *sdev)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	unsigned long look = jiffies + SMGPU_WATCH_PERIOD;
	int ret;

	while (!smgpu_ring_room(SMGPU_CMD_ENTRIES, q->put,
				READ_ONCE(sdev->fw.shared->ring_get[0]))) {
		ret = smgpu_cmd_refused(sdev);
		if (ret)
			return ret;
		smgpu_cmd_ring_doorbell(sdev);
		usleep_range(20, 200);
		if (time_after(jiffies, look)) {
			smgpu_watch_poll(sdev);
			look = jiffies + SMGPU_WATCH_PERIOD;
		}
	}
	return 0;
}

static void smgpu_cmd_put_locked(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd,
				 u32 cookie)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_fw_cmd *slot = &sdev->fw.cmds[smgpu_ring_slot(SMGPU_CMD_ENTRIES, q->put)];

	*slot = *cmd;
	slot->cookie = cookie;
	/* Files of debugfs and the watch read it without the lock. */
	WRITE_ONCE(q->put, q->put + 1);
}

/**
 * smgpu_cmd_begin() - start a batch of commands
 * @sdev: device
 *
 * Return: 0: the caller owns the ring until smgpu_cmd_finish(), and &smgpu_device.generation is the
 * firmware's that gets the batch. -ENODEV: the card is gone, but may still reach the host's memory:
 * smgpu_reset_after_failure() waits until it can't. -EIO: the firmware is dead.
 */
int smgpu_cmd_begin(struct smgpu_device *sdev)
{
	int ret;

	mutex_lock(&sdev->cmdq.lock);
	ret = smgpu_cmd_refused(sdev);
	if (ret) {
		mutex_unlock(&sdev->cmdq.lock);
		return ret;
	}
	smgpu_cmd_restart(sdev);
	return 0;
}

/**
 * smgpu_cmd_restart() - forget how an earlier batch began
 * @sdev: device with &smgpu_cmdq.lock held
 */
void smgpu_cmd_restart(struct smgpu_device *sdev)
{
	struct smgpu_cmdq *q = &sdev->cmdq;

	lockdep_assert_held(&q->lock);
	spin_lock(&q->wait_lock);
	q->unfinished = 0;
	spin_unlock(&q->wait_lock);
}

/**
 * smgpu_cmd_push() - add a command to the batch
 * @sdev: device; &smgpu_device.irq_lock and &smgpu_device.objects_lock are not held, since one that
 *	waits for room handles what the firmware has written
 * @cmd: the command; its cookie is ignored
 *
 * Return: 0 or an errno; smgpu_cmd_finish() must be called in both cases.
 */
int smgpu_cmd_push(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd)
{
	int ret;

	lockdep_assert_held(&sdev->cmdq.lock);
	lockdep_assert_not_held(&sdev->objects_lock);
	lockdep_assert_not_held(&sdev->irq_lock);

	ret = smgpu_cmd_wait_room(sdev);
	if (!ret)
		smgpu_cmd_put_locked(sdev, cmd, 0);
	return ret;
}

/* Ends when the firmware answers, or when it is found dead: the watch guarantees one of both. */
static int smgpu_cmd_wait(struct smgpu_device *sdev, struct smgpu_cmd_waiter *waiter)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	int ret;

	while (!wait_for_completion_timeout(&waiter->done, SMGPU_WATCH_PERIOD)) {
		smgpu_watch_poll(sdev);
		ret = smgpu_cmd_refused(sdev);
		if (!ret)
			continue;
		spin_lock(&q->wait_lock);
		if (!list_empty(&waiter->link)) {
			list_del_init(&waiter->link);
			waiter->status = ret;
		}
		spin_unlock(&q->wait_lock);
		break;
	}
	return waiter->status;
}

/**
 * smgpu_cmd_finish() - end a batch and wait until the firmware has done all of it
 * @sdev: device
 * @last: last command of the batch, or NULL to give up the batch after a failed push
 *
 * Return: 0, -ENODEV, -EIO, or the errno the firmware answered.
 */
int smgpu_cmd_finish(struct smgpu_device *sdev, const struct smgpu_fw_cmd *last)
{
	const struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_cmd_waiter waiter = { };
	int ret;

	lockdep_assert_held(&q->lock);

	init_completion(&waiter.done);
	ret = smgpu_cmd_wait_room(sdev);
	if (ret) {
		mutex_unlock(&q->lock);
		return ret;
	}

	waiter.cookie = q->next_cookie++;
	if (!q->next_cookie)
		q->next_cookie = 1;

	spin_lock(&q->wait_lock);
	waiter.status = q->unfinished;
	list_add_tail(&waiter.link, &q->waiters);
	spin_unlock(&q->wait_lock);

	smgpu_cmd_put_locked(sdev, last ?: &nop, waiter.cookie);
	smgpu_cmd_ring_doorbell(sdev);
	mutex_unlock(&q->lock);

	return smgpu_cmd_wait(sdev, &waiter);
}

/**
 * smgpu_cmd_run() - run one command
 * @sdev: device
 * @cmd: the command
 *
 * Return: as smgpu_cmd_finish().
 */
int smgpu_cmd_run(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd)
{
	int ret = smgpu_cmd_begin(sdev);

	return ret ?: smgpu_cmd_finish(sdev, cmd);
}

/**
 * smgpu_cmd_send_nop() - have the firmware take a command that does nothing, and wait for nothing
 * @sdev: device
 *
 * Until it has taken it, smgpu_cmd_pending() is true. Whoever holds the ring sends one anyway.
 */
void smgpu_cmd_send_nop(struct smgpu_device *sdev)
{
	static const struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };

	if (!mutex_trylock(&sdev->cmdq.lock))
		return;
	if (!smgpu_cmd_refused(sdev) && !smgpu_cmd_pending(sdev)) {
		smgpu_cmd_put_locked(sdev, &nop, 0);
		smgpu_cmd_ring_doorbell(sdev);
	}
	mutex_unlock(&sdev->cmdq.lock);
}

/**
 * smgpu_cmd_pending() - has the firmware still to take or to answer a command?
 * @sdev: device
 *
 * Return: whether it has.
 */
bool smgpu_cmd_pending(struct smgpu_device *sdev)
{
	return READ_ONCE(sdev->cmdq.put) != READ_ONCE(sdev->fw.shared->ring_get[0]) ||
	       !list_empty_careful(&sdev->cmdq.waiters);
}

/**
 * smgpu_cmd_done() - handle a CMD_DONE event
 * @sdev: device
 * @cookie: of the command; 0 for an inner one of a batch, which failed
 * @status: errno
 *
 * Commands are answered in order, so an inner one belongs to the first batch that waits, or else
 * to the one that is not finished yet.
 */
void smgpu_cmd_done(struct smgpu_device *sdev, u32 cookie, int status)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_cmd_waiter *waiter;
	bool known = true;
	int *first;

	/* The driver's own -EIO and -ENODEV mean that the firmware did not answer. */
	if (status > 0 || status < -MAX_ERRNO)
		status = -EPROTO;
	else if (status == -EIO || status == -ENODEV)
		status = -EREMOTEIO;

	spin_lock(&q->wait_lock);
	waiter = list_first_entry_or_null(&q->waiters, struct smgpu_cmd_waiter, link);
	if (cookie) {
		known = waiter && waiter->cookie == cookie;
		if (known) {
			list_del_init(&waiter->link);
			if (!waiter->status)
				waiter->status = status;
			complete(&waiter->done);
		}
	} else {
		first = waiter ? &waiter->status : &q->unfinished;
		if (!*first)
			*first = status;
	}
	spin_unlock(&q->wait_lock);

	if (!cookie)
		drm_err(&sdev->drm, "firmware failed a command of a batch: %d\n", status);
	else if (!known && !smgpu_cmd_refused(sdev))	/* what was aborted may still be answered */
		drm_err(&sdev->drm,
			"firmware answered a command that is not waited for: cookie %#x\n", cookie);
}

/**
 * smgpu_cmd_abort() - fail everything that waits for the firmware
 * @sdev: device
 * @status: errno the waiters get
 */
void smgpu_cmd_abort(struct smgpu_device *sdev, int status)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_cmd_waiter *waiter, *next;

	spin_lock(&q->wait_lock);
	list_for_each_entry_safe(waiter, next, &q->waiters, link) {
		list_del_init(&waiter->link);
		waiter->status = status;
		complete(&waiter->done);
	}
	spin_unlock(&q->wait_lock);
}
