// SPDX-License-Identifier: MIT
// Credits of the warps of a pod (US 2011/0072244, 0072-0079, tables 1-3). An issue is accounted for
// in the cycle after it:
//  A          the warp that issues pays one for each victim to the fund, or nothing where the fund
//  covers them; a fund above 0 gives each victim one
//  A_LITERAL  table 1 as it is printed: a fund above 0 gives each victim one, and the warp that
//  issues pays for them
//  B          it pays one; a fund above 0 gives one to the next victim in turn
//  C          it pays one; a fund above 0 gives half the number of victims to the next victim in
//  turn
//  D          no fund: each victim gains, the credit of the warp that issues is halved
// In A to C the credits and the fund add up to 0: a transfer for which a credit has no room does
// not take place, and what a warp has when it ends goes to the fund. Longest path: number of
// victims -> does the fund cover them -> is it above 0 -> which gain -> fund.

module smfe_credit #(
    // Warps of the pod, and bits of their number.
    parameter int unsigned NW = 8,
    parameter int unsigned WI = 3,
    parameter int unsigned CW = 8,                     // bits of a credit
    // of the fund: room for what all warps owe; do not override
    parameter int unsigned FW = CW + WI + 1
) (
    input  logic             clk_i,
    input  logic             rst_ni,
    input  logic             clear_i,                  // all is 0 again: before another policy
    input  logic [3:0]       policy_i,                 // smgpu_regs_pkg::SM_CFG_SCHED_POLICY_*
    // D: what a victim gains; 0: the number of victims
    input  logic [3:0]       gain_i,
    input  logic             issue_i,                  // a warp issues
    input  logic [WI-1:0]    warp_i,
    input  logic [NW-1:0]    victims_i,                // could have issued, and did not
    input  logic [NW-1:0]    end_i,                    // a warp that ends: one-hot, or none
    output logic [NW*CW-1:0] credit_o,                 // signed
    output logic [FW-1:0]    fund_o,                   // signed
    output logic [NW-1:0]    victims_o                 // of the last issue
);

  localparam int unsigned NV = $clog2(NW + 1);         // bits of a number of victims
  localparam int unsigned SW = NV > 4 ? NV : 4;        // of a share

  function automatic logic [NV-1:0] ones(input logic [NW-1:0] v);
    ones = '0;
    for (int unsigned i = 0; i < NW; i++) ones = ones + NV'(v[i]);
  endfunction

  // ---- What happened
  // The issue of the cycle before: who pays, who was a victim, how many of them.
  logic          issue_q;
  logic [NW-1:0] payer_q, victims_q;
  logic [NV-1:0] count_q;
  always_ff @(posedge clk_i) begin
    issue_q <= rst_ni && !clear_i && issue_i;
    if (issue_i) begin
      payer_q   <= NW'(1) << warp_i;
      victims_q <= victims_i & ~(NW'(1) << warp_i);
      count_q   <= ones(victims_i & ~(NW'(1) << warp_i));
    end
  end

  // ---- What each warp has room for
  logic                 a, literal, b, c, d;
  logic [SW-1:0]        share;                         // what a victim gains
  logic [NW-1:0]        room;
  logic [NW*CW-1:0]     credit_q;
  logic signed [FW-1:0] fund_q;
  // each credit with a share more, and one bit more
  logic [NW*(CW+1)-1:0] up;
  // the credit of the warp that issued; of the one that ends
  logic [CW-1:0]        mine, ended;
  assign a       = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A;
  assign literal = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_A_LITERAL;
  assign b       = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_B;
  assign c       = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_C;
  assign d       = policy_i == smgpu_regs_pkg::SM_CFG_SCHED_POLICY_D;
  assign share   = c ? SW'(count_q[NV-1:1]) : d &&
      gain_i == '0 ? SW'(count_q) : d ? SW'(gain_i) : SW'(1);
  always_comb begin
    mine  = '0;
    ended = '0;
    for (int unsigned i = 0; i < NW; i++) begin
      up[i*(CW+1)+:CW+1] = {credit_q[i*CW+CW-1], credit_q[i*CW+:CW]} + (CW + 1)'(share);
      room[i]            = up[i*(CW+1)+CW] == up[i*(CW+1)+CW-1];
      mine               = mine | ({CW{payer_q[i]}} & credit_q[i*CW+:CW]);
      ended              = ended | ({CW{end_i[i]}} & credit_q[i*CW+:CW]);
    end
  end

  // ---- What each pays
  // may: victims that can gain. covered: the fund pays. pays: the payer's credit has room for the
  // price.
  logic [NV-1:0]        price, paid;
  logic                 covered, pays, gives;
  logic signed [FW-1:0] fund_paid;
  logic [NW-1:0]        may, turn, gain;
  logic [NV-1:0]        mays;
  logic [WI-1:0]        after_q, next;
  // the credit of the warp that issued, with the price taken off
  logic [CW:0]          less;
  logic [CW-1:0]        left;                          // and what becomes of it
  assign may       = victims_q & room & ~end_i;
  assign mays      = ones(may);
  assign covered   = fund_q >= $signed(FW'(count_q));
  assign price     = a ? (covered ? '0 : count_q) : literal ? (fund_q > 0 ? mays : '0) : NV'(1);
  assign less      = {mine[CW-1], mine} - (CW + 1)'(price);
  assign pays      = issue_q && !d && (payer_q & end_i) == '0 && less[CW] == less[CW-1];
  assign paid      = pays ? price : '0;
  assign left      = d ? {mine[CW-1], mine[CW-1:1]} : pays ? less[CW-1:0] : mine;
  assign fund_paid = fund_q + $signed(FW'(paid));
  assign gives     = issue_q && (d || (literal ? fund_q > 0 : fund_paid > 0));
  // In turn: the first one from after_q on
  always_comb begin
    turn = may & ~((NW'(1) << after_q) - 1'b1);
    if (turn == '0) turn = may;
    turn = turn & ~(turn - 1'b1);
    next = '0;
    for (int unsigned i = 0; i < NW; i++)
      if (turn[i]) next = next | (i == NW - 1 ? '0 : WI'(i + 1));
  end
  assign gain = gives ? (b || c ? turn : may) : '0;

  // What all victims gain together.
  logic [FW-1:0] given;
  assign given = b || c ? (gain != '0 ? FW'(share) : '0) : gives ? FW'(mays) : '0;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || clear_i) begin
      credit_q <= '0;
      fund_q   <= '0;
      after_q  <= '0;
    end else begin
      for (int unsigned i = 0; i < NW; i++)
        if (end_i[i]) credit_q[i*CW+:CW] <= '0;
        else if (gain[i]) credit_q[i*CW+:CW] <= up[i*(CW+1)+:CW];
        else if (payer_q[i] && issue_q) credit_q[i*CW+:CW] <= left;
      if (!d) fund_q <= fund_paid - $signed(given) + FW'($signed(ended));
      if ((b || c) && gain != '0) after_q <= next;
    end
  end
  assign credit_o  = credit_q;
  assign fund_o    = fund_q;
  assign victims_o = victims_q;

`ifdef VERILATOR
  // Credits and fund together.
  logic signed [FW:0] sum;
  always_comb begin
    sum = (FW + 1)'($signed(fund_q));
    for (int unsigned i = 0; i < NW; i++) sum = sum + (FW + 1)'($signed(credit_q[i*CW+:CW]));
  end
  always_ff @(posedge clk_i) if (rst_ni && (end_i & (end_i - 1'b1)) != '0) $fatal(1,
      "smfe_credit: more than one warp ends");
  always_ff @(posedge clk_i) if (rst_ni && !clear_i && (a || literal || b || c) &&
      sum != '0) $fatal(1, "smfe_credit: credits and fund do not add up to 0");
`endif

endmodule
