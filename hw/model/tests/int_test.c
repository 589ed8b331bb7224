// SPDX-License-Identifier: MIT
/* Integer, vote, shuffle, CSR and memory instructions against host arithmetic written another way
 * than the model's. */
#include "asm.h"
#include "flat.h"
#include "test.h"

static struct flat f;
static uint32_t seed = 1;

/* The same numbers on each host. */
static uint32_t rnd(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed ^ seed >> 15;
}

/* Half of the values are at the edges. */
static uint32_t value(void)
{
	static const uint32_t edges[] = { 0,	      1,	  2,	      0x7fffffff,
					  0x80000000, 0x80000001, 0xffffffff, 0xfffffffe,
					  0xff,	      0x80,	  0xffff,     0x8000,
					  31,	      32,	  33,	      0x00ff00ff };

	return rnd() & 1 ? edges[rnd() % (sizeof(edges) / sizeof(edges[0]))] : rnd();
}

/* One instruction with random registers in every lane and a random mask; inactive lanes must keep
 * rd. */
static enum warp_result one(uint32_t insn)
{
	unsigned r, i;

	flat_init(&f, &insn, 1, 32, 64);
	for (r = 1; r < 32; r++)
		for (i = 0; i < 32; i++)
			f.warp.x[r][i] = value();
	f.warp.active = rnd() % 4 ? rnd() | 1 : WARP_ALL;
	return flat_step(&f);
}

/* operands sign-extended; the low 32 bits count */
typedef int64_t (*oracle)(int64_t a, int64_t b);

#define U32(v) ((v) & 0xffffffffll)
#define ORACLE(name, expr) static int64_t o_##name(int64_t a, int64_t b) { (void)b; return (expr); }
ORACLE(add, a + b)
ORACLE(sub, a - b)
ORACLE(sll, a * (1ll << (b & 31)))
ORACLE(slt, a < b)
ORACLE(sltu, U32(a) < U32(b))
ORACLE(xor, (a | b) - (a & b))
ORACLE(srl, U32(a) / (1ll << (b & 31)))
ORACLE(sra, (a - (int64_t)(U32(a) % (1ll << (b & 31)))) / (1ll << (b & 31)))
ORACLE(or, (a & b) + (a ^ b))
ORACLE(and, ~(~a | ~b))
ORACLE(mul, (int64_t)((uint64_t)a * (uint64_t)b))
ORACLE(mulh, (int64_t)((__int128)a * b >> 32))
ORACLE(mulhsu, (int64_t)((__int128)a * U32(b) >> 32))
ORACLE(mulhu, (int64_t)((unsigned __int128)U32(a) * U32(b) >> 32))
ORACLE(div, b ? a / b : -1)
ORACLE(divu, U32(b) ? U32(a) / U32(b) : -1)
ORACLE(rem, b ? a % b : a)
ORACLE(remu, U32(b) ? U32(a) % U32(b) : a)
ORACLE(sh1add, 2 * a + b)
ORACLE(sh2add, 4 * a + b)
ORACLE(sh3add, 8 * a + b)
ORACLE(andn, a - (a & b))
ORACLE(orn, -1 - (b & ~a))
ORACLE(xnor, -1 - (a ^ b))
ORACLE(min, a < b ? a : b)
ORACLE(max, a > b ? a : b)
ORACLE(minu, U32(a) < U32(b) ? a : b)
ORACLE(maxu, U32(a) > U32(b) ? a : b)
ORACLE(rol, U32(a) * (1ll << (b & 31)) + U32(a) / (1ll << (32 - (b & 31))))
ORACLE(ror, U32(a) / (1ll << (b & 31)) + U32(a) * (1ll << (32 - (b & 31))))
ORACLE(czeqz, b == 0 ? 0 : a)
ORACLE(cznez, b != 0 ? 0 : a)
ORACLE(sextb, (a & 0x7f) - (a & 0x80))
ORACLE(sexth, (a & 0x7fff) - (a & 0x8000))
ORACLE(zexth, a & 0xffff)
ORACLE(rev8, (a & 255) << 24 | (a >> 8 & 255) << 16 | (a >> 16 & 255) << 8 | (a >> 24 & 255))

