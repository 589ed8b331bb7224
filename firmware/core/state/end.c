// SPDX-License-Identifier: MIT
/* How tasks come to their end: the join with their children. The end of one can be the end of
 * others, so they stand in a queue. */
#include "state/end.h"
#include "state/requests.h"

static struct task *first, *last;

static inline void put(struct task *t)
{
	t->ending = true;
	t->next = NO_TASK;
	if (first)
		last->next = t->id;
	else
		first = t;
	last = t;
}

void end_plain(struct task *t)
{
	t->state = TASK_JOINING;
	put(t);
}

struct task *end_take(void)
{
	struct task *t = first;

	if (t)
		first = t->next == NO_TASK ? NULL : task_of(t->next);
	return t;
}

bool end_waiting(void)
{
	return first;
}

void end_killed(struct task *t)
{
	if (t->ending)
		return;
	t->state = TASK_KILLING;
	put(t);
}

void end_work(struct task *t)
{
	if (t->ending)
		return;
	if (t->kind == SMGPU_TMD_QUEUE && (t->flags & SMGPU_TMD_HOLD) && !t->deallocate) {
		t->state = TASK_WAITING;
		return;
	}
	t->state = TASK_JOINING;
	/* A broken ring has ended the task. */
	if (t->requests_va && !requests_all_taken(t))
		return;
	if (!t->children)
		put(t);
}
