// SPDX-License-Identifier: MIT
// board_block between a host, a card, a memory that can be broken, a flash and an XADC. What is
// expected comes from hw/regs/smgpu.rdl and Documentation/hardware/boards.rst.
#include "bench.h"
#include "verilated.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

void reset_state()
{
	uint32_t s = status(), got = card_got[0];

	expect(get(SMGPU_BOARD_ID) == 0x534d4742, "ID");
	expect(get(SMGPU_BOARD_VERSION) == (7u << 16 | 1), "VERSION");
	expect(get(SMGPU_BOARD_BUILD) == 0x12345678, "BUILD");
	expect(get(SMGPU_BOARD_MONITOR) == SMGPU_BOARD_MONITOR_KIND_XADC, "MONITOR");
	expect(get(SMGPU_BOARD_SPI_SIZE) == (1u << 31 | 32768), "SPI_SIZE");
	expect(get(SMGPU_BOARD_SPI_UPDATE) == 0x800000, "SPI_UPDATE");
	expect(get(SMGPU_BOARD_BASE + 0x48) == 0 && get(SMGPU_BOARD_BASE + 0xffc) == 0 &&
		       get(SMGPU_BOARD_BASE + 0x8c) == 0, "an offset that is not listed");
	expect(s & BIT(LINK_UP) && !(s & BIT(CARD_RUNNING)), "STATUS in reset");
	expect(!!(s & BIT(CLOCKS_LOCKED)) == top->clocks_locked_i, "clocks_locked");
	expect((s & SMGPU_BOARD_STATUS_LINK_LANES_MASK) >> 8 == top->link_lanes_i, "link_lanes");
	expect((s & SMGPU_BOARD_STATUS_LINK_SPEED_MASK) >> 12 == top->link_speed_i, "link_speed");
	expect(get(SMGPU_HOST_MAGIC) == ~0u && get(SMGPU_BOARD_BASE - 4) == ~0u &&
		       get(SMGPU_BOARD_BASE + 0x1000) == ~0u, "a read of a card in reset");
	put(SMGPU_HOST_RESET, 5);
	expect(host(true, false, 0).resp == 2, "a read of BAR2 in reset");
	expect(host(true, true, 0).resp == 2, "a write of BAR2 in reset");
	expect(card_got[0] == got && !top->card_rst_no, "a card in reset gets something");
}

void good_memory()
{
	power_off();
	top->clocks_locked_i = rnd() & 1;
	top->link_lanes_i = 1 + rnd() % 4;
	top->link_speed_i = 1 + rnd() % 2;
	expect(!(status() & (BIT(DRAM_READY) | BIT(TEST_RUNNING) | BIT(TEST_DONE))),
	       "no memory yet");
	ticks(50);
	expect(!writes && !reads, "memory is used before it is calibrated");
	reset_state();
	top->dram_ready_i = 1;
	ticks(20);
	expect((status() & (BIT(DRAM_READY) | BIT(TEST_RUNNING) | BIT(TEST_DONE))) ==
		       (BIT(DRAM_READY) | BIT(TEST_RUNNING)), "the test runs");
	reset_state();
	run_test();
	unsigned lines = top->test_kib_i * 32, whole = 0, past = 0;

	for (unsigned i = 0; i < Lines; i++) {
		bool both = true, any = false;

		for (unsigned k = 0; k < 8; k++) {
			both &= (ones[i].word[k] & zeros[i].word[k]) == ~0u;
			any |= ones[i].word[k] | zeros[i].word[k];
		}
		whole += i < lines && both;
		past += i >= lines && any;
	}
	expect(whole == lines, "a bit was not 0 and 1");
	expect(!past, "a line behind the size is tested");
	expect(first.size() == lines, "two lines have the same words");
	expect((status() & 0xff) == (BIT(LINK_UP) | BIT(DRAM_READY) | BIT(TEST_DONE) |
				     BIT(CARD_RUNNING) |
				     (top->clocks_locked_i ? BIT(CLOCKS_LOCKED) : 0)),
	       "STATUS behind the test");
	expect(get(SMGPU_BOARD_TEST_KIB) == top->test_kib_i, "TEST_KIB");
	expect(!get(SMGPU_BOARD_TEST_ERRORS) && !get(SMGPU_BOARD_TEST_BITS), "good memory fails");
	expect(top->card_rst_no, "the card does not start");
	expect(get(SMGPU_HOST_MAGIC) == card_word(SMGPU_HOST_MAGIC), "BAR0 of a card that runs");
	expect(host(true, false, 0).resp == 0, "BAR2 of a card that runs");
	unsigned got = card_got[0];

	put(0x40, 1);
	expect(card_got[0] == got + 1, "the card does not get a write");
	put(SMGPU_BOARD_LEDS, 0);
	expect(card_got[0] == got + 1, "the card gets a write of the board's");
}

