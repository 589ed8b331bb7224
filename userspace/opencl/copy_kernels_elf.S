/* SPDX-License-Identifier: MIT */
/* The kernels of copy_kernels.cl, compiled by smcc */
	.section .rodata
	.balign 16
	.globl opencl_copy_kernels_elf, opencl_copy_kernels_elf_end
	.hidden opencl_copy_kernels_elf, opencl_copy_kernels_elf_end
opencl_copy_kernels_elf:
	.incbin COPY_KERNELS_ELF
opencl_copy_kernels_elf_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
