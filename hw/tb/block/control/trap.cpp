// SPDX-License-Identifier: MIT
// The trap FIFO: SMs offer records, slots are killed, and a reader as the firmware reads INFO, then
// the rest, then pops. Nothing of a record changes between its first read and its pop, records of
// an SM come in order, none is lost, none comes twice, and none of a killed slot comes but for the
// one that is being read.
#include <deque>

#include "Vcard_trap.h"
#include "bench.h"
#include "smgpu_regs.h"

double sc_time_stamp() { return 0; }

static const unsigned DEPTH = 16, SOON = 64; // SOON: cycles in which a record is there behind dead
					     // ones

struct record {
	uint32_t slot, gen, cause, access, by_thread, thread, warp, pc, addr, sm;
	bool dead;
};

static uint32_t info_of(const record &r)
{
	return SMGPU_TRAP_INFO_VALID_MASK | r.access << SMGPU_TRAP_INFO_ACCESS_SHIFT |
	       r.cause << SMGPU_TRAP_INFO_CAUSE_SHIFT | r.gen << SMGPU_TRAP_INFO_GEN_SHIFT |
	       r.slot << SMGPU_TRAP_INFO_SLOT_SHIFT;
}

static uint32_t where_of(const record &r)
{
	return r.by_thread << SMGPU_TRAP_WHERE_THREAD_KNOWN_SHIFT |
	       r.thread << SMGPU_TRAP_WHERE_THREAD_SHIFT | r.warp << SMGPU_TRAP_WHERE_WARP_SHIFT |
	       r.sm << SMGPU_TRAP_WHERE_SM_SHIFT;
}

