// SPDX-License-Identifier: MIT
/* Accesses of the host, and write combining */
#include <string.h>

#include "root_parts.h"

static uint64_t bar_address(const struct rc *rc, enum tlp_bar bar)
{
	return bar == TLP_BAR0 ? rc->link.bar0 : rc->link.bar2;
}

static struct tlp *queue_down(struct rc *rc, enum tlp_kind kind, enum tlp_bar bar, uint32_t off)
{
	struct rc_packet *p = &rc->down[rc->downs++];

	memset(p, 0, sizeof(*p));
	p->bar = bar;
	p->at = rc->now;
	p->tlp.kind = kind;
	p->tlp.requester = RC_HOST_ID;
	p->tlp.addr = bar_address(rc, bar) + (off & ~3u);
	rc->quiet = 0;
	return &p->tlp;
}

/* Bytes `from` to `to - 1` of the line, of which mask has those that were written */
static void queue_write(struct rc *rc, enum tlp_bar bar, uint32_t line, const uint8_t *data,
			uint64_t mask, unsigned from, unsigned to)
{
	struct tlp *t = queue_down(rc, TLP_WRITE, bar, line + from);
	unsigned base = from & ~3u, i;
	uint8_t be[2];

	mask &= ~0ull << from & ~0ull >> (RC_LINE - to);
	tlp_enables(t, from & 3, to - from);
	t->tag = (uint8_t)rc_draw(rc); /* without a meaning in a write */
	be[0] = (uint8_t)(mask >> base & 0xf);
	be[1] = (uint8_t)(mask >> (base + 4 * t->length - 4) & 0xf);
	t->first_be = be[0];
	t->last_be = t->length > 1 ? be[1] : 0;
	for (i = from; i < to; i++)
		if (mask >> i & 1)
			((uint8_t *)t->data)[i - base] = data[i];
	rc->writes++;
}

/* As a processor does: the whole line at once if it is full, else runs of bytes, or quadwords with
 * gaps. */
void rc_combine_flush(struct rc *rc)
{
	uint64_t mask = rc->combine.mask;
	bool quads = rc_one_of(rc, 2) ||
		     __builtin_popcountll(mask & ~(mask << 1)) > (int)(RC_LINE / 8);
	unsigned from, to;

	if (!rc->combine.used)
		return;
	rc->combine.used = false;
	for (from = 0; from < RC_LINE && mask >> from; from = to) {
		from += (unsigned)__builtin_ctzll(mask >> from);
		for (to = from + 1; to < RC_LINE && mask >> to & 1; to++)
			;
		if (quads && mask != ~0ull) {
			uint8_t q;

			to = (from | 7) + 1;
			q = (uint8_t)(mask >> (to - 8));
			to -= q >> 4 ? (unsigned)__builtin_clz((uint32_t)q << 24) : 4;
			if (!(q >> 4))
				to -= (unsigned)__builtin_clz((uint32_t)q << 28);
		}
		queue_write(rc, TLP_BAR2, rc->combine.line, rc->combine.data, mask, from, to);
	}
}

bool rc_room(const struct rc *rc)
{
	/* Write combining may leave as 8 quadwords, and one access follows. */
	return rc->downs + RC_LINE / 8 + 1 <= RC_QUEUE && !rc->host[rc->host_next].busy;
}

void rc_write(struct rc *rc, enum tlp_bar bar, uint32_t off, uint64_t value, unsigned len)
{
	uint32_t line = off & ~(RC_LINE - 1), at = off - line;
	uint8_t bytes[RC_LINE] = { 0 };

	if (bar == TLP_BAR2) {
		if (rc->combine.used && (rc->combine.line != line || rc_one_of(rc, 32)))
			rc_combine_flush(rc);
		rc->merged += rc->combine.used;
		if (!rc->combine.used) {
			rc->combine.used = true;
			rc->combine.line = line;
			rc->combine.mask = 0;
		}
		memcpy(rc->combine.data + at, &value, len);
		rc->combine.mask |= ((1ull << len) - 1) << at;
		rc->combine.since = rc->now;
		rc->quiet = 0;
		if (rc->combine.mask == ~0ull)
			rc_combine_flush(rc);
		return;
	}
	rc_combine_flush(rc);
	memcpy(bytes + at, &value, len);
	queue_write(rc, bar, line, bytes, ((1ull << len) - 1) << at, at, at + len);
}

unsigned rc_read(struct rc *rc, enum tlp_bar bar, uint32_t off, unsigned len)
{
	unsigned n = rc->host_next;
	struct rc_host_read *h = &rc->host[n];
	struct tlp *t;

	rc_combine_flush(rc);
	rc->host_next = (n + 1 + rc_draw(rc) % 3) % RC_HOST_TAGS;
	while (rc->host[rc->host_next].busy && rc->host_next != n)
		rc->host_next = (rc->host_next + 1) % RC_HOST_TAGS;
	t = queue_down(rc, TLP_READ, bar, off);
	t->tag = (uint8_t)n;
	tlp_enables(t, off & 3, len);
	memset(h, 0, sizeof(*h));
	h->busy = true;
	h->bytes = len;
	h->offset = off & 3;
	h->addr = t->addr + h->offset;
	return n;
}

bool rc_read_done(struct rc *rc, unsigned number, uint64_t *value)
{
	struct rc_host_read *h = &rc->host[number];

	if (!h->done)
		return false;
	*value = 0;
	memcpy(value, h->data, h->bytes);
	if (h->failed)
		*value = h->bytes == 8 ? ~0ull : (1ull << 8 * h->bytes) - 1;
	h->busy = h->done = false;
	return true;
}

void rc_read_drop(struct rc *rc, unsigned number)
{
	rc->host[number].busy = rc->host[number].done = false;
}
