// SPDX-License-Identifier: MIT
/* The pool of tasks. */
#include "state/task.h"

struct task tasks[TASK_POOL];

const uint8_t bit_numbers[32] = { 0,  1,  28, 2,  29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4,  8,
				  31, 27, 13, 23, 21, 19, 16, 7, 26, 12, 18, 6,	 11, 5,	 10, 9 };

/* the first of the shared ones that are not, linked by next */
static uint8_t unused = SMGPU_MAX_CHANNELS;
static uint32_t shared_used, shared_held;

uint32_t task_id(const struct task *task)
{
	return task->id;
}

void task_boot(void)
{
	unsigned int i;

	for (i = 0; i < TASK_POOL; i++)
		tasks[i].id = (uint8_t)i;
	for (i = SMGPU_MAX_CHANNELS; i < TASK_POOL; i++)
		tasks[i].next = (uint8_t)(i + 1);
}

static bool shared(const struct task *task)
{
	return task_id(task) >= SMGPU_MAX_CHANNELS;
}

/* How many shared tasks one client may have now: the fewer are left, the fewer. */
static uint32_t client_share(void)
{
	uint32_t left = TASK_SHARED - shared_used;

	return left > TASK_SCARCE ? CLIENT_TASKS : left > TASK_LAST ? CLIENT_FEW : left ? 1 : 0;
}

/* Task [channel] is the channel's own; those from SMGPU_MAX_CHANNELS on are shared. */
static inline bool room(const struct channel *ch, uint32_t quota)
{
	if (ch->tasks >= quota)
		return false;
	return task_of(ch->id)->state == TASK_FREE || ch->share->tasks < client_share();
}

bool task_room(const struct channel *ch)
{
	return room(ch, TASK_QUOTA);
}

bool task_room_urgent(const struct channel *ch)
{
	return room(ch, TASK_QUOTA + TASK_URGENT);
}

struct task *task_alloc(struct channel *ch)
{
	struct task *t = task_of(ch->id);

	ch->tasks++;
	if (t->state != TASK_FREE) {
		t = task_of(unused);
		unused = t->next;
		shared_used++;
		ch->share->tasks++;
	}
	t->place = ch->task_place;
	t->owner = ch;
	t->links = NO_TASK << 8 | NO_TASK;
	/* The rest comes from the TMD, or before it is looked at. */
	t->traits[0] = 0;
	t->traits[1] = 0;
	t->traits[2] = 0;
	t->waits = 0;
	t->completed = 0;
	t->time_start = 0;
	t->warp_instr = 0;
	return t;
}

bool task_short(uint32_t channel)
{
	const struct client *client = &clients[channels[channel].client];

	return channels[channel].tasks < TASK_QUOTA && client->tasks < CLIENT_TASKS &&
	       client->holds < CLIENT_HOLDS &&
	       (client->tasks >= client_share() || shared_held == HOLD_TASKS);
}

bool task_hold(struct task *task)
{
	struct client *client = &clients[task->client];

	if (!shared(task))
		return true;
	if (shared_held == HOLD_TASKS || client->holds == CLIENT_HOLDS)
		return false;
	shared_held++;
	client->holds++;
	return true;
}

void task_unhold(struct task *task)
{
	task->flags &= (uint8_t)~SMGPU_TMD_HOLD;
	if (!shared(task))
		return;
	shared_held--;
	clients[task->client].holds--;
}

void task_free(struct task *task)
{
	struct channel *ch = task->owner;

	ch->tasks--;
	if (task->flags & SMGPU_TMD_HOLD)
		task_unhold(task);
	if (shared(task)) {
		task->next = unused;
		unused = task->id;
		shared_used--;
		ch->share->tasks--;
	}
	task->state = TASK_FREE;
}

void task_tell(const struct task *task, uint32_t state)
{
	dma_vm_post(task->owner->vm, task->tmd_va + offsetof(struct smgpu_tmd, status.state),
		    state);
}
