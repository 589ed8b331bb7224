// SPDX-License-Identifier: MIT
// The units of one lane side by side, for the bench.
module ex_lane_tb (
  input  logic        clk_i,
  // ALU, as the integer pipe uses it
  input  logic [31:0] alu_insn_i,
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic [31:0] c_i,
  output logic [31:0] alu_res_o,
  output logic        alu_lt_o,
  output logic        alu_eq_o,
  // Floating-point pipe
  input  logic        fp_v_i,
  input  logic [13:0] fp_op_i,
  output logic        fp_v_o,
  output logic [31:0] fp_res_o,
  output logic [4:0]  fp_flags_o,
  // Multiplier
  input  logic        mul_a_signed_i,
  input  logic        mul_b_signed_i,
  input  logic        mul_high_i,
  output logic [31:0] mul_res_o,
  // Iterative unit
  input  logic        it_v_i,
  input  logic [5:0]  it_phase_i,
  input  logic [1:0]  it_op_i,
  input  logic        it_sgn_i,
  input  logic [2:0]  it_rm_i,
  output logic        it_busy_o,
  output logic [31:0] it_res_o,
  output logic [4:0]  it_flags_o
);

  smex_pkg::alu_in_t alu_in;
  smex_pkg::alu_op_t alu_op;
  smex_pkg::turn_t   alu_turn;
  logic [31:0]       alu_a, alu_b, second, alu_res;
  assign {alu_in, alu_op} = smex_pkg::alu_decode(alu_insn_i);
  assign second    = alu_insn_i[5] ? b_i : smex_pkg::alu_imm(alu_insn_i);
  assign alu_a     = a_i | {32{alu_in.clz}};
  assign alu_b     = alu_in.clz ? smex_pkg::reverse(a_i) : second ^ {32{alu_in.neg}};
  assign alu_turn  = smex_pkg::alu_turn(alu_in.turn, alu_in.left, alu_in.cut, alu_in.low,
      alu_in.rev, second[4:0]);
  assign alu_res_o = alu_op.count ? {26'b0, smex_pkg::ones(~alu_res)} : alu_res;
  smex_alu u_alu (.v_i(1'b1), .op_i(alu_op), .a_i(alu_a), .b_i(alu_b), .turn_i(alu_turn),
      .res_o(alu_res), .lt_o(alu_lt_o), .eq_o(alu_eq_o));

  smex_pkg::fp_op_t op1, op2_q, op3_q, op4_q, op5_q, op6_q;
  logic [5:0]       v_q;  // after stages 1 to 6
  logic             high_q;
  logic [31:0]      mul_res;

  assign op1    = fp_op_i;
  assign fp_v_o = v_q[5];
  always_ff @(posedge clk_i) begin
    {op2_q, op3_q, op4_q, op5_q, op6_q} <= {op1, op2_q, op3_q, op4_q, op5_q};
    v_q    <= {v_q[4:0], fp_v_i};
    high_q <= mul_high_i;
    mul_res_o <= mul_res;
  end

  smex_fma u_fma (
    .clk_i, .adv_i('1), .v_i({v_q[4:0], fp_v_i}), .op1_i(op1),
    .int5_i(op5_q.kind == smex_pkg::FpF2i),
    .rdn5_i(op5_q.rm == smex_pkg::RmRdn), .int6_i(op6_q.kind == smex_pkg::FpF2i),
    .uns6_i(op6_q.uns), .rm6_i(op6_q.rm),
    .x_i(a_i), .x_sub_i(a_i[30:23] == 8'b0), .y_i(b_i), .z_i(c_i), .res_o(fp_res_o),
    .flags_o(fp_flags_o)
  );

  smex_mul u_mul (
    .clk_i, .v_i(1'b1), .a_sgn_i(mul_a_signed_i), .b_sgn_i(mul_b_signed_i), .high_i(high_q),
    .a_i, .b_i,
    .res_o(mul_res)
  );

  smex_divsqrt u_it (
    .clk_i, .v_i(it_v_i), .phase_i(it_phase_i), .op_i(it_op_i), .sgn_i(it_sgn_i), .rm_i(it_rm_i),
    .a_i, .b_i,
    .busy_o(it_busy_o), .res_o(it_res_o), .flags_o(it_flags_o)
  );

endmodule
