// SPDX-License-Identifier: MIT
// smfe_textile among warps that wait, issue, end and stop at random. What is checked, of each
// admission and each issue: the warp's position, which this bench counts itself, is the grant; the
// grant changes only when no warp holds it, or when the watched warp's time is over, and then the
// next grant is that of a warp whose time is over; a free grant with stay set goes to the same
// tile; no warp waits longer than a timeout for each warp of the SM; further parts of a sample
// neither wait for a grant nor count. And which warps are at tile and phase of the grant.
// Arguments: cycles, seed.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <set>

#include "Vsmfe_textile.h"
#include "fields.h"
#include "verilated.h"

#define ISSUE_MOST 24u	// cycles from an admission to the issue, at most
#define CHANGE 12u	// from a free grant to the next one

static uint64_t state;

static uint32_t below(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)((state >> 16) % n);
}

struct warp {
	bool lives, stopped, want, ready, closed;	// closed: it is admitted and has not issued
	unsigned tile, phase, tex, rest, waited, pause, still; // still: cycles since its position
							       // changed
	unsigned parts, known, free; // of its sample that are left; cycles until the unit is told
				     // of one that waits, and since
};

static Vsmfe_textile *top;
static struct warp warps[WARPS];
static unsigned long at;
static const char *name;
static unsigned long grants, timeouts, issues, kept, nears, freed;

static void cycle(void)
{
	top->clk_i = 0;
	top->eval();
	top->clk_i = 1;
	top->eval();
}

// As position_t
static unsigned position(const struct warp *w)
{
	return FIELD_BITS(w->tile, POSITION_TILE) | FIELD_BITS(w->phase, POSITION_PHASE) |
	       FIELD_BITS(w->tex, POSITION_TEX);
}

static bool holds(const struct warp *w)
{
	return w->lives && !w->stopped;
}

static bool wrong(const char *what, unsigned w)
{
	printf("not ok textile.%s: cycle %lu: warp %u: %s\n", name, at, w, what);
	return false;
}

// The grant as of the cycle before
static bool valid(void) { return field_get(top->dbg_o, TEXTILE_VIEW_VALID); }
static unsigned grant(void) { return unsigned(field_get(top->dbg_o, TEXTILE_VIEW_GRANT)); }
static unsigned tile(unsigned position) { return unsigned(field_of(position, POSITION_TILE)); }
static unsigned phase(unsigned position) { return unsigned(field_of(position, POSITION_PHASE)); }

struct plan {
	unsigned mode, stay, timeout, tiles, stop, loiter; // loiter: of so many rests one is long
};

