// SPDX-License-Identifier: MIT
/* The constant bank of a task on a card: words, VMs, tasks one after the other, faults. Arguments: backend, preset. */
#include "direct.h"

#define BANK	0x06000000u
#define OUT	DATA
#define CLD(rd, idx) i_type(0x2b, 6, rd, 0, idx)
#define C_ADD(rd, rs1, idx) r_type(0x5b, 0, 0, rd, rs1, idx)
#define C_FMUL(rd, rs1, idx) r_type(0x7b, 0, 8, rd, rs1, idx)
#define WORDS	200u

static uint64_t bank[3];	/* of VM 1 and 2 */

static bool has_constants(void)
{
	return ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CONSTANTS_MASK;
}

static uint32_t pattern(unsigned vm, unsigned i)
{
	return (vm * 0x9e3779b9u + i) * 0x85ebca6bu;
}

static void fill_banks(unsigned salt)
{
	uint32_t words[1024];
	unsigned vm, i;

	for (vm = 1; vm < 3; vm++) {
		for (i = 0; i < 1024; i++)
			words[i] = pattern(vm + salt, i);
		ct_upload(ct, bank[vm], words, sizeof(words));
	}
}

static void run(const uint32_t *code, size_t bytes, struct ct_task t)
{
	uint8_t order = (uint8_t)t.slot;

	load(code, bytes);
	ct_direct_order(ct, &order, 1);
	t.param = BANK;
	ct_direct_fill(ct, &t);
	expect_event(t.slot, 1);
}

/* OUT[(cta * 64 + tid) * 4] = sum of the first WORDS constants; those below 32 once more as operands */
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
	code[n++] = LUI(A0, OUT);
	code[n++] = CSRR(T1, CSR_CTA);
	code[n++] = SLLI(T1, T1, 6);
	code[n++] = CSRR(T2, CSR_TIDX);
	code[n++] = ADD(T1, T1, T2);
	code[n++] = SLLI(T1, T1, 2);
	code[n++] = ADD(A0, A0, T1);
	code[n++] = SW(T0, A0, 0);
	code[n++] = EXIT;
	return n;
}

static uint32_t sum(unsigned vm)
{
	uint32_t s = 0;
	unsigned i;

	for (i = 0; i < WORDS; i++)
		s += pattern(vm, i) * (i < 32 ? 2 : 1);
	return s;
}

static void words(void)
{
	uint32_t code[512];
	unsigned i, wrong = 0;

	fill_banks(0);
	run(code, sum_program(code) * 4, task(0, 20, 64));
	for (i = 0; i < 20 * 64; i++)
		wrong += word(i) != sum(1);
	check(!wrong, "%u threads have another sum; 0x%x, not 0x%x", wrong, word(0), sum(1));
}

/* Constants of one warp reach threads that are active only, and floats are operands like the others. */
static void some_threads(void)
{
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX), SLLI(T1, T0, 2), LUI(A0, OUT), ADD(A0, A0, T1), ANDI(T2, T0, 1), LUI(T3, 0x40000000), BEQ(T2, ZERO, 8),
		C_FMUL(T3, T3, 1), SW(T3, A0, 0), EXIT,
	};
	const uint32_t three = 0x40400000;
	unsigned i, wrong = 0;

	ct_upload(ct, bank[1] + 4, &three, 4);
	run(code, sizeof(code), task(0, 1, 64));
	for (i = 0; i < 64; i++)
		wrong += word(i) != (i & 1 ? 0x40c00000 : 0x40000000);
	check(!wrong, "%u threads; 0x%x 0x%x", wrong, word(0), word(1));
}

/* A task that starts sees what was written before, in the same slot and in the same VM. */
static void next_task(void)
{
	uint32_t code[512];
	unsigned i, n = sum_program(code);

	for (i = 0; i < 4; i++) {
		fill_banks(i);
		run(code, n * 4, task(i & 1, 4, 64));
		check(word(0) == sum(1 + i) && word(255) == sum(1 + i), "task %u: 0x%x, not 0x%x", i, word(0), sum(1 + i));
	}
}

