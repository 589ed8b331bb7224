// SPDX-License-Identifier: MIT
/*
 * The functional model behind the seam of hw/sim/card.h: creation, time, reset, BAR accesses.
 *
 * A step runs MCU and SMs for a slice of cycles each, one after the other; time in which nothing
 * can happen passes at once. hw/sim has the other card behind the same seam: the RTL.
 *
 * Within a slice the parties run one after the other, always in the same order. So the same inputs
 * give the same run.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "model.h"

#define SLICE		64u	/* cycles for which MCU and SMs run without seeing each other */
#define SYNC_SLICE	4u	/* the same while an SM is given a task */
#define DRAM_MIB	256u
#define DRAM_MIB_MAX	4096u
#define DRAM_LATENCY	30u
#define BAR_CYCLES	16u	/* of a BAR0 read: a program that polls a card sees its time pass */

const struct preset *preset_find(const char *name)
{
	unsigned i;

	for (i = 0; i < PRESET_COUNT; i++)
		if (!name || !strcmp(name, presets[i].name))
			return &presets[i];
	return NULL;
}

/* Also of one that was made by half. */
static void model_destroy(void *card)
{
	struct card *c = card;
	unsigned i;

	for (i = 0; i < MAX_SMS; i++) {
		free(c->sm[i].warp);
		free(c->sm[i].shared);
		free(c->sm[i].l1_tag);
	}
	if (c->trace)
		fclose(c->trace);
	free(c->l2_tag);
	free(c->l2_dirty);
	if (c->dram)
		munmap(c->dram, c->dram_bytes);
	free(c);
}

/* False without memory; model_destroy() frees what there is. */
static bool create_sm(struct card *c, unsigned id)
{
	struct sm *sm = &c->sm[id];

	sm->card = c;
	sm->id = id;
	sm->l1_lines = c->preset->l1_kib * 1024 / LINE;
	/* Vectors of the host want their registers aligned. */
	sm->warp = aligned_alloc(64, MAX_WARPS * sizeof(*sm->warp));
	/* With L1's RAM, which may be lent. */
	sm->shared = calloc(c->preset->shared_kib + c->preset->l1_kib, 1024);
	sm->l1_tag = calloc(sm->l1_lines, sizeof(*sm->l1_tag));
	if (!sm->warp || !sm->shared || !sm->l1_tag)
		return false;
	memset(sm->warp, 0, MAX_WARPS * sizeof(*sm->warp));
	return true;
}

