// SPDX-License-Identifier: MIT
// Whose queued word becomes a head in this cycle: that of the warp in the issue stage, because it
// is about to need one, but not more than three times while another waits. The others come in
// circular order; which one is chosen the cycle before. If none wants the port it is for a warp
// that may: one whose line is just coming, or whose operation in the token unit can end in this
// cycle. Which warp has the port depends on registers only; whether there is a head to make is
// known later in the cycle.

module smfe_load #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    // in the next cycle the warp in the issue stage would have its next word here
    input  logic          next_i,
    // the port is for it. A register, as the address of the queue's memory hangs on it
    output logic          follow_o,
    input  logic [NW-1:0] want_i,        // warps without a head, for which one can be made
    input  logic [NW-1:0] may_i,         // for which one may be made in the next cycle
    output logic          choose_o,      // choice_o is other_o in the next cycle
    output logic [NW-1:0] choice_o,      // one-hot
    output logic          any_o,         // the port is for other_o
    output logic [WI-1:0] other_o
`ifdef FORMAL
    , output logic [1:0] view_patience_o, output logic view_any_o
`endif
);

  logic [NW-1:0] after, want, chosen, one, may_one;
  logic [1:0]    patience, patience_q;
  logic          any, any_q, any_want, free;
  logic [WI-1:0] sel;
  // The warp that was chosen may have been stopped, or gone elsewhere: what was looked up for it
  // holds no longer, even if it wants the port again.
  for (genvar i = 0; i < NW; i++) begin : gen_warp
    assign chosen[i] = any_q && other_o == WI'(i);
    assign after[i]  = smfe_pkg::below(5'(other_o), 5'(i));
    if (i == 0) begin : gen_first
      assign may_one[i] = may_i[i];
    end else begin : gen_later
      assign may_one[i] = may_i[i] && may_i[i-1:0] == '0;
    end
  end
  assign any_o    = |(chosen & want_i);
  assign want     = want_i & ~chosen;
  assign free     = !follow_o || !any_o;     // of the warp that was chosen
  assign choose_o = any && free;
  smfe_pick #(.N(NW), .W(1), .IW(WI)) u_pick (.req_i(want), .weight_i(after), .older_i('0),
      .any_o(any_want), .grant_o(one),
    /* verilator lint_off PINCONNECTEMPTY */  // that of the choice is made below
    .index_o() /* verilator lint_on PINCONNECTEMPTY */);
  assign any      = any_want || may_i != '0;
  assign choice_o = any_want ? one : may_one;
  always_comb begin
    sel = '0;
    for (int unsigned i = 0; i < NW; i++) if (choice_o[i]) sel = sel | WI'(i);
  end

  assign patience = !follow_o ? 2'd0 : any_q && patience_q != '1 ? patience_q + 2'd1 : patience_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      any_q      <= 1'b0;
      other_o    <= '0;
      patience_q <= '0;
      follow_o   <= 1'b0;
    end else begin
      if (free) any_q <= any;
      if (choose_o) other_o <= sel;
      patience_q <= patience;
      follow_o   <= next_i && patience != '1;
    end
  end

`ifdef FORMAL
  assign {view_patience_o, view_any_o} = {patience_q, any_q};
  logic reset_q = 1'b0;
  always_ff @(posedge clk_i) reset_q <= 1'b1;
  always_comb if (reset_q) assert (!(follow_o && patience_q == '1));
`endif

endmodule
