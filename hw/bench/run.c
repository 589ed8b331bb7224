// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_regs.h"

#define PAGE		4096u
#define LARGE_PAGE	0x200000u
#define BLOCK		0x10000u
#define SWEPT_WORDS	65536u		/* four times the L2 */
#define CONTROL_VA	0x70000000u
#define BUFFER_VA	0x40000000u
#define LOCAL_VA	0x78000000u	/* of kernels that spill */
#define LOCAL_BYTES	256u		/* for each thread, at most */
#define SMS_MOST	4u
#define PARAMS		256u	/* offset of the arguments behind the TMD */

static void want(struct bench *b, bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "bench: %s: %s\n", b->path, what);
	b->failed++;
}

bool bench_register(struct bench *b, uint32_t reg, uint32_t value)
{
	if (reg >= SMGPU_SM_CFG_BASE && reg < SMGPU_SM_CFG_BASE + SMGPU_SM_CFG_STRIDE)
		return !ct_sm_config(b->ct, reg, value);
	ct_write(b->ct, reg, value);
	return ct_read(b->ct, reg) == value;
}

static uint32_t sm_count(struct bench *b)
{
	return ct_read(b->ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_SM_COUNT_MASK;
}

bool bench_open(struct bench *b, const char *path)
{
	uint32_t shape = ct_read(b->ct, SMGPU_HOST_CONFIG0);
	uint32_t warps = (shape & SMGPU_HOST_CONFIG0_WARPS_MASK) >> SMGPU_HOST_CONFIG0_WARPS_SHIFT;
	struct ct_kernel k;

	snprintf(b->path, sizeof(b->path), "%s", path);
	b->vm++;
	b->next_va = BUFFER_VA;
	b->compulsory = 0;
	if (ct_vm_create(b->ct, b->vm))
		return false;
	b->control = ct_map_new(b->ct, b->vm, CONTROL_VA, PAGE, CT_R | CT_W);
	if (!ct_map_new(b->ct, b->vm, LOCAL_VA, sm_count(b) * warps * 32 * LOCAL_BYTES,
			CT_R | CT_W))
		return false;
	return b->control && !ct_load_elf(b->ct, b->vm, path, "fill", &k) &&
	       !ct_channel_create(b->ct, b->vm, b->vm, 0);
}

/*
 * From pages of 2 MiB, which the driver makes of what lies together. What was never used holds
 * zeros in a simulation, and ct_card_alloc()'s clearing of a page through BAR2 would take longer
 * than any kernel.
 */
static uint64_t from_large_page(struct bench *b, uint32_t bytes)
{
	uint64_t flags = CT_R | CT_W | SMGPU_PTE_V | SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D;
	uint32_t at = b->next_va % LARGE_PAGE;

	if (!at || at + bytes > LARGE_PAGE) {
		b->next_va = (b->next_va + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
		b->page = (b->ct->card_used + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
		if (b->page + LARGE_PAGE > b->ct->card_end || bytes > LARGE_PAGE)
			return 0;
		b->ct->card_used = b->page + LARGE_PAGE;
		if (ct_set_pte(b->ct, b->vm, b->next_va, 1,
			       b->page >> 12 << SMGPU_PTE_PPN_SHIFT | flags))
			return 0;
	}
	return b->page + b->next_va % LARGE_PAGE;
}

static uint64_t from_blocks(struct bench *b, uint32_t bytes)
{
	uint64_t card;

	bytes = (bytes + BLOCK - 1) / BLOCK * BLOCK;
	b->next_va = (b->next_va + BLOCK - 1) / BLOCK * BLOCK;
	card = ct_card_alloc(b->ct, bytes, BLOCK);
	return card && !ct_map(b->ct, b->vm, b->next_va, card, bytes, CT_R | CT_W | CT_BLOCKS)
		       ? card
		       : 0;
}

struct buffer bench_buffer(struct bench *b, uint32_t words)
{
	uint64_t card = b->large_pages ? from_large_page(b, words * 4)
			: b->blocks    ? from_blocks(b, words * 4)
				    : ct_map_new(b->ct, b->vm, b->next_va, words * 4, CT_R | CT_W);
	struct buffer x = { .va = b->next_va, .card = card, .words = words };

	want(b, x.card, "no memory on the card");
	b->next_va += (words * 4 + 2 * PAGE - 1) / PAGE * PAGE;
	/* The gap behind it may be the begin of a large page, which is not there yet. */
	if (b->large_pages && b->next_va / LARGE_PAGE != x.va / LARGE_PAGE)
		b->next_va = b->next_va / LARGE_PAGE * LARGE_PAGE;
	b->compulsory += words * 4;
	return x;
}

/* Shared memory of a CTA so that no more than b->warps warps are in an SM */
static uint32_t limited(struct bench *b, const struct shape *s, uint32_t bytes)
{
	uint32_t kib = (ct_read(b->ct, SMGPU_HOST_CONFIG3) & SMGPU_HOST_CONFIG3_SHARED_KIB_MASK) >>
		       SMGPU_HOST_CONFIG3_SHARED_KIB_SHIFT;
	uint32_t warps = (s->cta[0] * s->cta[1] * s->cta[2] + 31) / 32,
		 ctas = b->warps > warps ? b->warps / warps : 1;

	return !b->measuring || !b->warps || bytes > kib * 1024 / ctas ? bytes : kib * 1024 / ctas;
}

void bench_launch(struct bench *b, const char *kernel, struct shape s, const uint32_t *args,
		  unsigned n)
{
	struct smgpu_tmd t;
	struct ct_kernel k;

	if (b->failed || ct_find_kernel(b->ct, b->path, kernel, &k)) {
		b->failed++;
		return;
	}
	want(b, k.local_bytes <= LOCAL_BYTES, "the kernel needs more local memory");
	t = run_tmd(&k, s.grid, s.cta, CONTROL_VA + PARAMS, LOCAL_VA);
	t.shared_bytes = limited(b, &s, t.shared_bytes);
	ct_upload(b->ct, b->control, &t, sizeof(t));
	ct_upload(b->ct, b->control + PARAMS, args, n * sizeof(*args));
	want(b, !ct_push(b->ct, b->vm, SMGPU_RING_TMD, CONTROL_VA, 0, true), "ring full");
	ct_ring(b->ct, b->vm);
	want(b, !ct_wait_channel(b->ct, b->vm), "the kernel does not end");
	ct_download(b->ct, b->control, &t, sizeof(t));
	want(b,
	     t.status.state == SMGPU_TASK_DONE && !t.status.error &&
		     t.status.ctas_completed == s.grid[0] * s.grid[1],
	     "the task failed");
	b->cycles += t.status.time_end - t.status.time_start;
}

void bench_fill(struct bench *b, const struct buffer *x, uint32_t seed, uint32_t mask,
		bool as_float)
{
	const uint32_t args[] = { x->va, x->words, seed, mask, as_float };

	bench_launch(b, "fill", (struct shape){ { 2 * sm_count(b), 1, 1 }, { 256, 1, 1 } }, args,
		     5);
}

/* Counters of the card, and the sum of those of all SMs */
static void snapshot(struct bench *b, uint64_t *perf)
{
	uint32_t sms = sm_count(b);
	uint64_t all[(1 + SMS_MOST) * SMGPU_PERF_BLOCK] = { 0 };

	want(b, sms <= SMS_MOST && !ct_perf(b->ct, all, (1 + sms) * SMGPU_PERF_BLOCK),
	     "no counters");
	memcpy(perf, all, 2 * SMGPU_PERF_BLOCK * sizeof(*perf));
	for (unsigned i = SMGPU_PERF_BLOCK; i < 2 * SMGPU_PERF_BLOCK; i++)
		for (unsigned sm = 1; sm < sms && perf[i] != SMGPU_PERF_ABSENT &&
				      i != SMGPU_PERF_BLOCK + SMGPU_PERF_SM_DTOK_DEEPEST;
		     sm++)
			perf[i] += all[i + sm * SMGPU_PERF_BLOCK];
}

void bench_begin(struct bench *b)
{
	uint64_t compulsory = b->compulsory;

	if (b->memory) {
		struct buffer x = bench_buffer(b, SWEPT_WORDS);
		const uint32_t args[] = { x.va, x.words };

		bench_launch(b, "sweep",
			     (struct shape){ { 2 * sm_count(b), 1, 1 }, { 256, 1, 1 } }, args, 2);
		b->compulsory = compulsory;
	}
	b->measuring = true;
	b->cycles = 0;
	snapshot(b, b->perf);
}

void bench_end(struct bench *b)
{
	uint64_t now[2 * SMGPU_PERF_BLOCK] = { 0 };

	if (!b->measuring)
		return;
	b->measuring = false;
	snapshot(b, now);
	run_counted(now, b->perf, 2 * SMGPU_PERF_BLOCK);
	memcpy(b->perf, now, sizeof(now));
}

void *bench_read(struct bench *b, const struct buffer *x)
{
	void *data = malloc(x->words * 4);

	if (!data)
		exit(1);
	ct_download(b->ct, x->card, data, x->words * 4);
	return data;
}

void bench_wrong(struct bench *b, const char *what, uint32_t at, double is, double expected)
{
	fprintf(stderr, "bench: %s: element %u is %.9g, expected %.9g\n", what, at, is, expected);
	b->failed++;
}
