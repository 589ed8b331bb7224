// SPDX-License-Identifier: MIT
/* What the end of a task means for others: what the user is told, what goes on then. They end one
 * at a time. */
#include "finish/finish.h"
#include "intake/pending.h"
#include "state/channel.h"
#include "state/end.h"
#include "state/event.h"
#include "state/task.h"

#define ENDS	16u	/* in a pass */
#define STEP	4u	/* in a step: even, so that each begins with the first ticket */

SMGPU_STATIC_ASSERT(offsetof(struct task, items) - offsetof(struct task, end_state) ==
			    offsetof(struct smgpu_tmd_status, items),
		    "a task has the status as the TMD has it");

/* Of what the user is told of an end: one is written while the next one is made. */
static struct dma_ticket tickets[2];

static void write_status(struct task *t, struct dma_ticket *ticket)
{
	const struct channel *ch = t->owner;

	t->end_state = SMGPU_TASK_DONE;
	t->end_error = SMGPU_OK;
	if (t->state == TASK_KILLING) {
		bool guilty = ch->error.code && ch->error.tmd_va == t->tmd_va;

		t->end_state = guilty ? SMGPU_TASK_FAULT : SMGPU_TASK_KILLED;
		t->end_error = guilty ? ch->error.code : SMGPU_ERR_KILLED;
	}
	t->launched = t->launch.next;
	t->items = 0;
	t->resume = t->launch.next;
	if (t->kind == SMGPU_TMD_QUEUE) {
		t->launched = t->completed;
		t->items = t->launch.next - t->queue_first;
	}
	t->time_end = host_timebase();
	dma_vm_send(ch->vm, t->tmd_va + offsetof(struct smgpu_tmd, status), &t->end_state,
		    offsetof(struct smgpu_tmd_status, rsvd), ticket);
}

static inline void told(struct task *t, const struct dma_ticket *ticket)
{
	uint32_t va;

	/* The user may have unbound it: that harms no other client, and an error is reported only
	 * if the task itself was fine. */
	if (dma_join(ticket) && !t->end_error)
		channel_fail(t->channel, SMGPU_ERR_TMD_FAULT, NULL, t->tmd_va, ticket->fault_va,
			     SMGPU_ACCESS_WRITE);
	if ((t->flags & SMGPU_TMD_SEM_RELEASE) && t->end_state == SMGPU_TASK_DONE &&
	    dma_vm_write(t->owner->vm, t->sem_va, &t->sem_value, sizeof(t->sem_value), &va))
		channel_fail(t->channel, SMGPU_ERR_SEGMENT_FAULT, NULL, t->tmd_va, va,
			     SMGPU_ACCESS_WRITE);
}

/* last: no other stands behind it, which the host could be told of together with it. */
static inline void finish(struct task *t, bool last)
{
	struct task *parent = t->parent == NO_TASK ? NULL : &tasks[t->parent], *child;
	struct channel *ch = t->owner;
	uint8_t id = t->id;

	/* Only one that is killed leaves children behind, or one with a child that it does not wait
	 * for. */
	if (t->kin)
		for_each_task(child, ch)
			if (child->parent == id)
				child->parent = NO_TASK;
	channel_task_done(ch, t);
	/* As soon as it can be: a host may wait for it. */
	if (ch->signals && ch->live_tasks == ch->held && ch->state == CHANNEL_LIVE) {
		channel_signal(ch);
		if (last)
			event_flush();
	}
	if (ch->pending)
		pending_release(t);
	if (parent && !(t->flags & SMGPU_TMD_HOLD)) {
		parent->children--;
		if (parent->state == TASK_JOINING)
			end_work(parent);
	}
	task_free(t);
}

bool finish_step(void)
{
	static struct task *in_hand;	/* its status is on its way */
	static uint32_t ended;		/* in this pass, before it */
	struct dma_ticket *ticket = &tickets[0], *of_next = &tickets[1], *told_with;
	struct task *t = in_hand, *next;
	uint32_t n = 0;

	if (t) {
		n = ended;
	} else {
		t = end_take();
		write_status(t, ticket);
	}
	do {
		told(t, ticket);
		next = ++n < ENDS ? end_take() : NULL;
		if (next)
			write_status(next, of_next);
		told_with = ticket;
		ticket = of_next;
		of_next = told_with;
		finish(t, !next);
		t = next;
	} while (t && n % STEP);
	in_hand = t;
	ended = n;
	return t;
}
