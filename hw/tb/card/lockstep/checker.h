/* SPDX-License-Identifier: MIT */
/*
 * Lockstep checker: follows the issue trace of the RTL with the functional model's warps.
 *
 * Every issued warp instruction makes the model step *that* warp: PC and active mask must agree.
 * Register values are compared when the RTL writes them back, by the instruction's sequence number.
 * Memory is the checker's own image, in which stores happen at issue; that is a legal order for the
 * programs of gen.h, which have no races.
 */
#ifndef CHECKER_H
#define CHECKER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "warp.h"

struct checker_region {
	uint32_t va, bytes;
	uint8_t *data;
};

struct checker_config {
	unsigned int sms, warps, lanes, dtoks;
	struct warp_policy policy;
	uint32_t param;
	uint32_t ctas, threads;		/* one-dimensional grid */
	uint32_t shared_bytes, local_bytes;
	struct checker_region region[6];
	unsigned int regions;
	FILE *report;			/* where mismatches are told */
};

struct checker;

struct checker *checker_new(const struct checker_config *config);
void checker_free(struct checker *c);

/* Events of the RTL, in the order in which they happen */
void checker_start(struct checker *c, unsigned int sm, unsigned int warp, uint32_t cta,
		   uint32_t warp_in_cta, uint32_t pc, uint32_t live);
void checker_issue(struct checker *c, uint64_t cycle, unsigned int sm, unsigned int warp,
		   uint8_t seq, uint32_t pc, uint32_t insn, uint32_t mask);
void checker_write(struct checker *c, uint64_t cycle, unsigned int sm, unsigned int warp,
		   uint8_t seq, unsigned int rd, unsigned int beat, uint32_t lane_mask,
		   const uint32_t *data);

/* After the run: everything that was issued has been written, every warp has ended. Returns the
 * mismatches so far. */
unsigned int checker_finish(struct checker *c);
unsigned int checker_mismatches(const struct checker *c);
uint64_t checker_compared(const struct checker *c);
/* Times a warp was served for a full or an empty token queue */
uint64_t checker_served(const struct checker *c);

#endif
