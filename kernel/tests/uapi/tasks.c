// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The tables of tasks and the schedule of warps in debugfs, which need root, and which users may
 * ask for throttle mode.
 */
#include "uapi.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rv.h"

#define CODE	ENV_CARD
#define TMD	(ENV_HOST + 0x1000)
#define QUEUE	(ENV_HOST + 0x2000)

static char text[16384];

static bool read_text(const char *name)
{
	FILE *f = debugfs_open(name);
	size_t n;

	if (!f)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = 0;
	fclose(f);
	return n;
}

static bool read_tasks(void)
{
	return read_text("tasks");
}

/* Lines that begin with @start and, if not NULL, have @part in them */
static unsigned int lines(const char *start, const char *part)
{
	unsigned int n = 0;

	for (const char *at = text; *at; at += strcspn(at, "\n") + 1) {
		const char *end = strchr(at, '\n'), *found = part ? strstr(at, part) : at;

		if (!end)
			break;
		n += !strncmp(at, start, strlen(start)) && found && found < end;
	}
	return n;
}

static struct smgpu_tmd *tmd_of(struct env *e)
{
	return (struct smgpu_tmd *)(e->host + 0x1000 / 4);
}

static void load(struct env *e)
{
	e->card[0] = EXIT;
	METHOD(e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
	OK(env_run(e));
	*tmd_of(e) = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC, .kind = SMGPU_TMD_GRID, .priority = 7,
		.regs_per_thread = 8, .grid = { 1, 1, 1 }, .cta = { 32, 1, 1 }, .entry_va = CODE,
	};
}

/* A queue that is held open is a task that waits, until it is closed. */
static void table(void)
{
	struct drm_smgpu_query_card card;
	char start[32];
	struct env e;

	CALL(env_open(&e));
	OK(card_query(e.fd, &card));
	CALL(load(&e));
	CHECK(read_tasks());
	CHECK_EQ(lines("time ", NULL), 1);
	CHECK_EQ(lines("throttle off", NULL), 1);
	CHECK_EQ(lines("tasks 0 shown 0", NULL), 1);
	CHECK_EQ(lines("sm ", " state idle slot - free_warps "), card.sm_count);
	CHECK_EQ(lines("sm ", " schedule GTO age=0 gain=0"), card.sm_count);
	CHECK_EQ(lines("sm ", " l1_levels 0 0 0 0 l1_tokens "), card.sm_count);
	CHECK_EQ(lines("sm ", " l2_tokens 0 of 0 schedule "), card.sm_count);
	CHECK_EQ(lines("slot ", " free"), 16);
	CHECK_EQ(lines("priority ", " queued 0"), 10);
	CHECK_EQ(lines("task ", NULL), 0);

	tmd_of(&e)->kind = SMGPU_TMD_QUEUE;
	tmd_of(&e)->flags = SMGPU_TMD_HOLD;
	tmd_of(&e)->grid[0] = 0;
	tmd_of(&e)->grid[1] = 0;
	tmd_of(&e)->grid[2] = 0;
	tmd_of(&e)->coalesce_min = 1;
	tmd_of(&e)->coalesce_max = 1;
	tmd_of(&e)->queue_va = QUEUE;
	*(struct smgpu_work_queue *)(e.host + 0x2000 / 4) = (struct smgpu_work_queue){ .size = 64 };
	METHOD(&e, SMGPU_METHOD_TMD_LAUNCH, TMD);
	OK(env_run(&e));
	CHECK(read_tasks());
	CHECK_EQ(lines("tasks 1 shown 1", NULL), 1);
	snprintf(start, sizeof(start), "task %#010x ", TMD);
	CHECK_EQ(lines(start, " priority 7 state waiting slot - "), 1);
	CHECK_EQ(lines(start,
		       " kind queue type compute flags hold next 0 limit 0 inflight 0 completed 0 waits_for 0 parent -"),
		 1);

	((struct smgpu_work_queue *)(e.host + 0x2000 / 4))->reserved = 3;
	((struct smgpu_work_queue *)(e.host + 0x2000 / 4))->published = 3;
	METHOD(&e, SMGPU_METHOD_QUEUE_NOTIFY, TMD);
	METHOD(&e, SMGPU_METHOD_TMD_DEALLOCATE, TMD);
	env_method(&e, SMGPU_METHOD_WAIT_IDLE, 0, NULL);
	OK(env_run(&e));
	CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_DONE);
	CHECK_EQ(tmd_of(&e)->status.items, 3);
	CHECK(read_tasks());
	CHECK_EQ(lines("tasks 0 shown 0", NULL), 1);
	env_close(&e);
}

