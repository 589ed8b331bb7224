// SPDX-License-Identifier: MIT
/*
 * Kernel ELF files of smcc: loaded into a code window of the VM, moved there if the file was linked
 * for another one.
 *
 * Nothing in a file is believed before it was checked: a damaged or hostile file gives -ENOEXEC.
 */
#include <fcntl.h>
#include <gelf.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fault.h"
#include "internal.h"
#include "smgpu_elf.h"

_Static_assert(SMGPU_ELF_LOCAL_MAX == SMGPU_LOCAL_MAX, "one limit");
_Static_assert((int)SMGPU_ARG_BYTES == (int)SMGPU_ELF_ARG_BYTES &&
		       (int)SMGPU_ARG_LOCAL == (int)SMGPU_ELF_ARG_LOCAL,
	       "one numbering");

/* While a file is loaded; the library's reader of ELF owns the file. */
struct loader {
	Elf *elf;
	size_t n_ph;
	uint32_t base, bytes;	/* in the file's addresses */
	uint32_t delta;		/* to where it is loaded */
	/* what is copied to the card; goes to the module if a kernel prints */
	uint8_t *image;
};

/* Segment @i, if it belongs to the image: shared memory does not. (The file may be damaged: nothing
 * in it is aligned.) */
static bool segment(const struct loader *l, size_t i, GElf_Phdr *p)
{
	return gelf_getphdr(l->elf, i, p) && p->p_type == PT_LOAD && p->p_memsz &&
	       p->p_vaddr < SMGPU_VA_USER_END;
}

/* The range of pages from the first to the last segment. Code reaches only its own window, so
 * both ends must lie in one. */
static int measure(struct loader *l)
{
	uint64_t lo = UINT64_MAX, hi = 0;

	for (size_t i = 0; i < l->n_ph; i++) {
		GElf_Phdr p;

		if (!segment(l, i, &p))
			continue;
		if (p.p_vaddr < lo)
			lo = p.p_vaddr;
		if (p.p_vaddr + p.p_memsz > hi)
			hi = p.p_vaddr + p.p_memsz;
	}
	lo = lo / PAGE * PAGE;
	if (lo >= hi || lo / SMGPU_CODE_WINDOW != (hi - 1) / SMGPU_CODE_WINDOW)
		return fail(-ENOEXEC,
			    "The module's code and data do not lie in one window of 16 MiB.");
	l->base = lo;
	l->bytes = hi - lo;
	return 0;
}

/* What a segment has beyond its bytes in the file is 0. */
static int read_segments(struct loader *l)
{
	size_t size;
	const char *file = elf_rawfile(l->elf, &size);

	l->image = calloc(1, l->bytes);
	if (!l->image)
		return fail(-ENOMEM, "Out of memory.");
	for (size_t i = 0; i < l->n_ph; i++) {
		GElf_Phdr p;

		if (!segment(l, i, &p))
			continue;
		if (p.p_offset > size || p.p_filesz > size - p.p_offset || p.p_filesz > p.p_memsz)
			return fail(-ENOEXEC, "The module is cut off.");
		memcpy(l->image + (p.p_vaddr - l->base), file + p.p_offset, p.p_filesz);
	}
	return 0;
}

/* The first section with @name (NULL: any) and @type (0: any), behind *from if that is given.
 * NULL if there is none. */
static Elf_Data *section(Elf *elf, const char *name, Elf32_Word type, Elf_Scn **from)
{
	size_t names;
	Elf_Scn *s = from ? *from : NULL;

	if (elf_getshdrstrndx(elf, &names))
		return NULL;
	while ((s = elf_nextscn(elf, s))) {
		GElf_Shdr sh;
		const char *n;

		if (!gelf_getshdr(s, &sh) || (type && sh.sh_type != type))
			continue;
		n = elf_strptr(elf, names, sh.sh_name);
		if (name && (!n || strcmp(n, name)))
			continue;
		if (from)
			*from = s;
		return elf_getdata(s, NULL);
	}
	return NULL;
}

/* The distance is a multiple of the window: only the upper part of absolute addresses changes.
 * Only the two kinds of relocation that hold such addresses are looked at. 0 or -ENOEXEC. */
