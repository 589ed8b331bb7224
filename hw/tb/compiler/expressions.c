// SPDX-License-Identifier: MIT
/* Expressions of random programs */
#include "programs_int.h"

static void constant(void)
{
	static const char *const odd[] = { "0",		  "1",		 "-1",
					   "127",	  "128",	 "255",
					   "-32768",	  "65535",	 "0x7fffffff",
					   "0x80000000u", "0xffffffffu", "0x123456789abcdefll" };

	if (pick(3))
		put("%u", pick(100));
	else
		put("(%s)", odd[pick(sizeof(odd) / sizeof(odd[0]))]);
}

static void variable(void)
{
	switch (pick(9)) {
	case 0: case 1: case 2:
		put("v%u", pick(LOCALS));
		break;
	case 3: case 4:
		if (w.self->params)
			put("p%u", pick(w.self->params));
		else
			put("v%u", pick(LOCALS));
		break;
	case 5:
		put("a[(uint32_t)v%u %% %u]", pick(LOCALS), w.array);
		break;
	case 6:
		put("s.%c", "bhwdx"[pick(5)]);
		break;
	case 7:
		put("table[(uint32_t)v%u & 15]", pick(LOCALS));
		break;
	default:
		put(w.kernel ? "in[((uint32_t)v%u + TID) & 63]" : "v%u", pick(LOCALS));
	}
}

bool affordable(const struct function *c)
{
	return w.times * (c->cost + 1) + w.cost < w.budget;
}

void arguments(const struct function *c, unsigned int depth)
{
	for (unsigned int i = 0; i < c->params; i++) {
		put("%s", i || c->of_struct || c->changes ? ", " : "");
		expression(depth ? depth - 1 : 0);
	}
}

static bool call(unsigned int depth)
{
	struct function *c = w.n_funcs ? &w.func[pick(w.n_funcs)] : NULL;

	if (!c || c->changes || !affordable(c))
		return false;
	w.cost += w.times * (c->cost + 1);
	put("%s(%s", c->name, c->of_struct ? "s" : "");
	arguments(c, depth);
	put(")");
	return true;
}

static void binary(unsigned int depth)
{
	static const char *const ops[] = { "+",	 "-",  "*",  "&",  "|",	 "^", "<",
					   ">=", "==", "!=", "&&", "||", "+", "^" };

	put("(");
	expression(depth - 1);
	put(" %s ", ops[pick(sizeof(ops) / sizeof(ops[0]))]);
	expression(depth - 1);
	put(")");
}

void expression(unsigned int depth)
{
	if (!depth) {
		if (pick(3))
			variable();
		else
			constant();
		return;
	}
	switch (pick(16)) {
	case 0:
		put("((%s)", type_name[pick(TYPES)]);
		expression(depth - 1);
		put(")");
		break;
	case 1:
		put("%s(", (const char *[]){ "~", "!", "-" }[pick(3)]);
		expression(depth - 1);
		put(")");
		break;
	case 2:
		put("((%s)(", pick(3) ? "uint32_t" : "uint64_t");
		expression(depth - 1);
		put(") %s ((", pick(2) ? "<<" : ">>");
		expression(depth - 1);
		put(") & 31))");
		break;
	case 3:
		put("((int32_t)(");
		expression(depth - 1);
		put(") >> %u)", pick(32));
		break;
	case 4:
		put("((%s)(", type_name[4 + pick(4)]);
		expression(depth - 1);
		put(") %s (((", pick(2) ? "/" : "%");
		expression(depth - 1);
		put(") & 63) + 1))");
		break;
	case 5:
		put("(");
		expression(depth - 1);
		put(" ? ");
		expression(depth - 1);
		put(" : ");
		expression(depth - 1);
		put(")");
		break;
	case 6: case 7:
		if (!call(depth))
			binary(depth);
		break;
	case 8:
		if (w.pointers && w.times * w.func[0].cost + w.cost < w.budget) {
			w.cost += w.times * w.func[0].cost;
			put("pointer[(uint32_t)v%u & 3](v%u, v%u)", pick(LOCALS), pick(LOCALS),
			    pick(LOCALS));
		} else {
			binary(depth);
		}
		break;
	case 9:
		put("(int32_t)((%s)((", pick(3) ? "float" : "double");
		expression(depth - 1);
		put(") & 1023) * (float)((");
		expression(depth - 1);
		put(") & 511) - 7)");
		break;
	default:
		binary(depth);
	}
}

void condition(void)
{
	switch (pick(5)) {
	case 0:
		put("v%u & %u", pick(LOCALS), 1 << pick(6));
		break;
	case 1:
		put("(uint32_t)v%u %% %u == %u", pick(LOCALS), 2 + pick(5), pick(3));
		break;
	default:
		expression(1 + pick(2));
	}
}
