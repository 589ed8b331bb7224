// SPDX-License-Identifier: MIT
/*
 * An SM: CTA contexts, barriers, and the loop that issues one warp instruction after another.
 *
 * launch.c gives CTAs to it; sm_mem.c is the memory that its warps see; sm_regs.c has its
 * registers. Time is counted in cycles of each SM and kept near card->now.
 */
#include <string.h>

#include "model.h"

#define ALU_CYCLES	4u	/* until the warp's next instruction, beside its beats */
#define SPECIAL_CYCLES	16u
#define BRANCH_CYCLES	6u
/* of a texture instruction, beside its loads; for each tap: addresses, then texels of 32 threads */
#define TEX_CYCLES	39u
#define TAP_CYCLES	16u
#define TEX_RATE	13u	/* from one instruction to the next, and for each tap */
#define TAP_RATE	9u

/* The firmware has computed it from the number of threads. */
static unsigned warps_of(const struct slot *s)
{
	return FIELD(s->shape, SMGPU_SLOT_SHAPE_WARPS);
}

unsigned sm_free_warps(const struct sm *sm)
{
	return sm->card->preset->warps - (unsigned)__builtin_popcountll(sm->used);
}

/* Shared memory is given out in sixteenths; with L1's RAM they are twice as large. */
static unsigned unit_bytes(const struct sm *sm)
{
	return sm->card->preset->shared_kib * 1024 / SHARED_UNITS << sm->lent;
}

/* L1's RAM need not double it, so there may be fewer than SHARED_UNITS. */
static unsigned units_in_all(const struct sm *sm)
{
	return (sm->card->preset->shared_kib + (sm->lent ? sm->card->preset->l1_kib : 0)) * 1024 /
	       unit_bytes(sm);
}

/* Is shared memory as large as the task wants it? */
bool sm_has_split(const struct sm *sm, const struct slot *s)
{
	return !sm->card->preset->lend || sm->lent == (s->shared >> SMGPU_SLOT_SHARED_LENT_SHIFT);
}

bool sm_take_split(struct sm *sm, const struct slot *s)
{
	unsigned i;

	if (sm_has_split(sm, s))
		return true;
	for (i = 0; i < MAX_CTAS; i++)
		if (sm->cta[i].used)
			return false;
	sm->lent = !sm->lent;
	/* As if another VM had had all of it: what L1 has read is not to be seen. */
	memset(sm->unit_vm, 0xff, sizeof(sm->unit_vm));
	memset(sm->l1_tag, 0, sm->l1_lines * sizeof(*sm->l1_tag));
	return true;
}

/* First of `units` free shared-memory units in a row, or -1 */
static int find_units(const struct sm *sm, unsigned units)
{
	unsigned i, run = 0;

	if (!units)
		return 0;
	for (i = 0; i < units_in_all(sm); i++) {
		run = sm->unit_used[i] ? 0 : run + 1;
		if (run == units)
			return (int)(i + 1 - units);
	}
	return -1;
}

/* A free context, or -1. */
static int find_cta(const struct sm *sm)
{
	unsigned i;

	for (i = 0; i < MAX_CTAS; i++)
		if (!sm->cta[i].used)
			return (int)i;
	return -1;
}

/* For the slot's CTAs, rounded up. */
static unsigned units_of(const struct sm *sm, const struct slot *s)
{
	return ((s->shared & SMGPU_SLOT_SHARED_VALUE_MASK) + unit_bytes(sm) - 1) / unit_bytes(sm);
}

bool sm_fits(const struct sm *sm, const struct slot *s)
{
	return sm_has_split(sm, s) && warps_of(s) && warps_of(s) <= sm_free_warps(sm) &&
	       find_cta(sm) >= 0 && find_units(sm, units_of(sm, s)) >= 0;
}

/* At most so many: free units that do not lie in a row can't be used together. */
unsigned sm_room(const struct sm *sm, const struct slot *s)
{
	unsigned units = units_of(sm, s), ctas = 0, blocks = 0, run = 0, room, i;

	if (!warps_of(s))
		return 0;
	for (i = 0; i < MAX_CTAS; i++)
		ctas += !sm->cta[i].used;
	for (i = 0; units && i < units_in_all(sm); i++) {
		run = sm->unit_used[i] ? 0 : run + 1;
		if (run == units) {
			blocks++;
			run = 0;
		}
	}
	room = sm_free_warps(sm) / warps_of(s);
	room = room < ctas ? room : ctas;
	return units && blocks < room ? blocks : room;
}

