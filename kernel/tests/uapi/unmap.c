// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * A page is mapped and unmapped while tasks run: one of the same VM that uses it, one of the same
 * VM that uses other pages, and one of another VM that uses pages at the same addresses. Once
 * VM_BIND has returned the first neither reads nor writes the frame, and faults; the others notice
 * nothing.
 */
#include "uapi.h"

#include <string.h>
#include <unistd.h>

#include "rv.h"

#define PAGE	0x1000u
/* the page that comes and goes; in the other VM one that stays */
#define VICTIM	0x30000000u
#define WORDS	(PAGE / 4)
#define THREADS	64
#define ROUNDS	3

/* In the card buffer */
#define CODE_RUN	0x0000u
#define CODE_PROBE	0x0200u
#define CODE_STAY	0x0400u
#define PAGES		0x4000u			/* of the task that uses others */
/* what the first one read, a word for each thread */
#define LOG		0x10000u
#define PROBED		0x10800u
#define BAD		0x11000u		/* of the others: what was wrong */
#define STOP		0x12000u

/* In the host buffer: TMD and parameters of each */
#define AT_RUN		0x1000u
#define AT_PROBE	0x1400u
#define AT_STAY		0x1800u
#define PARAMS		0x0200u

/* for (;;) { log[tid] = page[tid]; page[512 + tid] = 7; } */
static const uint32_t run[] = {
	CSRR(A0, CSR_PARAM), LW(A1, A0, 0), LW(A2, A0, 4),
	CSRR(T0, CSR_TID_X), SLLI(T0, T0, 2), ADD(A1, A1, T0), ADD(A2, A2, T0),
	ADDI(T1, A1, 1024), ADDI(T1, T1, 1024), ADDI(T2, ZERO, 7),
	LW(T0, A1, 0), SW(T0, A2), SW(T2, T1), JUMP(-12),
};

/* *log = *word */
static const uint32_t probe[] = {
	CSRR(A0, CSR_PARAM), LW(A1, A0, 0), LW(A2, A0, 4), LW(T0, A1, 0), SW(T0, A2), EXIT,
};

/*
 * do {
 *	bad |= page[tid] ^ want;
 *	page[512 + tid] = n;
 *	bad |= page[512 + tid] ^ n;
 *	bad |= next_page[tid] ^ want;
 *	n++;
 * } while (!*stop);
 * result[tid] = bad;
 */
static const uint32_t stay[] = {
	CSRR(A0, CSR_PARAM), LW(A1, A0, 0), LW(A2, A0, 4), LW(A3, A0, 8), LW(S0, A0, 12),
	CSRR(T0, CSR_TID_X), SLLI(T0, T0, 2), ADD(A1, A1, T0), ADD(A2, A2, T0),
	ADDI(S1, ZERO, 0), ADDI(T0, ZERO, 0),
	LUI(GP, 1), ADD(GP, GP, A1), ADDI(TP, A1, 1024), ADDI(TP, TP, 1024),
	LW(T1, A1, 0), XOR(T1, T1, S0), OR(S1, S1, T1),
	SW(T0, TP), LW(T1, TP, 0), XOR(T1, T1, T0), OR(S1, S1, T1),
	LW(T1, GP, 0), XOR(T1, T1, S0), OR(S1, S1, T1),
	ADDI(T0, T0, 1), LW(T1, A3, 0), BEQ_SKIP(T1, ZERO), JUMP(8), JUMP(-56),
	SW(S1, A2), EXIT,
};

struct worker {
	struct env *env;
	uint32_t channel, sync, want;
	volatile uint32_t *count;	/* how often it went round */
};

static void code_put(struct env *e, uint32_t at, const uint32_t *code, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		e->card[at / 4 + i] = code[i];
}

