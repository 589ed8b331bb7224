// SPDX-License-Identifier: MIT
/*
 * dma: what a copy between host and card memory moves in a cycle, on preset default, with a host
 * that answers after 100 and after 250 cycles; one engine, the one for bulk.
 * `name<TAB>value<TAB>unit` a line, after the data were checked.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest.h"
#include "smgpu_regs.h"

#define BYTES	(128u << 10)
#define CARD_AT	0x400000u
#define SPACE(s, d)                                        \
	((uint32_t)(s) << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | \
	 (uint32_t)(d) << SMGPU_DMA_CTRL_DST_SPACE_SHIFT)
enum { CARD = SMGPU_DMA_CTRL_SRC_SPACE_CARD, HOST = SMGPU_DMA_CTRL_SRC_SPACE_HOST };

static unsigned failed;

/* Cycles that engine 1 takes */
static uint64_t copy(struct ct *ct, uint32_t spaces, uint64_t dst, uint64_t src)
{
	uint64_t began;
	uint32_t status;

	ct_write(ct, SMGPU_DMA_SRC_LO(1), (uint32_t)src);
	ct_write(ct, SMGPU_DMA_SRC_HI(1), (uint32_t)(src >> 32));
	ct_write(ct, SMGPU_DMA_DST_LO(1), (uint32_t)dst);
	ct_write(ct, SMGPU_DMA_DST_HI(1), (uint32_t)(dst >> 32));
	ct_write(ct, SMGPU_DMA_LEN(1), BYTES);
	began = ct_cycles(ct);
	ct_write(ct, SMGPU_DMA_CTRL(1), spaces);
	do {
		ct->cfg.ops->step(ct->card, 20);
		status = ct_read(ct, SMGPU_DMA_STATUS(1));
	} while (status & SMGPU_DMA_STATUS_BUSY_MASK && ct_cycles(ct) - began < 400 * BYTES);
	failed += status != SMGPU_DMA_STATUS_DONE_MASK;
	return ct_cycles(ct) - began;
}

static void put(const char *direction, const char *latency, uint64_t cycles)
{
	printf("dma.host_%s_bytes_per_cycle%s\t%.2f\tbytes of %u KiB a cycle, one engine, host memory answers after %s cycles\n",
	       direction, strcmp(latency, "250") ? "_near" : "", (double)BYTES / (double)cycles,
	       BYTES >> 10, latency);
}

static void measure(const char *latency)
{
	struct ct_config cfg = {
		.ops = &card_backend_rtl, .preset = "default", .seed = 1, .timeout = 400000000
	};
	uint64_t from_bus, to_bus, in, out;
	uint32_t *from, *to, i;
	struct ct *ct;

	setenv("SMGPU_HOST_LATENCY", latency, 1);
	ct = ct_new(&cfg);
	if (!ct) {
		failed++;
		return;
	}
	from = ct_host_alloc(ct, BYTES, 4096, &from_bus);
	to = ct_host_alloc(ct, BYTES, 4096, &to_bus);
	for (i = 0; i < BYTES / 4; i++)
		from[i] = i * 2654435761u;
	in = copy(ct, SPACE(HOST, CARD), CARD_AT, from_bus);
	out = copy(ct, SPACE(CARD, HOST), to_bus, CARD_AT);
	if (failed || memcmp(from, to, BYTES)) {
		fprintf(stderr, "dma: the data did not come back\n");
		failed++;
	} else {
		put("read", latency, in);
		put("write", latency, out);
	}
	ct_del(ct);
}

int main(void)
{
	measure("100");
	measure("250");
	return failed != 0;
}
