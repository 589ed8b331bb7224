// SPDX-License-Identifier: MIT
/* Token service by registers alone: the test does what the firmware does. Arguments: backend,
 * preset. */
#include "direct.h"

#define REASON	2u
#define SELECT(warp, index)                                                             \
	((uint32_t)(warp) | ((uint32_t)(index) << SMGPU_SM_CFG_DTOK_SELECT_INDEX_SHIFT & \
			     SMGPU_SM_CFG_DTOK_SELECT_INDEX_MASK))
#define QUEUE(count, yields, grow, spilled)                                               \
	((uint32_t)(count) | (uint32_t)(yields) << SMGPU_SM_CFG_DTOK_QUEUE_YIELDS_SHIFT | \
	 (uint32_t)(grow) << SMGPU_SM_CFG_DTOK_QUEUE_GROW_SHIFT |                         \
	 (uint32_t)(spilled) << SMGPU_SM_CFG_DTOK_QUEUE_SPILLED_SHIFT)
#define UNDERFLOW SMGPU_TRAP_DTOK_UNDERFLOW

/* CTA 0: three meeting points, of which the third finds a queue of 2 full; then data[0] += 1 by
 * each thread. The others do only that. */
enum { FIRST = 2, THIRD = 4, LAST = 8 };
static const uint32_t code[] = {
	CSRR(T0, CSR_CTA), BNE(T0, ZERO, 16),	 PRE(REASON, 40),
	PRE(REASON, 40),   PRE(REASON, 40),	 CSRR(A0, CSR_PARAM),
	ADDI(T1, ZERO, 1), AMO(0, ZERO, A0, T1), EXIT,
};

/* And waits until the SM has taken it. */
static void put(uint32_t off, uint32_t v)
{
	ct_write(ct, off, v);
	while (ct_read(ct, SMGPU_SM_CFG_DTOK_STATUS(0)) & SMGPU_SM_CFG_DTOK_STATUS_BUSY_MASK)
		ct->cfg.ops->step(ct->card, 1);
}

/* The warp that was selected. */
static bool stopped(void)
{
	return ct_read(ct, SMGPU_SM_CFG_DTOK_STATUS(0)) & SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK;
}

/* Takes the record of a stop; the warp, or -1 */
static int next_stop(unsigned cause, uint32_t pc)
{
	uint32_t info = 0, warp;
	unsigned i;

	for (i = 0; i < 500 && !(info >> 31); i++) {
		ct->cfg.ops->step(ct->card, 20);
		info = ct_read(ct, SMGPU_TRAP_INFO);
	}
	if (!(info >> 31)) {
		check(false, "no record with cause %u", cause);
		return -1;
	}
	check((info >> 16 & 0xff) == cause && (info >> 24 & 7) == 0,
	      "record 0x%x, cause %u expected", info, cause);
	check(ct_read(ct, SMGPU_TRAP_PC) == pc, "pc 0x%x, 0x%x expected",
	      ct_read(ct, SMGPU_TRAP_PC), pc);
	check((ct_read(ct, SMGPU_TRAP_WHERE) & 0xff) == 0, "not SM 0");
	warp = ct_read(ct, SMGPU_TRAP_WHERE) >> 8 & 0xff;
	ct_write(ct, SMGPU_TRAP_POP, 1);
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(warp, 0));
	check(stopped(), "not stopped");
	return (int)warp;
}

/* With room for two tokens, which the program soon exceeds. */
static void launch(unsigned slot, uint32_t ctas)
{
	struct ct_task t = task(slot, ctas, 32);
	uint8_t order = (uint8_t)slot;

	t.sm_mask = 1;
	load(code, sizeof(code));
	ct_write(ct, SMGPU_SM_CFG_DTOKS(0), 2);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
}

/* The register reads what holds. */
static void depth_is_kept_in_bounds(void)
{
	uint32_t all = ct_read(ct, SMGPU_HOST_CONFIG1) & 0xffff, v;
	static const uint32_t asked[] = { 0, 1, 2, 3, 511, 0x10004 };
	unsigned i;

	check(ct_read(ct, SMGPU_SM_CFG_DTOKS(0)) == all, "after reset: 0x%x",
	      ct_read(ct, SMGPU_SM_CFG_DTOKS(0)));
	for (i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		ct_write(ct, SMGPU_SM_CFG_DTOKS(0), asked[i]);
		v = ct_read(ct, SMGPU_SM_CFG_DTOKS(0));
		check(v == (!asked[i] || asked[i] == 511 ? all
			    : asked[i] < 2		 ? 2
							 : asked[i]),
		      "0x%x gives 0x%x", asked[i], v);
	}
	ct_write(ct, SMGPU_SM_CFG_DTOKS(0), 0);
}

