// SPDX-License-Identifier: MIT
#include "engine.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "pci_config.h"

#define STEP_NS_HIGH	250000
#define STEP_NS_LOW	100000
#define BUDGET_MIN	16u
#define BUDGET_MAX	(1u << 22)
#define SLOW_LOOKS	8u	/* Linux looks each 1, 2, 4 ... ms */

struct engine {
	const struct card_backend_ops *ops;
	void *card;
	pthread_t thread;

	/*
	 * The transport goes first: a plain mutex would be taken again by the stepping thread
	 * before a waiter wakes. `waiting` counts transport calls that want `lock`; the stepping
	 * thread lets them pass.
	 */
	pthread_mutex_t lock;
	pthread_cond_t wake;
	unsigned waiting;
	bool poked, quit;

	struct pci_config config;
	bool events;	/* the guest may do things to the link */
	bool away;	/* the link is down */
	unsigned looks;	/* reads of configuration space until it is back; 0: it is not by itself */
	struct guest_mem mem;
	unsigned budget;
	struct engine_stats stats;
	void (*msi_post)(void *ctx, uint64_t addr, uint32_t data);
	void *msi_ctx;
};

static int host_dma_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct engine *e = ctx;
	int r = pci_config_bus_master(&e->config) ? guest_mem_read(&e->mem, addr, buf, len)
						  : -EPERM;

	e->stats.dma_refused += r != 0;
	return r;
}

static int host_dma_write(void *ctx, uint64_t addr, const void *buf, size_t len)
{
	struct engine *e = ctx;
	int r = pci_config_bus_master(&e->config) ? guest_mem_write(&e->mem, addr, buf, len)
						  : -EPERM;

	e->stats.dma_refused += r != 0;
	return r;
}

/* An MSI is a bus write, so it needs bus master too. */
static void host_msi(void *ctx, unsigned vector)
{
	struct engine *e = ctx;
	uint64_t addr;
	uint32_t data;

	if (!pci_config_bus_master(&e->config) ||
	    !pci_config_msi(&e->config, vector, &addr, &data)) {
		e->stats.msi_dropped++;
		return;
	}
	e->stats.msi_sent++;
	e->msi_post(e->msi_ctx, addr, data);
}

/* Of a card behind an endpoint: it has asked the configuration space itself. */
static void host_message(void *ctx, uint64_t addr, uint32_t data)
{
	struct engine *e = ctx;

	e->stats.msi_sent++;
	e->msi_post(e->msi_ctx, addr, data);
}

static void host_log(void *ctx, const char *fmt, ...)
{
	struct engine *e = ctx;
	va_list args;

	va_start(args, fmt);
	fprintf(stderr, "card (%s): ", e->ops->name);
	vfprintf(stderr, fmt, args);
	fputc('\n', stderr);
	va_end(args);
}

static const struct card_host_ops host_ops = {
	.dma_read = host_dma_read,
	.dma_write = host_dma_write,
	.msi = host_msi,
	.message = host_message,
	.log = host_log,
};

static uint64_t now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void *run(void *arg)
{
	struct engine *e = arg;
	enum card_activity activity = CARD_BUSY;
	uint64_t t, ns;

	pthread_mutex_lock(&e->lock);
	while (!e->quit) {
		if (__atomic_load_n(&e->waiting, __ATOMIC_ACQUIRE) ||
		    (activity == CARD_IDLE && !e->poked)) {
			pthread_cond_wait(&e->wake, &e->lock);
			continue;
		}
		e->poked = false;
		t = now_ns();
		activity = e->ops->step(e->card, e->budget);
		ns = now_ns() - t;
		e->stats.steps++;
		if (ns > STEP_NS_HIGH && e->budget > BUDGET_MIN)
			e->budget /= 2;
		else if (ns < STEP_NS_LOW && activity == CARD_BUSY && e->budget < BUDGET_MAX)
			e->budget *= 2;
	}
	pthread_mutex_unlock(&e->lock);
	return NULL;
}

