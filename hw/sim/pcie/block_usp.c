// SPDX-License-Identifier: MIT
/*
 * Descriptors stand in the place of headers, and each kind of packet has a stream of its own:
 * CQ and CC for what the host asks and gets, RQ and RC for what the card asks and gets. Between RQ
 * and CC there is no order before the number of a request comes back.
 */
#include "block_usp.h"

#include <stdlib.h>
#include <string.h>

#include "block.h"

#define TAGS	     256u
#define PIPE	     16u /* packets between a stream and the queue of what is sent */
#define PIPE_TICKS   32u /* that a packet stays there, at most */
#define READS	     8u /* places for reads without credit of the host */
#define CREDITS	     32u /* for requests that want an answer, as far as the block counts */
#define BUS_MASTER   4u /* of the function's status */
#define CODE_POISON  1u /* error codes of a completion */
#define CODE_STATUS  2u
#define CODE_ADDRESS 5u
#define CODE_TAG     6u
#define OVER	     (1u << 30) /* of a completion: no more of this read come */
#define POISONED_RQ  (1u << 15)
#define POISONED_CC  (1u << 14)
#define SOP_CQ	     (1ull << 40)
#define SOP_RC	     (1ull << 32)
#define PACKET	     (8u + TLP_PAYLOAD)

/* A packet that goes to the card */
struct down {
	uint32_t dw[PACKET];
	unsigned dwords, at;
	uint64_t first_user;
	bool busy, posted, offer;
};

/* A stream of the card's */
struct up {
	uint32_t dw[PACKET];
	unsigned dwords;
	bool shown; /* `beat` was offered, and not taken */
	struct usp_beat beat;
	uint64_t user; /* of its first beat */
	bool dropped;
	struct sent {
		struct block_packet packet;
		uint8_t number;
		unsigned ticks; /* until it may leave */
	} pipe[PIPE];
	unsigned count;
};

struct usp {
	struct usp_in in;
	struct usp_out out;
	struct down cq, rc;
	struct up cc, rq;
	unsigned credits; /* for the host's reads */
	unsigned reads; /* of the card, in the pipe */
	unsigned writes; /* shown on RQ, whose number did not come back */
	uint8_t nph[2]; /* credits as they were one cycle and two cycles ago */
	uint16_t id;
	struct { /* reads of the host without an answer, by tag: what CQ had */
		bool busy;
		uint32_t descriptor[4], enables;
	} asked[TAGS];
	struct { /* reads of the card, by tag */
		bool busy;
		uint64_t at; /* of the byte that comes next */
		unsigned left;
	} read[TAGS];
};

void *streams_create(void)
{
	struct usp *u = calloc(1, sizeof(*u));

	if (!u)
		abort();
	return u;
}

bool streams_busy(const struct block *b)
{
	const struct usp *u = b->streams;

	return u->cq.busy || u->rc.busy || u->cc.count || u->rq.count || u->out.cc.valid ||
	       u->out.rq.valid;
}

void streams_settle(struct block *b)
{
	struct usp *u = b->streams;

	usp_settle(b->link, &u->in, &u->out);
}

void streams_down(struct block *b, const struct board_in *in)
{
	struct usp *u = b->streams;

	u->id = in->cfg_id;
	u->in.rst_n = in->rst_n;
	u->in.bus = (uint8_t)(in->cfg_id >> 8);
	u->in.status = in->cfg_master ? BUS_MASTER : 0;
	u->in.payload = in->cfg_payload;
	u->in.read = in->cfg_read;
	u->in.rcb = in->cfg_rcb;
	u->in.msix = in->cfg_msix;
	u->in.mask = in->cfg_mask;
	u->in.width = (uint8_t)__builtin_ctz(in->link_lanes);
	u->in.speed = in->link_speed - 1;
	streams_settle(b);
}

/* Nothing is under way; what configuration says stays. */
static void forget(struct usp *u)
{
	struct usp_in in = u->in;
	struct usp_out out = u->out;
	uint16_t id = u->id;

	memset(u, 0, sizeof(*u));
	u->in = in;
	u->in.cq.valid = u->in.rc.valid = u->in.seq_valid[0] = u->in.seq_valid[1] = 0;
	u->in.nph = 0;
	u->out = out;
	u->id = id;
}

/* ---- Towards the card ---- */

static struct block_packet extract(struct block_queue *q, unsigned i)
{
	struct block_packet p = q->packet[i];

	q->count--;
	memmove(&q->packet[i], &q->packet[i + 1], (q->count - i) * sizeof(p));
	return p;
}

static void parse(struct tlp *t, const struct block_packet *p)
{
	if (tlp_parse(t, p->dw, p->dwords)) /* the root complex is wrong */
		abort();
}

