// SPDX-License-Identifier: MIT
/* Packets, and the root complex against an endpoint in C. Argument: a seed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <linux/pci_regs.h>

#include "../pci_config.h"
#include "endpoint.h"

#define MEMORY 0x10000u
#define BASE   0x1fff8000ull /* bus address of the host's memory */
#define HIGH   0x500000000ull /* another one, above 4 GiB */

static uint64_t seed = 1;
static struct rc rc;
static struct endpoint ep;
static struct rc_faults faults;
static uint8_t memory[MEMORY];
static const char *rule;
static unsigned messages, stale;
static uint32_t expected; /* what the last word of memory has when an interrupt comes */
static struct card_link link_up;

static unsigned rnd(unsigned n)
{
	static uint64_t x;

	x = (x + seed) * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(x >> 33) % n;
}

static uint8_t *at(uint64_t addr, size_t len)
{
	uint64_t off = addr >= HIGH ? addr - HIGH : addr - BASE;

	return off < MEMORY && len <= MEMORY - off ? memory + off : NULL;
}

static int read_memory(void *ctx, uint64_t addr, void *buf, size_t len)
{
	(void)ctx;
	if (!at(addr, len))
		return -14;
	memcpy(buf, at(addr, len), len);
	return 0;
}

static int write_memory(void *ctx, uint64_t addr, const void *buf, size_t len)
{
	(void)ctx;
	if (!at(addr, len))
		return -14;
	memcpy(at(addr, len), buf, len);
	return 0;
}

static void message(void *ctx, uint64_t addr, uint32_t data)
{
	uint32_t last;

	(void)ctx;
	memcpy(&last, memory + MEMORY - 4, 4);
	messages++;
	stale += last != expected || addr != 0xfee01000 || data != 0x41;
}

static void broken(void *ctx, const char *what, const uint32_t *dw, unsigned dwords)
{
	(void)ctx;
	(void)dw;
	(void)dwords;
	rule = what;
}

static const struct rc_ops ops = { read_memory, write_memory, message, broken };

static int setup(void **state)
{
	struct rc_config cfg = { .seed = rnd(1u << 30), .latency = 20, .jitter = 40, .stall = 60 };

	(void)state;
	link_up = (struct card_link) {
		.bus_master = true,
		.msix_enable = true,
		.max_payload = 128,
		.max_read = 512,
		.boundary = rnd(2) ? 64 : 128,
		.id = 0x0300,
		.bar0 = 0xf0000000,
		.bar2 = rnd(2) ? 0xe0000000 : 0x7e0000000ull,
	};
	memset(&faults, 0, sizeof(faults));
	rc_init(&rc, &ops, NULL, &cfg, &faults);
	rc_link(&rc, &link_up);
	ep_init(&ep, &rc);
	rule = NULL;
	messages = stale = 0;
	for (unsigned i = 0; i < MEMORY; i++)
		memory[i] = (uint8_t)rnd(256);
	return 0;
}

static void settle(void)
{
	for (unsigned i = 0; i < 20000 && (!rc_idle(&rc, 4) || ep.outs); i++)
		ep_tick(&ep);
	assert_true(rc_idle(&rc, 4));
	if (rule)
		fail_msg("%s", rule);
}

/* ---- Packets ---- */

static void packets_as_on_the_wire(void **state)
{
	struct tlp t = {
		.kind = TLP_WRITE,
		.requester = 0x0108,
		.tag = 0x2a,
		.addr = 0x123456780ull,
	};
	uint32_t dw[TLP_DWORDS];

	(void)state;
	tlp_enables(&t, 1, 9);
	memcpy(t.data, "\0abcdefghi", 10);
	assert_int_equal(tlp_make(&t, dw), 7);
	assert_int_equal(dw[0], 0x60000003);
	assert_int_equal(dw[1], 0x01082a3e);
	assert_int_equal(dw[2], 1);
	assert_int_equal(dw[3], 0x23456780);
	assert_int_equal(dw[4] >> 8 & 0xff, 'a');
	assert_int_equal(tlp_bytes(&t), 9);
	t.kind = TLP_COMPLETION;
	t.data_follow = true;
	t.completer = 0x0300;
	t.bytes = 4096;
	t.lower_addr = 0x41;
	assert_int_equal(tlp_make(&t, dw), 6);
	assert_int_equal(dw[0], 0x4a000003);
	assert_int_equal(dw[1], 0x03000000);
	assert_int_equal(dw[2], 0x01082a41);
}

