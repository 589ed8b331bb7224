// SPDX-License-Identifier: MIT
/* What the card sends */
#include <string.h>

#include "root_parts.h"

/* What waits in buffers of the hard block and in the crossing is sent meanwhile. */
#define MASTER_TICKS 1000u

static void broken(struct rc *rc, const char *rule, const uint32_t *dw, unsigned dwords)
{
	rc->broken++;
	rc->ops->broken(rc->ctx, rule, dw, dwords);
}

static bool in_use(const struct rc *rc, uint8_t tag)
{
	unsigned i;

	for (i = 0; i < rc->ups; i++)
		if (rc->up[i].tlp.kind == TLP_READ && rc->up[i].tlp.tag == tag)
			return true;
	return rc->read[tag].busy;
}

/* What a memory request breaks, or NULL */
static const char *illegal(const struct rc *rc, const struct tlp *t)
{
	/* What was on its way when it was taken away may come. */
	if (!rc->link.bus_master && rc->now - rc->master_off > MASTER_TICKS)
		return "a request without bus master";
	if (t->requester != rc->link.id)
		return "a requester that is not the card";
	if (t->kind == TLP_WRITE)
		return 4 * t->length > rc->link.max_payload ? "more than the largest payload"
							    : NULL;
	if (4 * t->length > rc->link.max_read || 4 * t->length > RC_READ_BYTES)
		return "more than the largest read";
	if (in_use(rc, t->tag))
		return "a tag that is in use";
	return NULL;
}

/* One packet may have begun before the card saw that its credit was gone, and one more begins. */
static const char *beyond_credit(struct rc *rc, enum tlp_kind kind)
{
	bool read = kind == TLP_READ;

	if (read ? rc->reads_go : rc->writes_go)
		return NULL;
	return ++rc->beyond[read] > 2 ? "more packets than it has credits for" : NULL;
}

static void start_read(struct rc *rc, const struct tlp *t)
{
	struct rc_read *r = &rc->read[t->tag];
	struct rc_faults *f = rc->faults;
	unsigned kind = 0;

	memset(r, 0, sizeof(*r));
	r->busy = true;
	rc->reads++;
	rc->cards_reads++;
	r->request = *t;
	r->bytes = tlp_bytes(t);
	r->due = rc->now + rc->cfg.latency + rc_draw(rc) % (rc->cfg.jitter + 1);
	/* Whole dwords are read, and memory that ends in between is no case of a PC. */
	if (rc->ops->read(rc->ctx, t->addr, r->data, 4 * t->length))
		r->status = TLP_UNSUPPORTED;
	if (!f->kinds || !rc_one_of(rc, f->every))
		return;
	do
		kind = 1u << rc_draw(rc) % 6;
	while (!(f->kinds & kind));
	f->met++;
	if (kind == RC_UNSUPPORTED)
		r->status = TLP_UNSUPPORTED;
	if (kind == RC_ABORTED)
		r->status = TLP_ABORTED;
	r->poisoned = kind == RC_POISONED;
	r->lost = kind == RC_LOST;
	if (kind == RC_LATE)
		r->due += f->late;
	if (kind == RC_LOST && rc_one_of(rc, 2))
		rc_end_read(rc, r);
	if (kind == RC_STRANGER) {
		struct rc_packet *p = &rc->down[rc->downs];
		unsigned tag = rc_draw(rc) % RC_CARD_TAGS;

		while (in_use(rc, (uint8_t)tag))
			tag = (tag + 1) % RC_CARD_TAGS;
		if (rc->downs == RC_QUEUE)
			return;
		rc->downs++;
		p->at = rc->now;
		p->bar = TLP_NO_BAR;
		p->tlp = rc_completion(r);
		p->tlp.tag = (uint8_t)tag;
		p->tlp.data_follow = true;
		p->tlp.length = t->length;
	}
}

