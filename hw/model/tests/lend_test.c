// SPDX-License-Identifier: MIT
/*
 * Shared memory of throttle mode: L1's RAM is part of it. All of its words are written and read,
 * between tasks that use L1; what is there is another VM's to neither see nor find; an SM changes
 * over only while it has no CTA. By registers alone. Arguments: backend, preset.
 */
#include "direct.h"

#define THREADS	128u
#define FILL	0u		/* offsets of kernels in the page of code */
#define ADDS	1024u
#define READS	2048u
#define FOREVER	3072u
#define NUMBERS	(DATA + 8 * 4096)	/* each word has its address */

/* A run's words: [0] words that were not 0, [1] wrong ones, [2] bytes of shared memory, [3] threads
 * that have ended */
struct block {
	uint32_t found, wrong, bytes, done;
};

static const uint32_t fill[] = {
	CSRR(A0, CSR_PARAM),
	LW(S1, A0, 8),
	LUI(S0, SMGPU_VA_SHARED_BASE),
	ADD(S1, S1, S0),
	CSRR(T0, CSR_TIDX),
	SLLI(T0, T0, 2),
	ADD(A1, S0, T0),
	CSRR(S2, CSR_CTA),
	ADDI(S3, ZERO, 0),
	LW(T1, A1, 0),
	BEQ(T1, ZERO, 8),
	ADDI(S3, S3, 1),
	ADD(T2, A1, S2),
	SW(T2, A1, 0),
	ADDI(A1, A1, 4 * THREADS),
	BLTU(A1, S1, -24),
	FENCE,
	BAR,
	/* back from the end: words of other threads */
	SUB(A1, S1, T0),
	ADDI(A1, A1, -4),
	ADDI(S4, ZERO, 0),
	LW(T1, A1, 0),
	ADD(T2, A1, S2),
	BEQ(T1, T2, 8),
	ADDI(S4, S4, 1),
	ADDI(A1, A1, -4 * (int)THREADS),
	BGE(A1, S0, -20),
	AMO(0, ZERO, A0, S3),
	ADDI(A0, A0, 4),
	AMO(0, ZERO, A0, S4),
	ADDI(A0, A0, 8),
	ADDI(T1, ZERO, 1),
	AMO(0, ZERO, A0, T1),
	EXIT,
};

/* The last eight words: each thread adds 1 to one of them. */
static const uint32_t adds[] = {
	CSRR(A0, CSR_PARAM),
	LW(S1, A0, 8),
	LUI(S0, SMGPU_VA_SHARED_BASE),
	ADD(S1, S1, S0),
	CSRR(T0, CSR_TIDX),
	ANDI(T0, T0, 7),
	SLLI(T0, T0, 2),
	SUB(A1, S1, T0),
	ADDI(A1, A1, -4),
	SW(ZERO, A1, 0),
	FENCE,
	BAR,
	ADDI(T1, ZERO, 1),
	AMO(0, T2, A1, T1),
	FENCE,
	BAR,
	LW(T2, A1, 0),
	ADDI(T1, ZERO, THREADS / 8),
	ADDI(S4, ZERO, 0),
	BEQ(T1, T2, 8),
	ADDI(S4, S4, 1),
	ADDI(A0, A0, 4),
	AMO(0, ZERO, A0, S4),
	ADDI(A0, A0, 8),
	ADDI(T1, ZERO, 1),
	AMO(0, ZERO, A0, T1),
	EXIT,
};

/* 16 KiB through L1, twice */
static const uint32_t reads[] = {
	CSRR(A0, CSR_PARAM),
	CSRR(T0, CSR_TIDX),
	SLLI(T0, T0, 2),
	ADDI(S4, ZERO, 0),
	ADDI(S5, ZERO, 2),
	LUI(S0, NUMBERS),
	LUI(S1, NUMBERS + 4 * 4096),
	ADD(A1, S0, T0),
	LW(T1, A1, 0),
	BEQ(T1, A1, 8),
	ADDI(S4, S4, 1),
	ADDI(A1, A1, 4 * THREADS),
	BLTU(A1, S1, -16),
	ADDI(S5, S5, -1),
	BNE(S5, ZERO, -36),
	ADDI(A0, A0, 4),
	AMO(0, ZERO, A0, S4),
	ADDI(A0, A0, 8),
	ADDI(T1, ZERO, 1),
	AMO(0, ZERO, A0, T1),
	EXIT,
};

