// SPDX-License-Identifier: MIT
/*
 * wdu FIRMWARE BACKEND PRESET [NAMES]: what work distribution costs, one `name<TAB>value<TAB>unit`
 * a line. The firmware image runs on the card; threads tell the times at which they ran by the
 * timebase. NAMES: only those measures.
 *
 * launch_idle_cycles: from the doorbell to the first instruction, the card idle. task_fw_cycles:
 * for each of many empty tasks (one CTA of 32 threads that only ends) behind one doorbell;
 * fw_instr_per_task: the firmware's instructions for each. empty_tasks_per_mcycle: 10,000 of them,
 * 48 to a doorbell. ctas_per_100_cycles: a grid of such CTAs. cta_overhead_cycles: the same, one at
 * a time: everything that a CTA costs beside its own instructions. child_launch_cycles: from the
 * parent's bell to the child's first instruction. preempt_cycles: from the doorbell to the first
 * instruction of an urgent task while all task slots and all warps are taken by CTAs that take
 * resident_cta_cycles each; preempt_over_cycles: that less the CTAs in flight. end_to_msi_cycles:
 * from the last instruction of a task to the MSI; on RTL only.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <drm/smgpu_perf.h>

#include "asm.h"
#include "cardtest.h"
#include "pins.h"
#include "smgpu_regs.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u
#define TMDS	0x03000000u
#define REQUESTS (DATA + 0x1000)
#define CSR_TIME 0xc01
#define TMD(n)	(TMDS + (n) * 256)

enum { END = 0, STAMP = 16, PARENT = 64, SPIN = 128 };	/* word offsets in the code page */

static struct ct *ct;
static uint64_t code_card, data_card, tmd_card;
static int failed;

/* data[param] = time of the first instruction */
static const uint32_t stamp[] = { CSRR(T0, CSR_TIME), CSRR(A0, CSR_PARAM), SW(T0, A0, 0), EXIT };
/* Asks for the child TMD(1), then data[param] = time of the bell */
static const uint32_t parent[] = {
	CSRR(A0, CSR_PARAM),
	LUI(A1, REQUESTS),
	LUI(T1, TMDS),
	ADDI(T1, T1, 256),
	ADDI(T2, ZERO, 1),
	AMO(0, ZERO, A1, T2),
	SW(T1, A1, 32),
	SW(T2, A1, 36),
	FENCE,
	CSRR(T0, CSR_TIME),
	BELL,
	SW(T0, A0, 0),
	EXIT,
};
static const uint32_t spin[] = { ADDI(T0, ZERO, 120), ADDI(T0, T0, -1), BNE(T0, ZERO, -4), EXIT };
static const uint32_t end[] = { EXIT };

static void put(const char *name, double value, const char *unit)
{
	printf("wdu.%s\t%.4g\t%s\n", name, value, unit);
}

static void want(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "wdu: %s\n", what);
	failed = 1;
}

static void put_tmd(unsigned int n, struct smgpu_tmd t)
{
	t.magic = SMGPU_TMD_MAGIC;
	t.kind = SMGPU_TMD_GRID;
	t.regs_per_thread = 32;
	t.priority = t.priority ? t.priority : 5;
	t.cta[0] = t.cta[0] ? t.cta[0] : 32;
	t.cta[1] = t.cta[2] = 1;
	t.grid[1] = t.grid[2] = 1;
	ct_upload(ct, tmd_card + n * 256, &t, sizeof(t));
}

static struct smgpu_tmd_status status(unsigned int n)
{
	struct smgpu_tmd t;

	ct_download(ct, tmd_card + n * 256, &t, sizeof(t));
	want(t.status.state == SMGPU_TASK_DONE, "a task did not end");
	return t.status;
}

static uint32_t word(unsigned int i)
{
	uint32_t v;

	ct_download(ct, data_card + 4 * i, &v, 4);
	return v;
}

/* Time of the ring */
static uint32_t submit(unsigned int channel, unsigned int first, unsigned int count)
{
	uint32_t now;
	unsigned int i;

	for (i = 0; i < count; i++)
		want(!ct_push(ct, channel, SMGPU_RING_TMD, TMD(first), 0, i + 1 == count),
		     "ring full");
	now = ct_read(ct, SMGPU_HOST_TIMEBASE_LO);
	ct_ring(ct, channel);
	return now;
}

