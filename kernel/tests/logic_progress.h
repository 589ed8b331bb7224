/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Policies of divergence and forward progress as text; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_PROGRESS_H
#define SMGPU_TEST_LOGIC_PROGRESS_H

#define PROGRESS_YIELD		0x400402u
#define PROGRESS_SEED		0xace1u
#define PROGRESS_BACKSTOP	\
	(SMGPU_SM_CFG_BACKSTOP_LIMIT_RESET | \
	 SMGPU_SM_CFG_BACKSTOP_SHIFT_RESET << SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT | \
	 (__u32)SMGPU_SM_CFG_BACKSTOP_LEAST_RESET << SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT)

static void smgpu_test_progress(LOGIC_ARGS)
{
	static const struct {
		const char *text;
		struct smgpu_progress progress;
	} good[] = {
		{ "default\n", { 0, PROGRESS_YIELD, PROGRESS_SEED, 0, PROGRESS_BACKSTOP } },
		{ "branch=taken", { 1, PROGRESS_YIELD, PROGRESS_SEED, 0, PROGRESS_BACKSTOP } },
		{ "default,BRANCH=fall_through,branch=Higher",
		  { 3, PROGRESS_YIELD, PROGRESS_SEED, 0, PROGRESS_BACKSTOP } },
		{ "yield=never backstop=0 shift=0 least=0", { 0, 0x400400, PROGRESS_SEED, 0, 0 } },
		{ "yield=random,threshold=255,period=0,seed=65535",
		  { 0, 0xff0003, 0xffff, 0, PROGRESS_BACKSTOP } },
		{ "depth=511\tfull=drop seed=0",
		  { 0, PROGRESS_YIELD, 0, 0x101ff, PROGRESS_BACKSTOP } },
		{ "backstop=65535,shift=15,least=255 depth=4 full=stop",
		  { 0, PROGRESS_YIELD, PROGRESS_SEED, 4, 0xff0fffff } },
	};
	static const char *const bad[] = {
		"", " ,", "defaul", "branch=taken default", "branch", "branch=", "branch=4",
		"branch=1", "branch=autos", "yield=2", "yield=nthx", "period=256", "period=-1",
		"threshold=256", "seed=65536", "depth=512", "full=1", "full", "backstop=65536",
		"backstop=0x10", "shift=16", "least=256", "least =1", "steps=1", "backstop==1",
		"default xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
	};
	static const struct smgpu_progress before = { 1, 2, 3, 4, 5 };
	static const struct smgpu_progress longest = { 2, 0xffff02, 0xffff, 0x101ff, 0xff0fffff };
	char text[SMGPU_PROGRESS_BYTES];
	struct smgpu_progress p, again;
	__u32 i;

	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		p = before;
		EXPECT(!smgpu_progress_parse(good[i].text, &p));
		EXPECT(!memcmp(&p, &good[i].progress, sizeof(p)));
	}
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		p = before;
		EXPECT(smgpu_progress_parse(bad[i], &p) == -EINVAL);
		EXPECT(!memcmp(&p, &before, sizeof(p)));
	}
	/* What is shown is understood. */
	for (i = 0; i < 4096; i++) {
		p.branch = i & 3;
		p.yield = i * 0x9e3779b1u & 0xffff03;
		p.seed = i * 0x85ebca6bu & 0xffff;
		p.dtoks = i * 0xc2b2ae35u & 0x101ff;
		p.backstop = i * 0x27d4eb2fu & 0xff0fffff;
		again = before;
		EXPECT(!smgpu_progress_parse(smgpu_progress_text(text, sizeof(text), &p), &again));
		EXPECT(!memcmp(&p, &again, sizeof(p)));
	}
	EXPECT(!strcmp(smgpu_progress_text(text, sizeof(text), &longest),
		       "branch=FALL_THROUGH yield=NTH period=255 threshold=255 seed=65535 depth=511 full=drop backstop=65535 shift=15 least=255"));
	smgpu_progress_default(&p);
	EXPECT(!memcmp(&p, &good[0].progress, sizeof(p)));
}

#endif