/* Tokens taken out and put back in their order: the result is as with room. */
static void spill_and_refill_by_hand(void)
{
	unsigned i;
	uint32_t kept[3];
	int w;

	launch(1, 9);
	w = next_stop(SMGPU_ERR_DTOK_OVERFLOW, CODE + 4 * THIRD);
	if (w < 0)
		return;
	/* The others finish meanwhile. */
	for (i = 0; i < 500 && ct_read(ct, SMGPU_SLOT_COMPLETED(1)) < 8; i++)
		ct->cfg.ops->step(ct->card, 20);
	check(ct_read(ct, SMGPU_SLOT_COMPLETED(1)) == 8 && word(0) == 256, "%u CTAs",
	      ct_read(ct, SMGPU_SLOT_COMPLETED(1)));
	check(ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)) == QUEUE(2, 0, 0, 0), "queue 0x%x",
	      ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)));
	ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), (uint32_t)w);
	ct->cfg.ops->step(ct->card, 2);
	check(ct_read(ct, SMGPU_SM_CFG_DBG_STATE(0)) & SMGPU_SM_CFG_DBG_STATE_TRAPPED_MASK,
	      "not shown as stopped");
	check(ct_read(ct, SMGPU_SM_CFG_DBG_PC(0)) == CODE + 4 * THIRD, "pc 0x%x",
	      ct_read(ct, SMGPU_SM_CFG_DBG_PC(0)));
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, 1));
	kept[0] = ct_read(ct, SMGPU_SM_CFG_DTOK_MASK(0));
	kept[1] = ct_read(ct, SMGPU_SM_CFG_DTOK_ADDR(0));
	kept[2] = ct_read(ct, SMGPU_SM_CFG_DTOK_TYPE(0));
	check(!kept[0] && kept[1] == CODE + 4 * FIRST + 40 && kept[2] == REASON, "token %x %x %x",
	      kept[0], kept[1], kept[2]);
	put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(1, 0, 0, 1));
	check(ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)) == QUEUE(1, 0, 0, 1), "queue 0x%x",
	      ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)));
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	/* Two tokens without threads are dropped, the third is in "card memory". */
	check(next_stop(UNDERFLOW, CODE + 4 * LAST) == w, "another warp");
	check(ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)) == QUEUE(0, 0, 0, 1), "queue 0x%x",
	      ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)));
	check(word(0) == 288, "%u", word(0));
	put(SMGPU_SM_CFG_DTOK_MASK(0), kept[0]);
	put(SMGPU_SM_CFG_DTOK_ADDR(0), kept[1]);
	put(SMGPU_SM_CFG_DTOK_TYPE(0), kept[2]);
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, -1) | SMGPU_SM_CFG_DTOK_SELECT_PUT_MASK);
	put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(1, 0, 1, 0));
	put(SMGPU_SM_CFG_DTOK_MASK(0), 0x12345678);
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, 0));
	check(ct_read(ct, SMGPU_SM_CFG_DTOK_ADDR(0)) == kept[1] &&
		      !ct_read(ct, SMGPU_SM_CFG_DTOK_MASK(0)),
	      "what was put is not in front");
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	expect_event(1, DONE);
}

/* Writes for another warp change nothing. */
static void only_stopped_warps_listen(void)
{
	int w;
	unsigned other;

	launch(1, 1);
	w = next_stop(SMGPU_ERR_DTOK_OVERFLOW, CODE + 4 * THIRD);
	if (w < 0)
		return;
	other = (unsigned)w ^ 2;	/* of the same pod, and idle */
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(other, 0));
	check(!stopped(), "an idle warp is stopped");
	put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(5, 0, 3, 1));
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	/* Nor does a warp that the SM has not got, whose number is that of the stopped one but for
	 * a bit that is too high. */
	if ((unsigned)w + warps <= SMGPU_SM_CFG_DTOK_SELECT_WARP_MASK) {
		put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT((unsigned)w + warps, 0));
		check(!stopped(), "a warp that is not there is stopped");
		put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(5, 0, 3, 1));
		put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
		ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), (unsigned)w + warps);
		ct->cfg.ops->step(ct->card, 2);
		check(!(ct_read(ct, SMGPU_SM_CFG_DBG_STATE(0)) & SMGPU_SM_CFG_DBG_STATE_VALID_MASK),
		      "a warp that is not there is shown");
	}
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, 0));
	check(stopped() && ct_read(ct, SMGPU_SM_CFG_DTOK_QUEUE(0)) == QUEUE(2, 0, 0, 0),
	      "the stopped warp was reached");
	put(SMGPU_SM_CFG_DTOKS(0), 0);
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	expect_event(1, DONE);
	/* Once it goes on it is deaf again. */
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, 0));
	check(!stopped(), "still stopped");
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	check(!ct_read(ct, SMGPU_TRAP_INFO), "a record");
}