static void write_memory(struct rc *rc, const struct tlp *t)
{
	const uint8_t *data = (const uint8_t *)t->data;
	unsigned i, end;

	if (t->addr >> 20 == RC_MESSAGES >> 20) {
		if (t->length != 1 || t->first_be != 0xf)
			broken(rc, "an interrupt that is not one dword", NULL, 0);
		rc->messages++;
		rc->ops->message(rc->ctx, t->addr, t->data[0]);
		return;
	}
	rc->cards_writes++;
	for (i = 0; i < 4 * t->length; i = end) {
		end = i + 1;
		if (!tlp_enabled(t, i))
			continue;
		while (end < 4 * t->length && tlp_enabled(t, end))
			end++;
		if (!t->poisoned)
			rc->ops->write(rc->ctx, t->addr + i, data + i, end - i);
	}
}

static void end_host_read(struct rc *rc, const struct tlp *t, const uint32_t *dw, unsigned dwords)
{
	struct rc_host_read *h = &rc->host[t->tag % RC_HOST_TAGS];
	unsigned n, left = h->bytes - h->got;
	const char *rule = NULL;

	if (t->requester != RC_HOST_ID || t->tag >= RC_HOST_TAGS || !h->busy || h->done)
		rule = "a completion that nobody asked for";
	else if (t->completer != rc->link.id)
		rule = "a completer that is not the card";
	else if (t->bytes != left)
		rule = "a completion with a wrong count of bytes";
	else if (t->status == TLP_OK && t->lower_addr != ((h->addr + h->got) & 0x7f))
		rule = "a completion with a wrong lower address";
	if (rule) {
		broken(rc, rule, dw, dwords);
		return;
	}
	if (t->status != TLP_OK || t->poisoned) {
		h->done = h->failed = true;
		return;
	}
	n = 4 * t->length - (t->lower_addr & 3u);
	if (n > left)
		n = left;
	if (t->length != ((t->lower_addr & 3u) + n + 3) / 4) {
		broken(rc, "a completion of a wrong length", dw, dwords);
		return;
	}
	memcpy(h->data + h->got, (const uint8_t *)t->data + (t->lower_addr & 3u), n);
	h->got += n;
	h->done = h->got == h->bytes;
}

void rc_take(struct rc *rc, const struct tlp_beat *beat)
{
	struct rc_packet *p = &rc->up[rc->ups];
	unsigned n;
	const char *rule;
	int r = tlp_collect(&rc->collect, beat);

	rc->quiet = 0;
	if (!r)
		return;
	n = rc->collect.dwords;
	rc->collect.dwords = 0;
	if (r < 0) {
		broken(rc, "a beat with gaps, or a packet without an end", rc->collect.dw, n);
		return;
	}
	rule = tlp_parse(&p->tlp, rc->collect.dw, n);
	if (!rule && p->tlp.kind != TLP_COMPLETION)
		rule = illegal(rc, &p->tlp);
	if (!rule && p->tlp.kind != TLP_COMPLETION)
		rule = beyond_credit(rc, p->tlp.kind);
	if (rule) {
		broken(rc, rule, rc->collect.dw, n);
		return;
	}
	if (p->tlp.kind == TLP_COMPLETION) {
		end_host_read(rc, &p->tlp, rc->collect.dw, n);
		return;
	}
	p->at = rc->now + rc_draw(rc) % (rc->cfg.jitter + 1);
	if (rc->faults->overtaken && p->tlp.addr >> 20 != RC_MESSAGES >> 20 &&
	    p->tlp.kind == TLP_WRITE)
		p->at += rc->faults->overtaken;
	rc->ups++;
}

/* Memory takes what the card has sent, in its order; a read that is answered late may see what was
 * written after it. */
void rc_serve_up(struct rc *rc)
{
	unsigned i = 0;

	while (i < rc->ups) {
		struct rc_packet *p = &rc->up[i];

		if (p->at > rc->now) {
			if (!rc->faults->overtaken)
				return;
			i++;
			continue;
		}
		if (p->tlp.kind == TLP_READ)
			start_read(rc, &p->tlp);
		else
			write_memory(rc, &p->tlp);
		memmove(p, p + 1, (--rc->ups - i) * sizeof(*p));
		rc->quiet = 0;
	}
}
