/* SPDX-License-Identifier: MIT */
/* Tests that fill slots by registers alone: one VM with code and data, the MCU held in reset. */
#ifndef TEST_DIRECT_H
#define TEST_DIRECT_H

#include <string.h>

#include <drm/smgpu_perf.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u
#define PAGES	16u
#define CONTEXTS	16u	/* CTAs that an SM holds */

static struct ct *ct;
static uint64_t code_card, data_card;
static unsigned sms, warps;
static unsigned dram_latency;	/* 0: as the backend has it */

/* Data is 0 again, and no cache keeps what was there. */
static inline void load(const uint32_t *code, size_t bytes)
{
	ct_fill(ct, data_card, 0, PAGES * 4096);
	ct_upload(ct, code_card, code, bytes);
	ct_write(ct, SMGPU_MMU_CACHE, SMGPU_MMU_CACHE_CODE_MASK | SMGPU_MMU_CACHE_L1_MASK);
	ct->cfg.ops->step(ct->card, 200);
}

/* The generation tells events of slots apart. */
static inline struct ct_task task(unsigned slot, uint32_t ctas, uint32_t threads)
{
	return (struct ct_task){ .slot = slot,
				  .vm = VM,
				  .gen = 0x40 + slot,
				  .entry = CODE,
				  .param = DATA,
				  .grid = { ctas, 1, 1 },
				  .cta = { threads, 1, 1 } };
}

/* Warps that a CTA must have, at least, for the contexts of an SM to hold as many warps as
 * it has */
static inline unsigned filling(void)
{
	return (warps + CONTEXTS - 1) / CONTEXTS;
}

/* Of the data that kernels write. */
static inline uint32_t word(unsigned i)
{
	uint32_t v;

	ct_download(ct, data_card + 4 * i, &v, 4);
	return v;
}

/* What a slot's event says, of LAUNCH.EVENT.kind */
enum {
	DONE = SMGPU_LAUNCH_EVENT_KIND_DONE,
	STOPPED = SMGPU_LAUNCH_EVENT_KIND_STOPPED,
	KILLED = SMGPU_LAUNCH_EVENT_KIND_KILLED,
};

/* The next event of all slots: none may come in between. */
static inline void expect_event(unsigned slot, unsigned kind)
{
	uint32_t event = 0;
	int r = ct_direct_event(ct, &event);

	check(!r, "no event for slot %u: %d", slot, r);
	check((event & 15) == slot && (event >> 8 & 0xff) == 0x40 + slot &&
		      (event & SMGPU_LAUNCH_EVENT_KIND_MASK) >>
				      SMGPU_LAUNCH_EVENT_KIND_SHIFT ==
			      kind,
	      "event 0x%x, slot %u kind %u expected", event, slot, kind);
}

/* data[cta] += 1 by each thread; data[64 + slot-wide order] unused */
static const uint32_t count[] = {
	CSRR(A0, CSR_PARAM),
	CSRR(T0, CSR_CTA),
	SLLI(T0, T0, 2),
	ADD(A0, A0, T0),
	ADDI(T1, ZERO, 1),
	AMO(0, ZERO, A0, T1),
	EXIT,
};

/* order: data[3] counts; each CTA writes its turn to data[16 + slot * 32 + cta]; slot number comes
 * as param - DATA */
static const uint32_t turns[] = {
	CSRR(A0, CSR_PARAM), LUI(A1, DATA),
	ADDI(A2, A1, 12),    ADDI(T0, ZERO, 1),
	AMO(0, T1, A2, T0),  CSRR(T2, CSR_CTA),
	SLLI(T2, T2, 2),     ADD(A0, A0, T2),
	SW(T1, A0, 64),	     EXIT,
};

static const uint32_t forever[] = { JAL(ZERO, 0) };

/* VMs 1 and 2 see the same pages. 0, or 2 if there is no such backend. */
static inline int direct_start(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 20000000,
				 .dram_mib = 64,
				 .dram_latency = dram_latency };
	uint32_t config;

	cfg.ops = ct_backend(argc > 1 ? argv[1] : NULL);
	cfg.preset = argc > 2 ? argv[2] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct)
		return 2;
	config = ct_read(ct, SMGPU_HOST_CONFIG0);
	sms = config & 0xff;
	warps = config >> 8 & 0xff;
	ct_tables_new(ct, VM);
	ct_tables_new(ct, 2);
	code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, PAGES * 4096, CT_R | CT_W);
	ct_map(ct, 2, CODE, code_card, 4096, CT_R | CT_X);
	ct_map(ct, 2, DATA, data_card, PAGES * 4096, CT_R | CT_W);
	ct_direct_vm(ct, VM);
	ct_direct_vm(ct, 2);
	return 0;
}

#endif
