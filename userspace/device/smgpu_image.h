/* SPDX-License-Identifier: MIT */
/*
 * What a kernel gets for an image: the address of this description. The host writes it, cl/image.h
 * reads it.
 */
#ifndef _SMGPU_IMAGE_H_
#define _SMGPU_IMAGE_H_

#ifdef __OPENCL_VERSION__
#define uint32_t uint
#else
#include <stdint.h>
#endif

enum { /* types of a channel */
       SMGPU_IMAGE_SNORM8,
       SMGPU_IMAGE_SNORM16,
       SMGPU_IMAGE_UNORM8,
       SMGPU_IMAGE_UNORM16,
       SMGPU_IMAGE_SINT8,
       SMGPU_IMAGE_SINT16,
       SMGPU_IMAGE_SINT32,
       SMGPU_IMAGE_UINT8,
       SMGPU_IMAGE_UINT16,
       SMGPU_IMAGE_UINT32,
       SMGPU_IMAGE_HALF,
       SMGPU_IMAGE_FLOAT,
       SMGPU_IMAGE_SRGB8, /* the last channel is linear */
       /* of a whole pixel; the first component has the highest bits */
       SMGPU_IMAGE_565,
       SMGPU_IMAGE_555,
       SMGPU_IMAGE_101010,
       SMGPU_IMAGE_1010102,
};

/* Sources of a component beside the channels 0 to 3 */
enum { SMGPU_IMAGE_ZERO = 4, SMGPU_IMAGE_ONE = 5 };

/* Where four components, or the channels that are written, come from */
#define SMGPU_IMAGE_FROM(a, b, c, d) ((a) | (b) << 4 | (c) << 8 | (d) << 12)

struct smgpu_image {
	uint32_t base;			/* address of the first pixel */
	uint32_t size[3];		/* pixels, rows, slices; the last is layers of an array */
	uint32_t pixel, row, slice;	/* bytes */
	uint32_t dims;			/* that are filtered: 1 to 3 */
	uint32_t array;			/* the last coordinate is a layer */
	uint32_t type, channels;
	/* where each component comes from, 4 bits for each, the first lowest */
	uint32_t read;
	uint32_t write;			/* the component of each channel, likewise */
	uint32_t border_one;		/* the last component outside of it is 1 */
	uint32_t order, data;		/* OpenCL's own numbers of the format */
	uint32_t form;			/* below; what is none of these is 0 */
};

/* Pixels that are read and written most: */
enum {
	/* the four channels are the components, in their order, of 32 bits each */
	SMGPU_IMAGE_WORDS = 1,
	SMGPU_IMAGE_BYTES,		/* the same of 8 bits each: SMGPU_IMAGE_UNORM8, */
	SMGPU_IMAGE_BYTES_SIGNED,	/* SMGPU_IMAGE_SINT8, */
	SMGPU_IMAGE_BYTES_UNSIGNED,	/* SMGPU_IMAGE_UINT8 */
	/* one channel of 32 bits; components are that, 0, 0 and 1 */
	SMGPU_IMAGE_WORD,
};

enum { /* a sampler is a word, as clang writes it */
       SMGPU_SAMPLER_NORMALIZED = 1,
       SMGPU_SAMPLER_ADDRESS = 0xe,
       SMGPU_SAMPLER_NONE = 0,
       SMGPU_SAMPLER_EDGE = 2,
       SMGPU_SAMPLER_BORDER = 4,
       SMGPU_SAMPLER_REPEAT = 6,
       SMGPU_SAMPLER_MIRROR = 8,
       SMGPU_SAMPLER_NEAREST = 0x10,
       SMGPU_SAMPLER_LINEAR = 0x20,
};

#endif
