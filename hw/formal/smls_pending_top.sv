// SPDX-License-Identifier: MIT
// smls_pending small enough to be proved: four requests under way, two banks.

module smls_pending_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          put_i,
    input logic [3:0]                    entry_i,
    input logic [35:0]                   line_i,
    input logic [6:0]                    place_i,
    input logic                          nokeep_i,
    input logic                          load_i,
    input logic                          write_i,
    input logic [5:0]                    new_warp_i,
    input logic [5:0]                    warp_i,
    input logic [13:0]                   set_i,
    input logic                          era_i,
    input logic                          now_i,
    input logic                          touch_i,
    input logic [35:0]                   touch_line_i,
    input logic                          rsp_valid_i,
    input logic [smgpu_pkg::MemRspW-1:0] rsp_i,
    input logic                          take_i
);

  smls_pending #(.WIDTH(4), .BANKS(2), .ENTRIES(4)) u (
    .clk_i, .rst_ni, .free_o(), .free_id_o(), .put_i, .entry_i, .line_i, .place_i, .nokeep_i,
    .load_i, .write_i, .new_warp_i, .warp_i, .set_i, .same_o(), .any_o(),
    .era_i, .now_i, .old_o(), .touch_i, .touch_line_i, .rsp_valid_i, .rsp_i, .valid_o(), .take_i,
    .err_o(), .data_o(), .entry_o(), .load_o(), .write_o(), .place_o(), .keep_o()
  );

endmodule
