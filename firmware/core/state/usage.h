/* SPDX-License-Identifier: MIT */
/* How long clients have had the card's engines */
#ifndef STATE_USAGE_H
#define STATE_USAGE_H

#include "state/types.h"

/* The client of the channel has had slots since they were last counted, or since it got the first
 * one. */
void usage_slots(struct channel *ch, uint32_t now);
/* The channel's client gives back a slot, maybe its last one. */
RARE void usage_unslot(struct channel *ch);
/* The bulk engine has done what the channel gave it at ch->deadline. */
RARE void usage_copy(struct channel *ch);
/* Tells the host of this channel. */
RARE void usage_tell_of(const struct channel *ch);
/* Tells the host of one channel that it does not know all of; false if there is none. */
RARE bool usage_tell(void);

#endif
