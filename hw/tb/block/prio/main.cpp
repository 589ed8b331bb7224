// SPDX-License-Identifier: MIT
// Warps start, end, wait and are blocked at random under one policy after another. All the time: no
// more tokens than the limit, none without a live warp, and under a policy that hands tokens on no
// warp waits too long. When nothing has changed for a while: who has one is what the policy says.
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vsmprio.h"
#include "fields.h"
#include "random.h"
#include "smgpu_regs.h"
#include "verilated.h"

double sc_time_stamp() { return 0; }

// PRIO.wait: a warp without a token waits before each access.
enum {
	OLDEST = SMGPU_SM_CFG_PRIO_POLICY_OLDEST,
	EVEN = SMGPU_SM_CFG_PRIO_POLICY_EVEN,
	ELIGIBLE = SMGPU_SM_CFG_PRIO_POLICY_ELIGIBLE,
	ROTATE = SMGPU_SM_CFG_PRIO_POLICY_ROTATE,
	SPLIT = SMGPU_SM_CFG_PRIO_POLICY_SPLIT,
	COMPILER = SMGPU_SM_CFG_PRIO_POLICY_COMPILER,
	PREDICT = SMGPU_SM_CFG_PRIO_POLICY_PREDICT,
};

static VerilatedContext context;
static Vsmprio *top;
static uint64_t now;
static std::vector<unsigned> age;		// live warps, the oldest first
static unsigned cta_of[WARPS], lines_of[WARPS], room;	// working sets, and what they may fill
static uint64_t arrived_at[16], there_since[WARPS]; // of each CTA: when a warp of it was at a
						    // barrier last; since when each warp is at one
static uint64_t passed_late;
static unsigned went = WARPS;	// this one went on in the last cycle
static uint64_t live, barrier, away, blocked, held_before, held_earlier, waiting_since[WARPS];
static unsigned limit, policy, fixed, period, unit, at_barrier, acquire, hold;
static uint64_t accesses;	// of those in want: not at xsm.tokacq, but before an access
static uint64_t access_went, want, asked, want_since[WARPS], longest; // at xsm.tokacq; have asked
								      // for a token
static uint64_t config_at, grants, given, rotated, most;
static bool by_age;	// since all tokens were taken back none was at a barrier
static const uint64_t WALK = 2 * WARPS + 8; // cycles of a walk, with the starts and ends that it
					    // rests in

static void fail(const char *fmt, ...)
{
	va_list a;

	va_start(a, fmt);
	printf("not ok prio.%u: ", WARPS);
	vprintf(fmt, a);
	printf(" (cycle %llu, seed %llu, policy %u, limit %u, fixed %u, at_barrier %u)\n",
	       (unsigned long long)now, (unsigned long long)seed, policy, limit, fixed, at_barrier);
	va_end(a);
	exit(1);
}

static unsigned bits(uint64_t v) { return unsigned(__builtin_popcountll(v)); }
static unsigned level(unsigned w)
{
	return reinterpret_cast<uint32_t *>(&top->level_o)[w / 16] >> 2 * (w % 16) & 3;
}
static bool rotates() { return policy == ROTATE || (policy == SPLIT && fixed < limit); }

static void configure()
{
	static const unsigned limits[] = { 0, 1, 2, 3, WARPS / 2, WARPS - 1, WARPS, 63 };

	unsigned before = policy, fixed_before = fixed;

	policy = rnd(7);
	room = 1 + rnd(256);
	limit = rnd(2) ? limits[rnd(8)] : 1 + rnd(WARPS);
	fixed = rnd(3) ? rnd(limit + 1) : rnd(64);
	at_barrier = rnd(2);
	hold = rnd(3) == 0;
	period = 1 + rnd(300);
	unit = rnd(3);
	if (rnd(4) == 0)
		acquire = rnd(10);
	config_at = now;
	by_age = !at_barrier && !hold && (by_age || policy != before || fixed != fixed_before);
}

