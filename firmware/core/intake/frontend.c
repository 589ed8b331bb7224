// SPDX-License-Identifier: MIT
/*
 * Front end: takes ring entries and interprets methods.
 *
 * Everything a user can write is read once into the channel's private state and checked there. A
 * method that must wait keeps that copy; it is never read again.
 */
#include "intake/frontend.h"
#include "intake/accept.h"
#include "intake/work.h"
#include "place/wdu.h"
#include "state/channel.h"
#include "state/job.h"
#include "state/usage.h"

/* bytes a channel copies before another gets its turn */
#define COPY_PIECE	dma_piece(65536u)

static void fail(struct channel *ch, uint32_t code, uint32_t va, uint32_t access)
{
	channel_fail(channel_id(ch), code, NULL, 0, va, access);
}

static void deallocate(struct channel *ch, uint32_t tmd_va)
{
	struct task *t;

	for_each_task(t, ch)
		if (t->tmd_va == tmd_va && ch->state == CHANNEL_LIVE)
			wdu_deallocate(t);
}

/* One word of the segment, through the private chunk. False if the channel failed. */
static bool segment_word(struct channel *ch, uint32_t offset, uint32_t *word)
{
	uint32_t fault_va, bytes;

	if (offset < ch->chunk_offset || offset >= ch->chunk_offset + ch->chunk_bytes) {
		bytes = ch->entry.bytes - offset;
		if (bytes > sizeof(ch->chunk))
			bytes = sizeof(ch->chunk);
		if (dma_vm_read(ch->chunk, ch->vm, ch->entry.va + offset, bytes, &fault_va)) {
			fail(ch, SMGPU_ERR_SEGMENT_FAULT, fault_va, SMGPU_ACCESS_READ);
			return false;
		}
		ch->chunk_offset = offset;
		ch->chunk_bytes = bytes;
	}
	*word = ch->chunk[(offset - ch->chunk_offset) / 4];
	return true;
}

/* Words each method takes; ANY for those that check themselves */
#define ANY	0xffu
static const uint8_t method_counts[] = {
	[SMGPU_METHOD_NOP] = ANY,	   [SMGPU_METHOD_SEM_ACQUIRE] = 4,
	[SMGPU_METHOD_SEM_RELEASE] = 4,	   [SMGPU_METHOD_CACHE] = 1,
	[SMGPU_METHOD_CONST_UPDATE] = ANY, [SMGPU_METHOD_DMA_COPY] = 3,
	[SMGPU_METHOD_DMA_FILL] = 3,	   [SMGPU_METHOD_TIMESTAMP] = 1,
	[SMGPU_METHOD_TMD_LAUNCH] = 1,	   [SMGPU_METHOD_TMD_DEALLOCATE] = 1,
	[SMGPU_METHOD_WAIT_IDLE] = 0,	   [SMGPU_METHOD_QUEUE_NOTIFY] = 1,
};

/* Takes the next method into hdr and args. False if the channel failed. */
static bool take_method(struct channel *ch)
{
	uint32_t op, count, i;

	if (!segment_word(ch, ch->offset, &ch->hdr))
		return false;
	ch->method_valid = true;
	ch->idle_done = false;
	op = SMGPU_METHOD_OP(ch->hdr);
	count = SMGPU_METHOD_COUNT(ch->hdr);
	if (op >= ARRAY_SIZE(method_counts)) {
		fail(ch, SMGPU_ERR_METHOD_UNKNOWN, ch->entry.va + ch->offset, SMGPU_ACCESS_NONE);
		return false;
	}
	if (SMGPU_METHOD_RSVD(ch->hdr) ||
	    (method_counts[op] != ANY && count != method_counts[op])) {
		fail(ch, SMGPU_ERR_METHOD_FORMAT, ch->entry.va + ch->offset, SMGPU_ACCESS_NONE);
		return false;
	}
	if (4 * (count + 1) > ch->entry.bytes - ch->offset) {
		fail(ch, SMGPU_ERR_SEGMENT_FORMAT, ch->entry.va + ch->offset, SMGPU_ACCESS_NONE);
		return false;
	}
	for (i = 0; i < ARRAY_SIZE(ch->args); i++) {
		ch->args[i] = 0;
		if (i < count && !segment_word(ch, ch->offset + 4 + 4 * i, &ch->args[i]))
			return false;
	}
	return true;
}

