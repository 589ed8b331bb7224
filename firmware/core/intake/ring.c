// SPDX-License-Identifier: MIT
/* Rings of channels: their life, and their turns. */
#include "intake/ring.h"
#include "intake/accept.h"
#include "intake/child.h"
#include "intake/frontend.h"
#include "intake/work.h"
#include "state/channel.h"
#include "state/client.h"
#include "state/event.h"
#include "state/log.h"
#include "state/task.h"
#include "state/usage.h"

#define EINVAL	22
#define EEXIST	17

/* Cycles between two looks at a semaphore */
#define SEMAPHORE_POLL	2000u

#define WATCHDOG_MOST	(1ull << 60)	/* so that times can be added */

/* Methods and ring entries that a channel gets on before the next has its turn, and cycles if
 * others want one */
#define TURN		16u
#define TURN_CYCLES	4096u
#define ENTRIES_OF_A_STEP 4u	/* methods and ring entries */
/* passes that more urgent rings can have to themselves, one after the other */
#define PATIENCE	4u

static bool alone;	/* one channel has: it needs no turns */

/* Channels by the execution priority of their rings, at 0 all of them; and which priorities there
 * are */
static uint32_t rings[SMGPU_PRIORITY_LAST + 1][SMGPU_MAX_CHANNELS / 32] = { { ~0u, ~0u } };
static uint32_t priorities;

static bool at_rest(const struct channel *ch)
{
	switch (ch->state) {
	case CHANNEL_LIVE:
		return !ch->entry_valid && ch->get == ch->put && !ch->signals && !ch->collects &&
		       !ch->looks;
	case CHANNEL_DYING: return false;
	case CHANNEL_DEAD: return ch->get == ch->put && !ch->destroy;
	default: return true;
	}
}

bool vm_in_use(uint32_t vm)
{
	unsigned int i;

	for (i = 1; i < SMGPU_MAX_CHANNELS; i++)
		if (channels[i].state != CHANNEL_FREE && channels[i].vm == vm)
			return true;
	return false;
}

int32_t ring_create(const struct smgpu_fw_cmd *cmd)
{
	uint32_t id = cmd->u.channel.id, entries = cmd->u.channel.entries;
	uint32_t urgency = cmd->u.channel.ring_priority ? cmd->u.channel.ring_priority
							: cmd->u.channel.best_priority;
	struct channel *ch;

	if (id < 1 || id >= SMGPU_MAX_CHANNELS || cmd->u.channel.vm < 1 ||
	    cmd->u.channel.vm >= SMGPU_MAX_VMS)
		return -EINVAL;
	if (entries < 16 || entries > 4096 || (entries & (entries - 1)) ||
	    cmd->u.channel.ring % 32 ||
	    (cmd->u.channel.flags &
	     ~(SMGPU_FW_CHANNEL_USER | SMGPU_FW_CHANNEL_THROTTLE | SMGPU_FW_CHANNEL_SCHEDULE)))
		return -EINVAL;
	if (cmd->u.channel.best_priority < SMGPU_PRIORITY_FIRST ||
	    cmd->u.channel.best_priority > SMGPU_PRIORITY_LAST)
		return -EINVAL;
	if (urgency > SMGPU_PRIORITY_LAST)
		return -EINVAL;
	if (!cmd->u.channel.watchdog_cycles || !(cmd->u.channel.sm_mask & ((1u << shape.sms) - 1)))
		return -EINVAL;
	ch = &channels[id];
	if (ch->state != CHANNEL_FREE)
		return -EEXIST;
	/* The number's last owner may have rung just before it gave it up; the new one rings when
	 * it is told that it has it. */
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
		.watchdog = cmd->u.channel.watchdog_cycles < WATCHDOG_MOST
				    ? cmd->u.channel.watchdog_cycles
				    : WATCHDOG_MOST,
		.done = cmd->u.channel.first_seqno,
		.last_seqno = cmd->u.channel.first_seqno,
		.user = cmd->u.channel.flags & SMGPU_FW_CHANNEL_USER,
		.throttle = cmd->u.channel.flags & SMGPU_FW_CHANNEL_THROTTLE,
		.schedule = cmd->u.channel.flags & SMGPU_FW_CHANNEL_SCHEDULE,
	};
	ch->share = &clients[ch->client];
	ch->task_place = TASK_QUEUED | id << 8 | (uint32_t)ch->client << 16 | NO_SLOT << 24;
	rings[urgency][id / 32] |= 1u << id % 32;
	priorities |= 1u << urgency;
	channel_tell_done(ch);
	channel_tell_get(ch);
	usage_tell_of(ch);
	return 0;
}

