// SPDX-License-Identifier: MIT
/* Children: what CTAs ask for in their task's request ring is launched. */
#include "intake/child.h"
#include "intake/accept.h"
#include "state/end.h"
#include "state/requests.h"

/* What the task in hand was found to ask for; NULL: none is in hand. */
static const struct smgpu_request *batch;
static uint32_t batch_count, at, before;

/* Those that are ready, in order: a thread that has reserved an entry but not written it yet rings
 * again when it has. */
static bool is_ready(const struct task *t)
{
	return at < batch_count && batch[at].ready == t->requests_taken + 1;
}

/* The next one becomes a task; false if there is no room. */
static bool launch(struct channel *ch, struct task *t)
{
	if (!accept_launch(ch, batch[at].tmd_va, t))
		return false;
	if (ch->state != CHANNEL_LIVE)
		return true;
	t->requests_taken++;
	at++;
	return true;
}

enum turn child_step(struct task *t)
{
	struct channel *ch = t->owner;

	if (!batch) {
		before = t->requests_taken;
		at = 0;
		batch = requests_read(t, &batch_count);
		if (!batch)
			return TURN_OVER;
	}
	if (ch->state == CHANNEL_LIVE && is_ready(t) && launch(ch, t) && is_ready(t) &&
	    ch->state == CHANNEL_LIVE)
		return TURN_MORE;
	if (ch->state != CHANNEL_LIVE) {
		batch = NULL;
		return TURN_OVER;
	}
	if (at < batch_count && !is_ready(t)) {
		t->collect = false;
		ch->collects--;
	}
	batch = NULL;
	if (t->requests_taken != before)
		requests_tell(t);
	/* Its last word may have waited for this. */
	if (!t->collect && t->state == TASK_JOINING)
		end_work(t);
	return t->requests_taken != before ? TURN_OVER : TURN_IDLE;
}
