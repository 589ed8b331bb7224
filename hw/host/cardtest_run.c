// SPDX-License-Identifier: MIT
#include "cardtest_run.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "smgpu_regs.h"

#define VM		1u
#define CHANNEL		1u
#define PUSH_VA		0x70000000u	/* pushbuffer, TMD and constants: one page each */
#define TMD_VA		(PUSH_VA + 0x1000u)
#define PARAM_VA	(PUSH_VA + 0x2000u)
#define LOCAL_VA	0x78000000u
#define BUFFER_VA	0x40000000u
#define PAGE		4096u

static int fill_buffer(struct ct *ct, struct run_arg *a)
{
	uint32_t *words = calloc(1, a->bytes + 4), i;
	FILE *f;
	float v;

	if (!words)
		return -ENOMEM;
	for (i = 0; i < a->bytes / 4; i++) {
		v = (float)i;
		if (a->count_float)
			memcpy(&words[i], &v, 4);
		else if (a->count)
			words[i] = i;
	}
	if (a->file) {
		f = fopen(a->file, "rb");
		if (!f) {
			ct_log(ct, "can't open %s", a->file);
			free(words);
			return -ENOENT;
		}
		if (!fread(words, 1, a->bytes, f))
			ct_log(ct, "%s is empty", a->file);
		fclose(f);
	}
	ct_upload(ct, a->card, words, a->bytes);
	free(words);
	return 0;
}

static int make_buffers(struct run *r)
{
	uint32_t va = BUFFER_VA;
	unsigned i;
	int err;

	for (i = 0; i < r->args; i++) {
		struct run_arg *a = &r->arg[i];

		if (a->kind != RUN_BUFFER)
			continue;
		a->value = va;
		a->card = ct_map_new(r->ct, VM, va, a->bytes, CT_R | CT_W);
		if (!a->card)
			return -ENOMEM;
		err = fill_buffer(r->ct, a);
		if (err)
			return err;
		va += (a->bytes + 2 * PAGE - 1) / PAGE * PAGE;
	}
	return 0;
}

struct smgpu_tmd run_tmd(const struct ct_kernel *k, const uint32_t grid[3], const uint32_t cta[3],
			 uint32_t param_va, uint32_t local_va)
{
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .priority = 5,
				 .regs_per_thread = 32,
				 .param_va = param_va };
	unsigned i;

	for (i = 0; i < 3; i++) {
		tmd.grid[i] = grid[i];
		tmd.cta[i] = (uint16_t)cta[i];
	}
	tmd.entry_va = k->entry;
	tmd.shared_bytes = k->shared_bytes;
	tmd.local_bytes = k->local_bytes;
	tmd.local_va = k->local_bytes ? local_va : 0;
	return tmd;
}

void run_counted(uint64_t *now, const uint64_t *before, unsigned count)
{
	unsigned i;

	for (i = 0; i < count; i++)
		if (now[i] != SMGPU_PERF_ABSENT &&
		    (i % SMGPU_PERF_BLOCK != SMGPU_PERF_SM_DTOK_DEEPEST || i < SMGPU_PERF_BLOCK))
			now[i] -= before[i];
}

/* Constant bank and TMD; local memory if the kernel has a stack. */
static int make_task(struct run *r, const struct ct_kernel *k)
{
	struct ct *ct = r->ct;
	uint32_t words[RUN_ARGS] = { 0 }, shape = ct_read(ct, SMGPU_HOST_CONFIG0), sms, warps;
	struct smgpu_tmd tmd = run_tmd(k, r->grid, r->cta, PARAM_VA, LOCAL_VA);
	unsigned i;

	tmd.sm_mask = r->sm_mask;
	for (i = 0; i < r->args; i++)
		words[i] = r->arg[i].value;
	ct_upload(ct, r->control + (PARAM_VA - PUSH_VA), words, sizeof(words));
	sms = shape & SMGPU_HOST_CONFIG0_SM_COUNT_MASK;
	warps = (shape & SMGPU_HOST_CONFIG0_WARPS_MASK) >> SMGPU_HOST_CONFIG0_WARPS_SHIFT;
	if (k->local_bytes &&
	    !ct_map_new(ct, VM, LOCAL_VA, (size_t)sms * warps * 32 * k->local_bytes, CT_R | CT_W))
		return -ENOMEM;
	ct_upload(ct, r->control + (TMD_VA - PUSH_VA), &tmd, sizeof(tmd));
	return 0;
}

