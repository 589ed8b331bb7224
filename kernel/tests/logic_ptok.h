/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Priority tokens as text; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_PTOK_H
#define SMGPU_TEST_LOGIC_PTOK_H

static void smgpu_test_ptok(LOGIC_ARGS)
{
	/*
	 * Fields: limit 5..0, policy 10..8, at_barrier 12, never 13, lru 14; levels 1 and 1; weight
	 * 24, wait 25; tune 31
	 */
	static const struct {
		const char *text;
		__u32 tokens;
	} good[] = {
		{ "off", 0x500000 }, { " Tune\n", 0x80500000 }, { "12", 0x50000c },
		{ "63,even", 0x50013f }, { "tune eligible\tnever", 0x80502200 },
		{ "off lru", 0x504000 }, { "1 split rotate at_barrier", 0x501301 },
		{ "4 weight", 0x1500004 }, { "tune wait", 0x82500000 },
		{ "ALL predict wait", 0x250063f }, { "all", 0x50003f },
	};
	static const char *const bad[] = {
		"", "\n", "0", "64", "4294967297", "-1", "1x", "even", "lru off", "8 9", "tune off",
		"tune evenly", "off ;", "8 all", "predict all",
	};
	char text[SMGPU_PTOK_BYTES];
	__u32 tokens, again;
	unsigned int i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		tokens = 0x12345678;
		EXPECT(!smgpu_ptok_parse(good[i].text, &tokens));
		EXPECT(tokens == good[i].tokens);
		smgpu_ptok_text(text, sizeof(text), tokens);
		EXPECT(!smgpu_ptok_parse(text, &again) && again == tokens);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tokens = 0x12345678;
		EXPECT(smgpu_ptok_parse(bad[i], &tokens) == -EINVAL);
		EXPECT(tokens == 0x12345678);
	}
	EXPECT(!strcmp(smgpu_ptok_text(text, sizeof(text), SMGPU_PTOK_DEFAULT), "off OLDEST"));
	EXPECT(!strcmp(smgpu_ptok_text(text, sizeof(text), 0x83507204),
		       "tune ELIGIBLE at_barrier never lru weight wait"));
	EXPECT(!strcmp(smgpu_ptok_text(text, sizeof(text), 0x700), "off 7"));
}

/* The number is for the card, in bits 31..24; else the fields are those of L1. */
static void smgpu_test_ptok_l2(LOGIC_ARGS)
{
	static const struct {
		const char *text;
		__u32 tokens;
	} good[] = {
		{ "off", 0x500000 }, { " Off\n", 0x500000 }, { "1", 0x1500000 },
		{ "252,even", 0xfc500100 }, { "128 compiler\tnever", 0x80502500 },
		{ "off never", 0x502000 }, { "3 split rotate at_barrier", 0x3501300 },
		{ "64 eligible oldest", 0x40500000 }, { "all even", 0xfc500100 },
		{ "16 order", 0x10508000 }, { "16 never,order", 0x1050a000 },
	};
	static const char *const bad[] = {
		"", "\n", "0", "253", "256", "4294967297", "-1", "tune", "tune even", "8 lru",
		"8 weight",
		"8 wait", "8 9", "never 8", "evenly", "8 ;", "8 predict", "8 all",
	};
	char text[SMGPU_PTOK_BYTES];
	__u32 tokens, again;
	unsigned int i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		tokens = 0x12345678;
		EXPECT(!smgpu_ptok_l2_parse(good[i].text, &tokens));
		EXPECT(tokens == good[i].tokens);
		smgpu_ptok_l2_text(text, sizeof(text), tokens);
		EXPECT(!smgpu_ptok_l2_parse(text, &again) && again == tokens);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		tokens = 0x12345678;
		EXPECT(smgpu_ptok_l2_parse(bad[i], &tokens) == -EINVAL);
		EXPECT(tokens == 0x12345678);
	}
	EXPECT(!strcmp(smgpu_ptok_l2_text(text, sizeof(text), SMGPU_PTOK_DEFAULT), "off OLDEST"));
	EXPECT(!strcmp(smgpu_ptok_l2_text(text, sizeof(text), 0xfc50b200),
		       "252 ELIGIBLE at_barrier never order"));
	/* One in L1's register means nothing. */
	EXPECT(smgpu_ptok_parse("8 order", &tokens) == -EINVAL);
	/* A limit of the register and bits that are options of L1 alone are not shown. */
	EXPECT(!strcmp(smgpu_ptok_l2_text(text, sizeof(text), 0x350473f), "3 7"));
}

static void smgpu_test_ptok_pc(LOGIC_ARGS)
{
	static const struct {
		const char *text, *shown;
		struct smgpu_ptok_pc pc;
	} good[] = {
		{ "off", "off", { 0, 0, 0 } },
		{ "0x01000100 0x1000200 512 4", "0x01000100 0x01000200 512 4",
		  { 0x1000100, 0x1000200, 0x40200 } },
		{ " 16777216,16777220,1,0\n", "0x01000000 0x01000004 1 0",
		  { 0x1000000, 0x1000004, 1 } },
		{ "0 0XfffFfffC 2047 63", "0x00000000 0xfffffffc 2047 63",
		  { 0, 0xfffffffc, 0x3f07ff } },
	};
	static const char *const bad[] = {
		"", "\n", "off off", "off 0 4 1 1", "0 4 1", "0 4 1 1 1", "0 4 1 off", "0 4 0 1",
		"4 4 1 1", "8 4 1 1", "2 8 1 1", "4 9 1 1", "0 4 2048 1", "0 4 1 64", "0 0x 1 1",
		"0 0x100000000 1 1", "0 4294967296 1 1", "0 f 1 1", "0 0xg 1 1", "-4 4 1 1",
		"0 0x0000000000000000000000000000000000000000000000000000000000000004 1 1",
	};
	struct smgpu_ptok_pc pc;
	char text[SMGPU_PTOK_BYTES];
	unsigned int i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		pc.begin = pc.end = pc.rule = 0x12345678;
		EXPECT(!smgpu_ptok_pc_parse(good[i].text, &pc));
		EXPECT(!memcmp(&pc, &good[i].pc, sizeof(pc)));
		EXPECT(!strcmp(smgpu_ptok_pc_text(text, sizeof(text), &pc), good[i].shown));
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		pc.begin = 0x12345678;
		EXPECT(smgpu_ptok_pc_parse(bad[i], &pc) == -EINVAL);
		EXPECT(pc.begin == 0x12345678);
	}
}

static void smgpu_test_ptok_levels(LOGIC_ARGS)
{
	__u32 n[SMGPU_PTOK_LEVELS];

	smgpu_ptok_levels(SMGPU_PTOK_DEFAULT | 4, 11, 4, n);
	EXPECT(n[0] == 7 && n[1] == 4 && n[2] == 0 && n[3] == 0);
	smgpu_ptok_levels(0x300004, 11, 4, n);
	EXPECT(n[0] == 7 && n[1] == 0 && n[2] == 0 && n[3] == 4);
	smgpu_ptok_levels(4, 11, 4, n);
	EXPECT(n[0] == 11 && n[1] == 0 && n[2] == 0 && n[3] == 0);
	/* The two numbers are of different cycles, or the firmware is broken. */
	smgpu_ptok_levels(SMGPU_PTOK_DEFAULT | 4, 3, 255, n);
	EXPECT(n[0] == 0 && n[1] == 3 && n[2] == 0 && n[3] == 0);
}

#endif
