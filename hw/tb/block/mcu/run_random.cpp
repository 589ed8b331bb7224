// SPDX-License-Identifier: MIT
// Runs random programs on the core and on the reference side by side. usage: Vmcu_random SEED
// PROGRAMS
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vmcu_bench.h"
#include "verilated.h"

#include "random.h"
#include "smgpu_fw_abi.h"

enum { Words = 900, MostCycles = 60000, IrqWithin = 5, DmaWords = 256, DmaWaits = 60 };

// What must have happened at least once
enum kind { KAlu, KLoad, KStore, KBus, KMul, KDiv, KBranch, KJump, KCsr, KTrap, Kinds };
static const char *const kind_names[] = { "alu", "load",   "store", "bus", "mul",
					  "div", "branch", "jump",  "csr", "trap" };
static unsigned irq_after[Kinds], trap_after[Kinds], causes[16], redirects;

static kind kind_of(uint32_t w, bool bus)
{
	switch (w & 127) {
	case 0x03: return bus ? KBus : KLoad;
	case 0x23: return bus ? KBus : KStore;
	case 0x63: return KBranch;
	case 0x67: case 0x6f: return KJump;
	case 0x73: return KCsr;
	case 0x33: return w >> 25 != 1 ? KAlu : w >> 14 & 1 ? KDiv : KMul;
	default: return KAlu;
	}
}

struct Run {
	Vmcu_bench *t;
	Reference ref;
	Bus bus = {};
	kind last = KAlu;
	unsigned late = 0;
	long retired = 0;
	bool ended = false;
	char why[200] = "";

	// What has been held on the bus without an answer
	bool held = false;
	uint32_t held_addr = 0, held_data = 0, held_kind = 0;

	bool fail(const char *what, uint32_t got, uint32_t want)
	{
		snprintf(why, sizeof(why), "%s: %08x, expected %08x, at pc %08x, instruction %ld",
			 what, got, want, ref.at, retired);
		return false;
	}
	// An access has been answered with an error, which comes to the core some cycles later.
	bool erred = false;
	// Accesses of the DMA engines to the last words of the TCM, of which nothing of the program
	// knows
	struct {
		bool valid = false, write = false, read_back = false;
		uint32_t at = 0, value = 0, want = 0;
		unsigned waits = 0;
	} dma[2];
	uint32_t dma_words[DmaWords] = {};

	bool compare();
	void serve();
	void dma_ask();
	void dma_answer();
	bool go(const std::vector<uint32_t> &program);
};

bool Run::compare()
{
	bool irq = t->trace_trap_o && t->trace_cause_o >> 31;
	bool enabled = (ref.mstatus & 8) && (ref.mie & 0x800);
	uint32_t size = 4 * (uint32_t)ref.tcm.size(),
		 w = ref.pc - Reference::Tcm < size ? ref.tcm[(ref.pc - Reference::Tcm) / 4] : 0;
	bool dram = ref.touches_bus(), bus_error = dram && erred && !irq;

	if (irq && !enabled)
		return fail("interrupt while masked", t->trace_cause_o, 0);
	ref.step(irq, bus_error);
	if (bus_error)
		erred = false;
	if (t->trace_pc_o != ref.at)
		return fail("pc", t->trace_pc_o, ref.at);
	if ((bool)t->trace_trap_o != ref.trapped)
		return fail(ref.trapped ? "no trap" : "trap", t->trace_cause_o, ref.cause);
	if (ref.trapped) {
		if (t->trace_cause_o != ref.cause)
			return fail("cause", t->trace_cause_o, ref.cause);
		if (!bus_error && t->trace_value_o != ref.tval)
			return fail("mtval", t->trace_value_o, ref.tval);
		(irq ? irq_after : trap_after)[last]++;
		if (!irq)
			causes[ref.cause & 15]++;
		last = KTrap;
		late = 0;
		return true;
	}
	if ((bool)t->trace_we_o != ref.wrote)
		return fail("write of a register", t->trace_we_o, ref.wrote);
	if (ref.wrote && t->trace_rd_o != ref.rd)
		return fail("rd", t->trace_rd_o, ref.rd);
	if (ref.wrote && t->trace_data_o != ref.value)
		return fail("value", t->trace_data_o, ref.value);
	redirects += ref.pc != ref.at + 4;
	last = kind_of(w, dram);
	retired++;
	late = t->irq_i && enabled ? late + 1 : 0;
	if (late > IrqWithin)
		return fail("interrupt not taken after instructions", late, IrqWithin);
	return true;
}

