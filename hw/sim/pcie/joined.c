// SPDX-License-Identifier: MIT
/*
 * A Verilated card, and the Verilated bridge and board block, joined as board_top joins them; and
 * the link, joined to them as a board's top does it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../presets.h"
#include "bridge.h"
#include "block.h"

/* For so many cycles a card is in reset; then it sleeps until it leaves it. */
#define RESET_CYCLES 8u
/* Of the link's clock, as the Acorn has it */
#define LINK_MHZ      125u
#define CARD_MHZ      80u
#define LINK_MHZ_MOST 1000u /* beyond it an edge has no time to be early or late */

struct joined {
	void *card, *bridge;
	struct rtl_in in; /* of the card */
	struct rtl_out out;
	struct block block;
	struct board_in link; /* pins of the root complex, as they were settled last */
	struct board_out up, shell; /* of the block, and of the bridge */
	unsigned reset; /* cycles for which the card has been in reset */
};

/* The model of the cards that are linked in; a program has one preset at a time. */
static const struct rtl_model *card_model;

static unsigned link_mhz(void)
{
	const char *text = getenv("SMGPU_LINK_MHZ");
	unsigned long mhz;
	char *end;

	if (!text || !*text)
		return LINK_MHZ;
	mhz = strtoul(text, &end, 0);
	if (*end || mhz > LINK_MHZ_MOST) {
		fprintf(stderr, "card: SMGPU_LINK_MHZ=%s is not a rate of 0 to %u MHz\n", text,
			LINK_MHZ_MOST);
		exit(2);
	}
	return (unsigned)mhz;
}

static void *create(uint64_t seed)
{
	struct joined *j = calloc(1, sizeof(*j));

	if (!j)
		abort();
	j->card = card_model->create(seed);
	j->bridge = bridge_create(seed);
	block_init(&j->block, seed, link_mhz(), CARD_MHZ);
	return j;
}

static void destroy(void *model)
{
	struct joined *j = model;

	card_model->destroy(j->card);
	bridge_destroy(j->bridge);
	block_free(&j->block);
	free(j);
}

static bool sleeps(const struct joined *j)
{
	return !j->in.rst_n && j->reset >= RESET_CYCLES;
}

/* Either's outputs may follow the other's at once, so they settle in turns. */
static void settle_card(struct joined *j, const struct board_in *in, struct board_out *out)
{
	struct rtl_in before;
	unsigned turns = 0;

	j->in.dram_mib = in->dram_mib;
	j->in.skip = in->skip;
	j->in.skip_to = in->skip_to;
	bridge_settle(j->bridge, in, &j->out, &j->in, out);
	if (sleeps(j)) {
		out->idle = out->test_done;
		out->timer_armed = 0;
		return;
	}
	do {
		if (turns++ == 8) /* a loop of combinational logic */
			abort();
		before = j->in;
		card_model->settle(j->card, &j->in, &j->out);
		bridge_settle(j->bridge, in, &j->out, &j->in, out);
	} while (memcmp(&before, &j->in, sizeof(before)));
	out->idle = j->out.idle && j->in.rst_n;
	out->timer_armed = j->out.timer_armed;
	out->timer = j->out.timer;
	out->timebase = j->out.timebase;
}

/* No output of the crossing follows an input at once. */
static void settle(void *model, const struct board_in *in, struct board_out *out)
{
	struct joined *j = model;
	struct board_in down;

	j->link = *in;
	block_down(&j->block, in, &down);
	settle_card(j, &down, &j->shell);
	block_up(&j->block, in, &j->shell, &j->up);
	*out = j->up;
}

static void edge(void *model)
{
	struct joined *j = model;

	block_edge(&j->block, &j->link, &j->shell, &j->up);
	if (!sleeps(j))
		card_model->edge(j->card);
	j->reset = j->in.rst_n ? 0 : j->reset + 1;
	bridge_edge(j->bridge);
}

#define MODEL(name) extern const struct rtl_model rtl_model_##name __attribute__((weak));
PRESETS(MODEL)
#undef MODEL

const struct board_model *board_model_of(const char *preset)
{
#define MODEL(name) &rtl_model_##name,
	const struct rtl_model *const all[] = { PRESETS(MODEL) };
#undef MODEL
	static struct board_model joined = {
		.create = create,
		.destroy = destroy,
		.settle = settle,
		.edge = edge,
		.skips = true,
	};
	unsigned i;

	if (!preset)
		preset = "default";
	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i] && !strcmp(all[i]->preset, preset)) {
			card_model = all[i];
			joined.preset = preset;
			return &joined;
		}
	return NULL;
}
