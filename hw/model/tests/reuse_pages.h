/* SPDX-License-Identifier: MIT */
/* Translations, memory and code behind them; part of reuse_test.c. */
#ifndef TEST_REUSE_PAGES_H
#define TEST_REUSE_PAGES_H

#define LARGE	0x04000000u		/* a page of 2 MiB */

static uint64_t large_page[2];

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

#endif
