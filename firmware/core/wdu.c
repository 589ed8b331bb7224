// SPDX-License-Identifier: MIT
/*
 * Work distribution unit: which tasks hold the launcher's slots. Hardware walks the CTAs; this file acts only when a
 * task comes or goes.
 */
#include "core.h"

static struct task *slot_task[SMGPU_TASK_SLOTS];	/* NULL is a free slot */
static uint8_t slot_gen[SMGPU_TASK_SLOTS];
static uint32_t used;					/* a bit for each slot that has a task: mostly the first few */
static uint8_t holders[2];				/* tasks that have a slot: [0] common ones, [1] of throttle mode */
static uint32_t next_age;
static bool order_stale;	/* the launcher's order is to be written at the end of the pass */

unsigned int wdu_order(uint8_t order[SMGPU_TASK_SLOTS])
{
	unsigned int n = 0, slot, i;

	for (slot = 0; used >> slot; slot++) {
		const struct task *t = slot_task[slot], *o;

		if (!t || t->state != TASK_RESIDENT)
			continue;
		for (i = n; i > 0; i--) {
			o = slot_task[order[i - 1]];
			if (o->priority < t->priority || (o->priority == t->priority && (int32_t)(o->age - t->age) < 0))
				break;
			order[i] = order[i - 1];
		}
		order[i] = (uint8_t)slot;
		n++;
	}
	return n;
}

/* The launcher tries slots by priority, then by age. */
static void publish_order(void)
{
	uint8_t order[SMGPU_TASK_SLOTS];

	launch_order(order, wdu_order(order));
	order_stale = false;
}

static bool throttles(const struct task *t)
{
	return t->flags & SMGPU_TMD_THROTTLE;
}

static void give_slot(struct task *t, unsigned int slot)
{
	struct channel *ch = &channels[t->channel];
	uint64_t now = host_timebase();

	tmu_remove(t);
	t->state = TASK_RESIDENT;
	t->slot = (uint8_t)slot;
	t->age = next_age++;
	if (!t->time_start)
		t->time_start = now;
	t->deadline = now + ch->watchdog;
	t->launch.vm = ch->vm;
	t->launch.gen = ++slot_gen[slot];
	slot_task[slot] = t;
	used |= 1u << slot;
	holders[throttles(t)]++;
	launch_fill(slot, &t->launch);
	order_stale = true;
	task_tell(t, SMGPU_TASK_RUNNING);
}

/* Least urgent, then youngest */
static struct task *victim(void)
{
	struct task *worst = NULL;
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
		struct task *t = slot_task[slot];

		if (!t || t->state != TASK_RESIDENT)
			continue;
		if (!worst || t->priority > worst->priority || (t->priority == worst->priority && (int32_t)(t->age - worst->age) > 0))
			worst = t;
	}
	return worst;
}

static void stop(struct task *t)
{
	t->state = TASK_STOPPING;
	launch_stop(t->slot);
	order_stale = true;
}

bool wdu_throttled(void)
{
	return holders[1];
}

/*
 * Tasks of throttle mode and others are never resident together. The most urgent queued task decides: it waits for the
 * residents of the other kind to end, and if it is more urgent than all of them they are stopped for it. Meanwhile nobody
 * passes it, so neither kind can starve the other.
 */
static bool must_change_mode(const struct task *t)
{
	unsigned int slot;

	if (!holders[!throttles(t)])
		return false;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slot_task[slot] && slot_task[slot]->priority <= t->priority)
			return true;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slot_task[slot] && slot_task[slot]->state == TASK_RESIDENT)
			stop(slot_task[slot]);
	return true;
}

bool wdu_room(void)
{
	return holders[0] + holders[1] < SMGPU_TASK_SLOTS;
}

static void fill_slots(void)
{
	struct task *t, *worst;
	unsigned int slot, draining;

	while ((t = tmu_first())) {
		if (must_change_mode(t))
			return;
		if (wdu_room()) {
			for (slot = 0; slot_task[slot]; slot++)
				;
			give_slot(t, slot);
			continue;
		}
		draining = 0;
		for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
			draining += slot_task[slot]->state != TASK_RESIDENT;
		worst = victim();
		/* A slot that already drains will do for this task. */
		if (draining || !worst || worst->priority <= t->priority)
			return;
		stop(worst);
		return;
	}
}

