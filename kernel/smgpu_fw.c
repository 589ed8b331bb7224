// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Firmware: memory shared with it, loading through DMA 0, handshake.
 */
#include <linux/delay.h>
#include <linux/dma-mapping.h>
#include <linux/firmware.h>
#include <linux/pci.h>

#include "smgpu_device.h"
#include "smgpu_dump.h"
#include "smgpu_fw.h"
#include "smgpu_fw_check.h"
#include "smgpu_mem.h"
#include "smgpu_mmio.h"

/*
 * Card seconds that loading and booting may take; a card that is slower than its clock says is
 * caught by the host's clock.
 */
#define SMGPU_BOOT_CARD_S	2
#define SMGPU_BOOT_WALL_S	5

/**
 * struct smgpu_deadline - after which the card is late; the log tells which of the two it was
 * @timebase: the card's clock
 * @wall: jiffies
 */
struct smgpu_deadline {
	u64 timebase;
	unsigned long wall;
};

static void smgpu_deadline_start(struct smgpu_device *sdev, struct smgpu_deadline *d)
{
	d->timebase = smgpu_device_timebase(sdev) + (u64)SMGPU_BOOT_CARD_S * sdev->card.timebase_hz;
	d->wall = jiffies + SMGPU_BOOT_WALL_S * smgpu_watch_slowdown() * HZ;
}

static bool smgpu_deadline_passed(struct smgpu_device *sdev, const struct smgpu_deadline *d)
{
	return smgpu_device_timebase(sdev) > d->timebase || time_after(jiffies, d->wall);
}

/* One piece of card memory that belongs to the firmware alone. */
static int smgpu_fw_spill_init(struct smgpu_device *sdev)
{
	struct smgpu_fw_mem *fw = &sdev->fw;
	u32 bytes = sdev->card.sm_count * sdev->card.warps_per_sm * SMGPU_FW_SPILL_BYTES;
	struct gpu_buddy_block *block;
	int ret;

	INIT_LIST_HEAD(&fw->spill);
	/* A power of two is one block of the buddy. */
	ret = smgpu_mem_alloc(sdev, roundup_pow_of_two(bytes), false, &fw->spill);
	if (ret)
		return ret;
	fw->spill_bytes = bytes;
	if (!list_is_singular(&fw->spill))
		return -ENOSPC;
	block = list_first_entry(&fw->spill, struct gpu_buddy_block, link);
	fw->spill_area = gpu_buddy_block_offset(block);
	return 0;
}

/**
 * smgpu_fw_mem_init() - allocate what kernel and firmware share
 * @sdev: device with smgpu_mem_init() done
 *
 * Return: 0, -ENOMEM or -ENOSPC; smgpu_fw_mem_fini() cleans up in both cases.
 */
int smgpu_fw_mem_init(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	struct smgpu_fw_mem *fw = &sdev->fw;

	fw->boot = dma_alloc_coherent(dev, sizeof(*fw->boot), &fw->boot_dma, GFP_KERNEL);
	fw->shared = dma_alloc_coherent(dev, sizeof(*fw->shared), &fw->shared_dma, GFP_KERNEL);
	fw->cmds = dma_alloc_coherent(dev, SMGPU_CMD_ENTRIES * sizeof(*fw->cmds),
				      &fw->cmds_dma, GFP_KERNEL);
	fw->events = dma_alloc_coherent(dev, SMGPU_EVENT_ENTRIES * sizeof(*fw->events),
					&fw->events_dma, GFP_KERNEL);
	fw->log = dma_alloc_coherent(dev, SMGPU_LOG_BYTES, &fw->log_dma, GFP_KERNEL);
	fw->dump_bytes = smgpu_dump_bytes(sdev);
	fw->dumps = dma_alloc_coherent(dev, SMGPU_MAX_CHANNELS * fw->dump_bytes, &fw->dumps_dma,
				       GFP_KERNEL);

	if (!fw->boot || !fw->shared || !fw->cmds || !fw->events || !fw->log || !fw->dumps)
		return -ENOMEM;
	return smgpu_fw_spill_init(sdev);
}

