// SPDX-License-Identifier: MIT
// board_link between a hard block, at 125 MHz, and the card, at 80 MHz. TLPs of all lengths go
// both ways and are compared dword by dword; configuration, errors and the room for requests that
// are not posted follow.
#include "Vboard_link.h"
#include "verilated.h"

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

namespace {

Vboard_link *top;
uint64_t now, random_state;	// now: in eighths of a nanosecond
unsigned bad;

uint32_t rnd()
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return uint32_t(random_state >> 16);
}

void wrong(const char *what)
{
	if (bad++ < 10)
		printf("# at %lu ns: %s\n", (unsigned long)(now / 8), what);
}

// The bytes of a TLP in the order of the link; both ends make their dwords of them.
struct tlp {
	std::vector<uint8_t> byte;
	unsigned header;	// dwords
	unsigned bar;		// 0: BAR0, 1: BAR2, 2: none

	size_t dwords() const { return byte.size() / 4; }
	uint32_t big(size_t i) const
	{
		return uint32_t(byte[4 * i]) << 24 | byte[4 * i + 1] << 16 | byte[4 * i + 2] << 8 |
		       byte[4 * i + 3];
	}
	// In the stream of tlp_pkg data have byte 0 in the lowest bits.
	uint32_t stream(size_t i) const
	{
		return i < header ? big(i) : __builtin_bswap32(big(i));
	}
};

tlp random_tlp()
{
	tlp t;
	bool data = rnd() & 1;
	unsigned length = data ? 1 + rnd() % (rnd() & 3 ? 8 : 64) : 0;

	t.header = 3 + (rnd() & 1);
	t.bar = rnd() % 3;
	t.byte.resize(4 * (t.header + length));
	for (auto &b : t.byte)
		b = uint8_t(rnd());
	// Format: bit 0: four dwords of header, bit 1: with data
	t.byte[0] = uint8_t((data ? 0x40 : 0) | (t.header == 4 ? 0x20 : 0) | (t.byte[0] & 0x1f));
	return t;
}

unsigned hurry_link = 200, hurry_card = 200;

// ---- The block
std::deque<tlp> rx_sent, tx_sent;	// on their way
unsigned rx_done, tx_done, rx_begun, tx_begun, rx_at, tx_at, count;
tlp rx_now, tx_now;
bool rx_has, rx_shown, tx_has;
std::vector<uint32_t> tx_got, rx_got;
unsigned rx_got_bar;
std::deque<uint64_t> configs;
uint64_t config_now;
unsigned long errors_sent[4], errors_got[4];

void set_config(uint64_t c)
{
	top->cfg_id_i = c & 0xffff;
	// Bits around those that matter are noise
	top->cfg_command_i = (rnd() & ~4u) | (c >> 16 & 1) << 2;
	top->cfg_dcommand_i = (rnd() & ~0x70e0u) | (c >> 17 & 7) << 5 | (c >> 20 & 7) << 12;
	top->cfg_lcommand_i = (rnd() & ~8u) | (c >> 23 & 1) << 3;
	top->cfg_interrupt_msixenable_i = c >> 24 & 1;
	top->cfg_interrupt_msixfm_i = c >> 25 & 1;
	// Speed and width of the link
	top->cfg_lstatus_i = (rnd() & ~0xffu) | (c >> 26 & 15) << 4 | (c >> 30 & 15);
}

uint64_t card_config()
{
	return top->cfg_id_o | (uint64_t)top->cfg_master_o << 16 |
	       (uint64_t)top->cfg_payload_o << 17 |
	       (uint64_t)top->cfg_read_o << 20 | (uint64_t)top->cfg_rcb_o << 23 |
	       (uint64_t)top->cfg_msix_o << 24 | (uint64_t)top->cfg_mask_o << 25 |
	       (uint64_t)top->cfg_lanes_o << 26 | (uint64_t)top->cfg_speed_o << 30;
}

