// SPDX-License-Identifier: MIT
/*
 * Images by the commands of the host: every way in and out against a copy in the host's memory,
 * what is told of them, and misuse.
 */
#include "opencl.h"

#define MOST 4096

static const struct kind {
	const char *name;
	cl_mem_object_type type;
	size_t size[3], origin[3], region[3];
} kinds[] = {
	{ "1d", CL_MEM_OBJECT_IMAGE1D, { 13, 1, 1 }, { 2, 0, 0 }, { 7, 1, 1 } },
	{ "1d-array", CL_MEM_OBJECT_IMAGE1D_ARRAY, { 13, 5, 1 }, { 1, 2, 0 }, { 9, 3, 1 } },
	{ "2d", CL_MEM_OBJECT_IMAGE2D, { 13, 5, 1 }, { 3, 1, 0 }, { 5, 4, 1 } },
	{ "2d-array", CL_MEM_OBJECT_IMAGE2D_ARRAY, { 7, 4, 3 }, { 1, 1, 1 }, { 5, 2, 2 } },
	{ "3d", CL_MEM_OBJECT_IMAGE3D, { 7, 4, 3 }, { 1, 1, 1 }, { 5, 2, 2 } },
	{ "buffer", CL_MEM_OBJECT_IMAGE1D_BUFFER, { 13, 1, 1 }, { 2, 0, 0 }, { 7, 1, 1 } },
};

static const struct { const char *name; cl_image_format format; size_t pixel;
} formats[] = {
	{ "r8", { CL_R, CL_UNSIGNED_INT8 }, 1 },
	{ "rg8", { CL_RG, CL_UNSIGNED_INT8 }, 2 },
	{ "rgba8", { CL_RGBA, CL_UNSIGNED_INT8 }, 4 },
	{ "rgba32", { CL_RGBA, CL_UNSIGNED_INT32 }, 16 },
};

static uint8_t want[MOST], got[MOST], part[MOST];

static cl_mem new_image(const struct kind *k, cl_image_format format, size_t row, size_t slice,
			cl_mem_flags flags, void *from, cl_int *err)
{
	cl_image_desc d = { .image_type = k->type,
			    .image_width = k->size[0],
			    .image_height = k->size[1],
			    .image_depth = k->size[2],
			    .image_array_size = k->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? k->size[1]
										       : k->size[2],
			    .image_row_pitch = row,
			    .image_slice_pitch = slice };

	if (k->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
		d.mem_object = clCreateBuffer(context, 0, MOST, NULL, NULL);
	cl_mem m = clCreateImage(context, flags, &format, &d, from, err);

	if (d.mem_object)
		clReleaseMemObject(d.mem_object);
	return m;
}

/* Where pixel x of row y of slice z of a region is in the copy of the whole image */
static uint8_t *at(const struct kind *k, size_t pixel, size_t x, size_t y, size_t z)
{
	return want + ((z * k->size[1] + y) * k->size[0] + x) * pixel;
}

/* Rows of @from, @row and @slice bytes apart, against the copy or into it */
static bool region(const struct kind *k, size_t pixel, uint8_t *from, size_t row, size_t slice,
		   bool compare)
{
	bool same = true;

	for (size_t z = 0; z < k->region[2]; z++) {
		for (size_t y = 0; y < k->region[1]; y++) {
			uint8_t *here = at(k, pixel, k->origin[0], k->origin[1] + y,
					   k->origin[2] + z),
				*there = from + z * slice + y * row;

			if (compare)
				same &= !memcmp(here, there, k->region[0] * pixel);
			else
				memcpy(here, there, k->region[0] * pixel);
		}
	}
	return same;
}

static bool same(const struct kind *k, size_t pixel, cl_mem m)
{
	static const size_t zero[3];

	memset(got, 0, sizeof(got));
	return !clEnqueueReadImage(queue, m, CL_TRUE, zero, k->size, 0, 0, got, 0, NULL, NULL) &&
	       !memcmp(got, want, k->size[0] * k->size[1] * k->size[2] * pixel);
}

static void randomise(uint8_t *p)
{
	for (int i = 0; i < MOST; i++)
		p[i] = rand();
}

static bool test_map(const struct kind *k, size_t pixel, cl_mem m)
{
	bool ok = true;
	size_t row = 0, slice = 0;
	uint8_t *p = clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, k->origin,
				       k->region, &row, &slice, 0, NULL, NULL, NULL);

	if (!p || row < k->region[0] * pixel)
		return false;
	if (k->type == CL_MEM_OBJECT_IMAGE1D_ARRAY)
		row = slice;
	ok &= region(k, pixel, p, row, slice, true);
	for (size_t z = 0; z < k->region[2]; z++)
		for (size_t y = 0; y < k->region[1]; y++)
			for (size_t i = 0; i < k->region[0] * pixel; i++)
				p[z * slice + y * row + i] ^= 0x5a;
	region(k, pixel, p, row, slice, false);
	ok &= !clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
	return ok && same(k, pixel, m);
}