/* Oracles count bit by bit, as the model does not. */
static int64_t o_clz(int64_t a, int64_t b)
{
	(void)b;
	for (b = 0; b < 32 && !(a >> (31 - b) & 1); b++)
		;
	return b;
}

static int64_t o_ctz(int64_t a, int64_t b)
{
	(void)b;
	for (b = 0; b < 32 && !(a >> b & 1); b++)
		;
	return b;
}

static int64_t o_cpop(int64_t a, int64_t b)
{
	int64_t n = 0;

	for (b = 0; b < 32; b++)
		n += a >> b & 1;
	return n;
}

static int64_t o_orcb(int64_t a, int64_t b)
{
	int64_t r = 0;

	for (b = 0; b < 4; b++)
		r += (a >> (8 * b) & 255) ? 255ll << (8 * b) : 0;
	return r;
}

static const struct {
	const char *name;
	uint32_t f7, f3;
	oracle o;
	/* 0 register form, 1 also immediate form, 2 immediate shift form too, 3 unary: rs2 field is
	 * fixed */
	int imm;
	uint32_t rs2;
} table[] = {
	{ "add", 0, 0, o_add, 1, 0 },
	{ "sub", 0x20, 0, o_sub, 0, 0 },
	{ "sll", 0, 1, o_sll, 2, 0 },
	{ "slt", 0, 2, o_slt, 1, 0 },
	{ "sltu", 0, 3, o_sltu, 1, 0 },
	{ "xor", 0, 4, o_xor, 1, 0 },
	{ "srl", 0, 5, o_srl, 2, 0 },
	{ "sra", 0x20, 5, o_sra, 2, 0 },
	{ "or", 0, 6, o_or, 1, 0 },
	{ "and", 0, 7, o_and, 1, 0 },
	{ "mul", 1, 0, o_mul, 0, 0 },
	{ "mulh", 1, 1, o_mulh, 0, 0 },
	{ "mulhsu", 1, 2, o_mulhsu, 0, 0 },
	{ "mulhu", 1, 3, o_mulhu, 0, 0 },
	{ "div", 1, 4, o_div, 0, 0 },
	{ "divu", 1, 5, o_divu, 0, 0 },
	{ "rem", 1, 6, o_rem, 0, 0 },
	{ "remu", 1, 7, o_remu, 0, 0 },
	{ "sh1add", 0x10, 2, o_sh1add, 0, 0 },
	{ "sh2add", 0x10, 4, o_sh2add, 0, 0 },
	{ "sh3add", 0x10, 6, o_sh3add, 0, 0 },
	{ "andn", 0x20, 7, o_andn, 0, 0 },
	{ "orn", 0x20, 6, o_orn, 0, 0 },
	{ "xnor", 0x20, 4, o_xnor, 0, 0 },
	{ "min", 5, 4, o_min, 0, 0 },
	{ "minu", 5, 5, o_minu, 0, 0 },
	{ "max", 5, 6, o_max, 0, 0 },
	{ "maxu", 5, 7, o_maxu, 0, 0 },
	{ "rol", 0x30, 1, o_rol, 0, 0 },
	{ "ror", 0x30, 5, o_ror, 2, 0 },
	{ "czero.eqz", 7, 5, o_czeqz, 0, 0 },
	{ "czero.nez", 7, 7, o_cznez, 0, 0 },
	{ "zext.h", 4, 4, o_zexth, 0, 0 },
	{ "clz", 0x30, 1, o_clz, 3, 0 },
	{ "ctz", 0x30, 1, o_ctz, 3, 1 },
	{ "cpop", 0x30, 1, o_cpop, 3, 2 },
	{ "sext.b", 0x30, 1, o_sextb, 3, 4 },
	{ "sext.h", 0x30, 1, o_sexth, 3, 5 },
	{ "orc.b", 0x14, 5, o_orcb, 3, 7 },
	{ "rev8", 0x34, 5, o_rev8, 3, 0x18 },
};

