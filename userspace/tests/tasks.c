// SPDX-License-Identifier: MIT
/*
 * Tasks through the library: chains behind one doorbell, children, work queues fed by kernels and
 * by the host, and what a fault leaves of them. Part of the library test on a card.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "library.h"

#define MOST	40u	/* children */
#define DEEPEST	8u
#define LOG	1024u	/* words */

static struct smgpu_vm *vm;
static struct smgpu_module *mod;
static struct smgpu_queue *q;
static struct smgpu_buffer *log_buffer;
static volatile uint32_t *log_words;
static uint32_t log_va, table_va;
static volatile uint32_t *table;	/* addresses for kernels */

static struct smgpu_task *task(const char *kernel, uint32_t ctas, uint32_t threads,
			       const struct smgpu_task_options *opt, const uint32_t *args,
			       uint32_t n)
{
	struct smgpu_launch l = {
		.grid = { ctas }, .cta = { threads }, .args = args, .arg_words = n
	};

	return smgpu_task_new(vm, smgpu_module_kernel(mod, kernel), &l, opt);
}
#define TASK(kernel, ctas, threads, opt, ...)                                \
	task(kernel, ctas, threads, opt, (const uint32_t[]) { __VA_ARGS__ }, \
	     sizeof((const uint32_t[]) { __VA_ARGS__ }) / 4)

static int run(struct smgpu_queue *on, struct smgpu_task *const *tasks, uint32_t n)
{
	struct smgpu_fence *f = smgpu_launch_tasks(on, tasks, n, NULL, 0);
	int err = f ? smgpu_fence_wait(f, 20000000000ll) : -errno;

	smgpu_fence_unref(f);
	return err;
}

static void clear_log(void)
{
	for (uint32_t i = 0; i < LOG; i++)
		log_words[i] = 0;
	__sync_synchronize();
}

static uint32_t state(const struct smgpu_task *t)
{
	struct smgpu_tmd_status s;

	smgpu_task_status(t, &s);
	return s.state;
}

static void drop(struct smgpu_task **t, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		smgpu_task_unref(t[i]);
}

/* The last launched is the most urgent: only what each comes after keeps the order. */
static void test_chain(void)
{
	struct smgpu_task *t[16];
	bool ok = true;

	clear_log();
	for (uint32_t i = 0; i < 16; i++) {
		t[i] = TASK("note", 1, 32, NULL, log_va, i + 1);
		ok = ok && t[i] && (!i || !smgpu_task_after(t[i], t[i - 1]));
	}
	ok = ok && !run(q, t, 16) && log_words[0] == 16;
	for (uint32_t i = 0; i < 16; i++)
		ok = ok && log_words[1 + i] == i + 1 && state(t[i]) == SMGPU_TASK_DONE;
	CHECK("task/chain", ok);
	ok = ok && !smgpu_task_after(t[0], t[1]) && !smgpu_task_after(t[0], t[2]) &&
	     !smgpu_task_after(t[0], t[3]) && !smgpu_task_after(t[0], t[4]);
	CHECK("task/after-four", ok && smgpu_task_after(t[0], t[5]) == -ENOSPC);
	drop(t, 16);
}

/* Two pushbuffers behind one doorbell: a task that comes after another, then one after all, and
 * methods between */
static void test_streams(struct smgpu_queue *on)
{
	struct smgpu_stream *s[2] = { smgpu_stream_new(vm, 256), smgpu_stream_new(vm, 256) };
	struct smgpu_task *t[3];
	struct smgpu_fence *f;
	bool ok = s[0] && s[1] && smgpu_stream_room(s[0]) == 256;

	clear_log();
	for (uint32_t i = 0; i < 3; i++)
		t[i] = TASK("note", 1, 32, NULL, log_va, i + 1);
	ok = ok && t[0] && t[1] && t[2] && !smgpu_task_after(t[1], t[0]);
	ok = ok && !smgpu_stream_launch(s[0], smgpu_task_va(t[0])) &&
	     !smgpu_stream_launch(s[0], smgpu_task_va(t[1]));
	ok = ok && smgpu_stream_room(s[0]) == 240 && !smgpu_stream_wait_idle(s[0]);
	ok = ok && !smgpu_stream_copy(s[1], log_va + 4 * 20, log_va, 12) &&
	     !smgpu_stream_launch(s[1], smgpu_task_va(t[2]));
	for (uint32_t round = 0; round < 2; round++) {
		f = ok ? smgpu_submit_streams(on, s, 2) : NULL;
		ok = f && !smgpu_fence_wait(f, 20000000000ll) && log_words[0] == 3 * (round + 1) &&
		     log_words[20] == 3 * round + 2;
		for (uint32_t i = 0; ok && i < 3; i++)
			ok = log_words[1 + 3 * round + i] == i + 1;
		smgpu_fence_unref(f);
	}
	CHECK("task/streams", ok);
	CHECK("task/streams-many", !smgpu_submit_streams(on, s, 1000000) && errno == EINVAL);
	drop(t, 3);
	smgpu_stream_unref(s[0]);
	smgpu_stream_unref(s[1]);
}

