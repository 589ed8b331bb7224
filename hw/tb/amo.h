/* SPDX-License-Identifier: MIT */
/* What an atomic leaves in memory: the benches' own, beside the model's and the RTL's. */
#ifndef TB_AMO_H
#define TB_AMO_H

#include <stdint.h>

/* f5: RISC-V funct5; cmp: what amocas compares with. LR and SC are not here. */
static inline uint32_t amo_result(unsigned int f5, uint32_t old, uint32_t v, uint32_t cmp)
{
	switch (f5) {
	case 0: return old + v;
	case 1: return v;
	case 4: return old ^ v;
	case 5: return old == cmp ? v : old;
	case 8: return old | v;
	case 12: return old & v;
	case 16: return (int32_t)old < (int32_t)v ? old : v;
	case 20: return (int32_t)old > (int32_t)v ? old : v;
	case 24: return old < v ? old : v;
	default: return old > v ? old : v;
	}
}

#endif