static void send(struct down *d, const struct tlp *t, unsigned descriptor)
{
	unsigned data = t->kind == TLP_WRITE || t->data_follow ? t->length : 0;

	memcpy(d->dw + descriptor, t->data, 4 * data);
	d->dwords = descriptor + data;
	d->at = 0;
	d->posted = t->kind == TLP_WRITE;
	d->busy = true;
}

/* Requests keep their order, but for those that want an answer and have no credit. */
static void choose_request(struct block *b)
{
	struct usp *u = b->streams;
	struct down *d = &u->cq;
	struct block_packet p;
	struct tlp t;
	unsigned i;

	for (i = 0; i < b->rx.count; i++) {
		enum block_kind k = block_kind_of(&b->rx.packet[i]);

		if (k == BLOCK_POSTED || (k == BLOCK_NOT_POSTED && u->credits))
			break;
	}
	if (i == b->rx.count)
		return;
	p = extract(&b->rx, i);
	parse(&t, &p);
	d->dw[0] = (uint32_t)t.addr;
	d->dw[1] = (uint32_t)(t.addr >> 32);
	d->dw[2] = t.length | (t.kind == TLP_WRITE ? 1u << 11 : 0) | (uint32_t)t.requester << 16;
	d->dw[3] = t.tag | (p.bar == TLP_BAR2 ? 2u << 16 | 26u << 19 : 20u << 19);
	d->first_user = t.first_be | (unsigned)t.last_be << 4 | SOP_CQ;
	send(d, &t, 4);
	if (d->posted)
		return;
	u->credits--;
	if (u->asked[t.tag].busy) /* the root complex is wrong */
		abort();
	u->asked[t.tag].busy = true;
	memcpy(u->asked[t.tag].descriptor, d->dw, sizeof(u->asked[0].descriptor));
	u->asked[t.tag].enables = d->first_user & 0xff;
}

/* A completion begins when the writes that came before it have gone. */
static void choose_completion(struct block *b)
{
	struct usp *u = b->streams;
	struct down *d = &u->rc;
	unsigned i, code, over, bytes;
	struct block_packet p;
	struct tlp t;

	if (u->cq.busy && u->cq.posted)
		return;
	for (i = 0; i < b->rx.count; i++) {
		enum block_kind k = block_kind_of(&b->rx.packet[i]);

		if (k == BLOCK_POSTED)
			return;
		if (k == BLOCK_ANSWER)
			break;
	}
	if (i == b->rx.count)
		return;
	p = extract(&b->rx, i);
	parse(&t, &p);
	code = t.poisoned ? CODE_POISON : 0;
	over = 0;
	if (!u->read[t.tag].busy) {
		code = CODE_TAG;
	} else if (t.status != TLP_OK) {
		code = CODE_STATUS;
		over = OVER;
	} else if ((u->read[t.tag].at & 0x7f) != t.lower_addr) {
		code = CODE_ADDRESS;
	} else {
		bytes = 4 * t.length - (t.lower_addr & 3u);
		if (bytes >= u->read[t.tag].left)
			over = OVER;
		else
			u->read[t.tag].left -= bytes;
	}
	if (code == CODE_TAG || code == CODE_ADDRESS)
		d->dw[0] = t.lower_addr;
	else
		d->dw[0] = u->read[t.tag].at & 0xfff;
	if (code <= CODE_POISON)
		u->read[t.tag].at += 4 * t.length - (t.lower_addr & 3u);
	if (over)
		u->read[t.tag].busy = false;
	d->dw[0] |= code << 12 | (uint32_t)t.bytes << 16 | over;
	d->dw[1] = (t.data_follow ? t.length : 0) | (uint32_t)t.status << 11 |
		   (t.poisoned ? POISONED_CC : 0) | (uint32_t)t.requester << 16;
	d->dw[2] = t.tag | (uint32_t)t.completer << 8;
	d->first_user = SOP_RC;
	send(d, &t, 3);
}

/* A packet is offered without a gap, after a hold by seed. */
static void offer(struct block *b, struct down *d, struct usp_beat *beat)
{
	unsigned n = d->dwords - d->at, i;

	if (d->busy && !d->offer)
		d->offer = block_draw(b) % 8;
	beat->valid = d->busy && d->offer;
	if (!beat->valid)
		return;
	if (n > 4)
		n = 4;
	for (i = 0; i < n; i++)
		beat->data[i] = d->dw[d->at + i];
	beat->keep = (uint8_t)((1u << n) - 1);
	beat->last = d->at + n == d->dwords;
	beat->user = d->at ? 0 : d->first_user;
}

