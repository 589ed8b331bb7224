// SPDX-License-Identifier: MIT
/* The firmware image on a backend, from boot to tasks, without Linux. Arguments: image, backend
 * (model or rtl). */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <drm/smgpu_perf.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define VM	1
#define CODE	0x01000000u
#define DATA	0x02000000u
#define PUSH	0x03000000u
#define TMD	0x03001000u

static struct ct *ct;
static uint64_t data_card, push_card, tmd_card, code_card;

/* out[global index] = 3 * thread + CTA */
static const uint32_t kernel[] = {
	CSRR(T0, CSR_PARAM), LW(A0, T0, 0), CSRR(T1, CSR_TIDX), CSRR(T2, CSR_CTAX),
	ADDI(T3, ZERO, 64), MUL(T3, T3, T2), ADD(T3, T3, T1), SLLI(T3, T3, 2), ADD(A0, A0, T3),
	ADD(T4, T1, T1), ADD(T4, T4, T1), ADD(T4, T4, T2), SW(T4, A0, 0), EXIT,
};

/* A task that is valid in all fields. */
static struct smgpu_tmd base_tmd(void)
{
	return (struct smgpu_tmd){ .magic = SMGPU_TMD_MAGIC,
				    .kind = SMGPU_TMD_GRID,
				    .priority = 5,
				    .regs_per_thread = 32,
				    .grid = { 5, 1, 1 },
				    .cta = { 64, 1, 1 },
				    .entry_va = CODE,
				    .param_va = DATA };
}

/* By a pushbuffer, as the driver's channels do it; 0, or the channel's error. */
static int run(const struct smgpu_tmd *tmd, struct smgpu_tmd_status *status)
{
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	struct smgpu_tmd back;
	int r;

	ct_upload(ct, tmd_card, tmd, sizeof(*tmd));
	ct_upload(ct, push_card, methods, sizeof(methods));
	check(!ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true), "ring full");
	ct_ring(ct, 1);
	r = ct_wait_channel(ct, 1);
	ct_download(ct, tmd_card, &back, sizeof(back));
	*status = back.status;
	return r;
}

/* The first sign of life is an MSI. */
static void fw_boots(const char *image)
{
	check(!ct_boot(ct, image), "no boot");
	ct->cfg.ops->step(ct->card, 100);	/* the MSI comes after the word that it is ready */
	check(ct->msis > 0, "no MSI at boot");
	report("fw_boots");
}

/* Known ones succeed, others are refused. */
static void fw_commands(void)
{
	struct smgpu_fw_cmd bad = { .op = 77 };

	check(!ct_vm_create(ct, VM), "VM_SET");
	check(ct_command(ct, &bad) < 0, "unknown command accepted");
	check(!ct_channel_create(ct, 1, VM, 0), "CHANNEL_CREATE");
}

/* A grid from the TMD to its last status. */
static void fw_task(void)
{
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	uint32_t arg = DATA + 0x1000, out[320];
	unsigned i, bad = 0;

	code_card = ct_map_new(ct, VM, CODE, 20480, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 16384, CT_R | CT_W);
	push_card = ct_map_new(ct, VM, PUSH, 8192, CT_R | CT_W);
	tmd_card = push_card + 4096;
	check(code_card && data_card && push_card, "no memory");
	ct_upload(ct, code_card, kernel, sizeof(kernel));
	ct_upload(ct, data_card, &arg, 4);
	check(!ct_vm_invalidate(ct, VM), "invalidate");
	check(!run(&tmd, &status), "task failed: error %u pc 0x%x", ct->error.u.error.code,
	      ct->error.u.error.pc);
	ct_download(ct, data_card + 4096, out, sizeof(out));
	for (i = 0; i < 320; i++)
		bad += out[i] != i % 64 * 3 + i / 64;
	check(!bad, "%u of 320 words wrong", bad);
	check(status.state == SMGPU_TASK_DONE && status.ctas_completed == 5, "status %u, %u CTAs",
	      status.state, status.ctas_completed);
	check(status.warp_instr == 10 * sizeof(kernel) / 4, "%llu warp instructions",
	      (unsigned long long)status.warp_instr);
}

/* The error names the address; the channel takes no more work. */
static void fw_fault(void)
{
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	uint32_t arg = 0x5000;
	unsigned before = ct->errors;

	ct_upload(ct, data_card, &arg, 4);
	check(run(&tmd, &status) == -EIO, "no error");
	check(ct->errors == before + 1, "%u errors", ct->errors - before);
	check(ct->error.u.error.code == SMGPU_ERR_PAGE_FAULT && ct->error.u.error.va >= 0x5000 &&
		      ct->error.u.error.va < 0x6000 && ct->error.u.error.pc == CODE + 48 &&
		      ct->error.u.error.access == SMGPU_ACCESS_WRITE,
	      "code %u va 0x%x pc 0x%x", ct->error.u.error.code, ct->error.u.error.va,
	      ct->error.u.error.pc);
	check(ct->error.u.error.thread == ct->error.u.error.va / 4 % 32 + 1, "va 0x%x: thread %u",
	      ct->error.u.error.va, ct->error.u.error.thread);
	check(status.state == SMGPU_TASK_FAULT, "state %u", status.state);
	check(!ct_channel_destroy(ct, 1), "destroy");
	check(!ct_channel_create(ct, 1, VM, 0), "create again");
}

