// SPDX-License-Identifier: MIT
// smls_l1 small enough to be proved: four sets of two ways.

module smls_l1_top (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         flush_i,
    input logic         look_i,
    input logic [1:0]   set_i,
    input logic [1:0]   tag_set_i,
    input logic [28:0]  tag_i,
    input logic         read_i,
    input logic         read_other_i,
    input logic [1:0]   read_way_i,
    input logic [1:0]   read_set_i,
    input logic         update_i,
    input logic [31:0]  be_i,
    input logic [255:0] wdata_i,
    input logic         drop_i,
    input logic [1:0]   f_set_i,
    input logic [1:0]   f_tag_set_i,
    input logic [28:0]  f_tag_i,
    input logic         fill_i,
    input logic [255:0] f_data_i,
    input logic         f_drop_i,
    input logic         rules_i,
    input logic         lru_i,
    input logic         never_i,
    input logic [2:0]   ways_i,
    input logic [1:0]   f_level_i,
    input logic         used_i,
    input logic [1:0]   used_set_i,
    input logic [1:0]   used_way_i,
    input logic [1:0]   used_level_i
);

  smls_l1 #(.KIB(8), .SETS(4)) u (
    .clk_i, .rst_ni, .flush_i, .look_i, .set_i, .tag_set_i, .tag_i, .hit_o(), .way_o(), .read_i,
    .read_other_i, .read_way_i, .read_set_i, .data_o(), .update_i, .be_i, .wdata_i,
    .drop_i, .f_set_i, .f_tag_set_i, .f_tag_i, .fill_i, .f_data_i, .f_drop_i, .rules_i, .lru_i,
    .never_i, .ways_i, .f_level_i, .bypass_o(), .used_i, .used_set_i, .used_way_i,
    .used_level_i, .lent_i('0), .lent_read_i('0), .lent_row_i('0), .lent_be_i('0), .lent_wrow_i('0),
    .lent_wdata_i('0)
  );

endmodule
