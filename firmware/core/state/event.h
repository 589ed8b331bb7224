/* SPDX-License-Identifier: MIT */
/* What the host reads from its own memory */
#ifndef STATE_EVENT_H
#define STATE_EVENT_H

#include "state/types.h"

/* False if the ring is full; try again later: event_blocked() is true until one was posted. */
RARE bool event_post(const struct smgpu_fw_event *event);
bool event_blocked(void);
void event_done(uint32_t channel, uint64_t seqno);
void event_ring_get(uint32_t channel, uint32_t get);
/* Writes for how long the channel has had each engine. */
void event_busy(uint32_t channel, const uint64_t *busy);
/* struct smgpu_ring_state of a user queue, at the bus address; with an MSI if its owner may sleep
 * on it */
void event_ring_state(uint64_t bus, const struct smgpu_ring_state *state, bool wake);
/* Writes indices and heartbeat, and raises an MSI if there is something for the host to see. */
void event_flush(void);

#endif