// One answer in three cycles or so
void Run::serve()
{
	bool posts = t->bus_write_o && !t->bus_dram_o, answer = t->bus_valid_o && random() % 3 == 0;
	uint32_t kind = (uint32_t)(t->bus_write_o | t->bus_dram_o << 1 | t->bus_be_o << 2);

	if (held && (!t->bus_valid_o || t->bus_addr_o != held_addr || kind != held_kind ||
		     (t->bus_write_o && t->bus_wdata_o != held_data)))
		fail("a request on the bus did not stay", t->bus_addr_o, held_addr);
	held = t->bus_valid_o && !answer;
	held_addr = t->bus_addr_o, held_data = t->bus_wdata_o, held_kind = kind;
	bool error = answer && t->bus_dram_o && random() % 50 == 0;
	erred |= error;
	t->bus_posted_i = answer && posts;
	t->bus_ready_i = answer && !posts;
	t->bus_error_i = error;
	t->bus_rdata_i = (uint32_t)random();
	if (!answer || error)
		return;
	uint32_t *word = &(t->bus_dram_o ? bus.dram : bus.regs)[t->bus_addr_o / 4 % 256];
	if (t->bus_write_o) {
		for (int k = 0; k < 4; k++)
			if (t->bus_be_o >> k & 1)
				*word = (*word & ~(0xffu << 8 * k)) |
					(t->bus_wdata_o & (0xffu << 8 * k));
		if (!t->bus_dram_o && t->bus_addr_o == 0x3f8) t->irq_i = 0;
		if (!t->bus_dram_o && t->bus_addr_o == RandomEnd) ended = true;
	} else {
		t->bus_rdata_i = *word;
	}
}

void Run::dma_ask()
{
	uint64_t data = 0;

	for (int i = 0; i < 2; i++) {
		if (!dma[i].valid && random() % 6 == 0) {
			dma[i].valid = true;
			dma[i].write = random() % 2;
			dma[i].at = (uint32_t)random() % DmaWords;
			dma[i].value = (uint32_t)random();
		}
		data |= (uint64_t)dma[i].value << 32 * i;
	}
	t->dma_valid_i = dma[0].valid | dma[1].valid << 1;
	t->dma_write_i = dma[0].write | dma[1].write << 1;
	t->dma_addr0_i = SMGPU_FW_MAX_BYTES - 4 * DmaWords + 4 * dma[0].at;
	t->dma_addr1_i = SMGPU_FW_MAX_BYTES - 4 * DmaWords + 4 * dma[1].at;
	t->dma_wdata_i = data;
}

// At the end of the cycle: what was read is compared in the next one.
void Run::dma_answer()
{
	for (int i = 0; i < 2; i++) {
		if (dma[i].read_back && t->dma_rdata_o != dma[i].want)
			fail("DMA reads the TCM", t->dma_rdata_o, dma[i].want);
		dma[i].read_back = false;
		if (!dma[i].valid)
			continue;
		if (!(t->dma_ready_o >> i & 1)) {
			if (++dma[i].waits > DmaWaits)
				fail("cycles for which DMA waits for the TCM", dma[i].waits,
				     DmaWaits);
			continue;
		}
		dma[i].valid = false;
		dma[i].waits = 0;
		if (dma[i].write) {
			dma_words[dma[i].at] = dma[i].value;
		} else {
			dma[i].want = dma_words[dma[i].at];
			dma[i].read_back = true;
		}
	}
}

