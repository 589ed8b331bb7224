// SPDX-License-Identifier: MIT
/*
 * SPIR-V as llvm-spirv-15 can read it: it ends with a signal at an OpCompositeConstruct of what is
 * not constant. So each becomes a row of OpCompositeInsert.
 */
#include <string.h>

#include "driver.h"

/* SPIR-V allows no more identifiers, and no longer vectors. A vector with more elements is taken
 * for a value of one piece: the translator refuses it. */
enum { HEADER = 5, BOUND = 3, MOST_IDS = 1 << 22, MOST_ELEMENTS = 16 };
enum {
	OP_UNDEF = 1,
	OP_NAME = 5,
	OP_MEMBER_NAME = 6,
	OP_TYPE_VECTOR = 23,
	OP_DECORATE = 71,
	OP_MEMBER_DECORATE = 72,
	OP_CONSTRUCT = 80,
	OP_EXTRACT = 81,
	OP_INSERT = 82
};

/* The module that is written, as it grows. */
struct words {
	uint32_t *v;
	int n, cap;
};

/* Appends a word. */
static void put(struct words *w, uint32_t word)
{
	w->v = xgrow(w->v, w->n, &w->cap, sizeof(*w->v));
	w->v[w->n++] = word;
}

/* Of a type that is a vector: how many elements and of which type; of a value that is a vector: its
 * type */
struct about {
	uint32_t elements, element, type;
};

/* The module that is read, and what is known of its identifiers below @bound. */
struct module {
	const uint32_t *in;
	size_t n;
	struct about *about;
	uint32_t bound;
};

/* Their operands look like a type and a result, but are none. */
static bool names_something(uint32_t opcode)
{
	return opcode == OP_NAME || opcode == OP_MEMBER_NAME || opcode == OP_DECORATE ||
	       opcode == OP_MEMBER_DECORATE;
}

/* For an identifier out of bounds an entry that says nothing; it must not be written. */
static struct about *about(const struct module *m, uint32_t id)
{
	static const struct about nothing;

	return id < m->bound ? &m->about[id] : (struct about *)&nothing;
}

/* A result with a type has that as the first operand, and itself as the second. */
static void look(struct module *m)
{
	for (size_t i = HEADER; i + 2 < m->n && m->in[i] >> 16; i += m->in[i] >> 16) {
		uint32_t opcode = m->in[i] & 0xffff, words = m->in[i] >> 16;

		if (opcode == OP_TYPE_VECTOR && words == 4 && i + 3 < m->n &&
		    m->in[i + 1] < m->bound && m->in[i + 3] <= MOST_ELEMENTS)
			*about(m, m->in[i + 1]) = (struct about){ .elements = m->in[i + 3],
								   .element = m->in[i + 2] };
		else if (words > 2 && !names_something(opcode) &&
			 about(m, m->in[i + 1])->elements && m->in[i + 2] < m->bound)
			about(m, m->in[i + 2])->type = m->in[i + 1];
	}
}

/* Element @k of the vector @id */
static uint32_t element(struct words *out, const struct module *m, uint32_t id, uint32_t k)
{
	uint32_t type = about(m, id)->type, to = out->v[BOUND]++;

	put(out, 5 << 16 | OP_EXTRACT);
	put(out, about(m, type)->element);
	put(out, to);
	put(out, id);
	put(out, k);
	return to;
}

/* @in: opcode, type, result, parts. The parts of a vector may be vectors, whose elements it has
 * then. */
static void put_inserts(struct words *out, const struct module *m, const uint32_t *in,
			uint32_t parts)
{
	bool vector = about(m, in[1])->elements;
	uint32_t from = out->v[BOUND]++, at = 0, n = 0;

	for (uint32_t i = 0; i < parts; i++)
		n += vector && about(m, in[3 + i])->type
			     ? about(m, about(m, in[3 + i])->type)->elements
			     : 1;
	put(out, 3 << 16 | OP_UNDEF);
	put(out, in[1]);
	put(out, from);
	for (uint32_t i = 0; i < parts; i++) {
		uint32_t type = vector ? about(m, in[3 + i])->type : 0,
			 count = type ? about(m, type)->elements : 1;

		for (uint32_t k = 0; k < count; k++, at++) {
			uint32_t value = type ? element(out, m, in[3 + i], k) : in[3 + i],
				 to = at + 1 < n ? out->v[BOUND]++ : in[2];

			put(out, 6 << 16 | OP_INSERT);
			put(out, in[1]);
			put(out, to);
			put(out, value);
			put(out, from);
			put(out, at);
			from = to;
		}
	}
}

/* Writes the module; it may come from a machine with the other order of bytes. */
void spirv_write(FILE *f, const void *il, size_t bytes)
{
	size_t n = bytes / 4, i = HEADER;
	uint32_t *in = xalloc(bytes);
	struct module m = { .in = in, .n = n };
	struct words out = { 0 };
	bool swapped;

	memcpy(in, il, bytes);
	swapped = in[0] == __builtin_bswap32(IL_MAGIC);
	for (size_t k = 0; k < n; k++) {
		in[k] = swapped ? __builtin_bswap32(in[k]) : in[k];
		if (k < HEADER)
			put(&out, in[k]);
	}
	/* The header may say anything; the table must not be of any size. */
	m.bound = in[BOUND] < MOST_IDS ? in[BOUND] : MOST_IDS;
	m.about = xalloc(m.bound * sizeof(*m.about));
	look(&m);
	for (; i < n && in[i] >> 16 && in[i] >> 16 <= n - i; i += in[i] >> 16) {
		uint32_t words = in[i] >> 16;

		if ((in[i] & 0xffff) == OP_CONSTRUCT && words > 3) {
			put_inserts(&out, &m, in + i, words - 3);
			continue;
		}
		for (uint32_t k = 0; k < words; k++)
			put(&out, in[i + k]);
	}
	for (; i < n; i++)	/* no instruction: the translator says so */
		put(&out, in[i]);
	fwrite(out.v, 4, out.n, f);
}