void link_edge()
{
	bool took = top->m_axis_rx_tvalid_i && top->m_axis_rx_tready_o;
	bool out = top->s_axis_tx_tvalid_o && top->s_axis_tx_tready_i;

	if (out) {
		bool both = top->s_axis_tx_tkeep_o == 0xff;

		if (!both && (top->s_axis_tx_tkeep_o != 0x0f || !top->s_axis_tx_tlast_o))
			wrong("to the block: a keep that is neither half nor whole");
		tx_got.push_back(uint32_t(top->s_axis_tx_tdata_o));
		if (both)
			tx_got.push_back(uint32_t(top->s_axis_tx_tdata_o >> 32));
		if (top->s_axis_tx_tlast_o) {
			if (tx_sent.empty()) {
				wrong("to the block: a TLP that nobody sent");
			} else {
				const tlp &t = tx_sent.front();

				if (tx_got.size() != t.dwords())
					wrong("to the block: the length differs");
				else
					for (size_t i = 0; i < t.dwords(); i++)
						if (tx_got[i] != t.big(i)) {
							wrong("to the block: data differ");
							break;
						}
				tx_sent.pop_front();
			}
			tx_got.clear();
			tx_done++;
		}
	}
	errors_got[0] += top->cfg_err_ur_o;
	errors_got[1] += top->cfg_err_cpl_timeout_o;
	errors_got[2] += top->cfg_err_cpl_unexpect_o;
	errors_got[3] += top->cfg_err_poisoned_o;
	top->link_clk_i = 1;
	top->eval();
	if (took) {
		rx_at += 2;
		rx_shown = false;
		if (rx_at >= rx_now.dwords())
			rx_has = false;
	}
	if (!rx_has && rx_begun < count) {
		rx_now = random_tlp();
		rx_sent.push_back(rx_now);
		rx_begun++;
		rx_at = 0;
		rx_has = true;
	}
	if (rx_has && !rx_shown && (rnd() & 255) < hurry_link) {
		bool both = rx_at + 1 < rx_now.dwords();

		rx_shown = true;
		top->m_axis_rx_tdata_i = rx_now.big(rx_at) |
			(both ? (uint64_t)rx_now.big(rx_at + 1) << 32 : (uint64_t)rnd() << 32);
		top->m_axis_rx_tkeep_i = both ? 0xff : 0x0f;
		top->m_axis_rx_tlast_i = rx_at + 2 >= rx_now.dwords();
		uint32_t hit = rx_now.bar == 0 ? 1 : rx_now.bar == 1 ? 4u << (rnd() & 1) : 0x40;

		// Only the first beat has to tell it
		top->m_axis_rx_tuser_i = (rx_at == 0 ? hit : (rnd() & 0xff)) << 2 |
			(rnd() & 3) | (rnd() & 0xfff) << 10;
	}
	top->m_axis_rx_tvalid_i = rx_shown;
	top->s_axis_tx_tready_i = (rnd() & 255) < hurry_link;
	if (rnd() % 97 == 0) {
		config_now = (rnd() | (uint64_t)rnd() << 32) & 0x3ffffffff;
		configs.push_back(config_now);
		set_config(config_now);
	}
	top->eval();
	top->link_clk_i = 0;
	top->eval();
}

