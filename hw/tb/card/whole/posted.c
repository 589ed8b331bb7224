// SPDX-License-Identifier: MIT
/*
 * posted PRESET: the host writes to BAR2 without a pause. A read passes no write that was there
 * when it came and waits for no later one; a doorbell neither.
 */
#include "direct.h"
#include "rtl/pins.h"

#define AT	0x500000u
#define WRITES	64u
#define BELL(c)	(0x80000u + 4096u * (c))

/* n writes, one after the other */
static void start(unsigned n)
{
	rtl_faults.bar2_writes.at = AT;
	rtl_faults.bar2_writes.left = n;
	rtl_faults.bar2_writes.begun = rtl_faults.bar2_writes.done = 0;
}

static void wait_done(void)
{
	unsigned i;

	for (i = 0; i < 1000 && (rtl_faults.bar2_writes.left ||
				 rtl_faults.bar2_writes.begun != rtl_faults.bar2_writes.done);
	     i++)
		ct->cfg.ops->step(ct->card, 100);
	check(!rtl_faults.bar2_writes.left &&
		      rtl_faults.bar2_writes.begun == rtl_faults.bar2_writes.done,
	      "%u writes don't end", rtl_faults.bar2_writes.left);
}

/* In each cycle of a write a read comes. */
static void reads_beside_writes(void)
{
	unsigned i, before, worst = 0;
	uint32_t v;

	for (i = 0; i < 24 && !test_why[0]; i++) {
		start(WRITES);
		ct->cfg.ops->step(ct->card, 60 + i);
		before = rtl_faults.bar2_writes.begun;
		check(before + 2 < WRITES, "cycle %u: %u writes have begun, and they should go on",
		      i, before);
		v = (uint32_t)ct->cfg.ops->bar2_read(ct->card, AT, 4);
		worst = rtl_faults.bar2_writes.begun - before > worst
				? rtl_faults.bar2_writes.begun - before
				: worst;
		check(rtl_faults.bar2_writes.begun - before <= 1,
		      "cycle %u: a read waits for %u writes that begin after it came", i,
		      rtl_faults.bar2_writes.begun - before);
		check(v == before + 1, "cycle %u: write %u came with the read, which gives %u", i,
		      before + 1, v);
		wait_done();
		v = (uint32_t)ct->cfg.ops->bar2_read(ct->card, AT, 4);
		check(v == WRITES, "cycle %u: in the end there is %u", i, v);
	}
	printf("# reads_beside_writes: a read waits for %u writes that begin after it came\n",
	       worst);
}

static void doorbells_beside_writes(void)
{
	unsigned i, before;

	for (i = 0; i < 24 && !test_why[0]; i++) {
		start(WRITES);
		ct->cfg.ops->step(ct->card, 60 + i);
		before = rtl_faults.bar2_writes.begun;
		check(before + 2 < WRITES, "cycle %u: %u writes have begun, and they should go on",
		      i, before);
		ct->cfg.ops->bar0_write(ct->card, BELL(i), 0x100 + i);
		check(rtl_faults.bar2_writes.done >= before + 1,
		      "cycle %u: %u writes came before the doorbell, %u are done", i, before + 1,
		      rtl_faults.bar2_writes.done);
		check(rtl_faults.bar2_writes.begun <= before + 3,
		      "cycle %u: the doorbell waits for %u writes", i,
		      rtl_faults.bar2_writes.begun - before);
		wait_done();
		check(ct_read(ct, SMGPU_INTC_DB_VALUE(i)) == 0x100 + i,
		      "cycle %u: the doorbell does not ring", i);
	}
}

int main(int argc, char **argv)
{
	char *args[] = { argv[0], "rtl", argc > 1 ? argv[1] : "default" };

	if (direct_start(3, args))
		return 2;
	RUN(reads_beside_writes);
	RUN(doorbells_beside_writes);
	ct_del(ct);
	return test_failures != 0;
}
