// SPDX-License-Identifier: MIT
/*
 * Buffers: every way in and out, at odd places too, against a copy in the host's memory.
 *
 * @want is what the buffer must hold. Each test changes both in the same way, and compares all of
 * it.
 */
#include "opencl.h"

#define BYTES 20000

static uint8_t want[BYTES], got[BYTES], other[BYTES];

/* All of the buffer, so that bytes beside a range are looked at, too. */
static bool same(cl_mem m)
{
	return !clEnqueueReadBuffer(queue, m, CL_TRUE, 0, BYTES, got, 0, NULL, NULL) &&
	       !memcmp(got, want, BYTES);
}

/* Reads, writes and copies at whole and odd places: the card's DMA moves words. */
static void test_ranges(cl_mem m)
{
	static const size_t ranges[][2] = { { 0, BYTES }, { 4, 400 },	  { 1, 1 },    { 3, 1000 },
					    { 4001, 7 },  { 8190, 5000 }, { 19999, 1 } };
	cl_mem n = buffer_of(BYTES, NULL);
	bool read = true, write = true, copy = true;

	for (size_t i = 0; i < sizeof(ranges) / sizeof(*ranges); i++) {
		size_t at = ranges[i][0], bytes = ranges[i][1];

		for (size_t k = 0; k < bytes; k++)
			other[k] = rand();
		write &= !clEnqueueWriteBuffer(queue, m, i & 1, at, bytes, other, 0, NULL, NULL);
		memcpy(want + at, other, bytes);
		write &= same(m);
		memset(got, 0, BYTES);
		read &= !clEnqueueReadBuffer(queue, m, CL_TRUE, at, bytes, got, 0, NULL, NULL) &&
			!memcmp(got, want + at, bytes) && (bytes == BYTES || !got[bytes]);
		for (size_t to = 0; to < 4 && bytes < BYTES - 4; to++) {
			clEnqueueFillBuffer(queue, n, &(char){ 0x55 }, 1, 0, BYTES, 0, NULL, NULL);
			copy &= !clEnqueueCopyBuffer(queue, m, n, at, to, bytes, 0, NULL, NULL);
			copy &= !clEnqueueReadBuffer(queue, n, CL_TRUE, 0, bytes + 8, got, 0, NULL,
						     NULL);
			copy &= !memcmp(got + to, want + at, bytes) && got[to + bytes] == 0x55 &&
				(!to || got[to - 1] == 0x55);
		}
	}
	CHECK("transfer/write", write);
	CHECK("transfer/read", read);
	CHECK("transfer/copy", copy);
	GIVES("transfer/outside", CL_INVALID_VALUE,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 1, BYTES, got, 0, NULL, NULL));
	GIVES("transfer/overlap", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyBuffer(queue, m, m, 0, 8, 16, 0, NULL, NULL));
	GIVES("transfer/beside", CL_SUCCESS,
	      clEnqueueCopyBuffer(queue, m, m, 0, 16, 16, 0, NULL, NULL));
	memcpy(want + 16, want, 16);
	clReleaseMemObject(n);
}

/* All sizes of patterns, at each place that OpenCL allows. */
static void test_fills(cl_mem m)
{
	uint8_t pattern[128];
	bool ok = true;

	for (int i = 0; i < 128; i++)
		pattern[i] = rand();
	for (size_t n = 1; n <= 128; n *= 2) {
		for (size_t at = n; at <= 3 * n; at += n) {
			ok &= !clEnqueueFillBuffer(queue, m, pattern, n, at, 7 * n, 0, NULL, NULL);
			for (size_t i = 0; i < 7 * n; i++)
				want[at + i] = pattern[i % n];
		}
		ok &= same(m);
	}
	CHECK("fill/patterns", ok);
	GIVES("fill/size", CL_INVALID_VALUE,
	      clEnqueueFillBuffer(queue, m, pattern, 3, 0, 9, 0, NULL, NULL));
	GIVES("fill/offset", CL_INVALID_VALUE,
	      clEnqueueFillBuffer(queue, m, pattern, 4, 2, 8, 0, NULL, NULL));
}

