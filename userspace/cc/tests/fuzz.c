// SPDX-License-Identifier: MIT
/*
 * Random kernels with structured control flow and gotos, compiled with random options, run as warps
 * and thread by thread.
 *
 * usage: fuzz SMCC WORKDIR [programs [first seed]]
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu.h"

#define IN	0x20000u
#define OUT	0x21000u
#define PARAM	0x22000u
#define OUT_WORDS 256

static uint32_t state;
static FILE *src;
static uint8_t *mem;

/* From 0 to @n - 1; the same for the same seed. */
static int pick(int n)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state % n;
}

/* Adds to the program's text. */
static void __attribute__((format(printf, 1, 2))) put(const char *f, ...)
{
	va_list ap;

	va_start(ap, f);
	vfprintf(src, f, ap);
	va_end(ap);
}

/* Any that the variables of act() can take. */
static void condition(void)
{
	switch (pick(9)) {
	case 0: put("s & %d", 1 << pick(5)); break;
	case 1: put("v %% %d == %d", 2 + pick(6), pick(4)); break;
	case 2: put("(int)(s - v) < 0"); break;
	case 3: put("n > %d", 2 + pick(19)); break;
	case 4: put("in[(s + v) & 31] & %d", 1 << pick(5)); break;
	case 5: put("(s & 1) && (v & 6)"); break;
	case 6: put("(s & 4) || in[v & 31] %% 3 == 1"); break;
	case 7: put("i < (v & 7)"); break;
	default: put("call(s, v) & 2"); break;
	}
}

/* A statement, which may hold others down to a depth. */
static void act(int depth)
{
	static const char *const bound[] = { "4", "(v & 7)", "(s & 3)", "(n & 7)" };
	char var = "ij"[depth & 1];

	switch (depth < 2 ? pick(10) : pick(5)) {
	case 0: put("s += v * 3; "); break;
	case 1: put("v ^= s >> 3; "); break;
	case 2: put("o[%d] = s; ", 32 * pick(7)); break;
	case 3: put("s += in[v & 31]; "); break;
	case 4: put("s = s * 5 + %d; ", 1 + pick(9)); break;
	case 5: put("v += call(s & 63, v); "); break;
	case 6:
		put("if (");
		condition();
		put(") { ");
		act(depth + 1);
		act(depth + 1);
		put("} else { ");
		act(depth + 1);
		put("} ");
		break;
	case 7: case 8:
		put("for (%c = 0; %c < %s; %c++) { ", var, var, bound[pick(4)], var);
		act(depth + 1);
		if (pick(2)) {
			put("if (");
			condition();
			put(") %s; ", pick(2) ? "break" : "continue");
		}
		act(depth + 1);
		put("} ");
		break;
	default:
		put("switch (%c & 3) { case 0: ", "sv"[pick(2)]);
		act(2);
		put("case 1: ");
		act(2);
		put("break; case 2: ");
		act(2);
		put("break; default: ");
		act(2);
		put("} ");
	}
}

/* Between blocks, so that loops without structure come about. */
static void jump(const char *how, int block, int blocks)
{
	int to = pick(blocks + 1);

	if (to <= block) {	/* backward: only so often */
		put("\tif (f && (");
		condition();
		put(") && --f) goto l%d;\n", to);
	} else {
		put("\tif (");
		condition();
		put(") %s%d;\n", how, to);
	}
}

/* Each block ends with random jumps. Backward jumps are counted, so that most programs end. */
static void generate(const char *path)
{
	int blocks = 4 + pick(9);

	src = fopen(path, "w");
	put("#include <smgpu_kernel.h>\n");
	put("static __attribute__((noinline)) unsigned call(unsigned a, unsigned b)\n{\n\tfor (unsigned k = 0; k < (a & 3); k++) {\n");
	put("\t\tif (b & %d)\n\t\t\treturn a + k;\n\t\tb = b * 3 + k;\n\t}\n\treturn a ^ b;\n}\n",
	    1 << pick(4));
	put("SMGPU_KERNEL void k_fuzz(int *in, int *out, int n)\n{\n\tint t = threadIdx.x;\n");
	put("\tunsigned s = in[t], v = in[(t * 7 + 3) & 31], f = %d, i = 0, j = 0;\n\tvolatile int *o = out + t;\n\n\t(void)j;\n",
	    5 + pick(36));
	for (int b = 0; b < blocks; b++) {
		put("l%d:\n\t", b);
		act(0);
		act(0);
		put("\n");
		for (int k = pick(3); k > 0; k--)
			jump("goto l", b, blocks);
		if (!pick(10)) {
			put("\tif (");
			condition();
			put(")\n\t\treturn;\n");
		}
	}
	put("l%d:\n\tout[t] = s;\n\tout[t + 224] = v;\n}\n", blocks);
	fclose(src);
}

