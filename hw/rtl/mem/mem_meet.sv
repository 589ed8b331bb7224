// SPDX-License-Identifier: MIT
// What the banks of the L2 ask of one that all of them share: a channel of the DRAM, an L1 that has
// to drop a line. They have their turns. What was offered stays until it is taken.

module mem_meet #(
    // W: bits of what a bank offers
    parameter int unsigned BANKS = 2,
    parameter int unsigned W     = 8
) (
    input  logic               clk_i,
    input  logic               rst_ni,
    // Offers of the banks; ready_o is for the one that is passed on
    input  logic [BANKS-1:0]   valid_i,
    output logic [BANKS-1:0]   ready_o,
    input  logic [BANKS*W-1:0] data_i,
    // The offer of bank_o
    output logic               valid_o,
    input  logic               ready_i,
    output logic [W-1:0]       data_o,
    output logic [BANKS-1:0]   bank_o     // one-hot: whose it is
);

  // after: banks behind the one that was last; held: offered and not yet taken
  // First in turn of those behind the last one, else the first of all
  logic [BANKS-1:0] after_q, held_q, late, first_late, first;
  assign late       = valid_i & after_q;
  assign first_late = late & (~late + 1'b1);
  assign first      = valid_i & (~valid_i + 1'b1);
  assign bank_o     = (held_q != '0) ? held_q : (late != '0) ? first_late : first;
  assign valid_o    = valid_i != '0;
  assign ready_o    = bank_o & {BANKS{ready_i}};
  always_comb begin
    data_o = '0;
    // bank_o has one bit, so one offer comes through.
    for (int unsigned i = 0; i < BANKS; i++) data_o = data_o | (data_i[W*i+:W] & {W{bank_o[i]}});
  end
  always_ff @(posedge clk_i)
    if (!rst_ni) begin
      after_q <= '1;
      held_q  <= '0;
    end else begin
      // What was offered and not taken is offered again. Behind a bank that was taken come the
      // higher ones.
      held_q <= (valid_o && !ready_i) ? bank_o : '0;
      if (valid_o && ready_i) after_q <= ~((bank_o - 1'b1) | bank_o);
    end

`ifdef VERILATOR
  // bank_o has one bit at most. An offer is not withdrawn.
  always_ff @(posedge clk_i)
    if (rst_ni) begin
      if ((bank_o & (bank_o - 1'b1)) != '0) $fatal(1, "not ok mem_meet: two banks at once");
      if ((held_q & ~valid_i) != '0) $fatal(1, "not ok mem_meet: a bank withdraws what it offered");
    end
`endif
`ifdef FORMAL
`include "mem_meet_formal.svh"
`endif

endmodule
