// SPDX-License-Identifier: MIT
// The DMA engine: transfers between pages of a space, TCM and a pattern, the space's pages moving
// in each cycle of one; and between physical addresses of all sizes, past each power of two.
#include "Vdma.h"
#include "drain.h"
#include "smgpu_regs.h"

double sc_time_stamp() { return 0; }

enum {
	CARD = SMGPU_DMA_CTRL_SRC_SPACE_CARD,
	HOST = SMGPU_DMA_CTRL_SRC_SPACE_HOST,
	TCM = SMGPU_DMA_CTRL_SRC_SPACE_TCM,
	SPACE = SMGPU_DMA_CTRL_SRC_SPACE_VM,
	FILL = SMGPU_DMA_CTRL_SRC_SPACE_FILL,
};
static const uint32_t SRC = 0x10008, DST = 0x20014, BYTES = 0x120, PATTERN = 0x600d600d;

static uint32_t tcm_initial(uint32_t at) { return at * 40503u + 1; }

// The registers are written in the first cycles.
static void start(drain<Vdma> &d, unsigned src_space, uint64_t src, unsigned dst_space,
		  uint64_t dst, uint32_t bytes)
{
	const uint32_t regs[][2] = {
		{ SMGPU_DMA_SRC_LO(0), uint32_t(src) },
		{ SMGPU_DMA_SRC_HI(0), uint32_t(src >> 32) },
		{ SMGPU_DMA_DST_LO(0), uint32_t(dst) },
		{ SMGPU_DMA_DST_HI(0), uint32_t(dst >> 32) },
		{ SMGPU_DMA_LEN(0), bytes },
		{ SMGPU_DMA_FILL(0), PATTERN },
		{ SMGPU_DMA_CTRL(0), src_space << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT |
					     dst_space << SMGPU_DMA_CTRL_DST_SPACE_SHIFT |
					     VM << SMGPU_DMA_CTRL_VM_SHIFT },
	};
	const unsigned n = sizeof(regs) / sizeof(regs[0]);

	d.top->reg_valid_i = d.top->reg_write_i = d.now < n;
	if (d.now < n) {
		d.top->reg_addr_i = regs[d.now][0];
		d.top->reg_wdata_i = regs[d.now][1];
	}
}

// Returns the cycle in which it ended.
static unsigned transfer(const char *name, unsigned src, unsigned dst, unsigned latency,
			 unsigned flush_at, unsigned vm)
{
	drain<Vdma> d(name, latency, flush_at, vm);
	const uint64_t from_reg = src == TCM ? SRC & 0xfff : SRC,
		       to_reg = dst == TCM ? DST & 0xfff : DST;
	std::map<uint32_t, uint32_t> tcm;
	uint32_t reads = 0;
	bool done = false;

	while (!done) {
		start(d, src, from_reg, dst, to_reg, BYTES);
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
		const uint32_t from[2] = { src == FILL	? PATTERN
					   : src == TCM ? tcm_initial((SRC & 0xfff) + i)
							: d.initial(OLD + SRC + i),
					   src == FILL	? PATTERN
					   : src == TCM ? tcm_initial((SRC & 0xfff) + i)
							: d.initial(NEW + SRC + i) };
		const bool old = d.memory.count(OLD + DST + i), now = d.memory.count(NEW + DST + i);
		const uint32_t got = dst == TCM ? tcm[(DST & 0xfff) + i]
						: d.memory[(old ? OLD : NEW) + DST + i];

		if (dst != TCM && old == now)
			d.fail(old ? "a word was written twice" : "a word was not written");
		if (got != from[0] && got != from[1])
			d.fail("a wrong word");
		if (dst != TCM && now && flush_at == NEVER)
			d.fail("a word went to a page of later");
	}
	return d.now;
}

static const uint64_t ADDRESSES = 1ull << 40, HOST_PA = 1ull << 40; // HOST_PA: of host memory in a
								    // request to memory
enum broken { NOTHING, SOURCE, DESTINATION };

static uint32_t read_register(drain<Vdma> &d, uint16_t at)
{
	d.top->reg_valid_i = 1;
	d.top->reg_write_i = 0;
	d.top->reg_addr_i = at;
	d.cycle([] {});
	return d.top->reg_rdata_o;
}

