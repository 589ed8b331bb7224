// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * User queues: a channel whose ring and doorbell page are mapped by its owner. The kernel takes no
 * part in a submission; it maps and unmaps the doorbell, and wakes a sleeping owner.
 *
 * The doorbell page holds no registers: its first word rings this channel, the rest ignores writes.
 */
#include <linux/eventfd.h>
#include <linux/mm.h>

#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"

/* From SMGPU_QUEUE_OFFSET */
#define SMGPU_QUEUE_STRIDE	BIT_ULL(24)
#define SMGPU_QUEUE_DOORBELL	BIT_ULL(23)

static_assert(SMGPU_RING_BYTES <= SMGPU_QUEUE_DOORBELL);
static_assert(SMGPU_DOORBELL_STRIDE == PAGE_SIZE);

static u64 smgpu_queue_offset(const struct smgpu_channel *ch)
{
	return SMGPU_QUEUE_OFFSET + ch->id * SMGPU_QUEUE_STRIDE;
}

static struct smgpu_ring_state *smgpu_queue_state(const struct smgpu_channel *ch)
{
	return (void *)ch->ring + SMGPU_RING_ENTRY_BYTES;
}

/* After this a fault maps the page for dead queues: the channel is marked dead before. */
static void smgpu_queue_unmap(struct smgpu_channel *ch)
{
	mutex_lock(&ch->map_lock);
	unmap_mapping_range(ch->sdev->drm.anon_inode->i_mapping,
			    smgpu_queue_offset(ch) + SMGPU_QUEUE_DOORBELL, PAGE_SIZE, 1);
	mutex_unlock(&ch->map_lock);
}

/**
 * smgpu_queue_unmap_doorbells() - unmap the doorbells of all queues
 * @sdev: device
 */
void smgpu_queue_unmap_doorbells(struct smgpu_device *sdev)
{
	u64 offset = SMGPU_QUEUE_OFFSET + SMGPU_QUEUE_DOORBELL;
	unsigned int id;

	for (id = 1; id < SMGPU_MAX_CHANNELS; id++)
		unmap_mapping_range(sdev->drm.anon_inode->i_mapping,
				    offset + id * SMGPU_QUEUE_STRIDE, PAGE_SIZE, 1);
}

/**
 * smgpu_queue_detach_all() - replace the rings, which are freed with the device, by copies
 * @sdev: device that is gone
 */
void smgpu_queue_detach_all(struct smgpu_device *sdev)
{
	struct smgpu_channel *ch;
	unsigned long id;

	down_write(&sdev->map_lock);
	mutex_lock(&sdev->objects_lock);
	xa_for_each(&sdev->channels, id, ch) {
		spin_lock(&ch->lock);
		ch->ring = smgpu_coherent_detach(&ch->ring_mem);
		spin_unlock(&ch->lock);
	}
	mutex_unlock(&sdev->objects_lock);
	up_write(&sdev->map_lock);
	/* Owners fault the replacement in. */
	unmap_mapping_range(sdev->drm.anon_inode->i_mapping, SMGPU_QUEUE_OFFSET, 0, 1);
}

static void smgpu_queue_zap_work(struct work_struct *work)
{
	struct smgpu_channel *ch = container_of(work, struct smgpu_channel, zap);

	smgpu_queue_unmap(ch);
	smgpu_channel_put(ch);
}

/**
 * smgpu_queue_init() - prepare a channel's part of this file
 * @ch: new channel
 */
void smgpu_queue_init(struct smgpu_channel *ch)
{
	mutex_init(&ch->map_lock);
	INIT_WORK(&ch->zap, smgpu_queue_zap_work);
}

/**
 * smgpu_queue_create() - make a new channel a user queue
 * @ch: channel that the firmware does not know yet
 *
 * Return: 0 or an errno.
 */
int smgpu_queue_create(struct smgpu_channel *ch)
{
	int ret = smgpu_coherent_init(&ch->ring_mem, ch->sdev->drm.dev, ch->ring, ch->ring_dma.addr,
				      SMGPU_RING_BYTES);

	if (ret)
		return ret;
	ch->dead_doorbell = alloc_page(GFP_KERNEL_ACCOUNT | __GFP_ZERO);
	if (!ch->dead_doorbell)
		return -ENOMEM;
	ch->user = true;
	ch->create.u.channel.flags |= SMGPU_FW_CHANNEL_USER;
	/* Its owner counts from 0, whatever channel had the id before. */
	ch->create.u.channel.first_seqno = 0;
	return 0;
}

/**
 * smgpu_queue_fini() - end it
 * @ch: channel without users
 */
void smgpu_queue_fini(struct smgpu_channel *ch)
{
	smgpu_coherent_fini(&ch->ring_mem);
	if (ch->dead_doorbell)
		__free_page(ch->dead_doorbell);
	if (ch->eventfd)
		eventfd_ctx_put(ch->eventfd);
	mutex_destroy(&ch->map_lock);
}

