// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * User queues: work without a system call, and owners that break their own ring.
 */
#include "uapi.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define DOORBELL_BYTES	4096u

struct queue {
	struct env env;
	struct drm_smgpu_queue_map map;
	uint32_t channel;
	int event;
	struct smgpu_ring_entry *ring;
	volatile struct smgpu_ring_state *state;
	volatile uint32_t *doorbell;
	uint32_t put;
	uint64_t seqno;
};

static int queue_create(int fd, uint32_t vm, uint32_t *channel)
{
	struct drm_smgpu_channel_create args = {
		.vm_id = vm, .flags = DRM_SMGPU_CHANNEL_USER_QUEUE, .best_priority = 5,
	};
	int ret = smgpu_ioctl(fd, DRM_IOCTL_SMGPU_CHANNEL_CREATE, &args);

	*channel = args.channel_id;
	return ret;
}

static void queue_open(struct queue *q)
{
	memset(q, 0, sizeof(*q));
	CALL(env_open(&q->env));
	OK(queue_create(q->env.fd, q->env.vm, &q->channel));
	q->event = eventfd(0, EFD_NONBLOCK);
	CHECK(q->event >= 0);
	q->map = (struct drm_smgpu_queue_map){ .channel_id = q->channel, .event_fd = q->event };
	OK(smgpu_ioctl(q->env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &q->map));
	CHECK(q->map.entries && !(q->map.entries & (q->map.entries - 1)));
	q->ring = mmap(NULL, q->map.ring_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, q->env.fd,
		       (off_t)q->map.ring_offset);
	CHECK(q->ring != MAP_FAILED);
	q->state = (void *)(q->ring + q->map.entries);
	q->doorbell = mmap(NULL, DOORBELL_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, q->env.fd,
			   (off_t)q->map.doorbell_offset);
	CHECK(q->doorbell != MAP_FAILED);
}

static void queue_close(struct queue *q)
{
	munmap(q->ring, q->map.ring_bytes);
	munmap((void *)q->doorbell, DOORBELL_BYTES);
	close(q->event);
	env_close(&q->env);
}

static void queue_entry(struct queue *q, uint32_t kind, uint32_t va, uint32_t bytes)
{
	q->ring[q->put++ % q->map.entries] = (struct smgpu_ring_entry){
		.va = va, .bytes = bytes, .flags = kind | SMGPU_RING_SIGNAL, .seqno = ++q->seqno };
}

static void queue_ring(struct queue *q)
{
	__sync_synchronize();
	*q->doorbell = q->put;
}

/* Waits for the event until the ring state says so; false if it never comes. */
static bool queue_wait(struct queue *q, bool dead)
{
	struct pollfd p = { .fd = q->event, .events = POLLIN };
	uint64_t count;

	while (dead ? !q->state->error : q->state->done != q->seqno) {
		if (poll(&p, 1, 60000) != 1)
			return false;
		if (read(q->event, &count, sizeof(count)) < 0)
			return false;
	}
	return true;
}

static void arguments(void)
{
	struct drm_smgpu_queue_map map = { .event_fd = -1 };
	struct drm_smgpu_submit s = { 0 };
	struct queue q;
	int other, pipes[2];

	CALL(queue_open(&q));
	map.channel_id = q.env.channel;
	/* no user queue */
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), EINVAL);
	map.channel_id = 999;
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), ENOENT);
	map.channel_id = q.channel;
	map.flags = 1;
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), EINVAL);
	map.flags = 0;
	map.event_fd = -2;
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), EINVAL);
	map.event_fd = 4000;
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), EBADF);
	CHECK(!pipe(pipes));
	map.event_fd = pipes[0];
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_QUEUE_MAP, &map), EINVAL);
	s.channel_id = q.channel;
	REFUSED(submit(q.env.fd, &s), EINVAL);

	/*
	 * Only whole mappings, only shared, only by the file that owns the queue, only at offsets
	 * that were given.
	 */
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, q.env.fd, (off_t)q.map.ring_offset) ==
	      MAP_FAILED);
	CHECK(mmap(NULL, q.map.ring_bytes + 4096, PROT_READ, MAP_SHARED, q.env.fd,
		   (off_t)q.map.ring_offset) == MAP_FAILED);
	CHECK(mmap(NULL, q.map.ring_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE, q.env.fd,
		   (off_t)q.map.ring_offset) == MAP_FAILED);
	CHECK(mmap(NULL, 8192, PROT_READ, MAP_SHARED, q.env.fd, (off_t)q.map.doorbell_offset) ==
	      MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, q.env.fd,
		   (off_t)q.map.doorbell_offset) == MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, q.env.fd,
		   (off_t)q.map.doorbell_offset + 4096) == MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, q.env.fd, (off_t)(1ull << 42)) == MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, q.env.fd, (off_t)(1ull << 50)) == MAP_FAILED);
	other = node_open();
	CHECK(mmap(NULL, q.map.ring_bytes, PROT_READ, MAP_SHARED, other,
		   (off_t)q.map.ring_offset) == MAP_FAILED);
	CHECK(mmap(NULL, 4096, PROT_READ, MAP_SHARED, other, (off_t)q.map.doorbell_offset) ==
	      MAP_FAILED);
	close(other);
	close(pipes[0]);
	close(pipes[1]);
	queue_close(&q);
}

