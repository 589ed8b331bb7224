// SPDX-License-Identifier: MIT
/*
 * Which task gives up its slot to an equal one when all have one: one that waits for items, or that
 * of a client that has more than its share.
 */
#include "place/victim.h"
#include "state/client.h"
#include "state/queue.h"
#include "state/slots.h"

static bool better_victim(const struct task *a, const struct task *b)
{
	if (clients[a->client].slots != clients[b->client].slots)
		return clients[a->client].slots > clients[b->client].slots;
	return (int32_t)(a->age - b->age) > 0;
}

/* Of the client with the most slots, then youngest */
static struct task *victim(uint32_t priority)
{
	struct task *worst = NULL;
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
		struct task *t = slots_task[slot];

		if (t && t->state == TASK_RESIDENT && t->priority == priority &&
		    (!worst || better_victim(t, worst)))
			worst = t;
	}
	return worst;
}

bool victim_sits(const struct task *t)
{
	struct launch_progress p;

	if (t->state != TASK_RESIDENT || t->kind != SMGPU_TMD_QUEUE || !t->launch.timeout ||
	    launch_inflight(t->slot))
		return false;
	launch_read(t->slot, &p);
	return p.next != t->launch.limit && queue_few(t, p.next);
}

static struct task *sitting(void)
{
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slots_task[slot] && victim_sits(slots_task[slot]))
			return slots_task[slot];
	return NULL;
}

/* More clients than slots: one that has had one for its time gives it up to a client that
 * has none. */
static struct task *overdue(const struct task *for_whom)
{
	uint32_t now = (uint32_t)host_timebase();
	struct task *oldest = NULL;
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
		struct task *t = slots_task[slot];

		if (t->priority == for_whom->priority && t->state == TASK_RESIDENT &&
		    now - t->since >= VICTIM_SLICE &&
		    (!oldest || now - t->since > now - oldest->since))
			oldest = t;
	}
	return oldest;
}

struct task *victim_for(const struct task *t)
{
	struct task *worst = victim(t->priority), *idle = sitting();
	unsigned int mine = clients[t->client].slots;

	if (idle)
		return idle;
	if (!worst)
		return NULL;
	if (clients[worst->client].slots > mine + 1u)
		return worst;
	return mine ? NULL : overdue(t);
}
