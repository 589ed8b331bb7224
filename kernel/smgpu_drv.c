// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * PCI driver and DRM driver of the smgpu card.
 */
#include <linux/io.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/rcupdate.h>

#include <drm/drm_drv.h>
#include <drm/drm_file.h>
#include <drm/drm_gem.h>
#include <drm/drm_ioctl.h>

#include "smgpu_board.h"
#include "smgpu_channel.h"
#include "smgpu_device.h"
#include "smgpu_dump.h"
#include "smgpu_gem.h"
#include "smgpu_mmio.h"
#include "smgpu_reset.h"
#include "smgpu_slot.h"
#include "smgpu_vm.h"

static int smgpu_open(struct drm_device *drm, struct drm_file *file)
{
	struct smgpu_file *sfile;

	sfile = kzalloc(sizeof(*sfile), GFP_KERNEL_ACCOUNT);
	if (!sfile)
		return -ENOMEM;

	sfile->sdev = to_smgpu_device(drm);
	sfile->client = smgpu_client_create(sfile->sdev);
	if (!sfile->client) {
		kfree(sfile);
		return -ENOMEM;
	}
	mutex_init(&sfile->lock);
	xa_init_flags(&sfile->vms, XA_FLAGS_ALLOC1);
	xa_init_flags(&sfile->channels, XA_FLAGS_ALLOC1);
	file->driver_priv = sfile;
	return 0;
}

static void smgpu_postclose(struct drm_device *drm, struct drm_file *file)
{
	struct smgpu_file *sfile = file->driver_priv;

	/*
	 * Channels first: they hold their VM, which clears its mappings once no channel can use
	 * them.
	 */
	smgpu_channel_close_all(sfile);
	smgpu_vm_close_all(sfile);
	xa_destroy(&sfile->channels);
	xa_destroy(&sfile->vms);
	mutex_destroy(&sfile->lock);
	smgpu_client_put(sfile->client);
	kfree(sfile);
}

#define SMGPU_IOCTL(name, func) \
	DRM_IOCTL_DEF_DRV(SMGPU_##name, smgpu_ioctl_##func, DRM_RENDER_ALLOW)

static const struct drm_ioctl_desc smgpu_ioctls[] = {
	SMGPU_IOCTL(DEV_QUERY, dev_query),
	SMGPU_IOCTL(BO_CREATE, bo_create),
	SMGPU_IOCTL(BO_MMAP_OFFSET, bo_mmap_offset),
	SMGPU_IOCTL(BO_MADVISE, bo_madvise),
	SMGPU_IOCTL(VM_CREATE, vm_create),
	SMGPU_IOCTL(VM_DESTROY, vm_destroy),
	SMGPU_IOCTL(VM_BIND, vm_bind),
	SMGPU_IOCTL(CHANNEL_CREATE, channel_create),
	SMGPU_IOCTL(CHANNEL_DESTROY, channel_destroy),
	SMGPU_IOCTL(CHANNEL_QUERY, channel_query),
	SMGPU_IOCTL(SUBMIT, submit),
	SMGPU_IOCTL(QUEUE_MAP, queue_map),
	SMGPU_IOCTL(TIMESTAMP, timestamp),
	SMGPU_IOCTL(PERF, perf),
	SMGPU_IOCTL(CHANNEL_DUMP, channel_dump),
};

/* From the moment the card is gone, and not only when the DRM device is, nothing is asked of it. */
static bool smgpu_file_gone(struct file *filp)
{
	struct drm_file *file = filp->private_data;

	return READ_ONCE(to_smgpu_device(file->minor->dev)->gone);
}

static long smgpu_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return smgpu_file_gone(filp) ? -ENODEV : drm_ioctl(filp, cmd, arg);
}

