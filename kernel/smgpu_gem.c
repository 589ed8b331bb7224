// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Buffers: card memory from the buddy allocator, host memory from shmem.
 *
 * A host buffer's pages are pinned from its first binding until the last one is gone and the
 * shrinker or the buffer's end takes them.
 */
#include <linux/dma-mapping.h>
#include <linux/iommu.h>
#include <linux/sched/mm.h>
#include <linux/shrinker.h>

#include "smgpu_cmd.h"
#include "smgpu_device.h"
#include "smgpu_gem.h"
#include "smgpu_mem.h"

/* Before the buffer has memory. smgpu_bo_uncharge() undoes it when the buffer is freed. */
static int smgpu_bo_charge(struct smgpu_bo *bo, struct smgpu_client *client, size_t size)
{
	int ret;

	ret = smgpu_charge(client, smgpu_bo_is_card(bo) ? SMGPU_LIMIT_CARD : SMGPU_LIMIT_HOST,
			   size);
	if (ret)
		return ret;
	if (bo->flags & DRM_SMGPU_BO_CPU_VISIBLE) {
		ret = smgpu_charge(client, SMGPU_LIMIT_VISIBLE, size);
		if (ret) {
			smgpu_uncharge(client, SMGPU_LIMIT_CARD, size);
			return ret;
		}
	}
	bo->client = smgpu_client_get(client);
	bo->charged = size;
	return 0;
}

static void smgpu_bo_uncharge(struct smgpu_bo *bo)
{
	if (!bo->client)
		return;
	smgpu_uncharge(bo->client, smgpu_bo_is_card(bo) ? SMGPU_LIMIT_CARD : SMGPU_LIMIT_HOST,
		       bo->charged);
	if (bo->flags & DRM_SMGPU_BO_CPU_VISIBLE)
		smgpu_uncharge(bo->client, SMGPU_LIMIT_VISIBLE, bo->charged);
	smgpu_client_put(bo->client);
}

/* The last reference is gone, so no VM maps the buffer and the card cannot reach it. */
static void smgpu_gem_free_card(struct drm_gem_object *obj)
{
	struct smgpu_bo *bo = to_smgpu_bo(obj);

	if (!list_empty(&bo->blocks))
		smgpu_mem_free(to_smgpu_device(obj->dev), &bo->blocks);
	smgpu_bo_uncharge(bo);
	drm_gem_object_release(obj);
	if (bo->substitute)
		__free_page(bo->substitute);
	kfree(bo);
}

/* Undoes the mapping of smgpu_gem_map(); with &smgpu_device.dma_lock held. */
static void smgpu_gem_unmap(struct smgpu_device *sdev, struct smgpu_bo *bo)
{
	struct sg_table *sgt = bo->shmem.sgt;

	list_del_init(&bo->pinned);
	bo->sgt = NULL;
	bo->shmem.sgt = NULL;
	if (!sgt)
		return;
	dma_unmap_sgtable(sdev->drm.dev, sgt, DMA_BIDIRECTIONAL, 0);
	sg_free_table(sgt);
	kfree(sgt);
}

/*
 * Does the card reach copies of the buffer's pages, in bounce buffers (swiotlb)? They would have to
 * be copied whenever one side wants to see what the other wrote, and nothing tells when that is.
 * An IOMMU that translates makes none of whole pages; one that passes addresses through is none.
 */
static bool smgpu_bo_bounces(struct smgpu_bo *bo)
{
	struct drm_gem_object *obj = smgpu_bo_gem(bo);
	struct device *dev = obj->dev->dev;
	struct iommu_domain *domain;
	struct scatterlist *sg;
	bool bounces = false;
	unsigned int i;

	domain = iommu_get_domain_for_dev(dev);
	if (domain && iommu_is_dma_domain(domain))
		return false;
	dma_resv_lock(obj->resv, NULL);
	/* A purge may have come first. */
	if (bo->shmem.sgt)
		for_each_sgtable_dma_sg(bo->shmem.sgt, sg, i)
			bounces |= dma_need_sync(dev, sg_dma_address(sg));
	dma_resv_unlock(obj->resv);
	return bounces;
}

