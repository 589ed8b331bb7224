// SPDX-License-Identifier: MIT
// The root complex: both streams, credits, configuration. Beats come with gaps, and the stream to
// it waits at times. A request may begin as long as the bridge has room, and one more then; so no
// beat may wait for what is behind the BARs.
#include <cstdio>
#include <deque>

#include "bench.h"

static const unsigned PATIENCE = 300;	// cycles that a beat may wait

static tlp sending, waiting_r, waiting_c;
static bool have_r, have_c, is_sending, offered;
static unsigned at;			// dword of the beat that is next
static unsigned waited;
static bool extra[2];			// one more request was begun without room
static unsigned gap = 1, slow = 1;	// one cycle of so many has no beat, is ready
static tlp coming;
static bool inside;
static uint64_t off_since, on_since, masked_since;
static unsigned low_begun[2];		// TLPs begun without credit
static uint64_t shown;			// the first cycle of the TLP to the link
static uint64_t credit[2];		// the last cycle with it
static uint64_t passed[3];		// TLPs begun though the other kinds have had no credit
static bool held;			// what is shown must stay
static uint32_t held_data[4];
static unsigned held_rest;
static uint64_t beats, longest, completions_beside, tlps[3];

static void begin(const tlp &t)
{
	sending = t;
	is_sending = true;
	at = 0;
	tlps[t.kind]++;
}

static void choose(void)
{
	bool ok[2] = { bool(top->rx_p_ok_o), bool(top->rx_np_ok_o) };

	for (unsigned i = 0; i < 2; i++)
		if (ok[i])
			extra[i] = false;
	if (!have_r)
		have_r = host_next(&waiting_r);
	if (!have_c)
		have_c = card_next(&waiting_c);
	bool r = have_r && !extra[waiting_r.kind];
	if (have_c && (!r || rnd(2))) {
		begin(waiting_c);
		have_c = false;
		completions_beside += have_r && !r;
	} else if (r) {
		extra[waiting_r.kind] = !ok[waiting_r.kind];
		begin(waiting_r);
		have_r = false;
	}
}

static void configure(bool stop)
{
	if (now == 0) {
		top->cfg_id_i = CARD_ID;
		top->cfg_msix_i = 1;
		top->cfg_mask_i = 0;
		top->cfg_payload_i = rnd(2);
		top->cfg_read_i = rnd(3);
		top->cfg_rcb_i = with.seed & 1;
		top->cfg_master_i = 1;
	}
	if (with.plain || stop) {
		top->tx_p_ok_i = top->tx_np_ok_i = 1;
		top->cfg_master_i = 1;
		top->cfg_mask_i = 0;
		return;
	}
	if (chance(top->cfg_master_i ? 3000 : 200))
		top->cfg_master_i = !top->cfg_master_i;
	if (chance(top->cfg_mask_i ? 200 : 600))
		top->cfg_mask_i = !top->cfg_mask_i;
	if (chance(top->tx_p_ok_i ? 100 : 20))
		top->tx_p_ok_i = !top->tx_p_ok_i;
	if (chance(top->tx_np_ok_i ? 100 : 20))
		top->tx_np_ok_i = !top->tx_np_ok_i;
}

bool link_master(void) { return top->cfg_master_i && now - on_since > 50; }

void link_drive(bool stop)
{
	if (chance(300)) {
		gap = chance(2) ? 1 : 1 + rnd(6);
		slow = chance(2) ? 1 : 1 + rnd(6);
	}
	if (with.plain)
		gap = slow = 1;
	configure(stop);
	if (top->cfg_master_i)
		off_since = now;	// the last cycle with bus master
	else
		on_since = now;
	if (!top->cfg_mask_i)
		masked_since = now;
	if (!is_sending)
		choose();
	if (is_sending && !offered)
		offered = gap == 1 || !chance(gap);
	top->rx_valid_i = offered;
	for (unsigned i = 0; i < 4; i++)
		top->rx_data_i[i] = offered && at + i < sending.dw.size() ? sending.dw[at + i]
									 : word();
	if (offered) {
		unsigned left = unsigned(sending.dw.size()) - at;

		top->rx_keep_i = left >= 4 ? 15 : (1u << left) - 1;
		top->rx_last_i = left <= 4;
		// with the first beat of a request alone
		top->rx_bar_i = at || sending.kind == COMPLETION ? rnd(8) : sending.bar;
	}
	top->tx_ready_i = slow == 1 || chance(slow);
}

/* The first beat of a TLP is shown. */
static void began(void)
{
	uint32_t h = top->tx_data_o[0];
	unsigned kind = h >> 24 & 31 ? COMPLETION : h >> 30 & 1 ? POSTED : NON_POSTED;

	shown = now;
	// What is shown first now was chosen two cycles ago. A write of one dword may be an
	// interrupt, which has a way of its own.
	passed[kind] += (kind == POSTED ? (h & 1023) != 1 : now - credit[POSTED] > 6) &&
			(kind == NON_POSTED || now - credit[NON_POSTED] > 6);
	if (kind == COMPLETION)
		return;
	if (now - off_since > 2)
		fail("a request without bus master");
	if (!(kind == POSTED ? top->tx_p_ok_i : top->tx_np_ok_i) && ++low_begun[kind] > 1)
		fail("a second request without credit");
}

