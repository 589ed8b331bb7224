// SPDX-License-Identifier: MIT
// Whose queued word becomes a head in this cycle: that of the warp in the issue stage, because it is about to need one, but not more than three times
// while another waits. The others come in circular order; which one is chosen the cycle before. If none wants the port it is for a warp that may: one whose
// operation in the token unit can end in this cycle.

module smfe_load #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          next_i,        // the warp in the issue stage would have its next word here
    output logic          follow_o,      // the port is for it
    input  logic [NW-1:0] want_i,        // warps without a head
    input  logic [NW-1:0] may_i,         // that may be without one in the next cycle
    input  logic [NW-1:0] ok_i,          // a head can be made in this cycle
    output logic [NW-1:0] choice_o,      // other_o in the next cycle, if there is a choice now; one-hot
    output logic          any_o,         // the port is for other_o
    output logic [WI-1:0] other_o
`ifdef FORMAL
    , output logic [1:0] view_patience_o, output logic view_any_o
`endif
);

  logic [NW-1:0] after, want;
  logic [1:0]    patience_q;
  logic          any, any_q, served, choose;
  logic [NW-1:0] one;
  logic [WI-1:0] sel;
  assign served   = any_o && !follow_o;
  // The warp that was chosen may have been stopped, or gone elsewhere: what was looked up for it holds no longer, even if it wants the port again.
  assign any_o    = any_q && ok_i[other_o];
  assign want     = want_i & ~(served ? NW'(1) << other_o : '0);
  assign after    = ~((NW'(2) << other_o) - 1'b1);
  assign follow_o = next_i && !(any_o && patience_q == '1);
  assign choose   = any && (served || !any_o);
  assign choice_o = choose ? one : '0;
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(want != '0 ? want : may_i), .weight_i(after), .any_o(any), .grant_o(one), .index_o(sel));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q      <= 1'b0;
      other_o    <= '0;
      patience_q <= '0;
    end else begin
      if (served || !any_o) any_q <= any;
      if (choose) other_o <= sel;
      if (!follow_o) patience_q <= '0;
      else if (any_o && patience_q != '1) patience_q <= patience_q + 2'd1;
    end
  end

`ifdef FORMAL
  assign {view_patience_o, view_any_o} = {patience_q, any_q};
`endif

endmodule
