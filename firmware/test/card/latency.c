// SPDX-License-Identifier: MIT
/*
 * What one client can do to others, with the firmware image on a whole card: each attack is of one
 * client with five channels. While it lasts, the kernel's NOP has its answer within a bound, and a
 * small job of another client is done within one. usage: latency IMAGE model|rtl PRESET
 * [ATTACK|bench]; bench prints only the worst NOP, as `name<TAB>value<TAB>unit`
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"

#define NOP_LIMIT	20000u	/* cycles */
#define JOB_LIMIT	200000u
#define WATCHDOG	600000u
#define ATTACKERS	5u
#define VICTIM		6u	/* channel */
#define CMD_RING	64u

#define CODE	0x01000000u
#define DATA	0x02000000u	/* 128 KiB */
#define SEG	0x03000000u
#define HOST	0x04000000u	/* host memory */
#define HOST_BYTES 0x40000u
#define QUEUES	0x18000u	/* offsets in DATA */
#define RINGS	0x1a000u
#define TMD(n)	(DATA + 256 * (n))

/* word offsets in the code page */
enum { END = 0, RING = 16, TRAPS = 64, SPIN = 400, READS = 432, AGAIN = 464 };

static struct ct *ct;
static uint64_t data_card, seg_card;
static uint32_t worst_nop, worst_job;
static bool bench;
static int failed;

static void step(unsigned cycles)
{
	ct->cfg.ops->step(ct->card, cycles);
}

static void need(bool good, const char *what)
{
	if (good)
		return;
	printf("not ok fw_latency: %s\n", what);
	exit(1);
}

/* Cycles until the answer, at most a million */
static uint32_t nop(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_NOP };
	uint64_t began;

	ct->cookie = cmd.cookie = 0x1000 + ct->cmd_put;
	ct->cmds[ct->cmd_put++ % CMD_RING] = cmd;
	began = ct_cycles(ct);
	ct_write(ct, CARD_BAR0_DOORBELLS, ct->cmd_put);
	while (ct->cookie && ct_cycles(ct) - began < 1000000) {
		step(10);
		ct_poll_events(ct);
	}
	need(!ct->panics, "firmware panic");
	return (uint32_t)(ct_cycles(ct) - began);
}

static void put(uint32_t n, struct smgpu_tmd t)
{
	t.magic = SMGPU_TMD_MAGIC;
	t.kind = t.queue_va ? SMGPU_TMD_QUEUE : SMGPU_TMD_GRID;
	t.regs_per_thread = 32;
	t.priority = 5;
	t.cta[0] = t.cta[0] ? t.cta[0] : 32;
	t.cta[1] = t.cta[2] = 1;
	t.grid[1] = t.grid[2] = t.queue_va ? 0 : 1;
	ct_upload(ct, data_card + 256 * n, &t, sizeof(t));
}

static void put_queue(uint32_t n, uint32_t items)
{
	struct smgpu_work_queue q = { .reserved = items, .published = items, .size = 64 };

	ct_upload(ct, data_card + QUEUES + 32 * n, &q, sizeof(q));
}

static void put_ring(uint32_t n)
{
	struct smgpu_request_ring r = { .size = 16 };

	ct_fill(ct, data_card + RINGS + 512 * n, 0, 512);
	ct_upload(ct, data_card + RINGS + 512 * n, &r, sizeof(r));
}

static void launch(uint32_t ch, uint32_t n, bool signal)
{
	need(!ct_push(ct, ch, SMGPU_RING_TMD, TMD(n), 0, signal), "ring full");
}

/* The same method over a whole segment, for each attacker's channel some times */
static void methods(const uint32_t *words, uint32_t count, uint32_t times)
{
	static uint32_t segment[SMGPU_SEGMENT_MAX / 4];
	uint32_t i, n = SMGPU_SEGMENT_MAX / 4 / count * count;

	for (i = 0; i < n; i++)
		segment[i] = words[i % count];
	ct_upload(ct, seg_card, segment, n * 4);
	while (times--)
		for (i = 1; i <= ATTACKERS; i++)
			need(!ct_push(ct, i, SMGPU_RING_SEGMENT, SEG, n * 4, false), "ring full");
}

static void ring_all(void)
{
	for (uint32_t i = 1; i <= ATTACKERS; i++)
		ct_ring(ct, i);
}

static void idle(void)
{
}

/* Sixteen CTAs ring for ever, and each ring has queues to be looked at. */
static void bells(void)
{
	for (uint32_t i = 0; i < 16; i++) {
		put_queue(i, 1);
		put(i, (struct smgpu_tmd){ .entry_va = CODE + 4 * RING,
					    .queue_va = DATA + QUEUES + 32 * i,
					    .coalesce_min = 1,
					    .coalesce_max = 1 });
		launch(1 + i % ATTACKERS, i, false);
	}
	ring_all();
}

