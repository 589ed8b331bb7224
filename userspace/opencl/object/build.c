// SPDX-License-Identifier: MIT
/*
 * A run of the compiler: the program's options become smcc's, and what it has made before comes
 * from the cache.
 *
 * compile.c calls this without the lock: nothing here looks at an object. The compiler is libsmcc,
 * in this process.
 *
 * A struct build goes through three steps. options_split() makes words of the program's options;
 * cache_load() looks for the result; smcc_build() makes it. The compiler's own options are in
 * Documentation/software/compiler.rst.
 *
 * Several threads may build at the same time, as each has its own struct build. The library of the
 * compiler keeps its state by thread.
 */
#include <ctype.h>
#include <stdio.h>

#include "internal.h"
#include "libsmcc.h"

/* The next word of @p, with quotes taken away; NULL: there is none, or no memory */
static char *next_word(const char **p)
{
	char quote = 0, *word, *to;

	while (isspace((unsigned char)**p))
		++*p;
	if (!**p)
		return NULL;
	word = to = malloc(strlen(*p) + 1);
	if (!word)
		return NULL;
	for (; **p && (quote || !isspace((unsigned char)**p)); ++*p) {
		/* A quote within a word ends none, as in a shell. */
		if (**p == quote)
			quote = 0;
		else if (!quote && (**p == '"' || **p == '\''))
			quote = **p;
		else if (**p == '\\' && (*p)[1] && quote != '\'')
			*to++ = *++*p;
		else
			*to++ = **p;
	}
	*to = 0;
	return word;
}

/* Whole words only. */
bool options_have(const char *options, const char *name)
{
	const char *p = options ? options : "";
	bool found = false;

	for (char *word; !found && (word = next_word(&p)); free(word))
		found = !strcmp(word, name);
	return found;
}

/* @list may be NULL if @n is 0. */
void options_free(char **list, int n)
{
	for (int i = 0; i < n; i++)
		free(list[i]);
	free(list);
}

/* Of words of options, which have no embedded zero. */
static bool starts(const char *s, const char *prefix)
{
	return !strncmp(s, prefix, strlen(prefix));
}

/* Options of OpenCL, and of clang that programs give although OpenCL does not know them; clang
 * itself says which of those with -f it has. */
static bool known(const char *a, enum options_of of)
{
	static const char *const prefixes[] = { "-D", "-I", "-U", "-W", "-O", "-g", "-x", "-cl-" };

	if (of != OPTIONS_OF_BUILD &&
	    (!strcmp(a, "-create-library") || !strcmp(a, "-enable-link-options")))
		return true;
	for (size_t i = 0; i < COUNT(prefixes); i++)
		if (starts(a, prefixes[i]))
			return true;
	return !strcmp(a, "-w") || (starts(a, "-f") && of != OPTIONS_OF_LINK);
}

/* Said of a library, or known already */
static bool not_for_smcc(const char *a)
{
	static const char *const names[] = { "-create-library", "-enable-link-options",
					     "-cl-kernel-arg-info" };

	for (size_t i = 0; i < COUNT(names); i++)
		if (!strcmp(a, names[i]))
			return true;
	return false;
}

/* Takes the next option of @p that @word begins, to @list; false: there is none like it. */
static bool take_option(char *word, const char **p, enum options_of of, char **list, int *n)
{
	char *value = NULL;

	if (!known(word, of))
		return false;
	/* The value may be a word of its own. */
	if (strlen(word) == 2 && strchr("DIUx", word[1]) && !(value = next_word(p)))
		return false;
	if (word[1] == 'x') {	/* the language is what it is */
		bool same = !strcmp(value ? value : word + 2, "cl");

		free(value);
		if (same)
			free(word);
		return same;
	}
	if (not_for_smcc(word))
		free(word);
	else
		list[(*n)++] = word;
	if (value)
		list[(*n)++] = value;
	return true;
}

/* $SMGPU_CHECK=barriers finds barriers that a part of a work-group skips. */
static bool checks_barriers(void)
{
	const char *checks = getenv("SMGPU_CHECK");

	return checks && !strcmp(checks, "barriers");
}

