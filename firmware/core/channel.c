// SPDX-License-Identifier: MIT
/* Channels: life, death, and the in-order completion of their jobs. */
#include "core.h"

#define EINVAL	22
#define EEXIST	17

/* Cycles between two looks at a semaphore */
#define SEMAPHORE_POLL	2000u

/* Ring entries of a dead channel that one pass completes */
#define DEAD_ENTRIES	16u

#define WATCHDOG_MOST	(1ull << 60)	/* so that times can be added */

/* Methods and ring entries that a channel gets on before the next has its turn, and cycles if others want one */
#define TURN		16u
#define TURN_CYCLES	4096u
#define STEPS		4u	/* of them between two looks at commands */
#define PATIENCE	4u	/* passes that more urgent rings can have to themselves, one after the other */

struct channel channels[SMGPU_MAX_CHANNELS];

/* Channels that have something to do or to wait for; the others cost nothing in a pass. */
static uint32_t active[SMGPU_MAX_CHANNELS / 32];
static bool alone;	/* one channel has: it needs no turns */

/* Channels by the execution priority of their rings, at 0 all of them; and which priorities there are */
static uint32_t rings[SMGPU_PRIORITY_LAST + 1][SMGPU_MAX_CHANNELS / 32] = { { ~0u, ~0u } };
static uint32_t priorities;

void channel_activate(uint32_t id)
{
	active[id / 32] |= 1u << id % 32;
}

static bool at_rest(const struct channel *ch)
{
	switch (ch->state) {
	case CHANNEL_LIVE: return !ch->entry_valid && ch->get == ch->put && !ch->signals && !ch->collects && !ch->looks;
	case CHANNEL_DYING: return false;
	case CHANNEL_DEAD: return ch->get == ch->put && !ch->destroy;
	default: return true;
	}
}

uint32_t channel_id(const struct channel *ch)
{
	return ch->id;
}

bool vm_in_use(uint32_t vm)
{
	unsigned int i;

	for (i = 1; i < SMGPU_MAX_CHANNELS; i++)
		if (channels[i].state != CHANNEL_FREE && channels[i].vm == vm)
			return true;
	return false;
}

int32_t channel_create(const struct smgpu_fw_cmd *cmd)
{
	uint32_t id = cmd->u.channel.id, entries = cmd->u.channel.entries;
	uint32_t urgency = cmd->u.channel.ring_priority ? cmd->u.channel.ring_priority : cmd->u.channel.best_priority;
	struct channel *ch;

	if (id < 1 || id >= SMGPU_MAX_CHANNELS || cmd->u.channel.vm < 1 || cmd->u.channel.vm >= SMGPU_MAX_VMS)
		return -EINVAL;
	if (entries < 16 || entries > 4096 || (entries & (entries - 1)) || cmd->u.channel.ring % 32 ||
	    (cmd->u.channel.flags & ~(SMGPU_FW_CHANNEL_USER | SMGPU_FW_CHANNEL_THROTTLE | SMGPU_FW_CHANNEL_SCHEDULE)))
		return -EINVAL;
	if (cmd->u.channel.best_priority < SMGPU_PRIORITY_FIRST || cmd->u.channel.best_priority > SMGPU_PRIORITY_LAST)
		return -EINVAL;
	if (urgency > SMGPU_PRIORITY_LAST)
		return -EINVAL;
	if (!cmd->u.channel.watchdog_cycles || !(cmd->u.channel.sm_mask & ((1u << shape.sms) - 1)))
		return -EINVAL;
	ch = &channels[id];
	if (ch->state != CHANNEL_FREE)
		return -EEXIST;
	/* The number's last owner may have rung just before it gave it up; the new one rings when it is told that it has it. */
	intc_drop_doorbell(id);
	frontend_forget(ch);
	*ch = (struct channel){
		.state = CHANNEL_LIVE,
		.id = (uint8_t)id,
		.vm = (uint8_t)cmd->u.channel.vm,
		.client = client_join(cmd->u.channel.client),
		.best_priority = (uint8_t)cmd->u.channel.best_priority,
		.ring_priority = (uint8_t)urgency,
		.sm_mask = cmd->u.channel.sm_mask & ((1u << shape.sms) - 1),
		.entries = entries,
		.ring = cmd->u.channel.ring,
		.watchdog = cmd->u.channel.watchdog_cycles < WATCHDOG_MOST ? cmd->u.channel.watchdog_cycles : WATCHDOG_MOST,
		.done = cmd->u.channel.first_seqno,
		.last_seqno = cmd->u.channel.first_seqno,
		.user = cmd->u.channel.flags & SMGPU_FW_CHANNEL_USER,
		.throttle = cmd->u.channel.flags & SMGPU_FW_CHANNEL_THROTTLE,
		.schedule = cmd->u.channel.flags & SMGPU_FW_CHANNEL_SCHEDULE,
		.first_task = NO_TASK,
	};
	rings[urgency][id / 32] |= 1u << id % 32;
	priorities |= 1u << urgency;
	channel_tell_done(ch);
	channel_tell_get(ch);
	return 0;
}

