// SPDX-License-Identifier: MIT
/* Prints table.h: random and extreme operands for each operation. usage: table SEED */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ops.h"

#define NAME(name, expr) #name,
static const char *const names[] = { OPS(NAME) };

int main(int argc, char **argv)
{
	static const uint32_t hard[] = { 0,	     1,		 2,	     31,	32,
					 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff };
	unsigned int op, i, n = sizeof(hard) / sizeof(hard[0]);

	srandom(argc > 1 ? (unsigned int)strtoul(argv[1], NULL, 0) : 1);
	puts("struct { uint32_t op, a, b; } static const table[] = {");
	for (op = 0; op < sizeof(names) / sizeof(names[0]); op++)
		for (i = 0; i < 60; i++) {
			uint32_t a = i < 20 ? hard[random() % n]
					    : (uint32_t)random() << 1 ^ (uint32_t)random();
			uint32_t b = i < 40 ? hard[random() % n]
					    : (uint32_t)random() << (random() & 15) >>
						      (random() & 31);

			printf("{ %u, 0x%xu, 0x%xu },\n", op, a, b);
		}
	puts("};");
	return 0;
}
