// SPDX-License-Identifier: MIT
/*
 * Images and samplers for OpenCL C, over the runtime's functions (rt/image.c). An image is the address of a struct smgpu_image, a sampler
 * its word. Linked as bitcode like builtins.cl, but written in a version of the language that has images of all kinds.
 */
#include "../include/smgpu_image.h"

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define OVL __attribute__((overloadable, always_inline))
#define ONE_f 0x3f800000u
#define ONE_i 1u
#define ONE_ui 1u

void __smgpu_image_sample(private uint *out, const global void *m, uint sampler, float x, float y, float z, uint one);
void __smgpu_image_read(private uint *out, const global void *m, uint sampler, int x, int y, int z, uint one);
void __smgpu_image_write(const global void *m, int x, int y, int z, const private uint *v);

/* Of a sampler that the source gives as a constant; clang calls it so. */
const constant void *__translate_sampler_initializer(uint word)
{
	return (const constant void *)word;
}

#define IMAGE(m) __builtin_astype(m, const global struct smgpu_image *)
#define SAMPLER(s) ((uint)__builtin_astype(s, const constant uint *))

/* x, y and z of a coordinate c */
#define AT_1(c) c, 0, 0
#define AT_1L(c) c.x, 0, c.y
#define AT_2(c) c.x, c.y, 0
#define AT_3(c) c.x, c.y, c.z

#define SAMPLED(T, suffix, image, C, F, AT) \
	OVL T read_image##suffix(image m, sampler_t s, F c) \
	{ \
		union { uint w[4]; T v; } u; \
\
		__smgpu_image_sample(u.w, IMAGE(m), SAMPLER(s), AT(c), ONE_##suffix); \
		return u.v; \
	} \
	OVL T read_image##suffix(image m, sampler_t s, C c) \
	{ \
		union { uint w[4]; T v; } u; \
\
		__smgpu_image_read(u.w, IMAGE(m), SAMPLER(s), AT(c), ONE_##suffix); \
		return u.v; \
	}

#define PLAIN(T, suffix, image, C, AT) \
	OVL T read_image##suffix(image m, C c) \
	{ \
		union { uint w[4]; T v; } u; \
\
		__smgpu_image_read(u.w, IMAGE(m), 0, AT(c), ONE_##suffix); \
		return u.v; \
	}

#define WRITTEN(T, suffix, image, C, AT) \
	OVL void write_image##suffix(image m, C c, T v) \
	{ \
		union { T v; uint w[4]; } u = { v }; \
\
		__smgpu_image_write(IMAGE(m), AT(c), u.w); \
	}

/* Of halves, by those of floats */
#define SAMPLED_H(image, C, F, AT) \
	OVL half4 read_imageh(image m, sampler_t s, C c) { return __builtin_convertvector(read_imagef(m, s, c), half4); } \
	OVL half4 read_imageh(image m, sampler_t s, F c) { return __builtin_convertvector(read_imagef(m, s, c), half4); }
#define PLAIN_H(image, C, AT) OVL half4 read_imageh(image m, C c) { return __builtin_convertvector(read_imagef(m, c), half4); }
#define WRITTEN_H(image, C, AT) OVL void write_imageh(image m, C c, half4 v) { write_imagef(m, c, __builtin_convertvector(v, float4)); }

#define ALL(KIND, ...) KIND(float4, f, __VA_ARGS__) KIND(int4, i, __VA_ARGS__) KIND(uint4, ui, __VA_ARGS__) KIND##_H(__VA_ARGS__)

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
	OVL int4 get_image_dim(image m) { return (int4)(IMAGE(m)->size[0], IMAGE(m)->size[1], IMAGE(m)->size[2], 0); }
#define LAYERS(image) OVL size_t get_image_array_size(image m) { return IMAGE(m)->size[2]; }

/* A kind of image with each way to use it; ABOUT... tells what its size is called */
#define ANY(type, ABOUT_IT, C, F, AT) \
	ALL(SAMPLED, read_only type, C, F, AT) \
	MORE(type, ABOUT_IT, C, AT)
#define MORE(type, ABOUT_IT, C, AT) \
	ALL(PLAIN, read_only type, C, AT) ALL(WRITTEN, write_only type, C, AT) \
	ALL(PLAIN, read_write type, C, AT) ALL(WRITTEN, read_write type, C, AT) \
	ABOUT_IT(read_only type) ABOUT_IT(write_only type) ABOUT_IT(read_write type)

ANY(image1d_t, ABOUT, int, float, AT_1)
ANY(image1d_array_t, ABOUT, int2, float2, AT_1L)
ANY(image2d_t, ABOUT_2, int2, float2, AT_2)
ANY(image2d_array_t, ABOUT_2, int4, float4, AT_3)
ANY(image3d_t, ABOUT_3, int4, float4, AT_3)
MORE(image1d_buffer_t, ABOUT, int, AT_1)
LAYERS(read_only image1d_array_t) LAYERS(write_only image1d_array_t) LAYERS(read_write image1d_array_t)
LAYERS(read_only image2d_array_t) LAYERS(write_only image2d_array_t) LAYERS(read_write image2d_array_t)
