// SPDX-License-Identifier: MIT
// Decoder of the control core: what the word of an instruction is, and its immediates.
// Combinational.

module mcu_decode (
    input  logic [31:0] insn_i,
    input  logic        csr_known_i,   // there is a CSR of the number that a CSR instruction has
    // What it is, and that it is legal: neither a trap of its own nor unknown
    output smgpu_pkg::mcu_insn_t is_o,
    output logic        legal_o,
    // A CSR instruction writes; operands a and b are registers. What an illegal instruction seems
    // to use makes it wait at most.
    output logic        csr_writes_o,
    output logic        uses1_o,
    output logic        uses2_o,
    // Immediates: of operand b; what is added for an address; of what is relative to the pc
    output logic [31:0] imm_b_o,
    output logic [31:0] offset_o,
    output logic [31:0] target_o
);

  logic [6:0] opcode, funct7;
  logic [2:0] funct3;
  logic       fence;
  assign opcode = insn_i[6:0];
  assign funct3 = insn_i[14:12];
  assign funct7 = insn_i[31:25];
  assign fence  = opcode == 7'h0f && funct3 < 3'd2;
  assign csr_writes_o = funct3[1:0] == 2'd1 || insn_i[19:15] != '0;
  always_comb begin
    is_o.lui    = opcode == 7'h37;
    is_o.auipc  = opcode == 7'h17;
    is_o.jal    = opcode == 7'h6f;
    is_o.jalr   = opcode == 7'h67 && funct3 == 3'd0;
    is_o.branch = opcode == 7'h63 && funct3[2:1] != 2'b01;
    is_o.load   = opcode == 7'h03 && (funct3[1:0] != 2'd3) && (funct3 != 3'd6);
    is_o.store  = opcode == 7'h23 && funct3 < 3'd3;
    is_o.imm    = opcode == 7'h13 && (funct3 == 3'd1 ? funct7 == '0 : funct3 == 3'd5
        ? (funct7 & 7'h5f) == '0 : 1'b1);
    is_o.op     = opcode == 7'h33 && (funct7 == '0 ||
        (funct7 == 7'h20 && (funct3 == 3'd0 || funct3 == 3'd5)));
    is_o.mul    = opcode == 7'h33 && funct7 == 7'h01;
    // A CSR whose address begins with 11 is read only.
    is_o.csr    = opcode == 7'h73 && funct3[1:0] != 2'd0 && csr_known_i &&
        !(csr_writes_o && insn_i[31:30] == 2'b11);
    is_o.ecall  = insn_i == 32'h00000073;
    is_o.ebreak = insn_i == 32'h00100073;
    is_o.mret   = insn_i == 32'h30200073;
    is_o.wfi    = insn_i == 32'h10500073;
  end
  assign legal_o = is_o.lui | is_o.auipc | is_o.jal | is_o.jalr | is_o.branch | is_o.load |
      is_o.store | is_o.imm | is_o.op | is_o.mul | fence | is_o.csr | is_o.mret | is_o.wfi;

  assign uses1_o = !insn_i[2] || insn_i[6:3] == 4'b1100;  // all but LUI, AUIPC, JAL; JALR does
  assign uses2_o = insn_i[5] & ~insn_i[2] & ~(insn_i[6] & insn_i[4]);  // branches, stores, OP

  assign imm_b_o  = is_o.lui ? {insn_i[31:12], 12'b0} : {{20{insn_i[31]}}, insn_i[31:20]};
  assign offset_o = {{20{insn_i[31]}}, insn_i[31:25], is_o.store ? insn_i[11:7] : insn_i[24:20]};
  always_comb begin
    if (is_o.auipc) target_o = {insn_i[31:12], 12'b0};
    else if (is_o.jal)
      target_o = {{12{insn_i[31]}}, insn_i[19:12], insn_i[20], insn_i[30:21], 1'b0};
    else target_o = {{20{insn_i[31]}}, insn_i[7], insn_i[30:25], insn_i[11:8], 1'b0};
  end

endmodule