static void test_kind(const struct kind *k, int f)
{
	static const size_t zero[3];
	size_t pixel = formats[f].pixel, tight = k->region[0] * pixel, row = tight + 3 * pixel,
	       bytes = tight * k->region[1] * k->region[2];
	bool slices = k->type == CL_MEM_OBJECT_IMAGE3D || k->type == CL_MEM_OBJECT_IMAGE2D_ARRAY,
	     lines = k->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
	size_t slice = slices ? row * (k->region[1] + 1) : lines ? row + 2 * pixel : 0;
	cl_int err;
	cl_mem m = new_image(k, formats[f].format, 0, 0, 0, NULL, &err),
	       n = new_image(k, formats[f].format, 0, 0, 0, NULL, NULL);
	cl_mem b = buffer_of(MOST, NULL);
	uint32_t color[4] = { 1, 20, 255, 77 };
	bool write = !err, read = true, fill = true, copy = true, buffer = true;
	char name[64];

	if (!m)
		return result(k->name, false, "clCreateImage", err);
	randomise(want);
	write &= !clEnqueueWriteImage(queue, m, CL_FALSE, zero, k->size, 0, 0, want, 0, NULL,
				      NULL) &&
		 same(k, pixel, m);
	randomise(part);
	write &= !clEnqueueWriteImage(queue, m, CL_TRUE, k->origin, k->region, row, slice, part, 0,
				      NULL, NULL);
	region(k, pixel, part, lines ? slice : row, slice, false);
	write &= same(k, pixel, m);
	read &= !clEnqueueReadImage(queue, m, CL_TRUE, k->origin, k->region, row, slice, part, 0,
				    NULL, NULL);
	read &= region(k, pixel, part, lines ? slice : row, slice, true);
	fill &= !clEnqueueFillImage(queue, m, color, k->origin, k->region, 0, NULL, NULL);
	for (size_t i = 0; i < bytes; i++)
		part[i] = pixel == 16 ? ((uint8_t *)color)[i % 16] : color[i % pixel];
	region(k, pixel, part, tight, tight * k->region[1], false);
	fill &= same(k, pixel, m);
	fill &= !clEnqueueFillImage(queue, n, color, zero, k->size, 0, NULL, NULL);
	copy &= !clEnqueueCopyImage(queue, m, n, zero, zero, k->size, 0, NULL, NULL) &&
		same(k, pixel, n);
	randomise(part);
	buffer &= !clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, MOST, part, 0, NULL, NULL);
	buffer &= !clEnqueueCopyBufferToImage(queue, b, m, 8, k->origin, k->region, 0, NULL, NULL);
	region(k, pixel, part + 8, tight, tight * k->region[1], false);
	buffer &= same(k, pixel, m);
	copy &= !clEnqueueCopyImage(queue, m, n, k->origin, k->origin, k->region, 0, NULL, NULL) &&
		same(k, pixel, n);
	buffer &= !clEnqueueCopyImageToBuffer(queue, m, b, k->origin, k->region, 4, 0, NULL, NULL);
	buffer &= !clEnqueueReadBuffer(queue, b, CL_TRUE, 4, bytes, part, 0, NULL, NULL) &&
		  region(k, pixel, part, tight, tight * k->region[1], true);
