// SPDX-License-Identifier: MIT
// The backstop's count of jumps backwards, and its limit, after an operation. A warp that has
// reached its limit gets a smaller one, which grows while nobody waits. Combinational.

/* verilator lint_off UNUSEDSIGNAL */  // takes its policies
module smfe_dtoklimit (
    input  smgpu_pkg::sm_cfg_t cfg_i,
    input  logic               others_i,    // others wait
    // Before
    input  logic [15:0]        backward_i,
    input  logic [15:0]        limit_i,
    // After a jump backwards
    output logic [15:0]        backward_o,
    output logic [15:0]        more_o,
    // If the tokens ahead of the YIELD tokens have been served; the count is 0 then
    output logic [15:0]        less_o
);

  assign backward_o = others_i ? backward_i + 16'd1 : 16'd0;

  logic        reached, least, full;
  logic [15:0] less, inc;
  assign reached = cfg_i.backstop != '0 && (backward_i >= cfg_i.backstop || backward_i >= limit_i);
  assign less    = backward_i >> cfg_i.backstop_shift;
  assign least   = less[15:8] == '0 && less[7:0] < cfg_i.backstop_least;
  assign less_o  = !reached ? limit_i : {less[15:8], least ? cfg_i.backstop_least : less[7:0]};
  assign {full, inc} = {1'b0, limit_i} + 17'd1;
  assign more_o  = others_i || full ? limit_i : inc;

endmodule
/* verilator lint_on UNUSEDSIGNAL */
