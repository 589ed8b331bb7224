// SPDX-License-Identifier: MIT
/* Constant operands and attributes of a warp: which encodings exist, each against its register
 * form, and what traps. */
#include "asm.h"
#include "flat.h"
#include "test.h"

#define C_OP	XSM_OPCODE_CONST_OP
#define C_FP	XSM_OPCODE_CONST_FP
#define OP	0x33
#define OP_FP	0x53
#define ANY_RM	8	/* in place of funct3: rounding mode 0..4 */

static struct flat f;
static uint32_t seed = 7;

static const struct {
	uint8_t opcode, f7, f3;
} legal[] = {
	{ C_OP, 0, 0 },	     { C_OP, 0, 1 },	  { C_OP, 0, 2 },      { C_OP, 0, 3 },
	{ C_OP, 0, 4 },	     { C_OP, 0, 5 },	  { C_OP, 0, 6 },      { C_OP, 0, 7 },
	{ C_OP, 0x20, 0 },   { C_OP, 0x20, 5 },	  { C_OP, 1, 0 },      { C_OP, 1, 1 },
	{ C_OP, 1, 2 },	     { C_OP, 1, 3 },	  { C_OP, 0x10, 2 },   { C_OP, 0x10, 4 },
	{ C_OP, 0x10, 6 },   { C_OP, 0x20, 4 },	  { C_OP, 0x20, 6 },   { C_OP, 0x20, 7 },
	{ C_OP, 5, 4 },	     { C_OP, 5, 5 },	  { C_OP, 5, 6 },      { C_OP, 5, 7 },
	{ C_OP, 0x30, 1 },   { C_OP, 0x30, 5 },	  { C_OP, 7, 5 },      { C_OP, 7, 7 },
	{ C_FP, 0, ANY_RM }, { C_FP, 4, ANY_RM }, { C_FP, 8, ANY_RM }, { C_FP, 0x10, 0 },
	{ C_FP, 0x10, 1 },   { C_FP, 0x10, 2 },	  { C_FP, 0x14, 0 },   { C_FP, 0x14, 1 },
	{ C_FP, 0x50, 0 },   { C_FP, 0x50, 1 },	  { C_FP, 0x50, 2 },
};

/* The same numbers on each host. */
static uint32_t rnd(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed ^ seed >> 15;
}

/* Edges and any bits by turns. */
static uint32_t value(void)
{
	static const uint32_t edges[] = { 0,	      1,	  0x7fffffff, 0x80000000,
					  0xffffffff, 31,	  32,	      0x3f800000,
					  0xbf800000, 0x7f800000, 0x7fc00000, 0x7f800001,
					  0x00800000, 0x3f800001 };

	return rnd() & 1 ? edges[rnd() % (sizeof(edges) / sizeof(edges[0]))] : rnd();
}

/* By the list of what has a form with a constant, not by the decoder. */
static bool is_legal(unsigned opcode, unsigned f7, unsigned f3)
{
	unsigned i;

	for (i = 0; i < sizeof(legal) / sizeof(legal[0]); i++)
		if (legal[i].opcode == opcode && legal[i].f7 == f7 &&
		    (legal[i].f3 == f3 || (legal[i].f3 == ANY_RM && f3 < 5)))
			return true;
	return false;
}

/* Random registers, threads and constant bank; x31 of all threads holds word `index`. */
static void prepare(uint32_t insn, unsigned index)
{
	unsigned r, i;
	uint32_t v;

	flat_init(&f, &insn, 1, 32, 64);
	f.warp.place.param = FLAT_DATA + 4 * (rnd() % 64);
	for (i = 0; i < 4096; i++) {
		v = value();
		memcpy(flat_at(&f, f.warp.place.param + 4 * i, 4), &v, 4);
	}
	for (r = 1; r < 31; r++)
		for (i = 0; i < 32; i++)
			f.warp.x[r][i] = value();
	for (i = 0; i < 32; i++)
		f.warp.x[31][i] = flat_word(&f, f.warp.place.param + 4 * index);
	f.warp.active = rnd() % 4 ? rnd() | 1u << rnd() % 32 : WARP_ALL;
}

