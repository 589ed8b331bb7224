// SPDX-License-Identifier: MIT
/*
 * A VM's number is given again: nothing that the card kept for the one who had it before is seen by
 * the next. Each case has a writer, then VM_CLEAR, then a reader with the same number, at the same
 * addresses. Documentation/hardware/interfaces.rst lists what is kept. Arguments: image, backend,
 * preset.
 */
#include "tenant.h"
#include "smgpu_texture.h"

#define VM	1u
#define THREADS	128u
#define PLACES	(4 * warps * sms)	/* CTAs of a warp: each place for a warp has had one */
#define LARGE	0x04000000u		/* a page of 2 MiB */

static uint64_t large_page[2];

/* word[0]: bytes of shared memory. All of its words are written, */
static const uint32_t fill_shared[] = {
	CSRR(A0, CSR_PARAM),	   LW(S1, A0, 0),      LUI(S0, SHARED),
	ADD(S1, S1, S0),	   CSRR(T0, CSR_TIDX), SLLI(T0, T0, 2),
	ADD(A1, S0, T0),	   ADDI(T1, ZERO, -1), SW(T1, A1, 0),
	ADDI(A1, A1, 4 * THREADS), BLTU(A1, S1, -8),   EXIT,
};

/* or those that are not 0 are added to word[1]. word[2] counts threads. */
static const uint32_t read_shared[] = {
	CSRR(A0, CSR_PARAM),
	LW(S1, A0, 0),
	LUI(S0, SHARED),
	ADD(S1, S1, S0),
	CSRR(T0, CSR_TIDX),
	SLLI(T0, T0, 2),
	ADD(A1, S0, T0),
	ADDI(S3, ZERO, 0),
	LW(T1, A1, 0),
	BEQ(T1, ZERO, 8),
	ADDI(S3, S3, 1),
	ADDI(A1, A1, 4 * THREADS),
	BLTU(A1, S1, -16),
	ADDI(A0, A0, 4),
	AMO(0, ZERO, A0, S3),
	ADDI(A0, A0, 4),
	ADDI(T1, ZERO, 1),
	AMO(0, ZERO, A0, T1),
	EXIT,
};

static uint32_t shared_bytes(bool throttle)
{
	uint32_t own = (ct_read(ct, SMGPU_HOST_CONFIG3) & SMGPU_HOST_CONFIG3_SHARED_KIB_MASK) >>
		       SMGPU_HOST_CONFIG3_SHARED_KIB_SHIFT;
	uint32_t all = (ct_read(ct, SMGPU_HOST_THROTTLE) & SMGPU_HOST_THROTTLE_SHARED_KIB_MASK) >>
		       SMGPU_HOST_THROTTLE_SHARED_KIB_SHIFT;

	return (throttle && all ? all : own) * 1024;
}

static struct smgpu_tmd with_shared(struct tenant *t, bool throttle, uint32_t bytes, unsigned ctas)
{
	struct smgpu_tmd tmd = grid(ctas, THREADS);

	tmd.shared_bytes = bytes;
	if (throttle) {
		tmd.flags = SMGPU_TMD_THROTTLE;
		tmd.throttle_sms = (uint16_t)sms;
	}
	set_word(t, 0, bytes);
	return tmd;
}

/* All of the shared memory of all SMs */
static void write_shared(struct tenant *t, bool throttle)
{
	run(t, with_shared(t, throttle, shared_bytes(throttle), 4 * sms), fill_shared,
	    sizeof(fill_shared));
}

/* All of it is 0 in CTAs that have 1/@parts of an SM's each, after VM @writer wrote to it. */
static void look_at_shared(struct tenant *t, unsigned writer, bool throttle, unsigned parts)
{
	uint32_t bytes = shared_bytes(throttle) / parts & ~3u;

	set_word(t, 1, 0);
	set_word(t, 2, 0);
	run(t, with_shared(t, throttle, bytes, 4 * sms * parts), read_shared, sizeof(read_shared));
	check(word(t, 2) == THREADS * 4 * sms * parts, "%u threads looked", word(t, 2));
	check(!word(t, 1),
	      "VM %u, after VM %u: %u words of shared memory are not 0%s, CTAs with 1/%u of it",
	      t->vm, writer, word(t, 1), throttle ? ", throttle mode" : "", parts);
}