/* A command with nothing to move is done, and is of its type. */
static void test_nothing(cl_mem m)
{
	static const struct { const char *name; cl_command_type type;
	} of[] = {
		{ "read", CL_COMMAND_READ_BUFFER },
		{ "write", CL_COMMAND_WRITE_BUFFER },
		{ "copy", CL_COMMAND_COPY_BUFFER },
		{ "fill", CL_COMMAND_FILL_BUFFER },
	};
	uint8_t byte = 1;

	for (int i = 0; i < 4; i++) {
		cl_command_type type = 0;
		cl_event e = NULL;
		cl_int err =
			i == 0	 ? clEnqueueReadBuffer(queue, m, CL_TRUE, BYTES, 0, &byte, 0, NULL,
						       &e)
			: i == 1 ? clEnqueueWriteBuffer(queue, m, CL_TRUE, 0, 0, &byte, 0, NULL, &e)
			: i == 2 ? clEnqueueCopyBuffer(queue, m, m, 0, 0, 0, 0, NULL, &e)
				 : clEnqueueFillBuffer(queue, m, &byte, 1, 8, 0, 0, NULL, &e);

		result("nothing/done", !err && !clWaitForEvents(1, &e), of[i].name, err);
		clGetEventInfo(e, CL_EVENT_COMMAND_TYPE, sizeof(type), &type, NULL);
		result("nothing/type", type == of[i].type, of[i].name, type);
		if (e)
			clReleaseEvent(e);
	}
	CHECK("nothing/same", same(m) && byte == 1);
	GIVES("nothing/outside", CL_INVALID_VALUE,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, BYTES + 1, 0, &byte, 0, NULL, NULL));
	GIVES("nothing/nowhere", CL_INVALID_VALUE,
	      clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 0, NULL, 0, NULL, NULL));
}

struct shape {
	size_t origin[3], host[3], region[3], row, slice, host_row, host_slice;
};

/* By bytes, as the definition has it. @to_host: the direction. */
static void rect(uint8_t *to, const uint8_t *from, const struct shape *s, bool to_host)
{
	for (size_t z = 0; z < s->region[2]; z++)
		for (size_t y = 0; y < s->region[1]; y++)
			for (size_t x = 0; x < s->region[0]; x++) {
				size_t dev = (s->origin[2] + z) * s->slice +
					     (s->origin[1] + y) * s->row + s->origin[0] + x;
				size_t host = (s->host[2] + z) * s->host_slice +
					      (s->host[1] + y) * s->host_row + s->host[0] + x;

				to[to_host ? host : dev] = from[to_host ? dev : host];
			}
}

