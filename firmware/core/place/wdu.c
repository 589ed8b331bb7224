// SPDX-License-Identifier: MIT
/*
 * Work distribution unit: which tasks hold the launcher's slots. Hardware walks the CTAs; this file
 * acts only when a task comes or goes, and, while several clients have slots, at times to let them
 * take turns.
 */
#include "place/wdu.h"
#include "place/coalesce.h"
#include "place/eupool.h"
#include "place/isolation.h"
#include "place/order.h"
#include "place/progress.h"
#include "place/schedule.h"
#include "place/tmu.h"
#include "place/victim.h"
#include "state/channel.h"
#include "state/client.h"
#include "state/end.h"
#include "state/job.h"
#include "state/queue.h"
#include "state/slots.h"
#include "state/task.h"
#include "state/usage.h"

/* tasks that have a slot: [0] common ones, [1] of throttle mode */
static uint8_t holders[2];
static uint32_t next_age;
static uint64_t turn_end = ~0ull;	/* when tasks are stopped for one of another VM */

/* Tasks that were stopped for a more urgent one, or for another client: a bit for each slot, and
 * the priority of what they were stopped for */
static uint32_t evicted;
static uint8_t evicted_for[SMGPU_TASK_SLOTS];

#define GIVES		4u	/* slots that are filled in a step */
/* cycles of a task's time that a service of the firmware costs beside its own */
#define SERVICE		1024u

static bool throttles(const struct task *t)
{
	return t->flags & SMGPU_TMD_THROTTLE;
}

static inline void occupy(const struct channel *ch, struct task *t, unsigned int slot,
			  bool is_plain)
{
	uint64_t now = host_timebase();

	t->state = TASK_RESIDENT;
	t->age = next_age++;
	if (is_plain || !t->time_start)
		t->time_start = now;
	t->deadline = now + ch->watchdog;
	t->since = (uint32_t)now;
	t->launch.vm = ch->vm;
	t->launch.gen = slots_take(t, slot);
	client_slot(ch->share, now);
}

static RARE void give_slot(struct task *t, unsigned int slot)
{
	occupy(t->owner, t, slot, false);
	t->launch.timeout = t->due ? 0 : t->timeout;
	holders[throttles(t)]++;
	eupool_enter(t);
	schedule_enter(t);
	launch_fill(slot, &t->launch);
	order_enter(slot);
}

static void stop(struct task *t, uint32_t priority)
{
	t->state = TASK_STOPPING;
	evicted |= 1u << t->slot;
	evicted_for[t->slot] = (uint8_t)priority;
	launch_stop(t->slot);
	order_change();
}

/*
 * When what tasks were stopped for has its slot, or has gone, those that have not drained yet go
 * on. One that has just drained has its event on the way, which is taken as ever.
 */
static RARE void go_on(void)
{
	const struct task *first = tmu_first();
	uint32_t left;

	for (left = evicted; left; left &= left - 1) {
		uint32_t slot = lowest_bit(left);
		struct task *t = slots_task[slot];

		if ((first && first->priority <= evicted_for[slot]) || t->deallocate)
			continue;
		evicted &= ~(1u << slot);
		t->state = TASK_RESIDENT;
		launch_go_on(slot);
		order_change();
	}
}

bool wdu_throttled(void)
{
	return holders[1];
}

/*
 * Tasks of throttle mode and others are never resident together. The most urgent queued task
 * decides: it waits for the residents of the other kind to end, and if it is more urgent than all
 * of them they are stopped for it. Meanwhile no task passes it, so neither kind can starve the
 * other.
 */
static bool must_change_mode(const struct task *t)
{
	unsigned int slot;

	if (!holders[!throttles(t)])
		return false;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slots_task[slot] && slots_task[slot]->priority <= t->priority)
			return true;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slots_task[slot] && slots_task[slot]->state == TASK_RESIDENT)
			stop(slots_task[slot], t->priority);
	return true;
}

/*
 * With isolation a task waits until none of another VM has a slot. Residents that are less urgent
 * are stopped for it, and so are those that only wait for items; its equals when the turn of their
 * VM is over.
 */