static void enter(struct engine *e)
{
	__atomic_add_fetch(&e->waiting, 1, __ATOMIC_ACQ_REL);
	pthread_mutex_lock(&e->lock);
}

static void leave(struct engine *e, bool poke)
{
	e->poked |= poke;
	if (!__atomic_sub_fetch(&e->waiting, 1, __ATOMIC_ACQ_REL))
		pthread_cond_signal(&e->wake);
	pthread_mutex_unlock(&e->lock);
}

static void tell_link(struct engine *e)
{
	struct card_link link;

	if (!e->ops->link)
		return;
	pci_config_link(&e->config, &link);
	e->ops->link(e->card, &link);
}

struct engine *engine_new(const struct card_backend_ops *ops, const struct card_config *cfg,
			  void (*msi_post)(void *ctx, uint64_t addr, uint32_t data), void *ctx)
{
	struct engine *e = calloc(1, sizeof(*e));

	if (!e)
		return NULL;
	e->ops = ops;
	e->msi_post = msi_post;
	e->msi_ctx = ctx;
	e->budget = 256;
	e->config.endpoint = ops->link;
	e->config.link_speed = ops->link_speed;
	e->events = ops->away && getenv("SMGPU_LINK_EVENTS");
	pci_config_reset(&e->config);
	pthread_mutex_init(&e->lock, NULL);
	pthread_cond_init(&e->wake, NULL);
	e->card = ops->create(cfg, &host_ops, e);
	if (!e->card) {
		fprintf(stderr, "card: backend %s did not start\n", ops->name);
		free(e);
		return NULL;
	}
	tell_link(e);
	if (pthread_create(&e->thread, NULL, run, e)) {
		fprintf(stderr, "card: no thread for the backend\n");
		ops->destroy(e->card);
		free(e);
		return NULL;
	}
	return e;
}

void engine_del(struct engine *e)
{
	enter(e);
	e->quit = true;
	leave(e, true);
	pthread_join(e->thread, NULL);
	e->ops->destroy(e->card);
	guest_mem_clear(&e->mem);
	pthread_mutex_destroy(&e->lock);
	pthread_cond_destroy(&e->wake);
	free(e);
}

/* Configuration space is as after power-on, and so is the card, if the link is up. */
static void reset_all(struct engine *e)
{
	pci_config_reset(&e->config);
	if (!e->away)
		e->ops->reset(e->card);
	tell_link(e);
}

/* What a guest that tests does to the link; an unknown letter does nothing. */
static void link_event(struct engine *e, uint32_t what)
{
	bool away = what == CARD_LINK_DOWN || what == CARD_LINK_SLOW || what == CARD_LINK_PULLED;

	if (what == CARD_LINK_HOLD || what == CARD_LINK_GO)
		e->ops->hold(e->card, what == CARD_LINK_HOLD);
	if (!away && what != CARD_LINK_RESET && what != CARD_LINK_BACK)
		return;
	if (away)
		e->ops->away(e->card, what != CARD_LINK_PULLED);
	e->away = away;
	e->looks = what == CARD_LINK_SLOW ? SLOW_LOOKS : 0;
	reset_all(e);
}

uint32_t engine_config_read(struct engine *e, unsigned off, unsigned len)
{
	uint32_t v;

	enter(e);
	if (e->looks && !--e->looks)
		link_event(e, CARD_LINK_BACK);
	v = e->away ? ~0u >> (32 - 8 * len) : pci_config_read(&e->config, off, len);
	leave(e, false);
	return v;
}

void engine_config_write(struct engine *e, unsigned off, uint32_t val, unsigned len)
{
	bool event = e->events && off == CARD_LINK_EVENT, reset;

	enter(e);
	if (event)
		link_event(e, val & 0xff);
	reset = !e->away && pci_config_write(&e->config, off, val, len);
	if (reset)
		reset_all(e);
	else
		tell_link(e);
	leave(e, reset || event);
}

