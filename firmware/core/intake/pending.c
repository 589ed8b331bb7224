// SPDX-License-Identifier: MIT
/*
 * Pending pool: tasks that wait for others.
 *
 * A task waits only for tasks that the same launcher launched before it, so no circle can arise: a
 * task is alive while its children are, and they wait only for each other. Nothing waits for a task
 * with SMGPU_TMD_HOLD.
 */
#include "intake/pending.h"
#include "place/wdu.h"
#include "state/end.h"
#include "state/task.h"

static uint32_t births;

static bool names(const struct task *t, uint32_t tmd_va)
{
	return t->after[0] == tmd_va || t->after[1] == tmd_va || t->after[2] == tmd_va ||
	       t->after[3] == tmd_va;
}

static uint32_t waits_for(const struct task *t)
{
	const struct task *earlier;
	uint32_t found = 0;

	for_each_task(earlier, t->owner) if (earlier->parent == t->parent &&
					     (int32_t)(earlier->born - t->born) < 0 &&
					     !(earlier->flags & SMGPU_TMD_HOLD) &&
					     names(t, earlier->tmd_va)) found |= 1u
										 << earlier->local;
	return found;
}

/* A queue task without items has nothing to schedule. */
static void schedule(struct task *t)
{
	if (t->kind == SMGPU_TMD_QUEUE && t->launch.next == t->launch.limit) {
		end_work(t);
		return;
	}
	wdu_queue(t, t->flags & SMGPU_TMD_HEAD);
}

bool pending_pass(const struct channel *ch, struct task *t)
{
	if (!wdu_at_once(ch, t))
		return false;
	t->born = births++;
	return true;
}

void pending_accept(struct channel *ch, struct task *t)
{
	t->born = births++;
	t->waits = t->follows ? waits_for(t) : 0;
	if (t->waits) {
		t->state = TASK_PENDING;
		ch->pending++;
		task_tell(t, SMGPU_TASK_QUEUED);
		return;
	}
	/* One that gets a slot in this pass is not worth the word. */
	if (!wdu_room())
		task_tell(t, SMGPU_TASK_QUEUED);
	schedule(t);
}

void pending_release(const struct task *ended)
{
	struct channel *ch = ended->owner;
	struct task *t;

	for_each_task(t, ch) {
		if (t->state != TASK_PENDING || !(t->waits >> ended->local & 1))
			continue;
		t->waits &= ~(1u << ended->local);
		if (t->waits)
			continue;
		ch->pending--;
		schedule(t);
	}
}