static RARE bool must_change_vm(const struct task *t)
{
	uint64_t turn = isolation_turn();
	bool over = turn <= host_timebase();
	uint32_t left;

	turn_end = over ? ~0ull : turn;
	if (!slots_used)
		return isolation_enter(t->owner->vm);
	for (left = slots_used; left; left &= left - 1) {
		struct task *r = slots_task[lowest_bit(left)];

		if (r->state == TASK_RESIDENT &&
		    (r->priority > t->priority || (over && r->priority == t->priority) ||
		     victim_sits(r)))
			stop(r, t->priority);
	}
	return true;
}

/* All that are less urgent launch no more: what they have in flight may end soon or late, and the
 * first that drains gives its slot up. */
static void stop_less_urgent(uint32_t priority)
{
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slots_task[slot]->state == TASK_RESIDENT &&
		    slots_task[slot]->priority > priority)
			stop(slots_task[slot], priority);
}

bool wdu_room(void)
{
	return slots_used != (1u << SMGPU_TASK_SLOTS) - 1;
}

/* True if there may be more to fill. */
static RARE bool fill_slots(void)
{
	struct task *t, *out;
	unsigned int slot, draining, given = 0;

	while ((t = tmu_first())) {
		if (must_change_mode(t) || (isolation_keeps_out(t->owner->vm) && must_change_vm(t)))
			return false;
		if (wdu_room()) {
			tmu_remove(t);
			give_slot(t, lowest_bit(~slots_used));
			if (++given == GIVES)
				return true;
			continue;
		}
		stop_less_urgent(t->priority);
		draining = 0;
		for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
			draining += slots_task[slot]->state != TASK_RESIDENT;
		/* One that drains already will do for the task, but not for all clients: what it
		 * waits for may hang. */
		if (draining >= tmu_clients(t->priority))
			return false;
		out = victim_for(t);
		if (out)
			stop(out, t->priority);
		return false;
	}
	return false;
}

bool wdu_at_once(const struct channel *ch, struct task *t)
{
	unsigned int slot;

	if (!wdu_room() || tmu_any() || holders[1] || isolation_keeps_out(ch->vm))
		return false;
	slot = lowest_bit(~slots_used);
	occupy(ch, t, slot, true);
	holders[0]++;
	launch_fill_plain(slot, &t->launch);
	order_enter(slot);
	return true;
}

void wdu_queue(struct task *t, bool head)
{
	if (!t->timeout || t->due || t->deallocate || !queue_few(t, t->launch.next)) {
		/* No list is needed if nothing stands in front of it. */
		if (wdu_room() && !tmu_any() && !holders[!throttles(t)] &&
		    !isolation_keeps_out(t->owner->vm))
			give_slot(t, lowest_bit(~slots_used));
		else
			tmu_insert(t, head);
		return;
	}
	coalesce_enter(t);
}

bool wdu_step(void)
{
	coalesce_look();
	if (client_contended()) {
		uint64_t now = host_timebase();

		if (now >= client_next_count()) {
			client_count(now, NULL, 0);
			order_change();
		}
	}
	if (eupool_works() && host_timebase() >= eupool_next())
		order_change();
	turn_end = ~0ull;
	if (tmu_any() && fill_slots())
		return true;
	if (evicted)
		go_on();
	order_publish();
	return false;
}

static inline void leave_slot(struct task *t, const struct launch_progress *p, bool done)
{
	schedule_left(t, p->warp_instr, done);
	evicted &= ~(1u << t->slot);
	slots_count(t, p->warp_instr);
	slots_leave(t);
	order_change();
	if (client_contended())
		client_count(host_timebase(), t, p->completed ? t->launch.warps : 0);
	usage_unslot(t->owner);
	t->completed += p->completed;
}

void wdu_event(struct task *t, enum launch_event_kind kind)
{
	bool live = t->owner->state == CHANNEL_LIVE && kind != LAUNCH_KILLED &&
		    t->state != TASK_KILLING;
	struct launch_progress p;
	unsigned int i;

	/* A grid that is done has been walked to its end. */
	if (t->plain && kind == LAUNCH_DONE && live) {
		launch_read_counts(t->slot, &p);
		holders[0]--;
		leave_slot(t, &p, true);
		t->launch.next = t->launch.limit;
		end_plain(t);
		return;
	}
	if (t->look && kind == LAUNCH_DONE)
		live &= wdu_look(t);
	if (kind == LAUNCH_DONE && !t->launch.queue) {
		launch_read_counts(t->slot, &p);
		p.next = t->launch.limit;
	} else {
		launch_read(t->slot, &p);
		for (i = 0; i < 3 && !t->launch.queue; i++)
			t->launch.next_xyz[i] = p.next_xyz[i];
	}
	holders[throttles(t)]--;
	schedule_leave(t);
	leave_slot(t, &p, live && kind == LAUNCH_DONE);
	eupool_leave(t);
	if (p.next != t->launch.next)
		t->due = false;
	t->launch.next = p.next;
	/* A channel that has failed kills its tasks in a moment. */
	if (!live) {
		end_killed(t);
	} else if (p.next != t->launch.limit && !t->deallocate) {
		/* Evicted, or its queue got items when the slot had just ended. */
		wdu_queue(t, true);
		if (t->state != TASK_RESIDENT)
			progress_left(t);
	} else {
		end_work(t);
		if (!t->ending)
			progress_left(t);
	}
}

