// SPDX-License-Identifier: MIT
/*
 * litmus FIRMWARE model|rtl [EVERY]: forward progress inside a warp. Runs every litmus test (every
 * EVERY-th of the families past a thousand tests) that must end under weak fairness and that an
 * unfair scheduler can keep from ending: one warp for each, in all YIELD modes that promise
 * progress and all branch policies in turn; then the same tests without a YIELD in their code,
 * which the backstop of the token unit must bring to their end. Then shows that the tests do hang
 * where neither YIELD nor backstop gives way.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <drm/smgpu_perf.h>

#include "asm.h"
#include "cardtest.h"
#include "litmus.h"
#include "policy.h"
#include "test.h"

#define VM		1
#define CODE		0x01000000u
#define DATA		0x02000000u
#define PUSH		0x03000000u
#define TMD		0x03001000u
#define BATCH		2048u		/* tests of one launch */
#define TEST_CODE	0x1000u		/* offset of the first test's code */
/* offset of the words the threads share: 32 bytes for each test */
#define WORDS		0x1000u
#define ENDED		(WORDS + 32 * BATCH)	/* 16 bytes for each test */
#define FEW		1000u
/* tests run one by one in mode never, and together with the backstop as it is after reset */
#define ALONE		24u
#define LIMIT		4000000ull	/* cycles for a batch; 2000 for each test */
#define LIMIT_ALONE	10000ull

static const struct family families[] = {
	{ "2x1.1", 2, 1, 1 }, { "2x1.2", 2, 1, 2 }, { "2x2.1", 2, 2, 1 },
	{ "3x1.1", 3, 1, 1 }, { "3x1.2", 3, 1, 2 }, { "4x1.1", 4, 1, 1 },
	{ "4x1.2", 4, 1, 2 }, { "2x2.2", 2, 2, 2 }, { "3x2.1", 3, 2, 1 },
};

struct test_case {
	struct litmus t;
	struct verdict v;
};

static struct ct *ct;
static uint64_t code_card, data_card, push_card;
static uint64_t most_cycles;
static bool quick;		/* one hang of a family is enough */
static unsigned int passed;

static int channel(uint64_t watchdog)
{
	static bool open;

	if (open && ct_channel_destroy(ct, 1))
		return -EIO;
	open = true;
	return ct_channel_create(ct, 1, VM, watchdog);
}

/* A1 = the test's words, A4 = the second of them, A3 = where this thread says that it has ended, S0
 * = thread, S1 = 1 */
static const uint32_t prologue[] = {
	CSRR(A0, CSR_PARAM), LW(A1, A0, 0),   LW(A2, A0, 4),   LW(A3, A0, 8),
	CSRR(T1, CSR_CTAX),  SLLI(T2, T1, 7), ADD(A2, A2, T2), SLLI(T2, T1, 5),
	ADD(A1, A1, T2),     ADDI(A4, A1, 4), SLLI(T2, T1, 4), ADD(A3, A3, T2),
	CSRR(S0, CSR_TIDX),  SLLI(T2, S0, 2), ADD(A3, A3, T2), ADDI(S1, ZERO, 1),
	JALR(ZERO, A2, 0),
};

static int boot(const char *firmware)
{
	static const uint32_t param[] = { DATA + WORDS, CODE + TEST_CODE, DATA + ENDED };

	if (ct_boot(ct, firmware) || ct_vm_create(ct, VM))
		return -EIO;
	code_card = ct_map_new(ct, VM, CODE, TEST_CODE + BATCH * LITMUS_BYTES, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, ENDED + 16 * BATCH, CT_R | CT_W);
	push_card = ct_map_new(ct, VM, PUSH, 8192, CT_R | CT_W);
	if (!code_card || !data_card || !push_card)
		return -ENOMEM;
	ct_upload(ct, code_card, prologue, sizeof(prologue));
	ct_upload(ct, data_card, param, sizeof(param));
	return ct_vm_invalidate(ct, VM);
}

static void load(const struct test_case *c, unsigned int n, bool yields)
{
	static uint32_t code[BATCH * LITMUS_BYTES / 4];
	unsigned int i;

	memset(code, 0, sizeof(code));
	for (i = 0; i < n; i++)
		check(litmus_emit(&c[i].t, code + i * LITMUS_BYTES / 4, yields) <= LITMUS_BYTES / 4,
		      "code of test %u too long", i);
	ct_upload(ct, code_card + TEST_CODE, code, n * LITMUS_BYTES);
}