/**
 * smgpu_fw_mem_fini() - free what kernel and firmware shared; idempotent
 * @sdev: device whose card is halted
 */
void smgpu_fw_mem_fini(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	struct smgpu_fw_mem old, *fw = &old;

	if (sdev->fw.spill_bytes)
		smgpu_mem_free(sdev, &sdev->fw.spill);

	/* A file that is closed late still looks for what the firmware has written. */
	mutex_lock(&sdev->irq_lock);
	old = sdev->fw;
	memset(&sdev->fw, 0, sizeof(sdev->fw));
	mutex_unlock(&sdev->irq_lock);

	if (fw->image)
		dma_free_coherent(dev, fw->image_bytes, fw->image, fw->image_dma);
	if (fw->dumps)
		dma_free_coherent(dev, SMGPU_MAX_CHANNELS * fw->dump_bytes, fw->dumps,
				  fw->dumps_dma);
	if (fw->log)
		dma_free_coherent(dev, SMGPU_LOG_BYTES, fw->log, fw->log_dma);
	if (fw->events)
		dma_free_coherent(dev, SMGPU_EVENT_ENTRIES * sizeof(*fw->events), fw->events,
				  fw->events_dma);
	if (fw->cmds)
		dma_free_coherent(dev, SMGPU_CMD_ENTRIES * sizeof(*fw->cmds), fw->cmds,
				  fw->cmds_dma);
	if (fw->shared)
		dma_free_coherent(dev, sizeof(*fw->shared), fw->shared, fw->shared_dma);
	if (fw->boot)
		dma_free_coherent(dev, sizeof(*fw->boot), fw->boot, fw->boot_dma);
}

/* Empty rings, and a boot block that says where they are. With the MCU held in reset. */
static void smgpu_fw_mem_prepare(struct smgpu_device *sdev)
{
	struct smgpu_fw_mem *fw = &sdev->fw;
	struct smgpu_fw_boot *boot = fw->boot;

	/* The interrupt's thread may be looking. */
	mutex_lock(&sdev->irq_lock);
	memset(fw->shared, 0, sizeof(*fw->shared));
	memset(fw->cmds, 0, SMGPU_CMD_ENTRIES * sizeof(*fw->cmds));
	memset(fw->events, 0, SMGPU_EVENT_ENTRIES * sizeof(*fw->events));
	memset(fw->log, 0, SMGPU_LOG_BYTES);
	memset(boot, 0, sizeof(*boot));
	WRITE_ONCE(sdev->cmdq.put, 0);
	sdev->cmdq.rung = 0;
	WRITE_ONCE(sdev->cmdq.event_get, 0);
	mutex_unlock(&sdev->irq_lock);

	boot->magic = SMGPU_FW_BOOT_MAGIC;
	boot->abi_major = SMGPU_FW_ABI_MAJOR;
	boot->abi_minor = SMGPU_FW_ABI_MINOR;
	boot->size = sizeof(*boot);
	boot->cmd_ring = fw->cmds_dma;
	boot->event_ring = fw->events_dma;
	boot->log_ring = fw->log_dma;
	boot->shared = fw->shared_dma;
	boot->cmd_entries = SMGPU_CMD_ENTRIES;
	boot->event_entries = SMGPU_EVENT_ENTRIES;
	boot->log_bytes = SMGPU_LOG_BYTES;
	boot->spill_area = fw->spill_area;
	boot->spill_bytes = fw->spill_bytes;
	boot->dump_area = fw->dumps_dma;
	boot->dump_bytes = fw->dump_bytes;
}