/* Rectangles of all directions, then sizes beyond numbers, then those within one buffer. */
static void test_rects(cl_mem m)
{
	static const struct shape shapes[] = {
		{ { 4, 2, 1 }, { 8, 0, 0 }, { 16, 5, 3 }, 64, 64 * 10, 32, 32 * 8 },
		{ { 3, 1, 0 }, { 1, 2, 1 }, { 7, 9, 4 }, 50, 50 * 12, 40, 40 * 15 },
		{ { 0, 0, 0 }, { 0, 0, 0 }, { 64, 10, 3 }, 64, 640, 64, 640 },
		{ { 1, 0, 0 }, { 0, 0, 0 }, { 3, 300, 1 }, 8, 2400, 3, 900 },
	};
	uint8_t expect[BYTES];
	const size_t none[3] = { 0 }, part[] = { 4, 15, 2 }, half = SIZE_MAX / 2;
	cl_mem n = buffer_of(BYTES, want);
	bool read = true, write = true, copy = true;

	for (size_t i = 0; i < sizeof(shapes) / sizeof(*shapes); i++) {
		const struct shape *s = &shapes[i];

		memset(other, 7, BYTES);
		memset(expect, 7, BYTES);
		rect(expect, want, s, true);
		read &= !clEnqueueReadBufferRect(queue, m, CL_TRUE, s->origin, s->host, s->region,
						 s->row, s->slice, s->host_row, s->host_slice,
						 other, 0, NULL, NULL) &&
			!memcmp(other, expect, BYTES);
		for (int k = 0; k < BYTES; k++)
			other[k] = rand();
		rect(want, other, s, false);
		write &= !clEnqueueWriteBufferRect(queue, m, CL_FALSE, s->origin, s->host,
						   s->region, s->row, s->slice, s->host_row,
						   s->host_slice, other, 0, NULL, NULL) &&
			 same(m);
		clEnqueueWriteBuffer(queue, n, CL_TRUE, 0, BYTES, other, 0, NULL, NULL);
		rect(other, want, s, true);
		copy &= !clEnqueueCopyBufferRect(queue, m, n, s->origin, s->host, s->region, s->row,
						 s->slice, s->host_row, s->host_slice, 0, NULL,
						 NULL) &&
			!clEnqueueReadBuffer(queue, n, CL_TRUE, 0, BYTES, got, 0, NULL, NULL) &&
			!memcmp(got, other, BYTES);
	}
	CHECK("rect/read", read);
	CHECK("rect/write", write);
	CHECK("rect/copy", copy);
	GIVES("rect/pitch", CL_INVALID_VALUE,
	      clEnqueueReadBufferRect(queue, m, CL_TRUE, shapes[0].origin, shapes[0].host,
				      shapes[0].region, 8, 0, 0, 0, other, 0, NULL, NULL));
	GIVES("rect/slices-beyond-words", CL_INVALID_VALUE,
	      clEnqueueReadBufferRect(queue, m, CL_TRUE, none, none, (size_t[]) { 1, 1, half + 2 },
				      1, 2, 1, 2, other, 0, NULL, NULL));
	GIVES("rect/rows-beyond-words", CL_INVALID_VALUE,
	      clEnqueueCopyBufferRect(queue, m, n, none, none, (size_t[]) { 1, half + 2, 1 }, 2, 0,
				      2, 0, 0, NULL, NULL));
	GIVES("rect/origin-beyond-words", CL_INVALID_VALUE,
	      clEnqueueReadBufferRect(queue, m, CL_TRUE, (size_t[]) { 0, 0, half + 1 }, none,
				      (size_t[]) { 1, 1, 1 }, 1, 2, 1, 2, other, 0, NULL, NULL));
	/* Columns 0 to 3 and 4 to 7 of the same rows, then columns 3 to 6; the next slice; rows one
	 * further */
	GIVES("rect/columns", CL_SUCCESS,
	      clEnqueueCopyBufferRect(queue, m, m, none, (size_t[]) { 4, 0, 0 }, part, 8, 128, 8,
				      128, 0, NULL, NULL));
	GIVES("rect/columns-overlap", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyBufferRect(queue, m, m, none, (size_t[]) { 3, 0, 0 }, part, 8, 128, 8,
				      128, 0, NULL, NULL));
	GIVES("rect/slice", CL_SUCCESS,
	      clEnqueueCopyBufferRect(queue, m, m, (size_t[]) { 0, 0, 0 }, (size_t[]) { 0, 0, 2 },
				      part, 8, 128, 8, 128, 0, NULL, NULL));
	GIVES("rect/slice-overlaps", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyBufferRect(queue, m, m, (size_t[]) { 0, 0, 1 }, (size_t[]) { 0, 1, 0 },
				      part, 8, 128, 8, 128, 0, NULL, NULL));
	GIVES("rect/row-overlaps", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyBufferRect(queue, m, m, (size_t[]) { 7, 0, 0 }, (size_t[]) { 2, 1, 0 },
				      part, 8, 128, 8, 128, 0, NULL, NULL));
	/* Slices of a byte, between each other: even bytes to odd ones; then one slice further */
	GIVES("rect/slices-between", CL_SUCCESS,
	      clEnqueueCopyBufferRect(queue, m, m, none, (size_t[]) { 1, 0, 0 },
				      (size_t[]) { 1, 1, BYTES / 2 }, 1, 2, 1, 2, 0, NULL, NULL));
	GIVES("rect/slices-between-overlap", CL_MEM_COPY_OVERLAP,
	      clEnqueueCopyBufferRect(queue, m, m, none, (size_t[]) { 2, 0, 0 },
				      (size_t[]) { 1, 1, BYTES / 2 - 1 }, 1, 2, 1, 2, 0, NULL,
				      NULL));
	clEnqueueReadBuffer(queue, m, CL_TRUE, 0, BYTES, want, 0, NULL, NULL);
	clReleaseMemObject(n);
}

/* A byte that two of them have, or one and the buffer, is mapped for writing by one of
 * them only. */
