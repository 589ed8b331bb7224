/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_OBJECT_H_
#define _SMGPU_OBJECT_H_

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
	/** @SMGPU_OBJECT_GONE: it has forgotten it */
	SMGPU_OBJECT_GONE,
};

bool smgpu_object_mark_live(struct smgpu_device *sdev, enum smgpu_object_state *state,
			    u32 generation);
void smgpu_object_quiesce(struct smgpu_device *sdev, enum smgpu_object_state *state,
			  const struct smgpu_fw_cmd *cmd);

#endif
