// SPDX-License-Identifier: MIT
/*
 * The Verilated board behind the seam of hw/sim/card.h: the card behind a PCIe endpoint. A root
 * complex turns BAR accesses into packets, and the card's packets into accesses of host memory and
 * interrupts. An idle card's time jumps to its timer.
 */
#include "board.h"

#include <stdlib.h>
#include <string.h>

#include "../card.h"
#include "../rtl/dram_axi.h"
#include "flash.h"
#include "root.h"

/* The program with a board's own top has its name. */
#ifndef BOARD_NAME
#define BOARD_NAME "board"
#endif
/* Generation of its link; the block of the 7 series has the second. */
#ifndef LINK_SPEED
#define LINK_SPEED 2
#endif

#define DRAM_MIB     256u
#define RESET_CYCLES 8u
#define TEST_KIB     256u /* of memory that is tested at power-up */
#define TEST_CYCLES  64u /* more than the test takes for a line */
#define QUIET_CYCLES 4096u /* in which memory ends what a card in reset has under way */
#define DRP_CYCLES   4u /* of a read of the monitor */
#define PATIENCE     4000000u /* core cycles that a BAR access may take */
#define QUIET	     64u /* ticks of an idle card and link until time may jump */
#define LATENCY	     16u
#define MESSAGE	     (RC_MESSAGES + 0x1000) /* of interrupts that end at host->msi() */

struct card {
	const struct card_host_ops *host;
	void *host_ctx;
	const struct board_model *ops;
	void *model;
	struct board_in in;
	struct board_out out;
	struct dram_axi dram;
	struct flash flash;
	unsigned drp; /* cycles until the monitor answers */
	uint64_t bad_line; /* of memory, one of whose bits is stuck at 1; none: ~0 */
	unsigned bad_bit;
	struct rc rc;
	uint64_t ticks, skipped;
	unsigned idle; /* ticks for which the card has been idle */
	bool lost; /* did not answer a BAR access, or is removed */
};

struct rc_faults board_faults;
struct board_errors board_errors;

/* ---- Host ---- */

static int memory_read(void *ctx, uint64_t addr, void *buf, size_t len)
{
	struct card *c = ctx;

	return c->host->dma_read(c->host_ctx, addr, buf, len);
}

static int memory_write(void *ctx, uint64_t addr, const void *buf, size_t len)
{
	struct card *c = ctx;

	return c->host->dma_write(c->host_ctx, addr, buf, len);
}

static void message(void *ctx, uint64_t addr, uint32_t data)
{
	struct card *c = ctx;

	if (c->host->message)
		c->host->message(c->host_ctx, addr, data);
	else if (addr == MESSAGE)
		c->host->msi(c->host_ctx, data);
}

/* The simulation ends, as with a rule of AXI that is broken. */
static void broken(void *ctx, const char *rule, const uint32_t *dw, unsigned dwords)
{
	struct card *c = ctx;

	c->host->log(c->host_ctx, "cycle %llu: the card sends %s (%u dwords: %08x %08x %08x %08x)",
		     (unsigned long long)c->ticks, rule, dwords, dwords > 0 ? dw[0] : 0,
		     dwords > 1 ? dw[1] : 0, dwords > 2 ? dw[2] : 0, dwords > 3 ? dw[3] : 0);
	abort();
}

static const struct rc_ops rc_ops = { memory_read, memory_write, message, broken };

/* Code of a size in the configuration space: 128 << code */
static uint8_t code(unsigned bytes)
{
	return (uint8_t)(__builtin_ctz(bytes) - 7);
}

static void board_link(void *card, const struct card_link *link)
{
	struct card *c = card;

	rc_link(&c->rc, link);
	c->in.cfg_id = link->id;
	c->in.cfg_master = link->bus_master;
	c->in.cfg_payload = code(link->max_payload);
	c->in.cfg_read = code(link->max_read);
	c->in.cfg_rcb = link->boundary == 128;
	c->in.cfg_msix = link->msix_enable;
	c->in.cfg_mask = link->msix_mask;
}

void board_bus_master(void *card, bool on)
{
	struct card *c = card;
	struct card_link link = c->rc.link;

	link.bus_master = on;
	board_link(c, &link);
}

const struct rc *board_root(void *card)
{
	return &((struct card *)card)->rc;
}

struct flash *board_flash(void *card)
{
	return &((struct card *)card)->flash;
}

/* ---- The board ---- */

/* What the XADC or the SYSMONE4 has in its register: 45 degrees, 50 at most; 1.00, 1.80 and 1.00 V,
 * somewhat less at least */
