// SPDX-License-Identifier: MIT
/*
 * Reads dumps. Nothing in the file is believed: it may be cut off, damaged or made up.
 *
 * Each function that reads returns NULL or a sentence that says what is wrong. What was read so
 * far is freed by dump_close().
 *
 * The file is an ELF file of class 32 with a table in each section (smgpu_dump.h). It is read as a
 * whole, as a file that changes meanwhile would undo the checks.
 */
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "dump_file.h"

#define BYTES_MAX (1ll << 31)

static const char *const damaged = "The dump is damaged.";
static const char *const no_memory = "Out of memory.";

/* The file while it is read; tables are copied out of it, so it goes afterwards. */
struct reader {
	uint8_t *data;
	size_t bytes;
	Elf *elf;
	size_t names;	/* section with the names of sections */
};

/* A pipe or device is refused: it could keep the tool waiting for ever. */
static const char *read_file(struct reader *r, const char *path)
{
	/* Without O_NONBLOCK the opening of a pipe waits for a writer. */
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	struct stat st;
	ssize_t n = 1;
	int err;

	if (fd < 0)
		return strerror(errno);
	if (fstat(fd, &st)) {
		err = errno;
		close(fd);
		return strerror(err);
	}
	if (!S_ISREG(st.st_mode) || st.st_size > BYTES_MAX) {
		close(fd);
		return "The file is not a dump of smgpu.";
	}
	/* One more, as malloc(0) may give NULL. */
	r->data = malloc(st.st_size + 1);
	/* A file that became shorter ends the loop; libelf then finds what is missing. */
	while (r->data && r->bytes < (size_t)st.st_size && n > 0) {
		n = read(fd, r->data + r->bytes, st.st_size - r->bytes);
		r->bytes += n > 0 ? n : 0;
	}
	err = errno;	/* of read(): close() may change it */
	close(fd);
	return !r->data ? no_memory : n < 0 ? strerror(err) : NULL;
}

/* Within the file, or NULL: place and size in a header may be anything. */
static const void *section(const struct reader *r, const char *name, size_t *bytes)
{
	Elf_Scn *s = NULL;

	*bytes = 0;
	while ((s = elf_nextscn(r->elf, s))) {
		GElf_Shdr sh;
		const char *n = gelf_getshdr(s, &sh) ? elf_strptr(r->elf, r->names, sh.sh_name)
						     : NULL;

		if (!n || strcmp(n, name))
			continue;
		/* A table that is not all there counts as none. */
		if (sh.sh_offset > r->bytes || sh.sh_size > r->bytes - sh.sh_offset)
			return NULL;
		*bytes = sh.sh_size;
		return r->data + sh.sh_offset;
	}
	return NULL;
}

/* A copy of the table @name, in which each entry has @each bytes; not there: empty */
static const char *table(const struct reader *r, const char *name, size_t each, uint32_t max,
			 void *to, uint32_t *n)
{
	size_t bytes;
	const void *from = section(r, name, &bytes);
	void *copy = malloc(bytes + 1);

	*n = 0;
	*(void **)to = copy;
	if (!copy)
		return no_memory;
	/* The size of the section is that of whole entries, and callers have a limit. */
	if (bytes % each || bytes / each > max)
		return damaged;
	if (bytes)
		memcpy(copy, from, bytes);
	*n = bytes / each;
	return NULL;
}

/* A fixed field of the file, without a 0 in it, must not be printed. */
static bool text_ends(const char *text)
{
	return memchr(text, 0, SMGPU_DUMP_NAME);
}

/* What refers to another table must lie in it, so that callers need no checks. */
static const char *check(struct dump_file *d)
{
	bool ok = text_ends(d->failure.program);

	for (uint32_t i = 0; i < d->n_args; i++)
		ok &= text_ends(d->arg[i].name);
	for (uint32_t i = 0; i < d->n_tasks; i++) {
		struct smgpu_dump_task *t = &d->task[i];

		/* Without a description nothing is read from the table of arguments. */
		if (t->n_args == SMGPU_DUMP_UNKNOWN)
			t->first_arg = 0;
		else
			ok &= t->first_arg <= d->n_args && t->n_args <= d->n_args - t->first_arg;
		ok &= text_ends(t->kernel) && t->first_word <= d->n_words &&
		      t->n_words <= d->n_words - t->first_word;
	}
	return ok ? NULL : damaged;
}

/* The file of a module need not be in the dump: then its lines are not known. */
static const char *read_module(const struct reader *r, struct dump_module *m, uint32_t index)
{
	char name[40];
	const void *from;

	snprintf(name, sizeof(name), SMGPU_DUMP_MODULE "%u", index);
	from = section(r, name, &m->bytes);
	if (!from || !m->bytes)
		return NULL;
	m->file = malloc(m->bytes);
	if (!m->file)
		return no_memory;
	memcpy(m->file, from, m->bytes);
	/* NULL if it can't be read: places are then told by address. */
	m->lines = lines_open_memory(m->file, m->bytes);
	return NULL;
}

