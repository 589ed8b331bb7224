// SPDX-License-Identifier: MIT
/*
 * Samplers: each kind of image, addressing mode and filter, in formats of each form
 * (smgpu_image.h), against the arithmetic of the specification. A sampler that is a constant in the
 * program has code of its own, which must give the same to the bit.
 */
#include <math.h>

#include "opencl.h"

static const char source[] =
	"#define SAMPLE(name, type, C) \\\n"
	"	__kernel void name(read_only type m, sampler_t s, __global const float4 *c, __global float4 *o) \\\n"
	"	{ int i = get_global_id(0); float4 at = c[i]; o[i] = read_imagef(m, s, C); }\n"
	"SAMPLE(s1, image1d_t, at.x) SAMPLE(s1l, image1d_array_t, at.xy) SAMPLE(s2, image2d_t, at.xy)\n"
	"SAMPLE(s2l, image2d_array_t, at) SAMPLE(s3, image3d_t, at)\n"
	/* names end with the word of the sampler, as clang writes it */
	"#define FIXED(name, type, C, word, flags) \\\n"
	"	__kernel void name##_##word(read_only type m, __global const float4 *c, __global float4 *o) \\\n"
	"	{ const sampler_t s = flags; int i = get_global_id(0); float4 at = c[i]; o[i] = read_imagef(m, s, C); }\n"
	"#define BOTH(name, type, C, near, far, flags) FIXED(name, type, C, near, (flags) | CLK_FILTER_NEAREST) FIXED(name, type, C, far, (flags) | CLK_FILTER_LINEAR)\n"
	"BOTH(s2, image2d_t, at.xy, 16, 32, CLK_ADDRESS_NONE) BOTH(s2, image2d_t, at.xy, 17, 33, CLK_ADDRESS_NONE | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s2, image2d_t, at.xy, 18, 34, CLK_ADDRESS_CLAMP_TO_EDGE) BOTH(s2, image2d_t, at.xy, 19, 35, CLK_ADDRESS_CLAMP_TO_EDGE | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s2, image2d_t, at.xy, 20, 36, CLK_ADDRESS_CLAMP) BOTH(s2, image2d_t, at.xy, 21, 37, CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s2, image2d_t, at.xy, 23, 39, CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s2, image2d_t, at.xy, 25, 41, CLK_ADDRESS_MIRRORED_REPEAT | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s1, image1d_t, at.x, 20, 36, CLK_ADDRESS_CLAMP) BOTH(s1l, image1d_array_t, at.xy, 20, 36, CLK_ADDRESS_CLAMP)\n"
	"BOTH(s2l, image2d_array_t, at, 23, 39, CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE)\n"
	"BOTH(s3, image3d_t, at, 21, 37, CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_TRUE)\n";

enum { SAMPLES = 64, TEXELS = 64 };

struct texels {
	float v[TEXELS];		/* a component of each */
	float outside;
};

static const struct kind {
	const char *name;
	cl_mem_object_type type;
	int dims;
	bool array;
	int size[3];
} kinds[] = {
	{ "s1", CL_MEM_OBJECT_IMAGE1D, 1, false, { 9, 1, 1 } },
	{ "s1l", CL_MEM_OBJECT_IMAGE1D_ARRAY, 1, true, { 6, 1, 3 } },
	{ "s2", CL_MEM_OBJECT_IMAGE2D, 2, false, { 5, 4, 1 } },
	{ "s2l", CL_MEM_OBJECT_IMAGE2D_ARRAY, 2, true, { 4, 3, 3 } },
	{ "s3", CL_MEM_OBJECT_IMAGE3D, 3, false, { 4, 3, 2 } },
};

/* Outside in any direction it is the border's value. */
static double texel(const struct texels *t, const int *size, const int *at)
{
	for (int d = 0; d < 3; d++)
		if (at[d] < 0 || at[d] >= size[d])
			return t->outside;
	return t->v[(at[2] * size[1] + at[1]) * size[0] + at[0]];
}