static int relocate_section(struct loader *l, Elf_Scn *scn, Elf_Data *rel)
{
	GElf_Shdr sh, to;
	Elf_Scn *target, *sym_scn;
	Elf_Data *syms;
	GElf_Rela r;

	if (!gelf_getshdr(scn, &sh))
		return fail(-ENOEXEC, "The module has a bad section.");
	target = elf_getscn(l->elf, sh.sh_info);
	sym_scn = elf_getscn(l->elf, sh.sh_link);
	syms = sym_scn ? elf_getdata(sym_scn, NULL) : NULL;
	if (!target || !gelf_getshdr(target, &to) || !(to.sh_flags & SHF_ALLOC))
		return 0;
	for (int i = 0; gelf_getrela(rel, i, &r); i++) {
		uint32_t at = r.r_offset - l->base, type = GELF_R_TYPE(r.r_info), word;
		GElf_Sym s;

		if (type != R_RISCV_32 && type != R_RISCV_HI20)
			continue;
		if (!syms || !gelf_getsym(syms, GELF_R_SYM(r.r_info), &s) || l->bytes < 4 ||
		    at > l->bytes - 4)
			return fail(-ENOEXEC, "The module has a bad relocation.");
		if (s.st_shndx == SHN_ABS || s.st_value < l->base ||
		    s.st_value - l->base > l->bytes)
			continue;	/* shared memory and constants stay where they are */
		memcpy(&word, l->image + at, 4);
		word += l->delta;	/* for HI20 the distance's lower 12 bits are 0 */
		memcpy(l->image + at, &word, 4);
	}
	return 0;
}

/* Called only if the window of the file is taken. -EBUSY if the file can't be moved. */
static int relocate(struct loader *l)
{
	Elf_Scn *scn = NULL;
	Elf_Data *d;
	bool any = false;
	int err = 0;

	while (!err && (d = section(l->elf, NULL, SHT_RELA, &scn))) {
		any = true;
		err = relocate_section(l, scn, d);
	}
	if (!any)
		return fail(-EBUSY,
			    "The module's address is in use and it has no relocations to move it.");
	return err;
}

/* The string at offset @at of a section, if it ends in there; else NULL. */
static const char *text(const Elf_Data *d, uint32_t at)
{
	const char *base = d->d_buf;

	return at < d->d_size && memchr(base + at, 0, d->d_size - at) ? base + at : NULL;
}

/* A kernel of an older smcc has no table: n_args stays -1. On failure the module frees what was
 * read. */
static int read_args(const Elf_Data *d, const struct smgpu_elf_kernel *e, struct smgpu_kernel *k)
{
	k->n_args = -1;
	if (e->n_args == SMGPU_ELF_UNKNOWN)
		return 0;
	if (e->n_args > ARG_WORDS_MAX || e->args > d->d_size ||
	    e->n_args * sizeof(struct smgpu_elf_arg) > d->d_size - e->args)
		return fail(-ENOEXEC, "The module's table of arguments is damaged.");
	k->args = calloc(e->n_args ? e->n_args : 1, sizeof(*k->args));
	if (!k->args)
		return fail(-ENOMEM, "Out of memory.");
	k->n_args = 0;
	for (uint32_t i = 0; i < e->n_args; i++) {
		struct smgpu_elf_arg a;
		const char *name;

		memcpy(&a, (const char *)d->d_buf + e->args + i * sizeof(a), sizeof(a));
		name = text(d, a.name);
		if (!name || a.kind > SMGPU_ELF_ARG_BYTES || !a.count || a.count > 16 ||
		    a.word >= ARG_WORDS_MAX || (a.kind != SMGPU_ELF_ARG_BYTES && a.element > 8))
			return fail(-ENOEXEC, "The module's table of arguments is damaged.");
		name = strdup(name);
		if (!name)
			return fail(-ENOMEM, "Out of memory.");
		k->args[k->n_args++] = (struct smgpu_arg){ name,
							    a.kind,
							    a.word,
							    a.bytes,
							    a.count,
							    a.element,
							    a.flags & SMGPU_ELF_ARG_SIGNED };
	}
	return 0;
}

