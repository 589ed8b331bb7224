// SPDX-License-Identifier: GPL-2.0-only OR MIT
#include "uapi.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

void env_open(struct env *e)
{
	memset(e, 0, sizeof(*e));
	e->fd = node_open();
	CHECK(e->fd >= 0);
	OK(vm_create(e->fd, &e->vm));
	OK(bo_create(e->fd, ENV_BYTES, DRM_SMGPU_BO_HOST, &e->push_bo));
	OK(bo_create(e->fd, ENV_BYTES, DRM_SMGPU_BO_HOST, &e->host_bo));
	OK(bo_create(e->fd, ENV_BYTES, DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_CPU_VISIBLE, &e->card_bo));
	OK(bo_map(e->fd, e->push_bo, ENV_BYTES, (void **)&e->push));
	OK(bo_map(e->fd, e->host_bo, ENV_BYTES, (void **)&e->host));
	OK(bo_map(e->fd, e->card_bo, ENV_BYTES, (void **)&e->card));
	OK(vm_map(e->fd, e->vm, e->push_bo, 0, ENV_PUSH, ENV_BYTES, DRM_SMGPU_VM_READONLY));
	OK(vm_map(e->fd, e->vm, e->host_bo, 0, ENV_HOST, ENV_BYTES, 0));
	OK(vm_map(e->fd, e->vm, e->card_bo, 0, ENV_CARD, ENV_BYTES, DRM_SMGPU_VM_EXEC));
	OK(channel_create(e->fd, e->vm, 5, 0, &e->channel));
	OK(sync_create(e->fd, &e->sync));
}

int env_patient(struct env *e)
{
	struct drm_smgpu_query_card card;
	int ret = card_query(e->fd, &card);

	if (!ret)
		ret = channel_destroy(e->fd, e->channel);
	return ret ? ret : channel_create(e->fd, e->vm, 5, card.watchdog_max_cycles, &e->channel);
}

void env_close(struct env *e)
{
	if (e->push)
		munmap(e->push, ENV_BYTES);
	if (e->host)
		munmap(e->host, ENV_BYTES);
	if (e->card)
		munmap(e->card, ENV_BYTES);
	if (e->fd >= 0)
		close(e->fd);
}

void env_method(struct env *e, uint32_t op, uint32_t count, const uint32_t *payload)
{
	e->push[e->words++] = SMGPU_METHOD(op, count);
	for (uint32_t i = 0; i < count; i++)
		e->push[e->words++] = payload[i];
}

static int env_submit_works(struct env *e, const struct drm_smgpu_work *works, uint32_t count,
			    uint64_t *job)
{
	const struct drm_smgpu_sync out = { .handle = e->sync };
	struct drm_smgpu_submit args = {
		.channel_id = e->channel, .num_works = count, .works = (uintptr_t)works,
		.num_out_syncs = 1, .out_syncs = (uintptr_t)&out,
	};
	int ret = submit(e->fd, &args);

	if (job)
		*job = args.job;
	return ret;
}

int env_submit(struct env *e, uint64_t *job)
{
	const struct drm_smgpu_work work = {
		.kind = DRM_SMGPU_WORK_SEGMENT, .va = ENV_PUSH, .bytes = e->words * 4,
	};

	e->words = 0;
	return env_submit_works(e, &work, 1, job);
}

int env_run(struct env *e)
{
	int ret = env_submit(e, NULL);

	if (!ret)
		ret = sync_wait(e->fd, e->sync, 0);
	return ret ? ret : sync_error(e->fd, e->sync);
}

int env_run_work(struct env *e, const struct drm_smgpu_work *works, uint32_t count)
{
	int ret = env_submit_works(e, works, count, NULL);

	if (!ret)
		ret = sync_wait(e->fd, e->sync, 0);
	return ret ? ret : sync_error(e->fd, e->sync);
}

void env_killed(void (*begin)(struct env *child))
{
	char said[256] = "it said nothing";
	int ready[2], status;
	pid_t pid;

	CHECK(!pipe(ready));
	pid = fork();
	CHECK(pid >= 0);
	if (!pid) {
		struct env child;

		env_open(&child);
		if (!case_failed())
			begin(&child);
		snprintf(said, sizeof(said), "%s", case_why());
		if (write(ready[1], said, sizeof(said)) != sizeof(said))
			_exit(1);
		for (;;)
			pause();
	}
	CHECK_EQ(read(ready[0], said, sizeof(said)), sizeof(said));
	if (said[0])
		fail_at(__FILE__, __LINE__, "the process that is to be killed: %s", said);
	kill(pid, SIGKILL);
	CHECK_EQ(waitpid(pid, &status, 0), pid);
	close(ready[0]);
	close(ready[1]);
}

void memory_settles(int fd, struct drm_smgpu_query_memory *now)
{
	struct drm_smgpu_query_memory last;
	uint32_t same = 0;

	OK(memory_query(fd, now));
	for (uint32_t i = 0; i < 200 && same < 4; i++) {
		last = *now;
		usleep(50000);
		OK(memory_query(fd, now));
		same = now->card_free == last.card_free ? same + 1 : 0;
	}
	CHECK_EQ(same, 4);
}

/* All is back. More is no fault: a process that has ended may give back its own meanwhile. */
void memory_returns(int fd, const struct drm_smgpu_query_memory *before)
{
	struct drm_smgpu_query_memory after;

	for (uint32_t i = 0; i < WAIT_NS / 50000000; i++) {
		OK(memory_query(fd, &after));
		if (after.card_free >= before->card_free &&
		    after.visible_free >= before->visible_free)
			break;
		usleep(50000);
	}
	CHECK(after.card_free >= before->card_free && after.card_free <= after.card_total);
	CHECK(after.visible_free >= before->visible_free &&
	      after.visible_free <= after.visible_total);
}
