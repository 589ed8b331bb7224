// SPDX-License-Identifier: MIT
/*
 * Where do threads that a divergent branch parted meet again, and where is that point announced?
 *
 * A branch meets at its immediate post-dominator inside its innermost loop (at the loop's head if
 * that is the end of the iteration). A loop that threads leave at different times meets at its own
 * post-dominator one level out. With the plain post-dominator of the whole function, an arm that
 * may break would delay the meeting to the end of the loop.
 *
 * A point is announced by SSY on the ways into the region where it may be needed, and met by SYNC
 * (Documentation/concepts/divergence.rst). The queue of a warp holds one token for each point that
 * is announced and not yet met.
 *
 * An announcement that is missing costs time only: threads then stay parted. One too many would
 * make a warp wait for threads that never come, so "announced and not met" is made a property of
 * each place.
 */
#include <stdlib.h>
#include <string.h>

#include "smcc.h"

struct exits {		/* edges by which parted threads leave a level */
	int n, cap;
	struct { int from, to; } *v;
};

/* The function, or the body of a loop without its way back. Loops in it are single components. */
struct level {
	struct func *f;
	struct bits nodes;
	int head;		/* -1: function */
	int depth;
	int *comp, n_comp;
	struct bits *body;	/* of each component */
	bool *is_loop;
	struct graph g;		/* components; the last node is the end of the level */
	int *ipdom;
};

struct scope {		/* the outermost level that uses a block as a meeting point */
	int depth;
	struct bits nodes;
};

/* Of each block; nodes.w is NULL where nobody meets. */
static _Thread_local struct scope *scopes;

/* Lists are short: the depth of loops bounds them. */
static void joinv_add(struct joinv *v, int depth, int block)
{
	v->v = xgrow(v->v, v->n, &v->cap, sizeof(*v->v));
	v->v[v->n++] = (struct join){ depth, block };
}

static bool joinv_has(const struct joinv *v, int block)
{
	for (int i = 0; i < v->n; i++)
		if (v->v[i].block == block)
			return true;
	return false;
}

/* Order is kept, as it is the order of the announcements. */
static void joinv_drop(struct joinv *v, int block)
{
	int kept = 0;

	for (int i = 0; i < v->n; i++)
		if (v->v[i].block != block)
			v->v[kept++] = v->v[i];
	v->n = kept;
}

/* The list of announcements on the edge, which must be there. */
static struct joinv *edge_pre(struct func *f, int from, int to)
{
	for (int k = 0; k < f->b[from]->n_succ; k++)
		if (f->b[from]->succ[k].to == to)
			return &f->b[from]->succ[k].pre;
	die("%s: no edge %d -> %d", f->name, from, to);
}

/* Each edge once. */
static void exits_add(struct exits *e, int from, int to)
{
	for (int i = 0; i < e->n; i++)
		if (e->v[i].from == from && e->v[i].to == to)
			return;
	e->v = xgrow(e->v, e->n, &e->cap, sizeof(*e->v));
	e->v[e->n].from = from;
	e->v[e->n++].to = to;
}

/* Of several levels that use a block the outermost one counts. */
static void use_join(const struct level *l, int block)
{
	if (!scopes[block].nodes.w || l->depth < scopes[block].depth)
		scopes[block] = (struct scope){ l->depth, l->nodes };
}

/* Is the step to @to one within the level, not to the next round? */
static bool inside(const struct level *l, int to)
{
	return bit(l->nodes, to) && to != l->head;
}