static bool run(const char *what, const struct plan &p, unsigned long cycles)
{
	unsigned old = 0, free_for = 0, settled = 0;
	bool had = false;
	uint64_t held_before = 0;
	std::set<unsigned> late, late_before;	// positions of warps that have waited for a timeout
	unsigned long broken = 0;		// the cycle in which a grant was broken, 0: none

	name = what;
	grants = timeouts = issues = kept = nears = freed = 0;
	for (unsigned i = 0; i < WARPS; i++)
		warps[i] = {};
	top->rst_ni = 0;
	top->mode_i = p.mode;
	top->stay_i = p.stay;
	top->timeout_i = p.timeout;
	top->start_valid_i = 0;
	top->issued_i = 0;
	top->want_i = 0;
	top->further_i = 0;
	top->holds_i = 0;
	for (unsigned i = 0; i < 4; i++)
		cycle();
	top->rst_ni = 1;
	for (at = 0; at < cycles; at++) {
		uint64_t want = 0, further = 0, alive = 0, held = 0, go = (uint64_t)top->go_o;
		unsigned starts = below(WARPS), pod;

		// What the unit says as of the cycle before
		for (unsigned i = 0; i < WARPS; i++) {
			struct warp *w = &warps[i];

			if (!(go >> i & 1) || !w->want)
				continue;
			if (p.mode && (!valid() || grant() != position(w)) &&
			    !(w->parts && w->free))
				return wrong("it is admitted at another position than the grant",
					     i);
			freed += w->parts && w->free;
			w->want = false;
			w->free = 0;
			w->closed = true;
			w->rest = below(4) ? below(4) : below(ISSUE_MOST);
			w->waited = 0;
		}
		grants += top->ev_grant_o;
		timeouts += top->ev_timeout_o;
		if (top->ev_timeout_o && !p.timeout)
			return wrong("a grant was broken without a timeout", 0);
		if (valid() && had && grant() != old) {
			if (held_before && !settled)
				return wrong(
					"the grant was taken while a warp held it, and no warp's time was over",
					0);
			if (p.stay && !settled && tile(grant()) != tile(old)) {
				for (unsigned i = 0; i < WARPS; i++)
					if (warps[i].want && warps[i].waited > CHANGE &&
					    warps[i].tile == tile(old))
						return wrong(
							"the grant left its tile, where this warp waited",
							i);
			} else if (tile(grant()) == tile(old)) {
				kept++;
			}
		}
		had = valid();
		old = grant();
		if (top->ev_timeout_o)
			broken = at;
		if (broken && at == broken + 2) {	// the debug view shows the next grant
			if (!late.count(old) && !late_before.count(old))
				return wrong("a grant was broken for a warp whose time is not over",
					     0);
			broken = 0;
		}
		settled = top->ev_timeout_o ? 4 : settled ? settled - 1 : 0;

		// Warps
		top->issued_i = 0;
		top->start_valid_i = 0;
		for (unsigned i = 0; i < WARPS; i++) {
			struct warp *w = &warps[i];

			pod = i % 2;
			w->pause += !w->lives;
			if (!w->lives && i == starts && w->pause > 8) {
				*w = { .lives = true,
				       .stopped = false,
				       .want = false,
				       .ready = false,
				       .closed = false,
				       .tile = i / 4 % p.tiles,
				       .phase = 0,
				       .tex = 0,
				       .rest = 3 + below(20),
				       .waited = 0,
				       .pause = 0,
				       .still = 0,
				       .parts = 0,
				       .known = 0,
				       .free = 0 };
				top->start_valid_i = 1;
				top->start_warp_i = i;
				top->start_tile_i = w->tile;
				continue;
			}
			if (!w->lives)
				continue;
			if (!below(w->stopped ? 400 : 20000)) {
				*w = {};
				continue;
			}
			if (p.stop && !below(p.stop))
				w->stopped = true;
			if (w->stopped) {
				w->want = w->closed = false;
				continue;
			}
			w->waited += w->want;
			if (w->rest) {
				w->rest--;
			} else if (w->closed && !(top->issued_i >> pod & 1)) {
				bool counts = !w->parts, phase = w->tex == 4;

				if (p.mode && counts && (!valid() || grant() != position(w)))
					return wrong("it issues at another position than the grant",
						     i);
				top->issued_i |= 1u << pod;
				field_put(top->issued_warp_i, NTH(pod, WARP_WHOLE), i);
				top->issued_phase_i = (top->issued_phase_i & ~(1u << pod)) |
						      (unsigned)phase << pod;
				top->issued_counts_i = (top->issued_counts_i & ~(1u << pod)) |
						       (unsigned)counts << pod;
				if (counts) {
					w->phase = (w->phase + phase) % 32;
					w->tex = phase ? 0 : (w->tex + 1) % 8;
					w->parts = below(4) ? 0 : 1 + below(3);
					w->still = 0;
				} else {
					w->parts--;
				}
				w->known = below(9);
				w->closed = false;
				w->rest = p.loiter && !below(p.loiter) ? below(2000)
					  : below(3)		       ? below(40)
								       : 0;
				issues++;
			} else if (!w->closed) {
				w->want = true;
			}
			if (w->want && w->parts) {
				if (w->known)
					w->known--;
				else if (++w->free > CHANGE)
					return wrong("a further part of a sample waits", i);
			}
			if (p.timeout && w->waited > WARPS * (p.timeout + ISSUE_MOST + CHANGE))
				return wrong("it waits longer than a timeout for each warp", i);
			if (!p.mode && w->waited > CHANGE)
				return wrong("it waits without grants", i);
		}
		for (unsigned i = 0; i < WARPS; i++) {
			want |= (uint64_t)warps[i].want << i;
			further |= (uint64_t)(warps[i].want && warps[i].free) << i;
			alive |= (uint64_t)holds(&warps[i]) << i;
			if (holds(&warps[i]) && valid() && position(&warps[i]) == old)
				held |= 1ull << i;
		}
		if (!broken) {
			late_before = late;
			late.clear();
			for (unsigned i = 0; i < WARPS; i++)
				if (warps[i].want && p.timeout && warps[i].waited >= p.timeout)
					late.insert(position(&warps[i]));
		}
		// Three cycles pass from an issue to the comparison: a holder counts while it has
		// been one all that time.
		held_before = held && held == held_before ? held : held & held_before;
		free_for = want && !held ? free_for + 1 : 0;
		if (p.mode && free_for > 2 * CHANGE) {
			bool old_waiter = false;

			for (unsigned i = 0; i < WARPS; i++)
				old_waiter |= warps[i].want && warps[i].waited > 2 * CHANGE;
			if (old_waiter)
				return wrong("the grant is free and a warp waits", 0);
		}
		top->want_i = want;
		top->further_i = further;
		top->holds_i = alive;
		top->dbg_warp_i = at % WARPS;
		cycle();
		for (unsigned i = 0; i < WARPS; i++) {
			const bool near = valid() && warps[i].tile == tile(grant()) &&
					  warps[i].phase == phase(grant());

			// Three cycles pass from an issue to the comparison.
			if (warps[i].lives && ++warps[i].still > 3 &&
			    (top->near_o >> i & 1) != near)
				return wrong(near ? "it is at tile and phase of the grant"
						  : "it is not at tile and phase of the grant",
					     i);
			nears += near && warps[i].lives && position(&warps[i]) != grant();
		}
		const struct warp *w = &warps[at % WARPS];

		if (w->want && w->waited > 4 &&
		    field_get(top->dbg_o, TEXTILE_VIEW_POSITION) != position(w))
			return wrong("its position is another one", at % WARPS);
		if (w->want && w->waited > 4 && !(go >> at % WARPS & 1) && !top->go_o &&
		    !field_get(top->dbg_o, TEXTILE_VIEW_WAITS) &&
		    !field_get(top->dbg_o, TEXTILE_VIEW_ADMITTED))
			return wrong("it waits, and the debug view says nothing of it", at % WARPS);
	}
	if (!issues || (p.mode && (!grants || !nears || !freed))) {
		printf("not ok textile.%s: %lu issues, %lu grants, %lu further parts\n", name,
		       issues, grants, freed);
		return false;
	}
	printf("ok textile.%s: %lu issues, %lu grants, %lu of the same tile as before, %lu after a timeout\n",
	       name, issues, grants, kept, timeouts);
	return true;
}

int main(int argc, char **argv)
{
	unsigned long cycles = argc > 1 ? strtoul(argv[1], nullptr, 0) : 100000;
	bool ok = true;

	state = (argc > 2 ? strtoull(argv[2], nullptr, 0) : 1) * 0x9e3779b97f4a7c15ull + 1;
	top = new Vsmfe_textile;
	ok = ok && run("off", { 0, 0, 100, 4, 0, 0 }, cycles);
	ok = ok && run("one_tile", { 1, 0, 1000, 1, 0, 0 }, cycles);
	ok = ok && run("tiles", { 1, 0, 2000, 4, 20000, 50 }, cycles);
	ok = ok && run("stay", { 3, 1, 2000, 4, 20000, 50 }, cycles);
	ok = ok && run("timeouts", { 2, 0, 60, 6, 20000, 10 }, cycles);
	ok = ok && timeouts;
	ok = ok && run("patient", { 1, 1, 0, 4, 0, 50 }, cycles);
	return !ok;
}
