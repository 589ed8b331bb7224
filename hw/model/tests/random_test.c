// SPDX-License-Identifier: MIT
/*
 * Random control flow: a warp against 32 runs of a scalar interpreter. Blocks end in any branch, jump, DIS, YIELD or
 * barrier, PREs stand anywhere: none of them may change what a thread computes. After every step each live thread is in
 * exactly one place. Arguments: first seed, number of programs.
 */
#include <stdlib.h>

#include "asm.h"
#include "flat.h"
#include "token_store.h"
#include "test.h"

#define BLOCKS	14u
#define BLOCK_WORDS 12u
#define EXIT_AT	(BLOCKS * BLOCK_WORDS)
#define WORDS	(EXIT_AT + 1)
#define FUEL	31
#define CODE_BASE	29	/* holds FLAT_BASE */
#define BLOCK_SIZE	28	/* holds BLOCK_WORDS * 4 */
#define TARGET	27
#define OWN	30	/* address of the thread's own 256 bytes */
#define MOST	400000u

static uint64_t state;
static uint32_t code[WORDS];

static uint32_t rnd(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 11) % n;
}

static int32_t to_block(unsigned from_word)
{
	return ((int32_t)(rnd(BLOCKS) * BLOCK_WORDS) - (int32_t)from_word) * 4;
}

static uint32_t reg(void)
{
	return 5 + rnd(8);
}

static uint32_t plain(void)
{
	int32_t at;

	switch (rnd(8)) {
	case 0:
		return ADD(reg(), reg(), reg());
	case 1:
		return XOR(reg(), reg(), reg());
	case 2:
		return MUL(reg(), reg(), reg());
	case 3:
		return SUB(reg(), reg(), reg());
	case 4:
		return SRLI(reg(), reg(), (int32_t)rnd(32));
	case 5:
		at = (int32_t)rnd(64) * 4;
		return SW(reg(), OWN, at);
	case 6:
		return LW(reg(), OWN, (int32_t)rnd(64) * 4);
	default:
		return ADDI(reg(), reg(), (int32_t)rnd(200) - 100);
	}
}

static uint32_t terminator(unsigned at, bool tokens)
{
	int32_t to = to_block(at);	/* once: the encoding macros use an argument several times */

	switch (rnd(tokens ? 9 : 4)) {
	case 0:
		return b_type(rnd(2), reg(), reg(), to);
	case 1:
		return b_type(4 + rnd(4), reg(), reg(), to);
	case 2:
		return JAL(rnd(2) ? ZERO : reg(), to);
	case 3:
		return b_type(1, reg(), ZERO, to);
	case 4:
	case 5:
		return DIS(1 + rnd(3), to);
	case 6:
		return YIELD(to);
	case 7:
		return BAR;
	default:
		return plain();
	}
}

/* jalr to a block that differs between threads */
static void jump_to_one_of_four(unsigned at)
{
	code[at] = ANDI(TARGET, reg(), 3);
	code[at + 1] = MUL(TARGET, TARGET, BLOCK_SIZE);
	code[at + 2] = ADD(TARGET, TARGET, CODE_BASE);
	code[at + 3] = JALR(reg(), TARGET, (int32_t)(rnd(BLOCKS - 3) * BLOCK_WORDS * 4));
}

static void generate(bool tokens)
{
	unsigned b, w, at;
	int32_t to;

	for (b = 0; b < BLOCKS; b++) {
		at = b * BLOCK_WORDS;
		code[at] = ADDI(FUEL, FUEL, -1);
		code[at + 1] = BLT(FUEL, ZERO, ((int32_t)EXIT_AT - (int32_t)at - 1) * 4);
		for (w = 2; w < BLOCK_WORDS; w++) {
			to = to_block(at + w);
			code[at + w] = tokens && !rnd(6) ? PRE(1 + rnd(3), to) : plain();
		}
		if (rnd(3))	/* makes outcomes differ between threads */
			code[at + BLOCK_WORDS - 4] = ANDI(5 + rnd(8), reg(), 1 + (int32_t)rnd(3));
		code[at + BLOCK_WORDS - 3] = terminator(at + BLOCK_WORDS - 3, tokens);
		code[at + BLOCK_WORDS - 2] = terminator(at + BLOCK_WORDS - 2, tokens);
		code[at + BLOCK_WORDS - 1] = terminator(at + BLOCK_WORDS - 1, tokens);
		if (!rnd(4))
			jump_to_one_of_four(at + BLOCK_WORDS - 5);
	}
	code[EXIT_AT] = EXIT;
}

