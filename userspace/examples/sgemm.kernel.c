// SPDX-License-Identifier: MIT
/*
 * C = A * B, row-major, sizes a multiple of 64. A CTA of 256 threads makes a 64 x 64 tile of C, a
 * thread 4 x 4 of it, 16 apart, so that the threads of a warp read neighbours. 16 FMAs need 8 loads
 * from shared memory.
 *
 * Each thread starts a tile at another k and goes round: so the threads of a warp that are served
 * together read different banks at every step, with 8, 16 or 32 lanes. The tiles are stored twice,
 * one behind the other, and the round needs no modulo.
 *
 * The sums and operands fill the registers. Where a thread begins in the tiles is spilled, as two
 * loads in each round are cheaper than the twenty instructions that make it; what follows from its
 * index elsewhere is computed anew.
 *
 * PASSES, a power of two, is how often each tile is multiplied: what a pass takes is the difference
 * of two such programs (hw/bench/text).
 */
#include <smgpu_kernel.h>

#define TILE	64
#define DEPTH	16
#ifndef PASSES
#define PASSES	1
#endif
#define PITCH_A	65	/* of A's tile, which is stored transposed: 1 modulo the banks */
#define PITCH_B	80	/* 16 modulo 32 */

/* Where row r of A stands in a column of its tile: rows 2n and 2n + 1, which one warp reads, are 16
 * banks apart. */
#define PLACE(r)	((r) % 16 / 2 + (r) % 2 * 16 + (r) / 16 % 2 * 8 + (r) / 32 * 32)

static __shared float tile_a[2 * DEPTH * PITCH_A];
static __shared float tile_b[2 * DEPTH * PITCH_B];

/* Keeps the compiler from holding a second copy of what follows from @v. */
#define OPAQUE(v)	__asm__ volatile("" : "+r"(v))

__smgpu_fn uint32_t thread_now(void)
{
	return __smgpu_csr_now(0xcc0);
}

__smgpu_fn void load_tiles(const float *a, const float *b, uint32_t n)
{
	float la[4], lb[4], *to_a, *to_b;
	uint32_t t;

	OPAQUE(n);
	for (int i = 0; i < 4; i++) {
		la[i] = *a;
		a += 16 * n;
		OPAQUE(a);
	}
	for (int i = 0; i < 4; i++) {
		lb[i] = *b;
		b += 4 * n;
		OPAQUE(b);
	}
	smgpu_barrier();	/* the last round's tiles are no longer read */
	t = thread_now();
	to_a = tile_a + t % 16 * PITCH_A + PLACE(t / 16);
	to_b = tile_b + t / TILE * PITCH_B + t % TILE;
	for (int copy = 0; copy < 2; copy++) {
		for (int i = 0; i < 4; i++) {
			to_a[PLACE(i * 16)] = la[i];
			to_b[i * 4 * PITCH_B] = lb[i];
		}
		to_a += DEPTH * PITCH_A;
		to_b += DEPTH * PITCH_B;
		OPAQUE(to_a);
		OPAQUE(to_b);
	}
	smgpu_barrier();
}

SMGPU_KERNEL void sgemm(const float *a, const float *b, float *c, uint32_t n)
{
	uint32_t t = threadIdx.x, k;
	const float *first_a, *first_b;
	float acc[4][4] = { 0 };

	a += (blockIdx.y * TILE + t / 16) * n + t % 16;
	b += t / TILE * n + blockIdx.x * TILE + t % TILE;
	k = (t + t / 16) % DEPTH;
	first_a = tile_a + k * PITCH_A + PLACE(t / 16);
	first_b = tile_b + k * PITCH_B + t % 16;
	OPAQUE(first_a);
	OPAQUE(first_b);
	for (uint32_t rounds = n / DEPTH * PASSES; rounds; rounds--) {
		const float *pa, *pb;

		if (rounds % PASSES == 0) {
			load_tiles(a, b, n);
			a += DEPTH;
			b += DEPTH * n;
		}
		pa = first_a;
		pb = first_b;
		OPAQUE(pa);
		OPAQUE(pb);
#pragma clang loop unroll(full)
		for (int j = 0; j < DEPTH; j++) {
			float va[4], vb[4];

			for (int i = 0; i < 4; i++) {
				va[i] = pa[PLACE(i * 16)];
				vb[i] = pb[i * 16];
			}
			pa += PITCH_A;
			pb += PITCH_B;
			if (j == DEPTH / 2 - 1) {	/* constant offsets reach only so far */
				OPAQUE(pa);
				OPAQUE(pb);
			}
			for (int i = 0; i < 4; i++)
				for (int l = 0; l < 4; l++)
					acc[i][l] = fmaf(va[i], vb[l], acc[i][l]);
		}
	}
	t = thread_now();
	c += (blockIdx.y * TILE + t / 16) * n + blockIdx.x * TILE + t % 16;
	for (int i = 0; i < 4; i++) {
		for (int l = 0; l < 4; l++)
			c[l * 16] = acc[i][l];
		c += 16 * n;
	}
}