/* More work than the ring holds, through the eventfd; results are there when the state says so. */
static void work(void)
{
	struct queue q;

	/* A channel that had the id before, with jobs of its own, must leave nothing behind. */
	CALL(env_open(&q.env));
	OK(channel_create(q.env.fd, q.env.vm, 5, 0, &q.env.channel));
	for (uint32_t i = 0; i < 3; i++) {
		METHOD(&q.env, SMGPU_METHOD_DMA_FILL, ENV_HOST, i, 4096);
		OK(env_run(&q.env));
	}
	env_close(&q.env);
	CALL(queue_open(&q));
	CHECK_EQ(q.state->done, 0);
	CHECK_EQ(q.state->get, 0);
	for (uint32_t i = 1; i <= 300; i++) {
		q.env.words = 0;
		METHOD(&q.env, SMGPU_METHOD_DMA_FILL, ENV_HOST, i, 4096);
		queue_entry(&q, SMGPU_RING_SEGMENT, ENV_PUSH, q.env.words * 4);
		queue_ring(&q);
		CHECK(queue_wait(&q, false));
		CHECK_EQ(q.env.host[0], i);
		CHECK_EQ(q.env.host[1023], i);
	}
	CHECK_EQ(q.state->get, q.put);
	/* many with one doorbell */
	for (uint32_t i = 0; i < q.map.entries; i++)
		queue_entry(&q, SMGPU_RING_NONE, 0, 0);
	queue_ring(&q);
	CHECK(queue_wait(&q, false));
	CHECK_EQ(q.state->get, q.put);
	CHECK_EQ(q.state->error, 0);
	queue_close(&q);
}

/*
 * A moment after the queue has died its doorbell is plain memory, which unlike the card's page
 * keeps what was written.
 */
static bool doorbell_goes(struct queue *q)
{
	for (int i = 0; i < 1000; i++) {
		*q->doorbell = 0x5a5a5a5a;
		if (*q->doorbell == 0x5a5a5a5a)
			return true;
		usleep(10000);
	}
	return false;
}

static void broken(uint32_t put, const struct smgpu_ring_entry *entry, uint32_t code)
{
	struct drm_smgpu_channel_query query;
	struct queue q;

	CALL(queue_open(&q));
	q.ring[0] = *entry;
	q.put = put;
	queue_ring(&q);
	CHECK(queue_wait(&q, true));
	CHECK_EQ(q.state->error, code);
	OK(channel_query(q.env.fd, q.channel, &query));
	CHECK_EQ(query.code, code);
	CHECK(doorbell_goes(&q));
	/* the file's other channel */
	METHOD(&q.env, SMGPU_METHOD_DMA_FILL, ENV_HOST, 0x77, 4096);
	OK(env_run(&q.env));
	CHECK_EQ(q.env.host[1023], 0x77);
	queue_close(&q);
}

static void broken_rings(void)
{
	const struct smgpu_ring_entry good = { .flags = SMGPU_RING_NONE };
	struct smgpu_ring_entry bad = good;

	CALL(broken(0x80000000, &good, SMGPU_ERR_RING));
	CALL(broken(257, &good, SMGPU_ERR_RING));
	bad.flags = 0x100 | SMGPU_RING_NONE;
	CALL(broken(1, &bad, SMGPU_ERR_RING));
	bad = (struct smgpu_ring_entry){ .flags = SMGPU_RING_NONE, .rsvd1 = 1 };
	CALL(broken(1, &bad, SMGPU_ERR_RING));
	bad = (struct smgpu_ring_entry){
		.flags = SMGPU_RING_SEGMENT, .va = 0x70000000, .bytes = 8,
	};
	CALL(broken(1, &bad, SMGPU_ERR_SEGMENT_FAULT));
	bad = (struct smgpu_ring_entry){ .flags = SMGPU_RING_TMD, .va = ENV_HOST };
	CALL(broken(1, &bad, SMGPU_ERR_TMD_FORMAT));
}

/*
 * What is destroyed can't be rung, and a mapping that is kept does not reach the next owner of the
 * id.
 */
static void destroyed(void)
{
	struct queue q, next;

	CALL(queue_open(&q));
	queue_entry(&q, SMGPU_RING_NONE, 0, 0);
	queue_ring(&q);
	CHECK(queue_wait(&q, false));
	OK(channel_destroy(q.env.fd, q.channel));
	CALL(queue_open(&next));
	CHECK(next.map.ring_offset != q.map.ring_offset);
	CHECK(doorbell_goes(&q));
	q.ring[0].flags = 0;	/* the memory stays until it is unmapped */
	queue_entry(&next, SMGPU_RING_NONE, 0, 0);
	queue_ring(&next);
	CHECK(queue_wait(&next, false));
	queue_close(&next);
	queue_close(&q);
}

