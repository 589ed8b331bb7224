/* SPDX-License-Identifier: MIT */
/*
 * Pins of card_top, and the Verilated card as C sees it: one `struct rtl_model` for each preset
 * that was verilated. A cycle is settle() (clock low: outputs follow inputs) and then edge() (clock
 * high).
 */
#ifndef SMGPU_SIM_RTL_PINS_H
#define SMGPU_SIM_RTL_PINS_H

#include <stdint.h>

#include "dram_pins.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rtl_in {
	uint8_t rst_n;
	uint16_t dram_mib;
	uint8_t bar0_aw_valid, bar0_w_valid, bar0_b_ready, bar0_ar_valid, bar0_r_ready;
	uint32_t bar0_aw_addr, bar0_w_data, bar0_ar_addr;
	uint8_t bar2_aw_valid, bar2_w_valid, bar2_w_strb, bar2_b_ready, bar2_ar_valid, bar2_r_ready;
	uint32_t bar2_aw_addr, bar2_ar_addr;
	uint64_t bar2_w_data;
	struct dram_in dram;
	uint8_t host_aw_ready, host_w_ready, host_b_valid, host_b_resp, host_ar_ready, host_r_valid,
		host_r_resp, host_r_last, host_b_id, host_r_id;
	uint64_t host_r_data;
	uint8_t skip;
	uint64_t skip_to;
};

struct rtl_out {
	uint8_t bar0_aw_ready, bar0_w_ready, bar0_b_valid, bar0_ar_ready, bar0_r_valid;
	uint32_t bar0_r_data;
	uint8_t bar2_aw_ready, bar2_w_ready, bar2_b_valid, bar2_ar_ready, bar2_r_valid;
	uint64_t bar2_r_data;
	uint8_t bar2_b_resp, bar2_r_resp;
	uint8_t msi;
	struct dram_out dram;
	uint8_t host_aw_valid, host_w_valid, host_w_strb, host_w_last, host_b_ready, host_ar_valid,
		host_r_ready;
	uint8_t host_aw_id, host_aw_len, host_ar_id, host_ar_len;
	uint64_t host_aw_addr, host_w_data, host_ar_addr;
	uint8_t idle, timer_armed;
	uint64_t timer, timebase;
	const uint32_t *trace;		/* trace_o of all SMs; what is in it: sm_top.sv */
};

struct rtl_model {
	const char *preset;
	unsigned sms, warps, lanes, trace;	/* trace: there is one */
	void *(*create)(uint64_t seed);
	void (*destroy)(void *model);
	void (*settle)(void *model, const struct rtl_in *in, struct rtl_out *out);
	void (*edge)(void *model);
};

/* What is wrong with the memories behind the card, for tests: held answers come when the fault is
 * taken away, swallowed ones never; a deaf memory takes nothing. */
enum rtl_fault { RTL_FINE, RTL_ERROR, RTL_SWALLOWED, RTL_HELD, RTL_DEAF };
struct rtl_faults {
	enum rtl_fault dram_read, dram_write, host_read, host_write;
	unsigned bar2_errors;		/* BAR2 accesses that ended with an error, counted */
	/* So many words are written to one place of BAR2, one after the other and beside everything
	 * else: the k-th of them is k. Until all are done nothing else may write there. */
	struct {
		uint32_t at;			/* a multiple of 8 */
		unsigned left, begun, done;
	} bar2_writes;
};
extern struct rtl_faults rtl_faults;	/* defined in dram_axi.c */

/* If set, called in every cycle with trace_o (zero unless the card was verilated with TRACE=1).
 * Defined in backend.c. */
extern void (*rtl_trace)(void *ctx, uint64_t tick, const struct rtl_model *ops,
			 const uint32_t *trace);
extern void *rtl_trace_ctx;

/* If set, called in every cycle in which the control core runs, with the oldest instruction that is
 * not done. Defined in backend.c. */
struct rtl_mcu {
	uint32_t pc;
	uint8_t retired, stalled, sleeping;	/* stalled: by the bus */
	uint8_t read;				/* a register is read */
	uint16_t addr;
	uint32_t data;
};
extern void (*rtl_mcu)(void *ctx, const struct rtl_mcu *mcu);
extern void *rtl_mcu_ctx;

#ifdef __cplusplus
}
#endif

#endif
