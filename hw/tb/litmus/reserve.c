// SPDX-License-Identifier: MIT
/*
 * reserve model|rtl [PRESET [CASE]]: no thread keeps others from LR and SC. Threads that load
 * with reservation and never store, as a test-and-test-and-set lock does, run beside threads
 * that add with LR and SC, in card memory and in shared memory; then threads of all warps add
 * to one word. And what a thread does at another line, which may be in another bank of the
 * L2, between its LR and its SC.
 */
#include "direct.h"

#include <string.h>

#define ADDS		20u
/* cycles that ADDS may take beside those that never store */
#define LIMIT		1000000ull
#define LOCK		1u		/* words of DATA: the counter is word 0 */
#define FAR_LOCK	64u
#define TRIES		128u
#define SPUN		132u
#define LR(rd, a)	AMO(2, rd, a, ZERO)
#define SC(rd, a, b)	AMO(3, rd, a, b)

/* Spins on A1 until it is 0: LR only. S2 = cycles of delay between two of them */
#define SPIN \
	LR(T0, A1), ADDI(T1, S2, 0), BEQ(T1, ZERO, 12), ADDI(T1, T1, -1), JAL(ZERO, -8), \
	BNE(T0, ZERO, -20), EXIT
/*
 * Adds 1 to the word at A0 S0 times, counts its tries in S1, writes them to
 * A2 and sets the lock at A1 to 0
 */
#define ADDER \
	ADDI(S1, S1, 1), LR(T0, A0), ADDI(T0, T0, 1), SC(T1, A0, T0), BNE(T1, ZERO, -16), \
	ADDI(S0, S0, -1), BNE(S0, ZERO, -24), SW(S1, A2, 0), FENCE, SW(ZERO, A1, 0), EXIT

static int arguments;
static char **argument;

/*
 * A case that doesn't end leaves the card busy: each has a card of its own. False: the
 * case was not asked for, or fails.
 */
static bool begin(const char *name)
{
	if (arguments > 3 && strcmp(name, argument[3]))
		return false;
	if (ct)
		ct_del(ct);
	ct = NULL;
	if (direct_start(arguments, argument)) {
		check(false, "the card does not start");
		return false;
	}
	ct->cfg.timeout = LIMIT;
	return true;
}

static void set(unsigned i, uint32_t v)
{
	ct_upload(ct, data_card + 4 * i, &v, 4);
}

static void run(const struct ct_task *t, unsigned n, const char *what)
{
	static const uint8_t order[] = { 0, 1, 2 };
	uint64_t began = ct_cycles(ct);
	uint32_t event;
	unsigned i;
	int r;

	ct_direct_order(ct, order, n);
	for (i = 0; i < n; i++)
		ct_direct_fill(ct, &t[i]);
	for (i = 0; i < n && !test_why[0]; i++) {
		r = ct_direct_event(ct, &event);
		check(!r, "not ended after %llu cycles, %u added",
		      (unsigned long long)(ct_cycles(ct) - began), word(0));
		check(r || (event >> 16 & 3) == 1, "event 0x%x", event);
	}
	printf("# %s: %llu cycles\n", what, (unsigned long long)(ct_cycles(ct) - began));
}

/*
 * spinners: threads that only load, in CTAs of up to 32; delay: turns of
 * an empty loop between their LRs
 */
static void global(const char *name, unsigned lock, unsigned ctas, unsigned lanes, int delay)
{
	const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), ADDI(A1, A0, (int)(4 * lock)), ADDI(S2, ZERO, delay), SPIN,
		CSRR(A0, CSR_PARAM), ADDI(A1, A0, (int)(4 * lock)), ADDI(A2, A0, 4 * TRIES),
		ADDI(S0, ZERO, ADDS), ADDER,
	};
	struct ct_task t[2] = { task(0, ctas, lanes), task(1, 1, 1) };

	if (!begin(name))
		return;
	t[1].entry = CODE + 10 * 4;
	load(code, sizeof(code));
	set(lock, 1);
	run(t, 2, name);
	if (!test_why[0])
		printf("# %s: %u tries for %u additions\n", name, word(TRIES), ADDS);
	check(word(0) == ADDS, "%u added, not %u", word(0), ADDS);
	report(name);
}

