// SPDX-License-Identifier: MIT
/*
 * random FIRMWARE model|rtl [PROGRAMS [SEED]]: random control flow on the card against a scalar
 * interpreter. Each CTA runs a program of its own with several warps, threads end early, warps are
 * partly filled; every thread's registers and memory must be what it computes alone, in all YIELD
 * modes and branch policies and with queues of the hardware's depth, of 4 and of 2 tokens, which
 * the firmware spills.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest.h"
#include "flow.h"
#include "../forward/policy.h"
#include "test.h"

#define VM		1
#define CODE		0x01000000u
#define DATA		0x02000000u
#define PUSH		0x03000000u
#define TMD		0x03001000u
#define PROGRAM_BYTES	1024u
#define FIRST		1024u		/* offset of the first program */
#define THREADS		44u		/* of a CTA: two warps, the second with 12 threads */
#define INDEX_SHIFT	6		/* places for 64 threads of each CTA */
#define THREAD_BYTES	512u
#define REGS_AT		256		/* x5..x12, then fuel, of a thread */
#define MAX_PROGRAMS	16u
#define THREAD_WORDS	(THREAD_BYTES / 4)
#define LIMIT		20000000ull

static struct ct *ct;
static uint64_t code_card, data_card, push_card;
static uint32_t image[(MAX_PROGRAMS << INDEX_SHIFT) * THREAD_WORDS];
static uint32_t want[(MAX_PROGRAMS << INDEX_SHIFT) * THREAD_WORDS];
static unsigned int warps;		/* compared */

/* A CTA's program is at CODE + FIRST + 1024 * CTA; a thread's 512 bytes at DATA + 4096 + 512 * (64
 * * CTA + thread). */
static const uint32_t prologue[] = {
	CSRR(A0, CSR_PARAM),
	LW(A1, A0, 0),
	LW(A2, A0, 4),
	CSRR(T1, CSR_CTAX),
	SLLI(T2, T1, 10),
	ADD(CODE_BASE, A2, T2),
	CSRR(S0, CSR_TIDX),
	SLLI(T2, T1, INDEX_SHIFT),
	ADD(T2, T2, S0),
	SLLI(T2, T2, 9),
	ADD(OWN, A1, T2),
	ADDI(BLOCK_SIZE, ZERO, BLOCK_WORDS * 4),
	LW(FUEL, OWN, REGS_AT + 32),
	LW(5, OWN, REGS_AT),
	LW(6, OWN, REGS_AT + 4),
	LW(7, OWN, REGS_AT + 8),
	LW(8, OWN, REGS_AT + 12),
	LW(9, OWN, REGS_AT + 16),
	LW(10, OWN, REGS_AT + 20),
	LW(11, OWN, REGS_AT + 24),
	LW(12, OWN, REGS_AT + 28),
	JALR(ZERO, CODE_BASE, 0),
};

/* In place of the last word of a program */
static const uint32_t epilogue[] = {
	SW(5, OWN, REGS_AT),	   SW(6, OWN, REGS_AT + 4),   SW(7, OWN, REGS_AT + 8),
	SW(8, OWN, REGS_AT + 12),  SW(9, OWN, REGS_AT + 16),  SW(10, OWN, REGS_AT + 20),
	SW(11, OWN, REGS_AT + 24), SW(12, OWN, REGS_AT + 28), EXIT,
};

static int boot(const char *firmware)
{
	static const uint32_t param[] = { DATA + 4096, CODE + FIRST };

	if (ct_boot(ct, firmware) || ct_vm_create(ct, VM))
		return -EIO;
	code_card = ct_map_new(ct, VM, CODE, FIRST + MAX_PROGRAMS * PROGRAM_BYTES, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 4096 + sizeof(image), CT_R | CT_W);
	push_card = ct_map_new(ct, VM, PUSH, 8192, CT_R | CT_W);
	if (!code_card || !data_card || !push_card)
		return -ENOMEM;
	ct_upload(ct, code_card, prologue, sizeof(prologue));
	ct_upload(ct, data_card, param, sizeof(param));
	return ct_vm_invalidate(ct, VM) || ct_channel_create(ct, 1, VM, LIMIT);
}