static void received(const tlp &t)
{
	unsigned data = t.has_data() ? t.length() : 0;

	if (t.dw.size() != t.headers() + data)
		fail("a TLP of %zu dwords, and its header says %u", t.dw.size(),
		     t.headers() + data);
	if (t.dw[0] & 0x80088f00u)	// reserved bits, address type, digest, poison
		fail("header %08x", t.dw[0]);
	if ((t.type() & 30) == 10) {
		host_completion(t);
		return;
	}
	if (t.type())
		fail("header %08x", t.dw[0]);
	if (t.four() && !t.dw[2])
		fail("four dwords of header for an address below 4 GiB");
	if ((t.addr() & 4095) + 4 * t.length() > 4096)
		fail("a request leaves its 4 KiB");
	if (t.length() > 32)
		fail("a request of more than 128 bytes");
	unsigned first = t.dw[1] & 15, last = t.dw[1] >> 4 & 15;
	if (!first || (t.length() == 1) != !last)
		fail("byte enables %x and %x of %u dwords", first, last, t.length());
	// Bytes that are left out stand at the ends, except in an aligned quadword.
	bool gaps = first + (first & -first) != 16 || (last & (last + 1));
	if (gaps && t.length() > 1 && (t.length() > 2 || t.addr() & 7))
		fail("byte enables %x and %x have gaps", first, last);
	if (t.dw[1] >> 16 != CARD_ID)
		fail("a request of another function");
	if (host_is_msix(t)) {
		if (now - masked_since > 200)
			fail("an interrupt though the function is masked");
		host_msix(t);
	} else {
		card_request(t);
	}
}

void link_look(void)
{
	if (top->tx_p_ok_i) {
		low_begun[POSTED] = 0;
		credit[POSTED] = now;
	}
	if (top->tx_np_ok_i) {
		low_begun[NON_POSTED] = 0;
		credit[NON_POSTED] = now;
	}
	if (offered && top->rx_ready_o) {
		if (!at && sending.kind == COMPLETION && sending.tag >= 0)
			card_completed(sending.tag);
		at += 4;
		offered = false;
		is_sending = at < sending.dw.size();
		waited = 0;
		beats++;
	} else if (offered && ++waited > PATIENCE) {
		fail("a beat of a %s waits for ever", sending.kind == COMPLETION ? "completion"
									     : "request");
	}
	if (waited > longest)
		longest = waited;

	unsigned rest = top->tx_keep_o << 1 | top->tx_last_o;
	if (held) {
		bool same = top->tx_valid_o && rest == held_rest;

		for (unsigned i = 0; i < 4; i++)
			same &= !(rest >> (i + 1) & 1) || top->tx_data_o[i] == held_data[i];
		check(same, "a beat to the link does not wait");
	}
	if (top->tx_valid_o && !inside && !held)
		began();
	held = top->tx_valid_o && !top->tx_ready_i;
	held_rest = rest;
	for (unsigned i = 0; i < 4; i++)
		held_data[i] = top->tx_data_o[i];
	if (!top->tx_valid_o || !top->tx_ready_i)
		return;
	unsigned keep = top->tx_keep_o;
	if (keep != 15 && (!top->tx_last_o || (keep & (keep + 1)) || !keep))
		fail("keep is %x", keep);
	for (unsigned i = 0; i < 4; i++)
		if (keep >> i & 1)
			coming.dw.push_back(top->tx_data_o[i]);
	inside = !top->tx_last_o;
	if (!inside) {
		received(coming);
		coming.dw.clear();
	}
}

uint64_t link_shown(void) { return shown; }

bool link_idle(void) { return !is_sending && !have_r && !have_c && !inside && !top->tx_valid_o; }

void link_report(void)
{
	for (unsigned kind = 0; kind < 3 && !with.plain; kind++)
		if (!passed[kind])
			fail("TLPs of kind %u wait for credit of others", kind);
	printf("# link: %llu beats, %llu posted, %llu others, %llu completions (%llu beside a "
	       "request without room); a beat waited for %llu cycles at most\n",
	       (unsigned long long)beats, (unsigned long long)tlps[POSTED],
	       (unsigned long long)tlps[NON_POSTED], (unsigned long long)tlps[COMPLETION],
	       (unsigned long long)completions_beside, (unsigned long long)longest);
	printf("# link: %llu posted, %llu others, %llu completions passed what had no credit\n",
	       (unsigned long long)passed[POSTED], (unsigned long long)passed[NON_POSTED],
	       (unsigned long long)passed[COMPLETION]);
}
