// SPDX-License-Identifier: MIT
/*
 * Kernels and their arguments.
 *
 * A kernel object is a kernel of an ELF file with values for its arguments. api/launch.c turns the
 * values into words when the kernel is enqueued.
 *
 * Memory objects and samplers are not held by the kernel, as OpenCL demands. A serial number tells
 * the launch whether they are still the same.
 *
 * An argument without a value makes a launch CL_INVALID_KERNEL_ARGS. Values survive launches, and a
 * clone begins with a copy of them.
 *
 * Types, names and qualifiers come from the compiler (section .smgpu.cl); sizes and words from the
 * table that libsmgpu reads (smgpu_elf.h).
 */
#include <stdio.h>

#include "internal.h"

/* Frees the value; memory objects and samplers are not held, so there is nothing else. */
static void arg_clear(struct kernel_arg *a)
{
	free(a->value);
	*a = (struct kernel_arg){ 0 };
}

/* Also of one that make() gave up: its fields may be NULL. */
static void destroy(void *object)
{
	cl_kernel k = object;

	for (int i = 0; i < k->n_args; i++)
		arg_clear(&k->values[i]);
	free(k->values);
	free(k->name);
	elf_drop(k->elf);
	if (k->program) {
		k->program->kernels--;
		object_drop(k->program);
	}
}

/* What the compiler told of the kernel, or NULL. */
static const struct kernel_about *about_of(const struct elf_file *e, const char *name)
{
	for (int i = 0; i < e->n_about; i++)
		if (!strcmp(e->about[i].name, name))
			return &e->about[i];
	return NULL;
}

/* The kernel holds its ELF file, so another build of the program does not take the code away.
 * @p->kernels makes such a build impossible anyway. */
static cl_kernel make(cl_program p, const char *name, cl_int *err_ret)
{
	const struct kernel_about *about = about_of(p->elf, name);
	cl_kernel k;

	if (!about)
		return refuse(err_ret, CL_INVALID_KERNEL_NAME);
	k = object_new(KIND_KERNEL, sizeof(*k), destroy);
	if (!k)
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	/* Held at once, so that destroy() drops it, whatever fails below. */
	k->elf = elf_hold(p->elf);
	k->k = smgpu_module_kernel(p->elf->module, name);
	/* Both descriptions must agree: they come from one compiler, but the file may be
	 * damaged. */
	k->n_args = k->k ? smgpu_kernel_args(k->k, &k->args) : -1;
	if (k->n_args < 0 || k->n_args != about->n_args) {
		k->n_args = 0;
		object_drop(k);
		return refuse(err_ret, CL_INVALID_KERNEL_DEFINITION);
	}
	k->about = about;
	k->name = strdup(name);
	k->values = calloc(k->n_args + 1, sizeof(*k->values));
	if (!k->name || !k->values) {
		k->n_args = 0;
		object_drop(k);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	k->program = object_hold(p);
	p->kernels++;
	return accept_as(err_ret, k);
}

/* The program is held by the kernel, so it can be released at once. */
CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name,
						  cl_int *err_ret)
{
	GUARD;

	if (!object_valid(program, KIND_PROGRAM))
		return refuse(err_ret, CL_INVALID_PROGRAM);
	if (!program_executable(program))
		return refuse(err_ret, CL_INVALID_PROGRAM_EXECUTABLE);
	if (!name)
		return refuse(err_ret, CL_INVALID_VALUE);
	return make(program, name, err_ret);
}

