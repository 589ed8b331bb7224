// SPDX-License-Identifier: MIT
/*
 * profile FIRMWARE.bin FIRMWARE.elf PRESET [MEASURE [timeline]]: where the control core spends a
 * launch, on the Verilated card. Each cycle belongs to the oldest instruction that is not done, and
 * so to the function whose source that instruction is of, also if the compiler has put it into
 * another function; and to the first of that function and its callers that is a phase (below).
 *
 * instr: an instruction was done. bus: one waited for a register. dma: the core polled DMA engine
 * 0. other: branches that were not foreseen, results that were waited for. sleep: nothing to do.
 * MEASURE: idle (doorbell to first instruction, the first launch of all), warm (the same, the third
 * launch), end (last instruction to MSI), tasks (48 empty tasks behind one doorbell, for each).
 * timeline: the phases one after the other.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "pins.h"
#include "smgpu_fw_abi.h"
#include "smgpu_regs.h"

#define VM		1u
#define CODE		0x01000000u
#define TMDS		0x03000000u
#define TCM		SMGPU_MCU_TCM_BASE
#define CODE_BYTES	SMGPU_FW_CODE_BYTES
#define FRAMES		12u
#define CALLS		64u
#define FUNCTIONS	800u
#define TASKS		48u

/* What a launch consists of; a function that is none of these counts for its caller. */
static const char *const phases[] = {
	"serve_doorbells", "accept_launch",  "tmd_to_task",    "pending_accept", "fill_slots",
	"launch_fill",	   "publish_order",  "task_tell",      "wdu_event",	 "finish_step",
	"write_status",	   "channel_signal", "event_flush",    "serve_traps",	 "serve_commands",
	"wdu_watchdog",	   "job_look",	     "ring_next_look", "serve_rings",	 "main_loop_once",
	"serve_once",
};
#define PHASES (sizeof(phases) / sizeof(phases[0]))

enum { INSTR, BUS, DMA, OTHER, SLEEP, KINDS };

struct counts {
	uint64_t n[KINDS];
};

static struct {
	char name[48];
	struct counts counts;
} functions[FUNCTIONS];
static unsigned function_count;

/* Functions of an instruction, the innermost first */
static struct {
	uint16_t frame[FRAMES];
	uint8_t depth;
	bool known;
} places[CODE_BYTES / 4];
static uint32_t image[CODE_BYTES / 4];
static uint32_t calls[CALLS];	/* where the calls that are under way were made */
static unsigned call_count;
static struct counts by_phase[PHASES + 1], all;
static uint64_t instr_here;
static bool polling, counting, timeline;
static const char *elf;
static struct ct *ct;
static uint64_t tmd_card, first_issue, last_issue;
static unsigned last_phase = ~0u;
static uint64_t phase_began, now;

static unsigned function(const char *name)
{
	unsigned i;
	size_t n = strcspn(name, ".\n");	/* parts that the compiler made, and copies */

	for (i = 0; i < function_count; i++)
		if (strlen(functions[i].name) == n && !strncmp(functions[i].name, name, n))
			return i;
	if (function_count == FUNCTIONS) {
		fprintf(stderr, "profile: more than %u functions\n", FUNCTIONS);
		exit(1);
	}
	snprintf(functions[i].name, sizeof(functions[i].name), "%.*s", (int)n, name);
	return function_count++;
}

/* Asks addr2line for every instruction: names and places take turns, and the next
 * address follows. */
static bool symbols(void)
{
	char line[512], path[] = "/tmp/smgpu-profile-XXXXXX";
	uint32_t at = ~0u, i, words = 0;
	int fd = mkstemp(path);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
	char command[1024];

	if (!f)
		return false;
	for (i = 0; i < CODE_BYTES / 4; i++)
		if (image[i])
			words = i + 1;
	for (i = 0; i < words; i++)
		fprintf(f, "0x%x\n", TCM + 4 * i);
	fclose(f);
	snprintf(command, sizeof(command), "riscv64-unknown-elf-addr2line -a -f -i -e %s <%s", elf,
		 path);
	f = popen(command, "r");
	while (f && fgets(line, sizeof(line), f)) {
		if (!strncmp(line, "0x", 2)) {
			at = ((uint32_t)strtoul(line, NULL, 16) - TCM) / 4;
			continue;
		}
		if (at < CODE_BYTES / 4 && places[at].depth < FRAMES) {
			places[at].frame[places[at].depth++] = (uint16_t)function(line);
			places[at].known = true;
		}
		if (!fgets(line, sizeof(line), f))
			break;
	}
	if (f)
		pclose(f);
	remove(path);
	return function_count > 10;
}