void ring_doorbell(uint32_t id, uint32_t put)
{
	struct channel *ch = channel_of(id);

	if (ch->state == CHANNEL_FREE)
		return;
	if (put - ch->get > ch->entries) {
		if (ch->user) {
			channel_fail(id, SMGPU_ERR_RING, NULL, 0, 0, SMGPU_ACCESS_NONE);
			return;
		}
		log_line("channel %u: doorbell value %x is out of the ring", (unsigned int)id,
			 (unsigned int)put);
		return;
	}
	ch->put = put;
	channel_activate(id);
	frontend_rung(ch);
}

RARE void ring_free(struct channel *ch)
{
	uint32_t *same = rings[ch->ring_priority];

	/* Before the answer to the command that ends it */
	usage_tell_of(ch);
	ch->state = CHANNEL_FREE;
	client_leave(ch->client);
	same[ch->id / 32] &= ~(1u << ch->id % 32);
	if (!(same[0] | same[1]))
		priorities &= ~(1u << ch->ring_priority);
}

bool ring_destroy(uint32_t id)
{
	struct channel *ch = &channels[id];

	ch->destroy = true;
	channel_activate(id);
	if (ch->state == CHANNEL_LIVE) {
		if (!ch->live_tasks && !ch->entry_valid && !ch->signals && ch->get == ch->put) {
			ring_free(ch);
			return true;
		}
		channel_fail(id, SMGPU_ERR_KILLED, NULL, 0, 0, SMGPU_ACCESS_NONE);
	}
	return false;
}

/* The turn of a live ring, between its steps */
static struct {
	enum { BEGIN, QUEUES, CHILDREN, ENTRIES } stage;
	uint32_t steps;	/* that the stage has made */
	uint32_t tasks;	/* whose requests have not been looked at: their local numbers */
	uint32_t get;	/* where the ring was */
	uint64_t until;
	bool changed;
} turn;

static inline void begin(struct channel *ch)
{
	if (!alone)
		turn.until = host_timebase() + TURN_CYCLES;
	turn.get = ch->get;
	turn.changed = false;
	turn.steps = 0;
	accept_forget();
	/* Before and after: an entry may wait for room among the signals, and may itself be all
	 * there is to signal. */
	if (ch->recheck)
		channel_signal(ch);
	if (ch->collects | ch->looks) {
		turn.tasks = ch->collects ? ch->locals : 0;
		turn.stage = ch->collects ? CHILDREN : QUEUES;
	}
}

/*
 * Requests wait for free tasks as long as a task may run: what holds the tasks may itself be
 * waiting for these children. That other clients hold them is no reason to end the channel.
 */
static bool starves(struct channel *ch)
{
	uint64_t now;

	if (turn.changed || !ch->collects) {
		ch->starved = false;
		return false;
	}
	now = host_timebase();
	if (!ch->starved || task_short(channel_id(ch)))
		ch->child_deadline = now + ch->watchdog;
	ch->starved = true;
	if (now >= ch->child_deadline)
		channel_fail(channel_id(ch), SMGPU_ERR_WATCHDOG, NULL, 0, 0, SMGPU_ACCESS_NONE);
	return ch->state != CHANNEL_LIVE;
}

/* Each step looks at requests of one task; true if there are more. */
static bool children_step(struct channel *ch)
{
	while (turn.tasks) {
		struct task *t = task_of(ch->of_local[lowest_bit(turn.tasks)]);
		enum turn child;

		if (!t->collect) {
			turn.tasks &= turn.tasks - 1;
			continue;
		}
		child = child_step(t);
		if (child == TURN_MORE)
			return true;
		turn.changed |= child == TURN_OVER;
		turn.tasks = ch->state == CHANNEL_LIVE ? turn.tasks & (turn.tasks - 1) : 0;
		if (turn.tasks)
			return true;
	}
	turn.changed |= starves(ch);
	turn.stage = QUEUES;
	return false;
}

