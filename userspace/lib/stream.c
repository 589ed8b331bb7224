// SPDX-License-Identifier: MIT
/*
 * Pushbuffer segments, built in host memory.
 *
 * A segment is a row of methods: a header word, then its payload.
 * Documentation/hardware/frontend.rst says what each method does, and smgpu_hw.h has their numbers.
 *
 * Nothing here reaches the card. smgpu_submit() or smgpu_launch() hands the words over, and the
 * caller may not change them until the fence has signalled.
 */
#include "internal.h"

/* The front end reads a segment from the stream's own buffer, so its size is that of the longest
 * segment. NULL on failure. */
EXPORT struct smgpu_stream *smgpu_stream_new(struct smgpu_vm *vm, uint32_t bytes)
{
	struct smgpu_stream *s = calloc(1, sizeof(*s));

	if (!s) {
		fail(-ENOMEM, "Out of memory.");
		return NULL;
	}
	if (bytes < 8 || bytes > SMGPU_SEGMENT_MAX) {
		fail(-EINVAL, "A pushbuffer of %u bytes is not possible: 8 to %u.", bytes,
		     SMGPU_SEGMENT_MAX);
		free(s);
		return NULL;
	}
	s->refs = 1;
	s->max = bytes / 4;
	s->buf = smgpu_buffer_new(vm, bytes, SMGPU_BUFFER_HOST);
	if (!s->buf || !smgpu_buffer_map(s->buf)) {
		smgpu_stream_unref(s);
		return NULL;
	}
	return s;
}

EXPORT struct smgpu_stream *smgpu_stream_ref(struct smgpu_stream *s)
{
	s->refs++;
	return s;
}

/* NULL is allowed, also for a stream that was made by half. */
EXPORT void smgpu_stream_unref(struct smgpu_stream *s)
{
	if (!s || --s->refs)
		return;
	smgpu_buffer_unref(s->buf);
	free(s);
}

/* Begins again. The card must be done with what was submitted, as it reads this memory. */
EXPORT void smgpu_stream_reset(struct smgpu_stream *s)
{
	s->used = 0;
}

/* In bytes; the header word of a method counts. */
EXPORT uint32_t smgpu_stream_room(const struct smgpu_stream *s)
{
	return 4 * (s->max - s->used);
}

/* A method is a header word and its payload. -ENOSPC leaves the stream as it was, so that the
 * caller can submit it and go on. */
EXPORT int smgpu_stream_method(struct smgpu_stream *s, uint32_t op, const uint32_t *words,
			       uint32_t count)
{
	uint32_t *to = (uint32_t *)s->buf->map + s->used;

	if (op > 0xff || count > 0xff)
		return fail(-EINVAL, "A method takes at most 255 words.");
	if (s->used + 1 + count > s->max)
		return fail(-ENOSPC, "The pushbuffer is full.");
	*to++ = SMGPU_METHOD(op, count);
	if (count)
		memcpy(to, words, count * 4);
	s->used += 1 + count;
	return 0;
}

/* The number of payload words comes from the arguments. */
#define METHOD(s, op, ...)                                             \
	smgpu_stream_method(s, op, (const uint32_t[]) { __VA_ARGS__ }, \
			    sizeof((const uint32_t[]) { __VA_ARGS__ }) / 4)

/* The DMA moves whole words: addresses and size are multiples of 4. */
EXPORT int smgpu_stream_copy(struct smgpu_stream *s, uint32_t dst_va, uint32_t src_va,
			     uint32_t bytes)
{
	return METHOD(s, SMGPU_METHOD_DMA_COPY, dst_va, src_va, bytes);
}

/* @bytes is a multiple of 4, as of a copy. */
EXPORT int smgpu_stream_fill(struct smgpu_stream *s, uint32_t dst_va, uint32_t value,
			     uint32_t bytes)
{
	return METHOD(s, SMGPU_METHOD_DMA_FILL, dst_va, value, bytes);
}

/* The 64-bit value travels with its lower half first. */
EXPORT int smgpu_stream_acquire(struct smgpu_stream *s, uint32_t va, uint32_t op, uint64_t value)
{
	return METHOD(s, SMGPU_METHOD_SEM_ACQUIRE, va, op, (uint32_t)value,
		      (uint32_t)(value >> 32));
}

/* @flags: SMGPU_SEM_RELEASE_*, to wait for earlier tasks first, and to write the time too. */
EXPORT int smgpu_stream_release(struct smgpu_stream *s, uint32_t va, uint32_t flags, uint64_t value)
{
	return METHOD(s, SMGPU_METHOD_SEM_RELEASE, va, flags, (uint32_t)value,
		      (uint32_t)(value >> 32));
}

/* 64 bits at @va, which is a multiple of 8, in ticks of the timebase. */
EXPORT int smgpu_stream_timestamp(struct smgpu_stream *s, uint32_t va)
{
	return METHOD(s, SMGPU_METHOD_TIMESTAMP, va);
}

/* @flags: SMGPU_CACHE_*, which caches forget what they hold. */
EXPORT int smgpu_stream_cache(struct smgpu_stream *s, uint32_t flags)
{
	return METHOD(s, SMGPU_METHOD_CACHE, flags);
}

/* The card reads the TMD now and not when the stream was written, so it may still change before. */
EXPORT int smgpu_stream_launch(struct smgpu_stream *s, uint32_t tmd_va)
{
	return METHOD(s, SMGPU_METHOD_TMD_LAUNCH, tmd_va);
}

/* The task launches no more CTAs; a queue task with SMGPU_TMD_HOLD does what was published and
 * ends. */
EXPORT int smgpu_stream_deallocate(struct smgpu_stream *s, uint32_t tmd_va)
{
	return METHOD(s, SMGPU_METHOD_TMD_DEALLOCATE, tmd_va);
}

/* A queue task that has no items sleeps; this makes the card look at its counts again. */
EXPORT int smgpu_stream_notify(struct smgpu_stream *s, uint32_t tmd_va)
{
	return METHOD(s, SMGPU_METHOD_QUEUE_NOTIFY, tmd_va);
}

/* Until every earlier task of the channel is done, with the children that kernels launched. */
EXPORT int smgpu_stream_wait_idle(struct smgpu_stream *s)
{
	return smgpu_stream_method(s, SMGPU_METHOD_WAIT_IDLE, NULL, 0);
}

/* For a submission: the card reads the stream's words where they are. */
struct drm_smgpu_work stream_work(const struct smgpu_stream *s)
{
	return (struct drm_smgpu_work){ .kind = DRM_SMGPU_WORK_SEGMENT,
					 .va = s->buf->va,
					 .bytes = s->used * 4 };
}
