/* SPDX-License-Identifier: MIT */
/* Of the program as a whole; program.c for kernel.c */
#ifndef _SMCC_PROGRAM_H_
#define _SMCC_PROGRAM_H_

#include "smcc.h"

extern _Thread_local struct func **prog;	/* functions, kernels among them */
extern _Thread_local int n_prog;

extern _Thread_local struct total {	/* of each: with all that it may call */
	uint32_t regs;	/* mask of registers */
	int stack;	/* bytes */
	bool unknown, busy, done;	/* it may need more; while it is looked at; it was */
} *totals;

void add_up(void);
bool calls(const struct func *f, const char *name, struct strv *seen);

#endif