/* The number is given again in between. Parts of 3 and 5 are no whole number of what the SM gives
 * and clears. */
static void reuse_shared_of(bool throttle, unsigned least)
{
	const unsigned parts[] = { 1, 3, 5, least };
	unsigned i;

	for (i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		struct tenant t = enter(VM);

		write_shared(&t, throttle);
		leave(&t);
		t = enter(VM);
		look_at_shared(&t, VM, throttle, parts[i]);
		leave(&t);
	}
}

static void reuse_shared(void)
{
	reuse_shared_of(false, 16);
}

static void reuse_lent_l1(void)
{
	reuse_shared_of(true, 8);
}

/* What was in L1 is not in the shared memory that L1's RAM becomes. */
static void reuse_l1_then_lent(void)
{
	static const uint32_t load_all[] = {
		CSRR(A0, CSR_PARAM),   CSRR(T0, CSR_TIDX),
		SLLI(T0, T0, 2),       ADD(A0, A0, T0),
		LUI(S1, PAGES * 4096), ADD(S1, S1, A0),
		LW(T1, A0, 0),	       ADDI(A0, A0, 4 * THREADS),
		BLTU(A0, S1, -8),      EXIT,
	};
	uint32_t bytes = shared_bytes(true);
	struct tenant t = enter(VM);

	ct_fill(ct, t.data, 0xff, PAGES * 4096);
	run(&t, grid(4 * sms, THREADS), load_all, sizeof(load_all));
	leave(&t);
	t = enter(VM);
	run(&t, with_shared(&t, true, bytes, 4 * sms), read_shared, sizeof(read_shared));
	check(!word(&t, 1), "%u words of L1 are in shared memory", word(&t, 1));
	leave(&t);
}

/* Two VMs at a time whose numbers differ in one bit: neither sees what the other left in shared
 * memory. No number is given back, so nothing but the comparison of the two says that the memory
 * has to be cleared. */
static void other_number_shared(void)
{
	unsigned bit, turn;

	for (bit = 0; bit < 6; bit++) {
		struct tenant t[2] = { enter(3), enter(3 ^ 1u << bit) };

		for (turn = 0; turn < 2; turn++) {
			write_shared(&t[turn], bit & 1);
			look_at_shared(&t[!turn], t[turn].vm, bit & 1, 8);
		}
		leave(&t[0]);
		leave(&t[1]);
	}
}

static void reuse_registers(void)
{
	uint32_t code[72];
	struct tenant t = enter(VM);
	unsigned n = 0, i;

	for (i = 1; i < 32; i++)
		code[n++] = ADDI(i, ZERO, -1);
	code[n++] = CSRW(3, T0);	/* fcsr */
	code[n++] = EXIT;
	run(&t, grid(PLACES, 32), code, 4 * n);
	leave(&t);

	t = enter(VM);
	for (n = 0, i = 2; i < 32; i++)
		code[n++] = r_type(0x33, 6, 0, RA, RA, i);
	code[n++] = CSRR(T1, 3);
	code[n++] = r_type(0x33, 6, 0, RA, RA, T1);
	code[n++] = CSRR(A0, CSR_PARAM);
	code[n++] = AMO(8, ZERO, A0, RA);
	code[n++] = ADDI(T1, ZERO, 1);
	code[n++] = ADDI(A0, A0, 4);
	code[n++] = AMO(0, ZERO, A0, T1);
	code[n++] = EXIT;
	run(&t, grid(PLACES, 32), code, 4 * n);
	check(word(&t, 1) == 32 * PLACES && !word(&t, 0), "0x%x in registers, %u threads",
	      word(&t, 0), word(&t, 1));
	leave(&t);
}

/* Each thread's words of local memory, all bytes that there are: the next one has other pages
 * there. */
