// SPDX-License-Identifier: MIT
/* The launcher, CTAs, barriers, atomics between warps, kill and stop, by registers alone. Argument: backend, preset. */
#include <errno.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include <drm/smgpu_perf.h>

#include "smgpu_regs.h"
#include "test.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u
#define PAGES	16u

static struct ct *ct;
static uint64_t code_card, data_card;
static unsigned sms, warps;

static void load(const uint32_t *code, size_t bytes)
{
	ct_fill(ct, data_card, 0, PAGES * 4096);
	ct_upload(ct, code_card, code, bytes);
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK | SMGPU_MMU_CACHE_L1_MASK);
	ct->cfg.ops->step(ct->card, 200);
}

static struct ct_task task(unsigned slot, uint32_t ctas, uint32_t threads)
{
	return (struct ct_task){ .slot = slot, .vm = VM, .gen = 0x40 + slot, .entry = CODE, .param = DATA, .grid = { ctas, 1, 1 },
				 .cta = { threads, 1, 1 } };
}

static uint32_t word(unsigned i)
{
	uint32_t v;

	ct_download(ct, data_card + 4 * i, &v, 4);
	return v;
}

static void expect_event(unsigned slot, unsigned kind)
{
	uint32_t event = 0;
	int r = ct_direct_event(ct, &event);

	check(!r, "no event for slot %u: %d", slot, r);
	check((event & 15) == slot && (event >> 8 & 0xff) == 0x40 + slot && (event >> 16 & 3) == kind, "event 0x%x, slot %u kind %u expected",
	      event, slot, kind);
}

/* data[cta] += 1 by each thread; data[64 + slot-wide order] unused */
static const uint32_t count[] = {
	CSRR(A0, CSR_PARAM), CSRR(T0, CSR_CTA), SLLI(T0, T0, 2), ADD(A0, A0, T0), ADDI(T1, ZERO, 1), AMO(0, ZERO, A0, T1), EXIT,
};

static void all_ctas_run_once(void)
{
	struct ct_task t = task(0, 200, 40);
	uint8_t order = 0;
	unsigned i;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	for (i = 0; i < 200; i++)
		check(word(i) == 40, "CTA %u ran %u threads", i, word(i));
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(0)) == 200 && ct_read(ct, SMGPU_SLOT_NEXT(0)) == 200, "counts");
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(0)) == 0 && ct_read(ct, SMGPU_LAUNCH_BUSY) == 0, "in flight");
	check(ct_read(ct, SMGPU_SLOT_WARP_INSTR(0)) == 200 * 2 * sizeof(count) / 4, "%u warp instructions", ct_read(ct, SMGPU_SLOT_WARP_INSTR(0)));
	check(!(ct_read(ct, SMGPU_SLOT_CTRL(0)) & 1), "valid is cleared");
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "one event only");
}

static void three_dimensions(void)
{
	/* data[cta] = x | y << 8 | z << 16 of the CTA, by the last thread: tid (2,1,3) */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), CSRR(T0, CSR_CTA), SLLI(T0, T0, 2), ADD(A0, A0, T0), CSRR(T1, 0xcc0), ADDI(T1, T1, -2),
		CSRR(T2, 0xcc1), ADDI(T2, T2, -1), CSRR(T3, 0xcc2), ADDI(T3, T3, -3), r_type(0x33, 6, 0, T1, T1, T2),
		r_type(0x33, 6, 0, T1, T1, T3), BNE(T1, ZERO, 32), CSRR(T0, 0xcc3), CSRR(T1, 0xcc4), SLLI(T1, T1, 8), ADD(T0, T0, T1),
		CSRR(T1, 0xcc5), SLLI(T1, T1, 16), ADD(T0, T0, T1), SW(T0, A0, 0), EXIT,
	};
	uint32_t fixed[sizeof(code) / 4];
	struct ct_task t = task(0, 3, 0);
	uint8_t order = 0;
	unsigned i;

	memcpy(fixed, code, sizeof(code));
	fixed[12] = BNE(T1, ZERO, 36);
	load(fixed, sizeof(fixed));
	t.grid[1] = 4;
	t.grid[2] = 5;
	t.cta[0] = 3;
	t.cta[1] = 2;
	t.cta[2] = 4;
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	for (i = 0; i < 60; i++)
		check(word(i) == (i % 3 | i / 3 % 4 << 8 | i / 12 << 16), "CTA %u says 0x%x", i, word(i));
}

