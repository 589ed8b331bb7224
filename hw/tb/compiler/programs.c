// SPDX-License-Identifier: MIT
/*
 * Makes the programs. All arithmetic is defined (with -fwrapv), floats hold integers that they
 * represent exactly, functions change nothing but their own variables and what they are given the
 * address of. What a program may cost is counted while it is written: each statement as often as
 * the loops around it can run it.
 */
#define _GNU_SOURCE
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "programs.h"
#include "programs_int.h"

const char *const type_name[TYPES] = { "int8_t",  "uint8_t",  "int16_t", "uint16_t",
				       "int32_t", "uint32_t", "int64_t", "uint64_t" };

struct written w;

unsigned int pick(unsigned int n)
{
	uint64_t z = w.state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (unsigned int)((z ^ z >> 31) >> 33) % n;
}

void put(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(w.f, fmt, ap);
	va_end(ap);
}

void line(const char *fmt, ...)
{
	va_list ap;

	for (unsigned int i = 0; i < w.indent; i++)
		fputc('\t', w.f);
	va_start(ap, fmt);
	vfprintf(w.f, fmt, ap);
	va_end(ap);
}

static void locals(void)
{
	static const unsigned int sizes[] = { 4, 7, 16, 33, 600, 1100 };

	w.array = sizes[pick(w.kernel ? 6 : 5)];
	line("%s a[%u];\n", type_name[pick(TYPES)], w.array);
	line("struct mixed s = { 1, 2, 3, 4, 5 };\n");
	line("uint32_t i0 = 0, i1 = 0, i2 = 0, i3 = 0, i4 = 0, i5 = 0, i6 = 0, i7 = 0, i8 = 0, i9 = 0, i10 = 0, i11 = 0, i12 = 0, i13 = 0, again = 2;\n");
	for (unsigned int i = 0; i < LOCALS; i++) {
		line("%s v%u = ", type_name[pick(TYPES)], i);
		if (w.kernel && pick(2))
			put("in[(TID * %u + %u) & 63]", 1 + pick(7), pick(64));
		else if (w.self->params)
			put("p%u", pick(w.self->params));
		else
			put("%u", pick(50));
		put(";\n");
	}
	put("\n");
	if (w.self->of_struct)
		line("s = given;\n");
	if (w.self->changes)
		line("s = *given;\n");
	line("for (uint32_t i = 0; i < %u; i++)\n", w.array);
	line("\ta[i] = i * %u + v0;\n", 1 + pick(9));
}

/* Three parts: the end of one can be jumped to from inside, and the middle one may be run again. */
static void body(void)
{
	w.times = 1;
	w.cost = w.array / 8;
	w.loops = 0;
	w.indent = 1;
	locals();
	for (unsigned int part = 0; part < 3; part++) {
		unsigned int before = w.times;

		w.labels++;
		w.times = part == 1 ? 3 : 1;
		put("m%u:\n", w.labels);
		line(";\n");
		block(0, 2 + pick(w.kernel ? 4 : 3));
		put("l%u:\n", w.labels);
		line(";\n");
		if (part == 1) {
			line("if (again && (");
			condition();
			put(")) {\n\t\tagain--;\n\t\tgoto m%u;\n\t}\n", w.labels);
		}
		w.times = before;
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
	struct function *c = &w.func[w.n_funcs];

	memset(c, 0, sizeof(*c));
	snprintf(c->name, sizeof(c->name), "f%u", w.n_funcs);
	c->params = pick(3) ? 1 + pick(5) : 6 + pick(MAX_PARAMS - 6);
	c->returns = pick(TYPES);
	c->of_struct = !pick(4);
	c->changes = !c->of_struct && !pick(4);
	for (unsigned int i = 0; i < c->params; i++)
		c->param[i] = pick(TYPES);
	w.self = c;
	w.kernel = false;
	w.budget = COST >> (w.n_funcs < 3 ? 3 - w.n_funcs : 0);
	put("static %s%s %s", pick(2) ? "__attribute__((noinline)) " : "", type_name[c->returns],
	    c->name);
	signature(c, c->of_struct ? "struct mixed given" : c->changes ? "struct mixed *given" : "");
	body();
	if (c->changes)
		line("given->w = s.w + v1;\n\tgiven->d ^= s.d;\n");
	line("return v0 + v%u;\n}\n\n", pick(LOCALS));
	c->cost = w.cost;
	w.n_funcs++;
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
	w.pointers = true;
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
	w.self = &k;
	w.kernel = true;
	w.budget = 4 * COST;
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

	w.f = out;
	w.state = seed * 0x2545f4914f6cdd1dull + 7;
	w.n_funcs = w.labels = 0;
	w.pointers = false;
	memset(d, 0, sizeof(*d));
	memset(w.func, 0, sizeof(w.func));
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
