// SPDX-License-Identifier: MIT
// Units of one lane against hw/model/fp32.c and C's own integer arithmetic: operands with special
// values, near-cancelling pairs, exponent extremes, and random bits. usage: lane [vectors] [seed]
#include <cstdio>
#include <cstdlib>
#include <cstdint>
#include <deque>

#include "Vex_lane_tb.h"
#include "fields.h"
#include "verilated.h"
extern "C" {
#include "fp32.h"
}

static Vex_lane_tb *top;
static uint64_t state;
static unsigned failures;

static uint32_t rnd()
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

static const uint32_t specials[] = {
	0,	    0x80000000, 1,	    0x80000001, 2,	    3,		0x007fffff,
	0x807fffff, 0x00800000, 0x80800000, 0x00800001, 0x3f800000, 0xbf800000, 0x3f7fffff,
	0x3f800001, 0x3f000000, 0x3effffff, 0x40000000, 0x7f7fffff, 0xff7fffff, 0x7f800000,
	0xff800000, 0x7fc00000, 0x7f800001, 0xffc12345, 0x7fffffff, 0xffffffff, 0x4b000000,
	0x4b7fffff, 0x4b800000, 0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff,
	0x4f800000, 0x00400000, 0x33800000, 0x34000000, 0x32ffffff, 0x3fb504f3, 0x7fffffff,
	0x80000000, 0x55555555, 0x0f0f0f0f, 31,		32,
};
static const unsigned nspecials = sizeof(specials) / sizeof(*specials);

static uint32_t operand()
{
	uint32_t r = rnd(), m = rnd();

	switch (r % 8) {
	case 0: return specials[m % nspecials];
	case 1: return (m & 0x807fffff) | (127u - 12 + (r >> 8) % 24) << 23;	/* near one */
	case 2:
		return (m & 0x80000000) |
		       (r >> 8 & 1 ? 0x7fffffu >> (m % 24) : 1u << (m % 23)); /* subnormal */
	case 3:
		return (m & 0x80000000) | (r >> 8 & 0xff) << 23 |
		       (r >> 16 & 1 ? 0x7fffffu << (m % 23) & 0x7fffff
				    : (1u << (m % 24)) - 1); /* runs of bits */
	case 4:
		return (m & 0x807fffff) | ((r >> 8) % 5 ? 254 - (r >> 16) % 4 : (r >> 16) % 4)
						  << 23; /* extremes */
	case 5: return (m & 0x800000ff) | (r >> 8 & 0xff) << 23;
	default: return m;
	}
}

static void tick()
{
	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
}

static void check(const char *what, uint32_t a, uint32_t b, uint32_t c, unsigned rm, uint32_t got,
		  uint32_t gf, uint32_t want, uint32_t wf)
{
	if (got == want && gf == wf)
		return;
	if (failures++ < 20)
		printf("# %s a=%08x b=%08x c=%08x rm=%u: got %08x flags %02x, want %08x flags %02x\n",
		       what, a, b, c, rm, got, gf, want, wf);
}

static unsigned verdict(const char *name)
{
	unsigned f = failures;

	if (f)
		printf("not ok %s: %u vectors differ\n", name, f);
	else
		printf("ok %s\n", name);
	failures = 0;
	return f != 0;
}

/* Instructions without their registers: of two registers, with an immediate of 12 bits */
#define RR(f7, f3) ((uint32_t)(f7) << 25 | (f3) << 12 | 0x33)
#define RI(imm, f3) ((uint32_t)(imm) << 20 | (f3) << 12 | 0x13)
static const struct {
	const char *name;
	uint32_t insn;
	int cmp;	/* 1: compares, 2: as unsigned numbers */
} alu_ops[] = {
	{ "add", RR(0, 0), 0 },	       { "sub", RR(0x20, 0), 0 },     { "sh1add", RR(0x10, 2), 0 },
	{ "sh2add", RR(0x10, 4), 0 },  { "sh3add", RR(0x10, 6), 0 },  { "slt", RR(0, 2), 1 },
	{ "sltu", RR(0, 3), 2 },       { "xor", RR(0, 4), 0 },	      { "or", RR(0, 6), 0 },
	{ "and", RR(0, 7), 0 },	       { "xnor", RR(0x20, 4), 0 },    { "orn", RR(0x20, 6), 0 },
	{ "andn", RR(0x20, 7), 0 },    { "srl", RR(0, 5), 0 },	      { "sll", RR(0, 1), 0 },
	{ "ror", RR(0x30, 5), 0 },     { "rol", RR(0x30, 1), 0 },     { "sra", RR(0x20, 5), 0 },
	{ "min", RR(5, 4), 1 },	       { "max", RR(5, 6), 1 },	      { "minu", RR(5, 5), 2 },
	{ "maxu", RR(5, 7), 2 },       { "czero.eqz", RR(7, 5), 0 },  { "czero.nez", RR(7, 7), 0 },
	{ "clz", RI(0x600, 1), 0 },    { "ctz", RI(0x601, 1), 0 },    { "cpop", RI(0x602, 1), 0 },
	{ "sext.b", RI(0x604, 1), 0 }, { "sext.h", RI(0x605, 1), 0 }, { "zext.h", RR(4, 4), 0 },
	{ "orc.b", RI(0x287, 5), 0 },  { "rev8", RI(0x698, 5), 0 },
};

