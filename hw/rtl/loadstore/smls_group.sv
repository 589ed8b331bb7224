// SPDX-License-Identifier: MIT
// Of the threads whose lines are still to be accessed: the lowest, and all that can be looked up
// with it. A load looks up a line in each bank of the L1, if all are of one page; a store one line;
// an atomic one thread, or all that want its word, or of its eight threads those that want a row of
// words of its line. STEP: the lowest thread and its address come from registers, so that what is
// told is right from a cycle after left_i and addr_i on. Longest path: threads of a bank -> lowest
// -> its address -> compare with those of the others; with STEP from the address on.

module smls_group #(
    parameter int unsigned BANKS = 1,
    parameter bit          STEP  = 1'b0   // with one bank only
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without STEP there is no register
    input  logic                clk_i,
    /* verilator lint_on UNUSEDSIGNAL */
    input  logic [31:0]         left_i,
    input  logic [1023:0]       addr_i,
    input  logic                line_i,    // stores: one line
    input  logic                single_i,  // atomics: one thread,
    input  logic                word_i,    // one word,
    input  logic                row_i,     // or a row
    output logic                others_o,  // it is more than one thread
    output logic [4:0]          lead_o,
    output logic [1:0]          first_o,   // its bank
    output logic [31:0]         va_o,
    output logic [BANKS-1:0]    lines_o,
    output logic [BANKS*12-1:0] low_o,     // va[11:0] of the lowest thread of each bank
    output logic [31:0]         group_o
);

  localparam int unsigned K = $clog2(BANKS);

  logic [4:0]  lead;
  logic [31:0] va_lead;
  always_comb begin
    lead = '0;
    for (int unsigned i = 32; i > 0; i--) if (left_i[i-1]) lead = 5'(i - 1);
  end
  assign va_lead = addr_i[32*lead+:32];
  if (STEP) begin : gen_step
    always_ff @(posedge clk_i) begin
      lead_o <= lead;
      va_o   <= va_lead;
    end
  end else begin : gen_at_once
    assign lead_o = lead;
    assign va_o   = va_lead;
  end
  assign first_o = smls_pkg::bank_of(va_o[6:5], va_o[11:10]) & 2'(BANKS - 1);

  // of the line, for each of eight threads: the lowest one's, in a row the one as far from it as
  // the thread is
  logic [23:0] word;
  for (genvar k = 0; k < 8; k++) begin : gen_word
    assign word[3*k+:3] = word_i ? va_o[4:2] : va_o[4:2] + 3'(k) - lead_o[2:0];
  end

  logic [BANKS*32-1:0] same;         // for each bank its threads that want its line
  for (genvar b = 0; b < BANKS; b++) begin : gen_bank
    logic [31:0] here;
    logic [4:0]  lowest;
    logic [31:0] va;
    for (genvar i = 0; i < 32; i++) begin : gen_thread
      assign here[i] = left_i[i] && (smls_pkg::bank_of(addr_i[32*i+5+:2], addr_i[32*i+10+:2]) &
          2'(BANKS - 1)) == 2'(b);
      assign same[32*b+i] = here[i] && addr_i[32*i+5+K+:27-K] == va[31:5+K];
    end
    always_comb begin
      lowest = '0;
      for (int unsigned i = 32; i > 0; i--) if (here[i-1]) lowest = 5'(i - 1);
    end
    assign va               = (BANKS == 1) ? va_o : addr_i[32*lowest+:32];
    assign low_o[12*b+:12]  = va[11:0];
    assign lines_o[b]       = (first_o == 2'(b)) ? left_i != '0 : here != '0 && !line_i &&
        !single_i && va[31:12] == va_o[31:12];
  end
  always_comb begin
    group_o = '0;
    for (int unsigned b = 0; b < BANKS; b++) if (lines_o[b]) group_o = group_o | same[32*b+:32];
    if (single_i) begin
      for (int unsigned i = 0; i < 32; i++)
        group_o[i] = (word_i || row_i) ? group_o[i] && addr_i[32*i+2+:3] == word[3*(i%8)+:3] &&
                     (word_i || lead_o[4:3] == 2'(i / 8))
                                       : lead_o == 5'(i);
    end
    others_o = 1'b0;
    for (int unsigned i = 0; i < 32; i++) if (group_o[i] && lead_o != 5'(i)) others_o = 1'b1;
  end

`ifdef VERILATOR
  initial if (STEP && BANKS != 1) $fatal(1,
      "smls_group: only the lowest thread of one bank can come from a register");
`endif

endmodule
