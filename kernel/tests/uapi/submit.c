// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * SUBMIT: order, syncobjs, and what malformed pushbuffers are answered with.
 */
#include "uapi.h"

#include <string.h>
#include <unistd.h>
#include <xf86drm.h>

static void nothing(void)
{
	struct drm_smgpu_channel_query q;
	struct env e;

	CALL(env_open(&e));
	for (uint32_t i = 1; i <= 3; i++) {
		OK(env_run_work(&e, NULL, 0));
		OK(channel_query(e.fd, e.channel, &q));
		CHECK_EQ(q.jobs_submitted, i);
		CHECK_EQ(q.jobs_completed, i);
	}
	env_close(&e);
}

/* 64 segments of one job, each adds its word behind the last. */
static void many_works(void)
{
	struct drm_smgpu_work works[DRM_SMGPU_SUBMIT_MAX_WORK] = { };
	struct env e;

	CALL(env_open(&e));
	for (uint32_t i = 0; i < COUNT(works); i++) {
		uint32_t at = e.words;

		METHOD(&e, SMGPU_METHOD_DMA_FILL, ENV_HOST + i * 4, i + 1,
		       (uint32_t)(COUNT(works) - i) * 4);
		works[i] = (struct drm_smgpu_work){
			.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH + at * 4,
			.bytes = (e.words - at) * 4,
		};
	}
	OK(env_run_work(&e, works, COUNT(works)));
	for (uint32_t i = 0; i < COUNT(works); i++)
		CHECK_EQ(e.host[i], i + 1);
	env_close(&e);
}

/* More jobs than the ring has entries, in order, none lost. */
static void many_jobs(void)
{
	struct drm_smgpu_channel_query q;
	enum { JOBS = 1000 };
	struct env e;

	CALL(env_open(&e));
	for (uint32_t i = 0; i < JOBS; i++) {
		const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_SEGMENT,
			.va = ENV_PUSH + i * 20, .bytes = 20 };
		const struct drm_smgpu_sync out = { .handle = e.sync };
		struct drm_smgpu_submit args = {
			.channel_id = e.channel, .num_works = 1, .works = (uintptr_t)&work,
			.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
		};

		METHOD(&e, SMGPU_METHOD_SEM_RELEASE, ENV_HOST + i % 16 * 8, 0, i, 0);
		OK(submit(e.fd, &args));
		CHECK_EQ(args.job, i + 1);
	}
	OK(sync_wait(e.fd, e.sync, 0));
	OK(sync_error(e.fd, e.sync));
	for (uint32_t i = JOBS - 16; i < JOBS; i++)
		CHECK_EQ(e.host[i % 16 * 2], i);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.jobs_completed, JOBS);
	env_close(&e);
}

static int submit_synced(struct env *e, uint32_t channel, uint32_t va,
			 const struct drm_smgpu_sync *in, const struct drm_smgpu_sync *out)
{
	const struct drm_smgpu_work work = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = va, .bytes = 16,
	};
	struct drm_smgpu_submit args = {
		.channel_id = channel, .num_works = 1, .works = (uintptr_t)&work,
		.num_in_syncs = in ? 1 : 0, .in_syncs = (uintptr_t)in,
		.num_out_syncs = out ? 1 : 0, .out_syncs = (uintptr_t)out,
	};

	return submit(e->fd, &args);
}

/*
 * A chain over two channels: each copies what the one before it wrote, plus nothing: order shows in
 * the value.
 */
static void timeline_chain(void)
{
	enum { STEPS = 20 };
	uint32_t second, timeline;
	uint64_t point = 0;
	struct env e;

	CALL(env_open(&e));
	OK(channel_create(e.fd, e.vm, 10, 0, &second));
	OK(sync_create(e.fd, &timeline));
	e.host[0] = 4711;
	for (uint32_t i = 0; i < STEPS; i++) {
		const struct drm_smgpu_sync in = { .handle = timeline, .point = point };
		const struct drm_smgpu_sync out = { .handle = timeline, .point = point + 5 };
		uint32_t at = e.words;

		METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST + (i + 1) * 4, ENV_HOST + i * 4, 4);
		OK(submit_synced(&e, i % 2 ? second : e.channel, ENV_PUSH + at * 4, i ? &in : NULL,
				 &out));
		point += 5;
	}
	OK(sync_wait(e.fd, timeline, point));
	CHECK_EQ(e.host[STEPS], 4711);
	/* A point that is passed is as good as one that is reached. */
	const struct drm_smgpu_sync passed = { .handle = timeline, .point = 7 };

	e.words = 0;
	METHOD(&e, SMGPU_METHOD_NOP, 0, 0, 0);
	OK(submit_synced(&e, e.channel, ENV_PUSH, &passed, NULL));
	const struct drm_smgpu_sync future = { .handle = timeline, .point = point + 1 };

	REFUSED(submit_synced(&e, e.channel, ENV_PUSH, &future, NULL), EINVAL);
	env_close(&e);
}

