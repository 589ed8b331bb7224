// SPDX-License-Identifier: MIT
// Threads of a group whose lines are delivered or asked for: by the bank of each thread's line.
// Combinational.

/* verilator lint_off UNUSEDSIGNAL */  // of a thread's place in the lines only the bank
module smls_threads #(
    parameter int unsigned BANKS = 1
) (
    // The group in L: lines that L1 has
    input  logic [31:0]      mask_i,
    input  logic [223:0]     offs_i,
    input  logic [BANKS-1:0] found_i,
    // The group in M: lines that L1 has, which are delivered first (waits), and the one that is
    // asked for
    input  logic             m_waits_i,
    input  logic [31:0]      m_mask_i,
    input  logic [223:0]     m_offs_i,
    input  logic [BANKS-1:0] m_found_i,
    input  logic [1:0]       m_bank_i,
    output logic [31:0]      found_o,
    output logic [31:0]      line_o
);

  for (genvar i = 0; i < 32; i++) begin : gen_thread
    logic [1:0] bank, m_bank;
    assign bank      = offs_i[7*i+5+:2] & 2'(BANKS - 1);
    assign m_bank    = m_offs_i[7*i+5+:2] & 2'(BANKS - 1);
    assign line_o[i] = m_mask_i[i] && m_bank == (m_bank_i & 2'(BANKS - 1));
    always_comb begin
      found_o[i] = 1'b0;
      for (int unsigned b = 0; b < BANKS; b++)
        if (m_waits_i ? m_found_i[b] && m_bank == 2'(b) : found_i[b] && bank == 2'(b))
          found_o[i] = 1'b1;
      if (m_waits_i ? !m_mask_i[i] : !mask_i[i]) found_o[i] = 1'b0;
    end
  end

endmodule
/* verilator lint_on UNUSEDSIGNAL */
