/* SPDX-License-Identifier: MIT */
/*
 * An SPI flash as its pins show it: S25FL256S, 32 MiB, mode 0, one data line. Programming clears
 * bits only, erasing sets those of a sector. Its times are short, in ticks of whoever calls.
 */
#ifndef SMGPU_SIM_PCIE_FLASH_H
#define SMGPU_SIM_PCIE_FLASH_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define FLASH_BYTES	(32u << 20)
#define FLASH_SECTOR	(64u << 10)
#define FLASH_PAGE	256u
#define FLASH_PROGRAM	2000u	/* ticks that a page takes */
#define FLASH_ERASE	20000u	/* ticks that a sector takes */

struct flash {
	uint8_t *erased;	/* contents, inverted: 0 is an erased byte */
	uint8_t page[FLASH_PAGE];
	uint8_t status, config, bank;
	uint64_t now, busy_until;
	/* The command under way: its bytes so far, bits of the next one, what is sent */
	unsigned bytes, bits;
	uint8_t command, in, out;
	uint32_t addr;
	bool selected, clk, miso;
	/* Commands that it refuses or does not know, more than a page, bits that were not erased */
	unsigned bad;
};

bool flash_init(struct flash *f);
void flash_free(struct flash *f);
/* The pins at the time now; what the chip answers */
bool flash_pins(struct flash *f, uint64_t now, bool cs_n, bool clk, bool mosi);
/* Contents, past the pins */
uint8_t flash_byte(const struct flash *f, uint32_t addr);

#ifdef __cplusplus
}
#endif

#endif
