// SPDX-License-Identifier: MIT
// Order by level (priority tokens of the L2): of requests that wait for one thing those of the
// highest level are next, if order_i says so. Once eight in a row have gone before requests of a
// lower level, one of those is next, so that none waits for ever.

module mem_order #(
    parameter int unsigned N    = 7,
    parameter int unsigned PRIO = 1     // 0: no levels
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic           order_i,
    input  logic [N-1:0]   ask_i,
    input  logic [2*N-1:0] level_i,
    input  logic           take_i,     // one of those that may be is taken
    output logic [N-1:0]   may_o,
    output logic           low_o       // these have had others before them long enough
);

  if (PRIO == 0) begin : gen_none
    assign may_o = ask_i;
    assign low_o = 1'b0;
    logic unused;
    assign unused = ^{clk_i, rst_ni, order_i, level_i, take_i};
  end else begin : gen_order
    logic [N-1:0] best, lower;
    logic [1:0]   most;
    logic [3:0]   passed_q;             // picks that went before one of a lower level
    always_comb begin
      most = '0;
      for (int unsigned i = 0; i < N; i++)
        if (ask_i[i] && level_i[2*i+:2] > most) most = level_i[2*i+:2];
      for (int unsigned i = 0; i < N; i++) best[i] = ask_i[i] && level_i[2*i+:2] == most;
    end
    assign lower = ask_i & ~best;
    assign low_o = passed_q[3] && lower != '0;
    assign may_o = !order_i ? ask_i : low_o ? lower : best;
    always_ff @(posedge clk_i)
      if (!rst_ni || !order_i || lower == '0) passed_q <= '0;
      else if (take_i) passed_q <= low_o ? '0 : passed_q + 1'b1;

`ifdef VERILATOR
    always_ff @(posedge clk_i) if (rst_ni && ((may_o & ~ask_i) != '0 ||
        ((may_o == '0) != (ask_i == '0)))) $fatal(1,
        "not ok mem_order: what may be next does not ask");
`endif
  end

`ifdef FORMAL
`include "mem_order_formal.svh"
`endif

endmodule