/* The watchdog of the channel ends what does not end itself. */
static void fw_endless_is_killed(void)
{
	static const uint32_t loop = 0x0000006f;
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;

	check(!ct_channel_destroy(ct, 1), "destroy");
	check(!ct_channel_create(ct, 1, VM, 200000), "create");
	ct_upload(ct, code_card + 2048, &loop, 4);
	tmd.entry_va = CODE + 2048;
	check(run(&tmd, &status) == -EIO, "no error");
	check(ct->error.u.error.code == SMGPU_ERR_WATCHDOG, "code %u", ct->error.u.error.code);
}

/* A card may have none (PERF = 0): its tasks must still end, with the right results. */
static bool has_counters(const uint64_t *perf)
{
	return perf[SMGPU_PERF_CARD_CYCLES] != SMGPU_PERF_ABSENT;
}

/* Mean time of a stop for token service since `before`, SM 0 only; the tasks are of one warp, so
 * that stops don't overlap. */
static void say_service(const char *spill, const char *refill, const uint64_t *before,
			const uint64_t *after)
{
	const uint64_t *b = before + SMGPU_PERF_BLOCK, *a = after + SMGPU_PERF_BLOCK;
	uint64_t spills = a[SMGPU_PERF_SM_DTOK_SPILLS] - b[SMGPU_PERF_SM_DTOK_SPILLS];
	uint64_t refills = a[SMGPU_PERF_SM_DTOK_REFILLS] - b[SMGPU_PERF_SM_DTOK_REFILLS];
	uint64_t spilling = a[SMGPU_PERF_SM_DTOK_SPILL_CYCLES] - b[SMGPU_PERF_SM_DTOK_SPILL_CYCLES];
	uint64_t refilling =
		a[SMGPU_PERF_SM_DTOK_REFILL_CYCLES] - b[SMGPU_PERF_SM_DTOK_REFILL_CYCLES];

	if (!has_counters(after))
		return;
	check(spills && refills && spilling && refilling, "%llu spills, %llu refills",
	      (unsigned long long)spills, (unsigned long long)refills);
	check(a[SMGPU_PERF_SM_TRAPS] - b[SMGPU_PERF_SM_TRAPS] == spills + refills, "traps");
	check(a[SMGPU_PERF_SM_DTOK_OVERFLOWS] - b[SMGPU_PERF_SM_DTOK_OVERFLOWS] == spills,
	      "overflows");
	if (spills && refills)
		printf("# divergence.%s\t%.0f\tcycles from stop to resume, mean of %llu\n# divergence.%s\t%.0f\tcycles, mean of %llu\n",
		       spill, (double)spilling / (double)spills, (unsigned long long)spills, refill,
		       (double)refilling / (double)refills, (unsigned long long)refills);
}

/* Thread t goes t levels down, one thread leaves at each level, and the outermost go on last: 31
 * tokens in a queue of 8. */
static void fw_deep_recursion(void)
{
	static const uint32_t descent[] = {
		CSRR(T0, CSR_PARAM), LW(A0, T0, 0),   CSRR(S0, CSR_TIDX), ADDI(T0, ZERO, 0),
		BEQ(T0, S0, 12),     ADDI(T0, T0, 1), JAL(ZERO, -8),	  SLLI(T1, S0, 2),
		ADD(A0, A0, T1),     ADDI(T0, T0, 7), SW(T0, A0, 0),	  EXIT,
	};
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	uint64_t before[2 * SMGPU_PERF_BLOCK], after[2 * SMGPU_PERF_BLOCK];
	uint32_t arg = DATA + 0x1000, out[32];
	unsigned i, bad = 0;

	ct_upload(ct, code_card + 4096, descent, sizeof(descent));
	tmd.entry_va = CODE + 4096;
	ct_upload(ct, data_card, &arg, 4);
	ct_fill(ct, data_card + 4096, 0, sizeof(out));
	tmd.grid[0] = 1;
	tmd.cta[0] = 32;
	tmd.sm_mask = 1;
	check(!ct_sm_config(ct, SMGPU_SM_CFG_DTOKS(0), 8) &&
		      !ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0),
				    SMGPU_SM_CFG_BRANCH_POLICY_FALL_THROUGH),
	      "configure");
	check(!ct_perf(ct, before, 2 * SMGPU_PERF_BLOCK), "perf");
	check(!run(&tmd, &status), "task failed: error %u pc 0x%x", ct->error.u.error.code,
	      ct->error.u.error.pc);
	check(!ct_perf(ct, after, 2 * SMGPU_PERF_BLOCK), "perf");
	check(!ct_sm_config(ct, SMGPU_SM_CFG_DTOKS(0), 0) &&
		      !ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0), SMGPU_SM_CFG_BRANCH_POLICY_AUTO),
	      "configure");
	ct_download(ct, data_card + 4096, out, sizeof(out));
	for (i = 0; i < 32; i++)
		bad += out[i] != i + 7;
	check(!bad, "%u of 32 words wrong", bad);
	say_service("spill_cycles", "refill_cycles", before, after);
}

