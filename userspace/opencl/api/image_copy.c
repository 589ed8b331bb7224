// SPDX-License-Identifier: MIT
/*
 * Commands that read, write, copy and fill images.
 *
 * The work itself is that of copy.c: an image is a place with pitches. Only a fill has to know
 * what a pixel is, as the program gives a colour.
 *
 * Coordinates are pixels, rows and slices, in this order. Layers of arrays stand in the place of
 * the next dimension (image_extent()), so that one sum gives the address in all kinds of images.
 */
#include <math.h>

#include "internal.h"
#include "smgpu_image.h"

/* Within the image, and not empty. */
cl_int image_check_region(cl_mem m, const size_t *origin, const size_t *region)
{
	size_t size[3];

	if (!is_image(m))
		return CL_INVALID_MEM_OBJECT;
	if (!origin || !region)
		return CL_INVALID_VALUE;
	image_extent(m, size);
	for (int i = 0; i < 3; i++)
		if (!region[i] || origin[i] >= size[i] || region[i] > size[i] - origin[i])
			return CL_INVALID_VALUE;
	return CL_SUCCESS;
}

/* @forbidden: flags of the image that rule the command out. */
static cl_int check(cl_command_queue q, cl_mem m, cl_mem_flags forbidden, const size_t *origin,
		    const size_t *region, cl_uint n_waits, const cl_event *waits)
{
	cl_int err = mem_check(q, m, n_waits, waits);

	if (!err)
		err = image_check_region(m, origin, region);
	return err ? err : m->flags & forbidden ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* The card's address of the pixel at @origin. */
static struct place place_in(cl_mem m, const size_t *origin)
{
	return (struct place){ m->va + origin[2] * m->slice + origin[1] * m->row +
					origin[0] * m->pixel,
				m->row, m->slice };
}

/* In bytes, rows and slices. */
static void set_size(struct copy *w, cl_mem m, const size_t *region)
{
	w->width = region[0] * m->pixel;
	w->height = region[1];
	w->depth = region[2];
}

/* Completes the pitches of the program's memory. Layers of a 1D array are rows, but lie a slice
 * apart. */
static bool host_pitches(cl_mem m, const size_t *region, size_t *row, size_t *slice)
{
	size_t least = region[0] * m->pixel;
	bool slices = m->type == CL_MEM_OBJECT_IMAGE3D || m->type == CL_MEM_OBJECT_IMAGE2D_ARRAY,
	     lines = m->type == CL_MEM_OBJECT_IMAGE1D_ARRAY;

	if (!*row)
		*row = least;
	/* OpenCL wants no slice pitch for images that have no slices. */
	if (*row < least || (*slice && !slices && !lines))
		return false;
	least = slices ? *row * region[1] : *row;
	if (!*slice)
		*slice = least;
	if (*slice < least)
		return false;
	/* From here on the layers of a 1D array are rows. */
	if (lines)
		*row = *slice;
	return true;
}

/* Reads and writes differ in direction only. */
static cl_int host_transfer(cl_command_queue q, cl_mem m, bool to_host, cl_bool blocking,
			    const size_t *origin, const size_t *region, size_t row, size_t slice,
			    void *ptr, cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	cl_mem_flags forbidden = CL_MEM_HOST_NO_ACCESS |
				 (to_host ? CL_MEM_HOST_WRITE_ONLY : CL_MEM_HOST_READ_ONLY);
	struct copy *w;
	cl_int err;
	GUARD;

	err = check(q, m, forbidden, origin, region, n_waits, waits);
	if (err)
		return err;
	if (!ptr || !host_pitches(m, region, &row, &slice))
		return CL_INVALID_VALUE;
	w = copy_new(to_host ? m : NULL, to_host ? NULL : m);
	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	/* The other side is staging memory, which copy_add() takes. */
	*(to_host ? &w->src : &w->dst) = place_in(m, origin);
	set_size(w, m, region);
	w->host = ptr;
	w->host_row = row;
	w->host_slice = slice;
	return copy_add(q, to_host ? CL_COMMAND_READ_IMAGE : CL_COMMAND_WRITE_IMAGE, w, n_waits,
			waits, event, blocking);
}

/* The program's memory may have any pitches, which host_pitches() completes. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image,
						   cl_bool blocking, const size_t *origin,
						   const size_t *region, size_t row, size_t slice,
						   void *ptr, cl_uint n_waits,
						   const cl_event *waits, cl_event *event)
{
	return host_transfer(queue, image, true, blocking, origin, region, row, slice, ptr, n_waits,
			     waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image,
						    cl_bool blocking, const size_t *origin,
						    const size_t *region, size_t row, size_t slice,
						    const void *ptr, cl_uint n_waits,
						    const cl_event *waits, cl_event *event)
{
	return host_transfer(queue, image, false, blocking, origin, region, row, slice, (void *)ptr,
			     n_waits, waits, event);
}

/* @image: the one whose pixels tell the size. */
static cl_int copy_add_between(cl_command_queue q, cl_command_type type, cl_mem src, cl_mem dst,
			       struct place from, struct place to, cl_mem image,
			       const size_t *region, cl_uint n_waits, const cl_event *waits,
			       cl_event *event)
{
	struct copy *w = copy_new(src, dst);

	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->src = from;
	w->dst = to;
	set_size(w, image, region);
	return copy_add(q, type, w, n_waits, waits, event, false);
}

/* Boxes of the same size have a pixel in common if they meet in each dimension. */
static bool overlap(const size_t *from, const size_t *to, const size_t *region)
{
	for (int i = 0; i < 3; i++)
		if (from[i] >= to[i] + region[i] || to[i] >= from[i] + region[i])
			return false;
	return true;
}

/* Formats must be the same, as bytes are copied and not colours. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem src, cl_mem dst,
						   const size_t *from, const size_t *to,
						   const size_t *region, cl_uint n_waits,
						   const cl_event *waits, cl_event *event)
{
	cl_int err;
	GUARD;

	err = check(queue, src, 0, from, region, n_waits, waits);
	if (!err)
		err = check(queue, dst, 0, to, region, n_waits, waits);
	if (err)
		return err;
	/* The objects may be of different kinds: only their pixels must be alike. */
	if (memcmp(&src->format, &dst->format, sizeof(src->format)))
		return CL_IMAGE_FORMAT_MISMATCH;
	if (src == dst && overlap(from, to, region))
		return CL_MEM_COPY_OVERLAP;
	return copy_add_between(queue, CL_COMMAND_COPY_IMAGE, src, dst, place_in(src, from),
				place_in(dst, to), src, region, n_waits, waits, event);
}

