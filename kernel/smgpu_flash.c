// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The board's configuration flash: a controller of the SPI core with one device, which the kernel's
 * own drivers of such chips serve. They make /dev/mtdN of it, one for each image.
 *
 * Those drivers do not bear that a controller goes while a program has /dev/mtdN open: they would
 * use what they have freed, and the driver of the controller's parent. So a flash has a device of
 * its own, apart from the card's, and stays until this module goes, which open files prevent. While
 * its card is not there, transfers fail with -ENODEV. When a card comes back into the same slot, it
 * gets its flash back.
 */
#include <linux/delay.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mtd/mtd.h>
#include <linux/mtd/partitions.h>
#include <linux/mutex.h>
#include <linux/pci.h>
#include <linux/platform_device.h>
#include <linux/slab.h>
#include <linux/spi/flash.h>
#include <linux/spi/spi.h>

#include "smgpu_board.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"

/* Bytes of a transfer, and of a message: resets of the card wait for the end of one. */
#define SMGPU_FLASH_TRANSFER	512
#define SMGPU_FLASH_MESSAGE	(SMGPU_FLASH_TRANSFER + 16)

/* Core clocks of a bit, and the wall time after which a byte does not end. */
#define SMGPU_FLASH_DIVIDER	4
#define SMGPU_FLASH_BYTE_MS	100

static bool write_fallback;
module_param(write_fallback, bool, 0444);
MODULE_PARM_DESC(write_fallback,
		 "let the part of the board's flash be written that has the fallback image (default no)");

/**
 * struct smgpu_flash - flash of the card of one slot
 */
struct smgpu_flash {
	/** @link: in smgpu_flashes */
	struct list_head link;
	/** @pdev: its device; the parent of @host */
	struct platform_device *pdev;
	/** @host: controller */
	struct spi_controller *host;
	/** @spi: the chip */
	struct spi_device *spi;
	/** @lock: guards @sdev, and is held while a message is sent */
	struct mutex lock;
	/** @sdev: the card; NULL: it is not there */
	struct smgpu_device *sdev;
	/** @size: register SPI_SIZE */
	u32 size;
	/** @update: register SPI_UPDATE */
	u32 update;
	/** @data: for the chip's driver */
	struct flash_platform_data data;
	/** @parts: of @data */
	struct mtd_partition parts[2];
	/** @slot: name of the card's PCI device */
	char slot[];
};

/* All flashes since the module was loaded; one that comes, goes or looks at a time */
static LIST_HEAD(smgpu_flashes);
static DEFINE_MUTEX(smgpu_flashes_lock);

/* The parent of a controller needs a driver: the chip's takes references of its module. */
static struct platform_driver smgpu_flash_driver = {
	.driver = {
		.name = "smgpu-flash",
		.suppress_bind_attrs = true,
	},
};

static int smgpu_flash_idle(struct smgpu_device *sdev)
{
	unsigned long end = jiffies + 1 + msecs_to_jiffies(SMGPU_FLASH_BYTE_MS *
							     smgpu_watch_slowdown());
	u32 v;

	for (;;) {
		v = smgpu_read(sdev, SMGPU_BOARD_SPI_CTRL);
		if (v == SMGPU_ALL_ONES)
			return -ENODEV;
		if (!(v & SMGPU_BOARD_SPI_CTRL_BUSY_MASK))
			return 0;
		if (time_after(jiffies, end))
			return -EIO;
		cpu_relax();
	}
}

/* A byte that is written while another is sent waits on the card, so only reads need care. */
static int smgpu_flash_transfer(struct smgpu_device *sdev, const struct spi_transfer *xfer)
{
	const u8 *tx = xfer->tx_buf;
	u8 *rx = xfer->rx_buf;
	unsigned int i;
	int ret;

	for (i = 0; i < xfer->len; i++) {
		smgpu_write(sdev, SMGPU_BOARD_SPI_DATA, tx ? tx[i] : 0);
		if (!rx)
			continue;
		ret = smgpu_flash_idle(sdev);
		if (ret)
			return ret;
		rx[i] = smgpu_read(sdev, SMGPU_BOARD_SPI_DATA);
	}
	/* The card was there to the end, or what was read is worth nothing. */
	return smgpu_flash_idle(sdev);
}