static void test_children(struct smgpu_queue *on, const char *name, uint32_t n)
{
	struct smgpu_task *t[MOST + 1] = { 0 };
	struct smgpu_tmd_status parent, child;
	bool ok = true;

	clear_log();
	for (uint32_t i = 0; i < n; i++) {
		t[1 + i] = TASK("note", 2, 32, NULL, log_va, i + 1);
		ok = ok && t[1 + i];
		table[i] = ok ? smgpu_task_va(t[1 + i]) : 0;
	}
	t[0] = TASK("parent", 2, 32, &(struct smgpu_task_options){ .requests = 16 }, 0, table_va,
		    n, log_va);
	ok = ok && t[0];
	if (ok)
		smgpu_task_args(t[0])[0] = smgpu_task_requests_va(t[0]);
	ok = ok && !run(on, t, 1) && log_words[0] == 500 + n;
	if (ok)
		smgpu_task_status(t[0], &parent);
	for (uint32_t i = 0, seen; ok && i < n; i++) {
		smgpu_task_status(t[1 + i], &child);
		ok = child.state == SMGPU_TASK_DONE && child.time_end <= parent.time_end;
		seen = 0;
		for (uint32_t k = 1; k < LOG; k++)
			seen += log_words[k] == i + 1;
		ok = ok && seen == 1;
	}
	CHECK(name, ok);
	drop(t, n + 1);
}

static void test_nest(void)
{
	struct smgpu_task *t[DEEPEST + 1] = { 0 };
	bool ok = true;

	clear_log();
	for (uint32_t i = 1; i <= DEEPEST; i++) {
		t[i] = TASK("nest", 1, 1, &(struct smgpu_task_options){ .requests = 16 }, table_va,
			    table_va + 4 * MOST, i, DEEPEST, log_va);
		ok = ok && t[i];
		table[i] = ok ? smgpu_task_requests_va(t[i]) : 0;
		table[MOST + i] = ok ? smgpu_task_va(t[i]) : 0;
	}
	ok = ok && !run(q, &t[1], 1) && log_words[0] == DEEPEST;
	for (uint32_t i = 1; i <= DEEPEST; i++)
		ok = ok && log_words[i] == i * i && state(t[i]) == SMGPU_TASK_DONE;
	CHECK("task/grandchildren", ok);
	drop(&t[1], DEEPEST);
}

static void test_work_queue(void)
{
	const struct smgpu_task_options opt = {
		.queue_items = 64, .item_bytes = 4, .coalesce_min = 1, .coalesce_max = 8
	};
	struct smgpu_task *t = TASK("tree", 1, 32, &opt, 0, log_va, 30);
	uint32_t root = 0;
	struct smgpu_tmd_status s;
	bool ok = t;

	clear_log();
	if (!ok) {
		CHECK("task/work-queue", false);
		return;
	}
	smgpu_task_args(t)[0] = smgpu_task_queue_va(t);
	ok = !smgpu_task_append(t, &root, 1) && !run(q, &t, 1);
	for (uint32_t i = 0; i < 64; i++)
		ok = ok && log_words[i] == (i < 61);
	smgpu_task_status(t, &s);
	CHECK("task/work-queue", ok && s.items == 61 && s.ctas_completed <= 61);
	CHECK("task/work-queue-full", smgpu_task_append(t, log_buffer, 65) == -ENOSPC);
	smgpu_task_unref(t);
}

