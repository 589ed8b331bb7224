// SPDX-License-Identifier: MIT
/*
 * Divergence: what the token queue does for branches, jumps, PRE, DIS, YIELD, barriers and exits.
 *
 * Documentation/reference/isa.rst has the rules. The queue's front is what runs next; tokens with
 * a reason (DIV, PRE) are in front, YIELD tokens at the back.
 *
 * Each function either does all of an instruction, or nothing and says that the queue overflows. So
 * it can run again as it was when the firmware has made room.
 *
 * The limit of the backstop guards against threads that wait for others of their warp: a loop that
 * is gone round too often gives way, even without a YIELD.
 */
#include <drm/smgpu_hw.h>

#include "smgpu_regs.h"
#include "warp_int.h"
#include "xsm.h"

/* The instruction has done nothing: it is executed again when there is room. */
static bool overflow(struct warp *w, const struct warp_env *env, struct warp_trap *trap)
{
	env->stats->dtok_overflows++;
	*trap = (struct warp_trap){ .cause = SMGPU_ERR_DTOK_OVERFLOW, .pc = w->pc };
	return false;
}

/* For the counter of the deepest queue. */
static void grown(const struct warp *w, struct warp_stats *s)
{
	if (w->q.count > s->dtok_deepest)
		s->dtok_deepest = w->q.count;
}

static void pushed(const struct warp *w, struct warp_stats *s)
{
	s->dtok_pushes++;
	grown(w, s);
}

/* The policy may allow fewer tokens than there is room for. */
static bool full(const struct warp *w, const struct warp_env *env)
{
	return dtok_full(&w->q, env->policy->depth);
}

/* The limit of the backstop is reached. */
static bool at_limit(const struct warp *w, const struct warp_policy *p)
{
	return p->backstop && w->backward >= (w->limit < p->backstop ? w->limit : p->backstop);
}

/* Everything ahead of a YIELD token has had its turn. A limit that was reached, as others may wait
 * for threads in the queue, is followed by a smaller one. */
static void turn(struct warp *w, const struct warp_policy *p)
{
	uint32_t next = w->backward >> p->backstop_shift;

	if (at_limit(w, p))
		w->limit = (uint16_t)(next < p->backstop_least ? p->backstop_least : next);
	w->backward = 0;
}

/* Goes on with the front-most token that holds threads; without one the warp is at its barrier, or
 * done. */
static void pop(struct warp *w, const struct warp_policy *p, struct warp_stats *s)
{
	w->active = 0;
	for (;;) {
		/* A copy: the entry is given up before its threads run. */
		struct dtok t = *dtok_at(&w->q, 0);

		/* What comes before the YIELD tokens is in memory: the firmware brings it. */
		if (w->q.spilled && !dtok_front(&w->q)) {
			w->state = WARP_EMPTY;
			return;
		}
		if (!w->q.count)
			break;
		if (t.type == XSM_DTOK_YIELD)
			turn(w, p);
		dtok_drop_front(&w->q);
		if (t.mask) {
			s->dtok_pops++;
			w->active = t.mask;
			w->pc = t.addr;
			return;
		}
		s->dtok_drops++;
	}
	/* No token holds threads: all that live are parked, or none lives. */
	w->state = w->parked ? WARP_AT_BARRIER : WARP_DONE;
}

/* The instruction itself runs again, but a pop is taken up where it stopped. */
void warp_resume(struct warp *w, const struct warp_policy *p, struct warp_stats *s)
{
	bool in_pop = w->state == WARP_EMPTY;

	w->state = WARP_RUN;
	if (in_pop)
		pop(w, p, s);
}

/* Parked groups are tokens too: they become the queue when the barrier opens. */
static void park(struct warp *w, uint32_t pc, struct warp_stats *s)
{
	unsigned i;

	/* Threads that come to the same place go on together. */
	for (i = 0; i < w->parked; i++)
		if (w->park[i].pc == pc)
			break;
	if (i == w->parked) {
		w->park[i].pc = pc;
		w->park[i].mask = 0;
		w->parked++;
		s->dtok_pushes++;
	} else {
		s->dtok_merges++;
	}
	w->park[i].mask |= w->active;
}

