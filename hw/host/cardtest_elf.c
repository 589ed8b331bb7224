// SPDX-License-Identifier: MIT
/* Kernel files made by smcc: segments into a VM, kernels by name from section .smgpu.kernels. */
#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest.h"
#include "smgpu_elf.h"
#include "smgpu_regs.h"

#define PAGE	4096u

struct file {
	uint8_t *data;
	size_t bytes;
};

static int read_file(const char *path, struct file *f)
{
	FILE *in = fopen(path, "rb");
	long n;

	if (!in)
		return -ENOENT;
	fseek(in, 0, SEEK_END);
	n = ftell(in);
	rewind(in);
	f->data = n > 0 ? malloc((size_t)n) : NULL;
	f->bytes = f->data ? fread(f->data, 1, (size_t)n, in) : 0;
	fclose(in);
	if (f->data && f->bytes == (size_t)n)
		return 0;
	free(f->data);
	f->data = NULL;
	return -EIO;
}

static const void *at(const struct file *f, uint64_t off, uint64_t bytes)
{
	return off > f->bytes || bytes > f->bytes - off ? NULL : f->data + off;
}

/* Segments that share a page share its permissions: the code window is one mapping in which
 * everything is allowed. */
static int load_segments(struct ct *ct, unsigned vm, const struct file *f, const Elf32_Ehdr *eh)
{
	uint32_t low = ~0u, high = 0;
	const Elf32_Phdr *ph;
	uint64_t card;
	unsigned i;

	for (i = 0; i < eh->e_phnum; i++) {
		ph = at(f, eh->e_phoff + i * sizeof(*ph), sizeof(*ph));
		if (!ph)
			return -EINVAL;
		if (ph->p_type != PT_LOAD || !ph->p_memsz || ph->p_vaddr >= SMGPU_VA_USER_END)
			continue;
		if (ph->p_filesz > ph->p_memsz || !at(f, ph->p_offset, ph->p_filesz) ||
		    ph->p_memsz > SMGPU_CODE_WINDOW)
			return -EINVAL;
		low = ph->p_vaddr < low ? ph->p_vaddr : low;
		high = ph->p_vaddr + ph->p_memsz > high ? ph->p_vaddr + ph->p_memsz : high;
	}
	low &= ~(PAGE - 1);
	if (low >= high || high - low > SMGPU_CODE_WINDOW)
		return -EINVAL;
	card = ct_map_new(ct, vm, low, high - low, CT_RWX);
	if (!card)
		return -ENOMEM;
	for (i = 0; i < eh->e_phnum; i++) {
		ph = at(f, eh->e_phoff + i * sizeof(*ph), sizeof(*ph));
		if (ph->p_type == PT_LOAD && ph->p_memsz && ph->p_vaddr < SMGPU_VA_USER_END)
			ct_upload(ct, card + ph->p_vaddr - low, f->data + ph->p_offset,
				  ph->p_filesz);
	}
	return 0;
}

static const Elf32_Shdr *find_section(const struct file *f, const Elf32_Ehdr *eh, const char *name)
{
	const Elf32_Shdr *names = at(f, eh->e_shoff + (uint64_t)eh->e_shstrndx * sizeof(*names),
				     sizeof(*names)),
			 *sh;
	const char *s;
	unsigned i;

	for (i = 0; names && i < eh->e_shnum; i++) {
		sh = at(f, eh->e_shoff + i * sizeof(*sh), sizeof(*sh));
		s = sh ? at(f, (uint64_t)names->sh_offset + sh->sh_name, strlen(name) + 1) : NULL;
		if (s && !memcmp(s, name, strlen(name) + 1))
			return sh;
	}
	return NULL;
}

static int find_kernel(struct ct *ct, const struct file *f, const Elf32_Shdr *sh, const char *name,
		       struct ct_kernel *k)
{
	const struct smgpu_elf_kernels *head = at(f, sh->sh_offset, sizeof(*head));
	const struct smgpu_elf_kernel *e;
	const char *s;
	uint32_t i;

	if (!head || head->magic != SMGPU_ELF_MAGIC || head->version != SMGPU_ELF_VERSION ||
	    head->entry_bytes < sizeof(*e))
		return -EINVAL;
	for (i = 0; i < head->count; i++) {
		e = at(f, sh->sh_offset + sizeof(*head) + (uint64_t)i * head->entry_bytes,
		       sizeof(*e));
		s = e ? at(f, (uint64_t)sh->sh_offset + e->name, 1) : NULL;
		if (!s || !memchr(s, 0, f->bytes - (size_t)((const uint8_t *)s - f->data)))
			return -EINVAL;
		if (name ? strcmp(s, name) != 0 : head->count != 1)
			continue;
		*k = (struct ct_kernel){ .entry = e->entry_va,
					  .arg_words = e->arg_words,
					  .regs = e->regs,
					  .shared_bytes = e->shared_bytes,
					  .local_bytes = e->local_bytes };
		if (e->flags & SMGPU_ELF_CONSTANTS &&
		    !(ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CONSTANTS_MASK)) {
			ct_log(ct,
			       "the kernels have constant operands, which this card has not: compile them with smcc -mno-constants");
			return -EOPNOTSUPP;
		}
		if (e->flags & SMGPU_ELF_TEXTURES &&
		    !(ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_TEX_MASK)) {
			ct_log(ct,
			       "the kernels have texture instructions, which this card has not: compile them without SMGPU_TEX");
			return -EOPNOTSUPP;
		}
		if (e->flags & SMGPU_ELF_ATTRIBUTES &&
		    !(ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK)) {
			ct_log(ct,
			       "the kernels have instructions with attributes, which this card has not: compile them without SMGPU_ATTRIBUTES");
			return -EOPNOTSUPP;
		}
		return 0;
	}
	ct_log(ct, "no kernel %s in the file", name ? name : "(one of several must be named)");
	return -ENOENT;
}

/* Opens a file of smcc; @f must be freed in any case */
static int open_elf(const char *path, struct file *f)
{
	const Elf32_Ehdr *eh;
	int r = read_file(path, f);

	if (r)
		return r;
	eh = at(f, 0, sizeof(*eh));
	return eh && !memcmp(eh->e_ident, ELFMAG, SELFMAG) && eh->e_ident[EI_CLASS] == ELFCLASS32 &&
			       eh->e_machine == EM_RISCV
		       ? 0
		       : -EINVAL;
}

static int load(struct ct *ct, unsigned vm, const char *path, const char *name, struct ct_kernel *k,
		bool segments)
{
	const Elf32_Shdr *sh;
	struct file f = { 0 };
	int r = open_elf(path, &f);

	if (r) {
		ct_log(ct, r == -EINVAL ? "%s is not a 32-bit RISC-V ELF file" : "can't read %s",
		       path);
	} else {
		sh = find_section(&f, at(&f, 0, sizeof(Elf32_Ehdr)), SMGPU_ELF_SECTION);
		r = sh ? find_kernel(ct, &f, sh, name, k) : -ENOENT;
		if (!r && segments)
			r = load_segments(ct, vm, &f, at(&f, 0, sizeof(Elf32_Ehdr)));
	}
	free(f.data);
	return r;
}

int ct_load_elf(struct ct *ct, unsigned vm, const char *path, const char *name, struct ct_kernel *k)
{
	return load(ct, vm, path, name, k, true);
}

int ct_find_kernel(struct ct *ct, const char *path, const char *name, struct ct_kernel *k)
{
	return load(ct, 0, path, name, k, false);
}
