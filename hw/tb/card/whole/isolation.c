// SPDX-License-Identifier: MIT
/*
 * isolation IMAGE PRESET: what a VM learns of another one by the sets of L1, and what it costs that
 * it learns nothing. VM 1 loads lines of four pages; VM 2 loads lines at one page offset, which is
 * its secret; VM 1 looks which of its lines take longer than before. With shared SMs these are
 * others for each secret, and with exclusive ones the same for all. Then both VMs have tasks at the
 * same time.
 */
#include "tenant.h"

#define CSR_CYCLE	0xc00
#define LINES		512u	/* of 32 bytes: four pages, as many as the largest L1 has */
#define RESULTS		(7 * 4096u)
#define TASKS		6u	/* of each VM */

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))

static const uint32_t secrets[] = { 5, 23, 100 };
/* a load of a line that L1 does not have takes so many cycles, one of a line that it has fewer */
static uint32_t slow;

/* Cycles of a load of each line, one after the other, to RESULTS */
static const uint32_t probe[] = {
	CSRR(A0, CSR_PARAM), LUI(A1, RESULTS), ADD(A1, A1, A0),
	LUI(S1, LINES * 32), ADD(S1, S1, A0),  CSRR(T3, CSR_CYCLE),
	LW(T1, A0, 0),	     ADD(A0, A0, T1),  CSRR(T4, CSR_CYCLE),
	SUB(T4, T4, T3),     SW(T4, A1, 0),    ADDI(A1, A1, 4),
	ADDI(A0, A0, 32),    BNE(A0, S1, -32), EXIT,
};

/* Lines at one offset of seven pages */
static const uint32_t victim[] = {
	CSRR(T0, CSR_PARAM), LUI(S3, 4096),    ADDI(S2, ZERO, 7),  LW(T1, T0, 0), ADD(T0, T0, T1),
	ADD(T0, T0, S3),     ADDI(S2, S2, -1), BNE(S2, ZERO, -16), EXIT,
};

/* All threads load two words each, again and again */
static const uint32_t work[] = {
	CSRR(A0, CSR_PARAM),
	CSRR(T0, CSR_TIDX),
	SLLI(T0, T0, 2),
	ADD(A0, A0, T0),
	ADDI(A1, ZERO, 20),
	LW(T1, A0, 0),
	LW(T2, A0, 1024),
	ADD(T1, T1, T2),
	ADDI(A1, A1, -1),
	BNE(A1, ZERO, -16),
	EXIT,
};

static const uint32_t nothing[] = { EXIT };

static void isolate(uint32_t value)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_ISOLATION, .u.config.value = value };

	check(!ct_command(ct, &cmd), "isolation %u is refused", value);
}

/* Which lines are slow, a bit each, when VM 2 had a secret; returns how many */
static unsigned look(struct tenant *spy, struct tenant *other, uint32_t secret,
		     uint8_t lines[LINES])
{
	struct smgpu_tmd tmd = grid(1, 1);
	uint32_t t[LINES];
	unsigned i, n = 0, pass;

	for (pass = 0; pass < 3; pass++) {
		if (pass == 2) {
			other->programs = 0;
			tmd.param_va = DATA + secret * 32;
			run(other, tmd, victim, sizeof(victim));
			tmd.param_va = DATA;
		}
		spy->programs = 0;
		run(spy, tmd, probe, sizeof(probe));
	}
	ct_download(ct, spy->data + RESULTS, t, sizeof(t));
	for (i = 0; i < LINES; i++) {
		lines[i] = t[i] >= slow;
		n += lines[i];
	}
	return n;
}

static uint32_t mean(struct tenant *spy)
{
	uint32_t t[LINES], sum = 0;
	unsigned i;

	spy->programs = 0;
	run(spy, grid(1, 1), probe, sizeof(probe));
	ct_download(ct, spy->data + RESULTS, t, sizeof(t));
	for (i = 0; i < LINES; i++)
		sum += t[i];
	return sum / LINES;
}

/* Between lines that L1 has and those that the L2 alone has */
static void calibrate(struct tenant *spy, struct tenant *other)
{
	uint32_t near, far;

	isolate(SMGPU_FW_ISOLATION_EXCLUSIVE);
	(void)mean(spy);
	near = mean(spy);
	run(other, grid(1, 1), nothing, sizeof(nothing));
	far = mean(spy);
	isolate(SMGPU_FW_ISOLATION_SHARED);
	slow = (near + far) / 2;
	printf("# a line of L1 takes %u cycles, one of the L2 %u\n", near, far);
	check(far > near + 4, "lines of L1 are not told from others");
}

/* Of how many pairs of secrets one leaves other lines slow than the other. A secret leaves the same
 * lines when it is looked for again. */