/* On success the caller frees the list. What every program gets comes first. */
cl_int options_split(cl_device_id d, const char *options, enum options_of of, cl_int invalid,
		     char ***list, int *n, char **log)
{
	const char *p = options ? options : "";
	char *word;

	*n = 0;
	*list = calloc(strlen(p) + 4, sizeof(char *));
	if (!*list)
		return CL_OUT_OF_HOST_MEMORY;
	(*list)[(*n)++] = strdup("-cl-kernel-arg-info");
	(*list)[(*n)++] = strdup(d->info->constants ? "-mconstants" : "-mno-constants");
	if (checks_barriers())
		(*list)[(*n)++] = strdup("--check-barriers");
	while ((word = next_word(&p))) {
		if (!take_option(word, &p, of, *list, n)) {
			if (log &&
			    asprintf(log,
				     "%s: unknown option, or its value is missing or unknown.\n",
				     word) < 0)
				*log = NULL;
			free(word);
			options_free(*list, *n);
			*list = NULL;
			return invalid;
		}
	}
	return CL_SUCCESS;
}

/* The word alone tells: what stands between it and the # may be a comment. Objects and SPIR-V are
 * what the front end has made. */
static bool includes(const struct build *b)
{
	for (int i = 0; i < b->n_texts; i++) {
		if (smcc_is_object(b->texts[i], b->text_bytes[i]) ||
		    smcc_is_il(b->texts[i], b->text_bytes[i]))
			continue;
		if (memmem(b->texts[i], b->text_bytes[i], "include", strlen("include")) ||
		    memmem(b->texts[i], b->text_bytes[i], "import", strlen("import")))
			return true;
	}
	return b->n_headers;
}

/* Data and log belong to the build afterwards. */
static void compile(struct build *b, const struct smcc_request *r)
{
	struct smcc_result result;

	switch (smcc_build(r, &result)) {
	case SMCC_OK:
		b->err = CL_SUCCESS;
		break;
	case SMCC_BAD_OPTIONS:
		b->err = CL_INVALID_BUILD_OPTIONS;
		break;
	default:
		b->err = CL_BUILD_PROGRAM_FAILURE;
	}
	b->data = result.data;
	b->bytes = result.bytes;
	b->log = result.log;
}

/* A source with includes is preprocessed to know what it depends on. Failed builds are not kept
 * in the cache. */
static void build(struct build *b, const char *version)
{
	struct smcc_text *sources = calloc(b->n_texts + b->n_headers + 1, sizeof(*sources)),
			 *headers = sources ? sources + b->n_texts : NULL;
	const struct smcc_request r = { (const char *const *)b->options,
					b->n_options,
					sources,
					b->n_texts,
					headers,
					b->n_headers,
					b->compile_only };

	if (!sources) {
		b->err = CL_OUT_OF_HOST_MEMORY;
		return;
	}
	for (int i = 0; i < b->n_texts; i++)
		sources[i] = (struct smcc_text){ "program.cl", b->texts[i], b->text_bytes[i] };
	for (int i = 0; i < b->n_headers; i++)
		headers[i] = (struct smcc_text){ b->header_names[i], b->header_texts[i],
						  strlen(b->header_texts[i]) };
	b->includes = includes(b);
	/* Of several texts none is a source with includes: those are objects. */
	if (b->includes && b->n_texts == 1 && cache_on())
		b->whole = smcc_preprocess(&r);
	if (!cache_load(b, version, &b->data, &b->bytes, &b->log)) {
		compile(b, &r);
		if (!b->err)
			cache_store(b, version);
	}
	free(b->whole);
	free(sources);
}

/* Everything it gives is in @b; the caller frees data and log. */
void build_run(struct build *b)
{
	char *version = smcc_version();

	if (!version) {
		b->err = CL_COMPILER_NOT_AVAILABLE;
		b->log = strdup(
			"The compiler is not there: clang-19, ld.lld-19 and smcc's files are needed.\n");
		return;
	}
	build(b, version);
	free(version);
}
