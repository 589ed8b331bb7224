// SPDX-License-Identifier: MIT
/*
 * Makes one SAT problem of a circuit with assertions: unroll MODE STEPS IN.aag OUT.cnf NAMES
 *
 * MODE induct: STEPS steps from any state in which the assertions hold; does one fail in the step
 * after? Unsatisfiable: no. MODE reset:  STEPS steps from the circuit's initial state; does an
 * assertion fail in one of them?
 *
 * yosys-smtbmc has z3 prove the same; it does not finish even the arbiter of eight in a minute,
 * where a SAT solver needs less than a second.
 *
 * Assumptions (constraints of the AIGER file) hold in every step of either. NAMES gets a line
 * "VARIABLE STEP NAME" for every assertion in question, and "#" lines about registers that never
 * leave 0: those without an initial value that hold 0 whenever all of them did a cycle before,
 * whatever the inputs are. They are taken to start at 0. (Memory bits of threads and addresses that
 * the proof leaves out.)
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct and { unsigned out, a, b; };
struct latch { unsigned out, next, init; bool stuck; };

static unsigned max, n_in, n_latch, n_out, n_and, n_bad, n_con;
static unsigned *in, *bad, *con;
static struct latch *latch;
static struct and *and;
static char **bad_name, **latch_name;

/* The unrolled circuit: node 0 is false, inputs have a == b == 0. Literals are 2 * node + negated,
 * as in AIGER. */
struct node { unsigned a, b, next; bool used; };
static struct node *node;
static unsigned n_node = 1, cap, *hash, hash_size;

static void die(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
	exit(2);
}

static void *table(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size);

	if (!p)
		die("no memory");
	return p;
}

static unsigned number(FILE *f)
{
	unsigned v;

	if (fscanf(f, "%u", &v) != 1)
		die("not an ASCII AIGER file");
	return v;
}

static void load(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[4096], kind, name[4000];
	unsigned i;

	if (!f || fscanf(f, "aag %u %u %u %u %u", &max, &n_in, &n_latch, &n_out, &n_and) != 5)
		die("%s: not an ASCII AIGER file", path);
	if (!fgets(line, sizeof(line), f))
		die("%s: cut off", path);
	sscanf(line, "%u %u", &n_bad, &n_con);
	in = table(n_in, sizeof(*in));
	bad = table(n_bad, sizeof(*bad));
	con = table(n_con, sizeof(*con));
	latch = table(n_latch, sizeof(*latch));
	and = table(n_and, sizeof(*and));
	bad_name = table(n_bad, sizeof(*bad_name));
	latch_name = table(n_latch, sizeof(*latch_name));
	for (i = 0; i < n_in; i++)
		in[i] = number(f);
	for (i = 0; i < n_latch; i++) {
		latch[i].out = number(f);
		latch[i].next = number(f);
		if (!fgets(line, sizeof(line), f))
			die("%s: cut off", path);
		sscanf(line, "%u", &latch[i].init);
	}
	for (i = 0; i < n_out; i++)
		number(f);
	for (i = 0; i < n_bad; i++)
		bad[i] = number(f);
	for (i = 0; i < n_con; i++)
		con[i] = number(f);
	for (i = 0; i < n_and; i++) {
		and[i].out = number(f);
		and[i].a = number(f);
		and[i].b = number(f);
	}
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%c%u %3999[^\n]", &kind, &i, name) == 3) {
			if (kind == 'b' && i < n_bad)
				bad_name[i] = strdup(name);
			if (kind == 'l' && i < n_latch)
				latch_name[i] = strdup(name);
		}
	fclose(f);
}

/* ---- Registers that stay 0: three values, a pair of bits {can be 1, can be 0} per variable */
static unsigned char flip(unsigned char v) { return (v >> 1 | v << 1) & 3; }

static void find_stuck(FILE *names)
{
	unsigned char *v = table(max + 1, 1), a, b;
	unsigned i, left = 0;
	bool again = true;

	for (i = 0; i < n_latch; i++) // a register that only keeps its value is a constant of the
				      // solver's choice
		latch[i].stuck = latch[i].init == latch[i].out && latch[i].next != latch[i].out;
	while (again) {
		again = false;
		memset(v, 3, max + 1);
		v[0] = 1;
		for (i = 0; i < n_latch; i++)
			if (latch[i].stuck)
				v[latch[i].out >> 1] = 1;
		for (i = 0; i < n_and; i++) {
			a = v[and[i].a >> 1];
			b = v[and[i].b >> 1];
			a = and[i].a & 1 ? flip(a) : a;
			b = and[i].b & 1 ? flip(b) : b;
			v[and[i].out >> 1] = (a & b & 2) | ((a | b) & 1);
		}
		for (i = 0; i < n_latch; i++) {
			a = v[latch[i].next >> 1];
			a = latch[i].next & 1 ? flip(a) : a;
			if (latch[i].stuck && a != 1) {
				latch[i].stuck = false;
				again = true;
			}
		}
	}
	for (i = 0; i < n_latch; i++)
		if (latch[i].stuck) {
			fprintf(names, "# stays 0: %s\n", latch_name[i] ? latch_name[i] : "?");
			left++;
		}
	fprintf(names, "# %u of %u registers stay 0\n", left, n_latch);
	free(v);
}