/* Each CTA: n = amoadd(data[1], 1) + 1; data[2] = max(data[2], n); work; amoadd(data[1], -1) */
static const uint32_t most_at_once[] = {
	CSRR(A0, CSR_PARAM), ADDI(T0, ZERO, 1), ADDI(A1, A0, 4), AMO(0, T1, A1, T0), ADDI(T1, T1, 1), ADDI(A2, A0, 8), AMO(0x1c, ZERO, A2, T1),
	ADDI(T2, ZERO, 200), ADDI(T2, T2, -1), BNE(T2, ZERO, -4), ADDI(T0, ZERO, -1), AMO(0, ZERO, A1, T0), EXIT,
};

static uint32_t run_most(struct ct_task t)
{
	uint8_t order = 0;

	load(most_at_once, sizeof(most_at_once));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	return word(2);
}

static void sequential_and_quota(void)
{
	struct ct_task t = task(0, 20, 1);
	uint32_t most;

	most = run_most(t);
	check(most > 3, "without limits only %u at once", most);
	t.quota = 3;
	most = run_most(t);
	check(most <= 3 && most > 1, "quota 3: %u at once", most);
	t.quota = 0;
	t.sequential = true;
	most = run_most(t);
	check(most == 1, "sequential: %u at once", most);
}

static void shared_memory_limits_ctas(void)
{
	struct ct_task t = task(0, 20, 1);
	uint32_t most;

	t.shared = (ct_read(ct, SMGPU_HOST_CONFIG3) & 0xffff) * 512;	/* half */
	most = run_most(t);
	check(most <= 2 * sms && most > 1, "%u at once with half the shared memory each, %u SMs", most, sms);
}

/* order: data[3] counts; each CTA writes its turn to data[16 + slot * 32 + cta]; slot number comes as param - DATA */
static const uint32_t turns[] = {
	CSRR(A0, CSR_PARAM), LUI(A1, DATA), ADDI(A2, A1, 12), ADDI(T0, ZERO, 1), AMO(0, T1, A2, T0), CSRR(T2, CSR_CTA), SLLI(T2, T2, 2),
	ADD(A0, A0, T2), SW(T1, A0, 64), EXIT,
};

static void order_of_slots(void)
{
	/* Two CTAs fill the SM, so when the second slot's first CTA starts, six of the first slot's eight have ended. */
	struct ct_task first = task(5, 8, warps / 2 * 32), second = task(2, 8, warps / 2 * 32);
	uint8_t order[] = { 5, 2 };
	uint32_t event = 0;
	unsigned i, k;

	load(turns, sizeof(turns));
	first.param = DATA + 5 * 128;
	second.param = DATA + 2 * 128;
	first.sm_mask = second.sm_mask = 1;
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	ct_direct_fill(ct, &second);
	ct_direct_fill(ct, &first);
	ct_direct_order(ct, order, 2);
	check(!ct_direct_event(ct, &event) && !ct_direct_event(ct, &event), "events");
	for (i = 0; i < 6; i++)
		for (k = 0; k < 8; k++)
			check(word(16 + 5 * 32 + i) < word(16 + 2 * 32 + k), "CTA %u of the first slot after CTA %u of the second", i, k);
}

static void slot_not_in_order_waits(void)
{
	struct ct_task t = task(7, 2, 1);
	uint8_t order = 7;
	unsigned i;

	load(turns, sizeof(turns));
	t.param = DATA;
	ct_write(ct, SMGPU_LAUNCH_ORDER_USED, 0);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 20; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_NEXT(7)) == 0, "launched without being in ORDER");
	ct_direct_order(ct, &order, 1);
	expect_event(7, 1);
}

