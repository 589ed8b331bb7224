// SPDX-License-Identifier: MIT
/*
 * Texture instructions on a card: texels against the library's software (another source than the
 * model's), handles of threads that are not active, what a texture's memory may be, faults,
 * counters. Arguments: backend, preset, seed.
 */
#include <stdlib.h>

#include "direct.h"

#define TEXTURES	0x07000000u
#define BYTES		0x20000u
#define COUNT		24u		/* descriptors */
#define OUT		DATA
#define IN		(DATA + 0x4000)

static _Alignas(64) uint8_t texels[BYTES];

#define SMGPU_TEXTURE_AT(va)	((const void *)(texels + ((va) - TEXTURES)))
#include "smgpu_texture.h"

static uint64_t textures, state;

/* The same numbers for a seed on each host. */
static uint32_t rnd(uint32_t below)
{
	state = state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)((state >> 33) % below);
}

/* @in: words that the kernel reads, texture coordinates mostly. */
static void run(const uint32_t *code, size_t bytes, const uint32_t *in, unsigned words,
		struct ct_task t)
{
	uint8_t order = (uint8_t)t.slot;

	load(code, bytes);
	if (words)
		ct_upload(ct, data_card + (IN - DATA), in, 4 * words);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	expect_event(t.slot, DONE);
}

/* Descriptors stand in front of the texels. */
static void put(unsigned k, const struct smgpu_texture *t)
{
	memcpy(texels + 64 * k, t, sizeof(*t));
}

/* To the card goes what changes: on the RTL an upload of all is a million cycles. */
static void replace(unsigned k, const struct smgpu_texture *t)
{
	put(k, t);
	ct_upload(ct, textures + 64 * k, t, sizeof(*t));
}

/* Any size, format, filter, wrap and number of levels. */
static void make_textures(void)
{
	struct smgpu_texture t;
	unsigned k, i;

	for (i = 0; i < BYTES; i++)
		texels[i] = (uint8_t)rnd(256);
	for (k = 0; k < COUNT; k++) {
		uint32_t w = k % 3 ? 1 + rnd(64) : 1u << rnd(7),
			 h = k % 3 ? 1 + rnd(64) : 1u << rnd(7);

		if (k >= COUNT - 4)
			w = k & 1 ? 4096 : 1, h = k & 1 ? 2 : 4096;
		t = (struct smgpu_texture){ .size = w | h << 16,
					     .format = SMGPU_TEXTURE_FORMAT(
						     k % 3, k / 3 % 2, rnd(3), rnd(3),
						     1 + rnd(SMGPU_TEXTURE_LEVELS)) };
		for (i = 0; i < SMGPU_TEXTURE_LEVELS; i++)
			t.level[i] = TEXTURES + 64 * COUNT +
				     4 * rnd((BYTES - 64 * COUNT - 4 * w * h) / 4);
		put(k, &t);
	}
	ct_upload(ct, textures, texels, sizeof(texels));
}

/* Floats of all kinds, and in [-2, 2) those next to where a texel ends */
static uint32_t coordinate(unsigned n)
{
	static const uint32_t odd[] = { 0,	    0x80000000, 0x3f800000, 0xbf800000, 0x3f7fffff,
					0x7f800000, 0xff800000, 0x7fc00000, 1,		0x80000001,
					0xb3800000, 0x33800000, 0x33000000, 0xb3000001, 0x46ffffff,
					0x47000000, 0xc7000000, 0xc6ffffff, 0x47000001, 0xc7800000,
					0x3f000000, 0xffc00001 };
	union { float f; uint32_t u; } v;

	if (n < sizeof(odd) / sizeof(odd[0]))
		return odd[n];
	if (n % 3 == 0)
		return rnd(1u << 16) << 16 | rnd(1u << 16);
	v.f = (float)((int)rnd(4096) - 2048) / 1024;
	return n % 3 == 1 ? v.u : v.u + rnd(3) - 1;
}

/* OUT[tid] = texel at IN[tid], IN[256 + tid] of the texture that IN[512] names */
static const uint32_t sample[] = {
	CSRR(T0, CSR_TIDX),
	SLLI(T0, T0, 2),
	LUI(A0, OUT),
	ADD(A0, A0, T0),
	LUI(A1, IN),
	ADD(A1, A1, T0),
	LW(T1, A1, 0),
	LW(T2, A1, 1024),
	LUI(A2, IN),
	LW(T3, A2, 2044),
	TEX(0, T4, T1, T2, T3),
	SW(T4, A0, 0),
	EXIT,
};