#ifdef CONFIG_COMPAT
static long smgpu_compat_ioctl(struct file *filp, unsigned int cmd, unsigned long arg)
{
	return smgpu_file_gone(filp) ? -ENODEV : drm_compat_ioctl(filp, cmd, arg);
}
#else
#define smgpu_compat_ioctl NULL
#endif

static const struct file_operations smgpu_fops = {
	.owner = THIS_MODULE,
	.open = drm_open,
	.release = drm_release,
	.unlocked_ioctl = smgpu_ioctl,
	.compat_ioctl = smgpu_compat_ioctl,
	.poll = drm_poll,
	.read = drm_read,
	.llseek = noop_llseek,
	.mmap = smgpu_mmap,
	.fop_flags = FOP_UNSIGNED_OFFSET,
	.show_fdinfo = drm_show_fdinfo,
};

static const struct drm_driver smgpu_driver = {
	.driver_features = DRIVER_GEM | DRIVER_RENDER | DRIVER_SYNCOBJ | DRIVER_SYNCOBJ_TIMELINE |
			   SMGPU_COMPAT_DRIVER_FEATURES,
	.open = smgpu_open,
	.postclose = smgpu_postclose,
	.ioctls = smgpu_ioctls,
	.num_ioctls = ARRAY_SIZE(smgpu_ioctls),
	.fops = &smgpu_fops,
	.show_fdinfo = smgpu_show_fdinfo,
	.gem_create_object = smgpu_gem_create_object,
	.name = "smgpu",
	.desc = "FPGA GPU soft-core",
	.major = 1,
	.minor = 0,
};

/* Checks the BARs and maps BAR0. Pages of BAR2 are mapped for users, when they touch them. */
static int smgpu_map_bars(struct smgpu_device *sdev)
{
	struct pci_dev *pdev = sdev->pdev;
	struct device *dev = &pdev->dev;
	int ret;

	if (pci_resource_len(pdev, SMGPU_BAR_REGS) < SMGPU_BAR0_BYTES)
		return dev_err_probe(dev, -ENODEV, "BAR0 has %llu bytes, registers need %u\n",
				     (u64)pci_resource_len(pdev, SMGPU_BAR_REGS), SMGPU_BAR0_BYTES);
	if (!(pci_resource_flags(pdev, SMGPU_BAR_DRAM) & IORESOURCE_MEM) ||
	    !pci_resource_len(pdev, SMGPU_BAR_DRAM))
		return dev_err_probe(dev, -ENODEV, "BAR2, the window on card memory, is missing\n");

	ret = pcim_request_all_regions(pdev, "smgpu");
	if (ret)
		return dev_err_probe(dev, ret, "BARs are in use by another driver\n");

	sdev->regs = pcim_iomap(pdev, SMGPU_BAR_REGS, 0);
	if (!sdev->regs)
		return dev_err_probe(dev, -ENOMEM, "BAR0 can't be mapped\n");

	/*
	 * Pages of BAR2 have no struct page, so the kernel looks up their memory type in a list.
	 * An address that is not in the list is uncached, which works but is slower.
	 */
	ret = devm_arch_io_reserve_memtype_wc(dev, pci_resource_start(pdev, SMGPU_BAR_DRAM),
					      pci_resource_len(pdev, SMGPU_BAR_DRAM));
	if (ret)
		dev_warn(dev, "BAR2 can't be write-combining: %d\n", ret);

	sdev->doorbells = pci_resource_start(pdev, SMGPU_BAR_REGS) + SMGPU_DOORBELL_BASE;
	sdev->mem.bar = pci_resource_start(pdev, SMGPU_BAR_DRAM);
	sdev->mem.visible = pci_resource_len(pdev, SMGPU_BAR_DRAM);
	return 0;
}

