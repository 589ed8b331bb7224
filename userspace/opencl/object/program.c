// SPDX-License-Identifier: MIT
/*
 * Programs: their source, and what was compiled of it.
 *
 * compile.c and build.c do the compiling. A program begins as source, SPIR-V or a binary; what is
 * built of it is an ELF file, which its kernels share.
 *
 * elf_file is shared and counted apart from objects: kernels and launches keep it when the program
 * is built again. It is not an object, as programs never see it.
 *
 * All of a program is guarded by the library's lock. Only the compiler runs without it, on what
 * build.c has copied or the program keeps unchanged while `building` is set.
 */
#include <gelf.h>

#include "internal.h"
#include "libsmcc.h"

/* The next field of a line, allocated; empty if the line has no more. NULL without memory. */
static char *field(char **line)
{
	char *f = strsep(line, "\t");

	return strdup(f ? f : "");
}

/* Fields: address space, access, qualifiers, type, name. What is not known counts as nothing
 * special. */
static void read_arg(struct arg_about *a, char *line)
{
	static const cl_kernel_arg_address_qualifier spaces[] = { CL_KERNEL_ARG_ADDRESS_PRIVATE,
								  CL_KERNEL_ARG_ADDRESS_GLOBAL,
								  CL_KERNEL_ARG_ADDRESS_CONSTANT,
								  CL_KERNEL_ARG_ADDRESS_LOCAL };
	char *space = field(&line), *access = field(&line), *qualifiers = field(&line);
	/* Negative numbers become large ones and are out of the table, too. */
	unsigned int n = space ? atoi(space) : 0;

	a->type = field(&line);
	a->name = field(&line);
	a->space = spaces[n < COUNT(spaces) ? n : 0];
	a->access = !access || !strcmp(access, "none") ? CL_KERNEL_ARG_ACCESS_NONE
		    : !strcmp(access, "read_only")     ? CL_KERNEL_ARG_ACCESS_READ_ONLY
		    : !strcmp(access, "write_only")    ? CL_KERNEL_ARG_ACCESS_WRITE_ONLY
						       : CL_KERNEL_ARG_ACCESS_READ_WRITE;
	if (qualifiers)
		a->qualifiers = (strstr(qualifiers, "const") ? CL_KERNEL_ARG_TYPE_CONST : 0) |
				(strstr(qualifiers, "restrict") ? CL_KERNEL_ARG_TYPE_RESTRICT : 0) |
				(strstr(qualifiers, "volatile") ? CL_KERNEL_ARG_TYPE_VOLATILE : 0);
	free(space);
	free(access);
	free(qualifiers);
}

/* Section .smgpu.cl of smcc, see userspace/cc/cl_metadata.c */
static void read_about(struct elf_file *e, char *text)
{
	char *line;

	while ((line = strsep(&text, "\n"))) {
		char *word = strsep(&line, "\t");
		struct kernel_about *k = e->n_about ? &e->about[e->n_about - 1] : NULL;

		/* A line that is not known is one of a later compiler, and is left out. */
		if (!strcmp(word, "kernel") && line) {
			k = realloc(e->about, (e->n_about + 1) * sizeof(*k));
			if (!k)
				return;
			e->about = k;
			k[e->n_about++] = (struct kernel_about){ .name = strdup(line) };
		} else if (!strcmp(word, "offsets")) {
			e->offsets = true;
		} else if (!strcmp(word, "parts")) {
			e->parts = true;
		} else if (!strcmp(word, "arg") && line && k) {
			struct arg_about *args = realloc(k->args, (k->n_args + 1) * sizeof(*args));

			if (!args)
				return;
			k->args = args;
			memset(&args[k->n_args], 0, sizeof(*args));
			read_arg(&args[k->n_args++], line);
		}
	}
}

/* The text of section .smgpu.cl, and bytes of what kernels may write */
static char *find_about(const void *data, size_t bytes, size_t *variables)
{
	char *text = NULL;
	Elf_Scn *s = NULL;
	size_t names;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_memory((char *)data, bytes);
	if (elf && !elf_getshdrstrndx(elf, &names)) {
		while ((s = elf_nextscn(elf, s))) {
			GElf_Shdr sh;
			const char *name = gelf_getshdr(s, &sh) ? elf_strptr(elf, names, sh.sh_name)
								: NULL;
			Elf_Data *d = name && !strcmp(name, ".smgpu.cl") ? elf_getdata(s, NULL)
									 : NULL;

			/* Both count: variables without a value take memory of the card, too. */
			if (name && (!strcmp(name, ".data") || !strcmp(name, ".bss")))
				*variables += sh.sh_size;
			if (d && d->d_buf && !text)
				text = strndup(d->d_buf, d->d_size);
		}
	}
	elf_end(elf);
	return text;
}

