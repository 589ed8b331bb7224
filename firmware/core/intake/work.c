// SPDX-License-Identifier: MIT
/*
 * Bells, which say that there may be more in work queues. A bell costs its ringer one instruction
 * and the firmware a transfer for each queue, so queues are only marked, and looked at one by one.
 */
#include "intake/work.h"
#include "place/wdu.h"
#include "state/channel.h"
#include "state/slots.h"

/* One that joins its children has ended its queue. */
static bool open(const struct task *t, uint32_t va)
{
	return t->kind == SMGPU_TMD_QUEUE && (!va || va == t->tmd_va) && t->state != TASK_JOINING &&
	       t->state != TASK_KILLING;
}

bool work_mark(struct channel *ch, uint32_t va)
{
	bool found = false;
	struct task *t;

	if (!ch->queues)
		return false;
	for_each_task(t, ch) {
		if (!open(t, va))
			continue;
		found = true;
		ch->looks += !t->look;
		t->look = true;
	}
	return found;
}

bool work_step(struct channel *ch, uint32_t va)
{
	struct task *t;

	if (!ch->looks)
		return false;
	for_each_task(t, ch) {
		if (!t->look || (va && va != t->tmd_va))
			continue;
		if (open(t, va)) {
			(void)wdu_look(t);
			return true;
		}
		t->look = false;
		ch->looks--;
	}
	return false;
}

RARE void work_bells(uint32_t rung)
{
	uint32_t slot;

	for (slot = 0; rung; slot++, rung >>= 1) {
		struct task *t = rung & 1 ? slots_resident(slot) : NULL;

		if (!t || t->owner->state != CHANNEL_LIVE)
			continue;
		if (t->requests_va)
			channel_collect(t);
		if (work_mark(t->owner, 0))
			channel_activate(t->channel);
	}
}