/* What a method's step came to */
enum step { STEP_DONE, STEP_WAIT, STEP_BAD, STEP_FAILED };

static enum step fault(struct channel *ch, uint32_t va, uint32_t access)
{
	fail(ch, SMGPU_ERR_SEGMENT_FAULT, va, access);
	return STEP_FAILED;
}

static void go_on(struct channel *ch)
{
	if (ch->wait == WAIT_QUOTA)
		job_idle();
	ch->wait = WAIT_NONE;
}

static enum step wait_for(struct channel *ch, enum channel_wait what)
{
	ch->wait = what;
	if (what == WAIT_QUOTA)
		job_clock(ch);
	return STEP_WAIT;
}

static bool idle(const struct channel *ch)
{
	return ch->live_tasks == ch->held;
}

static uint64_t arg64(const struct channel *ch, unsigned int i)
{
	return (uint64_t)ch->args[i + 1] << 32 | ch->args[i];
}

static enum step sem_acquire(struct channel *ch)
{
	static uint64_t word;
	uint64_t now = host_timebase(), want = arg64(ch, 2);
	uint32_t va = ch->args[0], op = ch->args[1], fault_va;

	if (va % 8 || !user_range(va, 8) || op > SMGPU_SEM_OP_GE)
		return STEP_BAD;
	if (ch->wait != WAIT_SEMAPHORE)
		ch->deadline = now + ch->watchdog;
	if (dma_vm_read(&word, ch->vm, va, sizeof(word), &fault_va))
		return fault(ch, fault_va, SMGPU_ACCESS_READ);
	if (op == SMGPU_SEM_OP_EQ ? word == want : word >= want)
		return STEP_DONE;
	if (now >= ch->deadline) {
		fail(ch, SMGPU_ERR_WATCHDOG, va, SMGPU_ACCESS_READ);
		return STEP_FAILED;
	}
	return wait_for(ch, WAIT_SEMAPHORE);
}

static enum step sem_release(struct channel *ch)
{
	static uint64_t words[2];
	uint32_t va = ch->args[0], flags = ch->args[1], fault_va;
	uint32_t bytes = flags & SMGPU_SEM_RELEASE_TIMESTAMP ? 16 : 8;

	if (flags & ~(SMGPU_SEM_RELEASE_WAIT_IDLE | SMGPU_SEM_RELEASE_TIMESTAMP) || va % bytes ||
	    !user_range(va, bytes))
		return STEP_BAD;
	if ((flags & SMGPU_SEM_RELEASE_WAIT_IDLE) && !idle(ch))
		return wait_for(ch, WAIT_IDLE);
	words[0] = arg64(ch, 2);
	words[1] = host_timebase();
	/* The time stands before the value is seen. */
	if (bytes == 16 && dma_vm_write(ch->vm, va + 8, &words[1], 8, &fault_va))
		return fault(ch, fault_va, SMGPU_ACCESS_WRITE);
	if (dma_vm_write(ch->vm, va, &words[0], 8, &fault_va))
		return fault(ch, fault_va, SMGPU_ACCESS_WRITE);
	return STEP_DONE;
}

static enum step cache(struct channel *ch)
{
	uint32_t flags = ch->args[0];

	if (flags & ~(SMGPU_CACHE_INVALIDATE_L1 | SMGPU_CACHE_INVALIDATE_CODE))
		return STEP_BAD;
	if (!ch->idle_done) {	/* here: not started */
		if (mmu_busy())
			return wait_for(ch, WAIT_CACHE);
		mmu_flush_caches(flags & SMGPU_CACHE_INVALIDATE_L1,
				 flags & SMGPU_CACHE_INVALIDATE_CODE);
		ch->idle_done = true;
	}
	return mmu_busy() ? wait_for(ch, WAIT_CACHE) : STEP_DONE;
}

