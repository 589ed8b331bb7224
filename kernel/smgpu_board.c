// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * The board around the card: its block of registers answers while the card is still in reset.
 *
 * After power-up the board calibrates the card's memory, tests it, and then lets the card go. A
 * card whose memory lies stays in reset. Cards without a board block read 0 at its place.
 */
#include <linux/delay.h>
#include <linux/pci.h>
#include <linux/sched/signal.h>
#include <linux/sysfs.h>

#include "smgpu_board.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"

/* Wall seconds for all of it, and without any change of what the board says. */
#define SMGPU_BOARD_WALL_S	60
#define SMGPU_BOARD_QUIET_S	5

#define SMGPU_BOARD_LINE_BYTES	32

#define X(name, number, text) { number, text },
static const struct {
	u16 kind;
	const char *name;
} smgpu_board_names[] = { SMGPU_BOARD_VERSION_BOARD_NAMES };
#undef X

static const char *smgpu_board_name(u16 kind)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(smgpu_board_names); i++)
		if (smgpu_board_names[i].kind == kind)
			return smgpu_board_names[i].name;
	return "unknown";
}

/* Of a status that will not become better by itself: 0 while there is hope. */
static int smgpu_board_failed(struct smgpu_device *sdev, u32 status)
{
	struct device *dev = sdev->drm.dev;
	u32 errors;

	if (status == SMGPU_ALL_ONES)
		return dev_err_probe(dev, -ENODEV, "card was lost while its board started\n");
	if (status & SMGPU_BOARD_STATUS_DRAM_ERROR_MASK)
		return dev_err_probe(dev, -EIO,
				     "calibration of the card's memory failed: the card stays in reset\n");
	/* What has failed is tested to the end, for the figures. */
	if (status & SMGPU_BOARD_STATUS_TEST_RUNNING_MASK ||
	    !(status & SMGPU_BOARD_STATUS_TEST_FAILED_MASK))
		return 0;
	errors = smgpu_field(smgpu_read(sdev, SMGPU_BOARD_TEST_ERRORS),
			     SMGPU_BOARD_TEST_ERRORS_VALUE);
	return dev_err_probe(dev, -EIO,
			     "memory test found %u%s wrong lines, first at %#llx, bits %#010x: the card stays in reset\n",
			     errors, errors == SMGPU_BOARD_TEST_ERRORS_VALUE_MASK ? " or more" : "",
			     (u64)smgpu_read(sdev, SMGPU_BOARD_TEST_LINE) * SMGPU_BOARD_LINE_BYTES,
			     smgpu_read(sdev, SMGPU_BOARD_TEST_BITS));
}

static int smgpu_board_late(struct smgpu_device *sdev, u32 status)
{
	struct device *dev = sdev->drm.dev;

	if (!(status & SMGPU_BOARD_STATUS_CLOCKS_LOCKED_MASK))
		return dev_err_probe(dev, -ETIMEDOUT, "clocks of the board are not locked\n");
	if (!(status & SMGPU_BOARD_STATUS_DRAM_READY_MASK))
		return dev_err_probe(dev, -ETIMEDOUT,
				     "board did not come up in time: its memory is not calibrated\n");
	if (status & SMGPU_BOARD_STATUS_TEST_RUNNING_MASK)
		return dev_err_probe(dev, -ETIMEDOUT,
				     "board did not come up in time: its memory test is at %u KiB\n",
				     smgpu_read(sdev, SMGPU_BOARD_TEST_KIB));
	return dev_err_probe(dev, -ETIMEDOUT,
			     "board did not come up in time: it holds the card in reset, status %#x\n",
			     status);
}

/**
 * smgpu_board_wait() - wait until the board has let the card go
 * @sdev: device with BAR0 mapped
 * @killable: the caller may be told to die meanwhile
 *
 * Returns at once if the card has no board block. Allocates nothing: fences may wait for it.
 *
 * Return: 0: the other registers may be used; -EIO: the memory is bad; -ETIMEDOUT; -ENODEV: the
 * card does not answer any more; -EINTR. All but the last with the reason in the log.
 */
int smgpu_board_wait(struct smgpu_device *sdev, bool killable)
{
	unsigned long slowdown = smgpu_watch_slowdown(), wall, quiet;
	u32 status, tested, seen = 0, seen_tested = 0;
	int ret;

	if (smgpu_read(sdev, SMGPU_BOARD_ID) != SMGPU_BOARD_ID_VALUE_RESET)
		return 0;

	wall = jiffies + SMGPU_BOARD_WALL_S * slowdown * HZ;
	quiet = jiffies + SMGPU_BOARD_QUIET_S * slowdown * HZ;
	for (;;) {
		status = smgpu_read(sdev, SMGPU_BOARD_STATUS);
		ret = smgpu_board_failed(sdev, status);
		if (ret || status & SMGPU_BOARD_STATUS_CARD_RUNNING_MASK)
			return ret;
		tested = smgpu_read(sdev, SMGPU_BOARD_TEST_KIB);
		if (status != seen || tested != seen_tested)
			quiet = jiffies + SMGPU_BOARD_QUIET_S * slowdown * HZ;
		seen = status;
		seen_tested = tested;
		if (time_after(jiffies, quiet) || time_after(jiffies, wall))
			return smgpu_board_late(sdev, status);
		if (killable && fatal_signal_pending(current))
			return -EINTR;
		usleep_range(2000, 10000);
	}
}

