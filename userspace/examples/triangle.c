// SPDX-License-Identifier: MIT
/*
 * triangle [width [height [file.png]]]: a textured triangle
 *
 * One thread is one pixel here, without the stages of libsmgpu-gfx. shade() in triangle.h is the
 * same code on both sides, so pixels must be equal.
 */
#include <png.h>

#include "example.h"
#include "triangle.h"

#define TEXTURE 64

/* Bricks with mortar between them. */
static void paint(uint32_t *texels)
{
	for (uint32_t y = 0; y < TEXTURE; y++) {
		for (uint32_t x = 0; x < TEXTURE; x++) {
			bool mortar = y % 16 == 0 || (x + (y / 16 & 1) * 16) % 32 == 0;

			texels[y * TEXTURE + x] =
				mortar ? 0xffb0b8c0
				       : 0xff2838a0 + ((x * 7 + y * 13) % 24) * 0x010101;
		}
	}
}

int main(int argc, char **argv)
{
	uint32_t width = argc > 1 ? strtoul(argv[1], NULL, 0) : 128,
		 height = argc > 2 ? strtoul(argv[2], NULL, 0) : 96;
	const char *file = argc > 3 ? argv[3] : "triangle.png";
	uint32_t texels[TEXTURE * TEXTURE];
	struct example e;
	size_t wrong = 0;
	char size[32];

	if (!width || !height || width > 8192 || height > 8192) {
		fprintf(stderr, "usage: triangle [width [height [file.png]]]\n");
		return 2;
	}

	const struct triangle t = { { width * 0.5f, width * 0.95f, width * 0.06f },
				    { height * 0.05f, height * 0.85f, height * 0.95f },
				    { 0, 128, 0 },
				    { 0, 0, 96 } };
	size_t bytes = (size_t)width * height * sizeof(uint32_t);
	uint32_t *pixels = example_memory(1, bytes);
	png_image image = { .version = PNG_IMAGE_VERSION,
			    .width = width,
			    .height = height,
			    .format = PNG_FORMAT_RGBA };

	paint(texels);
	example_open(&e, "triangle.elf");

	struct smgpu_buffer *out = example_buffer(&e, bytes, NULL),
			    *tex = example_buffer(&e, sizeof(texels), texels);
	struct smgpu_buffer *tri = example_buffer(&e, sizeof(t), &t);
	const uint32_t args[] = { smgpu_buffer_va(out),
				  smgpu_buffer_va(tex),
				  smgpu_buffer_va(tri),
				  width,
				  height,
				  TEXTURE };

	example_run(&e, "triangle",
		    &(struct smgpu_launch){ .grid = { (width + 31) / 32, (height + 3) / 4 },
					     .cta = { 32, 4 },
					     .args = args,
					     .arg_words = 6 });
	example_read(&e, out, pixels, bytes);
	for (uint32_t y = 0; y < height; y++)
		for (uint32_t x = 0; x < width; x++)
			wrong += pixels[y * width + x] != shade(&t, texels, TEXTURE, x, y);
	if (!png_image_write_to_file(&image, file, 0, pixels, 0, NULL)) {
		fprintf(stderr, "cannot write %s: %s\n", file, image.message);
		wrong++;
	}
	smgpu_buffer_unref(out);
	smgpu_buffer_unref(tex);
	smgpu_buffer_unref(tri);
	example_close(&e);
	free(pixels);
	snprintf(size, sizeof(size), "%ux%u", width, height);
	return example_report("triangle", size, wrong);
}
