// SPDX-License-Identifier: MIT
// mem_wait with four MSHRs.

module mem_wait_top (
    input logic                          clk_i,
    input logic                          rst_ni,
    input logic                          join_i,
    input logic [1:0]                    join_mshr_i,
    input logic [3:0]                    join_port_i,
    input logic [smgpu_pkg::MemReqW-1:0] join_req_i,
    input logic                          fill_i,
    input logic [1:0]                    fill_mshr_i,
    input logic                          fill_err_i,
    input logic                          fill_lost_i,
    input logic                          take_i,
    input logic                          serve_i,
    input logic [3:0]                    serve_slot_i
);

  mem_wait u (
    .clk_i, .rst_ni, .busy_o(), .room_o(), .join_i, .join_mshr_i({2'b0, join_mshr_i}), .join_port_i,
    .join_req_i, .fill_i,
    .fill_mshr_i({2'b0, fill_mshr_i}), .waited_o(), .fill_err_i, .fill_lost_i, .offer_valid_o(),
    .offer_slot_o(), .offer_port_o(), .offer_o(), .take_i, .serve_i, .serve_slot_i, .last_o(),
    .mshr_o(), .err_o(), .lost_o()
  );

endmodule