static void reuse_local(void)
{
	static const uint32_t code[] = {
		CSRR(SP, CSR_STACK),
		LW(T1, SP, -16),
		LW(T2, SP, -4),
		ADD(T1, T1, T2),
		ADDI(T3, ZERO, -1),
		SW(T3, SP, -16),
		SW(T3, SP, -4),
		CSRR(A0, CSR_PARAM),
		AMO(8, ZERO, A0, T1),
		ADDI(T1, ZERO, 1),
		ADDI(A0, A0, 4),
		AMO(0, ZERO, A0, T1),
		EXIT,
	};
	unsigned pass;

	for (pass = 0; pass < 2; pass++) {
		struct tenant t = enter(VM);
		struct smgpu_tmd tmd = grid(warps * sms, 32);

		tmd.local_bytes = 16;
		tmd.local_va = 0x05000000;
		check(ct_map_new(ct, VM, tmd.local_va, (size_t)sms * warps * 32 * 16, CT_R | CT_W),
		      "no memory");
		tmd.grid[0] = sms;	/* each place for a warp once at most */
		tmd.cta[0] = 32;
		run(&t, tmd, code, sizeof(code));
		check(word(&t, 1) == sms * 32 && !word(&t, 0), "0x%x in local memory, %u threads",
		      word(&t, 0), word(&t, 1));
		leave(&t);
	}
}

/* word[1] of the first page = sum of word[0] of all pages, and of one of 2 MiB; a loop, so that
 * translations are used again */
static const uint32_t sum_pages[] = {
	ADDI(S2, ZERO, 4),   ADDI(T2, ZERO, 0),	    CSRR(A0, CSR_PARAM),
	LUI(S0, 4096),	     ADDI(S1, ZERO, PAGES), LW(T0, A0, 0),
	ADD(T2, T2, T0),     ADD(A0, A0, S0),	    ADDI(S1, S1, -1),
	BNE(S1, ZERO, -16),  LUI(A0, LARGE),	    LW(T0, A0, 0),
	ADD(T2, T2, T0),     ADDI(S2, S2, -1),	    BNE(S2, ZERO, -48),
	CSRR(A0, CSR_PARAM), SW(T2, A0, 4),	    EXIT,
};

static uint32_t put_numbers(const struct tenant *t, uint64_t large, uint32_t salt)
{
	uint32_t sum = 0, v;
	unsigned i;

	for (i = 0; i <= PAGES; i++) {
		v = salt * 0x9e3779b9u + i * 0x85ebca6bu;
		sum += 4 * v;
		if (i < PAGES)
			set_word(t, i * 1024, v);
		else
			ct_upload(ct, large, &v, 4);
	}
	return sum;
}

static void map_large(unsigned vm, unsigned which)
{
	if (!large_page[which])
		large_page[which] = ct_card_alloc(ct, 1 << 21, 1 << 21);
	check(large_page[which] &&
		      !ct_set_pte(ct, vm, LARGE, 1,
				  large_page[which] >> 12 << SMGPU_PTE_PPN_SHIFT | CT_R | CT_W |
					  SMGPU_PTE_V | SMGPU_PTE_U | SMGPU_PTE_A | SMGPU_PTE_D),
	      "no large page");
}

/* TLBs, the tables that the walker keeps, instruction TLBs, and L1 behind them */
static void reuse_pages(void)
{
	unsigned pass;

	for (pass = 0; pass < 3; pass++) {
		struct tenant t = enter(VM);
		uint32_t sum;

		map_large(VM, pass & 1);
		sum = put_numbers(&t, large_page[pass & 1], pass + 1);
		run(&t, grid(2 * sms, 32), sum_pages, sizeof(sum_pages));
		check(word(&t, 1) == sum, "tenant %u: sum 0x%x, not 0x%x", pass, word(&t, 1), sum);
		leave(&t);
	}
}

/* What the next one did not map is not there, though the one before had it. */
static void reuse_pages_unmapped(void)
{
	struct tenant t = enter(VM);
	unsigned before;

	map_large(VM, 0);
	run(&t, grid(sms, 32), sum_pages, sizeof(sum_pages));
	leave(&t);
	t = enter(VM);
	before = ct->errors;
	check(run_task(&t, grid(sms, 32), sum_pages, sizeof(sum_pages)) == -EIO &&
		      ct->errors == before + 1 && ct->error.u.error.code == SMGPU_ERR_PAGE_FAULT &&
		      ct->error.u.error.va == LARGE,
	      "code %u, va 0x%x", ct->error.u.error.code, ct->error.u.error.va);
	leave(&t);
}

