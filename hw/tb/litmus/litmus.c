// SPDX-License-Identifier: MIT
/*
 * litmus model|rtl PRESET [LAUNCHES [NAME]]: runs the litmus tests of tests.c, or those of that
 * name, each with and without fences, and says how often each outcome came. One that
 * Documentation/concepts/memory-model.rst forbids is a failure. Threads are placed as warps of one
 * SM, as lanes of a warp where they do the same, and on two and four SMs if the card has them,
 * every other time beside warps of atomics; LAUNCHES of each, each under another policy of warp
 * scheduling. CHECK_SEED chooses the delays and the policies, SMGPU_DRAM_LATENCY the DRAM's.
 */
#include <stdlib.h>

#include "direct.h"
#include "litmus.h"

#define COLD		0x04000000u	/* VA of words that no cache has yet */
#define COLD_BYTES	0x100000u
#define COLD_CARD	0x02000000u
#define CROWD		0x03000000u	/* VA of a page of code and a page of data */
#define CODES		4096u

static const char *backend, *preset;
static uint64_t seed;
static unsigned int cold_next, weak_seen, weak_tests;

#define X(name, number, text)	number,
static const uint32_t policies[] = { SMGPU_SM_CFG_SCHED_POLICY_NAMES };
#undef X
#define POLICIES	(sizeof(policies) / sizeof(policies[0]))
static unsigned int launched[POLICIES];		/* under each policy */

static uint32_t rnd(uint32_t n)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(seed >> 33) % n;
}

enum spread { WARPS, LANES, TWO, FOUR, SPREADS };

static bool place(const struct l_test *t, enum spread spread, struct l_place *p)
{
	static const uint32_t apart[] = { 64, 4, 4096, 2048 + 64 };
	unsigned int i;

	memset(p, 0, sizeof(*p));
	for (i = 0; i < t->threads; i++) {
		if (spread == LANES && (t->mirrored || (t->first_reader && i >= t->first_reader))) {
			p->warp[i] = t->mirrored ? 0 : t->first_reader;
			p->lane[i] = i - p->warp[i];
		} else {
			p->warp[i] = i;
		}
		if (p->warp[i] >= p->warps)
			p->warps = p->warp[i] + 1;
	}
	if (spread == LANES && !t->mirrored && !t->first_reader)
		return false;
	if ((spread == TWO && sms < 2) || (spread == FOUR && sms < 4))
		return false;
	for (i = 0; i < p->warps; i++)
		p->sm[i] = spread == TWO ? i % 2 : spread == FOUR ? i : 0;
	/* Lanes of one warp, writers on other SMs: what one SM's L1 does is not enough. */
	if (spread == LANES && sms > 1 && rnd(2))
		for (i = 0; i < p->warps; i++)
			p->sm[i] = rnd(sms);
	p->apart = apart[rnd(4)];
	p->gap = rnd(2);
	p->crowd = rnd(2);
	p->at = DATA + L_AT;
	if (rnd(2)) {
		p->at = COLD + cold_next;
		cold_next = (cold_next + 0x2000) % COLD_BYTES;
	}
	return true;
}

/* Policies are dealt from a shuffled deck: each has its turn before any has a second one. */
static uint32_t deal_policy(void)
{
	static uint32_t deck[POLICIES];
	static unsigned int left;
	uint32_t at, policy;

	if (!left)
		for (left = 0; left < POLICIES; left++)
			deck[left] = left;
	at = rnd(left--);
	policy = deck[at];
	deck[at] = deck[left];
	return policy;
}

/*
 * For all SMs: a policy of warp scheduling, of those with credits how they weigh, and thresholds of
 * oversubscription
 */
static void schedule(void)
{
	uint32_t policy = deal_policy();
	uint32_t oversub = rnd(8) << SMGPU_SM_CFG_OVERSUB_LOW_SHIFT |
			   rnd(16) << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT;
	uint32_t sched = policies[policy] << SMGPU_SM_CFG_SCHED_POLICY_SHIFT |
			 rnd(16) << SMGPU_SM_CFG_SCHED_GAIN_SHIFT |
			 rnd(2) << SMGPU_SM_CFG_SCHED_ADDITIVE_SHIFT |
			 rnd(8) << SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT;
	unsigned int i;

	for (i = 0; i < sms; i++) {
		ct_write(ct, SMGPU_SM_CFG_SCHED(i), sched);
		ct_write(ct, SMGPU_SM_CFG_OVERSUB(i), oversub);
		check(ct_read(ct, SMGPU_SM_CFG_SCHED(i)) == sched,
		      "SCHED of SM %u is 0x%x, not 0x%x", i, ct_read(ct, SMGPU_SM_CFG_SCHED(i)),
		      sched);
	}
	launched[policy]++;
}