static void tell_user(const struct channel *ch, bool wake)
{
	const struct smgpu_ring_state state = { .done = ch->done, .get = ch->get, .error = ch->state == CHANNEL_LIVE ? 0 : ch->error.u.error.code };

	event_ring_state(ch->ring + ch->entries * sizeof(struct smgpu_ring_entry), &state, wake);
}

void channel_tell_done(struct channel *ch)
{
	if (ch->user)
		tell_user(ch, true);
	else
		event_done(channel_id(ch), ch->done);
}

void channel_tell_get(struct channel *ch)
{
	if (ch->user)
		tell_user(ch, false);
	else
		event_ring_get(channel_id(ch), ch->get);
}

void channel_doorbell(uint32_t id, uint32_t put)
{
	struct channel *ch = channel_of(id);

	if (ch->state == CHANNEL_FREE)
		return;
	if (put - ch->get > ch->entries) {
		if (ch->user) {
			channel_fail(id, SMGPU_ERR_RING, NULL, 0, 0, SMGPU_ACCESS_NONE);
			return;
		}
		log_line("channel %u: doorbell value %x is out of the ring", (unsigned int)id, (unsigned int)put);
		return;
	}
	ch->put = put;
	channel_activate(id);
	frontend_rung(ch);
}

void channel_fail(uint32_t id, uint32_t code, const struct trap_record *info, uint32_t tmd_va, uint32_t va, uint32_t access)
{
	struct channel *ch = &channels[id];
	struct task *t;

	if (ch->state != CHANNEL_LIVE)
		return;
	/* Jobs that were complete before this are not blamed. */
	channel_signal(ch);
	ch->error.op = SMGPU_FW_EVENT_ERROR;
	ch->error.u.error.channel = id;
	ch->error.u.error.code = code;
	ch->error.u.error.vm = ch->vm;
	ch->error.u.error.va = va;
	ch->error.u.error.access = access;
	ch->error.u.error.tmd_va = tmd_va;
	if (info) {
		ch->error.u.error.pc = info->pc;
		ch->error.u.error.sm = info->sm;
		ch->error.u.error.warp = info->warp;
	} else if (ch->method_valid) {
		ch->error.u.error.detail = ch->offset;
	}
	log_line("channel %u: error %u at va %x, tmd %x", (unsigned int)id, (unsigned int)code, (unsigned int)va, (unsigned int)tmd_va);
	ch->state = CHANNEL_DYING;
	channel_activate(id);
	if (ch->live_tasks)
		wdu_spare_waiting(id);
	for_each_task(t, ch)
		wdu_kill(t);
}

static void set_free(struct channel *ch)
{
	uint32_t *same = rings[ch->ring_priority];

	ch->state = CHANNEL_FREE;
	client_leave(ch->client);
	same[ch->id / 32] &= ~(1u << ch->id % 32);
	if (!(same[0] | same[1]))
		priorities &= ~(1u << ch->ring_priority);
}

