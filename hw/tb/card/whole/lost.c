// SPDX-License-Identifier: MIT
/*
 * lost PRESET: memories behind the card that answer with an error, late, or not at all. Each access
 * ends, with an error and its address; identity, state and reset answer meanwhile; a late answer is
 * dropped.
 */
#include "direct.h"
#include "rtl/pins.h"

#define SPACE(s, d)                                        \
	((uint32_t)(s) << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | \
	 (uint32_t)(d) << SMGPU_DMA_CTRL_DST_SPACE_SHIFT)
enum {
	CARD = SMGPU_DMA_CTRL_SRC_SPACE_CARD,
	HOST = SMGPU_DMA_CTRL_SRC_SPACE_HOST,
	TCM = SMGPU_DMA_CTRL_SRC_SPACE_TCM,
	VMS_ = SMGPU_DMA_CTRL_SRC_SPACE_VM,
	FILL = SMGPU_DMA_CTRL_SRC_SPACE_FILL,
};
#define AREA		0x400000u	/* what reads of it give is its address, xor PATTERN */
#define BYTES		0x20000u
#define OTHER		0x800000u
#define PATTERN		0x5aa5f00fu
/* a request is given up after 2^16 cycles at most; others may wait for it first */
#define PATIENCE_	(4u << 16)

static uint8_t *host;
static uint64_t host_bus;
static uint32_t next_line;
static unsigned bulk;	/* the last engine, which moves what programs ask for */

/* A line that the L2 does not hold */
static uint32_t fresh(void)
{
	next_line += 0x60;
	check(next_line < BYTES, "the area is used up");
	return AREA + next_line;
}

static unsigned error_of(int s)
{
	return s < 0 ? 99 : (s & SMGPU_DMA_STATUS_ERROR_MASK) >> SMGPU_DMA_STATUS_ERROR_SHIFT;
}

/* Everything of AREA goes to DRAM, and other lines come into the L2. */
static void flush(void)
{
	check(!error_of(ct_dma(ct, 1, SPACE(FILL, CARD), OTHER, 0x77777777, 4 * BYTES)), "flush");
	ct->cfg.ops->step(ct->card, 3000);
	next_line = 0;
}

static void fill_area(void)
{
	uint32_t *w = (uint32_t *)host, i, k;

	for (i = 0; i < BYTES; i += 4096) {
		for (k = 0; k < 1024; k++)
			w[k] = (AREA + i + 4 * k) ^ PATTERN;
		check(!error_of(ct_dma(ct, 0, SPACE(HOST, CARD), AREA + i, host_bus, 4096)),
		      "fill");
	}
	flush();
}

static void expect_word(uint32_t at)
{
	uint32_t v = 0;

	check(!error_of(ct_dma(ct, 0, SPACE(CARD, HOST), host_bus + 8192, at, 4)),
	      "0x%x can't be read", at);
	memcpy(&v, host + 8192, 4);
	check(v == (at ^ PATTERN), "0x%x holds 0x%x, not 0x%x", at, v, at ^ PATTERN);
}

static void expect_error(int s, bool dst, uint64_t at)
{
	uint64_t got = (uint64_t)ct_read(ct, SMGPU_DMA_FAULT_HI(0)) << 32 |
		       ct_read(ct, SMGPU_DMA_FAULT_VA(0));

	check(error_of(s) == 2 && !(s & SMGPU_DMA_STATUS_ERROR_DST_MASK) == !dst,
	      "DMA status 0x%x, not a bus error of the %s", s, dst ? "destination" : "source");
	check(got == at, "DMA error at 0x%llx, not at 0x%llx", (unsigned long long)got,
	      (unsigned long long)at);
}

static void expect_state(uint32_t bits)
{
	check(ct_read(ct, SMGPU_HOST_MEMORY) == bits, "MEMORY is 0x%x, not 0x%x",
	      ct_read(ct, SMGPU_HOST_MEMORY), bits);
	ct_write(ct, SMGPU_HOST_MEMORY, bits);
	check(!ct_read(ct, SMGPU_HOST_MEMORY), "MEMORY is not cleared");
}

