/* SPDX-License-Identifier: MIT */
/* Instead of Csmith's own: what its programs use, without the host's library, for the card (a
 * kernel) and for the host. */
#ifndef COMPILER_CSMITH_H
#define COMPILER_CSMITH_H

#ifdef NATIVE
#include <stdint.h>
#include <stdio.h>
#else
#include <smgpu_kernel.h>
#endif
#include <float.h>
#include <limits.h>

#define STATIC		static
#define UNDEFINED(v)	(v)
#define LOG_INDEX
#define LOG_EXEC
#define fabsf		__builtin_fabsf
#define fabs		__builtin_fabs
#define FUNC_NAME(x)	(safe_##x)
#include <csmith/safe_math.h>

static uint32_t crc32_context;

#define platform_main_begin()	((void)0)
#define crc32_gentab()		((void)0)
#define platform_main_end(value, print) (crc32_context = (value))

static inline void transparent_crc(uint64_t value, const char *name, int print)
{
	(void)name, (void)print;
	for (int i = 0; i < 64; i += 8)
		crc32_context = (crc32_context ^ (uint8_t)(value >> i)) * 16777619u;
}

static int program(void);

#ifdef NATIVE
int main(void)
{
	program();
	printf("%u\n", (unsigned int)crc32_context);
	return 0;
}
#else
SMGPU_KERNEL void k(uint32_t *out)
{
	program();
	out[0] = crc32_context;
}
#endif

#define main(...) program(void)
#define printf(...) ((void)0)
#endif
