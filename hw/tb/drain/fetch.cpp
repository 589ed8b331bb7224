// SPDX-License-Identifier: MIT
// Instruction fetch: lines for a pod, or for the constant cache, of a page that moves in each cycle.
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

int main()
{
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
