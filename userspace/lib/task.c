// SPDX-License-Identifier: MIT
/*
 * Tasks: TMDs that are built once, with their arguments, request ring or work queue, and launched
 * together or by kernels.
 *
 * A task outlives its launches: it can be launched again when it is done, or be launched by kernels
 * (smgpu_task.h). Documentation/user/tasks.rst is the guide,
 * Documentation/concepts/work-distribution.rst tells how the card runs tasks.
 *
 * All that the card reads of a task lies in one buffer, in card memory: kernels count in rings and
 * queues with atomics, which host memory has not.
 */
#include <stddef.h>

#include "internal.h"
#include "smgpu_elf.h"
#include "smgpu_queue.h"

#define AT(type, member, words) \
	SMGPU_STATIC_ASSERT(offsetof(type, member) == 4 * (words), "kernels use smgpu_queue.h")
AT(struct smgpu_work_queue, reserved, SMGPU_QUEUE_RESERVED);
AT(struct smgpu_work_queue, published, SMGPU_QUEUE_PUBLISHED);
AT(struct smgpu_work_queue, released, SMGPU_QUEUE_RELEASED);
AT(struct smgpu_work_queue, size, SMGPU_QUEUE_SIZE);
AT(struct smgpu_work_queue, item_bytes, SMGPU_QUEUE_ITEM_BYTES);
AT(struct smgpu_work_queue, items_va, SMGPU_QUEUE_ITEMS_VA);
AT(struct smgpu_request_ring, reserved, SMGPU_REQUESTS_RESERVED);
AT(struct smgpu_request_ring, taken, SMGPU_REQUESTS_TAKEN);
AT(struct smgpu_request_ring, size, SMGPU_REQUESTS_SIZE);
AT(struct smgpu_tmd, status.state, SMGPU_TMD_STATE);
AT(struct smgpu_tmd, status.ctas_completed, SMGPU_TMD_COMPLETED);
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_request_ring) == 4 * SMGPU_REQUESTS_WORDS,
		    "kernels use smgpu_queue.h");
SMGPU_STATIC_ASSERT(sizeof(struct smgpu_work_queue) == 4 * SMGPU_QUEUE_WORDS,
		    "kernels use smgpu_queue.h");

#define CONT_REQUESTS	16u	/* of a continuation, which may launch children too */

/* In the task's buffer; the queue's items or the ring's entries come behind their block. */
struct layout {
	struct smgpu_tmd tmd;
	struct large_args args;
	struct smgpu_tmd then[2] __attribute__((aligned(SMGPU_TMD_ALIGN)));
	uint32_t cont[SMGPU_CONT_WORDS];
	struct {
		struct smgpu_request_ring ring;
		struct smgpu_request entries[CONT_REQUESTS];
	} then_ring[2];
	struct smgpu_work_queue queue __attribute__((aligned(64)));
	struct smgpu_request_ring ring;		/* the last one: its entries follow */
};
SMGPU_STATIC_ASSERT(sizeof(struct layout) ==
			    offsetof(struct layout, ring) + sizeof(struct smgpu_request_ring),
		    "entries follow their ring");

/* Made by smgpu_task_new(), shared by references. @buf holds all that the card reads; the
 * pointers lie in its mapping. */
struct smgpu_task {
	int refs;
	struct smgpu_buffer *buf;
	struct layout *at;	/* the start of @buf */
	struct smgpu_request *entries;	/* of the request ring */
	uint8_t *items;	/* of the work queue */
	struct smgpu_module *mod, *cont_mod;	/* held: their code must stay while it may run */
	uint32_t flags;		/* of the TMD, which is slow to read */
	uint32_t ctas;	/* 0: a queue task */
};

/* The card's address of something in the task's mapping. */
static uint32_t va_of(const struct smgpu_task *t, const void *p)
{
	return t->buf->va + (uint32_t)((const uint8_t *)p - (const uint8_t *)t->at);
}

