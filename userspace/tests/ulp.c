// SPDX-License-Identifier: MIT
/*
 * The largest error of OpenCL C's functions of floats and doubles on a card, in ulp, against the
 * host's long double ones, beside the limit of OpenCL's full profile: at ends of the types and of
 * the functions, near their zeros, at special values, and at random.
 *
 * usage: ulp float|double ulp.elf [COUNT]
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu.h"
#include "ulp.h"

#define MAX_N 65536

/* Each with its neighbours: where functions have zeros, end or change */
static const double hard[] = {
	0x1p-149,
	0x1p-126,
	0x1p-1074,
	0x1p-1022,
	0x1p-1023,
	0x1p-60,
	0x1p-28,
	0x1p-24,
	0x1p-12,
	1e-3,
	0.1,
	0.25,
	0.4375,
	0.5,
	0.6875,
	0.84375,
	0.9,
	1,
	1.1875,
	1.25,
	1.4616321449683623,
	1.5,
	1.75,
	2,
	2.25,
	2.4375,
	2.5,
	2.857142857142857,
	3,
	4,
	5,
	6,
	8,
	9.19,
	10.05,
	10.06,
	16,
	22,
	26.5,
	27.2,
	27.22,
	33,
	34,
	35.04,
	36,
	42,
	44.36,
	64,
	88.02969,
	88.72283,
	89.41599,
	103.97,
	127,
	128,
	149,
	150,
	170,
	171.624376956,
	177.8,
	184,
	307.6,
	308.2547,
	323.3,
	323.6,
	512,
	709.782712893384,
	710.4758600739439,
	744.44,
	745.1332,
	1000,
	1023,
	1024,
	1074,
	1075,
	0x1p22,
	0x1p23,
	0x1p24,
	100000.5,
	0x1p31,
	0x1p52,
	0x1p53,
	1e10,
	0x1p64,
	0x1p96,
	0x1p126,
	0x1p127,
	0x1.fffffep127,
	0x1p511,
	0x1p1022,
	0x1p1023,
	0x1.fffffffffffffp1023,
	0x1.921fb54442d18p-1,
	0x1.921fb54442d18p0,
	0x1.921fb54442d18p1,
	0x1.2d97c7f3321d2p2,
	0x1.921fb54442d18p2,
	22.0 / 7 * 100,
	0x1.ef6afep65,
	0x1.6ac5b262ca1ffp849,
	39000,
	0x1.62e42fefa39efp-1,
	0x1.62e42fefa39efp-2,
	0x1.5bf0a8b145769p1,
	1 / 3.0,
	2 / 3.0,
	0.7071067811865476,
	1.4142135623730951,
	0.4769362762044699,
	2.457024,
	2.747683,
	3.143581,
	3.955294,
	5.007,
	0.29289321881345254,
	3.25,
};

/* In pairs */
static const double special[] = { 0.0,
				  -0.0,
				  1,
				  -1,
				  0.5,
				  -0.5,
				  2,
				  -2,
				  3,
				  -3,
				  INFINITY,
				  -INFINITY,
				  NAN,
				  0x1p-149,
				  -0x1p-149,
				  0x1p-126,
				  0x1p-1074,
				  -0x1p-1074,
				  0x1p-1022,
				  0x1.fffffep127,
				  -0x1.fffffep127,
				  0x1.fffffffffffffp1023,
				  0x1.fffffep-1,
				  0x1.000002p0,
				  0x1.fffffffffffffp-1,
				  0x1.0000000000001p0,
				  1e10,
				  88.7,
				  -87.3,
				  709,
				  128,
				  -149,
				  1024,
				  -1074,
				  1.5,
				  2.5,
				  0x1p24,
				  0x1.fffffep23,
				  0x1p53,
				  100000.5,
				  4,
				  -4,
				  31,
				  1001,
				  -1001,
				  0x1p30 };
#define N_HARD (int)(sizeof(hard) / sizeof(*hard))
#define N_SPECIAL (int)(sizeof(special) / sizeof(*special))

bool wide;
static uint64_t state = 1;
static double one_a[MAX_N], two_a[MAX_N], two_b[MAX_N], out[MAX_N];

/* The same numbers on each host. */
static uint64_t random_word(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return state;
}

