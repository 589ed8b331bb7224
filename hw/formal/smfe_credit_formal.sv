// SPDX-License-Identifier: MIT
// Credits of a pod: whatever issues, ends or is a victim, credits and fund add up to 0 in policies
// A to C; a warp that issues does not gain, a victim does not lose, a credit never jumps from one
// end of its range to the other, and A_LITERAL never starts.

module smfe_credit_formal #(
    parameter int unsigned N  = 4,
    parameter int unsigned IW = 2,
    parameter int unsigned CW = 4
) (
    input logic          clk_i,
    input logic          rst_ni,
    input logic [3:0]    gain_i,
    input logic          issue_i,
    input logic [IW-1:0] warp_i,
    input logic [N-1:0]  victims_i,
    input logic [N-1:0]  end_i
);

  localparam int unsigned FW = CW + IW + 1;
  (* anyconst *) logic [3:0]    f_policy;
  (* anyconst *) logic [IW-1:0] f_me;
  logic             f_reset_q = 1'b0, f_issue_q, f_end_q, f_one_q, f_same_q;
  logic [IW-1:0]    f_warp_q;
  logic [N*CW-1:0]  credit;
  logic [FW-1:0]    fund;
  logic signed [CW-1:0] mine, mine_q;
  smfe_credit #(.NW(N), .WI(IW), .CW(CW)) u (
    .clk_i, .rst_ni, .clear_i(1'b0), .policy_i(f_policy), .gain_i, .issue_i, .warp_i, .victims_i,
    .end_i, .credit_o(credit), .fund_o(fund)
  );
  assign mine = credit[f_me*CW+:CW];

  logic signed [FW:0] sum;
  always_comb begin
    sum = (FW + 1)'($signed(fund));
    for (int unsigned i = 0; i < N; i++) sum = sum + (FW + 1)'($signed(credit[i*CW+:CW]));
  end

  always_ff @(posedge clk_i) begin
    f_reset_q   <= 1'b1;
    f_issue_q   <= rst_ni && issue_i;
    f_warp_q    <= warp_i;
    f_end_q     <= end_i[f_me];
    mine_q      <= mine;
    f_same_q    <= rst_ni && f_issue_q && f_warp_q == f_me;
    f_one_q     <= rst_ni;
  end

  logic fund_policy;
  assign fund_policy = f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A ||
      f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A_LITERAL ||
      f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_B ||
      f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_C;
  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (fund_policy || f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D);
    assume ((end_i & (end_i - 1'b1)) == '0);
    if (f_reset_q) begin
      if (fund_policy) assert (sum == '0);
      if (f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A_LITERAL)
        assert (credit == '0 && fund == '0);
      if (f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D) assert (fund == '0);
      if (f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D) assert (mine >= 0);
      if (f_one_q && f_end_q) assert (mine == '0);
      if (f_one_q && !f_end_q && f_same_q && f_policy != smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D)
        assert (mine <= mine_q);
      if (f_one_q && !f_end_q && f_same_q && f_policy == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D)
        assert (mine == mine_q >>> 1);
      if (f_one_q && !f_end_q && !f_same_q) assert (mine >= mine_q);
    end
  end

endmodule