/* n meeting points, all different, then each thread adds 1; code at CODE + at, where none was
 * before */
static void load_nest(unsigned n, uint32_t at)
{
	uint32_t code[512];
	unsigned i = 0;

	while (i < n) {
		code[i] = PRE(2, 2048);
		i++;
	}
	code[i++] = CSRR(T0, CSR_PARAM);
	code[i++] = ADDI(T1, ZERO, 1);
	code[i++] = AMO(0, ZERO, T0, T1);
	code[i++] = EXIT;
	ct_upload(ct, code_card + at, code, 4 * i);
	ct_fill(ct, data_card, 0, 4);
}

/* More tokens than the queue has: the firmware moves them. */
static void fw_deep_nest(void)
{
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	uint64_t before[2 * SMGPU_PERF_BLOCK], after[2 * SMGPU_PERF_BLOCK];
	uint32_t sum;

	load_nest(200, 8192);
	tmd.entry_va = CODE + 8192;
	tmd.grid[0] = 1;
	tmd.cta[0] = 32;
	tmd.sm_mask = 1;
	check(!ct_perf(ct, before, 2 * SMGPU_PERF_BLOCK), "perf");
	check(!run(&tmd, &status), "task failed: error %u pc 0x%x", ct->error.u.error.code,
	      ct->error.u.error.pc);
	check(!ct_perf(ct, after, 2 * SMGPU_PERF_BLOCK), "perf");
	ct_download(ct, data_card, &sum, 4);
	check(sum == 32, "%u threads", sum);
	say_service("spill_32_cycles", "refill_32_cycles", before, after);
}

/* 60 meeting points, and each thread gives way at an address of its own: YIELD tokens fill the ring
 * from the back. */
static void fw_yields_fill_the_ring(void)
{
	enum { NEST = 60, LEAVE = NEST + 5, TABLE = LEAVE + 4, END = TABLE + 64 };
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	uint64_t before[2 * SMGPU_PERF_BLOCK], after[2 * SMGPU_PERF_BLOCK];
	uint32_t code[END + 7], arg = DATA + 0x1000, out[32];
	const uint64_t *b = before + SMGPU_PERF_BLOCK, *a = after + SMGPU_PERF_BLOCK;
	unsigned i, bad = 0;

	for (i = 0; i < NEST; i++)
		code[i] = PRE(2, 2048);
	code[i++] = CSRR(S0, CSR_TIDX);
	code[i++] = ADDI(T0, ZERO, 0);
	code[i++] = BEQ(T0, S0, 12);
	code[i++] = ADDI(T0, T0, 1);
	code[i++] = JAL(ZERO, -8);
	code[i++] = LUI(T1, CODE + 16384);
	code[i++] = SLLI(T2, S0, 3);
	code[i++] = ADD(T1, T1, T2);
	code[i++] = JALR(ZERO, T1, 4 * TABLE);
	for (; i < END; i += 2) {
		code[i] = YIELD(4);
		code[i + 1] = JAL(ZERO, 4 * (int)(END - i - 1));
	}
	code[i++] = CSRR(T1, CSR_PARAM);
	code[i++] = LW(A0, T1, 0);
	code[i++] = SLLI(T1, S0, 2);
	code[i++] = ADD(A0, A0, T1);
	code[i++] = ADDI(T0, T0, 7);
	code[i++] = SW(T0, A0, 0);
	code[i] = EXIT;
	ct_upload(ct, code_card + 16384, code, sizeof(code));
	ct_upload(ct, data_card, &arg, 4);
	ct_fill(ct, data_card + 4096, 0, sizeof(out));
	tmd.entry_va = CODE + 16384;
	tmd.grid[0] = 1;
	tmd.cta[0] = 32;
	tmd.sm_mask = 1;
	check(!ct_sm_config(ct, SMGPU_SM_CFG_YIELD(0), SMGPU_SM_CFG_YIELD_MODE_ALWAYS) &&
		      !ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0), SMGPU_SM_CFG_BRANCH_POLICY_TAKEN),
	      "configure");
	check(!ct_perf(ct, before, 2 * SMGPU_PERF_BLOCK), "perf");
	check(!run(&tmd, &status), "task failed: error %u pc 0x%x", ct->error.u.error.code,
	      ct->error.u.error.pc);
	check(!ct_perf(ct, after, 2 * SMGPU_PERF_BLOCK), "perf");
	check(!ct_sm_config(ct, SMGPU_SM_CFG_YIELD(0),
			    SMGPU_SM_CFG_YIELD_MODE_RESET |
				    SMGPU_SM_CFG_YIELD_PERIOD_RESET
					    << SMGPU_SM_CFG_YIELD_PERIOD_SHIFT |
				    SMGPU_SM_CFG_YIELD_THRESHOLD_RESET
					    << SMGPU_SM_CFG_YIELD_THRESHOLD_SHIFT) &&
		      !ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0), SMGPU_SM_CFG_BRANCH_POLICY_AUTO),
	      "configure");
	ct_download(ct, data_card + 4096, out, sizeof(out));
	for (i = 0; i < 32; i++)
		bad += out[i] != i + 7;
	check(!bad, "%u of 32 words wrong", bad);
	/* The depth is 64 here: only YIELD tokens can have filled the ring. */
	check(!has_counters(after) ||
		      (a[SMGPU_PERF_SM_DTOK_SPILLS] - b[SMGPU_PERF_SM_DTOK_SPILLS] == 1 &&
		       a[SMGPU_PERF_SM_DTOK_REFILLS] > b[SMGPU_PERF_SM_DTOK_REFILLS]),
	      "%llu spills",
	      (unsigned long long)(a[SMGPU_PERF_SM_DTOK_SPILLS] - b[SMGPU_PERF_SM_DTOK_SPILLS]));
}

