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

/**
 * enum smgpu_fw_problem - what is wrong with a firmware file
 * @SMGPU_FW_GOOD: nothing
 * @SMGPU_FW_SHORT: shorter than its header
 * @SMGPU_FW_BAD_MAGIC: it is no firmware of smgpu
 * @SMGPU_FW_BAD_MAJOR: ABI major version differs from the driver's
 * @SMGPU_FW_OLD_MINOR: ABI minor version is older than the driver's
 * @SMGPU_FW_BAD_LENGTH: length in the header differs from the file's
 * @SMGPU_FW_TOO_LONG: longer than the card's TCM
 * @SMGPU_FW_BAD_RSVD: reserved header field is not 0
 * @SMGPU_FW_BAD_ENTRY: entry point is not inside the file
 * @SMGPU_FW_BAD_BSS: data does not fit the card's TCM
 * @SMGPU_FW_BAD_CRC: checksum does not match
 * @SMGPU_FW_PROBLEMS: how many there are
 */
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
