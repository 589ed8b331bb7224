// SPDX-License-Identifier: MIT
/*
 * SM_CFG: policy registers, and the debug view of one warp.
 *
 * Registers of features that the preset has not read 0 and take no writes. sm.c and warp_ctrl.c
 * use what apply() has taken apart.
 *
 * Registers are words of cfg[] at their offset. Names are used where a register has them, and
 * numbers for the first ten.
 *
 * A write is cut to the bits that exist, so what is read back tells the firmware what the card has.
 */
#include <string.h>

#include "model.h"

/* The offset in the block of one SM. */
#define AT(reg) (SMGPU_SM_CFG_##reg(0) - SMGPU_SM_CFG_BASE)

/* So that no instruction has to take registers apart. */
static void apply(struct sm *sm)
{
	/* Only what the model acts on: schedulers and caches of the RTL have more registers. */
	sm->policy = (struct warp_policy){
		.branch = (uint8_t)FIELD(sm->cfg[1], SMGPU_SM_CFG_BRANCH_POLICY),
		.yield_mode = (uint8_t)FIELD(sm->cfg[2], SMGPU_SM_CFG_YIELD_MODE),
		.yield_period = (uint8_t)FIELD(sm->cfg[2], SMGPU_SM_CFG_YIELD_PERIOD),
		.yield_threshold = (uint8_t)FIELD(sm->cfg[2], SMGPU_SM_CFG_YIELD_THRESHOLD),
		.depth = (uint16_t)FIELD(sm->cfg[6], SMGPU_SM_CFG_DTOKS_DEPTH),
		.drop_pre = (uint8_t)FIELD(sm->cfg[6], SMGPU_SM_CFG_DTOKS_ON_FULL),
		.backstop = (uint16_t)FIELD(sm->cfg[7], SMGPU_SM_CFG_BACKSTOP_LIMIT),
		.backstop_least = (uint8_t)FIELD(sm->cfg[7], SMGPU_SM_CFG_BACKSTOP_LEAST),
		.backstop_shift = (uint8_t)FIELD(sm->cfg[7], SMGPU_SM_CFG_BACKSTOP_SHIFT),
	};
}

/* The depth that holds: between 2 and the hardware's, which 0 asks for */
static uint32_t depth_of(const struct sm *sm, uint32_t v)
{
	uint32_t depth = FIELD(v, SMGPU_SM_CFG_DTOKS_DEPTH), all = sm->card->preset->dtoks;

	/* One token in front would leave no room for a branch within a branch. */
	return !depth || depth > all ? all : depth < 2 ? 2 : depth;
}

/* The warp that DTOK_SELECT names, if it is stopped for token service and not about to be killed */
static struct warp *served(struct sm *sm)
{
	/* The field has room for more warps than an SM has. */
	unsigned k = sm->dtok.warp;

	if (k >= MAX_WARPS || !((sm->full | sm->empty) >> k & 1) ||
	    sm->card->launch.slot[sm->state[k].slot].killed)
		return NULL;
	return &sm->warp[k];
}

/* What the DTOK registers show is of the moment of the last write to them. */
static void show_queue(struct sm *sm)
{
	unsigned k = sm->dtok.warp;
	const struct dtok_queue *q = k < MAX_WARPS ? &sm->warp[k].q : NULL;

	sm->dtok.stopped = served(sm) != NULL;
	sm->dtok.queue = !q ? 0
			    : q->count << SMGPU_SM_CFG_DTOK_QUEUE_COUNT_SHIFT |
					 q->yields << SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT |
					 (q->spilled ? SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK : 0);
}

/* The firmware moves tokens between a stopped warp's queue and memory. Without such a warp only
 * the entry's registers change. */
static void dtok_service(struct sm *sm, uint32_t off, uint32_t v)
{
	struct warp *w = served(sm);

	switch (off) {
	case AT(DTOK_SELECT):
		sm->dtok.warp = FIELD(v, SMGPU_SM_CFG_DTOK_SELECT_WARP);
		/* Counted from the front. */
		sm->dtok.index = FIELD(v, SMGPU_SM_CFG_DTOK_SELECT_INDEX);
		w = served(sm);
		/* One write both selects and moves, as the firmware does this for each token. */
		if (w && (v & SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK))
			*dtok_at(&w->q, sm->dtok.index) = sm->dtok.entry;
		else if (w)
			sm->dtok.entry = *dtok_at(&w->q, sm->dtok.index);
		break;
	case AT(DTOK_MASK): sm->dtok.entry.mask = v; return;
	case AT(DTOK_ADDR): sm->dtok.entry.addr = v; return;
	case AT(DTOK_TYPE): sm->dtok.entry.type = v & SMGPU_SM_CFG_DTOK_TYPE_VALUE_MASK; return;
	case AT(DTOK_QUEUE):
		if (w) {
			w->q.count = FIELD(v, SMGPU_SM_CFG_DTOK_QUEUE_COUNT);
			w->q.yields = FIELD(v, SMGPU_SM_CFG_DTOK_QUEUE_YIELDS);
			/* The head moves back by as many tokens as come in front of it. Twice the
			 * maximum keeps the sum positive. */
			w->q.head = (w->q.head + 2 * DTOK_MAX -
				     FIELD(v, SMGPU_SM_CFG_DTOK_QUEUE_GROW)) %
				    w->q.ring;
			w->q.spilled = v & SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_MASK;
		}
		break;
	case AT(DTOK_RESUME):
		if (w)
			sm_resume(sm, sm->dtok.warp);
		break;
	/* The other registers show what the entry has, which only these change. */
	default: return;
	}
	show_queue(sm);
}

