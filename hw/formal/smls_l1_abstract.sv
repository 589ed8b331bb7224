// SPDX-License-Identifier: MIT
// Stands for smls_l1 in the proof of smls_lookup: what smls_l1_top proves of one line (f_tag,
// f_set) and one bit of it, and nothing of anything else. Whether a fill takes a way, and whether
// the line goes, is the solver's choice. What that proof assumes of the client is asserted here.

/* verilator lint_off UNUSEDSIGNAL */
module smls_l1 #(
    parameter int unsigned KIB  = 16,
    parameter int unsigned SETS = 128,
    parameter int unsigned PRIO = 1,
    parameter int unsigned LEND = 0,
    parameter int unsigned LI   = LEND != 0 ? $clog2(KIB / 4 * SETS) : 1
) (
    input  logic         clk_i,
    input  logic         rst_ni,
    input  logic         flush_i,
    input  logic         look_i,
    input  logic [$clog2(SETS)-1:0] set_i,
    input  logic [$clog2(SETS)-1:0] tag_set_i,
    input  logic [28:0]  tag_i,
    output logic         hit_o,
    output logic [1:0]   way_o,
    input  logic         read_i,
    input  logic         read_other_i,
    input  logic [1:0]   read_way_i,
    input  logic [$clog2(SETS)-1:0] read_set_i,
    output logic [255:0] data_o,
    input  logic         update_i,
    input  logic [31:0]  be_i,
    input  logic [255:0] wdata_i,
    input  logic         drop_i,
    input  logic [$clog2(SETS)-1:0] f_set_i,
    input  logic [$clog2(SETS)-1:0] f_tag_set_i,
    input  logic [28:0]  f_tag_i,
    input  logic         fill_i,
    input  logic [255:0] f_data_i,
    input  logic         f_drop_i,
    input  logic         rules_i,
    input  logic         lru_i,
    input  logic         never_i,
    input  logic [2:0]   ways_i,
    input  logic [1:0]   f_level_i,
    output logic         bypass_o,
    input  logic         used_i,
    input  logic [$clog2(SETS)-1:0] used_set_i,
    input  logic [1:0]   used_way_i,
    input  logic [1:0]   used_level_i,
    input  logic         lent_i,
    input  logic [7:0]   lent_read_i,
    input  logic [8*LI-1:0] lent_row_i,
    input  logic [31:0]  lent_be_i,
    input  logic [8*LI-1:0] lent_wrow_i,
    input  logic [255:0] lent_wdata_i
);

  localparam int unsigned SI = $clog2(SETS);
  (* anyconst *) logic [28:0]   f_tag;
  (* anyconst *) logic [SI-1:0] f_set;
  (* anyseq *)   logic         f_hit, f_takes, f_stays;
  (* anyseq *)   logic [1:0]   f_way;
  (* anyseq *)   logic [255:0] f_data;
  logic f_reset_q = 1'b0;
  logic f_fresh_q, f_near_q, f_in_q, f_bit_q;
  logic f_look, f_other, f_write;
  assign f_look   = f_fresh_q && tag_set_i == f_set && tag_i == f_tag &&
      !(fill_i && f_tag_set_i == f_set);
  assign f_other  = f_tag_set_i == f_set && f_tag_i == f_tag;
  assign f_write  = fill_i && f_tag_set_i == f_set;
  assign hit_o    = f_look ? f_in_q : f_hit;
  assign bypass_o = 1'b0;
  assign way_o    = f_way;
  assign data_o   = f_data;

  always_ff @(posedge clk_i) begin
    f_reset_q <= 1'b1;
    f_fresh_q <= rst_ni && (look_i ? set_i == f_set : f_fresh_q) && !f_write;
    f_near_q  <= rst_ni && f_set_i == f_set && !f_write;
    if (fill_i && f_other && !f_in_q) f_bit_q <= f_data_i[0];
    else if (update_i && f_look && f_in_q && be_i[0]) f_bit_q <= wdata_i[0];
    f_in_q <= rst_ni && !flush_i && !(drop_i && f_look) && !(f_drop_i && f_other) && f_stays &&
        (f_in_q || (fill_i && f_other && f_takes));
  end

  always_comb
    if (f_reset_q) begin
      assert (3'(fill_i) + 3'(f_drop_i) + 3'(update_i) + 3'(drop_i) <= 3'd1);
      if ((fill_i || f_drop_i) && f_tag_set_i == f_set) assert (f_near_q);
      if ((update_i || drop_i) && tag_set_i == f_set) assert (f_fresh_q);
    end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
