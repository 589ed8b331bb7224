// SPDX-License-Identifier: MIT
/*
 * What the fake card's firmware does: methods and tasks, one after another.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <drm/smgpu_hw.h>

#include "../cc/tests/emu.h"
#include "fake.h"

/* The first one counts, as on the card. */
static void error(struct fake_channel *c, uint32_t code, uint32_t va)
{
	if (c->code)
		return;
	c->code = code;
	c->va = va;
}

/* Copies between the VM and @buf, page by page. */
static bool access_vm(struct fake_channel *c, uint32_t va, void *buf, uint32_t bytes, bool write)
{
	for (uint32_t i = 0; i < bytes;) {
		uint32_t n = FAKE_PAGE - (va + i) % FAKE_PAGE;
		uint8_t *p = fake_translate(c->vm, va + i, write, false);

		if (n > bytes - i)
			n = bytes - i;
		if (!p)
			return false;
		if (write)
			memcpy(p, (uint8_t *)buf + i, n);
		else
			memcpy((uint8_t *)buf + i, p, n);
		i += n;
	}
	return true;
}

/* By way of memory of its own, so that overlapping ranges are copied as they were. */
static void copy(struct fake_channel *c, const uint32_t *w)
{
	void *tmp;

	if ((w[0] | w[1] | w[2]) % 4) {
		error(c, SMGPU_ERR_METHOD_FORMAT, w[0]);
		return;
	}
	tmp = malloc(w[2] + 1);
	if (!access_vm(c, w[1], tmp, w[2], false) || !access_vm(c, w[0], tmp, w[2], true))
		error(c, SMGPU_ERR_SEGMENT_FAULT, w[0]);
	free(tmp);
}

/* A wait that is not over at once never would be: it is a watchdog's. */
static void acquire(struct fake_channel *c, const uint32_t *w)
{
	uint64_t now, want = w[2] | (uint64_t)w[3] << 32;

	if (!access_vm(c, w[0], &now, 8, false))
		error(c, SMGPU_ERR_SEGMENT_FAULT, w[0]);
	else if (w[1] > SMGPU_SEM_OP_GE || w[0] % 8)
		error(c, SMGPU_ERR_METHOD_FORMAT, w[0]);
	else if (w[1] == SMGPU_SEM_OP_EQ ? now != want : now < want)
		error(c, SMGPU_ERR_WATCHDOG, w[0]);	/* nothing else runs that could change it */
}

/* One method, with the checks that the firmware has. */
static void method(struct fake_channel *c, uint32_t op, const uint32_t *w, uint32_t n)
{
	static const int8_t counts[] = { -1, 4, 4, 1, -1, 3, 3, 1, 1, 1, 0 };
	uint64_t value;

	if (op >= sizeof(counts)) {
		error(c, SMGPU_ERR_METHOD_UNKNOWN, 0);
		return;
	}
	if (counts[op] >= 0 && (uint32_t)counts[op] != n) {
		error(c, SMGPU_ERR_METHOD_FORMAT, 0);
		return;
	}
	switch (op) {
	case SMGPU_METHOD_SEM_ACQUIRE:
		acquire(c, w);
		break;
	case SMGPU_METHOD_SEM_RELEASE:
		value = w[2] | (uint64_t)w[3] << 32;
		if (!access_vm(c, w[0], &value, 8, true))
			error(c, SMGPU_ERR_SEGMENT_FAULT, w[0]);
		break;
	case SMGPU_METHOD_CONST_UPDATE:
		if (!n || !access_vm(c, w[0], (void *)(w + 1), 4 * (n - 1), true))
			error(c, SMGPU_ERR_SEGMENT_FAULT, n ? w[0] : 0);
		break;
	case SMGPU_METHOD_DMA_COPY:
		copy(c, w);
		break;
	case SMGPU_METHOD_DMA_FILL:
		for (uint32_t i = 0; i < w[2]; i += 4)
			if (!access_vm(c, w[0] + i, (void *)&w[1], 4, true))
				error(c, SMGPU_ERR_SEGMENT_FAULT, w[0] + i);
		break;
	case SMGPU_METHOD_TIMESTAMP:
		value = fake_clock(0);
		if (!access_vm(c, w[0], &value, 8, true))
			error(c, SMGPU_ERR_SEGMENT_FAULT, w[0]);
		break;
	case SMGPU_METHOD_TMD_LAUNCH:
		fake_task(c, w[0]);
		break;
	}
}