/* Components of the level and the graph between them; the end of the level is one more node. */
static void build(struct level *l)
{
	struct func *f = l->f;

	l->comp = xalloc(f->n * sizeof(int));
	l->n_comp = components(f, l->nodes, l->head, l->comp);
	l->body = xalloc(l->n_comp * sizeof(struct bits));
	l->is_loop = xalloc(l->n_comp);
	l->g = graph_new(l->n_comp + 1);
	for (int c = 0; c < l->n_comp; c++)
		l->body[c] = bits_new(f->n);
	for (int v = 0; v < f->n; v++) {
		int c = l->comp[v];

		if (c < 0)
			continue;
		if (bits_any(l->body[c]))
			l->is_loop[c] = true;
		bit_set(&l->body[c], v);
		for (int k = 0; k < f->succ[v].n; k++) {
			int w = f->succ[v].v[k];

			if (w == v && inside(l, w))
				l->is_loop[c] = true;
			if (l->head >= 0 && w == l->head)
				ivec_add(&l->g.succ[c], l->n_comp);
			else if (bit(l->nodes, w) && l->comp[w] != c)
				ivec_add(&l->g.succ[c], l->comp[w]);
		}
		if (l->head < 0 && !f->succ[v].n)
			ivec_add(&l->g.succ[c], l->n_comp);
	}
	l->ipdom = ipdoms(&l->g, l->n_comp);
}

/* The meeting point for component @c as a block, -1: none. A loop serves by its only entry. */
static int meeting_block(const struct level *l, int c)
{
	int j = l->ipdom[c];

	while (j >= 0 && j != l->n_comp && l->is_loop[j]) {
		int entry = -1, n = 0;

		for (int v = 0; v < l->f->n; v++) {
			bool from_outside = false;

			if (!bit(l->body[j], v))
				continue;
			for (int k = 0; k < l->f->pred[v].n; k++)
				from_outside |= l->comp[l->f->pred[v].v[k]] != j;
			if (from_outside) {
				entry = v;
				n++;
			}
		}
		if (n == 1)
			return entry;
		j = l->ipdom[j];
	}
	if (j == l->n_comp)
		return l->head;
	if (j < 0)
		return -1;
	for (int v = 0; v < l->f->n; v++)
		if (bit(l->body[j], v))
			return v;
	return -1;
}

/* All exits from the level that threads may take which start at one of @from and do not
 * pass @stop. */
static void collect_exits(const struct level *l, struct ivec *from, int stop, struct exits *e)
{
	struct bits seen = bits_new(l->f->n);

	for (int i = 0; i < from->n; i++) {
		int y = from->v[i];

		if (y == stop || bit(seen, y))
			continue;
		bit_set(&seen, y);
		for (int k = 0; k < l->f->succ[y].n; k++) {
			int z = l->f->succ[y].v[k];

			if (!bit(l->nodes, z))
				exits_add(e, y, z);
			else if (z != stop && !bit(seen, z))
				ivec_push(from, z);
		}
	}
}

static struct exits do_level(struct func *f, struct bits nodes, int head, int depth);

/* A loop that all threads leave together, or by no divergent branch, has no exits and needs
 * nothing. */
static void do_loop(struct level *l, int c, struct exits *out)
{
	struct func *f = l->f;
	struct exits e = do_level(f, l->body[c], loop_head(f, l->body[c]), l->depth + 1);
	struct ivec from = { 0 };
	int j;

	if (!e.n)
		return;
	j = meeting_block(l, c);
	if (j >= 0) {
		use_join(l, j);
		for (int v = 0; v < f->n; v++)
			for (int k = 0; bit(l->body[c], v) && k < f->pred[v].n; k++)
				if (!bit(l->body[c], f->pred[v].v[k]))
					joinv_add(edge_pre(f, f->pred[v].v[k], v), l->depth, j);
		if (bit(l->body[c], 0))
			joinv_add(&f->pre_entry, l->depth, j);
	}
	for (int i = 0; i < e.n; i++) {
		if (!bit(l->nodes, e.v[i].to))
			exits_add(out, e.v[i].from, e.v[i].to);
		else if (e.v[i].to != l->head)
			ivec_add(&from, e.v[i].to);
	}
	collect_exits(l, &from, j, out);
}

/* A branch of which only one way reaches the end has nobody to wait for. */
static void do_branch(struct level *l, int c, int block, struct exits *out)
{
	struct func *f = l->f;
	struct ivec from = { 0 };
	int j = -1, ways = 0;

	for (int k = 0; k < l->g.succ[c].n; k++) {
		int to = l->g.succ[c].v[k];

		ways += to == l->n_comp || l->ipdom[to] >= 0;
	}
	if (ways >= 2) {
		j = meeting_block(l, c);
		if (j >= 0) {
			use_join(l, j);
			joinv_add(&f->b[block]->pre, l->depth, j);
		}
	}
	for (int k = 0; k < f->succ[block].n; k++) {
		int to = f->succ[block].v[k];

		if (!bit(l->nodes, to))
			exits_add(out, block, to);
		else if (to != l->head)
			ivec_add(&from, to);
	}
	collect_exits(l, &from, j, out);
}