/* A task that waits for items: the host appends, and closes it in the end. */
static void test_held_queue(void)
{
	const struct smgpu_task_options opt = { .queue_items = 32,
						.item_bytes = 4,
						.coalesce_min = 4,
						.coalesce_max = 4,
						.coalesce_timeout = 500 };
	const struct smgpu_launch l = { .cta = { 32 },
					.args = (const uint32_t[]) { 0, log_va, 0 },
					.arg_words = 3,
					.flags = SMGPU_TMD_HOLD };
	struct smgpu_task *t = smgpu_task_new(vm, smgpu_module_kernel(mod, "tree"), &l, &opt);
	struct smgpu_stream *s = smgpu_stream_new(vm, 4096);
	bool ok = t && s;

	clear_log();
	if (ok)
		smgpu_task_args(t)[0] = smgpu_task_queue_va(t);
	ok = ok && !run(q, &t, 1);
	for (uint32_t round = 0; ok && round < 4; round++) {
		const uint32_t items[5] = { round * 5, round * 5 + 1, round * 5 + 2, round * 5 + 3,
					    round * 5 + 4 };
		struct smgpu_fence *f;

		ok = !smgpu_task_append(t, items, 5);
		smgpu_stream_reset(s);
		ok = ok && !smgpu_stream_notify(s, smgpu_task_va(t)) &&
		     (round < 3 || (!smgpu_stream_deallocate(s, smgpu_task_va(t)) &&
				    !smgpu_stream_wait_idle(s)));
		f = smgpu_submit(q, s, NULL, 0);
		ok = ok && f && !smgpu_fence_wait(f, -1) &&
		     (round == 3 || state(t) == SMGPU_TASK_RUNNING ||
		      state(t) == SMGPU_TASK_QUEUED);
		smgpu_fence_unref(f);
	}
	for (uint32_t i = 0; i < 20; i++)
		ok = ok && log_words[i] == 1;
	CHECK("task/held-queue", ok && state(t) == SMGPU_TASK_DONE);
	smgpu_stream_unref(s);
	smgpu_task_unref(t);
}

/* The parent faults while its child waits for it: both end with an error, another queue's work is
 * right. */
static void test_fault(void)
{
	struct smgpu_queue *mine = smgpu_queue_new(vm, NULL);
	struct smgpu_task *t[4];
	struct smgpu_tmd_status s;
	struct smgpu_fence *f;
	bool ok;

	clear_log();
	t[0] = TASK("note", 64, 32, NULL, log_va, 7);
	t[1] = TASK("wild_parent", 1, 32, &(struct smgpu_task_options){ .requests = 64 }, 0, 0,
		    0x70000000);
	t[2] = TASK("note", 1, 32, NULL, log_va, 8);
	t[3] = TASK("note", 1, 32, NULL, log_va, 9);
	ok = t[0] && t[1] && t[2] && t[3];
	if (ok) {
		smgpu_task_args(t[1])[0] = smgpu_task_requests_va(t[1]);
		smgpu_task_args(t[1])[1] = smgpu_task_va(t[2]);
	}
	ok = ok && !smgpu_task_after(t[3], t[1]);
	f = smgpu_launch_tasks(mine, (struct smgpu_task *[]){ t[1], t[3] }, 2, NULL, 0);
	ok = ok && f && !run(q, t, 1);
	ok = ok && smgpu_fence_wait(f, -1) == -EIO;
	smgpu_task_status(t[1], &s);
	CHECK("task/fault", ok && s.state == SMGPU_TASK_FAULT && s.error == SMGPU_ERR_PAGE_FAULT &&
				    state(t[3]) == SMGPU_TASK_KILLED);
	for (uint32_t i = 1; i < LOG; i++)
		ok = ok && log_words[i] != 9;
	CHECK("task/fault-others-go-on", ok && state(t[0]) == SMGPU_TASK_DONE);
	smgpu_fence_unref(f);
	smgpu_queue_unref(mine);
	drop(t, 4);
}

/* A kernel that ends, and has another go on with its arguments and what it has saved, seven times:
 * the fence is for all of them. And all of it again. */
static void test_continuation(struct smgpu_queue *on, const char *name)
{
	const uint32_t n = 100, piece = 13;
	const struct smgpu_kernel *again = smgpu_module_kernel(mod, "sum_on");
	const struct smgpu_task_options opt = { .continuation = again, .save_bytes = 8 };
	struct smgpu_task *t = TASK("sum_on", 1, 1, &opt, table_va, n, piece, log_va);
	bool ok = t;

	for (uint32_t i = 0; i < n; i++)
		table[i] = i + 1;
	for (uint32_t round = 0; ok && round < 3; round++) {
		clear_log();
		ok = !run(on, &t, 1) && log_words[0] == n * (n + 1) / 2 &&
		     log_words[1] == (n + piece - 1) / piece;
	}
	CHECK(name, ok && state(t) == SMGPU_TASK_DONE);
	smgpu_task_unref(t);
}

