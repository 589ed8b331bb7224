// SPDX-License-Identifier: MIT
/*
 * clBuildProgram(), clCompileProgram(), clLinkProgram(). The compiler runs without the lock;
 * `building` keeps others off the program meanwhile.
 *
 * Each of the three checks its arguments, clears what an earlier build has left, and keeps the
 * result in the program. What is refused before that leaves the program as it was.
 *
 * The result of a build or link is an ELF file (@elf); of a compilation an object (@object), which
 * is text of the compiler. A second ELF file, for launches with an offset or in parts, is made from
 * the same parts when a launch first needs it.
 */
#include <stdio.h>

#include "internal.h"
#include "libsmcc.h"

/* Keeps what the program is made of: for a version with offsets */
static bool keep_parts(cl_program p, const struct build *b)
{
	p->parts = calloc(b->n_texts + 1, sizeof(char *));
	p->part_bytes = calloc(b->n_texts + 1, sizeof(size_t));
	for (int i = 0; p->parts && p->part_bytes && i < b->n_texts; i++) {
		p->parts[i] = malloc(b->text_bytes[i] + 1);
		if (!p->parts[i])
			return false;
		memcpy(p->parts[i], b->texts[i], b->text_bytes[i]);
		p->part_bytes[i] = b->text_bytes[i];
		p->n_parts++;
	}
	return p->parts && p->part_bytes;
}

/* The caller holds the program, so that it does not go away meanwhile; the mark keeps it from being
 * built twice. The log belongs to the program afterwards. */
static void run_unlocked(cl_program p, struct build *b)
{
	p->building = true;
	p->status = CL_BUILD_IN_PROGRESS;
	big_unlock();
	build_run(b);
	big_lock();
	p->building = false;
	p->log = b->log;
	p->status = b->err ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
}

/* An ELF file that the program then is; behind it there may be that for offsets. @data is
 * copied. On failure the log says why, and @invalid comes back. */
static cl_int take_elf(cl_program p, const void *data, size_t bytes, cl_int invalid)
{
	size_t first, second;
	bool whole = binary_split(data, bytes, &first, &second);

	p->elf = whole ? elf_new(p->context, data, first) : NULL;
	/* The second file must be one for launches with an offset, or the binary was put together
	 * wrongly. */
	if (p->elf && second) {
		p->offset_elf = elf_new(p->context, (const char *)data + first, second);
		whole = p->offset_elf && p->offset_elf->offsets;
	}
	if (!p->elf || !whole) {
		elf_drop(p->elf);
		elf_drop(p->offset_elf);
		p->elf = p->offset_elf = NULL;
		p->status = CL_BUILD_ERROR;
		free(p->log);
		p->log = strdup(smgpu_last_error());
		return invalid;
	}
	p->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
	p->status = CL_BUILD_SUCCESS;
	return CL_SUCCESS;
}

/* A binary is loaded here when it is first asked for. */
bool program_executable(cl_program p)
{
	if (!p->elf && p->binary && p->status == CL_BUILD_NONE && !p->building &&
	    !is_linkable(p->binary, p->binary_bytes))
		take_elf(p, p->binary, p->binary_bytes, CL_INVALID_BINARY);
	return p->elf;
}

/* A program with kernels stays as it is, as they would be of another build. */
static cl_int check(cl_program p, cl_uint n, const cl_device_id *list, const void *function,
		    const void *user)
{
	if (!object_valid(p, KIND_PROGRAM))
		return CL_INVALID_PROGRAM;
	if (!n != !list || (user && !function))
		return CL_INVALID_VALUE;
	for (cl_uint i = 0; i < n; i++)
		if (!object_valid(list[i], KIND_DEVICE) || list[i] != p->context->device)
			return CL_INVALID_DEVICE;
	return p->kernels || p->building ? CL_INVALID_OPERATION : CL_SUCCESS;
}

/* The copy with values for specialization constants, if there is one. */
static const char *il_of(cl_program p)
{
	return p->special ? p->special : p->il;
}

/* Source, SPIR-V or an object. The parts are kept after success only. */
static cl_int build_source(cl_program p, const char *options)
{
	const char *text = p->source ? p->source : p->il ? il_of(p) : p->binary;
	size_t bytes = p->source ? strlen(p->source) : p->il ? p->il_bytes : p->binary_bytes;
	struct build b = { .texts = &text, .text_bytes = &bytes, .n_texts = 1 };
	cl_int err = options_split(p->context->device, options, OPTIONS_OF_BUILD,
				   CL_INVALID_BUILD_OPTIONS, &b.options, &b.n_options, &p->log);

	if (err) {
		p->status = CL_BUILD_ERROR;
		return err;
	}
	run_unlocked(p, &b);
	if (!b.err)
		b.err = take_elf(p, b.data, b.bytes, CL_OUT_OF_RESOURCES);
	if (!b.err && !keep_parts(p, &b))
		b.err = CL_OUT_OF_HOST_MEMORY;
	free(b.data);
	options_free(b.options, b.n_options);
	return b.err;
}

