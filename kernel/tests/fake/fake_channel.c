// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Channels of the fake card: page walks and the methods that need no SM. A TMD is an error.
 */
#include <string.h>

#include "fake.h"

/* Walks the tables as the card does; false: not mapped with that access. */
static bool translate(struct fake *f, uint32_t vm, uint32_t va, uint64_t access, uint64_t *pa,
		      bool *host)
{
	uint64_t table = f->root[vm] & ~1ull, pte;

	for (int level = 2; level >= 0; level--) {
		uint64_t at = table + (va >> (12 + 9 * level) & 511) * 8;

		if (at + 8 > f->dram_bytes)
			return false;
		memcpy(&pte, f->dram + at, 8);
		if (!(pte & SMGPU_PTE_V))
			return false;
		if (pte & (SMGPU_PTE_R | SMGPU_PTE_W | SMGPU_PTE_X)) {
			uint64_t in = (1ull << (12 + 9 * level)) - 1;
			uint64_t base = (pte >> SMGPU_PTE_PPN_SHIFT & ((1ull << 28) - 1)) << 12;

			if (pte & SMGPU_PTE_N) {
				in = SMGPU_PTE_N_BYTES - 1;
				if (level || (base & in) != SMGPU_PTE_N_BYTES / 2)
					return false;
				base &= ~in;
			}
			if (!(pte & SMGPU_PTE_U) || (pte & access) != access || base & in)
				return false;
			*pa = base | (va & in);
			*host = pte & SMGPU_PTE_HOST;
			return *host || *pa < f->dram_bytes;
		}
		table = (pte >> SMGPU_PTE_PPN_SHIFT) << 12;
	}
	return false;
}

static bool access_word(struct fake *f, uint32_t vm, uint32_t va, uint32_t *word, bool write)
{
	uint64_t pa;
	bool host;

	if (!translate(f, vm, va, write ? SMGPU_PTE_R | SMGPU_PTE_W : SMGPU_PTE_R, &pa, &host))
		return false;
	if (host)
		return !(write ? f->host->dma_write(f->ctx, pa, word, 4) :
				 f->host->dma_read(f->ctx, pa, word, 4));
	memcpy(write ? (void *)(f->dram + pa) : word, write ? (void *)word : f->dram + pa, 4);
	return true;
}

void fake_channel_error(struct fake *f, uint32_t id, uint32_t code, uint32_t va, uint32_t access)
{
	struct smgpu_fw_event event = { .op = SMGPU_FW_EVENT_ERROR };
	struct fake_channel *ch = &f->channel[id];

	event.u.error.channel = id;
	event.u.error.code = code;
	event.u.error.vm = ch->vm;
	event.u.error.va = va;
	event.u.error.access = access;
	event.u.error.seqno = f->shared.done[id] + 1;
	ch->dead = true;
	fake_event(f, &event);
}

enum outcome { DONE, WAIT, FAILED };

static enum outcome fail(struct fake *f, uint32_t id, uint32_t code, uint32_t va, uint32_t access)
{
	fake_channel_error(f, id, code, va, access);
	return FAILED;
}

