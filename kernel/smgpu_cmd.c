// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Command ring: how the kernel asks the firmware for something and waits for the answer.
 *
 * A batch is begin, any number of push, finish. Commands run in order, so the answer to the last
 * one covers all; only that one has a cookie. An earlier one that fails is reported with cookie 0
 * before the last is answered.
 */
#include <linux/completion.h>
#include <linux/delay.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_ring.h"

/**
 * struct smgpu_cmd_waiter - one caller of smgpu_cmd_finish()
 */
struct smgpu_cmd_waiter {
	/** @done: answered or aborted */
	struct completion done;
	/** @status: first error of the batch; until @done guarded by &smgpu_cmdq.waiters' lock */
	int status;
};

/**
 * smgpu_cmd_init() - prepare the queue, before the firmware runs
 * @sdev: device
 */
void smgpu_cmd_init(struct smgpu_device *sdev)
{
	mutex_init(&sdev->cmdq.lock);
	xa_init(&sdev->cmdq.waiters);
	sdev->cmdq.next_cookie = 1;
}

static void smgpu_cmd_ring_doorbell(struct smgpu_device *sdev)
{
	struct smgpu_cmdq *q = &sdev->cmdq;

	if (q->rung == q->put)
		return;
	q->rung = q->put;
	smgpu_doorbell(sdev, 0, q->put);
}

static int smgpu_cmd_wait_room(struct smgpu_device *sdev)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_liveness live = { };
	unsigned long look = jiffies + SMGPU_LIVENESS_PERIOD;

	while (!smgpu_ring_room(SMGPU_CMD_ENTRIES, q->put,
				READ_ONCE(sdev->fw.shared->ring_get[0]))) {
		if (sdev->lost || sdev->wedged)
			return -EIO;
		smgpu_cmd_ring_doorbell(sdev);
		usleep_range(20, 200);
		if (time_after(jiffies, look)) {
			int ret = smgpu_liveness_check(sdev, &live);

			if (ret)
				return ret;
			look = jiffies + SMGPU_LIVENESS_PERIOD;
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
	q->put++;
}

/**
 * smgpu_cmd_begin() - start a batch of commands
 * @sdev: device
 *
 * Return: 0: the caller owns the ring until smgpu_cmd_finish(). -ENODEV: the card is gone, but may
 * still reach the host's memory: smgpu_reset_after_failure() waits until it can't. It is not
 * waited for here, because unplugging waits for readers of debugfs before it halts the card.
 * -EIO: the firmware is dead.
 */
int smgpu_cmd_begin(struct smgpu_device *sdev)
{
	int srcu;

	if (!drm_dev_enter(&sdev->drm, &srcu))
		return -ENODEV;

	mutex_lock(&sdev->cmdq.lock);
	if (sdev->lost || sdev->wedged) {
		mutex_unlock(&sdev->cmdq.lock);
		drm_dev_exit(srcu);
		return sdev->lost ? -ENODEV : -EIO;
	}
	sdev->cmdq.srcu = srcu;
	return 0;
}

/**
 * smgpu_cmd_push() - add a command to the batch
 * @sdev: device
 * @cmd: the command; its cookie is ignored
 *
 * Return: 0 or an errno; smgpu_cmd_finish() must be called in both cases.
 */
int smgpu_cmd_push(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd)
{
	int ret;

	lockdep_assert_held(&sdev->cmdq.lock);

	ret = smgpu_cmd_wait_room(sdev);
	if (!ret)
		smgpu_cmd_put_locked(sdev, cmd, 0);
	return ret;
}

static int smgpu_cmd_wait(struct smgpu_device *sdev, u32 cookie, struct smgpu_cmd_waiter *waiter)
{
	struct smgpu_liveness live = { };
	int ret;

	while (!wait_for_completion_timeout(&waiter->done, SMGPU_LIVENESS_PERIOD)) {
		/* A lost interrupt must not look like dead firmware. */
		smgpu_irq_process(sdev);
		if (completion_done(&waiter->done))
			break;
		ret = smgpu_liveness_check(sdev, &live);
		if (!ret)
			continue;
		xa_lock(&sdev->cmdq.waiters);
		__xa_erase(&sdev->cmdq.waiters, cookie);
		if (!waiter->status)
			waiter->status = ret;
		xa_unlock(&sdev->cmdq.waiters);
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
	int srcu = q->srcu;
	u32 cookie;
	int ret;

	lockdep_assert_held(&q->lock);

	init_completion(&waiter.done);
	ret = smgpu_cmd_wait_room(sdev);
	if (ret)
		goto out_unlock;

	cookie = q->next_cookie++;
	if (!q->next_cookie)
		q->next_cookie = 1;
	ret = xa_err(xa_store(&q->waiters, cookie, &waiter, GFP_KERNEL));
	if (ret)
		goto out_unlock;

	smgpu_cmd_put_locked(sdev, last ?: &nop, cookie);
	smgpu_cmd_ring_doorbell(sdev);
	mutex_unlock(&q->lock);

	ret = smgpu_cmd_wait(sdev, cookie, &waiter);
	goto out_exit;

out_unlock:
	smgpu_cmd_ring_doorbell(sdev);
	mutex_unlock(&q->lock);
out_exit:
	if (srcu != SMGPU_CMD_NO_SRCU)
		drm_dev_exit(srcu);
	return ret;
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
 * smgpu_cmd_done() - handle a CMD_DONE event
 * @sdev: device
 * @cookie: of the command; 0 for an inner one of a batch, which failed
 * @status: errno
 */
void smgpu_cmd_done(struct smgpu_device *sdev, u32 cookie, int status)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_cmd_waiter *waiter;
	unsigned long i;

	/* -EIO and -ENODEV are the driver's words for firmware that did not answer. */
	if (status > 0 || status < -MAX_ERRNO)
		status = -EPROTO;
	else if (status == -EIO || status == -ENODEV)
		status = -EREMOTEIO;

	xa_lock(&q->waiters);
	if (cookie) {
		waiter = __xa_erase(&q->waiters, cookie);
		if (waiter) {
			if (!waiter->status)
				waiter->status = status;
			complete(&waiter->done);
		}
	} else {
		/* Which batch it was can't be told: all that wait hear of it. */
		xa_for_each(&q->waiters, i, waiter)
			if (!waiter->status)
				waiter->status = status;
	}
	xa_unlock(&q->waiters);

	if (!cookie)
		drm_err(&sdev->drm, "firmware failed a command of a batch: %d\n", status);
	else if (!waiter)
		drm_err(&sdev->drm, "firmware answered a command nobody waits for: cookie %#x\n",
			cookie);
}

/**
 * smgpu_cmd_abort() - fail everything that waits for the firmware
 * @sdev: device
 * @status: errno the waiters get
 */
void smgpu_cmd_abort(struct smgpu_device *sdev, int status)
{
	struct smgpu_cmdq *q = &sdev->cmdq;
	struct smgpu_cmd_waiter *waiter;
	unsigned long i;

	xa_lock(&q->waiters);
	xa_for_each(&q->waiters, i, waiter) {
		__xa_erase(&q->waiters, i);
		waiter->status = status;
		complete(&waiter->done);
	}
	xa_unlock(&q->waiters);
}
