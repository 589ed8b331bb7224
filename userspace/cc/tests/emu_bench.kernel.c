// SPDX-License-Identifier: MIT
/*
 * What emu_bench runs: loads and stores of neighbours, integers and floats, a loop whose threads
 * part, shared memory.
 */
#include <smgpu_kernel.h>

SMGPU_KERNEL void mix(uint32_t *data, uint32_t rounds)
{
	static __shared uint32_t tile[256];
	uint32_t t = threadIdx.x, v = data[t], n = 0;
	float f = (float)(int)(v & 1023);

	for (uint32_t i = 0; i < rounds; i++) {
		v = v * 1664525u + data[(t + i) & 255];
		v ^= v >> 13;
		f = f * 0.75f + (float)(int)(v & 255);
		tile[t] = v;
		smgpu_barrier();
		v += tile[(t + 33) & 255];
		smgpu_barrier();
		for (uint32_t k = v & 3; k; k--)
			n += k ^ i;
		data[t] = v;
	}
	data[256 + t] = n + (uint32_t)f;
}
