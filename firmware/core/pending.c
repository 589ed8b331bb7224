// SPDX-License-Identifier: MIT
/*
 * Pending pool: tasks that wait for others.
 *
 * A task waits only for tasks that the same launcher launched before it, so no circle can arise: a task is alive while its
 * children are, and they wait only for each other.
 */
#include "core.h"

static uint32_t births;

struct look {
	const struct task *task;
	unsigned int found;
};

static void compare(struct task *earlier, void *arg)
{
	struct look *look = arg;
	const struct task *t = look->task;
	unsigned int i;

	if (earlier->parent != t->parent || (int32_t)(earlier->born - t->born) >= 0)
		return;
	for (i = 0; i < ARRAY_SIZE(t->after); i++)
		if (t->after[i] && t->after[i] == earlier->tmd_va) {
			look->found++;
			return;
		}
}

unsigned int pending_waits_for(const struct task *t)
{
	struct look look = { t, 0 };

	channel_for_tasks(t->channel, compare, &look);
	return look.found;
}

/* A queue task without items has nothing to schedule. */
static void schedule(struct task *t)
{
	if (t->kind == SMGPU_TMD_QUEUE && t->launch.next == t->launch.limit) {
		end_work(t);
		return;
	}
	tmu_insert(t, t->flags & SMGPU_TMD_HEAD);
}

void pending_accept(struct task *t)
{
	bool waits = t->after[0] | t->after[1] | t->after[2] | t->after[3];

	t->born = births++;
	if (waits && pending_waits_for(t)) {
		t->state = TASK_PENDING;
		channels[t->channel].pending++;
		task_tell(t, SMGPU_TASK_QUEUED);
		return;
	}
	/* One that gets a slot in this pass is not worth the word. */
	if (!wdu_room())
		task_tell(t, SMGPU_TASK_QUEUED);
	schedule(t);
}

static void release(struct task *t, void *arg)
{
	(void)arg;
	if (t->state != TASK_PENDING || pending_waits_for(t))
		return;
	channels[t->channel].pending--;
	schedule(t);
}

void pending_release(uint32_t channel)
{
	if (channels[channel].pending)
		channel_for_tasks(channel, release, NULL);
}
