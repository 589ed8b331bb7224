// SPDX-License-Identifier: MIT
/*
 * A program is a list of operations in one order; each thread does its part of those it takes part
 * in, in that order. An operation waits for nothing but its own members and for what operations
 * before it have written for good. So the first operation that is not done can always go on, and
 * every weakly fair schedule ends the program. All state that lets a wait end is in memory, and in
 * most shapes the loop's own counter moves under a branch on it.
 */
#define _GNU_SOURCE
#include "waits.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MAX_OPS		12u
#define MAX_ROLES	(WAITS_THREADS)
#define EACH(t, mask)	for (unsigned int t = 0; t < WAITS_THREADS; t++) if ((mask) >> t & 1)

struct role {
	uint32_t mask;
	char *code;
};

struct op {
	unsigned int roles;
	struct role role[MAX_ROLES];
};

static uint64_t state;
static unsigned int next_word;
static uint32_t s[WAITS_THREADS];	/* each thread's value so far */
static struct waits *made;
static struct op ops[MAX_OPS];
static unsigned int n_ops;

static unsigned int pick(unsigned int n)
{
	uint64_t z = state += 0x9e3779b97f4a7c15ull;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ z >> 27) * 0x94d049bb133111ebull;
	return (unsigned int)((z ^ z >> 31) >> 33) % n;
}

static unsigned int words(unsigned int n)
{
	next_word += n;
	return next_word - n;
}

static void expect(unsigned int word, uint32_t value)
{
	made->sum[made->sums].word = word;
	made->sum[made->sums++].value = value;
}

static __attribute__((format(printf, 2, 3))) void role(uint32_t mask, const char *fmt, ...)
{
	struct op *o = &ops[n_ops];
	va_list ap;

	va_start(ap, fmt);
	o->role[o->roles].mask = mask;
	if (vasprintf(&o->role[o->roles++].code, fmt, ap) < 0)
		abort();
	va_end(ap);
}

/* @n members out of @from */
static uint32_t members(uint32_t from, unsigned int n)
{
	uint32_t mask = 0;

	while (n && mask != from) {
		unsigned int t = pick(WAITS_THREADS);

		if (from >> t & 1 && !(mask >> t & 1)) {
			mask |= 1u << t;
			n--;
		}
	}
	return mask;
}

static uint32_t everybody(void)
{
	return (uint32_t)((1ull << made->threads) - 1);
}

static unsigned int at_least(unsigned int least, unsigned int most)
{
	return least + pick(most - least + 1);
}

static const char *load(void)
{
	static const char *const how[] = { "ACQ",     "RLX", "VOL",    "ADD0", "poll", "fenced",
					   "CLOBBER", "ASM", "copied", "told", "FAR" };

	return how[pick(sizeof(how) / sizeof(how[0]))];
}

/* One thread writes a word once, others wait for it. */
static void event(void)
{
	/* A format takes how to load, and the word. */
	static const char *const shape[] = {
		"while (!(v = %s(&m[%u])))\n\t\t\t;\n",
		"do {\n\t\t\tv = %s(&m[%u]);\n\t\t} while (!v);\n",
		"for (i = 0; i < 1;) {\n\t\t\tv = %s(&m[%u]);\n\t\t\tif (v)\n\t\t\t\ti++;\n\t\t}\n",
		"__label__ again;\n\tagain:\n\t\tv = %s(&m[%u]);\n\t\tif (!v)\n\t\t\tgoto again;\n",
		"for (i = 0; !i;) {\n\t\t\tfor (k = 0; k < 2 + one && !i; k++) {\n\t\t\t\tv = %s(&m[%u]);\n\t\t\t\tif (v)\n\t\t\t\t\ti = 1;\n\t\t\t}\n\t\t}\n",
		"for (i = 0; i < 7 + one; i = (i + 1) & 7) {\n\t\t\tv = %s(&m[%u]);\n\t\t\tif (v)\n\t\t\t\tbreak;\n\t\t}\n",
		"for (i = 0, k = one; i != 3;) {\n\t\t\tswitch (i) {\n\t\t\tcase 0:\n\t\t\t\tv = %s(&m[%u]);\n\t\t\t\ti = v ? 1 : 2;\n\t\t\t\tbreak;\n"
		"\t\t\tcase 1:\n\t\t\t\tk++;\n\t\t\t\ti = 3;\n\t\t\t\tbreak;\n\t\t\tdefault:\n\t\t\t\tk ^= 1;\n\t\t\t\ti = 0;\n\t\t\t}\n\t\t}\n",
		"for (i = one, k = 0; k != i;) {\n\t\t\tv = %s(&m[%u]);\n\t\t\tk = v ? one : k & 0;\n\t\t}\n",
	};
	unsigned int word = words(1), from = pick(made->threads),
		     n = sizeof(shape) / sizeof(shape[0]), one = pick(n), kind;
	uint32_t producer = 1u << from,
		 wait = members(everybody() & ~producer, at_least(1, made->threads - 1)),
		 value = s[from] * 2 + 1;
	uint32_t some = pick(2) ? members(wait, 1 + pick(4)) : 0;
	char *loop, *text;

	role(producer, "\t\t%s(&m[%u], s * 2 + 1);\n", pick(2) ? "PUT" : "XCHG", word);
	for (kind = 0; kind < 2; kind++) {
		uint32_t mask = kind ? some : wait & ~some;

		if (!mask)
			continue;
		if (asprintf(&loop, "\t\t%s", shape[(one + kind * 3) % n]) < 0 ||
		    asprintf(&text, loop, load(), word) < 0)
			abort();
		role(mask, "%s\t\ts = s * 5 + v;\n", text);
		free(loop);
		free(text);
	}
	EACH(t, wait)
		s[t] = s[t] * 5 + value;
}

