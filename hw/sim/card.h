/* SPDX-License-Identifier: MIT */
/*
 * Seam between the card process and what plays the card: the functional model or the Verilated RTL.
 *
 * One thread at a time calls a backend (not always the same one), so a backend needs no locks. It
 * knows nothing of QEMU: the card process gives it host memory, MSIs and a log; a unit test gives
 * it an array and a counter.
 */
#ifndef SMGPU_SIM_CARD_H
#define SMGPU_SIM_CARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* registers at 0..0xffff, doorbell page of channel c at 0x80000 + c * 0x1000 */
#define CARD_BAR0_BYTES	0x00100000u
#define CARD_BAR0_REGS	0x00010000u
#define CARD_BAR0_DOORBELLS 0x00080000u
#define CARD_DOORBELL_PAGE 0x1000u
#define CARD_BAR2_BYTES	0x04000000u	/* the first 64 MiB of card DRAM */

struct card_config {
	const char *preset;	/* a name of presets.h */
	unsigned dram_mib;	/* card DRAM */
	const char *trace;	/* retirement trace file, NULL = none */
	uint64_t seed;		/* of everything random, such as reset state */
	unsigned dram_latency;	/* core cycles of a DRAM access; 0 = the backend's default */
	unsigned dram_bytes_per_kcycle;	/* DRAM bandwidth; 0 = the backend's default */
};

/* What software has set in the configuration space of a card behind a PCIe endpoint, as the
 * endpoint tells it to the card */
struct card_link {
	bool bus_master, msix_enable, msix_mask;
	uint16_t max_payload, max_read;	/* bytes */
	uint16_t boundary;		/* read completion boundary: 64 or 128 */
	uint16_t id;			/* of the card: bus, device, function */
	uint64_t bar0, bar2;		/* bus addresses */
};
/* MSI-X of such a card: one vector; in BAR0 */
#define CARD_MSIX_TABLE	0x10000u
#define CARD_MSIX_PENDING 0x11000u

/* What the process offers a backend. Called only from inside a backend call. */
struct card_host_ops {
	/* Guest memory by bus address. 0, or a negative errno: bus master off, no such memory. All
	 * or nothing. */
	int (*dma_read)(void *ctx, uint64_t addr, void *buf, size_t len);
	int (*dma_write)(void *ctx, uint64_t addr, const void *buf, size_t len);
	/* Never waits; earlier dma_write data is visible to the guest before the interrupt. */
	void (*msi)(void *ctx, unsigned vector);
	void (*log)(void *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
	/* msi() of a card that sends interrupts as writes; NULL: msi() is called for them, too. */
	void (*message)(void *ctx, uint64_t addr, uint32_t data);
};

enum card_activity {
	CARD_IDLE = 0,	/* nothing will change until the next BAR access */
	/* call step() again; a pending timer counts, the backend jumps its time to it */
	CARD_BUSY = 1,
};

struct card_backend_ops {
	const char *name;

	/* NULL on failure, after a log() that says why. The config and the ops
	 * outlive the backend. */
	void *(*create)(const struct card_config *cfg, const struct card_host_ops *host,
			void *host_ctx);
	void (*destroy)(void *card);

	/* BAR0: aligned 32-bit words, 0 <= off < CARD_BAR0_BYTES; doorbell pages included */
	uint32_t (*bar0_read)(void *card, uint32_t off);
	void (*bar0_write)(void *card, uint32_t off, uint32_t val);

	/* BAR2: len is 1, 2, 4 or 8, off a multiple of len */
	uint64_t (*bar2_read)(void *card, uint32_t off, unsigned len);
	void (*bar2_write)(void *card, uint32_t off, uint64_t val, unsigned len);

	/* Runs at most about `budget` core cycles; returns earlier when idle. */
	enum card_activity (*step)(void *card, unsigned budget);

	/* PCI reset: as power-on, but DRAM contents may survive. */
	void (*reset)(void *card);

	/* Core cycles since creation */
	uint64_t (*cycles)(void *card);

	/* The configuration space has changed. Of a card behind a PCIe endpoint, else NULL; until
	 * the first call such a card finds all of it enabled. */
	void (*link)(void *card, const struct card_link *link);

	/* The link goes down, and stays so until reset(): nothing answers, nothing is sent. Without
	 * power, memory has lost its contents. Of a card with link(). */
	void (*away)(void *card, bool power);
	/* Card memory is not calibrated while `on`: the board keeps the card in reset. */
	void (*hold)(void *card, bool on);

	/* Of a card with link(): 1 for 2.5 GT/s, 2 for 5, 3 for 8 */
	unsigned link_speed;
};

/* Weak: a binary holds those that were linked into it; the address of one that was not is NULL. */
extern const struct card_backend_ops card_backend_model __attribute__((weak));
extern const struct card_backend_ops card_backend_rtl __attribute__((weak));
extern const struct card_backend_ops card_backend_board __attribute__((weak));

#endif
