// SPDX-License-Identifier: MIT
// The order of a pod's warps with what it is made of, as in smfe_pod, with fields of their own, as
// C++ counts no bits.
module order_top #(
    parameter int unsigned NW    = 8,
    parameter int unsigned WI    = 3,
    parameter int unsigned BONUS = 1
) (
    input  logic            clk_i,
    input  logic            rst_ni,
    // SCHED, SCHED_BONUS, SCHED_TYPES, SCHED_SLOTS
    input  logic [3:0]      policy_i,
    input  logic [3:0]      gain_i,
    input  logic            additive_i,
    input  logic [2:0]      age_scale_i,
    input  logic [5:0]      texture_i,
    input  logic [5:0]      op_i,
    input  logic            pixel_i,
    input  logic [23:0]     types_i,
    input  logic [31:0]     slots_i,
    // Warps
    input  logic [NW-1:0]   start_i,
    input  logic [3:0]      start_cta_i,
    input  logic [3:0]      start_slot_i,
    input  logic [NW-1:0]   end_i,
    input  logic [NW-1:0]   later_i,
    input  logic [NW-1:0]   near_i,
    input  logic [NW*2-1:0] pipe_i,
    // Issue, and instructions under way
    input  logic            issue_i,
    input  logic [WI-1:0]   warp_i,
    input  logic [NW-1:0]   victims_i,
    input  logic            begins_i,
    input  logic [1:0]      begins_pipe_i,
    input  logic            result_i,
    input  logic [1:0]      result_pipe_i,
    input  logic            access_i,
    // Which warps come after a warp of a higher number
    input  logic [WI-1:0]   look_i,
    output logic [NW-1:0]   after_o
);

  smgpu_pkg::sched_t sched;
  smgpu_pkg::bonus_t bonus;
  always_comb begin
    sched            = '0;
    sched.policy     = policy_i;
    sched.gain       = gain_i;
    sched.additive   = additive_i;
    sched.age_scale  = age_scale_i;
    bonus.texture    = texture_i;
    bonus.op         = op_i;
    bonus.pixel_only = pixel_i;
    bonus.types      = types_i;
    bonus.slots      = slots_i;
  end

  logic [NW*NW-1:0] older, first;
  logic [3:0]       fewer;
  smfe_age #(.NW(NW)) u_age (.clk_i, .rst_ni, .start_i, .older_o(older));
  /* verilator lint_off PINCONNECTEMPTY */
  smfe_oversub u_oversub (
    .clk_i, .rst_ni, .policy_i, .low_i(8'd0), .high_i(8'd0), .issue_i(begins_i),
    .pipe_i(begins_pipe_i), .result_i, .result_pipe_i, .access_i,
    .idle_i(1'b0), .over_o(), .full_o(), .fewer_o(fewer)
  );
  smfe_order #(.NW(NW), .WI(WI), .BONUS(BONUS)) u_order (
    .clk_i, .rst_ni, .sched_i(sched), .bonus_i(bonus), .start_i, .start_cta_i, .start_slot_i,
    .older_i(older), .end_i, .later_i,
    .near_i, .pipe_i, .fewer_i(fewer), .issue_i, .warp_i, .victims_i, .before_o(first),
    .dbg_warp_i('0), .dbg_credit_o(), .dbg_victim_o(), .dbg_fund_o()
  );
  /* verilator lint_on PINCONNECTEMPTY */
  always_comb begin
    after_o = '0;
    for (int unsigned i = 0; i < NW; i++) if (look_i == WI'(i)) after_o = after_o | first[i*NW+:NW];
  end

endmodule
