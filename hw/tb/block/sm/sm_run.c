// SPDX-License-Identifier: MIT
#include "sm_run.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "amo.h"
#include "checker.h"
#include "smgpu_hw.h"
#include "smgpu_regs.h"

#define FIELD(v, name)	(((v) & name##_MASK) >> name##_SHIFT)

uint8_t rtl_mem[TB_BYTES], model_mem[TB_BYTES];
static uint8_t shared_mem[16][65536];	/* by CTA, modulo 16 */
static struct checker *checker;
uint64_t last_issue[64];
uint32_t lines_read[LINES_READ];
unsigned int lines;
static struct run_result res;
static uint32_t warp_cta[48], kill_slots;
static unsigned int done_ctas, shared_limit;
static uint32_t other_vm;
static bool reserved[48][32];

bool report(const char *name, bool ok, const char *fmt, ...)
{
	va_list args;

	if (ok) {
		printf("ok %s\n", name);
		return true;
	}
	printf("not ok %s: ", name);
	va_start(args, fmt);
	vprintf(fmt, args);
	va_end(args);
	putchar('\n');
	return false;
}

void poke(uint32_t va, uint32_t value)
{
	memcpy(rtl_mem + (va - TB_VA), &value, 4);
	memcpy(model_mem + (va - TB_VA), &value, 4);
}

uint32_t peek(uint32_t va)
{
	uint32_t v;

	memcpy(&v, rtl_mem + (va - TB_VA), 4);
	return v;
}

/* ---- What the SM asks for ---- */

int tb_walk(uint32_t vpn)
{
	return vpn >= TB_VA >> 12 && vpn < (TB_VA + TB_BYTES) >> 12 && vpn != TB_BAD_PAGE >> 12;
}

int tb_line(uint32_t pa, uint32_t *words)
{
	if (lines < LINES_READ)
		lines_read[lines++] = pa;
	if (pa < TB_VA || pa >= TB_VA + TB_BYTES || (pa & ~31u) == TB_BUS_LINE)
		return 0;
	memcpy(words, rtl_mem + (pa - TB_VA), 32);
	return 1;
}

static uint8_t *data_at(uint32_t va, unsigned int bytes, unsigned int warp)
{
	if (va >= SMGPU_VA_SHARED_BASE && va - SMGPU_VA_SHARED_BASE + bytes <= shared_limit)
		return shared_mem[warp_cta[warp] % 16] + (va - SMGPU_VA_SHARED_BASE);
	if (va >= TB_VA && va - TB_VA + bytes <= TB_BYTES)
		return rtl_mem + (va - TB_VA);
	return NULL;
}

static bool held;

void hold_memory(bool on)
{
	held = on;
}

int ls_held(void)
{
	return held;
}

struct run_result *run_now(void)
{
	return &res;
}

int ls_access(int insn, int base, int data, int cmp, int warp, int lane, int *result)
{
	uint32_t i = (uint32_t)insn, op = i & 0x7f, f3 = i >> 12 & 7, f5 = i >> 27,
		 addr = (uint32_t)base, old = 0;
	unsigned int bytes = 1u << (f3 & 3);
	uint8_t *p;

	if (op == 0x03)
		addr += (uint32_t)(insn >> 20);
	else if (op == 0x23)
		addr += (uint32_t)((insn >> 25) * 32) + (i >> 7 & 31);
	*result = (int)addr;
	if (addr % bytes)
		return SMGPU_ERR_MISALIGNED;
	p = data_at(addr, bytes, (unsigned int)warp);
	if (!p)
		return SMGPU_ERR_PAGE_FAULT;
	memcpy(&old, p, bytes);
	if (op == 0x03) {
		*result = (int)(f3 == 0	  ? (uint32_t)(int8_t)old
				: f3 == 1 ? (uint32_t)(int16_t)old
					  : old);
	} else if (op == 0x23) {
		memcpy(p, &data, bytes);
	} else if (f5 == 2) {
		reserved[warp][lane] = true;
		*result = (int)old;
	} else if (f5 == 3) {
		*result = !reserved[warp][lane];
		if (reserved[warp][lane])
			memcpy(p, &data, 4);
		reserved[warp][lane] = false;
	} else {
		uint32_t next = amo_result(f5, old, (uint32_t)data, (uint32_t)cmp);

		memcpy(p, &next, 4);
		*result = (int)old;
	}
	return 0;
}

/* ---- What the SM tells ---- */

void tb_on_start(unsigned int warp, uint32_t cta, uint32_t index, uint32_t pc, uint32_t live)
{
	warp_cta[warp] = cta;
	if (!index)
		memset(shared_mem[cta % 16], 0, sizeof(shared_mem[0]));
	if (checker)
		checker_start(checker, 0, warp, cta, index, pc, live);
}

