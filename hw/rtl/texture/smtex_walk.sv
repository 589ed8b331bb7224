// SPDX-License-Identifier: MIT
// Groups of four threads, of which one is active, one after the other, with each tap of an
// instruction: all groups of a tap, or all taps of a group. While it does not run it stands at the
// first one of the mask.
module smtex_walk #(
    parameter int unsigned TAPS_FIRST = 0  // 1: all taps of a group
) (
    input  logic        clk_i,
    // It stands at the first group while run_i is low. With run_i and step_i it goes on.
    input  logic        run_i,
    input  logic        step_i,
    // Active threads, and the number of the last tap; they stay while run_i is high
    input  logic [31:0] mask_i,
    input  logic [1:0]  last_tap_i,
    // valid_o: a group and tap are left. last_group_o, last_tap_o: the one shown is the last.
    output logic        valid_o,
    output logic [2:0]  group_o,
    output logic [1:0]  tap_o,
    output logic [2:0]  next_group_o,  // the one after it, if it is not the last
    output logic        last_group_o,
    output logic        last_tap_o
);

  // Groups with an active thread, and those of them that come after the one at hand
  logic [7:0] groups, above;
  logic [2:0] first_group;
  always_comb begin
    for (int unsigned g = 0; g < 8; g++) groups[g] = mask_i[4*g+:4] != '0;
    above        = groups & (8'hfe << group_o);
    first_group  = '0;
    next_group_o = '0;
    for (int unsigned g = 8; g > 0; g--) begin
      if (groups[g-1]) first_group = 3'(g - 1);
      if (above[g-1]) next_group_o = 3'(g - 1);
    end
  end
  assign last_group_o = above == '0;
  assign last_tap_o   = tap_o == last_tap_i;

  always_ff @(posedge clk_i) begin
    if (!run_i) begin
      group_o <= first_group;
      tap_o   <= '0;
      valid_o <= 1'b1;
    end else if (step_i) begin
      // The inner count is that of groups, or with TAPS_FIRST that of taps.
      if (TAPS_FIRST == 0 || last_tap_o) group_o <= last_group_o ? first_group : next_group_o;
      if (TAPS_FIRST == 0 ? last_group_o : !last_tap_o) tap_o <= tap_o + 2'd1;
      else if (TAPS_FIRST != 0) tap_o <= '0;
      if (last_group_o && last_tap_o) valid_o <= 1'b0;
    end
  end

endmodule