void wdu_schedule(void)
{
	fill_slots();
	if (order_stale)
		publish_order();
}

struct task *wdu_resident(uint32_t slot)
{
	return slot < SMGPU_TASK_SLOTS ? slot_task[slot] : NULL;
}

struct task *wdu_task(uint32_t slot, uint32_t gen)
{
	struct task *t = wdu_resident(slot);

	return t && slot_gen[slot] == gen ? t : NULL;
}

void wdu_event(struct launch_event event)
{
	struct task *t = wdu_task(event.slot, event.gen);
	struct launch_progress p;
	unsigned int i;

	/* A slot that ended while it was being stopped can post once more; nothing is left to do for it. */
	if (!t)
		return;
	launch_read(event.slot, &p);
	slot_task[event.slot] = NULL;
	used &= ~(1u << event.slot);
	holders[throttles(t)]--;
	order_stale = true;
	t->slot = NO_SLOT;
	t->completed += p.completed;
	t->warp_instr += p.warp_instr;
	t->launch.next = p.next;
	for (i = 0; i < 3 && !t->launch.queue; i++)
		t->launch.next_xyz[i] = p.next_xyz[i];
	if (event.kind == LAUNCH_KILLED || t->state == TASK_KILLING) {
		end_killed(t);
	} else if (p.next != t->launch.limit && !t->deallocate) {
		/* Evicted, or its queue got items when the slot had just ended. */
		tmu_insert(t, true);
		task_tell(t, SMGPU_TASK_QUEUED);
	} else {
		end_work(t);
	}
}

/*
 * A task without a CTA in flight waits for room in the SMs, perhaps behind one that hangs: that one's watchdog is due, not
 * its own. Its time starts anew when it is asked for, and when a kill is about to make room.
 */
static bool waits_for_room(struct task *t, uint64_t now)
{
	if (launch_inflight(t->slot))
		return false;
	t->deadline = now + channels[t->channel].watchdog;
	return true;
}

static void spare_waiting(const struct task *killed)
{
	uint64_t now = host_timebase();
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slot_task[slot] && slot_task[slot] != killed)
			waits_for_room(slot_task[slot], now);
}

void wdu_kill(struct task *t)
{
	switch (t->state) {
	case TASK_RESIDENT:
	case TASK_STOPPING:
		spare_waiting(t);
		t->state = TASK_KILLING;
		launch_kill(t->slot);
		order_stale = true;
		return;
	case TASK_KILLING:
		return;
	case TASK_QUEUED:
		tmu_remove(t);
		break;
	case TASK_PENDING:
		channels[t->channel].pending--;
		break;
	default:
		break;
	}
	end_killed(t);
}

void wdu_deallocate(struct task *t)
{
	/* The queue is closed: what it holds is still done. */
	if (t->flags & SMGPU_TMD_HOLD) {
		if (!work_look(t->channel, t->tmd_va) || channels[t->channel].state != CHANNEL_LIVE)
			return;
		t->flags &= (uint8_t)~SMGPU_TMD_HOLD;
		channels[t->channel].held--;
		if (t->state == TASK_WAITING)
			end_work(t);
		return;
	}
	t->deallocate = true;
	switch (t->state) {
	case TASK_RESIDENT:
		launch_stop(t->slot);
		return;
	case TASK_QUEUED:
		tmu_remove(t);
		break;
	case TASK_PENDING:
		channels[t->channel].pending--;
		break;
	default:
		return;
	}
	end_work(t);
}

void wdu_more_work(struct task *t)
{
	if (t->state == TASK_RESIDENT)
		launch_limit(t->slot, t->launch.limit);
	else if (t->state == TASK_WAITING)
		tmu_insert(t, t->flags & SMGPU_TMD_HEAD);
}

uint64_t wdu_watchdog(uint64_t now)
{
	uint64_t first = ~0ull;
	unsigned int slot;

	for (slot = 0; used >> slot; slot++) {
		struct task *t = slot_task[slot];

		if (!t || t->state == TASK_KILLING)
			continue;
		if (t->deadline <= now && !waits_for_room(t, now)) {
			channel_fail(t->channel, SMGPU_ERR_WATCHDOG, NULL, t->tmd_va, 0, SMGPU_ACCESS_NONE);
			first = 0;
		} else if (t->deadline < first) {
			first = t->deadline;
		}
	}
	return first;
}
