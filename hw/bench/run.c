// SPDX-License-Identifier: MIT
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_regs.h"

#define WARPS		16u		/* of preset wide */
#define PAGE		4096u
#define CONTROL_VA	0x70000000u
#define BUFFER_VA	0x40000000u
#define LOCAL_VA	0x78000000u	/* of kernels that spill */
#define LOCAL_BYTES	256u		/* for each thread, at most */
#define PARAMS		256u	/* offset of the arguments behind the TMD */

static void want(struct bench *b, bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "bench: %s: %s\n", b->path, what);
	b->failed++;
}

bool bench_schedule(struct bench *b, uint32_t value)
{
	return !ct_sm_config(b->ct, SMGPU_SM_CFG_SCHED(0), value);
}

bool bench_open(struct bench *b, const char *path)
{
	struct ct_kernel k;

	snprintf(b->path, sizeof(b->path), "%s", path);
	b->vm++;
	b->next_va = BUFFER_VA;
	if (ct_vm_create(b->ct, b->vm))
		return false;
	b->control = ct_map_new(b->ct, b->vm, CONTROL_VA, PAGE, CT_R | CT_W);
	if (!ct_map_new(b->ct, b->vm, LOCAL_VA, WARPS * 32 * LOCAL_BYTES, CT_R | CT_W))
		return false;
	return b->control && !ct_load_elf(b->ct, b->vm, path, "fill", &k) && !ct_channel_create(b->ct, b->vm, b->vm, 0);
}

struct buffer bench_buffer(struct bench *b, uint32_t words)
{
	struct buffer x = { .va = b->next_va, .words = words, .card = ct_map_new(b->ct, b->vm, b->next_va, words * 4, CT_R | CT_W) };

	want(b, x.card, "no memory on the card");
	b->next_va += (words * 4 + 2 * PAGE - 1) / PAGE * PAGE;
	return x;
}

void bench_launch(struct bench *b, const char *kernel, struct shape s, const uint32_t *args, unsigned n)
{
	struct smgpu_tmd t;
	struct ct_kernel k;

	if (b->failed || ct_find_kernel(b->ct, b->path, kernel, &k)) {
		b->failed++;
		return;
	}
	want(b, k.local_bytes <= LOCAL_BYTES, "the kernel needs more local memory");
	t = run_tmd(&k, s.grid, s.cta, CONTROL_VA + PARAMS, LOCAL_VA);
	ct_upload(b->ct, b->control, &t, sizeof(t));
	ct_upload(b->ct, b->control + PARAMS, args, n * sizeof(*args));
	want(b, !ct_push(b->ct, b->vm, SMGPU_RING_TMD, CONTROL_VA, 0, true), "ring full");
	ct_ring(b->ct, b->vm);
	want(b, !ct_wait_channel(b->ct, b->vm), "the kernel does not end");
	ct_download(b->ct, b->control, &t, sizeof(t));
	want(b, t.status.state == SMGPU_TASK_DONE && !t.status.error && t.status.ctas_completed == s.grid[0] * s.grid[1], "the task failed");
	b->cycles += t.status.time_end - t.status.time_start;
}

void bench_fill(struct bench *b, const struct buffer *x, uint32_t seed, uint32_t mask, bool as_float)
{
	const uint32_t args[] = { x->va, x->words, seed, mask, as_float };

	bench_launch(b, "fill", (struct shape){ { 2, 1, 1 }, { 256, 1, 1 } }, args, 5);
}

static void snapshot(struct bench *b, uint64_t *perf)
{
	want(b, !ct_perf(b->ct, perf, 2 * SMGPU_PERF_BLOCK), "no counters");
}

void bench_begin(struct bench *b)
{
	b->cycles = 0;
	snapshot(b, b->perf);
}

void bench_end(struct bench *b)
{
	uint64_t now[2 * SMGPU_PERF_BLOCK] = { 0 };

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
