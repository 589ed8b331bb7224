// SPDX-License-Identifier: MIT
/*
 * Whatever a kernel, a firmware or a host does, the model neither crashes nor hangs nor corrupts
 * itself: random register writes, random firmware, random kernels, under sanitizers. Arguments:
 * first seed, number of lives.
 */
#include <stdlib.h>
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "model.h"
#include "smgpu_regs.h"
#include "test.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u

static uint64_t state;

/* The same numbers for a seed on each host. */
static uint32_t rnd(uint32_t n)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 11) % n;
}

/* Small numbers, fields and any bits by turns. */
static uint32_t word(void)
{
	return rnd(4) ? rnd(2) ? rnd(0x10000) : rnd(40) : rnd(0xffffffff) << (rnd(2) * 12);
}

/* A word that is often an instruction, sometimes memory or control */
static uint32_t insn(void)
{
	static const uint8_t ops[] = { 0x33, 0x13, 0x03, 0x23, 0x63, 0x6f, 0x67, 0x37,
				       0x17, 0x73, XSM_OPCODE_CTRL, XSM_OPCODE_WARP,
				       0x2f, 0x53, 0x43, 0x0f };
	uint32_t w = rnd(0xffffffff), rd;
	int32_t off;

	switch (rnd(9)) {
	case 0:
		return LUI(1 + rnd(31), (rnd(3)	  ? DATA
					 : rnd(2) ? SMGPU_VA_SHARED_BASE
						  : SMGPU_VA_LOCAL_BASE));
	case 1:	/* memory where there is some: see random_kernel() */
		w = 8 + rnd(4);
		rd = 12 + rnd(20);
		off = (int32_t)rnd(40) * 4;
		return rnd(3)	? rnd(2) ? LW(rd, w, off) : SW(rd, w, off)
			 : rnd(2) ? AMO(rnd(32), rd, w, 12 + rnd(20))
				: SB(rd, w, off + (int32_t)rnd(4));
	case 2:
		return b_type(rnd(2), rnd(32), rnd(32), (int32_t)(w % 64 * 4) - 128);
	case 3:
		w = w % 64 * 4;
		return rnd(3)	? XSM_INSN_CTRL((w >> 4) % 32, (int32_t)w - 128)
			 : rnd(2) ? BAR
				: EXIT;
	case 4:
		return CSRR(1 + rnd(31), 0xcc0 + rnd(20));
	default:
		return (w & ~0x7fu) | ops[rnd(sizeof(ops))];
	}
}

/* Everywhere in BAR0, and mostly where registers are. */
static void random_registers(struct ct *ct)
{
	uint32_t off, v;

	off = rnd(4)   ? rnd(0x1000) & ~3u
	      : rnd(2) ? 0x4000 + (rnd(0x1400) & ~3u)
		       : rnd(CARD_BAR0_BYTES) & ~3u;
	v = word();
	if (off == SMGPU_HOST_RESET && rnd(3))
		v = SMGPU_HOST_RESET_KEY_VALUE << SMGPU_HOST_RESET_KEY_SHIFT | rnd(4);
	if (rnd(2))
		ct_write(ct, off, v);
	else
		ct_read(ct, off);
}

/* Any instructions, with a task that a host could make. */
static void random_kernel(struct ct *ct, uint64_t code, uint64_t data)
{
	struct ct_task t = { .slot = rnd(16),
			     .vm = VM,
			     .gen = rnd(256),
			     .entry = CODE,
			     .param = DATA,
			     .grid = { 1 + rnd(9), 1 + rnd(3), 1 },
			     .cta = { 1 + rnd(100), 1 + rnd(3), 1 },
			     .shared = rnd(2048),
			     .local = rnd(8) * 16,
			     .local_va = DATA };
	uint32_t words[256];
	uint8_t order[16];
	unsigned i;

	for (i = 0; i < 256; i++)
		words[i] = insn();
	words[0] = LUI(8, DATA);
	words[1] = LUI(9, SMGPU_VA_SHARED_BASE);
	words[2] = LUI(10, SMGPU_VA_LOCAL_BASE);
	words[3] = CSRR(11, CSR_LANE);
	words[4] = SLLI(11, 11, 2);
	words[5] = ADD(11, 11, 8);
	ct_upload(ct, code, words, sizeof(words));
	for (i = 0; i < 256; i++)
		words[i] = word();
	ct_upload(ct, data, words, sizeof(words));
	ct_write(ct, SMGPU_MMU_CACHE, 3);
	for (i = 0; i < 16; i++)
		order[i] = (uint8_t)i;
	ct_direct_order(ct, order, 16);
	ct_direct_fill(ct, &t);
	if (!rnd(4))
		ct_write(ct, SMGPU_LAUNCH_KILL, 1u << rnd(16));
}

