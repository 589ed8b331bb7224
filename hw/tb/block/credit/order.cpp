// SPDX-License-Identifier: MIT
// The order of a pod's warps (smfe_order, smfe_bonus, smfe_oversub) against weights that are added
// up here, from the model's credits. Rounds: warps issue, start and end at random, then all inputs
// stand still for as long as the order may be late, and each pair of warps is compared. Arguments:
// rounds, seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vorder_top.h"
#include "verilated.h"

extern "C" {
#include "credit.h"
#include "smgpu_regs.h"
}

#define LATE (NW + 6u)		// cycles: an age is counted once in NW cycles
#define UNDER_WAY 20u		// instructions of a pipe, at most
#define PIXEL 3u		// as enum smgpu_thread_type
enum { INT, FP, LS, SPECIAL };

static uint64_t state;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)((state >> 16) % n);
}

static Vorder_top *top;
static struct credit_pod pod;
static struct { unsigned cta, type; unsigned long started; } warps[NW];
static unsigned under_way[4];
static bool issued;
static unsigned issued_warp;
static uint32_t issued_victims;
// How often each of these decided a pair that would have been in the other order without it: a
// bench in which none does says little.
static unsigned long decided[5];
static const char *const names[] = { "age", "texture", "type", "op", "pixel" };

static void cycle(void)
{
	const uint32_t ended = (uint32_t)top->end_i;

	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
	if (issued)
		credit_issue(&pod, issued_warp, issued_victims, ended);
	else
		credit_end(&pod, ended);
	issued = top->issue_i;
	issued_warp = top->warp_i;
	issued_victims = (uint32_t)top->victims_i;
}

static void quiet(void)
{
	top->issue_i = top->begins_i = top->result_i = top->access_i = 0;
	top->start_i = top->end_i = 0;
}

static void start(unsigned w, unsigned long now)
{
	top->start_i = 1u << w;
	top->start_cta_i = below(4) ? below(4) : below(16);
	top->start_slot_i = below(16);
	warps[w] = { top->start_cta_i, top->slots_i >> 2 * top->start_slot_i & 3, now };
}

// Bits of `without` leave one of `decided` out.
static long weight(unsigned w, unsigned without)
{
	const unsigned type = warps[w].type, pipe = (unsigned)(top->pipe_i >> 2 * w & 3);
	const bool pixel = !top->pixel_i || type == PIXEL || without >> 4 & 1;
	long age = 0, sum = pod.credit[w] + (1 << (CW - 1));

	for (unsigned i = 0; i < NW; i++)
		age += warps[i].cta != warps[w].cta && warps[i].started > warps[w].started;
	if (without & 1 || !top->age_scale_i)
		age = 0;
	if (!top->additive_i)
		return sum + (age << CW);
	if (pixel)
		sum += age << top->age_scale_i >> 1;
	if (!BONUS)
		return pod.credit[w] + (1 << (CW - 1)) + (age << top->age_scale_i >> 1);
	if (pixel && top->near_i >> w & 1 && !(without >> 1 & 1))
		sum += top->texture_i;
	if (!(without >> 2 & 1))
		sum += top->types_i >> 6 * type & 63;
	if (((pipe == INT && under_way[INT] < under_way[FP]) ||
	     (pipe == FP && under_way[FP] < under_way[INT])) &&
	    !(without >> 3 & 1))
		sum += top->op_i;
	return sum;
}

static bool compare(unsigned long round)
{
	for (unsigned i = 1; i < NW; i++) {
		top->look_i = i;
		top->eval();
		for (unsigned j = 0; j < i; j++) {
			const bool late_i = top->later_i >> i & 1, late_j = top->later_i >> j & 1,
				   first = top->after_o >> j & 1;
			const bool want = late_i != late_j ? late_j : weight(i, 0) > weight(j, 0);

			if (first != want) {
				printf("not ok order: round %lu: warp %u of weight %ld %s warp %u of weight %ld, policy %u%s\n",
				       round, i, weight(i, 0), first ? "before" : "after", j,
				       weight(j, 0), top->policy_i,
				       top->additive_i ? " additive" : "");
				return false;
			}
			for (unsigned k = 0; k < 5; k++)
				decided[k] += late_i == late_j &&
					      want != (weight(i, 1u << k) > weight(j, 1u << k));
		}
	}
	return true;
}