/* Two VMs at a time whose numbers differ in one bit */
static void other_number_pages(void)
{
	unsigned bit, turn, i;

	for (bit = 0; bit < 6; bit++) {
		struct tenant t[2] = { enter(3), enter(3 ^ 1u << bit) };
		uint32_t sum[2];

		for (i = 0; i < 2; i++) {
			map_large(t[i].vm, i);
			sum[i] = put_numbers(&t[i], large_page[i], 16 * bit + i);
		}
		for (turn = 0; turn < 4; turn++) {
			i = turn & 1;
			set_word(&t[i], 1, 0);
			run(&t[i], grid(2 * sms, 32), sum_pages, sizeof(sum_pages));
			check(word(&t[i], 1) == sum[i], "VM %u beside VM %u: sum 0x%x, not 0x%x",
			      t[i].vm, t[!i].vm, word(&t[i], 1), sum[i]);
		}
		leave(&t[0]);
		leave(&t[1]);
	}
}

/* Two VMs at a time whose numbers differ in one bit, with different programs at one address */
static void other_number_code(void)
{
	unsigned bit, turn, i;

	for (bit = 0; bit < 6; bit++) {
		struct tenant t[2] = { enter(3), enter(3 ^ 1u << bit) };

		for (turn = 0; turn < 4; turn++) {
			const uint32_t code[] = { CSRR(A0, CSR_PARAM),
						  ADDI(T0, ZERO, 100 + (int)turn), SW(T0, A0, 0),
						  EXIT };

			i = turn & 1;
			run(&t[i], grid(2 * sms, 32), code, sizeof(code));
			check(word(&t[i], 0) == 100 + turn, "VM %u beside VM %u: %u, not %u",
			      t[i].vm, t[!i].vm, word(&t[i], 0), 100 + turn);
		}
		leave(&t[0]);
		leave(&t[1]);
	}
}

static void kernel_fill(uint64_t card, uint32_t bytes)
{
	struct smgpu_fw_cmd cmd = {
		.op = SMGPU_FW_CMD_FILL,
		.u.copy = { .dst_space = SMGPU_FW_SPACE_CARD, .dst = card, .bytes = bytes }
	};

	check(!ct_command(ct, &cmd), "FILL");
}

/* The same pages of the card, cleared as the kernel does it: neither L1 nor L2 has what
 * was there. */
static void reuse_memory(void)
{
	static const uint32_t code[] = {
		CSRR(A0, CSR_PARAM),
		CSRR(T0, CSR_TIDX),
		SLLI(T0, T0, 2),
		ADD(A0, A0, T0),
		LUI(S1, 4096),
		ADD(S1, S1, A0),
		ADDI(T2, ZERO, 0),
		LW(T1, A0, 0),
		r_type(0x33, 6, 0, T2, T2, T1),
		SW(A0, A0, 0),
		LW(T1, A0, 0),
		ADDI(A0, A0, 4 * THREADS),
		BLTU(A0, S1, -20),
		LUI(A0, DATA + 4096),
		AMO(8, ZERO, A0, T2),
		EXIT,
	};
	struct tenant t = enter(VM);
	uint64_t data = t.data;

	run(&t, grid(1, THREADS), code, sizeof(code));
	check(word(&t, 1023), "nothing was written");
	leave(&t);
	kernel_fill(data, PAGES * 4096);
	t = enter_with(VM, data);
	run(&t, grid(1, THREADS), code, sizeof(code));
	check(!word(&t, 1024), "0x%x in memory", word(&t, 1024));
	leave(&t);
}

/* Constants, attributes and a texture at one address, different for each tenant */
static unsigned has_banks(void)
{
	return (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CONSTANTS_MASK ? 1 : 0) |
	       (ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK ? 2 : 0) |
	       (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_TEX_MASK ? 4 : 0);
}

