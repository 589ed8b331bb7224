/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef FUZZ_H
#define FUZZ_H

#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <drm/smgpu_drm.h>
#include <drm/smgpu_hw.h>

#define COUNT(a)	(sizeof(a) / sizeof((a)[0]))
#define FUZZ_NODES	3
#define FUZZ_MAPS	8
#define FUZZ_FILES	8

/** struct fuzz_shared - what all processes see */
struct fuzz_shared {
	_Atomic uint64_t calls, good;
	uint64_t limit;
	_Atomic bool stop;
};

/** struct fuzz_process - what the threads of a process share; they race on it, as is meant */
struct fuzz_process {
	struct fuzz_shared *shared;
	int node[FUZZ_NODES];
	int file[FUZZ_FILES];		/* dma-bufs, sync files, eventfds */
	/* socket on which file descriptors go from process to process */
	int passing[2];
	bool root;
};

/** struct fuzz - one thread */
struct fuzz {
	struct fuzz_process *p;
	uint64_t state;
	struct {
		volatile uint32_t *at;
		size_t bytes;
	} map[FUZZ_MAPS];
};

uint64_t fuzz_random(struct fuzz *f);
uint32_t fuzz_below(struct fuzz *f, uint32_t n);
bool fuzz_one_in(struct fuzz *f, uint32_t n);
uint32_t fuzz_word(struct fuzz *f);
uint32_t fuzz_id(struct fuzz *f);
int fuzz_node(struct fuzz *f);
int fuzz_call(struct fuzz *f, unsigned long request, void *arg);
int fuzz_open(void);

/* Every kind of call; each does one or a few. */
void fuzz_buffers(struct fuzz *f);
void fuzz_spaces(struct fuzz *f);
void fuzz_channels(struct fuzz *f);
void fuzz_submit(struct fuzz *f);
void fuzz_syncs(struct fuzz *f);
void fuzz_observe(struct fuzz *f);
void fuzz_maps(struct fuzz *f);
void fuzz_system(struct fuzz *f);

/* Touches memory that may be gone; a fault ends it. */
extern __thread sigjmp_buf fuzz_fault;
extern __thread volatile bool fuzz_faults;
#define FUZZ_TOUCH(...) do { \
	fuzz_faults = true; \
	if (!sigsetjmp(fuzz_fault, 1)) { __VA_ARGS__; } \
	fuzz_faults = false; \
} while (0)

#endif