/* A job behind another channel's wait does not start before that wait is over. */
static void dependency(void)
{
	uint32_t second, first_done;
	struct env e;

	CALL(env_open(&e));
	OK(env_patient(&e));
	OK(channel_create(e.fd, e.vm, 5, 0, &second));
	OK(sync_create(e.fd, &first_done));
	memset(e.host, 0, 256);
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 1, 0);
	METHOD(&e, SMGPU_METHOD_SEM_RELEASE, ENV_HOST + 64, 0, 1, 0);
	const struct drm_smgpu_work wait = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = e.words * 4,
	};
	const struct drm_smgpu_sync done = { .handle = first_done }, out = { .handle = e.sync };
	struct drm_smgpu_submit args = {
		.channel_id = e.channel, .num_works = 1, .works = (uintptr_t)&wait,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&done,
	};

	OK(submit(e.fd, &args));
	uint32_t at = e.words;

	METHOD(&e, SMGPU_METHOD_DMA_COPY, ENV_HOST + 128, ENV_HOST + 64, 4);
	OK(submit_synced(&e, second, ENV_PUSH + at * 4, &done, &out));
	usleep(50000);
	CHECK_EQ(sync_error(e.fd, e.sync), 1);
	*(volatile uint32_t *)&e.host[0] = 1;
	OK(sync_wait(e.fd, e.sync, 0));
	CHECK_EQ(e.host[32], 1);
	env_close(&e);
}

/* Segments the driver lets through and the firmware must not. */
static void malformed(void)
{
	static const struct {
		const char *name;
		uint32_t code, words[4], count;
	} bad[] = {
		{ "unknown method", SMGPU_ERR_METHOD_UNKNOWN, { SMGPU_METHOD(0x77, 0) }, 1 },
		{ "unknown method 255", SMGPU_ERR_METHOD_UNKNOWN, { SMGPU_METHOD(0xff, 1), 0 }, 2 },
		{ "cut", SMGPU_ERR_SEGMENT_FORMAT, { SMGPU_METHOD(SMGPU_METHOD_NOP, 5), 0 }, 2 },
		{ "short acquire", SMGPU_ERR_METHOD_FORMAT,
		  { SMGPU_METHOD(SMGPU_METHOD_SEM_ACQUIRE, 1), ENV_HOST }, 2 },
		{ "short fill", SMGPU_ERR_METHOD_FORMAT,
		  { SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 2), ENV_HOST, 0 }, 3 },
		{ "fill of nothing mapped", SMGPU_ERR_SEGMENT_FAULT,
		  { SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3), 0x50000000, 0, 4 }, 4 },
		{ "fill of the pushbuffer, read-only", SMGPU_ERR_SEGMENT_FAULT,
		  { SMGPU_METHOD(SMGPU_METHOD_DMA_FILL, 3), ENV_PUSH, 0, 4 }, 4 },
	};
	struct drm_smgpu_channel_query q;
	struct env e;

	CALL(env_open(&e));
	for (uint32_t i = 0; i < COUNT(bad); i++) {
		memcpy(e.push, bad[i].words, sizeof(bad[i].words));
		e.words = bad[i].count;
		if (env_run(&e) != -EIO) {
			fail_at(__FILE__, __LINE__, "%s did not end with -EIO", bad[i].name);
			return;
		}
		OK(channel_query(e.fd, e.channel, &q));
		if (q.code != bad[i].code || q.job != 1) {
			fail_at(__FILE__, __LINE__, "%s: code %u, not %u; job %llu", bad[i].name,
				q.code, bad[i].code, (unsigned long long)q.job);
			return;
		}
		OK(channel_destroy(e.fd, e.channel));
		OK(channel_create(e.fd, e.vm, 5, 0, &e.channel));
	}
	env_close(&e);
}