/* Names are allocated one by one. Without memory for one of them the table is of no use. */
static bool all_named(const struct elf_file *e)
{
	for (int i = 0; i < e->n_about; i++) {
		if (!e->about[i].name)
			return false;
		for (int k = 0; k < e->about[i].n_args; k++)
			if (!e->about[i].args[k].type || !e->about[i].args[k].name)
				return false;
	}
	return true;
}

/* @data is copied. NULL if smcc for OpenCL did not make it, the library can't load it, or
 * without memory. */
struct elf_file *elf_new(cl_context c, const void *data, size_t bytes)
{
	struct elf_file *e = calloc(1, sizeof(*e));
	bool found;
	char *text;

	if (!e)
		return NULL;
	e->holds = 1;
	e->bytes = bytes;
	/* Kept, as the program can ask for its binary at any time. */
	e->data = malloc(bytes ? bytes : 1);
	text = find_about(data, bytes, &e->variables);
	if (e->data)
		memcpy(e->data, data, bytes);
	/* The first line says who has written the section. */
	found = text && !strncmp(text, "smgpu\t", 6);
	if (found)
		read_about(e, text);
	free(text);
	found = found && all_named(e);
	/* A program without kernels has no code to load. */
	if (found && e->n_about)
		e->module = smgpu_module_new(c->vm, data, bytes);
	if (!e->data || !found || (e->n_about && !e->module)) {
		elf_drop(e);
		return NULL;
	}
	return e;
}

/* As all counts of this library, guarded by the library's lock. */
struct elf_file *elf_hold(struct elf_file *e)
{
	e->holds++;
	return e;
}

/* Frees with the last hold; launches in flight have holds of their own. */
void elf_drop(struct elf_file *e)
{
	if (!e || --e->holds)
		return;
	for (int i = 0; i < e->n_about; i++) {
		for (int k = 0; k < e->about[i].n_args; k++) {
			free(e->about[i].args[k].type);
			free(e->about[i].args[k].name);
		}
		free(e->about[i].args);
		free(e->about[i].name);
	}
	free(e->about);
	smgpu_module_unref(e->module);
	free(e->data);
	free(e);
}

/* Frees what an earlier build has left. Source, code and binary stay, so the program can be built
 * again. */
void program_clear(cl_program p)
{
	elf_drop(p->elf);
	elf_drop(p->offset_elf);
	free(p->executable);
	free(p->object);
	free(p->options);
	free(p->log);
	for (int i = 0; i < p->n_parts; i++)
		free(p->parts[i]);
	free(p->parts);
	free(p->part_bytes);
	p->elf = p->offset_elf = NULL;
	p->executable = p->object = NULL;
	p->executable_tried = false;
	p->object_bytes = 0;
	p->options = p->log = NULL;
	p->parts = NULL;
	p->part_bytes = NULL;
	p->n_parts = 0;
	p->type = CL_PROGRAM_BINARY_TYPE_NONE;
	p->status = CL_BUILD_NONE;
}

/* No kernel is left: each holds its program. */
static void destroy(void *object)
{
	cl_program p = object;

	program_clear(p);
	free(p->binary);
	free(p->source);
	free(p->il);
	free(p->special);
	object_drop(p->context);
}

/* Without source, code or binary yet. NULL without memory. */
cl_program program_new(cl_context c)
{
	cl_program p = object_new(KIND_PROGRAM, sizeof(*p), destroy);

	if (p) {
		p->context = object_hold(c);
		p->status = CL_BUILD_NONE;
	}
	return p;
}

/* Zeros within a string are left out, as the compiler's text ends at the first. */
CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint n,
							      const char **strings,
							      const size_t *lengths,
							      cl_int *err_ret)
{
	size_t bytes = 0;
	cl_program p;
	char *to;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	if (!n || !strings)
		return refuse(err_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++) {
		if (!strings[i])
			return refuse(err_ret, CL_INVALID_VALUE);
		bytes += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
	}
	p = program_new(context);
	if (!p || !(p->source = calloc(1, bytes + 1))) {
		object_drop(p);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	to = p->source;
	/* The text is put together at once: OpenCL lets the program free its strings. */
	for (cl_uint i = 0; i < n; i++) {
		size_t length = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);

		for (size_t k = 0; k < length; k++)
			if (strings[i][k])
				*to++ = strings[i][k];
	}
	return accept_as(err_ret, p);
}

