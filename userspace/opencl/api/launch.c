// SPDX-License-Identifier: MIT
/*
 * clEnqueueNDRangeKernel(): the arguments as words of the constant bank, and the shape of the grid.
 *
 * What the card is given is a TMD and words of arguments, as for any other program of libsmgpu. The
 * work-group is a CTA, the sub-group a warp.
 *
 * The order of checks is that of OpenCL's list of errors for clEnqueueNDRangeKernel().
 */
#include <drm/smgpu_hw.h>

#include "internal.h"

#define GUESS 128u		/* work-items of a group, if the program does not say */

/* All that the launch needs is copied or held here: the program may change or release the kernel
 * at once. */
struct launch {
	struct work w;
	struct elf_file *elf;
	const struct smgpu_kernel *k;
	char *name;			/* of the kernel, for what is said if it fails */
	struct smgpu_launch l;		/* all of it, or what its parts have in common */
	unsigned int n_parts;		/* 0: it is one */
	struct smgpu_launch *parts;
	struct smgpu_whole *wholes;
	uint32_t *words;	/* arguments as the kernel gets them */
	int n_mems;
	/* Held until the command has ended, @n_mems of them. */
	cl_mem *mems;
};

/* Also of one that was made by half. */
static void drop(struct work *work)
{
	struct launch *w = (struct launch *)work;

	for (int i = 0; i < w->n_mems; i++)
		object_drop(w->mems[i]);
	free(w->mems);
	free(w->words);
	free(w->name);
	free(w->parts);
	free(w->wholes);
	elf_drop(w->elf);
	free(w);
}

/* The methods for the waits come first, then the launch, or all its parts. */
static cl_int issue(cl_event e)
{
	struct launch *w = (struct launch *)e->work;
	cl_int err = issue_begin(e, false);

	if (err)
		return err;
	return w->n_parts ? issue_launch(e, w->k, w->parts, w->n_parts)
			  : issue_launch(e, w->k, &w->l, 1);
}

static const char *name(const struct work *work)
{
	return ((const struct launch *)work)->name;
}

/* No ready(): arguments were copied when it was enqueued. No finish(): results stay on the card. */
static const struct work_ops ops = { NULL, issue, NULL, drop, name };

/* Each element in a word, or in two; structures as they are */
static void put_value(uint32_t *at, const struct smgpu_arg *a, const uint8_t *from)
{
	uint32_t each = a->element > 4 ? 2 : 1;

	if (a->kind == SMGPU_ARG_BYTES) {
		memcpy(at, from, a->bytes);
		return;
	}
	for (uint32_t i = 0; i < a->count; i++)
		memcpy(at + i * each, from + i * a->element, a->element);
}

/* Words of the bank that the argument takes. */
static uint32_t words_of(const struct smgpu_arg *a)
{
	if (a->kind == SMGPU_ARG_GLOBAL || a->kind == SMGPU_ARG_LOCAL)
		return 1;
	return a->kind == SMGPU_ARG_BYTES ? (a->bytes + 3) / 4
					  : a->count * (a->element > 4 ? 2 : 1);
}

/* Objects that are arguments are held until the command has ended. Local memory comes behind the
 * kernel's own. */
static cl_int put_args(cl_kernel k, struct launch *w)
{
	uint32_t n = smgpu_kernel_info(k->k)->arg_words,
		 shared = ALIGN_UP(smgpu_kernel_info(k->k)->shared_bytes, 16);

	for (int i = 0; i < k->n_args; i++)
		if (k->args[i].word + words_of(&k->args[i]) > n)
			n = k->args[i].word + words_of(&k->args[i]);
	/* The module may tell fewer words than its arguments take, if it does not use the last
	 * ones. */
	w->words = calloc(n + 1, sizeof(uint32_t));
	w->mems = calloc(k->n_args + 1, sizeof(cl_mem));
	if (!w->words || !w->mems)
		return CL_OUT_OF_HOST_MEMORY;
	for (int i = 0; i < k->n_args; i++) {
		const struct smgpu_arg *a = &k->args[i];
		const struct kernel_arg *v = &k->values[i];

		if (!v->set || (v->mem && !object_still(v->mem, KIND_MEM, v->serial)) ||
		    (v->sampler && !object_still(v->sampler, KIND_SAMPLER, v->serial)))
			return CL_INVALID_KERNEL_ARGS;
		if (a->kind == SMGPU_ARG_LOCAL) {
			w->words[a->word] = SMGPU_VA_SHARED_BASE + shared;
			/* Each argument begins on a multiple of 16, which every type is content
			 * with. */
			shared = ALIGN_UP(shared + v->bytes, 16);
		} else if (v->mem) {
			w->words[a->word] = arg_is_image(k, i) ? smgpu_buffer_va(v->mem->descriptor)
							       : v->mem->va;
			w->mems[w->n_mems++] = object_hold(v->mem);
		} else if (v->sampler) {
			w->words[a->word] = sampler_word(v->sampler);
		} else if (v->value) {
			put_value(w->words + a->word, a, v->value);
		}
	}
	w->l.args = w->words;
	w->l.arg_words = n;
	/* The TMD counts the kernel's own shared memory by itself. */
	w->l.extra_shared = shared - smgpu_kernel_info(k->k)->shared_bytes;
	return shared > k->program->context->device->info->shared_bytes ? CL_OUT_OF_RESOURCES
									: CL_SUCCESS;
}

