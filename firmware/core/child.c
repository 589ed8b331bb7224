// SPDX-License-Identifier: MIT
/* Children: what CTAs ask for in their task's request ring is launched. */
#include "core/child.h"
#include "core/accept.h"
#include "core/breathe.h"
#include "core/end.h"
#include "core/requests.h"

/* Those that are ready, in order: a thread that has reserved an entry but not written it yet rings
 * again when it has. */
bool child_collect(struct task *t)
{
	struct channel *ch = t->owner;
	uint32_t before = t->requests_taken, n, i;
	const struct smgpu_request *batch = requests_read(t, &n);

	if (!batch)
		return true;
	for (i = 0; i < n && batch[i].ready == t->requests_taken + 1; i++) {
		if (i)
			breathe();
		if (ch->state != CHANNEL_LIVE || !accept_launch(ch, batch[i].tmd_va, t))
			break;
		if (ch->state != CHANNEL_LIVE)
			return true;
		t->requests_taken++;
	}
	if (ch->state != CHANNEL_LIVE)
		return true;
	if (i < n && batch[i].ready != t->requests_taken + 1) {
		t->collect = false;
		ch->collects--;
	}
	if (t->requests_taken != before)
		requests_tell(t);
	/* Its last word may have waited for this. */
	if (!t->collect && t->state == TASK_JOINING)
		end_work(t);
	return t->requests_taken != before;
}