/* The same in shared memory: all warps of a CTA but the last spin. */
static void shared(const char *name, unsigned spinners, int delay)
{
	const uint32_t code[] = {
		LUI(A0, SMGPU_VA_SHARED_BASE), ADDI(A1, A0, 4), ADDI(S2, ZERO, delay),
		CSRR(T0, CSR_TIDX), ADDI(T1, ZERO, (int)(32 * spinners)),
		BNE(T0, T1, 12), ADDI(T2, ZERO, 1), SW(T2, A1, 0), BAR,
		BLTU(T0, T1, 4 * (1 + 4 + 11)), BNE(T0, T1, 4 * 14),
		CSRR(A2, CSR_PARAM), ADDI(S0, ZERO, ADDS), ADDI(A2, A2, 4 * TRIES), ADDER, SPIN,
	};
	struct ct_task t = task(0, 1, 32 * spinners + 1);

	if (!begin(name))
		return;
	t.shared = 128;
	load(code, sizeof(code));
	run(&t, 1, name);
	if (!test_why[0])
		printf("# %s: %u tries for %u additions\n", name, word(TRIES), ADDS);
	check(word(TRIES) >= ADDS, "%u tries", word(TRIES));
	report(name);
}

/*
 * So many threads of each warp add to one word, of several SMs together about as many as of one:
 * the time from an LR to its SC, in which no other thread adds, grows with their number.
 */
static void all(const char *name, unsigned threads)
{
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM), LR(T0, A0), ADDI(T0, T0, 1), SC(T1, A0, T0),
		BNE(T1, ZERO, -12), EXIT
	};
	struct ct_task t;

	if (!begin(name))
		return;
	threads = (threads + sms - 1) / sms;
	t = task(0, sms * warps, threads);
	load(code, sizeof(code));
	run(&t, 1, name);
	check(word(0) == sms * warps * threads, "%u added, not %u", word(0), sms * warps * threads);
	report(name);
}

/*
 * What a thread does at one of the next lines between LR and SC: all
 * but a load ends its reservation.
 */
static void between(const char *name)
{
	static const struct { const char *what; uint32_t insn; bool ends; } ops[] = {
		{ "load", LW(T2, A1, 0), false }, { "LR", LR(T2, A1), true },
		{ "SC", SC(T2, A1, T0), true },
		{ "store", SW(T0, A1, 0), true }, { "atomic", AMO(0, T2, A1, T0), true },
	};
	uint32_t code[3 * 5 * 6 + 2];
	struct ct_task t = task(0, 1, 1);
	unsigned i, k, n = 0;

	if (!begin(name))
		return;
	code[n++] = CSRR(A0, CSR_PARAM);
	for (k = 1; k < 4; k++) {
		for (i = 0; i < 5; i++) {
			code[n++] = ADDI(A1, A0, (int)(32 * k));
			code[n++] = LR(T0, A0);
			code[n++] = ops[i].insn;
			code[n++] = FENCE;
			code[n++] = SC(T1, A0, T0);
			code[n++] = SW(T1, A0, (int)(4 * (TRIES + 8 * k + i)));
		}
	}
	code[n++] = EXIT;
	load(code, sizeof(code));
	run(&t, 1, name);
	for (k = 1; k < 4; k++)
		for (i = 0; i < 5 && !test_why[0]; i++)
			check(word(TRIES + 8 * k + i) == ops[i].ends,
			      "SC behind a %s %u lines away gives %u", ops[i].what, k,
			      word(TRIES + 8 * k + i));
	report(name);
}

/*
 * What a thread of another warp stores to the word, or to a part of it, between LR and SC ends the
 * reservation; what it loads does not.
 */
static void beside(const char *name)
{
	static const struct { const char *what; uint32_t insn; bool ends; } ops[] = {
		{ "sb of byte 0", SB(ZERO, A0, 0), true },
		{ "sb of byte 1", SB(ZERO, A0, 1), true },
		{ "sb of byte 2", SB(ZERO, A0, 2), true },
		{ "sb of byte 3", SB(ZERO, A0, 3), true },
		{ "sh of byte 0", SH(ZERO, A0, 0), true },
		{ "sh of byte 2", SH(ZERO, A0, 2), true },
		{ "sw", SW(ZERO, A0, 0), true }, { "atomic", AMO(0, T2, A0, ZERO), true },
		{ "lw", LW(T2, A0, 0), false },
	};
	enum { OPS = sizeof(ops) / sizeof(ops[0]) };
	uint32_t code[16 * OPS + 8];
	struct ct_task t = task(0, 1, 33);
	unsigned i, n = 0;

	if (!begin(name))
		return;
	/* Thread 0, and thread 32 in the other warp; the word stays 0. */
	code[n++] = CSRR(T3, CSR_TIDX);
	code[n++] = CSRR(A0, CSR_PARAM);
	code[n++] = BEQ(T3, ZERO, 16);
	code[n++] = ADDI(T0, ZERO, 32);
	code[n++] = BEQ(T3, T0, 8);
	code[n++] = EXIT;
	for (i = 0; i < OPS; i++) {
		code[n++] = BNE(T3, ZERO, 12);
		code[n++] = LR(T0, A0);
		code[n++] = ADD(T0, T0, T0);
		code[n++] = BAR;
		code[n++] = BEQ(T3, ZERO, 12);
		code[n++] = ops[i].insn;
		code[n++] = FENCE;
		code[n++] = BAR;
		code[n++] = BNE(T3, ZERO, 12);
		code[n++] = SC(T1, A0, ZERO);
		code[n++] = SW(T1, A0, (int)(4 * (TRIES + i)));
	}
	code[n++] = EXIT;
	load(code, 4 * n);
	run(&t, 1, name);
	for (i = 0; i < OPS && !test_why[0]; i++)
		check(word(TRIES + i) == ops[i].ends, "SC behind another's %s gives %u",
		      ops[i].what, word(TRIES + i));
	report(name);
}

