// SPDX-License-Identifier: MIT
/* What warps of an SM share: barriers, atomics, shared and local memory, counters. Arguments:
 * backend, preset. */
#include "direct.h"

/* Warps come at different times, and none leaves early. */
static void barrier_over_warps(void)
{
	/* delay by warp; shared[tid] = tid; bar; data[cta * 128 + tid] = shared[127 - tid] */
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX),
		SRLI(T1, T0, 5),
		SLLI(T1, T1, 6),
		BEQ(T1, ZERO, 12),
		ADDI(T1, T1, -1),
		JAL(ZERO, -8),
		SLLI(T1, T0, 2),
		LUI(S0, SMGPU_VA_SHARED_BASE),
		ADD(S1, S0, T1),
		SW(T0, S1, 0),
		FENCE,
		BAR,
		ADDI(T2, ZERO, 508),
		SUB(T2, T2, T1),
		ADD(S1, S0, T2),
		LW(T3, S1, 0),
		CSRR(A0, CSR_PARAM),
		CSRR(T4, CSR_CTA),
		SLLI(T4, T4, 9),
		ADD(A0, A0, T4),
		ADD(A0, A0, T1),
		SW(T3, A0, 0),
		EXIT,
	};
	struct ct_task t = task(0, 20, 128);
	uint8_t order = 0;
	unsigned i, wrong = 0;

	t.shared = 512;
	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	for (i = 0; i < 20 * 128; i++)
		wrong += word(i) != 127 - i % 128;
	check(!wrong, "%u words wrong", wrong);
}

/* All warps of the card are there at once, at word 1; each thread has its number in local and in
 * shared memory */
static void every_warp_at_once(void)
{
	const unsigned of_cta = filling(), threads = 32 * of_cta, all = sms * warps * 32;
	const uint32_t code[] = {
		CSRR(A0, CSR_PARAM),
		CSRR(T0, CSR_TIDX),
		CSRR(S0, CSR_CTA),
		ADDI(T1, ZERO, (int)threads),
		MUL(S0, S0, T1),
		ADD(S0, S0, T0),
		CSRR(SP, CSR_STACK),
		SW(S0, SP, -16),
		LUI(A1, SMGPU_VA_SHARED_BASE),
		SLLI(T0, T0, 2),
		ADD(A1, A1, T0),
		SW(S0, A1, 0),
		ADDI(T1, ZERO, 1),
		AMO(0, ZERO, A0, T1),
		LW(T2, A0, 4),
		BEQ(T2, ZERO, -4),
		LW(T3, SP, -16),
		LW(T4, A1, 0),
		ADD(T3, T3, T4),
		SLLI(T0, S0, 2),
		ADD(T0, T0, A0),
		SW(T3, T0, 64),
		EXIT,
	};
	const uint32_t pc = CODE + 14 * 4, one = 1;
	struct ct_task t = task(0, sms * warps / of_cta, threads);
	uint8_t order = 0;
	unsigned i, k, wrong = 0;

	ct_map_new(ct, VM, 0x07000000, (size_t)all * 64, CT_R | CT_W);
	t.local = 64;
	t.local_va = 0x07000000;
	t.shared = 4 * threads;
	load(code, sizeof(code));
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 2000 && word(0) != all; i++)
		ct->cfg.ops->step(ct->card, 100);
	check(word(0) == all, "%u threads of %u came", word(0), all);
	for (i = 0; i < sms; i++) {
		check((ct_read(ct, SMGPU_LAUNCH_SM_STATE(i)) &
		       SMGPU_LAUNCH_SM_STATE_FREE_WARPS_MASK) == 0,
		      "SM %u has free warps", i);
		check((ct_read(ct, SMGPU_SM_CFG_LIVE_LO(i)) |
		       (uint64_t)ct_read(ct, SMGPU_SM_CFG_LIVE_HI(i)) << 32) == (1ull << warps) - 1,
		      "SM %u: live warps 0x%x%08x", i, ct_read(ct, SMGPU_SM_CFG_LIVE_HI(i)),
		      ct_read(ct, SMGPU_SM_CFG_LIVE_LO(i)));
		for (k = 0; k < warps; k++) {
			ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(i), k);
			ct->cfg.ops->step(ct->card, 10);
			check(ct_read(ct, SMGPU_SM_CFG_DBG_STATE(i)) &
				      SMGPU_SM_CFG_DBG_STATE_VALID_MASK,
			      "SM %u: no warp %u", i, k);
			check(ct_read(ct, SMGPU_SM_CFG_DBG_PC(i)) - pc <= 8,
			      "SM %u, warp %u: pc 0x%x", i, k, ct_read(ct, SMGPU_SM_CFG_DBG_PC(i)));
		}
	}
	ct_upload(ct, data_card + 4, &one, 4);
	expect_event(0, DONE);
	for (i = 0; i < all; i++)
		wrong += word(16 + i) != 2 * i;
	check(!wrong, "%u threads of %u read back what is not theirs", wrong, all);
}