/* Everything that can be said without memory. 0 or -EINVAL. */
static int check(const struct smgpu_kernel *k, const struct smgpu_launch *l,
		 const struct smgpu_task_options *o)
{
	if (k->flags & SMGPU_ELF_PRINTS)
		return fail(-EINVAL,
			    "Kernel %s prints: only smgpu_launch() can give it a buffer for that.",
			    k->name);
	/* A TMD has no place for fences. */
	if (l->n_wait)
		return fail(
			-EINVAL,
			"A task waits for other tasks (after); for fences smgpu_launch_tasks() does.");
	if (l->arg_words > ARG_WORDS_MAX)
		return fail(-EINVAL, "%u argument words are more than %u.", l->arg_words,
			    ARG_WORDS_MAX);
	if (k->info.arg_words > l->arg_words && k->info.arg_words <= ARG_WORDS_MAX)
		return fail(-EINVAL, "Kernel %s reads %u argument words, %u were given.", k->name,
			    k->info.arg_words, l->arg_words);
	if (o->requests && (o->requests < 16 || o->requests > SMGPU_REQUESTS_MAX ||
			    (o->requests & (o->requests - 1))))
		return fail(-EINVAL, "A request ring has a power of two of entries, 16 to %u.",
			    SMGPU_REQUESTS_MAX);
	if (o->save_bytes > 1u << 28 || (o->save_bytes && !o->continuation))
		return fail(
			-EINVAL,
			"A save area is for a task with a continuation, and has at most 256 MiB.");
	if (o->continuation && o->continuation->flags & SMGPU_ELF_PRINTS)
		return fail(-EINVAL,
			    "Kernel %s prints: only smgpu_launch() can give it a buffer for that.",
			    o->continuation->name);
	if (o->continuation && o->continuation->info.arg_words > l->arg_words &&
	    o->continuation->info.arg_words <= ARG_WORDS_MAX)
		return fail(-EINVAL, "Kernel %s reads %u argument words, %u were given.",
			    o->continuation->name, o->continuation->info.arg_words, l->arg_words);
	if (!o->queue_items)
		return 0;
	if (o->queue_items > SMGPU_QUEUE_SIZE_MAX || (o->queue_items & (o->queue_items - 1)) ||
	    !o->item_bytes || o->item_bytes % 4 ||
	    (uint64_t)o->queue_items * o->item_bytes > 1u << 28)
		return fail(
			-EINVAL,
			"A work queue has a power of two of items, each of whole words, and at most 256 MiB.");
	if (o->coalesce_min > o->coalesce_max || o->coalesce_max > 0xffff)
		return fail(
			-EINVAL,
			"A CTA gets between coalesce_min and coalesce_max items, at most 65535.");
	return 0;
}

/* The request ring and the work queue, and what the TMD says of them. A queue task has no grid:
 * CTAs come as items do. */
static void fill_blocks(struct smgpu_task *t, const struct smgpu_task_options *o,
			struct smgpu_tmd *tmd)
{
	if (o->requests) {
		memset(t->entries, 0, o->requests * sizeof(*t->entries));
		t->at->ring = (struct smgpu_request_ring){ .size = o->requests };
		tmd->requests_va = va_of(t, &t->at->ring);
	}
	if (!o->queue_items)
		return;
	t->at->queue = (struct smgpu_work_queue){ .size = o->queue_items,
						   .item_bytes = o->item_bytes,
						   .items_va = va_of(t, t->items) };
	tmd->kind = SMGPU_TMD_QUEUE;
	memset(tmd->grid, 0, sizeof(tmd->grid));
	tmd->queue_va = va_of(t, &t->at->queue);
	tmd->coalesce_max = o->coalesce_max ? o->coalesce_max : 1;
	tmd->coalesce_min = o->coalesce_min ? o->coalesce_min : 1;
	tmd->coalesce_timeout = o->coalesce_timeout;
}

/* The two TMDs take turns: one is done when the other, which comes after it, begins. All have the
 * arguments of the task. */
static int fill_continuation(struct smgpu_task *t, struct smgpu_vm *vm,
			     const struct smgpu_launch *l, const struct smgpu_task_options *o,
			     const struct smgpu_tmd *tmd, const void *save)
{
	struct smgpu_launch then = { .priority = l->priority };
	struct smgpu_tmd next;
	int err;

	memcpy(then.grid, o->continuation_grid, sizeof(then.grid));
	memcpy(then.cta, o->continuation_cta, sizeof(then.cta));
	err = tmd_init(vm, &next, o->continuation, &then);
	if (err)
		return err;
	next.sm_mask = tmd->sm_mask;
	next.param_va = tmd->param_va;
	for (uint32_t i = 0; i < 2; i++) {
		next.after_va[0] = va_of(t, &t->at->then[!i]);
		next.after_va[1] = i ? 0 : t->buf->va;
		next.requests_va = va_of(t, &t->at->then_ring[i].ring);
		memset(&t->at->then_ring[i], 0, sizeof(t->at->then_ring[i]));
		t->at->then_ring[i].ring.size = CONT_REQUESTS;
		t->at->cont[SMGPU_CONT_REQUESTS + 1 + i] = next.requests_va;
		t->at->then[i] = next;
		t->at->cont[SMGPU_CONT_TMD + i] = va_of(t, &t->at->then[i]);
	}
	t->at->cont[SMGPU_CONT_COUNT] = 0;
	t->at->cont[SMGPU_CONT_REQUESTS] = tmd->requests_va;
	t->at->cont[SMGPU_CONT_QUEUE] = tmd->queue_va;
	t->at->cont[SMGPU_CONT_SAVE] = o->save_bytes ? va_of(t, save) : 0;
	t->at->args.front[SMGPU_BANK_FRONT + SMGPU_BANK_TASK] = va_of(t, t->at->cont);
	t->cont_mod = smgpu_module_ref(o->continuation->mod);
	return 0;
}