/* The word in a register gives the same result. */
static void like_the_register_form(void)
{
	static struct flat with_register;
	unsigned t, n;

	for (t = 0; t < sizeof(legal) / sizeof(legal[0]); t++)
		for (n = 0; n < 100; n++) {
			unsigned rd = rnd() % 31, rs1 = rnd() % 31, index = rnd() % 32,
				 f3 = legal[t].f3 == ANY_RM ? rnd() % 5 : legal[t].f3;
			uint32_t insn = r_type(legal[t].opcode, f3, legal[t].f7, rd, rs1, index);
			uint32_t same = r_type(legal[t].opcode == C_OP ? OP : OP_FP, f3,
					       legal[t].f7, rd, rs1, 31);

			prepare(insn, index);
			with_register = f;
			memcpy(with_register.mem, &same, 4);
			check(flat_step(&f) == WARP_RETIRED, "%08x trapped: %u", insn,
			      f.warp.trap.cause);
			flat_step(&with_register);
			check(!memcmp(f.warp.x, with_register.warp.x, sizeof(f.warp.x)),
			      "%08x: not the result of %08x", insn, same);
			check(f.warp.fflags == with_register.warp.fflags,
			      "%08x: flags 0x%x, not 0x%x", insn, f.warp.fflags,
			      with_register.warp.fflags);
			check(f.warp.pc == FLAT_BASE + 4 && f.record.rd == rd && !f.record.bytes,
			      "%08x: record", insn);
		}
}

/* Any word of the bank, up to the last one. */
static void loads(void)
{
	unsigned n, i, rd, index;
	uint32_t old[32];

	for (n = 0; n < 400; n++) {
		rd = rnd() % 31;
		index = n < 2 ? 4095 * n : rnd() % 4096;
		prepare(CLD(rd, index), index);
		memcpy(old, f.warp.x[rd], sizeof(old));
		check(flat_step(&f) == WARP_RETIRED, "cld of word %u trapped: %u", index,
		      f.warp.trap.cause);
		for (i = 0; i < 32; i++)
			check(f.warp.x[rd][i] ==
				      (rd && f.warp.active >> i & 1 ? f.warp.x[31][i] : old[i]),
			      "cld x%u, %u: thread %u", rd, index, i);
	}
}

/* Each word of the two opcodes is legal or not as the list says. */
static void encodings(void)
{
	unsigned opcode, f7, f3, index;

	for (opcode = C_OP; opcode <= C_FP; opcode += C_FP - C_OP)
		for (f7 = 0; f7 < 128; f7++)
			for (f3 = 0; f3 < 8; f3++)
				for (index = 0; index < 2; index++) {
					uint32_t insn = r_type(opcode, f3, f7, 5, 6, index);

					prepare(insn, 0);
					if (!is_legal(opcode, f7, f3))
						f.warp.place.param = 2;	/* which is no matter */
					check((flat_step(&f) == WARP_RETIRED) ==
						      is_legal(opcode, f7, f3),
					      "%08x is%s legal", insn,
					      is_legal(opcode, f7, f3) ? "" : " not");
					check(f.warp.state == WARP_RUN ||
						      f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
					      "%08x: cause %u", insn, f.warp.trap.cause);
				}
	for (f3 = 2; f3 < 32; f3++) {	/* rs1 = x1 is attr.ld */
		prepare(XSM_INSN_CLD(5, 1) | XSM_RS1(f3), 0);
		check(flat_step(&f) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
		      "cld with rs1 = x%u", f3);
	}
}

/* And changes no register. */
static void trap(uint32_t insn, uint32_t param, unsigned cause, uint32_t addr)
{
	static struct warp before;

	prepare(insn, 0);
	f.warp.place.param = param;
	before = f.warp;
	check(flat_step(&f) == WARP_TRAP && f.warp.trap.cause == cause,
	      "%08x, bank at 0x%x: cause %u, not %u", insn, param, f.warp.trap.cause, cause);
	check(f.warp.trap.access == SMGPU_ACCESS_READ && f.warp.trap.addr == addr &&
		      f.warp.trap.pc == FLAT_BASE,
	      "%08x: access %u addr 0x%x pc 0x%x", insn, f.warp.trap.access, f.warp.trap.addr,
	      f.warp.trap.pc);
	check(!memcmp(f.warp.x, before.x, sizeof(before.x)) && f.warp.fflags == before.fflags &&
		      f.warp.state == WARP_TRAPPED && !f.warp.instret,
	      "%08x: the trap is not precise", insn);
}

