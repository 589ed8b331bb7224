// SPDX-License-Identifier: MIT
/*
 * Tasks that kernels launch, and a kernel that goes on where it ended. The whole program stands in
 * this file.
 *
 * Documentation/user/tasks.rst tells of request rings and continuations. The kernels are in
 * tasks.kernel.c.
 */
#include <errno.h>
#include <smgpu.h>
#include <stdio.h>
#include <stdlib.h>

/* All tasks of the program share them. */
static struct smgpu_vm *vm;
static struct smgpu_queue *queue;
static struct smgpu_module *module;

/* Ends the program with the library's sentence. */
static void must(bool good)
{
	if (good)
		return;
	fprintf(stderr, "tasks: %s\n", smgpu_last_error());
	exit(2);
}

/* Memory that the CPU can map, so that results need no copy. */
static uint32_t *make(uint32_t words, uint32_t *va)
{
	struct smgpu_buffer *buf = smgpu_buffer_new(vm, words * 4, SMGPU_BUFFER_VISIBLE);

	must(buf && smgpu_buffer_map(buf));
	*va = smgpu_buffer_va(buf);
	return smgpu_buffer_map(buf);
}

/* Waits, and tells how far the task is. Children count to their own task. */
static void run(struct smgpu_task *task)
{
	struct smgpu_fence *fence = smgpu_launch_tasks(queue, &task, 1, NULL, 0);
	struct smgpu_progress p;

	must(fence);
	while (smgpu_fence_poll(fence, 100000000) == -ETIME) {
		smgpu_task_progress(task, &p);
		fprintf(stderr, "%u of %u CTAs are done\n", p.completed, p.ctas);
	}
	must(!smgpu_fence_wait(fence, -1));
	smgpu_fence_unref(fence);
}

/* Three of eight CTAs of a parent launch a child of 8 CTAs. */
static uint32_t children(void)
{
	uint32_t out_va, found_va, *out = make(1, &out_va), *found = make(8, &found_va);

	*out = 0;
	for (int i = 0; i < 8; i++)
		found[i] = i % 3 == 0;

	const struct smgpu_launch work = { .grid = { 8 }, .cta = { 64 }, .args = &out_va,
					   .arg_words = 1 };
	struct smgpu_task *child =
		smgpu_task_new(vm, smgpu_module_kernel(module, "work"), &work, NULL);
	must(child);

	const uint32_t args[] = { 0, smgpu_task_va(child), found_va };
	const struct smgpu_launch look = { .grid = { 8 }, .cta = { 32 }, .args = args,
					   .arg_words = 3 };
	struct smgpu_task *parent =
		smgpu_task_new(vm, smgpu_module_kernel(module, "look"), &look,
			       &(struct smgpu_task_options){ .requests = 64 });
	must(parent);

	smgpu_task_args(parent)[0] = smgpu_task_requests_va(parent);
	run(parent);            /* and its children */
	smgpu_task_unref(parent);
	smgpu_task_unref(child);
	return *out;
}

/* 100 numbers, 13 at a time */
static uint32_t continuation(void)
{
	uint32_t out_va, in_va, *out = make(1, &out_va), *in = make(100, &in_va);

	for (uint32_t i = 0; i < 100; i++)
		in[i] = i;

	const uint32_t args[] = { in_va, 100, 13, out_va };
	const struct smgpu_kernel *kernel = smgpu_module_kernel(module, "sum_on");
	struct smgpu_task *task = smgpu_task_new(
		vm, kernel, &(struct smgpu_launch){ .args = args, .arg_words = 4 },
		&(struct smgpu_task_options){ .continuation = kernel, .save_bytes = 8 });
	must(task);
	run(task);
	smgpu_task_unref(task);
	return *out;
}

int main(void)
{
	struct smgpu_device *dev = smgpu_device_new(NULL);

	vm = dev ? smgpu_vm_new(dev) : NULL;
	queue = vm ? smgpu_queue_new(vm, NULL) : NULL;
	module = vm ? smgpu_module_open(vm, "tasks.elf") : NULL;
	must(queue && module);

	uint32_t threads = children(), sum = continuation();
	bool good = threads == 3 * 8 * 64 && sum == 99 * 100 / 2;

	printf("tasks: %u threads of children, sum %u, %s\n", threads, sum,
	       good ? "verified" : "NOT VERIFIED");
	return !good;	/* what was made goes with the process */
}
