// SPDX-License-Identifier: MIT
/*
 * What kernels read from images and write to them: each format and kind, against the arithmetic of
 * the specification.
 *
 * A pixel is read and written by kernels, and filled and copied by the host. All four must agree on
 * each format that the device lists.
 */
#include <math.h>

#include "opencl.h"

static const char source[] =
	"#define READ(T, suffix) \\\n"
	"	__kernel void read##suffix(read_only image2d_t m, __global T *o) \\\n"
	"	{ int x = get_global_id(0), w = get_image_width(m); o[x] = read_image##suffix(m, (int2)(x % w, x / w)); } \\\n"
	"	__kernel void write##suffix(write_only image2d_t m, __global const T *v) \\\n"
	"	{ int x = get_global_id(0), w = get_image_width(m); write_image##suffix(m, (int2)(x % w, x / w), v[x]); }\n"
	"READ(float4, f) READ(int4, i) READ(uint4, ui)\n"
	"const sampler_t fixed = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
	"__kernel void shapes(read_only image1d_t a, read_only image1d_array_t b, read_only image2d_t c, read_only image2d_array_t d,\n"
	"	read_only image3d_t e, read_only image1d_buffer_t f, __global int *o)\n"
	"{\n"
	"	const sampler_t own = CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
	"	o[0] = get_image_width(a); o[1] = get_image_width(b); o[2] = get_image_array_size(b); o[3] = get_image_dim(c).y;\n"
	"	o[4] = get_image_height(d) * 100 + get_image_array_size(d); o[5] = get_image_depth(e); o[6] = get_image_width(f);\n"
	"	o[7] = get_image_channel_data_type(c) == CLK_SIGNED_INT32; o[8] = get_image_channel_order(e) == CLK_R; o[9] = get_image_dim(e).z;\n"
	"	o[10] = read_imagei(a, fixed, 2).x; o[11] = read_imagei(a, fixed, -1).x; o[12] = read_imagei(a, own, -5).x;\n"
	"	o[13] = read_imagei(b, fixed, (int2)(1, 1)).x; o[14] = read_imagei(d, own, (int4)(1, 2, 9, 0)).x;\n"
	"	o[15] = read_imagei(e, fixed, (int4)(1, 1, 1, 0)).x; o[16] = read_imagei(e, fixed, (int4)(1, 1, 2, 0)).x; o[17] = read_imagei(f, 3).x;\n"
	"	o[18] = read_imagei(c, fixed, (int2)(1, 7)).w; o[19] = read_imagei(b, fixed, (float2)(1.9f, 0.6f)).x;\n"
	"}\n"
	"__kernel void paint(write_only image1d_t a, write_only image1d_array_t b, write_only image2d_array_t d, write_only image3d_t e,\n"
	"	write_only image1d_buffer_t f)\n"
	"{\n"
	"	write_imagei(a, 1, 71); write_imagei(b, (int2)(1, 1), 72); write_imagei(d, (int4)(1, 2, 1, 0), 73); write_imagei(e, (int4)(1, 0, 1, 0), 74);\n"
	"	write_imagei(f, 3, 75); write_imagei(a, 1000000, 76); write_imagei(e, (int4)(0, 0, -1, 0), 77);\n"
	"}\n";

static const char source3[] =
	"__kernel void turn(read_write image2d_t m)\n"
	"{\n"
	"	int x = get_global_id(0);\n"
	"	uint4 v = read_imageui(m, (int2)(x, 1));\n"
	"	write_imageui(m, (int2)(x, 0), v.yzwx + 1);\n"
	"}\n";

enum { W = 7, H = 5, PIXELS = W * H };

cl_program program_built(const char *text, const char *options)
{
	cl_int err;
	cl_program p = clCreateProgramWithSource(context, 1, &text, NULL, &err);
	char log[4096] = "";

	err = clBuildProgram(p, 1, &device, options, NULL, NULL);
	if (err) {
		clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
		printf("%s", log);
	}
	GIVES("images/build", CL_SUCCESS, err);
	return p;
}

