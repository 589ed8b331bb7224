// SPDX-License-Identifier: MIT
/* What the host reads from its own memory: seqnos, ring indices, events. */
#include "state/event.h"
#include "state/log.h"

#define SHARED(field) (boot.shared + offsetof(struct smgpu_fw_shared, field))

/* Written together: they are neighbours in struct smgpu_fw_shared. */
static struct {
	uint32_t event_put, log_put, heartbeat;
} indices;
static uint32_t event_get;
static struct smgpu_fw_event staged;
static struct smgpu_ring_state staged_state;
static uint64_t staged_done;
static uint32_t staged_get;
static bool for_host;	/* an MSI is owed */
static bool news;	/* and the host is to look at the indices */
static bool blocked;	/* the last event found no room */

SMGPU_STATIC_ASSERT(offsetof(struct smgpu_fw_shared, log_put) ==
			    offsetof(struct smgpu_fw_shared, event_put) + 4,
		    "neighbours");
SMGPU_STATIC_ASSERT(offsetof(struct smgpu_fw_shared, heartbeat) ==
			    offsetof(struct smgpu_fw_shared, event_put) + 8,
		    "neighbours");

bool event_post(const struct smgpu_fw_event *event)
{
	dma_wait();	/* for staged and indices */
	if (indices.event_put - event_get >= boot.event_entries &&
	    (dma_host_read(&event_get, SHARED(event_get), sizeof(event_get)) ||
	     indices.event_put - event_get >= boot.event_entries)) {
		blocked = true;
		return false;
	}
	blocked = false;
	staged = *event;
	if (dma_host_write(boot.event_ring +
				   (indices.event_put & (boot.event_entries - 1)) * sizeof(staged),
			   &staged, sizeof(staged)))
		return false;
	indices.event_put++;
	for_host = true;
	news = true;
	return true;
}

bool event_blocked(void)
{
	return blocked;
}

void event_done(uint32_t channel, uint64_t seqno)
{
	dma_wait();
	staged_done = seqno;
	dma_host_post(SHARED(done) + channel * sizeof(staged_done), &staged_done,
		      sizeof(staged_done));
	for_host = true;
}

void event_ring_get(uint32_t channel, uint32_t get)
{
	dma_wait();
	staged_get = get;
	dma_host_post(SHARED(ring_get) + channel * sizeof(staged_get), &staged_get,
		      sizeof(staged_get));
}

void event_busy(uint32_t channel, const uint64_t *busy)
{
	(void)dma_host_write(SHARED(busy) + channel * SMGPU_FW_ENGINES * sizeof(*busy), busy,
			     SMGPU_FW_ENGINES * sizeof(*busy));
}

/* done comes first in memory but get is not waited for: an owner that sees done sees the error that
 * came before it. */
void event_ring_state(uint64_t bus, const struct smgpu_ring_state *state, bool wake)
{
	dma_wait();
	staged_state = *state;
	dma_host_post(bus, &staged_state, offsetof(struct smgpu_ring_state, rsvd));
	for_host |= wake;
}

void event_flush(void)
{
	if (!for_host && indices.log_put == log_put)
		return;
	dma_wait();
	/* A seqno is there now. Of other news the indices tell, which the host must have before the
	 * MSI. */
	if (for_host && !news)
		host_msi();
	indices.log_put = log_put;
	indices.heartbeat++;
	dma_host_post(SHARED(event_put), &indices, sizeof(indices));
	if (for_host && news) {
		dma_wait();
		host_msi();
	}
	for_host = false;
	news = false;
}