static uint64_t bar0_read(struct engine *e, uint32_t off, unsigned len)
{
	uint64_t v = e->ops->bar0_read(e->card, off & ~3u);

	if (len == 8)
		return v | (uint64_t)e->ops->bar0_read(e->card, off + 4) << 32;
	return len == 4 ? v : v >> 8 * (off & 3) & ((1u << 8 * len) - 1);
}

static void bar0_write(struct engine *e, uint32_t off, uint64_t val, unsigned len)
{
	if (len < 4) {	/* registers are words */
		e->stats.bar_ignored++;
		return;
	}
	e->ops->bar0_write(e->card, off, (uint32_t)val);
	if (len == 8)
		e->ops->bar0_write(e->card, off + 4, (uint32_t)(val >> 32));
}

/* Under the lock; bar -1: nothing decodes it. */
static uint64_t region_read(struct engine *e, int bar, uint32_t off, unsigned len)
{
	e->stats.bar_accesses++;
	if (bar == 0 && !(off & (len - 1)))
		return bar0_read(e, off, len);
	if (bar == 2 && !(off & (len - 1)))
		return e->ops->bar2_read(e->card, off, len);
	e->stats.bar_ignored++;
	return ~0ull;
}

static void region_write(struct engine *e, int bar, uint32_t off, uint64_t val, unsigned len)
{
	e->stats.bar_accesses++;
	if (bar == 0 && !(off & (len - 1)))
		bar0_write(e, off, val, len);
	else if (bar == 2 && !(off & (len - 1)))
		e->ops->bar2_write(e->card, off, val, len);
	else
		e->stats.bar_ignored++;
}

uint64_t engine_bar_read(struct engine *e, uint64_t addr, unsigned len)
{
	uint32_t off = 0;
	uint64_t v;
	int bar;

	enter(e);
	bar = pci_config_decode(&e->config, addr, &off);
	v = region_read(e, bar, off, len);
	leave(e, bar >= 0);
	return v;
}

void engine_bar_write(struct engine *e, uint64_t addr, uint64_t val, unsigned len)
{
	uint32_t off = 0;
	int bar;

	enter(e);
	bar = pci_config_decode(&e->config, addr, &off);
	region_write(e, bar, off, val, len);
	leave(e, bar >= 0);
}

uint64_t engine_region_read(struct engine *e, int bar, uint32_t off, unsigned len)
{
	uint64_t v;

	enter(e);
	v = region_read(e, pci_config_memory(&e->config) ? bar : -1, off, len);
	leave(e, true);
	return v;
}

void engine_region_write(struct engine *e, int bar, uint32_t off, uint64_t val, unsigned len)
{
	enter(e);
	region_write(e, pci_config_memory(&e->config) ? bar : -1, off, val, len);
	leave(e, true);
}

void engine_reset(struct engine *e)
{
	enter(e);
	reset_all(e);
	leave(e, true);
}

void engine_set_memory(struct engine *e, struct guest_mem *mem)
{
	enter(e);
	guest_mem_clear(&e->mem);
	e->mem = *mem;
	leave(e, false);
}

int engine_dma_map(struct engine *e, uint64_t base, uint64_t bytes, int fd, uint64_t offset,
		   bool writable)
{
	int r;

	enter(e);
	r = guest_mem_add(&e->mem, base, bytes, fd, offset, writable);
	leave(e, false);
	return r;
}

int engine_dma_unmap(struct engine *e, uint64_t base, uint64_t bytes)
{
	int r;

	enter(e);
	r = guest_mem_remove(&e->mem, base, bytes);
	leave(e, false);
	return r;
}

struct engine_stats engine_stats(struct engine *e)
{
	struct engine_stats s;

	enter(e);
	s = e->stats;
	s.cycles = e->ops->cycles(e->card);
	leave(e, false);
	return s;
}