cl_mem image_of(cl_mem_object_type type, cl_channel_order order, cl_channel_type data, size_t w,
		size_t h, size_t d, const void *from)
{
	const cl_image_format format = { order, data };
	const cl_image_desc desc = { .image_type = type,
				     .image_width = w,
				     .image_height = h,
				     .image_depth = d,
				     .image_array_size = d };
	cl_int err;
	cl_mem m = clCreateImage(context, from ? CL_MEM_COPY_HOST_PTR : 0, &format, &desc,
				 (void *)from, &err);

	if (!m)
		result("images/new", false, "clCreateImage", err);
	return m;
}

/* All arguments are memory objects. */
static cl_int run_with(cl_kernel k, size_t n, int n_args, const cl_mem *args)
{
	for (int i = 0; i < n_args; i++)
		clSetKernelArg(k, i, sizeof(cl_mem), &args[i]);
	return run(queue, k, n, 0, 0, NULL, NULL);
}

/* ---- formats ---- */

/* Letters of the channels in memory; i and l stand for several components. */
const char *channels_of(cl_channel_order order)
{
	static const char *const letters[] = {
		[CL_R - CL_R] = "r",	   [CL_A - CL_R] = "a",		[CL_RG - CL_R] = "rg",
		[CL_RA - CL_R] = "ra",	   [CL_RGBA - CL_R] = "rgba",	[CL_BGRA - CL_R] = "bgra",
		[CL_ARGB - CL_R] = "argb", [CL_INTENSITY - CL_R] = "i", [CL_LUMINANCE - CL_R] = "l",
		[CL_RGB - CL_R] = "rgb",   [CL_RGBx - CL_R] = "rgbx",	[CL_sRGBA - CL_R] = "rgba",
		[CL_sBGRA - CL_R] = "bgra"
	};

	return letters[order - CL_R];
}

/* Of a channel that is not packed. */
static size_t type_bytes(cl_channel_type t)
{
	switch (t) {
	case CL_SNORM_INT8:
	case CL_UNORM_INT8:
	case CL_SIGNED_INT8:
	case CL_UNSIGNED_INT8: return 1;
	case CL_SIGNED_INT32: case CL_UNSIGNED_INT32: case CL_FLOAT: return 4;
	default: return 2;
	}
}

/* By its definition, as the host's compiler may have no halves. */
static double half_value(uint16_t h)
{
	double v = h >> 10 & 31 ? ldexp(1024 + (h & 1023), (h >> 10 & 31) - 25)
				: ldexp(h & 1023, -24);

	return h & 0x8000 ? -v : v;
}

/* The component that a read gives, by the specification's formulas in doubles. */
static double channel_value(cl_channel_type t, const uint8_t *p)
{
	switch (t) {
	case CL_SNORM_INT8: return fmax(*(const int8_t *)p / 127.0, -1);
	case CL_SNORM_INT16: return fmax(*(const int16_t *)p / 32767.0, -1);
	case CL_UNORM_INT8: return *p / 255.0;
	case CL_UNORM_INT16: return *(const uint16_t *)p / 65535.0;
	case CL_SIGNED_INT8: return *(const int8_t *)p;
	case CL_SIGNED_INT16: return *(const int16_t *)p;
	case CL_SIGNED_INT32: return *(const int32_t *)p;
	case CL_UNSIGNED_INT8: return *p;
	case CL_UNSIGNED_INT16: return *(const uint16_t *)p;
	case CL_UNSIGNED_INT32: return *(const uint32_t *)p;
	case CL_HALF_FLOAT: return half_value(*(const uint16_t *)p);
	default: return *(const float *)p;
	}
}

/* Bits of each part of a pixel, the first on top; NULL: it is not packed */
static const int *packed(cl_channel_type t)
{
	static const int bits[][4] = {
		{ 5, 6, 5 }, { 5, 5, 5 }, { 10, 10, 10 }, { 10, 10, 10, 2 }
	};

	return t == CL_UNORM_SHORT_565	    ? bits[0]
	       : t == CL_UNORM_SHORT_555    ? bits[1]
	       : t == CL_UNORM_INT_101010   ? bits[2]
	       : t == CL_UNORM_INT_101010_2 ? bits[3]
					    : NULL;
}

