// SPDX-License-Identifier: MIT
// Doorbells behind BAR2 writes, as the control core sees them: a program of it waits for a
// doorbell, clears it, reads what memory holds and tells both. It finds what was written through
// BAR2 before the doorbell, however long memory takes and whatever BAR2 is doing; and each doorbell
// is told, whatever BAR2 does behind it.
#include <cstring>
#include <deque>
#include <map>

#include "Vcard_control.h"
#include "asm.h"
#include "bench.h"
#include "smgpu_fw_abi.h"
#include "smgpu_regs.h"

double sc_time_stamp() { return 0; }

enum { PORTS = 4, BAR2 = 3, CORE = 2 };
// of the control core
static const uint32_t REGISTERS = SMGPU_MCU_REGS_BASE, MEMORY = SMGPU_MCU_DRAM_BASE;
static const uint32_t PROGRAM = 0x1000, DATA = 0x2000, REPORT = 0x3000,
		      ELSEWHERE = 0x8000; // in card memory
static const unsigned CHANNEL = 5, SOON = 3000;	// SOON: cycles from a doorbell to its report

// Waits for the doorbell of CHANNEL; tells {value, DATA} at REPORT
static const uint32_t program[] = {
	LUI(S0, REGISTERS),
	LUI(S1, MEMORY + DATA),
	LUI(S2, MEMORY + REPORT),
	ADDI(S3, ZERO, 1 << CHANNEL),
	LW(T0, S0, SMGPU_INTC_DB_PENDING(0)),
	AND(T0, T0, S3),
	BEQ(T0, ZERO, -8),
	SW(T0, S0, SMGPU_INTC_DB_PENDING(0)),
	LW(T1, S0, SMGPU_INTC_DB_VALUE(CHANNEL)),
	LW(T2, S1, 0),
	SW(T1, S2, 0),
	SW(T2, S2, 4),
	JAL(ZERO, -32),
};

struct request {
	uint64_t due;
	unsigned port, op, id;
	uint32_t pa, be, data[8];
};

static bench<Vcard_control> *b;
static Vcard_control *top;
static std::map<uint32_t, uint32_t> memory;
static std::deque<request> under_way;
static unsigned latency;
static uint32_t told_value, reports;

// A cycle: memory answers after a random time, a write is there when it is answered
static void cycle()
{
	int answers[PORTS] = { -1, -1, -1, -1 };

	top->req_ready_i = b->rnd(16);
	top->rsp_valid_i = 0;
	for (size_t k = 0; k < under_way.size(); k++) {
		const request &r = under_way[k];

		if (r.due > b->now || answers[r.port] >= 0)
			continue;
		answers[r.port] = int(k);
		top->rsp_valid_i |= 1 << r.port;
		for (unsigned w = 0; w < 8; w++)
			field_put(top->rsp_i, PART(w, 32, NTH(r.port, MEM_RSP_DATA)), r.data[w]);
		field_put(top->rsp_i, NTH(r.port, MEM_RSP_ERR), 0);
		field_put(top->rsp_i, NTH(r.port, MEM_RSP_ID), r.id);
	}
	b->settle();
	for (unsigned p = 0; p < PORTS; p++) {
		if (!(top->req_valid_o & top->req_ready_i & 1 << p))
			continue;
		request r = { b->now + 1 + b->rnd(latency),
			      p,
			      unsigned(field_get(top->req_o, NTH(p, MEM_REQ_OP))),
			      unsigned(field_get(top->req_o, NTH(p, MEM_REQ_ID))),
			      uint32_t(field_get(top->req_o, NTH(p, MEM_REQ_PA))),
			      uint32_t(field_get(top->req_o, NTH(p, MEM_REQ_BE))),
			      {} };

		for (unsigned w = 0; w < 8; w++)
			r.data[w] = r.op ? uint32_t(field_get(top->req_o,
							      PART(w, 32, NTH(p, MEM_REQ_DATA))))
					 : memory[r.pa + 4 * w];
		under_way.push_back(r);
	}
	for (size_t k = under_way.size(); k; k--) {
		const request &r = under_way[k - 1];

		if (answers[r.port] != int(k) - 1)
			continue;
		for (unsigned w = 0; r.op && w < 8; w++)
			if (r.be >> 4 * w & 15)
				memory[r.pa + 4 * w] = r.data[w];
		if (r.op && r.port == CORE && r.pa == REPORT && (r.be & 0xf0)) {
			told_value = memory[REPORT];
			reports++;
			if (r.data[1] < told_value)
				b->fail("doorbell %u was seen, and memory had %u: a BAR2 write before it was not done",
					told_value, r.data[1]);
		}
		under_way.erase(under_way.begin() + long(k) - 1);
	}
	b->edge();
}

static bool bar0_step(bool valid, uint32_t at, uint32_t data)
{
	top->bar0_aw_valid_i = top->bar0_w_valid_i = valid;
	top->bar0_aw_addr_i = at;
	top->bar0_w_data_i = data;
	top->bar0_b_ready_i = 1;
	b->settle();
	return valid && top->bar0_aw_ready_o;
}

static void bar0_write(uint32_t at, uint32_t data)
{
	bool taken = false;

	for (unsigned n = 0; !taken; n++) {
		taken = bar0_step(true, at, data);
		cycle();
		if (n > SOON)
			b->fail("BAR0 takes no write");
	}
	bar0_step(false, 0, 0);
	for (unsigned n = 0; n < 100; n++)	// its answer
		cycle();
}