static void map_of_sub_buffers(void)
{
	cl_mem m = buffer_of(8192, NULL), sub[3];
	void *p, *q;
	cl_int err;

	for (int i = 0; i < 3; i++)
		sub[i] = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION,
					   &(cl_buffer_region) { 1024 * i, 2048 }, &err);
	/* 1024 to 1535 */
	p = clEnqueueMapBuffer(queue, sub[1], CL_TRUE, CL_MAP_WRITE, 0, 512, 0, NULL, NULL, &err);
	GIVES("map/sub", CL_SUCCESS, err);
	clEnqueueMapBuffer(queue, sub[0], CL_TRUE, CL_MAP_WRITE, 1500, 100, 0, NULL, NULL, &err);
	GIVES("map/sub-twice", CL_INVALID_OPERATION, err);
	clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 1000, 25, 0, NULL,
			   NULL, &err);
	GIVES("map/sub-and-buffer", CL_INVALID_OPERATION, err);
	q = clEnqueueMapBuffer(queue, sub[0], CL_TRUE, CL_MAP_READ, 1500, 100, 0, NULL, NULL, &err);
	GIVES("map/sub-read", CL_SUCCESS, err);
	clEnqueueUnmapMemObject(queue, sub[0], q, 0, NULL, NULL);
	q = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE, 1536, 4000, 0, NULL, NULL, &err);
	GIVES("map/sub-beside", CL_SUCCESS, err);
	clEnqueueMapBuffer(queue, sub[2], CL_TRUE, CL_MAP_WRITE, 0, 4, 0, NULL, NULL, &err);
	GIVES("map/buffer-and-sub", CL_INVALID_OPERATION, err);
	clEnqueueUnmapMemObject(queue, m, q, 0, NULL, NULL);
	clEnqueueUnmapMemObject(queue, sub[1], p, 0, NULL, NULL);
	clReleaseMemObject(sub[1]);
	p = clEnqueueMapBuffer(queue, sub[0], CL_TRUE, CL_MAP_WRITE, 1000, 1048, 0, NULL, NULL,
			       &err);
	GIVES("map/sub-gone", CL_SUCCESS, err);
	clEnqueueUnmapMemObject(queue, sub[0], p, 0, NULL, NULL);
	clReleaseMemObject(sub[0]);
	clReleaseMemObject(m);
	clReleaseMemObject(sub[2]);
}

/* What a program writes through a mapping, and what kernels write meanwhile. */
static void test_maps(cl_mem m)
{
	cl_kernel k = kernel_of(program, "add");
	static int mine[64];
	cl_uint count = 0;
	cl_mem host;
	uint8_t *p;
	int *q;
	cl_int err;

	p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 101, 5000, 0, NULL,
			       NULL, &err);
	CHECK("map/read", p && !err && !memcmp(p, want + 101, 5000));
	clGetMemObjectInfo(m, CL_MEM_MAP_COUNT, sizeof(count), &count, NULL);
	CHECK("map/count", count == 1);
	for (int i = 0; p && i < 5000; i++)
		p[i] = want[101 + i] = rand();
	clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 5100, 8, 0, NULL,
			   NULL, &err);
	GIVES("map/written-twice", CL_INVALID_OPERATION, err);
	clEnqueueUnmapMemObject(
		queue, m,
		clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_READ, 5100, 8, 0, NULL, NULL, &err), 0,
		NULL, NULL);
	GIVES("map/read-too", CL_SUCCESS, err);
	GIVES("map/unmap", CL_SUCCESS, clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	map_of_sub_buffers();
	GIVES("map/unmap-twice", CL_INVALID_VALUE,
	      clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
	CHECK("map/written", same(m));
	/* a map that has failed is no reason to refuse another, nor does it bring anything back */
	for (int i = 0; i < 2; i++) {
		cl_event fails = clCreateUserEvent(context, NULL);

		p = clEnqueueMapBuffer(queue, m, CL_FALSE,
				       i ? CL_MAP_WRITE_INVALIDATE_REGION : CL_MAP_WRITE, 200, 64,
				       1, &fails, NULL, &err);
		memset(p, ~want[200], 64);
		clSetUserEventStatus(fails, -1);
		clReleaseEvent(fails);
		clEnqueueUnmapMemObject(queue, m,
					clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE, 200, 64,
							   0, NULL, NULL, &err),
					0, NULL, NULL);
		GIVES("map/failed", CL_SUCCESS, err);
		GIVES("map/failed-unmap", CL_SUCCESS,
		      clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL));
		CHECK("map/failed-left-alone", same(m));
	}
	p = clEnqueueMapBuffer(queue, m, CL_TRUE, CL_MAP_WRITE_INVALIDATE_REGION, 4000, 64, 0, NULL,
			       NULL, &err);
	memset(p, 9, 64);
	memset(want + 4000, 9, 64);
	clEnqueueUnmapMemObject(queue, m, p, 0, NULL, NULL);
	CHECK("map/invalidate", same(m));
	for (int i = 0; i < 64; i++)
		mine[i] = i;
	host = clCreateBuffer(context, CL_MEM_USE_HOST_PTR, sizeof(mine), mine, &err);
	set_args(k, host, 1, &(cl_int){ 100 });
	run(queue, k, 64, 0, 0, NULL, NULL);
	q = clEnqueueMapBuffer(queue, host, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 16, 64, 0, NULL,
			       NULL, &err);
	CHECK("map/use-host-ptr", q == mine + 4 && mine[4] == 104 && mine[19] == 119);
	mine[4] = 5;
	clEnqueueUnmapMemObject(queue, host, q, 0, NULL, NULL);
	run(queue, k, 64, 0, 0, NULL, NULL);
	clEnqueueReadBuffer(queue, host, CL_TRUE, 0, 256, got, 0, NULL, NULL);
	CHECK("map/use-host-ptr-back", ((int *)got)[4] == 105 && ((int *)got)[5] == 205);
	clReleaseMemObject(host);
	clReleaseKernel(k);
}

