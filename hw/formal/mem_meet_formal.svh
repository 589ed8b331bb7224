// SPDX-License-Identifier: MIT
// Properties of mem_meet, part of its body in proofs: at most one bank at a time, whose offer stays
// as it is until it is taken; a bank (f_bank, chosen by the solver) waits while every other one is
// served once at most. Assumed: a bank's offer stays until it is taken, which is what an AXI master
// and mem_leave do.

  (* anyconst *) logic [$clog2(BANKS)-1:0] f_bank;
  logic               f_reset_q = 1'b0;
  logic               f_held_q;
  logic [BANKS-1:0]   f_valid_q, f_bank_q, f_served_q;     // served: others, while f_bank waits
  logic [BANKS*W-1:0] f_data_q;
  logic [W-1:0]       f_offer_q;
  localparam int unsigned BI = $clog2(BANKS);
  logic [BI-1:0] f_last;
  always_comb begin
    f_last = '1;
    for (int unsigned i = 0; i < BANKS; i++) f_last = f_last - BI'(after_q[i]);
  end
  always_ff @(posedge clk_i) begin
    f_reset_q  <= 1'b1;
    f_held_q   <= rst_ni && valid_o && !ready_i;
    f_valid_q  <= valid_i & ~ready_o & {BANKS{rst_ni}};
    f_data_q   <= data_i;
    f_offer_q  <= data_o;
    f_bank_q   <= bank_o;
    f_served_q <= (!rst_ni || !valid_i[f_bank] || ready_o[f_bank]) ? '0 : f_served_q | ready_o;
  end

  always_comb begin
    assume (rst_ni == f_reset_q);
    assume (32'(f_bank) < BANKS);
    for (int unsigned i = 0; i < BANKS; i++)
      if (f_reset_q && f_valid_q[i]) assume (valid_i[i] && data_i[W*i+:W] == f_data_q[W*i+:W]);
    if (f_reset_q) begin
      assert ((bank_o & (bank_o - 1'b1)) == '0 && (bank_o & ~valid_i) == '0 &&
          (bank_o != '0) == valid_o);
      for (int unsigned i = 0; i < BANKS; i++) if (bank_o[i]) assert (data_o == data_i[W*i+:W]);
      if (f_held_q) assert (valid_o && data_o == f_offer_q && bank_o == f_bank_q);
      // No other bank has a second turn while one waits.
      assert ((ready_o & f_served_q) == '0 || !valid_i[f_bank]);

      // What it rests on
      assert (held_q == (f_held_q ? f_bank_q : '0));
      if (f_held_q) assert (f_valid_q == (f_valid_q | f_bank_q));
      // Banks behind the last one (f_last) are those above it. Seen from f_bank on, those that were
      // served lie before the last one, and what is offered behind it.
      for (int unsigned i = 1; i < BANKS; i++) if (after_q[i-1]) assert (after_q[i]);
      if (f_served_q != '0) begin
        assert (f_valid_q[f_bank]);
        for (int unsigned i = 0; i < BANKS; i++) begin
          if (f_served_q[i]) assert (BI'(i) - f_bank <= f_last - f_bank && BI'(i) != f_bank);
          if (held_q[i]) assert (BI'(i) == f_bank || BI'(i) - f_bank > f_last - f_bank);
        end
      end
    end
  end
