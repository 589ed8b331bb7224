// SPDX-License-Identifier: MIT
/*
 * Arithmetic of all threads of a warp at once; rounding to nearest only. A loop over all 32 threads
 * becomes vector code.
 */
#include <math.h>

#include "emu_int.h"

/* @value of each active thread i to d[i]; threads do not see each other's results */
#define EACH(value) do { \
		if (w->active == ~0u) { \
			_Pragma("GCC ivdep") \
			for (int i = 0; i < 32; i++) \
				d[i] = (value); \
		} else { \
			LANES(w, i) \
				d[i] = (value); \
		} \
		return true; \
	} while (0)
#define F(v)	as_float((v)[i])

/* The M extension; division by 0 and overflow give RISC-V's results. */
static uint32_t muldiv(uint32_t f3, uint32_t a, uint32_t b)
{
	int32_t sa = a, sb = b;

	switch (f3) {
	case 0: return a * b;
	case 1: return (int64_t)sa * sb >> 32;
	case 2: return (int64_t)sa * b >> 32;
	case 3: return (uint64_t)a * b >> 32;
	case 4: return !b ? ~0u : a == 0x80000000 && b == ~0u ? a : (uint32_t)(sa / sb);
	case 5: return !b ? ~0u : a / b;
	case 6: return !b ? a : a == 0x80000000 && b == ~0u ? 0 : (uint32_t)(sa % sb);
	}
	return !b ? a : a % b;
}

/* Instructions with one operand; false: there is none with this number. */
static bool unary(struct warp *w, uint32_t rs2, uint32_t *d, const uint32_t *a)
{
	switch (rs2) {
	case 0: EACH(a[i] ? (uint32_t)__builtin_clz(a[i]) : 32);
	case 1: EACH(a[i] ? (uint32_t)__builtin_ctz(a[i]) : 32);
	case 2: EACH((uint32_t)__builtin_popcount(a[i]));
	case 4: EACH((uint32_t)sext(a[i], 8));
	case 5: EACH((uint32_t)sext(a[i], 16));
	}
	return false;
}

/* Each byte becomes 0xff, unless it is 0. */
static uint32_t orc_b(uint32_t a)
{
	uint32_t r = 0;

	for (int i = 0; i < 32; i += 8)
		r |= a >> i & 0xff ? 0xffu << i : 0;
	return r;
}

/* false: no such instruction. @d may be the same register as @a or @b. */
bool alu(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b)
{
	bool imm = (in & 0x7f) == 0x13;
	uint32_t f3 = in >> 12 & 7, f7 = imm && f3 != 1 && f3 != 5 ? 0 : in >> 25, up = f3 >> 1;

	switch (f7 << 4 | f3) {
	case 0x000: EACH(a[i] + b[i]);
	case 0x001: EACH(a[i] << (b[i] & 31));
	case 0x002: EACH((int32_t)a[i] < (int32_t)b[i]);
	case 0x003: EACH(a[i] < b[i]);
	case 0x004: EACH(a[i] ^ b[i]);
	case 0x005: EACH(a[i] >> (b[i] & 31));
	case 0x006: EACH(a[i] | b[i]);
	case 0x007: EACH(a[i] & b[i]);
	case 0x010: if (imm) break; EACH(a[i] * b[i]);
	case 0x011: if (imm) break; EACH((uint32_t)((int64_t)(int32_t)a[i] * (int32_t)b[i] >> 32));
	case 0x013: if (imm) break; EACH((uint32_t)((uint64_t)a[i] * b[i] >> 32));
	case 0x200: EACH(a[i] - b[i]);
	case 0x204: EACH(~(a[i] ^ b[i]));
	case 0x205: EACH((uint32_t)((int32_t)a[i] >> (b[i] & 31)));
	case 0x206: EACH(a[i] | ~b[i]);
	case 0x207: EACH(a[i] & ~b[i]);
	case 0x102: case 0x104: case 0x106: EACH((a[i] << up) + b[i]);
	case 0x054: EACH((int32_t)a[i] < (int32_t)b[i] ? a[i] : b[i]);
	case 0x055: EACH(a[i] < b[i] ? a[i] : b[i]);
	case 0x056: EACH((int32_t)a[i] > (int32_t)b[i] ? a[i] : b[i]);
	case 0x057: EACH(a[i] > b[i] ? a[i] : b[i]);
	case 0x075: EACH(b[i] ? a[i] : 0);
	case 0x077: EACH(b[i] ? 0 : a[i]);
	case 0x044: EACH(a[i] & 0xffff);
	case 0x301:
		if (imm)
			return unary(w, in >> 20 & 31, d, a);
		EACH(a[i] << (b[i] & 31) | a[i] >> (-b[i] & 31));
	case 0x305: EACH(a[i] >> (b[i] & 31) | a[i] << (-b[i] & 31));
	case 0x345: EACH(__builtin_bswap32(a[i]));
	case 0x145: EACH(orc_b(a[i]));
	}
	if (f7 == 1 && !imm)
		EACH(muldiv(f3, a[i], b[i]));
	return false;
}

