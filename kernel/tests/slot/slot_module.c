// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The card's slot and its neighbours: errors that the PCI core tells the driver of, and another DRM
 * device that goes away.
 *
 * /dev/smgpu-slot: what is written is done, what is read says how that ended.
 *
 *   normal            an error that harms nothing: "recovered", or "failed"
 *   normal-silent     the same, and the card does not answer after it until its slot is reset
 *   frozen            an error that cuts the card off, until its slot is reset
 *   frozen-dead       the same; the reset does not help
 *   frozen-forgotten  the same; another device below the port, or the port itself, can't be reset:
 *                     then the core tells no driver any more, as older kernels do
 *   frozen-reset      the same, and the card's function is reset before the error ends: "failed" if
 *                     that starts a card which the end of the error starts as well
 *   perm              an error that is final
 *   normal-late       the card does not answer for a moment, the driver sees it, and then the core
 *                     reports an error that harms nothing
 *   frozen-late       the same, and the core reports an error that cuts the card off
 *   frozen-recovery   the same, seen while the driver resets a card whose firmware was dead
 *   untold            the card does not answer, and no report comes: "failed" once it is lost, or
 *                     "early" if that was within a second
 *   twice             it is lost, and its end is asked for once more while it lasts: "failed", or
 *                     "early" if the second returns before that end
 *   bright            the card answers again, for a driver that binds to it
 *   hold              holds what the driver's processes wait for, six seconds long
 *   unplug            another DRM device is made and unplugged: how many milliseconds that took
 *
 * The steps of recovery and their locks are those of pcie_do_recovery(). The fake card (FAKE=slot)
 * is told by a register whether it answers.
 */
#include <linux/delay.h>
#include <linux/io.h>
#include <linux/miscdevice.h>
#include <linux/module.h>
#include <linux/pci.h>
#include <linux/uaccess.h>
#include <linux/workqueue.h>

#include <drm/drm_drv.h>
#include <drm/drm_gem.h>

#include "smgpu_device.h"

#define SLOT_HOLD_MS	6000
/* The driver looks each second, and counts firmware as dead after five. */
#define SLOT_SEEN_S	60
#define SLOT_DARK_AT_RESET	2

static DEFINE_MUTEX(slot_lock);
static char slot_said[32];

static void slot_write_reg(struct pci_dev *pdev, u32 offset, u32 value)
{
	void __iomem *reg = ioremap(pci_resource_start(pdev, 0) + offset, 4);

	if (!reg)
		return;
	writel(value, reg);
	iounmap(reg);
}

static void slot_dark(struct pci_dev *pdev, bool dark)
{
	slot_write_reg(pdev, SMGPU_HOST_SCRATCH(3), dark);
}

/* As if a port above the card reported errors; then it falls silent, and the driver finds it so. */
static bool slot_fall_silent(struct pci_dev *pdev, bool in_recovery)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);
	unsigned long end = jiffies + SLOT_SEEN_S * HZ;
	bool seen;

	sdev->slot_reports = true;
	if (in_recovery) {
		slot_write_reg(pdev, SMGPU_HOST_SCRATCH(3), SLOT_DARK_AT_RESET);
		slot_write_reg(pdev, SMGPU_MCU_CTRL, 0);
	} else {
		slot_dark(pdev, true);
	}
	do {
		seen = READ_ONCE(sdev->slot_silent);
		if (in_recovery)
			seen = READ_ONCE(sdev->down) && readl(sdev->regs) == ~0u;
		usleep_range(1000, 2000);
	} while (!seen && !READ_ONCE(sdev->lost) && time_before(jiffies, end));
	return seen;
}

static const char *slot_untold(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);
	unsigned long end = jiffies + SLOT_SEEN_S * HZ, began;

	/* Before, as it may be seen at once */
	began = jiffies;
	if (!slot_fall_silent(pdev, false))
		return "unseen";
	while (!READ_ONCE(sdev->lost) && time_before(jiffies, end))
		usleep_range(1000, 2000);
	if (!READ_ONCE(sdev->lost))
		return "kept";
	return time_before(jiffies, began + HZ) ? "early" : "failed";
}

/* The end of the whole machine comes while the card's own is under way, and is held up. */
struct slot_second {
	struct work_struct work;
	struct pci_dev *pdev;
	struct completion returned;
	bool early;
};

static void slot_shut_down(struct work_struct *work)
{
	struct slot_second *second = container_of(work, struct slot_second, work);
	struct smgpu_device *sdev = pci_get_drvdata(second->pdev);

	second->pdev->driver->shutdown(second->pdev);
	second->early = !drm_dev_is_unplugged(&sdev->drm);
	complete(&second->returned);
}

static const char *slot_twice(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);
	struct slot_second second = { .pdev = pdev };
	int held;

	INIT_WORK_ONSTACK(&second.work, slot_shut_down);
	init_completion(&second.returned);
	/* Who holds the card holds up its end, behind the halt. */
	held = srcu_read_lock(&sdev->holders);
	pdev->driver->err_handler->error_detected(pdev, pci_channel_io_perm_failure);
	wait_for_completion(&sdev->halted);
	schedule_work(&second.work);
	wait_for_completion_timeout(&second.returned, HZ);
	srcu_read_unlock(&sdev->holders, held);
	flush_work(&second.work);
	destroy_work_on_stack(&second.work);
	return second.early ? "early" : "failed";
}

