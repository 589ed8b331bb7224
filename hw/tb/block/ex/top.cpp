// SPDX-License-Identifier: MIT
// smex_top against the functional model: random instructions of all warps with a scoreboard as the
// front end keeps it, a load/store stub that answers late and out of order between warps; results
// compared at the write port, branch outcomes and store operands too. Warps end and start again at
// random: registers must read zero then. usage: top [cycles] [seed] [mix] (mix rate: rate.cpp)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "Vex_top_tb.h"
#include "rate.h"
#include "verilated.h"
extern "C" {
#include "warp.h"
#include "xsm.h"
}

static const unsigned warps = 16, pods = EX_PODS, lanes = EX_LANES, beats = 32 / EX_LANES;
enum { INT, FP, LS, SPECIAL };

static Vex_top_tb *top;
static uint64_t state, cycle;
static unsigned failures, issued_by_kind[4], results, both_answer, once[6];
/* registers of the warp at hand that are the same in all threads, of the first 12 */
static uint32_t same;

static uint32_t rnd()
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 16);
}

struct expect {
	uint32_t insn, pc, mask, value[32], base[32], data[32], cmp[32], taken, target;
	unsigned rd, beat, pipe;
	bool any, wb, br, trap, ls;	/* any: the value is the card's business */
};

struct lane_warp {
	struct warp m;
	uint32_t pending;	/* registers with a result on its way */
	unsigned seq, idle;
	struct expect exp[256];
	bool live[256];
	unsigned open;		/* instructions with something to come */
	bool trapped;
	uint32_t exist;		/* threads of the CTA in this warp */
} w[warps];

struct load {
	unsigned warp, seq, beat;
	uint64_t ready;
};
static std::deque<load> loads;

static void fail(const char *what, unsigned warp, unsigned seq)
{
	const expect &e = w[warp].exp[seq & 255];

	if (failures++ < 10)
		printf("# cycle %llu: %s: warp %u seq %u insn %08x rd %u mask %08x pipe %u\n",
		       (unsigned long long)cycle, what, warp, seq, e.insn, e.rd, e.mask, e.pipe);
}

static const char *mix = "all";
static bool dense;	/* whole warps, as fast as it goes */

/* ---- instructions */
static uint32_t R(uint32_t f7, uint32_t rs2, uint32_t rs1, uint32_t f3, uint32_t rd, uint32_t op)
{
	return f7 << 25 | rs2 << 20 | rs1 << 15 | f3 << 12 | rd << 7 | op;
}

static uint32_t reg()
{
	uint32_t r = rnd() % 12;

	if (rnd() % 8 == 0)
		return rnd() % 32;
	while (rnd() % 8 && !(same >> r & 1))
		r = (r + 1) % 12;
	return r;
}