// Physical addresses, which pass a power of two in the middle. Each word goes to its place and to
// no other. If the line behind the power of two, or the one before it, can't be read or written,
// its address is told.
static void far(unsigned src_space, uint64_t src, unsigned dst_space, uint64_t dst, broken what,
		bool before)
{
	const uint32_t bytes = 0x100;
	drain<Vdma> d("dma_far", 6, NEVER, VM);
	const uint64_t src_pa = src + (src_space == HOST) * HOST_PA,
		       dst_pa = dst + (dst_space == HOST) * HOST_PA;
	const uint64_t offset = bytes / 2 - (before ? 32 : 0);
	bool done = false;

	if (what)
		d.broken = [&](uint64_t pa) {
			return pa == (what == DESTINATION ? dst_pa : src_pa) + offset;
		};
	while (!done) {
		start(d, src_space, src, dst_space, dst, bytes);
		d.cycle([&] { done = d.top->done_pulse_o; });
		if (d.now > 3000)
			d.fail("the transfer does not end");
	}
	const uint32_t status = read_register(d, SMGPU_DMA_STATUS(0));
	const uint32_t error = (status & SMGPU_DMA_STATUS_ERROR_MASK) >>
			       SMGPU_DMA_STATUS_ERROR_SHIFT;
	if (what) {
		const uint64_t at = uint64_t(read_register(d, SMGPU_DMA_FAULT_HI(0))) << 32 |
				    read_register(d, SMGPU_DMA_FAULT_VA(0));

		if (error != 2 || !(status & SMGPU_DMA_STATUS_ERROR_DST_MASK) != (what == SOURCE))
			d.fail("an error is not told");
		if (at != (what == DESTINATION ? dst : src) + offset)
			d.fail("an error is told with another address");
		return;
	}
	if (error)
		d.fail("an error");
	for (uint32_t i = 0; i < bytes; i += 4)
		if (!d.memory.count(dst_pa + i) ||
		    d.memory[dst_pa + i] != (src_space == FILL ? PATTERN : d.initial(src_pa + i)))
			d.fail("a wrong word");
	if (d.memory.size() != bytes / 4)
		d.fail("a word went elsewhere");
}

// Source and destination pass a power of two, together or one of them: one at which a bit becomes
// 1, and one at which all bits from there on do.
static void far_all()
{
	unsigned runs = 0;

	for (unsigned bit = 8; bit < 40; bit++) {
		for (uint64_t past : { 1ull << bit, ADDRESSES - (1ull << bit) }) {
			const uint64_t at = past - 0x80, elsewhere = (past ^ 3ull << 38) + 0x2004;

			for (unsigned space : { CARD, HOST }) {
				far(space, at, !space, at, NOTHING, false);
				far(space, at, space, elsewhere, NOTHING, false);
				far(space, elsewhere, space, at, NOTHING, false);
				far(FILL, 0, space, at, NOTHING, false);
				for (broken what : { SOURCE, DESTINATION })
					for (bool before : { false, true })
						far(space, at, !space, at, what, before);
				runs += 8;
			}
		}
	}
	printf("ok drain_dma_far # %u transfers past powers of two\n", runs);
}

// Several chunks fail, and memory answers the later ones first: the error nearest to the beginning
// is told. Source lines fail from one of them on, destination lines from another.
static void errors_backwards()
{
	const uint64_t src = 0x100000, dst = 0x200000;
	const uint32_t bytes = 0x600;	// more chunks than slots
	unsigned runs = 0;

	for (uint64_t bad_src = 0; bad_src <= bytes; bad_src += 32) {
		for (uint64_t bad_dst = 0; bad_dst <= bytes; bad_dst += 32, runs++) {
			drain<Vdma> d("dma_errors", 30 + runs % 7, NEVER, VM);
			bool done = false, at_dst = bad_dst < bad_src;
			uint64_t first = at_dst ? dst + bad_dst : src + bad_src, told;

			d.backwards = true;
			d.broken = [&](uint64_t pa) {
				return (pa >= src + bad_src && pa < src + bytes) ||
				       (pa >= dst + bad_dst && pa < dst + bytes);
			};
			while (!done) {
				start(d, CARD, src, CARD, dst, bytes);
				d.cycle([&] { done = d.top->done_pulse_o; });
				if (d.now > 3000)
					d.fail("the transfer does not end");
			}
			const uint32_t status = read_register(d, SMGPU_DMA_STATUS(0));
			const bool good = bad_src == bytes && bad_dst == bytes;

			if (good != !(status & SMGPU_DMA_STATUS_ERROR_MASK) ||
			    !(status & SMGPU_DMA_STATUS_ERROR_DST_MASK) != (good || !at_dst))
				d.fail("another error than the first one is told");
			told = read_register(d, SMGPU_DMA_FAULT_VA(0));
			if (!good && told != first)
				d.fail("an error is told that is not the first one");
		}
	}
	printf("ok drain_dma_errors # %u transfers\n", runs);
}

int main()
{
	far_all();
	errors_backwards();

	static const struct {
		const char *name;
		unsigned src, dst;
	} kinds[] = { { "dma_copy", SPACE, SPACE },
		      { "dma_to_tcm", SPACE, TCM },
		      { "dma_from_tcm", TCM, SPACE },
		      { "dma_fill", FILL, SPACE } };

	for (auto &k : kinds) {
		unsigned runs = 0;

		for (unsigned latency : { 1, 6, 30 }) {
			unsigned end = transfer(k.name, k.src, k.dst, latency, NEVER, VM);

			for (unsigned at = 0; at < end; at++, runs += 2) {
				transfer(k.name, k.src, k.dst, latency, at, VM);
				transfer(k.name, k.src, k.dst, latency, at, VM ^ 1u << at % 6);
			}
		}
		printf("ok drain_%s # %u flushes\n", k.name, runs);
	}
	return 0;
}
