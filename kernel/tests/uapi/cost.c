// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * What a SUBMIT costs in MMIO: one write and no read. Needs root, for debugfs.
 */
#include "uapi.h"

struct mmio {
	long long reads, writes, doorbells, submits;
};

static bool mmio_read(struct mmio *m)
{
	FILE *f = debugfs_open("mmio");
	bool ok;

	if (!f)
		return false;
	ok = fscanf(f, "reads %lld writes %lld doorbells %lld submits %lld", &m->reads, &m->writes,
		    &m->doorbells, &m->submits) == 4;
	fclose(f);
	return ok;
}

static void one_write(void)
{
	enum { JOBS = 200 };
	struct mmio before, after;
	struct env e;

	CALL(env_open(&e));
	METHOD(&e, SMGPU_METHOD_NOP, 0);
	OK(env_run(&e));
	CHECK(mmio_read(&before));
	for (uint32_t i = 0; i < JOBS; i++) {
		const struct drm_smgpu_work work = {
			.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = 8,
		};

		const struct drm_smgpu_sync out = { .handle = e.sync };
		struct drm_smgpu_submit args = {
			.channel_id = e.channel, .num_works = 1, .works = (uintptr_t)&work,
			.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
		};

		/* In bunches: several may be in flight. */
		OK(submit(e.fd, &args));
		if (i % 8 == 7)
			OK(sync_wait(e.fd, e.sync, 0));
	}
	CHECK(mmio_read(&after));
	CHECK_EQ(after.submits - before.submits, JOBS);
	CHECK_EQ(after.doorbells - before.doorbells, JOBS);
	CHECK_EQ(after.writes - before.writes, JOBS);
	CHECK_EQ(after.reads - before.reads, 0);
	printf("# submits %lld writes %lld reads %lld\n", after.submits - before.submits,
	       after.writes - before.writes, after.reads - before.reads);
	env_close(&e);
}

const struct test_case cost_cases[] = {
	{ "cost", "one-write-no-read", one_write },
	{ }
};
