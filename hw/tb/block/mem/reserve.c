// SPDX-License-Identifier: MIT
/*
 * The mode "reserve": what ends a hold of LR in the L2, what leaves it, and how long it lasts. One
 * access is under way at a time, and each answer is known. The rules are those of
 * Documentation/concepts/memory-model.rst.
 */
#include "ls.h"

#include <stdio.h>

/* the word, in the page of 2 MiB: this and all that differ in one bit are 0 */
#define AT		0x54800u
#define BITS		21u
#define HOLD		(256 * SMS * 16)	/* mem_top's default of warps */
/* more cycles than an LR's result and an SC need between L2 and bench */
#define ON_THE_WAY	200u

enum who { HOLDER, THREAD, WARP, SM, WHO };

static const struct { unsigned sm, warp, thread; const char *name; } whose[WHO] = {
	[HOLDER] = { 0, 3, 9, "its holder" },
	[THREAD] = { 0, 3, 4, "a thread of the warp" },
	[WARP] = { 0, 2, 9, "another warp" },
	[SM] = { 1, 3, 9, "another SM" },
};

#define STORE_OF(log)	(0x23u | (log) << 12)
#define ATOMIC(funct5)	(0x202fu | (uint32_t)(funct5) << 27)

enum what { SB, SH, SW, AMO, LOAD_RESERVED = AMO + 10, CONDITIONAL, LW, WHAT };

static const struct {
	const char *name;
	uint32_t insn;
	unsigned step;	/* bytes between two places in a word */
} op[WHAT] = {
	{ "sb", STORE_OF(0u), 1 }, { "sh", STORE_OF(1u), 2 }, { "sw", STORE_OF(2u), 4 },
	{ "amoadd", ATOMIC(0), 4 }, { "amoswap", ATOMIC(1), 4 }, { "amoxor", ATOMIC(4), 4 },
	{ "amocas", ATOMIC(5), 4 }, { "amoor", ATOMIC(8), 4 }, { "amoand", ATOMIC(12), 4 },
	{ "amomin", ATOMIC(16), 4 }, { "amomax", ATOMIC(20), 4 },
	{ "amominu", ATOMIC(24), 4 }, { "amomaxu", ATOMIC(28), 4 },
	{ "lr", ATOMIC(2), 4 }, { "sc", ATOMIC(3), 4 }, { "lw", 0x2003, 4 },
};

extern unsigned bench_lanes;

static struct trial {
	enum who by;
	enum what what;
	uint32_t at;
	bool result, fails;	/* the access has a result; the SC behind it fails */
	unsigned pause;		/* instead of an access */
} trials[2048];
static unsigned trial_count, trial, step;
static uint64_t resume_at;

static bool same_line(uint32_t at)
{
	return at / 32 == AT / 32;
}

/*
 * All but a load ends the hold of who does it, but an LR takes a new one; another's hold is
 * ended by what stores to its line.
 */
static void add(enum who by, enum what what, uint32_t at, bool result)
{
	bool own = what != LW && !(what == LOAD_RESERVED && same_line(at)),
	     others = what < LOAD_RESERVED && same_line(at);

	trials[trial_count++] =
		(struct trial){ by, what, at, result, by == HOLDER ? own : others, 0 };
}

void reserve_init(void)
{
	unsigned bit;
	enum what o;
	enum who by;
	uint32_t byte;
	bool result;

	for (o = SB; o < WHAT; o++) {
		for (result = o >= LOAD_RESERVED;; result = true) {
			for (by = HOLDER; by < WHO; by++)
				for (byte = 0; byte < 4; byte += op[o].step)
					add(by, o, AT + byte, result);
			/* Lines that differ in one bit may be in another bank. */
			for (bit = 2; bit < BITS; bit++) {
				add(bit % 2 ? WARP : SM, o, AT ^ 1u << bit, result);
				add(HOLDER, o, AT ^ 1u << bit, result);
			}
			if (result || o <= SW)
				break;
		}
	}
	trials[trial_count++] = (struct trial){ .pause = HOLD - ON_THE_WAY };
	trials[trial_count++] = (struct trial){ .pause = HOLD, .fails = true };
}

bool reserve_done(void)
{
	return trial == trial_count;
}

void reserve_report(void)
{
	if (!reserve_done())
		fail("only %u of %u holds were tried", trial, trial_count);
	printf("# %u holds, of %u cycles each\nok reserve_%u_lanes\n", trial_count, HOLD,
	       bench_lanes);
}

/* got: of an access of trial n */
void reserve_check(unsigned n, uint32_t got, uint32_t want)
{
	const struct trial *t = &trials[n];

	if (got == want)
		return;
	if (t->pause)
		fail("SC after %u cycles gives %u, should be %u", t->pause, got, want);
	fail("LR, %s at byte 0x%x by %s, SC: gives %u, should be %u", op[t->what].name, t->at ^ AT,
	     whose[t->by].name, got, want);
}

/*
 * The next access of a trial: a store of 0, LR, what it tries, SC; and if that was an LR which was
 * refused, its LR and SC have their turn.
 */
bool reserve_next(unsigned s, unsigned w, struct rec *r, uint32_t *va, uint32_t *insn)
{
	static const enum what what[] = {
		SW, LOAD_RESERVED, WHAT, CONDITIONAL, LOAD_RESERVED, CONDITIONAL
	};
	const struct trial *t = &trials[trial];
	enum who by = step == 2 || step > 3 ? t->by : HOLDER;
	enum what now_is = step == 2 ? t->what : what[step];
	unsigned lane = whose[by].thread;

	if (reserve_done() || !ls_idle() || now < resume_at || s != whose[by].sm ||
	    w != whose[by].warp)
		return false;
	if (step == 2 && t->pause) {
		resume_at = now + t->pause;
		step = 3;
		return false;
	}
	*insn = op[now_is].insn;
	r->kind = now_is <= SW ? STORE : RESERVED;
	r->mask = 1u << lane;
	r->f3 = 2;
	r->rd = now_is > SW && (step != 2 || t->result);
	r->at[lane] = trial;
	va[lane] = 0x400000 + (step == 2 ? t->at : AT);
	/* All words are 0 and stay so. */
	r->value[lane] = step == 2 ? now_is == CONDITIONAL && !(by == HOLDER && same_line(t->at))
				   : step == 3 && t->fails;
	step++;
	if (step == 6 || (step == 4 && (t->what != LOAD_RESERVED || t->by == HOLDER || t->pause))) {
		step = 0;
		trial++;
	}
	return true;
}