/* A number of the type; what signaling NaN do is not specified */
static double rounded(double v)
{
	return isnan(v) ? NAN : wide ? v : (float)v;
}

/* In the type that is tested. */
static double next(double v, int steps)
{
	for (; steps; steps += steps < 0 ? 1 : -1) {
		double to = steps < 0 ? -INFINITY : INFINITY;

		v = wide ? nextafter(v, to) : nextafterf((float)v, (float)to);
	}
	return v;
}

/* By turns any bits, and values of a range where functions are interesting. */
static double random_value(int i)
{
	static const double ranges[] = { 1, 3, 30, 100, 200, 1100, 1e-2, 1e5 };
	uint64_t w = random_word();
	uint32_t low = (uint32_t)w;
	double v;
	float f;

	if (i & 1)
		return rounded((double)(int64_t)w * 0x1p-63 * ranges[i >> 1 & 7]);
	memcpy(&v, &w, 8);
	memcpy(&f, &low, 4);
	return rounded(wide ? v : f);
}

/* Half of the arguments are hard ones and their neighbours, half of the pairs are special ones, or
 * some of them; the others are random. */
static void choose(int n)
{
	int steps = n / 2 / (2 * N_HARD), pairs = N_SPECIAL * N_SPECIAL;

	steps = steps > 7 ? 7 : steps | 1;
	for (int i = 0; i < n; i++) {
		int k = i / (2 * steps), near = i % (2 * steps),
		    pair = i / 2 * (n < 2 * pairs ? 997 : 1) % pairs, rest = i - 2 * steps * N_HARD;
		double random = random_value(i), other = random_value((int)(random_word() >> 40));

		one_a[i] = k < N_HARD ? (near & 1 ? -1 : 1) *
						next(rounded(hard[k]), near / 2 - steps / 2)
			   : rest < N_SPECIAL ? rounded(special[rest])
					      : random;
		two_a[i] = i % 2 == 0 && i < 2 * pairs ? rounded(special[pair % N_SPECIAL])
			   : i % 16 == 1	       ? one_a[random_word() % (uint64_t)(i + 1)]
						       : random;
		two_b[i] = i % 2 == 0 && i < 2 * pairs ? rounded(special[pair / N_SPECIAL])
			   : i % 16 == 3	       ? one_a[random_word() % (uint64_t)(i + 1)]
			   : i % 16 == 5	       ? next(two_a[i], i / 16 % 7 - 3)
						       : other;
	}
}

/* @size: an ulp is at least one of a number of this size */
static double ulps(double got, real want, real size)
{
	real top = wide ? 0x1.fffffffffffff8p1023L : 0x1.ffffffp127L, least = wide ? -1021 : -125;
	int e;

	if (isnan(want))
		return isnan(got) ? 0 : INFINITY;
	if (isnan(got))
		return INFINITY;
	if (fabsl(want) >= top || isinf(got)) {
		/* near the end of the type an error of some ulp is an overflow, or none */
		if (fabsl(want) > top * (1 - 0x1p-20L) &&
		    (isinf(got) || fabs(got) > top * (1 - 0x1p-20L)) && !isinf(want))
			return !signbit(got) == !signbit(want) ? 0 : INFINITY;
		return isinf(got) && !signbit(got) == !signbit(want) && fabsl(want) >= top
			       ? 0
			       : INFINITY;
	}
	if (want == 0 && got == 0)
		return 0;
	frexpl(fmaxl(fabsl(want), size), &e);
	return fabsl(got - want) / ldexpl(1, (e < least ? least : e) - (wide ? 53 : 24));
}

static int give_up(const char *what)
{
	printf("not ok ulp: %s: %s\n", what, smgpu_last_error());
	return 1;
}

static struct smgpu_queue *queue;

/* To or from a buffer of the type */
static int transfer(struct smgpu_buffer *buf, double *v, int n, int read)
{
	static float floats[MAX_N];
	int err;

	for (int i = 0; !read && i < n; i++)
		floats[i] = (float)v[i];
	err = read ? smgpu_buffer_read(queue, buf, 0, wide ? (void *)v : floats, n * (wide ? 8 : 4))
		   : smgpu_buffer_write(queue, buf, 0, wide ? (void *)v : floats,
					n * (wide ? 8 : 4));
	for (int i = 0; read && !wide && i < n; i++)
		v[i] = floats[i];
	return err;
}