/* The table has the bits that exist, by register. */
void sm_config(struct sm *sm, uint32_t off, uint32_t v)
{
	const bool prio = sm->card->preset->prio, bonus = sm->card->preset->bonus;
	const uint32_t mask[sizeof(sm->cfg) / sizeof(sm->cfg[0])] = {
		SMGPU_SM_CFG_SCHED_POLICY_MASK | SMGPU_SM_CFG_SCHED_GAIN_MASK |
			SMGPU_SM_CFG_SCHED_ADDITIVE_MASK | SMGPU_SM_CFG_SCHED_AGE_SCALE_MASK |
			(sm->card->preset->textile
				 ? SMGPU_SM_CFG_SCHED_TEXTILE_MASK | SMGPU_SM_CFG_SCHED_STAY_MASK
				 : 0),
		SMGPU_SM_CFG_BRANCH_POLICY_MASK,
		SMGPU_SM_CFG_YIELD_MODE_MASK | SMGPU_SM_CFG_YIELD_PERIOD_MASK |
			SMGPU_SM_CFG_YIELD_THRESHOLD_MASK,
		SMGPU_SM_CFG_OVERSUB_LOW_MASK | SMGPU_SM_CFG_OVERSUB_HIGH_MASK,
		SMGPU_SM_CFG_FETCH_POLICY_MASK,
		SMGPU_SM_CFG_YIELD_SEED_VALUE_MASK,
		SMGPU_SM_CFG_DTOKS_DEPTH_MASK | SMGPU_SM_CFG_DTOKS_ON_FULL_MASK,
		SMGPU_SM_CFG_BACKSTOP_LIMIT_MASK | SMGPU_SM_CFG_BACKSTOP_LEAST_MASK |
			SMGPU_SM_CFG_BACKSTOP_SHIFT_MASK,
		!prio ? 0
		      : SMGPU_SM_CFG_PRIO_LIMIT_MASK | SMGPU_SM_CFG_PRIO_POLICY_MASK |
				SMGPU_SM_CFG_PRIO_AT_BARRIER_MASK | SMGPU_SM_CFG_PRIO_NEVER_MASK |
				SMGPU_SM_CFG_PRIO_LRU_MASK | SMGPU_SM_CFG_PRIO_WAYS_MASK |
				SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_MASK |
				SMGPU_SM_CFG_PRIO_FIXED_LEVEL_MASK | SMGPU_SM_CFG_PRIO_WEIGHT_MASK |
				SMGPU_SM_CFG_PRIO_WAIT_MASK,
		!prio ? 0
		      : SMGPU_SM_CFG_PRIO_ROTATE_PERIOD_MASK | SMGPU_SM_CFG_PRIO_ROTATE_UNIT_MASK |
				SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_MASK |
				SMGPU_SM_CFG_PRIO_ROTATE_FIXED_MASK,
		[AT(TEXTILE) / 4] = sm->card->preset->textile ? SMGPU_SM_CFG_TEXTILE_TIMEOUT_MASK
							      : 0,
		[AT(PRIO_PC_BEGIN) / 4] = prio ? SMGPU_SM_CFG_PRIO_PC_BEGIN_VALUE_MASK : 0,
		[AT(PRIO_PC_END) / 4] = prio ? SMGPU_SM_CFG_PRIO_PC_END_VALUE_MASK : 0,
		[AT(PRIO_PC) / 4] = prio ? SMGPU_SM_CFG_PRIO_PC_THREADS_MASK |
						    SMGPU_SM_CFG_PRIO_PC_LIMIT_MASK
					 : 0,
		[AT(PRIO_L2) / 4] = !sm->card->preset->prio_l2
					    ? 0
					    : SMGPU_SM_CFG_PRIO_L2_LIMIT_MASK |
						      SMGPU_SM_CFG_PRIO_L2_POLICY_MASK |
						      SMGPU_SM_CFG_PRIO_L2_AT_BARRIER_MASK |
						      SMGPU_SM_CFG_PRIO_L2_NEVER_MASK |
						      SMGPU_SM_CFG_PRIO_L2_ORDER_MASK |
						      SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_MASK |
						      SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_MASK,
		[AT(PRIO_PREDICT) / 4] = !sm->card->preset->predict
						 ? 0
						 : SMGPU_SM_CFG_PRIO_PREDICT_SHARE_MASK |
							   SMGPU_SM_CFG_PRIO_PREDICT_RATIO_MASK |
							   SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_MASK,
		[AT(SCHED_BONUS) / 4] = !bonus ? 0
					       : SMGPU_SM_CFG_SCHED_BONUS_TEXTURE_MASK |
							 SMGPU_SM_CFG_SCHED_BONUS_OP_MASK |
							 SMGPU_SM_CFG_SCHED_BONUS_PIXEL_MASK,
		[AT(SCHED_TYPES) / 4] = !bonus ? 0
					       : SMGPU_SM_CFG_SCHED_TYPES_COMPUTE_MASK |
							 SMGPU_SM_CFG_SCHED_TYPES_VERTEX_MASK |
							 SMGPU_SM_CFG_SCHED_TYPES_GEOMETRY_MASK |
							 SMGPU_SM_CFG_SCHED_TYPES_PIXEL_MASK,
		[AT(SCHED_SLOTS) / 4] = bonus ? ~0u : 0,
	};

	if (off == AT(DBG_SELECT))
		sm->dbg_select = v & SMGPU_SM_CFG_DBG_SELECT_WARP_MASK;
	if (off >= AT(DTOK_SELECT) && off <= AT(DTOK_RESUME))
		dtok_service(sm, off, v);
	/* Behind the policy registers come those of views, which are handled above. */
	if (off / 4 >= sizeof(mask) / sizeof(mask[0]))
		return;
	/* The register reads what holds, not what was asked for. */
	if (off == AT(DTOKS))
		v = (v & ~SMGPU_SM_CFG_DTOKS_DEPTH_MASK) | depth_of(sm, v);
	sm->cfg[off / 4] = v & mask[off / 4];
	apply(sm);
}

