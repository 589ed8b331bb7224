// SPDX-License-Identifier: MIT
/*
 * The largest error of OpenCL C's float functions on a card, in ulp, against the host's long double ones, beside the
 * limit of OpenCL's full profile.
 *
 * usage: ulp ulp.elf [COUNT]
 */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu.h"

#define MAX_N 65536

typedef long double real;

static real ref_rsqrt(real x) { return 1 / sqrtl(x); }
static real ref_exp10(real x) { return powl(10, x); }
static real ref_powr(real x, real y) { return x < 0 || isnan(x) || isnan(y) || (x == 0 && y == 0) || (x == 1 && isinf(y)) || (isinf(x) && y == 0) ?
	NAN : powl(x < 0 ? x : fabsl(x), y); }
static real ref_next(real x, real y) { return nextafterf(x, y); }

/* sin of pi times x, reduced exactly first */
static real ref_sinpi(real x)
{
	real r = fmodl(x, 2);

	return r == 0 || fabsl(r) == 1 ? copysignl(0, x) : sinl(r * M_PIl);
}

static real ref_cospi(real x)
{
	real r = fabsl(fmodl(x, 2));

	return r == 0.5L || r == 1.5L ? 0 : cosl(r * M_PIl);
}

/* a NaN for -inf, as C has it for negative integers */
static real ref_gamma(real x)
{
	return x < 0 && floorl(x) == x ? NAN : tgammal(x);
}

static real ref_tanpi(real x)
{
	real r = fmodl(x, 2), f = fabsl(r);

	if (f == 0.5L || f == 1.5L)
		return copysignl(INFINITY, (f == 0.5L) == (x > 0) ? 1 : -1);
	if (f == 0 || f == 1)
		return copysignl(0, (f == 0) == !signbit(x) ? 1 : -1);
	return tanl(r * M_PIl);
}

static const struct function {
	const char *name;
	double limit;
	real (*one)(real);
	real (*two)(real, real);
} functions[] = {
	{ "acos", 4, acosl, NULL }, { "acosh", 4, acoshl, NULL }, { "asin", 4, asinl, NULL }, { "asinh", 4, asinhl, NULL },
	{ "atan", 5, atanl, NULL }, { "atanh", 5, atanhl, NULL }, { "cbrt", 2, cbrtl, NULL }, { "cos", 4, cosl, NULL },
	{ "cosh", 4, coshl, NULL }, { "cospi", 4, ref_cospi, NULL }, { "erf", 16, erfl, NULL }, { "erfc", 16, erfcl, NULL },
	{ "exp", 3, expl, NULL }, { "exp2", 3, exp2l, NULL }, { "exp10", 3, ref_exp10, NULL }, { "expm1", 3, expm1l, NULL },
	{ "log", 3, logl, NULL }, { "log2", 3, log2l, NULL }, { "log10", 3, log10l, NULL }, { "log1p", 2, log1pl, NULL },
	{ "rsqrt", 2, ref_rsqrt, NULL }, { "sin", 4, sinl, NULL }, { "sinh", 4, sinhl, NULL }, { "sinpi", 4, ref_sinpi, NULL },
	{ "sqrt", 3, sqrtl, NULL }, { "tan", 5, tanl, NULL }, { "tanh", 5, tanhl, NULL }, { "tanpi", 6, ref_tanpi, NULL },
	{ "ceil", 0.5, ceill, NULL }, { "fabs", 0, fabsl, NULL }, { "floor", 0.5, floorl, NULL },
	{ "logb", 0, logbl, NULL }, { "rint", 0.5, rintl, NULL }, { "round", 0.5, roundl, NULL }, { "trunc", 0.5, truncl, NULL },
	{ "atan2", 6, NULL, atan2l }, { "copysign", 0, NULL, copysignl }, { "fdim", 0.5, NULL, fdiml }, { "fmax", 0, NULL, fmaxl },
	{ "fmin", 0, NULL, fminl }, { "fmod", 0, NULL, fmodl }, { "hypot", 4, NULL, hypotl }, { "nextafter", 0, NULL, ref_next },
	{ "pow", 16, NULL, powl }, { "powr", 16, NULL, ref_powr }, { "remainder", 0, NULL, remainderl }, { "tgamma", 16, ref_gamma, NULL },
};

