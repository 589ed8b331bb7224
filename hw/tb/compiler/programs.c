// SPDX-License-Identifier: MIT
/*
 * Makes the programs. All arithmetic is defined (with -fwrapv), floats hold integers that they
 * represent exactly, functions change nothing but their own variables and what they are given the
 * address of. What a program may cost is counted while it is written: each statement as often as
 * the loops around it can run it.
 */
#define _GNU_SOURCE
#include "programs.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define MAX_PARAMS	14u
#define MAX_FUNCS	6u
#define LOCALS		6u
#define COST		3000u	/* of one function, with what it calls */

enum type { I8, U8, I16, U16, I32, U32, I64, U64, TYPES };

static const char *const type_name[] = { "int8_t",  "uint8_t",	"int16_t", "uint16_t",
					 "int32_t", "uint32_t", "int64_t", "uint64_t" };

struct function {
	char name[16];
	unsigned int params, cost;
	enum type param[MAX_PARAMS], returns;
	bool of_struct;		/* takes a structure first */
	bool changes;		/* takes an address first, and writes there */
};

static FILE *f;
static uint64_t state;
static struct function func[MAX_FUNCS];
static unsigned int n_funcs, labels;
static bool pointers;		/* there is a table of functions */
/* of the function that is written */
static struct function *self;
static bool kernel;
static unsigned int times, cost, loops, indent, array, budget;

static unsigned int pick(unsigned int n)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (unsigned int)((z ^ z >> 31) >> 33) % n;
}

static __attribute__((format(printf, 1, 2))) void put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(f, fmt, ap);
	va_end(ap);
}

static __attribute__((format(printf, 1, 2))) void line(const char *fmt, ...)
{
	va_list ap;

	for (unsigned int i = 0; i < indent; i++)
		fputc('\t', f);
	va_start(ap, fmt);
	vfprintf(f, fmt, ap);
	va_end(ap);
}

static void expression(unsigned int depth);

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
		if (self->params)
			put("p%u", pick(self->params));
		else
			put("v%u", pick(LOCALS));
		break;
	case 5:
		put("a[(uint32_t)v%u %% %u]", pick(LOCALS), array);
		break;
	case 6:
		put("s.%c", "bhwdx"[pick(5)]);
		break;
	case 7:
		put("table[(uint32_t)v%u & 15]", pick(LOCALS));
		break;
	default:
		put(kernel ? "in[((uint32_t)v%u + TID) & 63]" : "v%u", pick(LOCALS));
	}
}

static bool affordable(const struct function *c)
{
	return times * (c->cost + 1) + cost < budget;
}

static void arguments(const struct function *c, unsigned int depth)
{
	for (unsigned int i = 0; i < c->params; i++) {
		put("%s", i || c->of_struct || c->changes ? ", " : "");
		expression(depth ? depth - 1 : 0);
	}
}

