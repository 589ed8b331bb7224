// SPDX-License-Identifier: MIT
#include "endpoint.h"

#include <string.h>

void ep_init(struct endpoint *e, struct rc *rc)
{
	memset(e, 0, sizeof(*e));
	e->rc = rc;
	e->takes_writes = e->takes_reads = true;
}

void ep_send(struct endpoint *e, const struct tlp *t)
{
	e->out_dwords[e->outs] = tlp_make(t, e->out[e->outs]);
	e->outs++;
}

void ep_write(struct endpoint *e, uint64_t addr, const void *data, unsigned bytes)
{
	struct tlp t = { .kind = TLP_WRITE, .requester = e->rc->link.id, .addr = addr & ~3ull };

	tlp_enables(&t, addr & 3, bytes);
	memcpy((uint8_t *)t.data + (addr & 3), data, bytes);
	ep_send(e, &t);
}

void ep_read(struct endpoint *e, uint8_t tag, uint64_t addr, unsigned bytes)
{
	struct tlp t = {
		.kind = TLP_READ,
		.requester = e->rc->link.id,
		.tag = tag,
		.addr = addr & ~3ull,
	};

	e->read[tag] = (struct ep_read) { .busy = true, .addr = addr, .bytes = bytes };
	tlp_enables(&t, addr & 3, bytes);
	ep_send(e, &t);
}

static void request(struct endpoint *e, const struct tlp *t)
{
	const struct card_link *link = &e->rc->link;
	uint8_t *bar = e->bar[e->in_bar == TLP_BAR2];
	uint64_t at = t->addr - (e->in_bar == TLP_BAR2 ? link->bar2 : link->bar0);
	struct tlp c = {
		.kind = TLP_COMPLETION,
		.requester = t->requester,
		.tag = t->tag,
		.completer = link->id,
		.data_follow = true,
		.length = t->length,
		.bytes = (uint16_t)tlp_bytes(t),
		.lower_addr = (t->addr + tlp_first(t)) & 0x7f,
	};
	unsigned i;

	if (t->kind == TLP_READ) {
		memcpy(c.data, bar + at, 4 * t->length);
		ep_send(e, &c);
		return;
	}
	for (i = 0; i < 4 * t->length; i++)
		if (tlp_enabled(t, i))
			bar[at + i] = ((const uint8_t *)t->data)[i];
	if (e->in_bar == TLP_BAR2 && t->length > e->longest)
		e->longest = t->length;
	e->gaps += t->length == 2 && (t->first_be & (t->first_be + 1) & 0xf) &&
		   t->first_be != 0xe && t->first_be != 0xc && t->first_be != 8;
}

static void answer(struct endpoint *e, const struct tlp *t)
{
	struct ep_read *r = &e->read[t->tag % EP_TAGS];
	uint64_t at = r->addr + r->got;
	unsigned skip = at & 3, n = 4 * t->length - skip, left = r->bytes - r->got;

	if (t->tag >= EP_TAGS || !r->busy) {
		e->strangers++;
		return;
	}
	n = n < left ? n : left;
	r->pieces++;
	r->status = t->status;
	r->poisoned |= t->poisoned;
	if (!t->status) {
		if (t->bytes != left || t->lower_addr != (at & 0x7f) ||
		    (n < left && (at + n) % e->rc->link.boundary))
			r->status = 7;
		memcpy(r->data + r->got, (const uint8_t *)t->data + skip, n);
		r->got += n;
	}
	if (t->status || r->got == r->bytes) {
		r->busy = false;
		r->order = e->ends++;
	}
}

void ep_tick(struct endpoint *e)
{
	struct tlp_beat b;
	struct tlp t;

	rc_tick(e->rc, e->takes_writes, e->takes_reads);
	if (rc_ready(e->rc) && e->sent < e->outs) {
		unsigned n = e->out_dwords[e->sent];

		b = tlp_beat(e->out[e->sent], n, e->at);
		/* A test orders so few that credits are left to the moment at which one begins. */
		if (e->at || (e->rc->writes_go && e->rc->reads_go)) {
			rc_take(e->rc, &b);
			e->at++;
			if (b.last) {
				e->at = 0;
				e->sent++;
			}
		}
	}
	if (e->sent == e->outs)
		e->sent = e->outs = 0;
	if (!rc_offer(e->rc, &b))
		return;
	if (!e->in.dwords)
		e->in_bar = b.bar;
	rc_offer_taken(e->rc);
	if (tlp_collect(&e->in, &b) != 1)
		return;
	if (!tlp_parse(&t, e->in.dw, e->in.dwords)) {
		if (t.kind == TLP_COMPLETION)
			answer(e, &t);
		else
			request(e, &t);
	} else {
		e->strangers += 1000;
	}
	e->in.dwords = 0;
}
