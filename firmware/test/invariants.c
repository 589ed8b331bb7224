// SPDX-License-Identifier: MIT
/*
 * What holds whenever the firmware sleeps: each count is the count of what it counts, lists are
 * whole, slots and their order are as tasks and clients say, whatever could get on has been done,
 * and the timer comes in time for what is to come.
 */
#include <string.h>

#include "invariants.h"
#include "mock.h"

/* As in channel.c and main.c: how often a semaphore, and the event ring, are looked at */
#define SEMAPHORE_POLL	2000u
#define EVENT_POLL	10000u

static bool before(uint32_t a, uint32_t b)
{
	return (int32_t)(a - b) < 0;
}

static bool holds(const struct task *t)
{
	return t->flags & SMGPU_TMD_HOLD;
}

static bool throttles(const struct task *t)
{
	return t->flags & SMGPU_TMD_THROTTLE;
}

/* It has to wait until the other, a resident, has no slot. */
static bool kept_out(const struct task *t, const struct task *by)
{
	return throttles(t) != throttles(by) || isolation_keeps_out(t->owner->vm);
}

/* Named in after_va */
static bool named(const struct task *t, uint32_t tmd_va)
{
	for (unsigned int i = 0; t->follows && i < ARRAY_SIZE(t->after); i++)
		if (t->after[i] == tmd_va)
			return true;
	return false;
}

/* A task waits for all earlier ones of its launcher that it names, and that are alive. One that was
 * held when it came is not waited for. */
static void check_waits(const struct channel *ch, const struct task *t)
{
	const struct task *e;

	CHECK(!(t->waits & ~ch->locals));
	for_each_task(e, ch) {
		bool due = named(t, e->tmd_va) && before(e->born, t->born) &&
			   e->parent == t->parent && !holds(e);

		if (t->waits >> e->local & 1)
			CHECK(due);
		else if (t->state == TASK_PENDING && e->kind == SMGPU_TMD_GRID)
			CHECK(!due);
	}
}

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
		CHECK(t->state != TASK_FREE && t->channel == id && t->owner == ch &&
		      t->client == ch->client);
		CHECK(++n <= TASK_QUOTA + TASK_URGENT);
		CHECK(!(locals >> t->local & 1));
		locals |= 1u << t->local;
		pending += t->state == TASK_PENDING;
		queues += t->kind == SMGPU_TMD_QUEUE;
		held += (t->flags & SMGPU_TMD_HOLD) != 0;
		collects += t->collect;
		looks += t->look;
		CHECK_EQ(ch->of_local[t->local], task_id(t));
		check_waits(ch, t);
	}
	CHECK_EQ(n, alive[id]);
	CHECK_EQ(ch->live_tasks, n);
	CHECK_EQ(ch->tasks, n);
	CHECK_EQ(ch->locals, locals);
	CHECK_EQ(ch->pending, pending);
	CHECK_EQ(ch->queues, queues);
	CHECK_EQ(ch->held, held);
	CHECK_EQ(ch->collects, collects);
	CHECK_EQ(ch->looks, looks);
}

static uint32_t children[TASK_POOL];

static void check_parent(const struct task *t)
{
	const struct task *parent = t->parent == NO_TASK ? NULL : &tasks[t->parent];

	if (!parent)
		return;
	CHECK(parent->state != TASK_FREE && parent->channel == t->channel && parent->kin);
	children[t->parent] += !holds(t);
}

static void check_task(const struct task *t)
{
	CHECK_EQ(t->children, children[task_id(t)]);
	CHECK_EQ(t->slot != NO_SLOT, t->state == TASK_RESIDENT || t->state == TASK_STOPPING ||
					     (t->state == TASK_KILLING && !t->ending));
	if (t->slot != NO_SLOT)
		CHECK(slots_resident(t->slot) == t);
	CHECK(!t->coalescing || t->state == TASK_WAITING);
	CHECK(!t->coalescing || mock.timer <= t->wake);
	CHECK(!t->coalescing || t->launch.limit - t->launch.next < t->launch.coalesce_min);
	CHECK_EQ(t->state == TASK_PENDING, t->waits != 0);
}

