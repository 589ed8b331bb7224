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

#include "reuse_pages.h"
#include "reuse_shared.h"

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

static unsigned has_banks(void)
{
	return (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_CONSTANTS_MASK ? 1 : 0) |
	       (ct_read(ct, SMGPU_HOST_CONFIG4) & SMGPU_HOST_CONFIG4_ATTRIBUTES_MASK ? 2 : 0) |
	       (ct_read(ct, SMGPU_HOST_CONFIG0) & SMGPU_HOST_CONFIG0_TEX_MASK ? 4 : 0);
}

/* Constants, attributes and a texture at one address, different for each tenant */
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
