// SPDX-License-Identifier: MIT
/*
 * What is told of a program, its binary among it.
 *
 * A binary is what clCreateProgramWithBinary() takes again: smcc's ELF file, an object as text of
 * the compiler, or a library of such objects.
 */
#include "internal.h"
#include "libsmcc.h"

/* Puts both ELF files into one binary, for launches with an offset after the program was loaded
 * again. One attempt: the size of a binary is asked for before the binary itself, and stays. */
static void make_executable_binary(cl_program p)
{
	struct elf_file *first = p->elf, *second;
	struct trailer t = { .mark = TRAILER_MARK };
	char *both;

	if (p->executable_tried || !first)
		return;
	p->executable_tried = true;
	second = program_offset_elf(p);
	if (!second || second == first)
		return;
	/* The second file begins on a multiple of 8, as its readers may want. */
	t.first = (first->bytes + 7) / 8 * 8;
	p->executable_bytes = t.first + second->bytes + sizeof(t);
	p->executable = both = calloc(1, p->executable_bytes);
	if (!both)
		return;
	memcpy(both, first->data, first->bytes);
	memcpy(both + t.first, second->data, second->bytes);
	memcpy(both + t.first + second->bytes, &t, sizeof(t));
}

/* What a program is saved as: its ELF file, one or two, or an object or library; of what it was
 * made, if it was not built */
static const void *binary_of(cl_program p, size_t *bytes)
{
	if (!p->elf && !p->object && p->status == CL_BUILD_NONE) {
		*bytes = p->binary_bytes;
		return p->binary;
	}
	if (p->executable || !p->elf) {
		*bytes = p->elf ? p->executable_bytes : p->object_bytes;
		return p->elf ? p->executable : p->object;
	}
	*bytes = p->elf->bytes;
	return p->elf->data;
}

/* Separated by semicolons, the last kernel of the table first: that is the order of the source. */
static cl_int kernel_names(cl_program p, size_t room, void *value, size_t *ret)
{
	char *names = NULL;
	size_t n = 0;
	cl_int err;

	for (int i = p->elf->n_about - 1; i >= 0; i--)
		n += strlen(p->elf->about[i].name) + 1;
	names = calloc(1, n + 1);
	if (!names)
		return CL_OUT_OF_HOST_MEMORY;
	for (int i = p->elf->n_about - 1; i >= 0; i--) {
		strcat(names, p->elf->about[i].name);
		if (i)
			strcat(names, ";");
	}
	err = info_bytes(room, value, ret, names, strlen(names) + 1);
	free(names);
	return err;
}

/* A binary that was not built yet tells by how it begins. */
static cl_program_binary_type binary_type(cl_program p)
{
	if (p->type != CL_PROGRAM_BINARY_TYPE_NONE || !p->binary || p->status != CL_BUILD_NONE)
		return p->type;
	return !is_linkable(p->binary, p->binary_bytes)	    ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
	       : smcc_is_object(p->binary, p->binary_bytes) ? CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT
							    : CL_PROGRAM_BINARY_TYPE_LIBRARY;
}

/* Asking for the size of the binary may run the compiler, with the lock free meanwhile. */
CL_API_ENTRY cl_int CL_API_CALL clGetProgramInfo(cl_program program, cl_program_info name,
						 size_t room, void *value, size_t *ret)
{
	const void *data;
	size_t bytes;
	GUARD;

	if (!object_valid(program, KIND_PROGRAM))
		return CL_INVALID_PROGRAM;
	if ((name == CL_PROGRAM_NUM_KERNELS || name == CL_PROGRAM_KERNEL_NAMES) && !program->elf)
		return CL_INVALID_PROGRAM_EXECUTABLE;
	if (name == CL_PROGRAM_BINARY_SIZES)
		make_executable_binary(program);
	data = binary_of(program, &bytes);
	switch (name) {
	case CL_PROGRAM_REFERENCE_COUNT: GIVE(cl_uint, program->o.refs);
	case CL_PROGRAM_CONTEXT: GIVE(cl_context, program->context);
	case CL_PROGRAM_NUM_DEVICES: GIVE(cl_uint, 1);
	case CL_PROGRAM_DEVICES: GIVE(cl_device_id, program->context->device);
	case CL_PROGRAM_SOURCE: GIVE_STRING(program->source ? program->source : "");
	case CL_PROGRAM_IL: GIVE_BYTES(program->il, program->il_bytes);
	case CL_PROGRAM_BINARY_SIZES: GIVE(size_t, bytes);
	case CL_PROGRAM_BINARIES:
		if (value && room < sizeof(unsigned char *))
			return CL_INVALID_VALUE;
		if (value && *(unsigned char **)value && bytes)
			memcpy(*(unsigned char **)value, data, bytes);
		if (ret)
			*ret = sizeof(unsigned char *);
		return CL_SUCCESS;
	case CL_PROGRAM_NUM_KERNELS: GIVE(size_t, program->elf->n_about);
	case CL_PROGRAM_KERNEL_NAMES: return kernel_names(program, room, value, ret);
	case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
	case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: GIVE(cl_bool, CL_FALSE);
	}
	return CL_INVALID_VALUE;
}

/* The log is that of the last build, with warnings of one that succeeded. */
CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
						      cl_program_build_info name, size_t room,
						      void *value, size_t *ret)
{
	GUARD;

	if (!object_valid(program, KIND_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!object_valid(device, KIND_DEVICE) || device != program->context->device)
		return CL_INVALID_DEVICE;
	switch (name) {
	case CL_PROGRAM_BUILD_STATUS: GIVE(cl_build_status, program->status);
	case CL_PROGRAM_BUILD_OPTIONS: GIVE_STRING(program->options ? program->options : "");
	case CL_PROGRAM_BUILD_LOG: GIVE_STRING(program->log ? program->log : "");
	case CL_PROGRAM_BINARY_TYPE: GIVE(cl_program_binary_type, binary_type(program));
	case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE:
		GIVE(size_t, program->elf ? program->elf->variables : 0);
	}
	return CL_INVALID_VALUE;
}
