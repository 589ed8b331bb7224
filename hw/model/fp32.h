/* SPDX-License-Identifier: MIT */
/*
 * IEEE 754-2019 binary32 as RISC-V's Zfinx defines it, in integers only: all five rounding modes,
 * subnormals, flags, canonical NaNs. The functional model computes with it and the RTL's benches
 * take it as their oracle.
 */
#ifndef FP32_H
#define FP32_H

#include <stdint.h>

enum fp32_rm { FP32_RNE = 0, FP32_RTZ = 1, FP32_RDN = 2, FP32_RUP = 3, FP32_RMM = 4 };

#define FP32_NX	0x01u	/* inexact */
#define FP32_UF	0x02u	/* underflow: tiny after rounding, and inexact */
#define FP32_OF	0x04u
#define FP32_DZ	0x08u
#define FP32_NV	0x10u
#define FP32_NAN 0x7fc00000u

/* Flags are OR-ed into *flags. */
uint32_t fp32_add(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags);
uint32_t fp32_sub(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags);
uint32_t fp32_mul(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags);
/* a * b + c, rounded once */
uint32_t fp32_fma(uint32_t a, uint32_t b, uint32_t c, unsigned int rm, uint32_t *flags);
uint32_t fp32_div(uint32_t a, uint32_t b, unsigned int rm, uint32_t *flags);
uint32_t fp32_sqrt(uint32_t a, unsigned int rm, uint32_t *flags);
uint32_t fp32_min(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t fp32_max(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t fp32_eq(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t fp32_lt(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t fp32_le(uint32_t a, uint32_t b, uint32_t *flags);
uint32_t fp32_class(uint32_t a);
uint32_t fp32_to_i32(uint32_t a, unsigned int rm, uint32_t *flags);
uint32_t fp32_to_u32(uint32_t a, unsigned int rm, uint32_t *flags);
uint32_t fp32_from_i32(uint32_t a, unsigned int rm, uint32_t *flags);
uint32_t fp32_from_u32(uint32_t a, unsigned int rm, uint32_t *flags);

#endif
