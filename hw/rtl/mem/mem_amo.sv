// SPDX-License-Identifier: MIT
// Arithmetic of atomic memory operations on one word, by RISC-V funct5. LR writes nothing; SC is decided outside.
// One adder makes sums, comparisons and OR (old + the operand's bits that old has not); a LUT a bit makes the other results.
// Longest path: carry of the comparison -> which one -> new word.

module mem_amo (
    input  logic [4:0]  amo_i,
    input  logic [31:0] old_i,
    input  logic [31:0] operand_i,
    input  logic [31:0] compare_i,   // amocas
    output logic [31:0] new_o,
    output logic        write_o
);

  // funct5 of min, max, minu, maxu: {1, unsigned, max, 00}
  logic        compares, adds, ors, ltu, less;
  logic [1:0]  choice;
  logic [31:0] addend, other;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [33:0] sum;                  // {carry, sum, the bit that makes the carry into the sum}
  /* verilator lint_on UNUSEDSIGNAL */
  assign compares = amo_i[4];
  assign adds     = amo_i == 5'd0;
  assign ors      = amo_i == 5'd8;
  assign addend   = compares ? ~operand_i : ors ? operand_i & ~old_i : operand_i;
  assign sum      = {1'b0, old_i, 1'b1} + {1'b0, addend, compares};
  assign ltu      = !sum[33];
  assign less     = (!amo_i[3] && old_i[31] != operand_i[31]) ? old_i[31] : ltu;

  // 0 xor, 1 and; 2 old, 3 operand
  assign choice  = {compares || amo_i[0] || !amo_i[2], compares ? less == amo_i[2] : amo_i[0] || amo_i[3]};
  always_comb begin
    unique case (choice)
      2'd0:    other = old_i ^ operand_i;
      2'd1:    other = old_i & operand_i;
      2'd2:    other = old_i;
      default: other = operand_i;
    endcase
  end
  assign new_o   = (adds || ors) ? sum[32:1] : other;
  assign write_o = (amo_i == 5'd5) ? old_i == compare_i : amo_i != 5'd2;

endmodule
