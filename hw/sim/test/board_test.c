// SPDX-License-Identifier: MIT
/*
 * board_test IMAGE PRESET: the link of the Verilated board. Interrupts come behind what they tell
 * of; a link that fails or goes away ends what was under way, with an error, and the card works
 * when it is back. The board block tells what the board is, and keeps a card with bad memory in
 * reset.
 */
#include <stdlib.h>
#include <string.h>

#include "../pcie/board.h"
#include "../pcie/root.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define BYTES	 4096u
#define CARD	 0x100000u
#define COMMANDS 40u
/* Of a DMA: the bridge gives a read up after 2^14 ticks at most, and other reads may wait for it */
#define PATIENCE (1u << 20)

static struct ct *ct;
static const char *preset;

static void start(uint64_t seed)
{
	struct ct_config cfg = {
		.ops = &card_backend_board,
		.preset = preset,
		.dram_mib = 64,
		.timeout = 10000000,
		.seed = seed,
	};

	memset(&board_faults, 0, sizeof(board_faults));
	memset(&board_errors, 0, sizeof(board_errors));
	ct = ct_new(&cfg);
	if (!ct)
		exit(1);
}

static void stop(const char *name)
{
	ct_del(ct);
	report(name);
}

/* ---- Interrupts ---- */

static unsigned early; /* interrupts that come before what they tell of */
static uint32_t told; /* events before it */

static void interrupt(struct ct *c)
{
	early += ((volatile struct smgpu_fw_shared *)c->shared)->event_put == told;
}

static bool is_told(struct ct *c, void *before)
{
	return c->msis > *(unsigned *)before;
}

/* A command at a time: each has one event, and one interrupt. */
static void commands(const char *image, uint64_t seed, unsigned gap, unsigned overtaken)
{
	unsigned i, before;

	start(seed);
	check(!ct_boot(ct, image), "no boot");
	ct->cfg.ops->step(ct->card, 2000);
	early = 0;
	ct->interrupt = interrupt;
	board_faults.overtaken = overtaken;
	board_faults.gap = gap;
	for (i = 0; i < COMMANDS && !test_why[0]; i++) {
		before = ct->msis;
		told = ct->shared->event_put;
		check(!(i & 1 ? ct_vm_destroy(ct, 1) : ct_vm_create(ct, 1)), "command %u", i);
		check(!ct_wait(ct, is_told, &before, "interrupt"), "no interrupt after %u", i);
		ct->cfg.ops->step(ct->card, 1000);
		check(ct->msis == before + 1, "%u interrupts after %u", ct->msis - before, i);
	}
}

static void interrupts_follow_data(const char *image)
{
	uint64_t seed;

	for (seed = 1; seed <= 3; seed++) {
		commands(image, seed, seed == 1 ? 0 : 1000, 0);
		check(!early, "seed %u: %u of %u interrupts come before their event",
		      (unsigned)seed, early, COMMANDS);
		if (seed < 3)
			ct_del(ct);
	}
	stop("board.interrupts_follow_data");
	/* The case can fail. */
	commands(image, 1, 0, 300);
	check(early > COMMANDS / 2, "%u of %u interrupts that overtook were seen", early, COMMANDS);
	stop("board.interrupts_that_overtake_are_seen");
}

/* ---- Links that fail ---- */

static uint32_t *memory;
static uint64_t memory_bus;

static void fill(uint32_t salt)
{
	unsigned i;

	for (i = 0; i < BYTES / 4; i++)
		memory[i] = (i + salt) * 0x9e3779b1u;
}

/* Host memory to the card */
static void copy_begins(void)
{
	ct_write(ct, SMGPU_DMA_SRC_LO(0), (uint32_t)memory_bus);
	ct_write(ct, SMGPU_DMA_SRC_HI(0), (uint32_t)(memory_bus >> 32));
	ct_write(ct, SMGPU_DMA_DST_LO(0), CARD);
	ct_write(ct, SMGPU_DMA_DST_HI(0), 0);
	ct_write(ct, SMGPU_DMA_LEN(0), BYTES);
	ct_write(ct, SMGPU_DMA_CTRL(0),
		 SMGPU_DMA_CTRL_SRC_SPACE_HOST << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT);
}

/* 0, or the error */
static unsigned copy_ends(void)
{
	uint64_t before = ct_cycles(ct);
	uint32_t s;

	do {
		ct->cfg.ops->step(ct->card, 200);
		s = ct_read(ct, SMGPU_DMA_STATUS(0));
	} while (s & SMGPU_DMA_STATUS_BUSY_MASK && ct_cycles(ct) - before < PATIENCE);
	check(!(s & SMGPU_DMA_STATUS_BUSY_MASK), "a DMA does not end");
	return (s & SMGPU_DMA_STATUS_ERROR_MASK) >> SMGPU_DMA_STATUS_ERROR_SHIFT;
}

