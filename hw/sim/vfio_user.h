/* SPDX-License-Identifier: MIT */
/*
 * Wire format of vfio-user 0.0 (docs/interop/vfio-user.rst of QEMU): a header, then the payload in
 * the host's byte order; file descriptors travel as ancillary data of the header. Payloads whose
 * name is there are those of <linux/vfio.h>.
 */
#ifndef SMGPU_SIM_VFIO_USER_H
#define SMGPU_SIM_VFIO_USER_H

#include <stdint.h>

enum vfio_user_command {
	VFIO_USER_VERSION = 1,
	VFIO_USER_DMA_MAP = 2,
	VFIO_USER_DMA_UNMAP = 3,
	VFIO_USER_DEVICE_GET_INFO = 4,
	VFIO_USER_DEVICE_GET_REGION_INFO = 5,
	VFIO_USER_DEVICE_GET_IRQ_INFO = 7,
	VFIO_USER_DEVICE_SET_IRQS = 8,
	VFIO_USER_REGION_READ = 9,
	VFIO_USER_REGION_WRITE = 10,
	VFIO_USER_DEVICE_RESET = 13,
	VFIO_USER_REGION_WRITE_MULTI = 15,
	VFIO_USER_COMMANDS
};

#define VFIO_USER_TYPE		0xfu	/* of a message: 0 = request, 1 = reply */
#define VFIO_USER_REPLY		0x1u
#define VFIO_USER_NO_REPLY	0x10u
#define VFIO_USER_ERROR		0x20u

/* Of one read or write of a region; the card says so when the versions are agreed */
#define VFIO_USER_XFER_MAX	65536u

struct vfio_user_header {
	uint16_t id, command;
	uint32_t size;			/* with this header */
	uint32_t flags, error;
};

struct vfio_user_version {
	uint16_t major, minor;
	char capabilities[];		/* JSON */
};

struct vfio_user_map {
	uint32_t argsz, flags;		/* VFIO_DMA_MAP_FLAG_* */
	uint64_t offset, iova, size;
};

struct vfio_user_unmap {
	uint32_t argsz, flags;		/* VFIO_DMA_UNMAP_FLAG_* */
	uint64_t iova, size;
};

struct vfio_user_region {
	uint64_t offset;
	uint32_t region, count;
	unsigned char data[];
};

struct vfio_user_multi {
	uint64_t count;
	struct {
		uint64_t offset;
		uint32_t region, count;
		unsigned char data[8];
	} write[];
};

_Static_assert(sizeof(struct vfio_user_header) == 16, "vfio-user's header");
_Static_assert(sizeof(struct vfio_user_map) == 32, "vfio-user's DMA_MAP");
_Static_assert(sizeof(struct vfio_user_unmap) == 24, "vfio-user's DMA_UNMAP");
_Static_assert(sizeof(struct vfio_user_region) == 16, "vfio-user's REGION_READ and REGION_WRITE");
_Static_assert(sizeof(((struct vfio_user_multi *)0)->write[0]) == 24,
	       "vfio-user's REGION_WRITE_MULTI");

#define VFIO_USER_PAYLOAD_MAX (sizeof(struct vfio_user_region) + VFIO_USER_XFER_MAX)

#endif
