/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_DUMP_H_
#define _SMGPU_DUMP_H_

#include <linux/types.h>

struct drm_device;
struct drm_file;
struct smgpu_channel;
struct smgpu_device;

u32 smgpu_dump_bytes(const struct smgpu_device *sdev);
void smgpu_dump_clear(struct smgpu_channel *ch);
int smgpu_ioctl_channel_dump(struct drm_device *drm, void *data, struct drm_file *file);

#endif
