// SPDX-License-Identifier: MIT
/*
 * At which branches can threads of a warp disagree?
 *
 * Each register and spill slot has a level in each place: the same for the whole launch, the same
 * in all threads that are active together, or different. Where ways that a divergent branch has
 * split come together, everything written on them is different. The hardware checks every branch
 * anyhow: a mistake here costs a meeting point, never a result.
 *
 * It is the classic analysis of divergence, forward over registers and slots. The answer must err
 * on the side of "different" to be of use, and it may.
 *
 * Levels only rise and facts about memory only grow, so the analysis ends. Blocks that nothing
 * reaches have no values, and their branches are left alone.
 */
#include <string.h>

#include "smcc.h"

/* Ordered: of two that meet the greater one counts. As the report names them: "the same for the
 * whole launch", "in all threads active together". */
enum level { LAUNCH, TOGETHER, DIFFERENT };

/* What is known of one variable at one place. */
struct val {
	uint8_t level;
	const char *why;	/* DIFFERENT: a source of that */
	/* may be an address in local memory, whose contents are each thread's own */
	bool local;
	int64_t def;	/* which definition, to see where two meet */
};

/* Everything that one run over a function needs; memory of the compile. */
struct state {
	const struct func *f;
	struct val **in, **out;
	bool *known;
	struct bits *forced;	/* different at the start of the block */
	const char **forced_by;
	struct bits *written;	/* anywhere in the block */
	int64_t *first;		/* number of the block's first instruction, for val.def */
	int64_t n_ins;
	int *ipdom;
};

/* By number, as in hw/isa. A register that is not known is taken to differ. */
static uint8_t csr_level(int csr)
{
	if (csr >= 0xcc3 && csr <= 0xccc)
		return LAUNCH;
	/* What is set once for a warp is LAUNCH. Clocks, float flags and the active mask change
	 * while it runs. */
	switch (csr) {
	case 0xcce: case 0xccf: case 0xcd0: case 0xcd2:
		return LAUNCH;
	case 1:
	case 2:
	case 3:
	case 0xc00:
	case 0xc01:
	case 0xc02:
	case 0xc80:
	case 0xc81:
	case 0xc82:
	case 0xcd1: return TOGETHER;
	}
	return DIFFERENT;
}

static uint8_t max_level(uint8_t a, uint8_t b)
{
	return a > b ? a : b;
}

/* What @i does to @v; @id is the number of the definition. */
static void step(const struct insn *i, struct val *v, int64_t id)
{
	const char *why = NULL;
	uint8_t level = LAUNCH;
	bool local = false;

	for (int r = 1; r < 32; r++) {
		if (i->use >> r & 1) {
			if (v[r].level == DIFFERENT)
				why = v[r].why;
			level = max_level(level, v[r].level);
			local |= v[r].local;
		}
	}
	switch (i->kind) {
	case OP_LOAD:
		if (i->slot >= 0) {
			level = v[i->slot].level;
			local = v[i->slot].local;
			why = v[i->slot].why;
		} else {
			if (local)
				why = "a value in the thread's own memory";
			level = local ? DIFFERENT : max_level(level, TOGETHER);
			local = false;
		}
		break;
	case OP_STORE:
		if (i->slot >= 0) {
			int r = __builtin_ctz(i->use & ~(1u << REG_SP) ? i->use & ~(1u << REG_SP)
								       : 1u);

			v[i->slot] = (struct val){ r ? v[r].level : LAUNCH, r ? v[r].why : NULL,
						    r && v[r].local, id };
		}
		return;
	case OP_AMO: case OP_CALL: case OP_SHFL:
		level = DIFFERENT;
		why = i->kind == OP_AMO	   ? "the result of an atomic"
		      : i->kind == OP_CALL ? "the result of a call"
					   : "the result of a shuffle";
		local = i->kind == OP_CALL;
		break;
	case OP_VOTE:
		/* A vote gives each thread that takes part the same answer. */
		level = TOGETHER;
		break;
	case OP_CSR:
		level = csr_level(i->csr);
		why = i->csr >= 0xcc0 && i->csr <= 0xcc2 ? "the thread index"
							 : "a register of the thread";
		/* It is the stack's address, in memory that is each thread's own. */
		local = i->csr == 0xcd0;
		break;
	default:
		break;
	}
	for (int r = 1; r < 32; r++)
		if (i->def >> r & 1 && r != REG_SP)
			v[r] = (struct val){ level, level == DIFFERENT ? why : NULL, local, id };
}