static uint16_t monitor(uint8_t addr, bool sysmon)
{
	switch (addr) {
	case 0x00:
		return (sysmon ? 2616 : 2586) << 4;
	case 0x20:
		return (sysmon ? 2656 : 2626) << 4;
	case 0x01:
	case 0x06:
		return 1365 << 4;
	case 0x25:
	case 0x27:
		return 1352 << 4;
	case 0x02:
		return 2458 << 4;
	case 0x26:
		return 2444 << 4;
	default:
		return 0;
	}
}

/* Flash and monitor see what the board says in this cycle, and answer in the next. */
static void peripherals(struct card *c)
{
	c->in.spi_miso = flash_pins(&c->flash, c->ticks, c->out.spi_cs_n, c->out.spi_clk,
				    c->out.spi_mosi);
	c->in.drp_ready = c->drp == 1;
	if (c->drp && --c->drp == 0)
		c->in.drp_data = monitor(c->out.drp_addr, c->ops->sysmon);
	if (c->out.drp_en)
		c->drp = DRP_CYCLES;
}

static void stuck(struct card *c)
{
	const struct dram_request *r = dram_due(&c->dram.dram.reads, c->ticks);

	if (r && c->in.dram.r_valid && r->addr / 32 == c->bad_line)
		c->in.dram.r_data[c->bad_bit / 32] |= 1u << c->bad_bit % 32;
}

/* ---- Time ---- */

static void tick(struct card *c)
{
	struct tlp_beat beat;

	dram_axi_inputs(&c->dram, c->ticks, &c->in.dram);
	stuck(c);
	rc_tick(&c->rc, c->out.rx_p_ok, c->out.rx_np_ok);
	c->in.rx_valid = rc_offer(&c->rc, &beat);
	if (c->in.rx_valid) {
		memcpy(c->in.rx_data, beat.dw, sizeof(beat.dw));
		c->in.rx_keep = beat.keep;
		c->in.rx_last = beat.last;
		c->in.rx_bar = beat.bar;
	}
	c->in.tx_ready = rc_ready(&c->rc);
	c->in.tx_p_ok = c->rc.writes_go;
	c->in.tx_np_ok = c->rc.reads_go;
	c->ops->settle(c->model, &c->in, &c->out);
	if (c->in.rst_n) {
		if (c->in.rx_valid && c->out.rx_ready)
			rc_offer_taken(&c->rc);
		if (c->out.tx_valid && c->in.tx_ready) {
			memcpy(beat.dw, c->out.tx_data, sizeof(beat.dw));
			beat.keep = c->out.tx_keep;
			beat.last = c->out.tx_last;
			rc_take(&c->rc, &beat);
		}
		board_errors.unsupported += c->out.err_ur;
		board_errors.late += c->out.err_late;
		board_errors.unexpected += c->out.err_unexpected;
		board_errors.poisoned += c->out.err_poison;
	}
	dram_axi_outputs(&c->dram, c->ticks, &c->in.dram, &c->out.dram);
	peripherals(c);
	c->idle = c->out.idle ? c->idle + 1 : 0;
	c->ops->edge(c->model);
	c->in.skip = 0;
	c->ticks++;
}

static void board_away(void *card, bool power)
{
	struct card *c = card;

	rc_reset(&c->rc);
	c->in.rst_n = 0;
	c->lost = true;
	if (power)
		return;
	dram_axi_reset(&c->dram);
	c->in.power_n = 0;
}

void board_remove(void *card)
{
	board_away(card, false);
}

static void board_hold(void *card, bool on)
{
	struct card *c = card;

	c->in.dram_ready = !on;
}

static bool room(struct card *c);

/* Without a system that programs the table of MSI-X, it is done here. */
static void enable_messages(struct card *c)
{
	static const uint32_t entry[4] = { (uint32_t)MESSAGE, MESSAGE >> 32, 0, 0 };
	unsigned i;

	for (i = 0; i < 4 && room(c); i++)
		rc_write(&c->rc, TLP_BAR0, CARD_MSIX_TABLE + 4 * i, entry[i], 4);
}

static void memory_off(struct card *c)
{
	unsigned i;

	c->in.power_n = 0;
	for (i = 0; i < RESET_CYCLES; i++)
		tick(c);
	dram_axi_reset(&c->dram);
	c->in.power_n = 1;
}

/* The link goes down and up again. Memory stays, and is not tested again, unless it does not end
 * what is under way. */
static void link_reset(struct card *c)
{
	unsigned i;

	c->in.rst_n = 0;
	c->in.skip = 0;
	c->lost = false;
	rc_reset(&c->rc);
	for (i = 0; i < RESET_CYCLES || (c->in.power_n && !c->out.quiet && i < QUIET_CYCLES); i++)
		tick(c);
	if (!c->in.power_n || !c->out.quiet)
		memory_off(c);
	/* What was said during reset means nothing. */
	rc_reset(&c->rc);
	c->in.rst_n = 1;
	if (!c->host->message)
		enable_messages(c);
}