/* Of those that hold a reservation one wins: the sum is right. */
static void locks_by_lr_sc(void)
{
	/* Each thread once: l: lr; addi; sc; bnez l -- over all CTAs; and the same with amocas */
	static const uint32_t lrsc[] = {
		CSRR(A0, CSR_PARAM), AMO(2, T0, A0, ZERO), ADDI(T0, T0, 1),
		AMO(3, T1, A0, T0),  BNE(T1, ZERO, -12),   EXIT,
	};
	static const uint32_t cas[] = {
		CSRR(A0, CSR_PARAM),
		LW(T0, A0, 0),
		ADDI(T2, T0, 0),
		ADDI(T1, T0, 1),
		AMO(5, T2, A0, T1),
		BNE(T2, T0, -16),
		EXIT,
	};
	struct ct_task t = task(0, 16, 64);
	uint8_t order = 0;

	load(lrsc, sizeof(lrsc));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	check(word(0) == 1024, "LR/SC: %u", word(0));
	load(cas, sizeof(cas));
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
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

/* Threads of a warp are done in their order. */
static void every_atomic(void)
{
	static const uint32_t kinds[] = { 0, 1, 4, 5, 8, 0xc, 0x10, 0x14, 0x18, 0x1c };
	/* word = 0x80000123; thread i applies 0x9e3779b1 * i + 7 (compare: 0x80000123); old to
	 * data[64 + i], word to data[32] */
	uint32_t code[] = {
		CSRR(A0, CSR_PARAM),
		CSRR(S0, CSR_LANE),
		LUI(T0, 0x9e378000),
		ADDI(T0, T0, -1615),
		MUL(T0, T0, S0),
		ADDI(T0, T0, 7),
		ADDI(A1, A0, 0),
		LUI(T1, 0x80000000),
		ADDI(T1, T1, 0x123),
		BNE(S0, ZERO, 8),
		SW(T1, A1, 0),
		FENCE,
		BAR,
		ADDI(T2, T1, 0),
		0,
		SLLI(T3, S0, 2),
		ADD(T3, T3, A0),
		SW(T2, T3, 256),
		BAR,
		LW(T4, A1, 0),
		SW(T4, A0, 128),
		EXIT,
	};
	struct ct_task t = task(0, 1, 32);
	uint8_t order = 0;
	unsigned k, i, shared;

	t.shared = 128;
	for (k = 0; k < 2 * sizeof(kinds) / sizeof(kinds[0]); k++) {
		uint32_t f5 = kinds[k / 2], v = 0x80000123, operand;

		shared = k & 1;
		code[6] = shared ? LUI(A1, SMGPU_VA_SHARED_BASE) : ADDI(A1, A0, 0);
		code[14] = AMO(f5, T2, A1, T0);
		load(code, sizeof(code));
		ct_direct_order(ct, &order, 1);
		ct_direct_fill(ct, &t);
		expect_event(0, DONE);
		for (i = 0; i < 32; i++) {
			check(word(64 + i) == v, "AMO %x, shared %u: thread %u got 0x%x, not 0x%x",
			      f5, shared, i, word(64 + i), v);
			operand = 0x9e3779b1u * i + 7;
			v = amo_oracle(f5, v, operand, 0x80000123);
		}
		check(word(32) == v, "AMO %x, shared %u: left 0x%x, not 0x%x", f5, shared, word(32),
		      v);
	}
}

/* Neighbours in one word do not disturb each other. */
static void bytes_and_halves(void)
{
	/* Each thread writes a byte and a half of its own and reads them back with sign. */
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), CSRR(S0, CSR_LANE), ADD(T0, A0, S0),
		ADDI(T1, S0, 0x70),  SB(T1, T0, 0),	 ADD(T2, S0, S0),
		ADD(T2, T2, A0),     SLLI(T3, T1, 8),	 SH(T3, T2, 128),
		LB(T4, T0, 0),	     LH(T5, T2, 128),	 LHU(T6, T2, 128),
		ADD(T4, T4, T5),     ADD(T4, T4, T6),	 SLLI(T0, S0, 2),
		ADD(T0, T0, A0),     SW(T4, T0, 256),	 EXIT,
	};
	struct ct_task t = task(0, 1, 32);
	uint8_t order = 0;
	unsigned i;

	load(code, sizeof(code));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	for (i = 0; i < 32; i++) {
		uint32_t v = 0x70 + i, h = v << 8,
			 want = (v ^ 0x80) - 0x80 + (h ^ 0x8000) - 0x8000 + h;

		check(word(64 + i) == want, "thread %u: 0x%x, not 0x%x", i, word(64 + i), want);
	}
}