static void banks(unsigned which)
{
	const uint32_t bank[] = { CSRR(A1, CSR_PARAM),
				  which == 2 ? ATTR_BASE(A1) : ADDI(ZERO, ZERO, 0),
				  ADDI(T0, ZERO, 0) };
	const uint32_t texture[] = { LUI(T3, DATA + 4096), TEX(0, T0, ZERO, ZERO, T3) };
	const uint32_t tail[] = { LUI(A0, DATA + 8192), SW(T0, A0, 0), EXIT };
	unsigned pass, i, n;

	for (pass = 1; pass < 4; pass++) {
		struct smgpu_texture d = { .size = 1 | 1 << 16,
					   .format = SMGPU_TEXTURE_FORMAT(SMGPU_TEXTURE_R32F, 0, 0,
									  0, 1),
					   .level[0] = DATA + 4096 + 64 * pass };
		uint32_t code[160], want = 0, v;
		struct tenant t = enter(VM);

		for (i = 0; i < 64; i++) {
			v = (pass << 20) + i * 0x85ebca6bu;
			want += v;
			set_word(&t, i, v);
		}
		if (which == 4) {
			want = 0x3f800000 + pass;
			ct_upload(ct, t.data + 4096, &d, sizeof(d));
			set_word(&t, 1024 + 16 * pass, want);
			memcpy(code, texture, sizeof(texture));
			n = 2;
		} else {
			memcpy(code, bank, sizeof(bank));
			for (n = 3, i = 0; i < 64; i++) {
				code[n++] = which == 2 ? ATTR_LD(T1, i) : CLD(T1, i);
				code[n++] = ADD(T0, T0, T1);
			}
		}
		memcpy(code + n, tail, sizeof(tail));
		run(&t, grid(2 * sms, 32), code, 4 * n + sizeof(tail));
		check(word(&t, 2048) == want, "tenant %u: 0x%x, not 0x%x", pass, word(&t, 2048),
		      want);
		leave(&t);
	}
}

static void reuse_constants(void)
{
	banks(1);
}

static void reuse_attributes(void)
{
	banks(2);
}

static void reuse_textures(void)
{
	banks(4);
}

/* The page of code goes to the next one, with another program: it does not run what was there. */
static void reuse_code(void)
{
	struct tenant t = enter(VM);
	uint32_t code[] = { CSRR(A0, CSR_PARAM), ADDI(T0, ZERO, 1), SW(T0, A0, 0), EXIT };
	uint64_t page = t.code;

	run(&t, grid(2 * sms, 32), code, sizeof(code));
	check(word(&t, 0) == 1, "0x%x", word(&t, 0));
	leave(&t);
	kernel_fill(page, 4096);
	t = enter(VM);
	t.code = page;
	check(!ct_map(ct, VM, CODE, page, 4096, CT_R | CT_X), "no memory");
	code[1] = ADDI(T0, ZERO, 2);
	run(&t, grid(2 * sms, 32), code, sizeof(code));
	check(word(&t, 0) == 2, "the program of the one before ran: 0x%x", word(&t, 0));
	leave(&t);
}

/* An SC that follows another tenant's LR, in card memory and in shared memory, fails. */
static void reuse_holds(void)
{
	uint32_t code[] = { CSRR(A0, CSR_PARAM), 0, 0, 0, EXIT };
	unsigned shared, pass;

	for (shared = 0; shared < 2; shared++) {
		uint64_t data = 0;

		for (pass = 0; pass < 2; pass++) {
			struct tenant t = enter_with(VM, data);
			struct smgpu_tmd tmd = grid(1, 1);

			data = t.data;
			tmd.shared_bytes = 256;
			tmd.sm_mask = 1;
			code[1] = shared ? LUI(A1, SHARED) : ADDI(A1, A0, 0);
			code[2] = pass ? AMO(3, T1, A1, ZERO) : AMO(2, T1, A1, ZERO);
			code[3] = pass ? SW(T1, A0, 64) : ADDI(ZERO, ZERO, 0);
			set_word(&t, 16, 77);
			run(&t, tmd, code, sizeof(code));
			check(word(&t, 16) == (pass ? 1 : 77), "%s memory: SC gives %u",
			      shared ? "shared" : "card", word(&t, 16));
			leave(&t);
		}
	}
}

/* All warps trap: no record of theirs becomes an error of the next one. */
static void reuse_traps(void)
{
	static const uint32_t trap[] = { EBREAK }, plain[] = { EXIT };
	struct tenant t = enter(VM);
	unsigned before = ct->errors;

	check(run_task(&t, grid(PLACES, 32), trap, sizeof(trap)) == -EIO &&
		      ct->errors == before + 1,
	      "%u errors", ct->errors - before);
	leave(&t);
	t = enter(VM);
	run(&t, grid(PLACES, 32), plain, sizeof(plain));
	check(ct->errors == before + 1, "%u errors more", ct->errors - before - 1);
	leave(&t);
}

