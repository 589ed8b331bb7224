// SPDX-License-Identifier: MIT
// Puts together the line that a group of threads stores, a beat of threads at a time; where two threads store to the same byte the
// higher one's stands. The line is there in the cycle that completes it, and then kept. An atomic's operand goes to the first word, what it
// compares with to the second. It says which thread's operand each byte wants; smls_operands fetches them.

module smls_build #(
    parameter int unsigned LANES = 16
) (
    input  logic                         clk_i,
    input  logic                         take_i,     // a new group
    input  logic [31:0]                  group_i,    // its threads that store
    input  logic                         load_i,     // with take_i: the line is this one already
    input  logic [255:0]                 load_line_i,
    input  logic [31:0]                  load_be_i,
    output logic                         want_o,     // threads are left
    input  logic                         run_i,      // the beat's operands are there
    output logic [1:0]                   beat_o,
    input  logic [LANES*3-1:0]           word_i,     // of the beat: each thread's word in the line
    input  logic [LANES*4-1:0]           be_i,       // and its bytes in the word
    output logic [32*$clog2(LANES)-1:0]  lane_o,
    input  logic [255:0]                 data_i,
    input  logic                         amo_i,
    input  logic [31:0]                  cmp_i,
    output logic [255:0]                 line_o,
    output logic [31:0]                  be_o,
    output logic                         done_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);

  logic [31:0]      left_q, be_q, rest, hit;     // left: threads not yet in the line
  logic [255:0]     line_q, line;
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
  assign want_o = left_q != '0;
  assign done_o = !want_o || (run_i && rest == '0);

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
      assign line[32*k+8*j+:8]        = hit[4*k+j] ? data_i[32*k+8*j+:8] : line_q[32*k+8*j+:8];
    end
  end
  assign be_o   = be_q | hit;
  assign line_o = {line[255:64], (amo_i && want_o) ? cmp_i : line[63:32], line[31:0]};

  always_ff @(posedge clk_i) begin
    if (take_i) begin
      left_q <= load_i ? '0 : group_i;
      be_q   <= load_i ? load_be_i : '0;
    end else if (run_i) begin
      left_q <= rest;
      be_q   <= be_o;
    end
    if (take_i) line_q <= load_line_i;
    else if (run_i) line_q <= line_o;
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (run_i && left_q == '0 && !take_i) $fatal(1, "smls_build: a beat for no thread");
`endif

endmodule