static void smgpu_flash_select(struct smgpu_device *sdev, bool on)
{
	smgpu_write(sdev, SMGPU_BOARD_SPI_CTRL, on ? SMGPU_BOARD_SPI_CTRL_SELECT_MASK : 0);
}

static int smgpu_flash_transfers(struct smgpu_device *sdev, struct spi_message *msg)
{
	struct spi_transfer *xfer;
	int ret;

	list_for_each_entry(xfer, &msg->transfers, transfer_list) {
		ret = smgpu_flash_transfer(sdev, xfer);
		if (ret)
			return ret;
		msg->actual_length += xfer->len;
		spi_transfer_delay_exec(xfer);
		if (!xfer->cs_change || list_is_last(&xfer->transfer_list, &msg->transfers))
			continue;
		smgpu_flash_select(sdev, false);
		ndelay(100);
		smgpu_flash_select(sdev, true);
	}
	return 0;
}

/* A failure is the message's and not the controller's, which would be an error in the log. */
static int smgpu_flash_message(struct spi_controller *host, struct spi_message *msg)
{
	struct smgpu_flash *flash = spi_controller_get_devdata(host);
	int srcu, ret = -ENODEV;

	mutex_lock(&flash->lock);
	if (flash->sdev)
		ret = smgpu_device_enter(flash->sdev, &srcu);
	if (!ret) {
		smgpu_flash_select(flash->sdev, true);
		ret = smgpu_flash_transfers(flash->sdev, msg);
		smgpu_flash_select(flash->sdev, false);
		smgpu_device_exit(flash->sdev, srcu);
	}
	mutex_unlock(&flash->lock);

	msg->status = ret;
	spi_finalize_current_message(host);
	return 0;
}

static size_t smgpu_flash_max_transfer(struct spi_device *spi)
{
	return SMGPU_FLASH_TRANSFER;
}

static size_t smgpu_flash_max_message(struct spi_device *spi)
{
	return SMGPU_FLASH_MESSAGE;
}

static int smgpu_flash_add_host(struct smgpu_flash *flash, u32 core_hz)
{
	struct spi_controller *host = spi_alloc_host(&flash->pdev->dev, 0);
	int ret;

	if (!host)
		return -ENOMEM;
	spi_controller_set_devdata(host, flash);
	host->bus_num = -1;
	host->num_chipselect = 1;
	host->bits_per_word_mask = SPI_BPW_MASK(8);
	host->max_speed_hz = core_hz / SMGPU_FLASH_DIVIDER;
	host->max_transfer_size = smgpu_flash_max_transfer;
	host->max_message_size = smgpu_flash_max_message;
	host->transfer_one_message = smgpu_flash_message;
	ret = spi_register_controller(host);
	if (ret)
		spi_controller_put(host);
	else
		flash->host = host;
	return ret;
}

/* The whole chip is the update's without a fallback image. */
static void smgpu_flash_partition(struct smgpu_flash *flash)
{
	struct mtd_partition *part = flash->parts;

	if (flash->size & SMGPU_BOARD_SPI_SIZE_FALLBACK_MASK) {
		part->name = "fallback";
		part->size = flash->update;
		part->mask_flags = write_fallback ? 0 : MTD_WRITEABLE;
		part++;
		part->offset = flash->update;
	}
	part->name = "update";
	part->size = MTDPART_SIZ_FULL;
	flash->data.parts = flash->parts;
	flash->data.nr_parts = part + 1 - flash->parts;
}

static void smgpu_flash_free(struct smgpu_flash *flash)
{
	if (flash->host)
		spi_unregister_controller(flash->host);
	if (!IS_ERR_OR_NULL(flash->pdev))
		platform_device_unregister(flash->pdev);
	mutex_destroy(&flash->lock);
	kfree(flash);
}

static struct smgpu_flash *smgpu_flash_new(struct smgpu_device *sdev, u32 size, u32 update)
{
	const char *slot = pci_name(sdev->pdev);
	size_t n = strlen(slot) + 1;
	struct smgpu_flash *flash;
	int ret;

	flash = kzalloc(struct_size(flash, slot, n), GFP_KERNEL);
	if (!flash)
		return ERR_PTR(-ENOMEM);
	memcpy(flash->slot, slot, n);
	mutex_init(&flash->lock);
	flash->size = size;
	flash->update = update;
	smgpu_flash_partition(flash);

