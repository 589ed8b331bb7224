// SPDX-License-Identifier: MIT
/* Which thread of a warp a fault is told of: of several the lowest, and none if the whole warp
 * stopped. Arguments: backend, preset. */
#include "direct.h"

#define NOWHERE	0x60000000u
#define NO_BUS	0x06200000u	/* no such memory */
#define GOOD	(DATA + 0x1000)
#define LOAD	LW(T2, T1, 0)
#define STORE	SW(ZERO, T1, 0)
#define SWAP	AMO(1, T2, T1, ZERO)
#define WARP	32u

struct odd {
	unsigned thread;
	uint32_t addr;		/* 0: it takes no part */
};

/* Threads take their address from memory: GOOD, each a word of its own, or what odd says of them.
 * thread: -1: none is told. */
static void trap(uint32_t insn, const struct odd *odd, unsigned n, unsigned cause, unsigned access,
		 uint32_t addr, int thread)
{
	const uint32_t code[] = { CSRR(A0, CSR_PARAM),
				  CSRR(T0, CSR_LANE),
				  SLLI(T0, T0, 2),
				  ADD(A0, A0, T0),
				  LW(T1, A0, 0),
				  BEQ(T1, ZERO, 8),
				  insn,
				  EXIT };
	uint32_t want = (uint32_t)cause << SMGPU_TRAP_INFO_CAUSE_SHIFT |
			(uint32_t)access << SMGPU_TRAP_INFO_ACCESS_SHIFT,
		 info = 0, where, at[WARP], event, i;
	struct ct_task t = task(2, 1, WARP);
	uint8_t order = 2;

	for (i = 0; i < WARP; i++)
		at[i] = GOOD + 4 * i;
	for (i = 0; i < n; i++)
		at[odd[i].thread] = odd[i].addr;
	ct_upload(ct, code_card, code, sizeof(code));
	ct_upload(ct, data_card, at, sizeof(at));
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK | SMGPU_MMU_CACHE_L1_MASK);
	ct->cfg.ops->step(ct->card, 200);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 2000 && !(info & SMGPU_TRAP_INFO_VALID_MASK); i++) {
		ct->cfg.ops->step(ct->card, 100);
		info = ct_read(ct, SMGPU_TRAP_INFO);
	}
	where = ct_read(ct, SMGPU_TRAP_WHERE);
	check((info & (SMGPU_TRAP_INFO_CAUSE_MASK | SMGPU_TRAP_INFO_ACCESS_MASK)) == want &&
		      ct_read(ct, SMGPU_TRAP_ADDR) == addr &&
		      ct_read(ct, SMGPU_TRAP_PC) == CODE + 24,
	      "%08x: trap 0x%x at 0x%x, pc 0x%x, expected 0x%x at 0x%x", insn, info,
	      ct_read(ct, SMGPU_TRAP_ADDR), ct_read(ct, SMGPU_TRAP_PC), want, addr);
	check(where >> SMGPU_TRAP_WHERE_THREAD_SHIFT ==
		      (thread < 0 ? 0
				  : (uint32_t)thread | SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK >>
							       SMGPU_TRAP_WHERE_THREAD_SHIFT),
	      "%08x, address 0x%x: where 0x%x, thread %d expected", insn, addr, where, thread);
	ct_write(ct, SMGPU_TRAP_POP, 1);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << t.slot);
	ct_direct_event(ct, &event);
}

