// SPDX-License-Identifier: MIT
/* Task management unit: one list of queued tasks for each priority; a TMD says whether it joins at head or tail. */
#include "core.h"

/* Ends of the lists; valid only if count is not 0, so that zeroed memory is an empty table. */
static struct {
	uint8_t head, tail, count;
} lists[SMGPU_PRIORITY_LAST + 1];
static uint32_t occupied;	/* a bit for each list that isn't empty: the lists are looked through on every pass */

void tmu_insert(struct task *task, bool head)
{
	uint8_t id = (uint8_t)task_id(task), p = task->priority;

	task->state = TASK_QUEUED;
	task->next = NO_TASK;
	if (!lists[p].count) {
		lists[p].head = id;
		lists[p].tail = id;
	} else if (head) {
		task->next = lists[p].head;
		lists[p].head = id;
	} else {
		tasks[lists[p].tail].next = id;
		lists[p].tail = id;
	}
	lists[p].count++;
	occupied |= 1u << p;
}

void tmu_remove(struct task *task)
{
	uint8_t id = (uint8_t)task_id(task), p = task->priority, prev = NO_TASK, at = lists[p].head;

	while (at != id) {
		prev = at;
		at = tasks[at].next;
	}
	if (prev == NO_TASK)
		lists[p].head = task->next;
	else
		tasks[prev].next = task->next;
	if (lists[p].tail == id)
		lists[p].tail = prev;
	task->next = NO_TASK;
	if (!--lists[p].count)
		occupied &= ~(1u << p);
}

static struct task *first_from(unsigned int p)
{
	uint32_t left = occupied >> p;

	if (!left)
		return NULL;
	for (; !(left & 1); left >>= 1)
		p++;
	return &tasks[lists[p].head];
}

struct task *tmu_first(void)
{
	return first_from(SMGPU_PRIORITY_FIRST);
}

struct task *tmu_next(const struct task *task)
{
	return task->next == NO_TASK ? first_from(task->priority + 1u) : &tasks[task->next];
}
