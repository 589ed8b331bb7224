// SPDX-License-Identifier: MIT
/*
 * Memory as the warps of an SM see it: windows, translation, atomics, reservations. Behind struct
 * warp_ops.
 *
 * Errors are found for all threads before anything is written, so that an instruction happens as a
 * whole or not at all. Only a bus error of host memory may come in the middle.
 */
#include <string.h>

#include "model.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
	       "the card is little endian and its memory is copied as it is");

#define SHARED_CYCLES	2u
#define HOST_CYCLES	200u
/* of load/store for a line; with this, times come within a tenth of the RTL's in saxpy and sgemm */
#define LINE_CYCLES	2u
#define AMO_LR		2u
#define AMO_SC		3u
#define PA_SHARED	(1ull << 41)	/* names a word of shared memory among reservations */

/* Where the bytes of each thread's access are */
struct where {
	uint8_t *at[WARP_LANES];	/* NULL: host memory */
	uint64_t pa[WARP_LANES];
	uint32_t global, shared, host;	/* threads */
};

/* A warp's number is its place in the SM's array. */
static struct sm_warp *state_of(struct sm *sm, const struct warp *w)
{
	return &sm->state[w - sm->warp];
}

/* Returns @cause, for the caller to return. */
static int fault(struct warp_trap *trap, int cause, unsigned access, uint32_t addr)
{
	trap->access = (uint8_t)access;
	trap->addr = addr;
	return cause;
}

/* An error of one thread's access, which the trap then names. */
static int thread_fault(struct warp_trap *trap, int cause, unsigned access, const uint32_t *addr,
			unsigned thread)
{
	trap->by_thread = true;
	trap->thread = (uint8_t)thread;
	return fault(trap, cause, access, addr[thread]);
}

/* VA of the word behind a local address */
static uint32_t local_va(const struct sm *sm, const struct warp *w, const struct sm_warp *st,
			 uint32_t off, unsigned lane)
{
	/* Each warp that can be on the card has a place in the task's local memory. Words of one
	 * index lie side by side, so that they coalesce. */
	uint32_t resident = sm->id * sm->card->preset->warps + (uint32_t)(w - sm->warp);

	return st->local_va + resident * w->place.local_bytes * WARP_LANES +
	       off / 4 * (4 * WARP_LANES) + lane * 4 + off % 4;
}

/* Replaces local addresses by those of their backing; shared ones are resolved. */
static int windows(struct sm *sm, struct warp *w, uint32_t mask, const uint32_t *addr,
		   unsigned bytes, unsigned access, uint32_t *va, struct where *at,
		   struct warp_trap *trap)
{
	struct sm_warp *st = state_of(sm, w);
	uint32_t m;

	for (m = mask; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m);
		uint32_t off;

		va[i] = addr[i];
		/* Below both windows an address is one of the VM. */
		if (addr[i] < SMGPU_VA_SHARED_BASE)
			continue;
		if (addr[i] < SMGPU_VA_LOCAL_BASE) {
			off = addr[i] - SMGPU_VA_SHARED_BASE;
			if (off >= st->shared_bytes || bytes > st->shared_bytes - off)
				return thread_fault(trap, SMGPU_ERR_ACCESS, access, addr, i);
			at->shared |= 1u << i;
			at->at[i] = sm->shared + st->shared_base + off;
			/* A name that no physical address has, by which reservations are told
			 * apart. */
			at->pa[i] = PA_SHARED | (uint64_t)sm->id << 32 | (st->shared_base + off);
			continue;
		}
		off = addr[i] - SMGPU_VA_LOCAL_BASE;
		if (off >= w->place.local_bytes || bytes > w->place.local_bytes - off ||
		    access == SMGPU_ACCESS_ATOMIC)
			return thread_fault(trap, SMGPU_ERR_ACCESS, access, addr, i);
		va[i] = local_va(sm, w, st, off, i);
	}
	return 0;
}

/* access: what a fault is reported as; need: the permission asked of the page (an LR reads only) */
static int resolve(struct sm *sm, struct warp *w, uint32_t mask, const uint32_t *addr,
		   unsigned bytes, unsigned access, unsigned need, struct where *at,
		   struct warp_trap *trap)
{
	struct card *c = sm->card;
	unsigned vm = state_of(sm, w)->vm;
	uint32_t va[WARP_LANES], page = 1, m;
	uint64_t base = 0;
	int err;

	at->shared = 0;
	at->host = 0;
	err = windows(sm, w, mask, addr, bytes, access, va, at, trap);
	if (err)
		return err;
	at->global = mask & ~at->shared;
	for (m = at->global; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m);

