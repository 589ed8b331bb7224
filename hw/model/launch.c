// SPDX-License-Identifier: MIT
/*
 * The CTA launcher: slots in order, one task per SM, events, kills. And the trap FIFO.
 *
 * The firmware fills slots and orders them; this file gives their CTAs to SMs and tells the
 * firmware what became of a slot by one event.
 *
 * An SM runs CTAs of one task at a time. A change of its task costs the time in which the task's
 * state is sent.
 *
 * Events and traps wait in FIFOs until the firmware takes them; interrupts tell that there are
 * some.
 */
#include <string.h>

#include "model.h"

#define EVENTS (sizeof(((struct launch *)0)->event) / sizeof(uint32_t))

void trap_push(struct card *c, struct trap_entry t)
{
	/* A warp traps once while it is resident, so there is room for all; a full FIFO would be a
	 * bug here. */
	if (c->trap_count < TRAP_FIFO)
		c->trap[(c->trap_head + c->trap_count++) % TRAP_FIFO] = t;
}

/* The next one is not held until it is read. */
void trap_pop(struct card *c)
{
	if (!c->trap_count)
		return;
	c->trap_head = (c->trap_head + 1) % TRAP_FIFO;
	c->trap_count--;
	c->trap_held = false;
}

/* Entries of a killed task mean nothing to the firmware, but for one that it is reading. */
void trap_drop_slot(struct card *c, unsigned slot)
{
	unsigned i, kept = 0;

	for (i = 0; i < c->trap_count; i++) {
		struct trap_entry t = c->trap[(c->trap_head + i) % TRAP_FIFO];

		/* Kept ones move up in place: an entry is never written before it was read. */
		if ((t.info & SMGPU_TRAP_INFO_SLOT_MASK) != slot || (!i && c->trap_held))
			c->trap[(c->trap_head + kept++) % TRAP_FIFO] = t;
	}
	c->trap_count = kept;
}

/* Filling a slot begins its counts anew. A slot that is filled already only changes. */
void launch_write_ctrl(struct card *c, unsigned s, uint32_t v)
{
	struct slot *slot = &c->launch.slot[s];

	c->launch.changed = true;
	/* Only the stop is taken back, so the firmware need not know the rest of the register. */
	if (v & SMGPU_SLOT_CTRL_GO_ON_MASK) {
		slot->ctrl &= ~SMGPU_SLOT_CTRL_STOP_MASK;
		return;
	}
	if (!c->preset->turns)
		v &= ~(SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK | SMGPU_SLOT_CTRL_PRIO_MASK);
	/* Counts go on: this is the same filling. */
	if (slot->armed) {
		slot->ctrl = v;
		slot->armed = v & SMGPU_SLOT_CTRL_VALID_MASK;	/* taken back without an event */
		return;
	}
	/* A stop that comes after the slot's event does not fill it again. */
	if ((v & SMGPU_SLOT_CTRL_VALID_MASK) && (v & SMGPU_SLOT_CTRL_STOP_MASK))
		v &= ~SMGPU_SLOT_CTRL_VALID_MASK;
	slot->ctrl = v;
	if (v & SMGPU_SLOT_CTRL_VALID_MASK) {
		slot->armed = true;
		slot->filling++;
		slot->completed = 0;
		slot->warp_instr = 0;
		slot->turn = 0;
		slot->since = c->now;
		/* A bell of the slot's last task is not one of this. */
		c->launch.bells &= ~(1u << s);
	}
}

/* The time that items wait is counted from when there were none. */
void launch_limit(struct card *c, unsigned s, uint32_t v)
{
	struct slot *slot = &c->launch.slot[s];

	if (slot->next == slot->limit)
		slot->since = c->now;
	slot->limit = v;
}

/* Noted only: CTAs go when events are looked at. */
void launch_kill(struct card *c, uint32_t slots)
{
	unsigned s;

	for (s = 0; s < SLOTS; s++)
		/* A slot that has sent its event is nobody's: there is nothing to kill. */
		if (slots >> s & 1 && c->launch.slot[s].armed)
			c->launch.slot[s].killed = true;
	c->launch.changed = true;
}