/* Active threads have the oracle's result, others keep what they had. */
static void compare(const char *name, uint32_t insn, oracle o, unsigned rd, unsigned rs1, int rs2,
		    int64_t imm)
{
	uint32_t a[32], b[32], old[32], want;
	unsigned i;

	for (i = 0; i < 32; i++) {
		a[i] = f.warp.x[rs1][i];
		b[i] = rs2 >= 0 ? f.warp.x[rs2][i] : (uint32_t)imm;
		old[i] = f.warp.x[rd][i];
	}
	check(flat_step(&f) == WARP_RETIRED, "%s (%08x) trapped: %u", name, insn,
	      f.warp.trap.cause);
	for (i = 0; i < 32; i++) {
		want = f.warp.active >> i & 1 ? (uint32_t)o((int32_t)a[i], (int32_t)b[i]) : old[i];
		if (!rd)
			want = 0;
		check(f.warp.x[rd][i] == want, "%s (%08x) lane %u: %08x, %08x -> %08x, not %08x",
		      name, insn, i, a[i], b[i], f.warp.x[rd][i], want);
	}
}

/* All registers random, and a random part of the threads active. */
static void prepare(uint32_t insn)
{
	unsigned r, i;

	flat_init(&f, &insn, 1, 32, 64);
	for (r = 1; r < 32; r++)
		for (i = 0; i < 32; i++)
			f.warp.x[r][i] = value();
	f.warp.active = rnd() % 4 ? rnd() | 1 : WARP_ALL;
}

/* Each instruction of the table with random operands and registers. */
static void integer_instructions(void)
{
	unsigned t, n;

	for (t = 0; t < sizeof(table) / sizeof(table[0]); t++)
		for (n = 0; n < 200; n++) {
			unsigned rd = rnd() % 32, rs1 = rnd() % 32,
				 rs2 = table[t].imm == 3 || table[t].f7 == 4 ? table[t].rs2
									     : rnd() % 32;
			int32_t imm = (int32_t)(rnd() % 4096) - 2048;
			uint32_t insn = r_type(table[t].imm == 3 ? 0x13 : 0x33, table[t].f3,
					       table[t].f7, rd, rs1, rs2);

			prepare(insn);
			compare(table[t].name, insn, table[t].o, rd, rs1, (int)rs2, 0);
			if (table[t].imm != 1 && table[t].imm != 2)
				continue;
			if (table[t].imm == 2)
				imm = (int32_t)(rnd() % 32);
			insn = i_type(0x13, table[t].f3, rd, rs1,
				      imm | (int32_t)(table[t].imm == 2 ? table[t].f7 << 5 : 0));
			prepare(insn);
			compare(table[t].name, insn, table[t].o, rd, rs1, -1, imm);
		}
}

/* Offsets at both ends of their range. */
static void upper_and_jumps(void)
{
	check(one(LUI(5, 0xabcde000)) == WARP_RETIRED &&
		      f.warp.x[5][__builtin_ctz(f.warp.active)] == 0xabcde000,
	      "lui");
	check(one(AUIPC(5, 0xfffff000)) == WARP_RETIRED &&
		      f.warp.x[5][__builtin_ctz(f.warp.active)] == FLAT_BASE - 0x1000,
	      "auipc");
	check(one(JAL(1, -2048)) == WARP_RETIRED && f.warp.pc == FLAT_BASE - 2048, "jal back");
	check(one(JAL(1, 0xffffe)) == WARP_RETIRED && f.warp.pc == FLAT_BASE + 0xffffe, "jal far");
	check(f.warp.x[1][__builtin_ctz(f.warp.active)] == FLAT_BASE + 4, "link");
}

