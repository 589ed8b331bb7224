// SPDX-License-Identifier: MIT
// RV32M: products in two cycles (four partial products, then their sum), quotients and remainders
// in 34, one bit a cycle. valid_i and the operands stay until the result is taken, or valid_i falls
// and the operation is dropped.

module mcu_muldiv (
    input  logic        clk_i,
    input  logic        rst_ni,
    // The operation, with funct3 of the instruction: 0 to 3 are products, 4 to 7 divisions.
    input  logic        valid_i,
    input  logic [2:0]  funct3_i,
    input  logic [31:0] a_i,
    input  logic [31:0] b_i,
    // The result is there, and goes in the cycle of take_i.
    output logic        done_o,
    input  logic        take_i,
    output logic [31:0] result_o
);

  // busy_q: the operands were there in the cycle before, so that the partial products are, too.
  // neg_q: the quotient or remainder changes its sign.
  logic        busy_q, neg_q;
  // Bits of the quotient that are still to come; 0 when it is complete.
  logic [5:0]  count_q;
  // Remainder, quotient, divisor. quot_q has the dividend first: one of its bits leaves at the top
  // as one of the quotient comes in below.
  logic [31:0] rem_q, quot_q, div_q;
  logic        is_div;
  assign is_div = funct3_i[2];

  // ---- Products: high halves signed where the operand is, low halves without sign
  logic signed [17:0] a_high, a_low, b_high, b_low;
  assign a_high = $signed({{2{(funct3_i[1:0] != 2'd3) & a_i[31]}}, a_i[31:16]});
  assign b_high = $signed({{2{~funct3_i[1] & b_i[31]}}, b_i[31:16]});
  assign a_low  = $signed({2'b0, a_i[15:0]});
  assign b_low  = $signed({2'b0, b_i[15:0]});
  // The four partial products of the halves, registered: the first cycle of a product.
  logic signed [35:0] low_q, cross_ab_q, cross_ba_q, high_q;
  always_ff @(posedge clk_i) begin
    low_q      <= a_low * b_low;
    cross_ab_q <= a_low * b_high;
    cross_ba_q <= a_high * b_low;
    high_q     <= a_high * b_high;
  end
  // The second cycle: their sum. middle has the parts that begin at bit 16, with their sign.
  logic signed [35:0] middle;
  logic [31:0] high;
  assign middle = cross_ab_q + cross_ba_q + $signed({20'b0, low_q[31:16]});
  assign high   = high_q[31:0] + {{12{middle[35]}}, middle[35:16]};

  // ---- Quotients
  // The division is of magnitudes; the signs come back with the result.
  logic        signed_op;
  logic [31:0] abs_a, abs_b;
  assign signed_op = ~funct3_i[0];
  assign abs_a = (signed_op & a_i[31]) ? -a_i : a_i;
  assign abs_b = (signed_op & b_i[31]) ? -b_i : b_i;

  // The remainder with its next bit, less the divisor. Negative: the bit of the quotient is 0.
  logic [32:0] trial;
  assign trial = {rem_q, quot_q[31]} - {1'b0, div_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || !valid_i || take_i) busy_q <= 1'b0;
    else busy_q <= 1'b1;
    if (!busy_q) begin
      // A zero divisor gives quotient -1 and the dividend as remainder: no sign change of the
      // quotient then.
      neg_q   <= signed_op & (funct3_i[1] ? a_i[31] : (a_i[31] != b_i[31]) & (b_i != '0));
      rem_q   <= '0;
      quot_q  <= abs_a;
      div_q   <= abs_b;
      count_q <= 6'd32;
    end else if (count_q != '0) begin
      count_q <= count_q - 6'd1;
      rem_q   <= trial[32] ? {rem_q[30:0], quot_q[31]} : trial[31:0];
      quot_q  <= {quot_q[30:0], ~trial[32]};
    end
  end

  // REM and REMU take the remainder, DIV and DIVU the quotient.
  logic [31:0] magnitude;
  assign magnitude = funct3_i[1] ? rem_q : quot_q;
  assign done_o    = busy_q & (!is_div || count_q == '0);
  always_comb begin
    if (is_div) result_o = neg_q ? -magnitude : magnitude;
    else        result_o = (funct3_i[1:0] != 2'd0) ? high : {middle[15:0], low_q[15:0]};
  end

  // Bits of the partial products beyond a word.
  logic unused;
  assign unused = ^{high_q[35:32], low_q[35:32]};

endmodule