static int32_t field(uint32_t w, unsigned hi, unsigned lo)
{
	return (int32_t)(w << (31 - hi)) >> (31 - hi + lo);
}

static uint32_t scalar_alu(uint32_t w, const uint32_t *x)
{
	uint32_t a = x[w >> 15 & 31], b = (w & 0x7f) == 0x33 ? x[w >> 20 & 31] : (uint32_t)field(w, 31, 20);

	switch (w >> 12 & 7) {
	case 0:
		return (w & 0x7f) == 0x33 && w >> 25 == 1 ? a * b : (w & 0x7f) == 0x33 && w >> 25 ? a - b : a + b;
	case 4:
		return a ^ b;
	case 5:
		return a >> (b & 31);
	default:
		return a & b;
	}
}

static bool scalar_branch(uint32_t w, const uint32_t *x)
{
	uint32_t a = x[w >> 15 & 31], b = x[w >> 20 & 31];

	switch (w >> 12 & 7) {
	case 0:
		return a == b;
	case 1:
		return a != b;
	case 4:
		return (int32_t)a < (int32_t)b;
	case 5:
		return (int32_t)a >= (int32_t)b;
	case 6:
		return a < b;
	default:
		return a >= b;
	}
}

/* One thread alone: PRE and BAR do nothing, DIS and YIELD jump. */
static void scalar(uint32_t *x, uint32_t *mem)
{
	uint32_t pc = 0, next, w, rd;

	for (;; pc = next) {
		w = code[pc / 4];
		rd = w >> 7 & 31;
		next = pc + 4;
		x[0] = 0;
		switch (w & 0x7f) {
		case 0x33:
		case 0x13:
			x[rd] = scalar_alu(w, x);
			break;
		case 0x03:
			x[rd] = mem[field(w, 31, 20) / 4];
			break;
		case 0x23:
			mem[(field(w, 31, 25) * 32 + (int32_t)rd) / 4] = x[w >> 20 & 31];
			break;
		case 0x67:
			next = x[w >> 15 & 31] + (uint32_t)field(w, 31, 20) - FLAT_BASE;
			x[rd] = FLAT_BASE + pc + 4;
			break;
		case 0x63:
			if (scalar_branch(w, x))
				next = pc + (uint32_t)(field(w, 31, 31) * 4096 + (w >> 7 & 1) * 2048 + (w >> 25 & 63) * 32 + (w >> 8 & 15) * 2);
			break;
		case 0x6f:
		case 0x0b:
			if ((w & 0x7f) == 0x0b && rd && rd < 16)
				break;
			next = pc + (uint32_t)(field(w, 31, 31) * 0x100000 + (w & 0xff000) + (w >> 20 & 1) * 2048 + (w >> 21 & 0x3ff) * 2);
			if ((w & 0x7f) == 0x6f)
				x[rd] = FLAT_BASE + pc + 4;
			break;
		default:
			if (w == EXIT)
				return;
		}
	}
}

static struct token_store store;

/* Active, tokens, spilled tokens and parked groups hold every live thread once. */
static bool nobody_lost(struct warp *w)
{
	uint32_t all = w->active, twice = 0, m;
	unsigned i, spilled = w->q.spilled ? store.count : 0;

	for (i = 0; i < w->q.count + w->parked + spilled; i++) {
		if (i < w->q.count)
			m = token_at(&w->q, i)->mask;
		else if (i < w->q.count + w->parked)
			m = w->park[i - w->q.count].mask;
		else
			m = store.t[i - w->q.count - w->parked].mask;
		twice |= all & m;
		all |= m;
	}
	return !twice && all == w->live;
}

static struct flat f;

