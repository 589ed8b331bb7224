/* SPDX-License-Identifier: MIT */
/*
 * Trace of what the SMs retire. trace_cycle() takes apart the trace vector of a cycle (layout:
 * hw/rtl/sm/sm_top.sv) and calls a sink; trace_text is the sink that writes the retirement record,
 * one line for each warp instruction, in program order of its warp:
 *
 *	cycle sm dispatch_id cta warp pc mask rd lane_values...
 *
 * cycle: of issue. dispatch_id: how many warps that SM had started before. cta: linear index. warp:
 *in the CTA. rd is 0 and nothing follows when the instruction has no result; a lane that got none
 *is "-". Stores leave their mark in memory only.
 */
#ifndef SMGPU_SIM_TRACE_H
#define SMGPU_SIM_TRACE_H

#include <stdint.h>

struct trace_sink {
	void (*start)(void *ctx, unsigned sm, unsigned warp, uint32_t cta, unsigned warp_in_cta,
		      uint32_t pc, uint32_t live);
	void (*issue)(void *ctx, uint64_t cycle, unsigned sm, unsigned warp, uint8_t seq,
		      uint32_t pc, uint32_t insn, uint32_t mask);
	void (*write)(void *ctx, uint64_t cycle, unsigned sm, unsigned warp, uint8_t seq,
		      unsigned rd, unsigned beat, uint32_t lane_mask, const uint32_t *data);
	void (*end)(void *ctx, unsigned sm, unsigned warp);
};

void trace_cycle(const struct trace_sink *sink, void *ctx, uint64_t cycle, unsigned sms,
		 unsigned lanes, const uint32_t *vector);

/* NULL: the file can't be written */
void *trace_text_open(const char *path, unsigned lanes);
void trace_text_close(void *ctx);
extern const struct trace_sink trace_text;

#endif
