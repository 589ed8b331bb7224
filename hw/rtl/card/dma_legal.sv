// SPDX-License-Identifier: MIT
// Is a transfer refused? There is no such space, it is not in whole words, or an address is beyond
// its space. Combinational.

module dma_legal (
    // Spaces of source and destination, as they are written to CTRL
    input  logic [2:0]  src_sp_i,
    input  logic [2:0]  dst_sp_i,
    // Addresses of both sides, and what was written above them
    input  logic [39:0] src_i,
    input  logic [39:0] dst_i,
    input  logic [23:0] src_above_i,
    input  logic [23:0] dst_above_i,
    // Bytes
    input  logic [31:0] len_i,
    output logic        refuse_o
);

  localparam logic [2:0] SpTcm = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_TCM,
      SpVm = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_VM,
      SpFill = smgpu_regs_pkg::DMA_CTRL_SRC_SPACE_FILL;
  // TCM has 2^TW bytes.
  localparam int unsigned TW = smgpu_hw_pkg::TcmW;

  // The address, or the length, goes beyond TCM; where both sides end in it
  logic          src_past_tcm, dst_past_tcm, len_past_tcm;
  logic [TW+1:0] src_end, dst_end;
  assign src_end      = {2'b0, src_i[TW-1:0]} + {1'b0, len_i[TW:0]};
  assign dst_end      = {2'b0, dst_i[TW-1:0]} + {1'b0, len_i[TW:0]};
  assign len_past_tcm = len_i[31:TW+1] != '0;
  assign src_past_tcm = src_i[39:TW] != '0 || len_past_tcm || src_end[TW+1] ||
      (src_end[TW] && src_end[TW-1:0] != '0);
  assign dst_past_tcm = dst_i[39:TW] != '0 || len_past_tcm || dst_end[TW+1] ||
      (dst_end[TW] && dst_end[TW-1:0] != '0);

  // The pattern of a fill has no address.
  assign refuse_o = src_sp_i > SpFill || dst_sp_i > SpVm ||
      (src_i[1:0] != '0 && src_sp_i != SpFill) || dst_i[1:0] != '0 || len_i[1:0] != '0 ||
      (src_sp_i == SpTcm && src_past_tcm) || (dst_sp_i == SpTcm && dst_past_tcm) ||
      (src_above_i != '0 && src_sp_i != SpFill) || dst_above_i != '0;

endmodule
