// SPDX-License-Identifier: MIT
/*
 * nested FIRMWARE model|rtl [PROGRAMS [SEED]]: random structured programs on the card against
 * threads that run alone. Each CTA of a launch runs a program of its own; control instructions as a
 * compiler puts them, none, or some left out and others anywhere; all YIELD modes and branch
 * policies, the queue's own depth and small ones. The seed says all of this: what fails is repeated
 * by PROGRAMS 12 and the seed that is named.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "nest.h"
#include "../forward/policy.h"
#include "test.h"

#define VM		1
#define CODE		0x01000000u
#define DATA		0x02000000u
#define PUSH		0x03000000u
#define TMD		0x03001000u
#define SHARED		SMGPU_VA_SHARED_BASE
#define PROGRAMS	12u		/* of a launch */
#define PROGRAM_SHIFT	12
#define CTA_SHIFT	16		/* 64 threads' 512 bytes, then the exchange */
#define EXCHANGE_AT	(NEST_SLOTS * NEST_STACK)
#define EXCHANGE_BYTES	(2 * NEST_SLOT_BYTES)
#define MOST		900u		/* instructions of a thread */
#define LIMIT		20000000ull	/* the watchdog's */

static struct ct *ct;
static uint64_t code_card, data_card, push_card;
static struct nest_thread want[PROGRAMS][NEST_SLOTS];
static unsigned int warps;		/* compared */

/* One CTA's program is at CODE + 4096 * (1 + CTA), its data at DATA + 4096 + (CTA << 16);
 * param: these two, then the exchange and by what of the CTA's data address it moves (0 in
 * shared memory). */
static const uint32_t prologue[] = {
	CSRR(A0, CSR_PARAM),
	LW(A1, A0, 0),
	LW(A2, A0, 4),
	LW(A3, A0, 8),
	CSRR(T1, CSR_CTAX),
	CSRR(S0, CSR_TIDX),
	SLLI(A4, T1, PROGRAM_SHIFT),
	ADD(A2, A2, A4),
	SLLI(A4, T1, CTA_SHIFT),
	ADD(A1, A1, A4),
	SLLI(A4, S0, 9),
	ADD(NEST_OWN, A1, A4),
	SLLI(NEST_TID4, S0, 2),
	ADDI(NEST_EXCHANGE, A3, 0),
	LW(A4, A0, 12),
	MUL(A4, A4, A1),
	ADD(NEST_EXCHANGE, NEST_EXCHANGE, A4),
	/* an empty exchange: each thread clears its own place and that of a thread that may not
	   exist */
	ADD(T1, NEST_EXCHANGE, NEST_TID4),
	i_type(0x13, 4, T2, NEST_TID4, 128),
	ADD(T2, NEST_EXCHANGE, T2),
	SW(ZERO, T1, 0),
	SW(ZERO, T1, NEST_SLOT_BYTES),
	SW(ZERO, T2, 0),
	SW(ZERO, T2, NEST_SLOT_BYTES),
	FENCE,
	BAR,
	ADDI(SP, NEST_OWN, NEST_STACK),
	ADDI(NEST_FACTOR, ZERO, 1103),
	ADDI(16, A2, 0),
	LW(5, NEST_OWN, NEST_REGS_AT),
	LW(6, NEST_OWN, NEST_REGS_AT + 4),
	LW(7, NEST_OWN, NEST_REGS_AT + 8),
	LW(8, NEST_OWN, NEST_REGS_AT + 12),
	LW(9, NEST_OWN, NEST_REGS_AT + 16),
	LW(10, NEST_OWN, NEST_REGS_AT + 20),
	LW(11, NEST_OWN, NEST_REGS_AT + 24),
	LW(12, NEST_OWN, NEST_REGS_AT + 28),
	LW(13, NEST_OWN, NEST_REGS_AT + 32),
	JALR(ZERO, 16, 0),
};

struct config {
	enum nest_control control;
	enum yield_mode mode;
	unsigned int side, depth, threads, backstop;
	bool shared;
};

static struct config config_of(uint64_t seed)
{
	static const unsigned int depths[] = { 0, 8, 0, 4, 0, 3, 2 },
				  threads[] = { 44, 64, 32, 33 },
				  backstops[] = { 0, 1, BACKSTOP(9, 1, 1), 7, BACKSTOP_RESET };
	unsigned int c = (unsigned int)(seed / PROGRAMS);

	return (struct config){ .control = (enum nest_control)(c % 3),
				 .mode = (enum yield_mode)(c & 3),
				 .side = (c + (c >> 2)) & 3,
				 .depth = depths[c % 7],
				 .threads = threads[(c >> 1) & 3],
				 .shared = c / 3 % 2,
				 .backstop = backstops[c % 5] };
}

static int boot(const char *firmware)
{
	if (ct_boot(ct, firmware) || ct_vm_create(ct, VM))
		return -EIO;
	code_card = ct_map_new(ct, VM, CODE, (PROGRAMS + 1) << PROGRAM_SHIFT, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 4096 + (PROGRAMS << CTA_SHIFT), CT_R | CT_W);
	push_card = ct_map_new(ct, VM, PUSH, 8192, CT_R | CT_W);
	if (!code_card || !data_card || !push_card)
		return -ENOMEM;
	ct_upload(ct, code_card, prologue, sizeof(prologue));
	return ct_vm_invalidate(ct, VM) || ct_channel_create(ct, 1, VM, LIMIT);
}

static uint64_t place(unsigned int program)
{
	return data_card + 4096 + ((uint64_t)program << CTA_SHIFT);
}

