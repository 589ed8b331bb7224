// SPDX-License-Identifier: MIT
// Instruction fetch: lines for a pod, or for the constant cache, of a page that moves in each cycle; and lines that differ in one bit of what
// they are known by: the address in memory, the address in the space, the space.
#include "Vsmfe_fetch.h"
#include "drain.h"

double sc_time_stamp() { return 0; }

static const uint32_t CODE = 0x40000, LINES = 8;

// Returns the cycle in which the last line has come.
static unsigned fetch(const char *name, bool data, unsigned latency, unsigned flush_at)
{
	drain<Vsmfe_fetch> d(name, latency, flush_at, VM);
	uint32_t got[8] = {};
	unsigned lines = 0, asked = 0;  // come; those that the constant cache has asked for

	while (lines < 2 * LINES) {  // each twice: from memory, and from the cache if it is still right
		const uint64_t line = uint64_t(VM) << 27 | (CODE / 32 + (data ? asked : lines) % LINES);
		bool came, failed;

		d.top->fetch_valid_i = !data;
		d.top->fetch_line_i[0] = uint32_t(line);
		d.top->fetch_line_i[1] = uint32_t(line >> 32);
		d.top->data_valid_i = data && asked < 2 * LINES;
		d.top->data_line_i = line;
		d.cycle([&] {
			came = data ? d.top->data_fill_o && d.top->data_pair_o == 3 : d.top->fill_valid_o && d.top->fill_line_o == (line & 0x7ffffff);
			asked += d.top->data_valid_i && d.top->data_ready_o;
			failed = data ? d.top->data_fail_o : came && d.top->fill_err_o;
			for (int k = 0; k < 8; k++) {
				if (!data)
					got[k] = d.top->fill_data_o[k];
				else if (d.top->data_fill_o && d.top->data_pair_o == k / 2)
					got[k] = uint32_t(d.top->data_words_o >> 32 * (k % 2));
			}
		});
		if (d.now > 6000)
			d.fail("lines do not come");
		if (failed)
			d.fail("a line comes with an error");
		if (!came)
			continue;
		const uint64_t at = CODE + lines % LINES * 32;

		for (int k = 0; k < 8; k++)
			if (got[k] != d.initial((got[0] == d.initial(OLD + at) ? OLD : NEW) + at + 4 * k))
				d.fail("a line has wrong words");
		if (flush_at == NEVER && got[0] != d.initial(OLD + at))
			d.fail("a line of a page of later");
		lines++;
	}
	return d.now;
}

static uint64_t line_of(uint32_t vm, uint32_t va)
{
	return uint64_t(vm) << 27 | va / 32;
}

// Both lines, twice: each time with the words of its own address.
static void apart(const char *what, unsigned bit, const uint64_t line[2], const uint64_t frame[2])
{
	drain<Vsmfe_fetch> d("fetch_apart", 3, NEVER, VM);
	unsigned came = 0;

	d.frame_of = [&](uint32_t vm, uint32_t vpn) { return frame[(uint64_t(vm) << 27 | uint64_t(vpn) << 7) != (line[0] & ~127ull)]; };
	while (came < 4) {
		const uint64_t now = line[came % 2], at = frame[came % 2] << 12 | (now & 127) * 32;
		bool here = false;

		d.top->fetch_valid_i = 1;
		d.top->fetch_line_i[0] = uint32_t(now);
		d.top->fetch_line_i[1] = uint32_t(now >> 32);
		d.cycle([&] {
			here = d.top->fill_valid_o;
			for (unsigned k = 0; here && k < 8; k++)
				if (d.top->fill_err_o || d.top->fill_data_o[k] != d.initial(at + 4 * k)) {
					printf("# bit %u of the %s: the %s time of the %s line\n", bit, what, came < 2 ? "first" : "second", came % 2 ? "other" : "one");
					d.fail("a line has the words of another");
				}
		});
		came += here;
		// One line at a time: what is looked up ahead is dropped.
		if (here)
			for (d.top->fetch_valid_i = 0; d.top->look_valid_o || d.top->fill_valid_o;)
				d.cycle([] {});
		if (d.now > 2000)
			d.fail("lines do not come");
	}
}

static void all_apart()
{
	unsigned bits = 0;

	for (unsigned bit = 12; bit < 41; bit++, bits++) {
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM, CODE + 0x1000) }, frame[2] = { 0x12345678, 0x12345678 ^ 1ull << (bit - 12) };

		apart("address in memory", bit, line, frame);
	}
	for (unsigned bit = 5; bit < 32; bit++, bits++) {
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM, CODE ^ 1u << bit) }, frame[2] = { 0x321, bit < 12 ? 0x321u : 0x322u };

		apart("address in the space", bit, line, frame);
	}
	for (unsigned bit = 0; bit < 6; bit++, bits++) {
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM ^ 1u << bit, CODE) }, frame[2] = { 0x321, 0x322 };

		apart("space", bit, line, frame);
	}
	printf("ok fetch_apart # %u bits\n", bits);
}

int main()
{
	all_apart();
	for (bool data : { false, true }) {
		const char *name = data ? "fetch_data" : "fetch";
		unsigned runs = 0;

		for (unsigned latency : { 1, 6, 30 }) {
			unsigned end = fetch(name, data, latency, NEVER);

			for (unsigned at = 0; at < end; at++, runs++)
				fetch(name, data, latency, at);
		}
		printf("ok drain_%s # %u flushes\n", name, runs);
	}
	return 0;
}
