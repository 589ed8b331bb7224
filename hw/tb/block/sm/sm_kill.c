// SPDX-License-Identifier: MIT
/* Directed cases of what is killed, or ends, while something of it is still under way. */
#include <string.h>

#include "asm.h"
#include "sm_run.h"

struct part {
	const uint32_t *code;
	unsigned int words;
};

static void cycles(unsigned int n)
{
	while (n--)
		tb_cycle();
}

/* Until none of these slots is busy, but not for long */
static void settle(uint32_t slots)
{
	unsigned int k;

	for (k = 0; k < 2000 && tb_busy() & slots; k++)
		tb_cycle();
}

static void kill_all(void)
{
	tb_kill(~0u);
	settle(~0u);
	tb_kill(0);
}

/* An SM in which nothing has run yet */
static void fresh(void)
{
	clear();
	memset(run_now(), 0, sizeof(*run_now()));
	tb_reset();
	tb_policy(&standard);
}

/* Launches a CTA, if there is a place for it soon */
static void start(const struct tb_launch *l)
{
	unsigned int k;

	for (k = 0; k < 200 && !tb_launch(l); k++)
		tb_cycle();
}

/* Launches a warp of slot i + 1 with code of its own */
static void start_part(const struct part *part, unsigned int i)
{
	const struct tb_launch l = { .slot = i + 1,
				     .gen = 7,
				     .entry = TB_CODE + 256 * i,
				     .param = TB_PARAM,
				     .grid_x = 1,
				     .threads = 32 };

	memcpy(rtl_mem + (l.entry - TB_VA), part[i].code, part[i].words * 4u);
	start(&l);
}

/* A kernel that never ends is killed and leaves nothing behind. */
static int killing(void)
{
	static const uint32_t forever[] = { PARAM(T1),	   LW(T1, T1, 0),	 SW(T0, T1, 0),
					    LW(A0, T1, 0), AMO(0, ZERO, T1, A0), JAL(ZERO, -12) };
	struct tb_launch l = { .slot = 9,
			       .gen = 1,
			       .entry = TB_CODE,
			       .param = TB_PARAM,
			       .grid_x = 4,
			       .threads = 128,
			       .shared_bytes = 128 };
	unsigned int round;

	fresh();
	memcpy(rtl_mem + (TB_CODE - TB_VA), forever, sizeof(forever));
	for (round = 0; round < 20; round++) {
		for (l.linear = 0; l.linear < 4; l.linear++)
			start(&l);
		cycles(300 + round * 7);
		tb_kill(1u << 9);
		settle(~0u);
		if (tb_busy())
			return !report("kill", false,
				       "slot still busy 2000 cycles after the kill, round %u",
				       round);
		tb_kill(0);
		l.gen++;
	}
	return !report("kill", true, " ");
}

/*
 * An instruction that writes x0 is stuck in execution behind an amocas of another warp, which waits
 * in its pod for load/store, and its warp is at its end, or killed. As long as it is there the
 * warp's place must not go to a third warp: its trap, or the rounding mode that it writes, would be
 * that warp's.
 */
