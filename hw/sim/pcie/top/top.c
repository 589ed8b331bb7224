// SPDX-License-Identifier: MIT
/*
 * A board of board.h: its top, between the hard block and the pins of the board. What the
 * controller's processor does on the board, start the chip, is done here.
 */
#include "top.h"

#include <stdlib.h>
#include <string.h>

#include "../block.h"
#include "litedram_core.h"

#define START_AFTER 64u /* cycles of the controller's own reset */

struct board {
	struct block block;
	struct board_in link; /* pins of the root complex, as they were settled last */
	struct board_out top, up; /* of the top, and of the block */
	struct top_control control;
	bool acknowledged;
	unsigned cycles; /* since there is power */
	unsigned started; /* writes of the start that are done */
};

/* The controller takes over from its registers; the chip needs no levels here. */
static const struct {
	uint32_t addr, data;
} start[] = {
	{ CSR_SDRAM_DFII_CONTROL_ADDR, 1 },
	{ CSR_DDRCTRL_INIT_DONE_ADDR, 1 },
};
#define STARTS (sizeof(start) / sizeof(start[0]))

static void *create(uint64_t seed)
{
	struct board *b = calloc(1, sizeof(*b));

	if (!b)
		abort();
	block_init(&b->block, seed, LINK_MHZ, CORE_MHZ);
	return b;
}

static void destroy(void *model)
{
	struct board *b = model;

	block_free(&b->block);
	free(b);
}

static void settle(void *model, const struct board_in *in, struct board_out *out)
{
	struct board *b = model;
	struct board_in unused;

	b->link = *in;
	if (b->started < STARTS && b->cycles >= START_AFTER) {
		b->control.write = true;
		b->control.addr = start[b->started].addr;
		b->control.data = start[b->started].data;
	}
	top_board(b->block.link, in, &b->control);
	block_down(&b->block, in, &unused);
	b->acknowledged = top_outputs(b->block.link, &b->top);
	block_up(&b->block, in, &b->top, &b->up);
	*out = b->up;
}

static void clear(void *model)
{
	struct board *b = model;

	top_clear(b->block.link);
}

static void edge(void *model)
{
	struct board *b = model;

	block_edge(&b->block, &b->link, &b->top, &b->up);
	b->cycles++;
	if (b->control.write && b->acknowledged) {
		b->control.write = false;
		b->started++;
	}
}

const struct board_model *board_model_of(const char *preset)
{
	static const struct board_model board = {
		.preset = PRESET,
		.create = create,
		.destroy = destroy,
		.settle = settle,
		.edge = edge,
		.clear = clear,
		.sysmon = SYSMON,
		.dram_mib = TOP_DRAM_MIB,
		.test_kib = TOP_TEST_KIB,
	};

	return !preset || !strcmp(preset, board.preset) ? &board : NULL;
}
