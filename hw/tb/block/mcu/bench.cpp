// SPDX-License-Identifier: MIT
// Runs prog.c on the Verilated core and compares what it reports with the host. usage: bench
// PROGRAM.bin
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "Vmcu_bench.h"
#include "verilated.h"

#include "ops.h"
#include "table.h"

#define EVAL(name, expr) case __COUNTER__: return expr;
static uint32_t oracle(uint32_t op, uint32_t a, uint32_t b)
{
	switch (op) {
	OPS(EVAL)
	}
	return 0;
}
#define NAME(name, expr) #name,
static const char *const op_names[] = { OPS(NAME) };
static const char *const case_names[] = { "tcm",	   "dram",	  "register",
					  "ecall",	   "illegal",	  "misaligned_load",
					  "fault_load",	   "fault_store", "misaligned_store",
					  "csr_read_only", "minstret",	  "wfi_masked",
					  "interrupt" };

int main(int argc, char **argv)
{
	static uint8_t image[131072], dram[8192];
	uint32_t regs[4096] = {};
	const unsigned cases = sizeof(case_names) / sizeof(case_names[0]),
		       ops = sizeof(op_names) / sizeof(op_names[0]);
	unsigned bad_ops[64] = {}, done_ops[64] = {}, failed = 0;
	uint32_t index = 0;
	int outcome[64], irq_in = -1;
	bool done = false;

	memset(outcome, -1, sizeof(outcome));
	FILE *f = argc > 1 ? fopen(argv[1], "rb") : nullptr;
	if (!f || !fread(image, 1, sizeof(image), f))
		return 2;
	fclose(f);
	Verilated::randReset(2);
	Vmcu_bench *t = new Vmcu_bench;
	auto tick = [&] { t->clk_i = 0; t->eval(); t->clk_i = 1; t->eval(); };

	t->rst_ni = 0;
	t->run_i = 0;
	t->irq_i = 0;
	t->bus_ready_i = 0;
	t->bus_posted_i = 0;
	t->bus_error_i = 0;
	t->dma_valid_i = 0;
	tick();
	t->rst_ni = 1;
	for (unsigned i = 0; i < sizeof(image); i += 4) {
		uint32_t w;

		memcpy(&w, image + i, 4);
		t->dma_valid_i = 1; t->dma_write_i = 1; t->dma_addr0_i = i; t->dma_wdata_i = w;
		tick();
	}
	t->dma_valid_i = 0;
	t->run_i = 1;
	long cycle, retired = 0;
	for (cycle = 0; cycle < 2000000 && !t->locked_up_o; cycle++) {
		t->clk_i = 0; t->eval();
		bool answer = t->bus_valid_o && random() % 3 == 0,
		     posts = t->bus_write_o && !t->bus_dram_o;
		t->bus_ready_i = answer && !posts;
		t->bus_posted_i = answer && posts;
		t->eval();
		if (answer) {
			uint32_t off = t->bus_addr_o;
			if (t->bus_dram_o) {
				uint32_t word;
				off &= 0x1ffc;
				for (int k = 0; k < 4; k++)
					if (t->bus_write_o && (t->bus_be_o >> k & 1))
						dram[off + k] = t->bus_wdata_o >> (8 * k);
				memcpy(&word, dram + off, 4);
				t->bus_rdata_i = word;
			} else if (t->bus_write_o) {
				uint32_t v = t->bus_wdata_o;
				regs[off / 4 & 4095] = v;
				if (off == 0x100) index = v;
				if (off == 0x104 && index < sizeof(table) / sizeof(table[0])) {
					uint32_t want = oracle(table[index].op, table[index].a,
							       table[index].b);
					done_ops[table[index].op]++;
					if (v != want && !bad_ops[table[index].op]++)
						printf("# %s %08x %08x: %08x, expected %08x\n",
						       op_names[table[index].op], table[index].a,
						       table[index].b, v, want);
				}
				if (off >= 0x200 && off < 0x300) outcome[(off - 0x200) / 4] = v;
				if (off == 0x300) t->irq_i = 0;
				if (off == 0x304) irq_in = 200;
				if (off == 0x308) done = true;
			} else {
				t->bus_rdata_i = regs[off / 4 & 4095];
			}
		}
		t->eval();
		retired += t->retired_o;
		t->clk_i = 1; t->eval();
		if (irq_in > 0 && --irq_in == 0) {
			if (!t->sleeping_o) {
				printf("not ok mcu.sleep: not asleep in wfi\n");
				failed++;
			} else
				printf("ok mcu.sleep\n");
			t->irq_i = 1;
		}
	}
	for (unsigned i = 0; i < ops; i++) {
		bool good = done_ops[i] && !bad_ops[i];
		printf("%sok mcu.%s%s\n", good ? "" : "not ", op_names[i],
		       good ? "" : ": wrong or missing results");
		failed += !good;
	}
	for (unsigned i = 0; i < cases; i++) {
		printf("%sok mcu.%s%s\n", outcome[i] == 1 ? "" : "not ", case_names[i],
		       outcome[i] == 1	? ""
		       : outcome[i] < 0 ? ": not reached"
					: ": wrong");
		failed += outcome[i] != 1;
	}
	bool locked = done && t->locked_up_o;
	printf("%sok mcu.lock_up%s\n", locked ? "" : "not ",
	       locked ? "" : ": a trap in a trap did not lock the core up");
	failed += !locked;
	printf("# %ld cycles, %ld instructions, pc %08x\n", cycle, retired, t->pc_o);
	delete t;
	return failed != 0;
}
