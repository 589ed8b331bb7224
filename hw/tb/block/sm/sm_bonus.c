// SPDX-License-Identifier: MIT
/*
 * Directed cases of the bonuses of the additive weight: eight warps of a CTA have done before eight
 * of another one if a bonus says so. The policy is A_LITERAL, under which credits stay 0, so
 * without a bonus the lower number issues, which is the first CTA's.
 */
#include <stdio.h>
#include <string.h>

#include "asm.h"
#include "smgpu_hw.h"
#include "smgpu_perf.h"
#include "smgpu_regs.h"
#include "sm_run.h"
#include "xsm.h"

#define FADD(rd, a, b)	r_type(0x53, 7, 0, rd, a, b)
#define SCHED(v, field)	((uint32_t)FIELD_BITS(v, SCHED_##field))
#define ADDITIVE	(SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL | SCHED(1, ADDITIVE))
#define AGE(scale)	SCHED(scale, AGE_SCALE)
#define COHERENT	SCHED(2, TEXTILE)		/* grants are for coherent loads */
#define WARPS		8u				/* of a CTA */
/* types of the first CTA's threads, and of the other's */
#define SLOTS(a, b)	((uint32_t)(a) << 2 * 5 | (uint32_t)(b) << 2 * 6)
#define TYPE(t, bonus)	((uint32_t)(bonus) << 6 * (t))

/* When the last warp of each of the two CTAs issues for the last time, since the start of
 * the run */
struct times {
	bool right;
	uint64_t end[2];
};

static struct times times_of(const uint32_t *code, unsigned int words,
			     const struct tb_policy *policy)
{
	struct run r = { .code = code,
			 .words = words,
			 .ctas = 2,
			 .threads = 32 * WARPS,
			 .two_slots = true,
			 .policy = *policy };
	struct run_result res;
	struct times t = { 0 };
	unsigned int w;

	clear();
	res = run(&r);
	for (w = 0; w < 2 * WARPS; w++)
		t.end[w / WARPS] = last_issue[w] > t.end[w / WARPS] ? last_issue[w]
								    : t.end[w / WARPS];
	t.right = res.ended && !res.traps && !res.mismatches;
	return t;
}

/* Rounds long enough that what starts earlier or later, or waits for the first fetch of a line, is
 * not seen in the end */
#define BODY	50u
#define ROUNDS	8
#define LONG	(BODY + 10u)

static void fill(uint32_t *code, unsigned int from, bool floats)
{
	unsigned int i;

	code[from++] = ADDI(S0, ZERO, ROUNDS);
	for (i = from; i < from + BODY; i++)
		code[i] = floats ? FADD(A0 + i % 8, ZERO, ZERO) : ADDI(A0 + i % 8, ZERO, 1);
	code[i++] = ADDI(S0, S0, -1);
	code[i++] = BLT(ZERO, S0, -4 * (int)(BODY + 1));
	code[i] = EXIT;
}

static int favours(const char *name, const uint32_t *code, const struct tb_policy *policy,
		   unsigned int first)
{
	struct times t = times_of(code, LONG, policy);

	return !report(name, t.right && t.end[first] + 50 < t.end[!first],
		       "the first CTA ends at %llu, the other at %llu",
		       (unsigned long long)t.end[0], (unsigned long long)t.end[1]);
}

static int types(void)
{
	static uint32_t code[LONG];
	struct tb_policy p = standard;
	int bad;

	fill(code, 0, false);
	p.sched = ADDITIVE;
	bad = favours("bonus.none", code, &p, 0);
	p.bonus.slots = SLOTS(SMGPU_THREAD_COMPUTE, SMGPU_THREAD_PIXEL);
	p.bonus.types = TYPE(SMGPU_THREAD_PIXEL, 1);
	bad += favours("bonus.pixel", code, &p, 1);
	p.bonus.slots = SLOTS(SMGPU_THREAD_VERTEX, SMGPU_THREAD_GEOMETRY);
	p.bonus.types = TYPE(SMGPU_THREAD_VERTEX, 20) | TYPE(SMGPU_THREAD_GEOMETRY, 21);
	bad += favours("bonus.geometry", code, &p, 1);
	p.bonus.types = TYPE(SMGPU_THREAD_VERTEX, 21) | TYPE(SMGPU_THREAD_GEOMETRY, 20);
	bad += favours("bonus.vertex", code, &p, 0);
	p.bonus.types = TYPE(SMGPU_THREAD_VERTEX, 20) | TYPE(SMGPU_THREAD_GEOMETRY, 63);
	p.sched = SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL;
	bad += favours("bonus.not_additive", code, &p, 0);
	/* The first CTA is older: so many warps of the pod came later. */
	p.sched = ADDITIVE | AGE(1);
	p.bonus.slots = SLOTS(SMGPU_THREAD_VERTEX, SMGPU_THREAD_PIXEL);
	p.bonus.types = TYPE(SMGPU_THREAD_PIXEL, 1);
	bad += favours("bonus.age", code, &p, 0);
	p.bonus.pixel = 1;
	bad += favours("bonus.age_of_pixels", code, &p, 1);
	return bad;
}

/* A coherent load each: the CTA that has had the grant last keeps it, which is the second. */
static int texture(void)
{
	static uint32_t code[LONG] = { PARAM(T1), LW(T1, T1, 0), LW_T(T2, T1, 0) };
	struct tb_policy p = standard;
	int bad;

	fill(code, 3, false);
	p.sched = ADDITIVE | COHERENT;
	bad = favours("bonus.texture_none", code, &p, 0);
	p.bonus.texture = 1;
	bad += favours("bonus.texture", code, &p, 1);
	p.bonus.pixel = 1;
	bad += favours("bonus.texture_of_pixels", code, &p, 0);
	p.bonus.slots = SLOTS(SMGPU_THREAD_PIXEL, SMGPU_THREAD_PIXEL);
	bad += favours("bonus.texture_pixels", code, &p, 1);
	p.sched = ADDITIVE;
	bad += favours("bonus.texture_no_grant", code, &p, 0);
	return bad;
}

/* Of the first CTA floats, of the second integers: with the bonus neither waits for the other. With
 * fewer lanes it never does: each pipe is slower than the issue. */
static int op(void)
{
	static uint32_t code[2 * LONG] = { CSRR(T0, CSR_CTAX), BNE(T0, ZERO, 4 * ((int)LONG - 1)) };
	struct tb_policy p = standard;
	struct times without, with;

	fill(code, 2, true);
	fill(code, LONG, false);
	p.sched = ADDITIVE;
	without = times_of(code, COUNT(code), &p);
	p.bonus.op = 1;
	with = times_of(code, COUNT(code), &p);
	return !report("bonus.op",
		       without.right && with.right &&
			       (tb_lanes() < 32 || with.end[1] + 50 < without.end[1]),
		       "integers end at %llu, without the bonus at %llu, floats at %llu and %llu",
		       (unsigned long long)with.end[1], (unsigned long long)without.end[1],
		       (unsigned long long)with.end[0], (unsigned long long)without.end[0]);
}

int bonus_tests(void)
{
	return types() + texture() + op();
}