		/* Threads of one page ask once; an access never crosses one, as it is aligned. */
		if ((va[i] & ~0xfffu) != page) {
			page = va[i] & ~0xfffu;
			if (mmu_translate(c, vm, page, need, &base) != MMU_OK)
				return thread_fault(trap, SMGPU_ERR_PAGE_FAULT, access, va, i);
			/* Host memory has no atomics: the bus has none to give. */
			if (base & PA_HOST ? access == SMGPU_ACCESS_ATOMIC
					   : base + 0xfff >= c->dram_bytes)
				return thread_fault(trap, SMGPU_ERR_BUS, access, va, i);
		}
		at->pa[i] = base | (va[i] & 0xfff);
		at->at[i] = base & PA_HOST ? NULL : c->dram + at->pa[i];
		at->host |= (uint32_t)(base & PA_HOST ? 1 : 0) << i;
	}
	return 0;
}

/* Turns that shared memory needs: different words in one bank wait for each other, the same word is
 * read once. */
static unsigned bank_turns(const struct where *at)
{
	uint32_t word[WARP_LANES][WARP_LANES], w, m;
	uint8_t words[WARP_LANES] = { 0 };
	unsigned most = 1, k;

	for (m = at->shared; m; m &= m - 1) {
		unsigned b;

		w = (uint32_t)at->pa[__builtin_ctz(m)] / 4;
		b = w % WARP_LANES;
		for (k = 0; k < words[b] && word[b][k] != w; k++)
			;
		if (k < words[b])
			continue;
		word[b][words[b]++] = w;
		if (words[b] > most)
			most = words[b];
	}
	return most;
}

/* Time and counters of an access, after coalescing into lines */
static void account(struct sm *sm, const struct where *at, bool write)
{
	struct card *c = sm->card;
	uint64_t line[WARP_LANES];
	unsigned lines = 0, k, worst = 0;
	uint32_t m;

	for (m = at->global; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m), cost;
		uint64_t l = at->pa[i] / LINE;

		/* The last lines first: neighbours are mostly in the same one. */
		for (k = lines; k > 0 && line[k - 1] != l; k--)
			;
		if (k)
			continue;
		line[lines++] = l;
		if (at->host & 1u << i)
			cost = HOST_CYCLES;
		else
			cost = write ? cache_write(c, sm->id, at->pa[i])
				     : cache_read(c, sm->id, at->pa[i]);
		/* Lines are fetched side by side: the slowest one counts. */
		if (cost > worst)
			worst = cost;
	}
	sm->perf[SMGPU_PERF_SM_MEM_REQUESTS] += lines;
	/* Of a texture instruction's loads each adds to them. */
	sm->extra_issue += LINE_CYCLES * lines;
	sm->latency += write ? 0 : worst;
	if (at->shared) {
		unsigned most = bank_turns(at);

		sm->perf[SMGPU_PERF_SM_SHARED_ACCESSES]++;
		sm->perf[SMGPU_PERF_SM_SHARED_REPLAYS] += most - 1;
		sm->extra_issue += most - 1;
		sm->latency += SHARED_CYCLES;
	}
}

/* The instruction cache of the SM. It is not told of writes: programs invalidate it. */
static int fetch_line(struct sm *sm, uint64_t pa, uint32_t *word)
{
	struct card *c = sm->card;
	unsigned i = (unsigned)(pa / LINE % CODE_LINES);

	/* Tags are one more than the line, so that 0 is none. */
	if (sm->code[i].tag != pa / LINE + 1) {
		sm->perf[SMGPU_PERF_SM_FETCH_MISSES]++;
		sm->code[i].tag = 0;
		if (!phys_read(c, pa & ~(uint64_t)(LINE - 1), sm->code[i].word, LINE))
			return SMGPU_ERR_BUS;
		sm->code[i].tag = pa / LINE + 1;
		sm->latency += pa & PA_HOST ? HOST_CYCLES : cache_l2(c, pa, false);
	} else {
		sm->perf[SMGPU_PERF_SM_FETCH_HITS]++;
	}
	*word = sm->code[i].word[pa % LINE / 4];
	return 0;
}

/* The page last used is kept, as most fetches are in it. */
static int op_fetch(void *ctx, struct warp *w, uint32_t pc, uint32_t *word, struct warp_trap *trap)
{
	struct sm *sm = ctx;
	uint32_t key = 1u << 31 | (uint32_t)state_of(sm, w)->vm << 20 | pc >> 12;
	int err;

	if (sm->fetch_key != key) {
		/* Without a page, if the walk fails. */
		sm->fetch_key = 0;
		if (mmu_translate(sm->card, state_of(sm, w)->vm, pc & ~0xfffu, SMGPU_ACCESS_EXEC,
				  &sm->fetch_page) != MMU_OK)
			return fault(trap, SMGPU_ERR_FETCH_FAULT, SMGPU_ACCESS_EXEC, pc);
		sm->fetch_key = key;
	}
	err = fetch_line(sm, sm->fetch_page | (pc & 0xfff), word);
	return err ? fault(trap, err, SMGPU_ACCESS_EXEC, pc) : 0;
}

