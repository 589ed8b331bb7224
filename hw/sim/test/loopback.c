// SPDX-License-Identifier: MIT
#include "loopback.h"

#include <stdlib.h>
#include <string.h>

#include "../card.h"

struct loop {
	const struct card_host_ops *host;
	void *ctx;
	uint32_t reg[256];
	uint64_t cycles;
	unsigned char *dram;
};

static void loop_reset(void *card)
{
	struct loop *l = card;

	memset(l->reg, 0, sizeof(l->reg));
	l->reg[LOOP_MAGIC / 4] = LOOP_MAGIC_VALUE;
}

static void *loop_create(const struct card_config *cfg, const struct card_host_ops *host, void *ctx)
{
	struct loop *l = calloc(1, sizeof(*l));

	(void)cfg;
	l->host = host;
	l->ctx = ctx;
	l->dram = calloc(1, CARD_BAR2_BYTES);
	loop_reset(l);
	return l;
}

static void loop_destroy(void *card)
{
	struct loop *l = card;

	free(l->dram);
	free(l);
}

static uint32_t loop_read(void *card, uint32_t off)
{
	struct loop *l = card;

	return off < sizeof(l->reg) ? l->reg[off / 4] : 0;
}

static void loop_write(void *card, uint32_t off, uint32_t val)
{
	struct loop *l = card;
	int r;

	if (off >= CARD_BAR0_DOORBELLS) {
		l->reg[LOOP_DOORBELL / 4] = (off - CARD_BAR0_DOORBELLS) / CARD_DOORBELL_PAGE << 16 |
					    val;
		return;
	}
	if (off == LOOP_MAGIC || off >= sizeof(l->reg))
		return;
	l->reg[off / 4] = val;
	switch (off) {
	case LOOP_DMA_WRITE:
		r = l->host->dma_write(l->ctx, l->reg[LOOP_DMA_ADDR / 4], &val, 4);
		l->reg[LOOP_DMA_STATUS / 4] = r != 0;
		l->host->msi(l->ctx, 0);
		break;
	case LOOP_DMA_READ:
		r = l->host->dma_read(l->ctx, l->reg[LOOP_DMA_ADDR / 4],
				      &l->reg[LOOP_DMA_VALUE / 4], 4);
		l->reg[LOOP_DMA_STATUS / 4] = r != 0;
		break;
	case LOOP_MSI:
		l->host->msi(l->ctx, 0);
		break;
	}
}

static uint64_t loop_read2(void *card, uint32_t off, unsigned len)
{
	struct loop *l = card;
	uint64_t v = 0;

	memcpy(&v, l->dram + off, len);
	return v;
}

static void loop_write2(void *card, uint32_t off, uint64_t val, unsigned len)
{
	struct loop *l = card;

	memcpy(l->dram + off, &val, len);
}

/* A nanosecond or so for each cycle, as a simulator would need */
static enum card_activity loop_step(void *card, unsigned budget)
{
	struct loop *l = card;
	uint32_t *work = &l->reg[LOOP_WORK / 4];

	l->reg[LOOP_STEPS / 4]++;
	if (l->reg[LOOP_DMA_STREAM / 4]) {
		for (unsigned i = 0; i < budget; i++)
			l->host->dma_write(l->ctx, l->reg[LOOP_DMA_ADDR / 4],
					   &l->reg[LOOP_DMA_STREAM / 4], 4);
		return CARD_BUSY;
	}
	if (!*work)
		return CARD_IDLE;
	for (volatile unsigned i = 0; i < budget && *work; i++, --*work)
		l->cycles++;
	if (*work)
		return CARD_BUSY;
	l->host->msi(l->ctx, 0);
	return CARD_IDLE;
}

static uint64_t loop_cycles(void *card)
{
	return ((struct loop *)card)->cycles;
}

const struct card_backend_ops card_backend_model = {
	.name = "loopback",
	.create = loop_create,
	.destroy = loop_destroy,
	.bar0_read = loop_read,
	.bar0_write = loop_write,
	.bar2_read = loop_read2,
	.bar2_write = loop_write2,
	.step = loop_step,
	.reset = loop_reset,
	.cycles = loop_cycles,
};
