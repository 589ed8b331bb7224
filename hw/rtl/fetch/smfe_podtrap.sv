// SPDX-License-Identifier: MIT
// The trap that a pod sends: the token unit's goes before that of the head in the issue stage. Of a
// head it says what became of its fetch, or of the word that it takes. Combinational.

module smfe_podtrap (
    // The head in the issue stage: it traps; instruction, place, why (smfe_pkg::Why*); it takes a
    // word (a constant or an attribute); where that, or the instruction, is
    input  logic        p1_i,
    input  logic [31:0] p1_insn_i,
    input  logic [31:2] p1_pc_i,
    input  logic [2:0]  p1_why_i,
    input  logic        p1_word_i,
    input  logic [31:0] p1_addr_i,
    output logic        p1_ready_o,
    // The token unit: it has a trap to send; in this cycle
    input  logic        eng_i,
    input  logic        eng_valid_i,
    input  logic [7:0]  eng_cause_i,
    input  logic [31:0] eng_pc_i,
    input  logic [31:0] eng_addr_i,
    output logic        eng_svc_o,     // which asks for token service,
    output logic        eng_refill_o,  // as a queue is empty
    // To the traps of the SM
    output logic        valid_o,
    input  logic        ready_i,
    output logic [7:0]  cause_o,
    output logic [2:0]  access_o,
    output logic [31:0] pc_o,
    output logic [31:0] addr_o
);

  logic [7:0] p1_cause;
  logic       p1_fetch;
  assign p1_fetch = p1_why_i != smfe_pkg::WhyOk;
  always_comb
    case (p1_why_i)
      smfe_pkg::WhyOk:         p1_cause = p1_insn_i == 32'h00100073 ? smgpu_hw_pkg::ErrBreak
          : smgpu_hw_pkg::ErrIllegal;
      smfe_pkg::WhyConstFault: p1_cause = smgpu_hw_pkg::ErrPageFault;
      smfe_pkg::WhyConstBus:   p1_cause = smgpu_hw_pkg::ErrBus;
      smfe_pkg::WhyConstAlign: p1_cause = smgpu_hw_pkg::ErrMisaligned;
      default: begin
        p1_cause = smgpu_hw_pkg::ErrCodeWindow;
        if (p1_why_i[1:0] == smfe_pkg::FetchFault) p1_cause = smgpu_hw_pkg::ErrFetchFault;
        if (p1_why_i[1:0] == smfe_pkg::FetchBus) p1_cause = smgpu_hw_pkg::ErrBus;
      end
    endcase
  assign eng_refill_o = eng_cause_i == smgpu_hw_pkg::ErrDtokUnderflow;
  assign eng_svc_o    = eng_cause_i == smgpu_hw_pkg::ErrDtokOverflow || eng_refill_o;
  assign p1_ready_o   = ready_i && !eng_i;
  assign valid_o      = eng_i ? eng_valid_i : p1_i;
  assign cause_o      = eng_i ? eng_cause_i : p1_cause;
  assign access_o     = (eng_i ? !eng_svc_o : p1_fetch)
      ? (!eng_i && p1_word_i ? smgpu_hw_pkg::AccessRead : smgpu_hw_pkg::AccessExec)
      : smgpu_hw_pkg::AccessNone;
  assign pc_o         = eng_i ? eng_pc_i : {p1_pc_i, 2'b00};
  assign addr_o       = eng_i ? eng_addr_i : p1_fetch ? p1_addr_i : '0;

endmodule