/* Host memory is read through the seam, card memory directly. */
static int op_load(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned bytes,
		   uint32_t *out, struct warp_trap *trap)
{
	struct sm *sm = ctx;
	struct card *c = sm->card;
	struct where at;
	int err =
		resolve(sm, w, mask, addr, bytes, SMGPU_ACCESS_READ, SMGPU_ACCESS_READ, &at, trap);
	uint32_t m;

	if (err)
		return err;
	for (m = at.host; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m);

		out[i] = 0;
		if (!phys_read(c, at.pa[i], &out[i], bytes))
			return thread_fault(trap, SMGPU_ERR_BUS, SMGPU_ACCESS_READ, addr, i);
	}
	for (m = mask & ~at.host; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m);
		uint16_t half;

		if (bytes == 4) {
			memcpy(&out[i], at.at[i], 4);
		} else if (bytes == 2) {
			memcpy(&half, at.at[i], 2);
			out[i] = half;
		} else {
			out[i] = *at.at[i];
		}
	}
	account(sm, &at, false);
	return 0;
}

/* A thread that stores gives up the attempt that its LR in the same memory, of the CTA or the card,
 * began. */
static void give_up(struct sm_warp *st, unsigned i, uint64_t pa)
{
	if (!((st->reserved_pa[i] ^ pa) & PA_SHARED))
		st->reserved &= ~(1u << i);
}

/* Each store counts versions once LRs are in use. */
static int op_store(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned bytes,
		    const uint32_t *val, struct warp_trap *trap)
{
	struct sm *sm = ctx;
	struct card *c = sm->card;
	struct sm_warp *st = state_of(sm, w);
	struct where at;
	int err = resolve(sm, w, mask, addr, bytes, SMGPU_ACCESS_WRITE, SMGPU_ACCESS_WRITE, &at,
			  trap);
	uint32_t m;

	if (err)
		return err;
	for (m = mask; m; m &= m - 1) {
		unsigned i = (unsigned)__builtin_ctz(m);

		if (at.host & 1u << i) {
			if (!phys_write(c, at.pa[i], &val[i], bytes))
				return thread_fault(trap, SMGPU_ERR_BUS, SMGPU_ACCESS_WRITE, addr,
						    i);
			continue;
		}
		memcpy(at.at[i], &val[i], bytes);
		/* A program without LR pays nothing for versions. */
		if (c->lr_used) {
			++*mem_version(c, at.pa[i]);
			give_up(st, i, at.pa[i]);
		}
	}
	account(sm, &at, true);
	return 0;
}

/* By RISC-V's funct5; the last one is amomaxu. */
static uint32_t amo_result(unsigned funct5, uint32_t old, uint32_t v, uint32_t cmp)
{
	switch (funct5) {
	case 0x00:
		return old + v;
	case 0x01:
		return v;
	case 0x04:
		return old ^ v;
	case 0x05:
		return old == cmp ? v : old;
	case 0x08:
		return old | v;
	case 0x0c:
		return old & v;
	case 0x10:
		return (int32_t)v < (int32_t)old ? v : old;
	case 0x14:
		return (int32_t)v > (int32_t)old ? v : old;
	case 0x18:
		return v < old ? v : old;
	default:
		return v > old ? v : old;
	}
}

/* LR takes the word's version, SC wants it unchanged: of the threads that hold the same version one
 * wins. */
static bool store_conditional(struct card *c, struct sm_warp *st, unsigned i, uint64_t pa)
{
	bool held = st->reserved & 1u << i && st->reserved_pa[i] == pa &&
		    st->reserved_version[i] == *mem_version(c, pa);

	st->reserved &= ~(1u << i);
	return held;
}

/* One thread after another, the lowest first: as the L2 would do them. */
static void amo_lane(struct card *c, struct sm_warp *st, unsigned i, const struct where *at,
		     unsigned funct5, const uint32_t *val, const uint32_t *cmp, uint32_t *old)
{
	uint64_t pa = at->pa[i];
	uint32_t v;

	memcpy(&old[i], at->at[i], 4);
	if (funct5 == AMO_LR) {
		c->lr_used = true;
		st->reserved |= 1u << i;
		st->reserved_pa[i] = pa;
		st->reserved_version[i] = *mem_version(c, pa);
		return;
	}
	if (funct5 == AMO_SC) {
		/* RISC-V: 0 is success. */
		old[i] = !store_conditional(c, st, i, pa);
		if (old[i])
			return;
		v = val[i];
	} else {
		v = amo_result(funct5, old[i], val[i], cmp[i]);
		give_up(st, i, pa);
	}
	memcpy(at->at[i], &v, 4);
	++*mem_version(c, pa);
}

