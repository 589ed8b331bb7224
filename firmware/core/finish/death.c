// SPDX-License-Identifier: MIT
/* The death of a channel: its tasks are killed, its error is told, its jobs complete undone. */
#include "finish/death.h"
#include "intake/ring.h"
#include "place/wdu.h"
#include "state/channel.h"
#include "state/event.h"
#include "state/usage.h"

/* Ring entries of a dead channel that a turn completes */
#define DEAD_ENTRIES	16u

RARE struct channel *death_first(void)
{
	unsigned int word = channels_failed[0] ? 0 : 1;

	return channels_failed[word] ? channel_of(word * 32 + lowest_bit(channels_failed[word]))
				     : NULL;
}

RARE void death_kill(struct channel *ch)
{
	struct task *t;

	channels_failed[ch->id / 32] &= ~(1u << ch->id % 32);
	if (ch->live_tasks)
		wdu_spare_waiting(ch->id);
	for_each_task(t, ch)
		wdu_kill(t);
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

static bool drain(struct channel *ch)
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

/*
 * The kernel waits for the jobs of a dead channel too: they complete without being done; some at a
 * time, because a user queue can ring for a whole ring at once. True if one was completed.
 */
static bool complete(struct channel *ch)
{
	/* Nothing waits for the rest of a user's ring. */
	if (ch->user) {
		ch->entry_valid = false;
		ch->get = ch->put;
	}
	if (ch->get == ch->put ||
	    (!ch->entry_valid && dma_host_read(&ch->entry,
					       ch->ring + (ch->get & (ch->entries - 1)) *
							       sizeof(struct smgpu_ring_entry),
					       sizeof(ch->entry))))
		return false;
	if (ch->entry.flags & SMGPU_RING_SIGNAL) {
		ch->done = ch->entry.seqno;
		channel_tell_done(ch);
	}
	ch->entry_valid = false;
	ch->get++;
	return true;
}

RARE enum turn death_step(struct channel *ch)
{
	static uint8_t completed;	/* in this turn */

	if (ch->state == CHANNEL_DYING)
		return drain(ch) ? TURN_OVER : TURN_IDLE;
	if (ch->state != CHANNEL_DEAD)
		return TURN_IDLE;
	if (completed < DEAD_ENTRIES && complete(ch)) {
		completed++;
		return TURN_MORE;
	}
	if (completed) {
		completed = 0;
		channel_tell_get(ch);
		return TURN_OVER;
	}
	if (!ch->destroy)
		return TURN_IDLE;
	ring_free(ch);
	return TURN_OVER;
}
