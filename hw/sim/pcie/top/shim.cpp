// SPDX-License-Identifier: MIT
// A board's Verilated top behind top.h and block.h, but for the streams of its block.
#include <cstring>

#include "Vtop_sim___024root.h"
#include "shim.h"
#include "top.h"

static Vtop_sim *top(void *link) { return static_cast<Top *>(link)->top; }

void *link_create(uint64_t seed)
{
	Top *t = new Top;

	t->context.randReset(2);
	t->context.randSeed(static_cast<int>(seed ? seed : 1));
	t->top = new Vtop_sim(&t->context);
	t->top->eval();
	// A reset that is there from the beginning has no edge, by which alone a simulation takes
	// these back: registers wake up at random.
#define RESET(which) t->top->rootp->top_sim__DOT__u_top__DOT__u_##which##_reset__DOT__stage_q = 0
	RESET(power);
	RESET(core);
	RESET(link);
#undef RESET
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

void link_edge(void *link, bool card, bool block)
{
	Vtop_sim *t = top(link);

	t->core_clk_i = card;
	t->link_clk_i = block;
	t->eval();
	t->core_clk_i = t->link_clk_i = 0;
	t->eval();
}

void top_board(void *link, const board_in *in, const top_control *control)
{
	Vtop_sim *t = top(link);

	t->power_ni = in->power_n;
	t->dram_ready_i = in->dram_ready;
	t->drp_ready_i = in->drp_ready;
	t->drp_data_i = in->drp_data;
	t->spi_miso_i = in->spi_miso;
	t->ctrl_write_i = control->write;
	t->ctrl_addr_i = control->addr / 4;
	t->ctrl_data_i = control->data;
}

void top_clear(void *link)
{
	Vtop_sim___024root *r = top(link)->rootp;

#define CLEAR(bank)                                                                                \
	memset(&r->top_sim__DOT__u_top__DOT__u_controller__DOT__u_simulated__DOT__##bank, 0,     \
	       sizeof(r->top_sim__DOT__u_top__DOT__u_controller__DOT__u_simulated__DOT__##bank))
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

bool top_outputs(void *link, board_out *out)
{
	Vtop_sim *t = top(link);

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
	return t->ctrl_ack_o;
}
