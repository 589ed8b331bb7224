/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * How long a client has had the card's engines. Pure logic: tested on the host and by KUnit.
 */
#ifndef _SMGPU_USAGE_H_
#define _SMGPU_USAGE_H_

#ifdef __KERNEL__
#include <linux/math64.h>
#include <linux/time64.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <linux/types.h>
#include "host_shim.h"
#endif

/**
 * struct smgpu_usage - cycles of one engine
 * @begun: the firmware has had the channel; before, it tells of the last one with its number
 * @told: what the firmware reported last; it counts from 0 when it gets the channel, and again
 *	when it was loaded anew
 * @sum: what all of it comes to, which never falls
 */
struct smgpu_usage {
	bool begun;
	__u64 told;
	__u64 sum;
};

/**
 * smgpu_usage_begin() - the firmware has the channel; once
 * @usage: what is known
 */
static inline void smgpu_usage_begin(struct smgpu_usage *usage)
{
	usage->begun = true;
}

/**
 * smgpu_usage_take() - add what the firmware has counted
 * @usage: what is known
 * @told: cycles since the firmware got the channel
 *
 * Return: what was added; nothing for a channel that the firmware never had.
 */
static inline __u64 smgpu_usage_take(struct smgpu_usage *usage, __u64 told)
{
	__u64 more;

	if (!usage->begun)
		return 0;
	more = told > usage->told ? told - usage->told : 0;
	usage->sum += more;
	usage->told = told;
	return more;
}

/**
 * smgpu_usage_ns() - time that cycles take
 * @cycles: any number
 * @hz: cycles in a second, > 0
 *
 * Return: nanoseconds, rounded down; exact, without overflow for five hundred years.
 */
static inline __u64 smgpu_usage_ns(__u64 cycles, __u32 hz)
{
	__u32 rest;
	__u64 seconds = div_u64_rem(cycles, hz, &rest);

	return seconds * NSEC_PER_SEC + div_u64((__u64)rest * NSEC_PER_SEC, hz);
}

#endif
