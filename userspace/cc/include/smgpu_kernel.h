/* SPDX-License-Identifier: MIT */
/*
 * What a C kernel for smgpu includes: compiled by smcc, runs as one thread of a CTA.
 *
 * Arguments of a kernel are 32- or 64-bit scalars and pointers; structures go by pointer.
 */
#ifndef _SMGPU_KERNEL_H_
#define _SMGPU_KERNEL_H_

#include <stdbool.h>
#include <stdint.h>

/* Not static: the function's name is what the host launches. */
#define SMGPU_KERNEL	__attribute__((section(".text.kernel"), used, noinline))

/* On a variable outside functions, or a static one inside: one for each CTA. Not initialised: holds zeros or what a CTA of the same VM left. */
#define __shared	__attribute__((section(".shared")))

#define __smgpu_fn	static inline __attribute__((always_inline, unused))
#define __smgpu_csr(n)	({ uint32_t r_; __asm__("csrr %0, " #n : "=r"(r_)); r_; })
#define __smgpu_csr_now(n) ({ uint32_t r_; __asm__ volatile("csrr %0, " #n : "=r"(r_)); r_; })

struct smgpu_dim {
	uint32_t x, y, z;
};

/* Position of the thread in its CTA, of the CTA in the grid, and the size of both */
#define threadIdx	((struct smgpu_dim){ __smgpu_csr(0xcc0), __smgpu_csr(0xcc1), __smgpu_csr(0xcc2) })
#define blockIdx	((struct smgpu_dim){ __smgpu_csr(0xcc3), __smgpu_csr(0xcc4), __smgpu_csr(0xcc5) })
#define blockDim	((struct smgpu_dim){ __smgpu_csr(0xcc6), __smgpu_csr(0xcc7), __smgpu_csr(0xcc8) })
#define gridDim		((struct smgpu_dim){ __smgpu_csr(0xcc9), __smgpu_csr(0xcca), __smgpu_csr(0xccb) })

__smgpu_fn uint32_t smgpu_lane(void) { return __smgpu_csr(0xccd); }
__smgpu_fn uint32_t smgpu_warp(void) { return __smgpu_csr(0xcce); }
__smgpu_fn uint32_t smgpu_sm(void) { return __smgpu_csr(0xccf); }
__smgpu_fn uint32_t smgpu_cta(void) { return __smgpu_csr(0xcd2); }	/* linear index in the grid */
__smgpu_fn uint32_t smgpu_active(void) { return __smgpu_csr_now(0xcd1); }
__smgpu_fn uint32_t smgpu_cycle(void) { return __smgpu_csr_now(0xc00); }

/* Index of the thread in the grid along x, and the number of threads along x */
__smgpu_fn uint32_t smgpu_global_id_x(void) { return blockIdx.x * blockDim.x + threadIdx.x; }
__smgpu_fn uint32_t smgpu_global_id_y(void) { return blockIdx.y * blockDim.y + threadIdx.y; }
__smgpu_fn uint32_t smgpu_global_size_x(void) { return gridDim.x * blockDim.x; }

/* Waits for all threads of the CTA; their stores to shared and global memory before it are seen after it. */
__smgpu_fn __attribute__((convergent)) void smgpu_barrier(void)
{
	__asm__ volatile("fence\n\t.insn i 0x2b, 1, x0, x0, 0" ::: "memory");
}

/* Ends the thread. */
__smgpu_fn __attribute__((noreturn)) void smgpu_exit(void)
{
	__asm__ volatile(".insn i 0x2b, 2, x0, x0, 0" ::: "memory");
	__builtin_unreachable();
}

/* Over the threads of the warp that execute it together */
#define __SMGPU_VOTE(name, f7) \
	__smgpu_fn __attribute__((convergent)) uint32_t smgpu_##name(uint32_t v) \
	{ \
		uint32_t r; \
		__asm__ volatile(".insn r 0x2b, 3, " #f7 ", %0, %1, x0" : "=r"(r) : "r"(v)); \
		return r; \
	}
__SMGPU_VOTE(all, 0)
__SMGPU_VOTE(any, 1)
__SMGPU_VOTE(uniform, 2)
__SMGPU_VOTE(ballot, 3)

#define __SMGPU_SHFL(name, f7) \
	__smgpu_fn __attribute__((convergent)) uint32_t smgpu_shfl##name(uint32_t v, uint32_t n) \
	{ \
		uint32_t r; \
		__asm__ volatile(".insn r 0x2b, 4, " #f7 ", %0, %1, %2" : "=r"(r) : "r"(v), "r"(n)); \
		return r; \
	} \
	__smgpu_fn __attribute__((convergent)) float smgpu_shfl##name##_f(float v, uint32_t n) \
	{ \
		return __builtin_bit_cast(float, smgpu_shfl##name(__builtin_bit_cast(uint32_t, v), n)); \
	}
__SMGPU_SHFL(, 0)
__SMGPU_SHFL(_up, 1)
__SMGPU_SHFL(_down, 2)
__SMGPU_SHFL(_xor, 3)

/* Relaxed atomics on global and shared memory; they return the old value. */
#define smgpu_atomic_add(p, v)	__atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_sub(p, v)	__atomic_fetch_sub(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_and(p, v)	__atomic_fetch_and(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_or(p, v)	__atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_xor(p, v)	__atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_min(p, v)	__atomic_fetch_min(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_max(p, v)	__atomic_fetch_max(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_exchange(p, v) __atomic_exchange_n(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_cas(p, expected, v) \
	({ __typeof__(*(p)) old_ = (expected); __atomic_compare_exchange_n(p, &old_, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); old_; })

#define sqrtf(x)	__builtin_sqrtf(x)
#define fmaf(a, b, c)	__builtin_fmaf(a, b, c)
#define fabsf(x)	__builtin_fabsf(x)
#define fminf(a, b)	__builtin_fminf(a, b)
#define fmaxf(a, b)	__builtin_fmaxf(a, b)
#define copysignf(a, b)	__builtin_copysignf(a, b)

#endif
