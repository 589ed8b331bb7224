// SPDX-License-Identifier: MIT
/*
 * drop PRESET: warps load from 256 pages of 4 KiB, again and again, while the translations of
 * another page of their space are dropped, and what it maps changes. Where the card drops ranges
 * (CONFIG4.ranges) that costs the warps no page walk; a drop of all of the space costs the walks of
 * all pages.
 */
#include "direct.h"

#define BUFFER	0x20000000u
#define OTHER	0x30404000u	/* its row lies in no place of theirs */
#define COUNT	256u
#define ROUNDS	3u
#define DROPS	16u
#define EACH	4000u		/* cycles between drops, and more */

struct cost { uint64_t cycles, walks, misses; };

static uint64_t card_counter(unsigned n)
{
	ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
	return ct_read(ct, SMGPU_PERF_VALUE(2 * n)) |
	       (uint64_t)ct_read(ct, SMGPU_PERF_VALUE(2 * n + 1)) << 32;
}

static void drop(unsigned n, bool range)
{
	unsigned i;

	ct_set_pte(ct, VM, OTHER, 0,
		   (data_card + n % PAGES * 4096) >> 12 << SMGPU_PTE_PPN_SHIFT | SMGPU_PTE_V |
			   SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D | SMGPU_PTE_R);
	if (range) {
		ct_write(ct, SMGPU_MMU_FIRST, OTHER >> 12);
		ct_write(ct, SMGPU_MMU_LAST, OTHER >> 12);
	}
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	for (i = 0; ct_read(ct, SMGPU_MMU_STATUS) & SMGPU_MMU_STATUS_BUSY_MASK; i++) {
		check(i < 1000, "drop %u does not end", n);
		if (i == 1000)
			return;
		ct->cfg.ops->step(ct->card, 10);
	}
}

/* What all warps take for the pages; drops: how often something is dropped meanwhile */
static struct cost work(unsigned drops, bool range)
{
	static const uint8_t order = 0;
	struct ct_task t = task(0, 1, 32 * (warps < 16 ? warps : 16));
	struct cost c = { 0 };
	uint32_t event = 0;
	unsigned n = 0;

	t.param = BUFFER;
	c.cycles = card_counter(SMGPU_PERF_CARD_CYCLES);
	c.walks = card_counter(SMGPU_PERF_CARD_PAGE_WALKS);
	c.misses = card_counter(SMGPU_PERF_CARD_TLB_MISSES);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	do {
		ct->cfg.ops->step(ct->card, EACH);
		if (n < drops)
			drop(n++, range);
		event = ct_read(ct, SMGPU_LAUNCH_EVENT);
	} while (!(event & SMGPU_LAUNCH_EVENT_VALID_MASK) && n < 100000);
	check(n == drops, "the work ended after %u drops of %u", n, drops);
	expect_event(0, 1);
	c.cycles = card_counter(SMGPU_PERF_CARD_CYCLES) - c.cycles;
	c.walks = card_counter(SMGPU_PERF_CARD_PAGE_WALKS) - c.walks;
	c.misses = card_counter(SMGPU_PERF_CARD_TLB_MISSES) - c.misses;
	return c;
}

static void tell(const char *what, struct cost c)
{
	printf("# %s: %llu cycles, %llu walks\n", what, (unsigned long long)c.cycles,
	       (unsigned long long)c.walks);
}

static void drops(void)
{
	/* Threads side by side in a page, warps side by side as well; page after page,
	 * ROUNDS times */
	static const uint32_t code[] = {
		CSRR(T0, CSR_PARAM), CSRR(T1, CSR_TIDX),    SLLI(T1, T1, 2),
		ADD(T0, T0, T1),     LUI(T2, 4096),	    ADDI(A0, ZERO, ROUNDS),
		ADD(T1, T0, ZERO),   ADDI(A1, ZERO, COUNT), LW(A2, T1, 0),
		ADD(T1, T1, T2),     ADDI(A1, A1, -1),	    BNE(A1, ZERO, -12),
		ADDI(A0, A0, -1),    BNE(A0, ZERO, -28),    EXIT,
	};
	bool has = ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_RANGES_MASK;
	struct cost none, ranges, all;

	load(code, sizeof(code));
	work(0, false);
	none = work(0, false);
	tell("nothing dropped", none);
	ranges = work(DROPS, true);
	tell("a page dropped 16 times", ranges);
	all = work(DROPS, false);
	tell("all dropped 16 times", all);
	check(!has || ranges.walks <= none.walks,
	      "%llu page walks beside drops of another page, %llu without",
	      (unsigned long long)ranges.walks, (unsigned long long)none.walks);
	check(all.walks > none.walks + COUNT / 4,
	      "only %llu page walks beside drops of all, %llu without",
	      (unsigned long long)all.walks, (unsigned long long)none.walks);
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .ops = &card_backend_rtl, .timeout = 10000000, .dram_mib = 64 };

	if (argc < 2)
		return 2;
	cfg.preset = argv[1];
	ct = ct_new(&cfg);
	if (!ct)
		return 2;
	warps = (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_WARPS_MASK) >>
		SMGPU_HOST_CONFIG0_WARPS_SHIFT;
	ct_tables_new(ct, VM);
	code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, PAGES * 4096, CT_R | CT_W);
	check(ct_map_new(ct, VM, BUFFER, COUNT * 4096, CT_R), "no memory");
	check(ct_map_new(ct, VM, OTHER, 4096, CT_R), "no memory");
	ct_direct_vm(ct, VM);
	ct->cfg.ops->step(ct->card, 2000);
	RUN(drops);
	ct_del(ct);
	return test_failures != 0;
}