#define SAY(what)                                                                              \
	do {                                                                                   \
		snprintf(name, sizeof(name), "images/%s-%s-" #what, k->name, formats[f].name); \
		CHECK(name, what);                                                             \
	} while (0)
	SAY(write);
	SAY(read);
	SAY(fill);
	SAY(copy);
	SAY(buffer);
	snprintf(name, sizeof(name), "images/%s-%s-map", k->name, formats[f].name);
	CHECK(name, test_map(k, pixel, m));
	clReleaseMemObject(m);
	clReleaseMemObject(n);
	clReleaseMemObject(b);
}

/* Memory of the program with gaps between the rows, taken once and used from then on */
static void test_host_memory(const struct kind *k, cl_mem_flags flags, const char *name)
{
	size_t pixel = 4, row = (k->size[0] + 2) * pixel;
	bool slices = k->type == CL_MEM_OBJECT_IMAGE3D || k->type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
	size_t slice = slices					? row * (k->size[1] + 1)
		       : k->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? 2 * row
								: 0;
	static uint8_t memory[MOST];
	char text[64];
	cl_int err;
	cl_mem m;

	randomise(memory);
	for (size_t z = 0; z < k->size[2]; z++)
		for (size_t y = 0; y < k->size[1]; y++)
			memcpy(at(k, pixel, 0, y, z),
			       memory + z * slice +
				       y * (k->type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? slice : row),
			       k->size[0] * pixel);
	m = new_image(k, formats[2].format, row, slice, flags, memory, &err);
	snprintf(text, sizeof(text), "images/%s-%s", k->name, name);
	result(text, m && same(k, pixel, m) && test_map(k, pixel, m), "clCreateImage", err);
	clReleaseMemObject(m);
}

static void test_2d_from_buffer(void)
{
	const cl_image_format format = { CL_RGBA, CL_UNSIGNED_INT8 };
	cl_mem b = buffer_of(400, NULL);
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
			    .image_width = 10,
			    .image_height = 5,
			    .image_row_pitch = 80,
			    .mem_object = b };
	const size_t origin[] = { 1, 2, 0 }, size[] = { 2, 1, 1 };
	cl_int err;
	cl_mem m = clCreateImage(context, 0, &format, &d, NULL, &err), back = NULL;
	uint32_t v[2] = { 0 };

	GIVES("images/in-buffer", CL_SUCCESS, err);
	for (int i = 0; i < 400; i++)
		want[i] = i * 7;
	clEnqueueWriteBuffer(queue, b, CL_TRUE, 0, 400, want, 0, NULL, NULL);
	clEnqueueReadImage(queue, m, CL_TRUE, origin, size, 0, 0, v, 0, NULL, NULL);
	CHECK("images/in-buffer-pitch", !memcmp(v, want + 2 * 80 + 4, 8));
	CHECK("images/in-buffer-told",
	      !clGetImageInfo(m, CL_IMAGE_BUFFER, sizeof(back), &back, NULL) && back == b);
	d.image_height = 6;
	clCreateImage(context, 0, &format, &d, NULL, &err);
	GIVES("images/in-buffer-large", CL_INVALID_IMAGE_SIZE, err);
	d.image_height = 3;
	d.image_row_pitch = 0x5555555555555558;
	clCreateImage(context, 0, &format, &d, NULL, &err);
	GIVES("images/in-buffer-beyond-words", CL_INVALID_IMAGE_SIZE, err);
	clReleaseMemObject(m);
	clReleaseMemObject(b);
}

static cl_int made(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *d,
		   void *host);

/* An image that is another's pixels as sRGB: what one is filled with is the linear colour that the
 * other's bytes stand for. */