uint32_t launch_event(const struct card *c)
{
	return c->launch.event_count ? c->launch.event[c->launch.event_head] : 0;
}

void launch_pop_event(struct card *c)
{
	if (!c->launch.event_count)
		return;
	c->launch.event_head = (c->launch.event_head + 1) % EVENTS;
	c->launch.event_count--;
	c->launch.changed = true;
}

/* The slot is free for the firmware from this event on. */
static void end(struct card *c, unsigned s, unsigned kind)
{
	struct launch *l = &c->launch;
	struct slot *slot = &l->slot[s];

	slot->armed = false;
	slot->killed = false;
	slot->ctrl &= ~SMGPU_SLOT_CTRL_VALID_MASK;
	l->event[(l->event_head + l->event_count++) % EVENTS] =
		s | FIELD(slot->ctrl, SMGPU_SLOT_CTRL_GEN) << SMGPU_LAUNCH_EVENT_GEN_SHIFT |
		kind << SMGPU_LAUNCH_EVENT_KIND_SHIFT | SMGPU_LAUNCH_EVENT_VALID_MASK;
}

/* One event for each filling; while the FIFO is full the slot waits with it. */
static void events(struct card *c)
{
	unsigned s, i;

	for (s = 0; s < SLOTS; s++) {
		struct slot *slot = &c->launch.slot[s];

		/* No event is ever lost: the slot keeps what it has to say. */
		if (!slot->armed || c->launch.event_count == EVENTS)
			continue;
		if (slot->killed) {
			for (i = 0; i < c->preset->sms; i++)
				sm_kill(&c->sm[i], s);
			/* Before the event: the firmware gives the slot away when it has that. */
			trap_drop_slot(c, s);
			end(c, s, SMGPU_LAUNCH_EVENT_KIND_KILLED);
		} else if (!(slot->ctrl & SMGPU_SLOT_CTRL_VALID_MASK) || slot->inflight) {
			continue;
		} else if (slot->next >= slot->limit) {
			end(c, s, SMGPU_LAUNCH_EVENT_KIND_DONE);
		} else if (slot->ctrl & SMGPU_SLOT_CTRL_STOP_MASK) {
			end(c, s, SMGPU_LAUNCH_EVENT_KIND_STOPPED);
		}
	}
}

/* Items of a queue, of which there are not yet enough */
static bool too_few(const struct card *c, const struct slot *s)
{
	/* After the timeout a CTA starts with the items that there are. */
	return (s->ctrl & SMGPU_SLOT_CTRL_QUEUE_MASK) &&
	       s->limit - s->next < FIELD(s->coalesce, SMGPU_SLOT_COALESCE_MIN) &&
	       c->now - s->since < s->timeout;
}

/* May this SM have the slot's next CTA, room aside? */
static bool launchable(const struct card *c, const struct slot *s, unsigned sm)
{
	if (!(s->ctrl & SMGPU_SLOT_CTRL_VALID_MASK) || (s->ctrl & SMGPU_SLOT_CTRL_STOP_MASK) ||
	    s->killed || s->next >= s->limit)
		return false;
	if (!(s->sm_mask >> sm & 1) || too_few(c, s))
		return false;
	if ((s->ctrl & SMGPU_SLOT_CTRL_SEQUENTIAL_MASK) && s->inflight)
		return false;
	return !(s->ctrl & SMGPU_SLOT_CTRL_QUOTA_INFLIGHT_MASK) ||
	       s->inflight < FIELD(s->cta_z, SMGPU_SLOT_CTA_Z_QUOTA_INFLIGHT);
}

static bool same_priority(const struct slot *a, const struct slot *b)
{
	return FIELD(a->ctrl, SMGPU_SLOT_CTRL_PRIO) == FIELD(b->ctrl, SMGPU_SLOT_CTRL_PRIO);
}

/* It has launched its quota. */
static bool spent(const struct slot *s)
{
	return (s->ctrl & SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK) && s->turn == s->quota;
}

