/* SPDX-License-Identifier: MIT */
#ifndef LIBRARY_TEST_H
#define LIBRARY_TEST_H

#include <stdbool.h>
#include <stdio.h>

#include "smgpu.h"

void result(const char *name, bool ok, const char *why);
#define CHECK(name, cond) result(name, cond, #cond)

void test_user(struct smgpu_vm *vm, struct smgpu_module *mod);
/* Throttle mode takes CAP_SYS_NICE. */
void test_throttle(const struct smgpu_info *info, struct smgpu_vm *vm, struct smgpu_module *mod);
/* long_ones: as for test_print */
void test_tasks(struct smgpu_vm *vm, struct smgpu_module *mod, bool long_ones);
void test_print(struct smgpu_vm *vm, bool long_ones);

#endif