/* Methods one by one until an error. */
void fake_segment(struct fake_channel *c, uint32_t va, uint32_t bytes)
{
	uint32_t words[SMGPU_SEGMENT_MAX / 4 + 256], n = bytes / 4;

	if (!bytes || bytes % 4 || bytes > SMGPU_SEGMENT_MAX || va % 4) {
		error(c, SMGPU_ERR_SEGMENT_FORMAT, va);
		return;
	}
	if (!access_vm(c, va, words, bytes, false)) {
		error(c, SMGPU_ERR_SEGMENT_FAULT, va);
		return;
	}
	for (uint32_t i = 0; i < n && !c->code; i += 1 + SMGPU_METHOD_COUNT(words[i])) {
		if (SMGPU_METHOD_RSVD(words[i]) || i + 1 + SMGPU_METHOD_COUNT(words[i]) > n)
			error(c, SMGPU_ERR_SEGMENT_FORMAT, va + 4 * i);
		else
			method(c, SMGPU_METHOD_OP(words[i]), words + i + 1,
			       SMGPU_METHOD_COUNT(words[i]));
	}
}

/* Whatever a task comes after (after_va) is done: tasks run one after another. */
static uint32_t check_tmd(const struct fake_channel *c, const struct smgpu_tmd *t)
{
	const struct smgpu_tmd none = { 0 };
	uint64_t threads = (uint64_t)t->cta[0] * t->cta[1] * t->cta[2];

	if (t->magic != SMGPU_TMD_MAGIC || t->kind != SMGPU_TMD_GRID ||
	    t->flags & ~(0xfu | SMGPU_TMD_SCHEDULE | SMGPU_TMD_QUOTA_LAUNCHED) ||
	    t->thread_type > SMGPU_THREAD_PIXEL || t->coalesce_min || t->coalesce_max ||
	    t->coalesce_timeout || t->queue_va || memcmp(t->rsvd1, none.rsvd1, sizeof(t->rsvd1)) ||
	    (t->after_va[0] | t->after_va[1] | t->after_va[2] | t->after_va[3]) % SMGPU_TMD_ALIGN ||
	    t->requests_va || t->throttle_sms || t->schedule & ~0x71ffu ||
	    (t->schedule & 15) == 3 || (t->schedule & 15) > SMGPU_SCHEDULE_D ||
	    (t->schedule && !(t->flags & SMGPU_TMD_SCHEDULE)) ||
	    memcmp(t->rsvd2, none.rsvd2, sizeof(t->rsvd2)) || !t->regs_per_thread ||
	    t->regs_per_thread % 8 || t->regs_per_thread > 32 || t->entry_va % 4 ||
	    t->param_va % 4 || t->local_bytes % 16 ||
	    (t->local_bytes && (!t->local_va || t->local_va % 128)) ||
	    ((t->l1_tokens & ~SMGPU_L1_TOKENS_MAX && t->l1_tokens != SMGPU_L1_TOKENS_NONE) ||
	     (t->l1_tokens && !(t->flags & SMGPU_TMD_SCHEDULE))) ||
	    (t->l2_tokens > SMGPU_L2_TOKENS_MAX && t->l2_tokens != SMGPU_L2_TOKENS_NONE) ||
	    (t->l2_tokens && !(t->flags & SMGPU_TMD_SCHEDULE)) || t->rsvd3 ||
	    (t->quota_inflight && !(t->flags & SMGPU_TMD_QUOTA_INFLIGHT)) ||
	    (t->quota_launched && !(t->flags & SMGPU_TMD_QUOTA_LAUNCHED)))
		return SMGPU_ERR_TMD_FORMAT;
	if (!threads || threads > 512 || !t->grid[0] || !t->grid[1] || !t->grid[2] ||
	    t->shared_bytes > 32768 || t->local_bytes > SMGPU_LOCAL_MAX ||
	    t->dtok_limit > SMGPU_DTOK_LIMIT_MAX)
		return SMGPU_ERR_TMD_LIMIT;
	if (t->priority < c->best_priority || t->priority > 10 ||
	    (t->flags & SMGPU_TMD_SCHEDULE && !c->schedules))
		return SMGPU_ERR_TMD_PERMISSION;
	return 0;
}