static void start(unsigned tokens, unsigned lane_seed)
{
	unsigned i, r;

	flat_init(&f, code, WORDS, 32, tokens);
	f.policy.branch = (uint8_t)(lane_seed & 3);
	f.policy.yield_mode = (uint8_t)(lane_seed >> 2 & 3);
	for (i = 0; i < 32; i++) {
		for (r = 5; r < 13; r++)
			f.warp.x[r][i] = lane_seed * 2654435761u + (i * 37 + r) * 40503u;
		f.warp.x[FUEL][i] = 20 + i % 5;
		f.warp.x[CODE_BASE][i] = FLAT_BASE;
		f.warp.x[BLOCK_SIZE][i] = BLOCK_WORDS * 4;
		f.warp.x[OWN][i] = FLAT_DATA + i * 256;
	}
}

/* depth, drop: as in struct warp_policy. Returns how often the queue was served. */
static int run_program(uint64_t seed, unsigned tokens, bool with_tokens, unsigned depth, bool drop)
{
	static uint32_t x[32][32], mem[32][64];
	unsigned i, r, bad = 0;
	bool lost = false;
	int served = 0;

	state = seed * 0x9e3779b97f4a7c15ull + 1;
	generate(with_tokens);
	start(tokens, (uint32_t)seed);
	f.policy.depth = (uint16_t)depth;
	f.policy.drop_pre = drop;
	for (i = 0; i < 32; i++) {
		for (r = 0; r < 32; r++)
			x[i][r] = f.warp.x[r][i];
		memset(mem[i], 0, sizeof(mem[i]));
		scalar(x[i], mem[i]);
	}
	while (f.steps < MOST && !lost && f.warp.state != WARP_DONE && f.warp.state != WARP_TRAPPED) {
		if (f.warp.state == WARP_AT_BARRIER) {
			warp_release(&f.warp, &f.stats);
		} else if (f.warp.state == WARP_RUN) {
			flat_step(&f);
		} else {
			served++;
			if (!token_serve(&store, &f.warp, depth, &f.stats))
				break;
		}
		lost = !nobody_lost(&f.warp);
	}
	check(!lost, "seed %llu: a thread lost or doubled at pc 0x%x", (unsigned long long)seed, f.warp.pc);
	check(f.warp.state == WARP_DONE, "seed %llu: state %d cause %u pc 0x%x", (unsigned long long)seed, f.warp.state,
	      f.warp.trap.cause, f.warp.trap.pc);
	for (i = 0; i < 32; i++) {
		for (r = 5; r < 13; r++)
			bad += f.warp.x[r][i] != x[i][r];
		bad += memcmp(mem[i], f.mem + FLAT_DATA - FLAT_BASE + i * 256, 256) != 0;
	}
	check(!bad, "seed %llu: %u differences (again: random_test %llu 1)", (unsigned long long)seed, bad, (unsigned long long)seed);
	return served;
}

/* How many of the programs had their queue served */
static unsigned shallow(uint64_t first, uint64_t n, unsigned tokens, bool with_tokens, unsigned depth, bool drop, const char *name)
{
	unsigned served = 0;
	uint64_t s;

	for (s = first; s < first + n; s++)
		served += run_program(s, tokens, with_tokens, depth, drop) > 0;
	check(n < 100 || (served > 0 && served < n), "%u of %u were served: the test does not test", served, (unsigned)n);
	report(name);
	return served;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1, n = argc > 2 ? strtoull(argv[2], NULL, 0) : 1500, s;
	unsigned pushed, dropped;

	for (s = first; s < first + n; s++)
		check(!run_program(s, 128, true, 0, false), "seed %llu: overflow of a deep queue", (unsigned long long)s);
	report("random_programs");
	for (s = first; s < first + n; s++)
		check(!run_program(s, 64, false, 0, false), "seed %llu: overflow without PRE", (unsigned long long)s);
	report("random_programs_without_tokens");
	shallow(first, n, 4, true, 0, false, "random_programs_with_a_tiny_queue");
	pushed = shallow(first, n, 64, true, 2, false, "random_programs_with_a_tiny_depth");
	shallow(first, n, 64, false, 2, false, "random_programs_without_tokens_with_a_tiny_depth");
	dropped = shallow(first, n, 64, true, 2, true, "random_programs_that_drop_meeting_points");
	check(n < 100 || dropped < pushed, "dropping PRE did not spare a single program its service");
	report("dropping_spares_service");
	return test_failures != 0;
}