static void tmd_put(struct env *e, uint32_t at, uint32_t code, uint32_t threads,
		    const uint32_t *params, uint32_t count)
{
	*(struct smgpu_tmd *)(e->host + at / 4) = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC, .kind = SMGPU_TMD_GRID, .priority = 5,
		.regs_per_thread = 32, .grid = { 1, 1, 1 }, .cta = { (uint16_t)threads, 1, 1 },
		.entry_va = ENV_CARD + code, .param_va = ENV_HOST + at + PARAMS,
	};
	memcpy(e->host + (at + PARAMS) / 4, params, count * 4);
}

static int launch(struct env *e, uint32_t channel, uint32_t sync, uint32_t at)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = ENV_HOST + at };
	const struct drm_smgpu_sync out = { .handle = sync };
	struct drm_smgpu_submit args = {
		.channel_id = channel, .num_works = 1, .works = (uintptr_t)&work,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
	};

	return submit(e->fd, &args);
}

static void page_fill(uint32_t *page, uint32_t value)
{
	for (uint32_t i = 0; i < WORDS; i++)
		((volatile uint32_t *)page)[i] = value;
}

static void frame_create(struct env *e, uint32_t *bo, uint32_t **page)
{
	OK(bo_create(e->fd, PAGE, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, bo));
	OK(bo_map(e->fd, *bo, PAGE, (void **)page));
}

static void worker_goes_on(struct worker *w)
{
	const uint32_t before = *w->count;

	for (uint32_t polls = 0; *w->count == before; polls++)
		CHECK(polls < 1000000);
}

/* Begins a task that uses two pages from @va on until it is told to stop. */
static void worker_start(struct worker *w, uint32_t va)
{
	const uint32_t params[] = { va, ENV_CARD + BAD, ENV_CARD + STOP, w->want };
	struct drm_smgpu_query_card card;
	struct env *e = w->env;

	OK(card_query(e->fd, &card));
	OK(channel_create(e->fd, e->vm, 5, card.watchdog_max_cycles, &w->channel));
	OK(sync_create(e->fd, &w->sync));
	for (uint32_t i = 0; i < THREADS; i++)
		e->card[BAD / 4 + i] = ~0u;
	e->card[STOP / 4] = 0;
	tmd_put(e, AT_STAY, CODE_STAY, THREADS, params, COUNT(params));
	OK(launch(e, w->channel, w->sync, AT_STAY));
	CALL(worker_goes_on(w));
}

static void worker_stop(struct worker *w)
{
	volatile uint32_t *card = w->env->card;

	card[STOP / 4] = 1;
	OK(sync_wait(w->env->fd, w->sync, 0));
	OK(sync_error(w->env->fd, w->sync));
	for (uint32_t i = 0; i < THREADS; i++)
		CHECK_EQ(card[BAD / 4 + i], 0);
}

