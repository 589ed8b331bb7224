// SPDX-License-Identifier: GPL-2.0-only OR MIT
/*
 * Is this file a firmware that this driver and this card can run? Little endian on every host.
 */
#ifdef __KERNEL__
#include <linux/crc32.h>
#include <linux/string.h>
#include <linux/unaligned.h>
#else
#include "tests/host_shim.h"
#endif

#include "smgpu_fw_check.h"

static const char * const texts[SMGPU_FW_PROBLEMS] = {
	[SMGPU_FW_GOOD] = "good",
	[SMGPU_FW_SHORT] = "file is shorter than its header",
	[SMGPU_FW_BAD_MAGIC] = "wrong magic: not an smgpu firmware",
	[SMGPU_FW_BAD_MAJOR] = "ABI major version differs from the driver's",
	[SMGPU_FW_OLD_MINOR] = "ABI minor version is older than the driver's",
	[SMGPU_FW_BAD_LENGTH] = "length in the header differs from the file's",
	[SMGPU_FW_TOO_LONG] = "longer than the card's TCM",
	[SMGPU_FW_BAD_RSVD] = "reserved header field is not 0",
	[SMGPU_FW_BAD_ENTRY] = "entry point is not inside the file",
	[SMGPU_FW_BAD_BSS] = "data does not fit the card's TCM",
	[SMGPU_FW_BAD_CRC] = "checksum does not match: the file is damaged",
};

/**
 * smgpu_fw_problem_text() - sentence for the log
 * @problem: answer of smgpu_fw_check()
 *
 * Return: static text.
 */
const char *smgpu_fw_problem_text(enum smgpu_fw_problem problem)
{
	return texts[problem];
}

/**
 * smgpu_fw_check() - check a firmware file against driver and card
 * @data: the file
 * @size: its bytes
 * @tcm_bytes: TCM of the card
 * @header: out: header in the CPU's byte order, once the file is long enough to have one
 *
 * Return: SMGPU_FW_GOOD or the first problem.
 */
enum smgpu_fw_problem smgpu_fw_check(const void *data, size_t size, __u32 tcm_bytes,
				     struct smgpu_fw_header *header)
{
	const __u8 *p = data;

	memset(header, 0, sizeof(*header));
	if (size < sizeof(*header))
		return SMGPU_FW_SHORT;

	header->magic = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, magic));
	header->abi_major = get_unaligned_le16(p + offsetof(struct smgpu_fw_header, abi_major));
	header->abi_minor = get_unaligned_le16(p + offsetof(struct smgpu_fw_header, abi_minor));
	header->length = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, length));
	header->crc32 = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, crc32));
	header->entry = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, entry));
	header->bss_end = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, bss_end));
	header->build_id = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, build_id));
	header->rsvd = get_unaligned_le32(p + offsetof(struct smgpu_fw_header, rsvd));

	if (header->magic != SMGPU_FW_MAGIC)
		return SMGPU_FW_BAD_MAGIC;
	if (header->abi_major != SMGPU_FW_ABI_MAJOR)
		return SMGPU_FW_BAD_MAJOR;
#if SMGPU_FW_ABI_MINOR > 0
	if (header->abi_minor < SMGPU_FW_ABI_MINOR)
		return SMGPU_FW_OLD_MINOR;
#endif
	if (header->length != size || header->length % 4)
		return SMGPU_FW_BAD_LENGTH;
	if (header->length > tcm_bytes || header->length > SMGPU_FW_MAX_BYTES)
		return SMGPU_FW_TOO_LONG;
	if (header->rsvd)
		return SMGPU_FW_BAD_RSVD;
	if (header->entry % 4 || header->entry < sizeof(*header) || header->entry >= header->length)
		return SMGPU_FW_BAD_ENTRY;
	if (header->bss_end < header->length || header->bss_end > tcm_bytes)
		return SMGPU_FW_BAD_BSS;
	if ((crc32_le(~0u, p + sizeof(*header), size - sizeof(*header)) ^ ~0u) != header->crc32)
		return SMGPU_FW_BAD_CRC;

	return SMGPU_FW_GOOD;
}
