// SPDX-License-Identifier: MIT
// What stands around board_block: a host, a card, a memory that can be broken, a flash, an XADC.
#include "bench.h"

#include <cstdio>
#include <cstring>
#include <deque>

Vboard_block *top;
struct flash chip;
uint64_t now, random_state;
unsigned bad;
unsigned writes, reads;
bool stuck_everywhere;
int64_t stuck_line, refused_line;
unsigned stuck_bit, stuck_value;
int dead_address;
std::vector<line> ones(Lines), zeros(Lines);
std::set<std::string> first;
bool mute;
unsigned card_got[2];
unsigned resets;
uint16_t xadc[64];

uint32_t rnd()
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return uint32_t(random_state >> 16);
}

void expect(bool good, const char *what)
{
	if (!good && bad++ < 10)
		printf("# cycle %lu: %s\n", (unsigned long)now, what);
}

uint32_t card_word(uint32_t addr) { return addr * 2654435761u ^ 0x5a5a; }

namespace {

// ---- Memory: answers of different ids come in any order
struct access {
	uint32_t line;
	unsigned id;
	uint64_t due;
};
std::vector<line> memory(Lines);
std::deque<access> addresses, written, read_;	// addresses: of writes, without their data

uint32_t place(uint32_t line)
{
	return dead_address < 0 ? line : line & ~(1u << dead_address);
}

// What was taken in a cycle: its valid falls behind the edge.
std::vector<CData *> taken;

void fall()
{
	for (CData *valid : taken)
		*valid = 0;
	taken.clear();
}

void memory_before()
{
	fall();
	top->dram_aw_ready_i = addresses.size() < 4 && rnd() % 4;
	top->dram_w_ready_i = !addresses.empty() && rnd() % 4;
	top->dram_ar_ready_i = rnd() % 4 != 0;
	if (!top->dram_b_valid_i)
		for (auto &a : written)
			if (a.due <= now && rnd() % 2) {
				top->dram_b_valid_i = 1;
				top->dram_b_id_i = a.id;
				break;
			}
	if (!top->dram_r_valid_i)
		for (auto &a : read_)
			if (a.due <= now && rnd() % 2) {
				top->dram_r_valid_i = 1;
				top->dram_r_id_i = a.id;
				top->dram_r_resp_i = a.line == refused_line ? 2 : 0;
				for (unsigned i = 0; i < 8; i++)
					top->dram_r_data_i[i] = memory[place(a.line)].word[i];
				if (stuck_everywhere || a.line == stuck_line) {
					auto &w = top->dram_r_data_i[stuck_bit / 32];

					w &= ~(1u << stuck_bit % 32);
					w |= stuck_value << stuck_bit % 32;
				}
				break;
			}
}

void take(std::deque<access> &q, unsigned id)
{
	for (auto a = q.begin(); a != q.end(); ++a)
		if (a->id == id) {
			q.erase(a);
			return;
		}
	expect(false, "an answer that nobody waits for");
}

void memory_after()
{
	if (top->dram_b_valid_i && top->dram_b_ready_o) {
		take(written, top->dram_b_id_i);
		taken.push_back(&top->dram_b_valid_i);
	}
	if (top->dram_r_valid_i && top->dram_r_ready_o) {
		take(read_, top->dram_r_id_i);
		taken.push_back(&top->dram_r_valid_i);
	}
	if (top->dram_w_valid_o && top->dram_w_ready_i) {
		access a = addresses.front();
		line data;

		addresses.pop_front();
		for (unsigned i = 0; i < 8; i++) {
			data.word[i] = top->dram_w_data_o[i];
			ones[a.line].word[i] |= data.word[i];
			zeros[a.line].word[i] |= ~data.word[i];
		}
		if (top->dram_w_strb_o == ~0u)
			memory[place(a.line)] = data;
		else
			expect(!top->dram_w_strb_o, "a part of a line is written");
		expect(!top->test_done_o || top->card_rst_no || !top->dram_w_strb_o,
		       "a card in reset writes");
		if (writes < top->test_kib_i * 32)
			first.insert(std::string((char *)&data, sizeof(data)));
		writes++;
		a.due = now + rnd() % 20;
		written.push_back(a);
	}
	if (top->dram_aw_valid_o && top->dram_aw_ready_i) {
		expect(!(top->dram_aw_addr_o % 32) && top->dram_aw_addr_o < Lines * 32ull,
		       "the address of a write is no line's");
		for (auto *q : { &addresses, &written })
			for (auto &a : *q)
				expect(a.id != top->dram_aw_id_o, "the id of a write is in use");
		addresses.push_back({ uint32_t(top->dram_aw_addr_o / 32) % Lines,
				      top->dram_aw_id_o, 0 });
	}
	if (top->dram_ar_valid_o && top->dram_ar_ready_i) {
		for (auto &a : read_)
			expect(a.id != top->dram_ar_id_o, "the id of a read is in use");
		read_.push_back({ uint32_t(top->dram_ar_addr_o / 32) % Lines, top->dram_ar_id_o,
				  now + rnd() % 20 });
		reads++;
	}
}

// ---- The card: answers BARs, and keeps memory busy with lines 0 to 15 by their ids
unsigned card_aw, card_w, card_ar;
bool card_busy[2][16];
uint32_t card_value[16];
bool ran;

void card_before()
{
	if (!top->card_rst_no) {
		if (ran)
			resets++;
		ran = false;
		card_aw = card_w = card_ar = 0;
		memset(card_busy, 0, sizeof(card_busy));
		top->card_bar0_b_valid_i = top->card_bar0_r_valid_i = 0;
		top->card_bar2_b_valid_i = top->card_bar2_r_valid_i = 0;
		top->card_dram_aw_valid_i = top->card_dram_ar_valid_i = 0;
		top->card_dram_w_valid_i = 0;
		return;
	}
	ran = true;
#define ANSWER(bar, n) \
	if (!mute && (card_aw & card_w & 1 << n)) { \
		card_aw &= ~(1 << n); \
		card_w &= ~(1 << n); \
		top->card_##bar##_b_valid_i = 1; \
		card_got[n]++; \
	} \
	if (!mute && (card_ar & 1 << n)) { \
		card_ar &= ~(1 << n); \
		top->card_##bar##_r_valid_i = 1; \
	}
	ANSWER(bar0, 0)
	ANSWER(bar2, 1)
#undef ANSWER
	top->card_bar0_aw_ready_i = rnd() % 2;
	top->card_bar0_w_ready_i = rnd() % 2;
	top->card_bar0_ar_ready_i = rnd() % 2;
	top->card_bar2_aw_ready_i = rnd() % 2;
	top->card_bar2_w_ready_i = rnd() % 2;
	top->card_bar2_ar_ready_i = rnd() % 2;
	top->card_dram_b_ready_i = rnd() % 4 != 0;
	top->card_dram_r_ready_i = rnd() % 4 != 0;
	if (!top->card_dram_aw_valid_i && !top->card_dram_w_valid_i) {
		unsigned id = rnd() % 16;

		if (!card_busy[0][id] && !card_busy[1][id] && rnd() % 2) {
			card_busy[0][id] = true;
			card_value[id] = rnd();
			top->card_dram_aw_valid_i = 1;
			top->card_dram_aw_id_i = id;
			top->card_dram_aw_addr_i = id * 32;
			top->card_dram_w_valid_i = 1;
			top->card_dram_w_strb_i = ~0u;
			for (unsigned i = 0; i < 8; i++)
				top->card_dram_w_data_i[i] = card_value[id] + i;
		}
	}
	if (!top->card_dram_ar_valid_i) {
		unsigned id = rnd() % 16;

		if (!card_busy[0][id] && !card_busy[1][id] && rnd() % 2) {
			card_busy[1][id] = true;
			top->card_dram_ar_valid_i = 1;
			top->card_dram_ar_id_i = id;
			top->card_dram_ar_addr_i = id * 32;
		}
	}
}

bool card_known[16];		// it has written that line since it was reset

void card_after()
{
	if (!top->card_rst_no) {
		memset(card_known, 0, sizeof(card_known));
		return;
	}
	if (top->card_dram_aw_valid_i && top->card_dram_aw_ready_o)
		taken.push_back(&top->card_dram_aw_valid_i);
	if (top->card_dram_w_valid_i && top->card_dram_w_ready_o)
		taken.push_back(&top->card_dram_w_valid_i);
	if (top->card_dram_ar_valid_i && top->card_dram_ar_ready_o)
		taken.push_back(&top->card_dram_ar_valid_i);
	if (top->card_dram_b_valid_o && top->card_dram_b_ready_i) {
		expect(card_busy[0][top->dram_b_id_i], "the card has not written that");
		card_busy[0][top->dram_b_id_i] = false;
		card_known[top->dram_b_id_i] = true;
	}
	if (top->card_dram_r_valid_o && top->card_dram_r_ready_i) {
		unsigned id = top->dram_r_id_i;

		expect(card_busy[1][id], "the card has not read that");
		card_busy[1][id] = false;
		for (unsigned i = 0; i < 8 && card_known[id]; i++)
			expect(top->dram_r_data_i[i] == card_value[id] + i,
			       "the card reads something else");
	}
#define BAR(bar, n) \
	if (top->card_##bar##_b_valid_i && top->card_##bar##_b_ready_o) \
		taken.push_back(&top->card_##bar##_b_valid_i); \
	if (top->card_##bar##_r_valid_i && top->card_##bar##_r_ready_o) \
		taken.push_back(&top->card_##bar##_r_valid_i); \
	if (top->card_##bar##_aw_valid_o && top->card_##bar##_aw_ready_i) \
		card_aw |= 1 << n; \
	if (top->card_##bar##_w_valid_o && top->card_##bar##_w_ready_i) \
		card_w |= 1 << n; \
	if (top->card_##bar##_ar_valid_o && top->card_##bar##_ar_ready_i) \
		card_ar |= 1 << n;
	BAR(bar0, 0)
	BAR(bar2, 1)
#undef BAR
	expect(!(top->card_bar0_aw_valid_o && top->bar0_aw_addr_i >> 12 == 0x12) &&
		       !(top->card_bar0_ar_valid_o && top->bar0_ar_addr_i >> 12 == 0x12),
	       "the card sees an access of the board's registers");
	top->card_bar0_r_data_i = card_word(top->bar0_ar_addr_i);
	top->card_bar2_r_data_i = 0x123456789abcdefull;
	top->card_bar2_r_resp_i = top->card_bar2_b_resp_i = 0;
}

// ---- XADC
unsigned drp_wait, drp_at;

} // namespace

void tick()
{
	memory_before();
	card_before();
	top->drp_ready_i = drp_wait == 1;
	top->drp_data_i = drp_wait == 1 ? xadc[drp_at] : rnd();
	if (drp_wait)
		drp_wait--;
	top->eval();
	if (top->drp_en_o) {
		expect(!drp_wait, "the XADC is read while it is read");
		drp_wait = 1 + rnd() % 5;
		drp_at = top->drp_addr_o & 63;
	}
	top->spi_miso_i = flash_pins(&chip, now, top->spi_cs_no, top->spi_clk_o, top->spi_mosi_o);
	memory_after();
	card_after();
	top->clk_i = 1;
	top->eval();
	top->clk_i = 0;
	top->eval();
	now++;
}

void ticks(unsigned n)
{
	while (n--)
		tick();
}

// ---- The host
answer host(bool bar2, bool write, uint32_t addr, uint32_t data)
{
	bool asked = false, aw = false, w = false;
	answer got = {};

	for (unsigned i = 0; i < Patience && !got.came; i++) {
#define HOST(bar) do { \
		top->bar##_aw_valid_i = write && !aw; \
		top->bar##_w_valid_i = write && !w; \
		top->bar##_ar_valid_i = !write && !asked; \
		top->bar##_b_ready_i = write && aw && w; \
		top->bar##_r_ready_i = !write && asked; \
		top->bar0_aw_addr_i = top->bar0_ar_addr_i = addr; \
		top->bar0_w_data_i = data; \
		top->eval(); \
		if (top->bar##_b_ready_i && top->bar##_b_valid_o) \
			got = { true, 0, 0 }; \
		if (top->bar##_r_ready_i && top->bar##_r_valid_o) \
			got = { true, uint32_t(top->bar##_r_data_o), 0 }; \
	} while (0)
		memory_before();
		card_before();
		if (bar2) {
			HOST(bar2);
			if (got.came)
				got.resp = write ? top->bar2_b_resp_o : top->bar2_r_resp_o;
		} else {
			HOST(bar0);
		}
#undef HOST
		bool aw_now = write && !aw && (bar2 ? top->bar2_aw_ready_o : top->bar0_aw_ready_o);
		bool w_now = write && !w && (bar2 ? top->bar2_w_ready_o : top->bar0_w_ready_o);
		bool ar_now = !write && !asked &&
			      (bar2 ? top->bar2_ar_ready_o : top->bar0_ar_ready_o);

		top->drp_ready_i = drp_wait == 1;
		top->drp_data_i = drp_wait == 1 ? xadc[drp_at] : rnd();
		if (drp_wait)
			drp_wait--;
		top->eval();
		if (top->drp_en_o) {
			drp_wait = 1 + rnd() % 5;
			drp_at = top->drp_addr_o & 63;
		}
		top->spi_miso_i =
			flash_pins(&chip, now, top->spi_cs_no, top->spi_clk_o, top->spi_mosi_o);
		memory_after();
		card_after();
		top->clk_i = 1;
		top->eval();
		top->clk_i = 0;
		now++;
		aw |= aw_now;
		w |= w_now;
		asked |= ar_now;
	}
	top->bar0_aw_valid_i = top->bar0_w_valid_i = top->bar0_ar_valid_i = 0;
	top->bar2_aw_valid_i = top->bar2_w_valid_i = top->bar2_ar_valid_i = 0;
	top->bar0_b_ready_i = top->bar0_r_ready_i = 0;
	top->bar2_b_ready_i = top->bar2_r_ready_i = 0;
	top->eval();
	expect(got.came, "an access of the host is not answered");
	return got;
}

uint32_t get(uint32_t addr) { return host(false, false, addr).data; }
void put(uint32_t addr, uint32_t data) { host(false, true, addr, data); }
uint32_t status() { return get(SMGPU_BOARD_STATUS); }

void power_off()
{
	top->rst_ni = top->power_ni = 0;
	top->dram_ready_i = top->dram_error_i = 0;
	addresses.clear();
	written.clear();
	read_.clear();
	top->dram_b_valid_i = top->dram_r_valid_i = 0;
	ticks(4);
	addresses.clear();
	written.clear();
	read_.clear();
	top->dram_b_valid_i = top->dram_r_valid_i = 0;
	drp_wait = 0;
	writes = reads = 0;
	first.clear();
	memset(ones.data(), 0, Lines * sizeof(line));
	memset(zeros.data(), 0, Lines * sizeof(line));
	for (auto &l : memory)
		for (auto &w : l.word)
			w = rnd();
	stuck_everywhere = false;
	stuck_line = refused_line = dead_address = -1;
	top->test_kib_i = 16 + rnd() % 16;
	top->rst_ni = top->power_ni = 1;
	ticks(2);
}

void run_test()
{
	top->dram_ready_i = 1;
	for (unsigned i = 0; i < Patience && !(status() & BIT(TEST_DONE)); i++)
		ticks(10);
	ticks(20);
}