// One cycle; with churn warps start, end, wait and are blocked.
static void cycle(bool churn)
{
	unsigned w, done = 64, start = 64;

	if (churn && !age.empty() && rnd(40) == 0)
		done = age[rnd(unsigned(age.size()))];
	if (churn && rnd(12) == 0) {
		w = rnd(WARPS);
		if (!(live >> w & 1) && w != done)
			start = w;
	}
	if (churn && rnd(30) == 0)
		lines_of[rnd(WARPS)] = rnd(4) ? rnd(rnd(4) ? 60 : 300) : 0;
	if (churn && rnd(20) == 0)
		(rnd(3) ? barrier : away) ^= 1ull << rnd(WARPS);
	if (churn && rnd(3) == 0)
		blocked ^= 1ull << rnd(WARPS);
	// A warp at xsm.tokacq does nothing until it may go on. One that went on in the last cycle
	// often waits again at once.
	unsigned rel = 64;
	if (churn && rnd(went < WARPS ? 2 : 8) == 0 &&
	    (live >> (w = went < WARPS ? went : rnd(WARPS)) & 1) && w != done && !(want >> w & 1)) {
		if (rnd(3)) {
			bool access = rnd(2);

			if (!access || top->hold_o >> w & 1) {
				want |= 1ull << w, want_since[w] = now;
				accesses = (accesses & ~(1ull << w)) | uint64_t(access) << w;
			}
		} else {
			rel = w;
		}
	}
	if (done < 64) {
		barrier &= ~(1ull << done);
		away &= ~(1ull << done);
		want &= ~(1ull << done);
	}
	top->cfg_i = FIELD_BITS(limit, PRIO_LIMIT) | FIELD_BITS(policy, PRIO_POLICY) |
		     FIELD_BITS(at_barrier, PRIO_AT_BARRIER) | FIELD_BITS(1, PRIO_LEVEL) |
		     FIELD_BITS(3, PRIO_FIXED_LEVEL) | FIELD_BITS(period, PRIO_PERIOD) |
		     FIELD_BITS(unit, PRIO_UNIT) | FIELD_BITS(fixed, PRIO_FIXED) |
		     FIELD_BITS(acquire, PRIO_ACQUIRE) | FIELD_BITS(hold, PRIO_HOLD);
	accesses &= want;
	top->want_i = want & ~accesses;
	top->accesses_i = accesses;
	top->rel_i = rel < 64 ? 1ull << rel : 0;
	top->start_valid_i = start < 64;
	top->start_warp_i = start & 63;
	top->start_cta_i = start < 64 ? cta_of[start] = rnd(4) : 0;
	top->done_valid_i = done < 64;
	top->done_warp_i = done & 63;
	top->at_barrier_i = barrier;
	top->away_i = away;
	top->blocked_i = blocked;
	top->requests_i = unit == 1 ? rnd(6) : 0;
	top->issued_i = unit == 2 ? rnd(4) : 0;
	top->room_i = room;
	top->clk_i = 0;
	top->eval();
	top->lines_i = lines_of[top->look_o % WARPS];
	top->eval();
	top->clk_i = 1;
	top->eval();
	now++;
	if (done < 64) {
		live &= ~(1ull << done);
		for (w = 0; age[w] != done; w++)
			;
		age.erase(age.begin() + w);
	}
	if (start < 64) {
		live |= 1ull << start;
		age.push_back(start);
	}
	uint64_t held = top->held_o, go = top->go_o;
	uint64_t longest_of[16] = {}; // of each CTA: how long one of its warps has been at a
				      // barrier

	for (w = 0; w < WARPS; w++) {
		if (!((live & barrier) >> w & 1)) {
			there_since[w] = now;
			continue;
		}
		arrived_at[cta_of[w]] = now;
		if (now - there_since[w] > longest_of[cta_of[w]])
			longest_of[cta_of[w]] = now - there_since[w];
	}
	went = WARPS;
	asked = (asked | (want & ~accesses)) & ~(rel < 64 ? 1ull << rel : 0) &
		~(done < 64 ? 1ull << done : 0) & ~(start < 64 ? 1ull << start : 0);
	for (w = 0; w < WARPS; w++) {
		uint64_t waited = now - want_since[w],
			 bounded = now - (want_since[w] > config_at ? want_since[w] : config_at);

		if (!(want >> w & 1))
			continue;
		// The others of its CTA wait at a barrier: that is looked up in three rounds of all
		// warps.
		bool may_pass = accesses >> w & 1 && arrived_at[cta_of[w]] + 3 * WARPS + 4 > now;

		if (accesses >> w & 1 && !(go >> w & 1) && hold &&
		    longest_of[cta_of[w]] > 3 * WARPS + 4 && bounded > 3 * WARPS + 4)
			fail("warp %u waits before an access, and its CTA for it at a barrier", w);
		if (go >> w & 1) {
			// By its token, by the clock, or because nothing is to be waited for
			bool early = (accesses >> w & 1 ? hold : policy == COMPILER) && limit &&
				     acquire && want_since[w] > config_at &&
				     !((held | held_before) >> w & 1) && waited < 1ull << acquire;

			if (early && may_pass)
				passed_late++;
			else if (early)
				fail("warp %u goes on after %llu cycles without a token", w,
				     (unsigned long long)waited);
			want &= ~(1ull << w);
			went = w;
			access_went += accesses >> w & 1;
		} else if (bounded > (2ull << acquire) + 4) { /* a shorter bound holds from when it
								 is set */
			fail("warp %u waits for a token for %llu cycles, at xsm.tokacq or before an access",
			     w, (unsigned long long)waited);
		} else if (waited > longest) {
			longest = waited;
		}
	}
	grants += top->granted_o;
	given += bits(held & ~held_before);
	held_earlier = held_before;
	held_before = held;
	if (held & ~live)
		fail("warps %llx have tokens and do not live", (unsigned long long)(held & ~live));
	if (bits(held) > limit && now > config_at + 1)
		fail("%u tokens are out", bits(held));
	for (w = 0; w < WARPS; w++) {
		unsigned l = level(w), has = (policy == COMPILER ? held & asked : held) >> w & 1;

		if (l != has && !(has && policy == SPLIT && l == 3))
			fail("warp %u has level %u", w, l);
		// By turns: WARPS periods, or, if these are shorter, as many walks
		uint64_t each = (unit == 1   ? period / 2
				 : unit == 2 ? period * 3 / 2
					     : period) +
				4 * WALK,
			 bound = (WARPS + 2) * each + 200;

		if (!(live >> w & 1) || (held >> w & 1) || ((barrier | away) >> w & 1) ||
		    !rotates() || !limit || now < config_at + 40) {
			waiting_since[w] = now;
		} else if (now - waiting_since[w] > bound) {
			fail("warp %u waits for a token for %llu cycles", w,
			     (unsigned long long)(now - waiting_since[w]));
		} else if (now - waiting_since[w] > most) {
			most = now - waiting_since[w];
		}
	}
}

