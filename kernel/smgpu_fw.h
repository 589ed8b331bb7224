/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_FW_H_
#define _SMGPU_FW_H_

struct smgpu_device;

int smgpu_fw_mem_init(struct smgpu_device *sdev);
void smgpu_fw_mem_fini(struct smgpu_device *sdev);
int smgpu_fw_read(struct smgpu_device *sdev);
int smgpu_fw_boot(struct smgpu_device *sdev);

#endif