static void test_continuation_has_the_queue(void)
{
	const struct smgpu_task_options opt = { .queue_items = 16,
						.item_bytes = 4,
						.continuation =
							smgpu_module_kernel(mod, "queue_of") };
	struct smgpu_task *t = TASK("queue_of", 1, 1, &opt, log_va);
	const uint32_t item = 1;
	bool ok = t;

	clear_log();
	ok = ok && !smgpu_task_append(t, &item, 1) && !run(q, &t, 1);
	CHECK("task/continuation-has-the-queue", ok && log_words[0] == smgpu_task_queue_va(t) &&
							 log_words[1] == smgpu_task_queue_va(t));
	smgpu_task_unref(t);
}

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000ull + t.tv_nsec;
}

/*
 * A host and a kernel that watch a long task see its counts grow, and no count fall. The host lets
 * a part of the CTAs end, and the next when both have seen that it has, so it does not matter how
 * fast the host is.
 */
static void test_progress(void)
{
	const uint32_t ctas = 4000, part = 1000;
	volatile uint32_t *steps = &table[0], *seen = &table[1], *gate = &table[2];
	struct smgpu_task *t[2] = { TASK("gated", ctas, 32, NULL, table_va + 8), NULL };
	struct smgpu_progress p, last = { 0 };
	struct smgpu_fence *f;
	uint32_t host_steps = 0;
	uint64_t until = now_ns() + 60000000000ull;
	bool ok = t[0];

	t[1] = ok ? TASK("watch", 1, 1, NULL, smgpu_task_va(t[0]), table_va) : NULL;
	ok = ok && t[1];
	*steps = 0;
	*seen = 0;
	*gate = part;
	__sync_synchronize();
	/* The kernel that watches first: else it would get an SM when the other has launched all
	 * CTAs. */
	f = ok ? smgpu_launch_tasks(q, (struct smgpu_task *[]){ t[1], t[0] }, 2, NULL, 0) : NULL;
	ok = ok && f;
	while (ok && smgpu_fence_poll(f, 0)) {
		smgpu_task_progress(t[0], &p);
		ok = p.completed <= p.launched && p.launched <= ctas && p.ctas == ctas &&
		     p.completed >= last.completed && p.launched >= last.launched &&
		     p.resume == p.launched && p.completed <= *gate && now_ns() < until;
		host_steps += p.completed != last.completed && p.completed < ctas;
		last = p;
		if (*gate < ctas && p.completed == *gate && *seen == *gate) {
			*gate += part;
			__sync_synchronize();
		}
	}
	/* Whatever went wrong: the CTAs end. */
	*gate = ctas;
	__sync_synchronize();
	ok = f && !smgpu_fence_wait(f, -1) && ok;
	if (ok)
		smgpu_task_progress(t[0], &p);
	CHECK("task/progress", ok && host_steps >= ctas / part - 1 && p.state == SMGPU_TASK_DONE &&
				       p.completed == ctas && p.resume == ctas);
	CHECK("task/progress-in-a-kernel", ok && *steps >= ctas / part - 1);
	smgpu_fence_unref(f);
	drop(t, 2);
}

/* Of throttle mode: each CTA has all of an SM's shared memory, L1's part as well, between CTAs that
 * have the rest and use L1. */
static void test_shared_memory(const struct smgpu_info *info)
{
	const struct smgpu_kernel *k = smgpu_module_kernel(mod, "shared_words");
	const uint32_t ctas = 3, threads = 128,
		       bytes[] = { info->shared_bytes, info->throttle_shared_bytes,
				   info->shared_bytes };
	struct smgpu_task *t[3] = { NULL };
	uint32_t i;
	bool ok = true;

	clear_log();
	for (i = 0; i < 3; i++) {
		const uint32_t args[] = { log_va, bytes[i] / 4 };
		const struct smgpu_task_options opt = { .throttle_sms = i == 1 };
		const struct smgpu_launch l = {
			.grid = { ctas },
			.cta = { threads },
			.args = args,
			.arg_words = 2,
			.extra_shared = bytes[i] - smgpu_kernel_info(k)->shared_bytes
		};
		struct smgpu_launch more = l;

		t[i] = smgpu_task_new(vm, k, &l, &opt);
		more.extra_shared += 4;
		ok = ok && t[i] && !smgpu_task_new(vm, k, &more, &opt) && errno == EINVAL;
	}
	ok = ok && !run(q, t, 3) && !log_words[0] && log_words[1] == 3 * ctas * threads;
	CHECK("task/throttle-has-more-shared-memory", ok);
	drop(t, 3);
}

/* How many CTAs of the second task of two equals have started when the last of the first
 * one does */