/* Tasks of two VMs at the same time, with their banks at the same address */
static void two_vms(void)
{
	/* n = c[0]; 200 times: OUT[n] = c[9] + c[7]; OUT[4] += 1, wait until it is 2; OUT[8 + n] = the sum */
	const uint32_t code[] = {
		CLD(A1, 0), LUI(A0, OUT), SLLI(T0, A1, 2), ADD(A0, A0, T0), ADDI(S0, ZERO, 200), ADDI(T5, ZERO, 1),
		CLD(T1, 9), C_ADD(T1, T1, 7), AMO(0x1, ZERO, A0, T1), ADDI(S0, S0, -1), BNE(S0, ZERO, -16),
		LUI(A2, OUT), ADDI(A2, A2, 16), AMO(0, ZERO, A2, T5), LW(T2, A2, 0), ADDI(T3, ZERO, 2), BLTU(T2, T3, -8), SW(T1, A0, 32), EXIT,
	};
	struct ct_task a = task(0, 1, 1), b = task(1, 1, 1);
	uint32_t zero = 0, one = 1;
	uint8_t order[] = { 0, 1 };

	fill_banks(0);
	ct_upload(ct, bank[1], &zero, 4);
	ct_upload(ct, bank[2], &one, 4);
	load(code, sizeof(code));
	a.param = b.param = BANK;
	b.vm = 2;
	ct_direct_order(ct, order, 2);
	ct_direct_fill(ct, &a);
	ct_direct_fill(ct, &b);
	for (unsigned i = 0; i < 2; i++) {
		uint32_t event = 0;

		check(!ct_direct_event(ct, &event), "no event");
	}
	check(word(8) == pattern(1, 9) + pattern(1, 7), "VM 1: 0x%x", word(8));
	check(word(9) == pattern(2, 9) + pattern(2, 7), "VM 2: 0x%x", word(9));
}

static void counters(void)
{
	uint32_t code[512], hits, misses;
	uint64_t misses_before;

	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	misses_before = ct_read(ct, SMGPU_PERF_VALUE((SMGPU_PERF_BLOCK + SMGPU_PERF_SM_CONST_MISSES) * 2));
	run(code, sum_program(code) * 4, task(0, sms, 32));
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	hits = ct_read(ct, SMGPU_PERF_VALUE((SMGPU_PERF_BLOCK + SMGPU_PERF_SM_CONST_HITS) * 2));
	misses = ct_read(ct, SMGPU_PERF_VALUE((SMGPU_PERF_BLOCK + SMGPU_PERF_SM_CONST_MISSES) * 2));
	if (hits == (uint32_t)SMGPU_PERF_ABSENT)
		return;
	check(misses - misses_before >= WORDS / 8 && misses < hits, "%u hits, %u misses after %u", hits, misses, (unsigned)misses_before);
}

