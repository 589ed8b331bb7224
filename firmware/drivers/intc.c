// SPDX-License-Identifier: MIT
#include "drivers.h"
#include "mmio.h"
#include "smgpu_regs.h"

void intc_init(uint32_t dma_engines)
{
	uint32_t dma = dma_engines == 1 ? SMGPU_INTC_PENDING_DMA0_MASK
					: SMGPU_INTC_PENDING_DMA1_MASK;

	intc_set_timer(~0ull);
	reg_write(SMGPU_INTC_ENABLE,
		  SMGPU_INTC_PENDING_DOORBELL_MASK | dma | SMGPU_INTC_PENDING_LAUNCH_MASK |
			  SMGPU_INTC_PENDING_TRAP_MASK | SMGPU_INTC_PENDING_TIMER_MASK |
			  SMGPU_INTC_PENDING_BELL_MASK);
}

uint32_t intc_pending(void)
{
	return reg_read(SMGPU_INTC_PENDING);
}

uint32_t intc_take_doorbells(unsigned int word)
{
	uint32_t rung = reg_read(SMGPU_INTC_DB_PENDING(word));

	/* Cleared before the values are read: a later ring sets the bit again and its value is seen
	 * then. */
	if (rung)
		reg_write(SMGPU_INTC_DB_PENDING(word), rung);
	return rung;
}

bool intc_take_doorbell0(void)
{
	if (!(reg_read(SMGPU_INTC_DB_PENDING(0)) & 1))
		return false;
	reg_write(SMGPU_INTC_DB_PENDING(0), 1);
	return true;
}

void intc_drop_doorbell(unsigned int channel)
{
	reg_write(SMGPU_INTC_DB_PENDING(channel / 32), 1u << channel % 32);
}

uint32_t intc_doorbell_value(unsigned int channel)
{
	return reg_read(SMGPU_INTC_DB_VALUE(channel));
}

void intc_dma_ack(void)
{
	reg_write(SMGPU_INTC_DMA_ACK, SMGPU_INTC_PENDING_DMA0_MASK | SMGPU_INTC_PENDING_DMA1_MASK);
}

void intc_set_timer(uint64_t when)
{
	/* High half last on the way up, first on the way down: no moment at which the compare value
	 * is too early. */
	reg_write(SMGPU_INTC_TIMER_HI, 0xffffffffu);
	reg_write(SMGPU_INTC_TIMER_LO, (uint32_t)when);
	reg_write(SMGPU_INTC_TIMER_HI, (uint32_t)(when >> 32));
}

void intc_wait(void)
{
#ifndef FW_HOST_TEST
	__asm__ volatile("wfi" ::: "memory");
#endif
}
