// SPDX-License-Identifier: MIT
/* The pool of tasks. */
#include "core/task.h"

struct task tasks[TASK_POOL];

const uint8_t bit_numbers[32] = { 0, 1, 28, 2, 29, 14, 24, 3, 30, 22, 20, 15, 25, 17, 4, 8, 31, 27, 13, 23, 21, 19, 16, 7, 26,
				  12, 18, 6, 11, 5, 10, 9 };

static uint32_t unused[TASK_SHARED / 32];	/* of the shared ones: a bit for each */
static uint8_t held[SMGPU_MAX_CHANNELS];
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
	for (i = 0; i < ARRAY_SIZE(unused); i++)
		unused[i] = ~0u;
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
bool task_room(const struct channel *ch)
{
	if (held[ch->id] >= TASK_QUOTA)
		return false;
	return tasks[ch->id].state == TASK_FREE || clients[ch->client].tasks < client_share();
}

struct task *task_alloc(const struct channel *ch)
{
	uint32_t id = ch->id, word;
	struct task *t;

	held[id]++;
	if (tasks[id].state != TASK_FREE) {
		for (word = 0; !unused[word]; word++)
			;
		id = lowest_bit(unused[word]);
		unused[word] &= ~(1u << id);
		id += SMGPU_MAX_CHANNELS + word * 32;
		shared_used++;
		clients[ch->client].tasks++;
	}
	t = task_of(id);
	t->state = TASK_QUEUED;
	t->channel = ch->id;
	t->client = ch->client;
	t->slot = NO_SLOT;
	t->next = NO_TASK;
	t->sibling = NO_TASK;
	t->elder = NO_TASK;
	t->parent = NO_TASK;
	/* The rest comes from the TMD, or before it is looked at. */
	t->flags = 0;
	t->children = 0;
	t->kin = false;
	t->ending = false;
	t->look = false;
	t->coalescing = false;
	t->due = false;
	t->deallocate = false;
	t->collect = false;
	t->last_look = false;
	t->follows = false;
	t->waits = 0;
	t->time_start = 0;
	t->warp_instr = 0;
	t->completed = 0;
	t->requests_taken = 0;
	return t;
}

bool task_short(uint32_t channel)
{
	const struct client *client = &clients[channels[channel].client];

	return held[channel] < TASK_QUOTA && client->tasks < CLIENT_TASKS && client->holds < CLIENT_HOLDS &&
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
	held[task->channel]--;
	if (task->flags & SMGPU_TMD_HOLD)
		task_unhold(task);
	if (shared(task)) {
		uint32_t id = task_id(task) - SMGPU_MAX_CHANNELS;

		unused[id / 32] |= 1u << id % 32;
		shared_used--;
		clients[task->client].tasks--;
	}
	task->state = TASK_FREE;
}

void task_tell(const struct task *task, uint32_t state)
{
	dma_vm_post(channels[task->channel].vm, task->tmd_va + offsetof(struct smgpu_tmd, status.state), state);
}
