// SPDX-License-Identifier: MIT
/*
 * Source lines and functions of a kernel's instructions: from the file's symbols, and from its
 * debug information (smcc -g) by libdw.
 *
 * Addresses of a module are moved by whole windows when it is loaded, so the last 24 bits of a pc
 * are those of the file. Rows are sorted once and searched by halves.
 */
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "lines.h"

#define WINDOW 0x1000000u	/* bytes: a module is loaded at a multiple of it */

/* From this address on, until the next row. */
struct row {
	uint32_t at;
	int line;
	const char *file;	/* NULL: here a sequence ends */
};

/* A function; @end is the first address behind it. */
struct symbol {
	uint32_t at, end;
	const char *name;
};

/* All of one kernel file. Strings in it belong to libelf and libdw, so they last until
 * lines_close(). */
struct lines {
	int fd;
	Elf *elf;
	Dwarf *dwarf;		/* NULL: none */
	uint32_t window;	/* of the file's addresses */
	struct row *row;
	size_t n_rows;
	struct symbol *symbol;
	size_t n_symbols;
	Dwarf_Die *unit;
	size_t n_units;
};

/* @list with room for one more than @n, doubled at powers of two. Ends the program without
 * memory. */
static void *grown(void *list, size_t n, size_t each)
{
	/* The list has room up to the next power of two. */
	if (n & (n - 1))
		return list;
	list = realloc(list, (n ? 2 * n : 1) * each);
	if (!list)
		usage_error("out of memory");
	return list;
}

/* In the order of the table; read_debug() sorts them. */
static void add_row(struct lines *l, uint32_t at, int line, const char *file)
{
	l->row = grown(l->row, l->n_rows, sizeof(*l->row));
	l->row[l->n_rows++] = (struct row){ at, line, file };
}

/* The line table of a compile unit, as far as it can be read. */
static void read_rows(struct lines *l, Dwarf_Die *cu)
{
	Dwarf_Lines *lines;
	size_t n;

	if (dwarf_getsrclines(cu, &lines, &n))
		return;
	for (size_t i = 0; i < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		Dwarf_Addr at;
		bool end;
		int number;

		if (dwarf_lineaddr(line, &at) || dwarf_lineno(line, &number) ||
		    dwarf_lineendsequence(line, &end))
			continue;
		/* line 0: the compiler made it of several; it counts as the one before */
		if (end)
			add_row(l, at, 0, NULL);
		else if (number)
			add_row(l, at, number, dwarf_linesrc(line, NULL, NULL));
	}
}

/* For qsort(). */
static int by_address(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return !!x->file - !!y->file;	/* an end before what begins there */
}

/* Units are kept: inlined functions are looked up when they are asked for. */
static void read_debug(struct lines *l)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Die die;

	while (!dwarf_get_units(l->dwarf, cu, &cu, NULL, NULL, &die, NULL)) {
		read_rows(l, &die);
		l->unit = grown(l->unit, l->n_units, sizeof(*l->unit));
		l->unit[l->n_units++] = die;
	}
	if (l->n_rows)
		qsort(l->row, l->n_rows, sizeof(*l->row), by_address);
}

/* Functions with a size; they tell whether an address is code of the file. */
static void read_symbols(struct lines *l)
{
	Elf_Scn *s = NULL;

	while ((s = elf_nextscn(l->elf, s))) {
		Elf_Data *d;
		GElf_Shdr sh;
		GElf_Sym sym;

		if (!gelf_getshdr(s, &sh) || sh.sh_type != SHT_SYMTAB)
			continue;
		d = elf_getdata(s, NULL);
		for (int i = 0; gelf_getsym(d, i, &sym); i++) {
			const char *name = elf_strptr(l->elf, sh.sh_link, sym.st_name);

			if (GELF_ST_TYPE(sym.st_info) != STT_FUNC || !sym.st_size || !name)
				continue;
			l->symbol = grown(l->symbol, l->n_symbols, sizeof(*l->symbol));
			l->symbol[l->n_symbols++] =
				(struct symbol){ sym.st_value, sym.st_value + sym.st_size, name };
		}
	}
}

/* Empty. @fd stays -1 for a file in memory. */
static struct lines *start(void)
{
	struct lines *l = calloc(1, sizeof(*l));

	if (!l)
		usage_error("out of memory");
	elf_version(EV_CURRENT);
	l->fd = -1;
	return l;
}