/* Runs n loaded tests, a warp each. */
static int launch(unsigned int n, unsigned int threads, struct smgpu_tmd_status *status)
{
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), SMGPU_CACHE_INVALIDATE_CODE,
			       SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .priority = 5,
				 .regs_per_thread = 32,
				 .grid = { n, 1, 1 },
				 .cta = { (uint16_t)threads, 1, 1 },
				 .entry_va = CODE,
				 .param_va = DATA };
	int err;

	ct_fill(ct, data_card + WORDS, 0, 32 * n);
	ct_fill(ct, data_card + ENDED, 0, 16 * n);
	ct_upload(ct, push_card + 4096, &tmd, sizeof(tmd));
	ct_upload(ct, push_card, methods, sizeof(methods));
	err = ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true);
	if (err)
		return err;
	ct_ring(ct, 1);
	err = ct_wait_channel(ct, 1);
	ct_download(ct, push_card + 4096, &tmd, sizeof(tmd));
	*status = tmd.status;
	return err;
}

/* Has every thread ended, and with memory as some schedule leaves it? */
static bool right(const struct test_case *c, const uint32_t *words, const uint32_t *ended)
{
	unsigned int i;

	for (i = 0; i < c->t.threads; i++)
		if (ended[i] != 1)
			return false;
	return words[0] < 2 && words[1] < 2 && c->v.ends >> (words[0] | words[1] << 1) & 1;
}

static void say(const struct litmus *t)
{
	unsigned int i, k;

	for (i = 0; i < t->threads; i++) {
		printf("#  thread %u:", i);
		for (k = 0; k < t->insns; k++) {
			const struct axb *x = &t->code[i][k];

			printf(" [%u] x%u %s", k, x->loc,
			       x->put == 2 ? "read"
			       : x->put	   ? ":=1"
					   : ":=0");
			if (x->to != k + 1)
				printf(" if %u goto %u", x->when, x->to);
		}
		putchar('\n');
	}
}

static void batch(const struct test_case *c, unsigned int n)
{
	static uint32_t words[8 * BATCH], ended[4 * BATCH];
	struct smgpu_tmd_status status;
	unsigned int i, bad = 0;
	int err = launch(n, c->t.threads, &status);
	uint64_t cycles = status.time_end - status.time_start;

	check(!err, "batch failed: error %u", ct->error.u.error.code);
	if (cycles > most_cycles)
		most_cycles = cycles;
	/* No more than there is: on the RTL these are accesses through the BAR. */
	ct_download(ct, data_card + WORDS, words, 32 * n);
	ct_download(ct, data_card + ENDED, ended, 16 * n);
	for (i = 0; i < n; i++) {
		if (right(&c[i], words + 8 * i, ended + 4 * i))
			continue;
		if (!bad++)
			say(&c[i].t);
	}
	check(!bad, "%u of %u tests did not end, or ended with the wrong memory", bad, n);
	if (err)
		channel(LIMIT);
	else
		passed += n - bad;
}

/* The tests of a family, in the order of their numbers; *all: how many programs there are */
static struct test_case *collect(const struct family *f, unsigned int *count, unsigned int *all)
{
	unsigned int limit = 1, thread[LITMUS_THREADS] = { 0 }, i, cap = 0;
	struct test_case *list = NULL, c;

	memset(&c, 0, sizeof(c));
	c.t.threads = f->threads;
	c.t.insns = f->insns;
	while (family_thread(f, limit, c.t.code[0]))
		limit++;
	*count = *all = 0;
	for (;;) {
		for (i = 0; i < f->threads; i++)
			family_thread(f, thread[i], c.t.code[i]);
		explore(&c.t, &c.v);
		++*all;
		if (c.v.must_end && c.v.can_hang && c.v.whole) {
			if (*count == cap)
				list = realloc(list, (cap = 2 * cap + 64) * sizeof(*list));
			list[(*count)++] = c;
		}
		/* The next multiset: threads of equal code may change places. */
		for (i = f->threads; i-- && thread[i] == limit - 1;)
			;
		if (i == ~0u)
			return list;
		thread[i]++;
		for (i++; i < f->threads; i++)
			thread[i] = thread[i - 1];
	}
}

static unsigned int thin(struct test_case *list, unsigned int count, unsigned int every)
{
	unsigned int n = 0, i;

	if (count <= FEW || every <= 1)
		return count;
	for (i = 0; i < count; i += every)
		list[n++] = list[i];
	return n;
}

static void in_all_modes(const struct family *f, const struct test_case *list, unsigned int count)
{
	static const char *const modes[] = { "", "always", "nth", "random" };
	static unsigned int side;
	enum yield_mode mode;
	unsigned int i;
	char name[64];

	for (i = 0; i < count; i += BATCH) {
		unsigned int n = count - i < BATCH ? count - i : BATCH;

		load(list + i, n, true);
		for (mode = YIELD_ALWAYS; mode <= YIELD_RANDOM; mode++, side++) {
			check(!policy_set(ct, mode, side & 3, 0), "configure");
			batch(list + i, n);
			snprintf(name, sizeof(name), "litmus.%s.%s.branch%u.%u-%u", f->name,
				 modes[mode], side & 3, i, i + n - 1);
			report(name);
		}
	}
}

