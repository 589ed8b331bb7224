// SPDX-License-Identifier: MIT
/*
 * How far tasks are: counts in their TMDs, for a host or a kernel that watches. A task that keeps
 * its slot for PERIOD is told of once in each PERIOD; a shorter one is not met. One that is
 * evicted, or waits, is told of when it leaves its slot. As often the kernel is told how long
 * clients have had slots.
 */
#include "place/progress.h"
#include "state/slots.h"
#include "state/task.h"
#include "state/usage.h"

#define PERIOD	SMGPU_PROGRESS_CYCLES

/* Written while the firmware goes on */
static struct {
	struct smgpu_tmd_status status;
	struct dma_ticket ticket;
} word;

/* time of the last word of the slot's task, or of an earlier one */
static uint32_t told[SMGPU_TASK_SLOTS];
static uint64_t due;
/* waits for its children, of which it may have launched one just now: they go first */
static uint8_t joining = NO_TASK;

static void tell(const struct task *t, uint32_t state, const struct launch_progress *p,
		 uint32_t inflight)
{
	struct smgpu_tmd_status *s = &word.status;
	bool queue = t->kind == SMGPU_TMD_QUEUE;

	(void)dma_join(&word.ticket);
	s->state = state;
	s->ctas_completed = t->completed + p->completed;
	s->ctas_launched = queue ? s->ctas_completed + inflight : p->next;
	s->time_start = t->time_start;
	s->warp_instr = t->warp_instr;
	s->items = queue ? p->next - t->queue_first : 0;
	s->resume = p->next;
	/* It may be unbound: the task's end tells of that. */
	dma_vm_send(t->launch.vm, t->tmd_va + offsetof(struct smgpu_tmd, status), s, sizeof(*s),
		    &word.ticket);
}

static void tell_left(const struct task *t)
{
	const struct launch_progress none = { .next = t->launch.next };

	tell(t, t->state == TASK_QUEUED ? SMGPU_TASK_QUEUED : SMGPU_TASK_RUNNING, &none, 0);
}

/* It may have ended, and be another task by now, which is told of as well. */
static void tell_joining(void)
{
	const struct task *t = task_of(joining);

	joining = NO_TASK;
	if (t->state == TASK_JOINING && !t->ending)
		tell_left(t);
}

void progress_left(const struct task *t)
{
	if (t->state != TASK_JOINING) {
		tell_left(t);
		return;
	}
	if (joining != NO_TASK)
		tell_joining();
	joining = t->id;
}

static void tell_resident(struct task *t)
{
	struct launch_progress p, again;
	uint32_t inflight;

	/* Ends first: what has ended was launched. */
	launch_read_counts(t->slot, &p);
	inflight = launch_inflight(t->slot);
	launch_read(t->slot, &again);
	p.next = again.next;
	slots_count(t, p.warp_instr);
	tell(t, SMGPU_TASK_RUNNING, &p, inflight);
}

uint64_t progress_look(uint64_t now)
{
	struct task *oldest = NULL;
	uint32_t most = 0, second = 0, left;

	if (joining != NO_TASK)
		tell_joining();
	if (!slots_used)
		return ~0ull;
	if (now < due)
		return due;
	for (left = slots_used; left; left &= left - 1) {
		uint32_t slot = lowest_bit(left), age = (uint32_t)now - told[slot];
		struct task *t = slots_task[slot];

		if ((uint32_t)now - t->owner->share->since >= PERIOD)
			usage_slots(t->owner, (uint32_t)now);
		if (t->state != TASK_RESIDENT && t->state != TASK_STOPPING)
			continue;
		if (age > (uint32_t)now - t->since)
			age = (uint32_t)now - t->since;
		if (!oldest || age > most) {
			second = most;
			most = age;
			oldest = t;
		} else if (age > second) {
			second = age;
		}
	}
	if (!oldest)
		return ~0ull;
	if (most >= PERIOD) {
		tell_resident(oldest);
		told[oldest->slot] = (uint32_t)now;
		most = second;
	}
	due = now + (most < PERIOD ? PERIOD - most : 1);
	return due;
}
