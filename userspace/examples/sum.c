// SPDX-License-Identifier: MIT
/*
 * Adds up numbers on the card. The whole program stands in this file; other examples share
 * example.c.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <smgpu.h>

#define N	10000u
#define CTA	256u	/* as in sum.kernel.c */

/* The library keeps a sentence about what failed last in this thread. */
static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "sum: %s: %s\n", what, smgpu_last_error());
	exit(2);
}

int main(void)
{
	uint32_t numbers[N], expected = 0, total = 0;

	for (uint32_t i = 0; i < N; i++) {
		numbers[i] = i * i;
		expected += numbers[i];
	}

	/* a card, an address space on it, a queue for work, and the kernel */
	struct smgpu_device *dev = smgpu_device_new(NULL);
	must(dev, "device");
	struct smgpu_vm *vm = smgpu_vm_new(dev);
	must(vm, "address space");
	struct smgpu_queue *queue = smgpu_queue_new(vm, NULL);
	must(queue, "queue");
	struct smgpu_module *module = smgpu_module_open(vm, "sum.elf");
	must(module, "module");
	const struct smgpu_kernel *kernel = smgpu_module_kernel(module, "sum");
	must(kernel, "kernel");

	/* memory of the card */
	struct smgpu_buffer *from = smgpu_buffer_new(vm, sizeof(numbers), SMGPU_BUFFER_CARD);
	struct smgpu_buffer *to = smgpu_buffer_new(vm, sizeof(total), SMGPU_BUFFER_CARD);
	must(from && to, "buffers");
	must(!smgpu_buffer_write(queue, from, 0, numbers, sizeof(numbers)), "write");
	must(!smgpu_buffer_fill(queue, to, 0), "fill");

	/* eight CTAs of 256 threads; an argument is a word, an address is one, too */
	const uint32_t args[] = { smgpu_buffer_va(from), smgpu_buffer_va(to), N };
	struct smgpu_launch launch = {
		.grid = { 8 }, .cta = { CTA }, .args = args, .arg_words = 3
	};
	struct smgpu_fence *fence = smgpu_launch(queue, kernel, &launch);
	must(fence, "launch");
	must(!smgpu_fence_wait(fence, -1), "kernel");
	must(!smgpu_buffer_read(queue, to, 0, &total, sizeof(total)), "read");

	smgpu_fence_unref(fence);
	smgpu_buffer_unref(to);
	smgpu_buffer_unref(from);
	smgpu_module_unref(module);
	smgpu_queue_unref(queue);
	smgpu_vm_unref(vm);
	smgpu_device_unref(dev);
	printf("sum %u: %" PRIu32 ", %s\n", N, total,
	       total == expected ? "verified" : "NOT VERIFIED");
	return total != expected;
}