bool Run::go(const std::vector<uint32_t> &program)
{
	ref.tcm.assign(SMGPU_FW_MAX_BYTES / 4, 0);
	for (size_t i = 0; i < ref.tcm.size(); i++)
		ref.tcm[i] = i < program.size() ? program[i]
						: (uint32_t)random() << 1 ^ (uint32_t)random();
	auto tick = [&] { t->clk_i = 0; t->eval(); t->clk_i = 1; t->eval(); };
	t->rst_ni = 0;
	t->run_i = 0;
	t->irq_i = 0;
	t->bus_posted_i = 0;
	t->bus_ready_i = 0;
	t->bus_error_i = 0;
	t->dma_valid_i = 0;
	tick();
	t->rst_ni = 1;
	for (size_t i = 0; i < ref.tcm.size(); i++) {
		t->dma_valid_i = 1;
		t->dma_write_i = 1;
		t->dma_addr0_i = 4 * i;
		t->dma_wdata_i = ref.tcm[i];
		tick();
	}
	t->dma_valid_i = 0;
	for (unsigned i = 0; i < DmaWords; i++)
		dma_words[i] = ref.tcm[SMGPU_FW_MAX_BYTES / 4 - DmaWords + i];
	t->run_i = 1;
	for (long cycle = 0; cycle < MostCycles && !ended; cycle++) {
		t->clk_i = 0;
		if (random() % (t->sleeping_o ? 20 : 150) == 0) t->irq_i = 1;
		else if (random() % 500 == 0 && !t->sleeping_o) t->irq_i = 0;
		dma_ask();
		t->eval();
		serve();
		t->eval();
		dma_answer();
		if (*why || ((t->retired_o || t->trace_trap_o) && !compare()))
			return false;
		if (ref.locked)
			return fail("locked up", 0, 0);
		t->clk_i = 1;
		t->eval();
	}
	if (!ended)
		return fail("cycles until the end", MostCycles, 0);
	if (memcmp(bus.regs, ref.bus.regs, sizeof(bus.regs)) ||
	    memcmp(bus.dram, ref.bus.dram, sizeof(bus.dram)))
		return fail("memory behind the bus differs", 0, 0);
	return true;
}

int main(int argc, char **argv)
{
	unsigned seed = argc > 1 ? (unsigned)strtoul(argv[1], nullptr, 0) : 1,
		 programs = argc > 2 ? (unsigned)atoi(argv[2]) : 100, i;
	unsigned missing = 0;
	long retired = 0;

	srandom(seed);
	Verilated::randReset(2);
	Vmcu_bench *t = new Vmcu_bench;
	for (i = 0; i < programs; i++) {
		Run run;

		run.t = t;
		if (!run.go(random_program(Words))) {
			printf("not ok mcu.random: seed %u, program %u: %s\n", seed, i, run.why);
			return 1;
		}
		retired += run.retired;
	}
	printf("ok mcu.random # seed %u, %u programs, %ld instructions, %u jumps\n", seed, programs,
	       retired, redirects);
	for (i = 0; i < Kinds; i++) {
		// A trap masks interrupts.
		if (!irq_after[i] && i != KTrap)
			printf("# no interrupt after %s\n", kind_names[i]), missing++;
		if (!trap_after[i] && i != KTrap)
			printf("# no trap after %s\n", kind_names[i]), missing++;
	}
	for (i = 0; i < 12; i++)
		if (i != 8 && i != 9 && i != 10 && !causes[i])
			printf("# no trap of cause %u\n", i), missing++;
	if (programs < 20)
		return 0;
	printf("%sok mcu.random_covers%s\n", missing ? "not " : "", missing ? ": see above" : "");
	delete t;
	return missing != 0;
}