/* What CTAs ask for comes before entries; true if there is more of it in this turn. */
static __attribute__((noinline)) bool asked_step(struct channel *ch)
{
	if (turn.stage == CHILDREN && children_step(ch))
		return true;
	if (turn.stage == QUEUES && ch->looks && turn.steps < TURN &&
	    ch->state == CHANNEL_LIVE && work_step(ch, 0)) {
		turn.steps++;
		turn.changed = true;
		return true;
	}
	turn.stage = ENTRIES;
	turn.steps = 0;
	return false;
}

enum turn ring_step(struct channel *ch)
{
	uint32_t n = 0;

	if (turn.stage == BEGIN)
		begin(ch);
	if ((turn.stage == CHILDREN || turn.stage == QUEUES) && asked_step(ch))
		return TURN_MORE;
	while (n < ENTRIES_OF_A_STEP && ch->state == CHANNEL_LIVE && frontend_step(ch)) {
		n++;
		if (ch->wait == WAIT_TURN || (!alone && host_timebase() >= turn.until)) {
			turn.steps = TURN;
			break;
		}
	}
	turn.changed |= n != 0;
	if (n == ENTRIES_OF_A_STEP && ++turn.steps < TURN / ENTRIES_OF_A_STEP) {
		turn.stage = ENTRIES;
		return TURN_MORE;
	}
	turn.stage = BEGIN;
	if (ch->state != CHANNEL_FREE) {
		/* Before the seqno: the slots of a complete job are free. */
		if (ch->get != turn.get)
			channel_tell_get(ch);
		if (ch->recheck && ch->state == CHANNEL_LIVE)
			channel_signal(ch);
	}
	return turn.changed ? TURN_OVER : TURN_IDLE;
}

void ring_rest(const struct channel *ch)
{
	if (at_rest(ch))
		channels_active[ch->id / 32] &= ~(1u << ch->id % 32);
}

/* The pass over the rings if there are several: those of the priority in hand that have not had
 * their turn, none between two passes, and the priorities that come after it */
static struct {
	uint32_t left[SMGPU_MAX_CHANNELS / 32];
	uint32_t priorities;
} pass;

/* The most urgent rings first. While they get on the others wait, for at most PATIENCE passes; then
 * all have a turn. */
static RARE struct channel *next_of_many(bool changed)
{
	static uint8_t waited;
	uint32_t word, id;

	while (!(pass.left[0] | pass.left[1])) {
		const uint32_t *same;

		if (changed && waited < PATIENCE) {
			waited++;
			return NULL;
		}
		if (!pass.priorities) {
			waited = 0;
			return NULL;
		}
		same = rings[lowest_bit(pass.priorities)];
		pass.priorities &= pass.priorities - 1;
		for (word = 0; word < ARRAY_SIZE(pass.left); word++)
			pass.left[word] = channels_active[word] & same[word];
	}
	word = pass.left[0] ? 0 : 1;
	id = word * 32 + lowest_bit(pass.left[word]);
	pass.left[word] &= pass.left[word] - 1;
	return channel_of(id);
}

struct channel *ring_first(void)
{
	uint32_t low = channels_active[0], high = channels_active[1];

	if (!(low | high))
		return NULL;
	alone = low ? !high && !(low & (low - 1)) : !(high & (high - 1));
	if (alone)
		return low ? channel_of(lowest_bit(low)) : channel_of(32 + lowest_bit(high));
	pass.priorities = priorities;
	return next_of_many(false);
}

struct channel *ring_next(bool changed)
{
	return alone ? NULL : next_of_many(changed);
}

uint64_t ring_next_look(uint64_t now)
{
	uint64_t next = ~0ull;
	unsigned int word;

	for (word = 0; word < ARRAY_SIZE(channels_active); word++) {
		uint32_t left = channels_active[word];

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
