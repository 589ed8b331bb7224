/* SPDX-License-Identifier: MIT */
/* A program while it is written: what the parts of the maker share */
#ifndef COMPILER_PROGRAMS_INT_H
#define COMPILER_PROGRAMS_INT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define MAX_PARAMS	14u
#define MAX_FUNCS	6u
#define LOCALS		6u
#define COST		3000u	/* of one function, with what it calls */

enum type { I8, U8, I16, U16, I32, U32, I64, U64, TYPES };

extern const char *const type_name[TYPES];

struct function {
	char name[16];
	unsigned int params, cost;
	enum type param[MAX_PARAMS], returns;
	bool of_struct;		/* takes a structure first */
	bool changes;		/* takes an address first, and writes there */
};

extern struct written {
	FILE *f;
	uint64_t state;		/* of the random numbers */
	struct function func[MAX_FUNCS];
	unsigned int n_funcs, labels;
	bool pointers;		/* there is a table of functions */
	/* of the function that is written */
	struct function *self;
	bool kernel;
	unsigned int times, cost, loops, indent, array, budget;
} w;

/* below @n */
unsigned int pick(unsigned int n);
__attribute__((format(printf, 1, 2))) void put(const char *fmt, ...);
/* the same, indented */
__attribute__((format(printf, 1, 2))) void line(const char *fmt, ...);

/* expressions.c */
void expression(unsigned int depth);
void condition(void);
bool affordable(const struct function *c);
void arguments(const struct function *c, unsigned int depth);

/* statements.c */
void block(unsigned int depth, unsigned int n);

#endif
