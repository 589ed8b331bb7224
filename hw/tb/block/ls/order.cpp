// SPDX-License-Identifier: MIT
// Accesses of one address by one warp stay in order.
#include "bench.h"

// A warp's accesses of one address stay in order, however they meet the end of a walk.
static void order_under_walk()
{
	unsigned wrong = 0, page = 0;

	for (unsigned walk = 1; walk < 24; walk++)
		for (unsigned between = 0; between < 12; between++, page++) {
			std::vector<op> ops;
			uint32_t at = 0x22000000 + page * 4096;
			op st = access(SW, 3, at, 4), ld = access(LW, 3, at, 4),
			   other = access(LW, 4, FAST, 0);

			for (unsigned k = 0; k < 32; k++)
				ld.want[k] = st.data[k] = at + k;
			other.mask = 0;		// takes time and asks for nothing
			ops.push_back(st);
			ops.insert(ops.end(), between, other);
			ops.push_back(ld);
			ld.want[7] = st.data[7] = ~at;
			ops.push_back(st);
			ops.push_back(ld);
			top->walk_cycles_i = walk;
			done d = run(ops);
			wrong += d.wrong;
		}
	top->walk_cycles_i = 10;
	verdict(!wrong, "order_under_walk", "values of a load that passed a store", wrong, 0);
}

// A store that leaves L while the request of a load of its line leaves M, or soon after it: the
// load brings what was there before, and what it fills is not kept.
static void order_behind_miss()
{
	unsigned wrong = 0;

	for (unsigned between = 0; between < 8; between++) {
		uint32_t at = FAST + 0x100080 + between * 256, last = at + 31 * 8; // not what was
										   // stored above
		op before = access(LW, 3, at, 8), st = access(SW, 3, last, 0), after = before,
		   other = access(LW, 4, FAST, 0);
		std::vector<op> ops(1, before), again;

		st.mask = 1u << 31;	// takes one beat
		st.data[31] = after.want[31] = last;
		other.mask = 0;		// takes time and asks for nothing
		ops.insert(ops.end(), between, other);
		ops.push_back(st);
		ops.push_back(after);
		again.push_back(after);
		wrong += run(ops).wrong;
		for (unsigned k = 0; k < 40; k++)
			edge();
		wrong += run(again).wrong;
	}
	verdict(!wrong, "order_behind_miss", "values of a load beside a store", wrong, 0);
}

void ordered()
{
	order_under_walk();
	order_behind_miss();
}
