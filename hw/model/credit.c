// SPDX-License-Identifier: MIT
/*
 * The five policies of the warp scheduler that the RTL has (SM_CFG.SCHED). This is the reference
 * that its test compares with; the functional model itself issues in turn.
 *
 * Credits say whose turn it is: a warp that issues pays, and those that could have issued gain.
 * Which pays how much is what the policies differ in.
 */
#include "credit.h"

#include <string.h>

#include "smgpu_regs.h"

/* Credits have a sign and so many bits. */
static int most(const struct credit_pod *p)
{
	return (1 << (p->bits - 1)) - 1;
}

static int least(const struct credit_pod *p)
{
	return -(1 << (p->bits - 1));
}

/* All warps are equal again. */
void credit_clear(struct credit_pod *p)
{
	memset(p->credit, 0, sizeof(p->credit));
	p->fund = 0;
	p->after = 0;
}

/* What a warp leaves goes to the fund, but for policy D, which has none. */
void credit_end(struct credit_pod *p, uint32_t ended)
{
	unsigned i;

	for (i = 0; i < p->warps; i++)
		if (ended >> i & 1) {
			if (p->policy != SMGPU_SM_CFG_SCHED_POLICY_D)
				p->fund += p->credit[i];
			p->credit[i] = 0;
		}
}

/* A transfer for which the credit has no room does not take place. */
static void pay(struct credit_pod *p, unsigned warp, int price)
{
	if (p->credit[warp] - price < least(p))
		return;
	p->credit[warp] -= price;
	p->fund += price;
}

/* A credit that would overflow is not given. */
static bool has_room(const struct credit_pod *p, unsigned warp, int gain)
{
	return p->credit[warp] + gain <= most(p);
}

/* Returns how many got it. */
static unsigned give_all(struct credit_pod *p, uint32_t victims, int gain)
{
	unsigned i, n = 0;

	for (i = 0; i < p->warps; i++)
		if (victims >> i & 1 && has_room(p, i, gain)) {
			p->credit[i] += gain;
			n++;
		}
	return n;
}

/* To the next victim in turn that has room for it */
static void give_next(struct credit_pod *p, uint32_t victims, int gain)
{
	unsigned i, k;

	for (i = 0; i < p->warps; i++) {
		k = (p->after + i) % p->warps;
		if (victims >> k & 1 && has_room(p, k, gain)) {
			p->credit[k] += gain;
			p->fund -= gain;
			p->after = (k + 1) % p->warps;
			return;
		}
	}
}

/* @victims: warps that could have issued instead of @warp. @ended: warps that are gone with it. */
void credit_issue(struct credit_pod *p, unsigned warp, uint32_t victims, uint32_t ended)
{
	bool gone = ended >> warp & 1;
	unsigned n;

	victims &= ~(1u << warp);
	/* Warps that end with this instruction were victims, but get nothing any more. */
	n = (unsigned)__builtin_popcount(victims);
	victims &= ~ended;
	switch (p->policy) {
	case SMGPU_SM_CFG_SCHED_POLICY_A:
		/* The warp pays only if the fund cannot. */
		if (p->fund < (int)n && !gone)
			pay(p, warp, (int)n);
		if (p->fund > 0)
			p->fund -= (int)give_all(p, victims, 1);
		break;
	case SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL:
		if (p->fund <= 0)
			break;
		n = give_all(p, victims, 1);
		p->fund -= (int)n;
		if (!gone)
			pay(p, warp, (int)n);
		break;
	case SMGPU_SM_CFG_SCHED_POLICY_B:
	case SMGPU_SM_CFG_SCHED_POLICY_C:
		if (!gone)
			pay(p, warp, 1);
		if (p->fund > 0)
			give_next(p, victims,
				  p->policy == SMGPU_SM_CFG_SCHED_POLICY_B ? 1 : (int)n / 2);
		break;
	case SMGPU_SM_CFG_SCHED_POLICY_D:
		give_all(p, victims, p->gain ? (int)p->gain : (int)n);
		/* Without a fund nothing limits the sum, so the winner's credit is halved. */
		p->credit[warp] /= 2;
		break;
	default:
		break;
	}
	credit_end(p, ended);
}
