// SPDX-License-Identifier: MIT
// Cycle counts of smex_top: how many cycles an instruction of each kind takes when 16 warps have
// nothing else to do, the latency from issue to the cycle in which a dependent one may issue, and
// that a division does not hold up other instructions. Bounds are those of
// Documentation/hardware/execute.rst.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "rate.h"
#include "xsm.h"

static const unsigned warps = 16, pods = EX_PODS, lanes = EX_LANES, beats = 32 / EX_LANES;
enum { INT, FP, LS, SPECIAL };

static Vex_top_tb *top;
static uint64_t cycle;
static unsigned failures;
static uint32_t pending[warps];
static unsigned next_rd[warps], next_warp[2], seq[warps], ended;
/* cycles in which a pod does not take what it is offered; because operands are read */
static unsigned waits, reads;

static uint32_t R(uint32_t f7, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t rd, uint32_t op)
{
	return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

struct kind {
	const char *name;
	unsigned pipe;
	uint32_t insn;	/* without rd; operands are x1, x2, x3 */
	const kind *next = nullptr;	/* what its pod is offered after it, if something else */
};

static const kind k_add = { "add", INT, R(0, 2, 1, 0, 0, 0x33) },
		  k_fadd = { "fadd", FP, R(0, 2, 1, 0, 0, 0x53) },
		  k_fma = { "fma", FP, R(3 << 2, 2, 1, 0, 0, 0x43) },
		  k_mul = { "mul", SPECIAL, R(1, 2, 1, 0, 0, 0x33) },
		  k_divu = { "divu", SPECIAL, R(1, 2, 1, 5, 0, 0x33) },
		  k_vote = { "ballot", SPECIAL, XSM_INSN_BALLOT(0, 1) },
		  k_uniform = { "uniform", SPECIAL, XSM_INSN_VOTE_UNI(0, 1) },
		  k_shfl = { "shfl.idx", SPECIAL, XSM_INSN_SHFL_IDX(0, 1, 2) },
		  k_shxor = { "shfl.xor", SPECIAL, XSM_INSN_SHFL_XOR(0, 1, 2) },
		  k_ctaid = { "csrr ctaid", SPECIAL, 0xcc3u << 20 | 2 << 12 | 0x73 },
		  k_tidx = { "csrr tid.x", SPECIAL, 0xcc0u << 20 | 2 << 12 | 0x73 },
		  k_tidy = { "csrr tid.y", SPECIAL, 0xcc1u << 20 | 2 << 12 | 0x73 },
		  k_tidz = { "csrr tid.z", SPECIAL, 0xcc2u << 20 | 2 << 12 | 0x73 },
		  k_sadd = { "add same", INT, R(0, 5, 4, 0, 0, 0x33) },
		  k_saddi = { "addi same", INT, R(0, 5, 4, 0, 0, 0x13) },
		  k_sfadd = { "fadd same", FP, R(0, 5, 4, 0, 0, 0x53) },
		  k_sfma = { "fma same", FP, R(5 << 2, 5, 4, 0, 0, 0x43) },
		  k_smul = { "mul same", SPECIAL, R(1, 5, 4, 0, 0, 0x33) },
		  k_sdivu = { "divu same", SPECIAL, R(1, 5, 4, 5, 0, 0x33) },
		  k_clock = { "csrr cycle", SPECIAL, 0xc00u << 20 | 2 << 12 | 0x73 };

/* Two of five for load/store, at the same time in both pods */
static const uint32_t store = R(0, 2, 1, 2, 0, 0x23);
static const kind k_mixed[] = { { "2 stores, 3 adds", LS, store, &k_mixed[1] },
				{ "", LS, store, &k_mixed[2] },
				{ "", INT, k_add.insn, &k_mixed[3] },
				{ "", INT, k_add.insn, &k_mixed[4] },
				{ "", INT, k_add.insn, &k_mixed[0] } };

/* Three of them, so that a warp's next one never has the rs1 of its last */
static const kind k_fmas[] = { { "fma new rs1", FP, R(3 << 2, 2, 1, 0, 0, 0x43), &k_fmas[1] },
			       { "fma new rs1", FP, R(1 << 2, 3, 2, 0, 0, 0x43), &k_fmas[2] },
			       { "fma new rs1", FP, R(2 << 2, 1, 3, 0, 0, 0x43), &k_fmas[0] } };

static void edge()
{
	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
	cycle++;
	top->clk_i = 0;
}

/*
 * Offers what is given on each pod that there is, from the next warp whose target register is free;
 * a row of such cycles. Returns what was issued.
 */
static unsigned run(const kind *p0, const kind *p1, unsigned cycles, unsigned first = 0)
{
	const kind *p[2] = { p0, p1 };
	unsigned issued = 0, want[2];

	for (unsigned c = 0; c < cycles; c++) {
		top->iss_valid_i = 0;
		for (unsigned q = 0; q < pods; q++) {
			if (!p[q])
				continue;
			for (unsigned k = 0; k < warps / pods; k++) {
				unsigned i = (next_warp[q] + k) % (warps / pods) * pods + q,
					 rd = 16 + next_rd[i];

				if (i < first || pending[i] >> rd & 1)
					continue;
				want[q] = i;
				top->iss_valid_i |= 1 << q;
				top->iss_warp_i[q] = i;
				top->iss_seq_i[q] = seq[i] & 255;
				top->iss_pc_i[q] = 0x1000;
				top->iss_insn_i[q] = p[q]->insn | rd << 7;
				top->iss_mask_i[q] = ~0u;
				top->iss_pipe_i[q] = p[q]->pipe;
				break;
			}
		}
		top->eval();
		for (unsigned q = 0; q < 2; q++) {
			if ((top->iss_valid_i & ~top->iss_ready_o) >> q & 1) {
				waits++;
				reads += top->iss_reads_o >> q & 1;
			}
			if (!((top->iss_valid_i & top->iss_ready_o) >> q & 1))
				continue;
			unsigned i = want[q];

			if (p[q]->pipe != LS) {
				pending[i] |= 1u << (16 + next_rd[i]);
				next_rd[i] = (next_rd[i] + 1) % 16;
			}
			if (p[q]->next)
				p[q] = p[q]->next;
			next_warp[q] = (i / pods + 1) % (warps / pods);
			seq[i]++;
			issued++;
		}
		for (unsigned q = 0; q < 2; q++)
			if (top->wb_valid_o >> q & 1) {
				pending[top->wb_warp_o[q]] &= ~(1u << top->wb_rd_o[q]);
				ended++;
			}
		edge();
	}
	top->iss_valid_i = 0;
	return issued;
}

static void drain()
{
	run(nullptr, nullptr, 1500);
	for (unsigned i = 0; i < warps; i++)
		if (pending[i]) {
			printf("# warp %u never got %08x\n", i, pending[i]);
			failures++;
			pending[i] = 0;
		}
}

static void check(const char *what, const char *name, double have, double most)
{
	printf("# %-36s %-12s %6.2f (at most %.2f)\n", what, name, have, most);
	if (have > most) {
		failures++;
		printf("# %s of %s: too much\n", what, name);
	}
}

/* Cycles per instruction, both pods or one */
static void rate(const kind &k, double most, bool one = false)
{
	const unsigned n = 3200;	/* a whole number of the slowest instructions */

	run(&k, one ? nullptr : &k, 200);
	check(one ? "cycles per instruction, one pod" : "cycles per instruction", k.name,
	      (double)n / run(&k, one ? nullptr : &k, n), most);
	drain();
}

/*
 * What instructions wait for as the counters are told: operands or
 * the pipe, at least so many of 100
 */
static void reason(const kind &k, bool one, bool operands, double least)
{
	run(&k, one ? nullptr : &k, 200);
	waits = reads = 0;
	run(&k, one ? nullptr : &k, 2000);
	check(operands ? "% of the waits, not for operands" : "% of the waits, for operands",
	      k.name, waits ? 100.0 * (operands ? waits - reads : reads) / waits : 100,
	      100 - least);
	drain();
}

/* From issue to the cycle in which a dependent instruction may issue */
static void latency(const kind &k, unsigned most)
{
	uint64_t from;
	unsigned before;

	drain();
	next_warp[0] = 0;
	before = ended;
	from = cycle;
	run(&k, nullptr, 1);
	while (ended == before && cycle < from + 2000)
		run(nullptr, nullptr, 1);
	check("latency", k.name, (double)(cycle - from), most);
}

static void place(unsigned x, unsigned y, unsigned z)
{
	top->ntid_i[0] = x;
	top->ntid_i[1] = y;
	top->ntid_i[2] = z;
	top->warp_in_cta_i = 1;
}

/* While a division is under way, others of both pods go on. */
static void beside(const kind &k, double most)
{
	const unsigned n = 30 * ((beats + 1) / 2);
	unsigned have;

	drain();
	next_warp[0] = 0;
	run(&k_divu, nullptr, 1);
	run(&k, &k, 6 + beats, 2);
	have = run(&k, &k, n, 2);
	if (!pending[0]) {
		printf("# the division has ended before it was measured\n");
		failures++;
	}
	check("cycles per instruction by a division", k.name, (double)n / have, most);
	drain();
}

static double most(double a, double b)
{
	return a + 0.02 > b ? a + 0.02 : b;
}

/*
 * Cycles of an instruction that is executed once, both pods together: each reads operands one
 * after the other, and writes rows
 */
static double each(unsigned operands, unsigned rows)
{
	return (double)(operands > rows ? operands : rows) / pods + 0.02;
}

int rate_main(Vex_top_tb *t)
{
	const unsigned two = EX_LANES == 32;	/* copies of the registers: a cycle less */
	const unsigned parts = EX_LANES / EX_FP_UNITS; /* a beat takes the FP pipe as many cycles */
	const double b = beats, f = beats * parts, sh = EX_LANES <= 8 ? 4 * beats : beats,
		     i = b / EX_ALUS;

	/* beats of an instruction with the same operands in all threads */
	const unsigned same = EX_UNIFORM ? 1 : beats, rows = EX_LANES < 16 ? 16 / EX_LANES : 1;
	const double special = same < beats ? most(1, each(0, rows)) : b + 0.02;

	top = t;
	top->rst_ni = 0;
	top->iss_valid_i = 0;
	top->lw_valid_i = 0;
	top->start_valid_i = 0;
	top->ls_ready_i = 1;
	for (int i = 0; i < 4; i++)
		edge();
	top->rst_ni = 1;
	for (unsigned i = 0; i < warps; i++) {
		top->start_valid_i = 1;
		top->start_warp_i = i;
		edge();
	}
	top->start_valid_i = 0;
	place(256, 1, 1);
	/*
	 * x1 to x3 get values that differ between threads, x4 and x5 the same in all: registers
	 * that were never written are not read
	 */
	for (unsigned rd = 1; rd < 6; rd++)
		for (unsigned i = 0; i < warps; i++) {
			const unsigned q = i % pods;

			top->iss_valid_i = 1 << q;
			top->iss_warp_i[q] = i;
			/* the lane, the CTA */
			top->iss_insn_i[q] = (rd < 4 ? 0xccdu : 0xcc3u) << 20 | 2 << 12 | rd << 7 |
					     0x73;
			top->iss_mask_i[q] = ~0u;
			top->iss_pipe_i[q] = SPECIAL;
			do {
				top->eval();
				if (top->iss_ready_o >> q & 1)
					break;
				edge();
			} while (cycle < 100000);
			edge();
		}
	drain();
	rate(k_ctaid, special);
	rate(k_tidx, b + 0.02);
	rate(k_clock, special);
	place(16, 16, 1);
	rate(k_tidx, b + 0.02);
	rate(k_tidy, b + 0.02);
	place(8, 8, 8);
	rate(k_tidz, b + 0.02);
	place(5, 7, 3);
	rate(k_tidy, 22 + beats);
	place(256, 1, 1);
	rate(k_vote, b + 0.02);
	rate(k_uniform, b + 0.02);
	rate(k_shfl, sh + 0.05);
	rate(k_shxor, sh + 0.05);
	rate(k_mul, b + 0.02);
	rate(k_add, i + 0.02);
	rate(k_fadd, f + 0.02);
	rate(k_fma, f + 0.02);
	/*
	 * A pod reads its operands and writes the rows of the result; FP pipe and
	 * special pipe serve both pods.
	 */
	rate(k_sadd, same < beats ? each(2, rows) : i + 0.02);
	rate(k_saddi, same < beats ? each(1, rows) : i + 0.02);
	rate(k_sfadd, same < beats ? most(parts, each(2, rows)) : f + 0.02);
	rate(k_sfma, same < beats ? most(parts, each(3, rows)) : f + 0.02);
	rate(k_smul, same < beats ? most(1, each(2, rows)) : b + 0.02);
	rate(k_add, b + 0.02, true);
	/*
	 * Stores of both pods meet at load/store; while they wait their pods go on,
	 * where adds don't meet as well.
	 */
	if (EX_LS_QUEUE && EX_ALUS == 2)
		rate(k_mixed[0], b / 2 + 0.02);
	rate(k_fadd, f + 0.02, true);
	rate(k_fmas[0], parts > 1 ? f + 0.02 : EX_LANES == 32 ? 2.02 : 1.5 * b + 0.02, true);
	rate(k_fma, f + 0.02, true);	/* rs1 is kept */
	/*
	 * two pods at one pipe; operands that take two cycles. With fewer lanes reading goes on
	 * while beats are dispatched.
	 */
	if (EX_LANES == 32) {
		reason(k_mul, false, false, 98);
		reason(k_fmas[0], true, true, 98);
	}
	latency(k_add, 6 + beats - two);
	latency(k_fmas[1], (EX_LANES == 8 && parts == 1 ? 13 : 12) + (unsigned)f - two);
	latency(k_mul, 7 + beats - two);
	latency(k_ctaid, 5 + 2 * same);
	latency(k_tidx, 5 + 2 * beats);
	latency(k_vote, 5 + 2 * beats);
	latency(k_shfl, 6 + beats + (unsigned)sh - two);
	latency(k_sadd, 6 + same - two);
	latency(k_smul, 7 + same - two);
	latency(k_sdivu,
		same < beats ? 44 : 6 + beats + beats * (35 * (EX_LANES <= 8 ? 4 : 1) + 1) - two);
	latency(k_divu, 6 + beats + beats * (35 * (EX_LANES <= 8 ? 4 : 1) + 1) - two);
	beside(k_add, 1.2 * i);
	beside(k_fma, 1.2 * f);
	beside(k_mul, 1.2 * b);
	beside(k_ctaid, 1.2 * b);
	beside(k_shfl, 1.2 * sh);
	drain();
	printf("%s ex_rate_%u", failures ? "not ok" : "ok", lanes);
	if (failures)
		printf(": %u bounds missed", failures);
	printf("\n");
	return failures != 0;
}