static void packets_there_and_back(void **state)
{
	struct tlp t, u;
	uint32_t dw[TLP_DWORDS];
	unsigned i, k, n, bytes, first;

	(void)state;
	for (i = 0; i < 20000; i++) {
		struct tlp_collector c = { .dwords = 0 };
		unsigned beats = 0;
		int r = 0;

		memset(&t, 0, sizeof(t));
		t.kind = (enum tlp_kind)rnd(3);
		t.requester = (uint16_t)rnd(65536);
		t.tag = (uint8_t)rnd(256);
		t.poisoned = rnd(2);
		first = rnd(4);
		bytes = 1 + rnd(4 * TLP_PAYLOAD - 3);
		if (t.kind == TLP_COMPLETION) {
			t.completer = (uint16_t)rnd(65536);
			t.status = rnd(2) ? TLP_OK : TLP_UNSUPPORTED;
			t.data_follow = !t.status;
			t.length = t.status ? 0 : 1 + rnd(TLP_PAYLOAD);
			t.bytes = (uint16_t)(1 + rnd(4096));
			t.lower_addr = (uint8_t)rnd(128);
		} else {
			t.addr = (uint64_t)rnd(3) << 32 | (uint64_t)rnd(1u << 19) << 12 |
				 (rnd(4096 - bytes - 3) & ~3u);
			tlp_enables(&t, first, bytes);
			assert_int_equal(tlp_bytes(&t), bytes);
			assert_int_equal(tlp_first(&t), first);
			t.data_follow = t.kind == TLP_WRITE;
		}
		for (k = 0; t.data_follow && k < t.length; k++)
			t.data[k] = rnd(1u << 30);
		n = tlp_make(&t, dw);
		while (!r) {
			struct tlp_beat b = tlp_beat(dw, n, beats++);

			r = tlp_collect(&c, &b);
		}
		assert_int_equal(r, 1);
		assert_int_equal(beats, (n + 3) / 4);
		assert_null(tlp_parse(&u, c.dw, c.dwords));
		assert_memory_equal(&t, &u, sizeof(t));
	}
}

static void packets_refused(void **state)
{
	/* 4 KiB, gaps, enables of one dword, none of two, a short packet, a digest, a message */
	static const uint32_t bad[][5] = {
		{ 3, 0x00000002, 0x000000ff, 0xffc }, { 3, 0x00000003, 0x000000f9, 0x100 },
		{ 3, 0x00000001, 0x000000f1, 0x100 }, { 3, 0x00000002, 0x000000f0, 0x100 },
		{ 3, 0x40000001, 0x0000000f, 0x100 }, { 3, 0x00008001, 0x0000000f, 0x100 },
		{ 4, 0x34000000, 0x0000007f, 0, 0 },  { 4, 0x20000001, 0x0000000f, 0, 0x100 },
		{ 3, 0x00000001, 0x0000000f, 0x102 }, { 3, 0x0a000000, 0x00000004, 0 },
		{ 3, 0x00000002, 0x00000099, 0x104 },
	};
	static const uint32_t good[3] = { 0x00000002, 0x00000099, 0x108 };
	struct tlp t;

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (!tlp_parse(&t, bad[i] + 1, bad[i][0]))
			fail_msg("packet %u was taken", i);
	assert_null(tlp_parse(&t, good, 3));
}

/* ---- Configuration space of an endpoint ---- */

static unsigned capability(const struct pci_config *c, unsigned id)
{
	unsigned at = pci_config_read(c, PCI_CAPABILITY_LIST, 1);

	while (at && pci_config_read(c, at, 1) != id)
		at = pci_config_read(c, at + 1, 1);
	return at;
}