	flash->pdev = platform_device_register_simple(smgpu_flash_driver.driver.name,
						      PLATFORM_DEVID_AUTO, NULL, 0);
	ret = PTR_ERR_OR_ZERO(flash->pdev);
	if (!ret)
		ret = smgpu_flash_add_host(flash, sdev->card.timebase_hz);
	if (!ret)
		return flash;
	smgpu_flash_free(flash);
	return ERR_PTR(ret);
}

/* That of the card's slot, made if there is none; with smgpu_flashes_lock held. */
static struct smgpu_flash *smgpu_flash_find(struct smgpu_device *sdev, u32 size, u32 update)
{
	struct smgpu_flash *flash;

	list_for_each_entry(flash, &smgpu_flashes, link) {
		if (strcmp(flash->slot, pci_name(sdev->pdev)))
			continue;
		/* Programs may have the old one open. */
		return flash->size == size && flash->update == update ? flash : ERR_PTR(-EBUSY);
	}
	flash = smgpu_flash_new(sdev, size, update);
	if (!IS_ERR(flash))
		list_add(&flash->link, &smgpu_flashes);
	return flash;
}

/* Tells the SPI core of the chip; its driver looks for the chip's identity once it is loaded. */
static int smgpu_flash_add_chip(struct smgpu_flash *flash)
{
	struct spi_board_info info = {
		.modalias = "spi-nor",
		.platform_data = &flash->data,
		.max_speed_hz = flash->host->max_speed_hz,
		.mode = SPI_MODE_0,
	};
	int ret;

	if (!flash->spi) {
		flash->spi = spi_new_device(flash->host, &info);
		return flash->spi ? 0 : -ENODEV;
	}
	/* Its driver may have come while the card was not there. */
	ret = device_attach(&flash->spi->dev);
	return min(ret, 0);
}

/**
 * smgpu_flash_init() - offer the board's flash, if it has one
 * @sdev: device with a board block
 */
void smgpu_flash_init(struct smgpu_device *sdev)
{
	u32 size = smgpu_read(sdev, SMGPU_BOARD_SPI_SIZE);
	u32 update = smgpu_read(sdev, SMGPU_BOARD_SPI_UPDATE);
	struct device *dev = sdev->drm.dev;
	struct smgpu_flash *flash;
	int ret;

	if (!smgpu_field(size, SMGPU_BOARD_SPI_SIZE_KIB))
		return;
	mutex_lock(&smgpu_flashes_lock);
	flash = smgpu_flash_find(sdev, size, update);
	ret = PTR_ERR_OR_ZERO(flash);
	if (!ret) {
		mutex_lock(&flash->lock);
		smgpu_flash_select(sdev, false);
		flash->sdev = sdev;
		mutex_unlock(&flash->lock);
		sdev->board.flash = flash;
		ret = smgpu_flash_add_chip(flash) ?:
		      sysfs_create_link(&dev->kobj, &flash->pdev->dev.kobj, "flash");
	}
	mutex_unlock(&smgpu_flashes_lock);
	if (ret == -EBUSY)
		dev_warn(dev,
			 "flash is not offered: this slot had another one, load the module again\n");
	else if (ret)
		dev_warn(dev, "flash is not offered: %d\n", ret);
}

/**
 * smgpu_flash_fini() - the card goes, its flash stays and fails
 * @sdev: unplugged device
 */
void smgpu_flash_fini(struct smgpu_device *sdev)
{
	struct smgpu_flash *flash = sdev->board.flash;

	if (!flash)
		return;
	sysfs_remove_link(&sdev->drm.dev->kobj, "flash");
	mutex_lock(&flash->lock);
	flash->sdev = NULL;
	mutex_unlock(&flash->lock);
}

/**
 * smgpu_flash_module_init() - prepare, before the first card comes
 *
 * Return: 0 or an errno.
 */
int smgpu_flash_module_init(void)
{
	return platform_driver_register(&smgpu_flash_driver);
}

/**
 * smgpu_flash_module_exit() - let go of all flashes, none of which is open
 */
void smgpu_flash_module_exit(void)
{
	struct smgpu_flash *flash, *next;

	list_for_each_entry_safe(flash, next, &smgpu_flashes, link)
		smgpu_flash_free(flash);
	platform_driver_unregister(&smgpu_flash_driver);
}
