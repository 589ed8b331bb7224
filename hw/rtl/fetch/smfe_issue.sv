// SPDX-License-Identifier: MIT
// Which warp of a pod issues: the pick, registered, for the issue stage. Weight, most significant
// first: its turn; with a policy of credits the grant bit (an access of it is being replayed, or it
// has the textile grant); pipe neither refused lately nor oversubscribed; policy (greedy: the last
// one; in turn: those after it; two-level: those of the group whose turn it is, then those after
// it); age or credit, as smfe_order says. With PRIO.weight neither the last warp nor those after it
// come before others unless they have a priority token, and in smfe_order's order those that have
// one come first.
// - a warp whose pipes have reached the upper threshold is neither picked nor, if it is in the
//   issue stage already, issued; it keeps its turn
// - a warp in the issue stage is not ready, so one that is refused comes back every second cycle at
//   best
// - the warp whose turn it is stays in the issue stage when it has been refused 15 times: offered
//   without a pause it is accepted in the end

module smfe_issue #(
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    parameter int unsigned DW = 4,
    parameter int unsigned CREDIT = 1   // 0: policies of credits are greedy, then oldest
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    input  logic [3:0]      policy_i,    // smgpu_regs_pkg::SM_CFG_SCHED_POLICY_*
    input  logic [NW-1:0]   ready_i,
    input  logic [NW*2-1:0] pipe_i,
    input  logic [NW*DW-1:0] data_i,     // of the heads
    input  logic [NW-1:0]   replay_i,    // an access of it is being replayed
    input  logic [NW-1:0]   granted_i,   // its next instruction has the textile grant
    // it has no priority token, and PRIO.weight puts it behind those that have one
    input  logic [NW-1:0]   later_i,
    input  logic [3:0]      over_i,      // types of pipes that are oversubscribed
    input  logic [3:0]      full_i,      // that take nothing now
    // of two that are equal in all else, bit i*NW+j, i > j: i comes before j
    input  logic [NW*NW-1:0] before_i,
    // The issue stage
    output logic            valid_o,
    output logic [WI-1:0]   warp_o,
    output logic [1:0]      pipe_o,
    output logic [DW-1:0]   data_o,
    output logic [DW-1:0]   next_o,      // data_o of the next cycle; 0 if no warp is there
    output logic            stopped_o,   // its pipes take nothing: it must not issue
    input  logic            fire_i,      // it issues
    input  logic            refused_i,   // it would, but its pipe takes nothing
    // could issue in this cycle and don't; and those of which an access is being replayed
    output logic [NW-1:0]   victims_o,
    // there are warps that are ready, and the pipes of all of them take nothing
    output logic            held_o
`ifdef FORMAL
    , output logic          view_turn_valid_o, output logic [WI-1:0] view_turn_o,
        output logic [4:0] view_rest_o, output logic view_hold_o
    , output logic [3:0]    view_missed_o
    , output logic [WI-1:0] view_last_o, output logic [WI-1:0] view_group_o,
        output logic [3:0] view_refused_o
`endif
);

  logic            in_turn, greedy, two_level, credits;
  logic [NW*4-1:0] weight;
  // by types of pipes: refused in the cycle before; that or oversubscribed; that or full
  logic [3:0]      refused_q, missed_q, unfit, shut;
  logic            any, turn_valid, missed, hold;
  logic [WI-1:0]   sel, last_q, turn;
  logic [NW-1:0]   after, want, one, open, fits;

  assign unfit     = refused_q | over_i;
  assign shut      = refused_q | full_i;
  assign stopped_o = valid_o && full_i[pipe_o];
  assign want      = ready_i | (refused_i || stopped_o ? NW'(1) << warp_o : '0);
  smfe_turn #(.NW(NW), .WI(WI)) u_turn (.clk_i, .rst_ni, .want_i(want), .valid_o(turn_valid),
      .warp_o(turn)
