// SPDX-License-Identifier: MIT
#include "block_s7.h"

#include <stdlib.h>
#include <string.h>

#include "block.h"

#define FOUR (1u << 29) /* of dword 0: a header of four dwords */

struct s7 {
	struct link_in in;
	struct link_out out;
	bool offer; /* of the beat towards the card */
};

void *streams_create(void)
{
	struct s7 *s = calloc(1, sizeof(*s));

	if (!s)
		abort();
	return s;
}

bool streams_busy(const struct block *b)
{
	const struct s7 *s = b->streams;

	return s->out.tx_valid;
}

void streams_settle(struct block *b)
{
	struct s7 *s = b->streams;

	link_settle(b->link, &s->in, &s->out);
}

void streams_down(struct block *b, const struct board_in *in)
{
	struct s7 *s = b->streams;

	s->in.rst_n = in->rst_n;
	s->in.id = in->cfg_id;
	s->in.command = (uint16_t)(in->cfg_master << 2);
	s->in.dcommand = (uint16_t)(in->cfg_payload << 5 | in->cfg_read << 12);
	s->in.lcommand = (uint16_t)(in->cfg_rcb << 3);
	s->in.lstatus = (uint16_t)(in->link_lanes << 4 | in->link_speed);
	s->in.msix = in->cfg_msix;
	s->in.mask = in->cfg_mask;
	streams_settle(b);
}

/* The block sends byte 0 of data in bits 31:24. */
static uint32_t turned(const uint32_t *dw, unsigned at)
{
	return at < (dw[0] & FOUR ? 4u : 3u) ? dw[at] : __builtin_bswap32(dw[at]);
}

static void offer(struct block *b)
{
	struct s7 *s = b->streams;
	const struct block_packet *p = b->rx.packet;
	unsigned at;
	bool both;

	/* A beat that is offered stays. */
	if (!s->offer)
		s->offer = block_choose(&b->rx, true, s->out.np_ok) && block_draw(b) % 8;
	s->in.rx_valid = s->offer;
	s->in.tx_ready = b->tx.count < BLOCK_PACKETS && block_draw(b) % 8;
	if (!s->offer)
		return;
	at = b->rx.at;
	both = at + 1 < p->dwords;
	s->in.rx_data = turned(p->dw, at) | (both ? (uint64_t)turned(p->dw, at + 1) << 32 : 0);
	s->in.rx_keep = both ? 0xff : 0x0f;
	s->in.rx_last = at + 2 >= p->dwords;
	/* Bits 9:2: which BAR it hits */
	s->in.rx_user = p->bar == TLP_BAR0 ? 1u << 2 : p->bar == TLP_BAR2 ? 1u << 4 : 1u << 8;
}

static void take(struct block *b)
{
	struct s7 *s = b->streams;
	uint32_t *dw = b->tx.come.dw;
	unsigned at = b->tx.come.dwords, n = s->out.tx_keep == 0xff ? 2 : 1, i;
	struct tlp_beat beat = { .keep = (uint8_t)((1u << n) - 1), .last = true };

	if (n == 1 && (s->out.tx_keep != 0x0f || !s->out.tx_last))
		block_broken("half a beat that is not the last one");
	if (at + n > TLP_DWORDS)
		block_broken("a packet without an end");
	for (i = 0; i < n; i++) {
		dw[at + i] = (uint32_t)(s->out.tx_data >> 32 * i);
		dw[at + i] = turned(dw, at + i);
	}
	if (!s->out.tx_last) {
		b->tx.come.dwords += n;
		return;
	}
	memcpy(beat.dw, dw + at, 4 * n);
	block_come(&b->tx, &beat);
}

void streams_rise(struct block *b, bool card)
{
	struct s7 *s = b->streams;

	offer(b);
	streams_settle(b);
	if (s->in.rst_n) {
		if (s->out.tx_valid && s->in.tx_ready)
			take(b);
		if (s->in.rx_valid && s->out.rx_ready) {
			block_went(&b->rx, s->in.rx_keep == 0xff ? 2 : 1);
			s->offer = false;
		}
		b->err_ur += s->out.err_ur;
		b->err_late += s->out.err_late;
		b->err_unexpected += s->out.err_unexpected;
		b->err_poison += s->out.err_poison;
	} else {
		s->offer = false;
	}
	link_edge(b->link, card, true);
}
