// SPDX-License-Identifier: MIT
#include "block.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JITTER	   24 /* an edge comes up to 1.5 ns early or late */
#define DATA	   (1u << 30) /* of dword 0 */
#define COMPLETION (1u << 27) /* of the kinds that there are */

_Noreturn void block_broken(const char *rule)
{
	fprintf(stderr, "link: to the hard block: %s\n", rule);
	abort();
}

uint32_t block_draw(struct block *b)
{
	b->random = b->random * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(b->random >> 33);
}

void block_init(struct block *b, uint64_t seed, unsigned link_mhz, unsigned card_mhz)
{
	memset(b, 0, sizeof(*b));
	b->random = seed ^ 0x2545f4914f6cdd1dull;
	if (!link_mhz)
		return;
	b->link = link_create(seed);
	b->streams = streams_create();
	b->period = 16000 / link_mhz;
	b->card_period = 16000 / card_mhz;
	b->next = block_draw(b) % b->period;
}

void block_free(struct block *b)
{
	if (b->link)
		link_destroy(b->link);
	free(b->streams);
}

/* ---- Buffers ---- */

enum block_kind block_kind_of(const struct block_packet *p)
{
	if (p->dw[0] & COMPLETION)
		return BLOCK_ANSWER;
	return p->dw[0] & DATA ? BLOCK_POSTED : BLOCK_NOT_POSTED;
}

unsigned block_has(const struct block_queue *q, enum block_kind which)
{
	unsigned i, n = 0;

	for (i = 0; i < q->count; i++)
		n += block_kind_of(&q->packet[i]) == which;
	return n;
}

static void clear(struct block_queue *q)
{
	q->count = q->at = q->come.dwords = 0;
	q->going = false;
}

void block_come(struct block_queue *q, const struct tlp_beat *beat)
{
	struct block_packet *p = &q->packet[q->count];
	int r;

	if (!q->come.dwords)
		q->come_bar = beat->bar;
	r = tlp_collect(&q->come, beat);
	if (r < 0)
		block_broken("a beat with gaps, or a packet without an end");
	if (!r)
		return;
	memcpy(p->dw, q->come.dw, 4 * q->come.dwords);
	p->dwords = q->come.dwords;
	p->bar = q->come_bar;
	q->come.dwords = 0;
	q->count++;
}

bool block_choose(struct block_queue *q, bool posted, bool reads)
{
	struct block_packet p;
	unsigned i;

	for (i = 0; i < q->count && !q->going; i++) {
		enum block_kind k = block_kind_of(&q->packet[i]);

		if (k == BLOCK_POSTED && !posted)
			break;
		if (k == BLOCK_NOT_POSTED && !reads)
			continue;
		p = q->packet[i];
		memmove(&q->packet[1], &q->packet[0], i * sizeof(p));
		q->packet[0] = p;
		q->going = true;
		q->at = 0;
	}
	return q->going;
}

void block_went(struct block_queue *q, unsigned dwords)
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
	streams_down(b, in);
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
	out->rx_p_ok = block_has(&b->rx, BLOCK_POSTED) < BLOCK_KIND;
	out->rx_np_ok = block_has(&b->rx, BLOCK_NOT_POSTED) < BLOCK_KIND;
	out->tx_valid = block_choose(&b->tx, in->tx_p_ok, in->tx_np_ok);
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
	out->idle = shell->idle && !b->rx.count && !b->tx.count && !streams_busy(b);
}

/* ---- The link's clock ---- */

void block_edge(struct block *b, const struct board_in *in, const struct board_out *shell,
		const struct board_out *out)
{
	int64_t card = b->card_period + (int)(block_draw(b) % (2 * JITTER + 1)) - JITTER;
	bool both;

	if (!b->link)
		return;
	if (in->rst_n && in->rx_valid && out->rx_ready) {
		struct tlp_beat beat = { .keep = in->rx_keep, .last = in->rx_last,
					 .bar = in->rx_bar };

		memcpy(beat.dw, in->rx_data, sizeof(beat.dw));
		block_come(&b->rx, &beat);
	}
	if (in->rst_n && out->tx_valid && in->tx_ready)
		block_went(&b->tx, (unsigned)__builtin_popcount(out->tx_keep));
	link_from_shell(b->link, shell);
	both = b->next <= 0;
	if (both) {
		streams_rise(b, true);
	} else {
		streams_settle(b);
		link_edge(b->link, true, false);
	}
	for (b->next += both ? b->period : 0; b->next < card - JITTER; b->next += b->period)
		streams_rise(b, false);
	b->next -= card;
}
