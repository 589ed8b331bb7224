// SPDX-License-Identifier: MIT
/*
 * libsmcc.h: a compile inside a process. What fails comes back here by longjmp().
 *
 * opt, said and the memory of the compile belong to the thread. So a job has no lock, and jobs of
 * different threads meet only in kept.c.
 *
 * Callers get memory of malloc(): what the compile allocates goes with it.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "driver.h"
#include "libsmcc.h"

#define OBJECT_MARK	"; smcc object "

/* One request while it is worked on; the caller's structures outlive it. */
struct job {
	const struct smcc_request *request;
	struct smcc_result *result;
	enum smcc_status status;
	bool preprocess;
};

/* As smcc's command line, with one input for each source. */
static void take_options(struct job *j)
{
	const struct smcc_request *r = j->request;
	struct strv a = { 0 };

	add(&a, "smcc");
	for (int i = 0; i < r->n_options; i++)
		add(&a, xstrdup(r->options[i]));
	add(&a, "-x");
	add(&a, "cl");
	for (int i = 0; i < r->n_sources; i++)
		add(&a, "-");
	parse_options(a.n, a.v);
	opt.quiet = true;
	opt.action = ACT_LINK;
}

/* A source keeps its name by a line directive. An object says its own level. */
static void take_sources(const struct smcc_request *r)
{
	for (int i = 0; i < r->n_sources; i++) {
		struct input *in = &opt.input[i];
		char *text;

		if (smcc_is_il(r->sources[i].text, r->sources[i].bytes)) {
			in->standard_input = false;
			continue;
		}
		text = xstrndup(r->sources[i].text, r->sources[i].bytes);
		if (smcc_is_object(text, r->sources[i].bytes)) {
			in->standard_input = false;
			in->level = xstrndup(text + strlen(OBJECT_MARK),
					     strcspn(text + strlen(OBJECT_MARK), "\n"));
			in->ir = strchr(text, '\n') + 1;
		} else {
			in->text = fmt("# 1 \"%s\"\n%s", r->sources[i].name, text);
		}
	}
}

/* What was SPIR-V */
static void translate(const struct smcc_request *r)
{
	for (int i = 0; i < r->n_sources; i++)
		if (smcc_is_il(r->sources[i].text, r->sources[i].bytes))
			opt.input[i].ir = il_to_ir(r->sources[i].text, r->sources[i].bytes, i);
}

/* Makes the directories on the way to the file @path. */
static void make_way(char *path)
{
	for (char *p = strchr(path + 1, '/'); p; p = strchr(p + 1, '/')) {
		*p = 0;
		mkdir(path, 0700);
		*p = '/';
	}
}

/* In the temporary directory, which goes with the job. */
static void write_headers(const struct smcc_request *r)
{
	char *dir = temp("include", 0);

	/* from the last one, so that of several with one name the first stays */
	for (int i = r->n_headers - 1; i >= 0; i--) {
		char *path;
		FILE *f;

		if (r->headers[i].name[0] == '/' || strstr(r->headers[i].name, ".."))
			die("%s: the name of a header leads out of its directory",
			    r->headers[i].name);
		path = fmt("%s/%s", dir, r->headers[i].name);
		make_way(path);
		f = create(path);
		fwrite(r->headers[i].text, 1, r->headers[i].bytes, f);
		close_checked(f, path);
	}
	if (r->n_headers)
		add(&opt.front, fmt("-I%s", dir));
}

/* Copied to memory of malloc(), as the caller frees it. */
static void keep_result(struct job *j, const void *data, size_t bytes)
{
	j->result->data = malloc(bytes ? bytes : 1);
	if (!j->result->data)
		die("out of memory");
	memcpy(j->result->data, data, bytes);
	j->result->bytes = bytes;
}

/* An object is the front end's IR behind a line with its level. */
static void make_object(struct job *j)
{
	char *text = fmt(OBJECT_MARK "%s\n%s", opt.level, front_end(&opt.input[0], 0));

	keep_result(j, text, strlen(text));
}

/* Through a file: the linker writes one. */
static void make_elf(struct job *j)
{
	size_t bytes;
	char *elf;

	opt.out = temp("result.elf", 0);
	compile();
	elf = read_binary(opt.out, &bytes);
	keep_result(j, elf, bytes);
}

/* From the source's own first line on, with a name for the directory of headers that is the same
 * each time */