static unsigned bonus(void)
{
	return below(3) ? below(64) : below(2) * 63;
}

static void registers(void)
{
	static const unsigned policies[] = { SMGPU_SM_CFG_SCHED_POLICY_A,
					     SMGPU_SM_CFG_SCHED_POLICY_B,
					     SMGPU_SM_CFG_SCHED_POLICY_C,
					     SMGPU_SM_CFG_SCHED_POLICY_D };

	const unsigned policy = below(16) ? pod.policy : policies[below(4)];

	if (policy != pod.policy) {	// starts from nothing
		pod.policy = top->policy_i = policy;
		pod.gain = top->gain_i = below(4);
		for (unsigned i = 0; i < 4; i++)
			cycle();
		credit_clear(&pod);
	}
	top->additive_i = below(4) != 0;
	top->age_scale_i = below(3) ? below(8) : 0;
	top->texture_i = bonus();
	top->op_i = bonus();
	top->pixel_i = !below(3);
	top->types_i = bonus() | bonus() << 6 | bonus() << 12 | bonus() << 18;
	if (!below(4))
		top->slots_i = below(65536) << 16 | below(65536);
}

static void busy_cycle(unsigned long now)
{
	unsigned pipe = below(4);

	quiet();
	top->issue_i = below(4) != 0;
	top->warp_i = below(NW);
	top->victims_i = (below(65536) << 16 | below(65536)) & ((1ull << NW) - 1);
	if (!below(8))
		top->end_i = 1u << below(NW);
	else if (!below(8))
		start(below(NW), now);
	if (below(2) && under_way[pipe] < UNDER_WAY) {
		top->begins_i = 1;
		top->begins_pipe_i = pipe;
		under_way[pipe]++;
	}
	pipe = below(4);
	// Not what begins in this cycle
	if (below(2) && under_way[pipe] > (unsigned)(top->begins_i && top->begins_pipe_i == pipe)) {
		top->result_i = pipe != LS;
		top->access_i = pipe == LS;
		top->result_pipe_i = pipe;
		under_way[pipe]--;
	}
	cycle();
}

int main(int argc, char **argv)
{
	unsigned long rounds = argc > 1 ? strtoul(argv[1], nullptr, 0) : 10000, now = 1;
	bool ok = true;

	state = (argc > 2 ? strtoull(argv[2], nullptr, 0) : 1) * 0x9e3779b97f4a7c15ull + 1;
	top = new Vorder_top;
	pod.warps = NW;
	pod.bits = CW;
	pod.policy = top->policy_i = SMGPU_SM_CFG_SCHED_POLICY_A;
	top->rst_ni = 0;
	for (unsigned i = 0; i < 4; i++)
		cycle();
	top->rst_ni = 1;
	for (unsigned i = 0; i < 4; i++)
		cycle();
	credit_clear(&pod);
	for (unsigned w = 0; w < NW; w++) {
		quiet();
		start(w, now++);
		cycle();
	}
	for (unsigned long r = 0; r < rounds && ok; r++) {
		quiet();
		registers();
		for (unsigned i = below(48); i; i--)
			busy_cycle(now++);
		quiet();
		top->near_i = below(1u << NW % 31) | below(4) << (NW - 2);
		top->pipe_i = ((uint64_t)below(1u << 16) << 32 | (uint64_t)below(1u << 16) << 16 |
			       below(1u << 16)) &
			      ((1ull << 2 * NW) - 1);
		top->later_i = below(3) ? 0 : below(1u << NW);
		for (unsigned i = 0; i < LATE; i++)
			cycle();
		ok = compare(r);
	}
	for (unsigned k = 0; k < 5 && ok; k++)
		if (!decided[k] && (BONUS || !k)) {
			printf("not ok order.decides: %s decided nothing\n", names[k]);
			ok = false;
		}
	if (ok)
		printf("ok order: pairs decided by age %lu, texture %lu, type %lu, op %lu, pixel threads %lu\n",
		       decided[0], decided[1], decided[2], decided[3], decided[4]);
	return !ok;
}
