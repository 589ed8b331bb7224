/* SPDX-License-Identifier: MIT */
/* Pins of the card towards its DRAM, and between them and a Verilated card */
#ifndef SMGPU_SIM_RTL_DRAM_PINS_H
#define SMGPU_SIM_RTL_DRAM_PINS_H

#include <stdint.h>

struct dram_in {
	uint8_t aw_ready, w_ready, b_valid, b_id, b_resp, ar_ready, r_valid, r_id, r_resp;
	uint32_t r_data[8];
};

struct dram_out {
	uint8_t aw_valid, aw_id, w_valid, b_ready, ar_valid, ar_id, r_ready;
	uint64_t aw_addr, ar_addr;
	uint32_t w_data[8]; /* while w_valid */
};

#ifdef __cplusplus
#include <cstring>

template <class Top> inline void dram_pins_in(Top *t, const dram_in *in)
{
	t->dram_aw_ready_i = in->aw_ready;
	t->dram_w_ready_i = in->w_ready;
	t->dram_b_valid_i = in->b_valid;
	t->dram_b_id_i = in->b_id;
	t->dram_b_resp_i = in->b_resp;
	t->dram_ar_ready_i = in->ar_ready;
	t->dram_r_valid_i = in->r_valid;
	t->dram_r_id_i = in->r_id;
	t->dram_r_resp_i = in->r_resp;
	t->dram_r_last_i = 1;
	if (in->r_valid)
		memcpy(t->dram_r_data_i.data(), in->r_data, sizeof(in->r_data));
}

template <class Top> inline void dram_pins_out(const Top *t, dram_out *out)
{
	out->aw_valid = t->dram_aw_valid_o;
	out->aw_addr = t->dram_aw_addr_o;
	out->aw_id = t->dram_aw_id_o;
	out->w_valid = t->dram_w_valid_o;
	out->b_ready = t->dram_b_ready_o;
	out->ar_valid = t->dram_ar_valid_o;
	out->ar_addr = t->dram_ar_addr_o;
	out->ar_id = t->dram_ar_id_o;
	out->r_ready = t->dram_r_ready_o;
	if (t->dram_w_valid_o)
		memcpy(out->w_data, t->dram_w_data_o.data(), sizeof(out->w_data));
}
#endif

#endif