static void local_memory_is_private(void)
{
	/* 20 words at the window's end by a descending stack pointer, read back after all have
	 * written */
	static const uint32_t code[] = {
		CSRR(SP, CSR_STACK), ADDI(SP, SP, -64),	   CSRR(T0, CSR_TIDX),
		CSRR(T1, CSR_CTA),   SLLI(T1, T1, 7),	   ADD(T0, T0, T1),
		SW(T0, SP, 0),	     SB(T0, SP, 61),	   BAR,
		LW(T2, SP, 0),	     LBU(T3, SP, 61),	   SUB(T2, T2, T0),
		ANDI(T4, T0, 255),   SUB(T3, T3, T4),	   r_type(0x33, 6, 0, T2, T2, T3),
		CSRR(A0, CSR_PARAM), AMO(0, ZERO, A0, T2), ADDI(A0, A0, 4),
		ADDI(T5, ZERO, 1),   AMO(0, ZERO, A0, T5), EXIT,
	};
	struct ct_task t = task(0, 8, 96);
	uint64_t backing =
		ct_map_new(ct, VM, 0x06000000, (size_t)sms * warps * 32 * 64, CT_R | CT_W);
	uint8_t order = 0;
	uint32_t v;

	t.local = 64;
	t.local_va = 0x06000000;
	load(code, sizeof(code));
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 200);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	check(word(0) == 0 && word(1) == 768, "difference %u over %u threads", word(0), word(1));
	/* SM 0, warp 0, lane 5: its word at offset 0 lies at lane * 4. */
	ct_download(ct, backing + 5 * 4, &v, 4);
	check(v % 128 % 32 == 5, "interleaving: 0x%x", v);
}