static void configuration(void **state)
{
	struct pci_config c = { .endpoint = true }, root = { .endpoint = false };
	unsigned exp, msix;
	struct card_link l;

	(void)state;
	pci_config_reset(&c);
	pci_config_reset(&root);
	exp = capability(&c, PCI_CAP_ID_EXP);
	msix = capability(&c, PCI_CAP_ID_MSIX);
	assert_true(exp && msix && capability(&c, PCI_CAP_ID_PM));
	assert_false(capability(&c, PCI_CAP_ID_MSI) || capability(&root, PCI_CAP_ID_MSIX));
	pci_config_link(&c, &l);
	assert_false(l.bus_master || l.msix_enable || l.msix_mask);
	assert_int_equal(l.max_payload, 128);
	assert_int_equal(l.max_read, 512);
	assert_int_equal(l.boundary, 64);
	/* There is no function-level reset, and no bit for it. */
	assert_false(pci_config_read(&c, exp + PCI_EXP_DEVCAP, 4) & PCI_EXP_DEVCAP_FLR);
	assert_false(pci_config_write(&c, exp + PCI_EXP_DEVCTL, 0xf000 | 1 << 5, 2));
	assert_int_equal(pci_config_read(&c, exp + PCI_EXP_DEVCTL, 2), 0x7020);
	pci_config_write(&c, exp + PCI_EXP_DEVCTL, 0x2020, 2);
	pci_config_write(&c, exp + PCI_EXP_LNKCTL, PCI_EXP_LNKCTL_RCB, 2);
	pci_config_write(&c, PCI_COMMAND, PCI_COMMAND_MEMORY | PCI_COMMAND_MASTER, 2);
	pci_config_write(&c, msix + PCI_MSIX_FLAGS, 0xffff, 2);
	pci_config_write(&c, PCI_BASE_ADDRESS_0, 0xfeb00000, 4);
	pci_config_link(&c, &l);
	assert_true(l.bus_master && l.msix_enable && l.msix_mask);
	assert_int_equal(l.max_payload, 256);
	assert_int_equal(l.max_read, 512);
	assert_int_equal(l.boundary, 128);
	assert_int_equal(l.bar0, 0xfeb00000);
	assert_int_equal(pci_config_read(&c, msix + PCI_MSIX_FLAGS, 2), 0xc000);
	pci_config_reset(&c);
	pci_config_link(&c, &l);
	assert_false(l.bus_master || l.msix_enable || l.msix_mask);
}

/* ---- Accesses of the host ---- */

static void host_accesses(void **state)
{
	static uint8_t mirror[2][EP_BAR_BYTES];
	unsigned i, k;

	(void)state;
	memset(mirror, 0, sizeof(mirror));
	for (i = 0; i < 20000; i++) {
		unsigned bar = rnd(30) != 0, len = rnd(3) ? 8 : 1u << rnd(3), n;
		uint32_t off = rnd(30) ? (i / 2 * 8) % EP_BAR_BYTES + (rnd(8) & ~(len - 1))
				       : rnd(EP_BAR_BYTES / 8) * 8;
		enum tlp_bar b = bar ? TLP_BAR2 : TLP_BAR0;
		uint64_t v = (uint64_t)rnd(1u << 31) << 32 | rnd(1u << 31), want = 0;

		ep.takes_writes = rnd(8);
		ep.takes_reads = rnd(8);
		for (k = 0; !rc_room(&rc); k++) {
			ep.takes_writes = ep.takes_reads = true;
			ep_tick(&ep);
			assert_true(k < 1000);
		}
		if (rnd(40)) {
			rc_write(&rc, b, off, v, len);
			memcpy(mirror[bar] + off, &v, len);
			continue;
		}
		n = rc_read(&rc, b, off, len);
		memcpy(&want, mirror[bar] + off, len);
		for (k = 0; !rc_read_done(&rc, n, &v); k++) {
			ep.takes_writes |= rnd(2);
			ep.takes_reads |= rnd(2);
			ep_tick(&ep);
			assert_true(k < 3000);
		}
		assert_int_equal(v, want);
	}
	ep.takes_writes = ep.takes_reads = true;
	settle();
	assert_memory_equal(ep.bar, mirror, sizeof(mirror));
	assert_true(rc.merged > 5000 && ep.longest == 16 && ep.gaps);
}