static const uint32_t forever[] = { JAL(ZERO, 0) };

static void kill_ends_endless_warps(void)
{
	struct ct_task t = task(3, 1000, 64);
	uint8_t order = 3;
	unsigned i;

	load(forever, sizeof(forever));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 50; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(3)) == sms * (warps / 2), "%u in flight", ct_read(ct, SMGPU_SLOT_INFLIGHT(3)));
	check(ct_read(ct, SMGPU_LAUNCH_BUSY) == 8, "busy");
	ct_write(ct, SMGPU_LAUNCH_KILL, 8);
	expect_event(3, 3);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(3)) == 0 && ct_read(ct, SMGPU_SM_CFG_LIVE_LO(0)) == 0, "still there");
	check(ct->cfg.ops->step(ct->card, 1000) == CARD_IDLE, "not idle after the kill");
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "one event only");
}

static void stop_drains_and_resumes(void)
{
	struct ct_task t = task(4, 400, 32);
	uint8_t order = 4;
	uint32_t next;
	unsigned i, wrong = 0;

	load(count, sizeof(count));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	while (ct_read(ct, SMGPU_SLOT_NEXT(4)) < 50)
		ct->cfg.ops->step(ct->card, 16);
	ct_write(ct, SMGPU_SLOT_CTRL(4), ct_read(ct, SMGPU_SLOT_CTRL(4)) | SMGPU_SLOT_CTRL_STOP_MASK);
	expect_event(4, 2);
	next = ct_read(ct, SMGPU_SLOT_NEXT(4));
	check(next >= 50 && next < 400, "next %u", next);
	for (i = 0; i < 400; i++)
		wrong += word(i) != (i < next ? 32 : 0);
	check(!wrong, "%u CTAs lost or run twice at the stop", wrong);
	/* Resume: same NEXT, new generation. */
	ct_write(ct, SMGPU_SLOT_CTRL(4), SMGPU_SLOT_CTRL_VALID_MASK | VM << 8 | 0x44u << 16);
	expect_event(4, 1);
	for (i = 0, wrong = 0; i < 400; i++)
		wrong += word(i) != 32;
	check(!wrong, "%u CTAs lost or run twice", wrong);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(4)) == 400 - next, "completed since valid");
}

static void trap_leaves_the_others_alone(void)
{
	/* CTA 3 breaks */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), CSRR(T0, CSR_CTA), ADDI(T1, T0, -3), BNE(T1, ZERO, 8), EBREAK, SLLI(T0, T0, 2), ADD(A0, A0, T0),
		SW(A0, A0, 0), EXIT,
	};
	struct ct_task t = task(1, 20, 32);
	uint8_t order = 1;
	unsigned i;
	uint32_t info;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 200 && ct_read(ct, SMGPU_SLOT_COMPLETED(1)) < 19; i++)
		ct->cfg.ops->step(ct->card, 200);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(1)) == 19 && ct_read(ct, SMGPU_SLOT_INFLIGHT(1)) == 1, "completed %u",
	      ct_read(ct, SMGPU_SLOT_COMPLETED(1)));
	info = ct_read(ct, SMGPU_TRAP_INFO);
	check(info >> 31 && (info >> 16 & 0xff) == SMGPU_ERR_BREAK && (info & 15) == 1, "trap 0x%x", info);
	check(ct_read(ct, SMGPU_TRAP_PC) == CODE + 16, "trap pc 0x%x", ct_read(ct, SMGPU_TRAP_PC));
	check(ct_read(ct, SMGPU_LAUNCH_EVENT) == 0, "event before the kill");
	check(ct->cfg.ops->step(ct->card, 1000) == CARD_IDLE, "a trapped warp keeps the card busy");
	ct_write(ct, SMGPU_LAUNCH_KILL, 2);
	expect_event(1, 3);
	check(ct_read(ct, SMGPU_TRAP_INFO) == 0, "trap of an old generation after event 3");
}