static void notify(void)
{
	static const uint32_t words[] = { SMGPU_METHOD(SMGPU_METHOD_QUEUE_NOTIFY, 1), TMD(0) };

	put_queue(0, 0);
	put(0, (struct smgpu_tmd){ .entry_va = CODE,
				    .queue_va = DATA + QUEUES,
				    .coalesce_min = 1,
				    .coalesce_max = 1,
				    .flags = SMGPU_TMD_HOLD });
	for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
		for (uint32_t i = 0; i < 6; i++)
			launch(ch, 0, false);
	methods(words, 2, 4);
	ring_all();
}

/* Warps that push more tokens than fit, and end; the next CTA does the same. */
static void traps(void)
{
	put(0, (struct smgpu_tmd){ .entry_va = CODE + 4 * TRAPS, .grid = { 100000000 } });
	for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
		launch(ch, 0, false);
	ring_all();
}

static void caches(void)
{
	static const uint32_t words[] = { SMGPU_METHOD(SMGPU_METHOD_CACHE, 1), 3 };

	methods(words, 2, 8);
	ring_all();
}

static void constants(void)
{
	static uint32_t words[256] = { SMGPU_METHOD(SMGPU_METHOD_CONST_UPDATE, 255), HOST };

	methods(words, 256, 8);
	ring_all();
}

static void empty_tasks(void)
{
	static const uint32_t words[] = { SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD(0) };

	put(0, (struct smgpu_tmd){ .entry_va = CODE, .grid = { 1 } });
	methods(words, 2, 8);
	ring_all();
}

/* Parents whose children are their parents again */
static void relaunch(void)
{
	for (uint32_t i = 0; i < 2 * ATTACKERS; i++) {
		put_ring(i);
		put(i, (struct smgpu_tmd){ .entry_va = CODE + 4 * AGAIN,
					    .grid = { 1 },
					    .cta = { 1 },
					    .param_va = DATA + RINGS + 512 * i - 64,
					    .requests_va = DATA + RINGS + 512 * i,
					    .after_va = { TMD(i ^ 1) } });
		ct_upload(ct, data_card + RINGS + 512 * i - 64,
			  (uint32_t[]) { DATA + RINGS + 512 * i, TMD(i ^ 1) }, 8);
	}
	for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
		launch(ch, 2 * ch - 2, false);
	ring_all();
}

/* Every warp reads host memory, each lane another line. */
static void host_reads(void)
{
	put(0, (struct smgpu_tmd){ .entry_va = CODE + 4 * READS, .grid = { 1000 } });
	for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
		launch(ch, 0, false);
	ring_all();
}

/* A backlog of big grids */
static void backlog(void)
{
	put(0, (struct smgpu_tmd){ .entry_va = CODE + 4 * SPIN, .grid = { 400 } });
	for (uint32_t i = 0; i < 20; i++)
		for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
			launch(ch, 0, false);
	ring_all();
}

static void write_code(uint64_t code_card)
{
	static const uint32_t end[] = { EXIT }, bell[] = { BELL, JAL(ZERO, -4) };
	static const uint32_t spin[] = { ADDI(T0, ZERO, 1000), ADDI(T0, T0, -1), BNE(T0, ZERO, -4),
					 EXIT };
	/* lane * 128 + turn * 32, within the buffer */
	static const uint32_t reads[] = { CSRR(T0, CSR_LANE),  SLLI(T0, T0, 7),	 LUI(A0, HOST),
					  LUI(T2, HOST_BYTES), ADDI(T2, T2, -1), ADD(A1, A0, T0),
					  LW(ZERO, A1, 0),     ADDI(T0, T0, 32), AND(T0, T0, T2),
					  JAL(ZERO, -16) };
	/* ring and TMD from the parameters */
	static const uint32_t again[] = { CSRR(T0, CSR_PARAM),
					  LW(A1, T0, 0),
					  LW(T1, T0, 4),
					  ADDI(T2, ZERO, 1),
					  AMO(0, A0, A1, T2),
					  ANDI(A2, A0, 15),
					  SLLI(A2, A2, 3),
					  ADD(A2, A2, A1),
					  SW(T1, A2, 32),
					  ADDI(A0, A0, 1),
					  SW(A0, A2, 36),
					  FENCE,
					  BELL,
					  EXIT };
	static uint32_t pre[241];

	for (uint32_t i = 0; i < 240; i++)
		pre[i] = PRE(1 + i % 13, 4 * (240 - (int)i));
	pre[240] = EXIT;
#define UPLOAD(at, words) ct_upload(ct, code_card + 4 * (at), words, sizeof(words))
	UPLOAD(END, end);
	UPLOAD(RING, bell);
	UPLOAD(SPIN, spin);
	UPLOAD(READS, reads);
	UPLOAD(AGAIN, again);
	UPLOAD(TRAPS, pre);
}