/* The table says where modules were loaded; sections of their own have their files. */
static const char *read_modules(const struct reader *r, struct dump_file *d)
{
	struct smgpu_dump_module *list;
	uint32_t n;
	const char *why =
		table(r, SMGPU_DUMP_MODULES, sizeof(*list), SMGPU_DUMP_MODULES_MAX, &list, &n);

	if (!why) {
		d->module = calloc(n + 1, sizeof(*d->module));
		why = d->module ? NULL : no_memory;
	}
	for (uint32_t i = 0; !why && i < n; i++) {
		d->module[d->n_modules].at = list[i];
		why = read_module(r, &d->module[d->n_modules++], i);
	}
	free(list);
	return why;
}

/* Magic and version first: a file of another version has other sizes. */
static const char *read_tables(const struct reader *r, struct dump_file *d)
{
	size_t bytes;
	const void *failure = section(r, SMGPU_DUMP_FAILURE, &bytes);
	const char *why;

	if (!failure || bytes < 8)
		return "The file is not a dump of smgpu.";
	memcpy(&d->failure, failure, bytes < sizeof(d->failure) ? bytes : sizeof(d->failure));
	/* Before the size, which differs between versions. */
	if (d->failure.magic != SMGPU_DUMP_MAGIC)
		return "The file is not a dump of smgpu.";
	if (d->failure.version != SMGPU_DUMP_VERSION)
		return "The dump is of a version that this program does not know.";
	if (bytes != sizeof(d->failure))
		return damaged;
	why = table(r, SMGPU_DUMP_WARPS, sizeof(*d->warp), SMGPU_DUMP_WARPS_MAX, &d->warp,
		    &d->n_warps);
	why = why ? why
		  : table(r, SMGPU_DUMP_TASKS, sizeof(*d->task), SMGPU_DUMP_TASKS_MAX, &d->task,
			  &d->n_tasks);
	why = why ? why
		  : table(r, SMGPU_DUMP_ARGS, sizeof(*d->arg), UINT32_MAX, &d->arg, &d->n_args);
	why = why ? why
		  : table(r, SMGPU_DUMP_WORDS, sizeof(*d->word), UINT32_MAX, &d->word, &d->n_words);
	why = why ? why
		  : table(r, SMGPU_DUMP_BUFFERS, sizeof(*d->buffer), UINT32_MAX, &d->buffer,
			  &d->n_buffers);
	why = why ? why : check(d);
	return why ? why : read_modules(r, d);
}

const char *dump_open(struct dump_file *d, const char *path)
{
	struct reader r = { 0 };
	const char *why;

	*d = (struct dump_file){ 0 };
	elf_version(EV_CURRENT);
	why = read_file(&r, path);
	if (!why) {
		r.elf = elf_memory((char *)r.data, r.bytes);
		if (!r.elf || gelf_getclass(r.elf) != ELFCLASS32 ||
		    elf_getshdrstrndx(r.elf, &r.names))
			why = "The file is not a dump of smgpu.";
	}
	if (!why)
		why = read_tables(&r, d);
	/* All tables are copies: the file itself is needed no more. */
	elf_end(r.elf);
	free(r.data);
	return why;
}

void dump_close(struct dump_file *d)
{
	for (uint32_t i = 0; i < d->n_modules; i++) {
		if (d->module[i].lines)
			lines_close(d->module[i].lines);
		free(d->module[i].file);
	}
	free(d->module);
	free(d->warp);
	free(d->task);
	free(d->arg);
	free(d->word);
	free(d->buffer);
}

/* Unsigned: what lies before the module is far behind it. */
struct dump_module *dump_module_at(const struct dump_file *d, uint32_t pc)
{
	for (uint32_t i = 0; i < d->n_modules; i++)
		if (pc - d->module[i].at.va < d->module[i].at.bytes)
			return &d->module[i];
	return NULL;
}

/* Read from the file, where the code is as it was loaded but for addresses that were moved. */
bool dump_instruction(const struct dump_module *m, uint32_t pc, uint32_t *word)
{
	Elf *elf = m->file ? elf_memory(m->file, m->bytes) : NULL;
	/* Addresses in the file are those from before the module was moved. */
	uint32_t at = pc - m->at.delta;
	size_t n = 0;
	bool found = false;

	if (elf && elf_getphdrnum(elf, &n))
		n = 0;
	for (size_t i = 0; i < n && !found; i++) {
		GElf_Phdr p;
		uint64_t from;

		if (!gelf_getphdr(elf, i, &p) || p.p_type != PT_LOAD || at < p.p_vaddr ||
		    p.p_filesz < 4 || at - p.p_vaddr > p.p_filesz - 4)
			continue;
		from = p.p_offset + (at - p.p_vaddr);
		/* Program headers are as little believed as the rest. */
		if (from > m->bytes || m->bytes - from < 4)
			continue;
		memcpy(word, (const char *)m->file + from, 4);
		found = true;
	}
	elf_end(elf);
	return found;
}

/* The task whose TMD is at @va, or NULL: the library lists a few tasks only. */
const struct smgpu_dump_task *dump_task_at(const struct dump_file *d, uint32_t va)
{
	for (uint32_t i = 0; va && i < d->n_tasks; i++)
		if (d->task[i].va == va)
			return &d->task[i];
	return NULL;
}