/* It is built already, but options that there are not are refused. */
static cl_int build_binary(cl_program p, const char *options)
{
	char **list;
	int n;
	cl_int err = options_split(p->context->device, options, OPTIONS_OF_BUILD,
				   CL_INVALID_BUILD_OPTIONS, &list, &n, &p->log);

	if (err) {
		p->status = CL_BUILD_ERROR;
		return err;
	}
	options_free(list, n);
	return take_elf(p, p->binary, p->binary_bytes, CL_INVALID_BINARY);
}

/* Under the lock, but it is given away while the compiler runs. What an earlier build left is
 * gone even if this one fails. */
static cl_int build(cl_program p, cl_uint n, const cl_device_id *list, const char *options,
		    const void *function, const void *user)
{
	cl_int err = check(p, n, list, function, user);

	if (!err && !p->source && !p->binary && !p->il)
		err = CL_INVALID_OPERATION;	/* it was linked, and stays what it is */
	if (err)
		return err;
	object_hold(p);
	program_clear(p);
	p->options = strdup(options ? options : "");
	/* An object is linked as a source would be; an ELF file is loaded. */
	if (p->binary && !smcc_is_object(p->binary, p->binary_bytes))
		err = build_binary(p, options);
	else
		err = build_source(p, options);
	object_drop(p);
	return err;
}

/* Of a build that was refused the function is not told. */
static cl_int tell(cl_int err, cl_program p, void(CL_CALLBACK *function)(cl_program, void *),
		   void *user)
{
	if (function &&
	    (!err || err == CL_BUILD_PROGRAM_FAILURE || err == CL_COMPILE_PROGRAM_FAILURE))
		function(p, user);
	return err;
}

/* The function is called without the lock, before the call returns. */
CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint n,
					       const cl_device_id *list, const char *options,
					       void(CL_CALLBACK *function)(cl_program, void *),
					       void *user)
{
	cl_int err;

	big_lock();
	err = build(program, n, list, options, (void *)function, user);
	big_unlock();
	return tell(err, program, function, user);
}

/* Headers are held, as the program may release them while the compiler reads them. */
static cl_int compile(cl_program p, cl_uint n, const cl_device_id *list, const char *options,
		      cl_uint n_headers, const cl_program *headers, const char **names,
		      const void *function, const void *user)
{
	struct build b = {
		.n_texts = 1, .n_headers = n_headers, .header_names = names, .compile_only = true
	};
	cl_int err = check(p, n, list, function, user);
	const char *text, **texts;
	size_t bytes;

	if (err)
		return err;
	if (p->il)	/* it has no need of headers, whatever is said of them */
		b.n_headers = n_headers = 0;
	else if (!n_headers != !headers || !n_headers != !names)
		return CL_INVALID_VALUE;
	if (!p->source && !p->il)
		return CL_INVALID_OPERATION;
	texts = calloc(n_headers + 1, sizeof(*texts));
	if (!texts)
		return CL_OUT_OF_HOST_MEMORY;
	for (cl_uint i = 0; i < n_headers && !err; i++) {
		err = !object_valid(headers[i], KIND_PROGRAM) || !headers[i]->source
			      ? CL_INVALID_PROGRAM
		      : names[i] ? CL_SUCCESS
				 : CL_INVALID_VALUE;
		if (!err)
			texts[i] = headers[i]->source;
	}
	if (!err)
		err = options_split(p->context->device, options, OPTIONS_OF_BUILD,
				    CL_INVALID_COMPILER_OPTIONS, &b.options, &b.n_options, NULL);
	if (err) {
		free(texts);
		return err;
	}
	object_hold(p);
	program_clear(p);
	p->options = strdup(options ? options : "");
	text = p->source ? p->source : il_of(p);
	bytes = p->source ? strlen(text) : p->il_bytes;
	b.texts = &text;
	b.text_bytes = &bytes;
	b.header_texts = texts;
	for (cl_uint i = 0; i < n_headers; i++)
		object_hold(headers[i]);
	run_unlocked(p, &b);
	for (cl_uint i = 0; i < n_headers; i++)
		object_drop(headers[i]);
	p->object = b.data;
	p->object_bytes = b.bytes;
	if (!b.err)
		p->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
	object_drop(p);
	free(texts);
	options_free(b.options, b.n_options);
	return b.err == CL_BUILD_PROGRAM_FAILURE   ? CL_COMPILE_PROGRAM_FAILURE
	       : b.err == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_COMPILER_OPTIONS
						   : b.err;
}