/* Warp @index of the CTA gets number @k of the SM. All that CSRs tell is fixed here. */
static void start_warp(struct sm *sm, unsigned k, unsigned slot, unsigned cta, unsigned index)
{
	const struct slot *s = &sm->card->launch.slot[slot];
	struct sm_warp *st = &sm->state[k];
	struct warp *w = &sm->warp[k];
	uint32_t threads = FIELD(s->shape, SMGPU_SLOT_SHAPE_THREADS), first = index * WARP_LANES;
	uint32_t n = threads <= first ? 0 : threads - first;
	unsigned i;

	warp_init(w, s->entry, n >= WARP_LANES ? WARP_ALL : (1u << n) - 1, sm->card->preset->dtoks,
		  warp_seed((uint16_t)sm->cfg[5], k));
	for (i = 0; i < 3; i++)
		w->place.nctaid[i] = s->grid[i];
	memcpy(w->place.ctaid, s->next_xyz, sizeof(w->place.ctaid));
	if (s->ctrl & SMGPU_SLOT_CTRL_QUEUE_MASK) {
		w->place.ctaid[0] = s->next;
		w->place.ctaid[1] = s->items;
		w->place.ctaid[2] = 0;
	}
	w->place.ntid[0] = FIELD(s->cta_xy, SMGPU_SLOT_CTA_XY_X);
	w->place.ntid[1] = FIELD(s->cta_xy, SMGPU_SLOT_CTA_XY_Y);
	w->place.ntid[2] = FIELD(s->cta_z, SMGPU_SLOT_CTA_Z_Z);
	w->place.cta_linear = s->next;
	w->place.param = s->param;
	w->place.warp_in_cta = index;
	w->place.sm = sm->id;
	w->place.local_bytes = s->local & SMGPU_SLOT_LOCAL_VALUE_MASK & ~15u;
	*st = (struct sm_warp){ .used = true,
				 .slot = (uint8_t)slot,
				 .gen = (uint8_t)FIELD(s->ctrl, SMGPU_SLOT_CTRL_GEN),
				 .vm = (uint8_t)FIELD(s->ctrl, SMGPU_SLOT_CTRL_VM),
				 .cta = (uint8_t)cta,
				 .shared_base = sm->cta[cta].unit * unit_bytes(sm),
				 .shared_bytes = s->shared & SMGPU_SLOT_SHARED_VALUE_MASK,
				 .local_va = s->local_va,
				 .ready = sm->time };
	sm->used |= 1ull << k;
	if (w->state == WARP_RUN)
		sm->runnable |= 1ull << k;
	sm->perf[SMGPU_PERF_SM_WARPS_LAUNCHED]++;
}

/* Its bit leaves all sets. */
static void free_warp(struct sm *sm, unsigned k)
{
	sm->state[k].used = false;
	sm->used &= ~(1ull << k);
	sm->runnable &= ~(1ull << k);
	sm->full &= ~(1ull << k);
	sm->empty &= ~(1ull << k);
	sm->diverged &= ~(1ull << k);
	sm->in_sync &= ~(1ull << k);
}

/* Frees warps and memory and tells the launcher. Cached constants go with the slot's last CTA on
 * this SM. */
static void free_cta(struct sm *sm, unsigned id)
{
	struct cta *cta = &sm->cta[id];
	unsigned k;

	for (k = 0; k < MAX_WARPS; k++)
		if (sm->used >> k & 1 && sm->state[k].cta == id)
			free_warp(sm, k);
	memset(sm->unit_used + cta->unit, 0, cta->units);
	cta->used = false;
	for (k = 0; k < MAX_CTAS && !(sm->cta[k].used && sm->cta[k].slot == cta->slot); k++)
		;
	if (k == MAX_CTAS) {
		memset(sm->const_line[cta->slot], 0, sizeof(sm->const_line[0]));
		memset(sm->attr_line, 0, sizeof(sm->attr_line));
	}
	sm->card->launch.slot[cta->slot].inflight--;
	sm->card->launch.ctas--;
	sm->card->launch.changed = true;
}

