// SPDX-License-Identifier: MIT
/* The check of what a user wrote into a TMD, and what the task has of it. */
#include "intake/tmd.h"
#include "place/l2tokens.h"
#include "place/schedule.h"
#include "place/tune.h"

/* All words or-ed */
static inline uint32_t any_of(const uint32_t *words, unsigned int count)
{
	uint32_t any = 0;

	while (count--)
		any |= words[count];
	return any;
}

/*
 * Most TMDs are plain: a grid, and nothing from local_bytes on, neither local memory nor anything
 * that a flag asks for. Then all of that is looked at together.
 */
_Static_assert(offsetof(struct smgpu_tmd, local_bytes) == DMA_HEAD * 4,
	       "what DMA ors is what a plain TMD has not");

static inline bool plain(const struct smgpu_tmd *tmd, uint32_t rest)
{
	return !(tmd->flags | tmd->quota_inflight | tmd->thread_type | rest);
}

static bool reserved_ok(const struct smgpu_tmd *tmd)
{
	return !(tmd->rsvd3 | any_of(tmd->rsvd1, ARRAY_SIZE(tmd->rsvd1)) |
		 any_of(tmd->rsvd2, ARRAY_SIZE(tmd->rsvd2)));
}

/* What each kind has and the other must not have */
static bool kind_ok(const struct smgpu_tmd *tmd)
{
	switch (tmd->kind) {
	case SMGPU_TMD_GRID:
		return !(tmd->coalesce_min | tmd->coalesce_max | tmd->coalesce_timeout |
			 tmd->queue_va | (tmd->flags & SMGPU_TMD_HOLD));
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
	return any_of(tmd->after_va, ARRAY_SIZE(tmd->after_va)) % SMGPU_TMD_ALIGN == 0 &&
	       tmd->requests_va % 32 == 0;
}

/* What a plain TMD has not */
static RARE bool extras_ok(const struct smgpu_tmd *tmd)
{
	const uint32_t known = SMGPU_TMD_HEAD | SMGPU_TMD_SEQUENTIAL | SMGPU_TMD_QUOTA_INFLIGHT |
			       SMGPU_TMD_SEM_RELEASE | SMGPU_TMD_THROTTLE | SMGPU_TMD_HOLD |
			       SMGPU_TMD_SCHEDULE | SMGPU_TMD_QUOTA_LAUNCHED;

	if ((tmd->flags & ~known) || !reserved_ok(tmd) || !kind_ok(tmd) || !links_ok(tmd))
		return false;
	if (!(tmd->flags & SMGPU_TMD_THROTTLE) != !tmd->throttle_sms)
		return false;
	if (!(tmd->flags & SMGPU_TMD_QUOTA_INFLIGHT) != !tmd->quota_inflight ||
	    !(tmd->flags & SMGPU_TMD_QUOTA_LAUNCHED) != !tmd->quota_launched)
		return false;
	if ((tmd->flags & SMGPU_TMD_SEM_RELEASE) ? !user_range(tmd->sem_va, 8) || tmd->sem_va % 8
						 : tmd->sem_va || tmd->sem_value)
		return false;
	return tmd->local_bytes % 16 == 0 &&
	       (tmd->local_bytes ? tmd->local_va % 128 == 0 : !tmd->local_va);
}

static inline uint32_t check_format(const struct smgpu_tmd *tmd, bool is_plain)
{
	if (tmd->magic != SMGPU_TMD_MAGIC || tmd->thread_type > SMGPU_THREAD_PIXEL)
		return SMGPU_ERR_TMD_FORMAT;
	if (is_plain ? tmd->kind != SMGPU_TMD_GRID : !extras_ok(tmd))
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->priority < SMGPU_PRIORITY_FIRST || tmd->priority > SMGPU_PRIORITY_LAST)
		return SMGPU_ERR_TMD_FORMAT;
	if (!tmd->regs_per_thread || tmd->regs_per_thread > 32 || tmd->regs_per_thread % 8)
		return SMGPU_ERR_TMD_FORMAT;
	if (!user_range(tmd->entry_va, 4) || tmd->entry_va % 4)
		return SMGPU_ERR_TMD_FORMAT;
	if (tmd->param_va && (!user_range(tmd->param_va, 4) || tmd->param_va % 4))
		return SMGPU_ERR_TMD_FORMAT;
	return SMGPU_OK;
}

