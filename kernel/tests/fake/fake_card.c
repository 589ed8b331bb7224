// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A card that only the driver's tests need: it answers as the firmware would, in C, without control
 * core and SMs, and can be told to fail in ways that real firmware does not. FAKE=name[:n] chooses:
 *
 *   ones       registers read all ones from the start
 *   magic      wrong identity            version   unknown hardware interface
 *   silent     firmware never answers    refuse    firmware refuses the boot block
 *   bootpanic  firmware panics in boot   abi       firmware speaks another ABI
 *   hang:n     firmware stops after n commands, once
 *   panic:n    firmware panics after n commands, once
 *   doorbell   firmware stops when a channel's doorbell rings, once
 *   lost:n     registers read all ones after n commands
 *   away       registers read all ones once a channel's doorbell rings
 *   wipe:n     the card is reset by another after n commands, once
 *   loadfail   the firmware's way into the TCM fails
 *   die:n      firmware panics at every n-th command of one kind, then of the next, until it has
 *              died at each kind, once before it does the command and once after, unanswered;
 *              die:n:OP: at one kind only, eight times
 *              die:n:OP:late: the same; new firmware pauses for a second before the last of what it
 *              is given back, and before the next channel that is made
 *   nomsi:n    after n MSIs no more come
 *   forget     a job's end is never reported
 *   expire     as forget; firmware stops when it is told to end that job's channel
 *   still      the heartbeat stands still and the clock runs fast, but commands are answered
 *   lag        firmware stops when a channel's doorbell rings, once; new firmware pauses for three
 *              seconds amid what it is given back
 *   slot       registers read all ones while SCRATCH3 is 1, and from the next reset on that the
 *              driver asks for when it is 2
 *   lazy       each FILL takes twenty seconds, and the clock runs a hundred times too slow
 *   board      it has a board block, with a flash (fake_board.c, fake_flash.c); board:MODE:
 *              slow      its memory is calibrated and tested while the driver waits
 *              clocks    its clocks do not lock       never     calibration does not end
 *              dram      calibration fails            stuck     the memory test does not go on
 *              test      the memory test has failed
 *              lost:n    registers read all ones after n bytes to the flash
 *
 * It knows what a host that works never does, and says it on a line with the word STALE: to give an
 * id to a second root or ring, or to give new firmware an object back that the old firmware was
 * told to forget.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fake.h"

static uint64_t fake_timebase(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * FAKE_HZ + (uint64_t)t.tv_nsec * (FAKE_HZ / 1000000) / 1000;
}

uint64_t fake_milliseconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

void fake_card_reset(struct fake *f)
{
	f->restoring |= f->stopped;
	f->running = f->stopped = false;
	f->progress = 0;
	f->cmd_get = f->cmd_put = f->paused_at = 0;
	f->doorbells = f->resume = 0;
	memset(f->root, 0, sizeof(f->root));
	memset(f->channel, 0, sizeof(f->channel));
	memset(&f->boot, 0, sizeof(f->boot));
}

/* Of the PCI function: what lies in DRAM is lost. */
static void fake_reset(void *card)
{
	struct fake *f = card;

	fake_card_reset(f);
	memset(f->dram, 0xa5, f->dram_bytes);
}

static void *fake_create(const struct card_config *cfg, const struct card_host_ops *host, void *ctx)
{
	struct fake *f = calloc(1, sizeof(*f));
	const char *want = getenv("FAKE");

	f->host = host;
	f->ctx = ctx;
	f->dram_bytes = (uint64_t)cfg->dram_mib << 20;
	f->dram = malloc(f->dram_bytes);
	/* What the driver does not clear shows. */
	memset(f->dram, 0xa5, f->dram_bytes);
	snprintf(f->failure, sizeof(f->failure), "%.*s", want ? (int)strcspn(want, ":") : 0,
		 want ? want : "");
	f->slowness = fails(f, "lazy") ? 100 : 1;
	f->speed = fails(f, "still") ? 50 : fails(f, "forget") || fails(f, "expire") ? 1000 : 1;
	if (fails(f, "die"))
		fake_parse_die(f, want + strlen(f->failure) + 1);
	else if (fails(f, "board"))
		fake_board_create(f, want[5] ? want + 6 : "");
	else if (want && strchr(want, ':'))
		f->countdown = atoi(strchr(want, ':') + 1);
	f->ones = fails(f, "ones");
	return f;
}

static void fake_destroy(void *card)
{
	struct fake *f = card;

	fake_board_destroy(f);
	free(f->dram);
	free(f);
}

