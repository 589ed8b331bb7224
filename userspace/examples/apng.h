/* SPDX-License-Identifier: MIT */
/*
 * Animated PNG: libpng compresses each frame, and its data goes into the chunks of an animation.
 */
#ifndef _APNG_H_
#define _APNG_H_

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct apng {
	FILE *f;
	uint32_t width, height, sequence, frames;
};

/* All of these: false after a message. @frames pictures follow, each shown for @ms milliseconds,
 * over and over. */
bool apng_open(struct apng *a, const char *file, uint32_t width, uint32_t height, uint32_t frames);
bool apng_add(struct apng *a, const uint32_t *rgba, uint32_t ms);
bool apng_close(struct apng *a);

#endif
