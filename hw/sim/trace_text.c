// SPDX-License-Identifier: MIT
/* Results come back in any order: each instruction waits in a ring until it and all before it of
 * its warp are complete. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace.h"
#include "xsm.h"

#define SMS 4u
#define WARPS 64u
#define RING 64u	/* instructions of a warp that may be incomplete; more than its registers */

struct entry {
	uint64_t cycle;
	uint32_t pc, mask, written, value[32];
	uint8_t seq, rd;
	bool complete;
};

struct warp {
	uint32_t dispatch, cta, warp_in_cta;
	struct entry ring[RING];
	unsigned head, count;
};

struct text {
	FILE *out;
	unsigned lanes;
	uint32_t started[SMS];
	struct warp warp[SMS][WARPS];
};

void *trace_text_open(const char *path, unsigned lanes)
{
	struct text *t = calloc(1, sizeof(*t));

	if (t)
		t->out = fopen(path, "w");
	if (!t || !t->out) {
		free(t);
		return NULL;
	}
	t->lanes = lanes;
	return t;
}

static unsigned result_register(uint32_t insn)
{
	static const uint8_t with_result[] = { 0x03, 0x13, 0x17, 0x2f, 0x33, 0x37, 0x43,
					       0x47, 0x4b, 0x4f, 0x53, 0x67, 0x6f, 0x73 };
	unsigned op = insn & 0x7f, f3 = insn >> 12 & 7;

	if (memchr(with_result, (int)op, sizeof(with_result)) || (op == XSM_OPCODE_WARP && f3 >= 3))
		return insn >> 7 & 31;
	return 0;
}

static void print_oldest(struct text *t, unsigned sm, struct warp *w)
{
	struct entry *e = &w->ring[w->head];
	unsigned i;

	fprintf(t->out, "%llu %u %u %u %u %08x %08x %u", (unsigned long long)e->cycle, sm,
		w->dispatch, w->cta, w->warp_in_cta, e->pc, e->mask, e->rd);
	for (i = 0; e->rd && i < 32; i++)
		if (e->written >> i & 1)
			fprintf(t->out, " %08x", e->value[i]);
		else
			fputs(" -", t->out);
	fputc('\n', t->out);
	w->head = (w->head + 1) % RING;
	w->count--;
}

static void print_complete(struct text *t, unsigned sm, struct warp *w)
{
	while (w->count && w->ring[w->head].complete)
		print_oldest(t, sm, w);
}

static void text_start(void *ctx, unsigned sm, unsigned warp, uint32_t cta, unsigned warp_in_cta,
		       uint32_t pc, uint32_t live)
{
	struct text *t = ctx;
	struct warp *w = &t->warp[sm][warp];

	(void)pc;
	(void)live;
	w->dispatch = t->started[sm]++;
	w->cta = cta;
	w->warp_in_cta = warp_in_cta;
}

static void text_issue(void *ctx, uint64_t cycle, unsigned sm, unsigned warp, uint8_t seq,
		       uint32_t pc, uint32_t insn, uint32_t mask)
{
	struct text *t = ctx;
	struct warp *w = &t->warp[sm][warp];
	struct entry *e;

	if (w->count == RING)
		print_oldest(t, sm, w);
	e = &w->ring[(w->head + w->count++) % RING];
	memset(e, 0, sizeof(*e));
	e->cycle = cycle;
	e->seq = seq;
	e->pc = pc;
	e->mask = mask;
	e->rd = (uint8_t)result_register(insn);
	e->complete = !e->rd;
	print_complete(t, sm, w);
}

static void text_write(void *ctx, uint64_t cycle, unsigned sm, unsigned warp, uint8_t seq,
		       unsigned rd, unsigned beat, uint32_t lane_mask, const uint32_t *data)
{
	struct text *t = ctx;
	struct warp *w = &t->warp[sm][warp];
	unsigned i, k, thread;

	(void)cycle;
	for (i = 0; i < w->count; i++) {
		struct entry *e = &w->ring[(w->head + i) % RING];

		if (e->seq != seq || e->rd != rd)
			continue;
		for (k = 0; k < t->lanes; k++) {
			thread = beat * t->lanes + k;
			if (lane_mask >> k & 1) {
				e->value[thread] = data[k];
				e->written |= 1u << thread;
			}
		}
		/* A register-indirect jump writes for those threads that go only; its last beat
		 * ends it. */
		e->complete = e->written == e->mask || beat == 32 / t->lanes - 1;
		break;
	}
	print_complete(t, sm, w);
}

static void text_end(void *ctx, unsigned sm, unsigned warp)
{
	struct text *t = ctx;
	struct warp *w = &t->warp[sm][warp];

	while (w->count)
		print_oldest(t, sm, w);
}

void trace_text_close(void *ctx)
{
	struct text *t = ctx;
	unsigned sm, warp;

	if (!t)
		return;
	for (sm = 0; sm < SMS; sm++)
		for (warp = 0; warp < WARPS; warp++)
			text_end(t, sm, warp);
	fclose(t->out);
	free(t);
}

const struct trace_sink trace_text = { text_start, text_issue, text_write, text_end };
