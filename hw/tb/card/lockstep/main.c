// SPDX-License-Identifier: MIT
/*
 * lockstep FIRMWARE [SEED [COUNT]]: random kernels on the whole Verilated card, through its
 * firmware, every issued instruction and every register write compared with the model, memory
 * compared at the end. A failure prints the seed that repeats it.
 *
 * lockstep FIRMWARE power-on SEED COUNT: cards that are only switched on, each with other values in
 * its registers before the reset; no assertion of the RTL may fail.
 *
 * With LOCKSTEP_BREAK=issue|value|memory|service one fact is falsified on its way to the checker:
 * the run must fail (used by the suite to show that it can).
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cardtest.h"
#include "checker.h"
#include "gen.h"
#include "pins.h"
#include "smgpu_regs.h"
#include "trace.h"
#include "xsm.h"

#define VM		1u
#define CHANNEL		1u
#define CODE_VA		0x01000000u
#define PARAM_VA	0x02000000u
#define TMD_VA		0x02001000u
#define PRIVATE_VA	0x03000000u
#define COUNTERS_VA	0x04000000u
#define TEXTURE_VA	0x05000000u
#define MAX_THREADS	2048u
#define CONTEXTS	16u	/* CTAs that an SM holds */
/* cycles of a program on a card of up to 16 warps an SM: most of them go to the one firmware that
 * serves token queues */
#define LIMIT		10000000u

enum { BREAK_NONE, BREAK_ISSUE, BREAK_VALUE, BREAK_MEMORY, BREAK_SERVICE } breakage;

struct run {
	struct checker *checker;
	uint64_t seen;		/* instructions issued */
	unsigned int lanes;
	uint64_t served;	/* times a token queue was served, all seeds */
	/* of an SM: all, and those that have started and not ended */
	unsigned int warps, there[4];
	uint64_t filled;	/* times that an SM had all its warps, all seeds */
	uint64_t textures;	/* texture instructions, all seeds */
	uint64_t constants;	/* instructions with a word of the constant bank, all seeds */
	uint64_t attributes;	/* instructions with an attribute, all seeds */
};

/* ---- From the trace to the checker, where the planted defects come in ---- */

static void on_start(void *ctx, unsigned int sm, unsigned int warp, uint32_t cta,
		     unsigned int warp_in_cta, uint32_t pc, uint32_t live)
{
	struct run *r = ctx;

	r->filled += ++r->there[sm] == r->warps;
	checker_start(r->checker, sm, warp, cta, warp_in_cta, pc, live);
}

static void on_issue(void *ctx, uint64_t cycle, unsigned int sm, unsigned int warp, uint8_t seq,
		     uint32_t pc, uint32_t insn, uint32_t mask)
{
	struct run *r = ctx;

	r->constants += (insn & 0x7f) == XSM_OPCODE_CONST_OP ||
			(insn & 0x7f) == XSM_OPCODE_CONST_FP ||
			(insn & XSM_MASK_CLD) == XSM_MATCH_CLD;
	r->attributes += (insn & XSM_MASK_ATTR_LD) == XSM_MATCH_ATTR_LD ||
			 (insn & XSM_MASK_ATTR_FMA) == XSM_MATCH_ATTR_FMA;
	r->textures += (insn & XSM_MASK_TEX_T) == XSM_MATCH_TEX_T ||
		       (insn & XSM_MASK_TEX_P) == XSM_MATCH_TEX_P;
	if (++r->seen > 500 && breakage == BREAK_ISSUE) {
		mask ^= 1;
		breakage = BREAK_NONE;
	}
	checker_issue(r->checker, cycle, sm, warp, seq, pc, insn, mask);
}

static void on_write(void *ctx, uint64_t cycle, unsigned int sm, unsigned int warp, uint8_t seq,
		     unsigned int rd, unsigned int beat, uint32_t lane_mask, const uint32_t *data)
{
	uint32_t wrong[WARP_LANES];
	struct run *r = ctx;

	if (r->seen > 500 && breakage == BREAK_VALUE && lane_mask & 1) {
		memcpy(wrong, data, r->lanes * sizeof(*data));
		wrong[0] ^= 1;
		data = wrong;
		breakage = BREAK_NONE;
	}
	checker_write(r->checker, cycle, sm, warp, seq, rd, beat, lane_mask, data);
}

