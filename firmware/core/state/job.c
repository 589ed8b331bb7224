// SPDX-License-Identifier: MIT
/*
 * Deadlines of jobs. Each task has its watchdog while a CTA of it runs; that says nothing of one
 * that waits for what never comes, or of tasks that launch each other for ever. So the oldest job
 * of a channel is looked at once a watchdog: a look that finds it where it was, and not kept from
 * running by other clients, is a strike.
 */
#include "state/job.h"
#include "state/slots.h"
#include "state/task.h"

#define STRIKES	8u	/* end the channel */

static uint32_t clocked[SMGPU_MAX_CHANNELS / 32];
static uint64_t next = ~0ull;	/* look, unless that is stale */
static bool stale;

void job_idle(void)
{
	stale = true;
}

void job_clock(struct channel *ch)
{
	uint32_t id = ch->id;

	if (clocked[id / 32] >> id % 32 & 1)
		return;
	clocked[id / 32] |= 1u << id % 32;
	ch->job_look = 0;	/* when the firmware next looks at the clock */
	stale = true;
}

/* A task of the oldest job, NULL if none is alive that a job waits for */
static struct task *oldest(struct channel *ch)
{
	struct task *t, *first = NULL;

	for_each_task(t, ch) if (!(t->flags & SMGPU_TMD_HOLD) &&
				 (!first || (int32_t)(t->index - first->index) < 0)) first = t;
	return first;
}

static bool idle(const struct channel *ch)
{
	return ch->live_tasks == ch->held;
}

static bool stalled(const struct channel *ch)
{
	return ch->state == CHANNEL_LIVE && ch->entry_valid && ch->wait == WAIT_QUOTA;
}

static bool others_run(uint8_t client)
{
	const struct task *t;
	uint32_t slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if ((t = slots_resident(slot)) && t->client != client && launch_inflight(slot))
			return true;
	return false;
}

/* The job waits for room that other clients have. */
static bool excused(struct channel *ch, const struct task *first)
{
	bool waits = false;
	struct task *t;

	if (!first)
		return task_short(ch->id);
	for_each_task(t, ch) {
		if (t->index != first->index || (t->flags & SMGPU_TMD_HOLD))
			continue;
		if (t->slot != NO_SLOT && launch_inflight(t->slot))
			return false;
		waits |= t->state == TASK_QUEUED || t->state == TASK_RESIDENT || t->collect;
	}
	return waits && (others_run(ch->client) || task_short(ch->id));
}

/* False if the channel has nothing more to be clocked for. */
static bool look(struct channel *ch, uint64_t now, struct job_late *late)
{
	const struct task *first = oldest(ch);
	uint32_t mark = first ? first->index : ~ch->get ^ ch->offset << 16;

	if (ch->state != CHANNEL_LIVE || (!first && !stalled(ch)))
		return false;
	if (!ch->job_look || mark != ch->job_mark) {
		ch->job_mark = mark;
		ch->strikes = 0;
	} else if (!excused(ch, first) && ++ch->strikes == STRIKES) {
		*late = (struct job_late){ ch, first ? first->tmd_va : 0 };
		return false;
	}
	ch->job_look = now + ch->watchdog;
	return true;
}

uint64_t job_look(uint64_t now, struct job_late *late)
{
	unsigned int word;

	late->channel = NULL;
	if (!stale && now < next)
		return next;
	stale = false;
	next = ~0ull;
	for (word = 0; word < ARRAY_SIZE(clocked); word++) {
		uint32_t left = clocked[word];

		for (; left; left &= left - 1) {
			uint32_t bit = lowest_bit(left);
			struct channel *ch = &channels[word * 32 + bit];

			if ((now >= ch->job_look || (idle(ch) && !stalled(ch))) &&
			    !look(ch, now, late))
				clocked[word] &= ~(1u << bit);
			else if (ch->job_look < next)
				next = ch->job_look;
			if (late->channel) {
				stale = true;	/* for those behind it */
				return now;
			}
		}
	}
	return next;
}
