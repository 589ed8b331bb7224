// SPDX-License-Identifier: MIT
// RV32M: products in two cycles, quotients and remainders in 34, one bit a cycle. start_i is taken while idle; done_o is high for
// one cycle with the result.

module mcu_muldiv (
    input  logic        clk_i,
    input  logic        rst_ni,
    input  logic        start_i,
    input  logic [2:0]  funct3_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    output logic        done_o,
    output logic [31:0] result_o
);

  logic        busy_q;
  logic        is_div_q, want_rem_q, neg_q, high_q;
  logic [5:0]  count_q;
  logic [31:0] rem_q, quot_q, div_q;
  logic [63:0] product_q;

  logic signed [32:0] mul_a, mul_b;
  assign mul_a = $signed({(funct3_i[1:0] != 2'd3) & a_i[31], a_i});
  assign mul_b = $signed({~funct3_i[1] & b_i[31], b_i});
  logic signed [65:0] product;
  assign product = mul_a * mul_b;

  logic        signed_op;
  logic [31:0] abs_a, abs_b;
  assign signed_op = ~funct3_i[0];
  assign abs_a = (signed_op & a_i[31]) ? -a_i : a_i;
  assign abs_b = (signed_op & b_i[31]) ? -b_i : b_i;

  logic [32:0] trial;
  assign trial = {rem_q, quot_q[31]} - {1'b0, div_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      busy_q <= 1'b0;
    end else if (!busy_q) begin
      if (start_i) begin
        busy_q     <= 1'b1;
        is_div_q   <= funct3_i[2];
        want_rem_q <= funct3_i[1];
        high_q     <= funct3_i[1:0] != 2'd0;
        // A zero divisor gives quotient -1 and the dividend as remainder: no sign change of the quotient then.
        neg_q      <= signed_op & (funct3_i[1] ? a_i[31] : (a_i[31] != b_i[31]) & (b_i != '0));
        product_q  <= product[63:0];
        rem_q      <= '0;
        quot_q     <= abs_a;
        div_q      <= abs_b;
        count_q    <= 6'd32;
      end
    end else if (!is_div_q || count_q == '0) begin
      busy_q <= 1'b0;
    end else begin
      count_q <= count_q - 6'd1;
      rem_q   <= trial[32] ? {rem_q[30:0], quot_q[31]} : trial[31:0];
      quot_q  <= {quot_q[30:0], ~trial[32]};
    end
  end

  logic [31:0] magnitude;
  assign magnitude = want_rem_q ? rem_q : quot_q;
  assign done_o    = busy_q & (!is_div_q || count_q == '0);
  assign result_o  = !is_div_q ? (high_q ? product_q[63:32] : product_q[31:0]) : (neg_q ? -magnitude : magnitude);

  logic unused_product;
  assign unused_product = ^product[65:64];

endmodule
