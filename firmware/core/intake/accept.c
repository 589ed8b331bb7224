// SPDX-License-Identifier: MIT
/* How a TMD becomes a task: it is read once, checked, and given a place among the
 * channel's tasks. */
#include "intake/accept.h"
#include "intake/pending.h"
#include "intake/tmd.h"
#include "state/channel.h"
#include "state/queue.h"
#include "state/requests.h"
#include "state/task.h"

static struct smgpu_tmd tmd_copy;
static struct dma_ticket reading;
static struct channel *ahead;	/* whose next TMD is in tmd_copy, or on its way; NULL: none */
static uint32_t ahead_va;
static uint32_t next_va;	/* what is to be read ahead, 0: nothing */

static RARE void refuse(struct channel *ch, struct task *task, uint32_t code, uint32_t tmd_va,
			uint32_t va, uint32_t access)
{
	if (task)
		task_free(task);
	channel_fail(channel_id(ch), code, NULL, tmd_va, va, access);
}

static bool comes_after(const struct task *t, uint32_t tmd_va)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(t->after); i++)
		if (t->after[i] == tmd_va)
			return true;
	return false;
}

/* A job is complete when what its tasks launched is: a child counts as launched when its parent
 * was. */
static inline void join_family(struct channel *ch, struct task *task, struct task *parent)
{
	task->index = parent ? parent->index : ch->task_count++;
	/* One that goes on where its parent ends can't be what the parent waits for. */
	while (parent && task->follows && comes_after(task, parent->tmd_va))
		parent = parent->parent == NO_TASK ? NULL : &tasks[parent->parent];
	if (!parent)
		return;
	task->parent = (uint8_t)task_id(parent);
	parent->kin = true;
	parent->children += !(task->flags & SMGPU_TMD_HOLD);
}

static bool tmd_va_ok(uint32_t va)
{
	return va % SMGPU_TMD_ALIGN == 0 && user_range(va, sizeof(struct smgpu_tmd));
}

static void begin(const struct channel *ch, uint32_t va)
{
	dma_vm_fetch(&tmd_copy, ch->vm, va, offsetof(struct smgpu_tmd, status), &reading);
}

static inline void look_ahead(struct channel *ch)
{
	uint32_t va = next_va;

	next_va = 0;
	if (!va || !tmd_va_ok(va))
		return;		/* its own launch will say so */
	begin(ch, va);
	ahead = ch;
	ahead_va = va;
}

void accept_next(uint32_t va)
{
	next_va = va;
}

void accept_forget(void)
{
	ahead = NULL;
	next_va = 0;
}

/* A task that is not plain, whose TMD has been checked; false as below */
static RARE bool accept_rest(struct channel *ch, uint32_t va, struct task *task,
			     struct task *parent)
{
	uint32_t error = SMGPU_OK, fault_va = va;

	if ((task->flags & SMGPU_TMD_HOLD) && !task_hold(task)) {
		task->flags = 0;
		task_free(task);
		return false;
	}
	if (task->kind == SMGPU_TMD_QUEUE)
		error = queue_open(task, &fault_va);
	if (!error && task->requests_va)
		error = requests_open(task, &fault_va);
	if (error) {
		refuse(ch, task, error, va, fault_va, SMGPU_ACCESS_READ);
		return true;
	}
	join_family(ch, task, parent);
	channel_task_new(ch, task);
	pending_accept(ch, task);
	return true;
}

/*
 * The channel has as many tasks as it may: only one that is more urgent than all of them is
 * accepted. The others stay where they are, and the TMD counts as read ahead.
 */
static RARE bool is_urgent(struct channel *ch, uint32_t va)
{
	const struct task *t;

	if (!task_room_urgent(ch) || !tmd_va_ok(va))
		return false;
	if (ahead != ch || ahead_va != va)
		begin(ch, va);
	ahead = NULL;
	if (dma_join(&reading))
		return false;
	ahead = ch;
	ahead_va = va;
	for_each_task(t, ch)
		if (t->priority <= tmd_copy.priority)
			return false;
	return true;
}

bool accept_launch(struct channel *ch, uint32_t va, struct task *parent)
{
	struct task *task;
	uint32_t error;

	if (!task_room(ch) && (parent || !is_urgent(ch, va)))
		return false;
	if (ahead != ch || ahead_va != va) {
		if (!tmd_va_ok(va)) {
			refuse(ch, NULL, SMGPU_ERR_TMD_FAULT, va, va, SMGPU_ACCESS_READ);
			return true;
		}
		begin(ch, va);
	}
	ahead = NULL;
	task = task_alloc(ch);	/* while the TMD comes */
	task->tmd_va = va;
	if (dma_join(&reading)) {
		refuse(ch, task, SMGPU_ERR_TMD_FAULT, va, reading.fault_va, SMGPU_ACCESS_READ);
		return true;
	}
	error = tmd_to_task(task, &tmd_copy, reading.rest, ch);
	if (error) {
		task->flags = 0;	/* holds nothing yet */
		refuse(ch, task, error, va, 0, SMGPU_ACCESS_NONE);
		return true;
	}
	if (!task->plain)
		return accept_rest(ch, va, task, parent);
	join_family(ch, task, parent);
	if (!pending_pass(ch, task)) {
		channel_task_new(ch, task);
		pending_accept(ch, task);
		return true;
	}
	if (!parent)
		look_ahead(ch);
	channel_task_new(ch, task);
	return true;
}
