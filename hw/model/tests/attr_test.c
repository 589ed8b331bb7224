// SPDX-License-Identifier: MIT
/* Attributes of warps on a card: words, bases, VMs, tasks one after the other, faults. Arguments:
 * backend, preset. */
#include "banks.h"

#define EACH	32u	/* words of a warp's own attributes, where warps have their own */

/* The host asks as the driver does. */
static bool has_attributes(void)
{
	return ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK;
}

/* The sum of the first WORDS attributes at the task's PARAM */
static unsigned sum_program(uint32_t *code)
{
	unsigned n = 0, i;

	code[n++] = CSRR(A1, CSR_PARAM);
	code[n++] = ATTR_BASE(A1);
	code[n++] = ADDI(T0, ZERO, 0);
	for (i = 0; i < WORDS; i++) {
		code[n++] = ATTR_LD(T1, i);
		code[n++] = ADD(T0, T0, T1);
	}
	return n + write_out(code + n);
}

/* What sum_program() must find in the bank of @vm. */
static uint32_t sum(unsigned vm)
{
	uint32_t s = 0;
	unsigned i;

	for (i = 0; i < WORDS; i++)
		s += pattern(vm, i);
	return s;
}

/* All words of a bank, on each SM and in each VM. */
static void words(void)
{
	uint32_t code[512];

	sum_everywhere(code, sum_program(code), sum);
}

/* Three warps, each with words of its own, 40 times: warp w of round r is at word (w + r) % 8 *
 * EACH */
static void own_bases(void)
{
	uint32_t code[128];
	unsigned n = 0, i, r, wrong = 0;

	fill_banks(0);
	code[n++] = CSRR(A2, CSR_PARAM);
	code[n++] = CSRR(A3, CSR_TIDX);
	code[n++] = SRLI(A3, A3, 5);
	code[n++] = ADDI(S0, ZERO, 40);
	code[n++] = ADDI(T0, ZERO, 0);
	code[n++] = ANDI(A4, A3, 7);		/* the loop */
	code[n++] = SLLI(A4, A4, 7);
	code[n++] = ADD(A4, A4, A2);
	code[n++] = ATTR_BASE(A4);
	for (i = 0; i < EACH; i += 5) {
		code[n++] = ATTR_LD(T1, i);
		code[n++] = ADD(T0, T0, T1);
	}
	code[n++] = ADDI(A3, A3, 1);
	code[n++] = ADDI(S0, S0, -1);
	code[n] = BNE(S0, ZERO, 4 * (5 - (int)n));
	n++;
	n += write_out(code + n);
	run(code, n * 4, task(0, 4, 96));
	for (i = 0; i < 3 * 96 + 96; i++) {
		unsigned cta = i / 96, tid = i % 96;
		uint32_t s = 0;

		if (tid >= 64 && cta < 3)
			continue;	/* the next CTA writes there, too */
		for (r = 0; r < 40; r++)
			for (unsigned k = 0; k < EACH; k += 5)
				s += pattern(1, (tid / 32 + r) % 8 * EACH + k);
		wrong += word(cta * 64 + tid) != s;
	}
	check(!wrong, "%u threads have another sum; 0x%x", wrong, word(0));
}

/* Threads that came apart: the base is that of the lowest active one, for all that come later;
 * floats are rounded once. */
static void some_threads(void)
{
	static const uint32_t code[] = {
		/* thread t is at word 2 t */
		CSRR(A1, CSR_PARAM), CSRR(T2, CSR_TIDX), SLLI(T1, T2, 3), ADD(A1, A1, T1),
		LUI(T3, 0x40000000), LUI(T0, 0x3f800000), ADDI(T4, ZERO, 5), BLTU(T2, T4, 20),
		ATTR_BASE(A1), LUI(T3, 0x40400000), ATTR_FMA(T0, T3, 1, T0), JAL(ZERO, 16),
		ADDI(ZERO, ZERO, 0), ATTR_BASE(A1), ATTR_FMA(T0, T3, 2, T0),
		LUI(A0, OUT), SLLI(T1, T2, 2), ADD(A0, A0, T1), SW(T0, A0, 0), EXIT,
	};
	float words[64];
	unsigned i, wrong = 0;
	uint32_t expected[2];
	float v;

	for (i = 0; i < 64; i++)
		words[i] = 1.0f + (float)i;
	ct_upload(ct, bank[1], words, sizeof(words));
	run(code, sizeof(code), task(0, 1, 32));
	v = 2.0f * words[2] + 1.0f;		/* threads 0 to 4: of thread 0 */
	memcpy(&expected[0], &v, 4);
	v = 3.0f * words[2 * 5 + 1] + 1.0f;	/* the others: of thread 5 */
	memcpy(&expected[1], &v, 4);
	for (i = 0; i < 32; i++)
		wrong += word(i) != expected[i >= 5];
	check(!wrong, "%u threads; 0x%x 0x%x", wrong, word(0), word(31));
}

/* A task never sees the words of the one before. */
static void next_task(void)
{
	uint32_t code[512];

	sum_of_each_task(code, sum_program(code), sum);
}

/* Tasks of two VMs at the same time, with attributes at the same address: each reads 200 times what
 * it finds there, and waits for the other. */
