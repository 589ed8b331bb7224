/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/*
 * Cases of the driver's pure logic, run by KUnit in the kernel and by unit_test.c on the host. The
 * including file provides EXPECT(cond), which notes a failure and goes on.
 */
#ifndef SMGPU_TEST_LOGIC_H
#define SMGPU_TEST_LOGIC_H

static void smgpu_test_pte(LOGIC_ARGS)
{
	__u64 pte = smgpu_pte_leaf(0x12345000, false, 0);

	/* V R W U A D and PPN 0x12345 at bit 10, as the privileged specification draws it */
	EXPECT(pte == (0x12345ull << 10 | 0xd7));
	EXPECT(smgpu_pte_leaf(0x12345000, false, DRM_SMGPU_VM_READONLY) ==
	       (0x12345ull << 10 | 0xd3));
	EXPECT(smgpu_pte_leaf(0x1000, false, DRM_SMGPU_VM_EXEC) == (1ull << 10 | 0xdf));
	EXPECT(smgpu_pte_leaf(0xfffffff000ull, true, DRM_SMGPU_VM_READONLY | DRM_SMGPU_VM_EXEC) ==
	       (0xfffffffull << 10 | 0x1db));
	EXPECT(smgpu_pte_table(0x7000) == (7ull << 10 | 1));
	EXPECT(smgpu_pte_address(pte) == 0x12345000);
	EXPECT(smgpu_pte_address(smgpu_pte_leaf(0xfffffff000ull, true, 0)) == 0xfffffff000ull);
	EXPECT(smgpu_pte_is_leaf(pte));
	EXPECT(!smgpu_pte_is_leaf(smgpu_pte_table(0x7000)));
	EXPECT(!smgpu_pte_is_leaf(0));
}

static void smgpu_test_pte_split(LOGIC_ARGS)
{
	__u64 big = smgpu_pte_leaf(0x40000000, true, DRM_SMGPU_VM_EXEC);
	unsigned int i;

	for (i = 0; i < SMGPU_PT_ENTRIES; i++)
		EXPECT(smgpu_pte_single(smgpu_pte_split(big, i), i) ==
		       smgpu_pte_leaf(0x40000000 + i * SMGPU_PAGE_BYTES, true, DRM_SMGPU_VM_EXEC));
}

/*
 * 16 equal entries with bit 63 and 1000 in the lowest bits of the page number, as Svnapot has them
 */
static void smgpu_test_pte_block(LOGIC_ARGS)
{
	__u64 first = smgpu_pte_leaf(0x12340000, false, 0), block = smgpu_pte_block(first);
	unsigned int i;

	EXPECT(block == (0x8000000000000000ull | 0x12348ull << 10 | 0xd7));
	EXPECT(smgpu_pte_is_leaf(block));
	for (i = 0; i < 512; i++)
		EXPECT(smgpu_pte_single(block, i) ==
		       smgpu_pte_leaf(0x12340000 + i % 16 * SMGPU_PAGE_BYTES, false, 0));
	EXPECT(smgpu_pte_single(first, 5) == first && smgpu_pte_single(0, 5) == 0);
	EXPECT(smgpu_pte_split(smgpu_pte_leaf(0x40000000, false, 0), 33) ==
	       smgpu_pte_block(smgpu_pte_leaf(0x40020000, false, 0)));
	EXPECT(smgpu_pt_block_fits(0x30000, 0x50000, 0x10000));
	EXPECT(!smgpu_pt_block_fits(0x31000, 0x51000, 0x20000));
	EXPECT(!smgpu_pt_block_fits(0x30000, 0x51000, 0x20000));
	EXPECT(!smgpu_pt_block_fits(0x30000, 0x50000, 0xf000));
}

static void smgpu_test_pt_index(LOGIC_ARGS)
{
	EXPECT(smgpu_pt_span(0) == 0x1000 && smgpu_pt_span(1) == 0x200000);
	EXPECT(smgpu_pt_span(2) == 0x40000000);
	EXPECT(smgpu_pt_index(0xdfffffff, 2) == 3);
	EXPECT(smgpu_pt_index(0xdfffffff, 1) == 255);
	EXPECT(smgpu_pt_index(0xdfffffff, 0) == 511);
	EXPECT(smgpu_pt_index(0x40201000, 2) == 1);
	EXPECT(smgpu_pt_index(0x40201000, 1) == 1);
	EXPECT(smgpu_pt_index(0x40201000, 0) == 1);
}

