/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_WATCH_H_
#define _SMGPU_WATCH_H_

#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/workqueue.h>

#include "smgpu_hangcheck.h"

struct smgpu_device;

#define SMGPU_WATCH_PERIOD	HZ

/**
 * struct smgpu_watch - looks at a card that owes an answer, or the end of a job
 */
struct smgpu_watch {
	/** @lock: guards @hangcheck, and is held while registers are read */
	struct mutex lock;
	/** @work: looks again while something is owed */
	struct delayed_work work;
	/** @hangcheck: what was seen of a card that owes an answer */
	struct smgpu_hangcheck hangcheck;
	/** @heartbeat: at the last look of @work */
	u32 heartbeat;
};

u32 smgpu_watch_slowdown(void);
u64 smgpu_watch_longest(struct smgpu_device *sdev);
void smgpu_watch_init(struct smgpu_device *sdev);
void smgpu_watch_fini(struct smgpu_device *sdev);
void smgpu_watch_start(struct smgpu_device *sdev);
void smgpu_watch_poll(struct smgpu_device *sdev);
void smgpu_watch_flush(struct smgpu_device *sdev);
void smgpu_watch_ping(struct smgpu_device *sdev);

#endif
