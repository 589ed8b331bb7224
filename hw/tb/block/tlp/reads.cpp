// SPDX-License-Identifier: MIT
// The card's reads, and how the root complex answers them: in any order between tags, split at its
// boundary, late, never, with errors.
#include <algorithm>
#include <cstring>
#include <vector>

#include "card.h"

unsigned card_late, card_unexpected, card_poison;
wanted reading[IDS];
bool open_tag[IDS];
uint64_t reads, failed;

/* What the host has to answer. late: it answers when the bridge has given up; never: not at all */
struct fetch {
	unsigned id, left, done;		// dwords
	uint64_t addr, due;
	bool late, never;
	unsigned mishap;			// a kind of error; 0: none
};
static std::vector<fetch> fetches;

static bool using_id(unsigned id) { return reading[id].active; }

void new_read(void)
{
	bool used[IDS];
	unsigned id, beats, block;
	uint64_t addr;

	for (unsigned i = 0; i < IDS; i++)
		used[i] = using_id(i);
	if (!pick(&block, &id, &beats, &addr, used))
		return;
	wanted &r = reading[id];
	memset(&r, 0, sizeof(r));
	r.id = id;
	r.beats = beats;
	r.block = block;
	r.addr = addr;
	r.active = true;
	r.begun = now;
	for (unsigned k = 0; k < 8 * beats; k++)
		r.data[k] = byte_at(shadow, addr + k);
	reads++;
}

void read_arrives(const tlp &t)
{
	unsigned tag = t.dw[1] >> 8 & 255;

	if (tag >= IDS || !reading[tag].active || reading[tag].asked)
		fail("a read that nobody asked for, tag %u", tag);
	wanted &r = reading[tag];
	if (open_tag[tag])
		fail("tag %u is used again before its last completion", tag);
	if (t.addr() != r.addr || t.length() != 2 * r.beats)
		fail("a read of another place or length");
	r.asked = link_shown();	// The bridge counts from there.
	open_tag[tag] = true;
	fetch f = { tag, t.length(), 0, r.addr, now + rnd(chance(3) ? 500 : 20), false, false, 0 };
	if (!with.plain) {
		unsigned n = rnd(60);

		f.late = n < 3;
		f.never = n == 0 && chance(16);
		f.mishap = n >= 3 && n < 15 ? n % 4 + 1 : 0;
	} else {
		f.due = now + 100;
	}
	if (f.late) {
		r.lost = true;
		card_late++;
		f.due = ~0ull;
		for (unsigned i = 0; i < r.beats; i++)
			r.want[i] = BAD;
	}
	fetches.push_back(f);
}

static void expect(const fetch &f, unsigned dwords, outcome e)
{
	for (unsigned i = f.done / 2; i < (f.done + dwords) / 2; i++)
		reading[f.id].want[i] = e;
}

static void completion(tlp *t, const fetch &f, unsigned dwords, unsigned status, unsigned bytes)
{
	bool td = chance(8);

	t->kind = COMPLETION;
	t->tag = -1;
	t->bar = 0;
	t->dw = { (dwords ? 0x4a000000u : 0x0a000000u) | dwords | td << 15 | rnd(8) << 20 |
			  rnd(4) << 12,
		  status << 13 | bytes | rnd(2) << 12,
		  (uint32_t)CARD_ID << 16 | f.id << 8 | (uint32_t(f.addr + 4 * f.done) & 127) };
	for (unsigned i = 0; i < dwords; i++) {
		uint64_t a = f.addr + 4 * (f.done + i);

		t->dw.push_back(uint32_t(byte_at(memory, a) | byte_at(memory, a + 1) << 8 |
					 byte_at(memory, a + 2) << 16) |
				(uint32_t)byte_at(memory, a + 3) << 24);
	}
	if (td)
		t->dw.push_back(word());
}

/* One that nothing waits for: another function's, or a tag that the bridge does not have */
static void stray(tlp *t)
{
	fetch f = { rnd(IDS), 8, 0, 0x1000, 0, false, false, 0 };

	completion(t, f, chance(3) ? 0 : 8, 0, 32);
	if (chance(2))
		t->dw[2] ^= 1u << (12 + rnd(4));
	else
		t->dw[2] ^= 1u << (16 + rnd(16));
	card_unexpected++;
}