static uint32_t fake_read(void *card, uint32_t off)
{
	struct fake *f = card;

	if (f->ones)
		return 0xffffffffu;
	if (fake_board_has(f, off))
		return fake_board_read(f, off);
	if (fake_board_holds(f))
		return 0xffffffffu;
	switch (off) {
	case SMGPU_HOST_MAGIC: return fails(f, "magic") ? 0x12345678 : SMGPU_HOST_MAGIC_VALUE_RESET;
	case SMGPU_HOST_VERSION: return fails(f, "version") ? 7u << 16 : 1u << 16;
	case SMGPU_HOST_CONFIG0: return 8u << 16 | 16u << 8 | 1u;
	case SMGPU_HOST_CONFIG1: return 64u << 24 | 16u << 16 | 16u;
	case SMGPU_HOST_CONFIG2: return 128u << 16 | 16u;
	case SMGPU_HOST_CONFIG3: return SMGPU_FW_MAX_BYTES / 1024 << 16 | 16u;
	case SMGPU_HOST_DRAM_MIB: return (uint32_t)(f->dram_bytes >> 20);
	case SMGPU_HOST_TIMEBASE_HZ: return FAKE_HZ;
	case SMGPU_HOST_TIMEBASE_LO:
		f->timebase = fake_timebase() * f->speed / f->slowness;
		return (uint32_t)f->timebase;
	case SMGPU_HOST_TIMEBASE_HI: return (uint32_t)(f->timebase >> 32);
	case SMGPU_HOST_PROGRESS: return f->progress;
	case SMGPU_SM_CFG_OVERSUB(0):
		return SMGPU_SM_CFG_OVERSUB_HIGH_RESET << 8 | SMGPU_SM_CFG_OVERSUB_LOW_RESET;
	case SMGPU_DMA_STATUS(0):
		return fails(f, "loadfail") ?
			       2u << SMGPU_DMA_STATUS_ERROR_SHIFT | SMGPU_DMA_STATUS_DONE_MASK :
			       SMGPU_DMA_STATUS_DONE_MASK;
	default: return 0;
	}
}

static void fake_write(void *card, uint32_t off, uint32_t val)
{
	struct fake *f = card;
	uint32_t id;

	if (fails(f, "slot") && off == SMGPU_HOST_SCRATCH(3)) {
		f->ones = val == 1;
		f->darkens = val == 2;
		return;
	}
	if (f->ones)
		return;
	if (fake_board_has(f, off)) {
		fake_board_write(f, off, val);
		return;
	}
	if (fake_board_holds(f))
		return;
	if (off == SMGPU_HOST_RESET &&
	    val == (SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT |
		    SMGPU_HOST_RESET_DEPTH_CARD)) {
		fake_card_reset(f);
		f->ones = f->darkens;
	}
	if (off == SMGPU_HOST_SCRATCH(0) || off == SMGPU_HOST_SCRATCH(1))
		f->scratch[off == SMGPU_HOST_SCRATCH(1)] = val;
	else if (off == SMGPU_MCU_CTRL && (val & 1) && !f->running)
		fake_boot(f);
	else if (off == SMGPU_MCU_CTRL && !(val & 1))
		f->running = false;
	if (off < CARD_BAR0_DOORBELLS || !f->running)
		return;
	id = (off - CARD_BAR0_DOORBELLS) / CARD_DOORBELL_PAGE;
	if (!id)
		f->cmd_put = val;
	else if (id < SMGPU_MAX_CHANNELS)
		f->channel[id].put = val;
	if (id && (fails(f, "doorbell") || (fails(f, "lag") && !f->lagged)))
		f->stopped = true;
	if (id && fails(f, "doorbell"))
		f->failure[0] = 0;
	f->lagged |= id;
	f->ones = id && fails(f, "away");
	if (id < SMGPU_MAX_CHANNELS)
		f->doorbells |= 1ull << id;
}

static uint64_t fake_bar2_read(void *card, uint32_t off, unsigned int len)
{
	struct fake *f = card;
	uint64_t v = 0;

	memcpy(&v, f->dram + off, len);
	return v;
}

static void fake_bar2_write(void *card, uint32_t off, uint64_t val, unsigned int len)
{
	struct fake *f = card;

	memcpy(f->dram + off, &val, len);
}

static enum card_activity fake_step(void *card, unsigned int budget)
{
	struct fake *f = card;
	bool waiting = false;

	(void)budget;
	f->steps++;
	if (!f->running || f->stopped || f->ones || !f->boot.magic)
		return CARD_IDLE;
	if (f->resume && fake_milliseconds() < f->resume)
		return CARD_BUSY;
	if (f->doorbells & 1 || f->resume) {
		f->resume = 0;
		f->doorbells &= ~1ull;
		fake_commands(f);
	}
	for (uint32_t id = 1; id < SMGPU_MAX_CHANNELS; id++) {
		if (!f->channel[id].used || f->channel[id].get == f->channel[id].put)
			continue;
		if (fake_channel_run(f, id))
			fake_msi(f);
		else
			waiting = true;
	}
	return waiting ? CARD_BUSY : CARD_IDLE;
}

static uint64_t fake_cycles(void *card)
{
	return ((struct fake *)card)->steps;
}

const struct card_backend_ops card_backend_model = {
	.name = "model", .create = fake_create, .destroy = fake_destroy, .bar0_read = fake_read,
	.bar0_write = fake_write, .bar2_read = fake_bar2_read, .bar2_write = fake_bar2_write,
	.step = fake_step, .reset = fake_reset, .cycles = fake_cycles,
};
