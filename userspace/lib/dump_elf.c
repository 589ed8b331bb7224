// SPDX-License-Identifier: MIT
/*
 * Sections as an ELF file of type core.
 *
 * A core file needs no tool of its own: readelf lists its sections. dump.c says what is in them.
 *
 * Offsets and alignment are libelf's matter: the tables are found by name, never by place.
 */
#include <errno.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "dump.h"

/* A new section; @data must live until the file is written. NULL if libelf fails. */
static Elf32_Shdr *put(Elf *elf, uint32_t type, uint32_t name, const void *data, size_t bytes)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf32_Shdr *sh = scn ? elf32_getshdr(scn) : NULL;
	Elf_Data *d = scn ? elf_newdata(scn) : NULL;

	if (!sh || !d)
		return NULL;
	sh->sh_type = type;
	sh->sh_name = name;
	*d = (Elf_Data) { .d_buf = (void *)data,
			  .d_type = ELF_T_BYTE,
			  .d_size = bytes,
			  .d_align = 8,
			  .d_version = EV_CURRENT };
	return sh;
}

/* @names has room for all names and becomes the last section, the table of names. That begins
 * with an empty name, hence at 1. */
static bool build(Elf *elf, const struct dump_section *s, uint32_t n, char *names)
{
	Elf32_Ehdr *eh = elf32_newehdr(elf);
	uint32_t at = 1;

	if (!eh)
		return false;
	eh->e_ident[EI_DATA] = ELFDATA2LSB;
	eh->e_type = ET_CORE;
	eh->e_machine = EM_RISCV;
	eh->e_version = EV_CURRENT;
	for (uint32_t i = 0; i < n; i++) {
		if (!put(elf, SHT_PROGBITS, at, s[i].data, s[i].bytes))
			return false;
		strcpy(names + at, s[i].name);
		at += strlen(s[i].name) + 1;
	}
	strcpy(names + at, ".shstrtab");
	eh->e_shstrndx = n + 1;
	return put(elf, SHT_STRTAB, at, names, at + sizeof(".shstrtab")) &&
	       elf_update(elf, ELF_C_WRITE) >= 0;
}

/* @fd stays open. @names is allocated with a name more for its own table, and one for the first. */
int dump_elf(int fd, const struct dump_section *s, uint32_t n)
{
	char *names = calloc(n + 2, sizeof(s->name));
	int err = 0;
	Elf *elf;

	if (!names)
		return -ENOMEM;
	elf_version(EV_CURRENT);
	errno = 0;
	elf = elf_begin(fd, ELF_C_WRITE, NULL);
	if (!elf || !build(elf, s, n, names))
		err = errno ? -errno : -EIO;	/* libelf has errors of its own, too */
	elf_end(elf);
	free(names);
	return err;
}