/* Each of several words is written by some thread; others take all of them, in order or as they
 * come. */
static void scan(void)
{
	unsigned int n = at_least(2, 6), base = words(n), k;
	uint32_t wait = members(everybody(), at_least(1, made->threads - 1)),
		 write = everybody() & ~wait, sum = 0, part, done = 0, value;

	for (k = 0; k < n; k++) {
		value = 3 + pick(1000);
		part = members(write & ~done ? write & ~done : write, 1);
		/* a thread may write more than one word; each is a role of an operation of
		 * its own */
		role(part, "\t\tPUT(&m[%u], %uu);\n", base + k, value);
		done |= part;
		sum += value * (k + 1);
		if (k + 1 < n && !(write & ~done))
			done = 0;
	}
	switch (pick(5)) {
	case 0:
		role(wait,
		     "\t\tfor (i = 0, k = 0; i < %u;) {\n\t\t\tv = %s(&m[%u + i]);\n\t\t\tif (v) {\n\t\t\t\tk += v * (i + 1);\n\t\t\t\ti++;\n\t\t\t}\n\t\t}\n"
		     "\t\ts = s * 3 + k;\n",
		     n, load(), base);
		break;
	case 1:
		role(wait,
		     "\t\tfor (i = 0, k = 0, got = 0; got != %u; i = i + 1 < %u ? i + 1 : 0) {\n\t\t\tif (got >> i & 1)\n\t\t\t\tcontinue;\n"
		     "\t\t\tv = %s(&m[%u + i]);\n\t\t\tif (v) {\n\t\t\t\tk += v * (i + 1);\n\t\t\t\tgot |= 1u << i;\n\t\t\t}\n\t\t}\n\t\ts = s * 3 + k;\n",
		     (1u << n) - 1, n, load(), base);
		break;
	case 2:
		role(wait,
		     "\t\tuint32_t *at = &m[%u], *end = &m[%u];\n\n\t\tk = 0;\n\t\twhile (at != end) {\n\t\t\tv = %s(at);\n\t\t\tif (v)\n"
		     "\t\t\t\tk += v * (uint32_t)(at++ - &m[%u] + 1);\n\t\t}\n\t\ts = s * 3 + k;\n",
		     base, base + n, load(), base);
		break;
	case 3:
		role(wait,
		     "\t\tfor (got = %u, k = 0; got;) {\n\t\t\tfor (i = 0; i < %u * one; i++) {\n\t\t\t\tif (!(got >> i & 1) || !(v = %s(&m[%u + i])))\n"
		     "\t\t\t\t\tcontinue;\n\t\t\t\tk += v * (i + 1);\n\t\t\t\tgot &= ~(1u << i);\n\t\t\t}\n\t\t}\n\t\ts = s * 3 + k;\n",
		     (1u << n) - 1, n, load(), base);
		break;
	default:
		role(wait,
		     "\t\tfor (i = %u, k = 0; i > 0; i -= !!v) {\n\t\t\tv = %s(&m[%u + i - 1]);\n\t\t\tk += v * i;\n\t\t}\n\t\ts = s * 3 + k;\n",
		     n, load(), base);
	}
	EACH(t, wait)
		s[t] = s[t] * 3 + sum;
}

