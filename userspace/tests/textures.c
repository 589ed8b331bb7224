// SPDX-License-Identifier: MIT
/* A warp writes two descriptors and samples them: each thread by the texture unit, if compiled with
 * SMGPU_TEX, and by software. */
#include <smgpu_kernel.h>
#include <smgpu_texture.h>

#define SIDE 8u

/* out[i] = 0 where both agree; out[32 + i] = the texel. Two textures and two levels, so threads
 * that come together have four handles, or one. */
SMGPU_KERNEL void textures(uint32_t *out, struct smgpu_texture *t, uint32_t *texels,
			   uint32_t handles)
{
	uint32_t i = smgpu_global_id_x(), handle, level, sum = 0;

	if (i < 2) {
		t[i].size = SIDE | SIDE << 16;
		t[i].format =
			SMGPU_TEXTURE_FORMAT(i ? SMGPU_TEXTURE_R8 : SMGPU_TEXTURE_RGBA8,
					     i ? SMGPU_TEXTURE_NEAREST : SMGPU_TEXTURE_BILINEAR,
					     SMGPU_TEXTURE_REPEAT, SMGPU_TEXTURE_MIRROR, 2);
		for (level = 0; level < 2; level++)
			t[i].level[level] = (uint32_t)(texels + level * SIDE * SIDE);
	}
	smgpu_barrier();
	handle = ((uint32_t)&t[i & 1 & handles] | (i >> 1 & 1 & handles));
	for (level = 0; level < 4; level++) {
		float u = (float)(int)(i * 3 + level) * 0.171875f - 2.0f,
		      v = 1.5f - (float)(int)(i * 5 + level) * 0.0703125f;

		sum |= smgpu_tex2d(u, v, handle) ^ smgpu_tex2d_soft(u, v, handle);
		out[32 + i] = smgpu_tex2d(u, v, handle);
	}
	out[i] = sum;
}