/* Identity and state answer at once. */
static void expect_alive(void)
{
	uint64_t before = ct_cycles(ct);

	check(ct_read(ct, SMGPU_HOST_MAGIC) == SMGPU_HOST_MAGIC_VALUE_RESET, "MAGIC");
	(void)ct_read(ct, SMGPU_MCU_STATUS);
	(void)ct_read(ct, SMGPU_HOST_RESET);
	check(ct_cycles(ct) - before < 100, "three registers took %llu cycles",
	      (unsigned long long)(ct_cycles(ct) - before));
}

static void reset(unsigned depth)
{
	uint64_t before = ct_cycles(ct);

	ct_write(ct, SMGPU_HOST_RESET,
		 SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT | depth);
	while (ct_read(ct, SMGPU_HOST_RESET) && !test_why[0]) {
		expect_alive();
		ct->cfg.ops->step(ct->card, 500);
		check(ct_cycles(ct) - before < PATIENCE_, "the reset goes on for ever");
	}
}

#define VA	0x05000000u

static void load_of_warp(uint32_t va)
{
	struct ct_task t = task(2, 1, 1);
	uint8_t order = 2;

	t.param = va;
	ct_direct_fill(ct, &t);
	ct_direct_order(ct, &order, 1);
}

/* A warp loads from a line that DRAM does not give. Its code, its page table and the TLBs have been
 * used before. */
static void expect_trap(enum rtl_fault fault)
{
	static const uint32_t code[] = { CSRR(T0, CSR_PARAM), LW(T1, T0, 0), EXIT };
	uint32_t at, event = 0, i;

	next_line = (next_line | 4095) + 1;
	at = fresh();
	load(code, sizeof(code));
	ct_map(ct, VM, VA, at & ~4095u, 4096, CT_R | CT_W);
	ct_write(ct, SMGPU_MMU_INVALIDATE, VM);
	ct->cfg.ops->step(ct->card, 300);
	load_of_warp(VA);
	check(!ct_direct_event(ct, &event) && (event >> 16 & 3) == 1,
	      "the first load does not end");
	rtl_faults.dram_read = fault;
	load_of_warp(VA + (at & 4095));
	for (i = 0; i < PATIENCE_ && !(ct_read(ct, SMGPU_TRAP_INFO) >> 31); i += 500)
		ct->cfg.ops->step(ct->card, 500);
	check(ct_read(ct, SMGPU_TRAP_INFO) >> 31 &&
		      (ct_read(ct, SMGPU_TRAP_INFO) >> SMGPU_TRAP_INFO_CAUSE_SHIFT & 0xff) ==
			      SMGPU_ERR_BUS,
	      "no BUS trap: 0x%x", ct_read(ct, SMGPU_TRAP_INFO));
	check(ct_read(ct, SMGPU_TRAP_ADDR) == VA + (at & 4095), "trap at 0x%x, not 0x%x",
	      ct_read(ct, SMGPU_TRAP_ADDR), VA + (at & 4095));
	rtl_faults.dram_read = RTL_FINE;
	ct_write(ct, SMGPU_TRAP_POP, 1);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 2);
	check(!ct_direct_event(ct, &event) && (event >> 16 & 3) == 3, "not killed: event 0x%x",
	      event);
	expect_word(at);
	ct_write(ct, SMGPU_HOST_MEMORY, ~0u);
}

static void dram_read_errors(void)
{
	uint32_t at = fresh(), second = fresh();

	rtl_faults.dram_read = RTL_ERROR;
	expect_error(ct_dma(ct, 0, SPACE(CARD, TCM), 64, at, 4), false, at);
	rtl_faults.bar2_errors = 0;
	check(ct->cfg.ops->bar2_read(ct->card, second, 4) == 0xffffffff &&
		      rtl_faults.bar2_errors == 1,
	      "BAR2 read: no error");
	ct->cfg.ops->bar2_write(ct->card, second, 1, 4);
	check(rtl_faults.bar2_errors == 2, "BAR2 write: no error");
	rtl_faults.dram_read = RTL_FINE;
	expect_state(SMGPU_HOST_MEMORY_DRAM_ERROR_MASK);
	expect_word(at);
	expect_word(second);
}

