/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_SLOT_H_
#define _SMGPU_SLOT_H_

#include <linux/types.h>

struct pci_error_handlers;
struct smgpu_device;

extern const struct pci_error_handlers smgpu_slot_handlers;

void smgpu_slot_init(struct smgpu_device *sdev);
void smgpu_slot_fini(struct smgpu_device *sdev);
void smgpu_slot_silence(struct smgpu_device *sdev);
int smgpu_slot_wait(struct smgpu_device *sdev);
bool smgpu_slot_takes_over(struct smgpu_device *sdev);

#endif