/* The largest divisor of @n that is no larger than @most, a multiple of 32 if there is one */
static size_t divisor(size_t n, size_t most)
{
	size_t best = 1;

	for (size_t d = most / 32 * 32; d; d -= 32)
		if (n % d == 0)
			return d;
	for (size_t d = 1; d <= most; d++)
		if (n % d == 0)
			best = d;
	return best;
}

/*
 * In each dimension the launch is whole work-groups, then a smaller one: up to eight parts, each
 * with work-groups of one size. @rest: what the whole work-groups leave
 */
static cl_int divide(struct launch *w, const size_t *rest)
{
	w->parts = calloc(8, sizeof(*w->parts));
	w->wholes = calloc(8, sizeof(*w->wholes));
	if (!w->parts || !w->wholes)
		return CL_OUT_OF_HOST_MEMORY;
	for (unsigned int which = 0; which < 8; which++) {
		struct smgpu_launch *l = &w->parts[w->n_parts];
		struct smgpu_whole *whole = &w->wholes[w->n_parts];
		bool any = true;

		/* Bit i of @which: dimension i is the short one at its end. */
		*l = w->l;
		*whole = (struct smgpu_whole){ 0 };
		l->whole = whole;
		for (int i = 0; i < 3; i++) {
			uint32_t size = w->l.cta[i] ? w->l.cta[i] : 1,
				 groups = w->l.cta[i] ? w->l.grid[i] : 1;
			bool last = which >> i & 1;

			whole->cta[i] = size;
			whole->items[i] = groups * size + rest[i];
			any &= last ? rest[i] != 0 : groups != 0;
			if (!last)
				continue;
			whole->first[i] = groups;
			l->offset[i] += groups * size;
			l->grid[i] = 1;
			l->cta[i] = rest[i];
		}
		/* A part without work-groups leaves its place to the next one. */
		w->n_parts += any;
	}
	return CL_SUCCESS;
}

/* Grid and work-groups, or an error that names what is wrong. Without a local size the kernel's
 * own one or a divisor. */
static cl_int shape(cl_kernel k, struct launch *w, cl_uint dims, const size_t *offset,
		    const size_t *global, const size_t *local)
{
	const struct smgpu_kernel_info *info = smgpu_kernel_info(k->k);
	size_t limit = device_group_limit(k->program->context->device), threads = 1,
	       room = limit < GUESS ? limit : GUESS, rest[3] = { 0 };

	for (cl_uint i = 0; i < dims; i++) {
		size_t size;

		if (global[i] > UINT32_MAX)
			return CL_INVALID_GLOBAL_WORK_SIZE;
		if (offset && offset[i] > UINT32_MAX - global[i])
			return CL_INVALID_GLOBAL_OFFSET;
		if (local)
			size = local[i];
		else
			size = info->cta[0] ? info->cta[i] : divisor(global[i], room);
		if (!size)
			return CL_INVALID_WORK_GROUP_SIZE;
		if (local && size > limit)
			return CL_INVALID_WORK_ITEM_SIZE;
		if (info->cta[0] && size != info->cta[i])
			return CL_INVALID_WORK_GROUP_SIZE;
		rest[i] = global[i] % size;
		threads *= size;
		/* What is left for the next dimension of a size that is chosen here. */
		room /= local || info->cta[0] ? 1 : size;
		if (threads > limit)
			return CL_INVALID_WORK_GROUP_SIZE;
		w->l.cta[i] = size;
		w->l.grid[i] = global[i] / size;
		w->l.offset[i] = offset ? offset[i] : 0;
	}
	/* A kernel that demands a size demands it in each dimension. */
	for (cl_uint i = dims; i < 3; i++)
		if (info->cta[0] && info->cta[i] != 1)
			return CL_INVALID_WORK_GROUP_SIZE;
	if (!(rest[0] | rest[1] | rest[2]))
		return CL_SUCCESS;
	/* OpenCL C 3.0 has work-groups of several sizes, unless the compiler was told that all are
	 * of one */
	return !k->elf->parts || info->cta[0] ? CL_INVALID_WORK_GROUP_SIZE : divide(w, rest);
}