static void test_2d_from_image(void)
{
	const cl_image_format bytes = { CL_RGBA, CL_UNORM_INT8 },
			      srgb = { CL_sRGBA, CL_UNORM_INT8 },
			      bgra = { CL_sBGRA, CL_UNORM_INT8 };
	const size_t zero[3] = { 0 }, one[3] = { 1, 1, 1 }, all[3] = { 3, 2, 1 };
	static uint8_t host[2][20], out[2][3][4];
	const float linear[4] = { 1, 0.21586f, 0, 0.5f };	/* of bytes 255, 128, 0 */
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
			    .image_width = 3,
			    .image_height = 2,
			    .image_row_pitch = sizeof(host[0]) };
	cl_mem m = clCreateImage(context, CL_MEM_USE_HOST_PTR | CL_MEM_READ_WRITE, &bytes, &d, host,
				 NULL),
	       view, back = m;
	size_t pitch = 0;
	uint8_t *p;
	cl_int err;

	d.image_row_pitch = 0;
	d.mem_object = m;
	view = clCreateImage(context, 0, &srgb, &d, NULL, &err);
	GIVES("images/in-image", CL_SUCCESS, err);
	GIVES("images/in-image-fill", CL_SUCCESS,
	      clEnqueueFillImage(queue, view, linear, (size_t[]) { 2, 1, 0 }, one, 0, NULL, NULL));
	clEnqueueReadImage(queue, m, CL_TRUE, zero, all, 0, 0, out, 0, NULL, NULL);
	CHECK("images/in-image-bytes", !memcmp(out[1][2], (uint8_t[]) { 255, 128, 0, 128 }, 4) &&
					       !out[0][0][0] && !out[1][1][3]);
	p = clEnqueueMapImage(queue, view, CL_TRUE, CL_MAP_READ, (size_t[]) { 2, 1, 0 }, one,
			      &pitch, NULL, 0, NULL, NULL, &err);
	CHECK("images/in-image-map", p == host[1] + 8 && p[1] == 128 && pitch == sizeof(host[0]));
	clEnqueueUnmapMemObject(queue, view, p, 0, NULL, NULL);
	CHECK("images/in-image-buffer",
	      !clGetImageInfo(view, CL_IMAGE_BUFFER, sizeof(back), &back, NULL) && !back);
	CHECK("images/in-image-whose",
	      !clGetMemObjectInfo(view, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(back), &back, NULL) &&
		      back == m);
	CHECK("images/in-image-pitch",
	      !clGetImageInfo(view, CL_IMAGE_ROW_PITCH, sizeof(pitch), &pitch, NULL) &&
		      pitch == sizeof(host[0]));
	GIVES("images/in-image-same", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
	      made(0, &bytes, &d, NULL));
	GIVES("images/in-image-order", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
	      made(0, &bgra, &d, NULL));
	d.image_height = 1;
	GIVES("images/in-image-size", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, made(0, &srgb, &d, NULL));
	clReleaseMemObject(m);
	clReleaseMemObject(view);
}

static cl_int made(cl_mem_flags flags, const cl_image_format *format, const cl_image_desc *d,
		   void *host)
{
	cl_int err = CL_SUCCESS;
	cl_mem m = clCreateImage(context, flags, format, d, host, &err);

	if (m)
		clReleaseMemObject(m);
	return err;
}

/* @image: 2D */
static void test_map_misuse(cl_mem image)
{
	static const size_t zero[3], row[3] = { 4, 1, 1 }, beside[3] = { 4, 0, 0 };
	size_t pitch;
	cl_int err;
	void *p = clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, zero, row, &pitch, NULL, 0,
				    NULL, NULL, &err);

	clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, (size_t[]) { 3, 0, 0 }, row, &pitch,
			  NULL, 0, NULL, NULL, &err);
	GIVES("images/written-twice", CL_INVALID_OPERATION, err);
	clEnqueueUnmapMemObject(queue, image,
				clEnqueueMapImage(queue, image, CL_TRUE, CL_MAP_WRITE, beside, row,
						  &pitch, NULL, 0, NULL, NULL, &err),
				0, NULL, NULL);
	GIVES("images/written-beside", CL_SUCCESS, err);
	clEnqueueUnmapMemObject(queue, image, p, 0, NULL, NULL);
	for (const struct kind *k = kinds; k < kinds + 5; k++) {
		bool slices = k->type != CL_MEM_OBJECT_IMAGE1D && k->type != CL_MEM_OBJECT_IMAGE2D;
		cl_mem m = new_image(k, formats[0].format, 0, 0, 0, NULL, NULL);

		p = clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_READ, zero, k->region, &pitch, NULL,
				      0, NULL, NULL, &err);
		result("images/no-slice", err == (slices ? CL_INVALID_VALUE : CL_SUCCESS), k->name,
		       err);
		if (p)
			clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
		clReleaseMemObject(m);
	}
}

