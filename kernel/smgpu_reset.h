/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_RESET_H_
#define _SMGPU_RESET_H_

#include <linux/types.h>

struct smgpu_device;

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

#endif