static void shared_memory_is_cleared_for_another_vm(void)
{
	static const uint32_t write[] = { LUI(S0, SMGPU_VA_SHARED_BASE),
					  LUI(T0, 0xdeadb000), SW(T0, S0, 0),
					  SW(T0, S0, 252), EXIT };
	static const uint32_t read[] = { LUI(S0, SMGPU_VA_SHARED_BASE),
					 LW(T0, S0, 0),
					 LW(T1, S0, 252),
					 ADD(T0, T0, T1),
					 CSRR(A0, CSR_PARAM),
					 AMO(0, ZERO, A0, T0),
					 EXIT };
	struct ct_task t = task(0, 16, 32);
	uint8_t order = 0;

	t.shared = 256;
	load(write, sizeof(write));
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	load(read, sizeof(read));
	t.vm = 2;
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	check(word(0) == 0, "another VM's shared memory: 0x%x", word(0));
}

static void counters_add_up(void)
{
	uint64_t v[SMGPU_PERF_BLOCK * 2];
	struct ct_task t = task(0, 40, 64);
	uint8_t order = 0;
	const uint64_t *sm = v + SMGPU_PERF_BLOCK;
	uint64_t fetch;
	unsigned i;

	t.sm_mask = 1;
	load(count, sizeof(count));
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_CLEAR_MASK);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, DONE);
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	for (i = 0; i < SMGPU_PERF_BLOCK * 2; i++)
		v[i] = ct_read(ct, SMGPU_PERF_VALUE(2 * i)) |
		       (uint64_t)ct_read(ct, SMGPU_PERF_VALUE(2 * i + 1)) << 32;
	if (v[0] == SMGPU_PERF_ABSENT) {	/* a card without counters has none of them */
		for (i = 0; i < SMGPU_PERF_BLOCK * 2; i++)
			check(v[i] == SMGPU_PERF_ABSENT,
			      "counter %u of a card without counters is %llu", i,
			      (unsigned long long)v[i]);
		return;
	}
	check(v[SMGPU_PERF_CARD_CTAS_LAUNCHED] == 40 && v[SMGPU_PERF_CARD_CTAS_COMPLETED] == 40,
	      "CTAs");
	check(sm[SMGPU_PERF_SM_WARP_INSTR] == 80 * 7 &&
		      sm[SMGPU_PERF_SM_THREAD_INSTR] == 80 * 7 * 32,
	      "instructions");
	check(sm[SMGPU_PERF_SM_WARPS_LAUNCHED] == 80 && sm[SMGPU_PERF_SM_ATOMICS] == 80 &&
		      sm[SMGPU_PERF_SM_TRAPS] == 0,
	      "warps, atomics");
	fetch = sm[SMGPU_PERF_SM_STALL_FETCH] == SMGPU_PERF_ABSENT ? 0
								   : sm[SMGPU_PERF_SM_STALL_FETCH];
	check(sm[SMGPU_PERF_SM_ISSUE_SLOTS] ==
		      sm[SMGPU_PERF_SM_WARP_INSTR] + fetch + sm[SMGPU_PERF_SM_STALL_HAZARD] +
			      sm[SMGPU_PERF_SM_STALL_PIPE] + sm[SMGPU_PERF_SM_STALL_SYNC],
	      "issue slots are not issued + stalls");
	check(sm[SMGPU_PERF_SM_ISSUE_SLOTS] <= 2 * sm[SMGPU_PERF_SM_ACTIVE_CYCLES] &&
		      sm[SMGPU_PERF_SM_ISSUE_SLOTS] >= sm[SMGPU_PERF_SM_ACTIVE_CYCLES],
	      "one slot a cycle for each pod with a live warp");
	check(v[SMGPU_PERF_CARD_CYCLES] >= sm[SMGPU_PERF_SM_ACTIVE_CYCLES], "cycles");
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	RUN(barrier_over_warps);
	RUN(every_warp_at_once);
	RUN(locks_by_lr_sc);
	RUN(every_atomic);
	RUN(bytes_and_halves);
	RUN(local_memory_is_private);
	RUN(shared_memory_is_cleared_for_another_vm);
	RUN(counters_add_up);
	ct_del(ct);
	return test_failures != 0;
}