/* The function of the numbers of the buffers against the reference; 1: its error is too large */
static int judge(const struct function *f, const double *a, const double *b, int n)
{
	double worst = 0, limit = f->limit;
	int at = 0, wrong_zeros = 0;

	for (int i = 0; i < n; i++) {
		real want = f->one ? f->one(a[i]) : f->two(a[i], b[i]);
		double e = want == ANY ? 0 : ulps(out[i], want, f->one ? subtracted(f, a[i]) : 0);

		if (want == 0 && out[i] == 0 && !signbit(want) != !signbit(out[i]) && f->zeros)
			e = INFINITY, wrong_zeros++;
		if (e > limit && getenv("ULP_ALL"))
			printf("# %s(%a, %a) = %a, not %La: %g ulp\n", f->name, a[i],
			       f->one ? 0 : b[i], out[i], want, e);
		if (e > worst) {
			worst = e;
			at = i;
		}
	}
	if (worst <= limit)
		printf("ok ulp/%s/%s # %.2f of %g\n", wide ? "double" : "float", f->name, worst,
		       limit);
	else
		printf("not ok ulp/%s/%s: %.2f ulp of %g at (%a, %a): %a%s\n",
		       wide ? "double" : "float", f->name, worst, limit, a[at], b[at], out[at],
		       wrong_zeros ? ", zeros of the wrong sign" : "");
	return worst > limit;
}

/* 1: it can't be run, or its error is too large. @va: results, arguments of functions of one, and
 * of two */
static int measure(struct smgpu_module *mod, const struct function *f, int n,
		   struct smgpu_buffer *results, const uint32_t *va)
{
	const uint32_t args[3] = { va[0], f->one ? va[1] : va[2], va[3] };
	struct smgpu_launch l = { .grid = { n / 64 }, .cta = { 64 }, .args = args, .arg_words = 3 };
	const struct smgpu_kernel *kernel;
	struct smgpu_fence *fence;
	char name[32];

	snprintf(name, sizeof(name), "k_%s", f->name);
	kernel = smgpu_module_kernel(mod, name);
	fence = kernel ? smgpu_launch(queue, kernel, &l) : NULL;
	if (!fence || smgpu_fence_wait(fence, -1) || transfer(results, out, n, 1))
		return give_up(f->name);
	smgpu_fence_unref(fence);
	return judge(f, f->one ? one_a : two_a, two_b, n);
}

int main(int argc, char **argv)
{
	int n = argc > 3 ? atoi(argv[3]) : 4096, bad = 0;
	struct smgpu_device *dev = smgpu_device_new(NULL);
	struct smgpu_vm *vm = dev ? smgpu_vm_new(dev) : NULL;
	struct smgpu_module *mod = NULL;
	struct smgpu_buffer *buf[4];
	double *data[4] = { out, one_a, two_a, two_b };
	uint32_t va[4];

	setvbuf(stdout, NULL, _IOLBF, 0);
	queue = vm ? smgpu_queue_new(vm, NULL) : NULL;
	wide = argc > 1 && !strcmp(argv[1], "double");
	mod = queue && argc > 2 ? smgpu_module_open(vm, argv[2]) : NULL;
	if (!mod || n < 1024 || n > MAX_N || n % 64)
		return give_up("start");
	choose(n);
	for (int i = 0; i < 4; i++) {
		buf[i] = smgpu_buffer_new(vm, n * (wide ? 8 : 4), 0);
		if (!buf[i] || transfer(buf[i], data[i], n, 0))
			return give_up("buffer");
		va[i] = smgpu_buffer_va(buf[i]);
	}
	for (const struct function *f = functions; f->name; f++)
		bad |= measure(mod, f, n, buf[0], va);
	for (const struct function *f = narrow; f->name && !wide; f++)
		bad |= measure(mod, f, n, buf[0], va);
	for (int i = 0; i < 4; i++)
		smgpu_buffer_unref(buf[i]);
	smgpu_module_unref(mod);
	smgpu_queue_unref(queue);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	return bad;
}
