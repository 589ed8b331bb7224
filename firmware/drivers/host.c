// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

#define FIELD(word, name) (((word) & name##_MASK) >> name##_SHIFT)

void host_progress(uint32_t code)
{
	reg_write(SMGPU_HOST_PROGRESS, code);
}

void host_msi(void)
{
	reg_write(SMGPU_HOST_MSI, SMGPU_HOST_MSI_RAISE_MASK);
}

uint64_t host_timebase(void)
{
	uint32_t lo = reg_read(SMGPU_HOST_TIMEBASE_LO);

	return (uint64_t)reg_read(SMGPU_HOST_TIMEBASE_HI) << 32 | lo;
}

uint64_t host_scratch64(unsigned int i)
{
	return (uint64_t)reg_read(SMGPU_HOST_SCRATCH(i + 1)) << 32 |
	       reg_read(SMGPU_HOST_SCRATCH(i));
}

void host_shape(struct card_shape *shape)
{
	uint32_t config = reg_read(SMGPU_HOST_CONFIG0);

	shape->sms = FIELD(config, SMGPU_HOST_CONFIG0_SM_COUNT);
	shape->warps = FIELD(config, SMGPU_HOST_CONFIG0_WARPS);
	shape->lanes = FIELD(config, SMGPU_HOST_CONFIG0_LANES);
	shape->credit = config & SMGPU_HOST_CONFIG0_CREDIT_MASK;
	shape->prio = config & SMGPU_HOST_CONFIG0_PRIO_MASK;
	/* A card that does not say has two. */
	shape->dma_engines = FIELD(config, SMGPU_HOST_CONFIG0_DMA_ENGINES) == 1 ? 1 : 2;
	shape->dtoks = FIELD(reg_read(SMGPU_HOST_CONFIG1), SMGPU_HOST_CONFIG1_DTOK_DEPTH);
	shape->shared_bytes =
		FIELD(reg_read(SMGPU_HOST_CONFIG3), SMGPU_HOST_CONFIG3_SHARED_KIB) * 1024;
	shape->turns = reg_read(SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TURNS_MASK;
	shape->textile = reg_read(SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TEXTILE_MASK;
	shape->prio_l2 = reg_read(SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_PRIO_L2_MASK;
	shape->lent_bytes =
		FIELD(reg_read(SMGPU_HOST_THROTTLE), SMGPU_HOST_THROTTLE_SHARED_KIB) * 1024;
	/* A card that does not say lends nothing. */
	shape->lent_bytes -= shape->lent_bytes ? shape->shared_bytes : 0;
	shape->dram_mib = reg_read(SMGPU_HOST_DRAM_MIB);
}