static uint32_t alu_ref(unsigned i, uint32_t a, uint32_t b)
{
	int32_t sa = (int32_t)a, sb = (int32_t)b;
	unsigned n = b & 31;
	uint32_t r = 0;

	switch (i) {
	case 0: return a + b;
	case 1: return a - b;
	case 2: case 3: case 4: return (a << (i - 1)) + b;
	case 5: return sa < sb;
	case 6: return a < b;
	case 7: return a ^ b;
	case 8: return a | b;
	case 9: return a & b;
	case 10: return ~(a ^ b);
	case 11: return a | ~b;
	case 12: return a & ~b;
	case 13: return a >> n;
	case 14: return a << n;
	case 15: return n ? a >> n | a << (32 - n) : a;
	case 16: return n ? a << n | a >> (32 - n) : a;
	case 17: return (uint32_t)(sa >> n);
	case 18: return sa < sb ? a : b;
	case 19: return sa > sb ? a : b;
	case 20: return a < b ? a : b;
	case 21: return a > b ? a : b;
	case 22: return b ? a : 0;
	case 23: return b ? 0 : a;
	case 24: return a ? (uint32_t)__builtin_clz(a) : 32;
	case 25: return a ? (uint32_t)__builtin_ctz(a) : 32;
	case 26: return (uint32_t)__builtin_popcount(a);
	case 27: return (uint32_t)(int8_t)a;
	case 28: return (uint32_t)(int16_t)a;
	case 29: return a & 0xffff;
	case 30:
		for (n = 0; n < 32; n += 8)
			r |= (a >> n & 0xff) ? 0xffu << n : 0;
		return r;
	default: return __builtin_bswap32(a);
	}
}

static void test_alu(unsigned n)
{
	for (unsigned v = 0; v < n; v++) {
		unsigned i = v % (sizeof(alu_ops) / sizeof(*alu_ops));
		uint32_t a = operand(), b = rnd() % 8 ? operand() : a;

		top->alu_insn_i = alu_ops[i].insn;
		top->a_i = a;
		top->b_i = b;
		top->eval();
		check(alu_ops[i].name, a, b, 0, 0, top->alu_res_o, 0, alu_ref(i, a, b), 0);
		if (alu_ops[i].cmp)
			check("less-than", a, b, 0, 0, top->alu_lt_o, top->alu_eq_o,
			      alu_ops[i].cmp == 2 ? a < b : (int32_t)a < (int32_t)b, a == b);
	}
}

struct pending {
	const char *name;
	uint32_t a, b, c, want, flags;
	unsigned rm;
};

static uint32_t fp_op(unsigned kind, bool neg_p, bool neg_c, bool uns, unsigned rm, unsigned misc,
		      unsigned sub)
{
	return uint32_t(FIELD_BITS(kind, FP_OP_KIND) | FIELD_BITS(neg_p, FP_OP_NEG_P) |
			FIELD_BITS(neg_c, FP_OP_NEG_C) | FIELD_BITS(uns, FP_OP_UNS) |
			FIELD_BITS(rm, FP_OP_RM) | FIELD_BITS(misc, FP_OP_MISC) |
			FIELD_BITS(sub, FP_OP_SUB));
}

