// SPDX-License-Identifier: MIT
/*
 * Programs of litmus tests. Each warp does L_ROUNDS rounds: it may load the words beforehand, meets
 * the others, waits a while and does its accesses. Afterwards warp 0 makes a word of each round's
 * outcome and sets the words to 0, ready for the next launch.
 */
#include <stddef.h>

#include "asm.h"
#include "litmus.h"

/*
 * S0 round, S1 how many have met, S2.. where the accesses go, S6.. what they store, T3.. what they
 * loaded, A0 this lane's values, A1 control words, A3 where the warps meet, A4 = 1
 */
#define AT(op)		(S2 + (op))
#define VALUE(op)	(S6 + (op))
#define GOT(op)		(T3 + (op))

struct out {
	uint32_t *words;
	unsigned int n;
};

static void put(struct out *o, uint32_t word)
{
	if (o->n < L_CODE_BYTES / 4)
		o->words[o->n] = word;
	o->n++;
}

static void constant(struct out *o, unsigned int rd, uint32_t v)
{
	put(o, LUI(rd, v + 0x800));
	put(o, ADDI(rd, rd, (int32_t)(v << 20) >> 20));
}

static int first_of(const struct l_place *p, unsigned int threads, unsigned int warp)
{
	unsigned int i;

	for (i = 0; i < threads; i++)
		if (p->warp[i] == warp)
			return (int)i;
	return -1;
}

static uint32_t word_at(const struct l_place *p, unsigned int word)
{
	return p->at + word * p->apart;
}

/* rd = by_lane[lane]: a chain of lanes that differ, without branches */
static void per_lane(struct out *o, unsigned int rd, const uint32_t *v, unsigned int lanes)
{
	unsigned int i;

	constant(o, rd, v[0]);
	for (i = 1; i < lanes; i++) {
		/* T1 = -(lane == i) */
		put(o, ADDI(T1, T0, -(int)i));
		put(o, i_type(0x13, 3, T1, T1, 1));
		put(o, SUB(T1, ZERO, T1));
		constant(o, T2, v[i] ^ v[0]);
		put(o, AND(T2, T2, T1));
		put(o, XOR(rd, rd, T2));
	}
}

/* An empty loop of the turns in T1 */
static void delay(struct out *o)
{
	put(o, BEQ(T1, ZERO, 12));
	put(o, ADDI(T1, T1, -1));
	put(o, JAL(ZERO, -8));
}

static void meet(struct out *o, unsigned int threads)
{
	put(o, ADDI(S1, S1, (int)threads));
	put(o, AMO(0, ZERO, A3, A4));
	put(o, FENCE);
	put(o, LW(T1, A3, 0));
	put(o, BLT(T1, S1, -4));
}

static void access(struct out *o, const struct l_op *op, unsigned int k)
{
	switch (op->kind) {
	case L_LOAD:
		put(o, LW(GOT(k), AT(k), 0));
		break;
	case L_STORE:
		put(o, SW(VALUE(k), AT(k), 0));
		break;
	case L_RELEASE:
		put(o, AMO(1, ZERO, AT(k), VALUE(k)) | 1u << 25);
		break;
	case L_ACQUIRE:
		put(o, AMO(8, GOT(k), AT(k), ZERO) | 1u << 26);
		break;
	default:
		break;
	}
}

static void collect(struct out *o, const struct l_test *t, const struct l_place *p, uint32_t data)
{
	unsigned int i, k, shift = 0, again;

	constant(o, A0, data + L_CODES);
	constant(o, S2, word_at(p, 0));
	constant(o, S3, word_at(p, 1));
	constant(o, S5, data + L_VALUES);
	put(o, ADDI(S0, ZERO, L_ROUNDS));
	again = o->n;
	put(o, ADDI(T0, ZERO, 0));
	for (i = 0; i < t->threads; i++)
		for (k = 0; k < L_OPS; k++)
			if (t->code[i][k].kind == L_LOAD || t->code[i][k].kind == L_ACQUIRE) {
				constant(o, T2,
					 (p->warp[i] * 4 + p->lane[i]) * 16 * L_ROUNDS + 4 * k);
				put(o, ADD(T2, T2, S5));
				put(o, LW(T1, T2, 0));
				put(o, SLLI(T1, T1, shift));
				put(o, ADD(T0, T0, T1));
				shift += 2;
			}
	for (k = 0; k < L_WORDS; k++) {
		put(o, LW(T1, S2 + k, 0));
		put(o, SW(ZERO, S2 + k, 0));
		put(o, SLLI(T1, T1, shift + 2 * k));
		put(o, ADD(T0, T0, T1));
		put(o, ADDI(S2 + k, S2 + k, L_STRIDE));
	}
	put(o, SW(T0, A0, 0));
	put(o, ADDI(A0, A0, 4));
	put(o, ADDI(S5, S5, 16));
	put(o, ADDI(S0, S0, -1));
	put(o, BNE(S0, ZERO, -4 * (int)(o->n - again)));
}

