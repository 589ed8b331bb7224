/* SPDX-License-Identifier: MIT */
/*
 * Pixels whose components share a word, and sRGB: those of the types behind SMGPU_IMAGE_FLOAT. For
 * image.h.
 */

/* Rounded to the nearest integer, ties to even; NaN is 0 */
INLINE int scaled(uint v, float by, float low)
{
	float f = as_float(v);

	return rounded((f == f ? limit_float(f, low, 1.0f) : 0.0f) * by);
}

/* The component of sRGB from a byte (its error is below 1e-6 of it), or the other way. The power is
 * a polynomial in the root of the root. */
INLINE uint linear_of(uint byte)
{
	float c = byte * (1.0f / 255.0f), y = (c + 0.055f) * (1.0f / 1.055f),
	      q = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(y)), p = -0.0274566826f;

	p = __builtin_fmaf(p, q, 0.149247456f);
	p = __builtin_fmaf(p, q, -0.38914204f);
	p = __builtin_fmaf(p, q, 1.02620104f);
	p = __builtin_fmaf(p, q, 0.255305234f);
	p = __builtin_fmaf(p, q, -0.01415501f);
	return as_uint(byte == 255 ? 1.0f : c <= 0.04045f ? c * (1.0f / 12.92f) : y * y * p);
}

/* The other way: linear to sRGB, with the straight piece near 0. NaN becomes 0. */
INLINE uint srgb_of(uint v)
{
	float c = limit_float(as_float(v), 0.0f, 1.0f),
	      q = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(c)), p = -0.0609782026f;

	p = __builtin_fmaf(p, q, 0.263477602f);
	p = __builtin_fmaf(p, q, -0.53481109f);
	p = __builtin_fmaf(p, q, 1.18322281f);
	p = __builtin_fmaf(p, q, 0.155244306f);
	p = __builtin_fmaf(p, q, -0.00615963526f);
	return as_uint(as_float(v) != as_float(v) ? 0.0f
		       : c < 0.0031308f		  ? 12.92f * c
						  : 1.055f * p - 0.055f);
}

/* @bits of a word as a float from 0 to 1. */
INLINE uint part_of(uint word, int shift, int bits)
{
	return as_uint((word >> shift & ((1 << bits) - 1)) * (1.0f / ((1 << bits) - 1)));
}

/* Pixels of the types behind SMGPU_IMAGE_FLOAT */
APART uint4 read_packed(uint type, uint at, uint one)
{
	uint word = type == SMGPU_IMAGE_565 || type == SMGPU_IMAGE_555 ? *(const global ushort *)at
								       : *(const global uint *)at;

	switch (type) {
	case SMGPU_IMAGE_565:
		return (uint4)(part_of(word, 11, 5), part_of(word, 5, 6), part_of(word, 0, 5), one);
	case SMGPU_IMAGE_555:
		return (uint4)(part_of(word, 10, 5), part_of(word, 5, 5), part_of(word, 0, 5), one);
	case SMGPU_IMAGE_101010:
		return (uint4)(part_of(word, 20, 10), part_of(word, 10, 10), part_of(word, 0, 10),
			       one);
	case SMGPU_IMAGE_1010102:
		return (uint4)(part_of(word, 22, 10), part_of(word, 12, 10), part_of(word, 2, 10),
			       part_of(word, 0, 2));
	default:
		return (uint4)(linear_of(word & 255), linear_of(word >> 8 & 255),
			       linear_of(word >> 16 & 255), part_of(word, 24, 8));
	}
}

/* The inverse of read_packed(). What a type has no bits for is lost; unused bits become 0. */
APART void write_packed(uint type, uint at, uint4 v)
{
	uint word;

	switch (type) {
	case SMGPU_IMAGE_565:
		word = scaled(v.x, 31.0f, 0.0f) << 11 | scaled(v.y, 63.0f, 0.0f) << 5 |
		       scaled(v.z, 31.0f, 0.0f);
		break;
	case SMGPU_IMAGE_555:
		word = scaled(v.x, 31.0f, 0.0f) << 10 | scaled(v.y, 31.0f, 0.0f) << 5 |
		       scaled(v.z, 31.0f, 0.0f);
		break;
	case SMGPU_IMAGE_101010:
		word = scaled(v.x, 1023.0f, 0.0f) << 20 | scaled(v.y, 1023.0f, 0.0f) << 10 |
		       scaled(v.z, 1023.0f, 0.0f);
		break;
	case SMGPU_IMAGE_1010102:
		word = (uint)scaled(v.x, 1023.0f, 0.0f) << 22 | scaled(v.y, 1023.0f, 0.0f) << 12 |
		       scaled(v.z, 1023.0f, 0.0f) << 2 | scaled(v.w, 3.0f, 0.0f);
		break;
	default:
		word = scaled(srgb_of(v.x), 255.0f, 0.0f) |
		       scaled(srgb_of(v.y), 255.0f, 0.0f) << 8 |
		       scaled(srgb_of(v.z), 255.0f, 0.0f) << 16 |
		       (uint)scaled(v.w, 255.0f, 0.0f) << 24;
	}
	if (type == SMGPU_IMAGE_565 || type == SMGPU_IMAGE_555)
		*(global ushort *)at = word;
	else
		*(global uint *)at = word;
}
