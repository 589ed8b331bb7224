// SPDX-License-Identifier: MIT
// Which warp of a pod issues: the pick, registered, for the issue stage. Weight, most significant first: its turn; pipe not refused lately; policy
// (greedy: the last one; in turn: those after it); age.
// - a warp in the issue stage is not ready, so one that is refused comes back every second cycle at best
// - the warp whose turn it is stays in the issue stage when it has been refused 15 times: offered without a pause it is accepted in the end

module smfe_issue #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    parameter int unsigned DW = 4
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic            gto_i,       // greedy, then oldest; else in turn
    input  logic [NW-1:0]   ready_i,
    input  logic [NW*2-1:0] pipe_i,
    input  logic [NW*DW-1:0] data_i,     // of the heads
    input  logic [NW*NW-1:0] older_i,    // smfe_age
    // The issue stage
    output logic            valid_o,
    output logic [WI-1:0]   warp_o,
    output logic [1:0]      pipe_o,
    output logic [DW-1:0]   data_o,
    input  logic            fire_i,      // it issues
    input  logic            refused_i    // it would, but its pipe takes nothing
`ifdef FORMAL
    , output logic          view_turn_valid_o, output logic [WI-1:0] view_turn_o, output logic [4:0] view_rest_o, output logic view_hold_o
    , output logic [3:0]    view_missed_o
`endif
);

  logic [NW*3-1:0] weight;
  logic [3:0]      refused_q, missed_q;
  logic            any, turn_valid, missed, hold;
  logic [WI-1:0]   sel, last_q, turn;
  logic [NW-1:0]   after, want, one;

  assign want = ready_i | (refused_i ? NW'(1) << warp_o : '0);
  smfe_turn #(.NW(NW), .WI(WI)) u_turn (.clk_i, .rst_ni, .want_i(want), .valid_o(turn_valid), .warp_o(turn)
`ifdef FORMAL
    , .view_rest_o
`endif
  );
  assign missed = turn_valid && refused_i && warp_o == turn;
  assign hold   = missed && missed_q == '1;

  for (genvar i = 0; i < NW; i++) begin : gen_weight
    assign after[i] = smfe_pkg::below(5'(last_q), 5'(i));
    assign weight[i*3+:3] = {turn_valid && turn == WI'(i), !refused_q[pipe_i[i*2+:2]], gto_i ? last_q == WI'(i) : after[i]};
  end
  smfe_pick #(.N(NW), .W(3), .IW(WI)) u_pick (.req_i(ready_i), .weight_i(weight), .older_i(older_i & {NW*NW{gto_i}}), .any_o(any), .grant_o(one), .index_o(sel));

  logic [DW-1:0] data;
  logic [1:0]    pipe;
  always_comb begin
    {data, pipe} = '0;
    for (int unsigned i = 0; i < NW; i++) begin
      data = data | ({DW{one[i]}} & data_i[i*DW+:DW]);
      pipe = pipe | ({2{one[i]}} & pipe_i[i*2+:2]);
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      refused_q <= '0;
      missed_q  <= '0;
      last_q    <= '0;
    end else begin
      valid_o   <= any || hold;
      refused_q <= refused_i ? 4'd1 << pipe_o : '0;
      if (fire_i) last_q <= warp_o;
      if (!turn_valid) missed_q <= '0;
      else if (missed && missed_q != '1) missed_q <= missed_q + 4'd1;
    end
    if (any && !hold) begin
      warp_o <= sel;
      data_o <= data;
      pipe_o <= pipe;
    end
  end

`ifdef FORMAL
  assign {view_turn_valid_o, view_turn_o, view_hold_o, view_missed_o} = {turn_valid, turn, hold, missed_q};
`endif

endmodule
