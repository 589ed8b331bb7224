// SPDX-License-Identifier: MIT
/*
 * locks FIRMWARE KERNELS HASHTABLE model|rtl [figures]: programs with locks, compiled by smcc, in
 * all YIELD modes that promise progress, with all branch policies and with short and long token
 * queues. What a sequential program would leave is what must be there.
 */
#include <stdlib.h>
#include <string.h>

#include "cardtest_run.h"
#include "policy.h"
#include "test.h"

#define MAX_THREADS	64u

struct program {
	const char *name;
	struct run run;
	void (*begin)(struct run *r, unsigned int threads);	/* buffers */
	void (*verify)(struct run *r, unsigned int threads);
};

static const char *firmware, *kernels, *hashtable;
static const struct card_backend_ops *backend;
static bool model;

static void get(struct run *r, unsigned int arg, void *data, size_t bytes)
{
	ct_download(r->ct, r->arg[arg].card, data, bytes);
}

static void zero(struct run *r, unsigned int threads)
{
	unsigned int i;

	(void)threads;
	for (i = 0; i < r->args; i++)
		if (r->arg[i].kind == RUN_BUFFER)
			ct_fill(r->ct, r->arg[i].card, 0, r->arg[i].bytes);
}

/* ---- Sorted list, hand over hand: what is left is sorted, complete, and all locks are
 * free ---- */

#define LIST_KEYS 2u

static void list_verify(struct run *r, unsigned int threads)
{
	uint32_t n[1 + LIST_KEYS * MAX_THREADS][4], found[MAX_THREADS],
		there[LIST_KEYS * MAX_THREADS] = { 0 }, at, count = 0, i, k;

	get(r, 0, n, sizeof(n));
	get(r, 1, found, sizeof(found));
	for (at = n[0][3]; at && at <= LIST_KEYS * threads && count <= LIST_KEYS * threads;
	     at = n[at][3], count++) {
		there[n[at][1]] = 1;
		check(!n[at][3] || n[n[at][3]][1] > n[at][1], "key %u before %u", n[at][1],
		      n[n[at][3]][1]);
		check(!n[at][2], "key %u was taken out", n[at][1]);
	}
	check(count == LIST_KEYS * threads / 2, "%u nodes of %u", count, LIST_KEYS * threads / 2);
	for (i = 0; i <= LIST_KEYS * threads; i++)
		check(!n[i][0], "node %u locked", i);
	for (i = 0; i < threads; i++) {
		check(found[i] == LIST_KEYS, "thread %u found %u keys", i, found[i]);
		for (k = 0; k < LIST_KEYS; k++)
			check(there[(k * threads + i) * 5 % (LIST_KEYS * threads)] == !(k & 1),
			      "key %u of thread %u", k, i);
	}
}

/* ---- Ticket lock: every thread had its turns, one at a time ---- */

#define TURNS 3u

static void ticket_verify(struct run *r, unsigned int threads)
{
	uint32_t t[3], log[TURNS * MAX_THREADS], turns[MAX_THREADS] = { 0 }, i;

	get(r, 0, t, sizeof(t));
	get(r, 1, log, sizeof(log));
	check(t[0] == TURNS * threads && t[1] == t[0] && t[2] == t[0],
	      "%u tickets, %u served, %u turns", t[0], t[1], t[2]);
	for (i = 0; i < TURNS * threads; i++)
		if (log[i] < threads)
			turns[log[i]]++;
	for (i = 0; i < threads; i++)
		check(turns[i] == TURNS, "thread %u had %u turns", i, turns[i]);
}

/* ---- Range lock: each element counted as often as a range held it ---- */

#define ELEMENTS 40u
#define RANGES 3u

