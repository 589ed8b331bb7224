// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Temperature and voltages of the board's FPGA, as a device of hwmon.
 */
#include <linux/hwmon.h>
#include <linux/pci.h>

#include "smgpu_board.h"
#include "smgpu_device.h"
#include "smgpu_mmio.h"
#include "smgpu_monitor.h"

static const struct {
	const char *label;
	u32 reg;
} smgpu_hwmon_rails[] = {
	{ "VCCINT", SMGPU_BOARD_VCCINT },
	{ "VCCAUX", SMGPU_BOARD_VCCAUX },
	{ "VCCBRAM", SMGPU_BOARD_VCCBRAM },
};

static umode_t smgpu_hwmon_is_visible(const void *data, enum hwmon_sensor_types type, u32 attr,
				      int channel)
{
	return 0444;
}

/* The registers of all rails, and that of the temperature, have their fields at the same places. */
static int smgpu_hwmon_read(struct device *dev, enum hwmon_sensor_types type, u32 attr,
			    int channel, long *value)
{
	bool is_temp = type == hwmon_temp;
	bool extreme = is_temp ? attr == hwmon_temp_highest : attr == hwmon_in_lowest;
	struct smgpu_device *sdev = dev_get_drvdata(dev);
	int srcu, ret;
	u32 v, code, kind;

	ret = smgpu_device_enter(sdev, &srcu);
	if (ret)
		return ret;
	kind = smgpu_read(sdev, SMGPU_BOARD_MONITOR);
	v = smgpu_read(sdev, is_temp ? SMGPU_BOARD_TEMPERATURE : smgpu_hwmon_rails[channel].reg);
	smgpu_device_exit(sdev, srcu);
	/* It has bits that are always 0. */
	if (v == SMGPU_ALL_ONES)
		return -ENODEV;

	code = extreme ? smgpu_field(v, SMGPU_BOARD_TEMPERATURE_HIGHEST) :
			 smgpu_field(v, SMGPU_BOARD_TEMPERATURE_NOW);
	if (!code)
		return -ENODATA;
	kind = smgpu_field(kind, SMGPU_BOARD_MONITOR_KIND);
	*value = is_temp ? smgpu_monitor_millidegrees(kind, code) : smgpu_monitor_millivolts(code);
	return 0;
}

static int smgpu_hwmon_read_string(struct device *dev, enum hwmon_sensor_types type, u32 attr,
				   int channel, const char **str)
{
	*str = type == hwmon_temp ? "FPGA" : smgpu_hwmon_rails[channel].label;
	return 0;
}

static const struct hwmon_ops smgpu_hwmon_ops = {
	.is_visible = smgpu_hwmon_is_visible,
	.read = smgpu_hwmon_read,
	.read_string = smgpu_hwmon_read_string,
};

#define SMGPU_HWMON_IN	(HWMON_I_INPUT | HWMON_I_LOWEST | HWMON_I_LABEL)

static const struct hwmon_channel_info *const smgpu_hwmon_info[] = {
	HWMON_CHANNEL_INFO(temp, HWMON_T_INPUT | HWMON_T_HIGHEST | HWMON_T_LABEL),
	HWMON_CHANNEL_INFO(in, SMGPU_HWMON_IN, SMGPU_HWMON_IN, SMGPU_HWMON_IN),
	NULL
};

static const struct hwmon_chip_info smgpu_hwmon_chip = {
	.ops = &smgpu_hwmon_ops,
	.info = smgpu_hwmon_info,
};

/**
 * smgpu_hwmon_init() - offer the board's monitor, if it has one that is known
 * @sdev: device with a board block
 *
 * It goes with the driver. Reads of a card that is gone before fail with -ENODEV.
 */
void smgpu_hwmon_init(struct smgpu_device *sdev)
{
	u32 kind = smgpu_field(smgpu_read(sdev, SMGPU_BOARD_MONITOR), SMGPU_BOARD_MONITOR_KIND);
	struct device *dev = sdev->drm.dev, *hwmon;

	if (kind != SMGPU_BOARD_MONITOR_KIND_XADC && kind != SMGPU_BOARD_MONITOR_KIND_SYSMON)
		return;
	hwmon = devm_hwmon_device_register_with_info(dev, "smgpu", sdev, &smgpu_hwmon_chip, NULL);
	if (IS_ERR(hwmon))
		dev_warn(dev, "temperature and voltages are not offered: %ld\n", PTR_ERR(hwmon));
}