/* Returns the edges by which parted threads leave the level: the level outside has to announce
 * for them. */
static struct exits do_level(struct func *f, struct bits nodes, int head, int depth)
{
	struct level l = { .f = f, .nodes = nodes, .head = head, .depth = depth };
	struct exits out = { 0 };

	build(&l);
	for (int c = 0; c < l.n_comp; c++) {
		int one = -1;

		for (int v = 0; v < f->n; v++)
			if (bit(l.body[c], v))
				one = v;
		if (l.is_loop[c])
			do_loop(&l, c, &out);
		else if (f->b[one]->divergent)
			do_branch(&l, c, one, &out);
	}
	return out;
}

/*
 * Makes "announced and not yet met" a property of each place: the point is announced on the ways
 * into the region from where it may be needed, and not again inside.
 */
static void announce_at_borders(struct func *f, int j)
{
	struct bits nodes = scopes[j].nodes, region = bits_new(f->n), keep = bits_new(f->n);
	struct ivec work = { 0 };
	int depth = scopes[j].depth;

	for (int n = 0; n < f->n; n++) {
		if (!bit(f->reach, n))
			continue;
		if (joinv_has(&f->b[n]->pre, j)) {
			bit_set(&keep, n);
			for (int k = 0; k < f->succ[n].n; k++)
				ivec_push(&work, f->succ[n].v[k]);
		}
		for (int k = 0; k < f->b[n]->n_succ; k++)
			if (joinv_has(&f->b[n]->succ[k].pre, j))
				ivec_push(&work, f->b[n]->succ[k].to);
	}
	if (joinv_has(&f->pre_entry, j))
		ivec_push(&work, 0);
	while (work.n) {
		int y = work.v[--work.n];

		if (y == j || !bit(nodes, y) || bit(region, y))
			continue;
		bit_set(&region, y);
		for (int k = 0; k < f->succ[y].n; k++)
			ivec_push(&work, f->succ[y].v[k]);
	}
	joinv_drop(&f->pre_entry, j);
	for (int n = 0; n < f->n; n++) {
		if (bit(region, n)) {
			joinv_drop(&f->b[n]->pre, j);
			bit_clear(&keep, n);
		}
		for (int k = 0; k < f->b[n]->n_succ; k++)
			joinv_drop(&f->b[n]->succ[k].pre, j);
	}
	for (int v = 0; v < f->n; v++) {
		for (int k = 0; bit(region, v) && k < f->pred[v].n; k++) {
			int p = f->pred[v].v[k];

			if (!bit(region, p) && !bit(keep, p))
				joinv_add(edge_pre(f, p, v), depth, j);
		}
	}
	if (bit(region, 0))
		joinv_add(&f->pre_entry, depth, j);
}

/* May the point @j be announced when @n goes to @to? */
static bool pending_after(struct func *f, const bool *before, int n, int to, int j)
{
	return (before[n] && n != j) || joinv_has(&f->b[n]->pre, j) ||
	       joinv_has(edge_pre(f, n, to), j);
}

/* An edge into @j on which the point may be announced needs a SYNC. */
static void mark_syncs(struct func *f, int j)
{
	bool *before = xalloc(f->n), change = true;

	before[0] = joinv_has(&f->pre_entry, j);
	while (change) {
		change = false;
		for (int n = 0; n < f->n; n++) {
			for (int k = 0; bit(f->reach, n) && k < f->succ[n].n; k++) {
				int to = f->succ[n].v[k];

				if (!before[to] && pending_after(f, before, n, to, j)) {
					before[to] = true;
					change = true;
				}
			}
		}
	}
	for (int k = 0; k < f->pred[j].n; k++) {
		struct block *p = f->b[f->pred[j].v[k]];

		if (!pending_after(f, before, f->pred[j].v[k], j, j))
			continue;
		for (int e = 0; e < p->n_succ; e++)
			if (p->succ[e].to == j)
				p->succ[e].sync = true;
	}
}