/* NULL with a message on failure. Without memory for a trace the card runs without it. */
static void *model_create(const struct card_config *cfg, const struct card_host_ops *host,
			  void *host_ctx)
{
	struct card *c = calloc(1, sizeof(*c));
	unsigned i, mib = cfg->dram_mib ? cfg->dram_mib : DRAM_MIB;
	void *dram;

	if (!c)
		return NULL;
	c->cfg = cfg;
	c->host = host;
	c->host_ctx = host_ctx;
	/* Without a name it is the first preset, the default. */
	c->preset = preset_find(cfg->preset);
	if (!c->preset || mib > DRAM_MIB_MAX) {
		host->log(host_ctx, "no such preset or too much DRAM: %s, %u MiB",
			  cfg->preset ? cfg->preset : "", mib);
		free(c);
		return NULL;
	}
	if (cfg->trace) {
		c->trace = fopen(cfg->trace, "w");
		if (!c->trace)
			host->log(host_ctx, "can't write the trace %s", cfg->trace);
	}
	c->dram_bytes = (uint64_t)mib << 20;
	c->dram_latency = cfg->dram_latency ? cfg->dram_latency : DRAM_LATENCY;
	dram = mmap(NULL, c->dram_bytes, PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	c->dram = dram == MAP_FAILED ? NULL : dram;
	c->l2_lines = c->preset->l2_kib * 1024 / LINE;
	c->l2_tag = calloc(c->l2_lines, sizeof(*c->l2_tag));
	c->l2_dirty = calloc(c->l2_lines, 1);
	for (i = 0; i < c->preset->sms; i++)
		if (!create_sm(c, i))
			break;
	if (i < c->preset->sms || !c->dram || !c->l2_tag || !c->l2_dirty) {
		host->log(host_ctx, "not enough memory for the card");
		model_destroy(c);
		return NULL;
	}
	card_reset(c, 3);
	return c;
}

/* 1: tasks; 2: MCU and DMA, too; 3: all registers and caches. Memory keeps its contents. */
void card_reset(struct card *c, unsigned depth)
{
	unsigned i;

	if (depth < 1)
		return;
	launch_reset(c);
	/* The MCU goes on and sees that its tasks are gone. */
	if (depth < 2)
		return;
	mcu_reset(c);
	memset(c->dma, 0, sizeof(c->dma));
	c->intc.dma = 0;
	/* Registers stay, so that the driver can see what happened. */
	if (depth < 3)
		return;
	c->mcu.reset_vector = 0;
	memset(&c->intc, 0, sizeof(c->intc));
	c->intc.timer = ~0ull;
	memset(&c->mmu, 0, sizeof(c->mmu));
	mmu_whole_range(c);
	c->progress = 0;
	memset(c->scratch, 0, sizeof(c->scratch));
	memset(c->timebase_hi, 0, sizeof(c->timebase_hi));
	memset(c->snapshot, 0, sizeof(c->snapshot));
	memset(c->l2_tag, 0, c->l2_lines * sizeof(*c->l2_tag));
	memset(c->l2_dirty, 0, c->l2_lines);
	c->lr_used = false;
	for (i = 0; i < c->preset->sms; i++)
		sm_config_reset(&c->sm[i]);
	perf_control(c, false, true);
}

/* Warps that wait at a barrier or for the firmware do not count. */
static bool sms_runnable(const struct card *c)
{
	unsigned i;

	for (i = 0; i < c->preset->sms; i++)
		if (c->sm[i].runnable)
			return true;
	return false;
}

/* The first cycle at which something happens by itself while MCU and warps wait; all ones
 * = never */
static uint64_t next_event(const struct card *c)
{
	uint64_t next = dma_next(c);

	/* A timer that nobody waits for is no event. */
	if (c->mcu.run && !c->mcu.locked_up && (c->intc.enable & SMGPU_INTC_PENDING_TIMER_MASK) &&
	    (c->mcu.mie >> 11 & 1) && c->intc.timer < next)
		next = c->intc.timer;
	return next;
}

/* Nothing runs between now and the cycle returned, which is not after the next event. */
static uint64_t quiet_until(const struct card *c)
{
	/* A launch that has become possible counts as something that runs. */
	bool mcu_rests = !c->mcu.run || c->mcu.locked_up || (c->mcu.sleeping && !mcu_wakes(c));

	return mcu_rests && !sms_runnable(c) && !c->launch.changed ? next_event(c) : c->now;
}

/* Brings all SMs and DMA engines to cycle @until. */
static void run_sms(struct card *c, uint64_t until)
{
	unsigned i;

	if (c->launch.ctas)
		c->perf[SMGPU_PERF_CARD_BUSY_CYCLES] += until - c->now;
	for (i = 0; i < c->preset->sms; i++)
		sm_run(&c->sm[i], until);
	/* DMA moves what is due by then. */
	c->now = until;
	dma_run(c, c->now);
}

/* Time in which no warp can issue and the MCU sleeps */
static void pass_quietly(struct card *c, uint64_t until)
{
	mcu_run(c, until);
	run_sms(c, until);
}

/* The MCU first, so that what it writes holds for this slice's launches. */
static void slice(struct card *c)
{
	uint64_t until = c->now + SLICE;

	mcu_run(c, until);
	launch_run(c, SLICE);
	/* An SM launches as soon as it has its task's state. */
	if (launch_syncing(c))
		until = c->now + SYNC_SLICE;
	run_sms(c, until);
}

/* At least @budget cycles, unless nothing would ever happen without the host. */
static enum card_activity model_step(void *card, unsigned budget)
{
	struct card *c = card;
	uint64_t end = c->now + budget, quiet;

	/* Even a budget of 0 does something, so that callers get on. */
	do {
		quiet = quiet_until(c);
		if (quiet == ~0ull)
			return CARD_IDLE;
		if (quiet > c->now)
			pass_quietly(c, quiet);
		else
			slice(c);
	} while (c->now < end);
	return quiet_until(c) == ~0ull ? CARD_IDLE : CARD_BUSY;
}

/* Words only. A card that is idle lets time pass, for hosts that wait by the timebase. */
static uint32_t model_bar0_read(void *card, uint32_t off)
{
	struct card *c = card;

	if (off >= CARD_BAR0_REGS)
		return 0;
	/* Nothing else happens meanwhile, so the time can be added here. */
	if (off == SMGPU_HOST_TIMEBASE_LO && quiet_until(c) == ~0ull)
		c->now += BAR_CYCLES;
	return reg_read(c, off & ~3u, true);
}

/* Registers, or a doorbell at the start of its page. */
static void model_bar0_write(void *card, uint32_t off, uint32_t val)
{
	struct card *c = card;

	if (off < CARD_BAR0_REGS)
		reg_write(c, off & ~3u, val, true);
	else if (off >= CARD_BAR0_DOORBELLS &&
		 off < CARD_BAR0_DOORBELLS + CHANNELS * CARD_DOORBELL_PAGE &&
		 off % CARD_DOORBELL_PAGE == 0)
		reg_doorbell(c, (off - CARD_BAR0_DOORBELLS) / CARD_DOORBELL_PAGE, val);
}

/* All ones where there is no memory, as on a bus. */
static uint64_t model_bar2_read(void *card, uint32_t off, unsigned len)
{
	uint64_t v = 0;

	/* BAR2 shows the first part of card memory only. */
	if (off >= CARD_BAR2_BYTES || len > 8 || !phys_read(card, off, &v, len))
		return ~0ull;
	return v;
}

static void model_bar2_write(void *card, uint32_t off, uint64_t val, unsigned len)
{
	if (off < CARD_BAR2_BYTES && len <= 8 && phys_write(card, off, &val, len))
		mem_written(card, off, len);
}

static void model_reset(void *card)
{
	card_reset(card, 3);
}

static uint64_t model_cycles(void *card)
{
	return ((struct card *)card)->now;
}

const struct card_backend_ops card_backend_model = {
	.name = "model",
	.create = model_create,
	.destroy = model_destroy,
	.bar0_read = model_bar0_read,
	.bar0_write = model_bar0_write,
	.bar2_read = model_bar2_read,
	.bar2_write = model_bar2_write,
	.step = model_step,
	.reset = model_reset,
	.cycles = model_cycles,
};