/* An image that lies in the buffer can't be copied to it. */
static cl_int check_buffer(cl_command_queue q, cl_mem image, cl_mem buffer, const size_t *origin,
			   const size_t *region, size_t offset, cl_uint n_waits,
			   const cl_event *waits)
{
	cl_int err = check(q, image, 0, origin, region, n_waits, waits);

	if (!err)
		err = mem_check(q, buffer, n_waits, waits);
	if (err)
		return err;
	if (buffer->type != CL_MEM_OBJECT_BUFFER ||
	    (image->type == CL_MEM_OBJECT_IMAGE1D_BUFFER && image->parent == buffer))
		return CL_INVALID_MEM_OBJECT;
	return offset > buffer->bytes || region[0] * image->pixel * region[1] * region[2] >
						 buffer->bytes - offset
		       ? CL_INVALID_VALUE
		       : CL_SUCCESS;
}

/* In a buffer pixels lie without gaps. */
static struct place place_of(cl_mem buffer, size_t offset, cl_mem image, const size_t *region)
{
	size_t row = region[0] * image->pixel;

	return (struct place){ buffer->va + offset, row, row * region[1] };
}

/* The buffer has no pitches of its own: rows and slices follow one another there. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem image,
							   cl_mem buffer, const size_t *origin,
							   const size_t *region, size_t offset,
							   cl_uint n_waits, const cl_event *waits,
							   cl_event *event)
{
	cl_int err;
	GUARD;

	err = check_buffer(queue, image, buffer, origin, region, offset, n_waits, waits);
	if (err)
		return err;
	return copy_add_between(queue, CL_COMMAND_COPY_IMAGE_TO_BUFFER, image, buffer,
				place_in(image, origin), place_of(buffer, offset, image, region),
				image, region, n_waits, waits, event);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem buffer,
							   cl_mem image, size_t offset,
							   const size_t *origin,
							   const size_t *region, cl_uint n_waits,
							   const cl_event *waits, cl_event *event)
{
	cl_int err;
	GUARD;

	err = check_buffer(queue, image, buffer, origin, region, offset, n_waits, waits);
	if (err)
		return err;
	return copy_add_between(queue, CL_COMMAND_COPY_BUFFER_TO_IMAGE, buffer, image,
				place_of(buffer, offset, image, region), place_in(image, origin),
				image, region, n_waits, waits, event);
}

/* Integers that have no place in a channel become the nearest that has. */
static int64_t limit(int64_t v, int64_t low, int64_t high)
{
	return v < low ? low : v > high ? high : v;
}

/* Rounded to the nearest, ties to even; NaN is 0 */
static int64_t scaled(float v, float by, float low)
{
	/* Clamped as a float, so that the product fits into 64 bits. */
	float s = (v != v ? 0.0f : v < low ? low : v > 1.0f ? 1.0f : v) * by;
	int64_t down = (int64_t)s - (s < (float)(int64_t)s);
	float rest = s - down;

	return down + (rest > 0.5f || (rest == 0.5f && down & 1));
}

