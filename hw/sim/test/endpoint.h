/* SPDX-License-Identifier: MIT */
/*
 * An endpoint in C against which the root complex is tested: two BARs that are memory, reads and
 * writes of host memory as a test orders them.
 */
#ifndef SMGPU_SIM_TEST_ENDPOINT_H
#define SMGPU_SIM_TEST_ENDPOINT_H

#include "../pcie/root.h"

#define EP_BAR_BYTES 4096u
#define EP_TAGS	     16u

struct ep_read {
	bool busy;
	uint64_t addr;
	unsigned bytes, got, pieces, order; /* order: of the end */
	uint8_t status;
	bool poisoned;
	uint8_t data[RC_READ_BYTES + 8];
};

struct endpoint {
	struct rc *rc;
	uint8_t bar[2][EP_BAR_BYTES];
	struct tlp_collector in;
	uint8_t in_bar;
	bool takes_writes, takes_reads;
	uint32_t out[512][TLP_DWORDS]; /* packets to send */
	unsigned out_dwords[512], outs, sent, at;
	struct ep_read read[EP_TAGS];
	unsigned ends, strangers;
	unsigned longest, gaps; /* of writes to BAR2: dwords of the longest; quadwords with gaps */
};

void ep_init(struct endpoint *e, struct rc *rc);
void ep_tick(struct endpoint *e);
void ep_send(struct endpoint *e, const struct tlp *t);
void ep_write(struct endpoint *e, uint64_t addr, const void *data, unsigned bytes);
void ep_read(struct endpoint *e, uint8_t tag, uint64_t addr, unsigned bytes);

#endif
