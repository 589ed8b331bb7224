// SPDX-License-Identifier: MIT
// Pins of sm_top for the C bench: clock, launches, instruction memory and page walks, the trace.
#include "Vsm_top.h"
#include "sm_tb.h"
#include "verilated.h"

#if !defined(LANES) || !defined(PODS)
#error LANES or PODS is not set
#endif

static Vsm_top *top;
static uint64_t now, perf[64];
static unsigned int tick;
static bool trap_hold;

static void put(uint32_t *w, unsigned int lsb, unsigned int bits, uint32_t v)
{
	for (unsigned int i = 0; i < bits; i++) {
		uint32_t m = 1u << ((lsb + i) % 32);

		w[(lsb + i) / 32] = (v >> i & 1) ? w[(lsb + i) / 32] | m : w[(lsb + i) / 32] & ~m;
	}
}

static uint32_t get(const uint32_t *w, unsigned int lsb, unsigned int bits)
{
	uint64_t v = w[lsb / 32];

	if (lsb % 32 + bits > 32)
		v |= static_cast<uint64_t>(w[lsb / 32 + 1]) << 32;
	v >>= lsb % 32;
	return static_cast<uint32_t>(v & ((1ull << bits) - 1));
}

// ---- Instruction memory: one request at a time, answered after a few cycles
static struct { bool busy; unsigned int due; uint32_t pa; } line;
static struct { bool busy; unsigned int due; uint32_t vpn; } walk;

static void answer(void)
{
	top->i_rsp_valid_i = 0;
	top->iw_rsp_valid_i = 0;
	if (line.busy && tick >= line.due) {
		uint32_t words[9] = { 0 }, rsp[9] = { 0 };
		bool ok = tb_line(line.pa, words);

		for (int i = 0; i < 8; i++)
			rsp[i] = words[i];
		rsp[8] = ok ? 0 : 1;
		for (int i = 0; i < 9; i++)
			top->i_rsp_i[i] = rsp[i];
		top->i_rsp_valid_i = 1;
		line.busy = false;
	}
	if (walk.busy && tick >= walk.due) {
		bool ok = tb_walk(walk.vpn);

		// walk_rsp_t: {fault, r, w, x, giga, mega, ppn}
		top->iw_rsp_i = (static_cast<uint64_t>(!ok) << 34) | (7ull << 31) | walk.vpn;
		top->iw_rsp_valid_i = 1;
		walk.busy = false;
	}
}

static void ask(void)
{
	if (top->i_req_valid_o && top->i_req_ready_i && !line.busy) {
		line.busy = true;
		line.due = tick + 10;
		line.pa = get(&top->i_req_o[0], 288, 32);	// low part of pa
	}
	if (top->iw_req_valid_o && top->iw_req_ready_i && !walk.busy) {
		walk.busy = true;
		walk.due = tick + 20;
		walk.vpn = top->iw_req_o & 0xfffff;
	}
}

// ---- Trace
static const unsigned int wb_w = 23 + LANES + LANES * 32, wb_at = 222, start_at = wb_at + 2 * wb_w, extra_at = start_at + 98,
			  exit_at = extra_at + 38;

static void events(void)
{
	const uint32_t *t = &top->trace_o[0];

	if (get(t, extra_at + 37, 1))
		tb_on_start(get(t, start_at + 92, 6), get(t, extra_at, 32), get(t, extra_at + 32, 5), get(t, start_at + 60, 32),
			    get(t, start_at + 28, 32));
	for (unsigned int p = 0; p < 2; p++) {
		unsigned int at = wb_at + p * wb_w + LANES * 32;
		uint32_t data[LANES];

		if (!get(t, at + LANES + 22, 1))
			continue;
		for (unsigned int l = 0; l < LANES; l++)
			data[l] = get(t, wb_at + p * wb_w + l * 32, 32);
		tb_on_write(get(t, at + LANES + 16, 6), get(t, at + LANES + 8, 8), get(t, at + LANES + 3, 5), get(t, at + LANES, 3),
			    get(t, at, LANES), data);
	}
	for (unsigned int p = 0; p < 2; p++) {
		unsigned int at = p * 111;

		if (get(t, at + 110, 1))
			tb_on_issue(get(t, at + 104, 6), get(t, at + 96, 8), get(t, at + 64, 32), get(t, at + 32, 32), get(t, at, 32));
	}
	if (top->trap_valid_o && top->trap_ready_i) {
		const uint32_t *r = &top->trap_o[0];
		struct tb_trap trap = { get(r, 87, 6), get(r, 83, 4), get(r, 75, 8), get(r, 67, 8), get(r, 64, 3), get(r, 32, 32), get(r, 0, 32) };

		tb_on_trap(&trap);
	}
	if (top->cta_done_valid_o)
		tb_on_done(top->cta_done_slot_o);
	for (unsigned int i = 0; i < sizeof(top->perf_o) * 8 / 6 && i < 64; i++)
		perf[i] += get(&top->perf_o[0], i * 6, 6);
	perf[25] = get(&top->perf_o[0], 25 * 6, 6);
}