/* From the values at its start to those at its end. */
static void run_block(struct state *s, int n)
{
	const struct block *b = s->f->b[n];
	struct val *v = s->out[n];

	memcpy(v, s->in[n], s->f->n_vars * sizeof(*v));
	for (int r = 0; r < s->f->n_vars; r++)
		if (bit(s->forced[n], r))
			v[r] = (struct val){ DIFFERENT, s->forced_by[n], v[r].local,
					      -2 - (int64_t)n * s->f->n_vars - r };
	for (int k = 0; k < b->n; k++)
		step(&b->ins[k], v, s->first[n] + k);
	if (b->yield)	/* threads of different iterations may go on together */
		for (int r = 0; r < s->f->n_vars; r++)
			if (v[r].level == TOGETHER) {
				v[r].level = DIFFERENT;
				v[r].why = "a value of another iteration, after a YIELD";
			}
}

/* Where two definitions meet, threads may have come by either: the value is not the same for the
 * whole launch any more. Returns whether @to changed. */
static bool merge(struct state *s, int from, int to)
{
	bool change = false;

	if (!s->known[to]) {
		memcpy(s->in[to], s->out[from], s->f->n_vars * sizeof(struct val));
		s->known[to] = true;
		return true;
	}
	for (int r = 0; r < s->f->n_vars; r++) {
		struct val *a = &s->in[to][r], *b = &s->out[from][r], m = *a;

		m.level = max_level(a->level, b->level);
		/* The first reason that was found stays: reports do not change from run to run. */
		if (a->level != DIFFERENT)
			m.why = b->why;
		m.local |= b->local;
		/* Threads that came by different ways have different definitions, even if both are
		 * uniform. */
		if (a->def != b->def) {
			m.level = max_level(m.level, TOGETHER);
			m.def = s->n_ins + (int64_t)to * s->f->n_vars + r;
		}
		if (m.level != a->level || m.local != a->local || m.def != a->def) {
			*a = m;
			change = true;
		}
	}
	return change;
}

/* From the entry on, until nothing changes. */
static void propagate(struct state *s)
{
	const struct func *f = s->f;
	struct bits queued = bits_new(f->n);
	struct ivec work = { 0 };

	memset(s->known, 0, f->n * sizeof(bool));
	/* The entry has no block before it. */
	s->known[0] = true;
	for (int r = 0; r < f->n_vars; r++) {
		/* A kernel's registers come from its launch; those of a function from a thread. */
		bool fixed = r == 0 || r == REG_SP || f->kernel;

		s->in[0][r] = (struct val){ fixed ? LAUNCH : DIFFERENT,
					     fixed ? NULL : "what the function was called with",
					     r == REG_SP, -1 };
	}
	ivec_push(&work, 0);
	while (work.n) {
		int n = work.v[--work.n];

		bit_clear(&queued, n);
		run_block(s, n);
		for (int k = 0; k < f->succ[n].n; k++) {
			int to = f->succ[n].v[k];

			if (merge(s, n, to) && !bit(queued, to)) {
				bit_set(&queued, to);
				ivec_push(&work, to);
			}
		}
	}
}

/* Blocks from @from on that do not pass @stop. */
static struct bits reach_from(const struct func *f, int from, int stop)
{
	struct bits r = bits_new(f->n);
	struct ivec work = { 0 };