static unsigned phase_of(uint32_t at)
{
	unsigned i, p;

	for (i = 0; i < places[at].depth; i++)
		for (p = 0; p < PHASES; p++)
			if (!strcmp(functions[places[at].frame[i]].name, phases[p]))
				return p;
	return PHASES;
}

static unsigned phase(uint32_t at)
{
	unsigned p = phase_of(at), i;

	for (i = call_count; p == PHASES && i > 0; i--)
		p = phase_of(calls[i - 1]);
	return p;
}

static void follow_calls(uint32_t at)
{
	uint32_t w = image[at], op = w & 0x7f, rd = w >> 7 & 31, rs1 = w >> 15 & 31;

	if ((op == 0x6f || op == 0x67) && (rd == 1 || rd == 5)) {
		if (call_count < CALLS)
			calls[call_count++] = at;
	} else if (op == 0x67 && !rd && (rs1 == 1 || rs1 == 5) && call_count) {
		call_count--;
	}
}

static void cycle(void *ctx, const struct rtl_mcu *m)
{
	uint32_t at = (m->pc - TCM) / 4;
	unsigned kind, p;

	(void)ctx;
	if (at >= CODE_BYTES / 4)
		return;
	now++;
	if (m->read && m->addr == SMGPU_DMA_STATUS(0))
		polling = m->data & SMGPU_DMA_STATUS_BUSY_MASK;
	kind = m->sleeping ? SLEEP : polling ? DMA : m->retired ? INSTR : m->stalled ? BUS : OTHER;
	if (counting) {
		p = phase(at);
		all.n[kind]++;
		by_phase[p].n[kind]++;
		functions[places[at].known ? places[at].frame[0] : function("?")].counts.n[kind]++;
		if (timeline && p != last_phase) {
			if (last_phase != ~0u)
				printf("# %6llu %5llu cycles %5llu instr  %s\n",
				       (unsigned long long)phase_began,
				       (unsigned long long)(now - phase_began),
				       (unsigned long long)instr_here,
				       last_phase < PHASES ? phases[last_phase] : "(rest)");
			last_phase = p;
			phase_began = now;
			instr_here = 0;
		}
		instr_here += m->retired;
	}
	if (m->retired)
		follow_calls(at);
}

/* Pod 0's valid bit of the issue record: warp 0 is started first (layout: sm_top.sv). */
static void watch(void *ctx, uint64_t tick, const struct rtl_model *m, const uint32_t *trace)
{
	(void)ctx;
	(void)m;
	if (!(trace[110 / 32] >> 110 % 32 & 1))
		return;
	last_issue = tick;
	if (!first_issue)
		first_issue = tick;
}

static void need(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "profile: %s\n", what);
	exit(1);
}

static void begin(void)
{
	unsigned i;

	memset(by_phase, 0, sizeof(by_phase));
	memset(&all, 0, sizeof(all));
	for (i = 0; i < function_count; i++)
		memset(&functions[i].counts, 0, sizeof(functions[i].counts));
	last_phase = ~0u;
	now = phase_began = 0;
	counting = true;
}

static uint64_t sum(const struct counts *c)
{
	uint64_t s = 0;

	for (unsigned i = 0; i < KINDS; i++)
		s += c->n[i];
	return s;
}

static void row(const char *name, const struct counts *c, unsigned over)
{
	printf("%-22s %8.1f %8.1f %8.1f %8.1f %8.1f %8.1f\n", name, (double)sum(c) / over,
	       (double)c->n[INSTR] / over, (double)c->n[BUS] / over, (double)c->n[DMA] / over,
	       (double)c->n[OTHER] / over, (double)c->n[SLEEP] / over);
}