/* Cycles from the word READY to an LR, with room; a hold lasts 256 for each warp. */
#define UNTIL_LR	1000u

/*
 * What the host writes through BAR2, aligned or not, ends the reservations of all words that it
 * touches. Others of the line may be lost, too.
 */
static void host(const char *name)
{
	/* From the reserved word, in bytes; no access crosses a line. The first is none. */
	static const struct { int at; unsigned bytes; } writes[] = {
		{ 0, 0 }, { 0, 4 }, { 0, 1 }, { 3, 1 }, { 2, 2 }, { -4, 8 }, { -7, 8 },
		{ -3, 4 }, { -1, 2 }, { 3, 4 }, { -5, 6 }, { -6, 7 },
	};
	enum { WRITES = sizeof(writes) / sizeof(writes[0]), HELD = 4, READY = 32, GO = 64 };
	uint32_t code[10 * WRITES + 3], event;
	struct ct_task t = task(0, 1, 1);
	static const uint8_t order[] = { 0 };
	uint64_t began;
	uint32_t held;
	unsigned i, n = 0;

	if (!begin(name))
		return;
	held = (uint32_t)data_card + 4 * HELD;
	code[n++] = CSRR(A0, CSR_PARAM);
	code[n++] = ADDI(A1, A0, 4 * HELD);
	for (i = 0; i < WRITES; i++) {
		code[n++] = ADDI(T2, ZERO, (int)i + 1);
		code[n++] = SW(T2, A0, 4 * READY);
		code[n++] = FENCE;
		code[n++] = LR(T0, A1);
		code[n++] = LW(T1, A0, 4 * GO);
		code[n++] = BNE(T1, T2, -4);
		code[n++] = SC(T1, A1, ZERO);
		code[n++] = SW(T1, A0, (int)(4 * (TRIES + i)));
	}
	code[n++] = EXIT;
	load(code, 4 * n);
	ct_direct_order(ct, order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < WRITES && !test_why[0]; i++) {
		began = ct_cycles(ct);
		while (word(READY) != i + 1 && ct_cycles(ct) - began < LIMIT)
			ct->cfg.ops->step(ct->card, 200);
		check(word(READY) == i + 1, "write %u: the thread does not come", i);
		began = ct_cycles(ct);
		while (ct_cycles(ct) - began < UNTIL_LR)
			ct->cfg.ops->step(ct->card, 200);
		if (writes[i].bytes)
			ct->cfg.ops->bar2_write(ct->card, held + (uint32_t)writes[i].at, 0,
						writes[i].bytes);
		set(GO, i + 1);
	}
	if (!test_why[0])
		check(!ct_direct_event(ct, &event), "no end");
	for (i = 0; i < WRITES && !test_why[0]; i++)
		check(word(TRIES + i) == (writes[i].bytes != 0),
		      "SC behind the host's %u bytes at %d gives %u", writes[i].bytes, writes[i].at,
		      word(TRIES + i));
	report(name);
}

int main(int argc, char **argv)
{
	arguments = argc;
	argument = argv;
	global("reserve.one_spinner", LOCK, 1, 1, 0);
	global("reserve.other_line", FAR_LOCK, 1, 1, 0);
	global("reserve.warp_of_spinners", FAR_LOCK, 1, 32, 0);
	global("reserve.two_spinners", FAR_LOCK, 2, 1, 0);
	global("reserve.warps_of_spinners", FAR_LOCK, 2, 32, 0);
	global("reserve.slow_spinners", FAR_LOCK, 4, 1, 300);
	shared("reserve.shared", 1, 0);
	shared("reserve.shared_slow", 2, 300);
	between("reserve.between");
	beside("reserve.beside");
	host("reserve.host");
	all("reserve.one_of_each_warp", 1);
	all("reserve.all", 32);
	if (ct)
		ct_del(ct);
	return test_failures != 0;
}
