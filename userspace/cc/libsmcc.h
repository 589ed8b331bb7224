/* SPDX-License-Identifier: MIT */
/*
 * libsmcc: smcc inside a process. OpenCL C in memory becomes a kernel ELF in memory; clang and lld
 * are run as processes. Any number of threads may compile at the same time.
 */
#ifndef _LIBSMCC_H_
#define _LIBSMCC_H_

#include <stddef.h>

struct smcc_text {
	const char *name;		/* of a header: as the program includes it */
	const char *text;
	size_t bytes;
};

struct smcc_request {
	const char *const *options;	/* as those of the command, without files and -o */
	int n_options;
	/* OpenCL C, SPIR-V, or objects that were made of them */
	const struct smcc_text *sources;
	int n_sources;
	const struct smcc_text *headers;
	int n_headers;
	int compile_only;		/* makes an object of the one source */
};

enum smcc_status {
	SMCC_OK,
	SMCC_FAILED,			/* the log says at which line */
	SMCC_BAD_OPTIONS,		/* the log says which one */
};

struct smcc_result {
	/* ELF file or object, NULL if there is none; to be given to free() like the log */
	void *data;
	size_t bytes;
	/* errors and warnings with file, line and column; never NULL but when memory is out */
	char *log;
};

enum smcc_status smcc_build(const struct smcc_request *request, struct smcc_result *result);
/* What the one source is with all that it includes. To be given to free(); NULL if that fails, and
 * smcc_build() says why. */
char *smcc_preprocess(const struct smcc_request *request);
/* Is it an object of smcc_build()? */
int smcc_is_object(const void *data, size_t bytes);
/* Is it SPIR-V? And is there a program that reads it? */
int smcc_is_il(const void *data, size_t bytes);
int smcc_takes_il(void);
/* Names the compiler: equal texts mean equal results. To be given to free(); NULL if smcc's files
 * or clang are not there. */
char *smcc_version(void);

#endif
