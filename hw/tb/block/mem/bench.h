/* SPDX-License-Identifier: MIT */
/*
 * Memory bench: reference memory and stimulus.
 *
 * Every byte of the raced region has one agent that writes it (a warp or a port), and its value
 * counts that agent's stores. A reader then knows what it may see: no less than was acknowledged
 * when it asked, no more than was issued when it got its answer; the writer itself sees exactly
 * its last store. Counters are changed by atomics only: each successful step must start from a
 * value that no other step started from.
 */
#ifndef BENCH_H
#define BENCH_H

#include <stdbool.h>
#include <stdint.h>

#include "fields.h"

#define SMS		2u
#define WARPS		8u
#define PORTS		6u			/* plain ports */
#define AGENTS		(SMS * WARPS + PORTS)
/* of the raced region in card memory; one more is host memory */
#define PAGES		16u
#define RACED		((PAGES + 1) * 4096u)
#define HOT		512u			/* its first bytes, which the mode "hot" keeps to */
#define PA_RACED	0x200000u
#define PA_COUNTERS	0x211000u
#define PA_BINS		0x212000u		/* words side by side: of each warp, */
#define PA_ROWS		0x213000u		/* of all */
#define ROW_WORDS	64u
#define ROW_LINES	((SMS * WARPS + 1) * ROW_WORDS / 8)
#define PA_LOCAL	0x220000u
#define PA_TABLES	0x100000u
#define PA_HOST		0x5000u
/* after 8 each for add, compare-and-swap, LR/SC: one for each warp, which alone adds to it */
#define OWN_COUNTERS	24u
#define COUNTERS	(OWN_COUNTERS + SMS * WARPS)
#define VA_COUNTERS	0x411000u
#define VA_BINS		0x412000u
#define VA_ROWS		0x413000u
#define DRAM_MIB	16u
#define L2_BYTES	32768u
#define RESIDENT	(L2_BYTES * 3 / 4)
#define PASSES		6u
#define KEPT		(L2_BYTES * 3 / 4)		/* of the mode kept, */
#define VA_KEPT		0x800400u		/* which are not in the sets of page tables */
/* of the mode strided: its lines would meet in four sets */
#define STRIDE		2048u

enum phase { PH_RUN, PH_DRAIN, PH_FINAL, PH_DONE };

extern enum phase phase;
extern uint64_t now;
extern bool stream;			/* measure bandwidth instead */
/*
 * SM 0, whose warps have tokens of the L2, loads three quarters of what that holds again and again;
 * SM 1, without, loads ever new lines
 */
extern bool kept;
/* both SMs load and store, each lines of its own, all of which the L2 holds */
extern bool apart;
extern bool lent;			/* shared memory lies in L1's RAM, which lends it */
/*
 * the plain ports ask all the time, mostly for host memory, which answers
 * as regularly as card memory does
 */
extern bool flood;
/* one port reads three quarters of what the L2 holds, again and again, and nothing else asks */
extern bool resident;
/* the same with lines that are STRIDE apart, in an L2 that holds nothing yet */
extern bool strided;
/* one port reads one line after the other, each of them twice in a row, and nothing else asks */
extern bool twice;
/* few lines, written and read by all at once, and L1s that are never flushed */
extern bool hot;
extern bool whole;			/* whole lines of local memory alone, loaded and stored */
/* LR, what may end its hold, and SC, one access at a time */
extern bool reserve;
/* above all atomics, without results and of words side by side */
extern bool rows;
extern uint8_t *dram_mem, host_mem[4096];

uint32_t rnd(uint32_t n);
void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2), noreturn));

/* ref.c: what memory may hold */
void ref_init(void);
/*
 * A random word of this agent, a random byte; as byte index. Cold: anywhere, but
 * seldom in host memory, which is slow
 */
uint32_t ref_own(unsigned agent, bool cold);
uint32_t ref_any(bool cold);
uint8_t ref_store(uint32_t b);			/* the owner stores: the new value */
uint32_t ref_issued(uint32_t b);
void ref_ack(uint32_t b, uint32_t count);
uint32_t ref_floor(unsigned agent, uint32_t b);	/* least count that a read from now on may see */
void ref_check(unsigned agent, uint32_t b, uint32_t floor, uint32_t ceiling, uint8_t v);
unsigned ref_owner(uint32_t b);
uint64_t ref_pa(uint32_t b);
void ref_step(unsigned counter, uint32_t from);	/* a counter went from here to one more */
uint32_t ref_steps(unsigned counter);
uint32_t ref_least(unsigned counter);		/* what a read from now on must see, */
/* and the most that one that ends now may have seen */
uint32_t ref_most(unsigned counter);
void ref_add(unsigned counter);			/* an add is issued */
uint32_t vm_va(unsigned vm, uint32_t b, bool super);	/* by its 4 KiB page or by the 2 MiB one */
void vm_init(void);

/* rows.c: words side by side */
void rows_init(void);
void rows_words(uint32_t *word);		/* which each of 32 threads wants */
uint8_t *rows_bins(unsigned agent);		/* a warp's own */
void rows_add(unsigned agent, uint32_t word);	/* one is added to a shared one */
void rows_ack(unsigned agent);			/* all that it has added is acknowledged */
uint32_t rows_least(unsigned agent, uint32_t word);	/* what a read of this warp must see, */
/* and the most that one that ends now may have seen */
uint32_t rows_most(uint32_t word);
void rows_check(uint32_t line, const uint32_t *data);	/* at the end; first those of the warps */

/* ls.c */
void ls_init(void);
bool ls_idle(void);
uint64_t ls_hits(void);				/* of loads in L1 */
/* of the modes stream and apart: rows of 128 bytes */
uint64_t ls_stores(void);
uint8_t ls_local(unsigned warp, unsigned lane, unsigned off);	/* warp of both SMs */
void ls_report(void);
/* reserve.c: the mode reserve has had all its trials */
bool reserve_done(void);
void reserve_report(void);
/* port.c */
bool port_idle(void);
uint32_t port_kept(void);			/* modes resident and strided: lines of a pass */
bool port_passed(void);			/* the same: all passes are asked for */
uint32_t port_lines(void);			/* mode twice: lines that were asked for */
void port_report(void);

#endif