/* Throttle mode keeps others off SMs: it takes CAP_SYS_NICE. */
static void throttle(void)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	struct drm_smgpu_query_card card;
	struct drm_smgpu_channel_query q;
	struct env e;

	CALL(env_open(&e));
	CALL(load(&e));
	tmd_of(&e)->flags = SMGPU_TMD_THROTTLE;
	tmd_of(&e)->throttle_sms = 1;
	if (!geteuid()) {
		OK(env_run_work(&e, &work, 1));
		CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_DONE);
		/* All of an SM's shared memory, which is more now; and too much */
		OK(card_query(e.fd, &card));
		tmd_of(&e)->shared_bytes = card.throttle_shared_bytes;
		OK(env_run_work(&e, &work, 1));
		CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_DONE);
		tmd_of(&e)->shared_bytes += 4;
		REFUSED(env_run_work(&e, &work, 1), EIO);
		OK(channel_query(e.fd, e.channel, &q));
		CHECK_EQ(q.code, SMGPU_ERR_TMD_LIMIT);
	} else {
		REFUSED(env_run_work(&e, &work, 1), EIO);
		OK(channel_query(e.fd, e.channel, &q));
		CHECK_EQ(q.code, SMGPU_ERR_TMD_PERMISSION);
	}
	env_close(&e);
}

