// SPDX-License-Identifier: MIT
// mem_tlb small enough to be proved: four entries, two walks or one, with pages in block RAM
// (mem_pages_abstract) or without.

module mem_tlb_top #(
    parameter int unsigned WALKS = 2,
    parameter int unsigned PAGES = 16
) (
    input logic                            clk_i,
    input logic                            rst_ni,
    input logic                            next_i,
    input logic [25:0]                     next_page_i,
    input logic                            req_valid_i,
    input logic                            req_first_i,
    input logic                            req_ahead_i,
    input logic [5:0]                      req_vm_i,
    input logic [31:0]                     req_va_i,
    input logic [1:0]                      req_access_i,
    input logic                            walk_req_ready_i,
    input logic                            walk_rsp_valid_i,
    input logic [smgpu_pkg::WalkRspW-1:0]  walk_rsp_i,
    input logic [smgpu_pkg::WalkRowW-1:0]  walk_row_i,
    input logic [smgpu_pkg::TlbFlushW-1:0] flush_i
);

  mem_tlb #(.ENTRIES(4), .WALKS(WALKS), .PAGES(PAGES)) u (
    .clk_i, .rst_ni, .next_i, .next_page_i, .req_valid_i, .req_first_i, .req_ahead_i, .req_vm_i,
    .req_va_i, .req_access_i, .rsp_valid_o(), .rsp_pa_o(), .rsp_fault_o(), .waits_o(), .busy_o(),
    .room_o(),
    .walk_req_valid_o(), .walk_req_ready_i, .walk_req_o(), .walk_rsp_valid_i, .walk_rsp_i,
    .walk_row_i, .flush_i
  );

endmodule
