/* SPDX-License-Identifier: MIT */
/*
 * A root complex: accesses of the host and requests of the card as packets, with the orders that
 * PCI Express allows and none that it forbids. Where it allows several, the seed chooses:
 *
 * - stores to BAR2 meet in a buffer of 64 bytes, as write combining does, and leave as one packet
 *   or as several;
 * - completions of the card's reads come late, in any order of their tags, and in pieces that end
 *   at the read completion boundary;
 * - a write of the host may pass what is no write; nothing passes a write before it;
 * - the stream stops now and then in both directions.
 *
 * What the card sends is held against the rules. A packet that breaks one is reported and dropped.
 */
#ifndef SMGPU_SIM_PCIE_ROOT_H
#define SMGPU_SIM_PCIE_ROOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../card.h"
#include "tlp.h"

#define RC_HOST_ID    0x0000u /* requester of the host's accesses */
#define RC_HOST_TAGS  16u
#define RC_CARD_TAGS  256u
#define RC_QUEUE      16u /* packets that wait, in each direction */
#define RC_READ_BYTES 512u /* of a read of the card, at most */
#define RC_LINE	      64u /* of write combining */

struct rc_ops {
	/* Memory of the host: 0 or a negative errno */
	int (*read)(void *ctx, uint64_t addr, void *buf, size_t len);
	int (*write)(void *ctx, uint64_t addr, const void *buf, size_t len);
	/* A write of one dword to RC_MESSAGES: an interrupt. All writes before it are in memory. */
	void (*message)(void *ctx, uint64_t addr, uint32_t data);
	/* The card broke a rule, or its packet could not be served. */
	void (*broken)(void *ctx, const char *rule, const uint32_t *dw, unsigned dwords);
};
#define RC_MESSAGES 0xfee00000ull /* 1 MiB, where a PC takes interrupts */

/* What is wrong with the link, for tests. One of `every` reads of the card meets one of `kinds`. */
enum rc_fault {
	RC_UNSUPPORTED = 1, /* it ends with that status */
	RC_ABORTED = 2,
	RC_POISONED = 4,
	RC_LOST = 8, /* no completion at all, or only some of its pieces */
	RC_STRANGER = 16, /* a completion that nobody asked for comes before it */
	RC_LATE = 32, /* it comes after `late` ticks */
};
struct rc_faults {
	unsigned every, kinds, late;
	unsigned met; /* counted */
	/* An interrupt overtakes the writes before it, which take so many ticks more. */
	unsigned overtaken;
	unsigned gap; /* a credit that goes comes back after so many ticks */
};

struct rc_config {
	uint64_t seed;
	unsigned latency; /* ticks until memory of the host answers */
	unsigned jitter; /* and up to so many more */
	unsigned stall; /* of 256 ticks, in which the stream stands still */
};

struct rc_read { /* of the card */
	bool busy, cut; /* cut: a piece has been sent */
	struct tlp request;
	uint64_t due;
	unsigned bytes, sent; /* as completions count them */
	uint8_t status;
	bool poisoned, lost;
	uint8_t data[RC_READ_BYTES]; /* from the dword of the first byte on */
};

struct rc_packet {
	struct tlp tlp;
	uint8_t bar;
	uint64_t at; /* tick in which it was queued, or is due */
};

struct rc_host_read {
	bool busy, done, failed;
	unsigned bytes, got;
	uint8_t offset; /* in its first dword */
	uint64_t addr;
	uint8_t data[8];
};

struct rc {
	const struct rc_ops *ops;
	void *ctx;
	struct rc_config cfg;
	struct rc_faults *faults;
	struct card_link link;
	uint64_t now, random;
	uint64_t master_off; /* tick in which bus master was taken away */
	/* towards the card */
	struct rc_packet down[RC_QUEUE];
	unsigned downs;
	struct rc_read read[RC_CARD_TAGS];
	unsigned reads; /* under way */
	uint32_t sending[TLP_DWORDS]; /* the packet on the stream */
	unsigned send_dwords, send_at;
	uint8_t send_bar;
	bool offer; /* a beat is offered until it is taken */
	bool takes_writes, takes_reads; /* the card, as of the last tick */
	/* from the card */
	struct tlp_collector collect;
	struct rc_packet up[RC_QUEUE];
	unsigned ups;
	bool ready;
	/* credits: while one is false, the card begins at most one more packet of that kind */
	bool writes_go, reads_go;
	uint64_t went[2]; /* ticks in which they went */
	unsigned beyond[2]; /* packets that came meanwhile: writes, reads */
	/* the host */
	struct {
		bool used;
		uint32_t line;
		uint8_t data[RC_LINE];
		uint64_t mask, since;
	} combine;
	struct rc_host_read host[RC_HOST_TAGS];
	unsigned host_next;
	/* counted */
	uint64_t writes, merged, completions, cards_reads, cards_writes, messages, broken;
	uint64_t quiet; /* ticks since anything moved */
	unsigned open[2]; /* of these, with credit, when what the card had begun was there */
};

/* faults may be NULL. Nothing is allocated. */
void rc_init(struct rc *rc, const struct rc_ops *ops, void *ctx, const struct rc_config *cfg,
	     struct rc_faults *faults);
/* The link was down: nothing is under way any more. */
void rc_reset(struct rc *rc);
void rc_link(struct rc *rc, const struct card_link *link);

/* ---- Accesses of the host; len is 1, 2, 4 or 8, and off a multiple of it ---- */

/* Whether rc_write() and rc_read() may be called: there is room for what they queue. */
bool rc_room(const struct rc *rc);
void rc_write(struct rc *rc, enum tlp_bar bar, uint32_t off, uint64_t value, unsigned len);
/* A number for rc_read_done() */
unsigned rc_read(struct rc *rc, enum tlp_bar bar, uint32_t off, unsigned len);
/* Whether it has ended; a read that failed gives all ones. The number is free then. */
bool rc_read_done(struct rc *rc, unsigned number, uint64_t *value);
/* Given up: its completion, should it come, is a stranger's. */
void rc_read_drop(struct rc *rc, unsigned number);

/* ---- The stream, once in each tick in this order ---- */

/* Time goes on. The card takes writes and reads of the host; at most one more of a kind comes
 * after it has ceased to. Completions pass what it does not take. */
void rc_tick(struct rc *rc, bool writes, bool reads);
/* Towards the card: false, or the beat that is offered in this tick */
bool rc_offer(struct rc *rc, struct tlp_beat *beat);
void rc_offer_taken(struct rc *rc);
/* From the card */
static inline bool rc_ready(const struct rc *rc)
{
	return rc->ready;
}
void rc_take(struct rc *rc, const struct tlp_beat *beat);

/* Nothing is under way, nothing was in the last `ticks` ticks, and nothing waits for credit. */
bool rc_idle(const struct rc *rc, unsigned ticks);

#endif
