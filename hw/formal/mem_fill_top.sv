// SPDX-License-Identifier: MIT
// mem_fill with a data RAM of four lines.

module mem_fill_top (
    input logic         clk_i,
    input logic         rst_ni,
    input logic         fill_valid_i,
    input logic [3:0]   fill_mshr_i,
    input logic         fill_read_i,
    input logic         fill_pass_i,
    input logic         fill_err_i,
    input logic         fill_lost_i,
    input logic [3:0]   fill_port_i,
    input logic [7:0]   fill_id_i,
    input logic [1:0]   fill_at_i,
    input logic [255:0] fill_data_i,
    input logic         host_valid_i,
    input logic [3:0]   host_port_i,
    input logic [7:0]   host_id_i,
    input logic         host_err_i,
    input logic [255:0] host_data_i,
    input logic         stall_i,
    input logic         respond_i,
    input logic         again_ready_i
);

  mem_fill #(.AW(2)) u (
    .clk_i, .rst_ni, .fill_valid_i, .fill_ready_o(), .fill_mshr_i, .fill_read_i, .fill_pass_i,
    .fill_err_i, .fill_lost_i, .fill_port_i, .fill_id_i, .fill_at_i, .fill_data_i,
    .host_valid_i, .host_ready_o(), .host_port_i, .host_id_i, .host_err_i, .host_data_i, .stall_i,
    .respond_i, .hold_o(), .we_o(), .at_o(), .data_o(), .answer_o(), .port_o(), .id_o(),
    .err_o(), .read_o(), .served_o(), .lost_o(), .failed_o(), .mshr_o(), .again_valid_o(),
    .again_ready_i, .again_mshr_o(), .again_err_o(), .again_lost_o(), .busy_o()
  );

endmodule
