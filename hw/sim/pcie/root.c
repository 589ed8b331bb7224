// SPDX-License-Identifier: MIT
#include "root_parts.h"

#include <string.h>

#define SETTLE_TICKS  32u /* from ports of the card to the stream */
#define COMBINE_TICKS 200u /* write combining gives up waiting for more */

uint32_t rc_draw(struct rc *rc)
{
	rc->random = rc->random * 6364136223846793005ull + 1442695040888963407ull;
	return (uint32_t)(rc->random >> 33);
}

bool rc_one_of(struct rc *rc, unsigned n)
{
	return n && rc_draw(rc) % n == 0;
}

void rc_init(struct rc *rc, const struct rc_ops *ops, void *ctx, const struct rc_config *cfg,
	     struct rc_faults *faults)
{
	static struct rc_faults none;

	memset(rc, 0, sizeof(*rc));
	rc->ops = ops;
	rc->ctx = ctx;
	rc->cfg = *cfg;
	rc->faults = faults ? faults : &none;
	rc->random = cfg->seed;
}

void rc_reset(struct rc *rc)
{
	memset(rc->read, 0, sizeof(rc->read));
	memset(rc->host, 0, sizeof(rc->host));
	memset(&rc->combine, 0, sizeof(rc->combine));
	rc->downs = rc->ups = rc->reads = 0;
	rc->send_dwords = rc->send_at = 0;
	rc->collect.dwords = 0;
	rc->offer = rc->ready = false;
	memset(rc->beyond, 0, sizeof(rc->beyond));
	rc->quiet = 0;
}

void rc_link(struct rc *rc, const struct card_link *link)
{
	if (rc->link.bus_master && !link->bus_master)
		rc->master_off = rc->now;
	rc->link = *link;
}

/* ---- Towards the card ---- */

/* The next packet of the host's requests that may go: the first write, or what stands before it */
static int next_request(struct rc *rc)
{
	int read = -1, write = -1;
	unsigned i;

	for (i = 0; i < rc->downs && write < 0; i++)
		if (rc->down[i].tlp.kind == TLP_WRITE)
			write = (int)i;
		else if (rc->down[i].tlp.kind == TLP_COMPLETION) /* a stranger */
			return (int)i;
		else if (read < 0)
			read = (int)i;
	if (!rc->takes_reads)
		read = -1;
	if (!rc->takes_writes)
		write = -1;
	if (read < 0 || write < 0)
		return read < 0 ? write : read;
	return rc_one_of(rc, 4) ? write : read;
}

/* A read of the card whose time has come, or -1. No completion passes a write that was there
 * before it, unless the card takes none. */
static int next_completion(struct rc *rc)
{
	uint64_t before = ~0ull;
	unsigned i, n, start = rc_draw(rc) % RC_CARD_TAGS;

	if (!rc->reads)
		return -1;
	for (i = 0; i < rc->downs && rc->takes_writes; i++)
		if (rc->down[i].tlp.kind == TLP_WRITE && rc->down[i].at < before)
			before = rc->down[i].at;
	for (i = 0; i < RC_CARD_TAGS; i++) {
		n = (start + i) % RC_CARD_TAGS;
		if (rc->read[n].busy && rc->read[n].due <= rc->now && rc->read[n].due <= before)
			return (int)n;
	}
	return -1;
}

static void send(struct rc *rc, const struct tlp *t, uint8_t bar)
{
	rc->send_dwords = tlp_make(t, rc->sending);
	rc->send_at = 0;
	rc->send_bar = bar;
}

void rc_end_read(struct rc *rc, struct rc_read *r)
{
	r->busy = false;
	rc->reads--;
}

struct tlp rc_completion(const struct rc_read *r)
{
	uint64_t at = r->request.addr + tlp_first(&r->request) + r->sent;

	return (struct tlp) {
		.kind = TLP_COMPLETION,
		.requester = r->request.requester,
		.tag = r->request.tag,
		.completer = RC_HOST_ID,
		.bytes = (uint16_t)(r->bytes - r->sent),
		.lower_addr = at & 0x7f,
		.status = TLP_OK,
	};
}