/* The first error sticks, later jobs are cancelled, SUBMIT says so, other channels don't notice. */
static void dead_channel(void)
{
	const struct drm_smgpu_work works[2] = {
		{ .kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 8 },
		{ .kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH + 4, .bytes = 4 },
	};
	struct drm_smgpu_channel_query q;
	uint32_t other, fence[3];
	struct env e;

	CALL(env_open(&e));
	OK(env_patient(&e));
	OK(channel_create(e.fd, e.vm, 5, 0, &other));
	/* Held back until all three jobs are queued. */
	memset(e.host, 0, 64);
	e.words = 1024;
	METHOD(&e, SMGPU_METHOD_SEM_ACQUIRE, ENV_HOST, SMGPU_SEM_OP_EQ, 9, 0);
	e.push[0] = SMGPU_METHOD(SMGPU_METHOD_NOP, 0);
	e.push[1] = SMGPU_METHOD(0x66, 0);
	for (uint32_t i = 0; i < 3; i++) {
		const struct drm_smgpu_work hold = {
			.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH + 4096, .bytes = 20,
		};
		const struct drm_smgpu_sync out = { .handle = 0 };
		struct drm_smgpu_sync sync = out;
		struct drm_smgpu_submit args = {
			.channel_id = e.channel, .num_works = 1,
			.works = (uintptr_t)(i ? &works[0] : &hold), .num_out_syncs = 1,
			.out_syncs = (uintptr_t)&sync,
		};

		OK(sync_create(e.fd, &fence[i]));
		sync.handle = fence[i];
		OK(submit(e.fd, &args));
	}
	*(volatile uint32_t *)&e.host[0] = 9;
	for (uint32_t i = 0; i < 3; i++)
		OK(sync_wait(e.fd, fence[i], 0));
	OK(sync_error(e.fd, fence[0]));
	REFUSED(sync_error(e.fd, fence[1]), EIO);
	REFUSED(sync_error(e.fd, fence[2]), ECANCELED);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_METHOD_UNKNOWN);
	CHECK_EQ(q.job, 2);
	CHECK_EQ(q.jobs_completed, 3);
	REFUSED(env_run_work(&e, NULL, 0), ECANCELED);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.job, 2);
	OK(channel_destroy(e.fd, e.channel));
	e.channel = other;
	OK(env_run_work(&e, NULL, 0));
	env_close(&e);
}

/* Two files: same addresses, other memory, and no way to the other's objects. */
static void isolation(void)
{
	struct drm_smgpu_channel_query q;
	struct env a, b;

	CALL(env_open(&a));
	CALL(env_open(&b));
	METHOD(&a, SMGPU_METHOD_DMA_FILL, ENV_CARD, 0xaaaa, 4);
	METHOD(&b, SMGPU_METHOD_DMA_FILL, ENV_CARD, 0xbbbb, 4);
	OK(env_run(&a));
	OK(env_run(&b));
	METHOD(&a, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, 4);
	METHOD(&b, SMGPU_METHOD_DMA_COPY, ENV_HOST, ENV_CARD, 4);
	OK(env_run(&a));
	OK(env_run(&b));
	CHECK_EQ(a.host[0], 0xaaaa);
	CHECK_EQ(b.host[0], 0xbbbb);
	/* a's fault is a's alone. */
	METHOD(&a, SMGPU_METHOD_DMA_FILL, 0x70000000, 0, 4);
	REFUSED(env_run(&a), EIO);
	METHOD(&b, SMGPU_METHOD_DMA_FILL, ENV_HOST, 5, 4);
	OK(env_run(&b));
	OK(channel_query(b.fd, b.channel, &q));
	CHECK_EQ(q.code, SMGPU_OK);
	OK(channel_query(a.fd, a.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_SEGMENT_FAULT);
	/* Ids mean something only in their own file. */
	OK(channel_create(b.fd, b.vm, 5, 0, &b.sync));
	REFUSED(channel_query(a.fd, b.sync, &q), ENOENT);
	env_close(&a);
	env_close(&b);
}

const struct test_case submit_cases[] = {
	{ "submit", "nothing", nothing },
	{ "submit", "many-works", many_works },
	{ "submit", "many-jobs", many_jobs },
	{ "submit", "timeline-chain", timeline_chain },
	{ "submit", "dependency", dependency },
	{ "submit", "malformed", malformed },
	{ "submit", "dead-channel", dead_channel },
	{ "submit", "isolation", isolation },
	{ }
};