/* A barrier that all threads came to together goes on as it was; else the parked groups are
 * queued. */
void warp_release(struct warp *w, const struct warp_policy *p, struct warp_stats *s)
{
	unsigned i;

	if (w->state != WARP_AT_BARRIER)
		return;
	w->state = WARP_RUN;
	/* They stood before the barrier, the others behind it. */
	if (w->barrier_whole) {
		w->pc += 4;
		w->barrier_whole = 0;
		return;
	}
	/* The queue is empty here, and the ring has room for every thread. */
	for (i = 0; i < w->parked; i++)
		dtok_push_back(&w->q, XSM_DTOK_YIELD, w->park[i].pc, w->park[i].mask);
	grown(w, s);
	w->parked = 0;
	pop(w, p, s);
}

/* Does some token hold threads? */
static bool others_wait(const struct warp *w)
{
	/* Parked threads wait for the barrier and not for their turn. */
	uint32_t elsewhere = w->live & ~w->active;
	unsigned i;

	for (i = 0; i < w->parked; i++)
		elsewhere &= ~w->park[i].mask;
	return elsewhere != 0;
}

/* A jump to `target` is one too many while others wait: it is to act as YIELD. */
static bool backstop_due(const struct warp *w, uint32_t target, const struct warp_policy *p)
{
	return target <= w->pc && at_limit(w, p) && others_wait(w);
}

/* Counts a jump to `target` that is not such a one. The limit grows back while nobody waits. */
static void count_backward(struct warp *w, uint32_t target, const struct warp_policy *p)
{
	if (target > w->pc || !p->backstop)
		return;
	if (others_wait(w)) {
		w->backward++;
	} else {
		w->backward = 0;
		w->limit += w->limit != UINT16_MAX;
	}
}

/*
 * The threads in `who`, some or all of the active ones, go to the back of the queue, to go on at
 * `target`. Without others left the front token's run.
 * @count: of the statistics, or NULL */
static bool give_way(struct warp *w, uint32_t target, uint32_t who, const struct warp_env *env,
		     struct warp_trap *trap, uint64_t *count)
{
	/* Those that wait for the same place need no second token. */
	struct dtok *t = dtok_find_yield(&w->q, target);

	if (!t && dtok_ring_full(&w->q))
		return overflow(w, env, trap);
	/* The next turn of the others is counted from here. */
	w->yield_count = 0;
	if (count)
		++*count;
	if (t) {
		t->mask |= who;
		env->stats->dtok_merges++;
	} else {
		dtok_push_back(&w->q, XSM_DTOK_YIELD, target, who);
		pushed(w, env->stats);
	}
	w->active &= ~who;
	if (!w->active)
		pop(w, env->policy, env->stats);
	return true;
}

/* Which part goes on: a matter of speed only, as the other one waits its turn. */
static bool taken_first(const struct warp *w, unsigned policy, uint32_t target, uint32_t taken,
			uint32_t not_taken)
{
	switch (policy) {
	case SMGPU_SM_CFG_BRANCH_POLICY_TAKEN:
		return true;
	case SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH:
		return false;
	case SMGPU_SM_CFG_BRANCH_POLICY_HIGHER:
		return target > w->pc + 4;
	default:
		return target > w->pc && __builtin_popcount(taken) < __builtin_popcount(not_taken);
	}
}

#define COMPARE(opcode, expr) \
	case opcode: \
		for (i = 0; i < WARP_LANES; i++) \
			taken |= (uint32_t)(expr) << i; \
		break

/* Threads that part cost a token: the part that waits is in it. */
bool warp_branch(struct warp *w, const struct insn *d, const struct warp_env *env,
		 struct warp_trap *trap)
{
	const uint32_t *a = w->x[d->rs1], *b = w->x[d->rs2];
	uint32_t taken = 0, not_taken, target = w->pc + (uint32_t)d->imm;
	unsigned i;

