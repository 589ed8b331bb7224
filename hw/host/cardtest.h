/* SPDX-License-Identifier: MIT */
/*
 * A host for a card without Linux: memory at bus address CT_HOST_BASE, registers, page tables, and,
 * once the firmware has booted, its rings, exactly as the driver uses them. Works on every backend.
 * Before the firmware runs, tests may also drive the registers themselves (ct_direct_*).
 *
 * Functions that return int give 0 or a negative errno value; after -ETIMEDOUT ct_log() names what
 * was waited for.
 */
#ifndef SMGPU_CARDTEST_H
#define SMGPU_CARDTEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "card.h"
#include "smgpu_fw_abi.h"

#define CT_HOST_BASE	0x10000000ull
#define CT_CHANNELS	SMGPU_MAX_CHANNELS
#define CT_MAX_VMS	SMGPU_MAX_VMS
#define CT_RING_ENTRIES	64u

struct ct_config {
	const struct card_backend_ops *ops;
	const char *preset;		/* NULL = default */
	unsigned dram_mib;		/* 0 = the backend's default */
	unsigned dram_latency, dram_bytes_per_kcycle;	/* 0 = the backend's default */
	size_t host_bytes;		/* 0 = 8 MiB */
	uint64_t timeout;		/* core cycles for each wait; 0 = 2,000,000,000 */
	const char *trace;
	uint64_t seed;
	bool quiet;			/* no messages on stderr */
};

struct ct_channel {
	unsigned id, vm;
	struct smgpu_ring_entry *ring;
	uint32_t put;
	uint64_t seqno;			/* last one submitted */
};

struct ct {
	struct ct_config cfg;
	struct card_config card_cfg;
	void *card;
	uint8_t *host;
	size_t host_used;
	uint64_t card_used, card_end;	/* card DRAM handed out; always inside BAR2 */
	unsigned msis;
	void (*interrupt)(struct ct *ct);	/* if set: called at each of them */
	/* firmware */
	struct smgpu_fw_boot *boot;
	struct smgpu_fw_shared *shared;
	struct smgpu_fw_cmd *cmds;
	struct smgpu_fw_event *events;
	char *log;
	uint32_t cmd_put, event_get, cookie;
	/* of the channels that are created from now on, 0: each is one of its own */
	uint32_t client;
	uint32_t channel_flags;		/* of these, too: SMGPU_FW_CHANNEL_* */
	int cmd_status;			/* of the last CMD_DONE */
	struct smgpu_fw_event error;	/* the last ERROR event */
	struct smgpu_fw_event panic;	/* the last PANIC event */
	unsigned errors, panics;
	uint64_t root[CT_MAX_VMS];	/* card address of the root table, 0 = none */
	struct ct_channel channel[CT_CHANNELS];
};