/*
 * A task without a CTA in flight waits for room in the SMs, perhaps behind one that hangs: that
 * one's watchdog is due, not its own. Its time starts anew when it is asked for, and when a kill is
 * about to make room.
 */
static bool waits_for_room(struct task *t, uint64_t now)
{
	if (launch_inflight(t->slot))
		return false;
	t->deadline = now + t->owner->watchdog;
	return true;
}

void wdu_spare_waiting(uint32_t channel)
{
	uint64_t now = host_timebase();
	unsigned int slot;

	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if (slots_task[slot] && slots_task[slot]->channel != channel)
			waits_for_room(slots_task[slot], now);
}

/* Takes a task out of what it waits in; false if it waits in nothing. */
static bool leave_place(struct task *t)
{
	switch (t->state) {
	case TASK_QUEUED:
		tmu_remove(t);
		break;
	case TASK_PENDING:
		t->owner->pending--;
		break;
	case TASK_WAITING:
		if (t->coalescing)
			coalesce_leave(t);
		break;
	default:
		return false;
	}
	return true;
}

void wdu_kill(struct task *t)
{
	switch (t->state) {
	case TASK_RESIDENT:
	case TASK_STOPPING:
		t->state = TASK_KILLING;
		evicted &= ~(1u << t->slot);
		launch_kill(t->slot);
		order_change();
		return;
	case TASK_KILLING:
		return;
	default:
		(void)leave_place(t);
		end_killed(t);
	}
}

void wdu_deallocate(struct task *t)
{
	/* The queue is closed: what it holds is still done, and waited for. */
	if (t->flags & SMGPU_TMD_HOLD) {
		if (!wdu_look(t))
			return;
		task_unhold(t);
		t->owner->held--;
		job_clock(t->owner);
		if (t->parent != NO_TASK)
			tasks[t->parent].children++;
		if (t->state == TASK_WAITING && !t->coalescing)
			end_work(t);
		return;
	}
	t->deallocate = true;
	if (t->state == TASK_RESIDENT)
		launch_stop(t->slot);
	else if (leave_place(t))
		end_work(t);
}

void wdu_more_work(struct task *t)
{
	if (t->state == TASK_RESIDENT)
		launch_limit(t->slot, t->launch.limit);
	else if (t->state == TASK_WAITING && !t->coalescing)
		wdu_queue(t, t->flags & SMGPU_TMD_HEAD);
	else if (t->state == TASK_WAITING && !queue_few(t, t->launch.next)) {
		coalesce_leave(t);
		tmu_insert(t, true);
	}
}

bool wdu_look(struct task *t)
{
	enum queue_look look = queue_look(t);

	if (look == QUEUE_MORE)
		wdu_more_work(t);
	return look != QUEUE_BROKEN;
}

void wdu_served(struct task *t)
{
	t->deadline -= SERVICE;
}

uint64_t wdu_watchdog(uint64_t now)
{
	uint64_t first = coalesce_next();
	uint32_t left;

	if (client_contended() && client_next_count() < first)
		first = client_next_count();
	if (eupool_works() && eupool_next() < first)
		first = eupool_next();
	if (turn_end < first)
		first = turn_end;
	for (left = slots_used; left; left &= left - 1) {
		struct task *t = slots_task[lowest_bit(left)];

		if (t->state == TASK_KILLING)
			continue;
		if (t->deadline <= now && !waits_for_room(t, now)) {
			channel_fail(t->channel, SMGPU_ERR_WATCHDOG, NULL, t->tmd_va, 0,
				     SMGPU_ACCESS_NONE);
			first = 0;
		} else if (t->deadline < first) {
			first = t->deadline;
		}
	}
	return first;
}
