/* SPDX-License-Identifier: MIT */
/*
 * Attributes: words in memory that all threads of a warp read from one place, which the warp sets
 *when it knows it: a record of a triangle, of a material, of a step.
 *
 *	struct smgpu_attr a = smgpu_attr_at(record);
 *	value = smgpu_attr_fma(x, a, 2, smgpu_attr_fma(y, a, 1, smgpu_attr_float(a, 0)));	//
 *word 0 + word 1 * y + word 2 * x
 *
 * The place is the warp's: threads that come together give the same one, and what they read follows
 *in straight code: behind a branch that may part the threads, or a call, set it again. Words are
 *those that were there when the task began: a task that writes them itself may read old ones.
 *
 * With SMGPU_ATTRIBUTES (smcc -DSMGPU_ATTRIBUTES, for a card with an attribute cache) these are
 *instructions that take a word as an operand; else loads. Numbers of words are constants, of
 *smgpu_attr_fma() 0 to 31, of the others 0 to 4095.
 */
#ifndef _SMGPU_ATTRIBUTE_H_
#define _SMGPU_ATTRIBUTE_H_

#include "smgpu_kernel.h"

#if defined(SMGPU_ATTRIBUTES) && defined(__riscv)
struct smgpu_attr {
	uint32_t __none[0];
};

__smgpu_fn struct smgpu_attr smgpu_attr_at(const void *__words)
{
	__asm__ volatile(__SMGPU_XSM_ATTR_BASE("%0") :: "r"(__words) : "memory");
	return (struct smgpu_attr){ };
}

#define smgpu_attr_word(__a, __i)                                                  \
	({                                                                         \
		uint32_t __r;                                                      \
		(void)(__a);                                                       \
		__asm__ volatile(__SMGPU_XSM_ATTR_LD("%0", "%1")                   \
				 : "=r"(__r)                                       \
				 : "n"(__i));                                      \
		__r;                                                               \
	})

/* x * word i + c, rounded once */
#define smgpu_attr_fma(__x, __a, __i, __c)                                          \
	({                                                                          \
		float __r;                                                          \
		(void)(__a);                                                        \
		__asm__ volatile(__SMGPU_XSM_ATTR_FMA("%0", "%1", "%2", "%3")       \
				 : "=r"(__r)                                        \
				 : "r"((float)(__x)), "n"(__i), "r"((float)(__c))); \
		__r;                                                                \
	})
#else
struct smgpu_attr {
	const uint32_t *__at;
};

__smgpu_fn struct smgpu_attr smgpu_attr_at(const void *__words)
{
	return (struct smgpu_attr){ (const uint32_t *)__words };
}

#define smgpu_attr_word(__a, __i) ((__a).__at[__i])
#define smgpu_attr_fma(__x, __a, __i, __c) __builtin_fmaf(__x, smgpu_attr_float(__a, __i), __c)
#endif

#define smgpu_attr_float(__a, __i) __builtin_bit_cast(float, smgpu_attr_word(__a, __i))

#endif