/*
 * The SM's task: the first slot in order that it may run, -1 = none. If that one has spent its
 * quota, the first one of its priority that has not, if there is one.
 */
static int task_of(const struct card *c, unsigned sm)
{
	const struct launch *l = &c->launch;
	int first = -1;
	unsigned i;

	/* The firmware keeps slots in the order of their priorities, four bits each. */
	for (i = 0; i < l->order_used && i < SLOTS; i++) {
		unsigned s = l->order[i / 8] >> (i % 8 * 4) & 15;

		if (!launchable(c, &l->slot[s], sm))
			continue;
		if (!spent(&l->slot[s]) &&
		    (first < 0 || same_priority(&l->slot[s], &l->slot[first])))
			return (int)s;
		if (first < 0)
			first = (int)s;
	}
	return first;
}

uint32_t launch_sm_state(const struct card *c, unsigned sm)
{
	const struct launch *l = &c->launch;
	uint32_t answer, state;

	if (sm >= c->preset->sms)
		return 0;
	answer = sm_free_warps(&c->sm[sm]) << SMGPU_LAUNCH_SM_STATE_FREE_WARPS_SHIFT;
	/* The answer is there without a task, too: then it is of the task before. */
	answer |= sm_room(&c->sm[sm], &l->slot[l->sm[sm].slot]) << SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT;
	if (!l->sm[sm].has)
		return answer | SM_NO_TASK;
	state = c->now >= l->sm[sm].synced		   ? SM_CTA_LAUNCH
		: c->now + SYNC_CYCLES >= l->sm[sm].synced ? SM_STATE_SYNC
							   : SM_TASK_ASSIGN;
	/* The SM waits for CTAs of another split to end. */
	if (state == SM_CTA_LAUNCH && !sm_has_split(&c->sm[sm], &l->slot[l->sm[sm].slot]))
		state = SM_STATE_SYNC;
	return answer | state | (uint32_t)l->sm[sm].slot << SMGPU_LAUNCH_SM_STATE_SLOT_SHIFT |
	       SMGPU_LAUNCH_SM_STATE_HAS_MASK;
}

/* Chooses the SM's task. Its state is sent before the first CTA, after what the loader sends to
 * other SMs. */
static void assign(struct card *c, unsigned sm)
{
	struct launch *l = &c->launch;
	int task = task_of(c, sm);

	l->sm[sm].has = task >= 0;
	/* The number of the filling tells a new task in the same slot. */
	if (task < 0 || (l->sm[sm].slot == task && l->sm[sm].filling == l->slot[task].filling))
		return;
	l->sm[sm].slot = (uint8_t)task;
	l->sm[sm].filling = l->slot[task].filling;
	/* One state at a time: the next one begins when this was sent. */
	l->loader_free = (l->loader_free > c->now ? l->loader_free : c->now) + SYNC_CYCLES;
	l->sm[sm].synced = l->loader_free;
}

bool launch_syncing(const struct card *c)
{
	return c->now < c->launch.loader_free;
}

/* How many items the next CTA of a queue gets */
static uint32_t items_of(const struct slot *s)
{
	uint32_t most = FIELD(s->coalesce, SMGPU_SLOT_COALESCE_MAX), n = s->limit - s->next;

	return n < most ? n : most;
}

/* The next CTA's indices, x first. */
static void advance(struct slot *s)
{
	/* Items of a queue have one number, not three indices. */
	if (s->ctrl & SMGPU_SLOT_CTRL_QUEUE_MASK) {
		s->next += s->items;
		return;
	}
	s->next++;
	if (++s->next_xyz[0] < s->grid[0])
		return;
	s->next_xyz[0] = 0;
	if (++s->next_xyz[1] < s->grid[1])
		return;
	s->next_xyz[1] = 0;
	s->next_xyz[2]++;
}

