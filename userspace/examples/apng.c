// SPDX-License-Identifier: MIT
/*
 * An animated PNG is a PNG with more chunks: acTL says how many frames, fcTL begins one, and fdAT
 * has its data. libpng compresses each frame as a picture of its own, whose data is taken over.
 */
#include <errno.h>
#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "apng.h"

/* Numbers in PNG files begin with the highest byte. */
static void big_endian(uint8_t *to, uint32_t v)
{
	to[0] = (uint8_t)(v >> 24);
	to[1] = (uint8_t)(v >> 16);
	to[2] = (uint8_t)(v >> 8);
	to[3] = (uint8_t)v;
}

/* The opposite of big_endian(). */
static uint32_t number(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* Length, type, @front and @data, check sum */
static void chunk(FILE *f, const char *type, const uint8_t *front, uint32_t n_front,
		  const uint8_t *data, uint32_t n)
{
	uint8_t head[8], sum[4];
	uLong crc;

	big_endian(head, n_front + n);
	memcpy(head + 4, type, 4);
	crc = crc32(crc32(0, head + 4, 4), front, n_front);
	big_endian(sum, (uint32_t)(n ? crc32(crc, data, n) : crc));
	fwrite(head, 1, 8, f);
	fwrite(front, 1, n_front, f);
	if (n)
		fwrite(data, 1, n, f);
	fwrite(sum, 1, 4, f);
}

/* The header and the number of frames, which must be known at the beginning. */
bool apng_open(struct apng *a, const char *file, uint32_t width, uint32_t height, uint32_t frames)
{
	static const uint8_t signature[] = { 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n' };
	uint8_t header[13] = { [8] = 8, [9] = 6 }, control[8] = { 0 };	/* 8 bits, RGBA; for ever */

	*a = (struct apng){ .f = fopen(file, "wb"), .width = width, .height = height };
	if (!a->f) {
		fprintf(stderr, "cannot write %s: %s\n", file, strerror(errno));
		return false;
	}
	big_endian(header, width);
	big_endian(header + 4, height);
	/* The second word says how often the animation is shown; 0 is for ever. */
	big_endian(control, frames);
	fwrite(signature, 1, sizeof(signature), a->f);
	chunk(a->f, "IHDR", header, sizeof(header), NULL, 0);
	chunk(a->f, "acTL", control, sizeof(control), NULL, 0);
	return true;
}

/* The first frame's data is that of the picture for programs that know no animation. */
static void copy_data(struct apng *a, const uint8_t *png, size_t bytes)
{
	for (size_t at = 8; at + 12 <= bytes; at += 12 + number(png + at)) {
		uint8_t front[4];

		/* Other chunks of the frame's picture are those that the file has already. */
		if (memcmp(png + at + 4, "IDAT", 4))
			continue;
		if (!a->frames) {
			chunk(a->f, "IDAT", front, 0, png + at + 8, number(png + at));
			continue;
		}
		big_endian(front, a->sequence++);
		chunk(a->f, "fdAT", front, sizeof(front), png + at + 8, number(png + at));
	}
}

/* One frame, shown for @ms milliseconds. It replaces the one before as a whole. */
bool apng_add(struct apng *a, const uint32_t *rgba, uint32_t ms)
{
	png_image image = { .version = PNG_IMAGE_VERSION,
			    .width = a->width,
			    .height = a->height,
			    .format = PNG_FORMAT_RGBA };
	png_alloc_size_t bytes = PNG_IMAGE_PNG_SIZE_MAX(image);
	uint8_t control[26] = { 0 }, *png = malloc(bytes);

	if (!png || !png_image_write_to_memory(&image, png, &bytes, 0, rgba, 0, NULL)) {
		fprintf(stderr, "cannot compress a frame: %s\n",
			png ? image.message : "out of memory");
		free(png);
		return false;
	}
	/* fcTL and fdAT are counted together, in the order of the file. */
	big_endian(control, a->sequence++);
	big_endian(control + 4, a->width);
	big_endian(control + 8, a->height);
	/* A fraction of seconds: ms over 1000. */
	control[20] = (uint8_t)(ms >> 8);
	control[21] = (uint8_t)ms;
	control[22] = 1000 >> 8;
	control[23] = 1000 & 255;
	chunk(a->f, "fcTL", control, sizeof(control), NULL, 0);
	copy_data(a, png, bytes);
	a->frames++;
	free(png);
	return true;
}

/* False if anything could not be written since apng_open(). */
bool apng_close(struct apng *a)
{
	const uint8_t none[1] = { 0 };
	bool ok;

	chunk(a->f, "IEND", none, 0, NULL, 0);
	/* Writes were not checked one by one. */
	ok = !ferror(a->f);
	ok = !fclose(a->f) && ok;
	if (!ok)
		fprintf(stderr, "cannot write the animation\n");
	return ok;
}
