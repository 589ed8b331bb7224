/* SPDX-License-Identifier: MIT */
/* Work that takes another way in each thread: a loop of 0 to 7 rounds with nested ifs and a switch.
 * Same text on card and CPU. */
#ifndef TEXT_DIVERGE_H
#define TEXT_DIVERGE_H

#include <stdint.h>

static inline uint32_t diverge_step(uint32_t s, uint32_t v, uint32_t k)
{
	if (v & 1) {
		if (s & 4)
			s += v * (k + 1);
		else
			for (uint32_t i = 0; i < (v >> 4 & 3); i++)
				s = s * 3 + i;
	} else if (v & 2) {
		s = s * 5 + k;
	} else {
		s -= k ^ v;
	}
	switch (v >> 2 & 7) {
	case 0:
		return s + v * s;
	case 1:
		return s ^ s >> 7;
	case 2:
		return (s ^ v * 9) + k;
	case 3:
		return s << 3 | s >> 29;
	case 4:
		for (uint32_t i = v & 7; i; i--)
			s += s >> i;
		return s;
	case 5:
		return s & 1 ? s - v : s + k;
	case 6:
		return ~s * 17;
	default:
		return s - (s >> 5) * 7;
	}
}

static inline uint32_t diverge_value(uint32_t v)
{
	uint32_t s = v >> 3, rounds = v & 7;

	for (uint32_t k = 0; k < rounds; k++) {
		s = diverge_step(s, v, k);
		v = v >> 1 | v << 31;
	}
	return s;
}

#endif
