// SPDX-License-Identifier: MIT
// Streams of the Acorn's top: block_s7.h
#include "../block_s7.h"
#include "shim.h"

void link_settle(void *link, const link_in *in, link_out *out)
{
	Vtop_sim *t = static_cast<Top *>(link)->top;

	t->link_up_i = in->rst_n;
	t->rx_tvalid_i = in->rx_valid;
	t->rx_tdata_i = in->rx_data;
	t->rx_tkeep_i = in->rx_keep;
	t->rx_tlast_i = in->rx_last;
	t->rx_tuser_i = in->rx_user;
	t->tx_tready_i = in->tx_ready;
	t->cfg_id_i = in->id;
	t->cfg_command_i = in->command;
	t->cfg_dcommand_i = in->dcommand;
	t->cfg_lcommand_i = in->lcommand;
	t->cfg_lstatus_i = in->lstatus;
	t->cfg_msix_i = in->msix;
	t->cfg_mask_i = in->mask;
	t->eval();
	out->rx_ready = t->rx_tready_o;
	out->np_ok = t->rx_np_ok_o;
	out->tx_valid = t->tx_tvalid_o;
	out->tx_data = t->tx_tdata_o;
	out->tx_keep = t->tx_tkeep_o;
	out->tx_last = t->tx_tlast_o;
	out->err_ur = t->err_ur_o;
	out->err_late = t->err_late_o;
	out->err_unexpected = t->err_unexpected_o;
	out->err_poison = t->err_poison_o;
}
