// SPDX-License-Identifier: MIT
// smex_top against the functional model: random instructions of all warps with a scoreboard as the
// front end keeps it, a load/store stub that answers late and out of order between warps; results
// compared at the write port, branch outcomes and store operands too. Warps end and start again at
// random: registers must read zero then. usage: top [cycles] [seed] [mix] (mix rate: rate.cpp;
// others: insn.c)
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <vector>

#include "Vex_top_tb.h"
#include "rate.h"
#include "top.h"
#include "verilated.h"

static const unsigned warps = 16, pods = EX_PODS, lanes = EX_LANES, beats = 32 / EX_LANES;

static Vex_top_tb *top;
static uint64_t cycle;
static unsigned failures, issued_by_kind[4], results, both_answer, once[6];
static struct lane_warp w[warps];

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

static void restart(unsigned i)
{
	restart_on_model(&w[i]);
	top->start_valid_i = 1;
	top->start_warp_i = i;
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

				offer[p].insn = draw_insn(&w[i].m, &offer[p].pipe);
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
			execute_on_model(&w[offer[p].warp], offer[p].insn, offer[p].pc,
					 offer[p].mask, offer[p].pipe);
			issued_by_kind[offer[p].pipe]++;
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
	rnd_seed(seed);
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