static void test_fp(unsigned n, unsigned first, unsigned count)
{
	static const char *const names[] = { "fadd",	  "fsub",     "fmul",	   "fmadd",
					     "fmsub",	  "fnmsub",   "fnmadd",	   "fcvt.s.w",
					     "fcvt.s.wu", "fcvt.w.s", "fcvt.wu.s", "fsgnj",
					     "fsgnjn",	  "fsgnjx",   "fmin",	   "fmax",
					     "fle",	  "flt",      "feq",	   "fclass" };
	const uint32_t sign = 0x80000000u;
	std::deque<pending> q;

	for (unsigned v = 0; v < n + 16; v++) {
		unsigned i = first + rnd() % count, rm = rnd() % 5;
		uint32_t a = operand(), b = operand(), c = operand(), f = 0, w, x = a, y = b, z = c,
			 op;

		if (rnd() % 4 == 0)	/* near-total cancellation of the product by the addend */
			c = (uint32_t)((fp32_mul(a, b, rnd() % 5, &f) ^
					(i == 3 || i == 6 ? sign : 0)) +
				       rnd() % 3 - 1);
		if (rnd() % 16 == 0)
			b = a;
		if (i <= 1 && rnd() % 4 == 0)
			b = a + (rnd() & 0x80000007) - 3;
		f = 0;
		switch (i) {
		case 0:
			w = fp32_add(a, b, rm, &f);
			op = fp_op(FP_ADD, 0, 0, 0, rm, 0, 0);
			y = 0x3f800000;
			z = b;
			break;
		case 1:
			w = fp32_sub(a, b, rm, &f);
			op = fp_op(FP_ADD, 0, 1, 0, rm, 0, 0);
			y = 0x3f800000;
			z = b;
			break;
		case 2:
			w = fp32_mul(a, b, rm, &f);
			op = fp_op(FP_MUL, 0, 0, 0, rm, 0, 0);
			y = b;
			z = 0;
			break;
		case 3:
			w = fp32_fma(a, b, c, rm, &f);
			op = fp_op(FP_MADD, 0, 0, 0, rm, 0, 0);
			y = b;
			z = c;
			break;
		case 4:
			w = fp32_fma(a, b, c ^ sign, rm, &f);
			op = fp_op(FP_MADD, 0, 1, 0, rm, 0, 0);
			y = b;
			z = c;
			break;
		case 5:
			w = fp32_fma(a ^ sign, b, c, rm, &f);
			op = fp_op(FP_MADD, 1, 0, 0, rm, 0, 0);
			y = b;
			z = c;
			break;
		case 6:
			w = fp32_fma(a ^ sign, b, c ^ sign, rm, &f);
			op = fp_op(FP_MADD, 1, 1, 0, rm, 0, 0);
			y = b;
			z = c;
			break;
		case 7:
			w = fp32_from_i32(a, rm, &f);
			op = fp_op(FP_I2F, 0, 0, 0, rm, 0, 0);
			z = a;
			break;
		case 8:
			w = fp32_from_u32(a, rm, &f);
			op = fp_op(FP_I2F, 0, 0, 1, rm, 0, 0);
			z = a;
			break;
		case 9:
			w = fp32_to_i32(a, rm, &f);
			op = fp_op(FP_F2I, 0, 0, 0, rm, 0, 0);
			z = a;
			break;
		case 10:
			w = fp32_to_u32(a, rm, &f);
			op = fp_op(FP_F2I, 0, 0, 1, rm, 0, 0);
			z = a;
			break;
		case 11:
			w = (a & ~sign) | (b & sign);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_SGNJ, 0);
			y = b;
			break;
		case 12:
			w = (a & ~sign) | (~b & sign);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_SGNJ, 1);
			y = b;
			break;
		case 13:
			w = a ^ (b & sign);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_SGNJ, 2);
			y = b;
			break;
		case 14:
			w = fp32_min(a, b, &f);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_MIN, 0);
			y = b;
			break;
		case 15:
			w = fp32_max(a, b, &f);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_MIN, 1);
			y = b;
			break;
		case 16:
			w = fp32_le(a, b, &f);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_CMP, 0);
			y = b;
			break;
		case 17:
			w = fp32_lt(a, b, &f);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_CMP, 1);
			y = b;
			break;
		case 18:
			w = fp32_eq(a, b, &f);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_CMP, 2);
			y = b;
			break;
		default:
			w = fp32_class(a);
			op = fp_op(FP_MISC, 0, 0, 0, rm, MISC_CLASS, 0);
			break;
		}
		top->a_i = x;
		top->b_i = y;
		top->c_i = z;
		top->fp_op_i = op;
		/* bubbles must not disturb what is in the pipe */
		top->fp_v_i = v < n && rnd() % 4 != 0;
		if (top->fp_v_i)
			q.push_back({ names[i], x, y, z, w, f, rm });
		tick();
		if (top->fp_v_o) {
			pending p = q.front();

			q.pop_front();
			check(p.name, p.a, p.b, p.c, p.rm, top->fp_res_o, top->fp_flags_o, p.want,
			      p.flags);
		}
	}
	if (!q.empty()) {
		printf("# %zu results missing\n", q.size());
		failures++;
	}
}