/* A load of a page that is not mapped; or of one that is, which has @want there */
static void probe_page(struct env *e, bool mapped, uint32_t want)
{
	const uint32_t va = VICTIM + 0x124, params[] = { va, ENV_CARD + PROBED };
	struct drm_smgpu_channel_query q;

	e->card[PROBED / 4] = 0x5e11;
	tmd_put(e, AT_PROBE, CODE_PROBE, 1, params, COUNT(params));
	OK(launch(e, e->channel, e->sync, AT_PROBE));
	OK(sync_wait(e->fd, e->sync, 0));
	CHECK_EQ(sync_error(e->fd, e->sync), mapped ? 0 : -EIO);
	CHECK_EQ(((volatile uint32_t *)e->card)[PROBED / 4], mapped ? want : 0x5e11);
	if (mapped)
		return;
	OK(channel_query(e->fd, e->channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(q.va, va);
	CHECK_EQ(q.access, SMGPU_ACCESS_READ);
	OK(channel_destroy(e->fd, e->channel));
	OK(channel_create(e->fd, e->vm, 5, 0, &e->channel));
}

static void one_round(struct env *e, uint32_t bo, uint32_t *frame, uint32_t value)
{
	const uint32_t params[] = { VICTIM, ENV_CARD + LOG };
	volatile uint32_t *log = e->card + LOG / 4;
	struct drm_smgpu_channel_query q;

	page_fill(frame, value);
	OK(vm_map(e->fd, e->vm, bo, 0, VICTIM, PAGE, 0));
	for (uint32_t i = 0; i < THREADS; i++)
		log[i] = 0;
	tmd_put(e, AT_RUN, CODE_RUN, THREADS, params, COUNT(params));
	OK(launch(e, e->channel, e->sync, AT_RUN));
	for (uint32_t i = 0, polls = 0; i < THREADS; polls++) {
		CHECK(polls < 1000000);
		i += log[i] == value;
	}
	OK(vm_unmap(e->fd, e->vm, VICTIM, PAGE));
	page_fill(frame, ~value);	/* it is another owner's now */
	OK(sync_wait(e->fd, e->sync, 0));
	CHECK_EQ(sync_error(e->fd, e->sync), -EIO);
	for (uint32_t i = 0; i < THREADS; i++)
		CHECK_EQ(log[i], value);
	for (uint32_t i = 0; i < WORDS; i++)
		CHECK_EQ(((volatile uint32_t *)frame)[i], ~value);
	OK(channel_query(e->fd, e->channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_PAGE_FAULT);
	if (q.access == SMGPU_ACCESS_READ)
		CHECK(q.va >= VICTIM && q.va < VICTIM + THREADS * 4);
	else
		CHECK(q.access == SMGPU_ACCESS_WRITE && q.va >= VICTIM + PAGE / 2 &&
		      q.va < VICTIM + PAGE / 2 + THREADS * 4);
	OK(channel_destroy(e->fd, e->channel));
	OK(channel_create(e->fd, e->vm, 5, 0, &e->channel));
}

static void beside_work(void)
{
	struct env e, other;
	struct worker same = { .env = &e, .want = 0x5a5a },
		      apart = { .env = &other, .want = 0xa9a9 };
	uint32_t bo, next, stays, *frame, *new_frame, *stay_page;

	CALL(env_open(&e));
	CALL(env_open(&other));
	for (uint32_t i = 0; i < 2; i++) {
		struct env *v = i ? &other : &e;

		code_put(v, CODE_RUN, run, COUNT(run));
		code_put(v, CODE_PROBE, probe, COUNT(probe));
		code_put(v, CODE_STAY, stay, COUNT(stay));
		METHOD(v, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
		OK(env_run(v));
	}
	CALL(frame_create(&e, &bo, &frame));
	CALL(frame_create(&e, &next, &new_frame));
	/* The other VM has pages of its own where the first has the one that comes and goes. */
	OK(bo_create(other.fd, 2 * PAGE, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, &stays));
	OK(bo_map(other.fd, stays, 2 * PAGE, (void **)&stay_page));
	OK(vm_map(other.fd, other.vm, stays, 0, VICTIM, 2 * PAGE, 0));
	for (uint32_t i = 0; i < 2; i++) {
		page_fill(e.card + PAGES / 4 + i * WORDS, same.want);
		page_fill(stay_page + i * WORDS, apart.want);
	}
	same.count = e.card + (PAGES + PAGE / 2) / 4;
	apart.count = stay_page + WORDS / 2;
	CALL(worker_start(&same, ENV_CARD + PAGES));
	CALL(worker_start(&apart, VICTIM));
	for (uint32_t round = 0; round < ROUNDS; round++) {
		CALL(one_round(&e, bo, frame, 0x1000 + round));
		CALL(probe_page(&e, false, 0));
		/* Another frame at the same address is seen at once. */
		page_fill(new_frame, 0x2000 + round);
		OK(vm_map(e.fd, e.vm, next, 0, VICTIM, PAGE, 0));
		CALL(probe_page(&e, true, 0x2000 + round));
		OK(vm_unmap(e.fd, e.vm, VICTIM, PAGE));
		CALL(worker_goes_on(&same));
		CALL(worker_goes_on(&apart));
	}
	CALL(worker_stop(&same));
	CALL(worker_stop(&apart));
	env_close(&other);
	env_close(&e);
}

const struct test_case unmap_cases[] = {
	{ "sm", "unmap-beside-work", beside_work },
	{ }
};
