// SPDX-License-Identifier: MIT
/*
 * SPIR-V as llvm-spirv-15 can read it: it ends with a signal at an OpCompositeConstruct of what is not constant. So each becomes a row of
 * OpCompositeInsert.
 */
#include <string.h>

#include "driver.h"

enum { HEADER = 5, BOUND = 3, OP_UNDEF = 1, OP_TYPE_VECTOR = 23, OP_CONSTRUCT = 80, OP_INSERT = 82 };

struct words {
	uint32_t *v;
	int n, cap;
};

static void put(struct words *w, uint32_t word)
{
	w->v = xgrow(w->v, w->n, &w->cap, sizeof(*w->v));
	w->v[w->n++] = word;
}

/* Elements of the vector @type; 0: it is none */
static uint32_t elements(const uint32_t *in, size_t n, uint32_t type)
{
	for (size_t i = HEADER; i + 3 < n && in[i] >> 16; i += in[i] >> 16)
		if (in[i] == (4 << 16 | OP_TYPE_VECTOR) && in[i + 1] == type)
			return in[i + 3];
	return 0;
}

/* @in: opcode, type, result, parts */
static void put_inserts(struct words *out, const uint32_t *in, uint32_t parts)
{
	uint32_t from = out->v[BOUND]++;

	put(out, 3 << 16 | OP_UNDEF);
	put(out, in[1]);
	put(out, from);
	for (uint32_t i = 0; i < parts; i++) {
		uint32_t to = i + 1 < parts ? out->v[BOUND]++ : in[2];

		put(out, 6 << 16 | OP_INSERT);
		put(out, in[1]);
		put(out, to);
		put(out, in[3 + i]);
		put(out, from);
		put(out, i);
		from = to;
	}
}

/* Writes the module; it may come from a machine with the other order of bytes. Vectors made of vectors are left as they are. */
void il_write(FILE *f, const void *il, size_t bytes)
{
	size_t n = bytes / 4, i = HEADER;
	uint32_t *in = xalloc(bytes);
	struct words out = { 0 };
	bool swapped;

	memcpy(in, il, bytes);
	swapped = in[0] == __builtin_bswap32(IL_MAGIC);
	for (size_t k = 0; k < n; k++) {
		in[k] = swapped ? __builtin_bswap32(in[k]) : in[k];
		if (k < HEADER)
			put(&out, in[k]);
	}
	for (; i < n && in[i] >> 16 && in[i] >> 16 <= n - i; i += in[i] >> 16) {
		uint32_t words = in[i] >> 16, of_vector = 0;

		if ((in[i] & 0xffff) == OP_CONSTRUCT && words > 3) {
			of_vector = elements(in, n, in[i + 1]);
			if (!of_vector || of_vector == words - 3) {
				put_inserts(&out, in + i, words - 3);
				continue;
			}
		}
		for (uint32_t k = 0; k < words; k++)
			put(&out, in[i + k]);
	}
	for (; i < n; i++)	/* no instruction: the translator says so */
		put(&out, in[i]);
	fwrite(out.v, 4, out.n, f);
}