/* A file without debug information is no error; one that is not ELF is. */
static bool read_all(struct lines *l)
{
	GElf_Phdr ph;

	if (!l->elf || elf_kind(l->elf) != ELF_K_ELF || !gelf_getphdr(l->elf, 0, &ph))
		return false;
	l->window = ph.p_vaddr / WINDOW * WINDOW;
	read_symbols(l);
	l->dwarf = dwarf_begin_elf(l->elf, DWARF_C_READ, NULL);
	if (l->dwarf)
		read_debug(l);
	return true;
}

/* Ends the program if the file can't be read: the tool was asked for it. */
struct lines *lines_open(const char *path)
{
	struct lines *l = start();

	l->fd = open(path, O_RDONLY | O_CLOEXEC);
	l->elf = l->fd < 0 ? NULL : elf_begin(l->fd, ELF_C_READ_MMAP, NULL);
	if (!read_all(l))
		usage_error("cannot read the symbols of %s", path);
	return l;
}

/* NULL if it is no ELF file. @file must live as long as the result. */
struct lines *lines_open_memory(void *file, size_t bytes)
{
	struct lines *l = start();

	l->elf = elf_memory(file, bytes);
	if (read_all(l))
		return l;
	lines_close(l);
	return NULL;
}

/* Frames and files that lines_find() gave are gone with it. */
void lines_close(struct lines *l)
{
	dwarf_end(l->dwarf);
	elf_end(l->elf);
	if (l->fd >= 0)
		close(l->fd);
	free(l->row);
	free(l->symbol);
	free(l->unit);
	free(l);
}

/* False without -g, or if the line table can't be read. */
bool lines_known(const struct lines *l)
{
	return l->n_rows;
}

/* The last row at or before @at. Behind the end of a sequence there is no line. */
static void find_line(const struct lines *l, uint32_t at, struct place *to)
{
	size_t lo = 0, hi = l->n_rows;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (l->row[mid].at <= at)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!lo || !l->row[lo - 1].file)
		return;
	to->file = l->row[lo - 1].file;
	to->line = l->row[lo - 1].line;
}

/* Where an inlined function was called; nothing if the compiler did not tell. */
static void find_call(Dwarf_Die *unit, Dwarf_Die *inlined, struct place *to)
{
	Dwarf_Attribute a;
	Dwarf_Word file, line;
	Dwarf_Files *files;
	size_t n;

	if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &a), &file) ||
	    dwarf_formudata(dwarf_attr(inlined, DW_AT_call_line, &a), &line) ||
	    dwarf_getsrcfiles(unit, &files, &n))
		return;
	to->call[to->depth].file = dwarf_filesrc(files, file, NULL, NULL);
	to->call[to->depth].line = line;
}

/* The functions around @at, the outer ones first */
static void find_frames(struct lines *l, uint32_t at, struct place *to)
{
	Dwarf_Die *inner = NULL, *scope = NULL;
	size_t unit;
	int n = 0;

	for (unit = 0; unit < l->n_units; unit++) {
		n = dwarf_getscopes(&l->unit[unit], at, &inner);
		if (n > 0)
			break;
	}
	/* around a function that was compiled in these are the scopes of its text, not those of the
	 * code that it stands in */
	n = n > 0 ? dwarf_getscopes_die(&inner[0], &scope) : 0;
	free(inner);
	for (int i = n - 1; i >= 0 && to->depth < FRAMES_MAX; i--) {
		int tag = dwarf_tag(&scope[i]);
		Dwarf_Attribute a;
		const char *name;

		if (tag != DW_TAG_subprogram && tag != DW_TAG_inlined_subroutine)
			continue;
		name = dwarf_formstring(dwarf_attr_integrate(&scope[i], DW_AT_name, &a));
		if (!name)
			continue;
		if (tag == DW_TAG_inlined_subroutine)
			find_call(&l->unit[unit], &scope[i], to);
		to->frame[to->depth++] = name;
	}
	free(scope);
}

/* False: the address is in no function of the file. Strings in @to belong to @l. */
bool lines_find(struct lines *l, uint32_t pc, struct place *to)
{
	uint32_t at = l->window + pc % WINDOW;
	const struct symbol *s = NULL;

	*to = (struct place){ .file = "" };
	for (size_t i = 0; i < l->n_symbols && !s; i++)
		if (at >= l->symbol[i].at && at < l->symbol[i].end)
			s = &l->symbol[i];
	if (!s)
		return false;
	to->symbol = s->name;
	to->offset = at - s->at;
	find_line(l, at, to);
	find_frames(l, at, to);
	if (!to->depth)
		to->frame[to->depth++] = s->name;
	return true;
}