/* Images in other memory */
static void test_shared_misuse(cl_mem buffer, cl_mem image)
{
	static const size_t zero[3], one[3] = { 1, 1, 1 };
	const cl_image_format r32 = { CL_R, CL_UNSIGNED_INT32 };
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
			    .image_width = 1,
			    .image_height = 2,
			    .image_row_pitch = 6,
			    .mem_object = buffer };
	cl_mem line;

	GIVES("images/part-of-pixel", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, made(0, &r32, &d, NULL));
	d.image_row_pitch = 0;
	d.mem_object = image;
	GIVES("images/of-image", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, made(0, &r32, &d, NULL));
	d.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
	d.mem_object = buffer;
	line = clCreateImage(context, 0, &r32, &d, NULL, NULL);
	GIVES("images/to-own-buffer", CL_INVALID_MEM_OBJECT,
	      clEnqueueCopyImageToBuffer(queue, line, buffer, zero, one, 4, 0, NULL, NULL));
	GIVES("images/from-own-buffer", CL_INVALID_MEM_OBJECT,
	      clEnqueueCopyBufferToImage(queue, buffer, line, 4, zero, one, 0, NULL, NULL));
	clReleaseMemObject(line);
}

static void test_misuse(void)
{
	static const size_t zero[3], one[3] = { 1, 1, 1 }, wide[3] = { 14, 1, 1 },
				     deep[3] = { 1, 1, 2 };
	const cl_image_format rgba = { CL_RGBA, CL_UNSIGNED_INT8 },
			      bgra = { CL_BGRA, CL_UNORM_INT8 }, depth = { CL_DEPTH, CL_FLOAT };
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
			    .image_width = 13,
			    .image_height = 5 },
		      bad;
	cl_mem m, n, b = buffer_of(16, NULL);
	cl_int err;
	void *p;

	m = clCreateImage(context, CL_MEM_HOST_READ_ONLY, &rgba, &d, NULL, NULL);
	n = clCreateImage(context, 0, &bgra, &d, NULL, NULL);
	GIVES("images/flags", CL_INVALID_VALUE,
	      made(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, &rgba, &d, NULL));
	GIVES("images/no-format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, made(0, NULL, &d, NULL));
	GIVES("images/odd-format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
	      made(0, &(cl_image_format) { CL_RGB, CL_FLOAT }, &d, NULL));
	GIVES("images/odd-packed", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
	      made(0, &(cl_image_format) { CL_RGBA, CL_UNORM_SHORT_565 }, &d, NULL));
	GIVES("images/odd-srgb", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
	      made(0, &(cl_image_format) { CL_sRGBA, CL_UNSIGNED_INT8 }, &d, NULL));
	GIVES("images/depth", CL_IMAGE_FORMAT_NOT_SUPPORTED, made(0, &depth, &d, NULL));
	GIVES("images/no-desc", CL_INVALID_IMAGE_DESCRIPTOR, made(0, &rgba, NULL, NULL));
	bad = d;
	bad.image_height = 0;
	GIVES("images/no-height", CL_INVALID_IMAGE_DESCRIPTOR, made(0, &rgba, &bad, NULL));
	bad = d;
	bad.image_row_pitch = 64;
	GIVES("images/pitch-of-nothing", CL_INVALID_IMAGE_DESCRIPTOR, made(0, &rgba, &bad, NULL));
	bad.image_row_pitch = 54;
	GIVES("images/odd-pitch", CL_INVALID_IMAGE_DESCRIPTOR,
	      made(CL_MEM_COPY_HOST_PTR, &rgba, &bad, want));
	bad = d;
	bad.image_width = 1u << 20;
	GIVES("images/wide", CL_INVALID_IMAGE_SIZE, made(0, &rgba, &bad, NULL));
	GIVES("images/no-memory", CL_INVALID_HOST_PTR, made(CL_MEM_COPY_HOST_PTR, &rgba, &d, NULL));
	bad = d;
	bad.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER;
	GIVES("images/no-buffer", CL_INVALID_IMAGE_DESCRIPTOR, made(0, &rgba, &bad, NULL));
	bad.mem_object = b;
	GIVES("images/small-buffer", CL_INVALID_IMAGE_SIZE, made(0, &rgba, &bad, NULL));
	GIVES("images/outside", CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, zero, wide, 0, 0, got, 0, NULL, NULL));
	GIVES("images/deep", CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, zero, deep, 0, 0, got, 0, NULL, NULL));
	GIVES("images/short-pitch", CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, zero, (size_t[]) { 2, 2, 1 }, 4, 0, got, 0,
				 NULL, NULL));
	GIVES("images/slice-of-2d", CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, zero, one, 0, 64, got, 0, NULL, NULL));
	GIVES("images/no-pointer", CL_INVALID_VALUE,
	      clEnqueueReadImage(queue, m, CL_TRUE, zero, one, 0, 0, NULL, 0, NULL, NULL));
	GIVES("images/host-read-only", CL_INVALID_OPERATION,
	      clEnqueueWriteImage(queue, m, CL_TRUE, zero, one, 0, 0, got, 0, NULL, NULL));
	GIVES("images/a-buffer", CL_INVALID_MEM_OBJECT,
	      clEnqueueReadImage(queue, b, CL_TRUE, zero, one, 0, 0, got, 0, NULL, NULL));
	GIVES("images/not-a-buffer", CL_INVALID_MEM_OBJECT,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, got, 0, NULL, NULL));
	GIVES("images/mismatch", CL_IMAGE_FORMAT_MISMATCH,
	      clEnqueueCopyImage(queue, m, n, zero, zero, one, 0, NULL, NULL));
	GIVES("images/overlap", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyImage(queue, n, n, zero, (size_t[]) { 1, 1, 0 }, (size_t[]) { 2, 2, 1 },
				 0, NULL, NULL));
	GIVES("images/buffer-end", CL_INVALID_VALUE,
	      clEnqueueCopyImageToBuffer(queue, n, b, zero, one, 13, 0, NULL, NULL));
	GIVES("images/no-colour", CL_INVALID_VALUE,
	      clEnqueueFillImage(queue, n, NULL, zero, one, 0, NULL, NULL));
	p = clEnqueueMapImage(queue, n, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0, NULL, NULL,
			      &err);
	GIVES("images/no-row", CL_INVALID_VALUE, p ? CL_SUCCESS : err);
	test_map_misuse(n);
	test_shared_misuse(b, n);
	GIVES("images/info-of-buffer", CL_INVALID_MEM_OBJECT,
	      clGetImageInfo(b, CL_IMAGE_WIDTH, 0, NULL, NULL));
	clReleaseMemObject(m);
	clReleaseMemObject(n);
	clReleaseMemObject(b);
}