/* 0 for a warp that is not there. */
static uint32_t debug_state(const struct sm *sm, unsigned k)
{
	const struct warp *w = &sm->warp[k];

	if (!(sm->used >> k & 1))
		return 0;
	/* A warp that waits for token service counts as trapped, as the firmware has to act. */
	return SMGPU_SM_CFG_DBG_STATE_VALID_MASK |
	       (w->state == WARP_AT_BARRIER ? SMGPU_SM_CFG_DBG_STATE_AT_BARRIER_MASK : 0) |
	       (w->state == WARP_TRAPPED || w->state == WARP_FULL || w->state == WARP_EMPTY
			? SMGPU_SM_CFG_DBG_STATE_TRAPPED_MASK
			: 0) |
	       (w->q.count & 0xff) << SMGPU_SM_CFG_DBG_STATE_DTOKS_SHIFT |
	       (uint32_t)sm->state[k].slot << SMGPU_SM_CFG_DBG_STATE_SLOT_SHIFT;
}

/* What textile grants compare. */
static uint32_t position(const struct sm *sm, unsigned k)
{
	return (uint32_t)sm->state[k].cta << SMGPU_SM_CFG_DBG_TEXTILE_TILE_SHIFT |
	       (uint32_t)sm->warp[k].phase << SMGPU_SM_CFG_DBG_TEXTILE_PHASE_SHIFT |
	       (uint32_t)sm->warp[k].tex << SMGPU_SM_CFG_DBG_TEXTILE_TEX_SHIFT;
}

/* The debug view is of the warp that DBG_SELECT names. */
uint32_t sm_read(struct sm *sm, uint32_t off)
{
	unsigned k = sm->dbg_select;
	/* Registers of a warp that has ended would show what it left. */
	bool shown = k < MAX_WARPS && (sm->used >> k & 1);

	switch (off) {
	case AT(LIVE_LO): return (uint32_t)sm->used;
	case AT(LIVE_HI): return (uint32_t)(sm->used >> 32);
	case AT(DBG_SELECT): return k;
	case AT(DBG_PC): return shown ? sm->warp[k].pc : 0;
	case AT(DBG_ACTIVE): return shown ? sm->warp[k].active : 0;
	case AT(DBG_STATE): return shown ? debug_state(sm, k) : 0;
	case AT(DBG_TEXTILE): return shown && sm->card->preset->textile ? position(sm, k) : 0;
	case AT(DTOK_STATUS): return sm->dtok.stopped ? SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK : 0;
	case AT(DTOK_MASK): return sm->dtok.entry.mask;
	case AT(DTOK_ADDR): return sm->dtok.entry.addr;
	case AT(DTOK_TYPE): return sm->dtok.entry.type;
	case AT(DTOK_QUEUE): return sm->dtok.queue;
	default: return off / 4 < sizeof(sm->cfg) / sizeof(sm->cfg[0]) ? sm->cfg[off / 4] : 0;
	}
}

