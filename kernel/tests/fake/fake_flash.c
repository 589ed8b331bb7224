// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The flash of the fake board: an S25FL256S, as far as Linux uses one. Bits are cleared by programs
 * and set by erasures; both need WREN before, and last for some reads of the status register, or
 * for some time if none comes. What a host that works never does is told on a line with the word
 * STALE.
 */
#include <stdlib.h>
#include <string.h>

#include "fake.h"

#define FLASH_PAGE	256u
#define FLASH_SECTOR	0x10000u
#define FLASH_BUSY_READS	3
#define FLASH_BUSY_MS		50

enum {
	OP_WRR = 0x01, OP_PP = 0x02, OP_READ = 0x03, OP_WRDI = 0x04, OP_RDSR = 0x05, OP_WREN = 0x06,
	OP_FAST_READ = 0x0b, OP_FAST_READ4 = 0x0c, OP_PP4 = 0x12, OP_READ4 = 0x13, OP_CLSR = 0x30,
	OP_RDCR = 0x35, OP_RSFDP = 0x5a, OP_RDID = 0x9f, OP_SE = 0xd8, OP_SE4 = 0xdc,
};

static const uint8_t identity[] = { 0x01, 0x02, 0x19, 0x4d, 0x01, 0x80 };

struct fake_flash {
	uint8_t *mem, page[FLASH_PAGE], op;
	uint32_t address, count;	/* bytes since it was selected */
	uint32_t filled;		/* of a program */
	unsigned int busy;		/* reads of the status until it is done ... */
	uint64_t busy_end;		/* ... which it is at this time at the latest */
	bool selected, enabled;
};

/* Said once: what is done wrong is mostly done wrong for each byte. */
void fake_flash_stale(struct fake *f, const char *what, unsigned int byte)
{
	if (!f->flash_told)
		f->host->log(f->ctx, "STALE: %s (%02x)", what, byte);
	f->flash_told = true;
}

struct fake_flash *fake_flash_create(void)
{
	struct fake_flash *s = calloc(1, sizeof(*s));

	s->mem = malloc(FAKE_FLASH_BYTES);
	memset(s->mem, 0xff, FAKE_FLASH_BYTES);
	return s;
}

void fake_flash_destroy(struct fake_flash *s)
{
	free(s->mem);
	free(s);
}

static unsigned int address_bytes(uint8_t op)
{
	switch (op) {
	case OP_READ: case OP_FAST_READ: case OP_PP: case OP_SE: case OP_RSFDP:
		return 3;
	case OP_READ4: case OP_FAST_READ4: case OP_PP4: case OP_SE4:
		return 4;
	default:
		return 0;
	}
}

static bool changes(uint8_t op)
{
	return op == OP_PP || op == OP_PP4 || op == OP_SE || op == OP_SE4;
}

/* The command ends: now programs and erasures begin. */
static void flash_end(struct fake *f, struct fake_flash *s)
{
	uint32_t at = s->address % FAKE_FLASH_BYTES;

	if (s->op == OP_WREN || s->op == OP_WRDI)
		s->enabled = s->op == OP_WREN;
	if (!changes(s->op) || s->count <= address_bytes(s->op))
		return;
	if (!s->enabled) {
		fake_flash_stale(f, "flash gets a command without WREN", s->op);
		return;
	}
	s->enabled = false;
	s->busy = FLASH_BUSY_READS;
	s->busy_end = fake_milliseconds() + FLASH_BUSY_MS;
	if (s->op == OP_SE || s->op == OP_SE4) {
		memset(s->mem + at / FLASH_SECTOR * FLASH_SECTOR, 0xff, FLASH_SECTOR);
		return;
	}
	/* A page wraps around. */
	for (uint32_t i = 0; i < s->filled; i++)
		s->mem[at / FLASH_PAGE * FLASH_PAGE + (at + i) % FLASH_PAGE] &= s->page[i];
}

void fake_flash_select(struct fake *f, struct fake_flash *s, bool on)
{
	if (s->selected && !on)
		flash_end(f, s);
	if (!s->selected && on) {
		s->op = 0;
		s->count = s->address = s->filled = 0;
	}
	s->selected = on;
}

/* The byte after @n others of the command, its address and the one that FAST_READ waits for */
static uint8_t flash_data(struct fake *f, struct fake_flash *s, uint32_t n, uint8_t out)
{
	switch (s->op) {
	case OP_RDID:
		return n < sizeof(identity) ? identity[n] : 0xff;
	case OP_RDSR:
		if (s->busy)
			s->busy--;
		return (s->busy ? 1 : 0) | (s->enabled ? 2 : 0);
	case OP_RDCR:
		return 0;
	case OP_READ: case OP_READ4:
		return s->mem[(s->address + n) % FAKE_FLASH_BYTES];
	case OP_FAST_READ: case OP_FAST_READ4:
		return n ? s->mem[(s->address + n - 1) % FAKE_FLASH_BYTES] : 0xff;
	case OP_PP: case OP_PP4:
		if (n < FLASH_PAGE) {
			s->page[n] = out;
			s->filled = n + 1;
		} else {
			fake_flash_stale(f, "flash is given more than a page", 0);
		}
		return 0xff;
	default:
		return 0xff;
	}
}

uint8_t fake_flash_byte(struct fake *f, struct fake_flash *s, uint8_t out)
{
	uint32_t n = s->count;

	if (!s->selected) {
		fake_flash_stale(f, "flash is given a byte and was not selected", 0);
		return 0xff;
	}
	s->count++;
	if (!n) {
		s->op = out;
		if (s->busy && fake_milliseconds() >= s->busy_end)
			s->busy = 0;
		if (s->busy && out != OP_RDSR) {
			fake_flash_stale(f, "flash gets a command while it is busy", out);
			s->op = 0;
		}
		return 0xff;
	}
	if (n <= address_bytes(s->op)) {
		s->address = s->address << 8 | out;
		return 0xff;
	}
	return flash_data(f, s, n - 1 - address_bytes(s->op), out);
}