/* Threads at both ends of each group that the hardware looks at. */
static void one_of_32(void)
{
	static const unsigned threads[] = { 0, 1, 5, 7, 8, 15, 16, 21, 31 };
	unsigned i;

	for (i = 0; i < sizeof(threads) / sizeof(threads[0]); i++) {
		unsigned k = threads[i];
		int t = (int)k;

		trap(LOAD, &(struct odd){ k, NOWHERE + 4 * k }, 1, SMGPU_ERR_PAGE_FAULT,
		     SMGPU_ACCESS_READ, NOWHERE + 4 * k, t);
		trap(STORE, &(struct odd){ k, CODE }, 1, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_WRITE,
		     CODE, t);
		trap(SWAP, &(struct odd){ k, NOWHERE }, 1, SMGPU_ERR_PAGE_FAULT,
		     SMGPU_ACCESS_ATOMIC, NOWHERE, t);
		trap(LOAD, &(struct odd){ k, GOOD + 2 }, 1, SMGPU_ERR_MISALIGNED,
		     SMGPU_ACCESS_READ, GOOD + 2, t);
		trap(STORE, &(struct odd){ k, SMGPU_VA_SHARED_BASE + 0x1000000 }, 1,
		     SMGPU_ERR_ACCESS, SMGPU_ACCESS_WRITE, SMGPU_VA_SHARED_BASE + 0x1000000, t);
		trap(SWAP, &(struct odd){ k, SMGPU_VA_LOCAL_BASE }, 1, SMGPU_ERR_ACCESS,
		     SMGPU_ACCESS_ATOMIC, SMGPU_VA_LOCAL_BASE, t);
		trap(LOAD, &(struct odd){ k, NO_BUS + 64 }, 1, SMGPU_ERR_BUS, SMGPU_ACCESS_READ,
		     NO_BUS + 64, t);
		trap(SWAP, &(struct odd){ k, NO_BUS }, 1, SMGPU_ERR_BUS, SMGPU_ACCESS_ATOMIC,
		     NO_BUS, t);
	}
}

/* Of different kinds of errors, too. */
static void lowest_of_several(void)
{
	static const struct odd pages[] = { { 9, NOWHERE + 0x1000 },
					    { 20, NOWHERE },
					    { 30, NOWHERE + 0x1004 } };
	static const struct odd same[] = { { 3, NO_BUS + 8 }, { 4, NO_BUS + 4 }, { 29, NO_BUS } };
	static const struct odd kinds[] = { { 2, NOWHERE },
					    { 6, SMGPU_VA_SHARED_BASE + 0x1000000 },
					    { 11, GOOD + 1 },
					    { 27, GOOD + 3 } };
	struct odd some[WARP];
	unsigned i;

	trap(LOAD, pages, 3, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, NOWHERE + 0x1000, 9);
	trap(STORE, pages + 1, 2, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_WRITE, NOWHERE, 20);
	trap(LOAD, same, 3, SMGPU_ERR_BUS, SMGPU_ACCESS_READ, NO_BUS + 8, 3);
	trap(LOAD, kinds, 4, SMGPU_ERR_MISALIGNED, SMGPU_ACCESS_READ, GOOD + 1, 11);
	trap(STORE, kinds, 2, SMGPU_ERR_ACCESS, SMGPU_ACCESS_WRITE,
	     SMGPU_VA_SHARED_BASE + 0x1000000, 6);
	/* Threads that take no part do not count. */
	for (i = 0; i < WARP; i++)
		some[i] = (struct odd){ i, i < 13 ? 0 : NOWHERE + 4 * i };
	trap(LOAD, some, WARP, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, NOWHERE + 4 * 13, 13);
	for (i = 13; i < WARP; i++)
		some[i].addr = GOOD + 2;
	trap(STORE, some, WARP, SMGPU_ERR_MISALIGNED, SMGPU_ACCESS_WRITE, GOOD + 2, 13);
}

/* No thread is named, whatever registers hold. */
static void whole_warp(void)
{
	static const struct odd five = { 5, NOWHERE };

	trap(0, &five, 1, SMGPU_ERR_ILLEGAL, 0, 0, -1);
	trap(EBREAK, &five, 1, SMGPU_ERR_BREAK, 0, 0, -1);
	trap(CSRR(T2, 0x300), &five, 1, SMGPU_ERR_ILLEGAL, 0, 0, -1);
}

int main(int argc, char **argv)
{
	if (direct_start(argc, argv))
		return 2;
	ct_map(ct, VM, NO_BUS, 4096ull << 20, 4096, CT_R | CT_W);
	ct_write(ct, SMGPU_MMU_INVALIDATE, SMGPU_MMU_INVALIDATE_EVERY_MASK);
	ct->cfg.ops->step(ct->card, 200);
	RUN(one_of_32);
	RUN(lowest_of_several);
	RUN(whole_warp);
	ct_del(ct);
	return test_failures != 0;
}