/* Each texture at many places and a random level. */
static void samples(void)
{
	uint32_t in[512], k, i, wrong = 0;
	float u, v;

	for (k = 0; k < COUNT && !wrong; k++) {
		for (i = 0; i < 512; i++)
			in[i] = coordinate(i < 256 ? i : (i * 7) & 255);
		in[511] = TEXTURES + 64 * k + rnd(16);
		run(sample, sizeof(sample), in, 512, task(0, 1, 255));
		for (i = 0; i < 255; i++) {
			uint32_t want;

			memcpy(&u, &in[i], 4);
			memcpy(&v, &in[256 + i], 4);
			want = smgpu_tex2d_soft(u, v, in[511]);
			wrong += word(i) != want;
			check(word(i) == want, "texture %u, level %u, (%g, %g): 0x%x, not 0x%x", k,
			      in[511] & 15, (double)u, (double)v, word(i), want);
		}
	}
}

/* Odd threads alone sample; handle and place of the others lie nowhere. What they had in
 * rd stays. */
static void some_threads(void)
{
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX),  SLLI(T1, T0, 2),
		LUI(A0, OUT),	     ADD(A0, A0, T1),
		ADDI(T4, T0, 7),     ANDI(T2, T0, 1),
		LUI(T3, 0x60000000), BEQ(T2, ZERO, 12),
		LUI(T3, TEXTURES),   TEX(1, T4, ZERO, ZERO, T3),
		SW(T4, A0, 0),	     EXIT,
	};
	uint32_t want = smgpu_tex2d_soft(0, 0, TEXTURES), i, wrong = 0;

	run(code, sizeof(code), NULL, 0, task(0, 1, 64));
	for (i = 0; i < 64; i++)
		wrong += word(i) != (i & 1 ? want : i + 7);
	check(!wrong, "%u threads; 0x%x 0x%x, not 0x%x", wrong, word(0), word(1), want);
}

/* Other accesses of all warps between: each texel lies between a store and a load of the same
 * thread, and two warps have textures at the same time. */
static void mixed(void)
{
	static const uint32_t code[] = {
		CSRR(T0, CSR_TIDX),	    SLLI(T1, T0, 2),	LUI(A0, OUT),	   ADD(A0, A0, T1),
		LUI(T3, TEXTURES),	    ADDI(S0, ZERO, 6),	ADDI(T2, ZERO, 0), SW(T0, A0, 0),
		TEX(0, T4, ZERO, ZERO, T3), LW(T5, A0, 0),	ADD(T2, T2, T4),   ADD(T2, T2, T5),
		ADDI(S0, S0, -1),	    BNE(S0, ZERO, -24), SW(T2, A0, 0),	   EXIT,
	};
	uint32_t want = smgpu_tex2d_soft(0, 0, TEXTURES), i, wrong = 0;

	run(code, sizeof(code), NULL, 0, task(0, 1, 256));
	for (i = 0; i < 256; i++)
		wrong += word(i) != 6 * (want + i);
	check(!wrong, "%u threads; 0x%x, not 0x%x", wrong, word(0), 6 * want);
}

/* What is written to a texture is there for the next task. */
static void next_task(void)
{
	uint32_t in[512] = { 0 }, i, byte = 1;

	in[511] = TEXTURES;
	for (i = 0; i < 3; i++) {
		struct smgpu_texture t = { .size = 1 | 1 << 16,
					   .format = SMGPU_TEXTURE_FORMAT(i % 2, 1, 0, 0, 1),
					   .level[0] = TEXTURES + 0x10000 + 64 * i };

		byte = byte * 5 + 1;
		memset(texels + 0x10000 + 64 * i, (int)byte, 4);
		ct_upload(ct, textures + 0x10000 + 64 * i, texels + 0x10000 + 64 * i, 4);
		replace(0, &t);
		run(sample, sizeof(sample), in, 512, task(i & 1, 1, 32));
		check(word(3) == smgpu_tex2d_soft(0, 0, TEXTURES), "task %u: 0x%x", i, word(3));
	}
}

/* Of the first SM, as the last snapshot has it. */
static uint32_t counter(unsigned which)
{
	return ct_read(ct, SMGPU_PERF_VALUE((SMGPU_PERF_BLOCK + which) * 2));
}

