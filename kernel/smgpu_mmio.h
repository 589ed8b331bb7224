/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_MMIO_H_
#define _SMGPU_MMIO_H_

#include <linux/io.h>
#include <linux/percpu.h>

#include "smgpu_device.h"

#define SMGPU_BAR_REGS		0
#define SMGPU_BAR_DRAM		2
#define SMGPU_BAR0_BYTES	0x100000
#define SMGPU_ALL_ONES		0xffffffffu

/* Every access to the card's registers goes through these, so the counters of debugfs are exact. */

static inline u32 smgpu_read(struct smgpu_device *sdev, u32 reg)
{
	this_cpu_inc(sdev->mmio_stats->reads);
	return readl(sdev->regs + reg);
}

static inline void smgpu_write(struct smgpu_device *sdev, u32 reg, u32 value)
{
	this_cpu_inc(sdev->mmio_stats->writes);
	writel(value, sdev->regs + reg);
}

/* writel() orders the ring's entries in memory before the doorbell. */
static inline void smgpu_doorbell(struct smgpu_device *sdev, u32 channel, u32 value)
{
	smgpu_write(sdev, SMGPU_DOORBELL_BASE + channel * SMGPU_DOORBELL_STRIDE, value);
	if (channel)
		this_cpu_inc(sdev->mmio_stats->doorbells);
}

#define smgpu_field(value, field) (((value) & field##_MASK) >> field##_SHIFT)

#endif
