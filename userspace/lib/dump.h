/* SPDX-License-Identifier: MIT */
/*
 * Between dump.c (what goes into a dump) and dump_elf.c (how it is written).
 */
#ifndef _SMGPU_DUMP_INTERNAL_H_
#define _SMGPU_DUMP_INTERNAL_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smgpu_dump.h"

/* The tables that each dump has, in the order of its sections; files of modules follow. */
enum dump_table {
	DUMP_FAILURE,
	DUMP_WARPS,
	DUMP_TASKS,
	DUMP_ARGS,
	DUMP_WORDS,
	DUMP_BUFFERS,
	DUMP_MODULES,
	DUMP_TABLES
};

/* A section of the file. @data belongs to who fills it, and must live until dump_elf() returns. */
struct dump_section {
	char name[32];
	void *data;
	size_t bytes;
};

/* Writes them as an ELF file; 0 or -errno. */
int dump_elf(int fd, const struct dump_section *s, uint32_t n);

#endif
