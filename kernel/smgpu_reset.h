/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_RESET_H_
#define _SMGPU_RESET_H_

#include <linux/jiffies.h>
#include <linux/types.h>

struct smgpu_device;
struct smgpu_fw_cmd;

#define SMGPU_LIVENESS_PERIOD	HZ

/** struct smgpu_liveness - what the firmware looked like when it was last seen moving */
struct smgpu_liveness {
	/** @timebase: card time then */
	u64 timebase;
	/** @wall: jiffies then */
	unsigned long wall;
	/** @heartbeat: then */
	u32 heartbeat;
	/** @started: the other fields hold something */
	bool started;
};

void smgpu_reset_init(struct smgpu_device *sdev);
void smgpu_reset_fini(struct smgpu_device *sdev);
void smgpu_reset_halt(struct smgpu_device *sdev);
void smgpu_reset_trigger(struct smgpu_device *sdev, const char *reason);
void smgpu_reset_after_failure(struct smgpu_device *sdev, const char *reason, int error);
void smgpu_reset_quiesce(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd);
void smgpu_reset_watch(struct smgpu_device *sdev);
void smgpu_reset_ping(struct smgpu_device *sdev);
int smgpu_liveness_check(struct smgpu_device *sdev, struct smgpu_liveness *live);

#endif
