// SPDX-License-Identifier: MIT
// Results of loads, of up to four instructions: descriptors, of which a word can be read, and
// texels, of which the filter makes the result of one instruction: a tap of four threads a cycle,
// four sums each of texel times weight, rounded once. A beat of results is there when it is
// complete, and stays until it is taken. A word that is read passes the same stages in the place of
// a group.
module smtex_filter #(
    // Threads of a beat, and words of a row
    parameter int unsigned LANES = 16
) (
    input  logic                        clk_i,
    input  logic                        rst_ni,
    // Results of loads, and fractions of a group
    // we_i: a beat of a load's result. A descriptor is tap 0 of its instruction.
    input  logic                        we_i,
    input  logic [1:0]                  wid_i,      // of the instruction
    input  logic [1:0]                  wtap_i,
    input  smgpu_pkg::beat_t            wbeat_i,
    input  logic [LANES-1:0]            wmask_i,
    input  logic [LANES*32-1:0]         wdata_i,
    // Eight bits of u and eight of v for each of the four threads
    input  logic                        frac_we_i,
    input  logic [1:0]                  frac_id_i,
    input  logic [2:0]                  frac_group_i,
    input  logic [63:0]                 frac_i,
    // A word of a descriptor
    // A word is asked for while word_ready_o is high. word_o has it when two stages have moved on.
    input  logic                        word_ask_i,
    output logic                        word_ready_o,
    input  logic [1:0]                  word_id_i,
    input  logic [3:0]                  word_index_i,
    output logic                        word_valid_o,
    output logic [31:0]                 word_o,
    // The instruction, while run_i and in the cycle before
    // While run_i is low the stages are empty and no result is offered.
    input  logic                        run_i,
    input  logic [1:0]                  id_i,
    input  logic [31:0]                 mask_i,
    input  logic                        linear_i,   // taps are mixed
    input  logic                        bytes_i,    // a texel is a byte
    // Its result
    // A beat of 32-bit results. out_last_o: the last one of the instruction.
    output logic                        out_valid_o,
    input  logic                        out_taken_i,
    output logic                        out_last_o,
    output smgpu_pkg::beat_t            out_beat_o,
    output logic [LANES*32-1:0]         out_data_o
);

  localparam int unsigned BW = smgpu_pkg::BeatW;
  // T: threads of a group. GI: bits that say where a group lies in its row.
  localparam int unsigned T  = 4;
  localparam int unsigned GI = LANES > T ? $clog2(LANES) - 2 : 1;

  // of a group and of what goes with it each stage needs some bits
  /* verilator lint_off UNUSEDSIGNAL */
  // Row of a group, and its place in the row, as in smtex_addr
  function automatic logic [2:0] row_of(input logic [2:0] group);
    row_of = LANES > T ? 3'(group >> GI) : group;
  endfunction
  function automatic logic [GI-1:0] place_of(input logic [2:0] group);
    place_of = LANES > T ? GI'(group) : '0;
  endfunction

  // go: the stages move, as a beat of results does not wait. step: they take a group, not a word.
  logic       walk, last_group, tap_ends, go, step, f0, f0_ends;
  logic [2:0] group, next_group;
  logic [1:0] tap;
  smtex_walk #(.TAPS_FIRST(1)) u_walk (
      .clk_i, .run_i, .step_i(step), .mask_i, .last_tap_i(linear_i ? 2'd3 : 2'd0), .valid_o(walk),
      .group_o(group), .tap_o(tap), .next_group_o(next_group),
      .last_group_o(last_group), .last_tap_o(tap_ends)
  );
  assign go      = !out_valid_o || out_taken_i;
  assign step    = go && !word_ask_i;
  assign f0      = run_i && walk && !word_ask_i;
  // A beat ends where the next active group lies in another row.
  assign f0_ends = last_group || row_of(next_group) != row_of(group);

  // ---- f0: a row is read
  // the first thread of the group that is read, or a word of the descriptor
  logic [4:0]          who;
  logic [LANES*32-1:0] r_data;
  logic [T*16-1:0]     frac_m[32], frac_q;
  logic [GI-1:0]       r_place_q;
  assign who          = word_ask_i ? {1'b0, word_index_i} : {group, 2'b0};
  assign word_ready_o = go;
  // Four instructions with four taps of up to eight beats each
  common_lanes #(
      .DEPTH(128),
      .LANES(LANES)
  ) u_texels (
      .clk_i,
      .re_i   (go),
      .raddr_i(word_ask_i ? {word_id_i, 2'd0, row_of(who[4:2])} : {id_i, tap, row_of(who[4:2])}),
      .rdata_o(r_data),
      .we_i,
      .wmask_i,
      .waddr_i({wid_i, wtap_i, wbeat_i}),
      .wdata_i
  );
  always_ff @(posedge clk_i) if (frac_we_i) frac_m[{frac_id_i, frac_group_i}] <= frac_i;

  // ---- f1: its group is chosen   f2: texels are added   f3: a result is there
  logic            f1_q, f2_q, f3_q, f1_first_q, f2_first_q, f1_last_q, f2_last_q, f1_word_q,
      f2_word_q;
  logic            f1_ends_q, f2_ends_q, f3_ends_q;   // the last group of its beat
  logic [2:0]      f1_group_q, f2_group_q, f3_group_q;
  logic            f1_done_q, f2_done_q, f3_done_q;   // the last one of all
  logic [1:0]      f1_tap_q, word1_q, word2_q;        // which of its group a word is
  logic [T*32-1:0] texels_q, result;
  assign word_valid_o = f2_word_q && go;
  assign word_o       = texels_q[32*32'(word2_q)+:32];

  for (genvar k = 0; k < T; k++) begin : gen_thread
    logic [8:0]  wx, wy;
    logic [16:0] weight_q;
    // Weights of column and row, in 1/256. Bits 0 and 1 of the tap choose the second column and
    // row.
    assign wx = f1_tap_q[0] ? {1'b0, frac_q[16*k+:8]} : 9'd256 - {1'b0, frac_q[16*k+:8]};
    assign wy = f1_tap_q[1] ? {1'b0, frac_q[16*k+8+:8]} : 9'd256 - {1'b0, frac_q[16*k+8+:8]};
    always_ff @(posedge clk_i) if (go) weight_q <= 17'(wx) * 17'(wy);
    for (genvar c = 0; c < 4; c++) begin : gen_channel
      // The first tap adds a half for rounding. A single tap has the weight 65536, so its texel is
      // kept.
      logic [24:0] sum_q;                             // at most 255 * 65536 + 32768
      always_ff @(posedge clk_i)
        if (go && f2_q)
          sum_q <= 25'(texels_q[32*k+8*c+:8]) * 25'(weight_q) + (f2_first_q ? 25'd32768 : sum_q);
      // A texel that is a byte is the first channel; the fourth one is 255 then.
      assign result[32*k+8*c+:8] = !bytes_i || c == 0 ? sum_q[23:16] : c == 3 ? 8'hff : 8'h00;
    end
  end

  always_ff @(posedge clk_i) begin
    if (go) begin
      // Fractions of the group that is read, beside its texels
      frac_q     <= frac_m[{id_i, group}];
      f1_tap_q   <= tap;
      r_place_q  <= place_of(who[4:2]);
      {word2_q, word1_q} <= {word1_q, who[1:0]};
      f1_first_q <= tap == '0;
      f1_last_q  <= tap_ends;
      f2_first_q <= f1_first_q;
      f2_last_q  <= f1_last_q;
      texels_q   <= r_data[T*32*32'(r_place_q)+:T*32];
      {f1_group_q, f2_group_q, f3_group_q} <= {group, f1_group_q, f2_group_q};
      {f1_ends_q, f2_ends_q, f3_ends_q}    <= {f0_ends, f1_ends_q, f2_ends_q};
      {f1_done_q, f2_done_q, f3_done_q}    <= {last_group, f1_done_q, f2_done_q};
      for (int unsigned p = 0; p < LANES / T; p++)
        if (f3_q && place_of(f3_group_q) == GI'(p)) out_data_o[T*32*p+:T*32] <= result;
    end
    // A word may pass while no instruction runs, so only a reset drops it.
    if (!rst_ni) {f1_word_q, f2_word_q} <= '0;
    else if (go) {f1_word_q, f2_word_q} <= {word_ask_i, f1_word_q};
    if (!rst_ni || !run_i) begin
      {f1_q, f2_q, f3_q, out_valid_o} <= '0;
      out_beat_o <= '0;
    end else if (go) begin
      f1_q        <= f0;
      f2_q        <= f1_q;
      f3_q        <= f2_q && f2_last_q;
      out_valid_o <= f3_q && f3_ends_q;
      out_beat_o  <= BW'(row_of(f3_group_q));
      out_last_o  <= f3_done_q;
    end
  end

  /* verilator lint_on UNUSEDSIGNAL */

endmodule
