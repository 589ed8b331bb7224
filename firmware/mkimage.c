// SPDX-License-Identifier: MIT
/* mkimage FIRMWARE.elf IMAGE: flattens the ELF's load segments and fills in the header in front. */
#include <elf.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "smgpu_fw_abi.h"

static void die(const char *what, const char *file)
{
	fprintf(stderr, "mkimage: %s: %s\n", file, what);
	exit(1);
}

static uint8_t *read_all(const char *name, size_t *size)
{
	FILE *f = fopen(name, "rb");
	uint8_t *data = calloc(1, 1 << 22);

	if (!f || !data)
		die("cannot read", name);
	*size = fread(data, 1, 1 << 22, f);
	fclose(f);
	return data;
}

static uint32_t symbol(const uint8_t *elf, const Elf32_Ehdr *eh, const char *want)
{
	const Elf32_Shdr *sh = (const Elf32_Shdr *)(elf + eh->e_shoff);
	unsigned int i, k;

	for (i = 0; i < eh->e_shnum; i++) {
		const Elf32_Sym *sym = (const Elf32_Sym *)(elf + sh[i].sh_offset);
		const char *names;

		if (sh[i].sh_type != SHT_SYMTAB)
			continue;
		names = (const char *)elf + sh[sh[i].sh_link].sh_offset;
		for (k = 0; k < sh[i].sh_size / sizeof(*sym); k++)
			if (!strcmp(names + sym[k].st_name, want))
				return sym[k].st_value;
	}
	die("symbol missing", want);
	return 0;
}

int main(int argc, char **argv)
{
	static uint8_t image[SMGPU_FW_MAX_BYTES];
	struct smgpu_fw_header header = { .magic = SMGPU_FW_MAGIC,
					  .abi_major = SMGPU_FW_ABI_MAJOR,
					  .abi_minor = SMGPU_FW_ABI_MINOR };
	const Elf32_Phdr *ph;
	const Elf32_Ehdr *eh;
	uint32_t length = 0;
	size_t size;
	uint8_t *elf;
	FILE *out;
	int i;

	if (argc != 3) {
		fprintf(stderr, "usage: mkimage FIRMWARE.elf IMAGE\n");
		return 2;
	}
	elf = read_all(argv[1], &size);
	eh = (const Elf32_Ehdr *)elf;
	if (size < sizeof(*eh) || memcmp(eh->e_ident, ELFMAG, SELFMAG) ||
	    eh->e_ident[EI_CLASS] != ELFCLASS32 || eh->e_machine != EM_RISCV)
		die("not a 32-bit RISC-V ELF", argv[1]);
	ph = (const Elf32_Phdr *)(elf + eh->e_phoff);
	for (i = 0; i < eh->e_phnum; i++) {
		uint32_t at = ph[i].p_paddr - SMGPU_MCU_TCM_BASE;

		if (ph[i].p_type != PT_LOAD || !ph[i].p_filesz)
			continue;
		if (at >= sizeof(image) || ph[i].p_filesz > sizeof(image) - at ||
		    ph[i].p_offset + ph[i].p_filesz > size)
			die("segment outside TCM", argv[1]);
		memcpy(image + at, elf + ph[i].p_offset, ph[i].p_filesz);
		if (at + ph[i].p_filesz > length)
			length = at + ph[i].p_filesz;
	}
	if (symbol(elf, eh, "__text_end") - SMGPU_MCU_TCM_BASE > SMGPU_FW_CODE_BYTES)
		die("code past the part of the TCM that instructions come from", argv[1]);
	length = (length + 3) & ~3u;
	header.length = length;
	header.entry = eh->e_entry - SMGPU_MCU_TCM_BASE;
	header.bss_end = symbol(elf, eh, "__bss_end") - SMGPU_MCU_TCM_BASE;
	header.crc32 = (uint32_t)crc32(0, image + sizeof(header), length - sizeof(header));
	header.build_id = header.crc32;
	memcpy(image, &header, sizeof(header));
	out = fopen(argv[2], "wb");
	if (!out || fwrite(image, 1, length, out) != length || fclose(out))
		die("cannot write", argv[2]);
	printf("%s: %u bytes, entry 0x%x, %u of %u TCM bytes used\n", argv[2], length, header.entry,
	       header.bss_end, SMGPU_FW_MAX_BYTES);
	free(elf);
	return 0;
}