static void on_end(void *ctx, unsigned int sm, unsigned int warp)
{
	struct run *r = ctx;

	(void)warp;
	r->there[sm]--;
}

static void on_cycle(void *ctx, uint64_t tick, const struct rtl_model *m, const uint32_t *vector)
{
	static const struct trace_sink sink = { on_start, on_issue, on_write, on_end };
	struct run *r = ctx;

	r->lanes = m->lanes;
	if (r->checker)
		trace_cycle(&sink, r, tick, m->sms, m->lanes, vector);
}

/* ---- One run ---- */

static uint64_t next(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	*s ^= *s << 17;
	return *s;
}

/* A policy of warp scheduling, and of those with credits how they weigh */
static uint32_t random_schedule(uint64_t random)
{
#define X(name, number, text)	number,
	static const uint32_t policies[] = { SMGPU_SM_CFG_SCHED_POLICY_NAMES };
#undef X

	return policies[random % (sizeof(policies) / sizeof(policies[0]))] |
	       (uint32_t)(random >> 8 & 15) << SMGPU_SM_CFG_SCHED_GAIN_SHIFT |
	       (uint32_t)(random >> 12 & 1) << SMGPU_SM_CFG_SCHED_ADDITIVE_SHIFT |
	       (uint32_t)(random >> 13 & 7) << SMGPU_SM_CFG_SCHED_AGE_SCALE_SHIFT |
	       (uint32_t)(random >> 16 & 3) << SMGPU_SM_CFG_SCHED_TEXTILE_SHIFT |
	       (uint32_t)(random >> 18 & 1) << SMGPU_SM_CFG_SCHED_STAY_SHIFT;
}

/* How long a warp waits for the textile grant: threads of a random program diverge and wait at
 * barriers, so it has to end. */
static uint32_t random_timeout(uint64_t random)
{
	return 16u << (random & 7);
}

/* Thresholds of oversubscription, which every now and then let one instruction of a type at a time
 * be under way */
static uint32_t random_thresholds(uint64_t random)
{
	return (uint32_t)(random & 7) << SMGPU_SM_CFG_OVERSUB_LOW_SHIFT |
	       (uint32_t)(random >> 8 & 15) << SMGPU_SM_CFG_OVERSUB_HIGH_SHIFT;
}

struct card {
	struct ct *ct;
	uint64_t code, param, tmd, private, counters, texels;
	unsigned int sms, warps, lanes, dtoks;
	bool constants, textures, attributes;
	unsigned int times;	/* as many warps as CTAs of one that an SM holds */
};

static int launch(struct card *c, uint32_t param, uint32_t ctas, uint32_t threads, uint32_t shared)
{
	struct smgpu_tmd tmd = {
		.magic = SMGPU_TMD_MAGIC,
		.kind = SMGPU_TMD_GRID,
		.priority = 5,
		.regs_per_thread = 32,
		.grid = { ctas, 1, 1 },
		.cta = { (uint16_t)threads, 1, 1 },
		.entry_va = CODE_VA,
		.param_va = param,
		.shared_bytes = shared,
	};

	ct_upload(c->ct, c->tmd, &tmd, sizeof(tmd));
	if (ct_push(c->ct, CHANNEL, SMGPU_RING_TMD, TMD_VA, 0, true))
		return -1;
	ct_ring(c->ct, CHANNEL);
	return ct_wait_channel(c->ct, CHANNEL);
}

