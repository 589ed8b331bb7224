// SPDX-License-Identifier: MIT
// Policies of the token unit, without state: which side of a branch goes first, and whether a YIELD
// is due.

/* verilator lint_off UNUSEDSIGNAL */  // takes its policies
module smfe_dtokpolicy (
    input  smgpu_pkg::sm_cfg_t           cfg_i,
    // Branch
    input  logic        ahead_i,         // its target is above it,
    input  logic        far_i,           // and not the next instruction
    input  logic        fewer_i,         // smfe_dtokfewer
    output logic        taken_first_o,
    // YIELD: its count and LFSR before and after
    input  logic [7:0]  ycount_i,
    input  logic [15:0] lfsr_i,
    output logic [7:0]  ycount_o,
    output logic [15:0] lfsr_o,
    output logic        due_o
);


  always_comb begin
    case (cfg_i.branch_policy)
      smgpu_regs_pkg::SM_CFG_BRANCH_POLICY_TAKEN:        taken_first_o = 1'b1;
      smgpu_regs_pkg::SM_CFG_BRANCH_POLICY_FALL_THROUGH: taken_first_o = 1'b0;
      smgpu_regs_pkg::SM_CFG_BRANCH_POLICY_HIGHER:       taken_first_o = far_i;
      default:                                           taken_first_o = ahead_i && fewer_i;
    endcase
  end

  // A Galois LFSR of 16 bits: random YIELDs.
  assign lfsr_o   = {1'b0, lfsr_i[15:1]} ^ (lfsr_i[0] ? 16'hb400 : 16'h0000);
  assign ycount_o = ycount_i == '1 ? ycount_i : ycount_i + 8'd1;
  always_comb
    case (cfg_i.yield_mode)
      smgpu_regs_pkg::SM_CFG_YIELD_MODE_NEVER:  due_o = 1'b0;
      smgpu_regs_pkg::SM_CFG_YIELD_MODE_ALWAYS: due_o = 1'b1;
      smgpu_regs_pkg::SM_CFG_YIELD_MODE_NTH:    due_o = ycount_o >= cfg_i.yield_period;
      default: due_o = lfsr_o[7:0] < cfg_i.yield_threshold;
    endcase

endmodule
/* verilator lint_on UNUSEDSIGNAL */
