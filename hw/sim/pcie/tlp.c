// SPDX-License-Identifier: MIT
#include "tlp.h"

#include <string.h>

#define FMT_4DW		(1u << 29)
#define FMT_DATA	(1u << 30)
#define TYPE_MASK	(0x1fu << 24)
#define TYPE_COMPLETION (0x0au << 24)
#define DIGEST		(1u << 15)
#define POISONED	(1u << 14)
#define LENGTH		0x3ffu
/* class of traffic, hints, address type, and bits without a meaning: all 0 here */
#define ZERO0 ((1u << 31) | 0x00fb0c00u)

static bool has_data(const struct tlp *t)
{
	return t->kind == TLP_WRITE || (t->kind == TLP_COMPLETION && t->data_follow);
}

unsigned tlp_make(const struct tlp *t, uint32_t *dw)
{
	bool wide = t->kind != TLP_COMPLETION && t->addr >> 32;
	unsigned n = 3;

	dw[0] = (has_data(t) ? FMT_DATA : 0) | (wide ? FMT_4DW : 0) |
		(t->kind == TLP_COMPLETION ? TYPE_COMPLETION : 0) | (t->poisoned ? POISONED : 0) |
		(t->length & LENGTH);
	if (t->kind == TLP_COMPLETION) {
		dw[1] = (uint32_t)t->completer << 16 | (uint32_t)t->status << 13 |
			(t->bytes & 0xfffu);
		dw[2] = (uint32_t)t->requester << 16 | (uint32_t)t->tag << 8 |
			(t->lower_addr & 0x7fu);
	} else {
		dw[1] = (uint32_t)t->requester << 16 | (uint32_t)t->tag << 8 |
			(uint32_t)t->last_be << 4 | t->first_be;
		if (wide)
			dw[2] = (uint32_t)(t->addr >> 32);
		n += wide;
		dw[n - 1] = (uint32_t)t->addr & ~3u;
	}
	if (!has_data(t))
		return n;
	memcpy(dw + n, t->data, t->length * sizeof(*dw));
	return n + t->length;
}

static const char *parse_request(struct tlp *t, const uint32_t *dw, bool wide)
{
	const uint32_t *low = dw + 2 + wide;
	bool gaps;

	t->requester = (uint16_t)(dw[1] >> 16);
	t->tag = (uint8_t)(dw[1] >> 8);
	t->last_be = dw[1] >> 4 & 0xf;
	t->first_be = dw[1] & 0xf;
	t->addr = (wide ? (uint64_t)dw[2] << 32 : 0) | *low;
	if (wide && !dw[2])
		return "an address below 4 GiB in a header of four dwords";
	if (*low & 3)
		return "bits 1:0 of the address are not 0";
	if ((t->addr & 0xfff) + t->length * 4 > 0x1000)
		return "it crosses a boundary of 4 KiB";
	if (t->length == 1)
		return t->last_be ? "last byte enables of one dword" : NULL;
	if (!t->first_be || !t->last_be)
		return "no byte enables of the first or last dword";
	/* Only one aligned quadword may have gaps between its bytes. */
	gaps = (t->first_be != 0xf && t->first_be != 0xe && t->first_be != 0xc &&
		t->first_be != 0x8) ||
	       (t->last_be & (t->last_be + 1));
	return gaps && (t->length != 2 || t->addr & 7) ? "byte enables with gaps" : NULL;
}

static const char *parse_completion(struct tlp *t, const uint32_t *dw)
{
	t->completer = (uint16_t)(dw[1] >> 16);
	t->status = dw[1] >> 13 & 7;
	t->bytes = dw[1] & 0xfff ? dw[1] & 0xfff : 4096;
	t->requester = (uint16_t)(dw[2] >> 16);
	t->tag = (uint8_t)(dw[2] >> 8);
	t->lower_addr = dw[2] & 0x7f;
	if (dw[1] >> 12 & 1)
		return "BCM, which is for PCI-X";
	if (dw[2] >> 7 & 1)
		return "bit 7 of the lower address";
	if (t->data_follow != (t->status == TLP_OK))
		return "data and a status that do not go together";
	return NULL;
}

const char *tlp_parse(struct tlp *t, const uint32_t *dw, unsigned dwords)
{
	bool data = dw[0] & FMT_DATA, wide = dw[0] & FMT_4DW;
	uint32_t type = dw[0] & TYPE_MASK;
	unsigned header = wide ? 4 : 3;

	memset(t, 0, sizeof(*t));
	if (type && type != TYPE_COMPLETION)
		return "neither a memory request nor a completion";
	if (dw[0] & (ZERO0 | DIGEST))
		return "bits of the first dword that are to be 0";
	t->kind = type ? TLP_COMPLETION : data ? TLP_WRITE : TLP_READ;
	t->data_follow = data;
	t->poisoned = dw[0] & POISONED;
	t->length = dw[0] & LENGTH ? dw[0] & LENGTH : 1024;
	if (type && !data)
		t->length = 0;
	if (type && wide)
		return "a completion with a header of four dwords";
	if (dwords != header + (data ? t->length : 0))
		return "its length is not that of its header";
	if (data && t->length > TLP_PAYLOAD)
		return "too long";
	if (data)
		memcpy(t->data, dw + header, t->length * sizeof(*dw));
	return type ? parse_completion(t, dw) : parse_request(t, dw, wide);
}

void tlp_enables(struct tlp *t, unsigned first, unsigned bytes)
{
	unsigned end = first + bytes; /* behind the last byte */

	t->length = (end + 3) / 4;
	t->first_be = (uint8_t)(0xfu << first & 0xf);
	t->last_be = (uint8_t)(0xfu >> (4 * t->length - end));
	if (t->length == 1) {
		t->first_be &= t->last_be;
		t->last_be = 0;
	}
}

bool tlp_enabled(const struct tlp *t, unsigned byte)
{
	if (byte < 4)
		return t->first_be >> byte & 1;
	if (byte >= 4 * t->length - 4)
		return t->last_be >> (byte & 3) & 1;
	return true;
}

unsigned tlp_first(const struct tlp *t)
{
	return t->first_be ? (unsigned)__builtin_ctz(t->first_be) : 0;
}

unsigned tlp_bytes(const struct tlp *t)
{
	uint8_t last = t->length == 1 ? t->first_be : t->last_be;

	if (!last)
		return 1;
	return 4 * t->length - tlp_first(t) - (unsigned)(3 - (31 - __builtin_clz(last)));
}

struct tlp_beat tlp_beat(const uint32_t *dw, unsigned dwords, unsigned at)
{
	unsigned left = dwords - 4 * at, n = left < 4 ? left : 4;
	struct tlp_beat b = { .keep = (uint8_t)((1u << n) - 1), .last = left <= 4 };

	memcpy(b.dw, dw + 4 * at, n * sizeof(*dw));
	return b;
}

int tlp_collect(struct tlp_collector *c, const struct tlp_beat *b)
{
	unsigned n = (unsigned)__builtin_popcount(b->keep);

	if (!n || b->keep != (1u << n) - 1 || (n < 4 && !b->last) || c->dwords + n > TLP_DWORDS)
		return -1;
	memcpy(c->dw + c->dwords, b->dw, n * sizeof(*c->dw));
	c->dwords += n;
	return b->last;
}