int run_prepare(struct run *r)
{
	struct ct_kernel k;
	int err = ct_vm_create(r->ct, VM);

	if (err)
		return err;
	r->control = ct_map_new(r->ct, VM, PUSH_VA, 3 * PAGE, CT_R | CT_W);
	if (!r->control)
		return -ENOMEM;
	err = ct_load_elf(r->ct, VM, r->elf, r->kernel, &k);
	if (!err)
		err = make_buffers(r);
	if (!err)
		err = make_task(r, &k);
	if (!err)
		err = ct_vm_invalidate(r->ct, VM);
	return err ? err : ct_channel_create(r->ct, CHANNEL, VM, 0);
}

int run_once(struct run *r)
{
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD_VA,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	uint64_t before[(1 + 4) * SMGPU_PERF_BLOCK];
	struct smgpu_tmd tmd;
	int err;

	err = ct_perf(r->ct, before, sizeof(before) / sizeof(before[0]));
	if (err)
		return err;
	ct_upload(r->ct, r->control, methods, sizeof(methods));
	err = ct_push(r->ct, CHANNEL, SMGPU_RING_SEGMENT, PUSH_VA, sizeof(methods), true);
	if (err)
		return err;
	r->rung = ct_cycles(r->ct);
	ct_ring(r->ct, CHANNEL);
	err = ct_wait_channel(r->ct, CHANNEL);
	ct_download(r->ct, r->control + (TMD_VA - PUSH_VA), &tmd, sizeof(tmd));
	r->status = tmd.status;
	r->cycles = tmd.status.time_end - tmd.status.time_start;
	if (ct_perf(r->ct, r->perf, sizeof(r->perf) / sizeof(r->perf[0])))
		return err ? err : -EIO;
	run_counted(r->perf, before, sizeof(before) / sizeof(before[0]));
	return err;
}

static void print_dump(struct run *r, unsigned n, FILE *out)
{
	struct run_arg *a = &r->arg[n];
	uint32_t v, i;
	float f;

	fprintf(out, "arg %u:", n);
	for (i = 0; i < a->dump && i * 4 < a->bytes; i++) {
		ct_download(r->ct, a->card + i * 4, &v, 4);
		memcpy(&f, &v, 4);
		if (a->dump_float)
			fprintf(out, " %.9g", f);
		else
			fprintf(out, " %u", v);
	}
	fputc('\n', out);
}

static void print_counter(const char *scope, const char *name, uint64_t value, FILE *out)
{
	if (value == SMGPU_PERF_ABSENT)
		fprintf(out, "%s.%s absent\n", scope, name);
	else if (value)
		fprintf(out, "%s.%s %llu\n", scope, name, (unsigned long long)value);
}

void run_print(struct run *r, FILE *out)
{
	static const char *const card_names[] = {
#define X(name, unit, text) #name,
		SMGPU_PERF_CARD_NAMES
#undef X
	};
	static const char *const sm_names[] = {
#define X(name, unit, text) #name,
		SMGPU_PERF_SM_NAMES
#undef X
	};
	const struct smgpu_fw_event *e = &r->ct->error;
	unsigned i, s;

	fprintf(out, "state %u error %u ctas %u cycles %llu warp_instr %llu\n", r->status.state,
		r->status.error, r->status.ctas_completed, (unsigned long long)r->cycles,
		(unsigned long long)r->status.warp_instr);
	if (r->ct->errors)
		fprintf(out, "error %u: va 0x%x access %u pc 0x%x sm %u warp %u thread %d\n",
			e->u.error.code, e->u.error.va, e->u.error.access, e->u.error.pc,
			e->u.error.sm, e->u.error.warp, (int)e->u.error.thread - 1);
	for (i = 0; i < SMGPU_PERF_CARD_COUNT; i++)
		print_counter("card", card_names[i], r->perf[i], out);
	for (s = 0; s < 4; s++) {
		char scope[] = { 's', 'm', (char)('0' + s), 0 };

		for (i = 0; i < SMGPU_PERF_SM_COUNT; i++)
			print_counter(scope, sm_names[i], r->perf[(1 + s) * SMGPU_PERF_BLOCK + i],
				      out);
	}
	for (i = 0; i < r->args; i++)
		if (r->arg[i].dump)
			print_dump(r, i, out);
}
