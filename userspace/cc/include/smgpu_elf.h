/* SPDX-License-Identifier: MIT */
/*
 * What smcc tells of the kernels in an ELF file: section ".smgpu.kernels", not loaded, little endian:
 * struct smgpu_elf_kernels, then count entries of entry_bytes each, then names.
 */
#ifndef _SMGPU_ELF_H_
#define _SMGPU_ELF_H_

#include <stdint.h>

#define SMGPU_ELF_SECTION	".smgpu.kernels"
#define SMGPU_ELF_MAGIC		0x4b474d53u	/* "SMGK" */
#define SMGPU_ELF_VERSION	1u
#define SMGPU_ELF_UNKNOWN	0xffffffffu

struct smgpu_elf_kernels {
	uint32_t magic;
	uint32_t version;
	uint32_t count;
	uint32_t entry_bytes;		/* a later version may append fields */
};

struct smgpu_elf_kernel {
	uint32_t name;			/* offset of a string in this section */
	uint32_t entry_va;		/* start stub: what a TMD's entry_va takes */
	uint32_t arg_words;		/* constant bank words the kernel may read; SMGPU_ELF_UNKNOWN */
	uint32_t regs;			/* registers per thread: highest used + 1 */
	uint32_t shared_bytes;		/* per CTA */
	uint32_t local_bytes;		/* stack per thread, multiple of 16 */
	uint32_t flags;			/* SMGPU_ELF_* */
	uint32_t rsvd;
};

#define SMGPU_ELF_LOCAL_GUESSED	(1u << 0)	/* recursion or calls through pointers: local_bytes is a default */

_Static_assert(sizeof(struct smgpu_elf_kernels) == 16, "file format");
_Static_assert(sizeof(struct smgpu_elf_kernel) == 32, "file format");

#endif
