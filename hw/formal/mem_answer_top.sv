// SPDX-License-Identifier: MIT
// mem_answer and mem_leave small enough to be proved: two SMs of two warps, and a port that is no
// SM's.

`ifndef MEM_ANSWER_AMO_UNITS
`define MEM_ANSWER_AMO_UNITS 1
`endif

module mem_answer_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic [smgpu_pkg::MemReqW-1:0] behind_i,
    input logic                          valid_i,
    input logic                          same_line_i,
    input logic                          respond_i,
    input logic                          alloc_i,
    input logic [3:0]                    port_i,
    input logic [smgpu_pkg::MemReqW-1:0] req_i,
    input logic                          straight_i,
    input logic [255:0]                  line_i,
    input logic                          err_i,
    input logic [1:0]                    tell_i,
    input logic [3:0]                    at_i,
    input logic                          evict_i,
    input logic [26:0]                   victim_i,
    input logic [1:0]                    victim_tell_i,
    input logic [255:0]                  data_i,
    input logic                          rsp_wait_i,
    input logic [1:0]                    inv_ready_i
);

  mem_answer #(.SMS(2), .WARPS(2), .PORTS(5), .AW(4), .INCLUDES(1'b1),
      .AMO_UNITS(`MEM_ANSWER_AMO_UNITS)) u (
    .clk_i, .rst_ni, .stall_o(), .behind_i, .valid_i, .same_line_i, .respond_i, .alloc_i, .port_i,
    .req_i, .straight_i, .line_i, .err_i, .tell_i, .at_i, .evict_i, .victim_i,
    .victim_tell_i, .data_i, .amo_o(), .amo_we_o(), .amo_at_o(), .amo_data_o(), .amo_word_o(),
    .evict_o(), .victim_o(), .busy_o(), .rsp_want_o(), .rsp_wait_i, .rsp_valid_o(), .rsp_o(),
    .served_o(), .served_who_o(), .others_i('0),
    .others_who_i('0), .inv_valid_o(),
    .inv_ready_i, .inv_pa_o()
  );

endmodule