/* A live channel that is at rest waits for something that is not there yet. */
static void check_live(uint32_t id)
{
	struct channel *ch = &channels[id];
	bool idle = ch->live_tasks == ch->held, in_hand = ch->entry_valid || ch->get != ch->put,
	     held_back = false;
	const struct task *t;

	if (ch->state != CHANNEL_LIVE)
		return;
	for_each_task(t, ch)
		held_back |= ch->signals && before(t->index, ch->signal[0].tasks) && !holds(t);
	CHECK(!ch->signals || held_back);
	CHECK(!ch->looks);
	/* Requests wait for free tasks, and not for ever. */
	CHECK(!ch->collects || (ch->starved && mock.timer <= ch->child_deadline));
	if (ch->collects && !clients[ch->client].holds)
		CHECK(!task_room(ch));
	if (!in_hand || (mock.db_pending[id / 32] >> id % 32 & 1))
		return;
	switch (ch->wait) {
	case WAIT_SEMAPHORE:
		CHECK(mock.timer <= mock.now + SEMAPHORE_POLL);
		break;
	case WAIT_IDLE:
		CHECK(!idle);
		break;
	case WAIT_COPY:
		CHECK_EQ(bulk_owner, id);
		break;
	case WAIT_BULK:
		CHECK(bulk_owner != id && bulk_owner != BULK_FREE);
		break;
	case WAIT_QUOTA:
		CHECK(mock.timer <= ch->job_look);
		break;
	default:
		mock_fail(__FILE__, __LINE__, "channel %u sleeps in wait %u", id, ch->wait);
	}
}

/* What the kernel reads, if it has been written */
static void check_told(uint32_t id)
{
	const struct smgpu_fw_shared *s = mock_host(MOCK_SHARED);
	const struct channel *ch = &channels[id];

	if (mock.dma[DMA_CONTROL].busy || ch->user || ch->state == CHANNEL_FREE)
		return;
	CHECK_EQ(s->done[id], ch->done);
	CHECK_EQ(s->ring_get[id], ch->get);
}

static uint32_t share(uint32_t left)
{
	return left > TASK_SCARCE ? CLIENT_TASKS : left > TASK_LAST ? CLIENT_FEW : left ? 1 : 0;
}

/* Which channels can have one more task */
static void check_room(const uint32_t alive[], uint32_t left, uint32_t held)
{
	for (uint32_t i = 1; i < SMGPU_MAX_CHANNELS; i++) {
		const struct channel *ch = &channels[i];
		const struct client *c = &clients[ch->client];

		if (ch->state == CHANNEL_FREE)
			continue;
		CHECK_EQ(task_room(ch), alive[i] < TASK_QUOTA && (tasks[i].state == TASK_FREE ||
								  c->tasks < share(left)));
		CHECK_EQ(task_short(i), alive[i] < TASK_QUOTA && c->tasks < CLIENT_TASKS &&
						c->holds < CLIENT_HOLDS &&
						(c->tasks >= share(left) || held == HOLD_TASKS));
	}
}

/* The order of the slots: by priority, then by what their clients have had, then by the share of
 * their type, then by age */
static void check_order(uint32_t residents)
{
	const struct task *last = NULL;
	uint32_t typed = 0;

	for (uint32_t i = 0; i < SMGPU_SLOT_COUNT; i++)
		typed += slots_resident(i) && slots_resident(i)->thread_type;
	CHECK_EQ(eupool_works(), typed && (slots_used & (slots_used - 1)));

	CHECK_EQ(mock.order_used, residents);
	for (uint32_t i = 0; i < residents; i++) {
		const struct task *t = slots_resident(mock.order[i / 8] >> (i % 8 * 4) & 15);
		int32_t more;

		CHECK(t && t->state == TASK_RESIDENT);
		if (last) {
			CHECK(last->priority <= t->priority);
			more = (int32_t)(clients[last->client].used - clients[t->client].used);
			if (last->priority == t->priority && last->client == t->client)
				CHECK(eupool_share[last->slot] < eupool_share[t->slot] ||
				      (eupool_share[last->slot] == eupool_share[t->slot] &&
				       before(last->age, t->age)));
			else if (last->priority == t->priority)
				CHECK(more < 0 || (!more && last->client < t->client));
		}
		last = t;
	}
}

