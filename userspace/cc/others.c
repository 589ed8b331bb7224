// SPDX-License-Identifier: MIT
/*
 * Which instructions may see what another thread stores while a loop goes round.
 *
 * A loop can wait for another thread only through these: volatile and atomic loads, which ir.c
 * marks, atomics, loads in inline assembly, and all loads of a loop that has a fence. All other
 * loads give in each round what they gave when the loop began, or what the thread itself has stored
 * since: the optimiser may, and does, take them out of the loop.
 */
#include <string.h>

#include "program.h"

/* Data words in inline assembly may be any instruction. */
bool is_hidden(const struct insn *i)
{
	return i->inline_asm && i->kind == OP_RAW && i->op[0] == '.';
}

/* "fence r, rw", "fence": loads behind it come after it. "fence rw, w" orders stores alone */
static bool orders_loads(const struct insn *i)
{
	const char *to = strchr(i->text, ',');

	return !to || strchr(to, 'r');
}

/* May loads behind it see what other threads stored before? */
static bool is_fence(const struct insn *i)
{
	if (!strncmp(i->op, "fence", 5))
		return strcmp(i->op, "fence.i") && orders_loads(i);
	return i->kind == OP_BAR || is_hidden(i) || (i->kind == OP_AMO && strstr(i->op, ".aq"));
}

/* What it gives may come from another thread. */
static bool is_seeing(const struct insn *i)
{
	return i->kind == OP_AMO || i->watched || is_hidden(i);
}

/* A call of what smcc does not know may do both. */
bool insn_sees(const struct insn *i)
{
	const struct func *callee = i->kind == OP_CALL && i->target ? program_find(i->target)
								    : NULL;

	return i->kind == OP_CALL ? !callee || callee->sees : is_seeing(i);
}

/* Calls count by what the callee does. */
bool block_fences(const struct block *b)
{
	for (int k = 0; k < b->n; k++) {
		const struct insn *i = &b->ins[k];
		const struct func *callee =
			i->kind == OP_CALL && i->target ? program_find(i->target) : NULL;

		if (i->kind == OP_CALL ? !callee || callee->fences : is_fence(i))
			return true;
	}
	return b->fence;
}

/* Through all calls: what each function of the program may do */
void program_find_others(void)
{
	bool change = true;

	while (change) {
		change = false;
		for (int n = 0; n < n_prog; n++) {
			struct func *f = prog[n];
			bool sees = false, fences = false;

			for (int k = 0; k < f->n; k++) {
				fences |= block_fences(f->b[k]);
				for (int at = 0; at < f->b[k]->n; at++)
					sees |= insn_sees(&f->b[k]->ins[at]);
			}
			change |= sees != f->sees || fences != f->fences;
			f->sees = sees;
			f->fences = fences;
		}
	}
}