/* Out of range gives the nearest, NaN the greatest. */
static uint32_t to_int(float v, bool is_unsigned, int rm)
{
	float r = rm == 1   ? truncf(v)
		  : rm == 2 ? floorf(v)
		  : rm == 3 ? ceilf(v)
		  : rm == 4 ? roundf(v)
			    : rintf(v);

	if (is_unsigned)
		return isnan(v) || r >= 4294967296.0f ? ~0u : r <= 0 ? 0 : (uint32_t)r;
	return isnan(v) || r >= 2147483648.0f ? 0x7fffffff
	       : r < -2147483648.0f	      ? 0x80000000
					      : (uint32_t)(int32_t)r;
}

/* One bit for each kind of number, as fclass.s. */
static uint32_t classify(uint32_t a)
{
	bool neg = a >> 31;
	uint32_t e = a >> 23 & 0xff, m = a & 0x7fffff;

	if (e == 0xff)
		return m ? (m >> 22 ? 1 << 9 : 1 << 8) : neg ? 1 << 0 : 1 << 7;
	if (!e)
		return m ? (neg ? 1 << 2 : 1 << 5) : neg ? 1 << 3 : 1 << 4;
	return neg ? 1 << 1 : 1 << 6;
}

/* -0 counts as less than 0. */
static uint32_t extreme(uint32_t a, uint32_t b, bool most)
{
	float x = as_float(a), y = as_float(b);

	if (x == y && a != b)
		return most ? a & b : a | b;
	return as_word(most ? fmaxf(x, y) : fminf(x, y));
}

/* false: no such instruction. */
bool fp(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b)
{
	uint32_t f3 = in >> 12 & 7, rs2 = in >> 20 & 31, sign = 0x80000000;

	switch (in >> 25) {
	case 0x00: EACH(as_word(F(a) + F(b)));
	case 0x04: EACH(as_word(F(a) - F(b)));
	case 0x08: EACH(as_word(F(a) * F(b)));
	case 0x0c: EACH(as_word(F(a) / F(b)));
	case 0x2c: EACH(as_word(sqrtf(F(a))));
	case 0x10:
		if (f3 == 0)
			EACH((a[i] & ~sign) | (b[i] & sign));
		if (f3 == 1)
			EACH((a[i] & ~sign) | (~b[i] & sign));
		EACH(a[i] ^ (b[i] & sign));
	case 0x14: EACH(extreme(a[i], b[i], f3));
	case 0x50:
		if (f3 == 0)
			EACH(F(a) <= F(b));
		if (f3 == 1)
			EACH(F(a) < F(b));
		EACH(F(a) == F(b));
	case 0x60: EACH(to_int(F(a), rs2, f3));
	case 0x68:
		if (rs2)
			EACH(as_word((float)a[i]));
		EACH(as_word((float)(int32_t)a[i]));
	case 0x70: EACH(classify(a[i]));
	}
	return false;
}

/* Signs are turned round in the operands, which is exact. */
static bool fused_of(struct warp *w, uint32_t *d, const uint32_t *a, const uint32_t *b,
		     const uint32_t *c, uint32_t minus, uint32_t less)
{
	EACH(as_word(fmaf(as_float(a[i] ^ minus), F(b), as_float(c[i] ^ less))));
}

#if defined(__x86_64__) && !defined(__clang__)
/* where the host has the instruction, fmaf() is no call */
static __attribute__((target("fma"))) bool fused_here(struct warp *w, uint32_t *d,
						      const uint32_t *a, const uint32_t *b,
						      const uint32_t *c, uint32_t minus,
						      uint32_t less)
{
	EACH(as_word(__builtin_fmaf(as_float(a[i] ^ minus), F(b), as_float(c[i] ^ less))));
}
#else
#define fused_here fused_of
#define __builtin_cpu_supports(feature) 0
#endif

/* With the host's instruction where there is one: the function is slow. */
void fused(struct warp *w, uint32_t in, uint32_t *d, const uint32_t *a, const uint32_t *b,
	   const uint32_t *c)
{
	uint32_t op = in & 0x7f, minus = op & 8 ? 0x80000000 : 0,
		 less = op == 0x47 || op == 0x4f ? 0x80000000 : 0;

	if (__builtin_cpu_supports("fma"))
		fused_here(w, d, a, b, c, minus, less);
	else
		fused_of(w, d, a, b, c, minus, less);
}

/* By funct3, as the branches have it. */
static bool less_of(struct warp *w, uint32_t f3, uint32_t *d, const uint32_t *a, const uint32_t *b)
{
	if (f3 >= 6)
		EACH(a[i] < b[i]);
	if (f3 >= 4)
		EACH((int32_t)a[i] < (int32_t)b[i]);
	EACH(a[i] == b[i]);
}

/* The threads whose condition is true; others than active ones are 0. */
uint32_t compare(struct warp *w, uint32_t f3, const uint32_t *a, const uint32_t *b)
{
	uint32_t true_of[32], taken = 0;

	less_of(w, f3, true_of, a, b);
	if (w->active != ~0u) {
		LANES(w, i)
			taken |= true_of[i] << i;
	} else {
		for (int i = 0; i < 32; i++)
			taken |= true_of[i] << i;
	}
	return f3 & 1 ? ~taken & w->active : taken;
}
