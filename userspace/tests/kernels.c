// SPDX-License-Identifier: MIT
/*
 * Kernels of the library test. Each does one thing that the host can check: an address, a value, an
 * order.
 */
#include <smgpu_task.h>

int counter = 40;	/* loaded data */
static int *const where = &counter;	/* needs relocation when the module moves */

/* Not atomic: each thread has a word of its own. */
SMGPU_KERNEL void add(uint32_t *out, uint32_t value)
{
	out[smgpu_global_id_x()] += value;
}

/* tasks of a queue may overlap */
SMGPU_KERNEL void add_atomic(uint32_t *out, uint32_t value)
{
	smgpu_atomic_add(&out[smgpu_global_id_x()], value);
}

/* Loaded data that kernels change, and its address, which tells where the module lies. */
SMGPU_KERNEL void count(uint32_t *out)
{
	int *volatile const *p = &where;

	out[0] = smgpu_atomic_add(*p, 1);
	out[1] = (uint32_t)&counter;
}

/* Its argument is no address of a buffer. */
SMGPU_KERNEL void wild(uint32_t *out)
{
	out[threadIdx.x] = 1;
}

/* An array that the compiler cannot keep in registers. */
SMGPU_KERNEL void stack(uint32_t *out, uint32_t n)
{
	volatile uint32_t a[32];
	uint32_t sum = 0;

	for (uint32_t i = 0; i < 32; i++)
		a[i] = i * n;
	for (uint32_t i = 0; i < 32; i++)
		sum += a[(i + threadIdx.x) & 31];
	out[threadIdx.x] = sum;
}

/* Each thread reads what another has written: the barrier must hold all. */
SMGPU_KERNEL void shared(uint32_t *out)
{
	static __shared uint32_t s[64];

	s[threadIdx.x] = threadIdx.x * 3;
	smgpu_barrier();
	out[threadIdx.x] = s[63 - threadIdx.x];
}

/* Counts its CTAs at log[own], each of which takes a while; the last one to start notes at log[own
 * + 2] how many of the others have */
SMGPU_KERNEL void beside(uint32_t *log, uint32_t own, uint32_t ctas, uint32_t rounds)
{
	uint32_t n = threadIdx.x ? 0 : smgpu_atomic_add(&log[own], 1);

	if (!threadIdx.x && n == ctas - 1)
		log[own + 2] = smgpu_atomic_add(&log[!own], 0);
	for (volatile uint32_t i = 0; i < rounds; i++)
		;
}

/* All words of the CTA's shared memory are written and read; out: wrong ones, threads that have
 * ended */
SMGPU_KERNEL void shared_words(uint32_t *out, uint32_t words)
{
	volatile uint32_t *s = (volatile uint32_t *)SHARED_BASE;
	uint32_t wrong = 0;

	for (uint32_t i = threadIdx.x; i < words; i += blockDim.x)
		s[i] = i * 2654435761u + blockIdx.x;
	smgpu_barrier();
	for (uint32_t i = threadIdx.x; i < words; i += blockDim.x)
		wrong += s[words - 1 - i] != (words - 1 - i) * 2654435761u + blockIdx.x;
	smgpu_atomic_add(&out[0], wrong);
	smgpu_atomic_add(&out[1], 1);
}

/* More arguments than registers have room for. */
SMGPU_KERNEL void many(uint32_t *out, int a, int b, int c, int d, int e, int f, int g, int h, int i)
{
	out[0] = a + b + c + d + e + f + g + h + i;
}

/* ---- Tasks ---- */

/* Appends `id` to a log: word 0 counts. */
SMGPU_KERNEL void note(uint32_t *log, uint32_t id)
{
	if (!smgpu_global_id_x())
		log[1 + smgpu_atomic_add(&log[0], 1)] = id;
}

/*
 * A sum in pieces: the kernel takes `piece` numbers, keeps where it is in its save area, and has
 * itself go on. The last piece writes the sum, and from how many kernels it came.
 */
SMGPU_KERNEL void sum_on(const uint32_t *numbers, uint32_t n, uint32_t piece, uint32_t *out)
{
	uint32_t *save = smgpu_save_area(), at = save[0], sum = save[1];

	for (uint32_t end = at + piece; at < end && at < n; at++)
		sum += numbers[at];
	save[0] = at;
	save[1] = sum;
	if (at == n) {
		out[0] = sum;
		out[1] = smgpu_continued() + 1;
		save[0] = 0;
		save[1] = 0;
		return;
	}
	while (!smgpu_continue())
		;
}

/* Items go to the task's queue by a continuation's hand too: the queue is the one that the task
 * has. */
SMGPU_KERNEL void queue_of(uint32_t *out)
{
	out[smgpu_continued()] = (uint32_t)smgpu_task_queue();
	if (smgpu_task_queue() && !smgpu_continued()) {
		smgpu_queue_release(smgpu_task_queue());
		while (!smgpu_continue())
			;
	}
}

/* A CTA ends when the host has let more CTAs end than are before it. */
SMGPU_KERNEL void gated(const uint32_t *gate)
{
	while (!threadIdx.x && __atomic_load_n(gate, __ATOMIC_RELAXED) <= blockIdx.x)
		;
}

/* Until a task has ended: how often its completed CTAs are more than before, and how many
 * were seen */
SMGPU_KERNEL void watch(const uint32_t *tmd, uint32_t *steps)
{
	uint32_t seen = 0, n = 0;

	while (__atomic_load_n(&tmd[SMGPU_TMD_STATE], __ATOMIC_RELAXED) < 3) {
		uint32_t completed = smgpu_task_completed(tmd);

		if (completed > seen)
			__atomic_store_n(&steps[0], ++n, __ATOMIC_RELAXED);
		seen = completed;
		__atomic_store_n(&steps[1], seen, __ATOMIC_RELAXED);
	}
}

/* Each thread launches one of the n children. */
SMGPU_KERNEL void parent(uint32_t *ring, const uint32_t *tmds, uint32_t n, uint32_t *log)
{
	uint32_t i = smgpu_global_id_x();

	while (i < n && !smgpu_launch_child(ring, tmds[i]))
		;
	if (i == 0)
		smgpu_atomic_add(&log[0], 500);
}

/* Notes its depth, and launches the next. */
SMGPU_KERNEL void nest(uint32_t *const *rings, const uint32_t *tmds, uint32_t depth, uint32_t last,
		       uint32_t *log)
{
	smgpu_atomic_add(&log[0], 1);
	log[depth] = depth * depth;
	if (depth < last)
		smgpu_launch_child(rings[depth], tmds[depth + 1]);
}

/* Item v below `inner` makes 2v + 1 and 2v + 2. */
SMGPU_KERNEL void tree(uint32_t *q, uint32_t *seen, uint32_t inner)
{
	uint32_t v = 0;
	bool mine = threadIdx.x < smgpu_queue_count();

	if (mine)
		v = *(uint32_t *)smgpu_queue_item(q, smgpu_queue_first() + threadIdx.x);
	smgpu_barrier();
	if (!threadIdx.x)
		smgpu_queue_release(q);
	if (!mine)
		return;
	smgpu_atomic_add(&seen[v], 1);
	for (uint32_t next = 2 * v + 1; v < inner && next <= 2 * v + 2; next++)
		smgpu_queue_push(q, &next);
}

SMGPU_KERNEL void wild_parent(uint32_t *ring, uint32_t child, uint32_t *out)
{
	smgpu_launch_child(ring, child);
	for (volatile uint32_t i = 0; i < 3000; i++)
		;
	out[0] = 1;
}
