/* SPDX-License-Identifier: MIT */
/*
 * Words of what running kernels share with the firmware: struct smgpu_work_queue, struct
 * smgpu_request_ring and struct smgpu_tmd of <drm/smgpu_hw.h>, which kernels can't include.
 * libsmgpu asserts that they agree.
 */
#ifndef _SMGPU_QUEUE_H_
#define _SMGPU_QUEUE_H_

/* struct smgpu_work_queue */
#define SMGPU_QUEUE_RESERVED	0
#define SMGPU_QUEUE_PUBLISHED	1
#define SMGPU_QUEUE_RELEASED	2
#define SMGPU_QUEUE_SIZE	3
#define SMGPU_QUEUE_ITEM_BYTES	4
#define SMGPU_QUEUE_ITEMS_VA	5
#define SMGPU_QUEUE_WORDS	8

/* struct smgpu_request_ring, then { tmd_va, ready } for each entry */
#define SMGPU_REQUESTS_RESERVED	0
#define SMGPU_REQUESTS_TAKEN	1
#define SMGPU_REQUESTS_SIZE	2
#define SMGPU_REQUESTS_WORDS	8

/*
 * What a task and its continuations have in common. The two TMDs take turns: each comes after the
 * other, and the first also after the task.
 */
#define SMGPU_CONT_COUNT	0	/* continuations that were asked for */
#define SMGPU_CONT_TMD		1	/* addresses of two TMDs */
#define SMGPU_CONT_REQUESTS	3	/* of three request rings: of the task, and of the two */
#define SMGPU_CONT_QUEUE	6	/* of the task's work queue, or 0 */
#define SMGPU_CONT_SAVE		7	/* of the save area, or 0 */
#define SMGPU_CONT_WORDS	8

/* struct smgpu_tmd: status */
#define SMGPU_TMD_STATE		48
#define SMGPU_TMD_COMPLETED	51

#endif