/* Atomics need write permission; LR asks for reading alone. */
static int op_amo(void *ctx, struct warp *w, uint32_t mask, const uint32_t *addr, unsigned funct5,
		  const uint32_t *val, const uint32_t *cmp, uint32_t *old, struct warp_trap *trap)
{
	struct sm *sm = ctx;
	struct where at;
	int err = resolve(sm, w, mask, addr, 4, SMGPU_ACCESS_ATOMIC,
			  funct5 == AMO_LR ? SMGPU_ACCESS_READ : SMGPU_ACCESS_WRITE, &at, trap);
	uint32_t m;

	if (err)
		return err;
	for (m = mask; m; m &= m - 1)
		amo_lane(sm->card, state_of(sm, w), (unsigned)__builtin_ctz(m), &at, funct5, val,
			 cmp, old);
	account(sm, &at, true);
	/* The own L1 keeps no line that L2 has changed, and the warp waits for the answer. */
	for (m = at.global; m; m &= m - 1) {
		uint64_t line = at.pa[__builtin_ctz(m)] / LINE;
		uint32_t *tag = &sm->l1_tag[line % sm->l1_lines];

		if (*tag == (uint32_t)line + 1)
			*tag = 0;
	}
	if (at.global)
		sm->latency += 20;
	return 0;
}

/* The firmware hears of it by an interrupt. */
static void op_bell(void *ctx, const struct warp *w)
{
	struct sm *sm = ctx;

	sm->card->launch.bells |= 1u << sm->state[w - sm->warp].slot;
}

/* What is kept in *line costs nothing; the value is always read, so that the model has one truth of
 * memory. */
static int kept_word(struct sm *sm, struct warp *w, uint32_t addr, uint32_t *line, unsigned hits,
		     unsigned misses, uint32_t *out, struct warp_trap *trap)
{
	struct card *c = sm->card;
	uint64_t pa;

	if (mmu_translate(c, state_of(sm, w)->vm, addr & ~0xfffu, SMGPU_ACCESS_READ, &pa) != MMU_OK)
		return fault(trap, SMGPU_ERR_PAGE_FAULT, SMGPU_ACCESS_READ, addr);
	pa |= addr & 0xfff;
	if (!phys_read(c, pa, out, 4))
		return fault(trap, SMGPU_ERR_BUS, SMGPU_ACCESS_READ, addr);
	if (*line == addr / LINE + 1) {
		sm->perf[hits]++;
		return 0;
	}
	*line = addr / LINE + 1;
	sm->perf[misses]++;
	sm->latency += pa & PA_HOST ? HOST_CYCLES : cache_l2(c, pa, false);
	return 0;
}

/* Lines are kept by task slot, as each has a bank of its own. */
static int op_constant(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
		       struct warp_trap *trap)
{
	struct sm *sm = ctx;

	return kept_word(sm, w, addr,
			 &sm->const_line[state_of(sm, w)->slot][addr / LINE % CONST_LINES],
			 SMGPU_PERF_SM_CONST_HITS, SMGPU_PERF_SM_CONST_MISSES, out, trap);
}

static int op_attribute(void *ctx, struct warp *w, uint32_t addr, uint32_t *out,
			struct warp_trap *trap)
{
	struct sm *sm = ctx;

	return kept_word(sm, w, addr, &sm->attr_line[addr / LINE % ATTR_LINES],
			 SMGPU_PERF_SM_ATTR_HITS, SMGPU_PERF_SM_ATTR_MISSES, out, trap);
}

#define OPS .fetch = op_fetch, .load = op_load, .store = op_store, .amo = op_amo, .bell = op_bell
#define ATTRIBUTES(...)                                               \
	{                                                             \
		{ OPS, ##__VA_ARGS__ },                               \
		{                                                     \
			OPS, .attribute = op_attribute, ##__VA_ARGS__ \
		}                                                     \
	}

const struct warp_ops sm_warp_ops[2][2][2] = {
	{ ATTRIBUTES(), ATTRIBUTES(.texture = true) },
	{ ATTRIBUTES(.constant = op_constant),
	  ATTRIBUTES(.constant = op_constant, .texture = true) },
};