/* Only how it begins is looked at here; a damaged file is found when it is loaded. */
CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBinary(cl_context context, cl_uint n,
							      const cl_device_id *list,
							      const size_t *lengths,
							      const unsigned char **binaries,
							      cl_int *status, cl_int *err_ret)
{
	cl_program p;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	if (!n || !list || !lengths || !binaries)
		return refuse(err_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++) {
		if (!object_valid(list[i], KIND_DEVICE) || list[i] != context->device)
			return refuse(err_ret, CL_INVALID_DEVICE);
		if (!lengths[i] || !binaries[i]) {
			if (status)
				status[i] = CL_INVALID_VALUE;
			return refuse(err_ret, CL_INVALID_VALUE);
		}
	}
	/* All devices of the list are one card, so the first binary serves all. */
	if (!is_linkable(binaries[0], lengths[0]) &&
	    (lengths[0] < SELFMAG || memcmp(binaries[0], ELFMAG, SELFMAG))) {
		if (status)
			status[0] = CL_INVALID_BINARY;
		return refuse(err_ret, CL_INVALID_BINARY);
	}
	p = program_new(context);
	if (!p || !(p->binary = malloc(lengths[0]))) {
		object_drop(p);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	memcpy(p->binary, binaries[0], lengths[0]);
	p->binary_bytes = lengths[0];
	if (status)
		status[0] = CL_SUCCESS;
	return accept_as(err_ret, p);
}

/* CL_DEVICE_BUILT_IN_KERNELS is empty, so each name is wrong. */
CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithBuiltInKernels(cl_context context, cl_uint n,
								      const cl_device_id *list,
								      const char *names,
								      cl_int *err_ret)
{
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	if (!n || !list)
		return refuse(err_ret, CL_INVALID_VALUE);
	for (cl_uint i = 0; i < n; i++)
		if (!object_valid(list[i], KIND_DEVICE) || list[i] != context->device)
			return refuse(err_ret, CL_INVALID_DEVICE);
	(void)names;	/* there are none */
	return refuse(err_ret, CL_INVALID_VALUE);
}

/* Translation waits until the build; here only the magic word is looked at. */
CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithIL(cl_context context, const void *il,
							  size_t bytes, cl_int *err_ret)
{
	cl_program p;
	GUARD;

	if (!object_valid(context, KIND_CONTEXT))
		return refuse(err_ret, CL_INVALID_CONTEXT);
	if (!device_takes_il()) {
		context_report(
			context,
			"SPIR-V needs Debian's package llvm-spirv-15 or llvm-spirv-19, or a program that SMCC_SPIRV names.");
		return refuse(err_ret, CL_INVALID_OPERATION);
	}
	if (!il || !smcc_is_il(il, bytes))
		return refuse(err_ret, CL_INVALID_VALUE);
	p = program_new(context);
	if (!p || !(p->il = malloc(bytes))) {
		object_drop(p);
		return refuse(err_ret, CL_OUT_OF_HOST_MEMORY);
	}
	memcpy(p->il, il, bytes);
	p->il_bytes = bytes;
	return accept_as(err_ret, p);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainProgram(cl_program program)
{
	return object_retain(program, KIND_PROGRAM);
}

/* Kernels hold their program, so it may live on. */
CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program)
{
	return object_release(program, KIND_PROGRAM);
}

/* By how it begins. An ELF file is not: it is linked already. */
bool is_linkable(const void *data, size_t bytes)
{
	return smcc_is_object(data, bytes) ||
	       (bytes > strlen(LIBRARY_MARK) && !memcmp(data, LIBRARY_MARK, strlen(LIBRARY_MARK)));
}

/* A file without a trailer is one ELF file. False if a trailer is there but its sizes cannot be
 * right. */
bool binary_split(const void *data, size_t bytes, size_t *first, size_t *second)
{
	struct trailer t;

	*first = bytes;
	*second = 0;
	if (bytes < sizeof(t))
		return true;
	memcpy(&t, (const char *)data + bytes - sizeof(t), sizeof(t));
	if (memcmp(t.mark, TRAILER_MARK, sizeof(t.mark)))
		return true;
	if (!t.first || t.first % 8 || t.first >= bytes - sizeof(t))
		return false;
	*first = t.first;
	*second = bytes - sizeof(t) - t.first;
	return true;
}

/* Only for programs with global constructors, which this device does not offer. */
CL_API_ENTRY cl_int CL_API_CALL clSetProgramReleaseCallback(
	cl_program program, void(CL_CALLBACK *function)(cl_program, void *), void *user)
{
	GUARD;

	(void)function, (void)user;
	return object_valid(program, KIND_PROGRAM) ? CL_INVALID_OPERATION : CL_INVALID_PROGRAM;
}
