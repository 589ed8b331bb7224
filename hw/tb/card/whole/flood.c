// SPDX-License-Identifier: MIT
/*
 * flood FIRMWARE model|rtl PRESET: one task makes as many accesses of one kind as it can; meanwhile
 * the firmware answers commands. How long a NOP takes is what the other clients of the card feel.
 */
#include <string.h>

#include "asm.h"
#include "cardtest.h"
#include "smgpu_regs.h"
#include "test.h"

#define VM	1u
#define CODE	0x01000000u
#define DATA	0x02000000u	/* card memory, or host memory at HOST */
#define HOST	0x03000000u
#define PUSH	0x04000000u
#define TMD	0x04001000u
#define BYTES	(512u * 1024)
#define NOPS	4u
/*
 * A NOP alone takes 1,675 cycles. It makes about a dozen accesses to host memory, each of which may
 * wait for one line of every other port: 13 ports on a card of four SMs, 30 cycles a line. Time is
 * measured in steps of 4,096 cycles.
 */
#define LIMIT	10000u

static struct ct *ct;
static uint64_t code_card, push_card;
static uint64_t worst;

/* a0: the thread's line; it goes round in the buffer by a0 = base + ((a0 - base + step) & mask).
 * The access is code[ACCESS]. */
#define ACCESS	12
static const uint32_t kernel[] = {
	CSRR(T0, CSR_PARAM),  CSRR(T1, CSR_TIDX), CSRR(T2, CSR_CTAX), SLLI(T2, T2, 5),
	ADD(T1, T1, T2),      SLLI(T1, T1, 5),	  LUI(T3, BYTES),     ADDI(T3, T3, -32), /* mask */
	ADDI(T4, ZERO, 1024), ADDI(A1, ZERO, 1),  AND(T1, T1, T3),    ADD(A0, T0, T1),
	/* ACCESS */ 0,	      ADD(T1, T1, T4),	  JAL(ZERO, -16),
};

static int start(uint32_t access, uint32_t base, uint32_t ctas, uint32_t threads)
{
	struct smgpu_tmd tmd = { .magic = SMGPU_TMD_MAGIC,
				 .kind = SMGPU_TMD_GRID,
				 .priority = 5,
				 .regs_per_thread = 32,
				 .grid = { ctas, 1, 1 },
				 .cta = { (uint16_t)threads, 1, 1 },
				 .entry_va = CODE,
				 .param_va = base };
	uint32_t methods[] = { SMGPU_METHOD(SMGPU_METHOD_TMD_LAUNCH, 1), TMD,
			       SMGPU_METHOD(SMGPU_METHOD_WAIT_IDLE, 0) };
	uint32_t code[sizeof(kernel) / 4];

	memcpy(code, kernel, sizeof(kernel));
	code[ACCESS] = access;
	ct_upload(ct, code_card, code, sizeof(code));
	ct_upload(ct, push_card + 4096, &tmd, sizeof(tmd));
	ct_upload(ct, push_card, methods, sizeof(methods));
	if (ct_vm_invalidate(ct, VM) || ct_channel_create(ct, 1, VM, 0) ||
	    ct_push(ct, 1, SMGPU_RING_SEGMENT, PUSH, sizeof(methods), true))
		return -1;
	ct_ring(ct, 1);
	ct->cfg.ops->step(ct->card, 20000);
	return 0;
}

static void flood(const char *name, uint32_t access, uint32_t base, uint32_t ctas, uint32_t threads)
{
	struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };
	uint64_t before, took, most = 0;
	unsigned i;

	check(!start(access, base, ctas, threads), "the task does not start");
	for (i = 0; i < NOPS && !test_why[0]; i++) {
		before = ct_cycles(ct);
		check(!ct_command(ct, &nop), "no answer to NOP %u", i);
		took = ct_cycles(ct) - before;
		most = took > most ? took : most;
		ct->cfg.ops->step(ct->card, 3000 + 777 * i);
	}
	check(most <= LIMIT, "a NOP took %llu cycles, %u are allowed", (unsigned long long)most,
	      LIMIT);
	check(!ct_channel_destroy(ct, 1), "the task does not end");
	check(!ct->errors || ct->error.u.error.code == SMGPU_ERR_KILLED,
	      "error %u at 0x%x, va 0x%x", ct->error.u.error.code, ct->error.u.error.pc,
	      ct->error.u.error.va);
	worst = most > worst ? most : worst;
	printf("# flood.%s: a NOP takes at most %llu cycles\n", name, (unsigned long long)most);
	report(name);
}

int main(int argc, char **argv)
{
	struct ct_config cfg = { .timeout = 200000 };
	struct smgpu_fw_cmd nop = { .op = SMGPU_FW_CMD_NOP };
	uint64_t bus, before;
	uint32_t sms;

	if (argc < 4)
		return 2;
	cfg.ops = ct_backend(argv[2]);
	cfg.preset = argv[3];
	ct = ct_new(&cfg);
	check(ct && !ct_boot(ct, argv[1]) && !ct_vm_create(ct, VM), "the card does not start");
	if (!test_why[0]) {
		code_card = ct_map_new(ct, VM, CODE, 4096, CT_R | CT_X);
		push_card = ct_map_new(ct, VM, PUSH, 8192, CT_R | CT_W);
		check(code_card && push_card && ct_map_new(ct, VM, DATA, BYTES, CT_R | CT_W) &&
			      ct_host_alloc(ct, BYTES, 4096, &bus) &&
			      !ct_map(ct, VM, HOST, bus, BYTES, CT_R | CT_W | CT_HOST),
		      "no memory");
		before = ct_cycles(ct);
		check(!ct_command(ct, &nop), "no answer to a NOP");
		printf("# flood: a NOP alone takes %llu cycles\n",
		       (unsigned long long)(ct_cycles(ct) - before));
	}
	report("flood_start");
	if (test_failures)
		return 1;
	sms = ct_read(ct, SMGPU_HOST_CONFIG0) & 0xff;
	flood("host_loads_of_one_warp", LW(A2, A0, 0), HOST, 1, 32);
	flood("host_loads", LW(A2, A0, 0), HOST, 16 * sms, 32);
	flood("host_stores", SW(A1, A0, 0), HOST, 16 * sms, 32);
	flood("card_loads", LW(A2, A0, 0), DATA, 16 * sms, 32);
	flood("card_stores", SW(A1, A0, 0), DATA, 16 * sms, 32);
	flood("atomics", AMO(0, A2, A0, A1), DATA, 16 * sms, 32);
	flood("atomics_of_one_word", AMO(0, A2, T0, A1), DATA, 16 * sms, 32);
	printf("# flood: worst %llu cycles\n", (unsigned long long)worst);
	ct_del(ct);
	return test_failures != 0;
}