static unsigned copy(void)
{
	copy_begins();
	return copy_ends();
}

static void expect_copy(const char *when)
{
	uint32_t back[64];
	unsigned at;

	for (at = 0; at < BYTES; at += BYTES / 4) {
		ct_download(ct, CARD + at, back, sizeof(back));
		check(!memcmp(back, (uint8_t *)memory + at, sizeof(back)), "other data %s", when);
	}
}

static void begin(uint64_t seed)
{
	start(seed);
	memory = ct_host_alloc(ct, BYTES, 4096, &memory_bus);
	fill(1);
}

static void alive(const char *when)
{
	check(ct_read(ct, SMGPU_HOST_MAGIC) == SMGPU_HOST_MAGIC_VALUE_RESET, "no MAGIC %s", when);
}

static void bad_completions(void)
{
	static const struct {
		const char *name;
		unsigned kind;
		bool fails;
	} kinds[] = {
		{ "unsupported", RC_UNSUPPORTED, true }, { "aborted", RC_ABORTED, true },
		{ "poisoned", RC_POISONED, true },	 { "late", RC_LATE, true },
		{ "strangers", RC_STRANGER, false },
	};
	unsigned k, i, bad;

	begin(2);
	for (k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
		memset(&board_errors, 0, sizeof(board_errors));
		board_faults =
			(struct rc_faults) { .every = 40, .kinds = kinds[k].kind, .late = 40000 };
		for (i = bad = 0; i < 8; i++) {
			fill(i);
			if (copy())
				bad++;
			else
				expect_copy(kinds[k].name);
			alive(kinds[k].name);
		}
		check(board_faults.met, "%s: none came", kinds[k].name);
		check(!bad == !kinds[k].fails, "%s: %u of %u DMAs fail", kinds[k].name, bad, i);
		check(!board_errors.poisoned == (kinds[k].kind != RC_POISONED) &&
			      !board_errors.late == (kinds[k].kind != RC_LATE) &&
			      !board_errors.unexpected == (kinds[k].kind != RC_STRANGER),
		      "%s: told as %u poisoned, %u late, %u unexpected", kinds[k].name,
		      board_errors.poisoned, board_errors.late, board_errors.unexpected);
		board_faults.kinds = 0;
		ct->cfg.ops->step(ct->card, 60000); /* what is late comes, and its tags are free */
		fill(100 + k);
		check(!copy(), "a DMA fails after %s", kinds[k].name);
		expect_copy("afterwards");
	}
	stop("board.bad_completions");
}

/* No completion comes: the tags are barred, and reads with them fail at once. A reset of the link
 * ends that. */
static void lost_completions(void)
{
	unsigned i, bad;

	begin(3);
	board_faults = (struct rc_faults) { .every = 4, .kinds = RC_LOST };
	for (i = bad = 0; i < 6; i++) {
		bad += copy() != 0;
		alive("while completions are lost");
	}
	check(bad, "no DMA fails");
	check(board_errors.late, "none is told as late");
	board_faults.kinds = 0;
	ct->cfg.ops->reset(ct->card);
	check(!copy(), "a DMA fails after a reset of the link");
	expect_copy("after a reset of the link");
	stop("board.lost_completions");
}

/* Software takes bus master away, at some time of a DMA, and gives it back. */
static void bus_master_off(void)
{
	unsigned i, bad = 0;

	begin(4);
	board_bus_master(ct->card, false);
	check(copy(), "a DMA works without bus master");
	board_bus_master(ct->card, true);
	for (i = 0; i < 12; i++) {
		fill(i);
		copy_begins();
		ct->cfg.ops->step(ct->card, 60 + 20 * i);
		board_bus_master(ct->card, i & 1);
		bad += copy_ends() != 0;
		alive("beside it");
		board_bus_master(ct->card, true);
		check(!copy(), "a DMA fails when it is back");
		expect_copy("when it is back");
	}
	check(bad == 6, "%u DMAs fail, not 6", bad);
	stop("board.bus_master_off");
}

/* PERST, hot reset, a link that was down: all in flight is gone, on both sides. */
static void link_resets(void)
{
	unsigned i;

	begin(5);
	for (i = 0; i < 12; i++) {
		fill(i);
		copy_begins();
		ct->cfg.ops->step(ct->card, 40 + 60 * i);
		ct->cfg.ops->reset(ct->card);
		alive("after a reset of the link");
		check(!copy(), "a DMA fails after a reset of the link");
		expect_copy("after a reset of the link");
	}
	check(!board_errors.unexpected && !board_errors.late, "%u unexpected, %u late",
	      board_errors.unexpected, board_errors.late);
	stop("board.link_resets");
}