static void dram_error_of_a_warp(void)
{
	expect_trap(RTL_ERROR);
}

static void dram_silent_to_a_warp(void)
{
	expect_trap(RTL_HELD);
}

static void silent(enum rtl_fault fault)
{
	uint32_t at = fresh(), i;

	rtl_faults.dram_read = fault;
	expect_error(ct_dma(ct, 0, SPACE(CARD, TCM), 64, at, 4), false, at);
	expect_alive();
	rtl_faults.bar2_errors = 0;
	check(ct->cfg.ops->bar2_read(ct->card, fresh(), 4) == 0xffffffff &&
		      rtl_faults.bar2_errors == 1,
	      "BAR2 read: no error");
	expect_state(SMGPU_HOST_MEMORY_DRAM_SILENT_MASK);
	rtl_faults.dram_read = RTL_FINE;
	for (i = 0; i < 20; i++)
		expect_word(fresh());
	expect_word(at);
	expect_state(0);
}

static void dram_holds_reads(void)
{
	silent(RTL_HELD);
}

static void dram_is_deaf(void)
{
	silent(RTL_DEAF);
}

static void resets_end(void)
{
	unsigned depth, i;
	uint32_t at;

	for (depth = 1; depth <= 3; depth++) {
		at = fresh();
		next_line += 512;
		rtl_faults.dram_read = RTL_HELD;
		ct_write(ct, SMGPU_DMA_SRC_LO(bulk), at);
		ct_write(ct, SMGPU_DMA_SRC_HI(bulk), 0);
		ct_write(ct, SMGPU_DMA_DST_LO(bulk), 0);
		ct_write(ct, SMGPU_DMA_DST_HI(bulk), 0);
		ct_write(ct, SMGPU_DMA_LEN(bulk), 256);
		ct_write(ct, SMGPU_DMA_CTRL(bulk), SPACE(CARD, TCM));
		ct->cfg.ops->step(ct->card, 300);
		expect_alive();
		reset(depth);
		rtl_faults.dram_read = RTL_FINE;
		for (i = 0; i < 20; i++)
			expect_word(at + 32 * i);
		expect_state(SMGPU_HOST_MEMORY_DRAM_SILENT_MASK);
	}
}

static void dram_refuses_writes(void)
{
	uint32_t lost;

	rtl_faults.dram_write = RTL_ERROR;
	(void)ct_dma(ct, 1, SPACE(FILL, CARD), OTHER, 0x12121212, 4 * BYTES);
	ct->cfg.ops->step(ct->card, 3000);
	lost = ct_read(ct, SMGPU_HOST_LOST_LINE);
	expect_state(SMGPU_HOST_MEMORY_LINE_LOST_MASK);
	expect_error(ct_dma(ct, 0, SPACE(CARD, TCM), 64, lost, 4), false, lost);
	rtl_faults.dram_write = RTL_FINE;
	expect_error(ct_dma(ct, 0, SPACE(CARD, TCM), 64, lost, 4), false, lost);
	reset(3);
	check(!error_of(ct_dma(ct, 0, SPACE(CARD, TCM), 64, lost, 4)), "0x%x is still bad", lost);
	fill_area();
	expect_word(fresh());
}

static void dram_holds_writes(void)
{
	uint32_t lost, i;

	rtl_faults.dram_write = RTL_HELD;
	(void)ct_dma(ct, 1, SPACE(FILL, CARD), OTHER, 0x34343434, 4 * BYTES);
	for (i = 0; i < PATIENCE_ && !ct_read(ct, SMGPU_HOST_MEMORY); i += 500)
		ct->cfg.ops->step(ct->card, 500);
	ct->cfg.ops->step(ct->card, 1 << 16);
	expect_alive();
	lost = ct_read(ct, SMGPU_HOST_LOST_LINE);
	expect_error(ct_dma(ct, 0, SPACE(CARD, TCM), 64, lost, 4), false, lost);
	rtl_faults.dram_write = RTL_FINE;
	ct->cfg.ops->step(ct->card, 3000);
	check(!error_of(ct_dma(ct, 0, SPACE(CARD, TCM), 64, lost, 4)),
	      "acknowledged late, and still bad");
	ct_write(ct, SMGPU_HOST_MEMORY, ~0u);
	fill_area();
	expect_word(fresh());
}

