/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Codes of the board's monitor in units of hwmon. They have 12 bits: an XADC of the 7 series
 * (UG480), or the upper bits of a SYSMONE4 of UltraScale+ with its own reference (UG580).
 */
#ifndef _SMGPU_MONITOR_H_
#define _SMGPU_MONITOR_H_

#include <linux/types.h>

#include "smgpu_regs.h"

#define SMGPU_MONITOR_CODES	4096u

/**
 * smgpu_monitor_millidegrees() - temperature of a code
 * @kind: of the monitor, SMGPU_BOARD_MONITOR_KIND_*
 * @code: of 12 bits
 *
 * Return: to the nearest thousandth, code * 503.975 / 4096 - 273.15 degrees Celsius of an XADC, and
 * code * 509.314 / 4096 - 280.231 of a SYSMONE4.
 */
static inline int smgpu_monitor_millidegrees(__u32 kind, __u32 code)
{
	bool sysmon = kind == SMGPU_BOARD_MONITOR_KIND_SYSMON;
	__u32 scale = sysmon ? 509314 : 503975;

	return (int)((code * scale + SMGPU_MONITOR_CODES / 2) / SMGPU_MONITOR_CODES) -
	       (sysmon ? 280231 : 273150);
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