/* A token goes round. */
static void ring(void)
{
	unsigned int n = at_least(2, made->threads < 9 ? made->threads : 8),
		     rounds = at_least(1, 5), word = words(1), r, index = 0;
	uint32_t mask = members(everybody(), n);

	switch (pick(3)) {
	case 0:
		role(mask,
		     "\t\tfor (i = 0; i < %u;) {\n\t\t\tv = %s(&m[%u]);\n\t\t\tif (v == i * %u + INDEX(0x%xu)) {\n\t\t\t\ts = s * 3 + v;\n"
		     "\t\t\t\ti++;\n\t\t\t\tPUT(&m[%u], v + 1);\n\t\t\t}\n\t\t}\n",
		     rounds, load(), word, n, mask, word);
		break;
	case 1:
		role(mask,
		     "\t\tfor (i = INDEX(0x%xu); i < %u; i += %u) {\n\t\t\tdo {\n\t\t\t\tv = %s(&m[%u]);\n\t\t\t} while (v != i);\n\t\t\ts = s * 3 + v;\n"
		     "\t\t\tXCHG(&m[%u], v + 1);\n\t\t}\n",
		     mask, rounds * n, n, load(), word, word);
		break;
	default:
		role(mask,
		     "\t\twhile ((v = %s(&m[%u])) < %u) {\n\t\t\tif (v %% %u != INDEX(0x%xu))\n\t\t\t\tcontinue;\n\t\t\ts = s * 3 + v;\n"
		     "\t\t\tPUT(&m[%u], v + 1);\n\t\t}\n",
		     load(), word, rounds * n, n, mask, word);
	}
	EACH(t, mask) {
		for (r = 0; r < rounds; r++)
			s[t] = s[t] * 3 + r * n + index;
		index++;
	}
	expect(word, rounds * n);
}

/* Producers and consumers at a ring of slots, or at one slot for each item */
static void queue(void)
{
	unsigned int makers = at_least(1, made->threads / 2),
		     takers = at_least(1, made->threads - makers), each = at_least(1, 3);
	unsigned int total = makers * takers * each, bounded = total > 64 || pick(2),
		     slots = bounded ? at_least(1, 4) : total;
	unsigned int buffer = words(slots), head = words(1), tail = words(1), sum = words(1), k, i;
	uint32_t make = members(everybody(), makers), take = members(everybody() & ~make, takers),
		 value = 0;

	for (i = 0; i < makers; i++)
		for (k = 0; k < takers * each; k++)
			value += 1 + i * 7 + k;
	role(make,
	     "\t\tfor (i = 0; i < %u; i++) {\n\t\t\tk = FETCH(&m[%u], 1);\n\t\t\twhile (!CAS(&m[%u + k %% %u], 0, 1 + INDEX(0x%xu) * 7 + i))\n\t\t\t\t;\n"
	     "\t\t}\n\t\ts += i;\n",
	     takers * each, tail, buffer, slots, make);
	if (pick(2))
		role(take,
		     "\t\tfor (i = 0, k = 0, got = 0; i < %u;) {\n\t\t\tif (!got) {\n\t\t\t\tk = FETCH(&m[%u], 1);\n\t\t\t\tgot = 1;\n\t\t\t}\n"
		     "\t\t\tv = XCHG(&m[%u + k %% %u], 0);\n\t\t\tif (v) {\n\t\t\t\tFETCH(&m[%u], v);\n\t\t\t\ti++;\n\t\t\t\tgot = 0;\n\t\t\t}\n\t\t}\n\t\ts += i;\n",
		     makers * each, head, buffer, slots, sum);
	else
		role(take,
		     "\t\tfor (i = 0, k = one; i < %u; k = (k + 1) %% %u) {\n\t\t\tif (!%s(&m[%u + k %% %u]))\n\t\t\t\tcontinue;\n"
		     "\t\t\tv = XCHG(&m[%u + k %% %u], 0);\n\t\t\tif (v) {\n\t\t\t\tFETCH(&m[%u], v);\n\t\t\t\ti++;\n\t\t\t}\n\t\t}\n\t\ts += i;\n",
		     makers * each, slots, load(), buffer, slots, buffer, slots, sum);
	EACH(t, make)
		s[t] += takers * each;
	EACH(t, take)
		s[t] += makers * each;
	expect(sum, value);
}

