// SPDX-License-Identifier: MIT
/*
 * The order of an instruction: fetch, decode, execute, record. A trap leaves the warp as it was
 * before.
 *
 * A warp knows nothing of SMs or time. What it needs of them comes in struct warp_env, so that
 * tests and tools can run one alone.
 */
#include <drm/smgpu_hw.h>

#include "warp_int.h"
#include "xsm.h"

/* Decoding is a function of the word alone, so its results may be kept for ever and shared by all
 * warps. */
#define DECODED 4096u

/* The entry is another word's until the words agree. Each thread of the host has a table of its
 * own. */
static const struct insn *decoded(uint32_t word)
{
	/* Loops have far fewer instructions than the table. */
	static _Thread_local struct insn table[DECODED];
	struct insn *d = &table[(word ^ word >> 12 ^ word >> 20) % DECODED];

	/* An illegal word is decoded each time, as its operation is 0. */
	if (d->word != word || !d->op)
		decode(word, d);
	return d;
}

/* A seed of 0 would keep the LFSR at 0 for ever. */
void warp_init(struct warp *w, uint32_t entry, uint32_t live, unsigned dtoks, uint16_t seed)
{
	/* No value of an earlier warp can be seen. */
	memset(w->x, 0, sizeof(w->x));
	w->pc = entry;
	/* Code of a task lies within 16 MiB: a jump out of them is an error. */
	w->window = entry >> 24;
	w->active = live;
	w->live = live;
	w->state = live ? WARP_RUN : WARP_DONE;
	w->fflags = 0;
	w->frm = 0;
	w->barrier_whole = 0;
	w->parked = 0;
	w->yield_count = 0;
	w->backward = 0;
	/* As large as can be: the first limit is the policy's. */
	w->limit = UINT16_MAX;
	w->lfsr = seed ? seed : 1;
	w->instret = 0;
	w->phase = w->tex = 0;
	w->rest = 0;
	w->attributes = 0;
	memset(&w->place, 0, sizeof(w->place));
	memset(&w->trap, 0, sizeof(w->trap));
	dtok_init(&w->q, dtoks);
}

/* For time and counters only. */
static enum warp_kind kind_of(unsigned op)
{
	/* Float operations are the last ones of enum op. */
	if (op >= OP_FP_FIRST)
		return op == OP_FDIV || op == OP_FSQRT ? WARP_KIND_SPECIAL : WARP_KIND_FP;
	switch (op) {
	case OP_LOAD:
		return WARP_KIND_LOAD;
	case OP_STORE:
		return WARP_KIND_STORE;
	case OP_AMO:
		return WARP_KIND_AMO;
	case OP_TEX:
		return WARP_KIND_TEX;
	case OP_CSR:
	case OP_VOTE:
	case OP_SHFL:
	case OP_MUL ... OP_REMU:
		return WARP_KIND_SPECIAL;
	case OP_JAL ... OP_BGEU:
		return WARP_KIND_BRANCH;
	case OP_YIELD ... OP_EBREAK:
		return WARP_KIND_CTRL;
	default:
		return WARP_KIND_INT;
	}
}

/* The same value in all active threads. */
static void write_all(struct warp *w, unsigned rd, uint32_t v)
{
	uint32_t t[WARP_LANES];
	unsigned i;

	for (i = 0; i < WARP_LANES; i++)
		t[i] = v;
	warp_commit(w, rd, w->active, t);
}

/* Instructions that textile grants wait for count when they issue; not a further part of a sample,
 * all of whose threads have taken no part in it yet. */
static void count(struct warp *w, const struct insn *d)
{
	bool phase = d->op == OP_TEX && (d->word & XSM_MASK_TEX_P) == XSM_MATCH_TEX_P;

	if (d->op != OP_TEX && (d->word & XSM_MASK_LW_T) != XSM_MATCH_LW_T)
		return;
	if (!(w->active & ~w->rest)) {
		w->rest &= ~w->active;
		return;
	}
	w->rest = w->live & ~w->active;
	/* Five and three bits, as in the RTL's counters. */
	w->phase = (w->phase + phase) & 31;
	w->tex = phase ? 0 : (w->tex + 1) & 7;
}

/* Executes and moves pc. mask: the threads for which rd was written. */
static bool execute(struct warp *w, const struct insn *d, const struct warp_env *env,
		    struct warp_trap *trap, uint32_t *mask)
{
	const uint32_t *b = w->x[d->rs2];
	uint32_t k[WARP_LANES];
	bool ok = true;