/* A range has the pages that were added, and what lies between. */
static void smgpu_test_pages(LOGIC_ARGS)
{
	static const __u32 at[][2] = {
		{ 7, 1 }, { 7, 1 }, { 8, 4 }, { 2, 1 }, { 0, 12 }, { 0xfffff, 1 },
	};
	static const struct smgpu_pages want[] = {
		{ 7, 8 }, { 7, 8 }, { 7, 12 }, { 2, 12 }, { 0, 12 }, { 0, 0x100000 },
	};
	struct smgpu_pages range = { };
	unsigned int i;

	for (i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		smgpu_pages_add(&range, at[i][0], at[i][1]);
		EXPECT(range.first == want[i].first && range.end == want[i].end);
	}
}

/*
 * Chunks must cover a mapping once, stay in one table, and be large exactly where all is aligned.
 */
static void smgpu_test_chunks(LOGIC_ARGS)
{
	static const struct {
		__u64 va, address, bytes;
		unsigned int large, chunks;
	} cases[] = {
		{ 0x1000, 0, 0x1000, 0, 1 },
		{ 0x200000, 0x400000, 0x200000, 1, 1 },
		{ 0x200000, 0x400000, 0x1ff000, 0, 1 },
		{ 0x200000, 0x401000, 0x200000, 0, 1 },
		{ 0x1ff000, 0x3ff000, 0x402000, 2, 4 },
		{ 0x1ff000, 0x400000, 0x402000, 0, 4 },
		{ 0x3fe00000, 0, 0x400000, 2, 2 },
		{ 0xdfe00000, 0x600000, 0x200000, 1, 1 },
	};
	unsigned int i;

	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		__u64 va = cases[i].va, address = cases[i].address, left = cases[i].bytes;
		unsigned int large = 0, chunks = 0;

		while (left) {
			struct smgpu_pt_chunk c = smgpu_pt_chunk_next(va, address, left);

			EXPECT(c.bytes && c.bytes <= left && c.level <= 1);
			EXPECT((va >> 21) == ((va + c.bytes - 1) >> 21));
			if (c.level) {
				EXPECT(c.bytes == 0x200000 && !((va | address) & 0x1fffff));
				large++;
			}
			va += c.bytes;
			address += c.bytes;
			left -= c.bytes;
			chunks++;
		}
		EXPECT(large == cases[i].large && chunks == cases[i].chunks);
	}
}

static void smgpu_test_va_range(LOGIC_ARGS)
{
	EXPECT(smgpu_va_range_ok(0x1000, 0x1000));
	EXPECT(smgpu_va_range_ok(0x1000, 0xe0000000ull - 0x1000));
	EXPECT(smgpu_va_range_ok(0xdffff000, 0x1000));
	EXPECT(!smgpu_va_range_ok(0, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0));
	EXPECT(!smgpu_va_range_ok(0x1001, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0x800));
	EXPECT(!smgpu_va_range_ok(0xdffff000, 0x2000));
	EXPECT(!smgpu_va_range_ok(0xe0000000, 0x1000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0xe0000000ull));
	EXPECT(!smgpu_va_range_ok(0xfffffffffffff000ull, 0x2000));
	EXPECT(!smgpu_va_range_ok(0x1000, 0xfffffffffffff000ull));
}

static void smgpu_test_ring(LOGIC_ARGS)
{
	EXPECT(smgpu_ring_room(16, 0, 0) == 16);
	EXPECT(smgpu_ring_room(16, 16, 0) == 0);
	EXPECT(smgpu_ring_room(16, 5, 0xfffffffbu) == 6);
	EXPECT(smgpu_ring_room(16, 3, 0xfffffff3u) == 0);
	/* A get ahead of put is a broken card, and not much room. */
	EXPECT(smgpu_ring_room(16, 4, 5) == 0);
	EXPECT(smgpu_ring_used(2, 0xffffffffu) == 3);
	EXPECT(smgpu_ring_slot(16, 0xffffffffu) == 15);
	EXPECT(smgpu_ring_slot(16, 16) == 0);
	EXPECT(smgpu_seqno_passed(5, 5) && smgpu_seqno_passed(5, 6) && !smgpu_seqno_passed(5, 4));
	EXPECT(smgpu_seqno_passed(0xffffffffffffffffull, 0) &&
	       !smgpu_seqno_passed(0, 0xffffffffffffffffull));
}

