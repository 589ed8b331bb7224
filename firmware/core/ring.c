// SPDX-License-Identifier: MIT
/* Rings of channels: life, turns and death. */
#include "core/ring.h"
#include "core/accept.h"
#include "core/breathe.h"
#include "core/channel.h"
#include "core/child.h"
#include "core/client.h"
#include "core/dump.h"
#include "core/event.h"
#include "core/frontend.h"
#include "core/log.h"
#include "core/task.h"
#include "core/usage.h"
#include "core/wdu.h"
#include "core/work.h"

#define EINVAL	22
#define EEXIST	17

/* Cycles between two looks at a semaphore */
#define SEMAPHORE_POLL	2000u

/* Ring entries of a dead channel that one pass completes */
#define DEAD_ENTRIES	16u

#define WATCHDOG_MOST	(1ull << 60)	/* so that times can be added */

/* Methods and ring entries that a channel gets on before the next has its turn, and cycles if
 * others want one */
#define TURN		16u
#define TURN_CYCLES	4096u
#define STEPS		4u	/* of them between two looks at commands */
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

void ring_failures(void)
{
	unsigned int word;

	for (word = 0; word < ARRAY_SIZE(channels_failed); word++) {
		for (; channels_failed[word]; channels_failed[word] &= channels_failed[word] - 1) {
			struct channel *ch =
				&channels[word * 32 + lowest_bit(channels_failed[word])];
			struct task *t;

			if (ch->live_tasks) {
				dump_write(ch);
				wdu_spare_waiting(ch->id);
			}
			for_each_task(t, ch)
				wdu_kill(t);
		}
	}
}

static bool failures(void)
{
	return channels_failed[0] | channels_failed[1];
}

static void set_free(struct channel *ch)
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
			set_free(ch);
			return true;
		}
		channel_fail(id, SMGPU_ERR_KILLED, NULL, 0, 0, SMGPU_ACCESS_NONE);
	}
	return false;
}

/*
 * Requests wait for free tasks as long as a task may run: what holds the tasks may itself be
 * waiting for these children. That other clients hold them is no reason to end the channel.
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
 * The kernel waits for the jobs of a dead channel too: they complete without being done; some at a
 * time, because a user queue can ring for a whole ring at once.
 */
static bool complete_dead(struct channel *ch)
{
	unsigned int left = DEAD_ENTRIES;
	bool changed = false;

	/* Nothing waits for the rest of a user's ring. */
	if (ch->user) {
		ch->entry_valid = false;
		ch->get = ch->put;
		return false;
	}
	while (ch->get != ch->put && left--) {
		if (!ch->entry_valid &&
		    dma_host_read(&ch->entry,
				  ch->ring + (ch->get & (ch->entries - 1)) *
						     sizeof(struct smgpu_ring_entry),
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

/* False if the event ring is full. */
static bool tell_error(const struct channel *ch)
{
	const struct failure *f = &ch->error;
	const struct smgpu_fw_event event = { .op = SMGPU_FW_EVENT_ERROR,
					      .u.error = {
						      .channel = ch->id,
						      .code = f->code,
						      .seqno = ch->signals ? ch->signal[0].seqno
									   : ch->done + 1,
						      .vm = ch->vm,
						      .va = f->va,
						      .access = f->access,
						      .pc = f->pc,
						      .sm = f->sm,
						      .warp = f->warp,
						      .thread = f->thread,
						      .tmd_va = f->tmd_va,
						      .detail = f->detail,
					      } };

	return event_post(&event);
}

static bool drain_dying(struct channel *ch)
{
	uint32_t id = channel_id(ch);

	if (bulk_owner == id) {
		if (dma_busy(DMA_BULK))
			return false;
		bulk_owner = BULK_FREE;
		usage_copy(ch);
	}
	if (ch->live_tasks || !tell_error(ch))
		return false;
	/* The driver must be able to see the error before it sees the jobs complete. */
	event_flush();
	ch->state = CHANNEL_DEAD;
	channel_signal(ch);
	if (ch->user)
		channel_tell_user(ch, true);
	return true;
}

static bool run_live(struct channel *ch)
{
	uint64_t until = alone ? 0 : host_timebase() + TURN_CYCLES;
	uint32_t turn, get = ch->get;
	bool changed = false;

	accept_forget();
	/* Before and after: an entry may wait for room among the signals, and may itself be all
	 * there is to signal. */
	if (ch->recheck)
		channel_signal(ch);
	if (ch->collects)
		changed = collect_children(ch);
	for (turn = 0; ch->looks && turn < TURN && ch->state == CHANNEL_LIVE && work_step(ch, 0);
	     turn++) {
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
			changed = true;
		}
		break;
	default:
		break;
	}
	return changed;
}

/* The turn of one ring */
static __attribute__((noinline)) bool run_ring(struct channel *ch)
{
	bool changed = ch->state == CHANNEL_LIVE ? run_live(ch) : run_dead(ch);

	if (failures())
		ring_failures();
	if (at_rest(ch))
		channels_active[ch->id / 32] &= ~(1u << ch->id % 32);
	return changed;
}

/* A turn for each ring of this priority that has something to do */
static RARE bool run_rings(const uint32_t *same)
{
	bool changed = false;
	unsigned int word;

	for (word = 0; word < ARRAY_SIZE(channels_active); word++) {
		uint32_t left = channels_active[word] & same[word];

		for (; left; left &= left - 1) {
			breathe();
			changed |= run_ring(channel_of(word * 32 + lowest_bit(left)));
		}
	}
	return changed;
}

/* The most urgent rings first. While they get on the others wait, for at most PATIENCE passes; then
 * all have a turn. */
static RARE bool run_many(void)
{
	static uint8_t waited;
	bool changed = false;
	uint32_t left;

	for (left = priorities; left; left &= left - 1) {
		changed |= run_rings(rings[lowest_bit(left)]);
		if (changed && waited < PATIENCE) {
			waited++;
			return true;
		}
	}
	waited = 0;
	return changed;
}

bool ring_run_all(void)
{
	uint32_t low = channels_active[0], high = channels_active[1];

	if (!(low | high))
		return false;
	alone = low ? !high && !(low & (low - 1)) : !(high & (high - 1));
	if (!alone)
		return run_many();
	return run_ring(low ? channel_of(lowest_bit(low)) : channel_of(32 + lowest_bit(high)));
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
