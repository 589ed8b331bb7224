/* SPDX-License-Identifier: MIT */
/*
 * An image into a flash, and what there is compared with it. The flash is what the caller says: a
 * device of MTD, or a test's file.
 */
#ifndef _TOOLS_FLASH_H_
#define _TOOLS_FLASH_H_

#include <stddef.h>
#include <stdint.h>

enum flash_step { FLASH_ERASE, FLASH_WRITE, FLASH_VERIFY };

/* Each function returns 0 or a negative errno. */
struct flash {
	uint64_t bytes;		/* of the part */
	uint32_t block;		/* what is erased at a time */
	int (*erase)(struct flash *f, uint64_t at);
	int (*write)(struct flash *f, uint64_t at, const void *from, size_t n);
	int (*read)(struct flash *f, uint64_t at, void *to, size_t n);
	void (*progress)(struct flash *f, enum flash_step step, uint64_t done, uint64_t all);
	/* of what failed */
	enum flash_step step;
	uint64_t at;
};

enum flash_image {
	FLASH_IMAGE_GOOD,
	FLASH_IMAGE_NO_SYNC,	/* no sync word where one must be */
	FLASH_IMAGE_BIT,	/* a bitstream with the header of a .bit file */
};

/* Does it look like a bitstream for a part of the 7 series, as a flash has it? */
enum flash_image flash_image(const uint8_t *image, size_t n);
/* 0, or a negative errno with @step and @at set; the image fits. */
int flash_write(struct flash *f, const uint8_t *image, size_t n);
/* 0; 1: the byte at @at differs; or a negative errno */
int flash_verify(struct flash *f, const uint8_t *image, size_t n);

#endif