/* Banks that are not there, not aligned, or in a window. */
static void traps(void)
{
	static const uint32_t forms[] = { CLD(5, 4), CLD(0, 4), r_type(C_OP, 0, 0, 5, 6, 4),
					  r_type(C_FP, 0, 0, 5, 6, 4) };
	unsigned i, off;

	for (i = 0; i < 4; i++) {
		for (off = 1; off < 4; off++)
			trap(forms[i], FLAT_DATA + off, SMGPU_ERR_MISALIGNED, FLAT_DATA + off + 16);
		trap(forms[i], FLAT_BASE + FLAT_BYTES, SMGPU_ERR_PAGE_FAULT,
		     FLAT_BASE + FLAT_BYTES + 16);
		trap(forms[i], FLAT_BASE + FLAT_BYTES - 16, SMGPU_ERR_PAGE_FAULT,
		     FLAT_BASE + FLAT_BYTES);
		trap(forms[i], SMGPU_VA_SHARED_BASE - 16, SMGPU_ERR_PAGE_FAULT,
		     SMGPU_VA_SHARED_BASE);
		trap(forms[i], SMGPU_VA_LOCAL_BASE, SMGPU_ERR_PAGE_FAULT, SMGPU_VA_LOCAL_BASE + 16);
		trap(forms[i], 0xfffffff4, SMGPU_ERR_PAGE_FAULT, 4);
	}
}

/* Attributes: each thread has another base, of which that of the lowest active one counts. */
static uint32_t prepare_attributes(uint32_t insn, unsigned index)
{
	uint32_t base, low = rnd() & 3;
	unsigned i;

	prepare(insn, 0);
	base = FLAT_DATA + 4 * (rnd() % 64);
	f.warp.x[20][__builtin_ctz(f.warp.active)] = base | low;
	for (i = 0; i < 32; i++)
		f.warp.x[31][i] = flat_word(&f, base + 4 * index);
	return base;
}

/* The instruction behind attr.base x20; rs1, rs3 and rd are not x20 or x31. */
static enum warp_result with_base(uint32_t insn)
{
	const uint32_t base = ATTR_BASE(20);

	memcpy(f.mem, &base, 4);
	memcpy(f.mem + 4, &insn, 4);
	if (flat_step(&f) != WARP_RETIRED || f.record.rd || f.record.bytes ||
	    f.warp.pc != FLAT_BASE + 4)
		return WARP_TRAP;
	return flat_step(&f);
}

/* The same of attributes, by their own base. */
static void attributes(void)
{
	static struct flat with_register;
	unsigned n, i;

	for (n = 0; n < 400; n++) {
		unsigned rd = rnd() % 20, rs1 = rnd() % 20, rs3 = rnd() % 20, index = rnd() % 32;
		uint32_t insn = ATTR_FMA(rd, rs1, index, rs3),
			 same = r_type(0x43, 0, rs3 << 2, rd, rs1, 31);

		prepare_attributes(insn, index);
		with_register = f;
		memcpy(with_register.mem, &same, 4);
		check(with_base(insn) == WARP_RETIRED, "%08x trapped: %u", insn, f.warp.trap.cause);
		flat_step(&with_register);
		check(!memcmp(f.warp.x, with_register.warp.x, sizeof(f.warp.x)),
		      "%08x: not the result of %08x", insn, same);
		check(f.warp.fflags == with_register.warp.fflags, "%08x: flags 0x%x, not 0x%x",
		      insn, f.warp.fflags, with_register.warp.fflags);
	}
	for (n = 0; n < 400; n++) {
		unsigned rd = rnd() % 20, index = n < 2 ? 4095 * n : rnd() % 4096;
		uint32_t old[32];

		prepare_attributes(ATTR_LD(rd, index), index);
		memcpy(old, f.warp.x[rd], sizeof(old));
		check(with_base(ATTR_LD(rd, index)) == WARP_RETIRED,
		      "attr.ld of word %u trapped: %u", index, f.warp.trap.cause);
		for (i = 0; i < 32; i++)
			check(f.warp.x[rd][i] ==
				      (rd && f.warp.active >> i & 1 ? f.warp.x[31][i] : old[i]),
			      "attr.ld x%u, %u: thread %u", rd, index, i);
	}
}

