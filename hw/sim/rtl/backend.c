// SPDX-License-Identifier: MIT
/*
 * The Verilated card behind the seam of hw/sim/card.h: BAR accesses become AXI transactions, the
 * card's masters are answered from host memory and a DRAM model, and an idle card's time jumps to
 * its timer.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../card.h"
#include "../presets.h"
#include "../trace.h"
#include "dram_axi.h"
#include "host_axi.h"
#include "pins.h"

#define DRAM_MIB     256u
#define RESET_CYCLES 8u
#define PATIENCE     2000000u /* core cycles that a BAR access may take */

struct card {
	const struct card_host_ops *host;
	void *host_ctx;
	const struct rtl_model *ops;
	void *model;
	struct rtl_in in;
	struct rtl_out out;
	struct dram_axi dram;
	struct host_axi host_axi;
	void *trace;
	uint64_t ticks, skipped;
	bool lost; /* did not answer a BAR access */
};

void (*rtl_trace)(void *ctx, uint64_t tick, const struct rtl_model *ops, const uint32_t *trace);
void *rtl_trace_ctx;
void (*rtl_mcu)(void *ctx, const struct rtl_mcu *mcu);
void *rtl_mcu_ctx;

/* ---- Control core: mcu_watch.sv calls this ---- */

void rtl_mcu_cycle(uint32_t pc, uint32_t what, uint32_t addr, uint32_t data);

void rtl_mcu_cycle(uint32_t pc, uint32_t what, uint32_t addr, uint32_t data)
{
	struct rtl_mcu mcu = {
		.pc = pc,
		.retired = what & 1,
		.stalled = what >> 1 & 1,
		.sleeping = what >> 2 & 1,
		.read = what >> 3 & 1,
		.addr = (uint16_t)addr,
		.data = data,
	};

	if (rtl_mcu)
		rtl_mcu(rtl_mcu_ctx, &mcu);
}

/* ---- Writes that a test wants beside everything else ---- */

static bool bar2_writes_inputs(struct card *c)
{
	if (!rtl_faults.bar2_writes.left &&
	    rtl_faults.bar2_writes.begun == rtl_faults.bar2_writes.done)
		return false;
	c->in.bar2_aw_valid = c->in.bar2_w_valid = rtl_faults.bar2_writes.left != 0;
	c->in.bar2_aw_addr = rtl_faults.bar2_writes.at;
	c->in.bar2_w_data = rtl_faults.bar2_writes.begun + 1;
	c->in.bar2_w_strb = 0xf;
	c->in.bar2_b_ready = 1;
	return true;
}

static void bar2_writes_outputs(struct card *c)
{
	if (c->in.bar2_aw_valid && c->out.bar2_aw_ready) {
		rtl_faults.bar2_writes.left--;
		rtl_faults.bar2_writes.begun++;
	}
	rtl_faults.bar2_writes.done += c->out.bar2_b_valid;
	c->in.bar2_aw_valid = c->in.bar2_w_valid = c->in.bar2_b_ready = 0;
}

/* ---- Time ---- */

static void tick(struct card *c)
{
	bool bar2_writes = bar2_writes_inputs(c);

	dram_axi_inputs(&c->dram, c->ticks, &c->in.dram);
	host_axi_inputs(&c->host_axi, c->ticks, &c->in);
	c->ops->settle(c->model, &c->in, &c->out);
	if (bar2_writes)
		bar2_writes_outputs(c);
	if (rtl_trace)
		rtl_trace(rtl_trace_ctx, c->ticks, c->ops, c->out.trace);
	dram_axi_outputs(&c->dram, c->ticks, &c->in.dram, &c->out.dram);
	host_axi_outputs(&c->host_axi, c->ticks, &c->in, &c->out);
	if (c->out.msi)
		c->host->msi(c->host_ctx, 0);
	if (c->trace && c->in.rst_n)
		trace_cycle(&trace_text, c->trace, c->ticks, c->ops->sms, c->ops->lanes,
			    c->out.trace);
	c->ops->edge(c->model);
	c->in.skip = 0;
	c->ticks++;
}

