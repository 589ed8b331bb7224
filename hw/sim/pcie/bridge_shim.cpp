// SPDX-License-Identifier: MIT
// The Verilated bridge and board block behind bridge.h.
#include <cstring>

#include "Vboard_shell.h"
#include "bridge.h"
#include "verilated.h"

namespace {

struct Bridge {
	VerilatedContext context;
	Vboard_shell *top;
};

Vboard_shell *top(void *bridge) { return static_cast<Bridge *>(bridge)->top; }

} // namespace

void *bridge_create(uint64_t seed)
{
	Bridge *b = new Bridge;

	b->context.randReset(2);
	b->context.randSeed(static_cast<int>(seed ? seed : 1));
	b->top = new Vboard_shell(&b->context);
	return b;
}

void bridge_destroy(void *bridge)
{
	top(bridge)->final();
	delete top(bridge);
	delete static_cast<Bridge *>(bridge);
}

void bridge_settle(void *bridge, const board_in *in, const rtl_out *card, rtl_in *to_card,
		   board_out *out)
{
	Vboard_shell *t = top(bridge);

	t->clk_i = 0;
	t->rst_ni = in->rst_n;
#define IN(pin) t->pin##_i = in->pin
	IN(rx_valid);
	IN(rx_keep);
	IN(rx_last);
	IN(rx_bar);
	IN(tx_ready);
	IN(tx_p_ok);
	IN(tx_np_ok);
	IN(cfg_id);
	IN(cfg_master);
	IN(cfg_payload);
	IN(cfg_read);
	IN(cfg_rcb);
	IN(cfg_msix);
	IN(cfg_mask);
	IN(clocks_locked);
	IN(dram_ready);
	IN(dram_error);
	IN(link_lanes);
	IN(link_speed);
	IN(test_kib);
	IN(drp_ready);
	IN(drp_data);
	IN(spi_miso);
	IN(led);
#undef IN
	t->power_ni = in->power_n;
	t->dram_aw_ready_i = in->dram.aw_ready;
	t->dram_w_ready_i = in->dram.w_ready;
	t->dram_b_valid_i = in->dram.b_valid;
	t->dram_b_id_i = in->dram.b_id;
	t->dram_ar_ready_i = in->dram.ar_ready;
	t->dram_r_valid_i = in->dram.r_valid;
	t->dram_r_id_i = in->dram.r_id;
	t->dram_r_resp_i = in->dram.r_resp;
	if (in->dram.r_valid)
		memcpy(t->dram_r_data_i.data(), in->dram.r_data, sizeof(in->dram.r_data));
	if (in->rx_valid)
		memcpy(t->rx_data_i.data(), in->rx_data, sizeof(in->rx_data));
#define CARD(pin) t->pin##_i = card->pin
	CARD(bar0_aw_ready);
	CARD(bar0_w_ready);
	CARD(bar0_b_valid);
	CARD(bar0_ar_ready);
	CARD(bar0_r_valid);
	CARD(bar0_r_data);
	CARD(bar2_aw_ready);
	CARD(bar2_w_ready);
	CARD(bar2_b_valid);
	CARD(bar2_b_resp);
	CARD(bar2_ar_ready);
	CARD(bar2_r_valid);
	CARD(bar2_r_data);
	CARD(bar2_r_resp);
	CARD(msi);
	CARD(host_aw_valid);
	CARD(host_aw_addr);
	CARD(host_aw_id);
	CARD(host_aw_len);
	CARD(host_w_valid);
	CARD(host_w_data);
	CARD(host_w_strb);
	CARD(host_w_last);
	CARD(host_b_ready);
	CARD(host_ar_valid);
	CARD(host_ar_addr);
	CARD(host_ar_id);
	CARD(host_ar_len);
	CARD(host_r_ready);
#undef CARD
#define CARD(pin) t->card_dram_##pin##_i = card->dram.pin
	CARD(aw_valid);
	CARD(aw_addr);
	CARD(aw_id);
	CARD(w_valid);
	CARD(b_ready);
	CARD(ar_valid);
	CARD(ar_addr);
	CARD(ar_id);
	CARD(r_ready);
#undef CARD
	/* The card writes whole lines. */
	t->card_dram_w_strb_i = ~0u;
	if (card->dram.w_valid)
		memcpy(t->card_dram_w_data_i.data(), card->dram.w_data, sizeof(card->dram.w_data));
	t->eval();
#define OUT(pin) out->pin = t->pin##_o
	OUT(rx_ready);
	OUT(rx_p_ok);
	OUT(rx_np_ok);
	OUT(tx_valid);
	OUT(tx_keep);
	OUT(tx_last);
	OUT(err_ur);
	OUT(err_late);
	OUT(err_unexpected);
	OUT(err_poison);
	OUT(quiet);
	OUT(test_done);
	OUT(test_failed);
	OUT(drp_en);
	OUT(drp_addr);
	OUT(spi_clk);
	OUT(spi_mosi);
	OUT(led);
#undef OUT
	out->card_rst_n = to_card->rst_n = t->card_rst_no;
	out->spi_cs_n = t->spi_cs_no;
	dram_pins_out(t, &out->dram);
	/* Answers of memory go past the shell, their handshakes do not. */
	to_card->dram = in->dram;
	to_card->dram.aw_ready = t->card_dram_aw_ready_o;
	to_card->dram.w_ready = t->card_dram_w_ready_o;
	to_card->dram.b_valid = t->card_dram_b_valid_o;
	to_card->dram.ar_ready = t->card_dram_ar_ready_o;
	to_card->dram.r_valid = t->card_dram_r_valid_o;
	if (out->tx_valid)
		memcpy(out->tx_data, t->tx_data_o.data(), sizeof(out->tx_data));
#define CARD(pin) to_card->pin = t->pin##_o
	CARD(bar0_aw_valid);
	CARD(bar0_aw_addr);
	CARD(bar0_w_valid);
	CARD(bar0_w_data);
	CARD(bar0_b_ready);
	CARD(bar0_ar_valid);
	CARD(bar0_ar_addr);
	CARD(bar0_r_ready);
	CARD(bar2_aw_valid);
	CARD(bar2_aw_addr);
	CARD(bar2_w_valid);
	CARD(bar2_w_data);
	CARD(bar2_w_strb);
	CARD(bar2_b_ready);
	CARD(bar2_ar_valid);
	CARD(bar2_ar_addr);
	CARD(bar2_r_ready);
	CARD(host_aw_ready);
	CARD(host_w_ready);
	CARD(host_b_valid);
	CARD(host_b_id);
	CARD(host_b_resp);
	CARD(host_ar_ready);
	CARD(host_r_valid);
	CARD(host_r_id);
	CARD(host_r_data);
	CARD(host_r_resp);
	CARD(host_r_last);
#undef CARD
}

void bridge_edge(void *bridge)
{
	top(bridge)->clk_i = 1;
	top(bridge)->eval();
}