static void taken(struct down *d, const struct usp_beat *beat, bool ready)
{
	if (!beat->valid || !ready)
		return;
	d->at += (unsigned)__builtin_popcount(beat->keep);
	if (beat->last)
		d->busy = d->offer = false;
}

/* ---- From the card ---- */

/* True: a packet is whole, in dw. What it broke ends the simulation. */
static bool collect(struct up *s, const struct usp_beat *beat, bool ready, bool *begins)
{
	unsigned n = (unsigned)__builtin_popcount(beat->keep);

	*begins = beat->valid && !s->dwords && !s->shown;
	if (!beat->valid && s->dwords)
		block_broken("a gap in a packet");
	if (s->shown && memcmp(&s->beat, beat, sizeof(*beat)))
		block_broken("a beat that does not stay until it is taken");
	if (!beat->valid)
		return false;
	if (!s->dwords)
		s->user = beat->user;
	s->shown = !ready;
	s->beat = *beat;
	if (!ready)
		return false;
	if (!n || beat->keep != (1u << n) - 1 || (n < 4 && !beat->last))
		block_broken("a beat with gaps");
	if (s->dwords + n > PACKET)
		block_broken("a packet without an end");
	memcpy(s->dw + s->dwords, beat->data, 4 * n);
	s->dwords += n;
	return beat->last;
}

static void into_pipe(struct block *b, struct up *s, const struct tlp *t, uint8_t number)
{
	struct sent *p = &s->pipe[s->count++];

	p->packet.dwords = tlp_make(t, p->packet.dw);
	p->packet.bar = 0;
	p->number = number;
	p->ticks = block_draw(b) % PIPE_TICKS;
}

static void request(struct block *b)
{
	struct usp *u = b->streams;
	struct up *s = &u->rq;
	const uint32_t *dw = s->dw;
	unsigned type = dw[2] >> 11 & 0xf, n = s->dwords;
	struct tlp t = {
		.kind = type ? TLP_WRITE : TLP_READ,
		.addr = (uint64_t)dw[1] << 32 | (dw[0] & ~3u),
		.poisoned = dw[2] & POISONED_RQ,
		.length = dw[2] & 0x7ff,
		.requester = u->id,
		.tag = (uint8_t)dw[3],
		.first_be = s->user & 0xf,
		.last_be = s->user >> 4 & 0xf,
	};

	s->dwords = 0;
	if (n < 4 || type > 1)
		block_broken("a request that is neither a read nor a write of memory");
	if (!t.length || t.length > (type ? TLP_PAYLOAD : 1024u) || n != 4 + (type ? t.length : 0))
		block_broken("a request whose length is not that of its descriptor");
	if (dw[0] & 3 || dw[3] >> 24 & 1)
		block_broken("a translated address, or a requester that is not the block's");
	if (s->dropped)
		return;
	if (type) {
		memcpy(t.data, dw + 4, 4 * t.length);
	} else {
		if (u->read[t.tag].busy)
			block_broken("a read with a tag that is in use");
		u->read[t.tag].busy = true;
		u->read[t.tag].at = t.addr + tlp_first(&t);
		u->read[t.tag].left = tlp_bytes(&t);
		u->reads++;
	}
	into_pipe(b, s, &t, (uint8_t)(s->user >> 24 & 0xf));
}

static void completion(struct block *b)
{
	struct usp *u = b->streams;
	struct up *s = &u->cc;
	const uint32_t *dw = s->dw;
	struct tlp t = {
		.kind = TLP_COMPLETION,
		.lower_addr = dw[0] & 0x7f,
		.bytes = dw[0] >> 16 & 0x1fff,
		.length = dw[1] & 0x7ff,
		.status = dw[1] >> 11 & 7,
		.poisoned = dw[1] & POISONED_CC,
		.requester = (uint16_t)(dw[1] >> 16),
		.tag = (uint8_t)dw[2],
		.completer = u->id,
	};
	unsigned n = s->dwords;

	s->dwords = 0;
	t.data_follow = t.status == TLP_OK;
	if (n < 3 || t.length > TLP_PAYLOAD || !t.length != !t.data_follow ||
	    n != (t.data_follow ? 3 + t.length : 8))
		block_broken("a completion whose length is not that of its descriptor");
	if (!u->asked[t.tag].busy)
		block_broken("a completion that nobody asked for");
	if (dw[2] >> 24 & 1)
		block_broken("a completer that is not the block's");
	if (!t.data_follow && ((dw[3] & 0xff) != u->asked[t.tag].enables ||
			       memcmp(dw + 4, u->asked[t.tag].descriptor,
				      sizeof(u->asked[0].descriptor))))
		block_broken("a completion without success that does not have its request");
	memcpy(t.data, dw + 3, 4 * t.length);
	if (!t.data_follow || 4 * t.length - (t.lower_addr & 3u) >= t.bytes)
		u->asked[t.tag].busy = false;
	into_pipe(b, s, &t, 0);
}

