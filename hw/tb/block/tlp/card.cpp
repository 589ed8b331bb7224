// SPDX-License-Identifier: MIT
// The card's master: its writes, and its ports. Host memory, as the writes leave it.
#include <cstdio>
#include <cstring>
#include <deque>
#include <memory>

#include "card.h"

static const unsigned SETTLES = 4000;	// cycles after which nothing of a refused write comes
bytes memory, shadow;
uint64_t block_until[BLOCKS];		// ~0: in use

/* Blocks of 128 bytes below 4 GiB, at its end, and above. */
static uint64_t block_addr(unsigned b)
{
	uint64_t base = b % 3 == 0 ? 0x12345f00 : b % 3 == 1 ? 0x100000000ull - BLOCKS / 6 * 128
							     : 0xab00000f80ull;
	return base + b / 3 * 128;
}

uint8_t byte_at(bytes &m, uint64_t a)
{
	auto i = m.find(a);

	return i == m.end() ? uint8_t(a * 0x9e3779b1u >> 13) : i->second;
}

/* ---- Writes ---- */

struct burst {
	unsigned id, beats, block, w, unseen;	// beats taken; bytes that host memory has not got
	uint64_t addr, data[16], begun;
	uint8_t strb[16], left[16];		// left: not in host memory yet
	bool address, answered, lost;		// AW taken; B taken; given up
};
typedef std::shared_ptr<burst> burst_p;
static std::deque<burst_p> addresses, datas, answers, sent; // sent: not all in host memory
static bool writing[IDS];
static uint64_t master_off;		// when bus master was off last
static uint64_t writes, refused_w, single_tlps;

/* Interrupts that no MSI has told yet: what is to be in host memory first */
static std::deque<std::vector<burst_p>> interrupts;
uint64_t card_pulses;
static uint64_t told;

static void strobes(burst &b)
{
	unsigned how = with.plain ? 0 : rnd(8);
	unsigned first = rnd(b.beats * 2), last = first + rnd(b.beats * 2 - first);

	for (unsigned i = 0; i < b.beats; i++) {
		uint8_t s = 0;

		for (unsigned h = 0; h < 2; h++) {
			unsigned d = 2 * i + h, be = 0;

			switch (how) {
			case 0: case 1: case 2: be = 15; break;
			case 3: be = d >= first && d <= last ? 15 : 0; break;	// a run
			case 4: be = rnd(16); break;
			case 5: be = chance(4) ? rnd(16) : 15; break;
			case 6: be = chance(8) ? 1u << rnd(4) : 0; break;
			case 7: be = d < first || d > last ? 0 : d == first ? 12 :
					d < last ? 15 : 3;
			}
			s = uint8_t(s | be << 4 * h);
		}
		b.strb[i] = b.left[i] = s;
		b.unseen += unsigned(__builtin_popcount(s));
	}
}

bool pick(unsigned *block, unsigned *id, unsigned *beats, uint64_t *addr, const bool *used)
{
	*block = rnd(BLOCKS);
	*id = rnd(with.plain || chance(2) ? IDS : 3);
	if (block_until[*block] > now || used[*id])
		return false;
	unsigned lines = 1 + rnd(4);
	if (with.plain)
		lines = 4;
	*beats = 4 * lines;
	*addr = block_addr(*block) + rnd(5 - lines) * 32;
	block_until[*block] = ~0ull;
	return true;
}

static void new_write(void)
{
	burst_p b = std::make_shared<burst>();

	memset(b.get(), 0, sizeof(*b));
	if (!pick(&b->block, &b->id, &b->beats, &b->addr, writing))
		return;
	for (unsigned i = 0; i < b->beats; i++)
		b->data[i] = (uint64_t)word() << 32 | word();
	strobes(*b);
	b->begun = now;
	writing[b->id] = true;
	addresses.push_back(b);
	datas.push_back(b);
	writes++;
}

static void write_arrives(const tlp &t)
{
	unsigned tag = t.dw[1] >> 8 & 255, bytes = 0;
	uint64_t a = t.addr();

	for (auto i = sent.begin(); i != sent.end(); ++i) {
		burst &b = **i;

		if (b.id != tag || a < b.addr || a >= b.addr + 8 * b.beats || !b.unseen)
			continue;
		for (unsigned d = 0; d < t.length(); d++) {
			unsigned be = d == 0 ? t.dw[1] & 15 :
				d == t.length() - 1 ? t.dw[1] >> 4 & 15 : 15;

			for (unsigned k = 0; k < 4; k++) {
				uint64_t x = a + 4 * d + k, off = x - b.addr;

				if (!(be >> k & 1))
					continue;
				if (off >= 8 * b.beats || !(b.left[off / 8] >> off % 8 & 1))
					fail("a byte is written that must not be, or twice");
				b.left[off / 8] = uint8_t(b.left[off / 8] & ~(1u << off % 8));
				uint8_t v = uint8_t(t.data(d) >> 8 * k);
				if (v != uint8_t(b.data[off / 8] >> 8 * (off % 8)))
					fail("a byte of a write is another one");
				memory[x] = v;
				bytes++;
			}
		}
		if (b.unseen == 8 * b.beats && bytes == b.unseen)
			single_tlps++;
		b.unseen -= bytes;
		if (!b.unseen)
			sent.erase(i);
		return;
	}
	fail("a write of %u dwords that nobody asked for: tag %u, address %llx", t.length(), tag,
	     (unsigned long long)a);
}

