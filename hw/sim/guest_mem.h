/* SPDX-License-Identifier: MIT */
/*
 * The guest's RAM as the machine tells it: ranges of bus addresses, each a part of a file. Behind
 * an IOMMU each page that the guest maps is a range of its own, so a file is mapped once and its
 * ranges share that.
 */
#ifndef SMGPU_SIM_GUEST_MEM_H
#define SMGPU_SIM_GUEST_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GUEST_MEM_RANGES 65535

struct guest_file;

struct guest_mem {
	unsigned used, room;
	struct guest_range {
		uint64_t base, bytes;
		struct guest_file *file;
		unsigned char *at;	/* base is here */
		bool writable;
	} *range;			/* by rising base */
	struct guest_file *files;
};

void guest_mem_clear(struct guest_mem *m);

/*
 * Another range; the descriptor may be closed afterwards. 0 or a negative errno: -EEXIST where one
 * of these addresses has RAM already, -EINVAL where the file is shorter, -ENOSPC for too many.
 */
int guest_mem_add(struct guest_mem *m, uint64_t base, uint64_t bytes, int fd, uint64_t offset,
		  bool writable);

/* All ranges inside these addresses. How many there were; -EINVAL if a range lies only in part
 * inside: nothing is done. */
int guest_mem_remove(struct guest_mem *m, uint64_t base, uint64_t bytes);

/* All or nothing; -EFAULT where the guest has no RAM, or none to write. An access may cross
 * adjacent ranges. */
int guest_mem_read(const struct guest_mem *m, uint64_t addr, void *buf, size_t len);
int guest_mem_write(const struct guest_mem *m, uint64_t addr, const void *buf, size_t len);

#endif