static void start(const char *image, const char *backend, const char *preset)
{
	struct ct_config cfg = { .preset = preset, .timeout = 50000000, .quiet = true };
	uint64_t host_bus, code = 0;

	cfg.ops = strcmp(backend, "rtl") ? &card_backend_model : &card_backend_rtl;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	need(ct && !ct_boot(ct, image), "no card, or no boot");
	for (unsigned vm = 2; vm >= 1; vm--) {	/* what is left behind is the attackers' */
		need(!ct_vm_create(ct, vm), "VM");
		code = ct_map_new(ct, vm, CODE, 4096, CT_R | CT_X);
		data_card = ct_map_new(ct, vm, DATA, 0x20000, CT_R | CT_W);
		need(code && data_card, "memory");
		write_code(code);
		if (vm == 2)
			put(0, (struct smgpu_tmd){ .entry_va = CODE, .grid = { 1 } });
	}
	seg_card = ct_map_new(ct, 1, SEG, SMGPU_SEGMENT_MAX, CT_R | CT_W);
	need(seg_card && ct_host_alloc(ct, HOST_BYTES, 4096, &host_bus) &&
		     !ct_map(ct, 1, HOST, host_bus, HOST_BYTES, CT_R | CT_W | CT_HOST),
	     "memory");
	need(!ct_vm_invalidate(ct, 1) && !ct_vm_invalidate(ct, 2), "invalidate");
	ct->client = 1;
	for (uint32_t ch = 1; ch <= ATTACKERS; ch++)
		need(!ct_channel_create(ct, ch, 1, WATCHDOG), "channel");
	ct->client = 2;
	need(!ct_channel_create(ct, VICTIM, 2, WATCHDOG), "channel");
}

static bool victim_done(void)
{
	return ((volatile struct smgpu_fw_shared *)ct->shared)->done[VICTIM] >=
	       ct->channel[VICTIM].seqno;
}

/* Cycles that a small job of another client takes */
static uint32_t job(void)
{
	uint64_t began = ct_cycles(ct);

	need(!ct_push(ct, VICTIM, SMGPU_RING_TMD, TMD(0), 0, true), "ring full");
	ct_ring(ct, VICTIM);
	while (!victim_done() && ct_cycles(ct) - began < 4 * WATCHDOG)
		step(50);
	return (uint32_t)(ct_cycles(ct) - began);
}

static void measure(const char *name, void (*attack)(void), uint32_t job_limit)
{
	uint32_t nops = 0, jobs = 0, i, took;

	attack();
	step(40000);
	for (i = 0; i < 12; i++) {
		step(777 * (i + 1));
		took = nop();
		nops = took > nops ? took : nops;
	}
	for (i = 0; i < 3; i++) {
		took = job();
		jobs = took > jobs ? took : jobs;
		step(1000);
	}
	worst_nop = nops > worst_nop ? nops : worst_nop;
	worst_job = jobs > worst_job ? jobs : worst_job;
	if (bench)
		return;
	if (nops > NOP_LIMIT || jobs > job_limit) {
		printf("not ok fw_latency.%s: NOP %u of %u cycles, job %u of %u\n", name, nops,
		       NOP_LIMIT, jobs, job_limit);
		failed = 1;
	} else {
		printf("ok fw_latency.%s # NOP %u cycles, job %u\n", name, nops, jobs);
	}
	fflush(stdout);
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*attack)(void);
		uint32_t job_limit;
	} attacks[] = {
		{ "idle", idle, 10000 },
		{ "notify", notify, JOB_LIMIT },
		{ "traps", traps, JOB_LIMIT },
		{ "caches", caches, JOB_LIMIT },
		{ "constants", constants, JOB_LIMIT },
		{ "empty_tasks", empty_tasks, JOB_LIMIT },
		{ "relaunch", relaunch, JOB_LIMIT },
		{ "backlog", backlog, JOB_LIMIT },
		/* These CTAs never end and take all warps: until their watchdog nothing can be
		   launched. */
		{ "bells", bells, WATCHDOG + JOB_LIMIT },
		{ "host_reads", host_reads, WATCHDOG + JOB_LIMIT },
	};
	const char *only = argc > 4 ? argv[4] : NULL;

	if (argc < 4) {
		fprintf(stderr, "usage: %s IMAGE model|rtl PRESET [ATTACK|bench]\n", argv[0]);
		return 2;
	}
	bench = only && !strcmp(only, "bench");
	for (unsigned i = 0; i < sizeof(attacks) / sizeof(attacks[0]); i++) {
		if (only && !bench && strcmp(only, attacks[i].name))
			continue;
		start(argv[1], argv[2], argv[3]);
		measure(attacks[i].name, attacks[i].attack, attacks[i].job_limit);
		ct_del(ct);
	}
	if (bench) {
		printf("fw.worst_nop_cycles\t%u\tcycles\n", worst_nop);
		printf("fw.worst_job_cycles\t%u\tcycles, a small job beside five channels of another client\n",
		       worst_job);
	}
	return failed;
}