/* A board's own memory wakes up with anything in it, unless SMGPU_DRAM_ZERO is set: programs that
 * know the card alone want zeros. */
static void clear(struct card *c)
{
	const char *zero = getenv("SMGPU_DRAM_ZERO");

	if (!c->ops->clear)
		memset(c->dram.dram.data, 0, c->in.test_kib * (uint64_t)1024);
	else if (zero && *zero)
		c->ops->clear(c->model);
}

/* A system looks at the card later than its test of memory takes. */
static void power_on(struct card *c, bool wait)
{
	uint64_t i;

	c->in.power_n = 0;
	link_reset(c);
	for (i = 0; wait && i < (uint64_t)c->in.test_kib * 32 * TEST_CYCLES && !c->out.test_done;
	     i++)
		tick(c);
	/* Memory is 0 as in the other backends, not what the test leaves. The card leaves reset. */
	if (wait && !c->out.test_failed)
		clear(c);
	for (i = 0; wait && i < RESET_CYCLES; i++)
		tick(c);
}

static void board_destroy(void *card)
{
	struct card *c = card;

	if (c->model)
		c->ops->destroy(c->model);
	dram_free(&c->dram.dram);
	flash_free(&c->flash);
	free(c);
}

static unsigned setting(const char *name, unsigned otherwise)
{
	const char *v = getenv(name);

	return v && *v ? (unsigned)strtoul(v, NULL, 0) : otherwise;
}

/* LINE:BIT, a bit of 256 of a line of memory: it is stuck */
static void bad_bit(struct card *c, const char *v)
{
	char *end;

	c->bad_line = ~0ull;
	if (!v || !*v)
		return;
	c->bad_line = strtoull(v, &end, 0);
	c->bad_bit = *end == ':' ? (unsigned)strtoul(end + 1, NULL, 0) % 256 : 0;
}

/* A model with a memory of its own has no more of it, and none of its faults. */
static bool fixed_memory(const struct card *c, const struct card_config *cfg, unsigned *mib)
{
	const char *bad = getenv("SMGPU_DRAM_BAD");

	if (cfg->dram_mib > c->ops->dram_mib || cfg->dram_latency ||
	    cfg->dram_bytes_per_kcycle || (bad && *bad)) {
		c->host->log(c->host_ctx,
			     "this board has %u MiB of DRAM, without settings of time or faults",
			     c->ops->dram_mib);
		return false;
	}
	*mib = c->ops->dram_mib;
	return true;
}

static void *board_create(const struct card_config *cfg, const struct card_host_ops *host,
			  void *host_ctx)
{
	struct rc_config rc = {
		.seed = cfg->seed,
		.latency = setting("SMGPU_HOST_LATENCY", LATENCY),
		.jitter = setting("SMGPU_LINK_JITTER", 8),
		.stall = setting("SMGPU_LINK_STALL", 16),
	};
	/* As a system leaves it: everything enabled, the smallest sizes */
	struct card_link link = {
		.bus_master = true,
		.msix_enable = true,
		.max_payload = 128,
		.max_read = 128,
		.boundary = cfg->seed & 1 ? 128 : 64,
		.id = 0x0100,
		.bar0 = 0xf0000000,
		.bar2 = cfg->seed & 2 ? 0x1e0000000ull : 0xe0000000ull,
	};
	unsigned mib = cfg->dram_mib ? cfg->dram_mib : DRAM_MIB;
	const char *preset = cfg->preset ? cfg->preset : "default";
	struct card *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->host = host;
	c->host_ctx = host_ctx;
	c->ops = board_model_of(cfg->preset);
	if (!c->ops) {
		host->log(
			host_ctx,
			"preset %s was not verilated into the program %s: make -C hw/sim/pcie PRESETS=%s has it for board",
			preset, BOARD_NAME, preset);
		free(c);
		return NULL;
	}
	if (c->ops->dram_mib && !fixed_memory(c, cfg, &mib)) {
		free(c);
		return NULL;
	}
	if (!flash_init(&c->flash)) {
		free(c);
		return NULL;
	}
	if (!dram_init(&c->dram.dram, mib, cfg->dram_latency, cfg->dram_bytes_per_kcycle)) {
		host->log(host_ctx, "no card DRAM of %u MiB", mib);
		flash_free(&c->flash);
		free(c);
		return NULL;
	}
	if (cfg->trace) {
		host->log(host_ctx, "a board has no trace");
		board_destroy(c);
		return NULL;
	}
	if (getenv("SMGPU_LINK_FAULTS")) {
		board_faults.every = setting("SMGPU_LINK_FAULTS", 0);
		board_faults.kinds = RC_UNSUPPORTED | RC_ABORTED | RC_POISONED | RC_STRANGER;
	}
	rc_init(&c->rc, &rc_ops, c, &rc, &board_faults);
	c->model = c->ops->create(cfg->seed);
	c->in.dram_mib = (uint16_t)mib;
	c->in.clocks_locked = c->in.dram_ready = 1;
	c->in.link_lanes = 4;
	c->in.link_speed = LINK_SPEED;
	c->in.test_kib = c->ops->test_kib ? c->ops->test_kib :
					    setting("SMGPU_TEST_KIB", TEST_KIB);
	if (c->in.test_kib > mib * 1024)
		c->in.test_kib = mib * 1024;
	bad_bit(c, getenv("SMGPU_DRAM_BAD"));
	board_link(c, &link);
	power_on(c, !getenv("SMGPU_TEST_KIB"));
	return c;
}

