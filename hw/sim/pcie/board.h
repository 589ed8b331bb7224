/* SPDX-License-Identifier: MIT */
/*
 * Pins of board_top, and the Verilated board as C sees it: one `struct board_model` for each preset
 * that was verilated. A cycle is settle() (clock low: outputs follow inputs) and then edge() (clock
 * high).
 */
#ifndef SMGPU_SIM_PCIE_BOARD_H
#define SMGPU_SIM_PCIE_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include "../rtl/dram_pins.h"

#ifdef __cplusplus
extern "C" {
#endif

struct board_in {
	uint8_t rst_n, power_n;
	uint16_t dram_mib;
	/* Of the board: its state, size of the test of memory, XADC, flash, lamps */
	uint8_t clocks_locked, dram_ready, dram_error, link_lanes, link_speed;
	uint32_t test_kib;
	uint8_t drp_ready, spi_miso, led;
	uint16_t drp_data;
	uint8_t rx_valid, rx_keep, rx_last, rx_bar, tx_ready, tx_p_ok, tx_np_ok;
	uint32_t rx_data[4];
	uint16_t cfg_id;
	uint8_t cfg_master, cfg_payload, cfg_read, cfg_rcb, cfg_msix, cfg_mask;
	struct dram_in dram;
	uint8_t skip;
	uint64_t skip_to;
};

struct board_out {
	uint8_t rx_ready, rx_p_ok, rx_np_ok, tx_valid, tx_keep, tx_last;
	uint32_t tx_data[4];
	uint8_t err_ur, err_late, err_unexpected, err_poison;
	/* The card is out of reset; nothing of it is under way in memory; the test of memory */
	uint8_t card_rst_n, quiet, test_done, test_failed;
	uint8_t drp_en, drp_addr, spi_cs_n, spi_clk, spi_mosi, led;
	struct dram_out dram;
	uint8_t idle, timer_armed;
	uint64_t timer, timebase;
};

/* dram_mib and test_kib: 0 where the memory is outside of the model, and its size may be chosen.
 * skips: an idle card's time can jump. sysmon: its monitor is a SYSMONE4, not an XADC. */
struct board_model {
	const char *preset;
	unsigned dram_mib, test_kib;
	bool skips, sysmon;
	void *(*create)(uint64_t seed);
	void (*destroy)(void *model);
	void (*settle)(void *model, const struct board_in *in, struct board_out *out);
	void (*edge)(void *model);
	void (*clear)(void *model); /* of a memory within the model: it becomes 0 */
};

/* That of a preset, or of a preset of its choice; NULL if there is none in this program */
const struct board_model *board_model_of(const char *preset);

/* ---- For tests ---- */

/* What is wrong with the link: root.h; and how often the bridge has told which error */
struct rc;
extern struct rc_faults board_faults;
struct board_errors {
	unsigned unsupported, late, unexpected, poisoned;
};
extern struct board_errors board_errors;
/* As software would, in the configuration space */
void board_bus_master(void *card, bool on);
/* Surprise removal: until the next reset nothing answers, and the card sees a reset. */
void board_remove(void *card);
/* The flash of the board: flash.h */
struct flash;
struct flash *board_flash(void *card);
/* Packets, counted: root.h */
const struct rc *board_root(void *card);

#ifdef __cplusplus
}
#endif

#endif