/* Instructions and their taps: one, or four with a filter. */
static void counters(void)
{
	struct smgpu_texture t = { .size = 4 | 4 << 16,
				   .format = SMGPU_TEXTURE_FORMAT(0, 0, 0, 0, 1),
				   .level[0] = TEXTURES + 0x10000 };
	uint32_t in[512] = { 0 }, filter, had;

	for (filter = 0; filter < 2; filter++) {
		struct ct_task one = task(0, 1, 96);

		t.format = SMGPU_TEXTURE_FORMAT(0, filter, 0, 0, 1);
		replace(0, &t);
		in[511] = TEXTURES;
		one.sm_mask = 1;
		ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_CLEAR_MASK);
		run(sample, sizeof(sample), in, 512, one);
		ct_write(ct, SMGPU_PERF_CTRL, SMGPU_PERF_CTRL_SNAPSHOT_MASK);
		had = counter(SMGPU_PERF_SM_TEX);
		if (had == (uint32_t)SMGPU_PERF_ABSENT)
			return;
		check(had == 3 && counter(SMGPU_PERF_SM_TEX_TAPS) == (filter ? 12 : 3),
		      "%u instructions, %u taps", had, counter(SMGPU_PERF_SM_TEX_TAPS));
		printf("# tex.cycles_of_3_warps.%s %u\n", filter ? "bilinear" : "nearest",
		       counter(SMGPU_PERF_SM_ACTIVE_CYCLES));
	}
}

/* Where textile grants see a warp: three of a first phase end with tex.p, two are of the second */
static void positions(void)
{
	const uint32_t code[] = { LUI(A1, IN),
				  LW(T3, A1, 0),
				  TEX(0, T0, ZERO, ZERO, T3),
				  LW_T(T1, A1, 0),
				  LW(T1, A1, 0),
				  TEX(1, T0, ZERO, ZERO, T3),
				  LW_T(T1, A1, 4),
				  TEX(0, T0, ZERO, ZERO, T3),
				  JAL(ZERO, 0) };
	const struct smgpu_texture t = { .size = 4 | 4 << 16,
					 .format = SMGPU_TEXTURE_FORMAT(0, 0, 0, 0, 1),
					 .level[0] = TEXTURES + 0x10000 };
	uint32_t handle = TEXTURES, schedule, before, seen;
	struct ct_task one = task(1, 1, 32);
	uint8_t order = 1;

	if (!(ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TEXTILE_MASK))
		return;
	before = ct_read(ct, SMGPU_SM_CFG_SCHED(0));
	one.sm_mask = 1;
	replace(0, &t);
	load(code, sizeof(code));
	ct_upload(ct, data_card + (IN - DATA), &handle, 4);
	for (schedule = 0; schedule < 4; schedule++) {
		ct_write(ct, SMGPU_SM_CFG_SCHED(0),
			 before | schedule << SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT);
		check(ct_read(ct, SMGPU_SM_CFG_SCHED(0)) ==
			      (before | schedule << SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT),
		      "SCHED is not what was written");
		ct_direct_order(ct, &order, 1);
		ct_direct_fill(ct, &one);
		ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), 0);
		ct->cfg.ops->step(ct->card, 3000);
		seen = ct_read(ct, SMGPU_SM_CFG_DBG_TEXTILE(0));
		check(seen == (1 << SMGPU_SM_CFG_DBG_TEXTILE_PHASE_SHIFT |
			       2 << SMGPU_SM_CFG_DBG_TEXTILE_TEX_SHIFT),
		      "mode %u: the position is 0x%x", schedule, seen);
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 1);
		expect_event(1, KILLED);
	}
	ct_write(ct, SMGPU_SM_CFG_SCHED(0), before);
}

/* insn for the threads in which rs1 is rs2; all meet behind it. */
#define IF_EQUAL(rs1, rs2, insn) \
	PRE(1, 24), BNE(rs1, rs2, 12), insn, DIS(1, 12), ADDI(ZERO, ZERO, 0), DIS(1, 4)
#define BY_HANDLE(p)                                                                        \
	ADDI(T2, ZERO, 3), IF_EQUAL(T1, T2, TEX(p, T0, ZERO, ZERO, T3)), ADDI(T2, ZERO, 0), \
		IF_EQUAL(T1, T2, TEX(p, T0, ZERO, ZERO, T3)), ADDI(T2, ZERO, 2),            \
		IF_EQUAL(T1, T2, TEX(p, T0, ZERO, ZERO, T3)), ADDI(T2, ZERO, 1),            \
		IF_EQUAL(T1, T2, TEX(p, T0, ZERO, ZERO, T3))

/*
 * Threads of the first warp sample in four parts, as if they had four textures, those of the second
 * one at once: they stay in step. Threads that sample twice while others do not at all count twice.
 */
