// SPDX-License-Identifier: MIT
// The card behind a narrow port, to place and route it as a whole: every input of the card is a
// register of one long chain that words of eight bits shift, every output goes through a register
// into one of eight parities. No input is constant and no output unused, so nothing of the card is
// optimised away, and the card's ports begin and end at registers, as with the AXI register slices
// of a board. It is no way to use the card.
//
//   words_i ─▶ common_cross ─▶ chain ─▶ card_top ─▶ register ─▶ parities of 32 bits ─▶
//   eight of those ─▶ common_cross ─▶ words_o
//
// Up to the first common_cross and from the second one on the clock is pin_clk_i, else clk_i.

module card_narrow #(
    // Parameters: made by hw/presets/gen.py until "end"
    parameter int unsigned SMS = 1,
    parameter int unsigned PODS = 2,
    parameter int unsigned WARPS = 16,
    parameter int unsigned LANES = 16,
    parameter int unsigned FP_UNITS = LANES,
    parameter int unsigned ALUS = PODS,
    parameter int unsigned LS_QUEUE = 8,
    parameter int unsigned FP_QUEUE = 4,
    parameter int unsigned KEEP = 1,
    parameter int unsigned UNIFORM = 1,
    parameter int unsigned CREDIT = 1,
    parameter int unsigned BONUS = 1,
    parameter int unsigned TEXTILE = 1,
    parameter int unsigned DTOKS = 64,
    parameter int unsigned PRIO = 1,
    parameter int unsigned PRIO_L2 = 1,
    parameter int unsigned PREDICT = 1,
    parameter int unsigned CONST_KIB = 2,
    parameter int unsigned ATTR_KIB = 2,
    parameter int unsigned TEX = 1,
    parameter int unsigned L1_KIB = 16,
    parameter int unsigned SHARED_KIB = 32,
    parameter int unsigned LEND = LANES > 4 ? 1 : 0,
    parameter int unsigned TLB = LANES > 4 ? 32 : 16,
    parameter int unsigned PAGES = LANES > 4 ? 2048 : 0,
    parameter int unsigned WALKS = 4,
    parameter int unsigned LINES = LANES > 4 ? 32 : 16,
    parameter int unsigned L2_BANKS = 1,
    parameter int unsigned L2_KIB = 64,
    parameter int unsigned MSHRS = 16,
    parameter int unsigned EVICTS = 16,
    parameter int unsigned AMO_UNITS = 8,
    parameter int unsigned WAITS = 1,
    parameter int unsigned HOST_IDS = 16,
    parameter int unsigned DMAS = 2,
    parameter int unsigned DMA_SLOTS = 32,
    parameter int unsigned TURNS = 1,
    parameter int unsigned PERF = 1
    // end
) (
    input  logic       clk_i,
    input  logic       pin_clk_i,
    input  logic       rst_async_ni,
    input  logic       word_valid_i,
    input  logic [7:0] word_i,
    output logic       word_valid_o,
    output logic [7:0] word_o
);

  logic rst_n, pin_rst_n;
  common_reset u_reset (.clk_i, .rst_async_ni, .rst_no(rst_n));
  common_reset u_pin_reset (.clk_i(pin_clk_i), .rst_async_ni, .rst_no(pin_rst_n));

  // ---- What the card is told
  typedef struct packed {
    logic [15:0] dram_mib;
    logic bar0_aw_valid;
    logic [19:0] bar0_aw_addr;
    logic bar0_w_valid;
    logic [31:0] bar0_w_data;
    logic bar0_b_ready;
    logic bar0_ar_valid;
    logic [19:0] bar0_ar_addr;
    logic bar0_r_ready;
    logic bar2_aw_valid;
    logic [25:0] bar2_aw_addr;
    logic bar2_w_valid;
    logic [63:0] bar2_w_data;
    logic [7:0] bar2_w_strb;
    logic bar2_b_ready;
    logic bar2_ar_valid;
    logic [25:0] bar2_ar_addr;
    logic bar2_r_ready;
    logic dram_aw_ready;
    logic dram_w_ready;
    logic dram_b_valid;
    logic [3:0] dram_b_id;
    logic [1:0] dram_b_resp;
    logic dram_ar_ready;
    logic dram_r_valid;
    logic [255:0] dram_r_data;
    logic [3:0] dram_r_id;
    logic [1:0] dram_r_resp;
    logic dram_r_last;
    logic host_aw_ready;
    logic host_w_ready;
    logic host_b_valid;
    logic [3:0] host_b_id;
    logic [1:0] host_b_resp;
    logic host_ar_ready;
    logic host_r_valid;
    logic [3:0] host_r_id;
    logic [63:0] host_r_data;
    logic [1:0] host_r_resp;
    logic host_r_last;
  } in_t;
  in_t        chain_q, in;
  logic       shift;
  logic [7:0] word;

  /* verilator lint_off PINCONNECTEMPTY */  // words come slower than the card's clock
  common_cross #(.WIDTH(8)) u_in (
    .push_clk_i(pin_clk_i), .push_rst_ni(pin_rst_n),
    .push_valid_i(word_valid_i), .push_ready_o(), .push_data_i(word_i),
    .pop_clk_i(clk_i), .pop_rst_ni(rst_n),
    .pop_valid_o(shift), .pop_ready_i(1'b1), .pop_data_o(word)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  assign in = chain_q;
  always_ff @(posedge clk_i)
    if (!rst_n) chain_q <= '0;
    else if (shift) chain_q <= {chain_q[$bits(chain_q)-9:0], word};

  // ---- What it tells
  typedef struct packed {
    logic bar0_aw_ready;
    logic bar0_w_ready;
    logic bar0_b_valid;
    logic bar0_ar_ready;
    logic bar0_r_valid;
    logic [31:0] bar0_r_data;
    logic bar2_aw_ready;
    logic bar2_w_ready;
    logic bar2_b_valid;
    logic [1:0] bar2_b_resp;
    logic bar2_ar_ready;
    logic bar2_r_valid;
    logic [63:0] bar2_r_data;
    logic [1:0] bar2_r_resp;
    logic msi;
    logic dram_aw_valid;
    logic [39:0] dram_aw_addr;
    logic [3:0] dram_aw_id;
    logic [7:0] dram_aw_len;
    logic [2:0] dram_aw_size;
    logic [1:0] dram_aw_burst;
    logic dram_w_valid;
    logic [255:0] dram_w_data;
    logic [31:0] dram_w_strb;
    logic dram_w_last;
    logic dram_b_ready;
    logic dram_ar_valid;
    logic [39:0] dram_ar_addr;
    logic [3:0] dram_ar_id;
    logic [7:0] dram_ar_len;
    logic [2:0] dram_ar_size;
    logic [1:0] dram_ar_burst;
    logic dram_r_ready;
    logic host_aw_valid;
    logic [39:0] host_aw_addr;
    logic [3:0] host_aw_id;
    logic [7:0] host_aw_len;
    logic [2:0] host_aw_size;
    logic [1:0] host_aw_burst;
    logic host_w_valid;
    logic [63:0] host_w_data;
    logic [7:0] host_w_strb;
    logic host_w_last;
    logic host_b_ready;
    logic host_ar_valid;
    logic [39:0] host_ar_addr;
    logic [3:0] host_ar_id;
    logic [7:0] host_ar_len;
    logic [2:0] host_ar_size;
    logic [1:0] host_ar_burst;
    logic host_r_ready;
  } out_t;
  out_t out, out_q;

  localparam int unsigned GROUPS = ($bits(out_q) + 31) / 32;
  logic [32*GROUPS-1:0] all;
  logic [GROUPS-1:0]    parity_q;
  logic [7:0]           fold_d, fold_q;

  assign all = (32*GROUPS)'(out_q);
  always_comb begin
    fold_d = '0;
    for (int g = 0; g < GROUPS; g++) fold_d[g % 8] = fold_d[g % 8] ^ parity_q[g];
  end
  always_ff @(posedge clk_i) begin
    out_q  <= out;
    fold_q <= fold_d;
    for (int g = 0; g < GROUPS; g++) parity_q[g] <= ^all[32*g+:32];
  end

  /* verilator lint_off PINCONNECTEMPTY */  // a parity that finds no room is not missed
  common_cross #(.WIDTH(8)) u_out (
    .push_clk_i(clk_i), .push_rst_ni(rst_n),
    .push_valid_i(1'b1), .push_ready_o(), .push_data_i(fold_q),
    .pop_clk_i(pin_clk_i), .pop_rst_ni(pin_rst_n),
    .pop_valid_o(word_valid_o), .pop_ready_i(1'b1), .pop_data_o(word_o)
  );
  /* verilator lint_on PINCONNECTEMPTY */

  /* verilator lint_off PINCONNECTEMPTY */  // ports for simulation
  card_top #(
    // Card: made by hw/presets/gen.py until "end"
    .SMS(SMS), .PODS(PODS), .WARPS(WARPS), .LANES(LANES), .FP_UNITS(FP_UNITS), .ALUS(ALUS),
    .LS_QUEUE(LS_QUEUE), .FP_QUEUE(FP_QUEUE), .KEEP(KEEP), .UNIFORM(UNIFORM), .CREDIT(CREDIT),
    .BONUS(BONUS), .TEXTILE(TEXTILE), .DTOKS(DTOKS), .PRIO(PRIO), .PRIO_L2(PRIO_L2),
    .PREDICT(PREDICT), .CONST_KIB(CONST_KIB), .ATTR_KIB(ATTR_KIB), .TEX(TEX), .L1_KIB(L1_KIB),
    .SHARED_KIB(SHARED_KIB), .LEND(LEND), .TLB(TLB), .PAGES(PAGES), .WALKS(WALKS), .LINES(LINES),
    .L2_BANKS(L2_BANKS), .L2_KIB(L2_KIB), .MSHRS(MSHRS), .EVICTS(EVICTS), .AMO_UNITS(AMO_UNITS),
    .WAITS(WAITS), .HOST_IDS(HOST_IDS), .DMAS(DMAS), .DMA_SLOTS(DMA_SLOTS), .TURNS(TURNS),
    .PERF(PERF)
    // end
  ) u_card (
    .clk_i, .rst_ni(rst_n),
    .dram_mib_i(in.dram_mib),
    .bar0_aw_valid_i(in.bar0_aw_valid), .bar0_aw_ready_o(out.bar0_aw_ready),
    .bar0_aw_addr_i(in.bar0_aw_addr),
    .bar0_w_valid_i(in.bar0_w_valid), .bar0_w_ready_o(out.bar0_w_ready),
    .bar0_w_data_i(in.bar0_w_data),
    .bar0_b_valid_o(out.bar0_b_valid), .bar0_b_ready_i(in.bar0_b_ready),
    .bar0_ar_valid_i(in.bar0_ar_valid), .bar0_ar_ready_o(out.bar0_ar_ready),
    .bar0_ar_addr_i(in.bar0_ar_addr),
    .bar0_r_valid_o(out.bar0_r_valid), .bar0_r_ready_i(in.bar0_r_ready),
    .bar0_r_data_o(out.bar0_r_data),
    .bar2_aw_valid_i(in.bar2_aw_valid), .bar2_aw_ready_o(out.bar2_aw_ready),
    .bar2_aw_addr_i(in.bar2_aw_addr),
    .bar2_w_valid_i(in.bar2_w_valid), .bar2_w_ready_o(out.bar2_w_ready),
    .bar2_w_data_i(in.bar2_w_data), .bar2_w_strb_i(in.bar2_w_strb),
    .bar2_b_valid_o(out.bar2_b_valid), .bar2_b_resp_o(out.bar2_b_resp),
    .bar2_b_ready_i(in.bar2_b_ready),
    .bar2_ar_valid_i(in.bar2_ar_valid), .bar2_ar_ready_o(out.bar2_ar_ready),
    .bar2_ar_addr_i(in.bar2_ar_addr),
    .bar2_r_valid_o(out.bar2_r_valid), .bar2_r_ready_i(in.bar2_r_ready),
    .bar2_r_data_o(out.bar2_r_data), .bar2_r_resp_o(out.bar2_r_resp),
    .msi_o(out.msi),
    .dram_aw_valid_o(out.dram_aw_valid), .dram_aw_ready_i(in.dram_aw_ready),
    .dram_aw_addr_o(out.dram_aw_addr), .dram_aw_id_o(out.dram_aw_id),
    .dram_aw_len_o(out.dram_aw_len), .dram_aw_size_o(out.dram_aw_size),
    .dram_aw_burst_o(out.dram_aw_burst),
    .dram_w_valid_o(out.dram_w_valid), .dram_w_ready_i(in.dram_w_ready),
    .dram_w_data_o(out.dram_w_data), .dram_w_strb_o(out.dram_w_strb),
    .dram_w_last_o(out.dram_w_last),
    .dram_b_valid_i(in.dram_b_valid), .dram_b_ready_o(out.dram_b_ready), .dram_b_id_i(in.dram_b_id),
    .dram_b_resp_i(in.dram_b_resp),
    .dram_ar_valid_o(out.dram_ar_valid), .dram_ar_ready_i(in.dram_ar_ready),
    .dram_ar_addr_o(out.dram_ar_addr), .dram_ar_id_o(out.dram_ar_id),
    .dram_ar_len_o(out.dram_ar_len), .dram_ar_size_o(out.dram_ar_size),
    .dram_ar_burst_o(out.dram_ar_burst),
    .dram_r_valid_i(in.dram_r_valid), .dram_r_ready_o(out.dram_r_ready),
    .dram_r_data_i(in.dram_r_data), .dram_r_id_i(in.dram_r_id), .dram_r_resp_i(in.dram_r_resp),
    .dram_r_last_i(in.dram_r_last),
    .host_aw_valid_o(out.host_aw_valid), .host_aw_ready_i(in.host_aw_ready),
    .host_aw_addr_o(out.host_aw_addr), .host_aw_id_o(out.host_aw_id),
    .host_aw_len_o(out.host_aw_len), .host_aw_size_o(out.host_aw_size),
    .host_aw_burst_o(out.host_aw_burst),
    .host_w_valid_o(out.host_w_valid), .host_w_ready_i(in.host_w_ready),
    .host_w_data_o(out.host_w_data), .host_w_strb_o(out.host_w_strb),
    .host_w_last_o(out.host_w_last),
    .host_b_valid_i(in.host_b_valid), .host_b_ready_o(out.host_b_ready), .host_b_id_i(in.host_b_id),
    .host_b_resp_i(in.host_b_resp),
    .host_ar_valid_o(out.host_ar_valid), .host_ar_ready_i(in.host_ar_ready),
    .host_ar_addr_o(out.host_ar_addr), .host_ar_id_o(out.host_ar_id),
    .host_ar_len_o(out.host_ar_len), .host_ar_size_o(out.host_ar_size),
    .host_ar_burst_o(out.host_ar_burst),
    .host_r_valid_i(in.host_r_valid), .host_r_ready_o(out.host_r_ready), .host_r_id_i(in.host_r_id),
    .host_r_data_i(in.host_r_data), .host_r_resp_i(in.host_r_resp), .host_r_last_i(in.host_r_last),
    .idle_o(), .timer_armed_o(), .timer_o(), .timebase_o(), .skip_i(1'b0), .skip_to_i(64'd0),
    .trace_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */

endmodule
