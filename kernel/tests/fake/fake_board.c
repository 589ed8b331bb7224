// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The board block of the fake card. Time starts when the driver looks for the block. Until the card
 * runs, its own registers read all ones, as on a board.
 */
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "flash.h"

/* Milliseconds of a slow board: until its memory is calibrated, and until it is tested */
#define SLOW_DRAM_MS	500
#define SLOW_TEST_MS	2500
#define SLOW_TEST_KIB	65536u

#define BOARD_TESTED_KIB	1024u

struct fake_board {
	char mode[16];
	uint64_t began;
	struct fake_flash *flash;
	unsigned int bytes, limit;	/* of SPI; the card is lost after so many */
	uint8_t received;
	bool sending;
};

static bool board_is(const struct fake_board *b, const char *mode)
{
	return !strcmp(b->mode, mode);
}

void fake_board_create(struct fake *f, const char *mode)
{
	struct fake_board *b = calloc(1, sizeof(*b));
	const char *number = strchr(mode, ':');

	strncpy(b->mode, mode, sizeof(b->mode) - 1);
	b->mode[strcspn(b->mode, ":")] = 0;
	b->limit = number ? atoi(number + 1) : 0;
	b->flash = fake_flash_create();
	f->board = b;
}

void fake_board_destroy(struct fake *f)
{
	if (!f->board)
		return;
	fake_flash_destroy(f->board->flash);
	free(f->board);
}

static uint64_t board_age(const struct fake_board *b)
{
	return b->began ? fake_milliseconds() - b->began : 0;
}

static uint32_t board_status(const struct fake_board *b)
{
	const uint32_t link = SMGPU_BOARD_STATUS_LINK_UP_MASK |
			      4u << SMGPU_BOARD_STATUS_LINK_LANES_SHIFT |
			      1u << SMGPU_BOARD_STATUS_LINK_SPEED_SHIFT;
	const uint32_t locked = link | SMGPU_BOARD_STATUS_CLOCKS_LOCKED_MASK;
	const uint32_t ready = locked | SMGPU_BOARD_STATUS_DRAM_READY_MASK;
	const uint32_t running = ready | SMGPU_BOARD_STATUS_TEST_DONE_MASK |
				 SMGPU_BOARD_STATUS_CARD_RUNNING_MASK;

	if (board_is(b, "clocks"))
		return link;
	if (board_is(b, "never"))
		return locked;
	if (board_is(b, "dram"))
		return locked | SMGPU_BOARD_STATUS_DRAM_ERROR_MASK;
	if (board_is(b, "stuck"))
		return ready | SMGPU_BOARD_STATUS_TEST_RUNNING_MASK;
	if (board_is(b, "test"))
		return ready | SMGPU_BOARD_STATUS_TEST_DONE_MASK |
		       SMGPU_BOARD_STATUS_TEST_FAILED_MASK;
	if (!board_is(b, "slow"))
		return running;
	if (board_age(b) < SLOW_DRAM_MS)
		return locked;
	return board_age(b) < SLOW_TEST_MS ? ready | SMGPU_BOARD_STATUS_TEST_RUNNING_MASK : running;
}

static uint32_t board_tested(const struct fake_board *b)
{
	uint64_t age = board_age(b);

	if (!board_is(b, "slow"))
		return BOARD_TESTED_KIB;
	if (age < SLOW_DRAM_MS)
		return 0;
	if (age >= SLOW_TEST_MS)
		return SLOW_TEST_KIB;
	return (uint32_t)((age - SLOW_DRAM_MS) * SLOW_TEST_KIB / (SLOW_TEST_MS - SLOW_DRAM_MS));
}

bool fake_board_holds(const struct fake *f)
{
	return f->board && !(board_status(f->board) & SMGPU_BOARD_STATUS_CARD_RUNNING_MASK);
}

bool fake_board_has(const struct fake *f, uint32_t off)
{
	return f->board && off >= SMGPU_BOARD_BASE && off < SMGPU_BOARD_BASE + 0x1000;
}

/* A byte that is looked for before the transfer has ended is none. */
static uint32_t board_received(struct fake *f)
{
	if (f->board->sending)
		fake_flash_stale(f, "SPI_DATA is read while SPI_CTRL is busy", 0);
	return f->board->received;
}

static uint32_t board_spi_ctrl(struct fake_board *b)
{
	uint32_t busy = b->sending ? SMGPU_BOARD_SPI_CTRL_BUSY_MASK : 0;

	b->sending = false;
	return busy;
}

uint32_t fake_board_read(struct fake *f, uint32_t off)
{
	struct fake_board *b = f->board;
	bool failed = board_is(b, "test");

	switch (off) {
	case SMGPU_BOARD_ID:
		if (!b->began)
			b->began = fake_milliseconds();
		return SMGPU_BOARD_ID_VALUE_RESET;
	case SMGPU_BOARD_VERSION:
		return SMGPU_BOARD_VERSION_BOARD_SIMULATION << SMGPU_BOARD_VERSION_BOARD_SHIFT |
		       SMGPU_BOARD_VERSION_MAP_RESET;
	case SMGPU_BOARD_BUILD: return 0x0badcafe;
	case SMGPU_BOARD_STATUS: return board_status(b);
	case SMGPU_BOARD_TEST_KIB: return board_tested(b);
	case SMGPU_BOARD_TEST_ERRORS: return failed ? 7 : 0;
	case SMGPU_BOARD_TEST_LINE: return failed ? 0x2000001 : 0;
	case SMGPU_BOARD_TEST_BITS: return failed ? 0x00800001 : 0;
	case SMGPU_BOARD_MONITOR:
		return board_is(b, "sysmon") ? SMGPU_BOARD_MONITOR_KIND_SYSMON :
					       SMGPU_BOARD_MONITOR_KIND_XADC;
	case SMGPU_BOARD_TEMPERATURE: return 2697u << 16 | 2599;
	case SMGPU_BOARD_VCCINT: return 1350u << 16 | 1365;
	case SMGPU_BOARD_VCCAUX: return 2441u << 16 | 2458;
	case SMGPU_BOARD_VCCBRAM: return 1351u << 16 | 1366;
	case SMGPU_BOARD_SPI_CTRL: return board_spi_ctrl(b);
	case SMGPU_BOARD_SPI_DATA: return board_received(f);
	case SMGPU_BOARD_SPI_SIZE:
		return SMGPU_BOARD_SPI_SIZE_FALLBACK_MASK | FLASH_BYTES >> 10;
	case SMGPU_BOARD_SPI_UPDATE: return FLASH_BYTES / 2;
	default: return 0;
	}
}

void fake_board_write(struct fake *f, uint32_t off, uint32_t value)
{
	struct fake_board *b = f->board;

	if (off == SMGPU_BOARD_SPI_CTRL)
		fake_flash_select(f, b->flash, value & SMGPU_BOARD_SPI_CTRL_SELECT_MASK);
	if (off != SMGPU_BOARD_SPI_DATA)
		return;
	b->received = fake_flash_byte(f, b->flash, (uint8_t)value);
	b->sending = true;
	f->ones = b->limit && ++b->bytes >= b->limit;
}
