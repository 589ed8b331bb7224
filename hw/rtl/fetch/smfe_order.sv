// SPDX-License-Identifier: MIT
// The order of a pod's warps, by which equal ones are picked: age (greedy, then oldest) or the
// credit policies' weight (US 2011/0072244, 0072-0079). All of it is registers, a comparison for
// each pair of warps, so that the pick is no longer for it: what happens in a cycle is in the order
// four cycles later, the start of a warp in the ages of the others after a round of the pod's
// warps.
//   weight = {has a priority token, or PRIO.weight is off; age of its CTA, credit}, or, instead of
//   the last two, credit + age * 2^(scale - 1) + bonuses
// A warp's age is the number of warps of other CTAs that were started after it; warps of a CTA have
// the same age. The type of a warp's threads is that of its slot as it starts: the firmware writes
// the types of slots before it launches a task. Bonuses: smfe_bonus, which makes an age a cycle
// later.

module smfe_order #(
    parameter int unsigned NW     = 8,
    parameter int unsigned WI     = 3,
    parameter int unsigned CREDIT = 1,      // 0: no credit policies; they are greedy, then oldest
    parameter int unsigned BONUS  = 1,      // 0: no bonuses of the additive weight
    parameter int unsigned CW     = 8,      // bits of a credit
    parameter int unsigned FW     = CW + WI + 1 // do not override
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    // textile grants are not its concern, and the bonuses themselves are smfe_bonus's
    /* verilator lint_off UNUSEDSIGNAL */
    input  smgpu_pkg::sched_t sched_i,
    input  smgpu_pkg::bonus_t bonus_i,
    /* verilator lint_on UNUSEDSIGNAL */
    // Start and end of warps
    input  logic [NW-1:0]    start_i,        // one-hot, or none
    input  logic [3:0]       start_cta_i,
    input  smgpu_pkg::slot_t start_slot_i,
    input  logic [NW*NW-1:0] older_i,        // smfe_age
    input  logic [NW-1:0]    end_i,
    input  logic [NW-1:0]    later_i,        // it comes after those of which this does not hold
    // What bonuses are for: at tile and phase of the textile grant; pipes of the heads, and of
    // which pipes fewer instructions are under way
    input  logic [NW-1:0]    near_i,
    input  logic [NW*2-1:0]  pipe_i,
    input  logic [3:0]       fewer_i,
    // Issue
    input  logic             issue_i,
    input  logic [WI-1:0]    warp_i,
    // could issue in this cycle; the warp that does is no victim
    input  logic [NW-1:0]    victims_i,
    // bit i*NW+j, i > j: of two that weigh the same i comes before j; the others are 0
    output logic [NW*NW-1:0] before_o,
    // Debug
    input  logic [WI-1:0]    dbg_warp_i,
    output logic [7:0]       dbg_credit_o,
    output logic             dbg_victim_o,
    output logic [15:0]      dbg_fund_o
);

  logic [1:0]        start_type;
  assign start_type = bonus_i.slots[start_slot_i*2+:2];

  if (CREDIT == 0) begin : gen_age
    logic unused;
    always_comb begin
      before_o = older_i & {NW*NW{sched_i.policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_GTO ||
          smfe_pkg::is_credit(sched_i.policy)}};
      for (int unsigned i = 1; i < NW; i++)
        for (int unsigned j = 0; j < i; j++)
          if (later_i[i] != later_i[j]) before_o[i*NW+j] = later_i[j];
    end
    assign dbg_credit_o = '0;
    assign dbg_victim_o = 1'b0;
    assign dbg_fund_o   = '0;
    assign unused       = ^{clk_i, rst_ni, sched_i, bonus_i, start_i, start_cta_i, start_slot_i,
        start_type, near_i, pipe_i, fewer_i, end_i, issue_i, warp_i, victims_i, dbg_warp_i};
  end else begin : gen_credit
    // bits of a weight: an age above a credit; their sum with 64 for each of the age and three
    // bonuses is less
    localparam int unsigned W = CW + WI;

    // ---- Credits. Another policy starts from nothing.
    logic [3:0]       policy_q;
    logic             clear_q;
    logic [NW*CW-1:0] credit;
    logic [NW-1:0]    victims;
    logic [FW-1:0]    fund;
    always_ff @(posedge clk_i) begin
      policy_q <= sched_i.policy;
      clear_q  <= sched_i.policy != policy_q;
    end
    smfe_credit #(.NW(NW), .WI(WI), .CW(CW)) u_credit (
      .clk_i, .rst_ni, .clear_i(clear_q), .policy_i(policy_q), .gain_i(sched_i.gain),
      .issue_i(issue_i && smfe_pkg::is_credit(policy_q)), .warp_i, .victims_i, .end_i,
      .credit_o(credit), .fund_o(fund), .victims_o(victims)
    );

    // ---- Ages: they change only as warps start and end, so one warp's is counted each cycle.
    logic [NW*4-1:0]  cta_q;
    logic [NW*WI-1:0] age_q;
    logic [WI-1:0]    at_q, younger;
    logic [3:0]       cta;
    logic [NW-1:0]    later;                // started after the warp at_q, of another CTA
    always_comb begin
      {cta, later, younger} = '0;
      for (int unsigned i = 0; i < NW; i++) if (at_q == WI'(i)) cta = cta | cta_q[i*4+:4];
      for (int unsigned j = 0; j < NW; j++) begin
        for (int unsigned i = 0; i < NW; i++)
          if (i != j)
            later[j] = later[j] | (at_q == WI'(i) && (i > j ? older_i[i*NW+j] : !older_i[j*NW+i]));
        later[j] = later[j] && cta_q[j*4+:4] != cta;
        younger  = younger + WI'(later[j]);
      end
    end
    always_ff @(posedge clk_i) begin
      if (!rst_ni) at_q <= '0;
      else at_q <= at_q == WI'(NW - 1) ? '0 : at_q + 1'b1;
      for (int unsigned i = 0; i < NW; i++) begin
        if (!rst_ni) cta_q[i*4+:4] <= '0;
        else if (start_i[i]) cta_q[i*4+:4] <= start_cta_i;
        if (!rst_ni || start_i[i]) age_q[i*WI+:WI] <= '0;
        else if (at_q == WI'(i)) age_q[i*WI+:WI] <= younger;
      end
    end

    // ---- Weights and their order
    logic [NW*W-1:0]  weight_q;
    logic [NW*NW-1:0] before_q;
    logic [CW-1:0]    up;                   // offset binary
    logic [CW:0]      times;                // what an age counts
    logic [NW*W-1:0]  weight, extra;        // extra: what is added to a credit
    assign times = sched_i.age_scale == '0 ? '0 : sched_i.additive
        ? (CW + 1)'(1) << (sched_i.age_scale - 3'd1) : (CW + 1)'(1) << CW;
    if (BONUS != 0) begin : gen_bonus
      logic [NW*2-1:0] type_q;
      for (genvar i = 0; i < NW; i++) begin : gen_type
        always_ff @(posedge clk_i) if (start_i[i]) type_q[i*2+:2] <= start_type;
      end
      smfe_bonus #(.NW(NW), .WI(WI), .CW(CW)) u_bonus (
        .clk_i, .additive_i(sched_i.additive), .times_i(times), .bonus_i, .type_i(type_q),
        .age_i(age_q), .near_i, .pipe_i, .fewer_i, .extra_o(extra)
      );
    end else begin : gen_no_bonus
      logic unused;
      always_comb begin
        extra = '0;
        for (int unsigned i = 0; i < NW; i++) extra[i*W+:W] = W'(age_q[i*WI+:WI]) * W'(times);
      end
      assign unused = ^{start_type, near_i, pipe_i, fewer_i};
    end
    always_comb begin
      for (int unsigned i = 0; i < NW; i++) begin
        up = {!credit[i*CW+CW-1], credit[i*CW+:CW-1]};
        weight[i*W+:W] = W'(up) + extra[i*W+:W];
      end
    end
    // No arithmetic, as in smfe_pick: a carry chain is larger
    logic [NW*NW-1:0] ahead;
    always_comb begin
      ahead = '0;
      for (int unsigned i = 1; i < NW; i++)
        for (int unsigned j = 0; j < i; j++)
          if (later_i[i] != later_i[j]) begin
            ahead[i*NW+j] = later_i[j];
          end else if (smfe_pkg::is_credit(policy_q)) begin
            for (int unsigned k = 0; k < W; k++)
              if (weight_q[i*W+k] != weight_q[j*W+k]) ahead[i*NW+j] = weight_q[i*W+k];
          end else begin
            ahead[i*NW+j] = policy_q == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_GTO && older_i[i*NW+j];
          end
    end
    always_ff @(posedge clk_i) begin
      weight_q <= weight;
      before_q <= ahead;
    end
    assign before_o     = before_q;
    always_comb begin
      dbg_credit_o = '0;
      for (int unsigned i = 0; i < NW; i++)
        if (dbg_warp_i == WI'(i)) dbg_credit_o = dbg_credit_o | 8'($signed(credit[i*CW+:CW]));
    end
    assign dbg_fund_o   = 16'($signed(fund));
    assign dbg_victim_o = smfe_pkg::is_credit(policy_q) && victims[dbg_warp_i];
`ifdef VERILATOR
    initial if ((1 << CW) + ((1 << WI) - 1) * 64 + 3 * 63 > (1 << W)) $fatal(1,
        "smfe_order: weights of %0d bits can wrap", W);
`endif
  end

endmodule