// ---- The bridge
void card_edge()
{
	bool took = top->tx_valid_i && top->tx_ready_o;

	if (top->rx_valid_o && top->rx_ready_i) {
		if (rx_got.empty())
			rx_got_bar = top->rx_bar_o;
		unsigned keep = top->rx_keep_o;

		if (keep != 1 && keep != 3 && keep != 7 && keep != 15)
			wrong("from the block: holes in a beat");
		if (keep != 15 && !top->rx_last_o)
			wrong("from the block: a beat that is not full before the last one");
		for (int i = 0; i < 4; i++)
			if (keep >> i & 1)
				rx_got.push_back(top->rx_data_o[i]);
		if (top->rx_last_o) {
			if (rx_sent.empty()) {
				wrong("from the block: a TLP that nobody sent");
			} else {
				const tlp &t = rx_sent.front();

				if (rx_got.size() != t.dwords())
					wrong("from the block: the length differs");
				else
					for (size_t i = 0; i < t.dwords(); i++)
						if (rx_got[i] != t.stream(i)) {
							wrong("from the block: data differ");
							break;
						}
				if (rx_got_bar != 1u << t.bar)
					wrong("from the block: another BAR");
				rx_sent.pop_front();
			}
			rx_got.clear();
			rx_done++;
		}
	}
	// The card sees configurations that were there, in their order
	while (!configs.empty() && configs.front() != card_config()) {
		bool later = false;

		for (uint64_t c : configs)
			later |= c == card_config();
		if (!later) {
			static uint64_t last;

			if (card_config() != last && now > 8 * 200)
				wrong("a configuration that was never there");
			last = card_config();
			break;
		}
		configs.pop_front();
	}
	top->clk_i = 1;
	top->eval();
	if (took) {
		tx_at += 4;
		if (tx_at >= tx_now.dwords())
			tx_has = false;
	}
	if (!tx_has && tx_begun < count && (rnd() & 255) < hurry_card) {
		tx_now = random_tlp();
		tx_sent.push_back(tx_now);
		tx_begun++;
		tx_at = 0;
		tx_has = true;
	}
	top->tx_valid_i = tx_has;
	if (tx_has) {
		unsigned keep = 0;

		for (unsigned i = 0; i < 4; i++) {
			bool there = tx_at + i < tx_now.dwords();

			keep |= unsigned(there) << i;
			top->tx_data_i[i] = there ? tx_now.stream(tx_at + i) : rnd();
		}
		top->tx_keep_i = keep;
		top->tx_last_i = tx_at + 4 >= tx_now.dwords();
	}
	top->rx_ready_i = (rnd() & 255) < hurry_card;
	/* Each kind is as often as no other, so one that is told in place of another is seen. */
	unsigned err = 0;
	for (int i = 0; i < 4; i++)
		err |= unsigned(rnd() % (100 * (i + 1)) == 0) << i;

	top->err_ur_i = err & 1;
	top->err_late_i = err >> 1 & 1;
	top->err_unexpected_i = err >> 2 & 1;
	top->err_poison_i = err >> 3 & 1;
	for (int i = 0; i < 4; i++)
		errors_sent[i] += err >> i & 1;
	top->eval();
	top->clk_i = 0;
	top->eval();
}

// Runs both clocks until `ns` nanoseconds from now
void run(uint64_t ns)
{
	static uint64_t next_link = 64, next_card = 100;
	uint64_t end = now + 8 * ns;

	while (now < end) {
		if (next_link <= next_card) {
			now = next_link;
			next_link += 64;	// 8 ns
			link_edge();
		} else {
			now = next_card;
			next_card += 100;	// 12.5 ns
			card_edge();
		}
	}
}

void room(bool ok)
{
	top->rx_np_ok_i = ok;
	run(60);
	if (top->rx_np_ok_o != ok)
		wrong("room for requests does not come over in 60 ns");
}

}  // namespace

int main(int argc, char **argv)
{
	unsigned long seed = argc > 1 ? strtoul(argv[1], nullptr, 0) : 1;

	Verilated::commandArgs(argc, argv);
	random_state = 0x9e3779b97f4a7c15u ^ (seed * 0x2545f4914f6cdd1du);
	top = new Vboard_link;
	set_config(0);
	top->link_rst_ni = top->rst_ni = 0;
	run(200);
	top->link_rst_ni = top->rst_ni = 1;

	static const unsigned hurries[][2] = {{256, 256}, {256, 60}, {60, 256}, {120, 120}};

	for (auto &h : hurries) {
		hurry_link = h[0];
		hurry_card = h[1];
		count += 2000;
		uint64_t stop = now + 8 * 4000000;

		while (now < stop && (rx_done < count || tx_done < count))
			run(1000);
		if (rx_done != count || tx_done != count)
			wrong("a TLP is lost or stands still");
	}
	printf("%s board_link.tlps%s\n", bad ? "not ok" : "ok", bad ? ": see above" : "");
	unsigned failed = bad;

	bad = 0;
	for (int i = 0; i < 20; i++)
		room(rnd() & 1);
	printf("%s board_link.room%s\n", bad ? "not ok" : "ok", bad ? ": see above" : "");
	failed += bad, bad = 0;
	for (int i = 0; i < 4; i++)
		if (errors_got[i] == 0 || errors_got[i] > errors_sent[i] ||
		    errors_got[i] * 10 < errors_sent[i] * 9)
			wrong("errors are lost or made up");
	printf("%s board_link.errors%s\n", bad ? "not ok" : "ok", bad ? ": see above" : "");
	failed += bad;
	delete top;
	return failed ? 1 : 0;
}