/* Pins pages and gives them bus addresses, once; they stay until a purge or the buffer's end. */
static int smgpu_gem_map(struct smgpu_device *sdev, struct smgpu_bo *bo)
{
	struct sg_table *sgt;
	int ret = -ENODEV;

	down_read(&sdev->pin_lock);
	if (!sdev->dma_closed) {
		/* Takes the reservation itself. */
		sgt = drm_gem_shmem_get_pages_sgt(&bo->shmem);
		ret = PTR_ERR_OR_ZERO(sgt);
	}
	if (!ret) {
		mutex_lock(&sdev->dma_lock);
		if (list_empty(&bo->pinned))
			list_add_tail(&bo->pinned, &sdev->pinned);
		mutex_unlock(&sdev->dma_lock);
		if (smgpu_bo_bounces(bo))
			ret = -EOPNOTSUPP;
	}
	up_read(&sdev->pin_lock);
	return ret;
}

static void smgpu_gem_free_host(struct drm_gem_object *obj)
{
	struct smgpu_device *sdev = to_smgpu_device(obj->dev);
	struct smgpu_bo *bo = to_smgpu_bo(obj);

	mutex_lock(&sdev->dma_lock);
	if (!list_empty(&bo->pinned))
		smgpu_gem_unmap(sdev, bo);
	mutex_unlock(&sdev->dma_lock);
	smgpu_bo_uncharge(bo);
	smgpu_compat_lru_remove(&sdev->dontneed, obj);
	drm_gem_shmem_free(&bo->shmem);
}

static struct dma_buf *smgpu_gem_export_card(struct drm_gem_object *obj, int flags)
{
	/* Its pages have no struct page; importers that can do without are not supported. */
	return ERR_PTR(-EOPNOTSUPP);
}

static const struct drm_gem_object_funcs smgpu_gem_card_funcs = {
	.free = smgpu_gem_free_card,
	.export = smgpu_gem_export_card,
	.mmap = smgpu_gem_mmap_card,
};

/*
 * DRM marks an object as exported without the lock that a purge takes. So it is marked here first,
 * under that lock: importers may use the pages.
 */
static struct dma_buf *smgpu_gem_export_host(struct drm_gem_object *obj, int flags)
{
	dma_resv_lock(obj->resv, NULL);
	to_smgpu_bo(obj)->exported = true;
	dma_resv_unlock(obj->resv);
	return drm_gem_prime_export(obj, flags);
}

static const struct drm_gem_object_funcs smgpu_gem_host_funcs = {
	.free = smgpu_gem_free_host,
	.export = smgpu_gem_export_host,
	.print_info = drm_gem_shmem_object_print_info,
	.pin = drm_gem_shmem_object_pin,
	.unpin = drm_gem_shmem_object_unpin,
	.get_sg_table = drm_gem_shmem_object_get_sg_table,
	.vmap = drm_gem_shmem_object_vmap,
	.vunmap = drm_gem_shmem_object_vunmap,
	.mmap = drm_gem_shmem_object_mmap,
	.vm_ops = &smgpu_gem_host_vm_ops,
};

static struct smgpu_bo *smgpu_bo_alloc(u32 flags)
{
	struct smgpu_bo *bo = kzalloc(sizeof(*bo), GFP_KERNEL_ACCOUNT);

	if (!bo)
		return NULL;
	bo->flags = flags;
	INIT_LIST_HEAD(&bo->blocks);
	INIT_LIST_HEAD(&bo->pinned);
	return bo;
}

/**
 * smgpu_gem_create_object() - what the shmem helper embeds its objects in
 * @drm: device
 * @size: bytes
 *
 * Return: the GEM object of a host buffer.
 */
struct drm_gem_object *smgpu_gem_create_object(struct drm_device *drm, size_t size)
{
	struct smgpu_bo *bo = smgpu_bo_alloc(DRM_SMGPU_BO_HOST);

