// SPDX-License-Identifier: MIT
// Properties of mem_order, part of its body in proofs: while requests of a lower level ask, eight
// of higher ones at most are taken in a row; a request with the highest level may be next else;
// without order_i any may.

  logic [3:0]   f_row_q;                  // taken before those of a lower level
  logic         f_reset_q = 1'b0;
  logic [N-1:0] f_best;
  always_comb for (int unsigned i = 0; i < N; i++) begin
    f_best[i] = ask_i[i];
    for (int unsigned k = 0; k < N; k++)
      if (ask_i[k] && level_i[2*k+:2] > level_i[2*i+:2]) f_best[i] = 1'b0;
  end
  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    if (!rst_ni || !order_i || f_best == ask_i) f_row_q <= '0;
    else if (take_i) f_row_q <= ((may_o & f_best) != '0) ? f_row_q + 1'b1 : '0;
  end
  always_comb begin
    assume (rst_ni == f_reset_q);
    if (f_reset_q) begin
      assert ((may_o & ~ask_i) == '0 && ((may_o != '0) == (ask_i != '0)));
      if (!order_i) assert (may_o == ask_i);
      if (order_i && f_row_q < 4'd8) assert (may_o == f_best);
      if (order_i && f_row_q == 4'd8 && f_best != ask_i) assert ((may_o & f_best) == '0);
      // What it rests on
      assert (f_row_q == gen_order.passed_q && f_row_q <= 4'd8);
    end
  end