static bool grid_ok(const uint32_t *grid)
{
	uint64_t ctas = (uint64_t)grid[0] * grid[1];

	if (grid[1] == 1 && grid[2] == 1)
		return grid[0];
	/* Products, not quotients: this is done for every task. */
	return ctas <= SMGPU_MAX_GRID_CTAS && (uint32_t)ctas && grid[2] &&
	       (uint64_t)(uint32_t)ctas * grid[2] <= SMGPU_MAX_GRID_CTAS;
}

static RARE uint32_t extra_limits(const struct smgpu_tmd *tmd)
{
	if (tmd->throttle_sms > shape.sms || (tmd->quota_launched && !shape.turns))
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->local_bytes > SMGPU_LOCAL_MAX || tmd->dtok_limit > SMGPU_DTOK_LIMIT_MAX)
		return SMGPU_ERR_TMD_LIMIT;
	/* At most 4 * 48 * 32 * 64 KiB: the product fits, the range must. */
	if (tmd->local_bytes &&
	    !user_range(tmd->local_va, shape.sms * shape.warps * 32 * tmd->local_bytes))
		return SMGPU_ERR_TMD_LIMIT;
	return SMGPU_OK;
}

static inline uint32_t check_limits(const struct smgpu_tmd *tmd, bool is_plain, uint32_t *threads)
{
	/* Each from 1 to a power of two */
	_Static_assert((SMGPU_MAX_CTA_THREADS & (SMGPU_MAX_CTA_THREADS - 1)) == 0,
		       "else each is to be compared");
	if (((tmd->cta[0] - 1u) | (tmd->cta[1] - 1u) | (tmd->cta[2] - 1u)) >= SMGPU_MAX_CTA_THREADS)
		return SMGPU_ERR_TMD_LIMIT;
	*threads = (uint32_t)tmd->cta[0] * tmd->cta[1] * tmd->cta[2];		/* <= 2^30 */
	if (*threads > SMGPU_MAX_CTA_THREADS || *threads > shape.warps * 32)
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->kind == SMGPU_TMD_GRID && !grid_ok(tmd->grid))
		return SMGPU_ERR_TMD_LIMIT;
	if (tmd->shared_bytes > shape.shared_bytes &&
	    (is_plain || !tmd->throttle_sms ||
	     tmd->shared_bytes - shape.shared_bytes > shape.lent_bytes))
		return SMGPU_ERR_TMD_LIMIT;
	return is_plain ? SMGPU_OK : extra_limits(tmd);
}

#define TIMEOUT_MOST 0xfffff000u

