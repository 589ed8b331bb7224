// SPDX-License-Identifier: MIT
/*
 * User queues: the ring and the doorbell are mapped here; the kernel is asked only to sleep.
 *
 * The program is the only writer of entries and doorbell. The firmware writes the ring state: how
 * far it has read, which job is done, and whether the queue has failed.
 *
 * The rules of the ring are in Documentation/reference/firmware-abi.rst. One thread submits, as for
 * any queue; waits of other threads only read the ring state.
 */
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define DOORBELL_BYTES	4096u
#define SPINS		2000u	/* looks at the ring state before sleeping */
#define FULL_SLEEP_NS	20000l	/* between two looks at a full ring */
#define FULL_ASK	50000u	/* looks until the driver is asked */
/* Longest sleep: then the driver is asked whether the firmware is alive. */
#define POLL_MS		1000

/* @offset is the driver's name of the memory, not a place in a file. */
static void *map(struct smgpu_queue *q, uint64_t bytes, uint64_t offset)
{
	void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, q->vm->dev->fd,
		       (off_t)offset);

	return p == MAP_FAILED ? NULL : p;
}

/* The eventfd is what user_wait() sleeps on. The ring state lies behind the last entry. 0 or a
 * negative errno. */
int user_open(struct smgpu_queue *q)
/* @event stays open as long as the queue, because the driver signals it for each job. */
{
	struct drm_smgpu_queue_map m = { .channel_id = q->channel };
	struct user_ring *u = &q->user;
	int err;

	u->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (u->event < 0)
		return fail(-errno, "Cannot make an eventfd: %s.", strerror(errno));
	m.event_fd = u->event;
	err = dev_ioctl(q->vm->dev, DRM_IOCTL_SMGPU_QUEUE_MAP, &m, "QUEUE_MAP");
	if (err) {
		close(u->event);
		return err;
	}
	u->n = m.entries;
	u->bytes = m.ring_bytes;
	u->entries = map(q, m.ring_bytes, m.ring_offset);
	u->doorbell = map(q, DOORBELL_BYTES, m.doorbell_offset);
	if (!u->entries || !u->doorbell) {
		err = fail(-errno, "Cannot map the queue's ring and doorbell: %s.",
			   strerror(errno));
		user_close(q);
		return err;
	}
	u->state = (void *)(u->entries + u->n);
	return 0;
}

/* Does nothing for a queue that is none, or was never opened. */
void user_close(struct smgpu_queue *q)
{
	struct user_ring *u = &q->user;

	if (!u->n)
		return;
	if (u->entries)
		munmap(u->entries, u->bytes);
	if (u->doorbell)
		munmap((void *)u->doorbell, DOORBELL_BYTES);
	close(u->event);
	*u = (struct user_ring){ 0 };
}

/* Always -ECANCELED. queue_look() writes the dump, if one is wanted. */
static int dead(struct smgpu_queue *q)
{
	struct drm_smgpu_channel_query c;

	queue_look(q, &c);
	return fail(-ECANCELED, "The queue has an error and takes no more work: %s",
		    smgpu_error_sentence(q->user.state->error));
}

/* Has the driver look whether the firmware is alive; what waits, in any thread, does so every now
 * and then. */
static void ask(struct smgpu_queue *q)
{
	struct drm_smgpu_channel_query c;

	queue_query(q, &c);
}

/* Waits while the ring is full. Only the last entry signals, so one job stands for all of them;
 * its number goes to @job. Without works an empty entry is sent, because a fence needs one. */
int user_submit(struct smgpu_queue *q, const struct drm_smgpu_work *works, uint32_t n,
		uint64_t *job)
{
	const struct timespec pause = { 0, FULL_SLEEP_NS };
	const struct drm_smgpu_work none = { 0 };
	struct user_ring *u = &q->user;
	uint32_t entries = n ? n : 1;

	/* Counters of 32 bits run on, so their difference is right when they wrap. */
	for (uint32_t naps = 1; u->put + entries - u->state->get > u->n && !u->state->error;
	     naps++) {
		nanosleep(&pause, NULL);
		if (naps % FULL_ASK == 0)
			ask(q);
	}
	if (u->state->error)
		return dead(q);
	for (uint32_t i = 0; i < entries; i++) {
		const struct drm_smgpu_work *w = n ? &works[i] : &none;
		struct smgpu_ring_entry e = { .va = w->va, .bytes = w->bytes };

		e.flags = w->kind == DRM_SMGPU_WORK_TMD	      ? SMGPU_RING_TMD
			  : w->kind == DRM_SMGPU_WORK_SEGMENT ? SMGPU_RING_SEGMENT
							      : SMGPU_RING_NONE;
		if (i == entries - 1) {
			e.flags |= SMGPU_RING_SIGNAL;
			e.seqno = ++u->seqno;
		}
		u->entries[u->put++ % u->n] = e;
	}
	/* entries, and write-combined stores to card memory, go out before the doorbell */
	__sync_synchronize();
	*u->doorbell = u->put;
	*job = u->seqno;
	return 0;
}

/* Reads the ring state alone, so any thread may ask. */
bool user_over(const struct smgpu_queue *q, uint64_t job)
{
	return q->user.state->done >= job || q->user.state->error;
}

/* Looks at the ring for a while, as most jobs are short, and only then sleeps. The eventfd may
 * have an old event: reading it first tells whether there was a new one. */
int user_wait(struct smgpu_queue *q, uint64_t job, int64_t until)
{
	struct pollfd p = { .fd = q->user.event, .events = POLLIN };
	struct timespec now;
	uint64_t count;

	/* An error ends all jobs, so a job that will never be done ends the wait, too. */
	for (uint32_t spins = 0; q->user.state->done < job; spins++) {
		int64_t left = INT64_MAX;

		if (q->user.state->error)
			return 0;	/* it is over; what became of it is asked next */
		if (until != INT64_MAX) {
			clock_gettime(CLOCK_MONOTONIC, &now);
			left = until - (now.tv_sec * 1000000000ll + now.tv_nsec);
			if (left <= 0)
				return -ETIME;
		}
		if (spins < SPINS)
			continue;
		if (read(p.fd, &count, sizeof(count)) == sizeof(count))
			continue;	/* something has happened since the last look */
		if (poll(&p, 1, left / 1000000 < POLL_MS ? (int)(left / 1000000) + 1 : POLL_MS) ==
			    0 &&
		    left / 1000000 >= POLL_MS)
			ask(q);
	}
	return 0;
}
