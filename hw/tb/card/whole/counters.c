// SPDX-License-Identifier: MIT
/*
 * The same programs on the model and on the Verilated card, and their counters side by side: what
 * an instruction counts is equal, what time decides is counted by both or by neither, and what a
 * backend cannot count reads as SMGPU_PERF_ABSENT.
 *
 * usage: counters [PRESET]
 */
#include "direct.h"

#define VALUES	(2 * SMGPU_PERF_BLOCK)
#define HOST_VA	0x03000000u
#define BIG	0x04000000u	/* more than the L2 holds, 16 KiB for each CTA */
#define CTAS	8u
#define SHARED	SMGPU_VA_SHARED_BASE
#define REASON	2

/*
 * One warp: threads part and meet again; they part once more, one side waits at the barrier for the
 * other, which gives way first; then all load, store, add and use shared memory.
 */
static const uint32_t divergent[] = {
	CSRR(S0, CSR_LANE),
	CSRR(A0, CSR_PARAM),
	LUI(A1, SHARED),
	SLLI(T0, S0, 2),
	ADD(A0, A0, T0),
	ADD(A1, A1, T0),
	ANDI(T1, S0, 1),
	PRE(REASON, 16),
	BNE(T1, ZERO, 8),
	DIS(REASON, 8),
	DIS(REASON, 4),
	BNE(T1, ZERO, 16),
	LW(T2, A0, 0),
	SW(T2, A0, 0),
	YIELD(4),
	BAR,
	ADDI(T3, ZERO, 1),
	AMO(0, ZERO, A0, T3),
	SW(S0, A1, 0),
	FENCE,
	LW(T4, A1, 0),
	SLLI(T5, S0, 7),
	ADD(T5, T5, A0),
	LW(T4, T5, 0),
	LW(T4, T5, 0),
	SHFL(0, T4, T4, ZERO),
	BAR,
	EXIT,
};

/* All warps: lines of card and host memory, shared memory with bank conflicts */
static const uint32_t busy[] = {
	CSRR(S0, CSR_TIDX),
	LUI(A0, BIG),
	SLLI(T0, S0, 7),
	ADD(A0, A0, T0),
	CSRR(T0, CSR_CTA),
	SLLI(T0, T0, 14),
	ADD(A0, A0, T0),
	LUI(A1, SHARED),
	SLLI(T1, S0, 6),
	ANDI(T1, T1, 1023),
	ADD(A1, A1, T1),
	LUI(A2, HOST_VA),
	ADDI(T2, ZERO, 20),
	LW(T3, A0, 0),
	LW(T6, A0, 8),
	SW(T3, A1, 0),
	ADD(T3, T3, T2),
	SW(T3, A0, 4),
	ADDI(T2, T2, -1),
	BNE(T2, ZERO, -24),
	LW(T4, A2, 0),
	SW(T4, A2, 64),
	BAR,
	EXIT,
};

/* Counts of instructions and of what they do: no time in them */
static const unsigned exact[] = {
	SMGPU_PERF_SM_WARP_INSTR,     SMGPU_PERF_SM_THREAD_INSTR,    SMGPU_PERF_SM_LOADS,
	SMGPU_PERF_SM_STORES,	      SMGPU_PERF_SM_ATOMICS,	     SMGPU_PERF_SM_SHARED_ACCESSES,
	SMGPU_PERF_SM_DTOK_PUSHES,    SMGPU_PERF_SM_DTOK_POPS,	     SMGPU_PERF_SM_DTOK_DROPS,
	SMGPU_PERF_SM_DTOK_MERGES,    SMGPU_PERF_SM_YIELDS,	     SMGPU_PERF_SM_DTOK_DEEPEST,
	SMGPU_PERF_SM_DTOK_OVERFLOWS, SMGPU_PERF_SM_DIVERGENT_INSTR, SMGPU_PERF_SM_WARPS_LAUNCHED,
	SMGPU_PERF_SM_TRAPS,	      SMGPU_PERF_SM_DTOK_BACKSTOPS,
};

#define X(name, unit, text) #name,
static const char *const card_names[] = { SMGPU_PERF_CARD_NAMES };
static const char *const sm_names[] = { SMGPU_PERF_SM_NAMES };
#undef X

static uint64_t of_divergent[2][VALUES], of_busy[2][VALUES], of_deep[2][VALUES];
static unsigned depth;

static void snapshot(uint64_t *v)
{
	unsigned i;

	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	for (i = 0; i < VALUES; i++)
		v[i] = ct_read(ct, SMGPU_PERF_VALUE(2 * i)) |
		       (uint64_t)ct_read(ct, SMGPU_PERF_VALUE(2 * i + 1)) << 32;
}

static void run(const uint32_t *code, size_t bytes, uint32_t ctas, uint32_t threads,
		uint64_t *values)
{
	struct ct_task t = task(0, ctas, threads);
	uint8_t order = 0;

	load(code, bytes);
	ct_write(ct, SMGPU_SM_CFG_YIELD(0), SMGPU_SM_CFG_YIELD_MODE_ALWAYS);
	t.shared = 4096;
	t.sm_mask = 1;
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_CLEAR_MASK);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(0, 1);
	ct_dma(ct, 1,
	       3u << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | 3u << SMGPU_DMA_CTRL_DST_SPACE_SHIFT |
		       VM << SMGPU_DMA_CTRL_VM_SHIFT,
	       DATA + 4096, DATA, 256);
	snapshot(values);
}

