// SPDX-License-Identifier: MIT
/*
 * recenter FIRMWARE BACKEND PRESET: what recentering of token queues costs at worst, one
 * `name<TAB>value<TAB>unit` a line.
 *
 * One warp, its window in the midst of its whole queue. Its threads take turns: one goes and the
 * others wait in a token; it pushes tokens until the window overflows, and ends, so that all of
 * them are dropped and the window runs empty just before that token: two services for every turn,
 * as close together as they can be. services_per_kop: services for 1,000 pushes, pops and drops, at
 * the worst number of pushes; cycles: from stop to resume, mean of both kinds.
 */
#include <stdio.h>
#include <string.h>

#include <drm/smgpu_perf.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u
#define TMDS	0x03000000u
#define THREADS	32u
#define LENGTHS	6u	/* numbers of pushes that are tried: about half a ring */

static struct ct *ct;
static uint64_t code_card, data_card, tmd_card;
static uint64_t before[2 * SMGPU_PERF_BLOCK], after[2 * SMGPU_PERF_BLOCK];

static uint64_t sm(unsigned int i)
{
	return after[SMGPU_PERF_BLOCK + i] - before[SMGPU_PERF_BLOCK + i];
}

/* With tokens below, so that the last push of the first turn overflows, each thread in turn pushes
 * so many, counts itself and ends; code at CODE + at, where none was before. False if that is not
 * what came of it. */
static bool run(unsigned int below, unsigned int pushes, uint32_t at)
{
	const struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				       .kind = SMGPU_TMD_GRID,
				       .priority = 5,
				       .regs_per_thread = 32,
				       .grid = { 1, 1, 1 },
				       .cta = { THREADS, 1, 1 },
				       .entry_va = CODE + at,
				       .param_va = DATA,
				       .sm_mask = 1 };
	static const uint32_t turn[] = { CSRR(S0, CSR_TIDX), ADDI(T0, ZERO, 0), BEQ(T0, S0, 12),
					 ADDI(T0, T0, 1), JAL(ZERO, -8) };
	static const uint32_t leave[] = { CSRR(T0, CSR_PARAM), ADDI(T1, ZERO, 1),
					  AMO(0, ZERO, T0, T1), EXIT };
	uint32_t code[512], sum, n = 0, i;

	for (i = 0; i < below; i++)
		code[n++] = PRE(2, 2048);
	memcpy(code + n, turn, sizeof(turn));
	n += sizeof(turn) / 4;
	for (i = 0; i < pushes; i++)
		code[n++] = PRE(2, 2048);
	memcpy(code + n, leave, sizeof(leave));
	n += sizeof(leave) / 4;
	ct_upload(ct, code_card + at, code, 4 * n);
	ct_fill(ct, data_card, 0, 4);
	ct_upload(ct, tmd_card, &tmd, sizeof(tmd));
	if (ct_perf(ct, before, 2 * SMGPU_PERF_BLOCK) ||
	    ct_push(ct, 1, SMGPU_RING_TMD, TMDS, 0, true))
		return false;
	ct_ring(ct, 1);
	if (ct_wait_channel(ct, 1) || ct_perf(ct, after, 2 * SMGPU_PERF_BLOCK))
		return false;
	ct_download(ct, data_card, &sum, 4);
	/* The firmware's count is that of the stops. */
	return sum == THREADS &&
	       after[SMGPU_PERF_CARD_DTOK_RECENTERS] - before[SMGPU_PERF_CARD_DTOK_RECENTERS] ==
		       sm(SMGPU_PERF_SM_DTOK_SPILLS) + sm(SMGPU_PERF_SM_DTOK_REFILLS);
}

static bool start(const char *image, const char *backend, const char *preset)
{
	struct ct_config cfg = { .preset = preset, .timeout = 100000000 };

	cfg.ops = strcmp(backend, "rtl") ? &card_backend_model : &card_backend_rtl;
	ct = ct_new(&cfg);
	if (!ct || ct_boot(ct, image) || ct_vm_create(ct, VM) || ct_channel_create(ct, 1, VM, 0))
		return false;
	code_card = ct_map_new(ct, VM, CODE, LENGTHS * 2048, CT_R | CT_X);
	data_card = ct_map_new(ct, VM, DATA, 4096, CT_R | CT_W);
	tmd_card = ct_map_new(ct, VM, TMDS, 4096, CT_R | CT_W);
	/* The thread that leaves the others goes first. */
	return code_card && data_card && tmd_card &&
	       !ct_sm_config(ct, SMGPU_SM_CFG_BRANCH(0), SMGPU_SM_CFG_BRANCH_POLICY_TAKEN);
}

int main(int argc, char **argv)
{
	double worst = 0, cycles = 0;
	uint32_t ring, pushes, i;

	if (argc < 4) {
		fprintf(stderr, "usage: recenter FIRMWARE model|rtl PRESET\n");
		return 2;
	}
	if (!start(argv[1], argv[2], argv[3])) {
		fprintf(stderr, "recenter: the card does not start\n");
		return 1;
	}
	ring = ct_read(ct, SMGPU_HOST_CONFIG1) & 0xffff;
	for (i = 0; i < LENGTHS; i++) {
		uint64_t services, ops;

		pushes = ring / 2 - 1 + i;
		if (!run(ring + ring / 2 - pushes, pushes, i * 2048)) {
			fprintf(stderr, "recenter: %u pushes: a wrong result, error %u\n", pushes,
				ct->error.u.error.code);
			return 1;
		}
		services = sm(SMGPU_PERF_SM_DTOK_SPILLS) + sm(SMGPU_PERF_SM_DTOK_REFILLS);
		ops = sm(SMGPU_PERF_SM_DTOK_PUSHES) + sm(SMGPU_PERF_SM_DTOK_POPS) +
		      sm(SMGPU_PERF_SM_DTOK_DROPS);
		if (services * 1000.0 / (double)ops <= worst)
			continue;
		worst = services * 1000.0 / (double)ops;
		cycles = (double)(sm(SMGPU_PERF_SM_DTOK_SPILL_CYCLES) +
				  sm(SMGPU_PERF_SM_DTOK_REFILL_CYCLES)) /
			 (double)services;
	}
	printf("recenter.services_per_kop\t%.1f\tservices for 1,000 pushes, pops and drops; at most %.1f are promised\n",
	       worst, 2000.0 / ring);
	printf("recenter.cycles\t%.0f\tcycles from stop to resume, mean of overflow and underflow\n",
	       cycles);
	ct_del(ct);
	return worst > 2000.0 / ring;
}
