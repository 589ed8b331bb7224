// SPDX-License-Identifier: MIT
// Where fetch goes on after branches and jumps that were taken the last time: a block RAM of
// targets, read beside the TCM with the same address. The entry of a branch is that of the word
// before it, so that the answer is in registers when the branch itself is there. Execute checks
// what it says, so that neither old entries nor a word read while it is written do harm.

module mcu_predict (
    input  logic        clk_i,
    // The instruction being fetched: answer in the next cycle
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] fetch_addr_i,
    // The word that the TCM delivers now; what comes after it is fetched now
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] pc_i,
    input  logic        stay_i,      // the same word again in the next cycle
    input  logic        redirect_i,  // another one than what comes after it
    output logic        hit_o,       // it was taken, to the target
    output logic [smgpu_hw_pkg::TcmFetchW-1:0] target_o,
    // What execute has seen. An entry is written: was the instruction at learn_pc_i a branch or
    // jump that was taken, and where did it go?
    input  logic        learn_i,
    input  logic        taken_i,
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] learn_pc_i,
    input  logic [smgpu_hw_pkg::TcmFetchW-1:0] learn_target_i
);

  localparam int unsigned FW = smgpu_hw_pkg::TcmFetchW;
  localparam int unsigned IW = 9;              // entries, by the low bits of the word address
  localparam int unsigned TagW = FW - 2 - IW;

  // Entry: {taken, tag, target}. The tag has the bits of the word address above the index.
  (* no_rw_check *) logic [FW-2+TagW:0] mem[1 << IW];
  logic [FW-2+TagW:0] word_q;
  always_ff @(posedge clk_i) word_q <= mem[fetch_addr_i[IW+1:2]];
  // The word before the branch names its entry.
  logic [FW-3:0] key;
  assign key = learn_pc_i[FW-1:2] - 1'b1;
  always_ff @(posedge clk_i)
    if (learn_i) mem[key[IW-1:0]] <= {taken_i, key[FW-3:IW], learn_target_i[FW-1:2]};

  // found: the entry that was read belongs to the word at hand, so the next one is a taken branch.
  logic          found, hit_q;
  logic [FW-3:0] target_q;
  assign found = word_q[FW-2+TagW] && word_q[FW-2+:TagW] == pc_i[FW-1:IW+2];
  always_ff @(posedge clk_i) begin
    // After a hit the target follows, so the entry of the word at hand says nothing of what comes
    // next.
    hit_q <= !redirect_i && (stay_i ? hit_q : found && !hit_q);
    if (!stay_i) target_q <= word_q[FW-3:0];
  end
  assign hit_o    = hit_q;
  assign target_o = {target_q, 2'b0};

  // The bits that neither index nor tag takes.
  logic unused;
  assign unused = ^{fetch_addr_i, pc_i, learn_pc_i[1:0], learn_target_i[1:0]};

endmodule