/* The kill wins over what the service still writes. */
static void kill_during_service(void)
{
	int w;

	launch(1, 1);
	w = next_stop(SMGPU_ERR_DTOK_OVERFLOW, CODE + 4 * THIRD);
	if (w < 0)
		return;
	put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(1, 0, 0, 1));
	ct_write(ct, SMGPU_LAUNCH_KILL, 2);
	put(SMGPU_SM_CFG_DTOK_RESUME(0), 1);
	put(SMGPU_SM_CFG_DTOK_QUEUE(0), QUEUE(9, 0, 0, 1));
	expect_event(1, KILLED);
	check(!word(0), "a killed warp went on");
	put(SMGPU_SM_CFG_DTOK_SELECT(0), SELECT(w, 0));
	check(!stopped(), "stopped after its end");
	/* Killed with its record in the FIFO: the record goes too. */
	launch(1, 1);
	ct->cfg.ops->step(ct->card, 2000);
	check(ct_read(ct, SMGPU_INTC_PENDING) & SMGPU_INTC_PENDING_TRAP_MASK, "no record");
	ct_write(ct, SMGPU_LAUNCH_KILL, 2);
	expect_event(1, KILLED);
	check(!ct_read(ct, SMGPU_TRAP_INFO), "record of a dead warp");
	/* The warp's place is as good as new. */
	launch(1, 3);
	ct_write(ct, SMGPU_SM_CFG_DTOKS(0), 4);
	expect_event(1, DONE);
	check(word(0) == 96, "%u", word(0));
}

/* More stops than the trap FIFO holds: the rest waits, none is lost, and the port works all the
 * while. */
static void full_trap_fifo(void)
{
	static const uint32_t all_stop[] = {
		PRE(REASON, 40),
		PRE(REASON, 40),
		PRE(REASON, 40),
		CSRR(A0, CSR_PARAM),
		ADDI(T1, ZERO, 1),
		AMO(0, ZERO, A0, T1),
		EXIT,
	};
	struct ct_task t = task(1, 4 * warps, 32);
	uint8_t order = 1;
	unsigned i;
	int w;

	load(all_stop, sizeof(all_stop));
	for (i = 0; i < sms; i++)
		ct_write(ct, SMGPU_SM_CFG_DTOKS(i), 2);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 4 * warps; i++) {
		uint32_t info = 0, sm, tries;

		for (tries = 0; tries < 500 && !(info >> 31); tries++) {
			ct->cfg.ops->step(ct->card, 20);
			info = ct_read(ct, SMGPU_TRAP_INFO);
		}
		if (!(info >> 31)) {
			check(false, "only %u records", i);
			return;
		}
		sm = ct_read(ct, SMGPU_TRAP_WHERE) & 0xff;
		w = (int)(ct_read(ct, SMGPU_TRAP_WHERE) >> 8 & 0xff);
		ct_write(ct, SMGPU_SM_CFG_DTOK_SELECT(sm), SELECT(w, 0));
		for (tries = 0; tries < 100 && (ct_read(ct, SMGPU_SM_CFG_DTOK_STATUS(sm)) &
						SMGPU_SM_CFG_DTOK_STATUS_BUSY_MASK);
		     tries++)
			ct->cfg.ops->step(ct->card, 1);
		check(ct_read(ct, SMGPU_SM_CFG_DTOK_STATUS(sm)) ==
			      SMGPU_SM_CFG_DTOK_STATUS_STOPPED_MASK,
		      "record %u: port", i);
		ct_write(ct, SMGPU_TRAP_POP, 1);
		ct_write(ct, SMGPU_SM_CFG_DTOK_QUEUE(sm), QUEUE(1, 0, 0, 0));
		ct->cfg.ops->step(ct->card, 100);
		ct_write(ct, SMGPU_SM_CFG_DTOK_RESUME(sm), 1);
	}
	expect_event(1, DONE);
	check(word(0) == 4 * warps * 32, "%u", word(0));
	for (i = 0; i < sms; i++)
		ct_write(ct, SMGPU_SM_CFG_DTOKS(i), 0);
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	RUN(depth_is_kept_in_bounds);
	RUN(spill_and_refill_by_hand);
	RUN(only_stopped_warps_listen);
	RUN(kill_during_service);
	RUN(full_trap_fifo);
	ct_del(ct);
	return test_failures != 0;
}