static uint32_t normal, throttled;	/* bytes of shared memory of an SM */
static unsigned runs;

/* Programs and numbers of all cases, in memory that no cache has kept. */
static void start(void)
{
	uint32_t numbers[1024];
	unsigned page, i;

	load(fill, sizeof(fill));
	ct_upload(ct, code_card + ADDS, adds, sizeof(adds));
	ct_upload(ct, code_card + READS, reads, sizeof(reads));
	ct_upload(ct, code_card + FOREVER, forever, sizeof(forever));
	for (page = 0; page < 4; page++) {
		for (i = 0; i < 1024; i++)
			numbers[i] = NUMBERS + page * 4096 + 4 * i;
		ct_upload(ct, data_card + (NUMBERS - DATA) + page * 4096, numbers, sizeof(numbers));
	}
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK | SMGPU_MMU_CACHE_L1_MASK);
	ct->cfg.ops->step(ct->card, 200);
}

/* A task whose CTAs have all of an SM's shared memory each */
static struct ct_task whole(unsigned slot, uint32_t kernel, unsigned vm, bool lent, unsigned ctas)
{
	struct block b = { .bytes = lent ? throttled : normal };
	struct ct_task t = task(slot, ctas, THREADS);

	t.vm = vm;
	t.entry = CODE + kernel;
	t.param = DATA + 64 * ++runs;
	t.shared = b.bytes;
	t.lent = lent;
	ct_upload(ct, data_card + 64 * runs, &b, sizeof(b));
	return t;
}

/* What the task's CTA has left of itself. */
static struct block result(const struct ct_task *t)
{
	struct block b;

	ct_download(ct, data_card + (t->param - DATA), &b, sizeof(b));
	check(b.done == t->grid[0] * THREADS, "%u threads of %u have ended", b.done,
	      t->grid[0] * THREADS);
	check(!b.wrong, "%u wrong words", b.wrong);
	return b;
}

/* The task to its end, with nothing beside it. */
static struct block runs_alone(struct ct_task t)
{
	uint8_t order = (uint8_t)t.slot;

	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(t.slot, DONE);
	return result(&t);
}

/* On SM 0, by one CTA: nothing that another CTA left is there. */
static void finds_nothing(unsigned vm, bool lent)
{
	struct ct_task t = whole(0, FILL, vm, lent, 1);
	struct block b;

	t.sm_mask = 1;
	b = runs_alone(t);
	check(!b.found, "VM %u finds %u words, %s", vm, b.found,
	      lent ? "throttle mode" : "normal mode");
}

/* L1 comes back empty, whatever was in its RAM meanwhile. */
static void between_tasks_that_use_l1(void)
{
	unsigned i;

	start();
	for (i = 0; i < 2; i++) {
		runs_alone(whole(1, READS, VM, false, sms));
		finds_nothing(2, true);			/* not what L1 had read */
		runs_alone(whole(2, FILL, 2, true, 3 * sms));
		finds_nothing(VM, true);
		runs_alone(whole(3, ADDS, VM, true, sms));
		if (throttled != normal)
			finds_nothing(VM, false);	/* its own words, which lie elsewhere now */
		runs_alone(whole(4, READS, VM, false, sms));
		finds_nothing(2, false);
	}
}

/* Of the only SM, as the launcher tells it. */
static unsigned state(void)
{
	return ct_read(ct, SMGPU_LAUNCH_SM_STATE(0)) & SMGPU_LAUNCH_SM_STATE_STATE_MASK;
}

