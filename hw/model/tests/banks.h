/* SPDX-License-Identifier: MIT */
/* Tests of words that are the same for all threads, constants and attributes: a page of them for
 * each of two VMs, at one address. */
#ifndef TEST_BANKS_H
#define TEST_BANKS_H

#include "direct.h"

#define BANK	0x06000000u
#define BAD	0x06200000u	/* no such memory */
#define CODE_ONLY 0x06100000u	/* may be executed only */
#define OUT	DATA
#define WORDS	200u

static uint64_t bank[3];	/* of VM 1 and 2 */

/* Another word at each place of each bank. */
static inline uint32_t pattern(unsigned vm, unsigned i)
{
	return (vm * 0x9e3779b9u + i) * 0x85ebca6bu;
}

/* @salt: other contents, to see that nothing old is read. */
static inline void fill_banks(unsigned salt)
{
	uint32_t words[1024];
	unsigned vm, i;

	for (vm = 1; vm < 3; vm++) {
		for (i = 0; i < 1024; i++)
			words[i] = pattern(vm + salt, i);
		ct_upload(ct, bank[vm], words, sizeof(words));
	}
}

/* To its end, with the bank as its argument. */
static inline void run(const uint32_t *code, size_t bytes, struct ct_task t)
{
	uint8_t order = (uint8_t)t.slot;

	load(code, bytes);
	ct_direct_order(ct, &order, 1);
	t.param = BANK;
	ct_direct_fill(ct, &t);
	expect_event(t.slot, DONE);
}

/* OUT[cta * 64 + tid] = T0, and the end. Returns the number of instructions. */
static inline unsigned write_out(uint32_t *code)
{
	const uint32_t tail[] = {
		LUI(A0, OUT),	    CSRR(T1, CSR_CTA), SLLI(T1, T1, 6),
		CSRR(T2, CSR_TIDX), ADD(T1, T1, T2),   SLLI(T1, T1, 2),
		ADD(A0, A0, T1),    SW(T0, A0, 0),     EXIT,
	};

	memcpy(code, tail, sizeof(tail));
	return sizeof(tail) / sizeof(tail[0]);
}

/* The following two: a program that adds words up in each thread; sum(vm) is what comes out where
 * the words are pattern(vm, i). */
static inline void sum_everywhere(const uint32_t *code, unsigned n, uint32_t (*sum)(unsigned))
{
	unsigned i, wrong = 0;

	fill_banks(0);
	run(code, n * 4, task(0, 20, 64));
	for (i = 0; i < 20 * 64; i++)
		wrong += word(i) != sum(1);
	check(!wrong, "%u threads have another sum; 0x%x, not 0x%x", wrong, word(0), sum(1));
}

/* A task that starts sees what was written before, in the same slot and in the same VM. */
static inline void sum_of_each_task(const uint32_t *code, unsigned n, uint32_t (*sum)(unsigned))
{
	for (unsigned i = 0; i < 4; i++) {
		fill_banks(i);
		run(code, n * 4, task(i & 1, 4, 64));
		check(word(0) == sum(1 + i) && word(255) == sum(1 + i), "task %u: 0x%x, not 0x%x",
		      i, word(0), sum(1 + i));
	}
}

/* Instruction @at of the program traps, of the address if the cause has one; the task writes
 * nothing. */
static inline void traps(const uint32_t *code, size_t bytes, unsigned at, uint32_t param,
			 unsigned cause, uint32_t addr)
{
	struct ct_task t = task(2, 1, 32);
	uint8_t order = 2;
	uint32_t info, event;
	unsigned i;

	load(code, bytes);
	ct_direct_order(ct, &order, 1);
	t.param = param;
	ct_direct_fill(ct, &t);
	for (i = 0; i < 2000 && !(ct_read(ct, SMGPU_TRAP_INFO) & SMGPU_TRAP_INFO_VALID_MASK); i++)
		ct->cfg.ops->step(ct->card, 100);
	info = ct_read(ct, SMGPU_TRAP_INFO);
	check((info & SMGPU_TRAP_INFO_CAUSE_MASK) >> SMGPU_TRAP_INFO_CAUSE_SHIFT == cause,
	      "%08x, address 0x%x: trap 0x%x, cause %u expected", code[at], addr, info, cause);
	check(ct_read(ct, SMGPU_TRAP_PC) == CODE + 4 * at, "%08x: pc 0x%x", code[at],
	      ct_read(ct, SMGPU_TRAP_PC));
	if (cause != SMGPU_ERR_ILLEGAL) {
		check((info & SMGPU_TRAP_INFO_ACCESS_MASK) >> SMGPU_TRAP_INFO_ACCESS_SHIFT ==
			      SMGPU_ACCESS_READ,
		      "%08x: trap 0x%x", code[at], info);
		check(ct_read(ct, SMGPU_TRAP_ADDR) == addr, "%08x: addr 0x%x, not 0x%x", code[at],
		      ct_read(ct, SMGPU_TRAP_ADDR), addr);
	}
	ct_write(ct, SMGPU_TRAP_POP, 1);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << t.slot);
	ct_direct_event(ct, &event);
	check(word(0) == 0, "%08x: the task went on", code[at]);
}

/*
 * Tasks of two VMs at the same time, with their banks at the same address, of which word 0 is 0 in
 * VM 1 and 1 in VM 2. The program writes the sum of words 9 and 7 of its bank to word 8 + n of the
 * output, n being word 0; until both tasks are there it waits (word 4 counts).
 */
static inline void in_two_vms(const uint32_t *code, size_t bytes)
{
	struct ct_task a = task(0, 1, 1), b = task(1, 1, 1);
	uint32_t zero = 0, one = 1;
	uint8_t order[] = { 0, 1 };

	fill_banks(0);
	ct_upload(ct, bank[1], &zero, 4);
	ct_upload(ct, bank[2], &one, 4);
	load(code, bytes);
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

/* A counter of SM 0 as it is now */
static inline uint64_t counter_now(unsigned i)
{
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	return ct_read(ct, SMGPU_PERF_VALUE((SMGPU_PERF_BLOCK + i) * 2));
}

/* 2 if there is no such card. */
static inline int banks_start(int argc, char **argv)
{
	unsigned vm;
	int r = direct_start(argc, argv);

	if (r) {
		printf("not ok %s: no such backend or no card\n", argv[0]);
		return r;
	}
	for (vm = 1; vm < 3; vm++)
		bank[vm] = ct_map_new(ct, vm, BANK, 4096, CT_R);
	ct_map(ct, VM, CODE_ONLY, bank[1], 4096, CT_X);
	/* behind the windows, where nothing may be reached */
	ct_map(ct, VM, SMGPU_VA_SHARED_BASE, bank[1], 4096, CT_R);
	ct_map(ct, VM, SMGPU_VA_LOCAL_BASE, bank[1], 4096, CT_R);
	ct_map(ct, VM, BAD, 4096ull << 20, 4096, CT_R);
	ct_write(ct, SMGPU_MMU_INVALIDATE, SMGPU_MMU_INVALIDATE_EVERY_MASK);
	ct->cfg.ops->step(ct->card, 200);
	return 0;
}

#endif