static enum outcome run_method(struct fake *f, uint32_t id, uint32_t op, const uint32_t *p,
			       uint32_t count)
{
	uint32_t vm = f->channel[id].vm, lo, hi, word;

	switch (op) {
	case SMGPU_METHOD_NOP:
	case SMGPU_METHOD_WAIT_IDLE:
	case SMGPU_METHOD_CACHE:
		return DONE;
	case SMGPU_METHOD_SEM_ACQUIRE:
		if (count != 4)
			return fail(f, id, SMGPU_ERR_METHOD_FORMAT, 0, 0);
		if (!access_word(f, vm, p[0], &lo, false) ||
		    !access_word(f, vm, p[0] + 4, &hi, false))
			return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, p[0], SMGPU_ACCESS_READ);
		if (p[1] == SMGPU_SEM_OP_EQ)
			return lo == p[2] && hi == p[3] ? DONE : WAIT;
		return ((uint64_t)hi << 32 | lo) >= ((uint64_t)p[3] << 32 | p[2]) ? DONE : WAIT;
	case SMGPU_METHOD_SEM_RELEASE:
		lo = p[2];
		hi = p[3];
		if (count != 4)
			return fail(f, id, SMGPU_ERR_METHOD_FORMAT, 0, 0);
		if (!access_word(f, vm, p[0], &lo, true) ||
		    !access_word(f, vm, p[0] + 4, &hi, true))
			return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, p[0], SMGPU_ACCESS_WRITE);
		return DONE;
	case SMGPU_METHOD_DMA_FILL:
		word = p[1];
		if (count != 3)
			return fail(f, id, SMGPU_ERR_METHOD_FORMAT, 0, 0);
		for (uint32_t i = 0; i < p[2]; i += 4)
			if (!access_word(f, vm, p[0] + i, &word, true))
				return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, p[0] + i,
					    SMGPU_ACCESS_WRITE);
		return DONE;
	case SMGPU_METHOD_DMA_COPY:
		if (count != 3)
			return fail(f, id, SMGPU_ERR_METHOD_FORMAT, 0, 0);
		for (uint32_t i = 0; i < p[2]; i += 4) {
			if (!access_word(f, vm, p[1] + i, &word, false))
				return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, p[1] + i,
					    SMGPU_ACCESS_READ);
			if (!access_word(f, vm, p[0] + i, &word, true))
				return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, p[0] + i,
					    SMGPU_ACCESS_WRITE);
		}
		return DONE;
	default:
		return fail(f, id, SMGPU_ERR_METHOD_UNKNOWN, 0, 0);
	}
}

static enum outcome run_segment(struct fake *f, uint32_t id, uint32_t va, uint32_t bytes)
{
	static uint32_t words[SMGPU_SEGMENT_MAX / 4];
	uint32_t n = bytes / 4, vm = f->channel[id].vm;

	if (bytes > SMGPU_SEGMENT_MAX)
		return fail(f, id, SMGPU_ERR_SEGMENT_FORMAT, 0, 0);
	for (uint32_t i = 0; i < n; i++)
		if (!access_word(f, vm, va + i * 4, &words[i], false))
			return fail(f, id, SMGPU_ERR_SEGMENT_FAULT, va + i * 4, SMGPU_ACCESS_READ);
	for (uint32_t i = 0; i < n; i += 1 + SMGPU_METHOD_COUNT(words[i])) {
		uint32_t count = SMGPU_METHOD_COUNT(words[i]);
		enum outcome o;

		if (count > n - i - 1)
			return fail(f, id, SMGPU_ERR_SEGMENT_FORMAT, 0, 0);
		/* A wait starts the segment again: the tests put it first. */
		o = run_method(f, id, SMGPU_METHOD_OP(words[i]), &words[i + 1], count);
		if (o != DONE)
			return o;
	}
	return DONE;
}

bool fake_channel_run(struct fake *f, uint32_t id)
{
	struct fake_channel *ch = &f->channel[id];
	struct smgpu_ring_entry entry;
	bool moved = false;

	while (ch->get != ch->put) {
		enum outcome o = DONE;

		if (fake_read_host(f, ch->ring + ch->get % ch->entries * sizeof(entry), &entry,
				   sizeof(entry)))
			return moved;
		if (!ch->dead && (entry.flags & SMGPU_RING_KIND) == SMGPU_RING_SEGMENT)
			o = run_segment(f, id, entry.va, entry.bytes);
		else if (!ch->dead && (entry.flags & SMGPU_RING_KIND) == SMGPU_RING_TMD)
			o = fail(f, id, SMGPU_ERR_TMD_FAULT, entry.va, SMGPU_ACCESS_READ);
		if (o == WAIT)
			return moved;
		ch->get++;
		f->shared.ring_get[id] = ch->get;
		if (entry.flags & SMGPU_RING_SIGNAL) {
			bool forgotten = !strcmp(f->failure, "forget") ||
					 (!strcmp(f->failure, "expire") && !f->forgotten);

			if (!forgotten)
				f->shared.done[id] = entry.seqno;
			f->forgotten |= forgotten;
			f->failure[0] = strcmp(f->failure, "forget") ? f->failure[0] : 0;
		}
		moved = true;
	}
	return moved;
}