static void sampler_objects(void)
{
	const cl_sampler_properties list[] = { CL_SAMPLER_ADDRESSING_MODE, CL_ADDRESS_REPEAT, 0 },
				    odd[] = { 1, 2, 0 },
				    large[] = { CL_SAMPLER_NORMALIZED_COORDS, (1ull << 32) + 1, 0 };
	cl_sampler_properties back[3] = { 0 };
	cl_addressing_mode mode = 0;
	cl_filter_mode filter = 0;
	cl_int err;
	cl_sampler s = clCreateSamplerWithProperties(context, list, &err);

	GIVES("images/sampler", CL_SUCCESS, err);
	CHECK("images/sampler-mode",
	      !clGetSamplerInfo(s, CL_SAMPLER_ADDRESSING_MODE, sizeof(mode), &mode, NULL) &&
		      mode == CL_ADDRESS_REPEAT);
	CHECK("images/sampler-filter",
	      !clGetSamplerInfo(s, CL_SAMPLER_FILTER_MODE, sizeof(filter), &filter, NULL) &&
		      filter == CL_FILTER_NEAREST);
	CHECK("images/sampler-list",
	      !clGetSamplerInfo(s, CL_SAMPLER_PROPERTIES, sizeof(back), back, NULL) &&
		      !memcmp(back, list, sizeof(list)));
	GIVES("images/sampler-retain", CL_SUCCESS, clRetainSampler(s));
	clReleaseSampler(s);
	clReleaseSampler(s);
	clCreateSamplerWithProperties(context, odd, &err);
	GIVES("images/sampler-odd", CL_INVALID_VALUE, err);
	clCreateSamplerWithProperties(context, large, &err);
	GIVES("images/sampler-large", CL_INVALID_VALUE, err);
	clCreateSampler(context, CL_FALSE, CL_ADDRESS_REPEAT, CL_FILTER_NEAREST, &err);
	GIVES("images/sampler-pixels-repeat", CL_INVALID_VALUE, err);
}

