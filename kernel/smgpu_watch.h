/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_WATCH_H_
#define _SMGPU_WATCH_H_

#include <linux/jiffies.h>
#include <linux/mutex.h>
#include <linux/types.h>
#include <linux/workqueue.h>

struct smgpu_device;

#define SMGPU_WATCH_PERIOD	HZ

/** struct smgpu_watch - what was seen of a card that owes an answer */
struct smgpu_watch {
	/** @lock: guards the fields below, but for @work */
	struct mutex lock;
	/** @work: looks again while something is owed */
	struct delayed_work work;
	/** @generation: of the firmware that owes it */
	u32 generation;
	/** @taken: commands the firmware had taken when it was last seen to take or answer one */
	u32 taken;
	/** @answered: events it had written then */
	u32 answered;
	/** @timebase: card time then */
	u64 timebase;
	/** @wall: jiffies then */
	unsigned long wall;
	/** @clock: card time when it was last read */
	u64 clock;
	/** @clock_wall: jiffies when @clock was last seen to change */
	unsigned long clock_wall;
	/** @owed: the fields above hold something */
	bool owed;
	/** @heartbeat: at the last look of @work */
	u32 heartbeat;
};

void smgpu_watch_init(struct smgpu_device *sdev);
void smgpu_watch_fini(struct smgpu_device *sdev);
void smgpu_watch_start(struct smgpu_device *sdev);
void smgpu_watch_look(struct smgpu_device *sdev);
void smgpu_watch_ping(struct smgpu_device *sdev);

#endif
