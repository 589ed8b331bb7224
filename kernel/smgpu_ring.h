/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_RING_H_
#define _SMGPU_RING_H_

/* Pure logic: built into the module and into the host's unit tests. */

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
#include <linux/types.h>
#endif

/*
 * Rings have a power-of-two number of entries and free-running 32-bit indices. @get comes from
 * the card: an index that claims more than was put is a broken card and reads as a full ring,
 * never as room.
 */
static inline __u32 smgpu_ring_used(__u32 put, __u32 get)
{
	return put - get;
}

static inline __u32 smgpu_ring_room(__u32 entries, __u32 put, __u32 get)
{
	__u32 used = smgpu_ring_used(put, get);

	return used >= entries ? 0 : entries - used;
}

static inline __u32 smgpu_ring_slot(__u32 entries, __u32 index)
{
	return index & (entries - 1);
}

/* Is @seqno complete when the card says that all up to @done are? */
static inline bool smgpu_seqno_passed(__u64 seqno, __u64 done)
{
	return (__s64)(done - seqno) >= 0;
}

#endif
