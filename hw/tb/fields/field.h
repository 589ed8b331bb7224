/* SPDX-License-Identifier: MIT */
/*
 * Fields of packed structs, in ports as Verilator and DPI show them. fields.py names each field by
 * three numbers with commas between them, as these take it for F: bits of the struct, place of the
 * field's lowest bit, width.
 */
#ifndef FIELD_H
#define FIELD_H

#include <stdint.h>

/* F in element i of an array of its struct */
#define NTH(i, ...)	NTH_(i, __VA_ARGS__)
#define NTH_(i, size, at, width)	size, (at) + (size) * (i), width
/* Piece i of F, which consists of pieces of so many bits */
#define PART(i, bits, ...)	PART_(i, bits, __VA_ARGS__)
#define PART_(i, bits, size, at, width)	size, (at) + (bits) * (i), bits
/* Words of a port of so many bits */
#define FIELD_WORDS(bits)	(((bits) + 31) / 32)
/* A struct of up to 64 bits that has v in F and is zero elsewhere; mask: the greatest v */
#define FIELD_BITS(v, ...)	FIELD_BITS_(v, __VA_ARGS__)
#define FIELD_BITS_(v, size, at, width)	(((uint64_t)(v) & FIELD_MASK_(size, at, width)) << (at))
#define FIELD_MASK(...)	FIELD_MASK_(__VA_ARGS__)
#define FIELD_MASK_(size, at, width)	(~0ull >> (64 - (width)))

/* F of a struct of up to 64 bits */
static inline uint64_t field_of(uint64_t v, unsigned size, unsigned at, unsigned width)
{
	(void)size;
	return v >> at & FIELD_MASK_(size, at, width);
}

/* F of up to 64 bits, in words of which the first has the lowest bits */
static inline uint64_t field_get(const uint32_t *port, unsigned size, unsigned at, unsigned width)
{
	uint64_t v = 0;
	unsigned got, n;

	(void)size;
	for (got = 0; got < width; got += n) {
		const unsigned here = (at + got) % 32;

		n = width - got < 32 - here ? width - got : 32 - here;
		v |= (port[(at + got) / 32] >> here & FIELD_MASK_(size, at, n)) << got;
	}
	return v;
}

static inline void field_put(uint32_t *port, unsigned size, unsigned at, unsigned width, uint64_t v)
{
	unsigned put, n;

	(void)size;
	for (put = 0; put < width; put += n) {
		const unsigned here = (at + put) % 32;
		uint32_t mask, *word = &port[(at + put) / 32];

		n = width - put < 32 - here ? width - put : 32 - here;
		mask = (uint32_t)FIELD_MASK_(size, at, n) << here;
		*word = (*word & ~mask) | ((uint32_t)(v >> put) << here & mask);
	}
}

#ifdef __cplusplus
#include <type_traits>

/* The same of a port of up to 64 bits, which is no array */
template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
inline uint64_t field_get(T port, unsigned size, unsigned at, unsigned width)
{
	return field_of(port, size, at, width);
}

template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type>
inline void field_put(T &port, unsigned size, unsigned at, unsigned width, uint64_t v)
{
	const uint64_t mask = FIELD_MASK_(size, at, width) << at;

	port = T((port & ~mask) | (v << at & mask));
}
#endif

#endif