static void range_verify(struct run *r, unsigned int threads)
{
	uint32_t lock, data[ELEMENTS], want[ELEMENTS] = { 0 }, taken[MAX_THREADS][2], i, s, k;

	for (s = 0; s < threads; s++)
		for (i = 0; i < RANGES; i++)
			for (k = 0; k <= (s + i) % 4; k++)
				want[(s * 3 + i * 7) % (ELEMENTS - 4) + k]++;
	get(r, 0, &lock, 4);
	get(r, 1, taken, sizeof(taken));
	get(r, 2, data, sizeof(data));
	check(!lock, "locked");
	for (k = 0; k < ELEMENTS; k++)
		check(data[k] == want[k], "element %u is %u, not %u", k, data[k], want[k]);
	for (s = 0; s < threads; s++)
		check(!taken[s][1], "thread %u holds a range", s);
}

/* ---- Barriers in the arms of a branch ---- */

#define ROUNDS 4u

static void parted_verify(struct run *r, unsigned int threads)
{
	uint32_t sum, out[MAX_THREADS], n = r->cta[0], i;

	get(r, 1, &sum, 4);
	get(r, 2, out, sizeof(out));
	check(sum == threads * ROUNDS / 2, "%u, not %u", sum, threads * ROUNDS / 2);
	for (i = 0; i < threads; i++)
		check(out[i] == ROUNDS * (n - 1 - i % n) + ROUNDS * (ROUNDS - 1) / 2,
		      "thread %u got %u", i, out[i]);
}

/* ---- Hash table of the examples: each key once, with its count ---- */

#define BUCKETS 8u
#define PER_THREAD 4u
#define KINDS 23u

static uint32_t hash_key(uint32_t i)
{
	return (i * 7 + i / 5) % KINDS;
}

static void hash_begin(struct run *r, unsigned int threads)
{
	uint32_t mask = BUCKETS - 1, keys[PER_THREAD * MAX_THREADS], i;

	zero(r, threads);
	for (i = 0; i < PER_THREAD * MAX_THREADS; i++)
		keys[i] = hash_key(i);
	ct_upload(r->ct, r->arg[0].card + 4, &mask, 4);
	ct_upload(r->ct, r->arg[2].card, keys, sizeof(keys));
}

static void hash_verify(struct run *r, unsigned int threads)
{
	uint32_t used, node[PER_THREAD * MAX_THREADS][3], want[KINDS] = { 0 }, kinds = 0, i,
							  n = r->arg[3].value;

	(void)threads;
	for (i = 0; i < n; i++)
		kinds += !want[hash_key(i)]++;
	get(r, 0, &used, 4);
	get(r, 1, node, sizeof(node));
	check(used == kinds, "%u keys of %u", used, kinds);
	for (i = 0; i < used && i < kinds; i++) {
		check(node[i][0] < KINDS && want[node[i][0]] == node[i][1],
		      "key %u counted %u times", node[i][0], node[i][1]);
		if (node[i][0] < KINDS)
			want[node[i][0]] = 0;
	}
}

#define BUFFER(n)	{ .kind = RUN_BUFFER, .bytes = (n) }
#define VALUE(n)	{ .value = (n) }

static const struct program programs[] = {
	{ "hashtable",
	  { .args = 4,
	    .arg = { BUFFER(8 + 8 * BUCKETS), BUFFER(12 * PER_THREAD * MAX_THREADS),
		     BUFFER(4 * PER_THREAD * MAX_THREADS) } },
	  hash_begin,
	  hash_verify },
	{ "lclist",
	  { .args = 3,
	    .arg = { BUFFER(16 * (1 + LIST_KEYS * MAX_THREADS)), BUFFER(4 * MAX_THREADS),
		     VALUE(LIST_KEYS) } },
	  zero,
	  list_verify },
	{ "ticket",
	  { .args = 3, .arg = { BUFFER(12), BUFFER(4 * TURNS * MAX_THREADS), VALUE(TURNS) } },
	  zero,
	  ticket_verify },
	{ "rangelock",
	  { .args = 5,
	    .arg = { BUFFER(4), BUFFER(8 * MAX_THREADS), BUFFER(4 * ELEMENTS), VALUE(ELEMENTS),
		     VALUE(RANGES) } },
	  zero,
	  range_verify },
	{ "parted",
	  { .args = 4, .arg = { BUFFER(4), BUFFER(4), BUFFER(4 * MAX_THREADS), VALUE(ROUNDS) } },
	  zero,
	  parted_verify },
};

