/* SPDX-License-Identifier: MIT */
/* Access to the card's registers and to what DMA calls TCM. Tests replace these three functions. */
#ifndef MMIO_H
#define MMIO_H

#include <stdint.h>

#include "smgpu_fw_abi.h"

#ifdef FW_HOST_TEST
uint32_t reg_read(uint32_t off);
void reg_write(uint32_t off, uint32_t val);
/* Offset in TCM of an object of the firmware, for the DMA engine */
uint32_t tcm_offset(const volatile void *p);

static inline uint32_t reg_block(uint32_t off)
{
	return off;
}

static inline void block_write(uint32_t block, uint32_t off, uint32_t val)
{
	reg_write(block + off, val);
}
#else
static inline uint32_t reg_read(uint32_t off)
{
	return *(volatile uint32_t *)(SMGPU_MCU_REGS_BASE + off);
}

static inline void reg_write(uint32_t off, uint32_t val)
{
	*(volatile uint32_t *)(SMGPU_MCU_REGS_BASE + off) = val;
}

/* For many accesses to one block: its address is computed once. */
static inline uint32_t reg_block(uint32_t off)
{
	uint32_t block = SMGPU_MCU_REGS_BASE + off;

	__asm__("" : "+r"(block));
	return block;
}

static inline void block_write(uint32_t block, uint32_t off, uint32_t val)
{
	*(volatile uint32_t *)(block + off) = val;
}

static inline uint32_t tcm_offset(const volatile void *p)
{
	/* The DMA engine reads what was stored: keep the compiler from moving stores past this
	 * point. */
	__asm__ volatile("" ::: "memory");
	return (uint32_t)(uintptr_t)p - SMGPU_MCU_TCM_BASE;
}
#endif

#endif
