/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_SLOT_H_
#define _SMGPU_SLOT_H_

struct pci_error_handlers;
struct smgpu_device;

extern const struct pci_error_handlers smgpu_slot_handlers;

void smgpu_slot_init(struct smgpu_device *sdev);
void smgpu_slot_fini(struct smgpu_device *sdev);

#endif
