// SPDX-License-Identifier: MIT
// Puts together the line that a group of threads stores, a beat of threads at a time; where two
// threads store to the same byte the higher one's stands. The line is there in the cycle that
// completes it, and then kept. An atomic's operand goes to the first word, what it compares with to
// the second. It says which thread's operand each byte wants; smls_operands fetches them. An atomic
// of several threads is combined: the lowest one's operand goes to word 0, then those of two
// threads a cycle (a beat's lowest and highest) to the words 2 and 3, the result of both to word 1,
// and the result of that and of word 0 to word 0. Longest path: threads -> which byte wants which
// one -> (smls_operands) -> line; word -> arithmetic -> word.

module smls_build #(
    // Lanes of a beat
    parameter int unsigned LANES = 16
) (
    input  logic                         clk_i,
    input  logic                         rst_ni,
    input  logic                         take_i,     // a new group
    input  logic [31:0]                  group_i,    // its threads that store
    input  logic                         load_i,     // with take_i: the line is this one already
    // Line and bytes of a group that was parked
    input  smgpu_pkg::line_t             load_line_i,
    input  logic [31:0]                  load_be_i,
    output logic                         want_o,     // threads are left
    input  logic                         run_i,      // the beat's operands are there
    output smgpu_pkg::beat_t             beat_o,
    input  logic [LANES*3-1:0]           word_i,     // of the beat: each thread's word in the line
    input  logic [LANES*4-1:0]           be_i,       // and its bytes in the word
    // For each byte of the line its thread in the beat; the operands that come for that
    output logic [32*$clog2(LANES)-1:0]  lane_o,
    input  logic [255:0]                 data_i,
    // An atomic of one word: its operation, the operand that amocas compares with
    input  logic                         amo_i,
    input  logic [4:0]                   funct5_i,
    input  logic [4:0]                   lead_i,     // the lowest thread
    input  logic [31:0]                  cmp_i,
    // The line and the bytes that are stored, valid with done_o and until the next take_i
    output smgpu_pkg::line_t             line_o,
    output logic [31:0]                  be_o,
    output logic                         done_o
);

  localparam int unsigned B  = 32 / LANES;
  localparam int unsigned BI = $clog2(LANES);
  localparam int unsigned BW = smgpu_pkg::BeatW;

  // Below eight lanes it is done in the cycle of the last operands only if that can be seen at
  // once: of a store one beat is left.
  localparam bit STEP = LANES < 8;

  logic [B-1:0]     any;                         // beats with threads
  // be: bytes that are in the line. hit: those that this beat brings. rest: threads left behind it.
  logic [31:0]      left_q, be_q, rest, hit;     // left: threads not yet in the line
  smgpu_pkg::line_t line_q, line;
  // Threads of the beat that are left
  logic [LANES-1:0] now;
  // threads after the first are combined; there is a result of two
  logic             combine_q, result_q;
  logic [1:0]       pair_q;                      // there are operands of the two
  logic [BI-1:0]    lowest, highest;             // of the beat
  if (STEP) begin : gen_step
    // The beat is a register, as operands, bytes and line hang on it. A group comes only if this
    // one is done, which is known earlier than whether it does; one that is done and stays has no
    // thread left, of whatever beat.
    logic [31:0] next;
    assign next = done_o ? group_i : rest;
    always_ff @(posedge clk_i)
      if (take_i || run_i) begin
        beat_o <= '0;
        for (int unsigned b = B; b > 0; b--)
          if (next[(b-1)*LANES+:LANES] != '0) beat_o <= BW'(b - 1);
      end
    assign now = left_q[beat_o*LANES+:LANES];
    for (genvar b = 0; b < B; b++) begin : gen_any
      assign any[b] = left_q[b*LANES+:LANES] != '0;
    end
`ifdef VERILATOR
    always_ff @(posedge clk_i) if (rst_ni && left_q != '0 &&
        (now == '0 || (left_q & ((32'd1 << beat_o*LANES) - 32'd1)) != '0)) $fatal(1,
        "smls_build: not the lowest beat");
`endif
  end else begin : gen_at_once
    always_comb begin
      beat_o = '0;
      now    = left_q[31-:LANES];
      for (int unsigned b = B; b > 0; b--) begin
        any[b-1] = left_q[(b-1)*LANES+:LANES] != '0;
        if (any[b-1]) begin
          beat_o = BW'(b - 1);
          now    = left_q[(b-1)*LANES+:LANES];
        end
      end
    end
  end
  always_comb begin
    lowest  = '0;
    highest = '0;
    for (int unsigned i = 0; i < LANES; i++) begin
      if (now[LANES-1-i]) lowest = BI'(LANES - 1 - i);
      if (now[i]) highest = BI'(i);
    end
    // A store takes all threads of the beat. An atomic takes its first thread alone, then two at a
    // time.
    rest = left_q;
    for (int unsigned i = 0; i < 32; i++)
      if (amo_i && !combine_q ? lead_i == 5'(i) : beat_o == BW'(i / LANES) &&
          (!amo_i || lowest == BI'(i % LANES) || highest == BI'(i % LANES)))
        rest[i] = 1'b0;
  end
  assign want_o  = left_q != '0;
  // What is combined is done when the last pair has gone into word 0.
  assign done_o  = combine_q ? !want_o && pair_q == '0 && !result_q : !want_o ||
      (run_i && (STEP ? !amo_i && (any & (any - 1'b1)) == '0 : rest == '0));

  // ---- Combining
  // keeps: of the two words the old one is the result.
  logic [31:0] of_pair, of_all;
  logic        pair_keeps, all_keeps;
  /* verilator lint_off PINCONNECTEMPTY */
  mem_amo u_pair (
      .amo_i    (funct5_i),
      .old_i    (line_q[95:64]),
      .operand_i(line_q[127:96]),
      .compare_i('0),
      .new_o    (of_pair),
      .write_o  (),
      .keeps_o  (pair_keeps)
  );
  mem_amo u_all (
      .amo_i    (funct5_i),
      .old_i    (line_q[31:0]),
      .operand_i(line_q[63:32]),
      .compare_i('0),
      .new_o    (of_all),
      .write_o  (),
      .keeps_o  (all_keeps)
  );
  /* verilator lint_on PINCONNECTEMPTY */
  always_ff @(posedge clk_i) begin
    if (!rst_ni || take_i) begin
      combine_q <= 1'b0;
      pair_q    <= '0;
      result_q  <= 1'b0;
    end else begin
      // The first thread's operand is in word 0. If others are left they come in pairs.
      combine_q <= combine_q || (amo_i && run_i && rest != '0);
      pair_q    <= {lowest != highest, 1'b1} & {2{combine_q && run_i}};
      result_q  <= pair_q != '0;
    end
  end

  for (genvar k = 0; k < 8; k++) begin : gen_word
    logic [LANES-1:0] here;
    for (genvar i = 0; i < LANES; i++) begin : gen_here
      assign here[i] = now[i] && word_i[3*i+:3] == 3'(k);
    end
    for (genvar j = 0; j < 4; j++) begin : gen_byte
      // Threads that store to this byte; the highest one counts.
      logic [LANES-1:0] want;
      logic [BI-1:0]    lane;
      always_comb begin
        lane = '0;
        for (int unsigned i = 0; i < LANES; i++) begin
          want[i] = here[i] && be_i[4*i+j];
          if (want[i]) lane = BI'(i);
        end
      end
      if (k == 0) begin : gen_first
        assign lane_o[BI*(4*k+j)+:BI] = amo_i ? lead_i[BI-1:0] : lane;
      end else if (k == 2 || k == 3) begin : gen_pair
        assign lane_o[BI*(4*k+j)+:BI] = combine_q ? ((k == 2) ? lowest : highest) : lane;
      end else begin : gen_one
        assign lane_o[BI*(4*k+j)+:BI] = lane;
      end
      assign hit[4*k+j]               = want != '0;
      assign line[32*k+8*j+:8]        = hit[4*k+j] ? data_i[32*k+8*j+:8] : line_q[32*k+8*j+:8];
    end
  end
  assign be_o   = (be_q | hit) & {28'hfffffff, {4{!amo_i}}};    // of an atomic of one word: none
  assign line_o = {line[255:64], (amo_i && want_o) ? cmp_i : line[63:32], line[31:0]};

  always_ff @(posedge clk_i) begin
    if (take_i) begin
      left_q <= load_i ? '0 : group_i;
      be_q   <= load_i ? load_be_i : '0;
    end else if (run_i) begin
      left_q <= rest;
      be_q   <= be_o;
    end
    // What comes is known late: it is one input of each enable, the last one. Of an atomic of one
    // word nothing comes behind the fourth word.
    if (take_i || run_i) line_q[255:128] <= take_i ? load_line_i[255:128] : line_o[255:128];
    if (take_i || run_i || combine_q) begin
      line_q[127:64] <= take_i ? load_line_i[127:64] : combine_q ? data_i[127:64] : line_o[127:64];
      line_q[63:32]  <= take_i ? load_line_i[63:32] : !combine_q ? line_o[63:32] :
                        (pair_q[1] && !pair_keeps) ? of_pair : line_q[95:64];
    end
    if (take_i || (combine_q ? result_q && !all_keeps : run_i))
      line_q[31:0] <= take_i ? load_line_i[31:0] : combine_q ? of_all : line_o[31:0];
  end

`ifdef VERILATOR
  always_ff @(posedge clk_i) if (run_i && left_q == '0 && !take_i) $fatal(1,
      "smls_build: a beat for no thread");
`endif

endmodule
