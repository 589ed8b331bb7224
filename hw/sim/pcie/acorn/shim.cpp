// SPDX-License-Identifier: MIT
// The Verilated top of the Acorn behind acorn.h and block.h.
#include <cstring>

#include "Vacorn_sim.h"
#include "Vacorn_sim___024root.h"
#include "acorn.h"
#include "../block.h"
#include "verilated.h"

namespace {

struct Top {
	VerilatedContext context;
	Vacorn_sim *top;
};

Vacorn_sim *top(void *t) { return static_cast<Top *>(t)->top; }

} // namespace

void *link_create(uint64_t seed)
{
	Top *t = new Top;

	t->context.randReset(2);
	t->context.randSeed(static_cast<int>(seed ? seed : 1));
	t->top = new Vacorn_sim(&t->context);
	// Registers wake up at random, and a reset takes those of common_reset back as an edge.
	t->top->power_ni = t->top->link_up_i = 1;
	t->top->eval();
	t->top->power_ni = t->top->link_up_i = 0;
	t->top->eval();
	return t;
}

void link_destroy(void *link)
{
	top(link)->final();
	delete top(link);
	delete static_cast<Top *>(link);
}

// The bridge is within the top.
void link_to_shell(void *, board_in *) {}
void link_from_shell(void *, const board_out *) {}

void link_settle(void *link, const link_in *in, link_out *out)
{
	Vacorn_sim *t = top(link);

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

void link_edge(void *link, bool card, bool block)
{
	Vacorn_sim *t = top(link);

	t->core_clk_i = card;
	t->link_clk_i = block;
	t->eval();
	t->core_clk_i = t->link_clk_i = 0;
	t->eval();
}

void acorn_board(void *link, const board_in *in, acorn_control *control)
{
	Vacorn_sim *t = top(link);

	t->power_ni = in->power_n;
	t->dram_ready_i = in->dram_ready;
	t->drp_ready_i = in->drp_ready;
	t->drp_data_i = in->drp_data;
	t->spi_miso_i = in->spi_miso;
	t->ctrl_write_i = control->write;
	t->ctrl_addr_i = control->addr / 4;
	t->ctrl_data_i = control->data;
	t->eval();
	control->acknowledged = t->ctrl_ack_o;
}

void acorn_clear(void *link)
{
	Vacorn_sim___024root *r = top(link)->rootp;

#define CLEAR(bank)                                                                                \
	memset(&r->acorn_sim__DOT__u_top__DOT__u_controller__DOT__u_simulated__DOT__##bank, 0,     \
	       sizeof(r->acorn_sim__DOT__u_top__DOT__u_controller__DOT__u_simulated__DOT__##bank))
	CLEAR(mem);
	CLEAR(mem_1);
	CLEAR(mem_2);
	CLEAR(mem_3);
	CLEAR(mem_4);
	CLEAR(mem_5);
	CLEAR(mem_6);
	CLEAR(mem_7);
#undef CLEAR
}

void acorn_outputs(void *link, board_out *out)
{
	Vacorn_sim *t = top(link);

#define OUT(pin) out->pin = t->pin##_o
	OUT(quiet);
	OUT(test_done);
	OUT(test_failed);
	OUT(drp_en);
	OUT(drp_addr);
	OUT(spi_clk);
	OUT(spi_mosi);
	OUT(led);
	OUT(idle);
	OUT(timer_armed);
	OUT(timer);
	OUT(timebase);
#undef OUT
	out->card_rst_n = t->card_rst_no;
	out->spi_cs_n = t->spi_cs_no;
}