/* 0 if the card did what the model did */
static unsigned int one(struct card *c, struct run *run, uint64_t seed)
{
	static uint32_t code[GEN_MAX_WORDS];
	static uint8_t private[MAX_THREADS * GEN_PRIVATE], seen[MAX_THREADS * GEN_PRIVATE],
		counters[GEN_COUNTERS * 4], counted[GEN_COUNTERS * 4];
	static uint8_t texels[GEN_TEXTURE_BYTES];
	uint64_t s = seed * 0x9e3779b97f4a7c15ull + 12345;
	uint32_t warps = 1 + (uint32_t)(next(&s) % 4), threads, ctas = 1 + (uint32_t)(next(&s) % 6),
		 i;
	struct gen_params params = { .private_va = PRIVATE_VA, .counters_va = COUNTERS_VA };
	struct gen_options opt = { .seed = seed, .length = 20 + (unsigned int)(next(&s) % 60) };
	struct checker_config cfg = { .sms = c->sms,
				      .warps = c->warps,
				      .lanes = c->lanes,
				      .dtoks = c->dtoks,
				      .report = stdout };
	uint32_t yield_modes[] = { 0, 1, 2 };
	unsigned int bad;
	uint64_t kinds, words_of_bank;
	size_t words;

	/* Of the CTAs that an SM holds each is so much larger that they can take all its warps. */
	warps *= c->times;
	if (ctas * warps > MAX_THREADS / 32)
		ctas = MAX_THREADS / 32 / warps;

	for (i = 0; i < 8; i++)
		next(&s);
	kinds = next(&s);
	opt.control = kinds & 7;
	opt.pre_dis = kinds >> 3 & 3;
	opt.memory = kinds >> 5 & 3;
	opt.fp = kinds >> 7 & 1;
	opt.barriers = kinds >> 8 & 1;
	opt.yields = kinds >> 9 & 1;
	opt.constants = c->constants && kinds >> 10 & 3;
	opt.attributes = c->attributes && kinds >> 18 & 3;
	opt.textures = c->textures && kinds >> 16 & 3 ? TEXTURE_VA : 0;
	/* even: neighbours are pairs */
	threads = 32 * warps - (uint32_t)(next(&s) % 2 ? 2 * (next(&s) % 16) : 0);
	words = gen_program(code, &opt);
	for (i = 0; i < sizeof(private); i++)
		private[i] = (uint8_t)next(&s);
	memset(counters, 0, sizeof(counters));
	gen_textures(texels, seed, TEXTURE_VA);
	ct_upload(c->ct, c->texels, texels, sizeof(texels));
	cfg.policy.branch = (uint8_t)(next(&s) % 4);
	cfg.policy.yield_mode = (uint8_t)yield_modes[next(&s) % 3];
	cfg.policy.yield_period = 4;
	/* Half the seeds: so shallow that a full queue is common; some of them drop meeting points
	 * instead. */
	cfg.policy.depth = seed & 1 ? seed & 2 ? 4 : 2 : 0;
	cfg.policy.drop_pre = seed % 8 == 5;
	cfg.policy.backstop = seed % 3 ? (uint16_t)(seed % 11) : SMGPU_SM_CFG_BACKSTOP_LIMIT_RESET;
	cfg.policy.backstop_shift = seed % 5 & 3;
	cfg.policy.backstop_least = seed % 4;
	/* The bank's words 0..31 lie in four or five lines. Some words are small floats. */
	cfg.param = PARAM_VA + 4 * (uint32_t)(kinds >> 12 & 15);
	words_of_bank = kinds | 1;
	for (i = 0; i < GEN_CONSTANTS - 2; i++)
		params.random[i] = i % 3 ? (uint32_t)next(&words_of_bank)
					 : 0x3f000000u |
						   ((uint32_t)next(&words_of_bank) & 0x81ffffffu);
	cfg.ctas = ctas;
	cfg.threads = threads;
	cfg.shared_bytes = threads * GEN_SHARED;
	ct_upload(c->ct, c->code, code, words * 4);
	ct_upload(c->ct, c->param + (cfg.param - PARAM_VA), &params, sizeof(params));
	ct_upload(c->ct, c->private, private, ctas * threads * GEN_PRIVATE);
	ct_upload(c->ct, c->counters, counters, sizeof(counters));
	if (ct_sm_config(c->ct, SMGPU_SM_CFG_DTOKS(0),
			 cfg.policy.depth |
				 (cfg.policy.drop_pre ? SMGPU_SM_CFG_DTOKS_ON_FULL_MASK : 0)) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_SCHED(0), random_schedule(next(&s))) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_TEXTILE(0), random_timeout(next(&s))) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_OVERSUB(0), random_thresholds(next(&s))) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_BRANCH(0), cfg.policy.branch) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_BACKSTOP(0),
			 cfg.policy.backstop |
				 (uint32_t)cfg.policy.backstop_shift
					 << SMGPU_SM_CFG_BACKSTOP_SHIFT_SHIFT |
				 (uint32_t)cfg.policy.backstop_least
					 << SMGPU_SM_CFG_BACKSTOP_LEAST_SHIFT) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_YIELD(0),
			 cfg.policy.yield_mode | 4u << SMGPU_SM_CFG_YIELD_PERIOD_SHIFT) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_SCHED_BONUS(0), (uint32_t)next(&s)) ||
	    ct_sm_config(c->ct, SMGPU_SM_CFG_SCHED_TYPES(0), (uint32_t)next(&s)))
		return 1;
	cfg.region[0] = (struct checker_region){ CODE_VA, (uint32_t)words * 4, (uint8_t *)code };
	cfg.region[1] = (struct checker_region){ cfg.param, sizeof(params), (uint8_t *)&params };
	cfg.region[2] =
		(struct checker_region){ PRIVATE_VA, ctas * threads * GEN_PRIVATE, private };
	cfg.region[3] = (struct checker_region){ COUNTERS_VA, sizeof(counters), counters };
	cfg.region[4] = (struct checker_region){ TEXTURE_VA, sizeof(texels), texels };
	cfg.regions = 5;
	if (breakage == BREAK_SERVICE)
		cfg.policy.depth = 3;
	run->seen = 0;
	run->warps = c->warps;
	memset(run->there, 0, sizeof(run->there));
	run->checker = checker_new(&cfg);
	if (launch(c, cfg.param, ctas, threads, cfg.shared_bytes)) {
		printf("# the task did not end well: error %u at pc %08x, va %08x\n",
		       c->ct->error.u.error.code, c->ct->error.u.error.pc, c->ct->error.u.error.va);
		checker_free(run->checker);
		run->checker = NULL;
		return 1;
	}
	bad = checker_finish(run->checker);
	ct_download(c->ct, c->private, seen, ctas * threads * GEN_PRIVATE);
	ct_download(c->ct, c->counters, counted, sizeof(counted));
	if (breakage == BREAK_MEMORY)
		seen[5] ^= 4;
	for (i = 0; i < ctas * threads * GEN_PRIVATE && bad < 5; i++)
		if (seen[i] != private[i]) {
			printf("# private memory of thread %u, byte %u: %02x, model %02x\n",
			       i / GEN_PRIVATE, i % GEN_PRIVATE, seen[i], private[i]);
			bad++;
		}
	for (i = 0; i < sizeof(counters) && bad < 5; i++)
		if (counted[i] != counters[i]) {
			printf("# counter %u: byte %u is %02x, model %02x\n", i / 4, i % 4,
			       counted[i], counters[i]);
			bad++;
		}
	if (!checker_compared(run->checker)) {
		printf("# nothing was compared: was the card built with TRACE=1?\n");
		bad++;
	}
	run->served += checker_served(run->checker);
	checker_free(run->checker);
	run->checker = NULL;
	return bad;
}

