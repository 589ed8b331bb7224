// SPDX-License-Identifier: MIT
// LR and SC in shared memory: what an SC gives and stores, by whom and by what its reservation is ended, while the register file takes all results or few.
#include "bench.h"

static const uint32_t LR = 0x1000202f | 1 << 7, SC = 0x1800202f | 1 << 7, AT = 0x40;

// Of one thread of warp 3
static op one(uint32_t insn, unsigned thread, uint32_t at, uint32_t data, uint32_t want)
{
	op o = access(insn, 3, SHARED + at, 0);

	o.mask = 1u << thread;
	o.data[thread] = data;
	o.want[thread] = want;
	return o;
}

void reserved()
{
	// Threads 0 and 5: one beat at 8 lanes and more, two at 4
	std::vector<op> ops = {
		one(SW, 0, AT, 5, 0), one(LR, 0, AT, 0, 5), one(SC, 0, AT, 6, 0), one(LW, 0, AT, 0, 6),		// it succeeds, once
		one(SC, 0, AT, 7, 1), one(LW, 5, AT, 0, 6),
		one(LR, 0, AT, 0, 6), one(SW, 5, AT, 9, 0), one(SC, 0, AT, 7, 1), one(LW, 0, AT, 0, 9),		// another's store
		one(LR, 0, AT, 0, 9), one(SW, 5, AT + 4, 8, 0), one(SC, 0, AT, 10, 0), one(LW, 0, AT, 0, 10),	// to another word
		one(LR, 0, AT, 0, 10), one(AMOADD, 5, AT, 2, 10), one(SC, 0, AT, 7, 1), one(LW, 0, AT, 0, 12),	// an atomic
		one(LR, 0, AT, 0, 12), one(SC, 0, AT + 4, 7, 1), one(SC, 0, AT, 7, 1), one(LW, 0, AT + 4, 0, 8),	// an SC elsewhere
		one(LR, 0, AT, 0, 12), one(SC, 5, AT, 7, 1), one(SC, 0, AT, 13, 0), one(LW, 5, AT, 0, 13),	// another's SC ends nothing
		one(SC, 5, AT, 7, 1), one(SC, 0, AT, 7, 1), one(LR, 5, AT, 0, 13), one(SC, 5, AT, 14, 0), one(SC, 0, AT, 7, 1), one(LW, 0, AT, 0, 14),
	};
	unsigned wrong = 0;

	for (unsigned every = 1; every < 8; every++)
		wrong += run(ops, [every](unsigned cycle) { top->lw_ready_i = cycle % every == 0; }).wrong;
	top->lw_ready_i = 1;
	verdict(!wrong, "reserved", "wrong values of LR, SC and loads of shared memory", wrong, 0);
}
