// SPDX-License-Identifier: MIT
// What an operation of the token unit asks about its warp: found while that is loaded, and in
// registers from then on. Until it is used, nothing changes it.

/* verilator lint_off UNUSEDSIGNAL */  // takes its policies
module smfe_dtokask #(
    parameter int unsigned RI = 6             // bits of a place in the ring
) (
    input  logic               clk_i,
    input  logic               load_i,
    input  smgpu_pkg::sm_cfg_t cfg_i,
    // The operation: an instruction, with the answer of execution, or a barrier that opens
    input  logic [3:0]         kind_i,
    input  logic [31:0]        pc_i,
    input  logic [31:0]        target_i,
    input  logic [31:0]        br_mask_i,
    input  logic [31:0]        br_target_i,
    input  logic               rel_i,
    // Its warp: threads; the code window; only the pop of an operation is left; tokens, and those
    // of YIELD among them; the count and the limit of the backstop
    input  logic [31:0]        active_i,
    input  logic [31:0]        live_i,
    input  logic [31:0]        parked_i,
    input  logic [7:0]         window_i,
    input  logic               popping_i,
    input  logic [RI:0]        count_i,
    input  logic [RI:0]        yields_i,
    input  logic [15:0]        backward_i,
    input  logic [15:0]        limit_i,
    // Of the operation: it is sure to end in its second cycle; it jumps backwards, or forwards to
    // behind the next instruction; the warp is at its limit
    output logic               quick_o,
    output logic               backward_o,
    output logic               far_o,
    output logic               limit_o,
    // Of the warp: others wait; all live threads are active; tokens ahead of the YIELD tokens; they
    // are all that may be; some active threads take the branch, some don't
    output logic               others_o,
    output logic               together_o,
    output logic [RI:0]        front_o,
    output logic               full_o,
    output logic               taken_o,
    output logic               not_taken_o
);

  // many: it is full, or would be if YIELD tokens counted
  logic        at_limit, full, many, in_code;
  logic [31:0] jump;                          // where the threads go that jump
  logic [RI:0] front;
  assign jump     = kind_i == smfe_pkg::KindJalr ? br_target_i : target_i;
  assign front    = count_i - yields_i;
  assign at_limit = cfg_i.backstop != '0 &&
      (backward_i >= cfg_i.backstop || backward_i >= limit_i);
  assign full     = count_i[RI] || 9'(front) >= cfg_i.dtok_depth;
  assign many     = count_i[RI] || 9'(count_i) >= cfg_i.dtok_depth;
  assign in_code  = jump[31:24] == window_i && jump[1:0] == '0 &&
      pc_i[31:24] == window_i && pc_i[23:2] != '1 && pc_i[1:0] == '0;
  always_ff @(posedge clk_i)
    if (load_i) begin
      quick_o     <= (kind_i == smfe_pkg::KindBr || kind_i == smfe_pkg::KindJalr ||
          kind_i == smfe_pkg::KindJal) && !rel_i && !popping_i && !at_limit && !many && in_code;
      backward_o  <= jump <= pc_i;
      far_o       <= target_i > pc_i + 32'd4;
      limit_o     <= at_limit;
      others_o    <= (live_i & ~active_i & ~parked_i) != '0;
      together_o  <= active_i == live_i;
      front_o     <= front;
      full_o      <= full;
      taken_o     <= (br_mask_i & active_i) != '0;
      not_taken_o <= (active_i & ~br_mask_i) != '0;
    end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