static bool event_of(uint32_t slot)
{
	for (unsigned int i = 0; i < mock.event_count; i++)
		if ((mock.events[i].word & 0xff) == slot)
			return true;
	return false;
}

static void check_slots(void)
{
	uint32_t residents = 0, kinds = 0, taken = 0, with_slots = 0;

	for (uint32_t s = 0; s < SMGPU_TASK_SLOTS; s++) {
		const struct task *t = slots_resident(s);

		if (!t)
			continue;
		CHECK_EQ(t->slot, s);
		CHECK(t->state == TASK_RESIDENT || t->state == TASK_STOPPING ||
		      t->state == TASK_KILLING);
		CHECK((mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VALID_MASK) || event_of(s));
		CHECK(t->state != TASK_KILLING || mock.slot[s].killed || event_of(s));
		CHECK_EQ((mock.slot[s].reg[0] & SMGPU_SLOT_CTRL_VM_MASK) >>
				 SMGPU_SLOT_CTRL_VM_SHIFT,
			 channels[t->channel].vm);
		residents += t->state == TASK_RESIDENT;
		kinds |= 1u << throttles(t);
		taken++;
		if (t->state != TASK_KILLING && channels[t->channel].state == CHANNEL_LIVE)
			CHECK(mock.timer <= t->deadline);
	}
	CHECK(kinds != 3);
	CHECK_EQ(wdu_throttled(), kinds == 2);
	CHECK_EQ(wdu_room(), taken < SMGPU_TASK_SLOTS);
	for (uint32_t c = 0; c < CLIENTS; c++)
		with_slots += clients[c].channels && clients[c].slots;
	CHECK_EQ(client_contended(), with_slots > 1);
	if (with_slots > 1)
		CHECK(mock.timer <= client_next_count());
	if (eupool_works())
		CHECK(mock.timer <= eupool_next());
	for (uint32_t sm = 0; sm < MOCK_SMS; sm++)
		CHECK_EQ(mock.types[sm], slots_types());
	check_order(residents);
}

/* The scheduler table, and that no task waits in it for a slot that it could have */
static void check_queue(uint32_t queued)
{
	const struct task *t, *first = tmu_first(), *last = NULL;
	uint32_t clients_at[SMGPU_PRIORITY_LAST + 1] = { 0 }, least = ~0u, most = 0, free = 0,
						  draining = 0, others = 0, p;
	const struct client *c;

	CHECK_EQ(tmu_any(), queued != 0);
	CHECK_EQ(first != NULL, queued != 0);
	for (t = tmu_next(NULL); t; last = t, t = tmu_next(t)) {
		CHECK_EQ(t->state, TASK_QUEUED);
		CHECK(queued--);
		if (last)
			CHECK(last->priority < t->priority ||
			      (last->priority == t->priority && last->client <= t->client));
		if (!last || last->priority != t->priority || last->client != t->client)
			clients_at[t->priority]++;
		least = t->priority < least ? t->priority : least;
	}
	CHECK_EQ(queued, 0);
	for (p = SMGPU_PRIORITY_FIRST; p <= SMGPU_PRIORITY_LAST; p++)
		CHECK_EQ(tmu_clients(p), clients_at[p]);
	if (!first)
		return;
	CHECK_EQ(first->priority, least);
	c = &clients[first->client];
	for (t = tmu_next(NULL); t; t = tmu_next(t)) {
		const struct client *o = &clients[t->client];

		if (t->priority == least && o != c)
			CHECK(c->slots < o->slots ||
			      (c->slots == o->slots &&
			       (before(c->turn, o->turn) || (c->turn == o->turn && c < o))));
	}
	for (uint32_t s = 0; s < SMGPU_TASK_SLOTS; s++) {
		t = slots_resident(s);
		free += !t;
		others += t && kept_out(first, t);
		draining += t && t->state != TASK_RESIDENT;
		most = t && t->priority > most ? t->priority : most;
	}
	CHECK(others || !free);
	for (uint32_t s = 0; s < SMGPU_TASK_SLOTS; s++) {
		t = slots_resident(s);
		if (!t || t->state != TASK_RESIDENT || draining || others)
			continue;
		CHECK(t->priority <= first->priority);
		if (t->priority == first->priority)
			CHECK(clients[t->client].slots <= c->slots + 1u);
	}
	/* The most urgent one waits for those of the other mode, or of another VM; if none is as
	 * urgent they were stopped. */
	least = ~0u;
	for (uint32_t s = 0; s < SMGPU_TASK_SLOTS; s++)
		if ((t = slots_resident(s)))
			least = t->priority < least ? t->priority : least;
	for (uint32_t s = 0; s < SMGPU_TASK_SLOTS && others && least > first->priority; s++)
		CHECK(!slots_resident(s) || slots_resident(s)->state != TASK_RESIDENT);
}