/* All or none: if one fails, those before it are released. */
CL_API_ENTRY cl_int CL_API_CALL clCreateKernelsInProgram(cl_program program, cl_uint room,
							 cl_kernel *list, cl_uint *n)
{
	cl_int err = CL_SUCCESS;
	cl_uint count;
	GUARD;

	if (!object_valid(program, KIND_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!program_executable(program))
		return CL_INVALID_PROGRAM_EXECUTABLE;
	count = program->elf->n_about;
	if (list && room < count)
		return CL_INVALID_VALUE;
	if (n)
		*n = count;
	for (cl_uint i = 0; list && i < count && !err; i++) {
		list[i] = make(program, program->elf->about[count - 1 - i].name, &err);
		while (err && i)
			object_release(list[--i], KIND_KERNEL);
	}
	return err;
}

/* Values are copied; memory objects and samplers are named, not held, as in the original. */
CL_API_ENTRY cl_kernel CL_API_CALL clCloneKernel(cl_kernel source, cl_int *err_ret)
{
	bool short_of = false;
	cl_kernel k;
	GUARD;

	if (!object_valid(source, KIND_KERNEL))
		return refuse(err_ret, CL_INVALID_KERNEL);
	k = make(source->program, source->name, err_ret);
	for (int i = 0; k && i < k->n_args; i++) {
		const struct kernel_arg *from = &source->values[i];

		k->values[i] = *from;
		k->values[i].value = from->value ? malloc(from->bytes) : NULL;
		if (k->values[i].value)
			memcpy(k->values[i].value, from->value, from->bytes);
		short_of |= from->value && !k->values[i].value;
	}
	if (short_of) {
		object_drop(k);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	return k;
}

/* Of an object with values for arguments; it is not copied by that. */
CL_API_ENTRY cl_int CL_API_CALL clRetainKernel(cl_kernel kernel)
{
	return object_retain(kernel, KIND_KERNEL);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel)
{
	return object_release(kernel, KIND_KERNEL);
}

/* Only images have an access qualifier. */
bool arg_is_image(cl_kernel k, cl_uint i)
{
	return k->about->args[i].access != CL_KERNEL_ARG_ACCESS_NONE;
}

/* The type's name alone tells; the module sees a word. */
static bool arg_is_sampler(cl_kernel k, cl_uint i)
{
	return !strcmp(k->about->args[i].type, "sampler_t");
}

/* The serial number lets a launch see that the object has gone and another one has its address. */
static cl_int set_mem(cl_kernel k, cl_uint i, size_t bytes, const void *value)
{
	cl_mem m = NULL;

	if (bytes != sizeof(cl_mem))
		return CL_INVALID_ARG_SIZE;
	if (value)
		memcpy(&m, value, sizeof(m));
	if (m && (!object_valid(m, KIND_MEM) || m->context != k->program->context ||
		  arg_is_image(k, i) != is_image(m)))
		return CL_INVALID_MEM_OBJECT;
	/* An image must be there, may be used so, and must be of the kind that the kernel
	 * declares. */
	if (arg_is_image(k, i)) {
		const struct arg_about *a = &k->about->args[i];

		if (!m ||
		    (a->access == CL_KERNEL_ARG_ACCESS_READ_ONLY && m->flags & CL_MEM_WRITE_ONLY) ||
		    (a->access == CL_KERNEL_ARG_ACCESS_WRITE_ONLY && m->flags & CL_MEM_READ_ONLY))
			return CL_INVALID_ARG_VALUE;
		if (!image_is(m, a->type))
			return CL_INVALID_MEM_OBJECT;
	}
	arg_clear(&k->values[i]);
	k->values[i] = (struct kernel_arg){
		.set = true, .bytes = bytes, .mem = m, .serial = m ? m->o.serial : 0
	};
	return CL_SUCCESS;
}

/* As for memory objects, the sampler is not held. */
static cl_int set_sampler(cl_kernel k, cl_uint i, size_t bytes, const void *value)
{
	cl_sampler s = NULL;

	if (bytes != sizeof(cl_sampler))
		return CL_INVALID_ARG_SIZE;
	if (value)
		memcpy(&s, value, sizeof(s));
	if (!object_valid(s, KIND_SAMPLER) || s->context != k->program->context)
		return CL_INVALID_SAMPLER;
	arg_clear(&k->values[i]);
	k->values[i] = (struct kernel_arg){
		.set = true, .bytes = bytes, .sampler = s, .serial = s->o.serial
	};
	return CL_SUCCESS;
}

/* A value that is refused leaves the old one. */
CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint i, size_t bytes,
					       const void *value)
{
	const struct smgpu_arg *a;
	void *copy;
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	if (i >= (cl_uint)kernel->n_args)
		return CL_INVALID_ARG_INDEX;
	a = &kernel->args[i];
	if (arg_is_sampler(kernel, i))
		return set_sampler(kernel, i, bytes, value);
	if (a->kind == SMGPU_ARG_GLOBAL)
		return set_mem(kernel, i, bytes, value);
	/* Only a size is given: the launch places it in shared memory. */
	if (a->kind == SMGPU_ARG_LOCAL) {
		if (value)
			return CL_INVALID_ARG_VALUE;
		if (!bytes)
			return CL_INVALID_ARG_SIZE;
		if (bytes > kernel->program->context->device->info->shared_bytes)
			return CL_OUT_OF_RESOURCES;
		kernel->values[i] = (struct kernel_arg){ .set = true, .bytes = bytes };
		return CL_SUCCESS;
	}
	if (!value)
		return CL_INVALID_ARG_VALUE;
	/* The compiler's size: a vector of three elements takes the room of four. */
	if (bytes != a->bytes)
		return CL_INVALID_ARG_SIZE;
	copy = malloc(bytes);
	if (!copy)
		return CL_OUT_OF_HOST_MEMORY;
	memcpy(copy, value, bytes);
	arg_clear(&kernel->values[i]);
	kernel->values[i] = (struct kernel_arg){ .set = true, .bytes = bytes, .value = copy };
	return CL_SUCCESS;
}

/*
 * "reqd_work_group_size(8,8,1)", as the source has it, one behind the other; nothing if the
 * program was not given as source
 */
static void attributes(cl_kernel k, char *text, size_t room)
{
	const struct smgpu_kernel_info *info = smgpu_kernel_info(k->k);

	*text = 0;
	if (k->program->binary || k->program->il)
		return;
	if (info->cta[0])
		snprintf(text, room, "reqd_work_group_size(%u,%u,%u)", info->cta[0], info->cta[1],
			 info->cta[2]);
	if (info->cta_hint[0])
		snprintf(text + strlen(text), room - strlen(text),
			 "%swork_group_size_hint(%u,%u,%u)", *text ? " " : "", info->cta_hint[0],
			 info->cta_hint[1], info->cta_hint[2]);
	if (info->vec_hint)
		snprintf(text + strlen(text), room - strlen(text), "%svec_type_hint(%s)",
			 *text ? " " : "", info->vec_hint);
}

/* The name is that of the source. */
CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info name, size_t room,
						void *value, size_t *ret)
{
	char text[128];
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	switch (name) {
	case CL_KERNEL_FUNCTION_NAME: GIVE_STRING(kernel->name);
	case CL_KERNEL_NUM_ARGS: GIVE(cl_uint, kernel->n_args);
	case CL_KERNEL_REFERENCE_COUNT: GIVE(cl_uint, kernel->o.refs);
	case CL_KERNEL_CONTEXT: GIVE(cl_context, kernel->program->context);
	case CL_KERNEL_PROGRAM: GIVE(cl_program, kernel->program);
	case CL_KERNEL_ATTRIBUTES:
		attributes(kernel, text, sizeof(text));
		GIVE_STRING(text);
	}
	return CL_INVALID_VALUE;
}

