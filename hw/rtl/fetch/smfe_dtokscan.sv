// SPDX-License-Identifier: MIT
// A scan of the token unit: what it looks for and how far, and what a token does that is found.
// That the token in hand is the one is known last: what it does is made beside it. Synthesis keeps
// these apart, so that what comes late out of the block RAM is not mixed with what is early.

module smfe_dtokscan #(
    parameter int unsigned RI = 6              // bits of a place in the ring
) (
    input  logic                   clk_i,
    input  logic                   scan_i,     // the operation scans
    input  logic                   step_i,     // the unit does not pause
    // The operation: as it acts, which is YIELD if gives_i; its kind; the reason of PRE and DIS
    input  logic [3:0]             op_i,
    input  logic [3:0]             kind_i,
    input  logic [3:0]             sub_i,
    input  logic                   gives_i,
    // The next instruction, and where the threads go that jump; others go on when these give way
    input  logic [31:0]            next_i,
    input  logic [31:0]            jump_i,
    input  logic                   rest_i,
    input  logic                   back_due_i, // the backstop is due
    input  logic [7:0]             window_i,   // code of the warp
    // The token that is looked at; tokens ahead of the YIELD tokens, all, parked groups
    input  logic [RI:0]            index_i,
    input  logic [RI:0]            front_i,
    input  logic [RI:0]            count_i,
    input  logic [RI:0]            groups_i,
    // The token in hand; threads can go on with it
    input  logic [3:0]             t_type_i,
    input  logic [31:0]            t_addr_i,
    input  logic [31:0]            t_mask_i,
    output logic                   landed_o,
    // The backstop ends the scan before it begins; it looks at the token; it is over
    output logic                   gives_o,
    output logic                   scans_o,
    output logic                   end_o,
    // The token is as the one that is looked for; it is the one
    output logic                   match_o,
    output logic                   hit_o,
    // If so: the warp goes on; as the first token says, with its threads; as the first one says
    // while this one takes the warp's; threads of the operation that go on
    output logic                   go_o,
    output logic                   first_o,
    output logic                   pop_o,
    output smfe_pkg::dtok_part_e   part_o,
    // The first token that a DIS looks at is the one that its warp goes on with if a later one
    // takes its threads, so it is kept: it can be gone on with, that is at next_i; its address and
    // threads
    output logic                   front_goes_o,
    output logic                   front_keep_o,
    output logic [31:0]            front_addr_o,
    output logic [31:0]            front_mask_o
);

  // What is looked for, and how far
  logic [3:0]  match_type;
  logic [31:0] match_addr;
  assign match_type = (op_i == smfe_pkg::KindYield || op_i == smfe_pkg::KindBar)
      ? xsm_pkg::DTOK_YIELD : sub_i;
  assign match_addr = op_i == smfe_pkg::KindBar ? next_i : jump_i;
  assign end_o      = op_i == smfe_pkg::KindBar ? index_i == groups_i : op_i == smfe_pkg::KindYield
      ? index_i == count_i : index_i == front_i;
  assign match_o    = t_type_i == match_type && t_addr_i == match_addr;

  (* keep *) logic hit, landed;
  assign landed   = t_mask_i != '0 && t_addr_i[31:24] == window_i && t_addr_i[1:0] == '0;
  assign gives_o  = kind_i == smfe_pkg::KindDis && !gives_i && index_i == '0 && back_due_i;
  assign scans_o  = scan_i && !gives_o && !end_o;
  assign hit      = scans_o && match_o;
  assign first_o  = op_i == smfe_pkg::KindDis && index_i == '0;
  assign pop_o    = op_i == smfe_pkg::KindDis && index_i != '0 && front_goes_o;
  assign go_o     = op_i == smfe_pkg::KindPre || first_o || pop_o ||
      (op_i == smfe_pkg::KindYield && rest_i);
  assign part_o   = op_i == smfe_pkg::KindPre ||
      first_o ? smfe_pkg::PartAll : op_i == smfe_pkg::KindYield &&
      rest_i ? smfe_pkg::PartNot : smfe_pkg::PartNone;
  assign hit_o    = hit;
  assign landed_o = landed;

  always_ff @(posedge clk_i)
    if (step_i && scan_i && index_i == '0) begin
      front_goes_o <= landed && t_type_i != xsm_pkg::DTOK_YIELD;
      front_keep_o <= t_addr_i == next_i;
      front_addr_o <= t_addr_i;
      front_mask_o <= t_mask_i;
    end

endmodule