static char *own_part(char *text, const char *name)
{
	struct strv parts = { 0 };
	size_t n = strlen(opt.tmp), bytes = 0;
	char *own = strstr(text, fmt("# 1 \"%s\"", name)), *whole, *to;

	for (char *p = own ? own : text, *next; p; p = next) {
		next = strstr(p, opt.tmp);
		strv_push(&parts, next ? xstrndup(p, next - p) : p);
		bytes += strlen(parts.v[parts.n - 1]);
		if (next)
			next += n;
	}
	whole = to = xalloc(bytes + 1);
	for (int i = 0; i < parts.n; i++)
		to = stpcpy(to, parts.v[i]);
	return whole;
}

/* The text is for comparison only: the cache looks whether includes have changed. */
static void preprocess(struct job *j)
{
	char *text;

	opt.action = ACT_PREPROCESS;
	opt.out = temp("source.i", 0);
	only_front(&opt.input[0]);
	text = own_part(read_file(opt.out), j->request->sources[0].name);
	keep_result(j, text, strlen(text) + 1);
}

/* What die() jumps to. Options count as bad until they are taken. */
static void run_job(struct job *j)
{
	jmp_buf stopped;

	on_stop = &stopped;
	j->status = SMCC_BAD_OPTIONS;
	if (!setjmp(stopped)) {
		take_options(j);
		j->status = SMCC_FAILED;
		take_sources(j->request);
		find_data();
		make_temp();
		write_headers(j->request);
		translate(j->request);
		if (j->preprocess)
			preprocess(j);
		else if (j->request->compile_only)
			make_object(j);
		else
			make_elf(j);
		j->status = SMCC_OK;
	}
	on_stop = NULL;
	if (j->status == SMCC_FAILED && opt.bad)
		j->status = SMCC_BAD_OPTIONS;
}

/* Frees all of the compile's memory and files, however it ends. Several threads may be here at
 * once. */
static enum smcc_status do_job(struct job *j)
{
	struct smcc_result *result = j->result;
	size_t bytes;

	*result = (struct smcc_result){ 0 };
	opt.tmp = NULL;
	said = open_memstream(&result->log, &bytes);
	if (!said)
		return SMCC_FAILED;
	run_job(j);
	remove_temp();
	fclose(said);
	said = NULL;
	memory_free();
	/* A result may have been kept before something failed behind it. */
	if (j->status != SMCC_OK) {
		free(result->data);
		result->data = NULL;
		result->bytes = 0;
	}
	return j->status;
}

/* The log is there also when the build has failed; the caller frees it. */
enum smcc_status smcc_build(const struct smcc_request *request, struct smcc_result *result)
{
	struct job j = { .request = request, .result = result };

	return do_job(&j);
}

/* NULL if that fails: then the source depends on something that is not known. */
char *smcc_preprocess(const struct smcc_request *request)
{
	struct smcc_result result;
	struct job j = { .request = request, .result = &result, .preprocess = true };

	do_job(&j);
	free(result.log);
	return result.data;
}

/* By how it begins; the rest is believed, as only smcc writes it. */
int smcc_is_object(const void *data, size_t bytes)
{
	return bytes > strlen(OBJECT_MARK) && !memcmp(data, OBJECT_MARK, strlen(OBJECT_MARK)) &&
	       memchr(data, '\n', bytes);
}

/* What a result depends on beside the request: the compiler and the programs it runs. */
static char *describe(void)
{
	char *clang = find_program(env_or("SMCC_CLANG", "clang-19")),
	     *translator = find_translator();
	struct stat st, il = { 0 };

	find_data();
	if (!clang || stat(clang, &st))
		die("clang is not there");
	if (translator)
		stat(translator, &il);
	return fmt("%s%lld %lld %lld %lld\n", read_file(fmt("%s/version", opt.data)),
		   (long long)st.st_size, (long long)st.st_mtime, (long long)il.st_size,
		   (long long)il.st_mtime);
}

/* NULL if the compiler can't be used. */
char *smcc_version(void)
{
	char *volatile text = NULL;
	jmp_buf stopped;
	char *log = NULL;
	size_t bytes;

	said = open_memstream(&log, &bytes);
	on_stop = &stopped;
	if (said && !setjmp(stopped)) {
		opt.quiet = true;
		text = strdup(describe());
	}
	on_stop = NULL;
	if (said)
		fclose(said);
	said = NULL;
	free(log);
	memory_free();
	return text;
}

/* Asked each time: the package may be installed meanwhile. */
int smcc_takes_il(void)
{
	volatile int found = 0;
	jmp_buf stopped;

	on_stop = &stopped;
	if (!setjmp(stopped))
		found = find_translator() != NULL;
	on_stop = NULL;
	memory_free();
	return found;
}