/* Registers first point at what firmware uses. */
static void random_firmware(struct ct *ct, uint8_t *image, uint64_t bus)
{
	uint32_t words[512];
	unsigned i;

	for (i = 0; i < 512; i++)
		words[i] = insn();
	words[0] = LUI(5, SMGPU_MCU_REGS_BASE);
	words[1] = LUI(6, SMGPU_MCU_TCM_BASE);
	words[2] = LUI(7, SMGPU_MCU_DRAM_BASE);
	for (i = 0; i < 20; i++)
		words[8 + rnd(500)] = rnd(2) ? SW(rnd(32), 5, (int32_t)rnd(512) * 4)
					     : LW(1 + rnd(31), 5, (int32_t)rnd(512) * 4);
	memcpy(image, words, sizeof(words));
	ct_write(ct, SMGPU_MCU_CTRL, 0);
	ct_dma(ct, 0, 1u << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | 2u << SMGPU_DMA_CTRL_DST_SPACE_SHIFT,
	       0, bus, sizeof(words));
	ct_write(ct, SMGPU_MCU_RESET_VECTOR, 0);
	ct_write(ct, SMGPU_MCU_CTRL, 1);
}

/* FNV-1a over what the life has left behind */
static uint64_t fingerprint(struct ct *ct, uint64_t data)
{
	uint64_t h = 1469598103934665603ull ^ ct_cycles(ct);
	uint8_t page[8192];
	unsigned i;

	ct_download(ct, data, page, sizeof(page));
	for (i = 0; i < sizeof(page); i++)
		h = (h ^ page[i]) * 1099511628211ull;
	for (i = 0; i < 0x5000; i += 4)
		h = (h ^ ct_read(ct, i)) * 1099511628211ull;
	return h;
}

/* A card from creation to its end. The sum tells that two runs of a seed are equal. */
static uint64_t life(uint64_t seed)
{
	struct ct_config cfg = { .ops = &card_backend_model,
				 .preset = presets[seed % PRESET_COUNT].name,
				 .dram_mib = 64,
				 .timeout = 100000,
				 .quiet = true };
	struct ct *ct = ct_new(&cfg);
	uint64_t code, data, bus, start, mark;
	uint8_t *image;
	unsigned i;

	state = seed * 0x9e3779b97f4a7c15ull + 1;
	ct_tables_new(ct, VM);
	code = ct_map_new(ct, VM, CODE, 4096, CT_RWX);
	data = ct_map_new(ct, VM, DATA, 8192, CT_RWX);
	image = ct_host_alloc(ct, 4096, 64, &bus);
	ct_map(ct, VM, DATA + 8192, bus, 4096, CT_RWX | CT_HOST);
	ct_direct_vm(ct, VM);
	for (i = 0; i < 60; i++) {
		switch (rnd(6)) {
		case 0:
			random_kernel(ct, code, data);
			break;
		case 1:
			if (!rnd(3))
				random_firmware(ct, image, bus);
			break;
		case 2:
			ct_direct_vm(ct, VM);
			break;
		default:
			random_registers(ct);
		}
		start = ct_cycles(ct);
		cfg.ops->step(ct->card, 1 + rnd(2000));
		check(ct_cycles(ct) - start < 1ull << 40 || ct_read(ct, SMGPU_INTC_TIMER_HI),
		      "seed %llu: time ran away", (unsigned long long)seed);
	}
	mark = fingerprint(ct, data);
	ct_write(ct, SMGPU_HOST_RESET, CT_RESET(CARD));
	check(cfg.ops->step(ct->card, 1000) == CARD_IDLE, "seed %llu: not idle after reset",
	      (unsigned long long)seed);
	check(ct_read(ct, SMGPU_HOST_MAGIC) == 0x50474d53, "seed %llu: lost",
	      (unsigned long long)seed);
	ct_del(ct);
	return mark;
}

int main(int argc, char **argv)
{
	uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
		 n = argc > 2 ? strtoull(argv[2], NULL, 0) : 400, s;

	for (s = first; s < first + n; s++)
		life(s);
	report("random_lives");
	for (s = first; s < first + n; s += 20)
		check(life(s) == life(s), "seed %llu: two lives of one seed differ",
		      (unsigned long long)s);
	report("lives_are_repeatable");
	return test_failures != 0;
}
