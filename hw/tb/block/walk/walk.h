/* SPDX-License-Identifier: MIT */
/*
 * Parts of the walker's bench: tables.c has the tables and walks them in C, directed.c has cases of
 * which each tells how many reads it may take, main.cpp drives mem_walker, judges what it answers,
 * and asks at random.
 */
#ifndef WALK_H
#define WALK_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { VMS = 3, TABLES = 48 };
/* Of an entry */
static const uint64_t V = 1, R = 2, W = 4, X = 8, U = 16, HOST = 256, N = 1ull << 63;

/* ---- tables.c */
struct page {
	bool fault;
	uint64_t rest;		/* of walk_rsp_t, without id and fault */
};

void rnd_seed(uint64_t seed);
unsigned rnd(unsigned n);

extern uint32_t root[VMS];			/* page of its table, 0: none */
uint64_t table(unsigned n);			/* its address */
uint64_t entry(uint64_t at);			/* 0 where no table is */
void set_entry(uint64_t at, uint64_t pte);	/* in a table */
void fill_tables(void);
uint64_t change(void);				/* an entry: its address */
uint32_t some_page(void);
struct page walk(unsigned vm, uint32_t vpn);
/* The pages of a space that an entry translates, which may be met on several ways */
bool translates(unsigned vm, uint64_t at, uint32_t *first, uint32_t *last);

/* ---- main.cpp */
extern const unsigned most_walks;		/* at a time */
extern unsigned latency, errors;		/* of reads; one of how many fails, 0: none */
extern unsigned walks, misses, reads;		/* as counted, until a case clears them */

void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));
void cycle(void);
bool drained(void);
void set_root(unsigned vm, uint32_t page);	/* in the next cycle */
void one(unsigned vm, uint32_t vpn);		/* asks for a page and waits for it */
void flush_all(void);
void flush_one(unsigned vm);
void flush_range(unsigned vm, uint32_t first, uint32_t last);

/* ---- directed.c */
void directed(void);
void malformed(void);
#ifdef __cplusplus
}
#endif

#endif