/* Instructions of a block before its terminator; enough if there is one that is not plain
 * arithmetic */
static int block_size(const struct block *b)
{
	int n = 0;

	for (int k = 0; k < b->n; k++)
		n += b->ins[k].kind == OP_ALU && !b->ins[k].inline_asm ? 1
		     : b->ins[k].kind == OP_RAW			       ? 0
								       : 100;
	return n;
}

/* At @to it is the announcement of @to's depth, once. */
static void rename_join(struct joinv *v, int from, int to)
{
	bool there = to >= 0 && joinv_has(v, to);

	for (int i = 0; i < v->n; i++)
		if (v->v[i].block == from && to >= 0 && !there)
			v->v[i] = (struct join){ scopes[to].depth, to };
	joinv_drop(v, from);
}

/* Those that were to meet at @from meet at @to, or (-1) nowhere. */
static void replace_join(struct func *f, int from, int to)
{
	rename_join(&f->pre_entry, from, to);
	for (int n = 0; n < f->n; n++) {
		rename_join(&f->b[n]->pre, from, to);
		for (int k = 0; k < f->b[n]->n_succ; k++)
			rename_join(&f->b[n]->succ[k].pre, from, to);
	}
	scopes[from] = (struct scope){ 0 };
}

/*
 * Meeting costs two instructions and a wait. It does not pay where only the end of the thread
 * follows, and where the threads meet again after no more than one instruction.
 */
static void drop_cheap_joins(struct func *f)
{
	struct bits heads = bits_new(f->n);
	struct loopv loops = find_loops(f);
	bool change = true;

	for (int i = 0; i < loops.n; i++)
		bit_set(&heads, loops.v[i].head);
	while (change) {
		change = false;
		for (int j = 0; j < f->n; j++) {
			const struct block *b = f->b[j];
			int to = b->n_succ == 1 ? b->succ[0].to : -1;

			if (!scopes[j].nodes.w || block_size(b) > 1 || bit(heads, j))
				continue;
			if (b->has_term && b->term.kind == OP_EXIT && !block_size(b))
				replace_join(f, j, -1);
			else if (to >= 0 && !bit(heads, to) && !b->yield && scopes[to].nodes.w &&
				 scopes[to].depth <= scopes[j].depth)
				replace_join(f, j, to);
			else
				continue;
			change = true;
		}
	}
}

static _Thread_local int *to_end;	/* steps along the post-dominators */

/* At one depth the point that is farther from the end was needed first. */
static int outer_first(const void *a, const void *b)
{
	const struct join *x = a, *y = b;

	if (x->depth != y->depth)
		return x->depth - y->depth;
	return to_end[x->block] - to_end[y->block];
}

/* Outer points are announced first, so that they lie below the inner ones. */
static void sort(struct joinv *v)
{
	if (v->n > 1)
		qsort(v->v, v->n, sizeof(*v->v), outer_first);
}

/* Needs the function linked and find_divergent() done; leaves lists of announcements and marks
 * on edges, which emit.c writes. */
void place_joins(struct func *f)
{
	int *ipdom = func_ipdoms(f);

	scopes = xalloc(f->n * sizeof(*scopes));
	to_end = xalloc(f->n * sizeof(int));
	do_level(f, f->reach, -1, 0);
	drop_cheap_joins(f);
	for (int j = 0; j < f->n; j++)
		if (scopes[j].nodes.w)
			announce_at_borders(f, j);
	for (int j = 0; j < f->n; j++) {
		if (scopes[j].nodes.w)
			mark_syncs(f, j);
		for (int n = j; n >= 0 && n < f->n; n = ipdom[n])
			to_end[j]++;
	}
	sort(&f->pre_entry);
	for (int n = 0; n < f->n; n++) {
		sort(&f->b[n]->pre);
		for (int k = 0; k < f->b[n]->n_succ; k++)
			sort(&f->b[n]->succ[k].pre);
	}
}
