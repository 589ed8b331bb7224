/* SPDX-License-Identifier: MIT */
/* The library's own kernels, compiled by smcc */
	.section .rodata
	.balign 16
	.globl gfx_raster_elf, gfx_raster_elf_end, gfx_stock_elf, gfx_stock_elf_end
	.globl gfx_stock_units_elf, gfx_stock_units_elf_end
	.hidden gfx_raster_elf, gfx_raster_elf_end, gfx_stock_elf, gfx_stock_elf_end
	.hidden gfx_stock_units_elf, gfx_stock_units_elf_end
gfx_raster_elf:
	.incbin RASTER_ELF
gfx_raster_elf_end:
	.balign 16
gfx_stock_elf:
	.incbin STOCK_ELF
gfx_stock_elf_end:
	.balign 16
gfx_stock_units_elf:
	.incbin STOCK_UNITS_ELF
gfx_stock_units_elf_end:
	.byte 0
	.section .note.GNU-stack,"",@progbits