/* What is refused is not sent, and holds up no completion. */
static void refused_accesses(void **state)
{
	unsigned n, i;
	uint64_t v;

	(void)state;
	ep.takes_writes = ep.takes_reads = false;
	ep_tick(&ep);
	rc_write(&rc, TLP_BAR0, 16, 1, 4);
	n = rc_read(&rc, TLP_BAR0, 16, 4);
	ep_read(&ep, 3, BASE, 128);
	for (i = 0; i < 2000; i++)
		ep_tick(&ep);
	assert_false(ep.read[3].busy);
	assert_int_equal(ep.bar[0][16], 0);
	ep.takes_reads = true; /* but a read passes no write */
	for (i = 0; i < 200; i++)
		ep_tick(&ep);
	assert_false(rc_read_done(&rc, n, &v));
	ep.takes_writes = true;
	settle();
	assert_true(rc_read_done(&rc, n, &v));
	assert_int_equal(v, 1);
}

/* ---- Requests of the card ---- */

static void card_reads(void **state)
{
	unsigned i, tag, several = 0, turned = 0;

	(void)state;
	for (i = 0; i < 1000; i++) {
		unsigned first = ep.ends;

		for (tag = 0; tag < EP_TAGS; tag++) {
			unsigned off = rnd(MEMORY - 520), bytes = 1 + rnd(rnd(2) ? 128 : 509);

			if ((off & 4095) + bytes > 4093)
				off &= ~4095u;
			ep_read(&ep, (uint8_t)tag, (rnd(2) ? BASE : HIGH) + off, bytes);
		}
		settle();
		for (tag = 0; tag < EP_TAGS; tag++) {
			struct ep_read *r = &ep.read[tag];

			assert_false(r->busy);
			assert_int_equal(r->status, 0);
			assert_memory_equal(r->data, at(r->addr, r->bytes), r->bytes);
			several += r->pieces > 1;
			turned += r->order - first != tag;
		}
	}
	assert_true(several > 1000 && turned > 1000);
	assert_int_equal(ep.strangers, 0);
}

/* A write that was there before a completion is not passed by it. */
static void completions_behind_writes(void **state)
{
	uint32_t i, seen;

	(void)state;
	rc.cfg.latency = rc.cfg.jitter = 0;
	for (i = 1; i < 300; i++) {
		rc_write(&rc, TLP_BAR0, 64, ~i, 4);
		rc_write(&rc, TLP_BAR0, 64, i, 4);
		ep_read(&ep, 2, BASE, 64);
		while (ep.outs || ep.read[2].busy)
			ep_tick(&ep);
		memcpy(&seen, ep.bar[0] + 64, 4);
		assert_int_equal(seen, i);
	}
}

static void no_such_memory(void **state)
{
	(void)state;
	ep_read(&ep, 1, 0x40000000, 64);
	settle();
	assert_int_equal(ep.read[1].status, TLP_UNSUPPORTED);
}

static unsigned interrupts(void)
{
	static uint8_t mirror[MEMORY];
	unsigned i, k;
	uint32_t data = 0x41;

	memcpy(mirror, memory, MEMORY);
	for (i = 0; i < 300; i++) {
		for (k = rnd(6); k; k--) {
			unsigned off = rnd(MEMORY - 140), bytes = 1 + rnd(125);
			uint8_t bytes_of[128];

			if ((off & 4095) + bytes > 4093)
				off &= ~4095u;
			memset(bytes_of, (int)i, bytes);
			memcpy(mirror + off, bytes_of, bytes);
			ep_write(&ep, (rnd(2) ? BASE : HIGH) + off, bytes_of, bytes);
		}
		memcpy(mirror + MEMORY - 4, &i, 4);
		expected = i;
		ep_write(&ep, BASE + MEMORY - 4, &i, 4);
		ep_write(&ep, 0xfee01000, &data, 4);
		settle();
	}
	assert_memory_equal(mirror, memory, MEMORY);
	assert_int_equal(messages, 300);
	return stale;
}

static void interrupts_behind_data(void **state)
{
	(void)state;
	assert_int_equal(interrupts(), 0);
}

static void interrupts_that_overtake(void **state)
{
	(void)state;
	faults.overtaken = 500;
	assert_true(interrupts() > 250);
}

/* ---- What goes wrong ---- */

