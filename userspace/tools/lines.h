/* SPDX-License-Identifier: MIT */
/*
 * From an instruction to the source. All strings belong to the reader and last until lines_close().
 */
#ifndef _TOOLS_LINES_H_
#define _TOOLS_LINES_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAMES_MAX 16

/* Where an instruction comes from */
struct place {
	const char *file;		/* as the compiler was told; "" if there is no line table */
	int line;			/* 0: not known */
	/* functions: the kernel first, then what was compiled into it there */
	int depth;
	const char *frame[FRAMES_MAX];
	struct {
		const char *file;	/* NULL: not known */
		int line;
	} call[FRAMES_MAX];		/* where in the frame before it each was compiled in */
	/* bytes from the start of the symbol: of the kernel, or a function that it calls */
	uint32_t offset;
	const char *symbol;
};

struct lines;
/* The kernel file @path; ends the program if it can't be read */
struct lines *lines_open(const char *path);
/* A kernel file in memory, which stays there until lines_close(); NULL: it can't be read */
struct lines *lines_open_memory(void *file, size_t bytes);
void lines_close(struct lines *l);
/* @pc: of the card, which may have loaded the file in another window of 16 MiB. False: it is in
 * none of the file's code. */
bool lines_find(struct lines *l, uint32_t pc, struct place *to);
bool lines_known(const struct lines *l);	/* has the file a line table? */

#endif