/* As a compiler without a divergence pass has them: all branch policies, the backstop after 1 to 64
 * jumps backwards, and as it is after reset. */
static void plain(const struct family *f, const struct test_case *list, unsigned int count)
{
	static const unsigned int limits[] = { 4, 1, 16, 64 },
				  registers[] = { 4, BACKSTOP(1, 1, 1), BACKSTOP(16, 2, 1),
						  BACKSTOP(64, 1, 4) };
	static struct test_case few[ALONE];
	unsigned int i, n = 0, side;
	char name[64];

	for (i = 0; i < count; i += BATCH) {
		n = count - i < BATCH ? count - i : BATCH;
		load(list + i, n, false);
		for (side = 0; side < 4; side++) {
			check(!policy_set(ct, YIELD_NTH, side, 0) &&
				      !policy_backstop(ct, registers[side]),
			      "configure");
			batch(list + i, n);
			snprintf(name, sizeof(name), "litmus.%s.plain.branch%u.backstop%u.%u-%u",
				 f->name, side, limits[side], i, i + n - 1);
			report(name);
		}
	}
	for (i = n = 0; i < count; i += count / ALONE + 1)
		few[n++] = list[i];
	load(few, n, false);
	/* The limit after reset takes long: the smallest family stands for all, and on the RTL one
	 * policy. */
	for (side = 0; side < (f != families ? 0u : quick ? 1u : 4u); side++) {
		check(!policy_set(ct, YIELD_NTH, side, 0) && !policy_backstop(ct, BACKSTOP_RESET),
		      "configure");
		batch(few, n);
		snprintf(name, sizeof(name), "litmus.%s.plain.branch%u.backstop_reset", f->name,
			 side);
		report(name);
	}
}

/* Without YIELD and backstop some of them must hang, or the tests show nothing. The watchdog ends
 * them. */
static void never(const struct family *f, const struct test_case *list, unsigned int count)
{
	unsigned int i, hung = 0, tried = 0;
	struct smgpu_tmd_status status;
	char name[64];

	check(!policy_set(ct, YIELD_NEVER, 2, 0) && !policy_backstop(ct, 0), "configure");
	for (i = 0; i < count && !(quick && hung); i += count / ALONE + 1, tried++) {
		int err;

		check(!channel(LIMIT_ALONE), "channel");
		load(list + i, 1, true);
		err = launch(1, list[i].t.threads, &status);
		hung += err == -EIO && ct->error.u.error.code == SMGPU_ERR_WATCHDOG;
		check(!err || ct->error.u.error.code == SMGPU_ERR_WATCHDOG, "error %u",
		      ct->error.u.error.code);
	}
	check(hung, "none of %u hangs", tried);
	check(!channel(LIMIT) && !policy_backstop(ct, BACKSTOP_RESET), "channel");
	printf("# litmus.%s.never: %u of %u hang\n", f->name, hung, tried);
	snprintf(name, sizeof(name), "litmus.%s.never", f->name);
	report(name);
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 100000000, .preset = getenv("SMGPU_PRESET") };
	unsigned int i, count, all, every;

	if (argc < 3) {
		fprintf(stderr, "usage: litmus FIRMWARE model|rtl [EVERY]\n");
		return 2;
	}
	cfg.ops = !strcmp(argv[2], "rtl") ? &card_backend_rtl : &card_backend_model;
	quick = cfg.ops == &card_backend_rtl;
	every = argc > 3 ? (unsigned int)strtoul(argv[3], NULL, 0) : 1;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct || boot(argv[1]) || channel(LIMIT)) {
		printf("not ok litmus: the card does not start\n");
		return 1;
	}
	for (i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		struct test_case *list = collect(&families[i], &count, &all);
		unsigned int n = thin(list, count, every);

		printf("# litmus.%s: %u programs, %u must end and can hang, %u of them run\n",
		       families[i].name, all, count, n);
		in_all_modes(&families[i], list, n);
		plain(&families[i], list, n);
		never(&families[i], list, n);
		free(list);
	}
	printf("# divergence.litmus_passed\t%u\truns; the longest batch took %llu cycles\n", passed,
	       (unsigned long long)most_cycles);
	if (test_failures)
		ct_print_fw_log(ct);
	ct_del(ct);
	return test_failures != 0;
}