/* Words that are near the instructions but none of them, then bases that cannot be read. */
static void attribute_traps(void)
{
	static const uint32_t forms[] = { ATTR_LD(5, 4), ATTR_LD(0, 4), ATTR_FMA(5, 6, 4, 7) };
	static const uint32_t bad[] = {
		ATTR_FMA(5, 6, 4, 7) | 1 << 25, ATTR_BASE(20) | 1 << 7,	   ATTR_BASE(20) | 1 << 22,
		ATTR_BASE(20) | 1u << 31,	XSM_INSN_TOKREL | XSM_RS1(20),
	};
	static const struct { uint32_t base, addr;
	} faults[] = {
		{ FLAT_BASE + FLAT_BYTES, FLAT_BASE + FLAT_BYTES + 16 },
		{ SMGPU_VA_SHARED_BASE - 16, SMGPU_VA_SHARED_BASE },
		{ 0xfffffff4, 4 },
	};
	unsigned i, k;

	for (i = 0; i < 3; i++) {
		trap(forms[i], FLAT_DATA, SMGPU_ERR_PAGE_FAULT, 16);	/* no base: 0 */
		for (k = 0; k < 3; k++) {
			prepare(forms[i], 0);
			for (unsigned t = 0; t < 32; t++)
				f.warp.x[20][t] = faults[k].base;
			check(with_base(forms[i]) == WARP_TRAP &&
				      f.warp.trap.cause == SMGPU_ERR_PAGE_FAULT &&
				      f.warp.trap.addr == faults[k].addr &&
				      f.warp.trap.access == SMGPU_ACCESS_READ &&
				      f.warp.trap.pc == FLAT_BASE + 4,
			      "%08x, attributes at 0x%x: cause %u, 0x%x", forms[i], faults[k].base,
			      f.warp.trap.cause, f.warp.trap.addr);
		}
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		prepare(bad[i], 0);
		check(flat_step(&f) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
		      "%08x is legal", bad[i]);
	}
	prepare_attributes(ATTR_LD(5, 1), 1);
	with_base(ATTR_LD(5, 1));
	warp_init(&f.warp, FLAT_BASE, 1, 64, 1);
	check(!f.warp.attributes, "a warp that starts has the base of the one before");
}

/* Without the memory's function each form is illegal. */
static void card_without(void)
{
	struct warp_ops ops = flat_ops;
	struct warp_env env = { .ops = &ops, .ctx = &f, .policy = &f.policy, .stats = &f.stats };
	unsigned i;

	ops.constant = NULL;
	for (i = 0; i <= sizeof(legal) / sizeof(legal[0]); i++) {
		uint32_t insn = i ? r_type(legal[i - 1].opcode, legal[i - 1].f3 & 7,
					   legal[i - 1].f7, 5, 6, 1)
				  : CLD(5, 1);

		prepare(insn, 0);
		check(warp_step(&f.warp, &env, NULL) == WARP_TRAP &&
			      f.warp.trap.cause == SMGPU_ERR_ILLEGAL && !f.warp.trap.addr,
		      "%08x: cause %u", insn, f.warp.trap.cause);
	}
	ops.attribute = NULL;
	for (i = 0; i < 3; i++) {
		prepare(i ? i == 1 ? ATTR_LD(5, 1) : ATTR_FMA(5, 6, 1, 7) : ATTR_BASE(20), 0);
		check(warp_step(&f.warp, &env, NULL) == WARP_TRAP &&
			      f.warp.trap.cause == SMGPU_ERR_ILLEGAL && !f.warp.trap.addr,
		      "attribute %u: cause %u", i, f.warp.trap.cause);
	}
}

int main(void)
{
	RUN(like_the_register_form);
	RUN(loads);
	RUN(encodings);
	RUN(traps);
	RUN(attributes);
	RUN(attribute_traps);
	RUN(card_without);
	return test_failures != 0;
}
