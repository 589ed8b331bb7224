/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
#ifndef _SMGPU_FW_CHECK_H_
#define _SMGPU_FW_CHECK_H_

/* Pure logic: built into the module and into the host's unit tests. */

#ifdef __KERNEL__
#include <linux/build_bug.h>
#include <linux/types.h>
#else
#include <stddef.h>
#include <stdint.h>
#endif

#include <smgpu_fw_abi.h>

/** enum smgpu_fw_problem - what is wrong with a firmware file */
enum smgpu_fw_problem {
	SMGPU_FW_GOOD = 0,
	SMGPU_FW_SHORT,
	SMGPU_FW_BAD_MAGIC,
	SMGPU_FW_BAD_MAJOR,
	SMGPU_FW_OLD_MINOR,
	SMGPU_FW_BAD_LENGTH,
	SMGPU_FW_TOO_LONG,
	SMGPU_FW_BAD_RSVD,
	SMGPU_FW_BAD_ENTRY,
	SMGPU_FW_BAD_BSS,
	SMGPU_FW_BAD_CRC,
	SMGPU_FW_PROBLEMS,
};

enum smgpu_fw_problem smgpu_fw_check(const void *data, size_t size, __u32 tcm_bytes,
				     struct smgpu_fw_header *header);
const char *smgpu_fw_problem_text(enum smgpu_fw_problem problem);

#endif
