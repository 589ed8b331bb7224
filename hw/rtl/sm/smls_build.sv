// SPDX-License-Identifier: MIT
// Puts together the line that a group of threads stores, a beat of threads at a time; where two threads store to the same byte the
// higher one's stands. The line is sent in the cycle that completes it. An atomic's operand goes to the first word.
// It says which thread's operand each byte wants; smls_xbar fetches them.

module smls_build #(
    parameter int unsigned LANES = 16
) (
    input  logic                         clk_i,
    input  logic                         take_i,     // a new group
    input  logic [31:0]                  group_i,
    input  logic                         run_i,      // the group stores
    output logic [1:0]                   beat_o,
    input  logic [LANES*3-1:0]           word_i,     // of the beat: each thread's word in the line
    input  logic [LANES*4-1:0]           be_i,       // and its bytes in the word
    output logic [32*$clog2(LANES)-1:0]  lane_o,
    input  logic [255:0]                 data_i,
    output logic [255:0]                 line_o,
    output logic [31:0]                  be_o,
    output logic                         done_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);

  logic [31:0]      left_q, be_q, rest, hit;     // left: threads not yet in the line
  logic [255:0]     line_q;
  logic [LANES-1:0] now;
  always_comb begin
    beat_o = '0;
    now    = left_q[31-:LANES];
    for (int unsigned b = B; b > 0; b--)
      if (left_q[(b-1)*LANES+:LANES] != '0) begin
        beat_o = 2'(b - 1);
        now    = left_q[(b-1)*LANES+:LANES];
      end
    rest = left_q;
    for (int unsigned b = 0; b < B; b++) if (beat_o == 2'(b)) rest[b*LANES+:LANES] = '0;
  end
  assign done_o = rest == '0;

  for (genvar k = 0; k < 8; k++) begin : gen_word
    logic [LANES-1:0] here;
    for (genvar i = 0; i < LANES; i++) begin : gen_here
      assign here[i] = now[i] && word_i[3*i+:3] == 3'(k);
    end
    for (genvar j = 0; j < 4; j++) begin : gen_byte
      logic [LANES-1:0] want;
      logic [BI-1:0]    lane;
      always_comb begin
        lane = '0;
        for (int unsigned i = 0; i < LANES; i++) begin
          want[i] = here[i] && be_i[4*i+j];
          if (want[i]) lane = BI'(i);
        end
      end
      assign lane_o[BI*(4*k+j)+:BI]   = lane;
      assign hit[4*k+j]               = want != '0;
      assign line_o[32*k+8*j+:8]      = hit[4*k+j] ? data_i[32*k+8*j+:8] : line_q[32*k+8*j+:8];
    end
  end
  assign be_o = be_q | hit;

  always_ff @(posedge clk_i) begin
    if (take_i) begin
      left_q <= group_i;
      be_q   <= '0;
    end else if (run_i) begin
      left_q <= rest;
      be_q   <= be_o;
      line_q <= line_o;
    end
  end

endmodule
