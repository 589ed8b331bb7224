// SPDX-License-Identifier: MIT
/*
 * Images, in software. Coordinates are x, y, z; what an image has fewer of is 0, and the layer of an array is z. Nothing outside of the
 * image is ever read or written. Pixels travel as four words, of floats or of integers.
 */
#include <stdbool.h>
#include <stdint.h>

#include "smgpu_image.h"

float floorf(float), rintf(float);

#define ONE 0x3f800000u		/* as a float */

static float real(uint32_t v)
{
	return __builtin_bit_cast(float, v);
}

static uint32_t bits(float v)
{
	return __builtin_bit_cast(uint32_t, v);
}

static uint32_t place(const struct smgpu_image *m, int x, int y, int z)
{
	return m->base + (uint32_t)z * m->slice + (uint32_t)y * m->row + (uint32_t)x * m->pixel;
}

static int limit(int v, int low, int high)
{
	return v < low ? low : v > high ? high : v;
}

/* A channel as it is read: a float, or an integer of 32 bits */
static uint32_t load(uint32_t type, uint32_t at)
{
	switch (type) {
	case SMGPU_IMAGE_SNORM8: return bits(__builtin_fmaxf(*(const int8_t *)at * (1.0f / 127.0f), -1.0f));
	case SMGPU_IMAGE_SNORM16: return bits(__builtin_fmaxf(*(const int16_t *)at * (1.0f / 32767.0f), -1.0f));
	case SMGPU_IMAGE_UNORM8: return bits(*(const uint8_t *)at * (1.0f / 255.0f));
	case SMGPU_IMAGE_UNORM16: return bits(*(const uint16_t *)at * (1.0f / 65535.0f));
	case SMGPU_IMAGE_SINT8: return *(const int8_t *)at;
	case SMGPU_IMAGE_SINT16: return *(const int16_t *)at;
	case SMGPU_IMAGE_UINT8: return *(const uint8_t *)at;
	case SMGPU_IMAGE_UINT16: return *(const uint16_t *)at;
	case SMGPU_IMAGE_HALF: return bits((float)*(const _Float16 *)at);
	default: return *(const uint32_t *)at;
	}
}

static uint32_t type_bytes(uint32_t type)
{
	switch (type) {
	case SMGPU_IMAGE_SNORM8: case SMGPU_IMAGE_UNORM8: case SMGPU_IMAGE_SINT8: case SMGPU_IMAGE_UINT8: return 1;
	case SMGPU_IMAGE_SINT32: case SMGPU_IMAGE_UINT32: case SMGPU_IMAGE_FLOAT: return 4;
	default: return 2;
	}
}

static void fetch(const struct smgpu_image *m, int x, int y, int z, uint32_t one, uint32_t *out)
{
	uint32_t at = place(m, x, y, z), type = m->type, step = type_bytes(type), source = m->read, v[6] = { 0, 0, 0, 0, 0, one };

	for (uint32_t i = 0; i < m->channels; i++)
		v[i] = load(type, at + i * step);
	for (int i = 0; i < 4; i++)
		out[i] = v[source >> 4 * i & 7];
}

static void border(const struct smgpu_image *m, uint32_t one, uint32_t *out)
{
	out[0] = out[1] = out[2] = 0;
	out[3] = m->border_one ? one : 0;
}

/* An index in the image, or -1 for the border */
static int settle(int i, int size, uint32_t sampler)
{
	int inside = limit(i, 0, size - 1);

	return (sampler & SMGPU_SAMPLER_ADDRESS) == SMGPU_SAMPLER_BORDER && i != inside ? -1 : inside;
}

/* The coordinate in pixels, where normalised ones repeat */
static float unfold(float s, int size, uint32_t sampler)
{
	float n = size;

	if (!(sampler & SMGPU_SAMPLER_NORMALIZED))
		return s;
	if ((sampler & SMGPU_SAMPLER_ADDRESS) == SMGPU_SAMPLER_REPEAT)
		return (s - floorf(s)) * n;
	if ((sampler & SMGPU_SAMPLER_ADDRESS) == SMGPU_SAMPLER_MIRROR)
		return __builtin_fabsf(s - 2.0f * rintf(0.5f * s)) * n;
	return s * n;
}

/* A float that is far outside is as good as one that is just outside. */
static int whole(float v)
{
	return (int)__builtin_fminf(__builtin_fmaxf(floorf(v), -1.0e9f), 1.0e9f);
}

static int repeated(int i, int size, uint32_t sampler)
{
	if ((sampler & SMGPU_SAMPLER_ADDRESS) != SMGPU_SAMPLER_REPEAT)
		return i;
	return i < 0 ? i + size : i >= size ? i - size : i;
}

static int nearest(float s, int size, uint32_t sampler)
{
	return settle(repeated(whole(unfold(s, size, sampler)), size, sampler), size, sampler);
}

