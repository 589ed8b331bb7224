// SPDX-License-Identifier: MIT
/*
 * How long clients have had the card's engines, for the kernel's accounts. The slots of a client
 * count once however many tasks it has: from its first slot to its last one. It stands with the
 * channel that had the last one, and the sum over a client's channels is the client's.
 */
#include "state/usage.h"
#include "state/channel.h"
#include "state/client.h"
#include "state/event.h"

/* channels whose counts the host does not have */
static uint32_t untold[SMGPU_MAX_CHANNELS / 32];

static RARE void add(struct channel *ch, uint32_t engine, uint32_t cycles)
{
	ch->busy[engine] += cycles;
	untold[ch->id / 32] |= 1u << ch->id % 32;
}

void usage_slots(struct channel *ch, uint32_t now)
{
	uint32_t since = ch->share->since;

	ch->share->since = now;
	add(ch, SMGPU_FW_ENGINE_COMPUTE, now - since);
}

RARE void usage_unslot(struct channel *ch)
{
	client_unslot(ch->share);
	if (!ch->share->slots)
		usage_slots(ch, (uint32_t)host_timebase());
}

RARE void usage_copy(struct channel *ch)
{
	add(ch, SMGPU_FW_ENGINE_COPY, (uint32_t)host_timebase() - (uint32_t)ch->deadline);
}

RARE void usage_tell_of(const struct channel *ch)
{
	event_busy(ch->id, ch->busy);
}

RARE bool usage_tell(void)
{
	uint32_t word = untold[0] ? 0 : 1;

	/* With one engine it would wait for a transfer in flight. That wakes the core at
	 * its end. */
	if (!untold[word] || (shape.dma_engines == 1 && bulk_owner != BULK_FREE))
		return false;
	usage_tell_of(&channels[word * 32 + lowest_bit(untold[word])]);
	untold[word] &= untold[word] - 1;
	return true;
}
