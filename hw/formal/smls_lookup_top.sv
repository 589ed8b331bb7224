// SPDX-License-Identifier: MIT
// smls_lookup small enough to be proved: one bank, four requests under way.

module smls_lookup_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          valid_i,
    input logic [smls_pkg::GroupW-1:0]   group_i,
    input logic [28:0]                   ppn_i,
    input logic                          fault_i,
    input logic [255:0]                  line_i,
    input logic [31:0]                   be_i,
    input logic [3:0]                    level_i,
    input logic [3:0]                    level_l2_i,
    input smgpu_pkg::prio_t              prio_i,
    input logic [7:0]                    dead_i,
    input logic                          d_free_i,
    input logic                          d_req_ready_i,
    input logic                          d_rsp_valid_i,
    input logic [smgpu_pkg::MemRspW-1:0] d_rsp_i,
    input logic                          inv_valid_i,
    input logic [35:0]                   inv_pa_i,
    input logic                          l1_flush_i,
    input logic                          tlb_flush_i
);

  smls_lookup #(.LANES(8), .KIB(8), .WARPS(2), .PRIO(1), .LINES(4)) u (
    .clk_i, .rst_ni, .valid_i, .ready_o(), .group_i, .ppn_i, .fault_i, .line_i, .be_i, .empty_o(),
    .level_i, .level_l2_i, .prio_i, .inst_o(), .more_o(), .drop_o(), .dead_i,
    .fault_o(), .fault_near_o(), .fault_bus_o(), .fault_inst_o(), .fault_access_o(),
    .fault_addr_o(), .stored_o(), .stored_inst_o(), .d_free_i, .d_take_o(), .d_hit_o(),
    .d_write_o(),
    .d_plain_o(), .d_line_o(), .d_word_o(), .d_mask_o(), .d_offs_o(), .d_inst_o(), .d_req_valid_o(),
    .d_req_ready_i, .d_req_o(), .d_rsp_valid_i, .d_rsp_i, .inv_valid_i, .inv_ready_o(),
    .inv_pa_i, .l1_flush_i, .tlb_flush_i, .busy_o(), .old_o(), .hits_o(), .sent_o(), .missed_o(),
    .high_hits_o(), .high_missed_o(), .bypass_o(), .seen_o(),
    .lent_i(1'b0), .lent_read_i('0), .lent_row_i('0), .lent_be_i('0), .lent_wrow_i('0),
    .lent_wdata_i('0)
  );

endmodule