static void injected_faults(void **state)
{
	unsigned kind, i;

	for (kind = RC_UNSUPPORTED; kind <= RC_LATE; kind *= 2) {
		setup(state);
		faults = (struct rc_faults) { .every = 1, .kinds = kind, .late = 1000 };
		for (i = 0; i < 30; i++) {
			struct ep_read *r = &ep.read[i % EP_TAGS];
			unsigned strangers = ep.strangers;
			uint64_t began = rc.now;

			ep_read(&ep, (uint8_t)(i % EP_TAGS), BASE + 256 * i, 256);
			settle();
			assert_int_equal(faults.met, i + 1);
			switch (kind) {
			case RC_UNSUPPORTED:
			case RC_ABORTED:
				assert_int_equal(r->status, kind == RC_ABORTED ? TLP_ABORTED
									       : TLP_UNSUPPORTED);
				break;
			case RC_POISONED: assert_true(!r->busy && r->poisoned); break;
			case RC_LOST: stale += r->busy; break;
			case RC_STRANGER:
				assert_true(!r->busy && !r->status);
				assert_int_equal(ep.strangers, strangers + 1);
				break;
			default: assert_true(!r->busy && !r->status && rc.now - began > 1000);
			}
		}
		assert_true(kind != RC_LOST || stale > 10);
	}
}

static void rules(void **state)
{
	struct tlp t = {
		.kind = TLP_READ, .requester = 0x0300, .addr = BASE, .length = 1, .first_be = 15
	};
	struct tlp_beat b = { .keep = 5, .last = true };
	unsigned i;
#define BREAKS(...)                                          \
	do {                                                 \
		setup(state);                                \
		struct tlp u = t;                            \
		__VA_ARGS__;                                 \
		ep_send(&ep, &u);                            \
		for (i = 0; i < 200; i++)                    \
			ep_tick(&ep);                        \
		if (!rule)                                   \
			fail_msg("%s passed", #__VA_ARGS__); \
	} while (0)

	BREAKS(link_up.bus_master = false; rc_link(&rc, &link_up); rc.now += 2000);
	BREAKS(u.requester = 0x0301);
	BREAKS(u.kind = TLP_WRITE; u.length = 33; u.last_be = 15);
	BREAKS(link_up.max_read = 128; rc_link(&rc, &link_up); u.length = 33; u.last_be = 15);
	BREAKS(rc.cfg.latency = 1000; ep_send(&ep, &u));
	BREAKS(u.kind = TLP_COMPLETION; u.data_follow = true; u.bytes = 4);
	BREAKS(rc_read(&rc, TLP_BAR0, 8, 4); u = (struct tlp) { .kind = TLP_COMPLETION,
								.completer = 0x0300,
								.data_follow = true,
								.length = 1,
								.bytes = 4,
								.lower_addr = 12 });
	BREAKS(rc_read(&rc, TLP_BAR0, 8, 4); u = (struct tlp) { .kind = TLP_COMPLETION,
								.completer = 0x0300,
								.data_follow = true,
								.length = 1,
								.bytes = 8,
								.lower_addr = 8 });
	BREAKS(rc_read(&rc, TLP_BAR0, 8, 4); u = (struct tlp) { .kind = TLP_COMPLETION,
								.completer = 0x0400,
								.data_follow = true,
								.length = 1,
								.bytes = 4,
								.lower_addr = 8 });
	setup(state);
	rc_take(&rc, &b);
	assert_non_null(rule);
	/* Without credits one packet is in time, and one may follow. */
	setup(state);
	rc.writes_go = false;
	for (i = 0; i < 3; i++) {
		uint32_t dw[TLP_DWORDS];
		unsigned n, k;

		assert_null(rule);
		t.kind = TLP_WRITE;
		n = tlp_make(&t, dw);
		for (k = 0; k < n; k += 4) {
			b = tlp_beat(dw, n, k / 4);
			rc_take(&rc, &b);
		}
	}
	assert_non_null(rule);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packets_as_on_the_wire),
		cmocka_unit_test(packets_there_and_back),
		cmocka_unit_test(packets_refused),
		cmocka_unit_test(configuration),
		cmocka_unit_test_setup(host_accesses, setup),
		cmocka_unit_test_setup(refused_accesses, setup),
		cmocka_unit_test_setup(card_reads, setup),
		cmocka_unit_test_setup(completions_behind_writes, setup),
		cmocka_unit_test_setup(no_such_memory, setup),
		cmocka_unit_test_setup(interrupts_behind_data, setup),
		cmocka_unit_test_setup(interrupts_that_overtake, setup),
		cmocka_unit_test_setup(injected_faults, setup),
		cmocka_unit_test(rules),
	};

	if (argc > 1)
		seed = strtoull(argv[1], NULL, 0);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
