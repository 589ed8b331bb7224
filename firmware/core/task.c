// SPDX-License-Identifier: MIT
/* The pool of tasks, and the check of what a user wrote into a TMD. */
#include "core.h"

struct task tasks[TASK_POOL];
static uint8_t held[SMGPU_MAX_CHANNELS];
static uint32_t shared_used, shared_held;

uint32_t task_id(const struct task *task)
{
	return (uint32_t)(task - tasks);
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
struct task *task_alloc(uint32_t channel)
{
	struct client *client = &clients[channels[channel].client];
	struct task *t;
	uint32_t id;

	if (held[channel] >= TASK_QUOTA)
		return NULL;
	id = channel;
	if (tasks[id].state != TASK_FREE) {
		if (client->tasks >= client_share())
			return NULL;
		for (id = SMGPU_MAX_CHANNELS; tasks[id].state != TASK_FREE; id++)
			;
		shared_used++;
		client->tasks++;
	}
	held[channel]++;
	t = &tasks[id];
	/* task_from_tmd() fills all of the rest. */
	__builtin_memset(t, 0, offsetof(struct task, launch));
	t->state = TASK_QUEUED;
	t->channel = (uint8_t)channel;
	t->client = channels[channel].client;
	t->slot = NO_SLOT;
	t->next = NO_TASK;
	t->sibling = NO_TASK;
	t->parent = NO_TASK;
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
		shared_used--;
		clients[task->client].tasks--;
	}
	task->state = TASK_FREE;
}

void task_tell(const struct task *task, uint32_t state)
{
	dma_vm_post(channels[task->channel].vm, task->tmd_va + offsetof(struct smgpu_tmd, status.state), state);
}

static bool all_zero(const uint32_t *words, unsigned int count)
{
	uint32_t any = 0;

#pragma GCC unroll 8
	while (count--)
		any |= words[count];
	return !any;
}

static bool reserved_ok(const struct smgpu_tmd *tmd)
{
	return !tmd->rsvd0 && all_zero(tmd->rsvd1, ARRAY_SIZE(tmd->rsvd1)) &&
	       all_zero(tmd->rsvd2, ARRAY_SIZE(tmd->rsvd2));
}

bool user_range(uint32_t va, uint32_t bytes)
{
	return va >= SMGPU_VA_NULL_END && va < SMGPU_VA_USER_END && bytes <= SMGPU_VA_USER_END - va;
}

/* What each kind has and the other must not have */
static bool kind_ok(const struct smgpu_tmd *tmd)
{
	switch (tmd->kind) {
	case SMGPU_TMD_GRID:
		return !tmd->coalesce_min && !tmd->coalesce_max && !tmd->coalesce_timeout && !tmd->queue_va &&
		       !(tmd->flags & SMGPU_TMD_HOLD);
	case SMGPU_TMD_QUEUE:
		return !tmd->grid[0] && !tmd->grid[1] && !tmd->grid[2] && tmd->coalesce_min &&
		       tmd->coalesce_max >= tmd->coalesce_min && tmd->queue_va % 32 == 0 &&
		       user_range(tmd->queue_va, sizeof(struct smgpu_work_queue));
	default:
		return false;
	}
}

/* Addresses of other structures; what lies there is checked when it is read. */
static bool links_ok(const struct smgpu_tmd *tmd)
{
	uint32_t i;

	for (i = 0; i < ARRAY_SIZE(tmd->after_va); i++)
		if (tmd->after_va[i] % SMGPU_TMD_ALIGN)
			return false;
	return tmd->requests_va % 32 == 0;
}

static uint32_t check_format(const struct smgpu_tmd *tmd)
{
	const uint32_t known = SMGPU_TMD_HEAD | SMGPU_TMD_SEQUENTIAL | SMGPU_TMD_QUOTA | SMGPU_TMD_SEM_RELEASE | SMGPU_TMD_THROTTLE |
			       SMGPU_TMD_HOLD | SMGPU_TMD_SCHEDULE;

	if (tmd->magic != SMGPU_TMD_MAGIC || (tmd->flags & ~known) || !reserved_ok(tmd) || !kind_ok(tmd) || !links_ok(tmd))
		return SMGPU_ERR_TMD_FORMAT;
	if (!(tmd->flags & SMGPU_TMD_THROTTLE) != !tmd->throttle_sms)
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->priority < SMGPU_PRIORITY_FIRST || tmd->priority > SMGPU_PRIORITY_LAST)
		return SMGPU_ERR_TMD_FORMAT;
	if (!tmd->regs_per_thread || tmd->regs_per_thread > 32 || tmd->regs_per_thread % 8)
		return SMGPU_ERR_TMD_FORMAT;
	if (!(tmd->flags & SMGPU_TMD_QUOTA) != !tmd->launch_quota)
		return SMGPU_ERR_TMD_FORMAT;
	if (!user_range(tmd->entry_va, 4) || tmd->entry_va % 4)
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->param_va && (!user_range(tmd->param_va, 4) || tmd->param_va % 4))
		return SMGPU_ERR_TMD_FORMAT;
	if ((tmd->flags & SMGPU_TMD_SEM_RELEASE) ? !user_range(tmd->sem_va, 8) || tmd->sem_va % 8 : tmd->sem_va || tmd->sem_value)
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->local_bytes % 16 || (tmd->local_bytes ? tmd->local_va % 128 : tmd->local_va))
		return SMGPU_ERR_TMD_FORMAT;
	return SMGPU_OK;
}

