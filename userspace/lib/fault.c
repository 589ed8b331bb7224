// SPDX-License-Identifier: MIT
/*
 * What a thread did when it failed, in words: where its address and its instruction are in the
 * program.
 */
#include <stdio.h>

#include "fault.h"
#include "internal.h"

/*
 * A stack grows down from the top of local memory. Shared memory begins far below, so what is asked
 * for in the upper half between the two is below a stack.
 */
#define STACK_GUARD	((SMGPU_VA_SHARED_BASE >> 1) + (SMGPU_VA_LOCAL_BASE >> 1))

/* A function of the module's file, from its table of symbols. */
struct function {
	uint32_t va, bytes;	/* in the file's addresses */
	char *name;
};

/* Kept because the file is gone when a thread fails. A name that has no room is left out. */
void functions_read(Elf *elf, struct smgpu_module *mod)
{
	Elf_Scn *scn = NULL;

	while ((scn = elf_nextscn(elf, scn))) {
		Elf_Data *d;
		GElf_Shdr sh;
		GElf_Sym s;

		if (!gelf_getshdr(scn, &sh) || sh.sh_type != SHT_SYMTAB ||
		    !(d = elf_getdata(scn, NULL)))
			continue;
		for (int i = 0; gelf_getsym(d, i, &s); i++) {
			const char *name = elf_strptr(elf, sh.sh_link, s.st_name);
			struct function *more;

			if (GELF_ST_TYPE(s.st_info) != STT_FUNC || !s.st_size || !name || !*name)
				continue;
			more = realloc(mod->functions, (mod->n_functions + 1) * sizeof(*more));
			if (!more)
				return;
			mod->functions = more;
			more[mod->n_functions] =
				(struct function){ s.st_value, s.st_size, strdup(name) };
			mod->n_functions += more[mod->n_functions].name != NULL;
		}
	}
}

/* The names only; the module frees itself. */
void functions_free(struct smgpu_module *mod)
{
	for (size_t i = 0; i < mod->n_functions; i++)
		free(mod->functions[i].name);
	free(mod->functions);
}

/* The function of one of the VM's modules that has an instruction at @pc, or NULL */
static const char *function_at(const struct smgpu_vm *vm, uint32_t pc)
{
	for (const struct smgpu_module *m = vm->modules; m; m = m->next)
		for (size_t i = 0; i < m->n_functions; i++)
			if (pc - m->delta - m->functions[i].va < m->functions[i].bytes)
				return m->functions[i].name;
	return NULL;
}

/* Bytes of stack of each thread of the task whose TMD is at @tmd_va; 0: not known */
static uint32_t stack_of(const struct smgpu_vm *vm, uint32_t tmd_va)
{
	struct smgpu_tmd tmd;

	for (const struct smgpu_buffer *b = vm->buffers; b; b = b->next) {
		uint32_t at = tmd_va - b->va;

		if (!b->map || tmd_va < b->va || at >= b->bytes || b->bytes - at < sizeof(tmd))
			continue;
		memcpy(&tmd, (const char *)b->map + at, sizeof(tmd));
		return tmd.local_bytes;
	}
	return 0;
}

/* @to gets whole sentences, for smgpu_last_error(). The order of the cases is from the most special
 * one to the code alone. */
void fault_sentence(const struct smgpu_vm *vm, const struct drm_smgpu_channel_query *c, char *to,
		    size_t bytes)
{
	bool outside = c->code == SMGPU_ERR_ACCESS || c->code == SMGPU_ERR_PAGE_FAULT;
	bool overflow = outside && c->va >= STACK_GUARD && c->va < SMGPU_VA_LOCAL_BASE;
	uint32_t stack = overflow ? stack_of(vm, c->tmd_va) : 0;
	const char *function = function_at(vm, c->pc);

	if (function && !strcmp(function, "__smgpu_barrier_skipped"))	/* smcc --check-barriers */
		snprintf(to, bytes, "A barrier was skipped by a part of the work-group.");
	else if (overflow && stack)
		snprintf(to, bytes, "The stack of %u bytes overflowed in %s.", stack,
			 function ? function : "code that is not known");
	else
		snprintf(to, bytes, "%s", smgpu_error_sentence(c->code));
}