static void show(const char *what, unsigned over)
{
	unsigned i, best;

	counting = false;
	printf("\n%s\n%-22s %8s %8s %8s %8s %8s %8s\n", what, "phase", "cycles", "instr", "bus",
	       "dma", "other", "sleep");
	for (i = 0; i <= PHASES; i++)
		if (sum(&by_phase[i]))
			row(i < PHASES ? phases[i] : "(rest)", &by_phase[i], over);
	row("all", &all, over);
	printf("%-22s %8s %8s %8s %8s %8s %8s\n", "function", "cycles", "instr", "bus", "dma",
	       "other", "sleep");
	for (;;) {
		for (best = 0, i = 1; i < function_count; i++)
			if (sum(&functions[i].counts) > sum(&functions[best].counts))
				best = i;
		/* the rest is less than half a percent each */
		if (sum(&functions[best].counts) * 200 < sum(&all))
			break;
		row(functions[best].name, &functions[best].counts, over);
		memset(&functions[best].counts, 0, sizeof(functions[best].counts));
	}
}

static void step_until(bool (*done)(void))
{
	uint64_t limit = ct_cycles(ct) + 1000000;

	while (!done()) {
		need(ct_cycles(ct) < limit, "it takes too long");
		ct->cfg.ops->step(ct->card, 1);
	}
}

static bool issued(void)
{
	return first_issue;
}

static unsigned msis;
static bool told(void)
{
	return ct->msis != msis &&
	       ((volatile struct smgpu_fw_shared *)ct->shared)->done[1] >= ct->channel[1].seqno;
}

static void launch(unsigned count)
{
	unsigned i;

	for (i = 0; i < count; i++)
		need(!ct_push(ct, 1, SMGPU_RING_TMD, TMDS, 0, i + 1 == count), "ring full");
	first_issue = 0;
	msis = ct->msis;
	begin();
	ct_ring(ct, 1);
}

static bool start(const char *firmware, const char *preset)
{
	static const uint32_t end[] = { EXIT };
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .regs_per_thread = 32,
				 .priority = 5,
				 .grid = { 1, 1, 1 },
				 .cta = { 32, 1, 1 },
				 .entry_va = CODE };
	struct ct_config cfg = { .preset = preset, .timeout = 400000000, .ops = &card_backend_rtl };
	uint64_t code;

	ct = ct_new(&cfg);
	if (!ct || ct_boot(ct, firmware) || ct_vm_create(ct, VM) || ct_channel_create(ct, 1, VM, 0))
		return false;
	code = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
	tmd_card = ct_map_new(ct, VM, TMDS, 4096, CT_R | CT_W);
	if (!code || !tmd_card)
		return false;
	ct_upload(ct, code, end, sizeof(end));
	ct_upload(ct, tmd_card, &tmd, sizeof(tmd));
	return true;
}

static bool load_image(const char *path)
{
	FILE *f = fopen(path, "rb");
	size_t n = f ? fread(image, 1, sizeof(image), f) : 0;

	if (f)
		fclose(f);
	return n > 0 && symbols();
}

/* One task, and then nothing until the card sleeps */
static void once(void)
{
	launch(1);
	step_until(issued);
	step_until(told);
	while (last_issue + 3000 > ct_cycles(ct))
		ct->cfg.ops->step(ct->card, 1);
}

int main(int argc, char **argv)
{
	const char *only = argc > 4 ? argv[4] : NULL;

	if (argc < 4) {
		fprintf(stderr,
			"usage: profile FIRMWARE.bin FIRMWARE.elf PRESET [idle|warm|end|tasks [timeline]]\n");
		return 2;
	}
#define MEASURE(name) (!only || !strcmp(only, name))
	elf = argv[2];
	rtl_mcu = cycle;
	rtl_trace = watch;
	need(load_image(argv[1]), "no image, or no symbols");
	need(start(argv[1], argv[3]), "the card does not start");

	timeline = argc > 5 && MEASURE("idle");
	launch(1);
	step_until(issued);
	if (MEASURE("idle"))
		show("The first task: doorbell to first instruction", 1);
	counting = false;
	step_until(told);
	once();
	timeline = argc > 5 && MEASURE("warm");
	launch(1);
	step_until(issued);
	if (MEASURE("warm"))
		show("The third task: doorbell to first instruction", 1);
	timeline = argc > 5 && MEASURE("end");
	begin();
	step_until(told);
	if (MEASURE("end"))
		show("Its last instruction to the MSI", 1);
	timeline = argc > 5 && MEASURE("tasks");
	once();
	launch(TASKS);
	step_until(told);
	if (MEASURE("tasks"))
		show("Empty tasks behind one doorbell, each", TASKS);
	ct_del(ct);
	return 0;
}
