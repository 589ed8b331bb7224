/* SPDX-License-Identifier: MIT */
/* Rings of channels: their life, and their turns */
#ifndef INTAKE_RING_H
#define INTAKE_RING_H

#include "state/types.h"

/* 0 or a negative errno */
int32_t ring_create(const struct smgpu_fw_cmd *cmd);
/* True if it is gone at once; else the channel becomes free when it has drained. */
bool ring_destroy(uint32_t id);
void ring_doorbell(uint32_t id, uint32_t put);
/* It has drained. */
void ring_free(struct channel *ch);
/* A pass over the rings that have something to do: the first, and the next; changed: one of those
 * before it has got on. NULL: the pass is over. */
struct channel *ring_first(void);
struct channel *ring_next(bool changed);
/* A step in the turn of a live ring. Once begun it is called for this ring until it says no more
 * that there are more. */
enum turn ring_step(struct channel *ch);
/* The turn of the ring, live or not, is over: it has no more of them while it has nothing to do. */
void ring_rest(const struct channel *ch);
/* Earliest time at which a waiting channel wants to look again: now if it must not sleep, ~0 if
 * none. */
uint64_t ring_next_look(uint64_t now);
bool vm_in_use(uint32_t vm);

#endif
