// SPDX-License-Identifier: MIT
// mem_walker small enough to be proved: two clients, two walks; mem_pages_abstract is its shared
// TLB, with rows of four pages or one.

module mem_walker_top #(
    parameter int unsigned WIDE = 1
) (
    input logic                              clk_i,
    input logic                              rst_ni,
    input logic [1:0]                        req_valid_i,
    input logic [2*smgpu_pkg::WalkReqW-1:0]  req_i,
    input logic                              root_we_i,
    input logic [5:0]                        root_vm_i,
    input smgpu_pkg::root_t                  root_i,
    input logic [smgpu_pkg::TlbFlushW-1:0]   flush_i,
    input logic                              mem_ready_i,
    input logic                              mem_rsp_valid_i,
    input logic [smgpu_pkg::MemRspW-1:0]     mem_rsp_i
);

  mem_walker #(.CLIENTS(2), .WALKS(2), .WIDE(WIDE)) u (
    .clk_i, .rst_ni, .req_valid_i, .req_ready_o(), .req_i, .rsp_valid_o(), .rsp_o(), .row_o(),
    .root_we_i, .root_vm_i, .root_i, .flush_i, .drained_o(), .mem_valid_o(), .mem_ready_i,
    .mem_o(), .mem_rsp_valid_i, .mem_rsp_i, .miss_o(), .walk_o()
  );

endmodule