static void votes_and_shuffles(void)
{
	unsigned k, n, i, from;

	for (n = 0; n < 400; n++) {
		uint32_t a[32], b[32], all = 1, any = 0, uni = 1, ballot = 0, want;

		k = rnd() % 8;
		prepare(k < 4 ? VOTE(k, 3, 1) : SHFL(k - 4, 3, 1, 2));
		for (i = 0; i < 32; i++) {
			if (rnd() % 3)
				f.warp.x[1][i] = rnd() % 8 ? f.warp.x[1][0] : 0;
			a[i] = f.warp.x[1][i];
			b[i] = f.warp.x[2][i];
		}
		for (i = 0; i < 32; i++) {
			if (!(f.warp.active >> i & 1))
				continue;
			all = all && a[i];
			any = any || a[i];
			uni = uni && a[i] == a[__builtin_ctz(f.warp.active)];
			ballot += a[i] ? 1u << i : 0;
		}
		flat_step(&f);
		for (i = 0; i < 32; i++) {
			if (!(f.warp.active >> i & 1))
				continue;
			from = k == 4	? b[i] % 32
			       : k == 5 ? i - b[i] % 32
			       : k == 6 ? i + b[i] % 32
					: (i ^ b[i]) % 32;
			want = k == 0 ? all : k == 1 ? any : k == 2 ? uni : k == 3 ? ballot :
			       from < 32 && f.warp.active >> from & 1 ? a[from] : a[i];
			check(f.warp.x[3][i] == want, "op %u lane %u: %x, not %x", k, i,
			      f.warp.x[3][i], want);
		}
	}
}

static void csrs(void)
{
	uint32_t code[] = { CSRR(1, 0xcc0),
			    CSRR(2, 0xcc1),
			    CSRR(3, 0xcc2),
			    CSRR(4, 0xccc),
			    CSRR(5, 0xcd0),
			    CSRR(6, 0xcd1),
			    CSRR(7, 0xcd2),
			    CSRW(3, 8),
			    CSRR(9, 1),
			    CSRR(10, 2),
			    i_type(0x73, 7, 11, 3, 1),
			    CSRR(12, 1),
			    CSRR(13, 0xc02) };
	unsigned i;

	flat_init(&f, code, sizeof(code) / 4, 32, 64);
	f.warp.place = (struct warp_place){ .ntid = { 5, 3, 4 },
					     .warp_in_cta = 1,
					     .param = 77,
					     .local_bytes = 256,
					     .cta_linear = 9 };
	f.warp.active = 0x0ffffff0;
	f.warp.x[8][4] = 0xffffff5f;
	f.warp.x[8][5] = 1;
	flat_run(&f, 13);
	for (i = 4; i < 28; i++) {
		unsigned t = 32 + i;

		check(f.warp.x[1][i] == t % 5 && f.warp.x[2][i] == t / 5 % 3 &&
			      f.warp.x[3][i] == t / 15,
		      "tid of thread %u", i);
	}
	check(f.warp.x[4][4] == 77 && f.warp.x[5][4] == SMGPU_VA_LOCAL_BASE + 256 &&
		      f.warp.x[6][4] == 0x0ffffff0 && f.warp.x[7][4] == 9,
	      "place");
	check(f.warp.x[9][4] == 0x1f && f.warp.x[10][4] == 2,
	      "fcsr from the lowest active thread: %x %x", f.warp.x[9][4], f.warp.x[10][4]);
	check(f.warp.x[11][4] == 0x1f && f.warp.x[12][4] == 0x1c, "csrrci");
	check(f.warp.x[13][4] == 12, "instret %u", f.warp.x[13][4]);
	check(one(CSRW(0xc00, 1)) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
	      "write of a read-only CSR");
	check(one(CSRR(1, 0x300)) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
	      "mstatus");
}