int main(int argc, char **argv)
{
	static const uint32_t rest[] = { SMGPU_TRAP_WHERE, SMGPU_TRAP_PC, SMGPU_TRAP_ADDR,
					 SMGPU_TRAP_INFO };
	bench<Vcard_trap> b("trap", argc, argv);
	auto *top = b.top;
	std::deque<record> fifo, held[SMS];	// what was taken; what SMs have
	unsigned reads = 0, busy = 0, killed = 0, full = 0, refused = 0, dark = 0, popped = 0,
		 passed[SMS] = {};
	bool reading = false, popping = false;
	uint32_t asked = 0;			// what was read in the cycle before

	top->rst_ni = 0;
	for (unsigned i = 0; i < 4; i++) {
		b.settle();
		b.edge();
	}
	top->rst_ni = 1;
	while (b.now < 400000) {
		const unsigned mode = unsigned(b.now / 4000 % 4); // few records, many, all the
								  // time; a slow reader
		const bool kills = b.rnd(30) == 0;
		const unsigned slot = b.rnd(3) && !fifo.empty() ? fifo.front().slot : b.rnd(6);
		uint32_t at = 0;

		for (unsigned s = 0; s < SMS; s++) {
			if (held[s].size() < 3 && b.rnd(mode == 0 ? 100 : 8) == 0)
				held[s].push_back({ b.rnd(6), b.rnd(256), b.rnd(256), b.rnd(8),
						    b.rnd(2), b.rnd(32), b.rnd(64), b.rnd(1u << 31),
						    uint32_t(b.now), s, false });
			// Its SM has no record of a slot that is killed and drained.
			for (size_t k = held[s].size(); kills && k; k--)
				if (held[s][k - 1].slot == slot)
					held[s].erase(held[s].begin() + long(k) - 1);
		}
		top->trap_valid_i = 0;
		for (unsigned s = 0; s < SMS; s++) {
			if (held[s].empty() || (mode < 2 && b.rnd(2)))
				continue;
			const record &r = held[s].front();

			top->trap_valid_i |= 1 << s;
			field_put(top->trap_i, NTH(s, TRAP_WARP), r.warp);
			field_put(top->trap_i, NTH(s, TRAP_SLOT), r.slot);
			field_put(top->trap_i, NTH(s, TRAP_GEN), r.gen);
			field_put(top->trap_i, NTH(s, TRAP_CAUSE), r.cause);
			field_put(top->trap_i, NTH(s, TRAP_ACCESS), r.access);
			field_put(top->trap_i, NTH(s, TRAP_BY_THREAD), r.by_thread);
			field_put(top->trap_i, NTH(s, TRAP_THREAD), r.thread);
			field_put(top->trap_i, NTH(s, TRAP_PC), r.pc);
			field_put(top->trap_i, NTH(s, TRAP_ADDR), r.addr);
		}
		top->killed_i = kills;
		top->killed_slot_i = slot;

		// The reader: an access, or none
		top->reg_valid_i = top->reg_write_i = 0;
		if (!busy && !popping) {
			at = !reading ? SMGPU_TRAP_INFO : rest[b.rnd(4)];
			if (reading && b.rnd(6) == 0) {
				at = SMGPU_TRAP_POP;
				top->reg_write_i = 1;
				popping = true;
			}
			top->reg_valid_i = 1;
			busy = 1 + b.rnd(mode == 3 ? 60 : 6);
		}
		top->reg_addr_i = at;
		b.settle();

		// What was read in the cycle before: of the first record that is alive
		while (!reading && !fifo.empty() && fifo.front().dead)
			fifo.pop_front();
		if (asked) {
			const uint32_t got = top->reg_rdata_o;

			// None may be shown for a while: dark counts that.
			if (asked != SMGPU_TRAP_INFO || reading ||
			    (got & SMGPU_TRAP_INFO_VALID_MASK)) {
				const record &r = fifo.front();
				const uint32_t want = fifo.empty()		  ? 0
						      : asked == SMGPU_TRAP_INFO  ? info_of(r)
						      : asked == SMGPU_TRAP_WHERE ? where_of(r)
						      : asked == SMGPU_TRAP_PC	  ? r.pc
										  : r.addr;

				if (got != want)
					b.fail("register 0x%03x is 0x%08x, not 0x%08x%s", asked,
					       got, want,
					       reading ? ", of the record that is being read" : "");
				reading = true;
				reads++;
			}
		} else if (top->reg_rdata_o) {
			b.fail("0x%08x without a read", top->reg_rdata_o);
		}
		if (top->pending_o && fifo.empty())
			b.fail("a record is pending that is not there");
		dark = !top->pending_o && !fifo.empty() ? dark + 1 : 0;
		if (dark && (reading || dark > SOON))
			b.fail("no record is pending");
		// What is read in this cycle is that of before its kill.
		bool first_read = top->reg_valid_i && at == SMGPU_TRAP_INFO && top->pending_o;
		if (popping && top->reg_valid_i) {
			fifo.pop_front();
			reading = false;
			popped++;
		}
		popping = false;
		if (kills)
			for (size_t k = 0; k < fifo.size(); k++)
				if (fifo[k].slot == slot) {
					if (k == 0 && (reading || first_read))
						killed++;	// it is read to its end
					else
						fifo[k].dead = true;
				}
		asked = top->reg_valid_i && !top->reg_write_i ? at : 0;
		if (first_read)
			reading = true;
		busy -= busy != 0;

		unsigned took = 0;
		for (unsigned s = 0; s < SMS; s++) {
			if (!(top->trap_valid_i & top->trap_ready_o & 1 << s)) {
				passed[s] = top->trap_valid_i >> s & 1 ? passed[s] : 0;
				continue;
			}
			fifo.push_back(held[s].front());
			held[s].pop_front();
			passed[s] = 0;
			if (took++)
				b.fail("two records are taken at a time");
			for (unsigned k = 0; k < SMS; k++)
				if (k != s && (top->trap_valid_i >> k & 1) && ++passed[k] > SMS)
					b.fail("SM %u is passed over", k);
		}
		full += top->trap_valid_i && !took;
		refused = top->trap_valid_i && !took && fifo.size() < DEPTH ? refused + 1 : 0;
		if (refused > SOON)
			b.fail("no record is taken, %zu are there", fifo.size());
		b.edge();
	}
	if (killed < 100 || full < 1000 || popped < 5000)
		b.fail("%u records were killed as they were read, %u cycles full, %u popped: too few",
		       killed, full, popped);
	printf("ok control.trap.%llu # %u records, %u of them of slots that were killed as they were read\n",
	       (unsigned long long)b.seed, popped, killed);
	return 0;
}
