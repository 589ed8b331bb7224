// SPDX-License-Identifier: MIT
/*
 * The Acorn as a board of board.h: the top, between the hard block and the pins of the board. What
 * the controller's processor does on the board, start the chip, is done here.
 */
#include "acorn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../block.h"
#include "litedram_core.h"

#define LINK_MHZ    125u
#define START_AFTER 64u /* cycles of the controller's own reset */

struct acorn {
	struct block block;
	struct board_in link; /* pins of the root complex, as they were settled last */
	struct board_out top, up; /* of the top, and of the block */
	struct acorn_control control;
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
	struct acorn *a = calloc(1, sizeof(*a));

	if (!a)
		abort();
	block_init(&a->block, seed, LINK_MHZ);
	return a;
}

static void destroy(void *model)
{
	struct acorn *a = model;

	block_free(&a->block);
	free(a);
}

static void settle(void *model, const struct board_in *in, struct board_out *out)
{
	struct acorn *a = model;
	struct board_in unused;

	a->link = *in;
	if (a->started < STARTS && a->cycles >= START_AFTER) {
		a->control.write = true;
		a->control.addr = start[a->started].addr;
		a->control.data = start[a->started].data;
	}
	acorn_board(a->block.link, in, &a->control);
	block_down(&a->block, in, &unused);
	acorn_outputs(a->block.link, &a->top);
	block_up(&a->block, in, &a->top, &a->up);
	*out = a->up;
}

static void clear(void *model)
{
	struct acorn *a = model;

	acorn_clear(a->block.link);
}

static void edge(void *model)
{
	struct acorn *a = model;

	block_edge(&a->block, &a->link, &a->top, &a->up);
	a->cycles++;
	if (a->control.write && a->control.acknowledged) {
		a->control.write = false;
		a->started++;
	}
}

const struct board_model *board_model_of(const char *preset)
{
	static const struct board_model acorn = {
		.preset = "a200t",
		.create = create,
		.destroy = destroy,
		.settle = settle,
		.edge = edge,
		.clear = clear,
		.dram_mib = ACORN_DRAM_MIB,
		.test_kib = ACORN_TEST_KIB,
	};

	return !preset || !strcmp(preset, acorn.preset) ? &acorn : NULL;
}