static void launch_idle(void)
{
	uint32_t rung;

	put_tmd(0, (struct smgpu_tmd){
			   .grid = { 1 }, .entry_va = CODE + 4 * STAMP, .param_va = DATA });
	rung = submit(1, 0, 1);
	want(!ct_wait_channel(ct, 1), "launch");
	put("launch_idle_cycles", word(0) - rung, "cycles");
}

/* Pod 0's valid bit of the issue record: warp 0 is started first (layout: sm_top.sv). */
static uint64_t last_issue;
static void watch(void *ctx, uint64_t tick, const struct rtl_model *m, const uint32_t *trace)
{
	(void)ctx;
	(void)m;
	if (trace[110 / 32] >> 110 % 32 & 1)
		last_issue = tick;
}

static void end_to_msi(void)
{
	unsigned int before, i;
	uint64_t sum = 0;

	put_tmd(0, (struct smgpu_tmd){ .grid = { 1 }, .entry_va = CODE + 4 * SPIN });
	rtl_trace = watch;
	for (i = 0; i < 5; i++) {
		before = ct->msis;
		submit(1, 0, 1);
		while (ct->msis == before)
			ct->cfg.ops->step(ct->card, 1);
		sum += ct_cycles(ct) - last_issue;
		want(!ct_wait_channel(ct, 1), "a task that spins");
	}
	rtl_trace = NULL;
	put("end_to_msi_cycles", (double)sum / 5, "cycles");
}

static uint64_t firmware_instructions(void)
{
	uint64_t perf[SMGPU_PERF_BLOCK];

	want(!ct_perf(ct, perf, SMGPU_PERF_BLOCK), "no counters");
	return perf[SMGPU_PERF_CARD_MCU_INSTR];
}

static void empty_tasks(unsigned int tasks, unsigned int lot, const char *name, bool rate)
{
	uint64_t instructions = firmware_instructions();
	uint64_t began = ct_cycles(ct), cycles;
	unsigned int done;

	put_tmd(0, (struct smgpu_tmd){ .grid = { 1 }, .entry_va = CODE });
	for (done = 0; done < tasks; done += lot) {
		submit(1, 0, tasks - done < lot ? tasks - done : lot);
		want(!ct_wait_channel(ct, 1), "empty tasks");
	}
	cycles = ct_cycles(ct) - began;
	if (rate)
		put(name, tasks * 1e6 / (double)cycles, "tasks/Mcycle");
	else
		put(name, (double)cycles / tasks, "cycles");
	if (!rate)
		put("fw_instr_per_task", (double)(firmware_instructions() - instructions) / tasks,
		    "instructions of the firmware, each of these tasks");
}

/* Cycles for each CTA, without what a task costs */
static double slope(uint32_t flags, uint32_t few, uint32_t many)
{
	struct smgpu_tmd_status s[2];
	unsigned int i;

	for (i = 0; i < 2; i++) {
		put_tmd(0, (struct smgpu_tmd){
				   .grid = { i ? many : few }, .entry_va = CODE, .flags = flags });
		submit(1, 0, 1);
		want(!ct_wait_channel(ct, 1), "grid");
		s[i] = status(0);
		want(s[i].ctas_completed == (i ? many : few), "CTAs are missing");
	}
	return (double)((s[1].time_end - s[1].time_start) - (s[0].time_end - s[0].time_start)) /
	       (many - few);
}

static void child_launch(void)
{
	struct smgpu_request_ring ring = { .size = 16 };

	ct_fill(ct, data_card, 0, 8192);
	ct_upload(ct, data_card + REQUESTS - DATA, &ring, sizeof(ring));
	put_tmd(0, (struct smgpu_tmd){ .grid = { 1 },
					.cta = { 1 },
					.entry_va = CODE + 4 * PARENT,
					.param_va = DATA,
					.requests_va = REQUESTS });
	put_tmd(1, (struct smgpu_tmd){
			   .grid = { 1 }, .entry_va = CODE + 4 * STAMP, .param_va = DATA + 4 });
	submit(1, 0, 1);
	want(!ct_wait_channel(ct, 1) && word(1), "child");
	status(1);
	put("child_launch_cycles", word(1) - word(0), "cycles");
}

