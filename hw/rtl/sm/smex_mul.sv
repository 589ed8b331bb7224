// SPDX-License-Identifier: MIT
// Integer multiplier of one lane: two stages, one multiplication a cycle, on the FPGA's multiplier blocks.
module smex_mul (
  input  logic        clk_i,
  input  logic        adv_i,
  input  logic [1:0]  v_i,      // stage has work
  input  logic        a_sgn_i,  // signedness of the operands, stage 1
  input  logic        b_sgn_i,
  input  logic        high_i,   // upper half wanted, stage 2
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  output logic [31:0] res_o     // after stage 2
);

  logic [63:0] p_d, p_q;

  // The product of the signed interpretations, corrected for the unsigned ones, would cost an adder: extend instead.
  always_comb begin
    p_d = 'x;
    if (v_i[0]) p_d = 64'($signed({a_sgn_i & a_i[31], a_i}) * $signed({b_sgn_i & b_i[31], b_i}));
  end

  always_ff @(posedge clk_i) begin
    if (adv_i) begin
      if (v_i[0]) p_q <= p_d;
      if (v_i[1]) res_o <= high_i ? p_q[63:32] : p_q[31:0];
    end
  end

endmodule
