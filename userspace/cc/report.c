// SPDX-License-Identifier: MIT
/*
 * --report-divergence: what the pass did at each branch, where in the source, and why.
 *
 * The format is one line for each fact, with the place first, as compilers write it. Tools may read
 * it, so each line is whole by itself.
 */
#include "smcc.h"

/* Of code that has no line in the source. */
static const char *place(const char *loc)
{
	return loc ? loc : "(no line)";
}

/* Appends to the line that is being written. */
static void report_announced(const struct func *f, const struct joinv *pre, const char *where,
			     FILE *out)
{
	for (int i = 0; i < pre->n; i++)
		fprintf(out, "; SSY %s for the meeting point %s", where,
			place(f->b[pre->v[i].block]->loc));
}

/* One line for each branch that can be reached. */
static void report_branch(const struct func *f, const struct block *b, FILE *out)
{
	fprintf(out, "%s: %s: branch ", place(b->term_loc), f->name);
	if (!b->why)
		/* The pass that sets @why has not run. */
		fputs("not analysed (-fno-divergence)", out);
	else if (b->divergent)
		fprintf(out, "may diverge: depends on %s", b->why);
	else
		fprintf(out, "uniform, nothing inserted for it: its condition is %s", b->why);
	report_announced(f, &b->pre, "before it", out);
	for (int k = 0; k < b->n_succ; k++)
		report_announced(f, &b->succ[k].pre,
				 b->succ[k].kind == EDGE_TAKEN ? "on the taken way"
							       : "on the way that falls through",
				 out);
	fputc('\n', out);
}

/* What stands on the edges: YIELD, SYNC, and announcements that no branch has. */
static void report_ways(const struct func *f, const struct block *b, FILE *out)
{
	bool branch = b->has_term && b->term.kind == OP_BRANCH;

	if (b->yield)
		fprintf(out,
			"%s: %s: YIELD where the loop goes round: it may wait for another thread\n",
			place(f->b[b->succ[0].to]->loc), f->name);
	for (int k = 0; k < b->n_succ; k++) {
		const struct edge *e = &b->succ[k];

		if (!branch && e->pre.n) {
			fprintf(out,
				"%s: %s: on the way into a loop that threads may leave at different times",
				place(b->loc), f->name);
			report_announced(f, &e->pre, "here", out);
			fputc('\n', out);
		}
		if (e->sync)
			fprintf(out,
				"%s: %s: SYNC to the meeting point %s: threads may be parted here\n",
				place(b->term_loc ? b->term_loc : b->loc), f->name,
				place(f->b[e->to]->loc));
	}
}

/* After all passes, as it reads their marks. Ends with a sum for each function. */
void unit_report(const struct unit *u, FILE *out)
{
	for (int i = 0; i < u->n_items; i++) {
		const struct func *f = u->items[i].func;
		int branches = 0, divergent = 0;

		if (!f)
			continue;
		for (int n = 0; n < f->n; n++) {
			branches += bit(f->reach, n) && f->succ[n].n > 1;
			divergent += f->b[n]->divergent;
		}
		for (int n = 0; n < f->n; n++) {
			if (!bit(f->reach, n))
				continue;
			if (f->succ[n].n > 1)
				report_branch(f, f->b[n], out);
			report_ways(f, f->b[n], out);
		}
		if (f->pre_entry.n) {
			fprintf(out, "%s: %s: entry", place(f->b[0]->loc), f->name);
			report_announced(f, &f->pre_entry, "here", out);
			fputc('\n', out);
		}
		fprintf(out,
			"%s%s: %d branches, %d may diverge; %d loops, %d may wait for another thread; %d SSY, %d SYNC; frame %d bytes\n",
			f->kernel ? "kernel " : "", f->name, branches, divergent, f->loops,
			f->yields, f->pres, f->syncs, f->frame);
	}
}
