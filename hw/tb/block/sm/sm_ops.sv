// SPDX-License-Identifier: MIT
// Which warps the SM's shared structures work for in a cycle: sm_ops.c counts it beside the SM's
// own counters.
module sm_ops_word #(parameter int unsigned ATTR = 0) (
    input logic       clk_i,
    input logic       told_i,   // a warp gets a word
    input logic [5:0] warp_i
);
  import "DPI-C" function void tb_on_word(input int attribute, input int warp);
  always_ff @(posedge clk_i) if (told_i) tb_on_word(ATTR, 32'(warp_i));
endmodule

module sm_ops_read (
    input logic       clk_i,
    input logic       read_i,   // a bank of the pod's registers
    input logic [5:0] warp_i
);
  import "DPI-C" function void tb_on_read(input int warp);
  always_ff @(posedge clk_i) if (read_i) tb_on_read(32'(warp_i));
endmodule

module sm_ops_result (
    input logic       clk_i,
    input logic       write_i,
    input logic [5:0] warp_i
);
  import "DPI-C" function void tb_on_result(input int warp);
  always_ff @(posedge clk_i) if (write_i) tb_on_result(32'(warp_i));
endmodule

bind smfe_const sm_ops_word #(.ATTR(ATTR)) u_ops (.clk_i,
    .told_i(|told_o && word_err_o == smfe_pkg::WhyOk), .warp_i(word_warp_o));
bind smex_pod sm_ops_read u_ops (.clk_i, .read_i(r_step && |r_src), .warp_i(r_uop_q.warp));
bind smex_wb sm_ops_result u_ops (.clk_i, .write_i(w_valid_o), .warp_i(w_meta_o.warp));