static const float special[] = { 0.0f, -0.0f, 1, -1, 0.5f, -0.5f, 2, -2, 3, INFINITY, -INFINITY, NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1.fffffep127f,
	-0x1.fffffep127f, 0x1.fffffep-1f, 0x1.000002p0f, 1e10f, 88.7f, -87.3f, 128, -149, 1.5f, 2.5f, 0x1p24f, 100000.5f };
#define N_SPECIAL (int)(sizeof(special) / sizeof(*special))

static uint32_t state = 1;
static float a[MAX_N], b[MAX_N], out[MAX_N];

static uint32_t random_word(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

static float value(int i)
{
	uint32_t w = random_word();
	float v;

	memcpy(&v, &w, 4);
	if (isnan(v))
		return NAN;	/* what signaling ones do is not specified */
	return i & 1 ? v : (float)(int32_t)w * (i & 2 ? 100.0f : 3.0f) / 2147483648.0f;
}

static double ulps(float got, real want)
{
	int e;

	if (isnan(want))
		return isnan(got) ? 0 : INFINITY;
	if (isnan(got))
		return INFINITY;
	if (isinf((float)want) || isinf(got))
		return (float)want == got || (fabsl(want) > 3.40282e38L && fabsf(got) > 3.40282e38f && !signbit(got) == !signbit(want)) ? 0 : INFINITY;
	frexpl(want, &e);
	return fabsl(got - want) / ldexpl(1, (e < -125 ? -125 : e) - 24);
}

static int give_up(const char *what)
{
	printf("not ok ulp: %s: %s\n", what, smgpu_last_error());
	return 1;
}

int main(int argc, char **argv)
{
	int n = argc > 2 ? atoi(argv[2]) : 4096, bad = 0;
	struct smgpu_device *dev = smgpu_device_new(NULL);
	struct smgpu_vm *vm = dev ? smgpu_vm_new(dev) : NULL;
	struct smgpu_queue *q = vm ? smgpu_queue_new(vm, NULL) : NULL;
	struct smgpu_module *mod = q && argc > 1 ? smgpu_module_open(vm, argv[1]) : NULL;
	struct smgpu_buffer *buf[3];
	float *data[3] = { out, a, b };
	uint32_t args[3];

	if (!mod || n < 1024 || n > MAX_N || n % 64)
		return give_up("start");
	for (int i = 0; i < n; i++) {
		a[i] = i < N_SPECIAL * N_SPECIAL ? special[i % N_SPECIAL] : value(i);
		b[i] = i < N_SPECIAL * N_SPECIAL ? special[i / N_SPECIAL] : value(i >> 2);
	}
	for (int i = 0; i < 3; i++) {
		buf[i] = smgpu_buffer_new(vm, n * 4, 0);
		if (!buf[i] || smgpu_buffer_write(q, buf[i], 0, data[i], n * 4))
			return give_up("buffer");
		args[i] = smgpu_buffer_va(buf[i]);
	}
	for (size_t k = 0; k < sizeof(functions) / sizeof(*functions); k++) {
		const struct function *f = &functions[k];
		struct smgpu_launch l = { .grid = { n / 64 }, .cta = { 64 }, .args = args, .arg_words = 3 };
		const struct smgpu_kernel *kernel;
		struct smgpu_fence *fence;
		double worst = 0;
		char name[32];
		int at = 0;

		snprintf(name, sizeof(name), "k_%s", f->name);
		kernel = smgpu_module_kernel(mod, name);
		fence = kernel ? smgpu_launch(q, kernel, &l) : NULL;
		if (!fence || smgpu_fence_wait(fence, -1) || smgpu_buffer_read(q, buf[0], 0, out, n * 4))
			return give_up(f->name);
		smgpu_fence_unref(fence);
		for (int i = 0; i < n; i++) {
			real want = f->one ? f->one(a[i]) : f->two(a[i], b[i]);
			double e = ulps(out[i], want);

			/* libclc flushes subnormal results of erfc */
			if (f->one == erfcl && fabsl(want) < 0x1p-126L && out[i] == 0)
				continue;
			if (e > worst) {
				worst = e;
				at = i;
			}
		}
		if (worst <= f->limit)
			printf("ok ulp/%s # %.2f of %g\n", f->name, worst, f->limit);
		else
			printf("not ok ulp/%s: %.2f ulp of %g at (%a, %a): %a\n", f->name, worst, f->limit, a[at], b[at], out[at]);
		bad |= worst > f->limit;
	}
	for (int i = 0; i < 3; i++)
		smgpu_buffer_unref(buf[i]);
	smgpu_module_unref(mod);
	smgpu_queue_unref(q);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	return bad;
}