/* The slot launches a CTA: if it had spent its quota, the turns of its priority begin anew. */
static void count_turn(struct launch *l, struct slot *slot)
{
	unsigned s;

	if (!(slot->ctrl & SMGPU_SLOT_CTRL_QUOTA_LAUNCHED_MASK))
		return;
	if (spent(slot))
		for (s = 0; s < SLOTS; s++)
			if (spent(&l->slot[s]) && same_priority(&l->slot[s], slot))
				l->slot[s].turn = 0;
	slot->turn++;
}

/* Of SMs with as much room the one of the lowest rank is taken. */
static unsigned rank(const struct launch *l, unsigned sm)
{
	return FIELD(l->ctrl, SMGPU_LAUNCH_CTRL_RANK) >> (2 * sm) & 3;
}

/* Looks at all SMs and launches on one; false if none can. */
static bool launch_one(struct card *c)
{
	struct launch *l = &c->launch;
	unsigned i, sm, room, most = 0;
	int task, chosen_task = -1, chosen = -1;

	for (i = 0; i < c->preset->sms; i++) {
		/* Round robin starts after the last SM, load balance at SM 0 so that of equal ranks
		 * the lowest SM is taken. */
		sm = l->ctrl & SMGPU_LAUNCH_CTRL_POLICY_MASK ? (l->last_sm + 1 + i) % c->preset->sms
							     : i;
		assign(c, sm);
		if (!l->sm[sm].has || c->now < l->sm[sm].synced)
			continue;
		task = l->sm[sm].slot;
		if (!sm_take_split(&c->sm[sm], &l->slot[task]) ||
		    !sm_fits(&c->sm[sm], &l->slot[task]))
			continue;
		/* Load balance takes the SM with the most room, round robin the first one that
		 * fits. */
		room = sm_room(&c->sm[sm], &l->slot[task]);
		if (chosen >= 0 && ((l->ctrl & SMGPU_LAUNCH_CTRL_POLICY_MASK) || room < most ||
				    (room == most && rank(l, sm) >= rank(l, (unsigned)chosen))))
			continue;
		chosen = (int)sm;
		chosen_task = task;
		most = room;
	}
	if (chosen < 0)
		return false;
	/* Counted before the launch, as a CTA without threads ends within it. */
	l->slot[chosen_task].inflight++;
	count_turn(l, &l->slot[chosen_task]);
	l->ctas++;
	l->last_sm = (unsigned)chosen;
	c->perf[SMGPU_PERF_CARD_CTAS_LAUNCHED]++;
	l->slot[chosen_task].items = items_of(&l->slot[chosen_task]);
	l->slot[chosen_task].since = c->now;
	sm_launch(&c->sm[chosen], (unsigned)chosen_task);
	advance(&l->slot[chosen_task]);
	return true;
}

/* Time alone may make a launch possible. */
static bool items_wait(const struct card *c)
{
	unsigned s;

	for (s = 0; s < SLOTS; s++)
		if (c->launch.slot[s].armed && c->launch.slot[s].next != c->launch.slot[s].limit &&
		    too_few(c, &c->launch.slot[s]))
			return true;
	return false;
}

/* Does nothing unless something has changed. */
void launch_run(struct card *c, unsigned max_launches)
{
	if (!c->launch.changed)
		return;
	events(c);
	c->launch.changed = false;
	while (max_launches && launch_one(c))
		max_launches--;
	/* There may be more to do without any further change. */
	if (!max_launches || items_wait(c) || launch_syncing(c))
		c->launch.changed = true;
	/* CTAs without threads are complete already, so there may be events again. */
	events(c);
}

/* Tasks, events and traps are gone; SMs keep their registers. */
void launch_reset(struct card *c)
{
	unsigned i;

	for (i = 0; i < c->preset->sms; i++)
		sm_reset(&c->sm[i]);
	memset(&c->launch, 0, sizeof(c->launch));
	c->launch.ctrl = SMGPU_LAUNCH_CTRL_RANK_RESET << SMGPU_LAUNCH_CTRL_RANK_SHIFT;
	c->trap_head = 0;
	c->trap_count = 0;
	c->trap_held = false;
}