/* All threads have ended, as opposed to a kill. */
static void complete_cta(struct sm *sm, unsigned id)
{
	sm->card->launch.slot[sm->cta[id].slot].completed++;
	sm->card->perf[SMGPU_PERF_CARD_CTAS_COMPLETED]++;
	free_cta(sm, id);
}

/* The caller has asked sm_fits(); the CTA is the slot's next one. */
void sm_launch(struct sm *sm, unsigned slot)
{
	const struct slot *s = &sm->card->launch.slot[slot];
	unsigned id = (unsigned)find_cta(sm), vm = FIELD(s->ctrl, SMGPU_SLOT_CTRL_VM), k, i;
	struct cta *cta = &sm->cta[id];

	*cta = (struct cta){ .used = true,
			      .slot = (uint8_t)slot,
			      .gen = (uint8_t)FIELD(s->ctrl, SMGPU_SLOT_CTRL_GEN),
			      .warps = warps_of(s),
			      .unit = (unsigned)find_units(sm, units_of(sm, s)),
			      .units = units_of(sm, s) };
	for (i = cta->unit; i < cta->unit + cta->units; i++) {
		/* What another VM left is cleared. */
		if (sm->unit_vm[i] != vm)
			memset(sm->shared + i * unit_bytes(sm), 0, unit_bytes(sm));
		sm->unit_vm[i] = (uint8_t)vm;
		sm->unit_used[i] = 1;
	}
	if (sm->time < sm->card->now)
		sm->time = sm->card->now;
	for (k = 0, i = 0; i < cta->warps; k++) {
		if (sm->used >> k & 1)
			continue;
		start_warp(sm, k, slot, id, i++);
		if (sm->warp[k].state == WARP_RUN)
			cta->live++;
		else
			free_warp(sm, k);
	}
	if (!cta->live)
		complete_cta(sm, id);
}

/* At once: warps stop between two instructions. */
void sm_kill(struct sm *sm, unsigned slot)
{
	unsigned i;

	for (i = 0; i < MAX_CTAS; i++)
		if (sm->cta[i].used && sm->cta[i].slot == slot)
			free_cta(sm, i);
}

/* Shared memory and code could else be taken for those of the number's next owner. */
void sm_forget(struct sm *sm)
{
	memset(sm->unit_vm, NO_VM, sizeof(sm->unit_vm));
	memset(sm->code, 0, sizeof(sm->code));
}

/* The warp stays where it is until the firmware kills its task or serves it. */
static void report_trap(struct sm *sm, unsigned k)
{
	const struct warp *w = &sm->warp[k];
	const struct sm_warp *st = &sm->state[k];

	sm->runnable &= ~(1ull << k);
	sm->perf[SMGPU_PERF_SM_TRAPS]++;
	trap_push(sm->card,
		  (struct trap_entry){
			  .info = st->slot | (uint32_t)st->gen << SMGPU_TRAP_INFO_GEN_SHIFT |
				  (uint32_t)w->trap.cause << SMGPU_TRAP_INFO_CAUSE_SHIFT |
				  (uint32_t)w->trap.access << SMGPU_TRAP_INFO_ACCESS_SHIFT |
				  SMGPU_TRAP_INFO_VALID_MASK,
			  .where = sm->id | k << SMGPU_TRAP_WHERE_WARP_SHIFT |
				   (uint32_t)w->trap.thread << SMGPU_TRAP_WHERE_THREAD_SHIFT |
				   (w->trap.by_thread ? SMGPU_TRAP_WHERE_THREAD_KNOWN_MASK : 0),
			  .pc = w->trap.pc,
			  .addr = w->trap.addr,
		  });
}

/* All live warps of the CTA have come to the barrier: they go on. */
static void check_barrier(struct sm *sm, unsigned id)
{
	struct cta *cta = &sm->cta[id];
	unsigned k;

	if (!cta->arrived || cta->arrived < cta->live)
		return;
	cta->arrived = 0;
	for (k = 0; k < MAX_WARPS; k++) {
		struct warp *w = &sm->warp[k];

		if (!(sm->used >> k & 1) || sm->state[k].cta != id || w->state != WARP_AT_BARRIER)
			continue;
		warp_release(w, &sm->policy, &sm->stats);
		sm->runnable |= 1ull << k;
		sm->state[k].ready = sm->time + BRANCH_CYCLES;
	}
}

