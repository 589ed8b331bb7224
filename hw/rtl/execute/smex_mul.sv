// SPDX-License-Identifier: MIT
// Integer multiplier of one lane, on the FPGA's multiplier blocks: the product is registered, the
// half that is wanted chosen behind that.
module smex_mul (
  input  logic        clk_i,
  input  logic        v_i,      // take the operands
  input  logic        a_sgn_i,  // signedness of the operands
  input  logic        b_sgn_i,
  // They come with v_i.
  input  logic [31:0] a_i,
  input  logic [31:0] b_i,
  input  logic        high_i,   // upper half wanted, a cycle later
  output logic [31:0] res_o
);

  logic [63:0] p_d, p_q;

  // The product of the signed interpretations, corrected for the unsigned ones, would cost an
  // adder: extend instead.
  always_comb begin
    p_d = 'x;
    if (v_i) p_d = 64'($signed({a_sgn_i & a_i[31], a_i}) * $signed({b_sgn_i & b_i[31], b_i}));
  end

  always_ff @(posedge clk_i) if (v_i) p_q <= p_d;

  assign res_o = high_i ? p_q[63:32] : p_q[31:0];

endmodule
