// SPDX-License-Identifier: MIT
// Instruction fetch: lines for a pod, for the constant cache, or both at once, of a page that moves
// in each cycle; and lines that differ in one bit of what they are known by: the address in memory,
// the address in the space, the space.
#include "Vsmfe_fetch.h"
#include "drain.h"

double sc_time_stamp() { return 0; }

static const uint32_t CODE = 0x40000, LINES = 8;

// Lines of instructions come, of data, or of both at once, each kind's one after the other. Returns
// the cycle in which the last line has come.
enum { INSTRUCTIONS = 1, DATA = 2 };

static unsigned fetch(const char *name, unsigned kinds, unsigned latency, unsigned flush_at)
{
	drain<Vsmfe_fetch> d(name, latency, flush_at, VM);
	uint32_t got[2][8] = {};
	unsigned lines[2] = {}, asked = 0;  // come; lines of data that were asked for

	// Each twice: from memory, and instructions from the cache if it is still right
	while ((kinds & INSTRUCTIONS && lines[0] < 2 * LINES) ||
	       (kinds & DATA && lines[1] < 2 * LINES)) {
		const uint64_t next = uint64_t(VM) << 27 | (CODE / 32 + lines[0] % LINES),
			       data = uint64_t(VM) << 27 | (CODE / 32 + lines[1] % LINES);
		bool came[2], failed[2];

		d.top->fetch_valid_i = kinds & INSTRUCTIONS && lines[0] < 2 * LINES;
		d.top->fetch_line_i[0] = uint32_t(next);
		d.top->fetch_line_i[1] = uint32_t(next >> 32);
		d.top->data_valid_i = kinds & DATA && asked == lines[1] && asked < 2 * LINES;
		d.top->data_line_i = data;
		d.cycle([&] {
			came[0] = d.top->fill_valid_o && d.top->fill_line_o == (next & 0x7ffffff) &&
				  lines[0] < 2 * LINES;
			came[1] = d.top->data_fill_o && d.top->data_pair_o == 3;
			asked += d.top->data_valid_i && d.top->data_ready_o;
			failed[0] = came[0] && d.top->fill_err_o;
			failed[1] = d.top->data_fail_o;
			for (int k = 0; k < 8; k++) {
				got[0][k] = d.top->fill_data_o[k];
				if (d.top->data_fill_o && d.top->data_pair_o == k / 2)
					got[1][k] = uint32_t(d.top->data_words_o >> 32 * (k % 2));
			}
		});
		if (d.now > 9000)
			d.fail("lines do not come");
		for (int kind = 0; kind < 2; kind++) {
			const uint64_t at = CODE + lines[kind] % LINES * 32;

			if (failed[kind])
				d.fail("a line comes with an error");
			if (!came[kind])
				continue;
			for (int k = 0; k < 8; k++)
				if (got[kind][k] !=
				    d.initial((got[kind][0] == d.initial(OLD + at) ? OLD : NEW) +
					      at + 4 * k))
					d.fail("a line has wrong words");
			if (flush_at == NEVER && got[kind][0] != d.initial(OLD + at))
				d.fail("a line of a page of later");
			lines[kind]++;
		}
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

	d.frame_of = [&](uint32_t vm, uint32_t vpn) {
		return frame[(uint64_t(vm) << 27 | uint64_t(vpn) << 7) != (line[0] & ~127ull)];
	};
	while (came < 4) {
		const uint64_t now = line[came % 2], at = frame[came % 2] << 12 | (now & 127) * 32;
		bool here = false;

		d.top->fetch_valid_i = 1;
		d.top->fetch_line_i[0] = uint32_t(now);
		d.top->fetch_line_i[1] = uint32_t(now >> 32);
		d.cycle([&] {
			here = d.top->fill_valid_o;
			for (unsigned k = 0; here && k < 8; k++)
				if (d.top->fill_err_o ||
				    d.top->fill_data_o[k] != d.initial(at + 4 * k)) {
					printf("# bit %u of the %s: the %s time of the %s line\n",
					       bit, what, came < 2 ? "first" : "second",
					       came % 2 ? "other" : "one");
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
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM, CODE + 0x1000) },
			       frame[2] = { 0x12345678, 0x12345678 ^ 1ull << (bit - 12) };

		apart("address in memory", bit, line, frame);
	}
	for (unsigned bit = 5; bit < 32; bit++, bits++) {
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM, CODE ^ 1u << bit) },
			       frame[2] = { 0x321, bit < 12 ? 0x321u : 0x322u };

		apart("address in the space", bit, line, frame);
	}
	for (unsigned bit = 0; bit < 6; bit++, bits++) {
		const uint64_t line[2] = { line_of(VM, CODE), line_of(VM ^ 1u << bit, CODE) },
			       frame[2] = { 0x321, 0x322 };

		apart("space", bit, line, frame);
	}
	printf("ok fetch_apart # %u bits\n", bits);
}

// A line of data is on its way for long, its page too; it would have the place of a line of
// instructions. These are in the cache: they come meanwhile, and stay there.
static void beside()
{
	drain<Vsmfe_fetch> d("fetch_beside_data", 6, NEVER, VM);
	const uint32_t data = CODE + 4096 + 3 * 32;
	unsigned lines = 0, meanwhile = 0, misses = 0, after = 0;
	bool asked = false, come = false;

	while (after < LINES) {
		const uint64_t next = uint64_t(VM) << 27 | (CODE / 32 + lines % LINES),
			       at = uint64_t(VM) << 27 | data / 32;
		const bool warm = lines >= LINES;

		d.top->fetch_valid_i = 1;
		d.top->fetch_line_i[0] = uint32_t(next);
		d.top->fetch_line_i[1] = uint32_t(next >> 32);
		if (warm)
			d.latency = 200;
		d.top->data_valid_i = warm && !asked;
		d.top->data_line_i = at;
		d.cycle([&] {
			asked |= d.top->data_valid_i && d.top->data_ready_o;
			if (d.top->data_fail_o)
				d.fail("data come with an error");
			for (int k = 0; k < 2; k++)
				if (d.top->data_fill_o &&
				    uint32_t(d.top->data_words_o >> 32 * k) !=
					    d.initial(OLD + data + 8 * d.top->data_pair_o + 4 * k))
					d.fail("data are wrong");
			misses += warm && d.top->ev_miss_o;
			if (d.top->fill_valid_o && d.top->fill_line_o == (next & 0x7ffffff)) {
				lines++;
				meanwhile += asked && !come;
				after += come;
			}
			come |= d.top->data_fill_o && d.top->data_pair_o == 3;
		});
		if (d.now > 9000)
			d.fail("lines do not come");
	}
	printf("# drain_fetch_beside_data: %u lines of instructions beside one of data, %u read again\n",
	       meanwhile, misses);
	if (meanwhile < 100)
		d.fail("a line of data holds up those of instructions");
	if (misses)
		d.fail("a line of data takes the place of one of instructions");
	printf("ok drain_fetch_beside_data\n");
}

int main()
{
	all_apart();
	static const char *const names[] = { "", "fetch", "fetch_data", "fetch_both" };

	for (unsigned kinds = INSTRUCTIONS; kinds <= (INSTRUCTIONS | DATA); kinds++) {
		unsigned runs = 0;

		for (unsigned latency : { 1, 6, 30 }) {
			unsigned end = fetch(names[kinds], kinds, latency, NEVER);

			for (unsigned at = 0; at < end; at++, runs++)
				fetch(names[kinds], kinds, latency, at);
		}
		printf("ok drain_%s # %u flushes\n", names[kinds], runs);
	}
	beside();
	return 0;
}