	switch (d->op) {
	COMPARE(OP_BEQ, a[i] == b[i]);
	COMPARE(OP_BNE, a[i] != b[i]);
	COMPARE(OP_BLT, (int32_t)a[i] < (int32_t)b[i]);
	COMPARE(OP_BGE, (int32_t)a[i] >= (int32_t)b[i]);
	COMPARE(OP_BLTU, a[i] < b[i]);
	COMPARE(OP_BGEU, a[i] >= b[i]);
	default:
		break;
	}
	taken &= w->active;
	not_taken = w->active & ~taken;
	if (!taken) {
		w->pc += 4;
		return true;
	}
	if (backstop_due(w, target, env->policy)) {
		uint32_t next = w->pc + 4;

		if (!give_way(w, target, taken, env, trap, &env->stats->dtok_backstops))
			return false;
		if (not_taken)
			w->pc = next;
		return true;
	}
	/* Before anything is counted: the branch may have to run again. */
	if (not_taken && full(w, env))
		return overflow(w, env, trap);
	count_backward(w, target, env->policy);
	if (!not_taken) {
		w->pc = target;
		return true;
	}
	if (taken_first(w, env->policy->branch, target, taken, not_taken)) {
		dtok_push_front(&w->q, XSM_DTOK_DIV, w->pc + 4, not_taken);
		w->active = taken;
		w->pc = target;
	} else {
		dtok_push_front(&w->q, XSM_DTOK_DIV, target, taken);
		w->active = not_taken;
		w->pc += 4;
	}
	pushed(w, env->stats);
	return true;
}

/* Threads with another target stay at the instruction, and execute it when their token's turn
 * comes. */
bool warp_jalr(struct warp *w, const struct insn *d, const struct warp_env *env,
	       struct warp_trap *trap, uint32_t *went)
{
	const uint32_t *a = w->x[d->rs1];
	/* Threads with the lowest one's target go; the rest of them run the instruction again. */
	uint32_t link[WARP_LANES], same = 0,
				   target = (a[__builtin_ctz(w->active)] + (uint32_t)d->imm) & ~1u;
	unsigned i;

	for (i = 0; i < WARP_LANES; i++) {
		same |= (uint32_t)(((a[i] + (uint32_t)d->imm) & ~1u) == target) << i;
		link[i] = w->pc + 4;
	}
	same &= w->active;
	*went = same;
	if (backstop_due(w, target, env->policy)) {
		if (!give_way(w, target, same, env, trap, &env->stats->dtok_backstops))
			return false;
		/* After the target was computed: rd may be rs1. */
		warp_commit(w, d->rd, same, link);
		return true;
	}
	if (same != w->active && full(w, env))
		return overflow(w, env, trap);
	count_backward(w, target, env->policy);
	if (same != w->active) {
		dtok_push_front(&w->q, XSM_DTOK_DIV, w->pc, w->active & ~same);
		pushed(w, env->stats);
		w->active = same;
	}
	warp_commit(w, d->rd, same, link);
	w->pc = target;
	return true;
}

/* A jump backward may be one too many, too. */
bool warp_jal(struct warp *w, const struct insn *d, const struct warp_env *env,
	      struct warp_trap *trap)
{
	/* Taken down first: giving way changes who is active. */
	uint32_t link[WARP_LANES], target = w->pc + (uint32_t)d->imm, active = w->active;
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		link[i] = w->pc + 4;
	if (backstop_due(w, target, env->policy)) {
		if (!give_way(w, target, active, env, trap, &env->stats->dtok_backstops))
			return false;
	} else {
		count_backward(w, target, env->policy);
		w->pc = target;
	}
	warp_commit(w, d->rd, active, link);
	return true;
}

