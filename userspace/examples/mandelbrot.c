// SPDX-License-Identifier: MIT
/*
 * mandelbrot [width [height [iterations [file.png]]]]
 *
 * Pixels need very different numbers of iterations, so threads of a warp part and meet again. The
 * CPU computes the same picture in the same operations.
 */
#include <math.h>
#include <png.h>

#include "example.h"

/* The same operations as in mandelbrot.kernel.c: the counts must be equal. */
static uint32_t escape(float cx, float cy, uint32_t max)
{
	float x = 0, y = 0, xx = 0, yy = 0;
	uint32_t n = 0;

	while (n < max && xx + yy <= 4.0f) {
		y = fmaf(2.0f * x, y, cy);
		x = xx - yy + cx;
		xx = x * x;
		yy = y * y;
		n++;
	}
	return n;
}

/* Colours by the share of iterations. False after a sentence on standard error. */
static int write_png(const char *path, const uint32_t *count, uint32_t width, uint32_t height,
		     uint32_t max)
{
	png_image image = { .version = PNG_IMAGE_VERSION,
			    .width = width,
			    .height = height,
			    .format = PNG_FORMAT_RGB };
	uint8_t *rgb = example_memory((size_t)width * height, 3);
	int ok;

	for (size_t i = 0; i < (size_t)width * height; i++) {
		double t = count[i] >= max ? 0 : sqrt((double)count[i] / max);

		rgb[3 * i] = 255 * pow(t, 0.7);
		rgb[3 * i + 1] = 255 * t * t;
		rgb[3 * i + 2] = count[i] >= max ? 0 : 90 + 165 * t;
	}
	ok = png_image_write_to_file(&image, path, 0, rgb, 0, NULL);
	if (!ok)
		fprintf(stderr, "cannot write %s: %s\n", path, image.message);
	free(rgb);
	return ok;
}

int main(int argc, char **argv)
{
	uint32_t width = argc > 1 ? strtoul(argv[1], NULL, 0) : 128,
		 height = argc > 2 ? strtoul(argv[2], NULL, 0) : 96;
	uint32_t max = argc > 3 ? strtoul(argv[3], NULL, 0) : 64;
	const char *file = argc > 4 ? argv[4] : "mandelbrot.png";
	struct example e;
	size_t wrong = 0;
	char size[32];

	if (!width || !height || !max || width > 8192 || height > 8192) {
		fprintf(stderr, "usage: mandelbrot [width [height [iterations [file.png]]]]\n");
		return 2;
	}

	size_t n = (size_t)width * height;
	uint32_t *count = example_memory(n, sizeof(*count));
	const float step = 3.0f / width, x0 = -2.2f, y0 = -0.5f * step * height;

	example_open(&e, "mandelbrot.elf");

	struct smgpu_buffer *out = example_buffer(&e, n * sizeof(*count), NULL);
	const uint32_t args[] = { smgpu_buffer_va(out), width,	       height,	       max,
				  smgpu_f32(x0),	smgpu_f32(y0), smgpu_f32(step) };
	uint32_t ctas = (n + 127) / 128, most = smgpu_device_info(e.dev)->sm_count *
						smgpu_device_info(e.dev)->warps_per_sm / 2;

	example_run(&e, "mandelbrot",
		    &(struct smgpu_launch){ .grid = { ctas < most ? ctas : most },
					     .cta = { 128 },
					     .args = args,
					     .arg_words = 7 });
	example_read(&e, out, count, n * sizeof(*count));
	for (size_t i = 0; i < n; i++)
		wrong += count[i] != escape(fmaf((float)(i % width), step, x0),
					    fmaf((float)(i / width), step, y0), max);
	wrong += !write_png(file, count, width, height, max);
	smgpu_buffer_unref(out);
	example_close(&e);
	free(count);
	snprintf(size, sizeof(size), "%ux%u", width, height);
	return example_report("mandelbrot", size, wrong);
}
