/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * The firmware's file; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_FW_H
#define SMGPU_TEST_LOGIC_FW_H

static void smgpu_test_fw_put(__u8 *file, unsigned int at, __u32 value)
{
	unsigned int i;

	for (i = 0; i < 4; i++)
		file[at + i] = value >> (8 * i);
}

static void smgpu_test_fw(LOGIC_ARGS)
{
	enum { BYTES = 96, TCM = SMGPU_FW_MAX_BYTES };
	static const struct {
		unsigned int at;
		__u32 value;
		enum smgpu_fw_problem problem;
	} cases[] = {
		{ 0, 0x46475300, SMGPU_FW_BAD_MAGIC },
		{ 4, SMGPU_FW_ABI_MAJOR + 1, SMGPU_FW_BAD_MAJOR },
		{ 4, 0, SMGPU_FW_BAD_MAJOR },
		{ 8, BYTES - 4, SMGPU_FW_BAD_LENGTH },
		{ 8, BYTES + 4, SMGPU_FW_BAD_LENGTH },
		{ 8, 0, SMGPU_FW_BAD_LENGTH },
		{ 12, 0x12345678, SMGPU_FW_BAD_CRC },
		{ 16, 30, SMGPU_FW_BAD_ENTRY },
		{ 16, 28, SMGPU_FW_BAD_ENTRY },
		{ 16, BYTES, SMGPU_FW_BAD_ENTRY },
		{ 20, BYTES - 4, SMGPU_FW_BAD_BSS },
		{ 20, TCM + 4, SMGPU_FW_BAD_BSS },
		{ 28, 1, SMGPU_FW_BAD_RSVD },
		{ 60, 0xffffffff, SMGPU_FW_BAD_CRC },
		/* build_id may be anything */
		{ 24, 0xabcdef, SMGPU_FW_GOOD },
		{ 20, TCM, SMGPU_FW_GOOD },
	};
	struct smgpu_fw_header header;
	__u8 file[BYTES];
	unsigned int i;

	for (i = 0; i <= sizeof(cases) / sizeof(cases[0]); i++) {
		memset(file, 0, sizeof(file));
		smgpu_test_fw_put(file, 0, SMGPU_FW_MAGIC);
		smgpu_test_fw_put(file, 4, SMGPU_FW_ABI_MAJOR | SMGPU_FW_ABI_MINOR << 16);
		smgpu_test_fw_put(file, 8, BYTES);
		smgpu_test_fw_put(file, 16, 32);
		smgpu_test_fw_put(file, 20, BYTES);
		/* Of 64 zero bytes, by zlib's crc32(). */
		smgpu_test_fw_put(file, 12, 0x758d6336);
		if (i == sizeof(cases) / sizeof(cases[0])) {
			EXPECT(smgpu_fw_check(file, BYTES, TCM, &header) == SMGPU_FW_GOOD);
			EXPECT(header.entry == 32 && header.length == BYTES &&
			       header.bss_end == BYTES);
			EXPECT(smgpu_fw_check(file, 31, TCM, &header) == SMGPU_FW_SHORT);
			EXPECT(smgpu_fw_check(file, BYTES - 4, TCM, &header) ==
			       SMGPU_FW_BAD_LENGTH);
			EXPECT(smgpu_fw_check(file, BYTES, BYTES - 4, &header) ==
			       SMGPU_FW_TOO_LONG);
			break;
		}
		smgpu_test_fw_put(file, cases[i].at, cases[i].value);
		EXPECT(smgpu_fw_check(file, BYTES, TCM, &header) == cases[i].problem);
	}
	for (i = 0; i < SMGPU_FW_PROBLEMS; i++)
		EXPECT(smgpu_fw_problem_text(i) && smgpu_fw_problem_text(i)[0]);
}

#endif