static void test_mul(unsigned n)
{
	std::deque<pending> q;

	for (unsigned v = 0; v < n + 4; v++) {
		unsigned i = rnd() % 4;
		uint32_t a = operand(), b = operand(), w;
		int64_t sa = (int32_t)a, sb = (int32_t)b;

		w = i == 0   ? a * b
		    : i == 1 ? (uint32_t)(sa * sb >> 32)
		    : i == 2 ? (uint32_t)(sa * (int64_t)(uint64_t)b >> 32)
			     : (uint32_t)((uint64_t)a * b >> 32);
		top->a_i = a;
		top->b_i = b;
		top->mul_a_signed_i = i <= 2;
		top->mul_b_signed_i = i <= 1;
		top->mul_high_i = i != 0;
		q.push_back({ "mul", a, b, 0, w, 0, i });
		tick();
		if (q.size() == 2) {
			pending p = q.front();

			q.pop_front();
			check(p.name, p.a, p.b, p.c, p.rm, top->mul_res_o, 0, p.want, 0);
		}
	}
}

static void phase(uint64_t p)
{
	top->it_v_i = 1;
	top->it_phase_i = p;
	for (unsigned i = 0; i < 64; i++) {
		bool busy;

		top->clk_i = 0;
		top->eval();
		busy = top->it_busy_o;
		top->clk_i = 1;
		top->eval();
		if (!busy)
			return;
	}
	printf("# phase %u does not end\n", unsigned(p));
	failures++;
}

static void test_iter(unsigned n, unsigned first, unsigned count)
{
	static const char *const names[] = { "div", "divu", "rem", "remu", "fdiv", "fsqrt" };

	for (unsigned v = 0; v < n; v++) {
		unsigned i = first + rnd() % count, rm = rnd() % 5, k;
		uint32_t a = operand(), b = operand(), f = 0, w;
		bool min;

		if (i < 4 && rnd() % 4 == 0)
			b = rnd() >> rnd() % 32;
		min = a == 0x80000000u && b == 0xffffffffu;
		switch (i) {
		case 0: w = !b ? ~0u : min ? a : (uint32_t)((int32_t)a / (int32_t)b); break;
		case 1: w = b ? a / b : ~0u; break;
		case 2: w = !b ? a : min ? 0 : (uint32_t)((int32_t)a % (int32_t)b); break;
		case 3: w = b ? a % b : a; break;
		case 4: w = fp32_div(a, b, rm, &f); break;
		default: w = fp32_sqrt(a, rm, &f); break;
		}
		top->a_i = a;
		top->b_i = b;
		top->it_op_i = i < 2 ? 0 : i < 4 ? 1 : i - 2;
		top->it_sgn_i = i == 0 || i == 2;
		top->it_rm_i = rm;
		phase(FIELD_BITS(1, ITER_PHASE_LOAD));
		phase(FIELD_BITS(1, ITER_PHASE_NORM));
		phase(FIELD_BITS(1, ITER_PHASE_SETUP));
		for (k = i < 4 ? 32 : 26; k; k--)
			phase(FIELD_BITS(1, ITER_PHASE_STEP));
		phase(FIELD_BITS(1, ITER_PHASE_POST));
		phase(FIELD_BITS(1, ITER_PHASE_DENORM));
		top->it_phase_i = 0;
		top->eval();
		check(names[i], a, b, 0, rm, top->it_res_o, i < 4 ? 0 : top->it_flags_o, w, f);
		top->it_v_i = 0;
		tick();
	}
}

int main(int argc, char **argv)
{
	unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 1000000, bad = 0;
	unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1;

	state = 0x9e3779b97f4a7c15ull * (seed + 1);
	top = new Vex_lane_tb;
	printf("# lane %u %u\n", n, seed);
	for (int i = 0; i < 8; i++)
		tick();
	test_alu(n);
	bad += verdict("ex_alu");
	test_fp(n, 0, 3);
	bad += verdict("ex_fadd_fmul");
	test_fp(n * 2, 3, 4);
	bad += verdict("ex_fma");
	test_fp(n, 7, 4);
	bad += verdict("ex_fcvt");
	test_fp(n, 11, 9);
	bad += verdict("ex_fmisc");
	test_fp(n, 0, 20);
	bad += verdict("ex_fp_mixed");
	test_mul(n);
	bad += verdict("ex_mul");
	test_iter(n / 16, 0, 4);
	bad += verdict("ex_div_rem");
	test_iter(n / 8, 4, 2);
	bad += verdict("ex_fdiv_fsqrt");
	delete top;
	return bad != 0;
}
