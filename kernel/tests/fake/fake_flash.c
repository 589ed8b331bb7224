// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The flash of the fake board: that of the simulated board, a byte at a time. What a host that
 * works never does is told on a line with the word STALE.
 */
#include <stdlib.h>

#include "fake.h"
#include "flash.h"

/* A sector is erased in 50 ms, or while the host reads its status 40 times. */
#define TICKS_PER_MS	(FLASH_ERASE / 50)
#define TICKS_PER_BYTE	(FLASH_ERASE / 80)

struct fake_flash {
	struct flash chip;
	uint64_t bytes;		/* that went over the line */
	unsigned int bad;	/* of the chip's, told */
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

	if (!s || !flash_init(&s->chip))
		abort();
	return s;
}

void fake_flash_destroy(struct fake_flash *s)
{
	flash_free(&s->chip);
	free(s);
}

static bool pins(struct fake_flash *s, bool cs_n, bool clk, bool mosi)
{
	uint64_t now = fake_milliseconds() * TICKS_PER_MS + s->bytes * TICKS_PER_BYTE;

	return flash_pins(&s->chip, now, cs_n, clk, mosi);
}

/* The command ends when the chip is not selected any more. */
void fake_flash_select(struct fake *f, struct fake_flash *s, bool on)
{
	pins(s, !on, false, false);
	if (s->chip.bad != s->bad)
		fake_flash_stale(f, "flash refuses a command, or a part of it", s->chip.command);
	s->bad = s->chip.bad;
}

uint8_t fake_flash_byte(struct fake *f, struct fake_flash *s, uint8_t out)
{
	uint8_t in = 0;

	if (!s->chip.selected) {
		fake_flash_stale(f, "flash is given a byte and was not selected", 0);
		return 0xff;
	}
	/* Mode 0: both sides take a bit when the clock rises. */
	for (int bit = 7; bit >= 0; bit--) {
		in = (uint8_t)(in << 1 | pins(s, false, false, out >> bit & 1));
		pins(s, false, true, out >> bit & 1);
	}
	pins(s, false, false, false);
	s->bytes++;
	return in;
}
