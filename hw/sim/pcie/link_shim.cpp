// SPDX-License-Identifier: MIT
// The Verilated board_link behind block.h.
#include <cstring>

#include "Vboard_link.h"
#include "block.h"
#include "block_s7.h"
#include "verilated.h"

namespace {

struct Link {
	VerilatedContext context;
	Vboard_link *top;
};

Vboard_link *top(void *link) { return static_cast<Link *>(link)->top; }

} // namespace

void *link_create(uint64_t seed)
{
	Link *l = new Link;

	l->context.randReset(2);
	l->context.randSeed(static_cast<int>(seed ? seed : 1));
	l->top = new Vboard_link(&l->context);
	return l;
}

void link_destroy(void *link)
{
	top(link)->final();
	delete top(link);
	delete static_cast<Link *>(link);
}

void link_to_shell(void *link, board_in *shell)
{
	Vboard_link *t = top(link);

#define TO(pin) shell->pin = t->pin##_o
	TO(rx_valid);
	TO(rx_keep);
	TO(rx_last);
	TO(rx_bar);
	TO(tx_ready);
	TO(cfg_id);
	TO(cfg_master);
	TO(cfg_payload);
	TO(cfg_read);
	TO(cfg_rcb);
	TO(cfg_msix);
	TO(cfg_mask);
#undef TO
	if (shell->rx_valid)
		memcpy(shell->rx_data, t->rx_data_o.data(), sizeof(shell->rx_data));
	shell->link_lanes = t->cfg_lanes_o;
	shell->link_speed = t->cfg_speed_o;
	/* The block's buffers take what the bridge has; see board_link. */
	shell->tx_p_ok = shell->tx_np_ok = 1;
}

void link_from_shell(void *link, const board_out *shell)
{
	Vboard_link *t = top(link);

#define FROM(pin, port) t->port##_i = shell->pin
	FROM(rx_ready, rx_ready);
	FROM(rx_np_ok, rx_np_ok);
	FROM(tx_valid, tx_valid);
	FROM(tx_keep, tx_keep);
	FROM(tx_last, tx_last);
	FROM(err_ur, err_ur);
	FROM(err_late, err_late);
	FROM(err_unexpected, err_unexpected);
	FROM(err_poison, err_poison);
#undef FROM
	if (shell->tx_valid)
		memcpy(t->tx_data_i.data(), shell->tx_data, sizeof(shell->tx_data));
}

void link_settle(void *link, const link_in *in, link_out *out)
{
	Vboard_link *t = top(link);

	t->link_rst_ni = t->rst_ni = in->rst_n;
	t->m_axis_rx_tvalid_i = in->rx_valid;
	t->m_axis_rx_tdata_i = in->rx_data;
	t->m_axis_rx_tkeep_i = in->rx_keep;
	t->m_axis_rx_tlast_i = in->rx_last;
	t->m_axis_rx_tuser_i = in->rx_user;
	t->s_axis_tx_tready_i = in->tx_ready;
	t->cfg_id_i = in->id;
	t->cfg_command_i = in->command;
	t->cfg_dcommand_i = in->dcommand;
	t->cfg_lcommand_i = in->lcommand;
	t->cfg_lstatus_i = in->lstatus;
	t->cfg_interrupt_msixenable_i = in->msix;
	t->cfg_interrupt_msixfm_i = in->mask;
	t->eval();
	out->rx_ready = t->m_axis_rx_tready_o;
	out->np_ok = t->rx_np_ok_o;
	out->tx_valid = t->s_axis_tx_tvalid_o;
	out->tx_data = t->s_axis_tx_tdata_o;
	out->tx_keep = t->s_axis_tx_tkeep_o;
	out->tx_last = t->s_axis_tx_tlast_o;
	out->err_ur = t->cfg_err_ur_o;
	out->err_late = t->cfg_err_cpl_timeout_o;
	out->err_unexpected = t->cfg_err_cpl_unexpect_o;
	out->err_poison = t->cfg_err_poisoned_o;
}

void link_edge(void *link, bool card, bool block)
{
	Vboard_link *t = top(link);

	t->clk_i = card;
	t->link_clk_i = block;
	t->eval();
	t->clk_i = t->link_clk_i = 0;
	t->eval();
}