/* To the nearest, ties to even, also below the smallest normal number. */
static uint32_t to_half(float v)
{
	uint32_t b, sign, m, drop = 13, rest, out;
	int e;

	memcpy(&b, &v, 4);
	/* The exponent gets the bias of a half, and the leading bit goes in front of the
	 * fraction. */
	sign = b >> 16 & 0x8000;
	e = (int)(b >> 23 & 0xff) - 112;
	m = (b & 0x7fffff) | (b >> 23 & 0xff ? 0x800000 : 0);
	if (v != v)
		return sign | 0x7e00;
	if (e >= 31)
		return sign | 0x7c00;
	/* Numbers below the smallest normal one lose as many bits as they are smaller. */
	if (e < 1)
		drop += 1 - e;
	/* Less than half of the smallest number rounds to 0. */
	if (drop > 25)
		return sign;
	rest = m & ((1u << drop) - 1);
	out = (m >> drop) + (e < 1 ? 0 : (uint32_t)(e - 1) << 10);
	/* A carry out of the fraction goes into the exponent, which is what rounding up means. */
	return sign | (out + (rest > 1u << (drop - 1) || (rest == 1u << (drop - 1) && (out & 1))));
}

/* One channel of the colour as it lies in memory; returns its bytes */
static size_t put_channel(uint32_t type, const void *from, uint8_t *to)
{
	float f;
	int32_t i;
	uint32_t u, v;
	size_t bytes = 2;

	memcpy(&f, from, 4);
	memcpy(&i, from, 4);
	memcpy(&u, from, 4);
	switch (type) {
	case SMGPU_IMAGE_SNORM8: v = scaled(f, 127, -1); bytes = 1; break;
	case SMGPU_IMAGE_SNORM16: v = scaled(f, 32767, -1); break;
	case SMGPU_IMAGE_UNORM8: v = scaled(f, 255, 0); bytes = 1; break;
	case SMGPU_IMAGE_UNORM16: v = scaled(f, 65535, 0); break;
	case SMGPU_IMAGE_SINT8: v = limit(i, -128, 127); bytes = 1; break;
	case SMGPU_IMAGE_SINT16: v = limit(i, -32768, 32767); break;
	case SMGPU_IMAGE_UINT8: v = limit(u, 0, 255); bytes = 1; break;
	case SMGPU_IMAGE_UINT16: v = limit(u, 0, 65535); break;
	case SMGPU_IMAGE_HALF: v = to_half(f); break;
	/* Floats and integers of 32 bits are copied bit by bit. */
	default: v = u; bytes = 4;
	}
	memcpy(to, &v, bytes);
	return bytes;
}

/* The component of sRGB for a linear one */
static float to_srgb(float v)
{
	return v != v || v <= 0 ? 0
	       : v >= 1		? 1
	       : v < 0.0031308f ? 12.92f * v
				: 1.055f * powf(v, 1 / 2.4f) - 0.055f;
}

/* A pixel of a packed type, of floats as they follow one another; false: the type is none
 * of these */
static bool put_packed(uint32_t type, const float *v, uint8_t *to)
{
	uint32_t word = 0;

	switch (type) {
	case SMGPU_IMAGE_565:
		word = scaled(v[0], 31, 0) << 11 | scaled(v[1], 63, 0) << 5 | scaled(v[2], 31, 0);
		break;
	case SMGPU_IMAGE_555:
		word = scaled(v[0], 31, 0) << 10 | scaled(v[1], 31, 0) << 5 | scaled(v[2], 31, 0);
		break;
	case SMGPU_IMAGE_101010:
		word = scaled(v[0], 1023, 0) << 20 | scaled(v[1], 1023, 0) << 10 |
		       scaled(v[2], 1023, 0);
		break;
	case SMGPU_IMAGE_1010102:
		word = scaled(v[0], 1023, 0) << 22 | scaled(v[1], 1023, 0) << 12 |
		       scaled(v[2], 1023, 0) << 2 | scaled(v[3], 3, 0);
		break;
	default: return false;
	}
	memcpy(to, &word, type == SMGPU_IMAGE_565 || type == SMGPU_IMAGE_555 ? 2 : 4);
	return true;
}

/* The colour as a pixel of the image */
static void put_pixel(cl_mem image, const void *color, uint8_t *pixel)
{
	uint32_t type = image_type(image);
	float v[4];
	size_t at = 0;

	memcpy(v, color, sizeof(v));
	if (put_packed(type, v, pixel))
		return;
	/* The last component of sRGB is linear. */
	for (int i = 0; i < 3 && type == SMGPU_IMAGE_SRGB8; i++)
		v[i] = to_srgb(v[i]);
	for (uint32_t i = 0; at < image->pixel; i++)
		at += put_channel(type == SMGPU_IMAGE_SRGB8 ? SMGPU_IMAGE_UNORM8 : type,
				  &v[image_component(image, i)], pixel + at);
}

/* The colour is four floats, or four integers for a type of integers; it is copied here. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image,
						   const void *color, const size_t *origin,
						   const size_t *region, cl_uint n_waits,
						   const cl_event *waits, cl_event *event)
{
	uint8_t pixel[16];
	cl_int err;
	GUARD;

	err = check(queue, image, 0, origin, region, n_waits, waits);
	if (err)
		return err;
	if (!color)
		return CL_INVALID_VALUE;
	put_pixel(image, color, pixel);
	return fill_add(queue, CL_COMMAND_FILL_IMAGE, image, place_in(image, origin),
			region[0] * image->pixel, region[1], region[2], pixel, image->pixel,
			n_waits, waits, event);
}
