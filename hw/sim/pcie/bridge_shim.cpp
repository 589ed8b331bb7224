// SPDX-License-Identifier: MIT
// The Verilated bridge behind bridge.h.
#include <cstring>

#include "Vtlp_bridge.h"
#include "bridge.h"
#include "verilated.h"

namespace {

struct Bridge {
	VerilatedContext context;
	Vtlp_bridge *top;
};

Vtlp_bridge *top(void *bridge) { return static_cast<Bridge *>(bridge)->top; }

} // namespace

void *bridge_create(uint64_t seed)
{
	Bridge *b = new Bridge;

	b->context.randReset(2);
	b->context.randSeed(static_cast<int>(seed ? seed : 1));
	b->top = new Vtlp_bridge(&b->context);
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
	Vtlp_bridge *t = top(bridge);

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
#undef IN
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
#undef OUT
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