/* Known for each program, as every build has -cl-kernel-arg-info. */
CL_API_ENTRY cl_int CL_API_CALL clGetKernelArgInfo(cl_kernel kernel, cl_uint i,
						   cl_kernel_arg_info name, size_t room,
						   void *value, size_t *ret)
{
	const struct arg_about *a;
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	if (i >= (cl_uint)kernel->n_args)
		return CL_INVALID_ARG_INDEX;
	a = &kernel->about->args[i];
	switch (name) {
	case CL_KERNEL_ARG_ADDRESS_QUALIFIER: GIVE(cl_kernel_arg_address_qualifier, a->space);
	case CL_KERNEL_ARG_ACCESS_QUALIFIER: GIVE(cl_kernel_arg_access_qualifier, a->access);
	case CL_KERNEL_ARG_TYPE_NAME: GIVE_STRING(a->type);
	case CL_KERNEL_ARG_TYPE_QUALIFIER: GIVE(cl_kernel_arg_type_qualifier, a->qualifiers);
	case CL_KERNEL_ARG_NAME: GIVE_STRING(a->name);
	}
	return CL_INVALID_VALUE;
}

/* Shared memory of a work-group with the arguments that are set */
static cl_ulong local_bytes(cl_kernel k)
{
	cl_ulong bytes = smgpu_kernel_info(k->k)->shared_bytes;

	for (int i = 0; i < k->n_args; i++)
		if (k->args[i].kind == SMGPU_ARG_LOCAL)
			/* As the launch places them: each at a multiple of 16. */
			bytes = ALIGN_UP(bytes, 16) + k->values[i].bytes;
	return bytes;
}

