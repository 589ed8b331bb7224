/* SPDX-License-Identifier: MIT */
/*
 * A dump, read and checked. Documentation/user/profile-and-debug.rst shows what the tool makes of
 * it.
 */
#ifndef _TOOLS_DUMP_FILE_H_
#define _TOOLS_DUMP_FILE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lines.h"
#include "smgpu_dump.h"

/* A module of the program that failed. */
struct dump_module {
	struct smgpu_dump_module at;	/* where it was loaded */
	void *file;		/* its ELF file; NULL: not in the dump */
	size_t bytes;
	struct lines *lines;	/* NULL: the file can't be read */
};

/* A dump whose tables lie within the file, whose texts end, and whose tasks have their arguments
 * within the tables */
struct dump_file {
	struct smgpu_dump_failure failure;
	struct drm_smgpu_dump_warp *warp;
	struct smgpu_dump_task *task;
	struct smgpu_dump_arg *arg;
	uint32_t *word;
	struct smgpu_dump_buffer *buffer;
	struct dump_module *module;
	uint32_t n_warps, n_tasks, n_args, n_words, n_buffers, n_modules;
};

/* NULL, or a sentence: what is wrong with the file. dump_close() in any case. */
const char *dump_open(struct dump_file *d, const char *path);
void dump_close(struct dump_file *d);
/* The module that has code at @pc, or NULL */
struct dump_module *dump_module_at(const struct dump_file *d, uint32_t pc);
/* The instruction at @pc, as it is in the module's file */
bool dump_instruction(const struct dump_module *m, uint32_t pc, uint32_t *word);
const struct smgpu_dump_task *dump_task_at(const struct dump_file *d, uint32_t va);

#endif