/* A CTA of the other mode is there: the state is sent, and acknowledged when that has ended. */
static void waits_for(bool lent)
{
	const uint8_t order[] = { 3, 4 };
	struct ct_task holds = task(3, 1, 32), t = whole(4, FILL, VM, lent, 1);
	unsigned i;

	holds.entry = CODE + FOREVER;
	holds.lent = !lent;
	holds.sm_mask = t.sm_mask = 1;
	t.shared = 512;
	ct_upload(ct, data_card + 64 * runs + 8, &t.shared, 4);
	ct_direct_order(ct, order, 2);
	ct_direct_fill(ct, &holds);
	ct->cfg.ops->step(ct->card, 1000);
	check(ct_read(ct, SMGPU_SLOT_INFLIGHT(3)) == 1, "the first task does not run");
	ct_direct_fill(ct, &t);
	if (throttled != normal)
		for (i = 0; i < 20; i++) {
			ct->cfg.ops->step(ct->card, 100);
			check(ct_read(ct, SMGPU_SLOT_INFLIGHT(4)) == 0,
			      "a CTA runs beside one of the other mode");
			check(state() == 2, "state %u of an SM that has not acknowledged", state());
		}
	else
		expect_event(4, DONE);
	ct_write(ct, SMGPU_LAUNCH_KILL, 8);
	expect_event(3, KILLED);
	if (throttled != normal)
		expect_event(4, DONE);
	result(&t);
}

/* The RAM changes hands only between tasks. */
static void waits_for_normal_tasks(void)
{
	start();
	waits_for(true);
}

/* The same the other way round. */
static void waits_for_tasks_of_throttle_mode(void)
{
	start();
	waits_for(false);
}

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* It is given in eighths of the normal size, of which there are more. */
static void ctas_that_fit(void)
{
	const uint32_t unit = normal / 8;
	const unsigned units = throttled / unit, each[] = { 1, 2, 3, 5, units };
	unsigned i, expected;
	uint8_t order = 5;

	if (throttled == normal)
		return;
	start();
	ct_direct_order(ct, &order, 1);
	for (i = 0; i < sizeof(each) / sizeof(each[0]); i++) {
		struct ct_task t = task(5, 1000, 32);

		t.entry = CODE + FOREVER;
		t.sm_mask = 1;
		t.lent = true;
		t.shared = each[i] * unit - 4;
		t.inflight = 1;
		ct_direct_fill(ct, &t);
		ct->cfg.ops->step(ct->card, 2000);
		expected = least(least(warps, CONTEXTS) - 1, (units - each[i]) / each[i]);
		check((ct_read(ct, SMGPU_LAUNCH_SM_STATE(0)) & SMGPU_LAUNCH_SM_STATE_ROOM_MASK) >>
				      SMGPU_LAUNCH_SM_STATE_ROOM_SHIFT ==
			      expected,
		      "%u units each: not room for %u more", each[i], expected);
		ct_write(ct, SMGPU_LAUNCH_KILL, 32);
		expect_event(5, KILLED);
		t.inflight = 0;
		ct_direct_fill(ct, &t);
		ct->cfg.ops->step(ct->card, 4000);
		expected = least(least(warps, CONTEXTS), units / each[i]);
		check(ct_read(ct, SMGPU_SLOT_INFLIGHT(5)) == expected,
		      "%u units each: %u CTAs, not %u", each[i],
		      ct_read(ct, SMGPU_SLOT_INFLIGHT(5)), expected);
		ct_write(ct, SMGPU_LAUNCH_KILL, 32);
		expect_event(5, KILLED);
	}
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	normal = (ct_read(ct, SMGPU_HOST_CONFIG3) & SMGPU_HOST_CONFIG3_SHARED_KIB_MASK) * 1024;
	throttled = (ct_read(ct, SMGPU_HOST_THROTTLE) & SMGPU_HOST_THROTTLE_SHARED_KIB_MASK) * 1024;
	printf("# shared memory: %u bytes, in throttle mode %u\n", normal, throttled);
	RUN(between_tasks_that_use_l1);
	RUN(waits_for_normal_tasks);
	RUN(waits_for_tasks_of_throttle_mode);
	RUN(ctas_that_fit);
	ct_del(ct);
	return test_failures != 0;
}
