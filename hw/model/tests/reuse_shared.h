/* SPDX-License-Identifier: MIT */
/* Shared memory, and L1 that is lent to it; part of reuse_test.c. */
#ifndef TEST_REUSE_SHARED_H
#define TEST_REUSE_SHARED_H

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

#endif
