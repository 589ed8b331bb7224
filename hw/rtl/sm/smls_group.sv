// SPDX-License-Identifier: MIT
// Of the threads whose lines are still to be accessed: the lowest, and all that want the same line.

module smls_group (
    input  logic [31:0]   left_i,
    input  logic [1023:0] addr_i,
    input  logic          single_i,    // atomics: a thread at a time
    output logic [4:0]    lead_o,
    output logic [31:0]   va_o,
    output logic [31:0]   group_o
);

  always_comb begin
    lead_o = '0;
    for (int unsigned i = 32; i > 0; i--) if (left_i[i-1]) lead_o = 5'(i - 1);
  end
  assign va_o = addr_i[32*lead_o+:32];
  always_comb begin
    for (int unsigned i = 0; i < 32; i++)
      group_o[i] = left_i[i] && (single_i ? lead_o == 5'(i) : addr_i[32*i+5+:27] == va_o[31:5]);
  end

endmodule