/* What the card has not keeps 0. */
void sm_config_reset(struct sm *sm)
{
	memset(sm->cfg, 0, sizeof(sm->cfg));
	sm->cfg[0] = SMGPU_SM_CFG_SCHED_POLICY_RESET;
	sm->cfg[2] = SMGPU_SM_CFG_YIELD_MODE_RESET |
		     SMGPU_SM_CFG_YIELD_PERIOD_RESET << SMGPU_SM_CFG_YIELD_PERIOD_SHIFT |
		     SMGPU_SM_CFG_YIELD_THRESHOLD_RESET << SMGPU_SM_CFG_YIELD_THRESHOLD_SHIFT;
	sm->cfg[3] = SMGPU_SM_CFG_OVERSUB_LOW_RESET | SMGPU_SM_CFG_OVERSUB_HIGH_RESET
							      << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT;
	sm->cfg[5] = SMGPU_SM_CFG_YIELD_SEED_VALUE_RESET;
	/* A depth of all tokens, and a warp that finds none stops. */
	sm->cfg[6] = sm->card->preset->dtoks;
	sm->cfg[7] = SMGPU_SM_CFG_BACKSTOP_LIMIT_RESET |
		     SMGPU_SM_CFG_BACKSTOP_SHIFT_RESET << SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT |
		     SMGPU_SM_CFG_BACKSTOP_LEAST_RESET << SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT;
	sm->cfg[8] = SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_RESET << SMGPU_SM_CFG_PRIO_TOKEN_LEVEL_SHIFT |
		     SMGPU_SM_CFG_PRIO_FIXED_LEVEL_RESET << SMGPU_SM_CFG_PRIO_FIXED_LEVEL_SHIFT;
	sm->cfg[9] = SMGPU_SM_CFG_PRIO_ROTATE_PERIOD_RESET |
		     SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_RESET
			     << SMGPU_SM_CFG_PRIO_ROTATE_ACQUIRE_SHIFT;
	sm->cfg[AT(TEXTILE) / 4] = sm->card->preset->textile ? SMGPU_SM_CFG_TEXTILE_TIMEOUT_RESET
							     : 0;
	if (!sm->card->preset->prio)
		sm->cfg[8] = sm->cfg[9] = 0;
	if (sm->card->preset->prio_l2)
		sm->cfg[AT(PRIO_L2) / 4] = SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_RESET
						   << SMGPU_SM_CFG_PRIO_L2_TOKEN_LEVEL_SHIFT |
					   SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_RESET
						   << SMGPU_SM_CFG_PRIO_L2_FIXED_LEVEL_SHIFT;
	if (sm->card->preset->predict)
		sm->cfg[AT(PRIO_PREDICT) / 4] = SMGPU_SM_CFG_PRIO_PREDICT_SHARE_RESET
							<< SMGPU_SM_CFG_PRIO_PREDICT_SHARE_SHIFT |
						SMGPU_SM_CFG_PRIO_PREDICT_RATIO_RESET
							<< SMGPU_SM_CFG_PRIO_PREDICT_RATIO_SHIFT |
						SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_RESET
							<< SMGPU_SM_CFG_PRIO_PREDICT_LENGTH_SHIFT;
	sm->dbg_select = 0;
	apply(sm);
}

/* All warps and CTAs are gone; policy registers and counters stay. */
void sm_reset(struct sm *sm)
{
	memset(sm->state, 0, sizeof(sm->state));
	memset(sm->cta, 0, sizeof(sm->cta));
	memset(sm->unit_used, 0, sizeof(sm->unit_used));
	/* So that whoever comes first finds its shared memory cleared. */
	memset(sm->unit_vm, NO_VM, sizeof(sm->unit_vm));
	/* A reset SM has its L1. */
	sm->lent = false;
	memset(sm->code, 0, sizeof(sm->code));
	memset(sm->const_line, 0, sizeof(sm->const_line));
	memset(sm->attr_line, 0, sizeof(sm->attr_line));
	memset(sm->l1_tag, 0, sm->l1_lines * sizeof(*sm->l1_tag));
	sm->runnable = 0;
	sm->used = 0;
	sm->full = 0;
	sm->empty = 0;
	sm->diverged = 0;
	memset(&sm->dtok, 0, sizeof(sm->dtok));
	sm->last = 0;
	/* The page of the last fetch may be another VM's soon. */
	sm->fetch_key = 0;
}
