// SPDX-License-Identifier: MIT
/* Tasks of queues with few items: they wait for more, and go on with what they have in time. */
#include "place/coalesce.h"
#include "place/tmu.h"
#include "state/task.h"

static uint8_t coalescing = NO_TASK;	/* linked by next */
static uint64_t first_due;		/* if there are any */

void coalesce_enter(struct task *t)
{
	t->state = TASK_WAITING;
	t->coalescing = true;
	t->wake = host_timebase() + t->timeout;
	if (coalescing == NO_TASK || t->wake < first_due)
		first_due = t->wake;
	t->next = coalescing;
	coalescing = (uint8_t)task_id(t);
}

void coalesce_leave(struct task *t)
{
	uint8_t *link = &coalescing;

	while (*link != task_id(t))
		link = &tasks[*link].next;
	*link = t->next;
	t->coalescing = false;
}

static RARE void look(uint64_t now)
{
	uint8_t *link = &coalescing;

	if (now < first_due)
		return;
	first_due = ~0ull;
	while (*link != NO_TASK) {
		struct task *t = &tasks[*link];

		if (t->wake > now) {
			if (t->wake < first_due)
				first_due = t->wake;
			link = &t->next;
			continue;
		}
		*link = t->next;
		t->coalescing = false;
		t->due = true;
		tmu_insert(t, true);
	}
}

void coalesce_look(void)
{
	if (coalescing != NO_TASK)
		look(host_timebase());
}

uint64_t coalesce_next(void)
{
	return coalescing == NO_TASK ? ~0ull : first_due;
}
