/* SPDX-License-Identifier: MIT */
/*
 * The verilated SM as seen from C. sm_bench.sv names its fields, sm_shim.cpp moves pins, sm_run.c
 * holds memory and the checker, sm_test.c, sm_random.c and others are the cases.
 */
#ifndef SM_TB_H
#define SM_TB_H

#include <stdbool.h>
#include <stdint.h>

#include "fields.h"

#ifdef __cplusplus
extern "C" {
#endif

#define TB_VA		0x01000000u	/* memory: code, data */
#define TB_BYTES	0x00100000u
#define TB_CODE		(TB_VA + 0x100u)
#define TB_DATA		(TB_VA + 0x80000u)
#define TB_PARAM	(TB_VA + 0x40000u)
#define TB_BAD_PAGE	(TB_VA + 0x20000u)	/* not mapped */
#define TB_BUS_LINE	(TB_VA + 0x30000u)	/* mapped, but no memory behind */
#define TB_VM		3u
/* instruction fetch of any other VM finds its pages so far behind those of TB_VM */
#define TB_OTHER	0x60000u

struct tb_launch {
	uint32_t slot, gen, entry, param, grid_x, threads, shared_bytes, linear;
	uint32_t vm_bits;		/* in which its VM differs from TB_VM */
};

struct tb_trap {
	uint32_t warp, slot, gen, cause, access, pc, addr;
	int thread;			/* -1: the whole warp */
};

/* @limit priority tokens by a policy of PRIO; a warp waits 2^@acquire cycles for one */
#define TB_PTOKS(limit, policy, acquire) \
	(FIELD_BITS(limit, PRIO_LIMIT) | FIELD_BITS(policy, PRIO_POLICY) | \
	 FIELD_BITS(1, PRIO_LEVEL) | FIELD_BITS(acquire, PRIO_ACQUIRE))

#define TB_PTOKS_AT_BARRIER	FIELD_BITS(1, PRIO_AT_BARRIER)	/* a token is given back there */
#define TB_PTOKS_WEIGHT	FIELD_BITS(1, PRIO_WEIGHT)
#define TB_PTOKS_WAIT		FIELD_BITS(1, PRIO_HOLD)	/* PRIO.wait */

struct tb_position {			/* as smgpu_pkg::position_t */
	uint32_t tile, phase, tex;
};

struct tb_policy {
	uint32_t sched;			/* as smgpu_pkg::sched_t */
	uint64_t prio;			/* as smgpu_pkg::prio_t: see TB_PTOKS */
	struct {			/* as smgpu_pkg::prio_pc_t */
		uint32_t from, to, threads, limit;
	} stretch;
	struct {			/* as smgpu_pkg::bonus_t */
		uint32_t texture, op, pixel, types, slots;
	} bonus;
	uint32_t oversub_low, oversub_high;
	uint32_t branch, yield_mode, yield_period, yield_threshold, fetch, dbg_warp;
	uint32_t backstop;	/* the register */
};

/* ---- Implemented by the shim ---- */
void tb_reset(void);
void tb_policy(const struct tb_policy *p);
/* false: does not fit now. Takes a cycle when it does */
bool tb_launch(const struct tb_launch *l);
void tb_kill(uint32_t slots);			/* level */
void tb_hold_traps(bool on);			/* nothing takes them */
/* what instruction fetch asks for there takes so long; 0 bytes: nothing does */
void tb_slow(uint32_t from, uint32_t bytes, unsigned int cycles);
void tb_quiesce(bool on);
bool tb_quiesced(void);
void tb_flush(void);				/* caches and TLBs, while quiesced */
void tb_cycle(void);
uint32_t tb_busy(void);				/* slots */
uint64_t tb_now(void);
uint64_t tb_perf(unsigned int counter);
unsigned int tb_lanes(void);
unsigned int tb_pods(void);
unsigned int tb_warps(void);
uint32_t tb_dbg_pc(void);
/* as textile grants see the warp */
struct tb_position tb_dbg_position(void);

/*
 * ---- Implemented by sm_run.c ----
 *
 * The shim calls the first two, sm_bench.sv the others, smls_standin.sv ls_*().
 */
int tb_walk(uint32_t vpn);			/* page mapped? */
int tb_line(uint32_t pa, uint32_t *words);	/* false: bus error */
void tb_on_start(unsigned int warp, uint32_t cta, uint32_t index, uint32_t pc, uint32_t live);
void tb_on_issue(unsigned int warp, uint8_t seq, uint32_t pc, uint32_t insn, uint32_t mask);
void tb_on_write(unsigned int warp, uint8_t seq, unsigned int rd, unsigned int beat, uint32_t mask,
		 const uint32_t *data);
void tb_on_trap(unsigned int warp, unsigned int slot, unsigned int gen, unsigned int cause,
		unsigned int access, unsigned int pc, unsigned int addr, unsigned int thread);
void tb_on_done(unsigned int slot);
void tb_on_bell(unsigned int slot);		/* a warp of it rings the bell */
/* What an SM's structures do in a cycle, called by sm_ops.sv; sm_ops.c */
void tb_on_word(int attribute, int warp);
void tb_on_read(int warp);
void tb_on_result(int warp);
void tb_on_cycle(void);				/* ... which has ended */
int ls_held(void);				/* load/store accepts nothing */
int ls_access(int insn, int base, int data, int cmp, int warp, int lane, int *result);

#ifdef __cplusplus
}
#endif
#endif
