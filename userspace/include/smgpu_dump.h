/* SPDX-License-Identifier: MIT */
/*
 * The file that libsmgpu leaves of a queue that has failed ($SMGPU_DUMP), and that smgpu-dump
 * shows: a 32-bit little-endian ELF file of type ET_CORE for RISC-V, with these sections. All but
 * the first may be missing or empty. Numbers are little endian; texts end with a 0.
 */
#ifndef _SMGPU_DUMP_H_
#define _SMGPU_DUMP_H_

#include <stddef.h>
#include <stdint.h>
#include <drm/smgpu_drm.h>
#include <drm/smgpu_hw.h>

#define SMGPU_DUMP_FAILURE	".smgpu.failure"	/* one struct smgpu_dump_failure */
/* struct drm_smgpu_dump_warp, by SM, then by warp */
#define SMGPU_DUMP_WARPS	".smgpu.warps"
/* struct smgpu_dump_task: of the error, then others of the warps */
#define SMGPU_DUMP_TASKS	".smgpu.tasks"
#define SMGPU_DUMP_ARGS		".smgpu.args"		/* struct smgpu_dump_arg of all tasks */
#define SMGPU_DUMP_WORDS	".smgpu.words"		/* argument words of all tasks */
/* struct smgpu_dump_buffer: all of the address space */
#define SMGPU_DUMP_BUFFERS	".smgpu.buffers"
/* struct smgpu_dump_module: all of the address space */
#define SMGPU_DUMP_MODULES	".smgpu.modules"
/* followed by a module's place in that table, in decimal: its ELF file */
#define SMGPU_DUMP_MODULE	".smgpu.module."

#define SMGPU_DUMP_MAGIC	0x44474d53u		/* "SMGD" */
#define SMGPU_DUMP_VERSION	1u			/* of all the structures here */

#define SMGPU_DUMP_WARPS_MAX	65536u
#define SMGPU_DUMP_TASKS_MAX	256u
#define SMGPU_DUMP_MODULES_MAX	256u			/* windows of 16 MiB in 4 GiB */
#define SMGPU_DUMP_NAME		64u			/* bytes; longer names are cut */
#define SMGPU_DUMP_UNKNOWN	0xffffffffu

struct smgpu_dump_failure {
	uint32_t magic;
	uint32_t version;
	uint64_t time;			/* seconds since 1970 */
	uint64_t job;			/* of the queue, first is 1 */
	uint64_t submitted, completed;	/* jobs */
	char program[SMGPU_DUMP_NAME];
	uint32_t pid;
	uint32_t code;			/* enum smgpu_error */
	/* as in struct drm_smgpu_channel_query */
	uint32_t va, access, pc, sm, warp, tmd_va, detail;
	/* errno with which the driver refused to tell of warps; 0: it did tell */
	uint32_t no_warps;
	uint32_t hw_version, fw_version;	/* of the card */
	uint32_t sm_count, warps_per_sm, lanes, dtok_depth, shared_bytes;
	/* its number in the warp, plus 1; 0: not the error of single threads, or not known */
	uint32_t thread;
};

struct smgpu_dump_task {
	uint32_t va;			/* of the TMD */
	/* 1: tmd is as it was in memory; 0: the library could not see it */
	uint32_t known;
	struct smgpu_tmd tmd;
	char kernel[SMGPU_DUMP_NAME];	/* "": of no module */
	uint32_t first_arg;
	uint32_t n_args;		/* SMGPU_DUMP_UNKNOWN: the module does not tell */
	uint32_t first_word;
	uint32_t n_words;
};

struct smgpu_dump_arg {			/* as in struct smgpu_arg */
	char name[SMGPU_DUMP_NAME];
	uint32_t kind, word, bytes, count, element, is_signed;
};

/* the library's: local memory, TMDs, arguments, text of printf */
#define SMGPU_DUMP_BUFFER_OWN	(1u << 31)

struct smgpu_dump_buffer {
	uint64_t bytes;			/* whole pages */
	uint32_t va;
	uint32_t flags;			/* SMGPU_BUFFER_*, SMGPU_DUMP_BUFFER_OWN */
};

struct smgpu_dump_module {
	uint32_t va, bytes;		/* where it is loaded */
	uint32_t delta;			/* added to the addresses of its file, modulo 2^32 */
	uint32_t rsvd;
};

_Static_assert(sizeof(struct smgpu_dump_failure) == 176 &&
		       offsetof(struct smgpu_dump_failure, pid) == 104,
	       "file format");
_Static_assert(sizeof(struct smgpu_tmd) == 256 && sizeof(struct smgpu_dump_task) == 344,
	       "file format");
_Static_assert(sizeof(struct smgpu_dump_arg) == 88, "file format");
_Static_assert(sizeof(struct smgpu_dump_buffer) == 16 && sizeof(struct smgpu_dump_module) == 16,
	       "file format");
_Static_assert(sizeof(struct drm_smgpu_dump_warp) == 16, "file format");

#endif