/* Limits of the card and demands of the source; nothing here depends on a queue. */
CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
							 cl_kernel_work_group_info name,
							 size_t room, void *value, size_t *ret)
{
	const struct smgpu_kernel_info *info;
	size_t size[3], limit;
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	if (device &&
	    (!object_valid(device, KIND_DEVICE) || device != kernel->program->context->device))
		return CL_INVALID_DEVICE;
	info = smgpu_kernel_info(kernel->k);
	limit = device_group_limit(kernel->program->context->device);
	switch (name) {
	/* A size that the source demands is the only one that can be launched. */
	case CL_KERNEL_WORK_GROUP_SIZE:
		GIVE(size_t,
		     info->cta[0] ? (size_t)info->cta[0] * info->cta[1] * info->cta[2] : limit);
	case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
		for (int i = 0; i < 3; i++)
			size[i] = info->cta[i];
		GIVE_BYTES(size, sizeof(size));
	case CL_KERNEL_LOCAL_MEM_SIZE: GIVE(cl_ulong, local_bytes(kernel));
	case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: GIVE(size_t, SUB_GROUP);
	case CL_KERNEL_PRIVATE_MEM_SIZE: GIVE(cl_ulong, info->local_bytes);
	}
	/* CL_KERNEL_GLOBAL_WORK_SIZE too: it is for built-in kernels */
	return CL_INVALID_VALUE;
}

/* A sub-group is a warp; the last one of a work-group may be short. */
static size_t sub_groups(const uint32_t *cta)
{
	return ((size_t)cta[0] * cta[1] * cta[2] + SUB_GROUP - 1) / SUB_GROUP;
}

/* Sizes of work-groups are counted in sub-groups of SUB_GROUP work-items. */
CL_API_ENTRY cl_int CL_API_CALL clGetKernelSubGroupInfo(cl_kernel kernel, cl_device_id device,
							cl_kernel_sub_group_info name,
							size_t in_bytes, const void *in,
							size_t room, void *value, size_t *ret)
{
	const size_t *sizes = in;
	size_t limit, items = 1, local[3];
	const uint32_t *cta;
	GUARD;

	if (!object_valid(kernel, KIND_KERNEL))
		return CL_INVALID_KERNEL;
	limit = device_group_limit(kernel->program->context->device);
	cta = smgpu_kernel_info(kernel->k)->cta;
	if (device &&
	    (!object_valid(device, KIND_DEVICE) || device != kernel->program->context->device))
		return CL_INVALID_DEVICE;
	switch (name) {
	case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE: case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
		if (!in || !in_bytes || in_bytes % sizeof(size_t) || in_bytes > 3 * sizeof(size_t))
			return CL_INVALID_VALUE;
		for (size_t i = 0; i < in_bytes / sizeof(size_t); i++)
			items *= sizes[i];
		GIVE(size_t, name == CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE
				     ? (items + SUB_GROUP - 1) / SUB_GROUP
				     : SUB_GROUP);
	case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
		if (!in || in_bytes != sizeof(size_t) ||
		    (value && (!room || room % sizeof(size_t) || room > sizeof(local))))
			return CL_INVALID_VALUE;
		/* One dimension for a kernel that takes any size; the rest counts as 1. */
		for (size_t i = 0; i < 3; i++)
			local[i] = cta[0] ? cta[i] : i ? 1 : sizes[0] * SUB_GROUP;
		if (!sizes[0] || sizes[0] > limit / SUB_GROUP ||
		    (cta[0] && sub_groups(cta) != sizes[0]))
			memset(local, 0, sizeof(local));
		GIVE_BYTES(local, value ? room : sizeof(local));
	case CL_KERNEL_MAX_NUM_SUB_GROUPS:
		GIVE(size_t, cta[0] ? sub_groups(cta) : limit / SUB_GROUP);
	/* No kernel can demand a number of sub-groups. */
	case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: GIVE(size_t, 0);
	}
	return CL_INVALID_VALUE;
}
