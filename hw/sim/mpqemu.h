/* SPDX-License-Identifier: MIT */
/*
 * Wire format of QEMU's multi-process link (hw/remote/mpqemu-link.h of QEMU 4.2 to 9.x): a header,
 * then the payload in the host's byte order; file descriptors travel as ancillary data of the
 * header.
 */
#ifndef SMGPU_SIM_MPQEMU_H
#define SMGPU_SIM_MPQEMU_H

#include <stdint.h>

#define MPQEMU_RANGES 8

enum mpqemu_cmd {
	MPQEMU_SYNC_SYSMEM = 0,		/* no answer */
	MPQEMU_RET = 1,			/* our answers: a uint64_t */
	MPQEMU_CONFIG_WRITE = 2,
	MPQEMU_CONFIG_READ = 3,
	MPQEMU_BAR_WRITE = 4,
	MPQEMU_BAR_READ = 5,
	MPQEMU_SET_IRQFD = 6,		/* no answer */
	MPQEMU_DEVICE_RESET = 7,
};

struct mpqemu_header {
	int32_t cmd;
	int32_t pad;
	uint64_t size;			/* of the payload */
};

struct mpqemu_sysmem {
	uint64_t gpa[MPQEMU_RANGES];
	uint64_t size[MPQEMU_RANGES];
	int64_t offset[MPQEMU_RANGES];
};

struct mpqemu_config {
	uint32_t addr, val;
	int32_t len;
};

struct mpqemu_bar {
	uint64_t addr, val;
	uint32_t size;
	uint8_t memory, pad[3];
};

_Static_assert(sizeof(struct mpqemu_header) == 16, "QEMU's header");
_Static_assert(sizeof(struct mpqemu_sysmem) == 192, "QEMU's SyncSysmemMsg");
_Static_assert(sizeof(struct mpqemu_config) == 12, "QEMU's PciConfDataMsg");
_Static_assert(sizeof(struct mpqemu_bar) == 24, "QEMU's BarAccessMsg");

#define MPQEMU_PAYLOAD_MAX sizeof(struct mpqemu_sysmem)

#endif