/* A copy by DMA within the VM */
static void reuse_dma(void)
{
	static const uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_DMA_COPY, 3), DATA + 4096,
					    DATA, 64 };
	unsigned pass, i;

	for (pass = 1; pass < 4; pass++) {
		struct tenant t = enter(VM);

		for (i = 0; i < 16; i++)
			set_word(&t, i, pass << 8 | i);
		ct_upload(ct, t.push, methods, sizeof(methods));
		check(!ct_push(ct, t.channel, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true),
		      "the ring is full");
		ct_ring(ct, t.channel);
		check(!ct_wait_channel(ct, t.channel), "the copy failed");
		for (i = 0; i < 16; i++)
			check(word(&t, 1024 + i) == (pass << 8 | i), "tenant %u, word %u: 0x%x",
			      pass, i, word(&t, 1024 + i));
		leave(&t);
	}
}

/* Working set of a warp of SM 0 that runs now, in lines */
static uint32_t working_set(void)
{
	struct smgpu_fw_cmd cmd = { .op = SMGPU_FW_CMD_WARPS };
	size_t mark = ct->host_used;
	uint64_t bus;
	struct {
		struct smgpu_fw_warps head;
		struct smgpu_fw_warp_info warp[8];
	} *p = ct_host_alloc(ct, sizeof(*p), 64, &bus);
	uint32_t set;
	int r;

	cmd.u.warps.buffer = bus;
	cmd.u.warps.bytes = sizeof(*p);
	r = ct_command(ct, &cmd);
	check(!r && p->head.count, "no warp is there: %d, %u of %u", r, p->head.count, p->head.all);
	set = p->warp[0].credit >> SMGPU_FW_WARP_SET_SHIFT &
	      SMGPU_SM_CFG_DBG_WORKING_SET_LINES_MASK;
	memset(p, 0, sizeof(*p));
	ct->host_used = mark;
	return set;
}

/* What was sampled of one tenant's warps is not taken for the next one's. */
static void reuse_samples(void)
{
	/* 200 times the same eight lines */
	static const uint32_t again[] = {
		ADDI(S2, ZERO, 200), CSRR(A0, CSR_PARAM),
		ADDI(S1, ZERO, 8),   LW(T0, A0, 0),
		ADDI(A0, A0, 32),    ADDI(S1, S1, -1),
		BNE(S1, ZERO, -12),  ADDI(S2, S2, -1),
		BNE(S2, ZERO, -28),  EXIT,
	};
	static const uint32_t forever[] = { JAL(ZERO, 0) };
	uint32_t policy = SMGPU_SM_CFG_PRIO_PREDICT_SHARE_RESET
			  << SMGPU_SM_CFG_PRIO_PREDICT_SHARE_SHIFT;
	unsigned pass;

	check(!ct_sm_config(ct, SMGPU_SM_CFG_PRIO_PREDICT(0), policy), "configure");
	for (pass = 0; pass < 2; pass++) {
		struct tenant t = enter(VM);
		struct smgpu_tmd tmd = grid(1, 32);
		uint32_t set;

		tmd.sm_mask = 1;
		if (!pass)
			run(&t, tmd, again, sizeof(again));
		put_program(&t, &tmd, forever, sizeof(forever));
		start(&t, &tmd);
		ct->cfg.ops->step(ct->card, 30000);
		set = working_set();
		check(pass ? !set : set, "tenant %u: a set of %u lines", pass, set);
		leave(&t);
	}
}

int main(int argc, char **argv)
{
	int r = tenants_start(argc, argv);

	if (r)
		return r;
	RUN(reuse_shared);
	RUN(reuse_lent_l1);
	RUN(reuse_l1_then_lent);
	RUN(other_number_shared);
	RUN(reuse_registers);
	RUN(reuse_local);
	RUN(reuse_pages);
	RUN(reuse_pages_unmapped);
	RUN(other_number_pages);
	RUN(other_number_code);
	RUN(reuse_memory);
	if (has_banks() & 1)
		RUN(reuse_constants);
	if (has_banks() & 2)
		RUN(reuse_attributes);
	if (has_banks() & 4)
		RUN(reuse_textures);
	RUN(reuse_code);
	RUN(reuse_holds);
	RUN(reuse_traps);
	RUN(reuse_dma);
	/* The model samples nothing. */
	if (ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_PREDICT_MASK &&
	    ct->cfg.ops == &card_backend_rtl)
		RUN(reuse_samples);
	if (test_failures)
		ct_print_fw_log(ct);
	ct_del(ct);
	return test_failures != 0;
}