static void preempt(void)
{
	unsigned int i;
	uint32_t rung, took,
		per_sm = (ct_read(ct, SMGPU_HOST_CONFIG0) >> 8 & 0xff) *
			 (ct_read(ct, SMGPU_HOST_CONFIG0) & 0xff);
	uint64_t until;
	double cta;

	for (i = 0; i < SMGPU_TASK_SLOTS; i++) {
		put_tmd(2 + i, (struct smgpu_tmd){ .grid = { 20 * per_sm },
						    .entry_va = CODE + 4 * SPIN,
						    .priority = 9 });
		want(!ct_push(ct, 1, SMGPU_RING_TMD, TMD(2 + i), 0, i + 1 == SMGPU_TASK_SLOTS),
		     "ring full");
	}
	put_tmd(0, (struct smgpu_tmd){ .grid = { 1 },
					.entry_va = CODE + 4 * STAMP,
					.param_va = DATA,
					.priority = 1 });
	ct_ring(ct, 1);
	for (until = ct_cycles(ct) + 60000; ct_cycles(ct) < until;)
		ct->cfg.ops->step(ct->card, 100);
	want(ct_read(ct, SMGPU_SLOT_CTRL(15)) & 1, "the slots are not full");
	rung = submit(2, 0, 1);
	want(!ct_wait_channel(ct, 2), "urgent task");
	took = word(0) - rung;
	put("preempt_cycles", took, "cycles");
	want(!ct_wait_channel(ct, 1), "residents");
	cta = (double)(status(2).time_end - status(2).time_start) / 20;
	put("resident_cta_cycles", cta, "cycles, all of a full card together");
	put("preempt_over_cycles", took - cta, "cycles");
}

static bool start(const char *image, const char *backend, const char *preset)
{
	struct ct_config cfg = { .preset = preset, .timeout = 400000000 };

	cfg.ops = strcmp(backend, "rtl") ? &card_backend_model : &card_backend_rtl;
	ct = ct_new(&cfg);
	if (!ct || ct_boot(ct, image) || ct_vm_create(ct, VM) || ct_channel_create(ct, 1, VM, 0) ||
	    ct_channel_create(ct, 2, VM, 0))
		return false;
	code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 8192, CT_R | CT_W);
	tmd_card = ct_map_new(ct, VM, TMDS, 8192, CT_R | CT_W);
	if (!code_card || !data_card || !tmd_card)
		return false;
	ct_upload(ct, code_card + 4 * END, end, sizeof(end));
	ct_upload(ct, code_card + 4 * STAMP, stamp, sizeof(stamp));
	ct_upload(ct, code_card + 4 * PARENT, parent, sizeof(parent));
	ct_upload(ct, code_card + 4 * SPIN, spin, sizeof(spin));
	return true;
}

int main(int argc, char **argv)
{
	const char *names = argc > 4 ? argv[4] : NULL;

	if (argc < 4) {
		fprintf(stderr, "usage: wdu FIRMWARE model|rtl PRESET [NAMES]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (!start(argv[1], argv[2], argv[3])) {
		fprintf(stderr, "wdu: the card does not start\n");
		return 1;
	}
#define MEASURE(name) (!names || strstr(names, name))
	if (MEASURE("launch_idle"))
		launch_idle();
	if (MEASURE("end_to_msi") && !strcmp(argv[2], "rtl"))
		end_to_msi();
	if (MEASURE("task_fw"))
		empty_tasks(48, 48, "task_fw_cycles", false);
	if (MEASURE("ctas_per"))
		put("ctas_per_100_cycles", 100 / slope(0, 1000, 9000), "CTAs");
	if (MEASURE("cta_overhead"))
		put("cta_overhead_cycles", slope(SMGPU_TMD_SEQUENTIAL, 100, 1100), "cycles");
	if (MEASURE("child"))
		child_launch();
	if (MEASURE("preempt"))
		preempt();
	if (MEASURE("empty_tasks"))
		empty_tasks(10000, 48, "empty_tasks_per_mcycle", true);
	ct_del(ct);
	return failed;
}