/* On one card: every YIELD mode with every branch policy; queues of 4 tokens every other time. The
 * RTL takes a quarter of them. */
static void shape(const struct program *p, uint32_t grid, uint32_t cta)
{
	struct ct_config cfg = { .ops = backend,
				 .preset = getenv("SMGPU_PRESET"),
				 .timeout = 20000000 };
	struct run r = p->run;
	unsigned int threads = grid * cta, n = 0, side, tried = 0;
	enum yield_mode mode;
	uint64_t most = 0;
	char name[64];

	r.elf = strcmp(p->name, "hashtable") ? kernels : hashtable;
	r.kernel = p->name;
	r.grid[0] = grid;
	r.cta[0] = cta;
	r.grid[1] = r.grid[2] = r.cta[1] = r.cta[2] = 1;
	if (!strcmp(p->name, "hashtable"))
		r.arg[3].value = PER_THREAD * threads;
	r.ct = ct_new(&cfg);
	check(r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r), "the card does not start");
	for (mode = YIELD_ALWAYS; mode <= YIELD_RANDOM && !test_why[0]; mode++)
		for (side = 0; side < 4 && !test_why[0]; side++, n++) {
			if (!model && n % 4 != (n / 4 + cta) % 4)
				continue;
			tried++;
			check(!policy_set(r.ct, mode, side, n / 2 % 2 ? 4 : 0), "configure");
			p->begin(&r, threads);
			check(!run_once(&r), "mode %u, branch %u: error %u", mode, side,
			      r.status.error);
			p->verify(&r, threads);
			if (r.cycles > most)
				most = r.cycles;
		}
	snprintf(name, sizeof(name), "locks.%s.%ux%u", p->name, grid, cta);
	printf("# %s: %u policies, at most %llu cycles\n", name, tried, (unsigned long long)most);
	report(name);
	if (r.ct)
		ct_del(r.ct);
}

/* What make bench reports: four warps of four threads, the policies that hold after reset */
static void figure(const struct program *p, const char *unit)
{
	struct ct_config cfg = { .ops = backend,
				 .preset = getenv("SMGPU_PRESET"),
				 .timeout = 20000000 };
	struct run r = p->run;

	r.elf = kernels;
	r.kernel = p->name;
	r.grid[0] = r.cta[0] = 4;
	r.grid[1] = r.grid[2] = r.cta[1] = r.cta[2] = 1;
	r.ct = ct_new(&cfg);
	check(r.ct && !ct_boot(r.ct, firmware) && !run_prepare(&r), "the card does not start");
	if (!test_why[0]) {
		p->begin(&r, 16);
		check(!run_once(&r), "error %u", r.status.error);
		p->verify(&r, 16);
	}
	if (test_why[0])
		report(p->name);
	else
		printf("divergence.%s_cycles\t%llu\tcycles (%s)\n", p->name,
		       (unsigned long long)r.cycles, unit);
	if (r.ct)
		ct_del(r.ct);
}

int main(int argc, char **argv)
{
	unsigned int i;

	if (argc < 5) {
		fprintf(stderr, "usage: locks FIRMWARE KERNELS HASHTABLE model|rtl [figures]\n");
		return 2;
	}
	firmware = argv[1];
	kernels = argv[2];
	hashtable = argv[3];
	model = strcmp(argv[4], "rtl");
	backend = model ? &card_backend_model : &card_backend_rtl;
	if (argc > 5) {
		figure(&programs[1],
		       "4 warps x 4 threads, list of 32 keys: 32 inserted, 32 found, 16 removed");
		figure(&programs[3], "4 warps x 4 threads, 48 ranges of 1 to 4 out of 40 elements");
		return test_failures != 0;
	}
	for (i = 0; i < sizeof(programs) / sizeof(programs[0]); i++) {
		shape(&programs[i], 4, 4);
		shape(&programs[i], 1, model ? 32 : 16);
	}
	return test_failures != 0;
}