	if (!bo)
		return ERR_PTR(-ENOMEM);
	smgpu_bo_gem(bo)->funcs = &smgpu_gem_host_funcs;
	return smgpu_bo_gem(bo);
}

static struct smgpu_bo *smgpu_bo_create_host(struct smgpu_device *sdev,
					     struct smgpu_client *client, size_t size)
{
	struct drm_gem_shmem_object *shmem = drm_gem_shmem_create(&sdev->drm, size);
	struct smgpu_bo *bo;
	int ret;

	if (IS_ERR(shmem))
		return ERR_CAST(shmem);
	shmem->pages_mark_dirty_on_put = true;
	bo = to_smgpu_bo(&shmem->base);
	/* It has no pages yet. */
	ret = smgpu_bo_charge(bo, client, size);
	if (ret) {
		drm_gem_object_put(&shmem->base);
		return ERR_PTR(ret);
	}
	return bo;
}

/* Memory is cleared before a handle exists, so nobody reads what another client left. */
static struct smgpu_bo *smgpu_bo_create_card(struct smgpu_device *sdev,
					     struct smgpu_client *client, size_t size, u32 flags)
{
	struct smgpu_bo *bo = smgpu_bo_alloc(flags);
	struct drm_gem_object *obj;
	int ret;

	if (!bo)
		return ERR_PTR(-ENOMEM);
	obj = smgpu_bo_gem(bo);
	obj->funcs = &smgpu_gem_card_funcs;
	drm_gem_private_object_init(&sdev->drm, obj, size);

	ret = smgpu_bo_charge(bo, client, size);
	if (!ret)
		ret = smgpu_mem_alloc(sdev, size, flags & DRM_SMGPU_BO_CPU_VISIBLE, &bo->blocks);
	if (!ret)
		ret = smgpu_mem_clear(sdev, &bo->blocks);
	if (ret) {
		drm_gem_object_put(obj);
		return ERR_PTR(ret);
	}
	return bo;
}

static int smgpu_bo_create_check(struct smgpu_device *sdev, const struct drm_smgpu_bo_create *args)
{
	u32 place = args->flags & (DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_HOST);

	if (args->flags & ~(DRM_SMGPU_BO_CARD | DRM_SMGPU_BO_HOST | DRM_SMGPU_BO_CPU_VISIBLE)) {
		smgpu_dbg(sdev, "BO_CREATE: unknown flags %#x\n", args->flags);
		return -EINVAL;
	}
	if (place != DRM_SMGPU_BO_CARD && place != DRM_SMGPU_BO_HOST) {
		smgpu_dbg(sdev, "BO_CREATE: flags %#x must have exactly one of CARD and HOST\n",
			  args->flags);
		return -EINVAL;
	}
	if (!args->size || args->size > SMGPU_VA_USER_END) {
		smgpu_dbg(sdev, "BO_CREATE: size %llu is 0 or more than a VM can hold\n",
			  args->size);
		return -EINVAL;
	}
	return 0;
}