static void first_state(struct nest_thread *t, const struct config *c, unsigned int program,
			unsigned int thread, uint64_t seed)
{
	uint32_t own = DATA + 4096 + (program << CTA_SHIFT);
	unsigned int r;

	memset(t, 0, sizeof(*t));
	for (r = 0; r < NEST_REGS; r++)
		t->x[NEST_FIRST + r] = t->mem[NEST_REGS_AT / 4 + r] =
			(uint32_t)seed * 2654435761u + (thread * 37 + r) * 40503u;
	t->x[NEST_TID4] = thread * 4;
	t->x[NEST_FACTOR] = 1103;
	t->x[NEST_EXCHANGE] = c->shared ? SHARED : own + EXCHANGE_AT;
	t->x[NEST_OWN] = own + thread * NEST_STACK;
	t->x[SP] = t->x[NEST_OWN] + NEST_STACK;
}

/* Puts a program and its threads on the card, and what they must leave into want[]. */
static void make(const struct config *c, unsigned int program, uint64_t seed)
{
	static uint32_t before[NEST_SLOTS * NEST_STACK / 4];
	uint32_t code_at = CODE + ((program + 1) << PROGRAM_SHIFT);
	struct nest n = { .state = seed * 0x9e3779b97f4a7c15ull + 1, .control = c->control };
	struct nest_thread *t = want[program];
	unsigned int i;

	do {
		while (!nest_generate(&n))
			;
		for (i = 0; i < c->threads; i++) {
			first_state(&t[i], c, program, i, seed);
			memcpy(before + i * NEST_STACK / 4, t[i].mem, NEST_STACK);
		}
	} while (!nest_oracle(&n, code_at, t, c->threads, MOST));
	ct_upload(ct, code_card + code_at - CODE, n.code, n.words * 4);
	ct_upload(ct, place(program), before, c->threads * NEST_STACK);
}

static int launch(const struct config *c)
{
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), SMGPU_CACHE_INVALIDATE_CODE,
			       SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	uint32_t param[] = { DATA + 4096, CODE + (1 << PROGRAM_SHIFT),
			     c->shared ? SHARED : EXCHANGE_AT, !c->shared };
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .priority = 5,
				 .regs_per_thread = 32,
				 .shared_bytes = EXCHANGE_BYTES,
				 .grid = { PROGRAMS, 1, 1 },
				 .cta = { (uint16_t)c->threads, 1, 1 },
				 .entry_va = CODE,
				 .param_va = DATA };
	int err;

	ct_upload(ct, data_card, param, sizeof(param));
	ct_upload(ct, push_card + 4096, &tmd, sizeof(tmd));
	ct_upload(ct, push_card, methods, sizeof(methods));
	err = ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true);
	if (err)
		return err;
	ct_ring(ct, 1);
	return ct_wait_channel(ct, 1);
}

static int batch(uint64_t seed)
{
	static const char *const controls[] = { "proper", "none", "some" }, *const modes[] = {
		"never", "always", "nth", "random"
	};
	static uint32_t after[NEST_SLOTS * NEST_STACK / 4];
	const struct config c = config_of(seed);
	unsigned int p, i, bad = 0, first = 0, thread = 0;
	char name[112];
	int err;

	check(!policy_set(ct, c.mode, c.side, c.depth) && !policy_backstop(ct, c.backstop),
	      "configure");
	for (p = 0; p < PROGRAMS; p++)
		make(&c, p, seed + p);
	err = launch(&c);
	check(!err, "error %u (again: %u %llu)", ct->error.u.error.code, PROGRAMS,
	      (unsigned long long)seed);
	for (p = 0; p < PROGRAMS && !err; p++) {
		ct_download(ct, place(p), after, c.threads * NEST_STACK);
		for (i = 0; i < c.threads; i++)
			if (memcmp(after + i * NEST_STACK / 4, want[p][i].mem, NEST_STACK) &&
			    !bad++) {
				first = p;
				thread = i;
			}
	}
	check(!bad, "%u threads differ, first thread %u of CTA %u (again: %u %llu)", bad, thread,
	      first, PROGRAMS, (unsigned long long)seed);
	if (!err)
		warps += PROGRAMS * ((c.threads + 31) / 32);
	snprintf(name, sizeof(name),
		 "divergence.nested.%s.%s.branch%u.depth%u.backstop%x.threads%u.%s.seed%llu",
		 controls[c.control], modes[c.mode], c.side, c.depth, c.backstop, c.threads,
		 c.shared ? "shared" : "global", (unsigned long long)seed);
	report(name);
	return err;
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 400000000, .preset = getenv("SMGPU_PRESET") };
	unsigned int programs, done;
	uint64_t seed;

	if (argc < 3) {
		fprintf(stderr, "usage: nested FIRMWARE model|rtl [PROGRAMS [SEED]]\n");
		return 2;
	}
	cfg.ops = !strcmp(argv[2], "rtl") ? &card_backend_rtl : &card_backend_model;
	programs = argc > 3 ? (unsigned int)strtoul(argv[3], NULL, 0) : 1008;
	seed = argc > 4 ? strtoull(argv[4], NULL, 0) : 1;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct || boot(argv[1])) {
		printf("not ok divergence.nested: the card does not start\n");
		return 1;
	}
	for (done = 0; done < programs; done += PROGRAMS)
		if (batch(seed + done))
			break;
	printf("# divergence.nested_runs\t%u\twarps\n", warps);
	if (test_failures)
		ct_print_fw_log(ct);
	ct_del(ct);
	return test_failures != 0;
}