/* What a plain task has not */
static RARE void fill_extras(struct task *task, const struct smgpu_tmd *tmd)
{
	struct launch_task *l = &task->launch;
	unsigned int i;

	task->flags = (uint8_t)tmd->flags;
	if (tmd->dtok_limit)
		task->dtok_limit = (uint16_t)tmd->dtok_limit;
	task->schedule = tmd->schedule;
	task->l1_tokens =
		(uint8_t)(tmd->l1_tokens == SMGPU_L1_TOKENS_NONE ? TUNE_NONE : tmd->l1_tokens);
	task->l2_tokens =
		(uint8_t)(tmd->l2_tokens == SMGPU_L2_TOKENS_NONE ? L2TOKENS_NONE : tmd->l2_tokens);
	if (tmd->flags & SMGPU_TMD_SEM_RELEASE) {
		task->sem_va = tmd->sem_va;
		task->sem_value = tmd->sem_value;
	}
	if (any_of(tmd->after_va, ARRAY_SIZE(tmd->after_va))) {
		task->follows = true;
		for (i = 0; i < ARRAY_SIZE(task->after); i++)
			task->after[i] = tmd->after_va[i];
	}
	task->requests_va = tmd->requests_va;
	if (tmd->throttle_sms)
		l->shared_bytes |= LAUNCH_LENT;
	l->sequential = tmd->flags & SMGPU_TMD_SEQUENTIAL;
	l->quota_launched = tmd->quota_launched;
	l->local_bytes = tmd->local_bytes;
	l->local_va = tmd->local_va;
	if (tmd->kind == SMGPU_TMD_GRID)
		return;
	task->queue_va = tmd->queue_va;
	/* The launcher looks at each slot some cycles apart: it must not miss the end of its
	 * counter. */
	task->timeout = tmd->coalesce_timeout < TIMEOUT_MOST ? tmd->coalesce_timeout : TIMEOUT_MOST;
	l->queue = true;
	l->grid[0] = l->grid[1] = l->grid[2] = 1;
	l->coalesce_min = tmd->coalesce_min;
	l->coalesce_max = tmd->coalesce_max;
}

static inline uint32_t check_permission(const struct smgpu_tmd *tmd, bool is_plain,
					const struct channel *ch, uint8_t *sm_mask)
{
	if (tmd->priority < ch->best_priority || (tmd->sm_mask & ~ch->sm_mask))
		return SMGPU_ERR_TMD_PERMISSION;
	*sm_mask = (uint8_t)(tmd->sm_mask ? tmd->sm_mask : ch->sm_mask);
	if (is_plain)
		return SMGPU_OK;
	if ((tmd->throttle_sms && !ch->throttle) ||
	    (tmd->flags & SMGPU_TMD_SCHEDULE && !ch->schedule))
		return SMGPU_ERR_TMD_PERMISSION;
	if (tmd->throttle_sms)
		*sm_mask &= (uint8_t)((1u << tmd->throttle_sms) - 1);
	return *sm_mask ? SMGPU_OK : SMGPU_ERR_TMD_LIMIT;
}

uint32_t tmd_to_task(struct task *task, const struct smgpu_tmd *tmd, uint32_t rest,
		     const struct channel *ch)
{
	struct launch_task *l = &task->launch;
	bool is_plain = plain(tmd, rest);
	uint32_t error = check_format(tmd, is_plain), threads;

	if (!error && !is_plain)
		error = schedule_check(tmd);
	if (!error)
		error = check_limits(tmd, is_plain, &threads);
	if (!error)
		error = check_permission(tmd, is_plain, ch, &l->sm_mask);
	if (error)
		return error;
	task->plain = is_plain;
	task->kind = tmd->kind & 0xf;
	task->thread_type = tmd->thread_type & 0xf;
	task->priority = tmd->priority;
	task->dtok_limit = SMGPU_DTOK_LIMIT_MAX;
	task->timeout = 0;
	task->requests_va = 0;
	l->entry = tmd->entry_va;
	l->param = tmd->param_va;
	l->grid[0] = tmd->grid[0];
	l->grid[1] = tmd->grid[1];
	l->grid[2] = tmd->grid[2];
	l->cta_xy = tmd->cta[0] | (uint32_t)tmd->cta[1] << 16;
	l->cta_z_quota = tmd->cta[2] | (uint32_t)tmd->quota_inflight << 16;
	l->prio = tmd->priority;
	l->quota_launched = 0;
	l->warps = (uint8_t)((threads + 31) / 32);
	l->shape = launch_shape(threads, l->warps);
	l->sequential = false;
	l->queue = false;
	l->shared_bytes = tmd->shared_bytes;
	l->local_bytes = 0;
	l->local_va = 0;
	l->next = 0;
	l->limit = tmd->grid[0] * tmd->grid[1] * tmd->grid[2];
	l->next_xyz[0] = 0;
	l->next_xyz[1] = 0;
	l->next_xyz[2] = 0;
	if (!is_plain)
		fill_extras(task, tmd);
	return SMGPU_OK;
}
