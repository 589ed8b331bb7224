// SPDX-License-Identifier: MIT
/* The library's software, which says what a sample is. */
#include "tex.h"

#define SMGPU_TEXTURE_AT(va)	((const void *)(texture_memory + ((va) - TEXTURE_VA)))
#include "smgpu_texture.h"

uint32_t texture_sample(uint32_t u, uint32_t v, uint32_t handle)
{
	float fu, fv;

	__builtin_memcpy(&fu, &u, 4);
	__builtin_memcpy(&fv, &v, 4);
	return smgpu_tex2d_soft(fu, fv, handle);
}