/* Past the limit the task ends with an error; another channel's task, of as many warps, does not
 * notice. */
static void fw_nest_past_the_limit(void)
{
	struct smgpu_tmd tmd = base_tmd();
	struct smgpu_tmd_status status;
	struct smgpu_tmd other;
	uint64_t other_card = tmd_card + 1024;
	unsigned before = ct->errors;

	load_nest(330, 12288);
	tmd.entry_va = CODE + 12288;
	check(!ct_channel_create(ct, 2, VM, 0), "create");
	tmd.cta[0] = 32;
	other = tmd;
	tmd.grid[0] = 40;
	other.grid[0] = 40;
	other.entry_va = tmd.entry_va + 4 * 100;	/* 230 meeting points are not too many */
	ct_upload(ct, other_card, &other, sizeof(other));
	check(!ct_push(ct, 2, SMGPU_RING_TMD, TMD + 1024, 0, true), "ring full");
	ct_ring(ct, 2);
	check(run(&tmd, &status) == -EIO, "no error");
	check(ct->errors == before + 1 && ct->error.u.error.channel == 1 &&
		      ct->error.u.error.code == SMGPU_ERR_DTOK_OVERFLOW,
	      "%u errors, channel %u code %u", ct->errors - before, ct->error.u.error.channel,
	      ct->error.u.error.code);
	check(ct->error.u.error.pc == tmd.entry_va + 4 * 320, "pc 0x%x", ct->error.u.error.pc);
	check(!ct_wait_channel(ct, 2), "the other channel failed too");
	ct_download(ct, other_card, &other, sizeof(other));
	check(other.status.state == SMGPU_TASK_DONE && other.status.ctas_completed == 40,
	      "state %u", other.status.state);
	check(!ct_channel_destroy(ct, 2) && !ct_channel_destroy(ct, 1) &&
		      !ct_channel_create(ct, 1, VM, 0),
	      "create again");
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 50000000 };

	if (argc < 2) {
		fprintf(stderr, "usage: %s IMAGE [model|rtl] [PRESET]\n", argv[0]);
		return 2;
	}
	cfg.ops = ct_backend(argc > 2 ? argv[2] : NULL);
	cfg.preset = argc > 3 ? argv[3] : NULL;
	ct = cfg.ops ? ct_new(&cfg) : NULL;
	if (!ct)
		return 2;
	fw_boots(argv[1]);
	if (!test_failures) {
		RUN(fw_commands);
		RUN(fw_task);
		RUN(fw_fault);
		RUN(fw_deep_recursion);
		RUN(fw_deep_nest);
		RUN(fw_yields_fill_the_ring);
		RUN(fw_nest_past_the_limit);
		RUN(fw_endless_is_killed);
	}
	if (test_failures)
		ct_print_fw_log(ct);
	ct_del(ct);
	return test_failures != 0;
}
