/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Schedules of warps, and which SM gets a CTA, as text; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_SCHEDULE_H
#define SMGPU_TEST_LOGIC_SCHEDULE_H

static void smgpu_test_schedule(LOGIC_ARGS)
{
	/*
	 * Fields: policy 3..0, gain 7..4, additive 8, age 14..12; texture 5..0, op 13..8,
	 * pixel_only 16; compute 5..0, vertex 13..8, geometry 21..16, pixel 29..24
	 */
	static const struct {
		const char *text;
		__u32 words[3];		/* sched, bonus, types */
	} good[] = {
		{ "LRR", { 0, 0, 0 } }, { "gto", { 1, 0, 0 } }, { "Two_Level\n", { 2, 0, 0 } },
		{ "a", { 4, 0, 0 } }, { "A_LITERAL", { 5, 0, 0 } }, { "b", { 6, 0, 0 } },
		{ "c", { 7, 0, 0 } }, { " d gain=15", { 0xf8, 0, 0 } },
		{ "b,additive,age=7", { 0x7106, 0, 0 } }, { "lrr age=0\tgain=0 \n", { 0, 0, 0 } },
		{ "d gain=3 gain=10", { 0xa8, 0, 0 } }, { "d,textile=3,stay", { 0xe08, 0, 0 } },
		{ "gto textile=1", { 0x201, 0, 0 } },
		{ "a additive texture=8 op=2", { 0x104, 0x208, 0 } },
		{ "a,vertex=4,PIXEL=63,pixel_only", { 4, 0x10000, 0x3f000400 } },
		{ "a texture=63,op=63 compute=1 geometry=2", { 4, 0x3f3f, 0x20001 } },
		{ "gto texture=9 texture=0", { 1, 0, 0 } },
	};
	static const char *const bad[] = {
		"", " \n", "gt", "gtoo", "additive", "age=1 gto", "gto age", "gto age=",
		"gto age=8",
		"gto age=-1", "gto age=1x", "gto gain=16", "gto gain=4294967296", "gto textile=4",
		"stay", "gto lrr", "a literal", "gto ;", "9", "a additive=1", "a stayed", "a op=64",
		"a texture=64", "a pixel", "a pixel_only=1", "a vertex=64", "a pixels=1", "a op",
		"texture=8", "a oversub_low=256", "a oversub=1", "a textile_timeout=65536",
		"a fetch_in_turn=1",
		"gto xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	};
	static const struct smgpu_schedule before = {
		0x12345678, 0x23456789, 0x3456789a, 0x456789ab, 0x56789abc, 0x6789abcd,
	};
	static const struct smgpu_schedule first = { .sched = SMGPU_SCHEDULE_DEFAULT,
						     SMGPU_SCHEDULE_OTHERS };
	static const struct smgpu_schedule longest = {
		0x7ff5, 0x13f3f, 0x3f3f3f3f, 0xffff, 0xffff, 1,
	};
	char text[SMGPU_SCHEDULE_BYTES];
	struct smgpu_schedule s, again;
	__u32 i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		s = before;
		EXPECT(!smgpu_schedule_parse(good[i].text, &s));
		EXPECT(s.sched == good[i].words[0] && s.bonus == good[i].words[1] &&
		       s.types == good[i].words[2]);
		EXPECT(s.oversub == 0xe06 && s.textile == 0x2000 && !s.fetch);
		EXPECT(smgpu_schedule_by_credits(&s) == ((s.sched & 15) > 2));
		EXPECT(smgpu_schedule_by_grants(&s) == !!(s.sched & 0xe00));
		EXPECT(smgpu_schedule_by_bonuses(&s) == (s.bonus || s.types));
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		s = before;
		EXPECT(smgpu_schedule_parse(bad[i], &s) == -EINVAL);
		EXPECT(!memcmp(&s, &before, sizeof(s)));
	}
	EXPECT(!smgpu_schedule_parse("d oversub_low=2,oversub_high=0 textile_timeout=99 "
				     "fetch_in_turn", &s));
	EXPECT(s.oversub == 2 && s.textile == 99 && s.fetch == 1 && smgpu_schedule_by_grants(&s));
	/* What is shown is understood, if the policy has a name. */
	for (i = 0; i < 0x8000; i++) {
		s.sched = i;
		s.bonus = i * 0x9e3779b1u & 0x13f3f;
		s.types = i * 0x85ebca6bu & 0x3f3f3f3f;
		s.oversub = i * 0xc2b2ae35u & 0xffff;
		s.textile = i * 0x27d4eb2fu & 0xffff;
		s.fetch = i >> 4 & 1;
		smgpu_schedule_text(text, sizeof(text), &s);
		again = before;
		if ((i & 15) == 3 || (i & 15) > 8)
			EXPECT(smgpu_schedule_parse(text, &again) == -EINVAL);
		else
			EXPECT(!smgpu_schedule_parse(text, &again) &&
			       !memcmp(&s, &again, sizeof(s)));
	}
	EXPECT(!strcmp(smgpu_schedule_text(text, sizeof(text), &first), "GTO age=0 gain=0"));
	EXPECT(!strcmp(smgpu_schedule_text(text, sizeof(text), &longest),
		       "A_LITERAL additive age=7 gain=15 textile=3 stay texture=63 op=63 compute=63 vertex=63 geometry=63 pixel=63 pixel_only oversub_low=255 oversub_high=255 textile_timeout=65535 fetch_in_turn"));
}

static void smgpu_test_launch(LOGIC_ARGS)
{
	static const struct {
		const char *text;
		__u32 sms, launch;
	} good[] = {
		{ "balance", 4, SMGPU_LAUNCH_DEFAULT }, { " Balance\n", 1, 0xe400 },
		{ "balance 3 2 1 0", 4, 0x1b00 }, { "balance,2", 4, 0xc900 },
		{ "balance 1", 2, 0xe100 }, { "round_robin\n", 4, 0xe401 },
	};
	static const char *const bad[] = {
		"", "\n", "balanced", "balance 4", "balance 1 1", "balance 10", "balance -1",
		"balance x", "round_robin 0", "round", "0 1 2 3",
	};
	char text[SMGPU_LAUNCH_BYTES];
	__u32 launch, again;
	unsigned int i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		launch = 0x12345678;
		EXPECT(!smgpu_launch_parse(good[i].text, good[i].sms, &launch));
		EXPECT(launch == good[i].launch);
		smgpu_launch_text(text, sizeof(text), good[i].sms, launch);
		EXPECT(!smgpu_launch_parse(text, good[i].sms, &again) && again == launch);
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		launch = 0x12345678;
		EXPECT(smgpu_launch_parse(bad[i], 4, &launch) == -EINVAL);
		EXPECT(launch == 0x12345678);
	}
	EXPECT(smgpu_launch_parse("balance 2", 2, &launch) == -EINVAL);
	EXPECT(!strcmp(smgpu_launch_text(text, sizeof(text), 4, 0x1b00), "balance 3 2 1 0"));
	EXPECT(!strcmp(smgpu_launch_text(text, sizeof(text), 2, 0xe100), "balance 1 0"));
	EXPECT(!strcmp(smgpu_launch_text(text, sizeof(text), 4, 0x1b01), "round_robin"));
}

#endif