/* Pulled while it copies: nothing waits for it, and it touches nothing. */
static void removals(void)
{
	unsigned i, at;

	begin(6);
	for (i = 0; i < 4; i++) {
		fill(i);
		ct_write(ct, SMGPU_DMA_SRC_LO(0), CARD);
		ct_write(ct, SMGPU_DMA_SRC_HI(0), 0);
		ct_write(ct, SMGPU_DMA_DST_LO(0), (uint32_t)memory_bus);
		ct_write(ct, SMGPU_DMA_DST_HI(0), (uint32_t)(memory_bus >> 32));
		ct_write(ct, SMGPU_DMA_LEN(0), BYTES);
		ct_write(ct, SMGPU_DMA_CTRL(0),
			 SMGPU_DMA_CTRL_SRC_SPACE_HOST << SMGPU_DMA_CTRL_DST_SPACE_SHIFT);
		ct->cfg.ops->step(ct->card, 100 + 100 * i);
		board_remove(ct->card);
		fill(77);
		check(ct_read(ct, SMGPU_HOST_MAGIC) == ~0u, "a register answers");
		ct_write(ct, SMGPU_HOST_RESET, CT_RESET(CARD));
		check(ct->cfg.ops->bar2_read(ct->card, CARD, 8) == ~0ull, "BAR2 answers");
		check(ct->cfg.ops->step(ct->card, 100000) == CARD_IDLE, "it is not idle");
		for (at = 0; at < BYTES / 4; at++)
			check(memory[at] == (at + 77) * 0x9e3779b1u, "it writes");
		ct->cfg.ops->reset(ct->card);
		alive("when it is back");
		check(!copy(), "a DMA fails when it is back");
		expect_copy("when it is back");
	}
	stop("board.removals");
}

/* ---- The board block ---- */

static uint8_t flash_byte_of(uint8_t sent)
{
	ct_write(ct, SMGPU_BOARD_SPI_DATA, sent);
	return (uint8_t)ct_read(ct, SMGPU_BOARD_SPI_DATA);
}

static void identity(void)
{
	static const uint8_t chip[] = { 0x01, 0x02, 0x19, 0x4d, 0x01 };
	uint32_t status;
	unsigned i;

	begin(7);
	status = ct_read(ct, SMGPU_BOARD_STATUS);
	check(ct_read(ct, SMGPU_BOARD_ID) == SMGPU_BOARD_ID_VALUE_RESET, "ID");
	check(ct_read(ct, SMGPU_BOARD_VERSION) >> SMGPU_BOARD_VERSION_BOARD_SHIFT ==
		      SMGPU_BOARD_VERSION_BOARD_SIMULATION, "VERSION");
	check(status & SMGPU_BOARD_STATUS_CARD_RUNNING_MASK, "status 0x%x", status);
	check(ct_read(ct, SMGPU_BOARD_TEST_KIB) == 256, "KiB tested");
	ct_write(ct, SMGPU_BOARD_SPI_CTRL, SMGPU_BOARD_SPI_CTRL_SELECT_MASK);
	flash_byte_of(0x9f);
	for (i = 0; i < sizeof(chip); i++)
		check(flash_byte_of(0) == chip[i], "byte %u of the flash's identity", i);
	ct_write(ct, SMGPU_BOARD_SPI_CTRL, 0);
	stop("board.identity");
}

/* A bit that is stuck keeps the card in reset. */
static void bad_memory(void)
{
	uint32_t status;

	setenv("SMGPU_DRAM_BAD", "100:37", 1);
	start(8);
	unsetenv("SMGPU_DRAM_BAD");
	status = ct_read(ct, SMGPU_BOARD_STATUS);
	check(status & SMGPU_BOARD_STATUS_TEST_FAILED_MASK &&
		      !(status & SMGPU_BOARD_STATUS_CARD_RUNNING_MASK), "status 0x%x", status);
	check(ct_read(ct, SMGPU_BOARD_TEST_ERRORS) == 1, "wrong lines");
	check(ct_read(ct, SMGPU_BOARD_TEST_LINE) == 100, "the wrong line");
	check(ct_read(ct, SMGPU_BOARD_TEST_BITS) == 1u << 5, "the wrong bit");
	check(ct_read(ct, SMGPU_HOST_MAGIC) == ~0u, "a register of the card answers");
	check(ct->cfg.ops->step(ct->card, 100000) == CARD_IDLE, "it is not idle");
	stop("board.bad_memory");
}

int main(int argc, char **argv)
{
	if (argc < 3)
		return 2;
	preset = argv[2];
	interrupts_follow_data(argv[1]);
	bad_completions();
	lost_completions();
	bus_master_off();
	link_resets();
	removals();
	identity();
	bad_memory();
	return test_failures != 0;
}