static enum step const_update(struct channel *ch)
{
	uint32_t count = SMGPU_METHOD_COUNT(ch->hdr), bytes = 4 * (count - 1), fault_va;
	bool on_dst;

	if (count < 2 || ch->args[0] % 4 || !user_range(ch->args[0], bytes))
		return STEP_BAD;
	if (!idle(ch))
		return wait_for(ch, WAIT_IDLE);
	/* The words go from user memory to user memory and are never looked at. */
	if (dma_vm_copy(ch->vm, ch->args[0], ch->entry.va + ch->offset + 8, bytes, &fault_va,
			&on_dst))
		return fault(ch, fault_va, on_dst ? SMGPU_ACCESS_WRITE : SMGPU_ACCESS_READ);
	return STEP_DONE;
}

/* DMA_COPY and DMA_FILL: pieces, so that channels take turns. args: dst, src or pattern,
 * bytes left */
static enum step bulk(struct channel *ch, bool fill)
{
	uint32_t *dst = &ch->args[0], *src = &ch->args[1], *left = &ch->args[2], piece, fault_va;
	bool on_dst;

	if (ch->wait == WAIT_COPY) {
		if (dma_busy(DMA_BULK))
			return STEP_WAIT;
		bulk_owner = BULK_FREE;
		usage_copy(ch);
		if (dma_result(DMA_BULK, &fault_va, &on_dst))
			return fault(ch, fault_va, on_dst ? SMGPU_ACCESS_WRITE : SMGPU_ACCESS_READ);
		piece = *left < COPY_PIECE ? *left : COPY_PIECE;
		*dst += piece;
		*src += fill ? 0 : piece;
		*left -= piece;
		/* The others look at the engine first. */
		return *left ? wait_for(ch, WAIT_TURN) : STEP_DONE;
	} else if (*dst % 4 || *left % 4 || !user_range(*dst, *left) ||
		   (!fill && (*src % 4 || !user_range(*src, *left)))) {
		return STEP_BAD;
	}
	if (!*left)
		return STEP_DONE;	/* nothing to do from the start */
	if (bulk_owner != BULK_FREE)
		return wait_for(ch, WAIT_BULK);
	bulk_owner = channel_id(ch);
	ch->deadline = host_timebase();
	piece = *left < COPY_PIECE ? *left : COPY_PIECE;
	dma_start(DMA_BULK, (struct dma_addr){ DMA_VM, ch->vm, *dst },
		  fill ? (struct dma_addr){ DMA_FILL, 0, *src }
		       : (struct dma_addr){ DMA_VM, ch->vm, *src },
		  piece);
	return wait_for(ch, WAIT_COPY);
}

static enum step timestamp(struct channel *ch)
{
	static uint64_t now;
	uint32_t fault_va;

	if (ch->args[0] % 8 || !user_range(ch->args[0], 8))
		return STEP_BAD;
	now = host_timebase();
	if (dma_vm_write(ch->vm, ch->args[0], &now, sizeof(now), &fault_va))
		return fault(ch, fault_va, SMGPU_ACCESS_WRITE);
	return STEP_DONE;
}

/* One queue in a step: many tasks may have the same TMD. */
static enum step notify(struct channel *ch)
{
	if (!ch->args[0] || ch->args[0] % SMGPU_TMD_ALIGN)
		return STEP_BAD;
	if (!ch->idle_done && !work_mark(ch, ch->args[0])) {	/* here: not started */
		channel_fail(channel_id(ch), SMGPU_ERR_QUEUE, NULL, ch->args[0], 0,
			     SMGPU_ACCESS_NONE);
		return STEP_FAILED;
	}
	ch->idle_done = true;
	if (work_step(ch, ch->args[0]))
		return ch->state == CHANNEL_LIVE ? wait_for(ch, WAIT_STEP) : STEP_FAILED;
	return STEP_DONE;
}

