// SPDX-License-Identifier: MIT
/*
 * board_rates IMAGE PRESET: what the link costs, as lines of bench.tsv: copies in both directions,
 * and packets of a submission. The host answers after a microsecond at 80 MHz; the stream is never
 * held up.
 */
#include <stdio.h>
#include <stdlib.h>

#include "../pcie/board.h"
#include "../pcie/root.h"
#include "cardtest.h"
#include "smgpu_regs.h"

/* Of the core: a program with a board's own top has its rate. */
#ifndef CORE_MHZ
#define CORE_MHZ 80u
#endif
#define BYTES	(256u << 10)
#define CARD	0x100000u
#define VM	1
#define PUSH	0x03000000u
#define SUBMITS 50u

static struct ct *ct;

static void need(bool ok, const char *what)
{
	if (ok)
		return;
	printf("# board_rates: %s\n", what);
	exit(1);
}

/* Cycles of a copy by the engine that moves bulk */
static unsigned copy(unsigned from, unsigned to, uint64_t dst, uint64_t src)
{
	unsigned engine = ct_dma_engines(ct) - 1;
	uint64_t before;

	ct_write(ct, SMGPU_DMA_SRC_LO(engine), (uint32_t)src);
	ct_write(ct, SMGPU_DMA_SRC_HI(engine), (uint32_t)(src >> 32));
	ct_write(ct, SMGPU_DMA_DST_LO(engine), (uint32_t)dst);
	ct_write(ct, SMGPU_DMA_DST_HI(engine), (uint32_t)(dst >> 32));
	ct_write(ct, SMGPU_DMA_LEN(engine), BYTES);
	before = ct_cycles(ct);
	ct_write(ct, SMGPU_DMA_CTRL(engine),
		 from << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | to << SMGPU_DMA_CTRL_DST_SPACE_SHIFT);
	do
		ct->cfg.ops->step(ct->card, 100);
	while (ct_read(ct, SMGPU_DMA_STATUS(engine)) & SMGPU_DMA_STATUS_BUSY_MASK);
	need(!(ct_read(ct, SMGPU_DMA_STATUS(engine)) & SMGPU_DMA_STATUS_ERROR_MASK),
	     "a copy fails");
	return (unsigned)(ct_cycles(ct) - before);
}

static void rate(const char *name, unsigned cycles, const char *what)
{
	printf("board.%s\t%.0f\tMB/s, %s, at %u MHz\n", name, (double)BYTES * CORE_MHZ / cycles,
	       what, CORE_MHZ);
}

/* Submissions one at a time: a segment that only waits, and its fence */
static void submissions(const char *image)
{
	static const uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	struct rc before;
	const struct rc *rc = board_root(ct->card);
	uint64_t card;
	unsigned i, msis;

	need(!ct_boot(ct, image), "no boot");
	need(!ct_vm_create(ct, VM), "no VM");
	card = ct_map_new(ct, VM, PUSH, 4096, CT_R);
	need(card && !ct_vm_invalidate(ct, VM) && !ct_channel_create(ct, 1, VM, 0), "no channel");
	ct_upload(ct, card, methods, sizeof(methods));
	ct->cfg.ops->step(ct->card, 5000);
	before = *rc;
	msis = ct->msis;
	for (i = 0; i < SUBMITS; i++) {
		need(!ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true), "full");
		ct_ring(ct, 1);
		need(!ct_wait_channel(ct, 1), "no fence");
		ct->cfg.ops->step(ct->card, 2000);
	}
	printf("submit.tlp_host\t%.2f\tpackets of the host for a submission, no completions\n",
	       (double)(rc->writes - before.writes) / SUBMITS);
	printf("submit.tlp_card_reads\t%.2f\treads of host memory for a submission\n",
	       (double)(rc->cards_reads - before.cards_reads) / SUBMITS);
	printf("submit.tlp_card_writes\t%.2f\twrites of host memory for a submission\n",
	       (double)(rc->cards_writes - before.cards_writes) / SUBMITS);
	printf("submit.tlp_interrupts\t%.2f\tinterrupts for a submission\n",
	       (double)(ct->msis - msis) / SUBMITS);
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .ops = &card_backend_board, .dram_mib = 64 };
	uint64_t bus;

	if (argc < 3)
		return 2;
	setenv("SMGPU_HOST_LATENCY", "80", 1);
	setenv("SMGPU_LINK_JITTER", "0", 1);
	setenv("SMGPU_LINK_STALL", "0", 1);
	cfg.preset = argv[2];
	ct = ct_new(&cfg);
	need(ct && ct_host_alloc(ct, BYTES, 4096, &bus), "no card");
	rate("dma_to_card_mb_s",
	     copy(SMGPU_DMA_CTRL_SRC_SPACE_HOST, SMGPU_DMA_CTRL_SRC_SPACE_CARD, CARD, bus),
	     "host memory to card");
	rate("dma_to_host_mb_s",
	     copy(SMGPU_DMA_CTRL_SRC_SPACE_CARD, SMGPU_DMA_CTRL_SRC_SPACE_HOST, bus, CARD),
	     "card to host memory");
	submissions(argv[1]);
	ct_del(ct);
	return 0;
}