/* The two indices along one axis, and the weight of the second */
static double axis(double s, int n, bool normalized, cl_addressing_mode mode, bool linear, int *i)
{
	double u = !normalized				? s
		   : mode == CL_ADDRESS_REPEAT		? (s - floor(s)) * n
		   : mode == CL_ADDRESS_MIRRORED_REPEAT ? fabs(s - 2 * rint(s / 2)) * n
							: s * n;
	double down = floor(linear ? u - 0.5 : u);

	for (int k = 0; k < 2; k++) {
		i[k] = (int)down + k;
		if (mode == CL_ADDRESS_REPEAT)
			i[k] = (i[k] + n) % n;
		else if (mode != CL_ADDRESS_CLAMP)
			i[k] = i[k] < 0 ? 0 : i[k] >= n ? n - 1 : i[k];
	}
	return linear ? u - 0.5 - down : 0;
}

/* A weighted sum over two places in each dimension. A weight of 0 hides infinities. */
static double sampled(const struct texels *t, const struct kind *kind, const float *c,
		      bool normalized, cl_addressing_mode mode, bool linear)
{
	int index[3][2] = { { 0 } };
	double weight[3] = { 0 }, sum = 0;

	for (int d = 0; d < kind->dims; d++)
		weight[d] = axis(c[d], kind->size[d], normalized, mode, linear, index[d]);
	if (kind->array) {
		int layer = rint(c[kind->dims]);

		index[2][0] = index[2][1] = layer < 0		     ? 0
					    : layer >= kind->size[2] ? kind->size[2] - 1
								     : layer;
	}
	for (int k = 0; k < 8; k++) {
		const int at[3] = { index[0][k & 1], index[1][k >> 1 & 1], index[2][k >> 2] };
		double w = 1;

		for (int d = 0; d < 3; d++)
			w *= k >> d & 1 ? weight[d] : 1 - weight[d];
		sum += w ? w * texel(t, kind->size, at) : 0;
	}
	return sum;
}

static const cl_image_format formats[] = {
	{ CL_R, CL_FLOAT },
	{ CL_RGBA, CL_FLOAT },
	{ CL_RGBA, CL_UNORM_INT8 },
	{ CL_BGRA, CL_UNORM_INT8 },
	{ CL_RG, CL_UNORM_INT16 },
	{ CL_RGBA, CL_HALF_FLOAT },
	{ CL_LUMINANCE, CL_SNORM_INT16 },
	{ CL_A, CL_UNORM_INT8 },
	{ CL_sRGBA, CL_UNORM_INT8 },
	{ CL_RGBx, CL_UNORM_SHORT_565 },
};

struct data {
	uint8_t pixels[TEXELS * 16];
	struct texels component[4];
	float most;
};

/* By component, as a read gives them; @most bounds the error of a sum. */
static void make_data(struct data *d, cl_image_format f)
{
	const char *names = channels_of(f.image_channel_order);
	size_t pixel = pixel_bytes(f);

	fill_random(d->pixels, sizeof(d->pixels), f.image_channel_data_type);
	d->most = 0;
	for (int c = 0; c < 4; c++) {
		d->component[c].outside = c == 3 && !strpbrk(names, "aix");
		for (int i = 0; i < TEXELS; i++) {
			double v[4] = { 0 };

			channel_values(f, d->pixels + i * pixel, v);
			d->component[c].v[i] = component(names, v, "rgba"[c]);
			d->most = fmaxf(d->most, fabsf(d->component[c].v[i]));
		}
	}
}

/* @s NULL: the program's constant sampler. The kernel is released. */
static bool run_kernel(cl_kernel k, cl_mem m, const cl_sampler *s, cl_mem at, cl_mem to,
		       float (*out)[4])
{
	cl_uint n = 0;
	bool ok = !clSetKernelArg(k, n++, sizeof(m), &m);

	if (s)
		ok &= !clSetKernelArg(k, n++, sizeof(*s), s);
	ok &= !clSetKernelArg(k, n++, sizeof(at), &at) && !clSetKernelArg(k, n, sizeof(to), &to);
	memset(out, 0xff, SAMPLES * sizeof(*out));
	ok &= !run(queue, k, SAMPLES, 0, 0, NULL, NULL) &&
	      !clEnqueueReadBuffer(queue, to, CL_TRUE, 0, SAMPLES * sizeof(*out), out, 0, NULL,
				   NULL);
	clReleaseKernel(k);
	return ok;
}