static void write_answered(unsigned id, unsigned resp)
{
	for (auto i = answers.begin(); i != answers.end(); ++i) {
		burst_p b = *i;

		if (b->id != id)
			continue;
		if (resp && b->begun > master_off)
			fail("a write fails, and the bridge was bus master");
		for (unsigned k = 0; k < 8 * b->beats && !resp; k++)
			if (b->strb[k / 8] >> k % 8 & 1)
				shadow[b->addr + k] = uint8_t(b->data[k / 8] >> 8 * (k % 8));
		b->answered = true;
		b->lost = resp;
		refused_w += resp != 0;
		writing[id] = false;
		block_until[b->block] = resp ? now + SETTLES : now;
		answers.erase(i);
		return;
	}
	fail("an answer to no write");
}

/* ---- Ports ---- */

static unsigned busy = 1, w_gap = 1, r_slow = 1, b_slow = 1;
static int asking = -1;

void card_request(const tlp &t)
{
	if (t.has_data())
		write_arrives(t);
	else
		read_arrives(t);
}

void card_interrupt(void)
{
	told++;
	for (size_t i = interrupts.size(); i-- > 0;) {
		bool all = true;

		for (const burst_p &b : interrupts[i])
			all &= b->unseen == 0 || b->lost;
		if (all)
			interrupts.erase(interrupts.begin() + long(i));
	}
}

void card_drive(bool stop)
{
	if (chance(500)) {
		busy = chance(2) ? 1 : 1 + rnd(40);
		w_gap = chance(2) ? 1 : 1 + rnd(4);
		r_slow = chance(2) ? 1 : 1 + rnd(4);
		b_slow = chance(2) ? 1 : 1 + rnd(8);
	}
	if (with.plain)
		busy = w_gap = r_slow = b_slow = 1;
	if (!link_master())
		master_off = now;
	if (!stop && chance(busy)) {
		if (addresses.size() < 4)
			new_write();
		new_read();
	}
	if (!top->host_aw_valid_i && !addresses.empty() && chance(w_gap)) {
		burst &b = *addresses.front();

		top->host_aw_valid_i = 1;
		top->host_aw_addr_i = b.addr;
		top->host_aw_id_i = uint8_t(b.id);
		top->host_aw_len_i = uint8_t(b.beats - 1);
	}
	if (!top->host_w_valid_i && !datas.empty() && chance(w_gap)) {
		burst &b = *datas.front();

		top->host_w_valid_i = 1;
		top->host_w_data_i = b.data[b.w];
		top->host_w_strb_i = b.strb[b.w];
		top->host_w_last_i = b.w == b.beats - 1;
	}
	top->host_b_ready_i = chance(b_slow);
	if (asking < 0)
		for (unsigned k = rnd(IDS), n = 0; n < IDS; n++, k = (k + 1) % IDS)
			if (reading[k].active && !reading[k].taken)
				asking = int(k);
	top->host_ar_valid_i = asking >= 0;
	if (asking >= 0) {
		wanted &r = reading[asking];

		top->host_ar_addr_i = r.addr;
		top->host_ar_id_i = uint8_t(r.id);
		top->host_ar_len_i = uint8_t(r.beats - 1);
	}
	top->host_r_ready_i = chance(r_slow);
	for (wanted &r : reading)		// it may be refused
		if (r.active && !r.asked)
			r.may_fail |= open_tag[r.id] || master_off >= r.begun;
	top->msi_i = !stop && chance(100);
	if (top->msi_i) {
		std::vector<burst_p> before;

		card_pulses++;
		for (const burst_p &b : sent)
			if (b->answered)
				before.push_back(b);
		interrupts.push_back(before);
	}
}

void card_look(void)
{
	if (top->host_aw_valid_i && top->host_aw_ready_o) {
		addresses.front()->address = true;
		answers.push_back(addresses.front());
		if (addresses.front()->unseen)
			sent.push_back(addresses.front());
		addresses.pop_front();
		clear(&top->host_aw_valid_i);
	}
	if (top->host_w_valid_i && top->host_w_ready_o) {
		burst &b = *datas.front();

		clear(&top->host_w_valid_i);
		if (++b.w == b.beats)
			datas.pop_front();
	}
	if (top->host_b_valid_o && top->host_b_ready_i)
		write_answered(top->host_b_id_o, top->host_b_resp_o);
	if (top->host_ar_valid_i && top->host_ar_ready_o) {
		reading[asking].taken = true;
		asking = -1;
	}
	if (top->host_r_valid_o && top->host_r_ready_i) {
		if (!reading[top->host_r_id_o].active || !reading[top->host_r_id_o].taken)
			fail("data of no read");
		read_beat(top->host_r_id_o, top->host_r_data_o, top->host_r_resp_o,
			  top->host_r_last_o);
	}
	for (size_t i = sent.size(); i-- > 0;)	// what a refused write has not written
		if (sent[i]->lost && block_until[sent[i]->block] <= now + 1) {
			burst &b = *sent[i];

			for (unsigned k = 0; k < 8 * b.beats; k++)
				shadow[b.addr + k] = byte_at(memory, b.addr + k);
			sent.erase(sent.begin() + long(i));
		}
}

bool card_idle(void)
{
	return reads_idle() && addresses.empty() && datas.empty() && answers.empty() &&
	       sent.empty() && interrupts.empty();
}

void card_report(void)
{
	for (const auto &i : shadow)
		if (byte_at(memory, i.first) != i.second)
			fail("host memory has another byte at %llx", (unsigned long long)i.first);
	if (told > card_pulses)
		fail("%llu interrupts, and %llu were raised", (unsigned long long)told,
		     (unsigned long long)card_pulses);
	printf("# card: %llu writes (%llu as one TLP, %llu refused), %llu reads, %llu beats "
	       "failed, %u late; %llu of %llu interrupts\n",
	       (unsigned long long)writes, (unsigned long long)single_tlps,
	       (unsigned long long)refused_w, (unsigned long long)reads, (unsigned long long)failed,
	       card_late, (unsigned long long)told, (unsigned long long)card_pulses);
}