static void illegal_instructions(void)
{
	static const uint32_t bad[] = {
		0,
		0xffffffff,
		0x00000073 /* ecall */,
		0x30200073 /* mret */,
		0x10500073 /* wfi */,
		0x0000100f /* fence.i */,
		0x0200405b /* div with a constant */,
		0x00002007 /* flw */,
		0xe0000053 /* fmv.x.w */,
		0x00003003 /* ld */,
		0x00003023 /* sd */,
		i_type(0x13, 1, 1, 1, 0x20),
		i_type(0x13, 5, 1, 1, 0x20),
		r_type(0x33, 1, 0x20, 1, 1, 1),
		r_type(0x33, 4, 4, 1, 1, 1),
		r_type(0x2f, 3, 0x14, 2, 2, 2) /* amocas.d */,
		r_type(0x2f, 2, 0x08, 1, 1, 1) /* lr with rs2 */,
		0x00008001 /* compressed */,
		r_type(0x53, 5, 0, 1, 1, 1) /* reserved rounding mode */,
		XSM_INSN_CTRL(XSM_REASON_MAX + 1, 8),
		XSM_INSN_CTRL(XSM_DIS, 8),
		XSM_INSN_CTRL(XSM_DIS + XSM_REASON_MAX + 1, 8),
		BAR | 1u << 7,
		EXIT | 1u << 15,
		VOTE(4, 1, 1),
		VOTE(0, 1, 1) | XSM_RS2(1),
		TEX(0, 0, 0, 0, 0),
		r_type(0x53, 0, 1, 1, 1, 1) /* fadd.d */,
	};
	unsigned i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		check(one(bad[i]) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_ILLEGAL,
		      "%08x is not illegal", bad[i]);
		check(f.warp.trap.pc == FLAT_BASE && f.warp.state == WARP_TRAPPED, "pc");
	}
	check(one(EBREAK) == WARP_TRAP && f.warp.trap.cause == SMGPU_ERR_BREAK, "ebreak");
	check(one(FENCE) == WARP_RETIRED, "fence");
}

/* Each size, with and without a sign. */
static void loads_and_stores(void)
{
	uint32_t code[] = { LUI(9, FLAT_DATA), SLLI(10, 8, 3), ADD(9, 9, 10), SW(7, 9, 0),
			    SB(6, 9, 1),       SH(5, 9, 2),    LW(1, 9, 0),   LB(2, 9, 1),
			    LBU(3, 9, 1),      LH(4, 9, 2),    LHU(11, 9, 2) };
	unsigned i;

	flat_init(&f, code, sizeof(code) / 4, 32, 64);
	for (i = 0; i < 32; i++) {
		f.warp.x[8][i] = i;
		f.warp.x[7][i] = 0x11223344;
		f.warp.x[6][i] = 0x80 + i;
		f.warp.x[5][i] = 0x8000 + i;
	}
	flat_run(&f, 11);
	for (i = 0; i < 32; i++) {
		check(f.warp.x[1][i] == ((0x8000u + i) << 16 | (0x80 + i) << 8 | 0x44),
		      "word of thread %u: %x", i, f.warp.x[1][i]);
		check(f.warp.x[2][i] == 0xffffff80 + i && f.warp.x[3][i] == 0x80 + i,
		      "byte of thread %u", i);
		check(f.warp.x[4][i] == 0xffff8000 + i && f.warp.x[11][i] == 0x8000 + i,
		      "half of thread %u", i);
	}
}

/* Of the active ones. */
static void misaligned_names_the_lowest_thread(void)
{
	uint32_t code[] = { LW(1, 9, 2) };
	unsigned i;

	flat_init(&f, code, 1, 32, 64);
	for (i = 0; i < 32; i++)
		f.warp.x[9][i] = FLAT_DATA + 4 * i + (i < 5 ? 2 : i == 7 ? 3 : 0);
	f.warp.active = 0xffffff80;
	flat_step(&f);
	check(f.warp.trap.cause == SMGPU_ERR_MISALIGNED && f.warp.trap.addr == FLAT_DATA + 28 + 5 &&
		      f.warp.trap.access == SMGPU_ACCESS_READ,
	      "cause %u addr 0x%x", f.warp.trap.cause, f.warp.trap.addr);
	check(one(AMO(0, 1, 0, 2)) == WARP_TRAP && f.warp.trap.access == SMGPU_ACCESS_ATOMIC,
	      "AMO at 0");
}

int main(void)
{
	RUN(integer_instructions);
	RUN(upper_and_jumps);
	RUN(votes_and_shuffles);
	RUN(csrs);
	RUN(illegal_instructions);
	RUN(loads_and_stores);
	RUN(misaligned_names_the_lowest_thread);
	return test_failures != 0;
}
