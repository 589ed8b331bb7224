// SPDX-License-Identifier: MIT
/*
 * Launches: a slot of the queue gets the TMD and the arguments.
 *
 * launch.c fills TMDs, which task.c uses too; submit.c hands them to the card, and fence.c looks
 * at what became of them.
 *
 * The order inside smgpu_launch() matters: what can be refused is refused first, then a slot is
 * taken, then memory is written, and the driver or the doorbell comes last. The card may read the
 * TMD from that moment on.
 *
 * Documentation/software/library.rst, "A launch", tells of slots;
 * Documentation/concepts/work-distribution.rst of what a TMD asks for.
 */
#include "internal.h"
#include "smgpu_elf.h"

/* Threads of a CTA along dimension @i. A size that was left out counts as 1. */
static uint32_t tmd_size(const struct smgpu_launch *l, int i)
{
	return l->cta[i] ? l->cta[i] : 1;
}

/* Refuses what the card would stop the queue for: an error with a sentence is better than a dead
 * queue. param_va is for the caller. 0 or a negative errno; then *tmd is not to be used. */
int tmd_init(struct smgpu_vm *vm, struct smgpu_tmd *tmd, const struct smgpu_kernel *k,
	     const struct smgpu_launch *l)
{
	const struct smgpu_info *info = &vm->dev->info;
	uint64_t threads = 1, ctas = 1, shared = (uint64_t)k->info.shared_bytes + l->extra_shared;
	uint32_t local_va = 0, most = l->flags & SMGPU_TMD_THROTTLE ? info->throttle_shared_bytes
								    : info->shared_bytes;

	*tmd = (struct smgpu_tmd){
		.magic = SMGPU_TMD_MAGIC,
		.kind = SMGPU_TMD_GRID,
		.priority = l->priority ? l->priority : 5,
		.flags = l->flags,
		.regs_per_thread = ALIGN_UP(k->info.regs, 8),
		.entry_va = k->info.entry_va,
		.shared_bytes = shared,
		.local_bytes = k->info.local_bytes,
		.quota_inflight = l->quota_inflight,
		.quota_launched = l->quota_launched,
		.schedule = l->flags & SMGPU_TMD_SCHEDULE ? l->schedule : 0,
		.l1_tokens = l->flags & SMGPU_TMD_SCHEDULE ? l->l1_tokens : 0,
		.l2_tokens = l->flags & SMGPU_TMD_SCHEDULE ? l->l2_tokens : 0,
		.thread_type = l->thread_type,
	};
	if (l->thread_type > SMGPU_THREAD_PIXEL)
		return fail(-EINVAL, "There are no threads of type %u.", l->thread_type);
	if (l->flags & SMGPU_TMD_SCHEDULE && l->schedule > UINT16_MAX)
		return fail(-EINVAL, "There is no schedule of warps 0x%x.", l->schedule);
	if (l->flags & SMGPU_TMD_SCHEDULE && l->l1_tokens > UINT16_MAX)
		return fail(-EINVAL, "An SM can't give %u priority tokens of L1.", l->l1_tokens);
	if (l->flags & SMGPU_TMD_SCHEDULE && l->l2_tokens > UINT16_MAX)
		return fail(-EINVAL, "The card can't give %u priority tokens of the L2.",
			    l->l2_tokens);
	if (k->info.cta[0] &&
	    (tmd_size(l, 0) != k->info.cta[0] || tmd_size(l, 1) != k->info.cta[1] ||
	     tmd_size(l, 2) != k->info.cta[2]))
		return fail(
			-EINVAL,
			"Kernel %s needs CTAs of %u x %u x %u threads; %u x %u x %u were asked for.",
			k->name, k->info.cta[0], k->info.cta[1], k->info.cta[2], tmd_size(l, 0),
			tmd_size(l, 1), tmd_size(l, 2));
	if (l->priority > SMGPU_PRIORITY_LAST)
		return fail(-EINVAL,
			    "There is no priority %u: they go from %u, the most urgent, to %u.",
			    l->priority, SMGPU_PRIORITY_FIRST, SMGPU_PRIORITY_LAST);
	for (int i = 0; i < 3; i++) {
		threads *= tmd_size(l, i);
		if (threads > SMGPU_MAX_CTA_THREADS || threads > info->warps_per_sm * 32)
			return fail(
				-EINVAL,
				"A CTA of %u x %u x %u threads is more than this card can run (%u).",
				l->cta[0], l->cta[1], l->cta[2],
				info->warps_per_sm * 32 < SMGPU_MAX_CTA_THREADS
					? info->warps_per_sm * 32
					: SMGPU_MAX_CTA_THREADS);
		tmd->grid[i] = l->grid[i] ? l->grid[i] : 1;
		tmd->cta[i] = tmd_size(l, i);
		/* at most 32 bits before, so no product has more than 64 */
		ctas *= tmd->grid[i];
		if (ctas > SMGPU_MAX_GRID_CTAS)
			return fail(
				-EINVAL,
				"A grid of %u x %u x %u CTAs is more than a task can have (%u).",
				l->grid[0], l->grid[1], l->grid[2], SMGPU_MAX_GRID_CTAS);
	}
	if (shared > most)
		return fail(-EINVAL, "Kernel %s needs %llu bytes of shared memory; an SM has %u.",
			    k->name, (unsigned long long)shared, most);
	if (k->info.local_bytes) {
		int err = vm_local(vm, k->info.local_bytes, &local_va);

		if (err)
			return err;
	}
	tmd->local_va = local_va;
	return 0;
}