/* By name, the model without one; NULL if it is not linked into this program */
const struct card_backend_ops *ct_backend(const char *name);
/* NULL on failure, with a message */
struct ct *ct_new(const struct ct_config *cfg);
void ct_del(struct ct *ct);
void ct_log(const struct ct *ct, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* ---- Registers, memory, time ---- */
uint32_t ct_read(struct ct *ct, uint32_t off);
void ct_write(struct ct *ct, uint32_t off, uint32_t v);
/* HOST.RESET of a depth: SMS, MCU or CARD */
#define CT_RESET(depth) \
	(SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT | \
	 SMGPU_HOST_RESET_DEPTH_##depth)
/* Zeroed host memory; NULL when it is used up. *bus gets its bus address. */
void *ct_host_alloc(struct ct *ct, size_t bytes, size_t align, uint64_t *bus);
/* Card DRAM, handed out once and so still zero as at the card's start; 0 when it is used up
 * (address 0 is never handed out) */
uint64_t ct_card_alloc(struct ct *ct, size_t bytes, size_t align);
/* Through BAR2; any alignment */
void ct_upload(struct ct *ct, uint64_t card, const void *data, size_t bytes);
void ct_download(struct ct *ct, uint64_t card, void *data, size_t bytes);
void ct_fill(struct ct *ct, uint64_t card, uint8_t byte, size_t bytes);
/* Steps the card until done(arg), idle, or timeout. 0, -ETIMEDOUT, or -EAGAIN: idle without being
 * done */
int ct_wait(struct ct *ct, bool (*done)(struct ct *ct, void *arg), void *arg, const char *what);
uint64_t ct_cycles(struct ct *ct);

/* ---- Page tables ---- */
#define CT_R	SMGPU_PTE_R
#define CT_W	SMGPU_PTE_W
#define CT_X	SMGPU_PTE_X
#define CT_RWX	(CT_R | CT_W | CT_X)
#define CT_HOST	SMGPU_PTE_HOST
#define CT_BLOCKS	SMGPU_PTE_N
/* Root table of a VM id that has none; only the tables, no register and no command. */
int ct_tables_new(struct ct *ct, unsigned vm);
/* 4 KiB pages; flags: CT_R | CT_W | CT_X, CT_HOST if `pa` is a bus address, and CT_BLOCKS if all is
 * in whole blocks of 64 KiB. Does not invalidate. */
int ct_map(struct ct *ct, unsigned vm, uint32_t va, uint64_t pa, size_t bytes, uint64_t flags);
/* One PTE, raw; level 2 is the root. Tables down to it are made. */
int ct_set_pte(struct ct *ct, unsigned vm, uint32_t va, int level, uint64_t pte);
/* Allocates card memory, maps it at va and returns its card address, 0 on failure */
uint64_t ct_map_new(struct ct *ct, unsigned vm, uint32_t va, size_t bytes, uint64_t flags);

/* ---- Without firmware: MCU held in reset ---- */
struct ct_task {
	unsigned slot, vm, gen;
	uint32_t entry, param;
	uint32_t grid[3];
	uint32_t cta[3];
	uint32_t shared, local, local_va;
	bool lent;			/* of throttle mode */
	uint32_t sm_mask;		/* 0 = all */
	uint32_t inflight, launched;	/* quotas, 0 = none */
	uint32_t priority;		/* counts for the quota of launched CTAs */
	bool sequential;
	bool queue;
	uint32_t items, coalesce, timeout;	/* of a queue; the other two as in the registers */
};

unsigned ct_dma_engines(struct ct *ct);
/* Waits for the transfer; status register, or -ETIMEDOUT. An engine that the card has not got is
 * engine 0. */
int ct_dma(struct ct *ct, unsigned engine, uint32_t ctrl, uint64_t dst, uint64_t src,
	   uint32_t bytes);
/* Tables by ct_tables_new() become those of the VM. */
void ct_direct_vm(struct ct *ct, unsigned vm);
void ct_direct_fill(struct ct *ct, const struct ct_task *t);
void ct_direct_order(struct ct *ct, const uint8_t *slots, unsigned n);
/* Takes the next launcher event; -EAGAIN if there will be none */
int ct_direct_event(struct ct *ct, uint32_t *event);

/* ---- With firmware ---- */
/* Loads the image by DMA, hands over the boot block, waits for READY. */
int ct_boot(struct ct *ct, const char *image);
/* Sends a command and waits for its answer: the status that the firmware gave, or -ETIMEDOUT, -EIO
 * (panic). */
int ct_command(struct ct *ct, struct smgpu_fw_cmd *cmd);
/* SM_CONFIG: writes a register SMGPU_SM_CFG_*(0) of every SM */
int ct_sm_config(struct ct *ct, uint32_t reg, uint32_t value);
int ct_vm_create(struct ct *ct, unsigned vm);
int ct_vm_invalidate(struct ct *ct, unsigned vm);
int ct_vm_destroy(struct ct *ct, unsigned vm);
int ct_channel_create(struct ct *ct, unsigned id, unsigned vm, uint64_t watchdog);
int ct_channel_destroy(struct ct *ct, unsigned id);
/* Puts an entry into the channel's ring; ring it with ct_ring(). signal: the entry gets the next
 * seqno. */
int ct_push(struct ct *ct, unsigned channel, uint32_t kind, uint32_t va, uint32_t bytes,
	    bool signal);
void ct_ring(struct ct *ct, unsigned channel);
/* Waits until the channel's last seqno is done. 0; -EIO if the channel had an error or the firmware
 * stopped. */
int ct_wait_channel(struct ct *ct, unsigned channel);
/* Takes new events; called by the waits. */
void ct_poll_events(struct ct *ct);
/* The firmware's log so far, as text, on stderr */
void ct_print_fw_log(struct ct *ct);
/* Snapshot of all counters: SMGPU_PERF_BLOCK values for the card, then for each SM. */
int ct_perf(struct ct *ct, uint64_t *values, unsigned count);

/* ---- Kernels in ELF files ---- */
struct ct_kernel {
	uint32_t entry, arg_words, regs, shared_bytes, local_bytes;
};

/* Maps and copies the file's segments into the VM and finds one kernel by name (NULL: the only
 * one). */
int ct_load_elf(struct ct *ct, unsigned vm, const char *path, const char *name,
		struct ct_kernel *k);
/* Another kernel of a file that is loaded */
int ct_find_kernel(struct ct *ct, const char *path, const char *name, struct ct_kernel *k);

#endif