static bool srgb(cl_channel_order o)
{
	return o == CL_sRGBA || o == CL_sBGRA;
}

/* In memory, as images have no gaps between pixels here. */
size_t pixel_bytes(cl_image_format f)
{
	const int *bits = packed(f.image_channel_data_type);

	return bits ? (bits[0] == 5 ? 2 : 4)
		    : type_bytes(f.image_channel_data_type) *
			       strlen(channels_of(f.image_channel_order));
}

/* In the order of the channels in memory. Those of sRGB are made linear. */
void channel_values(cl_image_format f, const uint8_t *pixel, double *v)
{
	const int *bits = packed(f.image_channel_data_type);
	const char *names = channels_of(f.image_channel_order);
	uint32_t word = bits && bits[0] == 5 ? *(const uint16_t *)pixel
			: bits		     ? *(const uint32_t *)pixel
					     : 0;

	for (int c = 3; bits && c >= 0; c--) {
		v[c] = bits[c] ? (word & ((1u << bits[c]) - 1)) / ((1u << bits[c]) - 1.0) : 0;
		word >>= bits[c];
	}
	for (int c = 0; !bits && names[c]; c++) {
		v[c] = channel_value(f.image_channel_data_type,
				     pixel + c * type_bytes(f.image_channel_data_type));
		if (srgb(f.image_channel_order) && names[c] != 'a')
			v[c] = v[c] <= 0.04045 ? v[c] / 12.92 : pow((v[c] + 0.055) / 1.055, 2.4);
	}
}

/* A component that has no channel is 0, but the last one is 1. */
double component(const char *names, const double *v, char c)
{
	for (int i = 0; names[i]; i++)
		if (names[i] == c || names[i] == 'i' || (names[i] == 'l' && c != 'a'))
			return v[i];
	return c == 'a';
}

/* No infinities or NaN, whose bits a read need not keep. */
void fill_random(uint8_t *p, size_t bytes, cl_channel_type t)
{
	for (size_t i = 0; i < bytes; i++)
		p[i] = rand();
	for (size_t i = 0; t == CL_FLOAT && i < bytes; i += 4)
		*(float *)(p + i) = (rand() % 4001 - 2000) / 1000.0f;
	for (size_t i = 1; t == CL_HALF_FLOAT && i < bytes; i += 2)
		p[i] &= 0xbf;	/* less than 2 */
}

/* @way: 0 floats, 1 integers, 2 unsigned integers. */
static double out_value(int way, const uint32_t *p)
{
	return way == 0 ? *(const float *)p : way == 1 ? (double)*(const int32_t *)p : (double)*p;
}

/* What a write must leave in a channel: the value nearest to the one given, ties to even */
static double written(cl_image_format f, int channel, double v)
{
	const int *bits = packed(f.image_channel_data_type);
	cl_channel_type t = f.image_channel_data_type;
	double high, low = 0;

	if (bits) {
		high = (1 << bits[channel]) - 1;
		return nearbyint((float)((float)fmin(fmax(v, 0), 1) * (float)high)) / high;
	}
	switch (t) {
	case CL_SNORM_INT8: high = 127; low = -1; break;
	case CL_SNORM_INT16: high = 32767; low = -1; break;
	case CL_UNORM_INT8: high = 255; break;
	case CL_UNORM_INT16: high = 65535; break;
	case CL_SIGNED_INT8: return fmin(fmax(v, -128), 127);
	case CL_SIGNED_INT16: return fmin(fmax(v, -32768), 32767);
	case CL_UNSIGNED_INT8: return fmin(v, 255);
	case CL_UNSIGNED_INT16: return fmin(v, 65535);
	case CL_HALF_FLOAT:
		low = ldexp(1, fmax(ilogb(v ? v : 1), -14) - 10);
		return nearbyint(v / low) * low;
	default: return v;
	}
	return nearbyint((float)((float)fmin(fmax(v, low), 1) * (float)high)) / high;
}

