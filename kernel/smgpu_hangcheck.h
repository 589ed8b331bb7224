/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * When firmware with a pending command is dead, and when a job takes too long. Pure logic: tested
 * on the host and by KUnit.
 *
 * Limits are those of hardware. The card's clock of a simulation may be slower than it says, and
 * the host's programs slow beside it: @slowdown is how many times longer it may take.
 */
#ifndef _SMGPU_HANGCHECK_H_
#define _SMGPU_HANGCHECK_H_

#ifdef __KERNEL__
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stddef.h>
#include <linux/types.h>
#endif

/* Card seconds for one command. The longest, 4 MiB of memory, takes a hundredth. */
#define SMGPU_DEAD_CARD_S	5

/* Wall seconds for one command, for a card that is slower than its clock says. */
#define SMGPU_DEAD_WALL_S	10

/* Wall seconds for which the card's clock may stand still while a command is pending. */
#define SMGPU_STOPPED_WALL_S	2

/*
 * Card seconds for one job from when it is the first of its channel. A job may be many tasks one
 * after the other; each has its own, shorter limit in the firmware. Time for which other channels
 * had the card counts for the second limit alone.
 */
#define SMGPU_JOB_CARD_S	20
#define SMGPU_JOB_MOST_S	60

/**
 * struct smgpu_hangcheck_sample - what is seen of a card with a pending command
 */
struct smgpu_hangcheck_sample {
	/** @generation: of its firmware */
	__u32 generation;
	/** @taken: commands that the firmware has taken */
	__u32 taken;
	/** @answered: events that it has written */
	__u32 answered;
	/** @clock: card time */
	__u64 clock;
	/** @wall: time of the host */
	__u64 wall;
};

/**
 * struct smgpu_hangcheck - what was seen of a card before
 */
struct smgpu_hangcheck {
	/** @pending: a command was pending, and the fields below hold something */
	bool pending;
	/** @alive: the card when its firmware was last seen to take or answer a command */
	struct smgpu_hangcheck_sample alive;
	/** @clock: card time when it was last read */
	__u64 clock;
	/** @clock_wall: host's time when @clock or @alive was last seen to change */
	__u64 clock_wall;
};

/**
 * smgpu_hangcheck_reason() - is the firmware dead?
 * @hangcheck: what was seen before; its &smgpu_hangcheck.pending is false if no command was
 *	pending then
 * @now: what is seen
 * @card_hz: ticks of the card's clock in a second
 * @wall_hz: ticks of the host's
 * @slowdown: at least 1
 *
 * Return: NULL if it may be alive, or why it is not, a static sentence.
 */
static inline const char *smgpu_hangcheck_reason(struct smgpu_hangcheck *hangcheck,
						 const struct smgpu_hangcheck_sample *now,
						 __u32 card_hz, __u32 wall_hz, __u32 slowdown)
{
	const struct smgpu_hangcheck_sample *alive = &hangcheck->alive;

	if (!hangcheck->pending || alive->taken != now->taken || alive->answered != now->answered ||
	    alive->generation != now->generation) {
		hangcheck->pending = true;
		hangcheck->alive = *now;
		hangcheck->clock = now->clock;
		hangcheck->clock_wall = now->wall;
		return NULL;
	}
	if (hangcheck->clock != now->clock) {
		hangcheck->clock = now->clock;
		hangcheck->clock_wall = now->wall;
	}
	if (now->clock - alive->clock > (__u64)SMGPU_DEAD_CARD_S * card_hz)
		return "firmware answers no command while the card's clock runs";
	if (now->wall - hangcheck->clock_wall > (__u64)SMGPU_STOPPED_WALL_S * slowdown * wall_hz)
		return "firmware answers no command and the card's clock stands still";
	if (now->wall - alive->wall > (__u64)SMGPU_DEAD_WALL_S * slowdown * wall_hz)
		return "firmware has answered no command for too long";
	return NULL;
}

/**
 * struct smgpu_job_sample - what is seen of the card while a job is the first of its channel
 */
struct smgpu_job_sample {
	/** @clock: card time */
	__u64 clock;
	/** @others: cycles for which other channels have had its engines; sums of all */
	__u64 others;
};

/**
 * smgpu_job_overdue() - has a job been there for too long?
 * @since: what was seen when it became the first of its channel
 * @now: what is seen
 * @card_hz: ticks of the card's clock in a second
 * @slowdown: at least 1
 *
 * Return: whether it has.
 */
static inline bool smgpu_job_overdue(const struct smgpu_job_sample *since,
				     const struct smgpu_job_sample *now, __u32 card_hz,
				     __u32 slowdown)
{
	__u64 second = (__u64)card_hz * slowdown;
	__u64 passed = now->clock - since->clock;
	__u64 others = now->others - since->others;

	if (passed > SMGPU_JOB_MOST_S * second)
		return true;
	return passed > others && passed - others > SMGPU_JOB_CARD_S * second;
}

#endif