static bool grid_ok(const uint32_t *grid)
{
	uint64_t ctas = (uint64_t)grid[0] * grid[1];

	/* Products, not quotients: this is done for every task. */
	return ctas <= SMGPU_MAX_GRID_CTAS && (uint32_t)ctas && grid[2] && (uint64_t)(uint32_t)ctas * grid[2] <= SMGPU_MAX_GRID_CTAS;
}

static uint32_t check_limits(const struct smgpu_tmd *tmd)
{
	uint32_t threads;

	if (!tmd->cta[0] || !tmd->cta[1] || !tmd->cta[2])
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->cta[0] > SMGPU_MAX_CTA_THREADS || tmd->cta[1] > SMGPU_MAX_CTA_THREADS || tmd->cta[2] > SMGPU_MAX_CTA_THREADS)
		return SMGPU_ERR_TMD_LIMIT;
	threads = (uint32_t)tmd->cta[0] * tmd->cta[1];		/* <= 2^20 */
	if (threads > SMGPU_MAX_CTA_THREADS || threads * tmd->cta[2] > SMGPU_MAX_CTA_THREADS)
		return SMGPU_ERR_TMD_LIMIT;
	if (threads * tmd->cta[2] > shape.warps * 32)
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->kind == SMGPU_TMD_GRID && !grid_ok(tmd->grid))
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->throttle_sms > shape.sms)
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->shared_bytes > shape.shared_bytes || tmd->local_bytes > SMGPU_LOCAL_MAX || tmd->token_limit > SMGPU_TOKEN_LIMIT_MAX)
		return SMGPU_ERR_TMD_LIMIT;
	/* At most 4 * 48 * 32 * 64 KiB: the product fits, the range must. */
	if (tmd->local_bytes && !user_range(tmd->local_va, shape.sms * shape.warps * 32 * tmd->local_bytes))
		return SMGPU_ERR_TMD_LIMIT;
	return SMGPU_OK;
}

#define TIMEOUT_MOST 0xfffff000u

static void fill_walk(struct launch_task *l, const struct smgpu_tmd *tmd)
{
	bool queue = tmd->kind == SMGPU_TMD_QUEUE;
	uint32_t i;

	for (i = 0; i < 3; i++) {
		l->grid[i] = queue ? 1 : tmd->grid[i];
		l->cta[i] = tmd->cta[i];
		l->next_xyz[i] = 0;
	}
	l->queue = queue;
	l->coalesce_min = tmd->coalesce_min;
	l->coalesce_max = tmd->coalesce_max;
	/* The launcher looks at each slot some cycles apart: it must not miss the end of its counter. */
	l->timeout = tmd->coalesce_timeout < TIMEOUT_MOST ? tmd->coalesce_timeout : TIMEOUT_MOST;
	l->next = 0;
	l->limit = l->grid[0] * l->grid[1] * l->grid[2];
}

uint32_t task_from_tmd(struct task *task, const struct smgpu_tmd *tmd, const struct channel *ch)
{
	struct launch_task *l = &task->launch;
	uint32_t error = check_format(tmd), i;

	if (!error)
		error = schedule_check(tmd);
	if (!error)
		error = check_limits(tmd);
	if (error)
		return error;
	if (tmd->priority < ch->best_priority || (tmd->sm_mask & ~ch->sm_mask) || (tmd->throttle_sms && !ch->throttle) ||
	    (tmd->flags & SMGPU_TMD_SCHEDULE && !ch->schedule))
		return SMGPU_ERR_TMD_PERMISSION;
	l->sm_mask = tmd->sm_mask ? tmd->sm_mask : ch->sm_mask;
	if (tmd->throttle_sms)
		l->sm_mask &= (1u << tmd->throttle_sms) - 1;
	if (!l->sm_mask)
		return SMGPU_ERR_TMD_LIMIT;
	task->kind = tmd->kind;
	task->priority = tmd->priority;
	task->flags = (uint8_t)tmd->flags;
	task->token_limit = (uint16_t)(tmd->token_limit ? tmd->token_limit : SMGPU_TOKEN_LIMIT_MAX);
	task->schedule = tmd->schedule;
	task->sem_va = tmd->sem_va;
	task->sem_value = tmd->sem_value;
	for (i = 0; i < ARRAY_SIZE(task->after); i++)
		task->after[i] = tmd->after_va[i];
	task->queue_va = tmd->queue_va;
	task->requests_va = tmd->requests_va;
	l->entry = tmd->entry_va;
	l->param = tmd->param_va;
	fill_walk(l, tmd);
	task->timeout = l->timeout;
	l->threads = l->cta[0] * l->cta[1] * l->cta[2];
	l->warps = (l->threads + 31) / 32;
	l->regs_units = tmd->regs_per_thread / 8;
	l->quota = tmd->launch_quota;
	l->sequential = tmd->flags & SMGPU_TMD_SEQUENTIAL;
	l->shared_bytes = tmd->shared_bytes;
	l->local_bytes = tmd->local_bytes;
	l->local_va = tmd->local_va;
	return SMGPU_OK;
}
