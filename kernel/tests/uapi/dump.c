// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What CHANNEL_DUMP tells of the warps of a channel that has failed.
 */
#include "uapi.h"

#include <string.h>

#include "rv.h"

#define CODE	ENV_CARD
#define TMD	(ENV_HOST + 0x1000)
#define WARPS	64u

static const uint32_t forever[] = { LOOP };

/*
 * Of CTA 3 warp 0 stores to nothing; all others loop, those of CTAs 0 to 2 at word 3, warp 1 of CTA
 * 3 at word 7.
 */
static const uint32_t one_fails[] = {
	CSRR(T0, CSR_CTAID_X), ADDI(T1, ZERO, 3), BEQ_SKIP(T0, T1), LOOP,
	CSRR(T0, CSR_TID_X), SRLI(T0, T0, 5), BEQ_SKIP(T0, ZERO), LOOP,
	LUI(A0, 0x60000), SW(A0, A0), EXIT,
};
#define FAILS	9u	/* word that faults */

/* Warp 0 waits at a barrier to which warp 1 does not come. */
static const uint32_t no_meeting[] = {
	CSRR(T0, CSR_TID_X), SRLI(T0, T0, 5), BEQ_SKIP(T0, ZERO), LOOP, XSM_MATCH_BAR, EXIT,
};

static int dump(struct env *e, uint32_t room, struct drm_smgpu_dump_warp *w, uint32_t *count)
{
	struct drm_smgpu_channel_dump args = {
		.channel_id = e->channel, .num_warps = room, .warps = (uintptr_t)w,
	};
	int ret = smgpu_ioctl(e->fd, DRM_IOCTL_SMGPU_CHANNEL_DUMP, &args);

	*count = args.num_warps;
	return ret;
}

static void load(struct env *e, const uint32_t *code, uint32_t words, uint32_t tmd, uint32_t ctas,
		 uint32_t threads)
{
	memcpy(e->card, code, words * 4);
	METHOD(e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
	OK(env_run(e));
	*(struct smgpu_tmd *)(e->host + (tmd - ENV_HOST) / 4) = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC, .kind = SMGPU_TMD_GRID, .priority = 5,
		.regs_per_thread = 32,
		.grid = { ctas, 1, 1 }, .cta = { (uint16_t)threads, 1, 1 }, .entry_va = CODE,
	};
}

static int run(struct env *e, uint32_t tmd)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = tmd };

	return env_run_work(e, &work, 1);
}

