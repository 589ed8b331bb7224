/* SPDX-License-Identifier: MIT */
/* Clients: how slots and SMs are shared */
#ifndef STATE_CLIENT_H
#define STATE_CLIENT_H

#include "state/types.h"

uint8_t client_join(uint32_t id);
void client_leave(uint8_t client);
/* The client gets or gives back a slot. */
void client_slot(struct client *client, uint64_t now);
void client_unslot(struct client *client);
/* True if several clients have slots: what each has used and could not use is counted. */
bool client_contended(void);
/* The next count, which is due at random times */
uint64_t client_next_count(void);
/* Counts since the last time; a task that has just lost its slot had so many warps. */
void client_count(uint64_t now, const struct task *ended, uint32_t warps);
/* True if a has used less than b, and its tasks go first. */
bool client_before(uint8_t a, uint8_t b);

#endif