static void host_fails(void)
{
	uint64_t before;

	rtl_faults.host_read = rtl_faults.host_write = RTL_ERROR;
	expect_error(ct_dma(ct, 0, SPACE(HOST, TCM), 64, host_bus + 64, 4), false, host_bus + 64);
	expect_error(ct_dma(ct, 0, SPACE(TCM, HOST), host_bus + 96, 64, 4), true, host_bus + 96);
	expect_state(SMGPU_HOST_MEMORY_HOST_ERROR_MASK);
	rtl_faults.host_read = RTL_HELD;
	expect_error(ct_dma(ct, 0, SPACE(HOST, TCM), 64, host_bus + 64, 4), false, host_bus + 64);
	before = ct_cycles(ct);
	expect_error(ct_dma(ct, 0, SPACE(HOST, TCM), 64, host_bus + 128, 4), false, host_bus + 128);
	check(ct_cycles(ct) - before < 10000, "host memory is asked although it owes an answer");
	expect_state(SMGPU_HOST_MEMORY_HOST_SILENT_MASK);
	rtl_faults.host_read = rtl_faults.host_write = RTL_FINE;
	ct->cfg.ops->step(ct->card, 500);
	expect_word(fresh());
	rtl_faults.host_write = RTL_HELD;
	expect_error(ct_dma(ct, 0, SPACE(TCM, HOST), host_bus + 96, 64, 4), true, host_bus + 96);
	expect_alive();
	rtl_faults.host_write = RTL_FINE;
	ct->cfg.ops->step(ct->card, 500);
	expect_word(fresh());
	expect_state(SMGPU_HOST_MEMORY_HOST_SILENT_MASK);
}

/* What the last engine is to copy between host and card, with as much under way as it can have */
static void start_bulk(uint32_t spaces, uint64_t dst, uint64_t src, uint32_t bytes)
{
	ct_write(ct, SMGPU_DMA_SRC_LO(bulk), (uint32_t)src);
	ct_write(ct, SMGPU_DMA_SRC_HI(bulk), (uint32_t)(src >> 32));
	ct_write(ct, SMGPU_DMA_DST_LO(bulk), (uint32_t)dst);
	ct_write(ct, SMGPU_DMA_DST_HI(bulk), (uint32_t)(dst >> 32));
	ct_write(ct, SMGPU_DMA_LEN(bulk), bytes);
	ct_write(ct, SMGPU_DMA_CTRL(bulk), spaces);
}

static unsigned wait_bulk(void)
{
	uint32_t status = SMGPU_DMA_STATUS_BUSY_MASK, i;

	for (i = 0; i < PATIENCE_ && status & SMGPU_DMA_STATUS_BUSY_MASK; i += 500) {
		ct->cfg.ops->step(ct->card, 500);
		status = ct_read(ct, SMGPU_DMA_STATUS(bulk));
	}
	return status & SMGPU_DMA_STATUS_BUSY_MASK ? 99 : error_of((int)status);
}

/*
 * Reads and writes of host memory lose their answers, many at a time and, with two engines, both at
 * once. Each engine ends with an error; what is asked meanwhile is refused; when the answers come
 * after all, nothing takes them for its own, and everything works.
 */