static uint32_t random_insn(unsigned *pipe)
{
	static const uint16_t ops[] = { 0x000, 0x001, 0x002, 0x003, 0x004, 0x005, 0x006, 0x007,
					0x200, 0x204, 0x205, 0x206, 0x207, 0x102, 0x104, 0x106,
					0x054, 0x055, 0x056, 0x057, 0x075, 0x077, 0x301, 0x305 };
	static const uint16_t unary[] = { 0x600, 0x601, 0x602, 0x604, 0x605, 0x287, 0x698 };
	static const uint16_t csrs[] = { 0x001, 0x002, 0x003, 0xc00, 0xc80, 0xc01, 0xc81, 0xc02,
					 0xc82, 0xcc0, 0xcc1, 0xcc2, 0xcc3, 0xcc4, 0xcc5, 0xcc6,
					 0xcc7, 0xcc8, 0xcc9, 0xcca, 0xccb, 0xccc, 0xccd, 0xcce,
					 0xccf, 0xcd0, 0xcd1, 0xcd2, 0xcd3, 0x004, 0x000 };
	static const uint8_t amo[] = { 0, 1, 4, 5, 5, 8, 0xc };
	static const uint8_t fp[] = { 0x00, 0x04, 0x08, 0x10, 0x14, 0x50,
				      0x70, 0x60, 0x68, 0x00, 0x08 };
	uint32_t rd = reg(), rs1 = reg(), rs2 = reg(), x, f3;
	unsigned k = rnd() % 100;

	if (!strcmp(mix, "int"))
		return *pipe = INT, R(0, 1 + rnd() % 15, 1 + rnd() % 15, 0, 16 + rnd() % 16, 0x33);
	if (!strcmp(mix, "fma"))
		return *pipe = FP, R((1 + rnd() % 15) << 2, 1 + rnd() % 15, 1 + rnd() % 15, 0,
				     16 + rnd() % 16, 0x43);
	/* which are set for good in the mix of all, as nobody clears them often */
	if (!strcmp(mix, "flags")) {
		if (k < 30)
			return *pipe = FP, rnd() % 2 ? R(rs2 << 2, reg(), rs1, rnd() % 5, rd, 0x43)
						     : R(0x08, rs2, rs1, rnd() % 5, rd, 0x53);
		if (k < 50)
			return *pipe = SPECIAL,
			       0x001 << 20 | (1 + rnd() % 2) << 12 | rd << 7 | 0x73;
		k = rnd() % 100;
	}
	if (k < 40) {
		*pipe = INT;
		switch (rnd() % 8) {
		case 0: return R(rnd() & 0x7f, rs2, rs1, "\0\2\3\4\6\7"[rnd() % 6], rd, 0x13);
		case 1: return R(0x0, rs2, rs1, 1, rd, 0x13);
		case 2:
			return R(rnd() % 3 * 0x10 + (rnd() % 2 ? 0 : 0), 0, 0, 0, 0, 0) == 0
				       ? R(0, rs2, rs1, 5, rd, 0x13)
				       : R(rnd() % 2 ? 0x20 : 0x30, rs2, rs1, 5, rd, 0x13);
		case 3:
			x = unary[rnd() % 7];
			return x << 20 | rs1 << 15 | (x == 0x287 || x == 0x698 ? 5 : 1) << 12 |
			       rd << 7 | 0x13;
		case 4: return (rnd() & 0xfffff000) | rd << 7 | (rnd() % 2 ? 0x37 : 0x17);
		case 5: if (rnd() % 2) return R(4, 0, rs1, 4, rd, 0x33);	/* fall through */
		default: x = ops[rnd() % 24]; return R(x >> 4, rs2, rs1, x & 7, rd, 0x33);
		}
	}
	if (k < 50) {
		*pipe = INT;
		switch (rnd() % 4) {
		case 0: return (rnd() & 0xfffff000) | (rd ? rd : 1) << 7 | 0x6f;
		case 1: return R(rnd() & 0x7f, rs2, rs1, 0, rd, 0x67);
		default:
			return R(rnd() & 0x7f, rnd() % 4 ? rs2 : rs1, rs1,
				 "\0\1\4\5\6\7"[rnd() % 6], rnd() & 0x1f, 0x63);
		}
	}
	if (k < 70) {
		*pipe = FP;
		f3 = rnd() % 32 ? (rnd() % 2 ? 7 : rnd() % 5) : 7;
		if (rnd() % 2)
			return R(rs2 << 2, reg(), rs1, f3, rd, 0x43 | (rnd() & 3) << 2);
		x = fp[rnd() % 11];
		if (x == 0x10)
			f3 = rnd() % 3;
		if (x == 0x14)
			f3 = rnd() % 2;
		if (x == 0x50)
			f3 = rnd() % 3;
		if (x == 0x70)
			f3 = 1, rs2 = 0;
		if (x == 0x60 || x == 0x68)
			rs2 = rnd() & 1;
		return R(x, rs2, rs1, f3, rd, 0x53);
	}
	if (k < 85) {
		*pipe = LS;
		switch (rnd() % 4) {
		case 0: return R(rnd() & 0x7f, rs2, rs1, 2, rnd() & 0x1f, 0x23);
		case 1: return R((uint32_t)amo[rnd() % 7] << 2, rs2, rs1, 2, rd, 0x2f);
		default: return R(rnd() & 0x7f, rs2, rs1, 2, rd, 0x03);
		}
	}
	*pipe = SPECIAL;
	switch (rnd() % 8) {
	case 0: return XSM_MATCH_VOTE_ALL | R(rnd() % 4, 0, rs1, 0, rd, 0);
	case 1: return XSM_MATCH_SHFL_IDX | R(rnd() % 4, rs2, rs1, 0, rd, 0);
	case 2: return R(1, rs2, rs1, 4 + rnd() % 4, rd, 0x33);
	case 3:
		return rnd() % 2 ? R(0x0c, rs2, rs1, rnd() % 2 ? 7 : rnd() % 5, rd, 0x53)
				 : R(0x2c, 0, rs1, rnd() % 2 ? 7 : rnd() % 5, rd, 0x53);
	case 4: case 5:
		x = csrs[rnd() % (rnd() % 4 ? 28 : 31)];
		f3 = "\1\2\3\5\6\7"[rnd() % 6];
		if (x > 3 && rnd() % 64)
			f3 = 2, rs1 = 0;
		return x << 20 | rs1 << 15 | f3 << 12 | rd << 7 | 0x73;
	default: return R(1, rs2, rs1, rnd() % 4, rd, 0x33);
	}
}