static unsigned found(struct tenant *spy, struct tenant *other)
{
	static uint8_t lines[COUNT(secrets)][LINES], again[LINES];
	unsigned i, k, n = 0;

	for (i = 0; i < COUNT(secrets); i++)
		printf("# secret %u: %u slow lines\n", secrets[i],
		       look(spy, other, secrets[i], lines[i]));
	(void)look(spy, other, secrets[0], again);
	check(!memcmp(lines[0], again, LINES),
	      "one secret leaves other lines slow when it is looked for again");
	for (i = 0; i < COUNT(secrets); i++)
		for (k = 0; k < i; k++)
			n += memcmp(lines[i], lines[k], LINES) != 0;
	return n;
}

static void sets_of_l1(void)
{
	const unsigned all = COUNT(secrets) * (COUNT(secrets) - 1) / 2;
	struct tenant spy = enter(1), other = enter(2);
	unsigned n;

	calibrate(&spy, &other);
	n = found(&spy, &other);
	check(n == all,
	      "shared: %u of %u pairs of secrets are told apart, so this test sees too little", n,
	      all);
	isolate(SMGPU_FW_ISOLATION_EXCLUSIVE);
	n = found(&spy, &other);
	check(!n, "exclusive: %u of %u pairs of secrets are told apart", n, all);
	isolate(SMGPU_FW_ISOLATION_SHARED);
	leave(&spy);
	leave(&other);
}

/* Cycles for TASKS of each, from the first doorbell on; the second may be missing */
static uint32_t both(struct tenant *a, struct tenant *b, const uint32_t *code, size_t bytes,
		     unsigned ctas, unsigned threads)
{
	struct tenant *who[2] = { a, b };
	struct smgpu_tmd tmd = grid(ctas, threads);
	uint32_t t0;
	unsigned i, k;

	for (k = 0; k < 2 && who[k]; k++) {
		who[k]->programs = 0;
		put_program(who[k], &tmd, code, bytes);
		for (i = 0; i < TASKS; i++) {
			ct_upload(ct, who[k]->push + TMD - PUSH + i * sizeof(tmd), &tmd,
				  sizeof(tmd));
			check(!ct_push(ct, who[k]->channel, SMGPU_RING_TMD,
				       TMD + i * (uint32_t)sizeof(tmd), 0, i == TASKS - 1),
			      "the ring is full");
		}
	}
	t0 = ct_read(ct, SMGPU_HOST_TIMEBASE_LO);
	for (k = 0; k < 2 && who[k]; k++)
		ct_ring(ct, who[k]->channel);
	for (k = 0; k < 2 && who[k]; k++)
		check(!ct_wait_channel(ct, who[k]->channel), "a task of VM %u failed", who[k]->vm);
	return ct_read(ct, SMGPU_HOST_TIMEBASE_LO) - t0;
}

static void cost(void)
{
	static const struct {
		const char *name;
		const uint32_t *code;
		size_t bytes;
		unsigned ctas, threads;
	} kinds[] = { { "empty tasks", nothing, sizeof(nothing), 1, 32 }, /* those of a VM have
									     ended when the other
									     has its turn */
		      { "tasks of 4 CTAs", work, sizeof(work), 4, 256 },
		      { "tasks of 32 CTAs", work, sizeof(work), 32, 256 } };
	struct tenant a = enter(1), b = enter(2);
	uint32_t t[2][2];
	unsigned k, value;

	for (k = 0; k < COUNT(kinds); k++) {
		for (value = 0; value < 2; value++) {
			isolate(value ? SMGPU_FW_ISOLATION_EXCLUSIVE : SMGPU_FW_ISOLATION_SHARED);
			(void)both(&a, NULL, kinds[k].code, kinds[k].bytes, kinds[k].ctas,
				   kinds[k].threads);
			t[value][0] = both(&a, NULL, kinds[k].code, kinds[k].bytes, kinds[k].ctas,
					   kinds[k].threads);
			t[value][1] = both(&a, &b, kinds[k].code, kinds[k].bytes, kinds[k].ctas,
					   kinds[k].threads);
		}
		printf("# %s, %u of each VM: one VM %u cycles shared, %u exclusive; two VMs %u and %u\n",
		       kinds[k].name, TASKS, t[0][0], t[1][0], t[0][1], t[1][1]);
		check(k == 0 || t[1][1] > t[0][1],
		      "%s: exclusive SMs cost nothing, so nothing was measured", kinds[k].name);
		/* One that is alone pays for the comparison of two numbers. */
		check(t[1][0] < t[0][0] + t[0][0] / 20 + 500, "%s: alone, %u cycles in place of %u",
		      kinds[k].name, t[1][0], t[0][0]);
	}
	isolate(SMGPU_FW_ISOLATION_SHARED);
	leave(&a);
	leave(&b);
}

int main(int argc, char **argv)
{
	char rtl[] = "rtl",
	     *args[] = { argv[0], argc > 1 ? argv[1] : NULL, rtl, argc > 2 ? argv[2] : NULL, NULL };

	if (argc < 3 || tenants_start(4, args))
		return 2;
	RUN(sets_of_l1);
	RUN(cost);
	ct_del(ct);
	return test_failures != 0;
}
