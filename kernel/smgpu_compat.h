/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Gives the interfaces of the newest kernel to older ones. Each SMGPU_HAVE_* comes from a look at
 * the headers in compat.mk, never from a version.
 */
#ifndef _SMGPU_COMPAT_H_
#define _SMGPU_COMPAT_H_

#include <linux/mm.h>
#include <linux/mutex.h>

#include <drm/drm_drv.h>
#include <drm/drm_gem.h>
#include <drm/drm_gem_shmem_helper.h>
#include <drm/drm_gpuvm.h>
#include <drm/gpu_scheduler.h>

#ifdef SMGPU_HAVE_GPU_BUDDY
#include <linux/gpu_buddy.h>
#else
#include <drm/drm_buddy.h>
#define gpu_buddy drm_buddy
#define gpu_buddy_block drm_buddy_block
#define gpu_buddy_init drm_buddy_init
#define gpu_buddy_fini drm_buddy_fini
#define gpu_buddy_alloc_blocks drm_buddy_alloc_blocks
#define gpu_buddy_free_list(mm, list, flags) drm_buddy_free_list(mm, list, flags)
#define gpu_buddy_block_offset drm_buddy_block_offset
#define gpu_buddy_block_size drm_buddy_block_size
#define GPU_BUDDY_RANGE_ALLOCATION DRM_BUDDY_RANGE_ALLOCATION
#define GPU_BUDDY_TOPDOWN_ALLOCATION DRM_BUDDY_TOPDOWN_ALLOCATION
#endif

static inline int smgpu_compat_sched_job_init(struct drm_sched_job *job,
					      struct drm_sched_entity *entity, u32 credits,
					      void *owner, u64 client_id)
{
#ifdef SMGPU_HAVE_SCHED_JOB_CLIENT_ID
	return drm_sched_job_init(job, entity, credits, owner, client_id);
#else
	return drm_sched_job_init(job, entity, credits, owner);
#endif
}

static inline int smgpu_compat_sched_init(struct drm_gpu_scheduler *sched,
					  const struct drm_sched_backend_ops *ops,
					  struct workqueue_struct *wq, u32 credits,
					  const char *name, struct device *dev)
{
#ifdef SMGPU_HAVE_SCHED_INIT_ARGS
	const struct drm_sched_init_args args = {
		.ops = ops,
		.submit_wq = wq,
		.num_rqs = 1,
		.credit_limit = credits,
		.timeout = MAX_SCHEDULE_TIMEOUT,
		.name = name,
		.dev = dev,
	};

	return drm_sched_init(sched, &args);
#else
	return drm_sched_init(sched, ops, wq, 1, credits, 0, MAX_SCHEDULE_TIMEOUT, NULL, NULL,
			      name, dev);
#endif
}

#ifndef SMGPU_HAVE_SCHED_STAT_NO_HANG
#define DRM_GPU_SCHED_STAT_NO_HANG DRM_GPU_SCHED_STAT_NOMINAL
#endif

/* Features that a driver of mappings of GPUs has to name. */
#ifdef SMGPU_HAVE_DRIVER_GEM_GPUVA
#define SMGPU_COMPAT_DRIVER_FEATURES DRIVER_GEM_GPUVA
#else
#define SMGPU_COMPAT_DRIVER_FEATURES 0
#endif

/* These want the reservation held, under the old names too. */
#ifndef SMGPU_HAVE_GEM_SHMEM_MADVISE_LOCKED
#define drm_gem_shmem_madvise_locked drm_gem_shmem_madvise
#endif
#ifndef SMGPU_HAVE_GEM_SHMEM_PURGE_LOCKED
#define drm_gem_shmem_purge_locked drm_gem_shmem_purge
#endif
#ifndef SMGPU_HAVE_GPUVM_BO_OBTAIN_LOCKED
#define drm_gpuvm_bo_obtain_locked drm_gpuvm_bo_obtain
#endif

#ifndef SMGPU_HAVE_GPUVM_MAP_REQ
/**
 * struct drm_gpuvm_map_req - arguments of drm_gpuvm_sm_map()
 * @map: the new mapping
 */
struct drm_gpuvm_map_req {
	struct drm_gpuva_op_map map;
};

static inline int smgpu_compat_gpuvm_sm_map(struct drm_gpuvm *gpuvm, void *priv,
					    const struct drm_gpuvm_map_req *req)
{
	return drm_gpuvm_sm_map(gpuvm, priv, req->map.va.addr, req->map.va.range,
				req->map.gem.obj, req->map.gem.offset);
}

#define drm_gpuvm_sm_map smgpu_compat_gpuvm_sm_map
#endif

#ifndef SMGPU_HAVE_VMA_IS_COW_MAPPING
static inline bool vma_is_cow_mapping(const struct vm_area_struct *vma)
{
	return is_cow_mapping(vma->vm_flags);
}
#endif

/**
 * struct smgpu_compat_lru - GEM objects that the shrinker looks at
 * @list: them
 * @lock: of @list, where it is not the device's
 */
struct smgpu_compat_lru {
	struct drm_gem_lru list;
#ifndef SMGPU_HAVE_GEM_LRU_OF_DEVICE
	struct mutex lock; /* of @list */
#endif
};

static inline void smgpu_compat_lru_init(struct smgpu_compat_lru *lru)
{
#ifdef SMGPU_HAVE_GEM_LRU_OF_DEVICE
	drm_gem_lru_init(&lru->list);
#else
	mutex_init(&lru->lock);
	drm_gem_lru_init(&lru->list, &lru->lock);
#endif
}

static inline void smgpu_compat_lru_fini(struct smgpu_compat_lru *lru)
{
#ifndef SMGPU_HAVE_GEM_LRU_OF_DEVICE
	mutex_destroy(&lru->lock);
#endif
}

/*
 * Where the lock is not the device's, drm_gem_lru_remove() takes the object's list, and from it the
 * lock, before it has that lock. It may be the list that a scan has on its stack, and be gone
 * when the lock is given back.
 */
static inline void smgpu_compat_lru_remove(struct smgpu_compat_lru *lru,
					   struct drm_gem_object *obj)
{
#ifdef SMGPU_HAVE_GEM_LRU_OF_DEVICE
	drm_gem_lru_remove(obj);
#else
	mutex_lock(&lru->lock);
	if (obj->lru) {
		obj->lru->count -= obj->size >> PAGE_SHIFT;
		list_del(&obj->lru_node);
		obj->lru = NULL;
	}
	mutex_unlock(&lru->lock);
#endif
}

/* Arguments of the callback of a scan. */
#ifdef SMGPU_HAVE_GEM_LRU_TICKET
#define SMGPU_COMPAT_LRU_ARGS struct drm_gem_object *obj, struct ww_acquire_ctx *ticket
#else
#define SMGPU_COMPAT_LRU_ARGS struct drm_gem_object *obj
#endif

#ifdef SMGPU_HAVE_GEM_LRU_OF_DEVICE
#define smgpu_compat_lru_scan(dev, lru, nr, remaining, shrink)	\
	drm_gem_lru_scan(dev, &(lru)->list, nr, remaining, shrink, NULL)
#elif defined(SMGPU_HAVE_GEM_LRU_TICKET)
#define smgpu_compat_lru_scan(dev, lru, nr, remaining, shrink)	\
	drm_gem_lru_scan(&(lru)->list, nr, remaining, shrink, NULL)
#else
#define smgpu_compat_lru_scan(dev, lru, nr, remaining, shrink)	\
	drm_gem_lru_scan(&(lru)->list, nr, remaining, shrink)
#endif

#endif
