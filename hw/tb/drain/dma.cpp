// SPDX-License-Identifier: MIT
// The DMA engine: transfers between pages of a space, TCM and a pattern, the space's pages moving in each cycle of one.
#include "Vdma.h"
#include "drain.h"

double sc_time_stamp() { return 0; }

enum { TCM = 2, SPACE = 3, FILL = 4 };
static const uint32_t SRC = 0x10008, DST = 0x20014, BYTES = 0x120, PATTERN = 0x600d600d;

static uint32_t tcm_initial(uint32_t at) { return at * 40503u + 1; }

// Returns the cycle in which it ended.
static unsigned transfer(const char *name, unsigned src, unsigned dst, unsigned latency, unsigned flush_at, unsigned vm)
{
	drain<Vdma> d(name, latency, flush_at, vm);
	const uint32_t regs[][2] = { { 0x00, src == TCM ? SRC & 0xfff : SRC }, { 0x04, 0 }, { 0x08, dst == TCM ? DST & 0xfff : DST }, { 0x0c, 0 },
				     { 0x10, BYTES }, { 0x14, PATTERN }, { 0x18, src | dst << 4 | VM << 8 } };
	std::map<uint32_t, uint32_t> tcm;
	uint32_t reads = 0;
	bool done = false;

	while (!done) {
		d.top->reg_valid_i = d.top->reg_write_i = d.now < 7;
		if (d.now < 7) {
			d.top->reg_addr_i = 0x200 + regs[d.now][0];
			d.top->reg_wdata_i = regs[d.now][1];
		}
		d.top->tcm_rdata_i = reads;
		d.top->tcm_ready_i = d.now % 4 != 1;
		d.cycle([&] {
			if (d.top->tcm_valid_o && d.top->tcm_ready_i && d.top->tcm_write_o)
				tcm[d.top->tcm_addr_o] = d.top->tcm_wdata_o;
			reads = tcm_initial(d.top->tcm_addr_o);
			done = d.top->done_pulse_o;
		});
		if (d.now > 3000)
			d.fail("the transfer does not end");
	}
	for (uint32_t i = 0; i < BYTES; i += 4) {
		const uint32_t from[2] = { src == FILL ? PATTERN : src == TCM ? tcm_initial((SRC & 0xfff) + i) : d.initial(OLD + SRC + i),
					   src == FILL ? PATTERN : src == TCM ? tcm_initial((SRC & 0xfff) + i) : d.initial(NEW + SRC + i) };
		const bool old = d.memory.count(OLD + DST + i), now = d.memory.count(NEW + DST + i);
		const uint32_t got = dst == TCM ? tcm[(DST & 0xfff) + i] : d.memory[(old ? OLD : NEW) + DST + i];

		if (dst != TCM && old == now)
			d.fail(old ? "a word was written twice" : "a word was not written");
		if (got != from[0] && got != from[1])
			d.fail("a wrong word");
		if (dst != TCM && now && flush_at == NEVER)
			d.fail("a word went to a page of later");
	}
	return d.now;
}

int main()
{
	static const struct {
		const char *name;
		unsigned src, dst;
	} kinds[] = { { "dma_copy", SPACE, SPACE }, { "dma_to_tcm", SPACE, TCM }, { "dma_from_tcm", TCM, SPACE }, { "dma_fill", FILL, SPACE } };

	for (auto &k : kinds) {
		unsigned runs = 0;

		for (unsigned latency : { 1, 6, 30 }) {
			unsigned end = transfer(k.name, k.src, k.dst, latency, NEVER, VM);

			for (unsigned at = 0; at < end; at++, runs += 2) {
				transfer(k.name, k.src, k.dst, latency, at, VM);
				transfer(k.name, k.src, k.dst, latency, at, VM + 1);
			}
		}
		printf("ok drain_%s # %u flushes\n", k.name, runs);
	}
	return 0;
}
