/* SPDX-License-Identifier: MIT */
/* The guest's RAM as QEMU tells it: some ranges of bus addresses, each mapped from a file descriptor. */
#ifndef SMGPU_SIM_GUEST_MEM_H
#define SMGPU_SIM_GUEST_MEM_H

#include <stddef.h>
#include <stdint.h>

#define GUEST_MEM_RANGES 8

struct guest_mem {
	unsigned used;
	struct guest_range {
		uint64_t base, bytes;
		unsigned char *at;	/* base is here */
		void *map;		/* what mmap() gave, page aligned */
		size_t map_bytes;
	} range[GUEST_MEM_RANGES];
};

void guest_mem_clear(struct guest_mem *m);

/* Maps another range; the descriptor may be closed afterwards. 0 or a negative errno. */
int guest_mem_add(struct guest_mem *m, uint64_t base, uint64_t bytes, int fd, uint64_t offset);

/* All or nothing; -EFAULT where the guest has no RAM. An access may cross adjacent ranges. */
int guest_mem_read(const struct guest_mem *m, uint64_t addr, void *buf, size_t len);
int guest_mem_write(const struct guest_mem *m, uint64_t addr, const void *buf, size_t len);

#endif
