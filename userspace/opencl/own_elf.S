/* SPDX-License-Identifier: MIT */
/* The kernels of own.cl, compiled by smcc */
	.section .rodata
	.balign 16
	.globl opencl_own_elf, opencl_own_elf_end
	.hidden opencl_own_elf, opencl_own_elf_end
opencl_own_elf:
	.incbin OWN_ELF
opencl_own_elf_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