static bool start_card(struct card *c, const char *firmware, uint64_t seed)
{
	uint32_t config;

	c->ct = ct_new(&(struct ct_config){ .ops = &card_backend_rtl,
					     .preset = getenv("SMGPU_PRESET"),
					     .seed = seed,
					     .timeout = 6 * LIMIT });
	if (!c->ct || ct_boot(c->ct, firmware) || ct_vm_create(c->ct, VM))
		return false;
	config = ct_read(c->ct, SMGPU_HOST_CONFIG0);
	c->sms = config & 0xff;
	c->warps = config >> 8 & 0xff;
	c->times = (c->warps + CONTEXTS - 1) / CONTEXTS;
	c->lanes = config >> 16 & 0xff;
	c->constants = config & SMGPU_HOST_CONFIG0_CONSTANTS_MASK;
	c->attributes = ct_read(c->ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK;
	c->textures = config & SMGPU_HOST_CONFIG0_TEX_MASK;
	c->dtoks = ct_read(c->ct, SMGPU_HOST_CONFIG1) & 0xffff;
	c->code = ct_map_new(c->ct, VM, CODE_VA, GEN_MAX_WORDS * 4, CT_R | CT_X);
	c->param = ct_map_new(c->ct, VM, PARAM_VA, 4096, CT_R);
	c->tmd = ct_map_new(c->ct, VM, TMD_VA, 4096, CT_RWX);
	c->private = ct_map_new(c->ct, VM, PRIVATE_VA, MAX_THREADS * GEN_PRIVATE, CT_R | CT_W);
	c->counters = ct_map_new(c->ct, VM, COUNTERS_VA, 4096, CT_R | CT_W);
	c->texels = ct_map_new(c->ct, VM, TEXTURE_VA, GEN_TEXTURE_BYTES, CT_R);
	return c->code && c->counters && c->texels && !ct_vm_invalidate(c->ct, VM) &&
	       !ct_channel_create(c->ct, CHANNEL, VM, LIMIT * c->times);
}

static int power_on(uint64_t seed, uint64_t count)
{
	uint64_t i;

	for (i = 0; i < count; i++) {
		struct ct *ct = ct_new(&(struct ct_config){ .ops = &card_backend_rtl,
							     .preset = getenv("SMGPU_PRESET"),
							     .seed = seed + i,
							     .timeout = 20000000 });

		if (!ct || !ct_read(ct, SMGPU_HOST_CONFIG0)) {
			printf("not ok lockstep.power_on: the card of seed %" PRIu64
			       " did not start\n",
			       seed + i);
			return 1;
		}
		ct_del(ct);
	}
	printf("ok lockstep.power_on: %" PRIu64 " cards\n", count);
	return 0;
}

/* Did a run of some length have instructions of a kind that the card has? */
static bool had(const char *kind, uint64_t instructions)
{
	printf("%s lockstep.%s: %" PRIu64 " instructions%s\n", instructions ? "ok" : "not ok", kind,
	       instructions, instructions ? "" : ": no program had them");
	return instructions;
}

int main(int argc, char **argv)
{
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1,
		 count = argc > 3 ? strtoull(argv[3], NULL, 0) : 1, i;
	const char *how = getenv("LOCKSTEP_BREAK");
	unsigned int failed = 0;
	bool constants = false, textures = false, attributes = false;
	struct run run = { 0 };

	if (argc < 2) {
		fprintf(stderr, "usage: lockstep FIRMWARE [SEED [COUNT]]\n");
		return 2;
	}
	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 5 && !strcmp(argv[2], "power-on"))
		return power_on(strtoull(argv[3], NULL, 0), strtoull(argv[4], NULL, 0));
	if (how)
		breakage = !strcmp(how, "issue")     ? BREAK_ISSUE
			   : !strcmp(how, "value")   ? BREAK_VALUE
			   : !strcmp(how, "service") ? BREAK_SERVICE
						     : BREAK_MEMORY;
	rtl_trace = on_cycle;
	rtl_trace_ctx = &run;
	for (i = 0; i < count; i++) {
		struct card card = { 0 };
		unsigned int bad;

		/* A card that misbehaved may not be in a state to go on: each seed starts one. */
		if (!start_card(&card, argv[1], seed + i)) {
			printf("not ok lockstep.boot: the card did not start\n");
			return 1;
		}
		constants = card.constants;
		textures = card.textures;
		attributes = card.attributes;
		bad = one(&card, &run, seed + i);
		ct_del(card.ct);
		failed += bad != 0;
		if (bad)
			printf("not ok lockstep.seed.%" PRIu64
			       ": %u differences (repeat: lockstep %s %" PRIu64 ")\n",
			       seed + i, bad, argv[1], seed + i);
		else
			printf("ok lockstep.seed.%" PRIu64 "\n", seed + i);
		/* A planted defect is found once; only programs that use what it breaks can find
		 * it. */
		if (bad && how)
			return 1;
	}
	/* A run of some length that never filled a queue would prove nothing about full ones. */
	if (count >= 20) {
		printf("%s lockstep.dtok_service: %" PRIu64 " services%s\n",
		       run.served ? "ok" : "not ok", run.served,
		       run.served ? "" : ": the programs are too shallow");
		failed += !run.served;
	}
	if (count >= 20) {
		failed += constants && !had("constants", run.constants);
		failed += textures && !had("textures", run.textures);
		failed += attributes && !had("attributes", run.attributes);
	}
	printf("# lockstep: %" PRIu64 " times an SM had all its warps\n", run.filled);
	return failed != 0;
}