/* The TMD is written last and as a whole, as reading it back from card memory is slow. */
EXPORT struct smgpu_task *smgpu_task_new(struct smgpu_vm *vm, const struct smgpu_kernel *k,
					 const struct smgpu_launch *l,
					 const struct smgpu_task_options *opt)
{
	struct smgpu_task_options o = opt ? *opt : (struct smgpu_task_options){ 0 };
	uint64_t entries = ALIGN_UP(sizeof(struct layout), 64), items, save;
	struct smgpu_launch mine = *l;
	struct smgpu_tmd tmd;
	struct smgpu_task *t;

	/* The number means nothing without the flag. */
	if (o.throttle_sms)
		mine.flags |= SMGPU_TMD_THROTTLE;
	if (check(k, l, &o) || tmd_init(vm, &tmd, k, &mine))
		return NULL;
	if (o.continuation && !o.requests)
		o.requests = 16;
	/* Behind the layout: entries of the ring, items of the queue, then the save area. */
	items = entries + o.requests * sizeof(struct smgpu_request);
	save = ALIGN_UP(items + (uint64_t)o.queue_items * o.item_bytes, 64);
	t = calloc(1, sizeof(*t));
	if (!t) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	/* Kernels use atomics on rings and queues: card memory. */
	t->buf = smgpu_buffer_new(vm, ALIGN_UP(save + o.save_bytes, PAGE), SMGPU_BUFFER_VISIBLE);
	t->at = t->buf ? smgpu_buffer_map(t->buf) : NULL;
	if (!t->at) {
		if (t->buf)
			smgpu_buffer_unref(t->buf);
		free(t);
		return NULL;
	}
	t->refs = 1;
	t->entries = (void *)((uint8_t *)t->at + entries);
	t->items = (uint8_t *)t->at + items;
	t->mod = smgpu_module_ref(k->mod);
	t->flags = tmd.flags;
	fill_blocks(t, &o, &tmd);
	t->ctas = tmd.grid[0] * tmd.grid[1] * tmd.grid[2];
	tmd.sm_mask = o.sm_mask;
	tmd.throttle_sms = o.throttle_sms;
	tmd.param_va = va_of(t, t->at->args.word);
	memset(&t->at->args, 0, offsetof(struct large_args, word) + 4 * ARGS_MIN_WORDS);
	if (l->arg_words)
		memcpy(t->at->args.word, l->args, l->arg_words * 4);
	launch_front(t->at->args.word, k, l, 0);
	if (o.continuation && fill_continuation(t, vm, l, &o, &tmd, (uint8_t *)t->at + save)) {
		smgpu_task_unref(t);
		return NULL;
	}
	/* Kernels find zeros there in their first run. */
	memset((uint8_t *)t->at + save, 0, o.save_bytes);
	t->at->tmd = tmd;
	return t;
}

/* The caller's; launches take none. So a task in flight must be held by the program. */
EXPORT struct smgpu_task *smgpu_task_ref(struct smgpu_task *t)
{
	t->refs++;
	return t;
}

/* The caller knows that the task is over: the card reads its buffer until then. */
EXPORT void smgpu_task_unref(struct smgpu_task *t)
{
	if (!t || --t->refs)
		return;
	smgpu_module_unref(t->mod);
	if (t->cont_mod)
		smgpu_module_unref(t->cont_mod);
	smgpu_buffer_unref(t->buf);
	free(t);
}

/* An address in the TMD, no reference: @earlier must live until @t is done. -ENOSPC if there is
 * no place left. */
EXPORT int smgpu_task_after(struct smgpu_task *t, const struct smgpu_task *earlier)
{
	for (uint32_t i = 0; i < 4; i++)
		if (!t->at->tmd.after_va[i]) {
			t->at->tmd.after_va[i] = earlier->buf->va;
			return 0;
		}
	return fail(-ENOSPC, "A task comes after four others at most.");
}

/* What kernels pass to the launch functions of smgpu_task.h. */
EXPORT uint32_t smgpu_task_va(const struct smgpu_task *t)
{
	return t->buf->va;
}

/* Kernels may write there before they launch the task. */
EXPORT uint32_t smgpu_task_args_va(const struct smgpu_task *t)
{
	return va_of(t, t->at->args.word);
}

/* In the mapping of card memory: written quickly, read slowly. */
EXPORT uint32_t *smgpu_task_args(struct smgpu_task *t)
{
	return t->at->args.word;
}

/* 0 if the task was made without queue_items. */
EXPORT uint32_t smgpu_task_queue_va(const struct smgpu_task *t)
{
	return t->at->tmd.queue_va;
}

