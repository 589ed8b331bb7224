// SPDX-License-Identifier: MIT
// Arithmetic of atomic memory operations on one word, by RISC-V funct5. LR writes nothing; SC is decided outside.

module mem_amo (
    input  logic [4:0]  amo_i,
    input  logic [31:0] old_i,
    input  logic [31:0] operand_i,
    input  logic [31:0] compare_i,   // amocas
    output logic [31:0] new_o,
    output logic        write_o
);

  logic lt, ltu;
  assign ltu = old_i < operand_i;
  assign lt  = (old_i[31] != operand_i[31]) ? old_i[31] : ltu;

  always_comb begin
    write_o = 1'b1;
    unique case (amo_i)
      5'd0:    new_o = old_i + operand_i;
      5'd4:    new_o = old_i ^ operand_i;
      5'd8:    new_o = old_i | operand_i;
      5'd12:   new_o = old_i & operand_i;
      5'd16:   new_o = lt ? old_i : operand_i;
      5'd20:   new_o = lt ? operand_i : old_i;
      5'd24:   new_o = ltu ? old_i : operand_i;
      5'd28:   new_o = ltu ? operand_i : old_i;
      5'd5: begin
        new_o   = operand_i;
        write_o = old_i == compare_i;
      end
      5'd2: begin
        new_o   = old_i;
        write_o = 1'b0;
      end
      default: new_o = operand_i;  // swap, SC
    endcase
  end

endmodule
