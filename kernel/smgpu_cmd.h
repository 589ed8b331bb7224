/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_CMD_H_
#define _SMGPU_CMD_H_

#include <linux/types.h>

struct smgpu_device;
struct smgpu_fw_cmd;
struct smgpu_fw_event;

void smgpu_cmd_init(struct smgpu_device *sdev);
int smgpu_cmd_begin(struct smgpu_device *sdev);
void smgpu_cmd_restart(struct smgpu_device *sdev);
int smgpu_cmd_push(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd);
int smgpu_cmd_finish(struct smgpu_device *sdev, const struct smgpu_fw_cmd *last);
int smgpu_cmd_run(struct smgpu_device *sdev, const struct smgpu_fw_cmd *cmd);
void smgpu_cmd_send_nop(struct smgpu_device *sdev);
bool smgpu_cmd_pending(struct smgpu_device *sdev);
void smgpu_cmd_done(struct smgpu_device *sdev, u32 cookie, int status);
void smgpu_cmd_abort(struct smgpu_device *sdev, int status);

#endif