static void barrier_over_warps(void)
{
	/* shared[tid] = tid; bar; data[cta * 128 + tid] = shared[127 - tid] */
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX), SLLI(T1, T0, 2), LUI(S0, 0xf0000000), ADD(S1, S0, T1), SW(T0, S1, 0), FENCE, BAR, ADDI(T2, ZERO, 508),
		SUB(T2, T2, T1), ADD(S1, S0, T2), LW(T3, S1, 0), CSRR(A0, CSR_PARAM), CSRR(T4, CSR_CTA), SLLI(T4, T4, 9), ADD(A0, A0, T4),
		ADD(A0, A0, T1), SW(T3, A0, 0), EXIT,
	};
	struct ct_task t = task(0, 20, 128);
	uint8_t order = 0;
	unsigned i, wrong = 0;

	t.shared = 512;
	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	for (i = 0; i < 20 * 128; i++)
		wrong += word(i) != 127 - i % 128;
	check(!wrong, "%u words wrong", wrong);
}

static void locks_by_lr_sc(void)
{
	/* Each thread once: l: lr; addi; sc; bnez l -- over all CTAs; and the same with amocas */
	static const uint32_t lrsc[] = {
		CSRR(A0, CSR_PARAM), AMO(2, T0, A0, ZERO), ADDI(T0, T0, 1), AMO(3, T1, A0, T0), BNE(T1, ZERO, -12), EXIT,
	};
	static const uint32_t cas[] = {
		CSRR(A0, CSR_PARAM), LW(T0, A0, 0), ADDI(T2, T0, 0), ADDI(T1, T0, 1), AMO(5, T2, A0, T1), BNE(T2, T0, -16), EXIT,
	};
	struct ct_task t = task(0, 16, 64);
	uint8_t order = 0;

	load(lrsc, sizeof(lrsc));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	check(word(0) == 1024, "LR/SC: %u", word(0));
	load(cas, sizeof(cas));
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	check(word(0) == 1024, "amocas: %u", word(0));
}

/* What a warp's 32 threads, one after the other, make of one word; and the old values they get */
static uint32_t amo_oracle(uint32_t f5, uint32_t v, uint32_t operand, uint32_t compare)
{
	int32_t a = (int32_t)v, b = (int32_t)operand;

	switch (f5) {
	case 0x00:
		return v + operand;
	case 0x01:
		return operand;
	case 0x04:
		return v ^ operand;
	case 0x05:
		return v == compare ? operand : v;
	case 0x08:
		return v | operand;
	case 0x0c:
		return v & operand;
	case 0x10:
		return a < b ? v : operand;
	case 0x14:
		return a > b ? v : operand;
	case 0x18:
		return v < operand ? v : operand;
	default:
		return v > operand ? v : operand;
	}
}

static void every_atomic(void)
{
	static const uint32_t kinds[] = { 0, 1, 4, 5, 8, 0xc, 0x10, 0x14, 0x18, 0x1c };
	/* word = 0x80000123; thread i applies 0x9e3779b1 * i + 7 (compare: 0x80000123); old to data[64 + i], word to data[32] */
	uint32_t code[] = {
		CSRR(A0, CSR_PARAM), CSRR(S0, CSR_LANE), LUI(T0, 0x9e378000), ADDI(T0, T0, -1615), MUL(T0, T0, S0), ADDI(T0, T0, 7),
		ADDI(A1, A0, 0), LUI(T1, 0x80000000), ADDI(T1, T1, 0x123), BNE(S0, ZERO, 8), SW(T1, A1, 0), FENCE, BAR, ADDI(T2, T1, 0),
		0, SLLI(T3, S0, 2), ADD(T3, T3, A0), SW(T2, T3, 256), BAR, LW(T4, A1, 0), SW(T4, A0, 128), EXIT,
	};
	struct ct_task t = task(0, 1, 32);
	uint8_t order = 0;
	unsigned k, i, shared;

	t.shared = 128;
	for (k = 0; k < 2 * sizeof(kinds) / sizeof(kinds[0]); k++) {
		uint32_t f5 = kinds[k / 2], v = 0x80000123, operand;

		shared = k & 1;
		code[6] = shared ? LUI(A1, 0xf0000000) : ADDI(A1, A0, 0);
		code[14] = AMO(f5, T2, A1, T0);
		load(code, sizeof(code));
		ct_direct_order(ct, &order, 1);
		ct_direct_fill(ct, &t);
		expect_event(0, 1);
		for (i = 0; i < 32; i++) {
			check(word(64 + i) == v, "AMO %x, shared %u: thread %u got 0x%x, not 0x%x", f5, shared, i, word(64 + i), v);
			operand = 0x9e3779b1u * i + 7;
			v = amo_oracle(f5, v, operand, 0x80000123);
		}
		check(word(32) == v, "AMO %x, shared %u: left 0x%x, not 0x%x", f5, shared, word(32), v);
	}
}