/* What the core does of an error; the driver's handlers run under the device's lock. */
static bool slot_recover(struct pci_dev *pdev, pci_channel_state_t state, const char *how)
{
	const struct pci_error_handlers *ops = pdev->driver->err_handler;
	struct smgpu_device *sdev = pci_get_drvdata(pdev);
	pci_ers_result_t status;

	if ((strstr(how, "late") && !slot_fall_silent(pdev, false)) ||
	    (strstr(how, "recovery") && !slot_fall_silent(pdev, true)))
		return false;
	pdev->error_state = state;
	status = ops->error_detected(pdev, state);
	slot_dark(pdev, state != pci_channel_io_normal || strstr(how, "silent"));
	if (strstr(how, "forgotten"))
		return false;
	if (status == PCI_ERS_RESULT_CAN_RECOVER)
		status = ops->mmio_enabled ? ops->mmio_enabled(pdev) : PCI_ERS_RESULT_RECOVERED;
	if (status == PCI_ERS_RESULT_NEED_RESET) {
		slot_dark(pdev, !!strstr(how, "dead"));
		status = ops->slot_reset(pdev);
	}
	if (status != PCI_ERS_RESULT_RECOVERED)
		return false;
	pdev->error_state = pci_channel_io_normal;
	if (strstr(how, "reset")) {
		ops->reset_prepare(pdev);
		ops->reset_done(pdev);
		if (!READ_ONCE(sdev->down))
			return false;
	}
	ops->resume(pdev);
	return true;
}

DEFINE_DRM_GEM_FOPS(slot_other_fops);

static const struct drm_driver slot_other_driver = {
	.driver_features = DRIVER_RENDER | DRIVER_GEM,
	.fops = &slot_other_fops,
	.name = "smgpu-other",
	.desc = "Another DRM device",
};

static int slot_unplug_other(struct device *parent)
{
	struct drm_device *other = drm_dev_alloc(&slot_other_driver, parent);
	ktime_t began;
	int ret;

	if (IS_ERR(other))
		return PTR_ERR(other);
	ret = drm_dev_register(other, 0);
	if (!ret) {
		began = ktime_get();
		drm_dev_unplug(other);
		snprintf(slot_said, sizeof(slot_said), "%lld\n",
			 ktime_ms_delta(ktime_get(), began));
	}
	drm_dev_put(other);
	return ret;
}

static int slot_hold(struct pci_dev *pdev)
{
	struct smgpu_device *sdev = pci_get_drvdata(pdev);

	mutex_lock(&sdev->objects_lock);
	msleep(SLOT_HOLD_MS);
	mutex_unlock(&sdev->objects_lock);
	return 0;
}

static struct miscdevice slot_misc;

static void slot_say(const char *text)
{
	mutex_lock(&slot_lock);
	snprintf(slot_said, sizeof(slot_said), "%s\n", text);
	mutex_unlock(&slot_lock);
}

static int slot_error(struct pci_dev *pdev, const char *word)
{
	pci_channel_state_t state = pci_channel_io_normal;
	bool recovered;

	if (str_has_prefix(word, "frozen"))
		state = pci_channel_io_frozen;
	else if (!strcmp(word, "perm"))
		state = pci_channel_io_perm_failure;
	else if (!str_has_prefix(word, "normal"))
		return -EINVAL;

	device_lock(&pdev->dev);
	recovered = pdev->driver && slot_recover(pdev, state, word);
	device_unlock(&pdev->dev);
	slot_say(recovered ? "recovered" : "failed");
	return 0;
}

static int slot_do(struct pci_dev *pdev, const char *word)
{
	int ret;

	if (!strcmp(word, "unplug")) {
		mutex_lock(&slot_lock);
		ret = slot_unplug_other(slot_misc.this_device);
		mutex_unlock(&slot_lock);
		return ret;
	}
	if (!strcmp(word, "hold"))
		return pdev->driver ? slot_hold(pdev) : -ENODEV;
	if (!strcmp(word, "untold") || !strcmp(word, "twice")) {
		if (!pdev->driver)
			return -ENODEV;
		slot_say(word[0] == 'u' ? slot_untold(pdev) : slot_twice(pdev));
		return 0;
	}
	if (strcmp(word, "bright"))
		return slot_error(pdev, word);
	slot_dark(pdev, false);
	pdev->error_state = pci_channel_io_normal;
	return 0;
}

static ssize_t slot_write(struct file *file, const char __user *from, size_t size, loff_t *pos)
{
	struct pci_dev *pdev;
	char word[32] = "";
	int ret;

	if (size >= sizeof(word))
		return -EINVAL;
	if (copy_from_user(word, from, size))
		return -EFAULT;
	pdev = pci_get_device(SMGPU_PCI_VENDOR_SIM, SMGPU_PCI_DEVICE_SIM, NULL);
	if (!pdev)
		return -ENODEV;
	ret = slot_do(pdev, strim(word));
	pci_dev_put(pdev);
	return ret ?: size;
}

static ssize_t slot_read(struct file *file, char __user *to, size_t size, loff_t *pos)
{
	ssize_t ret;

	mutex_lock(&slot_lock);
	ret = simple_read_from_buffer(to, size, pos, slot_said, strlen(slot_said));
	mutex_unlock(&slot_lock);
	return ret;
}

static const struct file_operations slot_fops = {
	.owner = THIS_MODULE,
	.read = slot_read,
	.write = slot_write,
};

static struct miscdevice slot_misc = {
	.minor = MISC_DYNAMIC_MINOR,
	.name = "smgpu-slot",
	.fops = &slot_fops,
};
module_misc_device(slot_misc);

MODULE_DESCRIPTION("Errors of the card's slot, for smgpu's tests");
MODULE_LICENSE("Dual MIT/GPL");
