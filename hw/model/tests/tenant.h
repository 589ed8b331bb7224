/* SPDX-License-Identifier: MIT */
/* Tenants of a card with firmware: each has a VM with memory of its own, at the same addresses as
 * the others, and a channel. */
#ifndef TEST_TENANT_H
#define TEST_TENANT_H

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define CODE	0x01000000u
#define DATA	0x02000000u
#define PUSH	0x03000000u
#define TMD	0x03001000u
#define SHARED	SMGPU_VA_SHARED_BASE
#define PAGES	8u		/* of data */

struct tenant {
	unsigned vm, channel;
	uint64_t code, data, push;	/* where its pages are */
	uint32_t programs;		/* bytes of its code so far */
};

static struct ct *ct;
static unsigned sms, warps;		/* of the card; of an SM */

/* @data: card address of pages that the tenant gets, 0: new ones */
static inline struct tenant enter_with(unsigned vm, uint64_t data)
{
	struct tenant t = { .vm = vm, .channel = vm };

	check(!ct_vm_create(ct, vm), "VM %u is not created", vm);
	t.code = ct_map_new(ct, vm, CODE, 4096, CT_R | CT_X);
	t.data = data ? data : ct_card_alloc(ct, PAGES * 4096, 4096);
	t.push = ct_map_new(ct, vm, PUSH, 8192, CT_R | CT_W);
	check(t.code && t.data && t.push &&
		      !ct_map(ct, vm, DATA, t.data, PAGES * 4096, CT_R | CT_W),
	      "no memory");
	check(!ct_channel_create(ct, t.channel, vm, 2000000), "no channel of VM %u", vm);
	return t;
}

/* Without flags. */
static inline struct tenant enter(unsigned vm)
{
	return enter_with(vm, 0);
}

/* The number may be given again. */
static inline void leave(const struct tenant *t)
{
	check(!ct_channel_destroy(ct, t->channel), "the channel is not destroyed");
	check(!ct_vm_destroy(ct, t->vm), "VM %u is not cleared", t->vm);
}

/* Of the tenant's data, past its page tables. */
static inline uint32_t word(const struct tenant *t, unsigned i)
{
	uint32_t v;

	ct_download(ct, t->data + 4 * i, &v, 4);
	return v;
}

static inline void set_word(const struct tenant *t, unsigned i, uint32_t v)
{
	ct_upload(ct, t->data + 4 * i, &v, 4);
}

/* In one dimension. */
static inline struct smgpu_tmd grid(unsigned ctas, unsigned threads)
{
	return (struct smgpu_tmd){ .magic = SMGPU_TMD_MAGIC,
				    .kind = SMGPU_TMD_GRID,
				    .priority = 5,
				    .regs_per_thread = 32,
				    .grid = { ctas, 1, 1 },
				    .cta = { (uint16_t)threads, 1, 1 },
				    .param_va = DATA };
}

/* Programs of a tenant lie far from each other: no instruction is changed that was fetched, ahead
 * of the end of another one. */
static inline void put_program(struct tenant *t, struct smgpu_tmd *tmd, const uint32_t *code,
			       size_t bytes)
{
	tmd->entry_va = CODE + t->programs;
	check(t->programs + bytes <= 4096, "too much code");
	ct_upload(ct, t->code + t->programs, code, bytes);
	t->programs += (uint32_t)(bytes + 1023) / 1024 * 1024;
}

/* Does not wait. */
static inline void start(const struct tenant *t, const struct smgpu_tmd *tmd)
{
	ct_upload(ct, t->push + TMD - PUSH, tmd, sizeof(*tmd));
	check(!ct_push(ct, t->channel, SMGPU_RING_TMD, TMD, 0, true), "the ring is full");
	ct_ring(ct, t->channel);
}

/* 0, or the channel's error. */
static inline int run_task(struct tenant *t, struct smgpu_tmd tmd, const uint32_t *code,
			   size_t bytes)
{
	put_program(t, &tmd, code, bytes);
	start(t, &tmd);
	return ct_wait_channel(ct, t->channel);
}

/* For tasks that must succeed. */
static inline void run(struct tenant *t, struct smgpu_tmd tmd, const uint32_t *code, size_t bytes)
{
	int r = run_task(t, tmd, code, bytes);

	check(!r, "a task of VM %u failed: %d, error %u, pc 0x%x, va 0x%x", t->vm, r,
	      ct->error.u.error.code, ct->error.u.error.pc, ct->error.u.error.va);
}

/* Arguments: image, backend, preset. 0, or 2 if the card does not start */
static inline int tenants_start(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 50000000, .dram_mib = 64 };
	uint32_t shape;

	if (argc < 2) {
		fprintf(stderr, "usage: %s IMAGE [model|rtl] [PRESET]\n", argv[0]);
		return 2;
	}
	cfg.ops = ct_backend(argc > 2 ? argv[2] : NULL);
	cfg.preset = argc > 3 ? argv[3] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct || ct_boot(ct, argv[1]))
		return 2;
	ct->channel_flags = SMGPU_FW_CHANNEL_THROTTLE;
	shape = ct_read(ct, SMGPU_HOST_CONFIG0);
	sms = shape & SMGPU_HOST_CONFIG0_SM_COUNT_MASK;
	warps = (shape & SMGPU_HOST_CONFIG0_WARPS_MASK) >> SMGPU_HOST_CONFIG0_WARPS_SHIFT;
	return 0;
}

#endif
