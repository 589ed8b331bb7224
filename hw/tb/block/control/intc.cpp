// SPDX-License-Identifier: MIT
// The interrupt controller against what its registers say: doorbells and DMA interrupts at random,
// many of them in the cycle in which they are cleared.
#include "Vcard_intc.h"
#include "bench.h"
#include "smgpu_regs.h"

double sc_time_stamp() { return 0; }

static uint64_t pending, rings, kept;	// doorbells; kept: rings in the cycle of their clear
static uint32_t value[64], dma, enable;
static bool known[64];

// Sources that are lines, not kept here
struct lines {
	uint32_t launch, trap, bell;
};

static uint32_t levels(const lines &l)
{
	return (pending ? SMGPU_INTC_PENDING_DOORBELL_MASK : 0) |
	       dma << SMGPU_INTC_PENDING_DMA0_SHIFT | l.launch << SMGPU_INTC_PENDING_LAUNCH_SHIFT |
	       l.trap << SMGPU_INTC_PENDING_TRAP_SHIFT | l.bell << SMGPU_INTC_PENDING_BELL_SHIFT;
}

int main(int argc, char **argv)
{
	bench<Vcard_intc> b("intc", argc, argv);
	auto *top = b.top;
	bool answer = false, idle = true, timed = false; // a read of the cycle before is answered;
							 // the timer's interrupt is not judged in
							 // that cycle
	uint32_t want = 0, read_at = 0;
	uint64_t timer = ~0ull, timebase = 0;
	unsigned due = 0, before = 0, timers = 0;	// cycles that the timer is due, or is not

	top->rst_ni = 0;
	top->rst_dma_ni = 1;
	for (unsigned i = 0; i < 4; i++) {
		b.settle();
		b.edge();
	}
	top->rst_ni = 1;
	while (b.now < 400000) {
		static const uint32_t places[] = { SMGPU_INTC_PENDING, SMGPU_INTC_ENABLE,
						   SMGPU_INTC_TIMER_LO, SMGPU_INTC_TIMER_HI,
						   SMGPU_INTC_DMA_ACK };
		const lines l = { b.rnd(8) == 0, b.rnd(8) == 0, b.rnd(8) == 0 };
		const bool access = b.rnd(3), write = b.rnd(2), ring = b.rnd(4) == 0;
		const unsigned channel = b.rnd(2) ? b.rnd(64) : 30 + b.rnd(4),
			       done = b.rnd(8) ? 0 : b.rnd(4), half = b.rnd(2);
		const uint32_t at =
			b.rnd(4) == 0 ? SMGPU_INTC_DB_VALUE(b.rnd(2) ? b.rnd(64) : 30 + b.rnd(4))
			: b.rnd(2)    ? SMGPU_INTC_DB_PENDING(half)
				      : places[b.rnd(5)];
		// Often all bits are cleared, and often that of the doorbell that rings; a timer is
		// due soon, or has been
		const uint32_t data = at == SMGPU_INTC_TIMER_HI ? !b.rnd(4)
				      : at == SMGPU_INTC_TIMER_LO
					      ? uint32_t(timebase) + b.rnd(100) - 20
				      : b.rnd(2) ? 1u << channel % 32
				      : b.rnd(2) ? ~0u
						 : b.rnd(1u << 31);

		timebase += b.rnd(100) ? 1 : b.rnd(1000);
		top->timebase_i = timebase;
		top->ring_i = ring;
		top->ring_channel_i = channel;
		top->ring_value_i = uint32_t(b.now);
		top->dma_done_i = done;
		top->launch_event_i = l.launch;
		top->trap_i = l.trap;
		top->bell_i = l.bell;
		top->reg_valid_i = access;
		top->reg_write_i = write;
		top->reg_addr_i = at;
		top->reg_wdata_i = data;
		b.settle();

		// What was read in the cycle before
		if (answer && (read_at == SMGPU_INTC_PENDING && timed
				       ? (top->reg_rdata_o ^ want) & ~SMGPU_INTC_PENDING_TIMER_MASK
				       : top->reg_rdata_o != want))
			b.fail("register 0x%03x is 0x%08x, not 0x%08x", read_at, top->reg_rdata_o,
			       want);
		if (idle && top->reg_rdata_o)
			b.fail("0x%08x without a read", top->reg_rdata_o);

		// The timer is due at most two cycles after its time has come, and not before.
		due = timebase >= timer ? due + 1 : 0;
		before = timebase < timer ? before + 1 : 0;
		timers += due == 1;
		const bool judged = due > 2 || before > 2;
		const uint32_t now = levels(l) | (due ? SMGPU_INTC_PENDING_TIMER_MASK : 0);
		if ((judged || !(enable & SMGPU_INTC_PENDING_TIMER_MASK) || (levels(l) & enable)) &&
		    bool(top->irq_o) != ((now & enable) != 0))
			b.fail("interrupt %u, sources 0x%02x, enabled 0x%02x", top->irq_o, now,
			       enable);

		answer = access && !write;
		idle = !access;
		timed = !judged;
		read_at = at;
		if (at >= SMGPU_INTC_DB_VALUE(0)) {
			const unsigned c = (at - SMGPU_INTC_DB_VALUE(0)) / 4;

			answer = answer && known[c] && !(ring && channel == c);
			want = value[c];
		} else {
			want = at == SMGPU_INTC_PENDING	   ? now
			       : at == SMGPU_INTC_ENABLE   ? enable
			       : at == SMGPU_INTC_TIMER_LO ? uint32_t(timer)
			       : at == SMGPU_INTC_TIMER_HI ? uint32_t(timer >> 32)
			       : at == SMGPU_INTC_DMA_ACK  ? 0
							   : uint32_t(pending >> 32 * half);
		}

		// Then what is written, and what comes goes before it.
		const bool writes = access && write;
		if (writes && (at == SMGPU_INTC_DB_PENDING(0) || at == SMGPU_INTC_DB_PENDING(1))) {
			kept += ring && (uint64_t(data) << 32 * half >> channel & 1);
			pending &= ~(uint64_t(data) << 32 * half);
		}
		if (writes && at == SMGPU_INTC_DMA_ACK)
			dma &= ~(data >> SMGPU_INTC_DMA_ACK_VALUE_SHIFT);
		if (writes && at == SMGPU_INTC_ENABLE)
			enable = data & SMGPU_INTC_ENABLE_VALUE_MASK;
		if (writes && (at == SMGPU_INTC_TIMER_LO || at == SMGPU_INTC_TIMER_HI)) {
			const uint64_t low = at == SMGPU_INTC_TIMER_LO ? data : uint32_t(timer),
				       high = at == SMGPU_INTC_TIMER_HI ? data : timer >> 32;

			timer = high << 32 | low;
			due = before = 0;
		}
		dma |= done;
		if (ring) {
			pending |= 1ull << channel;
			value[channel] = uint32_t(b.now);
			known[channel] = true;
			rings++;
		}
		b.edge();
	}
	if (kept < 1000 || timers < 100)
		b.fail("only %llu doorbells rang as they were cleared, and %u timers were due",
		       (unsigned long long)kept, timers);
	printf("ok control.intc.%llu # %llu doorbells, %llu of them as they were cleared\n",
	       (unsigned long long)b.seed, (unsigned long long)rings, (unsigned long long)kept);
	return 0;
}
