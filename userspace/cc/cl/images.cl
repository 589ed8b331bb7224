// SPDX-License-Identifier: MIT
/*
 * Images and samplers for OpenCL C, over image.h. An image is the address of a struct
 * smgpu_image, a sampler its word. Linked as bitcode like builtins.cl, but written in a version
 * of the language that has images of all kinds.
 */
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#include "image.h"

#define OVL __attribute__((overloadable, always_inline))

/* Of a sampler that the source gives as a constant; clang calls it so. */
const constant void *__attribute__((always_inline)) __translate_sampler_initializer(uint word)
{
	return (const constant void *)word;
}

/* To the compiler images and samplers are opaque pointers; these give what is in them. */
#define IMAGE(m) ((description)(uint)__builtin_astype(m, const global struct smgpu_image *))
#define SAMPLER(s) ((uint)__builtin_astype(s, const constant uint *))

/* dimensions, whether there are layers, and x, y and z of a coordinate c */
#define SHAPE_1 1, 0
#define AT_1(c) c, 0, 0
#define SHAPE_1L 1, 1
#define AT_1L(c) c.x, 0, c.y
#define SHAPE_2 2, 0
#define AT_2(c) c.x, c.y, 0
#define SHAPE_2L 2, 1
#define AT_2L(c) c.x, c.y, c.z
#define SHAPE_3 3, 0
#define AT_3(c) c.x, c.y, c.z

/* True if the optimiser knows the word in the end; the build makes llvm.is.constant of it */
bool __attribute__((const)) __smgpu_is_constant(uint word);

/*
 * A sampler that is a constant in the program leaves little of a nearest pixel, which is
 * inlined. Filters are functions, one for each sampler that the program has; another
 * serves samplers that are not known.
 */
