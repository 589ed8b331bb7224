// SPDX-License-Identifier: MIT
/*
 * Specialization constants of SPIR-V: a constant that has an identifier gets another value, in a
 * copy of the module that builds then use.
 *
 * SPIR-V is words: a header, then instructions whose first word has length and opcode. Nothing in
 * a module is believed beyond its bytes.
 *
 * A value takes effect with the next build. The identifier is that of the decoration SpecId, which
 * is not the number of the result in SPIR-V.
 */
#include "internal.h"

#define HEADER_WORDS	5u

/* Opcodes and the decoration of the SPIR-V specification; OP_SPEC is OpSpecConstant. */
enum {
	OP_TYPE_INT = 21,
	OP_TYPE_FLOAT = 22,
	OP_SPEC_TRUE = 48,
	OP_SPEC_FALSE = 49,
	OP_SPEC = 50,
	OP_DECORATE = 71,
	DECORATION_SPEC_ID = 1
};

/* The copy that is changed; @swapped: its words have the other byte order. */
struct module {
	uint32_t *words;
	size_t n;
	bool swapped;
};

/* The word in the host's byte order. */
static uint32_t at(const struct module *m, size_t i)
{
	return m->swapped ? __builtin_bswap32(m->words[i]) : m->words[i];
}

/* In the module's byte order. */
static void put(const struct module *m, size_t i, uint32_t v)
{
	m->words[i] = m->swapped ? __builtin_bswap32(v) : v;
}

/* The next instruction with this opcode behind @i that is whole and has @least words; 0: there is
 * none */
static size_t next(const struct module *m, size_t i, uint32_t op, uint32_t least)
{
	for (i = i ? i + (at(m, i) >> 16) : HEADER_WORDS; i < m->n; i += at(m, i) >> 16) {
		uint32_t words = at(m, i) >> 16;

		if (!words || words > m->n - i)
			return 0;
		if ((at(m, i) & 0xffff) == op && words >= least)
			return i;
	}
	return 0;
}

/* Bits of a scalar type; 0: it is none. Integers have no sign in SPIR-V for kernels. */
static uint32_t width_of(const struct module *m, uint32_t type)
{
	size_t i = 0;

	while ((i = next(m, i, OP_TYPE_INT, 4)))
		if (at(m, i + 1) == type)
			return at(m, i + 2);
	while ((i = next(m, i, OP_TYPE_FLOAT, 3)))
		if (at(m, i + 1) == type)
			return at(m, i + 2);
	return 0;
}

/* The size must be that of the constant's type; 64 bits take two words, the lower first. */
static cl_int set_number(const struct module *m, size_t i, size_t bytes, const void *value)
{
	uint32_t width = width_of(m, at(m, i + 1));
	uint64_t v = 0;

	/* The instruction must have room for the value, whatever its type says. */
	if (!width || bytes != width / 8 || bytes > sizeof(v) ||
	    at(m, i) >> 16 != 3 + (width + 31) / 32)
		return CL_INVALID_VALUE;
	memcpy(&v, value, bytes);
	put(m, i + 3, v);
	if (width > 32)
		put(m, i + 4, v >> 32);
	return CL_SUCCESS;
}

/* A truth value is told by its opcode, so that is what changes. */
static cl_int set_constant(const struct module *m, uint32_t constant, size_t bytes,
			   const void *value)
{
	static const uint32_t ops[] = { OP_SPEC_TRUE, OP_SPEC_FALSE };
	size_t i = 0;

	while ((i = next(m, i, OP_SPEC, 4)))
		if (at(m, i + 2) == constant)
			return set_number(m, i, bytes, value);
	for (size_t k = 0; k < COUNT(ops); k++)
		while ((i = next(m, i, ops[k], 3)))
			if (at(m, i + 2) == constant) {
				if (bytes != sizeof(cl_uchar))
					return CL_INVALID_VALUE;
				put(m, i,
				    3u << 16 | (*(const cl_uchar *)value ? OP_SPEC_TRUE
									 : OP_SPEC_FALSE));
				return CL_SUCCESS;
			}
	return CL_INVALID_SPEC_ID;
}

/* The program's own SPIR-V stays as it was given. */
CL_API_ENTRY cl_int CL_API_CALL clSetProgramSpecializationConstant(cl_program program, cl_uint id,
								   size_t bytes, const void *value)
{
	cl_int err = CL_INVALID_SPEC_ID;
	struct module m;
	GUARD;

	if (!object_valid(program, KIND_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!device_takes_il())
		return CL_INVALID_OPERATION;
	if (!program->il)
		return CL_INVALID_PROGRAM;
	if (!value)
		return CL_INVALID_VALUE;
	if (program->building)
		return CL_INVALID_OPERATION;
	if (!program->special) {
		program->special = malloc(program->il_bytes);
		if (!program->special)
			return CL_OUT_OF_HOST_MEMORY;
		memcpy(program->special, program->il, program->il_bytes);
	}
	m = (struct module){ program->special, program->il_bytes / 4, false };
	m.swapped = m.words[0] != 0x07230203;
	/* several constants may have one identifier */
	for (size_t i = 0; (i = next(&m, i, OP_DECORATE, 4));) {
		if (at(&m, i + 2) != DECORATION_SPEC_ID || at(&m, i + 3) != id)
			continue;
		err = set_constant(&m, at(&m, i + 1), bytes, value);
		if (err)
			break;
	}
	return err;
}
