/* SPDX-License-Identifier: MIT */
/*
 * What smgpu_launch() tells a kernel beside its arguments, and how printf's output comes back:
 * shared by smcc's runtime and libsmgpu.
 */
#ifndef _SMGPU_PRINT_H_
#define _SMGPU_PRINT_H_

#include <stdint.h>

/* Words of the constant bank in front of the arguments */
#define SMGPU_BANK_FRONT	16	/* how many there are */
/* address of struct smgpu_print_buffer, if the kernel's metadata asks for one, or 0 */
#define SMGPU_BANK_PRINT	-1
#define SMGPU_BANK_DIMS		-2	/* dimensions of the launch */
/* x, y, z: what get_global_id() begins with, in programs made with --offsets; these have, too: */
#define SMGPU_BANK_OFFSET	-5
#define SMGPU_BANK_ITEMS	-8	/* x, y, z: threads of the whole launch */
/* x, y, z: the size of its CTAs but the last ones of each dimension */
#define SMGPU_BANK_CTA		-11
/* x, y, z: CTAs before those of this grid, which is a part of the launch */
#define SMGPU_BANK_FIRST	-14
/* address of the words of smgpu_queue.h for a task with a continuation, or 0 */
#define SMGPU_BANK_TASK		-15

/*
 * One for each launch. A record is its length in words, the address of the format, and the
 * arguments in the order of the format, each of one or more words; a vector of three has the size
 * of one of four. The length is written last.
 */
struct smgpu_print_buffer {
	uint32_t words;			/* room in data[] */
	uint32_t used;			/* words asked for; may be more than there are */
	uint32_t dropped;		/* calls that found no room */
	uint32_t rsvd;
	uint32_t data[];
};

#endif