static void two_vms(void)
{
	const uint32_t code[] = {
		CSRR(A1, CSR_PARAM),  ATTR_BASE(A1),
		ATTR_LD(A1, 0),	      LUI(A0, OUT),
		SLLI(T0, A1, 2),      ADD(A0, A0, T0),
		ADDI(S0, ZERO, 200),  ADDI(T5, ZERO, 1),
		ATTR_LD(T1, 9),	      ATTR_LD(T2, 7),
		ADD(T1, T1, T2),      AMO(0x1, ZERO, A0, T1),
		ADDI(S0, S0, -1),     BNE(S0, ZERO, -20),
		LUI(A2, OUT),	      ADDI(A2, A2, 16),
		AMO(0, ZERO, A2, T5), LW(T2, A2, 0),
		ADDI(T3, ZERO, 2),    BLTU(T2, T3, -8),
		SW(T1, A0, 32),	      EXIT,
	};

	in_two_vms(code, sizeof(code));
}

/* Each line is fetched once; all other words come from the cache. */
static void counters(void)
{
	uint32_t code[512], hits, misses;
	uint64_t misses_before = counter_now(SMGPU_PERF_SM_ATTR_MISSES),
		 hits_before = counter_now(SMGPU_PERF_SM_ATTR_HITS);

	run(code, sum_program(code) * 4, task(0, sms, 32));
	hits = (uint32_t)(counter_now(SMGPU_PERF_SM_ATTR_HITS) - hits_before);
	misses = (uint32_t)(counter_now(SMGPU_PERF_SM_ATTR_MISSES) - misses_before);
	check(misses == WORDS / 8 && hits && (hits + misses) % WORDS == 0,
	      "%u words from the cache, %u lines", hits, misses);
}

/* Also an instruction that nobody reads the result of must trap. */
static void one_trap(uint32_t insn, uint32_t base, unsigned cause, uint32_t addr)
{
	const uint32_t code[] = { CSRR(A1, CSR_PARAM), ATTR_BASE(A1), insn, LUI(A0, OUT),
				  ADDI(T0, ZERO, 1),   SW(T0, A0, 0), EXIT };

	traps(code, sizeof(code), 2, base, cause, addr);
}

/* Words that are not there, not whole, or not to be read. */
static void faults(void)
{
	static const uint32_t forms[] = { ATTR_LD(T0, 2), ATTR_LD(ZERO, 2),
					  ATTR_FMA(T0, T0, 2, T1) };
	static const uint32_t none[] = { ATTR_LD(T0, 3), LUI(A0, OUT), ADDI(T0, ZERO, 1),
					 SW(T0, A0, 0), EXIT };
	unsigned i;

	for (i = 0; i < 3; i++) {
		one_trap(forms[i], 0x06800000, SMGPU_ERR_PAGE_FAULT, 0x06800008);
		one_trap(forms[i], BANK + 4096 - 8, SMGPU_ERR_PAGE_FAULT, BANK + 4096);
		one_trap(forms[i], CODE_ONLY, SMGPU_ERR_PAGE_FAULT, CODE_ONLY + 8);
		one_trap(forms[i], BAD, SMGPU_ERR_BUS, BAD + 8);
		one_trap(forms[i], SMGPU_VA_SHARED_BASE, SMGPU_ERR_PAGE_FAULT,
			 SMGPU_VA_SHARED_BASE + 8);
		/* bits 1:0 of a base do not count */
		one_trap(forms[i], SMGPU_VA_LOCAL_BASE + 2, SMGPU_ERR_PAGE_FAULT,
			 SMGPU_VA_LOCAL_BASE + 8);
		one_trap(forms[i], 0xfffffffc, SMGPU_ERR_PAGE_FAULT, 4);
	}
	/* a warp that starts has no base, whichever one had the warp before it */
	traps(none, sizeof(none), 0, BANK, SMGPU_ERR_PAGE_FAULT, 12);
	one_trap(ATTR_FMA(T0, T0, 2, T1) | 1 << 25, BANK, SMGPU_ERR_ILLEGAL, 0);
	one_trap(XSM_INSN_CLD(T0, 2) | XSM_RS1(2), BANK, SMGPU_ERR_ILLEGAL, 0);
}

/* Each of the instructions is illegal there. */
static void card_without(void)
{
	static const uint32_t forms[] = { ATTR_BASE(A1), ATTR_LD(T0, 2), ATTR_FMA(T0, T0, 2, T1) };

	for (unsigned i = 0; i < 3; i++) {
		const uint32_t code[] = { CSRR(A1, CSR_PARAM), forms[i],      LUI(A0, OUT),
					  ADDI(T0, ZERO, 1),   SW(T0, A0, 0), EXIT };

		traps(code, sizeof(code), 1, BANK, SMGPU_ERR_ILLEGAL, 0);
	}
}

int main(int argc, char **argv)
{
	int r = banks_start(argc, argv);

	if (r)
		return r;
	if (!has_attributes()) {
		RUN(card_without);
		return test_failures != 0;
	}
	RUN(words);
	RUN(own_bases);
	RUN(some_threads);
	RUN(next_task);
	RUN(two_vms);
	RUN(counters);
	RUN(faults);
	return test_failures != 0;
}
