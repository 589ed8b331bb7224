/* SPDX-License-Identifier: MIT */
/*
 * What smcc tells of the kernels in an ELF file: section ".smgpu.kernels", not loaded, little
 * endian: struct smgpu_elf_kernels, then count entries of entry_bytes each, then names.
 */
#ifndef _SMGPU_ELF_H_
#define _SMGPU_ELF_H_

#include <stddef.h>
#include <stdint.h>

#define SMGPU_ELF_SECTION	".smgpu.kernels"
#define SMGPU_ELF_MAGIC		0x4b474d53u	/* "SMGK" */
/* 1: without what stands behind n_args, and without flags of arguments */
#define SMGPU_ELF_VERSION	2u
#define SMGPU_ELF_UNKNOWN	0xffffffffu
/* bytes of stack per thread: SMGPU_LOCAL_MAX of <drm/smgpu_hw.h> */
#define SMGPU_ELF_LOCAL_MAX	65536

struct smgpu_elf_kernels {
	uint32_t magic;
	uint32_t version;
	uint32_t count;
	uint32_t entry_bytes;		/* a later version may append fields */
};

struct smgpu_elf_kernel {
	uint32_t name;			/* offset of a string in this section */
	uint32_t entry_va;		/* start stub: what a TMD's entry_va takes */
	/* constant bank words the kernel may read; SMGPU_ELF_UNKNOWN */
	uint32_t arg_words;
	uint32_t regs;			/* registers per thread: highest used + 1 */
	uint32_t shared_bytes;		/* per CTA */
	uint32_t local_bytes;		/* stack per thread, multiple of 16 */
	uint32_t flags;			/* SMGPU_ELF_* */
	uint32_t rsvd;
	uint32_t args;			/* offset of n_args struct smgpu_elf_arg in this section */
	uint32_t n_args;		/* SMGPU_ELF_UNKNOWN */
	/* the only size of a CTA that may be launched (reqd_work_group_size), or 0: any */
	uint32_t cta[3];
	/* the size it was written for (work_group_size_hint), or 0 */
	uint32_t cta_hint[3];
	uint32_t vec_hint;		/* offset of a type's name (vec_type_hint), or 0 */
	uint32_t rsvd2;
};

enum smgpu_elf_arg_kind {
	SMGPU_ELF_ARG_GLOBAL,		/* address of global or constant memory */
	/* address in shared memory, of as many bytes as the launch says */
	SMGPU_ELF_ARG_LOCAL,
	SMGPU_ELF_ARG_INTEGER,		/* or a vector of them */
	SMGPU_ELF_ARG_FLOAT,		/* float or double, or a vector of them */
	SMGPU_ELF_ARG_BYTES,		/* structure, as it is */
};

/*
 * An argument stands in the constant bank from @word on: structures as they are, other than that
 * each element of up to 4 bytes in a word, of 8 bytes in two.
 */
struct smgpu_elf_arg {
	uint32_t name;			/* offset of a string in this section */
	uint16_t kind;			/* enum smgpu_elf_arg_kind */
	uint16_t word;
	uint16_t bytes;			/* for the host: a vector of three has the size of four */
	uint16_t count;			/* elements of a vector, 1 */
	uint16_t element;		/* bytes of each */
	uint16_t flags;			/* SMGPU_ELF_ARG_* flags */
};

/* integers with a sign; a kernel takes small ones from the lowest bits of their word */
#define SMGPU_ELF_ARG_SIGNED	(1u << 0)

/* recursion or calls through pointers: local_bytes is a default */
#define SMGPU_ELF_LOCAL_GUESSED	(1u << 0)
/* calls printf: wants a buffer, see smgpu_print.h */
#define SMGPU_ELF_PRINTS	(1u << 1)
/* the program has constant operands: in all entries, or in none */
#define SMGPU_ELF_CONSTANTS	(1u << 2)
/* made with --offsets, or has variables that are shared with launches that have one */
#define SMGPU_ELF_OFFSETS	(1u << 3)
/* the program has texture instructions: in all entries, or in none */
#define SMGPU_ELF_TEXTURES	(1u << 4)
/* the program has instructions with attributes: in all entries, or in none */
#define SMGPU_ELF_ATTRIBUTES	(1u << 5)

_Static_assert(sizeof(struct smgpu_elf_kernels) == 16, "file format");
_Static_assert(sizeof(struct smgpu_elf_kernel) == 72, "file format");
_Static_assert(offsetof(struct smgpu_elf_kernel, args) == 32 &&
		       offsetof(struct smgpu_elf_kernel, cta) == 40,
	       "file format");
_Static_assert(sizeof(struct smgpu_elf_arg) == 16, "file format");

#endif