/* As many meeting points as a queue has room for */
static void run_deep(uint64_t *values)
{
	uint32_t deep[257];

	depth = (ct_read(ct, SMGPU_HOST_CONFIG1) & SMGPU_HOST_CONFIG1_DTOK_DEPTH_MASK) >>
		SMGPU_HOST_CONFIG1_DTOK_DEPTH_SHIFT;
	for (unsigned i = 0; i < depth; i++)
		deep[i] = PRE(REASON, 4096 + 8 * (int)i);
	deep[depth] = EXIT;
	run(deep, 4 * (depth + 1), 1, 32, values);
}

static int run_on(const char *backend, const char *preset, unsigned k)
{
	char *args[] = { "counters", (char *)backend, (char *)preset };
	uint64_t bus;

	if (direct_start(preset ? 3 : 2, args))
		return -1;
	if (!ct_host_alloc(ct, 4096, 4096, &bus))
		return -1;
	if (!ct_map_new(ct, VM, BIG, CTAS << 14, CT_R | CT_W))
		return -1;
	ct_map(ct, VM, HOST_VA, bus, 4096, CT_R | CT_W | CT_HOST);
	run(divergent, sizeof(divergent), 1, 32, of_divergent[k]);
	run_deep(of_deep[k]);
	run(busy, sizeof(busy), CTAS, 128, of_busy[k]);
	ct_del(ct);
	return 0;
}

static uint64_t sm(const uint64_t *v, unsigned i)
{
	return v[SMGPU_PERF_BLOCK + i];
}

static void counts_are_equal(void)
{
	unsigned i;

	for (i = 0; i < sizeof(exact) / sizeof(exact[0]); i++)
		check(sm(of_divergent[0], exact[i]) == sm(of_divergent[1], exact[i]),
		      "%s: model %llu, rtl %llu", sm_names[exact[i]],
		      (unsigned long long)sm(of_divergent[0], exact[i]),
		      (unsigned long long)sm(of_divergent[1], exact[i]));
	check(sm(of_busy[1], SMGPU_PERF_SM_DTOK_DEEPEST) == 0,
	      "a clear left the deepest queue as it was");
	check(sm(of_divergent[1], SMGPU_PERF_SM_DTOK_PUSHES) ==
		      sm(of_divergent[1], SMGPU_PERF_SM_DTOK_POPS) +
			      sm(of_divergent[1], SMGPU_PERF_SM_DTOK_DROPS),
	      "a token was pushed and neither popped nor dropped");
	check(sm(of_divergent[1], SMGPU_PERF_SM_DTOK_MERGES) &&
		      sm(of_divergent[1], SMGPU_PERF_SM_YIELDS) &&
		      sm(of_divergent[1], SMGPU_PERF_SM_DTOK_DEEPEST) > 1,
	      "the program does not do what it is for");
}

static void a_full_queue_is_counted_to_the_last_token(void)
{
	unsigned k;

	for (k = 0; k < 2; k++) {
		check(sm(of_deep[k], SMGPU_PERF_SM_DTOK_DEEPEST) == depth,
		      "%s: the deepest queue of %u is %llu", k ? "rtl" : "model", depth,
		      (unsigned long long)sm(of_deep[k], SMGPU_PERF_SM_DTOK_DEEPEST));
		check(sm(of_deep[k], SMGPU_PERF_SM_DTOK_DROPS) == depth &&
			      !sm(of_deep[k], SMGPU_PERF_SM_DTOK_OVERFLOWS),
		      "%s: not just full", k ? "rtl" : "model");
	}
}

/* In both programs together */
static void both_or_neither(unsigned at, const char *const *names, unsigned n)
{
	unsigned i;

	for (i = 0; i < n; i++) {
		uint64_t model = of_divergent[0][at + i] | of_busy[0][at + i],
			 rtl = of_divergent[1][at + i] | of_busy[1][at + i];

		check(rtl != SMGPU_PERF_ABSENT, "%s: absent on the RTL", names[i]);
		check(model == SMGPU_PERF_ABSENT || !model == !rtl, "%s: counted on the %s only",
		      names[i], model ? "model" : "RTL");
	}
}

static void nothing_is_silently_uncounted(void)
{
	both_or_neither(0, card_names, SMGPU_PERF_CARD_COUNT);
	both_or_neither(SMGPU_PERF_BLOCK, sm_names, SMGPU_PERF_SM_COUNT);
	check(sm(of_busy[1], SMGPU_PERF_SM_DUAL_ISSUE_CYCLES) &&
		      sm(of_busy[1], SMGPU_PERF_SM_FETCH_BROADCASTS) &&
		      sm(of_busy[1], SMGPU_PERF_SM_SHARED_REPLAYS),
	      "the program does not do what it is for");
}

static void absent_survives_a_clear(void)
{
	check(sm(of_busy[0], SMGPU_PERF_SM_DUAL_ISSUE_CYCLES) == SMGPU_PERF_ABSENT,
	      "the model issues one instruction at a time");
}

/* A card without counters */
static void all_absent(void)
{
	unsigned i, k;

	for (k = 0; k < 2; k++)
		for (i = 0; i < VALUES; i++)
			check(of_busy[k][i] == SMGPU_PERF_ABSENT, "counter %u is %llu on the %s", i,
			      (unsigned long long)of_busy[k][i], k ? "RTL" : "model");
}

int main(int argc, char **argv)
{
	const char *preset = argc > 1 ? argv[1] : NULL;

	if (run_on("model", preset, 0) || run_on("rtl", preset, 1)) {
		printf("not ok counters: no card\n");
		return 2;
	}
	if (of_busy[1][SMGPU_PERF_CARD_CYCLES] == SMGPU_PERF_ABSENT) {
		RUN(all_absent);
		return test_failures != 0;
	}
	RUN(counts_are_equal);
	RUN(a_full_queue_is_counted_to_the_last_token);
	RUN(nothing_is_silently_uncounted);
	RUN(absent_survives_a_clear);
	return test_failures != 0;
}
