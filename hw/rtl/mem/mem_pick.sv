// SPDX-License-Identifier: MIT
// Which port of the L2 is next, in turn, and its request: an AND-OR of all offers.

module mem_pick #(
    parameter int unsigned PORTS = 7,
    parameter int unsigned WIDTH = 357
) (
    input  logic                    clk_i,
    input  logic                    rst_ni,
    input  logic [PORTS-1:0]        valid_i,
    input  logic [PORTS*WIDTH-1:0]  offer_i,
    input  logic                    take_i,
    output logic [PORTS-1:0]        port_o,    // one-hot; none if there is none
    output logic [WIDTH-1:0]        offer_o
);

  logic [PORTS-1:0] after_q, late, first_late, first;  // after: ports behind the one that was last
  assign late       = valid_i & after_q;
  assign first_late = late & (~late + 1'b1);
  assign first      = valid_i & (~valid_i + 1'b1);
  assign port_o     = (late != '0) ? first_late : first;
  always_comb begin
    offer_o = '0;
    for (int unsigned i = 0; i < PORTS; i++) offer_o = offer_o | (offer_i[WIDTH*i+:WIDTH] & {WIDTH{port_o[i]}});
  end

  always_ff @(posedge clk_i)
    if (!rst_ni) after_q <= '1;
    else if (take_i && port_o != '0) after_q <= ~((port_o - 1'b1) | port_o);

`ifdef VERILATOR
  always_comb if ((port_o & (port_o - 1'b1)) != '0) $fatal(1, "not ok mem_pick: two ports at once");
`endif

endmodule
