/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_TASKS_H_
#define _SMGPU_TASKS_H_

#include <linux/types.h>

#include <drm/smgpu_drm.h>

struct seq_file;
struct smgpu_device;

/* Room for more tasks than a firmware keeps, and for all warps of an SM */
#define SMGPU_TASKS_BYTES	16384

int smgpu_tasks_init(struct smgpu_device *sdev);
void smgpu_tasks_fini(struct smgpu_device *sdev);
int smgpu_tasks_show(struct seq_file *m, void *unused);
const char *smgpu_tasks_type(u32 type);
enum drm_smgpu_warp_state smgpu_warps_state(u32 state);
int smgpu_warps_show(struct seq_file *m, void *unused);

#endif