static int launch(const struct l_test *t, const struct l_place *p)
{
	static const uint8_t order[] = { 0, 1, 2, 3, 4, 5, 6, 7 };
	uint32_t code[L_CODE_BYTES / 4], control[L_THREADS * L_ROUNDS], event;
	uint32_t most[] = { 0, 4, 20, 80 };
	uint32_t turns = most[rnd(4)], gap = most[rnd(3)];
	unsigned int w, i, n, used = 0, all = p->warps;
	int r;

	for (i = 0; i < L_THREADS * L_ROUNDS; i++)
		control[i] = rnd(turns + 1) | (rnd(2) ? 15 : rnd(16)) << 8 | rnd(gap + 1) << 16;
	ct_upload(ct, data_card + L_CONTROL, control, p->warps * L_ROUNDS * 4);
	for (w = 0; w < p->warps; w++) {
		n = litmus_emit(t, p, w, DATA, code);
		check(n <= L_CODE_BYTES / 4, "%u words of code", n);
		if (test_why[0])
			return -1;
		ct_upload(ct, code_card + w * L_CODE_BYTES, code, n * 4);
	}
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK);
	ct->cfg.ops->step(ct->card, 200);
	for (w = 0; w < p->warps; w++)
		used |= p->crowd << p->sm[w];
	for (i = 0; i < sms; i++)
		all += used >> i & 1;
	ct_direct_order(ct, order, all);
	for (i = 0, w = p->warps; i < sms; i++) {
		struct ct_task k = task(w, 1, 32);

		if (!(used >> i & 1))
			continue;
		k.sm_mask = 1u << i;
		k.entry = CROWD;
		ct_direct_fill(ct, &k);
		w++;
	}
	for (w = 0; w < p->warps; w++) {
		struct ct_task k = task(w, 1, 0);

		for (i = 0; i < t->threads; i++)
			k.cta[0] += p->warp[i] == w;
		k.sm_mask = 1u << p->sm[w];
		k.entry = CODE + w * L_CODE_BYTES;
		ct_direct_fill(ct, &k);
	}
	for (w = 0; w < all; w++) {
		r = ct_direct_event(ct, &event);
		check(!r && (event >> 16 & 3) == 1, "warp %u: event 0x%x, %d", w, event, r);
		if (test_why[0])
			return -1;
	}
	return 0;
}

static void say(const struct l_test *t, const struct l_outcome *o, unsigned int count,
		const char *what)
{
	unsigned int i, k, n = 0;

	printf("#   %6u:", count);
	for (i = 0; i < t->threads; i++)
		for (k = 0; k < L_OPS; k++)
			if (t->code[i][k].kind == L_LOAD || t->code[i][k].kind == L_ACQUIRE)
				printf(" %u:%c=%u", i, "xy"[t->code[i][k].word], o->load[n++]);
	printf(" x=%u y=%u%s\n", o->word[0], o->word[1], what);
}

static void test(const struct l_test *t, bool fences, enum spread spread, unsigned int launches)
{
	static const char *const names[] = { "warps", "lanes", "2sms", "4sms" };
	unsigned int seen[CODES] = { 0 }, i, k, wrong = 0, weak = 0;
	uint32_t codes[L_ROUNDS];
	struct l_outcome o;
	struct l_place p;
	char name[64];

	for (i = 0; i < launches && !test_why[0]; i++) {
		if (!place(t, spread, &p))
			return;
		p.fences = fences;
		schedule();
		if (launch(t, &p))
			break;
		ct_download(ct, data_card + L_CODES, codes, sizeof(codes));
		for (k = 0; k < L_ROUNDS; k++) {
			check(codes[k] < CODES, "outcome 0x%x", codes[k]);
			seen[codes[k] % CODES]++;
		}
	}
	snprintf(name, sizeof(name), "litmus.%s%s.%s.%s", t->name, fences ? "+fences" : "", preset,
		 names[spread]);
	printf("# %s: outcomes of %u rounds\n", name, i * L_ROUNDS);
	for (k = 0; k < CODES; k++) {
		if (!seen[k])
			continue;
		litmus_decode(t, k, &o);
		if (!t->allowed(&o, fences)) {
			wrong += seen[k];
			say(t, &o, seen[k], " FORBIDDEN");
		} else if (t->weak && t->weak(&o)) {
			weak += seen[k];
			say(t, &o, seen[k], " weak");
		} else {
			say(t, &o, seen[k], "");
		}
	}
	if (!fences && t->weak) {
		weak_tests++;
		weak_seen += weak != 0;
	}
	check(!wrong, "%u of %u rounds have a forbidden outcome", wrong, i * L_ROUNDS);
	report(name);
}

int main(int argc, char **argv)
{
	const char *text = getenv("CHECK_SEED"), *latency = getenv("SMGPU_DRAM_LATENCY");
	unsigned int launches = argc > 3 ? (unsigned int)strtoul(argv[3], NULL, 0) : 1, i;
	enum spread spread;
	uint32_t crowd[16];

	if (argc < 3) {
		fprintf(stderr, "usage: litmus model|rtl PRESET [LAUNCHES [NAME]]\n");
		return 2;
	}
	backend = argv[1];
	preset = argv[2];
	seed = text ? strtoull(text, NULL, 0) : 1;
	dram_latency = latency ? (unsigned int)strtoul(latency, NULL, 0) : 0;
	printf("# CHECK_SEED=%llu\n", (unsigned long long)seed);
	if (direct_start(argc, argv)) {
		printf("not ok litmus: the card does not start\n");
		return 1;
	}
	ct->cfg.timeout = 2000000;
	ct_map(ct, VM, COLD, COLD_CARD, COLD_BYTES, CT_R | CT_W);
	i = litmus_emit_crowd(CROWD + 4096, crowd);
	ct_upload(ct, ct_map_new(ct, VM, CROWD, 4096, CT_R | CT_X), crowd, 4 * i);
	ct_map_new(ct, VM, CROWD + 4096, 4096, CT_R | CT_W);
	for (i = 0; i < litmus_count; i++)
		for (spread = WARPS;
		     spread < SPREADS &&
		     (argc < 5 || !strncmp(litmus_tests[i].name, argv[4], strlen(argv[4])));
		     spread++) {
			test(&litmus_tests[i], false, spread, launches);
			test(&litmus_tests[i], true, spread, launches);
		}
	for (i = 0; i < POLICIES && argc < 5; i++)
		check(launched[i], "policy %u was never dealt", policies[i]);
	if (argc < 5)
		report("litmus.policies");
	printf("# %u of %u tests without fences showed what only a weak memory shows\n", weak_seen,
	       weak_tests);
	ct_del(ct);
	return test_failures != 0;
}