bool channel_destroy(uint32_t id)
{
	struct channel *ch = &channels[id];

	ch->destroy = true;
	channel_activate(id);
	if (ch->state == CHANNEL_LIVE) {
		if (!ch->live_tasks && !ch->entry_valid && !ch->signals && ch->get == ch->put) {
			set_free(ch);
			return true;
		}
		channel_fail(id, SMGPU_ERR_KILLED, NULL, 0, 0, SMGPU_ACCESS_NONE);
	}
	return false;
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
		/* Who sees the seqno sees which tasks run. */
		while (wdu_tell())
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
	/* No more than TASK_QUOTA are alive: one of the numbers is free. */
	task->local = (uint8_t)lowest_bit(~ch->locals);
	ch->locals |= 1u << task->local;
	job_clock(ch);
	ch->live_tasks++;
	ch->queues += task->kind == SMGPU_TMD_QUEUE;
	ch->held += (task->flags & SMGPU_TMD_HOLD) != 0;
	task->sibling = ch->first_task;
	if (ch->first_task != NO_TASK)
		tasks[ch->first_task].elder = task->id;
	ch->first_task = task->id;
}

void channel_task_done(struct channel *ch, struct task *task)
{
	if (task->sibling != NO_TASK)
		tasks[task->sibling].elder = task->elder;
	if (task->elder != NO_TASK)
		tasks[task->elder].sibling = task->sibling;
	else
		ch->first_task = task->sibling;
	ch->locals &= ~(1u << task->local);
	ch->live_tasks--;
	ch->queues -= task->kind == SMGPU_TMD_QUEUE;
	ch->held -= (task->flags & SMGPU_TMD_HOLD) != 0;
	ch->collects -= task->collect;
	ch->looks -= task->look;
	if (ch->live_tasks == ch->held)
		job_idle();
	ch->recheck = true;
}

void channel_collect(struct task *task)
{
	if (task->collect)
		return;
	task->collect = true;
	channels[task->channel].collects++;
	channel_activate(task->channel);
}

/*
 * Requests wait for free tasks as long as a task may run: what holds the tasks may itself be waiting for these children. That other
 * clients hold them is no reason to end the channel.
 */
static __attribute__((noinline)) bool collect_children(struct channel *ch)
{
	struct task *t;
	uint64_t now;
	bool changed = false, more = false;

	for_each_task(t, ch) {
		if (!t->collect)
			continue;
		if (more)
			breathe();
		more = true;
		if (ch->state == CHANNEL_LIVE)
			changed |= child_collect(t);
	}
	if (changed || !ch->collects) {
		ch->starved = false;
		return changed;
	}
	now = host_timebase();
	if (!ch->starved || task_short(channel_id(ch)))
		ch->child_deadline = now + ch->watchdog;
	ch->starved = true;
	if (now >= ch->child_deadline)
		channel_fail(channel_id(ch), SMGPU_ERR_WATCHDOG, NULL, 0, 0, SMGPU_ACCESS_NONE);
	return ch->state != CHANNEL_LIVE;
}

/*
 * The kernel waits for the jobs of a dead channel too: they complete without being done; some at a time, because a user
 * queue can ring for a whole ring at once.
 */
static bool complete_dead(struct channel *ch)
{
	unsigned int left = DEAD_ENTRIES;
	bool changed = false;

	/* Nobody waits for the rest of a user's ring. */
	if (ch->user) {
		ch->entry_valid = false;
		ch->get = ch->put;
		return false;
	}
	while (ch->get != ch->put && left--) {
		if (!ch->entry_valid && dma_host_read(&ch->entry, ch->ring + (ch->get & (ch->entries - 1)) * sizeof(ch->entry),
						      sizeof(ch->entry)))
			return changed;
		if (ch->entry.flags & SMGPU_RING_SIGNAL) {
			ch->done = ch->entry.seqno;
			channel_tell_done(ch);
		}
		ch->entry_valid = false;
		ch->get++;
		changed = true;
		breathe();
	}
	if (changed)
		channel_tell_get(ch);
	return changed;
}

