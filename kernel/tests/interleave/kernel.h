/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The few parts of the kernel that fences and objects use, for a test in one thread. Each call that
 * holds no lock is a place where another processor may come in: other_cpu() is called there. Locks
 * exclude nobody, since the other processor never comes in while one is held.
 */
#ifndef INTERLEAVE_KERNEL_H
#define INTERLEAVE_KERNEL_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <linux/types.h>

typedef __u32 u32;
typedef __u64 u64;

#define GFP_KERNEL_ACCOUNT	0
#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

/* Runs what another processor does, if this is its turn. */
void other_cpu(void);
/* A rule of the kernel is broken. */
void broken(const char *why);

typedef struct { bool held; } spinlock_t;

extern int locks_held;

static inline void spin_lock_init(spinlock_t *lock)
{
	lock->held = false;
}

static inline void spin_lock(spinlock_t *lock)
{
	other_cpu();
	if (lock->held)
		broken("a lock is taken twice");
	lock->held = true;
	locks_held++;
}

static inline void spin_unlock(spinlock_t *lock)
{
	lock->held = false;
	locks_held--;
	other_cpu();
}

struct mutex { spinlock_t lock; };

static inline void mutex_lock(struct mutex *mutex)
{
	spin_lock(&mutex->lock);
}

static inline void mutex_unlock(struct mutex *mutex)
{
	spin_unlock(&mutex->lock);
}

#define READ_ONCE(x)		(x)
#define WRITE_ONCE(x, v)	((x) = (v))

/* The task waits: others go on. False: nothing that it may wait for comes any more. */
bool wait_here(void);

#define wait_event(queue, condition) do { \
	other_cpu(); \
	while (!(condition) && wait_here()) \
		; \
} while (0)
#define wake_up_all(queue)	((void)(queue), other_cpu())

#define drm_WARN_ON_ONCE(drm, condition) do { \
	if (condition) \
		broken(#condition); \
} while (0)

struct list_head { struct list_head *next, *prev; };

static inline void INIT_LIST_HEAD(struct list_head *head)
{
	head->next = head->prev = head;
}

static inline bool list_empty(const struct list_head *head)
{
	return head->next == head;
}

static inline void list_add_tail(struct list_head *entry, struct list_head *head)
{
	entry->next = head;
	entry->prev = head->prev;
	head->prev->next = entry;
	head->prev = entry;
}

static inline void list_del_init(struct list_head *entry)
{
	if (!entry->next || !entry->prev) {
		broken("an entry that was never initialised is taken off its list");
		return;
	}
	entry->next->prev = entry->prev;
	entry->prev->next = entry->next;
	INIT_LIST_HEAD(entry);
}

#define list_first_entry_or_null(head, type, member) \
	(list_empty(head) ? NULL : container_of((head)->next, type, member))

struct dma_fence;

struct dma_fence_ops {
	const char *(*get_driver_name)(struct dma_fence *fence);
	const char *(*get_timeline_name)(struct dma_fence *fence);
	void (*release)(struct dma_fence *fence);
};

struct dma_fence {
	const struct dma_fence_ops *ops;
	spinlock_t *lock;
	struct list_head cb_list;
	int refs;
	bool signaled;
};

struct dma_fence_cb;
typedef void (*dma_fence_func_t)(struct dma_fence *fence, struct dma_fence_cb *cb);

struct dma_fence_cb {
	struct list_head node;
	dma_fence_func_t func;
};

void *kzalloc(size_t bytes, int flags);
u64 dma_fence_context_alloc(unsigned int count);
void dma_fence_init(struct dma_fence *fence, const struct dma_fence_ops *ops, spinlock_t *lock,
		    u64 context, u64 seqno);
struct dma_fence *dma_fence_get(struct dma_fence *fence);
void dma_fence_put(struct dma_fence *fence);
void dma_fence_free(struct dma_fence *fence);
bool dma_fence_is_signaled(struct dma_fence *fence);
int dma_fence_signal(struct dma_fence *fence);
int dma_fence_add_callback(struct dma_fence *fence, struct dma_fence_cb *cb, dma_fence_func_t func);
bool dma_fence_remove_callback(struct dma_fence *fence, struct dma_fence_cb *cb);

#endif
