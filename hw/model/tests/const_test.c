// SPDX-License-Identifier: MIT
/* The constant bank of a task on a card: words, VMs, tasks one after the other, faults. Arguments:
 * backend, preset. */
#include "banks.h"

#define C_ADD(rd, rs1, idx) COP(0, 0, rd, rs1, idx)
#define C_FMUL(rd, rs1, idx) CFP(0, 8, rd, rs1, idx)

/* The host asks as the driver does. */
static bool has_constants(void)
{
	return ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CONSTANTS_MASK;
}

/* The sum of the first WORDS constants; those below 32 once more as operands */
static unsigned sum_program(uint32_t *code)
{
	unsigned n = 0, i;

	code[n++] = ADDI(T0, ZERO, 0);
	for (i = 0; i < WORDS; i++) {
		code[n++] = CLD(T1, i);
		code[n++] = ADD(T0, T0, T1);
		if (i < 32)
			code[n++] = C_ADD(T0, T0, i);
	}
	return n + write_out(code + n);
}

/* The first 32 words twice: operands and loads name them both. */
static uint32_t sum(unsigned vm)
{
	uint32_t s = 0;
	unsigned i;

	for (i = 0; i < WORDS; i++)
		s += pattern(vm, i) * (i < 32 ? 2 : 1);
	return s;
}

/* All words of a bank, on each SM and in each VM. */
static void words(void)
{
	uint32_t code[512];

	sum_everywhere(code, sum_program(code), sum);
}

/* Constants of one warp reach threads that are active only, and floats are operands like the
 * others. */
static void some_threads(void)
{
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX), SLLI(T1, T0, 2),
		LUI(A0, OUT),	    ADD(A0, A0, T1),
		ANDI(T2, T0, 1),    LUI(T3, 0x40000000),
		BEQ(T2, ZERO, 8),   C_FMUL(T3, T3, 1),
		SW(T3, A0, 0),	    EXIT,
	};
	const uint32_t three = 0x40400000;
	unsigned i, wrong = 0;

	ct_upload(ct, bank[1] + 4, &three, 4);
	run(code, sizeof(code), task(0, 1, 64));
	for (i = 0; i < 64; i++)
		wrong += word(i) != (i & 1 ? 0x40c00000 : 0x40000000);
	check(!wrong, "%u threads; 0x%x 0x%x", wrong, word(0), word(1));
}

/* A task never sees the words of the one before. */
static void next_task(void)
{
	uint32_t code[512];

	sum_of_each_task(code, sum_program(code), sum);
}

/* Tasks of two VMs at the same time, with their banks at the same address */
static void two_vms(void)
{
	/* n = c[0]; 200 times: OUT[n] = c[9] + c[7]; OUT[4] += 1, wait until it is 2; OUT[8 + n] =
	 * the sum */
	const uint32_t code[] = {
		CLD(A1, 0),
		LUI(A0, OUT),
		SLLI(T0, A1, 2),
		ADD(A0, A0, T0),
		ADDI(S0, ZERO, 200),
		ADDI(T5, ZERO, 1),
		CLD(T1, 9),
		C_ADD(T1, T1, 7),
		AMO(0x1, ZERO, A0, T1),
		ADDI(S0, S0, -1),
		BNE(S0, ZERO, -16),
		LUI(A2, OUT),
		ADDI(A2, A2, 16),
		AMO(0, ZERO, A2, T5),
		LW(T2, A2, 0),
		ADDI(T3, ZERO, 2),
		BLTU(T2, T3, -8),
		SW(T1, A0, 32),
		EXIT,
	};

	in_two_vms(code, sizeof(code));
}

/* At least one miss for each line. */
static void counters(void)
{
	uint32_t code[512], hits, misses;
	uint64_t misses_before = counter_now(SMGPU_PERF_SM_CONST_MISSES);

	run(code, sum_program(code) * 4, task(0, sms, 32));
	hits = (uint32_t)counter_now(SMGPU_PERF_SM_CONST_HITS);
	misses = (uint32_t)counter_now(SMGPU_PERF_SM_CONST_MISSES);
	if (hits == (uint32_t)SMGPU_PERF_ABSENT)
		return;
	check(misses - misses_before >= WORDS / 8 && misses < hits, "%u hits, %u misses after %u",
	      hits, misses, (unsigned)misses_before);
}

/* Behind the instruction a store tells whether it trapped at all. */
static void one_trap(uint32_t insn, uint32_t param, unsigned cause, uint32_t addr)
{
	const uint32_t code[] = { ADDI(T0, ZERO, 0), insn,	    LUI(A0, OUT),
				  ADDI(T0, ZERO, 1), SW(T0, A0, 0), EXIT };

	traps(code, sizeof(code), 1, param, cause, addr);
}

/* Each form of the instructions at banks that cannot be read. */
static void faults(void)
{
	static const uint32_t forms[] = { CLD(T0, 2), CLD(ZERO, 2), C_ADD(T0, T0, 2),
					  C_FMUL(T0, T0, 2) };
	unsigned i;

	for (i = 0; i < 4; i++) {
		one_trap(forms[i], BANK + 2, SMGPU_ERR_MISALIGNED, BANK + 10);
		one_trap(forms[i], 0x06800000, SMGPU_ERR_PAGE_FAULT, 0x06800008);
		one_trap(forms[i], BANK + 4096 - 8, SMGPU_ERR_PAGE_FAULT, BANK + 4096);
		one_trap(forms[i], CODE_ONLY, SMGPU_ERR_PAGE_FAULT, CODE_ONLY + 8);
		one_trap(forms[i], BAD, SMGPU_ERR_BUS, BAD + 8);
		one_trap(forms[i], SMGPU_VA_SHARED_BASE, SMGPU_ERR_PAGE_FAULT,
			 SMGPU_VA_SHARED_BASE + 8);
		one_trap(forms[i], SMGPU_VA_LOCAL_BASE, SMGPU_ERR_PAGE_FAULT,
			 SMGPU_VA_LOCAL_BASE + 8);
		one_trap(forms[i], 0xfffffffc, SMGPU_ERR_PAGE_FAULT, 4);
	}
	one_trap(COP(4, 1, T0, T0, 1), BANK, SMGPU_ERR_ILLEGAL, 0);	/* div */
	/* fadd.s, dynamic rounding */
	one_trap(CFP(7, 0, T0, T0, 1), BANK, SMGPU_ERR_ILLEGAL, 0);
	/* cld with a register */
	one_trap(XSM_INSN_CLD(T0, 1) | XSM_RS1(2), BANK, SMGPU_ERR_ILLEGAL, 0);
}

/* Each form is illegal there. */
static void card_without(void)
{
	one_trap(CLD(T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
	one_trap(C_ADD(T0, T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
	one_trap(C_FMUL(T0, T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
}

int main(int argc, char **argv)
{
	int r = banks_start(argc, argv);

	if (r)
		return r;
	if (!has_constants()) {
		RUN(card_without);
		return test_failures != 0;
	}
	RUN(words);
	RUN(some_threads);
	RUN(next_task);
	RUN(two_vms);
	RUN(counters);
	RUN(faults);
	return test_failures != 0;
}
