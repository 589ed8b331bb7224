// SPDX-License-Identifier: MIT
// mem_tags small enough to be proved: four sets, two SMs.

module mem_tags_top (
    input logic        clk_i,
    input logic        rst_ni,
    input logic        next_i,
    input logic [1:0]  read_set_i,
    input logic [3:0]  read_pending_i,
    input logic [15:0] read_mshr_i,
    input logic        done_i,
    input logic [3:0]  done_mshr_i,
    input logic [26:0] next_line_i,
    input logic        levels_i,
    input logic        never_i,
    input logic [1:0]  next_level_i,
    input logic        next_must_i,
    input logic [26:0] line_i,
    input logic        we_i,
    input logic        valid_i,
    input logic        pending_i,
    input logic [3:0]  mshr_i,
    input logic        dirty_i,
    input logic [1:0]  holders_i,
    input logic [1:0]  level_i
);

  mem_tags #(.SMS(2), .SI(2), .PRIO(1)) u (
    .clk_i, .rst_ni, .init_o(), .next_i, .read_set_i, .read_pending_i, .read_mshr_i, .done_i,
    .done_mshr_i, .next_line_i, .levels_i, .never_i, .next_level_i, .next_must_i, .line_i,
    .same_o(), .hit_o(), .pending_o(), .mshr_o(), .holders_o(), .way_o(), .any_victim_o(),
    .pass_o(), .victim_dirty_o(), .victim_holders_o(), .victim_line_o(), .we_i, .valid_i,
    .pending_i, .mshr_i, .dirty_i, .holders_i, .level_i, .dirty_o()
  );

endmodule
