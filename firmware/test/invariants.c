// SPDX-License-Identifier: MIT
/* What holds between any two passes of the firmware: each count is the count of what it counts. */
#include "invariants.h"
#include "mock.h"

static void check_channel(uint32_t id, const uint32_t alive[])
{
	const struct channel *ch = &channels[id];
	uint32_t n = 0, locals = 0, pending = 0, queues = 0, held = 0, collects = 0, looks = 0;
	const struct task *t;

	if (ch->state == CHANNEL_FREE) {
		CHECK_EQ(alive[id], 0);
		return;
	}
	for_each_task(t, ch) {
		CHECK(t->state != TASK_FREE && t->channel == id && t->client == ch->client);
		CHECK(++n <= TASK_QUOTA);
		CHECK(!(locals >> t->local & 1));
		locals |= 1u << t->local;
		pending += t->state == TASK_PENDING;
		queues += t->kind == SMGPU_TMD_QUEUE;
		held += (t->flags & SMGPU_TMD_HOLD) != 0;
		collects += t->collect;
		looks += t->look;
	}
	CHECK_EQ(n, alive[id]);
	CHECK_EQ(ch->live_tasks, n);
	CHECK_EQ(ch->locals, locals);
	CHECK_EQ(ch->pending, pending);
	CHECK_EQ(ch->queues, queues);
	CHECK_EQ(ch->held, held);
	CHECK_EQ(ch->collects, collects);
	CHECK_EQ(ch->looks, looks);
}

static void check_task(const struct task *t)
{
	uint32_t children = 0, i;

	for (i = 0; i < TASK_POOL; i++)
		if (tasks[i].state != TASK_FREE && tasks[i].parent == task_id(t)) {
			CHECK_EQ(tasks[i].channel, t->channel);
			CHECK(t->kin);
			children += !(tasks[i].flags & SMGPU_TMD_HOLD);
		}
	CHECK_EQ(t->children, children);
	CHECK_EQ(t->slot != NO_SLOT, t->state == TASK_RESIDENT || t->state == TASK_STOPPING || (t->state == TASK_KILLING && !t->ending));
	if (t->slot != NO_SLOT)
		CHECK(slots_resident(t->slot) == t);
	CHECK(!t->coalescing || t->state == TASK_WAITING);
	CHECK(t->state != TASK_PENDING || t->waits);
}

void check_invariants(void)
{
	uint32_t alive[SMGPU_MAX_CHANNELS] = { 0 }, in_pool[CLIENTS] = { 0 }, holds[CLIENTS] = { 0 }, slots[CLIENTS] = { 0 };
	uint32_t of_client[CLIENTS] = { 0 }, queued = 0, i;
	const struct task *t;

	for (i = 0; i < TASK_POOL; i++) {
		t = &tasks[i];
		if (t->state == TASK_FREE)
			continue;
		check_task(t);
		alive[t->channel]++;
		queued += t->state == TASK_QUEUED;
		in_pool[t->client] += i >= SMGPU_MAX_CHANNELS;
		holds[t->client] += i >= SMGPU_MAX_CHANNELS && (t->flags & SMGPU_TMD_HOLD);
		slots[t->client] += t->slot != NO_SLOT;
	}
	for (i = 1; i < SMGPU_MAX_CHANNELS; i++) {
		check_channel(i, alive);
		if (channels[i].state != CHANNEL_FREE)
			of_client[channels[i].client]++;
	}
	for (i = 0; i < CLIENTS; i++) {
		CHECK_EQ(clients[i].channels, of_client[i]);
		CHECK_EQ(clients[i].tasks, in_pool[i]);
		CHECK_EQ(clients[i].holds, holds[i]);
		CHECK_EQ(clients[i].slots, slots[i]);
	}
	for (t = tmu_next(NULL); t; t = tmu_next(t)) {
		CHECK_EQ(t->state, TASK_QUEUED);
		CHECK(queued--);
	}
	CHECK_EQ(queued, 0);
}
