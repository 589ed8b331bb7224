// SPDX-License-Identifier: MIT
// Levels of the L2's lines (priority tokens, Documentation/concepts/priority-tokens.rst): for each
// way of a set the level that its line was filled with, or that of a warp that has hit it since, if
// that is higher.
// - R gives the set; S0 knows which ways have a level that is at most the request's; S1 writes one
//   way
// - what S1 wrote last stands beside what was read, as in mem_tags: forward and over are those of
//   its ways
// - a level is of its turn: the turns of levels begin as the first limit above 0 is set. Levels of
//   an earlier turn, of kernels that have given their tokens back, count as 0. With two bits for
//   the turn those of four turns ago count again, until their lines go

module mem_level #(
    parameter int unsigned SI = 9    // bits of a set's number
) (
    input  logic          clk_i,
    input  logic          rst_ni,
    input  logic          on_i,         // levels count
    input  logic          init_i,       // clear this set
    input  logic [SI-1:0] init_set_i,
    input  logic          next_i,       // R goes to S0, S0 to S1
    // R
    input  logic [SI-1:0] read_set_i,
    // S0
    input  logic          s0_forward_i, // the set is the one that S1 wrote in the cycle before
    input  logic [1:0]    s0_level_i,   // of the request
    output logic [3:0]    low_o,        // ways with a level that is not higher
    // S1
    input  logic          s1_over_i,    // the set is the one that S1 wrote in the cycle before
    input  logic [SI-1:0] set_i,
    input  logic          we_i,
    input  logic [1:0]    way_i,
    input  logic          hit_i,        // the line is there: its level does not fall
    input  logic [1:0]    level_i
);

  (* no_rw_check *)  // what S1 writes while it is read is forwarded
  logic [15:0] levels[2**SI];
  logic [15:0] read_q, s0, s1_q, s1, last_q, levels_new;
  logic [1:0]  turn_q, kept;
  logic        on_q;
  assign s0 = s0_forward_i ? last_q : read_q;
  assign s1 = s1_over_i ? last_q : s1_q;

  function automatic logic [1:0] level_of(input logic [3:0] entry, input logic [1:0] turn);
    level_of = (entry[3:2] == turn) ? entry[1:0] : 2'd0;
  endfunction

  always_comb begin
    for (int unsigned i = 0; i < 4; i++)
      low_o[i] = !on_i || level_of(s0[4*i+:4], turn_q) <= s0_level_i;
    kept       = hit_i ? level_of(s1[4*way_i+:4], turn_q) : 2'd0;
    levels_new = s1;
    levels_new[4*way_i+:4] = {turn_q, kept > level_i ? kept : level_i};
  end
  always_ff @(posedge clk_i) begin
    if (we_i || init_i) levels[init_i ? init_set_i : set_i] <= init_i ? '0 : levels_new;
    if (next_i) begin
      read_q <= levels[read_set_i];
      s1_q   <= s0;
      last_q <= levels_new;
    end
    on_q <= rst_ni && on_i;
    if (!rst_ni) turn_q <= '0;
    else if (on_i && !on_q) turn_q <= turn_q + 2'd1;
  end

endmodule