static void settled()
{
	uint64_t held = top->held_o, waits = at_barrier || hold ? barrier | away : 0,
		 may = live & ~waits, first = 0, set = 0, late = 0;
	unsigned w, i, n = 0, tokens[16] = {}, more[16] = {};

	for (w = 0; w < WARPS; w++)
		for (unsigned other : age)
			late |= uint64_t(barrier >> other & 1 && cta_of[other] == cta_of[w]) << w;
	if (hold && limit && acquire ? (top->hold_o ^ (~held_earlier & ~late)) & live : top->hold_o)
		fail("accesses of %llx are held, tokens of %llx",
		     (unsigned long long)(top->hold_o & live), (unsigned long long)held_earlier);
	if (policy == SPLIT) {
		for (w = 0; w < WARPS; w++)
			set |= uint64_t(level(w) == 3) << w;
		// The fixed ones are the oldest that were not at a barrier as they were given.
		for (i = 0; i < age.size() && n < (fixed < limit ? fixed : limit); i++, n++)
			first |= 1ull << age[i];
		if (by_age && set != first)
			fail("fixed tokens of %llx, not of %llx", (unsigned long long)set,
			     (unsigned long long)first);
		if (bits(set) > fixed)
			fail("%u fixed tokens", bits(set));
		may |= set;
	}
	if ((held & waits & ~set) != 0)
		fail("warps %llx wait at a barrier with tokens",
		     (unsigned long long)(held & waits));
	if (policy == COMPILER) {
		if (held & ~asked)
			fail("warps %llx have tokens and ask for none",
			     (unsigned long long)(held & ~asked));
		may &= asked;
	}
	if (policy == ELIGIBLE) {
		uint64_t blocked = ::blocked & ~accesses; // what waits before an access lacks a
							  // token, nothing else

		if ((held & blocked) && (may & ~held & ~blocked))
			fail("warps %llx have tokens and are blocked, %llx are not",
			     (unsigned long long)(held & blocked),
			     (unsigned long long)(may & ~held & ~blocked));
		may &= ~blocked | held;
	}
	if (policy == PREDICT) {
		unsigned filled = 0, l;

		for (i = 0; i < age.size(); i++) {
			w = age[i];
			l = lines_of[w];
			if (held >> w & 1) {
				if (l && filled && filled + l > room + room / 4)
					fail("warp %u has a token, and its %u lines do not fit beside %u",
					     w, l, filled);
				filled += l;
			} else if (may >> w & 1 && bits(held) < limit &&
				   (!l || !filled || filled + l <= room)) {
				fail("warp %u has no token, and its %u lines fit beside %u", w, l,
				     filled);
			}
		}
		return;
	}
	n = bits(may) < limit ? bits(may) : limit;
	// One may be on its way from a warp to the next.
	if (bits(held) > n || bits(held) + (rotates() || policy == ELIGIBLE) < n)
		fail("%u tokens are out, %u warps may have one", bits(held), bits(may));
	if (policy == OLDEST && by_age) {
		for (first = 0, i = 0; i < age.size() && i < limit; i++)
			first |= 1ull << age[i];
		if (held != first)
			fail("tokens of %llx, not of the oldest, %llx", (unsigned long long)held,
			     (unsigned long long)first);
	}
	if (policy == EVEN) {
		for (w = 0; w < WARPS; w++) {
			tokens[cta_of[w]] += held >> w & 1;
			more[cta_of[w]] += may >> w & ~held >> w & 1;
		}
		for (i = 0; i < 16; i++)
			for (n = 0; n < 16; n++)
				if (more[i] && tokens[n] > tokens[i] + 1)
					fail("a CTA has %u tokens, another one %u and warps without",
					     tokens[n], tokens[i]);
	}
}

