// SPDX-License-Identifier: MIT
/* Statements of random programs: control flow of every kind */
#include "programs.h"
#include "programs_int.h"

static void target(void)
{
	switch (pick(6)) {
	case 0:
		put("a[(uint32_t)v%u %% %u]", pick(LOCALS), w.array);
		break;
	case 1:
		put("s.%c", "bhwdx"[pick(5)]);
		break;
	default:
		put("v%u", pick(LOCALS));
	}
}

static void assign(void)
{
	static const char *const ops[] = { "=", "+=", "-=", "^=", "*=", "|=" };

	line("%s", "");
	target();
	put(" %s ", ops[pick(sizeof(ops) / sizeof(ops[0]))]);
	expression(1 + pick(3));
	put(";\n");
}

/* A loop of at most @trips rounds; variables i0, i1 ... are only the loops'. */
static void loop(unsigned int depth)
{
	unsigned int trips = 1 + pick(6), i = w.loops++, before = w.times;

	if (w.times * trips > 200)
		trips = 1;
	w.times *= trips;
	switch (pick(5)) {
	case 0:
		line("for (i%u = 0; i%u < %u; i%u++) {\n", i, i, trips, i);
		break;
	case 1:
		line("for (i%u = %u; i%u > (v%u & 3) && (", i, trips, i, pick(LOCALS));
		condition();
		put("); i%u--) {\n", i);
		break;
	case 2:
		line("for (i%u = 0; i%u < ((uint32_t)v%u %% %u); i%u++) {\n", i, i, pick(LOCALS),
		     trips + 1, i);
		break;
	case 3:
		line("i%u = %u;\n", i, trips);
		line("while (i%u-- && !(", i);
		condition();
		put(")) {\n");
		break;
	default:
		line("i%u = %u;\n", i, trips);
		line("do {\n");
		block(depth + 1, 1 + pick(3));
		line("} while (--i%u && (", i);
		condition();
		put("));\n");
		w.times = before;
		return;
	}
	block(depth + 1, 1 + pick(3));
	if (pick(2)) {
		line("\tif (");
		condition();
		put(")\n");
		line("\t\t%s;\n", pick(2) ? "break" : "continue");
		block(depth + 1, 1);
	}
	line("}\n");
	w.times = before;
}

static void choice(unsigned int depth)
{
	unsigned int n = 2 + pick(5), def = pick(n + 1), i;

	line("switch (");
	if (pick(3))
		put("(uint32_t)v%u %% %u", pick(LOCALS), n + 1);
	else
		expression(1);
	put(") {\n");
	for (i = 0; i < n; i++) {
		if (i == def)
			line("default:\n");
		line("case %u:\n", pick(4) ? i : i + n);
		block(depth + 1, pick(3));
		if (pick(3))
			line("\tbreak;\n");
	}
	line("}\n");
}

/* Cases in the middle of a loop */
static void device(unsigned int depth)
{
	unsigned int i = w.loops++, before = w.times;

	w.times *= 3;
	line("i%u = 3;\n", i);
	line("switch ((uint32_t)v%u & 3) {\n", pick(LOCALS));
	line("case 0:\n");
	line("\tdo {\n");
	w.indent++;
	block(depth + 1, 1);
	line("case 1:\n");
	block(depth + 1, 1);
	line("case 2:\n");
	block(depth + 1, 1);
	w.indent--;
	line("\t} while (--i%u);\n", i);
	line("}\n");
	w.times = before;
}

static void leave(void)
{
	if (w.kernel) {
		line("out[TID * %u + %u] = v%u;\n", DIFFER_OUT, pick(DIFFER_OUT), pick(LOCALS));
		line("return;\n");
	} else {
		line("return ");
		expression(1);
		put(";\n");
	}
}

static void statement(unsigned int depth)
{
	struct function *c = w.n_funcs ? &w.func[pick(w.n_funcs)] : NULL;

	w.cost += w.times;
	switch (depth < 4 && w.cost < w.budget / 2 ? pick(14) : pick(4)) {
	case 0: case 1: case 2:
		assign();
		break;
	case 3:
		if (w.kernel)
			line("out[TID * %u + %u] ^= (uint32_t)v%u * %uu;\n", DIFFER_OUT,
			     pick(DIFFER_OUT), pick(LOCALS), 1 + 2 * pick(1000));
		else
			assign();
		break;
	case 4: case 5: case 6:
		line("if (");
		condition();
		put(") {\n");
		block(depth + 1, 1 + pick(3));
		if (pick(2)) {
			line("} else {\n");
			block(depth + 1, 1 + pick(2));
		}
		line("}\n");
		break;
	case 7: case 8: case 9:
		if (w.loops < 12)
			loop(depth);
		break;
	case 10:
		choice(depth);
		break;
	case 11:
		if (!pick(3) && w.loops < 12 && w.times < 50)
			device(depth);
		else
			choice(depth);
		break;
	case 12:
		if (c && c->changes && affordable(c)) {
			w.cost += w.times * (c->cost + 1);
			line("v%u += %s(&s", pick(LOCALS), c->name);
			arguments(c, 1);
			put(");\n");
		} else {
			assign();
		}
		break;
	default:
		line("if (");
		condition();
		put(") {\n");
		w.indent++;
		if (pick(3))
			line("goto l%u;\n", w.labels);
		else
			leave();
		w.indent--;
		line("}\n");
	}
}

void block(unsigned int depth, unsigned int n)
{
	w.indent++;
	while (n--)
		statement(depth);
	w.indent--;
}