bool card_next(tlp *t)
{
	unsigned n = unsigned(fetches.size()), first = n ? rnd(n) : 0;

	if (!with.plain && chance(200)) {
		stray(t);
		return true;
	}
	for (unsigned k = 0; k < n; k++) {
		unsigned at_f = (first + k) % n;
		fetch &f = fetches[at_f];
		unsigned rcb = top->cfg_rcb_i ? 32 : 16, pos = unsigned(f.addr / 4 + f.done);
		unsigned length, bytes = 4 * f.left;

		if (f.due > now)
			continue;
		length = std::min(f.left, (1 + rnd(3)) * rcb - pos % rcb);
		bool final = length == f.left;
		if (f.mishap == 1 && chance(2)) {	// no success; or a success without data
			static const unsigned status[] = { 1, 2, 4, 0 };
			unsigned s = status[rnd(4)];

			completion(t, f, s && chance(2) ? length : 0, s, bytes);
			expect(f, f.left, BAD);
			reading[f.id].broken = now;
			t->tag = int(f.id);
			fetches.erase(fetches.begin() + at_f);
			return true;
		}
		completion(t, f, length, 0, bytes);
		if (!f.late)
			expect(f, length, GOOD);
		if (f.mishap == 2 && chance(2)) {		// poison
			t->dw[0] |= 1u << 14;
			expect(f, length, BAD);
			card_poison++;
			f.mishap = 0;
		} else if (f.mishap == 3 && !final && chance(2)) {	// another number of bytes
			t->dw[1] += rnd(2) ? 4 : 64;
			expect(f, f.left, BAD);
			reading[f.id].broken = now;
			f.late = true;
			f.mishap = 0;
		} else if (f.mishap == 4 && length > 8 && chance(final ? 32 : 2)) {
			// it is cut off; behind the last nothing comes that would tell
			unsigned dwords = 1 + 4 * rnd(length / 4 - 1);

			t->dw[0] &= ~0x8000u;
			t->dw.resize(3 + dwords);
			expect(f, f.left, BAD);
			expect(f, dwords & ~1u, GOOD);
			reading[f.id].broken = now;
			f.late = true;
			f.mishap = 0;
			f.never = final;
			f.due = ~0ull;
			if (final && dwords == 1) {	// its first beat says that it ends
				t->tag = int(f.id);
				fetches.erase(fetches.begin() + at_f);
			}
			if (final)
				return true;
		}
		f.done += length;
		f.left -= length;
		f.due = now + rnd(chance(2) ? 5 : 100);
		if (!f.left) {
			t->tag = int(f.id);
			fetches.erase(fetches.begin() + at_f);
		}
		return true;
	}
	return false;
}

void card_completed(int tag) { open_tag[tag] = false; }

void read_beat(unsigned id, uint64_t data, unsigned resp, bool last)
{
	wanted &r = reading[id];
	outcome e = r.want[r.got];
	unsigned got = r.got++;

	if (last != (r.got == r.beats))
		fail("last is wrong");
	if (resp == 2) {
		if (e == GOOD || (e == NOT_KNOWN && !(r.may_fail && !r.asked)))
			fail("beat %u of a read fails", got);
		if (r.lost && now - r.asked < (1u << TIMEOUT))
			fail("a read is given up too early");
		if (r.broken && now - r.broken > (1u << TIMEOUT) + 600)
			fail("a read that is broken is given up late");
		failed++;
	} else {
		if (resp || e != GOOD)
			fail("beat %u of a read does not fail", got);
		if (memcmp(&data, r.data + 8 * got, 8))
			fail("beat %u of a read has other data", got);
	}
	if (!last)
		return;
	r.active = false;
	block_until[r.block] = now;
	for (fetch &f : fetches)	// the bridge has given up
		if (f.id == id && r.lost && r.asked)
			f.due = f.never ? ~0ull : now + rnd(chance(2) ? 100 : 5000);
}

void card_revive(void)
{
	for (size_t i = fetches.size(); i-- > 0;)
		if (fetches[i].never) {
			open_tag[fetches[i].id] = false;
			fetches.erase(fetches.begin() + long(i));
		}
}

bool reads_idle(void)
{
	for (const wanted &r : reading)
		if (r.active)
			return false;
	for (const fetch &f : fetches)
		if (!f.never)
			return false;
	return true;
}