/* Of two CTAs of 40 threads one warp of each loops, the other one waits for it at a barrier. */
static void warps(void)
{
	static const uint32_t code[] = {
		CSRR(T0, CSR_TID_X), SRLI(T0, T0, 5), BEQ_SKIP(T0, ZERO), XSM_MATCH_BAR, LOOP,
	};
	char head[64], at_loop[96], at_barrier[64];
	struct drm_smgpu_query_card card;
	bool sampled;
	struct env e;

	CALL(env_open(&e));
	OK(card_query(e.fd, &card));
	sampled = !debugfs_write("l1_tokens", "all predict\n");
	OK(debugfs_write("l1_tokens", "off\n"));
	CHECK(read_text("warps"));
	snprintf(head, sizeof(head), " warps 0 of %u fund 0 0", card.warps_per_sm);
	CHECK_EQ(lines("sm ", head), card.sm_count);
	CHECK_EQ(lines("sm ", NULL), card.sm_count);

	CALL(load(&e));
	for (uint32_t i = 0; i < COUNT(code); i++)
		e.card[i] = code[i];
	METHOD(&e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
	OK(env_run(&e));
	tmd_of(&e)->grid[0] = 2;
	tmd_of(&e)->cta[0] = 40;
	tmd_of(&e)->sm_mask = 1;
	tmd_of(&e)->thread_type = SMGPU_THREAD_PIXEL;
	METHOD(&e, SMGPU_METHOD_TMD_LAUNCH, TMD);
	OK(env_submit(&e, NULL));
	snprintf(at_loop, sizeof(at_loop),
		 " slot 0 pc %#010x active 0xffffffff state running dtoks 0 credit ", CODE + 16);
	snprintf(at_barrier, sizeof(at_barrier),
		 " active 0x000000ff state barrier dtoks 0 credit ");
	snprintf(head, sizeof(head), " warps 4 of %u fund ", card.warps_per_sm);
	for (int i = 0; i < 3000; i++) {
		CHECK(read_text("warps"));
		if (lines("sm 0 warp ", at_loop) == 2 && lines("sm 0 warp ", at_barrier) == 2)
			break;
		usleep(1000);
	}
	if (lines("sm 0 warp ", at_loop) != 2)
		printf("# %s", text);
	CHECK_EQ(lines("sm 0 warp ", at_loop), 2);
	CHECK_EQ(lines("sm 0 warp ", at_barrier), 2);
	CHECK_EQ(lines("sm 0 warp ", NULL), 4);
	CHECK_EQ(lines("sm 0 ", head), 1);
	CHECK_EQ(lines("sm 0 ", " type pixel active 2 sleeping 2"), 1);
	CHECK_EQ(lines("sm 0 warp ", " type pixel"), 4);
	/* None of them reads memory, so the set that is shown is that of another warp. */
	CHECK_EQ(lines("sm 0 warp ", " type pixel working_set ~"), sampled ? 4 : 0);
	CHECK_EQ(lines("sm ", NULL), card.sm_count + 5);
	CHECK(read_tasks());
	CHECK_EQ(lines("task ", " kind grid type pixel flags - "), 1);
	OK(channel_destroy(e.fd, e.channel));
	CHECK(read_text("warps"));
	CHECK_EQ(lines("sm ", NULL), card.sm_count);
	env_close(&e);
}

/* The file shows @want, and so does each SM's register. */
static bool scheduled(const char *want)
{
	struct drm_smgpu_query_card card = { };
	char shown[64] = "", part[80];
	FILE *f = debugfs_open("schedule");
	int fd = node_open();
	bool good;

	good = f && fgets(shown, sizeof(shown), f) && !card_query(fd, &card);
	shown[strcspn(shown, "\n")] = 0;
	snprintf(part, sizeof(part), " schedule %s", want);
	good = good && !strcmp(shown, want) && read_tasks() && lines("sm ", part) == card.sm_count;
	if (!good)
		printf("# schedule %s, not %s; %s\n", shown, want, text);
	if (f)
		fclose(f);
	close(fd);
	return good;
}

static void schedule(void)
{
	static const char *const bad[] = {
		"\n", "nonsense", "gto lrr", "gto age=8", "gto gain=16", "gto age=",
	};
	char longest[226];

	CHECK(scheduled("GTO age=0 gain=0"));
	OK(debugfs_write("schedule", "two_level\n"));
	CHECK(scheduled("TWO_LEVEL age=0 gain=0"));
	OK(debugfs_write("schedule", "B additive age=5 gain=9"));
	CHECK(scheduled("B additive age=5 gain=9"));
	for (size_t i = 0; i < COUNT(bad); i++) {
		REFUSED(debugfs_write("schedule", bad[i]), EINVAL);
		CHECK(scheduled("B additive age=5 gain=9"));
	}
	memset(longest, ' ', sizeof(longest));
	memcpy(longest, "lrr", 3);
	longest[225] = 0;
	REFUSED(debugfs_write("schedule", longest), EINVAL);
	CHECK(scheduled("B additive age=5 gain=9"));
	longest[224] = 0;
	OK(debugfs_write("schedule", longest));
	CHECK(scheduled("LRR age=0 gain=0"));

	/* Writers that meet: each write is whole, and the last one is what file and card have. */
	for (int writer = 0; writer < 3; writer++)
		if (!fork()) {
			for (int i = 0; i < 60; i++)
				if (debugfs_write("schedule", i % 2  ? "d gain=1" :
							      writer ? "a age=2" :
								       "c age=3 gain=7"))
					_exit(1);
			_exit(0);
		}
	for (int writer = 0; writer < 3; writer++) {
		int status;

		CHECK(wait(&status) > 0 && !status);
	}
	CHECK(scheduled("D age=0 gain=1"));
	OK(debugfs_write("schedule", "gto"));
	CHECK(scheduled("GTO age=0 gain=0"));
}

/* The file shows @want, and so does the card's register. */
static bool chosen(const char *want)
{
	char shown[64] = "", line[80];
	FILE *f = debugfs_open("launch");
	bool good = f && fgets(shown, sizeof(shown), f);

	shown[strcspn(shown, "\n")] = 0;
	snprintf(line, sizeof(line), "launch %s", want);
	good = good && !strcmp(shown, want) && read_tasks() && lines(line, NULL) == 1;
	if (!good)
		printf("# launch %s, not %s; %s\n", shown, want, text);
	if (f)
		fclose(f);
	return good;
}

/* Which SM gets the next CTA; the order of a card's SMs, first the usual one. */
static void launch(void)
{
	static const char *const usual[] = {
		"", "balance 0", "balance 0 1", "balance 0 1 2", "balance 0 1 2 3",
	};
	static const char *const other[] = {
		"", "balance 0", "balance 1 0", "balance 2 1 0", "balance 3 2 0 1",
	};
	static const char *const bad[] = {
		"\n", "nonsense", "balance 9", "balance 0 0", "balance 00", "round_robin 0",
	};
	struct drm_smgpu_query_card card = { };
	int fd = node_open();

	OK(card_query(fd, &card));
	close(fd);
	CHECK(chosen(usual[card.sm_count]));
	OK(debugfs_write("launch", "round_robin\n"));
	CHECK(chosen("round_robin"));
	OK(debugfs_write("launch", other[card.sm_count]));
	CHECK(chosen(other[card.sm_count]));
	for (size_t i = 0; i < COUNT(bad); i++) {
		REFUSED(debugfs_write("launch", bad[i]), EINVAL);
		CHECK(chosen(other[card.sm_count]));
	}
	OK(debugfs_write("launch", "balance"));
	CHECK(chosen(usual[card.sm_count]));
}

/* A schedule of its own takes CAP_SYS_NICE too, when the channel is made; it ends with the task. */
static void task_schedule(void)
{
	const struct drm_smgpu_work work = { .kind = DRM_SMGPU_WORK_TMD, .va = TMD };
	struct drm_smgpu_channel_create create = {
		.best_priority = 5, .flags = DRM_SMGPU_CHANNEL_SCHEDULE,
	};
	struct drm_smgpu_channel_query q;
	struct env e;

	CALL(env_open(&e));
	CALL(load(&e));
	create.vm_id = e.vm;
	tmd_of(&e)->flags = SMGPU_TMD_SCHEDULE;
	tmd_of(&e)->schedule = SMGPU_SCHEDULE_TWO_LEVEL | SMGPU_SCHEDULE_AGE(3);
	if (geteuid()) {
		REFUSED(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &create), EACCES);
	} else {
		uint32_t plain = e.channel;

		OK(smgpu_ioctl(e.fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &create));
		e.channel = create.channel_id;
		OK(env_run_work(&e, &work, 1));
		CHECK_EQ(tmd_of(&e)->status.state, SMGPU_TASK_DONE);
		CHECK(scheduled("GTO age=0 gain=0"));

		e.card[0] = LOOP;
		METHOD(&e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
		METHOD(&e, SMGPU_METHOD_TMD_LAUNCH, TMD);
		OK(env_submit(&e, NULL));
		for (int i = 0; i < 3000 && !lines("task ", " state resident "); i++) {
			usleep(1000);
			CHECK(read_tasks());
		}
		CHECK(read_tasks());
		CHECK_EQ(lines("task ", " flags schedule "), 1);
		CHECK_EQ(lines("sm ", " schedule TWO_LEVEL age=3 gain=0"), lines("sm ", NULL));
		/* The card's schedule waits until the task has ended. */
		OK(debugfs_write("schedule", "lrr"));
		CHECK(read_tasks());
		CHECK_EQ(lines("sm ", " schedule TWO_LEVEL age=3 gain=0"), lines("sm ", NULL));
		OK(channel_destroy(e.fd, e.channel));
		CHECK(scheduled("LRR age=0 gain=0"));
		OK(debugfs_write("schedule", "gto"));

		e.channel = plain;
		e.card[0] = EXIT;
		METHOD(&e, SMGPU_METHOD_CACHE, SMGPU_CACHE_INVALIDATE_CODE);
		OK(env_run(&e));
	}
	/* A channel that was made without the flag */
	REFUSED(env_run_work(&e, &work, 1), EIO);
	OK(channel_query(e.fd, e.channel, &q));
	CHECK_EQ(q.code, SMGPU_ERR_TMD_PERMISSION);
	env_close(&e);
}

const struct test_case tasks_cases[] = {
	{ "tasks", "schedule", schedule },
	{ "tasks", "launch", launch },
	{ "tasks", "warps", warps },
	{ "tasks", "task-schedule", task_schedule },
	{ "tasks", "table", table },
	{ "tasks", "throttle", throttle },
	{ }
};