static int smgpu_probe(struct pci_dev *pdev, const struct pci_device_id *id)
{
	struct device *dev = &pdev->dev;
	struct smgpu_device *sdev;
	int ret;

	ret = pcim_enable_device(pdev);
	if (ret)
		return dev_err_probe(dev, ret, "PCI device can't be enabled\n");

	sdev = devm_drm_dev_alloc(dev, &smgpu_driver, struct smgpu_device, drm);
	if (IS_ERR(sdev))
		return PTR_ERR(sdev);
	sdev->pdev = pdev;
	pci_set_drvdata(pdev, sdev);

	ret = smgpu_map_bars(sdev);
	if (ret)
		return ret;

	ret = dma_set_mask_and_coherent(dev, DMA_BIT_MASK(SMGPU_PA_BITS));
	if (ret)
		return dev_err_probe(dev, ret, "no %u-bit DMA\n", SMGPU_PA_BITS);
	dma_set_max_seg_size(dev, UINT_MAX);

	ret = smgpu_device_init(sdev);
	if (ret)
		return ret;

	smgpu_debugfs_init(sdev);
	ret = smgpu_device_register(sdev);
	if (ret) {
		smgpu_device_fini(sdev);
		return dev_err_probe(dev, ret, "DRM device can't be registered\n");
	}
	/* What a reset of the slot brings back. */
	pci_save_state(pdev);
	smgpu_board_init(sdev);
	return 0;
}

static void smgpu_remove(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	smgpu_device_unplug(sdev);
	smgpu_board_fini(sdev);
	smgpu_device_fini(sdev);
}

static void smgpu_shutdown(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	smgpu_device_unplug(sdev);
}

static int smgpu_suspend(struct device *dev)
{
	smgpu_reset_prepare(dev_get_drvdata(dev), true);
	return 0;
}

static int smgpu_resume(struct device *dev)
{
	return smgpu_reset_done(dev_get_drvdata(dev));
}

/* Sleep to memory and to disk alike: the card keeps nothing. */
static DEFINE_SIMPLE_DEV_PM_OPS(smgpu_pm_ops, smgpu_suspend, smgpu_resume);

static const struct pci_device_id smgpu_ids[] = {
	/* The simulated card. Boards keep their vendor's ID and come in through new_id. */
	{ PCI_DEVICE(SMGPU_PCI_VENDOR_SIM, SMGPU_PCI_DEVICE_SIM) },
	{ }
};
MODULE_DEVICE_TABLE(pci, smgpu_ids);

static struct pci_driver smgpu_pci_driver = {
	.name = "smgpu",
	.id_table = smgpu_ids,
	.probe = smgpu_probe,
	.remove = smgpu_remove,
	.shutdown = smgpu_shutdown,
	.dev_groups = smgpu_board_groups,
	.err_handler = &smgpu_slot_handlers,
	.driver.pm = pm_sleep_ptr(&smgpu_pm_ops),
};

static int __init smgpu_module_init(void)
{
	int ret;

	if (drm_firmware_drivers_only())
		return -ENODEV;
	ret = smgpu_channel_module_init();
	if (ret)
		return ret;
	ret = smgpu_flash_module_init();
	if (ret)
		goto err_channel;
	ret = pci_register_driver(&smgpu_pci_driver);
	if (ret)
		goto err_flash;
	return 0;

err_flash:
	smgpu_flash_module_exit();
err_channel:
	smgpu_channel_module_exit();
	return ret;
}
module_init(smgpu_module_init);

static void __exit smgpu_module_exit(void)
{
	pci_unregister_driver(&smgpu_pci_driver);
	smgpu_flash_module_exit();
	smgpu_channel_module_exit();
	/*
	 * The task that released the last fence may be preempted behind module_put(), still in
	 * this module's code. Wait for it, then for the RCU callbacks that it has queued.
	 */
	synchronize_rcu_tasks();
	rcu_barrier();
}
module_exit(smgpu_module_exit);

MODULE_DESCRIPTION("DRM driver for the smgpu FPGA GPU soft-core");
MODULE_LICENSE("Dual MIT/GPL");
MODULE_FIRMWARE(SMGPU_FW_NAME);