/* Does the pixel hold what a write of @color must leave there? A byte of sRGB may be 0.6 off. */
static bool holds(cl_image_format f, const uint8_t *pixel, const uint32_t *color, int way)
{
	const char *names = channels_of(f.image_channel_order);
	double v[4] = { 0 };
	bool ok = true;

	channel_values(f, pixel, v);
	for (int c = 0; names[c]; c++) {
		int from = names[c] == 'g' ? 1 : names[c] == 'b' ? 2 : names[c] == 'a' ? 3 : 0;
		double in = out_value(way, &color[from]), s = fmin(fmax(in, 0), 1);

		if (names[c] == 'x')
			continue;
		s = s < 0.0031308 ? 12.92 * s : 1.055 * pow(s, 1 / 2.4) - 0.055;
		ok &= srgb(f.image_channel_order) && names[c] != 'a'
			      ? fabs(pixel[c] - s * 255) <= 0.6
			      : v[c] == written(f, c, in);
	}
	return ok;
}

/* Each pixel once by each way. The first two hold the extremes of their type. */
static void test_format(cl_program p, cl_image_format f)
{
	static const char *const readers[] = { "readf", "readi", "readui" }, *const writers[] = {
		"writef", "writei", "writeui"
	};
	bool integer = f.image_channel_data_type >= CL_SIGNED_INT8 &&
		       f.image_channel_data_type <= CL_UNSIGNED_INT32;
	int way = !integer ? 0 : f.image_channel_data_type <= CL_SIGNED_INT32 ? 1 : 2;
	const char *names = channels_of(f.image_channel_order);
	size_t pixel = pixel_bytes(f), region[] = { W, H, 1 }, origin[] = { 0, 0, 0 };
	uint8_t data[PIXELS * 16];
	uint32_t out[PIXELS * 4];
	uint8_t written_by_kernel[PIXELS * 16];
	bool reads = true, writes = true, fills = true;
	cl_mem args[2];
	cl_kernel k;
	char name[64];

	fill_random(data, PIXELS * pixel, f.image_channel_data_type);
	memset(data, 0, pixel);
	if (packed(f.image_channel_data_type) || type_bytes(f.image_channel_data_type) < 4)
		memset(data + pixel, f.image_channel_data_type == CL_HALF_FLOAT ? 0x3c : 0xff,
		       pixel);
	args[0] = image_of(CL_MEM_OBJECT_IMAGE2D, f.image_channel_order, f.image_channel_data_type,
			   W, H, 0, data);
	args[1] = buffer_of(sizeof(out), NULL);
	k = kernel_of(p, readers[way]);
	reads &= !run_with(k, PIXELS, 2, args) &&
		 !clEnqueueReadBuffer(queue, args[1], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	clReleaseKernel(k);
	for (int i = 0; i < PIXELS; i++) {
		double v[4] = { 0 };

		channel_values(f, data + i * pixel, v);
		for (int c = 0; c < 4; c++) {
			double want = component(names, v, "rgba"[c]),
			       got = out_value(way, &out[4 * i + c]);

			reads &= fabs(want - got) <=
				 fabs(want) * (srgb(f.image_channel_order) ? 8 : 1.5) / (1 << 23);
		}
	}
	/* Colours beyond the range of the type, too: those are clamped. */
	for (int i = 0; i < PIXELS * 4; i++) {
		float v = (rand() % 5001 - 2500) / 2000.0f;

		out[i] = rand() & 1 ? (uint32_t)rand() * 3u
				    : (uint32_t)(rand() % 600 - (way == 1 ? 300 : 0));
		if (!way)
			memcpy(&out[i], &v, 4);
	}
	writes &=
		!clEnqueueWriteBuffer(queue, args[1], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	k = kernel_of(p, writers[way]);
	writes &= !run_with(k, PIXELS, 2, args) &&
		  !clEnqueueReadImage(queue, args[0], CL_TRUE, origin, region, 0, 0, data, 0, NULL,
				      NULL);
	clReleaseKernel(k);
	for (int i = 0; i < PIXELS; i++)
		writes &= holds(f, data + i * pixel, &out[4 * i], way);
	/* the first of each row filled with the same colour: the bytes that the kernel has written,
	 * but for sRGB, which may be rounded another way */
	memcpy(written_by_kernel, data, PIXELS * pixel);
	memset(data, 0x5a, PIXELS * pixel);
	fills &= !clEnqueueWriteImage(queue, args[0], CL_TRUE, origin, region, 0, 0, data, 0, NULL,
				      NULL);
	for (int i = 0; i < PIXELS; i += W)
		fills &= !clEnqueueFillImage(queue, args[0], &out[4 * i],
					     (size_t[]) { 0, i / W, 0 }, (size_t[]) { 1, 1, 1 }, 0,
					     NULL, NULL);
	fills &= !clEnqueueReadImage(queue, args[0], CL_TRUE, origin, region, 0, 0, data, 0, NULL,
				     NULL);
	for (int i = 0; i < PIXELS; i++) {
		const uint8_t *at = data + i * pixel;

		if (i % W == 0)
			fills &= holds(f, at, &out[4 * i], way) &&
				 (srgb(f.image_channel_order) ||
				  !memcmp(at, written_by_kernel + i * pixel, pixel));
		for (size_t b = 0; i % W && b < pixel; b++)
			fills &= at[b] == 0x5a;
	}
	snprintf(name, sizeof(name), "pixels/%s-%x", names, f.image_channel_data_type);
	result(name, reads && writes && fills,
	       !reads	 ? "reading"
	       : !writes ? "writing"
			 : "filling",
	       0);
	clReleaseMemObject(args[0]);
	clReleaseMemObject(args[1]);
}

/* All that the device lists, and that the list has those that programs need most. */
static void test_formats(cl_program p)
{
	static const cl_image_format wanted[] = {
		{ CL_sRGBA, CL_UNORM_INT8 },	    { CL_sBGRA, CL_UNORM_INT8 },
		{ CL_RGB, CL_UNORM_SHORT_565 },	    { CL_RGB, CL_UNORM_SHORT_555 },
		{ CL_RGBx, CL_UNORM_SHORT_565 },    { CL_RGB, CL_UNORM_INT_101010 },
		{ CL_RGBA, CL_UNORM_INT_101010_2 },
	};
	cl_image_format list[128];
	cl_uint n = 0;

	GIVES("pixels/formats", CL_SUCCESS,
	      clGetSupportedImageFormats(context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 128,
					 list, &n));
	CHECK("pixels/how-many", n > 60 && n <= 128);
	for (size_t k = 0; k < sizeof(wanted) / sizeof(*wanted); k++) {
		bool listed = false;

		for (cl_uint i = 0; i < n; i++)
			listed |= !memcmp(&list[i], &wanted[k], sizeof(list[i]));
		result("pixels/listed", listed, "clGetSupportedImageFormats", (cl_int)k);
	}
	for (cl_uint i = 0; i < n; i++)
		test_format(p, list[i]);
}

/* By the host, where an image of any kind has three coordinates. */
static int pixel_of(cl_mem m, size_t x, size_t y, size_t z)
{
	const size_t origin[] = { x, y, z }, region[] = { 1, 1, 1 };
	int v = -1;

	clEnqueueReadImage(queue, m, CL_TRUE, origin, region, 0, 0, &v, 0, NULL, NULL);
	return v;
}

/* Each kind of image: what is told of its size, where coordinates lead, and what lies outside. */
static void test_kinds(cl_program p)
{
	static const int want[20] = { 5,   3, 2,   4,	302, 2,	  6, 1,	  1, 2,
				      102, 0, 100, 104, 111, 107, 0, 103, 0, 104 };
	int data[64], out[20] = { 0 };
	cl_mem buffer, m[7];
	cl_kernel k;

	for (int i = 0; i < 64; i++)
		data[i] = 100 + i;
	buffer = buffer_of(64, data);
	m[0] = image_of(CL_MEM_OBJECT_IMAGE1D, CL_R, CL_SIGNED_INT32, 5, 0, 0, data);
	m[1] = image_of(CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_R, CL_SIGNED_INT32, 3, 0, 2, data);
	m[2] = image_of(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_SIGNED_INT32, 3, 4, 0, data);
	m[3] = image_of(CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_R, CL_SIGNED_INT32, 2, 3, 2, data);
	m[4] = image_of(CL_MEM_OBJECT_IMAGE3D, CL_R, CL_SIGNED_INT32, 2, 2, 2, data);
	m[5] = clCreateImage(context, 0, &(cl_image_format) { CL_R, CL_SIGNED_INT32 },
			     &(cl_image_desc) { .image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER,
						.image_width = 6,
						.mem_object = buffer },
			     NULL, NULL);
	m[6] = buffer_of(sizeof(out), NULL);
	k = kernel_of(p, "shapes");
	GIVES("pixels/kinds", CL_SUCCESS, run_with(k, 1, 7, m));
	clEnqueueReadBuffer(queue, m[6], CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL);
	for (int i = 0; i < 20; i++) {
		char name[64];

		snprintf(name, sizeof(name), "pixels/kinds-%d", i);
		result(name, out[i] == want[i], "the kernel", out[i]);
	}
	clReleaseKernel(k);
	k = kernel_of(p, "paint");
	GIVES("pixels/paint", CL_SUCCESS,
	      run_with(k, 1, 5, (cl_mem[]) { m[0], m[1], m[3], m[4], m[5] }));
	CHECK("pixels/painted",
	      pixel_of(m[0], 1, 0, 0) == 71 && pixel_of(m[1], 1, 1, 0) == 72 &&
		      pixel_of(m[3], 1, 2, 1) == 73 && pixel_of(m[4], 1, 0, 1) == 74 &&
		      pixel_of(m[5], 3, 0, 0) == 75 && pixel_of(m[0], 0, 0, 0) == 100 &&
		      pixel_of(m[4], 0, 0, 0) == 100);
	GIVES("pixels/wrong-kind", CL_INVALID_MEM_OBJECT,
	      clSetKernelArg(k, 0, sizeof(m[1]), &m[1]));
	GIVES("pixels/buffer-for-image", CL_INVALID_MEM_OBJECT,
	      clSetKernelArg(k, 0, sizeof(buffer), &buffer));
	GIVES("pixels/null", CL_INVALID_ARG_VALUE, clSetKernelArg(k, 0, sizeof(cl_mem), NULL));
	clReleaseKernel(k);
	for (int i = 0; i < 7; i++)
		clReleaseMemObject(m[i]);
	clReleaseMemObject(buffer);
}

/* A kernel that reads and writes one image, each item a pixel of its own. */
static void test_read_write(void)
{
	const size_t origin[] = { 0, 0, 0 }, region[] = { 4, 1, 1 };
	cl_program p = program_built(source3, "-cl-std=CL3.0");
	cl_kernel k = kernel_of(p, "turn");
	uint8_t data[32], out[16];
	bool ok = true;
	cl_mem m;

	for (int i = 0; i < 32; i++)
		data[i] = i;
	m = image_of(CL_MEM_OBJECT_IMAGE2D, CL_RGBA, CL_UNSIGNED_INT8, 4, 2, 0, data);
	ok &= !run_with(k, 4, 1, &m) &&
	      !clEnqueueReadImage(queue, m, CL_TRUE, origin, region, 0, 0, out, 0, NULL, NULL);
	for (int i = 0; i < 16; i++)
		ok &= out[i] == 16 + i / 4 * 4 + (i + 1) % 4 + 1;
	CHECK("pixels/read-write", ok);
	clReleaseMemObject(m);
	clReleaseKernel(k);
	clReleaseProgram(p);
}

void test_pixels(void)
{
	cl_program p = program_built(source, "");

	test_formats(p);
	test_kinds(p);
	test_read_write();
	clReleaseProgram(p);
}