/*
 * 63 of something: a user that holds little gets the last ones, and no reserve is smaller than one.
 */
static void smgpu_test_share(LOGIC_ARGS)
{
	/* 14 % of 63 are 8, 4 % are 2. */
	EXPECT(!smgpu_limit_refuses(63, 8, 55, 14, 4));
	EXPECT(smgpu_limit_refuses(63, 7, 56, 14, 4));
	EXPECT(smgpu_limit_refuses(63, 7, 3, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 7, 2, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 0, 1, 14, 4));
	EXPECT(!smgpu_limit_refuses(63, 0, 63, 0, 4));
	EXPECT(smgpu_limit_refuses(3, 0, 2, 8, 4));
	EXPECT(!smgpu_limit_refuses(3, 0, 1, 8, 4));
	EXPECT(!smgpu_limit_refuses(3, 1, 2, 8, 4));
	EXPECT(smgpu_limit_refuses(1ull << 40, (1ull << 36) - 1, 1ull << 36, 8, 4));
	EXPECT(!smgpu_limit_refuses(1ull << 40, 1ull << 37, 1ull << 39, 8, 4));
}

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

static void smgpu_test_usage(LOGIC_ARGS)
{
	struct smgpu_usage u = { };

	smgpu_usage_begin(&u);
	EXPECT(smgpu_usage_take(&u, 1000) == 1000);
	EXPECT(smgpu_usage_take(&u, 1000) == 0);
	EXPECT(u.sum == 1000);
	smgpu_usage_take(&u, 1500);
	EXPECT(u.sum == 1500);
	/* New firmware counts from 0. */
	smgpu_usage_take(&u, 0);
	EXPECT(u.sum == 1500);
	smgpu_usage_take(&u, 7);
	EXPECT(u.sum == 1507);
	/* It was loaded and has counted since the last look. */
	smgpu_usage_take(&u, 3);
	EXPECT(u.sum == 1507);
	smgpu_usage_take(&u, 1ull << 40);
	EXPECT(u.sum == 1507 + (1ull << 40) - 3);
}

/* What the firmware tells before it has the channel is of the last one with its number. */
static void smgpu_test_usage_new(LOGIC_ARGS)
{
	struct smgpu_usage u = { };

	EXPECT(smgpu_usage_take(&u, 5000) == 0);
	EXPECT(u.sum == 0);
	smgpu_usage_begin(&u);
	EXPECT(smgpu_usage_take(&u, 7) == 7);
	EXPECT(u.sum == 7);
}

static void smgpu_test_usage_ns(LOGIC_ARGS)
{
	EXPECT(smgpu_usage_ns(0, 75000000) == 0);
	EXPECT(smgpu_usage_ns(1, 75000000) == 13);
	EXPECT(smgpu_usage_ns(75000000, 75000000) == 1000000000ull);
	EXPECT(smgpu_usage_ns(3 * 75000000ull + 75, 75000000) == 3000001000ull);
	EXPECT(smgpu_usage_ns(5, 1) == 5000000000ull);
	/* The largest rest there is, and a century */
	EXPECT(smgpu_usage_ns(0xfffffffeull, 0xffffffff) == 999999999ull);
	EXPECT(smgpu_usage_ns(3155760000ull * 4000000000ull, 4000000000u) ==
	       3155760000ull * 1000000000ull);
}

#include "logic_progress.h"
#include "logic_board.h"

#define SMGPU_TEST_LOGIC_CASES(X) \
	X(smgpu_test_pte) X(smgpu_test_pte_split) X(smgpu_test_pte_block) X(smgpu_test_pt_index) \
	X(smgpu_test_chunks) X(smgpu_test_pages) X(smgpu_test_va_range) X(smgpu_test_ring) \
	X(smgpu_test_share) X(smgpu_test_hangcheck) X(smgpu_test_job) X(smgpu_test_fw) \
	X(smgpu_test_schedule) X(smgpu_test_launch) \
	X(smgpu_test_ptok) X(smgpu_test_ptok_l2) X(smgpu_test_ptok_pc) \
	X(smgpu_test_ptok_levels) X(smgpu_test_usage) X(smgpu_test_usage_new) \
	X(smgpu_test_usage_ns) X(smgpu_test_progress) X(smgpu_test_monitor)

#endif
