/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Codes of the board's monitor, a block of 12 bits of the 7 series (UG480), in units of hwmon.
 */
#ifndef _SMGPU_MONITOR_H_
#define _SMGPU_MONITOR_H_

#include <linux/types.h>

#define SMGPU_MONITOR_CODES	4096u

/**
 * smgpu_monitor_millidegrees() - temperature of a code
 * @code: of 12 bits
 *
 * Return: code * 503.975 / 4096 - 273.15 degrees Celsius, to the nearest thousandth.
 */
static inline int smgpu_monitor_millidegrees(__u32 code)
{
	return (int)((code * 503975u + SMGPU_MONITOR_CODES / 2) / SMGPU_MONITOR_CODES) - 273150;
}

/**
 * smgpu_monitor_millivolts() - voltage of a code
 * @code: of 12 bits
 *
 * Return: code * 3 / 4096 volts, to the nearest thousandth.
 */
static inline int smgpu_monitor_millivolts(__u32 code)
{
	return (int)((code * 3000u + SMGPU_MONITOR_CODES / 2) / SMGPU_MONITOR_CODES);
}

#endif
