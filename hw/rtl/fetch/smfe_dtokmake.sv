// SPDX-License-Identifier: MIT
// What a step of the token unit makes: where threads go on, which are active, and the token that is
// written. Combinational. Each address is looked at while it is not yet known which it is.

/* verilator lint_off UNUSEDSIGNAL */  // of a step and an access only some fields
module smfe_dtokmake (
    input  smfe_pkg::dtok_step_t step_i,
    // The warp: active threads, those that take the branch, its code window
    input  logic [31:0]          active_i,
    input  logic [31:0]          taken_i,
    input  logic [7:0]           window_i,
    // The instruction, the next one, its target, and the one that execution has found
    input  logic [31:0]          here_i,
    input  logic [31:0]          next_i,
    input  logic [31:0]          target_i,
    input  logic [31:0]          branch_i,
    // The token in hand; the first one of a scan, which can be gone on with, and whether that is at
    // next_i; an access of the firmware
    input  logic [31:0]          t_addr_i,
    input  logic [31:0]          t_mask_i,
    input  logic [31:0]          front_addr_i,
    input  logic [31:0]          front_mask_i,
    input  logic                 front_keep_i,
    input  smfe_pkg::dtok_acc_t  acc_i,
    // A scan, and what it does if it has found its token (smfe_dtokscan)
    input  logic                 scans_i,
    input  smfe_pkg::dtok_part_e hit_part_i,
    input  logic                 hit_first_i,
    input  logic                 hit_pop_i,
    // Where threads go on: that is in the code window, and no half of a word; it is next_i. Of the
    // token in hand it is not said here that it is in the window.
    output logic [31:0]          go_pc_o,
    output logic                 go_in_o,
    output logic                 go_keep_o,
    // Threads that are active then; the token: type, address, threads
    output logic [31:0]          active_o,
    output logic [67:0]          token_o
);

  function automatic logic [31:0] part(input smfe_pkg::dtok_part_e p);
    part = active_i & ({32{p == smfe_pkg::PartAll}} |
        ({32{p == smfe_pkg::PartTaken}} & taken_i) | ({32{p == smfe_pkg::PartNot}} & ~taken_i));
  endfunction

  logic [31:0] addr;
  always_comb begin
    addr      = ({32{step_i.wr_to == smfe_pkg::ToTarget}} & target_i) |
        ({32{step_i.wr_to == smfe_pkg::ToNext}} & next_i) |
        ({32{step_i.wr_to == smfe_pkg::ToHere}} & here_i) |
        ({32{step_i.wr_to == smfe_pkg::ToBranch}} & branch_i) |
        ({32{step_i.wr_to == smfe_pkg::ToToken}} & t_addr_i) |
        ({32{step_i.wr_to == smfe_pkg::ToAccess}} & acc_i.addr);
    active_o  = scans_i
        ? part(hit_part_i) | ({32{hit_first_i}} & t_mask_i) | ({32{hit_pop_i}} & front_mask_i)
        : part(step_i.active_part) | ({32{step_i.active_token}} & t_mask_i);
    token_o   = {step_i.wr_type, addr, part(step_i.wr_part) |
        ({32{step_i.wr_token}} & t_mask_i) | ({32{step_i.wr_acc}} & acc_i.mask)};
    go_pc_o   = ({32{step_i.go_to == smfe_pkg::ToTarget}} & target_i) |
        ({32{step_i.go_to == smfe_pkg::ToNext}} & next_i) |
        ({32{step_i.go_to == smfe_pkg::ToHere}} & here_i) |
        ({32{step_i.go_to == smfe_pkg::ToBranch}} & branch_i) |
        ({32{step_i.go_to == smfe_pkg::ToToken}} & t_addr_i) |
        ({32{step_i.go_to == smfe_pkg::ToFront}} & front_addr_i);
    go_in_o   = (step_i.go_to == smfe_pkg::ToTarget && target_i[31:24] == window_i &&
        target_i[1:0] == '0) ||
        (step_i.go_to == smfe_pkg::ToNext && next_i[31:24] == window_i && next_i[1:0] == '0) ||
        (step_i.go_to == smfe_pkg::ToHere && here_i[31:24] == window_i && here_i[1:0] == '0) ||
        (step_i.go_to == smfe_pkg::ToBranch && branch_i[31:24] == window_i &&
        branch_i[1:0] == '0) || step_i.go_to == smfe_pkg::ToFront;
    go_keep_o = (step_i.go_to == smfe_pkg::ToTarget && target_i == next_i) ||
        step_i.go_to == smfe_pkg::ToNext ||
        (step_i.go_to == smfe_pkg::ToBranch && branch_i == next_i) ||
        (step_i.go_to == smfe_pkg::ToToken && t_addr_i == next_i) ||
        (step_i.go_to == smfe_pkg::ToFront && front_keep_i);
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