static uint32_t beside(const uint32_t *types)
{
	const uint32_t ctas = 128, rounds = 400;
	struct smgpu_task *t[2];
	bool ok = true;

	clear_log();
	for (uint32_t i = 0; i < 2; i++) {
		const uint32_t args[] = { log_va, i, ctas, rounds };
		const struct smgpu_launch l = { .grid = { ctas },
						.cta = { 32 },
						.args = args,
						.arg_words = 4,
						.thread_type = types[i] };

		t[i] = smgpu_task_new(vm, smgpu_module_kernel(mod, "beside"), &l, NULL);
		ok = ok && t[i];
	}
	ok = ok && !run(q, t, 2) && log_words[0] == ctas && log_words[1] == ctas;
	drop(t, 2);
	return ok ? log_words[2] : ~0u;
}

/* Of one type the older task has all warps; of two they share what there is. */
static void test_pool(void)
{
	const struct smgpu_launch bad = { .thread_type = SMGPU_THREAD_PIXEL + 1 };
	uint32_t same = beside((const uint32_t[]){ SMGPU_THREAD_PIXEL, SMGPU_THREAD_PIXEL });
	uint32_t two = beside((const uint32_t[]){ SMGPU_THREAD_VERTEX, SMGPU_THREAD_PIXEL });

	CHECK("task/one-type-by-age", same <= 8);
	CHECK("task/types-share-warps", two >= 32 && two <= 128);
	CHECK("task/type-refused",
	      !smgpu_task_new(vm, smgpu_module_kernel(mod, "count"), &bad, NULL) &&
		      errno == EINVAL);
	printf("# %u and %u\n", same, two);
}

static void test_refused(void)
{
	const struct smgpu_task_options bad[] = {
		{ .requests = 8 },
		{ .requests = 24 },
		{ .requests = 2 * SMGPU_REQUESTS_MAX },
		{ .queue_items = 3, .item_bytes = 4 },
		{ .queue_items = 4, .item_bytes = 6 },
		{ .queue_items = 4 },
		{ .queue_items = 1u << 24, .item_bytes = 4096 },
		{ .queue_items = 4, .item_bytes = 4, .coalesce_min = 3, .coalesce_max = 2 },
		{ .save_bytes = 64 },
		/* which reads more arguments */
		{ .continuation = smgpu_module_kernel(mod, "sum_on") },
	};
	bool ok = true;

	for (uint32_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		ok = ok && !TASK("note", 1, 32, &bad[i], log_va, 1) && errno == EINVAL;
	ok = ok && !smgpu_launch_tasks(q, NULL, 64, NULL, 0) && errno == EINVAL;
	CHECK("task/refused", ok && !TASK("note", 1, 32, NULL, log_va));
}

static bool open_all(struct smgpu_vm *in, struct smgpu_module *from)
{
	vm = in;
	mod = from;
	q = smgpu_queue_new(vm, NULL);
	log_buffer = smgpu_buffer_new(vm, 8192, SMGPU_BUFFER_VISIBLE);
	log_words = log_buffer ? smgpu_buffer_map(log_buffer) : NULL;
	CHECK("task/open", q && log_words);
	if (!q || !log_words)
		return false;
	log_va = smgpu_buffer_va(log_buffer);
	table = log_words + LOG;
	table_va = log_va + 4 * LOG;
	return true;
}

void test_throttle(const struct smgpu_info *info, struct smgpu_vm *in, struct smgpu_module *from)
{
	if (!open_all(in, from))
		return;
	test_shared_memory(info);
	smgpu_queue_unref(q);
	smgpu_buffer_unref(log_buffer);
}

void test_tasks(struct smgpu_vm *in, struct smgpu_module *from, bool long_ones)
{
	const struct smgpu_queue_options opt = { .flags = SMGPU_QUEUE_USER };
	struct smgpu_queue *user = smgpu_queue_new(in, &opt);

	CHECK("task/user-queue", user);
	if (!user || !open_all(in, from))
		return;
	test_chain();
	test_streams(user);
	test_children(q, "task/children", 5);
	test_children(user, "task/children-of-a-user-queue", 3);
	test_work_queue();
	test_held_queue();
	test_continuation(q, "task/continuation");
	test_continuation(user, "task/continuation-of-a-user-queue");
	test_continuation_has_the_queue();
	test_fault();
	test_refused();
	if (long_ones) {
		test_children(q, "task/more-children-than-the-ring-holds", MOST);
		test_nest();
		test_progress();
		test_pool();
	}
	smgpu_queue_unref(user);
	smgpu_queue_unref(q);
	smgpu_buffer_unref(log_buffer);
}