/**
 * smgpu_queue_taken() - count what the card has taken from a ring
 * @ch: user queue; its lock is held
 *
 * The owner can write the ring state too and then only misleads itself; the count never falls.
 *
 * Return: entries so far.
 */
u64 smgpu_queue_taken(struct smgpu_channel *ch)
{
	s32 more = READ_ONCE(smgpu_queue_state(ch)->get) - (u32)ch->user_taken;

	lockdep_assert_held(&ch->lock);
	if (more > 0)
		ch->user_taken += more;
	return ch->user_taken;
}

/**
 * smgpu_queue_process() - wake the owner if the ring state has changed
 * @ch: user queue
 *
 * The owner can write the state too and then only misleads itself.
 */
void smgpu_queue_process(struct smgpu_channel *ch)
{
	struct smgpu_ring_state *state = smgpu_queue_state(ch);
	u64 done = READ_ONCE(state->done);

	spin_lock(&ch->lock);
	if (done != ch->user_done) {
		ch->user_done = done;
		if (ch->eventfd)
			eventfd_signal(ch->eventfd);
	}
	spin_unlock(&ch->lock);
}

/**
 * smgpu_queue_died() - signal the owner, and queue the unmapping of the doorbell
 * @ch: channel that was just marked dead; its lock is held
 *
 * Rings that come in between reach a channel that the firmware has killed.
 */
void smgpu_queue_died(struct smgpu_channel *ch)
{
	struct smgpu_ring_state *state;

	lockdep_assert_held(&ch->lock);
	if (!ch->user)
		return;
	/* Firmware that killed it has said so. After a reset, or without a card, there is none. */
	state = smgpu_queue_state(ch);
	if (!READ_ONCE(state->error))
		WRITE_ONCE(state->error, ch->error.code);
	if (ch->eventfd)
		eventfd_signal(ch->eventfd);
	/* Unmapping takes locks under which memory is allocated, and fences are signalled here. */
	kref_get(&ch->ref);
	if (!queue_work(ch->sdev->wq, &ch->zap))
		smgpu_channel_put(ch);
}

/**
 * smgpu_queue_zap() - unmap the doorbell
 * @ch: dead channel
 */
void smgpu_queue_zap(struct smgpu_channel *ch)
{
	if (ch->user)
		smgpu_queue_unmap(ch);
}

static void smgpu_queue_vm_open(struct vm_area_struct *vma)
{
	struct smgpu_channel *ch = vma->vm_private_data;

	kref_get(&ch->ref);
}

static void smgpu_queue_vm_close(struct vm_area_struct *vma)
{
	smgpu_channel_put(vma->vm_private_data);
}

/* The doorbell of a dead queue is a plain page: an owner that rings too late gets no SIGBUS. */
static vm_fault_t smgpu_queue_doorbell_fault(struct vm_fault *vmf)
{
	struct smgpu_channel *ch = vmf->vma->vm_private_data;
	struct smgpu_device *sdev = ch->sdev;
	unsigned long pfn = page_to_pfn(ch->dead_doorbell);
	bool present, dead;
	vm_fault_t ret;
	int srcu;

	if (smgpu_reset_map_lock(sdev))
		return VM_FAULT_SIGBUS;
	present = smgpu_device_hold(sdev, &srcu);
	mutex_lock(&ch->map_lock);
	spin_lock(&ch->lock);
	dead = ch->dead;
	spin_unlock(&ch->lock);
	if (present && !dead)
		pfn = PHYS_PFN(sdev->doorbells + ch->id * SMGPU_DOORBELL_STRIDE);
	ret = vmf_insert_pfn(vmf->vma, vmf->address, pfn);
	mutex_unlock(&ch->map_lock);
	if (present)
		smgpu_device_unhold(sdev, srcu);
	smgpu_reset_map_unlock(sdev);
	return ret;
}

static const struct vm_operations_struct smgpu_queue_doorbell_ops = {
	.open = smgpu_queue_vm_open,
	.close = smgpu_queue_vm_close,
	.fault = smgpu_queue_doorbell_fault,
};

/* A lost card has no mappings left, but the ring is host memory: the error is found there. */
static vm_fault_t smgpu_queue_ring_fault(struct vm_fault *vmf)
{
	struct smgpu_channel *ch = vmf->vma->vm_private_data;
	vm_fault_t ret;

	if (smgpu_reset_map_lock(ch->sdev))
		return VM_FAULT_SIGBUS;
	ret = smgpu_coherent_fault(&ch->ring_mem, vmf, smgpu_queue_offset(ch) >> PAGE_SHIFT);
	smgpu_reset_map_unlock(ch->sdev);
	return ret;
}

static const struct vm_operations_struct smgpu_queue_ring_ops = {
	.open = smgpu_queue_vm_open,
	.close = smgpu_queue_vm_close,
	.fault = smgpu_queue_ring_fault,
};

