/* SPDX-License-Identifier: MIT */
/* First instructions: say that the card lives, clear bss, call fw_main. */
#include "smgpu_mcu_map.h"

	.section .text.start, "ax"
	.globl _start
_start:
	li	t0, MCU_REGS + MCU_HOST_PROGRESS
	li	t1, 0x0100
	sw	t1, 0(t0)
	la	sp, __stack_top
	.option	push
	.option	norelax
	/* the linker reaches small data by it, with one instruction */
	la	gp, __global_pointer$
	.option	pop
	la	t2, trap_entry
	csrw	mtvec, t2
	csrw	mie, zero
	la	a0, __bss_start
	la	a1, __bss_end
1:	sw	zero, 0(a0)			/* both ends are multiples of 16, see firmware.ld */
	sw	zero, 4(a0)
	sw	zero, 8(a0)
	sw	zero, 12(a0)
	addi	a0, a0, 16
	bltu	a0, a1, 1b
	li	t1, 0x0200
	sw	t1, 0(t0)
	/* mie.MEIE: wfi wakes; mstatus.MIE stays 0, nothing is taken */
	li	t1, 0x800
	csrw	mie, t1
	call	fw_main
2:	wfi
	j	2b

	/* A trap of the firmware itself is a bug: report and stop. */
	.align	2
trap_entry:
	la	sp, __stack_top
	csrr	a0, mcause
	csrr	a1, mepc
	csrr	a2, mtval
	li	a3, 0
	call	panic