static enum card_activity board_step(void *card, unsigned budget)
{
	struct card *c = card;
	unsigned i;

	if (!c->in.rst_n)
		return CARD_IDLE;
	for (i = 0; i < budget; i++) {
		tick(c);
		if (c->idle < QUIET || c->out.tx_valid || !rc_idle(&c->rc, QUIET))
			continue;
		/* A timer that is due and wakes nothing is no reason to go on; one that is about to
		 * be due comes by itself. */
		if (!c->out.timer_armed || c->out.timer + 4 < c->out.timebase)
			return CARD_IDLE;
		if (!c->ops->skips || c->out.timer <= c->out.timebase + 4)
			continue;
		c->skipped += c->out.timer - c->out.timebase - 1;
		c->in.skip_to = c->out.timer;
		c->in.skip = 1;
	}
	return CARD_BUSY;
}

/* ---- BARs ---- */

/* A card that never answers is lost and answers all ones from then on. */
static void lose(struct card *c)
{
	c->host->log(c->host_ctx, "cycle %llu: no answer to a BAR access",
		     (unsigned long long)c->ticks);
	c->lost = true;
}

/* Until another access has room in the root complex */
static bool room(struct card *c)
{
	unsigned i;

	for (i = 0; i < PATIENCE && !c->lost; i++) {
		if (rc_room(&c->rc))
			return true;
		tick(c);
	}
	if (!c->lost)
		lose(c);
	return false;
}

static uint64_t access_read(struct card *c, enum tlp_bar bar, uint32_t off, unsigned len)
{
	uint64_t v = len == 8 ? ~0ull : (1ull << 8 * len) - 1;
	unsigned number, i;

	if (!room(c))
		return v;
	number = rc_read(&c->rc, bar, off, len);
	for (i = 0; i < PATIENCE; i++) {
		tick(c);
		if (rc_read_done(&c->rc, number, &v))
			return v;
	}
	rc_read_drop(&c->rc, number);
	lose(c);
	return v;
}

/* Writes are posted: they are on their way when this returns. */
static void access_write(struct card *c, enum tlp_bar bar, uint32_t off, uint64_t val, unsigned len)
{
	if (room(c))
		rc_write(&c->rc, bar, off, val, len);
}

static uint32_t board_bar0_read(void *card, uint32_t off)
{
	return (uint32_t)access_read(card, TLP_BAR0, off, 4);
}

static void board_bar0_write(void *card, uint32_t off, uint32_t val)
{
	access_write(card, TLP_BAR0, off, val, 4);
}

static uint64_t board_bar2_read(void *card, uint32_t off, unsigned len)
{
	return access_read(card, TLP_BAR2, off, len);
}

static void board_bar2_write(void *card, uint32_t off, uint64_t val, unsigned len)
{
	access_write(card, TLP_BAR2, off, val, len);
}

static void board_reset(void *card)
{
	struct card *c = card;

	/* A card that was removed comes back without power in its memory. */
	if (c->in.power_n)
		link_reset(c);
	else
		power_on(c, c->in.dram_ready);
}

static uint64_t board_cycles(void *card)
{
	struct card *c = card;

	return c->ticks + c->skipped;
}

const struct card_backend_ops card_backend_board = {
	.name = BOARD_NAME,
	.link_speed = LINK_SPEED,
	.create = board_create,
	.destroy = board_destroy,
	.bar0_read = board_bar0_read,
	.bar0_write = board_bar0_write,
	.bar2_read = board_bar2_read,
	.bar2_write = board_bar2_write,
	.step = board_step,
	.reset = board_reset,
	.link = board_link,
	.away = board_away,
	.hold = board_hold,
	.cycles = board_cycles,
};