/* Takes a constant or an attribute, which comes in the place of its pc */
static bool has_const(uint32_t i)
{
	return (i & 0x7f) == XSM_OPCODE_CONST_OP || (i & 0x7f) == XSM_OPCODE_CONST_FP ||
	       (i & 0x707f) == XSM_MATCH_CLD || (i & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA;
}

static bool is_base(uint32_t i)
{
	return (i & XSM_MASK_ATTR_BASE) == XSM_MATCH_ATTR_BASE;
}

/* Another instruction in its place now and then, if there is one for this pipe */
static uint32_t with_const(unsigned pipe, uint32_t insn)
{
	static const uint16_t ops[] = { 0x000, 0x001, 0x002, 0x003, 0x004, 0x005, 0x006, 0x007,
					0x200, 0x204, 0x205, 0x206, 0x207, 0x102, 0x104, 0x106,
					0x054, 0x055, 0x056, 0x057, 0x075, 0x077, 0x301, 0x305 };
	static const uint8_t fp[] = { 0x00, 0x04, 0x08, 0x10, 0x14, 0x50 };
	uint32_t rd = reg(), rs1 = reg(), k = rnd() % 32, x;

	if (rnd() % 4)
		return insn;
	switch (pipe) {
	case INT:
		x = ops[rnd() % 24];
		if (rnd() % 8 == 0)
			return XSM_INSN_ATTR_BASE(rs1);
		return rnd() % 4 ? R(x >> 4, k, rs1, x & 7, rd, XSM_OPCODE_CONST_OP)
				 : XSM_MATCH_CLD | R(rnd() & 0x7f, k, rnd() % 2, 0, rd, 0);
	case FP:
		if (rnd() % 4 == 0)
			return XSM_INSN_ATTR_FMA(rd, rs1, k, reg());
		x = fp[rnd() % 6];
		return R(x, k, rs1, rnd() % (x == 0x14 ? 2 : x >= 0x10 ? 3 : 5), rd,
			 XSM_OPCODE_CONST_FP);
	case SPECIAL:
		return R(1, k, rs1, rnd() % 4, rd, XSM_OPCODE_CONST_OP);
	default:
		return insn;
	}
}

static uint32_t uses(uint32_t i)	/* registers an instruction must wait for */
{
	if (has_const(i))
		return 1u << (i >> 15 & 31) | 1u << (i >> 7 & 31) |
		       ((i & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA ? 1u << (i >> 27) : 0);
	if (is_base(i))
		return 1u << (i >> 15 & 31) | 1;
	return 1u << (i >> 15 & 31) | 1u << (i >> 20 & 31) | 1u << (i >> 27) | 1u << (i >> 7 & 31);
}

/* ---- the model's side */
static uint32_t fetched;
static int fetch(void *, struct warp *, uint32_t, uint32_t *insn, struct warp_trap *)
{
	*insn = fetched;
	return 0;
}

static int attribute(void *, struct warp *, uint32_t, uint32_t *, struct warp_trap *)
{
	return 0;
}

static const struct warp_ops ops = { fetch,   nullptr, nullptr,	  nullptr,
				     nullptr, nullptr, attribute, false };
static const struct warp_policy policy = {};
static struct warp_stats stats;
static struct warp_record record;

static void restart(unsigned i)
{
	static const uint16_t shapes[][3] = { { 256, 1, 1 }, { 16, 16, 1 }, { 8, 8, 8 },
					      { 5, 7, 3 },   { 1, 1, 1 },   { 1024, 1, 1 },
					      { 3, 100, 2 } };
	struct warp_place p = {};
	const uint16_t *s = shapes[rnd() % 7];

	for (int a = 0; a < 3; a++) {
		p.ctaid[a] = rnd();
		p.nctaid[a] = rnd();
		p.ntid[a] = s[a];
	}
	p.cta_linear = rnd();
	p.param = rnd();
	p.warp_in_cta = rnd() % ((s[0] * s[1] * s[2] + 31) / 32);
	p.local_bytes = rnd() % 1024 * 16;
	w[i].exist = ~0u;
	if (!dense && s[0] * s[1] * s[2] < (p.warp_in_cta + 1) * 32)
		w[i].exist = (1u << s[0] * s[1] * s[2] % 32) - 1;
	p.sm = 2;
	warp_init(&w[i].m, 0x1000, 0xffffffff, 8, 1);
	w[i].m.place = p;
	w[i].trapped = false;
	w[i].idle = 0;
	top->start_valid_i = 1;
	top->start_warp_i = i;
}

/* Executes on the model what has just been issued. */
static void execute(unsigned i, uint32_t insn, uint32_t pc, uint32_t mask, unsigned pipe)
{
	struct warp_env env = { &ops, nullptr, &policy, &stats, &record, 0, 0x123456789ull };
	struct warp *m = &w[i].m;
	expect &e = w[i].exp[w[i].seq];
	unsigned op = insn & 0x7f, rd = insn >> 7 & 31, rs1 = insn >> 15 & 31,
		 rs2 = insn >> 20 & 31, spare = 0;
	uint32_t kept[32];

	memset(&e, 0, sizeof(e));
	e.insn = insn;
	e.pc = pc;
	e.mask = mask;
	e.rd = rd;
	e.pipe = pipe;
	memcpy(e.base, m->x[rs1], 128);
	memcpy(e.data, m->x[rs2], 128);
	memcpy(e.cmp, m->x[rd], 128);
	if (pipe == LS) {
		e.ls = true;
		e.wb = op != 0x23 && rd;
		if (e.wb)
			for (int t = 0; t < 32; t++) {
				e.value[t] = rnd() % 2 ? rnd() : 0x3f800000 + rnd() % 64;
				if (mask >> t & 1)
					m->x[rd][t] = e.value[t];
			}
		m->instret++;
	} else {
		if (op == 0x63)
			for (int t = 0; t < 32; t++) {
				uint32_t a = e.base[t], b = e.data[t];
				bool k;

				switch (insn >> 13 & 3) {
				case 0: k = a == b; break;
				case 2: k = (int32_t)a < (int32_t)b; break;
				default: k = a < b; break;
				}
				e.taken |= (uint32_t)((k ^ (insn >> 12 & 1)) & mask >> t & 1) << t;
			}
		fetched = insn;
		m->pc = pc;
		if (has_const(insn)) {	/* on the model with a register that holds the word */
			while (!spare || spare == rd || spare == rs1 || spare == insn >> 27)
				spare = (spare + 1) & 31;
			memcpy(kept, m->x[spare], 128);
			for (int t = 0; t < 32; t++)
				m->x[spare][t] = pc;
			m->pc = 0x1000;
			op = (insn & 0x7f) == XSM_OPCODE_CONST_FP ? 0x53 : 0x33;
			fetched = (insn & 0xfe0fff80) | spare << 20 | op;
			if ((insn & 0x7f) == XSM_OPCODE_WARP)
				fetched = insn & 0x4000
						  ? R(0, spare, 0, 0, rd, 0x33)
						  : R(insn >> 27 << 2, spare, rs1, 0, rd, 0x43);
		}
		m->active = mask;
		m->live = 0xffffffff;
		if (warp_step(m, &env, nullptr) == WARP_TRAP) {
			e.trap = true;
			e.wb = true;
			e.mask = 0;
			w[i].trapped = true;
		} else {
			/* A result for x0 ends the instruction and writes nothing. */
			e.wb = op != 0x63 && (op != 0x67 || rd);
			e.mask = rd ? record.mask : 0;
			memcpy(e.value, record.value, 128);
			e.br = op == 0x63 || op == 0x67 || is_base(insn);
			if (op == 0x67) {
				e.taken = record.mask;
				e.target = (e.base[__builtin_ctz(mask)] +
					    (uint32_t)((int32_t)insn >> 20)) &
					   ~1u;
			}
			if (is_base(insn))
				e.target = m->attributes;
			e.any = op == 0x73 && (insn >> 20 == 0xc00 || insn >> 20 == 0xc80);
		}
		if (spare)
			memcpy(m->x[spare], kept, 128);
		dtok_init(&m->q, 8);
		m->state = WARP_RUN;
	}
	if (e.wb)
		w[i].pending |= 1u << rd;
	w[i].live[w[i].seq] = e.wb || e.br || e.trap || e.ls;
	w[i].open += w[i].live[w[i].seq];
	issued_by_kind[pipe]++;
	w[i].seq = (w[i].seq + 1) & 255;
	w[i].idle = 0;
}

static void settle(unsigned i, unsigned s)
{
	const expect &e = w[i].exp[s];

	if (w[i].live[s] && !e.wb && !e.br && !e.trap && !e.ls) {
		w[i].live[s] = false;
		w[i].open--;
	}
}

/* wb is told in the cycle before the result is written. */
static unsigned told, told_warp[2], told_rd[2];

static void check_outputs()
{
	if (told & ~top->tr_valid_o)
		fail("wb without a result", 0, 0);
	for (unsigned p = 0; p < 2; p++) {
		unsigned i = top->tr_warp_o[p], s = top->tr_seq_o[p], b = top->tr_beat_o[p];
		expect &e = w[i].exp[s];

		if (!(top->tr_valid_o >> p & 1))
			continue;
		if (!w[i].live[s] || !e.wb || b != e.beat || top->tr_rd_o[p] != e.rd ||
		    i % pods != p) {
			fail("unexpected result", i, s);
			continue;
		}
		results++;
		bool all = top->tr_all_o >> p & 1;	/* executed once: the result of each beat */

		once[e.pipe + (e.pipe == SPECIAL
				       ? (e.insn & 0x7f) == 0x73
						 ? 2
						 : (e.insn & 0x4000) || (e.insn & 0x7f) == 0x53
				       : 0)] += all;
		for (unsigned t = b * lanes; t < (all ? 32 : (b + 1) * lanes); t++) {
			unsigned l = t % lanes;
			uint32_t v = top->tr_data_o[p][l];

			if ((top->tr_mask_o[p] >> l & 1) != (e.mask >> t & 1)) {
				fail("mask of result", i, s);
				break;
			}
			if (!(e.mask >> t & 1))
				continue;
			if (e.any)
				w[i].m.x[e.rd][t] = v;
			else if (v != e.value[t]) {
				if (failures < 10)
					printf("# thread %u: %08x, want %08x; rs1 %08x rs2 %08x\n",
					       t, v, e.value[t], e.base[t], e.data[t]);
				fail("value", i, s);
				break;
			}
		}
		e.beat = all ? beats : e.beat + 1;
		if ((e.beat == beats) != (told >> p & 1))
			fail("wb not before the last beat", i, s);
		if (e.beat == beats) {
			if (told_warp[p] != i || told_rd[p] != e.rd)
				fail("wb names another register", i, s);
			e.wb = false;
			w[i].pending &= ~(1u << e.rd);
			settle(i, s);
		}
	}
	told = top->wb_valid_o;
	for (unsigned p = 0; p < 2; p++) {
		told_warp[p] = top->wb_warp_o[p];
		told_rd[p] = top->wb_rd_o[p];
	}
	both_answer += top->br_valid_o == 3;
	for (unsigned p = 0; p < 2; p++) {
		unsigned i = top->br_warp_o[p], s = top->br_seq_o[p];
		expect &e = w[i].exp[s];

		bool base = top->base_valid_o >> p & 1;

		if (!base && !(top->br_valid_o >> p & 1))
			continue;
		if (!w[i].live[s] || !e.br || i % pods != p)
			fail("unexpected branch outcome", i, s);
		else if (base != is_base(e.insn) ||
			 (base && (top->br_target_o[p] & ~3u) != e.target))
			fail("address of attributes", i, s);
		else if (!base && top->br_mask_o[p] != e.taken)
			fail("threads of a branch", i, s);
		else if ((e.insn & 0x7f) == 0x67 && top->br_target_o[p] != e.target)
			fail("branch outcome", i, s);
		e.br = false;
		settle(i, s);
	}
	if (top->ext_valid_o) {
		unsigned i = top->ext_warp_o, s;

		for (s = 0; s < 256; s++)
			if (w[i].live[s] && w[i].exp[s].trap && w[i].exp[s].pc == top->ext_pc_o)
				break;
		if (s == 256) {
			fail("unexpected trap", i, 0);
		} else {
			w[i].exp[s].trap = false;
			settle(i, s);
		}
	}
	if (top->ls_valid_o && top->ls_ready_i) {
		unsigned i = top->ls_warp_o, s = top->ls_seq_o, b = top->ls_beat_o;
		expect &e = w[i].exp[s];
		bool amocas = (e.insn & 0xf800007f) == 0x2800002f, data = (e.insn & 0x7f) != 0x03;
		static unsigned next;

		if (!w[i].live[s] || !e.ls || b != next)
			fail("unexpected memory beat", i, s);
		next = (b + 1) % beats;
		for (unsigned l = 0; l < lanes; l++) {
			unsigned t = b * lanes + l;

			if ((e.mask >> t & 1) && (top->ls_base_o[l] != e.base[t] ||
						  (data && top->ls_data_o[l] != e.data[t]) ||
						  (amocas && top->ls_cmp_o[l] != e.cmp[t]))) {
				fail("memory operand", i, s);
				break;
			}
		}
		if (b == beats - 1) {
			e.ls = false;
			if (e.wb)
				loads.push_back({ i, s, 0, cycle + 2 + rnd() % 40 });
			settle(i, s);
		}
	}
}

static struct {
	bool have;
	unsigned warp, pipe;
	uint32_t insn, pc, mask;
} offer[2];

static bool closing;	/* nothing more is issued */

static void drive()
{
	unsigned k;

	top->start_valid_i = 0;
	for (unsigned p = 0; p < pods; p++) {
		bool keep = offer[p].have && rnd() % 4;	/* an offer may be withdrawn */

		if (closing) {
			offer[p].have = false;
		} else if (!keep) {
			offer[p].have = false;
			for (unsigned tries = 0; tries < 4 && !offer[p].have; tries++) {
				unsigned i = rnd() % (warps / pods) * pods + p;

				for (unsigned r = same = 0; r < 12; r++) {
					unsigned t = 1;

					while (t < 32 && w[i].m.x[r][t] == w[i].m.x[r][0])
						t++;
					same |= (t == 32u) << r;
				}
				offer[p].insn = random_insn(&offer[p].pipe);
				if (!dense)
					offer[p].insn = with_const(offer[p].pipe, offer[p].insn);
				if (w[i].trapped || (uses(offer[p].insn) & w[i].pending) ||
				    w[i].open > 200 || w[i].live[w[i].seq])
					continue;
				if (!dense && rnd() % 8 == 0)
					continue;
				offer[p].warp = i;
				offer[p].pc =
					has_const(offer[p].insn)
						? (rnd() % 2 ? rnd() : 0x3f800000 + rnd() % 64)
						: 0x1000 + (rnd() & 0xffc);
				offer[p].mask =
					dense	    ? ~0u
					: rnd() % 4 ? (rnd() % 2 ? ~0u : rnd() | 1u << rnd() % 32)
						    : 1u << rnd() % 32;
				offer[p].mask &= w[i].exist;
				if (!offer[p].mask)
					offer[p].mask = w[i].exist;
				offer[p].have = true;
			}
		}
		top->iss_warp_i[p] = offer[p].warp;
		top->iss_seq_i[p] = w[offer[p].warp].seq;
		top->iss_pc_i[p] = offer[p].pc;
		top->iss_insn_i[p] = offer[p].insn;
		top->iss_mask_i[p] = offer[p].mask;
		top->iss_pipe_i[p] = offer[p].pipe;
	}
	top->iss_valid_i = offer[0].have | offer[1].have << 1;
	for (unsigned i = 0; i < warps; i++) {
		bool offered = offer[i % pods].have && offer[i % pods].warp == i;

		if (w[i].open == 0)
			w[i].idle++;
		/* after a trap later instructions of the warp can still be on their way without a
		 * result; so it rests a while */
		if (!offered && w[i].idle > 400 && (w[i].trapped || rnd() % 64 == 0) &&
		    !top->start_valid_i)
			restart(i);
		if (!dense && w[i].open == 0 && rnd() % 1024 == 0)
			w[i].trapped = true;	/* let it rest until it starts again */
	}
	top->ls_ready_i = rnd() % 4 != 0 || cycle % 1024 < 256;
	top->lw_valid_i = 0;
	for (k = 0; k < loads.size(); k++)
		if (loads[k].ready <= cycle)
			break;
	if (k < loads.size()) {
		load x = loads[k];
		const expect &e = w[x.warp].exp[x.seq];

		if (k) {	/* stays first until it is taken */
			loads.erase(loads.begin() + k);
			loads.push_front(x);
		}
		top->lw_valid_i = 1;
		top->lw_warp_i = x.warp;
		top->lw_rd_i = e.rd;
		top->lw_seq_i = x.seq;
		top->lw_beat_i = x.beat;
		top->lw_mask_i = e.mask >> (x.beat * lanes) &
				 (lanes == 32 ? ~0u : (1u << lanes) - 1);
		for (unsigned l = 0; l < lanes; l++)
			top->lw_data_i[l] = e.value[x.beat * lanes + l];
		top->lw_last_i = x.beat == beats - 1;
	}
}

static void tick()
{
	unsigned ctx_warp;

	drive();
	top->clk_i = 0;
	top->eval();
	check_outputs();
	for (unsigned p = 0; p < 2; p++)
		if (offer[p].have && (top->iss_ready_o >> p & 1)) {
			execute(offer[p].warp, offer[p].insn, offer[p].pc, offer[p].mask,
				offer[p].pipe);
			offer[p].have = false;
		}
	if (top->lw_valid_i && top->lw_ready_o && ++loads.front().beat == beats)
		loads.pop_front();
	ctx_warp = top->ctx_warp_o % warps;
	top->clk_i = 1;
	top->eval();
	for (int a = 0; a < 3; a++) {
		top->ctaid_i[a] = w[ctx_warp].m.place.ctaid[a];
		top->nctaid_i[a] = w[ctx_warp].m.place.nctaid[a];
		top->ntid_i[a] = w[ctx_warp].m.place.ntid[a];
	}
	top->linear_i = w[ctx_warp].m.place.cta_linear;
	top->param_i = w[ctx_warp].m.place.param;
	top->local_bytes_i = w[ctx_warp].m.place.local_bytes;
	top->warp_in_cta_i = w[ctx_warp].m.place.warp_in_cta;
	cycle++;
}

int main(int argc, char **argv)
{
	uint64_t n = argc > 1 ? strtoull(argv[1], nullptr, 0) : 200000, first;
	unsigned seed = argc > 2 ? (unsigned)atoi(argv[2]) : 1, stuck = 0, issued = 0;
	char seeds[12];

	snprintf(seeds, sizeof(seeds), "%u", seed);
	if (argc > 3)
		mix = argv[3];
	dense = !strcmp(mix, "int") || !strcmp(mix, "fma");
	state = 0x9e3779b97f4a7c15ull * (seed + 1);
	const char *args[] = { "top", "+verilator+rand+reset+2", "+verilator+seed+1" };
	Verilated::commandArgs(3, const_cast<char **>(args));
	top = new Vex_top_tb;
	if (!strcmp(mix, "rate")) {
		unsigned bad = rate_main(top);

		delete top;
		return bad != 0;
	}
	top->rst_ni = 0;
	top->iss_valid_i = 0;
	top->lw_valid_i = 0;
	top->start_valid_i = 0;
	top->ls_ready_i = 0;
	for (int i = 0; i < 4; i++) {
		top->clk_i = 0;
		top->eval();
		top->clk_i = 1;
		top->eval();
	}
	top->rst_ni = 1;
	for (unsigned i = 0; i < warps; i++) {
		restart(i);
		for (int k = 0; k < 2; k++) {
			top->clk_i = k;
			top->eval();
		}
	}
	first = cycle;
	for (; cycle < first + n && failures < 10; ) {
		unsigned before = results;

		tick();
		stuck = results == before ? stuck + 1 : 0;
		if (stuck > 3000) {
			printf("# nothing moves\n");
			for (unsigned i = 0; i < warps; i++)
				printf("# warp %u open %u pending %08x trapped %d\n", i, w[i].open,
				       w[i].pending, w[i].trapped);
			failures++;
			break;
		}
	}
	closing = true;
	for (unsigned k = 0; k < 3000 && failures < 10; k++)
		tick();
	for (unsigned i = 0; i < warps; i++)
		for (unsigned s = 0; s < 256; s++)
			if (w[i].live[s])
				fail("something of it never came", i, s);
	// The mix of flags is short and has few branches.
	if (EX_ALUS == 2 && !both_answer && strcmp(mix, "flags")) {
		printf("# never two branch outcomes in one cycle\n");
		failures++;
	}
	// Of each kind that can be: integer, FP, multiplication, division and roots, CSR
	for (unsigned k = 0; k < 6; k++)
		if (k != LS && !strcmp(mix, "all") && !once[k] != !(EX_UNIFORM && beats > 1)) {
			printf("# %s instruction of kind %u was executed once\n",
			       once[k] ? "an" : "no", k);
			failures++;
		}
	for (unsigned k = 0; k < 4; k++)
		issued += issued_by_kind[k];
	printf("# top %llu %u %s: lanes %u, %u instructions (%u int, %u fp, %u ls, %u special), %.3f a cycle\n",
	       (unsigned long long)n, seed, mix, lanes, issued, issued_by_kind[0],
	       issued_by_kind[1], issued_by_kind[2], issued_by_kind[3], (double)issued / (double)n);
	if (failures)
		printf("not ok ex_top_%u_%s: %u differences\n", lanes, mix, failures);
	else
		printf("ok ex_top_%u_%s\n", lanes, mix);
	delete top;
	return failures != 0;
}