/* What the table says that no loader may believe */
static bool plausible(const struct loader *l, const struct smgpu_elf_kernel *e)
{
	uint64_t threads = 1;

	for (int i = 0; i < 3; i++) {
		threads *= e->cta[i];
		if (threads > SMGPU_MAX_CTA_THREADS || !e->cta[i] != !e->cta[0])
			return false;
	}
	return e->entry_va >= l->base && e->entry_va - l->base < l->bytes && e->regs &&
	       e->regs <= 32 && e->local_bytes <= SMGPU_LOCAL_MAX && e->local_bytes % 16 == 0;
}

/* 0 or a negative errno. The module owns the strings from now on. */
static int read_kernel(const struct loader *l, const Elf_Data *d, const struct smgpu_elf_kernel *e,
		       struct smgpu_kernel *k)
{
	const char *name = text(d, e->name), *hint = e->vec_hint ? text(d, e->vec_hint) : NULL;

	if (!name || !plausible(l, e))
		return fail(-ENOEXEC, "The module's kernel table is damaged.");
	k->name = strdup(name);
	if (!k->name)
		return fail(-ENOMEM, "Out of memory.");
	k->info = (struct smgpu_kernel_info){ e->entry_va,
					       e->arg_words,
					       e->regs,
					       e->shared_bytes,
					       e->local_bytes,
					       { 0 },
					       { 0 },
					       e->flags & SMGPU_ELF_PRINTS,
					       hint ? strdup(hint) : NULL };
	memcpy(k->info.cta, e->cta, sizeof(e->cta));
	memcpy(k->info.cta_hint, e->cta_hint, sizeof(e->cta_hint));
	k->flags = e->flags;
	return read_args(d, e, k);
}

/* Entries may be longer or shorter than this library knows: the file says how long they are. A
 * missing instruction of the card is found here, not by a trap later. */
static int read_kernels(struct loader *l, const struct smgpu_vm *vm, struct smgpu_module *mod)
{
	const Elf_Data *d = section(l->elf, SMGPU_ELF_SECTION, 0, NULL);
	struct smgpu_elf_kernels h;
	uint32_t needs = 0;
	int err = 0;

	if (d && d->d_buf && d->d_size >= sizeof(h))
		memcpy(&h, d->d_buf, sizeof(h));
	else
		h.magic = 0;
	if (h.magic != SMGPU_ELF_MAGIC)
		return fail(-ENOEXEC, "The file has no kernels: it was not made by smcc.");
	if (!h.version || h.version > SMGPU_ELF_VERSION ||
	    h.entry_bytes < offsetof(struct smgpu_elf_kernel, args))
		return fail(-ENOEXEC,
			    "The module is of version %u; this library knows versions up to %u.",
			    h.version, SMGPU_ELF_VERSION);
	if (h.count > (d->d_size - sizeof(h)) / h.entry_bytes)
		return fail(-ENOEXEC, "The module is cut off.");
	mod->kernels = calloc(h.count ? h.count : 1, sizeof(*mod->kernels));
	if (!mod->kernels)
		return fail(-ENOMEM, "Out of memory.");
	for (uint32_t i = 0; !err && i < h.count; i++) {
		struct smgpu_elf_kernel e = { .n_args = SMGPU_ELF_UNKNOWN };

		memcpy(&e, (const char *)d->d_buf + sizeof(h) + (size_t)i * h.entry_bytes,
		       h.entry_bytes < sizeof(e) ? h.entry_bytes : sizeof(e));
		mod->kernels[i].mod = mod;
		mod->n++;
		err = read_kernel(l, d, &e, &mod->kernels[i]);
		needs |= e.flags;
	}
	if (!err && needs & SMGPU_ELF_CONSTANTS && !vm->dev->info.constants)
		return fail(
			-EOPNOTSUPP,
			"The module has constant operands, which this card has not: compile it with smcc -mno-constants.");
	if (!err && needs & SMGPU_ELF_TEXTURES && !vm->dev->info.textures)
		return fail(
			-EOPNOTSUPP,
			"The module has texture instructions, which this card has not: compile it without SMGPU_TEX.");
	if (!err && needs & SMGPU_ELF_ATTRIBUTES && !vm->dev->info.attributes)
		return fail(
			-EOPNOTSUPP,
			"The module has instructions with attributes, which this card has not: compile it without SMGPU_ATTRIBUTES.");
	return err;
}