void tb_cycle(void)
{
	top->timebase_i = now;
	top->i_req_ready_i = !line.busy;
	top->iw_req_ready_i = !walk.busy;
	top->trap_ready_i = !trap_hold && (tick % 3) == 0;	// makes traps wait now and then
	answer();
	top->clk_i = 0;
	top->eval();
	if (top->rst_ni)
		events();
	ask();
	top->clk_i = 1;
	top->eval();
	tick++;
	now++;
}

void tb_reset(void)
{
	if (!top)
		top = new Vsm_top;
	top->rst_ni = 0;
	top->launch_valid_i = 0;
	top->kill_i = 0;
	top->quiesce_i = 0;
	top->tlb_flush_i = 0;
	top->l1_flush_i = 0;
	top->icache_flush_i = 0;
	line.busy = false;
	walk.busy = false;
	for (int i = 0; i < 4; i++)
		tb_cycle();
	top->rst_ni = 1;
	now = 0;
	for (uint64_t &p : perf)
		p = 0;
}

void tb_policy(const struct tb_policy *p)
{
	uint32_t w[5] = { };

	put(w, 0, 6, p->dbg_warp);
	put(w, 6, 1, p->fetch);
	put(w, 7, 8, 14);
	put(w, 15, 8, 6);
	put(w, 23, 16, 0xace1);
	put(w, 39, 8, p->yield_threshold);
	put(w, 47, 8, p->yield_period);
	put(w, 55, 2, p->yield_mode);
	put(w, 57, 2, p->branch);
	put(w, 59, 12, p->sched);
	put(w, 72, 9, 64);
	put(w, 117, 16, p->backstop);
	for (unsigned int i = 0; i < 5; i++)
		top->cfg_i[i] = w[i];
}

bool tb_launch(const struct tb_launch *l)
{
	uint32_t w[16] = { 0 };

	put(w, 0, 32, l->linear);
	put(w, 96, 32, l->linear);
	put(w, 177, 18, l->shared_bytes);
	put(w, 195, 21, ((1u << 20) + l->threads - 1) / l->threads);
	put(w, 216, 21, ((1u << 20) + l->threads - 1) / l->threads);
	put(w, 237, 3, 4);
	put(w, 240, 6, (l->threads + 31) / 32);
	put(w, 246, 11, l->threads);
	put(w, 257, 11, 1);
	put(w, 268, 11, 1);
	put(w, 279, 11, l->threads);
	put(w, 290, 32, 1);
	put(w, 322, 32, 1);
	put(w, 354, 32, l->grid_x);
	put(w, 386, 32, l->param);
	put(w, 418, 32, l->entry);
	put(w, 450, 6, TB_VM);
	put(w, 456, 8, l->gen);
	put(w, 464, 4, l->slot);
	for (unsigned int i = 0; i < 15; i++)
		top->launch_i[i] = w[i];
	top->clk_i = 0;
	top->eval();
	if (!top->launch_fits_o)
		return false;
	top->launch_valid_i = 1;
	tb_cycle();
	top->launch_valid_i = 0;
	return true;
}

void tb_hold_traps(bool on) { trap_hold = on; }
void tb_kill(uint32_t slots) { top->kill_i = static_cast<uint16_t>(slots); }
void tb_quiesce(bool on) { top->quiesce_i = on; }
bool tb_quiesced(void) { return top->quiesced_o; }
uint32_t tb_busy(void) { return top->slot_busy_o; }
uint64_t tb_now(void) { return now; }
uint64_t tb_perf(unsigned int counter) { return perf[counter]; }
unsigned int tb_lanes(void) { return LANES; }
unsigned int tb_pods(void) { return PODS; }
uint32_t tb_dbg_pc(void) { return get(&top->dbg_o[0], 48, 32); }

void tb_flush(void)
{
	top->tlb_flush_i = 1;
	top->l1_flush_i = 1;
	top->icache_flush_i = 1;
	tb_cycle();
	top->tlb_flush_i = 0;
	top->l1_flush_i = 0;
	top->icache_flush_i = 0;
}