void failed(uint32_t errors, uint32_t line, uint32_t bits, const char *what)
{
	run_test();
	uint32_t s = status(), e = get(SMGPU_BOARD_TEST_ERRORS), l = get(SMGPU_BOARD_TEST_LINE);
	uint32_t b = get(SMGPU_BOARD_TEST_BITS);

	if (e != errors || l != line || b != bits)
		printf("# errors %u (%u), line %u (%u), bits %x (%x)\n", e, errors, l, line, b,
		       bits);
	expect(s & BIT(TEST_FAILED) && s & BIT(TEST_DONE) && e == errors && l == line && b == bits,
	       what);
	ticks(200);
	expect(!top->card_rst_no && !(status() & BIT(CARD_RUNNING)),
	       "the card starts on bad memory");
	expect(get(SMGPU_BOARD_TEST_KIB) == top->test_kib_i, "TEST_KIB of a failed test");
}

void bad_memory()
{
	for (unsigned word = 0; word < 8; word++) {
		power_off();
		stuck_line = rnd() % (top->test_kib_i * 32);
		stuck_bit = 32 * word + rnd() % 32;
		stuck_value = rnd() & 1;
		failed(1, stuck_line, 1u << stuck_bit % 32, "a stuck bit of a line");
	}
	power_off();
	stuck_everywhere = true;
	failed(top->test_kib_i * 32, 0, 1u << stuck_bit % 32, "a stuck bit of all lines");
	power_off();
	refused_line = rnd() % (top->test_kib_i * 32);
	failed(2, refused_line, 0, "a line that memory refuses");
	power_off();
	dead_address = rnd() % 9;
	run_test();
	expect(status() & BIT(TEST_FAILED) && !top->card_rst_no, "a stuck address line");
	expect(get(SMGPU_BOARD_TEST_LINE) == 0, "the first line of a stuck address line");
	power_off();
	top->dram_error_i = top->dram_ready_i = 1;
	ticks(500);
	expect((status() & (BIT(DRAM_ERROR) | BIT(DRAM_READY) | BIT(TEST_RUNNING))) ==
		       BIT(DRAM_ERROR) && !writes && !top->card_rst_no, "calibration fails");
}

void resets_of_link()
{
	power_off();
	run_test();
	for (unsigned round = 0; round < 40; round++) {
		unsigned before = resets, kib = top->test_kib_i;

		ticks(rnd() % 300);
		top->rst_ni = 0;
		ticks(1 + rnd() % 4);
		top->rst_ni = 1;
		for (unsigned i = 0; i < 1000 && !top->card_rst_no; i++) {
			tick();
			expect(!top->dram_ar_valid_o, "a reset of the link reads memory");
		}
		expect(top->card_rst_no && resets == before + 1,
		       "the link does not reset the card");
		expect(get(SMGPU_BOARD_TEST_KIB) == kib && status() & BIT(TEST_DONE),
		       "the link resets the test");
	}
	// During the test the link may go, too.
	power_off();
	top->dram_ready_i = 1;
	ticks(300);
	top->rst_ni = 0;
	ticks(10);
	top->rst_ni = 1;
	run_test();
	expect(get(SMGPU_BOARD_TEST_KIB) == top->test_kib_i && top->card_rst_no &&
		       writes >= top->test_kib_i * 64 && first.size() == top->test_kib_i * 32u,
	       "the link goes during the test");
}

// The card is reset while an access of the host is under way in it.
void resets_of_card()
{
	for (unsigned kind = 0; kind < 16; kind++) {
		power_off();
		run_test();
		mute = true;
		bool bar2 = kind & 1, write = kind & 2;
		unsigned when = rnd() % 12;

		// Memory goes while the access waits: its answer comes all the same.
		for (unsigned i = 0; i < when; i++)
			tick();
		top->dram_ready_i = kind & 4 ? 0 : 1;
		if (top->dram_ready_i) {
			mute = false;
			expect(host(bar2, write, 0x40).resp == 0, "an access of a card that runs");
			continue;
		}
		answer a = host(bar2, write, 0x40);

		expect(bar2 ? a.resp == 2 : write || a.data == ~0u, "an access that a reset meets");
		mute = false;
		top->dram_ready_i = 1;
		ticks(200);
		expect(!top->card_rst_no, "the card starts beside a bridge that knows it");
		top->rst_ni = 0;
		ticks(2);
		top->rst_ni = 1;
		ticks(300);
		expect(top->card_rst_no, "the card does not start again");
		expect(get(SMGPU_HOST_MAGIC) == card_word(SMGPU_HOST_MAGIC), "BAR0 after that");
	}
}

// ---- Flash
uint8_t spi(uint8_t out)
{
	put(SMGPU_BOARD_SPI_DATA, out);
	return uint8_t(get(SMGPU_BOARD_SPI_DATA));
}

std::vector<uint8_t> command(std::vector<uint8_t> out, unsigned in = 0)
{
	std::vector<uint8_t> got;

	put(SMGPU_BOARD_SPI_CTRL, 1);
	for (uint8_t b : out)
		spi(b);
	while (in--)
		got.push_back(spi(uint8_t(rnd())));
	put(SMGPU_BOARD_SPI_CTRL, 0);
	return got;
}