/* The two pixels and the weight of the second */
static float linear(float s, int size, uint32_t sampler, int *index)
{
	float u = unfold(s, size, sampler) - 0.5f, down = floorf(u);
	int i = whole(u);

	index[0] = settle(repeated(i, size, sampler), size, sampler);
	index[1] = settle(repeated(i + 1, size, sampler), size, sampler);
	return u - down;
}

static int layer(const struct smgpu_image *m, float z)
{
	return limit(whole(rintf(z)), 0, (int)m->size[2] - 1);
}

static void filter(const struct smgpu_image *m, uint32_t sampler, const float *s, uint32_t *out)
{
	int index[3][2] = { { 0 } };
	float weight[3] = { 0 }, sum[4] = { 0 };

	for (uint32_t d = 0; d < m->dims; d++)
		weight[d] = linear(s[d], m->size[d], sampler, index[d]);
	if (m->array)
		index[2][0] = layer(m, s[2]);
	for (uint32_t k = 0; k < 1u << m->dims; k++) {
		int x = index[0][k & 1], y = index[1][k >> 1 & 1], z = index[2][k >> 2];
		float w = k & 1 ? weight[0] : 1.0f - weight[0];
		uint32_t v[4];

		if (m->dims > 1)
			w *= k & 2 ? weight[1] : 1.0f - weight[1];
		if (m->dims > 2)
			w *= k & 4 ? weight[2] : 1.0f - weight[2];
		if (x < 0 || y < 0 || z < 0)
			border(m, ONE, v);
		else
			fetch(m, x, y, z, ONE, v);
		for (int i = 0; i < 4; i++)
			sum[i] += w * real(v[i]);
	}
	for (int i = 0; i < 4; i++)
		out[i] = bits(sum[i]);
}

/* Coordinates are floats. @one: what 1 is in the pixels that the caller wants; only floats are filtered. */
void __smgpu_image_sample(uint32_t *out, const struct smgpu_image *m, uint32_t sampler, float x, float y, float z, uint32_t one)
{
	const float s[3] = { x, y, z };
	int at[3] = { 0 };

	if (sampler & SMGPU_SAMPLER_LINEAR && one == ONE) {
		filter(m, sampler, s, out);
		return;
	}
	for (uint32_t d = 0; d < m->dims; d++)
		at[d] = nearest(s[d], m->size[d], sampler);
	if (m->array)
		at[2] = layer(m, z);
	if (at[0] < 0 || at[1] < 0 || at[2] < 0)
		border(m, one, out);
	else
		fetch(m, at[0], at[1], at[2], one, out);
}

/* Coordinates are integers. */
void __smgpu_image_read(uint32_t *out, const struct smgpu_image *m, uint32_t sampler, int x, int y, int z, uint32_t one)
{
	x = settle(x, m->size[0], sampler);
	y = settle(y, m->size[1], sampler);
	z = settle(z, m->size[2], m->array ? SMGPU_SAMPLER_EDGE : sampler);
	if (x < 0 || y < 0 || z < 0)
		border(m, one, out);
	else
		fetch(m, x, y, z, one, out);
}

/* Rounded to the nearest integer, ties to even; NaN is 0 */
static int scaled(float v, float by, float low)
{
	return v == v ? (int)rintf(__builtin_fminf(__builtin_fmaxf(v, low), 1.0f) * by) : 0;
}

static uint32_t least(uint32_t v, uint32_t high)
{
	return v < high ? v : high;
}

static void store(uint32_t type, uint32_t at, uint32_t v)
{
	switch (type) {
	case SMGPU_IMAGE_SNORM8: *(int8_t *)at = scaled(real(v), 127.0f, -1.0f); break;
	case SMGPU_IMAGE_SNORM16: *(int16_t *)at = scaled(real(v), 32767.0f, -1.0f); break;
	case SMGPU_IMAGE_UNORM8: *(uint8_t *)at = scaled(real(v), 255.0f, 0.0f); break;
	case SMGPU_IMAGE_UNORM16: *(uint16_t *)at = scaled(real(v), 65535.0f, 0.0f); break;
	case SMGPU_IMAGE_SINT8: *(int8_t *)at = limit(v, -128, 127); break;
	case SMGPU_IMAGE_SINT16: *(int16_t *)at = limit(v, -32768, 32767); break;
	case SMGPU_IMAGE_UINT8: *(uint8_t *)at = least(v, 255); break;
	case SMGPU_IMAGE_UINT16: *(uint16_t *)at = least(v, 65535); break;
	case SMGPU_IMAGE_HALF: *(_Float16 *)at = (_Float16)real(v); break;
	default: *(uint32_t *)at = v;
	}
}

void __smgpu_image_write(const struct smgpu_image *m, int x, int y, int z, const uint32_t *v)
{
	uint32_t at = place(m, x, y, z), type = m->type, step = type_bytes(type), source = m->write;

	if ((uint32_t)x >= m->size[0] || (uint32_t)y >= m->size[1] || (uint32_t)z >= m->size[2])
		return;
	for (uint32_t i = 0; i < m->channels; i++)
		store(type, at + i * step, v[source >> 4 * i & 3]);
}
