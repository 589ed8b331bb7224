// SPDX-License-Identifier: MIT
#include "trace.h"

#include "fields.h"

/* Of a result that many bits lie below trace_wb_t: the lanes that have one, and all lanes' */
#define LANE_BITS	33u

/* Field F (field.h) of a struct that begins at bit `from` */
#define GET(v, from, ...)	GET_(v, from, __VA_ARGS__)
#define GET_(v, from, size, at, width)	((uint32_t)field_get(v, size, (from) + (at), width))
#define BITS(v, from, n)	GET_(v, from, n, 0, n)

void trace_cycle(const struct trace_sink *sink, void *ctx, uint64_t cycle, unsigned sms,
		 unsigned lanes, const uint32_t *v)
{
	const unsigned wb_bits = LANE_BITS * lanes + TRACE_WB_BITS;
	unsigned sm, pod, i, b, at = 0;
	uint32_t lane[32];

	for (sm = 0; sm < sms; sm++) {
		const unsigned wb = at + 2 * TRACE_ISSUE_BITS, start = wb + 2 * wb_bits,
			       end = start + TRACE_START_BITS;

		/* In the order in which one cycle can hold them for one warp: results of earlier
		 * instructions, the end, a start, an issue. */
		for (pod = 0; pod < 2; pod++) {
			const unsigned data = wb + pod * wb_bits, mask = data + 32 * lanes,
				       head = mask + lanes;

			if (!GET(v, head, TRACE_WB_VALID))
				continue;
			for (i = 0; i < lanes; i++)
				lane[i] = BITS(v, data + 32 * i, 32);
			/* all: what the instruction was executed once for is the result of each of
			 * its beats */
			b = GET(v, head, TRACE_WB_BEAT);
			do {
				sink->write(ctx, cycle, sm, GET(v, head, TRACE_WB_WARP),
					    (uint8_t)GET(v, head, TRACE_WB_SEQ),
					    GET(v, head, TRACE_WB_RD), b, BITS(v, mask, lanes),
					    lane);
			} while (GET(v, head, TRACE_WB_ALL) && ++b < 32 / lanes);
		}
		if (GET(v, end, TRACE_END_VALID))
			sink->end(ctx, sm, GET(v, end, TRACE_END_WARP));
		if (GET(v, start, TRACE_START_VALID))
			sink->start(ctx, sm, GET(v, start, TRACE_START_START_WARP),
				    GET(v, start, TRACE_START_CTA),
				    GET(v, start, TRACE_START_WARP_IN_CTA),
				    GET(v, start, TRACE_START_START_PC),
				    GET(v, start, TRACE_START_START_LIVE));
		for (pod = 0; pod < 2; pod++) {
			const unsigned issue = at + pod * TRACE_ISSUE_BITS;

			if (GET(v, issue, TRACE_ISSUE_VALID))
				sink->issue(ctx, cycle, sm, GET(v, issue, TRACE_ISSUE_WARP),
					    (uint8_t)GET(v, issue, TRACE_ISSUE_SEQ),
					    GET(v, issue, TRACE_ISSUE_PC),
					    GET(v, issue, TRACE_ISSUE_INSN),
					    GET(v, issue, TRACE_ISSUE_MASK));
		}
		at = end + TRACE_END_BITS;
	}
}
