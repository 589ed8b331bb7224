/* SPDX-License-Identifier: MIT */
/*
 * The bench of the PCIe bridge: a root complex (link.cpp), a host that accesses the BARs and what
 * answers behind them (host.cpp), the card's master and host memory (card.cpp). In each cycle each
 * part first drives inputs, then looks at what the bridge shows.
 */
#ifndef TLP_BENCH_H
#define TLP_BENCH_H

#include <cstdint>
#include <vector>

#include "Vtlp_bridge.h"

enum { REQUESTER = 0x0118, CARD_ID = 0x0300, BAR0 = 1, BAR2 = 2, NO_BAR = 4 };
enum kind { POSTED, NON_POSTED, COMPLETION };

/* As on the stream: headers have byte 0 in bits 31:24, data in bits 7:0. hw/sim/pcie/tlp.c is not
 * used: this is a second opinion, and knows packets that no root complex there sends. */
struct tlp {
	std::vector<uint32_t> dw;
	unsigned bar;
	enum kind kind;
	int tag;		/* of a read whose last completion it is, or -1 */

	unsigned type() const { return dw[0] >> 24 & 31; }
	bool four() const { return dw[0] >> 29 & 1; }
	bool has_data() const { return dw[0] >> 30 & 1; }
	unsigned length() const { return dw[0] & 1023 ? dw[0] & 1023 : 1024; }
	unsigned headers() const { return four() ? 4 : 3; }
	uint64_t addr() const
	{
		return four() ? (uint64_t)dw[2] << 32 | dw[3] : dw[2];
	}
	uint32_t data(unsigned i) const { return dw[headers() + i]; }
};

struct settings {
	uint64_t seed;
	unsigned cycles;
	bool enables;		/* all byte enables, one after the other */
	bool plain;		/* no errors: for rates */
};

extern Vtlp_bridge *top;
extern uint64_t now;
extern settings with;

unsigned rnd(unsigned n);
static inline bool chance(unsigned one_of) { return rnd(one_of) == 0; }
uint32_t word(void);
[[noreturn]] void fail(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void check(bool ok, const char *what);
void clear(CData *input);	/* at the end of the cycle */

/* link.cpp */
void link_drive(bool stop);
void link_look(void);
bool link_idle(void);		/* nothing waits to be sent to the bridge */
bool link_master(void);		/* bus master, for some cycles */
uint64_t link_shown(void);	/* since when the TLP that has come was there to be taken */
void link_report(void);

/* host.cpp */
bool host_next(struct tlp *t);	/* the host's next request, while it has one */
void host_completion(const struct tlp &t);
void host_msix(const struct tlp &t);	/* is it one? */
bool host_is_msix(const struct tlp &t);
void host_drive(bool stop);
void host_look(void);
bool host_idle(void);
void host_report(void);
extern uint64_t host_msix_addr;
extern unsigned host_ur, host_poison;

/* card.cpp */
void card_request(const struct tlp &t);		/* a request of the bridge */
bool card_next(struct tlp *t);			/* a completion that is due */
void card_completed(int tag);			/* the last of a read has been sent */
void card_interrupt(void);			/* has been seen */
void card_drive(bool stop);
void card_look(void);
bool card_idle(void);
void card_revive(void);			/* late tags are free again */
void card_report(void);
extern uint64_t card_pulses;		/* interrupts of the card */
extern unsigned card_late, card_unexpected, card_poison;

#endif