/* Maps for writing and unmaps; what came of it */
static cl_int maps(cl_mem m, size_t offset, size_t bytes)
{
	cl_int err;
	void *p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE, offset, bytes, 0, NULL, NULL,
				     &err);

	if (p)
		clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
	clFinish(queue);
	return err;
}

static void *map_pixels(cl_mem m, size_t x, size_t y, size_t w, size_t h, cl_int *err)
{
	size_t row;

	return clEnqueueMapImage(queue, m, CL_TRUE, CL_MAP_WRITE, (size_t[]) { x, y, 0 },
				 (size_t[]) { w, h, 1 }, &row, NULL, 0, NULL, NULL, err);
}

/* A buffer, a part of it, an image of rows of 64 bytes in it, and the sRGB of that: a byte is
 * mapped for writing through one of them only. */
static void maps_of_shared_memory(void)
{
	cl_image_desc d = { .image_type = CL_MEM_OBJECT_IMAGE2D,
			    .image_width = 16,
			    .image_height = 8,
			    .image_row_pitch = 64 };
	cl_mem b = buffer_of(512, NULL),
	       half = clCreateSubBuffer(b, 0, CL_BUFFER_CREATE_TYPE_REGION,
					&(cl_buffer_region) { 256, 256 }, NULL),
	       m, view;
	cl_int err;
	void *p;

	d.mem_object = b;
	m = clCreateImage(context, 0, &(cl_image_format){ CL_RGBA, CL_UNORM_INT8 }, &d, NULL, &err);
	d.mem_object = m;
	view = clCreateImage(context, 0, &(cl_image_format) { CL_sRGBA, CL_UNORM_INT8 }, &d, NULL,
			     &err);
	p = map_pixels(m, 4, 2, 4, 3, &err);	/* bytes 16 to 31 of rows 2 to 4 */
	GIVES("images/map-in-buffer", CL_SUCCESS, err);
	GIVES("images/map-buffer-left", CL_SUCCESS, maps(b, 64, 80));
	GIVES("images/map-buffer-first-pixel", CL_INVALID_OPERATION, maps(b, 64, 81));
	GIVES("images/map-buffer-last-pixel", CL_INVALID_OPERATION, maps(b, 256 + 31, 1));
	GIVES("images/map-buffer-right", CL_SUCCESS, maps(b, 256 + 32, 100));
	GIVES("images/map-buffer-between-rows", CL_SUCCESS, maps(b, 192 + 32, 48));
	GIVES("images/map-part", CL_INVALID_OPERATION, maps(half, 0, 32));
	GIVES("images/map-part-beside", CL_SUCCESS, maps(half, 0, 16));
	map_pixels(view, 7, 4, 1, 1, &err);
	GIVES("images/map-view", CL_INVALID_OPERATION, err);
	clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
	clFinish(queue);
	GIVES("images/map-buffer-when-gone", CL_SUCCESS, maps(b, 0, 512));
	p = map_pixels(view, 7, 4, 1, 1, &err);
	GIVES("images/map-view-when-gone", CL_SUCCESS, err);
	map_pixels(m, 0, 4, 16, 1, &err);
	GIVES("images/map-below-view", CL_INVALID_OPERATION, err);
	clEnqueueUnmapMemObject(queue, view, p, 0, NULL, NULL);
	clReleaseMemObject(view);
	clReleaseMemObject(m);
	clReleaseMemObject(half);
	clReleaseMemObject(b);
}

void test_images(void)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		for (int f = 0; f < 4; f++)
			test_kind(&kinds[i], f);
		if (kinds[i].type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
			continue;
		test_host_memory(&kinds[i], CL_MEM_COPY_HOST_PTR, "copied");
		test_host_memory(&kinds[i], CL_MEM_USE_HOST_PTR, "used");
	}
	test_2d_from_buffer();
	test_2d_from_image();
	maps_of_shared_memory();
	test_misuse();
	sampler_objects();
}