/* Sub-buffers are parts of the same memory; flags say what the host may do. */
static void test_buffers(cl_mem m)
{
	const cl_buffer_region region = { 256, 512 }, odd = { 100, 64 }, outside = { 19968, 64 };
	cl_mem sub, parent = NULL, none;
	cl_int err;

	sub = clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
	CHECK("sub/made", sub && !err);
	clGetMemObjectInfo(sub, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(parent), &parent, NULL);
	CHECK("sub/parent", parent == m);
	clEnqueueFillBuffer(queue, sub, &(cl_int){ 0x01020304 }, 4, 0, 512, 0, NULL, NULL);
	for (int i = 0; i < 512; i++)
		want[256 + i] = 4 - i % 4;
	CHECK("sub/filled", same(m));
	clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &odd, &err);
	CHECK("sub/misaligned", err == CL_MISALIGNED_SUB_BUFFER_OFFSET);
	clCreateSubBuffer(m, 0, CL_BUFFER_CREATE_TYPE_REGION, &outside, &err);
	CHECK("sub/outside", err == CL_INVALID_VALUE);
	clCreateSubBuffer(sub, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &err);
	CHECK("sub/of-sub", err == CL_INVALID_MEM_OBJECT);
	clReleaseMemObject(sub);
	clCreateBuffer(context, 0, 0, NULL, &err);
	CHECK("buffer/size", err == CL_INVALID_BUFFER_SIZE);
	clCreateBuffer(context, 0, (size_t)1 << 40, NULL, &err);
	CHECK("buffer/too-large", err == CL_INVALID_BUFFER_SIZE);
	clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, NULL, &err);
	CHECK("buffer/flags", err == CL_INVALID_VALUE);
	clCreateBuffer(context, 0, 64, got, &err);
	CHECK("buffer/host-ptr", err == CL_INVALID_HOST_PTR);
	none = clCreateBuffer(context, CL_MEM_HOST_NO_ACCESS, 64, NULL, &err);
	GIVES("buffer/no-access", CL_INVALID_OPERATION,
	      clEnqueueReadBuffer(queue, none, CL_TRUE, 0, 4, got, 0, NULL, NULL));
	clReleaseMemObject(none);
}

void test_transfers(void)
{
	cl_mem m;

	for (int i = 0; i < BYTES; i++)
		want[i] = rand();
	m = buffer_of(BYTES, want);
	CHECK("transfer/initial", same(m));
	test_ranges(m);
	test_fills(m);
	test_nothing(m);
	test_rects(m);
	test_maps(m);
	test_buffers(m);
	clReleaseMemObject(m);
}
