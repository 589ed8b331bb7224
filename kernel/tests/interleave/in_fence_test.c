// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Fences that jobs wait for (smgpu_in_fence.c), beside a channel that dies and a fence that is
 * signalled. Both come in at every place where the code under test holds no lock, one after the
 * other, and in each order.
 */
#include <stdio.h>
#include <string.h>

#include "kernel.h"

/* What the code under test needs of a channel */
#define _SMGPU_CHANNEL_H_
struct smgpu_channel {
	spinlock_t lock;
	struct list_head in_fences;
};

#include "../../smgpu_in_fence.c"

#define ENTRIES	3

int locks_held;

static const char *why;
static struct smgpu_channel channel;
static struct dma_fence others[ENTRIES];
static spinlock_t others_lock;
static struct smgpu_in_fence *ended[ENTRIES];
static int places, dies_at, signals_at, alive, ends;
static bool dead, away;

void broken(const char *text)
{
	if (!why)
		why = text;
}

/* As smgpu_channel_mark_dead() */
static void die(void)
{
	spin_lock(&channel.lock);
	dead = true;
	spin_unlock(&channel.lock);
	smgpu_in_fence_detach_all(&channel);
}

void other_cpu(void)
{
	/* It does not come in where it is itself, nor after what is broken. */
	if (locks_held || away || why)
		return;
	places++;
	away = true;
	if (places == dies_at)
		die();
	if (places == signals_at)
		for (int i = 0; i < ENTRIES; i++)
			dma_fence_signal(&others[i]);
	away = false;
}

void *kzalloc(size_t bytes, int flags)
{
	(void)flags;
	other_cpu();
	alive++;
	return calloc(1, bytes);
}

/* Kept until the end, so that its use shows as what it is. */
void dma_fence_free(struct dma_fence *fence)
{
	alive--;
	ended[ends++] = container_of(fence, struct smgpu_in_fence, base);
}

u64 dma_fence_context_alloc(unsigned int count)
{
	static u64 next;

	return next += count;
}

void dma_fence_init(struct dma_fence *fence, const struct dma_fence_ops *ops, spinlock_t *lock,
		    u64 context, u64 seqno)
{
	(void)context;
	(void)seqno;
	other_cpu();
	fence->ops = ops;
	fence->lock = lock;
	fence->refs = 1;
	fence->signaled = false;
	INIT_LIST_HEAD(&fence->cb_list);
}

struct dma_fence *dma_fence_get(struct dma_fence *fence)
{
	other_cpu();
	if (fence->refs <= 0)
		broken("a reference is taken of a fence that has none");
	fence->refs++;
	return fence;
}

void dma_fence_put(struct dma_fence *fence)
{
	other_cpu();
	if (--fence->refs < 0)
		broken("a reference is dropped twice");
	if (!fence->refs && fence->ops->release)
		fence->ops->release(fence);
}

bool dma_fence_is_signaled(struct dma_fence *fence)
{
	other_cpu();
	return fence->signaled;
}

int dma_fence_signal(struct dma_fence *fence)
{
	struct list_head *node;

	other_cpu();
	if (fence->signaled)
		return -EINVAL;
	/* The kernel holds the fence's lock until all callbacks have run. */
	locks_held++;
	fence->signaled = true;
	while ((node = fence->cb_list.next) != &fence->cb_list) {
		struct dma_fence_cb *cb = container_of(node, struct dma_fence_cb, node);

		list_del_init(node);
		cb->func(fence, cb);
	}
	locks_held--;
	other_cpu();
	return 0;
}

int dma_fence_add_callback(struct dma_fence *fence, struct dma_fence_cb *cb, dma_fence_func_t func)
{
	other_cpu();
	if (fence->signaled) {
		INIT_LIST_HEAD(&cb->node);
		return -ENOENT;
	}
	cb->func = func;
	list_add_tail(&cb->node, &fence->cb_list);
	other_cpu();
	return 0;
}

bool dma_fence_remove_callback(struct dma_fence *fence, struct dma_fence_cb *cb)
{
	bool was;

	(void)fence;
	other_cpu();
	was = !list_empty(&cb->node);
	if (was)
		list_del_init(&cb->node);
	other_cpu();
	return was;
}

/* SUBMIT of a job behind all of @others, and its end */
static void run(void)
{
	struct dma_fence *waits[ENTRIES] = { };
	struct smgpu_in_fence *list = NULL;
	bool refused;

	for (int i = 0; i < ENTRIES; i++)
		if (smgpu_in_fence_add(&channel, dma_fence_get(&others[i]), &list, &waits[i]))
			broken("adding fails");
	/* smgpu_submit_push() looks under the lock; a job that it refuses ends at once. */
	spin_lock(&channel.lock);
	refused = dead;
	spin_unlock(&channel.lock);
	/* Of a channel that dies after this the scheduler may demand that all is signalled. */
	if (!refused && dead)
		for (int i = 0; i < ENTRIES && !why; i++)
			if (waits[i] && !waits[i]->signaled)
				broken("a job of a dead channel waits on");
	if (why)
		return;
	smgpu_in_fence_drop(&channel, list);
	for (int i = 0; i < ENTRIES; i++) {
		if (waits[i] && !waits[i]->signaled)
			broken("what ended is waited for");
		if (waits[i])
			dma_fence_put(waits[i]);
		if (others[i].refs != 1 || !list_empty(&others[i].cb_list))
			broken("something is left at what was waited for");
	}
	if (alive || !list_empty(&channel.in_fences))
		broken("something is left");
}

static void submit(int death, int signal)
{
	static const struct dma_fence_ops no_ops;

	memset(&channel, 0, sizeof(channel));
	INIT_LIST_HEAD(&channel.in_fences);
	for (int i = 0; i < ENTRIES; i++)
		dma_fence_init(&others[i], &no_ops, &others_lock, 0, 0);
	places = locks_held = alive = ends = 0;
	dies_at = death;
	signals_at = signal;
	dead = away = false;
	run();
	while (ends)
		free(ended[--ends]);
	dies_at = signals_at = 0;
}

int main(void)
{
	int runs = 0, most;

	submit(0, 0);
	most = places;
	for (int death = 0; death <= most && !why; death++) {
		for (int signal = 0; signal <= most && !why; signal++, runs++) {
			submit(death, signal);
			if (why)
				printf("not ok in-fence-interleaved: the channel dies at place %d, the fences are signalled at %d, of %d: %s\n",
				       death, signal, most, why);
		}
	}
	if (!why)
		printf("ok in-fence-interleaved (%d orders)\n", runs);
	return !!why;
}