`ifdef FORMAL
    , .view_rest_o
`endif
  );
  assign missed = turn_valid && refused_i && warp_o == turn;
  assign hold   = missed && missed_q == '1;

  // Two-level: a group of warps has its turn until none of them is ready.
  localparam int unsigned Group = 4;
  localparam int unsigned Groups = (NW + Group - 1) / Group;
  logic [WI-1:0] group_q;
  logic [NW-1:0] of_group;
  for (genvar i = 0; i < NW; i++) begin : gen_group
    assign of_group[i] = group_q == WI'(i / Group);
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) group_q <= '0;
    else if ((ready_i & of_group) == '0 && ready_i != '0)
      group_q <= group_q == WI'(Groups - 1) ? '0 : group_q + 1'b1;

  // Policies that the card has not got are greedy, then oldest.
  assign in_turn   = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_LRR;
  assign two_level = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_TWO_LEVEL;
  assign credits   = CREDIT != 0 && smfe_pkg::is_credit(policy_i);
  assign greedy    = !in_turn && !two_level && !credits;
  for (genvar i = 0; i < NW; i++) begin : gen_weight
    assign after[i] = smfe_pkg::below(5'(last_q), 5'(i));
    assign open[i]  = ready_i[i] && !full_i[pipe_i[i*2+:2]];
    assign fits[i]  = !unfit[pipe_i[i*2+:2]];
    assign weight[i*4+:4] = {turn_valid && turn == WI'(i),
                             credits ? {replay_i[i] || granted_i[i], fits[i]} :
                             {fits[i], two_level && of_group[i]},
                             !later_i[i] && (greedy ? last_q == WI'(i) :
                                             (in_turn || two_level) && after[i])};
    assign victims_o[i]   = (ready_i[i] && !shut[pipe_i[i*2+:2]]) || replay_i[i];
  end
  assign held_o = ready_i != '0 && open == '0;
  smfe_pick #(.N(NW), .W(4), .IW(WI)) u_pick (.req_i(open), .weight_i(weight), .older_i(before_i),
                                              .any_o(any), .grant_o(one), .index_o(sel));

  logic [DW-1:0] data;
  logic [1:0]    pipe;
  always_comb begin
    {data, pipe} = '0;
    for (int unsigned i = 0; i < NW; i++) begin
      data = data | ({DW{one[i]}} & data_i[i*DW+:DW]);
      pipe = pipe | ({2{one[i]}} & pipe_i[i*2+:2]);
    end
  end

  assign next_o = hold ? data_o : data;
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o   <= 1'b0;
      // others look at it while no warp is here: it is an index from the first cycle on
      warp_o    <= '0;
      refused_q <= '0;
      missed_q  <= '0;
      last_q    <= '0;
    end else begin
      valid_o   <= any || hold;
      if (any && !hold) warp_o <= sel;
      refused_q <= refused_i ? 4'd1 << pipe_o : '0;
      if (fire_i) last_q <= warp_o;
      if (!turn_valid) missed_q <= '0;
      else if (missed && missed_q != '1) missed_q <= missed_q + 4'd1;
    end
    if (any && !hold) begin
      data_o <= data;
      pipe_o <= pipe;
    end
  end

`ifdef FORMAL
  assign {view_turn_valid_o, view_turn_o, view_hold_o, view_missed_o} =
      {turn_valid, turn, hold, missed_q};
  assign {view_last_o, view_group_o, view_refused_o} = {last_q, group_q, refused_q};
`endif

`ifdef VERILATOR
  logic reset_q;
  always_ff @(posedge clk_i) begin
    reset_q <= !rst_ni;
    if (rst_ni && reset_q && warp_o != '0)
      $fatal(1, "smfe_issue: no warp has been chosen, and yet it is not warp 0 that is looked at");
    if (rst_ni && 32'(warp_o) >= NW)
      $fatal(1, "smfe_issue: the issue stage has a warp that the pod has not got");
  end
`endif

endmodule