/**
 * smgpu_ioctl_bo_create() - BO_CREATE
 * @drm: device
 * @data: struct drm_smgpu_bo_create
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_bo_create(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct smgpu_file *sfile = file->driver_priv;
	struct drm_smgpu_bo_create *args = data;
	struct smgpu_bo *bo;
	size_t size;
	int ret;

	ret = smgpu_bo_create_check(sdev, args);
	if (ret)
		return ret;

	size = PAGE_ALIGN(args->size);
	if (args->flags & DRM_SMGPU_BO_HOST)
		bo = smgpu_bo_create_host(sdev, sfile->client, size);
	else
		bo = smgpu_bo_create_card(sdev, sfile->client, size, args->flags);
	if (IS_ERR(bo)) {
		smgpu_dbg(sdev, "BO_CREATE: no %zu bytes of %s memory: %pe\n", size,
			  args->flags & DRM_SMGPU_BO_HOST ? "host" : "card", bo);
		return PTR_ERR(bo);
	}

	ret = drm_gem_handle_create(file, smgpu_bo_gem(bo), &args->handle);
	drm_gem_object_put(smgpu_bo_gem(bo));
	if (!ret)
		args->size = size;
	return ret;
}

/**
 * smgpu_ioctl_bo_madvise() - BO_MADVISE
 * @drm: device
 * @data: struct drm_smgpu_bo_madvise
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_bo_madvise(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_bo_madvise *args = data;
	struct drm_gem_object *obj;
	struct smgpu_bo *bo;
	int ret;

	if (args->rsvd ||
	    (args->madv != DRM_SMGPU_MADV_WILLNEED && args->madv != DRM_SMGPU_MADV_DONTNEED)) {
		smgpu_dbg(sdev, "BO_MADVISE: advice %u is unknown, or a reserved field is not 0\n",
			  args->madv);
		return -EINVAL;
	}

	obj = drm_gem_object_lookup(file, args->handle);
	if (!obj) {
		smgpu_dbg(sdev, "BO_MADVISE: no buffer has handle %u\n", args->handle);
		return -ENOENT;
	}
	bo = to_smgpu_bo(obj);
	if (smgpu_bo_is_card(bo)) {
		smgpu_dbg(sdev, "BO_MADVISE: buffer %u is card memory\n", args->handle);
		ret = -EINVAL;
		goto out_put;
	}

	ret = dma_resv_lock_interruptible(obj->resv, NULL);
	if (ret)
		goto out_put;
	if (args->madv == DRM_SMGPU_MADV_DONTNEED && bo->binds) {
		smgpu_dbg(sdev, "BO_MADVISE: buffer %u is bound\n", args->handle);
		ret = -EBUSY;
	} else {
		args->retained = drm_gem_shmem_madvise_locked(&bo->shmem, args->madv);
		if (args->retained && args->madv == DRM_SMGPU_MADV_DONTNEED)
			drm_gem_lru_move_tail(&sdev->dontneed.list, obj);
		else
			smgpu_compat_lru_remove(&sdev->dontneed, obj);
	}
	dma_resv_unlock(obj->resv);
out_put:
	drm_gem_object_put(obj);
	return ret;
}

/**
 * smgpu_bo_pin() - make the pages and bus addresses of a host buffer, which stay until a purge
 * @bo: buffer
 *
 * Return: 0, -EINTR for a signal, -EINVAL if its owner has given it up by MADVISE, or what
 * pinning failed with.
 */
int smgpu_bo_pin(struct smgpu_bo *bo)
{
	if (smgpu_bo_is_card(bo))
		return 0;
	/* What was purged must not get pages again. */
	if (READ_ONCE(bo->shmem.madv))
		return -EINVAL;
	return smgpu_gem_map(to_smgpu_device(smgpu_bo_gem(bo)->dev), bo);
}

/**
 * smgpu_bo_bind_get() - count a mapping
 * @bo: buffer that was pinned
 *
 * No signal interrupts it.
 *
 * Return: 0, -EINVAL if its owner has given it up by MADVISE, or -ENODEV once the device is gone.
 */
int smgpu_bo_bind_get(struct smgpu_bo *bo)
{
	struct drm_gem_object *obj = smgpu_bo_gem(bo);
	struct smgpu_device *sdev = to_smgpu_device(obj->dev);
	int ret = 0;

	/* The end of the device takes bus addresses without the reservation. */
	down_read(&sdev->pin_lock);
	dma_resv_lock(obj->resv, NULL);
	if (sdev->dma_closed) {
		ret = -ENODEV;
	} else if (!smgpu_bo_is_card(bo) && (bo->shmem.madv || !bo->shmem.sgt)) {
		ret = -EINVAL;
	} else {
		bo->sgt = bo->shmem.sgt;
		bo->binds++;
	}
	dma_resv_unlock(obj->resv);
	up_read(&sdev->pin_lock);
	return ret;
}

/**
 * smgpu_bo_bind_dup() - count one more mapping of a buffer that has one
 * @bo: buffer
 */