static int smgpu_queue_mmap_doorbell(struct smgpu_channel *ch, struct vm_area_struct *vma)
{
	if (vma->vm_end - vma->vm_start != PAGE_SIZE || vma_is_cow_mapping(vma))
		return -EINVAL;
	vm_flags_set(vma, VM_IO | VM_PFNMAP | VM_DONTEXPAND | VM_DONTDUMP | VM_DONTCOPY);
	vma->vm_page_prot = pgprot_noncached(vm_get_page_prot(vma->vm_flags));
	vma->vm_ops = &smgpu_queue_doorbell_ops;
	return 0;
}

static int smgpu_queue_mmap_ring(struct smgpu_channel *ch, struct vm_area_struct *vma)
{
	int ret = smgpu_coherent_mmap(&ch->ring_mem, vma);

	if (!ret)
		vma->vm_ops = &smgpu_queue_ring_ops;
	return ret;
}

/*
 * The user queue that an offset for mmap() belongs to, with a reference; NULL: none of this file.
 */
static struct smgpu_channel *smgpu_queue_of(struct smgpu_file *sfile, u64 id)
{
	struct smgpu_channel *ch;
	unsigned long i;

	mutex_lock(&sfile->lock);
	xa_for_each(&sfile->channels, i, ch) {
		if (ch->id == id && ch->user) {
			kref_get(&ch->ref);
			break;
		}
	}
	mutex_unlock(&sfile->lock);
	return ch;
}

/**
 * smgpu_mmap() - mmap() of the node: a user queue's pages, or a buffer
 * @filp: node
 * @vma: where
 *
 * Return: 0 or an errno.
 */
int smgpu_mmap(struct file *filp, struct vm_area_struct *vma)
{
	u64 offset = (u64)vma->vm_pgoff << PAGE_SHIFT;
	struct drm_file *file = filp->private_data;
	struct smgpu_device *sdev = to_smgpu_device(file->minor->dev);
	struct smgpu_channel *ch;
	int ret, srcu;
	u64 within;

	if (offset < SMGPU_QUEUE_OFFSET)
		return drm_gem_mmap(filp, vma);
	offset -= SMGPU_QUEUE_OFFSET;
	within = offset % SMGPU_QUEUE_STRIDE;

	if (within && within != SMGPU_QUEUE_DOORBELL)
		return -EINVAL;
	ch = smgpu_queue_of(file->driver_priv, offset / SMGPU_QUEUE_STRIDE);
	if (!ch)
		return -EINVAL;
	ret = -ENODEV;
	if (smgpu_device_hold(sdev, &srcu)) {
		/* The mapping takes over the reference. */
		vma->vm_private_data = ch;
		ret = within ? smgpu_queue_mmap_doorbell(ch, vma) : smgpu_queue_mmap_ring(ch, vma);
		smgpu_device_unhold(sdev, srcu);
	}
	if (ret)
		smgpu_channel_put(ch);
	return ret;
}

/**
 * smgpu_ioctl_queue_map() - QUEUE_MAP
 * @drm: device
 * @data: struct drm_smgpu_queue_map
 * @file: caller
 *
 * Return: 0 or an errno.
 */
int smgpu_ioctl_queue_map(struct drm_device *drm, void *data, struct drm_file *file)
{
	struct smgpu_device *sdev = to_smgpu_device(drm);
	struct drm_smgpu_queue_map *args = data;
	struct eventfd_ctx *ctx = NULL;
	struct smgpu_channel *ch;

	if (args->flags || args->event_fd < -1) {
		smgpu_dbg(sdev, "QUEUE_MAP: unknown flags %#x or event_fd %d\n", args->flags,
			  args->event_fd);
		return -EINVAL;
	}
	ch = smgpu_channel_lookup(file->driver_priv, args->channel_id);
	if (!ch) {
		smgpu_dbg(sdev, "QUEUE_MAP: channel %u does not exist\n", args->channel_id);
		return -ENOENT;
	}
	if (!ch->user) {
		smgpu_dbg(sdev, "QUEUE_MAP: channel %u is no user queue\n", args->channel_id);
		smgpu_channel_put(ch);
		return -EINVAL;
	}
	if (args->event_fd >= 0) {
		ctx = eventfd_ctx_fdget(args->event_fd);
		if (IS_ERR(ctx)) {
			smgpu_dbg(sdev, "QUEUE_MAP: %d is no eventfd\n", args->event_fd);
			smgpu_channel_put(ch);
			return PTR_ERR(ctx);
		}
	}

	spin_lock(&ch->lock);
	swap(ch->eventfd, ctx);
	spin_unlock(&ch->lock);
	if (ctx)
		eventfd_ctx_put(ctx);

	args->entries = SMGPU_CHANNEL_ENTRIES;
	args->ring_offset = smgpu_queue_offset(ch);
	args->ring_bytes = SMGPU_RING_BYTES;
	args->doorbell_offset = smgpu_queue_offset(ch) + SMGPU_QUEUE_DOORBELL;
	smgpu_channel_put(ch);
	return 0;
}