/* A counter that is not atomic, under a lock */
static void lock(void)
{
	unsigned int word = words(2), sum = words(1), times = at_least(1, 3);
	uint32_t mask = members(everybody(), at_least(2, made->threads)), value = 0;
	char *critical;

	if (asprintf(&critical, "VOL(&m[%u]) += INDEX(0x%xu) + 1;\n", sum, mask) < 0)
		abort();
	switch (pick(5)) {
	case 0:
		role(mask,
		     "\t\tfor (i = 0; i < %u; i++) {\n\t\t\twhile (XCHG(&m[%u], 1))\n\t\t\t\t;\n\t\t\t%s\t\t\tPUT(&m[%u], 0);\n\t\t}\n",
		     times, word, critical, word);
		break;
	case 1:
		role(mask,
		     "\t\tfor (i = 0; i < %u;) {\n\t\t\tif (!XCHG(&m[%u], 1)) {\n\t\t\t\t%s\t\t\t\ti++;\n\t\t\t\tPUT(&m[%u], 0);\n\t\t\t}\n\t\t}\n",
		     times, word, critical, word);
		break;
	case 2:
		role(mask,
		     "\t\tfor (i = %u; i; i--) {\n\t\t\twhile (ACQ(&m[%u]) || !CAS(&m[%u], 0, 1))\n\t\t\t\t;\n\t\t\t%s\t\t\tPUT(&m[%u], 0);\n\t\t}\n",
		     times, word, word, critical, word);
		break;
	case 3:
		role(mask,
		     "\t\tfor (i = 0; i < %u; i++) {\n\t\t\tk = FETCH(&m[%u], 1);\n\t\t\tfor (got = 0; !got;)\n\t\t\t\tif (ACQ(&m[%u]) == k) {\n"
		     "\t\t\t\t\t%s\t\t\t\t\tgot++;\n\t\t\t\t\tPUT(&m[%u], k + 1);\n\t\t\t\t}\n\t\t}\n",
		     times, word, word + 1, critical, word + 1);
		break;
	default:
		role(mask,
		     "\t\ti = 0;\n\t\tdo {\n\t\t\tif (XCHG(&m[%u], 1) == 0) {\n\t\t\t\t%s\t\t\t\tPUT(&m[%u], 0);\n\t\t\t\tif (++i == %u)\n"
		     "\t\t\t\t\tbreak;\n\t\t\t}\n\t\t} while (i < 100 * one);\n",
		     word, critical, word, times);
	}
	free(critical);
	for (unsigned int i = 1; i <= (unsigned int)__builtin_popcount(mask); i++)
		value += times * i;
	expect(sum, value);
}

/* Two threads take steps in turn, each a state machine on the other's state. */
static void machines(void)
{
	unsigned int x = words(1), y = words(1), steps = at_least(2, 9), k;
	uint32_t a = members(everybody(), 1), b = members(everybody() & ~a, 1);

	role(a,
	     "\t\tfor (i = 0; i < %u;) {\n\t\t\tswitch (i %% 3) {\n\t\t\tcase 0:\n\t\t\t\tif (%s(&m[%u]) == i) {\n\t\t\t\t\ts += i;\n\t\t\t\t\tPUT(&m[%u], ++i);\n"
	     "\t\t\t\t}\n\t\t\t\tbreak;\n\t\t\tcase 1:\n\t\t\t\tv = %s(&m[%u]);\n\t\t\t\tif (v != i)\n\t\t\t\t\tcontinue;\n\t\t\t\ts ^= i * 9;\n\t\t\t\ti++;\n"
	     "\t\t\t\tPUT(&m[%u], i);\n\t\t\t\tbreak;\n\t\t\tdefault:\n\t\t\t\twhile (%s(&m[%u]) < i)\n\t\t\t\t\t;\n\t\t\t\tXCHG(&m[%u], ++i);\n\t\t\t}\n\t\t}\n",
	     steps, load(), y, x, load(), y, x, load(), y, x);
	if (pick(2))
		role(b,
		     "\t\tfor (i = 0; i < %u;)\n\t\t\tif (%s(&m[%u]) > i) {\n\t\t\t\ts = s * 3 + i++;\n\t\t\t\tPUT(&m[%u], i);\n\t\t\t}\n",
		     steps, load(), x, y);
	else
		role(b,
		     "\t\ti = 0;\n\t\twhile (1) {\n\t\t\tk = %s(&m[%u]);\n\t\t\tif (k == i)\n\t\t\t\tcontinue;\n\t\t\ts = s * 3 + i;\n\t\t\tPUT(&m[%u], i = k);\n"
		     "\t\t\tif (i == %u)\n\t\t\t\tbreak;\n\t\t}\n",
		     load(), x, y, steps);
	EACH(t, a)
		for (k = 0; k < steps; k++)
			s[t] = k % 3 == 0 ? s[t] + k : k % 3 == 1 ? s[t] ^ k * 9 : s[t];
	EACH(t, b)
		for (k = 0; k < steps; k++)
			s[t] = s[t] * 3 + k;
}

