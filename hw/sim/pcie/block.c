// SPDX-License-Identifier: MIT
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CARD_PERIOD 200 /* 12.5 ns */
#define JITTER	    24 /* an edge comes up to 1.5 ns early or late */
#define FOUR	    (1u << 29) /* of dword 0: a header of four dwords */
#define DATA	    (1u << 30)
#define COMPLETION  (1u << 27) /* of the kinds that there are */

static void broken(const char *rule)
{
	fprintf(stderr, "link: to the hard block: %s\n", rule);
	abort();
}

static uint32_t draw(struct block *b)
{
	b->random = b->random * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(b->random >> 33);
}

void block_init(struct block *b, uint64_t seed, unsigned mhz)
{
	memset(b, 0, sizeof(*b));
	b->random = seed ^ 0x2545f4914f6cdd1dull;
	if (!mhz)
		return;
	b->link = link_create(seed);
	b->period = 16000 / mhz;
	b->next = draw(b) % b->period;
}

void block_free(struct block *b)
{
	if (b->link)
		link_destroy(b->link);
}

/* ---- Buffers ---- */

enum kind { POSTED, NOT_POSTED, ANSWER };

static enum kind kind(const struct block_packet *p)
{
	if (p->dw[0] & COMPLETION)
		return ANSWER;
	return p->dw[0] & DATA ? POSTED : NOT_POSTED;
}

static unsigned has(const struct block_queue *q, enum kind which)
{
	unsigned i, n = 0;

	for (i = 0; i < q->count; i++)
		n += kind(&q->packet[i]) == which;
	return n;
}

static void clear(struct block_queue *q)
{
	q->count = q->at = q->come.dwords = 0;
	q->going = false;
}

static void come(struct block_queue *q, const struct tlp_beat *beat)
{
	struct block_packet *p = &q->packet[q->count];
	int r;

	if (!q->come.dwords)
		q->come_bar = beat->bar;
	r = tlp_collect(&q->come, beat);
	if (r < 0)
		broken("a beat with gaps, or a packet without an end");
	if (!r)
		return;
	memcpy(p->dw, q->come.dw, 4 * q->come.dwords);
	p->dwords = q->come.dwords;
	p->bar = q->come_bar;
	q->come.dwords = 0;
	q->count++;
}

/* The next packet that may go becomes packet[0]. Without `reads` others pass those that are not
 * posted; nothing passes a posted one. */
static bool choose(struct block_queue *q, bool posted, bool reads)
{
	struct block_packet p;
	unsigned i;

	for (i = 0; i < q->count && !q->going; i++) {
		enum kind k = kind(&q->packet[i]);

		if (k == POSTED && !posted)
			break;
		if (k == NOT_POSTED && !reads)
			continue;
		p = q->packet[i];
		memmove(&q->packet[1], &q->packet[0], i * sizeof(p));
		q->packet[0] = p;
		q->going = true;
		q->at = 0;
	}
	return q->going;
}

static void went(struct block_queue *q, unsigned dwords)
{
	q->at += dwords;
	if (q->at < q->packet[0].dwords)
		return;
	memmove(&q->packet[0], &q->packet[1], --q->count * sizeof(q->packet[0]));
	q->going = false;
}

/* ---- Between the root complex and the card's clock ---- */

void block_down(struct block *b, const struct board_in *in, struct board_in *shell)
{
	*shell = *in;
	if (!b->link)
		return;
	b->in.rst_n = in->rst_n;
	b->in.id = in->cfg_id;
	b->in.command = (uint16_t)(in->cfg_master << 2);
	b->in.dcommand = (uint16_t)(in->cfg_payload << 5 | in->cfg_read << 12);
	b->in.lcommand = (uint16_t)(in->cfg_rcb << 3);
	b->in.lstatus = (uint16_t)(in->link_lanes << 4 | in->link_speed);
	b->in.msix = in->cfg_msix;
	b->in.mask = in->cfg_mask;
	link_settle(b->link, &b->in, &b->out);
	link_to_shell(b->link, shell);
}

void block_up(struct block *b, const struct board_in *in, const struct board_out *shell,
	      struct board_out *out)
{
	*out = *shell;
	if (!b->link)
		return;
	if (!in->rst_n) {
		clear(&b->rx);
		clear(&b->tx);
	}
	out->rx_ready = b->rx.count < BLOCK_PACKETS;
	out->rx_p_ok = has(&b->rx, POSTED) < BLOCK_KIND;
	out->rx_np_ok = has(&b->rx, NOT_POSTED) < BLOCK_KIND;
	out->tx_valid = choose(&b->tx, in->tx_p_ok, in->tx_np_ok);
	if (out->tx_valid) {
		struct tlp_beat beat =
			tlp_beat(b->tx.packet[0].dw, b->tx.packet[0].dwords, b->tx.at / 4);

		memcpy(out->tx_data, beat.dw, sizeof(beat.dw));
		out->tx_keep = beat.keep;
		out->tx_last = beat.last;
	}
#define TOLD(pin)                    \
	out->pin = b->pin ? 1 : 0;   \
	b->pin = 0
	TOLD(err_ur);
	TOLD(err_late);
	TOLD(err_unexpected);
	TOLD(err_poison);
#undef TOLD
	out->idle = shell->idle && !b->rx.count && !b->tx.count && !b->out.tx_valid;
}