/* A command that is not answered waits for an engine, for room among the events, or for a channel
 * to drain. */
static void check_commands(void)
{
	bool waits = bulk_owner != BULK_FREE || event_blocked() || (mock.db_pending[0] & 1);

	for (uint32_t i = 1; i < SMGPU_MAX_CHANNELS; i++)
		waits |= channels[i].state != CHANNEL_FREE && channels[i].destroy;
	CHECK(!cmd_pending() || waits);
}

void check_invariants(void)
{
	uint32_t alive[SMGPU_MAX_CHANNELS] = { 0 }, in_pool[CLIENTS] = { 0 }, held[CLIENTS] = { 0 },
		 slots[CLIENTS] = { 0 };
	uint32_t of_client[CLIENTS] = { 0 }, queued = 0, shared = 0, all_held = 0, i;
	const struct task *t;

	memset(children, 0, sizeof(children));
	for (i = 0; i < TASK_POOL; i++)
		if (tasks[i].state != TASK_FREE)
			check_parent(&tasks[i]);
	for (i = 0; i < TASK_POOL; i++) {
		t = &tasks[i];
		if (t->state == TASK_FREE)
			continue;
		check_task(t);
		alive[t->channel]++;
		queued += t->state == TASK_QUEUED;
		in_pool[t->client] += i >= SMGPU_MAX_CHANNELS;
		held[t->client] += i >= SMGPU_MAX_CHANNELS && holds(t);
		slots[t->client] += t->slot != NO_SLOT;
		shared += i >= SMGPU_MAX_CHANNELS;
		all_held += i >= SMGPU_MAX_CHANNELS && holds(t);
	}
	for (i = 1; i < SMGPU_MAX_CHANNELS; i++) {
		check_channel(i, alive);
		if (channels[i].state == CHANNEL_FREE)
			continue;
		of_client[channels[i].client]++;
		CHECK_EQ(vm_in_use(channels[i].vm), true);
		check_told(i);
		check_live(i);
	}
	for (i = 0; i < CLIENTS; i++) {
		CHECK_EQ(clients[i].channels, of_client[i]);
		if (!clients[i].channels)
			continue;
		CHECK_EQ(clients[i].tasks, in_pool[i]);
		CHECK_EQ(clients[i].holds, held[i]);
		CHECK_EQ(clients[i].slots, slots[i]);
	}
	check_room(alive, TASK_SHARED - shared, all_held);
	check_slots();
	check_queue(queued);
	CHECK(!end_waiting());
	check_commands();
	if (event_blocked())
		CHECK(mock.timer <= mock.now + EVENT_POLL);
}