/* All members meet, several times. */
static void meet(void)
{
	unsigned int word = words(1), rounds = at_least(1, 4), n = at_least(2, made->threads), k;
	uint32_t mask = members(everybody(), n);

	if (pick(2))
		role(mask,
		     "\t\tfor (i = 1, got = 0; i <= %u;) {\n\t\t\tif (!got) {\n\t\t\t\tFETCH(&m[%u], 1);\n\t\t\t\tgot = 1;\n\t\t\t}\n\t\t\tif (%s(&m[%u]) >= i * %u) {\n"
		     "\t\t\t\ts = s * 7 + i++;\n\t\t\t\tgot = 0;\n\t\t\t}\n\t\t}\n",
		     rounds, word, load(), word, n);
	else
		role(mask,
		     "\t\tfor (i = 1; i <= %u; i++) {\n\t\t\tFETCH(&m[%u], 1);\n\t\t\tfor (k = 0; k < 1;)\n\t\t\t\tk += %s(&m[%u]) >= i * %u;\n\t\t\ts = s * 7 + i;\n\t\t}\n",
		     rounds, word, load(), word, n);
	EACH(t, mask)
		for (k = 1; k <= rounds; k++)
			s[t] = s[t] * 7 + k;
	expect(word, rounds * n);
}

static void by_thread(FILE *f)
{
	unsigned int t, o, r;

	fputs("\tswitch (t) {\n", f);
	for (t = 0; t < made->threads; t++) {
		fprintf(f, "\tcase %u:\n", t);
		for (o = 0; o < n_ops; o++)
			for (r = 0; r < ops[o].roles; r++)
				if (ops[o].role[r].mask >> t & 1)
					fprintf(f, "\t{\n%s\t}\n", ops[o].role[r].code);
		fputs("\t\tbreak;\n", f);
	}
	fputs("\tdefault:\n\t\treturn;\n\t}\n", f);
}

static void by_operation(FILE *f)
{
	unsigned int o, r, k, first;

	fprintf(f, "\tif (t >= %u)\n\t\treturn;\n", made->threads);
	for (o = 0; o < n_ops; o++) {
		first = pick(ops[o].roles);
		for (r = 0; r < ops[o].roles; r++) {
			k = (first + r) % ops[o].roles;
			fprintf(f, "\tif (0x%xu >> t & 1) {\n%s\t}\n", ops[o].role[k].mask,
				ops[o].role[k].code);
		}
	}
}

