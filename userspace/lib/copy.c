// SPDX-License-Identifier: MIT
/*
 * Data in and out of buffers. What the CPU cannot map goes through a staging buffer and the card's
 * DMA.
 *
 * Copies are synchronous and in the order of the queue: each waits for what was submitted before,
 * and is done when its function returns. The chapter is "Copies" in
 * Documentation/software/library.rst.
 */
#include "internal.h"

#define STAGING (256u << 10)	/* bytes; longer copies go in pieces */

/* The sum of both could overflow, so they are compared one by one. */
static int check(const struct smgpu_buffer *b, uint64_t offset, uint64_t bytes)
{
	if (offset > b->bytes || bytes > b->bytes - offset)
		return fail(-EINVAL,
			    "%llu bytes at offset %llu are outside a buffer of %llu bytes.",
			    (unsigned long long)bytes, (unsigned long long)offset,
			    (unsigned long long)b->bytes);
	return 0;
}

/* Staging buffer and stream of the queue, made with the first copy; they stay with the queue.
 * The stream is empty afterwards. 0 or a negative errno. */
static int prepare(struct smgpu_queue *q)
{
	if (!q->staging)
		q->staging = smgpu_buffer_new(q->vm, STAGING, SMGPU_BUFFER_HOST);
	if (!q->stream)
		q->stream = smgpu_stream_new(q->vm, PAGE);
	if (!q->staging || !q->stream || !smgpu_buffer_map(q->staging))
		return -errno;
	smgpu_stream_reset(q->stream);
	return 0;
}

/* Submits the queue's stream and waits for it, so that both can be used again. */
static int run(struct smgpu_queue *q)
{
	struct smgpu_fence *f = smgpu_submit(q, q->stream, NULL, 0);
	int err;

	if (!f)
		return -errno;
	err = smgpu_fence_wait(f, -1);
	smgpu_fence_unref(f);
	return err;
}

/* One DMA between staging and [va, va + bytes), which is widened to whole words. */
static int dma(struct smgpu_queue *q, uint32_t va, uint32_t bytes, bool to_card)
{
	uint32_t staging = q->staging->va;
	int err = prepare(q);

	if (!err)
		err = to_card ? smgpu_stream_copy(q->stream, va, staging, bytes)
			      : smgpu_stream_copy(q->stream, staging, va, bytes);
	return err ? err : run(q);
}

/* Kernels launched before on the queue are done first: with the card, by WAIT_IDLE. */
static int idle(struct smgpu_queue *q)
{
	int err = prepare(q);

	if (!err)
		err = smgpu_stream_wait_idle(q->stream);
	return err ? err : run(q);
}

/* Copies through a mapping if there is one, else piece by piece through staging. -errno if the
 * card failed: then a part may have been copied. */
static int copy(struct smgpu_queue *q, struct smgpu_buffer *b, uint64_t offset, void *cpu,
		uint64_t bytes, bool to_card)
{
	bool mapped = b->flags & (SMGPU_BUFFER_HOST | SMGPU_BUFFER_VISIBLE);
	uint8_t *at = cpu;
	int err = check(b, offset, bytes);

	if (!err)
		err = idle(q);
	if (!err && mapped && !smgpu_buffer_map(b))
		err = -errno;
	if (err || !bytes)
		return err;
	if (mapped) {
		if (to_card)
			memcpy((uint8_t *)b->map + offset, cpu, bytes);
		else
			memcpy(cpu, (uint8_t *)b->map + offset, bytes);
		return 0;
	}
	while (bytes && !err) {
		uint32_t lead = offset % 4, n = STAGING - lead < bytes ? STAGING - lead : bytes,
			 words = ALIGN_UP(lead + n, 4);
		uint32_t va = b->va + offset - lead;
		uint8_t *staging = q->staging->map;

		/* whole words move: what is beside the range must stay as it was */
		if (!to_card || lead || n % 4)
			err = dma(q, va, words, false);
		if (to_card && !err) {
			memcpy(staging + lead, at, n);
			err = dma(q, va, words, true);
		} else if (!err) {
			memcpy(at, staging + lead, n);
		}
		at += n;
		offset += n;
		bytes -= n;
	}
	return err;
}

EXPORT int smgpu_buffer_write(struct smgpu_queue *q, struct smgpu_buffer *to, uint64_t offset,
			      const void *from, uint64_t bytes)
{
	return copy(q, to, offset, (void *)from, bytes, true);
}

EXPORT int smgpu_buffer_read(struct smgpu_queue *q, struct smgpu_buffer *from, uint64_t offset,
			     void *to, uint64_t bytes)
{
	return copy(q, from, offset, to, bytes, false);
}

/* The whole buffer, by the card. */
EXPORT int smgpu_buffer_fill(struct smgpu_queue *q, struct smgpu_buffer *to, uint32_t value)
{
	int err = prepare(q);

	if (!err)
		err = smgpu_stream_wait_idle(q->stream);
	if (!err)
		err = smgpu_stream_fill(q->stream, to->va, value, to->bytes);
	return err ? err : run(q);
}