/* One more piece of a read of the card */
static void send_piece(struct rc *rc, struct rc_read *r)
{
	struct tlp t = rc_completion(r);
	uint64_t start = r->request.addr + tlp_first(&r->request), at = start + r->sent,
		 end = start + r->bytes, cut = (at | (rc->link.boundary - 1u)) + 1;
	unsigned skip = (unsigned)((at & ~3ull) - r->request.addr);

	if (r->status) {
		t.status = r->status;
		send(rc, &t, TLP_NO_BAR);
		rc_end_read(rc, r);
		return;
	}
	while (cut < end && !rc_one_of(rc, 3))
		cut += rc->link.boundary;
	if (cut < end)
		end = cut;
	while (end - (at & ~3ull) > rc->link.max_payload)
		end = (end - 1) & ~(uint64_t)(rc->link.boundary - 1);
	t.data_follow = true;
	t.length = (unsigned)((end + 3) / 4 - at / 4);
	t.poisoned = r->poisoned;
	memcpy(t.data, r->data + skip, 4 * t.length);
	r->sent += (unsigned)(end - at);
	r->cut = true;
	send(rc, &t, TLP_NO_BAR);
	rc->completions++;
	if (r->sent == r->bytes || (r->lost && rc_one_of(rc, 2)))
		rc_end_read(rc, r);
	else
		r->due = rc->now + rc_draw(rc) % (rc->cfg.jitter + 1);
}

static void pick(struct rc *rc)
{
	int request = next_request(rc), answer = next_completion(rc);

	if (answer >= 0 && (request < 0 || rc_one_of(rc, 2))) {
		send_piece(rc, &rc->read[answer]);
	} else if (request >= 0) {
		send(rc, &rc->down[request].tlp, rc->down[request].bar);
		memmove(&rc->down[request], &rc->down[request + 1],
			(--rc->downs - (unsigned)request) * sizeof(rc->down[0]));
	}
}

bool rc_offer(struct rc *rc, struct tlp_beat *beat)
{
	if (!rc->offer)
		return false;
	*beat = tlp_beat(rc->sending, rc->send_dwords, rc->send_at);
	beat->bar = rc->send_bar;
	return true;
}

void rc_offer_taken(struct rc *rc)
{
	rc->quiet = 0;
	rc->offer = false;
	if (4 * ++rc->send_at >= rc->send_dwords)
		rc->send_dwords = 0;
}

static bool stalls(struct rc *rc)
{
	return rc_draw(rc) % 256 < rc->cfg.stall;
}

/* A credit comes and goes by seed, and goes when memory is behind. */
static void credit(struct rc *rc, bool *go, unsigned kind)
{
	bool had = *go;

	*go = had ? rc->ups < RC_QUEUE / 2 && !(stalls(rc) && rc_one_of(rc, 8))
		  : rc->ups < RC_QUEUE / 4 && !stalls(rc) &&
			    rc->now - rc->went[kind] >= rc->faults->gap;
	if (*go)
		rc->beyond[kind] = 0;
	else if (had)
		rc->went[kind] = rc->now;
}

void rc_tick(struct rc *rc, bool writes, bool reads)
{
	rc->now++;
	rc->takes_writes = writes;
	rc->takes_reads = reads;
	if (rc->quiet++ < SETTLE_TICKS)
		rc->open[0] = rc->open[1] = 0;
	rc->open[0] += rc->writes_go;
	rc->open[1] += rc->reads_go;
	rc_serve_up(rc);
	if (rc->combine.used && rc->now - rc->combine.since > COMBINE_TICKS &&
	    rc->downs + RC_LINE / 8 <= RC_QUEUE)
		rc_combine_flush(rc);
	if (!rc->send_dwords)
		pick(rc);
	if (rc->send_dwords && !rc->offer)
		rc->offer = !stalls(rc);
	rc->ready = rc->ups < RC_QUEUE && !stalls(rc);
	credit(rc, &rc->writes_go, 0);
	credit(rc, &rc->reads_go, 1);
}

bool rc_idle(const struct rc *rc, unsigned ticks)
{
	unsigned i;

	for (i = 0; i < RC_HOST_TAGS; i++)
		if (rc->host[i].busy && !rc->host[i].done)
			return false;
	return rc->quiet >= ticks && rc->open[0] > 1 && rc->open[1] > 1 && !rc->downs && !rc->ups &&
	       !rc->reads && !rc->send_dwords && !rc->collect.dwords && !rc->combine.used;
}
