// SPDX-License-Identifier: MIT
/*
 * Work distribution unit: which tasks hold the launcher's slots. Hardware walks the CTAs; this file acts only when a
 * task comes or goes.
 */
#include "core.h"

static struct task *slot_task[SMGPU_TASK_SLOTS];	/* NULL is a free slot */
static uint8_t slot_gen[SMGPU_TASK_SLOTS];
static uint32_t next_age;
static bool order_stale;	/* the launcher's order is to be written at the end of the pass */

/* The launcher tries slots by priority, then by age. */
static void publish_order(void)
{
	uint8_t order[SMGPU_TASK_SLOTS];
	unsigned int n = 0, slot, i;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
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
	launch_order(order, n);
	order_stale = false;
}

static void write_status(struct task *t, uint32_t state, uint32_t error, const struct launch_progress *p)
{
	struct channel *ch = &channels[t->channel];
	struct smgpu_tmd_status status = {
		.state = state,
		.error = error,
		.ctas_launched = p->next,
		.ctas_completed = t->completed + p->completed,
		.time_start = t->time_start,
		.time_end = host_timebase(),
		.warp_instr = t->warp_instr + p->warp_instr,
	};
	uint32_t va;

	/* The user may have unbound it: that harms nobody, and an error is reported only if the task itself was fine. */
	if (dma_vm_write(ch->vm, t->tmd_va + offsetof(struct smgpu_tmd, status), &status, sizeof(status), &va) && !error)
		channel_fail(t->channel, SMGPU_ERR_TMD_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
}

static void finish(struct task *t, uint32_t state, uint32_t error, const struct launch_progress *p)
{
	struct channel *ch = &channels[t->channel];
	uint32_t va;

	t->state = TASK_KILLING;	/* a failure below ends the channel's other tasks, not this one again */
	write_status(t, state, error, p);
	if (state == SMGPU_TASK_DONE && t->sem &&
	    dma_vm_write(ch->vm, t->sem_va, &t->sem_value, sizeof(t->sem_value), &va))
		channel_fail(t->channel, SMGPU_ERR_SEGMENT_FAULT, NULL, t->tmd_va, va, SMGPU_ACCESS_WRITE);
	channel_task_done(t);
	task_free(t);
}

static uint32_t failure_of(const struct task *t, uint32_t *state)
{
	const struct channel *ch = &channels[t->channel];

	if (ch->error.op && ch->error.u.error.tmd_va == t->tmd_va) {
		*state = SMGPU_TASK_FAULT;
		return ch->error.u.error.code;
	}
	*state = SMGPU_TASK_KILLED;
	return SMGPU_ERR_KILLED;
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
	launch_fill(slot, &t->launch);
	order_stale = true;
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

static void fill_slots(void)
{
	struct task *t, *worst;
	unsigned int slot, draining;

	while ((t = tmu_first())) {
		draining = 0;
		for (slot = 0; slot < SMGPU_TASK_SLOTS && slot_task[slot]; slot++)
			draining += slot_task[slot]->state != TASK_RESIDENT;
		if (slot < SMGPU_TASK_SLOTS) {
			give_slot(t, slot);
			continue;
		}
		worst = victim();
		/* A slot that already drains will do for this task. */
		if (draining || !worst || worst->priority <= t->priority)
			return;
		worst->state = TASK_STOPPING;
		launch_stop(worst->slot);
		return;
	}
}

void wdu_schedule(void)
{
	fill_slots();
	if (order_stale)
		publish_order();
}

struct task *wdu_task(uint32_t slot, uint32_t gen)
{
	struct task *t = slot < SMGPU_TASK_SLOTS ? slot_task[slot] : NULL;

	return t && slot_gen[slot] == gen ? t : NULL;
}

void wdu_event(struct launch_event event)
{
	struct task *t = wdu_task(event.slot, event.gen);
	struct launch_progress p;
	uint32_t state, error;

	/* A slot that ended while it was being stopped can post once more; nothing is left to do for it. */
	if (!t)
		return;
	launch_read(event.slot, &p);
	slot_task[event.slot] = NULL;
	t->slot = NO_SLOT;
	if (event.kind == LAUNCH_KILLED || t->state == TASK_KILLING) {
		error = failure_of(t, &state);
		finish(t, state, error, &p);
	} else if (event.kind == LAUNCH_STOPPED && p.next != t->launch.limit && !t->deallocate) {
		unsigned int i;

		t->completed += p.completed;
		t->warp_instr += p.warp_instr;
		t->launch.next = p.next;
		for (i = 0; i < 3; i++)
			t->launch.next_xyz[i] = p.next_xyz[i];
		tmu_insert(t, true);
	} else {
		finish(t, SMGPU_TASK_DONE, SMGPU_OK, &p);
	}
	order_stale = true;
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
	static const struct launch_progress none;
	uint32_t state, error;

	if (t->state == TASK_QUEUED) {
		struct launch_progress p = none;

		p.next = t->launch.next;
		tmu_remove(t);
		error = failure_of(t, &state);
		finish(t, state, error, &p);
	} else if (t->state == TASK_RESIDENT || t->state == TASK_STOPPING) {
		spare_waiting(t);
		t->state = TASK_KILLING;
		launch_kill(t->slot);
		order_stale = true;
	}
}

void wdu_deallocate(struct task *t)
{
	struct launch_progress p = { .next = t->launch.next };

	t->deallocate = 1;
	if (t->state == TASK_QUEUED) {
		tmu_remove(t);
		finish(t, SMGPU_TASK_DONE, SMGPU_OK, &p);
	} else if (t->state == TASK_RESIDENT) {
		launch_stop(t->slot);
	}
}

uint64_t wdu_watchdog(uint64_t now)
{
	uint64_t first = ~0ull;
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
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