static void host_loses_many(void)
{
	static const enum rtl_fault faults[][2] = {
		{ RTL_HELD, RTL_FINE }, { RTL_FINE, RTL_HELD }, { RTL_HELD, RTL_HELD },
		{ RTL_DEAF, RTL_FINE }, { RTL_FINE, RTL_DEAF }, { RTL_DEAF, RTL_DEAF },
		{ RTL_HELD, RTL_DEAF },
	};
	uint32_t *w = (uint32_t *)host, i, k, got[256];
	uint64_t before;

	for (i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		for (k = 0; k < 1024; k++)
			w[k] = i << 16 | k;
		rtl_faults.host_read = faults[i][0];
		rtl_faults.host_write = faults[i][1];
		if (faults[i][0] != RTL_FINE) {
			start_bulk(SPACE(HOST, CARD), OTHER, host_bus, 2048);
			if (!bulk)
				check(wait_bulk() == 2, "case %u: the read has no error", i);
			if (faults[i][1] != RTL_FINE)
				check(error_of(ct_dma(ct, 0, SPACE(CARD, HOST), host_bus + 4096,
						      AREA + BYTES - 2048, 2048)) == 2,
				      "case %u: the write has no error", i);
			if (bulk)
				check(wait_bulk() == 2, "case %u: the read has no error", i);
		} else {
			start_bulk(SPACE(CARD, HOST), host_bus + 4096, AREA + BYTES - 2048, 2048);
			check(wait_bulk() == 2, "case %u: the write has no error", i);
		}
		expect_alive();
		before = ct_cycles(ct);
		check(error_of(ct_dma(ct, 0, SPACE(HOST, CARD), OTHER + 8192, host_bus, 1024)) == 2,
		      "case %u: not refused", i);
		check(error_of(ct_dma(ct, 0, SPACE(TCM, HOST), host_bus + 8192, 64, 1024)) == 2,
		      "case %u: a write is not refused", i);
		check(ct_cycles(ct) - before < 10000,
		      "case %u: host memory is asked although it owes answers", i);
		rtl_faults.host_read = rtl_faults.host_write = RTL_FINE;
		ct->cfg.ops->step(ct->card, 2000);
		expect_state(SMGPU_HOST_MEMORY_HOST_SILENT_MASK);
		for (k = 0; k < 1024; k++)
			w[k] = ~(i << 16 | k);
		check(!error_of(ct_dma(ct, 1, SPACE(HOST, CARD), OTHER, host_bus, 1024)),
		      "case %u: no host memory after it", i);
		check(!error_of(ct_dma(ct, 1, SPACE(CARD, HOST), host_bus + 8192, OTHER, 1024)),
		      "case %u: no host memory after it", i);
		memcpy(got, host + 8192, sizeof(got));
		for (k = 0; k < 256; k++)
			check(got[k] == ~(i << 16 | k), "case %u: word %u is 0x%x", i, k, got[k]);
	}
	expect_state(0);
}

/* More answers are lost than there are ids: what needs DRAM fails at once; a reset from outside
 * makes the card whole. */
static void dram_swallows_all(void)
{
	unsigned i;
	uint64_t before;

	rtl_faults.dram_read = RTL_SWALLOWED;
	for (i = 0; i < 3; i++)
		/* 16 lines at a time */
		(void)ct_dma(ct, 0, SPACE(CARD, HOST), host_bus, AREA + 0x8000 + 0x800 * i, 1024);
	rtl_faults.dram_read = RTL_FINE;
	before = ct_cycles(ct);
	check(error_of(ct_dma(ct, 0, SPACE(CARD, TCM), 64, fresh(), 4)) == 2, "no error");
	check(ct_cycles(ct) - before < 10000, "DRAM is waited for although no id is left");
	for (i = 1; i <= 3; i++)
		reset(i);
	ct->cfg.ops->reset(ct->card);
	fill_area();
	expect_word(fresh());
}

int main(int argc, char **argv)
{
	char *args[] = { argv[0], "rtl", argc > 1 ? argv[1] : "default" };

	if (direct_start(3, args))
		return 2;
	bulk = ct_dma_engines(ct) - 1;
	host = ct_host_alloc(ct, 3 * 4096, 4096, &host_bus);
	fill_area();
	report("lost_start");
	RUN(dram_read_errors);
	RUN(dram_error_of_a_warp);
	RUN(dram_silent_to_a_warp);
	RUN(dram_holds_reads);
	RUN(dram_is_deaf);
	RUN(resets_end);
	RUN(dram_refuses_writes);
	RUN(dram_holds_writes);
	RUN(host_fails);
	RUN(host_loses_many);
	RUN(dram_swallows_all);
	ct_del(ct);
	return test_failures != 0;
}
