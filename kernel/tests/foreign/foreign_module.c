// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Another driver, whose fences end when it is told so and not before.
 *
 * /dev/smgpu-foreign: read() of an int makes a fence and gives a sync file of it, write() signals
 * the fences that were made through this open file, and so does its end.
 */
#include <linux/dma-fence.h>
#include <linux/file.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/slab.h>
#include <linux/sync_file.h>
#include <linux/uaccess.h>

struct foreign_fence {
	struct dma_fence base;
	spinlock_t lock;
	struct list_head link;
};

struct foreign_file {
	struct mutex lock;
	struct list_head fences;
};

static const char *foreign_name(struct dma_fence *fence)
{
	return "foreign";
}

static const struct dma_fence_ops foreign_ops = {
	.get_driver_name = foreign_name,
	.get_timeline_name = foreign_name,
};

static int foreign_open(struct inode *inode, struct file *file)
{
	struct foreign_file *f = kzalloc(sizeof(*f), GFP_KERNEL);

	if (!f)
		return -ENOMEM;
	mutex_init(&f->lock);
	INIT_LIST_HEAD(&f->fences);
	file->private_data = f;
	return 0;
}

static void foreign_signal(struct foreign_file *f)
{
	struct foreign_fence *fence, *next;

	mutex_lock(&f->lock);
	list_for_each_entry_safe(fence, next, &f->fences, link) {
		list_del(&fence->link);
		dma_fence_signal(&fence->base);
		dma_fence_put(&fence->base);
	}
	mutex_unlock(&f->lock);
}

static int foreign_release(struct inode *inode, struct file *file)
{
	foreign_signal(file->private_data);
	kfree(file->private_data);
	return 0;
}

static ssize_t foreign_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	struct foreign_file *f = file->private_data;
	struct foreign_fence *fence;
	struct sync_file *sync;
	int fd;

	if (size != sizeof(fd))
		return -EINVAL;
	fence = kzalloc(sizeof(*fence), GFP_KERNEL);
	if (!fence)
		return -ENOMEM;
	spin_lock_init(&fence->lock);
	dma_fence_init(&fence->base, &foreign_ops, &fence->lock, dma_fence_context_alloc(1), 1);
	sync = sync_file_create(&fence->base);
	fd = sync ? get_unused_fd_flags(O_CLOEXEC) : -ENOMEM;
	if (fd < 0 || copy_to_user(to, &fd, sizeof(fd))) {
		if (fd >= 0)
			put_unused_fd(fd);
		if (sync)
			fput(sync->file);
		dma_fence_put(&fence->base);
		return fd < 0 ? fd : -EFAULT;
	}
	mutex_lock(&f->lock);
	list_add_tail(&fence->link, &f->fences);
	mutex_unlock(&f->lock);
	fd_install(fd, sync->file);
	return sizeof(fd);
}

static ssize_t foreign_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	foreign_signal(file->private_data);
	return size;
}

static const struct file_operations foreign_fops = {
	.owner = THIS_MODULE,
	.open = foreign_open,
	.release = foreign_release,
	.read = foreign_read,
	.write = foreign_write,
};

static struct miscdevice foreign_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "smgpu-foreign",
	.fops = &foreign_fops,
};
module_misc_device(foreign_misc);

MODULE_DESCRIPTION("Fences of another driver, for smgpu's tests");
MODULE_LICENSE("Dual MIT/GPL");