/* The result is an object, which clLinkProgram() takes. */
CL_API_ENTRY cl_int CL_API_CALL clCompileProgram(cl_program program, cl_uint n,
						 const cl_device_id *list, const char *options,
						 cl_uint n_headers, const cl_program *headers,
						 const char **names,
						 void(CL_CALLBACK *function)(cl_program, void *),
						 void *user)
{
	cl_int err;

	big_lock();
	err = compile(program, n, list, options, n_headers, headers, names, (void *)function, user);
	big_unlock();
	return tell(err, program, function, user);
}

/* The object or library that a program to be linked is; NULL: none, and @bytes is of no use. */
static const char *object_of(cl_program p, size_t *bytes)
{
	if (p->object) {
		*bytes = p->object_bytes;
		return p->object;
	}
	*bytes = p->binary_bytes;
	return p->binary && is_linkable(p->binary, p->binary_bytes) ? p->binary : NULL;
}

/* A library is its mark, then objects, each behind a line with its size. */
static cl_int make_library(cl_program p, const struct build *b)
{
	char *text = NULL;
	size_t bytes;
	FILE *f = open_memstream(&text, &bytes);

	if (!f)
		return CL_OUT_OF_HOST_MEMORY;
	fputs(LIBRARY_MARK, f);
	for (int i = 0; i < b->n_texts; i++) {
		fprintf(f, "%zu\n", b->text_bytes[i]);
		fwrite(b->texts[i], 1, b->text_bytes[i], f);
	}
	if (fclose(f)) {
		free(text);
		return CL_OUT_OF_HOST_MEMORY;
	}
	p->object = text;
	p->object_bytes = bytes;
	p->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
	p->status = CL_BUILD_SUCCESS;
	return CL_SUCCESS;
}

/* Copies: while the linker runs without the lock another thread may compile the programs anew. */
struct objects {
	int n;
	char **texts;
	size_t *bytes;
};

/* Also of a list that add_object() left unfinished. */
static void objects_free(struct objects *o)
{
	for (int i = 0; i < o->n; i++)
		free(o->texts[i]);
	free(o->texts);
	free(o->bytes);
}

/* false without memory; what was added before stays. */
static bool add_object(struct objects *o, const char *text, size_t bytes)
{
	char **texts = realloc(o->texts, (o->n + 1) * sizeof(*texts));
	size_t *sizes;

	if (texts)
		o->texts = texts;
	sizes = texts ? realloc(o->bytes, (o->n + 1) * sizeof(*sizes)) : NULL;
	if (!sizes)
		return false;
	o->bytes = sizes;
	o->texts[o->n] = malloc(bytes);
	if (!o->texts[o->n])
		return false;
	memcpy(o->texts[o->n], text, bytes);
	o->bytes[o->n++] = bytes;
	return true;
}

/* An object, or those of a library; false: it is damaged, or memory is out. The text has no end of
 * its own, so a number is read only where digits end at a line's end. */
static bool add_objects(struct objects *o, const char *text, size_t bytes)
{
	const char *end = text + bytes;

	if (smcc_is_object(text, bytes))
		return add_object(o, text, bytes);
	for (text += strlen(LIBRARY_MARK); text < end;) {
		const char *line = memchr(text, '\n', end - text);
		bool digits = line && *text >= '0' && *text <= '9';
		size_t n = digits ? strtoull(text, NULL, 10) : 0;

		if (!n || n > (size_t)(end - line - 1) || !smcc_is_object(line + 1, n) ||
		    !add_object(o, line + 1, n))
			return false;
		text = line + 1 + n;
	}
	return true;
}

/* A library is objects behind one another: nothing runs for that. */
static cl_int link_parts(cl_program p, struct build *b, const char *options)
{
	bool library = options_have(options, "-create-library");
	cl_int err;

	if (!library && options_have(options, "-enable-link-options"))
		return CL_INVALID_LINKER_OPTIONS;
	err = options_split(p->context->device, options, OPTIONS_OF_LINK, CL_INVALID_LINKER_OPTIONS,
			    &b->options, &b->n_options, NULL);
	if (err)
		return err;
	p->options = strdup(options ? options : "");
	if (library) {
		err = make_library(p, b);
	} else {
		run_unlocked(p, b);
		err = b->err == CL_BUILD_PROGRAM_FAILURE   ? CL_LINK_PROGRAM_FAILURE
		      : b->err == CL_INVALID_BUILD_OPTIONS ? CL_INVALID_LINKER_OPTIONS
							   : b->err;
		if (!err)
			err = take_elf(p, b->data, b->bytes, CL_OUT_OF_RESOURCES);
		if (!err && !keep_parts(p, b))
			err = CL_OUT_OF_HOST_MEMORY;
		free(b->data);
	}
	options_free(b->options, b->n_options);
	return err;
}

