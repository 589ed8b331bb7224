// SPDX-License-Identifier: MIT
#include "guest_mem.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void guest_mem_clear(struct guest_mem *m)
{
	for (unsigned i = 0; i < m->used; i++)
		munmap(m->range[i].map, m->range[i].map_bytes);
	m->used = 0;
}

int guest_mem_add(struct guest_mem *m, uint64_t base, uint64_t bytes, int fd, uint64_t offset)
{
	uint64_t in_page = offset % (uint64_t)sysconf(_SC_PAGESIZE);
	struct guest_range *r;

	if (m->used == GUEST_MEM_RANGES)
		return -ENOSPC;
	if (!bytes || base + bytes < base)
		return -EINVAL;
	r = &m->range[m->used];
	r->map_bytes = bytes + in_page;
	r->map = mmap(NULL, r->map_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, (off_t)(offset - in_page));
	if (r->map == MAP_FAILED)
		return -errno;
	r->at = (unsigned char *)r->map + in_page;
	r->base = base;
	r->bytes = bytes;
	m->used++;
	return 0;
}

/* Where addr lies, and how many of len bytes lie in that range. */
static unsigned char *find(const struct guest_mem *m, uint64_t addr, size_t len, size_t *here)
{
	for (unsigned i = 0; i < m->used; i++) {
		const struct guest_range *r = &m->range[i];
		uint64_t off = addr - r->base;

		if (addr < r->base || off >= r->bytes)
			continue;
		*here = len < r->bytes - off ? len : r->bytes - off;
		return r->at + off;
	}
	return NULL;
}

static bool covered(const struct guest_mem *m, uint64_t addr, size_t len)
{
	size_t here = 0;

	for (; len; addr += here, len -= here)
		if (!find(m, addr, len, &here))
			return false;
	return true;
}

/*
 * Aligned words are copied whole: the guest polls sequence numbers and indices that the card writes, and must never see
 * half of one.
 */
static void copy(unsigned char *to, const unsigned char *from, size_t len)
{
	if (((uintptr_t)to | (uintptr_t)from | len) & 3) {
		memcpy(to, from, len);
		return;
	}
	while (len) {
		if (!(((uintptr_t)to | (uintptr_t)from) & 7) && len >= 8) {
			__atomic_store_n((uint64_t *)to, __atomic_load_n((const uint64_t *)from, __ATOMIC_RELAXED),
					 __ATOMIC_RELEASE);
			to += 8, from += 8, len -= 8;
		} else {
			__atomic_store_n((uint32_t *)to, __atomic_load_n((const uint32_t *)from, __ATOMIC_RELAXED),
					 __ATOMIC_RELEASE);
			to += 4, from += 4, len -= 4;
		}
	}
}

int guest_mem_read(const struct guest_mem *m, uint64_t addr, void *buf, size_t len)
{
	unsigned char *to = buf, *from;
	size_t here = 0;

	if (!covered(m, addr, len))
		return -EFAULT;
	for (; len; addr += here, to += here, len -= here) {
		from = find(m, addr, len, &here);
		copy(to, from, here);
	}
	return 0;
}

int guest_mem_write(const struct guest_mem *m, uint64_t addr, const void *buf, size_t len)
{
	const unsigned char *from = buf;
	unsigned char *to;
	size_t here = 0;

	if (!covered(m, addr, len))
		return -EFAULT;
	for (; len; addr += here, from += here, len -= here) {
		to = find(m, addr, len, &here);
		copy(to, from, here);
	}
	return 0;
}