/* After an instruction that left the warp not running. */
static void state_changed(struct sm *sm, unsigned k)
{
	unsigned id = sm->state[k].cta;
	struct cta *cta = &sm->cta[id];

	sm->runnable &= ~(1ull << k);
	/* A warp that ends frees its slot at once, the CTA's other resources stay until its last
	 * warp ends. */
	switch (sm->warp[k].state) {
	case WARP_AT_BARRIER:
		cta->arrived++;
		check_barrier(sm, id);
		break;
	case WARP_TRAPPED:
		report_trap(sm, k);
		break;
	case WARP_FULL:
		sm->full |= 1ull << k;
		sm->perf[SMGPU_PERF_SM_DTOK_SPILLS]++;
		report_trap(sm, k);
		break;
	case WARP_EMPTY:
		sm->warp[k].trap = (struct warp_trap) { .cause = SMGPU_TRAP_DTOK_UNDERFLOW,
							.pc = sm->warp[k].pc };
		sm->empty |= 1ull << k;
		sm->perf[SMGPU_PERF_SM_DTOK_REFILLS]++;
		report_trap(sm, k);
		break;
	case WARP_DONE:
		free_warp(sm, k);
		if (--cta->live) {
			check_barrier(sm, id);
			break;
		}
		complete_cta(sm, id);
		break;
	default:
		break;
	}
}

/* The pop may stop the warp again. */
void sm_resume(struct sm *sm, unsigned k)
{
	sm->full &= ~(1ull << k);
	sm->empty &= ~(1ull << k);
	warp_resume(&sm->warp[k], &sm->policy, &sm->stats);
	if (sm->warp[k].state != WARP_RUN) {
		state_changed(sm, k);
		return;
	}
	sm->runnable |= 1ull << k;
	sm->state[k].ready = sm->time + BRANCH_CYCLES;
}

/* Next warp in turn that is ready, or -1 with *wake = when one will be */
static int pick(const struct sm *sm, uint64_t *wake)
{
	uint64_t after = sm->last < 63 ? ~0ull << (sm->last + 1) : 0, part[2], m;
	unsigned i, k;

	part[0] = sm->runnable & after;
	part[1] = sm->runnable & ~after;
	*wake = ~0ull;
	for (i = 0; i < 2; i++)
		for (m = part[i]; m; m &= m - 1) {
			k = (unsigned)__builtin_ctzll(m);
			if (sm->state[k].ready <= sm->time)
				return (int)k;
			if (sm->state[k].ready < *wake)
				*wake = sm->state[k].ready;
		}
	return -1;
}

/* The texture unit begins with an instruction while others are in its later stages. */
static unsigned texture(struct sm *sm, unsigned taps)
{
	unsigned waits = sm->tex_free > sm->time ? (unsigned)(sm->tex_free - sm->time) : 0;

	sm->tex_free = sm->time + waits + TEX_RATE + TAP_RATE * taps;
	return waits + sm->latency + TEX_CYCLES + TAP_CYCLES * taps;
}

/* Cycles until the warp's next instruction. */
static unsigned latency_of(struct sm *sm, enum warp_kind kind, unsigned taps)
{
	switch (kind) {
	case WARP_KIND_TEX:
		return texture(sm, taps);
	case WARP_KIND_SPECIAL:
		return SPECIAL_CYCLES;
	case WARP_KIND_BRANCH:
	case WARP_KIND_CTRL:
		return BRANCH_CYCLES;
	default:
		return ALU_CYCLES + sm->latency;
	}
}

/* @active and @live are those before the instruction. */
static void count_instr(struct sm *sm, enum warp_kind kind, uint32_t active, uint32_t live)
{
	sm->perf[SMGPU_PERF_SM_WARP_INSTR]++;
	sm->perf[SMGPU_PERF_SM_THREAD_INSTR] +=
		active == WARP_ALL ? WARP_LANES : (unsigned)__builtin_popcount(active);
	sm->perf[SMGPU_PERF_SM_DIVERGENT_INSTR] += active != live;
	sm->perf[SMGPU_PERF_SM_LOADS] += kind == WARP_KIND_LOAD;
	sm->perf[SMGPU_PERF_SM_STORES] += kind == WARP_KIND_STORE;
	sm->perf[SMGPU_PERF_SM_ATOMICS] += kind == WARP_KIND_AMO;
}