static bool late(const char *name, uint32_t stuck, bool kill, bool traps)
{
	/* amocas.w faults in the end; slot 1 */
	static const uint32_t atomics[] = { AMO(5, T1, ZERO, A0), EXIT };
	static const uint32_t spins[] = { JAL(ZERO, 0) };			/* slot 2 */
	const uint32_t ends[] = { stuck, kill ? JAL(ZERO, 0) : EXIT };
	/* slot 4 */
	static const uint32_t next[] = { CSRR(T1, 0x003), BEQ(T1, ZERO, 8), EBREAK, EXIT };
	const struct part part[] = { { atomics, COUNT(atomics) },
				     { spins, COUNT(spins) },
				     { ends, COUNT(ends) },
				     { next, COUNT(next) } };
	unsigned int i, k;
	bool early = false;

	fresh();
	hold_memory(true);
	for (i = 0; i < COUNT(part); i++) {
		start_part(part, i);
		cycles(100);
		if (i != 2)
			continue;
		if (kill)
			tb_kill(1u << 3);
		cycles(300);
		early = !(tb_busy() >> 3 & 1);
	}
	hold_memory(false);
	cycles(1000);
	tb_kill(1u << 1 | 1u << 2);
	settle(~(traps ? 1u << 3 : 0));
	kill_all();
	for (i = 0, k = 0; i < run_now()->traps && i < COUNT(run_now()->slots); i++)
		k |= 1u << run_now()->slots[i];
	/* Slot 1 may fault, slot 3 does if its instruction is no good, nothing else does. */
	return report(name, !early && !tb_busy() && (k & ~(1u << 1)) == (traps ? 1u << 3 : 0),
		      "%straps of slots %04x, slots %04x busy in the end",
		      early ? "the warp counts as done while an instruction of it is in execution; "
			    : "",
		      k, tb_busy());
}

static int lates(void)
{
	/* csrrwi x0, csr, 3 */
	static const uint32_t bad_csr = 0x7ff1d073u, frm = 0x0021d073u, flags = 0x0011d073u;

	return !late("late.illegal_csr", bad_csr, false, true) +
	       !late("late.frm", frm, false, false) + !late("late.fflags", flags, false, false) +
	       !late("late.kill.illegal_csr", bad_csr, true, false) +
	       !late("late.kill.frm", frm, true, false);
}

/*
 * Nothing takes traps. One of execution stands before that of a warp whose front end found it, and
 * which is killed then: while its trap is in the SM its place must not go to another warp, whose
 * trap it would become.
 */
static int parked(void)
{
	/* slot 1: csrrwi x0, a CSR that is not there */
	static const uint32_t bad[] = { 0x7ff1d073u, JAL(ZERO, 0) };
	static const uint32_t ill[] = { 0xffffffffu };			/* slot 2 */
	static const uint32_t fine[] = { EXIT };			/* slot 3 */
	const struct part part[] = { { bad, COUNT(bad) },
				     { ill, COUNT(ill) },
				     { fine, COUNT(fine) } };
	bool early = false;
	unsigned int i, n;

	fresh();
	tb_hold_traps(true);
	for (i = 0; i < COUNT(part); i++)
		/* all that fits: where slot 2 was, too, if that is free */
		for (n = 0; n < (i == 2 ? 64 : 1); n++) {
			start_part(part, i);
			cycles(200);
			if (i == 1)
				tb_kill(1u << 2);
			cycles(200);
			early |= i && !(tb_busy() >> 2 & 1);
		}
	tb_hold_traps(false);
	cycles(200);
	kill_all();
	return !report("kill.parked_trap",
		       !early && !tb_busy() && run_now()->traps == 1 && run_now()->slots[0] == 1,
		       "%s%u traps, the first of slot %u, slots %04x busy in the end",
		       early ? "the killed warp counts as done while its trap is in the SM; " : "",
		       run_now()->traps, run_now()->slots[0], tb_busy());
}

/* A CTA of another slot comes while the slot of the last one is being killed: it runs. */
static int beside(void)
{
	static const uint32_t spins[] = { JAL(ZERO, 0) };	/* slot 1 */
	static const uint32_t stops[] = { EBREAK };		/* slot 2 */
	const struct part part[] = { { spins, COUNT(spins) }, { stops, COUNT(stops) } };

	fresh();
	start_part(part, 0);
	cycles(100);
	tb_kill(1u << 1);
	start_part(part, 1);
	cycles(500);
	kill_all();
	return !report("kill.beside",
		       !tb_busy() && run_now()->traps == 1 && run_now()->slots[0] == 2,
		       "%u traps, the first of slot %u, slots %04x busy in the end",
		       run_now()->traps, run_now()->slots[0], tb_busy());
}

int kill_tests(void)
{
	return killing() + lates() + parked() + beside();
}