static void one_trap(uint32_t insn, uint32_t param, unsigned cause, uint32_t addr)
{
	const uint32_t code[] = { ADDI(T0, ZERO, 0), insn, LUI(A0, OUT), ADDI(T0, ZERO, 1), SW(T0, A0, 0), EXIT };
	struct ct_task t = task(2, 1, 32);
	uint8_t order = 2;
	uint32_t info, event;
	unsigned i;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	t.param = param;
	ct_direct_fill(ct, &t);
	for (i = 0; i < 2000 && !(ct_read(ct, SMGPU_TRAP_INFO) & SMGPU_TRAP_INFO_VALID_MASK); i++)
		ct->cfg.ops->step(ct->card, 100);
	info = ct_read(ct, SMGPU_TRAP_INFO);
	check((info & SMGPU_TRAP_INFO_CAUSE_MASK) >> SMGPU_TRAP_INFO_CAUSE_SHIFT == cause, "%08x, bank 0x%x: trap 0x%x, cause %u expected", insn, param,
	      info, cause);
	check(ct_read(ct, SMGPU_TRAP_PC) == CODE + 4, "%08x: pc 0x%x", insn, ct_read(ct, SMGPU_TRAP_PC));
	if (cause != SMGPU_ERR_ILLEGAL) {
		check((info & SMGPU_TRAP_INFO_ACCESS_MASK) >> SMGPU_TRAP_INFO_ACCESS_SHIFT == SMGPU_ACCESS_READ, "%08x: trap 0x%x", insn, info);
		check(ct_read(ct, SMGPU_TRAP_ADDR) == addr, "%08x, bank 0x%x: addr 0x%x", insn, param, ct_read(ct, SMGPU_TRAP_ADDR));
	}
	ct_write(ct, SMGPU_TRAP_POP, 1);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << t.slot);
	ct_direct_event(ct, &event);
	check(word(0) == 0, "%08x: the task went on", insn);
}

static void faults(void)
{
	static const uint32_t forms[] = { CLD(T0, 2), CLD(ZERO, 2), C_ADD(T0, T0, 2), C_FMUL(T0, T0, 2) };
	unsigned i;

	for (i = 0; i < 4; i++) {
		one_trap(forms[i], BANK + 2, SMGPU_ERR_MISALIGNED, BANK + 10);
		one_trap(forms[i], 0x06800000, SMGPU_ERR_PAGE_FAULT, 0x06800008);
		one_trap(forms[i], BANK + 4096 - 8, SMGPU_ERR_PAGE_FAULT, BANK + 4096);
		one_trap(forms[i], 0x06100000, SMGPU_ERR_PAGE_FAULT, 0x06100008);	/* may be executed only */
		one_trap(forms[i], 0x06200000, SMGPU_ERR_BUS, 0x06200008);	/* no such memory */
		one_trap(forms[i], 0xf0000000, SMGPU_ERR_PAGE_FAULT, 0xf0000008);
		one_trap(forms[i], 0xf8000000, SMGPU_ERR_PAGE_FAULT, 0xf8000008);
		one_trap(forms[i], 0xfffffffc, SMGPU_ERR_PAGE_FAULT, 4);
	}
	one_trap(r_type(0x5b, 4, 1, T0, T0, 1), BANK, SMGPU_ERR_ILLEGAL, 0);	/* div */
	one_trap(r_type(0x7b, 7, 0, T0, T0, 1), BANK, SMGPU_ERR_ILLEGAL, 0);	/* fadd.s, dynamic rounding */
	one_trap(i_type(0x2b, 6, T0, 1, 1), BANK, SMGPU_ERR_ILLEGAL, 0);	/* cld with a register */
}

static void card_without(void)
{
	one_trap(CLD(T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
	one_trap(C_ADD(T0, T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
	one_trap(C_FMUL(T0, T0, 2), BANK, SMGPU_ERR_ILLEGAL, 0);
}

int main(int argc, char **argv)
{
	unsigned vm;
	int r = direct_start(argc, argv);

	if (r) {
		printf("not ok const.start: no such backend or no card\n");
		return r;
	}
	for (vm = 1; vm < 3; vm++)
		bank[vm] = ct_map_new(ct, vm, BANK, 4096, CT_R);
	ct_map(ct, VM, 0x06100000, bank[1], 4096, CT_X);
	ct_map(ct, VM, 0xf0000000, bank[1], 4096, CT_R);	/* behind the windows, where nothing may be reached */
	ct_map(ct, VM, 0xf8000000, bank[1], 4096, CT_R);
	ct_map(ct, VM, 0x06200000, 4096ull << 20, 4096, CT_R);
	ct_write(ct, SMGPU_MMU_INVALIDATE, SMGPU_MMU_INVALIDATE_EVERY_MASK);
	ct->cfg.ops->step(ct->card, 200);
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