static void bytes_and_halves(void)
{
	/* Each thread writes a byte and a half of its own and reads them back with sign. */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), CSRR(S0, CSR_LANE), ADD(T0, A0, S0), ADDI(T1, S0, 0x70), SB(T1, T0, 0), ADD(T2, S0, S0), ADD(T2, T2, A0),
		SLLI(T3, T1, 8), SH(T3, T2, 128), LB(T4, T0, 0), LH(T5, T2, 128), LHU(T6, T2, 128), ADD(T4, T4, T5), ADD(T4, T4, T6),
		SLLI(T0, S0, 2), ADD(T0, T0, A0), SW(T4, T0, 256), EXIT,
	};
	struct ct_task t = task(0, 1, 32);
	uint8_t order = 0;
	unsigned i;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	for (i = 0; i < 32; i++) {
		uint32_t v = 0x70 + i, h = v << 8, want = (v ^ 0x80) - 0x80 + (h ^ 0x8000) - 0x8000 + h;

		check(word(64 + i) == want, "thread %u: 0x%x, not 0x%x", i, word(64 + i), want);
	}
}

static void local_memory_is_private(void)
{
	/* 20 words at the window's end by a descending stack pointer, read back after all have written */
	static const uint32_t code[] = {
		CSRR(SP, CSR_STACK), ADDI(SP, SP, -64), CSRR(T0, CSR_TIDX), CSRR(T1, CSR_CTA), SLLI(T1, T1, 7), ADD(T0, T0, T1),
		SW(T0, SP, 0), SB(T0, SP, 61), BAR, LW(T2, SP, 0), LBU(T3, SP, 61), SUB(T2, T2, T0), ANDI(T4, T0, 255), SUB(T3, T3, T4),
		r_type(0x33, 6, 0, T2, T2, T3), CSRR(A0, CSR_PARAM), AMO(0, ZERO, A0, T2), ADDI(A0, A0, 4), ADDI(T5, ZERO, 1),
		AMO(0, ZERO, A0, T5), EXIT,
	};
	struct ct_task t = task(0, 8, 96);
	uint64_t backing = ct_map_new(ct, VM, 0x06000000, (size_t)sms * warps * 32 * 64, CT_R | CT_W);
	uint8_t order = 0;
	uint32_t v;

	t.local = 64;
	t.local_va = 0x06000000;
	load(code, sizeof(code));
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	check(word(0) == 0 && word(1) == 768, "difference %u over %u threads", word(0), word(1));
	/* SM 0, warp 0, lane 5: its word at offset 0 lies at lane * 4. */
	ct_download(ct, backing + 5 * 4, &v, 4);
	check(v % 128 % 32 == 5, "interleaving: 0x%x", v);
}