static bool drain_dying(struct channel *ch)
{
	uint32_t id = channel_id(ch);

	if (bulk_owner == id) {
		if (dma_busy(DMA_BULK))
			return false;
		bulk_owner = BULK_FREE;
	}
	if (ch->live_tasks)
		return false;
	ch->error.u.error.seqno = ch->signals ? ch->signal[0].seqno : ch->done + 1;
	if (!event_post(&ch->error))
		return false;
	/* The driver must be able to see the error before it sees the jobs complete. */
	event_flush();
	ch->state = CHANNEL_DEAD;
	channel_signal(ch);
	if (ch->user)
		tell_user(ch, true);
	return true;
}

static bool run_live(struct channel *ch)
{
	uint64_t until = alone ? 0 : host_timebase() + TURN_CYCLES;
	uint32_t turn, get = ch->get;
	bool changed = false;

	frontend_turn();
	/* Before and after: an entry may wait for room among the signals, and may itself be all there is to signal. */
	if (ch->recheck)
		channel_signal(ch);
	if (ch->collects)
		changed = collect_children(ch);
	for (turn = 0; turn < TURN && ch->state == CHANNEL_LIVE && work_step(ch, 0); turn++) {
		changed = true;
		breathe();
	}
	for (turn = 0; turn < TURN && ch->state == CHANNEL_LIVE && frontend_step(ch); turn++) {
		changed = true;
		if (turn % STEPS == STEPS - 1)
			breathe();
		if (ch->wait == WAIT_TURN || (!alone && host_timebase() >= until))
			break;
	}
	if (ch->state == CHANNEL_FREE)
		return changed;
	/* Before the seqno: the slots of a complete job are free. */
	if (ch->get != get)
		channel_tell_get(ch);
	if (ch->recheck && ch->state == CHANNEL_LIVE)
		channel_signal(ch);
	return changed;
}

static RARE bool run_dead(struct channel *ch)
{
	bool changed = false;

	switch (ch->state) {
	case CHANNEL_DYING:
		changed = drain_dying(ch);
		break;
	case CHANNEL_DEAD:
		changed = complete_dead(ch);
		if (ch->destroy && !changed) {
			set_free(ch);
			cmd_channel_drained(channel_id(ch));
			changed = true;
		}
		break;
	default:
		break;
	}
	return changed;
}

/* A turn for each ring of this priority that has something to do; out of line, or the loop that calls it runs out of registers */
static __attribute__((noinline)) bool run_rings(const uint32_t *same)
{
	bool changed = false;
	unsigned int word;

	for (word = 0; word < ARRAY_SIZE(active); word++) {
		uint32_t left = active[word] & same[word];

		for (; left; left &= left - 1) {
			uint32_t bit = lowest_bit(left);
			struct channel *ch = channel_of(word * 32 + bit);

			if (!alone)
				breathe();
			changed |= ch->state == CHANNEL_LIVE ? run_live(ch) : run_dead(ch);
			if (at_rest(ch))
				active[word] &= ~(1u << bit);
		}
	}
	return changed;
}

/* The most urgent rings first. While they get on the others wait, for at most PATIENCE passes; then all have a turn. */
bool channel_run_all(void)
{
	static uint8_t waited;
	bool changed = false;
	uint32_t left;

	alone = !(active[0] & (active[0] - 1)) && !(active[1] & (active[1] - 1)) && !(active[0] && active[1]);
	for (left = alone ? 1 : priorities; left; left &= left - 1) {
		changed |= run_rings(rings[lowest_bit(left)]);
		if (changed && waited < PATIENCE) {
			waited++;
			return true;
		}
	}
	waited = 0;
	return changed;
}

uint64_t channel_next_look(uint64_t now)
{
	uint64_t next = ~0ull;
	unsigned int word;

	for (word = 0; word < ARRAY_SIZE(active); word++) {
		uint32_t left = active[word];

		for (; left; left &= left - 1) {
			const struct channel *ch = &channels[word * 32 + lowest_bit(left)];

			if (ch->state != CHANNEL_LIVE)
				continue;
			if (ch->wait == WAIT_CACHE)
				return now;
			if (ch->collects && ch->starved && ch->child_deadline < next)
				next = ch->child_deadline;
			if (ch->wait == WAIT_SEMAPHORE && now + SEMAPHORE_POLL < next)
				next = now + SEMAPHORE_POLL;
		}
	}
	return next;
}
