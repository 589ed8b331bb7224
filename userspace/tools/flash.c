// SPDX-License-Identifier: MIT
/*
 * Writes an image into a flash, and compares. The block with the sync word is erased first and
 * written last, so that the FPGA takes no part of an image for a whole one.
 */
#include <errno.h>
#include <string.h>

#include "flash.h"

/* Of a part of the 7 series (UG470). What stands before it is padding and the width of the bus. */
static const uint8_t sync_word[4] = { 0xaa, 0x99, 0x55, 0x66 };
#define SYNC_WITHIN 4096

/* The first field of the header of a .bit file */
static const uint8_t bit_header[] = { 0x00, 0x09, 0x0f, 0xf0, 0x0f, 0xf0 };

/* What is written or compared between two reports */
#define CHUNK 4096u

enum flash_image flash_image(const uint8_t *image, size_t n)
{
	if (n >= sizeof(bit_header) && !memcmp(image, bit_header, sizeof(bit_header)))
		return FLASH_IMAGE_BIT;
	for (size_t at = 0; at + sizeof(sync_word) <= n && at < SYNC_WITHIN; at += 4)
		if (!memcmp(image + at, sync_word, sizeof(sync_word)))
			return FLASH_IMAGE_GOOD;
	return FLASH_IMAGE_NO_SYNC;
}

static uint64_t blocks(const struct flash *f, size_t n)
{
	return (n + f->block - 1) / f->block;
}

/* Notes where it failed, and passes the error on. */
static int failed(struct flash *f, enum flash_step step, uint64_t at, int error)
{
	f->step = step;
	f->at = at;
	return error;
}

static int write_block(struct flash *f, const uint8_t *image, size_t n, uint64_t block,
		       uint64_t *done)
{
	uint64_t end = (block + 1) * f->block;
	int ret;

	if (end > n)
		end = n;
	for (uint64_t at = block * f->block; at < end; at += CHUNK) {
		size_t part = end - at < CHUNK ? end - at : CHUNK;

		ret = f->write(f, at, image + at, part);
		if (ret)
			return failed(f, FLASH_WRITE, at, ret);
		*done += part;
		f->progress(f, FLASH_WRITE, *done, n);
	}
	return 0;
}

int flash_write(struct flash *f, const uint8_t *image, size_t n)
{
	uint64_t count = blocks(f, n), done = 0;
	int ret;

	if (n > f->bytes)
		return failed(f, FLASH_ERASE, 0, -EFBIG);
	for (uint64_t i = 0; i < count; i++) {
		ret = f->erase(f, i * f->block);
		if (ret)
			return failed(f, FLASH_ERASE, i * f->block, ret);
		f->progress(f, FLASH_ERASE, i + 1, count);
	}
	for (uint64_t i = count; i-- > 0; ) {
		ret = write_block(f, image, n, i, &done);
		if (ret)
			return ret;
	}
	return 0;
}

int flash_verify(struct flash *f, const uint8_t *image, size_t n)
{
	uint8_t there[CHUNK];
	int ret;

	for (uint64_t at = 0; at < n; at += CHUNK) {
		size_t part = n - at < CHUNK ? n - at : CHUNK;

		ret = f->read(f, at, there, part);
		if (ret)
			return failed(f, FLASH_VERIFY, at, ret);
		for (size_t i = 0; i < part; i++)
			if (there[i] != image[at + i])
				return failed(f, FLASH_VERIFY, at + i, 1);
		f->progress(f, FLASH_VERIFY, at + part, n);
	}
	return 0;
}
