// SPDX-License-Identifier: MIT
/*
 * Errors end the program with exit code 2, wrong results with 1. So an example shows what it is
 * about, and no handling of errors. Programs that stay alive must look at each result instead.
 */
#include <inttypes.h>
#include <drm/smgpu_perf.h>

#include "example.h"

/* Sums over all launches of the program, for example_report(). */
static uint64_t cycles, instr;
static const char *clock_name;

/* Sentences of libsmgpu end with a full stop, so none is added. */
static void __attribute__((noreturn)) give_up(const char *what)
{
	fprintf(stderr, "%s: %s\n", what, smgpu_last_error());
	exit(2);
}

/* One of each kind is enough for one program: a card, its addresses, a row of jobs, the code. */
void example_open(struct example *e, const char *elf)
{
	e->dev = smgpu_device_new(NULL);
	if (!e->dev)
		give_up("device");
	e->vm = smgpu_vm_new(e->dev);
	if (!e->vm)
		give_up("address space");
	e->queue = smgpu_queue_new(e->vm, NULL);
	if (!e->queue)
		give_up("queue");
	e->module = elf ? smgpu_module_open(e->vm, elf) : NULL;
	if (elf && !e->module)
		give_up("module");
}

/* In the opposite order of their making. Each would live as long as something holds it. */
void example_close(struct example *e)
{
	if (e->module)
		smgpu_module_unref(e->module);
	smgpu_queue_unref(e->queue);
	smgpu_vm_unref(e->vm);
	smgpu_device_unref(e->dev);
}

void *example_memory(size_t n, size_t each)
{
	void *p = calloc(n ? n : 1, each);

	if (!p) {
		fprintf(stderr, "out of memory\n");
		exit(2);
	}
	return p;
}

/* In card memory, which kernels reach fastest and the CPU not at all. */
struct smgpu_buffer *example_buffer(struct example *e, size_t bytes, const void *init)
{
	struct smgpu_buffer *b = smgpu_buffer_new(e->vm, bytes, SMGPU_BUFFER_CARD);

	if (!b)
		give_up("buffer");
	if (init && smgpu_buffer_write(e->queue, b, 0, init, bytes))
		give_up("write");
	return b;
}

/* Waits for what was launched before, as all copies do. */
void example_read(struct example *e, struct smgpu_buffer *b, void *to, size_t bytes)
{
	if (smgpu_buffer_read(e->queue, b, 0, to, bytes))
		give_up("read");
}

/* Cycles with a CTA in flight, if we may see the card's counters. */
static int busy_cycles(struct example *e, uint64_t *to)
{
	uint32_t n = smgpu_device_info(e->dev)->perf_counters;
	uint64_t *values = calloc(n ? n : 1, sizeof(*values));
	int got = values ? smgpu_device_perf(e->dev, values, n) : -1;

	if (got > SMGPU_PERF_CARD_BUSY_CYCLES)
		*to = values[SMGPU_PERF_CARD_BUSY_CYCLES];
	free(values);
	return got > SMGPU_PERF_CARD_BUSY_CYCLES ? 0 : -1;
}

/* To be called right before the launch: other programs' work counts, too. */
void example_count(struct example *e)
{
	e->counted = !busy_cycles(e, &e->before);
}

/* Without the counters the card's own time has to do, which counts a launch from its slot on. */
void example_counted(struct example *e, uint64_t ticks, uint64_t warp_instr)
{
	uint64_t after = 0;
	bool counted = e->counted && !busy_cycles(e, &after) && after > e->before;

	cycles += counted ? after - e->before : ticks;
	clock_name = counted ? "" : " (timebase ticks)";
	instr += warp_instr;
}

/* A launch and its wait. A program with more to do would go on in between. */
void example_run(struct example *e, const char *kernel, const struct smgpu_launch *l)
{
	const struct smgpu_kernel *k = smgpu_module_kernel(e->module, kernel);
	struct smgpu_tmd_status st;
	struct smgpu_fence *f;

	if (!k)
		give_up("kernel");
	example_count(e);
	f = smgpu_launch(e->queue, k, l);
	if (!f)
		give_up("launch");
	if (smgpu_fence_wait(f, -1) || smgpu_fence_status(f, &st))
		give_up("launch");
	smgpu_fence_unref(f);
	example_counted(e, st.time_end - st.time_start, st.warp_instr);
}

/* wrong: results that are not those of the CPU. The line has the form that bench.sh reads. */
int example_report(const char *kernel, const char *size, size_t wrong)
{
	printf("%s %s cycles %" PRIu64 "%s warp_instr %" PRIu64 " ipc %.2f %s\n", kernel, size,
	       cycles, clock_name, instr, cycles ? (double)instr / cycles : 0,
	       wrong ? "NOT VERIFIED" : "verified");
	if (wrong)
		fprintf(stderr, "%s: %zu results differ from the CPU's\n", kernel, wrong);
	return wrong != 0;
}