/* ---- Unrolled circuit, one node for the same function of the same nodes */
static unsigned fresh(unsigned a, unsigned b)
{
	if (n_node == cap) {
		cap *= 2;
		node = realloc(node, cap * sizeof(*node));
		if (!node)
			die("no memory");
	}
	node[n_node] = (struct node){ .a = a, .b = b };
	return 2 * n_node++;
}

static unsigned both(unsigned a, unsigned b)
{
	unsigned n, h;

	if (a > b) {
		n = a;
		a = b;
		b = n;
	}
	if (a == 0 || a == (b ^ 1))
		return 0;
	if (a == 1 || a == b)
		return b;
	h = (a * 0x9e3779b1u ^ b * 0x85ebca6bu) & (hash_size - 1);
	for (n = hash[h]; n; n = node[n].next)
		if (node[n].a == a && node[n].b == b)
			return 2 * n;
	n = fresh(a, b);
	node[n >> 1].next = hash[h];
	hash[h] = n >> 1;
	return n;
}

static unsigned at(const unsigned *value, unsigned lit)
{
	if (value[lit >> 1] == ~0u)
		die("variable %u is used before it is defined", lit >> 1);
	return value[lit >> 1] ^ (lit & 1);
}

static void step(unsigned *value)
{
	unsigned i;

	for (i = 0; i < n_in; i++)
		value[in[i] >> 1] = fresh(0, 0);
	for (i = 0; i < n_and; i++)
		value[and[i].out >> 1] = both(at(value, and[i].a), at(value, and[i].b));
}

static void mark(unsigned lit)
{
	static unsigned *stack, depth, room;

	for (;;) {
		struct node *n = &node[lit >> 1];

		if (!n->used) {
			n->used = true;
			if (n->b) {
				if (depth == room) {
					room = room ? 2 * room : 4096;
					stack = realloc(stack, room * sizeof(*stack));
					if (!stack)
						die("no memory");
				}
				stack[depth++] = n->b;
				lit = n->a;
				continue;
			}
		}
		if (!depth)
			return;
		lit = stack[--depth];
	}
}

static int var(unsigned lit) { return lit & 1 ? -(int)(lit >> 1) - 1 : (int)(lit >> 1) + 1; }

int main(int argc, char **argv)
{
	unsigned i, t, steps, n_must = 0, n_fail = 0, *must, *fail, *value, *next, clauses;
	bool induct;
	FILE *f, *names;

	if (argc != 6)
		die("usage: unroll induct|reset STEPS IN.aag OUT.cnf NAMES");
	induct = !strcmp(argv[1], "induct");
	steps = strtoul(argv[2], NULL, 10) + induct;
	load(argv[3]);
	f = fopen(argv[4], "w");
	names = fopen(argv[5], "w");
	if (!f || !names || (!induct && strcmp(argv[1], "reset")))
		die("cannot write, or neither induct nor reset");
	find_stuck(names);

	hash_size = 1 << 22;
	hash = table(hash_size, sizeof(*hash));
	cap = 1 << 20;
	node = table(cap, sizeof(*node));
	must = table((size_t)steps * (n_con + n_bad), sizeof(*must));
	fail = table((size_t)steps * n_bad, sizeof(*fail));
	value = table(max + 1, sizeof(*value));
	next = table(n_latch, sizeof(*next));
	memset(value, 0xff, (max + 1) * sizeof(*value));
	value[0] = 0;
	for (i = 0; i < n_latch; i++)
		next[i] = latch[i].stuck			    ? 0
			  : induct || latch[i].init == latch[i].out ? fresh(0, 0)
								    : latch[i].init;
	for (t = 0; t < steps; t++) {
		for (i = 0; i < n_latch; i++)
			value[latch[i].out >> 1] = next[i];
		step(value);
		for (i = 0; i < n_con; i++)
			must[n_must++] = at(value, con[i]);
		for (i = 0; i < n_bad; i++) {
			if (induct && t + 1 < steps) {
				must[n_must++] = at(value, bad[i]) ^ 1;
			} else {
				unsigned b = at(value, bad[i]);

				fail[n_fail++] = b;
				if (b)
					fprintf(names, "%d %u %s\n", var(b), t,
						bad_name[i] ? bad_name[i] : "?");
			}
		}
		for (i = 0; i < n_latch; i++)
			next[i] = latch[i].stuck ? 0 : at(value, latch[i].next);
	}

	for (i = 0; i < n_must; i++)
		mark(must[i]);
	for (i = 0; i < n_fail; i++)
		mark(fail[i]);
	clauses = n_must + 2;
	for (i = 1; i < n_node; i++)
		clauses += node[i].used && node[i].b ? 3 : 0;
	fprintf(f, "p cnf %u %u\n-1 0\n", n_node, clauses);
	for (i = 1; i < n_node; i++)
		if (node[i].used && node[i].b) {
			int o = i + 1, a = var(node[i].a), b = var(node[i].b);

			fprintf(f, "%d %d 0\n%d %d 0\n%d %d %d 0\n", -o, a, -o, b, o, -a, -b);
		}
	for (i = 0; i < n_must; i++)
		fprintf(f, "%d 0\n", var(must[i]));
	for (i = 0; i < n_fail; i++)
		fprintf(f, "%d ", var(fail[i]));
	fprintf(f, "0\n");
	if (fclose(f) || fclose(names))
		die("cannot write");
	return 0;
}