static void check_failed(struct env *e, const struct drm_smgpu_dump_warp *w, uint32_t count,
			 uint32_t tmd)
{
	struct drm_smgpu_channel_query q;
	uint32_t at_first = 0, at_second = 0, trapped = 0;

	OK(channel_query(e->fd, e->channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_PAGE_FAULT);
	CHECK_EQ(q.pc, CODE + 4 * FAILS);
	CHECK_EQ(count, 8);
	for (uint32_t i = 0; i < count; i++) {
		CHECK_EQ(w[i].tmd_va, tmd);
		CHECK_EQ(w[i].active, 0xffffffff);
		CHECK(!i || w[i].sm > w[i - 1].sm ||
		      (w[i].sm == w[i - 1].sm && w[i].warp > w[i - 1].warp));
		if (w[i].sm == q.sm && w[i].warp == q.warp) {
			CHECK_EQ(w[i].state, DRM_SMGPU_WARP_TRAPPED);
			CHECK(w[i].pc == q.pc || w[i].pc == q.pc + 4);
			trapped++;
			continue;
		}
		CHECK_EQ(w[i].state, DRM_SMGPU_WARP_RUNNING);
		at_first += w[i].pc == CODE + 4 * 3;
		at_second += w[i].pc == CODE + 4 * 7;
	}
	CHECK_EQ(trapped, 1);
	CHECK_EQ(at_first, 6);
	CHECK_EQ(at_second, 1);
}

static void dump_fault(void)
{
	struct drm_smgpu_dump_warp w[WARPS], some[WARPS];
	uint32_t count;
	struct env e;

	CALL(env_open(&e));
	OK(dump(&e, WARPS, w, &count));
	CHECK_EQ(count, 0);
	CALL(load(&e, one_fails, COUNT(one_fails), TMD, 4, 64));
	REFUSED(run(&e, TMD), EIO);
	memset(w, 0xa5, sizeof(w));
	OK(dump(&e, WARPS, w, &count));
	CALL(check_failed(&e, w, count, TMD));
	CHECK_EQ(w[8].pc, 0xa5a5a5a5);

	/* It says the same again, how many there are, and no more than there is room for. */
	OK(dump(&e, 0, NULL, &count));
	CHECK_EQ(count, 8);
	memset(some, 0xa5, sizeof(some));
	OK(dump(&e, 3, some, &count));
	CHECK_EQ(count, 8);
	CHECK(!memcmp(some, w, 3 * sizeof(*w)));
	CHECK_EQ(some[3].pc, 0xa5a5a5a5);
	REFUSED(dump(&e, 1, (void *)8, &count), EFAULT);
	OK(dump(&e, ~0u, some, &count));
	CHECK(!memcmp(some, w, 8 * sizeof(*w)));

	/* The next channel, which may have the same number on the card, has nothing of it. */
	OK(channel_destroy(e.fd, e.channel));
	REFUSED(dump(&e, WARPS, w, &count), ENOENT);
	OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	OK(dump(&e, WARPS, w, &count));
	CHECK_EQ(count, 0);
	env_close(&e);
}

static void dump_hang(void)
{
	struct drm_smgpu_dump_warp w[WARPS];
	struct drm_smgpu_channel_query q;
	uint32_t count, loops;
	struct env e;

	CALL(env_open(&e));
	CALL(load(&e, no_meeting, COUNT(no_meeting), TMD, 1, 64));
	OK(channel_destroy(e.fd, e.channel));
	OK(channel_create(e.fd, e.vm, 5, 1000000, &e.channel));
	REFUSED(run(&e, TMD), EIO);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_WATCHDOG);
	OK(dump(&e, WARPS, w, &count));
	CHECK_EQ(count, 2);
	loops = w[0].state == DRM_SMGPU_WARP_RUNNING ? 0 : 1;
	CHECK_EQ(w[loops].state, DRM_SMGPU_WARP_RUNNING);
	CHECK_EQ(w[loops].pc, CODE + 4 * 3);
	CHECK_EQ(w[1 - loops].state, DRM_SMGPU_WARP_BARRIER);
	CHECK(w[1 - loops].pc == CODE + 4 * 4 || w[1 - loops].pc == CODE + 4 * 5);
	env_close(&e);
}

/* Warps of others, even of another channel of the same VM, are not in it. */
static void dump_own_warps(void)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	struct drm_smgpu_submit args = { .num_works = 1, .works = (uintptr_t)&work };
	struct drm_smgpu_dump_warp w[WARPS];
	struct env other, e;
	uint32_t count;

	CALL(env_open(&other));
	OK(env_patient(&other));
	CALL(load(&other, forever, COUNT(forever), TMD, 2, 64));
	args.channel_id = other.channel;
	OK(submit(other.fd, &args));
	CALL(env_open(&e));
	CALL(load(&e, one_fails, COUNT(one_fails), TMD + 0x400, 4, 64));
	REFUSED(run(&e, TMD + 0x400), EIO);
	OK(dump(&e, WARPS, w, &count));
	CALL(check_failed(&e, w, count, TMD + 0x400));
	OK(dump(&other, WARPS, w, &count));
	CHECK_EQ(count, 0);
	env_close(&e);
	env_close(&other);
}

const struct test_case dump_cases[] = {
	{ "dump", "warps-at-fault", dump_fault },
	{ "dump", "warps-at-hang", dump_hang },
	{ "dump", "own-warps", dump_own_warps },
	{ NULL, NULL, NULL },
};
