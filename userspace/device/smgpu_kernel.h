/* SPDX-License-Identifier: MIT */
/*
 * What a C kernel for smgpu includes: compiled by smcc, runs as one thread of a CTA.
 *
 * Arguments of a kernel are 32- or 64-bit scalars and pointers; structures go by pointer. Names
 * inside begin with two underscores, so that no macro of the program can change them.
 */
#ifndef _SMGPU_KERNEL_H_
#define _SMGPU_KERNEL_H_

#include <stdbool.h>
#include <stdint.h>

#include "smgpu_xsm.h"

/* Not static: the function's name is what the host launches. */
#define SMGPU_KERNEL	__attribute__((section(".smgpu.kernel"), used, noinline))

/* On a variable outside functions, or a static one inside: one for each CTA. Not initialised: holds
 * zeros or what a CTA of the same VM left. */
#define __shared	__attribute__((section(".shared")))

#define __smgpu_fn	static inline __attribute__((always_inline, unused))
#define __smgpu_csr_now(__n)                                    \
	({                                                      \
		uint32_t __r;                                   \
		__asm__ volatile("csrr %0, " #__n : "=r"(__r)); \
		__r;                                            \
	})

/* What never changes while a thread lives: smcc makes one instruction of each call, and has it done
 * outside of loops. */
#define __SMGPU_CSR(__n) __attribute__((const)) uint32_t __smgpu_csr_##__n(void);
__SMGPU_CSR(cc0)
__SMGPU_CSR(cc1) __SMGPU_CSR(cc2) __SMGPU_CSR(cc3) __SMGPU_CSR(cc4) __SMGPU_CSR(cc5)
	__SMGPU_CSR(cc6) __SMGPU_CSR(cc7) __SMGPU_CSR(cc8) __SMGPU_CSR(cc9) __SMGPU_CSR(cca)
		__SMGPU_CSR(ccb) __SMGPU_CSR(ccd) __SMGPU_CSR(cce) __SMGPU_CSR(ccf) __SMGPU_CSR(cd2)

			struct smgpu_dim {
	uint32_t x, y, z;
};

/* Position of the thread in its CTA, of the CTA in the grid, and the size of both */
#define threadIdx ((struct smgpu_dim){ __smgpu_csr_cc0(), __smgpu_csr_cc1(), __smgpu_csr_cc2() })
#define blockIdx  ((struct smgpu_dim){ __smgpu_csr_cc3(), __smgpu_csr_cc4(), __smgpu_csr_cc5() })
#define blockDim  ((struct smgpu_dim){ __smgpu_csr_cc6(), __smgpu_csr_cc7(), __smgpu_csr_cc8() })
#define gridDim	  ((struct smgpu_dim){ __smgpu_csr_cc9(), __smgpu_csr_cca(), __smgpu_csr_ccb() })

__smgpu_fn uint32_t smgpu_lane(void) { return __smgpu_csr_ccd(); }
__smgpu_fn uint32_t smgpu_warp(void) { return __smgpu_csr_cce(); }
__smgpu_fn uint32_t smgpu_sm(void) { return __smgpu_csr_ccf(); }
/* linear index in the grid */
__smgpu_fn uint32_t smgpu_cta(void) { return __smgpu_csr_cd2(); }
__smgpu_fn uint32_t smgpu_active(void) { return __smgpu_csr_now(0xcd1); }
__smgpu_fn uint32_t smgpu_cycle(void) { return __smgpu_csr_now(0xc00); }

/* Index of the thread in the grid along x, and the number of threads along x */
__smgpu_fn uint32_t smgpu_global_id_x(void) { return blockIdx.x * blockDim.x + threadIdx.x; }
__smgpu_fn uint32_t smgpu_global_id_y(void) { return blockIdx.y * blockDim.y + threadIdx.y; }
__smgpu_fn uint32_t smgpu_global_size_x(void) { return gridDim.x * blockDim.x; }

/* Waits for all threads of the CTA; their stores to shared and global memory before it are seen
 * after it. */
__smgpu_fn __attribute__((convergent)) void smgpu_barrier(void)
{
	__asm__ volatile(__SMGPU_XSM_BAR ::: "memory");
}

/*
 * Asks for a priority token of L1 for the thread's warp, whose lines then stay there when those of
 * others would take their place, until smgpu_priority_release() or the end of the warp. It waits
 * for a token, but not for long. A hint: only a card whose tokens are given by the policy COMPILER
 * does anything.
 */
__smgpu_fn void smgpu_priority_acquire(void)
{
	__asm__ volatile(__SMGPU_XSM_TOKACQ ::: "memory");
}

__smgpu_fn void smgpu_priority_release(void)
{
	__asm__ volatile(__SMGPU_XSM_TOKREL ::: "memory");
}

/* A word whose neighbours other warps of the CTA load, too. Where the card is told so, the warps of
 * a CTA load such words one after the other (textile grants). */
__smgpu_fn uint32_t smgpu_load_coherent(const uint32_t *__p)
{
	uint32_t __r;

	__asm__ volatile(".insn i 0x03, 6, %0, 0(%1)" : "=r"(__r) : "r"(__p), "m"(*__p));
	return __r;
}

/* Ends the thread. */
__smgpu_fn __attribute__((noreturn)) void smgpu_exit(void)
{
	__asm__ volatile(__SMGPU_XSM_EXIT ::: "memory");
	__builtin_unreachable();
}

/* Over the threads of the warp that execute it together */
#define __SMGPU_VOTE(__name, __insn) \
	__smgpu_fn __attribute__((convergent)) uint32_t smgpu_##__name(uint32_t __v) \
	{ \
		uint32_t __r; \
		__asm__ volatile(__SMGPU_XSM_##__insn("%0", "%1") : "=r"(__r) : "r"(__v)); \
		return __r; \
	}
__SMGPU_VOTE(all, VOTE_ALL)
__SMGPU_VOTE(any, VOTE_ANY)
__SMGPU_VOTE(uniform, VOTE_UNI)
__SMGPU_VOTE(ballot, BALLOT)

#define __SMGPU_SHFL(__name, __insn)                                                              \
	__smgpu_fn __attribute__((convergent))                                                    \
	uint32_t smgpu_shfl##__name(uint32_t __v, uint32_t __n)                                   \
	{                                                                                         \
		uint32_t __r;                                                                     \
		__asm__ volatile(__SMGPU_XSM_##__insn("%0", "%1", "%2")                           \
				 : "=r"(__r)                                                      \
				 : "r"(__v), "r"(__n));                                           \
		return __r;                                                                       \
	}                                                                                         \
	__smgpu_fn                                                                                \
		__attribute__((convergent)) float smgpu_shfl##__name##_f(float __v, uint32_t __n) \
	{                                                                                         \
		return __builtin_bit_cast(                                                        \
			float, smgpu_shfl##__name(__builtin_bit_cast(uint32_t, __v), __n));       \
	}
__SMGPU_SHFL(, SHFL_IDX)
__SMGPU_SHFL(_up, SHFL_UP)
__SMGPU_SHFL(_down, SHFL_DOWN)
__SMGPU_SHFL(_xor, SHFL_XOR)

/* Relaxed atomics on global and shared memory; they return the old value. */
#define smgpu_atomic_add(p, v)	__atomic_fetch_add(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_sub(p, v)	__atomic_fetch_sub(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_and(p, v)	__atomic_fetch_and(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_or(p, v)	__atomic_fetch_or(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_xor(p, v)	__atomic_fetch_xor(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_min(p, v)	__atomic_fetch_min(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_max(p, v)	__atomic_fetch_max(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_exchange(p, v) __atomic_exchange_n(p, v, __ATOMIC_RELAXED)
#define smgpu_atomic_cas(p, expected, v)                                                          \
	({                                                                                        \
		__typeof__(*(p)) __old = (expected);                                              \
		__atomic_compare_exchange_n(p, &__old, v, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED); \
		__old;                                                                            \
	})

#define sqrtf(x)	__builtin_sqrtf(x)
#define fmaf(a, b, c)	__builtin_fmaf(a, b, c)
#define fabsf(x)	__builtin_fabsf(x)
#define fminf(a, b)	__builtin_fminf(a, b)
#define fmaxf(a, b)	__builtin_fmaxf(a, b)
#define copysignf(a, b)	__builtin_copysignf(a, b)

#endif