static enum step execute(struct channel *ch)
{
	switch (SMGPU_METHOD_OP(ch->hdr)) {
	case SMGPU_METHOD_NOP: return STEP_DONE;
	case SMGPU_METHOD_SEM_ACQUIRE: return sem_acquire(ch);
	case SMGPU_METHOD_SEM_RELEASE: return sem_release(ch);
	case SMGPU_METHOD_CACHE: return cache(ch);
	case SMGPU_METHOD_CONST_UPDATE: return const_update(ch);
	case SMGPU_METHOD_DMA_COPY: return bulk(ch, false);
	case SMGPU_METHOD_DMA_FILL: return bulk(ch, true);
	case SMGPU_METHOD_TIMESTAMP: return timestamp(ch);
	case SMGPU_METHOD_TMD_LAUNCH:
		return accept_launch(ch, ch->args[0], NULL) ? STEP_DONE : wait_for(ch, WAIT_QUOTA);
	case SMGPU_METHOD_TMD_DEALLOCATE:
		deallocate(ch, ch->args[0]);
		return ch->state == CHANNEL_LIVE ? STEP_DONE : STEP_FAILED;
	case SMGPU_METHOD_QUEUE_NOTIFY: return notify(ch);
	default: return idle(ch) ? STEP_DONE : wait_for(ch, WAIT_IDLE);	/* WAIT_IDLE */
	}
}

static bool segment_step(struct channel *ch)
{
	if (!ch->entry_started) {
		if (!ch->entry.bytes || ch->entry.bytes % 4 ||
		    ch->entry.bytes > SMGPU_SEGMENT_MAX || ch->entry.va % 4 ||
		    !user_range(ch->entry.va, ch->entry.bytes)) {
			fail(ch, SMGPU_ERR_SEGMENT_FORMAT, ch->entry.va, SMGPU_ACCESS_NONE);
			return true;
		}
		ch->entry_started = true;
		ch->offset = 0;
		ch->chunk_offset = 0;
		ch->chunk_bytes = 0;
	}
	if (!ch->method_valid && !take_method(ch))
		return true;
	switch (execute(ch)) {
	case STEP_WAIT:
		/* Another channel can use what this one did not: only a change of state counts as
		 * getting on. */
		return ch->wait == WAIT_TURN || ch->wait == WAIT_STEP;
	case STEP_BAD:
		fail(ch, SMGPU_ERR_METHOD_FORMAT, ch->entry.va + ch->offset, SMGPU_ACCESS_NONE);
		return true;
	case STEP_FAILED:
		return true;
	default:
		go_on(ch);
		ch->method_valid = false;
		ch->offset += 4 * (SMGPU_METHOD_COUNT(ch->hdr) + 1);
		return true;
	}
}

static inline void push_signal(struct channel *ch, uint64_t seqno)
{
	ch->signal[ch->signals++] = (struct signal){ seqno, ch->task_count };
	/* All tasks there are come before it: while one is alive nothing is to be told. */
	ch->recheck |= idle(ch);
}

/* The entry's work is done: it signals, and the next one can come. */
static bool finish_entry(struct channel *ch)
{
	if (ch->entry.flags & SMGPU_RING_SIGNAL) {
		if (ch->signals == SIGNALS) {
			(void)wait_for(ch, WAIT_QUOTA);
			return false;
		}
		push_signal(ch, ch->entry.seqno);
	}
	go_on(ch);
	ch->entry_valid = false;
	ch->get++;
	return true;
}

/* Entries that were rung, read together. Whatever a user writes there now is not looked at. */
#define READ_AHEAD	16u

static struct smgpu_ring_entry batch[READ_AHEAD];
static const struct channel *batch_of;	/* from batch_first on, batch_count of its entries */
static uint32_t batch_first, batch_count;
static struct dma_ticket reading;

void frontend_forget(const struct channel *ch)
{
	if (batch_of == ch)
		batch_of = NULL;
}

static inline const struct smgpu_ring_entry *in_batch(const struct channel *ch, uint32_t index)
{
	return batch_of == ch && index - batch_first < batch_count ? &batch[index - batch_first]
								   : NULL;
}

static inline void begin(const struct channel *ch)
{
	uint32_t at = ch->get & (ch->entries - 1), n = ch->put - ch->get;

	if (n > ch->entries - at)
		n = ch->entries - at;
	if (n > READ_AHEAD)
		n = READ_AHEAD;
	dma_host_fetch(batch, ch->ring + at * sizeof(batch[0]), n * (uint32_t)sizeof(batch[0]),
		       &reading);
	batch_of = ch;
	batch_first = ch->get;
	batch_count = n;
}

