# SPDX-License-Identifier: MIT
# What the control core must do, as a program for it: HOST.PROGRESS tells how far it came, 0x600d at
# the end.
# Assembled by clang, loaded to TCM 0 by mcu_test.
#include "smgpu_mcu_map.h"
	.option norvc
	.globl _start
	.equ REGS, MCU_REGS
	.equ TCM, MCU_TCM
	.equ DRAM, MCU_DRAM

	.macro progress n
	li s11, \n
	sw s11, MCU_HOST_PROGRESS(s10)
	.endm

	.macro expect reg, value
	li t6, \value
	bne \reg, t6, fail
	.endm

_start:
	li s10, REGS
	progress 1
	# Arithmetic
	li a0, 123456789
	li a1, -1000
	mul a2, a0, a1
	expect a2, 0x4166e5f8
	div a2, a0, a1
	expect a2, -123456
	rem a2, a0, a1
	expect a2, 789
	li a1, 0
	div a2, a0, a1
	expect a2, -1
	remu a2, a0, a1
	expect a2, 123456789
	li a0, 0x80000000
	li a1, -1
	div a2, a0, a1
	expect a2, 0x80000000
	mulhu a2, a0, a1
	expect a2, 0x7fffffff
	mulh a2, a0, a1
	expect a2, 0
	mulhsu a2, a1, a1
	expect a2, -1
	progress 2
	# Bytes and halves, TCM and DRAM
	la a0, scratch
	li a1, 0x81828384
	sw a1, 0(a0)
	lb a2, 1(a0)
	expect a2, 0xffffff83
	lhu a2, 2(a0)
	expect a2, 0x8182
	li a0, DRAM + 0x1000
	sw a1, 0(a0)
	sb zero, 3(a0)
	lw a2, 0(a0)
	expect a2, 0x00828384
	progress 3
	# Traps: cause and value of each
	la t0, handler
	csrw mtvec, t0
	li s0, -1
	ecall
	expect s0, 11
	ebreak
	expect s0, 3
	.word 0xffffffff
	expect s0, 2
	expect s1, 0xffffffff
	li a0, TCM + 1
	lw a1, 0(a0)
	expect s0, 4
	expect s1, TCM + 1
	sh a1, 0(a0)
	expect s0, 6
	li a0, 0x30000000
	lw a1, 0(a0)
	expect s0, 5
	sw a1, 0(a0)
	expect s0, 7
	lb a1, 0(s10)
	expect s0, 5
	csrr a1, 0x7c0
	expect s0, 2
	csrw mhartid, a1
	expect s0, 2
	la s2, after_fetch
	li a0, 0x30000000
	jr a0
after_fetch:
	expect s0, 1
	expect s1, 0x30000000
	progress 4
	# Counters and CSRs
	csrr a0, minstret
	nop
	csrr a1, minstret
	sub a1, a1, a0
	expect a1, 2
	csrr a0, misa
	expect a0, 0x40001100
	csrwi mscratch, 21
	csrrsi a0, mscratch, 10
	expect a0, 21
	csrr a0, mscratch
	expect a0, 31
	progress 5
	# A read of the status right after the write that starts it sees busy.
	li t0, 0x1000
	sw t0, 0x208(s10)
	sw zero, 0x20c(s10)
	li t0, 64
	sw t0, 0x210(s10)
	li t0, 4
	sw t0, 0x218(s10)
	lw a0, 0x21c(s10)
	expect a0, 1
1:	lw a0, 0x21c(s10)
	andi a1, a0, 1
	bnez a1, 1b
	expect a0, 2
	li t0, 6
	sw t0, 0x410(s10)
	li t0, 1
	sw t0, 0x600(s10)
	lw a0, 0x604(s10)
	expect a0, 1
	progress 6
	# wfi with MIE = 0 wakes at the timer and does not trap
	li s0, -1
	lw a0, 0x20(s10)
	lw a1, 0x24(s10)
	addi a2, a0, 1000
	sw a1, 0x40c(s10)
	sw a2, 0x408(s10)
	li t0, 0x20
	sw t0, 0x404(s10)
	li t0, 0x800
	csrw mie, t0
	wfi
	expect s0, -1
	lw a3, 0x20(s10)
	bltu a3, a2, fail
	csrr a0, mip
	expect a0, 0x800
	progress 7
	# The same interrupt taken: handler turns the timer off
	csrsi mstatus, 8
	nop
	expect s0, 0x8000000b
	csrr a0, mip
	expect a0, 0
	csrr a0, mstatus
	andi a0, a0, 8
	expect a0, 8
	progress 8
	# A doorbell wakes us; its value comes back as progress
	csrci mstatus, 8
	li t0, 1
	sw t0, 0x404(s10)
	progress 9
	wfi
	lw a0, 0x500 + 7 * 4(s10)
	expect a0, 0x1234
	li t0, 0x80
	sw t0, 0x420(s10)
	sw t0, 0x44(s10)
	li t0, 1
	sw t0, 0x44(s10)
	progress 0x600d
	wfi
	j .
fail:
	# A failed expectation keeps the step and marks it.
	li t5, 0x10000
	or s11, s11, t5
	sw s11, 0x40(s10)
1:	wfi
	j 1b

	.balign 4
handler:
	csrr s0, mcause
	csrr s1, mtval
	bltz s0, 2f
	li t0, 1
	beq s0, t0, 1f
	csrr t0, mepc
	addi t0, t0, 4
	csrw mepc, t0
	mret
1:	csrw mepc, s2
	mret
2:	li t0, -1
	sw t0, 0x40c(s10)
	mret

	.balign 4
scratch:
	.word 0
