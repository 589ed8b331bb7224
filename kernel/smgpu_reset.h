/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_RESET_H_
#define _SMGPU_RESET_H_

#include <linux/types.h>

struct smgpu_device;
struct smgpu_fw_cmd;

/**
 * enum smgpu_object_state - what the card knows of a VM or channel
 */
enum smgpu_object_state {
	/** @SMGPU_OBJECT_NEW: nothing, or a command that tells it is not answered yet */
	SMGPU_OBJECT_NEW,
	/** @SMGPU_OBJECT_LIVE: it has it, and new firmware is given it back */
	SMGPU_OBJECT_LIVE,
	/** @SMGPU_OBJECT_DYING: it is being told to forget it; new firmware does not get it */
	SMGPU_OBJECT_DYING,
};

/* Resets that one request, or one recovery, may cost. */
#define SMGPU_RESET_TRIES	3

void smgpu_reset_init(struct smgpu_device *sdev);
void smgpu_reset_fini(struct smgpu_device *sdev);
void smgpu_reset_halt(struct smgpu_device *sdev);
void smgpu_reset_lost(struct smgpu_device *sdev, const char *reason);
void smgpu_reset_trigger(struct smgpu_device *sdev, const char *reason);
void smgpu_reset_trigger_old(struct smgpu_device *sdev, u32 generation, const char *reason);
void smgpu_reset_schedulers(struct smgpu_device *sdev, bool run);
void smgpu_reset_release(struct smgpu_device *sdev);
void smgpu_reset_prepare(struct smgpu_device *sdev, bool reachable);
int smgpu_reset_done(struct smgpu_device *sdev);
int smgpu_reset_map_lock(struct smgpu_device *sdev);
void smgpu_reset_map_unlock(struct smgpu_device *sdev);
void smgpu_reset_after_failure(struct smgpu_device *sdev, const char *reason, int error);
bool smgpu_reset_mark_live(struct smgpu_device *sdev, enum smgpu_object_state *state,
			   u32 generation);
void smgpu_reset_quiesce(struct smgpu_device *sdev, enum smgpu_object_state *state,
			 const struct smgpu_fw_cmd *cmd);

#endif