void ready()
{
	unsigned i;

	for (i = 0; i < 10000 && command({ 0x05 }, 1)[0] & 1; i++)
		;
	expect(i < 10000, "the flash stays busy");
}

void spi_flash()
{
	uint32_t at = 0x1000000 + (rnd() & 0xffff00);
	std::vector<uint8_t> data(256), page;
	auto address = [&](uint8_t c) {
		return std::vector<uint8_t>{ c, uint8_t(at >> 24), uint8_t(at >> 16),
					     uint8_t(at >> 8), uint8_t(at) };
	};

	// A 7 series drops clocks before the first transfer; no chip is selected then.
	expect(top->spi_cs_no && get(SMGPU_BOARD_SPI_CTRL) == 0, "SPI_CTRL");
	expect(command({ 0x9f }, 5) == std::vector<uint8_t>({ 0x01, 0x02, 0x19, 0x4d, 0x01 }),
	       "identity of the flash");
	for (auto &b : data)
		b = uint8_t(rnd());
	page = address(0x12);
	page.insert(page.end(), data.begin(), data.end());
	command({ 0x06 });
	command(address(0xdc));
	ready();
	command({ 0x06 });
	command(page);
	ready();
	expect(command(address(0x13), 256) == data, "the flash gives other data");
	expect(!(command({ 0x05 }, 1)[0] & 0x60) && !chip.bad, "the flash refuses a command");
	put(SMGPU_BOARD_SPI_DATA, 0x55);
	expect(get(SMGPU_BOARD_SPI_CTRL) >> 31, "busy during a transfer");
	get(SMGPU_BOARD_SPI_DATA);
	expect(!(get(SMGPU_BOARD_SPI_CTRL) >> 31), "busy behind a transfer");
	// A clock has four cycles, a byte eight of them.
	put(SMGPU_BOARD_SPI_DATA, 0);
	uint64_t began = now;

	put(SMGPU_BOARD_SPI_DATA, 0);
	expect(now - began >= 28 && now - began <= 36, "a byte has other than 32 cycles");
	get(SMGPU_BOARD_SPI_DATA);
}

void monitor()
{
	static const struct {
		uint32_t addr;
		unsigned now, extreme;
	} quantity[] = { { SMGPU_BOARD_TEMPERATURE, 0x00, 0x20 },
			 { SMGPU_BOARD_VCCINT, 0x01, 0x25 },
			 { SMGPU_BOARD_VCCAUX, 0x02, 0x26 },
			 { SMGPU_BOARD_VCCBRAM, 0x06, 0x27 } };

	memset(xadc, 0, sizeof(xadc));
	for (unsigned i = 0x24; i < 0x28; i++)
		xadc[i] = 0xffff;
	power_off();
	ticks(200);
	for (auto &q : quantity)
		expect(get(q.addr) == 0, "a measurement before the first one");
	for (unsigned round = 0; round < 3; round++) {
		for (auto &r : xadc)
			r = uint16_t(rnd() | 0x10);
		ticks(200);
		for (auto &q : quantity)
			expect(get(q.addr) == (uint32_t(xadc[q.extreme] >> 4) << 16 |
					       xadc[q.now] >> 4),
			       "a measurement");
	}
}

void lamps()
{
	for (unsigned i = 0; i < 20; i++) {
		uint32_t v = rnd() & 0xffff;

		top->led_i = rnd();
		put(SMGPU_BOARD_LEDS, v);
		expect(get(SMGPU_BOARD_LEDS) == v, "LEDS");
		expect(top->led_o == ((v & v >> 8) | (top->led_i & ~(v >> 8) & 0xff)), "lamps");
	}
}

} // namespace

int main(int argc, char **argv)
{
	uint64_t seed = argc > 1 ? strtoull(argv[1], nullptr, 0) : 1;

	random_state = seed * 0x9e3779b97f4a7c15ull | 1;
	Verilated::randReset(2);
	Verilated::randSeed(int(seed & 0xffff) + 1);
	top = new Vboard_block;
	top->clk_i = top->power_ni = top->rst_ni = 0;
	top->bar0_aw_valid_i = top->bar0_w_valid_i = top->bar0_ar_valid_i = 0;
	top->bar2_aw_valid_i = top->bar2_w_valid_i = top->bar2_ar_valid_i = 0;
	top->bar0_b_ready_i = top->bar0_r_ready_i = top->bar2_b_ready_i = top->bar2_r_ready_i = 0;
	top->dram_b_valid_i = top->dram_r_valid_i = 0;
	top->dram_aw_ready_i = top->dram_w_ready_i = top->dram_ar_ready_i = 0;
	if (!flash_init(&chip))
		return 1;
	good_memory();
	spi_flash();
	lamps();
	bad_memory();
	resets_of_link();
	resets_of_card();
	monitor();
	printf("%s board.seed_%lu: %lu cycles\n", bad ? "not ok" : "ok", (unsigned long)seed,
	       (unsigned long)now);
	delete top;
	flash_free(&chip);
	return bad != 0;
}
