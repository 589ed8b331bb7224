// SPDX-License-Identifier: MIT
/*
 * A card that wakes up in any state does nothing before it is told to: no record of a trap, no
 * interrupt but the MCU's own, no CTA that has ended. An index register that is looked at before
 * its valid bit shows here. Arguments: backend, preset, first seed, number of seeds.
 */
#include <stdlib.h>

#include "direct.h"

static void still(unsigned long seed)
{
	unsigned i;

	ct->cfg.ops->step(ct->card, 3000);
	check(!ct_read(ct, SMGPU_TRAP_INFO), "seed %lu: a record of a trap, 0x%x of 0x%x", seed,
	      ct_read(ct, SMGPU_TRAP_INFO), ct_read(ct, SMGPU_TRAP_WHERE));
	check(!ct_read(ct, SMGPU_INTC_PENDING), "seed %lu: interrupts 0x%x", seed,
	      ct_read(ct, SMGPU_INTC_PENDING));
	for (i = 0; i < sms; i++)
		check(!ct_read(ct, SMGPU_SM_CFG_LIVE_LO(i)) &&
			      !ct_read(ct, SMGPU_SM_CFG_LIVE_HI(i)),
		      "seed %lu: SM %u has warps", seed, i);
}

int main(int argc, char **argv)
{
	unsigned long seed = argc > 3 ? strtoul(argv[3], NULL, 0) : 1,
		      end = seed + (argc > 4 ? strtoul(argv[4], NULL, 0) : 1);
	char text[24];

	for (; seed < end; seed++) {
		snprintf(text, sizeof(text), "%lu", seed);
		setenv("SMGPU_SEED", text, 1);
		if (direct_start(argc, argv)) {
			printf("not ok wake.start: no such backend or no card\n");
			return 1;
		}
		still(seed);
		ct_del(ct);
	}
	report("wake");
	return test_failures != 0;
}
