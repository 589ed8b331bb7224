// SPDX-License-Identifier: MIT
/*
 * Post-dominators, strongly connected parts, loops.
 *
 * Nodes are blocks, or parts of a loop in reconverge.c. All functions take what can be reached for
 * granted; what cannot has no edges.
 *
 * Functions of programs have some hundreds of blocks, so the simple forms of the algorithms do.
 * Recursion is as deep as a function has blocks.
 */
#include "smcc.h"

struct graph graph_new(int n)
{
	return (struct graph){ n, xalloc(n * sizeof(struct ivec)) };
}

/* Recursion as deep as the longest way without repetition. */
static void post_order(const struct ivec *pred, int node, struct bits *seen, struct ivec *order)
{
	bit_set(seen, node);
	for (int k = 0; k < pred[node].n; k++)
		if (!bit(*seen, pred[node].v[k]))
			post_order(pred, pred[node].v[k], seen, order);
	ivec_push(order, node);
}

/* Immediate post-dominators; -1 for nodes from which the sink is not reached, and for the sink.
 * Cooper, Harvey, Kennedy: "A simple, fast dominance algorithm", on the graph turned round. */
int *ipdoms(const struct graph *g, int sink)
{
	struct ivec *pred = xalloc(g->n * sizeof(*pred)), order = { 0 };
	int *num = xalloc(g->n * sizeof(int)), *dom = xalloc(g->n * sizeof(int));
	struct bits seen = bits_new(g->n);
	bool change = true;

	for (int i = 0; i < g->n; i++) {
		dom[i] = -1;
		for (int k = 0; k < g->succ[i].n; k++)
			ivec_add(&pred[g->succ[i].v[k]], i);
	}
	post_order(pred, sink, &seen, &order);
	for (int i = 0; i < order.n; i++)
		num[order.v[i]] = i;
	dom[sink] = sink;
	while (change) {
		change = false;
		for (int i = order.n - 2; i >= 0; i--) {
			int node = order.v[i], best = -1;

			for (int k = 0; k < g->succ[node].n; k++) {
				int a = g->succ[node].v[k], b = best;

				if (!bit(seen, a) || dom[a] < 0)
					continue;
				/* Numbers grow towards the sink, so the one that is farther away
				 * goes on. */
				while (b >= 0 && a != b) {
					while (num[a] < num[b])
						a = dom[a];
					while (num[b] < num[a])
						b = dom[b];
				}
				best = a;
			}
			if (best != dom[node]) {
				dom[node] = best;
				change = true;
			}
		}
	}
	dom[sink] = -1;
	return dom;
}

/* Blocks without a way out lead to the sink. */
int *func_ipdoms(const struct func *f)
{
	struct graph g = graph_new(f->n + 1);

	for (int i = 0; i < f->n; i++) {
		if (!bit(f->reach, i))
			continue;
		for (int k = 0; k < f->succ[i].n; k++)
			ivec_push(&g.succ[i], f->succ[i].v[k]);
		if (!f->succ[i].n)
			ivec_push(&g.succ[i], f->n);
	}
	return ipdoms(&g, f->n);
}

/* Tarjan's algorithm for strongly connected parts, while it runs. */
struct tarjan {
	const struct func *f;
	struct bits nodes, on;
	int head, next, count;
	int *index, *low, *comp;
	struct ivec stack;
};

/* A part is complete when its first node has been left. */
static void connect(struct tarjan *t, int v)
{
	int w;

	t->index[v] = t->low[v] = ++t->next;
	ivec_push(&t->stack, v);
	bit_set(&t->on, v);
	for (int k = 0; k < t->f->succ[v].n; k++) {
		w = t->f->succ[v].v[k];
		/* Edges into the head are the loop's own, which this level does not have. */
		if (!bit(t->nodes, w) || w == t->head)
			continue;
		if (!t->index[w]) {
			connect(t, w);
			if (t->low[w] < t->low[v])
				t->low[v] = t->low[w];
		} else if (bit(t->on, w) && t->index[w] < t->low[v]) {
			t->low[v] = t->index[w];
		}
	}
	if (t->low[v] != t->index[v])
		return;
	do {
		w = t->stack.v[--t->stack.n];
		bit_clear(&t->on, w);
		t->comp[w] = t->count;
	} while (w != v);
	t->count++;
}

/* Parts are numbered by their first block, so that the same program gives the same assembly. */
int components(const struct func *f, struct bits nodes, int head, int *comp)
{
	struct tarjan t = { .f = f,
			    .nodes = nodes,
			    .head = head,
			    .on = bits_new(f->n),
			    .index = xalloc(f->n * sizeof(int)),
			    .low = xalloc(f->n * sizeof(int)),
			    .comp = comp };
	int *order, n = 0;

	for (int v = 0; v < f->n; v++)
		comp[v] = -1;
	for (int v = 0; v < f->n; v++)
		if (bit(nodes, v) && !t.index[v])
			connect(&t, v);
	order = xalloc((t.count + 1) * sizeof(int));
	for (int c = 0; c < t.count; c++)
		order[c] = -1;
	for (int v = 0; v < f->n; v++) {
		if (comp[v] < 0)
			continue;
		if (order[comp[v]] < 0)
			order[comp[v]] = n++;
		comp[v] = order[comp[v]];
	}
	return t.count;
}

/* The entry of a loop that is also reached from inside; of several (not reducible) the first. */
int loop_head(const struct func *f, struct bits body)
{
	int first = -1, entry = -1;

	for (int v = 0; v < f->n; v++) {
		bool outside = v == 0, inside = false;

		if (!bit(body, v))
			continue;
		if (first < 0)
			first = v;
		for (int k = 0; k < f->pred[v].n; k++) {
			if (bit(body, f->pred[v].v[k]))
				inside = true;
			else
				outside = true;
		}
		if (outside && inside)
			return v;
		if (outside && entry < 0)
			entry = v;
	}
	return entry >= 0 ? entry : first;
}

/* A loop is found before those inside it. */
static void find_in(const struct func *f, struct bits nodes, int head, struct loopv *out)
{
	int *comp = xalloc(f->n * sizeof(int));
	int n = components(f, nodes, head, comp);

	for (int c = 0; c < n; c++) {
		struct bits body = bits_new(f->n);
		int one = -1;

		for (int v = 0; v < f->n; v++) {
			if (comp[v] == c) {
				bit_set(&body, v);
				one = v;
			}
		}
		if (bits_count(body) == 1 && (!ivec_has(&f->succ[one], one) || one == head))
			continue;
		out->v = xgrow(out->v, out->n, &out->cap, sizeof(*out->v));
		out->v[out->n++] = (struct loop){ body, loop_head(f, body) };
		find_in(f, body, loop_head(f, body), out);
	}
}

/* Also loops with several entries; nested ones are in the list of their own. */
struct loopv find_loops(const struct func *f)
{
	struct loopv out = { 0 };

	find_in(f, f->reach, -1, &out);
	return out;
}
