/* SPDX-License-Identifier: MIT */
/* Names of the functions of a module, for what is said of a failure */
#ifndef _LIB_FAULT_H_
#define _LIB_FAULT_H_

#include <gelf.h>

struct smgpu_module;

/* A module whose names can't be read, or have no room, has fewer. */
void functions_read(Elf *elf, struct smgpu_module *mod);
void functions_free(struct smgpu_module *mod);

#endif
