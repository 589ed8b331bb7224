/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * A card that does not answer, and a job that takes too long; part of logic.h.
 */
#ifndef SMGPU_TEST_LOGIC_HANGCHECK_H
#define SMGPU_TEST_LOGIC_HANGCHECK_H

/*
 * A card that owes an answer, as it is seen second by second; a sign of life gives it all its time
 * again.
 */
static void smgpu_test_hangcheck(LOGIC_ARGS)
{
	/*
	 * In a simulation that may be three times slower, limits of the wall are three times 10 and
	 * 2 seconds.
	 */
	enum { CARD_HZ = 1000, WALL_HZ = 250, SLOWDOWN = 3 };
	static const char clock_runs[] = "the card's clock runs", stands[] = "stands still",
			  too_long[] = "too long";
	static const struct {
		unsigned int seconds;	/* to look at it, once in each */
		unsigned int card;	/* ticks of its clock in one of these */
		__u32 generation, taken, answered;
		const char *dead;	/* at the end of them, and not before */
	} cases[] = {
		/* Card seconds */
		{ 1, 1000, 1, 7, 7, NULL }, { 5, 1000, 1, 7, 7, NULL },
		{ 1, 1, 1, 7, 7, clock_runs }, { 1, 1, 1, 8, 7, NULL }, { 5, 1000, 1, 8, 7, NULL },
		{ 1, 0, 1, 8, 8, NULL }, { 5, 1000, 1, 8, 8, NULL }, { 1, 0, 2, 8, 8, NULL },
		{ 5, 1000, 2, 8, 8, NULL }, { 1, 1000, 2, 8, 8, clock_runs },
		/* A clock that stands still */
		{ 1, 0, 3, 8, 8, NULL }, { 6, 0, 3, 8, 8, NULL }, { 1, 0, 3, 8, 8, stands },
		{ 1, 0, 4, 8, 8, NULL }, { 6, 0, 4, 8, 8, NULL }, { 1, 1, 4, 8, 8, NULL },
		{ 6, 0, 4, 8, 8, NULL }, { 1, 0, 4, 8, 8, stands },
		{ 1, 0, 4, 8, 9, NULL }, { 6, 0, 4, 8, 9, NULL }, { 1, 0, 4, 9, 9, NULL },
		{ 6, 0, 4, 9, 9, NULL }, { 1, 0, 4, 9, 9, stands },
		/* A clock that is much slower than it says */
		{ 1, 0, 5, 9, 9, NULL }, { 30, 8, 5, 9, 9, NULL }, { 1, 8, 5, 9, 9, too_long },
		{ 1, 0, 5, 9, 10, NULL }, { 30, 8, 5, 9, 10, NULL }, { 1, 8, 5, 9, 10, too_long },
	};
	struct smgpu_hangcheck_sample now = { .clock = ~0ull - 3000, .wall = ~0ull - 100 };
	struct smgpu_hangcheck hangcheck = { };
	unsigned int i, s;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		now.generation = cases[i].generation;
		now.taken = cases[i].taken;
		now.answered = cases[i].answered;
		for (s = 1; s <= cases[i].seconds; s++) {
			const char *dead;

			now.clock += cases[i].card;
			now.wall += WALL_HZ;
			dead = smgpu_hangcheck_reason(&hangcheck, &now, CARD_HZ, WALL_HZ, SLOWDOWN);
			if (s < cases[i].seconds || !cases[i].dead)
				EXPECT(!dead);
			else
				EXPECT(dead && strstr(dead, cases[i].dead));
		}
	}

	/* What it was like when nothing was owed does not count. */
	hangcheck.pending = false;
	now.clock += 1000 * CARD_HZ;
	now.wall += 1000 * WALL_HZ;
	EXPECT(!smgpu_hangcheck_reason(&hangcheck, &now, CARD_HZ, WALL_HZ, SLOWDOWN));
}

static void smgpu_test_job(LOGIC_ARGS)
{
	enum { CARD_HZ = 1000 };
	static const struct {
		__u64 seconds, others;	/* that passed, and of them */
		__u32 slowdown;
		bool overdue;	/* a tick later */
	} cases[] = {
		{ 20, 0, 1, true }, { 19, 0, 1, false }, { 25, 5, 1, true }, { 25, 6, 1, false },
		{ 30, 90, 1, false }, { 59, 90, 1, false }, { 60, 90, 1, true },
		{ 60, 59, 1, true }, { 60, 0, 3, true }, { 59, 0, 3, false }, { 180, 170, 3, true },
		{ 179, 170, 3, false },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const struct smgpu_job_sample since = {
			.clock = ~0ull - 5000, .others = ~0ull - 100,
		};
		struct smgpu_job_sample now = since;

		now.clock += cases[i].seconds * CARD_HZ;
		now.others += cases[i].others * CARD_HZ;
		EXPECT(!smgpu_job_overdue(&since, &now, CARD_HZ, cases[i].slowdown));
		now.clock++;
		EXPECT(smgpu_job_overdue(&since, &now, CARD_HZ, cases[i].slowdown) ==
		       cases[i].overdue);
	}
}

#endif
