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
/* ---- texture.c */
extern unsigned char texture_memory[TEXTURE_BYTES];

void rnd_seed(uint64_t seed);
unsigned rnd(unsigned n);
uint32_t rnd_word(void);
uint32_t rnd_coordinate(void);	/* bits of a float */
void fill_texture_memory(void);

/* ---- soft.c; u and v: bits of floats */
uint32_t texture_sample(uint32_t u, uint32_t v, uint32_t handle);
#ifdef __cplusplus
}
#endif

#endif