/* Copies the image into the TCM while the MCU is held in reset. */
static int smgpu_fw_load(struct smgpu_device *sdev, dma_addr_t image, u32 bytes)
{
	struct device *dev = sdev->drm.dev;
	struct smgpu_deadline deadline;
	u32 status;

	smgpu_write(sdev, SMGPU_DMA_SRC_LO(0), lower_32_bits(image));
	smgpu_write(sdev, SMGPU_DMA_SRC_HI(0), upper_32_bits(image));
	smgpu_write(sdev, SMGPU_DMA_DST_LO(0), 0);
	smgpu_write(sdev, SMGPU_DMA_DST_HI(0), 0);
	smgpu_write(sdev, SMGPU_DMA_LEN(0), bytes);
	smgpu_write(sdev, SMGPU_DMA_CTRL(0),
		    SMGPU_DMA_CTRL_SRC_SPACE_HOST << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT |
		    SMGPU_DMA_CTRL_SRC_SPACE_TCM << SMGPU_DMA_CTRL_DST_SPACE_SHIFT);

	smgpu_deadline_start(sdev, &deadline);
	for (;;) {
		status = smgpu_read(sdev, SMGPU_DMA_STATUS(0));
		if (status == SMGPU_ALL_ONES)
			return dev_err_probe(dev, -ENODEV,
					     "card was lost while firmware was loaded\n");
		if (!(status & SMGPU_DMA_STATUS_BUSY_MASK))
			break;
		if (smgpu_deadline_passed(sdev, &deadline))
			return dev_err_probe(dev, -ETIMEDOUT,
					     "firmware copy to the card does not end\n");
		usleep_range(100, 1000);
	}

	if (!(status & SMGPU_DMA_STATUS_DONE_MASK) ||
	    smgpu_field(status, SMGPU_DMA_STATUS_ERROR))
		return dev_err_probe(dev, -EIO,
				     "firmware copy to the card failed, DMA status %#x\n", status);
	return 0;
}

static const char *smgpu_fw_boot_text(u32 status)
{
	switch (status) {
	case SMGPU_FW_BOOT_BAD_MAGIC:
		return "boot block magic";
	case SMGPU_FW_BOOT_BAD_VERSION:
		return "ABI version";
	case SMGPU_FW_BOOT_BAD_SIZE:
		return "boot block size";
	case SMGPU_FW_BOOT_BAD_RING:
		return "ring addresses or sizes";
	case SMGPU_FW_BOOT_BAD_SPILL:
		return "place for spilled tokens";
	case SMGPU_FW_BOOT_BAD_DUMP:
		return "place for dumps of channels";
	default:
		return "a status this driver does not know";
	}
}

/* Starts the MCU and waits until the firmware is ready, refuses the boot block, or panics. */
static int smgpu_fw_handshake(struct smgpu_device *sdev)
{
	struct device *dev = sdev->drm.dev;
	struct smgpu_fw_boot *boot = sdev->fw.boot;
	struct smgpu_deadline deadline;
	u32 status, progress;

	smgpu_deadline_start(sdev, &deadline);
	while (!(status = READ_ONCE(boot->fw_status))) {
		progress = smgpu_read(sdev, SMGPU_HOST_PROGRESS);
		if (progress == SMGPU_ALL_ONES)
			return dev_err_probe(dev, -ENODEV, "card was lost while firmware booted\n");
		if ((progress & 0xff00) == SMGPU_FW_PROGRESS_PANIC)
			return dev_err_probe(dev, -EIO,
					     "firmware panicked while booting, progress %#06x, MCU PC %#x\n",
					     progress, smgpu_read(sdev, SMGPU_MCU_PC));
		if ((progress & 0xff00) == SMGPU_FW_PROGRESS_BOOT_BLOCK && (progress & 0xff)) {
			status = progress & 0xff;
			break;
		}
		if (smgpu_deadline_passed(sdev, &deadline))
			return dev_err_probe(dev, -ETIMEDOUT,
					     "firmware does not answer: progress %#06x, MCU status %#x, PC %#x\n",
					     progress, smgpu_read(sdev, SMGPU_MCU_STATUS),
					     smgpu_read(sdev, SMGPU_MCU_PC));
		usleep_range(200, 2000);
	}
	dma_rmb();

	if (status != SMGPU_FW_BOOT_READY)
		return dev_err_probe(dev, -EPROTO,
				     "firmware refuses to boot: it does not accept the %s\n",
				     smgpu_fw_boot_text(status));
	if (boot->fw_abi_major != SMGPU_FW_ABI_MAJOR || boot->fw_abi_minor < SMGPU_FW_ABI_MINOR)
		return dev_err_probe(dev, -EPROTO,
				     "running firmware speaks ABI %u.%u, the driver needs %u.%u\n",
				     boot->fw_abi_major, boot->fw_abi_minor,
				     SMGPU_FW_ABI_MAJOR, SMGPU_FW_ABI_MINOR);

	sdev->fw.abi_major = boot->fw_abi_major;
	sdev->fw.abi_minor = boot->fw_abi_minor;
	sdev->fw.build_id = boot->fw_build_id;
	return 0;
}