static void make(unsigned int program, uint64_t seed)
{
	uint32_t bytes[PROGRAM_BYTES / 4] = { 0 }, x[32];
	unsigned int t, r;

	state = seed * 0x9e3779b97f4a7c15ull + 1;
	code_at = CODE + FIRST + program * PROGRAM_BYTES;
	generate(seed % 5 != 0);	/* one in five without PRE, DIS, YIELD and barriers */
	memcpy(bytes, code, EXIT_AT * 4);
	memcpy(bytes + EXIT_AT, epilogue, sizeof(epilogue));
	ct_upload(ct, code_card + FIRST + program * PROGRAM_BYTES, bytes, sizeof(bytes));
	for (t = 0; t < THREADS; t++) {
		uint32_t *own = image + ((program << INDEX_SHIFT) + t) * THREAD_WORDS,
			 *result = want + ((program << INDEX_SHIFT) + t) * THREAD_WORDS;

		memset(own, 0, THREAD_BYTES);
		memset(result, 0, THREAD_BYTES);
		memset(x, 0, sizeof(x));
		for (r = 5; r < 13; r++)
			x[r] = own[REGS_AT / 4 + r - 5] =
				(uint32_t)seed * 2654435761u + (t * 37 + r) * 40503u;
		x[FUEL] = own[REGS_AT / 4 + 8] = result[REGS_AT / 4 + 8] = 20 + t % 5;
		x[CODE_BASE] = code_at;
		x[BLOCK_SIZE] = BLOCK_WORDS * 4;
		scalar(x, result);
		for (r = 5; r < 13; r++)
			result[REGS_AT / 4 + r - 5] = x[r];
	}
}

static uint64_t place(unsigned int program)
{
	return data_card + 4096 + ((uint64_t)program << INDEX_SHIFT) * THREAD_BYTES;
}

static int launch(unsigned int programs)
{
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), SMGPU_CACHE_INVALIDATE_CODE,
			       SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .priority = 5,
				 .regs_per_thread = 32,
				 .grid = { programs, 1, 1 },
				 .cta = { THREADS, 1, 1 },
				 .entry_va = CODE,
				 .param_va = DATA };
	unsigned int p;
	int err;

	for (p = 0; p < programs; p++)
		ct_upload(ct, place(p), image + (p << INDEX_SHIFT) * THREAD_WORDS,
			  THREADS * THREAD_BYTES);
	ct_upload(ct, push_card + 4096, &tmd, sizeof(tmd));
	ct_upload(ct, push_card, methods, sizeof(methods));
	err = ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true);
	if (err)
		return err;
	ct_ring(ct, 1);
	err = ct_wait_channel(ct, 1);
	for (p = 0; p < programs; p++)
		ct_download(ct, place(p), image + (p << INDEX_SHIFT) * THREAD_WORDS,
			    THREADS * THREAD_BYTES);
	return err;
}

static int batch(uint64_t seed, unsigned int programs, enum yield_mode mode, unsigned int side,
		 unsigned int depth, unsigned int limit)
{
	static const char *const modes[] = { "never", "always", "nth", "random" };
	unsigned int p, t, bad = 0;
	uint64_t first = 0;
	char name[96];
	int err;

	check(!policy_set(ct, mode, side, depth) && !policy_backstop(ct, limit), "configure");
	for (p = 0; p < programs; p++)
		make(p, seed + p);
	err = launch(programs);
	check(!err, "seeds %llu..: error %u", (unsigned long long)seed, ct->error.u.error.code);
	for (p = 0; p < programs && !err; p++)
		for (t = 0; t < THREADS; t++)
			if (memcmp(image + ((p << INDEX_SHIFT) + t) * THREAD_WORDS,
				   want + ((p << INDEX_SHIFT) + t) * THREAD_WORDS, REGS_AT + 32) &&
			    !bad++)
				first = seed + p;
	check(!bad, "%u threads differ, first of seed %llu", bad, (unsigned long long)first);
	if (!err)
		warps += programs * ((THREADS + 31) / 32);
	snprintf(name, sizeof(name),
		 "divergence.random.%s.branch%u.depth%u.backstop%x.seeds%llu-%llu", modes[mode],
		 side, depth, limit, (unsigned long long)seed,
		 (unsigned long long)(seed + programs - 1));
	report(name);
	return err;
}

int main(int argc, char **argv)
{
	static const unsigned int depths[] = { 0, 4, 2 },
				  limits[] = { 0, 1, BACKSTOP(6, 1, 1), 5, BACKSTOP_RESET };
	struct ct_config cfg = { .timeout = 200000000, .preset = getenv("SMGPU_PRESET") };
	unsigned int programs, done, i = 0;
	uint64_t seed;

	if (argc < 3) {
		fprintf(stderr, "usage: random FIRMWARE model|rtl [PROGRAMS [SEED]]\n");
		return 2;
	}
	cfg.ops = !strcmp(argv[2], "rtl") ? &card_backend_rtl : &card_backend_model;
	programs = argc > 3 ? (unsigned int)strtoul(argv[3], NULL, 0) : 768;
	seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct || boot(argv[1])) {
		printf("not ok divergence.random: the card does not start\n");
		return 1;
	}
	for (done = 0; done < programs; done += MAX_PROGRAMS, i++)
		if (batch(seed + done,
			  programs - done < MAX_PROGRAMS ? programs - done : MAX_PROGRAMS,
			  (enum yield_mode)(i & 3), ((i >> 2) + i) & 3, depths[i % 3],
			  limits[i % 5]))
			break;
	printf("# divergence.random_runs\t%u\twarps\n", warps);
	if (test_failures)
		ct_print_fw_log(ct);
	ct_del(ct);
	return test_failures != 0;
}