/* Takes copies of all objects first: the linker runs without the lock. */
static cl_program link_programs(cl_context c, cl_uint n, const cl_device_id *list,
				const char *options, cl_uint n_inputs, const cl_program *inputs,
				const void *function, const void *user, cl_int *err)
{
	struct objects o = { 0 };
	struct build b = { 0 };
	cl_program p;

	/* Each error is set before what it stands for is looked at. */
	*err = CL_INVALID_CONTEXT;
	if (!object_valid(c, KIND_CONTEXT))
		return NULL;
	*err = CL_INVALID_VALUE;
	if (!n != !list || !n_inputs || !inputs || (user && !function))
		return NULL;
	*err = CL_INVALID_DEVICE;
	for (cl_uint i = 0; i < n; i++)
		if (!object_valid(list[i], KIND_DEVICE) || list[i] != c->device)
			return NULL;
	*err = CL_SUCCESS;
	for (cl_uint i = 0; i < n_inputs && !*err; i++) {
		*err = object_valid(inputs[i], KIND_PROGRAM) ? CL_SUCCESS : CL_INVALID_PROGRAM;
		if (!*err) {
			size_t bytes;
			const char *text = object_of(inputs[i], &bytes);

			*err = !text			      ? CL_INVALID_OPERATION
			       : add_objects(&o, text, bytes) ? CL_SUCCESS
							      : CL_INVALID_PROGRAM;
		}
	}
	b.texts = (const char *const *)o.texts;
	b.text_bytes = o.bytes;
	b.n_texts = o.n;
	p = *err ? NULL : program_new(c);
	if (!p && !*err)
		*err = CL_OUT_OF_HOST_MEMORY;
	if (p)
		*err = link_parts(p, &b, options);
	/* a program that failed is given out for its log; one that was not begun is not */
	if (p && *err && *err != CL_LINK_PROGRAM_FAILURE) {
		object_drop(p);
		p = NULL;
	}
	objects_free(&o);
	return p;
}

/* The function is called without the lock, as that of a build is. */
CL_API_ENTRY cl_program CL_API_CALL clLinkProgram(cl_context context, cl_uint n,
						  const cl_device_id *list, const char *options,
						  cl_uint n_inputs, const cl_program *inputs,
						  void(CL_CALLBACK *function)(cl_program, void *),
						  void *user, cl_int *err_ret)
{
	cl_program p;
	cl_int err;

	big_lock();
	p = link_programs(context, n, list, options, n_inputs, inputs, (void *)function, user,
			  &err);
	big_unlock();
	if (function && p)
		function(p, user);
	if (err_ret)
		*err_ret = err;
	return p;
}

/* NULL if there is no such version: built from a binary, being built, or refused by the
 * compiler. A failure is tried again with the next launch. */
struct elf_file *program_offset_elf(cl_program p)
{
	struct build b = { .texts = (const char *const *)p->parts,
			   .text_bytes = p->part_bytes,
			   .n_texts = p->n_parts };
	char **options, *offsets = NULL;

	if (p->elf && p->elf->offsets)
		return p->elf;
	/* Options were checked when the program was built, so a failure here is lack of memory. */
	if (p->offset_elf || !p->n_parts || p->building ||
	    options_split(p->context->device, p->options, OPTIONS_KNOWN, CL_INVALID_VALUE,
			  &b.options, &b.n_options, NULL))
		return p->offset_elf;
	options = realloc(b.options, (b.n_options + 1) * sizeof(*options));
	if (options) {
		b.options = options;
		offsets = strdup("--offsets");
	}
	if (offsets) {
		b.options[b.n_options++] = offsets;
		p->building = true;
		object_hold(p);
		big_unlock();
		build_run(&b);
		big_lock();
		p->building = false;
		p->offset_elf = b.err ? NULL : elf_new(p->context, b.data, b.bytes);
		object_drop(p);
	}
	free(b.data);
	free(b.log);
	options_free(b.options, b.n_options);
	return p->offset_elf;
}
