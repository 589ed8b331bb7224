// SPDX-License-Identifier: MIT
/*
 * Machine code of a litmus test: a chain of branches sends each thread to its own program, an AXB
 * is an atomic exchange (or a load) and a branch. A branch backwards goes through a YIELD, which is
 * what smcc does with a loop that may wait, or is no more than that, as a compiler without a
 * divergence pass has it. There is no PRE or DIS.
 */
#include "asm.h"
#include "litmus.h"

#define REL(from, to)	(4 * ((int)(to) - (int)(from)))

static uint32_t branch(unsigned int when, int offset)
{
	return when ? BNE(T0, ZERO, offset) : BEQ(T0, ZERO, offset);
}

/* Entered with A1 = words, A3 = where this thread says that it has ended, S0 = thread, S1 = 1 */
unsigned int litmus_emit(const struct litmus *t, uint32_t *words, bool yields)
{
	unsigned int start[LITMUS_INSNS + 1], n = 2 * (t->threads - 1), i, k, hole[LITMUS_INSNS];

	for (i = 0; i < t->threads; i++) {
		if (i) {
			words[2 * (i - 1)] = ADDI(T1, ZERO, i);
			words[2 * (i - 1) + 1] = BEQ(S0, T1, REL(2 * (i - 1) + 1, n));
		}
		for (k = 0; k < t->insns; k++) {
			const struct axb *x = &t->code[i][k];

			start[k] = n;
			words[n++] = x->put < 2 ? AMO(1, T0, x->loc ? A4 : A1, x->put ? S1 : ZERO)
						: LW(T0, x->loc ? A4 : A1, 0);
			hole[k] = n;
			if (x->to != k + 1)
				n++;
		}
		start[k] = n;
		words[n++] = SW(S1, A3, 0);
		words[n++] = EXIT;
		for (k = 0; k < t->insns; k++) {
			const struct axb *x = &t->code[i][k];

			if (x->to == k + 1)
				continue;
			if (x->to > k || !yields) {
				words[hole[k]] = branch(x->when, REL(hole[k], start[x->to]));
			} else {
				words[hole[k]] = branch(x->when, REL(hole[k], n));
				words[n] = YIELD(REL(n, start[x->to]));
				n++;
			}
		}
	}
	return n;
}