	/* Before the operation, as a constant that cannot be had is a trap of the instruction. */
	if (d->constant) {
		if (!warp_constant(w, d, env, trap, k))
			return false;
		b = k;
	}
	switch (d->op) {
	/* warp_integer() knows all of them, so its answer needs no look. */
	case OP_ADD ... OP_INT_LAST:
		warp_integer(w, d, b);
		break;
	case OP_CLD:
		warp_commit(w, d->rd, w->active, k);
		break;
	case OP_BASE:
		/* A card without attributes has not this instruction either. */
		ok = env->ops->attribute;
		if (ok)
			w->attributes = w->x[d->rs1][__builtin_ctz(w->active)] & ~3u;
		else
			trap->cause = SMGPU_ERR_ILLEGAL;
		break;
	case OP_LUI: write_all(w, d->rd, (uint32_t)d->imm); break;
	case OP_AUIPC: write_all(w, d->rd, w->pc + (uint32_t)d->imm); break;
	/* These move pc themselves. */
	case OP_JAL: return warp_jal(w, d, env, trap);
	case OP_JALR: return warp_jalr(w, d, env, trap, mask);
	case OP_BEQ ... OP_BGEU: return warp_branch(w, d, env, trap);
	case OP_YIELD ... OP_EXIT: return warp_dtok(w, d, env, trap);
	case OP_FENCE:
	case OP_HINT:		/* of caches that there are not */
		break;
	case OP_BELL:
		if (env->ops->bell)
			env->ops->bell(env->ctx, w);
		break;
	case OP_LOAD:
	case OP_STORE:
	case OP_AMO:
		count(w, d);
		ok = warp_memory(w, d, env, trap);
		break;
	case OP_TEX:
		count(w, d);
		ok = warp_texture(w, d, env, trap);
		break;
	case OP_CSR:
		ok = warp_csr(w, d, env, trap);
		break;
	case OP_VOTE:
	case OP_SHFL:
		warp_exchange(w, d);
		break;
	case OP_FADD ... OP_FCVT_S_WU:
		ok = warp_float(w, d, b, trap);
		break;
	case OP_EBREAK:
		trap->cause = SMGPU_ERR_BREAK;
		return false;
	default:
		trap->cause = SMGPU_ERR_ILLEGAL;
		return false;
	}
	if (ok)
		w->pc += 4;
	return ok;
}

/* Of a record: x0 is never written. */
static bool writes_rd(const struct insn *d)
{
	switch (d->op) {
	case OP_BEQ ... OP_BGEU:
	case OP_YIELD ... OP_EBREAK:
	case OP_STORE:
		return false;
	default:
		return d->rd != 0;
	}
}

/* Values are read back after the instruction. */
static void fill_record(struct warp_record *r, const struct warp *w, const struct insn *d,
			uint32_t pc, uint32_t mask)
{
	r->pc = pc;
	r->insn = d->word;
	r->mask = mask;
	r->rd = writes_rd(d) ? d->rd : 0;
	memcpy(r->value, w->x[r->rd], sizeof(r->value));
}

/* A full token queue is no error of the program: the firmware makes room. */
static enum warp_result stop(struct warp *w, const struct warp_trap *trap)
{
	w->trap = *trap;
	w->trap.pc = w->pc;
	/* Only the first of the two goes on again. */
	w->state = trap->cause == SMGPU_ERR_DTOK_OVERFLOW ? WARP_FULL : WARP_TRAPPED;
	return WARP_TRAP;
}

enum warp_result warp_step(struct warp *w, const struct warp_env *env, enum warp_kind *kind)
{
	struct warp_trap trap = { 0 };
	uint32_t word, pc = w->pc, mask = w->active;
	const struct insn *d;
	int err;

	/* Not asked of memory: the word there may be readable. */
	if (pc >> 24 != w->window || (pc & 3)) {
		trap.cause = pc >> 24 != w->window ? SMGPU_ERR_CODE_WINDOW : SMGPU_ERR_FETCH_FAULT;
		trap.access = SMGPU_ACCESS_EXEC;
		trap.addr = pc;
		return stop(w, &trap);
	}
	err = env->ops->fetch(env->ctx, w, pc, &word, &trap);
	if (err) {
		trap.cause = (uint8_t)err;
		return stop(w, &trap);
	}
	d = decoded(word);
	if (kind)
		*kind = kind_of(d->op);
	if (env->record)
		/* Instructions that access memory fill it in. */
		env->record->bytes = 0;
	if (!execute(w, d, env, &trap, &mask))
		return stop(w, &trap);
	w->instret++;
	if (env->record)
		fill_record(env->record, w, d, pc, mask);
	return WARP_RETIRED;
}