/* The file is closed with work in the ring and the mappings in use. */
static void closed_busy(void)
{
	struct queue q;

	for (int i = 0; i < 4; i++) {
		CALL(queue_open(&q));
		for (uint32_t k = 0; k < 100; k++) {
			q.env.words = 0;
			METHOD(&q.env, SMGPU_METHOD_DMA_FILL, ENV_CARD, k, ENV_BYTES);
			queue_entry(&q, SMGPU_RING_SEGMENT, ENV_PUSH, q.env.words * 4);
		}
		queue_ring(&q);
		queue_close(&q);
	}
}

/*
 * The firmware dies when the doorbell rings (tests/fake): the owner, which asks now and then, is
 * told.
 */
static void dead_firmware(void)
{
	struct drm_smgpu_channel_query args;
	struct queue q;

	CALL(queue_open(&q));
	queue_entry(&q, SMGPU_RING_NONE, 0, 0);
	queue_ring(&q);
	for (int i = 0; i < 120 && !q.state->error; i++) {
		struct pollfd p = { .fd = q.event, .events = POLLIN };

		args = (struct drm_smgpu_channel_query){ .channel_id = q.channel };
		OK(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_CHANNEL_QUERY, &args));
		poll(&p, 1, 1000);
	}
	CHECK(q.state->error == SMGPU_ERR_CARD_RESET);
	CHECK(q.state->done == 0);
	args = (struct drm_smgpu_channel_query){ .channel_id = q.channel };
	OK(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_CHANNEL_QUERY, &args));
	CHECK(args.code == SMGPU_ERR_CARD_RESET);
	queue_close(&q);
}

int dead_main(void)
{
	dead_firmware();
	if (!case_failed())
		printf("the owner of a user queue was told of the reset\n");
	return case_failed();
}

/*
 * The card vanishes when the doorbell rings (tests/fake). It owes the driver nothing, so that only
 * what uses it next finds out: @command, which must not wait for the card, or a reader of the
 * clock.
 */
static void vanished(const char *command)
{
	struct drm_smgpu_timestamp stamp = { };
	struct timespec before, after;
	struct queue q;

	CALL(queue_open(&q));
	queue_entry(&q, SMGPU_RING_NONE, 0, 0);
	queue_ring(&q);
	if (command) {
		clock_gettime(CLOCK_MONOTONIC, &before);
		CHECK(!system(command));
		clock_gettime(CLOCK_MONOTONIC, &after);
		CHECK(after.tv_sec - before.tv_sec < 8);
	}
	REFUSED(smgpu_ioctl(q.env.fd, DRM_IOCTL_SMGPU_TIMESTAMP, &stamp), ENODEV);
	queue_close(&q);
}

int vanished_main(const char *command)
{
	vanished(command);
	return case_report("queue-vanished");
}

/* A queue that is open while the card is taken away */
void *load_queue_open(void)
{
	struct queue *q = calloc(1, sizeof(*q));

	queue_open(q);
	return q;
}

bool load_queue_told(void *queue)
{
	struct queue *q = queue;
	bool told = queue_wait(q, true) && q->state->error == SMGPU_ERR_CARD_LOST;

	queue_close(q);
	free(q);
	return told;
}

/*
 * Reads its ring without a pause while the card goes, and after: what lies there stays. Used by
 * tests/vm/debugfs.sh, where memory that is freed is overwritten.
 */
static void ring_stays(void)
{
	struct timespec now, end = { };
	struct queue q;

	CALL(queue_open(&q));
	for (uint32_t i = 0; i < q.map.entries; i++)
		queue_entry(&q, SMGPU_RING_NONE, 0, 0);
	queue_ring(&q);
	CHECK(queue_wait(&q, false));
	printf("holding\n");
	do {
		for (uint32_t i = 0; i < q.map.entries; i++)
			CHECK_EQ(((volatile struct smgpu_ring_entry *)q.ring)[i].seqno, i + 1);
		CHECK_EQ(q.state->done, q.map.entries);
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (!end.tv_sec && q.state->error)
			end.tv_sec = now.tv_sec + 4;
	} while (!end.tv_sec || now.tv_sec < end.tv_sec);
	queue_close(&q);
}

int ring_main(void)
{
	setvbuf(stdout, NULL, _IOLBF, 0);
	ring_stays();
	if (!case_report("queue-ring-stays"))
		printf("the ring of a lost card stays\n");
	return case_failed();
}

const struct test_case queue_cases[] = {
	{ "queue", "arguments", arguments },
	{ "queue", "work", work },
	{ "queue", "broken-rings", broken_rings },
	{ "queue", "destroyed", destroyed },
	{ "queue", "closed-busy", closed_busy },
	{ }
};