static void parts(void)
{
	static const uint32_t code[] = {
		LUI(A1, IN),
		LW(T3, A1, 0),
		CSRR(T4, CSR_TIDX),
		SRLI(T5, T4, 5),
		ANDI(T1, T4, 3),
		BEQ(T5, ZERO, 8),
		ADDI(T1, ZERO, 0),
		ANDI(T4, T4, 1),
		TEX(0, T0, ZERO, ZERO, T3),
		BY_HANDLE(0),
		LW_T(T6, A1, 0),
		IF_EQUAL(T4, ZERO, TEX(0, T0, ZERO, ZERO, T3)),
		IF_EQUAL(T4, ZERO, LW_T(T6, A1, 0)),
		TEX(0, T0, ZERO, ZERO, T3),
		/* PHASE */ BY_HANDLE(1),
		LW_T(T6, A1, 4),
		BY_HANDLE(0),
		JAL(ZERO, 0),
	};
	enum { PHASE = 8 + 1 + 28 + 1 + 6 + 6 + 1 };
	const struct smgpu_texture t = { .size = 4 | 4 << 16,
					 .format = SMGPU_TEXTURE_FORMAT(0, 0, 0, 0, 1),
					 .level[0] = TEXTURES + 0x10000 };
	uint32_t handle = TEXTURES, whole, w, seen, want, copy[sizeof(code) / 4];
	struct ct_task two = task(1, 1, 64);
	uint8_t order = 1;

	if (!(ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_TEXTILE_MASK))
		return;
	two.sm_mask = 1;
	replace(0, &t);
	for (whole = 0; whole < 2; whole++) {
		memcpy(copy, code, sizeof(code));
		if (!whole)
			copy[PHASE] = JAL(ZERO, 0);
		load(copy, sizeof(copy));
		ct_upload(ct, data_card + (IN - DATA), &handle, 4);
		want = whole ? 1 << SMGPU_SM_CFG_DBG_TEXTILE_PHASE_SHIFT |
				       2 << SMGPU_SM_CFG_DBG_TEXTILE_TEX_SHIFT
			     : 6 << SMGPU_SM_CFG_DBG_TEXTILE_TEX_SHIFT;
		ct_direct_order(ct, &order, 1);
		ct_direct_fill(ct, &two);
		ct->cfg.ops->step(ct->card, 6000);
		for (w = 0; w < 2; w++) {
			ct_write(ct, SMGPU_SM_CFG_DBG_SELECT(0), w);
			ct->cfg.ops->step(ct->card, 10);
			seen = ct_read(ct, SMGPU_SM_CFG_DBG_TEXTILE(0)) &
			       ~SMGPU_SM_CFG_DBG_TEXTILE_TILE_MASK;
			check(seen == want, "%s: warp %u is at 0x%x, not 0x%x",
			      whole ? "with a phase" : "no phase", w, seen, want);
		}
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << 1);
		expect_event(1, KILLED);
	}
}

static void one_trap(uint32_t insn, uint32_t handle, unsigned cause, uint32_t addr)
{
	/* The loads behind it would trap elsewhere: its trap is the one that is told. */
	const uint32_t code[] = { LUI(A1, IN),	       LW(T3, A1, 0), insn,
				  LUI(A0, 0x60000000), LW(T0, A0, 0), LUI(A0, OUT),
				  ADDI(T0, ZERO, 1),   SW(T0, A0, 0), EXIT };
	struct ct_task t = task(2, 1, 32);
	uint8_t order = 2;
	uint32_t info, event;
	unsigned i;

	load(code, sizeof(code));
	ct_upload(ct, data_card + (IN - DATA), &handle, 4);
	ct_direct_order(ct, &order, 1);
	ct_direct_fill(ct, &t);
	for (i = 0; i < 2000 && !(ct_read(ct, SMGPU_TRAP_INFO) & SMGPU_TRAP_INFO_VALID_MASK); i++)
		ct->cfg.ops->step(ct->card, 100);
	info = ct_read(ct, SMGPU_TRAP_INFO);
	check((info & SMGPU_TRAP_INFO_CAUSE_MASK) >> SMGPU_TRAP_INFO_CAUSE_SHIFT == cause,
	      "handle 0x%x: trap 0x%x, cause %u expected", handle, info, cause);
	check(ct_read(ct, SMGPU_TRAP_PC) == CODE + 8, "handle 0x%x: pc 0x%x", handle,
	      ct_read(ct, SMGPU_TRAP_PC));
	if (cause != SMGPU_ERR_ILLEGAL) {
		check((info & SMGPU_TRAP_INFO_ACCESS_MASK) >> SMGPU_TRAP_INFO_ACCESS_SHIFT ==
			      SMGPU_ACCESS_READ,
		      "handle 0x%x: trap 0x%x", handle, info);
		/* All threads ask for one texel; a description is the warp's. */
		check((ct_read(ct, SMGPU_TRAP_WHERE) >> SMGPU_TRAP_WHERE_THREAD_SHIFT) ==
			      ((addr ^ handle) >> 6 ? SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK >>
							      SMGPU_TRAP_WHERE_THREAD_SHIFT
						    : 0),
		      "handle 0x%x: where 0x%x", handle, ct_read(ct, SMGPU_TRAP_WHERE));
		check(ct_read(ct, SMGPU_TRAP_ADDR) == addr, "handle 0x%x: addr 0x%x, not 0x%x",
		      handle, ct_read(ct, SMGPU_TRAP_ADDR), addr);
	}
	ct_write(ct, SMGPU_TRAP_POP, 1);
	ct_write(ct, SMGPU_LAUNCH_KILL, 1u << t.slot);
	ct_direct_event(ct, &event);
	check(word(0) == 0, "handle 0x%x: the task went on", handle);
}

