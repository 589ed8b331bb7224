/* SPDX-License-Identifier: MIT */
/* Runs a kernel on the SM with the lockstep checker beside it. */
#ifndef SM_RUN_H
#define SM_RUN_H

#include "sm_tb.h"

struct run {
	const uint32_t *code;
	unsigned int words;
	unsigned int ctas, threads, shared_bytes;
	uint32_t param;			/* 0: TB_PARAM */
	bool unchecked;			/* the kernel traps: no lockstep */
	/* CTAs of an odd number are in slot 6, as of a task of their own */
	bool two_slots;
	/* with two_slots: bits in which the VM of slot 6 differs, which has other code */
	uint32_t other_vm;
	unsigned int limit;		/* cycles */
	struct tb_policy policy;
};

struct run_result {
	bool ended;
	unsigned int mismatches;
	uint64_t compared, cycles;
	unsigned int traps;
	struct tb_trap trap;		/* the first */
	uint8_t slots[8];		/* of the first traps */
	unsigned int bells[16];		/* of each slot */
	/* with other_vm: instructions, and of these not what the VM has there */
	unsigned int issued, foreign;
};

/* both are set up by the caller; run() puts the code there */
extern uint8_t rtl_mem[TB_BYTES], model_mem[TB_BYTES];

/* Traps kill the slot after a while, as firmware would. */
struct run_result run(const struct run *r);
extern uint64_t last_issue[64];		/* of each warp: when */
#define LINES_READ	1024u
/* lines that instruction fetch has read from memory in this run, in order */
extern uint32_t lines_read[LINES_READ];
extern unsigned int lines;
void hold_memory(bool on);		/* loads and stores wait */
/* what has come so far: of a run() or of a bench that drives the SM itself */
struct run_result *run_now(void);
void poke(uint32_t va, uint32_t value);
uint32_t peek(uint32_t va);

bool report(const char *name, bool ok, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define PARAM(rd)	CSRR(rd, 0xccc)
extern const struct tb_policy standard;
extern const uint8_t policies[8];		/* of warp scheduling: all that the SM has */
/* both memories: the parameter is the address of 1,024 known words */
void clear(void);

int directed_tests(void);
int trap_tests(void);
int kill_tests(void);
int const_tests(void);
int fetch_tests(void);
int textile_tests(void);
int cost_tests(void);
int prio_tests(void);
int bonus_tests(void);
int ops_tests(void);
int random_tests(unsigned int seeds, uint64_t first);
void measure(void);

#endif
