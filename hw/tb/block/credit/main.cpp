// SPDX-License-Identifier: MIT
// smfe_credit beside the model's credits (hw/model/credit.c): every cycle all credits and the fund
// are compared. Arguments: cycles, seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "Vsmfe_credit.h"
#include "verilated.h"

extern "C" {
#include "credit.h"
#include "smgpu_regs.h"
}

static_assert(NW <= CREDIT_WARPS, "a pod has fewer warps");

static uint64_t state;

static uint32_t random32(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

static Vsmfe_credit *top;

static void cycle(void)
{
	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
}

static int signed_at(const uint32_t *words, unsigned at, unsigned bits)
{
	uint64_t v = words[at / 32];

	if (at / 32 != (at + bits - 1) / 32)
		v |= (uint64_t)words[at / 32 + 1] << 32;
	v = v >> at % 32 & ((1ull << bits) - 1);
	return v >> (bits - 1) & 1 ? (int)v - (1 << bits) : (int)v;
}

// How often a credit was at an end of its range: a bench that never gets there says little.
static unsigned long at_end;

static bool same(const struct credit_pod *p, const char *policy, unsigned long at)
{
	uint32_t words[(NW * CW + 31) / 32 + 1] = {}, fund = (uint32_t)top->fund_o;

	for (unsigned i = 0; i < (NW * CW + 31) / 32; i++)
#if NW * CW > 64
		words[i] = top->credit_o[i];
#else
		words[i] = (uint32_t)(top->credit_o >> 32 * i);
#endif
	for (unsigned i = 0; i < NW; i++) {
		int credit = signed_at(words, i * CW, CW);

		at_end += credit == (1 << (CW - 1)) - 1 || credit == -(1 << (CW - 1));
		if (credit != p->credit[i]) {
			printf("not ok credit.%s: cycle %lu: warp %u has %d, expected %d\n", policy,
			       at, i, credit, p->credit[i]);
			return false;
		}
	}
	if (signed_at(&fund, 0, CW + WI + 1) != p->fund) {
		printf("not ok credit.%s: cycle %lu: the fund has %d, expected %d\n", policy, at,
		       signed_at(&fund, 0, CW + WI + 1), p->fund);
		return false;
	}
	return true;
}

static bool run(const char *name, unsigned policy, unsigned gain, unsigned long cycles)
{
	struct credit_pod p = { .warps = NW,
				.bits = CW,
				.policy = policy,
				.gain = gain,
				.credit = {},
				.fund = 0,
				.after = 0 };
	bool issued = false;
	unsigned warp = 0, favoured = 0;
	uint32_t victims = 0;

	top->rst_ni = 0;
	top->clear_i = 0;
	top->issue_i = 0;
	top->end_i = 0;
	top->policy_i = policy;
	top->gain_i = gain;
	cycle();
	cycle();
	top->rst_ni = 1;
	credit_clear(&p);
	for (unsigned long i = 0; i < cycles; i++) {
		uint32_t r = random32(), ended = random32() % 64 ? 0 : 1u << random32() % NW;
		bool clear = random32() % 4096 == 0;

		// Now and then one warp issues for long while all wait, so that credits come to
		// their ends.
		if (i % 512 == 0)
			favoured = random32() % 4 ? NW : random32() % NW;
		top->issue_i = favoured < NW || r % 4;
		top->warp_i = favoured < NW ? favoured : random32() % NW;
		top->victims_i = (favoured < NW ? ~0u : random32() & random32()) &
				 ((1ull << NW) - 1);
		top->end_i = ended;
		top->clear_i = clear;
		cycle();
		if (clear)
			credit_clear(&p);
		else if (issued)
			credit_issue(&p, warp, victims, ended);
		else
			credit_end(&p, ended);
		issued = top->issue_i && !clear;
		warp = top->warp_i;
		victims = top->victims_i;
		if (!same(&p, name, i))
			return false;
	}
	printf("ok credit.%s\n", name);
	return true;
}

int main(int argc, char **argv)
{
	unsigned long cycles = argc > 1 ? strtoul(argv[1], nullptr, 0) : 100000;
	bool ok = true;

	state = (argc > 2 ? strtoull(argv[2], nullptr, 0) : 1) * 0x9e3779b97f4a7c15ull + 1;
	top = new Vsmfe_credit;
	ok &= run("a", SMGPU_SM_CFG_SCHED_POLICY_A, 0, cycles);
	ok &= run("a_literal", SMGPU_SM_CFG_SCHED_POLICY_A_LITERAL, 0, cycles);
	ok &= run("b", SMGPU_SM_CFG_SCHED_POLICY_B, 0, cycles);
	ok &= run("c", SMGPU_SM_CFG_SCHED_POLICY_C, 0, cycles);
	ok &= run("d", SMGPU_SM_CFG_SCHED_POLICY_D, 0, cycles);
	ok &= run("d_gain13", SMGPU_SM_CFG_SCHED_POLICY_D, 13, cycles);
	if (!at_end) {
		puts("not ok credit.ends: no credit came to an end of its range");
		ok = false;
	} else {
		puts("ok credit.ends");
	}
	return !ok;
}
