// SPDX-License-Identifier: MIT
// Registers that must be settled before an instruction issues, a bit each: those it reads and the
// one it writes. Combinational.

/* verilator lint_off UNUSEDSIGNAL */  // takes its fields of the instruction
module smfe_need (
    input  logic [31:0] insn_i,
    input  smfe_pkg::pre_t            pre_i,
    output logic [31:0] need_o
);

  logic           all;
  // A trap is precise: all earlier results first, and they may trap themselves.
  assign all = pre_i.kind == smfe_pkg::KindTrap || pre_i.kind == smfe_pkg::KindExit;

  // Reading x0 needs no wait; an earlier result for it must have ended before the next.
  assign need_o[0] = all || (pre_i.pends && insn_i[11:7] == '0);
  for (genvar i = 1; i < 32; i++) begin : gen_need
    assign need_o[i] = all || (pre_i.use1 && insn_i[19:15] == 5'(i)) ||
                       (pre_i.use2 && insn_i[24:20] == 5'(i)) ||
                       (pre_i.use3 && insn_i[31:27] == 5'(i)) ||
                       (pre_i.pends && insn_i[11:7] == 5'(i));
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
