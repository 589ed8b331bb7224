// SPDX-License-Identifier: MIT
/* The tests, and which outcomes the written model allows. */
#include "litmus.h"

#define LD(w)		{ L_LOAD, w, 0 }
#define ST(w, v)	{ L_STORE, w, v }
#define REL(w, v)	{ L_RELEASE, w, v }
#define ACQ(w)		{ L_ACQUIRE, w, 0 }
#define X 0
#define Y 1

/* What shows weakness; allowed without fences, forbidden with them */
#define WEAK(name, condition) \
	static bool name##_weak(const struct l_outcome *o) \
	{ \
		return condition; \
	} \
	static bool name##_allowed(const struct l_outcome *o, bool fences) \
	{ \
		return !(fences && name##_weak(o)); \
	}

/* Forbidden with and without fences */
#define NEVER(name, condition) \
	static bool name##_allowed(const struct l_outcome *o, bool fences) \
	{ \
		(void)fences; \
		return !(condition); \
	}

WEAK(mp, o->load[0] == 1 && o->load[1] == 0)
WEAK(sb, o->load[0] == 0 && o->load[1] == 0)
WEAK(lb, o->load[0] == 1 && o->load[1] == 1)
WEAK(iriw, o->load[0] == 1 && o->load[1] == 0 && o->load[2] == 1 && o->load[3] == 0)
WEAK(wrc, o->load[0] == 1 && o->load[1] == 1 && o->load[2] == 0)
WEAK(w22, o->word[X] == 1 && o->word[Y] == 1)
WEAK(s, o->load[0] == 1 && o->word[X] == 2)
WEAK(r, o->load[0] == 0 && o->word[Y] == 2)
NEVER(relacq, o->load[0] == 1 && o->load[1] == 0)
NEVER(relacq_sb, o->load[0] == 0 && o->load[1] == 0)
NEVER(corr, o->load[0] == 1 && o->load[1] == 0)
NEVER(cowr, o->load[0] == 0 || (o->load[0] == 2 && o->word[X] == 1))
NEVER(cowr2, o->load[0] == 0 || o->load[1] == 0)
NEVER(corw, o->load[0] == 1 || (o->load[0] == 2 && o->word[X] == 2))
NEVER(coww, o->word[X] != 2)
/* Two readers must agree on the order of two stores to one word. */
NEVER(corr2, (o->load[0] == 1 && o->load[1] == 2 && o->load[2] == 2 && o->load[3] == 1) ||
	     (o->load[0] == 2 && o->load[1] == 1 && o->load[2] == 1 && o->load[3] == 2) ||
	     (o->load[0] && !o->load[1]) || (o->load[2] && !o->load[3]))

#define W(name) .allowed = name##_allowed, .weak = name##_weak
#define N(name) .allowed = name##_allowed

const struct l_test litmus_tests[] = {
	{ .name = "MP", .threads = 2, .code = { { ST(X, 1), ST(Y, 1) }, { LD(Y), LD(X) } }, W(mp) },
	{ .name = "SB",
	  .threads = 2,
	  .code = { { ST(X, 1), LD(Y) }, { ST(Y, 1), LD(X) } },
	  W(sb),
	  .mirrored = true },
	{ .name = "LB",
	  .threads = 2,
	  .code = { { LD(X), ST(Y, 1) }, { LD(Y), ST(X, 1) } },
	  W(lb),
	  .mirrored = true },
	{ .name = "IRIW",
	  .threads = 4,
	  .code = { { ST(X, 1) }, { ST(Y, 1) }, { LD(X), LD(Y) }, { LD(Y), LD(X) } },
	  W(iriw),
	  .first_reader = 2 },
	{ .name = "WRC",
	  .threads = 3,
	  .code = { { ST(X, 1) }, { LD(X), ST(Y, 1) }, { LD(Y), LD(X) } },
	  W(wrc) },
	{ .name = "2+2W",
	  .threads = 2,
	  .code = { { ST(X, 1), ST(Y, 2) }, { ST(Y, 1), ST(X, 2) } },
	  W(w22),
	  .mirrored = true },
	{ .name = "S",
	  .threads = 2,
	  .code = { { ST(X, 2), ST(Y, 1) }, { LD(Y), ST(X, 1) } },
	  W(s) },
	{ .name = "R",
	  .threads = 2,
	  .code = { { ST(X, 1), ST(Y, 1) }, { ST(Y, 2), LD(X) } },
	  W(r) },
	{ .name = "MP+rl+aq",
	  .threads = 2,
	  .code = { { ST(X, 1), REL(Y, 1) }, { ACQ(Y), LD(X) } },
	  N(relacq) },
	{ .name = "SB+rl+aq",
	  .threads = 2,
	  .code = { { REL(X, 1), ACQ(Y) }, { REL(Y, 1), ACQ(X) } },
	  N(relacq_sb),
	  .mirrored = true },
	{ .name = "CoRR", .threads = 2, .code = { { ST(X, 1) }, { LD(X), LD(X) } }, N(corr) },
	{ .name = "CoRR2",
	  .threads = 4,
	  .code = { { ST(X, 1) }, { ST(X, 2) }, { LD(X), LD(X) }, { LD(X), LD(X) } },
	  N(corr2),
	  .first_reader = 2 },
	{ .name = "CoWR", .threads = 2, .code = { { ST(X, 1), LD(X) }, { ST(X, 2) } }, N(cowr) },
	{ .name = "CoWR2",
	  .threads = 2,
	  .code = { { ST(X, 1), LD(X) }, { ST(X, 2), LD(X) } },
	  N(cowr2),
	  .mirrored = true },
	{ .name = "CoRW", .threads = 2, .code = { { LD(X), ST(X, 1) }, { ST(X, 2) } }, N(corw) },
	{ .name = "CoWW",
	  .threads = 2,
	  .code = { { ST(X, 1), ST(X, 2) }, { LD(X), LD(X) } },
	  N(coww) },
};
const unsigned int litmus_count = sizeof(litmus_tests) / sizeof(litmus_tests[0]);