/* Pods with a live warp: of two, even and odd warps have a pod each */
static unsigned live_pods(const struct sm *sm)
{
	const uint64_t even = 0x5555555555555555ull;

	if (sm->card->preset->pods == 1)
		return sm->used != 0;
	return ((sm->used & even) != 0) + ((sm->used & ~even) != 0);
}

/* `cycles` pass; each has a slot in `pods` pods, of which `issued` were used and the rest goes to
 * one cause. */
static void pass(struct sm *sm, uint64_t cycles, unsigned pods, unsigned issued,
		 enum smgpu_perf_sm cause)
{
	sm->time += cycles;
	sm->perf[SMGPU_PERF_SM_ACTIVE_CYCLES] += cycles;
	sm->perf[SMGPU_PERF_SM_ISSUE_SLOTS] += pods * cycles;
	sm->perf[cause] += pods * cycles - issued;
	sm->perf[SMGPU_PERF_SM_DTOK_SPILL_CYCLES] += sm->full ? cycles : 0;
	sm->perf[SMGPU_PERF_SM_DTOK_REFILL_CYCLES] += sm->empty ? cycles : 0;
	sm->perf[SMGPU_PERF_SM_DTOK_SERVICE_ISSUE_CYCLES] += (sm->full | sm->empty) && issued;
	sm->perf[SMGPU_PERF_SM_DIVERGENT_CYCLES] += sm->diverged ? cycles : 0;
}

/* One instruction: executed, traced, counted, and its time passed. */
static void issue(struct sm *sm, unsigned k)
{
	struct card *c = sm->card;
	struct warp *w = &sm->warp[k];
	struct warp_env env = {
		.ops = &sm_warp_ops[!!c->preset->const_kib][c->preset->tex][!!c->preset->attr_kib],
		.ctx = sm,
		.policy = &sm->policy,
		.stats = &sm->stats,
		.cycle = sm->time,
		.time = sm->time
	};
	struct warp_record record;
	unsigned beats = WARP_LANES / c->preset->lanes;
	enum warp_kind kind = WARP_KIND_INT;
	uint32_t active = w->active, live = w->live;
	unsigned issued = 0, pods = live_pods(sm);
	uint64_t taps = sm->stats.tex_taps;

	sm->last = k;
	sm->extra_issue = 0;
	sm->latency = 0;
	if (c->trace)
		env.record = &record;
	if (warp_step(w, &env, &kind) == WARP_RETIRED) {
		if (c->trace)
			trace_retired(sm, k, &record);
		issued = 1;
		count_instr(sm, kind, active, live);
		sm->diverged = active != live ? sm->diverged | 1ull << k
					      : sm->diverged & ~(1ull << k);
		c->launch.slot[sm->state[k].slot].warp_instr++;
	}
	sm->state[k].ready =
		sm->time + beats + latency_of(sm, kind, (unsigned)(sm->stats.tex_taps - taps));
	sm->in_sync = kind == WARP_KIND_CTRL ? sm->in_sync | 1ull << k : sm->in_sync & ~(1ull << k);
	if (w->state != WARP_RUN)
		state_changed(sm, k);
	pass(sm, beats + sm->extra_issue, pods, issued, SMGPU_PERF_SM_STALL_PIPE);
}

/* Without a ready warp time passes to when one will be ready. May end behind @until. */
void sm_run(struct sm *sm, uint64_t until)
{
	uint64_t wake;
	int k;

	while (sm->time < until) {
		if (!sm->used) {
			sm->time = until;
			break;
		}
		k = pick(sm, &wake);
		if (k >= 0)
			issue(sm, (unsigned)k);
		else
			pass(sm, (wake < until ? wake : until) - sm->time, live_pods(sm), 0,
			     sm->runnable & ~sm->in_sync ? SMGPU_PERF_SM_STALL_HAZARD
							 : SMGPU_PERF_SM_STALL_SYNC);
	}
}
