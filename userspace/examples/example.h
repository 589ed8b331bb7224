/* SPDX-License-Identifier: MIT */
/*
 * What the examples share: a card, a queue, a module, and one line of result.
 */
#ifndef _EXAMPLE_H_
#define _EXAMPLE_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu.h"

struct example {
	struct smgpu_device *dev;
	struct smgpu_vm *vm;
	struct smgpu_queue *queue;
	struct smgpu_module *module;
	uint64_t before;	/* cycles when counting began, if the card's counters may be seen */
	bool counted;
};

/* These end the program with a sentence if something fails. @elf may be NULL: no module */
void example_open(struct example *e, const char *elf);
void example_close(struct example *e);
void *example_memory(size_t n, size_t each);	/* of the host, all zero */
struct smgpu_buffer *example_buffer(struct example *e, size_t bytes, const void *init);
void example_read(struct example *e, struct smgpu_buffer *b, void *to, size_t bytes);
/* Runs the kernel, waits, and keeps what it took for example_report(). */
void example_run(struct example *e, const char *kernel, const struct smgpu_launch *l);
/* The same for work that is done otherwise: before it, and after it with its ticks of the timebase
 * and its instructions */
void example_count(struct example *e);
void example_counted(struct example *e, uint64_t ticks, uint64_t warp_instr);
/* "kernel size cycles warp_instr ipc verified"; returns the exit code */
int example_report(const char *kernel, const char *size, size_t wrong);

#endif
