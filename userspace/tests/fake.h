/* SPDX-License-Identifier: MIT */
#ifndef _FAKE_H_
#define _FAKE_H_

#include <stdbool.h>
#include <stdint.h>
#include <drm/smgpu_drm.h>

#define FAKE_NODE	"/dev/dri/fake-smgpu"
#define FAKE_PAGE	4096u
#define FAKE_SM		1u
#define FAKE_VALID	1u
#define FAKE_EXEC	2u
#define FAKE_READONLY	4u

struct fake_vm {
	uint64_t page[1u << 20];
};

struct fake_channel {
	struct fake_vm *vm;
	uint32_t vm_id, best_priority, code, va, pc, thread;
	uint64_t jobs, error_job;
	bool schedules;
	struct drm_smgpu_dump_warp warp[32];	/* of the CTA that failed */
	uint32_t n_warps, task, failed_warp;	/* task: the TMD that ran last */
};

#define FAKE_HZ		75000000ull
uint64_t fake_clock(uint64_t work);	/* now, after @work cycles */

uint8_t *fake_translate(void *ctx, uint32_t va, bool write, bool fetch);
void fake_segment(struct fake_channel *c, uint32_t va, uint32_t bytes);
void fake_task(struct fake_channel *c, uint32_t va);

#endif
