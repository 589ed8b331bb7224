// SPDX-License-Identifier: MIT
// mem_fetch with four MSHRs, for an L2 of four sets.

module mem_fetch_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          tick_i,
    input logic                          order_i,
    input logic                          put_i,
    input logic [smgpu_pkg::MemReqW-1:0] put_req_i,
    input logic [3:0]                    put_port_i,
    input logic [1:0]                    put_way_i,
    input logic                          put_pass_i,
    input logic [26:0]                   look_line_i,
    input logic                          fill_ready_i,
    input logic [3:0]                    again_id_i,
    input logic                          done_i,
    input logic                          done_lost_i,
    input logic [3:0]                    done_id_i,
    input logic                          ar_ready_i,
    input logic                          r_valid_i,
    input logic [3:0]                    r_id_i,
    input logic                          r_err_i
);

  mem_fetch #(.SI(2), .MSHRS(4), .PRIO(1)) u (
    .clk_i, .rst_ni, .tick_i, .order_i, .put_i, .put_req_i, .put_port_i, .put_way_i, .put_pass_i,
    .put_id_o(), .any_o(), .two_o(), .stuck_o(), .look_line_i, .look_pending_o(), .look_mshr_o(),
    .passing_o(), .fill_valid_o(), .fill_ready_i, .fill_id_o(), .fill_err_o(), .fill_lost_o(),
    .fill_read_o(), .fill_pass_o(), .fill_rid_o(), .fill_port_o(), .fill_at_o(), .again_id_i,
    .again_req_o(), .again_port_o(), .done_i, .done_lost_i, .done_id_i, .ar_valid_o(), .ar_ready_i,
    .ar_addr_o(), .ar_id_o(), .r_valid_i, .r_ready_o(), .r_id_i, .r_err_i, .busy_o()
  );

endmodule