static uint32_t code_of(const char *why)
{
	static const struct { const char *why; uint32_t code;
	} table[] = {
		{ "misaligned", SMGPU_ERR_MISALIGNED },
		{ "bad address", SMGPU_ERR_PAGE_FAULT },
		{ "outside local memory", SMGPU_ERR_ACCESS },
		{ "illegal instruction", SMGPU_ERR_ILLEGAL },
		{ "ebreak", SMGPU_ERR_BREAK },
		{ "bad program counter", SMGPU_ERR_FETCH_FAULT },
		{ "token queue full", SMGPU_ERR_DTOK_OVERFLOW },
		{ "hangs", SMGPU_ERR_WATCHDOG },
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		if (!strcmp(table[i].why, why))
			return table[i].code;
	return SMGPU_ERR_BUS;
}

/* The fake card runs one CTA at a time, always on the same SM. */
static void keep_warp(void *ctx, const struct emu_warp *w)
{
	struct fake_channel *c = ctx;

	if (c->n_warps < sizeof(c->warp) / sizeof(*c->warp))
		c->warp[c->n_warps++] =
			(struct drm_smgpu_dump_warp){ w->pc,
						       w->active,
						       c->task,
						       FAKE_SM,
						       w->index,
						       w->stopped   ? DRM_SMGPU_WARP_TRAPPED
						       : w->barrier ? DRM_SMGPU_WARP_BARRIER
								    : DRM_SMGPU_WARP_RUNNING,
						       w->dtoks };
	if (w->stopped)
		c->failed_warp = w->index;
}

/* Its whole grid at once. The status is written into the TMD as the card does it. */
void fake_task(struct fake_channel *c, uint32_t va)
{
	struct smgpu_tmd t;
	struct emu_launch l = { .lanes = 32,
				.yield_period = 4,
				.limit = getenv("FAKE_LIMIT")
						 ? strtoull(getenv("FAKE_LIMIT"), NULL, 0)
						 : 20000000,
				.translate = fake_translate,
				.ctx = c->vm,
				.fault_va = &c->va,
				.fault_pc = &c->pc,
				.fault_thread = &c->thread,
				.left = keep_warp,
				.left_ctx = c };
	struct emu_stats st = { 0 };
	const char *why;
	uint32_t code;
	uint8_t probe;

	if (va % SMGPU_TMD_ALIGN || !access_vm(c, va, &t, sizeof(t), false)) {
		error(c, SMGPU_ERR_TMD_FAULT, va);
		return;
	}
	c->task = va;
	t.status = (struct smgpu_tmd_status){ .time_start = fake_clock(0) };
	code = check_tmd(c, &t);
	/* local memory lives in the emulator, but its backing must be bound */
	for (uint64_t i = 0; !code && i < 2ull * 16 * 32 * t.local_bytes; i += FAKE_PAGE)
		if (!access_vm(c, t.local_va + i, &probe, 1, false))
			code = SMGPU_ERR_PAGE_FAULT;
	if (!code) {
		l.entry = t.entry_va;
		l.param = t.param_va;
		l.local_bytes = t.local_bytes;
		for (int i = 0; i < 3; i++) {
			l.grid[i] = t.grid[i];
			l.cta[i] = t.cta[i];
		}
		why = emu_run(NULL, &l, &st);
		code = why ? code_of(why) : 0;
	}
	t.status.state = code ? SMGPU_TASK_FAULT : SMGPU_TASK_DONE;
	t.status.error = code;
	t.status.time_end = fake_clock(st.instr + 100);
	t.status.warp_instr = st.instr;
	t.status.ctas_launched = t.status.ctas_completed = code ? 0
								: t.grid[0] * t.grid[1] * t.grid[2];
	access_vm(c, va + offsetof(struct smgpu_tmd, status), &t.status, sizeof(t.status), true);
	if (code) {
		uint32_t at = c->va;

		error(c, code, at);
	}
}
