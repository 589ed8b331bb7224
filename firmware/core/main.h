/* SPDX-License-Identifier: MIT */
/* The loop */
#ifndef CORE_MAIN_H
#define CORE_MAIN_H

#include "state/types.h"

/* One pass over all sources; false if nothing is left to do before *next. */
bool serve_once(uint64_t *next);
void main_loop_once(void);
/* Answers commands of the kernel: between any two steps of work that users can ask for, so that
 * none can keep the kernel waiting. A command may let a channel die, and no more. */
void between_steps(void);
void panic(uint32_t cause, uint32_t pc, uint32_t value, uint32_t line) __attribute__((noreturn));

#endif