// ELIGIBLE, every warp blocked: none gets a token but one that waits before an access, as what it
// lacks is the token
static void token_of_an_access()
{
	unsigned i, w;

	while (age.empty())
		cycle(true);
	barrier = away = want = accesses = 0;
	blocked = ~0ull;
	limit = WARPS;
	hold = 1;
	acquire = 12;
	policy = OLDEST;
	config_at = now;
	cycle(false);
	policy = ELIGIBLE;	// another policy: all tokens are taken back
	config_at = now;
	for (i = 0; i < 3 * WALK; i++)
		cycle(false);
	if (top->held_o)
		fail("warps %llx are blocked and have tokens", (unsigned long long)top->held_o);
	w = age[rnd(unsigned(age.size()))];
	want = accesses = 1ull << w;
	want_since[w] = now;
	for (i = 0; i < 3 * WALK && want; i++)
		cycle(false);
	if (top->held_o != 1ull << w)
		fail("warp %u waits before an access, and %llx have tokens", w,
		     (unsigned long long)top->held_o);
}

// PREDICT: two sets that fill the room together; the younger one grows, by no more than a quarter
// of the room, and its warp keeps its token
static void set_that_grows()
{
	unsigned i;

	while (age.size() < 2)
		cycle(true);
	barrier = away = want = accesses = 0;
	for (i = 0; i < WARPS; i++)
		lines_of[i] = 300;
	room = 64;
	lines_of[age[0]] = 20;
	lines_of[age[1]] = 44;
	limit = 2;
	policy = PREDICT;
	config_at = now;
	for (i = 0; i < 3 * WALK; i++)
		cycle(false);
	settled();
	lines_of[age[1]] = 60;
	for (i = 0; i < 3 * WALK; i++)
		cycle(false);
	if (!(top->held_o >> age[1] & 1))
		fail("a set has grown by a quarter of the room, and its warp has lost its token");
	settled();
	lines_of[age[1]] = 61;
	for (i = 0; i < 3 * WALK; i++)
		cycle(false);
	if (top->held_o >> age[1] & 1)
		fail("a set has grown by more than a quarter of the room, and its warp has a token");
	settled();
}

int main(int argc, char **argv)
{
	unsigned phase, i;
	uint64_t turns = 0;

	seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;
	state = seed * 0x9e3779b97f4a7c15ull;
	context.randReset(2);
	context.randSeed(int(seed));
	top = new Vsmprio(&context);
	for (top->rst_ni = 0, i = 0; i < 4; i++)
		cycle(false);
	top->rst_ni = 1;
	for (phase = 0; phase < 800; phase++) {
		configure();
		for (i = rnd(1500); i; i--)
			cycle(true);
		// From now on nothing changes: an EVEN walk moves one token.
		for (i = 0; i < 40 + WALK * (WARPS + 4); i++)
			cycle(false);
		settled();
		if (rotates() && limit && bits(live & ~(barrier | away)) > limit) {
			uint64_t seen = 0, due = live & ~(barrier | away);

			for (i = 0; i < (WARPS + 2) * (period * 3 / 2 + 4 * WALK); i++) {
				cycle(false);
				seen |= top->held_o;
			}
			if (due & ~seen)
				fail("warps %llx had no turn", (unsigned long long)(due & ~seen));
			turns++;
		}
	}
	token_of_an_access();
	set_that_grows();
	if (grants != given && grants + 1 != given)
		fail("%llu tokens counted, %llu given", (unsigned long long)grants,
		     (unsigned long long)given);
	if (!passed_late)
		fail("no access has passed for those at a barrier");
	if (!access_went)
		fail("no access has waited");
	if (longest < 16)
		fail("no warp has waited at tokacq");
	printf("ok prio.%u: seed %llu, %llu tokens given, %llu phases in which all had their turn, %llu cycles at most without one\n",
	       WARPS, (unsigned long long)seed, (unsigned long long)grants,
	       (unsigned long long)turns, (unsigned long long)most);
	return 0;
}
