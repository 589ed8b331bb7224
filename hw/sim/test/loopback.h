/* SPDX-License-Identifier: MIT */
/* A card that does what its registers say at once: for testing the process, the transport and the
 * VM. */
#ifndef SMGPU_SIM_TEST_LOOPBACK_H
#define SMGPU_SIM_TEST_LOOPBACK_H

#define LOOP_MAGIC	0x00	/* reads LOOP_MAGIC_VALUE */
#define LOOP_MAGIC_VALUE 0x600dcafeu
#define LOOP_SCRATCH	0x08
#define LOOP_DMA_ADDR	0x10
#define LOOP_DMA_WRITE	0x14	/* write: this value goes to DMA_ADDR, then an MSI */
#define LOOP_DMA_READ	0x18	/* write: DMA_VALUE is read from DMA_ADDR */
#define LOOP_DMA_VALUE	0x1c
#define LOOP_DMA_STATUS	0x20	/* of the last DMA: 0 or 1 = refused */
#define LOOP_WORK	0x24	/* write: busy for so many cycles, then an MSI */
#define LOOP_STEPS	0x28	/* calls of step() so far */
/* while not 0: each step writes this value to DMA_ADDR, without end */
#define LOOP_DMA_STREAM	0x30
#define LOOP_MSI	0x100	/* write: MSI */
#define LOOP_DOORBELL	0x2c	/* last doorbell: channel << 16 | value */

#endif