static void shared_memory_is_cleared_for_another_vm(void)
{
	static const uint32_t write[] = { LUI(S0, 0xf0000000), LUI(T0, 0xdeadb000), SW(T0, S0, 0), SW(T0, S0, 252), EXIT };
	static const uint32_t read[] = { LUI(S0, 0xf0000000), LW(T0, S0, 0), LW(T1, S0, 252), ADD(T0, T0, T1), CSRR(A0, CSR_PARAM),
					 AMO(0, ZERO, A0, T0), EXIT };
	struct ct_task t = task(0, 16, 32);
	uint8_t order = 0;

	t.shared = 256;
	load(write, sizeof(write));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	load(read, sizeof(read));
	t.vm = 2;
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	check(word(0) == 0, "another VM's shared memory: 0x%x", word(0));
}

static void counters_add_up(void)
{
	uint64_t v[SMGPU_PERF_BLOCK * 2];
	struct ct_task t = task(0, 40, 64);
	uint8_t order = 0;
	uint32_t *w = (uint32_t *)v;
	const uint64_t *sm = v + SMGPU_PERF_BLOCK;
	unsigned i;

	t.sm_mask = 1;
	load(count, sizeof(count));
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_CLEAR_MASK);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	for (i = 0; i < SMGPU_PERF_BLOCK * 4; i++)
		w[i] = ct_read(ct, SMGPU_PERF_VALUE(i));
	check(v[SMGPU_PERF_CARD_CTAS_LAUNCHED] == 40 && v[SMGPU_PERF_CARD_CTAS_COMPLETED] == 40, "CTAs");
	check(sm[SMGPU_PERF_SM_WARP_INSTR] == 80 * 7 && sm[SMGPU_PERF_SM_THREAD_INSTR] == 80 * 7 * 32, "instructions");
	check(sm[SMGPU_PERF_SM_WARPS_LAUNCHED] == 80 && sm[SMGPU_PERF_SM_ATOMICS] == 80 && sm[SMGPU_PERF_SM_TRAPS] == 0, "warps, atomics");
	check(sm[SMGPU_PERF_SM_ISSUE_SLOTS] == sm[SMGPU_PERF_SM_WARP_INSTR] + sm[SMGPU_PERF_SM_STALL_FETCH] + sm[SMGPU_PERF_SM_STALL_HAZARD] +
	      sm[SMGPU_PERF_SM_STALL_PIPE] + sm[SMGPU_PERF_SM_STALL_SYNC], "issue slots are not issued + stalls");
	check(sm[SMGPU_PERF_SM_ISSUE_SLOTS] == 2 * sm[SMGPU_PERF_SM_ACTIVE_CYCLES], "two slots a cycle");
	check(v[SMGPU_PERF_CARD_CYCLES] >= sm[SMGPU_PERF_SM_ACTIVE_CYCLES], "cycles");
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 20000000, .dram_mib = 64 };
	uint32_t config;

	cfg.ops = argc > 1 && !strcmp(argv[1], "rtl") ? &card_backend_rtl : &card_backend_model;
	cfg.preset = argc > 2 ? argv[2] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct)
		return 2;
	config = ct_read(ct, SMGPU_HOST_CONFIG0);
	sms = config & 0xff;
	warps = config >> 8 & 0xff;
	ct_tables_new(ct, VM);
	ct_tables_new(ct, 2);
	code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, PAGES * 4096, CT_R | CT_W);
	ct_map(ct, 2, CODE, code_card, 4096, CT_R | CT_X);
	ct_map(ct, 2, DATA, data_card, PAGES * 4096, CT_R | CT_W);
	ct_direct_vm(ct, VM);
	ct_direct_vm(ct, 2);
	RUN(all_ctas_run_once);
	RUN(three_dimensions);
	RUN(sequential_and_quota);
	RUN(shared_memory_limits_ctas);
	RUN(order_of_slots);
	RUN(slot_not_in_order_waits);
	RUN(kill_ends_endless_warps);
	RUN(stop_drains_and_resumes);
	RUN(trap_leaves_the_others_alone);
	RUN(barrier_over_warps);
	RUN(locks_by_lr_sc);
	RUN(every_atomic);
	RUN(bytes_and_halves);
	RUN(local_memory_is_private);
	RUN(shared_memory_is_cleared_for_another_vm);
	RUN(counters_add_up);
	ct_del(ct);
	return test_failures != 0;
}
