// SPDX-License-Identifier: MIT
// The Verilated card of one preset behind struct rtl_model. Compiled once for each preset: TOP is
// the Verilated class, PRESET its name.
#include <cstring>

#include "pins.h"
#include "verilated.h"

#define STRING_(x) #x
#define STRING(x) STRING_(x)
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#include STRING(TOP.h)

namespace {

struct Model {
	VerilatedContext context;
	TOP *top;
};

void *create(uint64_t seed)
{
	Model *m = new Model;

	m->context.randReset(2);
	m->context.randSeed(static_cast<int>(seed ? seed : 1));
	m->top = new TOP(&m->context);
	return m;
}

void destroy(void *model)
{
	Model *m = static_cast<Model *>(model);

	m->top->final();
	delete m->top;
	delete m;
}

void settle(void *model, const rtl_in *in, rtl_out *out)
{
	TOP *t = static_cast<Model *>(model)->top;

	t->clk_i = 0;
	t->rst_ni = in->rst_n;
	t->dram_mib_i = in->dram_mib;
#define IN(pin) t->pin##_i = in->pin
	IN(bar0_aw_valid);
	IN(bar0_aw_addr);
	IN(bar0_w_valid);
	IN(bar0_w_data);
	IN(bar0_b_ready);
	IN(bar0_ar_valid);
	IN(bar0_ar_addr);
	IN(bar0_r_ready);
	IN(bar2_aw_valid);
	IN(bar2_aw_addr);
	IN(bar2_w_valid);
	IN(bar2_w_data);
	IN(bar2_w_strb);
	IN(bar2_b_ready);
	IN(bar2_ar_valid);
	IN(bar2_ar_addr);
	IN(bar2_r_ready);
	IN(host_aw_ready);
	IN(host_w_ready);
	IN(host_b_valid);
	IN(host_b_resp);
	IN(host_ar_ready);
	IN(host_r_valid);
	IN(host_r_resp);
	IN(host_r_last);
	IN(host_b_id); IN(host_r_id); IN(host_r_data); IN(skip); IN(skip_to);
#undef IN
	dram_pins_in(t, &in->dram);
	t->eval();
	dram_pins_out(t, &out->dram);
#define OUT(pin) out->pin = t->pin##_o
	OUT(bar0_aw_ready);
	OUT(bar0_w_ready);
	OUT(bar0_b_valid);
	OUT(bar0_ar_ready);
	OUT(bar0_r_valid);
	OUT(bar0_r_data);
	OUT(bar2_aw_ready);
	OUT(bar2_w_ready);
	OUT(bar2_b_valid);
	OUT(bar2_ar_ready);
	OUT(bar2_r_valid);
	OUT(bar2_r_data);
	OUT(bar2_b_resp);
	OUT(bar2_r_resp);
	OUT(msi);
	OUT(host_aw_valid);
	OUT(host_aw_addr);
	OUT(host_w_valid);
	OUT(host_w_data);
	OUT(host_w_strb);
	OUT(host_b_ready);
	OUT(host_ar_valid);
	OUT(host_w_last); OUT(host_aw_id); OUT(host_aw_len); OUT(host_ar_id); OUT(host_ar_len);
	OUT(host_ar_addr);
	OUT(host_r_ready);
	OUT(idle);
	OUT(timer_armed);
	OUT(timer);
	OUT(timebase);
#undef OUT
	out->trace = t->trace_o.data();
}

void edge(void *model)
{
	TOP *t = static_cast<Model *>(model)->top;

	t->clk_i = 1;
	t->eval();
}

} // namespace

extern "C" const rtl_model JOIN(rtl_model_, PRESET) = { STRING(PRESET), SMS,	WARPS,
							LANES,		TRACE,	create,
							destroy,	settle, edge };

double sc_time_stamp() __attribute__((weak));
double sc_time_stamp() { return 0; }