/* ---- The link's clock ---- */

/* The block sends byte 0 of data in bits 31:24. */
static uint32_t turned(const uint32_t *dw, unsigned at)
{
	return at < (dw[0] & FOUR ? 4u : 3u) ? dw[at] : __builtin_bswap32(dw[at]);
}

static void offer(struct block *b)
{
	const struct block_packet *p = b->rx.packet;
	unsigned at;
	bool both;

	/* A beat that is offered stays. */
	if (!b->offer)
		b->offer = choose(&b->rx, true, b->out.np_ok) && draw(b) % 8;
	b->in.rx_valid = b->offer;
	b->in.tx_ready = b->tx.count < BLOCK_PACKETS && draw(b) % 8;
	if (!b->offer)
		return;
	at = b->rx.at;
	both = at + 1 < p->dwords;
	b->in.rx_data = turned(p->dw, at) | (both ? (uint64_t)turned(p->dw, at + 1) << 32 : 0);
	b->in.rx_keep = both ? 0xff : 0x0f;
	b->in.rx_last = at + 2 >= p->dwords;
	/* Bits 9:2: which BAR it hits */
	b->in.rx_user = p->bar == TLP_BAR0 ? 1u << 2 : p->bar == TLP_BAR2 ? 1u << 4 : 1u << 8;
}

static void take(struct block *b)
{
	uint32_t *dw = b->tx.come.dw;
	unsigned at = b->tx.come.dwords, n = b->out.tx_keep == 0xff ? 2 : 1, i;
	struct tlp_beat beat = { .keep = (uint8_t)((1u << n) - 1), .last = true };

	if (n == 1 && (b->out.tx_keep != 0x0f || !b->out.tx_last))
		broken("half a beat that is not the last one");
	if (at + n > TLP_DWORDS)
		broken("a packet without an end");
	for (i = 0; i < n; i++) {
		dw[at + i] = (uint32_t)(b->out.tx_data >> 32 * i);
		dw[at + i] = turned(dw, at + i);
	}
	if (!b->out.tx_last) {
		b->tx.come.dwords += n;
		return;
	}
	memcpy(beat.dw, dw + at, 4 * n);
	come(&b->tx, &beat);
}

/* An edge of the link's clock, alone or with one of the card's */
static void link_rises(struct block *b, bool card)
{
	offer(b);
	link_settle(b->link, &b->in, &b->out);
	if (b->in.rst_n) {
		if (b->out.tx_valid && b->in.tx_ready)
			take(b);
		if (b->in.rx_valid && b->out.rx_ready) {
			went(&b->rx, b->in.rx_keep == 0xff ? 2 : 1);
			b->offer = false;
		}
		b->err_ur += b->out.err_ur;
		b->err_late += b->out.err_late;
		b->err_unexpected += b->out.err_unexpected;
		b->err_poison += b->out.err_poison;
	} else {
		b->offer = false;
	}
	link_edge(b->link, card, true);
}

void block_edge(struct block *b, const struct board_in *in, const struct board_out *shell,
		const struct board_out *out)
{
	int64_t card = CARD_PERIOD + (int)(draw(b) % (2 * JITTER + 1)) - JITTER;
	bool both;

	if (!b->link)
		return;
	if (in->rst_n && in->rx_valid && out->rx_ready) {
		struct tlp_beat beat = { .keep = in->rx_keep, .last = in->rx_last,
					 .bar = in->rx_bar };

		memcpy(beat.dw, in->rx_data, sizeof(beat.dw));
		come(&b->rx, &beat);
	}
	if (in->rst_n && out->tx_valid && in->tx_ready)
		went(&b->tx, (unsigned)__builtin_popcount(out->tx_keep));
	link_from_shell(b->link, shell);
	both = b->next <= 0;
	if (both) {
		link_rises(b, true);
	} else {
		link_settle(b->link, &b->in, &b->out);
		link_edge(b->link, true, false);
	}
	for (b->next += both ? b->period : 0; b->next < card - JITTER; b->next += b->period)
		link_rises(b, false);
	b->next -= card;
}
