// SPDX-License-Identifier: MIT
// Turns: what keeps a priority among warps from starving one of them. Now and then the next warp in circular order that wants something has its turn, and
// keeps it until it has got it or does not want it any more. The arbiter puts the warp whose turn it is first.

module smfe_turn #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    parameter int unsigned K  = 5        // 2^K - 1 cycles between two turns
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic [NW-1:0] want_i,        // wants it and does not get it in this cycle
    output logic          valid_o,
    output logic [WI-1:0] warp_o
`ifdef FORMAL
    , output logic [K-1:0] view_rest_o
`endif
);

  logic          any;
  logic [WI-1:0] sel;
  logic [NW-1:0] after;
  logic [K-1:0]  rest_q;
  assign after = ~((NW'(2) << warp_o) - 1'b1);
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(want_i), .weight_i(after), .any_o(any),
    /* verilator lint_off PINCONNECTEMPTY */  // the index is enough
    .grant_o(), /* verilator lint_on PINCONNECTEMPTY */
    .index_o(sel));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      warp_o  <= '0;
      rest_q  <= '0;
    end else if (valid_o) begin
      valid_o <= want_i[warp_o];
      rest_q  <= '0;
    end else if (rest_q != '1) begin
      rest_q <= rest_q + 1'b1;
    end else if (any) begin
      valid_o <= 1'b1;
      warp_o  <= sel;
    end
  end

`ifdef FORMAL
  assign view_rest_o = rest_q;
`endif

endmodule