unsigned int litmus_emit(const struct l_test *t, const struct l_place *p, unsigned int warp,
			 uint32_t data, uint32_t *words)
{
	struct out o = { words, 0 };
	unsigned int lanes = 0, i, k, again, ops = 0;
	uint32_t by_lane[L_THREADS];
	int lead = first_of(p, t->threads, warp);
	const struct l_op *code = t->code[lead];

	for (i = 0; i < t->threads; i++)
		lanes += p->warp[i] == warp;
	while (ops < L_OPS && code[ops].kind != L_END)
		ops++;
	put(&o, CSRR(T0, CSR_LANE));
	for (k = 0; k < ops; k++) {
		for (i = 0; i < t->threads; i++)
			if (p->warp[i] == warp)
				by_lane[p->lane[i]] = word_at(p, t->code[i][k].word);
		per_lane(&o, AT(k), by_lane, lanes);
		for (i = 0; i < t->threads; i++)
			if (p->warp[i] == warp)
				by_lane[p->lane[i]] = t->code[i][k].value;
		per_lane(&o, VALUE(k), by_lane, lanes);
	}
	for (i = 0; i < lanes; i++)
		by_lane[i] = data + L_VALUES + (warp * 4 + i) * 16 * L_ROUNDS;
	per_lane(&o, A0, by_lane, lanes);
	constant(&o, A1, data + L_CONTROL + warp * 4 * L_ROUNDS);
	constant(&o, A3, data + L_MEET);
	put(&o, ADDI(A4, ZERO, 1));
	put(&o, ADDI(S0, ZERO, L_ROUNDS));
	put(&o, ADDI(S1, ZERO, 0));

	again = o.n;
	put(&o, LW(T0, A1, 0));
	for (k = 0; k < ops; k++) {
		put(&o, ANDI(T1, T0, 0x100 << k));
		put(&o, BEQ(T1, ZERO, 8));
		put(&o, LW(T2, AT(k), 0));
	}
	put(&o, FENCE);
	meet(&o, t->threads);
	put(&o, ANDI(T1, T0, 0xff));
	delay(&o);
	for (k = 0; k < ops; k++) {
		access(&o, &code[k], k);
		if (k + 1 < ops && p->fences)
			put(&o, FENCE);
		if (k + 1 < ops && p->gap) {
			put(&o, SRLI(T1, T0, 16));
			delay(&o);
		}
	}
	put(&o, FENCE);
	for (k = 0; k < ops; k++) {
		if (code[k].kind == L_LOAD || code[k].kind == L_ACQUIRE)
			put(&o, SW(GOT(k), A0, 4 * (int)k));
		put(&o, ADDI(AT(k), AT(k), L_STRIDE));
	}
	put(&o, ADDI(A0, A0, 16));
	put(&o, ADDI(A1, A1, 4));
	put(&o, ADDI(S0, S0, -1));
	put(&o, BNE(S0, ZERO, -4 * (int)(o.n - again)));
	put(&o, FENCE);
	meet(&o, t->threads);
	if (!warp) {
		if (lanes > 1) {
			put(&o, CSRR(T0, CSR_LANE));
			put(&o, BEQ(T0, ZERO, 8));
			put(&o, EXIT);
		}
		collect(&o, t, p, data);
		put(&o, SW(ZERO, A3, 0));
	}
	put(&o, EXIT);
	return o.n;
}

unsigned int litmus_emit_crowd(uint32_t data, uint32_t *words)
{
	struct out o = { words, 0 };

	put(&o, CSRR(T0, CSR_LANE));
	put(&o, SLLI(T0, T0, 7));
	constant(&o, A0, data);
	put(&o, ADD(A0, A0, T0));
	put(&o, ADDI(A4, ZERO, 1));
	put(&o, ADDI(S0, ZERO, L_CROWD));
	put(&o, AMO(0, ZERO, A0, A4));
	put(&o, ADDI(S0, S0, -1));
	put(&o, BNE(S0, ZERO, -8));
	put(&o, EXIT);
	return o.n;
}

void litmus_decode(const struct l_test *t, uint32_t code, struct l_outcome *o)
{
	unsigned int i, k, n = 0;

	*o = (struct l_outcome){ 0 };
	for (i = 0; i < t->threads; i++)
		for (k = 0; k < L_OPS; k++)
			if (t->code[i][k].kind == L_LOAD || t->code[i][k].kind == L_ACQUIRE) {
				o->load[n++] = code & 3;
				code >>= 2;
			}
	for (k = 0; k < L_WORDS; k++, code >>= 2)
		o->word[k] = code & 3;
}