void tb_on_issue(unsigned int warp, uint8_t seq, uint32_t pc, uint32_t insn, uint32_t mask)
{
	last_issue[warp] = tb_now();
	if (other_vm) {
		res.issued++;
		res.foreign += insn != peek(pc + (warp_cta[warp] % 2 ? TB_OTHER : 0));
	}
	if (checker)
		checker_issue(checker, tb_now(), 0, warp, seq, pc, insn, mask);
}

void tb_on_write(unsigned int warp, uint8_t seq, unsigned int rd, unsigned int beat, uint32_t mask,
		 const uint32_t *data)
{
	if (checker)
		checker_write(checker, tb_now(), 0, warp, seq, rd, beat, mask, data);
}

void tb_on_trap(unsigned int warp, unsigned int slot, unsigned int gen, unsigned int cause,
		unsigned int access, unsigned int pc, unsigned int addr, unsigned int thread)
{
	if (res.traps < sizeof(res.slots))
		res.slots[res.traps] = (uint8_t)slot;
	if (!res.traps++)
		res.trap =
			(struct tb_trap){ warp, slot, gen, cause, access, pc, addr, (int)thread };
	kill_slots |= 1u << slot;
}

void tb_on_done(unsigned int slot)
{
	(void)slot;
	done_ctas++;
}

void tb_on_bell(unsigned int slot)
{
	res.bells[slot % 16]++;
}

/* ---- A run ---- */

static void launch(const struct run *r, unsigned int *next, unsigned int *gap)
{
	struct tb_launch l = {
		.slot = 5 + (r->two_slots && *next % 2), .gen = 0x42, .entry = TB_CODE,
		.param = r->param ? r->param : TB_PARAM, .grid_x = r->ctas, .threads = r->threads,
		.shared_bytes = r->shared_bytes, .linear = *next,
		.vm_bits = *next % 2 ? r->other_vm : 0,
	};

	if (*next < r->ctas && !kill_slots && !*gap && tb_launch(&l)) {
		(*next)++;
		*gap = 2;
	} else {
		tb_cycle();
		*gap -= *gap != 0;
	}
}

struct run_result run(const struct run *r)
{
	struct checker_config config = {
		.sms = 1,
		.warps = tb_warps(),
		.lanes = tb_lanes(),
		.dtoks = 64,
		.policy = { .branch = (uint8_t)r->policy.branch,
			    .yield_mode = (uint8_t)r->policy.yield_mode,
			    .yield_period = (uint8_t)r->policy.yield_period,
			    .yield_threshold = (uint8_t)r->policy.yield_threshold,
			    .backstop = (uint16_t)FIELD(r->policy.backstop,
							SMGPU_SM_CFG_BACKSTOP_LIMIT),
			    .backstop_shift =
				    (uint8_t)FIELD(r->policy.backstop, SMGPU_SM_CFG_BACKSTOP_SHIFT),
			    .backstop_least = (uint8_t)FIELD(r->policy.backstop,
							     SMGPU_SM_CFG_BACKSTOP_LEAST) },
		.param = r->param ? r->param : TB_PARAM,
		.ctas = r->ctas,
		.threads = r->threads,
		.shared_bytes = r->shared_bytes,
		.region = { { .va = TB_VA, .bytes = TB_BYTES, .data = model_mem } },
		.regions = 1,
		.report = stdout,
	};
	unsigned int next = 0, gap = 0, idle = 0, since_trap = 0;
	uint64_t end;

	memset(&res, 0, sizeof(res));
	memset(reserved, 0, sizeof(reserved));
	memcpy(rtl_mem + (TB_CODE - TB_VA), r->code, r->words * 4u);
	memcpy(model_mem + (TB_CODE - TB_VA), r->code, r->words * 4u);
	kill_slots = 0;
	done_ctas = 0;
	lines = 0;
	shared_limit = r->shared_bytes;
	other_vm = r->other_vm;
	checker = r->unchecked ? NULL : checker_new(&config);
	tb_reset();
	tb_policy(&r->policy);
	end = tb_now() + (r->limit ? r->limit : 200000);
	while (tb_now() < end && idle < 20) {
		launch(r, &next, &gap);
		if (kill_slots && ++since_trap > 200)
			tb_kill(kill_slots);
		idle = !tb_busy() && (next == r->ctas || kill_slots) ? idle + 1 : 0;
		if (!idle)
			res.cycles = tb_now();
	}
	tb_kill(0);
	res.ended = idle >= 20 && (kill_slots || done_ctas == r->ctas);
	if (checker) {
		res.mismatches = checker_finish(checker);
		res.compared = checker_compared(checker);
		if (memcmp(rtl_mem, model_mem, TB_BYTES)) {
			unsigned int i = 0;

			while (rtl_mem[i] == model_mem[i])
				i++;
			printf("memory differs from %08x on: %02x, model %02x\n", TB_VA + i,
			       rtl_mem[i], model_mem[i]);
			res.mismatches++;
		}
		checker_free(checker);
		checker = NULL;
	}
	return res;
}