/* The first packet of the pipe, if its time has come, is in the queue of what is sent. */
static bool leaves(struct block *b, struct up *s)
{
	if (!s->count || s->pipe[0].ticks || b->tx.count == BLOCK_PACKETS)
		return false;
	b->tx.packet[b->tx.count++] = s->pipe[0].packet;
	memmove(&s->pipe[0], &s->pipe[1], --s->count * sizeof(s->pipe[0]));
	return true;
}

static void time_goes_on(struct up *s)
{
	unsigned i;

	for (i = 0; i < s->count; i++)
		s->pipe[i].ticks -= s->pipe[i].ticks != 0;
}

/* Numbers come back for requests that no completion can pass any more: up to two in a cycle. */
static void leave(struct block *b)
{
	struct usp *u = b->streams;
	unsigned i;

	time_goes_on(&u->rq);
	time_goes_on(&u->cc);
	for (i = 0; i < 2; i++) {
		uint8_t number = u->rq.count ? u->rq.pipe[0].number : 0;
		bool read = u->rq.count && block_kind_of(&u->rq.pipe[0].packet) == BLOCK_NOT_POSTED;

		u->in.seq_valid[i] = leaves(b, &u->rq);
		u->in.seq[i] = number;
		if (!u->in.seq_valid[i])
			continue;
		u->reads -= read;
		u->writes -= !read && u->writes;
	}
	leaves(b, &u->cc);
}

/* What credits there are for reads shows two cycles later, and now and then not at all. */
static void tell_credits(struct block *b, unsigned free_places)
{
	struct usp *u = b->streams;

	u->in.nph = u->nph[1];
	u->nph[1] = u->nph[0];
	u->nph[0] = block_draw(b) % 8 ? (uint8_t)free_places : 0;
}

/* Without bus master requests are dropped, and their numbers do not come back. */
static void drop(struct usp *u)
{
	unsigned i;
	struct tlp t;

	for (i = 0; i < u->rq.count; i++) {
		parse(&t, &u->rq.pipe[i].packet);
		if (t.kind == TLP_READ)
			u->read[t.tag].busy = false;
	}
	u->rq.count = u->reads = u->writes = 0;
}

static unsigned free_places(const struct block *b)
{
	const struct usp *u = b->streams;
	unsigned used = u->reads + block_has(&b->tx, BLOCK_NOT_POSTED);

	return used < READS ? READS - used : 0;
}

static void take(struct block *b)
{
	struct usp *u = b->streams;
	bool master = u->in.status & BUS_MASTER, begins, whole;

	if (u->out.err_uncor)
		block_broken("an error that cannot be corrected, where nothing was wrong");
	if (!master)
		drop(u);
	whole = collect(&u->cc, &u->out.cc, u->in.cc_ready, &begins);
	if (begins && u->writes)
		block_broken("a completion that may pass the writes before it");
	if (whole)
		completion(b);
	whole = collect(&u->rq, &u->out.rq, u->in.rq_ready, &begins);
	if (begins) {
		bool write = u->out.rq.data[2] >> 11 & 1;

		u->rq.dropped = !master;
		u->writes += master && write;
	}
	if (!u->rq.dropped && u->rq.dwords == 4 && u->out.rq.valid && u->in.rq_ready &&
	    !(u->rq.dw[2] >> 11 & 0xf) && !free_places(b))
		block_broken("a read without a credit");
	if (whole)
		request(b);
	u->credits += (u->out.np_req & 1u) + (u->out.np_req >> 1);
	if (u->credits > CREDITS)
		block_broken("more credits for the host's requests than it counts");
}

void streams_rise(struct block *b, bool card)
{
	struct usp *u = b->streams;

	if (!u->in.rst_n) {
		forget(u);
		streams_settle(b);
		link_edge(b->link, card, true);
		return;
	}
	if (!u->cq.busy)
		choose_request(b);
	if (!u->rc.busy)
		choose_completion(b);
	offer(b, &u->cq, &u->in.cq);
	offer(b, &u->rc, &u->in.rc);
	leave(b);
	tell_credits(b, free_places(b));
	u->in.cc_ready = u->cc.count < PIPE && block_draw(b) % 8;
	u->in.rq_ready = u->rq.count < PIPE && block_draw(b) % 8;
	streams_settle(b);
	take(b);
	taken(&u->cq, &u->in.cq, u->out.cq_ready);
	taken(&u->rc, &u->in.rc, u->out.rc_ready);
	link_edge(b->link, card, true);
}