/* 0 if the task was made without requests. */
EXPORT uint32_t smgpu_task_requests_va(const struct smgpu_task *t)
{
	return t->at->tmd.requests_va;
}

/* As the card wrote it last. smgpu_task_progress() gives numbers that belong together. */
EXPORT void smgpu_task_status(const struct smgpu_task *t, struct smgpu_tmd_status *status)
{
	*status = t->at->tmd.status;
}

EXPORT void smgpu_task_progress(const struct smgpu_task *t, struct smgpu_progress *p)
{
	const volatile struct smgpu_tmd_status *s = &t->at->tmd.status;

	/* The card writes all words at once, but they are read one by one. */
	do {
		*p = (struct smgpu_progress){ .state = s->state,
					       .ctas = t->ctas,
					       .launched = s->ctas_launched,
					       .completed = s->ctas_completed,
					       .items = s->items,
					       .resume = s->resume };
	} while (p->launched != s->ctas_launched || p->completed != s->ctas_completed ||
		 p->state != s->state);
}

/* -ENOSPC adds nothing at all. The counters run on and wrap; a place in the ring is a counter
 * modulo the size. */
EXPORT int smgpu_task_append(struct smgpu_task *t, const void *items, uint32_t n)
{
	volatile struct smgpu_work_queue *q = &t->at->queue;
	uint32_t first = q->reserved, size = q->size, bytes = q->item_bytes;

	if (!t->at->tmd.queue_va)
		return fail(-EINVAL, "The task has no work queue.");
	/* Room is what the card has released, not what it has taken: it may still read items. */
	if (n > size - (first - q->released))
		return fail(-ENOSPC, "The work queue has no room for %u items.", n);
	for (uint32_t i = 0; i < n; i++)
		memcpy(t->items + (uint64_t)((first + i) & (size - 1)) * bytes,
		       (const uint8_t *)items + (uint64_t)i * bytes, bytes);
	/* Write-combined stores: items before the count that says they are there. */
	__sync_synchronize();
	q->reserved = first + n;
	q->published = first + n;
	return 0;
}

/* @works with room for one more; frees them. NULL on failure. */
static struct smgpu_fence *submit_all(struct smgpu_queue *q, struct drm_smgpu_work *works,
				      uint32_t n, struct smgpu_fence *const *wait, uint32_t n_wait)
{
	struct smgpu_fence *f;

	/* A new module may lie where an old one was, whose instructions SMs may still hold. */
	if (q->code_version != q->vm->code_version) {
		memmove(works + 1, works, n++ * sizeof(*works));
		works[0] = queue_drop_code(q);
	}
	f = submit_works(q, works, n, wait, n_wait);
	if (f)
		q->code_version = q->vm->code_version;
	free(works);
	return f;
}

/* Room for @n works and one that may come in front. Refuses more than the queue takes, whose
 * sentence names them by @what. */
static struct drm_smgpu_work *works_for(const struct smgpu_queue *q, uint32_t n, const char *what)
{
	uint32_t most = (q->user.entries ? q->user.n : DRM_SMGPU_SUBMIT_MAX_WORK) - 1;
	struct drm_smgpu_work *works;

	if (n > most) {
		fail(-EINVAL, "%u %s are more than this queue takes at once (%u).", n, what, most);
		return NULL;
	}
	works = calloc(n + 1u, sizeof(*works));
	if (!works)
		fail(-ENOMEM, "Out of memory.");
	return works;
}

/* A continuation begins anew with each launch. */
EXPORT struct smgpu_fence *smgpu_launch_tasks(struct smgpu_queue *q,
					      struct smgpu_task *const *tasks, uint32_t n,
					      struct smgpu_fence *const *wait, uint32_t n_wait)
{
	struct drm_smgpu_work *works = works_for(q, n, "tasks");

	if (!works)
		return NULL;
	for (uint32_t i = 0; i < n; i++) {
		/* All or none: nothing is submitted before all have passed. */
		if (queue_schedules(q, tasks[i]->flags)) {
			free(works);
			return NULL;
		}
		tasks[i]->at->cont[SMGPU_CONT_COUNT] = 0;
		works[i] = (struct drm_smgpu_work){ .kind = DRM_SMGPU_WORK_TMD,
						     .va = tasks[i]->buf->va };
	}
	return submit_all(q, works, n, wait, n_wait);
}

/* Empty streams are left out. */
EXPORT struct smgpu_fence *smgpu_submit_streams(struct smgpu_queue *q,
						struct smgpu_stream *const *streams, uint32_t n)
{
	struct drm_smgpu_work *works = works_for(q, n, "pushbuffers");
	uint32_t used = 0;

	if (!works)
		return NULL;
	for (uint32_t i = 0; i < n; i++)
		if (streams[i]->used)
			works[used++] = stream_work(streams[i]);
	return submit_all(q, works, used, NULL, 0);
}
