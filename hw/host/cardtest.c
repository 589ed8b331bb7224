// SPDX-License-Identifier: MIT
/* The host's side of the bus: memory, registers, BAR2, time. */
#include "cardtest.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HOST_BYTES	(8u << 20)
#define TIMEOUT		2000000000ull
#define BUDGET		4096u
#define PAGE		4096u

static uint8_t *host_at(struct ct *ct, uint64_t bus, size_t len)
{
	uint64_t off = bus - CT_HOST_BASE;

	return bus < CT_HOST_BASE || off > ct->cfg.host_bytes || len > ct->cfg.host_bytes - off
		       ? NULL
		       : ct->host + off;
}

static int dma_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	uint8_t *p = host_at(ctx, addr, len);

	if (!p)
		return -EFAULT;
	memcpy(buf, p, len);
	return 0;
}

static int dma_write(void *ctx, uint64_t addr, const void *buf, size_t len)
{
	uint8_t *p = host_at(ctx, addr, len);

	if (!p)
		return -EFAULT;
	memcpy(p, buf, len);
	return 0;
}

static void msi(void *ctx, unsigned vector)
{
	struct ct *ct = ctx;

	ct->msis += vector == 0;
	if (ct->interrupt)
		ct->interrupt(ct);
}

static void card_log(void *ctx, const char *fmt, ...)
{
	struct ct *ct = ctx;
	va_list args;

	if (ct->cfg.quiet)
		return;
	va_start(args, fmt);
	fputs("card: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

static const struct card_host_ops host_ops = {
	.dma_read = dma_read,
	.dma_write = dma_write,
	.msi = msi,
	.log = card_log,
};

void ct_log(const struct ct *ct, const char *fmt, ...)
{
	va_list args;

	if (ct->cfg.quiet)
		return;
	va_start(args, fmt);
	fputs("cardtest: ", stderr);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

/* Of programs that are given no seed: the state in which the Verilated card's registers wake up
 * depends on it. */
static uint64_t seed_of_environment(void)
{
	const char *v = getenv("SMGPU_SEED");

	return v ? strtoull(v, NULL, 0) : 0;
}

const struct card_backend_ops *ct_backend(const char *name)
{
	if (!name || !strcmp(name, "model"))
		return &card_backend_model;
	if (!strcmp(name, "rtl"))
		return &card_backend_rtl;
	return !strcmp(name, "board") ? &card_backend_board : NULL;
}

struct ct *ct_new(const struct ct_config *cfg)
{
	struct ct *ct = calloc(1, sizeof(*ct));

	if (!ct)
		return NULL;
	ct->cfg = *cfg;
	if (!ct->cfg.host_bytes)
		ct->cfg.host_bytes = HOST_BYTES;
	if (!ct->cfg.timeout)
		ct->cfg.timeout = TIMEOUT;
	ct->card_cfg.preset = cfg->preset ? cfg->preset : "default";
	ct->card_cfg.dram_mib = cfg->dram_mib ? cfg->dram_mib : 256;
	ct->card_cfg.dram_latency = cfg->dram_latency;
	ct->card_cfg.dram_bytes_per_kcycle = cfg->dram_bytes_per_kcycle;
	ct->card_cfg.trace = cfg->trace;
	ct->card_cfg.seed = cfg->seed ? cfg->seed : seed_of_environment();
	ct->card_used = PAGE;
	ct->card_end = (uint64_t)ct->card_cfg.dram_mib << 20;
	if (ct->card_end > CARD_BAR2_BYTES)
		ct->card_end = CARD_BAR2_BYTES;
	ct->host = calloc(1, ct->cfg.host_bytes);
	ct->card = ct->host ? cfg->ops->create(&ct->card_cfg, &host_ops, ct) : NULL;
	if (!ct->card) {
		ct_log(ct, "the backend %s did not start", cfg->ops->name);
		free(ct->host);
		free(ct);
		return NULL;
	}
	return ct;
}

void ct_del(struct ct *ct)
{
	if (!ct)
		return;
	ct->cfg.ops->destroy(ct->card);
	free(ct->host);
	free(ct);
}

uint32_t ct_read(struct ct *ct, uint32_t off)
{
	return ct->cfg.ops->bar0_read(ct->card, off);
}

void ct_write(struct ct *ct, uint32_t off, uint32_t v)
{
	ct->cfg.ops->bar0_write(ct->card, off, v);
}

static uint64_t align_up(uint64_t v, uint64_t align)
{
	return (v + align - 1) / align * align;
}

void *ct_host_alloc(struct ct *ct, size_t bytes, size_t align, uint64_t *bus)
{
	uint64_t at = align_up(ct->host_used, align);

	if (at > ct->cfg.host_bytes || bytes > ct->cfg.host_bytes - at) {
		ct_log(ct, "host memory is used up");
		return NULL;
	}
	ct->host_used = at + bytes;
	*bus = CT_HOST_BASE + at;
	return ct->host + at;
}

uint64_t ct_card_alloc(struct ct *ct, size_t bytes, size_t align)
{
	uint64_t at = align_up(ct->card_used, align);

	if (at > ct->card_end || bytes > ct->card_end - at) {
		ct_log(ct, "card memory behind BAR2 is used up");
		return 0;
	}
	ct->card_used = at + bytes;
	return at;
}

void ct_upload(struct ct *ct, uint64_t card, const void *data, size_t bytes)
{
	const uint8_t *p = data;
	unsigned n;

	for (; bytes; bytes -= n, card += n, p += n) {
		uint64_t v = 0;

		for (n = 8; n > bytes || (card & (n - 1)); n /= 2)
			;
		memcpy(&v, p, n);
		ct->cfg.ops->bar2_write(ct->card, (uint32_t)card, v, n);
	}
}

void ct_download(struct ct *ct, uint64_t card, void *data, size_t bytes)
{
	uint8_t *p = data;
	unsigned n;

	for (; bytes; bytes -= n, card += n, p += n) {
		uint64_t v;

		for (n = 8; n > bytes || (card & (n - 1)); n /= 2)
			;
		v = ct->cfg.ops->bar2_read(ct->card, (uint32_t)card, n);
		memcpy(p, &v, n);
	}
}

void ct_fill(struct ct *ct, uint64_t card, uint8_t byte, size_t bytes)
{
	uint8_t block[256];
	size_t n;

	memset(block, byte, sizeof(block));
	for (; bytes; bytes -= n, card += n) {
		n = bytes < sizeof(block) ? bytes : sizeof(block);
		ct_upload(ct, card, block, n);
	}
}

uint64_t ct_cycles(struct ct *ct)
{
	return ct->cfg.ops->cycles(ct->card);
}

int ct_wait(struct ct *ct, bool (*done)(struct ct *ct, void *arg), void *arg, const char *what)
{
	uint64_t end = ct_cycles(ct) + ct->cfg.timeout;
	enum card_activity activity;

	for (;;) {
		if (done(ct, arg))
			return 0;
		if (ct_cycles(ct) > end) {
			ct_log(ct, "timeout: %s", what);
			return -ETIMEDOUT;
		}
		activity = ct->cfg.ops->step(ct->card, BUDGET);
		if (activity == CARD_IDLE && !done(ct, arg)) {
			ct_log(ct, "the card is idle: %s", what);
			return -EAGAIN;
		}
	}
}