static uint32_t bar0_read(uint32_t at)
{
	uint32_t v = 0;
	bool taken = false, done = false;

	for (unsigned n = 0; !done; n++) {
		top->bar0_ar_valid_i = !taken;
		top->bar0_ar_addr_i = at;
		top->bar0_r_ready_i = 1;
		b->settle();
		taken = taken || top->bar0_ar_ready_o;
		done = top->bar0_r_valid_o;
		v = top->bar0_r_data_o;
		cycle();
		if (n > SOON)
			b->fail("BAR0 answers no read");
	}
	return v;
}

static void start()
{
	for (unsigned i = 0; i < sizeof(program) / 4; i++)
		memory[PROGRAM + 4 * i] = program[i];
	top->quiesced_i = 1;
	top->drained_i = 3;
	top->mem_idle_i = 1;
	top->dram_mib_i = 16;
	top->walk_req_ready_i = 3;
	for (unsigned i = 0; i < 40; i++) {
		top->rst_ni = i >= 4;
		cycle();
		if (!top->rst_ni)
			under_way.clear();
	}
	// The rate that the board gives, not that of the simulated card
	if (bar0_read(SMGPU_HOST_TIMEBASE_HZ) != 80000000)
		b->fail("TIMEBASE_HZ is %u, not CLOCK_HZ", bar0_read(SMGPU_HOST_TIMEBASE_HZ));
	bar0_write(SMGPU_DMA_SRC_LO(0), PROGRAM);
	bar0_write(SMGPU_DMA_SRC_HI(0), 0);
	bar0_write(SMGPU_DMA_DST_LO(0), 0);
	bar0_write(SMGPU_DMA_DST_HI(0), 0);
	bar0_write(SMGPU_DMA_LEN(0), sizeof(program));
	bar0_write(SMGPU_DMA_CTRL(0),
		   0 << SMGPU_DMA_CTRL_SRC_SPACE_SHIFT | 2 << SMGPU_DMA_CTRL_DST_SPACE_SHIFT);
	while ((bar0_read(SMGPU_DMA_STATUS(0)) &
		(SMGPU_DMA_STATUS_BUSY_MASK | SMGPU_DMA_STATUS_DONE_MASK)) !=
	       SMGPU_DMA_STATUS_DONE_MASK)
		if (b->now > 10000)
			b->fail("the program is not loaded");
	bar0_write(SMGPU_MCU_RESET_VECTOR, 0);
	bar0_write(SMGPU_MCU_CTRL, 1);
}

// BAR2 as a bridge drives it: some writes, of which the last before the doorbell goes to DATA, a
// read beside them, and writes behind the doorbell. The data of a write may come behind its
// address.
static void round_of(uint32_t value)
{
	const unsigned before = 1 + b->rnd(3), gap = b->rnd(4), behind = b->rnd(3) ? 0 : b->rnd(60),
		       late = b->rnd(3) ? 0 : b->rnd(8);
	unsigned made = 0, write_age = 0, bell_wait = gap, waited = 0;
	bool reading = b->rnd(2), bell = false, rung = false;

	latency = 1 + b->rnd(b->rnd(2) ? 6 : 60);
	while (!rung || told_value != value || made < before + behind || reading) {
		const bool writing = made < before + behind;
		const bool last = made + 1 == before;

		// The read is offered with the first write, or already waits.
		top->bar2_ar_valid_i = reading;
		top->bar2_ar_addr_i = ELSEWHERE;
		top->bar2_r_ready_i = top->bar2_b_ready_i = 1;
		top->bar2_aw_valid_i = writing;
		top->bar2_aw_addr_i = last ? DATA : ELSEWHERE + 64;
		top->bar2_w_valid_i = writing && write_age >= late;
		top->bar2_w_data_i = value;
		top->bar2_w_strb_i = 0xf;
		write_age++;
		// The doorbell comes when the address of the last write before it is offered, or
		// some cycles later.
		if (!bell && !rung && last && bell_wait-- == 0)
			bell = true;
		if (!bell && !rung && made >= before)
			bell = true;
		const bool taken = bar0_step(bell, 0x80000 | CHANNEL << 12, value);
		if (top->bar2_aw_valid_i && top->bar2_aw_ready_o) {
			made++;
			write_age = 0;
		}
		if (reading && top->bar2_ar_ready_o)
			reading = false;
		if (taken) {
			bell = false;
			rung = true;
			waited = 0;
		}
		cycle();
		if (++waited > SOON)
			b->fail("doorbell %u is not %s", value, rung ? "told" : "taken");
	}
	bar0_step(false, 0, 0);
	top->bar2_aw_valid_i = top->bar2_w_valid_i = top->bar2_ar_valid_i = 0;
	// The next comes soon, as this one is being cleared, or later.
	for (unsigned n = b->rnd(2) ? 0 : b->rnd(40); n; n--)
		cycle();
}

int main(int argc, char **argv)
{
	bench<Vcard_control> control("bells", argc, argv);
	uint32_t value;

	b = &control;
	top = b->top;
	latency = 20;
	start();
	for (value = 1; value <= 3000; value++)
		round_of(value);
	printf("ok control.bells.%llu # %u doorbells, %u reports, %llu cycles\n",
	       (unsigned long long)b->seed, value - 1, reports, (unsigned long long)b->now);
	return 0;
}