	if (from == stop)
		return r;
	bit_set(&r, from);
	ivec_push(&work, from);
	while (work.n) {
		int y = work.v[--work.n];

		for (int k = 0; k < f->succ[y].n; k++) {
			int z = f->succ[y].v[k];

			if (z != stop && !bit(r, z)) {
				bit_set(&r, z);
				ivec_push(&work, z);
			}
		}
	}
	return r;
}

/* What the divergent branch @n makes different: all that is written between it and its meeting
 * point. */
static bool force(struct state *s, int n)
{
	static const char after[] = "a value written on ways that a divergent branch parted";
	const struct func *f = s->f;
	int join = s->ipdom[n];
	struct bits arm[2], written = bits_new(f->n_vars);
	bool change = false;

	/* A branch has two ways. What both reach is where threads come together. */
	for (int k = 0; k < 2; k++)
		arm[k] = reach_from(f, f->succ[n].v[k], join);
	for (int y = 0; y < f->n; y++)
		if (bit(arm[0], y) || bit(arm[1], y))
			bits_or(&written, s->written[y]);
	if (join >= 0 && join < f->n) {
		change |= bits_or(&s->forced[join], written);
		s->forced_by[join] = after;
	}
	for (int y = 0; y < f->n; y++) {
		int ways = 0;

		if (!bit(arm[0], y) || !bit(arm[1], y))
			continue;
		for (int k = 0; k < f->pred[y].n; k++) {
			int p = f->pred[y].v[k];

			ways += p == n || bit(arm[0], p) || bit(arm[1], p);
		}
		if (ways >= 2) {
			change |= bits_or(&s->forced[y], written);
			s->forced_by[y] = after;
		}
	}
	return change;
}

/* Marks a divergent branch; returns why it is one, or what its threads have in common. */
static const char *judge(struct block *b, const struct val *v)
{
	uint8_t level = LAUNCH;

	for (int r = 1; r < 32; r++) {
		if (!(b->term.use >> r & 1))
			continue;
		level = max_level(level, v[r].level);
		if (v[r].level == DIFFERENT) {
			b->divergent = true;
			return v[r].why ? v[r].why : "an unknown value";
		}
	}
	return level == LAUNCH ? "the same for the whole launch"
			       : "the same in all threads active together";
}

/* A branch that diverges makes more values different, and so more branches: repeated until none
 * is added. */
void find_divergent(struct func *f, bool all)
{
	struct state s = { .f = f,
			   .in = xalloc(f->n * sizeof(void *)),
			   .out = xalloc(f->n * sizeof(void *)),
			   .known = xalloc(f->n),
			   .forced = xalloc(f->n * sizeof(struct bits)),
			   .written = xalloc(f->n * sizeof(struct bits)),
			   .forced_by = xalloc(f->n * sizeof(char *)),
			   .first = xalloc(f->n * sizeof(int64_t)),
			   .ipdom = func_ipdoms(f) };
	bool change = true;

	for (int n = 0; n < f->n; n++) {
		s.in[n] = xalloc(f->n_vars * sizeof(struct val));
		s.out[n] = xalloc(f->n_vars * sizeof(struct val));
		s.forced[n] = bits_new(f->n_vars);
		s.written[n] = bits_new(f->n_vars);
		s.first[n] = s.n_ins;
		s.n_ins += f->b[n]->n;
		for (int k = 0; k < f->b[n]->n; k++) {
			const struct insn *i = &f->b[n]->ins[k];

			for (int r = 1; r < 32; r++)
				if (i->def >> r & 1)
					bit_set(&s.written[n], r);
			if (i->slot >= 0 && i->kind == OP_STORE)
				bit_set(&s.written[n], i->slot);
		}
		f->b[n]->divergent = all && bit(f->reach, n) && f->succ[n].n > 1;
		f->b[n]->why = "-fall-divergent";
	}
	while (change && !all) {
		change = false;
		propagate(&s);
		for (int n = 0; n < f->n; n++) {
			if (!bit(f->reach, n) || f->succ[n].n < 2)
				continue;
			f->b[n]->why = judge(f->b[n], s.out[n]);
			if (f->b[n]->divergent)
				change |= force(&s, n);
		}
	}
}
