/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_ERROR_H_
#define _SMGPU_ERROR_H_

#include <linux/build_bug.h>

#include <drm/smgpu_hw.h>

static inline const char *smgpu_error_text(u32 code)
{
	static const char * const texts[] = {
		[SMGPU_OK] = "no error",
		[SMGPU_ERR_PAGE_FAULT] = "address is not bound, or bound without that access",
		[SMGPU_ERR_MISALIGNED] = "load, store or atomic is not aligned to its size",
		[SMGPU_ERR_ACCESS] = "access outside the task's shared or local memory",
		[SMGPU_ERR_ILLEGAL] = "illegal instruction",
		[SMGPU_ERR_CODE_WINDOW] = "PC left the task's code window",
		[SMGPU_ERR_FETCH_FAULT] =
			"instruction address is not bound for execution, or misaligned",
		[SMGPU_ERR_DTOK_OVERFLOW] = "divergence token queue is full",
		[SMGPU_ERR_BREAK] = "ebreak",
		[SMGPU_ERR_BUS] = "the memory system answered with an error",
		[SMGPU_ERR_WATCHDOG] = "took longer than the channel's watchdog",
		[SMGPU_ERR_METHOD_UNKNOWN] = "unknown method",
		[SMGPU_ERR_METHOD_FORMAT] =
			"wrong count, reserved bits, alignment or flags of a method",
		[SMGPU_ERR_SEGMENT_FORMAT] =
			"segment misaligned, empty, too long, or cut inside a method",
		[SMGPU_ERR_SEGMENT_FAULT] = "segment, semaphore or copy address is not bound",
		[SMGPU_ERR_TMD_FAULT] = "TMD address is not bound or misaligned",
		[SMGPU_ERR_TMD_FORMAT] = "wrong magic, kind, flags or reserved field of a TMD",
		[SMGPU_ERR_TMD_LIMIT] = "TMD asks for sizes that this card can't run",
		[SMGPU_ERR_TMD_PERMISSION] =
			"TMD asks for a priority, SMs or schedule the channel may not use",
		[SMGPU_ERR_KILLED] = "channel was destroyed with work in flight",
		[SMGPU_ERR_CARD_RESET] = "card was reset with work in flight",
		[SMGPU_ERR_CARD_LOST] = "card does not answer",
		[SMGPU_ERR_RING] =
			"bad doorbell value, malformed entry, or seqno that does not grow",
		[SMGPU_ERR_QUEUE] = "work queue or request ring is not mapped, misshapen or broken",
	};

	return code < ARRAY_SIZE(texts) && texts[code] ? texts[code] : "unknown error";
}

#endif
