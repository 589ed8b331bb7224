/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The control core's addresses, for assembly and linker scripts, which take no suffix:
 * made by hw/regs/headers.py from smgpu_fw_abi.h and smgpu_regs.h: do not edit */
#ifndef _SMGPU_MCU_MAP_H_
#define _SMGPU_MCU_MAP_H_

#define MCU_TCM		0x10000000	/* tightly coupled memory */
#define MCU_TCM_BYTES	0x20000	/* its size */
#define MCU_REGS	0x20000000	/* registers, as in BAR0 */
#define MCU_DRAM	0x40000000	/* window into card DRAM */
#define MCU_HOST_PROGRESS	0x40	/* among the registers */

#endif
