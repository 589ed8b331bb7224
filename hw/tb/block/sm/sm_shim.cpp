// SPDX-License-Identifier: MIT
// Pins of sm_bench for the C bench: clock, launches, instruction memory and page walks.
#include "Vsm_bench.h"
#include "smgpu_perf.h"
#include "sm_tb.h"
#include "verilated.h"

#if !defined(LANES) || !defined(PODS) || !defined(WARPS)
#error LANES, PODS or WARPS is not set
#endif

static Vsm_bench *top;
static uint64_t now, perf[sizeof(top->perf_o) / 4];
static unsigned int tick;
static bool trap_hold;

// ---- Instruction memory: requests are answered after a few cycles, or after as many
// as a test wants for some lines
static struct { bool busy; unsigned int due; uint32_t pa; uint8_t id; } line[4];
static struct { uint32_t from, bytes; unsigned int cycles; } slow;
static struct { bool busy; unsigned int due; uint32_t vpn, vm; } walk;

static void answer(void)
{
	top->i_answer_i = 0;
	top->iw_answer_i = 0;
	for (auto &l : line) {
		uint32_t words[8] = { };

		if (!l.busy || tick < l.due || top->i_answer_i)
			continue;
		top->i_err_i = !tb_line(l.pa, words);
		for (int i = 0; i < 8; i++)
			top->i_data_i[i] = words[i];
		top->i_answer_i = 1;
		top->i_answer_id_i = l.id;
		l.busy = false;
	}
	if (walk.busy && tick >= walk.due) {
		top->iw_fault_i = !tb_walk(walk.vpn);
		top->iw_ppn_i = walk.vpn + (walk.vm == TB_VM ? 0 : TB_OTHER >> 12);
		top->iw_answer_i = 1;
		walk.busy = false;
	}
}

static void ask(void)
{
	for (auto &l : line) {
		if (l.busy || !top->i_valid_o || !top->i_ready_i)
			continue;
		l.busy = true;
		l.pa = top->i_pa_o;
		l.due = tick + (l.pa - slow.from < slow.bytes ? slow.cycles : 10);
		l.id = top->i_id_o;
		break;
	}
	if (top->iw_valid_o && top->iw_ready_i && !walk.busy) {
		walk.busy = true;
		walk.due = tick + 20;
		walk.vpn = top->iw_vpn_o;
		walk.vm = top->iw_vm_o;
	}
}

static void count(void)
{
	for (unsigned int i = 0; i < sizeof(perf) / sizeof(perf[0]); i++)
		perf[i] += top->perf_o[i];
	perf[SMGPU_PERF_SM_DTOK_DEEPEST] = top->perf_o[SMGPU_PERF_SM_DTOK_DEEPEST];
}

void tb_cycle(void)
{
	top->timebase_i = now;
	top->i_ready_i = 0;
	for (auto &l : line)
		top->i_ready_i |= !l.busy;
	top->iw_ready_i = !walk.busy;
	top->trap_ready_i = !trap_hold && (tick % 3) == 0;	// makes traps wait now and then
	answer();
	top->clk_i = 0;
	top->eval();
	if (top->rst_ni)
		count();
	ask();
	top->clk_i = 1;
	top->eval();
	if (top->rst_ni)
		tb_on_cycle();
	tick++;
	now++;
}

void tb_reset(void)
{
	if (!top)
		top = new Vsm_bench;
	top->rst_ni = 0;
	top->launch_valid_i = 0;
	top->kill_i = 0;
	top->quiesce_i = 0;
	top->flush_i = 0;
	for (auto &l : line)
		l.busy = false;
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
	top->sched_i = p->sched;
	top->prio_i = p->prio;
	top->prio_pc_from_i = p->stretch.from / 4;
	top->prio_pc_to_i = p->stretch.to / 4;
	top->prio_pc_threads_i = p->stretch.threads;
	top->prio_pc_limit_i = p->stretch.limit;
	top->bonus_texture_i = p->bonus.texture;
	top->bonus_op_i = p->bonus.op;
	top->bonus_pixel_i = p->bonus.pixel;
	top->bonus_types_i = p->bonus.types;
	top->bonus_slots_i = p->bonus.slots;
	top->oversub_low_i = p->oversub_low;
	top->oversub_high_i = p->oversub_high;
	top->branch_policy_i = p->branch;
	top->yield_mode_i = p->yield_mode;
	top->yield_period_i = p->yield_period;
	top->yield_threshold_i = p->yield_threshold;
	top->fetch_policy_i = p->fetch;
	top->backstop_i = p->backstop;
	top->dbg_warp_i = p->dbg_warp;
}

bool tb_launch(const struct tb_launch *l)
{
	top->launch_slot_i = l->slot;
	top->launch_gen_i = l->gen;
	top->launch_vm_i = TB_VM ^ l->vm_bits;
	top->launch_entry_i = l->entry;
	top->launch_param_i = l->param;
	top->launch_grid_x_i = l->grid_x;
	top->launch_threads_i = l->threads;
	top->launch_shared_i = l->shared_bytes;
	top->launch_linear_i = l->linear;
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
void tb_slow(uint32_t from, uint32_t bytes, unsigned int cycles) { slow = { from, bytes, cycles }; }
void tb_quiesce(bool on) { top->quiesce_i = on; }
bool tb_quiesced(void) { return top->quiesced_o; }
uint32_t tb_busy(void) { return top->slot_busy_o; }
uint64_t tb_now(void) { return now; }
uint64_t tb_perf(unsigned int counter) { return perf[counter]; }
unsigned int tb_lanes(void) { return LANES; }
unsigned int tb_pods(void) { return PODS; }
unsigned int tb_warps(void) { return WARPS; }
uint32_t tb_dbg_pc(void) { return top->dbg_pc_o; }
struct tb_position tb_dbg_position(void)
{
	return { uint32_t(field_get(top->dbg_position_o, POSITION_TILE)),
		 uint32_t(field_get(top->dbg_position_o, POSITION_PHASE)),
		 uint32_t(field_get(top->dbg_position_o, POSITION_TEX)) };
}

void tb_flush(void)
{
	top->flush_i = 1;
	tb_cycle();
	top->flush_i = 0;
}
