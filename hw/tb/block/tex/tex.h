/* SPDX-License-Identifier: MIT */
#ifndef TB_TEX_H
#define TB_TEX_H

#include <stdint.h>

#define TEXTURE_VA	0x00100000u
#define TEXTURE_BYTES	0x10000u	/* descriptors, then texels; around them is nothing */
#define DESCRIPTORS	32u

#ifdef __cplusplus
extern "C" {
#endif
extern const unsigned char *texture_memory;
/* u and v: bits of floats */
uint32_t texture_sample(uint32_t u, uint32_t v, uint32_t handle);
#ifdef __cplusplus
}
#endif

#endif
