// SPDX-License-Identifier: MIT
// Whose queued word becomes a head in this cycle: that of the warp in the issue stage, because it is about to need one, but not more than three times
// while others wait; they come in circular order.

module smfe_load #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          next_i,        // the warp in the issue stage would have its next word here
    output logic          follow_o,      // the port is for it
    input  logic [NW-1:0] other_i,       // warps without a head
    output logic          any_o,
    output logic [WI-1:0] other_o
`ifdef FORMAL
    , output logic [1:0] view_patience_o, output logic [WI-1:0] view_last_o
`endif
);

  logic [NW-1:0] after;
  logic [WI-1:0] last_q;
  logic [1:0]    patience_q;
  assign after    = ~((NW'(2) << last_q) - 1'b1);
  assign follow_o = next_i && !(any_o && patience_q == '1);
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(other_i), .weight_i(after), .any_o, .index_o(other_o));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      last_q     <= '0;
      patience_q <= '0;
    end else if (!follow_o) begin
      patience_q <= '0;
      if (any_o) last_q <= other_o;
    end else if (any_o && patience_q != '1) begin
      patience_q <= patience_q + 2'd1;
    end
  end

`ifdef FORMAL
  assign {view_patience_o, view_last_o} = {patience_q, last_q};
`endif

endmodule
