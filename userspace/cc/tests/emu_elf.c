// SPDX-License-Identifier: MIT
/*
 * Loading smcc's output without a library: what the file format page says, and nothing else.
 */
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_elf.h"
#include "emu.h"

/* NULL if there is no such file. */
static uint8_t *read_all(const char *path, size_t *n)
{
	FILE *f = fopen(path, "rb");
	uint8_t *p;

	if (!f)
		return NULL;
	fseek(f, 0, SEEK_END);
	*n = ftell(f);
	rewind(f);
	p = malloc(*n);
	if (fread(p, 1, *n, f) != *n)
		*n = 0;
	fclose(f);
	return p;
}

/* NULL, or why it can't. Trusts the file, as smcc has just made it. */
const char *emu_load(uint8_t *mem, const char *path)
{
	size_t n;
	uint8_t *d = read_all(path, &n);
	const Elf32_Ehdr *eh = (void *)d;

	if (!d || n < sizeof(*eh) || eh->e_machine != EM_RISCV)
		return "not an ELF for RISC-V";
	for (int i = 0; i < eh->e_phnum; i++) {
		const Elf32_Phdr *ph = (void *)(d + eh->e_phoff + i * sizeof(*ph));

		if (ph->p_type != PT_LOAD || ph->p_vaddr >= EMU_MEM_BYTES)
			continue;
		memset(mem + ph->p_vaddr, 0, ph->p_memsz);
		memcpy(mem + ph->p_vaddr, d + ph->p_offset, ph->p_filesz);
	}
	free(d);
	return NULL;
}

/* Reads the table of kernels as the library does. */
const char *emu_kernel(const char *path, const char *name, struct emu_kernel *out)
{
	size_t n;
	uint8_t *d = read_all(path, &n);
	const char *why = "kernel not found";
	const Elf32_Ehdr *eh = (void *)d;

	if (!d)
		return "cannot read";
	const Elf32_Shdr *sh = (void *)(d + eh->e_shoff);
	const char *names = (char *)d + sh[eh->e_shstrndx].sh_offset;

	for (int i = 0; i < eh->e_shnum; i++) {
		if (strcmp(names + sh[i].sh_name, SMGPU_ELF_SECTION))
			continue;
		const uint8_t *s = d + sh[i].sh_offset;
		const struct smgpu_elf_kernels *h = (void *)s;

		if (h->magic != SMGPU_ELF_MAGIC || h->version != SMGPU_ELF_VERSION)
			why = "metadata of another version";
		for (uint32_t k = 0; k < h->count; k++) {
			const struct smgpu_elf_kernel *e =
				(void *)(s + sizeof(*h) + k * h->entry_bytes);

			if (strcmp((char *)s + e->name, name))
				continue;
			*out = (struct emu_kernel){ e->entry_va,     e->arg_words,   e->regs,
						     e->shared_bytes, e->local_bytes, e->flags };
			why = NULL;
		}
	}
	free(d);
	return why;
}
