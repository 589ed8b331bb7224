/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How what clients share is shared. Pure logic: tested on the host and by KUnit.
 */
#ifndef _SMGPU_SHARE_H_
#define _SMGPU_SHARE_H_

#ifdef __KERNEL__
#include <linux/math64.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <linux/types.h>
#include "host_shim.h"
#endif

/**
 * smgpu_limit_refuses() - is a request to be refused, so that others get something too?
 * @total: all there is
 * @left: what would be left after the request
 * @mine: what the asking party would hold after it
 * @reserve: percent of @total that is kept from users that hold more than their share
 * @share: that share, in percent of @total
 *
 * Return: whether it is.
 */
static inline bool smgpu_limit_refuses(__u64 total, __u64 left, __u64 mine, __u32 reserve,
				       __u32 share)
{
	__u64 kept = div_u64(total * reserve, 100);
	__u64 allowed = div_u64(total * share, 100);

	if (!reserve)
		return false;
	if (!kept)
		kept = 1;
	if (!allowed)
		allowed = 1;
	return left < kept && mine > allowed;
}

#endif
