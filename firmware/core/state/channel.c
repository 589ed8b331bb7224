// SPDX-License-Identifier: MIT
/* The state of a channel: its tasks, the in-order completion of its jobs, its first error. */
#include "state/channel.h"
#include "state/event.h"
#include "state/job.h"
#include "state/log.h"
#include "state/slots.h"

struct channel channels[SMGPU_MAX_CHANNELS];
uint32_t channels_active[SMGPU_MAX_CHANNELS / 32], channels_failed[SMGPU_MAX_CHANNELS / 32];
uint32_t bulk_owner = BULK_FREE;

void channel_activate(uint32_t id)
{
	channels_active[id / 32] |= 1u << id % 32;
}

uint32_t channel_id(const struct channel *ch)
{
	return ch->id;
}

void channel_tell_user(const struct channel *ch, bool wake)
{
	const struct smgpu_ring_state state = { .done = ch->done,
						.get = ch->get,
						.error = ch->state == CHANNEL_LIVE
								 ? 0
								 : ch->error.code };

	event_ring_state(ch->ring + ch->entries * sizeof(struct smgpu_ring_entry), &state, wake);
}

void channel_tell_done(struct channel *ch)
{
	if (ch->user)
		channel_tell_user(ch, true);
	else
		event_done(channel_id(ch), ch->done);
}

void channel_tell_get(struct channel *ch)
{
	if (ch->user)
		channel_tell_user(ch, false);
	else
		event_ring_get(channel_id(ch), ch->get);
}

/* A task launched before the signal and still alive holds it back. */
static bool held_back(const struct channel *ch, const struct signal *signal)
{
	const struct task *t;

	for_each_task(t, ch)
		if ((int32_t)(t->index - signal->tasks) < 0 && !(t->flags & SMGPU_TMD_HOLD))
			return true;
	return false;
}

void channel_signal(struct channel *ch)
{
	unsigned int i;

	ch->recheck = false;
	while (ch->signals) {
		/* With all tasks at their end there is no need to look for one. */
		if (ch->live_tasks != ch->held && held_back(ch, &ch->signal[0]))
			return;
		/* What sees the seqno sees which tasks run. */
		while (slots_tell())
			;
		ch->done = ch->signal[0].seqno;
		channel_tell_done(ch);
		ch->signals--;
		for (i = 0; i < ch->signals; i++)
			ch->signal[i] = ch->signal[i + 1];
	}
}

void channel_task_new(struct channel *ch, struct task *task)
{
	/* No more than TASK_QUOTA + TASK_URGENT are alive: one of the numbers is free. */
	task->local = (uint8_t)lowest_bit(~ch->locals);
	ch->locals |= 1u << task->local;
	ch->of_local[task->local] = task->id;
	/* While it has others it is clocked. */
	if (ch->live_tasks == ch->held)
		job_clock(ch);
	ch->live_tasks++;
	if (task->plain)
		return;
	ch->queues += task->kind == SMGPU_TMD_QUEUE;
	ch->held += (task->flags & SMGPU_TMD_HOLD) != 0;
}

void channel_task_done(struct channel *ch, struct task *task)
{
	ch->locals &= ~(1u << task->local);
	ch->live_tasks--;
	if (!task->plain) {
		ch->queues -= task->kind == SMGPU_TMD_QUEUE;
		ch->held -= (task->flags & SMGPU_TMD_HOLD) != 0;
		ch->collects -= task->collect;
		ch->looks -= task->look;
	}
	if (ch->live_tasks == ch->held)
		job_idle();
	ch->recheck = true;
}

void channel_collect(struct task *task)
{
	if (task->collect)
		return;
	task->collect = true;
	task->owner->collects++;
	channel_activate(task->channel);
}

void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va,
		  uint32_t va, uint32_t access)
{
	struct channel *ch = &channels[id];

	if (ch->state != CHANNEL_LIVE)
		return;
	/* Jobs that were complete before this are not blamed. */
	channel_signal(ch);
	ch->error.code = (uint8_t)code;
	ch->error.access = (uint8_t)access;
	ch->error.va = va;
	ch->error.tmd_va = tmd_va;
	if (info) {
		ch->error.pc = info->pc;
		ch->error.sm = (uint8_t)info->sm;
		ch->error.warp = (uint8_t)info->warp;
		ch->error.thread = info->thread;
	} else if (ch->method_valid) {
		ch->error.detail = ch->offset;
	}
	log_line("channel %u: error %u at va %x, tmd %x", (unsigned int)id, (unsigned int)code,
		 (unsigned int)va, (unsigned int)tmd_va);
	ch->state = CHANNEL_DYING;
	channels_failed[id / 32] |= 1u << id % 32;
	channel_activate(id);
}
