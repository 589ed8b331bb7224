// SPDX-License-Identifier: MIT
#include "host_axi.h"

#include <stdlib.h>
#include <string.h>

#define LINE	32u
#define BEAT	8u

void host_axi_init(struct host_axi *h, const struct card_host_ops *ops, void *ctx)
{
	const char *latency = getenv("SMGPU_HOST_LATENCY");

	memset(h, 0, sizeof(*h));
	h->ops = ops;
	h->ctx = ctx;
	h->latency = latency ? (unsigned)strtoul(latency, NULL, 0) : HOST_LATENCY;
	h->jitter = 1;
	host_axi_reset(h);
}

void host_axi_reset(struct host_axi *h)
{
	memset(h->rd, 0, sizeof(h->rd));
	memset(h->wr, 0, sizeof(h->wr));
	h->waiting = 0;
	h->r_now = h->b_now = -1;
}

static uint64_t due(struct host_axi *h, uint64_t now)
{
	h->jitter = h->jitter * 1664525u + 1013904223u;
	return now + h->latency + (h->jitter >> 16) % HOST_JITTER;
}

/* The id that has been due for longest, or -1 */
static int first_due(const struct host_burst *b, uint64_t now)
{
	int first = -1, i;

	for (i = 0; i < (int)HOST_IDS; i++)
		if (b[i].busy && b[i].whole && b[i].due <= now &&
		    (first < 0 || b[i].due < b[first].due))
			first = i;
	return first;
}

void host_axi_inputs(struct host_axi *h, uint64_t now, struct rtl_in *in)
{
	if (h->r_now < 0 && rtl_faults.host_read != RTL_HELD)
		h->r_now = first_due(h->rd, now);
	if (h->b_now < 0 && rtl_faults.host_write != RTL_HELD)
		h->b_now = first_due(h->wr, now);
	in->host_ar_ready = rtl_faults.host_read != RTL_DEAF;
	in->host_aw_ready = rtl_faults.host_write != RTL_DEAF;
	in->host_w_ready = h->waiting && rtl_faults.host_write != RTL_DEAF;
	in->host_r_valid = h->r_now >= 0;
	in->host_b_valid = h->b_now >= 0;
	if (h->r_now >= 0) {
		const struct host_burst *b = &h->rd[h->r_now];

		in->host_r_id = (uint8_t)h->r_now;
		in->host_r_resp = b->failed >> b->at / LINE & 1 ? 2 : 0;
		in->host_r_last = b->at + BEAT == b->bytes;
		memcpy(&in->host_r_data, b->data + b->at, BEAT);
	}
	if (h->b_now >= 0) {
		in->host_b_id = (uint8_t)h->b_now;
		in->host_b_resp = h->wr[h->b_now].failed ? 2 : 0;
	}
}

static void start(struct host_burst *b, uint64_t addr, unsigned len)
{
	memset(b, 0, sizeof(*b));
	b->busy = true;
	b->addr = addr;
	b->bytes = (len + 1) * BEAT;
}

static void read_all(struct host_axi *h, struct host_burst *b, uint64_t now)
{
	unsigned i;

	for (i = 0; i < b->bytes; i += LINE)
		if (h->ops->dma_read(h->ctx, b->addr + i, b->data + i, LINE) ||
		    rtl_faults.host_read == RTL_ERROR) {
			b->failed |= (uint8_t)(1u << i / LINE);
			memset(b->data + i, 0xff, LINE);
		}
	b->due = due(h, now);
	b->whole = true;
	if (rtl_faults.host_read == RTL_SWALLOWED)
		b->busy = false;
}

/* Each run of strobed bytes of a line */
static void write_all(struct host_axi *h, struct host_burst *b, uint64_t now)
{
	unsigned i = 0, end;

	while (i < b->bytes) {
		if (!(b->strb[i / BEAT] >> i % BEAT & 1)) {
			i++;
			continue;
		}
		for (end = i; end < (i | (LINE - 1)) + 1 && b->strb[end / BEAT] >> end % BEAT & 1;
		     end++)
			;
		if (h->ops->dma_write(h->ctx, b->addr + i, b->data + i, end - i))
			b->failed = 1;
		i = end;
	}
	if (rtl_faults.host_write == RTL_ERROR)
		b->failed = 1;
	b->due = due(h, now);
	b->whole = true;
	if (rtl_faults.host_write == RTL_SWALLOWED)
		b->busy = false;
}

void host_axi_outputs(struct host_axi *h, uint64_t now, const struct rtl_in *in,
		      const struct rtl_out *out)
{
	/* What the card says during reset means nothing. */
	if (!in->rst_n)
		return;
	if (in->host_r_valid && out->host_r_ready) {
		struct host_burst *b = &h->rd[h->r_now];

		b->at += BEAT;
		if (b->at == b->bytes) {
			b->busy = false;
			h->r_now = -1;
		}
	}
	if (in->host_b_valid && out->host_b_ready) {
		h->wr[h->b_now].busy = false;
		h->b_now = -1;
	}
	if (in->host_w_ready && out->host_w_valid) {
		struct host_burst *b = &h->wr[h->order[0]];

		memcpy(b->data + b->at, &out->host_w_data, BEAT);
		b->strb[b->at / BEAT] = out->host_w_strb;
		b->at += BEAT;
		if (out->host_w_last) {
			memmove(h->order, h->order + 1, --h->waiting * sizeof(h->order[0]));
			write_all(h, b, now);
		}
	}
	if (in->host_aw_ready && out->host_aw_valid) {
		start(&h->wr[out->host_aw_id], out->host_aw_addr, out->host_aw_len);
		h->order[h->waiting++] = out->host_aw_id;
	}
	if (in->host_ar_ready && out->host_ar_valid) {
		start(&h->rd[out->host_ar_id], out->host_ar_addr, out->host_ar_len);
		read_all(h, &h->rd[out->host_ar_id], now);
	}
}