/* Inside, outside and beyond, for normalized coordinates or pixels. */
static void make_places(const struct kind *k, bool normalized, cl_addressing_mode mode,
			float (*c)[4])
{
	for (int i = 0; i < SAMPLES; i++) {
		/* not on the border of two pixels, where the nearest depends on a rounding */
		for (int d = 0; d < 4; d++)
			c[i][d] = (2 * (rand() % 40) - 39) / 16.0f *
				  (normalized ? 1.0f : k->size[d % 3]) / 1.01f;
		if (mode == CL_ADDRESS_NONE)
			for (int d = 0; d < 3; d++)
				c[i][d] = (0.5f + rand() % 31 / 31.0f * (k->size[d] - 1)) /
					  (normalized ? k->size[d] : 1);
		if (k->array)
			c[i][k->dims] = rand() % 6 - 1.2f;
	}
}

/* One sampler by both ways: as an argument and as a constant. */
static void test_sampler(cl_program p, const struct kind *k, cl_image_format f, bool normalized,
			 cl_addressing_mode mode, bool linear)
{
	float c[SAMPLES][4], out[SAMPLES][4], fixed[SAMPLES][4];
	cl_int err;
	cl_sampler s = clCreateSampler(context, normalized, mode,
				       linear ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &err);
	bool ok = !err;
	cl_mem m, mc, mo;
	cl_kernel constant;
	struct data d;
	char name[64];

	make_data(&d, f);
	make_places(k, normalized, mode, c);
	m = image_of(k->type, f.image_channel_order, f.image_channel_data_type, k->size[0],
		     k->size[1], k->size[2], d.pixels);
	mc = buffer_of(sizeof(c), c);
	mo = buffer_of(sizeof(out), NULL);
	ok &= run_kernel(kernel_of(p, k->name), m, &s, mc, mo, out);
	for (int i = 0; i < SAMPLES; i++)
		for (int j = 0; j < 4; j++)
			ok &= fabs(out[i][j] - sampled(&d.component[j], k, c[i], normalized, mode,
						       linear)) <= d.most * 2e-5;
	snprintf(name, sizeof(name), "samplers/%s-%s-%s-%x-%s-%x-%x", k->name,
		 normalized ? "normalized" : "pixels", linear ? "linear" : "nearest", mode,
		 channels_of(f.image_channel_order), f.image_channel_order,
		 f.image_channel_data_type);
	CHECK(name, ok);
	snprintf(name, sizeof(name), "%s_%d", k->name,
		 (linear ? 32 : 16) + 2 * (mode - CL_ADDRESS_NONE) + normalized);
	constant = clCreateKernel(p, name, NULL);
	if (constant) {
		ok = run_kernel(constant, m, NULL, mc, mo, fixed) &&
		     !memcmp(fixed, out, sizeof(out));
		snprintf(name, sizeof(name), "samplers/constant-%s-%d-%x-%x", k->name,
			 (linear ? 32 : 16) + 2 * (mode - CL_ADDRESS_NONE) + normalized,
			 f.image_channel_order, f.image_channel_data_type);
		CHECK(name, ok);
	}
	clReleaseMemObject(m);
	clReleaseMemObject(mc);
	clReleaseMemObject(mo);
	clReleaseSampler(s);
}

/* Modes that repeat need normalized coordinates. */
static void test_kind(cl_program p, const struct kind *k, cl_image_format f)
{
	for (int mode = 0; mode < 5; mode++)
		for (int way = 0; way < 4; way++)
			if (way & 1 || mode < 3)
				test_sampler(p, k, f, way & 1, CL_ADDRESS_NONE + mode, way & 2);
}

void test_samplers(void)
{
	cl_program p = program_built(source, "");

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		for (size_t f = 0; f < sizeof(formats) / sizeof(*formats); f++)
			test_kind(p, &kinds[i], formats[f]);
	clReleaseProgram(p);
}
