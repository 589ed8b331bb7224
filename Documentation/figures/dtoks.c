// SPDX-License-Identifier: MIT
/*
 * The programs of Documentation/concepts/divergence.rst on the model's warp. Prints the warp before
 * each step that is to be shown: `row PICTURE | instruction | active threads | TYPE label threads,
 * ... (front first)`. dtoks.py draws it.
 */
#include <stdio.h>

#include "asm.h"
#include "flat.h"
#include "xsm.h"

struct line {
	uint32_t word;
	const char *label, *text;	/* text NULL: not shown */
};

static struct flat f;

static const char *label(const struct line *code, uint32_t addr)
{
	static char text[16];
	const struct line *l = &code[(addr - FLAT_BASE) / 4];

	if (l->label)
		return l->label;
	snprintf(text, sizeof(text), "line %u", (unsigned int)(l - code));
	return text;
}

static void threads(uint32_t mask)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		putchar(mask >> i & 1 ? '0' + (int)i : '-');
}

static void row(const char *picture, const struct line *code, const char *text)
{
	unsigned int i;

	printf("row %s | %s | ", picture, text);
	threads(f.warp.active);
	printf(" |");
	for (i = 0; i < f.warp.q.count; i++) {
		const struct dtok *t = dtok_at(&f.warp.q, i);
		const char *type = t->type == XSM_DTOK_YIELD ? "YIELD"
				   : t->type == XSM_DTOK_DIV ? "DIV"
				   : t->type == 1	     ? "SSY"
							     : "PBRK";

		printf("%s %s %s ", i ? "," : "", type, label(code, t->addr));
		threads(t->mask);
	}
	putchar('\n');
}

static int show(const char *picture, const struct line *code, unsigned int n, unsigned int side)
{
	uint32_t words[32];
	unsigned int i;
	char text[96];

	for (i = 0; i < n; i++)
		words[i] = code[i].word;
	flat_init(&f, words, n, 4, 64);
	f.policy.branch = side;
	while (f.warp.state == WARP_RUN && f.steps < 200) {
		const struct line *l = &code[(f.warp.pc - FLAT_BASE) / 4];

		snprintf(text, sizeof(text), "%s%s%s", l->label ? l->label : "",
			 l->label ? ": " : "", l->text ? l->text : "");
		if (l->text)
			row(picture, code, text);
		flat_step(&f);
	}
	row(picture, code, "(ended)");
	return f.warp.state != WARP_DONE;
}

/* Threads 0 and 1 go round once, 2 and 3 twice; odd threads add 1, even ones 2. */
static const struct line loop[] = {
	{ CSRR(S0, CSR_LANE), NULL, NULL },
	{ SRLI(S1, S0, 1), NULL, NULL },
	{ ANDI(T1, S0, 1), NULL, NULL },
	{ PRE(2, 40), NULL, "pbrk out" }, /* 3 */
	/* 4, 5 */
	{ PRE(1, 24), "loop", "ssy meet" },
	{ BEQ(T1, ZERO, 12), NULL, "beqz odd, even" },
	{ ADDI(T2, T2, 1), NULL, "addi sum, 1" },
	{ DIS(1, 12), NULL, "sync meet" }, /* 6, 7 */
	{ ADDI(T2, T2, 2), "even", "addi sum, 2" },
	{ DIS(1, 4), NULL, "sync meet" }, /* 8, 9 */
	/* 10, 11 */
	{ ADDI(T0, T0, 1), "meet", "addi i, 1" },
	{ BGE(S1, T0, -28), NULL, "bge n, i, loop" },
	/* 12, 13 */
	{ DIS(2, 4), NULL, "brk out" },
	{ EXIT, "out", "exit" },
};

/* A spin lock taken by four threads; the waiting side of the branch goes first. */
static const struct line lock[] = {
	{ LUI(A0, FLAT_DATA), NULL, NULL },
	{ ADDI(A1, ZERO, 1), NULL, NULL },
	{ AMO(1, T0, A0, A1), "try", "amoswap old, lock" },
	{ BNE(T0, ZERO, 24), NULL, "bnez old, wait" },
	{ LW(T1, A0, 4), "mine", "(critical section)" },
	{ ADDI(T1, T1, 1), NULL, NULL },
	{ SW(T1, A0, 4), NULL, NULL },
	{ SW(ZERO, A0, 0), NULL, "sw 0, lock" },
	{ EXIT, NULL, "exit" },
	{ YIELD(-28), "wait", "yield try" },
};

int main(void)
{
	return show("loop", loop, sizeof(loop) / sizeof(loop[0]), 0) |
	       show("lock", lock, sizeof(lock) / sizeof(lock[0]), 1);
}