/* The entry at get, NULL if the channel failed */
static const struct smgpu_ring_entry *next_entry(struct channel *ch)
{
	const struct smgpu_ring_entry *e = in_batch(ch, ch->get);

	if (!e) {
		begin(ch);
		e = batch;
	}
	if (dma_join(&reading)) {
		batch_of = NULL;
		fail(ch, SMGPU_ERR_BUS, 0, SMGPU_ACCESS_READ);
		return NULL;
	}
	return e;
}

/* Between doorbell and channel there is time. */
void frontend_rung(struct channel *ch)
{
	if (ch->state == CHANNEL_LIVE && !ch->entry_valid && ch->get != ch->put &&
	    !in_batch(ch, ch->get))
		begin(ch);
}

/* A seqno that does not grow could never be told from one that is done. */
static inline bool entry_ok(const struct channel *ch, const struct smgpu_ring_entry *e)
{
	return !((e->flags & ~(SMGPU_RING_KIND | SMGPU_RING_SIGNAL)) | e->rsvd0 |
		 (uint32_t)e->rsvd1 | (uint32_t)(e->rsvd1 >> 32)) &&
	       (e->flags & SMGPU_RING_KIND) &&
	       (!(e->flags & SMGPU_RING_SIGNAL) || e->seqno > ch->last_seqno);
}

/* A TMD that gets its task at once: the entry is done, and was never in hand. False if it
 * must be. */
static inline bool launch_at_once(struct channel *ch, const struct smgpu_ring_entry *e)
{
	if ((e->flags & SMGPU_RING_KIND) != SMGPU_RING_TMD || !entry_ok(ch, e) ||
	    ch->signals == SIGNALS)
		return false;
	if (e + 1 < batch + batch_count && (e[1].flags & SMGPU_RING_KIND) == SMGPU_RING_TMD)
		accept_next(e[1].va);
	if (!accept_launch(ch, e->va, NULL))
		return false;
	if (ch->state != CHANNEL_LIVE)
		return true;
	if (e->flags & SMGPU_RING_SIGNAL) {
		ch->last_seqno = e->seqno;
		push_signal(ch, e->seqno);
	}
	ch->get++;
	return true;
}

/* The entry becomes the one in hand. False if the channel failed. */
static bool take_entry(struct channel *ch, const struct smgpu_ring_entry *e)
{
	ch->entry.flags = e->flags;
	ch->entry.va = e->va;
	ch->entry.bytes = e->bytes;
	ch->entry.seqno = e->seqno;
	ch->entry_valid = true;
	ch->entry_started = false;
	ch->method_valid = false;
	if (!entry_ok(ch, e)) {
		fail(ch, SMGPU_ERR_RING, 0, SMGPU_ACCESS_NONE);
		return false;
	}
	if (e->flags & SMGPU_RING_SIGNAL)
		ch->last_seqno = e->seqno;
	return true;
}

bool frontend_step(struct channel *ch)
{
	if (!ch->entry_valid) {
		const struct smgpu_ring_entry *e;

		if (ch->get == ch->put)
			return false;
		e = next_entry(ch);
		if (!e || launch_at_once(ch, e) || !take_entry(ch, e))
			return true;
	}
	switch (ch->entry.flags & SMGPU_RING_KIND) {
	case SMGPU_RING_SEGMENT:
		if (ch->entry_started && ch->offset == ch->entry.bytes)
			return finish_entry(ch);
		return segment_step(ch);
	case SMGPU_RING_TMD:
		if (!ch->entry_started && !accept_launch(ch, ch->entry.va, NULL)) {
			(void)wait_for(ch, WAIT_QUOTA);
			return false;
		}
		if (ch->state != CHANNEL_LIVE)
			return true;
		ch->entry_started = true;
		return finish_entry(ch);
	default:	/* SMGPU_RING_NONE */
		return finish_entry(ch);
	}
}
