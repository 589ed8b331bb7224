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
 * struct smgpu_watch - polls a card with pending commands or jobs
 */
struct smgpu_watch {
	/** @lock: guards @hangcheck, and is held while registers are read */
	struct mutex lock;
	/** @work: polls again while something is pending */
	struct delayed_work work;
	/** @hangcheck: what was seen of the card while a command was pending */
	struct smgpu_hangcheck hangcheck;
	/** @heartbeat: at the last poll of @work */
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