/* For programs that keep TMDs themselves: they set param_va and launch with
 * smgpu_stream_launch(). */
EXPORT int smgpu_tmd_init(struct smgpu_vm *vm, struct smgpu_tmd *tmd, const struct smgpu_kernel *k,
			  const struct smgpu_launch *l)
{
	if (k->flags & SMGPU_ELF_PRINTS)
		return fail(-EINVAL,
			    "Kernel %s prints: only smgpu_launch() can give it a buffer for that.",
			    k->name);
	return tmd_init(vm, tmd, k, l);
}

/* How many the caller gave: a size of 0 in both grid and CTA is no dimension. */
static uint32_t dimensions(const struct smgpu_launch *l)
{
	uint32_t n = 3;

	while (n > 1 && !l->grid[n - 1] && !l->cta[n - 1])
		n--;
	return n;
}

/* The method that has the instruction caches forget: code has come to the VM since the queue's last
 * launch. */
struct drm_smgpu_work queue_drop_code(const struct smgpu_queue *q)
{
	return (struct drm_smgpu_work){ .kind = DRM_SMGPU_WORK_SEGMENT,
					 .va = q->tmds->va +
					       LAUNCH_SLOTS * sizeof(struct smgpu_tmd),
					 .bytes = 8 };
}

/* The next slot; waits for the launch that holds it. Slots go round, so that is the oldest
 * launch, and only a full queue waits long. */
static int take_slot(struct smgpu_queue *q)
{
	uint32_t slot = q->next_slot;
	struct smgpu_fence *f = q->in_slot[slot];

	if (f) {
		smgpu_fence_wait(f, -1);
		q->in_slot[slot] = NULL;
		smgpu_fence_unref(f);
	}
	q->next_slot = (slot + 1) % LAUNCH_SLOTS;
	return slot;
}

/* Words for the arguments of the launch in @slot, with those for the runtime before them; NULL: no
 * memory */
static uint32_t *take_args(struct smgpu_queue *q, uint32_t slot, uint32_t words, uint32_t *va)
{
	struct smgpu_buffer **large = &q->large[slot];

	if (words <= ARG_WORDS_SLOT) {
		/* the usual case: every slot has room for a few arguments */
		*va = q->args->va + slot * sizeof(struct slot_args) +
		      offsetof(struct slot_args, word);
		return ((struct slot_args *)q->args->map)[slot].word;
	}
	if (!*large)
		*large = buffer_make(q->vm, ALIGN_UP(sizeof(struct large_args), PAGE),
				     SMGPU_BUFFER_VISIBLE, 0, true);
	if (!*large)
		*large = buffer_make(q->vm, ALIGN_UP(sizeof(struct large_args), PAGE),
				     SMGPU_BUFFER_HOST, 0, true);
	if (!*large || !smgpu_buffer_map(*large))
		return NULL;
	*va = (*large)->va + offsetof(struct large_args, word);
	return ((struct large_args *)(*large)->map)->word;
}

/* The words before the arguments. The runtime of kernels finds them at fixed distances below the
 * arguments. Those for offsets and parts are only filled for modules that read them. */