void smgpu_bo_bind_dup(struct smgpu_bo *bo)
{
	struct drm_gem_object *obj = smgpu_bo_gem(bo);

	dma_resv_lock(obj->resv, NULL);
	bo->binds++;
	dma_resv_unlock(obj->resv);
}

/**
 * smgpu_bo_bind_put() - count a mapping less; its TLB entries are invalidated
 * @bo: buffer
 */
void smgpu_bo_bind_put(struct smgpu_bo *bo)
{
	struct drm_gem_object *obj = smgpu_bo_gem(bo);

	dma_resv_lock(obj->resv, NULL);
	WARN_ON(!bo->binds);
	bo->binds--;
	dma_resv_unlock(obj->resv);
}

/* Called by a scan of the shrinker, with the buffer's reservation held. */
static bool smgpu_gem_purge(SMGPU_COMPAT_LRU_ARGS)
{
	struct smgpu_bo *bo = to_smgpu_bo(obj);

	if (bo->binds || bo->exported || !drm_gem_shmem_is_purgeable(&bo->shmem))
		return false;
	bo->sgt = NULL;
	drm_gem_shmem_purge_locked(&bo->shmem);
	smgpu_compat_lru_remove(&to_smgpu_device(obj->dev)->dontneed, obj);
	return true;
}

static unsigned long smgpu_shrinker_count(struct shrinker *shrinker, struct shrink_control *sc)
{
	struct smgpu_device *sdev = shrinker->private_data;

	/* A guess is enough: a scan looks again, under the list's lock. */
	return data_race(sdev->dontneed.list.count) ?: SHRINK_EMPTY;
}

static unsigned long smgpu_shrinker_scan(struct shrinker *shrinker, struct shrink_control *sc)
{
	struct smgpu_device *sdev = shrinker->private_data;
	unsigned long remaining = 0;
	unsigned long freed = smgpu_compat_lru_scan(&sdev->drm, &sdev->dontneed, sc->nr_to_scan,
						    &remaining, smgpu_gem_purge);

	return freed || remaining ? freed : SHRINK_STOP;
}

/**
 * smgpu_gem_detach_all() - take the bus addresses of all host buffers, and make no more
 * @sdev: device that is gone, with smgpu_vm_detach_all() and smgpu_gem_fini() done
 */
void smgpu_gem_detach_all(struct smgpu_device *sdev)
{
	struct smgpu_bo *bo, *next;

	down_write(&sdev->pin_lock);
	sdev->dma_closed = true;
	mutex_lock(&sdev->dma_lock);
	list_for_each_entry_safe(bo, next, &sdev->pinned, pinned)
		smgpu_gem_unmap(sdev, bo);
	mutex_unlock(&sdev->dma_lock);
	up_write(&sdev->pin_lock);
}

/**
 * smgpu_gem_init() - start the shrinker
 * @sdev: device
 *
 * Return: 0 or -ENOMEM.
 */
int smgpu_gem_init(struct smgpu_device *sdev)
{
	sdev->shrinker = shrinker_alloc(0, "drm-smgpu:%s", dev_name(sdev->drm.dev));
	if (!sdev->shrinker)
		return -ENOMEM;
	/*
	 * A scan may drop the last reference of a buffer, which takes the lock. That is rare,
	 * so lockdep learns of it here.
	 */
	fs_reclaim_acquire(GFP_KERNEL);
	might_lock(&sdev->dma_lock);
	fs_reclaim_release(GFP_KERNEL);

	sdev->shrinker->count_objects = smgpu_shrinker_count;
	sdev->shrinker->scan_objects = smgpu_shrinker_scan;
	sdev->shrinker->private_data = sdev;
	shrinker_register(sdev->shrinker);
	return 0;
}

/**
 * smgpu_gem_fini() - end the shrinker; idempotent
 * @sdev: device
 */
void smgpu_gem_fini(struct smgpu_device *sdev)
{
	if (sdev->shrinker)
		shrinker_free(sdev->shrinker);
	sdev->shrinker = NULL;
}
