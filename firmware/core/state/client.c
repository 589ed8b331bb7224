// SPDX-License-Identifier: MIT
/*
 * Clients. Channels of one owner are one client, and tasks of equal priority share slots and SMs by
 * client, so that a client's backlog is not in another's way.
 *
 * While several clients have slots, what each has is counted at random times (an owner can't end
 * its CTAs just before): warps in flight, times the time since the last count. Tasks of the client
 * that has used least go first. A client that comes back has not saved up more than CREDIT. What a
 * task could not have because of others is added to its time.
 */
#include "state/client.h"
#include "state/slots.h"

#define COUNT_EVERY	16384u		/* cycles, at least; at most three times that */
#define CREDIT		(1u << 20)	/* warp cycles / 4: 16 warps for 262,144 cycles */

struct client clients[CLIENTS];

static uint8_t residents;		/* clients that have a slot */
static uint32_t most_used;
static uint64_t counted, next_count;
static uint32_t random_state = 1;

uint8_t client_join(uint32_t id)
{
	uint8_t i, free = NO_CLIENT;

	for (i = 0; i < CLIENTS; i++) {
		if (clients[i].channels && id && clients[i].id == id)
			break;
		if (!clients[i].channels && free == NO_CLIENT)
			free = i;
	}
	/* There are as many as channels: one is free. */
	if (i == CLIENTS) {
		i = free;
		clients[i] = (struct client){ .id = id, .used = most_used };
	}
	clients[i].channels++;
	return i;
}

void client_leave(uint8_t client)
{
	clients[client].channels--;
}

static uint32_t interval(void)
{
	random_state = random_state * 1664525u + 1013904223u;
	return COUNT_EVERY + (random_state >> 17);
}

static void limit_credit(struct client *c)
{
	/* Unsigned: one that was away while the count went round has none. */
	if (most_used - c->used > CREDIT)
		c->used = most_used - CREDIT;
}

void client_slot(struct client *c, uint64_t now)
{
	static uint32_t turns;

	c->turn = ++turns;
	if (c->slots++)
		return;
	c->since = (uint32_t)now;
	limit_credit(c);
	if (++residents == 2) {
		counted = now;
		next_count = now + interval();
	}
}

void client_unslot(struct client *c)
{
	if (!--c->slots)
		residents--;
}

bool client_contended(void)
{
	return residents > 1;
}

uint64_t client_next_count(void)
{
	return next_count;
}

bool client_before(uint8_t a, uint8_t b)
{
	return (int32_t)(clients[a].used - clients[b].used) < 0;
}

static uint32_t warps_of(const struct task *t)
{
	return launch_inflight(t->slot) * t->launch.warps;
}

void client_count(uint64_t now, const struct task *ended, uint32_t warps)
{
	uint32_t dt = now - counted < 1u << 20 ? (uint32_t)(now - counted) : 1u << 20, all = 0,
		 each, slot;
	struct task *t;

	counted = now;
	next_count = now + interval();
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if ((t = slots_resident(slot)))
			clients[t->client].warps = 0;
	if (ended) {
		clients[ended->client].warps = warps;
		all = warps;
	}
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++) {
		if (!(t = slots_resident(slot)))
			continue;
		warps = warps_of(t);
		clients[t->client].warps += warps;
		all += warps;
	}
	if (!all)
		return;
	each = (dt << 6) / all;
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if ((t = slots_resident(slot)))
			t->deadline += dt - (each * clients[t->client].warps >> 6);
	for (slot = 0; slot <= SMGPU_TASK_SLOTS; slot++) {
		struct client *c;

		if (!(t = slot < SMGPU_TASK_SLOTS ? slots_resident(slot) : (struct task *)ended))
			continue;
		c = &clients[t->client];
		c->used += (dt >> 2) * c->warps;
		c->warps = 0;	/* once for a client */
		if ((int32_t)(c->used - most_used) > 0)
			most_used = c->used;
	}
	for (slot = 0; slot < SMGPU_TASK_SLOTS; slot++)
		if ((t = slots_resident(slot)))
			limit_credit(&clients[t->client]);
}