void launch_front(uint32_t *args, const struct smgpu_kernel *k, const struct smgpu_launch *l,
		  uint32_t print_va)
{
	const struct smgpu_whole *whole = l->whole;

	args[SMGPU_BANK_PRINT] = print_va;
	args[SMGPU_BANK_DIMS] = dimensions(l);
	memcpy(args + SMGPU_BANK_OFFSET, l->offset, sizeof(l->offset));
	if (!(k->flags & SMGPU_ELF_OFFSETS))
		return;
	for (int i = 0; i < 3; i++) {
		args[SMGPU_BANK_ITEMS + i] = whole ? whole->items[i]
						   : (l->grid[i] ? l->grid[i] : 1) * tmd_size(l, i);
		args[SMGPU_BANK_CTA + i] = whole ? whole->cta[i] : tmd_size(l, i);
		args[SMGPU_BANK_FIRST + i] = whole ? whole->first[i] : 0;
	}
}

/* Everything that can be refused is refused before a slot is taken. The caller owns the fence
 * that comes back; the slot holds it, too, until it is used again. */
EXPORT struct smgpu_fence *smgpu_launch(struct smgpu_queue *q, const struct smgpu_kernel *k,
					const struct smgpu_launch *l)
{
	struct smgpu_tmd tmd, *to;
	struct smgpu_fence *f;
	struct drm_smgpu_work work[3] = { 0 };
	uint32_t *args, n = 0, slot;
	struct print *prints = NULL;

	if (l->arg_words > ARG_WORDS_MAX) {
		fail(-EINVAL, "%u argument words are more than %u.", l->arg_words, ARG_WORDS_MAX);
		return NULL;
	}
	if (k->info.arg_words > l->arg_words && k->info.arg_words <= ARG_WORDS_MAX) {
		fail(-EINVAL, "Kernel %s reads %u argument words, %u were given.", k->name,
		     k->info.arg_words, l->arg_words);
		return NULL;
	}
	if (l->whole && !(k->flags & SMGPU_ELF_OFFSETS)) {
		fail(-EINVAL,
		     "Kernel %s can't be launched in parts: its module was made without --offsets.",
		     k->name);
		return NULL;
	}
	if (l->priority && l->priority < q->best_priority) {
		fail(-EINVAL,
		     "Priority %u is more urgent than the queue may ask for: it begins with %u.",
		     l->priority, q->best_priority);
		return NULL;
	}
	if (queue_schedules(q, l->flags) || tmd_init(q->vm, &tmd, k, l))
		return NULL;
	if (k->flags & SMGPU_ELF_PRINTS && print_take(q->vm, &prints))
		return NULL;
	if (!l->priority)
		tmd.priority = q->best_priority;
	slot = take_slot(q);
	args = take_args(q, slot, l->arg_words, &tmd.param_va);
	if (!args) {
		if (prints)
			print_give(q->vm, prints);
		return NULL;
	}
	to = &((struct slot_tmd *)q->tmds->map)[slot].tmd;
	if (l->arg_words)
		memcpy(args, l->args, l->arg_words * 4);
	for (uint32_t i = l->arg_words; i < ARGS_MIN_WORDS; i++)
		/* a start stub may load words that the kernel has no arguments for */
		args[i] = 0;
	launch_front(args, k, l, prints ? prints->buf->va : 0);
	*to = tmd;
	if (q->code_version != q->vm->code_version)
		work[n++] = queue_drop_code(q);
	if (l->before && l->before->used)
		work[n++] = stream_work(l->before);
	work[n++] = (struct drm_smgpu_work){ .kind = DRM_SMGPU_WORK_TMD,
					      .va = q->tmds->va + slot * sizeof(struct smgpu_tmd) };
	f = submit_works(q, work, n, l->wait, l->n_wait);
	if (!f) {
		if (prints)
			print_give(q->vm, prints);
		return NULL;
	}
	q->code_version = q->vm->code_version;
	f->launch = true;
	smgpu_queue_unref(q);	/* the slot's reference would make a ring */
	f->live = &to->status;
	f->mod = smgpu_module_ref(k->mod);
	f->prints = prints;
	q->in_slot[slot] = smgpu_fence_ref(f);
	q->detach = fence_detach;
	return f;
}