static bool call(unsigned int depth)
{
	struct function *c = n_funcs ? &func[pick(n_funcs)] : NULL;

	if (!c || c->changes || !affordable(c))
		return false;
	cost += times * (c->cost + 1);
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

static void expression(unsigned int depth)
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
		if (pointers && times * func[0].cost + cost < budget) {
			cost += times * func[0].cost;
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

static void condition(void)
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

static void target(void)
{
	switch (pick(6)) {
	case 0:
		put("a[(uint32_t)v%u %% %u]", pick(LOCALS), array);
		break;
	case 1:
		put("s.%c", "bhwdx"[pick(5)]);
		break;
	default:
		put("v%u", pick(LOCALS));
	}
}

static void block(unsigned int depth, unsigned int n);

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
	unsigned int trips = 1 + pick(6), i = loops++, before = times;

	if (times * trips > 200)
		trips = 1;
	times *= trips;
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
		times = before;
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
	times = before;
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
	unsigned int i = loops++, before = times;

	times *= 3;
	line("i%u = 3;\n", i);
	line("switch ((uint32_t)v%u & 3) {\n", pick(LOCALS));
	line("case 0:\n");
	line("\tdo {\n");
	indent++;
	block(depth + 1, 1);
	line("case 1:\n");
	block(depth + 1, 1);
	line("case 2:\n");
	block(depth + 1, 1);
	indent--;
	line("\t} while (--i%u);\n", i);
	line("}\n");
	times = before;
}

static void leave(void)
{
	if (kernel) {
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
	struct function *c = n_funcs ? &func[pick(n_funcs)] : NULL;

	cost += times;
	switch (depth < 4 && cost < budget / 2 ? pick(14) : pick(4)) {
	case 0: case 1: case 2:
		assign();
		break;
	case 3:
		if (kernel)
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
		if (loops < 12)
			loop(depth);
		break;
	case 10:
		choice(depth);
		break;
	case 11:
		if (!pick(3) && loops < 12 && times < 50)
			device(depth);
		else
			choice(depth);
		break;
	case 12:
		if (c && c->changes && affordable(c)) {
			cost += times * (c->cost + 1);
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
		indent++;
		if (pick(3))
			line("goto l%u;\n", labels);
		else
			leave();
		indent--;
		line("}\n");
	}
}

static void block(unsigned int depth, unsigned int n)
{
	indent++;
	while (n--)
		statement(depth);
	indent--;
}

static void locals(void)
{
	static const unsigned int sizes[] = { 4, 7, 16, 33, 600, 1100 };

	array = sizes[pick(kernel ? 6 : 5)];
	line("%s a[%u];\n", type_name[pick(TYPES)], array);
	line("struct mixed s = { 1, 2, 3, 4, 5 };\n");
	line("uint32_t i0 = 0, i1 = 0, i2 = 0, i3 = 0, i4 = 0, i5 = 0, i6 = 0, i7 = 0, i8 = 0, i9 = 0, i10 = 0, i11 = 0, i12 = 0, i13 = 0, again = 2;\n");
	for (unsigned int i = 0; i < LOCALS; i++) {
		line("%s v%u = ", type_name[pick(TYPES)], i);
		if (kernel && pick(2))
			put("in[(TID * %u + %u) & 63]", 1 + pick(7), pick(64));
		else if (self->params)
			put("p%u", pick(self->params));
		else
			put("%u", pick(50));
		put(";\n");
	}
	put("\n");
	if (self->of_struct)
		line("s = given;\n");
	if (self->changes)
		line("s = *given;\n");
	line("for (uint32_t i = 0; i < %u; i++)\n", array);
	line("\ta[i] = i * %u + v0;\n", 1 + pick(9));
}

/* Three parts: the end of one can be jumped to from inside, and the middle one may be run again. */
static void body(void)
{
	times = 1;
	cost = array / 8;
	loops = 0;
	indent = 1;
	locals();
	for (unsigned int part = 0; part < 3; part++) {
		unsigned int before = times;

		labels++;
		times = part == 1 ? 3 : 1;
		put("m%u:\n", labels);
		line(";\n");
		block(0, 2 + pick(kernel ? 4 : 3));
		put("l%u:\n", labels);
		line(";\n");
		if (part == 1) {
			line("if (again && (");
			condition();
			put(")) {\n\t\tagain--;\n\t\tgoto m%u;\n\t}\n", labels);
		}
		times = before;
	}
	line("(void)i0, (void)i1, (void)i2, (void)i3, (void)i4, (void)i5, (void)i6, (void)i7, (void)i8, (void)i9, (void)i10, (void)i11, (void)i12, (void)i13;\n");
}

static void signature(const struct function *c, const char *first)
{
	put("(%s", first);
	for (unsigned int i = 0; i < c->params; i++)
		put("%s%s p%u", i || *first ? ", " : "", type_name[c->param[i]], i);
	put(")\n{\n");
}

static void function(void)
{
	struct function *c = &func[n_funcs];

	memset(c, 0, sizeof(*c));
	snprintf(c->name, sizeof(c->name), "f%u", n_funcs);
	c->params = pick(3) ? 1 + pick(5) : 6 + pick(MAX_PARAMS - 6);
	c->returns = pick(TYPES);
	c->of_struct = !pick(4);
	c->changes = !c->of_struct && !pick(4);
	for (unsigned int i = 0; i < c->params; i++)
		c->param[i] = pick(TYPES);
	self = c;
	kernel = false;
	budget = COST >> (n_funcs < 3 ? 3 - n_funcs : 0);
	put("static %s%s %s", pick(2) ? "__attribute__((noinline)) " : "", type_name[c->returns],
	    c->name);
	signature(c, c->of_struct ? "struct mixed given" : c->changes ? "struct mixed *given" : "");
	body();
	if (c->changes)
		line("given->w = s.w + v1;\n\tgiven->d ^= s.d;\n");
	line("return v0 + v%u;\n}\n\n", pick(LOCALS));
	c->cost = cost;
	n_funcs++;
}

/* Functions of one type behind a table, one of which calls itself */
static void function_table(void)
{
	put("static int32_t q0(int32_t x, int32_t y) { return x * 3 + y; }\n"
	    "static int32_t q1(int32_t x, int32_t y)\n{\n\tint32_t n = 0;\n\n\tfor (int32_t i = 0; i < (x & 7); i++)\n\t\tn += i ^ y;\n\treturn n;\n}\n"
	    "static __attribute__((noinline)) int32_t q2(int32_t x, int32_t y)\n{\n\tif ((x & 7) < 2)\n\t\treturn y;\n\treturn q2((x & 7) - 1, y + 1) + (x & 7) * 3;\n}\n"
	    "static int32_t q3(int32_t x, int32_t y)\n{\n\tint32_t a[20];\n\n\tfor (int32_t i = 0; i < 20; i++)\n\t\ta[i] = x + i * y;\n"
	    "\treturn a[(uint32_t)(x + y) %% 20];\n}\n"
	    "static int32_t (*const pointer[4])(int32_t, int32_t) = { q0, q1, q2, q3 };\n\n");
	pointers = true;
}

static void kernel_function(struct differ *d)
{
	static struct function k;
	uint64_t value[MAX_PARAMS];
	unsigned int at = 2;

	memset(&k, 0, sizeof(k));
	k.params = pick(3) ? 1 + pick(5) : 6 + pick(MAX_PARAMS - 6);
	for (unsigned int i = 0; i < k.params; i++) {
		bool wide;

		k.param[i] = pick(TYPES);
		wide = k.param[i] >= I64;
		value[i] = pick(4) ? pick(1000) : (uint64_t)pick(1u << 31) << pick(33);
		if (wide && at >= 8)
			at += at & 1;
		d->word[at++] = (uint32_t)(k.param[i] == I8    ? (uint32_t)(int8_t)value[i]
					   : k.param[i] == U8  ? (uint8_t)value[i]
					   : k.param[i] == I16 ? (uint32_t)(int16_t)value[i]
					   : k.param[i] == U16 ? (uint16_t)value[i]
							       : value[i]);
		if (wide)
			d->word[at++] = (uint32_t)(value[i] >> 32);
	}
	d->words = at;
	self = &k;
	kernel = true;
	budget = 4 * COST;
	put("KERNEL void k");
	signature(&k, "const uint32_t *in, uint32_t *out");
	body();
	for (unsigned int i = 0; i < DIFFER_OUT; i++)
		line("out[TID * %u + %u] ^= (uint32_t)v%u + s.w * %u;\n", DIFFER_OUT, i, i % LOCALS,
		     i);
	put("}\n\n#ifdef NATIVE\nvoid native(uint32_t t, const uint32_t *in, uint32_t *out)\n{\n\ttid = t;\n\tk(in, out");
	for (unsigned int i = 0; i < k.params; i++)
		put(", (%s)0x%llxull", type_name[k.param[i]], (unsigned long long)value[i]);
	put(");\n}\n#endif\n");
}

void differ_program(FILE *out, uint64_t seed, struct differ *d)
{
	unsigned int n, i;

	f = out;
	state = seed * 0x2545f4914f6cdd1dull + 7;
	n_funcs = labels = 0;
	pointers = false;
	memset(d, 0, sizeof(*d));
	memset(func, 0, sizeof(func));
	put("/* Made by programs.c, seed %llu */\n#ifdef NATIVE\n#include <stdint.h>\nstatic uint32_t tid;\n#define TID tid\n#define KERNEL static\n#else\n"
	    "#include <smgpu_kernel.h>\n#define TID threadIdx.x\n#define KERNEL SMGPU_KERNEL\n#endif\n\n"
	    "struct mixed {\n\tint8_t b;\n\tuint16_t h;\n\tint32_t w;\n\tint64_t d;\n\tuint8_t x;\n};\n\n",
	    (unsigned long long)seed);
	put("static const %s table[16] = {", type_name[pick(TYPES)]);
	for (i = 0; i < 16; i++)
		put(" %u,", pick(120));
	put(" };\n\n");
	if (pick(2))
		function_table();
	n = pick(MAX_FUNCS + 1);
	for (i = 0; i < n; i++)
		function();
	kernel_function(d);
}