/**
 * smgpu_fw_read() - read the firmware's file and keep it
 * @sdev: device with smgpu_fw_mem_init() done
 *
 * Return: 0 or an errno with the reason in the log.
 */
int smgpu_fw_read(struct smgpu_device *sdev)
{
	struct smgpu_fw_mem *mem = &sdev->fw;
	struct device *dev = sdev->drm.dev;
	struct smgpu_fw_header header;
	enum smgpu_fw_problem problem;
	const struct firmware *fw;
	int ret;

	ret = request_firmware(&fw, SMGPU_FW_NAME, dev);
	if (ret)
		return dev_err_probe(dev, ret, "firmware file %s can't be read\n", SMGPU_FW_NAME);

	problem = smgpu_fw_check(fw->data, fw->size, sdev->card.tcm_bytes, &header);
	if (problem) {
		ret = dev_err_probe(dev, -EINVAL,
				    "firmware file %s: %s (%zu bytes, magic %#x, ABI %u.%u, length %u)\n",
				    SMGPU_FW_NAME, smgpu_fw_problem_text(problem), fw->size,
				    header.magic, header.abi_major, header.abi_minor,
				    header.length);
		goto out_release;
	}

	mem->image = dma_alloc_coherent(dev, header.length, &mem->image_dma, GFP_KERNEL);
	if (!mem->image) {
		ret = -ENOMEM;
		goto out_release;
	}
	mem->image_bytes = header.length;
	mem->entry = header.entry;
	memcpy(mem->image, fw->data, header.length);
out_release:
	release_firmware(fw);
	return ret;
}

/**
 * smgpu_fw_boot() - load and start the firmware
 * @sdev: device whose card was just reset, with smgpu_fw_read() done
 *
 * Allocates nothing: fences may wait for it.
 *
 * Return: 0 with an empty command ring, or an errno with the reason in the log and the MCU held
 * in reset.
 */
int smgpu_fw_boot(struct smgpu_device *sdev)
{
	int ret;

	smgpu_fw_mem_prepare(sdev);

	ret = smgpu_fw_load(sdev, sdev->fw.image_dma, sdev->fw.image_bytes);
	if (!ret) {
		smgpu_write(sdev, SMGPU_HOST_SCRATCH(0), lower_32_bits(sdev->fw.boot_dma));
		smgpu_write(sdev, SMGPU_HOST_SCRATCH(1), upper_32_bits(sdev->fw.boot_dma));
		smgpu_write(sdev, SMGPU_MCU_RESET_VECTOR, sdev->fw.entry);
		smgpu_write(sdev, SMGPU_MCU_CTRL, SMGPU_MCU_CTRL_RUN_MASK);

		ret = smgpu_fw_handshake(sdev);
		if (ret)
			smgpu_write(sdev, SMGPU_MCU_CTRL, 0);
	}

	/* A copy that did not end could still read the image. */
	if (ret == -ETIMEDOUT && smgpu_device_reset_hw(sdev))
		pci_clear_master(sdev->pdev);
	return ret;
}