void waits_header(FILE *f)
{
	fputs("// Made by waits.c\n#include <smgpu_kernel.h>\n\n"
	      "#define ACQ(p) __atomic_load_n(p, __ATOMIC_ACQUIRE)\n#define RLX(p) __atomic_load_n(p, __ATOMIC_RELAXED)\n"
	      "#define VOL(p) (*(volatile uint32_t *)(p))\n#define ADD0(p) __atomic_fetch_add(p, 0, __ATOMIC_ACQUIRE)\n"
	      "#define PUT(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)\n#define XCHG(p, v) __atomic_exchange_n(p, v, __ATOMIC_ACQ_REL)\n"
	      "#define FETCH(p, v) __atomic_fetch_add(p, v, __ATOMIC_ACQ_REL)\n#define INDEX(mask) ((uint32_t)__builtin_popcount((mask) & ((1u << t) - 1)))\n\n"
	      "static inline bool CAS(uint32_t *p, uint32_t old, uint32_t new)\n"
	      "{\n\treturn __atomic_compare_exchange_n(p, &old, new, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);\n}\n\n"
	      "static __attribute__((noinline)) uint32_t poll(uint32_t *p)\n{\n\treturn __atomic_load_n(p, __ATOMIC_ACQUIRE);\n}\n\n"
	      /* a plain load beside a fence, in the loop and in a function of its own; beside
		 assembly that clobbers memory; in assembly */
	      "static inline uint32_t fenced(uint32_t *p)\n{\n\tuint32_t v = *p;\n\n\t__atomic_thread_fence(__ATOMIC_SEQ_CST);\n\treturn v;\n}\n\n"
	      "static __attribute__((noinline)) void far_fence(void)\n{\n\t__atomic_thread_fence(__ATOMIC_ACQUIRE);\n}\n\n"
	      "static __attribute__((noinline)) uint32_t far_load(uint32_t *p)\n{\n\treturn *p;\n}\n\n"
	      "#define FAR(p) (far_fence(), far_load(p))\n"
	      "#define CLOBBER(p) ({ __asm__ volatile(\"\" ::: \"memory\"); *(p); })\n"
	      "#define ASM(p) ({ uint32_t v_; __asm__ volatile(\"lw %0, 0(%1)\" : \"=r\"(v_) : \"r\"(p)); v_; })\n\n"
	      /* a structure, of which one word is looked at; through memory of the caller */
	      "struct part {\n\tuint32_t word[3];\n};\n\n"
	      "static inline uint32_t copied(uint32_t *p)\n{\n\tstruct part v = *(volatile struct part *)p;\n\n\treturn v.word[0];\n}\n\n"
	      "static __attribute__((noinline)) void tell(uint32_t *p, uint32_t *to)\n{\n\t*to = __atomic_load_n(p, __ATOMIC_RELAXED);\n}\n\n"
	      "static inline uint32_t told(uint32_t *p)\n{\n\tuint32_t v;\n\n\ttell(p, &v);\n\treturn v;\n}\n\n",
	      f);
}

void waits_program(FILE *f, unsigned int number, uint64_t seed, struct waits *w)
{
	static void (*const kind[])(void) = { event,	scan, ring,  queue, lock,
					      machines, meet, event, scan };
	unsigned int n, r, t;

	memset(w, 0, sizeof(*w));
	memset(ops, 0, sizeof(ops));
	state = seed * 0x2545f4914f6cdd1dull + 1;
	made = w;
	next_word = 0;
	w->threads = pick(4) ? at_least(2, 8) : at_least(9, WAITS_THREADS);
	for (t = 0; t < WAITS_THREADS; t++)
		s[t] = t;
	n = at_least(1, w->threads > 8 ? 4 : MAX_OPS);
	for (n_ops = 0; n_ops < n; n_ops++)
		kind[pick(sizeof(kind) / sizeof(kind[0]))]();
	fprintf(f,
		"/* seed %llu */\nstatic %s void p%u(uint32_t *m, uint32_t *out, uint32_t t, uint32_t one)\n{\n\tuint32_t s = t, i = 0, k = 0, v = 0, got = 0;\n\n",
		(unsigned long long)seed,
		pick(2) ? "__attribute__((noinline))" : "inline __attribute__((always_inline))",
		number);
	if (w->threads > 8 || pick(2))
		by_operation(f);
	else
		by_thread(f);
	fprintf(f, "\tout[t] = s;\n\t(void)i, (void)k, (void)v, (void)got, (void)one;\n}\n\n");
	for (t = 0; t < w->threads; t++)
		w->out[t] = s[t];
	for (n = 0; n < n_ops; n++)
		for (r = 0; r < ops[n].roles; r++)
			free(ops[n].role[r].code);
}

void waits_kernel(FILE *f, unsigned int count)
{
	unsigned int i;

	fputs("SMGPU_KERNEL void waits(uint32_t *m, uint32_t *out, uint32_t one)\n{\n\tuint32_t t = threadIdx.x, b = blockIdx.x;\n\n",
	      f);
	fprintf(f, "\tm += b * %u;\n\tout += b * %u;\n\tswitch (b) {\n", WAITS_WORDS,
		WAITS_THREADS);
	for (i = 0; i < count; i++)
		fprintf(f, "\tcase %u:\n\t\tp%u(m, out, t, one);\n\t\tbreak;\n", i, i);
	fputs("\t}\n}\n", f);
}