/* Levels in memory of each wrong kind. */
static void faults(void)
{
	const uint32_t tex = TEX(0, T0, ZERO, ZERO, T3);
	struct smgpu_texture t = { .size = 2 | 2 << 16 };
	static const struct { uint32_t level, cause, addr; } of[] = {
		{ 0x08000000, SMGPU_ERR_PAGE_FAULT, 0x08000000 },
		{ TEXTURES + 0x10002, SMGPU_ERR_MISALIGNED, TEXTURES + 0x10002 },
		/* may be executed only */
		{ 0x07100000, SMGPU_ERR_PAGE_FAULT, 0x07100000 },
		{ 0x07200000, SMGPU_ERR_BUS, 0x07200000 },			/* no such memory */
		{ SMGPU_VA_SHARED_BASE, SMGPU_ERR_ACCESS, SMGPU_VA_SHARED_BASE },
		{ SMGPU_VA_LOCAL_BASE, SMGPU_ERR_ACCESS, SMGPU_VA_LOCAL_BASE },
		/* the second row lies in a page that is not there */
		{ TEXTURES + BYTES - 8, SMGPU_ERR_PAGE_FAULT, TEXTURES + BYTES },
	};
	unsigned i;

	for (i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		/* The last one is bilinear; v repeats, so at 0 it asks for row 1, then for
		 * row 0. */
		t.format = SMGPU_TEXTURE_FORMAT(0, i == sizeof(of) / sizeof(of[0]) - 1, 0, 1, 1);
		t.level[0] = of[i].level;
		replace(1, &t);
		one_trap(tex, TEXTURES + 64, of[i].cause, of[i].addr);
	}
	one_trap(tex, 0x08000000 + 5, SMGPU_ERR_PAGE_FAULT, 0x08000000);
	one_trap(tex, SMGPU_VA_SHARED_BASE, SMGPU_ERR_ACCESS, SMGPU_VA_SHARED_BASE);
	one_trap(TEX(0, ZERO, T1, T1, T3), TEXTURES, SMGPU_ERR_ILLEGAL, 0);
	one_trap(TEX(3, T0, T1, T1, T3), TEXTURES, SMGPU_ERR_ILLEGAL, 0);
	next_task();		/* the unit goes on */
}

/* Both instructions are illegal there. */
static void card_without(void)
{
	one_trap(TEX(0, T0, ZERO, ZERO, T3), TEXTURES, SMGPU_ERR_ILLEGAL, 0);
	one_trap(TEX(1, T0, ZERO, ZERO, T3), TEXTURES, SMGPU_ERR_ILLEGAL, 0);
}

int main(int argc, char **argv)
{
	int r = direct_start(argc, argv);

	if (r) {
		printf("not ok tex.start: no such backend or no card\n");
		return r;
	}
	state = argc > 3 ? strtoull(argv[3], NULL, 0) : 1;
	textures = ct_map_new(ct, VM, TEXTURES, BYTES, CT_R);
	ct_map(ct, VM, 0x07100000, textures, 4096, CT_X);
	ct_map(ct, VM, 0x07200000, 4096ull << 20, 4096, CT_R);
	ct_write(ct, SMGPU_MMU_INVALIDATE, SMGPU_MMU_INVALIDATE_EVERY_MASK);
	ct->cfg.ops->step(ct->card, 200);
	if (!(ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_TEX_MASK)) {
		RUN(card_without);
		return test_failures != 0;
	}
	make_textures();
	RUN(samples);
	RUN(some_threads);
	RUN(mixed);
	RUN(next_task);
	RUN(counters);
	RUN(positions);
	RUN(parts);
	RUN(faults);
	return test_failures != 0;
}