/* Gives the image its address and copies it there. The new code version makes each queue drop
 * its instruction caches before its next launch. */
static int place(struct loader *l, struct smgpu_vm *vm, struct smgpu_module *mod)
{
	uint32_t window = l->base / SMGPU_CODE_WINDOW * SMGPU_CODE_WINDOW, at = window;
	void *to;
	int err;

	/* a whole window each, so that a later module never shares one */
	if (vm_take_at(vm, SMGPU_CODE_WINDOW, window)) {
		err = vm_take(vm, SMGPU_CODE_WINDOW, SMGPU_CODE_WINDOW, CODE_START, &at);
		if (err)
			return err;
	}
	vm_give(vm, at);	/* taken again by the buffer */
	l->delta = at - window;
	if (l->delta) {
		err = relocate(l);
		if (err)
			return err;
	}
	mod->code = smgpu_buffer_new_at(vm, l->bytes, SMGPU_BUFFER_VISIBLE | SMGPU_BUFFER_EXEC,
					l->base + l->delta);
	if (!mod->code)
		mod->code = smgpu_buffer_new_at(vm, l->bytes, SMGPU_BUFFER_HOST | SMGPU_BUFFER_EXEC,
						l->base + l->delta);
	to = mod->code ? smgpu_buffer_map(mod->code) : NULL;
	if (!to)
		return -errno;
	memcpy(to, l->image, l->bytes);
	vm->code_version++;
	return 0;
}

/* For dumps, which have its file, if it can be kept. Without memory the dump has no file, which
 * is no error. */
static void list_module(struct smgpu_vm *vm, struct smgpu_module *mod, const void *elf,
			size_t bytes)
{
	if (vm->dev->dump_dir)
		mod->file = malloc(bytes);
	if (mod->file) {
		memcpy(mod->file, elf, bytes);
		mod->file_bytes = bytes;
	}
	mod->next = vm->modules;
	mod->link = &vm->modules;
	if (mod->next)
		mod->next->link = &mod->next;
	vm->modules = mod;
}

/* The sections' table is the last thing in a file. */
static int check_whole(const GElf_Ehdr *eh, size_t bytes)
{
	uint64_t end = eh->e_shoff + (uint64_t)eh->e_shnum * eh->e_shentsize;

	if (end > bytes)
		return fail(-ENOEXEC, "The file is cut off: it has %zu bytes of %llu.", bytes,
			    (unsigned long long)end);
	return 0;
}

/* @elf is only read, and not needed afterwards. */
EXPORT struct smgpu_module *smgpu_module_new(struct smgpu_vm *vm, const void *elf, size_t bytes)
{
	struct smgpu_module *mod = calloc(1, sizeof(*mod));
	struct loader l = { 0 };
	GElf_Ehdr eh;
	int err;

	if (!mod) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	mod->refs = 1;
	elf_version(EV_CURRENT);
	l.elf = elf_memory((char *)elf, bytes);
	if (!l.elf || gelf_getclass(l.elf) != ELFCLASS32 || !gelf_getehdr(l.elf, &eh) ||
	    eh.e_machine != EM_RISCV || elf_getphdrnum(l.elf, &l.n_ph))
		err = fail(-ENOEXEC, "The file is not a 32-bit RISC-V ELF.");
	else
		err = check_whole(&eh, bytes);
	if (!err)
		err = measure(&l);
	if (!err)
		err = read_kernels(&l, vm, mod);
	if (!err)
		err = read_segments(&l);
	if (!err)
		err = place(&l, vm, mod);
	for (int i = 0; !err && i < mod->n; i++) {
		mod->kernels[i].info.entry_va += l.delta;
		if (mod->kernels[i].flags & SMGPU_ELF_PRINTS)
			mod->image = l.image;
	}
	if (!err)
		functions_read(l.elf, mod);
	mod->image_bytes = l.bytes;
	mod->delta = l.delta;
	if (!mod->image)
		free(l.image);
	elf_end(l.elf);
	if (err) {
		smgpu_module_unref(mod);
		errno = -err;
		return NULL;
	}
	list_module(vm, mod, elf, bytes);
	return mod;
}