/* A register of the board while the card may be reset, or gone; an errno if it can't be read. */
static int smgpu_board_read(struct device *dev, u32 reg, u32 *value)
{
	struct smgpu_device *sdev = dev_get_drvdata(dev);
	int srcu, ret;

	ret = smgpu_device_enter(sdev, &srcu);
	if (ret)
		return ret;
	*value = smgpu_read(sdev, reg);
	smgpu_device_exit(sdev, srcu);
	return *value == SMGPU_ALL_ONES ? -ENODEV : 0;
}

static ssize_t name_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct smgpu_device *sdev = dev_get_drvdata(dev);

	return sysfs_emit(buf, "%s\n", smgpu_board_name(sdev->board.kind));
}
static DEVICE_ATTR_RO(name);

static ssize_t version_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct smgpu_device *sdev = dev_get_drvdata(dev);

	return sysfs_emit(buf, "%u\n", sdev->board.version);
}
static DEVICE_ATTR_RO(version);

static ssize_t build_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	struct smgpu_device *sdev = dev_get_drvdata(dev);

	if (!sdev->board.build)
		return sysfs_emit(buf, "unknown\n");
	return sysfs_emit(buf, "%08x\n", sdev->board.build);
}
static DEVICE_ATTR_RO(build);

static ssize_t link_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u32 status;
	int ret = smgpu_board_read(dev, SMGPU_BOARD_STATUS, &status);

	if (ret)
		return ret;
	if (!(status & SMGPU_BOARD_STATUS_LINK_UP_MASK))
		return sysfs_emit(buf, "down\n");
	return sysfs_emit(buf, "gen %u x%u\n", smgpu_field(status, SMGPU_BOARD_STATUS_LINK_SPEED),
			  smgpu_field(status, SMGPU_BOARD_STATUS_LINK_LANES));
}
static DEVICE_ATTR_RO(link);

static ssize_t dram_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	u32 status;
	int ret = smgpu_board_read(dev, SMGPU_BOARD_STATUS, &status);

	if (ret)
		return ret;
	if (status & SMGPU_BOARD_STATUS_DRAM_ERROR_MASK)
		return sysfs_emit(buf, "failed\n");
	if (!(status & SMGPU_BOARD_STATUS_CLOCKS_LOCKED_MASK))
		return sysfs_emit(buf, "no clock\n");
	return sysfs_emit(buf, "%s\n", status & SMGPU_BOARD_STATUS_DRAM_READY_MASK ?
			  "calibrated" : "calibrating");
}
static DEVICE_ATTR_RO(dram);

static ssize_t memory_test_show(struct device *dev, struct device_attribute *attr, char *buf)
{
	const char *state = "none";
	u32 status, tested, errors;
	int ret;

	ret = smgpu_board_read(dev, SMGPU_BOARD_STATUS, &status) ?:
	      smgpu_board_read(dev, SMGPU_BOARD_TEST_KIB, &tested) ?:
	      smgpu_board_read(dev, SMGPU_BOARD_TEST_ERRORS, &errors);
	if (ret)
		return ret;
	if (status & SMGPU_BOARD_STATUS_TEST_FAILED_MASK)
		state = "failed";
	else if (status & SMGPU_BOARD_STATUS_TEST_RUNNING_MASK)
		state = "running";
	else if (status & SMGPU_BOARD_STATUS_TEST_DONE_MASK)
		state = "passed";
	return sysfs_emit(buf, "%s, %u KiB, %u wrong lines\n", state, tested, errors);
}
static DEVICE_ATTR_RO(memory_test);

static struct attribute *smgpu_board_attrs[] = {
	&dev_attr_name.attr,
	&dev_attr_version.attr,
	&dev_attr_build.attr,
	&dev_attr_link.attr,
	&dev_attr_dram.attr,
	&dev_attr_memory_test.attr,
	NULL
};

static umode_t smgpu_board_is_visible(struct kobject *kobj, struct attribute *attr, int n)
{
	struct smgpu_device *sdev = dev_get_drvdata(kobj_to_dev(kobj));

	return sdev && sdev->board.present ? attr->mode : 0;
}

static const struct attribute_group smgpu_board_group = {
	.name = "board",
	.attrs = smgpu_board_attrs,
	.is_visible = smgpu_board_is_visible,
};

/* The driver core makes them after probe has succeeded, and removes them before it calls remove. */
const struct attribute_group *smgpu_board_groups[] = { &smgpu_board_group, NULL };

/**
 * smgpu_board_init() - read what the board says of itself, and serve its parts
 * @sdev: device that is up
 *
 * A part that can't be served is a warning in the log.
 */
void smgpu_board_init(struct smgpu_device *sdev)
{
	struct smgpu_board *board = &sdev->board;
	u32 v;

	if (smgpu_read(sdev, SMGPU_BOARD_ID) != SMGPU_BOARD_ID_VALUE_RESET)
		return;
	v = smgpu_read(sdev, SMGPU_BOARD_VERSION);
	board->version = smgpu_field(v, SMGPU_BOARD_VERSION_MAP);
	board->kind = smgpu_field(v, SMGPU_BOARD_VERSION_BOARD);
	board->build = smgpu_read(sdev, SMGPU_BOARD_BUILD);
	board->present = true;
	drm_info(&sdev->drm, "board: %s, map version %u, bitstream %08x, memory test of %u KiB\n",
		 smgpu_board_name(board->kind), board->version, board->build,
		 smgpu_read(sdev, SMGPU_BOARD_TEST_KIB));
	smgpu_hwmon_init(sdev);
	smgpu_flash_init(sdev);
}

/**
 * smgpu_board_fini() - serve the board's parts no more
 * @sdev: unplugged device
 */
void smgpu_board_fini(struct smgpu_device *sdev)
{
	smgpu_flash_fini(sdev);
}
