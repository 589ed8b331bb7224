// SPDX-License-Identifier: MIT
#include "guest_mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

struct guest_file {
	struct guest_file *next;
	dev_t dev;
	ino_t ino;
	unsigned char *at;
	size_t bytes;
	unsigned uses;
};

static void put_file(struct guest_mem *m, struct guest_file *f)
{
	struct guest_file **at = &m->files;

	if (--f->uses)
		return;
	while (*at != f)
		at = &(*at)->next;
	*at = f->next;
	munmap(f->at, f->bytes);
	free(f);
}

/* The file behind fd, with at least so many bytes. NULL with *err set */
static struct guest_file *get_file(struct guest_mem *m, int fd, uint64_t bytes, int *err)
{
	struct guest_file *f;
	struct stat st;

	*err = -EINVAL;
	if (fstat(fd, &st) || st.st_size < 0 || (uint64_t)st.st_size < bytes)
		return NULL;
	for (f = m->files; f; f = f->next) {
		if (f->dev == st.st_dev && f->ino == st.st_ino && f->bytes >= bytes) {
			f->uses++;
			return f;
		}
	}
	*err = -ENOMEM;
	f = calloc(1, sizeof(*f));
	if (!f)
		return NULL;
	f->bytes = (size_t)st.st_size;
	f->at = mmap(NULL, f->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (f->at == MAP_FAILED) {
		*err = -errno;
		free(f);
		return NULL;
	}
	f->dev = st.st_dev;
	f->ino = st.st_ino;
	f->uses = 1;
	f->next = m->files;
	m->files = f;
	return f;
}

void guest_mem_clear(struct guest_mem *m)
{
	for (unsigned i = 0; i < m->used; i++)
		put_file(m, m->range[i].file);
	free(m->range);
	*m = (struct guest_mem){ 0 };
}

/* How many ranges end at or before addr: the index of the one that holds addr, if one does */
static unsigned below(const struct guest_mem *m, uint64_t addr)
{
	unsigned low = 0, high = m->used;

	while (low < high) {
		unsigned mid = (low + high) / 2;
		const struct guest_range *r = &m->range[mid];

		if (r->base + (r->bytes - 1) < addr)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

int guest_mem_add(struct guest_mem *m, uint64_t base, uint64_t bytes, int fd, uint64_t offset,
		  bool writable)
{
	uint64_t last = base + (bytes - 1);
	struct guest_file *f;
	unsigned at;
	int err;

	if (!bytes || last < base || offset + bytes < offset)
		return -EINVAL;
	at = below(m, base);
	if (at < m->used && m->range[at].base <= last)
		return -EEXIST;
	if (m->used == GUEST_MEM_RANGES)
		return -ENOSPC;
	if (m->used == m->room) {
		unsigned room = m->room ? 2 * m->room : 16;
		struct guest_range *r = realloc(m->range, room * sizeof(*r));

		if (!r)
			return -ENOMEM;
		m->range = r;
		m->room = room;
	}
	f = get_file(m, fd, offset + bytes, &err);
	if (!f)
		return err;
	memmove(m->range + at + 1, m->range + at, (m->used - at) * sizeof(*m->range));
	m->range[at] = (struct guest_range){ base, bytes, f, f->at + offset, writable };
	m->used++;
	return 0;
}

int guest_mem_remove(struct guest_mem *m, uint64_t base, uint64_t bytes)
{
	uint64_t last = base + (bytes - 1);
	unsigned first, end;

	if (!bytes || last < base)
		return -EINVAL;
	first = below(m, base);
	for (end = first; end < m->used && m->range[end].base <= last; end++)
		if (m->range[end].base < base ||
		    m->range[end].base + (m->range[end].bytes - 1) > last)
			return -EINVAL;
	for (unsigned i = first; i < end; i++)
		put_file(m, m->range[i].file);
	if (end > first)
		memmove(m->range + first, m->range + end, (m->used - end) * sizeof(*m->range));
	m->used -= end - first;
	return (int)(end - first);
}

/* Where addr lies, and how many of len bytes lie in that range. */
static const struct guest_range *find(const struct guest_mem *m, uint64_t addr, size_t len,
				      size_t *here)
{
	unsigned at = below(m, addr);
	const struct guest_range *r = &m->range[at];
	uint64_t rest;

	if (at == m->used || r->base > addr)
		return NULL;
	rest = r->bytes - (addr - r->base);
	*here = len < rest ? len : rest;
	return r;
}

static bool covered(const struct guest_mem *m, uint64_t addr, size_t len, bool write)
{
	size_t here = 0;

	for (; len; addr += here, len -= here) {
		const struct guest_range *r = find(m, addr, len, &here);

		if (!r || (write && !r->writable))
			return false;
	}
	return true;
}

/*
 * Aligned words are copied whole: the guest polls sequence numbers and indices that the card
 * writes, and must never see half of one.
 */
static void copy(unsigned char *to, const unsigned char *from, size_t len)
{
	if (((uintptr_t)to | (uintptr_t)from | len) & 3) {
		memcpy(to, from, len);
		return;
	}
	while (len) {
		if (!(((uintptr_t)to | (uintptr_t)from) & 7) && len >= 8) {
			__atomic_store_n((uint64_t *)to,
					 __atomic_load_n((const uint64_t *)from, __ATOMIC_RELAXED),
					 __ATOMIC_RELEASE);
			to += 8, from += 8, len -= 8;
		} else {
			__atomic_store_n((uint32_t *)to,
					 __atomic_load_n((const uint32_t *)from, __ATOMIC_RELAXED),
					 __ATOMIC_RELEASE);
			to += 4, from += 4, len -= 4;
		}
	}
}

int guest_mem_read(const struct guest_mem *m, uint64_t addr, void *buf, size_t len)
{
	unsigned char *to = buf;
	size_t here = 0;

	if (!covered(m, addr, len, false))
		return -EFAULT;
	for (; len; addr += here, to += here, len -= here) {
		const struct guest_range *r = find(m, addr, len, &here);

		copy(to, r->at + (addr - r->base), here);
	}
	return 0;
}

int guest_mem_write(const struct guest_mem *m, uint64_t addr, const void *buf, size_t len)
{
	const unsigned char *from = buf;
	size_t here = 0;

	if (!covered(m, addr, len, true))
		return -EFAULT;
	for (; len; addr += here, from += here, len -= here) {
		const struct guest_range *r = find(m, addr, len, &here);

		copy(r->at + (addr - r->base), from, here);
	}
	return 0;
}