/* A descriptor, or -1 with errno. */
static int open_in(const char *dir, const char *name)
{
	char full[PATH_MAX];

	if (snprintf(full, sizeof(full), "%s/%s", dir, name) >= (int)sizeof(full)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(full, O_RDONLY | O_CLOEXEC);
}

/* The current directory comes last, so that no file there takes the place of a program's own. A
 * descriptor, or a negative number with errno. */
static int open_file(const char *path)
{
	const char *dir = getenv("SMGPU_KERNEL_DIR");
	char exe[PATH_MAX];
	ssize_t n;
	int fd = -1;

	if (strchr(path, '/'))
		return open(path, O_RDONLY | O_CLOEXEC);
	if (dir)
		fd = open_in(dir, path);
	n = fd < 0 ? readlink("/proc/self/exe", exe, sizeof(exe) - 1) : -1;
	if (n > 0) {
		exe[n] = 0;
		*strrchr(exe, '/') = 0;
		fd = open_in(exe, path);
	}
	return fd < 0 ? open(path, O_RDONLY | O_CLOEXEC) : fd;
}

/* Mapped private and writable, because libelf may convert what it reads in place. */
EXPORT struct smgpu_module *smgpu_module_open(struct smgpu_vm *vm, const char *path)
{
	struct smgpu_module *mod = NULL;
	int fd = open_file(path);
	struct stat st;
	void *p;

	if (fd < 0 || fstat(fd, &st)) {
		fail(-errno, "Cannot open module %s: %s.", path, strerror(errno));
	} else {
		p = st.st_size ? mmap(NULL, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0)
			       : MAP_FAILED;
		if (p == MAP_FAILED) {
			fail(-EIO, "Cannot read module %s.", path);
		} else {
			mod = smgpu_module_new(vm, p, st.st_size);
			munmap(p, st.st_size);
		}
	}
	if (fd >= 0)
		close(fd);
	return mod;
}

EXPORT struct smgpu_module *smgpu_module_ref(struct smgpu_module *mod)
{
	mod->refs++;
	return mod;
}

/* Launches hold a reference while they run, so the code stays until the last of them was waited
 * for. */
EXPORT void smgpu_module_unref(struct smgpu_module *mod)
{
	if (!mod || --mod->refs)
		return;
	if (mod->link)
		*mod->link = mod->next;
	if (mod->next)
		mod->next->link = mod->link;
	free(mod->file);
	for (int i = 0; i < mod->n; i++) {
		for (int k = 0; k < mod->kernels[i].n_args; k++)
			free((char *)mod->kernels[i].args[k].name);
		free(mod->kernels[i].args);
		free((char *)mod->kernels[i].info.vec_hint);
		free(mod->kernels[i].name);
	}
	free(mod->kernels);
	functions_free(mod);
	free(mod->image);
	smgpu_buffer_unref(mod->code);
	free(mod);
}

EXPORT int smgpu_module_count(const struct smgpu_module *mod)
{
	return mod->n;
}

EXPORT const char *smgpu_module_name(const struct smgpu_module *mod, int index)
{
	return index >= 0 && index < mod->n ? mod->kernels[index].name : NULL;
}

/* Compares whole names, as the source has them. NULL and -ENOENT if there is none. */
EXPORT const struct smgpu_kernel *smgpu_module_kernel(const struct smgpu_module *mod,
						      const char *name)
{
	for (int i = 0; i < mod->n; i++)
		if (!strcmp(mod->kernels[i].name, name))
			return &mod->kernels[i];
	fail(-ENOENT, "The module has no kernel %s.", name);
	return NULL;
}

EXPORT const struct smgpu_kernel_info *smgpu_kernel_info(const struct smgpu_kernel *k)
{
	return &k->info;
}

EXPORT int smgpu_kernel_args(const struct smgpu_kernel *k, const struct smgpu_arg **args)
{
	*args = k->args;
	return k->n_args;
}