static void power_on(struct card *c)
{
	unsigned dram_mib = c->in.dram_mib, i;

	memset(&c->in, 0, sizeof(c->in));
	host_axi_reset(&c->host_axi);
	c->in.dram_mib = (uint16_t)dram_mib;
	c->lost = false;
	dram_axi_reset(&c->dram);
	for (i = 0; i < RESET_CYCLES; i++)
		tick(c);
	/* What the masters said during reset means nothing. */
	host_axi_reset(&c->host_axi);
	dram_axi_reset(&c->dram);
	c->in.rst_n = 1;
}

/* The cards that may be linked in: of each preset, and one that hw/tb/card/configs has drawn */
#define MODEL(name) extern const struct rtl_model rtl_model_##name __attribute__((weak));
PRESETS(MODEL)
MODEL(drawn)
#undef MODEL

static const struct rtl_model *find_model(const char *preset)
{
#define MODEL(name) &rtl_model_##name,
	const struct rtl_model *const all[] = { PRESETS(MODEL) MODEL(drawn) };
#undef MODEL
	unsigned i;

	for (i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (all[i] && !strcmp(all[i]->preset, preset))
			return all[i];
	return NULL;
}

static void rtl_destroy(void *card)
{
	struct card *c = card;

	trace_text_close(c->trace);
	if (c->model)
		c->ops->destroy(c->model);
	dram_free(&c->dram.dram);
	free(c);
}

static void *rtl_create(const struct card_config *cfg, const struct card_host_ops *host,
			void *host_ctx)
{
	unsigned mib = cfg->dram_mib ? cfg->dram_mib : DRAM_MIB;
	const char *preset = cfg->preset ? cfg->preset : "default";
	struct card *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->host = host;
	c->host_ctx = host_ctx;
	host_axi_init(&c->host_axi, host, host_ctx);
	c->ops = find_model(preset);
	if (!c->ops) {
		host->log(
			host_ctx,
			"preset %s was not verilated into this program: make -C hw/sim/rtl PRESETS=%s",
			preset, preset);
		free(c);
		return NULL;
	}
	if (!dram_init(&c->dram.dram, mib, cfg->dram_latency, cfg->dram_bytes_per_kcycle)) {
		host->log(host_ctx, "no card DRAM of %u MiB", mib);
		free(c);
		return NULL;
	}
	if (cfg->trace && !c->ops->trace) {
		host->log(host_ctx,
			  "this card was built without a trace: make -C hw/sim/rtl TRACE=1");
		rtl_destroy(c);
		return NULL;
	}
	if (cfg->trace && !(c->trace = trace_text_open(cfg->trace, c->ops->lanes))) {
		host->log(host_ctx, "can't write the trace to %s", cfg->trace);
		rtl_destroy(c);
		return NULL;
	}
	c->model = c->ops->create(cfg->seed);
	c->in.dram_mib = (uint16_t)mib;
	power_on(c);
	return c;
}

static enum card_activity rtl_step(void *card, unsigned budget)
{
	struct card *c = card;
	unsigned i;

	for (i = 0; i < budget; i++) {
		tick(c);
		if (!c->out.idle)
			continue;
		/* A timer that is due and wakes nothing is no reason to go on; one that is about to
		 * be due comes by itself. */
		if (!c->out.timer_armed || c->out.timer + 4 < c->out.timebase)
			return CARD_IDLE;
		if (c->out.timer <= c->out.timebase + 4)
			continue;
		c->skipped += c->out.timer - c->out.timebase - 1;
		c->in.skip_to = c->out.timer;
		c->in.skip = 1;
	}
	return CARD_BUSY;
}

/* ---- BARs ---- */

/* Runs until *flag; a card that never answers is lost and answers all ones from then on. */
static bool wait_for(struct card *c, const uint8_t *flag)
{
	unsigned i;

	for (i = 0; i < PATIENCE; i++) {
		tick(c);
		if (*flag)
			return true;
	}
	c->host->log(c->host_ctx, "cycle %llu: no answer to a BAR access",
		     (unsigned long long)c->ticks);
	c->lost = true;
	return false;
}

static uint32_t rtl_bar0_read(void *card, uint32_t off)
{
	struct card *c = card;
	uint32_t v = ~0u;
	bool ok;

	if (c->lost)
		return v;
	c->in.bar0_ar_valid = 1;
	c->in.bar0_ar_addr = off;
	ok = wait_for(c, &c->out.bar0_ar_ready);
	c->in.bar0_ar_valid = 0;
	c->in.bar0_r_ready = 1;
	if (ok && wait_for(c, &c->out.bar0_r_valid))
		v = c->out.bar0_r_data;
	c->in.bar0_r_ready = 0;
	return v;
}

static void rtl_bar0_write(void *card, uint32_t off, uint32_t val)
{
	struct card *c = card;

	if (c->lost)
		return;
	c->in.bar0_aw_valid = c->in.bar0_w_valid = 1;
	c->in.bar0_aw_addr = off;
	c->in.bar0_w_data = val;
	if (wait_for(c, &c->out.bar0_aw_ready)) {
		c->in.bar0_aw_valid = c->in.bar0_w_valid = 0;
		c->in.bar0_b_ready = 1;
		wait_for(c, &c->out.bar0_b_valid);
	}
	c->in.bar0_aw_valid = c->in.bar0_w_valid = c->in.bar0_b_ready = 0;
}

static uint64_t rtl_bar2_read(void *card, uint32_t off, unsigned len)
{
	struct card *c = card;
	uint64_t v = ~0ull;

	if (c->lost)
		return v;
	c->in.bar2_ar_valid = 1;
	c->in.bar2_ar_addr = off;
	if (wait_for(c, &c->out.bar2_ar_ready)) {
		c->in.bar2_ar_valid = 0;
		c->in.bar2_r_ready = 1;
		if (wait_for(c, &c->out.bar2_r_valid)) {
			v = c->out.bar2_r_data >> 8 * (off & 7);
			rtl_faults.bar2_errors += c->out.bar2_r_resp >> 1;
		}
	}
	c->in.bar2_ar_valid = c->in.bar2_r_ready = 0;
	return len == 8 ? v : v & ((1ull << 8 * len) - 1);
}

static void rtl_bar2_write(void *card, uint32_t off, uint64_t val, unsigned len)
{
	struct card *c = card;

	if (c->lost)
		return;
	c->in.bar2_aw_valid = c->in.bar2_w_valid = 1;
	c->in.bar2_aw_addr = off;
	c->in.bar2_w_data = val << 8 * (off & 7);
	c->in.bar2_w_strb = (uint8_t)(((1u << len) - 1) << (off & 7));
	if (wait_for(c, &c->out.bar2_aw_ready)) {
		c->in.bar2_aw_valid = c->in.bar2_w_valid = 0;
		c->in.bar2_b_ready = 1;
		if (wait_for(c, &c->out.bar2_b_valid))
			rtl_faults.bar2_errors += c->out.bar2_b_resp >> 1;
	}
	c->in.bar2_aw_valid = c->in.bar2_w_valid = c->in.bar2_b_ready = 0;
}

static void rtl_reset(void *card)
{
	power_on(card);
}

static uint64_t rtl_cycles(void *card)
{
	struct card *c = card;

	return c->ticks + c->skipped;
}

const struct card_backend_ops card_backend_rtl = {
	.name = "rtl",
	.create = rtl_create,
	.destroy = rtl_destroy,
	.bar0_read = rtl_bar0_read,
	.bar0_write = rtl_bar0_write,
	.bar2_read = rtl_bar2_read,
	.bar2_write = rtl_bar2_write,
	.step = rtl_step,
	.reset = rtl_reset,
	.cycles = rtl_cycles,
};