#define FILTERED(name, F, SHAPE, sampler) \
	static float4 name(description m, F c) \
	{ return filtered(m, SHAPE_##SHAPE, sampler, AT_##SHAPE(c)); }
#define FILTERS(F, SHAPE) \
	FILTERED(edge_##SHAPE, F, SHAPE, SMGPU_SAMPLER_EDGE) \
	FILTERED(border_##SHAPE, F, SHAPE, SMGPU_SAMPLER_BORDER) \
	FILTERED(edge_n_##SHAPE, F, SHAPE, SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_EDGE) \
	FILTERED(border_n_##SHAPE, F, SHAPE, SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_BORDER) \
	FILTERED(repeat_n_##SHAPE, F, SHAPE, SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_REPEAT) \
	FILTERED(mirror_n_##SHAPE, F, SHAPE, SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_MIRROR) \
	INLINE float4 filter_##SHAPE(description m, uint sampler, F c) \
	{ \
		switch (sampler & (SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_ADDRESS)) { \
		case SMGPU_SAMPLER_BORDER: return border_##SHAPE(m, c); \
		case SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_NONE: \
		case SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_EDGE: return edge_n_##SHAPE(m, c); \
		case SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_BORDER: \
			return border_n_##SHAPE(m, c); \
		case SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_REPEAT: \
			return repeat_n_##SHAPE(m, c); \
		case SMGPU_SAMPLER_NORMALIZED | SMGPU_SAMPLER_MIRROR: \
			return mirror_n_##SHAPE(m, c); \
		default: return edge_##SHAPE(m, c); \
		} \
	}
FILTERS(float, 1)
FILTERS(float2, 1L)
FILTERS(float2, 2)
FILTERS(float4, 2L)
FILTERS(float4, 3)

/* read_image with a sampler, by float and by whole coordinates. A sampler that is not known
 * calls one function for all samplers, so that the program stays small. */
#define SAMPLED(T, suffix, image, C, F, SHAPE) \
	APART T sample_##suffix##SHAPE(description m, uint sampler, F c) \
	{ \
		return __builtin_astype(sampled(m, SHAPE_##SHAPE, KIND_##suffix, sampler, \
			AT_##SHAPE(c)), T); \
	} \
	OVL T read_image##suffix(image m, sampler_t s, F c) \
	{ \
		uint sampler = SAMPLER(s); \
\
		if (!__smgpu_is_constant(sampler)) \
			return sample_##suffix##SHAPE(IMAGE(m), sampler, c); \
		if (KIND_##suffix == KIND_f && sampler & SMGPU_SAMPLER_LINEAR) \
			return __builtin_astype(filter_##SHAPE(IMAGE(m), sampler, c), T); \
		return __builtin_astype(nearest(IMAGE(m), SHAPE_##SHAPE, KIND_##suffix, sampler, \
			AT_##SHAPE(c)), T); \
	} \
	OVL T read_image##suffix(image m, sampler_t s, C c) \
	{ \
		return __builtin_astype(at_whole(IMAGE(m), SHAPE_##SHAPE, KIND_##suffix, \
			SAMPLER(s), AT_##SHAPE(c)), T); \
	}

/* read_image without a sampler. The program answers for its coordinates; sampler word 0 keeps
 * even wrong ones in the image. */
#define PLAIN(T, suffix, image, C, SHAPE) \
	OVL T read_image##suffix(image m, C c) \
	{ \
		return __builtin_astype(at_whole(IMAGE(m), SHAPE_##SHAPE, KIND_##suffix, 0, \
			AT_##SHAPE(c)), T); \
	}

/* write_image. Nothing is written outside of the image. */
#define WRITTEN(T, suffix, image, C, SHAPE) \
	OVL void write_image##suffix(image m, C c, T v) \
	{ \
		write_pixel(IMAGE(m), SHAPE_##SHAPE, KIND_##suffix, AT_##SHAPE(c), \
			__builtin_astype(v, uint4)); \
	}

/* Of halves, by those of floats */
#define SAMPLED_H(image, C, F, SHAPE) \
	OVL half4 read_imageh(image m, sampler_t s, C c) \
	{ return __builtin_convertvector(read_imagef(m, s, c), half4); } \
	OVL half4 read_imageh(image m, sampler_t s, F c) \
	{ return __builtin_convertvector(read_imagef(m, s, c), half4); }
#define PLAIN_H(image, C, SHAPE) \
	OVL half4 read_imageh(image m, C c) \
	{ return __builtin_convertvector(read_imagef(m, c), half4); }
#define WRITTEN_H(image, C, SHAPE) \
	OVL void write_imageh(image m, C c, half4 v) \
	{ write_imagef(m, c, __builtin_convertvector(v, float4)); }

/* For each type that a pixel may have in a program. */
#define ALL(KIND, ...) \
	KIND(float4, f, __VA_ARGS__) KIND(int4, i, __VA_ARGS__) KIND(uint4, ui, __VA_ARGS__) \
	KIND##_H(__VA_ARGS__)

/* Questions about an image, answered by its description. */
#define ABOUT(image) \
	OVL int get_image_width(image m) { return IMAGE(m)->size[0]; } \
	OVL int get_image_channel_data_type(image m) { return IMAGE(m)->data; } \
	OVL int get_image_channel_order(image m) { return IMAGE(m)->order; }
#define ABOUT_2(image) ABOUT(image) \
	OVL int get_image_height(image m) { return IMAGE(m)->size[1]; } \
	OVL int2 get_image_dim(image m) { return (int2)(IMAGE(m)->size[0], IMAGE(m)->size[1]); }
#define ABOUT_3(image) ABOUT(image) \
	OVL int get_image_height(image m) { return IMAGE(m)->size[1]; } \
	OVL int get_image_depth(image m) { return IMAGE(m)->size[2]; } \
	OVL int4 get_image_dim(image m) \
	{ return (int4)(IMAGE(m)->size[0], IMAGE(m)->size[1], IMAGE(m)->size[2], 0); }
#define LAYERS(image) OVL size_t get_image_array_size(image m) { return IMAGE(m)->size[2]; }

/* A kind of image with each way to use it; ABOUT... tells what its size is called */
#define ANY(type, ABOUT_IT, C, F, SHAPE) \
	ALL(SAMPLED, read_only type, C, F, SHAPE) \
	MORE(type, ABOUT_IT, C, SHAPE)
#define MORE(type, ABOUT_IT, C, SHAPE) \
	ALL(PLAIN, read_only type, C, SHAPE) ALL(WRITTEN, write_only type, C, SHAPE) \
	ALL(PLAIN, read_write type, C, SHAPE) ALL(WRITTEN, read_write type, C, SHAPE) \
	ABOUT_IT(read_only type) ABOUT_IT(write_only type) ABOUT_IT(read_write type)

ANY(image1d_t, ABOUT, int, float, 1)
ANY(image1d_array_t, ABOUT, int2, float2, 1L)
ANY(image2d_t, ABOUT_2, int2, float2, 2)
ANY(image2d_array_t, ABOUT_2, int4, float4, 2L)
ANY(image3d_t, ABOUT_3, int4, float4, 3)
MORE(image1d_buffer_t, ABOUT, int, 1)
LAYERS(read_only image1d_array_t) LAYERS(write_only image1d_array_t)
LAYERS(read_write image1d_array_t)
LAYERS(read_only image2d_array_t) LAYERS(write_only image2d_array_t)
LAYERS(read_write image2d_array_t)
