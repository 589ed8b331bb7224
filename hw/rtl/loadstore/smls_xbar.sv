// SPDX-License-Identifier: MIT
// Takes the operands of a beat of threads to words: those of the shared memory's banks or of a
// line. Each byte of each word has a thread of its own choosing; a byte or halfword operand stands
// in all places of its word.

module smls_xbar #(
    parameter int unsigned LANES = 16,
    // a line's, or one of each bank; do not override
    parameter int unsigned WORDS = LANES > 8 ? LANES : 8
) (
    input  logic [LANES*32-1:0]              data_i,
    input  logic [1:0]                       size_i,   // log2 of the bytes
    input  logic [WORDS*4*$clog2(LANES)-1:0] lane_i,   // for each byte of each word
    output logic [WORDS*32-1:0]              word_o
);

  localparam int unsigned BI = $clog2(LANES);

  logic [4*LANES*8-1:0] column;              // byte j of each thread's word, for each j
  for (genvar g = 0; g < LANES; g++) begin : gen_lane
    logic [31:0] d;
    assign d = data_i[32*g+:32];
    assign column[8*g+:8]           = d[7:0];
    assign column[8*(LANES+g)+:8]   = (size_i == 2'd0) ? d[7:0] : d[15:8];
    assign column[8*(2*LANES+g)+:8] = (size_i[1]) ? d[23:16] : d[7:0];
    assign column[8*(3*LANES+g)+:8] = (size_i[1]) ? d[31:24] : size_i[0] ? d[15:8] : d[7:0];
  end
  for (genvar g = 0; g < WORDS; g++) begin : gen_word
    for (genvar j = 0; j < 4; j++) begin : gen_byte
      logic [BI-1:0]      lane;
      logic [8*LANES-1:0] from;
      assign lane = lane_i[BI*(4*g+j)+:BI];
      assign from = column[8*LANES*j+:8*LANES];
      assign word_o[32*g+8*j+:8] = from[8*lane+:8];
    end
  end

endmodule
