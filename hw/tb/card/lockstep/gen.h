/* SPDX-License-Identifier: MIT */
/*
 * Random kernels for lockstep: every program ends, and what it computes does not depend on the
 * order in which warps run.
 *
 * Each thread owns GEN_PRIVATE bytes of global memory and GEN_SHARED bytes of its CTA's shared
 * memory; neighbours meet only across barriers, and global counters take atomic adds whose old
 * value is thrown away.
 */
#ifndef GEN_H
#define GEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define GEN_PRIVATE	64u
#define GEN_SHARED	16u
#define GEN_COUNTERS	16u	/* words of atomic counters */
#define GEN_MAX_WORDS	4096u
#define GEN_CONSTANTS	200u	/* words of the constant bank */
#define GEN_TEXTURES	8u	/* descriptors, at the beginning of the textures */
#define GEN_TEXTURE_BYTES 0x10000u	/* with their texels */

/* The constant bank that the program expects */
struct gen_params {
	uint32_t private_va;	/* GEN_PRIVATE bytes for each thread of the grid */
	uint32_t counters_va;	/* GEN_COUNTERS words */
	uint32_t random[GEN_CONSTANTS - 2];
};

struct gen_options {
	uint64_t seed;
	unsigned int length;	/* rough number of statements */
	bool control;		/* branches, loops, calls */
	/* with reconvergence instructions; without them paths just don't rejoin */
	bool pre_dis;
	bool memory;
	bool fp;
	bool barriers;
	bool yields;
	bool constants;		/* constant operands; the program never writes its bank */
	bool attributes;	/* attributes, words of the same bank */
	/* address of the textures, a multiple of 4096; 0: no texture instructions */
	uint32_t textures;
};

/* Fills the bytes that the texture instructions of a program read: descriptors, whose levels lie at
 * random places behind them, and random texels. */
void gen_textures(uint8_t *bytes, uint64_t seed, uint32_t va);

/* Fills code[] and returns the number of words. */
size_t gen_program(uint32_t *code, const struct gen_options *opt);

#endif