/* The same input for each run with @seed. */
static void fresh(uint32_t seed)
{
	uint32_t *in = (uint32_t *)(mem + IN), *p = (uint32_t *)(mem + PARAM);

	memset(mem, 0, 0x30000);
	for (int t = 0; t < 32; t++) {
		seed = seed * 1664525u + 1013904223u;
		in[t] = seed >> (seed & 256 ? 1 : 26);
	}
	p[0] = IN;
	p[1] = OUT;
	p[2] = 1 + seed % 30;
}

/* NULL, or why it failed. */
static const char *run(const char *elf, int lanes, int policy, uint32_t seed, uint64_t limit)
{
	struct emu_kernel k;
	struct emu_launch l = { .param = PARAM,
				.grid = { 1, 1, 1 },
				.cta = { 32, 1, 1 },
				.lanes = lanes,
				.policy = policy,
				.yield_period = 1 + policy * 4,
				.max_pre = policy == EMU_TAKEN ? 1 : 0,
				.seed = seed,
				.limit = limit };
	struct emu_stats st;
	const char *why;

	fresh(seed);
	why = emu_load(mem, elf);
	if (!why)
		why = emu_kernel(elf, "k_fuzz", &k);
	if (why)
		return why;
	l.entry = k.entry;
	l.local_bytes = k.local_bytes;
	return emu_run(mem, &l, &st);
}

/* A program that failed stays in the directory, for whoever looks for the reason. */
static const char *one(const char *smcc, const char *dir, uint32_t seed)
{
	static const char *const level[] = { "-O1", "-O2", "-O3", "-Os" };
	static const char *const more[] = { "", "", "", "", "-fall-divergent", "--regs 16" };
	const char *constants = seed & 3 ? "-mconstants" : "-mno-constants";
	char path[4][512], cmd[4096];

	state = seed * 2654435761u + 12345;
	snprintf(path[0], sizeof(path[0]), "%s/fuzz%u.c", dir, seed);
	snprintf(path[1], sizeof(path[1]), "%s/fuzz.elf", dir);
	snprintf(path[2], sizeof(path[2]), "%s/fuzz-oracle.elf", dir);
	generate(path[0]);
	snprintf(cmd, sizeof(cmd),
		 "%s %s %s %s -w -o %s %s && %s -O1 -fno-divergence -mno-constants -w -o %s %s",
		 smcc, constants, level[pick(4)], more[pick(6)], path[1], path[0], smcc, path[2],
		 path[0]);
	if (system(cmd))
		return "does not compile";
	for (uint32_t data = 0; data < 2; data++) {
		uint32_t want[OUT_WORDS];

		/* random gotos may make an endless program: nothing to compare then */
		if (run(path[2], 1, EMU_AUTO, seed * 2 + data, 3000000))
			continue;
		memcpy(want, mem + OUT, sizeof(want));
		for (int p = EMU_AUTO; p <= EMU_RANDOM; p++) {
			const char *why = run(path[1], 32, p, seed * 2 + data, 6000000);

			if (why)
				return why;
			if (memcmp(want, mem + OUT, sizeof(want)))
				return "differs from the thread-by-thread run";
		}
	}
	remove(path[0]);
	return NULL;
}

int main(int argc, char **argv)
{
	uint32_t n = argc > 3 ? strtoul(argv[3], NULL, 0) : 60,
		 first = argc > 4 ? strtoul(argv[4], NULL, 0) : 1;
	int failed = 0;

	if (argc < 3) {
		fprintf(stderr, "usage: fuzz SMCC WORKDIR [programs [first seed]]\n");
		return 2;
	}
	mem = calloc(1, EMU_MEM_BYTES);
	for (uint32_t seed = first; seed < first + n; seed++) {
		const char *why = one(argv[1], argv[2], seed);

		if (why) {
			printf("not ok fuzz/%u: %s (program kept in %s)\n", seed, why, argv[2]);
			failed++;
		} else {
			printf("ok fuzz/%u\n", seed);
		}
	}
	return failed != 0;
}
