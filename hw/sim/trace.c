// SPDX-License-Identifier: MIT
#include "trace.h"

#define ISSUE_BITS 111u
#define START_BITS 98u

static uint32_t bits(const uint32_t *v, unsigned at, unsigned n)
{
	uint64_t two = v[at / 32] | (at % 32 + n > 32 ? (uint64_t)v[at / 32 + 1] << 32 : 0);

	return (uint32_t)(two >> at % 32) & (n == 32 ? ~0u : (1u << n) - 1);
}

void trace_cycle(const struct trace_sink *sink, void *ctx, uint64_t cycle, unsigned sms,
		 unsigned lanes, const uint32_t *v)
{
	const unsigned data = lanes * 32, write_bits = 24 + lanes + data;
	unsigned sm, pod, i, b, at = 0, start, end;
	uint32_t lane[32];

	for (sm = 0; sm < sms; sm++) {
		start = at + 2 * ISSUE_BITS + 2 * write_bits;
		end = start + START_BITS + 38;
		/* In the order in which one cycle can hold them for one warp: results of earlier
		 * instructions, the end, a start, an issue. */
		for (pod = 0; pod < 2; pod++) {
			unsigned w = at + 2 * ISSUE_BITS + pod * write_bits, m = w + data;

			if (!bits(v, m + lanes + 23, 1))
				continue;
			for (i = 0; i < lanes; i++)
				lane[i] = bits(v, w + 32 * i, 32);
			/* all: what the instruction was executed once for is the result of each of
			 * its beats */
			b = bits(v, m + lanes + 1, 3);
			do {
				sink->write(ctx, cycle, sm, bits(v, m + lanes + 17, 6),
					    (uint8_t)bits(v, m + lanes + 9, 8),
					    bits(v, m + lanes + 4, 5), b, bits(v, m, lanes), lane);
			} while (bits(v, m + lanes, 1) && ++b < 32 / lanes);
		}
		if (bits(v, end + 6, 1))
			sink->end(ctx, sm, bits(v, end, 6));
		if (bits(v, start + START_BITS + 37, 1))
			sink->start(ctx, sm, bits(v, start + 92, 6),
				    bits(v, start + START_BITS, 32),
				    bits(v, start + START_BITS + 32, 5), bits(v, start + 60, 32),
				    bits(v, start + 28, 32));
		for (pod = 0; pod < 2; pod++) {
			unsigned p = at + pod * ISSUE_BITS;

			if (bits(v, p + 110, 1))
				sink->issue(ctx, cycle, sm, bits(v, p + 104, 6),
					    (uint8_t)bits(v, p + 96, 8), bits(v, p + 64, 32),
					    bits(v, p + 32, 32), bits(v, p, 32));
		}
		at = end + 7;
	}
}
