// SPDX-License-Identifier: MIT
// Arithmetic of atomic memory operations on one word, by RISC-V funct5. LR writes nothing; SC is
// decided outside. One adder makes sums and comparisons; a LUT a bit makes the other results. Of
// min and max new_o is the operand: if the old word is the one to have, keeps_o says so, which is
// known last, and nothing is written. Longest path: carry of the comparison -> keeps_o.

module mem_amo (
    input  logic [4:0]  amo_i,
    input  logic [31:0] old_i,
    input  logic [31:0] operand_i,
    input  logic [31:0] compare_i,   // amocas
    output logic [31:0] new_o,
    output logic        write_o,
    output logic        keeps_o      // it is a write, but of the word that is there
);

  // funct5 of min, max, minu, maxu: {1, unsigned, max, 00}
  logic        compares, known, early;
  logic [1:0]  choice;
  logic [31:0] addend, other;
  /* verilator lint_off UNUSEDSIGNAL */
  logic [33:0] sum;                  // {carry, sum, the bit that makes the carry into the sum}
  /* verilator lint_on UNUSEDSIGNAL */
  assign compares = amo_i[4];
  assign addend   = compares ? ~operand_i : operand_i;
  assign sum      = {1'b0, old_i, 1'b1} + {1'b0, addend, compares};
  // Signs that differ decide a signed comparison, else the carry does, which says that old is not
  // below.
  assign known   = !compares || (!amo_i[3] && old_i[31] != operand_i[31]);
  assign early   = compares && old_i[31] != amo_i[2];
  assign keeps_o = known ? early : sum[33] == amo_i[2];

  // 0 xor, 1 and, 2 or, 3 operand
  assign choice = (compares || amo_i[0]) ? 2'd3 : {!amo_i[2], amo_i[2] && amo_i[3]};
  always_comb begin
    unique case (choice)
      2'd0:    other = old_i ^ operand_i;
      2'd1:    other = old_i & operand_i;
      2'd2:    other = old_i | operand_i;
      default: other = operand_i;
    endcase
  end
  assign new_o   = (amo_i == 5'd0) ? sum[32:1] : other;
  assign write_o = (amo_i == 5'd5) ? old_i == compare_i : amo_i != 5'd2;

endmodule