/* Counts the execution and says whether the policy asks for giving way. */
static bool yield_due(struct warp *w, const struct warp_policy *p)
{
	unsigned lsb;

	w->yield_count++;
	lsb = w->lfsr & 1;
	/* x^16 + x^14 + x^13 + x^11 + 1, which goes through all numbers but 0. */
	w->lfsr = (uint16_t)((w->lfsr >> 1) ^ (lsb ? 0xb400u : 0));
	switch (p->yield_mode) {
	case SMGPU_SM_CFG_YIELD_MODE_NEVER:
		return false;
	case SMGPU_SM_CFG_YIELD_MODE_ALWAYS:
		return true;
	case SMGPU_SM_CFG_YIELD_MODE_NTH:
		return w->yield_count >= (p->yield_period ? p->yield_period : 1u);
	default:
		return (w->lfsr & 0xff) < p->yield_threshold;
	}
}

/* A YIELD that finds no room takes back what it has counted. */
static bool do_yield(struct warp *w, uint32_t target, const struct warp_env *env,
		     struct warp_trap *trap)
{
	uint32_t count = w->yield_count;
	uint16_t lfsr = w->lfsr;
	bool due = yield_due(w, env->policy) && others_wait(w);

	if (!due && !backstop_due(w, target, env->policy)) {
		count_backward(w, target, env->policy);
		w->pc = target;
		return true;
	}
	if (give_way(w, target, w->active, env, trap,
		     due ? &env->stats->yields : &env->stats->dtok_backstops))
		return true;
	w->yield_count = count;
	w->lfsr = lfsr;
	return false;
}

/*
 * A DIS whose meeting point stands nowhere: it was opened early, as the threads that had come were
 * to have their turn, or never announced. While others wait, who may come, too, the threads meet
 * them at the back of the queue.
 */
static bool arrive_late(struct warp *w, uint32_t target, const struct warp_env *env,
			struct warp_trap *trap)
{
	uint32_t backward = w->backward;

	count_backward(w, target, env->policy);
	if (!others_wait(w)) {
		w->pc = target;
		return true;
	}
	if (give_way(w, target, w->active, env, trap, NULL))
		return true;
	w->backward = backward;
	return false;
}

/* PRE and DIS find their token by reason and address; YIELD tokens end the search. */
bool warp_dtok(struct warp *w, const struct insn *d, const struct warp_env *env,
	       struct warp_trap *trap)
{
	uint32_t target = w->pc + (uint32_t)d->imm;
	struct dtok *t;

	switch (d->op) {
	case OP_YIELD:
		return do_yield(w, target, env, trap);
	case OP_PRE:
		if (!dtok_find(&w->q, d->sub, target)) {
			if (!full(w, env)) {
				dtok_push_front(&w->q, d->sub, target, 0);
				pushed(w, env->stats);
			/* Without the token its threads meet later or not at all, which is slower
			 * but right. */
			} else if (env->policy->drop_pre) {
				env->stats->dtok_overflows++;
			} else {
				return overflow(w, env, trap);
			}
		}
		w->pc += 4;
		return true;
	case OP_DIS:
		if (backstop_due(w, target, env->policy))
			return give_way(w, target, w->active, env, trap,
					&env->stats->dtok_backstops);
		t = dtok_find(&w->q, d->sub, target);
		if (!t)
			return arrive_late(w, target, env, trap);
		count_backward(w, target, env->policy);
		t->mask |= w->active;
		env->stats->dtok_merges++;
		pop(w, env->policy, env->stats);
		return true;
	case OP_BAR:
		/* Nobody is left to come: no token is needed. */
		if (w->active == w->live) {
			w->barrier_whole = 1;
			w->state = WARP_AT_BARRIER;
			return true;
		}
		park(w, w->pc + 4, env->stats);
		pop(w, env->policy, env->stats);
		return true;
	default:	/* OP_EXIT */
		w->live &= ~w->active;
		pop(w, env->policy, env->stats);
		return true;
	}
}