/* A kernel that is launched with an offset, or in parts, comes from another
 * version of the program. */
static cl_int take_kernel(cl_kernel k, struct launch *w)
{
	struct elf_file *e = k->elf;

	w->k = k->k;
	w->name = strdup(k->name);
	if (w->n_parts || w->l.offset[0] | w->l.offset[1] | w->l.offset[2]) {
		e = program_offset_elf(k->program);
		w->k = e ? smgpu_module_kernel(e->module, k->name) : NULL;
		if (!w->k)
			return w->n_parts ? CL_INVALID_WORK_GROUP_SIZE : CL_INVALID_GLOBAL_OFFSET;
	}
	w->elf = elf_hold(e);
	return CL_SUCCESS;
}

/* Before the kernel is looked into. */
static cl_int check(cl_command_queue q, cl_kernel k, cl_uint n_waits, const cl_event *waits)
{
	if (!object_valid(q, KIND_QUEUE))
		return CL_INVALID_COMMAND_QUEUE;
	if (!object_valid(k, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	if (k->program->context != q->context)
		return CL_INVALID_CONTEXT;
	return wait_list_check(q->context, n_waits, waits);
}

/* Is a launch of this size one without work-items? */
static bool of_nothing(cl_uint dims, const size_t *global)
{
	for (cl_uint i = 0; global && i < dims; i++)
		if (!global[i])
			return true;
	return !global;
}

/* Arguments are taken now: what clSetKernelArg() sets later is for the next launch. */
static cl_int enqueue(cl_command_queue q, cl_command_type type, cl_kernel k, cl_uint dims,
		      const size_t *offset, const size_t *global, const size_t *local,
		      cl_uint n_waits, const cl_event *waits, cl_event *event)
{
	cl_int err = check(q, k, n_waits, waits);
	struct launch *w;

	if (err)
		return err;
	if (dims < 1 || dims > 3)
		return CL_INVALID_WORK_DIMENSION;
	w = calloc(1, sizeof(*w));
	if (!w)
		return CL_OUT_OF_HOST_MEMORY;
	w->w.ops = &ops;
	/* Before the shape: arguments must be right also where there is nothing to run. */
	err = put_args(k, w);
	if (!err && of_nothing(dims, global)) {
		/* since OpenCL 2.1: done when what it waits for is done */
		drop(&w->w);
		return command_add_marker(q, type, false, n_waits, waits, event, false);
	}
	if (!err)
		err = shape(k, w, dims, offset, global, local);
	if (!err)
		err = take_kernel(k, w);
	if (err) {
		drop(&w->w);
		return err;
	}
	return command_add(q, type, &w->w, n_waits, waits, event, false);
}

/* Without a local size the library chooses one; see shape(). */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
						       cl_uint dims, const size_t *offset,
						       const size_t *global, const size_t *local,
						       cl_uint n_waits, const cl_event *waits,
						       cl_event *event)
{
	GUARD;

	return enqueue(queue, CL_COMMAND_NDRANGE_KERNEL, kernel, dims, offset, global, local,
		       n_waits, waits, event);
}

/* The same as a grid of one work-item. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueTask(cl_command_queue queue, cl_kernel kernel,
					      cl_uint n_waits, const cl_event *waits,
					      cl_event *event)
{
	const size_t one = 1;
	GUARD;

	return enqueue(queue, CL_COMMAND_TASK, kernel, 1, NULL, &one, &one, n_waits, waits, event);
}

/* Needs the host as a device, which CL_DEVICE_EXECUTION_CAPABILITIES denies. */
CL_API_ENTRY cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue queue,
						      void(CL_CALLBACK *function)(void *),
						      void *args, size_t bytes, cl_uint n,
						      const cl_mem *list, const void **places,
						      cl_uint n_waits, const cl_event *waits,
						      cl_event *event)
{
	GUARD;

	(void)function, (void)args, (void)bytes, (void)n, (void)list, (void)places, (void)n_waits,
		(void)waits, (void)event;
	return object_valid(queue, KIND_QUEUE) ? CL_INVALID_OPERATION : CL_INVALID_COMMAND_QUEUE;
}
