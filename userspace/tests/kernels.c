// SPDX-License-Identifier: MIT
#include <smgpu_kernel.h>

int counter = 40;	/* loaded data */
static int *const where = &counter;	/* needs relocation when the module moves */

SMGPU_KERNEL void add(uint32_t *out, uint32_t value)
{
	out[smgpu_global_id_x()] += value;
}

/* tasks of a queue may overlap */
SMGPU_KERNEL void add_atomic(uint32_t *out, uint32_t value)
{
	smgpu_atomic_add(&out[smgpu_global_id_x()], value);
}

SMGPU_KERNEL void count(uint32_t *out)
{
	int *volatile const *p = &where;

	out[0] = smgpu_atomic_add(*p, 1);
	out[1] = (uint32_t)&counter;
}

SMGPU_KERNEL void wild(uint32_t *out)
{
	out[threadIdx.x] = 1;
}

SMGPU_KERNEL void stack(uint32_t *out, uint32_t n)
{
	volatile uint32_t a[32];
	uint32_t sum = 0;

	for (uint32_t i = 0; i < 32; i++)
		a[i] = i * n;
	for (uint32_t i = 0; i < 32; i++)
		sum += a[(i + threadIdx.x) & 31];
	out[threadIdx.x] = sum;
}

SMGPU_KERNEL void shared(uint32_t *out)
{
	static __shared uint32_t s[64];

	s[threadIdx.x] = threadIdx.x * 3;
	smgpu_barrier();
	out[threadIdx.x] = s[63 - threadIdx.x];
}

SMGPU_KERNEL void many(uint32_t *out, int a, int b, int c, int d, int e, int f, int g, int h, int i)
{
	out[0] = a + b + c + d + e + f + g + h + i;
}
